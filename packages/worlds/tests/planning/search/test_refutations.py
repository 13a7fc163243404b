"""What is admitted is proven by a plan, and what is refused by a refutation; both are replayed."""

from __future__ import annotations

import math
from typing import Any

import oracles
import pytest
from fakes import ACTS, EDGES, GraphSystem
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from patience import examples
from strategies import rich_tasks, tasks
from virtualhome_house import GOALS, build

from clamp.errors import DomainError
from clamp.planning.problem import Problem
from clamp.planning.rules import Rule, Ruled
from clamp.planning.search.bounds import Bounds, PlanSuffix
from clamp.planning.search.limits import LimitReached, SearchLimits
from clamp.planning.search.reachability import Reachability
from clamp.planning.search.refutation import Evidence, Refutation
from clamp.planning.system import TransitionSystem
from clamp.planning.task import Task
from clamp_worlds.household import household

# Compared with brute force many times over: tracing each line would make it two to three times as slow.
pytestmark = [pytest.mark.no_cover, pytest.mark.usefixtures("unhurried")]


def walk(system: TransitionSystem[Any], state: Any, budget: int, steps: int) -> None:
    """At each of some states: every admitted action has a plan that goes on, every other one a refutation."""
    reachability = Reachability(system)
    for left in range(budget, max(0, budget - steps), -1):
        onward = reachability.onward(state, left)
        admitted = set(onward.all().indices.tolist())
        assert not onward.all().undecided.size
        for index in system.applicable_indices(state):
            after = system.successor_of_index(state, index)
            if index in admitted:
                way = onward.way(index)
                assert isinstance(way, PlanSuffix)
                assert way.length <= left - 1
                assert leads_to_the_goal(system, after, way.actions())
            else:
                refuted = reachability.refutation(after, left - 1)
                assert isinstance(refuted, Refutation), "what is refused is refuted"
                space = system.search_space()
                assert refuted.node == space.node(after)
                refuted.check(space)
        if not admitted:
            break
        state = system.successor_of_index(state, max(admitted))


def leads_to_the_goal(system: TransitionSystem[Any], state: Any, actions: tuple[int, ...]) -> bool:
    for index in actions:
        if index not in system.applicable_indices(state):
            return False
        state = system.successor_of_index(state, index)
    return system.is_goal(state)


@settings(max_examples=examples(40), deadline=None)
@given(tasks() | rich_tasks(), st.integers(1, 5))
def test_of_random_problems(task: Task, budget: int) -> None:
    assume(oracles.reachable(task, 60) is not None)
    problem = Problem.from_task(task)
    walk(problem, problem.initial, budget, 3)


@settings(max_examples=examples(40), deadline=None)
@given(
    st.lists(EDGES, min_size=1, max_size=6, unique_by=lambda one: one[:2]),
    st.frozensets(st.integers(0, 2), max_size=2),
    st.sampled_from(("G !do:go", "F do:look", "G (do:go -> X do:back)", "F (do:look & X do:look)")),
)
def test_of_products_with_rules(edges: list[tuple[int, int, int]], goals: frozenset[int], rule: str) -> None:
    table: dict[int, dict[int, int]] = {}
    for state, action, after in edges:
        table.setdefault(state, {})[action] = after
    ruled = Ruled(GraphSystem(ACTS, table, goals), [Rule.parse(rule)])
    walk(ruled, ruled.initial, 4, 3)


@pytest.mark.parametrize("goals", [1, 2])
def test_of_a_household(goals: int) -> None:
    problem = Problem.from_task(household(24, goals))
    length = Reachability(problem).distance(problem.initial, 40)
    walk(problem, problem.initial, int(length), int(length))
    ruled = Ruled(problem, [Rule.parse("G (last -> hand_free())"), Rule.parse("F do:go(cabinet_1)")])
    walk(ruled, ruled.initial, int(length) + 1, 4)


@pytest.mark.parametrize("name", sorted(GOALS)[:4])
def test_of_virtualhome(name: str) -> None:
    objects, goal = GOALS[name]
    system = build(goal, objects)
    walk(system, system.initial, 3, 2)


@pytest.fixture(scope="module")
def refuted() -> tuple[Problem, Refutation]:
    """That a household's shortest plan is no action shorter; it takes a search to know."""
    problem = Problem.from_task(household(24, 2))
    length = int(Reachability(problem).distance(problem.initial, 40))  # type: ignore[arg-type]
    found = Reachability(problem).refutation(problem.initial, length - 1)
    assert isinstance(found, Refutation)
    assert found.searched
    return problem, found


def test_a_refutation_can_be_sent_and_read(refuted: tuple[Problem, Refutation]) -> None:
    problem, found = refuted
    found.check(Problem.from_task(household(24, 2)).search_space())
    kinds = {evidence.kind for evidence in found.bounded.values()}
    assert kinds <= {"goal", "relaxation", "landmarks", "bound"}
    assert "landmarks" in kinds
    assert str(found.budget) in repr(found)
    assert Reachability(problem).refutation(problem.initial, found.budget + 1) is None


def test_what_does_not_follow_is_no_refutation(refuted: tuple[Problem, Refutation]) -> None:
    problem, found = refuted
    space = problem.search_space()

    def spoilt(**changes: Any) -> Refutation:
        return Refutation(**{**vars(found), **changes})

    with pytest.raises(DomainError, match="says nothing of it within"):
        spoilt(budget=found.budget + 1).check(space)
    leaf = next(node for node in found.bounded if node not in found.searched)
    with pytest.raises(DomainError, match="actions from the goal; there, the bound is"):
        spoilt(bounded={**found.bounded, leaf: Evidence(math.inf, "relaxation")}).check(space)
    with pytest.raises(DomainError, match="of which nothing is said"):
        spoilt(bounded={node: one for node, one in found.bounded.items() if node != leaf}).check(space)
    with pytest.raises(DomainError, match="of which nothing is said"):
        spoilt(searched={node: left + 1 for node, left in found.searched.items()}).check(space)
    plan = Reachability(problem).plan(problem.initial, 40)
    assert isinstance(plan, tuple)
    state = problem.initial
    for index in plan:
        state = problem.successor_of_index(state, index)
    goal = space.node(state)
    with pytest.raises(DomainError, match="the goal holds"):
        Refutation(goal, 3, {goal: Evidence(4, "goal")}, {}).check(space)
    with pytest.raises(DomainError, match="is said to be no goal"):
        Refutation(goal, 3, {}, {goal: 3}).check(space)


def test_a_limit_is_no_refutation(refuted: tuple[Problem, Refutation]) -> None:
    problem, found = refuted
    stopped = Reachability(problem, limits=SearchLimits(states=1)).refutation(problem.initial, found.budget)
    assert isinstance(stopped, LimitReached)


def test_a_bound_that_is_wrong_is_found_by_a_refutation(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = Problem.from_task(household(24, 1))
    monkeypatch.setattr(Bounds, "known_lower", lambda self, node: math.inf)
    reachability = Reachability(problem)
    assert reachability.within(problem.initial, 40) is False, "the wrong bound is believed"
    assert reachability.refutation(problem.initial, 40) is None, "and not repeated"
