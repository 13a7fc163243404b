"""What sentences about stacks ask for, and that nothing is read of them which is not said."""

from __future__ import annotations

from itertools import pairwise
from typing import NoReturn

import pytest

from clamp import Problem
from clamp.hosts.goals import GoalAnswer, goal_of
from clamp.planning.goals import FAR

DOMAIN = """(define (domain blocks) (:requirements :strips :typing) (:types block robot)
  (:predicates (on ?x - block ?y - block) (ontable ?x - block) (clear ?x - block) (handempty ?r - robot)
    (holding ?x - block))
  (:action pick-up :parameters (?x - block ?r - robot)
    :precondition (and (clear ?x) (ontable ?x) (handempty ?r))
    :effect (and (not (clear ?x)) (not (ontable ?x)) (not (handempty ?r)) (holding ?x)))
  (:action put-down :parameters (?x - block ?r - robot) :precondition (holding ?x)
    :effect (and (not (holding ?x)) (clear ?x) (ontable ?x) (handempty ?r)))
  (:action stack :parameters (?x - block ?y - block ?r - robot) :precondition (and (holding ?x) (clear ?y))
    :effect (and (not (holding ?x)) (not (clear ?y)) (clear ?x) (on ?x ?y) (handempty ?r)))
  (:action unstack :parameters (?x - block ?y - block ?r - robot)
    :precondition (and (on ?x ?y) (clear ?x) (handempty ?r))
    :effect (and (holding ?x) (clear ?y) (not (clear ?x)) (not (on ?x ?y)) (not (handempty ?r)))))"""
PROBLEM = """(define (problem p) (:domain blocks) (:objects {names} - block robot - robot)
  (:init (handempty robot) {init}) (:goal (and)))"""
COLOURS = ("red", "orange", "yellow", "green", "blue", "purple")


def problem_of(*names: str) -> Problem:
    init = " ".join(f"(ontable {one}) (clear {one})" for one in names)
    return Problem.from_pddl(DOMAIN, PROBLEM.format(names=" ".join(names), init=init))


@pytest.fixture(scope="module")
def table() -> Problem:
    return problem_of(*COLOURS)


def read(sentence: str, problem: Problem) -> GoalAnswer:
    def nobody() -> NoReturn:
        pytest.fail("a model was asked")

    return goal_of(sentence, problem, nobody, budget=FAR)


def over(*chains: str, standing: bool = True) -> set[tuple[str, ...]]:
    """Facts of chains such as ``"red blue"``, red on blue."""
    found: set[tuple[str, ...]] = set()
    for chain in (one.split() for one in chains):
        found |= {("on", *pair) for pair in pairwise(chain)}
        if standing:
            found.add(("ontable", chain[-1]))
    return found


READ = {
    "Create 3 stacks: orange over yellow, green over blue, purple over red": over(
        "orange yellow", "green blue", "purple red"
    ),
    "Create 2 stacks: green over blue over purple over orange, red over yellow": over(
        "green blue purple orange", "red yellow"
    ),
    "Make two towers: red on blue on green, and yellow on orange on purple.": over(
        "red blue green", "yellow orange purple"
    ),
    "Stack green over blue over purple, and red over yellow": over(
        "green blue purple", "red yellow", standing=False
    ),
    "Stack the red block on the blue block.": over("red blue", standing=False),
    "Build a tower of red, blue, and green from bottom to top.": over("green blue red"),
    "Create a stack with blue at the bottom, then red, then green on top.": over("green red blue"),
    "Make 2 piles. The first pile: red over green. The second pile: blue over yellow.": over(
        "red green", "blue yellow"
    ),
    "Could you create 2 stacks: blue under yellow, orange under red under green?": over(
        "yellow blue", "green red orange"
    ),
    "Rearrange the blocks into 3 stacks: green over red; blue over yellow; purple over orange": over(
        "green red", "blue yellow", "purple orange"
    ),
    "Create 3 stacks where the orange block is on the yellow block, the green block is on the blue block, and the red "
    "block is on the purple block.": over("orange yellow", "green blue", "red purple"),
}  # fmt: skip


@pytest.mark.parametrize("sentence", READ)
def test_stacks_are_read(sentence: str, table: Problem) -> None:
    found = read(sentence, table)
    assert found.status == "goal", found.why
    got = {(one.predicate, *one.args) for one in found.literals}
    assert got <= READ[sentence]
    missing = READ[sentence] - got
    assert all(one[0] == "ontable" for one in missing)  # what the others imply is not said again
    assert not missing or len(got) >= len(COLOURS) - 1


ASKED = (
    "Create 2 stacks: red over green",
    "Create 1 stack: red over green, blue over yellow",
    "Create 2 stacks: pink over green, red over blue",
    "Create 3 stacks: red over green, red over blue, yellow over purple",
    "Create 2 stacks: red over green over red, blue over yellow",
    "Create 3 stacks: red, blue, green over yellow",
    "Create a stack: red over blue under green",
    "Do not create a stack: green over red",
    "Create a tower",
    "Create 2 stacks: red over green, blue over yellow, but not today",
)


@pytest.mark.parametrize("sentence", ASKED)
def test_what_is_not_clear_is_asked(sentence: str, table: Problem) -> None:
    assert read(sentence, table).status == "question"


def test_blocks_with_longer_names_are_meant_by_their_colours() -> None:
    found = read(
        "Create 1 stack: red over the blue block", problem_of("red_block", "blue_block", "green_block")
    )
    assert {(one.predicate, *one.args) for one in found.literals} == {
        ("on", "red_block", "blue_block"), ("ontable", "blue_block")
    }  # fmt: skip


def test_several_blocks_of_one_colour_are_not_chosen_from() -> None:
    assert read("Create 1 stack: red over blue", problem_of("red_1", "red_2", "blue_1")).status == "question"
