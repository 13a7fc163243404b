"""Clocks that stand in for the one of the machine: they count work, or looks at them, so that no test measures time."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any


class Work:
    """A clock that counts the lines of Python that this package executes, in millions."""

    def __init__(self) -> None:
        self.lines = 0
        self._last = math.inf

    def __call__(self) -> float:
        return self.lines / 1_000_000

    def _trace(self, frame: FrameType, event: str, _: Any) -> Any:
        if "clamp" not in frame.f_code.co_filename:
            return None
        if event == "line":
            self.lines += 1
            assert self.lines <= self._last, "it goes on and on"
        return self._trace

    @contextmanager
    def counting(self, at_most: float) -> Iterator[None]:
        """Count what is executed, and stop it long after it should have ended: at five times so many millions."""
        before, self._last = sys.gettrace(), self.lines + 5_000_000 * at_most
        sys.settrace(self._trace)
        try:
            yield
        finally:
            sys.settrace(before)


class Looks:
    """A clock that moves on by one second with each look at it."""

    def __init__(self) -> None:
        self.now = 0

    def __call__(self) -> float:
        self.now += 1
        return float(self.now)
