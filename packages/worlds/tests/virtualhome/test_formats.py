"""EAI's dictionary as a plan format: reading inverts writing, EAI's own parser reads ours, and masks are exact."""

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
from json_spellings import DEEP, HUGE, SPACES, check_any_text, check_refused, hostile, plans, scrambled
from patience import examples

from clamp.automata import Vocabulary
from clamp.contracts import check_constraint
from clamp.decoding import PlanConstraint, PlanFormat
from clamp.decoding.formats import LOOSE, MAX_SPACING, TIGHT, format_of
from clamp.errors import ClampError, PlanFormatError, PlanSyntaxError
from clamp.planning.system import Action
from clamp_worlds.virtualhome.formats import virtualhome_json

EAI = virtualhome_json()


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


@pytest.mark.sampled(5)
@pytest.mark.parametrize("seed", range(12))
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


@given(plans(hostile), st.randoms(use_true_random=False))
@settings(max_examples=examples(30), deadline=None)
def test_eai_s_dictionary_is_read_loosely_in_every_spelling_of_json(
    plan: list[Action], rng: random.Random
) -> None:
    entries = (f"{scrambled(one.name, rng)}:{scrambled(eai_arguments(one), rng)}" for one in plan)
    text = "{" + ",".join(entries) + "}"
    assert EAI.parse(text, strict=False) == plan
    assert EAI.parse_within(f"My plan {{as asked}}:\n```json\n{text}\n```\nDone.") == plan


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


@given(plans(hostile | st.just("\udc80"), hostile))
@settings(max_examples=examples(40), deadline=None)
def test_names_are_read_back_or_refused(plan: list[Action]) -> None:
    try:
        text = EAI.serialize(plan)
    except ClampError:
        return
    assert EAI.parse(text) == EAI.parse_within(text) == plan
    pairs: list[tuple[str, object]] = json.loads(text, object_pairs_hook=list)
    assert [key for key, _ in pairs] == [action.name for action in plan]


def test_it_looks_as_eai_wants_it() -> None:
    plan = [Action("WALK", ("sink_231",)), Action("PUTIN", ("cup_2", "sink_231")), Action("STANDUP")]
    text = '{"WALK": ["sink", 231], "PUTIN": ["cup", 2, "sink", 231], "STANDUP": [ ]}'
    assert EAI.serialize(plan) == text
    assert EAI.parse(EAI.serialize([Action("a", ("",))])) == [Action("a", ("",))]
    assert EAI.describe()


def test_spacing_is_free_and_bounded() -> None:
    assert EAI.parse('{\n "WALK" :["sink",\t231] }') == [Action("WALK", ("sink_231",))]
    assert EAI.parse('{"WALK":[' + " " * MAX_SPACING + '"sink"]}')
    with pytest.raises(PlanSyntaxError):
        EAI.parse('{"WALK":[' + " " * (MAX_SPACING + 1) + '"sink"]}')
    with pytest.raises(PlanSyntaxError):
        EAI.parse('{"WALK":["sink"]} ')


@pytest.mark.parametrize(
    ("text", "position", "says"),
    [
        ('{"a": 3}', 1, "expected an entry"),
        ('{"a": [3]}', 6, "class name"),
        ('{"a": ["b", true]}', 6, "class name"),
        ('{"a": ["b", 1, 2]}', 6, "class name"),
    ],
)
def test_errors_say_what_and_where(text: str, position: int, says: str) -> None:
    with pytest.raises(PlanSyntaxError, match=re.escape(says)) as caught:
        EAI.parse(text)
    assert caught.value.position == position


@pytest.mark.parametrize("text", DEEP, ids=[one[:9] for one in DEEP])
def test_a_text_of_any_depth_is_refused_without_a_traceback(text: str) -> None:
    check_refused(EAI, text)


def test_a_number_of_any_length_is_an_id() -> None:
    assert EAI.parse(f'{{"WALK": ["cup", {HUGE}]}}', strict=False) == [Action("WALK", (f"cup_{HUGE}",))]
    json.loads(EAI.serialize([Action("A", (f"c_{HUGE}",))]))  # no reader has to know numbers of that length


@given(st.text(st.sampled_from(list('[{"name":}],params3 \\ude.0-"AB\n`')), max_size=60))
@settings(max_examples=examples(60), deadline=None)
def test_any_text_is_a_plan_or_a_clear_error(text: str) -> None:
    for candidate in (text, '{"A": [' + text):
        check_any_text(EAI, candidate)


@pytest.mark.parametrize("form", [EAI, EAI.with_reasoning("<", "aab", 6)], ids=["plain", "reasoning"])
def test_a_constraint_in_it_keeps_the_laws(form: PlanFormat) -> None:
    actions = [Action("WALK", ("cup_1",)), Action("WALK", ("cup",)), Action("STANDUP")]
    system = GraphSystem(actions, {0: {0: 1, 2: 0}, 1: {1: 2, 2: 1}, 2: {2: 2}}, {2})
    vocabulary = byte_vocabulary([b'": ["', b"], ", b"  ", b'"WALK', b'", 1]', b"[ ]"])
    check_constraint(PlanConstraint(system, vocabulary, form, budget=3), walks=3, steps=40)


def test_it_is_found_by_its_name_and_by_its_former_one() -> None:
    assert format_of("virtualhome_json") == EAI
    with pytest.warns(FutureWarning, match="format_of"):
        assert PlanFormat.virtualhome_json() == EAI
