"""Which bytes each token id stands for: the only reader of tokenizers, for constraints and HMMs alike.

Every constraint works on bytes, so any tokenizer will do whose tokens are bytes: byte-level BPE (GPT-2,
Qwen, Llama 3, SmolLM2), SentencePiece with byte fallback (Llama 2, Gemma, Mistral), tiktoken-like
encodings. In a `Vocabulary`, special tokens, and the padding between a tokenizer's size and its model's, stand
for nothing. The functions below it take tokenizers of `transformers` and of `tokenizers`, wrapped or bare, and
mappings from token strings to ids; they hide how each kind spells bytes.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from clamp import checks
from clamp.automata.trie import ByteTrie
from clamp.errors import ClampError, VocabularyError
from clamp.threads import once

_BYTE_TOKEN = re.compile(r"<0x([0-9A-Fa-f]{2})>\Z")
_SPACE_MARK = "▁"


def _byte_level_alphabet() -> dict[str, int]:
    """The printable stand-ins that byte-level BPE uses for the 256 bytes (GPT-2's convention)."""
    printable = {*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)}
    alphabet = {chr(byte): byte for byte in sorted(printable)}
    others = [byte for byte in range(256) if byte not in printable]
    return alphabet | {chr(256 + rank): byte for rank, byte in enumerate(others)}


BYTE_ALPHABET: Mapping[str, int] = _byte_level_alphabet()
"""GPT-2's printable stand-in for each of the 256 bytes: Latin-1 for itself, others from U+0100 on."""


