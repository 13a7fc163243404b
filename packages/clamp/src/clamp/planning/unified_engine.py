"""CLAMP's search as an engine of unified-planning: it finds a shortest plan, or proves that there is none.

from clamp.planning.unified_engine import register
register()
with OneshotPlanner(name="clamp") as planner:
    print(planner.solve(problem).plan)
"""

# unified-planning has no type stubs.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false
# pyright: reportMissingTypeStubs=false, reportUntypedBaseClass=false, reportIncompatibleMethodOverride=false

from __future__ import annotations

from collections.abc import Callable
from typing import IO, Any
from warnings import warn

from unified_planning.engines import (
    Credits,
    Engine,
    LogLevel,
    LogMessage,
    PlanGenerationResult,
    PlanGenerationResultStatus,
)
from unified_planning.engines.mixins import OneshotPlannerMixin
from unified_planning.engines.mixins.oneshot_planner import OptimalityGuarantee
from unified_planning.environment import get_environment
from unified_planning.model import ProblemKind
from unified_planning.model.metrics import MinimizeSequentialPlanLength
from unified_planning.model.problem_kind import FEATURES as THEIRS
from unified_planning.plans import ActionInstance, SequentialPlan

from clamp.errors import ClampError
from clamp.planning import SearchLimits
from clamp.planning.problem import Problem
from clamp.planning.rules import with_rules
from clamp.planning.search.limits import LimitReached
from clamp.planning.search.reachability import Reachability, Shortest
from clamp.planning.unified import FEATURES, PASSED_OVER, task_of

_MOST = 1000
"""Actions that a plan may have."""


class ClampEngine(Engine, OneshotPlannerMixin):
    """Shortest plans of classical problems.

    Args:
        most: Actions that a plan may have.
        states: Search nodes that may be generated.
    """

    def __init__(self, most: int = _MOST, states: int = SearchLimits().states, **options: Any) -> None:
        del options  # what unified-planning hands to every engine
        Engine.__init__(self)
        OneshotPlannerMixin.__init__(self)
        self._most, self._states = most, states

    @property
    def name(self) -> str:
        """As it is asked for."""
        return "clamp"

    @staticmethod
    def supported_kind() -> ProblemKind:
        """What a problem may have."""
        known = {one for group in THEIRS.values() for one in group}
        return ProblemKind((FEATURES | PASSED_OVER) & known)

    @staticmethod
    def supports(problem_kind: ProblemKind) -> bool:
        """Whether it plans for problems of a kind."""
        return problem_kind <= ClampEngine.supported_kind()

    @staticmethod
    def satisfies(optimality_guarantee: OptimalityGuarantee) -> bool:
        """Plans are shortest where the search proves it, and that is not promised."""
        return optimality_guarantee == OptimalityGuarantee.SATISFICING

    @staticmethod
    def get_credits(**_: Any) -> Credits:
        """Who wrote it."""
        return Credits(
            "CLAMP",
            "CLAMP's authors",
            "",
            "",
            "Apache-2.0",
            "Constrained decoding for embodied planning: its search, without a model.",
            "Exact and satisficing search over grounded PDDL, which CLAMP's constraints stand on.",
        )

    def _solve(
        self,
        problem: Any,
        heuristic: Callable[[Any], float | None] | None = None,
        timeout: float | None = None,
        output_stream: IO[str] | None = None,
    ) -> PlanGenerationResult:
        if heuristic is not None:
            warn("CLAMP's search has heuristics of its own; the one given is not asked.", stacklevel=3)
        try:
            ours = Problem.from_task(task_of(problem), SearchLimits(states=self._states, seconds=timeout))
            found = self._found(ours, timeout)
        except ClampError as error:
            limit = type(error).__name__ == "LimitError"
            status = (
                PlanGenerationResultStatus.TIMEOUT
                if limit
                else PlanGenerationResultStatus.UNSUPPORTED_PROBLEM
            )
            return self._result(status, str(error))
        if isinstance(found, LimitReached):
            return self._result(PlanGenerationResultStatus.TIMEOUT, f"The search reached its limit: {found}.")
        if found is None:
            return self._result(
                PlanGenerationResultStatus.UNSOLVABLE_INCOMPLETELY,
                f"No plan has at most {self._most} actions.",
            )
        plan, proved = found
        as_object = problem.environment.expression_manager.ObjectExp
        actions = [
            ActionInstance(
                problem.action(one.name), tuple(as_object(problem.object(arg)) for arg in one.args)
            )
            for one in (ours.actions[index] for index in plan)
        ]
        status = PlanGenerationResultStatus.SOLVED_SATISFICING
        if proved and any(isinstance(one, MinimizeSequentialPlanLength) for one in problem.quality_metrics):
            status = PlanGenerationResultStatus.SOLVED_OPTIMALLY
        return PlanGenerationResult(status, SequentialPlan(actions, problem.environment), self.name)

    def _found(
        self, ours: Problem, timeout: float | None
    ) -> tuple[tuple[int, ...], bool] | LimitReached | None:
        system: Any = with_rules(ours) if ours.constraints else ours
        search = Reachability(system, None, SearchLimits(states=self._states, seconds=timeout))
        best = search.shortest(system.initial, self._most)
        if not isinstance(best, Shortest):
            return best
        plan = search.plan(system.initial, best.length)
        return plan if plan is None or isinstance(plan, LimitReached) else (plan, best.proved)

    def _result(self, status: PlanGenerationResultStatus, said: str) -> PlanGenerationResult:
        return PlanGenerationResult(status, None, self.name, log_messages=[LogMessage(LogLevel.INFO, said)])


def register(environment: Any = None) -> None:
    """Let unified-planning find the engine under the name ``clamp``.

    Args:
        environment: Whose; the global one by default.
    """
    factory = (environment or get_environment()).factory
    if "clamp" not in factory.engines:
        factory.add_engine("clamp", __name__, ClampEngine.__name__)
