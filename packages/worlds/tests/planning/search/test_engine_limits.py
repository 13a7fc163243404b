"""A limit is a typed result that nobody can mistake for an answer."""

from __future__ import annotations

import math
import operator
import threading
from types import SimpleNamespace

import pytest

from clamp.errors import DomainError
from clamp.planning.problem import Problem
from clamp.planning.search.bounds import Bounds
from clamp.planning.search.limits import limits_in_force
from clamp.planning.search.reachability import LimitReached, Reachability, SearchLimits
from clamp.planning.system import SearchSpace
from clamp_worlds.household import household

pytestmark = pytest.mark.usefixtures("both_cores")


@pytest.fixture(scope="module")
def problem() -> Problem:
    return Problem.from_task(household(200))


@pytest.mark.parametrize(
    ("limits", "kind"), [(SearchLimits(states=3), "states"), (SearchLimits(seconds=0.0), "seconds")]
)
def test_every_query_reports_the_limit_that_stopped_it(problem: Problem, limits: SearchLimits, kind: str):
    reachability = Reachability(problem, limits=limits)
    for result in (
        reachability.within(problem.initial, 30),
        reachability.plan(problem.initial, 30),
        reachability.distance(problem.initial, 30),
        reachability.alive_graph(problem.initial, 24),
    ):
        assert isinstance(result, LimitReached)
        assert result.kind == kind
        assert (1 if kind == "states" else 0) <= result.lower_bound <= 24
    alive = reachability.alive_actions(problem.initial, 30)
    assert alive.indices.size == 0
    assert alive.undecided.tolist() == problem.applicable_indices(problem.initial)
    assert alive.limit is not None


def test_what_was_proved_survives_a_limit(problem: Problem):
    reachability = Reachability(problem, limits=SearchLimits(states=3))
    assert reachability.within(problem.initial, 3) is False
    reachability.limits = SearchLimits()
    plan = reachability.plan(problem.initial, 40)
    assert plan is not None
    assert problem.validate([problem.actions[index] for index in plan])
    reachability.limits = SearchLimits(states=0)
    assert reachability.within(problem.initial, 40) is True


def test_a_limit_refuses_to_be_an_answer():
    limit = LimitReached("states", 10, 4)
    assert limit == LimitReached("states", 10, 4)
    assert limit != LimitReached("states", 11, 4)
    assert len({limit, LimitReached("states", 10, 4)}) == 1
    with pytest.raises(TypeError, match="at least 4"):
        bool(limit)
    for compare in (operator.lt, operator.le, operator.gt, operator.ge, operator.eq):
        with pytest.raises(TypeError, match="limit of 10 states"):
            compare(limit, 5)
        with pytest.raises(TypeError, match="check for `LimitReached`"):
            compare(5, limit)
    with pytest.raises(TypeError):
        float(limit)


def test_a_goal_that_no_relaxation_reaches_is_refuted_at_once(problem: Problem):
    pick = next(i for i, action in enumerate(problem.actions) if action.name == "go")
    reachability = Reachability(problem, enabled=[pick], limits=SearchLimits(states=1))
    assert reachability.within(problem.initial, 1_000_000) is False
    assert reachability.distance(problem.initial, 1_000_000) == math.inf
    graph = reachability.alive_graph(problem.initial, 10)
    assert graph.states == ()
    assert graph.edges.shape == (0, 3)


def test_caches_may_be_forgotten_at_any_time(problem: Problem, monkeypatch: pytest.MonkeyPatch):
    reachability = Reachability(problem)
    monkeypatch.setattr("clamp.planning.search.bounds.CACHED_NODES", 10)
    for budget in (30, 5, 40):
        alive = reachability.alive_actions(problem.initial, budget)
        assert bool(alive.indices.size) == (budget >= 24)


def test_a_space_that_is_none_is_refused(problem: Problem):
    space = problem.search_space()
    half = SimpleNamespace(node=space.node, is_goal=space.is_goal)
    with pytest.raises(DomainError, match="`search_space` is a SearchSpace, not a SimpleNamespace"):
        Bounds(half)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="abstract method"):
        type("Half", (SearchSpace,), {"node": space.node})()


def test_who_is_told_what_is_known_holds_up_nobody(problem: Problem) -> None:
    """What is answered is answered: neither a lock is held for who asked nor a meter in force while it is looked at."""
    reachability = Reachability(problem, limits=SearchLimits(seconds=1000.0))
    onward = reachability.onward(problem.initial, 30)
    sure = iter(onward.surely(onward.indices, 2))
    assert isinstance(next(sure), int)
    assert limits_in_force() == SearchLimits()
    other = threading.Thread(target=lambda: reachability.within(problem.initial, 2), daemon=True)
    other.start()
    other.join(60)
    assert not other.is_alive()
    assert {*sure} < {*onward.indices}
