"""Writing many texts at once with a transformers model, each under its own constraint.

`decode` keeps a batch full: rows leave when they end and waiting requests take their place, over one shared
prompt prefix (`shared_prefix`). `decode_with_generate` does the same job through `generate` and
`ClampLogitsProcessor`: the twin that tests compare, and the way for models and inputs that the first
cannot serve (images, sliding windows).
"""

# transformers is only partly typed.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, Literal

import numpy as np
import torch
from transformers import LogitsProcessor, LogitsProcessorList, PreTrainedModel
from transformers.generation.streamers import BaseStreamer

from clamp.decoding import Failure
from clamp.errors import ConstraintError, GuidanceError, HostError
from clamp.hosts import shared_prefix
from clamp.hosts.protocol import TokenConstraint, admits, bias
from clamp.hosts.scatter import refusal
from clamp.hosts.seats import Layers, Seats
from clamp.hosts.transformers import ClampLogitsProcessor, width_message

Finish = Literal["eos", "length", "dead-end"]
OnToken = Callable[[int, int], None]


@dataclass(frozen=True)
class DecodeRequest:
    """One text to write.

    Attributes:
        tokens: The prompt; at least one token.
        constraint: What may be written, or ``None`` for anything; a lookahead also says how good it is.
        max_new_tokens: Most tokens to write, end-of-sequence included.
        eos_ids: Tokens that end the text.
        temperature: 0 takes the best admissible token; otherwise tokens are drawn from the admissible ones.
        seed: Of this request's own random generator, so that a batch's composition does not change a draw.
        inputs: Further inputs of the model's ``generate``, such as ``pixel_values``.
    """

    tokens: tuple[int, ...]
    constraint: TokenConstraint | None
    max_new_tokens: int
    eos_ids: frozenset[int]
    temperature: float = 0.0
    seed: int = 0
    inputs: Mapping[str, Any] = field(default_factory=dict[str, Any])


@dataclass
class Decoded:
    """What was written, and what a trace needs.

    Attributes:
        tokens: With the end-of-sequence token, if there is one.
        finish: ``"eos"``; ``"length"``: `max_new_tokens` were written; ``"dead-end"``: no token could be
            chosen.
        failure: Why none could be, where the constraint admitted some.
        wanted: For each token, the one that the model scored highest where the constraint forbade it.
        prompt_seconds, generation_seconds, constraint_seconds: This row's shares (see `clamp.Timing`).
    """

    tokens: list[int] = field(default_factory=list[int])
    finish: Finish = "length"
    failure: Failure | None = None
    wanted: list[int | None] = field(default_factory=list[int | None])
    prompt_seconds: float = 0.0
    generation_seconds: float = 0.0
    constraint_seconds: float = 0.0


class _Row:
    """A request that is being written."""

    def __init__(self, index: int, request: DecodeRequest):
        self.index = index
        self.request = request
        self.cursor: Any = None if request.constraint is None else request.constraint.initial()
        self.random = np.random.default_rng(request.seed)
        self.out = Decoded()

    def take(self, scores: np.ndarray, *, watch: bool) -> bool:
        """Choose the next token from one row of logits; whether the text goes on."""
        request, out = self.request, self.out
        constraint = request.constraint
        wanted: int | None = None
        if constraint is None:
            token = self._choose(scores)
        else:
            if constraint.vocabulary.size != len(scores):
                raise ConstraintError(width_message(constraint, len(scores)))
            started = perf_counter()
            allowed = constraint.allowed(self.cursor)
            out.constraint_seconds += perf_counter() - started
            if allowed.size == 0:
                out.finish = "dead-end"
                return False
            try:
                token = int(allowed[self._choose(scores[allowed], self._bias())])
            except GuidanceError as error:
                out.finish, out.failure = "dead-end", _unguided(out, error)
                return False
            if (
                watch
                and (best := int(scores.argmax())) != token
                and not admits(constraint, self.cursor, best)
            ):
                wanted = best
        out.tokens.append(token)
        out.wanted.append(wanted)
        if token in request.eos_ids:
            out.finish = "eos"
            return False
        if constraint is not None:
            started = perf_counter()
            self.cursor = constraint.advance(self.cursor, token)
            out.constraint_seconds += perf_counter() - started
        return len(out.tokens) < request.max_new_tokens

    def _bias(self) -> np.ndarray | None:
        started = perf_counter()
        found = None if self.request.constraint is None else bias(self.request.constraint, self.cursor)
        self.out.constraint_seconds += perf_counter() - started
        return found

    def _choose(self, logits: np.ndarray, guide: np.ndarray | None = None) -> int:
        """The place of the next token among some logits, `guide` being added to them."""
        scores = logits if guide is None else logits + guide
        best = int(scores.argmax())
        if not math.isfinite(scores[best]):
            error = refusal(f"After {len(self.out.tokens)} tokens", logits, guide, str(scores.dtype))
            if isinstance(error, GuidanceError):
                raise error
            raise HostError(f"{error} Try dtype='float32'.")
        if self.request.temperature == 0:
            return best
        weights = np.exp((scores.astype(np.float64) - float(scores[best])) / self.request.temperature)
        return int(self.random.choice(len(weights), p=weights / weights.sum()))


