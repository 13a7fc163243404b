"""One answer for one situation: what a question offers is answered, and failures have one shape."""

from __future__ import annotations

import json
import math
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

for name in ("torch", "fastapi", "uvicorn", "sqlalchemy", "httpx", "opentelemetry"):
    pytest.importorskip(name)

from http_server import NO_GOAL, TASK, serving  # noqa: E402
from roots import EXAMPLES  # noqa: E402
from uniform_host import UniformHost  # noqa: E402

from clamp.errors import HostError  # noqa: E402
from clamp.server.store import Store  # noqa: E402

DOCS = EXAMPLES.parent / "docs"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Generator[Any]:
    with serving(tmp_path_factory.mktemp("server"), UniformHost()) as found:
        yield found


def test_what_a_question_offers_is_answered(client: Any) -> None:
    body: dict[str, Any] = {**TASK, "problem": NO_GOAL, "instruction": "Put a cup on the shelf."}
    asked = client.post("/v1/plan", json=body).json()
    assert asked["status"] == "question"
    answers = [client.post("/v1/plan", json={**body, "goal": one["say"]}) for one in asked["readings"]]
    assert {one.status_code for one in answers} == {200}
    assert {one.json()["status"] for one in answers} == {"plan", "no_plan"}
    for one in answers:
        if one.json()["status"] == "no_plan":
            assert one.json()["failure"]["cause"] == "no-goal"
            assert one.json()["failure"]["message"].startswith("It is so already")


@pytest.mark.parametrize(
    ("goal", "sentence", "said"),
    [
        ("at(milk, table)", "Put the milk on the table.", "It is so already"),
        ("at(milk, fridge)", "Put the milk in the fridge.", "It cannot be reached within 1 action"),
    ],
)
def test_a_goal_and_a_sentence_are_answered_alike(client: Any, goal: str, sentence: str, said: str) -> None:
    body: dict[str, Any] = {**TASK, "problem": NO_GOAL, "instruction": sentence, "budget": 1}
    told = [client.post("/v1/plan", json=one) for one in (body, {**body, "goal": goal})]
    assert [one.status_code for one in told] == [200, 200]
    first, second = (one.json()["failure"] for one in told)
    assert first == second
    assert first["cause"] == "no-goal"
    assert first["message"].startswith(said)
    begun = client.post("/v1/sessions", json={**body, "goal": goal})
    assert (begun.status_code, begun.json()["status"]) == (201, "no_plan")
    assert begun.json()["failure"] == first


@pytest.mark.parametrize(
    "goal", ["not at(milk, milk)", "not open(frige)", "not dirty(fridge)", "dirty(apple)"]
)
def test_what_is_misspelt_or_of_another_type_is_no_goal(client: Any, goal: str) -> None:
    assert client.post("/v1/plan", json={**TASK, "problem": NO_GOAL, "goal": goal}).status_code == 422


@pytest.mark.parametrize("unclear", ["refuse", "ask", "model"])
def test_unclear_requirements_are_asked_back(client: Any, unclear: str) -> None:
    body: dict[str, Any] = {**TASK, "requirements": "Be gentle with the red cup.", "on_unclear": unclear}
    answer = client.post("/v1/plan", json=body)
    told = answer.json()
    assert (answer.status_code, told["status"], told["about"]) == (200, "question", "requirements")
    assert "gentle" in told["question"]
    begun = client.post("/v1/sessions", json=body)
    loop = begun.json()
    assert (begun.status_code, loop["status"], loop["about"]) == (201, "question", "requirements")
    assert (loop["question"], loop["readings"]) == (told["question"], told["readings"])
    kept = client.get(f"/v1/sessions/{loop['id']}").json()
    assert (kept["status"], kept["question"]) == ("question", told["question"])
    late = client.post(f"/v1/sessions/{loop['id']}", json={"done": True})
    assert late.status_code == 409  # it is over; the question is answered by a new one