class Vocabulary:
    """Token ids and the bytes they stand for. Immutable.

    Args:
        tokens: Bytes of each id; ``None`` (or ``b""``) for ids that write nothing: special tokens, unused
            ids, padding. Writing nothing, they are never admissible inside a plan.
        eos_ids: Ids that end the text; there must be at least one.
        name: Shown in messages.
        encoder: The tokenizer's own way to cut texts into ids; without one, the longest match from the left.

    Raises:
        VocabularyError: If no id ends the text, or an end-of-sequence id is out of range.
    """

    def __init__(
        self,
        tokens: Sequence[bytes | None],
        eos_ids: Iterable[int],
        *,
        name: str = "vocabulary",
        encoder: Callable[[list[str]], list[list[int]]] | None = None,
    ) -> None:
        tokens = _checked_tokens(tokens)
        self.name = checks.text("name", name, VocabularyError)
        self._encoder = encoder
        self.eos_ids = _ids("eos_ids", eos_ids)
        self._tokens = [
            token if token and index not in self.eos_ids else None for index, token in enumerate(tokens)
        ]
        if not self.eos_ids:
            raise VocabularyError(
                f"{name!r} has no end-of-sequence token, so no text could ever end. "
                "Does its tokenizer set `eos_token`? Otherwise pass `eos_ids`."
            )
        outside = sorted(i for i in self.eos_ids if not 0 <= i < len(self._tokens))
        if outside:
            raise VocabularyError(
                f"End-of-sequence ids {outside} are outside {name!r}, whose ids are 0 … "
                f"{len(self._tokens) - 1}. "
                "Were they taken from another model?"
            )

    @classmethod
    def from_bytes(
        cls, tokens: Sequence[bytes | None], eos_id: int | Iterable[int], *, name: str = "bytes"
    ) -> Vocabulary:
        """A vocabulary whose tokens are given as bytes, by id."""
        return cls(tokens, (eos_id,) if hasattr(eos_id, "__index__") else eos_id, name=name)  # type: ignore[arg-type]

    @classmethod
    def from_tokenizer(
        cls, tokenizer: Any, *, size: int | None = None, eos_ids: Iterable[int] | None = None
    ) -> Vocabulary:
        """Read a tokenizer of `transformers` or `tokenizers`.

        Args:
            tokenizer: ``PreTrainedTokenizer(Fast)``, a processor that has one, or ``tokenizers.Tokenizer``.
            size: Width of the model's logits where it exceeds the tokenizer (Qwen3: 151,936 against
                151,669); ids beyond the tokenizer stand for nothing.
            eos_ids: Ids that end the text; by default the tokenizer's end-of-sequence token.

        Raises:
            VocabularyError: If the tokens cannot be turned into bytes, some byte has no token of its own,
                or `size` is smaller than the tokenizer.
        """
        tokenizer = getattr(tokenizer, "tokenizer", tokenizer)
        if not hasattr(tokenizer, "get_vocab"):
            raise VocabularyError(
                f"`tokenizer` is a tokenizer of transformers or tokenizers, not {checks.shown(tokenizer)}. "
                "Load one with AutoTokenizer.from_pretrained(name), or take `planner.tokenizer`."
            )
        if size is not None:
            size = checks.whole("size", size, VocabularyError, least=1)
        backend = getattr(tokenizer, "backend_tokenizer", tokenizer)
        name = str(getattr(tokenizer, "name_or_path", "") or type(tokenizer).__name__)
        if eos_ids is None:
            eos_id = getattr(tokenizer, "eos_token_id", None)
            eos_ids = [] if eos_id is None else [eos_id] if isinstance(eos_id, int) else list(eos_id)
        vocab: Mapping[str, int] = tokenizer.get_vocab()
        if not vocab:
            raise VocabularyError(f"The tokenizer {name!r} has no tokens. Did its files load?")
        special, added = _added_tokens(tokenizer)
        if all(token in special for token in vocab):
            raise VocabularyError(_without_files(name, len(vocab)))
        if _kind(backend, vocab) == "other":
            raise VocabularyError(
                f"The tokenizer {name!r} is neither byte-level BPE nor SentencePiece with byte fallback, so its "
                "tokens cannot write every text. Constrained decoding needs byte coverage (WordPiece and "
                "word-level tokenizers have none): use a model whose tokenizer has it, or "
                "`Vocabulary.from_bytes`."
            )
        spelt = token_bytes(tokenizer)
        width = max(vocab.values()) + 1
        if size is not None and size < width:
            beyond = [token for token, index in vocab.items() if index >= size]
            if any(token not in special and token not in added for token in beyond):
                raise VocabularyError(
                    f"The model has {size} logits but the tokenizer {name!r} has ids up to {width - 1} "
                    f"(for instance {beyond[0]!r}). Do the tokenizer and the model belong together?"
                )
        tokens: list[bytes | None] = [None] * max(width, size or 0)
        for token, index in vocab.items():
            if token not in special:
                tokens[index] = spelt[index]
        vocabulary = cls(tokens[:size] if size else tokens, eos_ids, name=name, encoder=_encoder(backend))
        missing = [byte for byte in range(0x20, 0x7F) if byte not in vocabulary.single_bytes]
        if len(missing) == 0x7F - 0x20:
            raise VocabularyError(_without_files(name, len(vocab)))
        if missing:
            raise VocabularyError(
                f"The tokenizer {name!r} has no token for the byte {missing[0]:#04x} "
                f"({chr(missing[0])!r}; {len(missing)} of the printable ASCII bytes are missing), so some "
                "plans could not be spelled. Is it a WordPiece or character tokenizer without byte coverage?"
            )
        return vocabulary

    @property
    def size(self) -> int:
        """Number of ids, padding included: the width of the logits."""
        return len(self._tokens)

    def __len__(self) -> int:
        return len(self._tokens)

    def __repr__(self) -> str:
        return f"Vocabulary({self.name!r}, size={self.size}, eos_ids={sorted(self.eos_ids)})"

    def bytes_of(self, token: int) -> bytes | None:
        """The bytes of an id; ``None`` if it writes nothing.

        Raises:
            VocabularyError: If there is no such id.
        """
        return self._tokens[self.index(token)]

    def index(self, token: int) -> int:
        """An id as a plain number, whatever integer it was given as (NumPy's, a tensor's single entry).

        Raises:
            VocabularyError: If there is no such id.
        """
        if type(token) is not int:
            token = checks.whole("token", token, VocabularyError, hint="Tokens are ids, one at a time.")
        if not 0 <= token < len(self._tokens):
            raise VocabularyError(
                f"Token {checks.figure(token)} is outside {self.name!r}, whose ids are 0 … {self.size - 1}."
            )
        return token

    def decode(self, tokens: Iterable[int]) -> bytes:
        """The bytes that a sequence of ids writes.

        Raises:
            VocabularyError: If these are no ids, or there is no such id.
        """
        ids = checks.items("tokens", tokens, object, VocabularyError, of="token ids")
        return b"".join(self.bytes_of(cast(int, token)) or b"" for token in ids)

    def encode_batch(self, texts: Sequence[bytes]) -> list[list[int]]:
        """The ids that the tokenizer writes for each text, without special tokens.

        Where it has no encoder, or what it gives does not spell the text (SentencePiece puts a space before
        it), the longest match from the left.

        Raises:
            VocabularyError: If no tokens spell a text.
        """
        texts = checks.items("texts", texts, bytes, VocabularyError, of="texts, each of them as bytes")
        if self._encoder is None:
            return [self._longest_matches(text) for text in texts]
        found = self._encoder([text.decode(errors="replace") for text in texts])
        return [
            tokens if self._spells(tokens, text) else self._longest_matches(text)
            for tokens, text in zip(found, texts, strict=True)
        ]

    def _spells(self, tokens: Sequence[int], text: bytes) -> bool:
        spelt = self._tokens  # what an encoder writes are plain ids, some of them perhaps beyond the logits
        return (
            max(tokens, default=-1) < len(spelt) and b"".join([spelt[one] or b"" for one in tokens]) == text
        )

    def _longest_matches(self, text: bytes) -> list[int]:
        found: list[int] = []
        root, order, start = self.trie.root.children, self._order, 0
        while start < len(text):
            children, position, end, leaf = root, start, start, -1
            while position < len(text) and (node := children.get(text[position])) is not None:
                position += 1
                if node.stop > node.lo:
                    end, leaf = position, node.lo
                children = node.children
            if leaf < 0:
                raise VocabularyError(f"No token of {self.name!r} writes {text[start : start + 8]!r}.")
            found.append(order[leaf])
            start = end
        return found

    @once
    def single_bytes(self) -> frozenset[int]:
        """The bytes that have a token of their own."""
        return frozenset(token[0] for token in self._tokens if token is not None and len(token) == 1)

    @once
    def splits_characters(self) -> bool:
        """Whether some token begins or ends inside a UTF-8 character."""
        return any(not token.isascii() and not _is_text(token) for token in self._tokens if token is not None)

    def can_spell(self, data: bytes) -> bool:
        """Whether some token sequence writes `data`: exact, by dynamic programming over split points."""
        checks.instance("data", data, bytes, VocabularyError, what="a text as bytes")
        reached = [True] + [False] * len(data)
        for start in range(len(data)):
            if not reached[start]:
                continue
            node = self.trie.root
            for end in range(start, len(data)):
                child = node.children.get(data[end])
                if child is None:
                    break
                node = child
                reached[end + 1] = reached[end + 1] or node.stop > node.lo
        return reached[-1]

    @once
    def _order(self) -> list[int]:
        present = [index for index, token in enumerate(self._tokens) if token is not None]
        return sorted(present, key=lambda index: (self._tokens[index] or b"", index))

    @once
    def trie(self) -> ByteTrie:
        """The tokens that write something, as a trie; leaf index ``i`` is the token ``trie_ids[i]``."""
        return ByteTrie([self._tokens[index] or b"" for index in self._order])

    @once
    def trie_ids(self) -> NDArray[np.int64]:
        """Token ids in the order of the trie, shape [tokens that write something]."""
        return np.array(self._order, dtype=np.int64)


