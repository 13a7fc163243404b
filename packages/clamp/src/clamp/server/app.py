"""The HTTP interface: routes, their bounds, and what a client is told when something is wrong.

Nothing of a request reaches the file system: the page's files are those of the package, by name. Wherever the request
is to blame, the status is below 500.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import re
from collections.abc import (
    AsyncGenerator,
    AsyncIterator,
    Awaitable,
    Callable,
    Collection,
    MutableMapping,
    Sequence,
)
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from hashlib import sha256
from time import monotonic
from typing import Annotated, Any

from fastapi import FastAPI, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response, StreamingResponse
from opentelemetry.propagate import extract
from pydantic import BaseModel, ConfigDict, Field
from starlette.exceptions import HTTPException
from starlette.routing import Match

import clamp
from clamp.checks import reworded
from clamp.errors import ClampError, HostError, PromptError
from clamp.server.asked import Asked, GoalBody, RegisteredBody, RulesBody
from clamp.server.desk import Full, Given, Job, Work
from clamp.server.metrics import CONTENT_TYPE
from clamp.server.page import EXAMPLES, asset, example
from clamp.server.service import Service, new_plan
from clamp.server.sessions import Busy, Missing, ObservationBody, SessionBody, Sessions
from clamp.visible import printable

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

_LOOPBACK = ("127.0.0.1", "localhost", "::1")
_ALIVE_SECONDS = 10.0
"""So often a stream without news says that it lives."""
_LONGEST = 2_000
_OF_A_UNION = re.compile(r"\w[\[(].*[\])]$")
"""Which of several types a value was tried as: of no use to who wrote it."""
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    b"content-security-policy": _POLICY.encode(),
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"no-referrer",
    b"cross-origin-opener-policy": b"same-origin",
}


# ------------------------------------------------------------------ what is answered, for OpenAPI


class Answer(BaseModel):
    """An answer may say more than is listed."""

    model_config = ConfigDict(extra="allow")


class Complaint(BaseModel):
    """What is wrong.

    Attributes:
        kind: A stable slug.
        message: What, where, and the likely cause.
        fields: Which fields of the body are at fault.
    """

    kind: str
    message: str
    fields: list[str] = Field(default_factory=list[str])


class Refusal(BaseModel):
    """The answer to a request that cannot be served."""

    error: Complaint


class ActionAnswer(BaseModel):
    """An action of a plan."""

    name: str
    args: list[str]


class PlanAnswer(Answer):
    """What came of a request for a plan.

    Attributes:
        status: ``plan``; ``question``: say which of the `readings` is meant, or what else; ``no_plan``: `failure` says
            why. Of a plan that is looked up also ``running``, ``interrupted`` (the server ended first), ``left`` (the
            client did) and ``error`` (it made no sense to the model).
    """

    id: str
    status: str = Field(pattern="^(plan|question|no_plan|running|interrupted|left|error)$")
    actions: list[ActionAnswer] | None = None
    question: str | None = None
    readings: list[dict[str, Any]] | None = None
    failure: dict[str, Any] | None = None


class GoalAnswerBody(Answer):
    """What a sentence asks to be so."""

    status: str = Field(pattern="^(goal|question|none)$")
    text: str
    goal: list[Any] | None = None


class RulesAnswer(Answer):
    """What sentences and rules mean."""

    status: str
    rules: list[dict[str, Any]]


class DomainAnswer(Answer):
    """A registered domain, with its problems."""

    id: str
    name: str
    problems: list[dict[str, Any]]


class DomainsAnswer(BaseModel):
    """All that is registered."""

    domains: list[DomainAnswer]


class SessionAnswer(Answer):
    """What a robot is to do next.

    Attributes:
        status: ``act``: do `action` and report; ``goal``: it is reached; ``no_plan``: `failure` says why; ``question``.
    """

    id: str
    status: str
    action: ActionAnswer | None = None


_REFUSED: dict[int | str, dict[str, Any]] = {
    400: {"model": Refusal, "description": "The body is no JSON."},
    401: {"model": Refusal, "description": "The bearer token is missing or wrong."},
    413: {"model": Refusal, "description": "The body is too large."},
    422: {"model": Refusal, "description": "The request makes no sense; the message says what and where."},
    429: {"model": Refusal, "description": "Too many requests wait; Retry-After says when to try again."},
    503: {"model": Refusal, "description": "The server ends."},
}
_MISSING: dict[int | str, dict[str, Any]] = {
    404: {"model": Refusal, "description": "There is no such thing."}
}


class Refused(Exception):
    """A request that is answered with an error."""

    def __init__(self, status: int, kind: str, message: str, **headers: str) -> None:
        super().__init__(message)
        self.status, self.kind = status, kind
        self.headers = {name.replace("_", "-"): value for name, value in headers.items()}


def _refusal(
    status: int, kind: str, message: str, fields: Sequence[str] = (), headers: Any = None
) -> Response:
    if len(message) > _LONGEST:
        message = f"{message[: _LONGEST // 2]} … {message[-_LONGEST // 2 :]}"
    body = {"error": {"kind": kind, "message": printable(message), "fields": list(fields)}}
    return JSONResponse(body, status, headers)


# ------------------------------------------------------------------ the application


def application(
    service: Service, *, tokens: Collection[str] = (), hosts: Collection[str] | None = None
) -> FastAPI:
    """A server's interface.

    Args:
        tokens: Bearer tokens, one of which every request but ``/healthz`` and the page's own files must bring; none for
            a server that asks for none.
        hosts: Names by which the server may be called (the header ``Host``); ``None`` for any. A page elsewhere that
            has its own name lead to this machine gets nothing.
    """
    sessions = Sessions(service)
    pool = ThreadPoolExecutor(8, "clamp-read")

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncGenerator[None]:
        yield
        await asyncio.to_thread(sessions.close)
        await asyncio.to_thread(service.close)
        pool.shutdown(wait=False, cancel_futures=True)

    app = FastAPI(
        title="CLAMP",
        version=clamp.__version__,
        summary="Plans that are valid by construction, from a model that was never retrained.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/openapi.json",
    )
    app.state.service, app.state.sessions = service, sessions

    async def read(function: Callable[..., Any], *given: Any) -> Any:
        """Run what takes time beside the event loop."""
        return await asyncio.get_running_loop().run_in_executor(pool, function, *given)

    async def answered(job: Job, request: Request) -> Any:
        """What comes of a job; it is given up where the client leaves, or time is up.

        Raises:
            TimeoutError: If time is up.
            Given: If the client has left, or the server ends.
        """
        result = asyncio.ensure_future(asyncio.wrap_future(job.done))
        left = asyncio.ensure_future(_left(request))
        try:
            seconds = max(0.0, service.bounds.seconds - (monotonic() - job.asked))
            await asyncio.wait({result, left}, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
            if result.done():
                return result.result()
            why = "client" if left.done() else "time"
            if not give_up(job, why) and why == "time":
                return await result  # it is being kept
            if why == "time":
                raise TimeoutError
            raise Given
        finally:
            left.cancel()
            if not result.done():
                give_up(job, "client")
                result.cancel()
            elif not result.cancelled():
                result.exception()  # read, also where nobody waits for it any more: else asyncio logs it as a defect

    def give_up(job: Job, why: str) -> bool:
        if job.why or job.done.done():
            return bool(job.why)
        gone = service.desk.give_up(job, why)
        if gone:
            service.metrics.gone.labels(why).inc()
        return gone

    def full(error: Full) -> Refused:
        service.metrics.full.inc()
        return Refused(429, "full", str(error), retry_after=str(error.retry_after))

    def submit(work: Work, asked: float | None = None) -> Job:
        try:
            return service.desk.submit(work, asked)
        except Full as error:
            raise full(error) from None

    # -------------------------------------------------------------- plans

    @app.post(
        "/v1/plan",
        response_model=PlanAnswer,
        response_model_exclude_unset=True,
        responses={
            **_REFUSED,
            200: {
                "description": "A plan, a question, or why there is no plan. With `stream`, server-sent events: "
                "`accepted`, `understood`, one `action` for each as it is committed, and in the end `plan`, "
                "`question`, `no_plan` or `error`.",
                "content": {"text/event-stream": {}},
            },
        },
    )
    async def plan(asked: Asked, request: Request) -> Any:
        """Write a plan: well-formed, grounded, executable, goal-reaching, and certified by an independent replay."""
        began = monotonic()
        if service.desk.full:  # said before anything is read
            raise full(Full(service.desk.retry_after))
        read_ = await read(service.read, asked)
        key = new_plan()
        events: asyncio.Queue[tuple[str, dict[str, Any]]] = asyncio.Queue()
        loop = asyncio.get_running_loop()

        def tell(name: str, data: dict[str, Any]) -> None:
            if asked.stream:
                with suppress(RuntimeError):  # the loop has ended
                    loop.call_soon_threadsafe(events.put_nowait, (name, data))

        await read(service.store.begin, key, _kept(asked))
        try:
            job = submit(service.work(key, asked, read_, tell, extract(dict(request.headers))), began)
        except Refused:
            await read(service.store.take_back, key)
            raise
        if asked.stream:
            place = service.desk.waiting
            events.put_nowait(("accepted", {"id": key, "waiting": place}))
            return StreamingResponse(
                stream(key, job, request, events),
                media_type="text/event-stream",
                headers={"cache-control": "no-store", "x-accel-buffering": "no"},
            )
        return JSONResponse(await finished(key, job, request))

    async def finished(key: str, job: Job, request: Request) -> dict[str, Any]:
        began = job.asked
        try:
            return await answered(job, request)
        except TimeoutError:
            return await read(service.out_of_time, key)
        except Given:
            await read(service.store.forget, key, "left" if job.why == "client" else "interrupted")
            raise Refused(
                503, "ending", "The server ends, or nobody waited for this plan any more."
            ) from None
        except asyncio.CancelledError:
            service.store.forget(key, "left")
            raise
        except Exception as error:
            await read(service.store.end, key, "error", {"error": str(error)[:_LONGEST]}, None)
            raise
        finally:
            service.metrics.answered.observe(monotonic() - began)

    async def stream(
        key: str, job: Job, request: Request, events: asyncio.Queue[tuple[str, dict[str, Any]]]
    ) -> AsyncIterator[bytes]:
        """The events of one plan."""
        end = asyncio.ensure_future(finished(key, job, request))
        news: asyncio.Future[tuple[str, dict[str, Any]]] | None = None
        try:
            while True:
                news = asyncio.ensure_future(events.get())
                await asyncio.wait({end, news}, timeout=_ALIVE_SECONDS, return_when=asyncio.FIRST_COMPLETED)
                if news.done():
                    yield _event(*news.result())
                    continue
                news.cancel()
                if not end.done():
                    yield b": waiting\n\n"
                    continue
                await asyncio.sleep(0)  # what was told before the end comes before it
                while not events.empty():
                    yield _event(*events.get_nowait())
                try:
                    answer = end.result()
                    yield _event(answer["status"], answer)
                except Refused as refused:
                    yield _event("error", {"kind": refused.kind, "message": str(refused)})
                except ClampError as error:
                    yield _event("error", {"kind": _kind(error), "message": str(error)})
                except Exception:
                    yield _event("error", {"kind": "defect", "message": _DEFECT})
                    raise
                return
        finally:
            give_up(job, "client")
            for one in (end, news):
                if one is not None and not one.done():
                    one.cancel()

    @app.get(
        "/v1/plans/{key}",
        response_model=PlanAnswer,
        response_model_exclude_unset=True,
        responses=_MISSING | {401: _REFUSED[401], 422: _REFUSED[422]},
    )
    async def kept_plan(
        key: str,
        trace: Annotated[bool, Query(description="With a step a token, if a trace was asked for.")] = True,
    ) -> Any:
        """A plan that was written, or what became of its request."""
        found = await read(lambda: service.store.plan(key, trace=trace))
        if found is None:
            raise Refused(404, "missing", f"There is no plan {key[:80]!r}.")
        return JSONResponse(found)

    # -------------------------------------------------------------- goals and rules

    @app.post(
        "/v1/goal", response_model=GoalAnswerBody, response_model_exclude_unset=True, responses=_REFUSED
    )
    async def goal(body: GoalBody, request: Request) -> Any:
        """Say what a sentence asks to be so, as a goal that can be reached, or ask what was meant."""
        job = submit(lambda job: service.goal(body, job))
        try:
            return JSONResponse(await answered(job, request))
        except TimeoutError:
            message = (
                f"Reading the sentence took more than the {service.bounds.seconds:g} seconds of this server."
            )
            raise Refused(422, "limit", message) from None
        except Given:
            raise Refused(503, "ending", "The server ends.") from None

    @app.post("/v1/rules", response_model=RulesAnswer, response_model_exclude_unset=True, responses=_REFUSED)
    async def rules(body: RulesBody) -> Any:
        """Read requirements as rules and say them back; judge rules along a plan."""
        return JSONResponse(await read(service.rules, body))

    # -------------------------------------------------------------- what is registered

    @app.post("/v1/domains", status_code=201, response_model=DomainAnswer, responses=_REFUSED)
    async def register(body: RegisteredBody) -> Any:
        """Register a domain, a problem of it, or both, to be referred to by id. Equal texts have one id."""
        return JSONResponse(await read(service.register, body.domain, body.problem), 201)

    @app.get("/v1/domains", response_model=DomainsAnswer, responses={401: _REFUSED[401]})
    async def domains() -> Any:
        """What is registered."""
        return JSONResponse({"domains": await read(service.store.registered)})

    @app.get("/v1/domains/{key}", response_model=DomainAnswer, responses=_MISSING | {401: _REFUSED[401]})
    async def domain(key: str) -> Any:
        """A registered domain or problem, with its text."""
        found = await read(service.store.text_of, key)
        if found is None:
            raise Refused(404, "missing", f"Nothing is registered as {key[:80]!r}.")
        text, of = found
        listed = (await read(service.store.registered, of or key))[0]
        return JSONResponse({**listed, "id": key, "text": text, "domain": of})

    @app.delete("/v1/domains/{key}", status_code=204, responses=_MISSING | {401: _REFUSED[401]})
    async def unregister(key: str) -> Response:
        """Forget a domain with its problems, or a problem."""
        if not await read(service.store.unregister, key):
            raise Refused(404, "missing", f"Nothing is registered as {key[:80]!r}.")
        return Response(status_code=204)

    # -------------------------------------------------------------- sessions

    @app.post(
        "/v1/sessions",
        status_code=201,
        response_model=SessionAnswer,
        response_model_exclude_unset=True,
        responses=_REFUSED,
    )
    async def begin(body: SessionBody) -> Any:
        """Begin a closed loop: observations in, the next action out, until the goal holds."""
        session = await read(sessions.begin, body)
        return JSONResponse(await asyncio.wrap_future(session.step), 201)

    @app.post(
        "/v1/sessions/{key}",
        response_model=SessionAnswer,
        response_model_exclude_unset=True,
        responses=_REFUSED
        | _MISSING
        | {409: {"model": Refusal, "description": "The session has ended, or still plans."}},
    )
    async def observe(key: str, body: ObservationBody) -> Any:
        """Report what came of the last action; the next action, or the end."""
        step = await read(sessions.observe, key, body)
        return JSONResponse(await asyncio.wrap_future(step))

    @app.get(
        "/v1/sessions/{key}",
        response_model=SessionAnswer,
        response_model_exclude_unset=True,
        responses=_MISSING | {401: _REFUSED[401]},
    )
    async def session(key: str) -> Any:
        """How a closed loop went so far."""
        return JSONResponse(await read(sessions.told, key))

    @app.delete("/v1/sessions/{key}", status_code=204, responses=_MISSING | {401: _REFUSED[401]})
    async def end(key: str) -> Response:
        """End a closed loop."""
        await read(sessions.end, key)
        return Response(status_code=204)

    # -------------------------------------------------------------- for operators

    @app.get("/healthz", response_model=Answer)
    async def healthz() -> Any:
        """Whether the server can answer: its database does, and its queue has room."""
        try:
            await read(service.store.check)
        except Exception as error:
            return JSONResponse({"status": "no database", "why": type(error).__name__}, 503)
        planner = service.planner
        return {
            "status": "ok",
            "version": clamp.__version__,
            "model": planner.name,
            "engine": service.engine,
            "sees": planner.processor is not None,
            "queue": {"waiting": service.desk.waiting, "most": service.desk.most, "busy": service.desk.busy},
        }

    @app.get(
        "/metrics",
        response_class=Response,
        responses={200: {"content": {"text/plain": {}}}, 401: _REFUSED[401]},
    )
    async def metrics() -> Response:
        """Figures for Prometheus."""
        service.metrics.sessions.set(sessions.count)
        return Response(service.metrics.text(), media_type=CONTENT_TYPE)

    # -------------------------------------------------------------- the page

    @app.get("/", include_in_schema=False)
    async def page() -> Response:
        return _asset("index.html")

    @app.get("/page/{name}", include_in_schema=False)
    async def part(name: str) -> Response:
        return _asset(name)

    @app.get("/examples", include_in_schema=False)
    async def examples() -> Any:
        return {"examples": [{name: one[name] for name in ("id", "title", "about")} for one in EXAMPLES]}

    @app.get("/examples/{key}", include_in_schema=False)
    async def one_example(key: str) -> Any:
        found = example(key)
        if found is None:
            raise Refused(404, "missing", "There is no such example.")
        return found

    # -------------------------------------------------------------- what is wrong

    @app.exception_handler(Refused)
    async def refused(_: Request, error: Refused) -> Response:
        return _refusal(error.status, error.kind, str(error), headers=error.headers)

    @app.exception_handler(ClampError)
    async def bad(_: Request, error: ClampError) -> Response:
        return _refusal(422, _kind(error), str(error))

    @app.exception_handler(Missing)
    async def missing(_: Request, error: Missing) -> Response:
        return _refusal(404, "missing", f"There is no session {str(error)[:80]!r}.")

    @app.exception_handler(Busy)
    async def busy(_: Request, error: Busy) -> Response:
        return _refusal(409, "session", str(error))

    @app.exception_handler(Full)
    async def too_many(_: Request, error: Full) -> Response:
        refused = full(error)
        return _refusal(429, refused.kind, str(refused), headers=refused.headers)

    @app.exception_handler(RecursionError)
    async def deep(_: Request, error: RecursionError) -> Response:
        return _refusal(422, "too-deep", "The request is nested too deeply to be read.")

    @app.exception_handler(MemoryError)
    async def large(_: Request, error: MemoryError) -> Response:
        return _refusal(
            422, "too-large", "The memory of this server does not suffice for the request. Ask for less."
        )

    @app.exception_handler(RequestValidationError)
    async def invalid(_: Request, error: RequestValidationError) -> Response:
        said: dict[str, list[str]] = {}
        status = 422
        for one in error.errors():
            if one["type"] == "json_invalid":
                status = 400
                said.setdefault("", []).append(
                    f"the body is no JSON: {one.get('ctx', {}).get('error', one['msg'])}"
                )
                continue
            where = ".".join(str(part) for part in one["loc"][1:] if not _OF_A_UNION.search(str(part)))
            if not where and one["type"] == "missing":
                said.setdefault("the body", []).append("it is missing; it is an object in JSON")
                continue
            words = one["msg"].removeprefix("Value error, ")
            said.setdefault(where, []).append(words if one["type"] == "value_error" else reworded(one))
        lines = [
            f"{where}: {' or '.join(dict.fromkeys(each))}" if where else " or ".join(each)
            for where, each in said.items()
        ]
        kind = "no-json" if status == 400 else "invalid"
        return _refusal(status, kind, "; ".join(lines[:12]) + ".", [one[:200] for one in said if one][:100])

    @app.exception_handler(HTTPException)
    async def http(request: Request, error: HTTPException) -> Response:
        kind = {404: "missing", 405: "method", 400: "no-json", 413: "too-large"}.get(
            error.status_code, "http"
        )
        headers = dict(error.headers or {})
        if error.status_code == 405:
            headers["allow"] = ", ".join(sorted(_methods(app, request)))
        why = str(error.detail)
        if error.status_code == 400 and (cause := error.__cause__) is not None:
            why = f"The body is no JSON: {_unparsed(cause)}."
        return _refusal(error.status_code, kind, why, headers=headers)

    app.add_middleware(_Gate, service=service, tokens=tokens, hosts=hosts)
    return app


def _unparsed(error: BaseException) -> str:
    """Why a body could not be parsed, for who wrote it."""
    if isinstance(error, UnicodeDecodeError):
        return f"byte {error.start} is not UTF-8"
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    return str(error).rstrip(".") or type(error).__name__


def _methods(app: FastAPI, request: Request) -> set[str]:
    """How a path may be asked for, by all of its routes."""
    found: set[str] = set()
    for route in app.routes:
        match, _ = route.matches({**request.scope, "method": "OPTIONS"})
        if match is not Match.NONE:
            found |= getattr(route, "methods", None) or set()
    return found


_DEFECT = "This is a defect of the server, not of your request; its log says more."


def _kind(error: ClampError) -> str:
    if isinstance(error, PromptError):
        return "prompt"
    return "host" if isinstance(error, HostError) else type(error).__name__.removesuffix("Error").lower()


def _kept(asked: Asked) -> dict[str, Any]:
    """What of a request is kept beside its plan: all but the pictures."""
    return asked.model_dump(mode="json", exclude_unset=True, exclude={"images"})


def _event(name: str, data: dict[str, Any]) -> bytes:
    return f"event: {name}\ndata: {json.dumps(data, ensure_ascii=False, allow_nan=False)}\n\n".encode()


async def _left(request: Request) -> None:
    """Returns when the client has left."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _asset(name: str) -> Response:
    found = asset(name)
    if found is None:
        raise Refused(404, "missing", "There is no such page.")
    kind, content = found
    return Response(content, media_type=kind, headers={"cache-control": "no-cache"})


