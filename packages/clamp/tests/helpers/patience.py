"""How much the tests try that could go on for ever: some of it by default, all of it where there is time.

`-m ""` runs the slow cases, too, and `--hypothesis-profile=patient` draws all examples.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import pytest
from hypothesis import settings

ALL = 100
"""What a profile's `max_examples` is where a test draws as many as it says."""


def examples(number: int) -> int:
    """So many examples, or the share of them that the profile of hypothesis in force leaves."""
    return max(1, round(number * settings().max_examples / ALL))


def first(number: int, cases: Iterable[Any]) -> list[Any]:
    """Cases of a test of which all but the first so many are slow."""
    return [
        case if count < number else pytest.param(case, marks=pytest.mark.slow)
        for count, case in enumerate(cases)
    ]


def spread(every: int, cases: Iterable[Any]) -> list[Any]:
    """Cases of a test of which all but each so-manieth are slow: an even share of a large set."""
    return [
        pytest.param(
            *(case if isinstance(case, tuple) else (case,)), marks=[pytest.mark.slow] if at % every else []
        )
        for at, case in enumerate(cases)
    ]


def apart(slow: Collection[Any], cases: Iterable[Any]) -> list[Any]:
    """Cases of a test of which some are slow."""
    return [pytest.param(case, marks=pytest.mark.slow) if case in slow else case for case in cases]
