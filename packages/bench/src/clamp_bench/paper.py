"""The paper's semantics: three masks found independently of each other and multiplied, and an HMM that weighs them.

Each mask asks on its own whether some action still fits the text: one that is well-formed, one over what is seen,
one that can be executed now. Their product can be empty, in the middle of an action as well as where the budget is
spent before the goal holds; `clamp.decoding.world`, which asks for one action that fits them all, cannot.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from clamp.decoding.goal_mass import GoalMassTable
from clamp.decoding.lookahead import BELIEFS, ActionLookahead, MassAfter
from clamp.decoding.plans import PlanConstraint
from clamp.decoding.world import (
    EXECUTABILITY,
    GOAL,
    VISIBILITY,
    ActionOrder,
    Boundary,
    Choices,
    Decided,
    Intervals,
    State,
    World,
    without_goal,
)
from clamp.planning.search.bounds import PlanSuffix
from clamp.planning.search.limits import SearchLimits
from clamp.threads import once

PAPER_BUDGET = 40
"""The paper's K_max: the default budget under its semantics."""


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

    def stands(self, lo: int, stop: int, hi: int) -> bool:
        """See `Choices`: what one mask takes for a whole action may be the beginning of another to the next mask."""
        return lo not in self and self.any_in(lo, hi)

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

    def choices(self, state: State, written: int, proof: PlanSuffix | None = None) -> Choices:
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


class _Blind(ActionLookahead):
    """What counts of actions is what can be executed, seen or not: a token can be admissible and have no mass."""

    usual_belief = BELIEFS[-1]
    constraint: PaperConstraint  # pyright: ignore[reportIncompatibleVariableOverride]

    @once
    def _twin(self) -> World:
        """Where only what counts is admitted, jointly; where plans count, that they reach the goal, too."""
        return self.constraint.alone(
            self.constraint.enforce - ({VISIBILITY} if self.needs_goal else {VISIBILITY, GOAL})
        )

    @once
    def _twins(self) -> dict[Boundary, Boundary]:
        return {}

    def counted(self, boundary: Boundary) -> Boundary:
        """The same plan so far, where only what counts is admitted."""
        found = self._twins.get(boundary)
        if found is None:
            parent = boundary.parent
            found = self._twin.start if parent is None else self.counted(parent).after(boundary.position)
            self._twins[boundary] = found
        return found


class PaperLookahead(_Blind):
    """G as the paper has it (§4.2.3): neutral outside actions, and blind to visibility.

    A token inside an action has the mass of the executable actions that it can become, also of those whose entities
    are not seen, and of plans on from there through any entity.
    """

    needs_goal = True

    def mass(self) -> MassAfter:
        """See `Lookahead`."""
        return GoalMassTable(self._twin, self.hmm, self._segments, self.max_states, self.slack, self.cap)


class PaperActionLookahead(_Blind):
    """The same without a goal (the paper's λ_diag): the actions count that can be executed, wherever they lead."""


class PaperConstraint(PlanConstraint):
    """The constraints' masks multiplied; the goal is asked only where the plan would end.

    Such a plan can get stuck (failure ``dead-end``), and may always come back to a state. Without a budget it has at
    most `PAPER_BUDGET` actions. The arguments are those of `clamp.PlanConstraint`.
    """

    usual_budget: ClassVar[int] = PAPER_BUDGET
    lookaheads: ClassVar[Mapping[str, type[Any]]] = {
        "goal": PaperLookahead,
        "action": PaperActionLookahead,
    }

    def kind_of_world(self) -> type[World]:
        """See `clamp.PlanConstraint`."""
        return ProductWorld

    def alone(self, enforce: frozenset[str]) -> World:
        """Some of the constraints, jointly, with loops: what they admit by themselves."""
        return World(
            self.system,
            self.world.order,
            enforce=enforce,
            seen=self.seen,
            budget=self.budget,
            limits=self._asked or SearchLimits(),
            loops=True,
        )


def constraint_of(semantics: str) -> type[PlanConstraint]:
    """What a plan is written under, by the name of its semantics: one of `clamp_bench.configuration.SEMANTICS`."""
    return PaperConstraint if semantics == "paper" else PlanConstraint
