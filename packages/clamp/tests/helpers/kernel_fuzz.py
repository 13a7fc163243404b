"""The compiled search beside its Python twin and brute force: over random tasks, with and without rules and limits.

python kernel_fuzz.py FIRST LAST      # random tasks of these seeds, with the library that CLAMP_KERNEL names
"""

from __future__ import annotations

import math
import os
import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import oracles
from strategies import rich_task

from clamp import Problem, Rule, Ruled
from clamp.planning.search.kernel import CompiledBounds
from clamp.planning.search.limits import LimitReached, SearchLimits
from clamp.planning.search.reachability import Reachability
from clamp.planning.system import TransitionSystem
from clamp.planning.validator import validate


@contextmanager
def kernel(which: str | None) -> Iterator[None]:
    """What is prepared meanwhile is searched by this core: ``python``, the library at a path, or what is there."""
    before = os.environ.pop("CLAMP_KERNEL", None)
    if which is not None:
        os.environ["CLAMP_KERNEL"] = which
    try:
        yield
    finally:
        os.environ.pop("CLAMP_KERNEL", None)
        if before is not None:
            os.environ["CLAMP_KERNEL"] = before


def reachability(system: TransitionSystem[Any], which: str | None, limits: SearchLimits) -> Reachability:
    """A new one, that knows nothing yet."""
    with kernel(which):
        return Reachability(system, limits=limits)


def shown(found: Any) -> Any:
    """An answer, for comparing: limits by what they say."""
    return ("limit", found.kind, found.lower_bound) if isinstance(found, LimitReached) else found


def walk(
    system: TransitionSystem[Any],
    which: str | None,
    budget: int,
    rng: random.Random,
    states: int,
    steps: int = 6,
) -> bool:
    """Both cores, asked the same along a random walk, say the same, plans and effort included; whether one is compiled.

    Each plan is replayed by the validator, which shares nothing with either.
    """
    limits = SearchLimits(states=states)
    one, other = reachability(system, which, limits), reachability(system, "python", limits)
    state, path = system.initial, list[int]()
    for left in range(budget, max(budget - steps, 0), -1):
        for ask in (Reachability.plan, Reachability.distance):
            found = ask(one, state, left)
            assert shown(found) == shown(ask(other, state, left)), (path, left, ask)
            if ask is Reachability.plan and isinstance(found, tuple) and isinstance(system, Problem):
                verdict = validate(system.task, [system.actions[index] for index in (*path, *found)])
                assert verdict.valid, verdict
        here, there = one.alive_actions(state, left), other.alive_actions(state, left)
        assert here.indices.tolist() == there.indices.tolist(), (path, left)
        assert here.undecided.tolist() == there.undecided.tolist(), (path, left)
        assert one.generated == other.generated, (path, left)
        if not here.indices.size:
            break
        path.append(rng.choice(here.indices.tolist()))
        state = system.successor_of_index(state, path[-1])
    return isinstance(one.ready(), CompiledBounds)


def against_brute_force(
    problem: Problem, which: str | None, rng: random.Random, limits: SearchLimits
) -> bool:
    """What is decided in any reachable state is so, whatever the limits leave open; whether there were few states."""
    graph = oracles.reachable(problem.task, 60)
    if graph is None:
        return False
    distances = oracles.goal_distances(problem.task, graph)
    found = reachability(problem, which, limits)
    order = list(graph)
    rng.shuffle(order)
    for facts in order[:20]:
        state, budget = problem.state(facts), rng.randint(0, 8)
        distance = distances[facts]
        answer = found.within(state, budget)
        if not isinstance(answer, LimitReached):
            assert answer == (distance <= budget)
        elif not math.isinf(distance):
            assert answer.lower_bound <= distance
        alive = found.alive_actions(state, budget)
        right = {index for index, after in graph[facts].items() if 1 + distances[after] <= budget}
        assert set(alive.indices.tolist()) <= right
        assert right <= {*alive.indices.tolist(), *alive.undecided.tolist()}
        known = found.known_plan(state)
        if known:
            for index in known:
                state = problem.successor_of_index(state, index)
            assert problem.is_goal(state)
    return True


def ruled(problem: Problem, rng: random.Random) -> Ruled | None:
    """The problem with a rule over its actions; none where it has too few."""
    names = sorted({action.name for action in problem.actions})
    if not names:
        return None
    one, other = rng.choice(names), rng.choice(names)
    text = rng.choice(("G (do:{0}{1} -> X !do:{2}{3})", "F do:{0}{1}", "G (do:{0}{1} -> F do:{2}{3})"))
    arity = {action.name: len(action.args) for action in problem.actions}
    stars = {name: f"({', '.join('*' * arity[name])})" for name in names}
    return Ruled(problem, [Rule.parse(text.format(one, stars[one], other, stars[other]))])


def fuzz(seed: int, which: str | None) -> int:
    """All of this for one random task; how often the compiled core was asked."""
    rng = random.Random(seed)
    problem = Problem.from_task(rich_task(seed))
    compiled = int(walk(problem, which, rng.randint(1, 10), rng, states=rng.choice((30, 300, 5000))))
    against_brute_force(problem, which, rng, SearchLimits())
    against_brute_force(
        problem, which, rng, SearchLimits(states=rng.randint(0, 40), seconds=rng.choice((None, 0.0005)))
    )
    more = ruled(problem, rng)
    if more is not None:
        compiled += walk(more, which, rng.randint(1, 8), rng, states=2000)
    return compiled


if __name__ == "__main__":
    count = sum(
        fuzz(seed, os.environ.get("CLAMP_KERNEL")) for seed in range(int(sys.argv[1]), int(sys.argv[2]))
    )
    print(f"{count} walks by the compiled core")
    sys.exit(count == 0)
