"""Ground actions over bits: many of them as arrays of literals, from which one is made when it is asked for.

A literal is a number: twice that of its bit, and one more if the bit is not to be set. So what many actions need and
do takes a few numbers each, however many bits there are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from clamp.planning.conditions import Condition, Conj, bits, holds, literals
from clamp.planning.lists import Flags, Lists, distinct
from clamp.planning.search.limits import checkpoint, paced

_MEMO_LIMIT = 4096
_MOST_REMEMBERED = 1 << 28
"""So many bits are spent on remembering what actions do."""


@dataclass(slots=True)
class GroundAction:
    """An action over bits.

    Attributes:
        add, delete: Effects that always happen; `delete` has no bit of `add`.
        conditional: Triples (condition, add, delete) of the effects that depend on the state.
        observed: The bits that those conditions read.
    """

    index: int
    precondition: Condition
    add: int
    delete: int
    conditional: tuple[tuple[Condition, int, int], ...] = ()
    observed: int = 0
    _effects: dict[int, tuple[int, int]] = field(default_factory=dict[int, tuple[int, int]])

    def avoids(self) -> int:
        """The bits that its conditions want clear."""
        mask = literals(self.precondition)[1]
        for condition, _, _ in self.conditional:
            mask |= literals(condition)[1]
        return mask

    def may_delete(self) -> int:
        """The bits that some effect clears."""
        mask = self.delete
        for _, _, more in self.conditional:
            mask |= more
        return mask

    def never_changes(self) -> bool:
        """Whether its conditions say that its effects hold already, so that it leaves every state as it is."""
        before = _known(self.precondition)
        for condition, add, delete in ((True, self.add, self.delete), *self.conditional):
            here = _known(condition)
            true, false = before[0] | here[0], before[1] | here[1]
            if not true & false and (add & ~true or delete & ~self.add & ~false):
                return False
        return True

    def apply(self, state: int) -> int:
        """The state after the action; conditions read the old state, deletes come before adds."""
        if not self.conditional:
            return state & ~self.delete | self.add
        seen = state & self.observed
        effect = self._effects.get(seen)
        if effect is None:
            add, delete = self.add, self.delete
            for condition, more_add, more_delete in self.conditional:
                if holds(condition, seen):
                    add |= more_add
                    delete |= more_delete
            if len(self._effects) >= _MEMO_LIMIT:
                self._effects.clear()
            effect = self._effects[seen] = (add, delete)
        return state & ~effect[1] | effect[0]


def _known(condition: Condition) -> tuple[int, int]:
    """Bits that are surely set, and surely clear, where a condition holds."""
    return (condition.pos, condition.neg) if isinstance(condition, Conj) else (0, 0)


def is_plain(action: GroundAction) -> bool:
    """Whether an action needs literals, all of them, and does the same wherever it is done."""
    need = action.precondition
    return not action.conditional and (need is True or (isinstance(need, Conj) and not need.parts))


def literals_of(pos: int, neg: int) -> list[int]:
    """The literals of two masks: the bits to be set, ascending, and then those that are not to be."""
    return [*(2 * bit for bit in bits(pos)), *(2 * bit + 1 for bit in bits(neg))]


def masks_of(listed: NDArray[Any]) -> tuple[int, int]:
    """The two masks of some literals, each of which is there once."""
    if len(listed) < 16:
        masks = [0, 0]
        for one in listed.tolist():
            masks[one & 1] |= 1 << (one >> 1)
        return masks[0], masks[1]
    return mask_of(listed[listed & 1 == 0] >> 1), mask_of(listed[listed & 1 == 1] >> 1)


def mask_of(listed: NDArray[Any]) -> int:
    """The mask of some bits."""
    if len(listed) < 16:
        mask = 0
        for bit in listed.tolist():
            mask |= 1 << bit
        return mask
    flags = np.zeros(int(listed.max()) + 1, np.bool_)
    flags[listed] = True
    return int.from_bytes(np.packbits(flags, bitorder="little").tobytes(), "little")


class ActionTable(Sequence[GroundAction]):
    """Ground actions by ascending index.

    Attributes:
        indices: The index of each, shape (n,).
        needs: The literals that its precondition has at its top, as `literals_of` orders them.
        effects: The literals that it makes true wherever it is done, likewise.
        odd: By place, those of which that is not all: conditions have parts, or effects depend on the state.
        width: So many bits are spoken of here.
    """

    def __init__(
        self, indices: NDArray[Any], needs: Lists, effects: Lists, odd: Mapping[int, GroundAction], width: int
    ) -> None:
        self.indices: NDArray[np.int64] = indices.astype(np.int64, copy=False)
        self.needs, self.effects, self.odd, self.width = needs, effects, odd, width

    @classmethod
    def of(cls, actions: Sequence[GroundAction]) -> ActionTable:
        """Some actions, by ascending index."""
        if isinstance(actions, ActionTable):
            return actions
        needs, effects = list[list[int]](), list[list[int]]()
        odd: dict[int, GroundAction] = {}
        width = 0
        for place, action in enumerate(paced(actions, "laying out the actions")):
            needs.append(literals_of(*_known(action.precondition)))
            effects.append(literals_of(action.add, action.delete))
            if not is_plain(action):
                odd[place] = action
                for condition, adds, deletes in ((action.precondition, 0, 0), *action.conditional):
                    pos, neg = literals(condition)
                    width = max(width, (pos | neg | adds | deletes).bit_length())
        tables = Lists.of(needs), Lists.of(effects)
        width = max(width, *(1 + (int(one.items.max(initial=-1)) >> 1) for one in tables))
        return cls(np.array([action.index for action in actions], np.int64), *tables, odd, width)

    @classmethod
    def stacked(cls, tables: Sequence[ActionTable]) -> ActionTable:
        """The actions of the first, then those of the second, and so on, numbered anew."""
        odd: dict[int, GroundAction] = {}
        count = 0
        for table in tables:
            for place, action in table.odd.items():
                action.index = count + place
                odd[count + place] = action
            count += len(table)
        needs, effects = [one.needs for one in tables], [one.effects for one in tables]
        width = max((one.width for one in tables), default=0)
        return cls(np.arange(count), Lists.stacked(needs), Lists.stacked(effects), odd, width)

    def __len__(self) -> int:
        return len(self.indices)

    @overload
    def __getitem__(self, place: int, /) -> GroundAction: ...

    @overload
    def __getitem__(self, place: slice, /) -> ActionTable: ...

    def __getitem__(self, place: int | slice, /) -> GroundAction | ActionTable:
        if isinstance(place, slice):
            return self.take(np.arange(len(self))[place])
        place = range(len(self))[place]
        odd = self.odd.get(place)
        if odd is not None:
            return odd
        pos, neg = masks_of(self.needs[place])
        need = Conj(pos, neg) if pos or neg else True
        return GroundAction(int(self.indices[place]), need, *masks_of(self.effects[place]))

    def __iter__(self) -> Iterator[GroundAction]:
        return (self[place] for place in range(len(self)))

    def take(self, places: NDArray[Any]) -> ActionTable:
        """Those in some places, given in ascending order."""
        if len(places) == len(self):
            return self
        odd = self.odd
        if odd:
            now = {before: place for place, before in enumerate(places.tolist()) if before in odd}
            odd = {place: self.odd[before] for before, place in now.items()}
        return ActionTable(
            self.indices[places], self.needs.take(places), self.effects.take(places), odd, self.width
        )

    def without(self, places: NDArray[Any]) -> ActionTable:
        """All but those in some places."""
        keep = np.ones(len(self), np.bool_)
        keep[places] = False
        return self.take(np.flatnonzero(keep))

    @property
    def plain(self) -> Flags:
        """Which are not `odd`, shape (n,)."""
        flags = np.ones(len(self), np.bool_)
        flags[list(self.odd)] = False
        return flags

    def all_effects(self) -> Lists:
        """The literals that each may make true."""
        if not self.odd:
            return self.effects
        owners, items = list[int](), list[int]()
        for place, action in self.odd.items():
            checkpoint("laying out the actions")
            adds = deletes = 0
            for _, more_adds, more_deletes in action.conditional:
                adds, deletes = adds | more_adds, deletes | more_deletes
            more = literals_of(adds, deletes)
            owners += [place] * len(more)
            items += more
        return self.effects.joined(
            Lists.by_owner(len(self), np.array(owners, np.int64), np.array(items, np.int64))
        )

    def avoided(self) -> int:
        """The bits that some condition wants clear."""
        mask = mask_of(distinct(_bits_not_set(self.needs)))
        for action in self.odd.values():
            mask |= action.avoids()
        return mask

    def deleted(self) -> int:
        """The bits that some effect clears."""
        mask = mask_of(distinct(_bits_not_set(self.effects)))
        for action in self.odd.values():
            mask |= action.may_delete()
        return mask

    def unsure(self) -> int:
        """The bits that some effect changes in some states only."""
        mask = 0
        for action in paced(self.odd.values(), "laying out the actions"):
            for _, adds, deletes in action.conditional:
                mask |= adds | deletes
        return mask


class Effects(dict[int, tuple[int, int] | None]):
    """By place, what actions add and delete, as masks; ``None`` where that depends on the state.

    A dictionary, because every boundary asks for many; they are made when they are first asked for.
    """

    def __init__(self, actions: ActionTable) -> None:
        super().__init__()
        self._actions = actions
        self._most = _MOST_REMEMBERED // max(1, actions.width)

    def __reduce__(self) -> tuple[type[Effects], tuple[ActionTable]]:
        return Effects, (self._actions,)

    def __missing__(self, place: int) -> tuple[int, int] | None:
        if len(self) > self._most:
            self.clear()
        if place in self._actions.odd and self._actions.odd[place].conditional:
            return None
        self[place] = found = masks_of(self._actions.effects[place])
        return found


def _bits_not_set(literals: Lists) -> NDArray[Any]:
    return literals.items[literals.items & 1 == 1] >> 1


def flags_of(pos: int, neg: int, width: int) -> Flags:
    """Literals of so many bits, flagged."""
    flags = np.zeros(2 * max(width, pos.bit_length(), neg.bit_length()), np.bool_)
    flags[literals_of(pos, neg)] = True
    return flags
