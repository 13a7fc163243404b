"""What is seen of blocks in pictures, whom it is said to, and pictures that show nothing."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from roots import ROOT

from clamp.errors import SceneError
from clamp.perception.pictures import read_picture
from clamp.planning.pddl import read_domain_file
from clamp.request.states import observer_for, resolve
from clamp_worlds.blocks.observe import observer

pytest.importorskip("torch")

EXAMPLE = ROOT / "examples" / "blocks"
UNTYPED = """(define (domain bw) (:predicates (on ?x ?y) (ontable ?x) (clear ?x) (handempty) (holding ?x))
  (:action pick-up :parameters (?x) :precondition (and (clear ?x) (ontable ?x) (handempty))
    :effect (and (not (ontable ?x)) (not (clear ?x)) (not (handempty)) (holding ?x))))"""


@pytest.fixture(scope="module")
def seer():
    domain, _ = read_domain_file(EXAMPLE / "domain.pddl")
    found = observer(domain)
    assert found is not None
    return domain, found


def pictures() -> dict[str, Image.Image]:
    return {one.name: read_picture(one) for one in sorted(EXAMPLE.glob("view_*.jpg"))}


def test_the_observer_is_found_for_blocks_alone() -> None:
    domain, _ = read_domain_file(EXAMPLE / "domain.pddl")
    found = observer_for(domain)
    assert found is not None
    assert found.name == "blocks"
    kitchen, _ = read_domain_file(ROOT / "examples" / "kitchen" / "domain.pddl")
    assert observer(kitchen) is None
    assert observer(read_domain_file(UNTYPED)[0]) is not None
    coloured = UNTYPED.replace("(handempty)", "(handempty) (painted ?x)", 1)
    assert observer(read_domain_file(coloured)[0]) is None  # nobody looks whether it is painted


def test_a_table_is_seen(seer) -> None:
    domain, eyes = seer
    belief = eyes.observe(pictures(), {})
    assert set(belief.objects) == {"yellow", "orange", "purple", "robot"}
    assert {("on", "purple", "orange"), ("on", "orange", "yellow"), ("ontable", "yellow"), ("clear", "purple"),
            ("handempty", "robot")} == {*belief.true}  # fmt: skip
    state = resolve(domain, belief)
    assert state.failure is None
    assert not state.possible.unknown


def test_blocks_keep_their_names(seer) -> None:
    belief = seer[1].observe(
        pictures(), {"yellow_block": "block", "orange_1": "block", "the_purple": "block", "arm": "robot"}
    )
    assert ("on", "the_purple", "orange_1") in belief.true
    assert ("handempty", "arm") in belief.true


def test_what_the_sentence_names_is_there_and_nobody_knows_where(seer) -> None:
    belief = seer[1].observe(
        pictures(), {}, instruction="Create 1 stacks: green over purple over orange over yellow"
    )
    assert "green" in belief.objects
    assert sum(belief.judge(("on", "green", one)).probability for one in ("purple", "orange", "yellow")) < 1


@pytest.mark.parametrize(
    ("objects", "said"),
    [
        ({"b1": "block", "b2": "block"}, "no colour"),
        ({"red_1": "block", "red_2": "block"}, "both red"),
        ({"red": "block"}, "not among the objects"),
    ],
)
def test_blocks_that_cannot_be_told(seer, objects: dict[str, str | None], said: str) -> None:
    with pytest.raises(SceneError, match=said):
        seer[1].observe(pictures(), objects)


def bad(name: str) -> Image.Image:
    noise = np.random.default_rng(0).integers(0, 255, (240, 320, 3))
    made = {
        "dark": np.full((240, 320, 3), 4),
        "flat": np.full((240, 320, 3), 128),
        "tiny": noise[:20, :20],
        "noise": noise,
        "grey": np.repeat(noise[..., :1], 3, 2),
    }
    return Image.fromarray(made[name].astype(np.uint8))


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("dark", "too dark"),
        ("flat", "nothing"),
        ("tiny", "pixels"),
        ("noise", "noise"),
        ("grey", "noise"),
    ],
)
def test_pictures_that_show_nothing(seer, name: str, said: str) -> None:
    with pytest.raises(SceneError, match=said):
        seer[1].observe({"front": bad(name)}, {})


def test_without_pictures(seer) -> None:
    with pytest.raises(SceneError, match="no picture"):
        seer[1].observe({}, {})


def test_pictures_of_a_kitchen(seer) -> None:
    path: Path = ROOT / "examples" / "libero" / "drawer" / "agentview.jpg"
    with pytest.raises(SceneError, match="Too few coloured blocks"):
        seer[1].observe({"front": read_picture(path)}, {})


def test_other_shapes_and_sizes(seer) -> None:
    large = {name: one.resize((1280, 960)) for name, one in pictures().items()}
    wide = {name: Image.new("RGB", (480, 240), (90, 90, 90)) for name in large}
    for name, frame in wide.items():
        frame.paste(pictures()[name], (80, 0))
    for some in (large, wide):
        assert ("on", "purple", "orange") in seer[1].observe(some, {}).true
