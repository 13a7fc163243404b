"""Write one answer for all of VLABench's episodes, whatever is asked: what its scores are worth without looking.

    python experiments/constant_answer.py answers.json
    clamp bench vlabench --answers answers.json --out runs/constant

Each number from 1 to 9 is picked and placed, then every other skill is called once. VLABench's total counts what of
the expert's answer is in it, and not what is in it besides.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from clamp_bench.configuration import VLABenchConfig
from clamp_bench.vlabench.bench import VLABench


def answer(numbers: int = 9) -> list[dict[str, Any]]:
    """The calls, in VLABench's form."""

    def call(skill: str, parameter: str = "", number: int = 0) -> dict[str, Any]:
        return {"name": skill, "params": {parameter: number} if parameter else {}}

    target, container = "target_entity_name", "target_container_name"
    pairs = [
        one
        for number in range(1, numbers + 1)
        for one in (call("pick", target, number), call("place", container, number))
    ]
    others = [call(skill, container, 1) for skill in ("insert", "pour", "push")]
    return [*pairs, *others, call("press", target, 1), *(call(one) for one in ("pull", "lift", "open_door"))]


def main(out: Path, track: Annotated[str, typer.Option(help="As `clamp bench vlabench`'s.")] = "all") -> None:
    """Write OUT, answers for `clamp bench vlabench --answers`."""
    said = json.dumps(answer())
    episodes = VLABench(VLABenchConfig(Path(), track=track)).items()
    out.write_text(json.dumps([{"identifier": one.id, "llm_output": said} for one in episodes]))


if __name__ == "__main__":
    typer.run(main)
