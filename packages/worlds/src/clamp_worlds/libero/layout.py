"""A LIBERO scene's named things as arrays for the network that sees them, and what holds of them as its targets.

It hides which things can be open or on, which can be carried, on and in what they may be, and how names become numbers.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from clamp_worlds.libero.domain import Cast, supertype

WORDS = (
    *(
        "akita",
        "alphabet",
        "back",
        "basket",
        "bbq",
        "bigger",
        "black",
        "blue",
        "book",
        "bottle",
        "bottom",
        "bowl",
    ),
    *(
        "box",
        "brown",
        "butter",
        "cabinet",
        "caddy",
        "chefmate",
        "chocolate",
        "coffee",
        "compartment",
        "contain",
    ),
    *("cookies", "cook", "cream", "cheese", "desk", "drawer", "dressing", "flat", "floor", "front", "frypan"),
    *(
        "glazed",
        "green",
        "heating",
        "juice",
        "ketchup",
        "kitchen",
        "layer",
        "left",
        "libero",
        "living",
        "main",
    ),
    *("microwave", "middle", "milk", "moka", "mug", "new", "orange", "plate", "popcorn", "porcelain", "pot"),
    *(
        "pudding",
        "rack",
        "ramekin",
        "red",
        "region",
        "right",
        "rim",
        "room",
        "salad",
        "sauce",
        "shelf",
        "short",
    ),
    *("side", "soup", "sticker", "stove", "study", "table", "tomato", "top", "tray", "two", "white", "wine"),
    *("wooden", "yellow"),
)
"""What names are made of; other words say nothing. The network knows them by their places from 1 on."""
MIRRORED = (WORDS.index("left") + 1, WORDS.index("right") + 1)
"""Words that a mirror exchanges."""
KINDS = ("item", "dish", "vessel", "table", "stove", "doored", "fixture", "drawer", "top", "compartment")
"""The network knows them by their places."""
WORD_SLOTS = 8
VIEWS = ("agentview", "frontview")
"""The pictures, in the order in which the network takes them."""

_NUMBER = {word: number for number, word in enumerate(WORDS, 1)}
_PARTS = ("drawer", "top", "compartment")
_PLACES = ("table", "drawer", "top", "compartment", "dish")
_CARRIED = ("item", "dish", "vessel")


@dataclass(frozen=True)
class Layout:
    """The things of a scene, without areas of the table, in order.

    Attributes:
        cast: Who can be named.
        most: How many things the arrays have room for.
    """

    cast: Cast
    most: int

    @cached_property
    def names(self) -> list[str]:
        """Every thing and part."""
        return [name for name, kind in self.cast.types.items() if kind != "area"]

    @cached_property
    def kinds(self) -> list[str]:
        """The one of `KINDS` of each."""
        found = [self.cast.types[name] for name in self.names]
        return [
            kind if kind in _PARTS else supertype(kind, name in self.cast.fixed)
            for name, kind in zip(self.names, found, strict=True)
        ]

    def there(self) -> NDArray[np.bool_]:
        """(most,): whether there is such a thing."""
        return np.arange(self.most) < len(self.names)

    def kind_numbers(self) -> NDArray[np.int64]:
        """(most,): places in `KINDS`."""
        found = np.zeros(self.most, np.int64)
        found[: len(self.names)] = [KINDS.index(kind) for kind in self.kinds]
        return found

    def words(self) -> NDArray[np.int64]:
        """(most, WORD_SLOTS): the words of each name, of a part's whole too."""
        found = np.zeros((self.most, WORD_SLOTS), np.int64)
        for row, name in enumerate(self.names):
            text = kind = self.cast.types[name]
            if kind in _PARTS:
                whole = self.cast.whole[name]
                text = f"{self.cast.types[whole]}_{name.removeprefix(f'{whole}_')}_{kind}"
            numbers = [_NUMBER[word] for word in dict.fromkeys(re.split(r"[_\W]+", text)) if word in _NUMBER]
            found[row, : len(numbers[:WORD_SLOTS])] = numbers[:WORD_SLOTS]
        return found

    def boxes(
        self, boxes: Mapping[str, Mapping[str, Sequence[float]]], size: tuple[float, float]
    ) -> tuple[NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_]]:
        """Boxes (V, most, 4) in shares of the picture, whether each is its own, and whether it is its whole's.

        Args:
            boxes: Name -> view -> x0, y0, x1, y1 in pixels.
            size: Width and height of the pictures.
        """
        found = np.zeros((len(VIEWS), self.most, 4), np.float32)
        found[..., 2:] = 0.01
        own = np.zeros((len(VIEWS), self.most), bool)
        borrowed = np.zeros((len(VIEWS), self.most), bool)
        for row, name in enumerate(self.names):
            for number, view in enumerate(VIEWS):
                box = boxes.get(name, {}).get(view)
                if box is not None:
                    own[number, row] = True
                elif name in self.cast.whole:
                    box = boxes.get(self.cast.whole[name], {}).get(view)
                    borrowed[number, row] = box is not None
                if box is not None:
                    found[number, row] = np.clip(np.asarray(box, np.float32) / (*size, *size), 0, 1)
        return found, own, borrowed

    def candidates(self) -> NDArray[np.bool_]:
        """(most, most): which places each thing that can be carried may be on or in."""
        found = np.zeros((self.most, self.most), bool)
        for row, kind in enumerate(self.kinds):
            for column, place in enumerate(self.kinds):
                if kind in _CARRIED and place in _PLACES and row != column:
                    own = self.cast.whole.get(self.names[column]) == self.names[row]
                    found[row, column] = not own and (kind != "vessel" or place == "table")
        return found

    def truth(self, atoms: Sequence[Sequence[str]]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """What is open or on (1, 0; -1 where it makes no sense), and each thing's place (-1 where it has none)."""
        flags, support = np.full(self.most, -1, np.int64), np.full(self.most, -1, np.int64)
        place = self.candidates()
        holding = {tuple(atom) for atom in atoms}
        for row, (name, kind) in enumerate(zip(self.names, self.kinds, strict=True)):
            if kind in ("drawer", "doored"):
                flags[row] = ("open", name) in holding
            elif kind == "stove":
                flags[row] = ("turned_on", name) in holding
        for atom in atoms:
            if atom[0] in ("on", "in") and atom[1] in self.names and atom[2] in self.names:
                row, column = self.names.index(atom[1]), self.names.index(atom[2])
                if place[row, column] and (support[row] < 0 or self.kinds[support[row]] == "table"):
                    support[row] = column
        return flags, support
