"""Plans without files: a scene or pictures, a sentence, and a household that knows what kind of thing a noun names."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

import clamp
from clamp.errors import SceneError
from clamp.perception import Entity, Match, Recognition, Scene
from clamp.planning import Reachability
from clamp.planning.task import And, Atom, Not
from clamp.request.form import Eyes, TaskFile, request_of
from clamp.request.open_domains import UnknownKinds, open_domain, read_nouns

KITCHEN = ["mug", "kitchen_table", "fridge", "milk", "red_apple", "sink"]


def scene_file(folder: Path, names: list[str], **more: Any) -> str:
    path = folder / "scene.json"
    path.write_text(json.dumps({"entities": [{"id": one} for one in names]} | more))
    return str(path)


def asked(folder: Path, names: list[str] = KITCHEN, facts: Any = None, **fields: Any) -> clamp.Request:
    more = {} if facts is None else {"facts": facts}
    given = {
        "scene": scene_file(folder, names, **more),
        "instruction": "Put the milk in the fridge.",
    } | fields
    return request_of(TaskFile.model_validate(given))


def distance(request: clamp.Request, *goal: str) -> Any:
    """How many actions reach a goal whichever possible state is the first: ``in milk fridge``, ``not open fridge``."""
    literals = []
    for one in goal:
        name, *args = one.removeprefix("not ").split()
        literals.append(Not(Atom(name, tuple(args))) if one.startswith("not ") else Atom(name, tuple(args)))
    system = request.but(problem=request.problem.with_goal(And(tuple(literals)))).system  # pyright: ignore
    return Reachability(system).distance(system.initial, 12)


def test_the_domain_is_read_as_it_is_written() -> None:
    own = open_domain()
    assert len(own.domain.schemas) == 24
    assert set(own.nouns.values()) <= set(own.domain.types)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        *(
            ("akita_black_bowl_1", "dish"),
            ("white_cabinet_1", "cupboard"),
            ("desk lamp", "lamp"),
            ("knives", "knife"),
        ),
        *(
            ("red_cups", "vessel"),
            ("washing_machine", "washer"),
            ("bottle_opener", "tool"),
            ("orange_juice", "food"),
        ),
        *(("gizmo", None), ("cup holder", None), ("glasshouse", None), ("1", None)),
    ],
)
def test_a_thing_is_what_its_last_words_say(name: str, kind: str | None) -> None:
    assert open_domain().kind_of(name) == kind


@pytest.mark.slow  # a minute, most of it to read the sentence in each possible state
def test_what_a_list_does_not_tell_is_unknown_and_planned_for(tmp_path: Path) -> None:
    request = asked(tmp_path)
    assert request.state is not None
    assert request.state.for_all
    unknown = {str(one) for one in request.state.possible.unknown}
    assert {"(open fridge)", "(on milk kitchen_table)", "(dirty mug)"} <= unknown
    assert "(in milk fridge)" not in unknown
    assert request.refusal is None
    # The fridge may be shut, so it is opened, whatever it is.
    assert distance(request, "in milk fridge", "not open fridge") == 4
    assert distance(request, "not dirty mug") == 3


def test_facts_of_a_scene_are_how_things_are(tmp_path: Path) -> None:
    request = asked(
        tmp_path,
        ["mug", "kitchen_table", "fridge", "milk"],
        [["in", "milk", "fridge"], ["on", "mug", "kitchen_table"]],
    )
    assert not request.state.for_all  # type: ignore[union-attr]
    assert distance(request, "on milk kitchen_table") == 3  # behind a closed door
    assert distance(request, "holding mug") == 1


def test_a_state_says_what_a_scene_does_not(tmp_path: Path) -> None:
    state = tmp_path / "state.json"
    state.write_text('{"facts": [{"fact": ["open", "fridge"], "verdict": "true"}]}')
    request = asked(tmp_path, state=str(state))
    assert distance(request, "in milk fridge") == 2


def test_unknown_nouns_are_asked_about(tmp_path: Path) -> None:
    with pytest.raises(UnknownKinds, match="What kind of thing is 'gizmo'") as found:
        asked(tmp_path, [*KITCHEN, "gizmo"])
    assert found.value.names == ("gizmo",)
    request = asked(tmp_path, [*KITCHEN, "gizmo"], types={"gizmo": "tool"})
    assert distance(request, "on gizmo kitchen_table") == 2
    with pytest.raises(SceneError, match="'spaceship', which the domain"):
        asked(tmp_path, [*KITCHEN, "gizmo"], types={"gizmo": "spaceship"})
    with pytest.raises(SceneError, match="the scene does not have"):
        asked(tmp_path, KITCHEN, types={"gizmo": "tool"})


def test_nouns_come_from_a_file(tmp_path: Path) -> None:
    nouns = tmp_path / "nouns.yaml"
    nouns.write_text("tool: [gizmo]\n")
    assert distance(asked(tmp_path, [*KITCHEN, "big_gizmo_2"], nouns=str(nouns)), "holding big_gizmo_2") == 1
    domain = open_domain().domain
    for written, said in (
        ("gadget: [gizmo]", "no type of the domain"),
        ("tool: gizmo", "has a list of nouns"),
        ("tool: [gizmo]\nfood: [gizmo]", "of the kinds tool and food"),
        ("[]", "is a mapping"),
    ):
        nouns.write_text(written)
        with pytest.raises(SceneError, match=said):
            read_nouns(nouns, domain)


def test_pictures_are_listed_in_the_nouns_of_a_file(tmp_path: Path) -> None:
    nouns = tmp_path / "nouns.yaml"
    nouns.write_text("dish: [akita_black_bowl_1]\ncupboard: [white_cabinet_1]\nfood: [milk_1]\n")
    asked_for: list[list[str]] = []

    def lists(images: Any, names: Any) -> Recognition:
        asked_for.append(list(names))
        seen = ("akita_black_bowl_1", "white_cabinet_1")
        return Recognition(
            Scene(tuple(map(Entity, seen))), tuple(Match(one, one, "exact", 1.0) for one in seen)
        )

    eyes = Eyes(lists, lambda question, images, answers: 0.0)
    given = {
        "images": ["examples/libero/drawer/agentview.jpg"],
        "nouns": str(nouns),
        "instruction": "Put the bowl away.",
    }
    request = request_of(TaskFile.model_validate(given), eyes=eyes)
    assert asked_for == [["akita_black_bowl_1", "white_cabinet_1", "milk_1"]]
    assert request.seen == ["akita_black_bowl_1", "white_cabinet_1"]
    assert distance(request, "in akita_black_bowl_1 white_cabinet_1") == 3
    with pytest.raises(SceneError, match="no model that says what they show"):
        request_of(TaskFile.model_validate(given))


def test_questions_and_boxes_say_more(tmp_path: Path) -> None:
    looks = tmp_path / "looks.yaml"
    looks.write_text("open: {ask: 'Is the {0} open?', calibration: {slope: 0.5}}\non: {geometry: on}\n")
    views = {"front": {"width": 100, "height": 100}}
    boxes = {"milk": [40, 30, 50, 55], "kitchen_table": [10, 50, 90, 90], "fridge": [0, 0, 10, 90]}
    scene = tmp_path / "boxes.json"
    entities = [{"id": name, "view": "front", "box": box} for name, box in boxes.items()]
    scene.write_text(json.dumps({"views": views, "entities": entities}))
    picture = tmp_path / "front.png"
    from PIL import Image

    shown = Image.new("RGB", (100, 100), "tan")
    shown.paste((20, 20, 60), (0, 0, 10, 90))
    shown.save(picture)
    heard: list[str] = []

    def answers(question: str, images: Any, pair: tuple[str, str]) -> float:
        heard.append(question)
        return 8.0

    given = {
        "scene": str(scene),
        "images": [str(picture)],
        "observables": str(looks),
        "instruction": "Close the fridge.",
    }
    request = request_of(TaskFile.model_validate(given), eyes=Eyes(lambda images, names: 1 / 0, answers))
    assert heard == ["Is the fridge open?"]
    judged = request.state.belief.judgements  # type: ignore[union-attr]
    assert judged["open", "fridge"].log_odds == pytest.approx(4.0)
    assert judged["on", "milk", "kitchen_table"].verdict == "true"
    assert distance(request, "not open fridge") == 1


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"world": "household"}, "needs `images` or a `scene`"),
        ({"world": "househld", "scene": "x.json"}, "There is no domain 'househld'"),
        (
            {"domain": "d.pddl", "types": {"a": "b"}, "problem": "p.pddl"},
            "`types` is for plans without files",
        ),
        ({"images": ["a.png"], "scene_from": "detector"}, "needs the name of a `detector`"),
        (
            {"scene": "x.json", "scene_from": "listing", "images": ["a.png"]},
            "either a `scene`, or `scene_from`",
        ),
        ({"images": ["a.png"], "scene_from": "guess"}, "'listing' or 'detector'"),
        (
            {"world": "household", "scene": "x.json", "start": {"a": 1}},
            "`start` says how a simulated world begins",
        ),
    ],
)
def test_what_makes_no_sense_is_refused(tmp_path: Path, fields: dict[str, Any], said: str) -> None:
    given = {
        name: scene_file(tmp_path, KITCHEN) if value == "x.json" else value for name, value in fields.items()
    }
    with pytest.raises(Exception, match=said):
        request_of(TaskFile.model_validate(given | {"instruction": "Put the milk in the fridge."}))


@pytest.mark.sampled(20)
@pytest.mark.parametrize("seed", range(60))
def test_what_is_only_seen_never_contradicts_itself(tmp_path: Path, seed: int) -> None:
    """Whatever stands in a picture: which actions there are must not make up what excludes each other."""
    rng = random.Random(seed)
    names = [one.replace(" ", "_") for one in rng.sample(list(open_domain().nouns), rng.randint(1, 9))]
    state = asked(tmp_path, names).state
    assert state is not None
    assert state.contradictions == ()
    assert state.failure is None


def test_what_a_scene_lacks_for_a_household_is_named(tmp_path: Path) -> None:
    with pytest.raises(SceneError, match=r"'robot-at'.*household.*--domain"):
        asked(tmp_path, facts=[["robot-at", "sink"]])
    with pytest.raises(SceneError, match=r"scene\.json: `entities` is empty"):
        asked(tmp_path, [])
    with pytest.raises(SceneError, match="called 'desk_lamp'"):
        asked(tmp_path, ["desk lamp", "desk_lamp"])
    with pytest.raises(ValueError, match=r"missing `domain` and `problem`.*--image, --scene"):
        TaskFile.model_validate({"instruction": "Put the milk in the fridge."})


def test_a_thing_of_two_words_gets_a_name_of_one(tmp_path: Path) -> None:
    made = asked(tmp_path, ["desk lamp", "kitchen table", "strange gizmo"], types={"strange gizmo": "tool"})
    assert {"desk_lamp", "kitchen_table", "strange_gizmo"} <= set(made.problem.entities)


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("said", "goal"),
    [
        ("Wash the mug.", ["not dirty mug"]),
        ("Wash the mug and put it on the shelf.", ["not dirty mug", "on mug shelf"]),
        ("Put the mug on the shelf.", ["on mug shelf"]),
        ("Wash the plate and put the mug on the shelf.", ["not dirty plate", "on mug shelf"]),
        ("If the mug is dirty, put it on the shelf.", None),
        ("If the mug is dirty, wash it and put it on the shelf.", None),
        ("If the mug is not dirty, put it on the shelf.", None),
    ],
)
def test_what_may_be_done_already_is_asked_for_and_what_depends_on_it_is_asked_back(
    tmp_path: Path, said: str, goal: list[str] | None
) -> None:
    from clamp.hosts.goals import aimed

    facts = [["on", "mug", "table"], ["on", "plate", "table"]]
    state = tmp_path / "state.json"
    unknown = [{"fact": ["dirty", one], "verdict": "unknown"} for one in ("mug", "plate")]
    state.write_text(json.dumps({"facts": unknown}))
    request = asked(
        tmp_path, ["mug", "plate", "table", "shelf", "sink"], facts, state=str(state), instruction=said
    )
    assert request.state is not None
    assert request.state.possible.count() == 4
    found = aimed(request, lambda: pytest.fail("a model was asked"))
    assert found is not None
    assert found[0].status == ("question" if goal is None else "goal")
    told = [
        f"{'' if one.positive else 'not '}{' '.join((one.predicate, *one.args))}" for one in found[0].literals
    ]
    assert goal is None or sorted(told) == sorted(goal)
