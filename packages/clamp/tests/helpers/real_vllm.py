"""A real vLLM server as the guide starts it, and a machine that has other work to do."""

from __future__ import annotations

import http.client
import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

START_SECONDS = 600


@dataclass(frozen=True)
class Server:
    """A server that runs: where it listens, what it writes, and its first process."""

    port: int
    log: Path
    process: subprocess.Popen[bytes]

    @property
    def workshops(self) -> list[int]:
        """The processes that plan for it, without those that they forked."""
        alike = {one for one in descendants(self.process.pid) if b"clamp.serve.worker" in cmdline(one)}
        forked = {child for one in alike for child in descendants(one)}
        return sorted(alike - forked)

    def post(
        self, body: Any, path: str = "/v1/completions", timeout: float = 900, **headers: str
    ) -> tuple[int, str]:
        """The status and the text of an answer."""
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            link.request("POST", path, data, {"Content-Type": "application/json", **headers})
            answer = link.getresponse()
            return answer.status, answer.read().decode()
        finally:
            link.close()

    def health(self) -> float:
        """The seconds that a health check took."""
        started = time.perf_counter()
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/health", timeout=60) as answer:
            assert answer.status == 200
        return time.perf_counter() - started


def started(
    folder: str, log: Path, *options: str, bare: bool = False, **environment: str
) -> tuple[int, subprocess.Popen[bytes]]:
    """A server that has been started, and may not answer yet: its port and its process.

    Args:
        options: Further ones; what is said twice counts as it is said last.
        bare: Without anything of CLAMP's.
    """
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "vllm.entrypoints.openai.api_server", "--model", folder]
    command += ["--port", str(port), "--host", "127.0.0.1", "--dtype", "float32", "--enforce-eager"]
    command += ["--max-model-len", "2048", "--max-num-seqs", "8", "--served-model-name", "smollm2"]
    command += ["--gpu-memory-utilization", "0.4"]  # on a CPU: of the memory, which others use too
    if not bare and "--middleware" not in options:
        command += ["--logits-processors", "clamp.hosts.vllm:ConstrainedOnly"]
        command += ["--middleware", "clamp.hosts.vllm.PlanGate"]
    command += options
    with log.open("wb") as file:
        process = subprocess.Popen(
            command,
            stdout=file,
            stderr=subprocess.STDOUT,
            # A host that another test made in this process keeps vLLM quiet, here too.
            env={
                "VLLM_CPU_KVCACHE_SPACE": "1",
                **os.environ,
                "VLLM_LOGGING_LEVEL": "INFO",
                **environment,
            },
        )
    return port, process


@contextmanager
def running(
    folder: str, log: Path, *options: str, bare: bool = False, **environment: str
) -> Iterator[Server]:
    """A server that answers, until the block ends; see `started`."""
    port, process = started(folder, log, *options, bare=bare, **environment)
    server = Server(port, log, process)
    try:
        for _ in range(START_SECONDS):
            assert process.poll() is None, log.read_text()[-3000:]
            try:
                server.health()
                break
            except OSError:
                time.sleep(1)
        yield server
    finally:
        process.terminate()
        process.wait(60)


@contextmanager
def busy(processes: int) -> Iterator[None]:
    """So many processes that want a core each; they end with this one, whatever happens to it."""
    loop = "import os\nparent = os.getppid()\nwhile os.getppid() == parent: sum(range(1_000_000))"
    loops = [subprocess.Popen([sys.executable, "-c", loop]) for _ in range(processes)]
    try:
        yield
    finally:
        for one in loops:
            one.kill()
            one.wait()


def cmdline(pid: int) -> bytes:
    """A process's command line, with zeros between its words; empty if it has ended."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def _parents() -> Mapping[int, int]:
    found: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                found[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue
    return found


def descendants(pid: int) -> list[int]:
    """The processes that a process started, and those that they did."""
    parents, found, edge = _parents(), [], [pid]
    while edge:
        edge = [child for child, parent in parents.items() if parent in edge]
        found += edge
    return found
