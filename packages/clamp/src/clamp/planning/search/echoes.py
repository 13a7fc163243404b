"""Echoes: atoms of bookkeeping that say what another atom says, or that are needed beside one that implies them.

Decides by the ground actions alone where a condition can do without such an atom: rules that were compiled into a
problem often remember what its facts tell anyhow, and what nothing reads need not be searched over.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from clamp.planning.conditions import Condition, Conj, bits, conjunction, disjunction, literal, literals
from clamp.planning.grounding import GroundAction
from clamp.planning.search.limits import checkpoint
from clamp.planning.search.mutex import Group, Makers, Obedience

_DOING = "looking for what the rules need not remember"


class Simplified(NamedTuple):
    """Actions and a goal with simpler conditions.

    Attributes:
        assumed: The conditions are equivalent in all states that obey these groups; no action leads out of them.
    """

    actions: Sequence[GroundAction]
    goal: Condition
    assumed: tuple[Group, ...]


def without_echoes(
    actions: Sequence[GroundAction], goal: Condition, initial: int, echoes: int, derived: int = 0
) -> Simplified:
    """Leave out of all conditions which of some atoms can be told from others.

    Args:
        initial: Nothing is assumed that does not hold there.
        echoes: Mask of the atoms that may be left out.
        derived: Mask of the atoms that follow from others; none of them stands for another.
    """
    if not echoes:
        return Simplified(actions, goal, ())
    assumed: list[Group] = []
    twins = _twins(actions, initial, echoes, derived, assumed)
    if twins:
        replaced = [_replaced(action, twins) for action in actions]
        actions = [action for action in replaced if action.precondition is not False]
        goal = _said(goal, twins)
        echoes &= ~sum(1 << bit for bit in twins)
    return Simplified(_implied(actions, initial, echoes, derived, assumed), goal, tuple(assumed))


Twins = Mapping[int, tuple[int, bool]]
"""The atom that tells each of some atoms: it is the same, or (false) the opposite."""


def _twins(
    actions: Sequence[GroundAction], initial: int, echoes: int, derived: int, assumed: list[Group]
) -> Twins:
    """Atoms that the same actions set and clear as another one, or the other way around."""
    makers = Makers(actions)
    changed = 0
    for action in actions:
        changed |= action.add | action.delete
    sure = changed & ~makers.unsure & ~derived
    known: dict[tuple[frozenset[int], frozenset[int]], int] = {}
    for bit in bits(sure & ~echoes):
        known.setdefault((makers.of(bit, True), makers.of(bit, False)), bit)
    found: dict[int, tuple[int, bool]] = {}
    for bit in bits(sure & echoes):
        checkpoint(_DOING)
        key = makers.of(bit, True), makers.of(bit, False)
        for (true, false), same in ((key, True), (key[::-1], False)):
            other = known.get((true, false))
            if other is not None and (initial >> bit & 1 == initial >> other & 1) == same:
                found[bit] = other, same
                one, two = 1 << bit, 1 << other
                assumed += (
                    [Group(one, two), Group(two, one)] if same else [Group(one | two), Group(0, one | two)]
                )
                break
        else:
            known.setdefault(key, bit)
    return found


def _replaced(action: GroundAction, twins: Twins) -> GroundAction:
    checkpoint(_DOING)
    read = action.observed
    pos, neg = literals(action.precondition)
    if not any((read | pos | neg) >> bit & 1 for bit in twins):
        return action
    conditional = [
        (_said(condition, twins), adds, deletes) for condition, adds, deletes in action.conditional
    ]
    return _made(action, _said(action.precondition, twins), conditional)


def _made(
    action: GroundAction, precondition: Condition, conditional: Sequence[tuple[Condition, int, int]]
) -> GroundAction:
    add, delete, observed = action.add, action.delete, 0
    kept: list[tuple[Condition, int, int]] = []
    for condition, adds, deletes in conditional:
        if condition is False:
            continue
        pos, neg = literals(condition)
        observed |= pos | neg
        kept.append((condition, adds, deletes))
    return GroundAction(action.index, precondition, add, delete, tuple(kept), observed)


def _said(condition: Condition, twins: Twins) -> Condition:
    """A condition in the words of the atoms that tell others."""
    if isinstance(condition, bool):
        return condition
    pos, neg = literals(condition)
    if not any((pos | neg) >> bit & 1 for bit in twins):
        return condition
    pos, neg = condition.pos, condition.neg
    others: list[Condition] = []
    for mask, positive in ((pos, True), (neg, False)):
        for bit in bits(mask):
            if bit in twins:
                other, same = twins[bit]
                others.append(literal(other, positive == same))
            else:
                others.append(literal(bit, positive))
    parts = (*others, *(_said(part, twins) for part in condition.parts))
    return conjunction(parts) if isinstance(condition, Conj) else disjunction(parts)


def _implied(
    actions: Sequence[GroundAction], initial: int, echoes: int, derived: int, assumed: list[Group]
) -> Sequence[GroundAction]:
    """Leave out of preconditions what another literal of all of them excludes the opposite of."""
    makers = Makers(actions)
    makers.unsure |= derived
    for bit in bits(echoes & ~makers.unsure):
        for positive in (True, False):
            checkpoint(_DOING)
            needers = [number for number, one in enumerate(actions) if _needs(one, bit, positive)]
            group = _excluding(actions, needers, bit, positive, initial, makers)
            if group is None:
                continue
            assumed.append(group)
            actions = list(actions)
            for number in needers:
                actions[number] = _relieved(actions[number], bit)
    return actions


def _needs(action: GroundAction, bit: int, positive: bool) -> bool:
    need = action.precondition
    return isinstance(need, Conj) and bool((need.pos if positive else need.neg) >> bit & 1)


def _excluding(
    actions: Sequence[GroundAction],
    needers: Sequence[int],
    bit: int,
    positive: bool,
    initial: int,
    makers: Makers,
) -> Group | None:
    """A literal that some actions need and that excludes the opposite of another one, with that opposite."""
    if not needers:
        return None
    pos = neg = ~(1 << bit)
    for number in needers:
        need = actions[number].precondition
        assert isinstance(need, Conj)
        pos, neg = pos & need.pos, neg & need.neg
    own = Group(0, 1 << bit) if positive else Group(1 << bit, 0)
    groups = [Group(own.pos | 1 << one, own.neg) for one in bits(pos & ~makers.unsure)]
    groups += [Group(own.pos, own.neg | 1 << one) for one in bits(neg & ~makers.unsure)]
    return next((one for one in groups if Obedience((one,))(initial) and not makers.offenders(one)), None)


def _relieved(action: GroundAction, bit: int) -> GroundAction:
    need = action.precondition
    assert isinstance(need, Conj)
    rest = conjunction([Conj(need.pos & ~(1 << bit), need.neg & ~(1 << bit)), *need.parts])
    return _made(action, rest, action.conditional)
