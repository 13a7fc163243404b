"""The command line: ``clamp plan | goal | lint | init | doctor | rules | serve | trace``, and commands for HMMs.

Packages add theirs: clamp-bench ``report | bench``.

Exit codes: 0 a plan (or success), 1 no plan exists (or lint errors), 2 bad input, 70 a defect of CLAMP, 130
interrupted, 141 nobody reads the output any more. Standard output carries only the result; progress and
messages go to standard error. Commands import what they need when they run: ``clamp --help`` is quick.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Generator
from contextlib import contextmanager
from importlib import metadata
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from clamp.cli import doctor, export, goal, hmm, lint, plan, rules, serve, starter, trace
from clamp.cli.console import (
    BAD_INPUT,
    DEFECT,
    INTERRUPTED,
    NO_READER,
    complain,
    fit_terminal,
    guarded,
    refused_by_system,
    shortened,
    silence,
)
from clamp.cli.defaults import read_defaults
from clamp.errors import ClampError
from clamp.visible import printable

COMMANDS = "clamp.commands"
"""The group of entry points by which packages add commands: each names a function that takes the `typer.Typer`."""

LOG = "CLAMP_LOG"
"""The environment variable with the level from which on the library's log goes to standard error."""

UsageError: Any = typer.BadParameter.__base__
"""The error of an option or argument that cannot be read; typer gives it no name of its own."""


class Commands(TyperGroup):
    """All commands, those of other packages included; usage errors show nothing that acts on a terminal."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.commands = {**self.commands, **_of_others()}

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run a command line."""
        fit_terminal()
        return super().main(*args, **kwargs)

    def make_context(self, *args: Any, **kwargs: Any) -> Any:
        """Read the options."""
        with _readable():
            try:
                kwargs.setdefault("default_map", read_defaults(self))
            except ClampError as error:
                raise UsageError(str(error)) from None
            return super().make_context(*args, **kwargs)

    def invoke(self, ctx: Any) -> Any:
        """Run the command that the options ask for."""
        with _readable():
            return super().invoke(ctx)


def _of_others() -> dict[str, Any]:
    """The commands that other packages add; what cannot be loaded is a command that says so, and the rest is there."""
    found: dict[str, Any] = {}
    for one in sorted(metadata.entry_points(group=COMMANDS), key=lambda one: one.name):
        added = typer.Typer()
        try:
            one.load()(added)
        except Exception as error:  # theirs may be anything
            owner = "an unknown package" if one.dist is None else one.dist.name
            added = typer.Typer()
            anything = {"allow_extra_args": True, "ignore_unknown_options": True}
            refuse = _refusal(f"The commands of {owner} cannot be loaded: {error!r}.")
            added.command(one.name, context_settings=anything)(refuse)
        found |= typer.main.get_group(added).commands
    return found


def _refusal(said: str) -> Any:
    @guarded
    def refuse() -> None:
        raise ClampError(said)

    refuse.__doc__ = said
    return refuse


@contextmanager
def _readable() -> Generator[None]:
    try:
        yield
    except UsageError as error:
        said = str(error.message).removeprefix("Value error, ")  # pydantic's, which typer asks of late
        if "embedded null" in said:
            said = "a path holds no null character."
        error.message = printable(shortened(said))
        for name in ("option_name", "param_hint"):
            text = getattr(error, name, None)
            if isinstance(text, str):
                setattr(error, name, printable(shortened(text)))
        raise
    except KeyboardInterrupt:  # before a command began to listen for it; typer would say nothing
        sys.stderr.write("Interrupted.\n")
        raise typer.Exit(INTERRUPTED) from None
    except OSError as error:  # of writing a help text
        raise typer.Exit(refused_by_system(error)) from None
    except SystemExit as error:  # so rich ends a help text that nobody reads on, with the code of "no plan"
        if isinstance(error.__context__, BrokenPipeError):
            raise typer.Exit(NO_READER) from None
        raise


app = typer.Typer(
    cls=Commands,
    name="clamp",
    help="Plans that are valid by construction: constrained decoding for embodied planning.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("plan")(plan.plan)
app.command("goal")(goal.goal)
app.command("lint")(lint.lint)
app.command("init")(starter.init)
app.command("doctor")(doctor.doctor)
app.command("serve")(serve.serve)
app.command("trace")(trace.trace)
app.command("sample")(hmm.sample)
app.command("distill")(hmm.distill)
app.command("adapt")(hmm.adapt)
app.command("remap")(hmm.remap)
app.command("export")(export.export)
app.add_typer(rules.app, name="rules")


def _version(wanted: bool) -> None:
    if wanted:
        import clamp
        from clamp.planning.search import kernel_library

        typer.echo(f"clamp {clamp.__version__}, {kernel_library.in_words()}")
        raise typer.Exit


@app.callback()
def _root(  # pyright: ignore[reportUnusedFunction]
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Plans that are valid by construction: constrained decoding for embodied planning."""
    level = os.environ.get(LOG)
    if level:
        if level.upper() not in logging.getLevelNamesMapping():
            raise UsageError(f"{LOG} is a level such as debug, info or warning, not {level!r}.")
        form = "%(asctime)s %(levelname)s %(name)s: %(message)s"
        logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format=form)
        logging.getLogger("clamp").setLevel(level.upper())


def main() -> None:
    """Entry point of the command ``clamp``."""
    if not _open_outputs():
        sys.stderr.write("Error: Standard output is closed: there is nowhere to write the result to.\n")
        sys.exit(BAD_INPUT)
    try:
        app()
    except KeyboardInterrupt:
        # Ctrl-C before a command began to listen for it.
        sys.stderr.write("Interrupted.\n")
        sys.exit(INTERRUPTED)
    except Exception as error:
        sys.exit(_defect(error))
    finally:
        _flush()


def _open_outputs() -> bool:
    """Whether standard output is open; what else is closed leads nowhere.

    A file that is opened later would take the number of a closed stream, and receive what is written to it.
    """
    wanted = sys.stdout is not None  # pyright: ignore[reportUnnecessaryComparison]
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # the lowest number that is free: this one
    if sys.stderr is None:  # pyright: ignore[reportUnnecessaryComparison]
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    return wanted


def _defect(error: Exception) -> int:
    """Say that CLAMP itself is wrong; the last line of defence, where no check foresaw an input."""
    import traceback

    if os.environ.get("CLAMP_TRACEBACK"):
        traceback.print_exc()
    place = traceback.extract_tb(error.__traceback__)[-1]
    said = ": ".join(filter(None, (type(error).__name__, shortened(str(error)).strip())))
    complain(
        f"This is a defect of CLAMP, not of your input: {said} ({os.path.basename(place.filename)}, line "
        f"{place.lineno}). Please report it with the command and its files; with CLAMP_TRACEBACK=1 in the "
        "environment, the command shows where it happened."
    )
    return DEFECT


def _flush() -> None:
    """Write what is left, so that Python does not complain of a closed pipe or a full disk when it ends."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            silence(stream)
