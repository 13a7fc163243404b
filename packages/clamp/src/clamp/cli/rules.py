"""``clamp rules``: what a rule book says, and what becomes of its rules along a plan."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from clamp import checks
from clamp.checks import count
from clamp.cli.console import NO_PLAN, AsJson, guarded, messages, print_json, results, working
from clamp.cli.options import formerly, read_spec, starts_of
from clamp.errors import ConstraintError, PlanSyntaxError
from clamp.files import parse_json, read_text, shown
from clamp.hosts.loading import check_host_options, load_host
from clamp.planning.rules import Rule, RuleBook, judge
from clamp.planning.system import Action, not_certified
from clamp.request.form import world_of
from clamp.request.worlds import NamedWorld

if TYPE_CHECKING:
    from clamp.planning.rules.judging import Judgement, Verdict
    from clamp.words.requirements import Clause, Requirements

app = typer.Typer(help="Rule books: what they say, and which plans keep them.", no_args_is_help=True)

Book = Annotated[
    Path | None,
    typer.Argument(
        metavar="BOOK", help="A rule book in YAML; may be left out where the PDDL files have constraints."
    ),
]
DomainFile = Annotated[
    Path | None,
    typer.Option("--domain", metavar="FILE", help="PDDL domain; instead of the one that the book names."),
]
ProblemFile = Annotated[
    Path | None, typer.Option("--problem", metavar="FILE", help="PDDL problem; the same.")
]
TaskOption = Annotated[
    Path | None,
    typer.Option("--task", metavar="TASK.yaml", help="Instead: the world of a task of `clamp plan`."),
]
WorldOption = Annotated[
    str | None,
    typer.Option(
        "--world",
        metavar="KIND:NAME",
        help="Instead: a world by name, such as eai:27_2 or ai2thor:FloorPlan1.",
    ),
]
StartOption = Annotated[
    list[str] | None,
    typer.Option(
        "--start", metavar="NAME=VALUE", help="How that world, or a task's, begins, in its own terms."
    ),
]
EAITask = Annotated[str | None, typer.Option(hidden=True, help="Now --world eai:…")]
FloorPlanOption = Annotated[
    str | None, typer.Option("--floor-plan", hidden=True, help="Now --world ai2thor:…")
]

_COLOURS = {"kept": "green", "vacuous": "yellow", "broken": "red"}


@app.command()
@guarded
def check(
    plan: Annotated[
        Path,
        typer.Option(
            metavar="PLAN",
            help="The plan: the JSON that `clamp plan --json` writes, or a text in any plan format, or PDDL's.",
        ),
    ],
    book: Book = None,
    domain: DomainFile = None,
    problem: ProblemFile = None,
    task: TaskOption = None,
    world: WorldOption = None,
    start: StartOption = None,
    eai_task: EAITask = None,
    floor_plan: FloorPlanOption = None,
    plan_format: Annotated[
        str | None, typer.Option("--format", help="The plan's format; found out by default.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Judge a plan, also one that misses its goal: each rule is kept, vacuously kept, or broken by an action.

    Constraints of the PDDL files are judged before the rules of the book. A rule that asks for one thing before
    another is kept to the letter alone where what was done first was undone before the second: that is told. Without
    a planning model, rules may speak of actions only. Exit code 0: every rule is kept. 1: one is broken, or the plan
    cannot be executed, or was written without a clause of its requirements that was not read. 2: a file cannot be
    read, or the book does not fit.
    """
    model = _Model(
        domain, problem, task, formerly(world, eai_task=eai_task, floor_plan=floor_plan), start or ()
    )
    rules, found = _book(book, model)
    system = None if found is None else found.system
    actions = read_plan(plan, plan_format, found)
    if system is None:
        from clamp.planning.rules.judging import ActionsAlone

        system = ActionsAlone(actions, rules)
        messages().print(
            "No planning model was given: the rules are judged on the actions alone.",
            style="yellow",
        )
    judgement, unread = judge(system, rules, actions), _unread(plan)
    if as_json:
        print_json(judgement.to_json(actions) | {"unread": list(unread)})
    else:
        _print(judgement, actions)
        if unread:
            results().print(not_certified(unread), style="red")
    if judgement.broken or judgement.validation.step is not None or unread:
        raise typer.Exit(NO_PLAN)


