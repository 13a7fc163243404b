"""What may happen next in a plan: the actions that a set of constraints admits, state by state.

A `World` joins the symbolic constraints (visibility, executability, goal within budget) and answers, for a
state and a number of actions written so far, which actions are admissible and whether the plan may end.
A `Boundary` is a point between two actions of one plan.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, ClassVar, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from clamp.errors import ConstraintError
from clamp.planning.search.bounds import PlanSuffix
from clamp.planning.search.limits import checkpoint
from clamp.planning.search.loops import Loopless, StateHistory, leave_and_reach
from clamp.planning.search.reachability import (
    AliveActions,
    LimitReached,
    Onward,
    Reachability,
    SearchLimits,
    Shortest,
)
from clamp.planning.system import Action, TransitionSystem
from clamp.threads import Cache, once, shared

State: TypeAlias = Hashable
Ids: TypeAlias = NDArray[np.int64]

Intervals: TypeAlias = NDArray[np.int64]
"""First positions, and one past the last, of some intervals of actions, shape [2, n]."""

_NONE: Ids = np.empty(0, dtype=np.int64)
_FEW = 4
"""So many actions that a plan is known for are tried before any other."""
_PLENTY = 100_000
"""So many search nodes are not generated in the time that there is between two actions."""
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


class Decider(Protocol):
    """Who says what may be done next: for one state, or for one plan so far."""

    @property
    def indices(self) -> Sequence[int]:
        """The actions that may be admitted, ascending; no other is."""
        ...

    def way(self, index: int) -> PlanSuffix | LimitReached | None:
        """How a plan goes on after one of `indices`; ``None`` if none does."""
        ...

    def surely(self, indices: Iterable[int], most: int) -> list[int]:
        """The first, `most` at most, of some of `indices` after which a plan is known already to go on; finds none."""
        ...

    def all(self) -> AliveActions:
        """Every action decided."""
        ...

    def trust(self, proof: PlanSuffix) -> bool:
        """Take note of a plan that is known; whether that changes what was decided."""
        ...


class Decided:
    """All of some actions are admitted, and others were left open."""

    def __init__(self, found: AliveActions) -> None:
        self._found = found

    @property
    def indices(self) -> Sequence[int]:
        """See `Decider`."""
        return self._found.indices.tolist()

    def way(self, index: int) -> PlanSuffix | LimitReached | None:
        """See `Decider`."""
        return _ANY_PLAN

    def surely(self, indices: Iterable[int], most: int) -> list[int]:
        """See `Decider`."""
        return list(islice(indices, most))

    def all(self) -> AliveActions:
        """See `Decider`."""
        return self._found

    def trust(self, proof: PlanSuffix) -> bool:
        """See `Decider`."""
        return False


_ANY_PLAN = PlanSuffix(None)
"""Stands for a plan where none had to be found."""


def without_goal(indices: Ids) -> AliveActions:
    """Actions after which every plan may end, so that none need be told from another."""
    return AliveActions(indices, np.arange(len(indices)), _NONE)


class Choices:
    """What may come next at a boundary; each action is decided when it is asked for.

    One exists for every boundary met. Once all actions are decided there is one byte for each, in which the next
    admissible one is found at the speed of memory; what only some ask for is made when they do.

    Attributes:
        may_end: The plan may end here.
    """

    __slots__ = (
        "_admissible",
        "_cumulative",
        "_decided",
        "_decider",
        "_flags",
        "_given",
        "_group",
        "_open",
        "_order",
        "_positions",
        "_possible",
        "_undecided",
        "_ways",
        "may_end",
    )  # fmt: skip

    def __init__(self, decider: Decider, order: ActionOrder, may_end: bool) -> None:
        self._decider = decider
        self._decided = isinstance(decider, Decided)  # nothing that may be admitted is ever refused
        self._order = order
        self.may_end = may_end
        self._possible: Ids | None = None
        self._ways: dict[int, bool] = {}
        self.forget()

    def forget(self) -> None:
        """Decide anew, where the decider has changed its mind."""
        self._ways.clear()
        self._open = 0
        self._flags: bytes | None = None
        # Found when they are first asked for; threads that do so at once find the same.
        self._positions: Ids | None = None
        self._group: Ids | None = None
        self._cumulative: NDArray[np.int32] | None = None

    def _decide_all(self) -> bytes:
        found = self._decider.all()
        positions = self._order.positions[found.indices]
        admissible = np.zeros(len(self._order.indices), dtype=np.bool_)
        admissible[positions] = True
        self._undecided: frozenset[int] = frozenset(found.undecided.tolist() if found.undecided.size else ())
        self._given = positions, found.group
        flags = admissible.tobytes()
        self._admissible = np.frombuffer(flags, np.bool_)  # the same memory
        self._flags = flags
        return flags

    # One question

    def __contains__(self, position: int) -> bool:
        """Whether the action at a position may come next."""
        if self._flags is not None:
            return self._flags[position] != 0
        found = self._ways.get(position)
        if found is None:
            possible = self._possibly()
            at = int(possible.searchsorted(position))
            found = at < len(possible) and int(possible[at]) == position and self._decide(position)
        return found

    def any_in(self, lo: int, hi: int) -> bool:
        """Whether an action at one of the positions ``lo … hi-1`` may come next."""
        if self._flags is not None:
            return self._flags.find(1, lo, hi) >= 0
        if lo >= hi:
            return False
        possible = self._possibly()
        first, last = possible.searchsorted((lo, hi)).tolist()
        if self._decided or first == last:
            return last > first
        some: list[int] = possible[first:last].tolist()
        ways = self._ways
        if any(ways.get(one) for one in some):
            return True
        # What a plan is known for comes first: then the others need not be decided.
        fresh = [one for one in some if one not in ways]
        if len(fresh) > 1:
            surely = self._decider.surely(self._order.indices[fresh].tolist(), _FEW)
            fresh[:0] = self._order.positions[surely].tolist()
        return any(self._decide(one) for one in fresh if one not in ways)

    def stands(self, lo: int, stop: int, hi: int) -> bool:
        """Whether a text that begins the actions ``lo … hi-1``, and is that of ``lo … stop-1``, may stand though none
        of them may come next: never where they are decided together, as `any_in` decides them."""
        return False

    def known_in(self, lo: int, hi: int) -> bool | None:
        """`any_in` without deciding anything, so without a lock; ``None`` while not all are decided."""
        flags = self._flags
        return None if flags is None else flags.find(1, lo, hi) >= 0

    @property
    def may_continue(self) -> bool:
        """Some action may come next."""
        return self.any_in(0, len(self._order.indices))

    def way(self, position: int) -> PlanSuffix | None:
        """How a plan is known to go on after an action."""
        found = self._decider.way(int(self._order.indices[position])) if position in self else None
        return found if isinstance(found, PlanSuffix) else None

    def known_plan(self, lo: int, hi: int) -> tuple[int, ...] | None:
        """Indices of the actions of a plan that is known to begin with one at the positions ``lo … hi-1``.

        ``None`` where none is known, or none had to be found; decides nothing.
        """
        if self._decided:
            return None
        if self._flags is not None:
            position = self._flags.find(1, lo, hi)
        else:
            position = next((one for one, alive in self._ways.items() if alive and lo <= one < hi), -1)
        rest = None if position < 0 else self.way(position)
        return None if rest is None else (int(self._order.indices[position]), *rest.actions())

    def trust(self, proof: PlanSuffix) -> None:
        """Take note of a plan from here: its first action is admitted."""
        if self._decider.trust(proof):
            self.forget()

    def _decide(self, position: int) -> bool:
        way = self._decider.way(int(self._order.indices[position]))
        self._open += isinstance(way, LimitReached)
        found = self._ways[position] = isinstance(way, PlanSuffix)
        return found

    def _possibly(self) -> Ids:
        """The actions that may be admitted, by position, ascending."""
        if self._possible is None:
            indices = self._decider.all().indices if self._decided else self._decider.indices
            self._possible = np.sort(self._order.positions[np.asarray(indices, dtype=np.int64)])
        return self._possible

    def likely(self) -> Choices | Likely:
        """The actions that have not been refuted, decided or not."""
        if self._flags is not None:
            return self
        ways = self._ways
        left = [one for one in self._possibly().tolist() if ways.get(one) is not False]
        return Likely(np.array(left, dtype=np.int64))

    def tally(self) -> tuple[int, int]:
        """How many actions were admitted, and left open by a limit, of those that were asked for; decides none."""
        if self._flags is not None:
            return len(self._given[0]), len(self._undecided)
        if self._decided and self._possible is not None:
            return len(self._possible), len(self._decider.all().undecided)
        return sum(self._ways.values()), self._open

    # The whole set

    def any_in_each(self, intervals: Intervals) -> NDArray[np.bool_]:
        """`any_in` for many intervals at once: their ends, shape [2, n], to shape [n]."""
        if intervals.shape[1] > _MANY:
            lo, hi = self.cumulative[intervals]
        else:
            lo, hi = self.positions.searchsorted(intervals)
        return hi > lo

    @property
    def admissible(self) -> NDArray[np.bool_]:
        """Whether each action may come next, by position, shape [actions]."""
        if self._flags is None:
            self._decide_all()
        return self._admissible

    @property
    def undecided(self) -> frozenset[int]:
        """Indices of actions that a search limit left open; they are not admissible."""
        if self._flags is None:
            self._decide_all()
        return self._undecided

    @property
    def positions(self) -> Ids:
        """The actions that may come next, ascending, shape [n]."""
        found = self._positions
        if found is None:
            admissible, given = self.admissible, self._given[0]
            few = 8 * len(given) < len(admissible)
            found = self._positions = np.sort(given) if few else np.flatnonzero(admissible)
        return found

    @property
    def group(self) -> Ids:
        """Actions of one number lead to states that the goal cannot tell apart, in the order of `positions`."""
        found = self._group
        if found is None:
            if self._flags is None:
                self._decide_all()
            given, group = self._given
            found = self._group = group[np.argsort(given)]
        return found

    @property
    def cumulative(self) -> NDArray[np.int32]:
        """Number of admissible actions before each position, shape [actions + 1]."""
        found = self._cumulative
        if found is None:
            admissible = self.admissible
            found = np.zeros(len(admissible) + 1, dtype=np.int32)
            np.cumsum(admissible, out=found[1:])
            self._cumulative = found
        return found


class Likely:
    """Actions of which some may come next: what `Choices` answers of those that do, this answers of them.

    Args:
        positions: Ascending, shape [n].
    """

    def __init__(self, positions: Ids) -> None:
        self._positions = positions

    def __contains__(self, position: int) -> bool:
        """Whether an action is one of them."""
        return self.any_in(position, position + 1)

    def any_in(self, lo: int, hi: int) -> bool:
        """Whether one of them is at one of the positions ``lo … hi-1``."""
        first, last = self._positions.searchsorted((lo, hi))
        return bool(last > first)

    def any_in_each(self, intervals: Intervals) -> NDArray[np.bool_]:
        """`any_in` for many intervals at once: their ends, shape [2, n], to shape [n]."""
        lo, hi = self._positions.searchsorted(intervals)
        return hi > lo


class World:
    """The admissible actions under a subset of the constraints.

    Attributes:
        keeps_stuck: A plan so far that can neither go on nor end is kept; otherwise no action leads to one.
        aim: The system whose goal every plan must reach: with the goal enforced `system` itself, without it
            its rules alone; ``None`` where a plan may end anywhere.

    Args:
        system: The planning model.
        order: Its actions in the order of their texts.
        enforce: Which of `LEVELS` hold.
        seen: Entities that actions may name, where visibility is enforced.
        budget: Most actions a plan may have.
        limits: When a search gives up.
        loops: Whether a plan may come back to a state that it has been in.
        least: Fewest actions of a plan; 0: none, where the goal holds at first.
        to_the_end: Where executability is enforced without the goal, an action is admitted only if some plan
            within the budget keeps every rule to its end, and a plan may end only where it keeps them.
            Otherwise an action is admitted unless it breaks a rule for good.
    """

    keeps_stuck: ClassVar[bool] = False

    def __init__(
        self,
        system: TransitionSystem[Any],
        order: ActionOrder,
        *,
        enforce: frozenset[str],
        seen: frozenset[str] | None,
        budget: int,
        limits: SearchLimits,
        loops: bool,
        least: int = 1,
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
        self.least = least
        self.limits = limits
        self.loops = loops or EXECUTABILITY not in enforce  # without states nothing can be come back to
        self.seen = seen if VISIBILITY in enforce else None
        self.aim = _aim(system, enforce) if to_the_end or GOAL in enforce else None
        self._alone = False
        self._choices: dict[tuple[State, int], tuple[Decider, Choices]] = Cache()

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
    def _onwards(self) -> Reachability:
        """The same for what follows the first action: what one plan's way showed, others need not find again.

        All constraints over the system share that of the first. Whether there is a plan at all, and why not, may take
        as long as a request allows, so each finds that for itself; what is asked later is short: nobody waits long.
        Nor is it shared where a boundary may come to the limit on states before its time is up: what that leaves open
        is the same whoever asked before.
        """
        own, limits = self.reachability, self.limits
        if self._alone or limits.at_boundary.seconds is None or limits.states < _PLENTY:
            return own
        found = shared(own.system, (Reachability, self.seen, limits), lambda: own)
        if found is own:  # others ask it from here on, so what takes long is asked of another
            del self.__dict__["reachability"]
        return found

    def search_alone(self) -> None:
        """Share no search from here on: what weighs a plan by others that are known must not depend on who asked."""
        self._alone = True
        found = self.__dict__
        if found.pop("_onwards", None) is not None:
            found.pop("reachability", None)

    def prepare(self) -> None:
        """Find what is found once for all boundaries."""
        if self.aim is not None and EXECUTABILITY in self.enforce:
            _ = self.reachability

    @once
    def start(self) -> Boundary:
        """The boundary before the first action."""
        return Boundary(
            self, self.system.initial if EXECUTABILITY in self.enforce else None, None, -1, 0, None
        )

    def retraced(self, path: Iterable[int], plan: Sequence[int] | None = None) -> Boundary:
        """The boundary after some actions, by position.

        Args:
            plan: Indices of the actions of a plan that is known to go on from there.
        """
        path = list(path)
        way = None if plan is None else PlanSuffix.of([*self.order.indices[path].tolist(), *plan])
        boundary = self.start
        boundary.trust(way)
        for position in path:
            way = way and way.rest
            boundary = boundary.after(position, way)
            boundary.trust(way)
        return boundary

    def along(self, actions: Iterable[Action]) -> Iterator[Boundary]:
        """The boundaries of a plan, as far as it is known to be admitted; nothing is decided."""
        boundary = self.start
        yield boundary
        for action in actions:
            position = int(self.order.positions[self.system.index(action)])
            if not boundary.choices.known_in(position, position + 1):
                return
            boundary = boundary.after(position)
            yield boundary

    def begin_with(self, plan: Sequence[int]) -> None:
        """Admit a plan that is known, where a limit had left open what the first action may be.

        Args:
            plan: Indices of its actions, at most `budget`; it comes back to no state unless `loops` says so.
        """
        self.__dict__["start"] = Boundary(self, self.system.initial, None, -1, 0, PlanSuffix.of(plan))

    @property
    def states_met(self) -> int:
        """For how many pairs of a state and a number of actions the choices are known."""
        return len(self._choices)

    def choices(self, state: State, written: int, proof: PlanSuffix | None = None) -> Choices:
        """What may come next in a state after a number of actions, whatever loops that makes.

        Args:
            proof: A plan from there that is known: its first action is admitted.
        """
        return self._met(state, written, proof)[1]

    def _met(self, state: State, written: int, proof: PlanSuffix | None) -> tuple[Decider, Choices]:
        key = (state, written)
        found = self._choices.get(key)
        if found is None:
            decider, may_end = self._meet(state, written, proof)
            found = self._choices.setdefault(key, (decider, Choices(decider, self.order, may_end)))
        elif proof is not None:
            found[1].trust(proof)
        return found

    def _meet(self, state: State, written: int, proof: PlanSuffix | None) -> tuple[Decider, bool]:
        """Who decides what may come next, and whether the plan may end."""
        may_end = written >= self.least and (self.aim is None or self.aim.is_goal(state))
        left = self.budget - written
        if left <= 0:
            return Decided(without_goal(_NONE)), may_end
        if EXECUTABILITY not in self.enforce:
            return Decided(without_goal(self.enabled)), may_end
        if self.aim is not None:
            reachability = self._onwards if written else self.reachability
            return reachability.onward(state, left, proof), may_end
        indices = np.array(self.system.applicable_indices(state), dtype=np.int64)
        if self.seen is not None:
            indices = indices[self._is_enabled[indices]]
        return Decided(without_goal(indices)), may_end

    def choices_after(
        self, history: StateHistory, state: State, written: int, proof: PlanSuffix | None
    ) -> Choices:
        """What may come next in a state where no state of a history, which ends there, may come again."""
        decider, choices = self._met(state, written, proof)
        if isinstance(decider, Onward):
            return Choices(Loopless(decider, history, proof), self.order, choices.may_end)
        fresh = [
            index
            for index in decider.indices
            if self.system.successor_of_index(state, index) not in history.states
        ]
        return Choices(Decided(without_goal(np.array(fresh, np.int64))), self.order, choices.may_end)

    def shortest(self, most: int, states: int | None = None) -> Shortest | LimitReached | None:
        """The best plan of at most `most` actions that is found within the limits.

        Args:
            states: Search nodes that may be generated, where these are fewer than the limit.

        Returns:
            ``None`` if there is none, `LimitReached` if not even that became known.
        """
        if self.aim is None:
            return Shortest(1, proved=True) if most > 0 and self.start.choices.may_continue else None
        holds = self.aim.is_goal(self.system.initial)
        if holds and not self.least:
            return Shortest(0, proved=True)
        if not holds:
            return self.reachability.shortest(self.system.initial, most, states)
        reachability = self.reachability
        if states is not None:
            limits = replace(self.limits, states=min(states, self.limits.states))
            reachability = Reachability(reachability.system, reachability.enabled, limits)
        plan, stopped = leave_and_reach(reachability, self.system.initial, most, loops=self.loops)
        return stopped if plan is None else Shortest(len(plan), proved=stopped is None)

    def shortest_met(self, most: int, states: int) -> Shortest | None:
        """The same by what was found on the way, where an action has been written; ``None`` if that does not tell."""
        met = self.__dict__.get("_onwards")
        found = None if met is None else met.shortest(self.system.initial, most, states)
        return found if isinstance(found, Shortest) else None

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
        history: The states so far; ``None`` where they may come again.
        choices: What may come next.
    """

    __slots__ = ("_next", "choices", "history", "parent", "position", "state", "world", "written")

    def __init__(
        self,
        world: World,
        state: State,
        parent: Boundary | None,
        position: int,
        written: int,
        proof: PlanSuffix | None,
    ) -> None:
        self.world = world
        self.state = state
        self.parent = parent
        self.position = position
        self.written = written
        if world.loops:
            self.history = None
            self.choices = world.choices(state, written, proof)
        else:
            self.history = StateHistory(None if parent is None else parent.history, state)
            self.choices = world.choices_after(self.history, state, written, proof)
        self._next: dict[int, Boundary] = {}

    def trust(self, proof: PlanSuffix | None) -> None:
        """Take note of a plan from here that is known."""
        if proof is not None:
            self.world.choices(self.state, self.written, proof)
            if self.history is not None:
                self.choices.trust(proof)

    def after(self, position: int, proof: PlanSuffix | None = None) -> Boundary:
        """The boundary after the action at a position.

        Args:
            proof: A plan from there; by default the one by which the action is admitted.
        """
        found = self._next.get(position)
        if found is None:
            state = self.world.after(self.state, position)
            proof = proof or self.choices.way(position)
            found = Boundary(self.world, state, self, position, self.written + 1, proof)
            found = self._next.setdefault(position, found)  # compared by identity
        return found

    def actions(self) -> tuple[Action, ...]:
        """The actions so far."""
        return tuple(
            self.world.system.actions[int(self.world.order.indices[position])] for position in self.path()
        )

    def line(self) -> Iterator[Boundary]:
        """The boundaries so far, from this one back to the start."""
        boundary: Boundary | None = self
        while boundary is not None:
            yield boundary
            boundary = boundary.parent

    def path(self) -> list[int]:
        """The actions so far, by position."""
        return [boundary.position for boundary in self.line()][-2::-1]
