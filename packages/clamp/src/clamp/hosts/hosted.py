"""A model behind an OpenAI-compatible API, which tells no scores: it chooses each action among the admissible ones.

At each step the server is sent a JSON schema whose enum is what is admissible now. What it answers is held to that
list: a server that heeds no schema cannot make a plan of something else. Constraint, validator and failures are those
of all hosts.
"""

from __future__ import annotations

import json
import os
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from time import perf_counter
from typing import Any, NoReturn, cast
from urllib.parse import urlsplit

from clamp import checks
from clamp.decoding import PlanConstraint
from clamp.decoding.result import PlanResult
from clamp.decoding.world import Boundary
from clamp.errors import HostError
from clamp.files import shown
from clamp.hosts.follower import Follower
from clamp.hosts.jobs import PlanRequest, Text
from clamp.hosts.planner import DEFAULT_UNCONSTRAINED_TOKENS, PlanHost
from clamp.hosts.rows import OnToken
from clamp.planning.search.limits import Meter
from clamp.planning.system import Action
from clamp.request.request import byte_vocabulary

BASE_URL = "https://api.openai.com/v1"
KEY_VARIABLE = "OPENAI_API_KEY"

_MOST_CHOICES = 200
"""Choices in one enum; of more, the name comes first, and then one argument after the other."""
_END = "(the plan is complete)"
_ANSWER_BYTES = 1 << 24
_TRIES = 3
_LONGEST_WAIT = 30.0


