"""Numbers that no condition reads change nothing: the task is the one without them."""

from __future__ import annotations

import random

import pytest

from clamp.errors import PDDLError
from clamp.planning.pddl import read_task
from clamp.planning.problem import Problem

DOMAIN = """(define (domain trips) (:requirements :adl{requirements})
  (:types truck town) (:predicates (at ?t - truck ?c - town) (road ?a ?b - town) (seen ?c - town)){functions}
  (:action drive :parameters (?t - truck ?a ?b - town)
    :precondition (and (at ?t ?a) (road ?a ?b))
    :effect (and (not (at ?t ?a)) (at ?t ?b){drive} (forall (?c - town) (when (road ?b ?c) (and (seen ?c){look}))))))"""
PROBLEM = """(define (problem one) (:domain trips) (:objects t - truck a b c - town)
  (:init (at t a) (road a b) (road b c){values}) (:goal (and (at t c) (seen c))){metric})"""
PLAIN = {"requirements": "", "functions": "", "drive": "", "look": "", "values": "", "metric": ""}

FUNCTIONS = (
    " (:functions (total-cost) - number (length ?a ?b - town) (used ?t - truck) - number (level))",
    " (:functions (total-cost) (length ?a ?b - town) (used ?t - truck) (level))",
)
TARGETS = ("(total-cost)", "(used ?t)", "(level)")
AMOUNTS = (
    "1",
    "0.5",
    "-2",
    "(length ?a ?b)",
    "(level)",
    "(+ 1 (length ?a ?b))",
    "(* 2 (used ?t))",
    "(- (level))",
)
CHANGES = ("increase", "increase", "increase", "decrease", "assign", "scale-up", "scale-down", "INCREASE")
METRICS = (
    "",
    " (:metric minimize (total-cost))",
    " (:metric minimize (+ (total-cost) (* 2 (level))))",
    " (:metric maximize (level))",
    " (:metric minimize total-time)",
)


def written(seed: int) -> dict[str, str]:
    rng = random.Random(seed)

    def changes(most: int) -> str:
        count = rng.randint(0, most)
        one = (f" ({rng.choice(CHANGES)} {rng.choice(TARGETS)} {rng.choice(AMOUNTS)})" for _ in range(count))
        return "".join(one)

    return {
        "requirements": rng.choice(("", " :action-costs", " :fluents :action-costs", " :numeric-fluents")),
        "functions": rng.choice(FUNCTIONS),
        "drive": changes(3),
        "look": changes(2),
        "values": rng.choice(
            ("", " (= (total-cost) 0) (= (length a b) 3) (= (length b c) 4.5) (= (used t) -1)")
        ),
        "metric": rng.choice(METRICS),
    }


@pytest.mark.parametrize("seed", range(30))
def test_a_task_with_numbers_is_the_task_without_them(seed: int) -> None:
    parts = written(seed)
    plain, _ = read_task(DOMAIN.format_map(PLAIN), PROBLEM.format_map(PLAIN), repair=False)
    task, repairs = read_task(DOMAIN.format_map(parts), PROBLEM.format_map(parts))
    assert task == plain
    assert {repair.kind for repair in repairs} <= {"cost-ignored", "number-ignored"}
    others = [
        one for part in ("drive", "look") for one in parts[part].split(" (") if "(total-cost)" not in one
    ]
    assert bool(others) or "number-ignored" not in {repair.kind for repair in repairs}
    problem = Problem.from_task(task)
    assert problem.goal_distance(problem.initial, 9) == 2


@pytest.mark.parametrize(
    ("place", "text"),
    [
        ("drive", " (when (< (level) 3) (seen ?a))"),
        ("look", " (when (= (length ?a ?b) 3) (seen ?a))"),
    ],
)
def test_numbers_that_a_condition_reads_are_refused(place: str, text: str) -> None:
    parts = {**PLAIN, "functions": FUNCTIONS[0], place: text + " (increase (level) 1)"}
    with pytest.raises(PDDLError, match="numeric fluents"):
        read_task(DOMAIN.format_map(parts), PROBLEM.format_map(PLAIN))


def test_a_goal_that_reads_a_number_is_refused() -> None:
    domain = DOMAIN.format_map({**PLAIN, "functions": FUNCTIONS[0], "drive": " (increase (level) 1)"})
    with pytest.raises(PDDLError, match="numeric fluents"):
        read_task(domain, PROBLEM.format_map(PLAIN).replace("(seen c)", "(>= (level) 2)"))
