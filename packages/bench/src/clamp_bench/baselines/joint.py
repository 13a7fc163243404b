"""CLAMP's own rows: the joint constraint, with the room that it leaves plans by default, and with none."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from clamp.automata import Vocabulary
from clamp.decoding import PlanConstraint
from clamp.decoding.world import GOAL
from clamp.planning.search.limits import SearchLimits
from clamp_bench.baselines.baseline import PLANNED, WEIGHED, WRITING, Baseline
from clamp_bench.configuration import Compared
from clamp_bench.eai.action_sequencing import PLAIN_BUDGET, Roomy
from clamp_bench.harness import Answer, Question, run_all


class _Bounded(Roomy):
    """The same room, also where a budget is given: then the smaller of both holds."""

    def made(self, vocabulary: Vocabulary, limits: SearchLimits | None = None) -> PlanConstraint:
        asked = self.configuration
        if asked.budget is None or asked.slack is not None or not asked.enforces(GOAL):
            return super().made(vocabulary, limits)
        free = self.but(budget=None).made(vocabulary, limits)
        return free if free.budget <= asked.budget else super().made(vocabulary, limits)


class Clamp(Baseline):
    """The joint constraint, with the run's lookahead where there is an HMM."""

    settings: Compared
    says = "one joint mask; plans at most a quarter longer than the shortest one found"
    heeds = WRITING | PLANNED | WEIGHED | {"particles", "sampled"}
    slack: ClassVar[int | None] = None

    def write(self, questions: Sequence[Question], planner: Any, tell: Callable[[int, Answer], None]) -> None:
        run_all([self.asked(one) for one in questions], planner, self.batch_size, tell)

    def asked(self, question: Question) -> _Bounded:
        """A question's request, with the room that this row leaves plans."""
        request, own, budget = question.request, self.settings, question.budget
        if budget is not None and not own.enforces(GOAL):
            budget = min(budget, PLAIN_BUDGET)
        slack = own.slack if self.slack is None else self.slack
        settings = own.of_requests(seen=request.seen, format=request.plan_format, budget=budget, slack=slack)
        return _Bounded.of(request.problem, prompt=question.prompt, **settings)


class ClampShortest(Clamp):
    """The same among shortest plans only."""

    says = "one joint mask; no action more than the shortest plan found"
    heeds = Clamp.heeds - {"slack"}
    slack = 0
