"""Many short lists of whole numbers, one after the other in one array: what is said of all of them is said at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
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
        return cls(_ends(np.bincount(owners, minlength=count)), items[np.argsort(owners, kind="stable")])

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
        first = self.at[numbers]
        counts = self.at[np.asarray(numbers) + 1] - first
        at = _ends(counts)
        items = np.empty(int(at[-1]), np.int32)
        for begin, end in _spans(at):
            shift = np.repeat(first[begin:end] - at[begin:end], counts[begin:end])
            items[at[begin] : at[end]] = self.items[shift + np.arange(at[begin], at[end])]
        return Lists(at, items)

    def only(self, keep: Flags) -> Lists:
        """The lists without the items that are not flagged."""
        return Lists(_sums(keep)[self.at].astype(np.int64), self.items[keep])

    def flagged(self, flags: Flags) -> Numbers:
        """How many items of each list are flagged."""
        return np.diff(_sums(flags)[self.at]).astype(np.int64)

    def owned_by(self, count: int) -> Lists:
        """For each number below `count`, the numbers of the lists that have it as an item, ascending."""
        return Lists.by_owner(count, self.items, np.repeat(np.arange(len(self), dtype=np.int32), self.counts))

    def joined(self, other: Lists) -> Lists:
        """Each list with the other's of the same number after it."""
        items = np.empty(len(self.items) + len(other.items), np.int32)
        items[np.repeat(other.at[:-1], self.counts) + np.arange(len(self.items))] = self.items
        items[np.repeat(self.at[1:], other.counts) + np.arange(len(other.items))] = other.items
        return Lists(self.at + other.at, items)

    def ascending(self) -> Lists:
        """Each list sorted, every number once."""
        span = int(self.items.max(initial=0)) + 1
        counts, sorted_ = np.zeros(len(self), np.int64), [np.zeros(0, np.int32)]
        for begin, end in _spans(self.at):
            owners = np.repeat(np.arange(end - begin), np.diff(self.at[begin : end + 1]))
            owners, items = np.divmod(
                distinct(owners * span + self.items[self.at[begin] : self.at[end]]), span
            )
            counts[begin:end] = np.bincount(owners, minlength=end - begin)
            sorted_.append(items.astype(np.int32))
        return Lists(_ends(counts), np.concatenate(sorted_))

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


_SPAN = 1 << 17
"""So many items are worked on at a time, where each takes much room while it is."""


def _spans(at: Numbers) -> Iterator[tuple[int, int]]:
    """Ranges of lists, each of not too many items."""
    begin, count = 0, len(at) - 1
    while begin < count:
        end = max(begin + 1, int(np.searchsorted(at, at[begin] + _SPAN, "right")) - 1)
        yield begin, end
        begin = end


def _sums(flags: Flags) -> NDArray[np.int32]:
    """How many come before each, and in all."""
    sums = np.zeros(len(flags) + 1, np.int32)
    np.cumsum(flags, out=sums[1:], dtype=np.int32)
    return sums


def distinct(numbers: NDArray[Any]) -> NDArray[Any]:
    """The numbers, ascending, each once; faster than by hashing, as NumPy finds them."""
    ordered = np.sort(numbers)
    return ordered[np.concatenate((np.ones(min(1, len(ordered)), np.bool_), ordered[1:] != ordered[:-1]))]


def among(numbers: NDArray[Any], ascending: NDArray[Any]) -> Flags:
    """Which of some numbers are among others, which ascend."""
    if not len(ascending):
        return np.zeros(len(numbers), np.bool_)
    places = np.minimum(np.searchsorted(ascending, numbers), len(ascending) - 1)
    return ascending[places] == numbers


def _ends(counts: NDArray[Any]) -> Numbers:
    at = np.zeros(len(counts) + 1, np.int64)
    np.cumsum(counts, out=at[1:])
    return at
