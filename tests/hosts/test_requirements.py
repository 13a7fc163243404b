"""Requirements as a setting: what is read binds, what is not refuses to plan, and the model says it in rules alone."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from clamp.automata import Vocabulary
from clamp.decoding.forms import FormConstraint
from clamp.errors import ClampError, RuleError
from clamp.hosts import requirements
from clamp.hosts.request import Request
from clamp.hosts.requirements import by_model
from clamp.planning import Problem
from clamp.planning.rules.grounding import ground_rules
from clamp.words.requirements import Clause

DOMAIN = """(define (domain home) (:types thing) (:predicates (open ?x - thing) (held ?x - thing))
  (:action open :parameters (?x - thing) :precondition (not (open ?x)) :effect (open ?x))
  (:action close :parameters (?x - thing) :precondition (open ?x) :effect (not (open ?x)))
  (:action take :parameters (?x - thing) :effect (held ?x)))"""
PROBLEM = "(define (problem p) (:domain home) (:objects box cup - thing) (:init) (:goal (held cup)))"
VOCABULARY = Vocabulary.from_bytes([bytes([one]) for one in range(256)] + [None], 256)


def request(text: str, **settings: Any) -> Request:
    return Request.of(Problem.from_pddl(DOMAIN, PROBLEM), "Take the cup.", requirements=text, **settings)


class Says:
    """A model that writes one text, if the grammar lets it."""

    def __init__(self, text: str) -> None:
        self.text, self.asked, self.name, self.vocabulary = text, 0, f"says {text}", VOCABULARY

    def plan_many(self, requests: Any) -> list[Any]:
        self.asked += 1
        constraint = requests[0].constraint
        cursor = constraint.initial()
        for byte in self.text.encode():
            assert byte in constraint.allowed(cursor), self.text
            cursor = constraint.advance(cursor, byte)
        assert constraint.accepting(cursor)
        return [SimpleNamespace(text=self.text)]


def test_what_is_understood_binds_and_is_said_back() -> None:
    found = request("Open the box before taking the cup.")
    assert [one.status for one in found.requirements.clauses] == ["understood"]
    made = found.made(VOCABULARY)
    assert made.best_known is not None
    assert made.best_known.length == 2
    assert made.failure() is None


def test_what_is_not_understood_refuses_to_plan_unless_it_is_to_be_ignored() -> None:
    text = "Whistle a tune. Open the box before taking the cup."
    with pytest.raises(RuleError, match="Whistle a tune"):
        request(text).made(VOCABULARY)
    assert len(request(text, on_unclear="ignore").rules) == 1
    with pytest.raises(RuleError, match="Whistle a tune"):
        request(text, on_unclear="model").made(VOCABULARY)  # nobody asked the model
    with pytest.raises(ClampError, match="on_unclear"):
        request(text, on_unclear="guess")


def test_the_model_says_what_the_reader_does_not_know_and_is_asked_once() -> None:
    requirements._KNOWN.clear()
    model = Says("before: open(box), take(cup)")
    asked = request("Mind the crate, pal.", on_unclear="model")
    found = by_model(asked, model)  # type: ignore[arg-type]
    (clause,) = found.requirements.clauses
    assert clause.readings[0].said == "open box before you take cup (as the model says)"
    assert found.made(VOCABULARY).best_known.length == 2  # type: ignore[union-attr]
    assert by_model(found, model) is found  # type: ignore[arg-type]
    by_model(asked, model)  # type: ignore[arg-type]
    assert model.asked == 1


def test_the_model_may_not_know_either_and_may_not_ask_for_the_impossible() -> None:
    asked = request("Mind the crate, pal.", on_unclear="model")
    unknown = by_model(asked, Says("unknown"))  # type: ignore[arg-type]
    with pytest.raises(RuleError, match="Mind the crate"):
        _ = unknown.rules
    with pytest.raises(RuleError, match="no plan keeps that"):
        by_model(asked, Says("never: take(cup)"))  # type: ignore[arg-type]


def test_every_text_of_the_grammar_is_a_rule_of_the_scene() -> None:
    problem = Problem.from_pddl(DOMAIN, PROBLEM)
    words = requirements._Words.of(problem)
    constraint = FormConstraint(words.grammar(), VOCABULARY)
    random = np.random.default_rng(0)
    kinds = set()
    for _ in range(150):
        cursor, written = constraint.initial(), b""
        while True:
            token = int(random.choice(constraint.allowed(cursor)))
            if token == 256:
                break
            written += bytes([token])
            cursor = constraint.advance(cursor, token)
        text = written.decode()
        clause = words.meaning(Clause("x"), text)
        kinds.add(text.partition(":")[0])
        assert (clause is None) is (text == "unknown"), text
        if clause is not None:
            ground_rules(problem, problem.rule_words(), [clause.readings[0].rule])
    assert kinds == {"unknown", "before", "after", "right after", "never", "at most once", "at the end"}
