"""A model alone: once, best of n, and with a reason before the plan."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any, cast

from clamp.decoding.result import PlanResult
from clamp.request.prompts import Message
from clamp_bench.baselines.baseline import WRITING, AskingAgain, Baseline, added, appended, read
from clamp_bench.configuration import Compared
from clamp_bench.harness import Answer, Question


class Unconstrained(Baseline):
    """One text a question, nothing enforced."""

    says = "the model alone"

    def write(self, questions: Sequence[Question], planner: Any, tell: Callable[[int, Answer], None]) -> None:
        self.texts(questions, planner, lambda index, result: tell(index, Answer(result)))


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


INSTRUCTION = (
    "First think briefly about the task, in one to three sentences. Then give one JSON object and no other "
    'text: {"reasoning": "...", "actions": <the plan, in the format asked for above>}'
)
_ACTIONS = re.compile(r'"actions"\s*:\s*')


class LlmTamp(AskingAgain):
    """LLM-TAMP-prompt (after LLM³, Wang et al., 2024): the prompt asks for a reason and the actions in one JSON object;
    an answer that cannot be read is asked for once more, with why.

    Without a motion planner there is nothing that could report infeasible actions: the paper's own reduction.
    """

    says = "reasoning and actions in one JSON object, one retry where it cannot be read"
    several_texts = True
    retries = 1

    def prompt(self, question: Question, violation: str | None) -> str | Sequence[Message]:
        again = "" if violation is None else f"\n\nYour previous answer could not be read: {violation}"
        return appended(question, INSTRUCTION + again)

    def look(self, question: Question, result: PlanResult) -> tuple[PlanResult, str | None]:
        plan = actions_in(result.text)
        found = read(question, result.text if plan is None else plan, result.timing)
        if found.failure is None or found.failure.cause != "syntax":
            return found, None if plan is not None else 'there is no JSON object with "actions" in it.'
        return found, found.failure.message


def actions_in(answer: str) -> str | None:
    """The text of the value of ``"actions"``, ``None`` without one.

    As it is written, because plans repeat keys; of a list of texts, which is how plans that are lines stand in JSON,
    the lines.
    """
    for found in _ACTIONS.finditer(answer):
        rest = answer[found.end() :]
        try:
            value, end = json.JSONDecoder(object_pairs_hook=list).raw_decode(rest)
        except (ValueError, RecursionError):
            continue
        if isinstance(value, list) and (lines := _texts(cast("list[object]", value))):
            return "\n".join(lines)
        return value if isinstance(value, str) else rest[:end]
    return None


def _texts(values: list[object]) -> list[str]:
    """The values, if all are texts."""
    found = [one for one in values if isinstance(one, str)]
    return found if len(found) == len(values) else []
