"""How much longer than the shortest plan a plan may be: the bound by brute force, and what is said of it."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from fakes import GraphSystem, byte_vocabulary
from hypothesis import given
from hypothesis import strategies as st

from clamp.decoding import PlanConstraint, PlanFormat
from clamp.decoding.plans import DEFAULT_BUDGET
from clamp.decoding.result import PlanResult, ShortestPlan
from clamp.planning.search.limits import SearchLimits
from clamp.planning.system import Action, Validation

pytestmark = pytest.mark.usefixtures("unhurried")

ACTIONS = [Action(name) for name in ("Up", "Down", "Wait")]
VOCABULARY = byte_vocabulary()
CALLS = PlanFormat.calls()


@st.composite
def graphs(draw: st.DrawFn) -> GraphSystem:
    size = draw(st.integers(1, 12))
    state = st.integers(0, size - 1)
    edges = {one: draw(st.dictionaries(st.integers(0, 2), state)) for one in range(size)}
    return GraphSystem(ACTIONS, edges, draw(st.sets(state, max_size=2)))


def chain(length: int) -> GraphSystem:
    """A way of so many steps, on which one may wait."""
    return GraphSystem(ACTIONS, {at: {0: at + 1, 2: at} for at in range(length)}, {length})


def brute_force(system: GraphSystem) -> float:
    """The fewest actions to a goal."""
    reached, states = 0, {0}
    if states & system.goals:
        return 0
    for reached in range(1, len(system.edges) + 2):
        states = {after for one in states for after in system.edges.get(one, {}).values()}
        if states & system.goals:
            return reached
    return math.inf


def made(system: GraphSystem, **given: Any) -> PlanConstraint:
    return PlanConstraint(system, VOCABULARY, CALLS, **given)


@given(graphs(), st.none() | st.integers(0, 20), st.none() | st.integers(0, 5))
def test_the_smaller_bound_holds(system: GraphSystem, budget: int | None, slack: int | None) -> None:
    least = brute_force(system)
    found = made(system, budget=budget, slack=slack, loops=True)
    if least == math.inf or (budget is not None and least > budget):
        assert found.best_known is None
        assert found.budget == (DEFAULT_BUDGET if budget is None else budget)
        assert found.failure() is not None
        return
    assert found.best_known is not None
    assert (found.best_known.length, found.best_known.proved) == (least, True)
    allowed = [] if budget is None else [budget]
    if slack is not None or budget is None:
        usual = max(2, int(least) // 4) if least else 0
        allowed.append(int(least) + (usual if slack is None else slack))
    assert found.budget == min(allowed)
    assert found.failure() is None


@pytest.mark.parametrize(("length", "budget"), [(1, 3), (4, 6), (8, 10), (9, 11), (12, 15), (40, 50)])
def test_without_a_budget_a_plan_has_a_quarter_more_or_two(length: int, budget: int) -> None:
    assert made(chain(length)).budget == budget


def test_without_a_goal_nothing_is_sought() -> None:
    plain = made(chain(30), enforce={"syntax", "executability"})
    assert (plain.budget, plain.best_known) == (DEFAULT_BUDGET, None)


def test_a_search_that_gives_up_leaves_the_usual_budget() -> None:
    stopped = made(chain(30), limits=SearchLimits(states=1))
    assert (stopped.budget, stopped.best_known) == (DEFAULT_BUDGET, None)
    failure = stopped.failure()
    assert failure is not None
    assert failure.cause == "limit"


def test_no_text_is_longer_than_the_slack_allows() -> None:
    constraint = made(chain(2), slack=1, loops=True)
    cursor, texts = constraint.initial(), [""]
    seen: set[str] = set()
    while texts:
        text = texts.pop()
        cursor = constraint.initial()
        for token in text.encode():
            cursor = constraint.advance(cursor, token)
        if constraint.accepting(cursor):
            seen.add(text)
        texts += [text + chr(token) for token in constraint.allowed(cursor).tolist() if token < 256]
    assert {len(CALLS.parse(text)) for text in seen} == {2, 3}
    assert len(seen) == 1 + 2  # to wait before the first step, or before the second


def test_a_result_says_how_long_it_is_beside_the_shortest() -> None:
    actions = (Action("Up"), Action("Wait"), Action("Up"))
    result = PlanResult("plan", actions, certificate=Validation(True), shortest=ShortestPlan(2, True, more=1))
    assert json.loads(json.dumps(result.to_json()))["shortest"] == {"length": 2, "proved": True, "more": 1}
    assert PlanResult("plan", actions, certificate=Validation(True)).to_json()["shortest"] is None
