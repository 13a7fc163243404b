"""What all commands share: the two outputs, and how errors leave the program."""

from __future__ import annotations

import functools
import json
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ParamSpec

import typer

from clamp.errors import ClampError

if TYPE_CHECKING:
    from rich.console import Console

P = ParamSpec("P")

NO_PLAN, BAD_INPUT, INTERRUPTED = 1, 2, 130

_EXTRA_OF = {
    "torch": "transformers",
    "transformers": "transformers",
    "accelerate": "transformers",
    "gguf": "transformers",
    "safetensors": "transformers",
    "PIL": "transformers",
    "tokenizers": "transformers",
    "llguidance": "bench",
    "xgrammar": "bench",
    "outlines_core": "bench",
    "unified_planning": "bench",
    "matplotlib": "bench",
    "filelock": "bench",
}
"""The extra that brings a module which the core does without."""


def messages() -> Console:
    """Standard error: progress, notes, errors."""
    from rich.console import Console

    return Console(stderr=True, highlight=False, soft_wrap=True)


def results() -> Console:
    """Standard output: the result."""
    from rich.console import Console

    return Console(highlight=False, soft_wrap=True)


def print_json(document: Any) -> None:
    """Write the one document of a ``--json`` run."""
    sys.stdout.write(json.dumps(document, ensure_ascii=False, indent=2) + "\n")
    sys.stdout.flush()


def complain(message: str) -> None:
    """Write an error to standard error."""
    console = messages()
    console.print("[bold red]Error:[/] ", end="")
    console.print(message, markup=False)


def guarded(command: Callable[P, None]) -> Callable[P, None]:
    """A command that ends bad input with exit code 2 and Ctrl-C with 130, without a traceback."""

    @functools.wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            command(*args, **kwargs)
        except ClampError as error:
            complain(str(error))
            raise typer.Exit(BAD_INPUT) from None
        except FileNotFoundError as error:
            complain(f"There is no file {str(error.filename)!r}.")
            raise typer.Exit(BAD_INPUT) from None
        except (IsADirectoryError, PermissionError) as error:
            complain(f"{str(error.filename)!r} cannot be read: {error.strerror}.")
            raise typer.Exit(BAD_INPUT) from None
        except ModuleNotFoundError as error:
            extra = _EXTRA_OF.get((error.name or "").partition(".")[0])
            if extra is None:
                raise
            complain(
                f"This needs the package {error.name!r}, which is not installed. Run "
                f"`pip install 'clamp-planning[{extra}]'`."
            )
            raise typer.Exit(BAD_INPUT) from None
        except KeyboardInterrupt:
            messages().print("\nInterrupted.")
            raise typer.Exit(INTERRUPTED) from None

    return run
