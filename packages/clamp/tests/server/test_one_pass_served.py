"""Goal and plan in one text, asked for over HTTP: the answers of Python, and what is not borne out is asked back."""

from __future__ import annotations

import json
from collections.abc import Generator
from typing import Any

import pytest

for name in ("torch", "transformers", "fastapi", "uvicorn", "sqlalchemy", "httpx", "opentelemetry"):
    pytest.importorskip(name)

from http_server import DOMAIN, NO_GOAL, PROBLEM, serving  # noqa: E402
from roots import EXAMPLES  # noqa: E402
from tiny_models import model, tokenizer  # noqa: E402

import clamp  # noqa: E402
from clamp.planning.goals import with_literals  # noqa: E402
from clamp.planning.task import TRUE  # noqa: E402

READ, WRITTEN = "Put the milk in the fridge", "Let the apple get to the sink"
BODY: dict[str, Any] = {"domain": DOMAIN, "problem": NO_GOAL, "one_pass": True, "budget": 9}
SCENE = json.loads((EXAMPLES / "kitchen" / "scene.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def planner() -> clamp.Planner:
    return clamp.Planner(model(), tokenizer(), name="tiny")


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory, planner: clamp.Planner) -> Generator[Any]:
    with serving(tmp_path_factory.mktemp("server"), planner) as found:
        yield found


@pytest.fixture(scope="module")
def kitchen() -> clamp.Problem:
    return clamp.Problem.from_pddl(
        EXAMPLES / "kitchen" / "domain.pddl", EXAMPLES / "kitchen" / "problem.pddl"
    ).with_goal(TRUE)


@pytest.mark.parametrize(("sentence", "reader"), [(READ, "reader"), (WRITTEN, "model")])
def test_it_is_what_python_says(
    client: Any, planner: clamp.Planner, kitchen: clamp.Problem, sentence: str, reader: str
) -> None:
    told = client.post("/v1/plan", json={**BODY, "instruction": sentence}).json()
    ours = planner.plan(kitchen, sentence, one_pass=True, budget=9, trace=False)
    assert (told["status"], told["text"]) == ("plan", ours.text)
    assert ours.goal is not None
    assert told["goal"]["literals"] == [one.to_json() for one in ours.goal]
    assert (told["goal"]["read_by"], told["goal"]["text"][:11]) == (reader, "At the end,")
    actions = [clamp.Action(one["name"], tuple(one["args"])) for one in told["actions"]]
    assert with_literals(kitchen, ours.goal).validate(actions).valid
    assert client.get(f"/v1/plans/{told['id']}").json()["goal"] == told["goal"]


@pytest.mark.parametrize("sentence", [READ, "Feed the cat", "Close the fridge", "Wash the red cup."])
def test_what_the_readers_say_is_said_in_two_passes_and_in_one(client: Any, sentence: str) -> None:
    one, two = (
        client.post("/v1/plan", json={**BODY, "instruction": sentence, "one_pass": way}).json()
        for way in (True, False)
    )
    same = ("status", "question", "about", "readings", "failure", "goal", "text")
    assert {key: one.get(key) for key in same} == {key: two.get(key) for key in same}


def test_a_goal_that_the_sentence_does_not_bear_out_is_asked_back_and_its_answer_planned(client: Any) -> None:
    body = {**BODY, "instruction": "Let the apple and the milk get to the sink", "temperature": 1.0}
    told = [client.post("/v1/plan", json={**body, "seed": seed}).json() for seed in range(6)]
    asked = [one for one in told if one["status"] == "question"]
    assert asked
    for one in asked:
        assert one["about"] == "goal"
        assert one["question"]
        assert not one.get("actions")
    (reading,) = asked[0]["readings"]
    answer = {**body, "one_pass": False, "goal": reading["say"]}
    planned = client.post("/v1/plan", json=answer).json()
    assert (planned["status"], planned["goal"]["literals"]) == ("plan", reading["goal"])


def test_a_scene_stands_for_the_problem(client: Any) -> None:
    body = {"domain": DOMAIN, "scene": SCENE, "one_pass": True, "budget": 9}
    for sentence, reader in ((READ, "reader"), (WRITTEN, "model")):
        told = client.post("/v1/plan", json={**body, "instruction": sentence}).json()
        assert (told["status"], told["goal"]["read_by"]) == ("plan", reader), told
    unseen = [{**one, "seen": one["id"] != "sink"} for one in SCENE["entities"]]
    told = client.post(
        "/v1/plan", json={**body, "scene": {**SCENE, "entities": unseen}, "instruction": WRITTEN}
    ).json()
    assert told["status"] != "plan"
    assert "sink" in json.dumps(told)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"problem": PROBLEM}, "has a goal"),
        ({"goal": "open(fridge)"}, "`goal`"),
        ({"yes": True}, "`yes`"),
        ({"stream": True}, "streamed"),
        ({"constraints": "token"}, "without 'goal'"),
        ({"one_pass": "perhaps"}, "one_pass"),
        ({"instruction": " "}, "empty"),
        ({"visibility": dict.fromkeys([one["id"] for one in SCENE["entities"]], -1.0)}, "log weights"),
    ],
    ids=str,
)
def test_what_does_not_go_with_it_is_refused(client: Any, change: dict[str, Any], said: str) -> None:
    answer = client.post("/v1/plan", json={**BODY, "instruction": WRITTEN, **change})
    assert answer.status_code == 422, answer.text
    assert said in answer.json()["error"]["message"]


def test_no_closed_loop_is_written_so(client: Any) -> None:
    answer = client.post("/v1/sessions", json={**BODY, "instruction": READ})
    assert (answer.status_code, "one_pass" in answer.text) == (422, True)
