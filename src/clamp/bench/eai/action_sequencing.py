"""The benchmark EAI VirtualHome, Action Sequencing: a model writes plans, EAI's evaluator judges them.

Writing and judging are separate. Writing appends one record a task to ``records.jsonl`` and can be killed at
any moment: the same call later does what is missing. Judging reads the records and nothing else, so
``summary.json`` and ``tasks.csv`` can be made again from them at any time.
"""

from __future__ import annotations

import gc
import json
import re
import signal
import subprocess
import threading
from collections.abc import Callable, Collection, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, Protocol

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

import clamp
from clamp.automata import Vocabulary
from clamp.bench.configuration import EAIConfig
from clamp.bench.eai import judge
from clamp.bench.eai.report import Summary, judged_text, report
from clamp.bench.records import Record, RecordFile, alone, write_json
from clamp.decoding import Failure, PlanConstraint, PlanFormat
from clamp.decoding.configuration import enforced
from clamp.decoding.result import PlanResult
from clamp.errors import BenchmarkError
from clamp.files import read_text
from clamp.hosts.request import PlanRequest, Request
from clamp.planning.search.reachability import Reachability
from clamp.worlds.virtualhome import VirtualHome
from clamp.worlds.virtualhome.tasks import EAITask, load_tasks

if TYPE_CHECKING:
    from clamp.hosts.follower import PlanningConstraint


def select(tasks: Sequence[EAITask], config: EAIConfig) -> list[EAITask]:
    """The tasks that a configuration asks for, in EAI's order, or in the order of its file of ids.

    Raises:
        BenchmarkError: If the file cannot be read, is empty, or names an unknown task.
    """
    chosen = list(tasks)
    if config.ids is not None:
        by_id = {task.id: task for task in tasks}
        lines = read_text(config.ids, "ids", BenchmarkError).splitlines()
        wanted: dict[str, None] = {}
        for number, line in enumerate(lines, start=1):
            file_id = line.partition("#")[0].strip()
            if not file_id:
                continue
            if file_id not in by_id:
                raise BenchmarkError(
                    f"{config.ids}, line {number}: EAI has no task {file_id!r}. Its ids look like "
                    f"{tasks[0].id!r}; there are {len(tasks)}."
                )
            wanted[file_id] = None
        if not wanted:
            raise BenchmarkError(f"The file of ids {config.ids} names no task.")
        chosen = [by_id[file_id] for file_id in wanted]
    return chosen[: config.limit]


PLAIN_BUDGET = 40
"""Default budget where no goal is enforced: the paper's K_max. EAI's median gold plan has 8 actions."""

LEAST_BUDGET = 10
"""Smallest default budget where the goal is enforced."""

_SEARCH_BUDGET = 100
_LISTED = re.compile(r"^(\S+), id: (\d+), properties: ", re.MULTILINE)


@dataclass(frozen=True)
class Job:
    """How one task's plan is written.

    Attributes:
        request: What is asked for, with the budget that holds.
        constraint: ``None`` for the model alone.
        failure: Why no plan satisfies the configuration's constraints. The task then counts as failed; what
            is written all the same, for EAI to judge, satisfies all of them but the goal.
        seconds: Time that this took.
    """

    request: Request
    constraint: PlanConstraint | None = None
    failure: Failure | None = None
    seconds: float = 0.0

    @property
    def budget(self) -> int | None:
        """Most actions; ``None`` for the model alone."""
        return None if self.constraint is None else self.constraint.budget


def make_job(
    task: EAITask,
    prompt: str,
    vocabulary: Vocabulary,
    constraints: str | Collection[str],
    budget: int | None,
    **settings: Any,
) -> Job:
    """Build a task's system and constraint.

    Args:
        constraints: ``"none"``, ``"token"``, ``"grounded"`` or ``"world"``.
        budget: ``None`` for `task_budget`.
        settings: The others of `clamp.decoding.configuration.Configuration`.
    """
    started = perf_counter()
    system = task.system()
    enforce = enforced(constraints) or frozenset()
    visible = "visibility" in enforce
    request = Request.of(
        system,
        prompt=[{"role": "user", "content": prompt}],
        constraints=constraints,
        budget=budget or task_budget(system, enforce),
        seen=prompt_entities(prompt).intersection(system.entities) if visible else None,
        format=PlanFormat.virtualhome_json(),
        **settings,
    )
    chosen = request.constraint(vocabulary)
    failure = None if chosen is None else chosen.failure()
    if failure is not None and "goal" in enforce:
        request = request.but(constraints=sorted(enforce - {"goal"}))
        chosen = request.constraint(vocabulary)
    return Job(request, chosen, failure, perf_counter() - started)


