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
from clamp.planning.lint import Finding, Severity

if TYPE_CHECKING:
    from clamp.planning.task import Task

_COLOURS: dict[Severity, str] = {"error": "red", "warning": "yellow", "info": "cyan"}


@guarded
def lint(
    domain: Annotated[Path, typer.Argument(metavar="DOMAIN", help="PDDL domain.")],
    problem: Annotated[Path, typer.Argument(metavar="PROBLEM", help="PDDL problem.")],
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
        Path | None, typer.Option("--task", metavar="TASK.yaml", help="Also check the rules of this task.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List repairs, dead actions, unreachable goals, contradictions, troublesome names and rules.

    Exit code 0: nothing worse than warnings and notes. 1: an error was found. 2: a file cannot be read.
    """
    from clamp.planning.lint import lint as find
    from clamp.planning.pddl import read_task

    task, repairs = read_task(domain, problem)
    about_rules = _about_rules(task, rule or (), task_file)
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


def _about_rules(task: Task, texts: Sequence[str], task_file: Path | None) -> list[Finding]:
    if not (texts or task_file is not None or task.constraints or task.domain.constraints):
        return []
    from clamp.cli.options import read_spec
    from clamp.planning import Problem
    from clamp.planning.rules import Rule
    from clamp.planning.rules.conflict import lint_rules
    from clamp.request.form import rules_of

    rules = [Rule.parse(text) for text in texts]
    if task_file is not None:
        rules = rules_of(read_spec(task_file, {})) + rules
    return lint_rules(Problem.from_task(task), rules)
