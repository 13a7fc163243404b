"""``clamp plan``: one task, one plan."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from clamp.checks import count
from clamp.cli.console import NO_PLAN, guarded, messages, print_json, results
from clamp.cli.options import GUIDANCE, MANY, number, whole
from clamp.errors import ConstraintError, SceneError
from clamp.files import check_output, shown_path

if TYPE_CHECKING:
    from clamp.cli.sight import Sight
    from clamp.cli.writing import PlanWriter
    from clamp.decoding.result import PlanResult


@guarded
def plan(
    task: Annotated[
        Path | None, typer.Argument(metavar="[TASK.yaml]", help="A task; options replace its fields.")
    ] = None,
    domain: Annotated[Path | None, typer.Option(help="PDDL domain.")] = None,
    problem: Annotated[Path | None, typer.Option(help="PDDL problem.")] = None,
    eai_task: Annotated[
        str | None, typer.Option(help="Instead: a VirtualHome task of eai-eval, such as 27_2.")
    ] = None,
    libero: Annotated[
        str | None,
        typer.Option(metavar="SUITE/TASK", help="Instead: a task of LIBERO, seen in its simulator."),
    ] = None,
    initial: Annotated[
        int | None,
        typer.Option(
            parser=whole(),
            metavar="N",
            help="With --libero: the benchmark's initial state; 0 by default.",
        ),
    ] = None,
    place: Annotated[
        list[str] | None,
        typer.Option(help="With --libero: a thing that begins elsewhere, as THING=PLACE."),
    ] = None,
    instruction: Annotated[str | None, typer.Option(help="What a person asks for, in words.")] = None,
    task_option: Annotated[
        Path | None, typer.Option("--task", metavar="TASK.yaml", help="The same as the argument.")
    ] = None,
    image: Annotated[
        list[str] | None,
        typer.Option(help="A picture, as FILE or VIEW=FILE; once for each view."),
    ] = None,
    scene: Annotated[Path | None, typer.Option(help="What the pictures show, as JSON.")] = None,
    detector: Annotated[
        str | None,
        typer.Option(help="Instead: a zero-shot object detection model that says what they show."),
    ] = None,
    alias: Annotated[
        list[str] | None, typer.Option(help="Another name of an entity, as NAME=ENTITY.")
    ] = None,
    embedder: Annotated[
        str | None,
        typer.Option(help="A sentence embedding model that compares a scene's names with the problem's."),
    ] = None,
    visibility_floor: Annotated[
        float | None,
        typer.Option(
            parser=number(),
            metavar="NUMBER",
            help="Prefer what is surely there: scores weigh, but no less than this.",
        ),
    ] = None,
    visibility_cut_off: Annotated[
        float | None,
        typer.Option(parser=number(), metavar="NUMBER", help="What has a lower score is not seen at all."),
    ] = None,
    annotate: Annotated[
        Path | None, typer.Option(help="Write the pictures with boxes, ids and the plan to this file.")
    ] = None,
    closed_loop: Annotated[
        bool,
        typer.Option("--closed-loop", help="Plan, act, look, plan again, in a simulation."),
    ] = False,
    environment: Annotated[
        str | None,
        typer.Option(help="The closed loop's world: MODULE:FUNCTION, called with the problem."),
    ] = None,
    forget_after: Annotated[
        int | None,
        typer.Option(
            parser=whole(1, MANY),
            metavar="N",
            help="In a closed loop: forget what was not seen in so many observations.",
        ),
    ] = None,
    seen: Annotated[
        str | None, typer.Option(help="Entities that the plan may name, as a,b,c; all by default.")
    ] = None,
    rule: Annotated[
        list[str] | None,
        typer.Option(
            help="One more temporal rule that the plan must keep, as 'G !open(fridge)'; repeatable."
        ),
    ] = None,
    model: Annotated[
        str | None,
        typer.Option(
            help="Hugging Face name, folder or GGUF file. By default the package's own model (embedded) with "
            "pictures, and SmolLM2-135M-Instruct without."
        ),
    ] = None,
    format: Annotated[
        str | None,
        typer.Option(
            "--format",
            "--plan-format",
            help="calls, skill_json, virtualhome_json, steps, or a template: '{name}({args})'.",
        ),
    ] = None,
    budget: Annotated[
        int | None,
        typer.Option(parser=whole(), metavar="N", help="Most actions of the plan (20 by default)."),
    ] = None,
    constraints: Annotated[
        str | None,
        typer.Option(help="world (the default), grounded, token or none: how much is enforced."),
    ] = None,
    temperature: Annotated[
        float | None,
        typer.Option(
            parser=number(), metavar="NUMBER", help="0 (the default) takes the best admissible token."
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(parser=whole(), metavar="N", help="Of the sampling, at temperatures above 0."),
    ] = None,
    max_new_tokens: Annotated[
        int | None, typer.Option(parser=whole(), metavar="N", help="Most tokens to write.")
    ] = None,
    hmm: Annotated[
        Path | None, typer.Option(help="Folder of an HMM that weighs the admissible tokens.")
    ] = None,
    guidance: Annotated[
        float | None,
        typer.Option(
            parser=number(0, GUIDANCE),
            metavar="NUMBER",
            help="Weight of the HMM's score, 1 by default; 0 leaves it out.",
        ),
    ] = None,
    dtype: Annotated[str | None, typer.Option(help="bfloat16 (the default), float16 or float32.")] = None,
    device: Annotated[str | None, typer.Option(help="cpu, cuda, …; CUDA where there is one.")] = None,
    host: Annotated[str, typer.Option(help="What runs the model: transformers, or vllm.")] = "transformers",
    trace: Annotated[
        bool,
        typer.Option(
            "--trace", help="Say of each token that the model did not get what it wanted, and why not."
        ),
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Write one JSON document.")] = False,
) -> None:
    """Write a plan for a task: well-formed, grounded, executable and goal-reaching.

    Exit code 0: a plan. 1: no plan (with the cause, and the smallest budget that would do). 2: bad input.
    """
    from clamp.cli.looping import run_closed_loop
    from clamp.cli.task_file import pairs_of, read_task_file, task_of_options
    from clamp.cli.writing import PlanWriter

    if task is not None and task_option is not None:
        raise ConstraintError(f"There are two tasks, {task} and {task_option}. Give one.")
    task = task or task_option
    options: dict[str, Any] = {
        "domain": None if domain is None else str(domain),
        "problem": None if problem is None else str(problem),
        "eai_task": eai_task,
        "libero": libero,
        "initial": initial,
        "place": pairs_of("place", place) if place else None,
        "instruction": instruction,
        "images": image or None,
        "scene": None if scene is None else str(scene),
        "detector": detector,
        "aliases": pairs_of("alias", alias) if alias else None,
        "embedder": embedder,
        "visibility_floor": visibility_floor,
        "visibility_cut_off": visibility_cut_off,
        "seen": None if seen is None else [name.strip() for name in seen.split(",") if name.strip()],
        "model": model,
        "format": format,
        "budget": budget,
        "constraints": constraints,
        "temperature": temperature,
        "seed": seed,
        "max_new_tokens": max_new_tokens,
    }
    spec = task_of_options(options) if task is None else read_task_file(task, options)
    if annotate is not None:
        check_annotation(annotate)
    writer = PlanWriter(
        spec,
        device=device,
        dtype=dtype,
        hmm=hmm,
        guidance=guidance,
        trace=trace,
        rules=rule or (),
        host=host,
    )
    if closed_loop or environment is not None:
        if annotate is not None:
            raise ConstraintError("--annotate shows one plan in one picture; a closed loop has many of both.")
        reached = run_closed_loop(writer, environment=environment, forget_after=forget_after, as_json=as_json)
    else:
        if forget_after is not None:
            raise ConstraintError("--forget-after is a rule of closed loops; add --closed-loop.")
        if annotate is not None and not (spec.images or spec.renders):
            raise ConstraintError("--annotate draws on pictures, but there is none. Add --image FILE.")
        for one in writer.rules:
            reason = f"   ({one.because})" if one.because else ""
            standing = "in force" if spec.constraints == "world" else "judged, but not enforced"
            messages().print(f"Rule {standing}: {one.described}{reason}", markup=False)
        result, sight = writer.write()
        if as_json:
            print_json(result.to_dict(trace=trace) | sight.to_json() | _rules_json(writer))
        else:
            _show(result, writer, sight, trace=trace)
        if annotate is not None:  # last, so that no disk can take the plan with it
            _annotate(annotate, sight, result, writer.instruction)
        reached = result.status == "plan"
    if not reached:
        raise typer.Exit(NO_PLAN)


def check_annotation(path: Path) -> None:
    """Make sure, before a model is loaded, that a picture can be written to a file.

    Raises:
        SceneError: If not.
    """
    from PIL import Image

    endings = Image.registered_extensions()
    if endings.get(path.suffix.lower()) not in Image.SAVE:
        raise SceneError(
            f"--annotate {shown_path(path)}: the file's ending names no format of pictures that can be "
            "written. Use .png or .jpg."
        )
    check_output(path, "picture (--annotate)", SceneError)


def _annotate(path: Path, sight: Sight, result: PlanResult, instruction: str) -> None:
    from clamp.perception import Scene
    from clamp.perception.annotate import annotate
    from clamp.perception.pictures import write_picture

    steps = [(str(action), action.args) for action in result.actions] if result else []
    picture = annotate(sight.images, sight.scene or Scene(), steps, instruction)
    write_picture(picture, path)


def _rules_json(writer: PlanWriter) -> dict[str, Any]:
    if not writer.rules:
        return {}
    return {"rules": [{"name": one.name, "rule": one.text, "because": one.because} for one in writer.rules]}


def _show(result: PlanResult, writer: PlanWriter, sight: Sight, *, trace: bool) -> None:
    """The plan, its certificate and its timing, for people."""
    console = results()
    if trace:
        _show_trace(result)
    certificate, failure, timing = result.certificate, result.failure, result.timing
    if failure is None and certificate is not None:
        if not writer.streams_result:
            console.print(result.text, markup=False)
            console.print()
        console.print(
            f"[green]Certified[/]: replayed by an independent validator, {count(len(result.actions), 'action')}. "
            f"{certificate.claim}"
        )
    elif failure is not None:
        if result.text and not writer.streams:
            messages().print(result.text, style="dim", markup=False)
        console.print(f"[red]No plan[/] ({failure.cause}): ", end="")
        console.print(failure.message, markup=False)
        if failure.smallest_budget is not None:
            console.print(f"The smallest budget that would do: {failure.smallest_budget}")
        if failure.cause in ("absent", "unseen"):
            writer.say_what_is_seen(sight)
    if result.truncation is not None:
        console.print(f"Lookahead truncated: {result.truncation}.", markup=False)
    if timing.tokens:
        enforced = f", of which the constraint {timing.constraint_share:.1%}"
        if writer.spec.constraints == "none":
            enforced = ""
        console.print(
            f"{count(timing.tokens, 'token')}, {timing.seconds_per_token * 1e3:.1f} ms a token"
            f"{enforced}; prompt {timing.prompt_tokens} tokens in {timing.prompt:.1f} s, model loaded in "
            f"{timing.load:.1f} s."
        )


def _show_trace(result: PlanResult) -> None:
    from clamp.cli.trace import trace_lines

    console = messages()
    for line in trace_lines(result.trace, console.width):
        console.print(line, markup=False)
