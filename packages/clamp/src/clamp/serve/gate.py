"""What stands before vLLM's HTTP interface: requests wait for their check, and answers say what a text is.

    vllm serve MODEL --logits-processors clamp.hosts.vllm:ConstrainedOnly \\
        --middleware clamp.hosts.vllm.PlanGate

vLLM checks requests in the event loop that serves all of them, never looks at fields that it does not
know, and says ``finish_reason: "stop"`` of every text that ends. Here a request waits for its check alone;
what looks like a constraint in a place that nobody reads is refused; and each choice of an answer to a
constrained request gets a field ``clamp``: whether its text is a whole plan, by replay.

It is an ASGI middleware without a word of vLLM.
"""

from __future__ import annotations

import asyncio
import json
import re
import socket
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from contextlib import suppress
from typing import Any, cast

from clamp import checks
from clamp.decoding.world import VISIBILITY
from clamp.errors import ClampError
from clamp.serve.admission import accept, start_workshop, why_not
from clamp.serve.allowance import operator_caps
from clamp.serve.description import KEY, ConstraintSpec, read_carried, stray_constraint
from clamp.serve.frames import Message, encode, read_message
from clamp.serve.processes import is_ours, meeting_place
from clamp.serve.registry import IDENTITY, flaw_of_registration
from clamp.serve.remote import hello, unfinished

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

_XARGS = "vllm_xargs"
_DEEPEST = 200
"""JSON nested more deeply than this is refused: no request of vLLM's is."""
_MOST_VALUES = 500_000
"""A request with more values is refused: reading one keeps the event loop, and so everybody, waiting."""
_LARGE = 100_000
"""Bytes of a request from which on it is looked at beside the event loop."""
_REGISTRY = "/v1/domains"
_CONNECT_SECONDS = 30.0
_JUDGED = 2_000_000
"""Characters of a text that is judged."""


class _Refused(Exception):
    """A request that gets an HTTP error; its text says why, and `failure` why there is no plan, if that is it."""

    def __init__(self, status: int, message: str, failure: Any = None):
        super().__init__(message)
        self.status, self.failure = status, failure


class _Gone(Exception):
    """The client has left."""


