"""Where descriptions from outside are read, grounded and searched: processes that can be killed.

A description may be small and its planning problem hopeless, so neither the process that answers HTTP nor
the engine's ever plans for one. A workshop is a process beside them (``python -m clamp.hosts.vllm.workshop``)
that imports no model: it forks a *bench* for each description, with caps on memory and time, and relays what
its clients ask of it. Equal descriptions share a bench. A bench whose clients have all left before it was
ready is killed; one that is ready serves the engine's questions about what may come next, until others need
its place. All ranks of an engine on a machine ask the same bench, so they are told the same.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import os
import resource
import signal
import socket
import sys
import threading
import time
from collections import OrderedDict
from dataclasses import dataclass, field

from clamp.hosts.vllm.caps import Caps, operator_caps
from clamp.hosts.vllm.channel import ANSWER_SECONDS, Message, encode, framed, read_frame, receive
from clamp.hosts.vllm.served import Bench, refusal_of

_GRACE = 0.5
"""Seconds after its limit at which a bench is killed that did not stop by itself."""
_KEPT_VERDICTS = 512
_VERDICT_SECONDS = 60.0
"""How long a refusal stands that a limit caused: with less to do, the machine may decide more."""
_ORPHAN_SECONDS = 2.0


# ------------------------------------------------------------------ a bench: one description, in a process


def _confine(caps: Caps) -> None:
    """Bound what this process may take, and let others go first; more so while it judges (`_judged`)."""
    with contextlib.suppress(OSError):
        os.nice(3)  # no more: a bench also answers the engine, which waits for it
    with contextlib.suppress(OSError), open("/proc/self/oom_score_adj", "w", encoding="ascii") as file:
        file.write("1000")
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with contextlib.suppress(OSError, ValueError):
        with open("/proc/self/statm", encoding="ascii") as file:
            now = int(file.read().split()[0]) * resource.getpagesize()
        most = now + int(caps.memory * 2**30)
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _judged(description: str, caps: Caps) -> tuple[Bench | None, str | None]:
    """A description's bench, or why there is none.

    It is read, grounded and searched in a thread of the lowest priority, which Linux has for each thread: an
    unprivileged process could not raise its own again, to answer the engine.
    """
    bench: Bench | None = None
    refusal: str | None = None

    def judge() -> None:
        nonlocal bench, refusal
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 19)
        try:
            bench = Bench(description, caps)
            refusal = bench.refusal()
        except Exception as error:
            refusal = refusal_of(error, caps)

    thread = threading.Thread(target=judge)
    thread.start()
    thread.join()
    return bench, refusal


def _bench(link: socket.socket, description: str, caps: Caps) -> None:
    """Judge a description, then answer questions about its plans until the workshop hangs up."""
    _confine(caps)
    gc.enable()
    bench, refusal = _judged(description, caps)
    link.sendall(encode({"refusal": refusal}))
    if refusal is not None or bench is None:
        return
    while True:
        question = receive(link)
        try:
            answer = bench.answer(question)
        except Exception as error:
            answer = {"error": refusal_of(error, caps)}
        link.sendall(encode(answer))


def _fork(description: str, caps: Caps) -> tuple[int, socket.socket]:
    ours, theirs = socket.socketpair()
    pid = os.fork()
    if pid:
        theirs.close()
        return pid, ours
    try:
        keep = theirs.fileno()
        os.closerange(3, keep)
        os.closerange(keep + 1, 65_536)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGCHLD):
            signal.signal(number, signal.SIG_DFL)
        _bench(theirs, description, caps)
    except BaseException:  # EOF, memory, …: nobody listens to a forked process's traceback.
        pass
    finally:
        os._exit(0)


# ------------------------------------------------------------------ the workshop


@dataclass(eq=False)
class _Job:
    """A description and its bench.

    Attributes:
        verdict: Done when the description has been judged.
        holders: Connections that want it; without any, a job that is not ready is given up.
        asking: Held while the bench answers.
    """

    digest: str
    description: str
    seconds: float
    verdict: asyncio.Future[Message]
    holders: int = 0
    pid: int = 0
    reader: asyncio.StreamReader | None = None
    writer: asyncio.StreamWriter | None = None
    task: asyncio.Task[None] | None = None
    asking: asyncio.Lock = field(default_factory=asyncio.Lock)
    used: float = field(default_factory=time.monotonic)

    @property
    def ready(self) -> bool:
        return self.verdict.done() and self.pid > 0


class Workshop:
    """Keeps the benches.

    Args:
        caps: What the operator allows.
    """

    def __init__(self, caps: Caps) -> None:
        self.caps = caps
        self._jobs: dict[str, _Job] = {}
        self._refused: OrderedDict[str, tuple[float, Message]] = OrderedDict()
        self._room = asyncio.Semaphore(caps.workers)
        self._waiting = 0
        self._exchanges: set[asyncio.Task[bytes]] = set()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one client: first its description's verdict, then its questions to the bench."""
        job: _Job | None = None
        verdict: asyncio.Future[Message] | None = None
        try:
            hello = json.loads(await read_frame(reader))
            found = self._job(hello)
            if not isinstance(found, _Job):
                writer.write(encode(found))
                await writer.drain()
                return
            job = found
            job.holders += 1 + (1 if hello.get("linger") else 0)
            verdict = asyncio.ensure_future(asyncio.shield(job.verdict))
            first = asyncio.ensure_future(read_frame(reader))  # ends early only if the client leaves
            await asyncio.wait([verdict, first], return_when=asyncio.FIRST_COMPLETED)
            if not verdict.done():
                first.cancel()
                return
            writer.write(encode(verdict.result()))
            await writer.drain()
            while True:
                frame = await first
                exchange = asyncio.ensure_future(self._exchange(job, frame))
                self._exchanges.add(exchange)
                exchange.add_done_callback(self._exchanges.discard)
                writer.write(await asyncio.shield(exchange))
                await writer.drain()
                first = asyncio.ensure_future(read_frame(reader))
        except (EOFError, ConnectionError, ValueError, KeyError):
            pass
        finally:
            if verdict is not None:
                verdict.cancel()
            if job is not None:
                self._let_go(job)
            writer.close()

    def _job(self, hello: Message) -> _Job | Message:
        """The job for a description, or the answer that there will be none."""
        digest = str(hello["digest"])
        known = self._refused.get(digest)
        if known is not None:
            if known[0] > time.monotonic():
                return known[1]
            del self._refused[digest]
        job = self._jobs.get(digest)
        if job is not None:
            job.used = time.monotonic()
            return job
        if self._waiting >= self.caps.waiting:
            return {
                "busy": f"{self._waiting} other descriptions wait to be checked, and no more may. "
                "Ask again later."
            }
        seconds = min(float(hello["seconds"]), self.caps.seconds)
        job = _Job(digest, str(hello["description"]), seconds, asyncio.get_running_loop().create_future())
        self._jobs[digest] = job
        self._waiting += 1
        job.task = asyncio.ensure_future(self._run(job))
        return job

    async def _run(self, job: _Job) -> None:
        """Have a description judged."""
        waiting = True
        try:
            async with self._room:
                self._waiting -= 1
                waiting = False
                self._make_place()
                message = await self._judge(job)
        except asyncio.CancelledError:
            message = {"busy": "The check was given up, because nobody waited for it."}
        finally:
            if waiting:
                self._waiting -= 1
        if not job.verdict.done():
            job.verdict.set_result(message)
        job.used = time.monotonic()
        if message.get("refusal") is not None or "busy" in message:
            self._end(job)
            if "busy" not in message:
                stands = _VERDICT_SECONDS if message.get("limited") else 1e9
                self._refused[job.digest] = (time.monotonic() + stands, message)
                if len(self._refused) > _KEPT_VERDICTS:
                    self._refused.popitem(last=False)

    async def _judge(self, job: _Job) -> Message:
        job.pid, link = _fork(job.description, self.caps)
        job.description = ""
        job.reader, job.writer = await asyncio.open_unix_connection(sock=link)
        started = time.monotonic()
        try:
            message = json.loads(await asyncio.wait_for(read_frame(job.reader), job.seconds + _GRACE))
        except TimeoutError:
            return {
                "limited": True,
                "refusal": f"The description was not decided within {job.seconds:g} seconds, in which it is "
                "read, grounded and searched (the request's `limits.seconds`, or the operator's cap). Make "
                "the problem smaller, give it a plan that is easier to find, or allow more time.",
            }
        except (EOFError, ConnectionError):
            return {
                "limited": True,
                "refusal": "The process that checked the description died after "
                f"{time.monotonic() - started:.1f} seconds. Is the text nested very deeply, or are "
                f"{self.caps.memory:g} GiB too little for its grounded actions?",
            }
        if time.monotonic() - started >= job.seconds:
            message["limited"] = True
        return message

    async def _exchange(self, job: _Job, frame: bytes) -> bytes:
        """A question to the bench, and its answer; a bench without one is gone for good."""
        async with job.asking:
            job.used = time.monotonic()
            if job.pid and job.reader is not None and job.writer is not None:
                try:
                    job.writer.write(framed(frame))
                    await job.writer.drain()
                    answer = await asyncio.wait_for(read_frame(job.reader), ANSWER_SECONDS)
                    return framed(answer)
                except (TimeoutError, EOFError, ConnectionError):
                    self._end(job)
            return encode(
                {"error": "the process that planned for it ran out of time or memory", "gone": True}
            )

    def _let_go(self, job: _Job) -> None:
        job.holders -= 1
        job.used = time.monotonic()
        if job.holders <= 0 and not job.verdict.done() and job.task is not None:
            self._end(job)
            job.task.cancel()

    def _make_place(self) -> None:
        """End the benches that nobody has used for longest; those that someone holds go last."""
        ready = sorted(
            (one for one in self._jobs.values() if one.ready and not one.asking.locked()),
            key=lambda one: (one.holders > 0, one.used),
        )
        for job in ready[: max(0, len(ready) - self.caps.kept + 1)]:
            self._end(job)

    def _end(self, job: _Job) -> None:
        if self._jobs.get(job.digest) is job:
            del self._jobs[job.digest]
        if job.pid:
            with contextlib.suppress(ProcessLookupError):
                os.kill(job.pid, signal.SIGKILL)
            job.pid = 0
        if job.writer is not None:
            job.writer.close()

    def close(self) -> None:
        """End all benches."""
        for job in list(self._jobs.values()):
            self._end(job)


async def _main(path: str, parent: int) -> None:
    workshop = Workshop(operator_caps())
    server = await asyncio.start_unix_server(workshop.serve, path)
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    async with server:
        while not stop.is_set() and os.getppid() == parent:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(stop.wait(), _ORPHAN_SECONDS)
    workshop.close()
    with contextlib.suppress(OSError):
        os.unlink(path)
        os.rmdir(os.path.dirname(path))
    os._exit(0)


def main() -> None:
    """``python -m clamp.hosts.vllm.workshop PATH PARENT``."""
    path, parent = sys.argv[1], int(sys.argv[2])
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the kernel buries the benches
    gc.collect()
    gc.freeze()
    asyncio.run(_main(path, parent))


if __name__ == "__main__":
    main()
