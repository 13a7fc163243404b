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

import itertools
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np

from clamp.planning.axioms import NOTHING, Derivation
from clamp.planning.conditions import Condition, Conj, Disj, bits
from clamp.planning.grounding import GroundAction
from clamp.planning.search.limits import checkpoint
from clamp.planning.search.mutex import MutexGroup, Obedience

UNREACHED = 1 << 60


class Parts(NamedTuple):
    """What a relaxation is made of, for its compiled twin; lists are by fact or by operator."""

    facts: int
    goal: int
    needs: list[list[int]]
    adds: list[list[int]]
    cost: list[int]
    action: list[int]
    users: list[list[int]]
    ever: list[list[int]]
    makers: list[list[int]]
    lost: frozenset[int]
    waiting: dict[int, frozenset[int]]
    want: list[bool]
    bit: list[int]
    fact: list[int]
    groups: list[list[tuple[int, bool]]]
    none: tuple[int, int]
    pairs: dict[tuple[Value, Value], int]
    variants: dict[tuple[int, Value, Value], int]


_MOST_REMEMBERED = 64
"""For so many nodes that differ in what can never come true, the operators that matter are kept."""

_MANY = 200
"""Going through more facts than this takes long enough to look at the time."""

Value: TypeAlias = tuple[int, bool] | None
"""The literal of a group that holds: its bit and sign; ``None`` if none does."""

ANY: Value = (-1, False)
"""Whatever the value is."""


