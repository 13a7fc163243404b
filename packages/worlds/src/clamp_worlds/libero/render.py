"""Rendering data sets: ``python -m clamp_worlds.libero.render DIR --suite libero_90 --random 100``.

Seeded and resumable: a record is a function of the seed, the scene and its number, and what is there is left
alone.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from clamp.errors import BenchmarkError, ClampError
from clamp.visible import console, printable
from clamp_worlds.libero.simulator import VIEWS, LiberoEnvironment
from clamp_worlds.libero.tasks import LiberoTask, random_state, tasks

RECORDS = "records.jsonl"
"""The file of a data set's records, one JSON object a line."""

_TRIES = 4


@dataclass(frozen=True)
class RenderJob:
    """One state to render.

    Attributes:
        task: Whose instruction and cast the record has.
        index: The benchmark's own initial state, or ``None`` for random placements.
        number: Counts the random states of a scene.
    """

    task: LiberoTask
    scene: str
    index: int | None
    number: int

    def id(self, seed: int) -> str:
        """The record's id, also the stem of its pictures."""
        if self.index is not None:
            return f"{self.task.suite}-{self.task.name}-initial{self.index}"
        return f"{self.scene}-seed{seed}-{self.number:05d}"


def scenes_of(chosen: Sequence[LiberoTask]) -> dict[str, list[LiberoTask]]:
    """Tasks by scene: those that can share one simulator, under a short name."""
    groups: dict[tuple[object, ...], list[LiberoTask]] = {}
    for task in chosen:
        groups.setdefault(task.scene_key, []).append(task)
    named: dict[str, list[LiberoTask]] = {}
    for group in groups.values():
        name = f"{group[0].suite}-{zlib.crc32(repr(group[0].scene_key).encode()):08x}"
        named[name] = group
    return named


def jobs_of(
    scenes: dict[str, list[LiberoTask]], initial: int, random: int, batch: int
) -> Iterator[list[RenderJob]]:
    """Batches of jobs of one scene each, all scenes in turn, so that early records have every scene."""
    for start in range(0, max(initial and 1, random), batch):
        for scene, group in scenes.items():
            jobs = (
                [RenderJob(task, scene, index, 0) for task in group for index in range(initial)]
                if start == 0
                else []
            )
            for number in range(start, min(start + batch, random)):
                jobs.append(RenderJob(group[number % len(group)], scene, None, number))
            if jobs:
                yield jobs


def render_one(
    environment: LiberoEnvironment, job: RenderJob, seed: int, folder: Path
) -> dict[str, Any] | None:
    """Render one state; ``None`` if the simulator could not be brought into any state that was drawn."""
    environment.adopt(job.task)
    rng = np.random.default_rng([seed, zlib.crc32(job.scene.encode()), job.number])
    if job.index is not None:
        environment.set_layout(job.index)
    else:
        problem = job.task.problem()
        for attempt in range(_TRIES):
            environment.set_layout(None, variant=job.number * _TRIES + attempt)
            steps = int(rng.integers(0, 11))
            atoms = random_state(problem, steps, rng)
            if not environment.set_state(atoms, variant=job.number * _TRIES + attempt):
                break
        else:
            return None
    seen = environment.observe()
    name = job.id(seed)
    images: dict[str, str] = {}
    for view, pixels in seen.images.items():
        relative = Path("images") / job.scene / f"{name}_{view}.jpg"
        _save(folder / relative, pixels)
        images[view] = relative.as_posix()
    return {
        "id": name,
        "suite": job.task.suite,
        "task": job.task.name,
        "instruction": job.task.instruction,
        "seed": seed,
        "index": job.index if job.index is not None else job.number,
        "random": job.index is None,
        "images": images,
        "scene": seen.scene.to_json(),
        "atoms": [list(atom) for atom in environment.atoms],
        "goal": [list(literal) for literal in job.task.goal],
        "objects": [list(pair) for pair in job.task.cast.types.items()],
        "areas": [name for name, region in job.task.bddl.regions.items() if region.ranges],
        "bddl": f"{job.task.suite}/{job.task.path.name}",
    }


