"""Running the command line inside the test process."""

from __future__ import annotations

from typing import Any

from roots import EXAMPLES
from typer.testing import CliRunner

from clamp.cli import app

KITCHEN = EXAMPLES / "kitchen"
DOMAIN, PROBLEM = str(KITCHEN / "domain.pddl"), str(KITCHEN / "problem.pddl")
TASK = str(KITCHEN / "task.yaml")


def run(*arguments: str, stdin: str = "") -> Any:
    """What a command printed and returned; an exception that is no exit code is raised."""
    result = CliRunner().invoke(app, list(arguments), input=stdin)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def flat(text: str) -> str:
    """A text on one line, however wide the terminal was."""
    return " ".join(text.split())
