"""What one run of the EAI benchmark is: its configuration, and the tasks that it asks for."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal, get_args

from clamp.bench import eai_judge
from clamp.bench.eai_tasks import EAITask
from clamp.errors import BenchmarkError
from clamp.files import read_text
from clamp.hmm.storage import CONFIG_NAME, WEIGHTS_NAME

Constraints = Literal["none", "token", "grounded", "world"]


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
        hmm: Folder of an HMM that weighs the admissible tokens; needs the constraints ``"world"``.
        guidance: Weight λ of the HMM's score.
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
    hmm: Path | None = None
    guidance: float = 1.0

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
        if not (math.isfinite(self.guidance) and self.guidance >= 0):
            raise BenchmarkError(f"guidance is {self.guidance}; it must be a number of at least 0.")
        if self.hmm is not None and self.constraints != "world":
            raise BenchmarkError(
                f"An HMM weighs plans that reach the goal, so it needs the constraints 'world', not "
                f"{self.constraints!r}."
            )

    def identity(self) -> dict[str, Any]:
        """What two calls must have in common for their records to be of one run.

        Which tasks, and how many at once, may differ. An HMM counts by its content, wherever it lies.
        """
        free = {"out", "ids", "limit", "batch_size", "hmm", "guidance"}
        fields = {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}
        found = {name: value for name, value in fields.items() if name not in free}
        if self.hmm is not None:
            found |= {"hmm": hmm_fingerprint(self.hmm), "guidance": self.guidance}
        return found | {"eai_eval": eai_judge.package_version()}


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


def hmm_fingerprint(folder: Path) -> str:
    """What tells an HMM's folder from another's: a hash of its weights and configuration.

    Raises:
        BenchmarkError: If the folder holds no HMM.
    """
    digest = sha256()
    for name in (CONFIG_NAME, WEIGHTS_NAME):
        try:
            with (folder / name).open("rb") as file:
                while part := file.read(1 << 20):
                    digest.update(part)
        except OSError as error:
            raise BenchmarkError(
                f"{folder} holds no HMM: {name} cannot be read ({error.strerror}). `clamp distill` makes one."
            ) from error
    return digest.hexdigest()[:16]
