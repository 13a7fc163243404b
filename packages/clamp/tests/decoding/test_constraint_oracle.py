"""The law: a token is admissible iff some whole plan goes on with it. Checked by listing all plans."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest
import regex
from fakes import ENTITIES, GraphSystem, byte_vocabulary, graph_systems
from hypothesis import given, settings
from hypothesis import strategies as st
from patience import examples

from clamp.decoding import LEVELS, PlanConstraint, PlanFormat
from clamp.decoding.formats import MAX_SPACING
from clamp.planning.system import Action

pytestmark = pytest.mark.usefixtures("unhurried")

FORMATS = {
    "calls": PlanFormat.calls(),
    "skill_json": PlanFormat.skill_json(),
    "spaced skills": PlanFormat.skill_json(spaced=True),
    "steps": PlanFormat.steps({"go": "go to", "a": "a b"}),
    "lines": PlanFormat.from_template("{name} {args}", argument_separator=",", closing="\n"),
    "wrapped": PlanFormat.from_template(
        "<{name}|{args}>", opening="[", separator="", lead="{i}", closing="]"
    ),
    "reasoning": PlanFormat.calls().with_reasoning("T:", end="aa:", max_bytes=4),
}
ENFORCE = [frozenset(LEVELS[:1]), frozenset(LEVELS[:2]), frozenset(LEVELS[:3]), frozenset(LEVELS)]


def plans(
    system: GraphSystem, budget: int, seen: set[str] | None, enforce: frozenset[str], loops: bool
) -> Iterator[list[Action]]:
    """All plans, from the definition of each constraint."""
    for length in range(1, budget + 1):
        for indices in itertools.product(range(len(system.actions)), repeat=length):
            actions = [system.actions[index] for index in indices]
            if "visibility" in enforce and seen is not None and any(set(a.args) - seen for a in actions):
                continue
            if "executability" in enforce:
                state: int | None = 0
                met = [0]
                for index in indices:
                    state = None if state is None else system.edges.get(state, {}).get(index)
                    met.append(-1 if state is None else state)
                if not loops and len(set(met)) < len(met):
                    continue
                if state is None or ("goal" in enforce and state not in system.goals):
                    continue
            yield actions


def pattern_of(plan_format: PlanFormat, actions: list[Action]) -> bytes:
    """A regular expression for the texts of one plan, made from its canonical JSON or its template."""
    if getattr(plan_format.codec, "spaced", False):
        gap = rb"[ \t\r\n]{0,%d}" % MAX_SPACING
        text = plan_format.serialize(actions).encode()
        tokens = regex.findall(rb'"(?:[^"\\]|\\.)*"|\d+|[\[\]{}:,]', text)
        return gap.join(regex.escape(token) for token in tokens)
    if plan_format.reasoning:
        plain = PlanFormat.calls().serialize(actions).encode()
        return rb"T:(?:(?!aa:)[\x00-\x7f]){0,4}aa:" + regex.escape(plain)
    return regex.escape(plan_format.serialize(actions).encode())


@pytest.mark.parametrize("name", FORMATS)
@given(data=st.data())
@settings(max_examples=examples(10), deadline=None)
def test_a_token_is_admissible_iff_a_plan_goes_on_with_it(name: str, data: st.DataObject) -> None:
    plan_format = FORMATS[name]
    system = data.draw(graph_systems())
    budget = data.draw(st.integers(1, 3))
    enforce = data.draw(st.sampled_from(ENFORCE))
    seen = data.draw(st.none() | st.sets(st.sampled_from(system.entities))) if system.entities else None
    loops = data.draw(st.booleans())
    wanted = list(plans(system, budget, seen, enforce, loops))
    texts = [pattern_of(plan_format, actions) for actions in wanted]
    language = regex.compile(rb"(?s)(?:" + b"|".join(texts) + rb")") if texts else None
    samples = [plan_format.serialize(actions).encode() for actions in plans(system, 2, seen, enforce, loops)]
    pieces = data.draw(st.lists(st.sampled_from(samples), max_size=4)) if samples else []
    extra = [
        piece[data.draw(st.integers(0, len(piece))) :][: data.draw(st.integers(2, 40))] for piece in pieces
    ]
    crossing = [b"  ", b'": [', b")\n", b"\n\n", b"},{", b'"},{"', b"a:", b"aaa:P"]
    extra += data.draw(st.lists(st.sampled_from(crossing), max_size=4))
    vocabulary = byte_vocabulary(extra)
    constraint = PlanConstraint(
        system, vocabulary, plan_format, budget=budget, seen=seen, enforce=enforce, loops=loops
    )

    def goes_on(text: bytes) -> bool:
        return language is not None and language.fullmatch(text, partial=True) is not None

    def is_plan(text: bytes) -> bool:
        return language is not None and language.fullmatch(text) is not None

    cursor, text = constraint.initial(), b""
    (eos,) = vocabulary.eos_ids
    assert (constraint.allowed(cursor).size == 0) == (language is None) == (constraint.failure() is not None)
    for _ in range(40):
        allowed = constraint.allowed(cursor)
        expected = [
            token
            for token in range(vocabulary.size)
            if (is_plan(text) if token == eos else goes_on(text + (vocabulary.bytes_of(token) or b"")))
        ]
        if plan_format.reasoning:
            # The oracle's free text is ASCII; test_free_text has the rest of UTF-8.
            compared = [
                t for t in range(vocabulary.size) if t == eos or (vocabulary.bytes_of(t) or b"").isascii()
            ]
        else:
            compared = range(vocabulary.size)
        assert set(allowed.tolist()).intersection(compared) == set(expected).intersection(compared)
        assert allowed.tolist() == constraint.allowed_naive(cursor).tolist()
        assert constraint.accepting(cursor) == is_plan(text)
        choices = [token for token in expected if token != eos]
        if not choices:
            break
        # Long tokens first, else no walk would ever get far.
        token = data.draw(st.sampled_from(sorted(choices, reverse=True)))
        before = cursor
        cursor = constraint.advance(cursor, token)
        assert constraint.allowed(before).tolist() == allowed.tolist()
        text += vocabulary.bytes_of(token) or b""


def test_entities_share_prefixes_and_hold_multi_byte_characters() -> None:
    assert any(a != b and b.startswith(a) for a in ENTITIES for b in ENTITIES)
    assert any(len(e.encode()) > len(e) for e in ENTITIES)
