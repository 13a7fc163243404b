"""A GGUF model in llama.cpp: its tokens and chat template as the file has them, and sequences whose logits are read.

It hides llama.cpp's C interface, which the package llama-cpp-python binds: contexts, cells of the cache of keys and
values, sequences that share them, and what llama.cpp says when it refuses.
"""

# The binding is not there when types are checked.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false

from __future__ import annotations

import ctypes
import json
import logging
import os
import threading
import weakref
from collections import Counter, deque
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache, partial
from importlib import import_module
from itertools import takewhile
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from clamp.automata import Vocabulary
from clamp.errors import HostError, VocabularyError
from clamp.files import shown
from clamp.hosts.choices import check_gguf, check_installed, free_memory

_log = logging.getLogger(__name__)

BATCH = 512
"""Most tokens that are read at once."""
_LEAST_CELLS = 4096
_MARGIN = 64
"""Tokens that a row is expected to get, at least, before one is let in."""
_NO_ROOM = 1
"""What `llama_decode` returns where the cache has no cells left; nothing was changed then."""
_WARNING_OR_ERROR = (3, 4)
"""Of ggml's levels of logging."""
WORDS: deque[str] = deque(maxlen=20)
"""What llama.cpp said last, for errors."""


@cache
def library() -> Any:
    """The binding, loaded once; what llama.cpp says goes to Python's `logging`, and the last of it into errors.

    Raises:
        HostError: If it is not installed, or does not load.
    """
    check_installed("llamacpp")
    logging.getLogger("llama-cpp-python").setLevel(logging.CRITICAL + 1)
    try:
        loaded: Any = import_module("llama_cpp")
    except Exception as error:  # a library that does not load: RuntimeError, OSError, …
        raise HostError(f"llama.cpp's binding cannot be loaded: {error}.") from error

    @loaded.llama_log_callback
    def heard(level: int, text: bytes, _: Any) -> None:
        line = text.decode(errors="replace").strip(" .\n")
        if line:
            _log.debug("%s", line)
            if level in _WARNING_OR_ERROR:
                WORDS.append(line)

    loaded.llama_log_set(heard, ctypes.c_void_p(0))
    loaded.clamp_keeps = heard  # a callback that is collected would be called all the same
    loaded.llama_backend_init()
    return loaded


def usable_threads() -> int:
    """How many threads compute: as many as this process may use cores, or fewer if the environment says so."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    told = os.environ.get("OMP_NUM_THREADS", "")
    return min(cores, int(told)) if told.isdecimal() and int(told) else cores


def check_magic(path: Path) -> None:
    """Refuse a file that is no GGUF, before a library in C reads it.

    Raises:
        HostError: If it is not there, or begins otherwise.
    """
    if path.suffix != ".gguf":
        raise HostError(
            f"The host llamacpp runs GGUF files, and {shown(str(path), 300)} does not end in .gguf. Name the file with "
            "--model FILE.gguf, or use the host transformers."
        )
    check_gguf(path)
    with path.open("rb") as file:
        begin = file.read(4)
    if begin != b"GGUF":
        raise HostError(f"{shown(str(path), 300)} is no GGUF file: it begins with {begin!r}, not b'GGUF'.")


class Weights:
    """A model's weights and vocabulary, as the file has them; read-only, so any number of `Sequences` share them.

    Args:
        path: A GGUF file.
        gpu_layers: How many layers a GPU holds; by default what llama.cpp decides.

    Attributes:
        width: Number of tokens, padding included: the width of the logits.
        context: Most tokens of a text that the model was trained for.
        gpu: Whether a GPU may compute.

    Raises:
        HostError: If it cannot be loaded, or is no model that writes text from left to right.
    """

    def __init__(self, path: Path, *, gpu_layers: int | None = None) -> None:
        lib = library()
        check_magic(path)
        params: Any = lib.llama_model_default_params()
        self.gpu = gpu_layers != 0
        if gpu_layers is not None:
            params.n_gpu_layers = gpu_layers
        WORDS.clear()
        self.model: Any = lib.llama_model_load_from_file(os.fspath(path).encode(), params)
        if not self.model:
            raise HostError(f"llama.cpp cannot load {shown(str(path), 300)}: {said()}.")
        weakref.finalize(self, lib.llama_model_free, self.model).atexit = False
        self.vocabulary: Any = lib.llama_model_get_vocab(self.model)
        for wrong, why in (
            (lib.llama_model_has_encoder(self.model), "it is an encoder-decoder"),
            (not lib.llama_model_has_decoder(self.model), "it has no decoder"),
            (lib.llama_model_is_diffusion(self.model), "it writes by diffusion, not from left to right"),
            (
                lib.llama_model_is_recurrent(self.model) or lib.llama_model_is_hybrid(self.model),
                "its memory is recurrent, so that texts cannot share what they have in common",
            ),
        ):
            if wrong:
                raise HostError(f"The host llamacpp cannot run {shown(str(path), 300)}: {why}.")
        self.width = int(lib.llama_vocab_n_tokens(self.vocabulary))
        self.context = int(lib.llama_model_n_ctx_train(self.model))
        heads = int(lib.llama_model_n_head_kv(self.model))
        size = int(lib.llama_model_n_embd(self.model)) // max(int(lib.llama_model_n_head(self.model)), 1)
        told = self.metadata(f"{self.metadata('general.architecture')}.attention.key_length") or ""
        size = int(told) if told.isdecimal() else size
        self.cell_bytes = 4 * int(lib.llama_model_n_layer(self.model)) * heads * size
        """What a token's keys and values take, at two bytes a number."""

    def adapter(self, path: Path) -> Any:
        """A low-rank change of the weights (LoRA) from a GGUF file, for contexts that ask for it.

        Raises:
            HostError: If it cannot be loaded, or is none for this model.
        """
        check_magic(path)
        WORDS.clear()
        found: Any = library().llama_adapter_lora_init(self.model, os.fspath(path).encode())
        if not found:
            raise HostError(f"llama.cpp cannot load the adapter {shown(str(path), 300)}: {said()}.")
        return found  # freed with the model

    def metadata(self, key: str) -> str | None:
        """What the file says under a key."""
        found = ctypes.create_string_buffer(4096)
        length = library().llama_model_meta_val_str(self.model, key.encode(), found, len(found))
        return None if length < 0 else found.value.decode(errors="replace")


