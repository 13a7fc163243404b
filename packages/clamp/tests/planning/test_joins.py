"""Which actions a problem has, and when they apply, against the product of all objects read naively."""

from __future__ import annotations

import itertools
import random

import oracles
import pytest
from hypothesis import given, settings
from patience import examples
from strategies import rich_tasks, tasks

from clamp.planning.problem import Problem
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
from clamp.planning.validator import initial, successor, why_inapplicable

# Compared with brute force many times over: tracing each line would make it two to three times as slow.
pytestmark = pytest.mark.no_cover

TYPES = {"spot": (), "thing": (), "box": ("thing",)}
PREDICATES = {
    "road": ("spot", "spot"),
    "next": ("object", "object"),
    "fits": ("thing", "thing", "spot"),
    "at": ("thing", "spot"),
    "in": ("thing", "thing"),
    "lit": ("spot",),
    "full": ("box",),
    "done": (),
}
STATIC = ("road", "next", "fits")
KINDS = (("spot",), ("thing",), ("box",), ("object",), ("box", "spot"))


def wide_task(seed: int) -> Task:
    """A random task whose actions have up to four parameters, tied together by static and changing facts.

    Mostly one where some actions become possible by others only.
    """
    for attempt in itertools.count():
        task = _wide_task(random.Random(f"{seed}-{attempt}"), f"wide-{seed}")
        problem = Problem.from_task(task)
        if len(problem.actions) > len(problem.applicable(problem.initial)) > 0 or attempt % 16 == 15:
            return task
    raise AssertionError("unreachable")


