"""The operators and facts of a delete relaxation, as arrays; what they mean is said in `relaxation`."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from clamp.planning.actions import ActionTable, GroundAction, flags_of, literals_of
from clamp.planning.axioms import Derivation
from clamp.planning.conditions import Condition, Conj, Disj, bits
from clamp.planning.lists import Flags, Lists
from clamp.planning.search.limits import checkpoint
from clamp.planning.search.mutex import MutexGroup

_DOING = "preparing the search"


class Parts(NamedTuple):
    """What a relaxation is made of. Values of a group are numbered: none, then its literals; -1 is any.

    Attributes:
        facts: How many facts; 0 always holds.
        goal: The fact that the goal holds.
        none: For each group, the fact that none of its literals holds.
        needs, adds: For each operator, facts, ascending.
        cost, action: Of each operator; action -1 is none.
        first, second: The values that an operator presupposes, where it stands for an action.
        users, ever, makers: For each fact, the operators that need it, that need it and can apply in most nodes, and
            that add it.
        lost: Which facts are so in few nodes: no operator adds them, and they were not so at first.
        waiting: For each operator, those of these that it needs.
        want, bit, fact: Of each literal that is a fact: whether the bit is to be set, the bit, and the fact.
        pairs: The fact of each pair of values, -1 for none, shape (values, values).
    """

    facts: int
    goal: int
    none: tuple[int, int]
    needs: Lists
    adds: Lists
    cost: NDArray[Any]
    action: NDArray[Any]
    first: NDArray[Any]
    second: NDArray[Any]
    users: Lists
    ever: Lists
    makers: Lists
    lost: Flags
    waiting: Lists
    want: Flags
    bit: NDArray[Any]
    fact: NDArray[Any]
    pairs: NDArray[Any]


def lay_out(
    actions: ActionTable,
    goal: Condition,
    relevant: tuple[int, int],
    width: int,
    derivation: Derivation,
    groups: tuple[MutexGroup, MutexGroup] | None,
    initial: int,
) -> Parts:
    """What the relaxation of a goal and the actions that matter to it is made of; see `Relaxation`."""
    return _Layout(actions, goal, relevant, width, derivation, groups).parts(initial)


class _Operators(NamedTuple):
    """Operators that are made together, of the actions in some places; facts have provisional numbers."""

    place: NDArray[Any]
    needs: Lists
    adds: Lists
    cost: NDArray[Any]
    action: NDArray[Any]
    first: NDArray[Any]
    second: NDArray[Any]


class _Moves(NamedTuple):
    """What each action makes of the value of a mutex group.

    Attributes:
        free: It says nothing of the group.
        told: It needs a value.
        before, after: That, and the one that it makes of it.
    """

    free: Flags
    told: Flags
    before: NDArray[np.int64]
    after: NDArray[np.int64]


def _kinds(first: _Moves, second: _Moves) -> tuple[Flags, Flags, Flags, Flags]:
    """Actions that change no value; that change one, and need both; and only that of the first group, or the second."""
    one, other = (move.told & (move.before != move.after) for move in (first, second))
    still = (first.free | first.told) & (second.free | second.told) & ~one & ~other
    return still, first.told & second.told & ~still, one & second.free, other & first.free


class _Layout:
    """Lays out the operators of most actions together, and of others one by one.

    A fact has a provisional number until all are known: a literal its own, another fact a higher one.
    Then they are numbered in the order in which the actions meet them, so that this order alone decides between equals.
    """

    def __init__(
        self,
        actions: ActionTable,
        goal: Condition,
        relevant: tuple[int, int],
        width: int,
        derivation: Derivation,
        groups: tuple[MutexGroup, MutexGroup] | None,
    ):
        self._actions, self._groups, self._pos_neg = actions, groups, relevant
        self._useful = flags_of(*relevant, max(actions.width, width))
        self._size = len(self._useful)
        self._literals = [group.numbers() for group in groups or ()]
        self._numbers = [{literal: 1 + at for at, literal in enumerate(one)} for one in self._literals]
        self._shape = (1 + len(groups[0]), 1 + len(groups[1])) if groups else (1, 1)
        self._none = (self._size + 1, self._size + 2)  # after the fact that always holds
        self._pairs = self._size + 3
        self._others = self._pairs + self._shape[0] * self._shape[1]
        self._gates: dict[Condition, int] = {}
        self._ops: list[_Operators] = []
        self._met_at: list[NDArray[Any]] = []
        self._met: list[NDArray[Any]] = []
        # What is made one by one: operators, and which action met which fact.
        self._one_needs, self._one_adds = list[list[int]](), list[list[int]]()
        self._one_rest = list[int]()
        self._one_met_at, self._one_met = list[int](), list[int]()
        self._all_together()
        for place in self._one_by_one.tolist():
            self._place = place
            self._add_action(actions[place])
        self._place = len(actions)
        for bit in bits(derivation.derived & relevant[0]):
            for condition in derivation.rules(bit):
                self._operator(self._conjuncts(condition), [self._meet(2 * bit)], 0)
        for bit in bits(derivation.derived & relevant[1]):
            self._operator(self._conjuncts(derivation.refutation(bit)), [self._meet(2 * bit + 1)], 0)
        self._goal = self._new_fact()
        self._operator(self._conjuncts(goal), [self._goal], 0)

    # ------------------------------------------------------------------ together

    def _all_together(self) -> None:
        actions = self._actions
        plain = actions.plain
        moves = None if self._groups is None else [self._moves_of(group) for group in self._groups]
        kinds = None if moves is None else _kinds(*moves)
        if kinds is not None:
            plain &= np.logical_or.reduce(kinds)
        self._one_by_one = np.flatnonzero(~plain)
        places = np.flatnonzero(plain)
        # What is met first is what they add, then what they need, then pairs of values.
        adds = actions.effects.only(self._useful[actions.effects.items]).take(places)
        needs = actions.needs.take(places)
        self._note(places[adds.owners], adds.items)
        self._note(places[needs.owners], needs.items)
        if moves is None or kinds is None:
            self._take(places, needs, adds)
            return
        checkpoint(_DOING)
        (first, second), (still, both, one, other) = moves, kinds
        values = np.stack((first.before, second.before, first.after, second.after), axis=1)[places]
        told = (first.told & second.told)[places]
        rows = np.flatnonzero(still[places])
        paired = np.flatnonzero(told[rows])
        facts = self._pair(*values[rows[paired], :2].T)
        self._note(places[rows[paired]], facts)
        known = Lists.by_owner(len(rows), paired, facts)
        self._take(places[rows], needs.take(rows).joined(known), adds.take(rows))
        for chosen, kept in ((both, None), (one, 1), (other, 0)):
            rows = np.flatnonzero(chosen[places])
            change = values[rows]
            if kept is not None:  # whatever its value is: one of its literals, or none of them
                count = self._shape[kept]
                change, keeps = np.repeat(change, count, axis=0), np.append(np.arange(1, count), 0)
                change[:, kept::2] = np.tile(keeps, len(rows))[:, None]
                rows = np.repeat(rows, count)
            self._change(places[rows], needs.take(rows), adds.take(rows), change)

    def _moves_of(self, group: MutexGroup) -> _Moves:
        members = np.array(group.numbers(), np.int64)
        value = np.zeros(self._size, np.int64)
        value[members] = np.arange(1, 1 + len(members))
        needs, effects = self._actions.needs, self._actions.effects
        needed, forbidden = value[needs.items] > 0, value[needs.items ^ 1] > 0
        made, unmade = value[effects.items] > 0, value[effects.items ^ 1] > 0
        free = needs.flagged(needed | forbidden) + effects.flagged(made | unmade) == 0
        before = _first(needs.only(needed), value)
        after = _first(effects.only(made), value)
        unmakes = effects.only(unmade)
        gone = unmakes.flagged(value[unmakes.items ^ 1] == before[unmakes.owners]) > 0
        return _Moves(free, before > 0, before, np.where(after > 0, after, np.where(gone, 0, before)))

    def _note(self, places: NDArray[Any], facts: NDArray[Any]) -> None:
        """That the actions in some places meet some facts, one each, in this order."""
        self._met_at.append(places.astype(np.int32))
        self._met.append(facts.astype(np.int32))

    def _take(
        self, places: NDArray[Any], needs: Lists, adds: Lists, values: NDArray[Any] | None = None
    ) -> None:
        """Operators that stand for the actions in some places, and the values that they presuppose."""
        if values is None:
            values = np.full((len(places), 2), -1)
        indices = self._actions.indices[places]
        self._ops.append(
            _Operators(places, needs, adds, np.ones_like(indices), indices, values[:, 0], values[:, 1])
        )

    def _change(self, places: NDArray[Any], needs: Lists, adds: Lists, values: NDArray[Any]) -> None:
        """The same for actions that change a value; `values` are two before and two after, shape (places, 4)."""
        rows = np.arange(len(places))
        before, after = self._pair(*values[:, :2].T), self._pair(*values[:, 2:].T)
        self._note(np.repeat(places, 2), np.stack((before, after), axis=1).ravel())
        owners, facts = [rows], [after]
        for group, none in enumerate(self._none):
            owners.append(np.flatnonzero(values[:, 2 + group] == 0))
            facts.append(np.full(len(owners[-1]), none))
        adds = adds.joined(Lists.by_owner(len(rows), np.concatenate(owners), np.concatenate(facts)))
        self._take(places, needs.joined(Lists.by_owner(len(rows), rows, before)), adds, values)

    def _pair(self, first: NDArray[Any], second: NDArray[Any]) -> NDArray[Any]:
        return self._pairs + first * self._shape[1] + second

    # ------------------------------------------------------------------ one by one

    def _meet(self, fact: int) -> int:
        self._one_met_at.append(self._place)
        self._one_met.append(fact)
        return fact

    def _new_fact(self) -> int:
        self._others += 1
        return self._meet(self._others - 1)

    def _operator(
        self,
        needs: list[int],
        adds: list[int],
        cost: int,
        action: int = -1,
        first: int = -1,
        second: int = -1,
    ) -> None:
        checkpoint(_DOING)
        self._one_needs.append(needs)
        self._one_adds.append(adds)
        self._one_rest += (self._place, cost, action, first, second)

    def _conjuncts(self, condition: Condition) -> list[int]:
        """Facts that together mean a condition; disjunctions become gates."""
        if condition is True:
            return []
        if condition is False:
            return [self._new_fact()]  # nothing ever adds it
        if isinstance(condition, Disj):
            return [self._gate(condition)]
        return [
            *map(self._meet, literals_of(condition.pos, condition.neg)),
            *(self._gate(part) for part in condition.parts),
        ]

    def _gate(self, condition: Disj) -> int:
        if condition not in self._gates:
            self._gates[condition] = gate = self._new_fact()
            for literal in literals_of(condition.pos, condition.neg):
                self._operator([self._meet(literal)], [gate], 0)
            for part in condition.parts:
                self._operator(self._conjuncts(part), [gate], 0)
        return self._gates[condition]

    def _found_useful(self, adds: int, deletes: int) -> list[int]:
        pos, neg = self._pos_neg
        return [self._meet(one) for one in literals_of(adds & pos, deletes & neg)]

    def _add_action(self, action: GroundAction) -> None:
        adds = self._found_useful(action.add, action.delete)
        conditional = [
            (condition, more)
            for condition, more_adds, more_deletes in action.conditional
            if (more := self._found_useful(more_adds, more_deletes))
        ]
        if conditional:
            applied = self._new_fact()
            adds.append(applied)
            for condition, more in conditional:
                self._operator([applied, *self._conjuncts(condition)], more, 0)
        needs = self._conjuncts(action.precondition)
        for first, second, more_needs, more_adds in self._contexts(action):
            checkpoint(_DOING)
            self._operator(needs + more_needs, adds + more_adds, 1, action.index, first, second)

    def _contexts(self, action: GroundAction) -> Iterator[tuple[int, int, list[int], list[int]]]:
        """The variants of an action: what it presupposes of each group, and the facts that it needs and adds.

        A pair of values, one of each group, is a fact of its own. An action that changes one value keeps
        the other, so it has one variant for each other value that it may meet.
        """
        if self._groups is None:
            yield -1, -1, [], []
            return
        moves = [
            _moves(action, group, numbers) for group, numbers in zip(self._groups, self._numbers, strict=True)
        ]
        if all(before == after for move in moves for before, after in move):
            known = [move[0][0] for move in moves if len(move) == 1]
            yield -1, -1, [self._meet(self._one_pair(*known))] if len(known) == 2 else [], []
            return
        free = [len(move) > 1 and len({after for _, after in move}) == 1 for move in moves]
        choices = [[(-1, move[0][1])] if loose else move for move, loose in zip(moves, free, strict=True)]
        for (first, new_first), (second, new_second) in itertools.product(*choices):
            if first >= 0 and second >= 0:
                needs = [self._meet(self._one_pair(first, second))]
            else:
                needs = [self._value(i, one) for i, one in enumerate((first, second)) if one >= 0]
            nothing = [self._none[i] for i, new in enumerate((new_first, new_second)) if not new]
            yield first, second, needs, [self._meet(self._one_pair(new_first, new_second)), *nothing]

    def _one_pair(self, first: int, second: int) -> int:
        return self._pairs + first * self._shape[1] + second

    def _value(self, group: int, value: int) -> int:
        return self._meet(self._literals[group][value - 1]) if value else self._none[group]

    # ------------------------------------------------------------------ put together

    def parts(self, initial: int) -> Parts:
        """All of it, numbered."""
        checkpoint(_DOING)
        size = self._size
        place, *rest = np.array(self._one_rest, np.int64).reshape(-1, 5).T
        self._ops.append(_Operators(place, Lists.of(self._one_needs), Lists.of(self._one_adds), *rest))
        met_at = np.concatenate((*self._met_at, np.array(self._one_met_at, np.int32)))
        met = np.concatenate((*self._met, np.array(self._one_met, np.int32)))
        always = np.array([size, *self._none], np.int32)
        met = np.concatenate((always, met[np.argsort(met_at, kind="stable")]))
        del met_at
        checkpoint(_DOING)
        first_met = np.full(self._others, len(met), np.int32)
        # Of several, what is written last stays.
        first_met[met[::-1]] = np.arange(len(met) - 1, -1, -1, dtype=np.int32)
        known = np.flatnonzero(first_met < len(met))
        known = known[np.argsort(first_met[known])]
        del met
        fact_of = np.full(self._others, -1, np.int32)
        fact_of[known] = np.arange(len(known))
        checkpoint(_DOING)
        place = np.concatenate([one.place for one in self._ops])
        order = np.argsort(place, kind="stable")
        needs, adds = (
            Lists.stacked(several).take(order)
            for several in ([one.needs for one in self._ops], [one.adds for one in self._ops])
        )
        needs, adds = (Lists(one.at, fact_of[one.items]).ascending() for one in (needs, adds))
        empty = np.flatnonzero(needs.counts == 0)
        needs = needs.joined(Lists.by_owner(len(needs), empty, np.zeros(len(empty))))
        columns = zip(*((one.cost, one.action, one.first, one.second) for one in self._ops), strict=True)
        cost, action, first, second = (np.concatenate(one)[order] for one in columns)
        checkpoint(_DOING)
        users, makers = needs.owned_by(len(known)), adds.owned_by(len(known))
        literal = np.flatnonzero(fact_of[:size] >= 0)
        literal = np.concatenate((literal[literal & 1 == 1], literal[literal & 1 == 0]))
        fact, want, bit = fact_of[literal], literal & 1 == 0, literal >> 1
        # What no operator adds, and was not so at first, is so in few nodes, but often very many operators need it: the
        # hand holds one of the things that do not matter, and that can be put anywhere. Only there are they looked at.
        lost = np.zeros(len(known), np.bool_)
        if initial >= 0:
            now = flags_of(initial, 0, size >> 1)[::2][bit]
            lost[fact] = (makers.counts[fact] == 0) & (now != want)
        waiting = needs.only(lost[needs.items])
        ever = users.only((waiting.counts == 0)[users.items]) if waiting.items.size else users
        pairs = fact_of[self._pairs : self._pairs + self._shape[0] * self._shape[1]].reshape(self._shape)
        none = int(fact_of[self._none[0]]), int(fact_of[self._none[1]])
        return Parts(
            len(known), int(fact_of[self._goal]), none, needs, adds, cost, action, first, second, users, ever, makers,
            lost, waiting, want, bit, fact, pairs,
        )  # fmt: skip


def _first(chosen: Lists, value: NDArray[np.int64]) -> NDArray[np.int64]:
    """The value of the first item of each list; 0 for none."""
    found = np.zeros(len(chosen), np.int64)
    some = np.flatnonzero(chosen.counts)
    found[some] = value[chosen.items[chosen.at[some]]]
    return found


def _moves(action: GroundAction, group: MutexGroup, numbers: Mapping[int, int]) -> list[tuple[int, int]]:
    """What an action makes of each value of a group that it may meet: pairs (before, after)."""
    need = action.precondition if isinstance(action.precondition, Conj) else Conj(0, 0)
    required = literals_of(need.pos & group.pos, need.neg & group.neg)
    forbidden = set(literals_of(need.neg & group.pos, 0)) | set(literals_of(0, need.pos & group.neg))
    values = [numbers[one] for one in required[:1]] or [
        *(number for one, number in numbers.items() if one not in forbidden),
        0,
    ]
    made = literals_of(action.add & group.pos, action.delete & group.neg)
    unmade = {numbers[one] for one in literals_of(action.delete & group.pos, action.add & group.neg)}
    if made:
        return [(value, numbers[made[0]]) for value in values]
    return [(value, 0 if value in unmade else value) for value in values]
