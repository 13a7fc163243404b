"""Random small tasks and their PDDL text, for the reader and the validator."""

from __future__ import annotations

from itertools import product

from hypothesis import strategies as st

from clamp.planning.system import Action
from clamp.planning.task import (
    ActionSchema,
    And,
    Atom,
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
from clamp.planning.validator import is_of_type

TYPES = {"thing": (), "block": ("thing",), "room": ()}
PREDICATES = {
    "clear": (Variable("?a", ("block",)),),
    "on": (Variable("?a", ("thing",)), Variable("?b", ("thing",))),
    "in": (Variable("?a", ("thing",)), Variable("?r", ("room",))),
    "lit": (),
}
OBJECTS = {"b1": ("block",), "B-2": ("block",), "jar": ("thing",), "hall": ("room",)}
CONSTANTS = {"Attic": ("room",)}


def _subtype(name: str, wanted: str) -> bool:
    return (
        name == wanted or wanted == "object" or any(_subtype(above, wanted) for above in TYPES.get(name, ()))
    )


@st.composite
def atoms(draw: st.DrawFn, scope: tuple[Variable, ...], names: dict[str, tuple[str, ...]]) -> Atom | None:
    predicate = draw(st.sampled_from(sorted(PREDICATES)))
    args = []
    for parameter in PREDICATES[predicate]:
        fitting = [v.name for v in scope if all(_subtype(t, parameter.types[0]) for t in v.types)]
        fitting += [name for name, types in names.items() if _subtype(types[0], parameter.types[0])]
        if not fitting:
            return None
        args.append(draw(st.sampled_from(fitting)))
    return Atom(predicate, tuple(args))


@st.composite
def variables(draw: st.DrawFn, prefix: str, plain: bool) -> tuple[Variable, ...]:
    count = draw(st.integers(1, 2))
    more = [] if plain else [("object",), ("block", "room")]
    types = st.sampled_from([("block",), ("thing",), ("room",), *more])
    return tuple(Variable(f"?{prefix}{i}", draw(types)) for i in range(count))


@st.composite
def formulas(
    draw: st.DrawFn,
    scope: tuple[Variable, ...],
    names: dict[str, tuple[str, ...]],
    depth: int = 2,
    plain: bool = False,
) -> Formula:
    kinds = ["atom", "atom", "equal"] + (["not", "and", "or", "exists", "forall"] if depth else [])
    kind = draw(st.sampled_from(kinds))
    inner = lambda scope=scope: formulas(scope, names, depth - 1, plain)  # noqa: E731
    if kind == "not":
        return Not(draw(inner()))
    if kind in ("and", "or"):
        return (And if kind == "and" else Or)(tuple(draw(st.lists(inner(), max_size=3))))
    if kind in ("exists", "forall"):
        # names repeat at every depth on purpose: inner variables hide outer ones
        bound = draw(variables("x", plain))
        hidden = {v.name for v in bound}
        visible = (*(v for v in scope if v.name not in hidden), *bound)
        return (Exists if kind == "exists" else Forall)(bound, draw(inner(visible)))
    if kind == "equal":
        terms = {**names, **{variable.name: variable.types for variable in scope}}
        left = draw(st.sampled_from(sorted(terms)))
        room = terms[left] == ("room",)
        right = [name for name in sorted(terms) if not plain or (terms[name] == ("room",)) == room]
        return Equal(left, draw(st.sampled_from(right)))
    atom = draw(atoms(scope, names))
    return atom if atom is not None else And()


@st.composite
def effects(draw: st.DrawFn, scope: tuple[Variable, ...], plain: bool) -> Effect | None:
    bound = draw(st.one_of(st.just(()), variables("e", plain)))
    atom = draw(atoms((*scope, *bound), CONSTANTS))
    if atom is None:
        return None
    condition = draw(st.one_of(st.just(And()), formulas((*scope, *bound), CONSTANTS, 1, plain)))
    return Effect(atom, draw(st.booleans()), condition, bound)


@st.composite
def schemas(draw: st.DrawFn, name: str, plain: bool) -> ActionSchema:
    scope = draw(variables("p", plain))
    found = draw(st.lists(effects(scope, plain), max_size=3))
    return ActionSchema(
        name,
        scope,
        draw(formulas(scope, CONSTANTS, plain=plain)),
        tuple(effect for effect in found if effect is not None),
    )


@st.composite
def tasks(draw: st.DrawFn, plain: bool = False) -> Task:
    """Small tasks of all features; plain ones have no variables of type object or of several types."""
    names = {**CONSTANTS, **OBJECTS}
    domain = Domain(
        "toy", TYPES, PREDICATES, CONSTANTS, tuple(draw(schemas(name, plain)) for name in ("move", "Use-it"))
    )
    facts = draw(st.lists(atoms((), names), max_size=6))
    goal = draw(formulas((), names, plain=plain))
    return Task("t1", domain, OBJECTS, frozenset(f for f in facts if f is not None), goal)


# -- text --------------------------------------------------------------------------------------------


def typed(names: dict[str, tuple[str, ...]] | list[tuple[str, tuple[str, ...]]]) -> str:
    pairs = names.items() if isinstance(names, dict) else names
    return " ".join(
        f"{name} - {types[0] if len(types) == 1 else '(either ' + ' '.join(types) + ')'}"
        for name, types in pairs
    )


def listed(found: tuple[Variable, ...]) -> str:
    return typed([(variable.name, variable.types) for variable in found])


def text(formula: Formula) -> str:
    match formula:
        case Atom():
            return str(formula)
        case Equal(left, right):
            return f"(= {left} {right})"
        case Not(operand):
            return f"(not {text(operand)})"
        case And(operands):
            return f"(and {' '.join(map(text, operands))})"
        case Or((Not(left), right)):
            return f"(imply {text(left)} {text(right)})"
        case Or(operands):
            return f"(or {' '.join(map(text, operands))})"
        case Exists(bound, body):
            return f"(exists ({listed(bound)}) {text(body)})"
        case Forall(bound, body):
            return f"(forall ({listed(bound)}) {text(body)})"


def effect_text(effect: Effect) -> str:
    result = str(effect.atom) if effect.positive else f"(not {effect.atom})"
    if effect.condition != And():
        result = f"(when {text(effect.condition)} {result})"
    return f"(forall ({listed(effect.variables)}) {result})" if effect.variables else result


def domain_text(domain: Domain) -> str:
    predicates = "\n".join(
        f"  ({name} {listed(parameters)})" for name, parameters in domain.predicates.items()
    )
    actions = "\n".join(
        f"(:action {schema.name}\n :parameters ({listed(schema.parameters)})\n"
        f" :precondition {text(schema.precondition)}\n"
        f" :effect (and {' '.join(map(effect_text, schema.effects))}))"
        for schema in domain.schemas
    )
    types = typed({name: above or ("object",) for name, above in domain.types.items()})
    constants = typed(dict(domain.constants))
    return (
        f"(define (domain {domain.name}) ; a comment (with parentheses\n(:requirements :adl :typing)\n"
        f"(:types {types})\n(:constants {constants})\n(:predicates\n{predicates})\n{actions})\n"
    )


def problem_text(task: Task) -> str:
    return (
        f"(define (problem {task.name})\n(:domain {task.domain.name})\n"
        f"(:objects {typed(dict(task.objects))})\n"
        f"(:init {' '.join(sorted(map(str, task.initial)))})\n(:goal {text(task.goal)}))\n"
    )


def all_actions(task: Task) -> list[Action]:
    names = [*task.domain.constants, *task.objects]
    return [
        Action(schema.name, args)
        for schema in task.domain.schemas
        for args in product(
            *([n for n in names if is_of_type(task, n, parameter.types)] for parameter in schema.parameters)
        )
    ]
