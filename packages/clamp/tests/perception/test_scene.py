"""Scenes: in and out of JSON, from segmentation, merged, remembered; and what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst
from scene_strategies import IDS, VIEWS, scenes

from clamp.errors import SceneError
from clamp.perception import Entity, Memory, Scene

BOX = (1.0, 1.0, 5.0, 5.0)


def at(id: str, **fields: Any) -> Entity:
    return Entity(id, view="front", **fields)


def front(*entities: Entity) -> Scene:
    return Scene(entities, {"front": (32, 24)})


# ------------------------------------------------------------------ in and out


@given(scenes())
def test_json_gives_the_scene_back(scene: Scene) -> None:
    text = json.dumps(scene.to_json())
    assert Scene.from_json(text) == scene
    assert Scene.from_json(json.loads(text)) == scene


def test_a_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "scene.json"
    path.write_text('\ufeff{"entities": [{"id": "red_cup_1"}]}', encoding="utf-8")
    scene = Scene.from_json(path)
    assert scene.seen == ("red_cup_1",)
    assert scene.entities[0].label == "red cup"
    assert Scene.from_json(str(path)) == scene


VIEW = '"views": {"front": {"width": 32, "height": 24}}'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "the scene:1:2: not JSON"),
        ('{"entities": [], "entities": []}', "'entities' is given twice"),
        ("{}", "entities is missing"),
        ('{"entities": 7}', "entities: should be a list, but it is 7"),
        (
            '{"entities": [{"id": "a", "colour": 1}]}',
            r"entities\[0\].colour of 'a': unknown field.*mask_area",
        ),
        ('{"entities": [], "camera": 1}', "camera: unknown field; the fields are views, entities"),
        ('{"entities": [{"id": "a", "score": 2}]}', r"entities\[0\].score of 'a': .*less than.* but it is 2"),
        ('{"entities": [{"id": "a", "score": NaN}]}', "score of 'a': .*finite"),
        ('{"entities": [{"id": ""}]}', r"entities\[0\].id.*at least 1 character"),
        ('{"entities": [{"id": "a"}, {"id": "a"}]}', "'a' occurs twice.*a_1"),
        ('{"entities": [{"id": "a", "box": [1, 2, 3]}]}', r"entities\[0\].box of 'a': .*at least 4"),
        ('{"entities": [{"id": "a", "box": [1, 2, 3, 4]}]}', "'a' has a box.* but no view"),
        ('{"entities": [{"id": "a", "view": "top"}], ' + VIEW + "}", "'a' is in the view 'top'.*has 'front'"),
        (
            '{"entities": [{"id": "a", "view": "front", "box": [0, 0, 40, 9]}], ' + VIEW + "}",
            r"leaves the picture of 'front' \(32 × 24\)",
        ),
        (
            '{"entities": [{"id": "a", "view": "front", "box": [9, 9, 4, 12]}], ' + VIEW + "}",
            "x, y, width, height",
        ),
        (
            '{"entities": [{"id": "a", "view": "front", "mask_area": 999}], ' + VIEW + "}",
            "covers 999 pixels of 'front', which has 768",
        ),
        ('{"entities": [], "views": {"front": {"width": 0, "height": 1}}}', "views.front.width"),
    ],
)
def test_what_is_no_scene_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises(SceneError, match=message):
        Scene.from_json(text)


def test_values_that_make_no_sense_are_refused_in_python_too() -> None:
    for wrong in ({"id": " "}, {"score": 1.5}, {"age": -1}, {"mask_area": -1, "view": "front"}):
        with pytest.raises(SceneError):
            Entity(**{"id": "a", **wrong})
    with pytest.raises(SceneError, match="0 × 4"):
        Scene((), {"front": (0, 4)})


# ------------------------------------------------------------------ what is seen


@given(scenes())
def test_an_entity_is_seen_if_some_view_sees_it(scene: Scene) -> None:
    assert set(scene.seen) == {one.id for one in scene.entities if one.seen}
    assert set(scene.interactable) <= set(scene.seen) <= set(scene.ids)
    assert len(set(scene.seen)) == len(scene.seen)
    for id, score in scene.scores().items():
        entries = [one for one in scene.entities if one.id == id and one.seen]
        assert score == max(one.score for one in entries)
        assert scene.best(id) in entries


def test_an_unknown_id_has_no_best_entry() -> None:
    with pytest.raises(SceneError, match="no 'cup'; it has plate"):
        Scene((Entity("plate"),)).best("cup")


@given(npst.arrays(np.int16, st.tuples(st.integers(1, 9), st.integers(1, 9)), elements=st.integers(0, 4)))
def test_a_segmentation_is_counted_pixel_by_pixel(pixels: np.ndarray) -> None:
    labels = {0: None, 1: "plate", 2: "cup", 3: "cup", 9: "ghost"}
    scene = Scene.from_segmentation({"front": pixels}, {"front": labels}, min_area=3)
    assert scene.views == {"front": pixels.shape[::-1]}
    found = {one.id: one for one in scene.entities}
    assert len(found) == len(scene.entities)
    for id, own in {"plate": {1}, "cup": {2, 3}, "ghost": {9}}.items():
        at = [(x, y) for y, row in enumerate(pixels.tolist()) for x, label in enumerate(row) if label in own]
        assert (id in found) == bool(at)
        if at:
            xs, ys = [x for x, _ in at], [y for _, y in at]
            one = found[id]
            assert one.mask_area == len(at)
            assert one.seen == (len(at) >= 3)
            assert one.box == (min(xs), min(ys), max(xs) + 1, max(ys) + 1)


@pytest.mark.parametrize(
    ("pixels", "labels", "message"),
    [
        (np.zeros((2, 2)), {"front": {}}, "type float64; it is an integer"),
        (np.zeros((2, 2, 3), int), {"front": {}}, r"shape \(2, 2, 3\)"),
        (np.zeros((2, 2), int), {}, "without labels"),
    ],
)
def test_what_is_no_segmentation_is_refused(pixels: Any, labels: Any, message: str) -> None:
    with pytest.raises(SceneError, match=message):
        Scene.from_segmentation({"front": pixels}, labels)


def test_a_part_is_seen_where_its_whole_is() -> None:
    parts = {"fridge_door": "fridge", "oven_door": "oven", "plate": "fridge"}
    scene = front(at("fridge", score=0.7, box=BOX), at("plate"), at("cup", seen=False))
    door = scene.with_parts(parts).best("fridge_door")
    assert (door.score, door.view, door.place, door.box) == (0.7, "front", "fridge", None)
    assert scene.with_parts(parts).ids == ("fridge", "plate", "cup", "fridge_door")
    assert scene.with_parts({"handle": "cup"}).seen == scene.seen
    assert scene.with_parts({}) == scene


def test_other_ids() -> None:
    scene = front(at("a"), at("b", place="a"), at("c"))
    renamed = scene.renamed({"a": "cup", "c": None})
    assert renamed.ids == ("cup", "b")
    assert renamed.best("b").place == "cup"
    with pytest.raises(SceneError, match="'b' occurs twice"):
        scene.renamed({"a": "b"})


# ------------------------------------------------------------------ several views


@given(st.lists(scenes(), max_size=3))
def test_merging_sees_what_any_scene_sees(parts: list[Scene]) -> None:
    merged = Scene.merge(parts)
    assert set(merged.seen) == {id for scene in parts for id in scene.seen}
    assert {view for scene in parts for view in scene.views} == set(merged.views)
    assert merged.scores() == Scene.merge(reversed(parts)).scores()
    assert Scene.merge([merged, merged]) == merged
    for id, score in merged.scores().items():
        assert score == max(scene.scores().get(id, 0) for scene in parts)


def test_one_view_has_one_size() -> None:
    with pytest.raises(SceneError, match="'front' is 32 × 24 pixels in one scene and 8 × 8 in another"):
        Scene.merge([Scene((), VIEWS), Scene((), {"front": (8, 8)})])


# ------------------------------------------------------------------ memory


@given(scenes(), scenes())
def test_without_forgetting_everything_ever_seen_is_seen(before: Scene, now: Scene) -> None:
    after = before.update(now)
    assert set(after.seen) == set(before.seen) | set(now.seen)
    for id in now.seen:
        assert after.best(id).age == min(one.age for one in now.entities if one.id == id and one.seen) or any(
            one.view not in now.views for one in after.entities if one.id == id
        )
    for one in after.entities:
        assert one in now.entities or one.age > 0


@given(st.lists(st.sets(st.sampled_from(IDS)), min_size=1, max_size=7), st.integers(1, 4))
def test_an_entity_is_forgotten_after_n_observations_without_it(history: list[set[str]], n: int) -> None:
    scene = Scene()
    for seen in history:
        scene = scene.update(front(*map(at, sorted(seen))), memory=Memory(forget_after=n))
    assert set(scene.seen) == {id for seen in history[-n:] for id in seen}


def test_what_has_left_a_place_in_plain_view_is_forgotten() -> None:
    rules = Memory(forget_missing=True)
    before = front(at("cup", box=BOX), at("plate"))
    assert before.update(front(), memory=rules).seen == ("plate",)
    hidden = front(at("box", box=(0, 0, 6, 6)))
    assert set(before.update(hidden, memory=rules).seen) == {"box", "cup", "plate"}
    partly = front(at("box", box=(0, 0, 2, 6)))
    assert set(before.update(partly, memory=rules).seen) == {"box", "plate"}
    assert set(before.update(partly, memory=Memory(forget_missing=True, cover=0.2)).seen) == {
        "box",
        "cup",
        "plate",
    }
    elsewhere = Scene((), {"top": (16, 16)})
    assert before.update(elsewhere, memory=rules).seen == ("cup", "plate")


def test_what_has_left_a_place_that_was_looked_into_is_forgotten() -> None:
    rules = Memory(forget_missing=True)
    before = front(at("cup", box=BOX, place="drawer"), at("plate", place="table"))
    assert before.update(front(), memory=rules).seen == ("cup", "plate")
    assert before.update(front(), memory=rules, looked_at=["drawer"]).seen == ("plate",)
    still = front(at("cup", place="drawer"))
    assert set(before.update(still, memory=rules, looked_at=["drawer"]).seen) == {"cup", "plate"}
    assert before.update(front(), looked_at=["drawer"]).seen == ("cup", "plate")


def test_boxes_of_a_view_that_changed_its_size_are_dropped() -> None:
    after = front(at("cup", box=BOX, mask_area=9)).update(Scene((), {"front": (4, 4)}))
    assert (after.best("cup").box, after.best("cup").mask_area) == (None, None)


@pytest.mark.parametrize("wrong", [{"forget_after": 0}, {"cover": 0}, {"cover": 2}])
def test_memory_rules_that_make_no_sense_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(SceneError):
        Memory(**wrong)
