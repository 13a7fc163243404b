"""Whether a server takes a request: its description is checked by the workshop process, and the verdict is kept.

A server has one workshop, whichever of its processes needs it first: they meet at an address that follows from
the server's first process (see `clamp.serve.processes`).
"""

from __future__ import annotations

import asyncio
import atexit
import contextlib
import os
import subprocess
import sys
import time

from clamp.errors import ConstraintError, HostError
from clamp.serve.allowance import operator_caps
from clamp.serve.description import KEY, ConstraintSpec
from clamp.serve.frames import Message
from clamp.serve.processes import meeting_place, server_process
from clamp.serve.remote import Line, OutOfTime
from clamp.threads import Recent

_START_SECONDS = 60.0
_LOOP_SECONDS = 0.25
"""How long a check may keep an event loop waiting."""
_KEPT_VERDICTS = 1024
_LONGEST_REFUSAL = 1500

_started: list[tuple[int, subprocess.Popen[bytes]]] = []
_accepted: Recent[str, bool] = Recent(_KEPT_VERDICTS)
_loop_spent: list[tuple[float, float]] = []


def start_workshop() -> str:
    """The workshop's address. It is started if there is none, and may not answer yet."""
    place = meeting_place()
    if any(pid == os.getpid() and one.poll() is None for pid, one in _started):
        return place
    try:
        Line(place)
        return place
    except OutOfTime:
        pass
    operator_caps()  # so that a mistake in them ends the start of the server, and not the first request
    one = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "MALLOC_ARENA_MAX")
    process = subprocess.Popen(  # if another process was faster, this one ends at once
        [sys.executable, "-m", "clamp.serve.worker", str(server_process())],
        env={**os.environ, **dict.fromkeys(one, "1")},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )
    _started[:] = [(os.getpid(), process)]
    return place


@atexit.register
def _stop() -> None:
    for pid, process in _started:
        if pid == os.getpid() == server_process() and process.poll() is None:
            process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(5)


def wait_for_workshop(seconds: float = _START_SECONDS) -> str:
    """The workshop's address, where it answers.

    Raises:
        HostError: If it does not within so many seconds.
    """
    place, end = start_workshop(), time.monotonic() + seconds
    while True:
        try:
            Line(place)
            return place
        except OutOfTime as error:
            if time.monotonic() > end:
                raise HostError(
                    f"The process that checks constraints did not start within {seconds:g} seconds: {error}"
                ) from error
            time.sleep(0.02)
            start_workshop()


def accept(spec: ConstraintSpec) -> None:
    """Remember that a description was accepted, and is kept ready, so that it need not be asked for again."""
    _accepted.keep(spec.digest, True)


def why_not(verdict: Message) -> str | None:
    """Why a verdict refuses a description, or ``None``."""
    if "busy" in verdict:
        return f"`{KEY}`: {verdict['busy']}"
    refusal = verdict.get("refusal")
    if refusal is None:
        return None
    if len(refusal) > _LONGEST_REFUSAL:
        refusal = f"{refusal[: _LONGEST_REFUSAL // 2]} … {refusal[-_LONGEST_REFUSAL // 2 :]}"
    return refusal if refusal.startswith("No plan exists") else f"`{KEY}`: {refusal}"


def admit(spec: ConstraintSpec) -> None:
    """Refuse a description that has no plan, without keeping an event loop waiting for it.

    Raises:
        ConstraintError: With the cause, and the smallest budget that would do; or because the answer is not
            known yet, where an event loop waits for it.
    """
    if _accepted.get(spec.digest):
        return
    bare = spec.without_guidance()
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        caps = operator_caps()
        path = wait_for_workshop()
        verdict = Line(path).open(bare, caps.seconds * (2 + caps.waiting), linger=False)
    else:
        verdict = _in_a_loop(bare)
    why = why_not(verdict)
    if why is not None:
        raise ConstraintError(why)


def _in_a_loop(spec: ConstraintSpec) -> Message:
    """The verdict, if it comes soon; together, checks keep the loop waiting for a quarter of its time."""
    now = time.monotonic()
    _loop_spent[:] = [(when, spent) for when, spent in _loop_spent if when > now - 4 * _LOOP_SECONDS]
    left = max(0.01, _LOOP_SECONDS - sum(spent for _, spent in _loop_spent))
    try:
        return Line(start_workshop()).open(spec, left, linger=True)
    except OutOfTime:
        raise ConstraintError(
            f"`{KEY}`: this constraint is still being checked, and others may not wait for it. Ask again "
            "in some seconds; or start the server with --middleware clamp.hosts.vllm.PlanGate, behind "
            "which a request waits for its check alone."
        ) from None
    finally:
        _loop_spent.append((time.monotonic(), time.monotonic() - now))
