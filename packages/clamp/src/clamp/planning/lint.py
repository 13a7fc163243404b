"""What is wrong or odd about a task before anybody plans with it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from clamp.checks import count
from clamp.errors import DomainError
from clamp.planning.grounding import Grounder
from clamp.planning.obstacles import Relaxed
from clamp.planning.pddl.source import Repair
from clamp.planning.pddl.symbols import normalise
from clamp.planning.system import Action
from clamp.planning.task import (
    ActionSchema,
    And,
    Atom,
    Equal,
    Exists,
    Forall,
    Formula,
    Not,
    Or,
    Task,
    Variable,
)
from clamp.planning.validator import extensions, ground, holds, initial, is_of_type

Severity = Literal["error", "warning", "info"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that `lint` has to say.

    Attributes:
        severity: ``"error"``: no plan can exist, or none can be written. ``"warning"``: probably a mistake.
            ``"info"``: worth knowing.
        kind: A short stable slug; that of a repair for repairs.
        where: A position in a file, or the part of the task: ``"action pick"``, ``"goal"``, …
        message: What was found, with the names involved.
    """

    severity: Severity
    kind: str
    where: str
    message: str

    def __str__(self) -> str:
        return f"{self.severity}: {self.where}: {self.message} [{self.kind}]"


_MAX_OBSTACLES = 8


def unreachable(task: Task) -> Iterator[Finding]:
    """Actions that can never be applied or change nothing, and a goal that is out of reach or reached already."""
    try:
        grounder = Grounder(task)
    except DomainError as error:
        yield Finding("error", "invalid-task", "task", str(error))
        return
    relaxed = Relaxed(grounder)
    live = {action.name for action in grounder.actions}
    for schema in task.domain.schemas:
        if schema.name not in live:
            yield _dead(task, schema, relaxed)
    yield from _idle(grounder)
    obstacles = list(dict.fromkeys(relaxed.obstacles(task.goal, {})))
    if obstacles:
        yield Finding("error", "unreachable-goal", "goal", "; ".join(obstacles[:_MAX_OBSTACLES]))
    elif holds(task, task.goal, initial(task), {}):
        yield Finding("warning", "trivial-goal", "goal", "the goal holds in the initial state already")


def _dead(task: Task, schema: ActionSchema, relaxed: Relaxed) -> Finding:
    """Why no grounding of a schema can ever be applied."""
    where = f"action {schema.name}"
    names = (*task.domain.constants, *task.objects)
    for parameter in schema.parameters:
        if not any(is_of_type(task, name, parameter.types) for name in names):
            message = f"can never be applied: no object is of type {' or '.join(parameter.types)}"
            return Finding("info", "dead-action", where, message)
    reachable = {atom.predicate for atom in relaxed.sometimes}
    never = [str(atom) for atom in _required(schema.precondition) if atom.predicate not in reachable]
    if never:
        message = f"can never be applied: {' and '.join(never)} can never become true"
    else:
        message = "can never be applied: no objects can meet all of its precondition"
    return Finding("warning", "dead-action", where, message)


def _idle(grounder: Grounder) -> Iterator[Finding]:
    """Actions that never change a state, by schema: plans with them are padded."""
    idle: defaultdict[str, list[Action]] = defaultdict(list)
    size: Counter[str] = Counter()
    for action, compiled in zip(grounder.actions, grounder.compiled, strict=True):
        size[action.name] += 1
        if compiled.never_changes():
            idle[action.name].append(action)
    for name, found in idle.items():
        if len(found) == size[name]:
            message = "never changes a state, whatever its objects"
            yield Finding("warning", "no-effect", f"action {name}", message)
            continue
        listed = ", ".join(map(str, found[:_MAX_NAMES]))
        more = f" and {len(found) - _MAX_NAMES} more" if len(found) > _MAX_NAMES else ""
        message = f"{listed}{more} never change{'' if len(found) > 1 else 's'} a state"
        yield Finding("info", "no-effect", f"action {name}", message)


def _required(formula: Formula) -> Iterable[Atom]:
    """The atoms that a conjunction asks for."""
    if isinstance(formula, Atom):
        yield formula
    elif isinstance(formula, And):
        for operand in formula.operands:
            yield from _required(operand)


_MAX_NAMES = 8
_ORDER: Mapping[str, int] = {"error": 0, "warning": 1, "info": 2}


class Spelling(Protocol):
    """Tells which texts a planner's tokens can spell (`clamp.Vocabulary` does)."""

    def can_spell(self, data: bytes) -> bool:
        """Whether some sequence of tokens spells these bytes."""
        ...