@app.command()
@guarded
def show(
    book: Book = None,
    dot: Annotated[bool, typer.Option("--dot", help="Write the automata as one graph for Graphviz.")] = False,
    rule: Annotated[list[str] | None, typer.Option(help="Only this rule, by name; repeatable.")] = None,
    domain: DomainFile = None,
    problem: ProblemFile = None,
    task: TaskOption = None,
    world: WorldOption = None,
    start: StartOption = None,
    eai_task: EAITask = None,
    floor_plan: FloorPlanOption = None,
    as_json: AsJson = False,
) -> None:
    """Say what each rule of a book, and each constraint of the PDDL files, means as a formula; or draw its automaton.

    With a planning model, also check that the book fits it, and that its rules can be kept together.
    """
    from clamp.planning.rules.drawing import drawing

    model = _Model(
        domain, problem, task, formerly(world, eai_task=eai_task, floor_plan=floor_plan), start or ()
    )
    rules, found = _book(book, model)
    system = None if found is None else found.system
    if system is not None:
        from clamp.planning.rules.consistency import refuse_contradictions
        from clamp.planning.rules.grounding import ground_rules

        rules = (*system.constraints, *rules)
        refuse_contradictions(ground_rules(system, system.rule_words(), rules), len(system.actions))
    chosen = _chosen(rules, rule or ())
    if dot:
        results().print(drawing(chosen))
    elif as_json:
        print_json({"rules": [one.to_json() for one in chosen]})
    else:
        console = results()
        for one in chosen:
            console.print(f"{one.name} ({one.severity})", style="bold")
            console.print(f"  {' '.join(one.text.split())}")
            if one.because:
                console.print(f"  {one.because}")


