"""Reachability against exhaustive search."""

from __future__ import annotations

import math
from collections.abc import Collection
from typing import Any

import oracles
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from patience import examples
from strategies import rich_task, rich_tasks, tasks

from clamp.planning.problem import Problem
from clamp.planning.search.reachability import LimitReached, Reachability, SearchLimits, Shortest
from clamp.planning.system import SearchSpace
from clamp.planning.task import Atom, Task
from clamp_worlds.household import household

# Compared with brute force many times over: tracing each line would make it two to three times as slow.
pytestmark = [pytest.mark.no_cover, pytest.mark.usefixtures("both_cores")]


@settings(max_examples=examples(75), deadline=None)
@given(tasks() | rich_tasks(), st.data())
def test_distance_within_plan_and_alive_actions_are_exact(task: Task, data: st.DataObject):
    problem = Problem.from_task(task)
    everything = range(len(problem.actions))
    enabled = data.draw(st.none() | st.sets(st.sampled_from(everything))) if everything else None
    graph = oracles.reachable(task, 60, enabled)
    assume(graph is not None)
    distances = oracles.goal_distances(task, graph)
    reachability = Reachability(problem, enabled)
    states = data.draw(st.permutations(list(graph)))
    for facts in states[:12]:
        state, distance = problem.state(facts), distances[facts]
        for budget in data.draw(st.permutations(range(6))):
            assert reachability.within(state, budget) is (distance <= budget)
            assert reachability.distance(state, budget) == (distance if distance <= budget else math.inf)
            plan = reachability.plan(state, budget)
            assert (plan is not None) == (distance <= budget)
            if plan is not None:
                assert len(plan) <= budget
                reached = facts
                for index in plan:
                    reached = graph[reached][index]
                assert oracles.true_in(task, task.goal, reached, {})
            alive = reachability.alive_actions(state, budget)
            expected = [index for index, after in graph[facts].items() if distances[after] <= budget - 1]
            assert alive.indices.tolist() == expected
            after = [reachability.node(problem.successor_of_index(state, index)) for index in expected]
            for group in set(alive.group.tolist()):
                alike = {node for node, other in zip(after, alive.group, strict=True) if other == group}
                assert len(alike) == 1
            assert len(set(after)) == len(set(alive.group.tolist()))
            assert alive.undecided.size == 0
            assert alive.limit is None


@settings(max_examples=examples(40), deadline=None)
@given(tasks() | rich_tasks(), st.integers(0, 4))
@example(rich_task(1778), 2)  # an action whose better twin is a landmark
def test_the_alive_graph_has_exactly_the_states_and_edges_within_the_budget(task: Task, budget: int):
    problem = Problem.from_task(task)
    graph = oracles.reachable(task, 60)
    assume(graph is not None)
    distances = oracles.goal_distances(task, graph)
    alive = Reachability(problem).alive_graph(problem.initial, budget)
    layer, expected, depth = {oracles.initial(task)}, dict[oracles.Facts, int](), 0
    while depth <= budget and layer:
        layer = {facts for facts in layer if facts not in expected and depth + distances[facts] <= budget}
        expected.update(dict.fromkeys(layer, depth))
        layer = {after for facts in layer for after in graph[facts].values()}
        depth += 1
    facts_of = [problem.facts(state) for state in alive.states]
    assert dict(zip(facts_of, alive.depth.tolist(), strict=True)) == expected
    assert alive.distance.tolist() == [distances[facts] for facts in facts_of]
    assert {(facts_of[s], index, facts_of[t]) for s, index, t in alive.edges.tolist()} == {
        (facts, index, after)
        for facts in expected
        for index, after in graph[facts].items()
        if expected[facts] + 1 + distances[after] <= budget
    }


@pytest.fixture(scope="module")
def house() -> tuple[Problem, dict[int, list[tuple[int, int]]], dict[int, float]]:
    """A household task with all its reachable states, edges and goal distances."""
    problem = Problem.from_task(household(24, goals=2))
    edges: dict[int, list[tuple[int, int]]] = {}
    before: dict[int, list[int]] = {}
    queue = [problem.initial]
    while queue:
        state = queue.pop()
        if state not in edges:
            after = [(i, problem.successor_of_index(state, i)) for i in problem.applicable_indices(state)]
            edges[state] = after
            for _, other in after:
                before.setdefault(other, []).append(state)
            queue.extend(other for _, other in after)
    distances = dict.fromkeys((state for state in edges if problem.is_goal(state)), 0.0)
    layer = list(distances)
    while layer:
        parents = {parent: distances[state] + 1 for state in layer for parent in before.get(state, ())}
        layer = [parent for parent in parents if parent not in distances]
        distances.update((parent, parents[parent]) for parent in layer)
    return problem, edges, distances


@settings(max_examples=examples(12), deadline=None)
@given(st.data())
def test_a_household_is_searched_exactly_whatever_was_asked_before(house: Any, data: st.DataObject):
    problem, edges, distances = house
    states = sorted(edges)
    usable = [i for i, action in enumerate(problem.actions) if action.name != "close"]
    reachability = Reachability(problem)
    for _ in range(6):
        state = data.draw(st.sampled_from(states))
        budget = max(0, int(distances.get(state, 3)) + data.draw(st.integers(-2, 4)))
        expected = distances.get(state, math.inf)
        assert reachability.within(state, budget) is (expected <= budget)
        alive = reachability.alive_actions(state, budget)
        assert alive.indices.tolist() == [i for i, s in edges[state] if distances.get(s, math.inf) < budget]
        assert reachability.distance(state, budget) == (expected if expected <= budget else math.inf)
        assert Reachability(problem, usable).distance(state, budget) >= expected


