"""Writing many texts at once with a transformers model, each under its own constraint.

`decode` keeps a batch full (`clamp.hosts.rows`), behind one shared prompt prefix whose keys and values are read once
(`KeptPrefix`, `BatchCache`) by an attention function of its own. `decode_with_generate` does the same job one by one
through `generate` and `ClampLogitsProcessor`: the twin that tests compare, and the way for models and inputs that the
first cannot serve (images, sliding windows). `step` and `read_prompt` are for who samples without constraints.
"""

# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from time import perf_counter
from typing import Any

import numpy as np
import torch
from transformers import (
    AttentionInterface,
    AttentionMaskInterface,
    DynamicCache,
    LogitsProcessor,
    LogitsProcessorList,
    PreTrainedModel,
    StoppingCriteria,
    StoppingCriteriaList,
)
from transformers.cache_utils import Cache, CacheLayerMixin, DynamicLayer
from transformers.generation.streamers import BaseStreamer

from clamp.errors import DeadEndError, HostError
from clamp.hosts.follower import Decoded, Follower
from clamp.hosts.hf.processor import ClampLogitsProcessor
from clamp.hosts.jobs import Text
from clamp.hosts.rows import OnToken, write_batch

# transformers is only partly typed.

# ------------------------------------------------------------------ the keys and values of a batch

Layers = list[tuple[torch.Tensor, torch.Tensor]]
"""Keys and values of each layer, ``[rows, key-value heads, columns, head size]``."""

BLOCK = 256
"""Columns of a block."""


