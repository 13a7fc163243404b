"""Best of n: texts are sampled freely, and the first that a validator accepts is taken."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any

from clamp.decoding.result import PlanResult
from clamp_bench.baselines.baseline import WRITING, Baseline, added
from clamp_bench.configuration import Compared
from clamp_bench.harness import Answer, Question

TEMPERATURE = 0.8
"""Where the run is greedy: n greedy texts would be one. The paper says nothing of it; this is our choice."""


class BestOfN(Baseline):
    """As many texts as the run's ``samples``; without a valid one, the first."""

    settings: Compared
    says = "texts sampled freely, the first valid one taken"
    heeds = WRITING | {"samples"}
    several_texts = True

    def write(self, questions: Sequence[Question], planner: Any, tell: Callable[[int, Answer], None]) -> None:
        settings, count = self.settings, self.settings.samples
        asked = [question for question in questions for _ in range(count)]
        sampling = [
            self.sampling(temperature=settings.temperature or TEMPERATURE, seed=settings.seed + number)
            for _ in questions
            for number in range(count)
        ]
        written: dict[int, PlanResult] = {}

        def on_text(index: int, result: PlanResult) -> None:
            written[index] = result
            which = index // count
            own = range(which * count, (which + 1) * count)
            if written.keys() >= set(own):
                tell(which, _best([written.pop(one) for one in own]))

        self.texts(asked, planner, on_text, sampling=sampling)


def _best(results: Sequence[PlanResult]) -> Answer:
    valid = [bool(one) for one in results]
    chosen = results[valid.index(True) if any(valid) else 0]
    timing = reduce(added, [one.timing for one in results])
    texts = [{"output": one.text, "status": one.status} for one in results]
    found = PlanResult(chosen.status, chosen.actions, chosen.text, chosen.failure, chosen.certificate, timing)
    return Answer(found, details={"valid_samples": sum(valid), "attempts": texts})
