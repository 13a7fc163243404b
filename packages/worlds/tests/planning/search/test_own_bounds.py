"""A guided space's own bound counts, beside the landmarks that it tells."""

from __future__ import annotations

import math
import random
from collections.abc import Collection
from typing import Any

import pytest
from strategies import axiom_task, rich_task
from virtualhome_house import build

from clamp.planning.problem import Problem
from clamp.planning.rules import Rule, Ruled
from clamp.planning.search.bounds import Bounds
from clamp.planning.search.projection import Projection
from clamp.planning.search.reachability import Reachability
from clamp.planning.search.relaxation import Relaxation
from clamp.planning.system import SearchSpace, TransitionSystem
from clamp_worlds.household import household
from clamp_worlds.virtualhome import NodeState, VirtualHomeGoal

HOME = build(VirtualHomeGoal((NodeState(15, "ON"),)))
IN_A_ROW = "F (do:FIND(novel_23) & X F (do:FIND(lamp_25) & X F (do:FIND(bed_17) & X F do:FIND(coat_18))))"
LOOKS = f"F ({' & X ('.join(['do:LOOKAT(*)'] * 5)}{')' * 5}"


def _told(name: str) -> Any:
    return lambda self, *given: getattr(self._space, name)(*given)


class Blunt(SearchSpace):
    """A space whose landmarks say nothing; its bound says what those of the other space do."""

    node, is_goal, successors = _told("node"), _told("is_goal"), _told("successors")
    estimate, lower_bound = _told("estimate"), _told("lower_bound")
    step, relaxed_plan = _told("step"), _told("relaxed_plan")

    def __init__(self, space: Any) -> None:
        self._space = space


class Dull(Problem):
    def search_space(self, enabled: Collection[int] | None = None) -> Any:
        return Blunt(super().search_space(enabled))


@pytest.mark.parametrize(
    "system",
    [
        Dull.from_task(household(60)),
        Ruled(HOME, [Rule.parse(IN_A_ROW)]),
        Ruled(HOME, [Rule.parse(LOOKS)]),
        Ruled(HOME, [Rule.parse(LOOKS)]).rules_only,
    ],
)
def test_what_a_space_bounds_itself_needs_no_search(system: TransitionSystem[Any]) -> None:
    space = system.search_space()
    bound = space.lower_bound(space.node(system.initial))
    assert 3 < bound < math.inf
    reachability = Reachability(system)
    for budget in range(int(bound)):
        assert reachability.within(system.initial, budget) is False
    assert reachability.generated == 0


@pytest.mark.parametrize("system", [Problem.from_task(household(200)), HOME])
def test_a_bound_that_only_counts_landmarks_finds_none_twice(
    system: TransitionSystem[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Landmarks cost most of what a bound costs."""
    space, node = system.search_space(), system.initial
    asked = list[Any]()
    below = space._landmarks if hasattr(space, "_landmarks") else space._paired.landmarks

    def landmarks(*given: Any) -> Any:
        asked.append(given)
        return below(*given)

    if hasattr(space, "_landmarks"):
        monkeypatch.setattr(space, "_landmarks", landmarks)
    else:
        monkeypatch.setattr(space._paired, "landmarks", landmarks)
    bounds = Bounds(space)
    assert bounds.lower(space.node(node)) == space.lower_bound(space.node(node)) > 0
    assert len(asked) == 1


def _along(problem: Problem, space: Projection, seed: int) -> list[int]:
    """Nodes of states that a random walk comes through."""
    rng, state, found = random.Random(seed), problem.initial, list[int]()
    for _ in range(8):
        found.append(space.node(state))
        applicable = problem.applicable_indices(state)
        if not applicable:
            break
        state = problem.successor_of_index(state, rng.choice(applicable))
    return found


def _twins(space: Projection) -> list[tuple[Relaxation, Relaxation]]:
    """The relaxations of a space, each with one that looks at all operators wherever it is."""
    given = space.actions, space.goal, (space._pos, space._neg), space._width, space._derivation
    return [(one, Relaxation(*given, one._groups)) for one in {id(r): r for r in space._relaxations}.values()]


@pytest.mark.parametrize("seed", range(40))
def test_operators_that_can_never_apply_change_nothing_by_being_passed_over(seed: int) -> None:
    kind = seed % 3
    task = household(60, 1) if kind == 0 else rich_task(seed) if kind == 1 else axiom_task(seed)
    problem = Problem.from_task(task)
    space = problem.search_space()
    assert isinstance(space, Projection)
    for node in _along(problem, space, seed):
        for lean, whole in _twins(space):
            if not lean.applies_to(node):
                continue
            assert lean.relaxed_plan(node) == whole.relaxed_plan(node)
            assert lean.landmarks(node, ()) == whole.landmarks(node, ())


def test_what_does_not_matter_is_looked_at_only_where_the_hand_holds_it() -> None:
    """Most operators put one of the many things that are not wanted somewhere."""
    problem = Problem.from_task(household(2000, 2))
    space = problem.search_space()
    assert isinstance(space, Projection)
    holds = [a for a in space.actions if problem.actions[a.index].name == "put"]
    things = {problem.actions[a.index].args[0] for a in holds}
    assert len(things) == 30
    for lean, whole in _twins(space):
        before = lean.looks
        lean.relaxed_plan(space.node(problem.initial))
        whole.relaxed_plan(space.node(problem.initial))
        assert 2 * (lean.looks - before) < whole.looks