@app.command()
@guarded
def read(
    sentences: Annotated[
        str | None, typer.Argument(metavar="[TEXT]", help="What a person requires, in English.")
    ] = None,
    file: Annotated[
        Path | None,
        typer.Option("--file", metavar="SENTENCES", help="Instead: a file of such texts, one a line."),
    ] = None,
    domain: DomainFile = None,
    problem: ProblemFile = None,
    task: TaskOption = None,
    world: WorldOption = None,
    start: StartOption = None,
    eai_task: EAITask = None,
    floor_plan: FloorPlanOption = None,
    steps: Annotated[
        str,
        typer.Option(help="How *within n steps* counts: index (the n-th action is the last) or intervening."),
    ] = "index",
    order: Annotated[
        str,
        typer.Option(
            help="What *A before B* asks: substance (what A brought about still holds at B, where it can) or letter "
            "(A was done before)."
        ),
    ] = "substance",
    on_unclear: Annotated[
        str,
        typer.Option(
            help="What becomes of what is not understood: refuse it, ask whether it means what a model says, or take "
            "what the model says where it is sure (refuse, ask, model)."
        ),
    ] = "refuse",
    model: Annotated[str | None, typer.Option(help="That model; as of `clamp plan`.")] = None,
    host: Annotated[str, typer.Option(metavar="NAME", help="What runs it.")] = "transformers",
    device: Annotated[str | None, typer.Option(help="cpu, cuda, …")] = None,
    dtype: Annotated[str | None, typer.Option(help="bfloat16 (the default), float16 or float32.")] = None,
    as_json: AsJson = False,
) -> None:
    """Read sentences as rules, and say back what was understood; what is not sure is not guessed.

    With --file and --json: one record a line. Exit code 0: every clause was understood. 1: one was not, or may mean
    several things. 2: bad input.
    """
    from clamp.words.requirements import Requirements, read_requirements
    from clamp.words.wording import wording_of

    if on_unclear not in ("refuse", "ask", "model"):
        raise ConstraintError(f"--on-unclear: it is 'refuse', 'ask' or 'model', not {shown(on_unclear)}.")
    if on_unclear == "refuse" and (model, device, dtype, host) != (None, None, None, "transformers"):
        raise ConstraintError("--model, --host, --device and --dtype are for --on-unclear ask or model.")
    if on_unclear != "refuse":
        if (steps, order) != ("index", "substance"):
            raise ConstraintError(
                "--on-unclear: a model reads orders in substance and counts steps by index. Leave --steps and --order "
                "out."
            )
        check_host_options(host, model, device=device, dtype=dtype, pictures=False)

    if steps not in ("index", "intervening"):
        raise ConstraintError(f"--steps: it is 'index' or 'intervening', not {shown(steps)}.")
    if order not in ("substance", "letter"):
        raise ConstraintError(f"--order: it is 'substance' or 'letter', not {shown(order)}.")
    if (sentences is None) == (file is None):
        raise ConstraintError("Give a text, or --file with one text a line; and not both.")
    named = _Model(
        domain, problem, task, formerly(world, eai_task=eai_task, floor_plan=floor_plan), start or ()
    ).found(None)
    if named is None:
        raise ConstraintError("Sentences speak of a world: give --domain and --problem, --task or --world.")
    wording = wording_of(named.system)
    texts = [sentences] if sentences is not None else _lines(cast("Path", file))
    found = list[Requirements]()

    @cache
    def reader() -> Callable[[Sequence[str]], list[Clause]]:
        from clamp.hosts.requirements import reads_as_rules

        return reads_as_rules(named.system, load_host(host, model, device=device, dtype=dtype))

    for text in texts:
        one = read_requirements(text, wording, steps=steps, order=order)
        if on_unclear != "refuse" and any(clause.status == "abstained" for clause in one.clauses):
            from clamp.hosts.requirements import with_model

            with working("Asking the model what is required"):
                one = with_model(one, reader(), take=on_unclear == "model")
        found.append(one)
        if as_json and file is not None:
            typer.echo(json.dumps(one.to_json(), ensure_ascii=False))
        elif not as_json:
            _print_read(one)
    if as_json and file is None:
        print_json(found[0].to_json())
    if any(one.status != "understood" for one in found):
        raise typer.Exit(NO_PLAN)


def _lines(path: Path) -> list[str]:
    lines = [line.strip() for line in read_text(path, "sentences", ConstraintError).splitlines()]
    found = [line for line in lines if line]
    if not found:
        raise ConstraintError(f"{path}: the file has no sentences; it should have one text a line.")
    return found


def _print_read(found: Requirements) -> None:
    console = results()
    if not found.clauses:
        console.print("abstained: there is no sentence", style="red")
    for clause in found.clauses:
        console.print(f"{clause.status}: {clause.text}", style=_COLOURS_OF[clause.status])
        for reading in clause.readings:
            console.print(f"  {reading.said}")
            console.print(f"    {reading.rule.text}")
        if clause.why:
            console.print(f"  {clause.why}")
        if clause.suggestion:
            console.print(f"  nearest that would be understood: {clause.suggestion}")


_COLOURS_OF = {"understood": "green", "ambiguous": "yellow", "abstained": "red"}


def _chosen(rules: Sequence[Rule], names: Sequence[str]) -> list[Rule]:
    by_name = {one.name: one for one in rules}
    for name in names:
        if name not in by_name:
            from rapidfuzz import process

            near = process.extractOne(name, list(by_name), score_cutoff=60)
            hint = f" Did you mean {near[0]!r}?" if near else ""
            raise ConstraintError(f"There is no rule {shown(name)}.{hint}")
    return [by_name[name] for name in names] if names else list(rules)


