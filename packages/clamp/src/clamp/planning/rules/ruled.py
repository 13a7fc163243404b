"""A transition system that keeps rules: the product of a system with the automata of its rules."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from clamp import checks
from clamp.errors import RuleError
from clamp.planning.problem import Problem
from clamp.planning.rules.compiled import CompiledSpace, can_be_compiled, refuse_if_large
from clamp.planning.rules.formula import Rule, named
from clamp.planning.rules.grounding import GroundRules, ground_rules
from clamp.planning.rules.ltlf import DEAD
from clamp.planning.rules.monitor import Monitor, RuledState
from clamp.planning.rules.trace import keeps, ruled_verdict
from clamp.planning.rules.undoing import to_the_letter
from clamp.planning.search.limits import checkpoint
from clamp.planning.system import (
    Action,
    Fact,
    Names,
    Position,
    Rulebook,
    RuleWords,
    SearchSpace,
    TransitionSystem,
    Validation,
)
from clamp.threads import Cache, attributes, once

Node: TypeAlias = RuledState


class ProductSpace(SearchSpace):
    """Search over the product's states, with the bounds and the advice of the system's own space.

    Args:
        below: The space of the system without rules; ``None`` where its goal is none of the plan's.
    """

    def __init__(self, ruled: Ruled, enabled: Collection[int] | None, below: SearchSpace | None):
        self._ruled = ruled
        self._enabled = None if enabled is None else frozenset(enabled)
        self._below = below
        if below is not None and below.coarse is not None:
            self.coarse = _Abstraction(below, below.coarse)

    def node(self, state: Node) -> Node:
        return state

    def is_goal(self, node: Node) -> bool:
        return self._ruled.is_goal(node)

    def successors(self, node: Node) -> Iterator[tuple[int, Node]]:
        seen = {node}
        for index in self._ruled.applicable_indices(node):
            if self._enabled is None or index in self._enabled:
                checkpoint("searching")
                after = self._ruled.successor_of_index(node, index)
                if after not in seen:
                    seen.add(after)
                    yield index, after

    def lower_bound(self, node: Node) -> float:
        owed, below = self._owed(node), self._below
        return owed if below is None else max(below.lower_bound(below.node(node.state)), owed)

    def estimate(self, node: Node) -> float:
        owed, below = self._owed(node), self._below
        return owed if below is None else below.estimate(below.node(node.state)) + owed

    def _owed(self, node: Node) -> float:
        if node.rules == DEAD:
            return math.inf
        return self._ruled.monitor.steps_left(node.rules) if self._ruled.ends else 0

    def step(self, node: Node, action: int) -> Node | None:
        if self._enabled is not None and action not in self._enabled:
            return None
        if action not in self._ruled.possible_indices(node):
            return None
        after = self._ruled.successor_of_index(node, action)
        return None if self._ruled.is_lost(after) else after

    def relaxed_plan(self, node: Node) -> tuple[float, Collection[int]]:
        if self._below is None:
            return super().relaxed_plan(node)
        length, useful = self._below.relaxed_plan(self._below.node(node.state))
        return length + self._owed(node), useful

    def landmarks(self, node: Node, known: Sequence[frozenset[int]]) -> Sequence[frozenset[int]] | None:
        if node.rules == DEAD:
            return None
        return known if self._below is None else self._below.landmarks(self._below.node(node.state), known)

    def surviving(
        self, node: Node, action: int, landmarks: Sequence[frozenset[int]]
    ) -> Sequence[frozenset[int]]:
        if self._below is None:
            return ()
        return self._below.surviving(self._below.node(node.state), action, landmarks)


class _Abstraction(SearchSpace):
    """The abstraction of another space, seen from the product."""

    def __init__(self, below: SearchSpace, coarse: SearchSpace):
        self._below = below
        self._coarse = coarse

    def node(self, state: Node) -> Hashable:
        return self._coarse.node(self._below.node(state.state))

    def is_goal(self, node: Any) -> bool:
        return self._coarse.is_goal(node)

    def successors(self, node: Any) -> Iterable[tuple[int, Hashable]]:
        return self._coarse.successors(node)

    def lower_bound(self, node: Any) -> float:
        return self._coarse.lower_bound(node)

    def estimate(self, node: Any) -> float:
        return self._coarse.estimate(node)


def product_space(ruled: Ruled, enabled: Collection[int] | None) -> SearchSpace:
    """The product's search space, with as much advice as that of the system gives."""
    never = ruled.monitor.never()
    if never:
        enabled = frozenset(range(len(ruled.actions)) if enabled is None else enabled) - never
    return ProductSpace(ruled, enabled, ruled.system.search_space(enabled) if ruled.reaches_goal else None)


