"""The search space of a PDDL problem with rules: the automata compiled away into atoms of their own.

Each automaton's state becomes atoms, its moves conditional effects of the actions that can cause them, its
dead ends preconditions, and its acceptance a part of the goal. The result is an ordinary problem over bit
sets, so relevance, dominance, detours and landmarks take the rules into account without knowing of them.

A rule reads the state *after* an action, a condition the state before; so facts are regressed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TypeAlias

import numpy as np

from clamp.errors import LimitError, RuleError
from clamp.planning.actions import ActionTable, GroundAction
from clamp.planning.axioms import Derivation
from clamp.planning.conditions import (
    Condition,
    Conj,
    conjunction,
    disjunction,
    literal,
    literals,
    negation,
)
from clamp.planning.lists import distinct
from clamp.planning.problem import Problem
from clamp.planning.rules.grounding import GroundRules, Instance
from clamp.planning.rules.ltlf import DEAD, Automaton, Branch, Decision, weight
from clamp.planning.rules.monitor import Monitor, RuledState
from clamp.planning.rules.woven import Moves, Woven, idle
from clamp.planning.search.limits import Meter, SearchLimits, checkpoint, in_force
from clamp.planning.search.projection import Node, Projection
from clamp.planning.system import Action
from clamp.planning.task import Atom

_MOST_PATHS = 5000
MAX_COMPILED = 10_000_000
"""Most parts of conditions that the automata of one set of rules may add to the actions of a problem."""

LARGE = 1_000
"""With at least so many actions, a problem with fewer rules may stand beside the whole one."""

SMALLER = 2
"""It has to have so many times fewer atoms that matter."""

_SHARE = 0.2
"""The share of the time that is left that finding it may take."""

_SOME = 200
"""So many of the actions that do not matter without rules are looked at to tell which rules make them matter."""

_Built: TypeAlias = tuple[ActionTable, Condition, int, Sequence[Atom], Derivation, Sequence[Action]]


def can_be_compiled(problem: Problem, rules: GroundRules) -> bool:
    """Whether the rules read no derived facts: of these it cannot be said before an action what they are after it."""
    derived = problem.grounder.derived
    return not any(predicate in derived for predicate, _ in rules.facts)


class CompiledSpace(Projection):
    """The projection of a problem that has the rules built in; the initial state must not break them.

    Where that is much smaller, its `lighter` space has fewer of the rules.
    """

    def __init__(
        self,
        problem: Problem,
        monitor: Monitor,
        initial: RuledState,
        enabled: Collection[int] | None,
        reaches_goal: bool,
        ends: bool = True,
    ):
        refuse_if_large(problem, monitor)
        actions = problem.possible  # all, so that every atom that may ever hold has its bit
        width = len(problem.grounder.atoms)
        self._mask = (1 << width) - 1
        self._monitor = monitor
        ground = monitor.rules
        fact_bits = [problem.grounder.bit(*fact) for fact in ground.facts]
        atoms = list(problem.grounder.atoms)
        self._codes: list[_Code] = []
        for instance in ground.instances:
            code = _Code(
                instance, [fact_bits[one] if one >= 0 else one for one in instance.propositions], len(atoms)
            )
            called = f"rule {instance.rule} {instance.shape}"
            atoms += (Atom(called, (*instance.objects, str(place))) for place in range(code.width))
            self._codes.append(code)
        self._patterns = [
            (place, [code.pattern(at) for at in range(len(code.automaton.accepting))])
            for place, code in enumerate(self._codes)
            if code.width
        ]
        self._coded: dict[int, int] = {}
        if enabled is not None:
            chosen = distinct(np.fromiter(enabled, np.int64))
            actions = actions.take(chosen[(chosen >= 0) & (chosen < len(actions))])
        woven = Woven(actions, self._codes, ground.events, monitor.events)
        grounder, start = problem.grounder, self._encoded(initial)
        reached = grounder.goal if reaches_goal else True

        def built(codes: Sequence[_Code]) -> _Built:
            goal = _with_ends(reached, codes) if ends else reached
            return woven.with_rules(codes), goal, start, atoms, grounder.derivation, grounder.actions

        super().__init__(*built(self._codes))
        if reaches_goal and len(actions) >= LARGE:
            free = partial(
                Projection, actions, reached, start & self._mask, grounder.atoms, grounder.derivation
            )
            self._lighten(free, woven, built)

    def _lighten(
        self,
        free: Callable[[], Projection],
        woven: Woven,
        built: Callable[[Sequence[_Code]], _Built],
    ) -> None:
        """Find the problem with fewer rules, if it is much smaller and there is time for it.

        A rule may make much matter that without it does not: where two actions must not follow each other, whatever
        comes between them is of use. Such rules are left out.
        """
        meter = in_force()
        left = None if meter is None else meter.seconds_left()
        share = SearchLimits() if meter is None else meter.limits
        share = replace(share, seconds=None if left is None else _SHARE * max(0.0, left))
        with suppress(LimitError), Meter(share):  # it is only a help
            unused = idle(woven.actions, free().actions.indices)
            left_out = set[tuple[int, int]]()
            for place in unused[:: 1 + len(unused) // _SOME]:
                action = woven.actions[int(place)]
                events = woven.happens[action.index]
                left_out.update(code.part for code in self._codes if code.gains_by(action, events))
            if not left_out:
                return
            light = Projection(*built([code for code in self._codes if code.part not in left_out]))
            small = SMALLER * light.relevant.bit_count() <= self.relevant.bit_count()
            told = light.relevant
            for group in light._detoured:
                told |= group.pos | group.neg
            if small and not told & ~self.relevant:  # a node of this space is enough to tell one of that
                self.lighter = light

    def _encoded(self, state: RuledState) -> int:
        coded = self._coded.get(state.rules)
        if coded is None:
            coded, states = 0, self._monitor.states_of(state.rules)
            for place, patterns in self._patterns:
                coded |= patterns[states[place]]
            self._coded[state.rules] = coded
        return state.state & self._mask | coded

    def node(self, state: RuledState) -> Node:  # type: ignore[override]
        return super().node(self._encoded(state))


_Letter: TypeAlias = tuple[int, int, int]
"""Masks of an action's events, and of the facts that it makes true and false, as far as an automaton reads them."""


