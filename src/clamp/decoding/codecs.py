"""How one action is spelled: a template for writing it, and the way back for reading it.

A template is UTF-8 text in which two bytes that never occur in UTF-8 stand for optional white space:
`TIGHT` is written as nothing and `LOOSE` as one space, and both may be read as any run of white space of
at most `MAX_SPACING` bytes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from clamp.decoding.json_plans import entry, skill_call
from clamp.errors import PlanFormatError, PlanSyntaxError
from clamp.planning.system import Action

TIGHT = 0xFF
LOOSE = 0xFE
SLOTS = frozenset((TIGHT, LOOSE))
SPACES = frozenset(b" \t\r\n")
MAX_SPACING = 16
"""Longest run of optional white space, in bytes. Bounded, so that no plan can be padded for ever."""

# Not longer than what every JSON reader takes for a whole number.
_DECIMAL = re.compile(r"(0|[1-9][0-9]{0,14})\Z")
_NUMBERED = re.compile(r"(.+)_(0|[1-9][0-9]{0,14})\Z", re.DOTALL)
# What EAI's parser changes before it reads JSON: quotes, brackets (which end a list for it), white space.
_EAI_CHANGES = re.compile(r"['\]]|(?! )\s|(?<=\s) ")


def written(template: bytes) -> bytes:
    """The canonical text of a template."""
    return template.replace(bytes((TIGHT,)), b"").replace(bytes((LOOSE,)), b" ")


def match_template(template: bytes, data: bytes, start: int) -> tuple[int, bool]:
    """Read a template at `start`: (where reading stopped, whether the whole template was read).

    No template has white space after a slot, so reading a slot greedily is exact.
    """
    position = start
    for byte in template:
        if byte in SLOTS:
            limit = position + MAX_SPACING
            while position < min(limit, len(data)) and data[position] in SPACES:
                position += 1
        elif position < len(data) and data[position] == byte:
            position += 1
        else:
            return position, False
    return position, True


class ActionCodec(Protocol):
    """The spelling of single actions."""

    def encode(self, action: Action) -> bytes:
        """The template of an action.

        Raises:
            PlanFormatError: If the format has no unambiguous spelling of it.
        """
        ...

    def decode(self, text: str, start: int, stops: Sequence[str]) -> Action:
        """The action that a text seems to hold at character `start`; the caller checks its spelling.

        Args:
            stops: Texts that may follow an action where the spelling itself does not say where it ends.

        Raises:
            PlanSyntaxError: If there is no action; positions are in characters.
        """
        ...


@dataclass(frozen=True)
class TemplateCodec:
    """Actions spelled by a template with ``{name}`` and ``{args}``, such as ``{name}({args})``.

    Attributes:
        template: The spelling; ``{name}`` comes first.
        separator: What stands between two arguments.
        names: The spelling of action names that are not written as they are.
    """

    template: str
    separator: str
    names: Mapping[str, str] = field(default_factory=dict[str, str])

    def __post_init__(self) -> None:
        parts = re.split(r"\{name\}|\{args\}", self.template)
        order = re.findall(r"\{name\}|\{args\}", self.template)
        if order != ["{name}", "{args}"] or not parts[1] or not self.separator:
            raise PlanFormatError(
                f"The action template {self.template!r} must have {{name}}, then some text, then {{args}}, "
                "each once, and arguments need a separator: otherwise a plan could be read in two ways."
            )
        if len(set(self.names.values())) != len(self.names):
            raise PlanFormatError(
                "Two action names have the same spelling, so a plan could not be read back."
            )

    @property
    def _literals(self) -> tuple[str, str, str]:
        before, rest = self.template.split("{name}")
        between, after = rest.split("{args}")
        return before, between, after

    def encode(self, action: Action) -> bytes:
        before, between, after = self._literals
        name = self.names.get(action.name, action.name)
        if not action.args and not after:
            return (before + name).encode()
        return f"{before}{name}{between}{self.separator.join(action.args)}{after}".encode()

    def decode(self, text: str, start: int, stops: Sequence[str]) -> Action:
        before, between, after = self._literals
        if not text.startswith(before, start):
            raise PlanSyntaxError(f"expected {before!r} before an action", start)
        start += len(before)
        ends = [after] if after else [stop for stop in stops if stop]
        found = [end for end in (text.find(stop, start) for stop in ends) if end >= 0]
        if after and not found:
            raise PlanSyntaxError(f"this action is never closed: {after!r} is missing", start)
        body = text[start : min(found, default=len(text))]
        name, rest = self._split(body, between)
        arguments = tuple(rest.split(self.separator)) if rest else ()
        for part in (name, *arguments):
            if not part or part != part.strip():
                raise PlanSyntaxError("names are neither empty nor padded with spaces", start)
        return Action(name, arguments)

    def _split(self, body: str, between: str) -> tuple[str, str]:
        # The longest spelling first: "turn on" before "turn".
        for name, spelling in sorted(self.names.items(), key=lambda item: -len(item[1])):
            if body == spelling or body.startswith(spelling + between):
                return name, body[len(spelling) + len(between) :]
        name, _, arguments = body.partition(between)
        return name, arguments


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


@dataclass(frozen=True)
class SkillCodec:
    """VLABench's skill calls: ``{"name":"pick","params":{"target_entity_name":"cup"}}``.

    An entity that is a number is written as one, as VLABench numbers its entities.

    Attributes:
        parameters: Parameter names by action name, for as many arguments as it has; the arguments of other
            actions are called ``arg1``, ``arg2``, …
    """

    parameters: Mapping[str, tuple[str, ...]]

    def _keys(self, action: Action) -> tuple[str, ...]:
        keys = self.parameters.get(action.name, ())
        if len(keys) == len(action.args):
            return keys
        return tuple(f"arg{position}" for position in range(1, len(action.args) + 1))

    def encode(self, action: Action) -> bytes:
        values = [argument if _DECIMAL.match(argument) else _json(argument) for argument in action.args]
        params = ",".join(f"{_json(k)}:{v}" for k, v in zip(self._keys(action), values, strict=True))
        return f'{{"name":{_json(action.name)},"params":{{{params}}}}}'.encode()

    def decode(self, text: str, start: int, stops: Sequence[str]) -> Action:
        return skill_call(text, start, self.parameters)


def _eai_json(value: str) -> str:
    """A JSON string that EAI's parser leaves as it is: what it would change is escaped."""
    return _EAI_CHANGES.sub(lambda found: f"\\u{ord(found[0]):04x}", _json(value))


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
            values += [_eai_json(numbered[1]), numbered[2]] if numbered else [_eai_json(argument)]
        tight, loose = bytes((TIGHT,)), bytes((LOOSE,))
        listed = (tight + b"," + loose).join(value.encode() for value in values)
        inside = tight + listed + tight if values else b" " + tight
        return _json(action.name).encode() + tight + b":" + loose + b"[" + inside + b"]"

    def decode(self, text: str, start: int, stops: Sequence[str]) -> Action:
        return entry(text, start)
