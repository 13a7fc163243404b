"""Train the embedded vision-language model from scratch on rendered states of libero_90.

    python experiments/train_embedded_vlm.py prepare DATA PREPARED       # goals, plans and small pictures
    python experiments/train_embedded_vlm.py train PREPARED RUN          # resumes where it stopped
    python experiments/train_embedded_vlm.py export RUN packages/clamp/src/clamp/hosts/embedded

DATA is what ``python -m clamp_worlds.libero.render`` wrote. See docs/embedded-vlm.md.
"""

from __future__ import annotations

import os

os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")  # spinning threads waste shared cores

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, replace
from itertools import chain
from pathlib import Path
from random import Random
from typing import Annotated

import torch
import typer
from embedded_vlm import architecture, loop, prepare
from embedded_vlm import look as looking
from embedded_vlm.batches import draw_row, opening_text, request_text
from transformers import AutoTokenizer

from clamp_worlds import libero

app = typer.Typer(help=__doc__, no_args_is_help=True, pretty_exceptions_enable=False)
SHAPE = architecture.Shape()


@app.command("prepare")
def prepare_(
    data: Path,
    prepared: Path,
    count: Annotated[int, typer.Option(help="Goals for each state.")] = 8,
    workers: int = 1,
    limit: Annotated[int | None, typer.Option(help="Most states.")] = None,
) -> None:
    """Draw goals and their plans, and shrink the pictures. Run again when DATA has grown."""
    if not (prepared / "records.jsonl").exists():
        prepare.prepare_blank(task_states(), prepared, pixels=SHAPE.pixels)
    ready = prepare.prepare(data, prepared, pixels=SHAPE.pixels, count=count, workers=workers, limit=limit)
    typer.echo(f"{ready} states are ready in {prepared}")


@app.command()
def train(
    prepared: Path,
    run: Path,
    steps: Annotated[int, typer.Option(help="Length of the schedule.")] = loop.Settings.steps,
    states: int = loop.Settings.states,
    branches: int = loop.Settings.branches,
    learning_rate: float = loop.Settings.learning_rate,
    seed: int = 0,
    threads: int = 2,
    device: str = "cpu",
    until: Annotated[int | None, typer.Option(help="Stop at this step, as if interrupted.")] = None,
    minutes: Annotated[float | None, typer.Option(help="Stop after so long, as if interrupted.")] = None,
    weights: Annotated[
        Path | None, typer.Option(help="A checkpoint to take the weights from at step 0.")
    ] = None,
) -> None:
    """Train, or go on with a run. The log is RUN/log.jsonl, the checkpoint RUN/checkpoint.pt.

    The vision tower is that of RUN/vision.pt, if `look` has written one.
    """
    torch.set_num_threads(threads)
    records, pictures = prepare.load(prepared, SHAPE.pixels)
    if not (run / "tokenizer.json").exists():
        make_tokenizer(task_states()).save_pretrained(run)
    tokenizer = AutoTokenizer.from_pretrained(run)
    model = architecture.new_model(tokenizer, SHAPE, seed)
    if weights is not None:
        model.load_state_dict(torch.load(weights, weights_only=True)["model"])
    if (run / "vision.pt").exists():
        model.model.visual.load_state_dict(torch.load(run / "vision.pt", weights_only=True))
    settings = loop.Settings(
        steps=steps, states=states, branches=branches, learning_rate=learning_rate, seed=seed
    )
    trainer = loop.Trainer(run, model, tokenizer, records, pictures, settings, device=device)
    resumed = trainer.resume()
    size = sum(parameter.numel() for parameter in model.parameters())
    typer.echo(
        f"{size / 1e6:.1f} million parameters, {len(tokenizer)} tokens, {len(trainer.training)} states for "
        f"training and {len(trainer.validation)} for validation; "
        f"{'going on from' if resumed else 'starting at'} step {trainer.step} of {steps}"
    )
    trainer.log(training_states=len(trainer.training), **asdict(settings))
    trainer.run(until=until, seconds=None if minutes is None else 60 * minutes)