def test_states_that_break_an_exclusive_group_are_searched_exactly_too():
    """The robot is in two places at once: no action brings that about, but a caller may ask."""
    problem = Problem.from_task(household(24, goals=2))
    reachability = Reachability(problem)
    assert reachability.distance(problem.initial, 40) < 20  # and the searches below share its bounds
    elsewhere = [one.args[0] for one in problem.actions if one.name == "go"]
    for place in elsewhere:
        state = problem.state(problem.facts(problem.initial) | {Atom("at", (place,))})
        layer, seen, length = {state}, {state}, 0
        while not any(problem.is_goal(one) for one in layer):
            layer = {
                problem.successor_of_index(one, index)
                for one in layer
                for index in problem.applicable_indices(one)
            } - seen
            seen |= layer
            length += 1
        assert reachability.distance(state, 40) == length
        assert reachability.within(state, length - 1) is False


class Blunt(SearchSpace):
    """What must be told of a space and no more, with blunt but admissible numbers."""

    def __init__(self, full: SearchSpace) -> None:
        self._full = full

    def node(self, state: int) -> Any:
        return self._full.node(state)

    def is_goal(self, node: Any) -> bool:
        return self._full.is_goal(node)

    def successors(self, node: Any) -> Any:
        return self._full.successors(node)

    def lower_bound(self, node: Any) -> float:
        return min(self._full.lower_bound(node), 2)

    def estimate(self, node: Any) -> float:
        return math.inf if node % 3 == 0 else node % 5


class Bare(Problem):
    def search_space(self, enabled: Collection[int] | None = None) -> Any:
        return Blunt(super().search_space(enabled))


@settings(max_examples=examples(30), deadline=None)
@given(rich_tasks(), st.integers(0, 5))
def test_a_space_without_advice_is_searched_exactly(task: Task, budget: int):
    problem = Bare.from_task(task)
    graph = oracles.reachable(task, 60)
    assert graph is not None
    distances = oracles.goal_distances(task, graph)
    reachability = Reachability(problem)
    for facts in list(graph)[:8]:
        state, distance = problem.state(facts), distances[facts]
        assert reachability.within(state, budget) is (distance <= budget)
        assert reachability.distance(state, budget) == (distance if distance <= budget else math.inf)
        alive = reachability.alive_actions(state, budget).indices.tolist()
        assert alive == [index for index, after in graph[facts].items() if distances[after] < budget]


@settings(max_examples=examples(30), deadline=None)
@given(tasks() | rich_tasks(), st.integers(0, 6), st.integers(0, 40))
def test_a_shortest_plan_is_proved_or_at_least_real(task: Task, most: int, states: int):
    problem = Problem.from_task(task)
    graph = oracles.reachable(task, 60)
    assume(graph is not None)
    distance = oracles.goal_distances(task, graph)[oracles.initial(task)]
    found = Reachability(problem).shortest(problem.initial, most)
    assert found == (Shortest(int(distance), proved=True) if distance <= most else None)
    hasty = Reachability(problem, limits=SearchLimits(states=states)).shortest(problem.initial, most)
    if isinstance(hasty, Shortest):
        assert distance <= hasty.length <= most
        assert hasty.length == distance or not hasty.proved
    else:
        assert isinstance(hasty, LimitReached) or distance > most


def test_the_best_plan_that_is_known_when_the_limit_comes_is_not_called_shortest():
    problem = Problem.from_task(household(60, goals=5))
    found = Reachability(problem, limits=SearchLimits(states=4000)).shortest(problem.initial, 60)
    assert isinstance(found, Shortest)
    assert not found.proved


@settings(max_examples=examples(40), deadline=None)
@given(rich_tasks())
def test_what_a_plan_rests_on_is_enough_for_it(task: Task):
    """Every state that has as much is led to the goal by the same actions, conditional effects and all."""
    problem = Problem.from_task(task)
    space = problem.search_space()
    plan = Reachability(problem).plan(problem.initial, 6)
    assume(isinstance(plan, tuple))
    assert isinstance(plan, tuple)
    nodes = [space.node(problem.initial)]
    for action in plan:
        after = space.step(nodes[-1], action)
        assert after is not None
        nodes.append(after)
    need = space.satisfied(nodes[-1])
    states = {problem.initial}
    for _ in range(4):
        states |= {
            problem.successor_of_index(s, i) for s in list(states)[:40] for i in problem.applicable_indices(s)
        }
    for start in range(len(plan), -1, -1):
        if start < len(plan):
            assert need is not None
            need = space.regressed(nodes[start], plan[start], need)
        if need is None:
            return
        assert space.meets(nodes[start], need)
        for state in states:
            if space.meets(space.node(state), need):
                for index in plan[start:]:
                    assert index in problem.applicable_indices(state)
                    state = problem.successor_of_index(state, index)
                assert problem.is_goal(state)


def test_a_search_that_is_first_out_of_time_still_says_what_is_known():
    problem = Problem.from_task(household(200))
    reachability = Reachability(problem)
    before = set(reachability.alive_actions(problem.initial, 40).indices.tolist())
    reachability.limits = SearchLimits(seconds=0)
    hurried = reachability.alive_actions(problem.initial, 41)
    assert before
    assert before <= set(hurried.indices.tolist())
