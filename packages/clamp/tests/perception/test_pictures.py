"""Pictures of every kind become what they show, in RGB, or are refused with a reason."""

from __future__ import annotations

import io
import struct
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

Image = pytest.importorskip("PIL.Image")
from clamp.errors import SceneError  # noqa: E402
from clamp.perception import pictures  # noqa: E402
from clamp.perception.pictures import picture_in_rgb, read_picture  # noqa: E402

RAMP = np.linspace(0, 255, 12 * 20).round().astype(np.uint8).reshape(12, 20)


def colours(seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).integers(0, 256, (12, 20, 3), dtype=np.uint8)


def saved(picture: Any, format: str, **options: Any) -> io.BytesIO:
    file = io.BytesIO()
    picture.save(file, format, **options)
    file.seek(0)
    return file


def read(file: io.BytesIO) -> np.ndarray:
    picture = read_picture(file, "it")
    assert picture.mode == "RGB"
    return np.asarray(picture).astype(int)


def grey(values: np.ndarray) -> np.ndarray:
    return np.repeat(values.astype(int)[..., None], 3, axis=2)


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def header(width: int, height: int, bits: int = 8) -> bytes:
    """The beginning of a PNG file in colours."""
    about = struct.pack(">IIBBBBB", width, height, bits, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", about)


# ------------------------------------------------------------------ what is shown


@pytest.mark.parametrize("format", ["PNG", "TIFF", "BMP", "WEBP", "PPM", "TGA", "JPEG2000"])
def test_colours_are_kept(format: str) -> None:
    options = {"lossless": True} if format == "WEBP" else {}
    assert (read(saved(Image.fromarray(colours()), format, **options)) == colours()).all()


@pytest.mark.parametrize("format", ["PNG", "TIFF", "BMP", "GIF", "PPM"])
def test_grey_is_grey(format: str) -> None:
    assert (read(saved(Image.fromarray(RAMP), format)) == grey(RAMP)).all()
    bits = Image.fromarray(RAMP > 127)
    assert (read(saved(bits, format)) == grey((RAMP > 127) * 255)).all()


@pytest.mark.parametrize("format", ["PNG", "TIFF", "PPM"])
@pytest.mark.parametrize("high", [255, 65535])
def test_sixteen_bits_are_scaled(format: str, high: int) -> None:
    wide = (RAMP.astype(np.uint32) * high // 255).astype(np.uint16)
    expected = grey((wide / 65535 * 255).round())
    assert (read(saved(Image.fromarray(wide), format)) == expected).all()


def test_twelve_bits_are_scaled_by_what_the_file_says() -> None:
    wide = Image.fromarray((RAMP.astype(np.uint16) * 16).astype(np.uint16))
    wide.tag_v2 = {258: (12,)}
    shown = np.asarray(picture_in_rgb(wide))
    assert abs(shown.astype(int) - grey(RAMP)).max() <= 1


def test_white_may_be_zero() -> None:
    wide = Image.fromarray(RAMP.astype(np.uint16) * 257)
    wide.tag_v2 = {262: 0}
    assert (np.asarray(picture_in_rgb(wide)) == 255 - grey(RAMP)).all()


def test_sixteen_bits_a_colour() -> None:
    """Pillow writes no such file; PNG is simple enough."""
    wide = colours().astype(">u2") * 257
    rows = b"".join(b"\0" + row.tobytes() for row in wide)
    file = header(20, 12, bits=16) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
    assert (read(io.BytesIO(file)) == colours()).all()


@pytest.mark.parametrize("mode", ["CMYK", "YCbCr", "LAB", "HSV"])
def test_other_colour_spaces_look_the_same(mode: str) -> None:
    smooth = np.stack([RAMP, RAMP[::-1], np.full_like(RAMP, 90)], axis=2)
    other = Image.fromarray(smooth).convert("RGB")
    if mode == "LAB":
        from PIL import ImageCms

        srgb, lab = ImageCms.createProfile("sRGB"), ImageCms.createProfile("LAB")
        other = ImageCms.profileToProfile(other, srgb, lab, outputMode="LAB")
    else:
        other = other.convert(mode)
    shown = np.asarray(picture_in_rgb(other)).astype(int)
    assert abs(shown - smooth).mean() < 4
    if mode in ("CMYK", "LAB"):
        assert abs(read(saved(other, "TIFF")) - smooth).mean() < 4


@pytest.mark.parametrize("mode", ["LA", "PA", "RGBA", "RGBa", "La", "P", "L", "RGB"])
def test_what_is_transparent_lies_on_white(mode: str) -> None:
    alpha = np.zeros((12, 20), np.uint8)
    alpha[:, 10:] = 255
    black = Image.merge("RGBA", [Image.new("L", (20, 12), 0)] * 3 + [Image.fromarray(alpha)])
    if mode == "La":
        clear = black.convert("LA").convert("La")
    elif mode == "PA":
        clear = Image.new("P", (20, 12))
        clear.putpalette([0, 0, 0] * 256)
        clear.putalpha(Image.fromarray(alpha))
        assert clear.mode == "PA"
    elif mode in ("P", "L", "RGB"):
        clear = Image.new(mode, (20, 12), 0)
        left = Image.new(mode, (10, 12), {"RGB": (7, 7, 7)}.get(mode, 7))
        clear.paste(left, (0, 0))
        if mode == "P":
            clear.putpalette([0, 0, 0] * 256)
        clear.info["transparency"] = {"RGB": (7, 7, 7)}.get(mode, 7)
    else:
        clear = black.convert(mode)
    expected = grey(255 - alpha)
    assert (np.asarray(picture_in_rgb(clear)) == expected).all()
    if mode in ("LA", "RGBA", "P", "L", "RGB"):
        assert (read(saved(clear, "PNG")) == expected).all()


def test_half_transparent_is_half_white() -> None:
    assert (read(saved(Image.new("RGBA", (4, 4), (0, 0, 0, 128)), "PNG")) == 127).all()


def test_a_palette_is_followed() -> None:
    few = Image.fromarray(colours()).quantize(8)
    expected = np.asarray(few.convert("RGB"))
    for format in ("PNG", "GIF", "BMP", "TIFF"):
        assert (read(saved(few, format)) == expected).all()


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("format", ["JPEG", "PNG", "WEBP", "TIFF", "MPO"])
def test_pictures_are_upright(orientation: int, format: str) -> None:
    """Oracle: how EXIF's orientations are defined, by numpy."""
    blocks = np.zeros((24, 40, 3), np.uint8)
    blocks[:12, :20] = (255, 0, 0)
    blocks[:12, 20:] = (0, 255, 0)
    blocks[12:, :20] = (0, 0, 255)
    stored = {
        1: blocks,
        2: blocks[:, ::-1],
        3: blocks[::-1, ::-1],
        4: blocks[::-1],
        5: blocks.transpose(1, 0, 2),
        6: blocks.transpose(1, 0, 2)[::-1],
        7: blocks.transpose(1, 0, 2)[::-1, ::-1],
        8: blocks.transpose(1, 0, 2)[:, ::-1],
    }[orientation]
    exif = Image.Exif()
    exif[0x0112] = orientation
    file = saved(Image.fromarray(np.ascontiguousarray(stored)), format, exif=exif)
    shown = read(file)
    assert shown.shape == blocks.shape
    assert abs(shown - blocks).mean() < 12


@pytest.mark.parametrize("format", ["PNG", "TIFF"])
def test_sixteen_bits_are_turned_too(format: str) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    wide = Image.fromarray(np.ascontiguousarray((RAMP.astype(np.uint16) * 257).T[::-1]))
    assert (read(saved(wide, format, exif=exif)) == grey(RAMP)).all()


def test_orientations_that_make_no_sense_turn_nothing() -> None:
    exif = Image.Exif()
    exif[0x0112] = 42
    assert (read(saved(Image.fromarray(colours()), "PNG", exif=exif)) == colours()).all()


@pytest.mark.parametrize("size", [(1, 1), (1, 200), (200, 1), (3, 2)])
def test_small_pictures_are_read(size: tuple[int, int]) -> None:
    assert read(saved(Image.new("RGB", size, "red"), "PNG")).shape == (size[1], size[0], 3)


# ------------------------------------------------------------------ what is refused


def refusal(content: bytes) -> str | None:
    """Why a file is refused; ``None`` if it is read."""
    try:
        read(io.BytesIO(content))
    except SceneError as error:
        return str(error)
    return None


def pages(format: str) -> io.BytesIO:
    more = [Image.fromarray(colours(1)), Image.fromarray(colours(2))]
    return saved(Image.fromarray(colours()), format, save_all=True, append_images=more)


@pytest.mark.parametrize("format", ["TIFF", "GIF", "WEBP", "PNG"])
def test_of_several_pictures_none_is_chosen(format: str) -> None:
    with pytest.raises(SceneError, match=r"'it' holds 3 pictures.*Save the one"):
        read(pages(format))


@pytest.mark.parametrize("values", [RAMP / 255, RAMP * 1.0, np.full((4, 4), np.nan)])
def test_floats_have_no_range(values: np.ndarray) -> None:
    with pytest.raises(SceneError, match=r"'it' holds floating-point numbers.*8 or 16 bits"):
        read(saved(Image.fromarray(values.astype(np.float32)), "TIFF"))
    with pytest.raises(SceneError, match="A picture holds floating-point numbers"):
        picture_in_rgb(Image.fromarray(values.astype(np.float32)))


def test_wide_integers_have_no_range() -> None:
    with pytest.raises(SceneError, match=r"32-bit integers.*from 0 to 255"):
        read(saved(Image.fromarray(RAMP.astype(np.int32)), "TIFF"))


@pytest.mark.parametrize("size", [(6000, 4), (4, 6000), (1, 201), (5000, 1)])
def test_strips_are_refused(size: tuple[int, int]) -> None:
    with pytest.raises(SceneError, match=f"'it' is {size[0]} × {size[1]} pixels.*more than 200 times"):
        read(saved(Image.new("L", size), "PNG"))


@pytest.mark.parametrize("size", [(8_001, 8_000), (12_000, 12_000), (20_000, 20_000)])
def test_too_large_is_said_once(size: tuple[int, int]) -> None:
    with pytest.raises(SceneError) as error:
        read(io.BytesIO(header(*size) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")))
    assert str(error.value).count("too large") == 1
    assert str(error.value).count("'it'") == 1
    assert "64,000,000" in str(error.value)


@pytest.mark.parametrize("format", ["PNG", "JPEG", "TIFF", "GIF", "WEBP", "BMP", "PPM", "JPEG2000", "ICO"])
def test_damaged_files_are_refused_or_read_never_more(format: str) -> None:
    whole = saved(Image.fromarray(colours()), format).getvalue()
    rng = np.random.default_rng(0)
    refused = 0
    for length in range(0, len(whole), max(1, len(whole) // 25)):
        message = refusal(whole[:length])
        refused += message is not None
        assert message is None or "'it'" in message
    assert refused >= 5
    for _ in range(60):
        damaged = bytearray(whole)
        for at in rng.integers(0, len(whole), 4):
            damaged[at] = rng.integers(256)
        message = refusal(damaged)
        assert message is None or "'it'" in message


@pytest.mark.parametrize(
    "content", [b"", b"no picture", b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n"]
)
def test_what_is_no_picture_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "a.png").write_bytes(content)
    with pytest.raises(SceneError, match=r"a\.png"):
        read_picture(tmp_path / "a.png")
    for path in (tmp_path, tmp_path / "none.png", "a\0b.png"):
        with pytest.raises(SceneError):
            read_picture(path)


def test_a_damaged_orientation_is_no_traceback() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    whole = bytearray(saved(Image.fromarray(colours()), "JPEG", exif=exif).getvalue())
    start = whole.index(b"Exif\0\0")
    for at in range(start, start + 40):
        damaged = bytearray(whole)
        damaged[at] ^= 0xFF
        message = refusal(damaged)
        assert message is None or "cannot be read" in message


def test_rgb_is_passed_on_as_it_is() -> None:
    plain = Image.fromarray(colours())
    assert picture_in_rgb(plain) is plain
    assert pictures.MOST_ELONGATED == 200
