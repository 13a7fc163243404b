"""A problem whose goal is exchanged, or whose constraints are left out, is the problem of the task that says so."""

from __future__ import annotations

import math
import pickle
from collections.abc import Callable
from dataclasses import replace

import oracles
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from patience import examples
from roots import EXAMPLES
from strategies import axiom_tasks, formulas, rich_tasks, tasks

from clamp import Rule
from clamp.contracts import check_transition_system
from clamp.planning.problem import Problem
from clamp.planning.rules import Ruled
from clamp.planning.search.reachability import Reachability
from clamp.planning.task import TRUE, And, Atom, Not, Task

pytestmark = pytest.mark.usefixtures("both_cores")


def _used(problem: Problem) -> Problem:
    """A problem of which everything was asked that it finds out once."""
    for index in problem.applicable_indices(problem.initial):
        assert problem.index(problem.actions[index]) == index
        problem.successor_of_index(problem.initial, index)
    assert problem.lexicon.signatures
    assert problem.goal_distance(problem.initial, 1) is not None
    return problem


AGAIN: dict[str, Callable[[Problem], Problem]] = {
    "plain": lambda problem: problem,
    "twice": lambda problem: problem.with_goal(TRUE),
    "pickled": lambda problem: pickle.loads(pickle.dumps(problem)),
    "used": _used,
}


@pytest.mark.no_cover
@settings(max_examples=examples(60), deadline=None)
@given(tasks() | rich_tasks() | axiom_tasks(), st.sampled_from(sorted(AGAIN)), st.data())
def test_the_goal_alone_is_another(task: Task, before: str, data: st.DataObject) -> None:
    names = (*task.domain.constants, *task.objects)
    wanted = replace(task, goal=data.draw(formulas(names), label="goal"))
    graph = oracles.reachable(wanted, 60)
    assume(graph is not None)
    assert graph is not None
    distances = oracles.goal_distances(wanted, graph)
    base = AGAIN[before](Problem.from_task(task))
    found = base.with_goal(wanted.goal)
    if data.draw(st.booleans(), label="pickled"):
        found = pickle.loads(pickle.dumps(found))
    assert found.task == wanted
    assert found.actions == base.actions
    assert found.initial == base.initial
    reachability = Reachability(found)
    for facts in list(graph)[:12]:
        state = found.state(facts)
        assert state == base.state(facts)
        assert found.applicable_indices(state) == list(graph[facts])
        assert found.is_goal(state) == (distances[facts] == 0)
        for index, after in graph[facts].items():
            assert found.facts(found.successor_of_index(state, index)) == after
        for budget in (0, 1, 4):
            wanted_distance = distances[facts] if distances[facts] <= budget else math.inf
            assert reachability.distance(state, budget) == wanted_distance
            assert found.goal_distance(state, budget) == wanted_distance


def kitchen(constraint: str = "") -> Problem:
    domain = EXAMPLES / "kitchen" / "domain.pddl"
    problem = (EXAMPLES / "kitchen" / "problem.pddl").read_text()
    return Problem.from_pddl(domain, problem.rstrip().removesuffix(")") + constraint + ")")


@pytest.mark.parametrize("constraint", ["", "(:constraints (always (not (open fridge))))"])
def test_problems_with_another_goal_keep_the_contract_of_systems(constraint: str) -> None:
    problem = kitchen(constraint)
    other = problem.with_goal(And((Atom("holding", ("milk",)), Not(Atom("open", ("fridge",))))))
    assert other.constraints == problem.constraints
    for system in (other, other.unconstrained, other.unconstrained.with_goal(Atom("holding", ("apple",)))):
        check_transition_system(system, depth=2, states=30)
    ruled = Ruled(problem, [Rule.parse("G !do:pick(milk, table)", name="hands off")])
    check_transition_system(ruled.over(other.unconstrained), depth=2, states=30)