class _AsyncLine:
    """A connection to the workshop about one description; while it is open, the bench is kept."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    @classmethod
    async def open(cls) -> _AsyncLine:
        loop = asyncio.get_running_loop()
        end = loop.time() + _CONNECT_SECONDS
        while True:
            link = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            try:
                link.setblocking(False)
                link.connect(meeting_place())
                if not is_ours(link):
                    raise PermissionError("another user's process answers in its place")
                return cls(*await asyncio.open_unix_connection(sock=link))
            except OSError as error:
                link.close()
                if loop.time() > end:
                    raise _Refused(
                        503, f"The process that checks constraints does not answer: {error}"
                    ) from error
                start_workshop()
                await asyncio.sleep(0.05)

    async def exchange(self, message: Message) -> Message:
        self._writer.write(encode(message))
        await self._writer.drain()
        return await read_message(self._reader)

    def close(self) -> None:
        self._writer.close()


class PlanGate:
    """ASGI middleware for vLLM's server.

    Args:
        app: What answers the requests that pass.
    """

    def __init__(self, app: Callable[[Scope, Receive, Send], Awaitable[None]]) -> None:
        self._app = app
        self._caps = operator_caps()
        self._opened = False
        self._guarded: bool | None = None
        start_workshop()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        self._open_registry(scope.get("app"))
        registers = _path(scope).rstrip("/") == _REGISTRY
        if scope["type"] != "http" or scope["method"] != "POST" or not (registers or _is_json(scope)):
            await self._app(scope, receive, send)
            return
        line: _AsyncLine | None = None
        request: Any = None
        try:
            body = await self._body(receive)
            request = await self._parsed(body)
            if registers:
                request = None
            elif (named := _named(request)) is not None:
                body = await self._with_texts(request, named)
            spec = await asyncio.to_thread(self._spec, request) if len(body) > _LARGE else self._spec(request)
            if spec is not None and await self._welcome(scope):
                line = await _AsyncLine.open()
                await self._admitted(spec, line, receive)
        except _Refused as refused:
            if line is not None:
                line.close()
            await _answer(send, refused)
            return
        except _Gone:
            if line is not None:
                line.close()
            return
        try:
            answers = send if line is None else _Judging(send, line, _Echo(request)).send
            await self._app(scope, _again(body, receive), answers)
        finally:
            if line is not None:
                line.close()

    def _open_registry(self, app: Any) -> None:
        """Let the server itself answer for what is registered, behind whatever says who may ask it."""
        if not self._opened and hasattr(app, "router"):
            self._opened = True
            app.router.routes[:0] = registry_routes()

    async def _welcome(self, scope: Scope) -> bool:
        """Whether the server lets a client in: nothing is planned for one that it turns away."""
        if not self._opened:
            return True
        if self._guarded is None:
            nobody = [(name, value) for name, value in scope["headers"] if name.lower() != b"authorization"]
            self._guarded = await self._turned_away({**scope, "headers": nobody})
        return not (self._guarded and await self._turned_away(scope))

    async def _turned_away(self, scope: Scope) -> bool:
        """Whether the server would not tell a client even which models there are."""
        path = f"{scope.get('root_path', '')}/v1/models"
        asked = {**scope, "method": "GET", "path": path, "raw_path": path.encode(), "query_string": b""}
        statuses: list[int] = []

        async def send(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                statuses.append(int(message["status"]))

        await self._app(asked, _again(b"", _never), send)
        return bool({401, 403}.intersection(statuses))

    async def _with_texts(self, request: dict[str, Any], carried: dict[str, Any]) -> bytes:
        """A request, in which the texts stand that its description refers to by id; as it travels.

        Raises:
            _Refused: If one is not registered.
        """
        told = await _told(
            {"registry": "texts", "domain": carried.get("domain"), "problem": carried.get("problem")}
        )
        if told["missing"] is not None:
            raise _Refused(
                400,
                f"`{KEY}`: there is no {told['missing'].partition('-')[0]} {told['missing']!r}. POST {_REGISTRY} "
                "registers one; what is registered is gone when the server restarts, or registers many others.",
            )
        texts = {name: told[name] for name in ("domain", "problem") if told[name] is not None}
        request[_XARGS] = {**request[_XARGS], KEY: json.dumps({**carried, **texts})}
        return json.dumps(request).encode()

    async def _body(self, receive: Receive) -> bytes:
        parts: list[bytes] = []
        size = 0
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise _Gone
            part: bytes = message.get("body", b"")
            size += len(part)
            if size > self._caps.body:
                raise _Refused(
                    413, f"The request has more than the {self._caps.body:,} bytes that this server reads."
                )
            parts.append(part)
            if not message.get("more_body", False):
                return b"".join(parts)

    async def _parsed(self, body: bytes) -> Any:
        values = _values(body)
        if values > _MOST_VALUES:
            raise _Refused(
                413,
                f"The request holds about {values:,} values (by its commas, brackets, quotes and escapes), and this "
                f"server reads at most {_MOST_VALUES:,} of one request. Send several requests.",
            )
        at = await asyncio.to_thread(_too_deep, body) if len(body) > _LARGE else _too_deep(body)
        if at is not None:
            raise _Refused(
                400,
                f"The request is JSON nested more than {_DEEPEST} deep, from byte {at} on. No field of a request is; "
                "is it a mistake of the program that wrote it?",
            )
        try:
            return json.loads(body)
        except RecursionError:
            raise _Refused(400, "The request is JSON nested more deeply than it can be read.") from None
        except UnicodeDecodeError as error:
            raise _Refused(
                400, f"The request is not text in UTF-8: byte {error.start}: {error.reason}."
            ) from None
        except ValueError as error:
            raise _Refused(400, f"The request is not JSON: {error}.") from None

    def _spec(self, request: Any) -> ConstraintSpec | None:
        """The constraint that a request describes.

        Raises:
            _Refused: If one is described in a wrong place, or in a wrong way.
        """
        if not isinstance(request, Mapping):
            return None
        fields = cast("Mapping[str, Any]", request)
        extra: Any = fields.get(_XARGS)
        try:
            stray = stray_constraint(fields, passing={*_VLLM_TEXTS, _XARGS})
            if stray is None:
                stray = stray_constraint(extra, _XARGS, passing={KEY})
        except ClampError as error:
            raise _Refused(400, str(error)) from None
        if stray is not None:
            raise _Refused(
                400,
                f"The request's field {stray}, and vLLM would drop it without a word. Put the whole "
                f'constraint, as JSON text, under "{_XARGS}": {{"{KEY}": …}}.',
            )
        if not isinstance(extra, Mapping) or KEY not in extra:
            return None
        if fields.get("use_beam_search"):
            raise _Refused(
                400, "Beam search drops extra arguments, so the constraint would be lost; sample instead."
            )
        carried = cast("Mapping[str, Any]", extra)[KEY]
        if not isinstance(carried, str):
            raise _Refused(
                400,
                f"`{_XARGS}.{KEY}` is a {type(carried).__name__}, and vLLM takes only text there: describe "
                "the constraint as JSON text (in Python, json.dumps(description)).",
            )
        prompts: Any = fields.get("prompt")
        several = len(cast("list[Any]", prompts)) if isinstance(prompts, list) else 1
        texts = bool(several) and isinstance(prompts, list) and not isinstance(prompts[0], int)
        rows = (several if texts else 1) * _count(fields.get("n"))
        if rows > self._caps.rows:
            raise _Refused(
                400,
                f"The request asks for {rows:,} texts (`n` times its prompts), and this server writes at "
                f"most {self._caps.rows} constrained ones for one request. Send several requests.",
            )
        if not _Echo(fields).known:
            raise _Refused(
                400,
                "`echo` puts the prompt before the plan, and of a prompt of token ids it cannot be told where it ends. "
                "Leave `echo` out, or give the prompt as text.",
            )
        try:
            found = read_carried(carried)
            if isinstance(found, ConstraintSpec):
                found.check()
                if found.seen is None and VISIBILITY in found.enforce and _shows_pictures(fields):
                    raise _Refused(
                        400,
                        "The request shows pictures, and this server asks nobody what is in them, so a plan could name "
                        f"what they do not show. Say in `{KEY}` what is seen, under `seen`.",
                    )
                return found
        except ClampError as error:
            raise _Refused(400, str(error)) from None
        return None

    async def _admitted(self, spec: ConstraintSpec, line: _AsyncLine, receive: Receive) -> None:
        """Wait until a description has been accepted, or its client has left."""
        check = asyncio.ensure_future(line.exchange({**hello(spec.without_guidance()), "hold": True}))
        left = asyncio.ensure_future(_disconnected(receive))
        try:
            await asyncio.wait([check, left], return_when=asyncio.FIRST_COMPLETED)
            if not check.done():
                raise _Gone
            verdict = check.result()
        except (EOFError, OSError, ValueError) as error:
            raise _Refused(503, f"The process that checks constraints does not answer: {error}") from error
        finally:
            for task in (check, left):
                task.cancel()
        why = why_not(verdict)
        if why is not None:
            raise _Refused(503 if "busy" in verdict else 400, why, verdict.get("failure"))
        accept(spec)


_VLLM_TEXTS = frozenset(
    {"prompt", "messages", "input", "suffix", "instructions", "system", "tools", "documents"}
)
"""Fields that hold what people write, where anything may stand."""


def _shows_pictures(fields: Mapping[str, Any]) -> bool:
    """Whether a chat's messages, or what the Responses API is given, hold pictures."""
    said: list[Any] = []
    for name in ("messages", "input"):
        given: Any = fields.get(name)
        said += cast("list[Any]", given) if isinstance(given, list) else []
    parts: list[Any] = []
    for one in said:
        content: Any = cast("Mapping[str, Any]", one).get("content") if isinstance(one, Mapping) else None
        parts += cast("list[Any]", content) if isinstance(content, list) else [one]
    return any(
        isinstance(one, Mapping) and "image" in str(cast("Mapping[str, Any]", one).get("type", ""))
        for one in parts
    )


