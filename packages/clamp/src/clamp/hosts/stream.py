"""A plan as it is written: each action as soon as it stands, and in the end the result."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from queue import SimpleQueue
from typing import TypeAlias

from clamp.decoding.result import PlanResult
from clamp.errors import HostError
from clamp.hosts.jobs import PlanRequest
from clamp.planning.system import Action

OnToken: TypeAlias = Callable[[int, int], None]
"""Called with (index, token) for every token written."""

Write: TypeAlias = Callable[[Callable[[PlanRequest], OnToken | None]], PlanResult]
"""Writes the plan; what it is given makes of the job, before it begins, what hears of its tokens."""


class PlanStream(Iterator[Action]):
    """The actions of a plan, in their order, each as soon as the model has committed itself to it.

    Under constraints with ``executability`` and ``goal`` an action that is handed out can be executed after those
    before it, keeps the rules, and some plan that reaches the goal goes on with it; what follows never takes it back.
    The whole plan is certified when it ends: see `result`. Where nothing is enforced, and where several particles are
    written or steps are taken back (``recovery``), the actions come when the plan is certified, and of none that is
    not.

    The plan is written in a thread, ahead of who takes the actions. Until it has ended, or `close` was called (as a
    ``with`` block does), its planner is busy.
    """

    def __init__(self, write: Write) -> None:
        self._queue: SimpleQueue[Action | None] = SimpleQueue()
        self._given = 0
        self._closed = False
        self._result: PlanResult | None = None
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._run, args=(write,), name="clamp-stream", daemon=True)
        self._thread.start()

    def __next__(self) -> Action:
        found = None if self._closed else self._queue.get()
        if found is not None:
            return found
        self._queue.put(None)  # for who asks again
        if self._error is not None and not self._closed:
            raise self._error
        raise StopIteration

    @property
    def result(self) -> PlanResult:
        """What came of the request, certificate included; waits until it is written.

        Raises:
            ClampError: What ended the writing, if anything did.
            HostError: If the stream was closed before.
        """
        self._thread.join()
        if self._result is not None:
            return self._result
        if self._error is None or self._closed:
            raise HostError("The stream was closed before the plan was written.")
        raise self._error

    def close(self) -> None:
        """Stop writing; returns when the planner is free. Closing twice is fine."""
        self._closed = True
        self._thread.join()
        self._queue.put(None)

    def __enter__(self) -> PlanStream:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _run(self, write: Write) -> None:
        try:
            self._result = result = write(self._watch)
            for action in result.actions[self._given :] if result else ():
                self._queue.put(action)
        except BaseException as error:
            self._error = error
        self._queue.put(None)

    def _watch(self, job: PlanRequest) -> OnToken:
        constraint = job.constraint
        certain = constraint is not None and job.particles == 1 and job.recovery == "none"
        cursor = constraint.initial() if constraint is not None and certain else None

        def heard(_: int, token: int) -> None:
            nonlocal cursor
            if self._closed:
                raise _Closed
            if constraint is None or not certain or token in constraint.vocabulary.eos_ids:
                return
            cursor = constraint.advance(cursor, token)
            for action in constraint.actions(cursor)[self._given :]:
                self._given += 1
                self._queue.put(action)

        return heard


class _Closed(BaseException):
    """Nobody takes the actions any more."""
