"""The benchmark EAI VirtualHome, Action Sequencing: a model writes plans, EAI's evaluator judges them.

Writing and judging are separate. Writing appends one record a task to ``records.jsonl`` and can be killed at
any moment: the same call later does what is missing. Judging reads the records and nothing else, so
``summary.json`` and ``tasks.csv`` can be made again from them at any time.
"""

from __future__ import annotations

import gc
import json
import signal
import subprocess
import threading
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

import clamp
from clamp.automata import Vocabulary
from clamp.bench import eai_judge
from clamp.bench.eai_config import EAIConfig as EAIConfig
from clamp.bench.eai_config import select as select
from clamp.bench.eai_jobs import Job, make_job
from clamp.bench.eai_report import Summary, judged_text, report
from clamp.bench.eai_tasks import EAITask, load_tasks
from clamp.bench.records import Record, RecordFile, alone, write_json
from clamp.decoding import PlanConstraint, PlanFormat
from clamp.decoding.result import PlanResult
from clamp.errors import BenchmarkError

if TYPE_CHECKING:
    from clamp.hosts.planner import PlanRequest
    from clamp.hosts.protocol import PlanningConstraint

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

            judgement = eai_judge.judge({task.id: done[task.id]["judged"] for task in tasks}, on_task)
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
    from clamp.hosts.planner import PlanRequest  # loads torch

    jobs = [
        make_job(task, prompts[task.id], planner.vocabulary, config.constraints, config.budget)
        for task in tasks
    ]
    requests = [
        PlanRequest(
            [{"role": "user", "content": prompts[task.id]}],
            planner.guided(job.constraint),
            plan_format=PlanFormat.virtualhome_json(),
            system=job.system,
            max_new_tokens=config.max_new_tokens,
            temperature=config.temperature,
            seed=config.seed,
        )
        for task, job in zip(tasks, jobs, strict=True)
    ]

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
