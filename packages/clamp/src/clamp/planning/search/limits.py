"""What planning may cost, the typed result of a search that reached a limit, and the meter that counts."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar, Token
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from threading import get_ident
from types import TracebackType
from typing import Literal, NoReturn, TypeVar

from clamp import checks
from clamp.errors import LimitError

T = TypeVar("T")


@dataclass(frozen=True)
class SearchLimits:
    """How much one public call may cost: reading, grounding, preparing a search, searching, diagnosing.

    A query that reaches a limit returns `LimitReached` or lists what it left open; what has to be built
    whole or not at all (a problem, a constraint) raises `LimitError`. Nothing is ever guessed.

    Attributes:
        states: Search nodes that one query may generate.
        seconds: Processor time of one call, of its own thread, so that a busy machine leaves no more open
            than an idle one; ``None`` for no limit.
        groundings: Ground actions that a problem may have, and instances of a quantifier. Only those count that
            the facts leave possible; nor may finding them take more than 20 steps for each.
        objects: Objects that a problem may have, the domain's constants included.
        boundary_seconds: Of that, what may be spent between two actions of a plan on telling which of many
            actions may come next, once it is known that some plan goes on. Where it is spent, only what is
            known already is said: the plan that was found goes on, so decoding comes to its end. ``None``
            for no limit but `seconds`.

    Raises:
        ConstraintError: If one is negative, or no number.
    """

    states: int = 1_000_000
    seconds: float | None = None
    groundings: int = 2_000_000
    objects: int = 100_000
    boundary_seconds: float | None = 0.08

    def __post_init__(self) -> None:
        for name in ("states", "groundings", "objects"):
            checks.whole(name, getattr(self, name), least=0)
        for name in ("seconds", "boundary_seconds"):
            if getattr(self, name) is not None:
                checks.number(name, getattr(self, name), least=0, hint="For no limit, leave it out.")

    @cached_property  # asked for at each token
    def at_boundary(self) -> SearchLimits:
        """The same with the time for telling actions apart."""
        given = [one for one in (self.seconds, self.boundary_seconds) if one is not None]
        return replace(self, seconds=min(given, default=None))


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

    @classmethod
    def of(cls, error: LimitError, lower_bound: float) -> LimitReached:
        """The result of a query that ran out of time in the middle of something; other limits are errors."""
        if error.kind != "seconds":
            raise error
        return cls("seconds", error.limit, lower_bound)

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


@lru_cache(maxsize=64)  # asked for several times at each token
def _within(limits: SearchLimits, around: SearchLimits, seconds: float | None) -> SearchLimits:
    """What is left of some limits within others, whose earlier end is in so many seconds."""
    return replace(
        limits,
        seconds=seconds,
        groundings=min(limits.groundings, around.groundings),
        objects=min(limits.objects, around.objects),
    )


class Meter:
    """Counts what one query costs; its time runs from when it is made.

    As a context manager it is the meter that `checkpoint` asks, in this thread, until it is left. A meter
    that is made while another is in force allows no more than that one has left: the time of a call is the
    time of all that it does.

    Attributes:
        limits: What is allowed; the smaller of what is asked for and of what the meter around it allows.
        generated: Search nodes so far; the search counts them here.
    """

    def __init__(self, limits: SearchLimits) -> None:
        self.generated = 0
        self._deadline = None if limits.seconds is None else clock() + limits.seconds
        self._around = around = _in_force.get()
        if around is not None:
            seconds = limits.seconds
            if around._deadline is not None and (
                self._deadline is None or around._deadline <= self._deadline
            ):
                self._deadline = around._deadline
                seconds = around.limits.seconds
            limits = _within(limits, around.limits, seconds)
        self.limits = limits
        self._tokens: list[Token[Meter | None]] = []

    def __enter__(self) -> Meter:
        self._tokens.append(_in_force.set(self))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        _in_force.reset(self._tokens.pop())

    def postpone(self, seconds: float) -> None:
        """For this module: time that is not counted, here and in the meters around."""
        meter: Meter | None = self
        while meter is not None:
            if meter._deadline is not None:
                meter._deadline += seconds
            meter = meter._around

    def out_of_time(self) -> bool:
        """Whether the limit of seconds has been reached."""
        return self._deadline is not None and clock() >= self._deadline

    def seconds_left(self) -> float | None:
        """Seconds that are left; ``None`` for no limit."""
        return None if self._deadline is None else self._deadline - clock()

    def reached(self, lower_bound: float) -> LimitReached | None:
        """The limit that has been reached, if any."""
        if self.generated >= self.limits.states:
            return LimitReached("states", self.limits.states, lower_bound)
        return self.timed_out(lower_bound) if self.out_of_time() else None

    def timed_out(self, lower_bound: float) -> LimitReached:
        """The result of a query that ran out of time."""
        assert self.limits.seconds is not None
        return LimitReached("seconds", self.limits.seconds, lower_bound)

    def left(self) -> SearchLimits | LimitReached:
        """What one more query may cost, where several are to cost no more together."""
        stopped = self.reached(0)
        if stopped is not None:
            return stopped
        left = self.seconds_left()
        return replace(
            self.limits, states=self.limits.states - self.generated, seconds=left and max(0.0, left)
        )

    def check(self, doing: str) -> None:
        """Stop here if the time is up.

        Args:
            doing: What takes so long, for the message: "grounding the actions".

        Raises:
            LimitError: If it is.
        """
        if self.out_of_time():
            seconds = self.limits.seconds
            assert seconds is not None
            raise LimitError(
                f"The limit of {seconds:g} seconds was reached while {doing}. Raise `SearchLimits.seconds`, "
                "or give fewer objects, narrower types, or actions with fewer parameters.",
                "seconds",
                seconds,
            )


@contextmanager
def uncounted() -> Generator[None]:
    """What is done inside costs the calls in progress nothing and has no limit: for checks of this package itself."""
    meter = _in_force.get()
    token, began = _in_force.set(None), clock()
    try:
        yield
    finally:
        _in_force.reset(token)
        if meter is not None:
            meter.postpone(clock() - began)


def checkpoint(doing: str) -> None:
    """Stop here if the meter in force, if there is one, is out of time: for loops that may take long.

    Raises:
        LimitError: If it is; queries turn it into `LimitReached`.
    """
    meter = _in_force.get()
    if meter is not None:
        meter.check(doing)


def paced(items: Iterable[T], doing: str) -> Iterator[T]:
    """The items, with a `checkpoint` at every few: for loops whose steps take less than a look at the clock."""
    for number, item in enumerate(items):
        if not number % PACE:
            checkpoint(doing)
        yield item


def in_force() -> Meter | None:
    """The meter in force."""
    return _in_force.get()


def late() -> bool:
    """Whether the meter in force, if there is one, is out of time: for loops that end with what they have."""
    meter = _in_force.get()
    return meter is not None and meter.out_of_time()


def limits_in_force() -> SearchLimits:
    """The limits of the meter in force, or the defaults."""
    meter = _in_force.get()
    return SearchLimits() if meter is None else meter.limits


PACE = 8
"""So many short steps are taken between two looks at the clock, each of which is a call of the system."""


class _Clock:
    """Processor time of this thread in seconds, without garbage collections.

    One may come at any step, and takes as long as the whole process has objects: tenths of a second beside a model's
    libraries, which is more than a boundary has.
    """

    def __init__(self) -> None:
        self._began = 0.0
        self._spent: dict[int, float] = {}
        gc.callbacks.append(self._collecting)

    def __call__(self) -> float:
        return time.thread_time() - self._spent.get(get_ident(), 0.0)

    def _collecting(self, phase: str, _: object) -> None:
        # A collection may come in the middle of setting a context variable, so none is asked for here.
        if phase == "start":
            self._began = time.thread_time()
        else:
            thread = get_ident()
            self._spent[thread] = self._spent.get(thread, 0.0) + time.thread_time() - self._began


clock: Callable[[], float] = _Clock()
"""Tests count work instead of time."""

_in_force: ContextVar[Meter | None] = ContextVar("meter", default=None)
