"""Bounds on the goal distance of nodes, and the searches that prove them.

Nothing here is ever wrong: `lower` and `upper` hold proofs only, and a search that stops early says so.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Hashable, Sequence
from heapq import heappop, heappush
from itertools import count
from typing import Any, Protocol, TypeAlias, runtime_checkable

from clamp.planning.limits import LimitReached, Meter
from clamp.planning.system import SearchSpace

GREEDY_EXPANSIONS = 1_000
"""Effort of the satisficing search before the complete one takes over."""

CACHED_NODES = 1_000_000
"""Bounds of more nodes than this are forgotten between two queries."""

Node: TypeAlias = Any
Parents: TypeAlias = dict[Node, tuple[int, Node]]


@runtime_checkable
class GuidedSpace(SearchSpace, Protocol):
    """A search space that gives more advice than it must."""

    def step(self, node: Any, action: int) -> Hashable | None:
        """The node after one action, or ``None`` when it does not apply."""
        ...

    def relaxed_plan(self, node: Any) -> tuple[float, Collection[int]]:
        """An estimate of the goal distance, and the actions that look useful now."""
        ...

    def landmarks(self, node: Any) -> tuple[float, Collection[int]]:
        """A lower bound of the goal distance, and the only actions after which it may be smaller by one."""
        ...


class Bounds:
    """What is proved about the goal distances of a search space's nodes.

    `upper[node]` is the length of a plan that is known, and `first[node]` its first step: an action and the
    node after it, whose own upper bound is smaller by at least one.
    """

    def __init__(self, space: SearchSpace):
        self.space = space
        self.guide = space if isinstance(space, GuidedSpace) else None
        self._lower: dict[Node, float] = {}
        self._landmarks: dict[Node, tuple[float, Collection[int]]] = {}
        self.upper: dict[Node, int] = {}
        self.first: Parents = {}

    def forget_if_large(self) -> None:
        """Keep memory bounded."""
        if len(self._lower) + len(self.upper) > CACHED_NODES:
            self._lower.clear()
            self._landmarks.clear()
            self.upper.clear()
            self.first.clear()

    def known_lower(self, node: Node) -> float:
        """The best lower bound proved so far; computes nothing."""
        return self._lower.get(node, 0)

    def lower(self, node: Node) -> float:
        """The best lower bound, computed by the space when this node is met for the first time."""
        if node not in self._landmarks:
            if self.space.is_goal(node):
                self._landmarks[node] = (0, ())
                self.upper[node] = 0
                self.first.pop(node, None)
            elif self.guide is not None:
                self._landmarks[node] = self.guide.landmarks(node)
            else:
                self._landmarks[node] = (self.space.lower_bound(node), ())
            self.raise_lower(node, self._landmarks[node][0])
        return self._lower[node]

    def lower_after(self, node: Node, action: int) -> float:
        """A lower bound for the successor by an action, from what is known of `node` alone."""
        bound = self.lower(node) - 1
        base, helpful = self._landmarks[node]
        return base if self.guide is not None and base > bound and action not in helpful else bound

    def raise_lower(self, node: Node, bound: float) -> None:
        """Note a proved lower bound."""
        if bound > self._lower.get(node, -1):
            self._lower[node] = bound

    def learn_path(self, path: Sequence[tuple[Node, int]], end: Node) -> None:
        """Note a plan: pairs (node, action) from its start to `end`, whose own upper bound is known."""
        length = self.upper[end]
        for node, action in reversed(path):
            length += 1
            if length < self.upper.get(node, math.inf):
                self.upper[node] = length
                self.first[node] = (action, end)
            length = self.upper[node]
            end = node

    def plan(self, node: Node) -> tuple[int, ...]:
        """The plan that is known from a node, at most `upper[node]` actions long."""
        actions: list[int] = []
        while node in self.first:
            action, node = self.first[node]
            actions.append(action)
        return tuple(actions)

    def decided(self, node: Node, budget: int) -> bool | None:
        """Whether a plan of at most `budget` actions exists, as far as the bounds tell."""
        if self.upper.get(node, math.inf) <= budget:
            return True
        if self.known_lower(node) > budget or self.lower(node) > budget:
            return False
        return True if self.upper.get(node, math.inf) <= budget else None


def trace(parents: Parents, node: Node) -> list[tuple[Node, int]]:
    """The path that a search took to a node: pairs (node, action)."""
    path: list[tuple[Node, int]] = []
    while node in parents:
        action, node = parents[node]
        path.append((node, action))
    path.reverse()
    return path


def greedy(bounds: Bounds, root: Node, budget: int, meter: Meter, expansions: int) -> bool:
    """Look for any plan of at most `budget` actions; `False` says nothing but that none was found.

    Best-first by the estimate. A guided space is asked once per expanded node (children inherit its estimate,
    less one for the actions that look useful); any other is asked once per generated node.
    """
    space, guide = bounds.space, bounds.guide
    depth: dict[Node, int] = {root: 0}
    parents: Parents = {}
    closed: dict[Node, int] = {}
    order = count()
    queue: list[tuple[float, int, Node]] = [(0, next(order), root)]
    while queue and expansions > 0 and meter.reached(0) is None:
        _, _, node = heappop(queue)
        g = depth[node]
        if closed.get(node, math.inf) <= g:
            continue
        closed[node] = g
        if bounds.upper.get(node, math.inf) + g <= budget:
            bounds.learn_path(trace(parents, node), node)
            return True
        if bounds.known_lower(node) + g > budget:
            continue
        expansions -= 1
        estimate, useful = guide.relaxed_plan(node) if guide is not None else (0, ())
        if estimate == math.inf:
            bounds.raise_lower(node, math.inf)
            continue
        for action, child in space.successors(node):
            meter.generated += 1
            if g + 1 >= depth.get(child, math.inf):
                continue
            if g + 1 + bounds.known_lower(child) > budget:
                continue
            if space.is_goal(child):
                bounds.lower(child)
            depth[child] = g + 1
            parents[child] = (action, node)
            if g + 1 + bounds.upper.get(child, math.inf) <= budget:
                bounds.learn_path(trace(parents, child), child)
                return True
            if guide is None:
                rank = space.estimate(child)
                if rank == math.inf:
                    continue
            else:
                rank = estimate - 1 if action in useful else estimate + 1
            heappush(queue, (rank, next(order), child))
    return False


def complete(bounds: Bounds, root: Node, budget: int, meter: Meter, *, optimal: bool) -> LimitReached | None:
    """Settle a node by A*: afterwards `bounds` prove an upper bound ≤ `budget`, or a lower bound > `budget`.

    With `optimal`, the two bounds meet if the distance is at most `budget`.
    """
    space = bounds.space
    best = bounds.upper.get(root, math.inf)
    depth: dict[Node, int] = {root: 0}
    parents: Parents = {}
    closed: dict[Node, int] = {}
    order = count()
    queue: list[tuple[float, int, int, Node]] = [(bounds.lower(root), 0, next(order), root)]
    stopped: LimitReached | None = None
    proved: float = math.inf
    while queue:
        f, _, _, node = heappop(queue)
        g = depth[node]
        if closed.get(node, math.inf) <= g:
            continue
        if f >= best or f > budget:
            proved = f
            break
        bound = bounds.lower(node) + g
        if bound > f:
            if bound <= budget and bound < best:
                heappush(queue, (bound, -g, next(order), node))
            continue
        stopped = meter.reached(f)
        if stopped is not None:
            proved = f
            break
        closed[node] = g
        total = g + bounds.upper.get(node, math.inf)
        if total < best:
            best = total
            bounds.learn_path(trace(parents, node), node)
            if best <= budget and not optimal:
                return None
            if best <= f:
                break
        for action, child in space.successors(node):
            meter.generated += 1
            if g + 1 >= depth.get(child, math.inf):
                continue
            bound = g + 1 + max(bounds.known_lower(child), bounds.lower_after(node, action))
            if bound > budget or bound >= best:
                continue
            depth[child] = g + 1
            parents[child] = (action, node)
            heappush(queue, (bound, -g - 1, next(order), child))
    proved = min(proved, best, budget + 1)
    for node, g in closed.items():
        bounds.raise_lower(node, proved - g)
    bounds.raise_lower(root, proved)
    return stopped if best > budget or optimal else None