@dataclass(frozen=True)
class _Model:
    """The options that give a planning model, of which one is meant."""

    domain: Path | None
    problem: Path | None
    task: Path | None
    world: str | None
    start: Sequence[str]

    def found(self, book: RuleBook | None) -> NamedWorld | None:
        """The planning model that is given, or that the book names; ``None`` if there is none."""
        given = [name for name, one in (("--task", self.task), ("--world", self.world)) if one is not None]
        domain, problem = self.domain, self.problem
        if domain is not None or problem is not None:
            given.append("--domain and --problem")
        if len(given) > 1:
            raise ConstraintError(f"Give one planning model, not several: {', '.join(given)}.")
        if self.task is not None or self.world is not None:
            fields = {"world": self.world, "start": starts_of(self.start)}
            return world_of(read_spec(self.task, {name: one for name, one in fields.items() if one}))
        if self.start:
            raise ConstraintError(
                "--start says how a world begins that has a name: give --world, or a --task of one."
            )
        if book is not None:
            domain, problem = domain or book.domain, problem or book.problem
        if domain is None and problem is None:
            return None
        if domain is None or problem is None:
            raise ConstraintError("A planning model is a domain and a problem: give both.")
        from clamp.planning import Problem

        return NamedWorld(Problem.from_pddl(domain, problem))


def _book(book: Path | None, model: _Model) -> tuple[tuple[Rule, ...], NamedWorld | None]:
    """The rules of a book, if there is one, and the planning model.

    Raises:
        ConstraintError: If there are neither rules nor constraints.
    """
    read = None if book is None else RuleBook.read(book)
    found = model.found(read)
    if read is None and (found is None or not found.system.constraints):
        raise ConstraintError(
            "There are no rules: name a book, or a --domain and --problem in PDDL that have :constraints."
        )
    return (() if read is None else read.rules), found


def read_plan(path: Path, plan_format: str | None, world: NamedWorld | None = None) -> list[Action]:
    """The actions of a plan in a file.

    Args:
        world: Whose ways to write plans are tried before others.

    Raises:
        PlanSyntaxError: If it is no plan in the format.
        ConstraintError: If it cannot be read, or is no plan in any format, where none is given.
    """
    text = read_text(path, "plan", ConstraintError)
    from clamp.decoding.formats import format_names, format_of

    if plan_format is not None:
        return format_of(plan_format).parse(text.strip(), strict=False)
    if not text.strip():
        raise ConstraintError(f"{path}: the file is empty. A plan without actions is written as `[]`.")
    tries: list[tuple[str, Callable[[str], list[Action]]]] = []
    if text.lstrip()[:1] in ("{", "["):
        document = parse_json(text, path, ConstraintError)
        found = _documented(document)
        if found is not None:
            return found
    own = None if world is None else world.read_plan
    if own is not None:
        tries.append(("the world's own", lambda text: own(text, path)))
    formats = {name: format_of(name) for name in format_names()}
    if world is not None and world.plan_format is not None:
        formats = {world.plan_format.name: world.plan_format} | formats
    tries.append(("PDDL", _pddl_plan))
    tries += [(name, partial(one.parse, strict=False)) for name, one in formats.items()]
    said: list[str] = []
    for name, read in tries:
        try:
            return read(text.strip())
        except (PlanSyntaxError, ConstraintError) as error:
            said.append(f"  {name}: {str(error).removeprefix(f'{path}: ')}")
    raise ConstraintError(f"{path}: this is no plan in any format that is known:\n" + "\n".join(said))


def _unread(path: Path) -> tuple[str, ...]:
    """The clauses of its requirements that were not read when a plan was written, as its JSON document tells.

    Raises:
        ConstraintError: If it says of them what makes no sense.
    """
    text = read_text(path, "plan", ConstraintError)
    document: Any = parse_json(text, path, ConstraintError) if text.lstrip()[:1] == "{" else None
    try:
        certificate, clauses = document["certificate"], document.get("requirements", ())
    except (TypeError, KeyError):
        return ()
    try:
        left = [one["text"] for one in clauses if one["status"] != "understood"]
        own = () if certificate is None else certificate.get("unread", ())
        return tuple(dict.fromkeys(checks.names("unread", (*left, *checks.names("unread", own)))))
    except (TypeError, KeyError, AttributeError):
        raise ConstraintError(
            f"{path}: its `certificate` or its `requirements` are not as `clamp plan --json` writes them, so that "
            "nothing tells which clauses were not read. Was the file changed?"
        ) from None


