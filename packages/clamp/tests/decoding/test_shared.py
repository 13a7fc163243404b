"""Constraints over one problem find out together what depends on it alone, and admit what each alone would."""

from __future__ import annotations

import gc
import pickle
import random
import threading
import weakref
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from fakes import byte_vocabulary

import clamp.decoding.plans
import clamp.planning.problem
from clamp import threads
from clamp.decoding import PlanConstraint, PlanFormat
from clamp.decoding.lookahead import Lookahead
from clamp.decoding.result import Undecided
from clamp.errors import ConstraintError
from clamp.hmm import HMM
from clamp.planning import Problem
from clamp.planning.search import kernel, kernel_library
from clamp.planning.search.limits import SearchLimits

DOMAIN = """(define (domain tidy) (:requirements :strips :typing) (:types thing place)
  (:predicates (at ?x - thing ?p - place) (held ?x - thing) (free) (lit ?p - place))
  (:action pick :parameters (?x - thing ?p - place) :precondition (and (free) (at ?x ?p))
    :effect (and (held ?x) (not (free)) (not (at ?x ?p))))
  (:action put :parameters (?x - thing ?p - place) :precondition (held ?x)
    :effect (and (free) (at ?x ?p) (not (held ?x))))
  (:action light :parameters (?p - place) :effect (lit ?p))
  (:action darken :parameters (?p - place) :precondition (lit ?p) :effect (not (lit ?p))))"""
THINGS = ("cup", "cup_1", "can")
VOCABULARY = byte_vocabulary([b")\n", b"pick(", b"cup", b"table)", b"put(can, ", b"\nlight(", b", "])


def tidying(number: int = 0) -> Problem:
    """A problem like no other of another number."""
    problem = f"""(define (problem tidying-{number}) (:domain tidy)
      (:objects {" ".join(THINGS)} - thing table sink shelf - place)
      (:init (free) (at cup table) (at cup_1 sink) (at can shelf))
      (:goal (and (at cup shelf) (at can table))))"""
    return Problem.from_pddl(DOMAIN, problem)


def built(problem: Problem, **settings: Any) -> PlanConstraint:
    return PlanConstraint(
        problem, VOCABULARY, settings.pop("plan_format", PlanFormat.calls()), **{"budget": 8, **settings}
    )


def walked(constraint: PlanConstraint, seed: int) -> tuple[list[list[int]], Undecided]:
    """What is admitted along a random text, and what a limit left open there."""
    draw, cursor, seen = random.Random(seed), constraint.initial(), list[list[int]]()
    for _ in range(200):
        allowed = constraint.allowed(cursor).tolist()
        seen.append(allowed)
        if not allowed or constraint.accepting(cursor):
            break
        cursor = constraint.advance(cursor, draw.choice(allowed))
    return seen, constraint.undecided(cursor)


def walk(constraint: PlanConstraint, seed: int) -> list[list[int]]:
    """What is admitted along a random text."""
    return walked(constraint, seed)[0]


SETTINGS: list[dict[str, Any]] = [
    {},
    {"loops": True},
    {"budget": 5},
    {"seen": ["cup", "can", "table", "shelf"]},
    {"budget": None, "slack": 1},
    {"enforce": {"syntax", "executability"}},
    {"plan_format": PlanFormat.skill_json()},
    {"plan_format": PlanFormat.from_template("<{name}|{args}>", name="calls")},
    {"limits": SearchLimits(boundary_seconds=None)},
]