def _without_files(name: str, tokens: int) -> str:
    return (
        f"The tokenizer {name!r} has {checks.count(tokens, 'token')}, and none that writes a letter: its files are "
        "missing. Is there a tokenizer.json (or tokenizer.model) beside the weights? Save it there with "
        "tokenizer.save_pretrained(folder)."
    )


def _ids(name: str, given: Iterable[int]) -> frozenset[int]:
    ids = checks.items(name, given, object, VocabularyError, of="token ids")
    return frozenset(checks.whole(name, one, VocabularyError) for one in ids)


def _checked_tokens(tokens: Sequence[bytes | None]) -> Sequence[bytes | None]:
    hint = "From a tokenizer, a vocabulary is made with Vocabulary.from_tokenizer(tokenizer)."
    of = "the bytes of each id"
    for index, token in enumerate(checks.items("tokens", tokens, object, VocabularyError, of=of, hint=hint)):
        if not isinstance(token, bytes | None):
            raise VocabularyError(
                f"`tokens` has the bytes of each id, or nothing, but for id {index} it has "
                f"{checks.shown(token)}. {hint}"
            )
    return list(tokens)


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _encoder(backend: Any) -> Callable[[list[str]], list[list[int]]] | None:
    return partial(encode_batch, backend) if hasattr(backend, "encode_batch") else None


