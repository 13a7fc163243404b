"""LLM-TAMP-prompt (after LLM³, Wang et al., 2024) as the paper has it: a reason and the actions in one JSON object."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from clamp.bench.baselines.baseline import AskingAgain, appended, read
from clamp.bench.harness import Message, Question
from clamp.decoding.result import PlanResult

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
    """The text of the value of ``"actions"``: as it is written, because plans repeat keys; ``None`` without one."""
    for found in _ACTIONS.finditer(answer):
        rest = answer[found.end() :]
        try:
            value, end = json.JSONDecoder(object_pairs_hook=list).raw_decode(rest)
        except (ValueError, RecursionError):
            continue
        return value if isinstance(value, str) else rest[:end]
    return None