def _wide_task(rng: random.Random, title: str) -> Task:
    objects = {f"s{i}": ("spot",) for i in range(3)} | {"t0": ("thing",), "b0": ("box",), "b1": ("box",)}
    names = list(objects)
    constants = {"s0": ("spot",)}

    def atom(terms: list[str], names: tuple[str, ...] = tuple(PREDICATES)) -> Atom:
        predicate = rng.choice(names)
        return Atom(predicate, tuple(rng.choice(terms) for _ in PREDICATES[predicate]))

    def formula(terms: list[str], depth: int) -> Formula:
        kind = rng.choice(
            ("atom", "atom", "not", "equal", "and", "or", "exists", "forall")[: 8 if depth else 4]
        )
        match kind:
            case "atom":
                return atom(terms)
            case "not":
                return Not(formula(terms, depth - 1) if depth else atom(terms))
            case "equal":
                return Not(Equal(rng.choice(terms), rng.choice(terms)))
            case "and" | "or":
                parts = tuple(formula(terms, depth - 1) for _ in range(rng.choice((1, 2, 2, 3))))
                return And(parts) if kind == "and" else Or(parts)
            case _:
                variables = tuple(Variable(f"?q{i}", rng.choice(KINDS)) for i in range(rng.choice((1, 1, 2))))
                body = formula([*terms, *(one.name for one in variables)], depth - 1)
                return Exists(variables, body) if kind == "exists" else Forall(variables, body)

    def effect(terms: list[str]) -> Effect:
        variables = (Variable("?e", rng.choice(KINDS)),) if rng.random() < 0.3 else ()
        inner = [*terms, *(one.name for one in variables)]
        condition = formula(inner, 1) if rng.random() < 0.3 else And()
        fluents = tuple(name for name in PREDICATES if name not in STATIC)
        return Effect(atom(inner, fluents), rng.random() < 0.7, condition, variables)

    schemas: list[ActionSchema] = []
    for number in range(3):
        count = rng.choice((1, 2, 3, 4))
        parameters = tuple(Variable(f"?x{i}", rng.choice(KINDS)) for i in range(count))
        terms = [*(one.name for one in parameters), *constants]
        needs = tuple(formula(terms, rng.choice((0, 0, 0, 1, 2))) for _ in range(rng.choice((1, 2, 3))))
        changes = tuple(effect(terms) for _ in range(rng.choice((1, 2, 3))))
        schemas.append(ActionSchema(f"a{number}", parameters, And(needs), changes))
    everything = {
        Atom(name, args)
        for name, kinds in PREDICATES.items()
        for args in itertools.product(names, repeat=len(kinds))
    }
    facts = sorted(everything, key=str)
    fixed = [fact for fact in facts if fact.predicate in STATIC]
    changing = [fact for fact in facts if fact.predicate not in STATIC]
    initial = frozenset((*rng.sample(fixed, len(fixed) // 3), *rng.sample(changing, 5)))
    predicates = {
        name: tuple(Variable(f"?{i}", (kind,)) for i, kind in enumerate(kinds))
        for name, kinds in PREDICATES.items()
    }
    domain = Domain("wide", TYPES, predicates, constants, tuple(schemas))
    del objects["s0"]
    return Task(title, domain, objects, initial, formula(names, 2))


def agree(task: Task, most: int) -> None:
    """In every state that the lifted meaning reaches, the same actions apply, with the same effects."""
    problem = Problem.from_task(task)
    every = oracles.well_formed(task)
    known, queue = {initial(task)}, [initial(task)]
    assert [one for one in every if one in set(problem.actions)] == list(problem.actions)
    while queue:
        facts = queue.pop(0)
        state = problem.state(facts)
        assert problem.facts(state) == facts
        assert problem.is_goal(state) == oracles.true_in(task, task.goal, facts, {})
        after = {
            one: successor(task, facts, one) for one in every if why_inapplicable(task, facts, one) is None
        }
        assert problem.applicable(state) == list(after)
        for action, then in after.items():
            assert problem.facts(problem.successor(state, action)) == then
            if then not in known and len(known) < most:
                known.add(then)
                queue.append(then)


@pytest.mark.parametrize("seed", range(6))
def test_wide_actions_apply_where_their_formulas_hold(seed: int) -> None:
    task = wide_task(seed)
    agree(task, 8)
    assert set(Problem.from_task(task).actions) <= set(relaxed(task))


@settings(max_examples=examples(60), deadline=None)
@given(tasks() | rich_tasks())
def test_no_action_that_applies_in_a_reachable_state_is_missing(task: Task) -> None:
    agree(task, 40)
    if not task.domain.axioms:  # the relaxation below knows none
        assert set(Problem.from_task(task).actions) <= set(relaxed(task))


def relaxed(task: Task) -> list[Action]:
    """The actions of the delete relaxation, where no literal ceases to be possible."""
    true, gone = set(oracles.initial(task)), set[Atom]()

    def may(formula: Formula, wanted: bool, binding: dict[str, str]) -> bool:
        match formula:
            case Atom():
                atom = Atom(formula.predicate, tuple(binding.get(arg, arg) for arg in formula.args))
                return atom in true if wanted else atom not in oracles.initial(task) or atom in gone
            case Equal():
                return (
                    binding.get(formula.left, formula.left) == binding.get(formula.right, formula.right)
                ) == wanted
            case Not():
                return may(formula.operand, not wanted, binding)
            case And() | Or():
                parts = [may(one, wanted, binding) for one in formula.operands]
                return all(parts) if isinstance(formula, And) == wanted else any(parts)
            case Exists() | Forall():
                inner = oracles.bindings(task, formula.variables)
                parts = [may(formula.body, wanted, {**binding, **one}) for one in inner]
                return all(parts) if isinstance(formula, Forall) == wanted else any(parts)

    schemas = {schema.name: schema for schema in task.domain.schemas}
    found: dict[Action, None] = {}
    before = (-1, -1, -1)
    while before != (before := (len(true), len(gone), len(found))):
        for action in oracles.well_formed(task):
            schema = schemas[action.name]
            binding = {one.name: value for one, value in zip(schema.parameters, action.args, strict=True)}
            if may(schema.precondition, True, binding):
                found[action] = None
                for effect in schema.effects:
                    for extra in oracles.bindings(task, effect.variables):
                        inner = {**binding, **extra}
                        if may(effect.condition, True, inner):
                            args = tuple(inner.get(arg, arg) for arg in effect.atom.args)
                            (true if effect.positive else gone).add(Atom(effect.atom.predicate, args))
    return list(found)
