"""Bounds on the goal distance of nodes, and the searches that prove them.

Nothing here is ever wrong: `lower` and `upper` hold proofs only, and a search that stops early says so.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from heapq import heappop, heappush
from itertools import count
from typing import Any, TypeAlias

from clamp.errors import LimitError
from clamp.planning.search.limits import LimitReached, Meter
from clamp.planning.system import GuidedSpace, SearchSpace, guide_of

GREEDY_EVALUATIONS = 20
"""Effort of the satisficing search before the complete one has its first turn."""

PROOF_SHARE = 20
"""Effort of the complete search in its first turn, in landmarks: more of them make a node dearer."""

TIGHT = 2
"""With no more slack between the lower bound and the budget, refutation is likely, and gets more effort."""

ESTIMATE_WEIGHT = 3
"""How much more the satisficing search heeds the estimate than the depth."""

COARSE_EXPANSIONS = 300
"""Effort for one lower bound from the coarse space."""

COARSE_SLACK = 2
"""A lower bound farther than this below the budget is not searched for in the coarse space."""

CACHED_NODES = 1_000_000
"""Bounds of more nodes than this are forgotten between two queries."""

Node: TypeAlias = Any
Parents: TypeAlias = dict[Node, tuple[int, Node]]


class Way:
    """A plan that is known, as a linked list: plans with a common end share it, and keep it while they live.

    Attributes:
        node: Where it begins.
        action: Its first action; -1 where it ends, at a goal.
        rest: The plan after it; ``None`` where it ends.
        length: In actions.
    """

    __slots__ = ("action", "length", "node", "rest")

    def __init__(self, node: Node, action: int = -1, rest: Way | None = None) -> None:
        self.node = node
        self.action = action
        self.rest = rest
        self.length: int = 0 if rest is None else 1 + rest.length

    def actions(self) -> tuple[int, ...]:
        """The actions, in order."""
        actions: list[int] = []
        way = self
        while way.rest is not None:
            actions.append(way.action)
            way = way.rest
        return tuple(actions)


class Bounds:
    """What is proved about the goal distances of a search space's nodes.

    `ways[node]` is the best plan that is known, and `upper[node]` its length; no node comes twice in a plan.
    """

    def __init__(self, space: SearchSpace):
        self.space = space
        self.guide: GuidedSpace | None = guide_of(space)
        self._lower: dict[Node, float] = {}
        self._landmarks: dict[Node, Sequence[frozenset[int]]] = {}
        self.upper: dict[Node, int] = {}
        self.ways: dict[Node, Way] = {}
        coarse = self.guide.coarse if self.guide is not None else None
        self._coarse = None if coarse is None else Bounds(coarse)
        self._not_refuted: dict[Node, int] = {}

    def forget_if_large(self) -> None:
        """Keep memory bounded."""
        if len(self._lower) + len(self.upper) > CACHED_NODES:
            self._lower.clear()
            self._landmarks.clear()
            self.upper.clear()
            self.ways.clear()
            self._not_refuted.clear()
        if self._coarse is not None:
            self._coarse.forget_if_large()

    def known_lower(self, node: Node) -> float:
        """The best lower bound proved so far; computes nothing."""
        return self._lower.get(node, 0)

    def lower(self, node: Node, step: tuple[int, Node] | None = None) -> float:
        """The best lower bound, computed by the space when this node is met for the first time.

        Args:
            step: An action that leads to the node, and the node before it, if known. A landmark of that node
                without the action is one of this node, so only the others have to be looked for.
        """
        if node not in self._landmarks:
            cuts: Sequence[frozenset[int]] | None = ()
            known: Sequence[frozenset[int]] = ()
            if self.space.is_goal(node):
                bound = 0.0
                self.upper[node] = 0
                self.ways[node] = Way(node)
            elif self.guide is not None:
                if step is not None:
                    action, before = step
                    known = self.guide.surviving(before, action, self._landmarks.get(before, ()))
                cuts = self.guide.landmarks(node, known)
                bound = math.inf if cuts is None else len(cuts)
                if self._coarse is not None and bound < math.inf:
                    bound = max(bound, self._coarse.lower(self._coarse.space.node(node)))
            else:
                bound = self.space.lower_bound(node)
            self._landmarks[node] = cuts or ()
            self.raise_lower(node, bound)
        return self._lower[node]

    def refine(self, node: Node, budget: float, meter: Meter) -> float:
        """The best lower bound known, searched for in the coarse space if others do not refute the budget."""
        coarse = self._coarse
        if coarse is None:
            return self.known_lower(node)
        lower = self.lower(node)
        if not lower <= budget <= lower + COARSE_SLACK:
            return lower
        if self._not_refuted.get(node, math.inf) <= budget:
            return lower
        image, most = coarse.space.node(node), int(budget)
        unsettled = coarse.decided(image, most) is None and coarse._not_refuted.get(image, math.inf) > most
        if unsettled and not Complete(coarse, image, most, meter).run(COARSE_EXPANSIONS):
            coarse._not_refuted[image] = most
        self.raise_lower(node, coarse.known_lower(image))
        lower = self._lower[node]
        if lower <= budget:
            self._not_refuted[node] = most
        return lower

    def lower_after(self, node: Node, action: int) -> float:
        """A lower bound for the successor by an action, from what is known of `node` alone."""
        bound = self.lower(node) - 1
        cuts = self._landmarks[node]
        if len(cuts) <= bound or self.guide is None:
            return bound
        return max(bound, len(self.guide.surviving(node, action, cuts)))

    def raise_lower(self, node: Node, bound: float) -> None:
        """Note a proved lower bound."""
        if bound > self._lower.get(node, -1):
            self._lower[node] = bound

    def learn_path(self, path: Sequence[tuple[Node, int]], end: Node) -> None:
        """Note a plan: pairs (node, action) from its start to `end`, whose own upper bound is known."""
        way = self.ways[end]
        for node, action in reversed(path):
            if way.length + 1 < self.upper.get(node, math.inf):
                self.ways[node] = Way(node, action, way)
                self.upper[node] = way.length + 1
            way = self.ways[node]

    def learn_way(self, way: Way) -> None:
        """Note a plan that was known before, where it has been forgotten; parts without nodes are passed over."""
        at: Way | None = way
        while at is not None and (at.node is None or at.length < self.upper.get(at.node, math.inf)):
            if at.node is not None:
                self.ways[at.node], self.upper[at.node] = at, at.length
            at = at.rest

    def plan(self, node: Node) -> tuple[int, ...]:
        """The plan that is known from a node, `upper[node]` actions long; nothing if none is known."""
        way = self.ways.get(node)
        return () if way is None else way.actions()

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


class Greedy:
    """Look for any plan of at most `budget` actions, best-first.

    A guided space is searched by two queues in turn. One prefers a small depth + 3 × estimate; it guesses the
    children's estimates from their parent's, and corrects a guess when its turn comes. The other prefers
    nodes with a feature that no node with as many open goals had before, which leads off the plateaus on
    which the estimate is blind. Any other space is searched by its estimate alone.

    Source of the second queue: best-first width search, Lipovetzky and Geffner (2017).
    """

    def __init__(self, bounds: Bounds, root: Node, budget: int, meter: Meter):
        self._bounds, self._root, self._budget, self._meter = bounds, root, budget, meter
        self._depth: dict[Node, int] = {root: 0}
        self._parents: Parents = {}
        self._closed: dict[Node, int] = {}
        self._value: dict[Node, tuple[float, Collection[int]]] = {}
        self._order = count()
        self._turn = 0
        self._by_estimate: list[tuple[float, int, bool, Node]] = [(0, 0, False, root)]
        self._by_novelty: list[tuple[bool, int, int, int, Node]] = []
        self._features: dict[int, int] = {}

    def run(self, evaluations: int) -> bool | None:
        """Search until a plan is found (true), none is left to find (false), or the effort is spent."""
        budget, bounds = self._budget, self._bounds
        evaluations += len(self._value)
        while self._by_estimate or self._by_novelty:
            if len(self._value) >= evaluations or self._meter.reached(0) is not None:
                return None
            self._turn = turn = self._turn + 1
            novel = bool(self._by_novelty) and (turn % 2 == 0 or not self._by_estimate)
            if novel:
                key, done, node = 0.0, True, heappop(self._by_novelty)[-1]
            else:
                key, _, done, node = heappop(self._by_estimate)
            g = self._depth[node]
            if self._closed.get(node, math.inf) <= g or bounds.known_lower(node) + g > budget:
                continue
            if not novel:
                rank = g + ESTIMATE_WEIGHT * self._evaluate(node)[0]
                if bounds.known_lower(node) == math.inf:
                    continue
                if rank > key and not done:
                    heappush(self._by_estimate, (rank, -next(self._order), True, node))
                    continue
            elif turn % 4 == 0 and self._evaluate(node) and bounds.known_lower(node) == math.inf:
                continue
            self._closed[node] = g
            if g + bounds.refine(node, budget - g, self._meter) > budget:
                continue
            if self._expand(node, g):
                return True
        bounds.raise_lower(self._root, budget + 1)  # only proofs cut branches off, so nothing was missed
        return False

    def _evaluate(self, node: Node) -> tuple[float, Collection[int]]:
        if node not in self._value:
            guide = self._bounds.guide
            value = guide.relaxed_plan(node) if guide is not None else (self._bounds.space.estimate(node), ())
            self._value[node] = value
            if guide is not None and value[0] == math.inf:
                self._bounds.raise_lower(node, math.inf)
        return self._value[node]

    def _expand(self, node: Node, g: int) -> bool:
        bounds, budget, guide = self._bounds, self._budget, self._bounds.guide
        value = self._value.get(node)
        for action, child in bounds.space.successors(node):
            self._meter.generated += 1
            if g + 1 >= self._depth.get(child, math.inf) or g + 1 + bounds.known_lower(child) > budget:
                continue
            if bounds.space.is_goal(child):
                bounds.lower(child)
            self._depth[child] = g + 1
            self._parents[child] = (action, node)
            if g + 1 + bounds.upper.get(child, math.inf) <= budget:
                bounds.learn_path(trace(self._parents, child), child)
                return True
            if guide is None or child in self._value:
                guess = self._evaluate(child)[0]
            elif value is not None:
                guess = value[0] - 1 if action in value[1] else value[0] + 2
            else:
                guess = math.inf
            if guide is None or guess < math.inf:
                rank = g + 1 + ESTIMATE_WEIGHT * guess
                heappush(self._by_estimate, (rank, -next(self._order), child in self._value, child))
            if guide is not None:
                goals, features = guide.features(child)
                seen = self._features.get(goals, 0)
                self._features[goals] = seen | features
                known = features & ~seen == 0
                heappush(self._by_novelty, (known, goals, g + 1, next(self._order), child))
        return False


class Complete:
    """Settle a node by A*: in the end the bounds prove a plan of at most `budget` actions, or that none is.

    Args:
        optimal: Go on until the bounds meet, if the distance is at most `budget`.
    """

    def __init__(self, bounds: Bounds, root: Node, budget: int, meter: Meter, *, optimal: bool = False):
        self._bounds, self._root, self._budget, self._meter = bounds, root, budget, meter
        self._optimal = optimal
        self._best: float = bounds.upper.get(root, math.inf)
        self._depth: dict[Node, int] = {root: 0}
        self._parents: Parents = {}
        self._closed: dict[Node, int] = {}
        self._order = count()
        self._queue: list[tuple[float, int, int, Node]] = [(bounds.lower(root), 0, next(self._order), root)]

    def run(self, expansions: int) -> bool:
        """Search until the node is settled (true), or the effort is spent or a limit reached (false)."""
        bounds, queue, budget = self._bounds, self._queue, self._budget
        while queue:
            f, _, _, node = queue[0]
            if f >= self._best or f > budget:
                break
            if expansions <= 0 or self._meter.reached(f) is not None:
                self._learn(f)
                return False
            heappop(queue)
            g = self._depth[node]
            if self._closed.get(node, math.inf) <= g:
                continue
            bound = g + bounds.lower(node, self._parents.get(node))
            if bound > f:
                if bound <= budget and bound < self._best:
                    heappush(queue, (bound, -g, next(self._order), node))
                continue
            most = min(budget, self._best - 1)
            if g + bounds.refine(node, most - g, self._meter) > most:
                continue
            expansions -= 1
            self._closed[node] = g
            total = g + bounds.upper.get(node, math.inf)
            if total < self._best:
                self._best = total
                bounds.learn_path(trace(self._parents, node), node)
                if total <= budget and not self._optimal:
                    return True
            self._expand(node, g)
        self._learn(math.inf)
        return True

    def _expand(self, node: Node, g: int) -> None:
        bounds = self._bounds
        for action, child in bounds.space.successors(node):
            self._meter.generated += 1
            if g + 1 >= self._depth.get(child, math.inf):
                continue
            bound = g + 1 + max(bounds.known_lower(child), bounds.lower_after(node, action))
            if bound > self._budget or bound >= self._best:
                continue
            self._depth[child] = g + 1
            self._parents[child] = (action, node)
            heappush(self._queue, (bound, -g - 1, next(self._order), child))

    def _learn(self, smallest: float) -> None:
        """No plan is shorter than the smallest open bound, so no expanded node is nearer than the rest."""
        proved = min(smallest, self._best, self._budget + 1)
        self._bounds.raise_lower(self._root, proved)
        for node, g in self._closed.items():
            self._bounds.raise_lower(node, proved - g)


def decide(bounds: Bounds, node: Node, budget: int, meter: Meter) -> bool | LimitReached:
    """Whether a plan of at most `budget` actions exists: both searches in turn, with growing effort."""
    try:
        return _decide(bounds, node, budget, meter)
    except LimitError as error:  # in the middle of something: what was proved before is kept, and holds
        return LimitReached.of(error, bounds.known_lower(node))


def _decide(bounds: Bounds, node: Node, budget: int, meter: Meter) -> bool | LimitReached:
    decided = bounds.decided(node, budget)
    if decided is not None:
        return decided
    if bounds.refine(node, budget, meter) > budget:
        return False
    greedy, proof, effort = Greedy(bounds, node, budget, meter), Complete(bounds, node, budget, meter), 1
    while True:
        found = greedy.run(GREEDY_EVALUATIONS * effort)
        if found is not None:
            return found
        lower = bounds.known_lower(node)
        share = PROOF_SHARE if budget - lower > TIGHT else 4 * PROOF_SHARE
        if proof.run(math.ceil(effort * share / (1 + lower))):
            decided = bounds.decided(node, budget)
            assert decided is not None, "a complete search decides"
            return decided
        stopped = meter.reached(bounds.known_lower(node))
        if stopped is not None:
            return stopped
        effort *= 2
