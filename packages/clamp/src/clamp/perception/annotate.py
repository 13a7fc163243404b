"""For people: pictures with what was seen in them and what each action touches, and places of things in words."""

# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false
# pyright: reportArgumentType=false

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from PIL import Image, ImageDraw, ImageFont

from clamp.perception.scene import Box, Entity, Scene
from clamp.visible import printable
from clamp.words.naming import words_of

# Pillow is typed from version 11 on only.


Steps = Sequence[tuple[str, Sequence[str]]]
"""A plan: the text of each action, and the ids that it names."""

_WIDTH = 640
"""Narrower pictures are enlarged, so that names can be read."""

_COLOURS = ("#e6194b", "#3cb44b", "#4363d8", "#f58231", "#911eb4", "#008080", "#9a6324", "#808000")
_PLAIN = "#d0d0d0"
_MARGIN = 4
_FONT_SIZE = 15


def annotate(
    images: Mapping[str, Image.Image], scene: Scene, steps: Steps = (), title: str = ""
) -> Image.Image:
    """All views side by side: a box and an id for each seen entity, and below them the plan.

    What a step touches has a thick box in a colour of its own and the steps' numbers before its id; so has
    the whole of a part without a box. Entities that cannot be acted on have dashed boxes. A name stands
    at its box, or where there is room, with a line to the box. Each view's name is in its lower left corner.

    Args:
        images: The picture of each view that is shown, in its scene's size.
        steps: The plan.
        title: A line below the pictures.
    """
    numbers: dict[str, list[int]] = {}
    for number, (_, touched) in enumerate(steps, 1):
        for id in dict.fromkeys(touched):
            numbers.setdefault(id, []).append(number)
    colours = {id: _COLOURS[at % len(_COLOURS)] for at, id in enumerate(numbers)}
    panels = [
        _panel(
            image,
            [one for one in scene.entities if one.view == view and one.seen],
            numbers,
            colours,
            view,
            named=len(images) > 1,
        )
        for view, image in images.items()
    ]
    lines = [([title], "black")] if title else []
    lines += [
        ([f"{number}. {text}"], colours.get(touched[0], "black") if touched else "black")
        for number, (text, touched) in enumerate(steps, 1)
    ]
    return _joined(panels, [(text[0], colour) for text, colour in lines])


def _panel(
    image: Image.Image,
    entities: Sequence[Entity],
    numbers: Mapping[str, Sequence[int]],
    colours: Mapping[str, str],
    view: str,
    *,
    named: bool,
) -> Image.Image:
    scale = max(1.0, _WIDTH / image.width)
    size = (round(image.width * scale), round(image.height * scale))
    panel = image.convert("RGB").resize(size, Image.Resampling.LANCZOS)
    draw: Any = ImageDraw.Draw(panel)
    boxes = {one.id: one.box for one in entities if one.box is not None}
    names: dict[Box, list[Entity]] = {}
    for one in entities:
        box = one.box or (boxes.get(one.place or "") if one.id in numbers else None)
        if box is not None:
            names.setdefault(box, []).append(one)
    # What is touched is drawn last, on top.
    order = sorted(names.items(), key=lambda pair: any(one.id in numbers for one in pair[1]))
    taken: list[Box] = []
    if named or order:
        taken.append(_name_of_view(draw, view, size))
    for box, ones in order:
        touched = [one for one in ones if one.id in numbers]
        colour = colours[touched[0].id] if touched else _PLAIN
        scaled = tuple(round(edge * scale) for edge in box)
        _outline(draw, scaled, colour, 3 if touched else 2, dashed=not ones[0].interactable)
    # Their names find a place first.
    labels: list[tuple[Box, Box, str, str]] = []
    things: list[Box] = [(a * scale, b * scale, c * scale, d * scale) for a, b, c, d in names]
    for box, ones in reversed(order):
        left, top, right, bottom = (edge * scale for edge in box)
        for one in ones:
            touched_by = numbers.get(one.id, ())
            text = f"{','.join(map(str, touched_by))}: {one.id}" if touched_by else one.id
            if one.score < 1:
                text += f" {one.score:.2f}"
            where = (left, top, right, bottom)
            at = _place(_measure(draw, text), where, size, taken, things)
            labels.append((at, where, text, one.id))
            taken.append(labels[-1][0])
    # Lines first, so that none crosses a name.
    for at, where, _, id in labels:
        _lead(draw, at, where, colours.get(id, _PLAIN))
    for at, _, text, id in labels:
        _label(draw, at, text, colours.get(id, _PLAIN))
    return panel


def _outline(draw: Any, box: tuple[int, ...], colour: str, width: int, *, dashed: bool) -> None:
    x0, y0, x1, y1 = box[0], box[1], box[2] - 1, box[3] - 1
    if not dashed:
        draw.rectangle((x0, y0, max(x0, x1), max(y0, y1)), outline=colour, width=width)
        return
    for start in range(x0, x1, 12):
        for y in (y0, y1):
            draw.line((start, y, min(start + 6, x1), y), fill=colour, width=width)
    for start in range(y0, y1, 12):
        for x in (x0, x1):
            draw.line((x, start, x, min(start + 6, y1)), fill=colour, width=width)


