"""One request, one verdict: Python, options, TASK.yaml and a served request's JSON say the same of it."""

from __future__ import annotations

import asyncio
import base64
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from commands import flat, run

pytest.importorskip("PIL.Image")
pytest.importorskip("torch")
pytest.importorskip("transformers")

from verdicts import CASES, Case, Verdict, agrees, by_python, host, load_here, pictures_in, with_pictures

import clamp
from clamp.cli.options import flags_of
from clamp.hosts.jobs import PlanRequest
from clamp.request.form import ONLY_IN_FILES, TaskFile
from clamp.request.settings import Flag
from clamp.serve import gate
from clamp.serve.allowance import operator_caps
from clamp.serve.description import ConstraintSpec
from clamp.serve.remote import Bench, refusal_of


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return with_pictures(tmp_path_factory.mktemp("place"))


@pytest.fixture
def loading(monkeypatch: pytest.MonkeyPatch) -> None:
    load_here(monkeypatch)


# ------------------------------------------------------------------ the doors


def files(fields: Mapping[str, Any], folder: Path) -> dict[str, Any]:
    """The fields with files in place of what a command line reads from files."""
    found = dict(fields)
    for name in ("domain", "problem"):
        (folder / f"{name}.pddl").write_text(found[name])
        found[name] = str(folder / f"{name}.pddl")
    if "scene" in found:
        (folder / "scene.json").write_text(json.dumps(found["scene"]))
        found["scene"] = str(folder / "scene.json")
    return found


def told(result: Any) -> Verdict:
    """What a command says."""
    assert "Traceback" not in result.stderr
    if result.exit_code == 2:
        assert result.stdout == ""
        return Verdict("refused", flat(result.stderr))
    document = json.loads(result.stdout)
    assert (result.exit_code == 0) == (document["status"] == "plan")
    if document["status"] == "plan":
        acts = tuple(f"{one['name']}({', '.join(one['args'])})" for one in document["actions"])
        certificate, read = document["certificate"], document["timing"]["prompt_tokens"]
        unread = tuple(certificate["unread"])
        assert certificate["certified"] is not bool(unread)
        assert all(one in certificate["claim"] for one in unread)
        return Verdict("plan", actions=acts, read=read, unread=unread)
    return Verdict(document["failure"]["cause"], flat(document["failure"]["message"]))


def by_task_file(fields: Mapping[str, Any], place: Path, folder: Path) -> Verdict:
    found = files(fields, folder)
    if "images" in found:
        found["images"] = pictures_in(fields, place)
    (folder / "task.yaml").write_text(json.dumps(found))
    return told(run("plan", str(folder / "task.yaml"), "--json"))


def by_options(fields: Mapping[str, Any], place: Path, folder: Path) -> Verdict:
    options: list[str] = []
    for name, value in files(fields, folder).items():
        value = pictures_in(fields, place) if name == "images" else value
        unwritten = name not in TaskFile.model_fields or (name == "rules" and isinstance(value, dict))
        if name in ONLY_IN_FILES or unwritten:  # the command line has them in a file, beside its options
            (folder / "task.yaml").write_text(json.dumps({name: value}))
            options.append(str(folder / "task.yaml"))
            continue
        described = TaskFile.model_fields[name]
        commas = any(isinstance(one, Flag) and one.commas for one in described.metadata)
        flag = flags_of(name, described)[0]
        if value is True:
            options.append(flag)
            continue
        if isinstance(value, dict):
            each = [f"{key}={one}" for key, one in value.items()]
        else:
            listed = isinstance(value, list)
            each = [",".join(value)] if commas and listed else value if listed else [str(value)]
        options += [part for one in each for part in (flag, one)]
    return told(run("plan", *options, "--json"))


class InProcess:
    """Stands for the connection to the workshop's process."""

    bench: Bench

    @classmethod
    async def open(cls) -> InProcess:
        return cls()

    async def exchange(self, message: Any) -> Any:
        if "description" not in message:
            return self.bench.answer(message)
        try:
            self.bench = Bench(message["description"], operator_caps())
            refusal = self.bench.refusal()
        except Exception as error:  # as the workshop does
            refusal = refusal_of(error, operator_caps())
        return {} if refusal is None else {"refusal": refusal}

    def close(self) -> None: ...


