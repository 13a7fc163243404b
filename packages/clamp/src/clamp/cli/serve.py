"""``clamp serve``: plans over HTTP, kept in a database, with a page that shows why."""

from __future__ import annotations

import os
import re
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from clamp.cli.console import ModelName, guarded, messages, number, whole, working
from clamp.errors import ConstraintError, HostError
from clamp.files import read_text, shown
from clamp.hosts.loading import check_host_options, load_host
from clamp.request.worlds import check_kinds

if TYPE_CHECKING:
    from clamp.hosts.planner import PlanHost

ENGINES = ("transformers", "llamacpp", "vllm")
"""The hosts that serve: those that tell a model's scores."""
TOKENS_VARIABLE = "CLAMP_SERVE_TOKENS"
"""Environment variable with bearer tokens, between spaces or commas."""
_LEAST_TOKEN = 16


@guarded
def serve(
    host: Annotated[
        str, typer.Option(metavar="H", help="The address to listen at; 0.0.0.0 for all of this machine.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(parser=whole(0, 65_535), metavar="P", help="0 for one that is free.")
    ] = 8000,
    model: ModelName = None,
    engine: Annotated[str, typer.Option(help=f"What runs the model: {', '.join(ENGINES)}.")] = "transformers",
    dtype: Annotated[str | None, typer.Option(help="bfloat16 (the default), float16 or float32.")] = None,
    device: Annotated[str | None, typer.Option(help="cpu, cuda, …; CUDA where there is one.")] = None,
    mmproj: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Of --engine llamacpp: the GGUF file with which the model reads pictures; by default the one beside "
            "it that has mmproj in its name.",
        ),
    ] = None,
    hmm: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Folder of an HMM that weighs the admissible tokens."),
    ] = None,
    database: Annotated[
        str,
        typer.Option(metavar="URL", help="Where plans and traces are kept, as SQLAlchemy names databases."),
    ] = "sqlite:///clamp.db",
    keep: Annotated[
        int,
        typer.Option(parser=whole(1, 10**9), metavar="N", help="Most plans that are kept; the oldest go."),
    ] = 100_000,
    token_file: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help=f"Bearer tokens, one a line, of which a request must bring one; {TOKENS_VARIABLE} holds some, too.",
        ),
    ] = None,
    queue: Annotated[
        int,
        typer.Option(parser=whole(0, 100_000), metavar="N", help="Most requests that wait for the model."),
    ] = 64,
    together: Annotated[
        int | None,
        typer.Option(
            parser=whole(1, 4096), metavar="N", help="Most plans written side by side; by default the host's."
        ),
    ] = None,
    seconds: Annotated[
        float,
        typer.Option(
            parser=number(0.1, 86_400), metavar="NUMBER", help="Most seconds from a request to its answer."
        ),
    ] = 120.0,
    max_body: Annotated[
        int, typer.Option(parser=whole(1_000, 10**9), metavar="N", help="Most bytes of a request.")
    ] = 16_000_000,
    max_picture: Annotated[
        int, typer.Option(parser=whole(1_000, 10**9), metavar="N", help="Most bytes of a picture.")
    ] = 8_000_000,
    sessions: Annotated[
        int,
        typer.Option(parser=whole(0, 10_000), metavar="N", help="Most closed loops that are open at a time."),
    ] = 64,
    worlds: Annotated[
        str | None,
        typer.Option(
            metavar="a,b,c",
            help="Kinds of worlds that requests may name; all that are installed by default, none for ''.",
        ),
    ] = None,
) -> None:
    """Serve plans over HTTP: POST /v1/plan, /v1/goal, /v1/rules, /v1/sessions; a page at /; figures at /metrics.

    Without tokens, it is open to everybody who reaches it; so it listens to this machine alone by default.
    """
    import uvicorn

    from clamp.serve.allowance import operator_caps
    from clamp.server.app import application, loopback
    from clamp.server.service import Bounds, Service
    from clamp.server.store import Store

    if engine not in ENGINES:
        raise ConstraintError(f"--engine: there is no engine {shown(engine)}; choose {', '.join(ENGINES)}.")
    check_host_options(engine, model, device=device, dtype=dtype, pictures=False, mmproj=mmproj)
    kinds = None if worlds is None else frozenset(one.strip() for one in worlds.split(",") if one.strip())
    check_kinds(kinds or ())
    if hmm is not None:
        from clamp.hmm import HMM

        HMM.from_pretrained(str(hmm))  # refused before a model is loaded
    tokens = _tokens(token_file)
    _check_spans()
    bounds = Bounds(
        queue=queue,
        together=together,
        seconds=seconds,
        body=max_body,
        picture=max_picture,
        sessions=sessions,
        caps=operator_caps(),
    )
    store = Store(database, keep)  # refused before a model is loaded
    sock = _listening(host, port)
    options: dict[str, Any] = {
        "device": device,
        "dtype": dtype,
        "mmproj": mmproj,
        "hmm": None if hmm is None else str(hmm),
    }
    with working("Loading the model") as say:
        planner: PlanHost = load_host(engine, model, **options, progress=say)
    service = Service(planner, store, bounds, engine=engine, worlds=kinds)
    names = ("127.0.0.1", "localhost", "::1") if loopback(host) else None
    app = application(service, tokens=tokens, hosts=names)
    where = f"http://{f'[{host}]' if ':' in host else host}:{sock.getsockname()[1]}"
    messages().print(f"{planner!r}")
    messages().print(f"Serving at {where}   (the page: {where}/, the interface: {where}/openapi.json)")
    if not tokens and not loopback(host):
        messages().print(
            f"Open to everybody who reaches {host}: give --token-file, or {TOKENS_VARIABLE}.", style="yellow"
        )
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=5,
        h11_max_incomplete_event_size=64 * 1024,
        server_header=False,
    )
    uvicorn.Server(config).run(sockets=[sock])


