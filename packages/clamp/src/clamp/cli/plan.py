"""``clamp plan``: from a task to its plan, or to the actions of a closed loop, and how people are shown them.

It decides in which order things are checked: everything that can be wrong without a model, before one is loaded.
What a task may say, and so which options there are, is in `clamp.request.form`.
"""

from __future__ import annotations

import importlib
import math
import os
import sys
import traceback
from collections.abc import Generator, Mapping, Sequence, Set
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TextIO

import typer

from clamp import checks
from clamp.checks import count
from clamp.cli.console import (
    NO_PLAN,
    Together,
    guarded,
    messages,
    print_json,
    results,
    shortened,
    whole,
    working,
)
from clamp.cli.goal import aim, contradicted, contradiction_json, reading, say_repairs
from clamp.cli.options import options_of, pairs_of, read_spec
from clamp.decoding.diagnosis import Failure
from clamp.decoding.goals import literals_of
from clamp.decoding.plans import DEFAULT_BUDGET
from clamp.decoding.result import PlanResult, Posterior, ShortestPlan, Undecided
from clamp.decoding.world import GOAL
from clamp.errors import ConstraintError, PlanFormatError, SceneError
from clamp.files import check_output, shown, shown_path
from clamp.hosts.choices import check_device, check_dtype, local_folder
from clamp.hosts.loading import HOSTS, check_host_name, check_host_options, load_host
from clamp.perception import Belief, Memory, Scene
from clamp.perception.pictures import picture_of
from clamp.perception.sight import Sight
from clamp.planning.goals import lacks_goal
from clamp.planning.handover import check_plan_file
from clamp.planning.handover import write_plan as write_plan_file
from clamp.planning.system import not_certified
from clamp.request.absent import absence, describe
from clamp.request.form import MODEL, ONLY_IN_FILES, Eyes, TaskFile, observer_of, request_of
from clamp.request.open_domains import UnknownKinds
from clamp.request.request import Request
from clamp.request.settings import (
    CONFIGURATIONS,
    MANY,
    Configuration,
    Weighing,
    check_adapting,
    check_heeded,
    unweighable,
)
from clamp.request.story import story
from clamp.words.goals import in_words

if TYPE_CHECKING:
    from clamp.hosts.planner import PlanHost
    from clamp.loop.loop import LoopResult, Step
    from clamp.loop.world import Environment, Observation
    from clamp.perception import Match, Recognition
    from clamp.planning import Action, Problem
    from clamp.planning.system import TransitionSystem
    from clamp.words.requirements import Clause, Reading


_of_loops = partial(typer.Option, rich_help_panel="In a closed loop")
_of_models = partial(typer.Option, rich_help_panel=MODEL)


