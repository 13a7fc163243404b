"""A transformers model as a source of continuations and hidden states, for distilling an HMM from it.

Prompts of one benchmark begin alike and are continued more than once: what all of them share is read once a
run, and each prompt once a batch.
"""

# torch and transformers are only partly typed.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from time import perf_counter
from typing import Any, Protocol

import numpy as np
import torch
from numpy.typing import NDArray
from transformers import DynamicCache

from clamp.errors import HostError
from clamp.hmm.corpus import Continuation
from clamp.hmm.training.distill import Batch, Texts
from clamp.hosts.hf.batch import (
    BatchCache,
    KeptPrefix,
    forget_pictures,
    kept_in,
    read_prompt,
    step,
    unsupported_reason,
    whole_parts,
)
from clamp.hosts.hf.models import LoadedModel, load_model

Ids = tuple[int, ...]


class ModelSampler:
    """Samples unconstrained continuations from the model's own distribution.

    A continuation includes the token that ended it, unless it was cut at `max_new_tokens`.

    Args:
        loaded: The model and its tokenizer.
        max_new_tokens: Longest continuation, the opening included.
        temperature: 1 samples the model's distribution as it is.
        opening: Text that every continuation begins with, such as ``{"``: it is read, not sampled, and does
            not count towards the confidence.
        shared_prefix: Continue all prompts of a batch at once over what they share. ``None``: where the model
            permits it (see `clamp.hosts.hf.batch`); otherwise prompt by prompt.

    Raises:
        HostError: If the lengths or the temperature make no sense, or the model cannot share prefixes and
            was told to.
    """

    def __init__(
        self,
        loaded: LoadedModel,
        *,
        max_new_tokens: int = 256,
        temperature: float = 1.0,
        opening: str = "",
        shared_prefix: bool | None = None,
    ) -> None:
        if max_new_tokens < 1 or not temperature > 0:
            raise HostError(
                "Sampling needs max_new_tokens of at least 1 and a positive temperature, not "
                f"{max_new_tokens} and {temperature}."
            )
        reason = unsupported_reason(loaded.model)
        if shared_prefix and reason is not None:
            raise HostError(f"Shared-prefix decoding cannot serve {loaded.name!r}: {reason}.")
        self._loaded = loaded
        self._max_new_tokens = max_new_tokens
        self._temperature = temperature
        self._opening = encoded(loaded, opening) if opening else ()
        if len(self._opening) >= max_new_tokens:
            raise HostError(
                f"The opening {opening!r} has {len(self._opening)} tokens; max_new_tokens = {max_new_tokens} "
                "leaves none to sample."
            )
        self._shares = reason is None and shared_prefix is not False
        self._prefix = KeptPrefix(loaded.model)
        self._reader = _Reader(loaded.model)

    @torch.inference_mode()
    def __call__(self, prompts: Sequence[str], seed: int, first: int = 0) -> list[Continuation]:
        """One continuation of each prompt, with its confidence; the same seed gives the same ones.

        Args:
            prompts: What to continue.
            seed: Of the batch that these prompts are of.
            first: How many prompts of the batch come before them.

        Raises:
            HostError: A prompt is empty, or the model's scores are not numbers.
        """
        texts = _encoded_prompts(self._loaded, prompts)
        starts = [(*text, *self._opening) for text in texts]
        shape = first + len(starts), self._max_new_tokens - len(self._opening)
        uniform = np.random.default_rng(seed).random(shape)[first:]
        if self._shares:
            length, prefix = self._prefix.of(starts)
            read = {text: read_prompt(self._loaded.model, text[length:], prefix) for text in set(starts)}
            together = BatchCache.of(prefix, [read[text][0] for text in starts])
            scores = torch.stack([read[text][1] for text in starts])
            return self._write(_TogetherRows(self._loaded.model, together), scores, uniform)
        self._reader.share(starts)
        found: dict[int, Continuation] = {}
        for text in dict.fromkeys(starts):
            rows = [index for index, other in enumerate(starts) if other == text]
            cache, output = self._reader.read(text)
            cache.batch_repeat_interleave(len(rows))
            scores = output.logits[0, -1].expand(len(rows), -1)
            written = self._write(_AlikeRows(self._loaded.model, cache), scores, uniform[rows])
            found.update(zip(rows, written, strict=True))
        return [found[index] for index in range(len(starts))]

    def _write(self, rows: _Rows, scores: torch.Tensor, uniform: NDArray[np.float64]) -> list[Continuation]:
        """Sample until every row has ended.

        Args:
            rows: Behind their prompts.
            scores: Logits of the first token, ``[rows, vocabulary]``.
            uniform: What decides each token, in [0, 1), ``[rows, tokens]``.
        """
        ends = _end_ids(self._loaded.model)
        tokens: list[list[int]] = [list(self._opening) for _ in uniform]
        logs: list[list[float]] = [[] for _ in uniform]
        places = list(range(len(uniform)))
        for column in range(uniform.shape[1]):
            drawn, values = _draw(scores, uniform[places, column], self._temperature)
            for row, token, value in zip(places, drawn, values, strict=True):
                if not (logs[row] and tokens[row][-1] in ends):
                    tokens[row].append(token)
                    logs[row].append(value)
            going = [place for place, row in enumerate(places) if tokens[row][-1] not in ends]
            if not going or column == uniform.shape[1] - 1:
                break
            # Placing rows anew copies their caches: those that ended keep their places until a quarter has.
            if (len(places) - len(going)) * 4 >= len(places):
                rows.keep(going)
                drawn, places = [drawn[place] for place in going], [places[place] for place in going]
            scores = rows.step(drawn)
        return [
            Continuation(text, min(1.0, float(np.exp(np.mean(values)))))
            for text, values in zip(tokens, logs, strict=True)
        ]


