"""Annotated pictures: boxes where things are, colours for what is touched, nothing for what is not seen."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

Image = pytest.importorskip("PIL.Image")

from clamp.errors import SceneError  # noqa: E402
from clamp.perception import Entity, Scene  # noqa: E402
from clamp.perception.annotate import annotate  # noqa: E402
from clamp.perception.pictures import picture_of, read_picture, write_picture  # noqa: E402

GREY = (90, 90, 90)
SIZE = (640, 320)


def drawn(scene: Scene, steps: Any = (), title: str = "") -> np.ndarray:
    return np.asarray(annotate({"front": Image.new("RGB", SIZE, GREY)}, scene, steps, title))


def front(*entities: Entity) -> Scene:
    return Scene(entities, {"front": SIZE, "top": (8, 8)})


def at(id: str, box: Any, **fields: Any) -> Entity:
    return Entity(id, box=box, view="front", **fields)


CUP = at("cup", (100.0, 100.0, 200.0, 180.0))
DRAWER = at("drawer", (300.0, 100.0, 500.0, 300.0))


def edge(pixels: np.ndarray, x: int, y: int) -> tuple[int, ...]:
    return tuple(pixels[y, x].tolist())


def test_a_box_is_drawn_where_the_thing_is_and_nowhere_else() -> None:
    pixels = drawn(front(CUP))
    assert pixels.shape == (SIZE[1], SIZE[0], 3)
    assert edge(pixels, 199, 150) != GREY
    assert edge(pixels, 150, 150) == GREY
    assert edge(pixels, 400, 200) == GREY
    hidden = drawn(front(at("cup", CUP.box, seen=False)))
    assert (hidden == GREY).all()
    elsewhere = Scene((Entity("cup", view="top", box=(0, 0, 4, 4)),), {"front": SIZE, "top": (8, 8)})
    assert (drawn(elsewhere) == GREY).all()


def test_what_is_touched_has_a_colour_of_its_own_and_the_plan_is_below() -> None:
    plain = drawn(front(CUP, DRAWER))
    steps = [("pick(cup)", ["cup"]), ("place_in(cup, drawer)", ["cup", "drawer"]), ("look()", [])]
    touched = drawn(front(CUP, DRAWER), steps, "Put the cup away.")
    assert touched.shape[0] > plain.shape[0]
    colours = {edge(touched, 199, 170), edge(touched, 499, 250), edge(plain, 199, 170)}
    assert len(colours) == 3


def test_a_part_is_shown_on_its_whole() -> None:
    scene = front(DRAWER, CUP).with_parts({"handle": "drawer", "rim": "cup"})
    untouched, touched = drawn(scene), drawn(scene, [("pull(handle)", ["handle"])])
    assert edge(untouched, 499, 250) != edge(touched, 499, 250)
    assert edge(untouched, 199, 170) == edge(touched, 199, 170)


def test_what_cannot_be_acted_on_is_dashed() -> None:
    line = drawn(front(at("cup", CUP.box, interactable=False)))[179, 110:190]
    gaps = (line == GREY).all(axis=1)
    assert gaps.any()
    assert not gaps.all()
    assert not (drawn(front(CUP))[179, 110:190] == GREY).all(axis=1).any()


def test_small_pictures_are_enlarged_and_views_stand_side_by_side() -> None:
    scene = Scene((), {"a": (64, 32), "b": (64, 64)})
    images = {"a": Image.new("RGB", (64, 32)), "b": Image.new("RGB", (64, 64))}
    whole = annotate(images, scene)
    assert whole.width > 2 * 640 - 1
    assert whole.height == 640


def test_labels_do_not_cover_each_other() -> None:
    many = [at(f"cup_{n}", (10.0 + n, 10.0 + n, 60.0, 60.0), score=0.5) for n in range(6)]
    one = (drawn(front(many[0])) == (208, 208, 208)).all(axis=2).sum()
    six = (drawn(front(*many)) == (208, 208, 208)).all(axis=2).sum()
    assert six > 4 * one


def test_names_in_any_script_are_drawn() -> None:
    assert drawn(front(at("日本_1", CUP.box)), [("持つ(日本_1)", ["日本_1"])]).size


def test_pictures_go_to_files_and_back(tmp_path: Any) -> None:
    pixels = np.arange(4 * 5 * 3, dtype=np.uint8).reshape(4, 5, 3)
    write_picture(picture_of(pixels), tmp_path / "a.png")
    assert (np.asarray(read_picture(tmp_path / "a.png")) == pixels).all()
    for path in (tmp_path / "no" / "a.png", tmp_path / "a.xyz"):
        with pytest.raises(SceneError, match="cannot be written"):
            write_picture(picture_of(pixels), path)


def crowd(width: int, height: int, count: int = 25) -> Scene:
    """Things in a heap in the middle."""
    rng = np.random.default_rng(0)
    corners = rng.integers((width // 4, height // 4), (3 * width // 4, 3 * height // 4), (count, 2))
    edge = max(2, width // 10)
    return Scene(
        tuple(
            Entity(f"thing_number_{n}", box=(x, y, min(width, x + edge), min(height, y + edge)), view=view)
            for n, (x, y) in enumerate(corners.tolist())
            for view in ("front", "top")
        ),
        {"front": (width, height), "top": (width, height)},
    )


@pytest.mark.sampled(3)
@pytest.mark.parametrize("size", [(640, 480), (64, 48), (256, 256), (1200, 900)])
@pytest.mark.no_cover
def test_in_a_crowd_each_name_has_its_place_and_is_led_to_its_box(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    from clamp.perception import annotate as module

    placed: list[tuple[Any, Any]] = []
    led: list[tuple[Any, Any]] = []
    place, lead = module._place, module._lead

    def placing(text: Any, box: Any, within: Any, taken: Any, things: Any) -> Any:
        found = place(text, box, within, taken, things)
        assert not any(module._overlap(found, other) for other in taken)
        assert found[0] >= 0
        assert found[1] >= 0
        assert found[2] <= within[0]
        assert found[3] <= within[1]
        placed.append((found, box))
        return found

    def leading(draw: Any, label: Any, box: Any, colour: str) -> None:
        led.append((label, box))
        lead(draw, label, box, colour)

    monkeypatch.setattr(module, "_place", placing)
    monkeypatch.setattr(module, "_lead", leading)
    images = {view: Image.new("RGB", size, GREY) for view in ("front", "top")}
    annotate(images, crowd(*size))
    assert len(placed) == 50
    assert sorted(led) == sorted(placed)
    far = [pair for pair in placed if module._distance(*pair) > 2]
    assert far, "in a crowd some names stand apart"


def test_a_line_leads_from_a_name_to_its_box_and_each_view_is_named() -> None:
    from PIL import ImageDraw

    from clamp.perception.annotate import _lead

    picture = Image.new("RGB", (100, 100), GREY)
    _lead(ImageDraw.Draw(picture), (0, 0, 20, 10), (80, 80, 90, 90), "#e6194b")
    assert picture.getpixel((80, 80)) != GREY
    assert sum(count for count, colour in picture.getcolors() if colour != GREY) > 70
    images = {"front": Image.new("RGB", SIZE, GREY), "top": Image.new("RGB", SIZE, GREY)}
    named = np.asarray(annotate(images, Scene((), {"front": SIZE, "top": SIZE})))
    for left in (0, SIZE[0] + 4):
        assert (named[-3:, left : left + 20] != GREY).any()
