"""How surely each arrangement of coloured blocks is the one that pictures show.

It hides the network, how its answers for each picture and for all of them are weighed, and how much that is worth
(`CALIBRATION`). Pictures that nothing can be read off are refused; what a picture does not show stays unsure.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray

from clamp.errors import SceneError
from clamp_worlds.framed import framed

if TYPE_CHECKING:
    from PIL import Image

COLOURS = ("red", "orange", "yellow", "green", "blue", "purple")
TABLE = len(COLOURS)
_WIDTH, _HEIGHT = 320, 240
_SURE = 0.8


@dataclass(frozen=True)
class Calibration:
    """How much the network's answers are worth, fitted on photographs (docs/blocks.md says how).

    Attributes:
        together: Weight of the log posterior that it gives to all pictures at once.
        apart: Weight of the log posterior of each picture by itself.
        seen_from: Least share of a picture that surely shows a block which nothing else says is there.
        take_from: Posterior of an arrangement from which on it is taken; below there is a question.
    """

    together: float
    apart: float
    seen_from: float
    take_from: float


@dataclass(frozen=True)
class Sighting:
    """What pictures of one table say.

    Attributes:
        present: The colours of the blocks there are, in the order of `COLOURS`.
        arrangements: (A, 6) what each colour stands on: a colour's number, or `TABLE`.
        posterior: (A,) probability of each arrangement.
        area: (V, 6) share of each picture that surely shows a colour.
    """

    present: tuple[str, ...]
    arrangements: NDArray[np.int64]
    posterior: NDArray[np.float64]
    area: NDArray[np.float64]

    @property
    def likeliest(self) -> dict[str, str | None]:
        """What each block stands on in the likeliest arrangement; ``None`` is the table."""
        best = self.arrangements[int(self.posterior.argmax())]
        return {one: self._name(best[COLOURS.index(one)]) for one in self.present}

    @property
    def confidence(self) -> float:
        """The posterior of the likeliest arrangement."""
        return float(self.posterior.max())

    def on(self, upper: str, lower: str | None) -> float:
        """How probable it is that a block stands on another, or (``None``) on the table."""
        support = TABLE if lower is None else COLOURS.index(lower)
        return float(self.posterior[self.arrangements[:, COLOURS.index(upper)] == support].sum())

    def clear(self, name: str) -> float:
        """How probable it is that nothing stands on a block."""
        return float(self.posterior[(self.arrangements != COLOURS.index(name)).all(1)].sum())

    @staticmethod
    def _name(support: int) -> str | None:
        return None if support == TABLE else COLOURS[support]


@cache
def calibration() -> Calibration:
    """The one that ships with the network."""
    text = (resources.files("clamp_worlds.blocks") / "calibration.json").read_text()
    return Calibration(**json.loads(text))


@cache
def _network() -> tuple[Any, Any]:
    try:
        import torch
    except ImportError as error:
        raise SceneError(
            "Blocks are seen by a network that needs torch, which is not installed: pip install 'clamp-worlds[blocks]'."
        ) from error
    from safetensors.torch import load

    from clamp_worlds.blocks.network import BlockNetwork, arrangements

    network = BlockNetwork()
    weights = load((resources.files("clamp_worlds.blocks") / "model.safetensors").read_bytes())
    network.load_state_dict({name: value.to(torch.float32) for name, value in weights.items()})
    return network.eval(), arrangements()


def pixels_of(pictures: Mapping[str, Image.Image]) -> NDArray[np.float32]:
    """(V, 3, 240, 320) in [0, 1]; what has another shape stands in a grey frame.

    Raises:
        SceneError: If there is none, or one is too small, too dark or empty.
    """
    if not pictures:
        raise SceneError("There is no picture of the blocks. Add --image FILE, once for each view.")
    return np.stack([framed(name, one, (_WIDTH, _HEIGHT), "blocks") for name, one in pictures.items()])


@dataclass(frozen=True)
class Glances:
    """What each picture shows by itself, as it is and in a mirror: tensors (2, V, 6, token) and twice (2, V, 6).

    Attributes:
        area: The share of the picture that shows a colour, as expected; as the network weighs it.
        sure: The share that is one's colour by a probability of `_SURE` or more.
    """

    tokens: Any
    area: Any
    sure: Any

    def of(self, views: Sequence[int]) -> Glances:
        """Some of the pictures."""
        some = list(views)
        return Glances(self.tokens[:, some], self.area[:, some], self.sure[:, some])

    @property
    def areas(self) -> NDArray[np.float64]:
        """(V, 6) share of each picture that surely shows each colour."""
        return self.sure.mean(0).double().numpy()


def glance(pixels: NDArray[np.float32]) -> Glances:
    """Look at pictures (V, 3, 240, 320), one by one."""
    import torch

    network, _ = _network()
    of_numpy = cast("Any", torch).from_numpy
    with torch.inference_mode():
        both = of_numpy(np.concatenate([pixels, pixels[..., ::-1]]))
        segments, _, _, tokens, area = network.see(both)
        sure = (segments.softmax(1)[:, :TABLE] >= _SURE).float().mean((2, 3))
    return Glances(*(one.unflatten(0, (2, -1)) for one in (tokens, area, sure)))


def scores(seen: Glances, present: NDArray[np.bool_]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Log posteriors over arrangements: (A,) of all pictures together, (V, A) of each alone.

    Args:
        present: (6,) the colours of the blocks there are.
    """
    import torch

    from clamp_worlds.blocks.network import log_posterior

    network, table = _network()
    of_numpy = cast("Any", torch).from_numpy
    there: Any = of_numpy(present)

    def posterior(tokens: Any, area: Any) -> Any:
        here = there.expand(len(tokens), -1)
        found: Any = log_posterior(network.judge(tokens, area, here), here, table)
        return found.unflatten(0, (2, -1)).mean(0)

    with torch.inference_mode():
        together = posterior(seen.tokens, seen.area)[0]
        apart = posterior(seen.tokens.flatten(0, 1)[:, None], seen.area.flatten(0, 1)[:, None])
    return together.double().numpy(), apart.double().numpy()


