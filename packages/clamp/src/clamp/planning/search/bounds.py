"""What is proved of nodes: lower and upper bounds of the goal distance, and the plans that prove them.

Nothing here is ever wrong: `lower` and `upper` hold proofs only.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Collection, Sequence
from typing import Any, Literal, TypeAlias

from clamp import checks
from clamp.errors import DomainError
from clamp.planning.search.limits import Meter, checkpoint
from clamp.planning.system import SearchSpace

PRICE = 15
"""What an estimate, or a node's landmarks, are taken to cost where the space does not tell, in generated nodes."""

CACHED_NODES = 1_000_000
"""Of more nodes than this, the bounds that were found first are forgotten between two queries."""

WATCHED = 250
"""Ends of known plans that other nodes are compared with."""

Node: TypeAlias = Any


class PlanSuffix:
    """A plan that is known, as a linked list: plans with a common end share it, and keep it while they live.

    Attributes:
        node: Where it begins; ``None`` where that is not known.
        action: Its first action; -1 where it ends, at a goal.
        rest: The plan after it; ``None`` where it ends.
        length: In actions.
        need: What of `node` it rests on, where that is known: any node that has as much is led to the goal.
        irreducible: No action of it can be left out with all that it alone made possible: that was tried, here or where
            its actions were first found.
    """

    __slots__ = ("action", "irreducible", "length", "need", "node", "rest")

    def __init__(self, node: Node, action: int = -1, rest: PlanSuffix | None = None) -> None:
        self.node = node
        self.action = action
        self.rest = rest
        self.length: int = 0 if rest is None else 1 + rest.length
        self.need: Any = None
        self.irreducible = False

    @classmethod
    def of(cls, actions: Sequence[int]) -> PlanSuffix:
        """The plan of some actions, of which no node is known."""
        way = cls(None)
        for action in reversed(actions):
            way = cls(None, action, way)
        return way

    def ends(self) -> list[PlanSuffix]:
        """The plan, and the plan after each of its actions, longest first."""
        ends: list[PlanSuffix] = [self]
        while ends[-1].rest is not None:
            ends.append(ends[-1].rest)
        return ends

    def actions(self) -> tuple[int, ...]:
        """The actions, in order."""
        return tuple(way.action for way in self.ends()[:-1])


