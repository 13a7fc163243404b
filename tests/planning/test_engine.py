"""The bit-set engine against the naive reading of the same task."""

from __future__ import annotations

from hypothesis import assume, given, settings

from clamp.planning.domain import Task
from clamp.planning.problem import Problem
from tests import oracles
from tests.strategies import rich_tasks, tasks


@settings(max_examples=150, deadline=None)
@given(tasks() | rich_tasks())
def test_the_engine_agrees_with_the_lifted_meaning_in_every_reachable_state(task: Task):
    problem = Problem.from_task(task)
    assert list(problem.actions) == oracles.groundings(task)
    assert problem.facts(problem.initial) == task.initial
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
