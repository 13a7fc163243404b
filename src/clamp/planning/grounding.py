"""Grounding: from lifted formulas to conditions and effects over bits.

Atoms of predicates that no effect mentions are static: they are resolved here and take no bit. Every other
atom gets a bit when it is first met. Action number i of a schema is the i-th element of the product of its
parameters' candidates, so the whole space of type-correct actions is known without being written out.
"""

from __future__ import annotations

import itertools
import math
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import TypeAlias

from clamp.errors import DomainError, LimitError
from clamp.planning.conditions import Condition, Conj, conjunction, disjunction, holds, literal, literals
from clamp.planning.search.limits import checkpoint, limits_in_force
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
from clamp.threads import Lock


class TypeTable:
    """Which objects belong to which types; several supertypes and ``either`` are allowed."""

    def __init__(self, domain: Domain, objects: Mapping[str, tuple[str, ...]]):
        self._supertypes = domain.types
        self._known = {"object", *domain.types, *itertools.chain.from_iterable(domain.types.values())}
        self._ancestors: dict[str, frozenset[str]] = {}
        self.objects: dict[str, frozenset[str]] = {}
        for name, types in (*domain.constants.items(), *objects.items()):
            belongs = frozenset[str]().union(*(self.ancestors(kind, f"object {name!r}") for kind in types))
            self.objects[name] = self.objects.get(name, frozenset()) | belongs | {"object"}
        self._candidates: dict[tuple[str, ...], tuple[str, ...]] = {}

    @property
    def names(self) -> frozenset[str]:
        """The types that there are."""
        return frozenset(self._known)

    def ancestors(self, kind: str, where: str) -> frozenset[str]:
        """A type and all its supertypes.

        Raises:
            DomainError: If the type is not declared; `where` says what it is a type of.
        """
        if kind not in self._ancestors:
            if kind not in self._known:
                raise DomainError(
                    f"{where} has the type {kind!r}, which the domain does not declare; its types are "
                    f"{', '.join(sorted(self._known))}. Misspelt, or missing from (:types …)?"
                )
            found: set[str] = set()
            queue = [kind]
            while queue:
                one = queue.pop()
                if one not in found:
                    found.add(one)
                    queue.extend(self._supertypes.get(one, ()))
            self._ancestors[kind] = frozenset(found)
        return self._ancestors[kind]

    def candidates(self, variable: Variable, where: str) -> tuple[str, ...]:
        """The objects that a variable ranges over, in the order of declaration."""
        found = self._candidates.get(variable.types)
        if found is None:
            for kind in variable.types:
                self.ancestors(kind, f"{where}: variable {variable.name!r}")
            wanted = frozenset(variable.types)
            found = tuple(name for name, types in self.objects.items() if types & wanted)
            self._candidates[variable.types] = found
        return found


Environment: TypeAlias = list[str]
Ground: TypeAlias = Callable[[Environment], Condition]


