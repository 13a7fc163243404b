"""Formulas and effects: what a domain says, before anything is grounded.

A term is a string; a variable starts with ``?``. Formulas are frozen, so they can be shared and hashed.
"""

from __future__ import annotations

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
