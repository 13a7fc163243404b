"""A transformers model as a source of continuations and hidden states, for distilling an HMM from it.

Prompts of one benchmark begin alike and are continued more than once: what all of them share is read once a
run, and each prompt once a batch.
"""

# torch and transformers are only partly typed.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import deepcopy
from functools import partial
from typing import Any, Unpack

import numpy as np
import torch
from numpy.typing import NDArray
from transformers import DynamicCache

from clamp.errors import HostError
from clamp.hmm.corpus import Continuation
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
from clamp.hosts.hf.models import LoadedModel
from clamp.hosts.sampling import ContinuationSampler, Ids, Rows, SamplerSettings, encoded_prompts


class ModelSampler(ContinuationSampler):
    """Samples unconstrained continuations from a transformers model's own distribution.

    Args:
        loaded: The model and its tokenizer.
        shared_prefix: Continue all prompts of a batch at once over what they share. ``None``: where the model
            permits it (see `clamp.hosts.hf.batch`); otherwise prompt by prompt.
        settings: See `SamplerSettings`.

    Raises:
        HostError: As `ContinuationSampler`; or if the model cannot share prefixes and was told to.
    """

    def __init__(
        self, loaded: LoadedModel, *, shared_prefix: bool | None = None, **settings: Unpack[SamplerSettings]
    ) -> None:
        super().__init__(partial(encoded, loaded), _end_ids(loaded.model), **settings)
        reason = unsupported_reason(loaded.model)
        if shared_prefix and reason is not None:
            raise HostError(f"Shared-prefix decoding cannot serve {loaded.name!r}: {reason}.")
        self._model = loaded.model
        self._shares = reason is None and shared_prefix is not False
        self._prefix = KeptPrefix(loaded.model)
        self._reader = _Reader(loaded.model)

    def __call__(self, prompts: Sequence[str], seed: int, first: int = 0) -> list[Continuation]:
        with torch.inference_mode():
            return super().__call__(prompts, seed, first)

    def _begin(self, starts: Sequence[Ids]) -> Iterator[tuple[Sequence[int], Rows, torch.Tensor]]:
        if self._shares:
            length, prefix = self._prefix.of(starts)
            read = {text: read_prompt(self._model, text[length:], prefix) for text in set(starts)}
            together = BatchCache.of(prefix, [read[text][0] for text in starts])
            scores = torch.stack([read[text][1] for text in starts])
            yield range(len(starts)), _TogetherRows(self._model, together), scores
            return
        self._reader.share(starts)
        for text in dict.fromkeys(starts):
            rows = [index for index, other in enumerate(starts) if other == text]
            cache, output = self._reader.read(text)
            cache.batch_repeat_interleave(len(rows))
            scores = output.logits[0, -1].expand(len(rows), -1)
            yield rows, _AlikeRows(self._model, cache), scores

    def _draw(self, scores: torch.Tensor, uniform: NDArray[np.float64]) -> tuple[list[int], list[float]]:
        logs = torch.log_softmax(scores.float(), dim=-1)
        heat = self.temperature
        weights = logs if heat == 1 else torch.log_softmax(scores.float() / heat, dim=-1)
        cumulative = weights.exp().double().cumsum(dim=-1)
        total = cumulative[:, -1:]
        if not bool(torch.isfinite(total).all()):
            raise HostError(
                "The model's scores are not numbers. Overflow in half precision? Load it with dtype='float32'."
            )
        wanted = torch.as_tensor(uniform, device=scores.device)[:, None] * total
        places = torch.searchsorted(cumulative, wanted, right=True).clamp_(max=scores.shape[-1] - 1)
        return places[:, 0].tolist(), logs.gather(1, places)[:, 0].tolist()


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
        texts = encoded_prompts(partial(encoded, self._loaded), prompts)
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


class _TogetherRows:
    """Rows of different prompts behind one shared prefix."""

    def __init__(self, model: Any, cache: BatchCache) -> None:
        self.model, self.cache = model, cache

    def step(self, tokens: Sequence[int]) -> torch.Tensor:
        return step(self.model, tokens, self.cache)

    def keep(self, order: Sequence[int]) -> None:
        self.cache.keep(order)


class _AlikeRows:
    """Rows of one prompt, each with a cache of its own: every decoder can do this."""

    def __init__(self, model: Any, cache: DynamicCache) -> None:
        self.model, self.cache = model, cache

    def step(self, tokens: Sequence[int]) -> torch.Tensor:
        inputs = torch.tensor([[token] for token in tokens], device=self.model.device)
        return self.model(inputs, **kept_in(self.model, self.cache)).logits[:, -1]

    def keep(self, order: Sequence[int]) -> None:
        self.cache.batch_select_indices(torch.tensor(list(order), device=self.model.device))


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


def encoded(loaded: LoadedModel, text: str) -> Ids:
    """The ids of a text, as it stands."""
    tokenizer: Any = loaded.tokenizer
    return tuple(tokenizer.encode(text, add_special_tokens=False))


def _end_ids(model: Any) -> set[int]:
    ends = model.generation_config.eos_token_id
    return set() if ends is None else {ends} if isinstance(ends, int) else set(ends)
