"""Which goals can be asked for: typed, over what is seen, not contradictory, nothing said twice, within reach.

Decides all of them over one grounding with the goal exchanged. A state that was met proves every goal that holds in it,
and a goal that cannot be reached refutes every one that says more; so few goals need a search of their own.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Literal

from clamp import checks
from clamp.errors import ConstraintError, LimitError
from clamp.planning.actions import flags_of
from clamp.planning.conditions import bits
from clamp.planning.grounding import ALWAYS, NEVER
from clamp.planning.problem import Problem
from clamp.planning.rules.formula import Rule
from clamp.planning.rules.ruled import Ruled, with_rules
from clamp.planning.search.limits import LimitReached, Meter, SearchLimits, checkpoint, in_force, paced
from clamp.planning.search.mutex import MutexGroup, mutex_groups, wide_groups
from clamp.planning.search.reachability import Reachability
from clamp.planning.system import TransitionSystem
from clamp.planning.task import TRUE, And, Atom, Forall, Formula, Not, Variable, all_of
from clamp.threads import fingerprint

BOUND = "?x"
"""What stands for each of the things of a type."""
_STATES = 1_000
"""So many states are met breadth first, before anybody asks, and as many on random walks."""
_WALKS, _STEPS = 100, 20
FAR = 10_000
"""A plan of more actions than this is none: the budget where none counts."""
_SHARE = 0.25
"""Of the time that is left to a call, what one of its searches may take, so that others follow."""
_LISTING, _MEETING = "listing what goals may say", "meeting states"

Why = Literal["contradictory", "implied", "unreachable", "undecided"]
"""Why a goal is none."""


@dataclass(frozen=True, slots=True, order=True)
class GoalLiteral:
    """A fact, or its opposite, of known things, or of each thing of a type.

    Attributes:
        args: Names of things; `BOUND` stands for each of `kind`.
        kind: A type; empty for a fact of named things.
    """

    predicate: str
    args: tuple[str, ...] = ()
    positive: bool = True
    kind: str = ""

    @property
    def formula(self) -> Formula:
        """As a planner's goal."""
        atom = Atom(self.predicate, self.args)
        one: Formula = atom if self.positive else Not(atom)
        return Forall((Variable(BOUND, (self.kind,)),), one) if self.kind else one

    def to_json(self) -> list[Any]:
        """``["in", "milk", "fridge"]``, ``["not", "open", "fridge"]``, ``["forall", "food", …]``."""
        plain = [self.predicate, *self.args]
        found = plain if self.positive else ["not", *plain]
        return ["forall", self.kind, found] if self.kind else list[Any](found)


class _Met:
    """States that were met, asked by what holds in them."""

    def __init__(self) -> None:
        self._known: set[int] = set()
        self._where: dict[int, int] = {}
        self._count = 0

    def add(self, state: int) -> None:
        """Note a state."""
        if state in self._known:
            return
        self._known.add(state)
        place = 1 << self._count
        self._count += 1
        for bit in bits(state):
            self._where[bit] = self._where.get(bit, 0) | place

    def some(self, pos: int, neg: int) -> bool:
        """Whether some atoms were true, and others false, in one of them."""
        found = (1 << self._count) - 1
        for bit in bits(pos):
            found &= self._where.get(bit, 0)
        for bit in bits(neg):
            found &= ~self._where.get(bit, 0)
        return bool(found)


