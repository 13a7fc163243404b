"""Texts that a model in llama.cpp writes freely, to learn from them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Unpack

import numpy as np

from clamp.hosts.llamacpp.planner import LlamaCppPlanner
from clamp.hosts.sampling import ContinuationSampler, Ids, Rows, SamplerSettings, check_room


class LlamaCppSampler(ContinuationSampler):
    """Samples unconstrained continuations from the distribution of a model in llama.cpp.

    Args:
        planner: Holds the model.
        settings: See `SamplerSettings`.

    Raises:
        HostError: As `ContinuationSampler`.
    """

    def __init__(self, planner: LlamaCppPlanner, **settings: Unpack[SamplerSettings]) -> None:
        super().__init__(planner.tokenizer.encode, planner.vocabulary.eos_ids, **settings)
        self._planner = planner

    def _begin(self, starts: Sequence[Ids]) -> Iterator[tuple[Sequence[int], Rows, Any]]:
        check_room(self._planner, starts, self.max_new_tokens - len(self.opening))
        # What an earlier batch left behind would be read in other parts, and round differently.
        with self._planner.sequences(starts, len(starts), anew=True) as sequences:
            scores: list[Any] = []
            for start in starts:
                scores.append(sequences.read(start))
                sequences.join()
            yield range(len(starts)), sequences, np.stack(scores)