def _count(value: Any) -> int:
    return value if isinstance(value, int) and value > 0 else 1


def _is_json(scope: Scope) -> bool:
    kinds = [value for name, value in scope["headers"] if name.lower() == b"content-type"]
    return any(b"json" in kind.lower() for kind in kinds)


_JSON_PARTS = re.compile(rb'"[^"]*"?|[\[{]|[\]}]')


def _values(body: bytes) -> int:
    """About how many values a request holds, by what costs time to read: an escape in a text is a quarter of one."""
    return sum(map(body.count, (b",", b"[", b"{"))) + (body.count(b'"') + body.count(b"\\")) // 4


def _too_deep(body: bytes) -> int | None:
    """The byte from which on JSON nests too deeply, if it does; texts are passed over."""
    depth = 0
    if body.count(b"[") + body.count(b"{") <= _DEEPEST:
        return None
    for part in _JSON_PARTS.finditer(body.replace(b"\\\\", b"  ").replace(b'\\"', b"  ")):
        kind = body[part.start()]
        if kind in b"[{":
            depth += 1
            if depth > _DEEPEST:
                return part.start()
        elif kind in b"]}":
            depth -= 1
    return None


async def _never() -> MutableMapping[str, Any]:
    return {"type": "http.disconnect"}


def _path(scope: Scope) -> str:
    return str(scope.get("path", "")).removeprefix(str(scope.get("root_path", "")))


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _again(body: bytes, receive: Receive) -> Receive:
    """A request whose body is there a second time."""
    fresh = True

    async def receive_again() -> MutableMapping[str, Any]:
        nonlocal fresh
        if fresh:
            fresh = False
            return {"type": "http.request", "body": body, "more_body": False}
        return await receive()

    return receive_again


