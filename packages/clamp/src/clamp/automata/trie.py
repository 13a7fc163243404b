"""A byte trie whose nodes are intervals of a sorted list of byte strings.

Sort the strings; every trie node is then an interval ``[lo, hi)`` of them (those that start with the
node's prefix), and the ones that equal the prefix come first, ``[lo, stop)``. Nothing but the sorted
list is stored: children are found on demand and remembered. Both the actions of a plan and the tokens
of a vocabulary are kept so, and an interval is all it takes to ask "is one of these admissible?" with
one prefix sum over the admissible ones.
"""

from __future__ import annotations

import itertools
import operator
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from clamp.threads import Lock

_SMALL = 24
"""Below this many strings a Python loop finds the children faster than NumPy does."""


class TrieNode:
    """The strings that start with one prefix.

    Attributes:
        lo: Index of the first string with this prefix, in sorted order.
        stop: One past the last string that equals the prefix (``lo`` if there is none).
        hi: One past the last string with this prefix.
        depth: Length of the prefix in bytes.
    """

    __slots__ = ("_children", "_trie", "depth", "hi", "lo", "stop")

    def __init__(self, trie: ByteTrie, lo: int, hi: int, depth: int) -> None:
        self._trie = trie
        self.lo = lo
        self.hi = hi
        self.depth = depth
        lengths = trie.lengths
        stop = lo
        while stop < hi and lengths[stop] == depth:
            stop += 1
        self.stop = stop
        self._children: dict[int, TrieNode] | None = None

    @property
    def children(self) -> Mapping[int, TrieNode]:
        """The next bytes, each with its node."""
        found = self._children
        if found is None:
            with self._trie.lock:  # nodes are compared by identity: there is one of each
                found = self._children
                if found is None:
                    found = self._children = self._find_children()
        return found

    @property
    def prefix(self) -> bytes:
        """The bytes that lead here."""
        return self._trie.strings[self.lo][: self.depth] if self.lo < self.hi else b""

    def _find_children(self) -> dict[int, TrieNode]:
        trie, lo, hi, depth = self._trie, self.stop, self.hi, self.depth
        if lo == hi:
            return {}
        if hi - lo <= _SMALL:
            column = bytes([string[depth] for string in trie.strings[lo:hi]])
            cuts = [lo + i for i in range(1, hi - lo) if column[i] != column[i - 1]]
        else:
            found = trie.column(lo, hi, depth)
            column = found.tobytes()
            cuts = (np.flatnonzero(found[1:] != found[:-1]) + (lo + 1)).tolist()
        edges = [lo, *cuts, hi]
        return {
            column[start - lo]: TrieNode(trie, start, end, depth + 1)
            for start, end in itertools.pairwise(edges)
        }

    def descend(self, data: bytes) -> TrieNode | None:
        """The node reached by reading `data` from here, or ``None``."""
        node: TrieNode | None = self
        for byte in data:
            node = node.children.get(byte)
            if node is None:
                return None
        return node


class ByteTrie:
    """A trie over byte strings.

    Args:
        strings: Byte strings in ascending order; equal ones may repeat.

    Attributes:
        buffer: All bytes, one string after another.
        offsets: Where each string begins in `buffer`, and the end of the last; shape [strings + 1].

    Raises:
        ValueError: If the strings are not sorted.
    """

    def __init__(self, strings: Sequence[bytes]) -> None:
        if any(map(operator.gt, strings, itertools.islice(strings, 1, None))):
            raise ValueError("The strings of a trie must be sorted.")
        self.strings = strings
        self.lengths = list(map(len, strings))
        self.buffer = np.frombuffer(b"".join(strings), dtype=np.uint8)
        self.offsets = np.concatenate(([0], np.cumsum(self.lengths))).astype(np.int64)
        self.lock = Lock()
        self.root = TrieNode(self, 0, len(strings), 0)

    def __len__(self) -> int:
        return len(self.strings)

    def __reduce__(self) -> tuple[type[ByteTrie], tuple[Sequence[bytes]]]:
        return ByteTrie, (self.strings,)

    def column(self, lo: int, hi: int, depth: int) -> NDArray[np.uint8]:
        """Byte `depth` of the strings ``lo … hi-1``, which must all be longer than that."""
        return self.buffer[self.offsets[lo:hi] + depth]
