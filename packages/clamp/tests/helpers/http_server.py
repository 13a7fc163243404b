"""A server over real HTTP in a thread of the test's process, and requests to it."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from roots import EXAMPLES

from clamp.hosts.planner import PlanHost
from clamp.server.app import application
from clamp.server.service import Bounds, Service
from clamp.server.store import Store

DOMAIN = (EXAMPLES / "kitchen" / "domain.pddl").read_text("utf-8")
PROBLEM = (EXAMPLES / "kitchen" / "problem.pddl").read_text("utf-8")
NO_GOAL = PROBLEM[: PROBLEM.index("(:goal")] + "(:goal (and)))"
TASK: dict[str, Any] = {
    "domain": DOMAIN,
    "problem": PROBLEM,
    "instruction": "Put the milk away and wash the red cup.",
    "budget": 14,
}


@contextlib.contextmanager
def serving(folder: Path, host: PlanHost, *, bounds: Bounds | None = None, **options: Any) -> Iterator[Any]:
    """A server on a port that is free, in a thread; its client, and its service."""
    store = Store(f"sqlite:///{folder / 'plans.db'}", keep=options.pop("keep", 1000))
    service = Service(host, store, bounds or Bounds(), engine="uniform", worlds=options.pop("worlds", None))
    config = uvicorn.Config(
        application(service, **options), port=0, log_level="critical", timeout_graceful_shutdown=2
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.005)
    port = server.servers[0].sockets[0].getsockname()[1]
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
        client.service = service  # type: ignore[attr-defined]
        yield client
    server.should_exit = True
    thread.join(20)
    assert not thread.is_alive()
