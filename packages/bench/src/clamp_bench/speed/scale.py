"""`clamp bench scale`: how search grows with objects, rules and budget, in the compiled core and in its Python twin.

Each task is walked at random as a plan is decoded: a `World` with the default limits of a constraint, all actions
decided at each boundary, within 80 ms of processor time, no state twice. Each walk is a process of its own on one
thread, which may take so much processor time and so much memory and no more; what it had found by then is its row.
Times are processor time.
"""

from __future__ import annotations

import json
import math
import os
import random
import resource
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from textwrap import shorten
from time import process_time
from typing import Any, cast

import numpy as np

from clamp.decoding import PlanConstraint, PlanFormat
from clamp.decoding.plans import DEFAULT_LIMITS
from clamp.decoding.world import LEVELS, ActionOrder, World
from clamp.errors import BenchmarkError, ClampError
from clamp.planning.problem import Problem
from clamp.planning.rules import Rule, Ruled
from clamp.planning.search import kernel_library
from clamp.planning.search.kernel import CompiledBounds
from clamp.planning.search.limits import LimitReached, Meter
from clamp.planning.system import TransitionSystem
from clamp_bench.records import command, environment
from clamp_bench.speed.kitchens import RULES, dense, flat, kitchen
from clamp_bench.speed.measuring import byte_vocabulary, peak_mib, percentile

SIZES = (10, 30, 100, 300, 1_000)
"""Objects of a kitchen, places included."""
SHAPES: dict[str, Callable[[int], int]] = {"dense": dense, "flat": flat}
KERNELS = ("compiled", "python")
BUDGET = 40
BUDGETS = (5, 10, 20, 80, 200)
"""The budgets beside `BUDGET` that a kitchen of 100 objects is walked with."""
SECONDS, MEBIBYTES = 30, 2_048
"""What one walk may take: processor seconds, beside the start of Python, and memory."""

_STEPS = 25
"""Boundaries of a walk at most, the first included."""
_RULED = {
    5: ((10, "dense"), (30, "dense"), (100, "dense"), (300, "flat")),
    20: ((30, "dense"), (100, "dense")),
}
_HOUSES = 12
"""Tasks of VirtualHome at most."""
_STARTING, _WAITING = 60, 10
"""A walk is ended, too, when so many seconds and so many times its processor time have passed by the clock."""
_STEP_MS = 500.0
"""What no step of a public instance should take."""


@dataclass(frozen=True)
class Case:
    """A task to walk: a kitchen with the first of `RULES`, PDDL files, or a task of EAI's VirtualHome.

    Attributes:
        budget: Most actions of a plan.
        size: Objects and places of a kitchen.
        virtualhome: The task's id.
    """

    task: str
    budget: int
    size: tuple[int, int] | None = None
    rules: int = 0
    files: tuple[str, str] | None = None
    virtualhome: str | None = None

    @property
    def group(self) -> str:
        """``kitchens``, ``public`` or ``virtualhome``."""
        return "kitchens" if self.size else "public" if self.files else "virtualhome"

    def loader(self) -> Callable[[], TransitionSystem[Any]]:
        """What reads it and grounds its actions; what is no part of that has been done."""
        if self.files is not None:
            domain, problem = map(Path, self.files)
            return lambda: Problem.from_pddl(domain, problem, limits=DEFAULT_LIMITS)
        if self.size is not None:
            task = kitchen(*self.size)
            return lambda: self._ruled(Problem.from_task(task, limits=DEFAULT_LIMITS))
        from clamp_worlds.virtualhome.tasks import load_tasks

        return next(one for one in load_tasks() if one.id == self.virtualhome).system

    def plan_format(self) -> PlanFormat:
        """How its plans are written."""
        if self.virtualhome is None:
            return PlanFormat.calls()
        from clamp_worlds.virtualhome.formats import virtualhome_json

        return virtualhome_json()

    def _ruled(self, problem: Problem) -> TransitionSystem[Any]:
        if not self.rules:
            return problem
        with Meter(DEFAULT_LIMITS):
            return Ruled(problem, [Rule.parse(text) for text in RULES[: self.rules]])