class OpenAIPlanner(PlanHost):
    """A planner whose model is asked over HTTP, action by action.

    It heeds hard constraints, rules, requirements and budgets; what needs scores of tokens (an HMM, particles, beams,
    soft visibility, a constraint of one's own, reasoning before the plan) is refused, and so are pictures.

    Args:
        model: As the server calls it.
        base_url: Where the API is, up to and including its ``/v1``.
        key_variable: The environment variable that holds the key; a server without keys needs none.
        seconds: How long one answer may take.

    Raises:
        HostError: If the address is none, or nothing names a model.
    """

    def __init__(
        self,
        model: str,
        *,
        base_url: str = BASE_URL,
        key_variable: str = KEY_VARIABLE,
        seconds: float = 120.0,
    ) -> None:
        self.name = checks.text("model", model, HostError)
        if not model:
            raise HostError("The host openai needs the name of a model (--model), as the server calls it.")
        self._base, self._seconds = (
            _checked_url(base_url),
            checks.number("seconds", seconds, HostError, least=0),
        )
        self._key = os.environ.get(checks.text("key_variable", key_variable, HostError), "")
        self._key_variable = key_variable
        if any(not 0x20 < ord(char) < 0x7F for char in self._key):
            raise HostError(
                f"The key in {key_variable} has characters that no key has. Was a line break copied with it?"
            )
        self.revision, self.load_seconds, self.guidance = None, 0.0, 1.0
        self.vocabulary = byte_vocabulary()
        self.tokenizer = self.processor = None
        self.context, self.batch_size = 1 << 30, 1
        self._opener = urllib.request.build_opener(_NoRedirects())

    def __reduce__(self) -> NoReturn:
        raise HostError("An OpenAIPlanner holds a key, which is not sent to other processes. Make one there.")

    # ---------------------------------------------------------------- writing

    def _check_able(self, request: PlanRequest) -> None:
        constraint = request.constraint
        other = constraint is not None and not isinstance(constraint, PlanConstraint)
        refused = {
            "particles": request.particles > 1,
            "an HMM's adaptation": request.adaptation != "none",
            "pictures": bool(request.images),
            "a constraint of your own, an HMM, soft visibility, a goal that is written with the plan, or requirements "
            "that the model is to read": other,
        }
        for what, asked in refused.items():
            if asked:
                raise HostError(
                    "A model behind an API tells no scores of tokens and is asked for actions alone. This request "
                    f"needs more: {what}. Leave it out, or use the host transformers or llamacpp."
                )
        if isinstance(constraint, PlanConstraint) and constraint.plan_format.reasoning is not None:
            raise HostError(
                "A model behind an API is asked for actions alone: use a format without reasoning."
            )

    def _run(
        self,
        requests: Sequence[PlanRequest],
        batch_size: int,
        trace: bool,
        on_token: OnToken | None,
        compile_seconds: float,
    ) -> Iterator[tuple[int, PlanResult]]:
        for index, request in enumerate(requests):
            text = self._begin(index, request, compile_seconds)
            if isinstance(text, PlanResult):
                yield index, text
                continue
            started = perf_counter()
            used = self._write(text, on_token)
            text.out.generation_seconds = perf_counter() - started
            result = self._end(text, trace=False)
            timing = replace(result.timing, prompt_tokens=used[0], tokens=used[1])
            yield index, replace(result, timing=timing, tokens=())  # bytes are no tokens of the model

    def _prompt(self, request: PlanRequest) -> tuple[tuple[int, ...], Mapping[str, Any]]:
        return (0,), {}  # the server has the tokens

    def _write(self, text: Text, on_token: OnToken | None) -> tuple[int, int]:
        """Write one plan; the tokens that the server says it read and wrote."""
        request, out = text.request, text.out
        constraint = request.constraint
        follower = out.follower = Follower(constraint, text.eos_ids)

        def feed(data: bytes) -> None:
            for byte in data:
                out.tokens.append(byte)
                follower.step(byte)
                if on_token is not None:
                    on_token(text.index, byte)

        if constraint is None:
            most = request.max_new_tokens or DEFAULT_UNCONSTRAINED_TOKENS
            said, usage = self._ask(_chat(request), request, {"max_tokens": most})
            feed(said.encode())
        else:
            assert isinstance(constraint, PlanConstraint)
            usage = self._choose_all(constraint, request, feed)
        out.finish = "eos"
        out.tokens.append(min(text.eos_ids))
        follower.step(out.tokens[-1])
        out.constraint_seconds = follower.seconds
        return usage

    def _choose_all(self, constraint: PlanConstraint, request: PlanRequest, feed: Any) -> tuple[int, int]:
        """Ask for one action after the other until the plan ends."""
        boundary: Boundary = constraint.world.start
        actions: list[Action] = []
        read = written = 0
        sent = b""
        while True:
            with constraint.lock, Meter(constraint.limits.at_boundary):
                positions = boundary.choices.positions
            indices = constraint.world.order.indices[positions]
            choices = {
                str(constraint.system.actions[int(index)]): int(at)
                for index, at in zip(indices, positions, strict=True)
            }
            names = [*choices, *([_END] if boundary.choices.may_end else [])]
            if not names:
                raise HostError(
                    f"After {len(actions)} actions a search limit leaves open whether any can follow. Raise the limits."
                )
            chosen, usage = self._one_of(names, request, actions)
            read, written = read + usage[0], written + usage[1]
            if chosen == _END:
                break
            at = choices[chosen]
            actions.append(constraint.system.actions[int(constraint.world.order.indices[at])])
            with constraint.lock, Meter(constraint.limits):
                boundary = boundary.after(at)
            text = _alike(
                constraint.plan_format.serialize(actions).encode(),
                constraint.plan_format.serialize([*actions, actions[-1]]).encode(),
            )
            feed(text[len(sent) :])
            sent = text
        feed(constraint.plan_format.serialize(actions).encode()[len(sent) :])
        return read, written

    def _one_of(
        self, names: Sequence[str], request: PlanRequest, actions: Sequence[Action]
    ) -> tuple[str, tuple[int, int]]:
        """Let the model choose one of several; of many, step by step: how its text goes on."""
        read = written = 0
        left: list[str] = list(names)
        begun = ""
        while len(left) > 1:
            shown_ = left if len(left) <= _MOST_CHOICES else _beginnings(left, begun)
            chosen, usage = self._choice(shown_, request, actions)
            read, written = read + usage[0], written + usage[1]
            if chosen in left:
                return chosen, (read, written)
            begun = chosen.removesuffix("…")
            left = [one for one in left if one.startswith(begun)]
        return left[0], (read, written)

    def _choice(
        self, names: Sequence[str], request: PlanRequest, actions: Sequence[Action]
    ) -> tuple[str, tuple[int, int]]:
        schema = {
            "type": "object",
            "properties": {"action": {"type": "string", "enum": list(names)}},
            "required": ["action"],
            "additionalProperties": False,
        }
        format_ = {
            "type": "json_schema",
            "json_schema": {"name": "next_action", "strict": True, "schema": schema},
        }
        so_far = "\n".join(f"{number}. {one}" for number, one in enumerate(actions, 1)) or "nothing yet"
        asked = (
            f"The plan so far:\n{so_far}\nChoose what comes next, as JSON of the form "
            '{"action": "…"}. It is one of:\n' + "\n".join(names)
        )
        said, usage = self._ask(_chat(request, asked), request, {"response_format": format_})
        try:
            found: Any = json.loads(said)
        except ValueError:
            found = None
        chosen: Any = cast("dict[str, Any]", found).get("action") if isinstance(found, dict) else None
        if chosen not in names:
            raise HostError(
                f"The server was to choose one of {len(names)} admissible actions and answered {shown(said)}. It does "
                "not heed `response_format` with a JSON schema, so that constraints cannot be enforced through it."
            )
        return str(chosen), usage

    # ---------------------------------------------------------------- HTTP

    def _ask(
        self, messages: Sequence[Mapping[str, Any]], request: PlanRequest, more: Mapping[str, Any]
    ) -> tuple[str, tuple[int, int]]:
        """One chat completion: its text, and the tokens that were read and written.

        Raises:
            HostError: If the server cannot be reached, refuses, or answers something else.
        """
        asked = {
            "model": self.name,
            "messages": list(messages),
            "temperature": request.temperature,
            "seed": request.seed,
            **more,
        }
        answer = self._post("/chat/completions", asked)
        try:
            text = answer["choices"][0]["message"]["content"]
            usage: dict[str, Any] = answer.get("usage") or {}
            counts = int(usage.get("prompt_tokens") or 0), int(usage.get("completion_tokens") or 0)
        except (KeyError, IndexError, TypeError, AttributeError, ValueError):
            raise HostError(
                f"{self._base} answered no chat completion: {shown(json.dumps(answer))}."
            ) from None
        if not isinstance(text, str):
            raise HostError(f"{self._base} answered without a text: {shown(json.dumps(answer))}.")
        return text, counts

    def _post(self, path: str, body: Mapping[str, Any]) -> Any:
        data = json.dumps(body).encode()
        headers = {"Content-Type": "application/json", "Accept": "application/json", "User-Agent": "clamp"}
        if self._key:
            headers["Authorization"] = f"Bearer {self._key}"
        for turn in range(_TRIES):
            asked = urllib.request.Request(self._base + path, data, headers, method="POST")
            try:
                with self._opener.open(asked, timeout=self._seconds) as answer:
                    return self._json(answer.read(_ANSWER_BYTES + 1))
            except urllib.error.HTTPError as error:
                with error:
                    said = error.read(2000).decode(errors="replace")
                if error.code in (429, 500, 502, 503, 504) and turn + 1 < _TRIES:
                    time.sleep(_wait(error.headers.get("Retry-After"), turn))
                    continue
                hint = f" Is the key in {self._key_variable} right?" if error.code in (401, 403) else ""
                raise HostError(
                    f"{self._base} answered {error.code}: {shown(' '.join(said.split()), 300)}.{hint}"
                ) from None
            except (OSError, ValueError) as error:
                reason = getattr(error, "reason", error)
                raise HostError(f"{self._base} cannot be reached: {reason}. Is the server running?") from None
        raise AssertionError("each turn returns or raises")

    def _json(self, data: bytes) -> Any:
        if len(data) > _ANSWER_BYTES:
            raise HostError(f"{self._base} answered more than {_ANSWER_BYTES >> 20} MiB.")
        try:
            return json.loads(data)
        except ValueError:
            raise HostError(
                f"{self._base} answered no JSON: {shown(data[:200].decode(errors='replace'))}."
            ) from None


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A key goes to the server that was named, and to no other."""

    def redirect_request(self, *args: Any, **options: Any) -> None:
        return None


def _checked_url(base_url: str) -> str:
    checks.text("base_url", base_url, HostError)
    try:
        parts = urlsplit(base_url)
        named = parts.scheme in ("http", "https") and bool(parts.hostname) and not parts.username
        _ = parts.port
    except ValueError:
        named = False
    if not named:
        raise HostError(f"{shown(base_url)} is no address of an API, such as http://localhost:8080/v1.")
    return base_url.rstrip("/")


def _wait(told: str | None, turn: int) -> float:
    """Seconds until the next try."""
    return min(float(told) if told is not None and told.isdecimal() else 2.0**turn, _LONGEST_WAIT)


def _chat(request: PlanRequest, more: str = "") -> list[dict[str, Any]]:
    """What the model is asked, with something added to the last that is said."""
    prompt = request.prompt
    chat = [{"role": "user", "content": prompt}] if isinstance(prompt, str) else [dict(one) for one in prompt]
    if more:
        last = chat[-1]
        if last["role"] == "user":
            last["content"] = f"{last['content']}\n\n{more}"
        else:
            chat.append({"role": "user", "content": more})
    return chat


def _alike(one: bytes, other: bytes) -> bytes:
    """What two texts begin with alike."""
    for at, (a, b) in enumerate(zip(one, other, strict=False)):
        if a != b:
            return one[:at]
    return min(one, other, key=len)


def _beginnings(names: Sequence[str], begun: str) -> list[str]:
    """How texts go on after what they have in common: up to the next argument, marked with an ellipsis."""
    found: dict[str, None] = {}
    for name in names:
        ends = [at + 1 for at in range(len(begun), len(name)) if name[at] in "(,"]
        cut = ends[0] if ends else len(name)
        found[name if cut >= len(name) else f"{name[:cut]}…"] = None
    if len(found) > _MOST_CHOICES * 5:
        raise HostError(
            f"{len(found):,} actions are admissible now, more than an API can be asked to choose from."
        )
    return list(found)