@guarded
@options_of(TaskFile, without=ONLY_IN_FILES)
def plan(
    given: dict[str, Any],
    task: Annotated[
        Path | None, typer.Argument(metavar="[TASK.yaml]", help="A task; options replace its fields.")
    ] = None,
    task_option: Annotated[
        Path | None, typer.Option("--task", metavar="TASK.yaml", help="The same as the argument.")
    ] = None,
    said_goal: Annotated[
        str | None,
        typer.Option(
            "--goal",
            metavar="GOAL",
            help="The goal, such as 'in(milk, fridge)', beside the instruction or in its place. Without one, here or "
            "in the problem, it is read off the instruction.",
        ),
    ] = None,
    yes: Annotated[
        bool, typer.Option("--yes", help="Take the likeliest goal of the instruction instead of asking.")
    ] = False,
    annotate: Annotated[
        Path | None, typer.Option(help="Write the pictures with boxes, ids and the plan to this file.")
    ] = None,
    write_plan: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE",
            help="Write the plan to this file, in the form that its ending says: .pddl (PDDL plan), .xml "
            "(BehaviorTree.CPP 4), .json (skill calls), .yaml (ROS 2 action goals). May be given several times.",
        ),
    ] = None,
    closed_loop: Annotated[
        bool,
        _of_loops("--closed-loop", help="Plan, act, look, plan again, in a simulation."),
    ] = False,
    environment: Annotated[
        str | None,
        _of_loops(help="The closed loop's world: MODULE:FUNCTION, called with the problem."),
    ] = None,
    forget_after: Annotated[
        int | None,
        _of_loops(
            parser=whole(1, MANY),
            metavar="N",
            help="In a closed loop: forget what was not seen in so many observations.",
        ),
    ] = None,
    dtype: Annotated[
        str | None,
        _of_models(help="bfloat16 (the default), float16 or float32."),
    ] = None,
    device: Annotated[str | None, _of_models(help="cpu, cuda, …; CUDA where there is one.")] = None,
    host: Annotated[str, _of_models(help=f"What runs the model: {', '.join(HOSTS)}.")] = "transformers",
    mmproj: Annotated[
        Path | None,
        _of_models(
            metavar="FILE",
            help="Of --host llamacpp: the GGUF file with which the model reads pictures; by default the one beside it "
            "that has mmproj in its name.",
        ),
    ] = None,
    base_url: Annotated[
        str | None,
        _of_models(help="Of --host openai: where the API is, such as http://localhost:8080/v1."),
    ] = None,
    key_variable: Annotated[
        str | None,
        _of_models(
            help="Of --host openai: the environment variable with the key; OPENAI_API_KEY by default."
        ),
    ] = None,
    trace: Annotated[
        bool,
        typer.Option(
            "--trace", help="Say of each token that the model did not get what it wanted, and why not."
        ),
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Write one JSON document.")] = False,
    eai_task: Annotated[str | None, typer.Option(hidden=True, help="Now --world eai:…")] = None,
    libero: Annotated[str | None, typer.Option(hidden=True, help="Now --world libero:…")] = None,
    initial: Annotated[
        int | None, typer.Option(hidden=True, parser=whole(0, MANY), help="Now --start initial=N.")
    ] = None,
    place: Annotated[list[str] | None, typer.Option(hidden=True, help="Now --start THING=PLACE.")] = None,
    semantics: Annotated[str | None, typer.Option(hidden=True, help="Of clamp-bench now.")] = None,
    recovery: Annotated[str | None, typer.Option(hidden=True, help="Of clamp-bench now.")] = None,
) -> None:
    """Write a plan for a task: well-formed, grounded, executable and goal-reaching.

    Exit code 0: a plan. 1: no plan (with the cause, and the smallest budget that would do). 2: bad input.
    """
    if task is not None and task_option is not None:
        raise ConstraintError(f"There are two tasks, {task} and {task_option}. Give one.")
    task = task or task_option
    rules = given.pop("rules", ())  # beside those of the task
    former = {"eai_task": eai_task, "libero": libero, "initial": initial}
    former |= {"semantics": semantics, "recovery": recovery}
    given |= {name: value for name, value in former.items() if value is not None}
    if place:
        given["place"] = pairs_of("--place", place, "THING=PLACE")
    looping, spec, writer = closed_loop or environment is not None, None, None
    open_kinds: UnknownKinds | None = None
    wrong = Together()
    with wrong:
        spec = read_spec(task, given)
    in_place_of_words = (
        spec is not None and spec.instruction is None and spec.world is None and said_goal is not None
    )
    if spec is not None and in_place_of_words:
        with wrong:
            spec = spec.model_copy(update={"instruction": in_words(literals_of(said_goal or ""))})
    for check in (
        lambda: check_dtype(dtype),
        lambda: check_device(device),
        lambda: check_host_name(host),
        lambda: _check_sight_options(annotate, forget_after, trace=trace, looping=looping),
        lambda: _check_plan_files(write_plan, looping=looping),
    ):
        with wrong:
            check()
    if spec is not None:
        with wrong:
            _check_one_pass(spec, said_goal, yes=yes, looping=looping)
        with wrong:
            try:
                own: dict[str, Any] = {
                    "device": device,
                    "dtype": dtype,
                    "trace": trace,
                    "rules": rules,
                    "host": host,
                    "mmproj": mmproj,
                    "api": (base_url, key_variable),
                }
                writer = PlanWriter(spec, **own, looping=looping)
            except UnknownKinds as question:
                open_kinds = question
        if annotate is not None and writer is not None and not (spec.images or writer.renders):
            with wrong:
                raise ConstraintError("--annotate draws on pictures, but there is none. Add --image FILE.")
        if looping and writer is not None:
            with wrong:
                check_closed_loop(writer, environment)
        if spec.one_pass and writer is not None and not lacks_goal(writer.request.problem):
            with wrong:
                raise ConstraintError("--one-pass: the problem has a goal, so there is none to write.")
        if spec.instruction is None and spec.world is None and said_goal is None:
            with wrong:
                raise ConstraintError("missing `instruction`: what is asked for, in words. Or give --goal.")
            if writer is not None:
                with wrong:
                    writer.request.check_names()
    wrong.say()
    assert spec is not None
    if open_kinds is not None:
        _ask_kinds(open_kinds, as_json=as_json)
        raise typer.Exit(NO_PLAN)
    assert writer is not None
    if device not in (None, "cpu"):  # torch alone knows whether it is there, and takes its time to say so
        from clamp.hosts.hf.models import usable_device

        usable_device(device)
    writer.clarify()
    writer.say_what_contradicts()
    reads = reading(writer.spec.model, lambda: writer.planner)
    aimed = aim(writer.request, lambda: writer.planner, said_goal, yes=yes, reads=reads)
    asked, writer.request = aimed or (None, writer.request)
    if asked is not None and asked.status != "goal":
        result = writer.request.told(PlanResult("fail", failure=asked.failure))
        if as_json:
            print_json(result.to_json(trace=trace) | {"asked": asked.to_json()})
        else:
            _show(result, writer, trace=False)
        raise typer.Exit(NO_PLAN)
    told = None
    if spec.enforces(GOAL) and (asked is None or said_goal is not None) and not in_place_of_words:
        request = writer.request
        prose = not request.binding
        told = contradicted(
            request.instruction,
            request.problem,
            rules=request.rules,
            prose=prose,
            reads=reading(writer.spec.model, lambda: writer.planner, compares=True),
        )
    if looping:
        reached = run_closed_loop(writer, environment=environment, forget_after=forget_after, as_json=as_json)
    else:
        for one in writer.request.in_force:
            reason = f"   ({one.because})" if one.because else ""
            standing = "in force" if spec.enforces(GOAL) else "judged, but not enforced"
            messages().print(f"Rule {standing}: {one.described}{reason}")
        result = writer.write()
        if asked is not None and said_goal is None:
            result = result.for_goal(asked.literals, "model" if asked.by_model else "reader")
        elif asked is not None:
            result = replace(result, goal=asked.literals)
        elif result.goal is not None:
            messages().print(f"Goal: {in_words(result.goal)}")
        if as_json:
            found = result.to_json(trace=trace) | writer.request.sight.to_json() | _rules_json(writer)
            found["instruction"] = writer.request.instruction
            if result:
                found["story"] = story(writer.request.problem, result.actions)
            print_json(found | contradiction_json(told))
        else:
            _show(result, writer, trace=trace)
        write_plans(write_plan, result)
        if annotate is not None:  # last, so that no disk can take the plan with it
            _annotate(annotate, writer.request.sight, result, writer.request.instruction)
        reached = result.status == "plan"
    if not reached:
        raise typer.Exit(NO_PLAN)


