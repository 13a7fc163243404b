"""Another world as judge of a rule: whoever wrote a sentence also wrote the world in which it is law."""

from __future__ import annotations

import random
import re
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from clamp.decoding.world import leave_and_reach
from clamp.planning import Problem
from clamp.planning.rules import Rule, Ruled
from clamp.planning.search.limits import LimitReached, SearchLimits
from clamp.planning.search.reachability import Reachability
from clamp.planning.system import Action, TransitionSystem, Validation
from clamp.planning.task import Atom

WALKS = 400
LONGEST = 40
"""Walks of one comparison, and their most actions."""
_PREFERRED = 0.5
"""How often a step of a walk is drawn among those of which the sentence names most."""
_TAIL = 6
"""Most random actions after the beginning of a plan."""
_MOST_STATES = 2_000
_PLANNING = SearchLimits(states=300_000, seconds=20.0)
"""What looking for a plan may cost."""
_ONWARD = SearchLimits(states=20_000, seconds=2.0)
"""What looking for a plan that goes on after a walk may cost."""
_MOST_SEARCHES = 50
"""Walks of one comparison after which such a plan is looked for."""

Outcome = Literal["right", "rightly none", "differs", "refused", "undecided", "wrong"]
Kind = Literal["agree", "weak", "strict", "unknown"]


class TooManyWays(Exception):
    """A walk may have been played in more ways than are followed."""


class TruthWorld:
    """A world that plays the actions of a base world.

    An action of it stands for the base world's action of the same name whose arguments are, in this order, those of
    its own that the base world has: what else it takes (a token, a step) is chosen as it suits. So where a walk may
    have led to is a set of states.
    """

    def __init__(self, base: Problem, truth: Problem) -> None:
        self.problem = truth
        known = set(base.entities)
        self._extra = frozenset(truth.entities) - known
        self._plays: dict[Action, set[int]] = {}
        self._stands_for: list[Action] = []
        for index, action in enumerate(truth.actions):
            own = Action(action.name, tuple(one for one in action.args if one in known))
            self._plays.setdefault(own, set()).add(index)
            self._stands_for.append(own)
        # Objects that never stand in one fact with each other are alike: only what is said of each counts.
        self._alike = bool(self._extra) and all(
            len(self._extra.intersection(atom.args)) <= 1
            for atom in (*truth.grounder.atoms, *truth.facts(truth.initial))
        )

    def plays(self, walk: Iterable[Action]) -> frozenset[int]:
        """The states to which a base walk may lead here; none where it cannot be executed.

        Raises:
            TooManyWays: If there are too many to be followed.
        """
        states = frozenset((self.problem.initial,))
        for action in walk:
            plays = self._plays.get(action, set[int]())
            found: dict[Hashable, int] = {}
            for state in states:
                for index in plays.intersection(self.problem.applicable_indices(state)):
                    after = self.problem.successor_of_index(state, index)
                    found.setdefault(self._likeness(after), after)
            if len(found) > _MOST_STATES:
                raise TooManyWays
            states = frozenset(found.values())
        return states

    def accepts(self, plan: Iterable[Action]) -> bool:
        """Whether a base plan can be executed here and reaches this world's goal."""
        return any(self.problem.is_goal(state) for state in self.plays(plan))

    def in_base(self, plan: Iterable[int]) -> list[Action]:
        """The base actions that a plan of this world stands for."""
        return [self._stands_for[index] for index in plan]

    def _likeness(self, state: int) -> Hashable:
        """The same for states that differ only in which of this world's own objects plays which part."""
        if not self._alike:
            return state
        parts: dict[str, list[tuple[str, ...]]] = {one: [] for one in self._extra}
        rest: list[Atom] = []
        for atom in self.problem.facts(state):
            own = next((one for one in atom.args if one in self._extra), None)
            if own is None:
                rest.append(atom)
            else:
                parts[own].append((atom.predicate, *("" if one == own else one for one in atom.args)))
        return frozenset(rest), tuple(sorted(tuple(sorted(one)) for one in parts.values()))


