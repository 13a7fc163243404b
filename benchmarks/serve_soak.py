"""``clamp serve`` under load: many clients, clients that leave, a server that is killed, and hours of mixed requests.

    python benchmarks/serve_soak.py --minutes 60 --json soak.json

Starts servers of its own on this machine's loopback, talks to nothing else, and stops by itself. What is promised is
checked, and the exit code is 1 where it does not hold: every request that is admitted is answered, every plan is valid
by a replay in this process, no plan that was acknowledged is lost when the server is killed amid 50 requests, who
leaves frees the model, and memory stays flat.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from clamp import Action, Problem

DOMAIN = """(define (domain house) (:requirements :strips :typing)
  (:types room) (:predicates (at ?r - room) (clean ?r - room) (locked ?r - room))
  (:action go :parameters (?a - room ?b - room) :precondition (and (at ?a) (not (locked ?b)))
    :effect (and (at ?b) (not (at ?a))))
  (:action sweep :parameters (?a - room) :precondition (at ?a) :effect (clean ?a)))"""
ROOMS = ("hall", "attic", "kitchen", "study", "cellar", "bath")
GROWTH = 0.10
"""Memory may grow by this share, between its level after a warm-up and the end."""


def task(number: int, draw: random.Random) -> dict[str, Any]:
    """A request like no other: another problem, or another sentence."""
    rooms = draw.sample(ROOMS, draw.randint(2, len(ROOMS)))
    target = draw.choice(rooms[1:])
    problem = (
        f"(define (problem tidy-{number}) (:domain house) (:objects {' '.join(rooms)} - room) "
        f"(:init (at {rooms[0]})) (:goal (clean {target})))"
    )
    return {
        "domain": DOMAIN,
        "problem": problem,
        "instruction": f"Sweep the {target}, please; request {number}.",
        "budget": draw.randint(2, 4),
        "seed": number,
    }


def valid(body: dict[str, Any], told: dict[str, Any]) -> bool:
    """Whether an answer is a plan by a replay here, in time."""
    actions = [Action(one["name"], tuple(one["args"])) for one in told.get("actions") or ()]
    problem = Problem.from_pddl(body["domain"], body["problem"])
    return told["status"] == "plan" and len(actions) <= body["budget"] and problem.validate(actions).valid


# ------------------------------------------------------------------ a server


class Server:
    """A server's process, and where it is."""

    def __init__(self, process: subprocess.Popen[bytes], url: str) -> None:
        self.process, self.url = process, url

    @property
    def memory(self) -> float:
        """MiB of the process in memory."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 2**20

    @property
    def processor(self) -> float:
        """Seconds of processor time so far."""
        found = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(found[11]) + int(found[12])) / os.sysconf("SC_CLK_TCK")


def started(folder: Path, model: str | None, *options: str) -> Server:
    """A server that answers."""
    with socket.socket() as link:
        link.bind(("127.0.0.1", 0))
        port = link.getsockname()[1]
    line = [sys.executable, "-W", "ignore", "-m", "clamp", "serve", "--port", str(port), *options]
    line += ["--database", f"sqlite:///{folder / 'plans.db'}", *(["--model", model] if model else [])]
    with (folder / "log").open("ab") as log:
        process = subprocess.Popen(line, stdout=log, stderr=log)
    url = f"http://127.0.0.1:{port}"
    while True:
        try:
            if httpx.get(f"{url}/healthz", timeout=2).status_code == 200:
                return Server(process, url)
        except httpx.HTTPError:
            pass
        if process.poll() is not None:
            raise SystemExit(f"The server did not start:\n{(folder / 'log').read_text()[-2000:]}")
        time.sleep(0.3)


@contextmanager
def serving(folder: Path, model: str | None, *options: str) -> Iterator[Server]:
    """The same, ended afterwards."""
    server = started(folder, model, *options)
    try:
        yield server
    finally:
        server.process.terminate()
        server.process.wait(60)


async def asked(link: httpx.AsyncClient, body: dict[str, Any], codes: Counter[int]) -> dict[str, Any]:
    """The answer to a request, asked again when the server says so."""
    while True:
        answer = await link.post("/v1/plan", json=body)
        codes[answer.status_code] += 1
        if answer.status_code != 429:
            return answer.json()
        await asyncio.sleep(min(int(answer.headers["retry-after"]), 5) * (0.5 + random.random()))


def client(server: Server) -> httpx.AsyncClient:
    """Many connections at once, and patience."""
    return httpx.AsyncClient(
        base_url=server.url,
        timeout=900,
        limits=httpx.Limits(max_connections=400, max_keepalive_connections=50),
    )


# ------------------------------------------------------------------ what is tried


async def many(server: Server, clients: int) -> dict[str, Any]:
    """So many clients at once, each with a request of its own."""
    draw, codes = random.Random(1), Counter[int]()
    bodies = [task(number, draw) for number in range(clients)]
    began, before = time.monotonic(), server.processor
    async with client(server) as link:
        told = await asyncio.gather(*(asked(link, body, codes) for body in bodies))
    right = sum(valid(body, one) for body, one in zip(bodies, told, strict=True))
    return {
        "clients": clients,
        "valid plans": right,
        "refused as full, and asked again": codes[429],
        "other codes": {code: many for code, many in codes.items() if code not in (200, 429)},
        "seconds": round(time.monotonic() - began, 1),
        "processor seconds": round(server.processor - before, 1),
        "holds": right == clients and set(codes) <= {200, 429},
    }


async def leaving(server: Server, clients: int) -> dict[str, Any]:
    """Clients that leave in the middle of a stream, or before an answer; then one that stays."""
    draw = random.Random(2)

    async def leave(link: httpx.AsyncClient, number: int) -> None:
        body = task(number, draw)
        try:
            if number % 2:
                await link.post("/v1/plan", json=body, timeout=0.05 + random.random())
                return
            async with link.stream("POST", "/v1/plan", json={**body, "stream": True}) as answer:
                async for line in answer.aiter_lines():
                    if line.startswith("event: action"):
                        return
        except httpx.HTTPError:
            return

    async with client(server) as link:
        await asyncio.gather(*(leave(link, 10_000 + number) for number in range(clients)))
        began = time.monotonic()
        queue = {"busy": True, "waiting": 1}
        while (queue["busy"] or queue["waiting"]) and time.monotonic() < began + 60:
            queue = (await link.get("/healthz")).json()["queue"]
            await asyncio.sleep(0.05)
        free = round(time.monotonic() - began, 2)
        body = task(20_000, draw)
        right = valid(body, await asked(link, body, Counter()))
    return {"clients that left": clients, "seconds until free": free, "holds": right and free < 60}


async def killed(folder: Path, model: str | None, requests: int, at: int) -> dict[str, Any]:
    """A server that is killed when so many of its requests were acknowledged."""
    server = started(folder, model)
    draw, codes = random.Random(3), Counter[int]()
    acknowledged: list[dict[str, Any]] = []

    async def ask(link: httpx.AsyncClient, number: int) -> None:
        try:
            acknowledged.append(await asked(link, {**task(30_000 + number, draw), "trace": True}, codes))
        except httpx.HTTPError:
            return  # it was killed before it answered
        if len(acknowledged) == at:
            server.process.send_signal(signal.SIGKILL)

    async with client(server) as link:
        await asyncio.gather(*(ask(link, number) for number in range(requests)))
    server.process.wait()
    lost: list[str] = []
    with serving(folder, model) as again:
        for one in acknowledged:
            kept = httpx.get(f"{again.url}/v1/plans/{one['id']}", timeout=60).json()
            if any(kept.get(name) != one[name] for name in ("status", "actions", "trace") if name in one):
                lost.append(one["id"])
    return {
        "requests": requests,
        "acknowledged before the kill": len(acknowledged),
        "lost": len(lost),
        "holds": not lost and at <= len(acknowledged) < requests,
    }


async def mixed(
    server: Server, minutes: float, workers: int, pause: float, note: Callable[[str], None]
) -> dict[str, Any]:
    """Requests of all kinds, good and bad, for so long; memory before and after."""
    draw, codes, end = random.Random(4), Counter[str](), time.monotonic() + minutes * 60
    numbers = iter(range(40_000, 10**9))
    wrong: list[str] = []
    memory: list[tuple[float, float]] = []

    async def plan(link: httpx.AsyncClient) -> None:
        body = task(next(numbers), draw)
        told = await asked(link, body, Counter())
        codes[f"plan {told.get('status', 'error')}"] += 1
        if not valid(body, told):
            wrong.append(json.dumps(told)[:300])

    async def stream(link: httpx.AsyncClient) -> None:
        stops = draw.random() < 0.4
        async with link.stream(
            "POST", "/v1/plan", json={**task(next(numbers), draw), "stream": True}
        ) as answer:
            async for line in answer.aiter_lines():
                if line.startswith("event: action") and stops:
                    codes["stream left"] += 1
                    return
        codes[f"stream {answer.status_code}"] += 1

    async def loop(link: httpx.AsyncClient) -> None:
        answer = await link.post("/v1/sessions", json=task(next(numbers), draw))
        while answer.status_code in (200, 201) and answer.json()["status"] == "act":
            report = {"done": draw.random() < 0.8}
            answer = await link.post(f"/v1/sessions/{answer.json()['id']}", json=report)
        codes[f"session {answer.json().get('status', answer.status_code)}"] += 1

    async def others(link: httpx.AsyncClient) -> None:
        body = task(next(numbers), draw)
        world = {name: body[name] for name in ("domain", "problem")}
        bad = [
            ("/v1/plan", {**body, "domain": "/etc/passwd"}),
            ("/v1/plan", {**body, "instruction": "x" * 10_000}),
            ("/v1/plan", {**body, "budget": 1, "requirements": "Never sweep."}),
            ("/v1/goal", {**world, "instruction": "Sweep the hall."}),
            ("/v1/rules", {**world, "requirements": "Never sweep the hall.", "rules": ["G !locked(hall)"]}),
            ("/v1/domains", world),
        ]
        path, asking = draw.choice(bad)
        answer = await link.post(path, json=asking)
        codes[f"{path} {answer.status_code}"] += 1
        if answer.status_code >= 500:
            wrong.append(f"{path}: {answer.status_code} {answer.text[:200]}")

    kinds: list[Callable[[httpx.AsyncClient], Awaitable[None]]] = [
        plan,
        plan,
        plan,
        stream,
        loop,
        others,
        others,
    ]

    async def work(link: httpx.AsyncClient) -> None:
        while time.monotonic() < end:
            try:
                await draw.choice(kinds)(link)
            except httpx.HTTPError as error:
                wrong.append(repr(error))
            await asyncio.sleep(pause * 2 * draw.random())

    async def watch() -> None:
        began = time.monotonic()
        while time.monotonic() < end:
            memory.append((time.monotonic() - began, server.memory))
            note(f"{memory[-1][0] / 60:.1f} min, {memory[-1][1]:.0f} MiB, {sum(codes.values())} requests")
            await asyncio.sleep(min(15, max(1, minutes * 2)))

    before = server.processor
    async with client(server) as link:
        await asyncio.gather(watch(), *(work(link) for _ in range(workers)))
    third = [
        level for at, level in memory if at >= minutes * 20
    ]  # what is loaded on first use is there by then
    half = len(third) // 2
    level, last = max(third[:half] or third), max(third[half:])
    return {
        "minutes": minutes,
        "requests": sum(codes.values()),
        "by kind": dict(sorted(codes.items())),
        "wrong": len(wrong),
        "examples of wrong": wrong[:3],
        "MiB after a third": round(level, 1),
        "MiB at the end": round(last, 1),
        "MiB along": [round(one, 1) for _, one in memory[:: max(1, len(memory) // 24)]],
        "processor seconds": round(server.processor - before, 1),
        "holds": not wrong and last <= level * (1 + GROWTH),
    }


def main() -> None:
    """Run what is asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--model", help="as of clamp serve; SmolLM2-135M-Instruct by default")
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--minutes", type=float, default=60.0, help="of mixed load")
    parser.add_argument("--workers", type=int, default=6, help="of mixed load")
    parser.add_argument("--pause", type=float, default=0.0, help="mean seconds between a worker's requests")
    parser.add_argument("--json", type=Path, help="write the figures there")
    parser.add_argument("--only", choices=["many", "leaving", "killed", "mixed"])
    given = parser.parse_args()

    def note(said: str) -> None:
        print(said, file=sys.stderr, flush=True)

    found: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if given.only in (None, "many", "leaving", "mixed"):
            with serving(folder, given.model, "--seconds", "600") as server:
                for kind, run in (
                    ("many", lambda: many(server, given.clients)),
                    ("leaving", lambda: leaving(server, 50)),
                    ("mixed", lambda: mixed(server, given.minutes, given.workers, given.pause, note)),
                ):
                    if given.only in (None, kind):
                        found[kind] = asyncio.run(run())
                        note(f"{kind}: {json.dumps(found[kind])}")
        if given.only in (None, "killed"):
            found["killed"] = asyncio.run(killed(folder, given.model, 50, 20))
            note(f"killed: {json.dumps(found['killed'])}")
    print(json.dumps(found, indent=2))
    if given.json:
        given.json.write_text(json.dumps(found, indent=2) + "\n")
    sys.exit(0 if all(one["holds"] for one in found.values()) else 1)


if __name__ == "__main__":
    main()
