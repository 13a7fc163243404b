"""A batch's cache holds what rows brought and what steps wrote, whoever came, left or moved in between."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from patience import examples

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from clamp.hosts.hf.batch import BLOCK, BatchCache  # noqa: E402

HEADS, SIZE = 2, 3


class Twin:
    """Each row's columns, one tensor a row and layer."""

    def __init__(self, layers: int):
        self.rows: list[list[tuple[torch.Tensor, torch.Tensor]]] = []
        self.layers = layers
        self.random = torch.Generator().manual_seed(0)

    def draw(self, rows: int, columns: int) -> tuple[torch.Tensor, torch.Tensor]:
        shape = (rows, HEADS, columns, SIZE)
        return torch.randn(shape, generator=self.random), torch.randn(shape, generator=self.random)


def held(seats: BatchCache, layer: int, seat: int) -> tuple[torch.Tensor, torch.Tensor]:
    """What the step's mask shows of a row, without the column that is to be written."""
    mask, _ = seats.step_inputs()
    shown = torch.isfinite(mask[seat, 0, 0])
    shown[seats.columns] = False
    parts = zip(*seats.blocks(layer), strict=True)
    keys, values = (torch.cat(list(part), dim=2)[seat : seat + 1][:, :, shown] for part in parts)
    return keys, values


actions = st.one_of(
    st.tuples(st.just("add"), st.integers(1, 2 * BLOCK + 40)),
    st.tuples(st.just("step"), st.integers(1, BLOCK + 9)),
    st.tuples(st.just("keep"), st.randoms(use_true_random=False)),
)


@settings(deadline=None, max_examples=examples(40))
@given(st.lists(actions, min_size=1, max_size=10), st.integers(0, 5))
def test_seats_hold_what_their_rows_own(script: list[tuple[str, object]], prefix_length: int) -> None:
    twin, room = Twin(2), 4
    prefix = [twin.draw(1, prefix_length) for _ in range(2)] if prefix_length else []
    seats = BatchCache(prefix, room)
    for verb, what in script:
        if verb == "add" and len(twin.rows) < room:
            assert isinstance(what, int)
            row = [twin.draw(1, what) for _ in range(2)]
            twin.rows.append(row)
            seats.add(row)
        elif verb == "step" and twin.rows:
            assert isinstance(what, int)
            for _ in range(what):
                for layer in range(2):
                    new = twin.draw(len(twin.rows), 1)
                    seats.update(*new, layer)
                    for index, row in enumerate(twin.rows):
                        row[layer] = tuple(
                            torch.cat([old, part[index : index + 1]], dim=2)
                            for old, part in zip(row[layer], new, strict=True)
                        )
                seats.advance()
        elif verb == "keep" and twin.rows:
            order: list[int] = []
            free = set(range(len(twin.rows)))
            while usable := [row for row in sorted(free) if row >= len(order)]:
                if what.random() < 0.3:  # type: ignore[attr-defined]
                    break
                order.append(what.choice(usable))  # type: ignore[attr-defined]
                free.remove(order[-1])
            seats.keep(order)
            twin.rows = [twin.rows[row] for row in order]
        assert len(seats) == len(twin.rows)
        if not twin.rows:
            continue
        _, positions = seats.step_inputs()
        assert positions[:, 0].tolist() == [prefix_length + row[0][0].shape[2] for row in twin.rows]
        for index, row in enumerate(twin.rows):
            for layer in range(2):
                for found, expected in zip(held(seats, layer, index), row[layer], strict=True):
                    assert torch.equal(found, expected)


def test_blocks_that_only_ended_rows_used_are_given_up() -> None:
    twin = Twin(1)
    seats = BatchCache([], 2)
    seats.add([twin.draw(1, 3 * BLOCK)])
    for _ in range(20):
        seats.add([twin.draw(1, 5)])
        for _ in range(BLOCK // 2):
            seats.update(*twin.draw(2, 1), 0)
            seats.advance()
        seats.keep([1])
    assert len(seats.layers[0].blocks) <= 5


def test_a_row_never_moves_over_one_that_is_still_to_move() -> None:
    seats = BatchCache.of([], [[Twin(1).draw(1, 3)] for _ in range(2)])
    with pytest.raises(ValueError, match="would move back"):
        seats.keep([1, 0])