def test_a_loop_keeps_the_requirements_that_are_clear_and_ignores_others_where_it_is_to(client: Any) -> None:
    body: dict[str, Any] = {**TASK, "requirements": "Be gentle with the red cup.", "on_unclear": "ignore"}
    told = client.post("/v1/sessions", json=body).json()
    assert told["status"] == "act"
    assert client.delete(f"/v1/sessions/{told['id']}").status_code == 204


def test_observations_are_typed(client: Any) -> None:
    told = client.post("/v1/sessions", json=TASK).json()
    for wrong in ({"added": [["at", "milk", "milk"]]}, {"facts": [["dirty", "fridge"]]}):
        answer = client.post(f"/v1/sessions/{told['id']}", json=wrong)
        assert answer.status_code == 422
        assert "is no" in answer.json()["error"]["message"]
    assert client.delete(f"/v1/sessions/{told['id']}").status_code == 204


def test_failures_of_sessions_have_the_shape_of_those_of_plans(client: Any) -> None:
    body: dict[str, Any] = {**TASK, "budget": 6}
    plan = client.post("/v1/plan", json=body).json()["failure"]
    session = client.post("/v1/sessions", json=body).json()["failure"]
    assert session.keys() == plan.keys()
    assert (session["cause"], session["smallest_budget"]) == (plan["cause"], plan["smallest_budget"])
    refused = client.post("/v1/sessions", json={**body, "problem": NO_GOAL, "goal": "dirty(apple)"}).json()
    assert refused["failure"].keys() == plan.keys()


@pytest.mark.parametrize(
    ("body", "status", "said"),
    [
        (b"", 422, "the body: it is missing"),
        (b'{"domain": "\xff"}', 400, "byte 12 is not UTF-8"),
        (json.dumps({**TASK, "rules": [5]}).encode(), 422, "rules.0: should be a string"),
    ],
    ids=["empty", "no UTF-8", "a rule that is a number"],
)
def test_what_is_wrong_is_said_in_words_of_the_body(client: Any, body: bytes, status: int, said: str) -> None:
    answer = client.post("/v1/plan", content=body, headers={"content-type": "application/json"})
    message = answer.json()["error"]["message"]
    assert (answer.status_code, said in message) == (status, True), message
    assert "[" not in message


def test_a_path_is_no_address_of_a_database() -> None:
    with pytest.raises(HostError, match=r"sqlite:////tmp/x/p\.db"):
        Store("/tmp/x/p.db")


_OF_THE_SERVER = (
    "detector",
    "embedder",
    "examples",
    "hmm",
    "model",
    "nouns",
    "observables",
    "observer",
    "rule_book",
    "state",
)


@pytest.mark.parametrize("name", _OF_THE_SERVER)
def test_fields_that_name_what_is_the_servers_are_refused(client: Any, name: str) -> None:
    assert client.post("/v1/plan", json={**TASK, name: "x"}).status_code == 422
    assert f"`{name}`" in (DOCS / "serve.md").read_text("utf-8")


class Trained(UniformHost):
    """A host whose model was trained to read sentences, and always writes one goal."""

    def _trained(self) -> Any:
        return self

    def beams(self, prompt: Any, constraint: Any, width: int) -> list[Any]:
        text = "at(apple, sink)"
        assert constraint.read(text) is not None
        return [(text, math.log(0.9))] if "soak" in prompt[-1]["content"] else []


def test_goals_plans_and_sessions_ask_the_model_that_was_trained_to_read(tmp_path: Path) -> None:
    body: dict[str, Any] = {**TASK, "problem": NO_GOAL, "instruction": "The apple could do with a good soak."}
    world = {name: body[name] for name in ("domain", "problem", "instruction")}
    with serving(tmp_path, Trained()) as client:
        told = client.post("/v1/goal", json=world).json()
        assert (told["status"], told["goal"]) == ("goal", [["at", "apple", "sink"]])
        assert client.post("/v1/plan", json=body).json()["status"] == "plan"
        assert client.post("/v1/sessions", json=body).status_code == 201
        asked = client.post("/v1/goal", json={**world, "instruction": "The apple could do with a good song."})
        assert asked.json()["status"] == "question"