def _listening(host: str, port: int) -> Any:
    """A socket that listens, so that a port in use is told before a model is loaded.

    Raises:
        HostError: If the address cannot be used.
    """
    import socket

    try:
        kind, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        found = socket.socket(kind, socket.SOCK_STREAM)
        try:
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            found.bind(address)
            found.listen(1024)
        except OSError:
            found.close()
            raise
        return found
    except OSError as error:
        raise HostError(
            f"--host {shown(host)} --port {port}: cannot listen there: {error.strerror or error}. Is another server "
            "running? --port 0 takes a port that is free."
        ) from None


def _tokens(path: Path | None) -> list[str]:
    """The bearer tokens.

    Raises:
        ConstraintError: If there are none where a file was given, or one is so short that it can be guessed.
    """
    text = "" if path is None else read_text(path, "tokens", ConstraintError)
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]
    if path is not None and not lines:
        raise ConstraintError(f"--token-file {path}: it holds no token; it should have one a line.")
    found = [*lines, *(one for one in re.split(r"[\s,]+", os.environ.get(TOKENS_VARIABLE, "")) if one)]
    for number_, one in enumerate(found, 1):
        if len(one) < _LEAST_TOKEN or not one.isascii() or not one.isprintable() or " " in one:
            raise ConstraintError(
                f"Token {number_} is no token: it has at least {_LEAST_TOKEN} characters of ASCII, without spaces. "
                "`python -c 'import secrets; print(secrets.token_urlsafe())'` makes one."
            )
    return found


def _check_spans() -> None:
    """Send spans where OpenTelemetry's variables say, or refuse: what was asked for is not dropped.

    Raises:
        HostError: If what sends them is not installed.
    """
    names = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
    asked = next((name for name in names if os.environ.get(name)), None)
    if asked is None or os.environ.get("OTEL_SDK_DISABLED", "").lower() == "true":
        return
    from opentelemetry import trace

    if type(trace.get_tracer_provider()).__name__ == "TracerProvider":
        return  # `opentelemetry-instrument` has set it up
    try:
        exporters: Any = import_module("opentelemetry.exporter.otlp.proto.http.trace_exporter")
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ModuleNotFoundError:
        raise HostError(
            f"{asked} is set, but what sends spans is not installed. Run `pip install opentelemetry-sdk "
            "opentelemetry-exporter-otlp-proto-http`, or unset it."
        ) from None
    provider = TracerProvider()
    provider.add_span_processor(BatchSpanProcessor(exporters.OTLPSpanExporter()))
    trace.set_tracer_provider(provider)
