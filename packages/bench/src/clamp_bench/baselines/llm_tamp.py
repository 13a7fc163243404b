"""LLM-TAMP-prompt (after LLM³, Wang et al., 2024) as the paper has it: a reason and the actions in one JSON object."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import cast

from clamp.decoding.result import PlanResult
from clamp.request.prompts import Message
from clamp_bench.baselines.baseline import AskingAgain, appended, read
from clamp_bench.harness import Question

INSTRUCTION = (
    "First think briefly about the task, in one to three sentences. Then give one JSON object and no other "
    'text: {"reasoning": "...", "actions": <the plan, in the format asked for above>}'
)
_ACTIONS = re.compile(r'"actions"\s*:\s*')


class LlmTamp(AskingAgain):
    """The prompt asks for a reason; an answer that cannot be read is asked for once more, with why.

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
