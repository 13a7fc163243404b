"""How the speed benchmarks measure: times, peak memory, and how both grow with one size at a time.

Curves are tables of figures by the name of what grows; they are saved as JSON with a drawing beside it.
"""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

import json
import math
import resource
import statistics
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from clamp.automata import Vocabulary
from clamp.errors import BenchmarkError
from clamp.files import writing
from clamp.hmm import HMM

# matplotlib is only partly typed.


Row = dict[str, float]

Curves = Mapping[str, Sequence[int]]
"""The sizes of each thing that grows."""

Figures = dict[str, Any]
"""What the curves have in common, and for each its rows by the name of what grows; JSON-able."""


@dataclass(frozen=True)
class GrowthLine:
    """A figure of the rows, and how it is drawn.

    Attributes:
        key: Its name in the rows; curves without it are drawn without the line.
        label: Its name in the legend.
        style: Marker and dashes, in matplotlib's short form.
        scale: By what it is multiplied, to be in the panel's unit.
    """

    key: str
    label: str
    style: str
    scale: float = 1.0


@dataclass(frozen=True)
class GrowthPanel:
    """Lines in one unit, above or below the others."""

    unit: str
    lines: tuple[GrowthLine, ...]


def measure_curves(
    curves: Curves, measure: Callable[[str, int], Row], progress: Callable[[str], None]
) -> dict[str, list[Row]]:
    """The rows of each curve: for each size what `measure` says of (what grows, its size), and `x`."""
    found: dict[str, list[Row]] = {}
    for name, sizes in curves.items():
        found[name] = []
        for size in sizes:
            progress(f"growth of {name}: {size:,}")
            found[name].append({"x": size, **measure(name, size)})
    return found


def save(figures: Figures, path: Path, plot: Callable[[Figures, Path], None]) -> None:
    """Write figures to a JSON file, and their plot to an SVG file beside it."""
    with writing(path, "figures", BenchmarkError):
        path.write_text(json.dumps(figures, indent=1) + "\n")
    with writing(path.with_suffix(".svg"), "plot", BenchmarkError):
        plot(figures, path.with_suffix(".svg"))


def draw(figures: Figures, path: Path, labels: Mapping[str, str], panels: Sequence[GrowthPanel]) -> None:
    """Draw the curves that there are, a column each and a row for each panel; all axes are logarithmic.

    Args:
        labels: The names of the horizontal axes: of what grows, from left to right.
    """
    from matplotlib import rc_context
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    curves = [name for name in labels if name in figures]
    figure = Figure(figsize=(3.4 * len(curves), 2.6 * len(panels)), layout="constrained")
    FigureCanvasSVG(figure)
    axes: Any = figure.subplots(len(panels), len(curves), sharex="col", sharey="row", squeeze=False)
    for panel, panel_axes in zip(panels, axes, strict=True):
        for name, axis in zip(curves, panel_axes, strict=True):
            rows: list[Row] = figures[name]
            for line in panel.lines:
                if line.key in rows[0]:
                    values = [line.scale * row[line.key] for row in rows]
                    axis.plot([row["x"] for row in rows], values, line.style, label=line.label)
            axis.set_xscale("log")
            axis.set_yscale("log")
            axis.minorticks_off()  # hundreds of marks that say nothing
            axis.grid(alpha=0.3)
        panel_axes[0].set_ylabel(panel.unit)
        panel_axes[0].legend(fontsize=8)
    for name, axis in zip(curves, axes[-1], strict=True):
        axis.set_xlabel(labels[name])
    # Letters as text, not as curves; the same figures give the same file.
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": "clamp"}):
        figure.savefig(path, metadata={"Date": None})


def byte_vocabulary(size: int) -> Vocabulary:
    """The 256 bytes, padded with tokens that write nothing."""
    return Vocabulary([bytes([n]) for n in range(256)] + [None] * (size - 256), [size - 1], name="bytes")


def elapsed(call: Callable[[], object]) -> float:
    """Seconds that a call takes by the clock."""
    started = time.perf_counter()
    call()
    return time.perf_counter() - started


def processor_time(call: Callable[[], object]) -> float:
    """Seconds of processor time that a call takes, over all threads."""
    started = time.process_time()
    call()
    return time.process_time() - started


def median(call: Callable[[], object], repeats: int) -> float:
    """Median seconds of a call by the clock, after one to warm up."""
    call()
    return statistics.median(elapsed(call) for _ in range(repeats))


def percentile(values: Sequence[float], which: float) -> float:
    """The smallest value that at least so many percent of the values do not exceed."""
    return sorted(values)[max(0, math.ceil(which / 100 * len(values)) - 1)]


def peak_mib() -> float:
    """The most memory that this process has ever held, in MiB."""
    status = Path("/proc/self/status")
    if status.is_file():  # what getrusage says on Linux includes the process that started this one
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM:"))
        return int(line.split()[1]) / 2**10
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 2**20 if sys.platform == "darwin" else peak / 2**10


def hmm_mib(hmm: HMM) -> float:
    """The memory of an HMM's parameters, in MiB."""
    return (hmm.emission.nbytes + hmm.transition.nbytes + hmm.initial.nbytes) / 2**20