class Scope:
    """Turns lifted formulas into functions from an environment (one slot a name) to conditions."""

    def __init__(self, grounder: Grounder, where: str, parameters: Sequence[Variable] = ()):
        self._grounder = grounder
        self._where = where
        self.environment: Environment = []
        self._slots: dict[str, int] = {}
        self._choices: dict[str, int] = {}
        for parameter in parameters:
            if parameter.name in self._slots:
                raise DomainError(f"{where} has the parameter {parameter.name!r} twice.")
            self._slots[parameter.name] = self.slot()

    def slot(self) -> int:
        """A new place in the environment."""
        self.environment.append("")
        return len(self.environment) - 1

    def term(self, name: str) -> int:
        """The slot of a variable in scope or of an object.

        Raises:
            DomainError: If there is no such variable or object.
        """
        if name not in self._slots:
            if name.startswith("?"):
                raise DomainError(f"{self._where} uses the variable {name!r}, which nothing binds there.")
            if name not in self._grounder.types.objects:
                raise DomainError(
                    f"{self._where} names {name!r}, which is neither an object nor a constant. Misspelt, or "
                    "missing from (:objects …)?"
                )
            slot = self._slots[name] = self.slot()
            self.environment[slot] = name
        return self._slots[name]

    def args(self, atom: Atom) -> Callable[[Environment], tuple[str, ...]]:
        """The function that reads an atom's arguments out of an environment."""
        self._grounder.check_arity(atom, self._where)
        return _reader([self.term(name) for name in atom.args])

    def bind(self, variables: Sequence[Variable]) -> tuple[list[int], list[tuple[str, ...]], dict[str, int]]:
        """Open a quantifier: the slots, the candidates, and the scope to restore afterwards.

        Raises:
            LimitError: If it has more instances than the limits in force allow.
        """
        outer = dict(self._slots)
        slots = [self.slot() for _ in variables]
        candidates = [self._grounder.types.candidates(variable, self._where) for variable in variables]
        self.check_instances([len(names) for names in candidates])
        for variable, slot, names in zip(variables, slots, candidates, strict=True):
            self._slots[variable.name] = slot
            self._choices[variable.name] = len(names)
        return slots, candidates, outer

    def check_instances(self, ranges: Sequence[int]) -> None:
        """Refuse more choices of objects than the limits in force allow, before any is made.

        Raises:
            LimitError: If there are more.
        """
        count, most = math.prod(ranges), limits_in_force().groundings
        if count > most:
            counts = " × ".join(map(str, ranges))
            raise LimitError(
                f"{self._where} has a quantifier with {counts} = {count:,} instances, above the ceiling of "
                f"{most:,}. Give its variables narrower types, nest fewer quantifiers, or raise "
                "`SearchLimits.groundings`.",
                "groundings",
                most,
            )

    def unbind(self, variables: Sequence[Variable], outer: dict[str, int]) -> None:
        """Close a quantifier; objects met inside keep their slots."""
        for variable in variables:
            del self._slots[variable.name]
            self._choices.pop(variable.name, None)
            if variable.name in outer:
                self._slots[variable.name] = outer[variable.name]

    def lift(self, formula: Formula, positive: bool) -> Ground:
        """The function from environments to conditions; `positive` false means the formula's negation."""
        match formula:
            case Atom():
                return self._atom(formula, positive)
            case Equal():
                left, right = self.term(formula.left), self.term(formula.right)
                return lambda env: (env[left] == env[right]) == positive
            case Not():
                return self.lift(formula.operand, not positive)
            case And() | Or():
                operands = [self.lift(operand, positive) for operand in formula.operands]
                if len(operands) == 1:
                    return operands[0]
                join = conjunction if isinstance(formula, And) == positive else disjunction
                return lambda env: join([operand(env) for operand in operands])
            case Exists() | Forall():
                return self._quantified(formula, positive)

    def _atom(self, atom: Atom, positive: bool) -> Ground:
        args, truth, predicate = self.args(atom), self._grounder.truth, atom.predicate
        return lambda env: truth(predicate, args(env), positive)

    def _quantified(self, formula: Exists | Forall, positive: bool) -> Ground:
        slots, candidates, outer = self.bind(formula.variables)
        body = self.lift(formula.body, positive)
        self.unbind(formula.variables, outer)
        # Instances are remembered by the free variables, so only quantifiers that bind one of those count.
        around = [self._choices[name] for name in sorted(free_names(formula)) if name in self._choices]
        self.check_instances([*around, *map(len, candidates)])
        join = conjunction if isinstance(formula, Forall) == positive else disjunction
        free = _reader(sorted({self.term(name) for name in free_names(formula)}))
        memo: dict[tuple[str, ...], Condition] = {}

        def ground(env: Environment) -> Condition:
            key = free(env)
            if key not in memo:
                conditions: list[Condition] = []
                for values in itertools.product(*candidates):
                    checkpoint("grounding quantifiers")
                    for slot, value in zip(slots, values, strict=True):
                        env[slot] = value
                    conditions.append(body(env))
                memo[key] = join(conditions)
            return memo[key]

        return ground


