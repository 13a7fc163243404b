"""EAI's dictionary as a plan format: ``{"WALK": ["sink", 231], …}``, written so that EAI's own parser reads it."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass

from clamp.decoding.formats import PlanFormat, spacing
from clamp.decoding.json_plans import JsonDocument, JsonReader
from clamp.planning.system import Action

# Not longer than what every JSON reader takes for a whole number.
_NUMBERED = re.compile(r"(.+)_(0|[1-9][0-9]{0,14})\Z", re.DOTALL)
# What EAI's parser changes before it reads JSON: quotes, brackets (which end a list for it), white space.
_CHANGES = re.compile(r"['\]]|(?! )\s|(?<=\s) ")
_DIGITS = frozenset("-0123456789")
_ENTRY = 'expected an entry "ACTION": [arguments]'
_ARGUMENT = "an argument is a class name in double quotes, with its id after it"


def virtualhome_json() -> PlanFormat:
    """EAI's dictionary ``{"WALK": ["sink", 231], …}``; order and repeated keys are kept.

    White space is free wherever JSON allows it, and needed where there are no arguments: ``[ ]``.
    """
    tight, _, comma = spacing(spaced=True)
    return PlanFormat(
        "virtualhome_json",
        VirtualHomeCodec(),
        b"{" + tight,
        comma,
        tight + b"}",
        instructions='Write one JSON dictionary {"ACTION": ["object", id], …}, in order, and nothing else.',
        document=JsonDocument("{", _entries, strict=False),
    )


def _string(value: str) -> str:
    """A JSON string that EAI's parser leaves as it is: what it would change is escaped."""
    return _CHANGES.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(value, ensure_ascii=False))


@dataclass(frozen=True)
class VirtualHomeCodec:
    """One entry of EAI's dictionary: ``"WALK": ["sink", 231]``; an entity is a class name and an id.

    The entity ``sink_231`` is written as ``"sink", 231``; one without a number as a string alone. No
    arguments are ``[ ]``: EAI's parser drops an entry with ``[]``, or with nothing but newlines in it. It
    reads what is written here, whatever the entities are called; action names must be of letters, digits
    and underscores, as all of EAI's are (JSON has no spelling of others that it would see).
    """

    def encode(self, action: Action) -> bytes:
        values: list[str] = []
        for argument in action.args:
            numbered = _NUMBERED.match(argument)
            values += [_string(numbered[1]), numbered[2]] if numbered else [_string(argument)]
        tight, colon, comma = spacing(spaced=True)
        inside = tight + comma.join(value.encode() for value in values) + tight if values else b" " + tight
        return json.dumps(action.name, ensure_ascii=False).encode() + colon + b"[" + inside + b"]"

    def decode(self, text: str, start: int, stops: Sequence[str]) -> Action:
        reader = JsonReader(text, start)
        return _entry(reader, reader.string(_ENTRY), start)


def _entries(text: str, at: int) -> tuple[list[Action], int]:
    """Reads EAI's dictionary ``{"WALK": ["sink", 231], …}``, in which keys are repeated."""
    reader = JsonReader(text, at)
    found: list[Action] = []
    for name, where in reader.members('expected a dictionary {"ACTION": ["object", id], …}'):
        found.append(_entry(reader, name, where - 1))
    if not found:
        reader.fail("an empty dictionary is not JSON of a plan, which has at least one action", reader.at - 1)
    return found, reader.at


def _entry(reader: JsonReader, name: str, start: int) -> Action:
    if not name:
        reader.fail("the name of an action is not empty", start)
    reader.colon()
    if reader.next() != "[":
        reader.fail(_ENTRY, start)
    reader.at += 1
    return Action(name, _arguments(reader, reader.at - 1))


def _arguments(reader: JsonReader, start: int) -> tuple[str, ...]:
    """The arguments in the list that begins at `start`, of which the bracket has been read."""
    found: list[str] = []
    if reader.next() == "]":
        reader.at += 1
        return ()
    pending = False
    while True:
        if reader.next() == '"':
            found.append(reader.string(_ARGUMENT))
            pending = True
        elif pending and reader.text[reader.at : reader.at + 1] in _DIGITS:
            found[-1] += f"_{reader.number(_ARGUMENT)}"
            pending = False
        else:
            reader.fail(_ARGUMENT, start)
        if not reader.more("]"):
            return tuple(found)
