"""Naive twins of the engine: the meaning of a task read off the lifted formulas, and plain search on it."""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Iterator, Mapping

from clamp.planning.system import Action
from clamp.planning.task import And, Atom, Equal, Exists, Formula, Not, Or, Task, Variable

Facts = frozenset[Atom]
Binding = Mapping[str, str]


def objects_of(task: Task, variable: Variable) -> list[str]:
    """The objects a variable ranges over, in the order of declaration."""

    def below(kind: str, wanted: str) -> bool:
        return kind == wanted or any(below(upper, wanted) for upper in task.domain.types.get(kind, ()))

    everything = {**task.domain.constants, **task.objects}
    return [
        name
        for name, kinds in everything.items()
        if any(wanted == "object" or below(kind, wanted) for wanted in variable.types for kind in kinds)
    ]


def bindings(task: Task, variables: tuple[Variable, ...]) -> Iterator[dict[str, str]]:
    """All ways to fill in some variables."""
    names = [variable.name for variable in variables]
    for values in itertools.product(*(objects_of(task, variable) for variable in variables)):
        yield dict(zip(names, values, strict=True))


def true_in(task: Task, formula: Formula, facts: Facts, binding: Binding) -> bool:
    """Tarski's definition of truth."""
    if isinstance(formula, Atom):
        return Atom(formula.predicate, tuple(binding.get(arg, arg) for arg in formula.args)) in facts
    if isinstance(formula, Equal):
        return binding.get(formula.left, formula.left) == binding.get(formula.right, formula.right)
    if isinstance(formula, Not):
        return not true_in(task, formula.operand, facts, binding)
    if isinstance(formula, And):
        return all(true_in(task, one, facts, binding) for one in formula.operands)
    if isinstance(formula, Or):
        return any(true_in(task, one, facts, binding) for one in formula.operands)
    inner = bindings(task, formula.variables)
    truths = (true_in(task, formula.body, facts, {**binding, **one}) for one in inner)
    return any(truths) if isinstance(formula, Exists) else all(truths)


def groundings(task: Task) -> list[Action]:
    """The actions of a problem, by the place that each has in it; `tests/planning/test_grounding.py` checks which."""
    from clamp.planning.problem import Problem

    kept = set(Problem.from_task(task).actions)
    return [action for action in well_formed(task) if action in kept]


def well_formed(task: Task) -> list[Action]:
    """All type-correct actions."""
    return [
        Action(schema.name, tuple(binding[parameter.name] for parameter in schema.parameters))
        for schema in task.domain.schemas
        for binding in bindings(task, schema.parameters)
    ]


def step(task: Task, facts: Facts, action: Action) -> Facts | None:
    """The facts after an action, or ``None`` when it does not apply."""
    schema = next(one for one in task.domain.schemas if one.name == action.name)
    binding = {one.name: value for one, value in zip(schema.parameters, action.args, strict=True)}
    if not true_in(task, schema.precondition, facts, binding):
        return None
    added, deleted = changes(task, facts, action)
    return (facts - deleted) | added


def changes(task: Task, facts: Facts, action: Action) -> tuple[Facts, Facts]:
    """The atoms that an action adds and deletes."""
    schema = next(one for one in task.domain.schemas if one.name == action.name)
    binding = {one.name: value for one, value in zip(schema.parameters, action.args, strict=True)}
    added, deleted = set[Atom](), set[Atom]()
    for effect in schema.effects:
        for extra in bindings(task, effect.variables):
            inner = {**binding, **extra}
            if true_in(task, effect.condition, facts, inner):
                atom = Atom(effect.atom.predicate, tuple(inner.get(arg, arg) for arg in effect.atom.args))
                (added if effect.positive else deleted).add(atom)
    return frozenset(added), frozenset(deleted)


def reachable(
    task: Task, max_states: int, enabled: Collection[int] | None = None
) -> dict[Facts, dict[int, Facts]] | None:
    """Every state reachable from the initial one with its enabled edges, or ``None`` beyond `max_states`."""
    actions = groundings(task)
    usable = range(len(actions)) if enabled is None else sorted(enabled)
    graph: dict[Facts, dict[int, Facts]] = {}
    queue = [task.initial]
    while queue:
        facts = queue.pop()
        if facts in graph:
            continue
        if len(graph) >= max_states:
            return None
        after = {index: step(task, facts, actions[index]) for index in usable}
        graph[facts] = {index: one for index, one in after.items() if one is not None}
        queue.extend(graph[facts].values())
    return graph


def goal_distances(task: Task, graph: Mapping[Facts, Mapping[int, Facts]]) -> dict[Facts, float]:
    """Goal distance of every state of a graph, by sweeping until nothing changes."""
    distance = {facts: 0.0 if true_in(task, task.goal, facts, {}) else math.inf for facts in graph}
    changed = True
    while changed:
        changed = False
        for facts, edges in graph.items():
            shorter = 1 + min((distance[after] for after in edges.values()), default=math.inf)
            if shorter < distance[facts]:
                distance[facts], changed = shorter, True
    return distance


def plans(task: Task, facts: Facts, budget: int) -> Iterator[tuple[int, ...]]:
    """Every sequence of at most `budget` applicable actions that ends in a goal."""
    if true_in(task, task.goal, facts, {}):
        yield ()
    if budget > 0:
        for index, action in enumerate(groundings(task)):
            after = step(task, facts, action)
            if after is not None:
                for rest in plans(task, after, budget - 1):
                    yield (index, *rest)
