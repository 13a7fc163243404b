"""Hypothesis strategies for random small planning tasks: everything the lifted model can express."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable
from dataclasses import replace

import oracles
from hypothesis import strategies as st

from clamp.planning.task import (
    ActionSchema,
    And,
    Atom,
    Axiom,
    Domain,
    Effect,
    Equal,
    Exists,
    Forall,
    Formula,
    Not,
    Or,
    Task,
    Variable,
)

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

DERIVED = {"safe": (), "far": (Variable("?x"),), "over": (Variable("?x"), Variable("?y"))}
"""Random axioms derive these."""


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
    condition = draw(st.just(And()) | formulas(inner, 1, kinds))
    return Effect(draw(atoms(inner, FLUENT)), draw(st.booleans()), condition, variables)


@st.composite
def schemas(draw: st.DrawFn, name: str, constants: tuple[str, ...], kinds: Kinds = KINDS) -> ActionSchema:
    """An action with up to two parameters."""
    names = draw(st.sampled_from((("?a",), ("?a", "?b"), ())))
    parameters = tuple(Variable(variable, draw(st.sampled_from(kinds))) for variable in names)
    terms = (*(parameter.name for parameter in parameters), *constants)
    easy = st.just(And()) | atoms(terms, FLUENT).map(Not) | atoms(terms, FLUENT)
    precondition = draw(easy | formulas(terms, 2, kinds))
    changes = draw(st.lists(effects(terms, kinds), min_size=1, max_size=4))
    return ActionSchema(name, parameters, precondition, tuple(changes))


@st.composite
def tasks(draw: st.DrawFn, max_objects: int = 2, max_schemas: int = 4, tree: bool = False) -> Task:
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
        draw(schemas(f"act{i}", tuple(constants), kinds)) for i in range(draw(st.integers(2, max_schemas)))
    )
    domain = Domain("random", types, PREDICATES, constants, actions)
    initial = draw(st.frozensets(atoms(names), max_size=6))
    wanted = st.lists(atoms(names, FLUENT), min_size=2, max_size=4).map(lambda goals: And(tuple(goals)))
    return Task("random", domain, objects, initial, draw(wanted | formulas(names, 2, kinds)))


def rich_task(seed: int) -> Task:
    """A random task with more going on than Hypothesis finds by itself: 5 to 60 states, mostly a plan."""
    for attempt in itertools.count():
        task = _random_task(random.Random(f"{seed}-{attempt}"), f"rich-{seed}")
        graph = oracles.reachable(task, 60)
        if graph is not None and len(graph) >= 5:
            distance = oracles.goal_distances(task, graph)[task.initial]
            if 1 < distance < math.inf or attempt % 8 == 7:
                return task
    raise AssertionError("unreachable")


def axiom_task(seed: int) -> Task:
    """A random task with derived predicates."""
    return _random_task(random.Random(f"axioms-{seed}"), f"axioms-{seed}", axioms=True)


def _random_axioms(rng: random.Random, basic: Callable[[tuple[str, ...]], Formula]) -> tuple[Axiom, ...]:
    """Axioms that derive predicates from themselves, from each other, and from the negation of lower ones."""
    height = {"safe": 0, "over": rng.choice((0, 1)), "far": 1}

    def body(name: str, terms: tuple[str, ...], depth: int, positive: bool = True) -> Formula:
        kind = rng.choice(("derived", "basic", "and", "or", "exists", "forall", "not")) if depth else ""
        if kind == "not":
            return Not(body(name, terms, depth - 1, not positive))
        if kind in ("and", "or"):
            operands = tuple(body(name, terms, depth - 1, positive) for _ in range(2))
            return And(operands) if kind == "and" else Or(operands)
        if kind in ("exists", "forall"):
            inner = body(name, (*terms, "?z"), depth - 1, positive)
            return (Exists if kind == "exists" else Forall)((Variable("?z", rng.choice(KINDS)),), inner)
        usable = [
            one for one, at in height.items() if at < height[name] + positive and (terms or not DERIVED[one])
        ]
        if kind == "basic" or not usable or rng.random() < 0.3:
            return basic(terms)
        other = rng.choice(usable)
        return Atom(other, tuple(rng.choice(terms) for _ in DERIVED[other]))

    found: list[Axiom] = []
    for name in (*DERIVED, *rng.choices(tuple(DERIVED), k=rng.choice((0, 1, 2)))):
        parameters = tuple(Variable(one.name, rng.choice(KINDS)) for one in DERIVED[name])
        found.append(
            Axiom(name, parameters, body(name, tuple(one.name for one in parameters), rng.choice((1, 2, 2))))
        )
    if rng.random() < 0.5:
        x, y, z = (Variable(one) for one in ("?x", "?y", "?z"))
        step, rest = Atom("near", ("?x", "?z")), Atom("over", ("?z", "?y"))
        found.append(Axiom("over", (x, y), Or((Atom("near", ("?x", "?y")), Exists((z,), And((step, rest)))))))
    rng.shuffle(found)
    return tuple(found)


def _random_task(rng: random.Random, title: str, axioms: bool = False) -> Task:
    readable = (*FLUENT, *DERIVED) if axioms else FLUENT
    objects = {f"o{i}": rng.choice((("tool",), ("box",), ("thing",))) for i in range(rng.choice((1, 2, 2)))}

    def literal(terms: tuple[str, ...], predicates: tuple[str, ...] = tuple(PREDICATES)) -> Formula:
        arity = {**PREDICATES, **DERIVED}
        name = rng.choice([one for one in predicates if terms or not arity[one]])
        atom = Atom(name, tuple(rng.choice(terms) for _ in arity[name]))
        return Not(atom) if rng.random() < 0.4 else atom

    def formula(terms: tuple[str, ...], depth: int) -> Formula:
        kind = rng.choice(("literal", "and", "or", "exists", "forall", "not")) if depth else "literal"
        if kind == "literal":
            return literal(terms, readable)
        if kind == "not":
            return Not(formula(terms, depth - 1))
        if kind in ("and", "or"):
            operands = tuple(formula(terms, depth - 1) for _ in range(2))
            return And(operands) if kind == "and" else Or(operands)
        variable = Variable("?q", rng.choice(KINDS))
        body = formula((*terms, "?q"), depth - 1)
        return Exists((variable,), body) if kind == "exists" else Forall((variable,), body)

    def effect(terms: tuple[str, ...]) -> Effect:
        variables = (Variable("?e", rng.choice(KINDS)),) if rng.random() < 0.3 else ()
        inner = (*terms, *(one.name for one in variables))
        changed = literal(inner, FLUENT)
        condition = formula(inner, 1) if rng.random() < 0.3 else And()
        if isinstance(changed, Not):
            assert isinstance(changed.operand, Atom)
            return Effect(changed.operand, False, condition, variables)
        assert isinstance(changed, Atom)
        return Effect(changed, True, condition, variables)

    def schema(name: str) -> ActionSchema:
        parameters = tuple(
            Variable(one, rng.choice(KINDS)) for one in ("?a", "?b")[: rng.choice((0, 1, 1, 2))]
        )
        terms = tuple(one.name for one in parameters)
        needs = tuple(formula(terms, rng.choice((0, 0, 0, 2))) for _ in range(rng.choice((0, 1, 1, 2))))
        return ActionSchema(
            name, parameters, And(needs), tuple(effect(terms) for _ in range(rng.choice((1, 2))))
        )

    domain = Domain(
        "rich", TYPES, PREDICATES, {}, tuple(schema(f"act{i}") for i in range(rng.choice((4, 5, 6))))
    )
    if axioms:
        rules = _random_axioms(rng, lambda terms: literal(terms, FLUENT))
        domain = replace(domain, predicates={**PREDICATES, **DERIVED}, axioms=rules)
    names = tuple(objects)
    initial = frozenset(one for _ in range(3) if isinstance(one := literal(names), Atom))
    goal = And(tuple(formula(names, rng.choice((0, 0, 0, 1))) for _ in range(3)))
    return Task(title, domain, objects, initial, goal)


RICH_AXIOMS = (
    *(
        137,
        139,
        197,
        212,
        291,
        328,
        763,
        982,
        1041,
        1093,
        1111,
        1241,
        1384,
        1818,
        1848,
        1882,
        1967,
        1999,
        2338,
    ),
    *(2578, 2594, 2763, 2967, 2988, 3141, 3516, 3542),
)
"""The seeds below 4,000 whose `axiom_task` has 5 to 60 states, a plan of at least two actions, and derived facts in at
least three combinations; to look for them here would take too long."""


def rich_tasks() -> st.SearchStrategy[Task]:
    """Tasks of `rich_task`, or with axioms; a failure names its seed in the task's name."""
    return st.integers(0, 10**6).map(rich_task) | axiom_tasks()


def axiom_tasks() -> st.SearchStrategy[Task]:
    """Tasks with axioms in which what is derived differs from state to state."""
    return st.sampled_from(RICH_AXIOMS).map(axiom_task)
