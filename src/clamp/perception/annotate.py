"""Pictures with what was seen in them, and what each action of a plan touches."""

# Pillow is typed from version 11 on only.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false
# pyright: reportArgumentType=false

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PIL import Image, ImageDraw, ImageFont

from clamp.perception.scene import Box, Entity, Scene

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
    the whole of a part without a box. Entities that cannot be acted on have dashed boxes.

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
        _panel(image, [one for one in scene.entities if one.view == view and one.seen], numbers, colours)
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
    for box, ones in order:
        touched = [one for one in ones if one.id in numbers]
        colour = colours[touched[0].id] if touched else _PLAIN
        scaled = tuple(round(edge * scale) for edge in box)
        _outline(draw, scaled, colour, 3 if touched else 2, dashed=not ones[0].interactable)
    # Their names find a place first.
    for box, ones in reversed(order):
        x, y = box[0] * scale, box[1] * scale
        for one in ones:
            touched_by = numbers.get(one.id, ())
            text = f"{','.join(map(str, touched_by))}: {one.id}" if touched_by else one.id
            if one.score < 1:
                text += f" {one.score:.2f}"
            _label(draw, (x, y), text, colours.get(one.id, _PLAIN), size, taken)
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


def _label(
    draw: Any, at: tuple[float, float], text: str, colour: str, size: tuple[int, int], taken: list[Box]
) -> None:
    """Text on a coloured ground, near a place, where no other label is."""
    width, height = _measure(draw, text)
    width, height = width + 2 * _MARGIN, height + _MARGIN
    x = min(max(0.0, at[0]), max(0.0, size[0] - width))
    y = max(0.0, at[1] - height)
    box = (x, y, x + width, y + height)
    while any(_overlap(box, other) for other in taken) and box[3] + height <= size[1]:
        box = (x, box[1] + height, x + width, box[3] + height)
    taken.append(box)
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
    """The text as far as Pillow's own font has the letters."""
    return text.encode("latin-1", "replace").decode("latin-1")


def _measure(draw: Any, text: str) -> tuple[int, int]:
    left, top, right, bottom = draw.textbbox((0, 0), _writable(text), font=_font())
    return round(right - min(left, 0)), round(bottom - min(top, 0)) + 2
