"""Mutex groups: sets of literals of which at most one can hold, such as where the robot is, or what its hand holds.

Decides by the ground actions alone: a set is a mutex group if every action that makes one of its literals true
makes the others false, either by name or because it takes the place of one that it needs. The delete relaxation
forgets that; `clamp.planning.search.relaxation` puts it back for one pair of groups.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clamp.planning.actions import ActionTable, GroundAction, literals_of, masks_of
from clamp.planning.conditions import bits
from clamp.planning.lists import Lists, among, distinct
from clamp.planning.search.limits import checkpoint
from clamp.planning.task import Atom

MOST_PAIRS = 5_000
"""Pairs of groups with more combinations than this are not used."""

_DOING = "looking for what excludes each other"


@dataclass(frozen=True, slots=True)
class MutexGroup:
    """Literals: the bits of `pos` when set, the bits of `neg` when not."""

    pos: int
    neg: int = 0

    def true(self, node: int) -> tuple[int, int]:
        """The literals of the group that hold, as masks like the group's own."""
        return node & self.pos, ~node & self.neg

    def literals(self) -> list[tuple[int, bool]]:
        """The literals as pairs of a bit and a sign."""
        return [*((bit, True) for bit in bits(self.pos)), *((bit, False) for bit in bits(self.neg))]

    def numbers(self) -> list[int]:
        """The same as numbers, each twice that of its bit, and one more where it is not to be set."""
        return literals_of(self.pos, self.neg)

    def __len__(self) -> int:
        return self.pos.bit_count() + self.neg.bit_count()


class Obedience:
    """Whether at most one literal of each group holds in a node, asked of many groups at once.

    Groups of two literals whose signs and whose distance in bits are the same, as copies of one fact for many objects
    are, are looked at in one step: every boundary asks for each action.
    """

    def __init__(self, groups: Iterable[MutexGroup]):
        self._others: list[MutexGroup] = []
        pairs: defaultdict[tuple[bool, bool, int], int] = defaultdict(int)
        for group in groups:
            literals = sorted(group.literals())
            if len(literals) == 2:
                (one, sign), (other, other_sign) = literals
                pairs[sign, other_sign, other - one] |= 1 << one
            else:
                self._others.append(group)
        self._pairs = [(*key, ones) for key, ones in pairs.items()]

    def __call__(self, node: int) -> bool:
        opposite = ~node
        for sign, other_sign, distance, ones in self._pairs:
            if (node if sign else opposite) & ((node if other_sign else opposite) >> distance) & ones:
                return False
        for group in self._others:
            pos, neg = node & group.pos, opposite & group.neg
            if (pos and (neg or pos & (pos - 1))) or neg & (neg - 1):
                return False
        return True


def mutex_groups(
    actions: Sequence[GroundAction], atoms: Sequence[Atom], needed: int, derived: int = 0
) -> list[MutexGroup]:
    """The mutex groups of atoms of one predicate, completed where it takes one more literal.

    Args:
        atoms: The atom of each bit.
        needed: Mask of the atoms that something needs to be true.
        derived: Mask of those that follow from others; no group has one of them.
    """
    table = ActionTable.of(actions)
    makers = _Makers(table, max(table.width, needed.bit_length()), table.unsure() | derived)
    groups: list[MutexGroup] = []
    positive: list[frozenset[int]] = []
    having: defaultdict[int, list[int]] = defaultdict(list)
    for candidate in _candidates(atoms, needed):
        checkpoint(_DOING)
        if any(positive[group].issuperset(candidate) for group in having[candidate[0]]):
            continue
        found = makers.completed(2 * np.array(candidate, np.int64))
        if found is not None:
            for bit in (bits_set := [one >> 1 for one in found.tolist() if not one & 1]):
                having[bit].append(len(groups))
            positive.append(frozenset(bits_set))
            groups.append(MutexGroup(*masks_of(found)))
    return groups


def wide_groups(actions: Sequence[GroundAction], atoms: Sequence[Atom], derived: int = 0) -> list[MutexGroup]:
    """Mutex groups of atoms of several predicates that share a thing: it is on something, or in something, or held.

    Those of `mutex_groups` each lie within one predicate, but for one literal.

    Args:
        atoms: The atom of each bit.
        derived: Mask of the atoms that follow from others; no group has one of them.
    """
    table = ActionTable.of(actions)
    makers = _Makers(table, max(table.width, len(atoms)), table.unsure() | derived)
    of_thing: defaultdict[str, list[NDArray[np.int64]]] = defaultdict(list)
    for name, family in _families(atoms, (1 << len(atoms)) - 1):
        of_thing[name].append(2 * np.array(family, np.int64))
    found: dict[frozenset[int], None] = {}
    for families in of_thing.values():
        for family in families if len(families) > 1 else ():
            checkpoint(_DOING)
            members = frozenset(family.tolist())
            if any(members <= group for group in found):
                continue
            group = makers.joined(family, families)
            if group is not None:
                found[frozenset(group.tolist())] = None
    return [MutexGroup(*masks_of(np.array(sorted(group)))) for group in found]