class Bounds:
    """What is proved about the goal distances of a search space's nodes.

    `upper[node]` is the length of the best plan that is known, and `way(node)` the plan; no node comes twice.
    """

    def __init__(self, space: SearchSpace):
        self.space = checks.instance("search_space", space, SearchSpace, DomainError, what="a SearchSpace")
        self._asked = 0
        self._lower: dict[Node, float] = {}
        self._landmarks: dict[Node, Sequence[frozenset[int]]] = {}
        self.upper: dict[Node, int] = {}
        self.ways: dict[Node, PlanSuffix] = {}
        self._joins: dict[Node, PlanSuffix] = {}
        self._watched: list[PlanSuffix] = []
        self._begins: frozenset[PlanSuffix] = frozenset()
        self._needs: list[Any] = []
        self._lengths: list[int] = []
        self.coarse = None if space.coarse is None else Bounds(space.coarse)
        self.not_refuted: dict[Node, int] = {}
        self._symmetric: SearchSpace | Literal[False] | None = False

    def forget_if_large(self) -> None:
        """Keep memory bounded. What was found last is kept: the plan that is being written rests on it."""
        if len(self._lower) + len(self.upper) > CACHED_NODES:
            self._lower.clear()
            self._landmarks.clear()
            self.not_refuted.clear()
            for node in list(self.upper)[: len(self.upper) // 2]:
                del self.upper[node]
                self.ways.pop(node, None)
                self._joins.pop(node, None)
        if self.coarse is not None:
            self.coarse.forget_if_large()

    def effort(self, meter: Meter) -> float:
        """What a query has cost: nodes, and what estimates and landmarks cost, counted in nodes.

        Only differences mean anything.
        """
        told = self.space.effort
        return meter.generated + (PRICE * self._asked if told is None else told)

    @property
    def price(self) -> float:
        """What one more estimate will cost, as far as is known."""
        return PRICE if self.space.effort is None else self.space.price

    def price_of_lower(self, node: Node, step: tuple[int, Node] | None) -> float:
        """What `lower` will cost at most, as far as is known."""
        if node in self._landmarks:
            return 0
        if self.space.effort is None:
            return PRICE
        known = 0
        if step is not None:
            action, before = step
            known = len(self.space.surviving(before, action, self._landmarks.get(before, ())))
        return self.space.price * (1 + max(0, self.known_lower(node) - known))

    def relaxed_plan(self, node: Node) -> tuple[float, Collection[int]]:
        """An estimate of the goal distance, and the actions that look useful now; what it proves is noted."""
        self._asked += 1
        found = self.space.relaxed_plan(node)
        if found[0] == math.inf:
            self.raise_lower(node, math.inf)
        return found

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
        self.ways[node] = PlanSuffix(node)
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
                self._asked += 1
                cuts = self.space.landmarks(node, known)
                bound = math.inf if cuts is None else max(len(cuts), self.space.lower_bound(node))
                if self.coarse is not None and bound < math.inf:
                    bound = max(bound, self.coarse.lower(self.coarse.space.node(node)))
            self._landmarks[node] = cuts or ()
            self.raise_lower(node, bound)
        return self._lower[node]

    def lower_within(self, node: Node, budget: float, step: tuple[int, Node] | None = None) -> float:
        """A lower bound that is as good as can be had where it may be more than the budget."""
        if node not in self._landmarks:
            estimate = self.relaxed_plan(node)[0]
            if (
                estimate <= budget or estimate == math.inf
            ):  # no plan has more landmarks than a relaxed plan actions
                return self.known_lower(node)
        return self.lower(node, step)

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
                self.ways[node] = PlanSuffix(node, action, way)
                self.upper[node] = way.length + 1
            way = self.way(node)
            assert way is not None

    def way(self, node: Node) -> PlanSuffix | None:
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
        irreducible = self._joins[
            node
        ].irreducible  # the same actions from where as much is the case: not looked at again
        way = PlanSuffix(walked[-1])
        way.irreducible = irreducible
        for place in reversed(kept):
            way = PlanSuffix(walked[place], actions[place], way)
            way.irreducible = irreducible
        self.ways[node], self.upper[node] = way, way.length
        return way

    def proof(self, node: Node) -> PlanSuffix:
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

    def swapped(self, node: Node, way: PlanSuffix, one: int, other: int) -> None:
        """Note that what a plan becomes by some swaps is a plan from a node; see `SearchSpace.swapped`."""
        actions = self.space.swapped(way.actions(), one, other)
        if actions is not None and way.length < self.upper.get(node, math.inf):
            self.upper[node] = way.length
            self._joins[node] = PlanSuffix.of(actions)

    def proved(self, node: Node, proof: PlanSuffix) -> PlanSuffix:
        """The plan that a `proof` is, as one from this node, which may have been forgotten."""
        if proof.node == node:
            self.learn_way(proof)
        elif proof.length < self.upper.get(node, math.inf):
            self.upper[node] = proof.length
            self._joins[node] = proof
        way = self.way(node)
        assert way is not None
        return way

    def learn_way(self, way: PlanSuffix) -> None:
        """Note a plan that was known before, where it has been forgotten; parts without nodes are passed over."""
        at: PlanSuffix | None = way
        while at is not None and (at.node is None or at.length < self.upper.get(at.node, math.inf)):
            if at.node is not None:
                self.ways[at.node], self.upper[at.node] = at, at.length
            at = at.rest

    def plan(self, node: Node) -> tuple[int, ...]:
        """The plan that is known from a node, at most `upper[node]` actions long; nothing if none is known."""
        way = self.way(node)
        return () if way is None else way.actions()

    def eliminate_actions(self, node: Node) -> None:
        """Leave out of the plan that is known from a node what it can do without.

        Source: action elimination, Nakhost and Müller (2010).
        """
        way, step = self.way(node), self.space.step
        if way is None or way.irreducible:
            return
        begun: list[tuple[Node, int]] = []
        while way.rest is not None and not way.irreducible:
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
                looked_at = way.rest.irreducible
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
        while end is not None and not end.irreducible:
            end.irreducible, end = True, end.rest

    def watch(self, way: PlanSuffix | None) -> None:
        """Compare other nodes with what a plan, and each end of it, rests on."""
        if way is None or way in self._begins:
            return
        fresh: list[PlanSuffix] = []
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

    def meets(self, node: Node, way: PlanSuffix) -> bool:
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
