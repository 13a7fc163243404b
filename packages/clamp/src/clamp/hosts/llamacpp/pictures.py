"""Pictures for a model in llama.cpp: its second file, called mmproj, turns each into embeddings, once.

It hides libmtmd, the part of llama.cpp that reads pictures, and which cells and positions a picture takes.
"""

# The binding is not there when types are checked.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false

from __future__ import annotations

import ctypes
import hashlib
import os
import threading
import weakref
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from clamp.errors import HostError, PromptError
from clamp.files import shown
from clamp.hosts.llamacpp.model import BATCH, WORDS, Weights, check_magic, library, said
from clamp.perception.pictures import rgb_of

MARK = "<__media__>"
"""Where a prompt shows a picture: what llama.cpp's own programs write there."""
_KEPT = 16_384
"""Most cells of pictures that are kept although no request shows them now: at most 256 MiB where d is 4,096."""
_TEXT, _IMAGE = 0, 1
"""Of libmtmd's kinds of chunks."""


@cache
def mtmd() -> Any:
    """libmtmd's interface, loaded once.

    Raises:
        HostError: If the binding was built without it.
    """
    lib = library()
    try:
        loaded: Any = import_module("llama_cpp.mtmd_cpp")
    except Exception as error:  # a library that is not there, or does not load
        raise HostError(
            f"This build of llama-cpp-python shows a model no pictures: {error}. Install it anew without "
            "-DLLAVA_BUILD=OFF."
        ) from error
    loaded.mtmd_helper_log_set(lib.clamp_keeps, ctypes.c_void_p(0))
    return loaded


class Picture:
    """What a model reads in one piece of a picture: all of it, or a tile.

    Attributes:
        token: Stands for it in a prompt, once for each of its cells; below zero, and no other piece's.
        cells: How many cells of the cache it takes.
        positions: How far the text behind it is from the text before it: less than `cells` where positions have rows
            and columns.
    """

    def __init__(self, token: int, chunk: Any) -> None:
        lib = mtmd()
        self.token, self.chunk = token, lib.mtmd_input_chunk_copy(chunk)
        self.cells = int(lib.mtmd_input_chunk_get_n_tokens(chunk))
        self.positions = int(lib.mtmd_input_chunk_get_n_pos(chunk))
        self.embeddings: NDArray[np.float32] | None = None
        weakref.finalize(self, lib.mtmd_input_chunk_free, self.chunk).atexit = False


