"""The tokens that a model writes for an action: w(a), cut out of the middle of a plan.

An action tokenised alone is not what a model emits: the tokens at its ends merge with what stands beside it
(``"}`` alone, ``"},{"`` in a plan). So each action is tokenised between two copies of itself, and a token
belongs to the item in which it begins. Put one after the other, the segments of a plan's actions are its
tokens, up to the last token.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from clamp.automata import Vocabulary
from clamp.decoding.codecs import written
from clamp.decoding.plan_format import PlanFormat
from clamp.decoding.world import Ids
from clamp.hmm import SequenceTrie
from clamp.threads import Lock

Segment: TypeAlias = tuple[int, ...]


def action_segments(
    templates: Sequence[bytes], plan_format: PlanFormat, vocabulary: Vocabulary
) -> tuple[list[Segment], list[Segment]]:
    """Token sequences of each action as the first of a plan, and as a later one.

    Where items are numbered, a later one is taken to be the second.

    Args:
        templates: Each action's template.

    Returns:
        Two lists in the order of `templates`: first items begin with the opening, later ones with what of the
        separator no earlier token has written.
    """
    opening = written(plan_format.opening + plan_format.lead_of(1))
    second, third = (written(plan_format.separator + plan_format.lead_of(number)) for number in (2, 3))
    texts: list[bytes] = []
    starts: list[tuple[int, int, int]] = []
    for template in templates:
        text = written(template)
        first = opening + text
        later = second + text
        texts.append(first + later + third + text)
        starts.append((0, len(first), len(first) + len(later)))
    firsts: list[Segment] = []
    laters: list[Segment] = []
    for tokens, (start, middle, end) in zip(vocabulary.encode_batch(texts), starts, strict=True):
        begins = 0
        first_tokens: list[int] = []
        later_tokens: list[int] = []
        for token in tokens:
            if start <= begins < middle:
                first_tokens.append(token)
            elif middle <= begins < end:
                later_tokens.append(token)
            begins += len(vocabulary.bytes_of(token) or b"")
        firsts.append(tuple(first_tokens))
        laters.append(tuple(later_tokens))
    return firsts, laters


@dataclass(frozen=True, slots=True, eq=False)
class _Held:
    """A trie, the segments in it, and the number of each action's segment there (-1: not in it)."""

    trie: SequenceTrie
    segments: list[Segment]
    number: Ids


class ActionSegments:
    """The segments of all actions, tokenised when they are first asked for.

    Of the actions of a large domain, few are ever admissible; only these are tokenised and put into a trie.

    Args:
        templates: Each action's template, by position.
        plan_format: How actions are put together.
        vocabulary: The tokens.
    """

    def __init__(self, templates: Sequence[bytes], plan_format: PlanFormat, vocabulary: Vocabulary) -> None:
        self._templates = templates
        self._format = plan_format
        self._vocabulary = vocabulary
        self._lock = Lock()
        self._first: dict[int, Segment] = {}
        self._later: dict[int, Segment] = {}
        self._held: dict[bool, _Held] = {}

    def of(self, position: int, *, first: bool) -> Segment:
        """The tokens of one action, as the first of a plan or as a later one."""
        with self._lock:
            self._tokenise([position])
        return (self._first if first else self._later)[position]

    def trie(self, positions: NDArray[Any], *, first: bool) -> tuple[SequenceTrie, Ids]:
        """A trie that holds the segments of some actions, and perhaps of others, as first or as later ones.

        Args:
            positions: Which actions, shape [n], n ≥ 1.

        Returns:
            The trie, and the number of each action's segment in it, shape [n].
        """
        with self._lock:
            return self._trie(positions, first)

    def _trie(self, positions: NDArray[Any], first: bool) -> tuple[SequenceTrie, Ids]:
        held = self._held.get(first)
        missing = positions if held is None else positions[held.number[positions] < 0]
        if held is None or missing.size:
            new: list[int] = np.unique(missing).tolist()
            self._tokenise(new)
            known = self._first if first else self._later
            segments = [*(held.segments if held else ()), *(known[position] for position in new)]
            number = np.full(len(self._templates), -1) if held is None else held.number.copy()
            number[new] = np.arange(len(segments) - len(new), len(segments))
            held = self._held[first] = _Held(SequenceTrie.of(segments), segments, number)
        return held.trie, held.number[positions]

    def _tokenise(self, positions: Sequence[int]) -> None:
        new = [position for position in positions if position not in self._first]
        if not new:
            return
        templates = [self._templates[position] for position in new]
        firsts, laters = action_segments(templates, self._format, self._vocabulary)
        self._first.update(zip(new, firsts, strict=True))
        self._later.update(zip(new, laters, strict=True))
