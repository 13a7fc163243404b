"""The paper's constraint as it describes it: three masks multiplied, a terminator gated by the goal."""

from __future__ import annotations

from clamp.automata import Vocabulary
from clamp.decoding import PlanConstraint
from clamp_bench.baselines.baseline import UnderConstraint, plan_constraint
from clamp_bench.harness import Question
from clamp_bench.paper import PaperConstraint


class Paper(UnderConstraint):
    """`PaperConstraint`: syntax, visibility and executability as independent masks (λ = 0)."""

    says = "the paper's product of independent masks, its terminator gated by the goal; dead ends happen"

    def constrain(self, question: Question, vocabulary: Vocabulary) -> PlanConstraint:
        return plan_constraint(
            question, vocabulary, "visibility", "executability", "goal", kind=PaperConstraint
        )
