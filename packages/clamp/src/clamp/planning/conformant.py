"""Plans under unknown facts: executable in every initial state that is possible, and reaching the goal from each.

`PossibleStates` says which states those are; `ConformantProblem` is the exact transition system over sets of states. It
is an ordinary `Problem`: of each predicate whose truth may differ it has one copy for each state of a set that stands
for all, an action needs its precondition in every copy and acts on each by itself, and the goal is to hold in every
copy. So masks, search, rules and weights are those of all problems.

Which states stand for all, and why that is exact: see `_cover`.

Source: the translation K_S0 of Palacios and Geffner (2009), "Compiling uncertainty away in conformant planning problems
with bounded width", JAIR 35; with two states for facts of which only literals are asked.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice, product
from math import prod
from typing import Any

from clamp import checks
from clamp.errors import DomainError, LimitError, RuleError
from clamp.planning import validator
from clamp.planning.problem import Problem
from clamp.planning.rules.formula import Compound, Proposition, Quantified, Rule, balanced, subformulas
from clamp.planning.rules.formula import Formula as RuleFormula
from clamp.planning.rules.ruled import with_rules
from clamp.planning.rules.trace import keeps, ruled_verdict
from clamp.planning.rules.trajectories import rules_of_constraints
from clamp.planning.search.limits import SearchLimits, checkpoint
from clamp.planning.system import Action, Names, TransitionSystem, Validation
from clamp.planning.task import (
    And,
    Atom,
    Axiom,
    Effect,
    Equal,
    Exists,
    Forall,
    Formula,
    Not,
    Or,
    Task,
    all_of,
)

MOST_STATES = 128
"""Most states that may stand for all possible ones: the system has a copy of what differs for each."""
MOST_REPLAYED = 1_000
"""In so many possible states a plan is replayed, where there are more, besides those that stand for all."""
_MOST_ASSIGNMENTS = 20_000
"""Most sets of facts of one part that are looked at."""
_MOST_WORK = 200_000
"""Steps of finding out what groups of facts allow."""


@dataclass(frozen=True)
class Group:
    """Facts of which at most one holds, or exactly one.

    Attributes:
        members: The facts.
        exactly: One of them does hold.
        why: Who says so, in words that follow *of which*.
    """

    members: tuple[Atom, ...]
    exactly: bool = False
    why: str = ""


@dataclass(frozen=True)
class PossibleStates:
    """The states that may be the initial one.

    Attributes:
        known: The facts that hold in all of them.
        unknown: Facts that may hold or not, as far as the groups allow; all others do not hold.
        groups: What excludes each other, among all of them.
    """

    known: frozenset[Atom]
    unknown: tuple[Atom, ...] = ()
    groups: tuple[Group, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "unknown", tuple(dict.fromkeys(self.unknown)))
        both = self.known.intersection(self.unknown)
        if both:
            raise DomainError(f"{min(map(str, both))} is said to hold, and to be unknown.")

    @cached_property
    def _parts(self) -> tuple[_Part, ...]:
        """The unknown facts in parts that do not constrain each other."""
        unknown, groups, barred = set(self.unknown), list[tuple[tuple[Atom, ...], bool]](), set[Atom]()
        impossible = False
        for group in self.groups:
            members = tuple(dict.fromkeys(group.members))
            held = sum(one in self.known for one in members)
            if held:
                barred.update(unknown.intersection(members))
                impossible = impossible or held > 1
            else:
                groups.append((members, group.exactly))
        facts = [one for one in self.unknown if one not in barred]
        open_ = set(facts)
        groups = [(tuple(one for one in members if one in open_), exactly) for members, exactly in groups]
        impossible = impossible or any(exactly and not members for members, exactly in groups)
        owner = {fact: fact for fact in facts}

        def root(fact: Atom) -> Atom:
            while owner[fact] is not fact:
                owner[fact] = fact = owner[owner[fact]]
            return fact

        for members, _ in groups:
            for one in members[1:]:
                owner[root(one)] = root(members[0])
        together: dict[Atom, list[Atom]] = {}
        for fact in facts:
            together.setdefault(root(fact), []).append(fact)
        own: dict[Atom, list[tuple[tuple[Atom, ...], bool]]] = {one: [] for one in together}
        for members, exactly in groups:
            if members and (members[1:] or exactly):
                own[root(members[0])].append((members, exactly))
        parts = tuple(_Part(tuple(members), tuple(own[one])) for one, members in together.items())
        return (*parts, _Part((), (((), True),))) if impossible else parts

    def count(self, most: int = MOST_REPLAYED) -> int | None:
        """How many states there are; ``None`` if there are more than so many."""
        found = 1
        for part in self._parts:
            found *= sum(1 for _ in islice(part.assignments(), most + 1))
            if found > most:
                return None
        return found

    def states(self, most: int = MOST_REPLAYED) -> Iterator[frozenset[Atom]]:
        """The states, at most so many, as the facts that hold."""
        parts = [list(islice(part.assignments(), most)) for part in self._parts]
        for chosen in islice(product(*parts), most):
            yield self.known.union(*chosen)

    def likeliest(self, log_odds: Mapping[Atom, float]) -> frozenset[Atom] | None:
        """The state whose unknown facts are likeliest together; ``None`` if no state is possible.

        Args:
            log_odds: Of each unknown fact; 0 where nothing is given.

        Raises:
            LimitError: If finding it takes too long.
        """
        found = set(self.known)
        for part in self._parts:
            best = part.likeliest(log_odds)
            if best is None:
                return None
            found |= best
        return frozenset(found)

    def settled(self) -> PossibleStates:
        """The same, with what holds in all of the states, or in none, no longer unknown.

        Raises:
            DomainError: If there is no possible state.
        """
        known, unknown = set(self.known), list[Atom]()
        for part in self._parts:
            first = next(part.assignments(), None)
            if first is None:
                raise DomainError(
                    "No state is possible: what is known to hold, and what excludes each other, contradict."
                )
            for fact in part.facts:
                if next(part.fixed(fact, fact not in first).assignments(), None) is not None:
                    unknown.append(fact)
                elif fact in first:
                    known.add(fact)
        return PossibleStates(frozenset(known), tuple(unknown), self.groups)


@dataclass(frozen=True)
class _Part:
    """Unknown facts and the groups among them, which have nothing to do with the other facts.

    Attributes:
        groups: Facts of which at most one holds, or, where the second of a pair is true, exactly one.
    """

    facts: tuple[Atom, ...]
    groups: tuple[tuple[tuple[Atom, ...], bool], ...]

    def fixed(self, fact: Atom, truth: bool) -> _Part:
        """What is left where one of the facts is known."""
        gone = {fact}
        if truth:
            gone |= {one for members, _ in self.groups if fact in members for one in members}
        kept = [one for one in self.groups if not (truth and fact in one[0])]
        groups = tuple(
            (tuple(one for one in members if one not in gone), exactly) for members, exactly in kept
        )
        return _Part(tuple(one for one in self.facts if one not in gone), groups)

    def assignments(self) -> Iterator[frozenset[Atom]]:
        """All sets of the facts that may hold together."""
        for true, _ in self._walk({}, None):
            yield true

    def likeliest(self, log_odds: Mapping[Atom, float]) -> frozenset[Atom] | None:
        """The set with the highest sum of log-odds, by branch and bound."""
        best: frozenset[Atom] | None = None
        bound = [-math.inf]
        for true, score in self._walk(log_odds, bound):
            best, bound[0] = true, score
        return best

    def _walk(
        self, log_odds: Mapping[Atom, float], bound: list[float] | None
    ) -> Iterator[tuple[frozenset[Atom], float]]:
        """All assignments with their scores; where there is a bound, those above it alone."""
        groups_of: dict[Atom, list[int]] = {one: [] for one in self.facts}
        for number, (members, _) in enumerate(self.groups):
            for one in members:
                groups_of[one].append(number)
        value = {one: log_odds.get(one, 0.0) for one in self.facts}
        order = sorted(self.facts, key=lambda one: -value[one])
        steps = 0

        def most(open_: Collection[Atom], done: Collection[int]) -> float:
            """Most that the open facts can add."""
            total, counted = 0.0, set[Atom]()
            for number, (members, exactly) in enumerate(self.groups):
                left = [one for one in members if one in open_]
                if exactly and number not in done and counted.isdisjoint(left):
                    total += max((value[one] for one in left), default=-math.inf)
                    counted.update(left)
            met = set[int]()
            for one in order:  # the best of each group first
                if value[one] <= 0:
                    break
                if one in open_ and one not in counted and met.isdisjoint(first := groups_of[one][:1]):
                    total += value[one]
                    met.update(first)
            return total

        def walk(
            open_: frozenset[Atom], true: tuple[Atom, ...], done: frozenset[int], score: float
        ) -> Iterator[tuple[frozenset[Atom], float]]:
            nonlocal steps
            steps += 1
            if steps > _MOST_WORK:
                raise LimitError(
                    f"Which of {len(self.facts)} unknown facts hold together was not found in {_MOST_WORK:,} steps; "
                    f"among them are {', '.join(map(str, self.facts[:6]))}. Say more of them, or look first.",
                    "groundings",
                    _MOST_WORK,
                )
            if not steps & 255:
                checkpoint("finding the possible states")
            if bound is not None and score + most(open_, done) <= bound[0]:
                return
            asked: list[Atom] | None = None
            for number, (members, exactly) in enumerate(self.groups):
                if exactly and number not in done:
                    left = [one for one in members if one in open_]
                    if asked is None or len(left) < len(asked):
                        asked = left
            if asked is not None:  # one of them holds, and so no other does
                for one in sorted(asked, key=lambda each: -value[each]):
                    yield from chosen(one, open_, true, done, score)
                return
            one = next((each for each in order if each in open_), None)
            if one is None:
                yield frozenset(true), score
                return
            for take in (True, False) if value[one] > 0 else (False, True):
                if take:
                    yield from chosen(one, open_, true, done, score)
                else:
                    yield from walk(open_ - {one}, true, done, score)

        def chosen(
            one: Atom, open_: frozenset[Atom], true: tuple[Atom, ...], done: frozenset[int], score: float
        ) -> Iterator[tuple[frozenset[Atom], float]]:
            excluded = {other for number in groups_of[one] for other in self.groups[number][0]}
            return walk(
                open_ - excluded - {one}, (*true, one), done.union(groups_of[one]), score + value[one]
            )

        return walk(frozenset(self.facts), (), frozenset(), 0.0)


# ------------------------------------------------------------------ which states stand for all


def _predicates(formula: Formula) -> Iterator[str]:
    match formula:
        case Atom(predicate):
            yield predicate
        case Equal():
            pass
        case Not(operand):
            yield from _predicates(operand)
        case And(operands) | Or(operands):
            for one in operands:
                yield from _predicates(one)
        case Exists(_, body) | Forall(_, body):
            yield from _predicates(body)


def _entangled(formula: Formula, varying: Collection[str], positive: bool = True) -> Iterator[str]:
    """The predicates that may differ and occur elsewhere than in a conjunction of literals.

    A disjunction with one part that may differ is a literal wherever the others do not hold, and they do everywhere or
    nowhere.
    """
    match formula:
        case Atom() | Equal():
            pass
        case Not(operand):
            yield from _entangled(operand, varying, not positive)
        case And(operands) | Or(operands):
            differ = [one for one in operands if not set(_predicates(one)).isdisjoint(varying)]
            if isinstance(formula, And) == positive or len(differ) < 2:
                for one in differ:
                    yield from _entangled(one, varying, positive)
            else:
                yield from _predicates(formula)
        case Exists(_, body) | Forall(_, body):
            if isinstance(formula, Forall) == positive:
                yield from _entangled(body, varying, positive)
            else:
                yield from _predicates(body)


def _entangled_predicates(task: Task, varying: Collection[str], rules: Iterable[Rule]) -> frozenset[str]:
    """The predicates of which it matters which of their facts hold together.

    Those that may differ and stand in a disjunction, in the condition of an effect, in an axiom or in a rule; and those
    that such an effect changes. Of all others, actions and goal ask for literals alone.
    """
    found: set[str] = set()
    for schema in task.domain.schemas:
        found.update(_entangled(schema.precondition, varying))
        for effect in schema.effects:
            if not (mentioned := set(_predicates(effect.condition))).isdisjoint(varying):
                found |= {*mentioned, effect.atom.predicate}
    found.update(_entangled(task.goal, varying))
    for axiom in task.domain.axioms:
        found |= {axiom.predicate, *_predicates(axiom.condition)}
    for rule in (*rules, *rules_of_constraints(task)):
        found |= {
            one.name for one in subformulas(rule.formula) if isinstance(one, Proposition) and not one.event
        }
    return frozenset(found.intersection(varying))


def _cover(possible: PossibleStates, entangled: Collection[str], most: int) -> list[frozenset[Atom]]:
    """Sets of unknown facts that stand for all that may hold: an action applies in all iff it does in these.

    Of entangled facts, every combination that is possible. Of each other fact only literals are asked, so that it
    matters alone whether it holds in every state, in none, or in some, now and after each action (which changes it
    whatever holds): with each combination, all of them hold once, and none of them once. Such a state need not be
    possible itself; but every literal that fails in one of them fails in a possible state, too, and the reverse.

    Raises:
        LimitError: If there are too many.
    """
    free = frozenset(one for one in possible.unknown if one.predicate not in entangled)
    projections: list[list[frozenset[Atom]]] = []
    for part in possible._parts:  # pyright: ignore[reportPrivateUsage]
        if not free.issuperset(part.facts):
            listed = islice(part.assignments(), _MOST_ASSIGNMENTS + 1)
            projections.append(list(dict.fromkeys(true - free for true in listed)))
    needed = prod(map(len, projections)) * (2 if free else 1)
    if needed > most:
        tied = [str(one) for one in possible.unknown if one.predicate in entangled]
        raise LimitError(
            f"The unknown facts allow {needed:,} states or more that have to be told apart, above the ceiling of "
            f"{most:,}: {', '.join(tied[:6])}{', …' if tied[6:] else ''} are asked for in disjunctions, in conditions "
            "of effects, in axioms or in rules. Say more of them, plan for the likeliest state, or look first.",
            "groundings",
            most,
        )
    ends = (frozenset[Atom](), free) if free else (frozenset[Atom](),)
    return [frozenset[Atom]().union(*chosen, end) for chosen in product(*projections) for end in ends]


def _varying(task: Task, unknown: Iterable[Atom]) -> frozenset[str]:
    """The predicates whose facts may differ between two of the states, now or after some actions."""
    found = {one.predicate for one in unknown}
    while True:
        more = {
            effect.atom.predicate
            for schema in task.domain.schemas
            for effect in schema.effects
            if not found.isdisjoint(_predicates(effect.condition))
        } | {one.predicate for one in task.domain.axioms if not found.isdisjoint(_predicates(one.condition))}
        if more <= found:
            return frozenset(found)
        found |= more


# ------------------------------------------------------------------ the system

_MARK = "@"


class ConformantProblem(Problem):
    """What can be done whichever of several states is the initial one: see the module.

    Its actions, entities and words are those of the task; its states are sets of states, though written as one.

    Args:
        task: The task; its own initial facts do not count.
        possible: The states that may be the initial one.
        rules: Rules that will be bound to it; they count for which states stand for all. `in_each` writes them for it.
        limits: What grounding may cost.
        most: Most states that may stand for all.

    Attributes:
        original: The task.
        starts: The possible states, what holds in all of them known.
        cover: The sets of unknown facts that stand for all that may hold.

    Raises:
        DomainError: If no state is possible, or something names what the task does not know.
        LimitError: If there are too many states, or the problem is too large.
    """

    def __init__(
        self,
        task: Task,
        possible: PossibleStates,
        rules: Sequence[Rule] = (),
        *,
        limits: SearchLimits = SearchLimits(),  # noqa: B008 (frozen)
        most: int = MOST_STATES,
    ):
        checks.instance("possible", possible, PossibleStates, DomainError, what="PossibleStates")
        self.original = task
        self.starts = possible.settled()
        self._rules, self._most = tuple(rules), most
        self._apart = _varying(task, self.starts.unknown)
        self._entangled = _entangled_predicates(task, self._apart, self._rules)
        self.cover = _cover(self.starts, self._entangled, most)
        super().__init__(self._compiled(task), limits=limits)
        self._constraints = tuple(map(self._in_each, rules_of_constraints(task)))

    # The task with copies

    def _named(self, predicate: str, world: int) -> str:
        return f"{predicate}{_MARK}{world}" if predicate in self._apart else predicate

    def _formula(self, formula: Formula, world: int) -> Formula:
        match formula:
            case Atom(predicate, args):
                return Atom(self._named(predicate, world), args)
            case Equal():
                return formula
            case Not(operand):
                return Not(self._formula(operand, world))
            case And(operands):
                return And(tuple(self._formula(one, world) for one in operands))
            case Or(operands):
                return Or(tuple(self._formula(one, world) for one in operands))
            case Exists(variables, body):
                return Exists(variables, self._formula(body, world))
            case Forall(variables, body):
                return Forall(variables, self._formula(body, world))

    def _everywhere(self, formula: Formula) -> Formula:
        if self._apart.isdisjoint(_predicates(formula)):
            return formula
        return all_of(self._formula(formula, world) for world in range(len(self.cover)))

    def _effects(self, effect: Effect) -> Iterator[Effect]:
        if effect.atom.predicate not in self._apart:
            yield effect
            return
        for world in range(len(self.cover)):
            atom = Atom(self._named(effect.atom.predicate, world), effect.atom.args)
            yield replace(effect, atom=atom, condition=self._formula(effect.condition, world))

    def _axioms(self, axiom: Axiom) -> Iterator[Axiom]:
        if axiom.predicate not in self._apart:
            yield axiom
            return
        for world in range(len(self.cover)):
            condition = self._formula(axiom.condition, world)
            yield replace(axiom, predicate=self._named(axiom.predicate, world), condition=condition)

    def _compiled(self, task: Task) -> Task:
        worlds = range(len(self.cover))
        predicates = {
            name: parameters
            for one, parameters in task.domain.predicates.items()
            for name in ([self._named(one, world) for world in worlds] if one in self._apart else [one])
        }
        schemas = tuple(
            replace(
                schema,
                precondition=self._everywhere(schema.precondition),
                effects=tuple(each for effect in schema.effects for each in self._effects(effect)),
            )
            for schema in task.domain.schemas
        )
        domain = replace(
            task.domain,
            predicates=predicates,
            schemas=schemas,
            axioms=tuple(each for axiom in task.domain.axioms for each in self._axioms(axiom)),
            constraints=(),
        )
        derived = task.domain.derived
        initial = frozenset(
            Atom(self._named(atom.predicate, world), atom.args)
            for world, true in enumerate(self.cover)
            for atom in self.starts.known | true
            if atom.predicate not in derived
        )
        goal = self._everywhere(task.goal)
        return replace(task, domain=domain, initial=initial, goal=goal, constraints=())

    def in_each(self, rules: Iterable[Rule]) -> list[Rule]:
        """Rules over the task as rules over this system: kept in every state that stands for all.

        Raises:
            RuleError: If one speaks of facts for which the system was made without it.
        """
        return [self._in_each(one) for one in rules]

    def _in_each(self, rule: Rule) -> Rule:
        said = {
            one.name for one in subformulas(rule.formula) if isinstance(one, Proposition) and not one.event
        }
        if said.isdisjoint(self._apart):
            return rule
        if not self._entangled.issuperset(said & self._apart):
            raise RuleError(f"The system was made without the rule {rule.name!r}: give it when it is made.")
        copies = [self._rule_formula(rule.formula, world) for world in range(len(self.cover))]
        return replace(rule, formula=balanced("&", copies))

    def _rule_formula(self, formula: RuleFormula, world: int) -> RuleFormula:
        match formula:
            case Proposition():
                return formula if formula.event else replace(formula, name=self._named(formula.name, world))
            case Compound(_, operands):
                return replace(formula, operands=tuple(self._rule_formula(one, world) for one in operands))
            case Quantified():
                return replace(formula, body=self._rule_formula(formula.body, world))
            case _:
                return formula

    # What it answers otherwise than a problem with one initial state

    def with_goal(self, goal: Formula) -> ConformantProblem:
        """The same with another goal of the task."""
        task = replace(self.original, goal=goal)
        return ConformantProblem(task, self.starts, self._rules, limits=self.limits, most=self._most)

    @property
    def lexicon(self) -> Names:
        """The task's own words."""
        names = frozenset(one.name for one in self.domain.schemas)
        return replace(super().lexicon, terms=names | self.original.domain.predicates.keys())

    def facts_in(self, state: int, world: int) -> frozenset[Atom]:
        """What holds in one of the states that a state of this system stands for, by the number of its `cover`."""
        found = set[Atom]()
        for atom in self.facts(state):
            predicate, _, number = atom.predicate.rpartition(_MARK)
            if predicate not in self._apart:
                found.add(atom)
            elif int(number) == world:
                found.add(Atom(predicate, atom.args))
        return frozenset(found)

    def why_inapplicable(self, state: int, action: Action) -> str | None:
        if super().why_inapplicable(state, action) is None:
            return None
        for world, true in enumerate(self.cover):
            reason = validator.why_inapplicable(self.original, self.facts_in(state, world), action)
            if reason is not None:
                return f"{reason[:-1]}, where at first {self._described(true)}."
        raise AssertionError(f"{action} applies in all states, and yet it does not")

    def why_never(self, action: Action) -> str | None:
        reason = super().why_never(action)
        return None if reason is None else re.sub(rf"{_MARK}\d+", "", reason)

    def validate(self, actions: Iterable[Action]) -> Validation:
        """Replay a plan with the lifted interpreter from every possible state, by itself.

        Where there are more than `MOST_REPLAYED`, from so many of them, and from those that stand for all.
        """
        plan = checks.items("actions", actions, Action, DomainError, of="clamp.Action")
        count, own = self.starts.count(), rules_of_constraints(self.original)
        states = list(self.starts.states(MOST_REPLAYED))
        if count is None:
            states += [self.starts.known | true for true in self.cover]
        verdict = Validation(True)
        for state in states:
            task = replace(self.original, initial=state)
            verdict = validator.validate(task, plan)
            if verdict.valid and own:
                one = Problem.from_task(task, self.limits)
                words = one.rule_words()
                trace = list(words.replay(plan))
                verdict = ruled_verdict(verdict, own, [keeps(rule, trace, words.objects) for rule in own])
            if not verdict.valid:
                where = self._described(state.intersection(self.starts.unknown))
                reason = f"{verdict.reason.rstrip('.')}, where at first {where}."
                return replace(verdict, reason=reason, unknown="conformant", states=count)
        return replace(verdict, unknown="conformant", states=count)

    def _described(self, true: Collection[Atom]) -> str:
        told = [str(one) if one in true else f"(not {one})" for one in self.starts.unknown]
        return f"{', '.join(told[:4])}{', …' if told[4:] else ''} holds" if told else "all is known"


def conformant(
    task: Task,
    possible: PossibleStates,
    rules: Sequence[Rule] = (),
    *,
    limits: SearchLimits = SearchLimits(),  # noqa: B008 (frozen)
    most: int = MOST_STATES,
) -> TransitionSystem[Any]:
    """The system whose plans can be executed, keep rules and reach the goal whichever possible state is the first.

    Args:
        task, possible, limits, most: As of `ConformantProblem`.
        rules: Over the task's own facts.

    Raises:
        DomainError, LimitError: As `ConformantProblem` does.
        RuleError: If a rule names what the task does not know.
    """
    made = ConformantProblem(task, possible, rules, limits=limits, most=most)
    return with_rules(made, made.in_each(rules))
