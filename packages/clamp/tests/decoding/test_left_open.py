"""What search limits leave open is told, and how long a boundary may take follows what a token of the model costs."""

from __future__ import annotations

import json
import math
from types import SimpleNamespace
from typing import Any

import pytest
from fakes import ACTS, GraphSystem, byte_vocabulary

from clamp.decoding import PlanConstraint, PlanFormat, plans
from clamp.decoding.result import PlanResult, Undecided
from clamp.errors import ConstraintError
from clamp.hosts.follower import Follower
from clamp.planning.search.limits import LimitReached, SearchLimits
from clamp.planning.search.reachability import Reachability
from clamp.planning.system import Validation

VOCABULARY = byte_vocabulary()
LINE = GraphSystem(ACTS[:2], {at: {0: at + 1, 1: max(at - 1, 0)} for at in range(40)}, goals=[20])


def made(system: GraphSystem = LINE, **given: Any) -> PlanConstraint:
    given = {"budget": 40, "loops": True, **given}
    return PlanConstraint(system, VOCABULARY, PlanFormat.calls(), **given)


def told(constraint: PlanConstraint, text: str) -> tuple[Undecided, list[Any]]:
    cursor = constraint.initial()
    for byte in text.encode():
        constraint.allowed(cursor)
        cursor = constraint.advance(cursor, byte)
    constraint.allowed(cursor)
    met = [one.choices for one in cursor.threads[0].boundary.line()]
    return constraint.undecided(cursor), met


def test_what_is_withheld_is_counted_once_for_each_boundary(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two actions at each boundary, the one that leads back is left open: by hand, at the second and third."""
    alive = Reachability.onward

    def stopped(search: Reachability, state: int, budget: int, proof: Any = None) -> Any:
        onward = alive(search, state, budget, proof)
        if state in (1, 2):
            found = onward.all()
            left = found.indices[1:]
            onward._all = type(
                found
            )(  # pyright: ignore[reportPrivateUsage]
                found.indices[:1], found.group[:1], left, LimitReached("seconds", 1, 0)
            )
        return onward

    monkeypatch.setattr(Reachability, "onward", stopped)
    found, met = told(made(), "go(a)\ngo(a)\n")
    assert [len(one.undecided) for one in met] == [1, 1, 0]
    assert (found.withheld, found.actions) == (2, sum(len(one.positions) for one in met) + 2) == (2, 6)
    assert found.share == 2 / 6


def test_nothing_is_decided_to_count_it() -> None:
    constraint = made()
    cursor = constraint.initial()
    before = cursor.threads[0].boundary.choices.tally()
    assert constraint.undecided(cursor) == Undecided(0, before[0])
    assert cursor.threads[0].boundary.choices.tally() == before
    assert before[0] < 2, "not all were asked for"
    constraint.allowed(cursor)
    assert constraint.undecided(cursor) == Undecided(0, 2)


def test_single_tokens_count_what_a_limit_left_open(monkeypatch: pytest.MonkeyPatch) -> None:
    constraint = made()
    choices = constraint.initial().threads[0].boundary.choices
    limit = LimitReached("seconds", 1, 0)
    monkeypatch.setattr(choices, "_decider", SimpleNamespace(way=lambda _: limit, indices=range(2)))
    choices.forget()
    assert 0 not in choices
    assert 0 not in choices
    assert choices.tally() == (0, 1)


def test_a_result_says_it() -> None:
    undecided = Undecided(3, 4)
    result = PlanResult("plan", certificate=Validation(True), undecided=undecided)
    assert json.loads(json.dumps(result.to_json()))["undecided"] == {
        "withheld": 3,
        "actions": 4,
        "share": 0.75,
    }
    assert PlanResult("plan", certificate=Validation(True)).to_json()["undecided"] is None
    assert Undecided(0, 0).share == 0
    assert "nothing has to be done" in repr(result)


# How long a boundary may take


@pytest.mark.parametrize(
    ("tokens", "seconds"),
    [([], 0.08), ([0.001], 0.08), ([0.02], 0.08), ([0.05], 0.2), ([1.0], 4.0), ([9.0], 10.0),
     ([0.5, 0.1, 0.7], 0.4), ([0.0], 0.08)],
)  # fmt: skip
def test_a_boundary_may_take_as_long_as_four_tokens(tokens: list[float], seconds: float) -> None:
    constraint, follower = made(), None
    follower = Follower(constraint, VOCABULARY.eos_ids)
    for one in tokens:
        follower.paced(one)
    found = constraint._pace.at_boundary  # pyright: ignore[reportPrivateUsage]
    assert found.seconds is not None
    assert math.isclose(found.seconds, seconds)
    assert constraint.keeping_tokens()._pace is constraint._pace  # pyright: ignore[reportPrivateUsage]


@pytest.mark.parametrize(
    "limits", [SearchLimits(), SearchLimits(boundary_seconds=0.3), SearchLimits(states=9)]
)
def test_what_was_asked_for_holds_as_it_is(limits: SearchLimits) -> None:
    constraint = made(limits=limits)
    constraint.paced(5.0)
    assert constraint._pace.at_boundary == limits.at_boundary  # pyright: ignore[reportPrivateUsage]


def test_a_slow_model_leaves_more_looks_at_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a clock on which each look takes a tenth of a second, a slow model's boundary is decided, and a quick
    one's is left open: no time is measured."""
    found: dict[float, bool] = {}
    for token in (0.001, 2.0):
        now = [0.0]

        def look(now: list[float] = now) -> float:
            now[0] += 0.1
            return now[0]

        one, other = ({at: {0: at + 1} for at in range(start, start + 20)} for start in (1, 101))
        constraint = made(GraphSystem(ACTS[:2], {0: {0: 1, 1: 101}, **one, **other}, goals=[21, 121]))
        constraint.paced(token)
        cursor = constraint.initial()
        with monkeypatch.context() as patch:
            patch.setattr("clamp.planning.search.limits.clock", look)
            constraint.allowed(cursor)
        found[token] = not cursor.threads[0].boundary.choices.undecided
    assert found == {0.001: False, 2.0: True}


def test_a_pace_is_a_number() -> None:
    with pytest.raises(ConstraintError, match="`seconds`"):
        made().paced("slow")  # type: ignore[arg-type]
    assert plans.TOKENS_AT_BOUNDARY == 4
