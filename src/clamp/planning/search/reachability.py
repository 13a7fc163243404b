"""Which states are alive: goal distance, and whether a plan within a budget exists.

Written over `SearchSpace`, so it serves every transition system. Existence within a budget is cheaper than
distance: any plan short enough proves every state on it alive, and only refutation needs a complete search.
What one query proves, upper bounds as well as lower bounds, is kept for the next.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Collection, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from clamp.errors import LimitError
from clamp.planning.search.bounds import Bounds, Complete, decide
from clamp.planning.search.limits import LimitReached, Meter, SearchLimits
from clamp.planning.system import GuidedSpace, TransitionSystem
from clamp.threads import Lock, locked

__all__ = [
    "AliveActions",
    "AliveGraph",
    "GuidedSpace",
    "LimitReached",
    "Reachability",
    "SearchLimits",
    "Shortest",
]

State: TypeAlias = Any
Node: TypeAlias = Any


@dataclass(frozen=True, eq=False)
class AliveActions:
    """The actions after which the goal can still be reached.

    Attributes:
        indices: Ascending indices, shape (n,), int64.
        group: Actions of one number lead to states that the goal cannot tell apart, shape (n,), int64.
        undecided: Ascending indices of actions that a limit left open; none of them is in `indices`.
        limit: The limit that was reached, if any.
    """

    indices: NDArray[np.int64]
    group: NDArray[np.int64]
    undecided: NDArray[np.int64]
    limit: LimitReached | None = None


@dataclass(frozen=True, eq=False)
class AliveGraph:
    """The states from which a goal is still reachable within the remaining budget, and the ways between them.

    Attributes:
        states: The states; the first is the one that was asked about. Empty when no plan exists.
        depth: Fewest actions from the first state, shape (states,).
        distance: Exact goal distance, shape (states,); `depth + distance` is at most the budget.
        edges: Rows (source, action index, target), shape (edges, 3), by source and action; an edge is there
            iff `depth[source] + 1 + distance[target]` is at most the budget.
    """

    states: tuple[State, ...]
    depth: NDArray[np.int64]
    distance: NDArray[np.int64]
    edges: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Shortest:
    """The length of the best plan that is known.

    Attributes:
        length: In actions.
        proved: No plan is shorter; otherwise a limit was reached before this was known.
    """

    length: int
    proved: bool


class Reachability:
    """Goal distance and existence of plans for one system, through its enabled actions.

    Args:
        system: The transition system.
        enabled: Indices of the actions that a plan may use; all by default.
        limits: What one query may cost, the preparation of the search space included. Reaching a limit is a
            typed result, never a wrong answer.

    Attributes:
        generated: Search nodes that all queries so far have generated.

    Raises:
        LimitError: If the system has more ground actions than the limits allow. (A search space that takes
            too long to prepare is no error here: queries go on with it, and report the limit.)
    """

    def __init__(
        self,
        system: TransitionSystem[Any],
        enabled: Collection[int] | None = None,
        limits: SearchLimits = SearchLimits(),  # noqa: B008 (frozen)
    ):
        self.system = system
        self.limits = limits
        self.generated = 0
        self._enabled = None if enabled is None else frozenset(enabled)
        self._prepared: Bounds | None = None
        self._lock = Lock()
        with Meter(limits):
            try:
                self._ready()
            except LimitError as error:
                if error.kind != "seconds":
                    raise

    def _ready(self) -> Bounds:
        """The bounds over the search space, which is prepared first if it is not.

        Raises:
            LimitError: If the time is up before it is.
        """
        if self._prepared is None:
            self._prepared = Bounds(self.system.search_space(self._enabled))
        self._prepared.forget_if_large()
        return self._prepared

    @contextmanager
    def _metered(self) -> Generator[Meter]:
        with Meter(self.limits) as meter:
            try:
                yield meter
            finally:
                self.generated += meter.generated

    @locked
    def node(self, state: State) -> Node:
        """What the goal can tell of a state: equal nodes have the same plans over what matters.

        Raises:
            LimitError: If the search space could not be prepared within the limits.
        """
        with self._metered():
            return self._ready().space.node(state)

    @locked
    def within(self, state: State, budget: int) -> bool | LimitReached:
        """Whether a plan of at most `budget` enabled actions exists."""
        found = self.plan(state, budget)
        return found if isinstance(found, LimitReached) else found is not None

    @locked
    def plan(self, state: State, budget: int) -> tuple[int, ...] | LimitReached | None:
        """Indices of the actions of some plan of at most `budget` actions (not always a shortest one)."""
        with self._metered() as meter:
            try:
                bounds = self._ready()
                node = bounds.space.node(state)
            except LimitError as error:
                return LimitReached.of(error, 0)
            found = decide(bounds, node, budget, meter)
            self.generated += meter.generated
            if isinstance(found, LimitReached):
                return found
            return bounds.plan(node) if found else None

    @locked
    def distance(self, state: State, budget: int) -> int | float | LimitReached:
        """The fewest enabled actions to the goal, or `inf` if they are more than `budget`."""
        with self._metered() as meter:
            try:
                bounds = self._ready()
                node = bounds.space.node(state)
            except LimitError as error:
                return LimitReached.of(error, 0)
            found = decide(bounds, node, budget, meter)
            if isinstance(found, LimitReached):
                return found
            if not found:
                return math.inf
            try:
                if bounds.lower(node) < bounds.upper[node]:
                    search = Complete(bounds, node, bounds.upper[node], meter, optimal=True)
                    while not search.run(self.limits.states):
                        stopped = meter.reached(bounds.known_lower(node))
                        if stopped is not None:
                            return stopped
            except LimitError as error:
                return LimitReached.of(error, bounds.known_lower(node))
            return bounds.upper[node]

    @locked
    def shortest(self, state: State, most: int) -> Shortest | LimitReached | None:
        """The best plan of at most `most` enabled actions that is found within the limits.

        One plan after the other is found, each shorter than the last, until none is shorter: so there is an
        answer, not proved, as soon as there is a plan.

        Returns:
            ``None`` if there is no such plan, `LimitReached` if not even that became known.
        """
        with self._metered() as meter:
            try:
                bounds = self._ready()
                node = bounds.space.node(state)
            except LimitError as error:
                return LimitReached.of(error, 0)
            found = decide(bounds, node, most, meter)
            if isinstance(found, LimitReached):
                return found
            if not found:
                return None
            while found is True and bounds.known_lower(node) < bounds.upper[node]:
                found = decide(bounds, node, bounds.upper[node] - 1, meter)
            return Shortest(bounds.upper[node], not isinstance(found, LimitReached))

    @locked
    def alive_actions(self, state: State, budget: int) -> AliveActions:
        """The applicable enabled actions after which the goal is still reachable within `budget - 1`.

        Raises:
            LimitError: If not even the applicable actions are known within the limits.
        """
        with self._metered() as meter:
            if budget < 1:
                return _alive([], [], None)
            try:
                bounds = self._ready()
                node = bounds.space.node(state)
                if decide(bounds, node, budget, meter) is False:
                    return _alive([], [], None)
                actions_to: defaultdict[Node, list[int]] = defaultdict(list)
                for index in self._applicable(state):
                    actions_to[bounds.space.node(self.system.successor_of_index(state, index))].append(index)
            except LimitError as error:
                return _alive([], self._possibly_applicable(state), LimitReached.of(error, 0))
            return self._alive_of(bounds, node, actions_to, budget, meter)

    def _alive_of(
        self, bounds: Bounds, node: Node, actions_to: dict[Node, list[int]], budget: int, meter: Meter
    ) -> AliveActions:
        alive: list[tuple[int, int]] = []
        undecided: list[int] = []
        limit: LimitReached | None = None
        for group, (target, indices) in enumerate(actions_to.items()):
            found = self._alive_after(bounds, node, target, indices, budget - 1, meter)
            if isinstance(found, LimitReached):
                limit = found
                undecided += indices
            elif found:
                alive += ((index, group) for index in indices)
        self.generated += meter.generated
        return _alive(alive, undecided, limit)

    def _alive_after(
        self, bounds: Bounds, node: Node, target: Node, indices: list[int], budget: int, meter: Meter
    ) -> bool | LimitReached:
        """Whether a plan leads on from `target`, which the actions in `indices` reach from `node`.

        What is known already is said even when the time is up: so the plan that was found last goes on.
        """
        if bounds.upper.get(target, math.inf) <= budget:
            return True
        try:
            if meter.out_of_time():
                if bounds.known_lower(target) > budget:
                    return False
                return bounds.space.is_goal(target) or meter.timed_out(bounds.known_lower(target))
            bounds.raise_lower(target, max(bounds.lower_after(node, index) for index in indices))
            return self._witness(bounds, node, target, budget) or decide(bounds, target, budget, meter)
        except LimitError as error:
            return LimitReached.of(error, bounds.known_lower(target))

    @staticmethod
    def _witness(bounds: Bounds, node: Node, target: Node, budget: int) -> bool:
        """Whether the plan that is known from `node` still works, skipping what does not, from `target`."""
        guide = bounds.guide
        if guide is None or bounds.known_lower(target) > budget:
            return False
        path: list[tuple[Node, int]] = []
        for action in bounds.plan(node):
            after = guide.step(target, action)
            if after is None or after == target:
                continue
            path.append((target, action))
            target = after
            if len(path) > budget:
                return False
            if guide.is_goal(target):
                bounds.lower(target)
            if len(path) + bounds.upper.get(target, math.inf) <= budget:
                bounds.learn_path(path, target)
                return True
        return False

    @locked
    def alive_graph(self, state: State, budget: int) -> AliveGraph | LimitReached:
        """All states from which a goal is still reachable within the remaining budget.

        Forward from `state` over the enabled actions; a state that is t actions away stays if its goal
        distance is at most `budget - t`. The goal itself may be passed through.
        """
        with self._metered() as meter:
            lower = 0.0
            try:
                bounds = self._ready()
                lower = bounds.known_lower(bounds.space.node(state))
                return self._alive_graph(bounds, state, budget, meter)
            except LimitError as error:
                return LimitReached.of(error, lower)

    def _alive_graph(
        self, bounds: Bounds, state: State, budget: int, meter: Meter
    ) -> AliveGraph | LimitReached:
        space = bounds.space
        number: dict[State, int] = {state: 0}
        states, depth, edges = [state], [0], list[tuple[int, int, int]]()
        for source, here in enumerate(states):  # grows while we walk: breadth first
            node, left = space.node(here), budget - depth[source]
            if bounds.lower(node) > left:
                continue
            for index in self._applicable(here):
                there = self.system.successor_of_index(here, index)
                target = space.node(there)
                if 1 + max(bounds.known_lower(target), bounds.lower_after(node, index)) > left:
                    continue
                if there not in number:
                    meter.generated += 1
                    stopped = meter.reached(bounds.lower(space.node(state)))
                    if stopped is not None:
                        return stopped
                    number[there] = len(states)
                    states.append(there)
                    depth.append(depth[source] + 1)
                edges.append((source, index, number[there]))
        return _trim(
            states, np.array(depth), np.array(edges, np.int64).reshape(-1, 3), self.system.is_goal, budget
        )

    def _possibly_applicable(self, state: State) -> list[int]:
        """The applicable actions, or all, when it is not known in time which of them are."""
        try:
            return self._applicable(state)
        except LimitError:
            return sorted(range(len(self.system.actions)) if self._enabled is None else self._enabled)

    def _applicable(self, state: State) -> list[int]:
        indices = self.system.applicable_indices(state)
        return [index for index in indices if self._enabled is None or index in self._enabled]


def _trim(
    states: list[State],
    depth: NDArray[np.int64],
    edges: NDArray[np.int64],
    goal: Callable[[State], bool],
    budget: int,
) -> AliveGraph:
    """Distances backward from the goal, and what of a forward sweep lies within the budget.

    Every state on a path of at most `budget` actions to a goal was swept, and so was the rest of a shortest
    plan from it: for these states the distance within the sweep is the exact one.
    """
    distance = np.array([0 if goal(state) else np.inf for state in states])
    while edges.size:
        through = np.full(len(states), np.inf)
        np.minimum.at(through, edges[:, 0], 1 + distance[edges[:, 2]])
        if (through >= distance).all():
            break
        distance = np.minimum(distance, through)
    kept = np.flatnonzero(depth + distance <= budget)
    place = np.full(len(states), -1)
    place[kept] = np.arange(kept.size)
    good = depth[edges[:, 0]] + 1 + distance[edges[:, 2]] <= budget
    edges = edges[good]
    edges = np.stack([place[edges[:, 0]], edges[:, 1], place[edges[:, 2]]], axis=1)
    return AliveGraph(tuple(states[row] for row in kept), depth[kept], distance[kept].astype(np.int64), edges)


def _alive(alive: list[tuple[int, int]], undecided: list[int], limit: LimitReached | None) -> AliveActions:
    indices, group = np.array(sorted(alive), np.int64).reshape(-1, 2).T.copy()
    return AliveActions(indices, group, np.array(sorted(undecided), np.int64), limit)
