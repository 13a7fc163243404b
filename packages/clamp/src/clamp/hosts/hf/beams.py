"""The likeliest texts under a constraint, side by side: a beam, by the model's own probabilities.

Each text counts with what the model itself gives its tokens, admissible or not, so that shares of texts are shares of
the model's own distribution over what the constraint admits, as far as the beam holds it.
"""

# transformers is only partly typed.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from transformers import PreTrainedModel

from clamp.decoding import Constraint
from clamp.errors import ConstraintError
from clamp.hosts.follower import width_message
from clamp.hosts.hf.batch import Layers
from clamp.hosts.hf.particles import BehindPrefix, Plain, Rows


class Written(NamedTuple):
    """A whole text, and the natural log of the model's own probability of its tokens, the end among them."""

    text: str
    log_probability: float


class _Row(NamedTuple):
    parent: int
    tokens: tuple[int, ...]
    cursor: Any
    log: float


@torch.inference_mode()
def write_beams(
    model: PreTrainedModel,
    tokens: Sequence[int],
    constraint: Constraint[Any],
    width: int,
    *,
    room: int,
    prefix_length: int = 0,
    prefix: Layers | None = None,
) -> list[Written]:
    """The whole texts that a beam finds, best first, at most `width`.

    Args:
        tokens: The prompt.
        room: Most tokens of a text.
        prefix_length: How many tokens of the prompt `prefix` holds the keys and values of.
        prefix: ``None`` for a cache of transformers' own.

    Raises:
        ConstraintError: If the model is wider or narrower than the vocabulary.
    """
    rows: Rows = (
        Plain(model, tokens, {}) if prefix is None else BehindPrefix(model, tokens, prefix_length, prefix)
    )
    ends = constraint.vocabulary.eos_ids
    whole: list[_Row] = []
    live = [_Row(0, (), constraint.initial(), 0.0)]
    first = rows.read(width)
    if len(first) != constraint.vocabulary.size:
        raise ConstraintError(width_message(constraint, len(first)))
    scores: Sequence[NDArray[np.float32]] = [first]
    for _ in range(room):
        found: list[tuple[float, int, int]] = []
        for place, row in enumerate(live):
            allowed = constraint.allowed(row.cursor)
            if not len(allowed):
                continue
            logs = scores[place].astype(np.float64)
            best = float(logs.max())
            logs = logs[allowed] - (best + math.log(float(np.exp(logs - best).sum())))
            for at in np.argsort(-logs, kind="stable")[: width + len(ends)].tolist():
                found.append((row.log + float(logs[at]), place, int(allowed[at])))
        found.sort(key=lambda one: (-one[0], one[1:]))
        after: list[_Row] = []
        for log, place, token in found:
            row = live[place]
            if token in ends:
                whole.append(_Row(place, row.tokens, row.cursor, log))
            elif len(after) < width:
                after.append(_Row(place, (*row.tokens, token), constraint.advance(row.cursor, token), log))
        whole = sorted(whole, key=lambda one: -one.log)[:width]
        if not after or (len(whole) == width and after[0].log < whole[-1].log):
            break
        live = after
        rows.select([one.parent for one in live])
        scores = list(rows.step([one.tokens[-1] for one in live]))
    bytes_of = constraint.vocabulary.bytes_of
    return [
        Written(b"".join(bytes_of(token) or b"" for token in one.tokens).decode(errors="replace"), one.log)
        for one in whole
    ]
