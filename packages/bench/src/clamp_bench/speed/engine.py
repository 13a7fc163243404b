"""`clamp bench engine`: what planning costs, beside unified-planning's simulator and the planner Fast Downward.

Household tasks of growing size are handed to each as they want them: formula by formula, or as PDDL files. Where
public planning instances are at hand (``CLAMP_DATA``), each is loaded, decided and walked through in a process of
its own, with Fast Downward beside it. Fast Downward writes one plan and ends; a decoder has to decide at every
boundary which of all actions some plan goes on with. So two figures stand beside its one: the first plan, whose
parts are compared one by one (`first_plans`), and the boundaries of random plans under the default limits.
"""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportMissingTypeStubs=false, reportUnknownLambdaType=false

from __future__ import annotations

import json
import platform
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from clamp.errors import BenchmarkError, ClampError
from clamp.planning.problem import Problem
from clamp.planning.search.reachability import LimitReached, Reachability, SearchLimits
from clamp.planning.system import Action
from clamp.planning.task import And, Atom, Equal, Exists, Forall, Formula, Not, Or, Task, Variable
from clamp_bench.records import command, environment
from clamp_bench.speed.first_plans import FirstPlan, fast_downward, fast_downward_folder, ours
from clamp_bench.speed.measuring import percentile
from clamp_bench.speed.scale import instances as listed
from clamp_worlds.household import household

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
            "unified-planning is not installed; `pip install 'clamp-bench[rivals]'` installs it."
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
        boundary_ms: Between two actions of a random plan, processor milliseconds; see `decoded`.
        boundary_p99_ms: The 99th percentile of the same.
        up_grounding, up_applicable_us, up_successor_us: The same by unified-planning's grounder and
            sequential simulator.
        first: CLAMP's first plan of at most `BUDGET` actions from the PDDL files of the task.
        fd: Fast Downward's (``lama-first``) from the same files.
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
    boundary_p99_ms: float | None = None
    first: FirstPlan | None = None
    fd: FirstPlan | None = None

    def ratios(self) -> dict[str, float]:
        """How many times faster than unified-planning; what Fast Downward's plan is compared with: see `beside`."""
        pairs = {
            "grounding": (self.up_grounding, self.grounding),
            "applicable": (self.up_applicable_us, self.applicable_us),
            "successor": (self.up_successor_us, self.successor_us),
        }
        return _quotients(pairs) | beside(self)


def beside(row: EngineRow | InstanceRow) -> dict[str, float]:
    """How many times as long as CLAMP's Fast Downward's first plan takes; and as CLAMP's p99 boundary.

    Alike is compared with alike: processes with processes; what is left without the starts of both, which is what a
    boundary is compared with, too, for it starts nothing; and of that the searches, with their preparation and alone.
    """
    ours, theirs = row.first, row.fd
    if ours is None or theirs is None or ours.length is None or theirs.length is None:
        return {}
    boundary = None if row.boundary_p99_ms is None else row.boundary_p99_ms / 1e3
    return _quotients(
        {
            "process": (theirs.process, ours.process),
            "planning": (theirs.planning, ours.planning),
            "prepare_and_search": (_searching(theirs), _searching(ours)),
            "search": (theirs.search, ours.search),
            "boundary_p99": (theirs.planning, boundary),
        }
    )


def _searching(plan: FirstPlan) -> float:
    return (plan.prepare or 0) + (plan.search or 0)


_LONG = 20
"""Actions from which on a plan is long: of shorter ones, both searches take next to nothing."""


def medians(rows: Sequence[EngineRow | InstanceRow]) -> dict[str, Any]:
    """How many times as long as Fast Downward's CLAMP's first plans take, in the median: of all, and of long ones."""
    compared = [(row.first.length, beside(row)) for row in rows if row.first is not None and row.first.length]
    compared = [(length, ratios) for length, ratios in compared if ratios]
    return {
        name: {"plans": len(chosen)}
        | {
            what: statistics.median(1 / one[what] for one in chosen if one.get(what))
            for what in ("process", "planning", "prepare_and_search", "search")
            if any(one.get(what) for one in chosen)
        }
        for name, least in (("all", 0), (f"of {_LONG} actions and more", _LONG))
        for chosen in [[ratios for length, ratios in compared if length >= least]]
    }