def said() -> str:
    """What llama.cpp said of its last failure: the first line of one, since what called it says less."""
    lines = list(WORDS)
    failed = [line for line in lines if "error" in line.lower() or "fail" in line.lower()]
    found = (failed or lines[-2:])[:1]
    return shown(" ".join(found[0].split()), 300) if found else "it says no reason"


# ------------------------------------------------------------------ tokens


class GGUFTokenizer:
    """The tokenizer in a GGUF file, cut by llama.cpp's own code, called as those of transformers are.

    Attributes:
        name_or_path: The file.
        chat_template: In Jinja; ``None`` where the file has none.
        eos_token_id: The token with which the model ends its turn.
    """

    def __init__(self, weights: Weights, name: str) -> None:
        lib, self._weights = library(), weights
        self.name_or_path = name
        told = lib.llama_model_chat_template(weights.model, None)
        self.chat_template: str | None = None if told is None else told.decode(errors="replace")
        self.eos_token_id = int(lib.llama_vocab_eos(weights.vocabulary))
        self._texts: list[str] = [
            lib.llama_vocab_get_text(weights.vocabulary, token).decode(errors="surrogateescape")
            for token in range(weights.width)
        ]
        self._special: dict[str, str] = {}
        for name_, token in (
            ("bos_token", int(lib.llama_vocab_bos(weights.vocabulary))),
            ("eos_token", self.eos_token_id),
        ):
            if 0 <= token < weights.width:
                self._special[name_] = self._texts[token]

    def get_vocab(self) -> dict[str, int]:
        """Token string to id; of ids of one string the first."""
        found: dict[str, int] = {}
        for token, text in enumerate(self._texts):
            found.setdefault(text, token)
        return found

    def __call__(
        self, text: str | Sequence[str], *, add_special_tokens: bool = True
    ) -> dict[str, list[int] | list[list[int]]]:
        """The ids of a text, or of several, under ``input_ids``."""
        if isinstance(text, str):
            return {"input_ids": self._cut(text, add_special_tokens)}
        return {"input_ids": [self._cut(one, add_special_tokens) for one in text]}

    def encode(self, text: str) -> tuple[int, ...]:
        """The ids of a text, as it stands."""
        return tuple(self._cut(text, False))

    def encode_batch(self, texts: list[str]) -> list[list[int]]:
        """The ids of each text, without special tokens added."""
        return [self._cut(text, False) for text in texts]

    def _cut(self, text: str, special: bool) -> list[int]:
        data = text.encode("utf-8", "surrogatepass")
        room = len(data) + 8
        while True:
            into = (ctypes.c_int32 * room)()
            count = int(
                library().llama_tokenize(self._weights.vocabulary, data, len(data), into, room, special, True)
            )
            if count >= 0:
                return list(into[:count])
            room = -count

    def decode(self, tokens: Sequence[int]) -> str:
        """The text of ids, special ones included."""
        return b"".join(self.piece(int(token), special=True) for token in tokens).decode(errors="replace")

    def piece(self, token: int, *, special: bool) -> bytes:
        """The bytes of an id.

        Args:
            special: Of one that stands for no text, its name.
        """
        room = 64
        while True:
            into = ctypes.create_string_buffer(room)
            length = library().llama_token_to_piece(self._weights.vocabulary, token, into, room, 0, special)
            if length >= 0:
                return into.raw[:length]
            room = -length

    def apply_chat_template(self, chat: Sequence[Mapping[str, Any]], **told: Any) -> str:
        """The text of a chat, by the file's template.

        Args:
            told: Further variables of the template; `tokenize` has no meaning here.
        """
        told.pop("tokenize", None)
        return _compiled(self.chat_template or "").render(messages=chat, **self._special, **told)

    def read_vocabulary(self) -> Vocabulary:
        """Which bytes each token stands for, as llama.cpp writes them; its end-of-generation tokens end a text.

        Raises:
            VocabularyError: If some printable character has no token of its own.
        """
        lib, vocabulary = library(), self._weights.vocabulary
        ends = [one for one in range(self._weights.width) if lib.llama_vocab_is_eog(vocabulary, one)]
        tokens = [self.piece(one, special=False) or None for one in range(self._weights.width)]
        found = Vocabulary(tokens, ends, name=self.name_or_path, encoder=self.encode_batch)
        missing = [byte for byte in range(0x20, 0x7F) if byte not in found.single_bytes]
        if missing:
            raise VocabularyError(
                f"The tokenizer in {self.name_or_path!r} has no token for the byte {missing[0]:#04x} "
                f"({chr(missing[0])!r}; {len(missing)} of the printable ASCII bytes are missing), so some plans could "
                "not be spelled. Is it a WordPiece tokenizer without byte coverage?"
            )
        return found


