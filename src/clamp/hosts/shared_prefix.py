"""Attention of many rows over one shared prompt prefix.

Prompts of one benchmark, or of one planner, begin alike. Their keys and values are computed once and kept
once; each row owns only the rest (`clamp.hosts.seats`). A step then reads the prefix once for the whole
batch, as one matrix product, where a padded batch would read (and, growing, copy) it for every row.
"""

# transformers is only partly typed.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import torch
from transformers import AttentionInterface, AttentionMaskInterface, DynamicCache, PreTrainedModel
from transformers.cache_utils import DynamicLayer

from clamp.errors import HostError
from clamp.hosts.seats import BLOCK, Layers, Seats

ATTENTION = "clamp_shared_prefix"
"""Name under which the attention function is registered with transformers."""

_SHORTEST_PREFIX = 32
"""A shared prefix of fewer tokens is not worth a pass of its own."""

_ACTIVE: ContextVar[Seats | None] = ContextVar("clamp_shared_prefix", default=None)


@contextmanager
def _decoding(seats: Seats) -> Generator[None]:
    """Within this context the registered attention function attends to the seats and their prefix."""
    token = _ACTIVE.set(seats)
    try:
        yield
    finally:
        _ACTIVE.reset(token)


def _attention(
    module: torch.nn.Module,
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    attention_mask: torch.Tensor | None,
    scaling: float | None = None,
    **kwargs: Any,
) -> tuple[torch.Tensor, torch.Tensor | None]:
    """Attention of one query a row over the prefix and the row's own columns, as one softmax over both.

    Args:
        query: ``[rows, heads, 1, size]``.
        key, value: The block that was written last; all of them are read from the seats.
        attention_mask: Additive, ``[rows, 1, 1, columns of the blocks]``.

    Returns:
        ``[rows, 1, heads, size]``, and no attention weights.
    """
    seats, layer = _ACTIVE.get(), getattr(module, "layer_idx", None)
    if seats is None or layer is None or attention_mask is None:
        dense: Any = AttentionInterface()["sdpa"]
        return dense(module, query, key, value, attention_mask, scaling=scaling, **kwargs)
    extras = [name for name in ("softcap", "s_aux", "sliding_window", "position_bias") if kwargs.get(name)]
    if extras:
        raise HostError(
            f"This model's attention uses {', '.join(extras)}, which shared-prefix decoding does not know. "
            "Pass shared_prefix=False."
        )
    rows, heads, _, size = query.shape
    groups = key.shape[1]
    length = seats.prefix_length
    grouped = query.view(rows, groups, heads // groups, size) * (size**-0.5 if scaling is None else scaling)
    blocks = seats.blocks(layer)
    parts = [torch.matmul(grouped, keys.transpose(2, 3)) for keys, _ in blocks]
    if length:
        # [groups, rows × heads a group, size]: every row's queries meet the one prefix in one product.
        together = grouped.transpose(0, 1).reshape(groups, -1, size)
        shared = torch.matmul(together, seats.prefix[layer][0][0].transpose(1, 2))
        parts.insert(0, shared.view(groups, rows, heads // groups, length).transpose(0, 1))
    scores = torch.cat(parts, dim=-1).float()
    scores[..., length:] += attention_mask
    weights = torch.softmax(scores, dim=-1).to(value.dtype)
    found = query.new_zeros((rows, groups, heads // groups, size), dtype=torch.float32)
    if length:
        shared = weights[..., :length].transpose(0, 1).reshape(groups, -1, length)
        read = torch.matmul(shared, seats.prefix[layer][1][0]).view(groups, rows, heads // groups, size)
        found += read.transpose(0, 1)
    for number, (_, values) in enumerate(blocks):
        start = length + number * BLOCK
        found += torch.matmul(weights[..., start : start + BLOCK], values)
    return found.to(value.dtype).reshape(rows, 1, heads, size), None


def unsupported_reason(model: PreTrainedModel) -> str | None:
    """Why shared-prefix decoding cannot serve a model, or ``None`` when it can."""
    if model.config.is_encoder_decoder:
        return "it is an encoder-decoder"
    if not model._supports_attention_backend:  # pyright: ignore[reportPrivateUsage]
        return "it does not use transformers' attention interface"
    other = {
        type(layer).__name__
        for layer in DynamicCache(config=model.config).layers
        if type(layer) is not DynamicLayer
    }
    if other:
        return f"its cache has layers of type {', '.join(sorted(other))}"
    return None


def install(model: PreTrainedModel) -> None:
    """Let a model's attention go through this file; outside `step` it stays what it was (SDPA)."""
    if model.config._attn_implementation == ATTENTION:  # pyright: ignore[reportPrivateUsage]
        return
    AttentionInterface.register(ATTENTION, _attention)
    AttentionMaskInterface.register(ATTENTION, AttentionMaskInterface()["sdpa"])
    model.set_attn_implementation(ATTENTION)


def read_prompt(model: PreTrainedModel, tokens: Sequence[int], prefix: Layers) -> tuple[Layers, torch.Tensor]:
    """Run the model over one row's tokens behind a prefix.

    Returns:
        The keys and values of `tokens` alone, and the logits after the last one, ``[vocabulary]``.
    """
    cache = DynamicCache(config=model.config)
    for index, (keys, values) in enumerate(prefix):
        cache.update(keys, values, index)
    length = prefix[0][0].shape[2] if prefix else 0
    input_ids = torch.tensor([list(tokens)], device=model.device)
    positions = torch.arange(length, length + len(tokens), device=model.device)[None, :]
    output: Any = model(
        input_ids=input_ids,
        position_ids=positions,
        past_key_values=cache,
        use_cache=True,
        logits_to_keep=1,
    )
    own: Layers = [
        (keys[:, :, length:].clone(), values[:, :, length:].clone()) for keys, values in _filled(cache)
    ]
    return own, output.logits[0, -1]


def _filled(cache: DynamicCache) -> Layers:
    return [
        (layer.keys, layer.values)
        for layer in cache.layers
        if isinstance(layer, DynamicLayer) and layer.keys is not None and layer.values is not None
    ]


def extend_prefix(model: PreTrainedModel, prefix: Layers, kept: int, tokens: Sequence[int]) -> Layers:
    """The first `kept` columns of a prefix, followed by those of further tokens."""
    base: Layers = [(keys[:, :, :kept], values[:, :, :kept]) for keys, values in prefix] if kept else []
    if not tokens:
        return [(keys.contiguous(), values.contiguous()) for keys, values in base]
    added, _ = read_prompt(model, tokens, base)
    if not base:
        return added
    return [
        (torch.cat([old[0], new[0]], dim=2), torch.cat([old[1], new[1]], dim=2))
        for old, new in zip(base, added, strict=True)
    ]


class KeptPrefix:
    """What prompts have in common: read once, kept, and extended where new prompts agree with it."""

    def __init__(self, model: PreTrainedModel):
        self.model = model
        self._tokens: tuple[int, ...] = ()
        self._layers: Layers = []

    @torch.inference_mode()
    def of(self, prompts: Sequence[tuple[int, ...]]) -> tuple[int, Layers]:
        """The length, and the keys and values, of the prompts' common prefix; 0 if it is too short to pay.

        At least one token of each prompt stays out of it: its logits begin the text.
        """
        length = min(_common(prompts), min(map(len, prompts)) - 1)
        if length < _SHORTEST_PREFIX:
            return 0, []
        tokens = prompts[0][:length]
        kept = _common([self._tokens, tokens])
        self._layers = extend_prefix(self.model, self._layers, kept, tokens[kept:])
        self._tokens = tokens
        return length, self._layers


def _common(sequences: Sequence[tuple[int, ...]]) -> int:
    """Length of the longest common prefix: that of the lexicographic extremes."""
    low, high = min(sequences), max(sequences)
    for position, (a, b) in enumerate(zip(low, high, strict=False)):
        if a != b:
            return position
    return min(len(low), len(high))


def step(model: PreTrainedModel, tokens: Sequence[int], seats: Seats) -> torch.Tensor:
    """Feed one token a row.

    Returns:
        The logits after it, ``[rows, vocabulary]``, of the model's own type.
    """
    install(model)
    mask, positions = seats.step_inputs()
    with _decoding(seats):
        output: Any = model(
            input_ids=torch.tensor([[token] for token in tokens], device=model.device),
            attention_mask=mask,
            position_ids=positions,
            past_key_values=seats,
            use_cache=True,
        )
    seats.advance()
    return output.logits[:, -1]
