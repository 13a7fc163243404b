"""What Linux says of other processes: which of them is the server's, whether it lives, and how long it has run.

Who waits for another process here counts that process's own time on a processor, never a clock on the wall: a
machine that is busy with other things makes everything slower, and ends nobody's request.
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import multiprocessing
import os
import signal
import socket
import struct
import threading
import time
from functools import cache

from clamp.serve.frames import read_frame

LOOK_SECONDS = 0.5
"""How often a process looks whether the one that it belongs to still lives."""
COUNT_SECONDS = 0.05
"""How often the processor time is read of a process that is waited for."""
_CREDENTIALS = struct.Struct("3i")
_PR_SET_PDEATHSIG = 1


def processor_seconds(pid: int) -> float | None:
    """Seconds that a process has had on processors; ``None`` if there is no such process any more."""
    clock = ctypes.c_int()
    if ctypes.CDLL(None).clock_getcpuclockid(pid, ctypes.byref(clock)):
        return None
    try:
        return time.clock_gettime(clock.value)
    except OSError:
        return None


class Allowance:
    """So many seconds of a process's own time, from now on.

    Args:
        pid: The process. One that has ended uses nothing more.
    """

    def __init__(self, pid: int, seconds: float) -> None:
        self._pid, self.seconds = pid, seconds
        self._before = processor_seconds(pid) or 0.0
        self._used = 0.0

    @property
    def used(self) -> float:
        """Seconds of it that are used up."""
        now = processor_seconds(self._pid)
        if now is not None:
            self._used = max(self._used, now - self._before)
        return self._used

    @property
    def spent(self) -> bool:
        """Whether nothing is left."""
        return self.used >= self.seconds


async def frame_of(reader: asyncio.StreamReader, pid: int, seconds: float) -> bytes:
    """The next frame from a process, which gets so much processor time for it.

    Raises:
        TimeoutError: If it has used that up.
        EOFError: If it has ended.
    """
    allowance = Allowance(pid, seconds)
    frame = asyncio.ensure_future(read_frame(reader))
    try:
        while not (await asyncio.wait([frame], timeout=COUNT_SECONDS))[0]:
            if allowance.spent:
                raise TimeoutError
        return frame.result()
    finally:
        frame.cancel()


# ------------------------------------------------------------------ whose process is whose


def _status(pid: int) -> list[str]:
    """What Linux says of a process from its state on; nothing if it has ended, whether or not it was buried."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
            found = file.read().rpartition(")")[2].split()  # its name may hold anything, parentheses too
    except OSError:
        return []
    return [] if found[0] in "ZX" else found


def born(pid: int) -> str | None:
    """When a process was started, which tells it from a later one with its number; ``None`` if it has ended."""
    found = _status(pid)
    return found[19] if found else None


def server_process() -> int:
    """The process that the others of a server descend from: this one, where there are no others.

    An engine and its workers are children that Python's `multiprocessing` made of it, and vLLM gives them names.
    """
    return _line(os.getpid())[-1]


@cache
def _line(here: int) -> tuple[int, ...]:
    """This process, the one that made it, and so on to the first of the server."""
    found = [here]
    if multiprocessing.parent_process() is not None:
        found.append(os.getppid())
        while _is_a_part(found[-1]) and (status := _status(found[-1])):
            found.append(int(status[1]))
    return tuple(found)


def _is_a_part(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            line = file.read()
    except OSError:
        return False
    return line.startswith(b"VLLM::") or b"multiprocessing.spawn" in line or b"multiprocessing.fork" in line


def meeting_place() -> str:
    """The address at which the processes of this server find the one that plans for them.

    It is of Linux's abstract kind: it is no file, and goes with the process that answers there.
    """
    return address_of(server_process())


def address_of(server: int) -> str:
    """The same, for a server whose first process is known."""
    return f"\0clamp-vllm-{os.getuid()}-{server}-{born(server)}"


def is_ours(link: socket.socket) -> bool:
    """Whether the process on the other side runs for the same user: anybody may use an abstract address."""
    found = link.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size)
    return _CREDENTIALS.unpack(found)[1] in (os.getuid(), 0)


# ------------------------------------------------------------------ no process outlives its server


def end_with_parent(parent: int) -> None:
    """Have Linux kill this process when the one that forked it ends, however that ends."""
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(0)


def end_with_server() -> None:
    """Have this process end with its server, also when that is killed, and those between the two.

    An engine whose server is gone waits for it otherwise, and keeps its memory.
    """
    line = _line(os.getpid())
    server = line[-1]
    births = {pid: born(pid) for pid in line}
    if len(line) == 1:
        return

    def watch() -> None:
        while born(server) == births[server]:
            time.sleep(LOOK_SECONDS)
        for pid in reversed(line[:-1]):  # itself last
            if born(pid) == births[pid]:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)  # asked to leave, an engine goes on waiting for who has gone

    threading.Thread(target=watch, name="clamp-watch", daemon=True).start()