class Goals:
    """The literals that goals of a problem may have, and which of them together are a goal.

    Args:
        system: A problem, with rules or without; its own goal does not matter.
        rules: What every plan keeps, beside those of the system.
        budget: Most actions to a goal.
        seen: What goals may name; all by default.
        order: Names of things and types: literals stand in the order of the first thing that they speak of here,
            then of the second. What is not listed comes later, in the system's order.
        negation: Whether goals may ask that something is not the case.
        acting: What the actions of a plan may name; all by default.
        redundant: Whether a goal may also say what follows from the rest of it, as texts that list facts do.
        limits: What deciding one goal may cost, and what preparing to may.

    Attributes:
        literals: In the order in which a goal names them.
        groups: Sets of literals of atoms of which at most one can hold.
        undecided: The goals that a limit left open, each with the limit.

    Raises:
        ConstraintError: If the system is no PDDL problem.
        DomainError: If `seen` has what the problem does not know.
        LimitError: If the problem cannot be prepared within the limits.
    """

    def __init__(
        self,
        system: TransitionSystem[Any],
        *,
        rules: Sequence[Rule] = (),
        budget: int = 20,
        seen: Collection[str] | None = None,
        order: Sequence[str] = (),
        negation: bool = True,
        acting: Collection[str] | None = None,
        redundant: bool = False,
        limits: SearchLimits = SearchLimits(states=200_000, seconds=2.0),  # noqa: B008 (frozen)
    ) -> None:
        self.budget = checks.whole("budget", budget, least=0)
        if isinstance(system, Ruled):
            rules, system = [*system.rules, *rules], system.system
        if not isinstance(system, Problem):
            raise ConstraintError(
                f"Goals are looked for in PDDL problems (clamp.Problem), and {system.name!r} is a "
                f"{type(system).__name__}."
            )
        self.limits = limits
        self._redundant = redundant
        self.undecided: dict[tuple[GoalLiteral, ...], LimitReached] = {}
        unknown = sorted(set(seen or ()) - set(system.entities))
        if unknown:
            raise ConstraintError(f"`seen` has {', '.join(unknown)}, which {system.name!r} does not know.")
        self._seen = frozenset(system.entities) if seen is None else frozenset(seen)
        self._problem = system.with_goal(TRUE)
        self._grounder = self._problem.grounder
        self._ruled = with_rules(self._problem, rules)
        self._free = self._problem.unconstrained
        self._enabled: frozenset[int] | None = None
        if acting is not None:
            named = frozenset(acting)
            self._enabled = frozenset(
                number for number, one in enumerate(self._ruled.actions) if named.issuperset(one.args)
            )
        self._masks: dict[GoalLiteral, tuple[int, int]] = {}
        self._fits: dict[str, list[frozenset[str]]] = {
            name: [frozenset(self._grounder.types.candidates(one, name)) for one in parameters]
            for name, parameters in self._problem.domain.predicates.items()
        }
        with Meter(limits):
            self.literals = self._ordered(order, negation)
            self._effects = self._grounder.compiled.all_effects()
        self.groups = self._exclusive()
        self._met, self._possible = _Met(), _Met()
        self._refuted: list[tuple[int, int]] = []
        self._impossible: list[tuple[int, int]] = []
        self._answers: dict[tuple[int, int], Literal["yes", "no"] | LimitReached] = {}
        self._implications: dict[tuple[int, int, GoalLiteral], bool | LimitReached] = {}
        self._closed: dict[tuple[GoalLiteral, ...], Why | None] = {}
        self._explore()

    # ---------------------------------------------------------------- what may be said

    def _ordered(self, order: Sequence[str], negation: bool) -> list[GoalLiteral]:
        found = [*self._single(negation), *self._universal(negation)]
        rank = {name: number for number, name in enumerate(dict.fromkeys((*order, *self._problem.entities)))}

        def key(one: GoalLiteral) -> tuple[Any, ...]:
            places = tuple(
                rank[name] if name != BOUND else rank.get(one.kind, len(rank) + 1) for name in one.args
            )
            return places or (len(rank),), one.predicate, not one.positive, one.kind, one.args

        return sorted(found, key=key)

    def _single(self, negation: bool) -> Iterator[GoalLiteral]:
        """Facts that may become true or false, and are not the same in each state."""
        for bit, atom in enumerate(paced(self._grounder.atoms, _LISTING)):
            if not self._typed(atom.predicate, atom.args) or not self._seen.issuperset(atom.args):
                continue
            for positive in (True, False) if negation else (True,):
                one = GoalLiteral(atom.predicate, atom.args, positive)
                self._masks[one] = (1 << bit, 0) if positive else (0, 1 << bit)
                yield one

    def _typed(self, predicate: str, args: Sequence[str]) -> bool:
        """Whether arguments are of the types that a predicate declares."""
        return all(name in fits for name, fits in zip(args, self._fits[predicate], strict=True))

    def _universal(self, negation: bool) -> Iterator[GoalLiteral]:
        """The same of each thing of a type that has several, where it may be said of each."""
        kinds: dict[tuple[str, ...], str] = {}
        for kind in sorted(self._grounder.types.names, key=lambda one: (one == "object", one)):
            members = self._grounder.types.candidates(Variable(BOUND, (kind,)), "a goal")
            if len(members) > 1 and self._seen.issuperset(members):
                kinds.setdefault(tuple(members), kind)
        columns: dict[tuple[str, tuple[str, ...], int], None] = {}
        for atom in paced(self._grounder.atoms, _LISTING):
            for place in range(len(atom.args)):
                args = (*atom.args[:place], BOUND, *atom.args[place + 1 :])
                if self._seen.issuperset(set(args) - {BOUND}):
                    columns[atom.predicate, args, place] = None
        mask_of = self._grounder.mask
        for predicate, args, place in paced(columns, _LISTING):
            for members, kind in kinds.items():
                each = [(*args[:place], name, *args[place + 1 :]) for name in members]
                if not all(self._typed(predicate, one) for one in each):
                    continue
                masks = [mask_of(predicate, one) for one in each]  # -1: it never holds, 0: it always does
                mask = sum(one for one in masks if one > 0)
                for positive in (True, False) if negation else (True,):
                    if mask and (-1 if positive else 0) not in masks:
                        one = GoalLiteral(predicate, args, positive, kind)
                        self._masks[one] = (mask, 0) if positive else (0, mask)
                        yield one

    @property
    def out_of_reach(self) -> str:
        """What is told of a goal that cannot be reached."""
        within = "" if self.budget >= FAR else f" within {checks.count(self.budget, 'action')}"
        ruled = " while the rules hold" if self._ruled is not self._free else ""
        return f"cannot be reached{within}{ruled}"

    @property
    def facts_at_first(self) -> frozenset[tuple[str, tuple[str, ...]]]:
        """What holds at first: predicates with the names of things."""
        return frozenset((one.predicate, tuple(map(str, one.args))) for one in self._problem.task.initial)

    def over(self, literals: Sequence[GoalLiteral]) -> Goals:
        """The same for goals of some literals alone; what is found out of one is known of the other."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.literals = list(literals)
        return other

    @property
    def language(self) -> bytes:
        """The same where the same may be said, and the same of it is known to exclude each other."""
        each = [(one.predicate, one.args, one.positive, one.kind, self._masks[one]) for one in self.literals]
        return fingerprint([each, [(one.pos, one.neg) for one in self.groups]])

    # ---------------------------------------------------------------- what is known of goals

    def _explore(self) -> None:
        """Meet states: those near by, and those on random walks."""
        alike = self._ruled is self._free and self._enabled is None
        with Meter(self.limits):
            try:
                for bound in (True,) if alike else (True, False):
                    self._explore_in(bound=bound)
            except LimitError:  # then fewer states are known
                pass

    def _explore_in(self, *, bound: bool) -> None:
        system = self._ruled if bound else self._free
        draw = random.Random(0)
        start = system.initial
        depth = {start: 0}
        order = [start]
        self._note(start, 0, bound=bound)
        for state in order:
            if len(order) >= _STATES:
                break
            for index in paced(self._applicable(state, bound=bound), _MEETING):
                after = system.successor_of_index(state, index)
                if after not in depth:
                    depth[after] = depth[state] + 1
                    order.append(after)
                    self._note(after, depth[after], bound=bound)
        steps = 0
        for _ in range(_WALKS):
            state = start
            for step in range(1, min(max(self.budget, 10), _STEPS) + 1):
                checkpoint(_MEETING)
                choices = self._applicable(state, bound=bound)
                steps += 1
                if not choices or steps > _STATES:
                    break
                state = system.successor_of_index(state, draw.choice(choices))
                self._note(state, step, bound=bound)

    def _applicable(self, state: Any, *, bound: bool) -> Sequence[int]:
        """What can be done in a state; bound by the rules and by what plans may name, or not."""
        if not bound:
            return self._free.applicable_indices(state)
        found = self._ruled.applicable_indices(state)
        return found if self._enabled is None else [one for one in found if one in self._enabled]

    def _note(self, state: Any, depth: int, *, bound: bool) -> None:
        """What a state proves: that what holds in it is possible, and within reach if a plan may end there."""
        system = self._ruled if bound else self._free
        plain = state if system.rulebook is None else system.rulebook.state_without_rules(state)
        self._possible.add(plain)
        if bound and depth <= self.budget and system.is_goal(state):
            self._met.add(plain)

    def _exclusive(self) -> list[MutexGroup]:
        wanted = 0
        for pos, neg in self._masks.values():
            wanted |= pos | neg
        grounder, initial = self._grounder, self._problem.initial
        actions, atoms, derived = grounder.compiled, grounder.atoms, grounder.derivation.derived
        found: list[MutexGroup] = []
        with Meter(self.limits), suppress(LimitError):  # otherwise more is found out by searching
            found += mutex_groups(actions, atoms, wanted, derived)
            found += wide_groups(actions, atoms, derived)
        return [
            one for one in found if (initial & one.pos).bit_count() + (~initial & one.neg).bit_count() <= 1
        ]

    def masks(self, literals: Iterable[GoalLiteral]) -> tuple[int, int]:
        """What is to be true, and to be false."""
        pos = neg = 0
        for one in literals:
            more_pos, more_neg = self._masks[one]
            pos, neg = pos | more_pos, neg | more_neg
        return pos, neg

    def knows(self, one: GoalLiteral) -> bool:
        """Whether a literal may be said."""
        return one in self._masks

    def holds(self, literals: Iterable[GoalLiteral]) -> bool:
        """Whether all of some literals are true already."""
        pos, neg = self.masks(literals)
        initial = self._problem.initial
        return initial & pos == pos and not initial & neg

    def so_at_first(self, literals: Iterable[GoalLiteral]) -> bool:
        """Whether all of some literals over what is seen are true at first, those included that never change."""
        return all(self.holds([one]) if self.knows(one) else self._for_good(one) for one in literals)

    def _for_good(self, one: GoalLiteral) -> bool:
        fits = self._fits.get(one.predicate)
        if one.kind or fits is None or len(fits) != len(one.args) or not self._seen.issuperset(one.args):
            return False
        if not self._typed(one.predicate, one.args):
            return False
        return self._grounder.truth_of(one.predicate, one.args) == (ALWAYS if one.positive else NEVER)

    def excluded(self, literals: Iterable[GoalLiteral]) -> bool:
        """Whether some literals are known to exclude each other, or one of them is said twice."""
        given = list(literals)
        pos = neg = 0
        for one in given:
            more_pos, more_neg = self._masks[one]
            if not more_pos & ~pos and not more_neg & ~neg:
                return True
            pos, neg = pos | more_pos, neg | more_neg
        return self._excluded(pos, neg)

    def _excluded(self, pos: int, neg: int) -> bool:
        """Whether something is asked for that is known to exclude something else that is asked for."""
        if pos & neg:
            return True
        return any((pos & one.pos).bit_count() + (neg & one.neg).bit_count() > 1 for one in self.groups)

    def within_reach(self, pos: int, neg: int, *, search: bool = True) -> bool | LimitReached | None:
        """Whether a plan within the budget that keeps the rules ends where masks of atoms are true, and false.

        Args:
            search: Look for one, where nothing is known; otherwise that is ``None``.
        """
        if self._met.some(pos, neg):
            return True
        key = pos, neg
        answer = self._answers.get(key)
        if answer is None and any(p & pos == p and n & neg == n for p, n in self._refuted):
            answer = self._answers[key] = "no"
        if answer is None or self._may_know_more(answer):
            if not search:
                return None
            answer = self._answers[key] = self._searched(pos, neg, self.budget, bound=True)
            if not isinstance(answer, LimitReached) and answer == "no":
                self._refuted.append(key)
        return answer if isinstance(answer, LimitReached) else answer == "yes"

    def _share(self) -> SearchLimits:
        """What one search may cost now."""
        meter = in_force()
        left = None if meter is None else meter.seconds_left()
        if left is None:
            return self.limits
        given = [one for one in (_SHARE * max(0.0, left), self.limits.seconds) if one is not None]
        return replace(self.limits, seconds=min(given))

    def _may_know_more(self, answer: object) -> bool:
        """Whether there is much more time now than a search had that came to no answer."""
        if not isinstance(answer, LimitReached) or answer.kind != "seconds":
            return False
        seconds = self._share().seconds
        return seconds is None or seconds > 2 * answer.limit

    def _too_many(self, pos: int, neg: int, budget: int) -> bool:
        """Whether more is to become true than so many actions make true, each as much as any of them does."""
        initial = self._problem.initial
        untrue = (pos & ~initial).bit_count() + (neg & initial).bit_count()
        if untrue <= budget or (pos | neg) & self._grounder.derivation.derived:
            return False
        flags = flags_of(pos, neg, self._grounder.compiled.width)
        return untrue > budget * int(self._effects.flagged(flags[self._effects.items]).max(initial=0))

    def _searched(
        self, pos: int, neg: int, budget: int, *, bound: bool
    ) -> Literal["yes", "no"] | LimitReached:
        if self._excluded(pos, neg) or self._too_many(pos, neg, budget):
            return "no"
        atoms = self._grounder.atoms
        goal = all_of((*(atoms[one] for one in bits(pos)), *(Not(atoms[one]) for one in bits(neg))))
        limits = self._share()
        try:
            with Meter(limits):
                asked = self._with_goal(self._ruled if bound else self._free, goal)
                enabled = self._enabled if bound else None
                plan = Reachability(asked, enabled, limits).plan(asked.initial, budget)
        except LimitError as error:
            return LimitReached.of(error, 0)
        if plan is None or isinstance(plan, LimitReached):
            return "no" if plan is None else plan
        state = asked.initial
        for depth, index in enumerate(plan, 1):  # all that holds on the way is within reach, too
            state = asked.successor_of_index(state, index)
            self._note(state, depth, bound=bound)
        return "yes"

    def _with_goal(self, system: TransitionSystem[Any], goal: Formula) -> TransitionSystem[Any]:
        problem = self._free.with_goal(goal)
        return system.over(problem) if isinstance(system, Ruled) else problem

    def plan_for(self, literals: Sequence[GoalLiteral]) -> TransitionSystem[Any]:
        """The problem with these as its goal, and with the rules."""
        return self._with_goal(self._ruled, self.formula(literals))

    @staticmethod
    def formula(literals: Sequence[GoalLiteral]) -> Formula:
        """Some literals as a planner's goal."""
        return all_of(one.formula for one in literals) if literals else And()

    def implied(
        self, others: Sequence[GoalLiteral], one: GoalLiteral, *, search: bool = True
    ) -> bool | LimitReached | None:
        """Whether no state that the actions can ever lead to has the others without this literal.

        Neither the budget nor rules count here: what is said twice does not depend on them.

        Args:
            search: Look for one, where nothing is known; otherwise that is ``None``.
        """
        pos, neg = self.masks(others)
        key = pos, neg, one
        found = self._implications.get(key)
        if found is None or self._may_know_more(found):
            found = self._implied(pos, neg, *self._masks[one], search=search)
            if found is not None:
                self._implications[key] = found
        return found

    def _implied(
        self, pos: int, neg: int, true: int, false: int, *, search: bool
    ) -> bool | LimitReached | None:
        if not true & ~pos and not false & ~neg:
            return True
        opposites = [(pos, neg | 1 << one) for one in bits(true & ~pos)]
        opposites += [(pos | 1 << one, neg) for one in bits(false & ~neg)]
        if any(self._possible.some(*one) for one in opposites):
            return False
        limit: LimitReached | None = None
        for one in opposites:  # of each thing of a type: some thing for which it is not so
            if any(p & one[0] == p and n & one[1] == n for p, n in self._impossible):
                continue
            if not search:
                return None
            found = self._searched(*one, FAR, bound=False)
            if isinstance(found, LimitReached):
                limit = found
            elif found == "yes":
                return False
            else:
                self._impossible.append(one)
        return True if limit is None else limit

    def why_not(self, literals: tuple[GoalLiteral, ...], *, search: bool = True) -> Why | Literal["?"] | None:
        """Why some literals are no part of a goal: each subset of a goal is part of one, whether it holds or not.

        What the limits left open is looked for again where there is more time.

        Args:
            literals: In order, each once.
            search: Find out; otherwise what is not known is ``"?"``.
        """
        if literals in self._closed:
            return self._closed[literals]
        found = self._why_not(literals, search=search)
        if isinstance(found, LimitReached):
            self.undecided[literals] = found
            return "undecided"
        if found != "?":
            self._closed[literals] = found
            self.undecided.pop(literals, None)
        return found

    def _why_not(
        self, literals: tuple[GoalLiteral, ...], *, search: bool
    ) -> Why | Literal["?"] | LimitReached | None:
        pos, neg = self.masks(literals)
        if pos & neg:
            return "contradictory"
        reached = self.within_reach(pos, neg, search=search)
        if reached is None:
            return "?"
        if isinstance(reached, LimitReached):
            return reached
        if not reached:
            return "contradictory" if self._excluded(pos, neg) else "unreachable"
        for place, one in enumerate(() if self._redundant else literals):
            said = self.implied((*literals[:place], *literals[place + 1 :]), one, search=search)
            if said is None or isinstance(said, LimitReached):
                return "?" if said is None else said
            if said:
                return "implied"
        return None

    def equivalent(self, one: Sequence[GoalLiteral], other: Sequence[GoalLiteral]) -> bool:
        """Whether two goals are known to hold in the same states."""
        if self.masks(one) == self.masks(other):
            return True
        both = [(one, other), (other, one)]
        return all(self.implied(given, part) is True for given, wanted in both for part in wanted)

    @property
    def names(self) -> Mapping[str, int]:
        """The predicates that goals may use, with how many arguments each takes."""
        return {one.predicate: len(one.args) for one in self.literals}


