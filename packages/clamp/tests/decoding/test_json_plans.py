"""Plans in JSON: every spelling that JSON allows is read, nothing else, and EAI's own parser reads ours."""

from __future__ import annotations

import json
import random
import re
from importlib import import_module
from typing import Any

import pytest
from fakes import GraphSystem, byte_vocabulary
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from patience import examples, first

from clamp.automata import Vocabulary
from clamp.decoding import PlanConstraint, PlanFormat
from clamp.decoding.formats import LOOSE, MAX_SPACING, TIGHT
from clamp.errors import ClampError, PlanFormatError, PlanSyntaxError
from clamp.planning.system import Action

SKILLS, EAI = PlanFormat.skill_json(), PlanFormat.virtualhome_json()
OWN = PlanFormat.skill_json({"move": ("what", "to"), "turn_on": ("device",)})
SPACES = " \t\r\n"

odd = st.sampled_from(
    ["cup_2", "bath_room_1", "dog's bowl_3", 'a"b', "a\\b", "a]b_1", "]", "[x]", "a  b_4", " a", "a\u00a0b",
     "a\u2028b_1", "tab\tx", "new\nline", 'x": ["y", 1]', '"WALK": ["a", 1]', "', '", "ü_1", "日本_3", "\x1c",
     "12", "x_01", "x_" + "9" * 40, "9" * 40, "a,b", "{}", "```", "\x85", "é\r\n_1", "\\u0041", "/", "1.0"]
)  # fmt: skip
hostile = odd | st.text(min_size=1, max_size=6).filter(lambda name: name.isprintable() or not name.isascii())
verbs = st.sampled_from(["WALK", "STANDUP", "PUTBACK", "SLEEP", "walk_to", "A1"])


def plans(names: st.SearchStrategy[str], skills: st.SearchStrategy[str] = verbs) -> st.SearchStrategy[Any]:
    return st.lists(st.builds(Action, skills, st.lists(names, max_size=2).map(tuple)), min_size=1, max_size=6)


def read_by_eai(text: str) -> list[tuple[str, list[Any]]]:
    """What EAI's evaluator reads in an output: its clean-up (``evaluate_results.py``) and its own parser."""
    utils = import_module("virtualhome_eval.simulation.evolving_graph.eval_utils")
    if text.startswith("```json"):
        text = text[7:]
    read = utils.load_json_preserving_order(text.strip().replace("\n", "").replace("'", '"'))
    return [(key, values) for entry in read for key, values in entry.items()]


def eai_arguments(action: Action) -> list[Any]:
    """What EAI must find in an entry: class names, each with its id after it where it has one."""
    found: list[Any] = []
    for name in action.args:
        kind, _, number = name.rpartition("_")
        is_id = bool(kind) and re.fullmatch("0|[1-9][0-9]{0,14}", number) is not None
        found += [kind, int(number)] if is_id else [name]
    return found


def spaced(template: bytes, rng: random.Random) -> str:
    """A text that the automaton admits: each slot filled with white space at random."""
    parts = []
    for byte in template:
        if byte in (TIGHT, LOOSE):
            length = rng.choice((0, 0, 1, 1, 2, MAX_SPACING))
            parts.append("".join(rng.choice(SPACES) for _ in range(length)).encode())
        else:
            parts.append(bytes((byte,)))
    return b"".join(parts).decode()


@given(plans(hostile), st.randoms(use_true_random=False))
@settings(max_examples=examples(60), deadline=None)
def test_eai_s_parser_reads_every_plan_as_it_was_meant(plan: list[Action], rng: random.Random) -> None:
    pytest.importorskip("virtualhome_eval")
    try:
        templates = [EAI.action_template(action) for action in plan]
    except PlanFormatError:
        assume(False)
        raise
    template = EAI.opening + EAI.separator.join(templates) + EAI.closing
    wanted = [(action.name, eai_arguments(action)) for action in plan]
    for text in (EAI.serialize(plan), spaced(template, rng), "```json" + EAI.serialize(plan)):
        assert read_by_eai(text) == wanted
    assert EAI.parse(spaced(template, rng)) == plan


