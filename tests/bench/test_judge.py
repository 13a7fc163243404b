"""Judges: three votes and their majority, asked once, from a server or a local model, and never made up."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from chat_server import Asked, chat_server, saying

from clamp.bench.configuration import Judged
from clamp.bench.judge import Endpoint, Judge, LocalModel, judge_of, verdicts, yes_or_no
from clamp.errors import BenchmarkError


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
        (("Is it? no: it is, so yes", "No", "Nobody knows"), (True, False, None), False),
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
    judge = judge_of(Judged(tmp_path, constraints="none", judge=url, judge_model="m"))
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
        Endpoint("http://127.0.0.1:9/v1", "m").answer("Good?", 1)


def test_a_local_model_is_loaded_when_it_is_asked(tiny: Any):
    judge = LocalModel("some/model")
    assert not tiny
    assert isinstance(judge.answer("Good?", 42), str)
    assert tiny == ["some/model"]


def test_a_judge_is_named_in_full_or_not_at_all(tmp_path: Path):
    assert judge_of(Judged(tmp_path, constraints="none")) is None
    assert isinstance(judge_of(Judged(tmp_path, constraints="none", judge="some/model")), LocalModel)
    for wrong in ({"judge": "http://x/v1"}, {"judge_model": "m"}, {"judge": "a/b", "judge_model": "m"}):
        with pytest.raises(BenchmarkError, match="--judge"):
            Judged(tmp_path, constraints="none", **wrong)


def test_the_last_word_counts():
    assert yes_or_no("No... on reflection: YES!") is True
    assert yes_or_no("yesterday, nothing") is None