class PictureReader:
    """The file beside a model that reads pictures for it; loaded when the first one is shown. Threads may share it.

    Args:
        weights: The model.
        path: The file, mmproj-….gguf.
        threads: How many compute.

    Raises:
        HostError: If it is no GGUF file.
    """

    def __init__(self, weights: Weights, path: Path, threads: int) -> None:
        check_magic(path)
        self._weights, self.path, self._threads = weights, path, threads
        self._loaded: Any = None
        self._lock = threading.RLock()  # libmtmd encodes for one caller at a time
        self._numbers = count(1)
        self._of_content: weakref.WeakValueDictionary[tuple[str, int], Picture] = (
            weakref.WeakValueDictionary()
        )
        self._of_token: weakref.WeakValueDictionary[int, Picture] = weakref.WeakValueDictionary()
        self._kept: dict[int, Picture] = {}

    def load(self) -> Any:
        """libmtmd's context for the file.

        Raises:
            HostError: If it cannot be loaded, belongs to another model, or reads no pictures.
        """
        with self._lock:
            if self._loaded is not None:
                return self._loaded
            lib = mtmd()
            params: Any = lib.mtmd_context_params_default()
            params.n_threads, params.use_gpu = self._threads, self._weights.gpu
            params.warmup = params.print_timings = False
            WORDS.clear()
            found: Any = lib.mtmd_init_from_file(os.fspath(self.path).encode(), self._weights.model, params)
            called = shown(str(self.path), 300)
            if not found:
                raise HostError(
                    f"llama.cpp cannot read pictures with {called}: {said()}. Is it the mmproj file of this very model?"
                )
            weakref.finalize(self, lib.mtmd_free, found).atexit = False
            if not lib.mtmd_support_vision(found):
                raise HostError(f"{called} reads no pictures. Is it for sounds?")
            self._loaded = found
            return found

    def read(
        self, text: str, images: Sequence[Any], *, special: bool
    ) -> tuple[tuple[int, ...], list[Picture]]:
        """The tokens of a prompt that shows pictures, and the pictures, which must be held while it is read.

        Args:
            text: With `MARK` where a picture is.
            images: Paths, addresses or PIL images, one for each.
            special: Whether the tokens with which a text begins are added.

        Raises:
            HostError: If the file does not fit the model, or the text has not as many marks as there are pictures.
            PromptError: If llama.cpp cannot read a picture.
            SceneError: If a picture's file cannot be read.
        """
        pieces = text.split(MARK)
        if len(pieces) - 1 != len(images):
            raise HostError(
                f"The prompt has {len(pieces) - 1} places {MARK!r} for {len(images)} pictures. Does the instruction "
                "contain one, or does the model's chat template leave some of it out?"
            )
        pictures = [_in_rgb(one) for one in images]
        lib, loaded = mtmd(), self.load()
        with self._lock:
            chunks: Any = lib.mtmd_input_chunks_init()
            bitmaps: list[Any] = []
            try:
                names: list[str] = []
                for place, picture in enumerate(pictures):
                    pixels = np.ascontiguousarray(np.asarray(picture), dtype=np.uint8)
                    names.append(hashlib.sha256(f"{picture.size} ".encode() + pixels.tobytes()).hexdigest())
                    bitmaps.append(
                        lib.mtmd_bitmap_init(
                            *picture.size, pixels.ctypes.data_as(ctypes.POINTER(ctypes.c_uint8))
                        )
                    )
                    lib.mtmd_bitmap_set_id(bitmaps[-1], str(place).encode())
                parts = list(_parts(lib, pieces, bitmaps))
                told = (ctypes.POINTER(lib.mtmd_input_part) * len(parts))(*map(ctypes.pointer, parts))
                WORDS.clear()
                if lib.mtmd_tokenize_from_parts(loaded, chunks, told, len(parts), special):
                    sizes = ", ".join(f"{one.width} × {one.height}" for one in pictures)
                    raise PromptError(
                        f"llama.cpp cannot read the pictures (sizes: {sizes}): {said()}. Is one of them too small?"
                    )
                return self._taken(chunks, names)
            finally:
                for one in bitmaps:
                    lib.mtmd_bitmap_free(one)
                lib.mtmd_input_chunks_free(chunks)

    def _taken(self, chunks: Any, names: Sequence[str]) -> tuple[tuple[int, ...], list[Picture]]:
        lib, tokens, found = mtmd(), list[int](), list[Picture]()
        met: dict[int, int] = {}
        for number in range(int(lib.mtmd_input_chunks_size(chunks))):
            chunk: Any = lib.mtmd_input_chunks_get(chunks, number)
            kind = int(lib.mtmd_input_chunk_get_type(chunk))
            if kind == _TEXT:
                size = ctypes.c_size_t()
                held: Any = lib.mtmd_input_chunk_get_tokens_text(chunk, ctypes.byref(size))
                text: list[int] = held[: size.value]
                if min(text, default=0) < 0:  # libmtmd's sign for a token that it looked for in vain
                    raise HostError(
                        f"With {shown(str(self.path), 300)}, pictures are written between tokens that the model does "
                        "not have. Is it the mmproj file of this very model?"
                    )
                tokens += text
                continue
            assert kind == _IMAGE
            place = int(lib.mtmd_input_chunk_get_id(chunk))
            met[place] = tile = met.get(place, -1) + 1
            key = names[place], tile
            picture = self._of_content.get(key)
            if picture is None:
                picture = Picture(-next(self._numbers), chunk)
                self._check_whole(picture)
                self._of_content[key] = self._of_token[picture.token] = picture
            self._keep(picture)
            found.append(picture)
            tokens += [picture.token] * picture.cells
        return tuple(tokens), found

    def _keep(self, picture: Picture) -> None:
        """Hold a piece for later requests, and let those go that were shown longest ago."""
        self._kept.pop(picture.token, None)
        self._kept[picture.token] = picture
        while len(self._kept) > 1 and sum(one.cells for one in self._kept.values()) > _KEPT:
            del self._kept[next(iter(self._kept))]

    def _check_whole(self, picture: Picture) -> None:
        """Refuse what has to be read at once and is too large for it."""
        if picture.cells > BATCH and mtmd().mtmd_decode_use_non_causal(self._loaded, picture.chunk):
            raise PromptError(
                f"A picture takes {picture.cells} tokens, each of which looks at all others, and llama.cpp is asked to "
                f"read at most {BATCH} at once. Scale it down."
            )

    def of(self, token: int) -> Picture:
        """The piece of a picture that a token stands for."""
        return self._of_token[token]

    def embeddings(self, picture: Picture) -> NDArray[np.float32]:
        """What the model reads of it, shape [cells, d]; computed once.

        Raises:
            HostError: If llama.cpp fails.
        """
        lib = mtmd()
        with self._lock:
            if picture.embeddings is None:
                WORDS.clear()
                if lib.mtmd_encode_chunk(self.load(), picture.chunk):
                    raise HostError(f"llama.cpp cannot read a picture: {said()}.")
                width = int(library().llama_model_n_embd_inp(self._weights.model))
                held: Any = lib.mtmd_get_output_embd(self._loaded)
                picture.embeddings = np.ctypeslib.as_array(held, shape=(picture.cells, width)).copy()
            return picture.embeddings

    def feed(self, picture: Picture, context: Any, position: int, number: int) -> int:
        """Read a picture into a sequence of a context, from a position on; llama.cpp's code, 0 where all is well."""
        held, after = self.embeddings(picture), library().llama_pos(0)
        return int(
            mtmd().mtmd_helper_decode_image_chunk(
                self._loaded,
                context,
                picture.chunk,
                held.ctypes.data_as(ctypes.POINTER(ctypes.c_float)),
                position,
                number,
                BATCH,
                ctypes.byref(after),
                mtmd().mtmd_helper_post_decode_callback(),
                None,
            )
        )


def _parts(lib: Any, pieces: Sequence[str], bitmaps: Sequence[Any]) -> Iterator[Any]:
    """Text and pictures by turns, as libmtmd takes them."""
    for place, piece in enumerate(pieces):
        if place:
            yield lib.mtmd_input_part(None, bitmaps[place - 1])
        if data := piece.encode("utf-8", "surrogatepass"):
            yield lib.mtmd_input_part(ctypes.pointer(lib.mtmd_input_text(data, len(data), False, True)), None)


def _in_rgb(image: Any) -> Image.Image:
    found = rgb_of(image)
    if not isinstance(found, Image.Image):
        raise PromptError(
            f"llama.cpp reads pictures (paths, addresses, PIL images), not {type(found).__name__}."
        )
    return found
