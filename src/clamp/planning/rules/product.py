"""The search space of a system with rules, over whole states: what rules read is not projected away.

The bounds and the advice are those of the system without rules: a plan that keeps rules is a plan.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from clamp.planning.rules.ltlf import DEAD
from clamp.planning.system import GuidedSpace, SearchSpace, guide_of

if TYPE_CHECKING:
    from clamp.planning.rules.ruled import Ruled, RuledState

Node: TypeAlias = "RuledState"


class ProductSpace:
    """A `SearchSpace`; see `GuidedProductSpace` for more advice. Nodes are the product's states.

    Args:
        below: The space of the system without rules; ``None`` where its goal is none of the plan's.
    """

    def __init__(self, ruled: Ruled, enabled: Collection[int] | None, below: SearchSpace | None):
        self._ruled = ruled
        self._enabled = None if enabled is None else frozenset(enabled)
        self._below = below

    def node(self, state: Node) -> Node:
        return state

    def is_goal(self, node: Node) -> bool:
        return self._ruled.is_goal(node)

    def successors(self, node: Node) -> Iterator[tuple[int, Node]]:
        seen = {node}
        for index in self._ruled.applicable_indices(node):
            if self._enabled is None or index in self._enabled:
                after = self._ruled.successor_of_index(node, index)
                if after not in seen:
                    seen.add(after)
                    yield index, after

    def lower_bound(self, node: Node) -> float:
        if node.rules == DEAD:
            return float("inf")
        owed = self._owed(node)
        return (
            owed if self._below is None else max(self._below.lower_bound(self._below.node(node.state)), owed)
        )

    def estimate(self, node: Node) -> float:
        owed, below = self._owed(node), self._below
        return owed if below is None else below.estimate(below.node(node.state)) + owed

    def _owed(self, node: Node) -> float:
        return self._ruled.monitor.steps_left(node.rules)


class GuidedProductSpace(ProductSpace):
    """The same with the advice of a `GuidedSpace` below."""

    def __init__(self, ruled: Ruled, enabled: Collection[int] | None, below: GuidedSpace):
        super().__init__(ruled, enabled, below)
        self._guide = below
        self.coarse = None if below.coarse is None else _Coarse(below, below.coarse)

    def step(self, node: Node, action: int) -> Node | None:
        if self._enabled is not None and action not in self._enabled:
            return None
        after = action in self._ruled.applicable_indices(node)
        return self._ruled.successor_of_index(node, action) if after else None

    def relaxed_plan(self, node: Node) -> tuple[float, Collection[int]]:
        length, useful = self._guide.relaxed_plan(self._guide.node(node.state))
        return length + self._owed(node), useful

    def features(self, node: Node) -> tuple[int, int]:
        unmet, features = self._guide.features(self._guide.node(node.state))
        return unmet + len(self._ruled.monitor.open_rules(node.rules)), features

    def landmarks(self, node: Node, known: Sequence[frozenset[int]]) -> Sequence[frozenset[int]] | None:
        if node.rules == DEAD:
            return None
        return self._guide.landmarks(self._guide.node(node.state), known)

    def surviving(
        self, node: Node, action: int, landmarks: Sequence[frozenset[int]]
    ) -> Sequence[frozenset[int]]:
        return self._guide.surviving(self._guide.node(node.state), action, landmarks)


class _Coarse:
    """The coarse space of a guided one, seen from the product."""

    def __init__(self, below: GuidedSpace, coarse: SearchSpace):
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
    if not ruled.reaches_goal:
        return ProductSpace(ruled, enabled, None)
    below = ruled.system.search_space(enabled)
    guide = guide_of(below)
    return ProductSpace(ruled, enabled, below) if guide is None else GuidedProductSpace(ruled, enabled, guide)