class ModelEncoder:
    """The model's last hidden states along continuations, for the start of learning."""

    def __init__(self, loaded: LoadedModel) -> None:
        self._loaded = loaded
        self._reader = _Reader(loaded.model)

    @torch.inference_mode()
    def __call__(
        self, prompts: Sequence[str], continuations: Sequence[Sequence[int]]
    ) -> list[NDArray[np.float32]]:
        """The states at the prompt's last token and the continuation's n, each ``[n + 1, D]``.

        Raises:
            HostError: A prompt is empty.
        """
        model: Any = self._loaded.model
        texts = _encoded_prompts(self._loaded, prompts)
        self._reader.share(texts)
        found: dict[int, NDArray[np.float32]] = {}
        for text in dict.fromkeys(texts):
            rows = [index for index, other in enumerate(texts) if other == text]
            cache, output = self._reader.read(text, states=True)
            last = output.hidden_states[-1][0, -1:]
            width = max(len(continuations[row]) for row in rows)
            if width == 0:
                found.update({row: last.float().cpu().numpy() for row in rows})
                continue
            cache.batch_repeat_interleave(len(rows))
            # Padding on the right: no state depends on what comes after it.
            ids = [[*continuations[row], *[0] * (width - len(continuations[row]))] for row in rows]
            inputs = torch.tensor(ids, device=model.device)
            states = model(
                inputs, **kept_in(model, cache), output_hidden_states=True, logits_to_keep=1
            ).hidden_states[-1]
            for row, own in zip(rows, states, strict=True):
                whole = torch.cat([last, own[: len(continuations[row])]])
                found[row] = whole.float().cpu().numpy()
        return [found[index] for index in range(len(texts))]


class ModelWork:
    """What a worker of a cluster does with a model that it holds: it continues prompts, and reads hidden states.

    Args:
        name: As of `clamp.hosts.hf.models.load_model`.
        settings: Of `ModelSampler`.
    """

    def __init__(self, name: str | None, settings: Mapping[str, Any]) -> None:
        loaded = load_model(name)
        self.about = f"{loaded.name}@{loaded.revision}"
        self.figures = {"tokens": 0.0, "generation": 0.0, "constraint": 0.0}
        self._sampler, self._encoder = ModelSampler(loaded, **settings), ModelEncoder(loaded)

    def __call__(self, job: Batch | Texts) -> list[Any]:
        began = perf_counter()
        if not isinstance(job, Batch):
            return [self._encoder(*job)]
        written = self._sampler(job.prompts, job.seed, job.first)
        self.figures["tokens"] += sum(len(one.tokens) for one in written)
        self.figures["generation"] += perf_counter() - began
        return [(job.first, written)]


class _Rows(Protocol):
    """Texts that are being written."""

    def step(self, tokens: Sequence[int]) -> torch.Tensor:
        """Feed one token a row; the logits after it, ``[rows, vocabulary]``."""
        ...

    def keep(self, rows: Sequence[int]) -> None:
        """Go on with these rows only."""
        ...


