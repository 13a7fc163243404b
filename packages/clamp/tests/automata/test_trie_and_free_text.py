"""The byte trie, and free text up to a marker, against their definitions."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from patience import examples

from clamp.automata import ByteTrie
from clamp.automata.free_text import DEAD, ENDED, FreeText

# Compared with brute force many times over: tracing each line would make it two to three times as slow.
pytestmark = pytest.mark.no_cover

byte_strings = st.lists(st.binary(max_size=5) | st.text("ab", max_size=6).map(str.encode), max_size=60)


@given(byte_strings, st.binary(max_size=4) | st.text("ab", max_size=4).map(str.encode))
def test_a_node_is_the_interval_of_strings_with_its_prefix(strings: list[bytes], prefix: bytes) -> None:
    strings.sort()
    trie = ByteTrie(strings)
    assert len(trie) == len(strings)
    node = trie.root.descend(prefix)
    matching = [i for i, string in enumerate(strings) if string.startswith(prefix)]
    if node is None:
        assert not matching
        return
    if strings:
        assert list(range(node.lo, node.hi)) == matching
    assert [i for i in matching if strings[i] == prefix] == list(range(node.lo, node.stop))
    assert node.depth == len(prefix)
    assert node.prefix == (prefix if matching else b"")
    following = {string[len(prefix)] for i in matching if len(string := strings[i]) > len(prefix)}
    assert set(node.children) == following
    assert node.children is node.children


def test_large_nodes_are_cut_like_small_ones() -> None:
    strings = sorted({bytes([a, b]) for a in range(0, 256, 5) for b in range(0, 256, 7)})
    trie = ByteTrie(strings)
    assert sorted(trie.root.children) == sorted({string[0] for string in strings})
    for byte, node in trie.root.children.items():
        assert [strings[i][0] for i in range(node.lo, node.hi)] == [byte] * (node.hi - node.lo)
    assert trie.column(0, 3, 1).tolist() == [string[1] for string in strings[:3]]


def test_unsorted_strings_are_refused() -> None:
    with pytest.raises(ValueError, match="sorted"):
        ByteTrie([b"b", b"a"])


MARKERS = ["\n", "aa", "abab", "aaba", "é", "日本", "\nPlan:\n", "aé"]
texts = st.text("ab\né日\x7f𝄞", max_size=8).map(str.encode)
pieces = st.lists(texts | st.binary(max_size=4), max_size=4).map(b"".join)


def is_beginning(data: bytes) -> bool:
    """Whether some text begins with these bytes."""
    try:
        data.decode()
    except UnicodeDecodeError as error:
        return error.end == len(data) and error.reason == "unexpected end of data"
    return True


def is_whole(data: bytes) -> bool:
    """Whether these bytes are text, and end with a character."""
    return data.decode(errors="ignore").encode() == data


def shortest_room(data: bytes, marker: bytes) -> int | None:
    """The fewest bytes of text after which `data` can be followed by the marker; ``None`` if never.

    By definition: over all ways to end the text with part of the marker, and to complete a last character.
    """
    best: int | None = None
    for held in range(min(len(marker) - 1, len(data)), -1, -1):
        if held and data[len(data) - held :] != marker[:held]:
            continue
        text = data[: len(data) - held]
        for tail in (b"", b"\x80", b"\x80" * 2, b"\x80" * 3, b"\xa0\x80", b"\x90\x80\x80", b"\xa0"):
            if held and tail:
                continue
            try:
                (text + tail).decode()
            except UnicodeDecodeError:
                continue
            if best is None or len(text + tail) < best:
                best = len(text + tail)
    return best


@pytest.mark.parametrize("marker", MARKERS)
@given(data=pieces, cut=st.integers(0, 20))
@settings(max_examples=examples(50))
def test_runs_agree_with_the_definition(marker: str, data: bytes, cut: int) -> None:
    end = marker.encode()
    if data.find(end) >= 0:
        data = data[: data.find(end)]
    automaton = FreeText(end)
    state = automaton.start
    for byte in data:
        state = int(automaton.table[state, byte])
        if state < 0:
            break
    assert (state == DEAD) == (not is_beginning(data))
    if state < 0:
        return
    # All prefixes of the text must have fitted, not only the whole.
    prefixes = [shortest_room(data[:length], end) for length in range(len(data) + 1)]
    assert None not in prefixes
    expected = max(room for room in prefixes if room is not None)
    head, tail = data[: cut % (len(data) + 1)], data[cut % (len(data) + 1) :]
    middle = automaton.start
    for byte in head:
        middle = int(automaton.table[middle, byte])
    strings = [tail, tail + end, b"", tail + end + b"more", tail + b"\xff"]
    buffer = np.frombuffer(b"".join(strings), dtype=np.uint8)
    offsets = np.cumsum([0, *map(len, strings)])
    states, read, room = automaton.run(middle, buffer, offsets)
    assert states[0] == state
    if is_whole(data):
        # The marker may be completed before the one that was put behind.
        at = (data + end).find(end) + len(end)
        assert states[1] == states[3] == ENDED
        assert len(head) + read[1] == len(head) + read[3] == at
    else:
        assert states[1] == states[3] == DEAD
    assert states[2] == middle
    assert read[2] == room[2] == 0
    assert states[4] == DEAD
    before = len(head) - int(automaton.matched[middle])
    assert max(before + int(room[0]), max(r for r in prefixes[: len(head) + 1] if r is not None)) == expected


@pytest.mark.parametrize("marker", MARKERS)
def test_every_state_says_how_much_text_it_still_needs(marker: str) -> None:
    end = marker.encode()
    automaton = FreeText(end)
    # By value iteration over single bytes: the cheapest way to the end of the marker, in bytes of text.
    cost = np.full(len(automaton.table), np.inf)
    for _ in range(len(cost)):
        for state in range(len(cost)):
            for after in set(automaton.table[state].tolist()) - {DEAD}:
                if after == ENDED:
                    cost[state] = 0
                else:
                    text = 1 + automaton.matched[state] - automaton.matched[after]
                    cost[state] = min(cost[state], text + cost[after])
    reachable, agenda = set[int](), [automaton.start]
    while agenda:
        state = agenda.pop()
        if state not in reachable:
            reachable.add(state)
            agenda += [after for after in automaton.table[state].tolist() if after >= 0]
    for state in reachable:
        assert automaton.needed[state] == cost[state]