def _ask_kinds(question: UnknownKinds, *, as_json: bool) -> None:
    """What kind of thing is something? Nothing is planned before that is known."""
    failure = Failure("ambiguous", str(question), entities=question.names)
    if as_json:
        print_json(PlanResult("fail", failure=failure).to_json(trace=False))
        return
    console = results()
    console.print("No plan", style="red", end="")
    console.print(f" ({failure.cause}): {failure.message}")


def _check_one_pass(spec: TaskFile, said: str | None, *, yes: bool, looping: bool) -> None:
    if not spec.one_pass:
        return
    others = {
        "--goal, which says the goal": said is not None,
        "--yes, which takes the likeliest of several goals, and one is written": yes,
        "--closed-loop, in which many plans are written": looping,
        "constraints without 'goal'": not spec.enforces(GOAL),
        "an HMM, which weighs plans for a goal that is known before (--guidance 0)": spec.hmm is not None
        and bool(spec.guidance),
    }
    if other := next((name for name, given in others.items() if given), None):
        raise ConstraintError(
            f"--one-pass writes a goal and then a plan that reaches it, and there is {other}. Leave one out."
        )


def _check_sight_options(
    annotate: Path | None, forget_after: int | None, *, trace: bool, looping: bool
) -> None:
    if trace and looping:
        raise ConstraintError(
            "--trace shows the tokens of one plan; a closed loop writes many. Leave one out."
        )
    if annotate is not None:
        check_annotation(annotate)
        if looping:
            raise ConstraintError("--annotate shows one plan in one picture; a closed loop has many of both.")
    if forget_after is not None and not looping:
        raise ConstraintError("--forget-after is a rule of closed loops; add --closed-loop.")


