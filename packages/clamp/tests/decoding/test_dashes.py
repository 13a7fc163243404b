"""Names that begin with, end in and hold ``-``, ``_`` and digits: from PDDL, and in every format."""

from __future__ import annotations

import itertools

import pytest
from fakes import byte_vocabulary
from hypothesis import given, settings
from hypothesis import strategies as st
from patience import examples

from clamp.contracts import check_constraint
from clamp.decoding import PlanConstraint
from clamp.decoding.formats import PlanFormat, format_names, format_of
from clamp.planning.problem import Problem
from clamp.planning.system import Action

FORMATS = {name: format_of(name) for name in format_names()} | {
    "spaced": PlanFormat.skill_json(spaced=True),
    "dashed": PlanFormat.from_template("- {name}: {args}", argument_separator=", "),
}
NAMES = ["a-", "a--", "a", "a-1", "a_", "_a", "a-b", "1", "1-", "a-1-", "a1", "b-_-"]
DOMAIN = """(define (domain d-) (:requirements :strips :typing) (:types t- - object u)
  (:predicates (at- ?x - t-) (done ?x- - t- ?y - t-))
  (:action go- :parameters (?x- - t- ?y - t-) :precondition (at- ?x-)
    :effect (and (done ?x- ?y) (at- ?y) (not (at- ?x-)))))"""


def problem(names: list[str], typed: str = "- t-") -> Problem:
    first, last = names[0], names[-1]
    return Problem.from_pddl(
        DOMAIN,
        f"(define (problem p-) (:domain d-) (:objects {' '.join(names)} {typed})"
        f" (:init (at- {first})) (:goal (done {first} {last})))",
    )


@pytest.mark.parametrize("name", FORMATS)
def test_a_plan_of_such_names_is_read_from_pddl_and_written_in_every_format(name: str) -> None:
    found = problem(NAMES)
    assert set(found.entities) == set(NAMES)
    constraint = PlanConstraint(found, byte_vocabulary(), FORMATS[name], budget=2)
    for middle in NAMES[1:-1]:
        plan = [Action("go-", (NAMES[0], NAMES[-1]))]
        assert found.validate(plan).valid
        plan = [Action("go-", (NAMES[0], NAMES[-1])), Action("go-", (NAMES[-1], middle))]
        text = FORMATS[name].serialize(plan)
        assert FORMATS[name].parse(text) == FORMATS[name].parse_within(text) == plan
        cursor = constraint.initial()
        for byte in text.encode():
            cursor = constraint.advance(cursor, byte)
        assert constraint.accepting(cursor)
        said = list(constraint.actions(cursor))  # the last may still be the beginning of another
        assert said == plan[: len(said)]
        assert len(said) >= 1
    check_constraint(constraint, walks=2, steps=5)


part = st.text(st.sampled_from("ab01-_"), min_size=1, max_size=4).filter(lambda one: one.strip("-_") != "")


@pytest.mark.parametrize("name", FORMATS)
@given(names=st.lists(part, min_size=2, max_size=4, unique=True))
@settings(max_examples=examples(25), deadline=None)
def test_any_such_names_are_read_back(name: str, names: list[str]) -> None:
    plan_format = FORMATS[name]
    plan = [Action(f"act-{first}", (first, second)) for first, second in itertools.pairwise(names)]
    assert plan_format.parse(plan_format.serialize(plan)) == plan


@given(names=st.lists(part.filter(lambda one: not one.startswith("-")), min_size=2, max_size=4, unique=True))
@settings(max_examples=examples(25), deadline=None)
def test_any_such_objects_are_read_from_pddl(names: list[str]) -> None:
    found = problem(names)
    assert set(found.entities) == set(names)
    assert found.validate([Action("go-", (names[0], names[-1]))]).valid
    assert set(problem(names, "").entities) == set(names)
