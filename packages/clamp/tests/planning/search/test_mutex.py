"""What excludes each other: no state that is met breaks a group, and where a thing is, it is nowhere else."""

from __future__ import annotations

import random
from itertools import permutations

import pytest

from clamp import Problem, SearchLimits
from clamp.planning.goals import GoalLiteral, Goals
from clamp.planning.search.mutex import MutexGroup, mutex_groups, wide_groups

DOMAIN = """(define (domain flat) (:requirements :strips :typing :negative-preconditions)
 (:types room item place - object robot - object surface box - place)
 (:predicates (robot-in ?r - robot ?l - room) (in-room ?p - place ?l - room) (on ?i - item ?s - surface)
  (in ?i - item ?b - box) (holding ?r - robot ?i - item) (free ?r - robot) (open ?b - box) (clean ?i - item))
 (:action go :parameters (?r - robot ?from ?to - room) :precondition (robot-in ?r ?from)
  :effect (and (not (robot-in ?r ?from)) (robot-in ?r ?to)))
 (:action grab :parameters (?r - robot ?i - item ?s - surface ?l - room)
  :precondition (and (robot-in ?r ?l) (in-room ?s ?l) (on ?i ?s) (free ?r))
  :effect (and (holding ?r ?i) (not (on ?i ?s)) (not (free ?r))))
 (:action take-out :parameters (?r - robot ?i - item ?b - box ?l - room)
  :precondition (and (robot-in ?r ?l) (in-room ?b ?l) (in ?i ?b) (open ?b) (free ?r))
  :effect (and (holding ?r ?i) (not (in ?i ?b)) (not (free ?r))))
 (:action set-down :parameters (?r - robot ?i - item ?s - surface ?l - room)
  :precondition (and (robot-in ?r ?l) (in-room ?s ?l) (holding ?r ?i))
  :effect (and (on ?i ?s) (free ?r) (not (holding ?r ?i))))
 (:action put-in :parameters (?r - robot ?i - item ?b - box ?l - room)
  :precondition (and (robot-in ?r ?l) (in-room ?b ?l) (holding ?r ?i) (open ?b))
  :effect (and (in ?i ?b) (free ?r) (not (holding ?r ?i))))
 (:action wash :parameters (?r - robot ?i - item) :precondition (and (holding ?r ?i) (not (clean ?i)))
  :effect (clean ?i))
 (:action unlid :parameters (?b - box) :precondition (not (open ?b)) :effect (open ?b))
 (:action lid :parameters (?b - box) :precondition (open ?b) :effect (not (open ?b))))"""
ITEMS = [f"item{number}" for number in range(12)]
ROOMS = [f"room{number}" for number in range(5)]
PROBLEM = f"""(define (problem one) (:domain flat)
 (:objects robo helper - robot {" ".join(ITEMS)} - item {" ".join(ROOMS)} - room
  table desk shelf - surface crate chest - box)
 (:init (robot-in robo room0) (robot-in helper room1) (free robo) (free helper)
  (in-room table room0) (in-room desk room1)
  (in-room shelf room2) (in-room crate room3) (in-room chest room4) (open crate)
  {" ".join(f"(on {one} table)" for one in ITEMS[1:])} (in item0 crate)) (:goal (and (clean item1))))"""


@pytest.fixture(scope="module")
def flat(tmp_path_factory: pytest.TempPathFactory) -> Problem:
    folder = tmp_path_factory.mktemp("flat")
    (folder / "domain.pddl").write_text(DOMAIN)
    (folder / "problem.pddl").write_text(PROBLEM)
    return Problem.from_pddl(folder / "domain.pddl", folder / "problem.pddl")


def test_no_state_on_random_walks_has_two_literals_of_a_group(flat: Problem) -> None:
    grounder = flat.grounder
    everything = (1 << len(grounder.atoms)) - 1

    def held(state: int, group: MutexGroup) -> int:
        return (state & group.pos).bit_count() + (~state & group.neg).bit_count()

    found = mutex_groups(grounder.compiled, grounder.atoms, everything)
    found += wide_groups(grounder.compiled, grounder.atoms)
    groups = [one for one in found if held(flat.initial, one) <= 1]  # actions never make it more
    assert len(groups) > len(ITEMS)
    draw = random.Random(0)
    for _ in range(20):
        state = flat.initial
        for _ in range(60):
            assert max(held(state, one) for one in groups) == 1
            state = flat.successor_of_index(state, draw.choice(flat.applicable_indices(state)))


def test_a_thing_is_in_one_place_or_in_one_hand_and_no_search_is_needed_to_know(flat: Problem) -> None:
    """One state may be looked at: what is found out is found out by the actions alone."""
    goals = Goals(flat, limits=SearchLimits(states=1))
    for item in ITEMS:
        places = [
            *(GoalLiteral("on", (item, one)) for one in ("table", "desk", "shelf")),
            *(GoalLiteral("in", (item, one)) for one in ("crate", "chest")),
            *(GoalLiteral("holding", (one, item)) for one in ("robo", "helper")),
        ]
        for one, other in permutations(places, 2):
            elsewhere = GoalLiteral(other.predicate, other.args, False)
            assert goals.excluded([one, other])
            assert goals.implied([one], elsewhere) is True


def test_what_may_be_so_at_once_is_in_no_group(flat: Problem) -> None:
    goals = Goals(flat)
    on, clean = GoalLiteral("on", ("item1", "desk")), GoalLiteral("clean", ("item1",))
    other = GoalLiteral("on", ("item2", "desk"))
    assert not goals.excluded([on, clean])
    assert not goals.excluded([on, other])
    assert goals.implied([on], clean) is False
