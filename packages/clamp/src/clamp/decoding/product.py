"""The paper's own semantics: three masks found independently of each other and multiplied, dead ends included.

Each mask asks on its own whether some action still fits the text: one that is well-formed, one over what is seen,
one that can be executed now. Their product can be empty, in the middle of an action as well as where the budget is
spent before the goal holds; `clamp.decoding.world`, which asks for one action that fits them all, cannot.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from clamp.decoding.world import (
    EXECUTABILITY,
    GOAL,
    ActionOrder,
    Choices,
    Decided,
    Intervals,
    State,
    World,
    without_goal,
)
from clamp.planning.search.bounds import Way
from clamp.threads import once


class Mask:
    """Some of the actions, as one factor of a product.

    Args:
        flags: Whether an action is one of them, by position, shape [actions].
    """

    def __init__(self, flags: NDArray[np.bool_]) -> None:
        self.flags = flags
        self.before: NDArray[np.int64] = np.concatenate(([0], np.cumsum(flags)))

    def any_in(self, lo: int, hi: int) -> bool:
        """Whether the mask leaves a text open that can become the actions ``lo … hi-1``."""
        return bool(self.before[hi] > self.before[lo])

    def any_in_each(self, intervals: Intervals) -> NDArray[np.bool_]:
        """`any_in` of many intervals: their ends, shape [2, n], to shape [n]."""
        lo, hi = self.before[intervals]
        return hi > lo


class ProductChoices(Choices):
    """What the product of some masks leaves at a boundary: each text that each of them leaves open."""

    __slots__ = ("_masks",)

    def __init__(self, masks: Sequence[Mask], order: ActionOrder, may_end: bool) -> None:
        self._masks = masks
        both = np.logical_and.reduce([mask.flags for mask in masks])
        super().__init__(Decided(without_goal(order.indices[both])), order, may_end)

    def __contains__(self, position: int) -> bool:
        return all(mask.flags[position] for mask in self._masks)

    def any_in(self, lo: int, hi: int) -> bool:
        """See `Choices`."""
        return all(mask.any_in(lo, hi) for mask in self._masks)

    def known_in(self, lo: int, hi: int) -> bool | None:
        """See `Choices`."""
        return self.any_in(lo, hi)

    def any_in_each(self, intervals: Intervals) -> NDArray[np.bool_]:
        """See `Choices`."""
        return np.logical_and.reduce([mask.any_in_each(intervals) for mask in self._masks])

    def likely(self) -> Choices:
        """See `Choices`."""
        return self


class ProductWorld(World):
    """The product of the constraints' own masks: what each leaves open by itself, and no look ahead.

    Once the budget is spent, a plan that has not reached the goal is stuck. Plans may come back to a state.
    """

    keeps_stuck = True

    @once
    def everything(self) -> Mask:
        """The mask of the syntax, which leaves every action open."""
        return Mask(np.ones(len(self.order.indices), dtype=np.bool_))

    @once
    def _none(self) -> Mask:
        return Mask(np.zeros(len(self.order.indices), dtype=np.bool_))

    @once
    def visible(self) -> Mask:
        """The mask of the actions that name only what is seen."""
        flags = np.zeros(len(self.order.indices), dtype=np.bool_)
        flags[self.order.positions[self.enabled]] = True
        return Mask(flags)

    def executable(self, state: State) -> Mask:
        """The mask of the actions that can be executed in a state."""
        flags = np.zeros(len(self.order.indices), dtype=np.bool_)
        found = np.array(self.system.applicable_indices(state), dtype=np.int64)
        flags[self.order.positions[found]] = True
        return Mask(flags)

    def masks(self, state: State) -> list[Mask]:
        """The factors in a state."""
        found = [self.everything]
        if self.seen is not None:
            found.append(self.visible)
        if EXECUTABILITY in self.enforce:
            found.append(self.executable(state))
        return found

    def choices(self, state: State, written: int, proof: Way | None = None) -> Choices:
        """What may come next; no proof of anything is asked for."""
        key = (state, written)
        found = self._products.get(key)
        if found is None:
            may_end = written > 0 and (GOAL not in self.enforce or self.system.is_goal(state))
            masks = self.masks(state) if written < self.budget else [self._none]
            found = self._products.setdefault(key, ProductChoices(masks, self.order, may_end))
        return found

    @once
    def _products(self) -> dict[tuple[State, int], ProductChoices]:
        return {}