@app.command()
def look(
    data: Path,
    prepared: Path,
    run: Path,
    steps: int = 2000,
    seed: int = 0,
    threads: int = 2,
    device: str = "cpu",
) -> None:
    """Teach the vision tower what pictures show, before it learns to plan: RUN/vision.pt."""
    torch.set_num_threads(threads)
    run.mkdir(parents=True, exist_ok=True)
    records, pictures = prepare.load(prepared, SHAPE.pixels)
    names = [record.id for record in records]
    lessons = looking.read_lessons(data, names, SHAPE.pixels // SHAPE.patch // 2)
    validation = [at for at, one in enumerate(records) if one.held_out and lessons[at] is not None]
    if not (run / "tokenizer.json").exists():
        make_tokenizer(task_states()).save_pretrained(run)
    visual = architecture.new_model(AutoTokenizer.from_pretrained(run), SHAPE, seed).model.visual

    def log(step: int, values: Mapping[str, float]) -> None:
        rounded = {name: round(value, 5) for name, value in values.items()}
        with (run / "look.jsonl").open("a") as file:
            file.write(json.dumps({"step": step, **rounded}) + "\n")

    looking.learn_to_look(
        visual.to(device).train(), pictures, lessons, steps=steps, seed=seed, validation=validation, log=log
    )
    looking.rescale(visual, pictures[:: max(1, len(pictures) // 64)])
    torch.save(visual.state_dict(), run / "vision.pt")


@app.command()
def export(run: Path, target: Path) -> None:
    """Write the model of a run as a folder that ``from_pretrained`` reads, in bfloat16."""
    tokenizer = AutoTokenizer.from_pretrained(run)
    model = architecture.new_model(tokenizer, SHAPE, 0)
    state = torch.load(run / "checkpoint.pt", map_location="cpu", weights_only=True)
    model.load_state_dict(state["model"])
    architecture.save(target, model, tokenizer, SHAPE)
    digest = hashlib.sha256((target / "model.safetensors").read_bytes()).hexdigest()
    typer.echo(f"step {state['step']} ({state['seen']} samples) is in {target}; weights sha256 {digest}")


@app.command()
def plot(target: Path, runs: list[Path]) -> None:
    """Draw the loss curve of runs that followed each other, as SVG; a line marks where one began."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "clamp"
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 3.4), layout="constrained")
    points: dict[str, list[tuple[float, float]]] = {"loss": [], "validation_loss": []}
    start = 0.0
    for run in runs:
        lines = [json.loads(line) for line in (run / "log.jsonl").read_text().splitlines()]
        for key, listed in points.items():
            listed += [(start + line["samples"] / 1000, line[key]) for line in lines if key in line]
        if start:
            axes.axvline(start, color="grey", linestyle=":")
        start += lines[-1]["samples"] / 1000
    axes.plot(*zip(*points["loss"], strict=True), alpha=0.35, label="training (some things with other names)")
    axes.plot(*zip(*points["validation_loss"], strict=True), label="plans for validation states")
    axes.set(yscale="log", xlabel="thousand samples", ylabel="nats per answer token")
    axes.grid(alpha=0.3)
    axes.legend()
    figure.savefig(target, metadata={"Date": None})


def task_states() -> list[prepare.Prepared]:
    """The initial states of libero_90's tasks: texts that do not depend on what was rendered."""
    states: list[prepare.Prepared] = []
    for task in libero.tasks(libero.TRAINING_SUITE):
        scene = [{"id": name, "seen": True, "view": None} for name in task.cast.types]
        record = {
            "id": task.id,
            "scene": {"entities": scene},
            "atoms": task.initial,
            "objects": list(task.cast.types.items()),
        }
        states.append(prepare.prepare_record(record, count=12, view=""))
    return states


def make_tokenizer(records: list[prepare.Prepared]) -> architecture.PreTrainedTokenizerFast:
    """A tokenizer for the texts about some states, many of them with other names; things lie anywhere."""
    random = Random("tokenizer")

    def strewn(record: prepare.Prepared) -> prepare.Prepared:
        size = prepare.PICTURE
        return replace(
            record,
            centres={name: (random.uniform(0, size), random.uniform(0, size)) for name in record.entities},
        )

    drawn = (
        draw_row(strewn(record), 0, 12, random, rename=0.4, ask=0.5, listing=0.1)
        for record in random.choices(records, k=3000)
    )
    texts = chain.from_iterable(
        [opening_text(row, 2, 1), *(request_text(one) + one.plan for one in row.samples)] for row in drawn
    )
    return architecture.train_tokenizer(texts)


if __name__ == "__main__":
    app()
