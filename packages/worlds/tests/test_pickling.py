"""Everything public can be sent to another process, and answers there as it does here."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
from typing import Any

import pickled
import pytest
from extras import needs
from fakes import GraphSystem, byte_vocabulary
from pickled import IMMOVABLE, OTHERS, answers, cursors_along, used, walked

import clamp
from clamp.errors import ConstraintError, HostError
from clamp.planning.search import loops, reachability

pytestmark = needs("torch", "transformers")

CONSTRAINTS = ("PlanConstraint", "Lookahead", "Weighted", *OTHERS)
STEPS = slice(0, None, 5)
"""Of the cursors along a text, these are followed to its end."""


def constraints() -> dict[str, Any]:
    things = {name: used()[name] for name in CONSTRAINTS}
    kinds = clamp.PlanConstraint | clamp.Weighted
    return {name: one for name, one in things.items() if isinstance(one, kinds)}


@pytest.fixture(scope="module")
def elsewhere() -> tuple[dict[str, Any], dict[str, list[Any]]]:
    """What everything answers in a process that was spawned, and what follows cursors there."""
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    cursors = {name: (one, cursors_along(one)[STEPS]) for name, one in constraints().items()}
    data = pickle.dumps((used(), cursors))
    process = context.Process(target=pickled.in_another_process, args=(data, there))
    process.start()
    there.close()
    try:
        told, told_of, error = here.recv()
    finally:
        process.join()
    assert error is None, error
    return told, told_of


def test_there_is_one_of_everything_public() -> None:
    known = used().keys() | IMMOVABLE | {"__version__"}
    assert set(clamp.__all__) <= known, "Add what is new to packages/worlds/tests/helpers/pickled.py."


@pytest.mark.sampled(16)
@pytest.mark.parametrize("name", sorted({*clamp.__all__, *OTHERS} - IMMOVABLE - {"__version__"}))
def test_it_answers_in_a_spawned_process_as_here(name: str, elsewhere: Any) -> None:
    assert elsewhere[0][name] == answers(used()[name])


@pytest.mark.parametrize("name", sorted({"PlanConstraint", "Lookahead", "Weighted", *OTHERS}))
def test_cursors_go_on_in_a_spawned_process_as_here(name: str, elsewhere: Any) -> None:
    if name not in constraints():
        pytest.skip("no constraint")
    constraint = constraints()[name]
    assert elsewhere[1][name] == [walked(constraint, one) for one in cursors_along(constraint)[STEPS]]


@pytest.mark.parametrize("name", sorted({"PlanConstraint", "Lookahead", "Weighted", *OTHERS}))
def test_cursors_that_are_pickled_with_their_constraint_are_its_cursors(name: str) -> None:
    if name not in constraints():
        pytest.skip("no constraint")
    constraint = constraints()[name]
    cursors = cursors_along(constraint)
    assert [copy.copy(one) for one in cursors] == cursors
    again, read = pickle.loads(pickle.dumps((constraint, cursors)))
    assert read == cursors_along(again)
    alone = pickle.loads(pickle.dumps(cursors[0]))
    for of in (constraint, again):
        with pytest.raises(ConstraintError, match="both were pickled at once"):
            of.allowed(alone)


@pytest.mark.parametrize("name", ["PlanConstraint", "loops", "reasoning", "a house", "keeping tokens"])
def test_a_cursor_goes_on_where_another_process_finds_nothing(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its plan is sent along, or it would run into a dead end there."""
    constraint = constraints()[name]
    cursors = cursors_along(constraint)
    alone = pickle.dumps(constraint)
    pairs = [pickle.dumps((constraint, one)) for one in cursors]
    nothing = clamp.LimitReached("seconds", 0.1, 0)
    monkeypatch.setattr(reachability, "decide", lambda *_: nothing)
    monkeypatch.setattr(reachability, "decide_each", lambda bounds, node, to, *_: dict.fromkeys(to, nothing))
    monkeypatch.setattr(loops.Around, "known", lambda *_: None)
    monkeypatch.setattr(loops.Around, "find", lambda *_: nothing)
    assert not pickle.loads(alone).initial().threads
    for before, data in zip(cursors, pairs, strict=True):
        again, after = pickle.loads(data)
        assert bool(again.allowed(after).size) == bool(constraint.allowed(before).size)
        assert [type(site) for site, _ in after.threads] == [type(site) for site, _ in before.threads]


@pytest.mark.parametrize("keeping", [False, True])
def test_long_texts_and_plans_are_no_deeper_than_short_ones(keeping: bool) -> None:
    steps = 700
    walk = GraphSystem(
        [clamp.Action("go"), clamp.Action("on")], {at: {at % 2: at + 1} for at in range(steps)}, {steps}
    )
    constraint = clamp.PlanConstraint(
        walk, byte_vocabulary(), clamp.PlanFormat.calls().with_reasoning(max_bytes=3000), budget=steps
    )
    constraint = constraint.keeping_tokens() if keeping else constraint
    cursor = constraint.initial()
    text = "So. " * 700 + "\nPlan:\n" + "\n".join(("go()", "on()")[at % 2] for at in range(steps))
    for byte in text[:-3].encode():
        cursor = constraint.advance(cursor, byte)
    again, read = pickle.loads(pickle.dumps((constraint, cursor)))
    assert again.allowed(read).tolist() == constraint.allowed(cursor).tolist() == [ord("n")]
    assert again.actions(read) == constraint.actions(cursor)
    assert (read.tokens is None) != keeping
    if keeping:
        assert read.tokens.count == cursor.tokens.count
        assert read.tokens.begun.count == cursor.tokens.begun.count


def test_what_was_found_stays_behind() -> None:
    """However long a constraint has been in use, it is sent as it was made."""
    for name, one in constraints().items():
        if name in ("visibility and lookahead", "Lookahead"):
            continue
        fresh = pickle.loads(pickle.dumps(one))
        assert abs(len(pickle.dumps(fresh)) - len(pickle.dumps(one))) < 2000, name


def test_an_engine_stays_where_it_is() -> None:
    with pytest.raises(HostError, match="VLLMPlanner"):
        pickle.dumps(object.__new__(clamp.VLLMPlanner))
