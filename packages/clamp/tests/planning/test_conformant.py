"""Plans under unknown facts, against all completions: what applies, what follows, when the goal holds, what is shortest."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import oracles
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rule_strategies import rules
from strategies import axiom_task, rich_task, tasks

import clamp
from clamp.errors import DomainError, LimitError, RuleError
from clamp.planning.conformant import ConformantProblem, Group, PossibleStates, conformant
from clamp.planning.rules import Rule
from clamp.planning.rules.trace import keeps
from clamp.planning.system import Action
from clamp.planning.task import And, Atom, Not, Or, Task

Facts = frozenset[Atom]
KITCHEN = "examples/kitchen/domain.pddl", "examples/kitchen/problem.pddl"


# ------------------------------------------------------------------ brute force


def completions(starts: PossibleStates) -> list[Facts]:
    """Every subset of the unknown facts that breaks no group."""
    found = []
    for chosen in itertools.product((False, True), repeat=len(starts.unknown)):
        state = starts.known.union(one for one, held in zip(starts.unknown, chosen, strict=True) if held)
        counts = [(sum(one in state for one in set(group.members)), group.exactly) for group in starts.groups]
        if all(count <= 1 and (count == 1 or not exactly) for count, exactly in counts):
            found.append(state)
    return found


def follows(task: Task, belief: frozenset[Facts], action: Action) -> frozenset[Facts] | None:
    after = [oracles.step(task, one, action) for one in belief]
    return None if None in after else frozenset(one for one in after if one is not None)


def reached(task: Task, belief: frozenset[Facts]) -> bool:
    return all(oracles.true_in(task, task.goal, one, {}) for one in belief)


def walked(task: Task, starts: PossibleStates, made: ConformantProblem, most: int = 25) -> tuple[int, float]:
    """Walk both side by side; how many beliefs were compared, and the distance of the goal as far as that shows."""
    begin = frozenset(oracles.complete(task, one) for one in completions(starts))
    wanted = oracles.well_formed(task)
    queue, seen, distance, shortest = [(begin, made.initial)], {begin}, {begin: 0}, math.inf
    compared = 0
    while queue and compared < most:
        belief, state = queue.pop(0)
        compared += 1
        after = {action: one for action in wanted if (one := follows(task, belief, action)) is not None}
        assert set(made.applicable(state)) == set(after)
        assert made.is_goal(state) == reached(task, belief)
        if reached(task, belief):
            shortest = min(shortest, distance[belief])
        for action, one in after.items():
            if one not in seen:
                seen.add(one)
                distance[one] = distance[belief] + 1
                queue.append((one, made.successor(state, action)))
        for action in wanted[:3]:
            assert (made.why_inapplicable(state, action) is None) == (action in after)
    return compared, shortest if queue == [] or shortest < math.inf else math.nan


def uncertain(rng: random.Random, task: Task) -> PossibleStates:
    """Some facts of a task unknown, and some groups of them."""
    names = {one: oracles.objects_of(task, v) for s in task.domain.predicates.values() for one, v in ((x, x) for x in s)}
    derived = task.domain.derived
    every = [
        Atom(predicate, args)
        for predicate, places in task.domain.predicates.items()
        if predicate not in derived
        for args in itertools.product(*(names[one] for one in places))
    ]
    unknown = rng.sample(every, min(len(every), rng.randint(1, 4)))
    known = frozenset(one for one in task.initial if one not in unknown and one.predicate not in derived)
    groups = []
    for _ in range(rng.randint(0, 2)):
        pool = unknown if rng.random() < 0.7 else [*unknown, *sorted(known, key=str)]
        members = tuple(rng.sample(pool, min(len(pool), rng.randint(1, 3))))
        groups.append(Group(members, rng.random() < 0.5))
    return PossibleStates(known, tuple(unknown), tuple(groups))


def checked(task: Task, starts: PossibleStates) -> None:
    if not completions(starts):
        with pytest.raises(DomainError, match="No state is possible"):
            ConformantProblem(task, starts)
        return
    made = ConformantProblem(task, starts)
    assert made.starts.count() == len(completions(starts))
    assert {*made.starts.states()} == {*completions(starts)}
    compared, shortest = walked(task, starts, made)
    assert compared >= 1
    if not math.isnan(shortest):
        found = made.goal_distance(made.initial, 8)
        assert found == (shortest if shortest <= 8 else math.inf)


@pytest.mark.parametrize("seed", range(60))
def test_the_system_is_that_of_all_completions(seed: int) -> None:
    rng = random.Random(seed)
    task = axiom_task(seed) if seed % 3 == 2 else rich_task(seed)
    checked(task, uncertain(rng, task))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(60, 1500))
def test_the_system_is_that_of_all_completions_of_many(seed: int) -> None:
    test_the_system_is_that_of_all_completions(seed)


@settings(max_examples=40, deadline=None)
@given(task=tasks(), seed=st.integers(0, 10**6))
def test_the_system_of_any_task_is_that_of_all_completions(task: Task, seed: int) -> None:
    checked(task, uncertain(random.Random(seed), task))
