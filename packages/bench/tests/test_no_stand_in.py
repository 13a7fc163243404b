"""A plan that was not found is a failure, in every benchmark and every row: nothing else is written in its place."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from tiny_models import planner

import clamp_bench
from clamp.planning import Problem
from clamp.request.request import Request
from clamp.request.settings import CONFIGURATIONS, Limits
from clamp_bench.baselines.constrained import Clamp, ClampShortest, RandomBytes
from clamp_bench.configuration import ControlledConfig
from clamp_bench.eai.report import own_figures
from clamp_bench.harness import Answer, DecodedMethod, Method, Question

DOMAIN = """(define (domain home) (:types thing) (:predicates (open ?x - thing) (held ?x - thing) (gone))
  (:action open :parameters (?x - thing) :precondition (not (open ?x)) :effect (open ?x))
  (:action close :parameters (?x - thing) :precondition (open ?x) :effect (not (open ?x)))
  (:action take :parameters (?x - thing) :precondition (open ?x) :effect (held ?x)))"""
LAMPS = """(define (domain lamps) (:requirements :adl) (:types thing) (:predicates (on ?x - thing))
  (:action flip :parameters (?x ?y - thing) :precondition (not (= ?x ?y)) :effect (and
    (when (on ?x) (not (on ?x))) (when (not (on ?x)) (on ?x))
    (when (on ?y) (not (on ?y))) (when (not (on ?y)) (on ?y)))))"""
"""Two at once, so that one alone is never on: only all states show it."""
MANY = [f"l{number}" for number in range(10)]
GOALS = {"budget": "(held cup)", "unseen": "(held cup)", "unreachable": "(gone)", "limit": "one lamp"}
"""Why there is no plan, and the goal for which there is none then."""
WORLD = sorted(CONFIGURATIONS["world"] or ())


def question(cause: str) -> Question:
    named, goal = ["box", "cup"], GOALS[cause]
    if cause == "limit":
        named, goal = MANY, "(and (on l0) " + " ".join(f"(not (on {one}))" for one in MANY[1:]) + ")"
    said = f"(:objects {' '.join(named)} - thing) (:init) (:goal {goal})"
    name, domain = ("lamps", LAMPS) if cause == "limit" else ("home", DOMAIN)
    system = Problem.from_pddl(domain, f"(define (problem p) (:domain {name}) {said})")
    seen = {"box"} if cause == "unseen" else set(named)
    limits = Limits(states=20) if cause == "limit" else Limits()
    budget = 1 if cause == "budget" else 6
    return Question(
        Request.of(system, prompt="Take the cup.", seen=seen, budget=budget, limits=limits), name="x"
    )


def config(cause: str) -> ControlledConfig:
    limits = Limits(states=20) if cause == "limit" else Limits()
    return ControlledConfig(out=Path("x"), rows=("random",), limits=limits)


METHODS: dict[str, Callable[[ControlledConfig], Method]] = {
    "decoded": DecodedMethod,
    "clamp": Clamp,
    "clamp-slack0": ClampShortest,
    "random": RandomBytes,
}


def answers(method: Method, questions: Sequence[Question]) -> list[Answer]:
    found: dict[int, Answer] = {}
    method.write(questions, planner(), lambda index, answer: found.update({index: answer}))
    return [found[index] for index in range(len(questions))]


@pytest.mark.parametrize("cause", GOALS)
@pytest.mark.parametrize("name", METHODS)
def test_where_no_plan_was_found_nothing_is_written_and_the_record_says_why(name: str, cause: str) -> None:
    (answer,) = answers(METHODS[name](config(cause)), [question(cause)])
    record: dict[str, Any] = {**answer.fields(), "config": {"constraints": "world"}}
    assert (record["status"], record["output"], record["actions"]) == ("fail", "", [])
    assert record["failure"]["cause"] == cause
    assert record["enforced"] == WORLD  # what was asked for, and no less
    figures = own_figures([record])
    assert (figures["plans_certified"], figures["failures"]) == (0, {cause: 1})


def test_no_benchmark_says_a_failure_beside_a_plan_of_something_else() -> None:
    """No benchmark takes what is enforced back."""
    for path in Path(clamp_bench.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if (
                isinstance(node, ast.BinOp)
                and isinstance(node.op, ast.Sub)
                and isinstance(node.right, ast.Set)
            ):
                taken = {one.value for one in node.right.elts if isinstance(one, ast.Constant)}
                assert "goal" not in taken, f"{path}, line {node.lineno}"
