"""Which rules stand in the way: where plans exist that would break them, but none that keeps them all."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from clamp.planning.lint import Finding
from clamp.planning.rules.cores import Kept, minimal_core, smallest_core
from clamp.planning.rules.formula import Rule, named
from clamp.planning.rules.ruled import Ruled
from clamp.planning.search.limits import LimitReached, SearchLimits
from clamp.planning.search.reachability import Reachability
from clamp.planning.system import Rulebook, TransitionSystem


class Conflict(NamedTuple):
    """Rules that no plan keeps together.

    Attributes:
        rules: Each alone is needed for the conflict: without it, some plan keeps the others of these.
        length: The length of a plan without any rules.
        smallest: No fewer rules are in conflict. False where a limit left that, or whether each of the rules
            is needed, open.
    """

    rules: tuple[Rule, ...]
    length: int
    smallest: bool


@dataclass
class _Allowance:
    """What all questions together may cost."""

    given: SearchLimits
    states: int
    deadline: float | None

    @classmethod
    def of(cls, limits: SearchLimits) -> _Allowance:
        deadline = None if limits.seconds is None else time.thread_time() + limits.seconds
        return cls(limits, limits.states, deadline)

    def limits(self) -> SearchLimits | None:
        """What the next question may cost; ``None`` if nothing is left."""
        seconds = None if self.deadline is None else self.deadline - time.thread_time()
        if self.states <= 0 or (seconds is not None and seconds <= 0):
            return None
        return replace(self.given, states=self.states, seconds=seconds)


def plan_after(
    system: TransitionSystem[Any],
    prefix: Sequence[int],
    budget: int,
    enabled: Collection[int] | None,
    limits: SearchLimits,
    allowance: _Allowance | None = None,
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
    try:
        if prefix or not system.is_goal(state):
            return reachability.plan(state, left) if left >= 0 else None
        # A plan has at least one action: where the goal holds already, leave and come back.
        alive = reachability.alive_actions(state, left)
        if not alive.indices.size:
            return alive.limit
        first = int(alive.indices[0])
        rest = reachability.plan(system.successor_of_index(state, first), left - 1)
        return (first, *rest) if isinstance(rest, tuple) else rest
    finally:
        if allowance is not None:
            allowance.states -= reachability.generated


def conflict(
    rulebook: Rulebook,
    prefix: Sequence[int],
    budget: int,
    enabled: Collection[int] | None,
    limits: SearchLimits,
) -> Conflict | None:
    """Rules that cannot be kept together by a plan that begins with some actions, as few as possible.

    No rule is named that is none of the conflict: without any one of them, some plan keeps the others (and
    perhaps breaks rules that are not named, which may be in conflict on their own).

    Returns:
        ``None`` if the rules are not what stands in the way, because there is no plan without them or one
        with them, or if a limit was reached before that was known.
    """
    every = frozenset(range(len(rulebook.rules)))
    free = plan_after(rulebook.without(every), prefix, budget, enabled, limits)
    if not isinstance(free, tuple):
        return None
    sets = _Sets(rulebook, prefix, budget, enabled)
    sets.learn((*prefix, *free))
    if sets.keepable(every, limits) is not False:
        return None
    allowance = _Allowance.of(limits)

    def keeps(chosen: frozenset[int]) -> Kept:
        verdict = sets.keepable(chosen, allowance)
        return sets.kept_with(chosen) if verdict else verdict

    core = minimal_core(len(every), keeps)
    fewer = smallest_core(len(every), keeps)
    if fewer is not None and (fewer.smallest or len(fewer.rules) < len(core.rules)):
        core = fewer
    else:
        core = core._replace(smallest=len(core.rules) == 1)
    found, smallest = core
    rules = tuple(rule for number, rule in enumerate(rulebook.rules) if number in found)
    return Conflict(rules, len(prefix) + len(free), smallest)


class _Sets:
    """What is known of which rules can be kept together; each plan that is found tells of many sets."""

    def __init__(
        self, rulebook: Rulebook, prefix: Sequence[int], budget: int, enabled: Collection[int] | None
    ):
        self._rulebook = rulebook
        self._prefix = prefix
        self._budget = budget
        self._enabled = enabled
        self._kept: list[frozenset[int]] = []
        self._refuted: list[frozenset[int]] = []

    def learn(self, plan: Sequence[int]) -> None:
        """Note which rules a whole plan keeps."""
        self._kept.append(self._rulebook.kept_by(plan))

    def kept_with(self, rules: frozenset[int]) -> frozenset[int]:
        """Rules that a plan that is known keeps, these among them."""
        return max((kept for kept in self._kept if rules <= kept), key=len, default=rules)

    def keepable(self, rules: frozenset[int], cost: SearchLimits | _Allowance) -> bool | None:
        """Whether some plan keeps these rules; ``None`` if a limit was reached before that was known."""
        if any(rules <= kept for kept in self._kept):
            return True
        if any(refuted <= rules for refuted in self._refuted):
            return False
        allowance = cost if isinstance(cost, _Allowance) else None
        limits = cost if isinstance(cost, SearchLimits) else cost.limits()
        if limits is None:
            return None
        system = self._rulebook.without(frozenset(range(len(self._rulebook.rules))) - rules)
        rest = None
        if _follows(system, self._prefix):
            rest = plan_after(system, self._prefix, self._budget, self._enabled, limits, allowance)
        if isinstance(rest, LimitReached):
            return None
        if rest is None:
            self._refuted.append(rules)
            return False
        self.learn((*self._prefix, *rest))
        return True


def _follows(system: TransitionSystem[Any], prefix: Sequence[int]) -> bool:
    state = system.initial
    for index in prefix:
        if index not in system.applicable_indices(state):
            return False
        state = system.successor_of_index(state, index)
    return True


LIMITS = SearchLimits(states=200_000)
"""What one question about reachability may cost; a rule that is not decided within it is not reported."""

_LARGE_BUDGET = 10_000


def lint_rules(system: TransitionSystem[Any], rules: Sequence[Rule]) -> list[Finding]:
    """Rules that cannot be kept, always are, are broken from the start, or forbid the goal, worst first.

    Raises:
        RuleError: If a rule names what the system does not know.
    """
    if not rules:
        return []
    ruled = Ruled(system, rules)
    hopeless = dict(_hopeless(ruled))
    found = [Finding("error", kind, rule.name, why) for rule, (kind, why) in hopeless.items()]
    found += [
        Finding("warning", "rule-trivial", rules[number].name, "every plan keeps the rule, whatever it does")
        for number in sorted(ruled.trivial)
    ]
    left = [rule for rule in rules if rule not in hopeless]
    return found + list(_forbidding(system, left)) if left else found


def _hopeless(ruled: Ruled) -> Iterator[tuple[Rule, tuple[str, str]]]:
    """The rules that no plan keeps, whatever its goal."""
    for number in sorted(ruled.impossible):
        yield ruled.rules[number], ("rule-unsatisfiable", "no plan can keep the rule, whatever holds")
    for rule in ruled.broken_at_first():
        if ruled.rules.index(rule) not in ruled.impossible:
            yield rule, ("rule-broken-at-first", "the initial state breaks the rule, before any action")


def _forbidding(system: TransitionSystem[Any], rules: Sequence[Rule]) -> Iterator[Finding]:
    ruled = Ruled(system, rules)
    if isinstance(plan_after(ruled, (), _LARGE_BUDGET, None, LIMITS), tuple | LimitReached):
        return
    found = conflict(ruled, (), _LARGE_BUDGET, None, LIMITS)
    if found is None:
        return
    (first, *more), length = found.rules, found.length
    message = f"no plan reaches the goal and keeps {named(found.rules)}"
    without = f"{'together; ' if more else ''}without rules, one of {length} actions reaches it"
    yield Finding("error", "rule-forbids-goal", first.name, f"{message}{' ' if more else '; '}{without}")
