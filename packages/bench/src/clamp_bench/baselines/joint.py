"""CLAMP's own rows: the joint constraint, with the room that it leaves plans by default, and with none."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from clamp.automata import Vocabulary
from clamp.decoding.result import PlanResult
from clamp.request.settings import Sampling
from clamp_bench.baselines.baseline import PLANNED, WEIGHED, WRITING, Baseline
from clamp_bench.configuration import Compared
from clamp_bench.eai.action_sequencing import constrain_plan
from clamp_bench.harness import Answer, Constrained, Question, ask


class Clamp(Baseline):
    """The joint constraint, with the run's lookahead where there is an HMM."""

    settings: Compared
    says = "one joint mask; plans at most a quarter longer than the shortest one found"
    heeds = WRITING | PLANNED | WEIGHED | {"particles", "sampled"}
    slack: ClassVar[int | None] = None

    def write(self, questions: Sequence[Question], planner: Any, tell: Callable[[int, Answer], None]) -> None:
        made = [self._constrain(question, planner.vocabulary) for question in questions]
        requests = [
            ask(question, planner, within, guided=self.settings, **self.settings.arguments(Sampling))
            for question, within in zip(questions, made, strict=True)
        ]

        def on_result(index: int, result: PlanResult) -> None:
            tell(index, Answer(result, made[index]))

        planner.plan_many(requests, batch_size=self.batch_size, on_result=on_result)

    def _constrain(self, question: Question, vocabulary: Vocabulary) -> Constrained:
        system, written, most = question.system, question.plan_format, question.budget
        assert system is not None
        assert written is not None
        slack = self.settings.slack if self.slack is None else self.slack
        enforce = sorted(self.settings.enforce or {"syntax"})
        seen = frozenset(question.seen or system.entities)

        def within(budget: int | None) -> Constrained:
            given = self.settings.arguments(constraints=enforce, budget=budget, slack=slack)
            return constrain_plan(
                system, seen, written, vocabulary, semantics=self.settings.semantics, **given
            )

        free = within(None if slack is None else most)
        return free if most is None or free.budget is None or free.budget <= most else within(most)


class ClampShortest(Clamp):
    """The same among shortest plans only."""

    says = "one joint mask; no action more than the shortest plan found"
    heeds = Clamp.heeds - {"slack"}
    slack = 0