@pytest.mark.parametrize("seed", first(5, range(12)))
def test_whatever_a_constraint_admits_is_what_eai_s_parser_reads(seed: int) -> None:
    pytest.importorskip("virtualhome_eval")
    rng = random.Random(seed)
    actions = [
        Action("STANDUP"),
        Action("WALK", ("dog's bowl_3",)),
        Action("WALK"),
        Action("PUT", ("a]_1", "b_2")),
    ]
    system = GraphSystem(actions, {0: {0: 0, 1: 0, 2: 0, 3: 0}}, {0})
    words = [
        b"[]",
        b"[ ]",
        b"[\n]",
        b"[\n ",
        b"[ \n",
        b'":[',
        b'"STANDUP": []',
        b": [],",
        b"  ",
        b"\n\n",
        b"]}",
        b' ], "',
    ]
    bytes_of = [bytes((byte,)) for byte in range(256)]
    vocabulary = Vocabulary.from_bytes([*bytes_of, *words, b""], eos_id=256 + len(words))
    constraint = PlanConstraint(system, vocabulary, EAI, budget=4, loops=True)
    cursor, text = constraint.initial(), b""
    while not cursor.finished:
        allowed = constraint.allowed(cursor).tolist()
        assert allowed == constraint.allowed_naive(cursor).tolist()
        strange = [token for token in allowed if token >= 256 or chr(token) in SPACES]
        token = rng.choice(strange if strange and rng.random() < 0.6 else allowed)
        cursor = constraint.advance(cursor, token)
        text += vocabulary.bytes_of(token) or b""
    plan = constraint.actions(cursor)
    assert read_by_eai(text.decode()) == [(one.name, eai_arguments(one)) for one in plan]
    assert EAI.parse(text.decode()) == list(plan)


@given(plans(hostile, hostile), st.sampled_from([SKILLS, OWN]), st.randoms(use_true_random=False))
@settings(max_examples=examples(40), deadline=None)
def test_skills_are_read_in_every_spelling_of_json(
    plan: list[Action], plan_format: PlanFormat, rng: random.Random
) -> None:
    try:
        value = json.loads(plan_format.serialize(plan))
    except PlanFormatError:
        assume(False)
        raise
    text = scrambled(value, rng)
    for variant in (
        text,
        '{"skill_sequence":' + text + "}",
        f"```json\n{text}\n```\n",
        f"\n ```\n{text}```",
        f"  {text}\n",
    ):
        assert plan_format.parse(variant) == plan
        assert plan_format.parse_within(variant) == plan
    for variant in (
        f"Here it is:\n{text}\nIt ends.",
        f"[1] see {{x}} ```json\n{text}\n``` done",
        text + text,
    ):
        assert plan_format.parse_within(variant) == plan
        with pytest.raises(PlanSyntaxError):
            plan_format.parse(variant)


def scrambled(value: Any, rng: random.Random) -> str:
    """The same JSON in another spelling: white space, escapes, order of keys, forms of numbers."""

    def gap() -> str:
        return "".join(rng.choice(SPACES) for _ in range(rng.choice((0, 0, 1, 40))))

    def spelled(one: Any) -> str:
        if isinstance(one, dict):
            pairs = list(one.items())
            rng.shuffle(pairs)
            pairs = [(key, inner) for key, inner in pairs if inner != {} or rng.random() < 0.5]
            listed = (f"{gap()}{spelled(key)}{gap()}:{gap()}{spelled(inner)}{gap()}" for key, inner in pairs)
            return "null" if one == {} and rng.random() < 0.3 else "{" + ",".join(listed) + gap() + "}"
        if isinstance(one, list):
            return "[" + ",".join(gap() + spelled(inner) + gap() for inner in one) + "]"
        if isinstance(one, int):
            return rng.choice((f"{one}", f"{one}.0", f"{one}.000", f"{one}e0", f"{one}0E-1"))
        quoted = json.dumps(one, ensure_ascii=rng.random() < 0.5)
        return quoted.replace("/", "\\/") if rng.random() < 0.5 else quoted

    return gap() + spelled(value) + gap()


