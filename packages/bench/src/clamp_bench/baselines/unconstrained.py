"""The model alone: whatever it writes is read and judged."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from clamp_bench.baselines.baseline import Baseline
from clamp_bench.harness import Answer, Question


class Unconstrained(Baseline):
    """One text a question, nothing enforced."""

    says = "the model alone"

    def write(self, questions: Sequence[Question], planner: Any, tell: Callable[[int, Answer], None]) -> None:
        self.texts(questions, planner, lambda index, result: tell(index, Answer(result)))
