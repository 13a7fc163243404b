"""A constraint whose admissible tokens are weighed: what `Lookahead` and `VisibilityBias` have in common.

It is used wherever a `PlanConstraint` is: the verbs and nouns are the constraint's, and `scores` is added.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from clamp import checks
from clamp.automata import Vocabulary
from clamp.decoding.constraint import Cursor, PlanConstraint
from clamp.decoding.diagnosis import Explanation, Failure
from clamp.decoding.formats import PlanFormat
from clamp.decoding.world import Ids
from clamp.planning.system import Action, TransitionSystem

if TYPE_CHECKING:
    from clamp.decoding.goal_mass import Truncation

Scores = NDArray[np.float64]

MAX_GUIDANCE = 1e6
"""Largest weight λ: far more than decides every choice, and far from what a float32 score can hold."""

MIN_LOG_WEIGHT = -1e6
"""Smallest log weight of an entity, for the same reason."""

_CACHED = 1024


def check_guidance(weight: float) -> float:
    """A guidance weight λ as a float.

    Raises:
        ConstraintError: If it is no number from 0 to `MAX_GUIDANCE`.
    """
    hint = "It is the weight λ of the score; 0 leaves the score out, and larger weights would overflow."
    return checks.number("guidance", weight, least=0, most=MAX_GUIDANCE, hint=hint)


class WeighedConstraint(ABC):
    """A constraint, and scores for the tokens that it admits; a kind of score implements `_find_scores`.

    Attributes:
        constraint: What admits the tokens.
        guidance: Weight of the scores, at least 0: what is added to a token's logit is `guidance` times its
            score, and at 0 nothing.
        lock: The constraint's; held while something is computed.
    """

    def __init__(self, constraint: PlanConstraint, guidance: float) -> None:
        self.constraint = constraint
        self.lock = constraint.lock
        self.guidance = guidance
        self._scores: dict[Cursor, tuple[Ids, Scores]] = {}

    @property
    def vocabulary(self) -> Vocabulary:
        """The constraint's vocabulary."""
        return self.constraint.vocabulary

    @property
    def plan_format(self) -> PlanFormat:
        """The constraint's plan format."""
        return self.constraint.plan_format

    @property
    def system(self) -> TransitionSystem[Any]:
        """The constraint's planning model."""
        return self.constraint.system

    def initial(self) -> Cursor:
        """See `PlanConstraint.initial`."""
        return self.constraint.initial()

    def advance(self, cursor: Cursor, token: int) -> Cursor:
        """See `PlanConstraint.advance`."""
        return self.constraint.advance(cursor, token)

    def allowed(self, cursor: Cursor) -> Ids:
        """See `PlanConstraint.allowed`."""
        return self.constraint.allowed(cursor)

    def accepting(self, cursor: Cursor) -> bool:
        """See `PlanConstraint.accepting`."""
        return self.constraint.accepting(cursor)

    def actions(self, cursor: Cursor) -> tuple[Action, ...]:
        """See `PlanConstraint.actions`."""
        return self.constraint.actions(cursor)

    def explain(self, cursor: Cursor, token: int) -> Explanation:
        """See `PlanConstraint.explain`."""
        return self.constraint.explain(cursor, token)

    def failure(self) -> Failure | None:
        """See `PlanConstraint.failure`."""
        return self.constraint.failure()

    @property
    @abstractmethod
    def score_name(self) -> str:
        """What the scores are, for people: shown before a score in a trace."""

    @property
    @abstractmethod
    def truncation(self) -> Truncation | None:
        """What was left out of the goal mass; ``None`` if nothing, or without one."""

    def scores(self, cursor: Cursor) -> tuple[Ids, Scores]:
        """The score of every admissible token: (token ids, as in `allowed`; natural-log scores), both [n].

        Neither is to be written to.
        """
        try:
            found = self._scores.get(cursor)
        except TypeError:  # not hashable, so no cursor
            found = None
        if found is None:
            self.constraint.check_cursor(cursor)
            with self.lock:
                found = self._scores.get(cursor)
                if found is None:
                    found = self._find_scores(cursor)
                    found[1].flags.writeable = False
                    if len(self._scores) >= _CACHED:
                        del self._scores[next(iter(self._scores))]
                    self._scores[cursor] = found
        return found

    @abstractmethod
    def _find_scores(self, cursor: Cursor) -> tuple[Ids, Scores]:
        """`scores`, found anew, under the lock; the scores are an array of their own."""
