"""The paper's recovery (`clamp.hosts.recovery`) with a transformers model, whose cache is cut to rewind a text."""

# transformers is only partly typed.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter
from typing import Any, cast

import numpy as np
import torch
from transformers import DynamicCache, PreTrainedModel
from transformers.cache_utils import DynamicLayer

from clamp.decoding import PlanConstraint
from clamp.hosts.hf.batch import forget_pictures
from clamp.hosts.jobs import Text
from clamp.hosts.recovery import Recovering


class _Scores:
    """The model's scores after a text; what it has in common with the text before is not read again."""

    def __init__(self, model: PreTrainedModel, text: Text) -> None:
        self._model, self._text = model, text
        self._read: list[int] = []
        self._begin()

    def _begin(self) -> None:
        self._cache = DynamicCache(config=self._model.config)
        forget_pictures(self._model)
        self._read = []
        self._first = self._last = self._forward(self._text.tokens, **self._text.inputs)

    def _forward(self, tokens: Sequence[int], **inputs: Any) -> np.ndarray:
        ids = torch.tensor([list(tokens)], device=self._model.device)
        output: Any = self._model(
            input_ids=ids, past_key_values=self._cache, use_cache=True, logits_to_keep=1, **inputs
        )
        return output.logits[0, -1].float().cpu().numpy()

    def __call__(self, tokens: Sequence[int]) -> np.ndarray:
        same = next(
            (i for i, (a, b) in enumerate(zip(self._read, tokens, strict=False)) if a != b),
            min(len(self._read), len(tokens)),
        )
        if same == len(tokens) == len(self._read):
            return self._last
        if same == len(tokens):
            same -= 1  # the last token is read again, for its scores
        if same < len(self._read):
            if same < 0:
                self._cut(len(self._read))
                self._read, self._last = [], self._first
                return self._first
            self._cut(len(self._read) - same)
        self._last = self._forward(tokens[len(self._read) :])
        self._read = list(tokens)
        return self._last

    def _cut(self, count: int) -> None:
        """Forget so many of the last tokens."""
        if count and all(type(layer) is DynamicLayer for layer in self._cache.layers):
            self._cache.crop(-count)
            del self._read[len(self._read) - count :]
        elif count:
            self._begin()  # a cache with windows cannot be cut


@torch.inference_mode()
def write_recovering(model: PreTrainedModel, text: Text) -> None:
    """Write a text by the paper's mechanism, and what came of it into the text."""
    request = text.request
    started = perf_counter()
    scores = _Scores(model, text)
    prompt = perf_counter() - started
    found = Recovering(cast(PlanConstraint, request.constraint)).write(
        scores, text.room, request.temperature, np.random.default_rng(request.seed)
    )
    found.prompt_seconds, found.generation_seconds = prompt, perf_counter() - started - prompt
    text.out = found
