"""Which of many ground actions apply in a bit-set state: a few NumPy gathers for all of them at once.

Every literal and every gate of every precondition has a place in one boolean vector, and an action is the
set of places that must all be true. Gates (disjunctions, and conjunctions below them) are filled in level by
level; then one column of literals after the other narrows the actions down.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from clamp.planning.actions import ActionTable, GroundAction
from clamp.planning.conditions import Condition, Conj, Disj, bits
from clamp.planning.lists import Lists
from clamp.planning.search.limits import checkpoint

LONG = 64
"""A precondition with more literals is a gate, so that one long one does not widen the table of all."""

_DOING = "laying out the preconditions"


@dataclass(frozen=True, slots=True)
class _Layer:
    """Gates of one level and one kind: `out[i] = op.reduceat(values[inputs], starts)[i]`."""

    conjunctive: bool
    first: int
    last: int
    inputs: NDArray[np.int64]
    starts: NDArray[np.int64]


class ApplicabilityTable:
    """The preconditions of a list of actions, laid out for one state at a time.

    Args:
        actions: Ground actions by ascending index.
        width: The number of bits that a state may have set; bits beyond are ignored.
        likely: A state whose literals are tested last, because most actions share them.
    """

    def __init__(self, actions: Sequence[GroundAction], width: int, likely: int = 0):
        width = max(width, 1)
        self._width = width
        self._mask = (1 << width) - 1
        self._true = 2 * width
        self._gates: dict[Condition, int] = {}
        levels: list[tuple[int, Condition]] = []
        table = ActionTable.of(actions)
        plain = table.plain
        plain[table.needs.counts > LONG] = False
        chosen = np.flatnonzero(~plain).tolist()
        needed: list[list[int]] = []
        for row in chosen:
            checkpoint(_DOING)
            condition = table[row].precondition
            places = self._inputs(condition, levels)
            if len(places) > LONG and not isinstance(condition, bool):
                places = [self._gate(condition, levels)]
            needed.append(places)
        self._layers = self._schedule(levels)
        self._size = 2 * width + 1 + len(self._gates)
        self._index = table.indices
        literals = table.needs.only(plain[table.needs.owners])
        literals = Lists(literals.at, (literals.items >> 1) + width * (literals.items & 1))
        others = Lists.of([[self._place.get(place, place) for place in places] for places in needed])
        others = Lists.by_owner(len(table), np.array(chosen, np.int64)[others.owners], others.items)
        self._columns = self._lay_out(literals.joined(others), self.values(likely))

    def _inputs(self, condition: Condition, levels: list[tuple[int, Condition]]) -> list[int]:
        """Places that must all be true for a condition."""
        if isinstance(condition, bool):
            assert condition, "statically impossible actions are left out before"
            return []
        if isinstance(condition, Disj):
            return [self._gate(condition, levels)]
        return [
            *bits(condition.pos),
            *(self._width + bit for bit in bits(condition.neg)),
            *(self._gate(part, levels) for part in condition.parts),
        ]

    def _gate(self, condition: Conj | Disj, levels: list[tuple[int, Condition]]) -> int:
        """A provisional name (negative) of a gate; children come before their parents in `levels`."""
        if condition not in self._gates:
            level = 0
            for part in condition.parts:
                level = max(level, 1 + levels[-1 - self._gate(part, levels)][0])
            self._gates[condition] = -1 - len(levels)
            levels.append((level, condition))
        return self._gates[condition]

    def _schedule(self, levels: list[tuple[int, Condition]]) -> list[_Layer]:
        """Give the gates their places, and group those that can be computed together."""
        kinds = sorted({(level, isinstance(condition, Conj)) for level, condition in levels})
        self._place: dict[int, int] = {}
        layers: list[_Layer] = []
        position = self._true + 1
        for level, conjunctive in kinds:
            first, inputs, starts = position, list[int](), list[int]()
            checkpoint(_DOING)
            for number, (at, condition) in enumerate(levels):
                if at == level and isinstance(condition, Conj) == conjunctive:
                    assert not isinstance(condition, bool)
                    self._place[-1 - number] = position
                    position += 1
                    starts.append(len(inputs))
                    inputs += bits(condition.pos)
                    inputs += (self._width + bit for bit in bits(condition.neg))
                    inputs += (self._place[self._gates[part]] for part in condition.parts)
            layers.append(
                _Layer(conjunctive, first, position, np.array(inputs, np.int64), np.array(starts, np.int64))
            )
        return layers

    def _lay_out(self, needed: Lists, likely: NDArray[np.bool_]) -> list[NDArray[np.int64]]:
        """One column of places for the first literal of each action, one for the second, and so on."""
        checkpoint(_DOING)
        common = np.bincount(needed.items, minlength=self._size)
        rank = likely * (len(needed.items) + 1) + common
        order = np.lexsort((rank[needed.items], needed.owners))
        table = np.full((max(int(needed.counts.max(initial=0)), 1), len(needed)), self._true, dtype=np.int64)
        column = np.arange(len(needed.items)) - np.repeat(needed.at[:-1], needed.counts)
        table[column, needed.owners] = needed.items[order]
        return list(table)

    def values(self, state: int) -> NDArray[np.bool_]:
        """The truth of every literal and gate in a state, shape (2 × width + 1 + gates,)."""
        width = self._width
        values = np.empty(self._size, dtype=np.bool_)
        packed = np.frombuffer((state & self._mask).to_bytes((width + 7) // 8, "little"), dtype=np.uint8)
        values[:width] = np.unpackbits(packed, count=width, bitorder="little")
        np.logical_not(values[:width], out=values[width : 2 * width])
        values[self._true] = True
        for layer in self._layers:
            reduce = np.logical_and if layer.conjunctive else np.logical_or
            values[layer.first : layer.last] = reduce.reduceat(values.take(layer.inputs), layer.starts)
        return values

    def applicable(self, state: int) -> list[int]:
        """Ascending indices of the actions that apply in a state."""
        if not self._index.size:
            return []
        values = self.values(state)
        rows = np.flatnonzero(values.take(self._columns[0]))
        for column in self._columns[1:]:
            rows = rows[values.take(column.take(rows))]
        return self._index.take(rows).tolist()