class _Code:
    """How the state of one automaton is written in bits: none for one state, one for two, else one each.

    Where the facts of a position alone tell the state after it, as with what must hold at the end, no bits are needed.

    Attributes:
        part: The part of a rule that it stands for, whatever its objects.
        width: How many bits.
        facts: The bits of the facts that the automaton reads.
        events: The numbers of the events, as a bit set.
        settled: An action that changes none of the facts and is no event leaves the state as it is.
    """

    def __init__(self, instance: Instance, propositions: Sequence[int], first: int):
        self.automaton = instance.automaton
        self.part = instance.rule, instance.shape
        self.propositions = propositions
        self._first = first
        states = len(self.automaton.accepting)
        forgets = all(move == self.automaton.start for move in self.automaton.moves)
        self._told = forgets and all(one >= 0 for one in propositions)
        self.moves = self.automaton.moves[:1] if self._told else self.automaton.moves
        self.width = 0 if self._told else {1: 0, 2: 1}.get(states, states)
        self.all = ((1 << self.width) - 1) << first
        self.facts = sum(1 << one for one in propositions if one >= 0)
        self.events = sum(1 << (-1 - one) for one in propositions if one < 0)
        self.settled = _settled(self.automaton, [one < 0 for one in propositions])
        self._known: dict[_Letter, Moves] = {}
        self._wants = literals(self.accepting()) if self.width else (0, 0)

    def _letter(self, action: GroundAction, events: int) -> _Letter | None:
        """What of an action and its events moves the automaton; ``None`` where that depends on the state before."""
        facts = self.facts
        if any((adds | deletes) & facts for _, adds, deletes in action.conditional):
            return None
        return events & self.events, action.add & facts, action.delete & facts

    def moved_by(self, action: GroundAction, events: int) -> Moves:
        """What an action does to the automaton."""
        key = self._letter(action, events)
        if key is None:
            return self._moved_by(action, events)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._moved_by(action, events)
        return found

    def _moved_by(self, action: GroundAction, events: int) -> Moves:
        needs: list[Condition] = []
        add = delete = 0
        conditional: list[tuple[Condition, int, int]] = []
        holds_after = _reader(action, self, events)
        moves = [_targets(move, holds_after) for move in self.moves]
        for state, targets in enumerate(moves):
            if DEAD in targets:
                needs.append(negation(conjunction([self.is_in(state), targets[DEAD]])))
        for condition, target, source in _merged(moves) if self.width else ():
            new, old = self.pattern(target), self.all & ~self.pattern(target)
            if source is not None:
                condition = conjunction([self.is_in(source), condition])
                old &= self.pattern(source)
            if condition is True:
                add, delete = add | new, delete | old
            elif condition is not False:
                conditional.append((condition, new, old))
        moves = Moves(conjunction(needs), add, delete, tuple(conditional))
        for condition in (moves.need, *(one for one, _, _ in conditional)):
            pos, neg = literals(condition)
            self._wants = self._wants[0] | pos, self._wants[1] | neg
        return moves

    def gains_by(self, action: GroundAction, events: int) -> bool:
        """Whether an action may change the state to one that something wants, as far as actions met so far tell."""
        if not self.width:
            return False
        moves, (pos, neg) = self.moved_by(action, events), self._wants
        effects = ((moves.add, moves.delete), *((adds, deletes) for _, adds, deletes in moves.conditional))
        return any(adds & pos or deletes & neg for adds, deletes in effects)

    def pattern(self, state: int) -> int:
        """The bits that are set in a state."""
        if self.width < 2:
            return state << self._first if self.width else 0
        return 1 << (self._first + state)

    def _holds_now(self, place: int) -> Condition:
        return literal(self.propositions[place], True)

    def is_in(self, state: int) -> Condition:
        """That the automaton is in a state."""
        if self.width == 0:
            return True
        if self.width == 1:
            return literal(self._first, state == 1)
        return literal(self._first + state, True)

    def refuses_last(self, true: int, false: int) -> bool:
        """Whether no trace is accepted at whose end some facts hold and others do not.

        Args:
            true, false: These facts, as bit sets.
        """
        accepting = self.automaton.accepting

        known: dict[int, bool] = {}

        def accepts(move: Decision) -> bool:
            if not isinstance(move, Branch):
                return move != DEAD and accepting[move]
            if id(move) not in known:
                number = self.propositions[move.number]
                yes = number < 0 or not false >> number & 1
                no = number < 0 or not true >> number & 1
                known[id(move)] = (yes and accepts(move.yes)) or (no and accepts(move.no))
            return known[id(move)]

        if not (true | false) & self.facts:
            return False
        return not any(accepts(move) for move in (self.automaton.start, *self.automaton.moves))

    def accepting(self) -> Condition:
        """That it accepts."""
        accepting = self.automaton.accepting
        if all(accepting):
            return True
        if self._told:
            ends = _targets(self.automaton.start, self._holds_now)
            return disjunction(when for state, when in ends.items() if state != DEAD and accepting[state])
        return disjunction(self.is_in(state) for state, accepts in enumerate(accepting) if accepts)


