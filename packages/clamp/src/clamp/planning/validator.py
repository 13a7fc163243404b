"""Replays plans by reading the lifted formulas: naive, and independent of the engine.

A state is the set of atoms that hold, those included that axioms derive. Nothing is compiled, cached or
indexed, and nothing is shared with the bit-set engine, so a mistake there shows here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from itertools import product
from typing import TypeAlias, assert_never

from clamp.checks import count
from clamp.planning.system import Action, Validation
from clamp.planning.task import (
    ActionSchema,
    And,
    Atom,
    Axiom,
    Equal,
    Exists,
    Forall,
    Formula,
    Not,
    Or,
    Task,
    Variable,
)

State: TypeAlias = frozenset[Atom]
Binding: TypeAlias = Mapping[str, str]


def validate(task: Task, actions: Iterable[Action]) -> Validation:
    """Replay a plan from the initial state.

    Args:
        actions: The plan; names are those of the task, compared exactly.

    Returns:
        Valid if every action exists, takes these arguments and is applicable when its turn comes, and the
        goal holds at the end; `has_goal` says whether there is one. Otherwise `step` and `reason` say which
        action fails and why, or what is missing from the goal.
    """
    state = initial(task)
    for step, action in enumerate(actions):
        reason = why_inapplicable(task, state, action)
        if reason is not None:
            return Validation(False, step, f"Action {step + 1}, {action}: {reason}")
        state = successor(task, state, action)
    if not holds(task, task.goal, state, {}):
        return Validation(False, None, f"The goal is not reached: {explain(task, task.goal, state, {})}.")
    return Validation(True, has_goal=says_something(task.goal))


def initial(task: Task) -> State:
    """The initial state."""
    return completed(task, task.initial)


def why_no_action(task: Task, action: Action) -> str | None:
    """One sentence that says why something is no action of a task, whatever the state, or ``None`` when it is one."""
    schema = _schema(task, action)
    if schema is None:
        return f"the domain has no action {action.name!r}."
    if len(action.args) != len(schema.parameters):
        return f"{action.name!r} takes {count(len(schema.parameters), 'argument')}, not {len(action.args)}."
    for name, parameter in zip(action.args, schema.parameters, strict=True):
        if name not in task.objects and name not in task.domain.constants:
            return f"there is no object {name!r}."
        if not is_of_type(task, name, parameter.types):
            have = " and ".join(_types_of(task, name))
            return f"{name!r} is of type {have}, but {parameter.name} must be {' or '.join(parameter.types)}."
    return None


def why_inapplicable(task: Task, state: State, action: Action) -> str | None:
    """One sentence that says why an action is not applicable in a state, or ``None`` when it is."""
    schema = _schema(task, action)
    never = why_no_action(task, action)
    if schema is None or never is not None:
        return never
    binding = _bind(schema, action)
    if not holds(task, schema.precondition, state, binding):
        return f"its precondition fails: {explain(task, schema.precondition, state, binding)}."
    return None


def successor(task: Task, state: State, action: Action) -> State:
    """The state after an applicable action.

    All conditions read the state before; then deletes are applied, then adds; what is derived follows.
    """
    schema = _schema(task, action)
    assert schema is not None
    added: set[Atom] = set()
    deleted: set[Atom] = set()
    for effect in schema.effects:
        for binding in extensions(task, effect.variables, _bind(schema, action)):
            if holds(task, effect.condition, state, binding):
                (added if effect.positive else deleted).add(ground(effect.atom, binding))
    return completed(task, (state - deleted) | added)


def completed(task: Task, facts: Iterable[Atom]) -> State:
    """Some facts with what axioms derive from them; what they say of derived predicates is passed over.

    Stratum by stratum, all axioms are tried for all objects until nothing new follows.
    """
    if not task.domain.axioms:
        return frozenset(facts)
    stratum = dict.fromkeys((axiom.predicate for axiom in task.domain.axioms), 0)
    for _ in stratum:
        for axiom in task.domain.axioms:
            for name, positive in _mentions(axiom.condition):
                if name in stratum:
                    stratum[axiom.predicate] = max(stratum[axiom.predicate], stratum[name] + (not positive))
    state = {atom for atom in facts if atom.predicate not in stratum}
    for height in sorted(set(stratum.values())):
        axioms = [one for one in task.domain.axioms if stratum[one.predicate] == height]
        open_ = [
            (ground(axiom.head, binding), axiom, binding)
            for axiom in axioms
            for binding in extensions(task, axiom.parameters, {})
        ]
        follows = True
        while follows:
            follows = False
            waiting: list[tuple[Atom, Axiom, Binding]] = []
            for atom, axiom, binding in open_:
                if atom in state:
                    continue
                if holds(task, axiom.condition, state, binding):
                    state.add(atom)
                    follows = True
                else:
                    waiting.append((atom, axiom, binding))
            open_ = waiting
    return frozenset(state)


def _mentions(formula: Formula, positive: bool = True) -> Iterator[tuple[str, bool]]:
    """The predicates that a formula mentions, and whether it asks for them or against them."""
    match formula:
        case Atom(predicate):
            yield predicate, positive
        case Equal():
            pass
        case Not(operand):
            yield from _mentions(operand, not positive)
        case And(operands) | Or(operands):
            for operand in operands:
                yield from _mentions(operand, positive)
        case Exists(_, body) | Forall(_, body):
            yield from _mentions(body, positive)


def holds(task: Task, formula: Formula, state: Set[Atom], binding: Binding) -> bool:
    """Whether a formula is true in a state, its free variables bound."""
    match formula:
        case Atom():
            return ground(formula, binding) in state
        case Equal(left, right):
            return binding.get(left, left) == binding.get(right, right)
        case Not(operand):
            return not holds(task, operand, state, binding)
        case And(operands):
            return all(holds(task, operand, state, binding) for operand in operands)
        case Or(operands):
            return any(holds(task, operand, state, binding) for operand in operands)
        case Exists(variables, body):
            return any(holds(task, body, state, inner) for inner in extensions(task, variables, binding))
        case Forall(variables, body):
            return all(holds(task, body, state, inner) for inner in extensions(task, variables, binding))
    assert_never(formula)


def says_something(formula: Formula) -> bool:
    """Whether a formula speaks of anything: ``(and)`` does not, nor does ``(forall (?x) (and))``."""
    match formula:
        case Atom() | Equal():
            return True
        case Not(operand):
            return says_something(operand)
        case And(operands) | Or(operands):
            return any(says_something(operand) for operand in operands)
        case Exists(_, body) | Forall(_, body):
            return says_something(body)
    assert_never(formula)


def explain(task: Task, formula: Formula, state: Set[Atom], binding: Binding) -> str:
    """The part of a false formula that makes it false, in words."""
    match formula:
        case Atom():
            return f"{render(formula, binding)} does not hold"
        case Equal(left, right):
            return f"{binding.get(left, left)} and {binding.get(right, right)} are different objects"
        case Not(Not(operand)):
            return explain(task, operand, state, binding)
        case Not(Atom() as operand):
            return f"{render(operand, binding)} holds but must not"
        case Not(Equal(left, right)):
            return f"{left} and {right} must be different objects, but both are {binding.get(left, left)}"
        case Not(Exists(variables, body)):
            for inner in extensions(task, variables, binding):
                if holds(task, body, state, inner):
                    return f"{render(body, inner)} holds but must not"
        case Not(operand):
            return f"{render(operand, binding)} holds but must not"
        case And(operands):
            false = [operand for operand in operands if not holds(task, operand, state, binding)]
            return ", and ".join(explain(task, operand, state, binding) for operand in false)
        case Or(operands):
            return f"{render(formula, binding)} does not hold" if operands else "it can never hold"
        case Exists(variables, body):
            listed = " ".join(f"{variable.name} - {_either(variable)}" for variable in variables)
            return f"no {listed} makes {render(body, binding)} hold"
        case Forall(variables, body):
            for inner in extensions(task, variables, binding):
                if not holds(task, body, state, inner):
                    return explain(task, body, state, inner)
    raise AssertionError(f"only a false formula can be explained, not {render(formula, binding)}")


def render(formula: Formula, binding: Binding) -> str:
    """A formula in PDDL, its bound variables replaced by objects."""
    match formula:
        case Atom():
            return str(ground(formula, binding))
        case Equal(left, right):
            return f"(= {binding.get(left, left)} {binding.get(right, right)})"
        case Not(operand):
            return f"(not {render(operand, binding)})"
        case And(operands):
            return f"(and{''.join(' ' + render(operand, binding) for operand in operands)})"
        case Or(operands):
            return f"(or{''.join(' ' + render(operand, binding) for operand in operands)})"
        case Exists(variables, body) | Forall(variables, body):
            head = "exists" if isinstance(formula, Exists) else "forall"
            listed = " ".join(f"{variable.name} - {_either(variable)}" for variable in variables)
            shadowed = {variable.name for variable in variables}
            outer = {name: value for name, value in binding.items() if name not in shadowed}
            return f"({head} ({listed}) {render(body, outer)})"
    assert_never(formula)


def is_of_type(task: Task, name: str, wanted: Sequence[str]) -> bool:
    """Whether an object is of one of some types, directly or by inheritance."""
    seen: set[str] = set()
    stack = list(_types_of(task, name))
    while stack:
        current = stack.pop()
        if current not in seen:
            seen.add(current)
            stack.extend(task.domain.types.get(current, ()))
    return "object" in wanted or not seen.isdisjoint(wanted)


def _schema(task: Task, action: Action) -> ActionSchema | None:
    return next((schema for schema in task.domain.schemas if schema.name == action.name), None)


def _types_of(task: Task, name: str) -> tuple[str, ...]:
    return task.objects[name] if name in task.objects else task.domain.constants[name]


def _bind(schema: ActionSchema, action: Action) -> dict[str, str]:
    return {variable.name: name for variable, name in zip(schema.parameters, action.args, strict=True)}


def extensions(task: Task, variables: Sequence[Variable], binding: Binding) -> Iterator[Binding]:
    """The binding with every choice of objects for some more variables."""
    names = (*task.domain.constants, *task.objects)
    ranges = [[name for name in names if is_of_type(task, name, variable.types)] for variable in variables]
    for chosen in product(*ranges):
        yield {**binding, **{variable.name: name for variable, name in zip(variables, chosen, strict=True)}}


def ground(atom: Atom, binding: Binding) -> Atom:
    """An atom, its variables replaced by objects as far as they are bound."""
    return Atom(atom.predicate, tuple(binding.get(term, term) for term in atom.args))


def _either(variable: Variable) -> str:
    return variable.types[0] if len(variable.types) == 1 else f"(either {' '.join(variable.types)})"
