"""Closed loops in worlds that deny actions: never the same one twice in the same situation."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable
from functools import lru_cache

import pytest
from shortest import DRAWERS, Shortest, kitchen

from clamp.errors import ConstraintError
from clamp.loop.loop import LoopResult, closed_loop
from clamp.loop.symbolic import SymbolicEnvironment
from clamp.perception import Memory
from clamp.planning import Action, Problem
from clamp.planning.task import Atom

State = frozenset[Atom]
Denies = Callable[[State, Action], bool]


class Denying(SymbolicEnvironment):
    """A world that denies some actions in some states, and keeps count."""

    def __init__(self, problem: Problem, denies: Denies) -> None:
        super().__init__(problem)
        self._denies = denies
        self.denied: list[tuple[State, Action]] = []

    def execute(self, action: Action) -> None:
        if self._denies(self.state, action):
            self.denied.append((self.state, action))
        else:
            super().execute(action)


def run(problem: Problem, denies: Denies, budget: int, **options: Memory) -> tuple[LoopResult, Denying]:
    world = Denying(problem, denies)
    return closed_loop(problem, world, Shortest(), budget=budget, **options), world


def fewest(problem: Problem, start: State | None, denies: Denies) -> int | None:
    """The length of a shortest plan of which nothing is denied; by breadth first."""
    first = problem.initial if start is None else problem.state(start)
    seen, agenda = {first}, deque([(first, 0)])
    while agenda:
        state, length = agenda.popleft()
        if problem.is_goal(state):
            return length
        for action in problem.applicable(state):
            after = problem.successor(state, action)
            if after not in seen and not denies(problem.facts(state), action):
                seen.add(after)
                agenda.append((after, length + 1))
    return None


def graph(seed: int) -> tuple[Problem, Denies]:
    """A robot walks among rooms and presses switches; some of it is denied in some states."""
    rng = random.Random(seed)
    rooms = [f"r{n}" for n in range(rng.randint(3, 5))]
    doors = {(a, b) for a in rooms for b in rooms if a != b and rng.random() < 0.6}
    facts = " ".join(f"(door {a} {b})" for a, b in sorted(doors))
    problem = Problem.from_pddl(
        """(define (domain d) (:requirements :typing :negative-preconditions) (:types room - object)
        (:predicates (at ?r - room) (door ?a ?b - room) (lit ?r - room))
        (:action go :parameters (?a ?b - room) :precondition (and (at ?a) (door ?a ?b))
          :effect (and (not (at ?a)) (at ?b)))
        (:action light :parameters (?r - room) :precondition (and (at ?r) (not (lit ?r))) :effect (lit ?r))
        (:action dim :parameters (?r - room) :precondition (and (at ?r) (lit ?r)) :effect (not (lit ?r))))""",
        f"""(define (problem p) (:domain d) (:objects {" ".join(rooms)} - room)
        (:init (at r0) {facts}) (:goal (and (at {rooms[-1]}) (lit {rng.choice(rooms)}))))""",
    )
    share = rng.choice([0.1, 0.3, 0.5])

    def denies(state: State, action: Action) -> bool:
        fluent = sorted(str(atom) for atom in state if atom.predicate != "door")
        return random.Random(f"{seed}/{fluent}/{action}").random() < share

    return problem, denies


@lru_cache
def tried(seed: int) -> tuple[LoopResult, Denying]:
    return run(*graph(seed), budget=60)


@pytest.mark.parametrize("seed", range(25))
def test_nothing_is_denied_twice_in_one_state_and_a_way_around_is_found(seed: int) -> None:
    problem, _ = graph(seed)
    result, world = tried(seed)
    assert len(set(world.denied)) == len(world.denied)
    assert [step.action for step in result.steps if step.denied] == [action for _, action in world.denied]
    if result:
        assert world.goal_holds()
        return
    # Where it ends, nothing is left to try: each way to the goal goes through what was denied.
    known = set(world.denied)
    assert fewest(problem, world.state, lambda *pair: pair in known) is None
    if fewest(problem, world.state, lambda *_: False) is None:
        assert result.cause == "unreachable"
    else:
        assert result.cause == "denied"
        assert all(str(action) in result.message for _, action in world.denied)


def test_most_of_these_worlds_have_a_way_and_it_is_found() -> None:
    reached = [bool(tried(seed)[0]) for seed in range(25)]
    possible = [fewest(graph(seed)[0], None, graph(seed)[1]) is not None for seed in range(25)]
    assert sum(possible) >= 10
    # One that tries may walk through a door that does not open from behind.
    assert sum(reached) >= 0.8 * sum(possible)


def test_where_every_way_is_denied_the_loop_ends_and_names_what_was() -> None:
    problem = kitchen({"milk": "table"}, "(at milk shelf)")
    result, world = run(problem, lambda _, action: action.name == "pick", budget=30)
    assert (result.status, result.cause) == ("fail", "denied")
    assert "pick(milk, table)" in result.message
    assert "30" not in result.message or len(result.steps) < 30
    assert len(set(world.denied)) == len(world.denied)
    assert result.to_json()["failure"]["cause"] == "denied"
    assert any(step["denied"] for step in result.to_json()["steps"])


def test_what_was_denied_is_tried_again_once_something_has_changed() -> None:
    """The drawer above must be shut before the one below opens, which only the world knows."""
    problem = Problem.from_pddl(
        DRAWERS.replace("(held ?x - thing))", "(held ?x - thing) (stuck))"),
        """(define (problem p) (:domain d) (:objects spoon - thing top bottom - drawer)
        (:init (in spoon bottom) (open top)) (:goal (held spoon)))""",
    )

    def denies(state: State, action: Action) -> bool:
        return action == Action("open", ("bottom",)) and Atom("open", ("top",)) in state

    # Looking for the spoon and fetching it: the way around is to close the drawer that stands open.
    result, world = run(problem, denies, budget=8)
    assert result.status == "goal"
    assert [str(action) for _, action in world.denied] == ["open(bottom)"]
    assert Action("close", ("top",)) in [step.action for step in result.steps]


@pytest.mark.parametrize("forget", [None, 1, 3])
@pytest.mark.no_cover
def test_looking_into_something_changes_no_situation(forget: int | None) -> None:
    """The world is what it was when a door is shut again, though more is known of it, or less."""
    problem = kitchen({"milk": "fridge", "apple": "table"}, "(and (at milk table) (at apple oven))")
    result, world = run(
        problem,
        lambda state, action: action == Action("open", ("oven",)),
        budget=40,
        memory=Memory(forget_after=forget),
    )
    assert result.status == "fail"
    assert world.denied
    assert len(set(world.denied)) == len(world.denied)


def test_a_world_whose_actions_fail_by_chance_says_so() -> None:
    problem = kitchen({"milk": "table"}, "(at milk shelf)")
    assert not SymbolicEnvironment(problem).fails_by_chance
    assert SymbolicEnvironment(problem, slip=0.5).fails_by_chance
    world = SymbolicEnvironment(problem, slip=0.8, seed=1)
    result = closed_loop(problem, world, Shortest(), budget=100)
    assert result.status == "goal"
    again = [step.action for step in result.steps if step.denied]
    assert len(again) > len(set(again))


def test_a_problem_without_a_goal_has_nothing_to_loop_for() -> None:
    problem = kitchen({"milk": "table"}, "(and)")
    with pytest.raises(ConstraintError, match="no goal"):
        run(problem, lambda *_: False, budget=3)