@pytest.mark.usefixtures("unhurried")
@pytest.mark.parametrize("compiled", [True, False])
def test_what_is_admitted_does_not_depend_on_who_asked_before(
    compiled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not compiled:
        monkeypatch.setattr(kernel_library, "library", lambda: None)
    problem = tidying()
    for seed in range(3):
        for settings in SETTINGS:
            together, alone = built(problem, **settings), built(tidying(), **settings)
            assert together.budget == alone.budget
            assert walk(together, seed) == walk(alone, seed), settings


def test_the_second_request_makes_nothing_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    made: Counter[str] = Counter()

    def counted(name: str, make: Callable[..., Any]) -> Callable[..., Any]:
        def counting(*given: Any, **named: Any) -> Any:
            made[name] += 1
            return make(*given, **named)

        return counting

    for module, name in (
        (clamp.planning.problem, "Projection"),
        (kernel, "CompiledTask"),
        (kernel, "CompiledSymmetry"),
        (clamp.decoding.plans, "Language"),
    ):
        monkeypatch.setattr(module, name, counted(name, getattr(module, name)))
    problem = tidying()
    first = built(problem)
    walk(first, 1)
    once, found = dict(made), len(first.language._static_tokens)
    assert once["Language"] == once["Projection"] == 1
    second = built(problem)
    assert walk(second, 1)
    assert dict(made) == once
    assert second.world._onwards is first.world._onwards
    assert len(second.language._static_tokens) == found > 0
    assert walk(built(problem, plan_format=PlanFormat.calls()), 1)
    assert dict(made) == once


def test_a_cursor_is_that_of_its_constraint_though_texts_are_shared() -> None:
    problem = tidying()
    one, other = built(problem), built(problem)
    with pytest.raises(ConstraintError, match="made by another constraint"):
        other.allowed(one.initial())
    copied, cursor = pickle.loads(pickle.dumps((one, one.initial())))
    assert copied.allowed(cursor).tolist() == one.allowed(one.initial()).tolist()


@pytest.mark.sampled(1)
@pytest.mark.usefixtures("unhurried")
@pytest.mark.parametrize("states", [0, 100_000])
def test_weights_do_not_depend_on_who_asked_before(states: int) -> None:
    """Also where single plans that are known are weighed, because there are too many states for all."""
    hmm = HMM.random(3, VOCABULARY.size, seed=1)
    for seed in range(3):
        problem = tidying(seed)
        together = Lookahead(built(problem), hmm, max_states=states)
        alone = Lookahead(built(tidying()), hmm, max_states=states)
        draw, one, other = random.Random(seed), together.initial(), alone.initial()
        for step in range(60):
            allowed = together.allowed(one).tolist()
            np.testing.assert_allclose(together.bias(one), alone.bias(other), rtol=1e-9)
            if not allowed or together.accepting(one):
                break
            token = draw.choice(allowed)
            one, other = together.advance(one, token), alone.advance(other, token)
            walk(built(problem), 100 * seed + step)
            walk(built(problem), 100 * seed + step + 50)


def test_another_goal_has_no_part_in_what_was_found_for_the_first() -> None:
    problem = tidying()
    walk(built(problem), 0)
    fresh = tidying()
    goal = Problem.from_pddl(DOMAIN, fresh_problem("(at cup_1 shelf)")).task.goal
    changed, alone = problem.with_goal(goal), fresh.with_goal(goal)
    for seed in range(3):
        assert walk(built(changed), seed) == walk(built(alone), seed)


def fresh_problem(goal: str) -> str:
    return f"""(define (problem other) (:domain tidy) (:objects {" ".join(THINGS)} - thing table sink shelf - place)
      (:init (free) (at cup table) (at cup_1 sink) (at can shelf)) (:goal {goal}))"""


def test_nothing_grows_with_the_requests() -> None:
    first = tidying()
    walk(built(first), 0)
    gone = weakref.ref(first)
    del first
    for number in range(1, 12):
        walk(built(tidying(number)), 0)
    gc.collect()
    assert gone() is None
    assert all(len(kept) <= threads._KEPT for kept in threads._recent.values())


TILES = """(define (domain tiles) (:requirements :strips :typing) (:types tile cell)
  (:predicates (on ?t - tile ?c - cell) (gap ?c - cell) (next ?c - cell ?d - cell))
  (:action slide :parameters (?t - tile ?c - cell ?d - cell)
    :precondition (and (on ?t ?c) (gap ?d) (next ?c ?d))
    :effect (and (on ?t ?d) (gap ?c) (not (on ?t ?c)) (not (gap ?d)))))"""


PUZZLES = "702684351", "812036745", "024631758"


def sliding(order: str) -> Problem:
    """The puzzle of eight tiles: what is on each cell, row by row; ``8`` is the gap."""
    at = {cell: divmod(cell, 3) for cell in range(9)}
    near = [(c, d) for c in at for d in at if sum(abs(x - y) for x, y in zip(at[c], at[d], strict=True)) == 1]
    init = [f"(next c{c} c{d})" for c, d in near]
    init += [f"(gap c{c})" if one == "8" else f"(on t{one} c{c})" for c, one in enumerate(order)]
    goal = " ".join(f"(on t{one} c{one})" for one in range(8))
    objects = f"{' '.join(f't{one}' for one in range(8))} - tile {' '.join(f'c{c}' for c in at)} - cell"
    problem = f"(define (problem p) (:domain tiles) (:objects {objects}) (:init {' '.join(init)}) (:goal (and {goal})))"
    return Problem.from_pddl(TILES, problem)


@pytest.mark.usefixtures("unhurried")
@pytest.mark.parametrize("states", [100, 500])
def test_what_a_limit_on_states_leaves_open_does_not_depend_on_who_asked_before(states: int) -> None:
    """It is there so that the same is left open each time, as no limit on seconds promises."""
    limits, left_open = SearchLimits(states=states), 0
    for order in PUZZLES:
        problem = sliding(order)
        alone = built(sliding(order), budget=18, limits=limits)
        for seed in range(3):
            walk(built(problem, budget=18, limits=limits), seed)
        together = built(problem, budget=18, limits=limits)
        found = walked(alone, 7)
        assert walked(together, 7) == found
        left_open += found[1].withheld
    assert left_open


@pytest.mark.usefixtures("unhurried")
def test_the_best_plan_that_is_known_is_no_worse_because_others_asked_before() -> None:
    """What a plan's own way showed counts, whoever shares it."""
    for order in PUZZLES[1:]:
        problem, alone = sliding(order), built(sliding(order), budget=30)
        walk(alone, 3)
        known = alone.best_known
        assert known is not None
        for _ in range(2):
            one = built(problem, budget=30)
            walk(one, 3)
            found = one.best_known
            assert found is not None
            assert (-found.length, found.proved) >= (-known.length, known.proved)


@pytest.mark.parametrize("asks", [0, 1])
def test_a_long_question_of_one_request_is_no_other_ones_wait(asks: int) -> None:
    """Whether there is a plan at all may take long: who asks it holds up nobody else over the same problem."""
    problem = tidying()
    both = built(problem), built(problem)
    walk(both[0], 0)
    asking, asked = threading.Event(), threading.Event()

    def long() -> None:
        with both[asks].lock, both[asks].world.reachability.asked():
            asking.set()
            asked.wait(60)

    thread = threading.Thread(target=long)
    thread.start()
    try:
        assert asking.wait(60)
        done = threading.Thread(target=walk, args=(built(problem), 2), daemon=True)
        done.start()
        done.join(60)
        assert not done.is_alive()
    finally:
        asked.set()
        thread.join()
