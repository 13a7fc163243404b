"""Plans with names that are hard to write, and other spellings of the JSON that they are written in."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import strategies as st

from clamp.decoding import PlanFormat
from clamp.errors import PlanSyntaxError
from clamp.planning.system import Action

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


DEEP = [
    "[" * 20_000,
    '{"a":' * 20_000,
    '[{"name":' * 20_000,
    '{"skill_sequence":' * 20_000,
    '{"A": [' * 20_000,
]
HUGE = "9" * 10_000


def check_refused(plan_format: PlanFormat, text: str) -> None:
    """No way of reading takes a text for a plan, and none raises anything but a `PlanSyntaxError`."""
    for read in (
        plan_format.parse,
        plan_format.parse_within,
        lambda one: plan_format.parse(one, strict=False),
    ):
        with pytest.raises(PlanSyntaxError):
            read(text)


def check_any_text(plan_format: PlanFormat, text: str) -> None:
    """Every way of reading finds a plan in a text that can be written again, or says where it is none."""
    for read in (
        plan_format.parse,
        plan_format.parse_within,
        lambda one: plan_format.parse(one, strict=False),
    ):
        try:
            plan = read(text)
        except PlanSyntaxError as error:
            assert 0 <= error.position <= len(text.encode())  # noqa: PT017
        else:
            assert plan_format.parse(plan_format.serialize(plan)) == plan
