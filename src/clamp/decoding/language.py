"""The language of plans over bytes, and how tokens move through it.

A `Thread` is one reading of the text so far: a place in the format (`Site`) and a `Boundary` of the plan.
A text has several threads only where it can still be read in several ways (an action may have ended, or go
on; another item may follow, or the closing). Every thread that is kept can be completed to a plan, so a text
can be continued if and only if it has a thread.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from clamp.automata import ByteTrie, TrieNode, Vocabulary
from clamp.automata.free_text import DEAD, ENDED, FreeText
from clamp.decoding.codecs import MAX_SPACING, SLOTS, SPACES
from clamp.decoding.plan_format import PlanFormat
from clamp.decoding.world import Boundary

Ids: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Pattern:
    """A fixed text with optional white space, and what follows it: an action, or the end of the plan."""

    template: bytes
    ends: bool


class FreeSite(NamedTuple):
    """Inside the reasoning: state of `FreeText`, and how many bytes of text it may still have."""

    state: int
    room: int


class PatternSite(NamedTuple):
    """Inside a pattern: how much of it has been read, and of the optional white space here."""

    pattern: Pattern
    offset: int
    spaces: int


class ActionSite(NamedTuple):
    """Inside an action: the trie node read so far, and how much optional white space before it."""

    node: TrieNode
    spaces: int


class EndSite(NamedTuple):
    """After the closing: only the end of the sequence may follow."""


Site: TypeAlias = FreeSite | PatternSite | ActionSite | EndSite
END = EndSite()


class Thread(NamedTuple):
    """One reading of a text: where it stands in the format and in the plan."""

    site: Site
    boundary: Boundary


class _ActionTokens(NamedTuple):
    """The tokens that can follow inside an action, whatever the state; tokens in ascending order.

    Attributes:
        ids: Token ids that end inside an action or at its end, shape [n].
        lo, hi: The actions (positions) that each of them leaves possible, shape [n].
        crossings: Pairs (position of an action, token trie node): tokens below the node finish the action and
            go on.
    """

    ids: Ids
    lo: NDArray[np.int32]
    hi: NDArray[np.int32]
    crossings: tuple[tuple[int, TrieNode], ...]


_NO_IDS: Ids = np.empty(0, dtype=np.int64)


class Language:
    """The texts of all plans in a format, read byte by byte or token by token.

    Args:
        templates: Each action's template, ascending; their order is that of `ActionOrder`.
        plan_format: How actions are put together.
        vocabulary: The tokens.
    """

    def __init__(self, templates: list[bytes], plan_format: PlanFormat, vocabulary: Vocabulary) -> None:
        self.format = plan_format
        self.vocabulary = vocabulary
        self.actions = ByteTrie(templates)
        self._first = Pattern(plan_format.opening + plan_format.lead_of(1), ends=False)
        self._closing = Pattern(plan_format.closing, ends=True)
        self._between: dict[int, Pattern] = {}
        self._action_tokens: dict[tuple[TrieNode, int, TrieNode], _ActionTokens] = {}
        reasoning = plan_format.reasoning
        self._free = FreeText(reasoning.end.encode()) if reasoning else None
        self._before_free = Pattern(reasoning.opening.encode(), ends=False) if reasoning else None
        self._free_runs: dict[tuple[int, int], tuple[Ids, list[tuple[int, int]]]] = {}
        self._longest = max(vocabulary.trie.lengths, default=0)

    # Reading bytes

    def start(self, boundary: Boundary) -> list[Thread]:
        """The threads before the first byte."""
        if not boundary.choices.may_continue:
            return []
        return list(self._enter(self._before_free or self._first, boundary))

    def step(self, thread: Thread, byte: int) -> Iterator[Thread]:
        """The threads after one more byte; only those that can be completed."""
        site, boundary = thread
        if isinstance(site, ActionSite):
            for node, spaces in _action_steps(site.node, site.spaces, byte):
                yield from self.arrive(node, spaces, boundary)
        elif isinstance(site, PatternSite):
            yield from self._pattern_step(site, byte, boundary)
        elif isinstance(site, FreeSite):
            yield from self._free_step(site, byte, boundary)

    def read(self, threads: Iterable[Thread], data: bytes) -> list[Thread]:
        """The threads after some bytes, each once."""
        current = list(threads)
        for byte in data:
            current = list(dict.fromkeys(after for thread in current for after in self.step(thread, byte)))
            if not current:
                break
        return current

    def _enter(self, pattern: Pattern, boundary: Boundary) -> Iterator[Thread]:
        """The threads before the first byte of a pattern; an empty one is passed at once."""
        if pattern.template:
            yield Thread(PatternSite(pattern, 0, 0), boundary)
        else:
            yield from self._leave(pattern, boundary)

    def _leave(self, pattern: Pattern, boundary: Boundary) -> Iterator[Thread]:
        """The threads after the last byte of a pattern."""
        if pattern is self._before_free and self._free and self.format.reasoning:
            yield Thread(FreeSite(self._free.start, self.format.reasoning.max_bytes), boundary)
        elif pattern.ends:
            yield Thread(END, boundary)
        else:
            yield Thread(ActionSite(self.actions.root, 0), boundary)

    def _between_of(self, number: int) -> Pattern:
        """What stands before the item with this number, from 2."""
        if number not in self._between:
            self._between[number] = Pattern(self.format.separator + self.format.lead_of(number), ends=False)
        return self._between[number]

    def _finish(self, position: int, boundary: Boundary) -> Iterator[Thread]:
        """The threads after the last byte of an admissible action."""
        yield from self.open(boundary.after(position))

    def open(self, boundary: Boundary) -> Iterator[Thread]:
        """The threads at a boundary after at least one action."""
        if boundary.choices.may_continue:
            yield from self._enter(self._between_of(boundary.written + 1), boundary)
        if boundary.choices.may_end:
            yield from self._enter(self._closing, boundary)

    def arrive(self, node: TrieNode, spaces: int, boundary: Boundary) -> Iterator[Thread]:
        """The threads at a place in the action trie."""
        choices = boundary.choices
        count = choices.cumulative
        if node.stop > node.lo and choices.admissible[node.lo]:
            yield from self._finish(node.lo, boundary)
        if count[node.hi] > count[node.stop]:
            yield Thread(ActionSite(node, spaces), boundary)

    def _pattern_step(self, site: PatternSite, byte: int, boundary: Boundary) -> Iterator[Thread]:
        following = _pattern_next(site, byte)
        if following is None:
            return
        if _pattern_is_read(following):
            yield from self._leave(site.pattern, boundary)
        if following.offset < len(site.pattern.template):
            yield Thread(following, boundary)

    def _free_step(self, site: FreeSite, byte: int, boundary: Boundary) -> Iterator[Thread]:
        assert self._free is not None
        after = int(self._free.table[site.state, byte])
        if after == ENDED:
            yield from self._enter(self._first, boundary)
        elif after != DEAD:
            room = site.room + int(self._free.matched[after]) - int(self._free.matched[site.state]) - 1
            if room >= 0:
                yield Thread(FreeSite(after, room), boundary)

    # Reading tokens

    def tokens(self, threads: Iterable[Thread]) -> Ids:
        """The tokens after which some thread is left, ascending, each once."""
        root = self.vocabulary.trie.root
        parts = [part for thread in threads for part in self._tokens(thread, root) if part.size]
        if not parts:
            return _NO_IDS
        if len(parts) == 1:
            return parts[0]  # already ascending, see the parts
        return np.unique(np.concatenate(parts))

    def tokens_naive(self, threads: Iterable[Thread]) -> Ids:
        """`tokens`, by reading every token of the vocabulary: the definition."""
        threads = list(threads)
        vocabulary = self.vocabulary
        return np.array(
            [
                token
                for token in range(vocabulary.size)
                if (data := vocabulary.bytes_of(token)) and self.read(threads, data)
            ],
            dtype=np.int64,
        )

    def _ending_at(self, node: TrieNode) -> Ids:
        return self.vocabulary.trie_ids[node.lo : node.stop]

    def _tokens(self, thread: Thread, node: TrieNode) -> Iterator[Ids]:
        """The tokens below a node of the token trie whose remaining bytes a thread admits."""
        site, boundary = thread
        if isinstance(site, ActionSite):
            yield from self._tokens_in_action(site, boundary, node)
        elif isinstance(site, PatternSite):
            yield from self._tokens_in_pattern(site, boundary, node)
        elif isinstance(site, FreeSite):
            yield from self._tokens_in_free_text(site, boundary, node)

    def _tokens_in_action(self, site: ActionSite, boundary: Boundary, node: TrieNode) -> Iterator[Ids]:
        static = self._static_action_tokens(site.node, site.spaces, node)
        count = boundary.choices.cumulative
        yield static.ids[count[static.hi] > count[static.lo]]
        admissible = boundary.choices.admissible
        for position, below in static.crossings:
            if admissible[position]:
                for thread in self._finish(position, boundary):
                    yield from self._tokens(thread, below)

    def _static_action_tokens(self, node: TrieNode, spaces: int, token_node: TrieNode) -> _ActionTokens:
        key = (node, spaces, token_node)
        found = self._action_tokens.get(key)
        if found is None:
            found = self._action_tokens[key] = self._find_action_tokens(node, spaces, token_node)
        return found

    def _find_action_tokens(self, node: TrieNode, spaces: int, token_node: TrieNode) -> _ActionTokens:
        ids: list[Ids] = []
        lo: list[int] = []
        hi: list[int] = []
        crossings: list[tuple[int, TrieNode]] = []
        agenda = [(node, spaces, token_node)]
        while agenda:
            node, spaces, token_node = agenda.pop()
            for byte, below in token_node.children.items():
                for after, gap in _action_steps(node, spaces, byte):
                    ending = self._ending_at(below)
                    ids.append(ending)
                    lo += [after.lo] * len(ending)
                    hi += [after.hi] * len(ending)
                    if below.stop == below.hi:
                        continue
                    agenda.append((after, gap, below))
                    if after.stop > after.lo:
                        crossings.append((after.lo, below))
        merged = np.concatenate(ids) if ids else _NO_IDS
        order = np.argsort(merged, kind="stable")
        return _ActionTokens(
            merged[order],
            np.array(lo, dtype=np.int32)[order],
            np.array(hi, dtype=np.int32)[order],
            tuple(crossings),
        )

    def _tokens_in_pattern(self, site: PatternSite, boundary: Boundary, node: TrieNode) -> Iterator[Ids]:
        for byte, below in node.children.items():
            following = _pattern_next(site, byte)
            if following is None:
                continue
            if below.stop > below.lo:
                yield self._ending_at(below)
            if below.stop < below.hi:
                if following.offset < len(site.pattern.template):
                    yield from self._tokens_in_pattern(following, boundary, below)
                if _pattern_is_read(following):
                    for thread in self._leave(site.pattern, boundary):
                        yield from self._tokens(thread, below)

    def _tokens_in_free_text(self, site: FreeSite, boundary: Boundary, node: TrieNode) -> Iterator[Ids]:
        assert self._free is not None
        if node is not self.vocabulary.trie.root:
            # Reached by a token that crosses into the reasoning: few bytes of few tokens.
            for index in range(node.stop, node.hi):
                rest = self.vocabulary.trie.strings[index][node.depth :]
                if self.read([Thread(site, boundary)], rest):
                    yield self.vocabulary.trie_ids[index : index + 1]
            return
        inside, ended = self._free_run(site)
        yield inside
        after = list(self._enter(self._first, boundary))
        crossing = [
            int(self.vocabulary.trie_ids[index])
            for index, read in ended
            if read == self.vocabulary.trie.lengths[index]
            or self.read(after, self.vocabulary.trie.strings[index][read:])
        ]
        yield np.array(sorted(crossing), dtype=np.int64)

    def _free_run(self, site: FreeSite) -> tuple[Ids, list[tuple[int, int]]]:
        """Tokens that stay in the reasoning, and (trie index, bytes read) of those that end it."""
        assert self._free is not None
        # With room for any token plus a whole marker, how much room there is does not matter.
        room = min(site.room, self._longest + len(self._free.matched))
        key = (site.state, room)
        if key not in self._free_runs:
            trie = self.vocabulary.trie
            states, read = self._free.run(site.state, trie.buffer, trie.offsets, room)
            ended = [(int(i), int(read[i])) for i in np.flatnonzero(states == ENDED)]
            self._free_runs[key] = (np.sort(self.vocabulary.trie_ids[states >= 0]), ended)
        return self._free_runs[key]


def _action_steps(node: TrieNode, spaces: int, byte: int) -> Iterator[tuple[TrieNode, int]]:
    """Places in the action trie after one more byte.

    While optional white space is being read, the node is the one behind its slot.
    """
    if byte in SLOTS:
        return  # no text holds these bytes, though some tokens do
    if spaces:
        if byte in SPACES:
            if spaces < MAX_SPACING:
                yield node, spaces + 1
        elif (child := node.children.get(byte)) is not None:
            yield child, 0
        return
    if (child := node.children.get(byte)) is not None:
        yield child, 0
    for slot in SLOTS:
        gap = node.children.get(slot)
        if gap is None:
            continue
        if byte in SPACES:
            yield gap, 1
        elif (child := gap.children.get(byte)) is not None:
            yield child, 0


def _pattern_next(site: PatternSite, byte: int) -> PatternSite | None:
    """The place in a pattern after one more byte."""
    pattern, offset, spaces = site
    template = pattern.template
    if offset < len(template) and template[offset] in SLOTS:
        if byte in SPACES:
            return PatternSite(pattern, offset, spaces + 1) if spaces < MAX_SPACING else None
        offset += 1
    if offset < len(template) and template[offset] == byte and byte not in SLOTS:
        return PatternSite(pattern, offset + 1, 0)
    return None


def _pattern_is_read(site: PatternSite) -> bool:
    """Whether nothing of a pattern must follow any more; optional white space still may."""
    rest = site.pattern.template[site.offset :]
    return not rest or (len(rest) == 1 and rest[0] in SLOTS)
