"""Ground conditions over bit-set states: and/or trees whose leaves are bit masks.

A condition is never multiplied out into a normal form, so nested quantifiers cost as much as they say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Conj:
    """All bits of `pos` are set, no bit of `neg` is, and every part holds."""

    pos: int
    neg: int
    parts: tuple[Disj, ...] = ()


@dataclass(frozen=True, slots=True)
class Disj:
    """Some bit of `pos` is set, or some bit of `neg` is not, or some part holds."""

    pos: int
    neg: int
    parts: tuple[Conj, ...] = ()


Condition: TypeAlias = bool | Conj | Disj


def holds(condition: Condition, state: int) -> bool:
    """Whether a condition is true in a state."""
    if type(condition) is Conj:
        if state & condition.pos != condition.pos or state & condition.neg:
            return False
        return not condition.parts or all(holds(part, state) for part in condition.parts)
    if type(condition) is Disj:
        if state & condition.pos or state & condition.neg != condition.neg:
            return True
        return any(holds(part, state) for part in condition.parts)
    return bool(condition)


def reasons(condition: Condition, state: int, truth: bool = True) -> tuple[int, int]:
    """Why a condition has its truth value in a state: atoms that are true there, and false ones, which suffice for it.

    However all other atoms change, the value stays. Both are bit masks.

    Args:
        truth: Whether the condition holds in the state.
    """
    if isinstance(condition, bool):
        return 0, 0
    pos, neg = (condition.pos, condition.neg) if truth else (condition.neg, condition.pos)
    if isinstance(condition, Conj) == truth:  # each part counts
        for part in condition.parts:
            more_pos, more_neg = reasons(part, state, truth)
            pos, neg = pos | more_pos, neg | more_neg
        return pos, neg
    one, other = pos & state, neg & ~state  # one part will do
    if one:
        return one & -one, 0
    if other:
        return 0, other & -other
    return reasons(next(part for part in condition.parts if holds(part, state) == truth), state, truth)


def literal(bit: int, positive: bool) -> Conj:
    """The condition that atom number `bit` is true (or false)."""
    return Conj(1 << bit, 0) if positive else Conj(0, 1 << bit)


def conjunction(conditions: Iterable[Condition]) -> Condition:
    """All of the conditions, simplified."""
    pos = neg = 0
    parts: dict[Disj, None] = {}
    for condition in conditions:
        if condition is True:
            continue
        if condition is False:
            return False
        if isinstance(condition, Conj):
            pos |= condition.pos
            neg |= condition.neg
            parts.update(dict.fromkeys(condition.parts))
        else:
            parts[condition] = None
        if pos & neg:
            return False
    if not pos and not neg:
        if not parts:
            return True
        if len(parts) == 1:
            return next(iter(parts))
    return Conj(pos, neg, tuple(parts))


def disjunction(conditions: Iterable[Condition]) -> Condition:
    """Any of the conditions, simplified."""
    pos = neg = 0
    parts: dict[Conj, None] = {}
    for condition in conditions:
        if condition is False:
            continue
        if condition is True:
            return True
        if isinstance(condition, Disj):
            pos |= condition.pos
            neg |= condition.neg
            parts.update(dict.fromkeys(condition.parts))
        elif not condition.parts and (condition.pos | condition.neg).bit_count() == 1:
            pos |= condition.pos
            neg |= condition.neg
        else:
            parts[condition] = None
        if pos & neg:
            return True
    if not parts:
        if not pos and not neg:
            return False
        if (pos | neg).bit_count() == 1:
            return Conj(pos, neg)
    elif not pos and not neg and len(parts) == 1:
        return next(iter(parts))
    return Disj(pos, neg, tuple(parts))


def negation(condition: Condition) -> Condition:
    """The opposite condition, again an and/or tree."""
    if isinstance(condition, bool):
        return not condition
    literals = [Conj(0, condition.pos & -condition.pos)] if condition.pos.bit_count() == 1 else []
    if condition.pos.bit_count() > 1:
        literals = [literal(bit, False) for bit in bits(condition.pos)]
    literals += [literal(bit, True) for bit in bits(condition.neg)]
    opposite = (negation(part) for part in condition.parts)
    if isinstance(condition, Conj):
        return disjunction((*literals, *opposite))
    return conjunction((*literals, *opposite))


def literals(condition: Condition) -> tuple[int, int]:
    """Masks of the atoms that occur positively and negatively anywhere in a condition."""
    if isinstance(condition, bool):
        return 0, 0
    pos, neg = condition.pos, condition.neg
    for part in condition.parts:
        more_pos, more_neg = literals(part)
        pos |= more_pos
        neg |= more_neg
    return pos, neg


def bits(mask: int) -> Iterator[int]:
    """Numbers of the set bits, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
