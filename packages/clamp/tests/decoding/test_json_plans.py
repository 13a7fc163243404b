"""Plans in JSON: every spelling that JSON allows is read, and nothing else."""

from __future__ import annotations

import json
import random
import re

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from json_spellings import DEEP, HUGE, check_any_text, check_refused, hostile, plans, scrambled
from patience import examples

from clamp.decoding import PlanFormat
from clamp.errors import ClampError, PlanFormatError, PlanSyntaxError
from clamp.planning.system import Action

SKILLS = PlanFormat.skill_json({"pick": ("target_entity_name",), "place": ("target_container_name",)})
OWN = PlanFormat.skill_json({"move": ("what", "to"), "turn_on": ("device",)})


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


@pytest.mark.parametrize("text", DEEP, ids=[one[:9] for one in DEEP])
def test_a_text_of_any_depth_is_refused_without_a_traceback(text: str) -> None:
    check_refused(SKILLS, text)


def test_a_number_of_any_length_is_an_id() -> None:
    text = f'[{{"name":"pick","params":{{"target_entity_name":{HUGE}}}}}]'
    assert SKILLS.parse(text) == [Action("pick", (HUGE,))]
    assert SKILLS.parse(SKILLS.serialize([Action("pick", (HUGE,))])) == [Action("pick", (HUGE,))]
    json.loads(SKILLS.serialize([Action("pick", (HUGE,))]))  # no reader has to know numbers of that length


@given(st.text(st.sampled_from(list('[{"name":}],params3 \\ude.0-"AB\n`')), max_size=60))
@settings(max_examples=examples(60), deadline=None)
def test_any_text_is_a_plan_or_a_clear_error(text: str) -> None:
    for candidate in (text, '[{"name":"a"' + text):
        check_any_text(SKILLS, candidate)


@pytest.mark.parametrize("name", ["calls", "skill_json", "steps"])
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
