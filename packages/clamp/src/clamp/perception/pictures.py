"""Reading pictures: one way for all of them, faithful to what the file shows, or refused.

Whatever Pillow reads becomes RGB of 8 bits, upright as its EXIF data says. 16 bits are scaled to 8. What is
transparent lies on white. What could only be guessed is refused: floating-point and 32-bit pictures, whose
range nothing says, and files of several pictures.
"""

# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false

from __future__ import annotations

import re
import warnings
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps

from clamp.errors import SceneError
from clamp.perception.scene import Scene
from clamp.words.matching import Match

# Pillow is typed from version 11 on only.


MOST_PIXELS = 64_000_000
"""Larger pictures are refused: none is needed, and a small file can hold one that fills the memory."""

MOST_ELONGATED = 200
"""How many times as long as wide a picture may be; models' processors refuse more."""

_OF_ONE_PICTURE = ("MPO", "ICO", "ICNS")
"""Formats that hold one picture several times: with a preview, a second view, or in several sizes."""

_PROGRAMS = ("EPS", "WMF")
"""Formats that Pillow draws with the help of another program."""

_SCALED_INTEGERS = ("PNG", "PPM")
"""Formats whose 32-bit mode holds 16-bit values."""

_PATIENCE = 30.0
"""Seconds that an address may take to answer."""
_MOST_BYTES = 100_000_000
"""Longer answers are refused."""


def is_address(source: object) -> bool:
    """Whether a picture is to be fetched from the net, over ``http`` or ``https``."""
    return isinstance(source, str) and source.startswith(("http://", "https://"))


def read_picture(source: str | Path | IO[bytes], name: str = "") -> Image.Image:
    """A picture in RGB, upright.

    Args:
        source: A path, an address (``https://…``), or an open file.
        name: What an open file is called, for errors.

    Raises:
        SceneError: If there is no such file, it is no picture, or it cannot be shown faithfully; also if it
            has more than `MOST_PIXELS`, or is more than `MOST_ELONGATED` times as long as wide.
    """
    called = f"The picture {name or str(source)!r}"
    if isinstance(source, str) and is_address(source):
        source = _fetched(source)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            picture = Image.open(source)
    except FileNotFoundError:
        raise SceneError(f"There is no picture {str(source)!r}.") from None
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise SceneError(
            f"{called} is too large: its header names more than {MOST_PIXELS:,} pixels, and at most so many "
            "are read. Scale it down; no model needs more."
        ) from None
    except Exception as error:  # Each of Pillow's readers has errors of its own.
        raise _unreadable(called, error) from None
    with picture:
        _check_shape(called, picture.size)
        if picture.format in _PROGRAMS:
            raise SceneError(
                f"{called} is a {picture.format} file, which would have to be drawn by another program. "
                "Save it as PNG."
            )
        try:
            frames = 1 if picture.format in _OF_ONE_PICTURE else int(getattr(picture, "n_frames", 1))
            picture.load()
        except Exception as error:
            raise _unreadable(called, error) from None
        if frames > 1:
            raise SceneError(
                f"{called} holds {frames} pictures (pages or frames of a {picture.format} file), and which "
                "of them is meant is not known. Save the one that is."
            )
        return _rgb(picture, called)


def _fetched(address: str) -> BytesIO:
    from http.client import HTTPException
    from urllib.request import urlopen

    try:
        with urlopen(address, timeout=_PATIENCE) as answer:
            content: bytes = answer.read(_MOST_BYTES + 1)
    except (OSError, ValueError, HTTPException) as error:
        raise SceneError(f"The picture {address!r} cannot be loaded: {error}.") from error
    if len(content) > _MOST_BYTES:
        raise SceneError(f"The picture {address!r} is too large: more than {_MOST_BYTES:,} bytes.")
    return BytesIO(content)


def picture_in_rgb(picture: Image.Image, name: str = "") -> Image.Image:
    """An open picture as `read_picture` would read it; the same object if it is upright RGB already.

    Raises:
        SceneError: If it cannot be shown faithfully, is too large, or too long.
    """
    called = f"The picture {name!r}" if name else "A picture"
    _check_shape(called, picture.size)
    return _rgb(picture, called)


