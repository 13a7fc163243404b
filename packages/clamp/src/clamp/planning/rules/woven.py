"""Actions that also move the automata of rules: what each does to them is built into what it needs and does.

Decides which actions an automaton cannot tell apart: what such do to it is worked out once, however many they are.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from clamp.planning.actions import ActionTable, GroundAction, literals_of
from clamp.planning.conditions import Condition, Conj, bits, conjunction, literals
from clamp.planning.lists import Flags, Lists, Numbers, among
from clamp.planning.search.limits import checkpoint

_DOING = "building the rules into the actions"


class Moves(NamedTuple):
    """What an action does to an automaton.

    Attributes:
        need: The action breaks no rule for good iff this holds before.
        add, delete, conditional: As of `GroundAction`.
    """

    need: Condition
    add: int
    delete: int
    conditional: tuple[tuple[Condition, int, int], ...]

    @property
    def plain(self) -> bool:
        """Whether it is the same wherever the action is done, and needs literals, all of them."""
        return not self.conditional and (
            self.need is True or (isinstance(self.need, Conj) and not self.need.parts)
        )


class Code(Protocol):
    """The automaton of a part of a rule, as atoms.

    Attributes:
        propositions: The bits of facts that it reads, and numbers of events: ``-1 - number``.
        settled: An action that changes none of the facts and is no event leaves the state as it is.
    """

    propositions: Sequence[int]
    settled: bool

    def moved_by(self, action: GroundAction, events: int) -> Moves:
        """What an action with some events does to it."""
        ...


class Woven:
    """Actions, and what the automata read of each.

    Args:
        events: For each event, the indices of the actions that make it true.
        happens: For each action, by index, its events as a bit set.
    """

    def __init__(
        self,
        actions: ActionTable,
        codes: Sequence[Code],
        events: Sequence[Collection[int]],
        happens: Sequence[int],
    ) -> None:
        self.actions, self.happens = actions, happens
        read = {number for code in codes for number in code.propositions}
        facts = np.array(sorted(number for number in read if number >= 0), np.int64)
        # Where each proposition is made true (1) or false (2), by place.
        self._changes: dict[int, tuple[Numbers, Numbers]] = {}
        items = actions.effects.items.astype(np.int64)
        seen = np.flatnonzero(among(items >> 1, facts))
        seen = seen[np.argsort(items[seen] >> 1, kind="stable")]
        owners, changed = actions.effects.owners[seen], items[seen]
        ends = np.searchsorted(changed >> 1, facts, "right")
        for fact, begin, end in zip(facts.tolist(), [0, *ends.tolist()], ends.tolist(), strict=False):
            self._changes[fact] = owners[begin:end], 1 + (changed[begin:end] & 1)
        for number in read:
            if number < 0:
                places = self._places(events[-1 - number])
                self._changes[number] = places, np.ones(len(places), np.int64)
        self._sometimes: dict[int, list[int]] = {}
        wanted = sum(1 << fact for fact in facts.tolist())
        for place, action in actions.odd.items():
            mask = 0
            for _, adds, deletes in action.conditional:
                mask |= adds | deletes
            for bit in bits(mask & wanted):
                self._sometimes.setdefault(bit, []).append(place)

    def _places(self, indices: Collection[int]) -> Numbers:
        given = np.sort(np.fromiter(indices, np.int64, len(indices)))
        return np.flatnonzero(among(self.actions.indices, given))

    def alike(self, code: Code) -> Iterator[Numbers]:
        """Places of actions that an automaton cannot tell apart; without those that leave it as it is."""
        several = [self._changes[number] for number in code.propositions]
        none = np.zeros(0, np.int64)
        owners = np.concatenate([none, *(places for places, _ in several)])
        values = np.concatenate([none, *(3 * number + how for number, (_, how) in enumerate(several))])
        alone = {place for number in code.propositions for place in self._sometimes.get(number, ())}
        rest: Flags | None = None if code.settled else np.ones(len(self.actions), np.bool_)
        if rest is not None:
            rest[owners] = False
            rest[list(alone)] = False
        yield from (np.array([place]) for place in sorted(alone))
        if alone:
            together = ~np.isin(owners, list(alone))
            owners, values = owners[together], values[together]
        order = np.lexsort((values, owners))
        places, owner = np.unique(owners[order], return_inverse=True)
        kind = Lists.by_owner(len(places), owner, values[order]).alike()
        by_kind = np.argsort(kind, kind="stable")
        cuts = np.flatnonzero(np.diff(kind[by_kind])) + 1
        yield from (one for one in np.split(places[by_kind], cuts) if len(one))
        if rest is not None and rest.any():
            yield np.flatnonzero(rest)

    def moved(self, code: Code) -> Iterator[tuple[Numbers, Moves]]:
        """The places of `alike`, and what the actions there do."""
        for places in self.alike(code):
            checkpoint(_DOING)
            first = self.actions[int(places[0])]
            yield places, code.moved_by(first, self.happens[first.index])

    def with_rules(self, codes: Sequence[Code]) -> ActionTable:
        """The actions that also move some automata, without those that break a rule wherever they apply."""
        actions = self.actions
        broken = np.zeros(len(actions), np.bool_)
        plain = actions.plain
        pieces: list[tuple[Numbers, Moves]] = []
        of_odd: dict[int, list[Moves]] = {}
        for code in codes:
            for places, moves in self.moved(code):
                if moves.need is False:
                    broken[places] = True
                    continue
                pieces.append((places, moves))
                if not moves.plain:
                    plain[places] = False
        odd = ~plain & ~broken
        for places, moves in pieces:
            for place in places[odd[places]].tolist():
                of_odd.setdefault(place, []).append(moves)
        needs, effects = _Growing(len(actions)), _Growing(len(actions))
        for places, moves in pieces:
            if moves.plain:
                need = moves.need
                needs.add(places, literals_of(need.pos, need.neg) if isinstance(need, Conj) else [])
                effects.add(places, literals_of(moves.add, moves.delete))
        joined = actions.needs.joined(needs.lists()).ascending()
        kept = np.flatnonzero(plain & ~broken & ~_contradictory(joined))
        whole = _table(actions.indices, _ordered(joined), _ordered(actions.effects.joined(effects.lists())))
        made = (self._odd(actions[place], of_odd.get(place, ())) for place in np.flatnonzero(odd).tolist())
        return _merged(whole.take(kept), ActionTable.of([one for one in made if one is not None]))

    @staticmethod
    def _odd(action: GroundAction, several: Sequence[Moves]) -> GroundAction | None:
        """The action that also makes some moves; ``None`` if it breaks a rule wherever it applies."""
        checkpoint(_DOING)
        precondition = conjunction([action.precondition, *(moves.need for moves in several)])
        if precondition is False:
            return None
        add, delete, conditional = action.add, action.delete, list(action.conditional)
        for moves in several:
            add, delete = add | moves.add, delete | moves.delete
            conditional += moves.conditional
        observed = 0
        for condition, _, _ in conditional:
            pos, neg = literals(condition)
            observed |= pos | neg
        return GroundAction(action.index, precondition, add, delete, tuple(conditional), observed)


class _Growing:
    """Lists to which the same items are added at many places at once."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._owners: list[NDArray[np.int32]] = [np.zeros(0, np.int32)]
        self._items: list[NDArray[np.int32]] = [np.zeros(0, np.int32)]

    def add(self, places: Numbers, items: Sequence[int]) -> None:
        for item in items:
            self._owners.append(places.astype(np.int32))
            self._items.append(np.full(len(places), item, np.int32))

    def lists(self) -> Lists:
        return Lists.by_owner(self._count, np.concatenate(self._owners), np.concatenate(self._items))


