"""Plans without loops: which states a plan has been in, and what plans lead to the goal around them.

It decides that a known plan is trusted where bounds or nodes prove that it passes none of these states, and
hides the searches for another where it does: first over nodes, which is enough to find one, then over states,
which is needed to refute, because states that the goal cannot tell apart are different states.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from heapq import heappop, heappush
from itertools import count
from typing import Any, TypeAlias

from clamp.planning.search.bounds import GREEDY_EVALUATIONS, Bounds, Greedy, Way
from clamp.planning.search.limits import LimitReached, Meter
from clamp.planning.system import TransitionSystem

State: TypeAlias = Any
Node: TypeAlias = Any
Key: TypeAlias = Any
"""What a search walks: nodes or states."""

FIRST_EFFORT = 8
"""Expansions of either search in its first turn."""


class Trail:
    """The states that a plan has been in, the last one included."""

    __slots__ = ("_nodes", "_parent", "_state", "states")

    def __init__(self, parent: Trail | None, state: State) -> None:
        self._parent = parent
        self._state = state
        self.states: frozenset[State] = frozenset((state,)) if parent is None else parent.states | {state}
        self._nodes: tuple[frozenset[Node], float] | None = None

    def nodes(self, bounds: Bounds) -> tuple[frozenset[Node], float]:
        """The nodes of its states, and a lower bound of all their goal distances."""
        missing: list[Trail] = []
        at: Trail | None = self
        while at is not None and at._nodes is None:
            missing.append(at)
            at = at._parent
        found = (frozenset[Node](), math.inf) if at is None or at._nodes is None else at._nodes
        for one in reversed(missing):
            node = bounds.space.node(one._state)
            found = one._nodes = found[0] | {node}, min(found[1], bounds.known_lower(node))
        return found


class Around:
    """Ways to the goal that pass none of the states of a trail.

    Args:
        applicable: Indices of the enabled actions that apply in a state.
    """

    def __init__(
        self,
        system: TransitionSystem[Any],
        applicable: Callable[[State], Sequence[int]],
        bounds: Bounds,
        trail: Trail,
    ) -> None:
        self._system = system
        self._applicable = applicable
        self._bounds = bounds
        self._states = trail.states
        self._nodes, self._floor = trail.nodes(bounds)
        self._passes: dict[Way, bool] = {}
        self._tried: dict[Node, int] = {}
        self._over_nodes: dict[Node, tuple[_Search, Way | bool | None]] = {}

    def meets(self, node: Node) -> bool:
        """Whether a state with this node may be one of the trail's."""
        return node in self._nodes

    def known(self, node: Node, budget: int) -> Way | None:
        """The plan that is known from a node, if it passes no node of the trail on its way; computes nothing.

        The node itself may be one of them: it is that of a state which is none of the trail's.
        """
        way = self._bounds.ways.get(node)
        if way is None or way.length > budget or (way.rest is not None and not self._clear(way.rest)):
            return None
        return way

    def _clear(self, way: Way) -> bool:
        """Whether no node of a plan, the first included, is one of the trail's."""
        walked: list[Way] = []
        passes = False
        at: Way | None = way
        # A node that is nearer to the goal than all nodes of the trail is none of them.
        while at is not None and at.length >= self._floor:
            known = self._passes.get(at)
            if known is not None:
                passes = known
                break
            walked.append(at)
            if at.node in self._nodes:
                passes = True
                break
            at = at.rest
        for one in walked:
            self._passes[one] = passes
        return not passes

    def find(self, node: Node, state: State, budget: int, meter: Meter) -> Way | LimitReached | None:
        """A way of at most `budget` actions from a state that is none of the trail's; ``None`` if none is."""
        known = self.known(node, budget)
        if known is not None:
            return known
        over_nodes, found = self._over_nodes.get(node) or (self._search_nodes(node, budget), None)
        over_states: _Search | None = None
        effort = FIRST_EFFORT
        while True:
            if found is None:
                found = over_nodes.run(effort, meter)
                self._over_nodes[node] = over_nodes, found
            if isinstance(found, Way):
                return found
            if over_states is None:
                over_states = self._search_states(state, budget)
            last = over_states.run(effort, meter)
            if last is not None:
                return last if isinstance(last, Way) else None
            stopped = meter.reached(self._bounds.known_lower(node))
            if stopped is not None:
                return stopped
            effort *= 2

    def _search_nodes(self, root: Node, budget: int) -> _Search:
        def tail(node: Node, left: int, meter: Meter) -> Way | None:
            self._try(node, left, meter)
            way = self._bounds.ways.get(node)
            if way is None or way.length > left:
                return None
            after = way.rest if node == root else way
            return way if after is None or self._clear(after) else None

        return _Search(
            self._bounds,
            root,
            budget,
            node_of=lambda node: node,
            successors=self._bounds.space.successors,
            blocked=self._nodes.__contains__,
            tail=tail,
            join=_joined,
        )

    def _search_states(self, root: State, budget: int) -> _Search:
        successor, node_of = self._system.successor_of_index, self._bounds.space.node

        def successors(state: State) -> Iterable[tuple[int, State]]:
            return ((index, successor(state, index)) for index in self._applicable(state))

        def tail(state: State, left: int, meter: Meter) -> Way | None:
            node = node_of(state)
            self._try(node, left, meter)
            way = self._bounds.ways.get(node)
            if way is None or way.length > left:
                return None
            return way if way.rest is None or self._clear(way.rest) or self._walks(state, way) else None

        def join(path: Sequence[tuple[State, int]], end: State, way: Way) -> Way:
            steps, at, rest = list(path), end, way
            while rest.rest is not None:
                steps.append((at, rest.action))
                at, rest = successor(at, rest.action), rest.rest
            last = {state: number for number, (state, _) in enumerate(steps)}
            number, kept = 0, list[int]()
            while number < len(steps):
                number = last[steps[number][0]]
                kept.append(steps[number][1])
                number += 1
            found = Way(None)
            for action in reversed(kept):
                found = Way(None, action, found)
            return found

        return _Search(
            self._bounds,
            root,
            budget,
            node_of=node_of,
            successors=successors,
            blocked=self._states.__contains__,
            tail=tail,
            join=join,
        )

    def _walks(self, state: State, way: Way) -> bool:
        """Whether a plan from a state passes no state of the trail after it."""
        while way.rest is not None:
            state = self._system.successor_of_index(state, way.action)
            if state in self._states:
                return False
            way = way.rest
        return True

    def _try(self, node: Node, budget: int, meter: Meter) -> None:
        """A little effort for some plan from a node from which none short enough is known."""
        bounds = self._bounds
        if bounds.upper.get(node, math.inf) <= budget or self._tried.get(node, -1) >= budget:
            return
        self._tried[node] = budget
        if bounds.decided(node, budget) is None:
            Greedy(bounds, node, budget, meter).run(GREEDY_EVALUATIONS)


