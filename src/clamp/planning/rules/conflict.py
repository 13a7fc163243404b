"""Which rules stand in the way: where plans exist that would break them, but none that keeps them all."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from clamp.planning.reachability import LimitReached, Reachability, SearchLimits
from clamp.planning.rules.formula import Rule
from clamp.planning.rules.ruled import Ruled
from clamp.planning.system import TransitionSystem


def plan_after(
    system: TransitionSystem[Any],
    prefix: Sequence[int],
    budget: int,
    enabled: Collection[int] | None,
    limits: SearchLimits,
) -> tuple[int, ...] | LimitReached | None:
    """The rest of some plan of 1 to `budget` enabled actions that begins with some actions; ``None`` if none.

    Args:
        prefix: Indices of actions, each applicable in its turn in the system.
    """
    state = system.initial
    for index in prefix:
        state = system.successor_of_index(state, index)
    left = budget - len(prefix)
    reachability = Reachability(system, enabled, limits)
    if prefix or not system.is_goal(state):
        return reachability.plan(state, left) if left >= 0 else None
    # A plan has at least one action: where the goal holds already, leave and come back.
    alive = reachability.alive_actions(state, left)
    if not alive.indices.size:
        return alive.limit
    first = int(alive.indices[0])
    rest = reachability.plan(system.successor_of_index(state, first), left - 1)
    return (first, *rest) if isinstance(rest, tuple) else rest


def conflict(
    ruled: Ruled,
    prefix: Sequence[int],
    budget: int,
    enabled: Collection[int] | None,
    limits: SearchLimits,
) -> tuple[tuple[Rule, ...], int] | None:
    """Rules that cannot be kept together by a plan that begins with some actions, as few as possible.

    Without any one of these rules (and with none that is not listed) there is a plan.

    Returns:
        The rules, and the length of a plan without any rules; ``None`` if the rules are not what stands in
        the way, or a limit was reached before that was known.
    """
    free = plan_after(ruled.system, prefix, budget, enabled, limits)
    if not isinstance(free, tuple):
        return None
    if _follows(ruled, prefix) and plan_after(ruled, prefix, budget, enabled, limits) is not None:
        return None
    dropped: set[int] = set()
    for number in range(len(ruled.rules)):
        fewer = dropped | {number}
        system = ruled.without(fewer)
        if system is ruled.system:
            break
        if not _follows(system, prefix) or plan_after(system, prefix, budget, enabled, limits) is None:
            dropped = fewer
    rules = tuple(rule for number, rule in enumerate(ruled.rules) if number not in dropped)
    return rules, len(prefix) + len(free)


def _follows(system: TransitionSystem[Any], prefix: Sequence[int]) -> bool:
    state = system.initial
    for index in prefix:
        if index not in system.applicable_indices(state):
            return False
        state = system.successor_of_index(state, index)
    return True
