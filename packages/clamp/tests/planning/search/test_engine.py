"""The bit-set engine against the naive reading of the same task."""

from __future__ import annotations

import oracles
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from patience import examples
from strategies import rich_tasks, tasks

from clamp.planning.problem import Problem
from clamp.planning.system import Action
from clamp.planning.task import Task

# Compared with brute force many times over: tracing each line would make it two to three times as slow.
pytestmark = [pytest.mark.no_cover, pytest.mark.usefixtures("both_cores")]


@settings(max_examples=examples(75), deadline=None)
@given(tasks() | rich_tasks())
def test_the_engine_agrees_with_the_lifted_meaning_in_every_reachable_state(task: Task):
    problem = Problem.from_task(task)
    assert list(problem.actions) == oracles.groundings(task)
    assert problem.facts(problem.initial) == oracles.initial(task)
    graph = oracles.reachable(task, 60)
    assume(graph is not None)
    for facts, edges in graph.items():
        state = problem.state(facts)
        assert problem.facts(state) == facts
        assert problem.is_goal(state) == oracles.true_in(task, task.goal, facts, {})
        assert list(problem.applicable_indices(state)) == list(edges)
        for index, action in enumerate(problem.actions):
            assert (problem.why_inapplicable(state, action) is None) == (index in edges)
        for index, after in edges.items():
            assert problem.facts(problem.successor_of_index(state, index)) == after


@settings(max_examples=examples(30), deadline=None)
@given(rich_tasks(), st.data())
def test_the_validator_agrees_about_plans_right_and_wrong(task: Task, data: st.DataObject):
    problem = Problem.from_task(task)
    state, plan, failed = problem.initial, list[Action](), None
    for step in range(data.draw(st.integers(0, 4))):
        usable = problem.applicable(state) if data.draw(st.integers(0, 5)) else problem.actions
        action = data.draw(st.sampled_from(usable or problem.actions))
        plan.append(action)
        if failed is None:
            if action in problem.applicable(state):
                state = problem.successor(state, action)
            else:
                failed = step
    verdict = problem.validate(plan)
    assert verdict.valid == (failed is None and problem.is_goal(state))
    assert verdict.step == failed