@cache
def _compiled(template: str) -> Any:
    """A chat template, as transformers runs them: in a sandbox, with the few functions that templates use."""
    jinja2: Any = import_module("jinja2")
    sandbox: Any = import_module("jinja2.sandbox")

    def refuse(message: str) -> None:
        raise jinja2.exceptions.TemplateError(message)

    environment: Any = sandbox.ImmutableSandboxedEnvironment(
        trim_blocks=True, lstrip_blocks=True, extensions=["jinja2.ext.loopcontrols"]
    )

    def as_json(given: Any, *, ensure_ascii: bool = False, **how: Any) -> str:
        return json.dumps(given, ensure_ascii=ensure_ascii, **how)

    environment.filters["tojson"] = as_json
    environment.globals["raise_exception"] = refuse
    environment.globals["strftime_now"] = lambda how: datetime.now().strftime(how)  # pyright: ignore
    return environment.from_string(template)


# ------------------------------------------------------------------ sequences


class Reader(Protocol):
    """Reads the pictures that tokens below zero stand for (`clamp.hosts.llamacpp.pictures.PictureReader`)."""

    def of(self, token: int) -> Any:
        """The piece of a picture that a token stands for; it says how many `cells` and `positions` it takes."""
        ...

    def feed(self, picture: Any, context: Any, position: int, number: int) -> int:
        """Read it into a sequence of a context, from a position on; llama.cpp's code, 0 where all is well."""
        ...


class _Sequence:
    """A text whose keys and values are in the cache.

    Attributes:
        length: Tokens that it has, a picture counting as many as its cells.
        shared: How many of its tokens are in cells of the shared prefix.
        ahead: By how much the next position is less than `length`: pictures may take fewer positions than cells.
    """

    __slots__ = ("ahead", "length", "number", "shared")

    def __init__(self, number: int, length: int, shared: int, ahead: int = 0) -> None:
        self.number, self.length, self.shared, self.ahead = number, length, shared, ahead


