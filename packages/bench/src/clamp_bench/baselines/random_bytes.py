"""Random bytes under the constraint, without a model: what the constraint is worth by itself."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any

from clamp.automata import Vocabulary
from clamp.decoding.result import PlanResult, Timing
from clamp.request.request import Request
from clamp_bench.baselines.baseline import PLANNED, read
from clamp_bench.baselines.joint import Clamp
from clamp_bench.harness import Answer, Question

BYTES = Vocabulary.from_bytes([bytes((byte,)) for byte in range(256)] + [None], 256)


class RandomBytes(Clamp):
    """CLAMP's own constraint, and each byte drawn evenly among those that it admits."""

    needs_model = False
    heeds = PLANNED | {"seed"}
    says = "bytes drawn evenly among those that CLAMP's constraint admits, without a model"

    def write(self, questions: Sequence[Question], planner: Any, tell: Callable[[int, Answer], None]) -> None:
        for index, question in enumerate(questions):
            tell(index, drawn(question, self.asked(question), self.settings.seed))


def drawn(question: Question, asked: Request, seed: int) -> Answer:
    """A text that the constraint of a request admits, the same for a question and a seed.

    Args:
        asked: The request; its own constraint, if it has one, is over `BYTES`.
    """
    started = perf_counter()
    constraint = asked.made(BYTES) if asked.constraint is None else asked.constraint
    failure, seconds = constraint.failure(), perf_counter() - started
    if failure is not None:
        return Answer(asked.told(PlanResult("fail", failure=failure), constraint, seconds))
    started = perf_counter()
    draw, text = random.Random(f"{seed}/{question.name}"), b""
    cursor = constraint.initial()
    while (allowed := constraint.allowed(cursor)).size:
        token = int(draw.choice(allowed.tolist()))
        if token == BYTES.size - 1:
            break
        text += bytes((token,))
        cursor = constraint.advance(cursor, token)
    timing = Timing(generation=perf_counter() - started, tokens=len(text))
    found = read(question, text.decode(errors="replace"), timing)
    return Answer(asked.told(found, constraint, seconds))
