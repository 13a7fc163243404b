"""What may happen next in a plan: the actions that a set of constraints admits, state by state.

A `World` joins the symbolic constraints (visibility, executability, goal within budget) and answers, for a
state and a number of actions written so far, which actions are admissible and whether the plan may end.
A `Boundary` is a point between two actions of one plan.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from clamp.errors import ConstraintError
from clamp.planning.search.limits import checkpoint
from clamp.planning.search.reachability import LimitReached, Reachability, SearchLimits, Shortest
from clamp.planning.system import Action, TransitionSystem
from clamp.threads import once

State: TypeAlias = Hashable
Ids: TypeAlias = NDArray[np.int64]
Intervals: TypeAlias = NDArray[np.int64]
"""First positions, and one past the last, of some intervals of actions, shape [2, n]."""

_NONE: Ids = np.empty(0, dtype=np.int64)
_MANY = 64
"""From this many intervals on, a prefix sum over all actions costs less than a search for each."""

SYNTAX, VISIBILITY, EXECUTABILITY, GOAL = "syntax", "visibility", "executability", "goal"
LEVELS: tuple[str, ...] = (SYNTAX, VISIBILITY, EXECUTABILITY, GOAL)
"""The constraints, each meaningful only on top of those it needs; the order in which `explain` asks them."""


@dataclass(frozen=True)
class ActionOrder:
    """The actions of a system in the order of their texts, which is what makes trie nodes intervals.

    Attributes:
        indices: Index in `TransitionSystem.actions` by position in this order, shape [actions].
        positions: The inverse permutation, shape [actions].
    """

    indices: Ids
    positions: Ids


class Choices:
    """What may come next at a boundary.

    One exists for every state met, so only what every mask needs is made at once: one byte an action, in which
    the next admissible action is found at the speed of memory.

    Args:
        positions: The actions that may come next, each once, shape [n].
        group: Actions of one number lead to states that the goal cannot tell apart, shape [n]; ``None``: it
            can tell them all apart.
        actions: How many actions there are.
        may_end: The plan may end here.
        undecided: Indices of actions that a search limit left open; they are not admissible.

    Attributes:
        admissible: Whether each action may come next, by position, shape [actions].
        may_continue: Some action may come next.
    """

    __slots__ = (
        "_cumulative",
        "_flags",
        "_given",
        "_group",
        "_positions",
        "admissible",
        "may_continue",
        "may_end",
        "undecided",
    )

    def __init__(
        self, positions: Ids, group: Ids | None, actions: int, may_end: bool, undecided: Ids = _NONE
    ) -> None:
        self.admissible = np.zeros(actions, dtype=np.bool_)
        self.admissible[positions] = True
        self.may_continue = positions.size > 0
        self.may_end = may_end
        self.undecided: frozenset[int] = frozenset(undecided.tolist() if undecided.size else ())
        self._flags = self.admissible.tobytes()
        self._given = positions, group
        # Found when they are first asked for; threads that do so at once find the same.
        self._positions: Ids | None = None
        self._group: Ids | None = None
        self._cumulative: NDArray[np.int32] | None = None

    def __contains__(self, position: int) -> bool:
        """Whether the action at a position may come next."""
        return self._flags[position] != 0

    def any_in(self, lo: int, hi: int) -> bool:
        """Whether an action at one of the positions ``lo … hi-1`` may come next."""
        return self._flags.find(1, lo, hi) >= 0

    def any_in_each(self, intervals: Intervals) -> NDArray[np.bool_]:
        """The same for many intervals at once: their ends, shape [2, n], to shape [n]."""
        if intervals.shape[1] > _MANY:
            lo, hi = self.cumulative[intervals]
        else:
            lo, hi = self.positions.searchsorted(intervals)
        return hi > lo

    @property
    def positions(self) -> Ids:
        """The actions that may come next, ascending, shape [n]."""
        found = self._positions
        if found is None:
            given = self._given[0]
            few = 8 * len(given) < len(self.admissible)
            found = self._positions = np.sort(given) if few else np.flatnonzero(self.admissible)
        return found

    @property
    def group(self) -> Ids:
        """Actions of one number lead to states that the goal cannot tell apart, in the order of `positions`."""
        found = self._group
        if found is None:
            given, group = self._given
            found = np.arange(len(given)) if group is None else group[np.argsort(given)]
            self._group = found
        return found

    @property
    def cumulative(self) -> NDArray[np.int32]:
        """Number of admissible actions before each position, shape [actions + 1]."""
        found = self._cumulative
        if found is None:
            found = np.zeros(len(self.admissible) + 1, dtype=np.int32)
            np.cumsum(self.admissible, out=found[1:])
            self._cumulative = found
        return found


class World:
    """The admissible actions under a subset of the constraints.

    Attributes:
        aim: The system whose goal every plan must reach: with the goal enforced `system` itself, without it
            its rules alone; ``None`` where a plan may end anywhere.

    Args:
        system: The planning model.
        order: Its actions in the order of their texts.
        enforce: Which of `LEVELS` hold.
        seen: Entities that actions may name, where visibility is enforced.
        budget: Most actions a plan may have.
        limits: When a search gives up.
        to_the_end: Where executability is enforced without the goal, an action is admitted only if some plan
            within the budget keeps every rule to its end, and a plan may end only where it keeps them.
            Otherwise an action is admitted unless it breaks a rule for good.
    """

    def __init__(
        self,
        system: TransitionSystem[Any],
        order: ActionOrder,
        *,
        enforce: frozenset[str],
        seen: frozenset[str] | None,
        budget: int,
        limits: SearchLimits,
        to_the_end: bool = True,
    ) -> None:
        if GOAL in enforce and EXECUTABILITY not in enforce:
            raise ConstraintError(
                "The goal constraint needs executability: whether a plan reaches its goal is only defined "
                "for plans that can be executed. Add 'executability' to `enforce`."
            )
        self.system = system
        self.order = order
        self.enforce = enforce
        self.budget = budget
        self.limits = limits
        self.seen = seen if VISIBILITY in enforce else None
        self.aim = _aim(system, enforce) if to_the_end or GOAL in enforce else None
        self._choices: dict[tuple[State, int], Choices] = {}

    @once
    def enabled(self) -> Ids:
        """Indices of the actions that name seen entities only, ascending."""
        seen = self.seen
        if seen is None:
            return np.arange(len(self.system.actions))
        return np.fromiter(self._named_by(seen), dtype=np.int64)

    def _named_by(self, seen: frozenset[str]) -> Iterator[int]:
        for index, action in enumerate(self.system.actions):
            checkpoint("looking for the actions that name only what is seen")
            if seen.issuperset(action.args):
                yield index

    @once
    def _is_enabled(self) -> NDArray[np.bool_]:
        is_enabled = np.zeros(len(self.system.actions), dtype=np.bool_)
        is_enabled[self.enabled] = True
        return is_enabled

    @once
    def reachability(self) -> Reachability:
        """Distances to what a plan must reach, over the enabled actions."""
        enabled = None if self.seen is None else self.enabled.tolist()
        return Reachability(self.system if self.aim is None else self.aim, enabled, self.limits)

    @once
    def start(self) -> Boundary:
        """The boundary before the first action."""
        return Boundary(self, self.system.initial if EXECUTABILITY in self.enforce else None, None, -1, 0)

    @property
    def states_met(self) -> int:
        """For how many pairs of a state and a number of actions the choices are known."""
        return len(self._choices)

    def choices(self, state: State, written: int) -> Choices:
        """What may come next in a state after a number of actions."""
        key = (state, written)
        found = self._choices.get(key)
        if found is None:
            found = self._choices.setdefault(key, self._find_choices(state, written))
        return found

    def _find_choices(self, state: State, written: int) -> Choices:
        left = self.budget - written
        may_end = written > 0 and (self.aim is None or self.aim.is_goal(state))
        undecided: Ids = _NONE
        group: Ids | None = None
        if left <= 0:
            indices = _NONE
        elif EXECUTABILITY not in self.enforce:
            indices = self.enabled
        elif self.aim is None:
            indices = np.array(self.system.applicable_indices(state), dtype=np.int64)
            if self.seen is not None:
                indices = indices[self._is_enabled[indices]]
        else:
            alive = self.reachability.alive_actions(state, left)
            indices, group, undecided = alive.indices, alive.group, alive.undecided
        return Choices(self.order.positions[indices], group, len(self.order.indices), may_end, undecided)

    def shortest(self, most: int) -> Shortest | LimitReached | None:
        """The best plan of at most `most` actions that is found within the limits; it has at least one.

        ``None`` if there is none, `LimitReached` if not even that became known.
        """
        if self.aim is None:
            return Shortest(1, proved=True) if most > 0 and self.start.choices.may_continue else None
        if not self.aim.is_goal(self.system.initial):
            return self.reachability.shortest(self.system.initial, most)
        return self._shortest_return(self.system.initial, most)

    def _shortest_return(self, start: State, most: int) -> Shortest | LimitReached | None:
        """The same where the goal holds at first: some action, and a plan after it."""
        best: Shortest | None = None
        stopped: LimitReached | None = None
        least = math.inf
        for index in self.system.applicable_indices(start) if most > 0 else ():
            if not self._is_enabled[index]:
                continue
            after = self.system.successor_of_index(start, index)
            found = self.reachability.shortest(after, (best.length - 1 if best else most) - 1)
            if isinstance(found, LimitReached):
                stopped, least = found, min(least, 1 + found.lower_bound)
            elif found is not None:
                best = Shortest(1 + found.length, found.proved)
        if best is None:
            return stopped
        return Shortest(best.length, best.proved and best.length <= least)

    def after(self, state: State, position: int) -> State:
        """The state after the action at a position; ``None`` where states are not tracked."""
        if EXECUTABILITY not in self.enforce:
            return None
        return self.system.successor_of_index(state, int(self.order.indices[position]))

    def successors(self, state: State, positions: Sequence[int] | Ids) -> list[State]:
        """The states after the actions at some positions; only where states are tracked."""
        successor = self.system.successor_of_index
        return [successor(state, index) for index in self.order.indices[positions].tolist()]


def _aim(system: TransitionSystem[Any], enforce: frozenset[str]) -> TransitionSystem[Any] | None:
    """The system whose goal every plan must reach; ``None`` where a plan may end anywhere.

    Rules are kept to the end wherever plans are executable, with or without the goal.
    """
    if GOAL in enforce:
        return system
    if EXECUTABILITY in enforce and system.rulebook is not None:
        return system.rulebook.rules_only
    return None


class Boundary:
    """A point between two actions of a plan. One object per plan prefix and world: compared by identity.

    Attributes:
        world: The constraints in force.
        state: The symbolic state here; ``None`` where executability is not enforced.
        parent: The boundary before the last action; ``None`` at the start.
        position: The last action, by position; -1 at the start.
        written: Number of actions so far.
    """

    __slots__ = ("_next", "choices", "parent", "position", "state", "world", "written")

    def __init__(
        self, world: World, state: State, parent: Boundary | None, position: int, written: int
    ) -> None:
        self.world = world
        self.state = state
        self.parent = parent
        self.position = position
        self.written = written
        self.choices = world.choices(state, written)
        self._next: dict[int, Boundary] = {}

    def after(self, position: int) -> Boundary:
        """The boundary after the action at a position."""
        found = self._next.get(position)
        if found is None:
            state = self.world.after(self.state, position)
            found = Boundary(self.world, state, self, position, self.written + 1)
            found = self._next.setdefault(position, found)  # compared by identity
        return found

    def actions(self) -> tuple[Action, ...]:
        """The actions so far."""
        return tuple(
            self.world.system.actions[int(self.world.order.indices[position])] for position in self.path()
        )

    def path(self) -> list[int]:
        """The actions so far, by position."""
        path: list[int] = []
        boundary = self
        while boundary.parent is not None:
            path.append(boundary.position)
            boundary = boundary.parent
        return path[::-1]