_KEPT_STATES = 512


class _Beheld:
    """A system as rules see it: with the actions, too, that cannot be done any more."""

    def __init__(self, system: TransitionSystem[Any], actions: Sequence[Action]) -> None:
        self.name, self.lexicon, self.entities = system.name, system.lexicon, system.entities
        self.actions = actions


class Ruled(TransitionSystem[RuledState]):
    """A system whose plans keep temporal rules.

    An action is applicable iff it is in the system and no rule is lost by it (that is, each can still be
    kept by some continuation of facts and actions); the goal holds iff it holds in the system and the trace
    so far keeps every rule. Actions and entities are the system's.

    Args:
        system: Any, without rules. What they may speak of is what its `rule_words` tell. Its `constraints` are among
            the rules, before the others.
        rules: At least one, where the system has no constraints.
        past: The trace so far, where plans go on from there: its last position is the system's initial state. The
            rules are to hold at its first. Empty where plans begin at the beginning.
        ends: Whether a plan is the last, so that the rules must be kept when it ends. Otherwise they must still be
            keepable: each alone, by some continuation of facts and actions.

    Attributes:
        reaches_goal: Whether a plan must reach the system's goal, too; see `rules_only`.

    Raises:
        RuleError: If a rule names what the system does not know, or is too large; if two rules share a name.
    """

    reaches_goal = True

    def __init__(
        self,
        system: TransitionSystem[Any],
        rules: Sequence[Rule] = (),
        *,
        past: Sequence[Position] = (),
        ends: bool = True,
    ):
        checks.instance(
            "system", system, TransitionSystem, RuleError, what="a system such as a clamp.Problem"
        )
        if system.rulebook is not None:
            raise RuleError(f"{system.name!r} has rules already; bind all rules to it at once.")
        rules = checks.items(
            "rules", rules, Rule, RuleError, of="clamp.Rule", hint="A text is read with Rule.parse(text)."
        )
        rules, system = [*system.constraints, *rules], system.unconstrained
        if not rules:
            raise RuleError("There are no rules: use the system itself.")
        names = [rule.name for rule in rules]
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            raise RuleError(f"There are two rules named {twice!r}.")
        self.system = system
        self.rules = tuple(rules)
        self.name = system.name
        self._words = system.rule_words()
        self._past, self.ends = tuple(past), ends
        # What was done once may be beyond reach by now; rules see it all the same.
        done = dict.fromkeys(action for _, action in self._past if action is not None)
        known = set(system.actions) if done else set[Action]()
        self._events_of = (*system.actions, *(action for action in done if action not in known))
        beheld = system if len(self._events_of) == len(system.actions) else _Beheld(system, self._events_of)
        self._ground = ground_rules(beheld, self._words, self.rules)
        self.monitor = Monitor(self._ground, len(self._events_of))
        self._begin()
        if isinstance(system, Problem):
            refuse_if_large(system, self.monitor)

    def _begin(self) -> None:
        _ = self.valuation  # at once: what cannot be read is said now
        self._after: dict[RuledState, dict[int, RuledState]] = Cache()

    @once
    def valuation(self) -> Callable[[Any], int]:
        """From a state of the system to the facts that hold there, as a bit set."""
        return self._words.valuation(self._ground.facts)

    @once
    def impossible(self) -> frozenset[int]:
        """Numbers of the rules that no trace keeps."""
        return frozenset(one.rule for one in self._ground.instances if one.automaton.impossible)

    @once
    def trivial(self) -> frozenset[int]:
        """Numbers of the rules that every trace keeps."""
        return frozenset(range(len(self.rules))) - {one.rule for one in self._ground.instances}

    def without(self, dropped: Collection[int]) -> TransitionSystem[Any]:
        """The same with some of the rules, given by number, left out."""
        kept = [number for number in range(len(self.rules)) if number not in dropped]
        if not kept and self.reaches_goal:
            return self.system
        return self._like(self._ground.only(kept), self.reaches_goal)

    def to_the_letter(self, orders: Collection[Rule]) -> Ruled | None:
        """The same with the orders of some rules kept to the letter; ``None`` if none asks for more."""
        rules = [to_the_letter(self.system, one) if one in orders else one for one in self.rules]
        if rules == list(self.rules):
            return None
        other = Ruled(self.system, rules, past=self._past, ends=self.ends)
        return other if self.reaches_goal else other._rules_only

    @property
    def rules_only(self) -> TransitionSystem[Any]:
        """The same without the system's goal: plans keep the rules, wherever they end. States are shared."""
        return self._rules_only

    @once
    def _rules_only(self) -> Ruled:
        other = self._like(self._ground, reaches_goal=False)
        other.monitor = self.monitor
        return other

    def _like(self, ground: GroundRules, reaches_goal: bool) -> Ruled:
        other = object.__new__(Ruled)
        other.system, other.rules, other.name = self.system, ground.rules, self.name
        other.reaches_goal = reaches_goal
        other._past, other.ends, other._events_of = self._past, self.ends, self._events_of
        other._words, other._ground = self._words, ground
        other.monitor = Monitor(ground, len(self._events_of))
        other._begin()
        return other

    def over(self, system: TransitionSystem[Any]) -> Ruled:
        """The same rules over a system that differs in nothing but its goal; what was compiled is shared."""
        other = object.__new__(Ruled)
        vars(other).update({name: value for name, value in attributes(self).items() if name != "_rules_only"})
        other.system = system
        return other

    @property
    def rulebook(self) -> Rulebook:
        return self

    @property
    def lexicon(self) -> Names:
        return self.system.lexicon

    def rule_words(self) -> RuleWords:
        return self._words

    def places(self) -> Mapping[str, Sequence[Collection[str]]]:
        return self.system.places()

    def outcome(self, action: Action, given: Collection[Fact] = ()) -> Mapping[Fact, bool]:
        return self.system.outcome(action, given)

    def excludes(self, action: Action, facts: Mapping[Fact, bool]) -> bool:
        return self.system.excludes(action, facts)

    def state_without_rules(self, state: RuledState) -> Any:
        return state.state

    @property
    def actions(self) -> Sequence[Action]:
        return self.system.actions

    @property
    def entities(self) -> Sequence[str]:
        return self.system.entities

    @once
    def _initial(self) -> RuledState:
        first, *later = self._positions()
        rules = self.monitor.start(first[0])
        for facts, events in later:
            rules = self.monitor.step(rules, facts, events)
        return RuledState(self.system.initial, rules)

    def _positions(self) -> list[tuple[int, int]]:
        """The trace up to the initial state, as the facts and the events of each position."""
        number = {action: index for index, action in enumerate(self._events_of)} if self._past else {}
        found = [
            (
                sum(1 << bit for bit, fact in enumerate(self._ground.facts) if holds(*fact)),
                0 if action is None else self.monitor.events[number[action]],
            )
            for holds, action in self._past
        ]
        now = self.valuation(self.system.initial)
        return [*found[:-1], (now, found[-1][1] if found else 0)]

    @property
    def initial(self) -> RuledState:
        return self._initial

    def is_goal(self, state: RuledState) -> bool:
        reached = not self.reaches_goal or self.system.is_goal(state.state)
        return reached and (self.monitor.accepting(state.rules) if self.ends else state.rules != DEAD)

    def kept_by(self, actions: Sequence[int]) -> frozenset[int]:
        """Numbers of the rules that a plan keeps, given by the indices of its actions."""
        state = self.system.initial
        positions = self._positions()
        for index in actions:
            state = self.system.successor_of_index(state, index)
            positions.append((self.valuation(state), self.monitor.events[index]))
        return self._kept(positions)

    def _kept(self, positions: Sequence[tuple[int, int]]) -> frozenset[int]:
        """Numbers of the rules that a trace keeps; where plans go on after it, of those that it has not lost."""
        if self.ends:
            return self.monitor.kept(positions)
        lost = {number for number, at in self.monitor.lost(positions).items() if at is not None}
        return frozenset(range(len(self.rules))) - lost

    def applicable_indices(self, state: RuledState) -> Sequence[int]:
        events, monitor = self.monitor.events, self.monitor
        return [
            index
            for index in self.possible_indices(state)
            if not monitor.may_break(state.rules, events[index])
            or not self.is_lost(self.successor_of_index(state, index))
        ]

    def possible_indices(self, state: RuledState) -> Sequence[int]:
        return () if state.rules == DEAD else self.system.applicable_indices(state.state)

    def is_lost(self, state: RuledState) -> bool:
        return state.rules == DEAD

    def successor_of_index(self, state: RuledState, index: int) -> RuledState:
        known = self._after.get(state)
        if known is None:
            if len(self._after) >= _KEPT_STATES:
                self._after.clear()
            known = self._after[state] = {}
        found = known.get(index)
        if found is None:
            found = known[index] = self.after(state, index)
        return found

    def after(self, state: RuledState, index: int) -> RuledState:
        """The state after an action that the system can do, whether or not it breaks a rule."""
        after = self.system.successor_of_index(state.state, index)
        events = self.monitor.events[index]
        return RuledState(after, self.monitor.step(state.rules, self.valuation(after), events))

    def search_space(self, enabled: Collection[int] | None = None) -> SearchSpace:
        system, alive = self.system, self.initial.rules != DEAD
        if isinstance(system, Problem) and alive and can_be_compiled(system, self._ground):
            return CompiledSpace(system, self.monitor, self.initial, enabled, self.reaches_goal, self.ends)
        return product_space(self, enabled)

    def broken_by(self, state: RuledState, action: Action) -> tuple[Rule, ...]:
        """The rules that an action of the system would break for good."""
        if state.rules == DEAD:
            return self.broken_at_first()
        index = self.index(action)
        after = self.system.successor_of_index(state.state, index)
        broken = self.monitor.broken(state.rules, self.valuation(after), self.monitor.events[index])
        return tuple(self.rules[number] for number in sorted(broken))

    def broken_at_first(self) -> tuple[Rule, ...]:
        """The rules that the initial state breaks before any action."""
        if self._past:
            lost = self.monitor.lost(self._positions())
            broken = frozenset(number for number, at in lost.items() if at is not None)
        else:
            broken = self.monitor.broken_at_first(self.valuation(self.system.initial))
        return tuple(self.rules[number] for number in sorted(broken))

    def open_rules(self, state: RuledState) -> tuple[Rule, ...]:
        """The rules that the plan would break if it ended in a state."""
        if state.rules == DEAD:
            return self.broken_at_first()
        if not self.ends:
            return ()
        return tuple(self.rules[number] for number in sorted(self.monitor.open_rules(state.rules)))

    def why_inapplicable(self, state: RuledState, action: Action) -> str | None:
        reason = self.system.why_inapplicable(state.state, action)
        if reason is not None:
            return reason
        broken = self.broken_by(state, action)
        return f"it would break {named(broken)}" if broken else None

    def why_never(self, action: Action) -> str | None:
        return self.system.why_never(action)

    def impossible_actions(self) -> Iterator[Action]:
        return self.system.impossible_actions()

    def goal_entities(self) -> frozenset[str]:
        return self.system.goal_entities()

    def validate(self, actions: Iterable[Action]) -> Validation:
        """Replay a plan with the system's own validator, then judge the rules on its trace directly.

        The rules of a plan that can be executed but misses its goal are judged, too. `judge` says more.
        """
        plan = tuple(actions)
        verdict = self.system.validate(plan)
        if verdict.step is not None:
            return verdict
        trace = list(self._words.replay(plan))
        if self._past:
            trace = [*self._past[:-1], (trace[0][0], self._past[-1][1]), *trace[1:]]
        if self.ends:
            kept = [keeps(rule, trace, self._words.objects) for rule in self.rules]
        else:
            numbers = self.kept_by([self.system.index(action) for action in plan])
            kept = [number in numbers for number in range(len(self.rules))]
        return ruled_verdict(verdict, self.rules, kept)


def with_rules(
    system: TransitionSystem[Any],
    rules: Sequence[Rule] = (),
    *,
    past: Sequence[Position] = (),
    ends: bool = True,
) -> TransitionSystem[Any]:
    """The system whose plans keep its own constraints and further rules; itself where there are neither.

    Args:
        rules, past, ends: As in `Ruled`.

    Raises:
        RuleError: As `Ruled` does.
    """
    return Ruled(system, rules, past=past, ends=ends) if rules or system.constraints else system
