"""Grounding: the actions of a task that can ever apply, as conditions and effects over bits.

Decides what can be: what the delete relaxation reaches from the initial state. A join over the facts finds the
actions, and where their formulas say more than a join can tell, a fixpoint over them leaves out the rest. Only atoms
that are true in one state and false in another take a bit. Hides how the actions were found, and what it took.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from clamp.errors import DomainError, LimitError
from clamp.planning.actions import GroundAction
from clamp.planning.axioms import NOTHING, Derivation, check_axioms
from clamp.planning.conditions import (
    Condition,
    Conj,
    Disj,
    bits,
    conjunction,
    disjunction,
    literals,
)
from clamp.planning.joins import AtomPattern, Body, Environment, Joiner, Relations, Row, Step, row_reader
from clamp.planning.lifting import Ground, Scope, TypeTable
from clamp.planning.search.limits import checkpoint, limits_in_force
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

_NEVER = -1
_ALWAYS = 0
"""What stands for the mask of an atom that has no bit."""


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
        self.types = TypeTable(task.domain, task.objects)
        self._check_objects()
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
        self.masks: defaultdict[str, dict[Row, int]] = defaultdict(dict)
        reached = _Reached(self, changing)
        rows, always, settled = reached.rows(), reached.always(changing), reached.exact
        count = len(task.domain.schemas)
        while True:
            self._lay_out(task, relations, always, changing)
            schemas = [GroundSchema(self, schema) for schema in self.all_schemas]
            compiled = [schema.compiled(found) for schema, found in zip(schemas, rows, strict=True)]
            kept = [one for found in compiled[:count] for _, one in found]
            rules = [one for found in compiled[count:] for _, one in found]
            self.derivation = _derivation(rules)
            self.initial = self.derivation.complete(self.initial)
            settled = (
                settled
                and not rules
                and all(schema.whole for schema in schemas)
                and not any(one.avoids() & self.initial for one in kept)
            )
            deleted = 0
            for one in kept:
                deleted |= one.may_delete()
            if settled and not self.initial & ~deleted:
                break
            fired, true, false = _fixpoint([*kept, *rules], self.initial, self.derivation)
            if all(fired) and not (~true | ~false) & self._everything():
                break
            numbers = iter(fired)
            rows = [[row for row, _ in found if next(numbers)] for found in compiled]
            for bit in bits(true & ~false):
                always[self.atoms[bit].predicate].add(self.atoms[bit].args)
            possible = ((self.atoms[bit].predicate, self.atoms[bit].args) for bit in bits(true))
            relations = _relations(
                (*fixed, *possible, *((name, row) for name in always for row in sorted(always[name])))
            )
        self.static = frozenset(
            Atom(*fact) for fact in facts if fact[0] not in self.fluents or fact[1] in always[fact[0]]
        ).union(Atom(name, row) for name in self.derived for row in always[name])
        named = [
            Action(schema.name, row)
            for schema, found in zip(task.domain.schemas, compiled, strict=False)
            for row, _ in found
        ]
        self.actions = tuple(named)
        for index, one in enumerate(kept):
            one.index = index
        self.compiled = tuple(kept)
        relations.forget_indices()
        self._possible = {
            name: frozenset(row for row in rows if self.masks[name].get(row, _NEVER) != _NEVER)
            if name in self.fluents
            else frozenset(rows)
            for name, rows in relations.rows.items()
        }

    def _check_objects(self) -> None:
        count, most = len(self.types.objects), limits_in_force().objects
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
        self.masks = defaultdict(dict)
        self.initial = sum(self.mask(*fact) for fact in initial)
        self.goal = self.condition(task.goal, "the goal")

    def _everything(self) -> int:
        return (1 << len(self.atoms)) - 1

    @property
    def size(self) -> int:
        """The number of ground actions."""
        return len(self.actions)

    def mask(self, predicate: str, args: Row) -> int:
        """The bit of an atom, set; 0 for one that always holds, -1 for one that never does."""
        masks = self.masks[predicate]
        mask = masks.get(args)
        if mask is None:
            if args not in self._possible.get(predicate, ()):
                mask = _NEVER
            elif predicate not in self.fluents or args in self._always.get(predicate, ()):
                mask = _ALWAYS
            else:
                mask = 1 << len(self.atoms)
                self.atoms.append(Atom(predicate, args))
            masks[args] = mask
        return mask

    def bit(self, predicate: str, args: Row) -> int:
        """The number of an atom's bit.

        Raises:
            DomainError: If it has none, because no action that can ever apply changes it.
        """
        mask = self.mask(predicate, args)
        if mask <= 0:
            truth = "always" if mask == _ALWAYS else "never"
            raise DomainError(f"{Atom(predicate, args)} {truth} holds in {self.task.name!r}: it has no bit.")
        return mask.bit_length() - 1

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

    def truth(self, predicate: str, args: Row, positive: bool) -> Condition:
        """A ground literal: a bit test, or a constant when no action that can ever apply changes it."""
        mask = self.mask(predicate, args)
        if mask > 0:
            return Conj(mask, 0) if positive else Conj(0, mask)
        return (mask == _ALWAYS) == positive


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


def _derivation(rules: Iterable[GroundAction]) -> Derivation:
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

    def rows(self) -> list[list[Row]]:
        """The arguments of each schema's actions, by the order in which their objects are declared."""
        rank = {name: number for number, name in enumerate(self._grounder.types.objects)}
        return [sorted(rows, key=lambda row: tuple(map(rank.__getitem__, row))) for rows in self._found]

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
        for body in bodies:
            self.exact &= body.exact
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

    def _refuse(self, schema: ActionSchema, count: int, most: int) -> None:
        where = _where(schema)
        ranges = [len(self._grounder.types.candidates(one, where)) for one in schema.parameters]
        counts = " × ".join(map(str, ranges))
        product = f", of {counts} = {math.prod(ranges):,} that fit its types" if len(ranges) > 1 else ""
        raise LimitError(
            f"Task {self._grounder.task.name!r} has more ground actions that can be reached than it may, "
            f"above the ceiling of {most:,}; {where} alone has {count:,} of them so far{product}. Give its "
            "parameters narrower types, split it into actions with fewer parameters, or raise "
            "`SearchLimits.groundings`.",
            "groundings",
            most,
        )


