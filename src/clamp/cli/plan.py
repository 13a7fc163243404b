"""``clamp plan``: one task, one plan."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from clamp.cli.console import NO_PLAN, guarded, messages, print_json, results

if TYPE_CHECKING:
    from clamp.cli.task_file import TaskFile
    from clamp.decoding.result import PlanResult
    from clamp.planning.system import TransitionSystem


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
    instruction: Annotated[str | None, typer.Option(help="What a person asks for, in words.")] = None,
    seen: Annotated[
        str | None, typer.Option(help="Entities that the plan may name, as a,b,c; all by default.")
    ] = None,
    model: Annotated[
        str | None,
        typer.Option(help="Hugging Face name, folder or GGUF file; SmolLM2-135M-Instruct by default."),
    ] = None,
    format: Annotated[
        str | None,
        typer.Option(help="calls, skill_json, virtualhome_json, steps, or a template: '{name}({args})'."),
    ] = None,
    budget: Annotated[int | None, typer.Option(help="Most actions of the plan (20 by default).")] = None,
    constraints: Annotated[
        str | None,
        typer.Option(help="world (the default), grounded, token or none: how much is enforced."),
    ] = None,
    temperature: Annotated[
        float | None, typer.Option(help="0 (the default) takes the best admissible token.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Of the sampling, at temperatures above 0.")] = None,
    max_new_tokens: Annotated[int | None, typer.Option(help="Most tokens to write.")] = None,
    hmm: Annotated[
        Path | None, typer.Option(help="Folder of an HMM that weighs the admissible tokens.")
    ] = None,
    guidance: Annotated[float, typer.Option(help="Weight of the HMM's score; 0 leaves it out.")] = 1.0,
    dtype: Annotated[str | None, typer.Option(help="bfloat16 (the default), float16 or float32.")] = None,
    device: Annotated[str | None, typer.Option(help="cpu, cuda, …; CUDA where there is one.")] = None,
    trace: Annotated[
        bool, typer.Option("--trace", help="Say for each token how many were admissible, and why.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Write one JSON document.")] = False,
) -> None:
    """Write a plan for a task: well-formed, grounded, executable and goal-reaching.

    Exit code 0: a plan. 1: no plan (with the cause, and the smallest budget that would do). 2: bad input.
    """
    from clamp.cli.task_file import read_task_file, task_of_options

    options: dict[str, Any] = {
        "domain": None if domain is None else str(domain),
        "problem": None if problem is None else str(problem),
        "eai_task": eai_task,
        "instruction": instruction,
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
    result = _write(spec, device=device, dtype=dtype, hmm=hmm, guidance=guidance, trace=trace)
    if as_json:
        print_json(result.to_dict(trace=trace))
    else:
        _show(result, spec, trace=trace)
    if result.status != "plan":
        raise typer.Exit(NO_PLAN)


def _write(
    spec: TaskFile,
    *,
    device: str | None,
    dtype: str | None,
    hmm: Path | None,
    guidance: float,
    trace: bool,
) -> PlanResult:
    """Check what can be checked without a model, load it, and let it write."""
    from clamp.automata import Vocabulary
    from clamp.cli.task_file import format_of
    from clamp.decoding import PlanConstraint

    console = messages()
    written = format_of(spec.format or ("virtualhome_json" if spec.eai_task else "calls"))
    budget = spec.budget or 20
    with console.status("Reading the task"):
        system, instruction = _world(spec)
        # Unknown entities and unwritable names show before a model is loaded: bytes stand in for its tokens.
        stand_in = Vocabulary.from_bytes([bytes([byte]) for byte in range(256)] + [None], 256)
        PlanConstraint(system, stand_in, written, budget=budget, seen=spec.seen, enforce={"syntax"})
    with console.status("Loading the model") as status:
        from clamp.hosts.planner import Planner

        planner = Planner.from_pretrained(
            spec.model,
            device=device,
            dtype=dtype,
            hmm=hmm,
            guidance=guidance,
            progress=lambda line: status.update(line),
        )
    status = console.status("Reading the prompt")
    status.start()

    def on_text(text: str) -> None:
        status.stop()
        console.print(text, end="", markup=False, style="dim")

    try:
        result = planner.plan(
            system,
            instruction,
            seen=spec.seen,
            budget=budget,
            plan_format=written,
            constraints=spec.constraints,
            temperature=spec.temperature,
            seed=spec.seed,
            max_new_tokens=spec.max_new_tokens,
            trace=trace,
            on_text=on_text,
        )
    finally:
        status.stop()
    if result.text:
        console.print()
    return result


def _world(spec: TaskFile) -> tuple[TransitionSystem[Any], str]:
    """The transition system of a task, and its instruction."""
    if spec.eai_task is None:
        from clamp.planning import Problem

        assert spec.domain is not None
        assert spec.problem is not None
        problem = Problem.from_pddl(Path(spec.domain), Path(spec.problem))
        if problem.repairs:
            messages().print(
                f"Repaired {len(problem.repairs)} things in the PDDL; `clamp lint` lists them.",
                style="yellow",
            )
        return problem, spec.instruction or ""
    from clamp.bench.eai_tasks import load_tasks
    from clamp.errors import BenchmarkError

    tasks = {task.id: task for task in load_tasks()}
    if spec.eai_task not in tasks:
        from rapidfuzz import process

        near = [str(found[0]) for found in process.extract(spec.eai_task, list(tasks), limit=3)]
        raise BenchmarkError(
            f"eai-eval has no VirtualHome task {spec.eai_task!r}; near it are {', '.join(near)}."
        )
    task = tasks[spec.eai_task]
    return task.system(), spec.instruction or f"{task.name}. {task.description}".strip()


def _show(result: PlanResult, spec: TaskFile, *, trace: bool) -> None:
    """The plan, its certificate and its timing, for people."""
    console = results()
    if trace:
        _show_trace(result)
    certificate, failure, timing = result.certificate, result.failure, result.timing
    if failure is None and certificate is not None:
        console.print(result.text, markup=False)
        console.print()
        console.print(
            f"[green]Certified[/]: replayed by an independent validator, {_count(result.actions, 'action')}, "
            "each applicable in its turn; the goal holds at the end."
        )
    elif failure is not None:
        console.print(f"[red]No plan[/] ({failure.cause}): ", end="")
        console.print(failure.message, markup=False)
        if failure.smallest_budget is not None:
            console.print(f"The smallest budget that would do: {failure.smallest_budget}")
    if result.truncation is not None:
        console.print(f"Lookahead truncated: {result.truncation}.", markup=False)
    if timing.tokens:
        enforced = f", of which the constraint {timing.constraint_share:.1%}"
        console.print(
            f"{_count(range(timing.tokens), 'token')}, {timing.seconds_per_token * 1e3:.1f} ms a token"
            f"{'' if spec.constraints == 'none' else enforced}; prompt {timing.prompt_tokens} tokens in "
            f"{timing.prompt:.1f} s, model loaded in {timing.load:.1f} s."
        )


def _show_trace(result: PlanResult) -> None:
    from rich.table import Table

    table = Table("token", "admissible", "actions before", "the model wanted", "forbidden by", "because")
    for step in result.trace:
        wanted = step.wanted
        table.add_row(
            repr(step.text) if step.score is None else f"{step.text!r} (G {step.score:.2f})",
            "" if step.allowed is None else str(step.allowed),
            str(step.actions),
            "" if wanted is None else repr(wanted.text),
            "" if wanted is None else wanted.constraint,
            "" if wanted is None else wanted.reason,
        )
    messages().print(table)


def _count(things: Any, noun: str) -> str:
    return f"{len(things)} {noun}{'' if len(things) == 1 else 's'}"
