"""Tokens of optional white space: found once a vocabulary, and exactly those that the definition admits."""

from __future__ import annotations

import pytest
from fakes import GraphSystem
from hypothesis import given, settings
from hypothesis import strategies as st
from patience import examples

from clamp.automata import Vocabulary
from clamp.decoding import PlanConstraint, PlanFormat
from clamp.decoding.formats import MAX_SPACING, SPACES, white_space
from clamp.planning.system import Action

# Compared with brute force many times over: tracing each line would make it two to three times as slow.
pytestmark = pytest.mark.no_cover

BYTES = [bytes((byte,)) for byte in range(256)]
WHITE = st.lists(st.sampled_from(sorted(SPACES)), max_size=MAX_SPACING + 2).map(bytes)
AFTER = st.sampled_from([b"", b'"', b"[", b"]", b",", b'"W', b"}", b"4", b'["', b":", b"a", b'],"'])
TOKENS = st.lists(st.builds(bytes.__add__, WHITE, AFTER).filter(bool), max_size=25)
WALK = GraphSystem(
    [Action("WALK", ("cup_4",)), Action("WALK", ("cup_41",)), Action("SLEEP")],
    {0: {0: 1, 1: 1, 2: 0}, 1: {2: 1}},
    {1},
)


def vocabulary(tokens: list[bytes]) -> Vocabulary:
    return Vocabulary.from_bytes([*BYTES, *tokens, b""], eos_id=256 + len(tokens))


@settings(deadline=None, max_examples=examples(30))
@given(TOKENS)
def test_runs_and_exits_are_those_of_the_definition(tokens: list[bytes]) -> None:
    known = vocabulary(tokens)
    found = white_space(known, known.trie.root)
    assert white_space(known, known.trie.root) is found
    every = dict(enumerate([*BYTES, *tokens]))
    only = {i: len(t) for i, t in every.items() if set(t) <= SPACES and len(t) <= MAX_SPACING}
    assert dict(zip(found.ids.tolist(), found.lengths.tolist(), strict=True)) == only
    assert len(found.ids) == len(only)
    beginnings = {token[:cut] for token in every.values() for cut in range(len(token))}
    runs = {start for start in beginnings if set(start) <= SPACES and 1 <= len(start) <= MAX_SPACING}
    assert {node.prefix for _, node in found.runs} == runs
    exits = {
        (token[cut], token[:cut])
        for token in every.values()
        for cut in range(min(len(token), MAX_SPACING + 1))
        if set(token[:cut]) <= SPACES and token[cut] not in SPACES
    }
    assert {(byte, node.prefix) for byte, places in found.exits.items() for _, node in places} == exits
    assert all(length == node.depth for places in found.exits.values() for length, node in places)


@settings(deadline=None, max_examples=examples(15))
@given(tokens=TOKENS, choices=st.lists(st.integers(0, 10**6), min_size=10, max_size=40))
def test_what_is_admissible_in_white_space_is_what_can_be_read(
    tokens: list[bytes], choices: list[int]
) -> None:
    constraint = PlanConstraint(WALK, vocabulary(tokens), PlanFormat.skill_json(spaced=True), budget=3)
    cursor = constraint.initial()
    for choice in choices:
        allowed = constraint.allowed(cursor)
        assert allowed.tolist() == constraint.allowed_naive(cursor).tolist()
        # White space as often as not, and long tokens rather than bytes.
        longer = [token for token in allowed.tolist() if 256 <= token < 256 + len(tokens)]
        several = longer if longer and choice % 2 else allowed.tolist()
        token = several[choice // 2 % len(several)]
        cursor = constraint.advance(cursor, token)
        if cursor.finished:
            break
