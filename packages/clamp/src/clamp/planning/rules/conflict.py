"""Which rules stand in the way: where plans exist that would break them, but none that keeps them all.

What is asked is asked under one and the same setting: the actions that are enabled, the budget, and whether a plan may
come back to a state. Where it may not, fewer rules can leave fewer plans: what tells two states apart may be how far a
rule has come (`docs/rules.md`). So a set that cannot be kept says nothing of larger ones, unless it cannot with loops.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any, NamedTuple

from clamp.planning.lint import Finding
from clamp.planning.rules.cores import Core, Kept, minimal_core, smallest_core
from clamp.planning.rules.formula import Rule, named
from clamp.planning.rules.ruled import Ruled
from clamp.planning.search.limits import LimitReached, Meter, SearchLimits
from clamp.planning.search.loops import StateHistory, plan_from
from clamp.planning.search.reachability import Reachability
from clamp.planning.system import Rulebook, TransitionSystem


class Conflict(NamedTuple):
    """Rules that no plan keeps together.

    Attributes:
        rules: Each alone is needed for the conflict: without it, some plan keeps the others of these. Where no plan
            does without all rules, one without which some plan keeps all others.
        length: The length of a plan without any rules, or without that one.
        needed: That is known of each of them. False where a limit left it open.
    """

    rules: tuple[Rule, ...]
    length: int
    needed: bool


class Blame(NamedTuple):
    """Rules without which there is a plan that keeps all others.

    Attributes:
        rules: What to leave out.
        enough: Leaving out any one of them is enough, and they are fewer than are in conflict.
        conflicts: Otherwise which of all rules cannot be kept together: one set of which any one is enough, or several
            without a common rule.
        length: The length of a plan without any rules.
        left: The length of one that keeps all but these, or but one of these; ``None`` if a limit was reached before
            one was found.
    """

    rules: tuple[Rule, ...]
    enough: bool
    conflicts: tuple[tuple[Rule, ...], ...]
    length: int
    left: int | None


def plan_after(
    system: TransitionSystem[Any],
    prefix: Sequence[int],
    budget: int,
    enabled: Collection[int] | None,
    limits: SearchLimits,
    *,
    loops: bool = True,
    together: Meter | None = None,
) -> tuple[int, ...] | LimitReached | None:
    """The rest of some plan of 1 to `budget` enabled actions that begins with some actions; ``None`` if none.

    Args:
        prefix: Indices of actions, each applicable in its turn in the system.
        loops: Whether the plan may come back to a state of the system.
        together: What counts the nodes of several questions.
    """
    state = system.initial
    history = StateHistory(None, state)
    for index in prefix:
        state = system.successor_of_index(state, index)
        if not loops and state in history.states:
            return None
        history = StateHistory(history, state)
    left = budget - len(prefix)
    if left < 0:
        return None
    reachability = Reachability(system, enabled, limits)
    try:
        return plan_from(reachability, history, left, loops=loops)
    finally:
        if together is not None:
            together.generated += reachability.generated


def conflict(
    rulebook: Rulebook,
    prefix: Sequence[int],
    budget: int,
    enabled: Collection[int] | None,
    limits: SearchLimits,
    *,
    loops: bool,
) -> Conflict | LimitReached | None:
    """Rules that cannot be kept together by a plan that begins with some actions, as few as possible.

    No rule is named that is none of the conflict: without any one of them, some plan keeps the others (and
    perhaps breaks rules that are not named, which may be in conflict on their own).

    Returns:
        ``None`` if the rules are not what stands in the way: there is a plan with them, or none without all of
        them nor without any one; the limit that was reached before that was known.
    """
    sets = _Sets(rulebook, prefix, budget, enabled, limits, loops=loops)
    free = sets.without_rules()
    if isinstance(free, LimitReached) or (free is None and loops):
        return free
    verdict = sets.keepable(sets.every)
    if verdict is not False:
        return sets.limit if verdict is None else None
    if free is not None:
        return sets.conflict(sets.every, free)
    # What tells two states apart may be none but a rule: then there is a plan without one, and none without any.
    first = next(iter(sets.enough(rulebook.rules)), None)
    return None if first is None else Conflict((first,), sets.length_without(first), needed=True)


def blame(
    rulebook: Rulebook, budget: int, enabled: Collection[int] | None, limits: SearchLimits, *, loops: bool
) -> Blame | LimitReached | None:
    """The rules whose absence alone gives a plan of at most `budget` actions; otherwise like `conflict`."""
    sets = _Sets(rulebook, (), budget, enabled, limits, loops=loops)
    verdict = sets.keepable(sets.every)
    if verdict is not False:
        return sets.limit if verdict is None else None
    free = sets.without_rules()
    if isinstance(free, LimitReached) or (free is None and loops):
        return free
    # What is enough alone is in all conflicts, so in this one. Without loops it may be enough though there is no plan
    # without any rules: there, what leads to another state may be none but for the rules that are left.
    first = None if free is None else sets.conflict(sets.every, free)
    enough = list(sets.enough(rulebook.rules if first is None else first.rules))
    if enough:
        left = min(map(sets.length_without, enough))
        fewer = first is None or len(enough) < len(first.rules)
        return Blame(tuple(enough), fewer, () if first is None else (first.rules,), free or left, left)
    if first is None or free is None:
        return None
    conflicts, rest = [first.rules], sets.every - sets.numbers(first.rules)
    while (verdict := sets.keepable(rest)) is False:
        conflicts.append(sets.conflict(rest, free).rules)
        rest -= sets.numbers(conflicts[-1])
    left = sets.length(rest) if verdict else None
    rules = tuple(rule for number, rule in enumerate(rulebook.rules) if number not in rest)
    return Blame(rules, False, tuple(conflicts), free, left)


class _Sets:
    """What is known of which rules can be kept together; each plan that is found tells of many sets.

    Attributes:
        every: The numbers of all rules.
        limit: The last limit that was reached.
    """

    def __init__(
        self,
        rulebook: Rulebook,
        prefix: Sequence[int],
        budget: int,
        enabled: Collection[int] | None,
        limits: SearchLimits,
        *,
        loops: bool,
    ):
        self.every = frozenset(range(len(rulebook.rules)))
        self.limit: LimitReached | None = None
        self._rulebook = rulebook
        self._prefix = prefix
        self._budget = budget
        self._enabled = enabled
        self._limits = limits
        self._together: Meter | None = None
        self._loops = loops
        self._kept: list[
            tuple[frozenset[int], frozenset[int], int]
        ] = []  # sets from … to …, by a plan of a length
        self._refuted: list[frozenset[int]] = []  # and whatever has more
        self._refuted_alone: set[frozenset[int]] = set()

    def numbers(self, rules: Collection[Rule]) -> frozenset[int]:
        """The numbers of some rules."""
        return frozenset(number for number, rule in enumerate(self._rulebook.rules) if rule in rules)

    def without_rules(self) -> int | LimitReached | None:
        """The length of a plan without any rules; ``None`` if there is none."""
        free = self.keepable(frozenset())
        return self.limit if free is None else self.length(frozenset()) if free else None

    def length(self, rules: frozenset[int]) -> int:
        """The length of a plan that is known to keep some rules."""
        return min(length for low, high, length in self._kept if low <= rules <= high)

    def enough(self, rules: Sequence[Rule]) -> Iterator[Rule]:
        """Those of some rules of which leaving out one gives a plan that keeps all others."""
        return (rule for rule in rules if self.keepable(self.every - self.numbers((rule,))))

    def length_without(self, rule: Rule) -> int:
        """The length of a plan that is known to keep all others."""
        return self.length(self.every - self.numbers((rule,)))

    def conflict(self, among: frozenset[int], free: int) -> Conflict:
        """Some of several rules that cannot be kept together, as few as possible."""
        # The first three questions may cost what one may; all that follow do so together.
        self._together = self._together or Meter(self._limits)
        order = sorted(among)

        def keeps(chosen: frozenset[int]) -> Kept:
            verdict = self.keepable(frozenset(order[place] for place in chosen))
            if not verdict:
                return verdict
            some = frozenset(order[place] for place in chosen)
            known = max((high for low, high, _ in self._kept if low <= some <= high), key=len)
            return frozenset(place for place, number in enumerate(order) if number in known)

        core = minimal_core(len(order), keeps)
        fewer = smallest_core(len(order), keeps)
        if fewer is not None and (fewer.smallest or len(fewer.rules) < len(core.rules)):
            needed = all(keeps(fewer.rules - {place}) for place in fewer.rules)
            core = Core(fewer.rules, needed) if needed or not core.smallest else core
        rules = tuple(self._rulebook.rules[order[place]] for place in sorted(core.rules))
        return Conflict(rules, free, core.smallest)

    def keepable(self, rules: frozenset[int]) -> bool | None:
        """Whether some plan keeps these rules; ``None`` if a limit was reached before that was known."""
        if any(low <= rules <= high for low, high, _ in self._kept):
            return True
        if rules in self._refuted_alone or any(refuted <= rules for refuted in self._refuted):
            return False
        system = self._rulebook.without(self.every - rules)
        if not _follows(system, self._prefix):
            self._refuted.append(rules)
            return False
        plan = self._plan(system, loops=True)
        if plan is None:
            self._refuted.append(rules)
            return False
        if not (isinstance(plan, LimitReached) or self._loops) and _has_loop(system, plan):
            plan = self._plan(system, loops=False)
            if plan is None:
                self._refuted_alone.add(rules)
                return False
        if isinstance(plan, LimitReached):
            self.limit = plan
            return None
        # What comes back to no state of the system itself comes back to none, whatever the rules.
        least = frozenset[int]() if self._loops or not _has_loop(self._rulebook.system, plan) else rules
        self._kept.append((least, self._rulebook.kept_by(plan), len(plan)))
        return True

    def _plan(self, system: TransitionSystem[Any], *, loops: bool) -> tuple[int, ...] | LimitReached | None:
        limits = self._limits if self._together is None else self._together.left()
        if isinstance(limits, LimitReached):
            return limits
        rest = plan_after(
            system, self._prefix, self._budget, self._enabled, limits, loops=loops, together=self._together
        )
        return (*self._prefix, *rest) if isinstance(rest, tuple) else rest


def _follows(system: TransitionSystem[Any], prefix: Sequence[int]) -> bool:
    state = system.initial
    for index in prefix:
        if index not in system.applicable_indices(state):
            return False
        state = system.successor_of_index(state, index)
    return True


def _has_loop(system: TransitionSystem[Any], plan: Sequence[int]) -> bool:
    """Whether a plan comes back to a state."""
    state = system.initial
    passed = {state}
    for index in plan:
        state = system.successor_of_index(state, index)
        if state in passed:
            return True
        passed.add(state)
    return False


LIMITS = SearchLimits(states=200_000)
"""What one question about reachability may cost; a rule that is not decided within it is not reported."""

_LARGE_BUDGET = 10_000


def lint_rules(system: TransitionSystem[Any], rules: Sequence[Rule]) -> list[Finding]:
    """Rules, and constraints of the system, that cannot be kept, always are, are broken at first, or forbid the goal.

    Raises:
        RuleError: If a rule names what the system does not know.
    """
    rules, system = [*system.constraints, *rules], system.unconstrained
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
    found = conflict(ruled, (), _LARGE_BUDGET, None, LIMITS, loops=True)
    if not isinstance(found, Conflict):
        return
    (first, *more), length = found.rules, found.length
    message = f"no plan reaches the goal and keeps {named(found.rules)}"
    without = f"{'together; ' if more else ''}without rules, one of {length} actions reaches it"
    yield Finding("error", "rule-forbids-goal", first.name, f"{message}{' ' if more else '; '}{without}")
