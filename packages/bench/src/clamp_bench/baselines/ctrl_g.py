"""Ctrl-G (Zhang et al., 2024): the grammar of the plan's tokens with an HMM that looks ahead, and no world.

The HMM's score of a token is the probability that it gives the grammar's ways to complete the action
(`clamp.decoding.lookahead.ActionLookahead`): any well-formed plan may go on or end after it.
"""

from __future__ import annotations

from typing import Any

from clamp.automata import Vocabulary
from clamp.decoding import Constraint
from clamp.hmm import HMM
from clamp.request.request import weighed
from clamp.request.settings import Weighing
from clamp_bench.baselines.baseline import WRITING, UnderConstraint, plan_constraint
from clamp_bench.configuration import Compared
from clamp_bench.harness import Question


class CtrlG(UnderConstraint):
    """Syntax alone, weighed by the run's HMM with the run's weight."""

    says = "token grammar and HMM lookahead, no world model, no goal"
    needs_hmm = True
    heeds = WRITING | {"budget", "hmm", "guidance", "belief"}

    settings: Compared

    def __init__(self, settings: Compared):
        super().__init__(settings)
        self._hmm: HMM | None = None

    def write(self, questions: Any, planner: Any, tell: Any) -> None:
        self._hmm = planner.hmm
        super().write(questions, planner, tell)

    def constrain(self, question: Question, vocabulary: Vocabulary) -> Constraint[Any]:
        made: Any = plan_constraint(question, vocabulary)
        if self._hmm is not None and self.settings.guidance:
            how = self.settings.arguments(Weighing, lookahead="action")
            made = weighed(made, self._hmm, **how)
        return made