def weigh(together: NDArray[np.float64], apart: NDArray[np.float64], how: Calibration) -> NDArray[np.float64]:
    """The posterior over arrangements."""
    with np.errstate(invalid="ignore"):
        total = how.together * together + how.apart * apart.sum(0)
    total[~np.isfinite(total)] = -np.inf
    total = np.exp(total - total.max())
    return total / total.sum()


def look(pictures: Mapping[str, Image.Image], named: Collection[str] = ()) -> Sighting:
    """What pictures of one table show.

    Args:
        pictures: Views of the same moment, by name.
        named: Colours of blocks that are known to be there, seen or not.

    Raises:
        SceneError: If a picture cannot be used, or none shows a block.
    """
    how = calibration()
    seen = glance(pixels_of(pictures))
    area = seen.areas
    found = area.max(0) >= how.seen_from
    if found.sum() < max(2, len(named) / 2):
        listed = ", ".join(one for one, there in zip(COLOURS, found, strict=True) if there) or "none"
        asked = f", of {len(named)} that are spoken of" if named else ""
        raise SceneError(
            f"Too few coloured blocks are seen in {', '.join(map(repr, pictures))} ({listed}{asked}). Blocks are cubes "
            f"in {', '.join(COLOURS[:-1])} or {COLOURS[-1]} on a table, at least two of them. Are these the right "
            "pictures?"
        )
    present = np.array([one in named for one in COLOURS]) | found
    _, table = _network()
    names = tuple(one for one, there in zip(COLOURS, present, strict=True) if there)
    return Sighting(names, table.numpy(), weigh(*scores(seen, present), how), area)