def _reader(slots: Sequence[int]) -> Callable[[Environment], tuple[str, ...]]:
    if not slots:
        return lambda env: ()
    if len(slots) == 1:
        slot = slots[0]
        return lambda env: (env[slot],)
    return itemgetter(*slots)


def free_names(formula: Formula) -> frozenset[str]:
    """The terms of a formula that it does not bind itself."""
    match formula:
        case Atom():
            return frozenset(formula.args)
        case Equal():
            return frozenset((formula.left, formula.right))
        case Not():
            return free_names(formula.operand)
        case And() | Or():
            return frozenset[str]().union(*(free_names(operand) for operand in formula.operands))
        case Exists() | Forall():
            return free_names(formula.body) - {variable.name for variable in formula.variables}


_MEMO_LIMIT = 4096
_BATCH = 1024

GroundEffect: TypeAlias = Callable[[Environment], list[tuple[Condition, int]]]


@dataclass(slots=True)
class GroundAction:
    """An action over bits.

    Attributes:
        add, delete: Effects that always happen; `delete` has no bit of `add`.
        conditional: Triples (condition, add, delete) of the effects that depend on the state.
        observed: The bits that those conditions read.
    """

    index: int
    precondition: Condition
    add: int
    delete: int
    conditional: tuple[tuple[Condition, int, int], ...] = ()
    observed: int = 0
    _effects: dict[int, tuple[int, int]] = field(default_factory=dict[int, tuple[int, int]])

    def apply(self, state: int) -> int:
        """The state after the action; conditions read the old state, deletes come before adds."""
        if not self.conditional:
            return state & ~self.delete | self.add
        seen = state & self.observed
        effect = self._effects.get(seen)
        if effect is None:
            add, delete = self.add, self.delete
            for condition, more_add, more_delete in self.conditional:
                if holds(condition, seen):
                    add |= more_add
                    delete |= more_delete
            if len(self._effects) >= _MEMO_LIMIT:
                self._effects.clear()
            effect = self._effects[seen] = (add, delete)
        return state & ~effect[1] | effect[0]


