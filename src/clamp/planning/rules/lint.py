"""What is wrong with rules, before any plan is written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from clamp.planning.finding import Finding
from clamp.planning.limits import LimitReached, SearchLimits
from clamp.planning.rules.conflict import conflict, plan_after
from clamp.planning.rules.formula import Rule
from clamp.planning.rules.ruled import Ruled, named
from clamp.planning.system import TransitionSystem

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
