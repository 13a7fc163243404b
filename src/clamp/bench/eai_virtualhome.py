"""The benchmark EAI VirtualHome, Action Sequencing: a model writes plans, EAI's evaluator judges them.

Writing and judging are separate. Writing appends one record a task to ``records.jsonl`` and can be killed at
any moment: the same call later does what is missing. Judging reads the records and nothing else, so
``summary.json`` and ``tasks.csv`` can be made again from them at any time.
"""

from __future__ import annotations

import dataclasses
import json
import signal
import subprocess
import threading
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal, Protocol, get_args

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

import clamp
from clamp.automata import Vocabulary
from clamp.bench import eai_judge
from clamp.bench.eai_jobs import Job, make_job
from clamp.bench.eai_report import Summary, judged_text, report
from clamp.bench.eai_tasks import EAITask, load_tasks
from clamp.bench.records import Record, RecordFile, write_json
from clamp.decoding import PlanFormat
from clamp.decoding.result import PlanResult
from clamp.errors import BenchmarkError

Constraints = Literal["none", "token", "grounded", "world"]


_AT_ONCE = 4
"""Batches that are handed to the planner at once: it keeps its rows busy, and memory stays bounded."""


@dataclass(frozen=True)
class EAIConfig:
    """What to run.

    Attributes:
        out: Folder of the run: ``config.json``, ``records.jsonl``, ``prompts.jsonl``, ``summary.json``,
            ``tasks.csv``. Calling again with the same folder goes on where the run stopped.
        task: ``"action-sequencing"``.
        ids: File with one EAI file id a line; all 342 tasks by default.
        limit: Only the first so many of them.
        constraints: ``"none"``, ``"token"``, ``"grounded"`` or ``"world"``.
        model: Hugging Face name, folder or GGUF file; SmolLM2-135M-Instruct by default.
        budget: Most actions a plan may have; by default `clamp.bench.eai_jobs.task_budget`.
        batch_size: Plans written at once.
        max_new_tokens: Longest output; a longer one is cut, and is no plan. By default 512 tokens without
            constraints, and otherwise what the model's context holds, because the budget bounds a plan.
        temperature: 0 is greedy.
        seed: Of the sampling, at temperatures above 0.
    """

    out: Path
    task: str = "action-sequencing"
    ids: Path | None = None
    limit: int | None = None
    constraints: Constraints = "world"
    model: str | None = None
    budget: int | None = None
    batch_size: int = 16
    max_new_tokens: int | None = None
    temperature: float = 0.0
    seed: int = 0

    def __post_init__(self) -> None:
        if self.task != "action-sequencing":
            raise BenchmarkError(f"There is no task {self.task!r}; there is 'action-sequencing'.")
        if self.constraints not in get_args(Constraints):
            choices = ", ".join(get_args(Constraints))
            raise BenchmarkError(f"There are no constraints {self.constraints!r}; there are {choices}.")
        for name in ("budget", "batch_size", "max_new_tokens", "limit"):
            value: int | None = getattr(self, name)
            if value is not None and value < 1:
                raise BenchmarkError(f"{name} is {value}; it must be at least 1.")
        if self.temperature < 0:
            raise BenchmarkError(f"temperature is {self.temperature}; it must be at least 0.")

    def identity(self) -> dict[str, Any]:
        """What two calls must have in common for their records to be of one run.

        Which tasks, and how many at once, may differ.
        """
        free = {"out", "ids", "limit", "batch_size"}
        fields = {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}
        return {name: value for name, value in fields.items() if name not in free} | {
            "eai_eval": eai_judge.package_version()
        }


class Planner(Protocol):
    """What a run needs of `clamp.Planner`."""

    name: str
    revision: str | None
    vocabulary: Vocabulary

    def plan_many(
        self,
        requests: Sequence[Any],
        *,
        batch_size: int = ...,
        on_result: Callable[[int, PlanResult], None] | None = ...,
    ) -> Sequence[PlanResult]:
        """Write a plan for each request, reporting each as it ends."""
        ...


