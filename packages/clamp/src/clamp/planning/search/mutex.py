"""Mutex groups: sets of literals of which at most one can hold, such as where the robot is, or what its hand holds.

Decides by the ground actions alone: a set is a mutex group if every action that makes one of its literals true
makes the others false, either by name or because it takes the place of one that it needs. The delete relaxation
forgets that; `clamp.planning.search.relaxation` puts it back for one pair of groups.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from clamp.planning.conditions import Conj, bits
from clamp.planning.grounding import GroundAction
from clamp.planning.search.limits import checkpoint, paced
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
    index = Makers(actions)
    index.unsure |= derived
    groups: list[MutexGroup] = []
    for candidate in _candidates(atoms, needed):
        checkpoint(_DOING)
        if any(candidate & group.pos == candidate for group in groups):
            continue
        group = _completed(MutexGroup(candidate), index)
        if group is not None:
            groups.append(group)
    return groups


def mutex_pair(
    actions: Sequence[GroundAction], groups: Sequence[MutexGroup]
) -> tuple[MutexGroup, MutexGroup] | None:
    """The two of some mutex groups that most actions need a literal of each of, if there are any."""
    index = Makers(actions)
    users: list[set[int]] = []
    for group in groups:
        checkpoint(_DOING)
        users.append(index.users(group))
    best, most = None, 0
    for i, first in enumerate(groups):
        for j in range(i):
            checkpoint(_DOING)
            second, both = groups[j], len(users[i] & users[j])
            apart = not (first.pos & second.pos or first.neg & second.neg)
            if both > most and apart and len(first) * len(second) <= MOST_PAIRS:
                best, most = (first, second), both
    return best


class Makers:
    """Which actions need a literal, and which may make it true.

    `unsure` are the atoms that some action changes in some states only; no group has one of them.
    """

    def __init__(self, actions: Sequence[GroundAction]):
        self.actions = actions
        self.unsure = 0
        self._needs: defaultdict[tuple[int, bool], set[int]] = defaultdict(set)
        self._makes: defaultdict[tuple[int, bool], set[int]] = defaultdict(set)
        for number, action in enumerate(paced(actions, _DOING)):
            for _, adds, deletes in action.conditional:
                self.unsure |= adds | deletes
            need = action.precondition if isinstance(action.precondition, Conj) else Conj(0, 0)
            for table, pos, neg in (
                (self._needs, need.pos, need.neg),
                (self._makes, action.add, action.delete),
            ):
                for bit in bits(pos):
                    table[bit, True].add(number)
                for bit in bits(neg):
                    table[bit, False].add(number)

    def users(self, group: MutexGroup) -> set[int]:
        """Numbers of the actions that need a literal of a group."""
        return set[int]().union(*(self._needs[one] for one in group.literals()))

    def makers(self, group: MutexGroup) -> list[GroundAction]:
        """The actions that may make a literal of a group true."""
        numbers = set[int]().union(*(self._makes[one] for one in group.literals()))
        return [self.actions[number] for number in sorted(numbers)]

    def offenders(self, group: MutexGroup) -> list[GroundAction]:
        """The actions that may make a literal of the group true beside another."""
        offenders: list[GroundAction] = []
        for action in paced(self.makers(group), _DOING):
            adds, deletes = action.add & group.pos, action.delete & group.neg
            made = adds.bit_count() + deletes.bit_count()
            others_gone = not (group.pos & ~adds & ~action.delete or group.neg & ~deletes & ~action.add)
            need = action.precondition
            takes_place = isinstance(need, Conj) and bool(
                need.pos & group.pos & (action.delete | adds) or need.neg & group.neg & (action.add | deletes)
            )
            if made > 1 or not (others_gone or takes_place):
                offenders.append(action)
        return offenders


def _candidates(atoms: Sequence[Atom], needed: int) -> Iterable[int]:
    """Masks of atoms of one predicate, and of those of them that share an argument."""
    whole: defaultdict[str, int] = defaultdict(int)
    shared: defaultdict[tuple[str, int, str], int] = defaultdict(int)
    for bit in bits(needed):
        atom = atoms[bit]
        whole[atom.predicate] |= 1 << bit
        for position, name in enumerate(atom.args):
            shared[atom.predicate, position, name] |= 1 << bit
    return [mask for mask in (*whole.values(), *shared.values()) if mask.bit_count() > 1]


def _completed(group: MutexGroup, index: Makers) -> MutexGroup | None:
    """The group if it is one of which at most one literal can hold, or else with one more literal that makes it so."""
    if group.pos & index.unsure:
        return None
    offenders = index.offenders(group)
    if not offenders:
        return group
    pos = neg = -1
    for action in offenders:
        need = action.precondition
        if not isinstance(need, Conj):
            return None
        pos &= need.pos & action.delete
        neg &= need.neg & action.add
    larger = [MutexGroup(group.pos | 1 << bit, group.neg) for bit in bits(pos & ~group.pos & ~index.unsure)]
    larger += [MutexGroup(group.pos, group.neg | 1 << bit) for bit in bits(neg & ~group.neg & ~index.unsure)]
    return next((one for one in larger if not index.offenders(one)), None)
