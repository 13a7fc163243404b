"""Keys and values of the texts that are being written, in blocks of fixed shape.

A batch has seats: a row takes one and leaves it when its text ends, and hardly anything is copied but what a
row brings. Blocks have one shape, so that memory freed by one fits the next (buffers that grew left holes
that nothing fitted), and the CPU's matrix library meets few shapes and reads each block without a copy.
"""

# transformers is only partly typed.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from transformers.cache_utils import Cache, CacheLayerMixin

Layers = list[tuple[torch.Tensor, torch.Tensor]]
"""Keys and values of each layer, ``[rows, key-value heads, columns, head size]``."""

BLOCK = 256
"""Columns of a block."""


class _SeatLayer(CacheLayerMixin):
    """One layer's blocks; each step writes one column, the same for all rows."""

    def __init__(self, seats: Seats):
        super().__init__()
        self.seats = seats
        self.blocks: list[tuple[torch.Tensor, torch.Tensor]] = []
        self.is_initialized = True

    def lazy_initialization(self, key_states: torch.Tensor, value_states: torch.Tensor) -> None:
        """Nothing to do: blocks are made when rows are seated."""

    def update(
        self, key_states: torch.Tensor, value_states: torch.Tensor, *args: Any, **kwargs: Any
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Write a column; the block that holds it. The attention reads the blocks themselves."""
        number, column = divmod(self.seats.columns, BLOCK)
        keys, values = self.blocks[number]
        rows = len(key_states)
        keys[:rows, :, column] = key_states[:, :, 0]
        values[:rows, :, column] = value_states[:, :, 0]
        return keys[:rows], values[:rows]

    def get_mask_sizes(self, query_length: int) -> tuple[int, int]:
        return self.seats.columns + query_length, 0

    def get_seq_length(self) -> int:
        return self.seats.prefix_length + self.seats.columns

    def get_max_length(self) -> int:
        return -1


class Seats(Cache):
    """The rows of a batch, behind one shared prefix.

    Columns are shared and right-aligned: a row of length n occupies the last n columns. Keys carry their
    rotary positions already, so the column does not matter.

    Args:
        prefix: Keys and values that all rows share, ``[1, heads, columns, size]``; empty for none.
        size: How many rows there are room for.

    Attributes:
        columns: The column that the next step writes.
    """

    def __init__(self, prefix: Layers, size: int):
        self.prefix = prefix
        self.prefix_length = prefix[0][0].shape[2] if prefix else 0
        self.size = size
        self.columns = 0
        self._starts: list[int] = []
        self._layers: list[_SeatLayer] = []
        super().__init__(layers=[])

    @classmethod
    def of(cls, prefix: Layers, rows: Sequence[Layers]) -> Seats:
        """A batch of these rows, full."""
        seats = cls(prefix, len(rows))
        for row in rows:
            seats.add(row)
        return seats

    def __len__(self) -> int:
        return len(self._starts)

    def add(self, row: Layers) -> None:
        """Seat a row after the others; its keys and values are ``[1, heads, n, size]``."""
        if not self._layers:
            self._layers = [_SeatLayer(self) for _ in row]
            self.layers = list(self._layers)
        length = row[0][0].shape[2]
        if not self._starts:
            self.columns = length
        while self.columns < length:
            # Longer than all others: they get columns before their own.
            self._starts = [start + BLOCK for start in self._starts]
            self.columns += BLOCK
            for layer, like in zip(self._layers, row, strict=True):
                layer.blocks.insert(0, _blank(like, self.size))
        self._make_room(row)
        seat, start = len(self._starts), self.columns - length
        self._starts.append(start)
        for number in range(start // BLOCK, -(-self.columns // BLOCK)):
            low, high = max(start, number * BLOCK), min(self.columns, (number + 1) * BLOCK)
            columns = slice(low - number * BLOCK, high - number * BLOCK)
            for layer, parts in zip(self._layers, row, strict=True):
                for block, part in zip(layer.blocks[number], parts, strict=True):
                    block[seat, :, columns] = part[0, :, low - start : high - start]

    def keep(self, rows: Sequence[int]) -> None:
        """Go on with these rows only, in this order; a row moves to the front, or stays.

        Raises:
            ValueError: If a row would move back, over one that is still to be moved.
        """
        if any(row < seat for seat, row in enumerate(rows)):
            raise ValueError(f"Rows {list(rows)} cannot be seated in this order: one would move back.")
        for seat, row in enumerate(rows):
            if seat == row:
                continue
            start = self._starts[seat] = self._starts[row]
            for layer in self._layers:
                for block in layer.blocks[start // BLOCK : -(-self.columns // BLOCK)]:
                    for part in block:
                        part[seat] = part[row]
        del self._starts[len(rows) :]
        # Blocks that no row uses any more go.
        while self._starts and min(self._starts) >= BLOCK:
            self._starts = [start - BLOCK for start in self._starts]
            self.columns -= BLOCK
            for layer in self._layers:
                del layer.blocks[0]

    def blocks(self, layer: int) -> list[tuple[torch.Tensor, torch.Tensor]]:
        """What a step attends to: keys and values of ``[rows, heads, BLOCK, size]`` each."""
        rows = len(self._starts)
        return [
            (keys[:rows], values[:rows])
            for keys, values in self._layers[layer].blocks[: self.columns // BLOCK + 1]
        ]

    def step_inputs(self) -> tuple[torch.Tensor, torch.Tensor]:
        """The additive mask ``[rows, 1, 1, columns of the blocks]`` and the positions ``[rows, 1]``."""
        device = self._layers[0].blocks[0][0].device
        starts = torch.tensor(self._starts, device=device)[:, None]
        columns = torch.arange((self.columns // BLOCK + 1) * BLOCK, device=device)[None, :]
        hidden = (columns < starts) | (columns > self.columns)
        mask = torch.zeros(hidden.shape, dtype=torch.float32, device=device)
        mask.masked_fill_(hidden, -torch.inf)
        return mask[:, None, None, :], self.prefix_length + self.columns - starts

    def advance(self) -> None:
        """Count the column that the step wrote, and make room for the next."""
        self.columns += 1
        self._make_room([layer.blocks[-1] for layer in self._layers])

    def _make_room(self, like: Layers) -> None:
        """A block for the column that the next step writes."""
        while len(self._layers[0].blocks) * BLOCK <= self.columns:
            for layer, parts in zip(self._layers, like, strict=True):
                layer.blocks.append(_blank(parts, self.size))


def _blank(like: tuple[torch.Tensor, torch.Tensor], rows: int) -> tuple[torch.Tensor, torch.Tensor]:
    """A block: zeros, because what is masked must still be finite."""

    def zeros(part: torch.Tensor) -> torch.Tensor:
        return part.new_zeros((rows, part.shape[1], BLOCK, part.shape[3]))

    return zeros(like[0]), zeros(like[1])
