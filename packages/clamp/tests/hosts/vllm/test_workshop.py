"""One workshop for a server: whose load ends whose request (nobody's), who is told why, and what ends with whom.

A busy machine is played by stopping the process that is waited for: its own time stands still, the wall's does not.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from extras import needs
from fakes import byte_vocabulary
from hostile import GOOD, body, sliding
from real_vllm import descendants
from serving import Core, params

from clamp.serve import remote as served_module
from clamp.serve.admission import wait_for_workshop
from clamp.serve.description import ConstraintSpec, read_carried
from clamp.serve.gate import PlanGate
from clamp.serve.processes import (
    Allowance,
    address_of,
    born,
    meeting_place,
    processor_seconds,
    server_process,
)
from clamp.serve.remote import Line, OutOfTime, Patience, report, served
from clamp.threads import Recent

pytestmark = needs("torch")

VOCABULARY = byte_vocabulary()
WHOLE = "go(hall, attic)\nsweep(attic)\ngo(attic, cellar)\nsweep(cellar)\ngo(cellar, yard)\nsweep(yard)"
HURRIED = 0.02
"""Seconds of the engine's patience: far less than a process is stopped for."""
STOPPED = 0.4


def spec(**fields: Any) -> ConstraintSpec:
    found = read_carried({**GOOD, **fields})
    assert isinstance(found, ConstraintSpec)
    return found


def checked(place: str, asked: ConstraintSpec, **hello: Any) -> Line:
    """A line about a description that has been accepted."""
    line = Line(place)
    assert line._verdict({**served_module.hello(asked), **hello}, 60)["refusal"] is None
    return line


def answers_at(place: str) -> int:
    """The process that answers at an address."""
    line = Line(place)
    return int.from_bytes(line._link.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12)[:4], sys.byteorder)


@contextmanager
def stopped(pid: int) -> Iterator[None]:
    """A process that gets no processor for a while."""
    os.kill(pid, signal.SIGSTOP)
    again = threading.Timer(STOPPED, os.kill, (pid, signal.SIGCONT))
    again.start()
    try:
        yield
    finally:
        again.join()


# ------------------------------------------------------------------ processor time


def test_only_what_a_process_does_itself_is_counted() -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as idle:
        while not (processor_seconds(idle.pid) or 0.0):
            time.sleep(0.01)
        time.sleep(0.2)
        asleep, mine = Allowance(idle.pid, 0.05), Allowance(os.getpid(), 0.05)
        while not mine.spent:
            sum(range(10_000))
        assert not asleep.spent
        idle.kill()
    assert processor_seconds(idle.pid) is None
    assert not asleep.spent


# ------------------------------------------------------------------ nobody is ended by others' load


def entering(place: str, asked: ConstraintSpec) -> None:
    with stopped(answers_at(place)):
        served(asked, place, Patience(HURRIED), VOCABULARY)


def describing(place: str, asked: ConstraintSpec) -> None:
    line = Line(place, Patience(HURRIED))
    assert line.enter(asked, Patience(HURRIED))["refusal"] is None
    with stopped(line._bench):
        line.ask({"op": "describe"})


def at_a_boundary(place: str, asked: ConstraintSpec) -> None:
    constraint = served(asked, place, Patience(HURRIED), VOCABULARY)
    cursor = constraint.initial()
    with stopped(constraint.line._bench):
        for byte in WHOLE[: WHOLE.index("sweep")].encode():
            assert byte in constraint.allowed(cursor)
            cursor = constraint.advance(cursor, byte)
        assert constraint.allowed(cursor).size


def being_checked(place: str, asked: ConstraintSpec) -> None:
    line = Line(place)
    found: list[Any] = []
    thread = threading.Thread(
        target=lambda: found.append(line.open(spec(budget=7, limits={"seconds": 0.3}), 60, linger=False))
    )
    workshop = answers_at(place)
    before = set(descendants(workshop))
    thread.start()
    while not (new := set(descendants(workshop)) - before) and thread.is_alive():
        time.sleep(0.001)
    for pid in new:
        with suppress(ProcessLookupError), stopped(pid):
            pass
    thread.join(60)
    assert found
    assert found[0]["refusal"] is None


@pytest.mark.parametrize("waits", [entering, describing, at_a_boundary, being_checked])
def test_who_is_kept_from_a_processor_is_waited_for(waits: Callable[[str, ConstraintSpec], None]) -> None:
    place, asked = wait_for_workshop(), spec()
    line = checked(place, asked)
    waits(place, asked)
    assert line.alive


