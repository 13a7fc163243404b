"""Grounding: the actions of a task that can ever apply, as conditions and effects over bits.

Decides what can be: what the delete relaxation reaches from the initial state. A join over the facts finds the
actions, and where their formulas say more than a join can tell, a fixpoint over them leaves out the rest. Only atoms
that are true in one state and false in another take a bit. Hides how the actions were found, and what it took.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, compress
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from clamp.errors import DomainError, LimitError
from clamp.planning.actions import ActionTable, GroundAction, flags_of, literals_of, mask_of, masks_of
from clamp.planning.axioms import NOTHING, Derivation, check_axioms
from clamp.planning.conditions import (
    Condition,
    Conj,
    Disj,
    bits,
    conjunction,
    disjunction,
    literal,
    literals,
)
from clamp.planning.joins import AtomPattern, Body, Environment, Joiner, Relations, Row, Step, row_reader
from clamp.planning.lifting import Ground, Scope, TypeTable
from clamp.planning.lists import Flags, Lists, among, distinct
from clamp.planning.search.limits import checkpoint, limits_in_force, paced
from clamp.planning.system import Action, Fact
from clamp.planning.task import (
    TRUE,
    ActionSchema,
    And,
    Atom,
    Axiom,
    Effect,
    Equal,
    Formula,
    Not,
    Or,
    Task,
)

_BATCH = 4096
_STEPS = 20
"""So many bindings may be tried for each ground action that the limits allow."""

NEVER, ALWAYS = -2, -1
"""What stands for the bit of an atom that has none."""

_LISTED = 6
"""Of more parameters than this, the numbers of their objects are not all told."""

_NEW = -3
_COMPILING = "compiling the ground actions"


class Grounder:
    """The atoms, goal and actions of a task over bits.

    Attributes:
        fluents: The predicates that some effect mentions, and those that axioms derive.
        static: The facts that no action that can ever apply changes.
        atoms: Atom of each bit: those that are true in one state and false in another, as far as the delete
            relaxation tells.
        initial: The bits of the initial state.
        derivation: Which bits follow from others; the fixed order in which they do.
        actions: The ground actions that the delete relaxation reaches, by schema, then by objects in the order
            of declaration.
        compiled: The same over bits.
    """

    def __init__(self, task: Task):
        self.task = task
        self._check_objects()
        self.types = TypeTable(task.domain, task.objects)
        self._arity = {name: len(parameters) for name, parameters in task.domain.predicates.items()}
        check_axioms(task.domain)
        self.derived = task.domain.derived
        self.fluents = self.derived.union(
            effect.atom.predicate for schema in task.domain.schemas for effect in schema.effects
        )
        for atom in task.initial:
            checkpoint("checking the initial state")
            self.check_fact(atom, "the initial state")
        for name, count in Counter(schema.name for schema in task.domain.schemas).items():
            if count > 1:
                raise DomainError(f"Domain {task.domain.name!r} has {count} actions named {name!r}.")
        facts = sorted(
            (atom.predicate, atom.args) for atom in task.initial if atom.predicate not in self.derived
        )
        fixed = [fact for fact in facts if fact[0] not in self.fluents]
        changing = [fact for fact in facts if fact[0] in self.fluents]
        relations = _relations(fixed)
        # An axiom is grounded as an action that adds what it derives.
        self.all_schemas = (*task.domain.schemas, *map(_as_schema, task.domain.axioms))
        growing = {*self.fluents, *map(_applied, self.all_schemas)}
        self.joiner = Joiner(relations, growing, _Work(task).spend)
        self._possible: Mapping[str, Collection[Row]] = relations.rows
        self._always: Mapping[str, Collection[Row]] = {}
        self._bits: defaultdict[str, dict[Row, int]] = defaultdict(dict)
        reached = _Reached(self, changing)
        found, always, settled = reached.found(), reached.always(changing), reached.exact
        count = len(task.domain.schemas)
        del reached
        relations.forget_indices()
        while True:
            self._lay_out(task, relations, always, changing)
            schemas = [GroundSchema(self, schema) for schema in self.all_schemas]
            pieces = [schema.compiled(one) for schema, one in zip(schemas, found, strict=True)]
            found = [one for one, _ in pieces]
            tables = [ActionTable.of(actions) for _, actions in pieces]
            kept, rules = (ActionTable.stacked(some) for some in (tables[:count], tables[count:]))
            self.derivation = _derivation(rules)
            self.initial = self.derivation.complete(self.initial)
            settled = (
                settled
                and not len(rules)
                and all(schema.whole for schema in schemas)
                and not kept.avoided() & self.initial
            )
            if settled and not self.initial & ~kept.deleted():
                break
            fired, true, false = reachable(ActionTable.stacked([kept, rules]), self.initial, self.derivation)
            if fired.all() and not (~true | ~false) & self._everything():
                break
            ends = np.cumsum([len(one.rows) for one in found])[:-1]
            found = [one.only(here) for one, here in zip(found, np.split(fired, ends), strict=True)]
            for bit in bits(true & ~false):
                always[self.atoms[bit].predicate].add(self.atoms[bit].args)
            possible = ((self.atoms[bit].predicate, self.atoms[bit].args) for bit in bits(true))
            relations = _relations(
                (*fixed, *possible, *((name, row) for name in always for row in sorted(always[name])))
            )
        self.static = frozenset(
            Atom(*fact) for fact in facts if fact[0] not in self.fluents or fact[1] in always[fact[0]]
        ).union(Atom(name, row) for name in self.derived for row in always[name])
        self.actions = tuple(
            Action(schema.name, row)
            for schema, one in zip(task.domain.schemas, found, strict=False)
            for row in one.rows
        )
        self.compiled = kept
        relations.forget_indices()
        self._possible = {
            name: frozenset(row for row in rows if self._bits[name].get(row, NEVER) != NEVER)
            if name in self.fluents
            else frozenset(rows)
            for name, rows in relations.rows.items()
        }

    def _check_objects(self) -> None:
        count, most = len(self.task.domain.constants.keys() | self.task.objects), limits_in_force().objects
        if count > most:
            raise LimitError(
                f"Task {self.task.name!r} has {count:,} objects, above the ceiling of {most:,}. Leave out "
                "those that no plan needs, or raise `SearchLimits.objects`.",
                "objects",
                most,
            )

    def _lay_out(
        self, task: Task, relations: Relations, always: Mapping[str, Collection[Row]], initial: Sequence[Fact]
    ) -> None:
        """Give the atoms of the initial state and of the goal their bits; others get theirs when first met."""
        self.joiner = Joiner(relations, (), _Work(task).spend)
        self._possible, self._always = relations.rows, always
        self.atoms: list[Atom] = []
        self._bits = defaultdict(dict)
        self.initial = mask_of(
            np.array([bit for fact in initial if (bit := self.number(*fact)) >= 0], np.int64)
        )
        self.goal = self.condition(task.goal, "the goal")

    def _everything(self) -> int:
        return (1 << len(self.atoms)) - 1

    @property
    def size(self) -> int:
        """The number of ground actions."""
        return len(self.actions)

    def truth_of(self, predicate: str, args: Row) -> int | None:
        """What is known of an atom: `NEVER`, `ALWAYS`, its bit, or ``None`` where it changes and has none yet."""
        bit = self._bits[predicate].get(args)
        if bit is None:
            if args not in self._possible.get(predicate, ()):
                return NEVER
            if predicate not in self.fluents or args in self._always.get(predicate, ()):
                return ALWAYS
        return bit

    def number(self, predicate: str, args: Row) -> int:
        """The bit of an atom, which gets one if it has none; `ALWAYS` or `NEVER` for one that does not change."""
        bit = self.truth_of(predicate, args)
        if bit is None:
            bit = len(self.atoms)
            self.atoms.append(Atom(predicate, args))
        self._bits[predicate][args] = bit
        return bit

    def mask(self, predicate: str, args: Row) -> int:
        """The bit of an atom, set; 0 for one that always holds, -1 for one that never does."""
        bit = self.number(predicate, args)
        return 1 << bit if bit >= 0 else 0 if bit == ALWAYS else -1

    def bit(self, predicate: str, args: Row) -> int:
        """The number of an atom's bit.

        Raises:
            DomainError: If it has none, because no action that can ever apply changes it.
        """
        bit = self.number(predicate, args)
        if bit < 0:
            truth = "always" if bit == ALWAYS else "never"
            raise DomainError(f"{Atom(predicate, args)} {truth} holds in {self.task.name!r}: it has no bit.")
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

    def check_types(self, atom: Atom, where: str) -> None:
        """Refuse a fact with an object of another type than its predicate declares.

        Raises:
            DomainError: If there is one.
        """
        for name, parameter in zip(atom.args, self.task.domain.predicates[atom.predicate], strict=True):
            if name not in self.types.candidates(parameter, where):
                wanted = " or ".join(parameter.types)
                raise DomainError(f"{where} has {atom}, but {name!r} is no {wanted}.")

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

    def truth(self, predicate: str, args: Row, positive: bool) -> Condition:
        """A ground literal: a bit test, or a constant when no action that can ever apply changes it."""
        bit = self.number(predicate, args)
        return literal(bit, positive) if bit >= 0 else (bit == ALWAYS) == positive


def _relations(facts: Iterable[Fact]) -> Relations:
    relations = Relations()
    for predicate, row in facts:
        relations.add(predicate, row)
    return relations


_DERIVES = "that derives "


def _as_schema(axiom: Axiom) -> ActionSchema:
    """An axiom as an action; no action has a blank in its name."""
    return ActionSchema(_DERIVES + axiom.predicate, axiom.parameters, axiom.condition, (Effect(axiom.head),))


def _where(schema: ActionSchema) -> str:
    """What a schema is, for messages."""
    if schema.name.startswith(_DERIVES):
        return f"an axiom that derives {schema.name.removeprefix(_DERIVES)!r}"
    return f"action {schema.name!r}"


def _derivation(rules: Sequence[GroundAction]) -> Derivation:
    """Where derived bits are set, from ground axioms in the guise of actions that add them."""
    ways: defaultdict[int, list[Condition]] = defaultdict(list)
    for rule in rules:
        for bit in bits(rule.add):  # none if it is derived in every state
            ways[bit].append(rule.precondition)
    return Derivation({bit: disjunction(found) for bit, found in ways.items()}) if ways else NOTHING


def _applied(schema: ActionSchema) -> str:
    """The predicate of an action's own fact; no predicate has a blank in its name."""
    return f"applied {schema.name}"


