"""A picture as a network takes it: scaled into a frame, and refused where nothing can be seen in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from clamp.perception.pictures import check_shows

if TYPE_CHECKING:
    from PIL import Image


def framed(name: str, picture: Image.Image, size: tuple[int, int], what: str) -> NDArray[np.float32]:
    """(3, height, width) in [0, 1]; what has another shape stands in a grey frame.

    Args:
        name: What the picture is called in messages.
        size: Width and height.
        what: What it is to show, for messages: *blocks*.

    Raises:
        SceneError: If nothing can be seen in it (`check_shows`).
    """
    from PIL import Image

    width, height = size
    check_shows(name, picture, what)
    scale = min(width / picture.width, height / picture.height)
    scaled = max(1, round(picture.width * scale)), max(1, round(picture.height * scale))
    small = picture.convert("RGB").resize(
        scaled, Image.Resampling.BOX if scale < 1 else Image.Resampling.BILINEAR
    )
    seen = np.asarray(small, np.float32) / 255
    frame = np.full((height, width, 3), 0.5, np.float32)
    top, left = (height - scaled[1]) // 2, (width - scaled[0]) // 2
    frame[top : top + scaled[1], left : left + scaled[0]] = seen
    return np.ascontiguousarray(frame.transpose(2, 0, 1))
