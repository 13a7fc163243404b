"""Rules without a goal: a plan is found iff brute force finds one that keeps them all."""

from __future__ import annotations

from dataclasses import replace

import oracles
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from patience import examples
from rule_strategies import positions, rules
from strategies import rich_tasks, tasks

import clamp
from clamp.planning import Problem
from clamp.planning.rules import Ruled
from clamp.planning.rules.conflict import plan_after
from clamp.planning.rules.trace import keeps
from clamp.planning.search.limits import SearchLimits
from clamp.planning.task import And, Task

# Compared with brute force many times over: tracing each line would make it two to three times as slow.
pytestmark = [pytest.mark.no_cover, pytest.mark.usefixtures("both_cores")]

BYTES = clamp.Vocabulary.from_bytes([bytes([byte]) for byte in range(256)] + [None], 256)


@settings(max_examples=examples(60), deadline=None)
@given(tasks() | rich_tasks(), st.data())
def test_without_a_goal_a_plan_is_found_iff_some_plan_keeps_the_rules(
    task: Task, data: st.DataObject
) -> None:
    task = replace(task, goal=And())
    problem = Problem.from_task(task)
    assume(problem.actions)
    indices = range(len(problem.actions))
    enabled = sorted(data.draw(st.sets(st.sampled_from(indices), min_size=1, max_size=5)))
    some = [problem.actions[index] for index in enabled]
    kept = [data.draw(rules(task, some, depth=2)) for _ in range(data.draw(st.integers(1, 3)))]
    assume(len({rule.name for rule in kept}) == len(kept))
    words = problem.rule_words()
    budget = data.draw(st.integers(1, 3))

    def exists(states, actions) -> bool:
        if actions and all(keeps(rule, positions(states, actions), words.objects) for rule in kept):
            return True
        if len(actions) == budget:
            return False
        return any(
            after is not None and exists((*states, after), (*actions, problem.actions[index]))
            for index in enabled
            for after in [oracles.step(task, states[-1], problem.actions[index])]
        )

    ruled = Ruled(problem, kept)
    found = plan_after(ruled, (), budget, enabled, SearchLimits())
    assert isinstance(found, tuple) == exists((oracles.initial(task),), ())
    if isinstance(found, tuple):
        verdict = ruled.validate([problem.actions[index] for index in found])
        assert verdict.valid
        assert not verdict.has_goal
        assert verdict.rules == len(kept)


@pytest.mark.parametrize("goal", ["(:goal (and))", ""])
def test_a_problem_that_asks_for_nothing_is_planned_for_by_its_rules(goal: str) -> None:
    domain = """(define (domain lamp) (:predicates (on))
      (:action press :precondition (not (on)) :effect (on)) (:action release :precondition (on) :effect (not (on))))"""
    problem = Problem.from_pddl(domain, f"(define (problem p) (:domain lamp) (:init) {goal})")
    made = clamp.Rule.parse("F do:press & G (last -> !on)")

    def failure(rules: list[clamp.Rule], budget: int) -> clamp.Failure | None:
        ruled = clamp.Ruled(problem, rules)
        return clamp.PlanConstraint(
            ruled, BYTES, clamp.PlanFormat.calls(), budget=budget, loops=True
        ).failure()

    assert failure([clamp.Rule.parse("F do:press")], 1) is None
    assert failure([made], 2) is None
    found = failure([made], 1)
    assert found is not None
    assert (found.cause, found.rules, found.smallest_budget) == ("rules", (made.name,), 2)
