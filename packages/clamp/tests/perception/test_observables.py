"""Observables: what a file may say, what boxes tell, and calibration."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from clamp.errors import SceneError
from clamp.perception import Entity, Scene
from clamp.perception.observables import Calibration, Observable, geometric, read_observables, related

PREDICATES = ["on", "open", "holding"]
TABLE, CUP, FAR = (10.0, 50.0, 90.0, 90.0), (40.0, 40.0, 50.0, 60.0), (92.0, 0.0, 99.0, 10.0)


def test_a_file_says_how_predicates_are_looked_at(tmp_path: Path) -> None:
    path = tmp_path / "looks.yaml"
    path.write_text(
        "open: {ask: 'Is the {0} open?', answers: [Yes, No]}\non: {geometry: on}\nHolding: {assumed: false}\n"
    )
    found = read_observables(path, PREDICATES)
    assert list(found) == ["open", "on", "holding"]
    assert found["open"].question(("open", "top_drawer")) == "Is the top drawer open?"
    assert found["open"].answers == ("Yes", "No")
    assert found["on"].geometry == "on"
    assert found["holding"].assumed is False


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("opn: {ask: x}", "opn"),
        ("open: {aks: x}", "aks is unknown"),
        ("open: {geometry: behind}", "geometry"),
        ("open: {}", "neither what to `ask`"),
        ("open: {ask: x, calibration: {slope: 0}}", "greater than 0"),
        ("open: 3", "open"),
        ("[1]", "is a mapping"),
    ],
)
def test_what_is_no_such_file_is_refused(tmp_path: Path, written: str, said: str) -> None:
    path = tmp_path / "looks.yaml"
    path.write_text(written)
    with pytest.raises(SceneError, match=said):
        read_observables(path, PREDICATES)


def test_a_question_about_more_things_than_there_are() -> None:
    with pytest.raises(SceneError, match="does not fit"):
        Observable("open", ask="Is {0} in {1}?").question(("open", "drawer"))


def test_boxes_tell_relations() -> None:
    assert related("on", CUP, TABLE) > 1
    assert related("on", TABLE, CUP) < -1
    assert related("on", FAR, TABLE) < -1
    assert related("in", (20.0, 55.0, 30.0, 65.0), TABLE) > 1
    assert related("left-of", CUP, FAR) > 1 > related("right-of", CUP, FAR)
    assert related("above", FAR, TABLE) > 1 > related("below", FAR, TABLE)
    with pytest.raises(SceneError, match="Boxes do not tell"):
        related("behind", CUP, TABLE)


def test_evidence_from_boxes_is_a_view_each() -> None:
    views = {"front": (100, 100), "side": (100, 100)}
    entities = [Entity("cup", box=CUP, view=view) for view in views] + [
        Entity("table", box=TABLE, view="front")
    ]
    scene = Scene(tuple(entities), views)
    (found,) = geometric(Observable("on", geometry="on"), ("on", "cup", "table"), scene)
    assert (found.view, found.source) == ("front", "geometry")
    with pytest.raises(SceneError, match="relations of two things"):
        geometric(Observable("open", geometry="on"), ("open", "cup"), scene)


def test_calibration() -> None:
    assert Calibration(0.5, 1.0)(4.0) == 3.0
    assert Calibration(0.5, 1.0)(-math.inf) == -math.inf
    with pytest.raises(SceneError, match="above 0"):
        Calibration(0.0)
