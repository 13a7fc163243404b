"""A plan as it is written: each action as soon as it stands, and in the end the result."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Iterator
from queue import SimpleQueue
from typing import Any, TypeAlias

from clamp import checks
from clamp.decoding import Constraint, PlanConstraint
from clamp.decoding.result import PlanResult
from clamp.decoding.world import EXECUTABILITY, GOAL
from clamp.errors import HostError
from clamp.hosts.jobs import PlanRequest
from clamp.hosts.rows import OnToken
from clamp.planning.system import Action

Write: TypeAlias = Callable[[Callable[[PlanRequest], OnToken | None]], PlanResult]
"""Writes the plan; what it is given makes of the job, before it begins, what hears of its tokens."""


class PlanStream(Iterator[Action]):
    """The actions of a plan, in their order, each as soon as the model has committed itself to it.

    Under constraints with ``executability`` and ``goal`` an action that is handed out can be executed after those
    before it, keeps the rules, and some plan that reaches the goal goes on with it; what follows never takes it back.
    The whole plan is certified when it ends: see `result`. Under anything else (fewer constraints, one of your own,
    several particles) the actions come when the plan is certified, and of none that is not.

    The plan is written in a thread from now on, ahead of who takes the actions. Until it has ended, or `close` was
    called (as a ``with`` block does), its planner is busy. A stream that nobody holds any more ends its thread.
    """

    def __init__(self, write: Write) -> None:
        # The thread knows the writing and not the stream: a stream that nobody holds is collected, and ends it.
        self._writing = _Writing(write)
        self._thread = threading.Thread(target=self._writing.run, name="clamp-stream", daemon=True)
        self._finalizer = weakref.finalize(self, _end, self._writing, self._thread)
        self._thread.start()

    def __repr__(self) -> str:
        writing = self._writing
        state = (
            "closed" if writing.closed else "ended" if writing.result or writing.error else "being written"
        )
        return f"<PlanStream: {state}, {checks.count(writing.told, 'action')} so far>"

    def __next__(self) -> Action:
        writing = self._writing
        found = None if writing.closed else writing.queue.get()
        if found is not None:
            return found
        writing.queue.put(None)  # for who asks again
        if writing.error is not None and not writing.closed:
            raise writing.error
        raise StopIteration

    @property
    def result(self) -> PlanResult:
        """What came of the request, certificate included; waits until it is written.

        Raises:
            ClampError: What ended the writing, if anything did.
            HostError: If the stream was closed before.
        """
        self._thread.join()
        writing = self._writing
        if writing.result is not None:
            return writing.result
        if writing.error is None or writing.closed:
            raise HostError("The stream was closed before the plan was written.")
        raise writing.error

    def close(self) -> None:
        """Stop writing; returns when the planner is free. Closing twice is fine."""
        self._finalizer()
        self._writing.queue.put(None)

    def __enter__(self) -> PlanStream:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


class _Writing:
    """The writing of one plan, as its thread knows it."""

    def __init__(self, write: Write) -> None:
        self.queue: SimpleQueue[Action | None] = SimpleQueue()
        self.closed = False
        self.result: PlanResult | None = None
        self.error: BaseException | None = None
        self.told = 0
        self._write = write

    def run(self) -> None:
        try:
            self.result = result = self._write(self._watch)
            for action in result.actions[self.told :] if result else ():
                self.told += 1
                self.queue.put(action)
        except BaseException as error:
            self.error = error
        self.queue.put(None)

    def _watch(self, job: PlanRequest) -> OnToken:
        hear = committed(job, self._tell)

        def heard(_: int, token: int) -> None:
            if self.closed:
                raise _Closed
            hear(token)

        return heard

    def _tell(self, action: Action) -> None:
        self.told += 1
        self.queue.put(action)


def committed(job: PlanRequest, tell: Callable[[Action], None]) -> Callable[[int], None]:
    """What hears of a text's tokens, and tells each action as soon as the model has committed itself to it.

    Under anything but a constraint with ``executability`` and ``goal``, and with several particles, none is told.
    """
    constraint = job.constraint
    certain = constraint is not None and job.particles == 1 and _commits(constraint)
    cursor = constraint.initial() if constraint is not None and certain else None
    told = 0

    def heard(token: int) -> None:
        nonlocal cursor, told
        if constraint is None or not certain or token in constraint.vocabulary.eos_ids:
            return
        cursor = constraint.advance(cursor, token)
        for action in constraint.actions(cursor)[told:]:
            told += 1
            tell(action)

    return heard


def _commits(constraint: Constraint[Any]) -> bool:
    """Whether with each action that is written some plan goes on that can be executed and reaches the goal."""
    hard = constraint.hard
    joint = isinstance(hard, PlanConstraint) and not hard.world.keeps_stuck
    return joint and {EXECUTABILITY, GOAL} <= set(constraint.enforce)


def _end(writing: _Writing, thread: threading.Thread) -> None:
    """End a thread at its next token, and wait for it; also as Python ends, which a thread inside torch would abort."""
    writing.closed = True
    if thread is not threading.current_thread() and thread.ident is not None:
        thread.join()


class _Closed(BaseException):
    """Nobody takes the actions any more."""
