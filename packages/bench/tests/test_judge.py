"""Judges: three votes and their majority, asked once, from a server or a local model, and never made up."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from chat_server import Asked, chat_server, saying

from clamp.errors import BenchmarkError
from clamp_bench import judge as judging
from clamp_bench.configuration import Judging
from clamp_bench.judge import Endpoint, Judge, LocalModel, judge_of, verdicts, yes_or_no


class Said(Judge):
    """Says what it is told to say, in turn."""

    name = "said"

    def __init__(self, *answers: str):
        self.left, self.asked = list(answers), list[tuple[str, int]]()

    def answer(self, prompt: str, seed: int) -> str:
        self.asked.append((prompt, seed))
        return self.left.pop(0)


@pytest.mark.parametrize(
    ("answers", "votes", "success"),
    [
        (("Yes.", "no", "YES"), (True, False, True), True),
        (("yes", "perhaps", "hm"), (True, None, None), False),
        (("Is it? no: it is, so yes", "No", "Nobody knows"), (None, False, None), False),
        (("", "", ""), (None, None, None), False),
    ],
)
def test_most_votes_decide_and_what_cannot_be_read_is_none(
    tmp_path: Path, answers: tuple[str, ...], votes: tuple[bool | None, ...], success: bool
):
    found = verdicts(Said(*answers), {"a": "Good?"}, tmp_path)["a"]
    assert (found.votes, found.success, found.answers) == (votes, success, answers)


def test_each_vote_is_asked_for_once_and_equal_questions_have_equal_verdicts(tmp_path: Path):
    first = Said("yes", "no", "yes")
    found = verdicts(first, {"a": "Good?", "b": "Good?"}, tmp_path)
    assert found["a"] == found["b"]
    assert first.asked == [("Good?", 42), ("Good?", 43), ("Good?", 44)]
    assert verdicts(Said(), {"c": "Good?"}, tmp_path)["c"] == found["a"], "from the file"
    with pytest.raises(IndexError):
        verdicts(Said(), {"c": "Better?"}, tmp_path)


@pytest.fixture
def server() -> Iterator[tuple[str, Asked]]:
    replies = {"m": saying("yes"), "absent": (404, {})}
    with chat_server(lambda body: replies.get(body["model"], (200, {"other": 1}))) as made:
        yield made


def test_any_server_with_openai_s_protocol_is_a_judge(
    server: tuple[str, Asked], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    url, asked = server
    monkeypatch.setenv("OPENAI_API_KEY", "k")
    judge = judge_of(Judging(tmp_path, judge=url, judge_model="m"))
    assert judge is not None
    assert verdicts(judge, {"a": "Good?"}, tmp_path)["a"].votes == (True,) * 3
    path, key, body = asked[0]
    assert (path, key) == ("/v1/chat/completions", "Bearer k")
    assert (body["model"], body["temperature"], body["seed"]) == ("m", 0.3, 42)
    with pytest.raises(BenchmarkError, match="refused: 404"):
        Endpoint(url, "absent").answer("Good?", 1)
    with pytest.raises(BenchmarkError, match="does not answer as OpenAI's protocol"):
        Endpoint(url, "odd").answer("Good?", 1)
    with pytest.raises(BenchmarkError, match="cannot be asked"):
        Endpoint("http://127.0.0.1:9/v1", "m", wait=lambda _: None).answer("Good?", 1)


def test_a_local_model_is_loaded_when_it_is_asked(tiny: Any):
    judge = LocalModel("some/model")
    assert not tiny
    assert isinstance(judge.answer("Good?", 42), str)
    assert tiny == ["some/model"]


def test_a_judge_is_named_in_full_or_not_at_all(tmp_path: Path):
    assert judge_of(Judging(tmp_path)) is None
    assert isinstance(judge_of(Judging(tmp_path, judge="some/model")), LocalModel)
    for wrong in ({"judge": "http://x/v1"}, {"judge_model": "m"}, {"judge": "a/b", "judge_model": "m"}):
        with pytest.raises(BenchmarkError, match="--judge"):
            Judging(tmp_path, **wrong)


YES = (
    "yes",
    "Yes.",
    "**Yes**",
    '"Yes"',
    "- Yes",
    "> YES!",
    "Yes, there is no missing step.",
    "Yes. No step is missing.",
    "Yes, no problem",
    "Yes no problem",
    "Yes and no step is missing",
    "yes\n\nExplanation: The plan has no missing steps",
    "Answer: yes",
    "**Final answer:** Yes, no step is missing",
    "Final Answer:\n\n**Yes**",
    "My verdict: yes",
    "Verdict - Yes",
    r"Answer: \boxed{Yes}",
    "Yes/No: Yes",
    "Is it yes or no? Yes",
    '{"verdict": "yes"}',
    '```json\n{"reason": "no step is missing", "final_answer": "Yes"}\n```',
    "No step is missing. Verdict: yes",
    "Verdict: no, I mean it lacks a step. On reflection it does not. Verdict: yes.",
    "There is no step missing.\n\nYes",
    "There is no step missing, and no, nothing is wrong.\n\n**Yes.**\n",
    "I think yes.",
    "The plan has no gap. The answer is yes.",
    "<think>No, it lacks the cup.</think> Verdict: Yes, because there is no missing step.",
    "<think>\nno\n</think>\n\nyes",
    "so no... or no?</think>\nYes",
)
NO = (
    "no",
    "No.",
    "*No*",
    "“No”",
    "No, yes would be wrong.",
    "No because the cup is missing.",
    "No, the plan lacks a step.",
    "No the plan lacks a step.",
    "No - it lacks a step",
    "No.\n\nA robot would, yes, need more",
    "no\nstep 2 is missing",
    "Verdict: no. Yes, I am sure.",
    "Yes, it grasps the cup, but then drops it.\nVerdict: No",
    '{"verdict": "no", "why": "yes, it moves, but without the cup"}',
    "The yes-man says so.\nNo",
    "So the answer would be no.",
    "<think>Yes! Yes!</think>No",
)
NEITHER = (
    "",
    "perhaps",
    "yesterday, nothing",
    "Nobody knows",
    "no-one knows",
    "The plan has no missing steps.",
    "No step is missing.",
    "No **missing** step",
    "yes or no",
    "Yes/no?",
    "Yes and no.",
    "It is yes for the cup and no, not for the plate.",
    "<think>yes, the plan",
    "<think>yes</think>",
    "<thinking>no</thinking> <think>yes",
    "Answer: yes or no",
)


@pytest.mark.parametrize(
    ("answer", "vote"),
    [(one, vote) for said, vote in ((YES, True), (NO, False), (NEITHER, None)) for one in said],
)
def test_an_answer_is_read_as_it_is_meant_or_not_at_all(answer: str, vote: bool | None):
    assert yes_or_no(answer) is vote


@pytest.mark.parametrize("vote", [True, False])
@pytest.mark.parametrize(
    "before", ["", "**", "Answer: ", "Final answer: **", "<think>yes, no</think>\n", '{"verdict": "']
)
@pytest.mark.parametrize(
    "after", ["", ".", ", no step is missing.", "\n\nNo step is missing.", "; yes, I am sure; no doubt"]
)
def test_what_is_said_besides_an_answer_is_not_the_answer(before: str, after: str, vote: bool):
    assert yes_or_no(before + ("Yes" if vote else "No") + after) is vote


@pytest.mark.parametrize(
    "part", ["answer:", ":", "yes ", "no step ", "<think>", "</think>", "\\n", "_", "yes/"]
)
def test_a_long_answer_is_read_quickly(part: str):
    started = time.perf_counter()
    yes_or_no("answer" + part * 50_000)
    assert time.perf_counter() - started < 5


# ------------------------------------------------------------------ servers that fail


class Waits(list[float]):
    """Seconds that were waited for."""

    def __call__(self, seconds: float) -> None:
        self.append(seconds)


@contextmanager
def saying_bytes(*replies: bytes) -> Iterator[str]:
    """A server that answers each connection with the next of some bytes, whatever they are: its base URL."""
    listening = socket.create_server(("127.0.0.1", 0))
    listening.settimeout(10)

    def serve() -> None:
        for reply in replies:
            with contextlib.suppress(OSError):
                made, _ = listening.accept()
                with made:
                    made.settimeout(10)
                    while not (got := made.recv(65536)).endswith(b"}") and got:
                        pass
                    made.sendall(reply)

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/v1"
    finally:
        listening.close()
        thread.join()


@pytest.mark.parametrize(
    ("reply", "message"),
    [
        pytest.param(b"SSH-2.0-OpenSSH_9.6\r\n", "cannot be asked", id="no HTTP"),
        pytest.param(b"\x15\x03\x01\x00\x02\x02\x16", "cannot be asked", id="TLS"),
        pytest.param(b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 200 + b"\r\n", "cannot be asked", id="headers"),
        pytest.param(b"HTTP/1.1 200 OK\r\n\r\n<html>", "cannot be asked", id="no JSON"),
        pytest.param(b"HTTP/1.1 200 OK\r\n\r\n" + b"[" * 100_000, "OpenAI's protocol", id="deep"),
        pytest.param(b"HTTP/1.1 200 OK\r\n\r\n[]", "OpenAI's protocol", id="a list"),
        pytest.param(b"HTTP/1.1 401 No\r\nContent-Length: 90\r\n\r\nke", "refused: 401", id="cut off"),
    ],
)
def test_a_server_that_cannot_be_a_judge_is_named_at_once(reply: bytes, message: str):
    waits = Waits()
    with saying_bytes(reply) as url, pytest.raises(BenchmarkError, match=message):
        Endpoint(url, "m", waits).answer("Good?", 1)
    assert not waits


@pytest.mark.parametrize(
    ("replies", "waited"),
    [
        ([b"HTTP/1.1 500 Oops\r\n\r\n"] * 3, [1.0, 4.0, 15.0]),
        ([b"HTTP/1.1 429 Slow\r\nRetry-After: 7\r\n\r\n"] * 2, [7.0, 7.0]),
        ([b"HTTP/1.1 503 Down\r\nRetry-After: 9999\r\n\r\n"], [60.0]),
        ([b"HTTP/1.1 429 Slow\r\nRetry-After: Thu, 01 Jan 1970 00:00:00 GMT\r\n\r\n"], [1.0]),
        ([b"HTTP/1.1 429 Slow\r\nRetry-After: soon\r\n\r\n"], [1.0]),
        ([b""], [1.0]),
        ([b"HTTP/1.1 200 OK\r\nContent-Length: 90\r\n\r\n{"], [1.0]),
    ],
)
def test_a_server_that_is_overloaded_or_away_is_asked_again(replies: list[bytes], waited: list[float]):
    waits = Waits()
    right = b'HTTP/1.1 200 OK\r\n\r\n{"choices": [{"message": {"content": "yes"}}]}'
    with saying_bytes(*replies, right) as url:
        assert Endpoint(url, "m", waits).answer("Good?", 1) == "yes"
    assert waits == waited


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_server_that_stays_so_is_given_up(status: int):
    waits = Waits()
    with (
        chat_server(lambda _: (status, {})) as (url, asked),
        pytest.raises(BenchmarkError, match=str(status)),
    ):
        Endpoint(url, "m", waits).answer("Good?", 1)
    assert (len(asked), waits) == (4, [1.0, 4.0, 15.0])


@pytest.mark.parametrize("said", ["yes \ud800", "\udfff yes", "yes 🙂"])
def test_what_no_file_holds_is_replaced(said: str, tmp_path: Path):
    with chat_server(lambda _: saying(said)) as (url, _):
        judge = Endpoint(url, "m")
        found = verdicts(judge, {"a": "Good?"}, tmp_path)["a"]
    assert found.votes == (True,) * 3
    assert verdicts(judge, {"a": "Good?"}, tmp_path)["a"] == found, "from the file"


def test_where_a_judge_fails_the_other_is_not_asked_and_votes_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(judging, "PAUSES", ())
    left = iter([saying("yes")] * 4 + [(500, {})] + [saying("no")] * 5)
    with chat_server(lambda _: next(left)) as (url, asked):
        config = Judging(tmp_path, judge=url, judge_model="m",
                        cross_judge=url, cross_judge_model="other")  # fmt: skip
        prompts = {"a": "Good?", "b": "Better?"}
        panel = judging.asked(config, prompts, lambda *_: None)
        assert (panel.first, panel.second, panel.fields["judge"]) == (None, None, "not run")
        assert panel.fields["unreadable_votes"] == "not run"
        assert "refused: 500" in panel.fields["judge_failure"]
        assert len(asked) == 5
        again = judging.asked(config.model_copy(update={"cross_judge": None}), prompts, lambda *_: None)
    assert again.first is not None
    assert again.first["b"].votes == (True, False, False)
    assert (len(asked), again.fields["judge_failure"]) == (7, None)
