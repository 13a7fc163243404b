"""What a host needs of a constraint: the four verbs, and the nouns around them."""

from __future__ import annotations

from typing import Any, Protocol, cast

import numpy as np


class TokenVocabulary(Protocol):
    """The part of `clamp.automata.Vocabulary` that hosts use."""

    @property
    def size(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def eos_ids(self) -> frozenset[int]: ...
    def bytes_of(self, token: int) -> bytes | None: ...


class TokenFailure(Protocol):
    """The part of a constraint's failure that hosts report."""

    @property
    def cause(self) -> str: ...
    @property
    def message(self) -> str: ...


class TokenConstraint(Protocol):
    """The part of `clamp.decoding.PlanConstraint` that hosts use. Cursors are immutable and hashable."""

    @property
    def vocabulary(self) -> TokenVocabulary: ...
    def initial(self) -> Any: ...
    def advance(self, cursor: Any, token: int) -> Any: ...
    def allowed(self, cursor: Any) -> np.ndarray: ...
    def failure(self) -> TokenFailure | None: ...


class TokenGuidance(Protocol):
    """What `clamp.decoding.Lookahead` adds to a constraint."""

    @property
    def guidance(self) -> float: ...
    def scores(self, cursor: Any) -> tuple[np.ndarray, np.ndarray]: ...


def bias(constraint: TokenConstraint | TokenGuidance, cursor: Any) -> np.ndarray | None:
    """What to add to the scores of the admissible tokens (λ·G, in their order); ``None`` for nothing."""
    weight: float = getattr(constraint, "guidance", 0.0)
    if weight == 0:
        return None
    return weight * cast("TokenGuidance", constraint).scores(cursor)[1]


def admits(constraint: TokenConstraint, cursor: Any, token: int) -> bool:
    """Whether a token is admissible at a cursor."""
    allowed = constraint.allowed(cursor)
    position = int(np.searchsorted(allowed, token))
    return position < allowed.size and int(allowed[position]) == token
