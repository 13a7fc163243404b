"""The automata of all rules, run side by side along a plan, and the states of a system that they accompany."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from clamp.planning.rules.grounding import GroundRules, Instance
from clamp.planning.rules.ltlf import DEAD, Automaton, Branch, Decision, leaves
from clamp.threads import Lock

_REMEMBERED = 200_000


class RuledState(NamedTuple):
    """A state of the underlying system, and the joint state of the rules' automata there.

    Attributes:
        rules: A number that the monitor gives; `DEAD` only if the initial state breaks a rule.
    """

    state: Any
    rules: int


class Monitor:
    """Joint states are numbered as they are met; `DEAD` is the one that no plan can leave well.

    Positions are read as two bit sets: the facts that hold, and the events (the action just done).
    """

    def __init__(self, rules: GroundRules, actions: int):
        self.rules = rules
        self._lock = Lock()
        self._states: list[tuple[int, ...]] = []
        self._number: dict[tuple[int, ...], int] = {}
        self._known: dict[tuple[int, int, int], int] = {}
        events = [0] * actions
        for number, indices in enumerate(rules.events):
            for index in indices:
                events[index] |= 1 << number
        self.events = tuple(events)
        self._mortal: dict[int, tuple[bool, int, list[tuple[Instance, Decision]]]] = {}
        self._left = [_steps_left(one.automaton) for one in rules.instances]

    def start(self, facts: int) -> int:
        """The joint state after position 0."""
        reached = [_walk(one, one.automaton.start, facts, 0) for one in self.rules.instances]
        return self._joint(reached)

    def step(self, state: int, facts: int, events: int) -> int:
        """The joint state after one more position."""
        key = (state, facts, events)
        found = self._known.get(key)
        if found is None:
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            found = self._known[key] = DEAD if state == DEAD else self._joint(self._next(*key))
        return found

    def accepting(self, state: int) -> bool:
        """Whether the plan may end."""
        return state != DEAD and not self.open_rules(state)

    def open_rules(self, state: int) -> frozenset[int]:
        """The rules that the plan would break if it ended here."""
        pairs = zip(self.rules.instances, self._states[state], strict=True)
        return frozenset(one.rule for one, at in pairs if not one.automaton.accepting[at])

    def steps_left(self, state: int) -> float:
        """No fewer actions than this make every rule accept."""
        return max((left[at] for left, at in zip(self._left, self._states[state], strict=True)), default=0)

    def broken(self, state: int, facts: int, events: int) -> frozenset[int]:
        """The rules that can no longer be kept after one more position."""
        after = zip(self.rules.instances, self._next(state, facts, events), strict=True)
        return frozenset(one.rule for one, at in after if at == DEAD)

    def broken_at_first(self, facts: int) -> frozenset[int]:
        """The rules that the initial state breaks."""
        instances = self.rules.instances
        return frozenset(one.rule for one in instances if _walk(one, one.automaton.start, facts, 0) == DEAD)

    def kept(self, positions: Sequence[tuple[int, int]]) -> frozenset[int]:
        """The rules that a whole trace keeps, given as the facts and the events of each position."""
        lost = {one.rule for one in self.rules.instances if self._run(one, positions) is not None}
        return frozenset(range(len(self.rules.rules))) - lost

    def lost(self, positions: Sequence[tuple[int, int]]) -> dict[int, int | None]:
        """The rules that a whole trace breaks: at which position nothing can keep them any more.

        ``None`` where something could have, but the trace ends before it does.
        """
        found: dict[int, int | None] = {}
        for one in self.rules.instances:
            at = self._run(one, positions)
            if at is not None:
                dead = at if at < len(positions) else None
                before = found.get(one.rule)
                found[one.rule] = dead if before is None else before if dead is None else min(before, dead)
        return found

    def _run(self, instance: Instance, positions: Sequence[tuple[int, int]]) -> int | None:
        """Where an instance is lost, or their number if it is at the end; ``None`` if it is kept."""
        move: Decision = instance.automaton.start
        at = DEAD
        for number, (facts, events) in enumerate(positions):
            at = _walk(instance, move, facts, events)
            if at == DEAD:
                return number
            move = instance.automaton.moves[at]
        return None if instance.automaton.accepting[at] else len(positions)

    def never(self) -> frozenset[int]:
        """Actions that break a rule whenever they are done, whatever holds."""
        lethal = {
            mask
            for mask in set(self.events)
            if mask and any(_lethal(one, mask) for one in self.rules.instances)
        }
        return frozenset(index for index, mask in enumerate(self.events) if mask in lethal)

    def states_of(self, state: int) -> tuple[int, ...]:
        """The state of each instance's automaton."""
        return self._states[state]

    def may_break(self, state: int, events: int) -> bool:
        """Whether an action with some events may break a rule for good now; what holds after it decides."""
        found = self._mortal.get(state)
        if found is None:
            pairs = zip(self.rules.instances, self._states[state], strict=True)
            mortal = [(one, one.automaton.moves[at]) for one, at in pairs if one.automaton.mortal[at]]
            always = any(DEAD in _outcomes(one, move, 0) for one, move in mortal)
            heard = sum(
                {1 << (-1 - number) for one, _ in mortal for number in one.propositions if number < 0}
            )
            found = self._mortal[state] = always, heard, mortal
        always, heard, mortal = found
        if always or not events & heard:
            return always
        return any(DEAD in _outcomes(one, move, events) for one, move in mortal)

    def _next(self, state: int, facts: int, events: int) -> list[int]:
        pairs = zip(self.rules.instances, self._states[state], strict=True)
        return [_walk(one, one.automaton.moves[at], facts, events) for one, at in pairs]

    def _joint(self, states: Iterable[int]) -> int:
        key = tuple(states)
        if DEAD in key:
            return DEAD
        found = self._number.get(key)
        if found is None:
            with self._lock:
                found = self._number.get(key)
                if found is None:
                    found = len(self._states)
                    self._states.append(key)
                    self._number[key] = found  # last: whoever reads a number finds its state
        return found


def _walk(instance: Instance, move: Decision, facts: int, events: int) -> int:
    """Where a transition leads with some facts and events."""
    while isinstance(move, Branch):
        number = instance.propositions[move.number]
        move = move.yes if (facts >> number if number >= 0 else events >> (-1 - number)) & 1 else move.no
    return move


def _outcomes(instance: Instance, move: Decision, events: int) -> set[int]:
    """Where a transition may lead with some events, whatever facts hold."""
    found: set[int] = set()
    stack, seen = [move], set[int]()
    while stack:
        one = stack.pop()
        if not isinstance(one, Branch):
            found.add(one)
        elif id(one) not in seen:
            seen.add(id(one))
            number = instance.propositions[one.number]
            if number >= 0:
                stack += (one.yes, one.no)
            else:
                stack.append(one.yes if events >> (-1 - number) & 1 else one.no)
    return found


def _lethal(instance: Instance, events: int) -> bool:
    """Whether some events leave no state of an automaton alive."""
    return all(_outcomes(instance, move, events) == {DEAD} for move in instance.automaton.moves)


def _steps_left(automaton: Automaton) -> list[float]:
    """The fewest positions from each state to an accepting one."""
    left = [0.0 if accepting else float("inf") for accepting in automaton.accepting]
    targets = [leaves(move) - {DEAD} for move in automaton.moves]
    for _ in left:
        left = [min(here, 1 + min((left[one] for one in to), default=float("inf")))
                for here, to in zip(left, targets, strict=True)]  # fmt: skip
    return left
