"""Where descriptions from outside are read, grounded and searched: processes that can be killed.

A description may be small and its planning problem hopeless, so neither the process that answers HTTP nor
the engine's ever plans for one. A workshop is a process beside them (``python -m clamp.serve.worker``)
that imports no model: it forks a *bench* for each description, with caps on memory and time, and relays what
its clients ask of it. Equal descriptions share a bench. A bench whose clients have all left before it was
ready is killed; one that is ready serves the engine's questions about what may come next. While a request is under
way, the gate holds its bench; those that nobody holds make place for others, and where all are held, a
newcomer waits. All ranks of an engine on a machine ask the same bench, so they are told the same.

What bounds a bench is the processor time that it has used itself: on a machine that is busy it takes longer, and is
refused no sooner.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import json
import os
import resource
import signal
import socket
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from clamp.decoding.diagnosis import Cause
from clamp.errors import ConstraintError
from clamp.planning.pddl import read_domain_file
from clamp.planning.problem import Problem
from clamp.serve.allowance import Caps, operator_caps
from clamp.serve.frames import ANSWER_SECONDS, Message, encode, framed, read_frame, receive
from clamp.serve.processes import (
    LOOK_SECONDS,
    address_of,
    born,
    end_with_parent,
    frame_of,
    is_ours,
)
from clamp.serve.registry import Registry
from clamp.serve.remote import Bench, refusal_of, unfinished
from clamp.threads import Recent

_GRACE = 0.5
"""Seconds of processor time after its limit at which a bench is killed that did not stop by itself."""
_KEPT_VERDICTS = 512
_KEPT_REASONS = 8
_VERDICT_SECONDS = 60.0
"""How long a refusal stands that a limit caused: with less to do, the machine may decide more."""


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
    """A description's bench; and why no plan can be written for it, if none can.

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
            if refusal is None:
                bench.answer({"op": "describe"})  # kept: a newcomer to the engine finds it done
        except Exception as error:
            refusal = refusal_of(error, caps)

    thread = threading.Thread(target=judge)
    thread.start()
    thread.join()
    return bench, refusal


def _read(link: socket.socket, texts: str, caps: Caps) -> None:
    """Read a domain, and a problem of it, that somebody registers; say their names, or why they are none."""
    _confine(caps)
    gc.enable()
    given = json.loads(texts)
    try:
        if len(given["domain"]) + len(given["problem"] or "") > caps.text:
            raise ConstraintError(
                f"The PDDL has more than the {caps.text:,} characters that this server takes."
            )
        names: dict[str, Any] = {"domain": read_domain_file(given["domain"])[0].name}
        if given["problem"] is not None:
            names["problem"] = Problem.from_pddl(given["domain"], given["problem"]).name
        link.sendall(encode({"names": names}))
    except Exception as error:
        link.sendall(encode({"refusal": refusal_of(error, caps)}))


def _bench(link: socket.socket, description: str, seconds: float, caps: Caps) -> None:
    """Judge a description, then answer questions about its plans until the workshop hangs up."""
    _confine(caps)
    gc.enable()
    bench, refusal = _judged(description, caps)
    failure = None if bench is None or bench.failure is None else bench.failure.to_json()
    limited = time.process_time() >= seconds
    link.sendall(encode({"refusal": refusal, "failure": failure, "limited": limited}))
    if refusal is not None or bench is None:
        return
    while True:
        question = receive(link)
        try:
            answer = bench.answer(question)
        except Exception as error:
            answer = {"error": refusal_of(error, caps)}
        link.sendall(encode(answer))