_KINDS = {400: "BadRequestError", 404: "NotFoundError", 413: "ContentTooLarge"}


def _error(status: int, message: str, param: str | None) -> dict[str, Any]:
    """An error as vLLM writes it."""
    kind = _KINDS.get(status, "ServiceUnavailableError")
    return {"error": {"message": message, "type": kind, "param": param, "code": status}}


async def _answer(send: Send, refused: _Refused) -> None:
    told = {} if refused.failure is None else {KEY: {"status": "no_plan", "failure": refused.failure}}
    body = json.dumps(_error(refused.status, str(refused), f"{_XARGS}.{KEY}") | told).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    with suppress(OSError):
        await send({"type": "http.response.start", "status": refused.status, "headers": headers})
        await send({"type": "http.response.body", "body": body})


# ------------------------------------------------------------------ what is registered


async def _told(question: Message) -> Message:
    """What the workshop says of what is registered."""
    line = await _AsyncLine.open()
    try:
        return await line.exchange(question)
    except (EOFError, OSError, ValueError) as error:
        raise _Refused(503, f"The process that keeps what is registered does not answer: {error}") from error
    finally:
        line.close()


def _named(request: Any) -> dict[str, Any] | None:
    """The description that a request carries, if it refers to something by id."""
    extra: Any = cast("dict[str, Any]", request).get(_XARGS) if isinstance(request, dict) else None
    carried: Any = cast("dict[str, Any]", extra).get(KEY) if isinstance(extra, dict) else None
    if not isinstance(carried, str) or len(carried) > _LARGE or not IDENTITY.search(carried):
        return None
    try:
        found: Any = json.loads(carried)
    except (ValueError, RecursionError):
        return None  # said by who reads it
    if not isinstance(found, dict):
        return None
    described = cast("dict[str, Any]", found)
    given = [described.get(name) for name in ("domain", "problem")]
    named = any(isinstance(one, str) and IDENTITY.fullmatch(one) for one in given)
    return described if named and all(one is None or isinstance(one, str) for one in given) else None


