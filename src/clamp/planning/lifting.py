"""From lifted formulas to functions that ground them: what is the same for all groundings is done once."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, TypeAlias

from clamp.errors import DomainError, LimitError
from clamp.planning.conditions import Condition, conjunction, disjunction
from clamp.planning.limits import checkpoint, limits_in_force
from clamp.planning.logic import And, Atom, Equal, Exists, Forall, Formula, Not, Or, Variable

if TYPE_CHECKING:
    from clamp.planning.grounding import Grounder

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
