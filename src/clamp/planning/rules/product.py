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
    """A `SearchSpace`; see `GuidedProductSpace` for more advice. Nodes are the product's states."""

    def __init__(self, ruled: Ruled, enabled: Collection[int] | None):
        self._ruled = ruled
        self._enabled = None if enabled is None else frozenset(enabled)
        self._below = ruled.system.search_space(enabled)

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
        return max(self._below.lower_bound(self._below.node(node.state)), self._owed(node))

    def estimate(self, node: Node) -> float:
        return self._below.estimate(self._below.node(node.state)) + self._owed(node)

    def _owed(self, node: Node) -> float:
        return self._ruled.monitor.steps_left(node.rules)
