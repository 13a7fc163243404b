"""Texts that a model writes freely, to learn from them: how each token is drawn, whatever runs the model.

The draws are decided before the model is asked, so the same seed gives the same texts, whoever writes them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypedDict, Unpack

import numpy as np
from numpy.typing import NDArray

from clamp.errors import HostError
from clamp.hmm.corpus import Continuation

if TYPE_CHECKING:
    from clamp.hosts.planner import PlanHost

Ids = tuple[int, ...]


class SamplerSettings(TypedDict, total=False):
    """How texts are sampled.

    Attributes:
        max_new_tokens: Longest continuation, the opening included; 256 by default.
        temperature: 1, the default, samples the model's distribution as it is.
        opening: Text that every continuation begins with, such as ``{"``: it is read, not sampled, and does
            not count towards the confidence.
    """

    max_new_tokens: int
    temperature: float
    opening: str


class Rows(Protocol):
    """Texts that are being written."""

    def step(self, tokens: Sequence[int]) -> Any:
        """Feed one token a row; the logits after it, ``[rows, vocabulary]``."""
        ...

    def keep(self, order: Sequence[int]) -> None:
        """Go on with these rows only."""
        ...


class SamplingPlan:
    """How texts are sampled, checked.

    Args:
        encode: The ids of a text, as it stands.
        settings: See `SamplerSettings`.

    Raises:
        HostError: If the lengths or the temperature make no sense.
    """

    def __init__(self, encode: Callable[[str], Ids], **settings: Unpack[SamplerSettings]) -> None:
        self.max_new_tokens = settings.get("max_new_tokens", 256)
        self.temperature = settings.get("temperature", 1.0)
        if self.max_new_tokens < 1 or not self.temperature > 0:
            raise HostError(
                "Sampling needs max_new_tokens of at least 1 and a positive temperature, not "
                f"{self.max_new_tokens} and {self.temperature}."
            )
        opening = settings.get("opening", "")
        self.encode = encode
        self.opening = encode(opening) if opening else ()
        if len(self.opening) >= self.max_new_tokens:
            raise HostError(
                f"The opening {opening!r} has {len(self.opening)} tokens; max_new_tokens = {self.max_new_tokens} "
                "leaves none to sample."
            )

    def starts(self, prompts: Sequence[str]) -> list[Ids]:
        """What the model reads of each prompt before it writes.

        Raises:
            HostError: A prompt is empty.
        """
        return [(*text, *self.opening) for text in encoded_prompts(self.encode, prompts)]


class ContinuationSampler(SamplingPlan, ABC):
    """Samples unconstrained continuations. Each includes the token that ended it, unless it was cut.

    Args:
        encode: The ids of a text, as it stands.
        ends: Tokens that end a text.
        settings: See `SamplerSettings`.

    Raises:
        HostError: As `SamplingPlan`.
    """

    def __init__(
        self, encode: Callable[[str], Ids], ends: Collection[int], **settings: Unpack[SamplerSettings]
    ) -> None:
        super().__init__(encode, **settings)
        self.ends = frozenset(ends)

    def __call__(self, prompts: Sequence[str], seed: int, first: int = 0) -> list[Continuation]:
        """One continuation of each prompt, with its confidence; the same seed gives the same ones.

        Args:
            prompts: What to continue.
            seed: Of the batch that these prompts are of.
            first: How many prompts of the batch come before them.

        Raises:
            HostError: A prompt is empty, or the model's scores are not numbers.
        """
        starts = self.starts(prompts)
        shape = first + len(starts), self.max_new_tokens - len(self.opening)
        uniform = np.random.default_rng(seed).random(shape)[first:]
        found: dict[int, Continuation] = {}
        for places, rows, scores in self._begin(starts):
            written = self._write(rows, scores, uniform[list(places)])
            found.update(zip(places, written, strict=True))
        return [found[index] for index in range(len(starts))]

    @abstractmethod
    def _begin(self, starts: Sequence[Ids]) -> Iterator[tuple[Sequence[int], Rows, Any]]:
        """Read what texts begin with: for some of them, which, the rows behind it, and their first logits."""

    def _write(self, rows: Rows, scores: Any, uniform: NDArray[np.float64]) -> list[Continuation]:
        """Sample until every row has ended.

        Args:
            rows: Behind their prompts.
            scores: Logits of the first token, ``[rows, vocabulary]``.
            uniform: What decides each token, in [0, 1), ``[rows, tokens]``.
        """
        tokens: list[list[int]] = [list(self.opening) for _ in uniform]
        logs: list[list[float]] = [[] for _ in uniform]
        places = list(range(len(uniform)))
        for column in range(uniform.shape[1]):
            drawn, values = self._draw(scores, uniform[places, column])
            for row, token, value in zip(places, drawn, values, strict=True):
                if not (logs[row] and tokens[row][-1] in self.ends):
                    tokens[row].append(token)
                    logs[row].append(value)
            going = [place for place, row in enumerate(places) if tokens[row][-1] not in self.ends]
            if not going or column == uniform.shape[1] - 1:
                break
            # Placing rows anew copies their caches: those that ended keep their places until a quarter has.
            if (len(places) - len(going)) * 4 >= len(places):
                rows.keep(going)
                drawn, places = [drawn[place] for place in going], [places[place] for place in going]
            scores = rows.step(drawn)
        return [continuation(text, values) for text, values in zip(tokens, logs, strict=True)]

    def _draw(self, scores: Any, uniform: NDArray[np.float64]) -> tuple[list[int], list[float]]:
        """Each row's token by the inverse of its cumulative distribution, and the token's log-probability."""
        logs = _log_softmax(np.asarray(scores, dtype=np.float64))
        weights = logs if self.temperature == 1 else _log_softmax(logs / self.temperature)
        cumulative = np.exp(weights).cumsum(axis=-1)
        total = cumulative[:, -1:]
        if not np.isfinite(total).all():
            raise HostError("The model's scores are not numbers.")
        below = (cumulative <= uniform[:, None] * total).sum(axis=-1)
        found = np.minimum(below, cumulative.shape[-1] - 1)
        return found.tolist(), np.take_along_axis(logs, found[:, None], axis=-1)[:, 0].tolist()


def continuation(tokens: Sequence[int], logs: Sequence[float]) -> Continuation:
    """A text, and how confident the model was of what it drew: the geometric mean of the probabilities."""
    return Continuation(list(tokens), min(1.0, float(np.exp(np.mean(logs)))))


def check_room(planner: PlanHost, starts: Sequence[Ids], room: int) -> None:
    """Refuse texts that would not fit a model's context.

    Raises:
        HostError: Naming the longest.
    """
    longest = max(map(len, starts))
    if longest + room > planner.context:
        raise HostError(
            f"The longest prompt has {longest} tokens, and {room} more are to be written, but the context of "
            f"{planner.name!r} holds {planner.context}. Shorten it, or --max-new-tokens."
        )


def encoded_prompts(encode: Callable[[str], Ids], prompts: Sequence[str]) -> list[Ids]:
    """The ids of prompts.

    Raises:
        HostError: A prompt is empty.
    """
    known: dict[str, Ids] = {}
    for number, prompt in enumerate(prompts):
        if prompt not in known:
            known[prompt] = encode(prompt)
        if not known[prompt]:
            raise HostError(f"Prompt {number} has no tokens; there is nothing to continue.")
    return [known[prompt] for prompt in prompts]


def _log_softmax(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    shifted = scores - scores.max(axis=-1, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