def task_budget(system: VirtualHome, enforce: Collection[str]) -> int:
    """The default budget: room for twice the actions of a plan that search finds, and for 10 at least.

    Where no goal is enforced, nothing but the budget stops a model, and it is 40.
    """
    if "goal" not in enforce:
        return PLAIN_BUDGET
    plan = Reachability(system).plan(system.initial, _SEARCH_BUDGET)
    return max(LEAST_BUDGET, 2 * len(plan)) if isinstance(plan, tuple) else LEAST_BUDGET


def prompt_entities(prompt: str) -> frozenset[str]:
    """The objects that a prompt lists, as entity names: what the model is told it sees."""
    listing = prompt.partition("Objects in the scene:\n")[2].partition("-----------------")[0]
    return frozenset(f"{match[1]}_{match[2]}" for match in _LISTED.finditer(listing))


_AT_ONCE = 4
"""Batches that are handed to the planner at once: it keeps its rows busy, and memory stays bounded."""


class Planner(Protocol):
    """What a run needs of `clamp.Planner`."""

    name: str
    revision: str | None
    vocabulary: Vocabulary

    def guided(self, constraint: PlanConstraint | None) -> PlanningConstraint | None:
        """The constraint as it is, or with the planner's lookahead."""
        ...

    def plan_many(
        self,
        requests: Sequence[PlanRequest],
        *,
        batch_size: int = ...,
        on_result: Callable[[int, PlanResult], None] | None = ...,
    ) -> Sequence[PlanResult]:
        """Write a plan for each request, reporting each as it ends."""
        ...


def run(config: EAIConfig, *, load: Callable[[EAIConfig], Planner] | None = None) -> Summary:
    """Write the plans that are missing, judge all of them, and leave the summary in `config.out`.

    Args:
        load: Loads the planner of a configuration; called only if a plan is missing. By default
            `clamp.Planner.from_pretrained`.

    Raises:
        BenchmarkError: If eai-eval is missing or damaged, the ids are unknown, or `config.out` holds a run
            with another configuration, or one that another process is writing.
        HostError: If the model cannot be loaded.
        KeyboardInterrupt: On Ctrl-C and SIGTERM; what was written so far is kept.
    """
    tasks = select(load_tasks(), config)
    with _terminable(), alone(config.out):
        records = _open(config)
        done = _write_missing(tasks, records, config, load or _load)
        with _progress() as progress:
            bar = progress.add_task("judging", total=len(tasks))
            judged: set[str] = set()

            def on_task(file_id: str) -> None:
                judged.add(file_id)
                progress.update(bar, completed=len(judged))

            judgement = judge.judge({task.id: done[task.id]["judged"] for task in tasks}, on_task)
        return report(config.out, config.identity(), [done[task.id] for task in tasks], judgement)


def _write_missing(
    tasks: Sequence[EAITask], records: RecordFile, config: EAIConfig, load: Callable[[EAIConfig], Planner]
) -> dict[str, Record]:
    """Write the plans that have no record yet; all records by file id."""
    done = {record["file_id"]: record for record in records.read()}
    missing = [task for task in tasks if task.id not in done]
    if not missing:
        return done
    with _progress() as progress:
        bar = progress.add_task("reading the tasks", total=None)
        prompts = load_prompts(missing, config.out)
        progress.update(bar, description="loading the model")
        planner = load(config)
        _check_model(planner, done.values(), config)
        progress.remove_task(bar)
        bar = progress.add_task("writing plans", total=len(tasks), completed=len(tasks) - len(missing))

        def on_record(record: Record) -> None:
            records.append(record)
            done[record["file_id"]] = record
            progress.advance(bar)

        write_plans(missing, prompts, planner, config, on_record)
    return done


def load_prompts(tasks: Sequence[EAITask], out: Path) -> dict[str, str]:
    """EAI's prompts by file id; generated once a run and kept in ``prompts.jsonl``."""
    file = RecordFile(out / "prompts.jsonl")
    file.repair()
    prompts: dict[str, str] = {record["file_id"]: record["prompt"] for record in file.read()}
    if missing := [task.id for task in tasks if task.id not in prompts]:
        for file_id, prompt in judge.generate_prompts(missing).items():
            file.append({"file_id": file_id, "prompt": prompt})
            prompts[file_id] = prompt
    return prompts


