"""``clamp lint``: what is wrong with a PDDL domain and problem."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from clamp.checks import count
from clamp.cli.console import NO_PLAN, AsJson, guarded, print_json, results, working
from clamp.errors import ConstraintError
from clamp.files import shown_path
from clamp.planning.lint import Finding, Severity

if TYPE_CHECKING:
    from clamp.planning.rules import Rule
    from clamp.planning.task import Task
    from clamp.request.form import TaskFile

_COLOURS: dict[Severity, str] = {"error": "red", "warning": "yellow", "info": "cyan"}


@guarded
def lint(
    domain: Annotated[Path | None, typer.Argument(metavar="DOMAIN", help="PDDL domain.")] = None,
    problem: Annotated[Path | None, typer.Argument(metavar="PROBLEM", help="PDDL problem.")] = None,
    tokenizer: Annotated[
        str | None,
        typer.Option(
            help="Also check that this model's tokens can spell every entity (name, folder or GGUF)."
        ),
    ] = None,
    rule: Annotated[
        list[str] | None, typer.Option(help="Also check this temporal rule, as in `clamp plan`; repeatable.")
    ] = None,
    task_file: Annotated[
        Path | None,
        typer.Option(
            "--task", metavar="TASK.yaml", help="A task: its rules, and its own domain and problem."
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List repairs, dead actions, unreachable goals, contradictions, troublesome names and rules.

    Of DOMAIN and PROBLEM, or of those that the task names.

    Exit code 0: nothing worse than warnings and notes. 1: an error was found. 2: a file cannot be read.
    """
    from clamp.cli.options import read_spec
    from clamp.planning.lint import lint as find
    from clamp.planning.pddl import read_task
    from clamp.planning.rules import Rule
    from clamp.request.form import rules_of

    spec = None if task_file is None else read_spec(task_file, {})
    task, repairs = read_task(*_files(domain, problem, spec))
    about_rules = _about_rules(
        task, [*(() if spec is None else rules_of(spec)), *map(Rule.parse, rule or ())]
    )
    vocabulary: Any = None
    if tokenizer is not None:
        from clamp.automata import Vocabulary
        from clamp.hosts.choices import check_model

        check_model(tokenizer, weights=False)

        with working("Loading the tokenizer"):
            from clamp.hosts.hf.models import load_tokenizer

            vocabulary = Vocabulary.from_tokenizer(load_tokenizer(tokenizer))
    findings = find(task, repairs, vocabulary=vocabulary) + about_rules
    if as_json:
        print_json({"findings": [asdict(finding) for finding in findings]})
    else:
        console = results()
        for finding in findings:
            console.print(f"{finding.severity} ", style=_COLOURS[finding.severity], end="")
            where = f"{finding.where}: " if finding.where else ""
            console.print(f"{where}{finding.message} [{finding.kind}]")
        found = Counter(finding.severity for finding in findings)
        kinds = (("error", "error"), ("warning", "warning"), ("info", "note"))
        console.print(", ".join(count(found[severity], noun) for severity, noun in kinds))
    if any(finding.severity == "error" for finding in findings):
        raise typer.Exit(NO_PLAN)


def _files(domain: Path | None, problem: Path | None, spec: TaskFile | None) -> tuple[Path, Path]:
    """The files to look at: those that are given, or a task's own."""
    if domain is not None and problem is not None:
        return domain, problem
    if domain is not None and domain.suffix in (".yaml", ".yml"):
        raise ConstraintError(
            f"{shown_path(domain)} is a task, by its ending. Write `clamp lint --task {shown_path(domain)}`."
        )
    if domain is not None:
        raise ConstraintError(
            f"There is a domain, {shown_path(domain)}, and no problem. Give both, or a --task."
        )
    if spec is None:
        raise ConstraintError("There is nothing to look at. Give DOMAIN and PROBLEM, or --task TASK.yaml.")
    if spec.domain is None or spec.problem is None:
        raise ConstraintError(
            f"--task: its world is {spec.world}, which is not written in PDDL. Give a task with `domain` and `problem`."
        )
    return Path(spec.domain), Path(spec.problem)


def _about_rules(task: Task, rules: Sequence[Rule]) -> list[Finding]:
    if not (rules or task.constraints or task.domain.constraints):
        return []
    from clamp.planning import Problem
    from clamp.planning.rules.conflict import lint_rules

    return lint_rules(Problem.from_task(task), rules)
