"""A server over real HTTP: what is asked, answered, bounded, kept and refused."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import gc
import json
import threading
import time
from collections.abc import Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from roots import EXAMPLES

for name in ("torch", "fastapi", "uvicorn", "sqlalchemy", "httpx", "opentelemetry"):
    pytest.importorskip(name)

import httpx  # noqa: E402
from http_server import DOMAIN, NO_GOAL, PROBLEM, TASK, serving  # noqa: E402
from uniform_host import UniformHost  # noqa: E402

from clamp.errors import HostError  # noqa: E402
from clamp.serve.allowance import Caps  # noqa: E402
from clamp.server.asked import Asked, Library  # noqa: E402
from clamp.server.service import Bounds, Service  # noqa: E402
from clamp.server.store import Store  # noqa: E402


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Generator[Any]:
    """One server for the tests that change nothing."""
    with serving(tmp_path_factory.mktemp("server"), UniformHost()) as found:
        yield found


def events_of(client: httpx.Client, body: Any) -> list[tuple[str, Any]]:
    found: list[tuple[str, Any]] = []
    with client.stream("POST", "/v1/plan", json={**body, "stream": True}) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        name = ""
        for line in answer.iter_lines():
            if line.startswith("event: "):
                name = line[7:]
            elif line.startswith("data: "):
                found.append((name, json.loads(line[6:])))
    return found


# ------------------------------------------------------------------ plans


def test_a_plan_is_certified_kept_and_told(client: Any) -> None:
    answer = client.post("/v1/plan", json={**TASK, "trace": True})
    told = answer.json()
    assert (answer.status_code, told["status"]) == (200, "plan")
    assert told["actions"][0].keys() == {"name", "args"}
    assert told["certificate"]["certified"]
    assert len(told["story"]["steps"]) == len(told["actions"])
    assert len(told["trace"]) == len(told["tokens"])
    assert any(step["rejected"] and step["rejected"][0]["reason"] for step in told["trace"])
    kept = client.get(f"/v1/plans/{told['id']}").json()
    assert kept["actions"] == told["actions"]
    assert kept["trace"] == told["trace"]
    assert kept["request"]["instruction"] == TASK["instruction"]
    assert "trace" not in client.get(f"/v1/plans/{told['id']}?trace=false").json()


def test_actions_are_streamed_and_are_those_of_the_plan(client: Any) -> None:
    found = events_of(client, TASK)
    names = [name for name, _ in found]
    assert names[:2] == ["accepted", "understood"]
    assert names[-1] == "plan"
    actions = [{"name": one["name"], "args": one["args"]} for name, one in found if name == "action"]
    assert actions == found[-1][1]["actions"]
    assert found[0][1]["id"] == found[-1][1]["id"]


def test_no_plan_says_why(client: Any) -> None:
    told = client.post("/v1/plan", json={**TASK, "budget": 6}).json()
    assert told["status"] == "no_plan"
    assert told["failure"]["cause"] == "budget"
    assert told["failure"]["smallest_budget"] == 13
    assert told["failure"]["message"]


def test_an_ambiguous_sentence_is_a_question_and_its_answer_a_plan(client: Any) -> None:
    body = {**TASK, "problem": NO_GOAL, "instruction": "Put the red cup in the fridge.", "budget": 10}
    told = client.post("/v1/plan", json=body).json()
    assert told["status"] == "question"
    assert len(told["readings"]) == 2
    for reading in told["readings"]:
        planned = client.post("/v1/plan", json={**body, "goal": reading["say"]}).json()
        assert planned["status"] == "plan"
        assert planned["goal"]["literals"] == reading["goal"]
        alone = {key: value for key, value in body.items() if key != "instruction"}
        same = client.post("/v1/plan", json={**alone, "goal": reading["say"]}).json()  # in place of words
        assert (same["status"], same["actions"]) == ("plan", planned["actions"])
    assert client.post("/v1/plan", json={**alone, "goal": "at(red_cup"}).status_code == 422
    assert client.post("/v1/plan", json={**body, "yes": True}).json()["status"] == "plan"


def test_requirements_bind_and_unclear_ones_are_asked_back(client: Any) -> None:
    told = client.post("/v1/plan", json={**TASK, "requirements": "Never pick up the apple."}).json()
    assert told["status"] == "plan"
    assert told["requirements"][0]["status"] == "understood"
    told = client.post("/v1/plan", json={**TASK, "requirements": "Be gentle with the red cup."}).json()
    assert (told["status"], told["about"]) == ("question", "requirements")
    assert "gentle" in told["question"]


def test_goals_and_rules_are_read(client: Any) -> None:
    world = {"domain": DOMAIN, "problem": PROBLEM}
    told = client.post("/v1/goal", json={**world, "instruction": "Put the milk in the fridge."}).json()
    assert (told["status"], told["goal"]) == ("goal", [["at", "milk", "fridge"]])
    told = client.post("/v1/goal", json={**world, "instruction": "Put the red cup in the fridge."}).json()
    assert told["status"] == "question"
    assert len(told["readings"]) == 2
    body = {**world, "requirements": "Never go to the table.", "actions": [{"name": "go", "args": ["table"]}]}
    told = client.post("/v1/rules", json=body).json()
    assert told["status"] == "understood"
    assert told["judgement"]["broken"] == 1
    assert client.post("/v1/rules", json={**world, "rules": ["G !nonsense(("]}).status_code == 422


def test_what_is_registered_is_referred_to_by_id(client: Any) -> None:
    made = client.post("/v1/domains", json={"domain": DOMAIN})
    assert made.status_code == 201
    domain = made.json()["id"]
    problem = client.post("/v1/domains", json={"domain": domain, "problem": PROBLEM}).json()["problem"]
    again = client.post("/v1/domains", json={"domain": DOMAIN, "problem": PROBLEM}).json()
    assert (again["id"], again["problem"]) == (domain, problem)
    for body in (
        {"domain": domain, "problem": problem},
        {"problem": problem},
        {"domain": domain, "problem": PROBLEM},
    ):
        told = client.post("/v1/plan", json={**body, "instruction": TASK["instruction"]}).json()
        assert told["status"] == "plan", told
    assert [one["id"] for one in client.get("/v1/domains").json()["domains"]] == [domain]
    assert client.get(f"/v1/domains/{problem}").json()["text"] == PROBLEM
    assert client.delete(f"/v1/domains/{domain}").status_code == 204
    assert client.get("/v1/domains").json() == {"domains": []}
    gone = client.post("/v1/plan", json={"problem": problem, "instruction": "Tidy up."})
    assert gone.status_code == 422
    assert problem in gone.json()["error"]["message"]


def test_a_scene_says_how_things_are_and_pictures_come_as_data(client: Any) -> None:
    example = client.get("/examples/drawer").json()["fields"]
    told = client.post("/v1/plan", json=example).json()
    assert told["status"] == "plan", told
    assert told["scene"]["views"]
    kept = client.get(f"/v1/plans/{told['id']}").json()
    assert "images" not in kept["request"]


# ------------------------------------------------------------------ what is refused


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"domain": "/etc/passwd"}, "PDDL text"),
        ({"domain": "domain-0123456789abcdef"}, "no domain"),
        ({"images": ["/etc/passwd"]}, "not opened"),
        ({"images": ["http://127.0.0.1:1/x.png"]}, "not opened"),
        ({"images": ["data:image/png;base64,QUJD"]}, "cannot be read"),
        ({"scene": "scene.json"}, "scene"),
        ({"detector": "model"}, "names a model or a file"),
        ({"embedder": "model"}, "names a model or a file"),
        ({"examples": "/etc/passwd"}, "names a model or a file"),
        ({"budget": 10**6}, "at most 1,000"),
        ({"budget": -1}, "budget"),
        ({"budget": "many"}, "budget"),
        ({"nonsense": 1}, "nonsense"),
        ({"adaptation": "otta"}, "otta"),
        ({"particles": 4000}, "at most 32"),
        ({"instruction": "\ud800"}, "surrogate"),
        ({"instruction": "a\0b"}, "null character"),
        ({"instruction": "a" * 5000}, "characters"),
        ({"instruction": None}, "instruction"),
        ({"world": "eai:27_2"}, "not both"),
        ({"goal": "nonsense(milk)"}, "nonsense"),
        ({"rules": ["G !("]}, "("),
        ({"format": "no such format"}, "format"),
    ],
    ids=str,
)
def test_bad_input_is_said_and_never_a_defect(client: Any, change: dict[str, Any], said: str) -> None:
    body = json.dumps({**TASK, **change}).encode()
    answer = client.post("/v1/plan", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 422, answer.text
    assert said in answer.json()["error"]["message"]


@pytest.mark.parametrize("name", ["libero:/etc/x.bddl", "libero:../x", "eai:a/b/c", "eai:", "nonsense:x"])
def test_a_world_is_named_and_is_no_path(client: Any, name: str) -> None:
    answer = client.post("/v1/plan", json={"world": name})
    assert answer.status_code == 422, answer.text


@pytest.mark.parametrize("body", [b"{", b"[]", b"nonsense", b"\xff", b"[" * 100_000, b'{"budget": NaN}'])
def test_what_is_no_request_is_refused(client: Any, body: bytes) -> None:
    answer = client.post("/v1/plan", content=body, headers={"content-type": "application/json"})
    assert answer.status_code in (400, 422), answer.text
    assert answer.json()["error"]["message"]


def test_there_is_no_path_to_a_file(client: Any) -> None:
    for path in (
        "/page/../app.py",
        "/page/..%2f..%2fapp.py",
        "/page/examples",
        "/page/%2fetc%2fpasswd",
        "/examples/../x",
    ):
        assert client.get(path).status_code == 404, path
    assert client.get("/v1/plans/..%2f..").status_code == 404


def test_a_large_body_is_refused_before_it_is_read(tmp_path: Path) -> None:
    with serving(tmp_path, UniformHost(), bounds=Bounds(body=20_000, picture=1_000)) as client:
        large = client.post("/v1/plan", json={**TASK, "instruction": "a" * 30_000})
        assert large.status_code == 413

        def pieces() -> Iterator[bytes]:
            for _ in range(50):
                yield b" " * 1_000

        assert (
            client.post(
                "/v1/plan", content=pieces(), headers={"content-type": "application/json"}
            ).status_code
            == 413
        )
        picture = base64.b64encode(b"x" * 2_000).decode()
        answer = client.post("/v1/plan", json={**TASK, "images": [picture]})
        assert answer.status_code == 422
        assert "at most 1,000" in answer.json()["error"]["message"]


def test_tokens_are_asked_for_but_not_for_health_and_the_page(tmp_path: Path) -> None:
    tokens = ["a-token-of-this-test", "another-token-of-it!"]
    with serving(tmp_path, UniformHost(), tokens=tokens, hosts=["127.0.0.1"]) as client:
        assert client.get("/healthz").status_code == 200
        assert client.get("/").status_code == 200
        assert client.get("/page/view.js").status_code == 200
        for path in ("/metrics", "/v1/domains", "/openapi.json", "/examples"):
            assert client.get(path).status_code == 401, path
        for wrong in (
            "Bearer nonsense",
            "Basic a-token-of-this-test",
            "Bearer",
            "Bearer a-token-of-this-tes",
        ):
            assert client.get("/v1/domains", headers={"authorization": wrong}).status_code == 401
        for token in tokens:
            right = {"authorization": f"Bearer {token}"}
            assert client.get("/v1/domains", headers=right).status_code == 200
        assert client.get("/healthz", headers={"host": "evil.example"}).status_code == 421


# ------------------------------------------------------------------ the queue, time, who leaves


def wait_until(holds: Any, seconds: float = 20) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it did not come to be so"
        time.sleep(0.01)


def test_a_full_queue_says_when_to_come_again(tmp_path: Path) -> None:
    with serving(tmp_path, UniformHost(seconds=0.02), bounds=Bounds(queue=1)) as client:
        service: Service = client.service
        threads = [
            threading.Thread(target=client.post, args=("/v1/plan",), kwargs={"json": TASK}) for _ in range(2)
        ]
        for number, thread in enumerate(threads):
            thread.start()
            wait_until(lambda number=number: service.desk.busy and service.desk.waiting == number)
        refused = client.post("/v1/plan", json=TASK)
        assert refused.status_code == 429
        assert int(refused.headers["retry-after"]) >= 1
        for thread in threads:
            thread.join()
        assert "clamp_queue_full_total 1.0" in client.get("/metrics").text


def test_who_leaves_frees_the_slot(tmp_path: Path) -> None:
    host = UniformHost(seconds=0.05)
    with serving(tmp_path, host) as client:
        service: Service = client.service
        with contextlib.suppress(httpx.ReadTimeout):
            client.post("/v1/plan", json=TASK, timeout=0.5)
        wait_until(lambda: not service.desk.busy)
        assert host.written < 60  # of some 160
        with client.stream("POST", "/v1/plan", json={**TASK, "stream": True}) as answer:
            for line in answer.iter_lines():
                if line.startswith("event: action"):
                    break
        wait_until(lambda: not service.desk.busy)
        assert host.written < 120
        host.seconds = 0
        assert client.post("/v1/plan", json=TASK).json()["status"] == "plan"
        assert 'clamp_given_up_total{why="client"} 2.0' in client.get("/metrics").text


def test_who_leaves_the_queue_leaves_no_complaint_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    host = UniformHost(seconds=0.02)
    with serving(tmp_path, host, bounds=Bounds(together=1)) as client:

        def begun(_: int) -> None:
            with client.stream("POST", "/v1/plan", json={**TASK, "stream": True}) as answer:
                next(answer.iter_lines())

        with ThreadPoolExecutor(6) as pool:
            list(pool.map(begun, range(6)))
        wait_until(lambda: not (client.service.desk.busy or client.service.desk.waiting))
        client.get("/healthz")
        gc.collect()
    assert not [one for one in caplog.records if one.name == "asyncio"]


def test_time_that_is_up_is_a_failure_by_a_limit(tmp_path: Path) -> None:
    host = UniformHost(seconds=0.05)
    with serving(tmp_path, host, bounds=Bounds(seconds=0.5)) as client:
        told = client.post("/v1/plan", json=TASK).json()
        assert (told["status"], told["failure"]["cause"]) == ("no_plan", "limit")
        assert client.get(f"/v1/plans/{told['id']}").json()["failure"]["cause"] == "limit"
        wait_until(lambda: not client.service.desk.busy)
        assert events_of(client, TASK)[-1][1]["failure"]["cause"] == "limit"


def test_many_clients_at_once_all_get_their_own(client: Any) -> None:
    async def all_of_them() -> list[Any]:
        async with httpx.AsyncClient(base_url=client.base_url, timeout=60) as link:
            bodies = [{**TASK, "budget": 13 + number % 4, "seed": number} for number in range(24)]
            return await asyncio.gather(*(link.post("/v1/plan", json=one) for one in bodies))

    told = [one.json() for one in asyncio.run(all_of_them())]
    assert [one["budget"] for one in told] == [13 + number % 4 for number in range(24)]
    assert all(one["status"] == "plan" and len(one["actions"]) <= one["budget"] for one in told)
    assert len({one["id"] for one in told}) == 24


def test_one_request_that_ends_the_writing_ends_no_other(tmp_path: Path) -> None:
    """A host that fails over one of several that are written side by side writes the others all the same."""

    class Picky(UniformHost):
        def _run(self, requests: Any, *given: Any) -> Any:
            if any("never" in str(one.prompt) for one in requests):
                raise HostError("it does not like this one")
            yield from super()._run(requests, *given)

    with serving(tmp_path, Picky()) as client:

        async def all_of_them() -> list[Any]:
            async with httpx.AsyncClient(base_url=client.base_url, timeout=60) as link:
                said = [
                    "Put the milk away.",
                    "Put the milk away, never mind how.",
                    "Wash the red cup.",
                    "Tidy up.",
                ]
                bodies = [{**TASK, "instruction": one} for one in said]
                return await asyncio.gather(*(link.post("/v1/plan", json=one) for one in bodies))

        codes = [one.status_code for one in asyncio.run(all_of_them())]
        assert codes == [200, 422, 200, 200]


# ------------------------------------------------------------------ what outlives a server


def test_plans_outlive_the_server_and_the_oldest_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from clamp.server import store

    monkeypatch.setattr(store, "_PRUNED_EVERY", 4)
    with serving(tmp_path, UniformHost(), keep=3) as client:
        keys = [client.post("/v1/plan", json={**TASK, "trace": True}).json()["id"] for _ in range(5)]
        client.service.store.begin("plan-open", {})
    with serving(tmp_path, UniformHost()) as client:
        assert client.get("/v1/plans/plan-open").json()["status"] == "interrupted"
        answers = [client.get(f"/v1/plans/{key}") for key in keys]
        assert answers[-1].json()["status"] == "plan"
        assert answers[-1].json()["trace"]
        assert answers[0].status_code == 404


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("nonsense", "no database's address"),
        ("sqlite://", "in memory"),
        ("sqlite:////no/such/folder/x.db", "cannot be used"),
    ],
)
def test_a_database_that_cannot_be_used_is_refused(url: str, said: str) -> None:
    with pytest.raises(HostError, match=said):
        Store(url)


# ------------------------------------------------------------------ closed loops


def begun(client: Any, **changes: Any) -> dict[str, Any]:
    answer = client.post("/v1/sessions", json={**TASK, "instruction": "Put the milk away.", **changes})
    assert answer.status_code == 201, answer.text
    return answer.json()


def test_a_closed_loop_reaches_its_goal_by_reports(client: Any) -> None:
    told = begun(client, budget=30)
    done: list[Any] = []
    while told["status"] == "act":
        done.append(told["action"])
        told = client.post(f"/v1/sessions/{told['id']}", json={}).json()
        assert len(done) <= 30
    assert told["status"] == "goal"
    kept = client.get(f"/v1/sessions/{told['id']}").json()
    assert [{"name": one["name"], "args": one["args"]} for one in kept["steps"]] == done
    over = client.post(f"/v1/sessions/{told['id']}", json={})
    assert over.status_code == 409


def test_a_closed_loop_plans_again_where_things_are_otherwise(client: Any) -> None:
    """Somebody puts the milk away meanwhile, and cleans the cup: what is left is done, and nothing else."""
    told = begun(client, budget=30)
    told = client.post(
        f"/v1/sessions/{told['id']}",
        json={
            "facts": [
                ["robot-at", "shelf"],
                ["hand-empty"],
                ["at", "milk", "fridge"],
                ["at", "red_cup_1", "shelf"],
                ["at", "red_cup_2", "shelf"],
                ["at", "apple", "fridge"],
                ["open", "fridge"],
            ]
        },
    ).json()
    done: list[str] = []
    while told["status"] == "act":
        done.append(told["action"]["name"])
        told = client.post(f"/v1/sessions/{told['id']}", json={}).json()
        assert len(done) <= 30
    assert told["status"] == "goal"
    assert "close" in done
    assert "wash" not in done


def test_a_closed_loop_bears_with_denials_and_nonsense(client: Any) -> None:
    told = begun(client, budget=20)
    url = f"/v1/sessions/{told['id']}"
    for wrong in (
        {"facts": [["nonsense", "milk"]]},
        {"seen": ["nonsense"]},
        {"facts": [[]]},
        {"facts": [], "added": []},
    ):
        assert client.post(url, json=wrong).status_code == 422
    first = told["action"]
    told = client.post(url, json={"done": False}).json()
    assert told["status"] != "act" or told["action"] != first  # not tried again in the same situation
    assert client.delete(url).status_code == 204
    wait_until(lambda: client.get(url).json()["status"] == "closed")
    assert client.delete("/v1/sessions/nonsense").status_code == 404
    assert client.get("/v1/sessions/nonsense").status_code == 404


def test_closed_loops_are_bounded(tmp_path: Path) -> None:
    with serving(tmp_path, UniformHost(), bounds=Bounds(sessions=1, idle=0.4)) as client:
        told = begun(client)
        assert client.post("/v1/sessions", json=TASK).status_code == 429
        wait_until(lambda: client.get(f"/v1/sessions/{told['id']}").json()["status"] == "expired")
        again = begun(client)
    with serving(tmp_path, UniformHost()) as client:
        assert client.get(f"/v1/sessions/{again['id']}").json()["status"] == "interrupted"
        assert client.post(f"/v1/sessions/{again['id']}", json={}).status_code == 409


# ------------------------------------------------------------------ for operators


def test_figures_are_prometheus_text(client: Any) -> None:
    parser = pytest.importorskip("prometheus_client.parser")
    client.post("/v1/plan", json={**TASK, "budget": 3})
    text = client.get("/metrics").text
    found = {family.name for family in parser.text_string_to_metric_families(text)}
    assert {
        "clamp_constraint_seconds",
        "clamp_undecided_share",
        "clamp_refusals",
        "clamp_problem_cache",
        "clamp_queue_depth",
        "clamp_plans",
    } <= found
    assert 'clamp_refusals_total{cause="budget"}' in text
    assert 'clamp_problem_cache_total{outcome="hit"}' in text


def test_spans_are_recorded(client: Any) -> None:
    sdk = pytest.importorskip("opentelemetry.sdk.trace")
    from opentelemetry import trace
    from opentelemetry.sdk.trace.export import SimpleSpanProcessor
    from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

    exporter = InMemorySpanExporter()
    provider = sdk.TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    trace.set_tracer_provider(provider)
    parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    told = client.post("/v1/plan", json=TASK, headers={"traceparent": parent}).json()
    spans = {one.name: one for one in exporter.get_finished_spans()}
    assert {"plan", "plan.write", "plan.keep", "plan.read"} <= spans.keys()
    whole = spans["plan"]
    assert whole.attributes is not None
    assert whole.attributes["clamp.id"] == told["id"]
    assert format(whole.context.trace_id, "032x") == parent.split("-")[1]
    assert spans["plan.write"].parent.span_id == whole.context.span_id


def test_the_interface_is_described_from_the_one_request(client: Any) -> None:
    found = client.get("/openapi.json").json()
    paths = found["paths"]
    for path in (
        "/v1/plan",
        "/v1/goal",
        "/v1/rules",
        "/v1/plans/{key}",
        "/v1/domains",
        "/v1/sessions",
        "/healthz",
        "/metrics",
    ):
        assert path in paths
    fields = found["components"]["schemas"]["Asked"]["properties"]
    given = set(Asked.model_fields) - {"detector", "embedder", "examples"}
    assert set(fields) == given
    assert fields["budget"]["description"] == Asked.model_fields["budget"].description


def test_pages_run_no_script_but_their_own(client: Any) -> None:
    for path in ("/", "/page/view.js", "/healthz", "/v1/plans/nonsense"):
        answer = client.get(path)
        assert "script-src 'self'" in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"
    page = client.get("/").text
    assert "http://" not in page
    assert "https://" not in page


def test_the_examples_are_those_of_the_repository_and_each_is_answered(client: Any) -> None:
    expected = {
        "kitchen": "plan",
        "drawer": "plan",
        "rules": "plan",
        "question": "question",
        "impossible": "no_plan",
    }
    listed = [one["id"] for one in client.get("/examples").json()["examples"]]
    assert listed == list(expected)
    for key, status in expected.items():
        assert (
            client.post("/v1/plan", json=client.get(f"/examples/{key}").json()["fields"]).json()["status"]
            == status
        )
    import clamp.server.page

    copies = Path(clamp.server.page.__file__).parent / "examples"
    for folder, original in (("kitchen", "kitchen"), ("cooking", "cooking"), ("drawer", "libero/drawer")):
        for copy in (copies / folder).iterdir():
            assert copy.read_bytes() == (EXAMPLES / original / copy.name).read_bytes(), copy


def test_no_more_is_planned_for_one_request_than_the_operator_allows() -> None:
    library = Library(lambda key: None, Caps(actions=5, text=100_000))
    asked = Asked.model_validate(TASK)
    with pytest.raises(Exception, match="at most 5"):
        library.request(asked)
    with pytest.raises(Exception, match="at most 10"):
        Library(lambda key: None, Caps(text=10)).request(asked)
    limits = {"seconds": 500.0, "states": 10**9}
    capped = Library(lambda key: None, Caps(seconds=2.0)).request(
        Asked.model_validate({**TASK, "limits": limits})
    )
    found = capped.configuration.search_limits
    assert found is not None
    assert (found.seconds, found.states) == (2.0, 1_000_000)
