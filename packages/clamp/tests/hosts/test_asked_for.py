"""One request or several: the same is checked, timed and told of what a plan was asked for under."""

from __future__ import annotations

import pytest
from verdicts import DOMAIN, PROBLEM
from writing_host import WritingHost

import clamp
from clamp.decoding import LEVELS, Failure
from clamp.decoding.result import PlanResult
from clamp.errors import ConstraintError
from clamp.hosts import planner
from clamp.hosts.jobs import PlanRequest
from clamp.request.request import Request

TABLE = clamp.Problem.from_pddl(DOMAIN, PROBLEM)


class Idle(WritingHost):
    """Writes nothing."""

    def result(self, job: PlanRequest) -> PlanResult:
        failure = None if job.constraint is None else job.constraint.failure()
        return PlanResult("fail", failure=failure or Failure("uncertified", "idle"))


def both(request: Request) -> list[PlanResult]:
    """The request alone, and among several."""
    return [Idle().run(request), *Idle().run([request])]


@pytest.mark.parametrize(
    ("settings", "budget", "enforced"),
    [
        ({}, 4, LEVELS),
        ({"budget": 3}, 3, LEVELS),
        ({"constraints": "token", "budget": 2}, 2, ("syntax",)),
        ({"constraints": "none"}, None, ()),
        ({"seen": ["table"]}, None, LEVELS),  # refused, whatever the budget
    ],
)
def test_results_say_under_what_they_were_asked_for(
    settings: dict[str, object], budget: int | None, enforced: tuple[str, ...]
) -> None:
    for found in both(Request.of(TABLE, prompt="Go.", **settings)):
        assert (found.budget, found.enforced) == (budget, tuple(sorted(enforced)))
        assert (found.to_json()["budget"], found.to_json()["enforced"]) == (budget, sorted(enforced))


def test_a_constraint_of_one_s_own_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    own = clamp.PlanConstraint(
        TABLE, Idle().vocabulary, clamp.PlanFormat.calls(), enforce={"syntax"}, budget=7
    )
    for found in both(Request.of(TABLE, prompt="Go.", constraint=own)):
        assert (found.budget, found.enforced) == (7, ("syntax",))


def test_making_a_constraint_takes_time_in_a_batch_too(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = iter(range(100))
    monkeypatch.setattr(planner, "perf_counter", lambda: float(next(seconds)))
    assert [found.timing.compile for found in both(Request.of(TABLE, prompt="Go."))] == [1.0, 1.0]


def test_what_makes_no_sense_is_refused_before_what_is_not_seen_alone_or_among_others() -> None:
    request = Request.of(TABLE, prompt="Go.", seen=["table"], slack=1, constraints="grounded")
    for asked in (request, [request]):
        with pytest.raises(ConstraintError, match="slack"):
            Idle().run(asked)


def test_where_a_plan_may_name_anything_nothing_unseen_rules_it_out() -> None:
    levels = [one for one in LEVELS if one != "visibility"]
    for found in both(Request.of(TABLE, prompt="Go.", seen=["table"], constraints=levels)):
        assert found.failure is not None
        assert found.failure.cause == "uncertified"
