"""The one place at which requests wait for the model: a bounded queue, and the thread that writes.

A model writes one plan at a time here. Whoever asks gets an answer, or is told at once that too many wait; who leaves,
or whose time is up, is taken out of the queue, or has the writing end at its next token.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from time import monotonic
from typing import Any

from clamp.hosts.planner import PlanHost
from clamp.hosts.stream import PlanStream
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


class Job:
    """A piece of work for the model.

    Args:
        work: What is to be done, in the thread of the desk; it is given the job.
        asked: When it was asked for, by `time.monotonic`; now by default.

    Attributes:
        began: When it began, by `time.monotonic`; ``None`` while it waits.
        why: Why nobody waits for it any more; empty while somebody does.
        settled: Its result counts, whatever happens now.
        done: What came of it.
    """

    def __init__(self, work: Callable[[Job], Any], asked: float | None = None) -> None:
        self.work = work
        self.asked = monotonic() if asked is None else asked
        self.began: float | None = None
        self.why = ""
        self.settled = False
        self.done: Future[Any] = Future()
        self._stream: PlanStream | None = None
        self._lock = threading.Lock()

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
            stream = self._stream
        if stream is not None:
            stream.cancel()
        return True

    def write(
        self, planner: PlanHost, request: Request, told: Callable[[Action], None], *, trace: bool
    ) -> Any:
        """A request's result; its actions are told as they are committed.

        Raises:
            Given: If nobody waits for it any more.
            ClampError: As `PlanHost.run`.
        """
        self.check()
        if getattr(request.configuration, "one_pass", False):
            return planner.run(request, trace=trace, on_text=lambda _: self.check())
        with planner.stream(request, trace=trace) as stream:
            with self._lock:
                self._stream = stream
            if self.why:
                stream.cancel()
            try:
                for action in stream:
                    told(action)
                self.check()
                return stream.result
            finally:
                with self._lock:
                    self._stream = None

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
        waiting: Most jobs that wait, beside the one that is worked on.
    """

    def __init__(self, waiting: int) -> None:
        self.most = waiting
        self._jobs: deque[Job] = deque()
        self._more = threading.Condition()
        self._now: Job | None = None
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
        """Whether one is worked on."""
        return self._now is not None

    @property
    def closed(self) -> bool:
        """Whether no job is taken any more."""
        return self._closed

    @property
    def full(self) -> bool:
        """Whether there is no room for another."""
        return self._closed or len(self._jobs) >= self.most + (self._now is None)

    def submit(self, work: Callable[[Job], Any], asked: float | None = None) -> Job:
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
        return max(1, min(600, round(self._seconds * (1 + len(self._jobs)) / 2)))

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
            now = self._now
            self._more.notify()
        for job in [*left, *([now] if now is not None else [])]:
            job.give_up("the server ends")
        for job in left:
            job.settle(None, Given())
        self._thread.join()

    def _serve(self) -> None:
        while True:
            with self._more:
                self._now = None
                while not self._jobs and not self._closed:
                    self._more.wait()
                if self._closed:
                    return
                job = self._now = self._jobs.popleft()
            job.began = monotonic()
            try:
                job.check()
                result = job.work(job)
            except BaseException as error:  # whatever it is, it is for who asked; the desk goes on
                job.settle(None, error)
            else:
                job.settle(result, None)
                self._seconds += (monotonic() - job.began - self._seconds) / 4
