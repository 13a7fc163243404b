"""Guidance's share of a real model's generation time: VirtualHome tasks, with and without it, in one run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np

from clamp.bench.eai_jobs import task_budget
from clamp.bench.eai_tasks import EAITask, load_tasks
from clamp.bench.lookahead import HIDDEN
from clamp.decoding import PlanConstraint, PlanFormat
from clamp.decoding.constraint import Cursor
from clamp.decoding.language import Ids
from clamp.decoding.lookahead import Lookahead, Scores
from clamp.decoding.world import LEVELS
from clamp.errors import BenchmarkError
from clamp.hmm import HMM

if TYPE_CHECKING:
    from clamp.hosts.planner import Planner


class TimedLookahead(Lookahead):
    """A lookahead that adds up what its scores cost.

    Attributes:
        seconds: Time in `scores` beyond the mask's.
    """

    def __init__(self, constraint: PlanConstraint, hmm: HMM) -> None:
        super().__init__(constraint, hmm)
        self.seconds = 0.0

    def scores(self, cursor: Cursor) -> tuple[Ids, Scores]:
        """See `Lookahead.scores`."""
        self.allowed(cursor)
        started = perf_counter()
        found = super().scores(cursor)
        self.seconds += perf_counter() - started
        return found


@dataclass(frozen=True)
class _Sums:
    """Sums over plans; times in seconds. `guidance` is part of `constraint`, and that of `generation`."""

    plans: int = 0
    certified: int = 0
    truncated: int = 0
    actions: int = 0
    tokens: int = 0
    generation: float = 0.0
    constraint: float = 0.0
    guidance: float = 0.0

    def to_dict(self) -> dict[str, float]:
        """The figures of a report."""
        a_token = 1e3 / max(self.tokens, 1)
        return {
            "plans": self.plans,
            "certified": self.certified,
            "truncated": self.truncated,
            "actions": self.actions,
            "tokens": self.tokens,
            "ms_per_token": self.generation * a_token,
            "symbolic_ms_per_token": (self.constraint - self.guidance) * a_token,
            "guidance_ms_per_token": self.guidance * a_token,
        }


Build = Callable[[], PlanConstraint | None]
"""Makes a task's constraint anew; ``None`` where there is no plan."""


def run(
    n_tasks: int, hmm: Path | None = None, *, progress: Callable[[str], None] = lambda message: None
) -> dict[str, Any]:
    """Write the plans of EAI's first tasks, one at a time, without guidance and with it.

    Prompts are short, and everything in the house may be named: the model's tokens then cost least and the
    lookahead's most, so the share is an upper bound.

    Args:
        n_tasks: How many; those without a plan are left out.
        hmm: Folder of an HMM for the model's tokenizer; by default a random one of `HIDDEN` hidden states.

    Returns:
        As `compare`, with the name of the HMM.

    Raises:
        BenchmarkError: If the tasks are not installed, or none has a plan.
    """
    from clamp.hosts.planner import Planner  # loads torch

    tasks = load_tasks()[:n_tasks]
    planner = Planner.from_pretrained()
    vocabulary = planner.vocabulary
    model = (
        HMM.random(HIDDEN, vocabulary.size, seed=0, dtype=np.float32)
        if hmm is None
        else HMM.from_pretrained(hmm, tokenizer=planner.tokenizer)
    )

    def build(task: EAITask) -> PlanConstraint | None:
        system = task.system()
        constraint = PlanConstraint(
            system, vocabulary, PlanFormat.virtualhome_json(), budget=task_budget(system, LEVELS)
        )
        return None if constraint.failure() else constraint

    jobs: list[tuple[str, Build]] = [
        (f"Write a plan for: {task.name}.", partial(build, task)) for task in tasks
    ]
    return {"hmm": "random" if hmm is None else str(hmm), **compare(planner, model, jobs, progress=progress)}


def compare(
    planner: Planner,
    hmm: HMM,
    jobs: Sequence[tuple[str, Build]],
    *,
    progress: Callable[[str], None] = lambda message: None,
) -> dict[str, Any]:
    """Write plans one at a time, without guidance and with it.

    Args:
        jobs: A prompt and the way to its constraint, for each plan.

    Returns:
        For each of ``unguided`` and ``guided``: plans, how many of them were certified and how many
        truncated, actions, tokens, and milliseconds a token (all; the constraint's symbolic part; the
        lookahead's).
        ``guidance_share`` is the lookahead's time over the rest of the generation's.

    Raises:
        BenchmarkError: If no constraint has a plan.
    """
    from clamp.hosts.outcome import PlanRequest  # loads torch

    sums = {"unguided": _Sums(), "guided": _Sums()}
    for number, (prompt, build) in enumerate(jobs):
        progress(f"task {number + 1} of {len(jobs)}")
        for name, before in sums.items():
            # A constraint remembers what it has searched, so each way of writing gets one of its own.
            constraint = build()
            if constraint is None:
                break
            lookahead = TimedLookahead(constraint, hmm) if name == "guided" else None
            request = PlanRequest([{"role": "user", "content": prompt}], lookahead or constraint)
            (result,) = planner.plan_many([request], batch_size=1)
            sums[name] = replace(
                before,
                plans=before.plans + 1,
                certified=before.certified + bool(result),
                truncated=before.truncated + (result.truncation is not None),
                actions=before.actions + len(result.actions),
                tokens=before.tokens + result.timing.tokens,
                generation=before.generation + result.timing.generation,
                constraint=before.constraint + result.timing.constraint,
                guidance=before.guidance + (lookahead.seconds if lookahead else 0.0),
            )
    guided = sums["guided"]
    if not guided.plans:
        raise BenchmarkError(f"None of {len(jobs)} tasks has a plan.")
    return {
        "hidden": hmm.num_states,
        "guidance_share": guided.guidance / (guided.generation - guided.guidance),
        **{name: one.to_dict() for name, one in sums.items()},
    }
