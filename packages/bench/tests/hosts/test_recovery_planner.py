"""The paper's recovery with a transformers model: what is rewound is read again, and nothing else is."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from picture_models import shown  # noqa: E402
from tiny_models import planner  # noqa: E402

from clamp.decoding import PlanConstraint, PlanFormat  # noqa: E402
from clamp.hosts.hf.batch import forget_pictures, moved_by_pictures  # noqa: E402
from clamp.hosts.jobs import PlanRequest, Text  # noqa: E402
from clamp.planning import Problem  # noqa: E402
from clamp.planning.rules import Rule, Ruled  # noqa: E402
from clamp_bench.recovery_planner import RecoveringPlanner, _Scores  # noqa: E402

DOMAIN = """(define (domain lamps) (:types lamp) (:predicates (lit ?x - lamp))
  (:action light :parameters (?x - lamp) :effect (lit ?x))
  (:action quench :parameters (?x - lamp) :precondition (lit ?x) :effect (not (lit ?x))))"""
PROBLEM = "(define (problem p) (:domain lamps) (:objects a b - lamp) (:init) (:goal (lit b)))"


def test_scores_are_those_of_the_text_whatever_was_unwritten_before() -> None:
    writer = planner("llama")
    text = Text(PlanRequest("as tokens"), tuple(range(40, 60)), 300, frozenset({1}))
    with torch.inference_mode():
        one = _Scores(writer.model, text)
        for tokens in ([70, 71, 72], [70, 71], [70, 80, 81, 82], [], [90]):
            np.testing.assert_allclose(one(tokens), _Scores(writer.model, text)(tokens), atol=1e-4)


def test_positions_of_an_earlier_picture_do_not_move_a_text_without_one() -> None:
    case = shown("qwen3-vl")
    text = Text(PlanRequest("as tokens"), tuple(range(40, 75)), 300, frozenset({1}))

    def found() -> list[Any]:
        with torch.inference_mode():
            return _Scores(case.model, text)([40, 41, 42]).tolist()

    forget_pictures(case.model)
    fresh = found()
    with torch.inference_mode():
        case.model(input_ids=torch.tensor([case.tokens]), **case.inputs)
    assert moved_by_pictures(case.model)
    assert found() == fresh


def test_a_planner_writes_with_it_and_says_how_often_it_stepped_in() -> None:
    writer = RecoveringPlanner.of(planner("llama"))
    system = Ruled(Problem.from_pddl(DOMAIN, PROBLEM), [Rule.parse("G !do:light(a)"), Rule.parse("F lit(b)")])
    constraint = PlanConstraint(
        system, writer.vocabulary, PlanFormat.calls(), budget=3, enforce={"syntax", "visibility"}
    )
    counts = []
    for seed in range(4):
        job = PlanRequest("Light the lamp.", constraint, temperature=1.0, seed=seed)
        (result,) = writer.write([job], trace=True)
        assert writer.counts is not None
        assert "light(a)" not in map(str, result.actions)
        assert len(result.trace) == len(result.tokens) == result.timing.tokens
        counts.append(writer.counts)
    assert sum(one.checked for one in counts) > 0
    assert sum(one.rewound for one in counts) > 0