def mutex_pair(
    actions: Sequence[GroundAction], groups: Sequence[MutexGroup]
) -> tuple[MutexGroup, MutexGroup] | None:
    """The two of some mutex groups that most actions need a literal of each of, if there are any."""
    table = ActionTable.of(actions)
    literals = Lists.of([group.numbers() for group in groups])
    size = 2 * max(table.width, 1 + (int(literals.items.max(initial=0)) >> 1))
    groups_of = literals.owned_by(size)
    checkpoint(_DOING)
    used = groups_of.take(table.needs.items)
    owners = np.repeat(table.needs.owners, used.counts)
    users = Lists.by_owner(len(table), owners, used.items).ascending()
    # All pairs of two groups that one action uses, the later group first.
    checkpoint(_DOING)
    others = users.take(users.owners)
    first, second = np.repeat(users.items, others.counts), others.items
    pairs, times = np.unique(
        (first.astype(np.int64) * len(groups) + second)[second < first], return_counts=True
    )
    for place in np.argsort(-times, kind="stable").tolist():
        checkpoint(_DOING)
        first, second = (groups[one] for one in divmod(int(pairs[place]), len(groups)))
        apart = not (first.pos & second.pos or first.neg & second.neg)
        if apart and len(first) * len(second) <= MOST_PAIRS:
            return first, second
    return None


class _Makers:
    """Which actions make a literal true, and what they take the place of.

    Args:
        unsure: The atoms that some action changes in some states only; no group has one of them.
    """

    def __init__(self, actions: ActionTable, width: int, unsure: int) -> None:
        self._needs, self._effects = needs, effects = actions.needs, actions.effects
        self._makers = effects.owned_by(2 * width)
        self._inside = np.zeros(2 * width, np.bool_)
        self._sure = np.ones(2 * width, np.bool_)
        unsure &= (1 << width) - 1
        self._sure[[literal for bit in bits(unsure) for literal in (2 * bit, 2 * bit + 1)]] = False
        checkpoint(_DOING)
        made = distinct(effects.owners * 2 * width + effects.items)
        wanted = needs.owners * 2 * width + needs.items
        unmade = among(wanted ^ 1, made)
        self._unmakes = needs.only(unmade)
        self._replaces = needs.only(unmade | among(wanted, made))

    def _offenders(self, members: NDArray[np.int64]) -> NDArray[Any]:
        """The actions that may make a literal of a group true beside another."""
        inside = self._inside
        inside[members] = True
        actions = distinct(self._makers.take(members).items)
        effects, replaced = self._effects.take(actions), self._replaces.take(actions)
        made = effects.flagged(inside[effects.items])
        touched = made + effects.flagged(inside[effects.items ^ 1])
        takes_place = replaced.flagged(inside[replaced.items]) > 0
        inside[members] = False
        return actions[(made > 1) | ~((touched == len(members)) | takes_place)]

    def completed(self, members: NDArray[np.int64]) -> NDArray[np.int64] | None:
        """The group if at most one literal of it can hold, or else with one more literal that makes it so."""
        if not self._sure[members].all():
            return None
        offenders = self._offenders(members)
        if not offenders.size:
            return members
        literals, times = np.unique(self._unmakes.take(offenders).items, return_counts=True)
        literals = literals[(times == len(offenders)) & self._sure[literals]]
        for more in sorted(
            set(literals.tolist()).difference(members.tolist()), key=lambda one: (one & 1, one)
        ):
            larger = np.append(members, more)
            if not self._offenders(larger).size:
                return larger
        return None

    def joined(
        self, members: NDArray[np.int64], families: Sequence[NDArray[np.int64]]
    ) -> NDArray[np.int64] | None:
        """The group that some members make together with whole families, if there is one.

        The family that is added is the one of which most actions that stand in the way undo a literal.
        """
        joined = members
        while self._sure[joined].all():
            offenders = self._offenders(joined)
            if not offenders.size:
                return joined
            undone = self._unmakes.take(offenders)
            others = [one for one in families if not np.isin(one, joined).any()]
            cured = [int(np.count_nonzero(undone.flagged(np.isin(undone.items, one)))) for one in others]
            if not max(cured, default=0):
                return None
            joined = np.append(joined, others[cured.index(max(cured))])
        return None


def _candidates(atoms: Sequence[Atom], needed: int) -> Iterable[list[int]]:
    """Atoms of one predicate, and those of them that share an argument, as ascending bits."""
    whole: defaultdict[str, list[int]] = defaultdict(list)
    for bit in bits(needed):
        whole[atoms[bit].predicate].append(bit)
    shared = (family for _, family in _families(atoms, needed))
    return [found for found in (*whole.values(), *shared) if len(found) > 1]


def _families(atoms: Sequence[Atom], needed: int) -> Iterable[tuple[str, list[int]]]:
    """Each thing with the atoms of one predicate that have it at one place, as ascending bits."""
    shared: defaultdict[tuple[str, int, str], list[int]] = defaultdict(list)
    for bit in bits(needed):
        for position, name in enumerate(atoms[bit].args):
            shared[atoms[bit].predicate, position, name].append(bit)
    return [(name, family) for (_, _, name), family in shared.items()]
