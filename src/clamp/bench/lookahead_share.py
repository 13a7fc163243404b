"""Guidance's share of a real model's generation time: VirtualHome tasks, with and without it, in one run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import numpy as np

from clamp.bench.eai_jobs import make_job
from clamp.bench.eai_tasks import load_tasks
from clamp.bench.eai_virtualhome import load_prompts
from clamp.bench.lookahead import HIDDEN
from clamp.decoding import PlanConstraint
from clamp.decoding.constraint import Cursor
from clamp.decoding.language import Ids
from clamp.decoding.lookahead import Lookahead, Scores
from clamp.errors import BenchmarkError
from clamp.hmm import HMM


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


def run(
    n_tasks: int, hmm: Path | None = None, *, progress: Callable[[str], None] = lambda message: None
) -> dict[str, Any]:
    """Write the plans of EAI's first tasks, one at a time, without guidance and with it.

    Args:
        n_tasks: How many; those without a plan are left out.
        hmm: Folder of an HMM for the model's tokenizer; by default a random one of `HIDDEN` hidden states.

    Returns:
        For each of ``unguided`` and ``guided``: plans, tokens and actions written, milliseconds a token
        (all, the constraint's symbolic part, the lookahead's part), and how many plans were certified; and
        ``guidance_share``, the lookahead's time over the rest of the generation's.

    Raises:
        BenchmarkError: If the tasks are not installed, or none has a plan.
    """
    from clamp.hosts.planner import Planner, PlanRequest  # loads torch

    planner = Planner.from_pretrained()
    vocabulary = planner.vocabulary
    model = (
        HMM.random(HIDDEN, vocabulary.size, seed=0, dtype=np.float32)
        if hmm is None
        else HMM.from_pretrained(hmm, tokenizer=planner.tokenizer)
    )
    tasks = load_tasks()[:n_tasks]
    with TemporaryDirectory() as folder:
        prompts = load_prompts(tasks, Path(folder))
    figures: dict[str, Any] = {
        "hmm": "random" if hmm is None else str(hmm),
        "hidden": model.num_states,
        "unguided": _Sums(),
        "guided": _Sums(),
    }
    for number, task in enumerate(tasks):
        progress(f"task {number + 1} of {len(tasks)}")
        for name in ("unguided", "guided"):
            # A constraint remembers what it has searched, so each way of writing gets one of its own.
            job = make_job(task, prompts[task.id], vocabulary, "world", None)
            if job.constraint is None or job.failure is not None:
                break
            lookahead = TimedLookahead(job.constraint, model) if name == "guided" else None
            request = PlanRequest(
                [{"role": "user", "content": prompts[task.id]}], lookahead or job.constraint
            )
            (result,) = planner.plan_many([request], batch_size=1)
            sums: _Sums = figures[name]
            figures[name] = replace(
                sums,
                plans=sums.plans + 1,
                certified=sums.certified + bool(result),
                truncated=sums.truncated + (result.truncation is not None),
                actions=sums.actions + len(result.actions),
                tokens=sums.tokens + result.timing.tokens,
                generation=sums.generation + result.timing.generation,
                constraint=sums.constraint + result.timing.constraint,
                guidance=sums.guidance + (lookahead.seconds if lookahead else 0.0),
            )
    guided = figures["guided"]
    if not guided.plans:
        raise BenchmarkError(f"None of the first {n_tasks} tasks has a plan.")
    figures["guidance_share"] = guided.guidance / (guided.generation - guided.guidance)
    figures["unguided"], figures["guided"] = figures["unguided"].to_dict(), guided.to_dict()
    return figures