class Sequences:
    """One context of llama.cpp: a shared prefix that is kept (sequence 0), and rows behind it.

    Rows that begin alike share cells. Where cells run out, a larger context takes over what there is. For one
    caller at a time; others make their own over the same weights.

    Args:
        threads: How many compute.
        reader: Knows the pictures that tokens below zero stand for; such a token is there once for each cell.
        adapter: What `Weights.adapter` loaded: the weights are read as changed by it.
    """

    def __init__(
        self, weights: Weights, threads: int, reader: Reader | None = None, adapter: Any = None
    ) -> None:
        self._weights, self._threads, self._reader, self._adapter = weights, threads, reader, adapter
        self._prefix: tuple[int, ...] = ()
        self._rows: list[_Sequence] = []
        self._read: _Sequence | None = None
        self._free: list[int] = []
        self._context: Any = None
        self._cells = self._room = 0

    # ---------------------------------------------------------------- cells

    def _open(self, cells: int, sequences: int) -> Any:
        """A context for so many cells and sequences.

        Raises:
            HostError: If they do not fit the memory, or are more than llama.cpp takes.
        """
        lib = library()
        most = int(lib.llama_max_parallel_sequences())
        if sequences > most:
            raise HostError(f"llama.cpp writes at most {most - 1} texts side by side, not {sequences - 1}.")
        need, free = cells * self._weights.cell_bytes, free_memory()
        if free is not None and need > free:
            raise HostError(
                f"{cells:,} tokens need {need / 2**30:.1f} GiB for their keys and values, but {free / 2**30:.1f} GiB "
                "are free. Use fewer particles, a smaller batch or max_new_tokens, or a shorter prompt."
            )
        params: Any = lib.llama_context_default_params()
        params.n_ctx, params.n_batch, params.n_ubatch = cells, BATCH, BATCH
        params.n_seq_max = sequences
        params.n_threads = params.n_threads_batch = self._threads
        params.kv_unified = params.swa_full = params.no_perf = True
        WORDS.clear()
        context: Any = lib.llama_init_from_model(self._weights.model, params)
        if not context:
            raise HostError(f"llama.cpp cannot make a context of {cells:,} tokens: {said()}.")
        if self._adapter is not None:
            adapters = (lib.llama_adapter_lora_p_ctypes * 1)(self._adapter)
            if lib.llama_set_adapters_lora(context, adapters, 1, (ctypes.c_float * 1)(1.0)):
                lib.llama_free(context)
                raise HostError(f"llama.cpp cannot use the adapter: {said()}.")
        return context

    def ready(self, tokens: int, rows: int) -> None:
        """Make room for so many tokens in all and so many rows; there are no rows now."""
        assert not self._rows
        if self._context is not None and tokens <= self._cells and rows < self._room:
            return
        cells = max(_LEAST_CELLS, self._cells)
        while cells < tokens:
            cells *= 2
        self.close()
        self._room = max(rows + 1, self._room)
        self._context = self._open(cells, self._room)
        self._cells = cells
        self._free = list(range(self._room - 1, 0, -1))

    def _grow(self) -> None:
        """Move to a context of twice the cells; what cells were shared is copied."""
        lib, held = library(), [one for one in (*self._rows, self._read) if one is not None]
        cells = self._cells
        while cells < sum(one.length + _MARGIN for one in held) + len(self._prefix) or cells == self._cells:
            cells *= 2
        larger = self._open(cells, self._room)
        try:
            for number in [*([0] if self._prefix else ()), *(one.number for one in held)]:
                size = int(lib.llama_state_seq_get_size(self._context, number))
                data = (ctypes.c_uint8 * size)()
                copied = lib.llama_state_seq_get_data(self._context, data, size, number)
                if copied != size or not lib.llama_state_seq_set_data(larger, data, size, number):
                    raise HostError(f"llama.cpp cannot move a text into a larger context: {said()}.")
        except BaseException:
            lib.llama_free(larger)
            raise
        lib.llama_free(self._context)
        self._context, self._cells = larger, cells
        for one in held:
            one.shared = 0

    @property
    def _used(self) -> int:
        """Cells that are surely enough for what there is."""
        held = [one for one in (*self._rows, self._read) if one is not None]
        return len(self._prefix) + sum(one.length - one.shared for one in held)

    # ---------------------------------------------------------------- what all rows begin with

    def begun(self, tokens: Sequence[int]) -> int:
        """How many of a text's first tokens it has read."""
        return _common(self._prefix, tokens)

    def share(self, prompts: Sequence[tuple[int, ...]]) -> None:
        """Read what prompts have in common, if it is not what was read before; `ready` was called, there are no rows.

        At least one token of each prompt stays out of it: its logits begin the text.
        """
        low, high = min(prompts), max(prompts)
        length = self._whole(prompts[0], min(_common(low, high), min(map(len, prompts)) - 1))
        wished = tuple(prompts[0][:length])
        kept = self._whole(wished, _common(self._prefix, wished))
        memory = library().llama_get_memory(self._context)
        library().llama_memory_seq_rm(memory, 0, kept - self._ahead(wished[:kept]), -1)
        self._prefix = wished[:kept]
        self._feed(wished[kept:], 0, kept, self._ahead(wished[:kept]))
        self._prefix = wished

    # ---------------------------------------------------------------- pictures

    def _of(self, token: int) -> Any:
        assert self._reader is not None
        return self._reader.of(token)

    def _whole(self, tokens: Sequence[int], length: int) -> int:
        """So many of the first tokens, or fewer, that no picture is cut in two."""
        if not 0 < length < len(tokens) or tokens[length] >= 0 or tokens[length - 1] != tokens[length]:
            return length
        start = length
        while start and tokens[start - 1] == tokens[length]:
            start -= 1
        return length - (length - start) % self._of(tokens[length]).cells

    def _ahead(self, tokens: Sequence[int]) -> int:
        """How many positions fewer than cells some tokens take; no picture is cut in two."""
        found = 0
        for token, number in Counter(token for token in tokens if token < 0).items():
            picture = self._of(token)
            found += number // picture.cells * (picture.cells - picture.positions)
        return found

    # ---------------------------------------------------------------- rows

    def read(self, tokens: Sequence[int]) -> NDArray[np.float32]:
        """Read a text behind the shared prefix; the logits after it, shape [vocabulary]."""
        self._drop_read()
        lib = library()
        shared = self._whole(tokens, min(_common(self._prefix, tokens), len(tokens) - 1))
        number, ahead = self._free.pop(), self._ahead(tokens[:shared])
        self._read = _Sequence(number, shared, shared, ahead)
        if shared:
            lib.llama_memory_seq_cp(lib.llama_get_memory(self._context), 0, number, 0, shared - ahead)
        scores = self._feed(tokens[shared:], number, shared, ahead)
        self._read.length, self._read.ahead = len(tokens), self._ahead(tokens)
        return scores

    def join(self) -> None:
        """Make the text that was read last the last row."""
        assert self._read is not None
        self._rows.append(self._read)
        self._read = None

    def fits(self, tokens: int) -> bool:
        """Whether there is room for one more row of so many tokens, and for those that all will get soon."""
        self._drop_read()
        left = self._cells - self._used - _MARGIN * (len(self._rows) + 1)
        return bool(self._free) and left >= tokens

    def roomy(self) -> bool:
        """Whether each row can be fed one more token; a row alone always can, in a larger context if need be."""
        self._drop_read()
        return len(self._rows) < 2 or self._cells - self._used >= len(self._rows)

    def step(self, tokens: Sequence[int]) -> NDArray[np.float32]:
        """Feed a token a row; the logits after it, shape [rows, vocabulary]."""
        self._drop_read()
        found = self._decode(
            [
                (token, one.length - one.ahead, one.number)
                for token, one in zip(tokens, self._rows, strict=True)
            ]
        )
        for one in self._rows:
            one.length += 1
        return found

    def keep(self, order: Sequence[int]) -> None:
        """Go on with these rows, in this order; a row may be there more than once, or not at all."""
        self._drop_read()
        lib = library()
        memory: Any = lib.llama_get_memory(self._context)
        for place in set(range(len(self._rows))).difference(order):
            self._forget(self._rows[place])
        met: set[int] = set()
        rows: list[_Sequence] = []
        for place in order:
            row = self._rows[place]
            if place in met:
                number = self._free.pop()
                lib.llama_memory_seq_cp(memory, row.number, number, -1, -1)
                row = _Sequence(number, row.length, row.shared, row.ahead)
            met.add(place)
            rows.append(row)
        self._rows = rows

    def clear(self) -> None:
        """Forget all rows; what they shared is kept."""
        self._drop_read()
        for row in self._rows:
            self._forget(row)
        self._rows = []

    def close(self) -> None:
        """Forget everything, and give the memory back."""
        if self._context is not None:
            library().llama_free(self._context)
        self._context, self._prefix, self._rows, self._read, self._free = None, (), [], None, []

    def _drop_read(self) -> None:
        if self._read is not None:
            self._forget(self._read)
            self._read = None

    def _forget(self, row: _Sequence) -> None:
        lib = library()
        lib.llama_memory_seq_rm(lib.llama_get_memory(self._context), row.number, -1, -1)
        self._free.append(row.number)

    # ---------------------------------------------------------------- llama.cpp

    def _feed(self, tokens: Sequence[int], number: int, start: int, ahead: int = 0) -> NDArray[np.float32]:
        """Read tokens into a sequence that has some; the logits after the last one, shape [vocabulary].

        Args:
            start: How many it has.
            ahead: By how much the next position is less.
        """
        scores = np.zeros((0, self._weights.width), dtype=np.float32)
        begin = 0
        while begin < len(tokens):
            if self._read is not None and self._read.number == number:
                self._read.length = start + begin
            at = start + begin - ahead
            if tokens[begin] < 0:
                picture = self._of(tokens[begin])
                self._see(picture, number, at)
                begin += picture.cells
                ahead += picture.cells - picture.positions
                continue
            part = list(takewhile(lambda token: token >= 0, tokens[begin : begin + BATCH]))
            scores = self._decode(
                [(token, at + place, number) for place, token in enumerate(part)], all_of=False
            )
            begin += len(part)
        return scores[-1] if len(scores) else scores.reshape(-1)

    def _see(self, picture: Any, number: int, position: int) -> None:
        """Read a picture into a sequence, in a larger context if need be.

        Raises:
            HostError: If llama.cpp fails.
        """
        while number and self._used + picture.cells > self._cells:  # for the prefix `ready` has made room
            self._grow()
        WORDS.clear()
        assert self._reader is not None
        if self._reader.feed(picture, self._context, position, number):
            raise HostError(f"llama.cpp cannot go on behind a picture: {said()}.")

    def _decode(self, cells: Sequence[tuple[int, int, int]], *, all_of: bool = True) -> NDArray[np.float32]:
        """Feed (token, position, sequence); the logits after each, or after the last one alone, shape [n, vocabulary].

        Raises:
            HostError: If llama.cpp fails.
        """
        lib, count = library(), len(cells)
        batch: Any = lib.llama_batch_init(count, 0, 1)
        try:
            batch.n_tokens = count
            for place, (token, position, number) in enumerate(cells):
                batch.token[place], batch.pos[place] = token, position
                batch.n_seq_id[place], batch.seq_id[place][0] = 1, number
                batch.logits[place] = all_of or place == count - 1
            WORDS.clear()
            answer = lib.llama_decode(self._context, batch)
            if answer == _NO_ROOM:
                self._grow()
                answer = lib.llama_decode(self._context, batch)
        finally:
            lib.llama_batch_free(batch)
        if answer:
            raise HostError(f"llama.cpp cannot go on with the text (its code is {answer}): {said()}.")
        found = np.empty((count if all_of else 1, self._weights.width), dtype=np.float32)
        for row, place in enumerate(range(count) if all_of else [count - 1]):
            logits: Any = lib.llama_get_logits_ith(self._context, place)
            found[row] = np.ctypeslib.as_array(logits, shape=(self._weights.width,))
        return found


