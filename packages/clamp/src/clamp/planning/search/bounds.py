"""Bounds on the goal distance of nodes, and the searches that prove them.

Nothing here is ever wrong: `lower` and `upper` hold proofs only, and a search that stops early says so.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from heapq import heappop, heappush
from itertools import count
from typing import Any, Literal, TypeAlias

from clamp import checks
from clamp.errors import DomainError, LimitError
from clamp.planning.search.limits import LimitReached, Meter, checkpoint
from clamp.planning.system import SearchSpace

FAVOUR = 100
"""How many more turns useful actions get after one that came nearer to the goal."""

TURN = 300
"""Effort of a search in its first turn, in generated nodes (`Bounds.effort`); it doubles with each."""

UNLIKELY_SHARE = 0.25
"""The share of a turn of what is unlikely: of the complete search to refute, or, where there is hardly any room, of
the search by estimate to find."""

EVALUATIONS = 20
"""Estimates in which the search by estimate has to come nearer to the goal to go on out of its turn; and its effort in
its first turn where it is not known what they cost."""

EXPANSIONS = 20
"""Effort of the complete search in its first turn, in landmarks, where it is not known what they cost."""

TIGHT = 2
"""With no more slack between the lower bound and the budget, refutation is likely, and gets more effort."""

ESTIMATE_WEIGHT = 3
"""How much more the satisficing search heeds the estimate than the depth."""

COARSE_EXPANSIONS = 300
"""Effort for one lower bound from the coarse space."""

COARSE_SLACK = 2
"""A lower bound farther than this below the budget is not searched for in the coarse space."""

CACHED_NODES = 1_000_000
"""Of more nodes than this, the bounds that were found first are forgotten between two queries."""

ALIKE_TURN = 16
"""From this turn on, a search that found nothing passes over what differs by a swap of objects only."""

WATCHED = 250
"""Ends of known plans that other nodes are compared with."""

UNKNOWN = 1 << 60
"""An estimate that is none yet; finite, since every node may turn out to be a dead end."""

Node: TypeAlias = Any
Parents: TypeAlias = dict[Node, tuple[int, Node]]


class Way:
    """A plan that is known, as a linked list: plans with a common end share it, and keep it while they live.

    Attributes:
        node: Where it begins; ``None`` where that is not known.
        action: Its first action; -1 where it ends, at a goal.
        rest: The plan after it; ``None`` where it ends.
        length: In actions.
        need: What of `node` it rests on, where that is known: any node that has as much is led to the goal.
        tidy: Leaving out any of its actions, together with those that only it made possible, was tried in vain, here
            or where its actions were first found.
    """

    __slots__ = ("action", "length", "need", "node", "rest", "tidy")

    def __init__(self, node: Node, action: int = -1, rest: Way | None = None) -> None:
        self.node = node
        self.action = action
        self.rest = rest
        self.length: int = 0 if rest is None else 1 + rest.length
        self.need: Any = None
        self.tidy = False

    @classmethod
    def of(cls, actions: Sequence[int]) -> Way:
        """The plan of some actions, of which no node is known."""
        way = cls(None)
        for action in reversed(actions):
            way = cls(None, action, way)
        return way

    def ends(self) -> list[Way]:
        """The plan, and the plan after each of its actions, longest first."""
        ends: list[Way] = [self]
        while ends[-1].rest is not None:
            ends.append(ends[-1].rest)
        return ends

    def actions(self) -> tuple[int, ...]:
        """The actions, in order."""
        return tuple(way.action for way in self.ends()[:-1])


class Bounds:
    """What is proved about the goal distances of a search space's nodes.

    `upper[node]` is the length of the best plan that is known, and `way(node)` the plan; no node comes twice.

    Attributes:
        counted: The space tells what its estimates cost.
    """

    def __init__(self, space: SearchSpace):
        self.space = checks.instance("search_space", space, SearchSpace, DomainError, what="a SearchSpace")
        self.counted = space.effort is not None
        self._lower: dict[Node, float] = {}
        self._landmarks: dict[Node, Sequence[frozenset[int]]] = {}
        self.upper: dict[Node, int] = {}
        self.ways: dict[Node, Way] = {}
        self._joins: dict[Node, Way] = {}
        self._watched: list[Way] = []
        self._begins: frozenset[Way] = frozenset()
        self._needs: list[Any] = []
        self._lengths: list[int] = []
        self._coarse = None if space.coarse is None else Bounds(space.coarse)
        self._not_refuted: dict[Node, int] = {}
        self._symmetric: SearchSpace | Literal[False] | None = False

    def forget_if_large(self) -> None:
        """Keep memory bounded. What was found last is kept: the plan that is being written rests on it."""
        if len(self._lower) + len(self.upper) > CACHED_NODES:
            self._lower.clear()
            self._landmarks.clear()
            self._not_refuted.clear()
            for node in list(self.upper)[: len(self.upper) // 2]:
                del self.upper[node]
                self.ways.pop(node, None)
                self._joins.pop(node, None)
        if self._coarse is not None:
            self._coarse.forget_if_large()

    def effort(self, meter: Meter) -> float:
        """What a query has cost: nodes, and what estimates and landmarks cost, counted in nodes.

        Only differences mean anything. Where the space does not tell, landmarks are for nothing.
        """
        return meter.generated + (self.space.effort or 0)

    def price_of_lower(self, node: Node, step: tuple[int, Node] | None) -> float:
        """What `lower` will cost at most, as far as is known."""
        if node in self._landmarks:
            return 0
        known = 0
        if step is not None:
            action, before = step
            known = len(self.space.surviving(before, action, self._landmarks.get(before, ())))
        return self.space.price * (1 + max(0, self.known_lower(node) - known))

    def known_lower(self, node: Node) -> float:
        """The best lower bound proved so far; computes nothing."""
        return self._lower.get(node, 0)

    def is_goal(self, node: Node) -> bool:
        """Whether the goal holds, and note that it does."""
        if self.upper.get(node) == 0:
            return True
        if not self.space.is_goal(node):
            return False
        self.upper[node] = 0
        self.ways[node] = Way(node)
        return True

    def lower(self, node: Node, step: tuple[int, Node] | None = None) -> float:
        """The best lower bound, computed by the space when this node is met for the first time.

        Args:
            step: An action that leads to the node, and the node before it, if known. A landmark of that node
                without the action is one of this node, so only the others have to be looked for.
        """
        if node not in self._landmarks:
            cuts: Sequence[frozenset[int]] | None = ()
            known: Sequence[frozenset[int]] = ()
            if self.is_goal(node):
                bound = 0.0
            else:
                if step is not None:
                    action, before = step
                    known = self.space.surviving(before, action, self._landmarks.get(before, ()))
                cuts = self.space.landmarks(node, known)
                bound = math.inf if cuts is None else max(len(cuts), self.space.lower_bound(node))
                if self._coarse is not None and bound < math.inf:
                    bound = max(bound, self._coarse.lower(self._coarse.space.node(node)))
            self._landmarks[node] = cuts or ()
            self.raise_lower(node, bound)
        return self._lower[node]

    def lower_within(self, node: Node, budget: float, step: tuple[int, Node] | None = None) -> float:
        """A lower bound that is as good as can be had where it may be more than the budget."""
        if self.counted and node not in self._landmarks:
            estimate = self.space.relaxed_plan(node)[0]
            if estimate == math.inf:
                self.raise_lower(node, math.inf)
            if estimate <= budget:  # every plan has fewer landmarks than a relaxed plan has actions
                return self.known_lower(node)
        return self.lower(node, step)

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
        bound = self.known_lower(node) - 1
        cuts = self._landmarks.get(node, ())
        if len(cuts) <= bound:
            return bound
        return max(bound, len(self.space.surviving(node, action, cuts)))

    def raise_lower(self, node: Node, bound: float) -> None:
        """Note a proved lower bound."""
        if bound > self._lower.get(node, -1):
            self._lower[node] = bound

    def learn_path(self, path: Sequence[tuple[Node, int]], end: Node) -> None:
        """Note a plan: pairs (node, action) from its start to `end`, whose own upper bound is known."""
        way = self.way(end)
        assert way is not None
        for node, action in reversed(path):
            if way.length + 1 < self.upper.get(node, math.inf):
                self.ways[node] = Way(node, action, way)
                self.upper[node] = way.length + 1
            way = self.way(node)
            assert way is not None

    def way(self, node: Node) -> Way | None:
        """The best plan that is known from a node."""
        way = self.ways.get(node)
        if node not in self.upper or (way is not None and way.length <= self.upper[node]):
            return way
        walked = [node]
        actions = self._joins[node].actions()
        for action in actions:
            after = self.space.step(walked[-1], action)
            assert after is not None, "what a plan rests on leads to its end"
            walked.append(after)
        last = {one: place for place, one in enumerate(walked)}
        kept, place = list[int](), last[node]
        while place < len(actions):
            kept.append(place)
            place = last[walked[place + 1]]
        tidy = self._joins[node].tidy  # the same actions from where as much is the case: not looked at again
        way = Way(walked[-1])
        way.tidy = tidy
        for place in reversed(kept):
            way = Way(walked[place], actions[place], way)
            way.tidy = tidy
        self.ways[node], self.upper[node] = way, way.length
        return way

    def proof(self, node: Node) -> Way:
        """The plan that is known from a node, or one that has its actions but begins at another node."""
        way = self.ways.get(node)
        return way if way is not None and way.length <= self.upper[node] else self._joins[node]

    def symmetry(self, *, again: bool = False) -> SearchSpace | None:
        """The space, if there are objects that are alike.

        That takes time to find out. Where it was up once, it is not tried again between every two actions.

        Args:
            again: Try it again: for searches that have been long already.
        """
        if self._symmetric is False or (again and self._symmetric is None):
            self._symmetric = None  # first: the time may be up while it is found out
            if self.space.has_symmetry:
                self._symmetric = self.space
        return self._symmetric or None

    def swapped(self, node: Node, way: Way, one: int, other: int) -> None:
        """Note that what a plan becomes by some swaps is a plan from a node; see `SearchSpace.swapped`."""
        actions = self.space.swapped(way.actions(), one, other)
        if actions is not None and way.length < self.upper.get(node, math.inf):
            self.upper[node] = way.length
            self._joins[node] = Way.of(actions)

    def proved(self, node: Node, proof: Way) -> Way:
        """The plan that a `proof` is, as one from this node, which may have been forgotten."""
        if proof.node == node:
            self.learn_way(proof)
        elif proof.length < self.upper.get(node, math.inf):
            self.upper[node] = proof.length
            self._joins[node] = proof
        way = self.way(node)
        assert way is not None
        return way

    def learn_way(self, way: Way) -> None:
        """Note a plan that was known before, where it has been forgotten; parts without nodes are passed over."""
        at: Way | None = way
        while at is not None and (at.node is None or at.length < self.upper.get(at.node, math.inf)):
            if at.node is not None:
                self.ways[at.node], self.upper[at.node] = at, at.length
            at = at.rest

    def plan(self, node: Node) -> tuple[int, ...]:
        """The plan that is known from a node, at most `upper[node]` actions long; nothing if none is known."""
        way = self.way(node)
        return () if way is None else way.actions()

    def tidy(self, node: Node) -> None:
        """Leave out of the plan that is known from a node what it can do without.

        Source: action elimination, Nakhost and Müller (2010).
        """
        way, step = self.way(node), self.space.step
        if way is None or way.tidy:
            return
        begun: list[tuple[Node, int]] = []
        while way.rest is not None and not way.tidy:
            checkpoint("searching")
            here, rest = way.node, list[tuple[Node, int]]()
            at = way.rest
            while at.rest is not None:
                after = step(here, at.action)
                if after is not None and after != here:
                    rest.append((here, at.action))
                    here = after
                at = at.rest
            if self.is_goal(here):
                looked_at = way.rest.tidy
                self.learn_path([*begun, *rest], here)
                known = self.way(way.node)
                assert known is not None
                way = known
                if looked_at:
                    break
            else:
                begun.append((way.node, way.action))
                way = way.rest
        end = self.way(node)
        while end is not None and not end.tidy:
            end.tidy, end = True, end.rest

    def watch(self, way: Way | None) -> None:
        """Compare other nodes with what a plan, and each end of it, rests on."""
        if way is None or way in self._begins:
            return
        fresh: list[Way] = []
        for end in reversed(way.ends()):
            if end.need is None and end.node is not None:
                if end.rest is None:
                    end.need = self.space.satisfied(end.node)
                elif end.rest.need is not None:
                    end.need = self.space.regressed(end.node, end.action, end.rest.need)
            if end.need is None:
                break
            fresh.append(end)
        known = set(map(id, fresh))
        self._watched = sorted(
            [*fresh, *(end for end in self._watched if id(end) not in known)][:WATCHED],
            key=lambda end: end.length,
        )
        self._begins = frozenset(self._watched)
        self._needs = [end.need for end in self._watched]
        self._lengths = [end.length for end in self._watched]

    def joined(self, node: Node, most: float) -> bool:
        """Whether a plan of at most `most` actions is known, if need be one that was found for another node."""
        if self.upper.get(node, math.inf) <= most:
            return True
        near = bisect_right(self._lengths, most)
        place = self.space.first_met(node, self._needs, near) if near else -1
        return place >= 0 and self.meets(node, self._watched[place])

    def meets(self, node: Node, way: Way) -> bool:
        """Whether a node has what a plan rests on, and note that it leads on from there, too."""
        if way.need is None or not self.space.meets(node, way.need):
            return False
        if way.length < self.upper.get(node, math.inf):
            self.upper[node] = way.length
            self._joins[node] = way
        return True

    def decided(self, node: Node, budget: int) -> bool | None:
        """Whether a plan of at most `budget` actions exists, as far as what is known tells."""
        if self.upper.get(node, math.inf) <= budget:
            return True
        if self.known_lower(node) > budget:
            return False
        if self.is_goal(node):
            return budget >= 0
        self.raise_lower(node, 1)
        return False if budget < 1 else None


def trace(parents: Parents, node: Node) -> list[tuple[Node, int]]:
    """The path that a search took to a node: pairs (node, action)."""
    path: list[tuple[Node, int]] = []
    while node in parents:
        action, node = parents[node]
        path.append((node, action))
    path.reverse()
    return path


class _Kinds:
    """The kinds of nodes that a search has met, if it heeds them.

    Nodes of one kind are equally far from the goal, so the first that is met will do. It may lie deeper than the
    others: a search that stays within a budget may miss a plan by that, and then says that it cut something off.
    """

    def __init__(self, space: SearchSpace | None, met: Iterable[Node]) -> None:
        self._space = space
        self._met: dict[Any, Node] = {}
        for node in met if space is not None else ():
            self.is_new(node)

    def successors(self, space: SearchSpace, node: Node) -> Iterable[tuple[int, Node]]:
        """The successors to look at."""
        return space.successors(node) if self._space is None else space.different_successors(node)

    def is_new(self, node: Node) -> bool:
        """Whether a node is the first of its kind, which is noted."""
        return self._space is None or self._met.setdefault(self._space.kind(node), node) == node


class Helpful:
    """Look for any plan of at most `budget` actions: along relaxed plans, which say what looks useful now.

    A node is estimated when its turn comes; until then its parent's estimate stands for its own. Useful
    actions lead to one queue; a node's other children wait in another until the node's turn comes there.
    The first has more turns, and many more after each that came nearer to the goal than any before.

    Source: lazy search with preferred operators, Richter and Helmert (2009).

    Attributes:
        nearest: The best estimate so far.
    """

    def __init__(self, bounds: Bounds, root: Node, budget: int, meter: Meter):
        self._kinds = _Kinds(None, ())
        self._bounds, self._root, self._budget, self._meter = bounds, root, budget, meter
        self._space = bounds.space
        self._depth: dict[Node, int] = {root: 0}
        self._parents: Parents = {}
        self._estimated: set[Node] = set()
        self._order = count()
        self.nearest = UNKNOWN
        self._cut = False
        self._turns = [0, 0]
        self._useful: list[tuple[float, int, Node]] = [(0.0, next(self._order), root)]
        self._others: list[tuple[float, int, Node]] = []

    def heed(self, alike: SearchSpace | None) -> None:
        """From now on, of nodes of one kind, look at the first only, where there are objects that are alike."""
        self._kinds = _Kinds(alike, self._depth)

    def run(self, effort: float) -> bool | None:
        """Search until a plan is found (true), none is left to find (false), or the effort is spent."""
        bounds, budget, meter = self._bounds, self._budget, self._meter
        most = bounds.effort(meter) + effort
        while not self.spent:
            if bounds.effort(meter) >= most or meter.reached(0) is not None:
                return None
            others = not self._useful or (bool(self._others) and self._turns[1] < self._turns[0])
            self._turns[others] += 1
            estimate, _, node = heappop(self._others if others else self._useful)
            if node in self._estimated:
                if others and self._all_successors(node, estimate):
                    return True
                continue
            g = self._depth[node]
            if g + bounds.known_lower(node) > budget:
                self._cut = True
                continue
            if bounds.joined(node, budget - g):
                bounds.learn_path(trace(self._parents, node), node)
                return True
            self._estimated.add(node)
            estimate, useful = self._space.relaxed_plan(node)
            if estimate == math.inf:
                bounds.raise_lower(node, math.inf)
                continue
            if estimate < self.nearest:
                self.nearest = estimate
                self._turns[0] = self._turns[1] - FAVOUR
            steps = ((action, self._space.step(node, action)) for action in sorted(useful))
            for action, child in steps:
                if child is not None and self._reached(node, action, child, estimate, self._useful):
                    return True
            heappush(self._others, (estimate, next(self._order), node))
        if self._cut:
            return None
        bounds.raise_lower(self._root, math.inf)
        return False

    @property
    def spent(self) -> bool:
        """Whether nothing is left to look at."""
        return not self._useful and not self._others

    @property
    def price(self) -> float:
        """What an estimate costs."""
        return self._space.price

    def _all_successors(self, node: Node, estimate: float) -> bool:
        return any(
            self._reached(node, action, child, estimate, self._others)
            for action, child in self._kinds.successors(self._space, node)
        )

    def _reached(
        self, node: Node, action: int, child: Node, estimate: float, queue: list[tuple[float, int, Node]]
    ) -> bool:
        """Queue a child; whether it is a goal within the budget."""
        self._meter.generated += 1
        g, deep = self._depth[node] + 1, self._depth.get(child)
        if deep is None and not self._kinds.is_new(child):
            return False
        if deep is None or g < deep:
            self._depth[child] = g
            self._parents[child] = (action, node)
        if deep is not None and queue is self._others:
            return False
        if deep is None and g > self._budget:
            self._cut = True
            return False
        if self._bounds.is_goal(child) and self._depth[child] <= self._budget:
            self._bounds.learn_path(trace(self._parents, child), child)
            return True
        if child not in self._estimated:
            heappush(queue, (estimate, next(self._order), child))
        return False


class Greedy:
    """Look for any plan of at most `budget` actions, best-first.

    Two queues take turns. One prefers a small depth + 3 × estimate; it guesses the children's estimates from their
    parent's, and corrects a guess when its turn comes. The other prefers nodes with a feature that no node with as many
    open goals had before, which leads off the plateaus on which the estimate is blind; a space that tells no features
    has only the first.

    Source of the second queue: best-first width search, Lipovetzky and Geffner (2017).

    Args:
        blocked: Nodes that are not entered.
    """

    heeds_features = True
    first_guess = math.inf
    """What is taken for the estimate of a child whose parent has none; infinite: the other queue is enough for it."""

    def __init__(self, bounds: Bounds, root: Node, budget: int, blocked: Collection[Node] = ()):
        self.bounds, self.root, self.budget, self._blocked = bounds, root, budget, blocked
        self._depth: dict[Node, int] = {root: 0}
        self.parents: Parents = {}
        self._closed: dict[Node, int] = {}
        self._value: dict[Node, tuple[float, Collection[int]]] = {}
        self._order = count()
        self._turn = 0
        self._by_estimate: list[tuple[float, int, bool, Node]] = [(0, 0, False, root)]
        self._by_novelty: list[tuple[bool, int, int, int, Node]] = []
        self._features: dict[int, int] = {}

    def run(self, evaluations: int, meter: Meter) -> bool | None:
        """Search until a plan is found (true), none is left to find (false), or the effort is spent."""
        budget, bounds = self.budget, self.bounds
        evaluations += len(self._value)
        while self._by_estimate or self._by_novelty:
            if len(self._value) >= evaluations or meter.reached(0) is not None:
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
            if not self.is_refuted(node, budget - g, meter) and self.expand(node, g, meter):
                return True
        return self.exhausted()

    def arrived(self, node: Node, left: int) -> bool:
        """Whether a plan of at most so many actions is known to lead on from a node that was just met."""
        if self.bounds.upper.get(node, math.inf) > left:
            return False
        self.bounds.learn_path(trace(self.parents, node), node)
        return True

    def is_refuted(self, node: Node, left: int, meter: Meter) -> bool:
        """Whether it is proved that no plan of so many actions leads on from a node."""
        return self.bounds.refine(node, left, meter) > left

    def exhausted(self) -> bool | None:
        """What it means that nothing is left to look at."""
        self.bounds.raise_lower(
            self.root, self.budget + 1
        )  # only proofs cut branches off, so nothing was missed
        return False

    def _evaluate(self, node: Node) -> tuple[float, Collection[int]]:
        if node not in self._value:
            self._value[node] = value = self.bounds.space.relaxed_plan(node)
            if value[0] == math.inf:
                self.bounds.raise_lower(node, math.inf)
        return self._value[node]

    def expand(self, node: Node, g: int, meter: Meter) -> bool:
        """Look at the successors of a node; whether a plan is found."""
        bounds, budget, space = self.bounds, self.budget, self.bounds.space
        self._closed[node] = g
        if g >= budget:
            return False
        value = self._value.get(node)
        for action, child in space.successors(node):
            meter.generated += 1
            if g + 1 >= self._depth.get(child, math.inf) or child in self._blocked:
                continue
            if g + 1 + bounds.known_lower(child) > budget:
                continue
            bounds.is_goal(child)
            self._depth[child] = g + 1
            self.parents[child] = (action, node)
            if self.arrived(child, budget - g - 1):
                return True
            if child in self._value:
                guess = self._value[child][0]
            elif value is not None:
                guess = value[0] - 1 if action in value[1] else value[0] + 2
            else:
                guess = self.first_guess
            if guess < math.inf:
                rank = g + 1 + ESTIMATE_WEIGHT * guess
                heappush(self._by_estimate, (rank, -next(self._order), child in self._value, child))
            goals, features = space.features(child) if self.heeds_features else (0, 0)
            if features:
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

    def run(self, effort: float) -> bool:
        """Search until the node is settled (true), or the effort is spent or a limit reached (false).

        Args:
            effort: As `Bounds.effort` counts; in expanded nodes where the space does not tell what bounds cost.
        """
        bounds, queue, budget, meter = self._bounds, self._queue, self._budget, self._meter
        most, expansions = bounds.effort(meter) + effort, 0
        while queue:
            f, _, _, node = queue[0]
            if f >= self._best or f > budget:
                break
            spent = bounds.effort(meter) >= most if bounds.counted else expansions >= effort
            if spent or meter.reached(f) is not None:
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
            longest = min(budget, self._best - 1)
            if g + bounds.refine(node, longest - g, meter) > longest:
                continue
            expansions += 1
            self._closed[node] = g
            bounds.joined(node, budget - g)
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


class Decision:
    """Settle whether a plan of at most `budget` actions exists: all searches in turn, with growing effort.

    Args:
        step: An action that leads to the node, and the node before it, if known.
    """

    def __init__(
        self, bounds: Bounds, node: Node, budget: int, meter: Meter, step: tuple[int, Node] | None = None
    ):
        self._bounds, self._node, self._budget, self._meter, self._step = bounds, node, budget, meter, step
        self._turn = 1
        self._owed: defaultdict[str, float] = defaultdict(float)
        self._greedy: Greedy | Helpful | None = None
        self._proof: Complete | None = None

    def turn(self) -> bool | LimitReached | None:
        """Go on for a while: the answer, or the limit that was reached, or ``None`` if neither is yet known."""
        bounds, node, budget, meter = self._bounds, self._node, self._budget, self._meter
        if bounds.joined(node, budget):
            return True
        decided = bounds.decided(node, budget)
        if decided is not None:
            return decided
        if self._greedy is None:
            if self._refuted():
                return False
            self._greedy = (
                Helpful(bounds, node, budget, meter) if bounds.counted else Greedy(bounds, node, budget)
            )
        turn, self._turn = self._turn, 2 * self._turn
        if turn == ALIKE_TURN and isinstance(self._greedy, Helpful):
            self._greedy.heed(bounds.symmetry(again=True))
        # Where there is hardly any room, most answers are no, and what proves them is soon done, or soon given up.
        ways = (self._prove, self._look) if self._tight() else (self._look, self._prove)
        for way in ways:
            found = way(turn)
            if found is not None:
                return found
        return meter.reached(bounds.known_lower(node))

    def _look(self, turn: int) -> bool | None:
        """Look for any plan."""
        greedy, found = self._greedy, None
        assert greedy is not None
        if isinstance(greedy, Greedy):
            return greedy.run(EVALUATIONS * turn, self._meter)
        tight = self._step is not None and self._tight()
        effort, nearest = TURN * turn * (UNLIKELY_SHARE if tight else 1), math.inf
        while found is None and not greedy.spent and greedy.nearest < nearest:
            # On and on, as long as that leads nearer to the goal.
            nearest = 0 if tight else greedy.nearest
            found = self._charged(greedy.run, effort)
            effort = EVALUATIONS * greedy.price
        return found

    def _prove(self, turn: int) -> bool | None:
        """Look at all nodes, the nearest to a goal first."""
        bounds, node, budget = self._bounds, self._node, self._budget
        if not bounds.counted:
            slack = budget - bounds.lower(node, self._step)
            share = EXPANSIONS if slack > TIGHT else 4 * EXPANSIONS
            return self._search_all(math.ceil(share * turn / (1 + bounds.lower(node))))
        effort = TURN * turn * (2.0 if self._tight() else UNLIKELY_SHARE)
        if self._proof is None and effort <= bounds.price_of_lower(node, self._step):
            return None
        return self._charged(self._search_all, effort)

    def _search_all(self, effort: float) -> bool | None:
        bounds, node, budget = self._bounds, self._node, self._budget
        if self._proof is None:
            bounds.lower(node, self._step)
            self._proof = Complete(bounds, node, budget, self._meter)
        if not self._proof.run(effort):
            return None
        decided = bounds.decided(node, budget)
        assert decided is not None, "a complete search decides"
        return decided

    def _charged(self, search: Callable[[float], bool | None], effort: float) -> bool | None:
        """Go on with a search: what it cost beyond its effort, because it stops between steps only, it owes."""
        bounds, meter, name = self._bounds, self._meter, search.__qualname__
        left = effort - self._owed[name]
        if left <= 0:
            self._owed[name] = -left
            return None
        before = bounds.effort(meter)
        found = search(left)
        self._owed[name] = bounds.effort(meter) - before - left
        return found

    def _tight(self) -> bool:
        """Whether a plan, if there is one, can hardly be longer than is proved already."""
        return self._budget - self._bounds.known_lower(self._node) <= TIGHT

    def _refuted(self) -> bool:
        """Whether a bound tells that there is no plan."""
        bounds, node, budget = self._bounds, self._node, self._budget
        if bounds.lower_within(node, budget - TIGHT, self._step) > budget:
            return True
        return not bounds.counted and bounds.refine(node, budget, self._meter) > budget


def decide(bounds: Bounds, node: Node, budget: int, meter: Meter) -> bool | LimitReached:
    """Whether a plan of at most `budget` actions exists."""
    try:
        decision = Decision(bounds, node, budget, meter)
        found = decision.turn()
        while found is None:
            found = decision.turn()
        if found is True:
            bounds.tidy(node)
        return found
    except LimitError as error:  # in the middle of something: what was proved before is kept, and holds
        if bounds.upper.get(node, math.inf) <= budget:
            return True
        return LimitReached.of(error, bounds.known_lower(node))


class Alike:
    """Which of the actions in a node differ by a swap of objects only: one of each kind has to be decided.

    Long-lived: what was decided once, of whatever kind, is decided for all of that kind.
    """

    def __init__(self, bounds: Bounds, node: Node) -> None:
        self._bounds, self._node = bounds, node
        self._likeness: Callable[[int], Hashable] | None = None
        self._decided: dict[Hashable, tuple[Node, int]] = {}

    def kinds(self, targets: Iterable[Node]) -> dict[Node, Hashable]:
        """The kinds of nodes that actions lead to; nothing where there are none."""
        space = self._bounds.symmetry()
        if space is None:
            return {}
        if self._likeness is None:
            self._likeness = space.likeness(self._node)
        return {target: space.kind(target) for target in targets}

    def note(self, kind: Hashable, target: Node, actions: Sequence[int]) -> None:
        """A node of a kind is decided."""
        self._decided[kind] = target, actions[0]

    def tells(self, kind: Hashable, target: Node, actions: Sequence[int], budget: int) -> bool | None:
        """What is known of a node by another one of its kind, which is noted.

        How far the goal is at least is the same for all. A plan is another one's with other objects, where the
        actions that lead to the two are alike themselves.
        """
        if kind not in self._decided:
            return None
        bounds, (other, one) = self._bounds, self._decided[kind]
        bounds.raise_lower(target, bounds.known_lower(other))
        way, likeness = bounds.way(other), self._likeness
        if way is not None and way.length <= budget and likeness is not None:
            alike = likeness(one)
            two = None if alike is None else next((two for two in actions if likeness(two) == alike), None)
            if two is not None:
                bounds.swapped(target, way, one, two)
        return bounds.decided(target, budget)


def decide_each(
    bounds: Bounds,
    node: Node,
    after: Mapping[Node, Sequence[int]],
    budget: int,
    meter: Meter,
    alike: Alike | None = None,
) -> dict[Node, bool | LimitReached]:
    """Whether a plan of at most `budget` actions leads on from each node that actions lead to from `node`.

    What is known already is said even when the time is up: so the plan that was found last goes on.

    Args:
        after: The nodes, each with the actions that lead there.
        alike: What is known of the kinds of these actions.
    """
    alike = Alike(bounds, node) if alike is None else alike
    try:
        if bounds.upper.get(node, 0) > budget - TIGHT:  # a shorter plan decides more
            bounds.tidy(node)
    except LimitError:
        pass  # it was only an attempt
    bounds.watch(bounds.way(node))
    found: dict[Node, bool | LimitReached] = {}
    for target, actions in after.items():
        if bounds.joined(target, budget):
            found[target] = True
            continue
        bounds.raise_lower(target, max(bounds.lower_after(node, action) for action in actions))
        decided = bounds.decided(target, budget)
        if decided is not None:
            found[target] = decided
    try:
        open_ = [target for target in after if target not in found]
        kinds = alike.kinds(after) if open_ else {}
        for target in found:
            if target in kinds:
                alike.note(kinds[target], target, after[target])

        def settle(targets: Iterable[Node]) -> list[Node]:
            """Those of some nodes that others of their kinds do not tell of; one of each kind comes first."""
            left: dict[Node, None] = {}
            for target in targets:
                if target not in found:
                    told = (
                        alike.tells(kinds[target], target, after[target], budget) if target in kinds else None
                    )
                    if told is None:
                        left[target] = None
                    else:
                        found[target] = told
            return list(left)

        def kind_of(target: Node) -> Hashable:
            return kinds.get(target, (target,))

        open_ = settle(open_)
        first = {kind_of(target): target for target in reversed(open_)}
        for cheap in (_mended, _repaired, _rejoined):
            for target in first.values():
                checkpoint("searching")
                if target not in found and cheap(bounds, node, target, budget):
                    found[target] = True
                    if target in kinds:
                        alike.note(kinds[target], target, after[target])
        open_ = settle(open_)
        decisions = dict[Node, Decision]()
        if len(open_) > 1 and bounds.upper.get(node, 0) > budget - TIGHT:
            # What bounds one node bounds all after it, but for what the action takes away.
            bounds.lower(node)
            for target in open_:
                bounds.raise_lower(target, max(bounds.lower_after(node, one) for one in after[target]))
            open_ = settle(open_)
        while open_:
            checkpoint("searching")
            # Whoever was decided in passing stands for its kind no longer.
            first = {kind: target for kind, target in first.items() if target not in found}
            for target in open_:
                if first.setdefault(kind_of(target), target) != target:
                    continue
                if target not in decisions:
                    decisions[target] = Decision(bounds, target, budget, meter, (after[target][0], node))
                answer = decisions[target].turn()
                if answer is True:
                    bounds.watch(bounds.way(target))
                if answer is None:
                    continue
                found[target] = answer
                del first[kind_of(target)]  # another one of the kind is next, if this tells nothing of it
                if target in kinds:
                    alike.note(kinds[target], target, after[target])
            open_ = settle(open_)
    except LimitError as error:
        stopped = LimitReached.of(error, 0)
        for target in after:
            if target not in found:
                known = bounds.decided(target, budget)
                unknown = LimitReached(stopped.kind, stopped.limit, bounds.known_lower(target))
                found[target] = (
                    unknown if known is None and not bounds.joined(target, budget) else known is not False
                )
    return found


def _mended(bounds: Bounds, node: Node, target: Node, budget: int) -> bool:
    """Whether the plan that is known from `node` works from `target` with one more action, its second or its first.

    What `target` lacks is often taken back by one action: a rule asks for it, or it undoes what led to `target`. The
    second place comes first, because in the first place the action may come back to `node`.
    """
    space, way = bounds.space, bounds.way(node)
    if way is None or way.rest is None or way.need is None or way.length >= budget:
        return False
    path: list[tuple[Node, int]] = []
    after = space.step(target, way.action)
    places = [(target, way, path)]
    if after is not None and after != target:
        places.insert(0, (after, way.rest, [(target, way.action)]))
    for here, rest, path in places:
        for action in space.mending(here, rest.need):
            mended = space.step(here, action)
            if mended is not None and bounds.meets(mended, rest):
                bounds.learn_path([*path, (here, action)], mended)
                return True
    return False


def _repaired(bounds: Bounds, node: Node, target: Node, budget: int) -> bool:
    """Whether the plan that is known from `node` still works, skipping what does not, from `target`."""
    way = bounds.way(node)
    if way is None:
        return False
    path: list[tuple[Node, int]] = []
    while way.rest is not None and len(path) < budget:
        action, way = way.action, way.rest
        after = bounds.space.step(target, action)
        if after is None or after == target:
            continue
        path.append((target, action))
        target, left = after, budget - len(path)
        met = way.length <= left and bounds.meets(target, way)
        if met or bounds.upper.get(target, math.inf) <= left or bounds.is_goal(target):
            bounds.learn_path(path, target)
            return True
    return False


def _rejoined(bounds: Bounds, node: Node, target: Node, budget: int) -> bool:
    """Whether one action leads from `target` to where a plan is known."""
    if not bounds.counted:
        return False
    for action, child in bounds.space.successors(target):
        if bounds.joined(child, budget - 1) or bounds.is_goal(child):
            bounds.learn_path([(target, action)], child)
            return bounds.upper[target] <= budget
    return False