def test_the_prompt_s_own_example_is_read() -> None:
    text = """```json
[
    {
        "name": "pick",
        "params": {
            "target_entity_name": 3
        }
    },
    {
        "name": "place",
        "params": {
            "target_container_name": "7"
        }
    },
    {"name": "open_door", "params": {}}
]
```"""
    plan = [Action("pick", ("3",)), Action("place", ("7",)), Action("open_door")]
    assert SKILLS.parse(text) == SKILLS.parse_within(f"First I look.\n\n{text}\nThat is all.") == plan


@given(plans(hostile), st.randoms(use_true_random=False))
@settings(max_examples=examples(30), deadline=None)
def test_eai_s_dictionary_is_read_loosely_in_every_spelling_of_json(
    plan: list[Action], rng: random.Random
) -> None:
    entries = (f"{scrambled(one.name, rng)}:{scrambled(eai_arguments(one), rng)}" for one in plan)
    text = "{" + ",".join(entries) + "}"
    assert EAI.parse(text, strict=False) == plan
    assert EAI.parse_within(f"My plan {{as asked}}:\n```json\n{text}\n```\nDone.") == plan


BROKEN = [
    ("[]", 1, "at least one action"),
    ("{}", 2, "skill_sequence"),
    ("", 0, "expected '['"),
    ("null", 0, "expected '['"),
    ('{"name":"pick","params":{}}', 2, "a list"),
    ('[{"name":"pick"}', 16, "expected ',' or ']'"),
    ('[{"name":"lift"},]', 17, "expected {"),
    ("[{'name':'lift'}]", 2, "double quotes"),
    ('[{"params":{}}]', 1, 'no "name"'),
    ('[{"name":3}]', 9, "name of a skill"),
    ('[{"name":"lift","name":"lift"}]', 17, "twice"),
    ('[{"name":"lift","params":{},"params":{}}]', 29, "twice"),
    ('[{"name":"pick","params":{"target_entity_name":1,"target_entity_name":2}}]', 50, "twice"),
    ('[{"name":"pick","params":{"target_entity_name":true}}]', 47, "expected an entity"),
    ('[{"name":"pick","params":{"target_entity_name":null}}]', 47, "expected an entity"),
    ('[{"name":"pick","params":{"target_entity_name":[3]}}]', 47, "expected an entity"),
    ('[{"name":"pick","params":{"target_entity_name":NaN}}]', 47, "expected an entity"),
    ('[{"name":"pick","params":{"target_entity_name":-Infinity}}]', 47, "expected an entity"),
    ('[{"name":"pick","params":{"target_entity_name":1.5}}]', 47, "whole number"),
    ('[{"name":"pick","params":{"target_entity_name":-1}}]', 47, "0 or above"),
    ('[{"name":"pick","params":{"target_entity_name":1e400}}]', 47, "whole number"),
    ('[{"name":"pick","params":{"target_entity_name":01}}]', 48, "expected ',' or '}'"),
    ('[{"name":"pick","params":["cup"]}]', 25, "as an object"),
    ('[{"name":"pick","params":{"entity":3}}]', 27, "'target_entity_name'"),
    ('[{"name":"pick","params":{"a":3,"b":4}}]', 27, "2 parameters"),
    ('[{"name":"lift","why":"x"}]', 17, "'name' and 'params'"),
    ('[{"name":"lift"}] and so on', 18, "expected the end"),
    ('[{"name":"li\\x"}]', 12, "not JSON"),
    ('[{"name":"li', 9, "not JSON"),
    ('[{"name":"\\ud800"}]', 9, "half a character"),
    ('[{"name":"\n"}]', 10, "not JSON"),
    ('```json\n[{"name":"lift"}]', 25, "code fence"),
    ('{"skill_sequence":[{"name":"a"}],"skill_sequence":[{"name":"a"}]}', 34, "twice"),
    ("\ud800", 0, "half a character"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "position", "says"), BROKEN)