class _Gate:
    """What every request passes: who may ask, how much a body may hold, headers that keep browsers safe, and counts."""

    def __init__(
        self, app: Any, *, service: Service, tokens: Collection[str], hosts: Collection[str] | None
    ) -> None:
        self._app, self._service = app, service
        self._tokens = [sha256(one.encode()).digest() for one in tokens]
        self._hosts = None if hosts is None else {one.lower() for one in hosts}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        status = 0

        async def sending(message: MutableMapping[str, Any]) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                names = {name.lower() for name, _ in message["headers"]}
                added = [(name, value) for name, value in _HEADERS.items() if name not in names]
                message = {**message, "headers": [*message["headers"], *added]}
            await send(message)

        try:
            refusal = self._refusal(scope)
            if refusal is not None:
                await refusal(scope, receive, sending)
                return
            body = _Body(receive, self._service.bounds.body)
            await self._app(scope, body.receive, sending)
        finally:
            route = getattr(scope.get("route"), "path", "") or "other"
            self._service.metrics.requests.labels(route, str(status)).inc()

    def _refusal(self, scope: Scope) -> Response | None:
        headers = {name.lower(): value for name, value in scope["headers"]}
        if self._hosts is not None:
            name = headers.get(b"host", b"").decode("latin-1").lower()
            name = (
                name.rpartition("]")[0].removeprefix("[") if name.startswith("[") else name.partition(":")[0]
            )
            if name not in self._hosts:
                return _refusal(421, "host", f"This server is not called {name[:80]!r}.")
        length = headers.get(b"content-length", b"0")
        if length.isdigit() and int(length[:20]) > self._service.bounds.body:
            return _refusal(
                413, "too-large", _too_large(self._service.bounds.body), headers={"connection": "close"}
            )
        path: str = scope["path"]
        if not self._tokens or path in ("/", "/healthz") or path.startswith("/page/"):
            return None
        kind, _, token = headers.get(b"authorization", b"").partition(b" ")
        digest = sha256(token.strip()).digest()
        same = [
            hmac.compare_digest(digest, one) for one in self._tokens
        ]  # all of them, each in constant time
        if kind.lower() == b"bearer" and any(same):
            return None
        said = "A bearer token is needed (Authorization: Bearer …), and this one is missing or wrong."
        return _refusal(401, "token", said, headers={"www-authenticate": "Bearer"})


def _too_large(most: int) -> str:
    return f"The body has more than the {most:,} bytes that this server reads."


class _Body:
    """A request's body, counted while it is read."""

    def __init__(self, receive: Receive, most: int) -> None:
        self._receive, self._left, self._most = receive, most, most

    async def receive(self) -> MutableMapping[str, Any]:
        """The next message."""
        message = await self._receive()
        if message["type"] == "http.request":
            self._left -= len(message.get("body", b""))
            if self._left < 0:
                raise HTTPException(413, _too_large(self._most), {"connection": "close"})
        return message


def loopback(host: str) -> bool:
    """Whether a server that listens there is asked by this machine alone."""
    return host in _LOOPBACK