def lint(task: Task, repairs: Sequence[Repair] = (), *, vocabulary: Spelling | None = None) -> list[Finding]:
    """Look for what is wrong with a task, worst first.

    An unreachable goal or a dead action may go unnoticed, but what is called so is so (see
    `clamp.planning.lint`).

    Args:
        repairs: What the reader repaired; reported along.
        vocabulary: The planner's tokens; without it spelling is not checked.
    """
    findings = [
        Finding(
            "info" if repair.is_note else "warning",
            repair.kind,
            f"{repair.where}, line {repair.line}, column {repair.column}",
            repair.message,
        )
        for repair in repairs
    ]
    broken = list(_declarations(task))
    findings += [*broken, *_contradictions(task), *_aliases(task), *_unused(task)]
    if vocabulary is not None:
        findings += _unspellable(task, vocabulary)
    if not any(finding.severity == "error" for finding in broken):
        findings += unreachable(task)
    return sorted(findings, key=lambda finding: _ORDER[finding.severity])


# -- declarations ------------------------------------------------------------------------------------


def _formulas(task: Task) -> Iterator[tuple[str, Formula]]:
    """All formulas with the part of the task that they belong to; effects' atoms included."""
    for schema in task.domain.schemas:
        where = f"action {schema.name}"
        yield where, schema.precondition
        for effect in schema.effects:
            yield where, effect.atom
            yield where, effect.condition
    for axiom in task.domain.axioms:
        yield f"axiom {axiom.head}", axiom.head
        yield f"axiom {axiom.head}", axiom.condition
    yield "goal", task.goal
    for constraint in (*task.domain.constraints, *task.constraints):
        for condition in constraint.conditions:
            yield "constraints", condition


def _parts(formula: Formula) -> Iterator[Formula]:
    """A formula and all formulas in it."""
    yield formula
    match formula:
        case Not(operand):
            yield from _parts(operand)
        case And(operands) | Or(operands):
            for operand in operands:
                yield from _parts(operand)
        case Exists(_, body) | Forall(_, body):
            yield from _parts(body)
        case Atom() | Equal():
            pass


def _variables(task: Task) -> Iterator[tuple[str, Variable]]:
    """Every variable of the task with the part that binds it."""
    for name, parameters in task.domain.predicates.items():
        for variable in parameters:
            yield f"predicate {name}", variable
    for schema in task.domain.schemas:
        for variable in schema.parameters:
            yield f"action {schema.name}", variable
        for effect in schema.effects:
            for variable in effect.variables:
                yield f"action {schema.name}", variable
    for axiom in task.domain.axioms:
        for variable in axiom.parameters:
            yield f"axiom {axiom.head}", variable
    for constraint in (*task.domain.constraints, *task.constraints):
        for variable in constraint.variables:
            yield "constraints", variable
    for where, formula in _formulas(task):
        for part in _parts(formula):
            if isinstance(part, Exists | Forall):
                for variable in part.variables:
                    yield where, variable


def _declarations(task: Task) -> Iterator[Finding]:
    """Names that are used and not declared; a file that was read has none, a task made by hand may."""
    domain = task.domain
    known = {"object", *domain.types}
    for types in domain.types.values():
        known.update(types)
    for where, variable in dict.fromkeys(_variables(task)):
        for name in variable.types:
            if name not in known:
                message = f"variable {variable.name} is of type {name!r}, which is not declared"
                yield Finding("error", "undeclared-type", where, message)
    for name, types in (*domain.constants.items(), *task.objects.items()):
        for kind in types:
            if kind not in known:
                message = f"the object is of type {kind!r}, which is not declared"
                yield Finding("error", "undeclared-type", f"object {name}", message)
    used = [("initial state", atom) for atom in sorted(task.initial, key=str)]
    used += [
        (where, part)
        for where, formula in _formulas(task)
        for part in _parts(formula)
        if isinstance(part, Atom)
    ]
    for where, atom in dict.fromkeys(used):
        parameters = domain.predicates.get(atom.predicate)
        if parameters is None:
            yield Finding(
                "error",
                "undeclared-predicate",
                where,
                f"{atom} has the undeclared predicate {atom.predicate!r}",
            )
        elif len(parameters) != len(atom.args):
            given = count(len(atom.args), "argument")
            message = f"{atom} has {given}, its predicate is declared with {len(parameters)}"
            yield Finding("error", "predicate-arity", where, message)


