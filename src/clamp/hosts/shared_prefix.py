"""Attention of many rows over one shared prompt prefix.

Prompts of one benchmark, or of one planner, begin alike. Their keys and values are computed once and kept
once; each row owns only its tail. A step then reads the prefix once for the whole batch, as one matrix
product, where a padded batch would read (and, growing, copy) it for every row.
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
from transformers.cache_utils import Cache, CacheLayerMixin, DynamicLayer

from clamp.errors import HostError

ATTENTION = "clamp_shared_prefix"
"""Name under which the attention function is registered with transformers."""

Layers = list[tuple[torch.Tensor, torch.Tensor]]
"""Keys and values of each layer, ``[rows, key-value heads, columns, head size]``."""

_SHORTEST_PREFIX = 32
"""A shared prefix of fewer tokens is not worth a pass of its own."""

_HEADROOM = 64
"""Columns by which the tails grow, so that they are copied once in as many steps."""

_BLOCK = 32
"""Buffers hold whole blocks of columns: each new shape costs the CPU's matrix library a compilation and memory
that it keeps."""


class _TailLayer(CacheLayerMixin):
    """One layer's tails: a buffer into which each step writes one column."""

    keys: torch.Tensor
    values: torch.Tensor

    def __init__(self, keys: torch.Tensor, values: torch.Tensor, owner: Tails):
        super().__init__()
        self.keys, self.values, self.owner = keys, values, owner  # pyright: ignore
        self.is_initialized = True

    def lazy_initialization(self, key_states: torch.Tensor, value_states: torch.Tensor) -> None:
        """Nothing to do: a tail is made with its buffers."""

    def update(
        self, key_states: torch.Tensor, value_states: torch.Tensor, *args: Any, **kwargs: Any
    ) -> tuple[torch.Tensor, torch.Tensor]:
        column = self.owner.columns
        self.keys[:, :, column] = key_states[:, :, 0]
        self.values[:, :, column] = value_states[:, :, 0]
        # The whole buffer, what is not yet written masked: a part of it would be no dense matrix, and the
        # matrix library would copy it, every layer and every step.
        return self.keys, self.values

    def get_mask_sizes(self, query_length: int) -> tuple[int, int]:
        return self.owner.columns + query_length, 0

    def get_seq_length(self) -> int:
        return self.owner.prefix_length + self.owner.columns

    def get_max_length(self) -> int:
        return -1

    def grow(self) -> None:
        """Make room for more columns."""
        self.keys, self.values = _grown(self.keys), _grown(self.values)  # pyright: ignore


class Tails(Cache):
    """Keys and values of the rows that are being decoded, behind one shared prefix.

    Columns are shared and right-aligned: a row of length n occupies the last n columns. Keys carry their
    rotary positions already, so the column does not matter.
    """

    def __init__(self, prefix: Layers, rows: Sequence[Layers]):
        self.prefix = prefix
        self.prefix_length = prefix[0][0].shape[2] if prefix else 0
        self.lengths = [row[0][0].shape[2] for row in rows]
        self.columns = max(self.lengths)
        self.tails = [
            _TailLayer(
                _aligned([row[index][0] for row in rows], self.columns),
                _aligned([row[index][1] for row in rows], self.columns),
                self,
            )
            for index in range(len(rows[0]))
        ]
        super().__init__(layers=list(self.tails))
        self._mask = self._padding_mask()

    def _padding_mask(self) -> torch.Tensor:
        """``[rows, 1, 1, capacity]``: 0 in a row's own columns, -inf before and after."""
        keys = self.tails[0].keys
        starts = torch.tensor([self.columns - length for length in self.lengths], device=keys.device)
        columns = torch.arange(keys.shape[2], device=keys.device)[None, :]
        hidden = (columns < starts[:, None]) | (columns > self.columns)
        mask = torch.zeros(hidden.shape, dtype=torch.float32, device=keys.device)
        return mask.masked_fill_(hidden, -torch.inf)[:, None, None, :]

    def step_inputs(self) -> tuple[torch.Tensor, torch.Tensor]:
        """The additive mask and the positions of the next column."""
        positions = [[self.prefix_length + length] for length in self.lengths]
        return self._mask, torch.tensor(positions, device=self._mask.device)

    def advance(self) -> None:
        """Count the column that the step wrote; make room for the next."""
        self.columns += 1
        self.lengths = [length + 1 for length in self.lengths]
        if self.columns == self.tails[0].keys.shape[2]:
            for layer in self.tails:
                layer.grow()
            self._mask = self._padding_mask()
        self._mask[..., self.columns] = 0

    def row(self, index: int) -> Layers:
        """One row's own keys and values, as views."""
        start = self.columns - self.lengths[index]
        where = (slice(index, index + 1), slice(None), slice(start, self.columns))
        return [(layer.keys[where], layer.values[where]) for layer in self.tails]


