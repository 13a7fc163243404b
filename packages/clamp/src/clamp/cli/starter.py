"""``clamp init``: a folder with a task that runs, to be changed into one's own."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from clamp.cli.console import guarded, messages, results
from clamp.errors import ConstraintError
from clamp.files import check_folder, shown_path, writing

FILES = ("task.yaml", "domain.pddl", "problem.pddl")


@guarded
def init(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where to; it is made if need be.")],
) -> None:
    """Write a task that runs into a folder: a domain, a problem and a sentence, to be changed into your own.

    Nothing that is there is replaced. Exit code 0: written. 2: it cannot be.
    """
    there = [name for name in FILES if (folder / name).exists()]
    if there:
        raise ConstraintError(
            f"{shown_path(folder)} has {', '.join(there)} already, and nothing is replaced."
        )
    check_folder(folder, "task", ConstraintError)
    source = Path(__file__).parent / "starter_files"
    with writing(folder, "task", ConstraintError):
        folder.mkdir(parents=True, exist_ok=True)
        for name in FILES:
            (folder / name).write_text((source / name).read_text(encoding="utf-8"), encoding="utf-8")
    results().print(str(folder / "task.yaml"))
    messages().print(f"Next: clamp plan {folder / 'task.yaml'}")
