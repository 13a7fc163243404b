"""How a LIBERO table stands, as its pictures and the boxes of named things show it: a belief in the domain's words.

It hides the network, how its answers are calibrated, and what of a state nobody looks at (nothing is held, and what is
part of what is known by the names). What is sure enough is known; where a thing may be in several places is unknown.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any
from typing import cast as cast_to

import numpy as np
from numpy.typing import NDArray

from clamp.errors import SceneError
from clamp.perception import Belief, Evidence, Scene
from clamp.perception.belief import ASSUMED, Fact
from clamp.planning.task import Domain
from clamp_worlds.framed import framed
from clamp_worlds.libero.domain import Cast
from clamp_worlds.libero.layout import VIEWS, Layout

if TYPE_CHECKING:
    from PIL import Image

NAME = "libero"
"""The source of what is seen so."""

_LEAST = 0.01
"""Less probable places are left out of account; what is left is as sure as that."""
_ROUND = 1e-4
_WEIGHTS = "eyes.safetensors"

Boxes = Mapping[str, Mapping[str, Sequence[float]]]
"""Name -> view -> x0, y0, x1, y1."""


@dataclass(frozen=True)
class Sighting:
    """What pictures of one table say.

    Attributes:
        flags: How probable it is that a door is open, or a stove on.
        places: Of each thing that can be carried, how probable each place is.
        seen: What has a box in some picture.
    """

    flags: Mapping[str, float]
    places: Mapping[str, Mapping[str, float]]
    seen: frozenset[str]

    def holds(self, thing: str, place: str) -> float:
        """How probable it is that a thing is on or in a place."""
        return self.places.get(thing, {}).get(place, 0.0)


@dataclass(frozen=True)
class Calibration:
    """How much the network's answers are worth (docs/libero-eyes.md): what its logits are divided by."""

    flags: float
    stoves: float
    places: float


@cache
def calibration() -> Calibration:
    """The one that ships with the network."""
    text = (resources.files("clamp_worlds.libero") / "eyes.json").read_text()
    return Calibration(**json.loads(text))


@cache
def _network() -> Any:
    try:
        import torch
    except ImportError as error:
        raise SceneError(
            "LIBERO's tables are seen by a network that needs torch, which is not installed: pip install "
            "'clamp-worlds[libero-eyes]'."
        ) from error
    from safetensors.torch import load

    from clamp_worlds.libero.network import LiberoNetwork

    network = LiberoNetwork()
    weights = load((resources.files("clamp_worlds.libero") / _WEIGHTS).read_bytes())
    network.load_state_dict({name: value.to(torch.float32) for name, value in weights.items()})
    return network.eval()


def boxes_of(scene: Scene) -> dict[str, dict[str, tuple[float, float, float, float]]]:
    """The boxes of a scene's seen things, in shares of the pictures.

    Raises:
        SceneError: If a box is in a picture whose size the scene does not say.
    """
    found: dict[str, dict[str, tuple[float, float, float, float]]] = {}
    for one in scene.entities:
        if not one.seen or one.box is None or one.view is None:
            continue
        if one.view not in scene.views:
            raise SceneError(f"The scene does not say how large the picture {one.view!r} is.")
        width, height = scene.views[one.view]
        x0, y0, x1, y1 = one.box
        found.setdefault(one.id, {})[one.view] = (x0 / width, y0 / height, x1 / width, y1 / height)
    return found


def pixels_of(pictures: Mapping[str, Image.Image]) -> NDArray[np.float32]:
    """(V, 3, SIZE, SIZE) in [0, 1], of the views that LIBERO has; one that is missing is grey.

    Raises:
        SceneError: If there is none, one has another name, or is too small, too dark or empty.
    """
    from clamp_worlds.libero.network import SIZE

    strange = [name for name in pictures if name not in VIEWS]
    if strange or not pictures:
        listed = " and ".join(VIEWS)
        said = f"{strange[0]!r} is none of them" if strange else "there is none"
        raise SceneError(f"LIBERO's pictures are its cameras' {listed}; {said}.")
    found = np.full((len(VIEWS), 3, SIZE, SIZE), 0.5, np.float32)
    for number, view in enumerate(VIEWS):
        if view in pictures:
            found[number] = framed(view, pictures[view], (SIZE, SIZE), "a table")
    return found


def look(pictures: Mapping[str, Image.Image], scene: Scene, cast: Cast) -> Sighting:
    """What pictures of one table show.

    Args:
        pictures: LIBERO's views; one will do.
        scene: The boxes of what is seen in them.
        cast: What there is, seen or not.

    Raises:
        SceneError: If a picture cannot be used.
    """
    boxes = boxes_of(scene)
    own = {
        name: {view: box for view, box in each.items() if view in pictures} for name, each in boxes.items()
    }
    return judge(pixels_of(pictures), own, cast)