def _quotients(pairs: Mapping[str, tuple[float | None, float | None]]) -> dict[str, float]:
    """Theirs over ours, of what both have."""
    return {
        name: round(theirs / ours, 3) for name, (theirs, ours) in pairs.items() if theirs is not None and ours
    }


def run(
    sizes: Sequence[int] = SIZES,
    *,
    repeats: int = 3,
    rival_actions: int = 1_000,
    seconds: float = 10.0,
    instances: Path | None = None,
    progress: Callable[[str], None] = lambda message: None,
) -> dict[str, Any]:
    """Measure the engine on household tasks of growing size.

    Args:
        sizes: Grounded actions of each task.
        repeats: How often grounding is measured; the median counts.
        rival_actions: The largest size that unified-planning is asked to do; larger ones take it minutes.
        seconds: Limit of each search; what takes longer is ``None``.
        instances: Folder with ``index.json`` (objects with ``n``, ``key``, ``budget``) and, in ``instances``, the
            files ``N.domain.pddl`` and ``N.problem.pddl`` of each; measured, too.
        progress: Called with a line before each step.

    Raises:
        BenchmarkError: If unified-planning is asked for and not installed, or the instances cannot be read.
    """
    rows: list[EngineRow] = []
    for size in sizes:
        progress(f"{size:,} grounded actions")
        row = measure(household(size), repeats, seconds)
        if size <= rival_actions:
            progress(f"{size:,} grounded actions, by unified-planning")
            row = replace(row, **measure_rival(household(size)))
        if fast_downward_folder() is not None:
            progress(f"{size:,} grounded actions, by Fast Downward")
            row = measure_files(row, household(size), seconds)
        rows.append(row)
    public = [] if instances is None else measure_instances(instances, seconds, progress)
    return {
        "benchmark": "engine",
        "python": platform.python_version(),
        "machine": platform.machine(),
        "fast_downward": None if fast_downward_folder() is None else "lama-first",
        "rows": [told(row, row.ratios()) for row in rows],
        "instances": None if instances is None else [told(row, beside(row)) for row in public],
        "ours_over_fast_downward": medians([*rows, *public]),
    }


