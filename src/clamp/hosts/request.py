"""What a host needs of a constraint: the four verbs, and the nouns around them.

`clamp.PlanConstraint` is one, and so is `clamp.Weighted`, which also weighs what it admits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, cast

import numpy as np

from clamp.decoding import Explanation, Failure, PlanFormat
from clamp.decoding.weights import Score
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


class TokenWeights(Protocol):
    """What `clamp.Weighted` adds to a constraint."""

    @property
    def weighing(self) -> Sequence[Score]: ...
    @property
    def truncation(self) -> object | None: ...
    def named_scores(self, cursor: Any) -> Mapping[str, np.ndarray]: ...
    def bias(self, cursor: Any) -> np.ndarray | None: ...


def weights_of(constraint: TokenConstraint | None) -> TokenWeights | None:
    """The scores that a constraint gives the tokens that it admits, if it does."""
    return cast("TokenWeights", constraint) if getattr(constraint, "weighing", ()) else None


def bias(constraint: TokenConstraint, cursor: Any) -> np.ndarray | None:
    """What to add to the scores of the admissible tokens, in their order; ``None`` for nothing.

    Tokens whose entry is ``-inf`` are not to be chosen.

    Raises:
        GuidanceError: If that leaves no token, or an entry is NaN or ``inf``.
    """
    weights = weights_of(constraint)
    return None if weights is None else weights.bias(cursor)


def admits(constraint: TokenConstraint, cursor: Any, token: int) -> bool:
    """Whether a token is admissible at a cursor."""
    allowed = constraint.allowed(cursor)
    position = int(np.searchsorted(allowed, token))
    return position < allowed.size and int(allowed[position]) == token
