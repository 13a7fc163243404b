"""``clamp serve``: what is wrong is said before a model is loaded; then it serves, as it was told to."""

from __future__ import annotations

import socket
import sys
from pathlib import Path
from typing import Any

import pytest
from commands import flat, run

for name in ("fastapi", "uvicorn", "sqlalchemy", "opentelemetry"):
    pytest.importorskip(name)


@pytest.fixture
def served(tiny: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[Any]:
    """A tiny model in place of every other, and what would be served; nothing waits for requests."""
    import uvicorn

    found: list[Any] = []

    def note(server: Any, sockets: Any) -> None:
        found.append((server.config.app, sockets[0].getsockname()))
        sockets[0].close()
        server.config.app.state.service.close()

    monkeypatch.setattr(uvicorn.Server, "run", note)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("CLAMP_SERVE_TOKENS", raising=False)
    return found


def test_it_serves_as_it_was_told_to(served: list[Any], tmp_path: Path) -> None:
    tokens = tmp_path / "tokens"
    tokens.write_text("# for the robots\na-token-of-sixteen\n")
    database = f"sqlite:///{tmp_path / 'x.db'}"
    options = [
        "--queue",
        "3",
        "--seconds",
        "9",
        "--max-body",
        "5000",
        "--sessions",
        "2",
        "--worlds",
        "eai",
        "--together",
        "4",
    ]
    done = run("serve", "--port", "0", "--database", database, "--token-file", str(tokens), *options)
    assert done.exit_code == 0, done.stderr
    app, address = served[0]
    bounds = app.state.service.bounds
    assert (bounds.queue, bounds.seconds, bounds.body, bounds.sessions) == (3, 9.0, 5000, 2)
    assert app.state.service.desk.together == 4
    assert app.state.service.library.worlds == {"eai"}
    assert address[0] == "127.0.0.1"
    assert f"http://127.0.0.1:{address[1]}" in done.stderr
    assert (tmp_path / "x.db").exists()
    assert "Open to everybody" not in done.stderr


def test_who_serves_everybody_is_told(served: list[Any]) -> None:
    done = run("serve", "--port", "0", "--host", "0.0.0.0")
    assert done.exit_code == 0, done.stderr
    assert "Open to everybody" in flat(done.stderr)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--engine", "nonsense"], "no engine"),
        (["--port", "99999999"], "65,535"),
        (["--host", "no.such.host.invalid"], "cannot listen"),
        (["--database", "nonsense"], "no database's address"),
        (["--database", "sqlite://"], "in memory"),
        (["--model", "/no/such/model.gguf"], "no model file"),
        (["--device", "nonsense"], "device"),
        (["--dtype", "nonsense"], "dtype"),
        (["--token-file", "missing"], "missing"),
        (["--token-file", "empty"], "no token"),
        (["--token-file", "short"], "at least 16"),
        (["--queue", "-1"], "at least 0"),
        (["--seconds", "0"], "at least 0.1"),
    ],
)
def test_bad_input_is_said(
    served: list[Any], tmp_path: Path, tiny: Any, options: list[str], said: str
) -> None:
    (tmp_path / "empty").write_text("\n")
    (tmp_path / "short").write_text("short\n")
    done = run("serve", "--port", "0", *options)
    assert done.exit_code == 2
    assert said in flat(done.output), done.output
    assert not served
    assert not tiny  # no model was loaded


def test_a_port_in_use_is_told_before_a_model_is_loaded(served: list[Any], tiny: Any) -> None:
    with socket.socket() as link:
        link.bind(("127.0.0.1", 0))
        link.listen()
        done = run("serve", "--port", str(link.getsockname()[1]))
    assert done.exit_code == 2
    assert "Is another server running?" in flat(done.stderr)
    assert not tiny


def test_spans_that_cannot_be_sent_are_no_silence(served: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    from opentelemetry import trace

    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:1")
    monkeypatch.setattr(trace, "get_tracer_provider", object)
    monkeypatch.setitem(sys.modules, "opentelemetry.exporter.otlp.proto.http.trace_exporter", None)
    done = run("serve", "--port", "0")
    assert done.exit_code == 2
    assert "what sends spans is not installed" in flat(done.stderr)


def test_without_its_extra_it_says_what_to_install(
    served: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    done = run("serve")
    assert done.exit_code == 2
    assert "clamp-planning[serve]" in flat(done.stderr)
