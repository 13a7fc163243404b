"""Several texts for one request side by side (`clamp.hosts.particles`), with a transformers model.

The prompt is read once, with its pictures. Where the model permits it, the rows stand behind the shared prefix of
`clamp.hosts.hf.batch`; otherwise (pictures, sliding windows) in a cache of transformers' own, which all particles
fill in step, so that nothing is padded. Models that cannot go on behind one reading are refused (`unfit_reason`).
"""

# transformers is only partly typed.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import torch
from transformers import DynamicCache, GenerationMixin, PreTrainedModel
from transformers.cache_utils import DynamicLayer, DynamicSlidingWindowLayer

from clamp.errors import HostError
from clamp.hosts.choices import free_memory
from clamp.hosts.hf.batch import (
    BatchCache,
    Layers,
    forget_pictures,
    kept_in,
    moved_by_pictures,
    read_prompt,
    step,
)
from clamp.hosts.jobs import Text
from clamp.hosts.particles import Particles
from clamp.hosts.rows import Rows, write_copies


class BehindPrefix:
    """Rows behind the shared prefix of `clamp.hosts.hf.batch`."""

    def __init__(self, model: PreTrainedModel, tokens: Sequence[int], prefix_length: int, prefix: Layers):
        self._model, self._tokens, self._prefix = model, tokens[prefix_length:], prefix

    def read(self, count: int) -> np.ndarray:
        own, logits = read_prompt(self._model, self._tokens, self._prefix)
        self._cache = BatchCache.of(self._prefix, [own] * count)
        return _numpy(logits)

    def select(self, order: Sequence[int]) -> None:
        self._cache.select(order)

    def step(self, tokens: Sequence[int]) -> np.ndarray:
        return _numpy(step(self._model, tokens, self._cache))


class Plain:
    """Rows in a cache of transformers' own."""

    def __init__(self, model: PreTrainedModel, tokens: Sequence[int], inputs: Mapping[str, Any]):
        self._model, self._tokens, self._inputs = model, tokens, inputs

    def read(self, count: int) -> np.ndarray:
        self._cache = DynamicCache(config=self._model.config)
        ids = torch.tensor([list(self._tokens)], device=self._model.device)
        forget_pictures(self._model)
        output: Any = self._model(
            input_ids=ids, **kept_in(self._model, self._cache), logits_to_keep=1, **self._inputs
        )
        self._length, self._moved = ids.shape[1], moved_by_pictures(self._model)
        self._cache.batch_repeat_interleave(count)
        return _numpy(output.logits[0, -1])

    def select(self, order: Sequence[int]) -> None:
        self._cache.batch_select_indices(torch.tensor(list(order), device=self._model.device))

    def step(self, tokens: Sequence[int]) -> np.ndarray:
        ids = torch.tensor([[token] for token in tokens], device=self._model.device)
        place: dict[str, torch.Tensor] = {}
        if self._moved is not None:
            place["position_ids"] = torch.full_like(ids, self._length + self._moved)
        self._length += 1
        seen = torch.ones((len(tokens), self._length), dtype=torch.long, device=self._model.device)
        output: Any = self._model(
            input_ids=ids, attention_mask=seen, **kept_in(self._model, self._cache), **place
        )
        return _numpy(output.logits[:, -1])


def rows_of(
    model: PreTrainedModel,
    tokens: Sequence[int],
    inputs: Mapping[str, Any],
    *,
    prefix_length: int,
    prefix: Layers | None,
) -> Rows:
    """Rows for copies of one text.

    Args:
        inputs: What the model reads beside its tokens, such as pictures.
        prefix_length: How many tokens of the prompt `prefix` holds the keys and values of.
        prefix: ``None`` for a cache of transformers' own.
    """
    if prefix is None:
        return Plain(model, tokens, inputs)
    return BehindPrefix(model, tokens, prefix_length, prefix)


def unfit_reason(model: PreTrainedModel, *, pictures: bool) -> str | None:
    """Why several texts cannot go on behind one reading of a prompt, or ``None`` when they can.

    Args:
        pictures: The prompt shows some.
    """
    if model.config.is_encoder_decoder:
        return "it is an encoder-decoder"
    other = {
        type(layer).__name__
        for layer in DynamicCache(config=model.config).layers
        if type(layer) not in (DynamicLayer, DynamicSlidingWindowLayer)
    }
    if other:
        return f"its cache has layers of type {', '.join(sorted(other))}, whose rows cannot be copied"
    own: Any = type(model)
    usual: Any = GenerationMixin
    if pictures and own.generate is not usual.generate:
        return "behind pictures it writes by a `generate` of its own"
    if pictures and own._update_model_kwargs_for_generation is not usual._update_model_kwargs_for_generation:
        return "behind pictures it needs further inputs with each further token"
    return None


@torch.inference_mode()
def write_particles(
    model: PreTrainedModel,
    text: Text,
    *,
    prefix_length: int = 0,
    prefix: Layers | None = None,
    watch: bool = False,
) -> Particles:
    """Write the particles of one request to their ends, and what came of them into its text.

    Args:
        prefix_length: How many tokens of the prompt `prefix` holds the keys and values of.
        prefix: ``None`` for a cache of transformers' own.
        watch: Note the tokens that the model itself scores highest.

    Raises:
        HostError: If so many particles do not fit the memory.
    """
    count = text.request.particles
    check_memory(model, len(text.tokens) - prefix_length + text.room, count)
    rows = rows_of(model, text.tokens, text.inputs, prefix_length=prefix_length, prefix=prefix)
    return write_copies(rows, text, watch=watch)


def check_memory(model: PreTrainedModel, columns: int, count: int) -> None:
    """Refuse more particles than the memory at hand can hold the keys and values of.

    Args:
        columns: Tokens of one text, with its own part of the prompt.

    Raises:
        HostError: If they do not fit.
    """
    config: Any = model.config.get_text_config(decoder=True)
    heads = getattr(config, "num_key_value_heads", None) or config.num_attention_heads
    size = getattr(config, "head_dim", None) or config.hidden_size // config.num_attention_heads
    row = 2 * config.num_hidden_layers * heads * size * columns * model.dtype.itemsize
    free = _free_memory(model.device)
    if free is not None and row * count > free:
        raise HostError(
            f"{count} particles of up to {columns} tokens need {row * count / 2**30:.1f} GiB for their keys and "
            f"values, but {free / 2**30:.1f} GiB are free. Use at most {free // row} particles, or a smaller "
            "max_new_tokens."
        )


def _free_memory(device: torch.device) -> int | None:
    if device.type == "cuda":
        return int(torch.cuda.mem_get_info(device)[0])
    return free_memory()


def _numpy(scores: torch.Tensor) -> np.ndarray:
    return scores.float().cpu().numpy()