class _TogetherRows:
    """Rows of different prompts behind one shared prefix."""

    def __init__(self, model: Any, cache: BatchCache) -> None:
        self.model, self.cache = model, cache

    def step(self, tokens: Sequence[int]) -> torch.Tensor:
        return step(self.model, tokens, self.cache)

    def keep(self, rows: Sequence[int]) -> None:
        self.cache.keep(rows)


class _AlikeRows:
    """Rows of one prompt, each with a cache of its own: every decoder can do this."""

    def __init__(self, model: Any, cache: DynamicCache) -> None:
        self.model, self.cache = model, cache

    def step(self, tokens: Sequence[int]) -> torch.Tensor:
        inputs = torch.tensor([[token] for token in tokens], device=self.model.device)
        return self.model(inputs, **kept_in(self.model, self.cache)).logits[:, -1]

    def keep(self, rows: Sequence[int]) -> None:
        self.cache.batch_select_indices(torch.tensor(list(rows), device=self.model.device))


class _Reader:
    """Reads prompts into caches of their own; what the prompts of a call have in common is read once.

    What earlier calls read saves work and changes no result.
    """

    def __init__(self, model: Any) -> None:
        self.model = model
        self._kept: Ids = ()
        self._cache: DynamicCache | None = None

    def share(self, texts: Sequence[Ids]) -> None:
        """Read what these prompts begin with."""
        common = _common(texts)
        kept = common[: whole_parts(min(len(common), min(map(len, texts)) - 1))]
        if kept == self._kept:
            return
        self._kept = kept
        # A cache with sliding windows cannot be cut, so it is read anew.
        self._cache = None
        if self._kept:
            self._cache = DynamicCache(config=self.model.config)
            self._forward(self._kept, self._cache)

    def read(self, text: Ids, *, states: bool = False) -> tuple[DynamicCache, Any]:
        """The cache after a whole prompt, and the model's output of its last part."""
        if self._cache is None:
            cache = DynamicCache(config=self.model.config)
            return cache, self._forward(text, cache, states=states)
        cache = deepcopy(self._cache)
        return cache, self._forward(text[len(self._kept) :], cache, states=states)

    def _forward(self, tokens: Ids, cache: DynamicCache, *, states: bool = False) -> Any:
        inputs = torch.tensor([list(tokens)], device=self.model.device)
        forget_pictures(self.model)
        return self.model(inputs, **kept_in(self.model, cache), output_hidden_states=states, logits_to_keep=1)


def _common(texts: Sequence[Ids]) -> Ids:
    """What all texts begin with."""
    first, last = min(texts), max(texts)
    same = next((i for i, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), None)
    return first[:same]


def _draw(
    scores: torch.Tensor, uniform: NDArray[np.float64], temperature: float
) -> tuple[list[int], list[float]]:
    """Each row's token by the inverse of its cumulative distribution, and the token's log-probability."""
    logs = torch.log_softmax(scores.float(), dim=-1)
    weights = logs if temperature == 1 else torch.log_softmax(scores.float() / temperature, dim=-1)
    cumulative = weights.exp().double().cumsum(dim=-1)
    total = cumulative[:, -1:]
    if not bool(torch.isfinite(total).all()):
        raise HostError(
            "The model's scores are not numbers. Overflow in half precision? Load it with dtype='float32'."
        )
    wanted = torch.as_tensor(uniform, device=scores.device)[:, None] * total
    places = torch.searchsorted(cumulative, wanted, right=True).clamp_(max=scores.shape[-1] - 1)
    return places[:, 0].tolist(), logs.gather(1, places)[:, 0].tolist()


def encoded(loaded: LoadedModel, text: str) -> Ids:
    """The ids of a text, as it stands."""
    tokenizer: Any = loaded.tokenizer
    return tuple(tokenizer.encode(text, add_special_tokens=False))


def _encoded_prompts(loaded: LoadedModel, prompts: Sequence[str]) -> list[Ids]:
    known: dict[str, Ids] = {}
    for number, prompt in enumerate(prompts):
        if prompt not in known:
            known[prompt] = encoded(loaded, prompt)
        if not known[prompt]:
            raise HostError(f"Prompt {number} has no tokens; there is nothing to continue.")
    return [known[prompt] for prompt in prompts]


def _end_ids(model: Any) -> set[int]:
    ends = model.generation_config.eos_token_id
    return set() if ends is None else {ends} if isinstance(ends, int) else set(ends)