def _check_plan_files(paths: Sequence[Path] | None, *, looping: bool) -> None:
    for path in paths or ():
        check_plan_file(path)
    if paths and looping:
        raise ConstraintError("--write-plan writes one plan, and a closed loop makes many. Leave one out.")


def write_plans(paths: Sequence[Path] | None, result: PlanResult) -> None:
    """Write a plan to all files whose forms can say it.

    Raises:
        PlanFormatError: Afterwards, if there are others: which, and why.
    """
    refused: list[str] = []
    for path in paths or ():
        if not result:
            messages().print(f"There is no plan, so {shown_path(path)} was not written.", style="yellow")
            continue
        try:  # what one form cannot say takes no other file with it
            write_plan_file(path, result.actions, result.signatures)
        except PlanFormatError as error:
            said = str(error)
            if any(one.suffix.lower() == ".json" for one in paths or ()):  # it is there
                said = said.removesuffix(" Write JSON instead.").replace(", or write JSON.", ".")
            refused.append(said)
    if refused:
        raise PlanFormatError("\n".join(refused))


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
    from clamp.perception.annotate import annotate
    from clamp.perception.pictures import write_picture

    steps = [(str(action), action.args) for action in result.actions] if result else []
    picture = annotate(sight.images, sight.scene or Scene(), steps, instruction)
    write_picture(picture, path)


def _rules_json(writer: PlanWriter) -> dict[str, Any]:
    read = [
        {
            "text": one.text,
            "status": one.status,
            "said": one.readings[0].said if one.status == "understood" else None,
            "rule": one.readings[0].rule.text if one.status == "understood" else None,
            "read_by_model": one.status == "understood" and one.readings[0].rule.read_by_model,
        }
        for one in writer.request.requirements.clauses
    ]
    told: dict[str, Any] = {"requirements": read} if read else {}
    rules = writer.request.in_force
    if not rules:
        return told
    return told | {"rules": [{"name": one.name, "rule": one.text, "because": one.because} for one in rules]}


def _show(result: PlanResult, writer: PlanWriter, *, trace: bool) -> None:
    """The plan, its certificate and its timing, for people."""
    console = results()
    if trace:
        _show_trace(result)
    certificate, failure, timing = result.certificate, result.failure, result.timing
    if failure is None and certificate is not None:
        if not writer.streams_result:
            console.print(result.text)
            console.print()
        if not result.actions:
            console.print("Nothing has to be done: the goal holds already.")
        if certificate.certified:
            console.print("Certified", style="green", end="")
        else:
            console.print("Not certified for the requirement", style="yellow", end="")
        console.print(
            f": replayed by an independent validator, {count(len(result.actions), 'action')}. {certificate.claim}"
        )
        if result.shortest is not None:
            console.print(_beside_shortest(result.shortest))
    elif failure is not None:
        if result.text and not writer.streams:
            messages().print(result.text, style="dim")
        console.print("No plan", style="red", end="")
        console.print(f" ({failure.cause}): {failure.message}")
        if failure.smallest_budget is not None:
            console.print(f"The smallest budget that would do: {failure.smallest_budget}")
        if failure.cause in ("absent", "unseen"):
            writer.say_what_is_seen()
    if result.undecided is not None and result.undecided.withheld:
        console.print(_left_open(result.undecided))
    if result.posterior is not None:
        console.print(_of_particles(result.posterior))
    if result.truncation is not None:
        console.print(f"Lookahead truncated: {result.truncation}.")
    if timing.tokens:
        enforced = f", of which the constraint {timing.constraint_share:.1%}"
        if writer.spec.enforce is None:
            enforced = ""
        adapted = f", HMM adapted in {timing.adaptation:.1f} s" if timing.adaptation else ""
        console.print(
            f"{count(timing.tokens, 'token')}, {timing.seconds_per_token * 1e3:.1f} ms a token"
            f"{enforced}; prompt {timing.prompt_tokens} tokens in {timing.prompt:.1f} s{adapted}, model loaded in "
            f"{timing.load:.1f} s."
        )


def _beside_shortest(shortest: ShortestPlan) -> str:
    known = "" if shortest.proved else " that was found"
    if not shortest.more:
        return f"No plan{known} is shorter."
    return (
        f"{count(shortest.more, 'action')} more than the shortest plan{known}, which has {shortest.length}."
    )


