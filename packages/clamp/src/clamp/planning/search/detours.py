"""Actions that only begin a detour: what lies between them and the way back could as well be done without them.

Let x be a literal of a mutex group, such as that a certain cup is held. If every action that makes x true needs
the literal y of the group (that the hand is free), every action that needs x makes y true again, and neither
does any other good, then what lies between the two could as well have been done with y true. So a plan without
both is a plan, too, in all states that have at most one literal of the group. Where x holds already, the actions
that need x stay: only those that make it true are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clamp.planning.actions import ActionTable, flags_of, literals_of
from clamp.planning.conditions import bits
from clamp.planning.lists import Flags, Lists, Numbers, among, distinct
from clamp.planning.search.limits import checkpoint
from clamp.planning.search.mutex import MutexGroup
from clamp.planning.search.relevance import needs_of


def detours(
    actions: ActionTable, wanted: tuple[int, int], relevant: tuple[int, int], groups: Sequence[MutexGroup]
) -> tuple[Numbers, tuple[MutexGroup, ...]]:
    """The places of the actions that begin a detour, and the groups that say so.

    Args:
        actions: The actions that matter.
        wanted: Masks of the atoms that something other than an action needs set, and not set.
        relevant: Masks of all that are needed.
    """
    roads = _Roads(actions, wanted, relevant)
    found = np.zeros(len(actions), np.bool_)
    used: list[MutexGroup] = []
    for group in groups:
        checkpoint("looking for detours")
        entries = roads.entries(np.array(group.numbers(), np.int64))
        if not found[entries].all():
            used.append(group)
            found[entries] = True
    return np.flatnonzero(found), tuple(used)


class _Roads:
    """Who needs, makes and unmakes each literal."""

    def __init__(self, actions: ActionTable, wanted: tuple[int, int], relevant: tuple[int, int]) -> None:
        self._size = size = 2 * max(actions.width, *(mask.bit_length() for mask in (*wanted, *relevant)))
        self._plain = plain = actions.plain
        self._effects = effects = actions.effects
        needs = actions.needs
        if actions.odd:
            owners, items = list[int](), list[int]()
            for place, action in actions.odd.items():
                checkpoint("looking for detours")
                more = literals_of(*needs_of(action, *relevant))
                owners += [place] * len(more)
                items += more
            needs = needs.only(plain[needs.owners])
            needs = needs.joined(
                Lists.by_owner(len(actions), np.array(owners, np.int64), np.array(items, np.int64))
            )
        self._needs = needs
        self._makers, self._needers = effects.owned_by(size), needs.owned_by(size)
        self._wanted = flags_of(*wanted, size >> 1)
        self._useful = self._wanted | (self._needers.counts > 0)
        sometimes = np.zeros(size, np.bool_)
        changed = list(bits(actions.unsure()))
        sometimes[[2 * bit for bit in changed]] = sometimes[[2 * bit + 1 for bit in changed]] = True
        self._effect_keys = np.sort(effects.owners * size + effects.items)
        owners = needs.owners
        # Literals that an action needs and makes false.
        unmakes = self._made(owners, needs.items ^ 1)
        times_left = np.bincount(needs.items[unmakes], minlength=size)
        times_made = self._makers.counts
        opposite = np.arange(size) ^ 1
        self._left_by_needers = times_left == times_made[opposite]
        plainly = unmakes & plain[owners]
        self._only_left = np.bincount(needs.items[plainly], minlength=size) == times_made[opposite]
        self._leaves = needs.only(plainly & ~sometimes[needs.items])
        self._entered = ~self._wanted & ~sometimes & self._left_by_needers & (times_made > 0)
        self._inside = np.zeros(size, np.bool_)

    def _made(self, places: NDArray[Any], literals: NDArray[Any]) -> Flags:
        """Whether the actions in some places make some literals true, one each."""
        return among(places * self._size + literals, self._effect_keys)

    def entries(self, members: NDArray[np.int64]) -> NDArray[Any]:
        """The actions that make a literal of a group true, for each of which all that do only begin a detour."""
        self._inside[members] = True
        found = self._entries(members)
        self._inside[members] = False
        return found

    def _entries(self, members: NDArray[np.int64]) -> NDArray[Any]:
        inside = self._inside
        x = members[self._entered[members]]
        # The literals of the group that every action that makes x true takes the place of: there must be one, y.
        enter = self._makers.take(x)
        replaced = self._leaves.take(enter.items)
        keys = np.repeat(enter.owners, replaced.counts) * self._size + replaced.items
        keys, times = np.unique(keys[inside[replaced.items]], return_counts=True)
        number, y = np.divmod(keys, self._size)
        always = (times == enter.counts[number]) & (x[number] != y)
        number, y = number[always], y[always]
        keep = np.bincount(number, minlength=len(x))[number] == 1
        keep &= ~self._wanted[y ^ 1] & self._only_left[y]
        x, y = x[number[keep]], y[keep]
        if not x.size:
            return x
        # Who needs that y does not hold must need another literal of the group.
        different, which = np.unique(y, return_inverse=True)
        idle = self._needers.take(different ^ 1)
        own = self._needs.take(idle.items)
        alone = idle.flagged(own.flagged(inside[own.items]) == 0) > 0
        x, y = x[~alone[which]], y[~alone[which]]
        # Every action that needs x makes y true again, and x false.
        leave = self._needers.take(x)
        owners = leave.owners
        back = (
            self._plain[leave.items]
            & self._made(leave.items, y[owners])
            & self._made(leave.items, x[owners] ^ 1)
        )
        keep = leave.flagged(back) == leave.counts
        x, y = x[keep], y[keep]
        if not x.size:
            return x
        # Neither does any other good: what else they make true is needed at most by what makes x true.
        both = self._makers.take(x).joined(self._needers.take(x))
        made = self._effects.take(both.items)
        number = np.repeat(both.owners, made.counts)
        other = (
            self._useful[made.items]
            & (made.items >> 1 != x[number] >> 1)
            & (made.items >> 1 != y[number] >> 1)
        )
        keys = distinct(number[other] * self._size + made.items[other])
        number, good = np.divmod(keys, self._size)
        harmless = np.ones(len(x), np.bool_)
        harmless[number[self._wanted[good]]] = False
        harmless[number[self._needers.counts[good] > self._makers.counts[x[number]]]] = False
        number, good = number[harmless[number]], good[harmless[number]]
        users = self._needers.take(good)
        number = np.repeat(number, users.counts)
        harmless[number[~self._made(users.items, x[number])]] = False
        return self._makers.take(x[harmless]).items
