"""Token sequences, flat in memory: what an HMM learns from."""

from __future__ import annotations

import hashlib
import itertools
import os
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from clamp.errors import HMMError
from clamp.files import parse_json, read_lines, shown


@dataclass(frozen=True)
class Continuation:
    """What the frozen model wrote.

    Attributes:
        tokens: Its ids.
        confidence: The model's geometric mean probability of them, in [0, 1], if known.
    """

    tokens: Sequence[int]
    confidence: float | None = None

    def __post_init__(self) -> None:
        if self.confidence is not None and not 0 <= self.confidence <= 1:
            raise HMMError(
                f"A confidence is {self.confidence}; it must lie between 0 and 1. Is it a logarithm?"
            )


@dataclass(frozen=True, eq=False)
class Corpus:
    """Token sequences one after another.

    Attributes:
        tokens: All tokens, shape [T].
        offsets: Sequence i is ``tokens[offsets[i]:offsets[i + 1]]``, shape [N + 1].
    """

    tokens: NDArray[np.int64]
    offsets: NDArray[np.int64]

    @classmethod
    def of(cls, sequences: Iterable[Sequence[int]]) -> Corpus:
        """Gather sequences; empty ones are kept and carry no information.

        Raises:
            HMMError: A sequence is not a flat sequence of whole numbers.
        """
        arrays: list[NDArray[Any]] = []
        for index, sequence in enumerate(sequences):
            array = np.asarray(sequence)
            if array.size and (array.ndim != 1 or array.dtype.kind not in "iu"):
                raise HMMError(
                    f"Sequence {index} is not a flat sequence of token ids: "
                    f"shape {list(array.shape)}, {array.dtype}. Is it text that was not tokenised?"
                )
            arrays.append(array.astype(np.int64).reshape(-1))
        lengths = np.array([len(array) for array in arrays], dtype=np.int64)
        tokens = np.concatenate(arrays) if arrays else np.zeros(0, np.int64)
        return cls(tokens, np.concatenate([np.zeros(1, np.int64), lengths.cumsum()]))

    @classmethod
    def from_jsonl(cls, path: str | Path) -> Corpus:
        """Read continuations from JSON Lines: one object a line, its ids under ``"tokens"``.

        Raises:
            HMMError: The file is missing, a line is not such an object, or there is no token in it.
        """
        corpus = cls.of(record["tokens"] for record in read_jsonl(path))
        corpus.check_not_empty(str(path))
        return corpus

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, index: int) -> NDArray[np.int64]:
        return self.tokens[self.offsets[index] : self.offsets[index + 1]]

    def __iter__(self) -> Iterator[NDArray[np.int64]]:
        return (self[index] for index in range(len(self)))

    @property
    def lengths(self) -> NDArray[np.int64]:
        """Tokens in each sequence, shape [N]."""
        return np.diff(self.offsets)

    def select(self, indices: NDArray[np.integer[Any]] | Sequence[int]) -> Corpus:
        """The sequences with these indices, in this order."""
        return Corpus.of(cast("list[Sequence[int]]", [self[int(index)] for index in indices]))

    def chunks(self, chunk_tokens: int) -> list[Corpus]:
        """Cut between sequences into runs of at least `chunk_tokens` tokens (the last may be shorter)."""
        cuts = [0]
        while cuts[-1] < len(self):
            target = int(self.offsets[cuts[-1]]) + chunk_tokens
            cut = bisect_left(self.offsets, target)
            cuts.append(min(max(cut, cuts[-1] + 1), len(self)))
        return [
            Corpus(
                self.tokens[self.offsets[start] : self.offsets[stop]],
                self.offsets[start : stop + 1] - self.offsets[start],
            )
            for start, stop in itertools.pairwise(cuts)
        ]

    def digest(self) -> str:
        """A fingerprint of the sequences, to tell whether two runs learn from the same ones."""
        digest = hashlib.sha256(self.offsets.tobytes())
        digest.update(np.ascontiguousarray(self.tokens).tobytes())
        return digest.hexdigest()

    def check_not_empty(self, name: str = "The corpus") -> None:
        """Raise `HMMError` if there is no token to learn from."""
        if not len(self.tokens):
            raise HMMError(
                f"{name} holds no tokens ({len(self)} sequences): there is nothing to learn from. "
                "Did sampling stop before its first token?"
            )

    def check_range(self, vocab_size: int) -> None:
        """Raise `HMMError`, naming the place, if a token is not in ``[0, vocab_size)``."""
        bad = (self.tokens < 0) | (self.tokens >= vocab_size)
        if bad.any():
            place = int(bad.argmax())
            sequence = int(np.searchsorted(self.offsets, place, side="right")) - 1
            raise HMMError(
                f"Token {self.tokens[place]} at position {place - self.offsets[sequence]} of sequence "
                f"{sequence} is not an id of this HMM, which knows 0 … {vocab_size - 1}. "
                "Was the text tokenised by another tokenizer than the HMM was made for?"
            )


def read_jsonl(path: str | Path) -> Iterator[dict[str, Any]]:
    """The records of a JSON Lines file of continuations, each checked to have a list of ids as ``tokens``.

    Raises:
        HMMError: The file is missing, or a line is not such a record; the message names the line.
    """
    if not os.path.exists(path):
        raise HMMError(f"{path} is missing: there are no continuations to learn from.")
    for number, line in read_lines(path, "continuations", HMMError):
        if not line.strip():
            continue
        record: Any = parse_json(line, f"{path}, line {number}", HMMError, of_line=True)
        tokens: Any = cast("dict[str, Any]", record).get("tokens") if isinstance(record, dict) else None
        if not isinstance(tokens, list) or not all(type(token) is int for token in cast("list[Any]", tokens)):
            raise HMMError(
                f"{path}, line {number} is not a continuation: expected an object with a list of token "
                'ids under "tokens".'
            )
        found = cast("dict[str, Any]", record)
        if not isinstance(found.get("prompt", ""), str | int):
            raise HMMError(f'{path}, line {number}: "prompt" is no text, but {shown(found["prompt"])}.')
        confidence: Any = found.get("confidence")
        if confidence is not None and (
            isinstance(confidence, bool) or not isinstance(confidence, int | float)
        ):
            raise HMMError(f'{path}, line {number}: "confidence" is no number, but {shown(confidence)}.')
        yield found