def _left_open(undecided: Undecided) -> str:
    return (
        f"Search limits left {undecided.withheld:,} of {undecided.actions:,} actions undecided "
        f"({undecided.share:.1%}), which were withheld. With higher --limits, more plans could be written."
    )


def _of_particles(posterior: Posterior) -> str:
    share = math.exp(posterior.log_validity)
    return (
        f"{posterior.particles} particles, worth {posterior.effective:.1f} equal ones. By itself the model would write "
        f"a valid plan with a probability of about {share:.1g}."
    )


def _show_trace(result: PlanResult) -> None:
    from clamp.cli.trace import trace_lines

    console = messages()
    for line in trace_lines(result.trace, console.width, list(map(str, result.actions))):
        console.print(line)


class PlanWriter:
    """One task, from its file to its plan; what can be checked without a model is checked before.

    Attributes:
        spec: The task.
        request: What it asks for; after `write`, with what is seen.
        renders: Whether the world itself is to show what is seen.
    """

    def __init__(
        self,
        spec: TaskFile,
        *,
        device: str | None,
        dtype: str | None,
        trace: bool,
        rules: Sequence[str] = (),
        host: str = "transformers",
        mmproj: Path | None = None,
        api: tuple[str | None, str | None] = (None, None),
        looping: bool = False,
    ) -> None:
        self.spec = spec
        self._host = host
        self._model_options: dict[str, Any] = {
            "device": device,
            "dtype": dtype,
            "hmm": spec.hmm,
            "guidance": None if spec.hmm is None else spec.guidance,
            "base_url": api[0],
            "key_variable": api[1],
            "mmproj": mmproj,
        }
        self._trace = trace
        wrong = Together()
        self.renders = False
        with wrong:
            _check_goal(spec)
        with wrong, working("Reading the task"):
            self.eyes = Eyes(self._list, self._answer) if host == "transformers" else None
            self.request = request_of(spec, rules, self.eyes, looping=looping, tell=_tell)
            self.renders = self.request.renders
            say_repairs(spec, self.request.problem)
        with wrong:
            check_host_options(
                host, spec.model, device=device, dtype=dtype, pictures=self._shows, mmproj=mmproj
            )
        with wrong:
            _check_models(spec)
        wrong.say()

    @property
    def _shows(self) -> bool:
        """Whether there are pictures for the model; other hosts do without where something else tells of them."""
        told = self.spec.scene is not None or self.spec.detector is not None or self.renders
        return bool(self.spec.images or self.renders) and not (told and self._host != "transformers")

    def _list(self, images: Mapping[str, Any], names: Sequence[str]) -> Recognition:
        """What the model says that pictures show."""
        from clamp.hosts.seen_entities import list_entities

        check_host_options(self._host, self.spec.model, device=None, dtype=None, pictures=True)
        return list_entities(self.planner, images, names)  # pyright: ignore[reportArgumentType]

    def _answer(self, question: str, images: Mapping[str, Any], answers: tuple[str, str]) -> float:
        """The model's log-odds of the first of two answers about pictures."""
        from clamp.hosts.hf.forced_choice import log_odds

        check_host_options(self._host, self.spec.model, device=None, dtype=None, pictures=True)
        return log_odds(self.planner, question, images, answers)

    def clarify(self) -> None:
        """Say back what was understood of the requirements; where the model is to say what is not, ask it.

        Where people are to be asked, somebody at a terminal is; elsewhere what the model says is refused.

        Raises:
            RuleError: If one was not understood, and is not to be left out.
        """
        if self.spec.on_unclear in ("ask", "model"):
            from clamp.hosts.requirements import by_model

            if any(one.status == "abstained" for one in self.request.requirements.clauses):
                if self.spec.looks:
                    _ = (
                        self.request.sight
                    )  # what is wrong in pictures and scenes is said before a model is loaded
                person, planner = is_terminal(sys.stdin) and is_terminal(sys.stderr), self.planner
                with ExitStack() as waiting:
                    waiting.enter_context(working("Asking the model what is required"))

                    def choose(clause: Clause) -> Reading | None:
                        waiting.close()
                        return _chosen(clause)

                    self.request = by_model(self.request, planner, choose if person else None)
        _ = self.request.rules  # refuses what is not clear
        for clause in self.request.requirements.clauses:
            said = (
                clause.readings[0].said if clause.status == "understood" else "left out: it is not understood"
            )
            messages().print(f"Requirement {clause.text!r}: {said}")

    def write(self) -> PlanResult:
        """The plan, or why there is none; `request` then says what was seen."""
        with working("Looking"):
            matches = self.request.sight.matches
        self._say_matches(matches)
        self.request.check()
        asked = self.request.configuration
        if isinstance(asked, Configuration) and asked.examples is not None:
            from clamp.hosts.goals import read_examples

            read_examples(Path(asked.examples))  # before a model is loaded
        self.request.check_names()
        if self.request.asks_model:
            from clamp.hosts.seen_entities import looked

            planner = self.planner
            with working("Asking the model what it sees"):
                self.request = looked(self.request, planner)
        refusal = self.request.refusal
        if refusal is None or refusal.cause != "absent":
            self.say_what_is_not_there()
        if refusal is not None:  # no model is needed to know it
            return self.request.told(PlanResult("fail", failure=refusal))
        return self.plan(self.request)

    def _say_matches(self, matches: Sequence[Match]) -> None:
        for match in matches:
            if match.stage != "exact" or match.entity is None:
                messages().print(f"{match}", style="yellow")

    def say_what_contradicts(self) -> None:
        """What is known of the state contradicts itself, or the problem file, where a side was taken."""
        state = self.request.state
        if state is not None and state.failure is None:
            for one in state.contradictions:
                messages().print(f"{one.text} Preferred: {state.prefer}.", style="yellow")

    def say_what_is_not_there(self) -> None:
        """What the instruction speaks of in vain, where that is not the reason that there is no plan."""
        for one in self.request.vain:
            messages().print(describe(one), style="yellow")

    @cached_property
    def planner(self) -> PlanHost:
        """The model, loaded when it is first needed."""
        with working("Loading the model") as say:
            return load_host(
                self._host, self.spec.model, pictures=self._shows, progress=say, **self._model_options
            )

    def plan(self, request: Request) -> PlanResult:
        """The plan of a request, with what has been seen; on a terminal its text is shown as it is written."""
        planner, console = self.planner, messages()
        request, note = planner.legible(request)
        if note:
            console.print(note, style="yellow")
        with ExitStack() as reading:
            reading.enter_context(working("Reading the prompt"))

            def on_text(text: str) -> None:
                reading.close()
                console.print(text, end="", style=None if self.streams_result else "dim")

            result = planner.run(request, trace=self._trace, on_text=on_text if self.streams else None)
        if result.text and self.streams:
            console.print()
        return result

    @property
    def streams(self) -> bool:
        """Whether somebody watches: text is shown as it is written on a terminal only."""
        return is_terminal(sys.stderr)

    @property
    def streams_result(self) -> bool:
        """Whether what was shown as it was written is all that the reader of the result needs.

        Then the plan is not written a second time. Where standard output leads elsewhere, it gets the plan.
        """
        return self.streams and is_terminal(sys.stdout)

    def say_what_is_seen(self) -> None:
        """The list of what may be named, for a failure that misses something."""
        names = self.request.seen
        listed = self.request.system.entities if names is None else names
        results().print(f"Seen: {', '.join(listed) or 'nothing'}.")