def _unused(task: Task) -> Iterator[Finding]:
    read = {
        part.predicate for _, formula in _formulas(task) for part in _parts(formula) if isinstance(part, Atom)
    }
    predicates = [name for name in task.domain.predicates if name not in read]
    if predicates:
        message = f"no action and no goal mentions {_listed(predicates)}"
        yield Finding("info", "unused-predicate", "domain", message)
    used = {kind for _, variable in _variables(task) for kind in variable.types}
    for types in (*task.domain.constants.values(), *task.objects.values(), *task.domain.types.values()):
        used.update(types)
    unused = [name for name in task.domain.types if name not in used]
    if unused:
        message = f"no object, parameter or predicate is of type {_listed(unused)}"
        yield Finding("info", "unused-type", "domain", message)


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - _MAX_NAMES} more" if len(names) > _MAX_NAMES else ""
    return ", ".join(names[:_MAX_NAMES]) + more


# -- contradictions ----------------------------------------------------------------------------------


def _contradictions(task: Task) -> Iterator[Finding]:
    for schema in task.domain.schemas:
        where = f"action {schema.name}"
        for text in _clashes(schema.precondition):
            yield Finding("warning", "contradictory-precondition", where, f"the precondition asks for {text}")
        signs: dict[object, set[bool]] = defaultdict(set)
        for effect in schema.effects:
            signs[effect.atom, effect.condition, effect.variables].add(effect.positive)
        for effect in dict.fromkeys(schema.effects):
            if effect.positive and len(signs[effect.atom, effect.condition, effect.variables]) == 2:
                message = (
                    f"{effect.atom} is added and deleted under the same condition; it is true afterwards"
                )
                yield Finding("warning", "add-and-delete", where, message)
    for text in _clashes(_grounded(task, task.goal)):
        yield Finding("error", "contradictory-goal", "goal", f"the goal asks for {text}")


def _grounded(task: Task, formula: Formula) -> Formula:
    """A formula whose conjunctions over objects are written out; nothing else is changed."""
    match formula:
        case And(operands):
            return And(tuple(_grounded(task, operand) for operand in operands))
        case Forall(variables, body):
            return And(tuple(_bound(body, inner) for inner in extensions(task, variables, {})))
        case _:
            return formula


def _bound(formula: Formula, binding: Mapping[str, str]) -> Formula:
    """The conjuncts of a formula that are literals, with objects for variables."""
    match formula:
        case Atom():
            return ground(formula, binding)
        case Not(Atom() as atom):
            return Not(ground(atom, binding))
        case And(operands):
            return And(tuple(_bound(operand, binding) for operand in operands))
        case _:
            return And()


def _clashes(formula: Formula) -> Iterator[str]:
    """What a conjunction asks for that cannot be, in words."""
    positive: dict[Atom, None] = {}
    negative: dict[Atom, None] = {}
    stack: list[Formula] = [formula]
    while stack:
        match stack.pop():
            case And(operands):
                stack.extend(reversed(operands))
            case Atom() as atom:
                positive[atom] = None
            case Not(Atom() as atom):
                negative[atom] = None
            case Equal(left, right) if (
                left != right and not left.startswith("?") and not right.startswith("?")
            ):
                yield f"{left} and {right} to be one object"
            case Not(Equal(left, right)) if left == right:
                yield f"{left} to be different from itself"
            case _:
                pass
    for atom in positive:
        if atom in negative:
            yield f"both {atom} and (not {atom})"


# -- names -------------------------------------------------------------------------------------------


def _aliases(task: Task) -> Iterator[Finding]:
    schemas = [schema.name for schema in task.domain.schemas]
    for role, names in (("object", [*task.domain.constants, *task.objects]), ("action", schemas)):
        groups: dict[str, list[str]] = defaultdict(list)
        for name in names:
            groups[normalise(name)].append(name)
        for group in groups.values():
            if len(group) > 1:
                message = (
                    f"{' and '.join(map(repr, group))} differ in case, separators or Unicode form only; "
                    "language models mix up such names"
                )
                yield Finding("warning", "alias", f"{role} {group[0]}", message)


def _unspellable(task: Task, vocabulary: Spelling) -> Iterator[Finding]:
    schemas = [schema.name for schema in task.domain.schemas]
    for role, names in (("object", [*task.domain.constants, *task.objects]), ("action", schemas)):
        for name in names:
            if not vocabulary.can_spell(name.encode()):
                message = f"no sequence of tokens spells {name!r}, so no plan can mention it"
                yield Finding("error", "unspellable", f"{role} {name}", message)
