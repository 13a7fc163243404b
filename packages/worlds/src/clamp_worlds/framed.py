"""A picture as a network takes it: scaled into a frame, and refused where nothing can be seen in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from clamp.errors import SceneError

if TYPE_CHECKING:
    from PIL import Image

SMALLEST = 48
"""Fewer pixels on a side show nothing."""
_DARK, _FLAT = 0.06, 0.012
"""Mean brightness, and its spread, below which a picture shows nothing."""


def framed(name: str, picture: Image.Image, size: tuple[int, int], what: str) -> NDArray[np.float32]:
    """(3, height, width) in [0, 1]; what has another shape stands in a grey frame.

    Args:
        name: What the picture is called in messages.
        size: Width and height.
        what: What it is to show, for messages: *blocks*.

    Raises:
        SceneError: If it is too small, too dark or empty.
    """
    from PIL import Image

    width, height = size
    if min(picture.size) < SMALLEST:
        raise SceneError(
            f"The picture {name!r} has {picture.width} x {picture.height} pixels; {what} can be seen from "
            f"{SMALLEST} pixels a side on."
        )
    scale = min(width / picture.width, height / picture.height)
    scaled = max(1, round(picture.width * scale)), max(1, round(picture.height * scale))
    small = picture.convert("RGB").resize(
        scaled, Image.Resampling.BOX if scale < 1 else Image.Resampling.BILINEAR
    )
    seen = np.asarray(small, np.float32) / 255
    bright, spread = float(seen.mean()), float(seen.mean(-1).std())
    if bright < _DARK:
        raise SceneError(f"The picture {name!r} is too dark to see anything: mean brightness {bright:.3f}.")
    if spread < _FLAT:
        raise SceneError(f"The picture {name!r} shows nothing: all of it has nearly one colour.")
    frame = np.full((height, width, 3), 0.5, np.float32)
    top, left = (height - scaled[1]) // 2, (width - scaled[0]) // 2
    frame[top : top + scaled[1], left : left + scaled[0]] = seen
    return np.ascontiguousarray(frame.transpose(2, 0, 1))
