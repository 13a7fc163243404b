"""`clamp bench engine`: what planning costs, beside unified-planning's simulator and the planner Fast Downward.

Household tasks of growing size are handed to each as they want them: formula by formula, or as PDDL files. Where
public planning instances are at hand (``CLAMP_DATA``), each is loaded, decided and walked through in a process of
its own, with Fast Downward beside it. Fast Downward writes one plan and ends; a decoder has to decide at every
boundary which of all actions some plan goes on with. So two figures stand beside its one: the first plan, files
read and grounded, and the boundaries of random plans under the default limits. First plans are compared twice: as
whole processes, each with what it costs to start it, and without their starts.
"""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportMissingTypeStubs=false, reportUnknownLambdaType=false

from __future__ import annotations

import json
import math
import platform
import random
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast

from clamp.errors import BenchmarkError, ClampError
from clamp.planning.problem import Problem
from clamp.planning.search.reachability import LimitReached, Reachability, SearchLimits
from clamp.planning.system import Action
from clamp.planning.task import And, Atom, Equal, Exists, Forall, Formula, Not, Or, Task, Variable
from clamp_bench.records import command, environment
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
        first_plan: Processor seconds from PDDL files to some plan of at most `BUDGET` actions, grounding included.
        first_plan_process: The same of the whole process: Python and what it imports, too.
        fd_plan: What Fast Downward (``lama-first``) says its translator and its search took on the same files.
        fd_plan_process: Processor seconds of its processes: two starts of Python, too.
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
    first_plan: float | None = None
    first_plan_process: float | None = None
    fd_plan: float | None = None
    fd_plan_process: float | None = None

    def ratios(self) -> dict[str, float]:
        """How many times faster than unified-planning; what Fast Downward's plan is compared with: see `beside`."""
        pairs = {
            "grounding": (self.up_grounding, self.grounding),
            "applicable": (self.up_applicable_us, self.applicable_us),
            "successor": (self.up_successor_us, self.successor_us),
        }
        return _quotients(pairs) | beside(self)


def beside(row: EngineRow | InstanceRow) -> dict[str, float]:
    """How many times as long as CLAMP's first plan, and as its p99 boundary, Fast Downward's plan takes.

    Alike is compared with alike: processes with processes, and what is left without the starts of both with a
    boundary, which starts nothing.
    """
    boundary = None if row.boundary_p99_ms is None else row.boundary_p99_ms / 1e3
    return _quotients(
        {
            "first_plan": (row.fd_plan, row.first_plan),
            "first_plan_process": (row.fd_plan_process, row.first_plan_process),
            "boundary_p99": (row.fd_plan, boundary),
        }
    )