def test_who_comes_after_others_have_used_up_the_step_is_answered_with_less() -> None:
    asked = read_carried(sliding(3, 1, 40, 31))  # whose boundaries take all the time that they are given
    assert isinstance(asked, ConstraintSpec)
    place, patience = wait_for_workshop(), Patience(0.25)
    checked(place, asked)
    line = Line(place, patience)
    assert line.enter(asked, patience)["refusal"] is None
    told = line.ask({"op": "describe"})["first"]
    for _ in range(8):
        patience.begin()
        patience.spend(1e9)
        told = line.ask({"op": "choices", "state": told["next"][0]})
    assert told["actions"]


def test_who_uses_up_his_own_time_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        served_module, "Allowance", lambda pid, most: SimpleNamespace(spent=True, used=1.0, seconds=most)
    )
    place = wait_for_workshop()
    line = Line(place, Patience(HURRIED))
    assert line.enter(spec(), Patience(1))["refusal"] is None
    bench = line._bench
    with stopped(bench):
        with pytest.raises(OutOfTime, match=r"0\.02 seconds of processor time"):
            line.ask({"op": "describe"})
        with pytest.raises(OutOfTime, match="processor time"):
            line.ask({"op": "describe"})
    assert not line.alive


# ------------------------------------------------------------------ one workshop, and its places

TREE = """
import multiprocessing, os, sys, time
from clamp.serve.processes import end_with_server, meeting_place
def part(depth):
    print(os.getpid(), repr(meeting_place()), flush=True)
    if depth:
        one = multiprocessing.get_context(sys.argv[1]).Process(target=part, args=(depth - 1,))
        one.start(); one.join()
    else:
        end_with_server()
        print("ready", flush=True)
        time.sleep(600)
if __name__ == "__main__":
    part(2)
"""


@pytest.mark.parametrize("method", ["spawn", pytest.param("forkserver", marks=pytest.mark.slow)])
def test_all_processes_of_a_server_meet_at_one_place_and_end_with_it(method: str, tmp_path: Path) -> None:
    (tmp_path / "tree.py").write_text(TREE)
    command = [sys.executable, str(tmp_path / "tree.py"), method]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        parts = [line.split(" ", 1) for line in iter(server.stdout.readline, "ready\n")]
        births = {int(pid): born(int(pid)) for pid, _ in parts}
        server.kill()
        assert len(parts) == 3
        assert {place for _, place in parts} == {
            repr(f"\0clamp-vllm-{os.getuid()}-{server.pid}-{births[server.pid]}") + "\n"
        }
        until(lambda: all(born(pid) != birth for pid, birth in births.items()))


def test_this_process_is_a_server_of_its_own() -> None:
    assert server_process() == os.getpid()
    assert born(os.getpid()) in meeting_place()


@contextmanager
def a_server(**caps: Any) -> Iterator[tuple[subprocess.Popen[bytes], str, subprocess.Popen[bytes]]]:
    """A process that stands for a server, the address of its workshop, and that workshop."""
    environment = {**os.environ, "CLAMP_VLLM_CAPS": json.dumps(caps)}
    with subprocess.Popen(["sleep", "600"]) as server:
        command = [sys.executable, "-m", "clamp.serve.worker", str(server.pid)]
        place = address_of(server.pid)
        with subprocess.Popen(command, env=environment) as workshop:
            try:
                until(lambda: connects(place))
                yield server, place, workshop
            finally:
                workshop.kill()
                server.kill()


def connects(place: str) -> bool:
    try:
        Line(place)
    except OutOfTime:
        return False
    return True