def _contradictory(needs: Lists) -> Flags:
    """Which lists of literals, each ascending, have one and its opposite."""
    items, owners = needs.items, needs.owners
    both = (items[:-1] ^ 1 == items[1:]) & (owners[:-1] == owners[1:])
    flags = np.zeros(len(needs), np.bool_)
    flags[owners[:-1][both]] = True
    return flags


def _ordered(lists: Lists) -> Lists:
    """Lists of literals in the order of `literals_of`."""
    span = 1 + (int(lists.items.max(initial=0)) >> 1)
    sorted_ = Lists(lists.at, (lists.items & 1) * span + (lists.items >> 1)).ascending()
    sign, bit = np.divmod(sorted_.items, span)
    return Lists(sorted_.at, 2 * bit + sign)


def _table(indices: Numbers, needs: Lists, effects: Lists) -> ActionTable:
    width = max(1 + (int(one.items.max(initial=-1)) >> 1) for one in (needs, effects))
    return ActionTable(indices, needs, effects, {}, width)


def _merged(one: ActionTable, other: ActionTable) -> ActionTable:
    """The actions of two tables, by ascending index; the first has none that is odd."""
    if not len(other):
        return one
    indices = np.concatenate((one.indices, other.indices))
    order = np.argsort(indices, kind="stable")
    place = np.empty(len(order), np.int64)
    place[order] = np.arange(len(order))
    odd = {int(place[len(one) + at]): action for at, action in other.odd.items()}
    needs, effects = (
        Lists.stacked(pair).take(order) for pair in ((one.needs, other.needs), (one.effects, other.effects))
    )
    return ActionTable(indices[order], needs, effects, odd, max(one.width, other.width))


def idle(actions: ActionTable, kept: NDArray[np.int64]) -> Numbers:
    """Places of the actions that are not kept, given by index, and of those that need what only such bring about."""
    left_out = ~among(actions.indices, np.sort(kept))

    def made(by: Callable[[Flags], Flags]) -> NDArray[np.int32]:
        owners, items = actions.effects.owners, actions.effects.items
        return np.unique(items[by(left_out)[owners] & (items & 1 == 0)])

    only = np.setdiff1d(made(lambda flags: flags), made(lambda flags: ~flags))
    needing = actions.needs.flagged(among(actions.needs.items, only)) > 0
    return np.flatnonzero(left_out | needing)
