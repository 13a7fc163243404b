"""Curves of time and memory: one size grows at a time, the others stay as they are."""

# matplotlib is only partly typed.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from clamp.errors import BenchmarkError
from clamp.files import writing

Row = dict[str, float]

Curves = Mapping[str, Sequence[int]]
"""The sizes of each thing that grows."""

Figures = dict[str, Any]
"""What the curves have in common, and for each its rows by the name of what grows; JSON-able."""


@dataclass(frozen=True)
class Line:
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
class Panel:
    """Lines in one unit, above or below the others."""

    unit: str
    lines: tuple[Line, ...]


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


def draw(figures: Figures, path: Path, labels: Mapping[str, str], panels: Sequence[Panel]) -> None:
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
