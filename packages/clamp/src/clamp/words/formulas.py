"""Making formulas out of formulas."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import reduce
from typing import TypeAlias

from clamp.planning.rules.formula import Compound, Formula, Proposition, Quantified, Same, subformulas


def not_(one: Formula) -> Formula:
    return one.operands[0] if isinstance(one, Compound) and one.operator == "!" else Compound("!", (one,))


def op(operator: str, *operands: Formula) -> Formula:
    return Compound(operator, operands)


def all_(parts: Sequence[Formula]) -> Formula:
    return _joined("&", parts)


def some_(parts: Sequence[Formula]) -> Formula:
    return _joined("|", parts)


def _joined(operator: str, parts: Sequence[Formula]) -> Formula:
    flat: dict[str, Formula] = {}
    for one in parts:
        for part in _parts(operator, one):
            flat.setdefault(str(part), part)
    return reduce(lambda left, right: Compound(operator, (left, right)), flat.values())


def _parts(operator: str, one: Formula) -> Iterator[Formula]:
    if isinstance(one, Compound) and one.operator == operator:
        for part in one.operands:
            yield from _parts(operator, part)
    else:
        yield one


def still(was: Formula, effect: Formula, *, alone: bool = False) -> Formula:
    """That something was done and what it left behind still holds, as far as it can: `settled` says how far.

    Args:
        alone: What it left behind is enough.
    """
    return Compound(_ALONE if alone else _STILL, (was, effect))


_STILL, _ALONE = "still", "still alone"


_Variables: TypeAlias = tuple[tuple[str, str], ...]
_StillThere: TypeAlias = Callable[[Formula, Formula, _Variables, _Variables], Formula | None]


def settled(formula: Formula, still_there: _StillThere) -> tuple[Formula, list[Formula]]:
    """The same without any `still`, and what cannot hold when the later thing is done, and gives way.

    Args:
        still_there: See `clamp.words.wording.Wording.still_there`.
    """
    together: dict[str, list[tuple[Formula, Formula, _Variables, _Variables]]] = {}

    def alone(effect: Formula, then: Formula, every: _Variables, some: _Variables) -> Formula | None:
        left = still_there(effect, then, every, some)
        if left is not None:
            together.setdefault(str(then), []).append((left, then, every, some))
        return left

    def crowded(asked: Sequence[tuple[Formula, Formula, _Variables, _Variables]]) -> bool:
        every = tuple(dict.fromkeys(pair for one in asked for pair in one[2]))
        some = tuple(dict.fromkeys(pair for one in asked for pair in one[3]))
        return still_there(all_([one[0] for one in asked]), asked[0][1], every, some) is None

    given_way: list[Formula] = []
    found = _settled(formula, alone, given_way, None, (), ())
    if any(isinstance(one, Compound) and one.operator == "|" and _waits(one) for one in subformulas(formula)):
        return found, given_way  # of what one may choose from, not all has to hold
    none = {then for then, asked in together.items() if len(asked) > 1 and crowded(asked)}
    if none:

        def beside(effect: Formula, then: Formula, every: _Variables, some: _Variables) -> Formula | None:
            return None if str(then) in none else still_there(effect, then, every, some)

        given_way = []
        found = _settled(formula, beside, given_way, None, (), ())
    return found, given_way


def _waits(formula: Formula) -> bool:
    return any(isinstance(one, Compound) and one.operator in (_STILL, _ALONE) for one in subformulas(formula))


def _settled(
    formula: Formula,
    still_there: _StillThere,
    given_way: list[Formula],
    then: Formula | None,
    every: _Variables,
    some: _Variables,
) -> Formula:
    """The same without any `still`, of a part that is asked for when something is done.

    Args:
        given_way: What gives way is put there.
        every: Pairs (name, type) of the variables that are free there, and are to stand for each object of a type.
        some: Likewise, where one object is enough.
    """
    match formula:
        case Compound("still" | "still alone" as how, (was, effect)):
            left = effect if then is None else still_there(effect, then, every, some)
            kept = set[str]() if left is None else {str(one) for one in _parts("&", left)}
            given_way += [one for one in _parts("&", effect) if str(one) not in kept]
            if left is None:
                return was
            return left if how == _ALONE and left == effect else all_([was, left])
        case Compound("->", (when, asked)):
            both = when if then is None else all_([then, when])
            return op("->", when, _settled(asked, still_there, given_way, both, every, some))
        case Compound(operator, operands):
            parts = [_settled(one, still_there, given_way, then, every, some) for one in operands]
            if parts == list(operands):
                return formula
            return _joined(operator, parts) if operator in ("&", "|") else Compound(operator, tuple(parts))
        case Quantified():
            more = formula.variables
            every, some = ((*every, *more), some) if formula.universal else (every, (*some, *more))
            return replace(formula, body=_settled(formula.body, still_there, given_way, then, every, some))
        case _:
            return formula


def replaced(formula: Formula, symbol: str, by: str) -> Formula:
    """The formula with a variable replaced by an object."""
    match formula:
        case Proposition():
            args = (
                None if formula.args is None else tuple(by if one == symbol else one for one in formula.args)
            )
            return replace(formula, args=args)
        case Same():
            return replace(formula, left=by if formula.left == symbol else formula.left,
                           right=by if formula.right == symbol else formula.right)  # fmt: skip
        case Compound():
            return Compound(formula.operator, tuple(replaced(one, symbol, by) for one in formula.operands))
        case Quantified():
            return replace(formula, body=replaced(formula.body, symbol, by))


def occurrences(formula: Formula, symbol: str) -> int:
    """How often a variable occurs in a formula."""
    match formula:
        case Proposition():
            return (formula.args or ()).count(symbol)
        case Same():
            return 2 * (symbol in (formula.left, formula.right))
        case Compound():
            return sum(occurrences(one, symbol) for one in formula.operands)
        case Quantified():
            return occurrences(formula.body, symbol)


FINAL = Compound("last")
"""The end of the plan."""


def always(one: Formula) -> Formula:
    return op("G", one)


def finally_(one: Formula) -> Formula:
    """At the end of the plan."""
    return always(op("->", FINAL, one))


def yesterday(one: Formula) -> Formula:
    """In the state before."""
    return op("Y", one)