def as_tokenizer(tokenizer: Any, error: type[ClampError] = VocabularyError) -> Any:
    """A tokenizer as it is, or the one in a folder or in a ``tokenizer.json``.

    Raises `error` if there is no such file, it is no tokenizer, or the package ``tokenizers`` is missing.
    """
    if not isinstance(tokenizer, str | os.PathLike):
        return tokenizer
    path = Path(cast("str | os.PathLike[str]", tokenizer))
    if path.is_dir():
        path = path / "tokenizer.json"
    if not path.is_file():
        raise error(
            f"There is no tokenizer at {str(path)!r}: expected a tokenizer.json, or a folder that has one. "
            "Pass the tokenizer object for one that lies elsewhere."
        )
    library = checks.package("tokenizers", "Reading a tokenizer", error)
    try:
        return library.Tokenizer.from_file(str(path))
    except Exception as problem:  # tokenizers raises plain Exception
        raise error(f"{path} is no tokenizer: {problem}.") from None


def tokenizer_name(tokenizer: Any) -> str:
    """A tokenizer's name, as messages quote it."""
    return repr(getattr(tokenizer, "name_or_path", None) or type(tokenizer).__name__)


def token_ids(tokenizer: Any, error: type[ClampError] = VocabularyError) -> dict[str, int]:
    """Token string to id, added tokens included.

    Raises `error` if the object is not a tokenizer (it has no ``get_vocab``), or its vocabulary is empty.
    """
    if isinstance(tokenizer, Mapping):
        vocab = dict(cast("Mapping[str, int]", tokenizer))
    elif hasattr(tokenizer, "get_vocab"):
        vocab = cast("dict[str, int]", tokenizer.get_vocab())
    else:
        raise error(
            f"Expected a tokenizer (transformers or tokenizers), got {checks.shown(tokenizer)}. "
            "Pass the tokenizer object, for instance AutoTokenizer.from_pretrained(…)."
        )
    if not vocab:
        raise error(f"The tokenizer {tokenizer_name(tokenizer)} has an empty vocabulary.")
    return vocab


def fingerprint(tokenizer: Any, error: type[ClampError] = VocabularyError) -> str:
    """A digest of the id of every token: equal exactly when two tokenizers give the same ids the same tokens.

    Merges, templates and padding of the model's vocabulary do not count. Raises `error` as `token_ids` does.
    """
    digest = hashlib.sha256()
    for token, index in sorted(token_ids(tokenizer, error).items(), key=lambda item: (item[1], item[0])):
        digest.update(f"{index}\t{token}\n".encode("utf-8", "surrogatepass"))
    return digest.hexdigest()


