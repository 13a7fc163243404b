"""Random bytes under the constraint, without a model: what the constraint is worth by itself."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from time import perf_counter
from typing import Any

from clamp.automata import Vocabulary
from clamp.decoding import PlanConstraint
from clamp.decoding.result import PlanResult, Timing
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
            started = perf_counter()
            made = self.asked(question).made(BYTES)
            tell(index, drawn(question, made, self.settings.seed, perf_counter() - started))


def drawn(question: Question, constraint: PlanConstraint, seed: int, seconds: float) -> Answer:
    """A text that a constraint admits, the same for a question and a seed.

    Args:
        constraint: Made with `BYTES`.
        seconds: What making it took.
    """
    started = perf_counter()
    enforced = tuple(sorted(constraint.enforce))
    failure = constraint.failure()
    if failure is not None:
        timing = Timing(compile=seconds)
        return Answer(
            PlanResult(
                "fail", failure=failure, timing=timing, budget=constraint.budget, enforced=enforced
            )
        )
    draw, text = random.Random(f"{seed}/{question.name}"), b""
    cursor = constraint.initial()
    while (allowed := constraint.allowed(cursor)).size:
        token = int(draw.choice(allowed.tolist()))
        if token == BYTES.size - 1:
            break
        text += bytes((token,))
        cursor = constraint.advance(cursor, token)
    timing = Timing(compile=seconds, generation=perf_counter() - started, tokens=len(text))
    found = read(question, text.decode(errors="replace"), timing)
    return Answer(replace(found, budget=constraint.budget, enforced=enforced))
