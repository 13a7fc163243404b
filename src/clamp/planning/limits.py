"""Limits of a search, and the typed result of reaching one."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Literal, NoReturn


@dataclass(frozen=True)
class SearchLimits:
    """How much one query may cost.

    Attributes:
        states: Search nodes that may be generated.
        seconds: Wall-clock time; ``None`` for no limit.
    """

    states: int = 1_000_000
    seconds: float | None = None


@dataclass(frozen=True, eq=False)
class LimitReached:
    """A search stopped before it knew the answer. It is neither true nor false and compares with nothing.

    Attributes:
        kind: Which limit was reached.
        limit: Its value.
        lower_bound: The goal distance is proved to be at least this.
    """

    kind: Literal["states", "seconds"]
    limit: float
    lower_bound: float

    def _refuse(self, *_: object) -> NoReturn:
        raise TypeError(
            f"The search stopped at its limit of {self.limit:g} {self.kind} (goal distance proved so far: at "
            f"least {self.lower_bound:g}), so there is no answer to compare or to test; check for "
            "`LimitReached` first, or raise `SearchLimits`."
        )

    __bool__ = __lt__ = __le__ = __gt__ = __ge__ = __int__ = __float__ = __index__ = _refuse  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, LimitReached):
            return (self.kind, self.limit, self.lower_bound) == (other.kind, other.limit, other.lower_bound)
        return self._refuse()

    def __hash__(self) -> int:
        return hash((self.kind, self.limit, self.lower_bound))


class Meter:
    """Counts what one query costs; its time runs from when it is made.

    Attributes:
        generated: Search nodes so far; the search counts them here.
    """

    def __init__(self, limits: SearchLimits) -> None:
        self.limits = limits
        self.generated = 0
        self._started = time.monotonic()

    def reached(self, lower_bound: float) -> LimitReached | None:
        """The limit that has been reached, if any."""
        if self.generated >= self.limits.states:
            return LimitReached("states", self.limits.states, lower_bound)
        seconds = self.limits.seconds
        if seconds is not None and time.monotonic() - self._started >= seconds:
            return LimitReached("seconds", seconds, lower_bound)
        return None
