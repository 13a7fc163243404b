"""Why a formula is false in a state, in words: evaluates lifted formulas over a set of facts."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from clamp.planning.logic import And, Atom, Equal, Exists, Forall, Formula, Not, Or, Variable

Facts: TypeAlias = frozenset[Atom]
Binding: TypeAlias = Mapping[str, str]
Candidates: TypeAlias = Callable[[Variable], tuple[str, ...]]


def false_part(formula: Formula, facts: Facts, binding: Binding, candidates: Candidates) -> str | None:
    """The part of a formula that makes it false, as a phrase, or ``None`` when it is true."""
    if is_true(formula, facts, binding, candidates):
        return None
    match formula:
        case And():
            parts = (false_part(one, facts, binding, candidates) for one in formula.operands)
            return next(part for part in parts if part is not None)
        case Forall():
            bindings = _bindings(formula.variables, binding, candidates)
            parts = (false_part(formula.body, facts, inner, candidates) for inner in bindings)
            return next(part for part in parts if part is not None)
        case Not(operand=Not(operand=inner)):
            return false_part(inner, facts, binding, candidates)
        case Not(operand=Atom() as atom):
            return f"{show(atom, binding)} holds, but must not"
        case Not(operand=Equal() as equal):
            return f"{show(equal.left, binding)} and {show(equal.right, binding)} are the same object"
        case Not():
            return f"{show(formula.operand, binding)} is true, but must not be"
        case Atom():
            return f"{show(formula, binding)} does not hold"
        case Equal():
            return f"{show(formula.left, binding)} and {show(formula.right, binding)} are not the same object"
        case Or():
            return f"nothing of {show(formula, binding)} holds" if formula.operands else "it never holds"
        case Exists():
            return f"no object satisfies {show(formula, binding)}"


def is_true(formula: Formula, facts: Facts, binding: Binding, candidates: Candidates) -> bool:
    """Whether a formula is true of a set of facts (all others are false)."""
    match formula:
        case Atom():
            return Atom(formula.predicate, tuple(binding.get(arg, arg) for arg in formula.args)) in facts
        case Equal():
            return binding.get(formula.left, formula.left) == binding.get(formula.right, formula.right)
        case Not():
            return not is_true(formula.operand, facts, binding, candidates)
        case And():
            return all(is_true(one, facts, binding, candidates) for one in formula.operands)
        case Or():
            return any(is_true(one, facts, binding, candidates) for one in formula.operands)
        case Exists():
            inner = _bindings(formula.variables, binding, candidates)
            return any(is_true(formula.body, facts, one, candidates) for one in inner)
        case Forall():
            inner = _bindings(formula.variables, binding, candidates)
            return all(is_true(formula.body, facts, one, candidates) for one in inner)


def show(item: Formula | str, binding: Binding) -> str:
    """A formula in PDDL notation, with the binding filled in."""
    match item:
        case str():
            return binding.get(item, item)
        case Atom():
            return "(" + " ".join((item.predicate, *(binding.get(arg, arg) for arg in item.args))) + ")"
        case Equal():
            return f"(= {show(item.left, binding)} {show(item.right, binding)})"
        case Not():
            return f"(not {show(item.operand, binding)})"
        case And() | Or():
            word = "and" if isinstance(item, And) else "or"
            return "(" + " ".join((word, *(show(one, binding) for one in item.operands))) + ")"
        case Exists() | Forall():
            word = "exists" if isinstance(item, Exists) else "forall"
            inner = {name: value for name, value in binding.items() if name not in _names(item.variables)}
            names = " ".join(variable.name for variable in item.variables)
            return f"({word} ({names}) {show(item.body, inner)})"


def _names(variables: tuple[Variable, ...]) -> set[str]:
    return {variable.name for variable in variables}


def _bindings(
    variables: tuple[Variable, ...], binding: Binding, candidates: Candidates
) -> Iterator[dict[str, str]]:
    for values in itertools.product(*(candidates(variable) for variable in variables)):
        yield {**binding, **{variable.name: value for variable, value in zip(variables, values, strict=True)}}