class _Work:
    """Counts the bindings that joins try, and looks at the clock from time to time."""

    def __init__(self, task: Task):
        self._task = task.name
        self._groundings = limits_in_force().groundings
        self._most = _STEPS * self._groundings + 1_000_000
        self._done = 0
        self._next = 0

    def spend(self, steps: int) -> None:
        """Note that so many values are about to be tried.

        Raises:
            LimitError: If there were too many, or the time is up.
        """
        self._done += steps
        if self._done < self._next:
            return
        self._next = self._done + _BATCH
        checkpoint("joining the facts that actions need")
        if self._done > self._most:
            raise LimitError(
                f"Grounding task {self._task!r} takes more than {self._most:,} steps, as many as are spent on "
                f"a ceiling of {self._groundings:,} ground actions. Give actions fewer parameters, or more "
                "preconditions that tie them together, or raise `SearchLimits.groundings`.",
                "groundings",
                self._groundings,
            )


class _Reached:
    """The ground actions and facts that can be if nothing ever ceases to be true.

    Negative literals over fluents are taken to hold. Every fact is joined with those before it, once.

    Attributes:
        exact: The bodies of the joins say all that the formulas do, negative literals apart.
    """

    def __init__(self, grounder: Grounder, initial: Iterable[Fact]):
        self._grounder = grounder
        self._joiner = grounder.joiner
        self._queue: deque[Fact] = deque()
        self._known: defaultdict[str, set[Row]] = defaultdict(set)
        self._triggers: defaultdict[str, list[Callable[[Row], None]]] = defaultdict(list)
        self._found: list[dict[Row, None]] = []
        self._count = 0
        self._deleted: defaultdict[str, set[Row]] = defaultdict(set)
        self._deleted_sometimes: set[str] = set()
        self.exact = True
        begin = [run for schema in grounder.all_schemas for run in self._read(schema)]
        for predicate, row in initial:
            self._known[predicate].add(row)
            self._queue.append((predicate, row))
        for run in begin:
            run()
        while self._queue:
            checkpoint("joining the facts that actions need")
            predicate, row = self._queue.popleft()
            self._joiner.relations.add(predicate, row)
            for trigger in self._triggers[predicate]:
                trigger(row)

    def found(self) -> list[Bindings]:
        """The arguments of each schema's actions, by the order in which their objects are declared."""
        rank = {name: number for number, name in enumerate(self._grounder.types.objects)}
        return [
            Bindings.of(rows, rank, len(schema.parameters)).ascending()
            for rows, schema in zip(self._found, self._grounder.all_schemas, strict=True)
        ]

    def always(self, initial: Iterable[Fact]) -> defaultdict[str, set[Row]]:
        """The initial facts that no action deletes, by predicate."""
        found: defaultdict[str, set[Row]] = defaultdict(set)
        for predicate, row in initial:
            if predicate not in self._deleted_sometimes and row not in self._deleted[predicate]:
                found[predicate].add(row)
        return found

    def _read(self, schema: ActionSchema) -> list[Callable[[], None]]:
        """Make the joins of a schema; what is returned finds the actions that need no fluent."""
        scope = Scope(self._grounder, _where(schema), schema.parameters)
        candidates = [self._grounder.types.candidates(one, _where(schema)) for one in schema.parameters]
        ranges = Body(ranges=dict(enumerate(candidates)))
        bodies = [body & ranges for body in scope.bodies(schema.precondition, True)]
        found: dict[Row, None] = {}
        self._found.append(found)
        take = self._take(schema, scope, ranges, found)
        begin: list[Callable[[], None]] = []
        most = limits_in_force().groundings
        for body in bodies:
            self.exact &= body.exact
            rest, count = self._joiner.independent(body, range(len(schema.parameters)), scope.fixed)
            if count > most:  # as soon as the rest can be, they are too many: not one by one
                body = rest
                take = self._refusal(schema, count, most)
            if not self._trigger(body, scope, take):
                run = self._joiner.join(body, scope.fixed, take)
                begin.append(lambda run=run: run(scope.environment))
        return begin

    def _trigger(self, body: Body, scope: Scope, take: Step) -> bool:
        """Join whenever a fact arrives that the body needs, if it needs one."""
        needed = False
        for number, pattern in enumerate(body.patterns):
            if pattern.predicate in self._grounder.fluents:
                needed = True
                self._triggers[pattern.predicate].append(
                    self._joiner.trigger(body, number, scope.fixed, take, scope.environment)
                )
        return needed

    def _take(self, schema: ActionSchema, scope: Scope, ranges: Body, found: dict[Row, None]) -> Step:
        """What is done with each action that is found: its effects are facts, too."""
        parameters = range(len(schema.parameters))
        read = row_reader(parameters)
        adds: list[tuple[str, set[Row], Callable[[Environment], Row]]] = []
        deletes: list[tuple[set[Row], Callable[[Environment], Row]]] = []
        more: list[Step] = []
        listed = False
        for effect in schema.effects:
            bound, outer = scope.bind(effect.variables)
            bodies = scope.bodies(effect.condition, True)
            pattern = scope.pattern(effect.atom)
            scope.unbind(effect.variables, outer)
            scope.check_instances(bodies, bound, ())
            always = bodies == [Body()] and not bound and effect.condition == TRUE
            predicate, row = pattern.predicate, row_reader(pattern.slots)
            if not effect.positive:
                if always:
                    deletes.append((self._deleted[predicate], row))
                else:
                    self._deleted_sometimes.add(predicate)
                continue
            if always:
                adds.append((predicate, self._known[predicate], row))
                continue
            push = self._push(predicate, row)
            for body in bodies:
                self.exact &= body.exact
                whole = body & ranges & Body(ranges=bound)
                more.append(self._joiner.join(whole, {*parameters, *scope.fixed}, push))
                applied = AtomPattern(_applied(schema), tuple(parameters))
                listed |= self._trigger(Body((applied,)) & whole, scope, push)

        queue, relations, applied_name = self._queue, self._joiner.relations, _applied(schema)

        def take(env: Environment) -> None:
            args = read(env)
            if args in found:
                return
            found[args] = None
            self._count += 1
            if self._count > most:
                self._refuse(schema, len(found), most)
            for predicate, known, row in adds:
                made = row(env)
                if made not in known:
                    known.add(made)
                    queue.append((predicate, made))
            for gone, row in deletes:
                gone.add(row(env))
            if listed:
                relations.add(applied_name, args)
            for step in more:
                step(env)

        most = limits_in_force().groundings
        return take

    def _push(self, predicate: str, read: Callable[[Environment], Row]) -> Step:
        known, queue = self._known[predicate], self._queue

        def push(env: Environment) -> None:
            row = read(env)
            if row not in known:
                known.add(row)
                queue.append((predicate, row))

        return push

    def _refusal(self, schema: ActionSchema, count: int, most: int) -> Step:
        return lambda env: self._refuse(schema, count, most)

    def _refuse(self, schema: ActionSchema, count: int, most: int) -> None:
        where = _where(schema)
        ranges = [len(self._grounder.types.candidates(one, where)) for one in schema.parameters]
        counts = " × ".join(map(str, ranges[:_LISTED])) + (" × …" if len(ranges) > _LISTED else "")
        product = f", of {counts} = {math.prod(ranges):,} that fit its types" if len(ranges) > 1 else ""
        raise LimitError(
            f"Task {self._grounder.task.name!r} has more ground actions that can be reached than it may, "
            f"above the ceiling of {most:,}; {where} alone has at least {count:,} of them{product}. Give its "
            "parameters narrower types, split it into actions with fewer parameters, or raise "
            "`SearchLimits.groundings`.",
            "groundings",
            most,
        )


