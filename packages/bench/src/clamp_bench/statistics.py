"""How sure a figure is: bootstrap intervals over items, and paired comparisons of two rows on the same items."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np

from clamp.errors import BenchmarkError

LEVEL = 0.95
RESAMPLES = 10_000
SEED = 0
_DIGITS = 4


def mean_with_interval(values: Sequence[float]) -> dict[str, Any]:
    """The mean of some items' figures with its interval.

    Returns:
        ``mean``, ``low`` and ``high`` (95 % percentile bootstrap over the items; of one item there is none), ``n``.
        All but ``n`` are ``None`` for no item.

    Raises:
        BenchmarkError: If scipy is not installed.
    """
    found = np.asarray(values, dtype=np.float64)
    if not len(found):
        return {"mean": None, "low": None, "high": None, "n": 0}
    low, high = _bootstrap(tuple(found.tolist()))
    return {"mean": round(float(found.mean()), _DIGITS), "low": low, "high": high, "n": len(found)}


def paired(ours: Mapping[str, float], theirs: Mapping[str, float]) -> dict[str, Any]:
    """How much two rows differ on the items that both have.

    Returns:
        ``difference``, the mean of ours less theirs, ``low`` and ``high``, its interval, ``p``, two-sided, of the
        permutation test that swaps the two rows item by item, ``n``.

    Raises:
        BenchmarkError: If scipy is not installed.
    """
    common = [name for name in ours if name in theirs]
    found = [ours[name] - theirs[name] for name in common]
    about = mean_with_interval(found)
    return {
        "difference": about["mean"],
        "low": about["low"],
        "high": about["high"],
        "p": _p_value(tuple(found)),
        "n": len(found),
    }


Counts = tuple[int, int, int]
"""Of an item: what is right, what is too much, what is missed."""


def f1_with_interval(counts: Sequence[Counts]) -> dict[str, Any]:
    """F1 of all items' counts together, as EAI has it, with its interval.

    Returns:
        As `mean_with_interval`, under ``f1`` instead of ``mean``.
    """
    found = np.asarray(counts, dtype=np.float64).reshape(-1, 3)
    n = len(found)
    mean = round(float(_f1(found.sum(0))), _DIGITS) if n else None
    if n < 2:
        return {"f1": mean, "low": None, "high": None, "n": n}
    low, high = _percentiles(_f1(_drawn(n) @ found))
    return {"f1": mean, "low": low, "high": high, "n": n}


def paired_f1(ours: Mapping[str, Counts], theirs: Mapping[str, Counts]) -> dict[str, Any]:
    """How much the F1 of two rows differs on the items that both have, the same items drawn for both.

    Returns:
        ``ours`` and ``theirs`` (see `f1_with_interval`), ``difference`` of the first less the second with ``low`` and
        ``high``, its interval, and ``n``. All but ``n`` are ``None`` where fewer than two items are common.
    """
    common = [name for name in ours if name in theirs]
    n = len(common)
    if n < 2:
        return {"ours": None, "theirs": None, "difference": None, "low": None, "high": None, "n": n}
    first, second = (np.asarray([row[name] for name in common], dtype=np.float64) for row in (ours, theirs))
    draws = _drawn(n)
    low, high = _percentiles(_f1(draws @ first) - _f1(draws @ second))
    return {
        "ours": f1_with_interval([ours[name] for name in common]),
        "theirs": f1_with_interval([theirs[name] for name in common]),
        "difference": round(float(_f1(first.sum(0)) - _f1(second.sum(0))), _DIGITS),
        "low": low,
        "high": high,
        "n": n,
    }


def _f1(total: Any) -> Any:
    right, rest = 2 * total[..., 0], total[..., 1] + total[..., 2]
    return right / np.maximum(right + rest, 1)


def _drawn(n: int) -> Any:
    """How often each of n items is drawn, a row for each draw."""
    return np.random.default_rng(SEED).multinomial(n, np.full(n, 1 / n), RESAMPLES)


def _percentiles(values: Any) -> tuple[float, float]:
    low, high = np.quantile(values, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return round(float(low), _DIGITS), round(float(high), _DIGITS)


@cache
def _bootstrap(values: tuple[float, ...]) -> tuple[float | None, float | None]:
    if len(values) < 2:
        return None, None
    if len(set(values)) == 1:
        return round(values[0], _DIGITS), round(values[0], _DIGITS)
    stats = scipy_stats()
    found = stats.bootstrap(
        (np.array(values),),
        np.mean,
        confidence_level=LEVEL,
        n_resamples=RESAMPLES,
        batch=max(1, 1_000_000 // len(values)),
        method="percentile",
        rng=np.random.default_rng(SEED),
    ).confidence_interval
    return round(float(found.low), _DIGITS), round(float(found.high), _DIGITS)


@cache
def _p_value(differences: tuple[float, ...]) -> float | None:
    if not differences:
        return None
    if len(differences) == 1 or not any(differences):
        return 1.0  # swapped or not, the rows differ as much
    stats = scipy_stats()
    found = stats.permutation_test(
        (np.array(differences), np.zeros(len(differences))),
        _mean_difference,
        permutation_type="samples",
        vectorized=True,
        n_resamples=RESAMPLES - 1,
        batch=max(1, 1_000_000 // len(differences)),
        rng=np.random.default_rng(SEED),
    )
    return round(float(found.pvalue), 5)


def _mean_difference(x: Any, y: Any, axis: int) -> Any:
    return np.mean(x - y, axis=axis)


def scipy_stats() -> Any:
    """scipy's statistics.

    Raises:
        BenchmarkError: If it is not installed.
    """
    try:
        from scipy import stats
    except ImportError as error:
        raise BenchmarkError(
            "Intervals and tests need scipy. Install it with: pip install clamp-bench"
        ) from error
    return stats