def test_what_is_no_plan_is_refused_with_its_place(text: str, position: int, says: str) -> None:
    with pytest.raises(PlanSyntaxError, match=re.escape(says)) as caught:
        SKILLS.parse(text)
    assert caught.value.position == position


DEEP = [
    "[" * 20_000,
    '{"a":' * 20_000,
    '[{"name":' * 20_000,
    '{"skill_sequence":' * 20_000,
    '{"A": [' * 20_000,
]
HUGE = "9" * 10_000


@pytest.mark.parametrize("plan_format", [SKILLS, EAI], ids=["skills", "eai"])
@pytest.mark.parametrize("text", DEEP, ids=[one[:9] for one in DEEP])
def test_a_text_of_any_depth_is_refused_without_a_traceback(plan_format: PlanFormat, text: str) -> None:
    for read in (
        plan_format.parse,
        plan_format.parse_within,
        lambda one: plan_format.parse(one, strict=False),
    ):
        with pytest.raises(PlanSyntaxError):
            read(text)


def test_a_number_of_any_length_is_an_id() -> None:
    text = f'[{{"name":"pick","params":{{"target_entity_name":{HUGE}}}}}]'
    assert SKILLS.parse(text) == [Action("pick", (HUGE,))]
    assert SKILLS.parse(SKILLS.serialize([Action("pick", (HUGE,))])) == [Action("pick", (HUGE,))]
    assert EAI.parse(f'{{"WALK": ["cup", {HUGE}]}}', strict=False) == [Action("WALK", (f"cup_{HUGE}",))]
    for text in (SKILLS.serialize([Action("pick", (HUGE,))]), EAI.serialize([Action("A", (f"c_{HUGE}",))])):
        json.loads(text)  # no reader has to know numbers of that length


@given(st.text(st.sampled_from(list('[{"name":}],params3 \\ude.0-"AB\n`')), max_size=60), st.integers(0, 1))
@settings(max_examples=examples(60), deadline=None)
def test_any_text_is_a_plan_or_a_clear_error(text: str, which: int) -> None:
    plan_format = (SKILLS, EAI)[which]
    for candidate in (text, '[{"name":"a"' + text, '{"A": [' + text):
        for read in (
            plan_format.parse,
            plan_format.parse_within,
            lambda one: plan_format.parse(one, strict=False),
        ):
            try:
                plan = read(candidate)
            except PlanSyntaxError as error:
                assert 0 <= error.position <= len(candidate.encode())  # noqa: PT017
            else:
                assert plan_format.parse(plan_format.serialize(plan)) == plan


@pytest.mark.parametrize("name", ["calls", "skill_json", "virtualhome_json", "steps"])
@given(data=st.data())
@settings(max_examples=examples(25), deadline=None)
def test_hostile_names_are_read_back_or_refused(name: str, data: st.DataObject) -> None:
    plan_format: PlanFormat = getattr(PlanFormat, name)()
    plan = data.draw(plans(hostile | st.just("\udc80"), hostile))
    try:
        text = plan_format.serialize(plan)
    except ClampError:
        return
    assert plan_format.parse(text) == plan_format.parse_within(text) == plan


def test_a_system_whose_texts_have_no_arguments_can_be_spelled_token_by_token() -> None:
    system = GraphSystem([Action("STANDUP")], {0: {0: 1}}, {1})
    constraint = PlanConstraint(system, byte_vocabulary(), EAI, budget=1)
    cursor = constraint.initial()
    for byte in b'{"STANDUP": [ ':
        cursor = constraint.advance(cursor, byte)
    cursor = constraint.advance(constraint.advance(cursor, ord("\n")), ord("]"))
    assert constraint.allowed(constraint.advance(cursor, ord("}"))).tolist()
    opened = constraint.initial()
    for byte in b'{"STANDUP": [':
        opened = constraint.advance(opened, byte)
    assert constraint.allowed(opened).tolist() == [ord(" ")]
