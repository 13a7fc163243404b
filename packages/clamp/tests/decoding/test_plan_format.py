"""Plan formats: reading inverts writing, and anything else is refused, with its position."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import product
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from patience import examples

from clamp.decoding import PlanFormat, Reasoning, formats
from clamp.decoding.formats import LOOSE, TIGHT, TemplateCodec, match_template, written
from clamp.errors import PlanFormatError, PlanSyntaxError
from clamp.planning.system import Action

TURN_ON = {"turn_on": "turn on", "turn": "turn", "x": "turn on it"}
FORMATS = {
    "calls": PlanFormat.calls(),
    "skill_json": PlanFormat.skill_json(),
    "spaced skills": PlanFormat.skill_json(spaced=True),
    "own skills": PlanFormat.skill_json({"turn_on": ("device",), "move": ("what", "to")}),
    "steps": PlanFormat.steps(TURN_ON),
    "template": PlanFormat.from_template("{name}: {args}.", opening="plan\n", separator="; ", closing=" end"),
    "no separator": PlanFormat.from_template("<{name}|{args}>", separator="", lead="#{i} ", closing="!"),
    "reasoning": PlanFormat.calls().with_reasoning("Think: ", end="\nPlan:\n", max_bytes=40),
}
JSON = ("skill_json", "spaced skills", "own skills")
UNSPACED = tuple(name for name in FORMATS if name not in JSON)

words = st.from_regex(r"[A-Za-z]{1,4}(_[a-z0-9]{1,3}){0,2}", fullmatch=True) | st.sampled_from(
    ["turn_on", "turn", "x", "move", "cup_2", "7", "12", "ü", "日本_3", "a_b_01"]
)
wild = st.text(min_size=1, max_size=6)
"""Names that only JSON can write."""


def actions(names: st.SearchStrategy[str]) -> st.SearchStrategy[Action]:
    return st.builds(Action, names, st.lists(names, max_size=3).map(tuple))


def plans(name: str) -> st.SearchStrategy[list[Action]]:
    return st.lists(actions(wild if name in JSON else words), min_size=1, max_size=5)


def canonical(name: str, plan: list[Action]) -> str:
    """The text of a plan; plans that the format refuses to write are no examples."""
    try:
        return FORMATS[name].serialize(plan)
    except (PlanFormatError, UnicodeEncodeError):
        assume(False)
        raise


@pytest.mark.parametrize("name", FORMATS)
@given(data=st.data())
@settings(max_examples=examples(40))
def test_reading_inverts_writing(name: str, data: st.DataObject) -> None:
    plan = data.draw(plans(name))
    assert FORMATS[name].parse(canonical(name, plan)) == plan


@pytest.mark.parametrize("name", FORMATS)
@given(data=st.data())
@settings(max_examples=examples(40))
def test_ordinary_names_are_never_refused(name: str, data: st.DataObject) -> None:
    ordinary = st.from_regex(r"[a-z]{1,5}(_[a-z]{1,3})?_[1-9]", fullmatch=True)
    plan = data.draw(st.lists(actions(ordinary), min_size=1, max_size=5))
    assert FORMATS[name].parse(FORMATS[name].serialize(plan)) == plan


@pytest.mark.parametrize("name", FORMATS)
@given(data=st.data())
@settings(max_examples=examples(50))
def test_a_changed_text_is_refused_or_is_the_plan_it_spells(name: str, data: st.DataObject) -> None:
    plan_format = FORMATS[name]
    text = canonical(name, data.draw(plans(name)))
    other = canonical(name, data.draw(plans(name)))
    alphabet = sorted({*text, *other, *' \n\t"\\,:;()[]{}0é'})
    changed = text
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(changed)))
        end = min(len(changed), start + data.draw(st.integers(0, 4)))
        put = data.draw(st.text(alphabet, max_size=3) | st.just(other[start:end]))
        changed = changed[:start] + put + changed[end:]
    found: list[Action] = []
    position = 0
    try:
        found = plan_format.parse(changed)
    except PlanSyntaxError as error:
        position = error.position
    assert 0 <= position <= len(changed.encode())
    if not found:
        return
    if plan_format.reasoning:
        changed = changed[changed.index("\nPlan:\n") + len("\nPlan:\n") :]
        plan_format = PlanFormat.calls()
    if name in UNSPACED:
        assert plan_format.serialize(found) == changed
    else:
        assert [one["name"] for one in json.loads(changed)] == [action.name for action in found]


@pytest.mark.parametrize("name", JSON)
@given(data=st.data())
def test_json_formats_write_json(name: str, data: st.DataObject) -> None:
    plan = data.draw(plans(name))
    assert [one["name"] for one in json.loads(canonical(name, plan))] == [action.name for action in plan]


NAMES = (
    *("turn_on", "turn", "x", "on", "it", "end", "cup_2", "cup_02", "7", "07", "1e5", "true", "plan", "1"),
    *("ü", "a b", " a", "a,b", "a, b", "(", "<", "|", '"', "\\", "\x00", "\ud800", ""),
)


def check_many_at_once(own: PlanFormat) -> None:
    """Of many actions, those are refused that are refused one by one, whatever others came before."""
    given = [
        Action(name, args)
        for name in NAMES[:5]
        for count in (0, 1, 2)
        for args in product(NAMES, repeat=count)
    ]
    fit: dict[Action, bytes] = {}
    for action in given:
        with suppress(PlanFormatError):
            fit[action] = own.action_template(action)
    assert len(fit) > 60
    assert list(own.action_templates(fit)) == list(fit.values())
    rng, before = random.Random(0), {name: [one for one in fit if one.name == name] for name in NAMES[:5]}
    for action in given:
        if action not in fit:
            others = rng.sample(before[action.name], min(15, len(before[action.name])))
            with pytest.raises(PlanFormatError):
                list(own.action_templates([*others, action]))
    assert list(own.action_templates(())) == []


@pytest.mark.sampled(5)
@pytest.mark.parametrize("name", FORMATS)
def test_many_actions_are_checked_as_each_is(name: str) -> None:
    check_many_at_once(FORMATS[name])


def test_a_codec_that_spells_otherwise_than_the_one_it_is_made_of_is_checked_itself() -> None:
    class Loud(TemplateCodec):
        def encode(self, action: Action) -> bytes:
            return super().encode(action).replace(b"b", b"B")

    own = PlanFormat("loud", Loud("{name}({args})", ", "), b"", b"\n", b"")
    assert list(own.action_templates([Action("go", ("a",))])) == [b"go(a)"]
    with pytest.raises(PlanFormatError, match=re.escape("cannot write go(b)")):
        list(own.action_templates([Action("go", ("a",)), Action("go", ("b",))]))


def test_the_formats_look_as_they_are_described() -> None:
    plan = [Action("WALK", ("sink_231",)), Action("PUTIN", ("cup_2", "sink_231")), Action("STANDUP")]
    assert FORMATS["calls"].serialize(plan) == "WALK(sink_231)\nPUTIN(cup_2, sink_231)\nSTANDUP()"
    assert FORMATS["skill_json"].serialize([Action("pick", ("3",)), Action("lift")]) == (
        '[{"name":"pick","params":{"arg1":3}},{"name":"lift","params":{}}]'
    )
    assert FORMATS["own skills"].serialize([Action("turn_on", ("3",))]) == (
        '[{"name":"turn_on","params":{"device":3}}]'
    )
    assert FORMATS["steps"].serialize([Action("find", ("Candle",)), Action("turn_on", ("Candle",))]) == (
        "Step 1. find Candle\nStep 2. turn on Candle"
    )


@pytest.mark.parametrize("name", ["calls", "steps"])
def test_one_spelling_formats_permit_no_spacing(name: str) -> None:
    plan = [Action("a", ("b", "c")), Action("d")]
    text = FORMATS[name].serialize(plan)
    refused = 0
    for position in range(len(text) + 1):
        try:
            found = FORMATS[name].parse(text[:position] + " \n"[position % 2] + text[position:])
        except PlanSyntaxError:
            refused += 1
        else:
            assert found != plan, "the space belongs to a name in quotes"
    assert refused > len(text) / 2


@pytest.mark.parametrize(
    ("name", "text", "position", "says"),
    [
        ("calls", "go(é)\nGo(", 7, "never closed"),
        ("calls", "go(é)\n\ngo()", 7, "padded"),
        ("calls", "go( a)", 0, "padded"),
        ("calls", "go(a) go(b)", 5, "expected '\\n' after go(a)"),
        ("skill_json", "[3]", 1, "expected {"),
        ("skill_json", '[{"name":"a","params":{}}', 25, "expected ',' or ']'"),
        ("own skills", '[{"name":"turn_on","params":{"arg1":3}}]', 30, "'device'"),
        ("steps", "Step 2. go a", 5, "Step 1. "),
        ("steps", "Step 1. go a\nStep 3. go b", 18, "Step 2. "),
        ("template", "plan\na: b. end.", 10, "expected"),
        ("reasoning", "Hm", 0, "begins with 'Think: '"),
        ("reasoning", "Think: hm", 7, "no '\\nPlan:\\n'"),
        ("reasoning", "Think: " + "a" * 41 + "\nPlan:\ngo()", 7, "within 40 bytes"),
    ],
)
def test_errors_say_what_where_and_the_evidence(name: str, text: str, position: int, says: str) -> None:
    with pytest.raises(PlanSyntaxError, match=re.escape(says)) as caught:
        FORMATS[name].parse(text)
    assert caught.value.position == position


@pytest.mark.parametrize(
    "build",
    [
        lambda: PlanFormat.from_template("{args} {name}"),
        lambda: PlanFormat.from_template("{name}{args}"),
        lambda: PlanFormat.from_template("{name} {name} {args}"),
        lambda: PlanFormat.from_template("{name}"),
        lambda: PlanFormat.from_template("{name}({args})", argument_separator=""),
        lambda: PlanFormat.from_template("{name}({args})", separator=""),
        lambda: PlanFormat.steps({"turn_on": "use", "turn_off": "use"}),
        lambda: PlanFormat("odd", FORMATS["calls"].codec, b"", bytes((TIGHT,)) + b" ", b""),
        lambda: PlanFormat("odd", FORMATS["calls"].codec, bytes((TIGHT, LOOSE)), b"\n", b""),
        lambda: Reasoning(end=""),
        lambda: Reasoning(max_bytes=-1),
    ],
)
def test_ambiguous_formats_are_refused(build: object) -> None:
    with pytest.raises(PlanFormatError):
        build()  # type: ignore[operator]


@pytest.mark.parametrize(
    ("name", "action"),
    [
        ("calls", Action("a", ("b, c",))),
        ("calls", Action("a", ("b)",))),
        ("calls", Action("a(", ("b",))),
        ("steps", Action("go up", ("b",))),
        ("steps", Action("go", ("b c",))),
        ("steps", Action("turn", ("on", "x"))),
        ("template", Action("a", ("b.c",))),
    ],
)
def test_names_that_a_format_cannot_write_are_refused(name: str, action: Action) -> None:
    plan_format = FORMATS[name]
    with pytest.raises(PlanFormatError, match="cannot write"):
        plan_format.serialize([action])


A = Action("a")


class Codec:
    """``a``, whatever the action is called; what it gives can be replaced."""

    def __init__(self, encoded: Any = b"a", decoded: Any = A):
        self.encoded, self.decoded = encoded, decoded

    def encode(self, action: Action) -> Any:
        return self.encoded

    def decode(self, text: str, start: int, stops: object) -> Any:
        if isinstance(self.decoded, Exception):
            raise self.decoded
        return self.decoded


@pytest.mark.parametrize(
    ("codec", "says"),
    [
        (Codec(decoded=Action("b")), "of 'a' `decode` gives b(). "),
        (Codec(decoded=None), "of 'a' `decode` gives nothing (None)."),
        (
            Codec(decoded=PlanSyntaxError("no action", 0)),
            "`decode` gives the error PlanSyntaxError: 'no action'.",
        ),
        (Codec(decoded=IndexError("string index")), "`decode` gives the error IndexError: 'string index'."),
        (Codec(decoded=Action("b")), "`encode` and `decode` of its codec disagree."),
        (Codec("a"), "`encode` of the format 'own' gives of a() is bytes, not the text 'a'."),
        (Codec(None), "is bytes, not nothing (None)."),
        (Codec(b"\x80"), "is UTF-8, in which 0xFF and 0xFE stand for optional white space"),
    ],
)
def test_a_codec_that_does_not_read_back_what_it_writes_is_told(codec: Codec, says: str) -> None:
    own = PlanFormat("own", codec, b"", b"\n", b"")
    with pytest.raises(PlanFormatError, match=re.escape(says)):
        own.serialize([Action("a")])
    assert PlanFormat("own", Codec(), b"", b"\n", b"").serialize([Action("a")]) == "a"


def test_a_codec_that_reads_nothing_is_told() -> None:
    own = PlanFormat("own", Codec(decoded=None), b"- ", b"\n", b"")
    with pytest.raises(
        PlanSyntaxError, match=r"column 3: `decode` gives nothing \(None\), no clamp.Action"
    ) as caught:
        own.parse("- a")
    assert caught.value.position == 2


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"opening": ""}, "`opening` is bytes, not an empty text."),
        ({"separator": "\n"}, "`separator` is bytes, not the text"),
        ({"closing": None}, "`closing` is bytes, not nothing (None)."),
        ({"closing": b"\x80"}, "`closing` is UTF-8"),
        ({"lead": b"- "}, "`lead` is a text, not the bytes"),
        ({"name": 3}, "`name` is a text, not the number 3"),
        ({"instructions": None}, "`instructions` is a text, not nothing (None)"),
        ({"codec": SimpleNamespace(encode=len)}, "a SimpleNamespace without `decode`."),
        ({"codec": "calls"}, "`codec` is an object with `encode` and `decode`"),
        ({"codec": Codec}, "not the class Codec itself."),
    ],
)
def test_arguments_of_a_format_are_told_by_name(given: dict[str, Any], says: str) -> None:
    made: dict[str, Any] = {
        "name": "own",
        "codec": Codec(),
        "opening": b"",
        "separator": b"\n",
        "closing": b"",
    }
    with pytest.raises(PlanFormatError, match=re.escape(says)):
        PlanFormat(**made | given)


def test_bad_reasoning_cannot_be_written() -> None:
    with pytest.raises(PlanFormatError, match="no reasoning field"):
        FORMATS["calls"].serialize([Action("a")], reasoning="hm")
    for text in ("x\nPlan:\n", "a" * 41, "é" * 21):
        with pytest.raises(PlanFormatError, match="must not hold"):
            FORMATS["reasoning"].serialize([Action("a")], reasoning=text)


@given(st.text(max_size=10), plans("calls"))
def test_reasoning_is_skipped(text: str, plan: list[Action]) -> None:
    assume("\nPlan" not in text and len(text.encode(errors="replace")) <= 40)
    assume(text.isprintable())
    canonical("calls", plan)
    assert FORMATS["reasoning"].parse(FORMATS["reasoning"].serialize(plan, text)) == plan


@given(st.lists(st.sampled_from([b"a", b"b", bytes((TIGHT,)), bytes((LOOSE,))]), max_size=6).map(b"".join))
def test_the_canonical_text_of_a_template_matches_it(template: bytes) -> None:
    text = written(template)
    end, complete = match_template(template, text, 0)
    assert (end, complete) == (len(text), True)
    assert match_template(template + b"c", text, 0) == (len(text), False)


def test_formats_describe_themselves() -> None:
    for plan_format in FORMATS.values():
        assert plan_format.describe()
    assert "'Think: '" in FORMATS["reasoning"].describe()


@dataclass(frozen=True)
class Entry:
    """An entry point that some package has."""

    load: Callable[[], Any]
    value: str = "theirs:made"
    name: str = "theirs"
    dist: Any = field(default_factory=lambda: SimpleNamespace(name="theirs-package"))


def named(monkeypatch: pytest.MonkeyPatch, *entries: Any) -> None:
    def entry_points(group: str, **_: str) -> Any:
        assert group == "clamp.formats"
        return entries

    monkeypatch.setattr(formats.metadata, "entry_points", entry_points)


def test_a_package_names_a_format(monkeypatch: pytest.MonkeyPatch) -> None:
    mine = PlanFormat.from_template("{name}<{args}>", name="theirs")
    named(monkeypatch, Entry(lambda: lambda: mine))
    assert formats.format_of("theirs") == mine
    assert formats.format_of("calls") == PlanFormat.calls()


def missing() -> Any:
    raise ImportError("no module named 'numpi'")


@pytest.mark.parametrize(
    ("entries", "said"),
    [
        ([], r"no plan format 'theirs'.*clamp-worlds"),
        (
            [Entry(missing)],
            r"'theirs' of theirs-package cannot be made: ImportError: no module named 'numpi'",
        ),
        ([Entry(lambda: lambda: "calls")], r"the format theirs.*a clamp.PlanFormat"),
        ([Entry(missing), Entry(missing, "other:made")], r"Several packages name a plan format 'theirs'"),
    ],
    ids=["none", "broken", "no format", "two"],
)
def test_a_name_that_leads_to_no_format_says_why(
    entries: list[Entry], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    named(monkeypatch, *entries)
    monkeypatch.setattr(formats, "format_names", lambda: list(formats.FORMATS))
    with pytest.raises(PlanFormatError, match=said):
        formats.format_of("theirs")
