"""A host whose model scores all tokens alike, over bytes: plans are written at once, and without torch's time."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from clamp.automata import Vocabulary
from clamp.decoding.result import PlanResult
from clamp.hosts.follower import Follower
from clamp.hosts.jobs import PlanRequest
from clamp.hosts.planner import PlanHost


class UniformHost(PlanHost):
    """Takes the first of the admissible bytes, or draws one.

    Args:
        seconds: What a token takes.
    """

    name, revision, guidance, load_seconds = "uniform", None, 1.0, 0.0
    context, batch_size = 10**6, 16
    processor: Any = None
    tokenizer: Any = None

    def __init__(self, seconds: float = 0.0) -> None:
        self.vocabulary = Vocabulary.from_bytes([bytes([one]) for one in range(256)] + [None], 256)
        self.seconds = seconds
        self.written = 0

    def _run(
        self,
        requests: Sequence[PlanRequest],
        batch_size: int,
        trace: bool,
        on_token: Any,
        compile_seconds: float,
    ) -> Iterator[tuple[int, PlanResult]]:
        scores = np.zeros(257, dtype=np.float32)
        for index, request in enumerate(requests):
            text = self._begin(index, request, compile_seconds)
            if isinstance(text, PlanResult):
                yield index, text
                continue
            random = np.random.default_rng(request.seed)
            follower = text.out.follower = Follower(request.constraint, text.eos_ids)
            started = time.perf_counter()
            while not follower.ended and not (request.left and request.left()):
                token = follower.choose(scores, request.temperature, random)
                if trace:
                    text.out.note(scores, token)
                text.out.tokens.append(token)
                follower.step(token)
                self.written += 1
                time.sleep(self.seconds)
                if on_token is not None:
                    on_token(index, token)
            text.out.finish = "eos" if follower.ended else "length"
            text.out.generation_seconds = time.perf_counter() - started
            text.out.constraint_seconds = follower.seconds
            yield index, self._end(text, trace=trace)

    def _prompt(self, request: PlanRequest) -> tuple[tuple[int, ...], Mapping[str, Any]]:
        return (1,), {}
