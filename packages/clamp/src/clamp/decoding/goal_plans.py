"""A goal and then a plan for it, as one text under one constraint: what is written first binds what follows.

The first line is a goal that may be asked for (`GoalConstraint`). What follows it is a plan that reaches this goal, as
`clamp.PlanConstraint` admits one, so that whatever goal a model chooses can be planned for within the same text.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Literal, NamedTuple

import numpy as np

from clamp.automata import Vocabulary
from clamp.decoding.constraint import Constraint, checked_format
from clamp.decoding.diagnosis import Failure
from clamp.decoding.formats import PlanFormat
from clamp.decoding.goals import GoalConstraint, GoalCursor, GoalFormat
from clamp.decoding.plans import Cursor, PlanConstraint
from clamp.decoding.world import Ids
from clamp.planning.goals import GoalLiteral, Goals
from clamp.planning.rules.formula import Rule
from clamp.planning.search.limits import SearchLimits
from clamp.planning.system import Action, TransitionSystem
from clamp.threads import Cache

Literals = tuple[GoalLiteral, ...]


class GoalPlanCursor(NamedTuple):
    """A place in a text.

    Attributes:
        writing: Where in the goal, as long as that is written.
        literals: The goal, once its line has ended.
        plan: Where in the plan for it.
    """

    writing: GoalCursor
    literals: Literals = ()
    plan: Cursor | None = None


class GoalPlanConstraint(Constraint[GoalPlanCursor]):
    """Texts of two parts: a goal on a line of its own, and a plan that reaches it.

    Args:
        system: A PDDL problem, with rules or without; its own goal does not matter.
        vocabulary: The model's tokens. A token that writes the end of the goal's line writes nothing after it.
        plan_format: How the plan is written.
        goal_format: How the goal is written, or the name of it.
        budget: Most actions of a plan, and so to a goal.
        seen, rules, order, most, negation, limits: As of `GoalConstraint`; plans are bound by what is seen, too.
        slack, loops: As of `clamp.PlanConstraint`.
        goals: Instead of what the arguments before it say of goals; with `acting` what is seen.

    Attributes:
        goal: The constraint on the first line.

    Raises:
        ConstraintError: If an argument is of another kind, or `seen` has what there is not.
        LimitError: If the problem cannot be prepared within the limits.
    """

    enforce = frozenset()

    def __init__(
        self,
        system: TransitionSystem[Any],
        vocabulary: Vocabulary,
        plan_format: PlanFormat,
        goal_format: GoalFormat | str = "calls",
        *,
        budget: int = 20,
        seen: Collection[str] | None = None,
        rules: Sequence[Rule] = (),
        order: Sequence[str] = (),
        most: int = 4,
        negation: bool = True,
        limits: SearchLimits | None = None,
        slack: int | Literal["usual"] | None = None,
        loops: bool = False,
        goals: Goals | None = None,
    ) -> None:
        super().__init__(vocabulary)
        self._plan_format = checked_format(plan_format)
        limited: dict[str, Any] = {} if limits is None else {"limits": limits}
        known = goals or Goals(
            system,
            rules=rules,
            budget=budget,
            seen=seen,
            order=order,
            negation=negation,
            acting=seen,
            **limited,
        )
        self.goal = GoalConstraint(system, vocabulary, goal_format, most=most, goals=known)
        self._seen = None if seen is None else frozenset(seen)
        self._slack: int | Literal["usual"] | None = slack
        self._limits, self._loops = limits, loops
        self._plans: dict[Literals, PlanConstraint] = Cache()
        self._ends = np.array(sorted(vocabulary.eos_ids), np.int64)

    def plans(self, literals: Literals) -> PlanConstraint:
        """The constraint on plans for a goal."""
        found = self._plans.get(literals)
        if found is None:
            found = self._plans[literals] = PlanConstraint(
                self.goal.goals.plan_for(literals),
                self.vocabulary,
                self._plan_format,
                budget=self.goal.goals.budget,
                slack=self._slack,
                seen=self._seen,
                limits=self._limits,
                loops=self._loops,
            )
        return found

    def initial(self) -> GoalPlanCursor:
        """Before the goal."""
        return GoalPlanCursor(self.goal.initial())

    def advance(self, cursor: GoalPlanCursor, token: int) -> GoalPlanCursor:
        """After one more token; the plan begins where the goal's line ends."""
        if cursor.plan is not None:
            return cursor._replace(plan=self.plans(cursor.literals).advance(cursor.plan, token))
        writing = self.goal.advance(cursor.writing, token)
        literals = self.goal.ended(writing)
        if literals is None:
            return GoalPlanCursor(writing)
        return GoalPlanCursor(writing, literals, self.plans(literals).initial())

    def allowed(self, cursor: GoalPlanCursor) -> Ids:
        """Of the goal, all but the end of the text; then what the plan's constraint admits."""
        if cursor.plan is not None:
            return self.plans(cursor.literals).allowed(cursor.plan)
        return np.setdiff1d(self.goal.allowed(cursor.writing), self._ends, assume_unique=True)

    def accepting(self, cursor: GoalPlanCursor) -> bool:
        """Whether the plan is whole."""
        return cursor.plan is not None and self.plans(cursor.literals).accepting(cursor.plan)

    def actions(self, cursor: GoalPlanCursor) -> tuple[Action, ...]:
        """The actions of the plan that are complete."""
        return () if cursor.plan is None else self.plans(cursor.literals).actions(cursor.plan)

    def read(self, text: str) -> tuple[Literals, list[Action]] | None:
        """The goal and the plan of a whole text; ``None`` if its first line is no goal that is admitted.

        Raises:
            PlanSyntaxError: If no plan follows.
        """
        found = self.parts(text)
        return None if found is None else (found[0], self._plan_format.parse(found[2]))

    def parts(self, text: str) -> tuple[Literals, PlanConstraint, str] | None:
        """The goal that a text begins with, the constraint on plans for it, and the text that follows.

        ``None`` if its first line is not a whole goal that is admitted.
        """
        line, _, plan = text.partition("\n")
        literals = self.goal.read(line)
        return None if literals is None else (literals, self.plans(literals), plan)

    def dead_end(self, cursor: GoalPlanCursor) -> str | None:
        """The limits of the search may leave open what was found out before."""
        if cursor.plan is None:
            return None
        plans = self.plans(cursor.literals)
        failure = plans.failure()
        return plans.dead_end(cursor.plan) or (None if failure is None else failure.message)

    def failure(self) -> Failure | None:
        """Why there is no goal at all; ``None`` if there is one."""
        return self.goal.failure()


__all__ = ["GoalPlanConstraint", "GoalPlanCursor"]
