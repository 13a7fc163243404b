"""Texts from outside, shown to people so that every character can be seen and none is obeyed.

Names and texts come from files, options and models. What they hold that is no visible character (escape sequences,
marks that turn the direction of writing, characters without width) is written as its number, so that nothing can
act on a terminal or pretend to be another text; what looks like rich's markup or emoji codes stays as it is.
"""

from __future__ import annotations

import errno
import functools
import os
import unicodedata
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console

_HIDDEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
_BLANK = "\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5\u180b\u180c\u180d\u180f"
"""Characters that Unicode counts as letters or marks, and that show nothing; so do variation selectors."""


def printable(text: str) -> str:
    """A text whose every character can be seen: others than line ends and tabs are written as numbers."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(character if visible(character) else numbered(character) for character in text)


def spelt(data: bytes) -> str:
    """What a token writes: as text; bytes that are no whole character, as a part of one, as their numbers."""
    return data.decode(errors="backslashreplace")


@functools.lru_cache(maxsize=4096)
def visible(character: str) -> bool:
    """Whether a character can be seen, or is a line end, a tab or a space."""
    if character in "\n\t ":
        return True
    if "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef":
        return False
    return not (unicodedata.category(character) in _HIDDEN or character in _BLANK)


def numbered(character: str) -> str:
    """A character as its number, the way Python's and JSON's texts write it."""
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def console(*, stderr: bool) -> Console:
    """An output of the program; texts are shown as they are (see the module).

    Styles are given as ``style=``, beside a text, never within it.
    """
    return _console_class()(stderr=stderr, highlight=False, soft_wrap=True, markup=False, emoji=False)


@functools.cache
def _console_class() -> type[Console]:
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.segment import Segment
    from rich.text import Text

    class Visible(Console):
        """A console on which every character can be seen."""

        def render_str(self, text: str, **options: Any) -> Text:
            # Before anything is laid out: a character's number is wider than the character.
            return super().render_str(printable(text), **options)

        def render(
            self, renderable: RenderableType, options: ConsoleOptions | None = None
        ) -> Iterable[Segment]:
            for segment in super().render(renderable, options):
                if segment.control:
                    yield segment
                else:
                    yield Segment(printable(segment.text), segment.style)

        def on_broken_pipe(self) -> None:
            # rich would end the program with exit code 1, which means that there is no plan.
            raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE))

    return Visible