def _chosen(clause: Clause) -> Reading | None:
    """Which of the model's readings, if any, is meant by who sits at the terminal."""
    console = messages()
    console.print(
        f"The requirement {clause.text!r} was not understood. The model reads it as:", style="yellow"
    )
    for number, one in enumerate(clause.readings, 1):
        console.print(f"  {number}. {one.said}\n     {one.rule.text}")
    numbers = " or ".join(str(number + 1) for number in range(len(clause.readings)))
    console.print(f"Which do you mean? [{numbers}; anything else for neither] ", end="")
    said = sys.stdin.readline().strip()
    return clause.readings[int(said) - 1] if said in numbers.split(" or ") else None


def is_terminal(stream: TextIO) -> bool:
    """Whether what is written to a stream is read by a person, now."""
    return stream.isatty()


def _tell(said: str) -> None:
    messages().print(said, style="yellow")


def _check_goal(spec: TaskFile) -> None:
    """Refuse what means nothing without a goal, a slack or a weight λ, before anything is loaded."""
    if spec.slack is not None and not spec.enforces(GOAL):
        raise ConstraintError(
            f"--slack {spec.slack} counts from the shortest plan that reaches the goal, so it needs constraints "
            f"with 'goal', such as --constraints world, not {spec.constraints}. Give a --budget instead."
        )
    if spec.hmm is None and spec.guidance and "guidance" in spec.model_fields_set:
        raise ConstraintError(
            f"--guidance {spec.guidance:g} needs an HMM to weigh plans with. Add --hmm FOLDER."
        )
    if spec.adaptation != "none" and (spec.hmm is None or not spec.guidance):
        raise ConstraintError(
            f"--adaptation {spec.adaptation} changes the HMM that weighs the plan, and none does. Add --hmm FOLDER, "
            "and leave --guidance 0 out."
        )
    check_adapting(spec.adaptation, spec.pseudocount)
    if spec.hmm is None:
        check_heeded(spec.arguments(Weighing), "there is none. Add --hmm FOLDER")
    elif spec.guidance and (why := unweighable(spec.enforce, spec.lookahead)) is not None:
        raise ConstraintError(
            f"{why} Use --constraints world, or --lookahead action with some constraints (it weighs actions whatever "
            "they lead to); or add --guidance 0, or leave --hmm out."
        )


