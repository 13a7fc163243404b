"""One request of a batch, followed token by token."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from clamp.errors import DeadEndError, HostError
from clamp.hosts.protocol import TokenConstraint, admits, bias
from clamp.hosts.scatter import Admissible


class Follower:
    """Keeps a constraint's cursor beside the tokens that a request has written.

    What it knows is told by the tokens, never by a row or a slot: a request that was preempted, moved or read
    anew is followed from wherever its tokens lead.

    Args:
        constraint: What the request may write; ``None``: nothing, so that its text is empty.
        eos: Tokens that end a text; at least one.

    Attributes:
        count: How many tokens it has followed.
    """

    def __init__(self, constraint: TokenConstraint | None, eos: frozenset[int]) -> None:
        self.constraint = constraint
        self._eos = eos
        self._end = np.array([min(eos)], dtype=np.int64)
        self._restart()

    def _restart(self) -> None:
        self.count = 0
        self._last = -1
        self._cursor: Any = None if self.constraint is None else self.constraint.initial()
        # An empty text is no plan, because a plan has an action: it says that there is none.
        self._ended = self.constraint is None or not self.constraint.allowed(self._cursor).size

    @property
    def ended(self) -> bool:
        """Whether nothing may be written any more but the end."""
        return self._ended

    def follow(self, tokens: Sequence[int]) -> None:
        """Go to the end of the tokens written so far: on from the last call's, or anew if they differ.

        Raises:
            HostError: If one of them was not admissible.
        """
        if len(tokens) < self.count or (self.count and tokens[self.count - 1] != self._last):
            self._restart()
        for position in range(self.count, len(tokens)):
            self.step(int(tokens[position]))

    def step(self, token: int) -> None:
        """Go on by one token.

        Raises:
            HostError: If it was not admissible.
        """
        if self.constraint is not None and not self._ended:
            if token < 0 or not admits(self.constraint, self._cursor, token):
                written = self.constraint.vocabulary.bytes_of(token) if token >= 0 else None
                raise HostError(
                    f"The engine wrote token {token} ({written!r}) as number {self.count} of a plan, which "
                    "the constraint did not admit there. Does another logits processor run after CLAMP's, or "
                    "does the engine force tokens?"
                )
            if token in self._eos:
                self._ended = True
            else:
                self._cursor = self.constraint.advance(self._cursor, token)
        self.count += 1
        self._last = token

    def admissible(self, row: int) -> Admissible:
        """What may come next, in a row of the scores. After the end, and without any plan: the end.

        Raises:
            DeadEndError: If no token is admissible in the middle of a plan.
        """
        if self.constraint is None or self._ended:
            return Admissible(row, self._end)
        allowed = self.constraint.allowed(self._cursor)
        if allowed.size:
            return Admissible(row, allowed, bias(self.constraint, self._cursor))
        raise DeadEndError(
            f"No token is admissible after {self.count} tokens of a plan, though each was admitted: the "
            "search limits left every continuation undecided. Raise them."
        )
