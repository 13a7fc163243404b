"""Requests and their verdicts, which are the same whoever asks; for the tests of each way to ask."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from commands import flat
from PIL import Image

import clamp
from clamp.errors import ClampError
from clamp.hosts import seen_entities
from clamp.hosts.hf.planner import Planner
from clamp.perception import Scene
from clamp.perception.detection import Detection, Detector

DOMAIN = """(define (domain counter) (:requirements :strips :typing) (:types thing place)
  (:predicates (at ?x - thing ?p - place) (held ?x - thing) (free) (sunny))
  (:action pick :parameters (?x - thing ?p - place) :precondition (and (free) (at ?x ?p))
    :effect (and (held ?x) (not (free)) (not (at ?x ?p))))
  (:action put :parameters (?x - thing ?p - place) :precondition (held ?x)
    :effect (and (free) (at ?x ?p) (not (held ?x)))))"""
PROBLEM = """(define (problem lunch) (:domain counter)
  (:objects wine_bottle milk apple - thing table basket shelf - place)
  (:init (free) (at wine_bottle table) (at milk table) (at apple shelf)) (:goal (at wine_bottle basket)))"""
HELD = PROBLEM.replace("(:goal (at wine_bottle basket))", "(:goal (at wine_bottle table))")
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
    "budget: 0": case("budget", "2", budget=0),
    "budget: 0, without a goal": case(
        ERROR, "budget", "at least one action", budget=0, constraints="grounded"
    ),
    "the goal holds already": case(problem=HELD, budget=0),
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


# ------------------------------------------------------------------ one door, and what the others need


class Everything(Detector):
    """Finds each label that it is asked for, or nothing, by its name."""

    def detect(self, image: Any, labels: Any) -> list[Detection]:
        found = labels if self.name == "sees/all" else []
        return [Detection(one, 0.9, (6.0 * at, 0.0, 6.0 * at + 5, 9.0)) for at, one in enumerate(found)]


@cache
def host(model: str | None) -> Planner:
    from tiny_models import planner

    return Planner.from_pretrained("embedded", device="cpu") if model == "embedded" else planner()


def with_pictures(folder: Path) -> Path:
    """A folder, with pictures in it."""
    (folder / "other").mkdir()
    for name in ("front", "top", "other/front"):
        shown = Image.new("RGB", (64, 48), "tan")
        shown.paste("navy", (8, 8, 32, 40))  # a picture of one colour shows nothing
        shown.save(folder / f"{name}.png")
    Image.new("RGB", (10, 10)).save(folder / "small.png")
    (folder / "text.png").write_text("no picture")
    (folder / "domain.pddl").write_text(DOMAIN)
    return folder


def load_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every door gets the models of these tests; each is loaded once."""
    for name in ("embedded", "words"):
        host(name)
    monkeypatch.setattr(seen_entities, "LEAST", 0.0)  # a random model is sure of no name
    monkeypatch.setattr(Planner, "from_pretrained", lambda model=None, **_: host(model))
    monkeypatch.setattr(Detector, "from_pretrained", lambda name, **_: Everything(None, None, name))


def beside(folder: Path, name: str) -> str:
    return name if "://" in name else str(folder / name)


def pictures_in(fields: Mapping[str, Any], folder: Path) -> Any:
    given = fields.get("images", [])
    if isinstance(given, dict):
        return {view: beside(folder, one) for view, one in given.items()}
    return [beside(folder, one) for one in given]


def model_of(fields: Mapping[str, Any]) -> str | None:
    """Which model is to write a case's plan."""
    return fields.get("model", "embedded" if "images" in fields else None)


def in_python(fields: Mapping[str, Any], place: Path) -> tuple[clamp.Problem, str, dict[str, Any]]:
    """A case as Python says it: problem, instruction, and settings by name."""
    settings = {name: one for name, one in fields.items() if name != "model"}
    problem = clamp.Problem.from_pddl(settings.pop("domain"), settings.pop("problem"))
    if "images" in settings:
        settings["images"] = pictures_in(fields, place)
    if "scene" in settings:
        settings["scene"] = Scene.from_json(settings["scene"])
    return problem, settings.pop("instruction", ""), settings


def by_python(fields: Mapping[str, Any], place: Path, folder: Path) -> Verdict:
    try:
        problem, instruction, settings = in_python(fields, place)
        result = Planner.from_pretrained(model_of(fields)).plan(problem, instruction, **settings)
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


def agrees(found: Verdict, kind: str, words: tuple[str, ...]) -> bool:
    """Whether a door says what it should; which class an error has, only Python tells."""
    kinds = {kind, "refused"} if kind.endswith("Error") else {kind}
    return found.kind in kinds and all(word in found.said for word in words)
