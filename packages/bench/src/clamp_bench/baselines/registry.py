"""The baselines by name, and what becomes of names that are none."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rapidfuzz import process
from rapidfuzz.utils import default_process

from clamp.errors import BenchmarkError
from clamp_bench.baselines.baseline import Baseline
from clamp_bench.baselines.classical import Classical
from clamp_bench.baselines.constrained import Clamp, ClampShortest, CtrlG, Flat, GuidedJson, RandomBytes
from clamp_bench.baselines.freely import BestOfN, LlmTamp, Unconstrained
from clamp_bench.baselines.paper import Paper
from clamp_bench.baselines.safety import Hcd, Rcd, SafetyChip, SafetyChipReplay
from clamp_bench.baselines.saycan import SayCan
from clamp_bench.configuration import Compared
from clamp_bench.harness import Answer, ByRow, Question

BASELINES: Mapping[str, type[Baseline]] = {
    "unconstrained": Unconstrained,
    "guided-json": GuidedJson,
    "safety-chip": SafetyChip,
    "safety-chip-replay": SafetyChipReplay,
    "llm-tamp": LlmTamp,
    "best-of-n": BestOfN,
    "ctrl-g": CtrlG,
    "safedec-hcd": Hcd,
    "safedec-rcd": Rcd,
    "flat": Flat,
    "saycan": SayCan,
    "classical": Classical,
    "random": RandomBytes,
    "paper": Paper,
    "clamp": Clamp,
    "clamp-slack0": ClampShortest,
}
"""In the order in which tables show them."""


ALL = "all"
"""What stands for every row where rows are named."""
NO_HMM = "not run: it needs an HMM (--hmm FOLDER, made by `clamp distill`)"


def chosen(names: Sequence[str]) -> list[str]:
    """The baselines that are named, each once; where none is, those that have one text written a task.

    Args:
        names: ``all`` stands for all of them.

    Raises:
        BenchmarkError: If there is no such baseline.
    """
    if ALL in names:
        return list(BASELINES)
    for name in names:
        if name not in BASELINES:
            near = process.extractOne(name, BASELINES.keys(), processor=default_process, score_cutoff=50)
            hint = f" Did you mean {near[0]!r}?" if near else ""
            raise BenchmarkError(f"There is no baseline {name!r}.{hint} There are {', '.join(BASELINES)}.")
    return list(dict.fromkeys(names)) or [name for name, one in BASELINES.items() if not one.several_texts]


def not_run(names: Sequence[str], settings: Compared) -> dict[str, str]:
    """Those of some baselines that cannot be run with the settings, and why."""
    if settings.hmm is not None:
        return {}
    return {name: NO_HMM for name in names if BASELINES[name].needs_hmm}


class Several(ByRow):
    """Answers each question by the baseline of its row's name.

    Args:
        names: The baselines that may be asked for.
    """

    def __init__(self, names: Sequence[str], settings: Compared):
        self.baselines = {name: BASELINES[name](settings) for name in names}
        self.batch_size = settings.batch_size
        self.needs_model = any(one.needs_model for one in self.baselines.values())  # pyright: ignore

    def write_row(
        self, row: str, questions: Sequence[Question], planner: Any, tell: Callable[[int, Answer], None]
    ) -> None:
        self.baselines[row].write(questions, planner, tell)