def by_served_json(fields: Mapping[str, Any], place: Path, folder: Path) -> Verdict:
    """Through the server's gate to a model that writes under the description that was admitted."""
    description = {name: value for name, value in fields.items() if name not in ("images", "model")}
    content: list[dict[str, Any]] = [{"type": "text", "text": fields.get("instruction", "")}]
    for one in dict.fromkeys(fields.get("images", [])):
        picture = place / one
        data = base64.b64encode(picture.read_bytes() if picture.is_file() else b"").decode()
        content.insert(0, {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{data}"}})
    body = {
        "messages": [{"role": "user", "content": content}],
        "vllm_xargs": {"clamp": json.dumps(description)},
    }

    async def engine(scope: Any, receive: Any, send: Any) -> None:
        asked = json.loads((await receive())["body"])
        spec = ConstraintSpec.model_validate_json(asked["vllm_xargs"]["clamp"])
        writer = host("embedded" if "images" in fields else None)
        request = spec.request()
        constraint: Any = request.constrained(writer.vocabulary)
        shown = tuple(pictures_in(fields, place))
        prompt = request.messages(getattr(constraint, "constraint", constraint).budget)
        (found,) = writer.write([PlanRequest(prompt, constraint, images=shown)])
        choices = [{"text": found.text, "finish_reason": "stop"}]
        head = {
            "type": "http.response.start",
            "status": 200,
            "headers": [(b"content-type", b"application/json")],
        }
        await send(head)
        await send({"type": "http.response.body", "body": json.dumps({"choices": choices}).encode()})

    async def answered() -> Any:
        sent: list[Any] = []
        inbox: asyncio.Queue[Any] = asyncio.Queue()
        inbox.put_nowait({"type": "http.request", "body": json.dumps(body).encode()})

        async def send(message: Any) -> None:
            sent.append(message)

        headers = [(b"content-type", b"application/json")]
        scope: Any = {"type": "http", "method": "POST", "headers": headers}
        await gate.PlanGate(engine)(scope, inbox.get, send)
        return sent[0]["status"], json.loads(b"".join(one.get("body", b"") for one in sent[1:]))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gate, "start_workshop", lambda: "")
        patch.setattr(gate, "_AsyncLine", InProcess)
        status, answer = asyncio.run(answered())
    if status == 200:
        (choice,) = answer["choices"]
        assert choice["clamp"]["plan"] == "whole"
        acts = tuple(map(str, clamp.PlanFormat.calls().parse(choice["text"])))
        return Verdict("plan", actions=acts, unread=tuple(choice["clamp"]["certificate"]["unread"]))
    said = flat(answer["error"]["message"])
    if said.startswith("No plan exists ("):
        return Verdict(said.partition("(")[2].partition(")")[0], said)
    return Verdict("refused", said)


def served_verdict(one: Case) -> tuple[str, tuple[str, ...]]:
    """What is expected of the served door, which carries no field beside its own, and lists nothing."""
    unknown = [name for name in one.fields if name not in (*ConstraintSpec.model_fields, "images", "model")]
    if unknown:
        return "refused", (f"{unknown[0]!r}: unknown field",)
    if "images" in one.fields and "seen" not in one.fields and one.fields.get("constraints") != "token":
        return "refused", ("pictures", "`seen`")
    return ("plan", ()) if one.verdict == "any" else (one.verdict, one.words)


DOORS: dict[str, Callable[[Mapping[str, Any], Path, Path], Verdict]] = {
    "Python": by_python,
    "options": by_options,
    "TASK.yaml": by_task_file,
}


def test_there_are_forty_requests_and_pictures_among_them() -> None:
    assert len(CASES) >= 40
    assert sum("images" in one.fields for one in CASES.values()) >= 10


@pytest.mark.sampled(29)
@pytest.mark.filterwarnings("ignore:.*text-only model")
@pytest.mark.parametrize("name", CASES)
def test_one_request_has_one_verdict(name: str, loading: None, place: Path, tmp_path: Path) -> None:
    one = CASES[name]
    found = {door: ask(one.fields, place, tmp_path) for door, ask in DOORS.items()}
    if one.verdict == "any":
        assert len({(each.kind, each.actions) for each in found.values()}) == 1, found
    else:
        wrong = {door: each for door, each in found.items() if not agrees(each, one.verdict, one.words)}
        assert not wrong, wrong
    assert len({(each.actions, each.read) for each in found.values()}) == 1, found
    assert {each.unread for each in found.values()} == {one.unread}, found
    if one.served:
        return
    kind, words = served_verdict(one)
    served = by_served_json(one.fields, place, tmp_path)
    assert agrees(served, kind, words), served
    if kind == one.verdict == "plan":
        assert served.actions == found["Python"].actions
        assert served.unread == one.unread
