"""Formulas and effects: what a domain says, before anything is grounded.

A term is a string; a variable starts with ``?``. Formulas are frozen, so they can be shared and hashed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Atom:
    """A predicate applied to terms."""

    predicate: str
    args: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "(" + " ".join((self.predicate, *self.args)) + ")"


@dataclass(frozen=True, slots=True)
class Equal:
    """Two terms denote the same object."""

    left: str
    right: str


@dataclass(frozen=True, slots=True)
class Not:
    """Negation."""

    operand: Formula


@dataclass(frozen=True, slots=True)
class And:
    """Conjunction; empty means true."""

    operands: tuple[Formula, ...] = ()


@dataclass(frozen=True, slots=True)
class Or:
    """Disjunction; empty means false."""

    operands: tuple[Formula, ...] = ()


@dataclass(frozen=True, slots=True)
class Variable:
    """A typed parameter; `types` is an ``either``, usually of one type."""

    name: str
    types: tuple[str, ...] = ("object",)


@dataclass(frozen=True, slots=True)
class Exists:
    """Some objects satisfy the body."""

    variables: tuple[Variable, ...]
    body: Formula


@dataclass(frozen=True, slots=True)
class Forall:
    """All objects satisfy the body."""

    variables: tuple[Variable, ...]
    body: Formula


Formula: TypeAlias = Atom | Equal | Not | And | Or | Exists | Forall

TRUE = And()
"""What always holds."""


def all_of(operands: Iterable[Formula]) -> Formula:
    """The conjunction: nested ones flattened, each operand once, a single one by itself."""
    parts = _flat(And, operands)
    return parts[0] if len(parts) == 1 else And(parts)


def any_of(operands: Iterable[Formula]) -> Formula:
    """The disjunction: nested ones flattened, each operand once, a single one by itself."""
    parts = _flat(Or, operands)
    return parts[0] if len(parts) == 1 else Or(parts)


def _flat(kind: type[And] | type[Or], operands: Iterable[Formula]) -> tuple[Formula, ...]:
    found: dict[Formula, None] = {}
    stack = list(operands)[::-1]
    while stack:
        operand = stack.pop()
        if isinstance(operand, kind):
            stack.extend(reversed(operand.operands))
        else:
            found[operand] = None
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Effect:
    """One conditional, possibly universal, effect on one atom.

    ``forall variables. when condition. atom := positive``. A schema's effect is a tuple of these; deletes
    are applied before adds, as PDDL says.
    """

    atom: Atom
    positive: bool = True
    condition: Formula = TRUE
    variables: tuple[Variable, ...] = ()
