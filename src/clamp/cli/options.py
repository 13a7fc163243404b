"""Options that several commands share, so that they have one name and one meaning."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from clamp.files import shown

SEEDS = (0, (1 << 63) - 1)
"""Least and largest seed: what torch and NumPy both take."""
TOKENS = 1 << 20
"""Most tokens of one text: more than any model's context."""
GUIDANCE = 1_000_000
"""Largest weight of an HMM: `clamp.decoding.weighed.MAX_GUIDANCE`, which takes long to import."""
MANY = 1_000_000
"""Most of anything else that is counted: more is a slip of the finger."""


def whole(least: float = -math.inf, most: float = math.inf) -> Callable[[Any], int]:
    """Reads a whole number within bounds, for the ``parser`` of an option.

    Args:
        least, most: Nothing for an option that is a field of a task too, and is checked there.
    """

    def read(given: Any) -> int:
        try:
            value = int(given)
        except ValueError:
            raise typer.BadParameter(f"{shown(given)} is not a whole number.") from None
        _check(value, least, most)
        return value

    return read


def number(least: float = -math.inf, most: float = math.inf) -> Callable[[Any], float]:
    """Reads a finite number within bounds, for the ``parser`` of an option."""

    def read(given: Any) -> float:
        try:
            value = float(given)
        except ValueError:
            raise typer.BadParameter(f"{shown(given)} is not a number.") from None
        if not math.isfinite(value):
            raise typer.BadParameter(f"{shown(given)} is not a finite number.")
        _check(value, least, most)
        return value

    return read


def _check(value: float, least: float, most: float) -> None:
    if value < least:
        raise typer.BadParameter(f"it is {shown(value)}, but at least {least:,} is needed.")
    if value > most:
        raise typer.BadParameter(f"it is {shown(value)}, but at most {most:,} is possible.")


AsJson = Annotated[bool, typer.Option("--json", help="Write one JSON document.")]
ModelName = Annotated[
    str | None, typer.Option(help="Hugging Face name, folder or GGUF file; SmolLM2-135M-Instruct by default.")
]
RunFolder = Annotated[
    Path, typer.Option(help="Folder of the run; called again, it goes on where it stopped.")
]
Growth = Annotated[
    Path | None,
    typer.Option(help="Also measure how time and memory grow: a JSON file, and a plot (SVG) beside it."),
]
DecodingTemperature = Annotated[
    float, typer.Option(parser=number(0, 1_000), metavar="NUMBER", help="0 takes the best admissible token.")
]
DecodingSeed = Annotated[
    int, typer.Option(parser=whole(*SEEDS), metavar="N", help="Of the sampling, at temperatures above 0.")
]
Guidance = Annotated[
    float, typer.Option(parser=number(0, GUIDANCE), metavar="NUMBER", help="Weight of the HMM's score.")
]
