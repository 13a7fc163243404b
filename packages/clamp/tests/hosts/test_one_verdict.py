"""One request, one verdict: Python, options, TASK.yaml and a served request's JSON say the same of it."""

from __future__ import annotations

import asyncio
import base64
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from commands import flat, run

Image = pytest.importorskip("PIL.Image")
pytest.importorskip("torch")
pytest.importorskip("transformers")

import clamp  # noqa: E402
from clamp.cli.options import flags_of  # noqa: E402
from clamp.errors import ClampError  # noqa: E402
from clamp.hosts.jobs import PlanRequest  # noqa: E402
from clamp.hosts.planner import Planner  # noqa: E402
from clamp.perception import Scene  # noqa: E402
from clamp.perception.detection import Detection, Detector  # noqa: E402
from clamp.request.form import ONLY_IN_FILES, TaskFile  # noqa: E402
from clamp.request.settings import Flag  # noqa: E402
from clamp.serve import gate  # noqa: E402
from clamp.serve.allowance import operator_caps  # noqa: E402
from clamp.serve.description import ConstraintSpec  # noqa: E402
from clamp.serve.remote import Bench, refusal_of  # noqa: E402

DOMAIN = """(define (domain counter) (:requirements :strips :typing) (:types thing place)
  (:predicates (at ?x - thing ?p - place) (held ?x - thing) (free) (sunny))
  (:action pick :parameters (?x - thing ?p - place) :precondition (and (free) (at ?x ?p))
    :effect (and (held ?x) (not (free)) (not (at ?x ?p))))
  (:action put :parameters (?x - thing ?p - place) :precondition (held ?x)
    :effect (and (free) (at ?x ?p) (not (held ?x)))))"""
PROBLEM = """(define (problem lunch) (:domain counter)
  (:objects wine_bottle milk apple - thing table basket shelf - place)
  (:init (free) (at wine_bottle table) (at milk table) (at apple shelf)) (:goal (at wine_bottle basket)))"""
NEVER = PROBLEM.replace("(at wine_bottle basket))", "(and (at wine_bottle basket) (sunny)))")

BOTTLE = "Put the wine bottle in the basket."
BANANA = "Put the banana in the basket."
SEEN = ["table", "basket", "wine_bottle", "milk"]


def scene(*names: str, views: bool = True, **more: Mapping[str, Any]) -> dict[str, Any]:
    """A scene in JSON, on a picture of 64 × 48; fields of single entities by their id."""
    size = {"views": {"front": {"width": 64, "height": 48}}} if views else {}
    return {**size, "entities": [{"id": name, **more.get(name, {})} for name in names or SEEN]}


ALL = scene()


@dataclass(frozen=True)
class Case:
    """A request and its verdict.

    Attributes:
        fields: As TASK.yaml has them; a scene stands for its file, a picture's name for a picture of the test's.
        verdict: ``"plan"``, the cause of a failure, the class of an error, or ``"any"``: the same everywhere.
        words: What each message says.
        served: Why vLLM itself is to refuse it when it is served. Otherwise a served request gets the same verdict;
            or it is told which field it cannot carry, or that pictures need `seen`.
        unread: The clauses for which no door's plan is certified.
    """

    fields: Mapping[str, Any]
    verdict: str = "plan"
    words: tuple[str, ...] = ()
    served: str = ""
    unread: tuple[str, ...] = ()


def case(
    verdict: str = "plan", *words: str, served: str = "", unread: tuple[str, ...] = (), **fields: Any
) -> Case:
    given = {"domain": DOMAIN, "problem": PROBLEM, "instruction": BOTTLE} | fields
    return Case({name: one for name, one in given.items() if one is not None}, verdict, words, served, unread)


