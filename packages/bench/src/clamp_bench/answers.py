"""Calls in JSON in what a model writes freely: in prose, in code fences, in any spelling that JSON allows."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar, cast

Call = TypeVar("Call")

_FENCE = re.compile(r"```(?:json)?(.*?)(?:```|\Z)", re.DOTALL | re.IGNORECASE)
_OPENS = re.compile(r"[\[{]")
_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?\Z)|[\[\]{}]', re.DOTALL)
_AS_JSON = re.compile(r"\[\s*(?:[\[{\"'0-9-]|\Z)|\{\s*(?:[\"']|\Z)")
"""How lists and objects begin, and hardly ever brackets in prose."""
_BETWEEN = re.compile(r"(?:[\s,;*•-]|```(?:json)?|[0-9]+[.):])*", re.IGNORECASE)
"""What may stand between calls of one sequence: no words."""
_CLOSES = {"]": "[", "}": "{"}


@dataclass(frozen=True)
class _Found:
    """A list or object in a text, or something that begins as one and is none: its value is then ``None``.

    Attributes:
        cut: It never ends.
    """

    value: Any
    start: int
    end: int
    cut: bool = False


def read_calls(text: str, key: str, read: Callable[[Mapping[str, Any]], Call | None]) -> list[Call] | None:
    """The last whole sequence of calls in a text; ``None`` where there is none.

    A sequence is a list of calls, an object that has one under `key`, or calls one after another with no words
    between. Where a list or object begins and does not parse (it is cut, or has a comma too many), nothing inside
    it is read, and calls that it stands among are no sequence; nor are calls before one that is cut, which may
    have been their next. If something in a code fence begins as JSON does, what is not in one is not looked at.

    Args:
        read: A call as one reads it; ``None`` if an object is none.
    """
    fenced = [one for part in _FENCE.finditer(text) for one in _scan(part[1], part.start(1))]
    runs: list[list[Call | None]] = []
    end: int | None = None  # of the call before, where another could follow
    for one in fenced or _scan(text, 0):
        value: Any = one.value
        if isinstance(value, dict) and key in value:
            held = cast("Any", value[key])
            value = cast("list[Any]", held if isinstance(held, list) else [])
        if isinstance(value, list):
            runs.append([_called(each, read) for each in cast("list[Any]", value)])
            end = None
            continue
        if end is None or not (one.cut or _BETWEEN.fullmatch(text, end, one.start)):
            runs.append([])
        runs[-1].append(_called(value, read))
        end = one.end
    for run in reversed(runs):
        whole = [one for one in run if one is not None]
        if run and len(whole) == len(run):
            return whole
    return None


def _called(value: Any, read: Callable[[Mapping[str, Any]], Call | None]) -> Call | None:
    return read(cast("Mapping[str, Any]", value)) if isinstance(value, dict) else None


def _scan(text: str, offset: int) -> Iterator[_Found]:
    """The lists and objects in a text, none a part of another; after one that never ends, there is nothing more."""
    at = 0
    while (begin := _OPENS.search(text, at)) is not None:
        start, end = begin.start(), _end(text, begin.start())
        at = len(text) if end is None else end
        try:
            yield _Found(json.loads(text[start:at]), offset + start, offset + at)
        except (ValueError, RecursionError):
            if _AS_JSON.match(text, start):
                yield _Found(None, offset + start, offset + at, cut=end is None)


def _end(text: str, start: int) -> int | None:
    """Where what a bracket opens is closed, whatever stands inside; ``None`` if it never is."""
    opened: list[str] = []
    for token in _TOKEN.finditer(text, start):
        if token[0] in "[{":
            opened.append(token[0])
        elif opened[-1] == _CLOSES.get(token[0]):
            opened.pop()
            if not opened:
                return token.end()
    return None
