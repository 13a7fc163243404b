"""A planner that writes with the paper's recovery: a transformers model, whose cache is cut to rewind a text."""

# transformers is only partly typed.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import perf_counter
from typing import Any, Self, cast

import numpy as np
import torch
from transformers import DynamicCache, PreTrainedModel
from transformers.cache_utils import DynamicLayer

from clamp.decoding import PlanConstraint
from clamp.decoding.result import PlanResult
from clamp.hosts.hf.batch import forget_pictures, kept_in
from clamp.hosts.hf.planner import Planner
from clamp.hosts.jobs import PlanRequest, Text
from clamp.hosts.stream import OnToken
from clamp_bench.recovery import Recovering, Recovery


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
            input_ids=ids, **kept_in(self._model, self._cache), logits_to_keep=1, **inputs
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


class RecoveringPlanner(Planner):
    """A planner whose every text is written by the paper's mechanism.

    Attributes:
        counts: How often the mechanism stepped in, in the text that was written last; ``None`` where none was begun.
    """

    counts: Recovery | None = None

    @classmethod
    def of(cls, planner: Planner) -> Self:
        """The same model; nothing is loaded again."""
        found = object.__new__(cls)
        vars(found).update(vars(planner))
        return found

    def _run(
        self,
        requests: Sequence[PlanRequest],
        batch_size: int,
        trace: bool,
        on_token: OnToken | None,
        compile_seconds: float,
    ) -> Iterator[tuple[int, PlanResult]]:
        for index, request in enumerate(requests):
            self.counts = None
            text = self._begin(index, request, compile_seconds)
            if isinstance(text, Text):
                self._recover(text)
                text = self._end(text, trace=trace)
            yield index, text

    @torch.inference_mode()
    def _recover(self, text: Text) -> None:
        request = text.request
        started = perf_counter()
        scores = _Scores(self.model, text)
        prompt = perf_counter() - started
        recovering = Recovering(cast(PlanConstraint, request.constraint))
        self.counts = recovering.counts
        found = recovering.write(scores, text.room, request.temperature, np.random.default_rng(request.seed))
        found.prompt_seconds, found.generation_seconds = prompt, perf_counter() - started - prompt
        text.out = found
