"""Goals where the time is up: nothing wrong is admitted, what is begun is finished, and no call goes on for ever."""

from __future__ import annotations

import random
from itertools import cycle

import pytest
from clocks import Looks, Work
from fakes import byte_vocabulary
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from patience import examples
from roots import EXAMPLES
from strategies import axiom_tasks, rich_tasks, tasks

from clamp import GoalConstraint, Problem, SearchLimits
from clamp.errors import LimitError
from clamp.planning.search import limits
from clamp.planning.task import Task

pytestmark = [pytest.mark.no_cover, pytest.mark.usefixtures("both_cores")]

VOCABULARY = byte_vocabulary([b"(and (", b") and ", b"not "])


@settings(max_examples=examples(60), deadline=None)
@given(
    tasks() | rich_tasks() | axiom_tasks(),
    st.integers(1, 3),
    st.sampled_from(["calls", "pddl", "json", "eai"]),
    st.integers(1, 60),
    st.data(),
)
def test_a_goal_that_is_stopped_anywhere_is_never_wrong(
    task: Task, budget: int, name: str, looks: int, data: st.DataObject
) -> None:
    assume(Problem.from_task(task).actions)

    def made(given: SearchLimits) -> GoalConstraint:
        return GoalConstraint(Problem.from_task(task), VOCABULARY, name, budget=budget, most=2, limits=given)

    exact = made(SearchLimits())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(limits, "clock", Looks())
        try:
            constraint = made(SearchLimits(seconds=looks))
        except LimitError:  # not even what goals may say was listed in time
            return
        cursor, right, begun = constraint.initial(), exact.initial(), bytearray()
        while True:
            allowed = constraint.allowed(cursor).tolist()
            rightly = exact.allowed(right).tolist()
            assert set(allowed) <= set(rightly)
            assert set(allowed) == set(rightly) or constraint.goals.undecided
            assert allowed or not begun, "a goal that was begun is finished"
            going = sorted(set(allowed) - set(VOCABULARY.eos_ids))
            if not going:
                break
            token = data.draw(st.sampled_from(going))
            begun += VOCABULARY.bytes_of(token) or b""
            cursor, right = constraint.advance(cursor, token), exact.advance(right, token)
    assert constraint.accepting(cursor) == bool(begun)


def test_every_call_of_a_constraint_stops_within_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = 0.2
    work = Work()
    cans = [f"can_{number}" for number in range(50)]
    text = (EXAMPLES / "kitchen" / "problem.pddl").read_text()
    text = text.replace("milk apple", f"milk apple {' '.join(cans)}")
    places = zip(cans, cycle(("table", "shelf", "sink")), strict=False)
    text = text.replace("(hand-empty)", f"(hand-empty) {' '.join(f'(at {can} {at})' for can, at in places)}")
    problem = Problem.from_pddl(EXAMPLES / "kitchen" / "domain.pddl", text)
    monkeypatch.setattr(limits, "clock", work)
    with work.counting(4 * seconds):
        constraint = GoalConstraint(problem, VOCABULARY, budget=20, limits=SearchLimits(seconds=seconds))
    cursor, draw = constraint.initial(), random.Random(0)
    written = b"not at("
    for byte in written:
        cursor = constraint.advance(cursor, byte)
    for _ in range(30):
        started = work()
        with work.counting(seconds):
            allowed = constraint.allowed(cursor).tolist()
            going = [one for one in allowed if one not in VOCABULARY.eos_ids]
            if not going:
                break
            token = draw.choice(going)
            cursor = constraint.advance(cursor, token)
            written += VOCABULARY.bytes_of(token) or b""
        assert work() - started <= 1.2 * seconds + 0.015, written
    assert cursor, written
    assert constraint.goals.undecided