def lacks_goal(system: TransitionSystem[Any]) -> bool:
    """Whether a system is a problem in which every state is a goal, so that one may be given to it."""
    return isinstance(system, Problem) and system.task.goal == TRUE


def own_goal(system: TransitionSystem[Any]) -> tuple[GoalLiteral, ...] | None:
    """The goal of a problem as literals; ``None`` if it has none, or one that is no conjunction of literals."""
    return literals_of_goal(system.task.goal) if isinstance(system, Problem) else None


def literals_of_goal(goal: Formula) -> tuple[GoalLiteral, ...] | None:
    """A planner's goal as literals; ``None`` if it is no conjunction of them, or says nothing."""
    try:
        return tuple(dict.fromkeys(_literals(goal))) or None
    except ValueError:
        return None


def _literals(goal: Formula, kind: str = "", variable: str = "") -> Iterator[GoalLiteral]:
    match goal:
        case And(parts):
            for one in parts:
                yield from _literals(one, kind, variable)
        case Atom(name, args) | Not(Atom(name, args)):
            bound = tuple(BOUND if one == variable else one for one in args)
            yield GoalLiteral(name, bound, isinstance(goal, Atom), kind)
        case Forall((one,), body) if not kind and len(one.types) == 1:
            yield from _literals(body, one.types[0], one.name)
        case _:
            raise ValueError


def with_literals(system: TransitionSystem[Any], literals: Sequence[GoalLiteral]) -> Problem:
    """A problem with some literals as its goal.

    Raises:
        ConstraintError: If it is another system.
    """
    if not isinstance(system, Problem):
        raise ConstraintError(
            f"Goals are given to PDDL problems (clamp.Problem), and {system.name!r} is none."
        )
    return system.with_goal(Goals.formula(literals))
