"""Lifting: from formulas over variables to functions that give conditions over bits, and to bodies of joins.

A formula is read once a schema, and then asked for each choice of objects. Quantifiers are not multiplied out over
all objects: those instances that the facts decide are left out by a join.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Protocol, TypeAlias

from clamp.errors import DomainError, LimitError
from clamp.planning.conditions import Condition, conjunction, disjunction
from clamp.planning.joins import AtomPattern, Body, Environment, Joiner, Row, Test, merged, row_reader
from clamp.planning.search.limits import checkpoint, limits_in_force
from clamp.planning.task import And, Atom, Domain, Equal, Exists, Forall, Formula, Not, Or, Variable


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


Ground: TypeAlias = Callable[[Environment], Condition]

_MOST_ALTERNATIVES = 8
"""A formula with more ways to be true is not split into them, and restricts no join."""


class LiftedTask(Protocol):
    """What lifting must know of the task that is grounded."""

    types: TypeTable
    fluents: frozenset[str]
    joiner: Joiner

    def check_arity(self, atom: Atom, where: str) -> None: ...

    def truth(self, predicate: str, args: Row, positive: bool) -> Condition: ...


class Scope:
    """Turns lifted formulas into functions from an environment (one slot a name) to conditions.

    Attributes:
        environment: The objects named in the formulas are filled in.
        fixed: Their slots.
    """

    def __init__(self, world: LiftedTask, where: str, parameters: Sequence[Variable] = ()):
        self._world = world
        self._where = where
        self.environment: Environment = []
        self.fixed: set[int] = set()
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
            if name not in self._world.types.objects:
                raise DomainError(
                    f"{self._where} names {name!r}, which is neither an object nor a constant. Misspelt, or "
                    "missing from (:objects …)?"
                )
            slot = self._slots[name] = self.slot()
            self.fixed.add(slot)
            self.environment[slot] = name
        return self._slots[name]

    def pattern(self, atom: Atom) -> AtomPattern:
        """An atom over slots.

        Raises:
            DomainError: If the domain has no such predicate, or with another number of arguments.
        """
        self._world.check_arity(atom, self._where)
        return AtomPattern(atom.predicate, tuple(self.term(name) for name in atom.args))

    @property
    def bound(self) -> set[int]:
        """The slots that have values where the scope is now."""
        return {*self._slots.values(), *self.fixed}

    def bind(self, variables: Sequence[Variable]) -> tuple[dict[int, tuple[str, ...]], dict[str, int]]:
        """Open a quantifier: the candidates of each slot, and the scope to restore afterwards."""
        outer = dict(self._slots)
        ranges: dict[int, tuple[str, ...]] = {}
        for variable in variables:
            slot = self.slot()
            ranges[slot] = self._world.types.candidates(variable, self._where)
            self._slots[variable.name] = slot
            self._choices[variable.name] = len(ranges[slot])
        return ranges, outer

    def unbind(self, variables: Sequence[Variable], outer: dict[str, int]) -> None:
        """Close a quantifier; objects met inside keep their slots."""
        for variable in variables:
            self._slots.pop(variable.name, None)
            self._choices.pop(variable.name, None)
            if variable.name in outer:
                self._slots[variable.name] = outer[variable.name]

    # -- bodies of joins -----------------------------------------------------------------------------

    def bodies(self, formula: Formula, positive: bool, through: bool = True) -> list[Body]:
        """What must hold for a formula to be possible, in alternatives; none if it is impossible.

        That atoms of fluents are false is taken to be possible. Universal quantifiers over fluents, and
        disjunctions with many ways to be true, are left out (see `Body.exact`).

        Args:
            positive: False means the formula's negation.
            through: Look into existential quantifiers, whose variables then get values, too.
        """
        match formula:
            case Atom() if positive:
                return [Body((self.pattern(formula),))]
            case Not():
                return self.bodies(formula.operand, not positive, through)
            case And() | Or() if len(formula.operands) == 1:
                return self.bodies(formula.operands[0], positive, through)
            case And() | Or() if isinstance(formula, And) == positive:
                alternatives = [self.bodies(one, positive, through) for one in formula.operands]
                return merged(alternatives, _MOST_ALTERNATIVES)
            case Atom() if self._changes(formula):
                self.pattern(formula)
                return [Body()]
            case Atom() | Equal():
                return [self._test(formula, positive)]
            case Or() | And():
                found = [body for one in formula.operands for body in self.bodies(one, positive, through)]
                if 0 < len(found) <= _MOST_ALTERNATIVES and all(body.patterns for body in found):
                    return found
                return [Body(exact=False) if self._changes(formula) else self._test(formula, positive)]
            case Exists() | Forall() if through and isinstance(formula, Exists) == positive:
                ranges, outer = self.bind(formula.variables)
                found = [one & Body(ranges=ranges) for one in self.bodies(formula.body, positive)]
                self.unbind(formula.variables, outer)
                return found
            case Exists() | Forall():
                return [Body(exact=False) if self._changes(formula) else self._test(formula, positive)]
            case _:
                raise AssertionError(formula)

    def _changes(self, formula: Formula) -> bool:
        """Whether a formula has an atom that actions may change."""
        match formula:
            case Atom():
                return formula.predicate in self._world.fluents
            case Equal():
                return False
            case Not():
                return self._changes(formula.operand)
            case And() | Or():
                return any(map(self._changes, formula.operands))
            case Exists() | Forall():
                return self._changes(formula.body)

    def _test(self, formula: Formula, positive: bool) -> Body:
        """The test of a formula that no action changes."""
        ground = self.lift(formula, positive)
        slots = frozenset(map(self.term, free_names(formula)))
        return Body(tests=(Test(slots, lambda env: ground(env) is True),))

    # -- conditions ----------------------------------------------------------------------------------

    def lift(self, formula: Formula, positive: bool) -> Ground:
        """The function from environments to conditions; `positive` false means the formula's negation."""
        match formula:
            case Atom():
                pattern, truth = self.pattern(formula), self._world.truth
                args, predicate = row_reader(pattern.slots), pattern.predicate
                return lambda env: truth(predicate, args(env), positive)
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

    def _quantified(self, formula: Exists | Forall, positive: bool) -> Ground:
        ranges, outer = self.bind(formula.variables)
        # Where an instance of an existential quantifier is impossible, or one of a universal quantifier is
        # certain, it says nothing.
        matters = self.bodies(formula.body, isinstance(formula, Exists), through=False)
        body = self.lift(formula.body, positive)
        self.unbind(formula.variables, outer)
        # Instances are remembered by the free variables, so only quantifiers that bind one of those count.
        around = [self._choices[name] for name in sorted(free_names(formula)) if name in self._choices]
        found: list[Condition] = []
        every = self.instances(matters, ranges, around, lambda env: found.append(body(env)))
        join = conjunction if isinstance(formula, Forall) == positive else disjunction
        free = row_reader(sorted({self.term(name) for name in free_names(formula)}))
        memo: dict[Row, Condition] = {}

        def ground(env: Environment) -> Condition:
            key = free(env)
            if key not in memo:
                found.clear()
                every(env)
                memo[key] = join(found)
            return memo[key]

        return ground

    def instances(
        self,
        matters: Sequence[Body],
        ranges: Mapping[int, tuple[str, ...]],
        around: Sequence[int],
        take: Callable[[Environment], None],
    ) -> Callable[[Environment], None]:
        """A function that calls `take` once with each choice of objects that satisfies one of some bodies.

        Args:
            ranges: The slots to choose for, and their candidates.
            around: How many choices there are for each variable that the bodies depend on.
        """
        self.check_instances(matters, ranges, around)
        read, most, where = row_reader(sorted(ranges)), limits_in_force().groundings, self._where
        seen: set[Row] = set()
        count = 0

        def once(env: Environment) -> None:
            nonlocal count
            if len(runs) > 1:
                values = read(env)
                if values in seen:
                    return
                seen.add(values)
            count += 1
            if count > most:
                raise LimitError(
                    f"{where} has a quantifier with more than {most:,} instances that matter. Give its "
                    "variables narrower types, nest fewer quantifiers, or raise `SearchLimits.groundings`.",
                    "groundings",
                    most,
                )
            take(env)

        join, bound = self._world.joiner.join, self.bound
        runs = [join(replace(body, ranges={**body.ranges, **ranges}), bound, once) for body in matters]

        def every(env: Environment) -> None:
            checkpoint("grounding quantifiers")
            seen.clear()
            for run in runs:
                run(env)

        return every

    def check_instances(
        self, matters: Sequence[Body], ranges: Mapping[int, tuple[str, ...]], around: Sequence[int]
    ) -> None:
        """Refuse a quantifier with too many instances before any is made, unless the facts leave few of them.

        Raises:
            LimitError: If there are more than the limits in force allow.
        """
        own = [len(names) for names in ranges.values()]
        if own and sum(self._most(body, ranges) for body in matters) >= math.prod(own):
            self._refuse_beyond_limit([*around, *own])

    def _most(self, body: Body, ranges: Mapping[int, tuple[str, ...]]) -> float:
        """No more choices than this satisfy a body, as far as the numbers of facts tell."""
        most_rows = self._world.joiner.most_rows
        left, most = set(ranges), 1.0
        for pattern in sorted(body.patterns, key=most_rows):
            chosen = left.intersection(pattern.slots)
            if chosen:
                most *= min(most_rows(pattern), math.prod(len(ranges[slot]) for slot in chosen))
                left -= chosen
        return most * math.prod(len(ranges[slot]) for slot in left)

    def _refuse_beyond_limit(self, ranges: Sequence[int]) -> None:
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
