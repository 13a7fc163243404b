"""What a host needs of a constraint: the four verbs, and the nouns around them.

`clamp.PlanConstraint` is one, and so is `clamp.Lookahead`, which also weighs what it admits.
"""

from __future__ import annotations

import math
from typing import Any, Protocol, cast

import numpy as np

from clamp.decoding import Explanation, Failure, PlanFormat
from clamp.errors import ConstraintError, GuidanceError
from clamp.planning.system import Action, TransitionSystem


class TokenVocabulary(Protocol):
    """The part of `clamp.automata.Vocabulary` that hosts use."""

    @property
    def size(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def eos_ids(self) -> frozenset[int]: ...
    def bytes_of(self, token: int) -> bytes | None: ...


class TokenConstraint(Protocol):
    """The part of `clamp.decoding.PlanConstraint` that hosts use. Cursors are immutable and hashable."""

    @property
    def vocabulary(self) -> TokenVocabulary: ...
    def initial(self) -> Any: ...
    def advance(self, cursor: Any, token: int) -> Any: ...
    def allowed(self, cursor: Any) -> np.ndarray: ...
    def failure(self) -> Failure | None: ...


class PlanningConstraint(TokenConstraint, Protocol):
    """A constraint that also reads, certifies and explains the plan that it admits."""

    @property
    def plan_format(self) -> PlanFormat: ...
    @property
    def system(self) -> TransitionSystem[Any]: ...
    def actions(self, cursor: Any) -> tuple[Action, ...]: ...
    def explain(self, cursor: Any, token: int) -> Explanation: ...


class TokenGuidance(Protocol):
    """What `clamp.Lookahead` adds to a constraint."""

    @property
    def guidance(self) -> float: ...
    @property
    def truncation(self) -> object | None: ...
    def scores(self, cursor: Any) -> tuple[np.ndarray, np.ndarray]: ...


def guidance_of(constraint: TokenConstraint | None) -> TokenGuidance | None:
    """The weights that a constraint gives the tokens that it admits, if it does."""
    weight: float = getattr(constraint, "guidance", 0.0)
    return None if weight == 0 else cast("TokenGuidance", constraint)


def bias(constraint: TokenConstraint, cursor: Any) -> np.ndarray | None:
    """What to add to the scores of the admissible tokens (λ·G, in their order); ``None`` for nothing.

    Tokens whose entry is ``-inf`` are not to be chosen.

    Raises:
        GuidanceError: If that leaves no token, or an entry is NaN or ``inf``.
        ConstraintError: If the weight is negative or NaN.
    """
    weights = guidance_of(constraint)
    if weights is None:
        return None
    weight = weights.guidance
    if not weight > 0:
        raise ConstraintError(
            f"The weight of {type(weights).__name__}'s scores is {weight}; it is at least 0."
        )
    scores = weights.scores(cursor)[1]
    with np.errstate(over="ignore", invalid="ignore"):
        added = weight * scores
    if len(added) and not math.isfinite(best := float(added.max())):
        raise GuidanceError(_unusable(weights, scores, best))
    return added


def _unusable(weights: TokenGuidance, scores: np.ndarray, best: float) -> str:
    """Why no admissible token can be chosen by its weight."""
    kind, largest = type(weights).__name__, float(scores.max())
    if math.isfinite(largest):
        return (
            f"{weights.guidance:g} times the scores of {kind} is {best} for each of {len(scores)} admissible "
            f"tokens, though the largest score is {largest:g}: the weight is too large. Lower it."
        )
    if largest != -math.inf:
        return f"{kind} gives an admissible token the score {largest}, which is no logarithm of a mass."
    return (
        f"{kind} gives each of {len(scores)} admissible tokens the score -inf: what weighs them holds all "
        "plans that go on from here for impossible. Does the HMM have zeros (was it learned without "
        "pseudocounts), or does it belong to other texts? Guidance 0 leaves it out."
    )


def admits(constraint: TokenConstraint, cursor: Any, token: int) -> bool:
    """Whether a token is admissible at a cursor."""
    allowed = constraint.allowed(cursor)
    position = int(np.searchsorted(allowed, token))
    return position < allowed.size and int(allowed[position]) == token