@dataclass(frozen=True)
class TruthVerdict:
    """What rules over the base world are worth, by the truth world.

    Attributes:
        outcome: ``right``: the plan found with them is valid there, and no walk is known on which rules and world
            differ. ``rightly none``: the same where there is no plan, and none was found. ``differs``: such an answer,
            but on some walk they differ. ``refused``: none was found, though there is one. ``undecided``: the search
            reached its limit. ``wrong``: a plan was found that is not valid there.
        walks: How many walks ``agree``; how many the rules let begin a plan that cannot be executed there
            (``weak``); how many begin a plan there that the rules forbid (``strict``); and how many are ``unknown``.
        examples: A shortest walk of each kind but the first.
        plan: The plan found with the rules.
        certificate: Of the base world with the rules.
    """

    outcome: Outcome
    walks: Mapping[Kind, int]
    examples: Mapping[Kind, tuple[str, ...]]
    plan: tuple[Action, ...] | None
    certificate: Validation | None


class TruthJudge:
    """Judges rules over one base world by its truth world.

    Args:
        sentence: Walks are steered towards what it names.
        plan_exists: Whether there is a plan that obeys the sentence.
        with_goal: Whether the sentence is about the goal: then what ends a plan is compared, too.
        budget: Most actions of a plan.
    """

    def __init__(
        self,
        base: Problem,
        truth: Problem,
        sentence: str,
        plan_exists: bool,
        with_goal: bool,
        budget: int,
    ) -> None:
        self.base, self.truth = base, TruthWorld(base, truth)
        self.sentence, self.plan_exists = sentence, plan_exists
        self.with_goal, self.budget = with_goal, budget

    def verdict(self, rules: Sequence[Rule]) -> TruthVerdict:
        """What they are worth.

        Raises:
            RuleError: If they cannot be bound to the base world.
        """
        ruled = Ruled(self.base, rules) if rules else None
        system: TransitionSystem[Any] = self.base if ruled is None else ruled
        found = self._plan(system)
        plan = self._in_actions(found)
        walks, examples = self._compared(system, ruled, found if isinstance(found, tuple) else None)
        certificate = None if plan is None else system.validate(plan)
        outcome = self._outcome(found, plan)
        if outcome in ("right", "rightly none") and (walks["weak"] or walks["strict"]):
            outcome = "differs"
        return TruthVerdict(outcome, walks, examples, plan, certificate)

    def _outcome(self, found: Any, plan: tuple[Action, ...] | None) -> Outcome:
        if isinstance(found, LimitReached):
            return "undecided"
        if plan is None:
            return "refused" if self.plan_exists else "rightly none"
        try:
            return "right" if self.plan_exists and self.truth.accepts(plan) else "wrong"
        except TooManyWays:  # nothing is taken for right that was not followed to its end
            return "undecided"

    def _plan(self, system: TransitionSystem[Any]) -> tuple[int, ...] | LimitReached | None:
        search = Reachability(system, None, _PLANNING)
        if not system.is_goal(system.initial):
            return search.plan(system.initial, self.budget)
        found, stopped = leave_and_reach(search, system.initial, self.budget, loops=True)
        return stopped if found is None else found

    def _in_actions(self, found: tuple[int, ...] | LimitReached | None) -> tuple[Action, ...] | None:
        return tuple(self.base.actions[index] for index in found) if isinstance(found, tuple) else None

    @cached_property
    def _plans(self) -> list[tuple[int, ...]]:
        """A plan of the base world, and one of the truth world, as far as they are found."""
        found: list[tuple[int, ...]] = []
        without = self._plan(self.base)
        if isinstance(without, tuple):
            found.append(without)
        if isinstance(self._in_truth, tuple):
            number = {action: index for index, action in enumerate(self.base.actions)}
            there = self.truth.in_base(self._in_truth)
            if all(action in number for action in there):
                found.append(tuple(number[action] for action in there))
        return found

    @cached_property
    def _in_truth(self) -> tuple[int, ...] | LimitReached | None:
        return self._plan(self.truth.problem)

    def _compared(
        self, system: TransitionSystem[Any], ruled: Ruled | None, plan: tuple[int, ...] | None
    ) -> tuple[dict[Kind, int], dict[Kind, tuple[str, ...]]]:
        onward = Reachability(system, None, _ONWARD)
        beyond = Reachability(self.truth.problem, None, _ONWARD)
        # Where the truth world has no plan, no walk goes on to one: then what can be executed is compared.
        whole = self._in_truth is not None
        searched = 0

        def kind_of(walk: Sequence[int]) -> Kind:
            nonlocal searched
            state: Any = system.initial
            for index in walk:
                state = system.successor_of_index(state, index)
            alive = ruled is None or not ruled.is_lost(state)
            try:
                there: Collection[Any] = self.truth.plays(self.base.actions[index] for index in walk)
            except TooManyWays:
                return "unknown"
            if alive == bool(there):
                ends = system.is_goal(state), any(map(self.truth.problem.is_goal, there))
                if not alive or not self.with_goal or ends[0] == ends[1]:
                    return "agree"
                return "weak" if ends[0] else "strict"
            if searched == _MOST_SEARCHES:
                return "unknown"
            goes_on: list[Any] = [True]
            if whole:
                searched += 1
                search, states = (onward, [state]) if alive else (beyond, there)
                goes_on = [search.within(one, self.budget) for one in states]
            if any(one is True for one in goes_on):
                return "weak" if alive else "strict"
            return "agree" if all(one is False for one in goes_on) else "unknown"

        counts: dict[Kind, int] = {"agree": 0, "weak": 0, "strict": 0, "unknown": 0}
        examples: dict[Kind, tuple[str, ...]] = {}
        known: dict[tuple[int, ...], Kind] = {}
        for walk in self._walks([*self._plans, *([] if plan is None else [plan])]):
            if walk not in known:
                known[walk] = kind_of(walk)
            kind = known[walk]
            counts[kind] += 1
            if kind != "agree" and (kind not in examples or len(walk) < len(examples[kind])):
                examples[kind] = tuple(str(self.base.actions[index]) for index in walk)
        return counts, examples

    def _walks(self, plans: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
        """Executable action sequences: random ones, and beginnings of plans with random ends."""
        draw = random.Random(self.sentence)
        about = [_named(action, self.sentence) for action in self.base.actions]
        found = [walk for walk in plans if self._end(walk) is not None]
        while len(found) < WALKS:
            start: tuple[int, ...] = ()
            length = draw.randint(1, LONGEST)
            if plans and draw.random() < 0.5:
                plan = draw.choice(plans)
                start, length = plan[: draw.randint(0, len(plan))], draw.randint(0, _TAIL)
            state, walk = self._end(start), list(start)
            if state is None:
                continue
            for _ in range(length):
                can = self.base.applicable_indices(state)
                if not can:
                    break
                if draw.random() < _PREFERRED:
                    most = max(about[index] for index in can)
                    can = [index for index in can if about[index] == most]
                walk.append(draw.choice(can))
                state = self.base.successor_of_index(state, walk[-1])
            found.append(tuple(walk))
        return found

    def _end(self, walk: Sequence[int]) -> int | None:
        """Where a walk leads in the base world; a plan of the truth world may not be executable here."""
        state = self.base.initial
        for index in walk:
            if index not in self.base.applicable_indices(state):
                return None
            state = self.base.successor_of_index(state, index)
        return state


def _named(action: Action, sentence: str) -> int:
    """How much of an action a sentence names, its objects first, as far as letters go: only a preference."""
    letters = _letters(sentence)
    return 2 * sum(_letters(one) in letters for one in action.args) + (_letters(action.name) in letters)


def _letters(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", text.lower())
