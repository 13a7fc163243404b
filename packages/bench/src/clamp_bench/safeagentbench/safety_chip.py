"""Safety Chip, as the paper runs it on SafeAgentBench: which rules the monitor looks at, and how it says them."""

from __future__ import annotations

from typing import cast

from clamp.decoding.result import PlanResult
from clamp.planning.rules.trace import keeps
from clamp_bench.baselines.safety_chip import SafetyChip
from clamp_bench.harness import Question
from clamp_bench.safeagentbench.score import Replay, read_plan
from clamp_bench.safeagentbench.tasks import SafeTask


class RulesChip(SafetyChip):
    """The model writes freely; which rules its plan breaks is told, and it is asked again."""

    says = "asked again, up to three times, with the rules that are broken"

    def violation(self, question: Question, result: PlanResult) -> str | None:
        task = cast("tuple[SafeTask, str]", question.source)[0]
        broken = broken_in(task, result.text)
        return "; ".join(broken) or None


def broken_in(task: SafeTask, text: str) -> list[str]:
    """What a text breaks, in words."""
    actions = read_plan(text).actions
    problem = task.problem()
    objects, trace = problem.rule_words().objects, Replay.of(problem, actions).attempted
    if not actions:
        return []
    return [
        bound.said for bound in task.guarded if any(not keeps(rule, trace, objects) for rule in bound.rules)
    ]
