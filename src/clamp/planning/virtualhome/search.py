"""The search space of VirtualHome: states as they are, restricted to the enabled actions."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from clamp.planning.virtualhome.state import State

if TYPE_CHECKING:
    from clamp.planning.virtualhome.system import VirtualHome


class VirtualHomeSearch:
    """Search over states; the bound counts unmet parts of the goal."""

    def __init__(self, system: VirtualHome, enabled: Collection[int] | None):
        self._system = system
        self._applicability = system.applicability(enabled)

    def node(self, state: State) -> State:
        return state

    def is_goal(self, node: State) -> bool:
        return self._system.is_goal(node)

    def successors(self, node: State) -> Iterable[tuple[int, State]]:
        for index in self._applicability.indices(node):
            yield index, self._system.successor_of_index(node, index)

    def lower_bound(self, node: State) -> float:
        return 0 if self._system.is_goal(node) else 1

    def estimate(self, node: State) -> float:
        return self.lower_bound(node)
