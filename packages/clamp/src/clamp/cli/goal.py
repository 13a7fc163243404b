"""``clamp goal``: from a sentence to the goal that it asks for, said back, or to a question."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from functools import cache, partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from clamp.checks import count
from clamp.cli.console import NO_PLAN, AsJson, guarded, messages, print_json, results, whole, working
from clamp.cli.options import read_spec
from clamp.errors import ConstraintError, LimitError
from clamp.files import shown
from clamp.hosts.choices import DEFAULT_PACKAGE
from clamp.hosts.loading import check_host_options, load_host
from clamp.planning.goals import FAR, Goals, own_goal
from clamp.planning.search.limits import SearchLimits
from clamp.request.form import request_of
from clamp.request.settings import MANY

if TYPE_CHECKING:
    from clamp.hosts.goals import GoalAnswer
    from clamp.hosts.planner import PlanHost
    from clamp.planning.goals import GoalLiteral
    from clamp.planning.rules.formula import Rule
    from clamp.planning.system import TransitionSystem
    from clamp.request.form import TaskFile
    from clamp.request.request import Request
    from clamp.words.contradiction import Contradiction

_HOSTS = ("transformers", "llamacpp")
_BRIEFLY = SearchLimits(states=20_000, seconds=0.5)
"""What comparing a sentence with a goal may cost at each question."""


@guarded
def goal(
    task: Annotated[
        Path | None,
        typer.Option("--task", metavar="TASK.yaml", help="A task of `clamp plan`; its goal does not count."),
    ] = None,
    domain: Annotated[str | None, typer.Option(metavar="FILE", help="PDDL domain.")] = None,
    problem: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="PDDL problem; its goal does not count, and a scene that says what holds does, too.",
        ),
    ] = None,
    world: Annotated[str | None, typer.Option(metavar="KIND:NAME", help="Instead: a world by name.")] = None,
    instruction: Annotated[str | None, typer.Option(help="What is asked for, in words.")] = None,
    said: Annotated[
        str | None,
        typer.Option("--goal", metavar="GOAL", help="Instead: the goal itself, such as 'in(milk, fridge)'."),
    ] = None,
    budget: Annotated[
        int | None,
        typer.Option(
            parser=whole(0, MANY),
            metavar="N",
            help="Most actions to the goal; as many as it needs by default.",
        ),
    ] = None,
    seen: Annotated[str | None, typer.Option(metavar="A,B,…", help="What is seen; all by default.")] = None,
    scene: Annotated[
        str | None, typer.Option(metavar="FILE", help="What is seen, or how things are, as JSON.")
    ] = None,
    rules: Annotated[list[str] | None, typer.Option("--rule", help="A rule that every plan keeps.")] = None,
    examples: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="More examples for the model: lines of JSON with sentence and goal."
        ),
    ] = None,
    embedder: Annotated[
        str | None,
        typer.Option(
            help="A sentence embedding model that tells the nearest of the examples (the first ones without it), and "
            "compares a scene's names with the problem's."
        ),
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Take the likeliest goal instead of asking.")] = False,
    model: Annotated[str | None, typer.Option(help="As of `clamp plan`.")] = None,
    host: Annotated[
        str, typer.Option(metavar="NAME", help=f"What runs the model: {' or '.join(_HOSTS)}.")
    ] = _HOSTS[0],
    device: Annotated[str | None, typer.Option(help="cpu, cuda, …")] = None,
    dtype: Annotated[str | None, typer.Option(help="bfloat16 (the default), float16 or float32.")] = None,
    as_json: AsJson = False,
) -> None:
    """Say what a sentence asks to be so, as a goal that can be reached; or ask what was meant.

    Exit code 0: a goal. 1: a question, or nothing to plan for. 2: bad input.
    """
    given = {
        "domain": domain,
        "problem": problem,
        "world": world,
        "instruction": instruction,
        "model": model,
        "budget": budget,
        "scene": scene,
        "seen": None if seen is None else [one.strip() for one in seen.split(",")],
        "embedder": embedder,
        "examples": None if examples is None else str(examples),
    }
    spec = read_spec(task, {name: value for name, value in given.items() if value is not None})
    if host not in _HOSTS:
        raise ConstraintError(
            f"--host {shown(host)}: goals are weighed by several texts behind one prompt, which "
            f"{' and '.join(_HOSTS)} write."
        )
    check_host_options(host, spec.model, device=device, dtype=dtype, pictures=False)
    request = request_of(spec, rules or ())
    say_repairs(spec, request.problem)
    if said is None and not request.instruction.strip():
        raise ConstraintError("missing `instruction`: what is asked for, in words. Or give --goal.")
    budget = FAR if spec.budget is None else spec.budget
    loaded = cache(partial(load_host, host, spec.model, device=device, dtype=dtype))
    reads = reading(spec.model, loaded)
    found = answer(
        request.instruction,
        request.problem,
        rules=request.rules,
        budget=budget,
        seen=request.sight.seen,
        aliases=spec.aliases,
        said=said,
        examples=spec.examples,
        embedder=spec.embedder,
        yes=yes,
        load=loaded,
        reads=reads,
    )
    told = None
    if said is not None:
        told = contradicted(
            request.instruction,
            request.problem,
            rules=request.rules,
            budget=budget,
            goal=found.literals,
            reads=reading(spec.model, loaded, compares=True),
        )
    show(found, told, as_json=as_json)
    if found.status != "goal":
        raise typer.Exit(NO_PLAN)


def reading(
    model: str | None, load: Callable[[], PlanHost], *, compares: bool = False
) -> Callable[[], PlanHost | None] | None:
    """What loads a model and gives it as it was trained to read sentences, or ``None``.

    Nothing where nobody named a model and the default one is not installed, as what is asked back needs none; or where
    a sentence is only compared with a goal (`compares`), in which the default one has no say and need not be loaded.
    """
    idle = model is None and (compares or find_spec(DEFAULT_PACKAGE) is None)
    return None if idle else lambda: load().reader


def answer(
    sentence: str,
    system: TransitionSystem[Any],
    *,
    rules: Sequence[Rule],
    budget: int,
    seen: Sequence[str] | None,
    aliases: Any,
    said: str | None,
    examples: str | None,
    embedder: str | None,
    yes: bool,
    load: Callable[[], PlanHost],
    reads: Callable[[], PlanHost | None] | None,
) -> GoalAnswer:
    """The goal of a sentence, or that which was said directly.

    Args:
        load: Loads the model; called where one is needed.
        reads: See `reading`.

    Raises:
        ClampError: If something given cannot be used.
    """
    from clamp.hosts.goals import Alternative, GoalAnswer, goal_of, of_people, said_directly

    more, embed = of_people(examples, embedder)
    with working("Reading the sentence"):
        if said is not None:
            goals = Goals(system, rules=rules, budget=budget, seen=seen)
            literals = said_directly(said, goals)
            return GoalAnswer("goal", literals, alternatives=(Alternative(literals, 1.0),))

        found = goal_of(
            sentence,
            system,
            load,
            budget=budget,
            seen=seen,
            rules=rules,
            aliases=aliases,
            examples=more,
            embed=embed,
            reads=reads,
        )
    return found.taken() if yes else found


def say_repairs(spec: TaskFile, problem: TransitionSystem[Any]) -> None:
    """What was repaired in the PDDL that was given."""
    number = len(getattr(problem, "repairs", ()))
    if number and spec.world is None:
        lists = ""
        if spec.problem is not None:
            lint = f"clamp lint {shlex.quote(str(spec.domain))} {shlex.quote(spec.problem)}"
            lists = f"; `{lint}` lists {'it' if number == 1 else 'them'}"
        messages().print(f"Repaired {count(number, 'thing')} in the PDDL{lists}.", style="yellow")


def aim(
    request: Request,
    model: Callable[[], PlanHost],
    said: str | None,
    *,
    yes: bool,
    reads: Callable[[], PlanHost | None] | None,
) -> tuple[GoalAnswer, Request] | None:
    """Give a task that has no goal the one that its instruction asks for, or that was said.

    Args:
        model: Gives the model, where one is needed.
        said: The goal itself; it replaces the problem's own.
        reads: See `answer`.

    Returns:
        What became of it, and the request with the goal, if there is one; ``None`` where the task has its own, or the
        model is to write it with the plan (`one_pass`).

    Raises:
        ConstraintError: If what was said is no goal.
    """
    from clamp.hosts.goals import aimed

    with working("Reading the instruction"):
        found = aimed(request, model, said=said, yes=yes, reads=reads)
    if found is not None and found[0].status == "goal":
        messages().print(f"Goal: {found[0].text}")
    return found


def contradicted(
    sentence: str,
    problem: TransitionSystem[Any],
    *,
    rules: Sequence[Rule] = (),
    budget: int = FAR,
    goal: Sequence[GoalLiteral] | None = None,
    prose: bool = True,
    reads: Callable[[], PlanHost | None] | None = None,
) -> Contradiction | None:
    """What the sentence asks for, told to people, where it is something else than the goal given beside it.

    Args:
        goal: The problem's own by default.
        prose: Nobody expects the sentence to be read: otherwise people are told, too, that it was not.
        reads: Gives the model as it was trained to read sentences, or ``None``; asked where the sentence is not
            understood.
    """
    from clamp.hosts.trained import goals_and_none
    from clamp.words.contradiction import contradiction
    from clamp.words.goals import unread

    given = own_goal(problem) if goal is None else goal
    if not given or not sentence.strip():
        return None
    try:
        goals = Goals(problem, rules=rules, budget=budget, limits=_BRIEFLY)
    except LimitError:
        return (
            None  # nothing is known of goals that large, and the plan is certified for the one that was given
        )

    def read(text: str) -> Sequence[tuple[tuple[GoalLiteral, ...], float]]:
        reader = None if reads is None else reads()
        return [] if reader is None else goals_and_none(text, problem, goals, reader)

    found = contradiction(sentence, problem, given, goals, read)
    if found is not None:
        messages().print(f"{found.text} Planned for is the goal.", style="yellow")
    elif not prose and unread(sentence, problem, goals):
        said = "The instruction was not read: the goal was not compared with it."
        messages().print(said, style="yellow")
    return found


def contradiction_json(told: Contradiction | None) -> dict[str, Any]:
    """What JSON says of a contradiction: nothing where there is none."""
    return {} if told is None else {"contradiction": told.to_json()}


def show(found: GoalAnswer, told: Contradiction | None, *, as_json: bool) -> None:
    """The answer, for people or as JSON."""
    if as_json:
        print_json(found.to_json() | contradiction_json(told))
        return
    console = results()
    if found.status == "goal":
        console.print(found.text)
    else:
        console.print("Which is meant?" if found.status == "question" else "No goal", style="yellow", end="")
        console.print(f" {found.why}" if found.status == "question" else f": {found.why}")
    for one in found.rules:
        console.print(f"On the way: {one.described}")
    if len(found.alternatives) > 1:
        for one in found.alternatives[:5]:
            messages().print(f"  {one.share:6.1%}  {one.text}", style="dim")
