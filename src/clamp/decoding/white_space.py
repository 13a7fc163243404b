"""The tokens that begin with white space, found once a vocabulary: optional white space is in many places."""

from __future__ import annotations

from typing import NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from clamp.automata import TrieNode, Vocabulary
from clamp.decoding.codecs import MAX_SPACING, SPACES


class WhiteSpace(NamedTuple):
    """What white space leads to below a node of the token trie.

    Attributes:
        ids: Tokens that end in it, shape [n].
        lengths: How many bytes of it each of them has, at least 1, shape [n].
        runs: (bytes of white space, the node behind them) of every run after which tokens go on.
        exits: For each other byte, the runs after which some token has it, that of no byte included.
    """

    ids: NDArray[np.int64]
    lengths: NDArray[np.int64]
    runs: tuple[tuple[int, TrieNode], ...]
    exits: dict[int, tuple[tuple[int, TrieNode], ...]]


_FOUND: WeakKeyDictionary[Vocabulary, dict[TrieNode, WhiteSpace]] = WeakKeyDictionary()


def white_space(vocabulary: Vocabulary, node: TrieNode) -> WhiteSpace:
    """What white space leads to below a node of a vocabulary's trie."""
    known = _FOUND.setdefault(vocabulary, {})
    if node not in known:
        known[node] = _find(vocabulary, node)
    return known[node]


def _find(vocabulary: Vocabulary, node: TrieNode) -> WhiteSpace:
    ids: list[NDArray[np.int64]] = []
    lengths: list[int] = []
    runs: list[tuple[int, TrieNode]] = []
    exits: dict[int, list[tuple[int, TrieNode]]] = {}
    agenda = [(0, node)]
    for length, reached in agenda:
        if length:
            ids.append(vocabulary.trie_ids[reached.lo : reached.stop])
            lengths += [length] * (reached.stop - reached.lo)
            if reached.stop < reached.hi:
                runs.append((length, reached))
        for byte, below in reached.children.items():
            if byte not in SPACES:
                exits.setdefault(byte, []).append((length, reached))
            elif length < MAX_SPACING:
                agenda.append((length + 1, below))
    return WhiteSpace(
        np.concatenate([np.empty(0, dtype=np.int64), *ids]),
        np.array(lengths, dtype=np.int64),
        tuple(runs),
        {byte: tuple(found) for byte, found in exits.items()},
    )