def _aligned(parts: Sequence[torch.Tensor], columns: int) -> torch.Tensor:
    """Stack rows of different lengths, right-aligned, with headroom; zeros elsewhere (masked, never NaN)."""
    _, heads, _, size = parts[0].shape
    buffer = parts[0].new_zeros((len(parts), heads, -(-columns // _BLOCK) * _BLOCK + _HEADROOM, size))
    for row, part in enumerate(parts):
        buffer[row, :, columns - part.shape[2] : columns] = part[0]
    return buffer


def _grown(buffer: torch.Tensor) -> torch.Tensor:
    rows, heads, columns, size = buffer.shape
    grown = buffer.new_zeros((rows, heads, columns + max(_HEADROOM, columns // 4 // _BLOCK * _BLOCK), size))
    grown[:, :, :columns] = buffer
    return grown


_ACTIVE: ContextVar[Layers | None] = ContextVar("clamp_shared_prefix", default=None)


@contextmanager
def decoding_with(prefix: Layers) -> Generator[None]:
    """Within this context the registered attention function attends to a shared prefix and to tails."""
    token = _ACTIVE.set(prefix)
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
    """Attention of one query a row over the prefix and the row's tail, as one softmax over both.

    Args:
        query: ``[rows, heads, 1, size]``.
        key, value: The tails, ``[rows, key-value heads, columns, size]``.
        attention_mask: Additive, ``[rows, 1, 1, columns]``.

    Returns:
        ``[rows, 1, heads, size]``, and no attention weights.
    """
    prefix = _ACTIVE.get()
    layer = getattr(module, "layer_idx", None)
    if prefix is None or layer is None:
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
    scale = size**-0.5 if scaling is None else scaling
    grouped = query.view(rows, groups, heads // groups, size) * scale
    own = torch.matmul(grouped, key.transpose(2, 3)).float()
    if attention_mask is not None:
        own = own + attention_mask
    if not prefix:
        weights = torch.softmax(own, dim=-1).to(value.dtype)
        return torch.matmul(weights, value).reshape(rows, 1, heads, size), None

    prefix_key, prefix_value = prefix[layer]
    length = prefix_key.shape[2]
    # [groups, rows × heads a group, size]: every row's queries meet the one prefix in one product.
    together = grouped.transpose(0, 1).reshape(groups, -1, size)
    shared = torch.matmul(together, prefix_key[0].transpose(1, 2)).float()
    shared = shared.view(groups, rows, heads // groups, length).transpose(0, 1)
    weights = torch.softmax(torch.cat([shared, own], dim=-1), dim=-1).to(value.dtype)
    from_tail = torch.matmul(weights[..., length:], value)
    prefix_weights = weights[..., :length].transpose(0, 1).reshape(groups, -1, length)
    from_prefix = torch.matmul(prefix_weights, prefix_value[0]).view(groups, rows, heads // groups, size)
    return (from_tail + from_prefix.transpose(0, 1)).reshape(rows, 1, heads, size), None


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
    """Let a model's attention go through this file; outside `decoding_with` it stays what it was (SDPA)."""
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
        install(self.model)
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


def step(model: PreTrainedModel, tokens: Sequence[int], tails: Tails) -> torch.Tensor:
    """Feed one token a row.

    Returns:
        The logits after it, ``[rows, vocabulary]``, of the model's own type.
    """
    mask, positions = tails.step_inputs()
    with decoding_with(tails.prefix):
        output: Any = model(
            input_ids=torch.tensor([[token] for token in tokens], device=model.device),
            attention_mask=mask,
            position_ids=positions,
            past_key_values=tails,
            use_cache=True,
        )
    tails.advance()
    return output.logits[:, -1]
