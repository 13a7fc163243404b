"""Rules along random walks: what may be done next, and where the search space says that it leads."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from patience import examples
from rule_strategies import rules
from strategies import rich_tasks, tasks

from clamp.planning import Problem
from clamp.planning.rules import Ruled
from clamp.planning.rules.ltlf import DEAD
from clamp.planning.search.projection import Projection
from clamp.planning.task import Task

pytestmark = pytest.mark.usefixtures("both_cores")


@settings(max_examples=examples(150), deadline=None)
@given(tasks() | rich_tasks(), st.data())
def test_each_step_is_what_the_automata_say(task: Task, data: st.DataObject) -> None:
    problem = Problem.from_task(task)
    assume(problem.actions)
    kept = [data.draw(rules(task, problem.actions, depth=2)) for _ in range(data.draw(st.integers(1, 3)))]
    assume(len({rule.name for rule in kept}) == len(kept))
    ruled = Ruled(problem, kept)
    space = ruled.search_space()
    state = ruled.initial
    for _ in range(6):
        if state.rules == DEAD:
            break
        able = [
            index
            for index in problem.applicable_indices(state.state)
            if ruled.after(state, index).rules != DEAD
        ]
        assert list(ruled.applicable_indices(state)) == able
        if not able:
            break
        for index in able:
            after = ruled.successor_of_index(state, index)
            assert after == ruled.after(state, index)
            if isinstance(space, Projection):
                assert space.step(space.node(state), index) in (None, space.node(after))
        state = ruled.successor_of_index(state, data.draw(st.sampled_from(able)))
