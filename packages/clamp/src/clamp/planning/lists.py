"""Many short lists of whole numbers, one after the other in one array: what is said of all of them is said at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]
Flags = NDArray[np.bool_]


class Lists:
    """List number i is ``items[at[i]:at[i + 1]]``.

    Attributes:
        at: Where each list begins, and the end of the last, shape (lists + 1,), int64.
        items: Shape (items,), int32.
    """

    __slots__ = ("at", "items")

    def __init__(self, at: Numbers, items: NDArray[Any]) -> None:
        self.at = at
        self.items: NDArray[np.int32] = items.astype(np.int32, copy=False)

    @classmethod
    def of(cls, lists: Iterable[Sequence[int]]) -> Lists:
        """Some lists."""
        listed = list(lists)
        counts = np.fromiter(map(len, listed), np.int64, len(listed))
        at = _ends(counts)
        return cls(at, np.fromiter(chain.from_iterable(listed), np.int32, int(at[-1])))

    @classmethod
    def by_owner(cls, count: int, owners: NDArray[Any], items: NDArray[Any]) -> Lists:
        """So many lists; each item goes to its owner's, in the order in which they are given."""
        order = np.argsort(owners, kind="stable")
        return cls(_ends(np.bincount(owners, minlength=count)), items[order])

    @classmethod
    def stacked(cls, several: Sequence[Lists]) -> Lists:
        """The lists of the first, then those of the second, and so on."""
        counts = np.concatenate([np.zeros(0, np.int64), *(one.counts for one in several)])
        return cls(_ends(counts), np.concatenate([np.zeros(0, np.int32), *(one.items for one in several)]))

    def __len__(self) -> int:
        return len(self.at) - 1

    def __getitem__(self, number: int) -> NDArray[np.int32]:
        return self.items[self.at[number] : self.at[number + 1]]

    @property
    def counts(self) -> Numbers:
        """The length of each list."""
        return np.diff(self.at)

    @property
    def owners(self) -> Numbers:
        """For each item, the number of its list."""
        return np.repeat(np.arange(len(self)), self.counts)

    def take(self, numbers: NDArray[Any]) -> Lists:
        """The lists of these numbers."""
        first, counts = self.at[numbers], self.at[np.asarray(numbers) + 1] - self.at[numbers]
        at = _ends(counts)
        return Lists(at, self.items[np.repeat(first - at[:-1], counts) + np.arange(at[-1])])

    def only(self, keep: Flags) -> Lists:
        """The lists without the items that are not flagged."""
        return Lists(np.concatenate(([0], np.cumsum(keep)))[self.at], self.items[keep])

    def flagged(self, flags: Flags) -> Numbers:
        """How many items of each list are flagged."""
        sums = np.concatenate(([0], np.cumsum(flags)))[self.at]
        return np.diff(sums)

    def owned_by(self, count: int) -> Lists:
        """For each number below `count`, the numbers of the lists that have it as an item, ascending."""
        return Lists.by_owner(count, self.items, self.owners)

    def joined(self, other: Lists) -> Lists:
        """Each list with the other's of the same number after it."""
        owners = np.concatenate((self.owners, other.owners))
        return Lists.by_owner(len(self), owners, np.concatenate((self.items, other.items)))

    def ascending(self) -> Lists:
        """Each list sorted, every number once."""
        span = int(self.items.max(initial=0)) + 1
        keys = np.sort(self.owners * span + self.items)
        keys = keys[np.concatenate((np.ones(min(1, len(keys)), np.bool_), keys[1:] != keys[:-1]))]
        owners, items = np.divmod(keys, span)
        return Lists(_ends(np.bincount(owners, minlength=len(self))), items)

    def alike(self) -> Numbers:
        """A number for each list, the same for equal lists."""
        number, counts = self.counts, self.counts
        span, given, column = int(self.items.max(initial=0)) + 1, int(number.max(initial=0)) + 1, 0
        while (left := np.flatnonzero(counts > column)).size:
            keys = number[left] * span + self.items[self.at[left] + column]
            different, inverse = np.unique(keys, return_inverse=True)
            number[left] = given + inverse
            given, column = given + len(different), column + 1
        return number

    def lists(self) -> list[list[int]]:
        """The same as lists of Python's."""
        items, at = self.items.tolist(), self.at.tolist()
        return [items[begin:end] for begin, end in pairwise(at)]


def _ends(counts: NDArray[Any]) -> Numbers:
    at = np.zeros(len(counts) + 1, np.int64)
    np.cumsum(counts, out=at[1:])
    return at
