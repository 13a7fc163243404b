"""Domain and task: the lifted model, whatever file or program it came from.

A front end (PDDL, BDDL, JSON, Python) builds these; `clamp.planning.Problem` grounds them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from clamp.planning.logic import TRUE, Atom, Effect, Formula, Variable


@dataclass(frozen=True, slots=True)
class ActionSchema:
    """A lifted action."""

    name: str
    parameters: tuple[Variable, ...] = ()
    precondition: Formula = TRUE
    effects: tuple[Effect, ...] = ()


@dataclass(frozen=True)
class Domain:
    """Types, predicates, constants and action schemas.

    Attributes:
        types: Each type's direct supertypes; ``object`` is the root and need not be listed.
        predicates: Each predicate's parameters.
        constants: Each constant's types (an ``either`` in PDDL terms; usually one).
    """

    name: str
    types: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    predicates: Mapping[str, tuple[Variable, ...]] = field(default_factory=dict[str, tuple[Variable, ...]])
    constants: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    schemas: tuple[ActionSchema, ...] = ()


@dataclass(frozen=True)
class Task:
    """Objects, initial facts and goal for a domain: what a PDDL problem file holds.

    Attributes:
        objects: Each object's types; the domain's constants are not repeated here.
        initial: The facts that hold at first; all others do not (closed world).
    """

    name: str
    domain: Domain
    objects: Mapping[str, tuple[str, ...]]
    initial: frozenset[Atom]
    goal: Formula
