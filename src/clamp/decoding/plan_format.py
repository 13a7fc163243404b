"""Plan formats: how a list of actions is written, and read back strictly.

A plan is ``[reasoning] opening item separator item … closing``; an item is a lead (which may hold its
number) and an action. Each action's text ends where its format says so, or where a separator or the
closing begins, so nothing here needs one action's text not to begin another's: the constraint follows
both readings until a byte decides.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from clamp import checks
from clamp.decoding.codecs import (
    LOOSE,
    SLOTS,
    SPACES,
    TIGHT,
    ActionCodec,
    SkillCodec,
    TemplateCodec,
    VirtualHomeCodec,
    match_template,
    written,
)
from clamp.decoding.json_plans import Document, entries, skills
from clamp.errors import PlanFormatError, PlanSyntaxError
from clamp.planning.system import Action

VLABENCH_PARAMETERS: Mapping[str, tuple[str, ...]] = {
    "pick": ("target_entity_name",),
    "press": ("target_entity_name",),
    "place": ("target_container_name",),
    "insert": ("target_container_name",),
    "pour": ("target_container_name",),
    "push": ("target_container_name",),
}
"""Parameter names of VLABench's skills (its skills without parameters need no entry)."""


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
    """How plans are written. Use one of the constructors: `calls`, `skill_json`, `virtualhome_json`, `steps`,
    `from_template`.

    Attributes:
        name: Short name, shown in messages and on the command line.
        codec: The spelling of one action.
        opening: Template before the first item (see `clamp.decoding.codecs` for templates).
        separator: Template between two items.
        closing: Template after the last item.
        lead: Text before each action; ``{i}`` is the item's number, from 1.
        reasoning: Free text before the plan, or ``None``.
        instructions: A sentence that tells a model how to write this format.
        document: How whole plans are read as JSON; ``None`` where the format is not JSON.
    """

    name: str
    codec: ActionCodec
    opening: bytes
    separator: bytes
    closing: bytes
    lead: str = ""
    reasoning: Reasoning | None = None
    instructions: str = ""
    document: Document | None = None

    def __post_init__(self) -> None:
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
    def skill_json(cls, parameters: Mapping[str, Iterable[str]] | None = None) -> PlanFormat:
        """VLABench's list of skill calls, written as compact JSON.

        Read in any spelling that JSON allows: white space, escapes, keys in any order, ``params`` that are
        ``null`` or missing, 3 and 3.0 and "3" for the entity ``3``; also in a code fence, and as the value of
        ``"skill_sequence"``.

        Args:
            parameters: Parameter names by action name, in the order of the arguments; VLABench's by default.
        """
        names = VLABENCH_PARAMETERS if parameters is None else _parameters(parameters)
        keys = {action: tuple(found) for action, found in names.items()}
        return cls(
            "skill_json",
            SkillCodec(keys),
            b"[",
            b",",
            b"]",
            instructions='Write a JSON list of {"name":…,"params":{…}} objects, without spaces, and nothing '
            "else.",
            document=Document("[{", skills(keys), strict=True),
        )

    @classmethod
    def virtualhome_json(cls) -> PlanFormat:
        """EAI's dictionary ``{"WALK": ["sink", 231], …}``; order and repeated keys are kept.

        White space is free wherever JSON allows it, and needed where there are no arguments: ``[ ]``.
        """
        tight, loose = bytes((TIGHT,)), bytes((LOOSE,))
        return cls(
            "virtualhome_json",
            VirtualHomeCodec(),
            b"{" + tight,
            tight + b"," + loose,
            tight + b"}",
            instructions='Write one JSON dictionary {"ACTION": ["object", id], …}, in order, and nothing '
            "else.",
            document=Document("{", entries, strict=False),
        )

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
            PlanFormatError: If the action would be read back as another one.
        """
        checks.instance("action", action, Action, PlanFormatError, what="a clamp.Action")
        try:
            template = self.codec.encode(action)
        except UnicodeEncodeError:
            raise PlanFormatError(
                f"No text can hold {str(action)!r}: it has half a character (a lone surrogate). Was its "
                "name read from a damaged file?"
            ) from None
        stop = written(self.separator or self.lead.partition("{i}")[0].encode()).decode()
        text = written(template).decode()
        try:
            same = all(
                self.codec.decode(text + following, 0, self._stops) == action
                for following in {"", stop + "x", written(self.closing).decode()}
            )
        except PlanSyntaxError:
            same = False
        if not same:
            raise PlanFormatError(
                f"The format {self.name!r} cannot write {action} so that it is read back: it would be "
                f"{text!r}. A name holds one of the characters that the format uses as punctuation; rename "
                "it, or use another format (the JSON formats can write every name)."
            )
        return template

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

    def _first_document(self, document: Document, text: str, first: PlanSyntaxError) -> list[Action]:
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

    def _read_document(self, document: Document, text: str, start: int) -> list[Action]:
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
