"""`clamp bench engine`: grounding, applicability, successors and goal distance, beside unified-planning.

Both get the same household tasks; ours are handed over formula by formula, so that no file format comes between.
"""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportMissingTypeStubs=false, reportUnknownLambdaType=false

from __future__ import annotations

import math
import platform
import random
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

from clamp.errors import BenchmarkError
from clamp.planning.problem import Problem
from clamp.planning.search.reachability import LimitReached, Reachability, SearchLimits
from clamp.planning.task import And, Atom, Equal, Exists, Forall, Formula, Not, Or, Task, Variable
from clamp.worlds.household import household

if TYPE_CHECKING:
    from unified_planning.model import FNode
    from unified_planning.model import Problem as TheirProblem


# unified-planning has no type stubs.


def to_unified_planning(task: Task) -> TheirProblem:
    """The same task as a `unified_planning.model.Problem`.

    Raises:
        BenchmarkError: If unified-planning is not installed, or cannot say what the task says (a type with
            two supertypes, an ``either``).
    """
    try:
        import unified_planning.shortcuts as up
    except ImportError:
        raise BenchmarkError(
            "unified-planning is not installed; `pip install 'clamp-planning[bench]'` installs it."
        ) from None
    up.get_environment().credits_stream = None
    return _Converter(task, up).problem()


class _Converter:
    def __init__(self, task: Task, up: Any):
        self._task, self._up = task, up
        self._types: dict[str, Any] = {"object": up.UserType("object")}
        self._objects: dict[str, Any] = {}
        self._fluents: dict[str, Any] = {}

    def _type(self, names: Sequence[str], where: str) -> Any:
        if len(names) != 1:
            raise BenchmarkError(f"{where} has the types {tuple(names)}; unified-planning knows no either.")
        name = names[0]
        if name not in self._types:
            above = self._task.domain.types.get(name, ()) or ("object",)
            self._types[name] = self._up.UserType(name, self._type(above, f"type {name!r}"))
        return self._types[name]

    def problem(self) -> TheirProblem:
        """The whole task."""
        up, task = self._up, self._task
        problem = up.Problem(task.name)
        for name, kinds in (*task.domain.constants.items(), *task.objects.items()):
            self._objects[name] = problem.add_object(name, self._type(kinds, f"object {name!r}"))
        for name, parameters in task.domain.predicates.items():
            signature = {f"x{i}": self._type(one.types, name) for i, one in enumerate(parameters)}
            fluent = up.Fluent(f"p_{name}", up.BoolType(), **signature)
            self._fluents[name] = problem.add_fluent(fluent, default_initial_value=False)
        for schema in task.domain.schemas:
            parameters = {one.name[1:]: self._type(one.types, schema.name) for one in schema.parameters}
            action = up.InstantaneousAction(schema.name, **parameters)
            scope = {one.name: action.parameter(one.name[1:]) for one in schema.parameters}
            action.add_precondition(self._formula(schema.precondition, scope))
            for effect in schema.effects:
                variables = [self._variable(one) for one in effect.variables]
                names = [one.name for one in effect.variables]
                inner = {**scope, **dict(zip(names, variables, strict=True))}
                condition = self._formula(effect.condition, inner)
                action.add_effect(
                    self._formula(effect.atom, inner), effect.positive, condition, forall=tuple(variables)
                )
            problem.add_action(action)
        for atom in task.initial:
            problem.set_initial_value(self._formula(atom, {}), True)
        problem.add_goal(self._formula(task.goal, {}))
        return problem

    def _variable(self, variable: Variable) -> Any:
        return self._up.Variable(variable.name[1:], self._type(variable.types, variable.name))

    def _formula(self, formula: Formula, scope: Mapping[str, Any]) -> FNode:
        up = self._up
        match formula:
            case Atom():
                return self._fluents[formula.predicate](*(self._term(one, scope) for one in formula.args))
            case Equal():
                return up.Equals(self._term(formula.left, scope), self._term(formula.right, scope))
            case Not():
                return up.Not(self._formula(formula.operand, scope))
            case And():
                return up.And([self._formula(one, scope) for one in formula.operands])
            case Or():
                return up.Or([self._formula(one, scope) for one in formula.operands])
            case Exists() | Forall():
                variables = [self._variable(one) for one in formula.variables]
                inner = {
                    **scope,
                    **{one.name: v for one, v in zip(formula.variables, variables, strict=True)},
                }
                body = self._formula(formula.body, inner)
                return (up.Exists if isinstance(formula, Exists) else up.Forall)(body, *variables)

    def _term(self, name: str, scope: Mapping[str, Any]) -> Any:
        return scope[name] if name in scope else self._objects[name]


T = TypeVar("T")

SIZES = (200, 1_000, 5_000, 20_000)

BUDGET = 60
"""Actions that a plan may have."""


@dataclass(frozen=True)
class EngineRow:
    """Medians for one size; seconds unless the name says otherwise. ``None``: not measured.

    Attributes:
        grounding: From the lifted task to a table that answers `applicable`.
        applicable_us: All applicable actions of a state, microseconds.
        successor_us: One successor, microseconds.
        plan: Some plan of at most `BUDGET` actions from the initial state, nothing cached.
        distance: The exact goal distance of the initial state, after the plan.
        boundary_ms: `alive_actions` along a random goal-reaching walk, milliseconds.
        up_grounding, up_applicable_us, up_successor_us: The same by unified-planning's grounder and
            sequential simulator.
    """

    actions: int
    grounding: float
    applicable_us: float
    successor_us: float
    plan: float | None
    distance: float | None
    goal_distance: int | None
    boundary_ms: float | None
    up_grounding: float | None = None
    up_applicable_us: float | None = None
    up_successor_us: float | None = None

    def ratios(self) -> dict[str, float]:
        """How many times faster than unified-planning."""
        pairs = {
            "grounding": (self.up_grounding, self.grounding),
            "applicable": (self.up_applicable_us, self.applicable_us),
            "successor": (self.up_successor_us, self.successor_us),
        }
        return {name: round(theirs / ours, 1) for name, (theirs, ours) in pairs.items() if theirs is not None}


