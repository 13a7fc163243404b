"""Making formulas out of formulas."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import reduce

from clamp.planning.rules.formula import Compound, Formula, Proposition, Quantified, Same


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