def _documented(document: Any) -> list[Action] | None:
    """The actions of a JSON document as `clamp plan --json` writes it, or of a list of its actions."""
    given: Any = document
    if isinstance(document, dict):
        result = cast("dict[str, Any]", document)
        given = result.get("actions")
        if result.get("status") == "fail" and not given:
            raise ConstraintError("The document says that no plan was found: there is nothing to judge.")
    if not isinstance(given, list):
        return None
    found: list[Action] = []
    for one in cast("list[Any]", given):
        if not isinstance(one, dict):
            return None
        fields = cast("dict[str, Any]", one)
        name, args = fields.get("name"), fields.get("args")
        if not isinstance(name, str) or not isinstance(args, list) or len(fields) != 2:
            return None
        if not name or not all(isinstance(arg, str) for arg in cast("list[Any]", args)):
            return None
        found.append(Action(name, tuple(cast("list[str]", args))))
    return found


_PDDL_STEP = re.compile(r"(?:[\d.]+\s*:\s*)?\(\s*([^\s()]+)((?:\s+[^\s()]+)*)\s*\)(?:\s*\[[\d.]+\])?")


def _pddl_plan(text: str) -> list[Action]:
    """A plan as planners write it: ``(pick cup table)``, one action a line; ``;`` begins a comment."""
    found: list[Action] = []
    place = 0
    for line in text.splitlines(keepends=True):
        said = line.partition(";")[0].strip()
        if said:
            step = _PDDL_STEP.fullmatch(said)
            if step is None:
                raise PlanSyntaxError(f"byte {place}: no action such as (pick cup table).", place)
            found.append(Action(step[1].lower(), tuple(step[2].lower().split())))
        place += len(line.encode())
    return found


def _print(judgement: Judgement, actions: Sequence[Action]) -> None:
    console = results()
    for one in judgement.verdicts:
        console.print(f"{one.outcome:8}", style=_COLOURS[one.outcome], end="")
        console.print(f"{one.rule.name}{_why(one, actions)}")
        for flag in one.undone:
            console.print(f"        {flag.said(actions)}", style="yellow")
    validation = judgement.validation
    if validation.step is not None:
        judged = (
            f"{count(judgement.executed, 'action')} {'was' if judgement.executed == 1 else 'were'} judged"
        )
        console.print(f"The plan cannot be executed; its first {judged}. {validation.reason}")
    elif not validation.valid:
        console.print(f"The plan can be executed, but misses its goal. {validation.reason}")
    vacuous = sum(one.outcome == "vacuous" for one in judgement.verdicts)
    kept = sum(one.kept for one in judgement.verdicts)
    letter = sum(bool(one.undone) for one in judgement.verdicts)
    console.print(
        f"{kept} of {count(len(judgement.verdicts), 'rule')} kept"
        + (f", {vacuous} of them vacuously" if vacuous else "")
        + (f", {letter} of them to the letter alone" if letter else ""),
    )


def _why(verdict: Verdict, actions: Sequence[Action]) -> str:
    rule = verdict.rule
    if verdict.outcome == "vacuous":
        return ": nothing happened that it is about"
    if verdict.kept:
        return ""
    number = f"action {verdict.action}, " if verdict.action else ""
    bound = "; ".join(", ".join(f"{name} = {value}" for name, value in one.items()) for one in verdict.of)
    of = f" for {bound}" if bound else ""
    because = f" ({rule.severity}: {rule.because})" if rule.because else f" ({rule.severity})"
    return f": broken at {number}{verdict.where(actions)}{of}{because}"