def _quotients(pairs: Mapping[str, tuple[float | None, float | None]]) -> dict[str, float]:
    """Theirs over ours, of what both have."""
    return {
        name: round(theirs / ours, 1)
        for name, (theirs, ours) in pairs.items()
        if theirs is not None and ours is not None
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
        if fast_downward_program() is not None:
            progress(f"{size:,} grounded actions, by Fast Downward")
            row = replace(row, **measure_files(household(size), seconds))
        rows.append(row)
    public = None if instances is None else measure_instances(instances, seconds, progress)
    return {
        "benchmark": "engine",
        "python": platform.python_version(),
        "machine": platform.machine(),
        "fast_downward": None if fast_downward_program() is None else "lama-first",
        "rows": [{**asdict(row), "times_faster": row.ratios()} for row in rows],
        "instances": public,
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


def percentile(values: Sequence[float], which: float) -> float:
    """The smallest value that at least so many percent of the values do not exceed."""
    return sorted(values)[max(0, math.ceil(which / 100 * len(values)) - 1)]


# ------------------------------------------------------------------ PDDL files, beside Fast Downward


def fast_downward_program() -> Path | None:
    """Fast Downward's program, from the package ``up-fast-downward`` (GPL, so never a dependency)."""
    spec = find_spec("up_fast_downward")
    if spec is None or spec.origin is None:
        return None
    return Path(spec.origin).parent / "downward" / "fast-downward.py"


_TOLD = re.compile(r"Done! \[([\d.]+)s CPU|Planner time: ([\d.]+)s")
"""What Fast Downward's translator and its search say of themselves, in processor seconds."""


def fast_downward(domain: Path, problem: Path, seconds: float) -> dict[str, float | None]:
    """What Fast Downward's first plan takes, as fields of a row; ``None`` where it finds none."""
    program = fast_downward_program()
    nothing: dict[str, float | None] = {"fd_plan": None, "fd_plan_process": None}
    if program is None:
        return nothing
    ask = [
        sys.executable,
        str(program),
        "--overall-time-limit",
        str(math.ceil(seconds)),
        "--alias",
        "lama-first",
    ]
    with tempfile.TemporaryDirectory() as folder:
        before = _childrens_seconds()
        done = subprocess.run([*ask, str(domain), str(problem)], cwd=folder, capture_output=True, text=True)
        process = _childrens_seconds() - before
    told = [float(one or other) for one, other in _TOLD.findall(done.stdout)]
    if done.returncode != 0 or len(told) != 2:
        return nothing
    return {"fd_plan": sum(told), "fd_plan_process": process}


def _childrens_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def measure_files(task: Task, seconds: float) -> dict[str, float | None]:
    """Both planners' first plans of one task, from the same PDDL files."""
    import warnings

    from unified_planning.io import PDDLWriter

    with tempfile.TemporaryDirectory() as name, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        folder = Path(name)
        domain, problem = folder / "domain.pddl", folder / "problem.pddl"
        writer = PDDLWriter(to_unified_planning(task))
        writer.write_domain(str(domain))
        writer.write_problem(str(problem))

        row = in_a_process("", BUDGET, [domain, problem], seconds, walk=False)
        ours = {"first_plan": row.first_plan, "first_plan_process": row.first_plan_process}
        return ours | fast_downward(domain, problem, 10 * seconds)


def in_a_process(key: str, budget: int, files: Sequence[Path], seconds: float, *, walk: bool) -> InstanceRow:
    """One instance in a process of its own, so that what it costs is its own: its first plan, and a walk."""
    job = {"key": key, "budget": budget, "files": list(map(str, files)), "seconds": seconds, "walk": walk}
    done = subprocess.run(
        command("clamp_bench.speed.engine", json.dumps(job)),
        env=environment(OMP_NUM_THREADS="1"),
        capture_output=True,
        text=True,
    )
    lines = done.stdout.splitlines()
    return (
        InstanceRow(**json.loads(lines[-1])) if lines else InstanceRow(key, budget, error=done.stderr[-300:])
    )


@dataclass(frozen=True)
class InstanceRow:
    """One public instance; processor seconds unless the name says otherwise. ``None``: not got to.

    Attributes:
        actions: Grounded actions.
        load: Reading and grounding.
        first_plan: The same, and deciding that a plan within the budget exists.
        first_plan_process: The same of the whole process: Python and what it imports, too.
        first_boundary: And finding every action that one can begin with.
        boundary_p50_ms, boundary_p99_ms, boundary_max_ms: Between two actions of a random plan; see `decoded`.
        valid: What the validator says of the walk's plan.
        fd_plan, fd_plan_process: Fast Downward's first plan; see `EngineRow`.
        error: Why there is no more.
    """

    key: str
    budget: int
    actions: int | None = None
    load: float | None = None
    first_plan: float | None = None
    first_boundary: float | None = None
    boundary_p50_ms: float | None = None
    boundary_p99_ms: float | None = None
    boundary_max_ms: float | None = None
    valid: bool | None = None
    first_plan_process: float | None = None
    fd_plan: float | None = None
    fd_plan_process: float | None = None
    error: str | None = None


def measure_instances(
    folder: Path, seconds: float, progress: Callable[[str], None] = lambda message: None
) -> list[dict[str, Any]]:
    """Measure public instances, each in a process of its own.

    Raises:
        BenchmarkError: If the index cannot be read.
    """
    index = folder / "index.json"
    try:
        entries = cast("list[dict[str, Any]]", json.loads(index.read_text()))
        wanted = [(str(one["n"]), str(one["key"]), int(one["budget"] or BUDGET)) for one in entries]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BenchmarkError(
            f"{index} is no list of planning instances with 'n', 'key' and 'budget' ({error}). CLAMP_DATA names "
            "the folder that holds `planning`."
        ) from error
    rows: list[dict[str, Any]] = []
    for number, key, budget in wanted:
        progress(key)
        files = [folder / "instances" / f"{number}.{part}.pddl" for part in ("domain", "problem")]
        row = in_a_process(key, budget, files, seconds, walk=True)
        row = replace(row, **fast_downward(files[0], files[1], 10 * seconds))
        rows.append({**asdict(row), "times_faster": beside(row)})
    return rows


def walk_instance(job: Mapping[str, Any]) -> InstanceRow:
    """Load one instance, decide it, and walk at random through its masks to the end of a plan."""
    domain, file = map(Path, job["files"])
    row = InstanceRow(job["key"], job["budget"])
    started = time.process_time()
    try:
        problem = Problem.from_pddl(domain, file)
        row = replace(row, actions=len(problem.actions), load=time.process_time() - started)
        search = Reachability(problem, limits=SearchLimits(seconds=job["seconds"]))
        plan = search.plan(problem.initial, row.budget)
        if not isinstance(plan, tuple):
            why = f"not found in {job['seconds']:g} s" if plan is not None else "proved not to exist"
            return replace(row, error=f"a plan of at most {row.budget} actions: {why}")
        now = time.process_time()  # of this process, since it began
        row = replace(row, first_plan=now - started, first_plan_process=now)
        if not job["walk"]:
            return row
        walk = decoded(problem, row.budget)
        times = [1e3 * one for one in walk.boundaries]
        return replace(
            row,
            first_boundary=(row.load or 0) + walk.first,
            boundary_p50_ms=percentile(times, 50) if times else None,
            boundary_p99_ms=percentile(times, 99) if times else None,
            boundary_max_ms=max(times, default=None),
            valid=bool(problem.validate(walk.actions)),
        )
    except ClampError as error:
        return replace(row, error=f"{type(error).__name__}: {error}"[:300])


if __name__ == "__main__":  # one instance, so that what it costs is its own
    print(json.dumps(asdict(walk_instance(json.loads(sys.argv[1])))))
