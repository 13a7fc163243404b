"""A host without a model: a subclass says what becomes of each text that it is to write."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from clamp.automata import Vocabulary
from clamp.decoding.result import PlanResult
from clamp.hosts.jobs import PlanRequest
from clamp.hosts.planner import PlanHost


class WritingHost(PlanHost):
    """Its tokens are bytes, and it has no limits of its own."""

    name, revision, guidance, load_seconds = "writing", None, 1.0, 0.0
    context, batch_size = 10**6, 16
    processor: Any = None
    tokenizer: Any = None

    def __init__(self) -> None:
        self.vocabulary = Vocabulary.from_bytes([bytes([one]) for one in range(256)] + [None], 256)

    @abstractmethod
    def result(self, job: PlanRequest) -> PlanResult:
        """What becomes of one text."""

    def _written(
        self, requests: Sequence[PlanRequest], *_: Any, **__: Any
    ) -> Iterator[tuple[int, PlanResult]]:
        for index, job in enumerate(requests):
            yield index, self.result(job)

    def _run(self, *_: Any) -> Any: ...

    def _prompt(self, request: PlanRequest) -> tuple[tuple[int, ...], Mapping[str, Any]]:
        raise AssertionError("nothing is written token by token")