class Grounder:
    """The atoms, goal and actions of a task over bits; actions are compiled when first asked for.

    Attributes:
        atoms: Atom of each bit; grows as atoms are met.
        initial: The fluent part of the task's initial facts.
        static: The facts that no action can change.
    """

    def __init__(self, task: Task):
        self.task = task
        self.types = TypeTable(task.domain, task.objects)
        self._check_objects()
        self._arity = {name: len(parameters) for name, parameters in task.domain.predicates.items()}
        self.fluents = frozenset(
            effect.atom.predicate for schema in task.domain.schemas for effect in schema.effects
        )
        self._lock = Lock()
        self.atoms: list[Atom] = []
        self._bits: dict[tuple[str, tuple[str, ...]], int] = {}
        self.static = frozenset(atom for atom in task.initial if atom.predicate not in self.fluents)
        self._static = {(atom.predicate, atom.args) for atom in self.static}
        for atom in task.initial:
            checkpoint("checking the initial state")
            self.check_fact(atom, "the initial state")
        self.initial = sum(
            1 << self.bit(atom.predicate, atom.args)
            for atom in sorted(task.initial - self.static, key=lambda atom: (atom.predicate, atom.args))
        )
        self.goal = self.condition(task.goal, "the goal")
        for name, count in Counter(schema.name for schema in task.domain.schemas).items():
            if count > 1:
                raise DomainError(f"Domain {task.domain.name!r} has {count} actions named {name!r}.")
        self.schemas = [GroundSchema(self, schema) for schema in task.domain.schemas]
        self._starts = list(itertools.accumulate((schema.size for schema in self.schemas), initial=0))
        self._compiled: dict[int, GroundAction | None] = {}

    def _check_objects(self) -> None:
        count, most = len(self.types.objects), limits_in_force().objects
        if count > most:
            raise LimitError(
                f"Task {self.task.name!r} has {count:,} objects, above the ceiling of {most:,}. Leave out "
                "those that no plan needs, or raise `SearchLimits.objects`.",
                "objects",
                most,
            )

    @property
    def size(self) -> int:
        """The number of type-correct grounded actions."""
        return self._starts[-1]

    def actions(self) -> tuple[Action, ...]:
        """All type-correct grounded actions.

        Raises:
            LimitError: If there are more than the limits in force allow, or the time is up.
        """
        self.check_size()
        actions: list[Action] = []
        for schema in self.schemas:
            named = (Action(schema.name, args) for args in itertools.product(*schema.candidates))
            while more := list(itertools.islice(named, _BATCH)):
                checkpoint("writing out the ground actions")
                actions += more
        return tuple(actions)

    def possible(self) -> tuple[GroundAction, ...]:
        """The compiled actions that no static fact forbids, by ascending index.

        Raises:
            LimitError: If there are more actions than the limits in force allow, or the time is up; what was
                compiled is kept.
        """
        self.check_size()
        found: list[GroundAction] = []
        for index in range(self.size):
            action = self.compiled(index)
            if action is not None:
                found.append(action)
        return tuple(found)

    def check_size(self) -> None:
        """Refuse a task with more grounded actions than the limits in force allow.

        Raises:
            LimitError: If it has more.
        """
        most = limits_in_force().groundings
        if self.size > most:
            largest = max(self.schemas, key=lambda schema: schema.size)
            counts = " × ".join(str(len(names)) for names in largest.candidates)
            raise LimitError(
                f"Task {self.task.name!r} has {self.size:,} grounded actions, above the ceiling of "
                f"{most:,}; action {largest.name!r} alone has {counts} = {largest.size:,}. Give its "
                "parameters narrower types, split it into actions with fewer parameters, or raise "
                "`SearchLimits.groundings`.",
                "groundings",
                most,
            )

    def name(self, index: int) -> Action:
        """The action at a position, without writing out the others."""
        schema, position = self._locate(index)
        return Action(schema.name, schema.args(position))

    def _locate(self, index: int) -> tuple[GroundSchema, int]:
        number = bisect_right(self._starts, index) - 1
        return self.schemas[number], index - self._starts[number]

    def compiled(self, index: int) -> GroundAction | None:
        """The action at a position, or ``None`` when static facts forbid it in every state."""
        try:
            return self._compiled[index]
        except KeyError:
            checkpoint("compiling the ground actions")
            schema, position = self._locate(index)
            action = schema.ground(index, schema.args(position))
            return self._compiled.setdefault(index, action)

    def bit(self, predicate: str, args: tuple[str, ...]) -> int:
        """The bit of a fluent atom."""
        key = (predicate, args)
        bit = self._bits.get(key)
        if bit is None:
            with self._lock:
                bit = self._bits.get(key)
                if bit is None:
                    bit = len(self.atoms)
                    self.atoms.append(Atom(predicate, args))
                    self._bits[key] = bit
        return bit

    def check_fact(self, atom: Atom, where: str) -> None:
        """Refuse a fact whose predicate, arity or objects the task does not know.

        Raises:
            DomainError: If it does not know one of them.
        """
        self.check_arity(atom, where)
        for name in atom.args:
            if name not in self.types.objects:
                raise DomainError(
                    f"{where} has {atom}, but {name!r} is neither an object of task {self.task.name!r} nor a "
                    "constant of its domain. Misspelt, or missing from (:objects …)?"
                )

    def check_arity(self, atom: Atom, where: str) -> None:
        """Refuse an atom whose predicate or number of arguments the domain does not know.

        Raises:
            DomainError: If it does not know one of them.
        """
        if atom.predicate not in self._arity:
            raise DomainError(
                f"{where} uses the predicate {atom.predicate!r}, which domain {self.task.domain.name!r} does "
                f"not declare; it declares {', '.join(sorted(self._arity)) or 'none'}."
            )
        if len(atom.args) != self._arity[atom.predicate]:
            raise DomainError(
                f"{where} has {atom} with {len(atom.args)} arguments, but predicate {atom.predicate!r} takes "
                f"{self._arity[atom.predicate]}."
            )

    def condition(self, formula: Formula, where: str) -> Condition:
        """A closed formula over bits."""
        scope = Scope(self, where)
        return scope.lift(formula, True)(scope.environment)

    def truth(self, predicate: str, args: tuple[str, ...], positive: bool) -> Condition:
        """A ground literal: a bit test, or a constant when the predicate is static."""
        if predicate in self.fluents:
            return literal(self.bit(predicate, args), positive)
        return ((predicate, args) in self._static) == positive