ERROR, SIGHT = "ConstraintError", "SceneError"
READS = "vLLM reads pictures itself, and they belong to no view"
CASES: dict[str, Case] = {
    # -------------------------------------------------------------- words alone
    "everything is seen": case(),
    "a list is seen": case(seen=SEEN),
    "a list is seen, with spaces": case(seen=[f" {one} " for one in SEEN]),
    "nothing is seen": case("unseen", "Every action", seen=[], instruction="Tidy up."),
    "what the goal needs is not seen": case("unseen", "wine_bottle", seen=["table", "basket", "milk"]),
    "a way is not seen": case("unseen", "basket", seen=["table", "wine_bottle"], instruction="Tidy up."),
    "seen: unknown": case(ERROR, "milc", seen=["milc", *SEEN]),
    "no such goal": case("unreachable", problem=NEVER),
    "budget: too small": case("budget", "2", budget=1),
    "budget: 0": case(ERROR, "budget", budget=0),
    "slack: 0": case(slack=0),
    "slack: without a goal": case(ERROR, "slack", "goal", slack=1, constraints="grounded"),
    "guidance: without an HMM": case(ERROR, "guidance", "HMM", guidance=0.5),
    "lookahead: without an HMM": case(ERROR, "lookahead", lookahead="action"),
    "format: unknown": case("PlanFormatError", "cals", format="cals"),
    "constraints: unknown": case(ERROR, "worlds", constraints="worlds"),
    "limits: nothing": case(ERROR, "limits", limits={"states": 0}),
    "rule: kept": case(rules=["G !do:pick(milk, table)"]),
    "rule: broken": case("rules", rules=["G !do:pick(wine_bottle, table)"]),
    "rule: unreadable": case("RuleError", "G !(", rules=["G !("]),
    "requirement: understood": case(requirements="Never pick the milk."),
    "requirement: unclear": case("RuleError", "flubber", requirements="Mind the flubber."),
    "requirement: unclear, left out": case(
        requirements="Mind the flubber.", on_unclear="ignore", unread=("Mind the flubber",)
    ),
    "requirement: partly unclear, left out": case(
        requirements="Never pick the milk. Mind the flubber. Mind the frob.",
        on_unclear="ignore",
        unread=("Mind the flubber", "Mind the frob"),
    ),
    "requirement: blank": case(ERROR, "requirements", requirements="  "),
    "visibility: soft": case(visibility=dict.fromkeys([*SEEN, "apple", "shelf"], -1.0)),
    "visibility: above 0": case(ERROR, "0.5", visibility={"milk": 0.5}),
    "visibility: some alone": case(ERROR, "visibility", visibility={"milk": -0.5}),
    "particles: of nothing": case(ERROR, "particles", particles=2, constraints="none"),
    "recovery: of what holds": case(ERROR, "recovery", recovery="paper"),
    "constraints: all by name": case(constraints=["syntax", "visibility", "executability", "goal"]),
    "constraints: some": case("any", constraints=["syntax", "executability"], budget=2),
    "constraints: unknown in a list": case(ERROR, "gaol", constraints=["syntax", "gaol"]),
    "constraints: without syntax": case(ERROR, "need 'syntax'", constraints=["executability", "goal"]),
    "seen: twice": case(seen=[*SEEN, "milk"]),
    "seen: nothing's name": case(ERROR, "seen", seen=[*SEEN, ""]),
    "budget: a fraction": case(ERROR, "budget", "whole number", budget=1.5),
    "budget: a slip": case(ERROR, "budget", "1", budget=10**7),
    "slack: negative": case(ERROR, "slack", slack=-1),
    "loops": case(loops=True, budget=6),
    "limits: unknown": case(ERROR, "stats", "did you mean 'states'", limits={"stats": 3}),
    "limits: of seconds, none": case(ERROR, "seconds", limits={"seconds": 0}),
    "semantics: unknown": case(ERROR, "semantics", "'joint'", semantics="both"),
    "on_unclear: unknown": case(ERROR, "unclear", "'refuse'", on_unclear="guess"),
    "rules: by name": case(rules={"hands off": "G !do:pick(milk, table)"}),
    "rules: by name, with reasons": case(
        "rules", rules={"stay": {"rule": "G !do:pick(wine_bottle, table)", "because": "it is full"}}
    ),
    "rules: by name, unreadable": case("RuleError", "G !(", rules={"stay": "G !("}),
    "rules: by name, unknown field": case(
        ERROR, "becuse", "'because'", rules={"a": {"rule": "G a", "becuse": "x"}}
    ),
    "rules: twice": case("RuleError", "two rules", rules=["G !do:pick(milk, table)"] * 2),
    "rules: against each other": case("rules", rules=["G !do:pick(milk, table)", "F do:pick(milk, table)"]),
    "rules: of nothing": case("RuleError", "dragon", rules=["G !do:pick(dragon, table)"]),
    "temperature: negative": case(ERROR, "temperature", temperature=-1.0),
    "seed: negative": case(ERROR, "seed", seed=-1),
    "max_new_tokens: 0": case(ERROR, "tokens", max_new_tokens=0),
    "max_new_tokens: few": case("length", "3 tokens", max_new_tokens=3),
    "particles: 0": case(ERROR, "particles", particles=0),
    "sampled: of one": case(sampled=True),
    "chat template: the host's": case(ERROR, "'tokenize'", chat_template_kwargs={"tokenize": False}),
    "adaptation: without an HMM": case(ERROR, "adaptation", "HMM", adaptation="otta"),
    "pseudocount: of nothing": case(ERROR, "pseudocount", pseudocount=0.5),
    "nothing enforced": case("any", constraints="none", max_new_tokens=5),
    "nothing enforced, slack": case(ERROR, "slack", constraints="none", max_new_tokens=5, slack=3),
    "a field that there is not": case(ERROR, "budgte", "did you mean 'budget'", budgte=3),
    # -------------------------------------------------------------- the sentence
    "instruction: none": case(ERROR, "instruction", instruction=None, served="vLLM needs messages"),
    "instruction: blank": case(ERROR, "instruction", instruction=" "),
    "instruction: a null character": case(ERROR, "instruction", "null", instruction="Put\0it away."),
    "banana: all is seen": case(instruction=BANANA),
    "banana: a list is seen": case("absent", "banana", instruction=BANANA, seen=SEEN),
    "banana: in a plan that may name anything": case(
        "any", instruction=BANANA, seen=SEEN, constraints="token", budget=2
    ),
    "banana: grounded": case("absent", "banana", instruction=BANANA, seen=SEEN, constraints="grounded"),
    "banana: with an alias": case(instruction=BANANA, seen=SEEN, aliases={"banana": "wine_bottle"}),
    "apple: known, not seen, not needed": case(
        "absent", "apple", instruction="Put the wine bottle beside the apple.", seen=SEEN
    ),
    "bottle: not seen, and needed": case("unseen", "wine_bottle", seen=["table", "basket"]),
    "alias: of nothing": case(SIGHT, "dragon", "no such entity", seen=SEEN, aliases={"banana": "dragon"}),
    "alias: of nothing, all is seen": case(SIGHT, "dragon", "no such entity", aliases={"banana": "dragon"}),
    # -------------------------------------------------------------- a scene
    "scene": case(scene=ALL),
    "scene: and a banana": case("absent", "banana", scene=ALL, instruction=BANANA),
    "scene: without the bottle": case("unseen", "wine_bottle", scene=scene("table", "basket")),
    "scene: shows a dragon": case(SIGHT, "contradicts", "dragon", scene=scene("dragon", *SEEN)),
    "scene: shows nothing": case(SIGHT, "shows nothing", scene=scene("milk", milk={"seen": False})),
    "scene: other names": case(
        scene=scene("counter top", "basket", "wine_bottle"), aliases={"counter top": "table"}
    ),
    "scene: a slip of the pen": case(scene=scene("wine_botle", "table", "basket")),
    "scene: and seen": case(ERROR, "either `seen`", scene=ALL, seen=SEEN),
    "cut-off": case("unseen", "wine_bottle", scene=scene(wine_bottle={"score": 0.2}), visibility_cut_off=0.5),
    "cut-off: above all": case(
        SIGHT, "score of at least 0.9", scene=scene("milk", milk={"score": 0.2}), visibility_cut_off=0.9
    ),
    "cut-off: of nothing": case(ERROR, "visibility_cut_off", visibility_cut_off=0.5),
    "floor": case(scene=scene(milk={"score": 0.2}), visibility_floor=0.1),
    "floor: of nothing": case(ERROR, "visibility_floor", visibility_floor=0.5),
    "floor: 0": case(ERROR, "should be greater than 0", visibility_floor=0, scene=ALL),
    "floor: and weights": case(
        ERROR, "either `visibility`", visibility_floor=0.5, scene=ALL, visibility=dict.fromkeys(SEEN, -1.0)
    ),
    "embedder: of nothing": case(ERROR, "embedder", embedder="some/model"),
    "parts": case(scene=scene("table", "wine_bottle"), parts={"basket": "table"}),
    "parts: unknown": case(SIGHT, "parts", "handle", scene=ALL, parts={"handle": "basket"}),
    "parts: of nothing": case(ERROR, "parts", parts={"basket": "table"}),
    # -------------------------------------------------------------- pictures
    "picture: and a list": case(images=["front.png"], seen=SEEN),
    "picture: and a list without a banana": case(
        "absent", "banana", images=["front.png"], seen=SEEN, instruction=BANANA
    ),
    "picture: and a scene": case(images=["front.png"], scene=ALL),
    "picture: and a scene without a banana": case(
        "absent", "banana", images=["front.png"], scene=ALL, instruction=BANANA
    ),
    "picture: the model says what it sees": case("any", images=["front.png"]),
    "picture: the model says what it sees, for words alone": case(
        "any", images=["front.png"], constraints="token", budget=2
    ),
    "picture: the model sees no banana": case("absent", "banana", images=["front.png"], instruction=BANANA),
    "pictures: by view": case(images={"front": "top.png"}, scene=ALL),
    "picture: a text model beside a scene": case(images=["front.png"], scene=ALL, model="words"),
    "picture: a text model beside a list": case(
        "HostError",
        "does not read images",
        served="vLLM knows what its model reads",
        images=["front.png"],
        seen=SEEN,
        model="words",
    ),
    "picture: a text model alone": case(
        "HostError", "does not read images", images=["front.png"], model="words"
    ),
    "picture: missing": case(SIGHT, "There is no picture", images=["none.png"], served=READS, seen=SEEN),
    "picture: no picture": case(SIGHT, "cannot be read", images=["text.png"], served=READS, seen=SEEN),
    "picture: an address where nothing is": case(
        SIGHT, "cannot be loaded", images=["http://127.0.0.1:9/front.png"], served=READS, seen=SEEN
    ),
    "picture: of another size": case(SIGHT, "10 × 10", images={"front": "small.png"}, scene=ALL),
    "picture: of another view": case(SIGHT, "the scene's views are 'front'", images=["top.png"], scene=ALL),
    "pictures: one view twice": case(
        SIGHT,
        "Two pictures are of the view 'front'",
        images=["front.png", "other/front.png"],
        served=READS,
        seen=SEEN,
    ),
    # -------------------------------------------------------------- a detector
    "detector": case(images=["front.png"], detector="sees/all", model="words"),
    "detector: a banana": case(
        "absent", "banana", images=["front.png"], detector="sees/all", instruction=BANANA
    ),
    "detector: sees nothing": case(SIGHT, "shows nothing", images=["front.png"], detector="sees/nothing"),
    "detector: without pictures": case(ERROR, "detector", detector="sees/all"),
    "detector: and a scene": case(
        ERROR, "either `scene`", images=["front.png"], detector="sees/all", scene=ALL
    ),
    "detector: and seen": case(ERROR, "either `seen`", images=["front.png"], detector="sees/all", seen=SEEN),
}


