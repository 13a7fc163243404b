"""A constraint's texts as far as they end within a number of tokens: what is written is never cut.

A token is admissible if after it one of the `endings` that the constraint knows still fits into the tokens that are
left, however few a tokenizer would take for it. So a text closes in time by itself, with what its constraint admits.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, NamedTuple

import numpy as np

from clamp import checks
from clamp.automata import Vocabulary
from clamp.decoding.constraint import Constraint
from clamp.decoding.diagnosis import Explanation, Failure
from clamp.decoding.world import Ids
from clamp.planning.system import Action
from clamp.threads import Cache

_NEVER = 1 << 30


class Counted(NamedTuple):
    """A place in a text, and how many tokens may still be written, the end of the sequence included."""

    place: Hashable
    left: int


class Within(Constraint[Counted]):
    """The texts of a constraint that end within so many tokens.

    Args:
        constraint: Knows `endings`, among them what is left of each one that it told before.
        tokens: Most tokens of a text, the end of the sequence included.

    Raises:
        ConstraintError: If `tokens` is no number of tokens.
    """

    def __init__(self, constraint: Constraint[Any], tokens: int) -> None:
        super().__init__(constraint.vocabulary, constraint.plan_format, constraint.system)
        self.inner = constraint
        self.tokens = checks.whole("tokens", tokens, least=1)
        self.enforce = constraint.enforce
        self._spelt = _Spelling(constraint.vocabulary)
        self._least: dict[Hashable, int] = Cache()

    @property
    def name(self) -> str:
        """What it bounds."""
        return self.inner.name

    def least(self, place: Hashable) -> int:
        """Fewest tokens, the end of the sequence included, in which an ending that is known can be written."""
        found = self._least.get(place)
        if found is None:
            told = self.inner.endings(place)
            found = self._least[place] = 1 + min((self._spelt(one) for one in told), default=_NEVER)
        return found

    def initial(self) -> Counted:
        """Before the first token."""
        return Counted(self.inner.initial(), self.tokens)

    def advance(self, cursor: Counted, token: int) -> Counted:
        """After one more token, with one fewer left."""
        return Counted(self.inner.advance(cursor.place, token), cursor.left - 1)

    def allowed(self, cursor: Counted) -> Ids:
        """What the constraint admits, and leaves tokens enough to end."""
        ids = self.inner.allowed(cursor.place)
        if cursor.left > self._spelt.most(self.inner.longest_ending):
            return ids
        ends = self.vocabulary.eos_ids
        kept = [
            one
            for one in ids.tolist()
            if cursor.left > (0 if one in ends else self.least(self.inner.advance(cursor.place, one)))
        ]
        return np.array(kept, np.int64)

    def accepting(self, cursor: Counted) -> bool:
        """Whether the text may end here."""
        return cursor.left > 0 and self.inner.accepting(cursor.place)

    def actions(self, cursor: Counted) -> tuple[Action, ...]:
        """Those that are complete."""
        return self.inner.actions(cursor.place)

    def explain(self, cursor: Counted, token: int) -> Explanation:
        """As the constraint does, or that too few tokens are left."""
        found = self.inner.explain(cursor.place, token)
        if not found.allowed or self.admits(cursor, token):
            return found
        left = checks.count(cursor.left, "token")
        return Explanation(
            found.token, found.text, False, self.name, f"With {left} left, no text goes on with it."
        )

    def failure(self) -> Failure | None:
        """Why there is no text at all."""
        found = self.inner.failure()
        if found is not None or len(self.allowed(self.initial())):
            return found
        start = self.initial()
        needed = self.least(start.place)
        return Failure(
            "length",
            f"The shortest text that is known has {needed} tokens, its end included, but max_new_tokens and the "
            f"model's context leave {start.left}. Raise max_new_tokens, or use a model with a longer context.",
        )

    def dead_end(self, cursor: Counted) -> str | None:
        """What the constraint says."""
        return self.inner.dead_end(cursor.place)

    def check_cursor(self, cursor: Counted) -> None:
        """As the constraint does."""
        self.inner.check_cursor(cursor.place)


class _Spelling:
    """Fewest tokens that write a text."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._known: dict[bytes, int] = {b"": 0}
        root = vocabulary.trie.root
        single = {byte for byte, node in root.children.items() if node.stop > node.lo}
        self._each_byte = len(single) == 256

    def most(self, longest: int) -> int:
        """So many tokens are left before it has to be looked closer, for endings of at most so many bytes."""
        return longest + 2 if self._each_byte else _NEVER

    def __call__(self, text: bytes) -> int:
        found = self._known.get(text)
        if found is None:
            for start in range(len(text) - 1, -1, -1):
                rest = text[start:]
                if rest not in self._known:
                    self._known[rest] = self._of(rest)
            found = self._known[text]
        return found

    def _of(self, text: bytes) -> int:
        """The same, where that of all that is left after a first token is known."""
        node, least = self._vocabulary.trie.root, _NEVER
        for length, byte in enumerate(text, 1):
            after = node.children.get(byte)
            if after is None:
                break
            node = after
            if node.stop > node.lo:
                least = min(least, 1 + self._known[text[length:]])
        return least


__all__ = ["Counted", "Within"]
