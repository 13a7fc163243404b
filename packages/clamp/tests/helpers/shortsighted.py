"""A constraint whose plans come to dead ends, as a subclass of `PlanConstraint` may let them."""

from __future__ import annotations

import numpy as np

from clamp.decoding import PlanConstraint
from clamp.decoding.world import EXECUTABILITY, GOAL, Choices, Decided, State, World, without_goal
from clamp.planning.search.bounds import PlanSuffix


class _Now(World):
    keeps_stuck = True

    def choices(self, state: State, written: int, proof: PlanSuffix | None = None) -> Choices:
        able = range(len(self.system.actions))
        if EXECUTABILITY in self.enforce:
            able = sorted(self.system.applicable_indices(state))
        found = without_goal(np.array(able if written < self.budget else [], dtype=np.int64))
        ends = GOAL not in self.enforce or self.system.is_goal(state)
        return Choices(Decided(found), self.order, written > 0 and ends)


class Shortsighted(PlanConstraint):
    """What can be done now may be written, wherever it leads; a plan may end where the goal holds."""

    def kind_of_world(self) -> type[World]:
        return _Now
