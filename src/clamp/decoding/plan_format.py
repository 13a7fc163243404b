"""Plan formats: how a list of actions is written, and read back strictly.

A plan is ``[reasoning] opening item separator item … closing``; an item is a lead (which may hold its
number) and an action. Each action's text ends where its format says so, or where a separator or the
closing begins, so nothing here needs one action's text not to begin another's: the constraint follows
both readings until a byte decides.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
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
    """

    name: str
    codec: ActionCodec
    opening: bytes
    separator: bytes
    closing: bytes
    lead: str = ""
    reasoning: Reasoning | None = None
    instructions: str = ""

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
        """VLABench's list of skill calls, as compact JSON.

        Args:
            parameters: Parameter names by action name, in the order of the arguments; VLABench's by default.
        """
        names = VLABENCH_PARAMETERS if parameters is None else _parameters(parameters)
        return cls(
            "skill_json",
            SkillCodec({action: tuple(keys) for action, keys in names.items()}),
            b"[",
            b",",
            b"]",
            instructions='Write a JSON list of {"name":…,"params":{…}} objects, without spaces, and nothing '
            "else.",
        )

    @classmethod
    def virtualhome_json(cls) -> PlanFormat:
        """EAI's dictionary ``{"WALK": ["sink", 231], …}``; order and repeated keys are kept.

        White space is free wherever JSON allows it.
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
                f"{str(action)!r} holds half of a pair of surrogates, which no text in UTF-8 has. Was its "
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

    def parse(self, text: str) -> list[Action]:
        """The actions of a plan. Strict: what `serialize` writes, and alternative spacing where permitted.

        Raises:
            PlanSyntaxError: If the text is anything else; `position` is the byte offset of the first offence.
            PlanFormatError: If it is no text.
        """
        checks.text("text", text, PlanFormatError, hint="A plan in a file is read first, as UTF-8.")
        try:
            data = text.encode()
        except UnicodeEncodeError as error:
            raise PlanSyntaxError(
                f"Not a plan in the format {self.name!r}: character {error.start + 1} is half of a pair of "
                "surrogates, which no text in UTF-8 has.",
                len(text[: error.start].encode()),
            ) from None
        start = self._skip_reasoning(text)
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
