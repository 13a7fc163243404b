"""Write the prompts of a benchmark, each once, for `clamp sample` and `clamp distill`.

    python experiments/prompts.py eai-virtualhome prompts.jsonl
    python experiments/prompts.py preferences prompts.jsonl --split dev
    python experiments/prompts.py vlabench prompts.jsonl --track 3

Several of EAI's 342 tasks share a prompt: 289 are left. An HMM for the preferences is distilled from the templates of
one split, so that it can be judged on those of the other.
"""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from clamp.errors import ClampError
from clamp.hmm.storage import write_atomically
from clamp_bench.configuration import VLABenchConfig
from clamp_bench.eai.judge import generate_prompts
from clamp_bench.preferences.bench import prompt_of
from clamp_bench.preferences.tasks import preferences
from clamp_bench.vlabench.bench import VLABench
from clamp_worlds.virtualhome.tasks import load_tasks


class Benchmark(StrEnum):
    VIRTUALHOME = "eai-virtualhome"
    PREFERENCES = "preferences"
    VLABENCH = "vlabench"


def vlabench_prompts(track: str) -> list[str]:
    """Mode A's prompts, an episode of each task after the other."""
    asked = VLABench(VLABenchConfig(Path(), track=track))
    places = asked.prepare(asked.items(), Path(), lambda *_: None)
    return [str(asked.request(place).prompt[0]["content"]) for place in places]


def main(
    benchmark: Annotated[Benchmark, typer.Argument(help="Whose prompts.")],
    out: Annotated[Path, typer.Argument(help='JSON Lines of objects with "prompt".')],
    split: Annotated[str, typer.Option(help="Of the preferences: dev, test or all.")] = "all",
    track: Annotated[str, typer.Option(help="Of VLABench: a track's number or name, or all.")] = "all",
    limit: Annotated[int | None, typer.Option(help="Only the first so many tasks.")] = None,
) -> None:
    """Write OUT."""
    if benchmark is Benchmark.VIRTUALHOME:
        every = list(generate_prompts([task.id for task in load_tasks()][:limit]).values())
    elif benchmark is Benchmark.VLABENCH:
        every = vlabench_prompts(track)[:limit]
    else:
        every = [prompt_of(task) for task in preferences(split)][:limit]
    prompts = dict.fromkeys(every)
    write_atomically(out, "".join(json.dumps({"prompt": prompt}) + "\n" for prompt in prompts).encode())
    typer.echo(f"{len(prompts)} prompts of {len(every)} tasks are in {out}.")


if __name__ == "__main__":
    try:
        typer.run(main)
    except ClampError as error:
        raise SystemExit(f"Error: {error}") from None
