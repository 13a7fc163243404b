"""What is seen on LIBERO's tables, to whom it is said, and pictures and scenes that cannot be used."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image
from roots import ROOT

from clamp.errors import SceneError
from clamp.perception import Scene
from clamp.perception.pictures import read_picture
from clamp.planning import Problem
from clamp.planning.pddl import read_domain_file
from clamp.request.states import observer_for, resolve
from clamp_worlds.libero.domain import Cast, problem
from clamp_worlds.libero.eyes import believe, boxes_of, judge, look, observer, pixels_of
from clamp_worlds.libero.layout import KINDS, VIEWS, WORD_SLOTS, WORDS, Layout
from clamp_worlds.libero.tasks import atoms_of

pytest.importorskip("torch")

EXAMPLES = ROOT / "examples" / "libero"
NAMES = ("drawer", "stove", "basket")


def example(name: str) -> tuple[dict[str, Image.Image], Scene, Problem]:
    folder = EXAMPLES / name
    pictures = {view: read_picture(folder / f"{view}.jpg") for view in VIEWS}
    made = Problem.from_pddl(folder / "domain.pddl", folder / "problem.pddl")
    return pictures, Scene.from_json(folder / "scene.json"), made


def cast_of(made: Problem) -> Cast:
    return Cast.from_objects((name, kinds[0]) for name, kinds in made.task.objects.items())


@pytest.mark.parametrize("name", NAMES)
def test_what_is_open_on_and_where_things_are(name: str) -> None:
    pictures, scene, made = example(name)
    cast = cast_of(made)
    seen = look(pictures, scene, cast)
    true = {tuple(atom) for atom in atoms_of(made, made.initial)}
    doors = set(cast.doors().values())
    for thing, p in seen.flags.items():
        assert (p > 0.5) == ((("open" if thing in doors else "turned_on"), thing) in true), (thing, p)
    for thing, places in seen.places.items():
        assert sum(places.values()) == pytest.approx(1)
        if thing in seen.seen:
            best = max(places, key=lambda place: places[place])
            assert {("on", thing, best), ("in", thing, best)} & true, (thing, places)


def test_a_belief_needs_no_problem_file() -> None:
    pictures, scene, made = example("drawer")
    belief = believe(look(pictures, scene, cast_of(made)), cast_of(made))
    state = resolve(made.domain, belief)
    assert state.failure is None
    assert {"open(white_cabinet_1_bottom_region)"} <= {
        str(one).replace(" ", "") for one in state.possible.known
    } | {f"{one.predicate}({','.join(one.args)})" for one in state.possible.known}


def test_a_drawer_that_is_open_in_the_picture_and_shut_in_the_file_is_reported() -> None:
    pictures, scene, made = example("drawer")
    eyes = observer_for(made.domain)
    assert eyes is not None
    assert eyes.name == "libero"
    kinds = {name: types[0] for name, types in made.task.objects.items()}
    files = {f"{view}.jpg": one for view, one in pictures.items()}
    belief = eyes.observe(files, kinds, scene=scene)
    assert resolve(made, belief).failure is None
    atoms = [atom for atom in atoms_of(made, made.initial) if atom[0] != "open"]
    shut = problem(
        "shut", cast_of(made), atoms, [("in", "akita_black_bowl_1", "white_cabinet_1_bottom_region")]
    )
    told = resolve(shut, belief)
    assert told.failure is not None
    assert told.failure.cause == "contradiction"
    assert "open(white_cabinet_1_bottom_region)" in told.failure.message


def test_the_observer_is_for_this_domain_alone() -> None:
    blocks, _ = read_domain_file(ROOT / "examples" / "blocks" / "domain.pddl")
    assert observer(blocks) is None


def test_one_view_will_do() -> None:
    pictures, scene, made = example("stove")
    seen = look({"agentview": pictures["agentview"]}, scene, cast_of(made))
    assert set(seen.flags) == {"flat_stove_1"}


def test_what_no_picture_shows_is_said_only_if_asked_for() -> None:
    _, scene, made = example("drawer")
    cast = cast_of(made)
    grey = np.full((2, 3, 224, 224), 0.5, np.float32)
    boxes = {name: box for name, box in boxes_of(scene).items() if name != "wine_bottle_1"}
    sighting = judge(grey, boxes, cast)
    assert any("wine_bottle_1" in fact for fact in believe(sighting, cast).judgements)
    assert not any("wine_bottle_1" in fact for fact in believe(sighting, cast, unseen=False).judgements)


def test_pictures_and_scenes_that_cannot_be_used() -> None:
    pictures, scene, made = example("drawer")
    kinds = {name: types[0] for name, types in made.task.objects.items()}
    eyes = observer(made.domain)
    assert eyes is not None
    with pytest.raises(SceneError, match="none of them"):
        pixels_of({"kitchen": pictures["agentview"]})
    with pytest.raises(SceneError, match="there is none"):
        pixels_of({})
    with pytest.raises(SceneError, match="too dark"):
        pixels_of({"agentview": Image.new("RGB", (256, 256), (2, 2, 2))})
    with pytest.raises(SceneError, match="nearly one colour"):
        pixels_of({"agentview": Image.new("RGB", (256, 256), (99, 99, 99))})
    with pytest.raises(SceneError, match="20 x 20 pixels"):
        pixels_of({"agentview": pictures["agentview"].resize((20, 20))})
    with pytest.raises(SceneError, match="give a `scene` with boxes"):
        eyes.observe(pictures, kinds)
    with pytest.raises(SceneError, match="has none"):
        eyes.observe(pictures, {**kinds, "wine_bottle_1": None}, scene=scene)
    with pytest.raises(SceneError, match="there are none"):
        eyes.observe(pictures, {}, scene=scene)


def test_arrays_say_what_holds() -> None:
    cast = cast_of(example("drawer")[2])
    layout = Layout(cast, 12)
    names = layout.names
    atoms = [
        ("on", "akita_black_bowl_1", "kitchen_table"),
        ("in", "akita_black_bowl_1", "white_cabinet_1_top_region"),
        ("on", "wine_bottle_1", "kitchen_table"),
        ("open", "white_cabinet_1_top_region"),
    ]
    flags, support = layout.truth(atoms)
    assert {names[row]: int(flags[row]) for row in range(len(names)) if flags[row] >= 0} == {
        "white_cabinet_1_top_region": 1,
        "white_cabinet_1_middle_region": 0,
        "white_cabinet_1_bottom_region": 0,
    }
    assert (
        names[support[names.index("akita_black_bowl_1")]] == "white_cabinet_1_top_region"
    )  # more is said than a table
    assert names[support[names.index("wine_bottle_1")]] == "kitchen_table"
    assert (support >= 0).sum() == 2
    places = layout.candidates()[names.index("wine_bottle_1")]
    assert {names[column] for column in np.nonzero(places)[0]} == {
        *(
            one
            for one, kind in cast.types.items()
            if kind in ("drawer", "top", "kitchen_table", "akita_black_bowl")
        )
    }
    words = layout.words()
    assert words.shape == (12, WORD_SLOTS)
    assert words.max() <= len(WORDS)
    told = {WORDS[number - 1] for number in words[names.index("white_cabinet_1_top_region")] if number}
    assert told == {"white", "cabinet", "top", "region", "drawer"}
    boxes, own, borrowed = layout.boxes({"white_cabinet_1": {"agentview": (10, 20, 110, 220)}}, (200, 400))
    part = names.index("white_cabinet_1_top_side")
    assert borrowed[0, part]
    assert not own[0, part]
    assert boxes[0, part].tolist() == pytest.approx([0.05, 0.05, 0.55, 0.55])
    assert not own[1].any()
    assert layout.there().sum() == len(names)
    assert KINDS[layout.kind_numbers()[names.index("wine_rack_1_top_region")]] == "top"


def test_the_models_that_ship_are_small() -> None:
    folders = [ROOT / "packages" / one / "src" for one in ("clamp", "worlds")]
    sizes = [path.stat().st_size for folder in folders for path in folder.rglob("*.safetensors")]
    assert sum(sizes) <= 25_000_000


def test_the_card_says_which_weights(tmp_path: Path) -> None:
    from hashlib import sha256

    folder = ROOT / "packages" / "worlds" / "src" / "clamp_worlds" / "libero"
    digest = sha256((folder / "eyes.safetensors").read_bytes()).hexdigest()
    assert digest in (folder / "MODEL_CARD.md").read_text("utf-8")
    assert json.loads((folder / "eyes.json").read_text()).keys() == {"flags", "stoves", "places"}


def test_a_stove_is_judged_by_the_pixels_of_its_box_alone() -> None:
    torch = pytest.importorskip("torch")
    from clamp_worlds.libero.network import SIZE, STOVE, LiberoNetwork, Shown

    torch.manual_seed(0)
    network, box = LiberoNetwork().eval(), torch.tensor([0.3, 0.3, 0.5, 0.5])

    def shown(pictures: Any, visible: tuple[bool, bool], other: int) -> Shown:
        boxes = torch.rand(1, 2, 3, 4).sort(-1).values
        boxes[0, :, 0] = box
        seen = torch.tensor(visible)[None, :, None].expand(1, 2, 3)
        kinds = torch.tensor([[STOVE, other, 0]])
        there = torch.ones(1, 3, dtype=torch.bool)
        return Shown(
            pictures, torch.zeros(1, 3, 8, dtype=torch.long), kinds, boxes, seen, ~seen & False, there
        )

    pictures = torch.rand(1, 2, 3, SIZE, SIZE)
    around = pictures.clone()
    inside = slice(int(0.25 * SIZE), int(0.55 * SIZE))
    around[:] = torch.rand_like(around)
    around[..., inside, inside] = pictures[..., inside, inside]
    with torch.inference_mode():
        flags = [
            network(shown(one, (True, True), kind)).flags[0, 0] for one, kind in ((pictures, 1), (around, 9))
        ]
        apart = [network(shown(pictures, seen, 1)).flags[0, 0] for seen in ((True, False), (False, True))]
        assert network.looked_at(shown(pictures, (False, False), 1)) is None
    assert float(flags[0]) == pytest.approx(float(flags[1]), abs=1e-4)
    assert float(sum(apart)) == pytest.approx(float(flags[0]), abs=1e-4)
