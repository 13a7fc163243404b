"""Naive twins of the engine: the meaning of a task read off the lifted formulas, and plain search on it."""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Iterator, Mapping

from clamp.decoding.world import Boundary
from clamp.planning.system import Action
from clamp.planning.task import And, Atom, Equal, Exists, Formula, Not, Or, Task, Variable

Facts = frozenset[Atom]
Binding = Mapping[str, str]


class _Known:
    """What has been said of the task that was asked about last; saying it again would be slow."""

    def __init__(self, task: Task | None) -> None:
        self.task = task
        self.objects: dict[tuple[str, ...], list[str]] = {}
        self.complete: dict[Facts, Facts] = {}


_last = [_Known(None)]


def _known(task: Task) -> _Known:
    if _last[0].task is not task:
        _last[0] = _Known(task)
    return _last[0]


def objects_of(task: Task, variable: Variable) -> list[str]:
    """The objects a variable ranges over, in the order of declaration."""
    known = _known(task).objects
    if variable.types not in known:
        known[variable.types] = _objects_of(task, variable)
    return known[variable.types]


def _objects_of(task: Task, variable: Variable) -> list[str]:
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


def initial(task: Task) -> Facts:
    """The facts of the initial state."""
    return complete(task, task.initial)


def complete(task: Task, facts: Facts) -> Facts:
    """Facts with what is derived from them: the well-founded model, by an alternating fixpoint.

    What is surely true is derived with negations of what is not even possible, what is possible with negations of
    what is not surely true, until neither changes; of axioms that have a meaning, the two are the same.

    Source: Van Gelder (1993). Nothing is said of strata here.
    """
    if not task.domain.axioms:
        return facts
    derived = task.domain.derived
    basic = frozenset(atom for atom in facts if atom.predicate not in derived)
    known = _known(task).complete
    if basic not in known:
        known[basic] = _well_founded(task, basic)
    return known[basic]


def _well_founded(task: Task, basic: Facts) -> Facts:
    axioms = [
        (axiom, binding) for axiom in task.domain.axioms for binding in bindings(task, axiom.parameters)
    ]

    def least(negated: Facts) -> Facts:
        found, size = basic, -1
        while len(found) > size:
            size = len(found)
            found |= {
                Atom(axiom.predicate, tuple(binding[one.name] for one in axiom.parameters))
                for axiom, binding in axioms
                if _true_between(task, axiom.condition, found, negated, binding)
            }
        return found

    sure, possible = basic, least(basic)
    while True:
        surer = least(possible)
        if surer == sure:
            break
        sure, possible = surer, least(surer)
    assert sure == possible, "axioms that are not stratified"
    return sure


def _true_between(task: Task, formula: Formula, here: Facts, negated: Facts, binding: Binding) -> bool:
    """Truth where atoms are looked up in `here`, and below a negation in `negated`."""
    if isinstance(formula, Not):
        return not _true_between(task, formula.operand, negated, here, binding)
    if isinstance(formula, And):
        return all(_true_between(task, one, here, negated, binding) for one in formula.operands)
    if isinstance(formula, Or):
        return any(_true_between(task, one, here, negated, binding) for one in formula.operands)
    if isinstance(formula, Atom | Equal):
        return true_in(task, formula, here, binding)
    inner = bindings(task, formula.variables)
    truths = (_true_between(task, formula.body, here, negated, {**binding, **one}) for one in inner)
    return any(truths) if isinstance(formula, Exists) else all(truths)


def groundings(task: Task) -> list[Action]:
    """The actions of a problem, by the place that each has in it; `test_grounding.py` checks which."""
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
    return complete(task, (facts - deleted) | added)


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
    queue = [initial(task)]
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


def admitted(boundary: Boundary) -> Iterator[tuple[Action, ...]]:
    """All plans that a world admits."""
    if boundary.choices.may_end:
        yield boundary.actions()
    for position in boundary.choices.positions.tolist():
        after = list(admitted(boundary.after(position)))
        assert after, "an admitted action leads to a plan"
        yield from after
