"""What EAI's two Goal Interpretations have in common: who writes goals where no model does, and how sure F1 is."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from hashlib import sha256
from typing import Any, TypeVar

from clamp.decoding.result import PlanResult, Timing
from clamp.errors import BenchmarkError
from clamp_bench.baselines.constrained import BYTES, bytes_drawn
from clamp_bench.configuration import Interpreting
from clamp_bench.harness import TEXT, Answer, Method, OpenText, Question
from clamp_bench.records import Record
from clamp_bench.statistics import f1_with_interval

Goal = TypeVar("Goal", bound=Hashable)


class RandomGoals(Method):
    """Writes bytes, drawn evenly among those that a question's constraint admits: what that alone is worth."""

    needs_model = False

    def __init__(self, seed: int):
        self.seed = seed

    def identity(self) -> Record:
        return {"method": "random"}

    def write(self, questions: Sequence[Question], planner: Any, tell: Callable[[int, Answer], None]) -> None:
        for index, question in enumerate(questions):
            asked = question.asked
            if not isinstance(asked, OpenText) or asked.constraint is None:
                raise BenchmarkError(
                    "Bytes are drawn among those that a constraint admits, and there is none."
                )
            constraint = asked.constraint(BYTES)
            text, timing = "", Timing()
            failure = constraint.failure()
            if failure is None:
                text, timing = bytes_drawn(constraint, question, self.seed)
            tell(index, Answer(PlanResult("fail", (), text, failure or TEXT, timing=timing)))


class ConstantGoals(Method):
    """Writes the same goals for every question: what not reading it is worth.

    Args:
        text: What it writes.
    """

    needs_model = False

    def __init__(self, text: str):
        self.text = text

    def identity(self) -> Record:
        return {"method": "constant", "answer": sha256(self.text.encode()).hexdigest()[:16]}

    def write(self, questions: Sequence[Question], planner: Any, tell: Callable[[int, Answer], None]) -> None:
        for index in range(len(questions)):
            tell(index, Answer(PlanResult("fail", (), self.text, TEXT, timing=Timing())))


def most_asked(asked: Sequence[Sequence[Goal]]) -> list[Goal]:
    """The goals that are asked for most often: as many as have the highest F1 when they are the answer to everything.

    Args:
        asked: What each prompt asks for. It is looked at, so nothing that does not read the prompts does much better.
    """
    often = Counter(one for goals in asked for one in set(goals)).most_common()
    total, right, best = sum(len(set(goals)) for goals in asked), 0, (0.0, 0)
    for count, (_, times) in enumerate(often, start=1):
        right += times
        best = max(best, (2 * right / (count * len(asked) + total), -count))
    return [goal for goal, _ in often[: -best[1]]]


def method_of(config: Interpreting, constant: Callable[[], str]) -> Method | None:
    """Who writes goals; ``None`` for the model.

    Args:
        constant: Makes the answer that is always the same.
    """
    if config.writer == "random":
        return RandomGoals(config.seed)
    return ConstantGoals(constant()) if config.writer == "constant" else None


def how_written(config: Interpreting) -> str:
    """How goals were written."""
    if config.writer == "constant":
        return "the goals that are asked for most often"
    return f"{'random bytes, ' if config.writer == 'random' else ''}constraints {config.goal_level}"


def how_sure(found: Mapping[str, Any]) -> dict[str, Any]:
    """F1 of all prompts' goals together with its interval, every prompt counted.

    Args:
        found: What a judge says, with ``counts``.
    """
    return f1_with_interval([(one[0], one[1], one[2]) for one in found["counts"].values()])


def said(sure: Mapping[str, Any]) -> str:
    """The same in a line."""
    if sure["low"] is None:
        return f"F1, every prompt counted: {sure['f1']}"
    return f"F1, every prompt counted: {sure['f1']:.3f} [{sure['low']:.3f}, {sure['high']:.3f}]"


def as_json(parts: Mapping[str, Sequence[Any]]) -> str:
    """Goals by kind as EAI's evaluators read them."""
    return json.dumps({name: list(goals) for name, goals in parts.items()})
