"""Where equal things are, in words: without them nobody could say which of two bowls is ``bowl_1``.

Ids tell a model what there is, and a picture shows where things are, but nothing says which id belongs to
which place. So a prompt names the places of things that an instruction could confuse.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from clamp.perception.scene import Scene, words_of

_CLEAR = 0.03
"""How far apart two centres must be for "left of" or "behind" to be clear, as a share of the picture."""

_ORDINALS = ("1st", "2nd", "3rd")


def positions(scene: Scene) -> dict[str, str]:
    """Words for the places of the seen things that share a noun, such as ``{"bowl_1": "left, back"}``.

    Things share a noun if the last words of their ids are equal: ``red_mug_1`` and ``white_mug_1``. Only
    numbered ids count (``bowl_1``, not ``cabinet_1_top``), and only groups of which one view has all boxes.
    What is higher in that view's picture is further back.
    """
    centres: list[dict[str, tuple[float, float]]] = []
    for view, (width, height) in scene.views.items():
        boxes = {
            entity.id: entity.box
            for entity in scene.entities
            if entity.view == view and entity.seen and entity.box is not None
        }
        centres.append(
            {
                name: ((x0 + x1) / 2 / width, (y0 + y1) / 2 / height)
                for name, (x0, y0, x1, y1) in boxes.items()
            }
        )
    return relative_positions(scene.seen, centres)


def relative_positions(
    names: Iterable[str], views: Sequence[Mapping[str, tuple[float, float]]]
) -> dict[str, str]:
    """The words of `positions`, from centres.

    Args:
        names: Ids of what is seen.
        views: For each view the centres of what it shows, as shares of its width and height.
    """
    groups: dict[str, list[str]] = {}
    for name in names:
        if name.rpartition("_")[2].isdigit():
            groups.setdefault(words_of(name).split()[-1], []).append(name)
    found: dict[str, str] = {}
    for group in groups.values():
        view = next((view for view in views if view.keys() >= set(group)), None)
        if len(group) < 2 or view is None:
            continue
        across = _along([view[name][0] for name in group], "left", "right")
        deep = _along([view[name][1] for name in group], "back", "front")
        for name, *words in zip(group, across, deep, strict=True):
            if any(words):
                found[name] = ", ".join(filter(None, words))
    return found


def _along(values: Sequence[float], low: str, high: str) -> list[str]:
    """A word for each value that is clearly the lowest, the highest, or at a place between; else ``""``."""
    order = sorted(range(len(values)), key=values.__getitem__)
    clear = [values[right] - values[left] >= _CLEAR for left, right in pairwise(order)]
    words = [""] * len(values)
    if clear[0]:
        words[order[0]] = low
    if clear[-1]:
        words[order[-1]] = high
    if all(clear):
        for rank, index in enumerate(order[1:-1], 2):
            middle = len(values) == 3
            ordinal = _ORDINALS[rank - 1] if rank <= len(_ORDINALS) else f"{rank}th"
            words[index] = "middle" if middle else f"{ordinal} from the {low}"
    return words