def rgb_of(image: Any) -> Any:
    """A picture in RGB, read from its file or address where it is not one yet; what is no picture as it is."""
    if isinstance(image, str | Path):
        return read_picture(image)
    return picture_in_rgb(image) if isinstance(image, Image.Image) else image


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


def _unreadable(called: str, error: Exception) -> SceneError:
    what = (str(error).strip() or type(error).__name__).rstrip(".")
    what = re.sub(r" ?<[^<>]* at 0x[0-9a-f]+>", "", what)  # nobody can do anything with an address
    return SceneError(f"{called} cannot be read: {what}. Is it a JPEG or PNG file, and complete?")


def _check_shape(called: str, size: tuple[int, int]) -> None:
    width, height = size
    if width < 1 or height < 1:
        raise SceneError(f"{called} is empty: {width} × {height} pixels.")
    if width * height > MOST_PIXELS:
        raise SceneError(
            f"{called} is too large: {width} × {height} pixels, and at most {MOST_PIXELS:,} are read. Scale "
            "it down; no model needs more."
        )
    if max(size) > MOST_ELONGATED * min(size):
        raise SceneError(
            f"{called} is {width} × {height} pixels: one side is more than {MOST_ELONGATED} times the other, "
            "and no model reads such a strip. Was it cut wrongly?"
        )


def _rgb(picture: Image.Image, called: str) -> Image.Image:
    """8 bits of red, green and blue, upright, on white."""
    try:
        plain = _upright(_eight_bits(picture, called))
        if not _is_transparent(plain):
            return plain if plain.mode == "RGB" else plain.convert("RGB")
        seen = plain.convert("LA" if plain.mode == "La" else "RGBA").convert("RGBA")
        white = Image.new("RGBA", seen.size, "white")
        return Image.alpha_composite(white, seen).convert("RGB")
    except SceneError:
        raise
    except Exception as error:  # A damaged EXIF block, colours that cannot be converted.
        raise _unreadable(called, error) from None


def _upright(picture: Image.Image) -> Image.Image:
    """Turned as its EXIF data says."""
    if picture.getexif().get(0x0112, 1) == 1:
        return picture
    turned: Any = ImageOps.exif_transpose(picture)
    return turned


def _is_transparent(picture: Image.Image) -> bool:
    return picture.mode in ("LA", "La", "PA", "RGBA", "RGBa") or "transparency" in picture.info


def _eight_bits(picture: Image.Image, called: str) -> Image.Image:
    """The picture with values of 8 bits; its EXIF data and the like are kept.

    Raises:
        SceneError: If nothing says how its values are to be scaled.
    """
    mode = picture.mode
    if mode.startswith("I;16") or (mode == "I" and picture.format in _SCALED_INTEGERS):
        tags: Any = getattr(picture, "tag_v2", {})
        most = 2 ** int(tags.get(258, (16,))[0]) - 1
        values = np.asarray(picture).astype(np.float64) / most
        if tags.get(262) == 0:  # TIFF: white is zero
            values = 1 - values
        scaled = Image.fromarray((values.clip(0, 1) * 255).round().astype(np.uint8))
        clear = picture.info.get("transparency")
        scaled.info = {name: value for name, value in picture.info.items() if name != "transparency"}
        if isinstance(clear, int):  # A whole value of 16 bits is the transparent one.
            alpha = np.where(np.asarray(picture) == clear, 0, 255).astype(np.uint8)
            scaled.putalpha(Image.fromarray(alpha))
        if tags.get(274, 1) != 1:
            scaled.getexif()[0x0112] = tags[274]
        return scaled
    if mode in ("I", "F"):
        kind = "32-bit integers" if mode == "I" else "floating-point numbers"
        low, high = picture.getextrema()
        raise SceneError(
            f"{called} holds {kind} (here from {low} to {high}), and nothing says which of them is black and "
            "which is white. Save it with 8 or 16 bits a channel."
        )
    return picture


@dataclass(frozen=True)
class Recognition:
    """A scene with its record.

    Attributes:
        scene: What is seen.
        matches: What became of each name that the source gave, unresolved ones included.
    """

    scene: Scene
    matches: tuple[Match, ...] = ()

    @property
    def unresolved(self) -> tuple[Match, ...]:
        """The names that no entity was found for."""
        return tuple(match for match in self.matches if match.entity is None)
