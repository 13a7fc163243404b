"""A server on this machine with as much of OpenAI's chat protocol as a judge needs; it notes what it is asked."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

Asked = list[tuple[str, str | None, Any]]
"""The path, the `Authorization` header and the body of each request, in the order of their arrival."""


def saying(text: str) -> tuple[int, Any]:
    """A status and a reply: the model wrote `text`."""
    return 200, {"choices": [{"message": {"content": text}}]}


@contextmanager
def chat_server(answer: Callable[[Any], tuple[int, Any]]) -> Iterator[tuple[str, Asked]]:
    """A server whose status and reply to a body are `answer`'s: its base URL, and what it has been asked."""
    asked: Asked = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            asked.append((self.path, self.headers.get("Authorization"), body))
            status, reply = answer(body)
            self.send_response(status)
            self.end_headers()
            self.wfile.write(json.dumps(reply).encode())

        def log_message(self, format: str, *args: Any) -> None:
            pass

    made = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=made.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://127.0.0.1:{made.server_port}/v1", asked
    finally:
        made.shutdown()
        thread.join()
        made.server_close()
