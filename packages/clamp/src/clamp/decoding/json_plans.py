"""Reading plans that are JSON, in any spelling that JSON allows; errors say where.

A plan has few levels and each says what may stand there, so nothing is built that is not part of a plan:
neither a text nested a million deep nor a number of a million digits costs more than reading it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import NoReturn, TypeAlias

from clamp.errors import PlanSyntaxError
from clamp.planning.system import Action

WRAPPER = "skill_sequence"
"""A key under which a list of skill calls may stand, as in VLABench."""

_SPACES = " \t\r\n"
_WHITE = re.compile(r"[ \t\r\n]*")
_HALF = re.compile("[\ud800-\udfff]")
_DECODER = json.JSONDecoder()
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?P<fraction>\.[0-9]+)?(?P<exponent>[eE][+-]?[0-9]+)?")
_NUMBERED_KEY = re.compile(r"arg([1-9][0-9]{0,3})\Z")
_SHOWN = 24

Read: TypeAlias = Callable[[str, int], tuple[list[Action], int]]
"""From a text and a place (in characters) to the actions of the plan that begins there, and its end.

Raises `PlanSyntaxError`, with a position in characters, if no plan begins there.
"""


@dataclass(frozen=True)
class JsonDocument:
    """How whole plans of a format are read as JSON.

    Attributes:
        begins: The characters that a plan can begin with.
        read: Reads the plan at a place.
        strict: Strict reading, too, takes every spelling, not only those that a constraint admits.
    """

    begins: str
    read: Read
    strict: bool


class JsonReader:
    """A place in a JSON text. Positions are in characters."""

    def __init__(self, text: str, at: int) -> None:
        self.text = text
        self.at = at

    def next(self) -> str:
        """The next character that is not white space; empty at the end of the text."""
        found = self.text[self.at : self.at + 1]
        if found in _SPACES:
            match = _WHITE.match(self.text, self.at)
            self.at = match.end() if match else self.at
            found = self.text[self.at : self.at + 1]
        return found

    def fail(self, what: str, at: int | None = None) -> NoReturn:
        """Raise `PlanSyntaxError`, of the place or of another."""
        raise PlanSyntaxError(what, self.at if at is None else at)

    def take(self, character: str, wanted: str) -> None:
        """Read a character, after white space; `wanted` is what is said where it is not there."""
        if self.next() != character:
            self.fail(wanted)
        self.at += 1

    def more(self, closing: str) -> bool:
        """After an element: whether another follows; the comma or the closing bracket is read."""
        found = self.next()
        if found not in (",", closing) or not found:
            self.fail(f"expected ',' or {closing!r}")
        self.at += 1
        return found == ","

    def string(self, wanted: str) -> str:
        """A text in double quotes."""
        if self.next() != '"':
            self.fail(wanted)
        start = self.at
        try:
            value, self.at = _DECODER.raw_decode(self.text, self.at)
        except json.JSONDecodeError as error:
            self.fail(f"not JSON: {error.msg}", error.pos)
        assert isinstance(value, str)
        if not value.isascii() and _HALF.search(value):
            self.fail("half a character (an unpaired \\ud800 to \\udfff) is no part of a name", start)
        return value

    def number(self, wanted: str) -> str:
        """A whole number of 0 or above, as its digits."""
        found = _NUMBER.match(self.text, self.at)
        if found is None:
            self.fail(wanted)
        digits = found[0]
        if found["fraction"] or found["exponent"]:
            value = float(digits)
            if not value.is_integer() or abs(value) > 2**53:
                self.fail("an id is a whole number (of at most 2^53 where it has a fraction or an exponent)")
            digits = str(int(value))
        if digits in ("-0", "0"):
            digits = "0"
        if digits.startswith("-"):
            self.fail("an id is a whole number of 0 or above")
        self.at = found.end()
        return digits

    def members(self, wanted: str) -> Iterator[tuple[str, int]]:
        """The keys of the object that begins here, and where their texts begin; the caller reads values."""
        self.take("{", wanted)
        if self.next() == "}":
            self.at += 1
            return
        while True:
            self.next()
            start = self.at
            yield self.string("expected a key in double quotes"), start + 1
            if not self.more("}"):
                return

    def colon(self) -> None:
        """The sign between a key and its value."""
        self.take(":", "expected ':' after a key")


@dataclass(frozen=True)
class Skills:
    """Reads lists of skill calls, also within ``{"skill_sequence": …}``.

    Attributes:
        parameters: Parameter names by action name, in the order of the arguments; those of other actions are
            called ``arg1``, ``arg2``, …; one alone may have any name.
    """

    parameters: Mapping[str, tuple[str, ...]]

    def __call__(self, text: str, at: int) -> tuple[list[Action], int]:
        reader = JsonReader(text, at)
        if reader.next() != "{":
            return _skill_list(reader, self.parameters), reader.at
        found: list[Action] | None = None
        for key, where in reader.members("expected '{'"):
            if key != WRAPPER:
                reader.fail(
                    f"expected a list [{{…}}, …] of skill calls, or {WRAPPER!r} with such a list in an "
                    f"object, not {_shown(key)}",
                    where,
                )
            if found is not None:
                reader.fail(f"the key {WRAPPER!r} is there twice", where)
            reader.colon()
            found = _skill_list(reader, self.parameters)
        if found is None:
            reader.fail(f"expected {WRAPPER!r} in the object")
        return found, reader.at


def skill_call(text: str, at: int, parameters: Mapping[str, tuple[str, ...]]) -> Action:
    """The skill call that begins at a place."""
    return _skill(JsonReader(text, at), parameters)


def _skill_list(reader: JsonReader, parameters: Mapping[str, tuple[str, ...]]) -> list[Action]:
    reader.take("[", "expected '[': a plan is a list of skill calls")
    if reader.next() == "]":
        reader.fail("an empty list is not JSON of a plan, which has at least one action")
    found = [_skill(reader, parameters)]
    while reader.more("]"):
        found.append(_skill(reader, parameters))
    return found


def _skill(reader: JsonReader, parameters: Mapping[str, tuple[str, ...]]) -> Action:
    reader.next()
    start = reader.at
    name: str | None = None
    params: list[tuple[str, int, str]] | None = None
    for key, where in reader.members('expected {"name":…,"params":{…}}'):
        if key not in ("name", "params"):
            reader.fail(f"expected the keys 'name' and 'params', not {_shown(key)}", where)
        if (name if key == "name" else params) is not None:
            reader.fail(f"the key {key!r} is there twice", where)
        reader.colon()
        if key == "name":
            name = reader.string("expected the name of a skill in double quotes")
            if not name:
                reader.fail("the name of a skill is not empty", where)
        else:
            params = _params(reader)
    if name is None:
        reader.fail('expected {"name":…,"params":{…}}, and this object has no "name"', start)
    return Action(name, _in_order(reader, name, params or [], parameters.get(name)))


def _params(reader: JsonReader) -> list[tuple[str, int, str]]:
    """Triples (key, its place, value)."""
    if reader.next() == "n" and reader.text.startswith("null", reader.at):
        reader.at += 4
        return []
    found: list[tuple[str, int, str]] = []
    wanted = "expected an entity: its name in double quotes, or its number"
    for key, where in reader.members("expected the parameters as an object {…}"):
        if any(key == other for other, _, _ in found):
            reader.fail(f"the parameter {_shown(key)} is there twice", where)
        reader.colon()
        value = reader.string(wanted) if reader.next() == '"' else reader.number(wanted)
        found.append((key, where, value))
    return found


def _in_order(
    reader: JsonReader, name: str, params: list[tuple[str, int, str]], declared: tuple[str, ...] | None
) -> tuple[str, ...]:
    """The values in the order of the arguments; objects have none of their own."""
    if declared is not None and len(declared) == len(params):
        value_of = {key: value for key, _, value in params}
        for key, where, _ in params:
            if key not in declared:
                reader.fail(f"{name!r} takes {', '.join(map(repr, declared))}, not {_shown(key)}", where)
        return tuple(value_of[key] for key in declared)
    if declared is None and len(params) == 1:
        return (params[0][2],)
    value_at: dict[int, str] = {}
    for key, where, value in params:
        match = _NUMBERED_KEY.match(key)
        if match is None or int(match[1]) > len(params):
            takes = ", ".join(map(repr, declared)) if declared else ""
            names = ", ".join(repr(f"arg{number}") for number in range(1, min(len(params), 3) + 1))
            reader.fail(
                f"{name!r} takes {takes or names}; it has {len(params)} parameters here, and {_shown(key)} "
                "does not say which of them it is",
                where,
            )
        value_at[int(match[1])] = value
    return tuple(value_at[number] for number in range(1, len(params) + 1))


def _shown(key: str) -> str:
    return repr(key if len(key) <= _SHOWN else key[:_SHOWN] + "…")
