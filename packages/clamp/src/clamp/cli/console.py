"""What all commands share: the two outputs, and how errors leave the program.

Names and texts come from outside: from files, from options, from a model. The outputs show them as they are, and
what cannot be seen as its number (see `clamp.visible`).
"""

from __future__ import annotations

import codecs
import contextlib
import errno
import functools
import io
import json
import math
import os
import re
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ParamSpec

import typer

from clamp.errors import ClampError, ConstraintError
from clamp.files import reason_of, shown
from clamp.visible import console, numbered, printable, visible

if TYPE_CHECKING:
    from rich.console import Console


P = ParamSpec("P")

NO_PLAN, BAD_INPUT, DEFECT, INTERRUPTED, NO_READER = 1, 2, 70, 130, 141
"""Exit codes beside 0; the last: whoever read standard output has gone, as in ``clamp … | head -1``."""

_LEAST_COLUMNS = 10
"""A terminal that says to be narrower is not believed, nor one of five digits."""

_LONGEST = 6_000
"""Most characters of a message; what is longer is a text from outside, of which less is enough."""

_EXTRA_OF = {
    "torch": "clamp-planning[transformers]",
    "transformers": "clamp-planning[transformers]",
    "accelerate": "clamp-planning[transformers]",
    "gguf": "clamp-planning[transformers]",
    "safetensors": "clamp-planning[transformers]",
    "tokenizers": "clamp-planning[transformers]",
    "llguidance": "clamp-bench[rivals]",
    "xgrammar": "clamp-bench[rivals]",
    "outlines_core": "clamp-bench[rivals]",
    "unified_planning": "clamp-planning[unified-planning]",
    "matplotlib": "clamp-bench",
    "hmmlearn": "clamp-bench[rivals]",
    "sentence_transformers": "clamp-planning[embeddings]",
    "huggingface_hub": "clamp-planning[transformers]",
    "vllm": "clamp-planning[vllm]",
    "llama_cpp": "clamp-planning[llamacpp]",
    "fastapi": "clamp-planning[serve]",
    "uvicorn": "clamp-planning[serve]",
    "sqlalchemy": "clamp-planning[serve]",
    "prometheus_client": "clamp-planning[serve]",
    "opentelemetry": "clamp-planning[serve]",
    "libero": "clamp-worlds[libero]",
}
"""What brings a module which the core does without."""

_PLAIN_LETTERS = str.maketrans(
    {"…": "...", "–": "-", "—": "-", "−": "-", "×": "x", "≥": ">=", "≤": "<=", "→": "->", "“": '"', "”": '"'}
    | {"’": "'", "‘": "'", "·": "-", "•": "-"}
)
"""The marks in CLAMP's own texts, for terminals that have none but ASCII's."""


def _plain(error: UnicodeError) -> tuple[str, int]:
    """What a terminal's encoding has no letters for: like ones, or the numbers."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    plain = error.object[error.start : error.end].translate(_PLAIN_LETTERS)
    return "".join(one if one.isascii() else numbered(one) for one in plain), error.end


codecs.register_error("clamp-plain", _plain)


def fit_terminal() -> None:
    """Let the two outputs write every text; what their encoding lacks as plain letters or numbers."""
    columns = os.environ.get("COLUMNS", "")
    if columns.isdigit() and not (len(columns) < 5 and int(columns) >= _LEAST_COLUMNS):
        del os.environ["COLUMNS"]  # nothing at all would be written, or memory run out
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="clamp-plain")


def messages() -> Console:
    """Standard error: progress, notes, errors."""
    return console(stderr=True)


def results() -> Console:
    """Standard output: the result."""
    return console(stderr=False)


@contextmanager
def working(what: str) -> Generator[Callable[[str], None]]:
    """Show on a terminal what is being done; what is yielded says what comes next."""
    from rich.text import Text

    with messages().status(Text(printable(what))) as status:
        yield lambda said: status.update(Text(printable(said)))


def print_json(document: Any) -> None:
    """Write the one document of a ``--json`` run; characters that cannot be seen as JSON's own escapes."""
    text = json.dumps(document, ensure_ascii=False, indent=2)
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        text = json.dumps(document, indent=2)
    if not text.isascii():
        text = "".join(one if visible(one) else json.dumps(one)[1:-1] for one in text)
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def complain(message: str) -> None:
    """Write an error to standard error."""
    output = messages()
    try:
        output.print("Error: ", style="bold red", end="")
        output.print(shortened(message))
    except OSError:  # it cannot be said anywhere; the exit code says what is left
        silence(sys.stderr)


def shortened(message: str) -> str:
    """A message without most of the endless texts from outside in it."""
    message = re.sub(r"\S{1000,}", lambda found: f"{found[0][:200]}…({len(found[0]):,} characters)", message)
    if len(message) <= _LONGEST:
        return message
    left = len(message) - _LONGEST
    return f"{message[: _LONGEST // 2]} … ({left:,} characters left out) … {message[-_LONGEST // 2 :]}"