def _unguided(out: Decoded, error: GuidanceError) -> Failure:
    return Failure("guidance", f"After {len(out.tokens)} tokens no admissible token can be chosen. {error}")


@torch.inference_mode()
def decode(
    model: PreTrainedModel,
    requests: Sequence[DecodeRequest],
    *,
    prefix_length: int,
    prefix: Layers,
    batch_size: int,
    watch: bool = False,
    on_token: OnToken | None = None,
) -> Iterator[tuple[int, Decoded]]:
    """Write the requests' texts, yielding each as it ends, as (index, text).

    Args:
        prefix_length: How many tokens all prompts share; `prefix` holds their keys and values. Every prompt
            is longer than that.
        batch_size: Most rows at once.
        watch: Note the forbidden tokens that the model preferred.
        on_token: Called with (index, token) for every token written.

    Raises:
        HostError: If the model cannot be served this way, or its scores are NaN.
        ConstraintError: If a constraint's vocabulary does not have the model's width.
    """
    reason = shared_prefix.unsupported_reason(model)
    if reason is not None:
        raise HostError(f"Shared-prefix decoding cannot serve this model: {reason}.")
    # Long prompts first: rows of like length sit together, and attend to few columns that are not theirs.
    waiting = deque(sorted(range(len(requests)), key=lambda index: -len(requests[index].tokens)))
    seats = Seats(prefix, min(batch_size, len(requests)))
    rows: list[_Row] = []
    while waiting or rows:
        while waiting and len(rows) < batch_size:
            row = _Row(index := waiting.popleft(), requests[index])
            started = perf_counter()
            read, scores = shared_prefix.read_prompt(model, row.request.tokens[prefix_length:], prefix)
            first = _numpy(scores)
            row.out.prompt_seconds = perf_counter() - started
            goes_on = row.take(first, watch=watch)
            row.out.generation_seconds = perf_counter() - started - row.out.prompt_seconds
            _report(row, on_token)
            if goes_on:
                rows.append(row)
                seats.add(read)
            else:
                yield row.index, row.out
        if not rows:
            continue
        started = perf_counter()
        scores = _numpy(shared_prefix.step(model, [row.out.tokens[-1] for row in rows], seats))
        ended = [seat for seat, row in enumerate(rows) if not row.take(scores[seat], watch=watch)]
        share = (perf_counter() - started) / len(rows)
        for row in rows:
            row.out.generation_seconds += share
            _report(row, on_token)
        if ended:
            gone = [rows[seat] for seat in ended]
            order = _without(len(rows), ended)
            seats.keep(order)
            rows = [rows[seat] for seat in order]
            yield from ((row.index, row.out) for row in gone)