def _check_models(spec: TaskFile) -> None:
    """What the models' own files say before one is loaded.

    Raises:
        HostError: If a model is not there, or its folder holds none.
        HMMError: If the folder holds no HMM.
    """
    wrong = Together()
    if isinstance(spec.detector, str):
        with wrong:
            local_folder(spec.detector)
    if spec.embedder is not None:
        with wrong:
            local_folder(spec.embedder, ("modules.json", "config.json"))
    if spec.hmm is not None:
        from clamp.hmm import HMM

        with wrong:
            HMM.from_pretrained(spec.hmm)
    wrong.say()


def check_closed_loop(writer: PlanWriter, environment: str | None) -> Problem:
    """The problem that a closed loop is about.

    Raises:
        ConstraintError: If the task says itself what is seen, or nothing can be executed.
    """
    from clamp.planning import Problem

    spec = writer.spec
    problem = checks.instance(
        "system",
        writer.request.problem,
        Problem,
        what="a problem in PDDL",
        hint="A closed loop looks at facts and plans again from them: it needs a PDDL `domain` and `problem`.",
    )
    if spec.looks or spec.seen is not None:
        raise ConstraintError(
            "In a closed loop the environment says what is seen: drop `images`, `scene`, `detector` and "
            "`seen`."
        )
    if spec.enforce != CONFIGURATIONS["world"]:
        raise ConstraintError("A closed loop executes its plans, so `constraints` is `world`.")
    world = writer.request.world
    if environment is not None and world is not None and world.opened is not None:
        raise ConstraintError(f"--environment: {spec.world} brings its own world. Give one of the two.")
    if environment is not None:
        _named(environment)
    return problem


def run_closed_loop(
    writer: PlanWriter, *, environment: str | None, forget_after: int | None, as_json: bool
) -> bool:
    """Run one, and show it; whether the goal was reached.

    Raises:
        ConstraintError: As `check_closed_loop`, or if the environment cannot be made.
    """
    from clamp.loop.loop import LoopResult, closed_loop
    from clamp.loop.symbolic import SymbolicEnvironment
    from clamp.loop.world import JudgedEnvironment

    problem, rules = check_closed_loop(writer, environment), writer.request.rules
    memory = Memory(forget_after=forget_after)

    def write(
        now: TransitionSystem[Any], observation: Observation, seen: Sequence[str], left: int
    ) -> PlanResult:
        asked = writer.request.but(
            problem=now,
            rules=None,  # they are the problem's
            requirements=None,
            budget=left,
            state=None,  # the loop looks itself
            binding=False,  # what is not seen may be found
        )
        return writer.plan(
            asked.seeing(Sight(_pictures(writer, observation), observation.scene, tuple(seen)))
        )

    writer.request.check()
    writer.request.check_names()
    absent = writer.request.seeing(Sight(seen=tuple(problem.entities))).absent  # but not what there is not
    if not absent:
        writer.say_what_is_not_there()
    with ExitStack() as stack:
        named = writer.request.world
        if named is not None and named.opened is not None:
            with working("Starting the simulator"):
                opened = named.opened()
            world: Environment = stack.enter_context(opened)
        elif environment is not None:
            world = _made(environment, problem)
        else:
            world = SymbolicEnvironment(problem)
        if writer.spec.observed:
            from clamp.loop.sighted import Sighted

            looks = observer_of(writer.spec, problem.task.domain, writer.eyes)

            def look(images: Mapping[str, Any], objects: Mapping[str, str | None], scene: Scene) -> Belief:
                shown = {view: picture_of(one) for view, one in images.items()}
                return looks.observe(shown, objects, instruction=writer.request.instruction, scene=scene)

            world = Sighted(world, problem, look)
        if absent:
            message = absence(absent).message
            result = LoopResult("fail", (), world.observe().scene, 0, "absent", message)
        else:
            result = closed_loop(
                problem,
                world,
                write,
                budget=DEFAULT_BUDGET if writer.spec.budget is None else writer.spec.budget,
                memory=memory,
                rules=rules,
                on_step=_show_step,
            )
        result = replace(result, unread=writer.request.unread)
        unmet = world.unmet() if isinstance(world, JudgedEnvironment) else None
    if as_json:
        judged = {} if unmet is None else {"simulator": {"goal": not unmet, "unmet": unmet}}
        print_json(result.to_json() | judged)
    else:
        _show_loop(result)
        if unmet is not None:
            _show_judgement(unmet)
    return result.status == "goal" and not unmet


