"""The coarse model of VirtualHome: its distances are lower bounds, and they never change an answer."""

from __future__ import annotations

import random
from collections.abc import Collection
from typing import Any

import pytest
from patience import examples
from virtualhome_house import GOALS, ME, brute_distance, build, house

from clamp.planning.search.bounds import Bounds
from clamp.planning.search.engine import Complete
from clamp.planning.search.limits import Meter, SearchLimits
from clamp.planning.search.reachability import Reachability
from clamp.planning.system import Action
from clamp_worlds.virtualhome import Relation, VirtualHome, VirtualHomeGoal
from clamp_worlds.virtualhome.goal import ActionProgress
from clamp_worlds.virtualhome.search import VirtualHomeSearch

# Compared with brute force many times over: tracing each line would make it two to three times as slow.
pytestmark = pytest.mark.no_cover

DEEP = 6


class Naive(VirtualHome):
    """The twin that searches without the coarse model."""

    def search_space(self, enabled: Collection[int] | None = None) -> Any:
        space = super().search_space(enabled)
        assert isinstance(space, VirtualHomeSearch)
        space.coarse = None
        return space


def coarse_distance(space: Any, node: Any, bounds: Bounds) -> float:
    """The exact distance in the coarse model, or `DEEP` + 1."""
    image = space.coarse.node(node)
    assert Complete(bounds, image, DEEP, optimal=True).run(10**7, Meter(SearchLimits())) is not None
    return min(bounds.upper.get(image, DEEP + 1), DEEP + 1)


def disturb(rng: random.Random, system: VirtualHome, state: Any) -> int:
    """An action that tends to move things about: as many draws of every name."""
    by_name: dict[str, list[int]] = {}
    for index in system.applicable_indices(state):
        by_name.setdefault(system.actions[index].name, []).append(index)
    return rng.choice(by_name[rng.choice(sorted(by_name))])


@pytest.mark.parametrize("name", GOALS)
def test_tight_budgets_are_decided_as_brute_force_does(name: str):
    objects, goal = GOALS[name]
    system, rng = build(goal, objects), random.Random(f"tight {name}")
    reach, state = Reachability(system), system.initial
    for _ in range(examples(5)):
        exact = brute_distance(system, state, 4)
        for budget in (exact - 1, exact, exact + 1) if exact <= 4 else (3, 4):
            assert reach.within(state, int(budget)) is (exact <= budget)
            if budget >= 1:
                expected = [
                    index
                    for index in system.applicable_indices(state)
                    if brute_distance(system, system.successor_of_index(state, index), int(budget) - 1)
                    <= budget - 1
                ]
                assert reach.alive_actions(state, int(budget)).indices.tolist() == expected
        state = system.successor_of_index(state, disturb(rng, system, state))


@pytest.mark.parametrize("name", GOALS)
def test_no_step_shortens_the_coarse_distance_by_more_than_one(name: str):
    """Every action of the executor is a step of the model, so its distances are admissible."""
    objects, goal = GOALS[name]
    system, rng = build(goal, objects | {10, 12, 16}), random.Random(f"steps {name}")
    space: Any = system.search_space()
    bounds = Bounds(space.coarse)
    state = system.initial
    for _ in range(20):
        here = coarse_distance(space, space.node(state), bounds)
        assert not system.is_goal(state) or here == 0
        indices = system.applicable_indices(state)
        for index in rng.sample(indices, min(len(indices), 15)):
            after = space.node(system.successor_of_index(state, index))
            assert here <= 1 + coarse_distance(space, after, bounds), system.actions[index]
        state = system.successor_of_index(state, disturb(rng, system, state))


@pytest.mark.parametrize("seed", range(6))
def test_the_coarse_model_changes_no_answer_in_the_whole_house(seed: int):
    rng = random.Random(seed)
    _, goal = GOALS[rng.choice(["left hand", "swapped", "chilled", "worn", "performed", "slept", "put"])]
    objects = {10, 11, 12, 13, 16, 17}
    graph, _ = house()
    systems = [kind.from_graph(graph, goal=goal, objects=objects | {ME}) for kind in (VirtualHome, Naive)]
    reaches = [Reachability(system) for system in systems]
    state = systems[0].initial
    for _ in range(3):
        state = systems[0].successor_of_index(state, disturb(rng, systems[0], state))
        for budget in (2, 3, 4):
            fast, slow = (reach.alive_actions(state, budget).indices.tolist() for reach in reaches)
            assert fast == slow


def test_the_coarse_model_is_left_out_where_it_would_not_do(monkeypatch: pytest.MonkeyPatch):
    assert not ActionProgress((("CUP",),), ["[GRAB] <CUP> (12)", "[GRAB] <NOVEL> (23)"]).by_name()
    assert ActionProgress((("CUP",),), ["[CUP] <NOVEL> (23)"]).by_name()
    monkeypatch.setattr("clamp_worlds.virtualhome.coarse.MOST_THINGS", 0)
    objects, goal = GOALS["left hand"]
    system = build(goal, objects)
    space: Any = system.search_space()
    assert space.coarse is None
    assert Reachability(system).distance(system.initial, 6) == brute_distance(system, system.initial, 6)


def test_the_filler_of_the_right_hand_and_the_return_are_counted():
    """What landmarks cannot see: the cup must leave the right hand, and something else must fill it."""
    system = build(VirtualHomeGoal(relations=(Relation(ME, "HOLDS_LH", 12),)), {12, 14})
    state = system.initial
    for name in ("WALK", "GRAB"):
        state = system.successor(state, Action(name, ("cup_12",)))
    space: Any = system.search_space()
    node = space.node(state)
    bounds = Bounds(space.coarse)
    assert space.lower_bound(node) < coarse_distance(space, node, bounds) == brute_distance(system, state, 5)
