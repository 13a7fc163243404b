"""SafeDec's two variants as the paper adapts them to plans: invalid actions masked (HCD), or made unlikely (RCD).

An action is judged once the text has settled which one it is, in the symbolic state after the actions before it;
there is no lookahead, no goal, and nothing is pruned before an action is settled. So HCD can dead-end.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from clamp.automata import Vocabulary
from clamp.decoding import PlanConstraint
from clamp.decoding.plans import Cursor
from clamp.decoding.product import Mask, ProductWorld
from clamp.decoding.weights import Score, Weighted
from clamp.decoding.world import Boundary, Intervals, State, World
from clamp_bench.baselines.baseline import UnderConstraint, plan_constraint
from clamp_bench.harness import Question

PENALTY = 5.0
"""How much RCD takes off the score of a token that settles on an invalid action, in nats. The paper names no
value; this is our choice."""


class _Settled(Mask):
    """Asks of an action only once a text can become no other."""

    def any_in(self, lo: int, hi: int) -> bool:
        return hi - lo > 1 or super().any_in(lo, hi)

    def any_in_each(self, intervals: Intervals) -> NDArray[np.bool_]:
        lo, hi = intervals
        return (hi - lo > 1) | super().any_in_each(intervals)


class _HardWorld(ProductWorld):
    """What is seen, and what can be executed once it is settled."""

    def executable(self, state: State) -> Mask:
        return _Settled(super().executable(state).flags)


class _SoftWorld(ProductWorld):
    """Anything that is seen; what cannot be executed changes nothing."""

    def masks(self, state: State) -> list[Mask]:
        return [self.everything, *([] if self.seen is None else [self.visible])]

    def after(self, state: State, position: int) -> State:
        index = int(self.order.indices[position])
        if not self.executable(state).flags[position]:
            return state
        return self.system.successor_of_index(state, index)


class _Hard(PlanConstraint):
    def kind_of_world(self) -> type[World]:
        return _HardWorld


class _Soft(PlanConstraint):
    def kind_of_world(self) -> type[World]:
        return _SoftWorld


class Hcd(UnderConstraint):
    """Hard-constrained decoding."""

    says = "an action is masked once it is settled and cannot be executed; no goal, no lookahead"

    def constrain(self, question: Question, vocabulary: Vocabulary) -> PlanConstraint:
        return plan_constraint(question, vocabulary, "visibility", "executability", kind=_Hard)


class Rcd(UnderConstraint):
    """Robustness-conditioned decoding."""

    says = "an action that cannot be executed costs a penalty once it is settled; no goal, no lookahead"

    def constrain(self, question: Question, vocabulary: Vocabulary) -> Weighted:
        made = plan_constraint(question, vocabulary, "visibility", "executability", kind=_Soft)
        return Weighted(made, [Score("robustness", PENALTY, _robustness(made))])


def _robustness(constraint: PlanConstraint) -> Callable[[Cursor], NDArray[np.float64]]:
    """The predicted satisfaction of each admissible token: 0, or -1 where it settles on an invalid action."""
    world = constraint.world
    assert isinstance(world, _SoftWorld)

    def invalid(boundary: Boundary) -> bool:
        """Whether the action that led to a boundary could not be executed."""
        parent = boundary.parent
        return parent is not None and not world.executable(parent.state).flags[boundary.position]

    def scores(cursor: Cursor) -> NDArray[np.float64]:
        ids = constraint.allowed(cursor)
        found = np.zeros(len(ids))
        written = min((thread.boundary.written for thread in cursor.threads), default=0)
        for piece in constraint.language.pieces(cursor.threads):
            tokens, bad = piece.ids, np.zeros(len(piece.ids), dtype=np.bool_)
            if piece.leading is not None:
                lo, hi = piece.leading.intervals
                flags = world.executable(piece.boundary.state).flags
                bad = (hi - lo == 1) & ~flags[np.minimum(lo, len(flags) - 1)]
            if piece.boundary.written > written and invalid(piece.boundary):
                bad[:] = True
            at = np.searchsorted(ids, tokens)
            known = (at < len(ids)) & (ids[np.minimum(at, len(ids) - 1)] == tokens)
            found[at[known & bad]] = -1.0
        return found

    return scores