@dataclass
class ScaleRow:
    """One walk; processor seconds unless the name says otherwise. ``None``: not got to.

    Attributes:
        group: See `Case`.
        kernel: Which engine was asked for.
        core: Which one has searched: what the compiled core does not cover is the twin's.
        load: Reading and grounding, rules included.
        construct: Preparing the search.
        first_plan: After that, until some plan is known, or that there is none.
        first_mask: After the construction, first plan included, until all actions that a plan can begin with are known.
        boundaries: States of the walk after the first.
        partly: How many of them had something undecided.
        undecided: Actions that a limit left open there, as a share of those that are not refuted.
        p50_ms, p99_ms, max_ms: Deciding all actions at one of these boundaries.
        plan: ``found``, ``none`` (proved) or ``limit``.
        valid: What the validator says of the walk with the plan that is known from its end.
        texts: A constraint over the same system: the texts of its actions, sorted and read back; no search.
        peak_mib: Most memory of the process, without the texts.
        texts_mib: What they add to it.
        status: Why there is no more; empty where nothing is missing.
    """

    group: str
    task: str
    budget: int
    rules: int
    kernel: str
    seed: int
    core: str | None = None
    actions: int | None = None
    load: float | None = None
    construct: float | None = None
    first_plan: float | None = None
    first_mask: float | None = None
    boundaries: int | None = None
    partly: int | None = None
    undecided: float | None = None
    p50_ms: float | None = None
    p99_ms: float | None = None
    max_ms: float | None = None
    plan: str | None = None
    valid: bool | None = None
    texts: float | None = None
    peak_mib: float | None = None
    texts_mib: float | None = None
    status: str = ""


# ------------------------------------------------------------------ which tasks


def kitchens(
    sizes: Sequence[int] = SIZES,
    shapes: Sequence[str] = tuple(SHAPES),
    rules: Sequence[int] = (0,),
    budgets: Sequence[int] = (BUDGET,),
) -> list[Case]:
    """All combinations; a size whose shapes are the same is there once.

    Raises:
        BenchmarkError: If a shape is unknown, or there are no kitchens so small or so ruled.
    """
    if unknown := [one for one in shapes if one not in SHAPES]:
        raise BenchmarkError(f"The kitchens have no shape {unknown[0]!r}; there are {', '.join(SHAPES)}.")
    if min(sizes) < min(SIZES) or not 0 <= min(rules) <= max(rules) <= len(RULES) or min(budgets) < 0:
        raise BenchmarkError(
            f"A kitchen has at least {min(SIZES)} objects, 0 to {len(RULES)} rules and a budget of 0 or more, not "
            f"{list(sizes)}, {list(rules)} and {list(budgets)}."
        )
    found: dict[tuple[Any, ...], Case] = {}
    for size in sizes:
        for shape in shapes:
            places = SHAPES[shape](size)
            alike = len({make(size) for make in SHAPES.values()}) == 1
            name = f"kitchen {size}" if alike else f"kitchen {size} {shape}"
            for count in rules:
                for budget in budgets:
                    told = [
                        name,
                        *[f"{count} rules"] * bool(count),
                        *[f"budget {budget}"] * (budget != BUDGET),
                    ]
                    found[size, places, count, budget] = Case(", ".join(told), budget, (size, places), count)
    return list(found.values())


def instances(folder: Path) -> list[Case]:
    """Public planning instances: those that ``index.json`` of a folder lists.

    Raises:
        BenchmarkError: If it cannot be read.
    """
    index = folder / "index.json"
    try:
        entries = cast("list[dict[str, Any]]", json.loads(index.read_text("utf-8")))
        return [
            Case(
                str(one["key"]),
                int(one["budget"] or BUDGET),
                files=cast(
                    "tuple[str, str]",
                    tuple(
                        str(folder / "instances" / f"{one['n']}.{part}.pddl")
                        for part in ("domain", "problem")
                    ),
                ),
            )
            for one in entries
        ]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BenchmarkError(
            f"{index} is no list of planning instances with 'n', 'key' and 'budget' ({error}). CLAMP_DATA names "
            "the folder that holds `planning`."
        ) from error