def write_plans(
    tasks: Sequence[EAITask],
    prompts: Mapping[str, str],
    planner: Planner,
    config: EAIConfig,
    on_record: Callable[[Record], None],
) -> None:
    """Write a plan for each task, and hand over its record as soon as it is there."""
    origin: Record = {
        "config": config.identity(),
        "clamp": {"version": clamp.__version__, "commit": checkout_commit()},
        "model": _model(planner),
        "seed": config.seed,
    }
    # Tasks of similar size are written together.
    order = sorted(tasks, key=lambda task: (-len(prompts[task.id]), task.id))
    size = _AT_ONCE * config.batch_size
    for start in range(0, len(order), size):
        _write_part(order[start : start + size], prompts, planner, config, origin, on_record)
        # Constraints and what they have searched are cycles. Beside a model's millions of objects, the
        # collector would come by so seldom that several parts' worth piled up.
        gc.collect()


def _write_part(
    tasks: Sequence[EAITask],
    prompts: Mapping[str, str],
    planner: Planner,
    config: EAIConfig,
    origin: Record,
    on_record: Callable[[Record], None],
) -> None:
    """Write the plans of some tasks; nothing of their constraints is left afterwards but garbage."""
    settings = config.arguments()
    jobs = [make_job(task, prompts[task.id], planner.vocabulary, **settings) for task in tasks]
    requests = [job.request.written_under(planner.guided(job.constraint)) for job in jobs]

    def on_result(index: int, result: PlanResult) -> None:
        task = tasks[index]
        on_record(record_of(task, prompts[task.id], jobs[index], result, origin))

    planner.plan_many(requests, batch_size=config.batch_size, on_result=on_result)


def record_of(task: EAITask, prompt: str, job: Job, result: PlanResult, origin: Record) -> Record:
    """All that is known of one task's plan, before it is judged."""
    plain = result.to_dict(trace=False)
    output: str = plain.pop("text")
    plain["timing"]["compile"] += job.seconds
    if job.failure is not None and not result:
        plain["failure"] = job.failure.to_dict()
    return {
        "file_id": task.id,
        "name": task.name,
        **origin,
        "prompt_sha256": sha256(prompt.encode()).hexdigest(),
        "output": output,
        "judged": judged_text(output),
        "budget": job.budget,
        "enforced": [] if job.constraint is None else sorted(job.constraint.enforce),
        **plain,
    }


def _load(config: EAIConfig) -> Planner:
    from clamp.hosts.planner import Planner as ClampPlanner

    return ClampPlanner.from_pretrained(config.model, hmm=config.hmm, guidance=config.guidance)


def _open(config: EAIConfig) -> RecordFile:
    """The records of the run in `config.out`, begun or gone on with.

    Raises:
        BenchmarkError: If the folder holds a run with another configuration, or cannot be used.
    """
    path = config.out / "config.json"
    identity = config.identity()
    try:
        if path.exists():
            found = json.loads(path.read_text(encoding="utf-8"))
            changed = [
                f"{name} was {found.get(name)!r} and is now {identity.get(name)!r}"
                for name in sorted(found.keys() | identity.keys())
                if found.get(name) != identity.get(name)
            ]
            if changed:
                raise BenchmarkError(
                    f"{config.out} holds a run with another configuration: {'; '.join(changed)}. Plans of "
                    "different configurations cannot share a summary: choose another folder."
                )
        else:
            write_json(path, identity)
        records = RecordFile(config.out / "records.jsonl")
        records.repair()
    except (OSError, ValueError, AttributeError, RecursionError) as error:
        raise BenchmarkError(f"The folder {config.out} cannot be used for a run: {error}.") from error
    return records


def _check_model(planner: Planner, done: Iterable[Record], config: EAIConfig) -> None:
    model = _model(planner)
    for record in done:
        if record["model"] != model:
            raise BenchmarkError(
                f"{config.out} holds plans of the model {record['model']}, but the model now loaded is "
                f"{model}. Choose another folder, or name the model and revision that began the run."
            )


def _model(planner: Planner) -> dict[str, str | None]:
    return {"id": planner.name, "revision": planner.revision}


def checkout_commit() -> str | None:
    """The commit of CLAMP's checkout, if it runs from one; ``-dirty`` says that files differ from it."""
    here = Path(__file__)

    def git(*arguments: str) -> str:
        return subprocess.run(
            ["git", *arguments], cwd=here.parent, capture_output=True, text=True, check=True, timeout=10
        ).stdout.strip()

    try:
        git("ls-files", "--error-unmatch", here.name)  # or the folder is some other project's
        return git("describe", "--always", "--dirty", "--abbrev=40", "--exclude=*")
    except (OSError, subprocess.SubprocessError):
        return None


@contextmanager
def _terminable() -> Generator[None]:
    """Let SIGTERM stop a run the way Ctrl-C does, so that the worker process ends with it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(signum: int, frame: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _progress() -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=Console(stderr=True),
    )