def told(row: EngineRow | InstanceRow, ratios: Mapping[str, float]) -> dict[str, Any]:
    """A row as JSON-able figures, none of them nested but the ratios."""
    flat = {name: value for name, value in vars(row).items() if name not in ("first", "fd")}
    for prefix, plan in (("first_plan", row.first), ("fd_plan", row.fd)):
        flat |= {} if plan is None else plan.told(prefix)
    return {**flat, "times_faster": dict(ratios)}


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
    boundaries: list[float] = []
    if isinstance(found, tuple):
        boundaries = [one for seed in range(3) for one in decoded(problem, len(found) + 5, seed).boundaries]
    return EngineRow(
        actions=len(problem.actions),
        grounding=grounding,
        applicable_us=1e6 * statistics.median(applicable),
        successor_us=1e6 * statistics.median(successor),
        plan=planning if planned else None,
        distance=proving if decided else None,
        goal_distance=int(length) if decided else None,
        boundary_ms=1e3 * statistics.median(boundaries) if boundaries else None,
        boundary_p99_ms=1e3 * percentile(boundaries, 99) if boundaries else None,
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


class Walk(NamedTuple):
    """A random plan, written byte by byte under a constraint with its default limits.

    Attributes:
        first: Processor seconds to its first mask, the constraint included.
        boundaries: All that the constraint does from the end of one action to that of the next, processor seconds.
        actions: The plan.
    """

    first: float
    boundaries: list[float]
    actions: Sequence[Action]


def decoded(problem: Problem, budget: int, seed: int = 0) -> Walk:
    """Write a plan as a decoder does that takes any admissible token."""
    from clamp.automata import Vocabulary
    from clamp.decoding import PlanConstraint, PlanFormat

    vocabulary = Vocabulary.from_bytes([bytes([byte]) for byte in range(256)] + [None], 256)
    started = time.process_time()
    constraint = PlanConstraint(problem, vocabulary, PlanFormat.calls(), budget=budget)
    cursor = constraint.initial()
    allowed = constraint.allowed(cursor)
    first = time.process_time() - started
    choose, written, spent, boundaries = random.Random(seed), 0, 0.0, list[float]()
    while len(allowed):
        token = 256 if 256 in allowed and choose.random() < 0.3 else choose.choice(allowed.tolist())
        started = time.process_time()
        cursor = constraint.advance(cursor, token)
        allowed = constraint.allowed(cursor)
        spent += time.process_time() - started
        if len(constraint.actions(cursor)) > written:
            if written:
                boundaries.append(spent)
            written, spent = written + 1, 0.0
    return Walk(first, boundaries, constraint.actions(cursor))


# ------------------------------------------------------------------ PDDL files, beside Fast Downward


def measure_files(row: EngineRow, task: Task, seconds: float) -> EngineRow:
    """A row with both planners' first plans of its task, from the same PDDL files."""
    import warnings

    from unified_planning.io import PDDLWriter

    with tempfile.TemporaryDirectory() as name, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        files = [Path(name) / "domain.pddl", Path(name) / "problem.pddl"]
        writer = PDDLWriter(to_unified_planning(task))
        writer.write_domain(str(files[0]))
        writer.write_problem(str(files[1]))
        return replace(row, first=ours(files, BUDGET, seconds), fd=fast_downward(files, 10 * seconds))


@dataclass(frozen=True)
class InstanceRow:
    """One public instance; processor seconds unless the name says otherwise. ``None``: not got to.

    Attributes:
        actions: Grounded actions.
        load: Reading and grounding.
        first_boundary: The same, and finding every action that one can begin with.
        boundary_p50_ms, boundary_p99_ms, boundary_max_ms: Between two actions of a random plan; see `decoded`.
        valid: What the validator says of the walk's plan.
        first, fd: First plans; see `EngineRow`.
        error: Why there is no more.
    """

    key: str
    budget: int
    actions: int | None = None
    load: float | None = None
    first_boundary: float | None = None
    boundary_p50_ms: float | None = None
    boundary_p99_ms: float | None = None
    boundary_max_ms: float | None = None
    valid: bool | None = None
    first: FirstPlan | None = None
    fd: FirstPlan | None = None
    error: str | None = None


def measure_instances(
    folder: Path, seconds: float, progress: Callable[[str], None] = lambda message: None
) -> list[InstanceRow]:
    """Measure public instances: first plans and a walk, each in a process of its own.

    Raises:
        BenchmarkError: If the index cannot be read.
    """
    rows: list[InstanceRow] = []
    for case in listed(folder):
        assert case.files is not None
        progress(case.task)
        files = [Path(one) for one in case.files]
        first = ours(files, case.budget, seconds)
        row = InstanceRow(case.task, case.budget, error=first.error)
        if first.length is not None:
            row = _in_a_process(row, files)
        rows.append(replace(row, first=first, fd=fast_downward(files, 10 * seconds)))
    return rows


def _in_a_process(row: InstanceRow, files: Sequence[Path]) -> InstanceRow:
    done = subprocess.run(
        command(
            "clamp_bench.speed.engine", json.dumps({"budget": row.budget, "files": list(map(str, files))})
        ),
        env=environment(OMP_NUM_THREADS="1"),
        capture_output=True,
        text=True,
        check=False,
    )
    lines = done.stdout.splitlines()
    return replace(row, **(json.loads(lines[-1]) if lines else {"error": done.stderr[-300:]}))


def walk_instance(job: Mapping[str, Any]) -> dict[str, Any]:
    """Load one instance and walk at random through its masks to the end of a plan: fields of its row."""
    started = time.process_time()
    found: dict[str, Any] = {}
    try:
        domain, task = map(Path, job["files"])
        problem = Problem.from_pddl(domain, task)
        found = {"actions": len(problem.actions), "load": time.process_time() - started}
        walk = decoded(problem, job["budget"])
        times = [1e3 * one for one in walk.boundaries]
        return found | {
            "first_boundary": found["load"] + walk.first,
            "boundary_p50_ms": percentile(times, 50) if times else None,
            "boundary_p99_ms": percentile(times, 99) if times else None,
            "boundary_max_ms": max(times, default=None),
            "valid": bool(problem.validate(walk.actions)),
        }
    except ClampError as error:
        return found | {"error": f"{type(error).__name__}: {error}"[:300]}


if __name__ == "__main__":  # one instance, so that what it costs is its own
    print(json.dumps(walk_instance(json.loads(sys.argv[1]))))