class GroundSchema:
    """A schema with its candidates, ready to be grounded one action at a time."""

    def __init__(self, grounder: Grounder, schema: ActionSchema):
        where = f"action {schema.name!r}"
        self.name = schema.name
        self.candidates = [grounder.types.candidates(one, where) for one in schema.parameters]
        self.size = math.prod(len(names) for names in self.candidates)
        self._scope = Scope(grounder, where, schema.parameters)
        self._precondition = self._scope.lift(schema.precondition, True)
        self._effects = [(one.positive, self._lift_effect(grounder, one)) for one in schema.effects]

    def _lift_effect(self, grounder: Grounder, effect: Effect) -> GroundEffect:
        slots, candidates, outer = self._scope.bind(effect.variables)
        condition = self._scope.lift(effect.condition, True)
        args, predicate = self._scope.args(effect.atom), effect.atom.predicate
        self._scope.unbind(effect.variables, outer)

        def ground(env: Environment) -> list[tuple[Condition, int]]:
            found: list[tuple[Condition, int]] = []
            for values in itertools.product(*candidates):
                checkpoint("grounding effects")
                for slot, value in zip(slots, values, strict=True):
                    env[slot] = value
                when = condition(env)
                if when is not False:
                    found.append((when, 1 << grounder.bit(predicate, args(env))))
            return found

        return ground

    def args(self, number: int) -> tuple[str, ...]:
        """The arguments of the schema's action at a position."""
        names: list[str] = []
        for candidates in reversed(self.candidates):
            number, position = divmod(number, len(candidates))
            names.append(candidates[position])
        return tuple(reversed(names))

    def ground(self, index: int, args: tuple[str, ...]) -> GroundAction | None:
        """The action with these arguments, or ``None`` when its precondition is statically false."""
        env = self._scope.environment.copy()
        env[: len(args)] = args
        precondition = self._precondition(env)
        if precondition is False:
            return None
        add = delete = 0
        grouped: dict[Condition, tuple[int, int]] = {}
        for positive, effect in self._effects:
            for when, mask in effect(env):
                if not positive and isinstance(when, Conj) and when.pos & mask:
                    # Deleting p where p and q hold is deleting p where q holds: elsewhere nothing changes.
                    when = conjunction([Conj(when.pos & ~mask, when.neg, when.parts)])
                if when is True:
                    add, delete = (add | mask, delete) if positive else (add, delete | mask)
                else:
                    adds, deletes = grouped.get(when, (0, 0))
                    grouped[when] = (adds | mask, deletes) if positive else (adds, deletes | mask)
        conditional: list[tuple[Condition, int, int]] = []
        observed = 0
        for when, (adds, deletes) in grouped.items():
            adds, deletes = adds & ~add, deletes & ~delete & ~add
            if adds or deletes:
                conditional.append((when, adds, deletes))
                pos, neg = literals(when)
                observed |= pos | neg
        return GroundAction(index, precondition, add, delete & ~add, tuple(conditional), observed)