def run(
    sizes: Sequence[int] = SIZES,
    *,
    repeats: int = 3,
    rival_actions: int = 1_000,
    seconds: float = 10.0,
    progress: Callable[[str], None] = lambda message: None,
) -> dict[str, Any]:
    """Measure the engine on household tasks of growing size.

    Args:
        sizes: Grounded actions of each task.
        repeats: How often grounding is measured; the median counts.
        rival_actions: The largest size that unified-planning is asked to do; larger ones take it minutes.
        seconds: Limit of each search; what takes longer is ``None``.
        progress: Called with a line before each step.

    Raises:
        BenchmarkError: If unified-planning is asked for and not installed.
    """
    rows: list[EngineRow] = []
    for size in sizes:
        progress(f"{size:,} grounded actions")
        row = measure(household(size), repeats, seconds)
        if size <= rival_actions:
            progress(f"{size:,} grounded actions, by unified-planning")
            row = replace(row, **measure_rival(household(size)))
        rows.append(row)
    return {
        "benchmark": "engine",
        "python": platform.python_version(),
        "machine": platform.machine(),
        "rows": [{**asdict(row), "times_faster": row.ratios()} for row in rows],
    }


def measure(task: Task, repeats: int = 3, seconds: float = 20.0) -> EngineRow:
    """CLAMP's own figures for one task."""

    def ground() -> Problem:
        problem = Problem.from_task(task)
        problem.applicable_indices(problem.initial)
        return problem

    grounding, problem = _median(ground, repeats)
    states = _walk(problem, 50)
    applicable = [_median(lambda: problem.applicable_indices(state), 5)[0] for state in states]  # noqa: B023
    steps = [(state, index) for state in states for index in problem.applicable_indices(state)[:10]]
    successor = [_median(lambda: problem.successor_of_index(*step), 5)[0] for step in steps]  # noqa: B023
    reachability = Reachability(problem, limits=SearchLimits(seconds=seconds))
    planning, found = _median(lambda: reachability.plan(problem.initial, BUDGET), 1)
    proving, length = _median(lambda: reachability.distance(problem.initial, BUDGET), 1)
    planned, decided = isinstance(found, tuple), not isinstance(length, LimitReached)
    return EngineRow(
        actions=len(problem.actions),
        grounding=grounding,
        applicable_us=1e6 * statistics.median(applicable),
        successor_us=1e6 * statistics.median(successor),
        plan=planning if planned else None,
        distance=proving if decided else None,
        goal_distance=int(length) if decided else None,
        boundary_ms=_boundary_ms(problem, reachability, len(found) + 5) if isinstance(found, tuple) else None,
    )


def measure_rival(task: Task) -> dict[str, Any]:
    """unified-planning's figures for one task."""
    import warnings

    from unified_planning.engines import CompilationKind
    from unified_planning.engines.compilers import Grounder
    from unified_planning.shortcuts import SequentialSimulator

    problem = to_unified_planning(task)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        grounding, _ = _median(lambda: Grounder().compile(problem, CompilationKind.GROUNDING), 1)
        with SequentialSimulator(problem) as simulator:
            state = simulator.get_initial_state()
            list(simulator.get_applicable_actions(state))  # warm: the simulator grounds when first asked
            applicable, found = _median(lambda: list(simulator.get_applicable_actions(state)), 3)
            successor, _ = _median(lambda: simulator.apply_unsafe(state, *found[0]), 5)
    return {
        "up_grounding": grounding,
        "up_applicable_us": 1e6 * applicable,
        "up_successor_us": 1e6 * successor,
    }


def _median(work: Callable[[], T], repeats: int) -> tuple[float, T]:
    """The median time of some work, and its last result."""
    times: list[float] = []
    results: list[T] = []
    for _ in range(max(1, repeats)):
        started = time.perf_counter()
        results = [work()]
        times.append(time.perf_counter() - started)
    return statistics.median(times), results[0]


def _walk(problem: Problem, steps: int) -> list[int]:
    """States along a random walk."""
    choose, states = random.Random(0), [problem.initial]
    while len(states) <= steps:
        applicable = problem.applicable_indices(states[-1])
        states.append(problem.successor_of_index(states[-1], choose.choice(applicable)))
    return states


def _boundary_ms(problem: Problem, reachability: Reachability, budget: int) -> float:
    """The median time of `alive_actions` along random walks that reach the goal, milliseconds."""
    choose, times = random.Random(0), list[float]()
    spent = math.inf if reachability.limits.seconds is None else reachability.limits.seconds
    for _ in range(3):
        state = problem.initial
        for left in range(budget, 0, -1):
            started = time.perf_counter()
            alive = reachability.alive_actions(state, left).indices.tolist()
            times.append(time.perf_counter() - started)
            if not alive or sum(times) > spent:
                break
            state = problem.successor_of_index(state, choose.choice(alive))
    return 1e3 * statistics.median(times)