def encode_batch(
    tokenizer: Any, texts: Sequence[str], error: type[ClampError] = VocabularyError
) -> list[list[int]]:
    """The ids of every text on its own, without special tokens added.

    Raises `error` if the tokenizer cannot be called.
    """
    if not texts:
        return []
    if hasattr(tokenizer, "encode_batch"):
        encodings = cast("list[Any]", tokenizer.encode_batch(list(texts), add_special_tokens=False))
        return [list(encoding.ids) for encoding in encodings]
    if not callable(tokenizer):
        raise error(f"{tokenizer_name(tokenizer)} cannot encode text; pass a tokenizer, not a vocabulary.")
    encoded = cast("Mapping[str, Any]", tokenizer(list(texts), add_special_tokens=False))
    return [list(ids) for ids in encoded["input_ids"]]


def token_bytes(tokenizer: Any, error: type[ClampError] = VocabularyError) -> dict[int, bytes]:
    """How every token is spelt, in bytes.

    Special and other added tokens stand for their own text. Raises `error` as `token_ids` does.
    """
    vocab = token_ids(tokenizer, error)
    literal = added_tokens(tokenizer)
    kind = _kind(getattr(tokenizer, "backend_tokenizer", tokenizer), vocab)
    if kind == "other":
        # The mark of a leading space tells the families apart. Counting the alphabet would not: SmolLM2 lacks
        # 21 bytes, and SentencePiece vocabularies have letters that stand for bytes elsewhere.
        marks = [sum(token.startswith(mark) for token in vocab) for mark in ("Ġ", _SPACE_MARK)]
        kind = "byte-level" if marks[0] > marks[1] else "sentencepiece"
    spelt: dict[int, bytes] = {}
    for token, index in vocab.items():
        if token not in literal and kind == "byte-level" and all(char in BYTE_ALPHABET for char in token):
            spelt[index] = bytes(BYTE_ALPHABET[char] for char in token)
            continue
        if token not in literal and kind == "sentencepiece":
            if match := _BYTE_TOKEN.fullmatch(token):
                spelt[index] = bytes([int(match[1], 16)])
                continue
            token = token.replace(_SPACE_MARK, " ")
        spelt[index] = token.encode("utf-8", "surrogatepass")
    return spelt


def is_byte_token(token: str) -> bool:
    """Whether a token is SentencePiece's stand-in for one byte, such as ``<0x0A>``."""
    return _BYTE_TOKEN.fullmatch(token) is not None


def added_tokens(tokenizer: Any) -> frozenset[str]:
    """The tokens that the tokenizer matches as whole strings: special ones and other additions."""
    special, ordinary = _added_tokens(tokenizer)
    return special | ordinary


def _added_tokens(tokenizer: Any) -> tuple[frozenset[str], frozenset[str]]:
    """The added tokens of a tokenizer: (special ones, ordinary ones, whose text is literal)."""
    decoder: Mapping[int, Any] | None = getattr(tokenizer, "added_tokens_decoder", None)
    if decoder is None and hasattr(tokenizer, "get_added_tokens_decoder"):
        decoder = tokenizer.get_added_tokens_decoder()
    entries = list((decoder or {}).values())
    special = {str(entry.content) for entry in entries if entry.special}
    special.update(str(token) for token in getattr(tokenizer, "all_special_tokens", ()))
    return frozenset(special), frozenset(str(e.content) for e in entries) - special


def _kind(backend: Any, vocab: Mapping[str, int]) -> str:
    """How a tokenizer spells bytes: ``"byte-level"``, ``"sentencepiece"``, or ``"other"``: not all of them."""
    if hasattr(backend, "to_str"):
        settings = json.loads(backend.to_str())
        pieces = json.dumps([settings.get("decoder"), settings.get("pre_tokenizer")])
        if '"ByteLevel"' in pieces:
            return "byte-level"
        if settings.get("model", {}).get("byte_fallback") or '"ByteFallback"' in pieces:
            return "sentencepiece"
        return "other"
    # Slow tokenizers carry no settings: tell them by their alphabet.
    if all(f"<0x{byte:02X}>" in vocab for byte in (0x00, 0x0A, 0xFF)):
        return "sentencepiece"
    if all(character in vocab for character in BYTE_ALPHABET):
        return "byte-level"
    return "other"
