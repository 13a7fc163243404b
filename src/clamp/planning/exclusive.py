"""Groups of literals of which at most one can be true: where the robot is, what its hand holds.

Found by looking at ground actions: a group is exclusive if every action that makes one of its literals true
makes the others false, either by name or because it takes the place of one that it needs. The delete
relaxation forgets that two such literals exclude each other; `clamp.planning.relaxation` puts it back for
one pair of groups, which is what makes it count every way back to a shelf.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from clamp.planning.conditions import Conj, bits
from clamp.planning.grounding import GroundAction
from clamp.planning.logic import Atom

MOST_PAIRS = 5_000
"""Pairs of groups with more combinations than this are not used."""


@dataclass(frozen=True, slots=True)
class Group:
    """Literals: the bits of `pos` when set, the bits of `neg` when not."""

    pos: int
    neg: int = 0

    def true(self, node: int) -> tuple[int, int]:
        """The literals of the group that hold, as masks like the group's own."""
        return node & self.pos, ~node & self.neg

    def __len__(self) -> int:
        return self.pos.bit_count() + self.neg.bit_count()


def exclusive_pair(
    actions: Sequence[GroundAction], atoms: Sequence[Atom], needed: int
) -> tuple[Group, Group] | None:
    """The two exclusive groups that most actions need a literal of each of, if there are any.

    Args:
        atoms: The atom of each bit.
        needed: Mask of the atoms that something needs to be true.
    """
    groups: list[Group] = []
    for candidate in _candidates(atoms, needed):
        if any(candidate & group.pos == candidate for group in groups):
            continue
        group = _exclusive(Group(candidate), actions)
        if group is not None:
            groups.append(group)
    best, most = None, 0
    needs = [need for action in actions if isinstance(need := action.precondition, Conj)]
    users = [
        {i for i, need in enumerate(needs) if need.pos & one.pos or need.neg & one.neg} for one in groups
    ]
    for i, first in enumerate(groups):
        for j in range(i):
            second, both = groups[j], len(users[i] & users[j])
            apart = not (first.pos & second.pos or first.neg & second.neg)
            if both > most and apart and len(first) * len(second) <= MOST_PAIRS:
                best, most = (first, second), both
    return best


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


def _exclusive(group: Group, actions: Sequence[GroundAction]) -> Group | None:
    """The group if it is exclusive, or else with one more literal that makes it so."""
    offenders = _offenders(group, actions)
    if not offenders:
        return group
    pos = neg = -1
    for action in offenders:
        need = action.precondition
        if not isinstance(need, Conj):
            return None
        pos &= need.pos & action.delete
        neg &= need.neg & action.add
    larger = [Group(group.pos | 1 << bit, group.neg) for bit in bits(pos & ~group.pos)]
    larger += [Group(group.pos, group.neg | 1 << bit) for bit in bits(neg & ~group.neg)]
    return next((one for one in larger if not _offenders(one, actions)), None)


def _offenders(group: Group, actions: Iterable[GroundAction]) -> list[GroundAction]:
    """The actions that may make a literal of the group true beside another."""
    offenders: list[GroundAction] = []
    for action in actions:
        adds, deletes = action.add & group.pos, action.delete & group.neg
        touched = any((a | d) & (group.pos | group.neg) for _, a, d in action.conditional)
        made = adds.bit_count() + deletes.bit_count()
        if not touched and not made:
            continue
        others_gone = not (group.pos & ~adds & ~action.delete or group.neg & ~deletes & ~action.add)
        need = action.precondition
        takes_place = isinstance(need, Conj) and bool(
            need.pos & group.pos & (action.delete | adds) or need.neg & group.neg & (action.add | deletes)
        )
        if touched or made > 1 or not (others_gone or takes_place):
            offenders.append(action)
    return offenders
