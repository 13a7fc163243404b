"""Plan formats: how a list of actions is written, read back strictly, and called on the command line.

A `PlanFormat` hides the punctuation of a plan and where white space may vary; an `ActionCodec` inside it how one action
is written: by a template, or as a skill call in JSON. Who has a format of their own names it by an entry point of the
group ``clamp.formats`` (`format_of`).

Templates are bytes of UTF-8 in which two more stand for optional white space, up to 16 bytes of it (`MAX_SPACING`):
0xFF (`TIGHT`) where CLAMP itself writes none, and 0xFE (`LOOSE`) where it writes one space. Neither occurs in UTF-8.
What follows one of them is no white space.

A plan is ``[reasoning] opening item separator item … closing``; an item is a lead (which may hold its
number) and an action. Each action's text ends where its format says so, or where a separator or the
closing begins, so nothing here needs one action's text not to begin another's: the constraint follows
both readings until a byte decides.
"""

from __future__ import annotations

import itertools
import json
import re
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib import metadata
from typing import NamedTuple, Protocol, cast
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from clamp import checks
from clamp.automata import TrieNode, Vocabulary
from clamp.decoding.json_plans import JsonDocument, Skills, skill_call
from clamp.errors import ClampError, PlanFormatError, PlanSyntaxError
from clamp.planning.system import Action

TIGHT = 0xFF
LOOSE = 0xFE
SLOTS = frozenset((TIGHT, LOOSE))
SPACES = frozenset(b" \t\r\n")
MAX_SPACING = 16
"""Longest run of optional white space, in bytes. Bounded, so that no plan can be padded for ever."""

