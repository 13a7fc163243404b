"""The one place at which requests wait for the model: a bounded queue, and the thread that writes.

What waits is written side by side, as many as the host takes. Whoever asks gets an answer, or is told at once that too
many wait; who leaves, or whose time is up, is taken out of the queue, or has the writing end at its next token.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Generator
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import Any, TypeAlias

from clamp.decoding.result import PlanResult
from clamp.errors import ClampError
from clamp.hosts.planner import PlanHost
from clamp.planning.system import Action
from clamp.request.request import Request

_FIRST_GUESS = 5.0
"""Seconds that a plan is taken to need before one was written."""


class Full(Exception):
    """Too many requests wait.

    Attributes:
        retry_after: Seconds after which there may be room.
    """

    def __init__(self, retry_after: int) -> None:
        super().__init__(f"Too many requests wait. Try again in {retry_after} seconds.")
        self.retry_after = retry_after


class Given(BaseException):
    """Nobody waits for the work any more: its client has left, its time is up, or the server ends."""


@dataclass(frozen=True)
class Wanted:
    """A plan that a piece of work asks for.

    Attributes:
        told: Is called with each action as it is committed.
        trace: As in `PlanHost.run`.
    """

    request: Request
    told: Callable[[Action], None] = lambda _: None
    trace: bool = False


Work: TypeAlias = "Callable[[Job], Generator[Wanted, PlanResult, Any]]"
"""What is to be done in the thread of the desk: it yields the plans that it wants, gets their results, and returns."""


class Job:
    """A piece of work for the model.

    Args:
        work: What is to be done; it is given the job.
        asked: When it was asked for, by `time.monotonic`; now by default.

    Attributes:
        began: When it began, by `time.monotonic`; ``None`` while it waits.
        why: Why nobody waits for it any more; empty while somebody does.
        settled: Its result counts, whatever happens now.
        done: What came of it.
    """

    def __init__(self, work: Work, asked: float | None = None) -> None:
        self.asked = monotonic() if asked is None else asked
        self.began: float | None = None
        self.why = ""
        self.settled = False
        self.done: Future[Any] = Future()
        self._work = work(self)
        self._lock = threading.Lock()

    def go_on(self, result: PlanResult | BaseException | None) -> Wanted | None:
        """Work until the next plan is wanted; ``None`` where the work has ended, and is told to who waits.

        Args:
            result: Of the plan that was wanted last, or the error; ``None`` at first.
        """
        try:
            self.check()
            if isinstance(result, BaseException):
                return self._work.throw(result)
            return self._work.send(result)  # pyright: ignore[reportArgumentType]
        except StopIteration as end:
            self.settle(end.value, None)
        except BaseException as error:  # whatever it is, it is for who asked; the desk goes on
            self.settle(None, error)
        return None

    def check(self) -> None:
        """Raise `Given` where nobody waits any more."""
        if self.why:
            raise Given

    def claim(self) -> None:
        """From here on its result counts: it is kept, and told to who waits.

        Raises:
            Given: If nobody waits any more.
        """
        with self._lock:
            self.check()
            self.settled = True

    def give_up(self, why: str) -> bool:
        """Have it end as soon as it can, without waiting for that; whether it was not settled before."""
        with self._lock:
            if self.settled:
                return False
            self.why = self.why or why
            return True

    def settle(self, result: Any, error: BaseException | None) -> None:
        """Tell who waits what came of it."""
        with suppress(Exception):  # who waited may have gone, and cancelled it
            if error is not None:
                self.done.set_exception(error)
            else:
                self.done.set_result(result)


class Desk:
    """Where jobs wait.

    Args:
        planner: Writes the plans.
        waiting: Most jobs that wait, beside those that are worked on.
        together: Most jobs that are worked on at once.
    """

    def __init__(self, planner: PlanHost, waiting: int, together: int) -> None:
        self.most, self.together = waiting, together
        self._planner = planner
        self._jobs: deque[Job] = deque()
        self._more = threading.Condition()
        self._now: list[Job] = []
        self._seconds = _FIRST_GUESS
        self._closed = False
        self._thread = threading.Thread(target=self._serve, name="clamp-desk", daemon=True)
        self._thread.start()

    @property
    def waiting(self) -> int:
        """How many jobs wait."""
        return len(self._jobs)

    @property
    def busy(self) -> bool:
        """Whether any is worked on."""
        return bool(self._now)

    @property
    def closed(self) -> bool:
        """Whether no job is taken any more."""
        return self._closed

    @property
    def full(self) -> bool:
        """Whether there is no room for another."""
        return self._closed or len(self._jobs) >= self.most + (0 if self._now else self.together)

    def submit(self, work: Work, asked: float | None = None) -> Job:
        """Put a job in the queue.

        Args:
            asked: When it was asked for, by `time.monotonic`; now by default.

        Raises:
            Full: If too many wait.
        """
        job = Job(work, asked)
        with self._more:
            if self.full:
                raise Full(self.retry_after)
            self._jobs.append(job)
            self._more.notify()
        return job

    @property
    def retry_after(self) -> int:
        """Whole seconds after which about half of those that wait now will be done."""
        return max(1, min(600, round(self._seconds * (1 + len(self._jobs) / self.together) / 2)))

    def give_up(self, job: Job, why: str) -> bool:
        """Nobody waits for a job any more: it leaves the queue, or ends as soon as it can; not one that is settled."""
        gone = job.give_up(why)
        with self._more:
            if gone and job in self._jobs:
                self._jobs.remove(job)
                job.settle(None, Given())
        return gone

    def close(self) -> None:
        """End the work and forget who waits; returns when the model is free."""
        with self._more:
            self._closed = True
            left = [*self._jobs]
            self._jobs.clear()
            now = [*self._now]
            self._more.notify()
        for job in [*left, *now]:
            job.give_up("the server ends")
        for job in left:
            job.settle(None, Given())
        self._thread.join()

    def _serve(self) -> None:
        while True:
            with self._more:
                self._now = []
                while not self._jobs and not self._closed:
                    self._more.wait()
                if self._closed:
                    return
                while self._jobs and len(self._now) < self.together:
                    self._now.append(self._jobs.popleft())
                jobs = [*self._now]
            began = monotonic()
            wanted: list[tuple[Job, Wanted]] = []
            for job in jobs:
                job.began = monotonic()
                if (first := job.go_on(None)) is not None:
                    wanted.append((job, first))
            while wanted:
                wanted = [one for trace in (False, True) for one in self._written(wanted, trace)]
            self._seconds += (monotonic() - began - self._seconds) / 4

    def _written(self, all_: list[tuple[Job, Wanted]], trace: bool) -> list[tuple[Job, Wanted]]:
        """Write the plans that are wanted, with a trace or without; those that are wanted next."""
        wanted = [one for one in all_ if one[1].trace == trace]
        found: list[tuple[Job, Wanted]] = []
        open_ = dict(enumerate(wanted))
        told: set[int] = set()

        def tell(index: int, action: Action) -> None:
            told.add(index)
            wanted[index][1].told(action)

        def ended(index: int, result: PlanResult | BaseException) -> None:
            job, _ = open_.pop(index)
            if (more := job.go_on(result)) is not None:
                found.append((job, more))

        def write(some: list[int]) -> None:
            def result(place: int, one: PlanResult | ClampError) -> None:
                ended(some[place], one)

            self._planner.together(
                [wanted[index][1].request for index in some],
                trace=trace,
                on_action=lambda place, action: tell(some[place], action),
                on_result=result,
                left=lambda place: bool(wanted[some[place]][0].why),
            )

        try:
            if wanted:
                write(list(open_))
        except BaseException as error:
            if len(wanted) == 1:
                ended(0, error)
            for index in list(open_):  # one of them is to blame: each by itself
                if index in told:
                    ended(index, error)
                    continue
                try:
                    write([index])
                except BaseException as own:
                    ended(index, own)
        return found
