"""Hypothesis strategies for random small planning tasks: everything the lifted model can express."""

from __future__ import annotations

from hypothesis import strategies as st

from clamp.planning.domain import ActionSchema, Domain, Task
from clamp.planning.logic import And, Atom, Effect, Equal, Exists, Forall, Formula, Not, Or, Variable

TYPES = {"thing": (), "tool": ("thing",), "box": ("thing", "place"), "place": ()}
"""A hierarchy in which `box` has two supertypes."""

Kinds = tuple[tuple[str, ...], ...]

KINDS: Kinds = (("object",), ("thing",), ("tool",), ("place",), ("box",), ("tool", "place"))
PREDICATES = {
    "lit": (),
    "clean": (Variable("?x"),),
    "held": (Variable("?x"),),
    "near": (Variable("?x"), Variable("?y")),
    "heavy": (Variable("?x"),),
    "linked": (Variable("?x"), Variable("?y")),
}
FLUENT = ("lit", "clean", "held", "near")
"""Random effects change these; `heavy` and `linked` stay static."""


@st.composite
def atoms(draw: st.DrawFn, terms: tuple[str, ...], predicates: tuple[str, ...] = tuple(PREDICATES)) -> Atom:
    """An atom over some terms; only nullary ones when there are no terms."""
    usable = [name for name in predicates if terms or not PREDICATES[name]]
    name = draw(st.sampled_from(usable))
    return Atom(name, tuple(draw(st.sampled_from(terms)) for _ in PREDICATES[name]))


@st.composite
def formulas(draw: st.DrawFn, terms: tuple[str, ...], depth: int = 2, kinds: Kinds = KINDS) -> Formula:
    """A formula whose free variables are among the terms."""
    leaves = ["atom", "atom", "not atom"] + (["equal"] if terms else [])
    kind = draw(st.sampled_from(leaves if depth == 0 else [*leaves, "and", "or", "exists", "forall", "not"]))
    if kind == "atom":
        return draw(atoms(terms))
    if kind == "not atom":
        return Not(draw(atoms(terms)))
    if kind == "equal":
        return Equal(draw(st.sampled_from(terms)), draw(st.sampled_from(terms)))
    if kind == "not":
        return Not(draw(formulas(terms, depth - 1, kinds)))
    if kind in ("and", "or"):
        operands = draw(st.lists(formulas(terms, depth - 1, kinds), max_size=3))
        return And(tuple(operands)) if kind == "and" else Or(tuple(operands))
    name = draw(st.sampled_from(("?q", "?r", "?a")))  # "?a" may shadow a parameter
    variable = Variable(name, draw(st.sampled_from(kinds)))
    body = draw(formulas((*terms, name), depth - 1, kinds))
    return Exists((variable,), body) if kind == "exists" else Forall((variable,), body)


@st.composite
def effects(draw: st.DrawFn, terms: tuple[str, ...], kinds: Kinds = KINDS) -> Effect:
    """An effect: plain, conditional, universal, or both."""
    variables = (Variable("?e", draw(st.sampled_from(kinds))),) if draw(st.booleans()) else ()
    inner = (*terms, *(variable.name for variable in variables))
    condition = draw(formulas(inner, 1, kinds)) if draw(st.booleans()) else And()
    return Effect(draw(atoms(inner, FLUENT)), draw(st.booleans()), condition, variables)


@st.composite
def schemas(draw: st.DrawFn, name: str, constants: tuple[str, ...], kinds: Kinds = KINDS) -> ActionSchema:
    """An action with up to two parameters."""
    parameters = tuple(
        Variable(variable, draw(st.sampled_from(kinds)))
        for variable in ("?a", "?b")[: draw(st.integers(0, 2))]
    )
    terms = (*(parameter.name for parameter in parameters), *constants)
    precondition = draw(formulas(terms, 2, kinds))
    return ActionSchema(
        name, parameters, precondition, tuple(draw(st.lists(effects(terms, kinds), max_size=3)))
    )


@st.composite
def tasks(draw: st.DrawFn, max_objects: int = 2, max_schemas: int = 3, tree: bool = False) -> Task:
    """A random task; many have a plan.

    Args:
        tree: Every type has one supertype, and there is no ``either``.
    """
    types: dict[str, tuple[str, ...]] = {**TYPES, "box": ("thing",)} if tree else TYPES
    kinds = tuple(kind for kind in KINDS if len(kind) == 1) if tree else KINDS
    constants = {"home": ("place",)} if draw(st.booleans()) else dict[str, tuple[str, ...]]()
    belongs = st.sampled_from([kind for kind in kinds if kind != ("object",)])
    objects = {f"o{i}": draw(belongs) for i in range(draw(st.integers(1, max_objects)))}
    names = (*constants, *objects)
    actions = tuple(
        draw(schemas(f"act{i}", tuple(constants), kinds)) for i in range(draw(st.integers(1, max_schemas)))
    )
    domain = Domain("random", types, PREDICATES, constants, actions)
    initial = draw(st.frozensets(atoms(names), max_size=6))
    return Task("random", domain, objects, initial, draw(formulas(names, 2, kinds)))
