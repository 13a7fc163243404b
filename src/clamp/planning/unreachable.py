"""What can never come about in a task: unreachable goals, dead actions.

Judged in the delete relaxation, where nothing that was once true (or false) ceases to be so. What cannot be
reached there cannot be reached; the converse does not hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from clamp.errors import DomainError
from clamp.planning.conditions import Condition, Conj, Disj, bits
from clamp.planning.domain import ActionSchema, Task
from clamp.planning.finding import Finding
from clamp.planning.grounding import GroundAction, Grounder
from clamp.planning.logic import And, Atom, Equal, Exists, Forall, Formula, Not, Or
from clamp.planning.validator import extensions, ground, holds, is_of_type, render

_MAX_OBSTACLES = 8


def unreachable(task: Task) -> Iterator[Finding]:
    """Actions that can never be applied, and a goal that cannot be reached or is reached already."""
    try:
        relaxed = _Relaxed(task)
    except DomainError as error:
        yield Finding("error", "invalid-task", "task", str(error))
        return
    for schema in task.domain.schemas:
        if schema.name not in relaxed.live:
            yield _dead(task, schema, relaxed)
    obstacles = list(dict.fromkeys(relaxed.obstacles(task.goal, {})))
    if obstacles:
        yield Finding("error", "unreachable-goal", "goal", "; ".join(obstacles[:_MAX_OBSTACLES]))
    elif holds(task, task.goal, task.initial, {}):
        yield Finding("warning", "trivial-goal", "goal", "the goal holds in the initial state already")


def _dead(task: Task, schema: ActionSchema, relaxed: _Relaxed) -> Finding:
    """Why no grounding of a schema can ever be applied."""
    where = f"action {schema.name}"
    names = (*task.domain.constants, *task.objects)
    for parameter in schema.parameters:
        if not any(is_of_type(task, name, parameter.types) for name in names):
            message = f"can never be applied: no object is of type {' or '.join(parameter.types)}"
            return Finding("info", "dead-action", where, message)
    reachable = {atom.predicate for atom in relaxed.true}
    never = [str(atom) for atom in _required(schema.precondition) if atom.predicate not in reachable]
    if never:
        message = f"can never be applied: {' and '.join(never)} can never become true"
    else:
        message = "can never be applied: no objects can meet all of its precondition"
    return Finding("warning", "dead-action", where, message)


def _required(formula: Formula) -> Iterable[Atom]:
    """The atoms that a conjunction asks for."""
    if isinstance(formula, Atom):
        yield formula
    elif isinstance(formula, And):
        for operand in formula.operands:
            yield from _required(operand)


class _Relaxed:
    """The delete relaxation at its fixpoint: which atoms can become true and which can become false."""

    def __init__(self, task: Task):
        self.task = task
        self.grounder = Grounder(task)
        self.grounder.check_size()
        compiled = (self.grounder.compiled(index) for index in range(self.grounder.size))
        waiting = [action for action in compiled if action is not None]
        true = self.grounder.initial
        false = ~true
        self.live: set[str] = set()
        pending: list[tuple[Condition, int, int]] = []
        changed = True
        while changed:
            before = (true, false, len(waiting))
            still: list[GroundAction] = []
            for action in waiting:
                if _possible(action.precondition, true, false):
                    self.live.add(self.grounder.name(action.index).name)
                    pending += [(True, action.add, action.delete), *action.conditional]
                else:
                    still.append(action)
            waiting = still
            rest: list[tuple[Condition, int, int]] = []
            for condition, add, delete in pending:
                if _possible(condition, true, false):
                    true |= add
                    false |= delete
                else:
                    rest.append((condition, add, delete))
            pending = rest
            changed = before != (true, false, len(waiting))
        self.true = frozenset(self.grounder.atoms[bit] for bit in bits(true)) | self.grounder.static
        self.never_false = (
            frozenset(atom for bit, atom in enumerate(self.grounder.atoms) if not false >> bit & 1)
            | self.grounder.static
        )

    def can_be(self, formula: Formula, wanted: bool, binding: Mapping[str, str]) -> bool:
        """Whether a formula can have a truth value, as far as the relaxation tells."""
        match formula:
            case Atom():
                atom = ground(formula, binding)
                return atom in self.true if wanted else atom not in self.never_false
            case Equal():
                return holds(self.task, formula, frozenset(), binding) == wanted
            case Not(operand):
                return self.can_be(operand, not wanted, binding)
            case And(operands) | Or(operands):
                every = isinstance(formula, And) == wanted
                return (all if every else any)(self.can_be(part, wanted, binding) for part in operands)
            case Exists(variables, body) | Forall(variables, body):
                every = isinstance(formula, Forall) == wanted
                inner = extensions(self.task, variables, binding)
                return (all if every else any)(self.can_be(body, wanted, binding) for binding in inner)

    def obstacles(self, formula: Formula, binding: Mapping[str, str]) -> Iterator[str]:
        """The smallest parts of an impossible formula that are impossible themselves, in words."""
        if self.can_be(formula, True, binding):
            return
        match formula:
            case And(operands):
                for operand in operands:
                    yield from self.obstacles(operand, binding)
            case Forall(variables, body):
                for inner in extensions(self.task, variables, binding):
                    yield from self.obstacles(body, inner)
            case Not(operand):
                yield f"{render(operand, binding)} can never become false"
            case _:
                yield f"{render(formula, binding)} can never become true"


def _possible(condition: Condition, true: int, false: int) -> bool:
    if isinstance(condition, Conj):
        given = condition.pos & ~true == 0 and condition.neg & ~false == 0
        return given and all(_possible(part, true, false) for part in condition.parts)
    if isinstance(condition, Disj):
        given = condition.pos & true or condition.neg & false
        return bool(given) or any(_possible(part, true, false) for part in condition.parts)
    return condition
