"""The tokens that can follow at a place in a plan's text, whatever the state.

They are found once a place, by walking the token trie beside the format, and kept. What depends on the state
is left to whoever asks: a token comes with the interval of actions that it leaves possible, and where tokens
go on beyond an action, or into the reasoning, the node of the token trie is noted.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from clamp.automata import ByteTrie, TrieNode, Vocabulary
from clamp.decoding.codecs import MAX_SPACING, SPACES
from clamp.decoding.sites import ActionSite, FixedSite, Pattern, next_bytes, next_sites
from clamp.decoding.white_space import white_space
from clamp.decoding.world import Ids


class StaticTokens(NamedTuple):
    """The tokens that can follow at a place; in ascending order.

    Attributes:
        ids: Token ids that end no later than the next action does, shape [n].
        lo, hi: The actions (positions) that each of them leaves possible, shape [n].
        finishing: Pairs (position of an action, token trie node): tokens below the node finish the action and
            go on.
        reasoning: Token trie nodes: tokens below them go on with the reasoning.
        again: (ids, lo, hi) of tokens that can be read in another way, too: white space that one action
            needs and another permits. Each is there once in each of these.
    """

    ids: Ids
    lo: NDArray[np.int32]
    hi: NDArray[np.int32]
    finishing: tuple[tuple[int, TrieNode], ...]
    reasoning: tuple[TrieNode, ...]
    again: tuple[tuple[Ids, NDArray[np.int32], NDArray[np.int32]], ...] = ()


def static_tokens(
    site: FixedSite,
    node: TrieNode,
    actions: ByteTrie,
    before_reasoning: Pattern | None,
    vocabulary: Vocabulary,
) -> StaticTokens:
    """The tokens below a node of the token trie whose remaining bytes can follow at a site.

    Args:
        actions: The templates of the actions.
        before_reasoning: What opens the reasoning, if there is one.
    """
    search = _Search(actions, before_reasoning, vocabulary)
    search.go(site, node)
    return search.found()


class _Search:
    """Walks sites of the text and nodes of the token trie side by side."""

    def __init__(self, actions: ByteTrie, before_reasoning: Pattern | None, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._before_reasoning = before_reasoning
        self._first_action = ActionSite(actions.root, 0)
        self._agenda: list[tuple[FixedSite, TrieNode]] = []
        self._ids: list[Ids] = []
        self._lo: list[int] = []
        self._hi: list[int] = []
        self._finishing: list[tuple[int, TrieNode]] = []
        self._reasoning: list[TrieNode] = []

    def go(self, site: FixedSite, node: TrieNode) -> None:
        """Find all tokens below a node that go on from a site."""
        self._agenda.append((site, node))
        while self._agenda:
            site, node = self._agenda.pop()
            if site.spaces:
                self._read_white_space(site, node)
            else:
                for byte in next_bytes(site) & node.children.keys():
                    self._read(byte, site, [node.children[byte]])

    def found(self) -> StaticTokens:
        """What was found."""
        ids = np.concatenate(self._ids) if self._ids else np.empty(0, dtype=np.int64)
        order = np.argsort(ids, kind="stable")
        ids = ids[order]
        lo = np.array(self._lo, dtype=np.int32)[order]
        hi = np.array(self._hi, dtype=np.int32)[order]
        # Which reading of its token each is, from 0.
        reading = np.arange(len(ids)) - np.searchsorted(ids, ids)
        layers = [(ids[chosen], lo[chosen], hi[chosen]) for chosen in
                  (reading == number for number in range(int(reading.max(initial=0)) + 1))]  # fmt: skip
        return StaticTokens(*layers[0], tuple(self._finishing), tuple(self._reasoning), tuple(layers[1:]))

    def _read(self, byte: int, site: FixedSite, nodes: Sequence[TrieNode]) -> None:
        """A byte leads from a site to others, and to some nodes of the token trie."""
        for after in next_sites(site, byte):
            for node in nodes:
                self._end(self._vocabulary.trie_ids[node.lo : node.stop], after)
                if node.stop < node.hi:
                    self._agenda.append((after, node))
                    self._cross(after, node)

    def _read_white_space(self, site: FixedSite, node: TrieNode) -> None:
        """In optional white space: its tokens are known, and so is where they go on."""
        white, room = white_space(self._vocabulary, node), MAX_SPACING - site.spaces
        self._end(white.ids[white.lengths <= room], site)
        for length, below in white.runs:
            if length <= room:
                self._cross(site, below)
        for byte in (next_bytes(site) - SPACES) & white.exits.keys():
            nodes = [below.children[byte] for length, below in white.exits[byte] if length <= room]
            self._read(byte, site, nodes)

    def _end(self, ids: Ids, site: FixedSite) -> None:
        """Some tokens end at a site."""
        actions = site.node if isinstance(site, ActionSite) else self._first_action.node
        self._ids.append(ids)
        self._lo.extend([actions.lo] * len(ids))
        self._hi.extend([actions.hi] * len(ids))

    def _cross(self, site: FixedSite, node: TrieNode) -> None:
        """Tokens below a node may go on with what follows a site."""
        if isinstance(site, ActionSite):
            if site.node.stop > site.node.lo:
                self._finishing.append((site.node.lo, node))
        elif site.is_read:
            if site.pattern is self._before_reasoning:
                self._reasoning.append(node)
            elif not site.pattern.ends and next_bytes(self._first_action) & node.children.keys():
                self._agenda.append((self._first_action, node))