def refuse_if_large(problem: Problem, monitor: Monitor) -> None:
    """Refuse rules whose automata would make the problem's actions too large.

    Raises:
        RuleError: With the size, the limit and what to do.
    """
    if not can_be_compiled(problem, monitor.rules):
        return
    instances = monitor.rules.instances
    # Each state's move is turned into conditions; these are compared, and make effects, pair by pair, once for all
    # actions that the automaton cannot tell apart.
    weights = {
        id(one.automaton): sum(map(weight, one.automaton.moves)) + len(one.automaton.moves) ** 3
        for one in instances
    }
    # Most rules are small whatever the actions change: then these need not be looked at.
    if sum(weights[id(one.automaton)] for one in instances) * len(problem.actions) <= MAX_COMPILED:
        return
    fact_bits = [problem.grounder.bit(*fact) for fact in monitor.rules.facts]
    codes = [_Code(one, [fact_bits[n] if n >= 0 else n for n in one.propositions], 0) for one in instances]
    woven = Woven(problem.possible, codes, monitor.rules.events, monitor.events)
    size = 0
    for code in codes:
        for places in woven.alike(code):
            checkpoint("building the rules into the actions")
            size += len(places) * len(code.moves) + weights[id(code.automaton)]
        if size > MAX_COMPILED:
            break
    if size > MAX_COMPILED:
        states, largest = max((len(one.automaton.accepting), one.rule) for one in instances)
        raise RuleError(
            f"The rules are too large for {problem.name!r}: their automata would add more than "
            f"{MAX_COMPILED:,} parts of conditions to its {len(problem.possible):,} actions. The largest, "
            f"with {states} states, is that of rule {monitor.rules.rules[largest].name!r}. Split it into several "
            "rules, quantify over fewer objects, or speak of fewer facts at once."
        )