class _Search:
    """Best-first, from one node or state, for a way to the goal around those that are blocked.

    Args:
        node_of: The node of what is walked, for its bounds.
        tail: A plan from there within a budget that is known to pass nothing that is blocked.
        join: A path, and a plan from its end, as one plan that comes to nothing twice.
    """

    def __init__(
        self,
        bounds: Bounds,
        root: Key,
        budget: int,
        *,
        node_of: Callable[[Key], Node],
        successors: Callable[[Key], Iterable[tuple[int, Key]]],
        blocked: Callable[[Key], bool],
        tail: Callable[[Key, int, Meter], Way | None],
        join: Callable[[Sequence[tuple[Key, int]], Key, Way], Way],
    ) -> None:
        self._bounds, self._budget = bounds, budget
        self._node_of, self._successors, self._blocked = node_of, successors, blocked
        self._tail, self._join = tail, join
        self._depth: dict[Key, int] = {root: 0}
        self._parents: dict[Key, tuple[Key, int]] = {}
        self._closed: dict[Key, int] = {}
        self._order = count()
        self._queue: list[tuple[float, int, int, Key]] = [(0, 0, next(self._order), root)]

    def run(self, expansions: int, meter: Meter) -> Way | bool | None:
        """A way; false: there is none; ``None``: the effort is spent."""
        bounds, budget, queue = self._bounds, self._budget, self._queue
        while queue:
            if expansions <= 0 or meter.reached(0) is not None:
                return None
            key = queue[0][-1]
            g = self._depth[key]
            if self._closed.get(key, math.inf) <= g:
                heappop(queue)
                continue
            if g + bounds.lower(self._node_of(key)) <= budget:
                way = self._tail(key, budget - g, meter)
                if way is not None:
                    return self._join(self._path(key), key, way)
                if g < budget:
                    expansions -= 1
                    self._expand(key, g, meter)
            # Only now, so that nothing is missed if the time was up in the middle.
            self._closed[key] = g
        return False

    def _expand(self, key: Key, g: int, meter: Meter) -> None:
        bounds, budget = self._bounds, self._budget
        for action, child in self._successors(key):
            meter.generated += 1
            if g + 1 >= self._depth.get(child, math.inf) or self._blocked(child):
                continue
            node = self._node_of(child)
            lower = bounds.known_lower(node)
            if g + 1 + lower > budget:
                continue
            self._depth[child] = g + 1
            self._parents[child] = key, action
            rank = g + 1 + bounds.upper.get(node, lower)
            heappush(self._queue, (rank, -g - 1, next(self._order), child))

    def _path(self, key: Key) -> list[tuple[Key, int]]:
        path: list[tuple[Key, int]] = []
        while key in self._parents:
            key, action = self._parents[key]
            path.append((key, action))
        return path[::-1]


def _joined(path: Sequence[tuple[Node, int]], end: Node, way: Way) -> Way:
    """A path of nodes and a plan from its end; where the plan comes back to the path, it is cut short."""
    for node, action in reversed(path):
        at: Way | None = way
        while at is not None and at.node != node:
            at = at.rest
        way = Way(node, action, way) if at is None else at
    return way
