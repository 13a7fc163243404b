"""Reading pictures from files, none so large that it fills the memory."""

# Pillow is typed from version 11 on only.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false

from __future__ import annotations

import warnings
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from clamp.errors import SceneError

MOST_PIXELS = 64_000_000
"""Larger pictures are refused: none is needed, and a small file can hold one that fills the memory."""


def read_picture(path: str | Path) -> Image.Image:
    """A picture in RGB.

    Raises:
        SceneError: If there is no such file, it is no picture, or the picture is too large.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(path) as picture:
                _check_size(path, picture.size)
                return picture.convert("RGB")
    except FileNotFoundError:
        raise SceneError(f"There is no picture {str(path)!r}.") from None
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise SceneError(f"The picture {str(path)!r} is too large: {error}") from None
    except (OSError, ValueError, SyntaxError) as error:
        raise SceneError(
            f"The picture {str(path)!r} cannot be read: {error}. Is it a JPEG or PNG file, and complete?"
        ) from None


def picture_of(pixels: NDArray[np.uint8]) -> Image.Image:
    """A picture of an array [height, width, 3]."""
    return Image.fromarray(pixels)


def write_picture(picture: Image.Image, path: str | Path) -> None:
    """Write a picture, in the format that the file's ending names.

    Raises:
        SceneError: If it cannot be written there.
    """
    try:
        picture.save(path)
    except (OSError, ValueError) as error:
        raise SceneError(f"The picture cannot be written to {str(path)!r}: {error}.") from error


def _check_size(path: str | Path, size: tuple[int, int]) -> None:
    width, height = size
    if width * height > MOST_PIXELS:
        raise SceneError(
            f"The picture {str(path)!r} is too large: {width} × {height} pixels, and at most "
            f"{MOST_PIXELS:,} are read. Scale it down; no model needs more."
        )