def run(config: EAIConfig, *, load: Callable[[str | None], Planner] | None = None) -> Summary:
    """Write the plans that are missing, judge all of them, and leave the summary in `config.out`.

    Args:
        load: Loads the planner, given the model's name; called only if a plan is missing. By default
            `clamp.Planner.from_pretrained`.

    Raises:
        BenchmarkError: If eai-eval is missing or damaged, the ids are unknown, or `config.out` holds a run
            with another configuration.
        HostError: If the model cannot be loaded.
        KeyboardInterrupt: On Ctrl-C and SIGTERM; what was written so far is kept.
    """
    tasks = select(load_tasks(), config)
    with _terminable(), _progress() as progress:
        records = _open(config)
        done = {record["file_id"]: record for record in records.read()}
        if missing := [task for task in tasks if task.id not in done]:
            bar = progress.add_task("reading the tasks", total=None)
            prompts = load_prompts(missing, config.out)
            progress.update(bar, description="loading the model")
            planner = (load or _load)(config.model)
            _check_model(planner, done.values(), config)
            progress.remove_task(bar)
            bar = progress.add_task("writing plans", total=len(tasks), completed=len(tasks) - len(missing))

            def on_record(record: Record) -> None:
                records.append(record)
                done[record["file_id"]] = record
                progress.advance(bar)

            write_plans(missing, prompts, planner, config, on_record)
        bar = progress.add_task("judging", total=len(tasks))
        judged: set[str] = set()

        def on_task(file_id: str) -> None:
            judged.add(file_id)
            progress.update(bar, completed=len(judged))

        judgement = eai_judge.judge({task.id: done[task.id]["judged"] for task in tasks}, on_task)
    return report(config.out, config.identity(), [done[task.id] for task in tasks], judgement)


def select(tasks: Sequence[EAITask], config: EAIConfig) -> list[EAITask]:
    """The tasks that a configuration asks for, in EAI's order, or in the order of its file of ids.

    Raises:
        BenchmarkError: If the file cannot be read, is empty, or names an unknown task.
    """
    chosen = list(tasks)
    if config.ids is not None:
        by_id = {task.id: task for task in tasks}
        try:
            lines = config.ids.read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise BenchmarkError(f"The file of ids {config.ids} cannot be read: {error}.") from error
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


def load_prompts(tasks: Sequence[EAITask], out: Path) -> dict[str, str]:
    """EAI's prompts by file id; generated once a run and kept in ``prompts.jsonl``."""
    file = RecordFile(out / "prompts.jsonl")
    file.repair()
    prompts: dict[str, str] = {record["file_id"]: record["prompt"] for record in file.read()}
    if missing := [task.id for task in tasks if task.id not in prompts]:
        for file_id, prompt in eai_judge.generate_prompts(missing).items():
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
    from clamp.hosts.planner import PlanRequest  # loads torch

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
        part = order[start : start + size]
        jobs = [
            make_job(task, prompts[task.id], planner.vocabulary, config.constraints, config.budget)
            for task in part
        ]
        requests = [
            PlanRequest(
                [{"role": "user", "content": prompts[task.id]}],
                job.constraint,
                plan_format=PlanFormat.virtualhome_json(),
                system=job.system,
                max_new_tokens=config.max_new_tokens,
                temperature=config.temperature,
                seed=config.seed,
            )
            for task, job in zip(part, jobs, strict=True)
        ]

        def on_result(
            index: int, result: PlanResult, part: list[EAITask] = part, jobs: list[Job] = jobs
        ) -> None:
            task = part[index]
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


def _load(model: str | None) -> Planner:
    from clamp.hosts.planner import Planner as ClampPlanner

    return ClampPlanner.from_pretrained(model)


def _open(config: EAIConfig) -> RecordFile:
    """The records of the run in `config.out`, begun or gone on with.

    Raises:
        BenchmarkError: If the folder holds a run with another configuration, or cannot be used.
    """
    path = config.out / "config.json"
    identity = config.identity()
    try:
        config.out.mkdir(parents=True, exist_ok=True)
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
    except (OSError, ValueError) as error:
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