# Not longer than what every JSON reader takes for a whole number.
_DECIMAL = re.compile(r"(0|[1-9][0-9]{0,14})\Z")


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
    """The spelling of single actions: what `encode` writes is read back by `decode` as the same action."""

    def encode(self, action: Action) -> bytes:
        """The template of an action: its text in UTF-8, where 0xFF and 0xFE stand for optional white space.

        Raises:
            PlanFormatError: If the format has no unambiguous spelling of it.
        """
        ...

    def decode(self, text: str, start: int, stops: Sequence[str]) -> Action:
        """The action that a text seems to hold at character `start`.

        Where it ends need not be told, nor its spelling be checked: the text is compared with what `encode` makes of
        the action.

        Args:
            stops: The texts that may follow an action, for a spelling that does not itself say where it ends.

        Raises:
            PlanSyntaxError: If there is no action; its position is a character's, counted from the text's beginning.
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
    """Skill calls: ``{"name":"pick","params":{"arg1":"cup"}}``. An entity that is a number is written as one.

    Attributes:
        parameters: Parameter names by action name, for as many arguments as it has; the arguments of other
            actions are called ``arg1``, ``arg2``, …
        spaced: White space is free where JSON has it free, and written as Python's ``json`` does; otherwise there
            is none.
    """

    parameters: Mapping[str, tuple[str, ...]]
    spaced: bool = False

    def _keys(self, action: Action) -> tuple[str, ...]:
        keys = self.parameters.get(action.name, ())
        if len(keys) == len(action.args):
            return keys
        return tuple(f"arg{position}" for position in range(1, len(action.args) + 1))

    def encode(self, action: Action) -> bytes:
        tight, colon, comma = spacing(self.spaced)
        values = [argument if _DECIMAL.match(argument) else _json(argument) for argument in action.args]
        pairs = zip(self._keys(action), values, strict=True)
        params = comma.join(_json(key).encode() + colon + value.encode() for key, value in pairs)
        inside = tight + params + tight if params else tight
        name = b'"name"' + colon + _json(action.name).encode()
        return b"{" + tight + name + comma + b'"params"' + colon + b"{" + inside + b"}" + tight + b"}"

    def decode(self, text: str, start: int, stops: Sequence[str]) -> Action:
        return skill_call(text, start, self.parameters)


def spacing(spaced: bool) -> tuple[bytes, bytes, bytes]:
    """Templates of what stands inside brackets, between a key and its value, and between two elements."""
    tight, loose = (bytes((TIGHT,)), bytes((LOOSE,))) if spaced else (b"", b"")
    return tight, tight + b":" + loose, tight + b"," + loose


_WHITE = re.compile(r"\s*")
_FENCE = re.compile(r"```[^\n`]*\n(.*?)```", re.DOTALL)
_FENCE_BEGINS = re.compile(r"\s*```[^\n`]*\n")
_FENCE_ENDS = re.compile(r"\s*```\s*")


@dataclass(frozen=True, slots=True)
class Reasoning:
    """Free text before the plan.

    Attributes:
        opening: Text before the free text.
        end: The free text ends where this first occurs.
        max_bytes: Longest free text.
    """

    opening: str = ""
    end: str = "\nPlan:\n"
    max_bytes: int = 600

    def __post_init__(self) -> None:
        checks.text("opening", self.opening, PlanFormatError)
        checks.text("end", self.end, PlanFormatError)
        checks.whole("max_bytes", self.max_bytes, PlanFormatError)
        if not self.end or self.max_bytes < 0:
            raise PlanFormatError("Reasoning needs a text that ends it, and max_bytes of at least 0.")


@dataclass(frozen=True)
class PlanFormat:
    """How plans are written. Use one of the constructors: `calls`, `skill_json`, `steps`, `from_template`.

    Attributes:
        name: Short name, shown in messages and on the command line.
        codec: The spelling of one action.
        opening: Template before the first item: bytes of UTF-8, where 0xFF stands for optional white space, and 0xFE
            for optional white space that is one space as CLAMP writes it.
        separator: Template between two items.
        closing: Template after the last item.
        lead: Text before each action; ``{i}`` is the item's number, from 1.
        reasoning: Free text before the plan, or ``None``.
        instructions: A sentence that tells a model how to write this format.
        document: How whole plans are read as JSON; ``None`` where the format is not JSON.

    Raises:
        PlanFormatError: If an argument is of another kind, or plans could be read in two ways.
    """

    name: str
    codec: ActionCodec
    opening: bytes
    separator: bytes
    closing: bytes
    lead: str = ""
    reasoning: Reasoning | None = None
    instructions: str = ""
    document: JsonDocument | None = None

    def __post_init__(self) -> None:
        for given in ("name", "lead", "instructions"):
            checks.text(given, getattr(self, given), PlanFormatError)
        lacking = [one for one in ("encode", "decode") if not callable(getattr(self.codec, one, None))]
        if lacking or isinstance(self.codec, type):
            without = f" without `{lacking[0]}`" if lacking else ""
            raise PlanFormatError(
                f"`codec` is an object with `encode` and `decode` (a clamp.decoding.formats.ActionCodec), not "
                f"{checks.shown(self.codec)}{without}."
            )
        for given in ("opening", "separator", "closing"):
            hint = "A text is encoded first, as in b'\\n' or '\\n'.encode()."
            part = checks.instance(
                given, getattr(self, given), bytes, PlanFormatError, what="bytes", hint=hint
            )
            _text_of(part, f"`{given}`")
        if not self.separator and not self.lead:
            raise PlanFormatError(f"The format {self.name!r} has nothing between two actions.")
        for part in (self.opening, self.separator, self.closing):
            for slot, following in itertools.pairwise(part):
                if slot in SLOTS and (following in SPACES or following in SLOTS):
                    raise PlanFormatError("White space may not follow optional white space.")

    @classmethod
    def calls(cls) -> PlanFormat:
        """``Pick(red_cup_2)``, one action a line."""
        return cls.from_template(
            "{name}({args})",
            name="calls",
            instructions="Write one action per line, as Name(argument, argument), and nothing else.",
        )

    @classmethod
    def skill_json(
        cls, parameters: Mapping[str, Iterable[str]] | None = None, *, spaced: bool = False
    ) -> PlanFormat:
        """A list of skill calls, written as compact JSON: ``[{"name":"pick","params":{"arg1":"cup"}}]``.

        Read in any spelling that JSON allows: white space, escapes, keys in any order, ``params`` that are
        ``null`` or missing, 3 and 3.0 and "3" for the entity ``3``; also in a code fence, and as the value of
        ``"skill_sequence"``.

        Args:
            parameters: Parameter names by action name, in the order of the arguments. Those of other actions are
                called ``arg1``, ``arg2``, …; one alone is read under any name.
            spaced: Under a constraint, too, white space is free where JSON has it free (at most 16 bytes a place),
                as models write it that were shown an indented example.
        """
        checks.instance("spaced", spaced, bool, PlanFormatError, what="True or False")
        names: Mapping[str, Iterable[str]] = {} if parameters is None else _parameters(parameters)
        keys = {action: tuple(found) for action, found in names.items()}
        tight, _, comma = spacing(spaced)
        return cls(
            "skill_json",
            SkillCodec(keys, spaced),
            b"[" + tight,
            comma,
            tight + b"]",
            instructions=f'Write a JSON list of {{"name":…,"params":{{…}}}} objects'
            f"{'' if spaced else ', without spaces'}, and nothing else.",
            document=JsonDocument("[{", Skills(keys), strict=True),
        )

    @classmethod
    def virtualhome_json(cls) -> PlanFormat:
        """The former name of ``format_of("virtualhome_json")``, which the package clamp-worlds brings."""
        said = "`PlanFormat.virtualhome_json()` goes with the next release; it is now format_of('virtualhome_json')."
        warnings.warn(said, FutureWarning, stacklevel=2)
        return format_of("virtualhome_json")

    @classmethod
    def steps(cls, names: Mapping[str, str] | None = None) -> PlanFormat:
        """``Step 1. find Candle``, one step a line.

        Args:
            names: Spellings of action names, such as ``{"turn_on": "turn on"}``.
        """
        return cls.from_template(
            "{name} {args}",
            lead="Step {i}. ",
            argument_separator=" ",
            names=_spellings(names),
            name="steps",
            instructions="Write one step per line, as 'Step 1. action object', and nothing else.",
        )

    @classmethod
    def from_template(
        cls,
        action: str,
        *,
        opening: str = "",
        separator: str = "\n",
        closing: str = "",
        lead: str = "",
        argument_separator: str = ", ",
        names: Mapping[str, str] | None = None,
        name: str = "template",
        instructions: str = "",
    ) -> PlanFormat:
        """A format of your own.

        Args:
            action: The spelling of an action, with ``{name}`` and ``{args}``: ``"{name}({args})"``.
            opening: Text before the first item.
            separator: Text between two items.
            closing: Text after the last item.
            lead: Text before each action; ``{i}`` is its number, from 1.
            argument_separator: Text between two arguments.
            names: Spellings of action names that are not written as they are.

        Raises:
            PlanFormatError: If plans in the format could be read in two ways.
        """
        given = {"action": action, "opening": opening, "separator": separator, "closing": closing}
        given |= {"lead": lead, "argument_separator": argument_separator}
        given |= {"name": name, "instructions": instructions}
        for key, value in given.items():
            checks.text(key, value, PlanFormatError)
        return cls(
            name,
            TemplateCodec(action, argument_separator, _spellings(names)),
            opening.encode(),
            separator.encode(),
            closing.encode(),
            lead,
            instructions=instructions or f"Write each action as {action}.",
        )

    def with_reasoning(self, opening: str = "", end: str = "\nPlan:\n", max_bytes: int = 600) -> PlanFormat:
        """This format with free text before the plan, of at most `max_bytes`, ended by `end`."""
        return replace(self, reasoning=Reasoning(opening, end, max_bytes))

    def describe(self) -> str:
        """A sentence that tells a model how to write this format."""
        if self.reasoning is None:
            return self.instructions
        return (
            f"Begin with {self.reasoning.opening!r}, think in a few words, then write "
            f"{self.reasoning.end!r}. " + self.instructions
        )

    def lead_of(self, number: int) -> bytes:
        """What stands before the action with this number, counted from 1."""
        return self.lead.replace("{i}", str(number)).encode()

    def action_template(self, action: Action) -> bytes:
        """The template of an action, checked to be readable.

        Raises:
            PlanFormatError: If the action would be read back as another one, or the codec gives what is none.
        """
        checks.instance("action", action, Action, PlanFormatError, what="a clamp.Action")
        try:
            given = cast("object", self.codec.encode(action))
        except UnicodeEncodeError:
            raise PlanFormatError(
                f"No text can hold {str(action)!r}: it has half a character (a lone surrogate). Was its "
                "name read from a damaged file?"
            ) from None
        stop = written(self.separator or self.lead.partition("{i}")[0].encode()).decode()
        what = f"What `encode` of the format {self.name!r} gives of {action}"
        if not isinstance(given, bytes):
            raise PlanFormatError(f"{what} is bytes, not {checks.shown(given)}.")
        text = _text_of(given, what)
        for following in dict.fromkeys(("", stop + "x", written(self.closing).decode())):
            found: object
            try:
                found = self.codec.decode(text + following, 0, self._stops)
            except Exception as error:  # a codec may be anybody's
                found = error
            if found != action:
                raise self._unreadable(action, text, text + following, found)
        return given

    def _unreadable(self, action: Action, text: str, read: str, found: object) -> PlanFormatError:
        if isinstance(found, Exception):
            gave = f"the error {type(found).__name__}: {str(found)!r}"
        else:
            gave = str(found) if isinstance(found, Action) else checks.shown(found)
        otherwise = (
            ""
            if isinstance(self.codec, TemplateCodec)
            else (" If no name does, `encode` and `decode` of its codec disagree.")
        )
        return PlanFormatError(
            f"The format {self.name!r} cannot write {action} so that it is read back: it would be {text!r}, and of "
            f"{read!r} `decode` gives {gave}. Perhaps a name holds one of the characters that the format uses as "
            f"punctuation; rename it, or use another format (the JSON formats can write every name).{otherwise}"
        )

    @property
    def _stops(self) -> tuple[str, ...]:
        return tuple(written(part).decode() for part in (self.separator, self.closing) if part)

    def serialize(self, actions: Iterable[Action], reasoning: str = "") -> str:
        """The canonical text of a plan.

        Args:
            reasoning: The free text before the plan, where the format has one.

        Raises:
            PlanFormatError: If the plan is empty, or an action or the reasoning cannot be written.
        """
        plan = checks.items("actions", actions, Action, PlanFormatError, of="clamp.Action")
        checks.text("reasoning", reasoning, PlanFormatError)
        items = [self.lead_of(n) + self.action_template(a) for n, a in enumerate(plan, 1)]
        if not items:
            raise PlanFormatError("A plan has at least one action.")
        return (
            self._preamble(reasoning)
            + written(self.opening + self.separator.join(items) + self.closing).decode()
        )

    def _preamble(self, text: str) -> str:
        if self.reasoning is None:
            if text:
                raise PlanFormatError(f"The format {self.name!r} has no reasoning field.")
            return ""
        r = self.reasoning
        if (text + r.end).find(r.end) != len(text) or len(text.encode()) > r.max_bytes:
            raise PlanFormatError(
                f"The reasoning must not hold {r.end!r} nor exceed {r.max_bytes} bytes; it has "
                f"{len(text.encode())}."
            )
        return r.opening + text + r.end

    def parse(self, text: str, *, strict: bool = True) -> list[Action]:
        """The actions of the plan that a text is, from its first to its last character.

        Args:
            strict: Only the texts that a constraint admits: what `serialize` writes, and alternative spacing
                where permitted. Otherwise a format that is JSON is read in any spelling that JSON allows,
                and in a code fence; so is `skill_json` in any case.

        Raises:
            PlanSyntaxError: If the text is anything else; `position` is the byte offset of the first offence.
            PlanFormatError: If it is no text.
        """
        hint = "A plan in a file is read first, as UTF-8."
        checks.text("text", text, PlanFormatError, hint=hint, half_characters=True)
        data = self._bytes(text)
        start = self._skip_reasoning(text)
        if self.document is not None and (self.document.strict or not strict):
            return self._read_document(self.document, text, start)
        position = self._expect(self.opening, data, len(text[:start].encode()))
        actions: list[Action] = []
        while True:
            position = self._expect(self.lead_of(len(actions) + 1), data, position)
            action, position = self._read_action(text, data, position)
            actions.append(action)
            end, closed = match_template(self.closing, data, position)
            if closed and end == len(data):
                return actions
            after, separated = match_template(self.separator, data, position)
            if not separated:
                expected = [repr(written(part).decode()) for part in (self.separator, self.closing) if part]
                raise self._error(
                    f"expected {' or '.join(expected) or 'the end'} after {action}", data, after
                )
            position = after

    def parse_within(self, text: str) -> list[Action]:
        """The actions of the first plan in a text that a model wrote freely: in prose, in a code fence.

        A plan in JSON is read in any spelling that JSON allows.

        Raises:
            PlanSyntaxError: If no part of the text is a plan; the offence is the one in the whole text.
        """
        try:
            return self.parse(text)
        except PlanSyntaxError as error:
            first = error
        if self.document is not None:
            return self._first_document(self.document, text, first)
        for part in _parts(text):
            try:
                return self.parse(part)
            except PlanSyntaxError:
                continue
        raise first

    def _first_document(self, document: JsonDocument, text: str, first: PlanSyntaxError) -> list[Action]:
        start = 0
        if self.reasoning is not None and self.reasoning.end in text:
            start = text.index(self.reasoning.end) + len(self.reasoning.end)
        deepest: PlanSyntaxError | PlanFormatError = first
        where = furthest = 0
        for found in re.finditer(f"[{re.escape(document.begins)}]", text):
            begin = found.start()
            if begin < start:
                continue
            try:
                actions, end = document.read(text, begin)
            except PlanSyntaxError as error:
                if error.position - begin > furthest:
                    deepest, where, furthest = error, error.position, error.position - begin
                continue
            try:
                for action in actions:
                    self.action_template(action)
            except PlanFormatError as error:
                deepest, where, furthest = error, begin, end - begin
            else:
                return actions
        if deepest is first:
            raise first
        # The beginning that was read furthest is what was meant as the plan.
        raise self._error(str(deepest), text.encode(), len(text[:where].encode()))

    def _read_document(self, document: JsonDocument, text: str, start: int) -> list[Action]:
        fence = _FENCE_BEGINS.match(text, start)
        data = text.encode()
        try:
            actions, end = document.read(text, fence.end() if fence else start)
            for action in actions:
                self.action_template(action)
            after = (_FENCE_ENDS if fence else _WHITE).match(text, end)
            if after is None or after.end() != len(text):
                wanted = "the end of the code fence" if fence and after is None else "the end"
                raise PlanSyntaxError(f"expected {wanted} after the plan", after.end() if after else end)
        except PlanSyntaxError as error:
            raise self._error(str(error), data, len(text[: error.position].encode())) from None
        except PlanFormatError as error:
            raise self._error(str(error), data, len(text[:start].encode())) from None
        return actions

    def _bytes(self, text: str) -> bytes:
        try:
            return text.encode()
        except UnicodeEncodeError as error:
            raise PlanSyntaxError(
                f"Not a plan in the format {self.name!r}: character {error.start + 1} of the text is half a "
                "character (a lone surrogate).",
                len(text[: error.start].encode()),
            ) from None

    def _skip_reasoning(self, text: str) -> int:
        if self.reasoning is None:
            return 0
        r = self.reasoning
        if not text.startswith(r.opening):
            raise PlanSyntaxError(f"Not a plan in the format {self.name!r}: it begins with {r.opening!r}.", 0)
        end = text.find(r.end, len(r.opening))
        if end < 0 or len(text[len(r.opening) : end].encode()) > r.max_bytes:
            raise PlanSyntaxError(
                f"Not a plan in the format {self.name!r}: within {r.max_bytes} bytes of reasoning there is "
                f"no {r.end!r}.",
                len(r.opening.encode()),
            )
        return end + len(r.end)

    def _read_action(self, text: str, data: bytes, position: int) -> tuple[Action, int]:
        start = len(data[:position].decode(errors="ignore"))
        try:
            action = self.codec.decode(text, start, self._stops)
            if not isinstance(cast("object", action), Action):
                raise PlanSyntaxError(f"`decode` gives {checks.shown(action)}, no clamp.Action", start)
            template = self.action_template(action)
        except PlanSyntaxError as error:
            raise self._error(str(error), data, len(text[: error.position].encode())) from None
        except PlanFormatError as error:
            raise self._error(str(error), data, position) from None
        return action, self._expect(template, data, position)

    def _expect(self, template: bytes, data: bytes, position: int) -> int:
        end, complete = match_template(template, data, position)
        if not complete:
            raise self._error(f"expected {written(template).decode()!r}", data, end)
        return end

    def _error(self, what: str, data: bytes, position: int) -> PlanSyntaxError:
        line = data[:position].count(b"\n") + 1
        column = position - (data[:position].rfind(b"\n") + 1) + 1
        found = data[position : position + 24].decode(errors="replace")
        seen = f"found {found!r}" if found else "the text ends"
        return PlanSyntaxError(
            f"Not a plan in the format {self.name!r}: line {line}, column {column}: {what}, but {seen}.",
            position,
        )


def _text_of(template: bytes, what: str) -> str:
    try:
        return written(template).decode()
    except UnicodeDecodeError as error:
        raise PlanFormatError(
            f"{what} is UTF-8, in which 0xFF and 0xFE stand for optional white space, not {checks.shown(template)}: "
            f"{error.reason} at byte {error.start + 1}."
        ) from None


def _parts(text: str) -> Iterator[str]:
    """The parts of a text that may be a plan."""
    yield text.strip()
    for match in _FENCE.finditer(text):
        yield match[1].strip()
    for opening, closing in ("{}", "[]"):
        start, end = text.find(opening), text.rfind(closing)
        if 0 <= start < end:
            yield text[start : end + 1]
    for paragraph in re.split(r"\n\s*\n", text):
        yield paragraph.strip()


def _parameters(given: Mapping[str, Iterable[str]]) -> Mapping[str, Iterable[str]]:
    found = checks.mapping(
        "parameters", given, PlanFormatError, of="from an action's name to its parameters' names", values=None
    )
    such_as = '("target_entity_name",)'
    return {
        action: checks.names(f"parameters[{action!r}]", keys, PlanFormatError, such_as=such_as)
        for action, keys in found.items()
    }


def _spellings(names: Mapping[str, str] | None) -> dict[str, str]:
    if names is None:
        return {}
    return dict(checks.mapping("names", names, PlanFormatError, of="from an action's name to its spelling"))


class WhiteSpace(NamedTuple):
    """What white space leads to below a node of the token trie.

    Attributes:
        ids: Tokens that end in it, shape [n].
        lengths: How many bytes of it each of them has, at least 1, shape [n].
        runs: (bytes of white space, the node behind them) of every run after which tokens go on.
        exits: For each other byte, the runs after which some token has it, that of no byte included.
    """

    ids: NDArray[np.int64]
    lengths: NDArray[np.int64]
    runs: tuple[tuple[int, TrieNode], ...]
    exits: dict[int, tuple[tuple[int, TrieNode], ...]]


_FOUND: WeakKeyDictionary[Vocabulary, dict[TrieNode, WhiteSpace]] = WeakKeyDictionary()


def white_space(vocabulary: Vocabulary, node: TrieNode) -> WhiteSpace:
    """What white space leads to below a node of a vocabulary's trie."""
    known = _FOUND.setdefault(vocabulary, {})
    if node not in known:
        known[node] = _find(vocabulary, node)
    return known[node]


