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
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from clamp.errors import DomainError, LimitError
from clamp.planning.conditions import Condition, Conj, conjunction, holds, literal, literals
from clamp.planning.domain import ActionSchema, Task
from clamp.planning.lifting import Environment, Scope
from clamp.planning.limits import checkpoint, limits_in_force
from clamp.planning.logic import Atom, Effect, Formula
from clamp.planning.system import Action
from clamp.planning.typetable import TypeTable
from clamp.threads import Lock

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
