"""The command line: ``clamp plan | lint | sample | distill | adapt | remap | report | bench``.

Exit codes: 0 a plan (or success), 1 no plan exists (or lint errors), 2 bad input, 130 interrupted. Standard
output carries only the result; progress and messages go to standard error. Commands import what they need
when they run, so that ``clamp --help`` is quick.
"""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from clamp.cli import bench, hmm, lint, plan
from clamp.cli.console import INTERRUPTED

app = typer.Typer(
    name="clamp",
    help="Plans that cannot be wrong: constrained decoding for embodied planning.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("plan")(plan.plan)
app.command("lint")(lint.lint)
app.command("sample")(hmm.sample)
app.command("distill")(hmm.distill)
app.command("adapt")(hmm.adapt)
app.command("remap")(hmm.remap)
app.command("report")(bench.report)
app.add_typer(bench.app, name="bench")


def _version(wanted: bool) -> None:
    if wanted:
        import clamp

        typer.echo(f"clamp {clamp.__version__}")
        raise typer.Exit


@app.callback()
def _root(  # pyright: ignore[reportUnusedFunction]
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Plans that cannot be wrong: constrained decoding for embodied planning."""


def main() -> None:
    """Entry point of the command ``clamp``."""
    try:
        app()
    except KeyboardInterrupt:
        # Ctrl-C before a command began to listen for it.
        sys.stderr.write("Interrupted.\n")
        sys.exit(INTERRUPTED)
