"""Arrangements of blocks, and how they are weighed, beside a naive count."""

from __future__ import annotations

import math
from itertools import product

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from clamp_worlds.blocks.eyes import COLOURS, TABLE, Calibration, Sighting, weigh  # noqa: E402
from clamp_worlds.blocks.network import arrangements, log_posterior  # noqa: E402


def stands(support: tuple[int, ...]) -> bool:
    """Whether every block rests on the table in the end, and carries one other at most."""
    if any(support.count(one) > 1 for one in range(TABLE)):
        return False
    for start in range(TABLE):
        at, steps = start, 0
        while at != TABLE:
            at, steps = support[at], steps + 1
            if steps > TABLE:
                return False
    return True


def test_arrangements_are_all_that_can_stand() -> None:
    found = set(map(tuple, arrangements().tolist()))
    assert len(found) == len(arrangements()) == 4051  # sets of lists of six things (OEIS A000262)
    assert all(map(stands, found))
    some = np.random.default_rng(0).integers(0, TABLE + 1, (3000, TABLE))
    for one in map(tuple, some.tolist()):
        assert stands(one) == (one in found)


@pytest.mark.parametrize("present", [(0, 1, 2, 3, 4, 5), (1, 3, 4), (2,)])
def test_the_posterior_is_the_naive_one(present: tuple[int, ...]) -> None:
    table = arrangements()
    scores = torch.randn(1, TABLE, TABLE + 1, generator=torch.Generator().manual_seed(1))
    here = torch.tensor([[one in present for one in range(TABLE)]])
    found = log_posterior(scores, here, table)[0].exp()
    naive: dict[tuple[int, ...], float] = {}
    for some in product((*present, TABLE), repeat=len(present)):
        whole = [TABLE] * TABLE
        for one, support in zip(present, some, strict=True):
            whole[one] = support
        if stands(tuple(whole)):
            naive[tuple(whole)] = math.exp(sum(float(scores[0, one, whole[one]]) for one in present))
    total = sum(naive.values())
    for row, probability in zip(table.tolist(), found.tolist(), strict=True):
        assert probability == pytest.approx(naive.get(tuple(row), 0.0) / total, abs=1e-5)


def test_what_never_happens_stays_impossible_and_weights_weigh() -> None:
    together = np.log(
        np.array([0.5, 0.5, 0.0]) + 0.0, where=np.array([True, True, False]), out=np.full(3, -np.inf)
    )
    apart = np.log(np.array([[0.8, 0.1, 0.1]]))
    assert weigh(together, apart, Calibration(1.0, 1.0, 0, 0)) == pytest.approx([8 / 9, 1 / 9, 0])
    assert weigh(together, apart, Calibration(1.0, 0.0, 0, 0)) == pytest.approx([0.5, 0.5, 0])


def test_a_sighting_sums_over_arrangements() -> None:
    table = arrangements().numpy()
    posterior = np.random.default_rng(2).random(len(table))
    sighting = Sighting(COLOURS, table, posterior / posterior.sum(), np.zeros((1, TABLE)))
    for one in COLOURS:
        supports = [sighting.on(one, other) for other in (*COLOURS, None) if other != one]
        assert sum(supports) == pytest.approx(1)
        burdens = sum(sighting.on(other, one) for other in COLOURS if other != one)
        assert burdens + sighting.clear(one) == pytest.approx(1)
    assert set(sighting.likeliest) == {*COLOURS}