def _without(count: int, ended: Sequence[int]) -> list[int]:
    """The seats that go on, the last ones in the places of those that ended, so that few rows move."""
    order = list(range(count))
    for seat in reversed(ended):
        last = order.pop()
        if seat < len(order):
            order[seat] = last
    return order


def _report(row: _Row, on_token: OnToken | None) -> None:
    if on_token is not None and row.out.tokens and row.out.finish != "dead-end":
        on_token(row.index, row.out.tokens[-1])


def _numpy(scores: torch.Tensor) -> np.ndarray:
    return scores.float().cpu().numpy()


class _Watcher(LogitsProcessor):
    """Notes the token that each row's scores prefer before the constraint sees them."""

    def __init__(self) -> None:
        self.best: list[list[int]] = []

    def __call__(self, input_ids: torch.Tensor, scores: torch.Tensor) -> torch.Tensor:  # type: ignore[override]
        self.best.append(scores.argmax(dim=-1).tolist())
        return scores


class _Recorder(LogitsProcessor):
    """Keeps what has been written, for when another processor ends the generation."""

    def __init__(self, prompt_length: int) -> None:
        self.prompt_length = prompt_length
        self.tokens: list[int] = []

    def __call__(self, input_ids: torch.Tensor, scores: torch.Tensor) -> torch.Tensor:  # type: ignore[override]
        self.tokens = input_ids[0, self.prompt_length :].tolist()
        return scores


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
    requests: Sequence[DecodeRequest],
    *,
    watch: bool = False,
    on_token: OnToken | None = None,
) -> Iterator[tuple[int, Decoded]]:
    """Write the requests' texts one by one through ``model.generate``, yielding each as (index, text).

    Draws of temperatures above 0 come from torch's generator and differ from those of `decode`.
    """
    for index, request in enumerate(requests):
        watcher = _Watcher()
        recorder = _Recorder(len(request.tokens))
        processors = LogitsProcessorList([recorder, watcher] if watch else [recorder])
        constraint = request.constraint
        clamp: ClampLogitsProcessor | None = None
        if constraint is not None:
            if constraint.allowed(constraint.initial()).size == 0:
                yield index, Decoded(finish="dead-end")
                continue
            clamp = ClampLogitsProcessor(constraint, prompt_length=len(request.tokens))
            processors.append(clamp)
        input_ids = torch.tensor([request.tokens], device=model.device)
        sampling: dict[str, Any] = {"do_sample": False, "temperature": None, "top_p": None, "top_k": None}
        if request.temperature > 0:
            sampling = {"do_sample": True, "temperature": request.temperature, "top_p": 1.0, "top_k": 0}
        torch.manual_seed(request.seed)
        started = perf_counter()
        ended: GuidanceError | None = None
        try:
            output: Any = model.generate(  # pyright: ignore[reportCallIssue]
                input_ids=input_ids,
                attention_mask=torch.ones_like(input_ids),
                logits_processor=processors,
                max_new_tokens=request.max_new_tokens,
                eos_token_id=sorted(request.eos_ids),
                pad_token_id=min(request.eos_ids),
                repetition_penalty=1.0,
                num_beams=1,
                streamer=None if on_token is None else _TokenStreamer(index, on_token),
                **sampling,
                **request.inputs,
            )
            tokens: list[int] = output[0, len(request.tokens) :].tolist()
        except GuidanceError as error:
            ended, tokens = error, recorder.tokens
        out = Decoded(
            tokens=tokens,
            finish="eos" if tokens and tokens[-1] in request.eos_ids else "length",
            wanted=[None] * len(tokens),
            generation_seconds=perf_counter() - started,
            constraint_seconds=0.0 if clamp is None else clamp.seconds,
        )
        if ended is not None:
            out.finish, out.failure = "dead-end", _unguided(out, ended)
        if watch and constraint is not None:
            cursor = constraint.initial()
            for position, token in enumerate(tokens):
                best = watcher.best[position][0]
                if best != token and not admits(constraint, cursor, best):
                    out.wanted[position] = best
                if token not in request.eos_ids:
                    cursor = constraint.advance(cursor, token)
        yield index, out