def judge(pixels: NDArray[np.float32], boxes: Boxes, cast: Cast) -> Sighting:
    """As `look`, of pixels (V, 3, SIZE, SIZE) and boxes in shares of the pictures."""
    import torch

    from clamp_worlds.libero.network import Shown

    layout = Layout(cast, most=sum(kind != "area" for kind in cast.types.values()))
    own, visible, borrowed = layout.boxes(boxes, (1.0, 1.0))
    of_numpy = cast_to("Any", torch).from_numpy
    arrays = (pixels, layout.words(), layout.kind_numbers(), own, visible, borrowed, layout.there())
    with torch.inference_mode():
        seen = _network()(Shown(*(of_numpy(one)[None] for one in arrays)))
        how = calibration()
        stoves = of_numpy(np.array([kind == "stove" for kind in layout.kinds]))
        trust = torch.where(stoves, how.stoves, how.flags)
        flags = torch.sigmoid(seen.flags[0] / trust).double().numpy()
        barred = ~of_numpy(layout.candidates())
        scores = (seen.support[0] / how.places).masked_fill(barred, -torch.inf).double()
        places = scores.softmax(-1).nan_to_num().numpy()
    names = layout.names
    return Sighting(
        {
            name: float(flags[row])
            for row, (name, kind) in enumerate(zip(names, layout.kinds, strict=True))
            if kind in ("drawer", "doored", "stove")
        },
        {
            name: {place: float(p) for place, p in zip(names, places[row], strict=True) if p > 0}
            for row, name in enumerate(names)
            if places[row].any()
        },
        frozenset(name for name, each in boxes.items() if each),
    )


def relation(cast: Cast, place: str) -> str:
    """``in`` or ``on``, as the domain has it of a place."""
    return "in" if cast.types[place] in ("drawer", "compartment") else "on"


def believe(sighting: Sighting, cast: Cast, unseen: bool = True) -> Belief:
    """A sighting in the words of the domain.

    Args:
        unseen: Whether to say something of what no picture shows, too: what shows nowhere may lie in a drawer.
    """
    assumed: list[Fact] = [*cast.static(), ("hand_empty",)]
    evidence = [Evidence(fact, 1.0, ASSUMED) for fact in assumed]
    doors = set(cast.doors().values())

    def shown(name: str) -> bool:
        return unseen or cast.whole.get(name, name) in sighting.seen

    for name, p in sighting.flags.items():
        if shown(name):
            evidence.append(Evidence(("open" if name in doors else "turned_on", name), _bounded(p), NAME))
    groups: list[tuple[Fact, ...]] = []
    for thing, places in sighting.places.items():
        if shown(thing):
            likely = {(relation(cast, place), thing, place): p for place, p in places.items() if p >= _LEAST}
            evidence += [Evidence(fact, _bounded(p), NAME) for fact, p in likely.items()]
            groups.append(tuple(likely))
    return Belief(dict(cast.types), tuple(evidence), tuple(groups), closed_world=True)


def _bounded(probability: float) -> float:
    """No picture makes anything certain."""
    return min(max(probability, _ROUND), 1 - _ROUND)


def observer(domain: Domain) -> LiberoObserver | None:
    """Who sees the tables of LIBERO's domain; ``None`` where a domain is another."""
    known = {"on", "in", "open", "turned_on", "holding", "hand_empty", "part_of", "closes", "above", "broad"}
    return LiberoObserver() if domain.name == NAME and set(domain.predicates) == known else None


class LiberoObserver:
    """Sees LIBERO's tables, where a scene says what stands where in the pictures."""

    name = NAME

    def observe(
        self,
        images: Mapping[str, Image.Image],
        objects: Mapping[str, str | None],
        *,
        instruction: str = "",
        scene: Scene | None = None,
    ) -> Belief:
        """The state that pictures of one moment show, of what is seen in them.

        Args:
            images: LIBERO's views, called so, or files of these names.
            objects: What there is, with types.
            instruction: Of no account.
            scene: With boxes.

        Raises:
            SceneError: If a picture cannot be used, something has no type, or nothing says where things are.
        """
        if scene is None or not boxes_of(scene):
            raise SceneError(
                "LIBERO's things are seen in their boxes, and nothing says where in the pictures they are: give a "
                "`scene` with boxes."
            )
        untyped = [name for name, kind in objects.items() if kind is None]
        if untyped or not objects:
            raise SceneError(
                f"LIBERO's things are seen by their types, and {untyped[0]!r} has none."
                if untyped
                else "LIBERO's things are seen by their names and types, and there are none: give them in the `scene`."
            )
        cast = Cast.from_objects((name, kind) for name, kind in objects.items() if kind is not None)
        return believe(
            look({Path(name).stem: one for name, one in images.items()}, scene, cast), cast, unseen=False
        )