def until(holds: Callable[[], bool], seconds: float = 60) -> None:
    """Wait for what has to come true."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_held_benches_stay_and_others_make_place() -> None:
    with a_server(kept=1) as (_, place, workshop):
        first = checked(place, spec(budget=10), hold=True)
        second: list[Line] = []
        thread = threading.Thread(target=lambda: second.append(checked(place, spec(budget=11), hold=True)))
        thread.start()
        told = Line(place)
        assert told._verdict({**served_module.hello(spec(budget=12)), "at_once": True}, 60) == {
            "unready": True
        }
        assert not second  # it waits for a place
        assert first.ask({"op": "judge", "text": WHOLE, "finish": "stop"})["plan"] == "whole"
        del told
        engine = Line(place, Patience(5))  # an engine's line alone keeps no place
        assert engine.enter(spec(budget=10), Patience(5))["refusal"] is None
        first._link.close()
        thread.join(60)
        assert second
        until(lambda: not engine.alive)  # and is told that its bench has gone, so that nobody asks it again
        assert len(descendants(workshop.pid)) == 1


@pytest.mark.parametrize("ended", ["server", "workshop"])
def test_all_that_plan_end_with_the_server(ended: str) -> None:
    with a_server() as (server, place, workshop):
        line = checked(place, spec())
        if ended == "server":  # which has one, so that another ends at once
            late = [sys.executable, "-m", "clamp.serve.worker", str(server.pid)]
            assert subprocess.run(late, timeout=60, check=False).returncode == 0
        (bench,) = descendants(workshop.pid)
        birth = born(bench)
        (server if ended == "server" else workshop).kill()
        if ended == "server":
            server.wait()
        until(lambda: born(bench) != birth and workshop.poll() is not None)
        assert not line.alive
        assert not connects(place)


# ------------------------------------------------------------------ who is told why


async def answered(asked: dict[str, Any], app: Callable[[ConstraintSpec], str]) -> dict[str, Any]:
    """What the gate says of a text, which an engine behind it writes."""
    sent: list[dict[str, Any]] = []

    async def engine(scope: Any, receive: Any, send: Any) -> None:
        carried = read_carried(json.loads((await receive())["body"])["vllm_xargs"]["clamp"])
        assert isinstance(carried, ConstraintSpec)
        text = await asyncio.to_thread(app, carried)
        answer = json.dumps({"choices": [{"text": text, "finish_reason": "stop"}]}).encode()
        kind = (b"content-type", b"application/json")
        await send({"type": "http.response.start", "status": 200, "headers": [kind]})
        await send({"type": "http.response.body", "body": answer})

    inbox: asyncio.Queue[Any] = asyncio.Queue()
    inbox.put_nowait({"type": "http.request", "body": json.dumps(body(asked)).encode()})

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "POST", "headers": [(b"content-type", b"application/json")]}
    await PlanGate(engine)(scope, inbox.get, send)
    return json.loads(b"".join(one.get("body", b"") for one in sent))["choices"][0]["clamp"]


def reports(carried: ConstraintSpec) -> str:
    report(meeting_place(), carried, "it was too wide", "dead-end")
    return ""


def loses_its_bench(carried: ConstraintSpec) -> str:
    constraint = served(carried, meeting_place(), Patience(5), VOCABULARY)
    os.kill(constraint.line._bench, signal.SIGKILL)
    return WHOLE


def cannot_begin(carried: ConstraintSpec) -> str:
    core = engine_of(VOCABULARY)
    core._enter(core._rows, 0, params(json.loads(carried.model_dump_json()), stop_token_ids=[65]), [])
    return ""


def loses_it_and_says_so(carried: ConstraintSpec) -> str:
    core = engine_of(VOCABULARY)
    tokens: list[int] = []
    core._enter(core._rows, 0, params(json.loads(carried.model_dump_json())), tokens)
    request = core._rows[0]
    assert request.why is None
    os.kill(request.follower.constraint.line._bench, signal.SIGKILL)  # type: ignore[union-attr]
    tokens += WHOLE[: WHOLE.index("sweep")].encode()
    core._follow_rows(1)
    assert request.why is not None
    return "go"


def engine_of(vocabulary: Any) -> Core:
    """The processor inside an engine, without the engine."""
    core = Core.__new__(Core)
    core.vocabulary, core.hmms = vocabulary, {}
    core._rows, core._built, core._patience = {}, Recent(2), Patience(5)
    return core


@pytest.mark.parametrize(
    ("app", "why"),
    [
        (reports, "it was too wide"),
        (loses_its_bench, "the process that plans has ended"),
        (cannot_begin, "stop tokens"),
        (loses_it_and_says_so, "ended"),
    ],
)
def test_the_reason_reaches_who_asked(app: Callable[[ConstraintSpec], str], why: str) -> None:
    told = asyncio.run(answered({**GOOD, "budget": 13}, app))
    assert told["plan"] == "none"
    assert why in told["why"]
    assert why in told["failure"]["message"]
    cause = {reports: "dead-end", loses_its_bench: "uncertified", cannot_begin: "uncertified"}.get(
        app, "limit"
    )
    assert told["failure"]["cause"] == cause
    again = asyncio.run(answered({**GOOD, "budget": 13}, lambda carried: WHOLE))
    assert again["plan"] == "whole"  # and it is told of that request alone
