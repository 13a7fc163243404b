"""Reproduce the embedded model's hash, and its figures on validation states of libero_90.

    python experiments/evaluate_embedded_vlm.py DATA PREPARED --limit 100

Held-out tasks are judged by ``clamp bench libero``, not here.
"""

from __future__ import annotations

import os

os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")  # spinning threads waste shared cores

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Annotated, Any

import typer
from embedded_vlm import prepare
from embedded_vlm.goals import literal
from embedded_vlm.instructions import write
from PIL import Image

from clamp.decoding import PlanFormat
from clamp.errors import PlanSyntaxError
from clamp.hosts.hf.models import EMBEDDED, embedded_folder
from clamp.hosts.hf.planner import Planner
from clamp.perception import Scene
from clamp.perception.sight import Sight
from clamp.planning import Problem
from clamp.planning.system import Action
from clamp.planning.task import And, Task
from clamp.request.request import Request
from clamp_bench.libero.score import multiset_f1
from clamp_worlds import libero


@dataclass(frozen=True)
class Score:
    """How a text compares with the plan that it should be.

    Attributes:
        parsed: It is a plan in the format.
        exact: It is that plan.
        entities: F1 of the named entities, with multiplicity.
        skills: F1 of the action names, with multiplicity.
        reached: Replayed, it is executable and reaches the goal.
    """

    parsed: bool
    exact: bool
    entities: float
    skills: float
    reached: bool


def judge(problem: Problem, written: Sequence[Action] | None, gold: Sequence[Action]) -> Score:
    """The score of a plan; ``None`` for a text that is no plan."""
    if written is None:
        return Score(False, False, 0.0, 0.0, False)
    return Score(
        True,
        list(written) == list(gold),
        multiset_f1(
            (name for one in written for name in one.args), (name for one in gold for name in one.args)
        ),
        multiset_f1((one.name for one in written), (one.name for one in gold)),
        bool(problem.validate(written)),
    )


def parsed(text: str) -> list[Action] | None:
    """The plan that a text is, strictly read; ``None`` if it is none."""
    try:
        return PlanFormat.calls().parse(text)
    except PlanSyntaxError:
        return None


def sha256(path: Path) -> str:
    """Of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def validation_set(
    data: Path, prepared: Path, limit: int | None
) -> Iterable[tuple[dict[str, Any], prepare.Prepared, str, int]]:
    """Records, what was prepared of them, a sentence and the index of the wish that it asks for."""
    records = {str(one["id"]): one for one in map(json.loads, (data / "records.jsonl").open())}
    count = 0
    for line in (prepared / "records.jsonl").read_text().splitlines():
        one = prepare.Prepared.from_json(line)
        if not one.held_out or one.id not in records:
            continue
        random = Random(f"evaluation/{one.id}")
        for index, wish in enumerate(one.wishes[:2]):
            sentence = write(wish.steps, one.view, random)
            if sentence is not None:
                yield records[one.id], one, sentence, index
                count += 1
                if count == limit:
                    return


def main(
    data: Path,
    prepared: Path,
    model: str = EMBEDDED,
    limit: int | None = 200,
    configurations: Annotated[str, typer.Option(help="Comma-separated.")] = "none,token,grounded,world",
    blank: Annotated[bool, typer.Option(help="Also with grey pictures.")] = True,
    out: Annotated[Path | None, typer.Option(help="A JSON Lines file of all outputs.")] = None,
) -> None:
    """Plan for validation states, with and without constraints, with and without pictures."""
    if model == EMBEDDED:
        typer.echo(f"sha256 {sha256(embedded_folder() / 'model.safetensors')}  model.safetensors")
    planner = Planner.from_pretrained(model)
    samples = list(validation_set(data, prepared, limit))
    typer.echo(
        f"{len(samples)} instructions about {len({one.id for _, one, *_ in samples})} validation states"
    )
    typer.echo("| constraints | pictures | format | skill F1 | entity F1 | exact | goal reached |")
    typer.echo("| --- | --- | --- | --- | --- | --- | --- |")
    for constraints in configurations.split(","):
        for seeing in (True, False) if blank else (True,):
            scores: list[Score] = []
            for record, one, sentence, index in samples:
                wish = one.wishes[index]
                base: Task = libero.problem_of(record, []).task
                goal = And(tuple(literal(step) for step in wish.steps))
                problem = Problem.from_task(Task(base.name, base.domain, base.objects, base.initial, goal))
                grey = None if seeing else Image.new("RGB", (256, 256), "grey")
                images = {view: grey or data / path for view, path in record["images"].items()}
                sight = Sight(images, Scene.from_json(record["scene"]), tuple(one.entities))
                most = {"max_new_tokens": 160} if constraints == "none" else {}
                asked = Request.of(problem, sentence, constraints=constraints, **most).but(binding=False)
                result = planner.run(asked.seeing(sight), trace=False)
                scores.append(judge(problem, parsed(result.text), wish.plan))
                if out is not None:
                    line = {
                        "id": one.id,
                        "constraints": constraints,
                        "pictures": seeing,
                        "instruction": sentence,
                        "text": result.text,
                        "gold": [str(action) for action in wish.plan],
                        "exact": scores[-1].exact,
                        "reached": scores[-1].reached,
                    }
                    with out.open("a") as file:
                        file.write(json.dumps(line) + "\n")
            columns = (
                _mean(one.parsed for one in scores),
                _mean(one.skills for one in scores),
                _mean(one.entities for one in scores),
                _mean(one.exact for one in scores),
                _mean(one.reached for one in scores),
            )
            figures = " | ".join(f"{100 * value:.1f} %" for value in columns)
            typer.echo(f"| {constraints} | {'seen' if seeing else 'grey'} | {figures} |")


def _mean(values: Iterable[float]) -> float:
    listed = list(values)
    return sum(listed) / max(1, len(listed))


if __name__ == "__main__":
    typer.run(main)
