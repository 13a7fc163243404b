"""Free text that ends where a marker first occurs: valid UTF-8, bounded in length.

The automaton is the product of a UTF-8 decoder and the marker's failure function (Knuth, Morris and
Pratt), as one table, so that a whole vocabulary is run through it at once.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

DEAD = -1
"""The bytes read so far are not valid UTF-8."""
ENDED = -2
"""The marker has just been read."""


def _utf8_transitions() -> list[dict[range, int]]:
    """Well-formed UTF-8 (Unicode, table 3-7): transitions by byte range; state 0 is between characters."""
    tail = range(0x80, 0xC0)
    return [
        {
            range(0x80): 0,
            range(0xC2, 0xE0): 1,
            range(0xE0, 0xE1): 4,
            range(0xE1, 0xED): 2,
            range(0xED, 0xEE): 5,
            range(0xEE, 0xF0): 2,
            range(0xF0, 0xF1): 6,
            range(0xF1, 0xF4): 3,
            range(0xF4, 0xF5): 7,
        },
        {tail: 0},
        {tail: 1},
        {tail: 2},
        {range(0xA0, 0xC0): 1},
        {range(0x80, 0xA0): 1},
        {range(0x90, 0xC0): 2},
        {range(0x80, 0x90): 2},
    ]


_TAILS = [0, 1, 2, 3, 2, 2, 3, 3]
"""Bytes that complete the character, by state of `_utf8_transitions`."""


def _failure(marker: bytes) -> list[int]:
    """Length of the longest proper border of each prefix."""
    failure = [0] * (len(marker) + 1)
    length = 0
    for position in range(1, len(marker)):
        while length and marker[position] != marker[length]:
            length = failure[length]
        length += marker[position] == marker[length]
        failure[position + 1] = length
    return failure


class FreeText:
    """The automaton of free text up to a marker.

    Args:
        marker: What ends the text; not empty, valid UTF-8.

    Attributes:
        table: Next state by state and byte, shape [states, 256]; `DEAD` and `ENDED` are negative.
        matched: How many bytes of the marker have been read in each state, shape [states].
        needed: How many more bytes of text a state needs before the marker can follow: the rest of a
            character, unless it is the marker's; shape [states].
    """

    start = 0

    def __init__(self, marker: bytes) -> None:
        utf8, failure, width = _utf8_transitions(), _failure(marker), len(marker)
        self.table: NDArray[np.int32] = np.full((len(utf8) * width, 256), DEAD, dtype=np.int32)
        self.matched: NDArray[np.int32] = np.tile(np.arange(width, dtype=np.int32), len(utf8))
        self.needed: NDArray[np.int32] = np.repeat(np.array(_TAILS, dtype=np.int32), width)
        self.needed[self.matched > 0] = 0
        for character, ranges in enumerate(utf8):
            for bytes_, following in ranges.items():
                for byte in bytes_:
                    for length in range(width):
                        border = length
                        while border and marker[border] != byte:
                            border = failure[border]
                        border += marker[border] == byte
                        self.table[character * width + length, byte] = (
                            ENDED if border == width else following * width + border
                        )

    def run(
        self, state: int, strings: NDArray[np.uint8], offsets: NDArray[np.int64], skip: int = 0
    ) -> tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.int64]]:
        """Run many strings at once from one state.

        Args:
            strings: All bytes, one string after another.
            offsets: Where each string begins, and the end of the last; shape [n + 1].
            skip: Bytes at the beginning of each string that have been read already; none is shorter.

        Returns:
            The state after each string (`DEAD` if it does not fit, `ENDED` if the marker was completed); how
            many of its further bytes were read by then; and how many more bytes of text, the marker's
            excluded, must be allowed for it. All of shape [n].
        """
        lengths = np.diff(offsets) - skip
        states = np.full(len(lengths), state, dtype=np.int32)
        read = lengths.copy()
        room = np.zeros(len(lengths), dtype=np.int64)
        base = int(self.matched[state])
        active = np.flatnonzero(lengths > 0)
        depth = 0
        while active.size:
            after = self.table[states[active], strings[offsets[active] + skip + depth]]
            depth += 1
            states[active] = after
            read[active[after < 0]] = depth
            active, after = active[after >= 0], after[after >= 0]
            # Bytes that may still turn out to be the marker are not text yet.
            room[active] = np.maximum(room[active], base + depth - self.matched[after] + self.needed[after])
            active = active[lengths[active] > depth]
        return states, read, room