class Relaxation:
    """Operators over facts, numbered from 0, for a goal and the actions that matter to it.

    Args:
        initial: A node that most nodes come from; -1 where none is known.

    Attributes:
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
        self._relevant = relevant
        self._width = max(width, 1)
        self._literal: dict[tuple[int, bool], int] = {}
        self._gates: dict[Condition, int] = {}
        self._facts = 1  # fact 0 always holds
        self._needs: list[list[int]] = []
        self._adds: list[list[int]] = []
        self._cost: list[int] = []
        self._action: list[int] = []
        self._groups = groups
        self._obeyed = Obedience(groups or ())
        self._variants: dict[tuple[int, Value, Value], int] = {}
        self._pairs: dict[tuple[Value, Value], int] = {}
        self._none = (self._new_fact(), self._new_fact())
        for action in actions:
            self._add_action(action)
        for bit in bits(derivation.derived & relevant[0]):
            for condition in derivation.rules(bit):
                self._operator(self._conjuncts(condition), [self._fact_of(bit, True)], 0, -1)
        for bit in bits(derivation.derived & relevant[1]):
            self._operator(self._conjuncts(derivation.refutation(bit)), [self._fact_of(bit, False)], 0, -1)
        self._goal = self._new_fact()
        self._operator(self._conjuncts(goal), [self._goal], 0, -1)
        self._users: list[list[int]] = [[] for _ in range(self._facts)]
        self._makers: list[list[int]] = [[] for _ in range(self._facts)]
        for operator, (needs, adds) in enumerate(zip(self._needs, self._adds, strict=True)):
            for fact in needs:
                self._users[fact].append(operator)
            for fact in adds:
                self._makers[fact].append(operator)
        # What no operator adds, and was not so at first, is so in few nodes, but often very many operators need it: the
        # hand holds one of the things that do not matter, and that can be put anywhere. Only there are they looked at.
        self._lost = frozenset(
            fact
            for (bit, positive), fact in self._literal.items()
            if initial >= 0 and not self._makers[fact] and (initial >> bit & 1) != positive
        )
        self._waiting = {
            operator: needs
            for operator, needs in enumerate(map(self._lost.intersection, self._needs))
            if needs
        }
        self._ever = [[one for one in users if one not in self._waiting] for users in self._users]
        self._users_with: dict[frozenset[int], list[list[int]]] = {frozenset(): self._ever}
        self._missing = [len(needs) for needs in self._needs]
        self.looks = self.sweeps = 0
        signs = sorted((positive, bit, fact) for (bit, positive), fact in self._literal.items())
        table = np.array(signs, dtype=np.int64).reshape(-1, 3)
        self._want, self._bit, self._fact = table[:, 0].astype(np.bool_), table[:, 1], table[:, 2]

    def compiled_parts(self) -> Parts:
        """For this package: what it is made of."""
        return Parts(
            self._facts,
            self._goal,
            self._needs,
            self._adds,
            self._cost,
            self._action,
            self._users,
            self._ever,
            self._makers,
            self._lost,
            self._waiting,
            self._want.tolist(),
            self._bit.tolist(),
            self._fact.tolist(),
            [group.literals() for group in self._groups or ()],
            self._none,
            self._pairs,
            self._variants,
        )

    def _new_fact(self) -> int:
        self._facts += 1
        return self._facts - 1

    def _operator(self, needs: list[int], adds: list[int], cost: int, action: int) -> None:
        self._needs.append(sorted(set(needs)) or [0])
        self._adds.append(sorted(set(adds)))
        self._cost.append(cost)
        self._action.append(action)

    def _fact_of(self, bit: int, positive: bool) -> int:
        key = (bit, positive)
        if key not in self._literal:
            self._literal[key] = self._new_fact()
        return self._literal[key]

    def _conjuncts(self, condition: Condition) -> list[int]:
        """Facts that together mean a condition; disjunctions become gates."""
        if condition is True:
            return []
        if condition is False:
            return [self._new_fact()]  # nothing ever adds it
        if isinstance(condition, Disj):
            return [self._gate(condition)]
        return [
            *(self._fact_of(bit, True) for bit in bits(condition.pos)),
            *(self._fact_of(bit, False) for bit in bits(condition.neg)),
            *(self._gate(part) for part in condition.parts),
        ]

    def _gate(self, condition: Disj) -> int:
        if condition not in self._gates:
            self._gates[condition] = gate = self._new_fact()
            for bit in bits(condition.pos):
                self._operator([self._fact_of(bit, True)], [gate], 0, -1)
            for bit in bits(condition.neg):
                self._operator([self._fact_of(bit, False)], [gate], 0, -1)
            for part in condition.parts:
                self._operator(self._conjuncts(part), [gate], 0, -1)
        return self._gates[condition]

    def _useful(self, adds: int, deletes: int) -> list[int]:
        pos, neg = self._relevant
        return [
            *(self._fact_of(bit, True) for bit in bits(adds & pos)),
            *(self._fact_of(bit, False) for bit in bits(deletes & neg)),
        ]

    def _add_action(self, action: GroundAction) -> None:
        adds = self._useful(action.add, action.delete)
        conditional = [
            (condition, more)
            for condition, more_adds, more_deletes in action.conditional
            if (more := self._useful(more_adds, more_deletes))
        ]
        if conditional:
            applied = self._new_fact()
            adds.append(applied)
            for condition, more in conditional:
                self._operator([applied, *self._conjuncts(condition)], more, 0, -1)
        needs = self._conjuncts(action.precondition)
        for first, second, more_needs, more_adds in self._contexts(action):
            checkpoint("preparing the search")
            self._variants[action.index, first, second] = len(self._needs)
            self._operator(needs + more_needs, adds + more_adds, 1, action.index)

    def _contexts(self, action: GroundAction) -> Iterator[tuple[Value, Value, list[int], list[int]]]:
        """The variants of an action: what it presupposes of each group, and the facts that it needs and adds.

        A pair of values, one of each group, is a fact of its own. An action that changes one value keeps
        the other, so it has one variant for each other value that it may meet.
        """
        if self._groups is None:
            yield ANY, ANY, [], []
            return
        moves = [_moves(action, group) for group in self._groups]
        if all(before == after for move in moves for before, after in move):
            known = [move[0][0] for move in moves if len(move) == 1]
            yield ANY, ANY, [self._pair(known[0], known[1])] if len(known) == 2 else [], []
            return
        free = [len(move) > 1 and len({after for _, after in move}) == 1 for move in moves]
        choices = [[(ANY, move[0][1])] if loose else move for move, loose in zip(moves, free, strict=True)]
        for (first, new_first), (second, new_second) in itertools.product(*choices):
            if first is not ANY and second is not ANY:
                needs = [self._pair(first, second)]
            else:
                needs = [self._value(i, one) for i, one in enumerate((first, second)) if one is not ANY]
            nothing = [self._none[i] for i, new in enumerate((new_first, new_second)) if new is None]
            yield first, second, needs, [self._pair(new_first, new_second), *nothing]

    def _pair(self, first: Value, second: Value) -> int:
        if (first, second) not in self._pairs:
            self._pairs[first, second] = self._new_fact()
        return self._pairs[first, second]

    def _value(self, group: int, value: Value) -> int:
        return self._none[group] if value is None else self._fact_of(*value)

    def _values(self, node: int) -> tuple[Value, Value]:
        """The value of each group in a node that obeys them."""
        assert self._groups is not None
        first, second = (_literals(*group.true(node)) for group in self._groups)
        return (first[0] if first else None), (second[0] if second else None)

    def applies_to(self, node: int) -> bool:
        """Whether no two literals of a group hold in a node; then none ever will."""
        return self._obeyed(node)

    def operator(self, node: int, action: int) -> int:
        """The operator that stands for an applicable action in a node."""
        if self._groups is None:
            return self._variants[action, ANY, ANY]
        first, second = self._values(node)
        for key in ((first, second), (ANY, second), (first, ANY), (ANY, ANY)):
            if (action, *key) in self._variants:
                return self._variants[action, *key]
        raise AssertionError(f"action {action} does not apply")

    def _true_facts(self, node: int) -> list[int]:
        packed = np.frombuffer(node.to_bytes((self._width + 7) // 8, "little"), dtype=np.uint8)
        values = np.unpackbits(packed, bitorder="little").view(np.bool_)
        true: list[int] = [0, *self._fact[values[self._bit] == self._want].tolist()]
        if self._groups is not None:
            pair = self._values(node)
            true += [self._none[i] for i, value in enumerate(pair) if value is None]
            true += [self._pairs[pair]] if pair in self._pairs else []
        return true

    def _users_from(self, true: list[int]) -> list[list[int]]:
        """For each fact, the operators that need it, but for those that can never apply where these facts are true."""
        if not self._waiting:
            return self._users
        held = self._lost.intersection(true)
        users = self._users_with.get(held)
        if users is None:
            if len(self._users_with) >= _MOST_REMEMBERED:
                self._users_with = {frozenset(): self._ever}
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
                for operator in users[fact]:
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
        while current:
            if len(current) > _MANY:
                checkpoint("searching")
            for fact in current:  # grows while operators of cost 0 fire
                if level[fact] != now:
                    continue
                looks += len(users[fact])
                for operator in users[fact]:
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
            for operator in users[fact]:
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


def _moves(action: GroundAction, group: MutexGroup) -> list[tuple[Value, Value]]:
    """What an action makes of each value of a group that it may meet: pairs (before, after)."""
    need = action.precondition if isinstance(action.precondition, Conj) else Conj(0, 0)
    required = _literals(need.pos & group.pos, need.neg & group.neg)
    forbidden = set(_literals(need.neg & group.pos, need.pos & group.neg))
    values: list[Value] = list(required[:1]) or [
        *(one for one in _literals(group.pos, group.neg) if one not in forbidden),
        None,
    ]
    made = _literals(action.add & group.pos, action.delete & group.neg)
    unmade = set(_literals(action.delete & group.pos, action.add & group.neg))
    if made:
        return [(value, made[0]) for value in values]
    return [(value, None if value in unmade else value) for value in values]


def _literals(pos: int, neg: int) -> list[tuple[int, bool]]:
    return [*((bit, True) for bit in bits(pos)), *((bit, False) for bit in bits(neg))]
