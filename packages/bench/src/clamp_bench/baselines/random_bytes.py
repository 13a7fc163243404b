"""Random bytes under the constraint, without a model: what the constraint is worth by itself."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any

from clamp.automata import Vocabulary
from clamp.decoding.result import PlanResult, Timing
from clamp_bench.baselines.baseline import PLANNED, read
from clamp_bench.baselines.joint import Clamp
from clamp_bench.harness import Answer, Constrained, Question

BYTES = Vocabulary.from_bytes([bytes((byte,)) for byte in range(256)] + [None], 256)


class RandomBytes(Clamp):
    """CLAMP's own constraint, and each byte drawn evenly among those that it admits."""

    needs_model = False
    heeds = PLANNED | {"seed"}
    says = "bytes drawn evenly among those that CLAMP's constraint admits, without a model"

    def write(self, questions: Sequence[Question], planner: Any, tell: Callable[[int, Answer], None]) -> None:
        for index, question in enumerate(questions):
            tell(index, drawn(question, self._constrain(question, BYTES), self.settings.seed))


def drawn(question: Question, within: Constrained, seed: int) -> Answer:
    """A text that a constraint admits, the same for a question and a seed.

    Args:
        within: Made with `BYTES`.
    """
    started = perf_counter()
    constraint = within.constraint
    assert constraint is not None
    failure = constraint.failure()
    if failure is not None:
        return Answer(PlanResult("fail", failure=failure), within)
    draw, text = random.Random(f"{seed}/{question.name}"), b""
    cursor = constraint.initial()
    while (allowed := constraint.allowed(cursor)).size:
        token = int(draw.choice(allowed.tolist()))
        if token == BYTES.size - 1:
            break
        text += bytes((token,))
        cursor = constraint.advance(cursor, token)
    timing = Timing(generation=perf_counter() - started, tokens=len(text))
    return Answer(read(question, text.decode(errors="replace"), timing), within)