class _BatchCacheLayer(CacheLayerMixin):
    """One layer's blocks; each step writes one column, the same for all rows."""

    def __init__(self, cache: BatchCache):
        super().__init__()
        self.cache = cache
        self.blocks: list[tuple[torch.Tensor, torch.Tensor]] = []
        self.is_initialized = True

    def lazy_initialization(self, key_states: torch.Tensor, value_states: torch.Tensor) -> None:
        """Nothing to do: blocks are made when rows are added."""

    def update(
        self, key_states: torch.Tensor, value_states: torch.Tensor, *args: Any, **kwargs: Any
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Write a column; the block that holds it. The attention reads the blocks themselves."""
        number, column = divmod(self.cache.columns, BLOCK)
        keys, values = self.blocks[number]
        rows = len(key_states)
        keys[:rows, :, column] = key_states[:, :, 0]
        values[:rows, :, column] = value_states[:, :, 0]
        return keys[:rows], values[:rows]

    def get_mask_sizes(self, query_length: int) -> tuple[int, int]:
        return self.cache.columns + query_length, 0

    def get_seq_length(self) -> int:
        return self.cache.prefix_length + self.cache.columns

    def get_max_length(self) -> int:
        return -1


class BatchCache(Cache):
    """The rows of a batch, behind one shared prefix.

    Columns are shared and right-aligned: a row of length n occupies the last n columns. Keys carry their
    rotary positions already, so the column does not matter.

    Args:
        prefix: Keys and values that all rows share, ``[1, heads, columns, size]``; empty for none.
        size: How many rows there are room for.

    Attributes:
        columns: The column that the next step writes.
    """

    def __init__(self, prefix: Layers, size: int):
        self.prefix = prefix
        self.prefix_length = prefix[0][0].shape[2] if prefix else 0
        self.size = size
        self.columns = 0
        self._starts: list[int] = []
        self._layers: list[_BatchCacheLayer] = []
        super().__init__(layers=[])

    @classmethod
    def of(cls, prefix: Layers, rows: Sequence[Layers]) -> BatchCache:
        """A batch of these rows, full."""
        cache = cls(prefix, len(rows))
        for row in rows:
            cache.add(row)
        return cache

    def __len__(self) -> int:
        return len(self._starts)

    def add(self, row: Layers) -> None:
        """Place a row after the others; its keys and values are ``[1, heads, n, size]``."""
        if not self._layers:
            self._layers = [_BatchCacheLayer(self) for _ in row]
            self.layers = list(self._layers)
        length = row[0][0].shape[2]
        if not self._starts:
            self.columns = length
        while self.columns < length:
            # Longer than all others: they get columns before their own.
            self._starts = [start + BLOCK for start in self._starts]
            self.columns += BLOCK
            for layer, like in zip(self._layers, row, strict=True):
                layer.blocks.insert(0, _blank(like, self.size))
        self._make_room(row)
        place, start = len(self._starts), self.columns - length
        self._starts.append(start)
        for number in range(start // BLOCK, -(-self.columns // BLOCK)):
            low, high = max(start, number * BLOCK), min(self.columns, (number + 1) * BLOCK)
            columns = slice(low - number * BLOCK, high - number * BLOCK)
            for layer, parts in zip(self._layers, row, strict=True):
                for block, part in zip(layer.blocks[number], parts, strict=True):
                    block[place, :, columns] = part[0, :, low - start : high - start]

    def keep(self, rows: Sequence[int]) -> None:
        """Go on with these rows only, in this order; a row moves to the front, or stays.

        Raises:
            ValueError: If a row would move back, over one that is still to be moved.
        """
        if any(row < place for place, row in enumerate(rows)):
            raise ValueError(f"Rows {list(rows)} cannot be placed in this order: one would move back.")
        for place, row in enumerate(rows):
            if place == row:
                continue
            start = self._starts[place] = self._starts[row]
            for layer in self._layers:
                for block in layer.blocks[start // BLOCK : -(-self.columns // BLOCK)]:
                    for part in block:
                        part[place] = part[row]
        del self._starts[len(rows) :]
        # Blocks that no row uses any more go.
        while self._starts and min(self._starts) >= BLOCK:
            self._starts = [start - BLOCK for start in self._starts]
            self.columns -= BLOCK
            for layer in self._layers:
                del layer.blocks[0]

    def select(self, rows: Sequence[int]) -> None:
        """Go on with these rows, in this order; a row may be there more than once.

        Raises:
            ValueError: If there is no room for so many.
        """
        if len(rows) > self.size:
            raise ValueError(f"There is room for {self.size} rows, not for {len(rows)}.")
        self._starts = [self._starts[row] for row in rows]
        for layer in self._layers:
            for block in layer.blocks:
                for part in block:
                    part[: len(rows)] = part[list(rows)]  # read whole before it is written

    def blocks(self, layer: int) -> list[tuple[torch.Tensor, torch.Tensor]]:
        """What a step attends to: keys and values of ``[rows, heads, BLOCK, size]`` each."""
        rows = len(self._starts)
        return [
            (keys[:rows], values[:rows])
            for keys, values in self._layers[layer].blocks[: self.columns // BLOCK + 1]
        ]

    def step_inputs(self) -> tuple[torch.Tensor, torch.Tensor]:
        """The additive mask ``[rows, 1, 1, columns of the blocks]`` and the positions ``[rows, 1]``."""
        device = self._layers[0].blocks[0][0].device
        starts = torch.tensor(self._starts, device=device)[:, None]
        columns = torch.arange((self.columns // BLOCK + 1) * BLOCK, device=device)[None, :]
        hidden = (columns < starts) | (columns > self.columns)
        mask = torch.zeros(hidden.shape, dtype=torch.float32, device=device)
        mask.masked_fill_(hidden, -torch.inf)
        return mask[:, None, None, :], self.prefix_length + self.columns - starts

    def advance(self) -> None:
        """Count the column that the step wrote, and make room for the next."""
        self.columns += 1
        self._make_room([layer.blocks[-1] for layer in self._layers])

    def _make_room(self, like: Layers) -> None:
        """A block for the column that the next step writes."""
        while len(self._layers[0].blocks) * BLOCK <= self.columns:
            for layer, parts in zip(self._layers, like, strict=True):
                layer.blocks.append(_blank(parts, self.size))


def _blank(like: tuple[torch.Tensor, torch.Tensor], rows: int) -> tuple[torch.Tensor, torch.Tensor]:
    """A block: zeros, because what is masked must still be finite."""

    def zeros(part: torch.Tensor) -> torch.Tensor:
        return part.new_zeros((rows, part.shape[1], BLOCK, part.shape[3]))

    return zeros(like[0]), zeros(like[1])


# ------------------------------------------------------------------ attention over a shared prefix

ATTENTION = "clamp_shared_prefix"
"""Name under which the attention function is registered with transformers."""

PART = 32
"""Tokens of a shared prefix that are read at once; of fewer, a pass of their own is not worth it."""

_ACTIVE: ContextVar[BatchCache | None] = ContextVar("clamp_shared_prefix", default=None)


@contextmanager
def _decoding(cache: BatchCache) -> Generator[None]:
    """Within this context the registered attention function attends to the cache and its prefix."""
    token = _ACTIVE.set(cache)
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
        key, value: The block that was written last; all of them are read from the cache.
        attention_mask: Additive, ``[rows, 1, 1, columns of the blocks]``.

    Returns:
        ``[rows, 1, heads, size]``, and no attention weights.
    """
    cache, layer = _ACTIVE.get(), getattr(module, "layer_idx", None)
    if cache is None or layer is None or attention_mask is None:
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
    length = cache.prefix_length
    grouped = query.view(rows, groups, heads // groups, size) * (size**-0.5 if scaling is None else scaling)
    blocks = cache.blocks(layer)
    parts = [torch.matmul(grouped, keys.transpose(2, 3)) for keys, _ in blocks]
    if length:
        # [groups, rows × heads a group, size]: every row's queries meet the one prefix in one product.
        together = grouped.transpose(0, 1).reshape(groups, -1, size)
        shared = torch.matmul(together, cache.prefix[layer][0][0].transpose(1, 2))
        parts.insert(0, shared.view(groups, rows, heads // groups, length).transpose(0, 1))
    scores = torch.cat(parts, dim=-1).float()
    scores[..., length:] += attention_mask
    weights = torch.softmax(scores, dim=-1).to(value.dtype)
    found = query.new_zeros((rows, groups, heads // groups, size), dtype=torch.float32)
    if length:
        shared = weights[..., :length].transpose(0, 1).reshape(groups, -1, length)
        read = torch.matmul(shared, cache.prefix[layer][1][0]).view(groups, rows, heads // groups, size)
        found += read.transpose(0, 1)
    for number, (_, values) in enumerate(blocks):
        start = length + number * BLOCK
        found += torch.matmul(weights[..., start : start + BLOCK], values)
    return found.to(value.dtype).reshape(rows, 1, heads, size), None


# At once, because a model that was pickled in another process names it already.
AttentionInterface.register(ATTENTION, _attention)
AttentionMaskInterface.register(ATTENTION, AttentionMaskInterface()["sdpa"])


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
    """Let a model's attention go through this module; outside `step` it stays what it was (SDPA)."""
    if model.config._attn_implementation == ATTENTION:  # pyright: ignore[reportPrivateUsage]
        return
    model.set_attn_implementation(ATTENTION)


def kept_in(model: Any, cache: Any) -> dict[str, Any]:
    """The arguments of a model's forward pass that have it keep keys and values in `cache`.

    transformers renamed the first of them, ``past_key_values``, to ``cache`` with version 5.24.
    """
    return {_cache_name(type(model)): cache, "use_cache": True}


@functools.cache
def _cache_name(model: type[Any]) -> str:
    names = inspect.signature(model.forward).parameters
    return "cache" if "cache" in names and "past_key_values" not in names else "past_key_values"


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
        **kept_in(model, cache),
        logits_to_keep=1,
    )
    own: Layers = [
        (keys[:, :, length:].clone(), values[:, :, length:].clone()) for keys, values in _filled(cache)
    ]
    return own, output.logits[0, -1]


def forget_pictures(model: PreTrainedModel) -> None:
    """Make a model forget how far an earlier prompt's pictures moved its positions; it keeps that between calls."""
    for module in _counting(model):
        module.rope_deltas = None


def moved_by_pictures(model: PreTrainedModel) -> int | None:
    """How far the pictures of the prompt just read moved the positions after them.

    ``None`` for a model that counts tokens, as most do, and has no such number.
    """
    for module in _counting(model):
        return 0 if module.rope_deltas is None else int(module.rope_deltas[0])
    return None


def _counting(model: PreTrainedModel) -> list[Any]:
    """The parts of a model that keep how far pictures moved its positions."""
    return [module for module in model.modules() if hasattr(module, "rope_deltas")]


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
    """What prompts have in common: read once, kept, and extended where new prompts agree with it.

    It is read in parts of one length, so that its keys and values are the same, to the last bit, whatever was read
    before: what a text is does not depend on which others its process has written.
    """

    def __init__(self, model: PreTrainedModel):
        self.model = model
        self._tokens: tuple[int, ...] = ()
        self._layers: Layers = []

    def __reduce__(self) -> tuple[type[KeptPrefix], tuple[PreTrainedModel]]:
        return KeptPrefix, (self.model,)

    @torch.inference_mode()
    def of(self, prompts: Sequence[tuple[int, ...]]) -> tuple[int, Layers]:
        """The length, and the keys and values, of the prompts' common prefix; 0 if it is too short to pay.

        At least one token of each prompt stays out of it: its logits begin the text.
        """
        length = whole_parts(min(_common(prompts), min(map(len, prompts)) - 1))
        if not length:
            return 0, []
        tokens = prompts[0][:length]
        kept = whole_parts(_common([self._tokens, tokens]))
        layers = extend_prefix(self.model, self._layers, kept, ())
        for start in range(kept, length, PART):
            layers = extend_prefix(self.model, layers, start, tokens[start : start + PART])
        self._tokens, self._layers = tokens, layers
        return length, layers


def whole_parts(length: int) -> int:
    """The length of a common beginning, cut so that it depends less on what else begins so."""
    return length - length % PART


def _common(sequences: Sequence[tuple[int, ...]]) -> int:
    """Length of the longest common prefix: that of the lexicographic extremes."""
    low, high = min(sequences), max(sequences)
    for position, (a, b) in enumerate(zip(low, high, strict=False)):
        if a != b:
            return position
    return min(len(low), len(high))


def step(model: PreTrainedModel, tokens: Sequence[int], cache: BatchCache) -> torch.Tensor:
    """Feed one token a row.

    Returns:
        The logits after it, ``[rows, vocabulary]``, of the model's own type.
    """
    install(model)
    mask, positions = cache.step_inputs()
    with _decoding(cache):
        output: Any = model(
            input_ids=torch.tensor([[token] for token in tokens], device=model.device),
            attention_mask=mask,
            position_ids=positions,
            **kept_in(model, cache),
        )
    cache.advance()
    return output.logits[:, -1]


# ------------------------------------------------------------------ writing many texts


class _Behind:
    """Rows of a batch behind a shared prefix, as `clamp.hosts.rows` writes them."""

    def __init__(self, model: PreTrainedModel, prefix_length: int, prefix: Layers, size: int):
        self._model, self._length, self._prefix = model, prefix_length, prefix
        self._cache = BatchCache(prefix, size)
        self._read: Layers = []

    def fits(self, tokens: int) -> bool:
        return True  # memory grows with the rows

    def read(self, tokens: Sequence[int]) -> np.ndarray:
        self._read, scores = read_prompt(self._model, tokens[self._length :], self._prefix)
        return _numpy(scores)

    def join(self) -> None:
        self._cache.add(self._read)

    def roomy(self) -> bool:
        return True

    def step(self, tokens: Sequence[int]) -> np.ndarray:
        return _numpy(step(self._model, tokens, self._cache))

    def keep(self, order: Sequence[int]) -> None:
        self._cache.keep(order)


@torch.inference_mode()
def decode(
    model: PreTrainedModel,
    texts: Sequence[Text],
    *,
    prefix_length: int,
    prefix: Layers,
    batch_size: int,
    watch: bool = False,
    on_token: OnToken | None = None,
) -> Iterator[Text]:
    """Write texts, yielding each as it ends; see `clamp.hosts.rows.write_batch`.

    Args:
        prefix_length: How many tokens all prompts share; `prefix` holds their keys and values. Every prompt
            is longer than that.

    Raises:
        HostError: If the model cannot be served this way, or its scores are NaN.
        ConstraintError: If a constraint's vocabulary does not have the model's width.
    """
    reason = unsupported_reason(model)
    if reason is not None:
        raise HostError(f"Shared-prefix decoding cannot serve this model: {reason}.")
    rows = _Behind(model, prefix_length, prefix, min(batch_size, len(texts)))
    yield from write_batch(rows, texts, batch_size=batch_size, watch=watch, on_token=on_token)


def _numpy(scores: torch.Tensor) -> np.ndarray:
    return scores.float().cpu().numpy()


class _Recorder(LogitsProcessor):
    """Keeps what has been written, and what each step's scores prefer before the constraint sees them."""

    def __init__(self, prompt_length: int, *, watch: bool) -> None:
        self.prompt_length = prompt_length
        self.watch = watch
        self.tokens: list[int] = []
        self.noted = Decoded()
        self._last: np.ndarray | None = None

    def __call__(self, input_ids: torch.Tensor, scores: torch.Tensor) -> torch.Tensor:  # type: ignore[override]
        self.tokens = input_ids[0, self.prompt_length :].tolist()
        if self.watch:
            self.note(self.tokens)
            self._last = _numpy(scores[0])
        return scores

    def note(self, tokens: Sequence[int]) -> None:
        """Note what was preferred where the last of the tokens was written, once that is known."""
        if self._last is not None and len(tokens) > len(self.noted.ranked):
            self.noted.note(self._last, tokens[-1])


class _Left(StoppingCriteria):
    """Ends a text that nobody waits for any more."""

    def __init__(self, left: Callable[[], bool]) -> None:
        self.left = left

    def __call__(self, input_ids: torch.Tensor, scores: Any, **kwargs: Any) -> torch.Tensor:  # type: ignore[override]
        return torch.full((len(input_ids),), self.left(), dtype=torch.bool, device=input_ids.device)


class _TokenStreamer(BaseStreamer):
    """Passes on tokens as `generate` writes them; the first call is the prompt."""

    def __init__(self, index: int, on_token: OnToken):
        self.index, self.on_token = index, on_token
        self.began = False

    def put(self, value: torch.Tensor) -> None:
        if self.began:
            for token in value.reshape(-1).tolist():
                self.on_token(self.index, int(token))
        self.began = True

    def end(self) -> None:
        """Nothing is held back."""


@torch.inference_mode()
def decode_with_generate(
    model: PreTrainedModel,
    texts: Iterable[Text],
    *,
    watch: bool = False,
    on_token: OnToken | None = None,
) -> Iterator[Text]:
    """Write texts one by one through ``model.generate``, yielding each as it ends.

    Draws of temperatures above 0 come from torch's generator and differ from those of `decode`.
    """
    for text in texts:
        request, length = text.request, len(text.tokens)
        recorder = _Recorder(length, watch=watch)
        processors = LogitsProcessorList([recorder])
        clamp: ClampLogitsProcessor | None = None
        if request.constraint is not None:
            clamp = ClampLogitsProcessor(request.constraint, prompt_length=length)
            processors.append(clamp)
        input_ids = torch.tensor([text.tokens], device=model.device)
        sampling: dict[str, Any] = {"do_sample": False, "temperature": None, "top_p": None, "top_k": None}
        if request.temperature > 0:
            sampling = {"do_sample": True, "temperature": request.temperature, "top_p": 1.0, "top_k": 0}
        torch.manual_seed(request.seed)
        started = perf_counter()
        ended: DeadEndError | None = None
        try:
            output: Any = model.generate(  # pyright: ignore[reportCallIssue]
                input_ids=input_ids,
                attention_mask=torch.ones_like(input_ids),
                logits_processor=processors,
                max_new_tokens=text.room,
                eos_token_id=sorted(text.eos_ids),
                pad_token_id=min(text.eos_ids),
                repetition_penalty=1.0,
                num_beams=1,
                stopping_criteria=None
                if request.left is None
                else StoppingCriteriaList([_Left(request.left)]),
                streamer=None if on_token is None else _TokenStreamer(text.index, on_token),
                **sampling,
                **text.inputs,
            )
            tokens: list[int] = output[0, length:].tolist()
        except DeadEndError as error:
            ended, tokens = error, recorder.tokens
        recorder.note(tokens)
        text.out = out = Decoded(
            tokens=tokens,
            preferred=recorder.noted.preferred,
            ranked=recorder.noted.ranked,
            generation_seconds=perf_counter() - started,
            constraint_seconds=0.0 if clamp is None else clamp.seconds,
            follower=(follower := Follower(request.constraint, text.eos_ids)),
        )
        follower.follow(tokens)
        if ended is not None:
            out.finish, out.failure = "dead-end", follower.failed(ended)
        elif follower.ended:
            out.finish = "eos"
        yield text
