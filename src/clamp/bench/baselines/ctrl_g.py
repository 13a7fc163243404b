"""Ctrl-G (Zhang et al., 2024): the grammar of the plan's tokens with an HMM that looks ahead, and no world.

The HMM's score of a token is the probability that it gives the grammar's ways to complete the action; any
well-formed plan may go on or end after it, so what follows has mass one.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from clamp.automata import Vocabulary
from clamp.bench.baselines.baseline import UnderConstraint, plan_constraint
from clamp.bench.configuration import Compared
from clamp.bench.harness import Constrained, Question
from clamp.decoding.goal_mass import Masses
from clamp.decoding.lookahead import Lookahead, MassAfter
from clamp.decoding.world import Boundary
from clamp.hmm import HMM


class CtrlG(UnderConstraint):
    """Syntax alone, weighed by the run's HMM with the run's weight."""

    says = "token grammar and HMM lookahead, no world model, no goal"
    needs_hmm = True

    def __init__(self, settings: Compared):
        super().__init__(settings)
        self._hmm: HMM | None = None

    def write(self, questions: Any, planner: Any, tell: Any) -> None:
        self._hmm = planner.hmm
        super().write(questions, planner, tell)

    def constrain(self, question: Question, vocabulary: Vocabulary) -> Constrained:
        made: Any = plan_constraint(question, vocabulary)
        if self._hmm is not None and self.settings.guidance:
            made = _GrammarLookahead(made, self._hmm, guidance=self.settings.guidance)
        return Constrained(made, question.budget)


class _GrammarLookahead(Lookahead):
    """Weighs what may be written next by the mass of the actions that it can become; no goal is asked for."""

    needs_goal = False

    def mass(self) -> MassAfter:
        return _Anything(self.hmm)


class _Anything:
    """After any action, whatever follows has mass one."""

    truncation = None

    def __init__(self, hmm: HMM) -> None:
        self._open = np.zeros((1, hmm.num_states), hmm.dtype)

    def after(self, boundary: Boundary) -> Masses:
        return Masses(self._open, np.zeros(len(boundary.choices.positions), dtype=np.int64))
