"""Options that several commands share, so that they have one name and one meaning."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

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
DecodingTemperature = Annotated[float, typer.Option(help="0 takes the best admissible token.")]
DecodingSeed = Annotated[int, typer.Option(help="Of the sampling, at temperatures above 0.")]
Guidance = Annotated[float, typer.Option(help="Weight of the HMM's score.")]