def registry_routes() -> list[Any]:
    """``/v1/domains``, as `clamp serve` has it, for a server of Starlette's kind."""
    from starlette.requests import Request
    from starlette.responses import JSONResponse, Response
    from starlette.routing import Route

    def refused(status: int, message: str) -> Response:
        return JSONResponse(_error(status, message, None), status)

    async def answered(question: Message) -> Message | Response:
        try:
            return await _told(question)
        except _Refused as error:
            return refused(error.status, str(error))

    async def register(request: Request) -> Response:
        body: Any = await request.json()
        given: dict[str, Any] = cast("dict[str, Any]", body) if isinstance(body, dict) else {}
        domain, problem = given.get("domain"), given.get("problem")
        if not isinstance(body, dict) or not isinstance(domain, str) or not isinstance(problem, str | None):
            return refused(
                400, "The request is a JSON object with `domain`, PDDL text, and perhaps `problem`."
            )
        if unknown := sorted(given.keys() - {"domain", "problem"}):
            return refused(400, f"There is no field {unknown[0]!r}; there are `domain` and `problem`.")
        flaw = flaw_of_registration(domain, problem) or checks.no_unicode(domain + (problem or ""))
        if flaw is not None:
            return refused(400, f"{flaw}.")
        told = await answered({"registry": "keep", "domain": domain, "problem": problem})
        if isinstance(told, Response):
            return told
        if "busy" in told:
            return refused(503, str(told["busy"]))
        return refused(400, str(told["refusal"])) if "refusal" in told else JSONResponse(told, 201)

    async def listed(request: Request) -> Response:
        told = await answered({"registry": "list"})
        return told if isinstance(told, Response) else JSONResponse(told)

    async def one(request: Request) -> Response:
        key, forget = request.path_params["key"], request.method == "DELETE"
        told = await answered({"registry": "forget" if forget else "show", "id": key})
        if isinstance(told, Response):
            return told
        if not told.pop("found"):
            return refused(404, f"There is no domain or problem {key!r}.")
        return Response(status_code=204) if forget else JSONResponse(told)

    return [
        Route(_REGISTRY, register, methods=["POST"]),
        Route(_REGISTRY, listed, methods=["GET"]),
        Route(f"{_REGISTRY}/{{key}}", one, methods=["GET", "DELETE"]),
    ]


class _Echo:
    """What stands before the plan in an answer's texts: the prompt, where `echo` asks for it.

    Args:
        fields: The request's.
    """

    def __init__(self, fields: Mapping[str, Any]) -> None:
        self._each = _count(fields.get("n"))
        prompt: Any = fields.get("prompt")
        if not fields.get("echo"):
            prompt = ""
        elif prompt is None:
            prompt = _begun(fields.get("messages"))
        self._texts = cast("list[Any]", prompt) if isinstance(prompt, list) else [prompt]

    @property
    def known(self) -> bool:
        """Whether the prompts are texts."""
        return bool(self._texts) and all(isinstance(text, str) for text in self._texts)

    def without(self, text: str, index: int) -> str:
        """What a choice's text says after the prompt."""
        place = 0 if len(self._texts) == 1 else index // self._each
        return text.removeprefix(self._texts[place]) if place < len(self._texts) else text


def _begun(messages: Any) -> str:
    """What a chat's last message has the assistant say already."""
    last: Any = cast("list[Any]", messages)[-1] if isinstance(messages, list) and messages else None
    message = cast("dict[str, Any]", last) if isinstance(last, dict) else {}
    said: Any = message.get("content") if message.get("role") == "assistant" else ""
    if isinstance(said, list):
        parts = [cast("dict[str, Any]", one) for one in cast("list[Any]", said) if isinstance(one, dict)]
        said = "\n".join(str(one.get("text", "")) for one in parts)
    return said if isinstance(said, str) else ""