class Bindings(NamedTuple):
    """Arguments of some actions of a schema.

    Attributes:
        rows: Their names.
        objects: The same by number, shape (rows, parameters), int32.
    """

    rows: list[Row]
    objects: NDArray[np.int32]

    @classmethod
    def of(cls, rows: Collection[Row], rank: Mapping[str, int], width: int) -> Bindings:
        """Some rows, given the number of each name."""
        numbers = map(rank.__getitem__, chain.from_iterable(rows))
        return cls(list(rows), np.fromiter(numbers, np.int32, len(rows) * width).reshape(len(rows), width))

    def only(self, keep: Flags) -> Bindings:
        """Those that are flagged."""
        return self if keep.all() else Bindings(list(compress(self.rows, keep.tolist())), self.objects[keep])

    def ascending(self) -> Bindings:
        """The same, ordered by their numbers."""
        if not self.objects.shape[1]:
            return self
        order = np.lexsort(self.objects.T[::-1])
        rows = self.rows
        return Bindings([rows[place] for place in order.tolist()], self.objects[order])


_Read: TypeAlias = tuple[str, Callable[[Environment], Row]]


class GroundSchema:
    """A schema, ready to be compiled one action at a time.

    Attributes:
        whole: Nothing that the joins found proved impossible while it was compiled.
    """

    def __init__(self, grounder: Grounder, schema: ActionSchema):
        where = _where(schema)
        self.whole = True
        self._grounder = grounder
        self._scope = Scope(grounder, where, schema.parameters)
        self._needs: list[AtomPattern] = []
        self._forbids: list[AtomPattern] = []
        self._formulas: list[Ground] = []
        for formula, positive in _conjuncts(schema.precondition, True):
            if isinstance(formula, Atom):
                # What is static was joined, or tested, when the action was found.
                if formula.predicate in grounder.fluents:
                    (self._needs if positive else self._forbids).append(self._scope.pattern(formula))
            elif not isinstance(formula, Equal):
                self._formulas.append(self._scope.lift(formula, positive))
        self._adds: list[AtomPattern] = []
        self._deletes: list[AtomPattern] = []
        self._conditional: list[Callable[[Environment, list[tuple[bool, Condition, int]]], None]] = []
        for effect in schema.effects:
            if effect.condition == TRUE and not effect.variables:
                (self._adds if effect.positive else self._deletes).append(self._scope.pattern(effect.atom))
            else:
                self._conditional.append(self._lift_effect(effect))
        self._reads: list[list[_Read]] = [
            [(one.predicate, row_reader(one.slots)) for one in patterns]
            for patterns in (self._needs, self._forbids, self._adds, self._deletes)
        ]

    def _lift_effect(
        self, effect: Effect
    ) -> Callable[[Environment, list[tuple[bool, Condition, int]]], None]:
        scope, found = self._scope, list[tuple[bool, Condition, int]]()
        ranges, outer = scope.bind(effect.variables)
        condition = scope.lift(effect.condition, True)
        pattern = scope.pattern(effect.atom)
        possible = [Body((pattern,)) & one for one in scope.bodies(effect.condition, True, through=False)]
        scope.unbind(effect.variables, outer)
        mask, predicate, row, positive = (
            self._grounder.mask,
            pattern.predicate,
            row_reader(pattern.slots),
            effect.positive,
        )

        def take(env: Environment) -> None:
            when = condition(env)
            if when is False:
                self.whole = False
            else:
                found.append((positive, when, mask(predicate, row(env))))

        every = scope.instances(possible, ranges, (), take)

        def ground(env: Environment, into: list[tuple[bool, Condition, int]]) -> None:
            found.clear()
            every(env)
            into += found

        return ground

    def compiled(self, found: Bindings) -> tuple[Bindings, Sequence[GroundAction]]:
        """The actions with these arguments, without those that prove impossible."""
        if not self._formulas and not self._conditional:
            keep, actions = self._compiled_together(found)
        else:
            made: list[GroundAction | None] = []
            env = self._scope.environment.copy()
            for row in paced(found.rows, _COMPILING):
                env[: len(row)] = row
                made.append(self._compiled(env))
            keep = np.array([one is not None for one in made], np.bool_)
            actions = [one for one in made if one is not None]
        self.whole = self.whole and bool(keep.all())
        return found.only(keep), actions

    def _compiled_together(self, found: Bindings) -> tuple[Flags, ActionTable]:
        """The same, where all that they need and do is literals: as arrays."""
        checkpoint(_COMPILING)
        kinds = (self._needs, self._forbids, self._adds, self._deletes)
        patterns = list(chain.from_iterable(kinds))
        begin = np.cumsum([0, *map(len, kinds)]).tolist()
        atoms, names = self._atoms(patterns, found)
        grounder, number = self._grounder, np.zeros(len(names), np.int64)
        for place, (predicate, row) in enumerate(paced(names, _COMPILING)):
            truth = grounder.truth_of(predicate, row)
            number[place] = _NEW if truth is None else truth
        # An atom that is met gets its bit where it is first met; of an action that is impossible not all are.
        fails = np.ones((len(atoms), len(patterns) + 1), np.bool_)
        fails[:, :-1] = False
        fails[:, : begin[1]] = number[atoms[:, : begin[1]]] == NEVER
        fails[:, begin[1] : begin[2]] = number[atoms[:, begin[1] : begin[2]]] == ALWAYS
        last = fails.argmax(axis=1)
        contradict = np.zeros(len(atoms), np.bool_)
        for need in range(begin[1]):
            for forbidden in range(begin[1], begin[2]):
                contradict |= (atoms[:, need] == atoms[:, forbidden]) & (number[atoms[:, need]] != ALWAYS)
        last[contradict & (last == len(patterns))] = begin[2] - 1
        met = atoms[np.arange(len(patterns)) <= last[:, None]]  # row by row
        first_met = np.full(len(names), len(met))
        first_met[met[::-1]] = np.arange(len(met))[::-1]  # of several, what is written last stays
        fresh = np.flatnonzero((first_met < len(met)) & ((number == _NEW) | (number == ALWAYS)))
        in_order: list[int] = fresh[np.argsort(first_met[fresh])].tolist()
        for place in paced(in_order, _COMPILING):
            number[place] = grounder.number(*names[place])
        keep = last == len(patterns)
        columns = np.split(number[atoms[keep]], begin[1:-1], axis=1)
        needs, effects = _literals(*columns[:2]), _literals(*columns[2:])
        return keep, ActionTable(np.zeros(len(needs)), needs, effects, {}, len(grounder.atoms))

    def _atoms(
        self, patterns: Sequence[AtomPattern], found: Bindings
    ) -> tuple[NDArray[np.int64], list[Fact]]:
        """A number for the atom of each pattern in each row, shape (rows, patterns), and the atoms themselves."""
        count = len(found.rows)
        atoms, names = np.zeros((count, len(patterns)), np.int64), list[Fact]()
        objects = list(self._grounder.types.objects)
        rank = {name: number for number, name in enumerate(objects)}
        width = found.objects.shape[1]
        by_predicate: defaultdict[str, list[int]] = defaultdict(list)
        for place, pattern in enumerate(patterns):
            by_predicate[pattern.predicate].append(place)
        for predicate, places in by_predicate.items():
            columns = [
                np.stack(
                    [
                        found.objects[:, slot]
                        if slot < width
                        else np.full(count, rank[self._scope.environment[slot]])
                        for slot in patterns[place].slots
                    ],
                    axis=1,
                )
                if patterns[place].slots
                else np.zeros((count, 0), np.int64)
                for place in places
            ]
            args = np.concatenate(columns)
            key = np.zeros(len(args), np.int64)
            for column in args.T:
                key = np.unique(key * len(objects) + column, return_inverse=True)[1]
            _, first, key = np.unique(key, return_index=True, return_inverse=True)
            atoms[:, places] = len(names) + key.reshape(len(places), count).T
            # The tuple of a row serves where an atom has all of its objects in their order.
            whole = {
                turn for turn, place in enumerate(places) if patterns[place].slots == tuple(range(width))
            }
            turns: list[int] = (first // count).tolist()
            rows: list[int] = (first % count).tolist()
            each: list[list[int]] = args[first].tolist()
            for turn, row, numbers in zip(turns, rows, each, strict=True):
                shared = found.rows[row] if turn in whole else tuple(objects[one] for one in numbers)
                names.append((predicate, shared))
        return atoms, names

    def _compiled(self, env: Environment) -> GroundAction | None:
        number_of = self._grounder.number
        pos = neg = 0
        for predicate, read in self._reads[0]:
            bit = number_of(predicate, read(env))
            if bit == NEVER:
                return None
            pos |= 1 << bit if bit >= 0 else 0
        for predicate, read in self._reads[1]:
            bit = number_of(predicate, read(env))
            if bit == ALWAYS:
                return None
            neg |= 1 << bit if bit >= 0 else 0
        if pos & neg:
            return None
        precondition: Condition = Conj(pos, neg) if pos or neg else True
        if self._formulas:
            precondition = conjunction((precondition, *(formula(env) for formula in self._formulas)))
            if precondition is False:
                return None
        add = delete = 0
        for predicate, read in self._reads[2]:
            bit = number_of(predicate, read(env))
            add |= 1 << bit if bit >= 0 else 0
        for predicate, read in self._reads[3]:
            bit = number_of(predicate, read(env))
            delete |= 1 << bit if bit >= 0 else 0
        effects: list[tuple[bool, Condition, int]] = []
        for ground in self._conditional:
            ground(env, effects)
        grouped: dict[Condition, tuple[int, int]] = {}
        for positive, when, mask in effects:
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
        return GroundAction(-1, precondition, add, delete & ~add, tuple(conditional), observed)


def _conjuncts(formula: Formula, positive: bool) -> Iterator[tuple[Formula, bool]]:
    """The parts of a conjunction, each with its sign."""
    match formula:
        case Not():
            yield from _conjuncts(formula.operand, not positive)
        case And() | Or() if isinstance(formula, And) == positive or len(formula.operands) == 1:
            for operand in formula.operands:
                yield from _conjuncts(operand, positive)
        case _:
            yield formula, positive


# -- the fixpoint ------------------------------------------------------------------------------------


def _literals(pos: NDArray[np.int64], neg: NDArray[np.int64]) -> Lists:
    """For each row, the literals of some bits, and of others that are not to be set; no bit is there twice.

    Where a bit is in both, it is to be set: what is deleted and added is added.
    """
    span = 1 + max(int(pos.max(initial=0)), int(neg.max(initial=0)))
    rows = np.arange(len(pos))[:, None]
    keys, other = (
        distinct((2 * rows * span + side * span + one)[one >= 0]) for side, one in enumerate((pos, neg))
    )
    other = other[~among(other - span, keys)]
    keys = np.sort(np.concatenate((keys, other)))
    owners, code = np.divmod(keys, 2 * span)
    return Lists.by_owner(len(pos), owners, 2 * (code % span) + code // span)


def reachable(actions: ActionTable, initial: int, derivation: Derivation) -> tuple[Flags, int, int]:
    """Which actions can apply, which atoms can be true, and which can be false, in the delete relaxation.

    In it no literal, positive or negative, ceases to be possible.

    Args:
        actions: Ground axioms among them, in the guise of actions.
    """
    true, false = initial, ~initial
    size = 2 * max(actions.width, initial.bit_length(), derivation.derived.bit_length())
    possible = np.ones(size, np.bool_)
    possible[::2] = flags_of(initial, 0, size >> 1)[::2]
    possible[1::2] = ~possible[::2]
    plain = actions.plain
    fired = np.zeros(len(actions), np.bool_)
    users = actions.needs.owned_by(size)
    lacking = actions.needs.flagged(~possible[actions.needs.items])
    waiting: defaultdict[int, list[tuple[int, Condition, int, int]]] = defaultdict(list)
    todo = [(place, one.precondition, 0, 0) for place, one in actions.odd.items()][::-1]
    refutations = ((1 << bit, derivation.refutation(bit)) for bit in bits(derivation.derived & initial))
    todo += ((-1, condition, 0, bit) for bit, condition in refutations if condition is not False)
    ready = np.flatnonzero(plain & (lacking == 0))
    while todo or ready.size:
        checkpoint("looking for what can be reached")
        fired[ready] = True
        made = actions.effects.take(ready).items
        if todo:
            number, condition, adds, deletes = event = todo.pop()
            lacks = _lacking(condition, true, false)
            for lack in lacks:
                waiting[lack].append(event)
            if not lacks and not (number >= 0 and fired[number]):
                if number >= 0:
                    fired[number] = True
                    action = actions.odd[number]
                    adds, deletes = action.add, action.delete
                    todo += ((-1, *one) for one in action.conditional)
                made = np.append(made, np.array(literals_of(adds & ~true, deletes & ~false), np.int64))
        made = distinct(made[~possible[made]])
        possible[made] = True
        if actions.odd or derivation.derived:
            more, less = masks_of(made)
            true, false = true | more, false | less
            for lack in [one for one in waiting if possible[one]] if made.size else ():
                todo += waiting.pop(lack)
        freed, times = np.unique(users.take(made).items, return_counts=True)
        lacking[freed] -= times
        ready = freed[(lacking[freed] == 0) & plain[freed]]
    return fired, true | _mask(possible[::2]), false | _mask(possible[1::2])


def _mask(flags: Flags) -> int:
    return mask_of(np.flatnonzero(flags))


def _lacking(condition: Condition, true: int, false: int) -> list[int]:
    """Literals one of which must become possible before a condition is; none if it is possible."""
    if isinstance(condition, Conj):
        if condition.pos & ~true:
            return [2 * next(bits(condition.pos & ~true))]
        if condition.neg & ~false:
            return [2 * next(bits(condition.neg & ~false)) + 1]
        for part in condition.parts:
            lacks = _lacking(part, true, false)
            if lacks:
                return lacks
        return []
    if isinstance(condition, Disj):
        if condition.pos & true or condition.neg & false:
            return []
        found = [*(2 * bit for bit in bits(condition.pos)), *(2 * bit + 1 for bit in bits(condition.neg))]
        for part in condition.parts:
            lacks = _lacking(part, true, false)
            if not lacks:
                return []
            found += lacks
        return found
    assert condition, "what is impossible is left out before"
    return []
