"""The engine against unified-planning's simulator, on tasks that both can say."""

from __future__ import annotations

import random

import oracles
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from patience import examples
from strategies import tasks

from clamp.errors import BenchmarkError
from clamp.planning.problem import Problem
from clamp.planning.system import Action
from clamp.planning.task import Atom, Task
from clamp_bench.speed.engine import to_unified_planning
from clamp_worlds.household import household

pytestmark = pytest.mark.usefixtures("both_cores")


def test_household_tasks_agree_with_unified_planning_along_random_walks():
    pytest.importorskip("unified_planning")
    compare(household(24), steps=25, seed=1)


@settings(max_examples=examples(15), deadline=None)
@given(tasks(tree=True), st.integers(0, 1000))
def test_random_tasks_agree_with_unified_planning(task: Task, seed: int):
    pytest.importorskip("unified_planning")
    compare(task, steps=4, seed=seed)


def compare(task: Task, steps: int, seed: int) -> None:
    from unified_planning.engines import UPSequentialSimulator
    from unified_planning.exceptions import UPConflictingEffectsException

    problem, choose = Problem.from_task(task), random.Random(seed)
    theirs = to_unified_planning(task)
    simulator = UPSequentialSimulator(theirs, error_on_failed_checks=False)
    actions = {action.name: action for action in theirs.actions}
    state, other = problem.initial, simulator.get_initial_state()
    for _ in range(steps):
        assert problem.is_goal(state) == simulator.is_goal(other)
        ours = set(problem.applicable(state))
        checked = choose.sample(problem.actions, min(len(problem.actions), 30))
        for action in checked:
            values = tuple(theirs.object(name) for name in action.args)
            # It also calls inapplicable what makes one atom both true and false, which PDDL settles.
            agreed = simulator.is_applicable(other, actions[action.name], values) == (action in ours)
            assert agreed or conflicts(task, problem.facts(state), action)
        usable = sorted(one for one in ours if not conflicts(task, problem.facts(state), one))
        if not usable:
            return
        action = choose.choice(usable)
        state = problem.successor(state, action)
        try:
            values = tuple(theirs.object(name) for name in action.args)
            other = simulator.apply_unsafe(other, actions[action.name], values)
        except UPConflictingEffectsException:
            raise AssertionError(f"{action} does not conflict") from None


def conflicts(task: Task, facts: frozenset[Atom], action: Action) -> bool:
    """Whether an action both adds and deletes an atom in a state."""
    added, deleted = oracles.changes(task, facts, action)
    return bool(added & deleted)


def test_what_unified_planning_cannot_say_is_refused():
    pytest.importorskip("unified_planning")
    task = household(24)
    both = Task(
        task.name, task.domain, {**task.objects, "red_cup_1": ("item", "surface")}, task.initial, task.goal
    )
    with pytest.raises(BenchmarkError, match="knows no either"):
        to_unified_planning(both)
