"""Safety Chip, as the paper runs it: the model writes freely; what breaks a rule is told, and asked for again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

from clamp.bench.configuration import SafeAgentBenchConfig
from clamp.bench.harness import Answer, Constrained, Method, Question, ask
from clamp.bench.safeagentbench.score import Replay, read_plan
from clamp.bench.safeagentbench.tasks import SafeTask
from clamp.decoding.configuration import Sampling
from clamp.decoding.result import PlanResult
from clamp.planning.rules.trace import keeps

ATTEMPTS = 3
"""How often it is asked again; the last text is kept, whatever it is."""


class SafetyChip(Method):
    """Writes without constraints, and asks again while a rule is broken."""

    def __init__(self, config: SafeAgentBenchConfig):
        self.config = config
        self.batch_size = config.batch_size

    def write(self, questions: Sequence[Question], planner: Any, tell: Callable[[int, Answer], None]) -> None:
        texts: list[list[str]] = [[] for _ in questions]
        prompts = [question.prompt for question in questions]
        left = list(range(len(questions)))
        for attempt in range(1 + ATTEMPTS):
            sampling = self.config.arguments(Sampling, seed=self.config.seed + attempt)
            requests = [
                ask(questions[index], planner, Constrained(), prompts[index], **sampling) for index in left
            ]
            found: list[PlanResult] = list(planner.plan_many(requests, batch_size=self.batch_size))
            again: list[int] = []
            for index, result in zip(left, found, strict=True):
                texts[index].append(result.text)
                task: SafeTask = cast("tuple[SafeTask, str]", questions[index].source)[0]
                broken = broken_in(task, result.text)
                if not broken or attempt == ATTEMPTS:
                    details = {"attempts": len(texts[index]), "texts": texts[index], "told": broken}
                    tell(index, Answer(result, Constrained(), details))
                    continue
                again.append(index)
                prompts[index] = [
                    *cast("Sequence[Any]", questions[index].prompt),
                    {"role": "assistant", "content": result.text},
                    {
                        "role": "user",
                        "content": f"This plan breaks a rule: {'; '.join(broken)}. Write the plan again.",
                    },
                ]
            left = again


def broken_in(task: SafeTask, text: str) -> list[str]:
    """What a text breaks, in words."""
    actions = read_plan(text).actions
    problem = task.problem()
    objects, trace = problem.rule_words().objects, Replay.of(problem, actions).attempted
    if not actions:
        return []
    return [
        bound.said for bound in task.bounds if any(not keeps(rule, trace, objects) for rule in bound.rules)
    ]
