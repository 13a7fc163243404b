"""Domain and task: the lifted model, whatever file or program it came from.

A front end (PDDL, BDDL, JSON, Python) builds these; `clamp.planning.Problem` grounds them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
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


@dataclass(frozen=True, slots=True)
class ActionSchema:
    """A lifted action."""

    name: str
    parameters: tuple[Variable, ...] = ()
    precondition: Formula = TRUE
    effects: tuple[Effect, ...] = ()


@dataclass(frozen=True, slots=True)
class Axiom:
    """A rule that derives facts: for all parameters, where the condition holds, so does the predicate.

    A predicate that some axiom derives is a *derived* one. It holds where an axiom says so, and nowhere else:
    no effect changes it, and what `Task.initial` says of it is passed over. Axioms may derive a predicate from
    itself, but not from its own negation (see `clamp.planning.axioms`).

    Source: derived predicates of PDDL 2.2, Edelkamp and Hoffmann (2004).
    """

    predicate: str
    parameters: tuple[Variable, ...] = ()
    condition: Formula = TRUE

    @property
    def head(self) -> Atom:
        """The atom that is derived."""
        return Atom(self.predicate, tuple(one.name for one in self.parameters))


MOST_STEPS = 50
"""Largest number of steps that a trajectory constraint may count."""

TRAJECTORIES: Mapping[str, tuple[int, int]] = {
    "at end": (0, 1),
    "always": (0, 1),
    "sometime": (0, 1),
    "at-most-once": (0, 1),
    "sometime-after": (0, 2),
    "sometime-before": (0, 2),
    "within": (1, 1),
    "always-within": (1, 2),
    "hold-during": (2, 1),
    "hold-after": (1, 1),
}
"""The operators of trajectory constraints, each with how many numbers and how many conditions it takes."""


@dataclass(frozen=True, slots=True)
class TrajectoryConstraint:
    """What must hold along the states of a plan: for all values of the variables, an operator over conditions.

    Time is discrete: the state after i actions is that of time i, the initial state that of time 0. What each operator
    means is said in `clamp.planning.rules.trajectories`.

    Attributes:
        operator: One of `TRAJECTORIES`.
        numbers: Times, or lengths of time; at most `MOST_STEPS`.
        conditions: In the order of the text.
        variables: What it holds for.
        text: As it was written, for messages.

    Source: state trajectory constraints of PDDL 3, Gerevini and Long (2005).
    """

    operator: str
    numbers: tuple[int, ...]
    conditions: tuple[Formula, ...]
    variables: tuple[Variable, ...] = ()
    text: str = field(default="", compare=False)


@dataclass(frozen=True)
class Domain:
    """Types, predicates, constants, action schemas, axioms and constraints.

    Attributes:
        types: Each type's direct supertypes; ``object`` is the root and need not be listed.
        predicates: Each predicate's parameters.
        constants: Each constant's types (an ``either`` in PDDL terms; usually one).
        constraints: What every plan of every task keeps.
    """

    name: str
    types: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    predicates: Mapping[str, tuple[Variable, ...]] = field(default_factory=dict[str, tuple[Variable, ...]])
    constants: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    schemas: tuple[ActionSchema, ...] = ()
    axioms: tuple[Axiom, ...] = ()
    constraints: tuple[TrajectoryConstraint, ...] = ()

    @property
    def derived(self) -> frozenset[str]:
        """The predicates that axioms derive."""
        return frozenset(axiom.predicate for axiom in self.axioms)


@dataclass(frozen=True)
class Task:
    """Objects, initial facts and goal for a domain: what a PDDL problem file holds.

    Attributes:
        objects: Each object's types; the domain's constants are not repeated here.
        initial: The facts that hold at first; all others do not (closed world), but for what axioms derive.
        constraints: What every plan keeps, beside those of the domain.
    """

    name: str
    domain: Domain
    objects: Mapping[str, tuple[str, ...]]
    initial: frozenset[Atom]
    goal: Formula
    constraints: tuple[TrajectoryConstraint, ...] = ()