@dataclass(frozen=True)
class Verdict:
    """What a door says.

    Attributes:
        kind: ``"plan"``, a failure's cause, ``"refused"``, or the class of an error where the door tells it.
        said: Its message, on one line.
        actions: Of the plan.
        read: How many tokens the model read for it.
        unread: For what it is not certified.
    """

    kind: str
    said: str = ""
    actions: tuple[str, ...] = field(default=())
    read: int = 0
    unread: tuple[str, ...] = ()


# ------------------------------------------------------------------ the doors


class Everything(Detector):
    """Finds each label that it is asked for, or nothing, by its name."""

    def detect(self, image: Any, labels: Any) -> list[Detection]:
        found = labels if self.name == "sees/all" else []
        return [Detection(one, 0.9, (6.0 * at, 0.0, 6.0 * at + 5, 9.0)) for at, one in enumerate(found)]


@cache
def host(model: str | None) -> Planner:
    from tiny_models import planner

    return Planner.from_pretrained("embedded", device="cpu") if model == "embedded" else planner()


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with pictures."""
    folder: Path = tmp_path_factory.mktemp("place")
    (folder / "other").mkdir()
    for name in ("front", "top", "other/front"):
        Image.new("RGB", (64, 48), "tan").save(folder / f"{name}.png")
    Image.new("RGB", (10, 10)).save(folder / "small.png")
    (folder / "text.png").write_text("no picture")
    (folder / "domain.pddl").write_text(DOMAIN)
    return folder


@pytest.fixture
def loading(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every door gets the models of this test; each is loaded once."""
    for name in ("embedded", "words"):
        host(name)
    monkeypatch.setattr(Planner, "from_pretrained", lambda model=None, **_: host(model))
    monkeypatch.setattr(Detector, "from_pretrained", lambda name, **_: Everything(None, None, name))


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


