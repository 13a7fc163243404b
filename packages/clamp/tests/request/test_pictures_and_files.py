"""Pictures, observables and beliefs beside a problem file: what nobody sees, and whose word counts, is said by name."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

import clamp
from clamp.errors import SceneError
from clamp.perception import Belief, Evidence, Scene
from clamp.planning.pddl import read_domain_file
from clamp.planning.search.limits import LimitReached
from clamp.planning.search.reachability import Reachability
from clamp.planning.task import Atom
from clamp.request import form
from clamp.request.form import Eyes, TaskFile, request_of
from clamp.request.states import resolve

DOMAIN, PROBLEM = "examples/kitchen/domain.pddl", "examples/kitchen/problem.pddl"
GIVEN = {"domain": DOMAIN, "problem": PROBLEM, "instruction": "Put the milk in the fridge and close it."}


def kitchen() -> clamp.Problem:
    return clamp.Problem.from_pddl(DOMAIN, PROBLEM)


def picture(folder: Path, name: str = "front") -> str:
    shown = Image.new("RGB", (100, 80), (90, 70, 50))
    shown.paste((230, 200, 20), (20, 20, 60, 60))
    shown.save(folder / f"{name}.png")
    return str(folder / f"{name}.png")


def scene(folder: Path, **boxes: list[int]) -> str:
    entities: list[Any] = [{"id": one} for one in kitchen().entities if one not in boxes]
    entities += [{"id": name, "view": "front", "box": box} for name, box in boxes.items()]
    path = folder / "scene.json"
    path.write_text(json.dumps({"views": {"front": {"width": 100, "height": 80}}, "entities": entities}))
    return str(path)


def observed(folder: Path, looks: str, odds: float = 6.0, /, **fields: Any) -> clamp.Request:
    path = folder / "looks.yaml"
    path.write_text(looks)
    eyes = Eyes(lambda images, names: pytest.fail("listed"), lambda question, images, answers: odds)
    given = {**GIVEN, "observables": str(path), "images": [picture(folder)]}
    return request_of(TaskFile.model_validate(given | fields), eyes=eyes)


# ------------------------------------------------------------------ what nobody can see


@pytest.mark.parametrize("given", ["pictures", "a scene without boxes", "one box"])
def test_geometry_without_boxes_is_said_by_name(tmp_path: Path, given: str) -> None:
    fields: dict[str, Any] = {}
    if given == "a scene without boxes":
        fields = {"scene": scene(tmp_path), "images": None}
    elif given == "one box":
        fields = {"scene": scene(tmp_path, milk=[20, 20, 60, 60])}
    with pytest.raises(SceneError, match=r"'at' is told by boxes \(geometry: on\).*`scene` with boxes"):
        observed(tmp_path, "at: {geometry: on}\n", **fields)


def test_geometry_with_boxes_or_another_way_to_tell_is_heard(tmp_path: Path) -> None:
    boxes = {"milk": [40, 20, 50, 45], "table": [5, 40, 95, 78]}
    made = observed(tmp_path, "at: {geometry: on}\n", scene=scene(tmp_path, **boxes))
    assert made.state is not None
    assert made.state.belief.judgements["at", "milk", "table"].verdict == "true"
    made = observed(tmp_path, "open: {assumed: false}\nat: {geometry: on, ask: 'Is {0} at {1}?'}\n", 0.0)
    assert made.state is not None
    assert made.state.belief.judgements["at", "milk", "table"].verdict == "unknown"


@pytest.mark.parametrize("truth", ["true", "false"])
@pytest.mark.parametrize("prefer", [None, "picture", "file"])
def test_what_is_assumed_is_held_against_the_file(tmp_path: Path, truth: str, prefer: str | None) -> None:
    """The file has *dirty red_cup_1* and nothing open."""
    looks = "dirty: {assumed: false}\n" if truth == "false" else "open: {assumed: true}\n"
    fact, word = ("dirty(red_cup_1)", "does not hold") if truth == "false" else ("open(fridge)", "holds")
    made = observed(tmp_path, looks, prefer=prefer)
    state = made.state
    assert state is not None
    assert [one.text for one in state.contradictions] == [
        f"{fact} {word} as it is assumed, and {'does' if truth == 'false' else 'does not'} in the problem file."
    ]
    assert (state.failure is None) == (prefer is not None)
    atom = Atom("dirty", ("red_cup_1",)) if truth == "false" else Atom("open", ("fridge",))
    if prefer is not None:
        assert (atom in state.problem.task.initial) == ((prefer == "file") == (truth == "false"))


def test_what_is_assumed_counts_beside_a_state_in_a_file(tmp_path: Path) -> None:
    state = tmp_path / "state.json"
    state.write_text('{"facts": [{"fact": ["open", "fridge"], "verdict": "unknown"}]}')
    made = observed(tmp_path, "dirty: {assumed: false}\n", state=str(state))
    assert made.state is not None
    assert made.state.failure is not None
    assert "dirty(red_cup_1)" in made.state.failure.message


@pytest.mark.parametrize("bad", ["dark", "noise", "flat"])
def test_questions_are_asked_of_pictures_that_show_something(tmp_path: Path, bad: str) -> None:
    import numpy as np

    noise = np.random.default_rng(0).integers(0, 256, (90, 90, 3)).astype(np.uint8)
    shown = {"dark": noise // 30, "noise": noise, "flat": noise * 0 + 99}[bad]
    Image.fromarray(shown).save(tmp_path / "left.png")
    images = [picture(tmp_path), str(tmp_path / "left.png")]
    with pytest.raises(SceneError, match="'left'"):
        observed(tmp_path, "open: {ask: 'Is {0} open?', calibration: {slope: 1}}\n", images=images)


# ------------------------------------------------------------------ a model that nobody calibrated


@pytest.mark.parametrize("odds", [-40.0, -3.0, 0.0, 3.0, 40.0])
def test_an_answer_that_nobody_calibrated_makes_nothing_known(tmp_path: Path, odds: float) -> None:
    made = observed(tmp_path, "open: {ask: 'Is {0} open?'}\n", odds)
    assert made.state is not None
    (judged,) = made.state.belief.judgements.values()
    assert judged.verdict == "unknown"
    assert judged.sources == ("vlm, not calibrated",)
    assert made.state.contradictions == ()
    assert made.state.possible.count() == 2
    likely = observed(tmp_path, "open: {ask: 'Is {0} open?'}\n", odds, unknown="likeliest").state
    assert likely is not None
    assert odds == 0 or (Atom("open", ("fridge",)) in likely.problem.task.initial) == (odds > 0)
    taken = observed(
        tmp_path, "open: {ask: 'Is {0} open?', calibration: {slope: 1}}\n", odds, prefer="picture"
    )
    assert taken.state is not None
    assert (taken.state.belief.judgements["open", "fridge"].verdict == "unknown") == (abs(odds) < 1)


# ------------------------------------------------------------------ whose word counts


def certified(state: Any, **settings: Any) -> Any:
    made = clamp.Request.of(kitchen(), "Put the milk in the fridge.", state=state, **settings)
    assert made.refusal is None
    sure = clamp.planning.Validation(True) if not made.state.for_all else made.system.validate([])  # type: ignore[union-attr]
    return made.told(clamp.PlanResult("plan", certificate=replace(sure, valid=True))).certificate


def seen(source: str = "vlm", /, **facts: float) -> Belief:
    return Belief(evidence=tuple(Evidence(tuple(name.split("__")), p, source) for name, p in facts.items()))


@pytest.mark.parametrize("source", ["vlm", "person"])
def test_a_certificate_says_whose_word_counted(source: str) -> None:
    odd = seen(source, open__fridge=0.97, at__milk__table=0.98)
    filed = certified(odd, prefer="file")
    assert filed.preferred == "file"
    assert filed.against == ("open(fridge)",)
    assert "the initial state that you supplied (against what was seen in open(fridge))" in filed.claim
    assert "as it was seen" not in filed.claim
    assert filed.to_json()["against"] == ["open(fridge)"]
    taken = certified(odd, prefer="picture")
    assert "(against the problem file in open(fridge))" in taken.claim
    assert taken.to_json()["preferred"] == "picture"
    moved = certified(seen(source, at__milk__shelf=0.98), prefer="file")
    assert moved.against == ("at(milk, shelf)",)
    moved = certified(seen(source, at__milk__shelf=0.98), prefer="picture")
    assert set(moved.against) == {"at(milk, shelf)", "at(milk, table)"}


def test_a_certificate_where_nothing_contradicts_says_no_such_thing() -> None:
    agreed = certified(seen(open__fridge=0.02), prefer="file")
    assert agreed.preferred == ""
    assert "against" not in agreed.claim + json.dumps(agreed.to_json())
    assert (
        "as it was seen and, where nothing was seen, as you supplied it"
        in certified(seen(open__fridge=0.02)).claim
    )
    every = certified(seen(open__fridge=0.97, dirty__red_cup_2=0.5), prefer="picture")
    assert (
        "any of the 2 states that the unknown facts allow (against the problem file in open(fridge))"
        in every.claim
    )


# ------------------------------------------------------------------ one of several


def one_of(*groups: list[str], **facts: float) -> Belief:
    return replace(
        seen(**facts), one_of=tuple(tuple(tuple(one.split()) for one in group) for group in groups)
    )


def test_one_of_several_that_the_file_denies_is_named() -> None:
    """The file has the milk on the table, and not open what is to be open."""
    elsewhere = one_of(["at milk shelf", "at milk sink"])
    state = resolve(kitchen(), elsewhere)
    assert state.failure is not None
    assert state.failure.cause == "contradiction"
    assert "One of at(milk, shelf) and at(milk, sink) holds" in state.failure.message
    assert "none of them does in the problem file" in state.failure.message
    picture = resolve(kitchen(), elsewhere, prefer="picture")
    assert picture.possible.count() == 2
    assert {str(one) for one in picture.possible.unknown} == {"(at milk shelf)", "(at milk sink)"}
    filed = resolve(kitchen(), elsewhere, prefer="file")
    assert filed.problem.task.initial == kitchen().task.initial
    assert filed.possible.count() == 1


def test_one_of_several_of_which_the_file_has_two_is_named() -> None:
    two = one_of(["at milk table", "at red_cup_1 table"])  # both, in the file
    state = resolve(kitchen(), two)
    assert [one.kind for one in state.contradictions] == ["file"]
    assert "at(milk, table) and at(red_cup_1, table) do in the problem file" in state.contradictions[0].text
    assert resolve(kitchen(), two, prefer="file").problem.task.initial == kitchen().task.initial
    assert resolve(kitchen(), two, prefer="picture").failure is None


def test_one_of_several_that_the_file_has_is_no_contradiction() -> None:
    state = resolve(kitchen(), one_of(["at milk table", "at milk shelf"]))
    assert state.contradictions == ()
    assert state.possible.count() == 2


@pytest.mark.parametrize("beside_file", [True, False])
@pytest.mark.parametrize("both", [True, False])
def test_one_of_several_that_pictures_deny_is_named(beside_file: bool, both: bool) -> None:
    p = 0.97 if both else 0.02
    odd = one_of(["open fridge", "dirty red_cup_2"], open__fridge=p, dirty__red_cup_2=p)
    given: Any = kitchen()
    if not beside_file:
        kinds = {name: types[0] for name, types in given.task.objects.items()}
        given, odd = given.task.domain, replace(odd, objects=kinds, closed_world=True)
        known = [("robot-at", "shelf"), ("hand-empty",)]
        known += [("at", name, "table") for name in ("milk", "apple", "red_cup_1", "red_cup_2")]
        odd = odd.with_evidence(*(Evidence(fact, 1.0, "person") for fact in known))
    found = [one for one in resolve(given, odd).contradictions if one.kind == "mutex"]
    assert len(found) == 1
    assert "open(fridge)" in found[0].text
    assert "dirty(red_cup_2)" in found[0].text
    likely = resolve(given, odd, prefer="picture")
    assert likely.failure is None
    assert likely.possible.count() == 2


# ------------------------------------------------------------------ pictures beside a problem, and nothing said of them


class Camera:
    """Sees the fridge."""

    name = "camera"

    def __init__(self, odds: float) -> None:
        self.odds = odds

    def observe(self, images: Any, objects: Any, **_: Any) -> Belief:
        if not objects["fridge"]:
            raise SceneError("There is no fridge.")
        facts = (("open", "fridge"), self.odds), (("dirty", "red_cup_2"), 0.5)
        return Belief(objects, tuple(Evidence(fact, p, self.name) for fact, p in facts))


def pictured(folder: Path, monkeypatch: pytest.MonkeyPatch, camera: Any, **fields: Any) -> clamp.Request:
    def found(domain: Any, named: str | None = None) -> Any:
        return camera

    monkeypatch.setattr(form, "observer_for", found)
    return request_of(TaskFile.model_validate({**GIVEN, "images": [picture(folder)], **fields}))


def test_pictures_beside_a_problem_are_held_against_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = pictured(tmp_path, monkeypatch, Camera(0.97))
    assert made.refusal is not None
    assert made.refusal.cause == "contradiction"
    assert "open(fridge) holds as it was seen (camera, 0.97)" in made.refusal.message
    assert pictured(tmp_path, monkeypatch, Camera(0.97), prefer="picture").refusal is None
    filed = pictured(tmp_path, monkeypatch, Camera(0.97), prefer="file")
    assert filed.refusal is None
    assert filed.problem.task.initial == kitchen().task.initial  # type: ignore[attr-defined]


@pytest.mark.parametrize("odds", [0.02, 0.6])
def test_pictures_that_agree_or_are_unsure_change_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, odds: float
) -> None:
    made = pictured(tmp_path, monkeypatch, Camera(odds))
    assert made.refusal is None
    assert made.state is not None
    assert not made.state.for_all
    assert made.problem.task.initial == kitchen().task.initial  # type: ignore[attr-defined]
    assert not made.asks_model  # who says how things are has seen them


def test_pictures_that_cannot_be_compared_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Blind(Camera):
        def observe(self, images: Any, objects: Any, **_: Any) -> Belief:
            raise SceneError("The picture 'front' is too dark.")

    with pytest.warns(UserWarning, match="not held against the problem file.*too dark"):
        made = pictured(tmp_path, monkeypatch, Blind(0.5))
    assert made.state is None
    assert pictured(tmp_path, monkeypatch, None).state is None


# ------------------------------------------------------------------ what can never be

BLOCKS = Path("examples/blocks/domain.pddl")


@pytest.mark.parametrize("count", [2, 3])
def test_nothing_stands_on_itself(count: int) -> None:
    domain, _ = read_domain_file(BLOCKS)
    names = ["red", "blue", "green"][:count]
    kinds = dict.fromkeys(names, "block") | {"robot": "robot"}
    sure = [Evidence(("handempty", "robot"), 1.0, "person")]
    sure += [Evidence(("holding", one), 0.0, "person") for one in names]
    guesses = [Evidence(("ontable", one), 0.5, "eyes") for one in names]
    guesses += [Evidence(("clear", one), 0.5, "eyes") for one in names]
    belief = Belief(kinds, (*sure, *guesses, Evidence(("on", "red", "blue"), 0.5, "eyes")))
    state = resolve(domain, belief)
    assert state.failure is None
    unknown = {str(one) for one in state.possible.unknown}
    assert "(on red blue)" in unknown
    assert not any(f"(on {one} {one})" in unknown for one in names)


def test_nothing_of_a_household_is_on_or_in_itself() -> None:
    pytest.importorskip("clamp_worlds")
    from clamp.request.open_domains import open_domain

    own = open_domain()
    kinds = {"mug": "vessel", "plate": "dish", "table": "surface"}
    found = Scene.from_json({"entities": [{"id": one, "type": kind} for one, kind in kinds.items()]})
    more = Belief(evidence=(Evidence(("in", "mug", "plate"), 0.5, "eyes"),))
    state = resolve(
        own.domain, own.belief(found, None, more), unseen=("on", "in", "dirty", "open", "turned-on")
    )
    unknown = {str(one) for one in state.possible.unknown}
    assert "(on mug plate)" in unknown
    assert not {"(on mug mug)", "(on plate plate)", "(in mug mug)"} & unknown


def test_what_actions_make_of_a_thing_and_itself_may_be() -> None:
    """*Near* a thing is also that thing; what no action changes is anybody's guess."""
    domain = """(define (domain d) (:requirements :typing) (:types place) (:predicates (way ?a ?b - place)
     (linked ?a ?b - place)) (:action link :parameters (?a ?b - place) :precondition (way ?a ?b)
     :effect (linked ?a ?b)))"""
    read, _ = read_domain_file(domain)
    told = tuple(Evidence((name, "x", "y"), 0.5, "eyes") for name in ("way", "linked"))
    state = resolve(read, Belief({"x": "place", "y": "place"}, told))
    assert {"(linked x x)", "(way x x)", "(linked y y)"} <= {str(one) for one in state.possible.unknown}


# ------------------------------------------------------------------ how sure it is that the things are there


@pytest.mark.parametrize("score", [1.0, 0.44])
def test_a_certificate_says_how_sure_the_things_of_its_plan_are(tmp_path: Path, score: float) -> None:
    """The apple is surer to be elsewhere still, but no part of the plan."""
    scores = {"milk": score, "apple": 0.2}
    path = tmp_path / "scene.json"
    entities = [{"id": one, "score": scores.get(one, 1.0)} for one in kitchen().entities]
    path.write_text(json.dumps({"entities": entities}))
    made = request_of(TaskFile.model_validate({**GIVEN, "scene": str(path)}))
    found = Reachability(made.system).plan(made.system.initial, 40)
    assert found is not None
    assert not isinstance(found, LimitReached)
    plan = [made.system.actions[one] for one in found]
    sure = made.told(
        clamp.PlanResult("plan", tuple(plan), certificate=made.system.validate(plan))
    ).certificate
    assert sure is not None
    assert sure.valid
    assert sure.least_sure == (None if score == 1 else ("milk", 0.44))
    assert ("as milk's score, 0.44" in sure.claim) == (score < 1)
    assert ("least_sure" in sure.to_json()) == (score < 1)
