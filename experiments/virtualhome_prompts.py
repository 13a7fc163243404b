"""Write EAI's VirtualHome prompts, each once, for `clamp sample` and `clamp distill`.

    python experiments/virtualhome_prompts.py prompts.jsonl

Several of the 342 tasks share a prompt: 289 are left.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from clamp.bench.eai.judge import generate_prompts
from clamp.errors import ClampError
from clamp.hmm.storage import write_atomically
from clamp.worlds.virtualhome.tasks import load_tasks


def main(
    out: Annotated[Path, typer.Argument(help='JSON Lines of objects with "prompt".')],
    limit: Annotated[int | None, typer.Option(help="Only the first so many tasks.")] = None,
) -> None:
    """Write OUT."""
    ids = [task.id for task in load_tasks()][:limit]
    prompts = dict.fromkeys(generate_prompts(ids).values())
    write_atomically(out, "".join(json.dumps({"prompt": prompt}) + "\n" for prompt in prompts).encode())
    typer.echo(f"{len(prompts)} prompts of {len(ids)} tasks are in {out}.")


if __name__ == "__main__":
    try:
        typer.run(main)
    except ClampError as error:
        raise SystemExit(f"Error: {error}") from None
