"""How the time and the memory of learning grow with H and V.

One of them grows at a time; the other keeps its value of `BASE`. Each size is measured in a process of its
own, because a process remembers only the most memory that it ever held.
"""

# matplotlib is only partly typed.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from clamp.bench.hmm import median, peak_mebibytes, zipf_corpus
from clamp.errors import BenchmarkError
from clamp.hmm import HMM, BaumWelch, baum_welch

Row = dict[str, float]

BASE = {"hidden": 128, "vocabulary": 49_152}
CURVES: Mapping[str, Sequence[int]] = {
    "hidden": (16, 32, 64, 128, 256, 512, 1_024),
    "vocabulary": (1_024, 4_096, 16_384, 65_536, 151_936),
}
TOKENS = (8_000, 64_000)
"""Sizes of two corpora: their difference gives the cost of a token, free of the update's own."""


_ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
"""Threads that wait for a busy core would be measured, not the work."""


def run(
    curves: Mapping[str, Sequence[int]] | None = None,
    *,
    tokens: tuple[int, int] = TOKENS,
    progress: Callable[[str], None] = lambda message: None,
) -> dict[str, Any]:
    """Measure curves: those of `CURVES` by default.

    Returns:
        The base values, and for each curve its rows: `x`, `em_us` (processor time of a token in one step of
        Baum–Welch, all parameters), `update_ms` (of the step's update, whatever the corpus), `belief_us` (one
        token's update of a belief), `peak_mib` (most memory beyond the interpreter's) and `hmm_mib`.

    Raises:
        BenchmarkError: If a size is not positive, or a measuring process fails.
    """
    found: dict[str, Any] = {"base": BASE, "tokens": list(tokens)}
    for name, sizes in (CURVES if curves is None else curves).items():
        rows: list[Row] = []
        for size in sizes:
            progress(f"growth of {name}: {size:,}")
            rows.append({"x": size, **_in_a_process({**BASE, name: size, "tokens": list(tokens)})})
        found[name] = rows
    return found


def _in_a_process(sizes: Mapping[str, Any]) -> Row:
    if min(sizes["hidden"], sizes["vocabulary"], *sizes["tokens"]) < 1:
        raise BenchmarkError(f"All sizes of a growth curve must be positive; got {json.dumps(sizes)}.")
    found = subprocess.run(
        [sys.executable, "-m", "clamp.bench.hmm_growth", json.dumps(sizes)],
        capture_output=True,
        text=True,
        env={
            **os.environ,
            **_ONE_THREAD,
            "PYTHONPATH": os.pathsep.join(entry for entry in sys.path if entry),
        },
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
    before = peak_mebibytes()
    hmm = HMM.random(hidden, vocabulary, seed=0, dtype=np.float32)
    seconds: list[float] = []
    sizes: list[int] = []
    for count in tokens:
        corpus = zipf_corpus(rng, vocabulary, count)
        started = time.process_time()
        baum_welch(hmm, corpus, BaumWelch(epochs=1))
        seconds.append(time.process_time() - started)
        sizes.append(len(corpus.tokens))
    peak = peak_mebibytes()
    a_token = (seconds[1] - seconds[0]) / (sizes[1] - sizes[0])
    belief = hmm.belief([0])
    return {
        "em_us": 1e6 * a_token,
        "update_ms": 1e3 * max(seconds[0] - a_token * sizes[0], 0.0),
        "belief_us": 1e6 * median(lambda: belief.advance(1), 20),
        "peak_mib": peak - before,
        "hmm_mib": (hmm.emission.nbytes + hmm.transition.nbytes + hmm.initial.nbytes) / 2**20,
    }


_LABELS = {"hidden": "hidden states H", "vocabulary": "tokens V"}


def plot(figures: Mapping[str, Any], path: Path) -> None:
    """Draw the curves: a column each, time above and memory below, all axes logarithmic."""
    from matplotlib import rc_context
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    curves = [name for name in _LABELS if name in figures]
    figure = Figure(figsize=(3.6 * len(curves), 5.2), layout="constrained")
    FigureCanvasSVG(figure)
    axes: Any = figure.subplots(2, len(curves), sharex="col", sharey="row", squeeze=False)
    for column, name in enumerate(curves):
        rows: list[Row] = figures[name]
        x = [row["x"] for row in rows]
        time_axis, memory = axes[0][column], axes[1][column]
        time_axis.plot(x, [row["em_us"] / 1e3 for row in rows], "o-", label="EM, a token")
        time_axis.plot(x, [row["update_ms"] for row in rows], "s--", label="EM, the update")
        time_axis.plot(x, [row["belief_us"] / 1e3 for row in rows], "^:", label="a belief's update")
        memory.plot(x, [row["peak_mib"] for row in rows], "o-", label="learning, at most")
        memory.plot(x, [row["hmm_mib"] for row in rows], "^:", label="the HMM")
        memory.set_xlabel(_LABELS[name])
        for axis in (time_axis, memory):
            axis.set_xscale("log")
            axis.set_yscale("log")
            axis.minorticks_off()  # hundreds of marks that say nothing
            axis.grid(alpha=0.3)
    axes[0][0].set_ylabel("milliseconds of one core")
    axes[1][0].set_ylabel("MiB")
    axes[0][0].legend(fontsize=8)
    axes[1][0].legend(fontsize=8)
    with rc_context({"svg.fonttype": "none"}):  # letters as text, not as curves
        figure.savefig(path, metadata={"Date": None})


if __name__ == "__main__":
    print(json.dumps(measure(**json.loads(sys.argv[1]))))