def guarded(command: Callable[P, None]) -> Callable[P, None]:
    """A command that ends bad input with exit code 2 and Ctrl-C with 130, without a traceback."""

    @functools.wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            command(*args, **kwargs)
            with contextlib.suppress(ValueError):  # a stream that is closed has nothing to flush
                sys.stdout.flush()
        except ClampError as error:
            complain(str(error))
            raise typer.Exit(BAD_INPUT) from None
        except OSError as error:
            raise typer.Exit(refused_by_system(error)) from None
        except MemoryError as error:
            complain(_too_large(error))
            raise typer.Exit(BAD_INPUT) from None
        except RuntimeError as error:  # torch's own word for it
            if type(error).__name__ != "OutOfMemoryError" and "can't allocate memory" not in str(error):
                raise
            complain(_too_large(error))
            raise typer.Exit(BAD_INPUT) from None
        except ModuleNotFoundError as error:
            extra = _EXTRA_OF.get((error.name or "").partition(".")[0])
            if extra is None:
                raise
            complain(
                f"This needs the package {error.name!r}, which is not installed. Run `pip install '{extra}'`."
            )
            raise typer.Exit(BAD_INPUT) from None
        except KeyboardInterrupt:
            messages().print("\nInterrupted.")
            raise typer.Exit(INTERRUPTED) from None

    return run


class Together:
    """Checks that do not depend on each other: what is wrong is said at once, not one thing at each try."""

    def __init__(self) -> None:
        self._found: list[ClampError] = []

    def __enter__(self) -> None:
        """Begin a check."""

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> bool:
        """Keep what it found."""
        if isinstance(error, ClampError):
            self._found.append(error)
            return True
        return False

    def say(self) -> None:
        """Raise what was found.

        Raises:
            ClampError: The one error, or one that lists them all.
        """
        if self._found:
            said = "\n".join(dict.fromkeys(map(str, self._found)))
            raise self._found[0] if len(self._found) == 1 else ConstraintError(said)


def refused_by_system(error: OSError) -> int:
    """Say what the operating system refused, and return the exit code."""
    if error.errno == errno.EPIPE and error.filename is None:
        silence(sys.stdout)
        return NO_READER
    if error.filename is not None:
        name = (
            error.filename.decode(errors="replace") if isinstance(error.filename, bytes) else error.filename
        )
        complain(f"{str(name)!r} cannot be used: {reason_of(error)}.")
    elif error.errno is None:
        complain(f"The operating system refused something: {reason_of(error)}.")
    else:
        # Files are named in errors of their own, so this is an output that is full or closed.
        complain(f"The result cannot be written to standard output: {reason_of(error)}.")
        silence(sys.stdout)
    return BAD_INPUT


def silence(stream: Any) -> None:
    """Let what is still to be written to a stream that takes nothing more go nowhere."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def _too_large(error: BaseException) -> str:
    lines = str(error).strip().splitlines()
    said = f": {lines[0].rstrip('.')}" if lines else ""
    return (
        f"The memory of this machine does not suffice{said}. Ask for less: fewer states, tokens or actions."
    )


def whole(least: float = -math.inf, most: float = math.inf) -> Callable[[Any], int]:
    """Reads a whole number within bounds, for the ``parser`` of an option.

    Args:
        least, most: Nothing for an option that is a field of a task too, and is checked there.
    """

    def read(given: Any) -> int:
        try:
            value = int(given)
        except ValueError:
            raise typer.BadParameter(f"{shown(given)} is not a whole number.") from None
        _check(value, least, most)
        return value

    return read


def number(least: float = -math.inf, most: float = math.inf) -> Callable[[Any], float]:
    """Reads a finite number within bounds, for the ``parser`` of an option."""

    def read(given: Any) -> float:
        try:
            value = float(given)
        except ValueError:
            raise typer.BadParameter(f"{shown(given)} is not a number.") from None
        if not math.isfinite(value):
            raise typer.BadParameter(f"{shown(given)} is not a finite number.")
        _check(value, least, most)
        return value

    return read


def _check(value: float, least: float, most: float) -> None:
    if value < least:
        raise typer.BadParameter(f"it is {shown(value)}, but at least {least:,} is needed.")
    if value > most:
        raise typer.BadParameter(f"it is {shown(value)}, but at most {most:,} is possible.")


AsJson = Annotated[bool, typer.Option("--json", help="Write one JSON document.")]
ModelName = Annotated[
    str | None, typer.Option(help="Hugging Face name, folder or GGUF file; SmolLM2-135M-Instruct by default.")
]
Growth = Annotated[
    Path | None,
    typer.Option(help="Also measure how time and memory grow: a JSON file, and a plot (SVG) beside it."),
]
