"""The smallest core: of rules that cannot be kept together, as few as possible that cannot.

Decides which sets of rules are asked about. Each set that can be kept tells of all cores that they have a rule outside
of it, so that the next set to ask about is a smallest one with a rule outside of each that is known: the first of these
that cannot be kept is a smallest core. Hides the search for such sets.

Source: Ignatiev, Previti, Liffiton and Marques-Silva (2015), smallest unsatisfiable subsets by hitting sets.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Literal, NamedTuple, TypeAlias

Rules: TypeAlias = frozenset[int]
Kept: TypeAlias = "Rules | Literal[False] | None"
"""Rules that can be kept together; false: there is no such set; ``None``: not known."""

_MOST_OPEN = 20
"""So many sets of which it is not known whether they can be kept are passed over."""
_MOST_LOOKED_AT = 200_000
"""Steps in the search for the next set to ask about."""


class Core(NamedTuple):
    """Rules that cannot be kept together.

    Attributes:
        smallest: No fewer rules are in conflict; otherwise that was not found out.
    """

    rules: Rules
    smallest: bool


def smallest_core(count: int, keeps: Callable[[Rules], Kept]) -> Core | None:
    """The first of the smallest cores, in the order of their rules; ``None`` if none was found.

    Args:
        count: How many rules there are.
        keeps: Whether some rules can be kept together, and if so, which can be, these among them.
    """
    every = frozenset(range(count))
    outside: list[Rules] = []
    open_: set[Rules] = set()
    while len(open_) <= _MOST_OPEN:
        chosen = _Hitting(count, outside, open_).first()
        if chosen is None:
            return None
        kept = keeps(chosen)
        if kept is False:
            return Core(chosen, all(len(one) >= len(chosen) for one in open_))
        if kept is None:
            open_.add(chosen)
            continue
        for rule in sorted(every - kept):
            if rule not in kept:
                kept = keeps(kept | {rule}) or kept
        if kept == every:
            return None
        outside.append(every - kept)
    return None


def minimal_core(count: int, keeps: Callable[[Rules], Kept]) -> Core:
    """A core of rules that are known to be one, without such as it can do without; found soon.

    Its `smallest` says that each of its rules is known to be needed.
    """
    found, before = frozenset(range(count)), None
    needed = True
    # Once is enough where fewer rules are never harder to keep; where they are, what is left is tried again.
    while found != before:
        before, needed = found, True
        for rule in sorted(before, reverse=True):  # so that the first of several conflicts is found
            kept = keeps(found - {rule})
            if kept is False:
                found -= {rule}
            needed = needed and kept is not None
    return Core(found, needed)


class _Hitting:
    """Looks for a smallest set with an element of each of some sets, the first in order that is not passed over."""

    def __init__(self, count: int, sets: Sequence[Rules], passed: Collection[Rules]) -> None:
        self._count = count
        self._sets = sets
        self._passed = passed
        self._left = _MOST_LOOKED_AT

    def first(self) -> Rules | None:
        """``None`` if there is none, or none was found soon."""
        for size in range(self._count + 1):
            found = self._extended((), 0, self._sets, size)
            if found is not None or self._left < 0:
                return found
        return None

    def _extended(
        self, chosen: tuple[int, ...], first: int, sets: Sequence[Rules], more: int
    ) -> Rules | None:
        """Some elements and `more` others, from `first` on."""
        self._left -= 1
        if self._left < 0:
            return None
        if not more:
            found = frozenset(chosen)
            return None if sets or found in self._passed else found
        # Each set needs an element that is still to come, and sets without common elements one each.
        last, apart, used = self._count - 1, 0, frozenset[int]()
        for one in sorted(sets, key=len):
            last = min(last, max(one))
            if used.isdisjoint(one):
                apart, used = apart + 1, used | one
        if apart > more:
            return None
        for element in range(first, last + 1):
            left = [one for one in sets if element not in one]
            found = self._extended((*chosen, element), element + 1, left, more - 1)
            if found is not None or self._left < 0:
                return found
        return None
