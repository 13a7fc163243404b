"""``clamp plan --closed-loop``: plan, act, look, plan again."""

from __future__ import annotations

import importlib
import os
import sys
import traceback
from collections.abc import Generator, Sequence, Set
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

from clamp.cli.console import messages, print_json, results, shortened
from clamp.errors import ConstraintError
from clamp.files import shown
from clamp.perception import Memory

if TYPE_CHECKING:
    from clamp.cli.writing import PlanWriter
    from clamp.decoding.result import PlanResult
    from clamp.environments.closed_loop import LoopResult, Step
    from clamp.environments.protocol import Environment, Observation
    from clamp.planning import Action, Problem


def run_closed_loop(
    writer: PlanWriter, *, environment: str | None, forget_after: int | None, as_json: bool
) -> bool:
    """Run one, and show it; whether the goal was reached.

    Raises:
        ConstraintError: If the task says itself what is seen, or the environment cannot be made.
    """
    from clamp.cli.sight import absence
    from clamp.environments.closed_loop import LoopResult, closed_loop
    from clamp.environments.symbolic import SymbolicEnvironment
    from clamp.planning import Problem

    spec, problem = writer.spec, writer.system
    if writer.rules:
        raise ConstraintError(
            "Rules speak of a whole plan, but a closed loop writes many and carries each out in part: what a "
            "rule still asks for would be forgotten in between. Drop `rules`, or plan without a closed loop."
        )
    if not isinstance(problem, Problem):
        raise ConstraintError("A closed loop needs a PDDL `domain` and `problem`.")
    if spec.looks or spec.seen is not None:
        raise ConstraintError(
            "In a closed loop the environment says what is seen: drop `images`, `scene`, `detector` and "
            "`seen`."
        )
    if spec.constraints != "world":
        raise ConstraintError("A closed loop executes its plans, so `constraints` is `world`.")
    if environment is not None and writer.start is not None:
        raise ConstraintError("Give either --libero, which brings its own world, or --environment, not both.")
    memory = Memory(forget_after=forget_after)

    def write(now: Problem, observation: Observation, seen: Sequence[str], left: int) -> PlanResult:
        return writer.plan(now, _pictures(writer, observation), seen, left, scene=observation.scene)

    writer.check(None)
    absent = writer.absent(problem.entities)  # what is not seen may be found, but not what there is not
    with ExitStack() as stack:
        simulator = None
        if writer.start is not None:
            world: Environment = (simulator := stack.enter_context(writer.start.open()))
        elif environment is not None:
            world = _made(environment, problem)
        else:
            world = SymbolicEnvironment(problem)
        if absent:
            message = absence(absent).message
            result = LoopResult("fail", (), world.observe().scene, 0, "absent", message)
        else:
            result = closed_loop(
                problem, world, write, budget=writer.budget, memory=memory, on_step=_show_step
            )
        unmet = None if simulator is None else simulator.unmet()
    if as_json:
        judged = {} if unmet is None else {"simulator": {"goal": not unmet, "unmet": unmet}}
        print_json(result.to_dict() | judged)
    else:
        _show(result)
        if unmet is not None:
            _show_judgement(unmet)
    return result.status == "goal" and not unmet


def _show_judgement(unmet: Sequence[Sequence[str]]) -> None:
    if not unmet:
        results().print("[green]LIBERO's own goal predicates hold[/] in the simulator.")
        return
    literals = ", ".join(f"({' '.join(literal)})" for literal in unmet)
    results().print("[red]LIBERO's own goal predicates do not hold[/] in the simulator: ", end="")
    results().print(f"{literals}.", markup=False)


def _made(name: str, problem: Problem) -> Environment:
    """The environment that MODULE:FUNCTION makes; modules of the current folder count, as with ``python -m``.

    Raises:
        ConstraintError: If there is none, its code fails, or it makes something else.
    """
    usage = (
        "It is MODULE:FUNCTION; the function takes the problem and returns an environment with observe() and "
        "execute(action)."
    )
    module, sign, attribute = name.partition(":")
    path = f"{module}.{attribute}".split(".")
    if not sign or not all(part.isidentifier() for part in path):
        raise ConstraintError(f"--environment {shown(name)} is not of the form MODULE:FUNCTION. {usage}")
    with _theirs(name, usage):
        if "" not in sys.path and os.getcwd() not in sys.path:
            sys.path.insert(0, os.getcwd())
        found: Any = importlib.import_module(module)
        for part in attribute.split("."):
            found = getattr(found, part)
        if not callable(found):
            raise TypeError(f"{attribute} is a {type(found).__name__}, no function")
        world: Any = found(problem)
        if not all(callable(getattr(world, method, None)) for method in ("observe", "execute")):
            raise TypeError(f"{attribute}(problem) returned a {type(world).__name__}")
    return _Theirs(world, name, usage)


@contextmanager
def _theirs(name: str, usage: str) -> Generator[None]:
    """Name the code of others where it fails: it may raise anything."""
    try:
        yield
    except (ConstraintError, KeyboardInterrupt, MemoryError):
        raise
    except BaseException as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        where = f" ({last.filename}, line {last.lineno})" if last.filename != __file__ else ""
        if isinstance(error, SyntaxError):
            where = f" ({error.filename}, line {error.lineno})"
        said = error.msg if isinstance(error, SyntaxError) else str(error)
        raise ConstraintError(
            f"--environment {shown(name)}: {type(error).__name__}: {shortened(str(said))}{where}. {usage}"
        ) from error


class _Theirs:
    """An environment of others, held to what an environment is."""

    def __init__(self, world: Any, name: str, usage: str):
        self._world, self._name, self._usage = world, name, usage

    def observe(self) -> Observation:
        """Look."""
        from clamp.environments.protocol import Observation
        from clamp.perception import Scene

        with _theirs(self._name, self._usage):
            seen: Any = self._world.observe()
            if not isinstance(seen, Observation):
                raise TypeError(
                    f"observe() returned a {type(seen).__name__}, no clamp.environments.Observation"
                )
            if not isinstance(seen.scene, Scene) or not isinstance(seen.facts, Set):  # pyright: ignore
                raise TypeError("observe() returned an Observation without a Scene or a set of facts")
        return seen

    def execute(self, action: Action) -> None:
        """Act."""
        with _theirs(self._name, self._usage):
            self._world.execute(action)


def _pictures(writer: PlanWriter, observation: Observation) -> list[Any]:
    if not observation.images or writer.planner.processor is None:
        return []
    from clamp.perception.pictures import picture_of

    return [picture_of(pixels) for pixels in observation.images.values()]


def _show_step(step: Step) -> None:
    notes = ["looking"] if step.exploring else []
    if step.appeared:
        notes.append(f"now seen: {', '.join(step.appeared)}")
    elif step.denied:
        notes.append("denied: nothing changed")
    elif not step.expected:
        notes.append("not as expected")
    note = f"   ({'; '.join(notes)})" if notes else ""
    messages().print(f"executed {step.action}{note}", markup=False)


def _show(result: LoopResult) -> None:
    console = results()
    for step in result.steps:
        console.print(str(step.action), markup=False)
    if result:
        console.print()
        console.print(
            f"[green]The goal holds[/], as far as can be seen: {len(result.steps)} actions, "
            f"{result.plans} plans written."
        )
    else:
        console.print(f"[red]No plan[/] ({result.cause}): ", end="")
        console.print(result.message, markup=False)
        console.print(f"Seen: {', '.join(result.scene.seen)}.", markup=False)