def _name_of_view(draw: Any, view: str, size: tuple[int, int]) -> Box:
    """Write it into the corner, on black; where it is."""
    width, height = _measure(draw, view)
    box = (0.0, float(max(0, size[1] - height - _MARGIN)), float(width + 2 * _MARGIN), float(size[1]))
    draw.rectangle(box, fill="black")
    draw.text((_MARGIN, box[1]), _writable(view), fill="white", font=_font())
    return box


def _place(
    text: tuple[int, int], box: Box, size: tuple[int, int], taken: Sequence[Box], things: Sequence[Box]
) -> Box:
    """Where a name is to stand: as near to its box as other names, and boxes, leave room."""
    width, height = text[0] + 2 * _MARGIN, text[1] + _MARGIN
    most_x, most_y = max(0.0, size[0] - width), max(0.0, size[1] - height)

    def at(x: float, y: float) -> Box:
        x, y = min(max(0.0, x), most_x), min(max(0.0, y), most_y)
        return (x, y, x + width, y + height)

    beside = [
        at(box[0], box[1] - height),
        at(box[0], box[3]),
        at(box[2] - width, box[1] - height),
        at(box[2], box[1]),
        at(box[0] - width, box[1]),
        at(box[0], box[1]),
    ]
    rows = [row * height for row in range(int(size[1] // height))]
    columns = [step * 16.0 for step in range(int(most_x // 16) + 1)]
    far = sorted((at(x, y) for x in columns for y in rows), key=lambda one: _distance(one, box))
    free = [one for one in (*beside, *far) if not any(_overlap(one, other) for other in taken)]
    others = [other for other in things if other != box]
    clear = (one for one in free if not any(_overlap(one, other) for other in others))
    return next(clear, free[0] if free else beside[0])


def _distance(one: Box, other: Box) -> float:
    """Between the nearest points of two boxes."""
    x = max(0.0, other[0] - one[2], one[0] - other[2])
    y = max(0.0, other[1] - one[3], one[1] - other[3])
    return (x * x + y * y) ** 0.5


def _lead(draw: Any, label: Box, box: Box, colour: str) -> None:
    """A line from a name to its box, where they do not touch."""
    if _distance(label, box) <= 2:
        return
    middle = ((label[0] + label[2]) / 2, (label[1] + label[3]) / 2)
    end = (min(max(middle[0], box[0]), box[2] - 1), min(max(middle[1], box[1]), box[3] - 1))
    draw.line((*middle, *end), fill="black", width=3)
    draw.line((*middle, *end), fill=colour, width=1)
    draw.ellipse((end[0] - 3, end[1] - 3, end[0] + 3, end[1] + 3), fill=colour, outline="black")


def _label(draw: Any, box: Box, text: str, colour: str) -> None:
    """Text on a coloured ground."""
    draw.rectangle(box, fill=colour)
    dark = colour != _PLAIN
    draw.text((box[0] + _MARGIN, box[1]), _writable(text), fill="white" if dark else "black", font=_font())


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _joined(panels: Sequence[Image.Image], lines: Sequence[tuple[str, str]]) -> Image.Image:
    """The panels in a row, and the lines below them."""
    scratch = ImageDraw.Draw(Image.new("RGB", (1, 1)))
    line_height = _measure(scratch, "Ag")[1] + _MARGIN
    width = sum(panel.width for panel in panels) + _MARGIN * (len(panels) - 1)
    width = max([width, *(_measure(scratch, text)[0] + 2 * _MARGIN for text, _ in lines)])
    top = max(panel.height for panel in panels)
    whole = Image.new("RGB", (width, top + (line_height * len(lines) + 2 * _MARGIN if lines else 0)), "white")
    x = 0
    for panel in panels:
        whole.paste(panel, (x, 0))
        x += panel.width + _MARGIN
    draw: Any = ImageDraw.Draw(whole)
    for row, (text, colour) in enumerate(lines):
        draw.text((_MARGIN, top + _MARGIN + row * line_height), _writable(text), fill=colour, font=_font())
    return whole


def _font() -> Any:
    load: Any = ImageFont.load_default
    try:
        return load(_FONT_SIZE)
    except TypeError:  # Pillow before 10.1 has one size only.
        return load()


def _writable(text: str) -> str:
    """The text on one line, as far as Pillow's own font has the letters."""
    return printable(" ".join(text.split())).encode("latin-1", "replace").decode("latin-1")


def _measure(draw: Any, text: str) -> tuple[int, int]:
    left, top, right, bottom = draw.textbbox((0, 0), _writable(text), font=_font())
    return round(right - min(left, 0)), round(bottom - min(top, 0)) + 2


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
