"""Flat executability: each action can be done when its turn comes, and nothing asks where the plan leads."""

from __future__ import annotations

from clamp.automata import Vocabulary
from clamp.decoding import PlanConstraint
from clamp_bench.baselines.baseline import UnderConstraint, plan_constraint
from clamp_bench.harness import Question


class Flat(UnderConstraint):
    """A mask of the actions that can be executed now; no visibility, no goal, no lookahead."""

    says = "mask by executability only, no goal"

    def constrain(self, question: Question, vocabulary: Vocabulary) -> PlanConstraint:
        return plan_constraint(question, vocabulary, "executability")