class _Judging:
    """Adds to each choice of an answer what its text is."""

    def __init__(self, send: Send, line: _AsyncLine, echo: _Echo) -> None:
        self._send, self._line, self._echo = send, line, echo
        self._start: MutableMapping[str, Any] | None = None
        self._stream = False
        self._body = b""
        self._texts: dict[int, list[str]] = {}

    async def send(self, message: MutableMapping[str, Any]) -> None:
        """Pass a message of the answer on."""
        if message["type"] == "http.response.start":
            kinds = [value for name, value in message["headers"] if name.lower() == b"content-type"]
            self._stream = any(b"event-stream" in kind for kind in kinds)
            if message["status"] == 200 and any(b"application/json" in kind for kind in kinds):
                self._start = message
            else:
                await self._send(message)
            return
        if message["type"] != "http.response.body" or (self._start is None and not self._stream):
            await self._send(message)
        elif self._stream:
            await self._chunk(message)
        else:
            self._body += message.get("body", b"")
            if not message.get("more_body", False):
                await self._whole()

    async def _whole(self) -> None:
        assert self._start is not None
        body = self._body
        with suppress(ValueError, TypeError, AttributeError):
            answer: Any = json.loads(body)
            for choice in cast("list[dict[str, Any]]", answer.get("choices") or []):
                text: Any = choice.get("text")
                if text is None:
                    text = cast("dict[str, Any]", choice.get("message") or {}).get("content") or ""
                plan = self._echo.without(text, choice.get("index", 0))
                choice[KEY] = await self._judge(plan, choice.get("finish_reason"))
            body = json.dumps(answer, ensure_ascii=False, separators=(",", ":")).encode()
        others = [
            (name, value) for name, value in self._start["headers"] if name.lower() != b"content-length"
        ]
        await self._send({**self._start, "headers": [*others, (b"content-length", str(len(body)).encode())]})
        await self._send({"type": "http.response.body", "body": body})

    async def _chunk(self, message: MutableMapping[str, Any]) -> None:
        """A piece of a stream: whole events are passed on, the last of each choice with its judgement."""
        self._body += message.get("body", b"")
        *events, self._body = self._body.split(b"\n\n")
        more = message.get("more_body", False)
        if not more and self._body:
            events.append(self._body)
            self._body = b""
        out = [await self._event(event) for event in events]
        body = b"".join(event + b"\n\n" for event in out)
        if body or not more:
            await self._send({"type": "http.response.body", "body": body, "more_body": more})

    async def _event(self, event: bytes) -> bytes:
        if not event.startswith(b"data: {"):
            return event
        try:
            data = json.loads(event[6:])
            ended = False
            for choice in cast("list[dict[str, Any]]", data.get("choices") or []):
                text: Any = choice.get("text")
                if text is None:
                    text = cast("dict[str, Any]", choice.get("delta") or {}).get("content")
                index = choice.get("index", 0)
                parts = self._texts.setdefault(index, [])
                parts.append(text or "")
                if choice.get("finish_reason"):
                    plan = self._echo.without("".join(parts), index)
                    choice[KEY] = await self._judge(plan, choice["finish_reason"])
                    ended = True
        except (ValueError, TypeError, AttributeError):
            return event
        return b"data: " + json.dumps(data, ensure_ascii=False).encode() if ended else event

    async def _judge(self, text: str, finish: str | None) -> Message:
        try:
            told = await self._line.exchange({"op": "judge", "text": text[:_JUDGED], "finish": finish})
            return told if "plan" in told else unfinished("none", f"It was not replayed: {told.get('error')}")
        except (EOFError, OSError, ValueError):
            why = "It was not replayed, because the process that plans for this server has ended."
            return unfinished("none", why)