_Masks: TypeAlias = dict[Row, int]
_Masked: TypeAlias = tuple[str, _Masks, Callable[[Environment], Row]]


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
        self._needs: list[_Masked] = []
        self._forbids: list[_Masked] = []
        self._formulas: list[Ground] = []
        for formula, positive in _conjuncts(schema.precondition, True):
            if isinstance(formula, Atom):
                # What is static was joined, or tested, when the action was found.
                if formula.predicate in grounder.fluents:
                    (self._needs if positive else self._forbids).append(self._masked(formula))
            elif not isinstance(formula, Equal):
                self._formulas.append(self._scope.lift(formula, positive))
        self._adds: list[_Masked] = []
        self._deletes: list[_Masked] = []
        self._conditional: list[Callable[[Environment, list[tuple[bool, Condition, int]]], None]] = []
        for effect in schema.effects:
            if effect.condition == TRUE and not effect.variables:
                (self._adds if effect.positive else self._deletes).append(self._masked(effect.atom))
            else:
                self._conditional.append(self._lift_effect(effect))

    def _masked(self, atom: Atom) -> _Masked:
        pattern = self._scope.pattern(atom)
        return pattern.predicate, self._grounder.masks[pattern.predicate], row_reader(pattern.slots)

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

    def compiled(self, rows: Iterable[Row]) -> list[tuple[Row, GroundAction]]:
        """The actions with these arguments, without those that prove impossible."""
        found: list[tuple[Row, GroundAction]] = []
        env = self._scope.environment.copy()
        for number, row in enumerate(rows):
            if not number % 64:
                checkpoint("compiling the ground actions")
            env[: len(row)] = row
            action = self._compiled(env)
            if action is None:
                self.whole = False
            else:
                found.append((row, action))
        return found

    def _compiled(self, env: Environment) -> GroundAction | None:
        mask_of = self._grounder.mask
        pos = neg = 0
        for predicate, masks, read in self._needs:
            row = read(env)
            mask = masks.get(row)
            if mask is None:
                mask = mask_of(predicate, row)
            if mask == _NEVER:
                return None
            pos |= mask
        for predicate, masks, read in self._forbids:
            row = read(env)
            mask = masks.get(row)
            if mask is None:
                mask = mask_of(predicate, row)
            if mask == _ALWAYS:
                return None
            if mask != _NEVER:
                neg |= mask
        if pos & neg:
            return None
        precondition: Condition = Conj(pos, neg) if pos or neg else True
        if self._formulas:
            precondition = conjunction((precondition, *(formula(env) for formula in self._formulas)))
            if precondition is False:
                return None
        add = delete = 0
        for predicate, masks, read in self._adds:
            row = read(env)
            mask = masks.get(row)
            add |= mask_of(predicate, row) if mask is None else mask
        for predicate, masks, read in self._deletes:
            row = read(env)
            mask = masks.get(row)
            if mask is None:
                mask = mask_of(predicate, row)
            if mask != _NEVER:
                delete |= mask
        if not self._conditional:
            return GroundAction(-1, precondition, add, delete & ~add)
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


def _fixpoint(
    actions: Sequence[GroundAction], initial: int, derivation: Derivation
) -> tuple[list[bool], int, int]:
    """Which actions can apply, which atoms can be true, and which can be false, in the delete relaxation.

    In it no literal, positive or negative, ceases to be possible.

    Args:
        actions: Ground axioms among them, in the guise of actions.
    """
    true, false = initial, ~initial
    fired = [False] * len(actions)
    waiting: defaultdict[int, list[tuple[int, Condition, int, int]]] = defaultdict(list)
    todo = [(number, one.precondition, 0, 0) for number, one in enumerate(actions)][::-1]
    refutations = ((1 << bit, derivation.refutation(bit)) for bit in bits(derivation.derived & initial))
    todo += ((-1, condition, 0, bit) for bit, condition in refutations if condition is not False)
    while todo:
        checkpoint("looking for what can be reached")
        event = number, condition, adds, deletes = todo.pop()
        lacks = _lacking(condition, true, false)
        if lacks:
            for literal in lacks:
                waiting[literal].append(event)
            continue
        if number >= 0:
            if fired[number]:
                continue
            fired[number] = True
            adds, deletes = actions[number].add, actions[number].delete
            todo += ((-1, *one) for one in actions[number].conditional)
        for bit in bits(adds & ~true):
            todo += waiting.pop(2 * bit, ())
        for bit in bits(deletes & ~false):
            todo += waiting.pop(2 * bit + 1, ())
        true |= adds
        false |= deletes
    return fired, true, false


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
