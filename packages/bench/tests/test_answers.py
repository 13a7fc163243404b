"""Calls in free text: whole sequences are read however they are spelled, and nothing of a broken one."""

from __future__ import annotations

import json
from collections.abc import Callable
from time import monotonic
from typing import Any

import pytest

from clamp_bench.eai.behavior_plans import read_commands
from clamp_bench.vlabench.score import read_skills

Call = dict[str, Any]
Read = Callable[[str], Any]


def skill(name: str, thing: int) -> Call:
    return {"name": name, "params": {"target_entity_name": thing}}


def command(name: str, thing: int) -> Call:
    return {"action": name, "object": f"cup_{thing}, agent_1"}


BOTH = pytest.mark.parametrize(
    ("read", "call", "key"),
    [
        pytest.param(read_skills, skill, "skill_sequence", id="VLABench"),
        pytest.param(read_commands, command, "output", id="BEHAVIOR"),
    ],
)


@BOTH
@pytest.mark.parametrize("indent", [None, 2])
def test_nothing_of_a_list_that_is_cut_or_broken_anywhere_is_read(
    read: Read, call: Callable[[str, int], Call], key: str, indent: int | None
):
    calls = [call("pick", 3), call("place", 7), call("lift", 1)]
    for value in (calls, {key: calls}):
        whole = json.dumps(value, indent=indent)
        assert len(read(whole)) == 3
        for form in ("{}", "Sure:\n```json\n{}\n```", "```json\n{}", "First, {} and that is all."):
            for at in range(len(whole)):
                cut = read(form.replace("{}", whole[:at]))
                assert cut is None, (form, whole[:at])
                for instead in ("", whole[at] + ",", "'"):  # a character missing, a comma more, another quote
                    text = form.replace("{}", whole[:at] + instead + whole[at + 1 :])
                    found = read(text)
                    assert found is None or len(found) == 3, text
        for form in ("[{0}, {1}, ]", "[{0}, {1}", "[{0} {1}]", "[{0}, // place\n {1}]", "[{0}, x{1}]"):
            text = form.replace("{0}", json.dumps(calls[0])).replace("{1}", json.dumps(calls[1]))
            assert read(text) is None, text


@BOTH
@pytest.mark.parametrize(
    ("form", "names"),
    [
        pytest.param("{0}\n{1}\n", ["pick", "place"], id="a-line"),
        pytest.param("{0}, {1}", ["pick", "place"], id="commas"),
        pytest.param("Plan:\n1. {0}\n2. {1}\nDone.", ["pick", "place"], id="numbered"),
        pytest.param("- {0}\n- {1}", ["pick", "place"], id="bullets"),
        pytest.param("```json\n{0}\n```\n```json\n{1}\n```", ["pick", "place"], id="a-fence-each"),
        pytest.param("{1}", ["place"], id="one"),
        pytest.param('{0}\n{"name": 3}\n{1}', None, id="one-is-no-call"),
        pytest.param("{0}\n{1", None, id="the-last-is-cut"),
        pytest.param("First {0}. Then {1", None, id="the-last-is-cut-after-words"),
        pytest.param('{0}\n{"name": "place", }', None, id="the-last-is-broken"),
        pytest.param('{"name": "place", }\n{0}', None, id="the-first-is-broken"),
        pytest.param("[{0}]\n\nWait: [{1}, {0}]", ["place", "pick"], id="the-last-of-two-lists"),
        pytest.param("The format is {0}. Answer: {1}", ["place"], id="the-format-in-words"),
        pytest.param('The format is {"name": …}. Answer: {1}', ["place"], id="the-format-with-dots"),
        pytest.param("[{1}] I hope [so] {really}. [1, 2] {} []", ["place"], id="noise-after-it"),
        pytest.param("[{1}]\n\n[{0}, {1", ["place"], id="begun-again"),
        pytest.param("[{0}, ] No: [{1}]", ["place"], id="mended"),
        pytest.param("{1} {thanks}", ["place"], id="braces-in-prose"),
        pytest.param("[{0}]. So:\n```\n[{1}]\n```\nnot [{0}]", ["place"], id="the-fence-counts"),
        pytest.param("[{0}]. So:\n```\n[{1}, {0}, ]\n```", None, id="the-fence-counts-when-broken"),
        pytest.param("```json\n{0}\n```\nSo:\n```json\n[{1", None, id="a-fence-is-cut"),
        pytest.param("[{1}]\n```\nMind [this].\n```", ["place"], id="prose-in-a-fence"),
        pytest.param("[here] {1} [the end", ["place"], id="brackets-in-prose"),
    ],
)
def test_the_last_whole_sequence_is_the_answer(
    read: Read, call: Callable[[str, int], Call], key: str, form: str, names: list[str] | None
):
    pick, place = json.dumps(call("pick", 3)), json.dumps(call("place", 7))
    text = form.replace("{0}", pick).replace("{1}", place).replace("{1", place[:-3])
    found = read(text)
    said = found and [one["name"] if isinstance(one, dict) else one.name for one in found]
    assert said == names, text


def test_reading_takes_no_longer_than_the_text_is():
    for part in ("[", "[a", '{"', "[x] ", '{"a", } ', "```[", '["', '[{"a": 1}, '):
        began = monotonic()
        assert read_skills(part * 100_000) is None
        assert monotonic() - began < 5, part