def _find(vocabulary: Vocabulary, node: TrieNode) -> WhiteSpace:
    ids: list[NDArray[np.int64]] = []
    lengths: list[int] = []
    runs: list[tuple[int, TrieNode]] = []
    exits: dict[int, list[tuple[int, TrieNode]]] = {}
    agenda = [(0, node)]
    for length, reached in agenda:
        if length:
            ids.append(vocabulary.trie_ids[reached.lo : reached.stop])
            lengths += [length] * (reached.stop - reached.lo)
            if reached.stop < reached.hi:
                runs.append((length, reached))
        for byte, below in reached.children.items():
            if byte not in SPACES:
                exits.setdefault(byte, []).append((length, reached))
            elif length < MAX_SPACING:
                agenda.append((length + 1, below))
    return WhiteSpace(
        np.concatenate([np.empty(0, dtype=np.int64), *ids]),
        np.array(lengths, dtype=np.int64),
        tuple(runs),
        {byte: tuple(found) for byte, found in exits.items()},
    )


FORMATS = ("calls", "skill_json", "steps")
"""The names of our formats, which are constructors of `PlanFormat`."""

GROUP = "clamp.formats"
"""The group of entry points by which others name theirs: functions without arguments that make a `PlanFormat`."""


def format_names() -> list[str]:
    """The formats that have a name: ours, and those of the packages that are installed."""
    return list(dict.fromkeys([*FORMATS, *sorted(metadata.entry_points(group=GROUP).names)]))


