"""How the time and the memory of learning grow with H and V.

One of them grows at a time; the other keeps its value of `BASE`. Each size is measured in a process of its
own, because a process remembers only the most memory that it ever held.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from clamp.bench.growth import Curves, Figures, Line, Panel, Row, draw, measure_curves
from clamp.bench.hmm import zipf_corpus
from clamp.bench.measuring import hmm_mib, median, peak_mib
from clamp.bench.workers import command, environment
from clamp.errors import BenchmarkError
from clamp.hmm import HMM, BaumWelch, baum_welch

BASE = {"hidden": 128, "vocabulary": 49_152}
CURVES: Curves = {
    "hidden": (16, 32, 64, 128, 256, 512, 1_024),
    "vocabulary": (1_024, 4_096, 16_384, 65_536, 151_936),
}
TOKENS = (8_000, 64_000)
"""Sizes of two corpora: their difference gives the cost of a token, free of the update's own."""

_ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
"""Threads that wait for a busy core would be measured, not the work."""


def run(
    curves: Curves | None = None,
    *,
    tokens: tuple[int, int] = TOKENS,
    progress: Callable[[str], None] = lambda message: None,
) -> Figures:
    """Measure curves: those of `CURVES` by default.

    Returns:
        The base values, and for each curve its rows: `x`, `em_us` (processor time of a token in one step of
        Baum–Welch, all parameters), `update_ms` (of the step's update, whatever the corpus), `belief_us` (one
        token's update of a belief), `peak_mib` (most memory beyond the interpreter's) and `hmm_mib`.

    Raises:
        BenchmarkError: If a size is not positive, or a measuring process fails.
    """

    def one(name: str, size: int) -> Row:
        return _in_a_process({**BASE, name: size, "tokens": list(tokens)})

    rows = measure_curves(CURVES if curves is None else curves, one, progress)
    return {"base": BASE, "tokens": list(tokens), **rows}


def _in_a_process(sizes: Mapping[str, Any]) -> Row:
    if min(sizes["hidden"], sizes["vocabulary"], *sizes["tokens"]) < 1:
        raise BenchmarkError(f"All sizes of a growth curve must be positive; got {json.dumps(sizes)}.")
    found = subprocess.run(
        command("clamp.bench.hmm_growth", json.dumps(sizes)),
        capture_output=True,
        text=True,
        env=environment(**_ONE_THREAD),
        check=False,
    )
    if found.returncode:
        raise BenchmarkError(
            f"Measuring {json.dumps(sizes)} failed with exit code {found.returncode}; -9 means that memory "
            f"ran out. Its last words:\n{found.stderr[-800:]}"
        )
    return json.loads(found.stdout)


def measure(hidden: int, vocabulary: int, tokens: tuple[int, int]) -> Row:
    """One row, measured in this process."""
    rng = np.random.default_rng(0)
    baum_welch(HMM.random(2, 8, seed=0), zipf_corpus(rng, 8, 100), BaumWelch(epochs=1))  # loads what it needs
    before = peak_mib()
    hmm = HMM.random(hidden, vocabulary, seed=0, dtype=np.float32)
    seconds: list[float] = []
    sizes: list[int] = []
    for count in tokens:
        corpus = zipf_corpus(rng, vocabulary, count)
        started = time.process_time()
        baum_welch(hmm, corpus, BaumWelch(epochs=1))
        seconds.append(time.process_time() - started)
        sizes.append(len(corpus.tokens))
    peak = peak_mib()
    a_token = (seconds[1] - seconds[0]) / (sizes[1] - sizes[0])
    belief = hmm.belief([0])
    return {
        "em_us": 1e6 * a_token,
        "update_ms": 1e3 * max(seconds[0] - a_token * sizes[0], 0.0),
        "belief_us": 1e6 * median(lambda: belief.advance(1), 20),
        "peak_mib": peak - before,
        "hmm_mib": hmm_mib(hmm),
    }


_LABELS = {"hidden": "hidden states H", "vocabulary": "tokens V"}


_PANELS = (
    Panel(
        "milliseconds of one core",
        (
            Line("em_us", "EM, a token", "o-", 1e-3),
            Line("update_ms", "EM, the update", "s--"),
            Line("belief_us", "a belief's update", "^:", 1e-3),
        ),
    ),
    Panel("MiB", (Line("peak_mib", "learning, at most", "o-"), Line("hmm_mib", "the HMM", "^:"))),
)


def plot(figures: Figures, path: Path) -> None:
    """Draw the curves that `run` measured: time above, memory below."""
    draw(figures, path, _LABELS, _PANELS)


if __name__ == "__main__":
    print(json.dumps(measure(**json.loads(sys.argv[1]))))