def render(
    folder: Path,
    chosen: Sequence[LiberoTask],
    *,
    initial: int = 0,
    random: int = 0,
    seed: int = 0,
    size: int = 256,
    batch: int = 40,
    views: Sequence[str] = VIEWS,
) -> list[str]:
    """Render what is missing of a data set.

    Args:
        folder: Gets ``records.jsonl`` and ``images/``.
        chosen: Tasks; those that share a scene share its random states in turn.
        initial: How many of the benchmark's initial states of each task.
        random: How many random states of each scene: placements in the task's regions, then random actions.
        batch: Random states of a scene that are rendered before the next scene's turn.

    Returns:
        What could not be rendered, one line each.

    Raises:
        BenchmarkError: If nothing can be rendered here.
    """
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    folder.mkdir(parents=True, exist_ok=True)
    done = {record["id"] for record in read_records(folder)}
    scenes = scenes_of(chosen)
    batches = list(jobs_of(scenes, initial, random, batch))
    failed: list[str] = []
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with (
        Progress("rendering", *columns, console=console(stderr=True)) as progress,
        (folder / RECORDS).open("a", encoding="utf-8") as out,
    ):
        bar = progress.add_task("rendering", total=sum(map(len, batches)))
        for jobs in batches:
            missing = [job for job in jobs if job.id(seed) not in done]
            progress.advance(bar, len(jobs) - len(missing))
            if not missing:
                continue
            try:
                opened = LiberoEnvironment(missing[0].task, size=size, views=views, seed=seed, samples=0)
            except BenchmarkError as error:
                failed.append(f"{missing[0].task.id}: {error}")
                progress.advance(bar, len(missing))
                continue
            with opened as environment:
                for job in missing:
                    try:
                        record = render_one(environment, job, seed, folder)
                    except BenchmarkError as error:
                        failed.append(f"{job.id(seed)}: {error}")
                        record = None
                    else:
                        if record is None:
                            failed.append(
                                f"{job.id(seed)}: the simulator agreed with none of {_TRIES} states."
                            )
                    if record is not None:
                        out.write(json.dumps(record) + "\n")
                        out.flush()
                    progress.advance(bar)
    return failed


def read_records(folder: Path) -> list[dict[str, Any]]:
    """The records of a data set; a last line that was cut off while it was written is left out.

    Raises:
        BenchmarkError: If another line is damaged.
    """
    path = folder / RECORDS
    if not path.exists():
        return []
    lines = path.read_text(encoding="utf-8").split("\n")
    found: list[dict[str, Any]] = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            found.append(json.loads(line))
        except json.JSONDecodeError as error:
            if number < len(lines):
                raise BenchmarkError(f"{path}, line {number}: not JSON ({error.msg}).") from error
            path.write_text("\n".join(lines[:-1]) + "\n", encoding="utf-8")
    return found


def _save(path: Path, pixels: np.ndarray[Any, Any]) -> None:
    import PIL.Image

    path.parent.mkdir(parents=True, exist_ok=True)
    image: Any = PIL.Image.fromarray(pixels)  # pyright: ignore[reportUnknownMemberType]
    image.save(path, quality=92)


def _main(
    folder: Annotated[Path, typer.Argument(help="The data set; made or continued.")],
    suite: Annotated[list[str], typer.Option(help="A suite; repeatable.")],
    initial: Annotated[int, typer.Option(min=0, help="Benchmark initial states a task.")] = 0,
    random: Annotated[int, typer.Option(min=0, help="Random states a scene.")] = 0,
    seed: Annotated[int, typer.Option(help="Seed of placements and states.")] = 0,
    size: Annotated[int, typer.Option(min=32, help="Height and width of the pictures.")] = 256,
    batch: Annotated[int, typer.Option(min=1, help="States of a scene before the next scene's turn.")] = 40,
) -> None:
    """Render LIBERO states: two views, what they show, and what holds."""
    try:
        chosen: list[LiberoTask] = [task for name in suite for task in tasks(name)]
        failed = render(folder, chosen, initial=initial, random=random, seed=seed, size=size, batch=batch)
    except ClampError as error:
        typer.echo(f"Error: {error}", err=True)
        raise typer.Exit(2) from None
    for line in failed:
        typer.echo(f"not rendered: {printable(line)}", err=True)
    typer.echo(f"{len(read_records(folder))} records in {folder / RECORDS}; {len(failed)} not rendered")


if __name__ == "__main__":
    typer.run(_main)
