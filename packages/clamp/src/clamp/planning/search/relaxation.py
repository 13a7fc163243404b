"""The delete relaxation of a projected problem: estimates, landmarks, and proofs that no plan exists.

A literal that something needs is a *fact*; facts that became true stay true. Actions become *operators*:
one of cost 1 for the action itself, and one of cost 0 for each conditional effect and each disjunct, which
need the operators they belong to as pseudo-facts. An action that is used twice for two of its conditional
effects is thus counted once, so every bound stays admissible. So do axioms: one of cost 0 derives an atom, one its
negation from what must be the case where it holds.

Sources: h_add and relaxed plans after Bonet and Geffner (2001) and Hoffmann and Nebel (2001); landmark cuts
after Helmert and Domshlak (2009).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

import numpy as np

from clamp.planning.actions import ActionTable, GroundAction
from clamp.planning.axioms import NOTHING, Derivation
from clamp.planning.conditions import Condition
from clamp.planning.search.limits import checkpoint, paced
from clamp.planning.search.mutex import MutexGroup, Obedience
from clamp.planning.search.operators import lay_out
from clamp.threads import once

UNREACHED = 1 << 60

_MOST_REMEMBERED = 64
"""For so many nodes that differ in what can never come true, the operators that matter are kept."""

_MANY = 200
"""Going through more facts than this takes long enough to look at the time."""

_OFTEN = 2_000
"""So many operators are looked at between two looks at the clock."""


def _looking_at_the_clock(operators: Sequence[int]) -> Iterable[int]:
    """The same, with looks at the clock where they are many."""
    return operators if len(operators) <= _MANY else paced(operators, "searching")


class Relaxation:
    """Operators over facts, numbered from 0, for a goal and the actions that matter to it.

    Args:
        initial: A node that most nodes come from; -1 where none is known.

    Attributes:
        groups: The mutex groups whose pairs of values are facts, if any.
        parts: What it is made of, as arrays.
        looks: How often an operator has been looked at, by all estimates and landmarks so far.
        sweeps: How many sweeps over the operators that were.
    """

    def __init__(
        self,
        actions: Sequence[GroundAction],
        goal: Condition,
        relevant: tuple[int, int],
        width: int,
        derivation: Derivation = NOTHING,
        groups: tuple[MutexGroup, MutexGroup] | None = None,
        initial: int = -1,
    ):
        self._width = max(width, 1)
        self.groups = groups
        self._obeyed = Obedience(groups or ())
        self.parts = parts = lay_out(
            ActionTable.of(actions), goal, relevant, width, derivation, groups, initial
        )
        self._facts, self._goal, self._none = parts.facts, parts.goal, parts.none
        self._numbers = [
            {value: 1 + at for at, value in enumerate(group.literals())} for group in groups or ()
        ]
        self._pairs = parts.pairs
        self._want, self._bit, self._fact = parts.want, parts.bit, parts.fact
        self._lost = frozenset(np.flatnonzero(parts.lost).tolist())
        self._users_with: dict[frozenset[int], list[list[int]]] = {}
        self.looks = self.sweeps = 0

    @once
    def _needs(self) -> list[list[int]]:
        return self.parts.needs.lists()

    @once
    def _adds(self) -> list[list[int]]:
        return self.parts.adds.lists()

    @once
    def _cost(self) -> list[int]:
        return self.parts.cost.tolist()

    @once
    def _action(self) -> list[int]:
        return self.parts.action.tolist()

    @once
    def _missing(self) -> list[int]:
        return self.parts.needs.counts.tolist()

    @once
    def _users(self) -> list[list[int]]:
        return self.parts.users.lists()

    @once
    def _ever(self) -> list[list[int]]:
        return self.parts.ever.lists()

    @once
    def _makers(self) -> list[list[int]]:
        return self.parts.makers.lists()

    @once
    def _waiting(self) -> dict[int, frozenset[int]]:
        waiting = self.parts.waiting
        return {one: frozenset(waiting[one].tolist()) for one in np.flatnonzero(waiting.counts).tolist()}

    @once
    def _variants(self) -> dict[tuple[int, int, int], int]:
        parts = self.parts
        keys = (parts.action, parts.first, parts.second)
        chosen = np.flatnonzero(parts.action >= 0).tolist()
        listed = zip(*(one[chosen].tolist() for one in keys), strict=True)
        return dict(zip(listed, chosen, strict=True))

    def _values(self, node: int) -> tuple[int, int]:
        """The number of each group's value in a node that obeys them: its literal's, or 0 for none."""
        assert self.groups is not None
        true = [group.true(node) for group in self.groups]
        first, second = (
            numbers[(pos or neg).bit_length() - 1, bool(pos)] if pos or neg else 0
            for (pos, neg), numbers in zip(true, self._numbers, strict=True)
        )
        return first, second

    def applies_to(self, node: int) -> bool:
        """Whether no two literals of a group hold in a node; then none ever will."""
        return self._obeyed(node)

    def operator(self, node: int, action: int) -> int:
        """The operator that stands for an applicable action in a node."""
        if self.groups is None:
            return self._variants[action, -1, -1]
        first, second = self._values(node)
        for key in ((first, second), (-1, second), (first, -1), (-1, -1)):
            if (action, *key) in self._variants:
                return self._variants[action, *key]
        raise AssertionError(f"action {action} does not apply")

    def _true_facts(self, node: int) -> list[int]:
        packed = np.frombuffer(node.to_bytes((self._width + 7) // 8, "little"), dtype=np.uint8)
        values = np.unpackbits(packed, bitorder="little").view(np.bool_)
        true: list[int] = [0, *self._fact[values[self._bit] == self._want].tolist()]
        if self.groups is not None:
            pair = self._values(node)
            true += [self._none[i] for i, value in enumerate(pair) if not value]
            fact = int(self._pairs[pair])
            true += [fact] if fact >= 0 else []
        return true

    def _users_from(self, true: list[int]) -> list[list[int]]:
        """For each fact, the operators that need it, but for those that can never apply where these facts are true."""
        if not self._waiting:
            return self._users
        held = self._lost.intersection(true)
        if not held:
            return self._ever
        users = self._users_with.get(held)
        if users is None:
            if len(self._users_with) >= _MOST_REMEMBERED:
                self._users_with.clear()
            fresh: defaultdict[int, list[int]] = defaultdict(list)
            for operator in {one for fact in held for one in self._users[fact] if self._waiting[one] <= held}:
                for fact in self._needs[operator]:
                    fresh[fact].append(operator)
            users = list(self._ever)
            for fact, more in fresh.items():
                users[fact] = sorted(users[fact] + more)
            self._users_with[held] = users
        return users

    def relaxed_plan(self, node: int) -> tuple[float, frozenset[int]]:
        """The size of a relaxed plan, and those of its actions that apply now. Size `inf` proves a dead end."""
        checkpoint("searching")
        true = self._true_facts(node)
        cost = [UNREACHED] * self._facts
        maker = [-1] * self._facts
        missing = self._missing.copy()
        total = self._cost.copy()
        users, adds, goal = self._users_from(true), self._adds, self._goal
        for fact in true:
            cost[fact] = 0
        buckets: list[list[int]] = [true]
        now = looks = 0
        soon = _OFTEN
        self.sweeps += 1
        while now < len(buckets):
            if len(buckets[now]) > _MANY:
                checkpoint("searching")
            for fact in buckets[now]:  # grows while operators of cost 0 fire
                if cost[fact] != now:
                    continue
                if fact == goal:
                    self.looks += looks
                    return self._extract(maker, cost)
                looks += len(users[fact])
                if looks >= soon:
                    checkpoint("searching")
                    soon = looks + _OFTEN
                for operator in _looking_at_the_clock(users[fact]):
                    missing[operator] -= 1
                    total[operator] += now
                    if not missing[operator]:
                        new = total[operator]
                        for added in adds[operator]:
                            if new < cost[added]:
                                cost[added] = new
                                maker[added] = operator
                                while len(buckets) <= new:
                                    buckets.append([])
                                buckets[new].append(added)
            now += 1
        self.looks += looks
        return float("inf"), frozenset()

    def _extract(self, maker: list[int], cost: list[int]) -> tuple[float, frozenset[int]]:
        chosen: set[int] = set()
        stack, seen = [self._goal], {self._goal}
        while stack:
            operator = maker[stack.pop()]
            if operator >= 0:
                chosen.add(operator)
                for fact in self._needs[operator]:
                    if fact not in seen:
                        seen.add(fact)
                        stack.append(fact)
        plan = [operator for operator in chosen if self._cost[operator]]
        useful = (one for one in plan if all(cost[fact] == 0 for fact in self._needs[one]))
        return len(plan), frozenset(self._action[one] for one in useful)

    def landmarks(self, node: int, known: Sequence[frozenset[int]]) -> list[frozenset[int]] | None:
        """Disjoint sets of operators of which every plan has one each; ``None`` proves that there is no plan.

        Args:
            known: Disjoint sets that are known to be such; the result begins with them.
        """
        true = self._true_facts(node)
        cost = self._cost.copy()
        cuts = list(known)
        for cut in cuts:
            for operator in cut:
                cost[operator] = 0
        while True:
            checkpoint("searching")
            level, support = self._levels(true, cost)
            if level[self._goal] == UNREACHED:
                return None
            if level[self._goal] == 0:
                return cuts
            operators = self._cut(true, cost, support)
            for operator in operators:
                cost[operator] = 0
            cuts.append(frozenset(operators))

    def _levels(self, true: list[int], cost: list[int]) -> tuple[list[int], list[int]]:
        """h_max of every fact, and for each operator a need of highest h_max (-1 if out of reach)."""
        level = [UNREACHED] * self._facts
        support = [-1] * len(cost)
        missing = self._missing.copy()
        users, adds = self._users_from(true), self._adds
        for fact in true:
            level[fact] = 0
        now, current, following, looks = 0, list(true), list[int](), 0
        soon = _OFTEN
        while current:
            if len(current) > _MANY:
                checkpoint("searching")
            for fact in current:  # grows while operators of cost 0 fire
                if level[fact] != now:
                    continue
                looks += len(users[fact])
                if looks >= soon:
                    checkpoint("searching")
                    soon = looks + _OFTEN
                for operator in _looking_at_the_clock(users[fact]):
                    missing[operator] -= 1
                    if not missing[operator]:
                        support[operator] = fact
                        if cost[operator]:
                            for added in adds[operator]:
                                if level[added] > now + 1:
                                    level[added] = now + 1
                                    following.append(added)
                        else:
                            for added in adds[operator]:
                                if level[added] > now:
                                    level[added] = now
                                    current.append(added)
            now, current, following = now + 1, following, []
        self.looks += looks
        self.sweeps += 1
        return level, support

    def _cut(self, true: list[int], cost: list[int], support: list[int]) -> set[int]:
        """Operators of which every plan has one: the border of the zone that reaches the goal for nothing."""
        checkpoint("searching")  # it looks at as many as what came before
        zone, stack = {self._goal}, [self._goal]
        while stack:
            for operator in self._makers[stack.pop()]:
                fact = support[operator]
                if fact >= 0 and not cost[operator] and fact not in zone:
                    zone.add(fact)
                    stack.append(fact)
        cut: set[int] = set()
        users = self._users_from(true)
        stack = list(true)
        seen = set(true)
        while stack:
            fact = stack.pop()
            self.looks += len(users[fact])
            for operator in _looking_at_the_clock(users[fact]):
                if support[operator] != fact:
                    continue
                if not zone.isdisjoint(self._adds[operator]):
                    cut.add(operator)
                    continue
                for added in self._adds[operator]:
                    if added not in seen:
                        seen.add(added)
                        stack.append(added)
        return cut