def _with_ends(reached: Condition, codes: Sequence[_Code]) -> Condition:
    """The goal, where all automata accept, too."""
    # Of alternatives, each may be the one that does not hold: only what the goal asks for in any case counts.
    surely = (reached.pos, reached.neg) if isinstance(reached, Conj) else (0, 0)
    if any(code.refuses_last(*surely) for code in codes):
        return False  # whatever comes before: no search could tell sooner
    return conjunction([reached, *(code.accepting() for code in codes)])


def _merged(moves: Sequence[dict[int, Condition]]) -> Iterator[tuple[Condition, int, int | None]]:
    """Triples (condition, target, source) of the changes of state.

    The source is ``None`` where the target is reached alike from all states in which the action breaks no rule.
    """
    alive = [number for number, move in enumerate(moves) if move.get(DEAD) is not True]
    for target in sorted({one for move in moves for one in move if one != DEAD}):
        conditions = {number: moves[number].get(target, False) for number in alive}
        changing = {
            number: when for number, when in conditions.items() if number != target and when is not False
        }
        if not changing:
            continue
        first = conditions[alive[0]]
        if all(when == first for when in conditions.values()):
            yield first, target, None
        else:
            yield from ((when, target, number) for number, when in changing.items())


def _reader(action: GroundAction, code: _Code, events: int) -> Callable[[int], Condition]:
    """The condition, before an action, that a proposition holds after it."""

    def holds_after(place: int) -> Condition:
        number = code.propositions[place]
        if number < 0:
            return bool(events >> (-1 - number) & 1)
        bit = 1 << number
        if action.add & bit:
            return True
        made = disjunction(when for when, adds, _ in action.conditional if adds & bit)
        if action.delete & bit:
            return made
        undone = disjunction(when for when, _, deletes in action.conditional if deletes & bit)
        return disjunction([made, conjunction([literal(number, True), negation(undone)])])

    return holds_after


def _targets(move: Decision, holds_after: Callable[[int], Condition]) -> dict[int, Condition]:
    """Under which condition each state is reached; those that never are are left out."""
    known: dict[int, Condition] = {}
    memo: dict[int, dict[int, Condition]] = {}

    def targets(one: Decision) -> dict[int, Condition]:
        if not isinstance(one, Branch):
            return {one: True}
        if id(one) not in memo:
            if one.number not in known:
                known[one.number] = holds_after(one.number)
            yes = known[one.number]
            no = negation(yes)
            parts = [(yes, targets(one.yes) if yes is not False else {}),
                     (no, targets(one.no) if no is not False else {})]  # fmt: skip
            ends = {end for _, below in parts for end in below}
            found = {
                end: disjunction(conjunction([when, below[end]]) for when, below in parts if end in below)
                for end in ends
            }
            memo[id(one)] = {end: when for end, when in found.items() if when is not False}
        return memo[id(one)]

    return targets(move)


def _settled(automaton: Automaton, is_event: Sequence[bool]) -> bool:
    """Whether reading the same facts once more, without an event, never changes the state."""
    budget = _MOST_PATHS

    def stays(move: Decision, state: int, known: dict[int, bool]) -> bool:
        """Whether all ways through a move that agree with what is known lead to a state."""
        if not isinstance(move, Branch):
            return move == state
        if is_event[move.number]:
            return stays(move.no, state, known)
        if move.number in known:
            return stays(move.yes if known[move.number] else move.no, state, known)
        return stays(move.yes, state, known) and stays(move.no, state, known)

    def check(move: Decision, known: dict[int, bool]) -> bool:
        nonlocal budget
        budget -= 1
        if budget < 0:
            return False
        if isinstance(move, Branch):
            return check(move.yes, {**known, move.number: True}) and check(
                move.no, {**known, move.number: False}
            )
        return move == DEAD or stays(automaton.moves[move], move, known)

    return all(check(move, {}) for move in (automaton.start, *automaton.moves))