def _fork(work: Callable[[socket.socket], None]) -> tuple[int, socket.socket]:
    """A process that does some work and ends, and the connection to it."""
    ours, theirs = socket.socketpair()
    parent = os.getpid()
    pid = os.fork()
    if pid:
        theirs.close()
        return pid, ours
    try:
        end_with_parent(parent)
        keep = theirs.fileno()
        os.closerange(3, keep)
        os.closerange(keep + 1, 65_536)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGCHLD):
            signal.signal(number, signal.SIG_DFL)
        work(theirs)
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
        waiting: Connections that wait for the verdict; without any, a job that is not ready is given up.
        wanted: It is not given up even so.
        holders: Connections of requests that are under way; with any, the bench is not ended for others.
        idle: Other connections, which just now ask nothing; they end with the bench.
        asking: Held while the bench answers.
        gone: Why the bench has ended.
    """

    digest: str
    description: str
    seconds: float
    verdict: asyncio.Future[Message]
    waiting: int = 0
    wanted: bool = False
    holders: int = 0
    idle: set[asyncio.StreamWriter] = field(default_factory=set[asyncio.StreamWriter])
    pid: int = 0
    reader: asyncio.StreamReader | None = None
    writer: asyncio.StreamWriter | None = None
    task: asyncio.Task[None] | None = None
    asking: asyncio.Lock = field(default_factory=asyncio.Lock)
    used: float = field(default_factory=time.monotonic)
    gone: str = "its place was needed for others"

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
        self.registry = Registry(caps.registered)
        self._jobs: dict[str, _Job] = {}
        self._refused: Recent[str, tuple[float, Message]] = Recent(_KEPT_VERDICTS)
        self._reasons: Recent[str, deque[tuple[Cause, str]]] = Recent(_KEPT_VERDICTS)
        self._room = asyncio.Semaphore(caps.workers)
        self._waiting = 0
        self._freed = asyncio.Event()
        self._exchanges: set[asyncio.Task[bytes]] = set()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one client: first its description's verdict, then its questions to the bench."""
        job: _Job | None = None
        first: asyncio.Future[bytes] | None = None
        holds = False
        try:
            if not is_ours(writer.get_extra_info("socket")):
                return
            hello = json.loads(await read_frame(reader))
            if "why" in hello:
                self._note(str(hello["digest"]), str(hello["why"]), hello["cause"])
                writer.write(encode({}))
                await writer.drain()
                return
            if "registry" in hello:
                writer.write(encode(await self._registered(hello)))
                await writer.drain()
                return
            found = self._job(hello)
            if not isinstance(found, _Job):
                writer.write(encode(found))
                await writer.drain()
                return
            job, holds = found, bool(hello.get("hold"))
            job.holders += holds
            job.wanted |= bool(hello.get("linger"))
            if hello.get("at_once") and not job.ready:
                writer.write(encode({"unready": True}))
            first = asyncio.ensure_future(read_frame(reader))  # ends early only if the client leaves
            if not await self._told(job, first, writer):
                return
            while job.pid or holds:
                if not holds:
                    job.idle.add(writer)
                frame = await first
                job.idle.discard(writer)
                exchange = asyncio.ensure_future(self._exchange(job, frame))
                self._exchanges.add(exchange)
                exchange.add_done_callback(self._exchanges.discard)
                writer.write(await asyncio.shield(exchange))
                await writer.drain()
                first = asyncio.ensure_future(read_frame(reader))
        except (EOFError, ConnectionError, ValueError, KeyError):
            pass
        finally:
            if first is not None:
                first.cancel()
            if job is not None:
                job.idle.discard(writer)
                job.holders -= holds
                job.used = time.monotonic()
                self._freed.set()
            writer.close()

    async def _told(self, job: _Job, first: asyncio.Future[bytes], writer: asyncio.StreamWriter) -> bool:
        """Tell a client the verdict; whether it still was there."""
        verdict = asyncio.ensure_future(asyncio.shield(job.verdict))
        job.waiting += 1
        try:
            await asyncio.wait([verdict, first], return_when=asyncio.FIRST_COMPLETED)
            if not verdict.done():
                return False
            writer.write(encode({**verdict.result(), "bench": job.pid}))
            await writer.drain()
            return True
        finally:
            verdict.cancel()
            job.waiting -= 1
            if not job.waiting and not job.wanted and not job.verdict.done() and job.task is not None:
                self._end(job)
                job.task.cancel()

    async def _registered(self, question: Message) -> Message:
        """What comes of a question about the registry; who registers something has it read first."""
        if question["registry"] != "keep":
            return self.registry.answer(question)
        text, problem, missing = self.registry.texts(str(question["domain"]), question.get("problem"))
        if text is None:
            return {"refusal": f"There is no domain {missing!r}. POST /v1/domains registers one."}
        if self._waiting >= self.caps.waiting:
            return {
                "busy": f"{self._waiting} other descriptions wait to be checked, and no more may. Ask again later."
            }
        self._waiting += 1
        try:
            async with self._room:
                told = await self._read(json.dumps({"domain": text, "problem": problem}))
        finally:
            self._waiting -= 1
        if "names" not in told:
            return told
        key = self.registry.keep("domain", told["names"]["domain"], text)
        of = None
        if problem is not None:
            of = self.registry.keep("problem", told["names"]["problem"], problem, key)
        (listed,) = (one for one in self.registry.domains() if one["id"] == key)
        return {**listed, "problem": of}

    async def _read(self, texts: str) -> Message:
        pid, link = _fork(partial(_read, texts=texts, caps=self.caps))
        reader, writer = await asyncio.open_unix_connection(sock=link)
        try:
            return json.loads(await frame_of(reader, pid, self.caps.seconds + _GRACE))
        except TimeoutError:
            return {
                "refusal": f"The PDDL was not read within {self.caps.seconds:g} seconds of processor time."
            }
        except (EOFError, ConnectionError):
            return {
                "refusal": "The process that read the PDDL died. Is the text nested very deeply, or are "
                f"{self.caps.memory:g} GiB too little for it?"
            }
        finally:
            writer.close()
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def _note(self, digest: str, why: str, cause: Cause) -> None:
        """The engine has ended a request: whoever waits for its answer will be told why."""
        reasons = self._reasons.get(digest) or deque(maxlen=_KEPT_REASONS)
        reasons.append((cause, why))
        self._reasons.keep(digest, reasons)

    def _job(self, hello: Message) -> _Job | Message:
        """The job for a description, or the answer that there will be none."""
        digest = str(hello["digest"])
        known = self._refused.get(digest)
        if known is not None and known[0] > time.monotonic():
            return known[1]
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
                while not self._make_place():
                    self._freed.clear()
                    await self._freed.wait()
                self._waiting -= 1
                waiting = False
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
                self._refused.keep(job.digest, (time.monotonic() + stands, message))

    async def _judge(self, job: _Job) -> Message:
        work = partial(_bench, description=job.description, seconds=job.seconds, caps=self.caps)
        job.pid, link = _fork(work)
        job.description = ""
        job.reader, job.writer = await asyncio.open_unix_connection(sock=link)
        try:
            return json.loads(await frame_of(job.reader, job.pid, job.seconds + _GRACE))
        except TimeoutError:
            return {
                "limited": True,
                "refusal": f"The description was not decided within {job.seconds:g} seconds of processor time, in "
                "which it is read, grounded and searched (the request's `limits.seconds`, or the operator's cap). "
                "Make the problem smaller, give it a plan that is easier to find, or allow more time.",
            }
        except (EOFError, ConnectionError):
            return {
                "limited": True,
                "refusal": "The process that checked the description died. Is the text nested very deeply, or are "
                f"{self.caps.memory:g} GiB too little for its grounded actions?",
            }

    async def _exchange(self, job: _Job, frame: bytes) -> bytes:
        """A question to the bench, and its answer; a bench without one is gone for good."""
        question: Message = json.loads(frame)
        answer: bytes | None = None
        async with job.asking:
            job.used = time.monotonic()
            if job.pid and job.reader is not None and job.writer is not None:
                try:
                    job.writer.write(framed(frame))
                    await job.writer.drain()
                    answer = await frame_of(job.reader, job.pid, ANSWER_SECONDS)
                except TimeoutError:
                    job.gone = f"one question took it more than {ANSWER_SECONDS:g} seconds of processor time"
                    self._end(job)
                except (EOFError, ConnectionError):
                    job.gone = "it died: was its memory used up?"
                    self._end(job)
        self._freed.set()
        if question.get("op") == "judge":
            return self._reasoned(job, question, answer)
        if answer is None:
            return encode({"error": f"the process that planned for it has ended: {job.gone}", "gone": True})
        return framed(answer)

    def _reasoned(self, job: _Job, question: Message, answer: bytes | None) -> bytes:
        """What a text is, with what the engine said when it ended one of these requests."""
        told: Message = (
            unfinished("none", f"It was not replayed, because the process that plans has ended: {job.gone}.")
            if answer is None
            else json.loads(answer)
        )
        reasons = self._reasons.get(job.digest)
        if told.get("plan") == "none" and question.get("finish") != "length" and reasons:
            cause, why = reasons.popleft()
            told = unfinished("none", f"The engine ended it: {why}", cause)
        return encode(told)

    def _make_place(self) -> bool:
        """Whether one more bench may be kept; those that nobody holds are ended for it, the least used first."""
        ready = [one for one in self._jobs.values() if one.ready]
        free = [one for one in ready if not one.holders and not one.asking.locked()]
        over = max(0, len(ready) - self.caps.kept + 1)
        for job in sorted(free, key=lambda one: one.used)[:over]:
            self._end(job)
        return len(free) >= over

    def _end(self, job: _Job) -> None:
        if self._jobs.get(job.digest) is job:
            del self._jobs[job.digest]
        if job.pid:
            with contextlib.suppress(ProcessLookupError):
                os.kill(job.pid, signal.SIGKILL)
            job.pid = 0
        if job.writer is not None:
            job.writer.close()
        for writer in job.idle:
            writer.close()


async def _main(server: int) -> None:
    workshop, birth = Workshop(operator_caps()), born(server)
    try:
        listening = await asyncio.start_unix_server(workshop.serve, address_of(server))
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            return  # another process of the server was faster
        raise
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    async with listening:
        while born(server) == birth and not stop.is_set():
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(stop.wait(), LOOK_SECONDS)
    os._exit(0)  # the benches end with it


def main() -> None:
    """``python -m clamp.serve.worker SERVER``, the number of the server's first process."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the kernel buries the benches
    gc.collect()
    gc.freeze()
    asyncio.run(_main(int(sys.argv[1])))


if __name__ == "__main__":
    main()