def format_of(name: str) -> PlanFormat:
    """The plan format with this name, or made from a template such as ``{name}({args})``.

    Raises:
        PlanFormatError: If it is neither, or the package that names it cannot make it.
    """
    checks.text("format", name, PlanFormatError, hint=f"It is one of {', '.join(FORMATS)}, or a template.")
    if "{name}" in name:
        return PlanFormat.from_template(name)
    if name in FORMATS:
        made: PlanFormat = getattr(PlanFormat, name)()
        return made
    found = list(metadata.entry_points(group=GROUP, name=name))
    if not found:
        raise PlanFormatError(
            f"There is no plan format {name!r}. Choose one of {', '.join(format_names())} (packages such as "
            "clamp-worlds bring some), or give a template for one action, such as '{name}({args})'."
        )
    owners = ", ".join(sorted({"an unknown package" if one.dist is None else one.dist.name for one in found}))
    if len({one.value for one in found}) > 1:
        raise PlanFormatError(f"Several packages name a plan format {name!r}: {owners}.")
    try:
        theirs: object = found[0].load()()
    except ClampError:
        raise
    except Exception as error:  # theirs may be anything
        raise PlanFormatError(
            f"The plan format {name!r} of {owners} cannot be made: {type(error).__name__}: {error}."
        ) from error
    return checks.instance(
        f"the format {name}", theirs, PlanFormat, PlanFormatError, what="a clamp.PlanFormat"
    )