def beside(folder: Path, name: str) -> str:
    return name if "://" in name else str(folder / name)


def pictures_in(fields: Mapping[str, Any], folder: Path) -> Any:
    given = fields.get("images", [])
    if isinstance(given, dict):
        return {view: beside(folder, one) for view, one in given.items()}
    return [beside(folder, one) for one in given]


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


def by_python(fields: Mapping[str, Any], place: Path, folder: Path) -> Verdict:
    settings = dict(fields)
    try:
        problem = clamp.Problem.from_pddl(settings.pop("domain"), settings.pop("problem"))
        if "images" in settings:
            settings["images"] = pictures_in(fields, place)
        if "scene" in settings:
            settings["scene"] = Scene.from_json(settings["scene"])
        model = settings.pop("model", "embedded" if "images" in settings else None)
        result = Planner.from_pretrained(model).plan(problem, settings.pop("instruction", ""), **settings)
    except ClampError as error:
        return Verdict(type(error).__name__, flat(str(error)))
    if result:
        assert result.certificate is not None
        unread = result.certificate.unread
        assert result.certificate.certified is not bool(unread)
        acts = tuple(map(str, result.actions))
        return Verdict("plan", actions=acts, read=result.timing.prompt_tokens, unread=unread)
    assert result.failure is not None
    return Verdict(result.failure.cause, flat(result.failure.message))


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
        return Verdict("plan", actions=acts, unread=tuple(choice["clamp"].get("unread", ())))
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


def agrees(found: Verdict, kind: str, words: tuple[str, ...]) -> bool:
    """Whether a door says what it should; which class an error has, only Python tells."""
    kinds = {kind, "refused"} if kind.endswith("Error") else {kind}
    return found.kind in kinds and all(word in found.said for word in words)


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