def usual(folder: Path | None) -> list[Case]:
    """The tasks that are walked where none are chosen: sizes, rules, budgets, VirtualHome's, and public instances."""
    found = kitchens()
    for count, chosen in _RULED.items():
        for size, shape in chosen:
            found += kitchens([size], [shape], [count])
    found += kitchens([100], ["dense"], budgets=BUDGETS)
    return [*found, *_of_virtualhome(), *(() if folder is None else instances(folder))]


def _of_virtualhome() -> list[Case]:
    """Every so many of EAI's VirtualHome tasks with a goal; none where they are not installed."""
    from clamp_worlds.virtualhome.tasks import load_tasks

    try:
        every = [task.id for task in load_tasks() if task.has_goal]
    except BenchmarkError:
        return []
    return [
        Case(f"virtualhome {one}", BUDGET, virtualhome=one) for one in every[:: -(-len(every) // _HOUSES)]
    ]


# ------------------------------------------------------------------ each in a process of its own


def run(
    cases: Iterable[Case],
    *,
    kernels: Sequence[str] = KERNELS,
    walks: int = 1,
    seed: int = 0,
    seconds: int = SECONDS,
    mebibytes: int = MEBIBYTES,
    progress: Callable[[str], None] = lambda message: None,
) -> Iterator[ScaleRow]:
    """Walk tasks, a row for each walk as soon as it has ended.

    Args:
        kernels: Which engines, of `KERNELS`.
        walks: Random plans of each task.
        seed: Of the first one.
        seconds: Processor time that a walk may take.
        mebibytes: Memory that it may take, where the system can refuse more.
        progress: Called with a line before each walk.

    Raises:
        BenchmarkError: If there is no such engine.
    """
    if unknown := [one for one in kernels if one not in KERNELS]:
        raise BenchmarkError(f"There is no engine {unknown[0]!r}; there are {', '.join(KERNELS)}.")

    def rows() -> Iterator[ScaleRow]:
        for case in cases:
            for kernel in dict.fromkeys(kernels):
                for number in range(seed, seed + walks):
                    progress(f"{case.task}, {kernel}")
                    yield _in_a_process(case, kernel, number, seconds, mebibytes)

    return rows()


def _in_a_process(case: Case, kernel: str, seed: int, seconds: int, mebibytes: int) -> ScaleRow:
    job = {"case": asdict(case), "kernel": kernel, "seed": seed, "seconds": seconds, "mebibytes": mebibytes}
    asked = os.environ.get("CLAMP_KERNEL", "")  # may name a library
    core = "python" if kernel == "python" else "" if asked == "python" else asked
    late = False
    try:
        done = subprocess.run(
            command("clamp_bench.speed.scale", json.dumps(job)),
            env=environment(CLAMP_KERNEL=core, OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1"),
            capture_output=True,
            timeout=_STARTING + _WAITING * seconds,
            check=False,
        )
        output, errors, code = done.stdout, done.stderr, done.returncode
        late = code == -signal.SIGXCPU
    except subprocess.TimeoutExpired as error:
        output, errors, code, late = error.stdout or b"", b"", 0, True
    told: dict[str, Any] = {}
    for line in output.decode().splitlines():
        try:
            told |= json.loads(line)
        except json.JSONDecodeError:
            break  # the process was stopped while it wrote
    row = ScaleRow(case.group, case.task, case.budget, case.rules, kernel, seed, **told)
    if late:
        row.status = f"stopped after {seconds} s, with what was known by then"
    elif code and not row.status:
        last = errors.decode(errors="replace").strip().splitlines()[-1:] or [f"exit code {code}"]
        memory = "MemoryError" in last[0]
        row.status = _too_much(mebibytes) if memory else f"failed: {last[0][:300]}"
    return row


def _too_much(mebibytes: int) -> str:
    return f"more memory than {mebibytes:,} MiB"


def walk(case: Case, kernel: str, seed: int, tell: Callable[..., None]) -> None:
    """One random walk of a task; `tell` gets the fields of its row as they become known.

    Raises:
        ClampError: If the task is refused, or a limit is reached before there is anything to walk.
        BenchmarkError: If the compiled core is asked for and not there.
    """
    if kernel == "compiled" and kernel_library.library() is None:
        raise BenchmarkError(f"There is no compiled core to measure: {kernel_library.in_words()}.")
    load = case.loader()
    started = process_time()
    system = load()
    loaded = process_time()
    tell(actions=len(system.actions), load=loaded - started)
    order, rng = np.arange(len(system.actions)), random.Random(seed)
    world = World(
        system,
        ActionOrder(order, order),
        enforce=frozenset(LEVELS),
        seen=None,
        budget=case.budget,
        limits=DEFAULT_LIMITS,
        loops=False,
    )
    world.search_alone()  # one search is walked and asked for the rest of the plan
    here = world.start
    constructed = process_time()
    tell(construct=constructed - loaded)
    with Meter(DEFAULT_LIMITS):
        plan = world.reachability.plan(here.state, case.budget)
        found = "limit" if isinstance(plan, LimitReached) else "none" if plan is None else "found"
        tell(first_plan=process_time() - constructed, plan=found)
        possible = here.choices.positions.tolist()
    compiled = isinstance(world.reachability.ready(), CompiledBounds)
    tell(first_mask=process_time() - constructed, core="compiled" if compiled else "python")
    times, open_, alive, partly, path = list[float](), 0, 0, 0, list[int]()
    while possible and here.written < _STEPS:
        path.append(rng.choice(possible))
        here = here.after(path[-1])
        began = process_time()
        with Meter(DEFAULT_LIMITS.at_boundary):
            possible = here.choices.positions.tolist()
        times.append(1e3 * (process_time() - began))
        left = len(here.choices.undecided)
        open_, alive, partly = open_ + left, alive + len(possible), partly + bool(left)
        tell(
            boundaries=len(times),
            partly=partly,
            undecided=open_ / max(1, open_ + alive),
            p50_ms=percentile(times, 50),
            p99_ms=percentile(times, 99),
            max_ms=max(times),
        )
    if found == "found":
        rest = world.reachability.known_plan(here.state) or ()
        whole = [system.actions[one] for one in (*path, *rest)]
        tell(valid=len(whole) <= case.budget and bool(system.validate(whole)))
    used, began = peak_mib(), process_time()  # last, so that the walk's memory is its own
    PlanConstraint(system, byte_vocabulary(257), case.plan_format(), budget=case.budget)
    tell(texts=process_time() - began, peak_mib=used, texts_mib=peak_mib() - used)


def main(job: dict[str, Any]) -> None:
    """One walk in this process, its row written piece by piece."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    seconds, memory = math.ceil(process_time()) + job["seconds"], job["mebibytes"] * 2**20
    for what, most in ((resource.RLIMIT_CPU, seconds), (resource.RLIMIT_DATA, memory)):
        hard = resource.getrlimit(what)[1]
        resource.setrlimit(what, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))

    def tell(**told: Any) -> None:
        print(json.dumps({"peak_mib": peak_mib(), **told}), flush=True)

    given = job["case"]
    case = Case(**given | {name: given[name] and tuple(given[name]) for name in ("size", "files")})
    try:
        walk(case, job["kernel"], job["seed"], tell)
    except MemoryError:
        tell(status=_too_much(job["mebibytes"]))
    except ClampError as error:
        tell(status=f"{type(error).__name__}: {error}"[:300])


# ------------------------------------------------------------------ how rows are told


def summary(rows: Iterable[ScaleRow]) -> list[dict[str, Any]]:
    """Of each group of tasks, by engine: the walks, and how many had a first mask, an end, no slow step.

    A task that has no plan within its budget counts as a walk that ended where that is proved. The median is of what
    comes before anything can be written: load, texts, construction and first mask.
    """
    groups: dict[tuple[str, str], list[ScaleRow]] = {}
    for row in rows:
        groups.setdefault((row.group, row.kernel), []).append(row)
    found: list[dict[str, Any]] = []
    for (group, kernel), some in groups.items():
        masked = [row for row in some if row.first_mask is not None and row.plan in ("found", "none")]
        ended = [row for row in some if row.valid or row.plan == "none"]
        steps = ("load", "texts", "construct", "first_mask")
        before = [sum(getattr(row, step) or 0.0 for step in steps) for row in masked]
        found.append(
            {
                "tasks": group,
                "kernel": kernel,
                "walks": len(some),
                "first_masks": len(masked),
                "ended": len(ended),
                "steps_in_half_a_second": sum((row.max_ms or 0) <= _STEP_MS for row in ended),
                **({"seconds_before_p50": round(percentile(before, 50), 4)} if before else {}),
            }
        )
    return found


def json_lines(rows: Iterable[ScaleRow]) -> Iterator[str]:
    """One JSON document, of which each row is a line as soon as it is known."""
    kept = list[ScaleRow]()
    yield '{"benchmark": "scale", "rows": ['
    stopped: KeyboardInterrupt | None = None
    try:
        for row in rows:
            yield f"{',' if kept else ' '}{json.dumps(asdict(row))}"
            kept.append(row)
    except KeyboardInterrupt as error:
        stopped = error  # what was measured is a document all the same
    yield f'], "summary": {json.dumps(summary(kept))}}}'
    if stopped is not None:
        raise stopped


_NAME, _CORE, _SAID = 30, 8, 80
_COLUMNS = {
    "actions": ("actions", "{:7}"),
    "load": ("load", "{:6.2f}"),
    "texts": ("texts", "{:6.2f}"),
    "construct": ("constr", "{:6.2f}"),
    "first_plan": ("plan", "{:6.2f}"),
    "first_mask": ("mask", "{:6.2f}"),
    "undecided": ("open", "{:6.1%}"),
    "p50_ms": ("p50 ms", "{:6.1f}"),
    "p99_ms": ("p99 ms", "{:6.1f}"),
    "peak_mib": ("MiB", "{:5.0f}"),
}
"""The head of a field, and how it is written."""


def table_lines(rows: Iterable[ScaleRow]) -> Iterator[str]:
    """A table, of which each row is a line as soon as it is known."""
    widths = {name: len(form.format(0)) for name, (_, form) in _COLUMNS.items()}
    heads = " ".join(f"{head:>{widths[name]}}" for name, (head, _) in _COLUMNS.items())
    yield f"{'task':{_NAME}} {'core':{_CORE}} {heads}  left open at"
    kept = list[ScaleRow]()
    for row in rows:
        kept.append(row)
        cells = [
            " " * widths[name] if (value := getattr(row, name)) is None else form.format(value)
            for name, (_, form) in _COLUMNS.items()
        ]
        core = row.core or row.kernel
        notes = [
            *[f"{row.partly} of {row.boundaries}"] * bool(row.boundaries),
            *[f"{core} in place of {row.kernel}"] * (core != row.kernel),
            *[f"no plan of {row.budget} actions or fewer"] * (row.plan == "none"),
            *["no plan found"] * (row.plan == "limit"),
            *["the plan is not valid"] * (row.valid is False),
            *[shorten(row.status, _SAID, placeholder=" …")] * bool(row.status),
        ]
        name = shorten(row.task, _NAME, placeholder="…")
        yield f"{name:{_NAME}} {core:{_CORE}} {' '.join(cells)}  {'; '.join(notes)}".rstrip()
    for counts in summary(kept):
        yield ", ".join(f"{name.replace('_', ' ')} {count}" for name, count in counts.items())


if __name__ == "__main__":  # one walk, so that what it costs is its own
    main(json.loads(sys.argv[1]))