def _common(one: Sequence[int], other: Sequence[int]) -> int:
    """Length of what two sequences begin with alike."""
    for position, (a, b) in enumerate(zip(one, other, strict=False)):
        if a != b:
            return position
    return min(len(one), len(other))


class Pool:
    """Contexts that nobody uses now, so that a caller has one to itself, with what it read before.

    Args:
        weights, threads, reader, adapter: See `Sequences`.
        kept: How many idle ones are kept: one for each text with which prompts begin in turn.
    """

    def __init__(
        self,
        weights: Weights,
        threads: int,
        reader: Reader | None = None,
        adapter: Any = None,
        kept: int = 1,
    ) -> None:
        self._made = partial(Sequences, weights, threads, reader, adapter)
        self._kept = kept
        self._idle: list[Sequences] = []
        self._lock = threading.Lock()
        weakref.finalize(self, _close, self._idle).atexit = False

    def take(self, tokens: Sequence[int]) -> Sequences:
        """One that nobody uses and that has read most of a text's beginning, or a new one."""
        with self._lock:
            best = max(self._idle, key=lambda one: one.begun(tokens), default=None)
            if best is None or (len(self._idle) < self._kept and 2 * best.begun(tokens) < len(tokens)):
                return self._made()
            self._idle.remove(best)
            return best

    def give_back(self, one: Sequences) -> None:
        """Let others use it; one that is idle is kept, with the prefix it has read."""
        one.clear()
        with self._lock:
            if len(self._idle) < self._kept:
                self._idle.append(one)
                return
        one.close()


def _close(idle: list[Sequences]) -> None:
    for one in idle:
        one.close()