def _show_judgement(unmet: Sequence[Sequence[str]]) -> None:
    if not unmet:
        results().print("The goal holds in the simulator", style="green", end="")
        results().print(", by its own judgement.")
        return
    literals = ", ".join(f"({' '.join(literal)})" for literal in unmet)
    results().print("The goal does not hold in the simulator", style="red", end="")
    results().print(f", by its own judgement: {literals}.")


_USAGE = (
    "It is MODULE:FUNCTION; the function takes the problem and returns an environment with observe() and "
    "execute(action)."
)


def _named(name: str) -> tuple[str, str]:
    """Module and function of an environment."""
    module, sign, attribute = name.partition(":")
    if not sign or not all(part.isidentifier() for part in f"{module}.{attribute}".split(".")):
        raise ConstraintError(f"--environment {shown(name)} is not of the form MODULE:FUNCTION. {_USAGE}")
    return module, attribute


def _made(name: str, problem: Problem) -> Environment:
    """The environment that MODULE:FUNCTION makes; modules of the current folder count, as with ``python -m``.

    Raises:
        ConstraintError: If there is none, its code fails, or it makes something else.
    """
    usage = _USAGE
    module, attribute = _named(name)
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
        from clamp.loop.world import Observation
        from clamp.perception import Scene

        with _theirs(self._name, self._usage):
            seen: Any = self._world.observe()
            if not isinstance(seen, Observation):
                raise TypeError(f"observe() returned a {type(seen).__name__}, no clamp.worlds.Observation")
            if not isinstance(seen.scene, Scene) or not isinstance(seen.facts, Set):  # pyright: ignore
                raise TypeError("observe() returned an Observation without a Scene or a set of facts")
        return seen

    def execute(self, action: Action) -> None:
        """Act."""
        with _theirs(self._name, self._usage):
            self._world.execute(action)


def _pictures(writer: PlanWriter, observation: Observation) -> dict[str, Any]:
    if not observation.images or writer.planner.processor is None:
        return {}
    return {view: picture_of(pixels) for view, pixels in observation.images.items()}


def _show_step(step: Step) -> None:
    notes = ["looking"] if step.exploring else []
    if step.appeared:
        notes.append(f"now seen: {', '.join(step.appeared)}")
    elif step.denied:
        notes.append("denied: nothing changed")
    elif not step.expected:
        notes.append("not as expected")
    note = f"   ({'; '.join(notes)})" if notes else ""
    messages().print(f"executed {step.action}{note}")


def _show_loop(result: LoopResult) -> None:
    console = results()
    for step in result.steps:
        console.print(str(step.action))
    if result:
        console.print()
        console.print("The goal holds", style="green", end="")
        console.print(
            f", as far as can be seen: {count(len(result.steps), 'action')}, "
            f"{count(result.plans, 'plan')} written."
        )
        if result.unread:
            console.print(not_certified(result.unread), style="yellow")
    else:
        console.print("No plan", style="red", end="")
        console.print(f" ({result.cause}): {result.message}")
        console.print(f"Seen: {', '.join(result.scene.seen) or 'nothing'}.")
