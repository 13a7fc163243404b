"""Which tokenizer an HMM's ids belong to, and how its tokens are spelt.

Works with `transformers` tokenizers and with bare `tokenizers.Tokenizer` objects; both give the same
fingerprint for the same vocabulary.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from clamp.checks import shown
from clamp.errors import HMMError
from clamp.hmm.optional import optional

if TYPE_CHECKING:
    from clamp.hmm.model import HMM

_BYTE_TOKEN = re.compile(r"<0x([0-9A-Fa-f]{2})>")
_SPACE_MARK = "\u2581"


def vocabulary(tokenizer: Any) -> dict[str, int]:
    """Token string to id, added tokens included.

    Raises:
        HMMError: The object is not a tokenizer (it has no ``get_vocab``), or its vocabulary is empty.
    """
    if isinstance(tokenizer, Mapping):
        vocab = dict(cast("Mapping[str, int]", tokenizer))
    elif hasattr(tokenizer, "get_vocab"):
        vocab = cast("dict[str, int]", tokenizer.get_vocab())
    else:
        raise HMMError(
            f"Expected a tokenizer (transformers or tokenizers), got {shown(tokenizer)}. "
            "Pass the tokenizer object, for instance AutoTokenizer.from_pretrained(…)."
        )
    if not vocab:
        raise HMMError(f"The tokenizer {_name(tokenizer)} has an empty vocabulary.")
    return vocab


def as_tokenizer(tokenizer: Any) -> Any:
    """A tokenizer as it is, or the one in a folder or in a ``tokenizer.json``.

    Raises:
        HMMError: There is no such file, it is no tokenizer, or the package ``tokenizers`` is missing.
    """
    if not isinstance(tokenizer, str | os.PathLike):
        return tokenizer
    path = Path(cast("str | os.PathLike[str]", tokenizer))
    if path.is_dir():
        path = path / "tokenizer.json"
    if not path.is_file():
        raise HMMError(
            f"There is no tokenizer at {str(path)!r}: expected a tokenizer.json, or a folder that has one. "
            "Pass the tokenizer object for one that lies elsewhere."
        )
    library = optional("tokenizers", "Reading a tokenizer")
    try:
        return library.Tokenizer.from_file(str(path))
    except Exception as error:  # tokenizers raises plain Exception
        raise HMMError(f"{path} is no tokenizer: {error}.") from None


def fingerprint(tokenizer: Any) -> str:
    """A digest of the id of every token: equal exactly when two tokenizers give the same ids the same tokens.

    Merges, templates and padding of the model's vocabulary do not count, because an HMM knows ids only.

    Raises:
        HMMError: The object is not a tokenizer.
    """
    digest = hashlib.sha256()
    for token, index in sorted(vocabulary(tokenizer).items(), key=lambda item: (item[1], item[0])):
        digest.update(f"{index}\t{token}\n".encode("utf-8", "surrogatepass"))
    return digest.hexdigest()


def check_size(tokenizer: Any, vocab_size: int) -> None:
    """Raise `HMMError` if the tokenizer has an id that an HMM with `vocab_size` tokens does not."""
    token, largest = max(vocabulary(tokenizer).items(), key=lambda item: item[1])
    if largest >= vocab_size:
        raise HMMError(
            f"The tokenizer {_name(tokenizer)} has id {largest} ({token!r}), but the HMM has emissions for "
            f"{vocab_size} ids only. It was made for another tokenizer; `clamp.remap` carries it over."
        )


def check_tokenizer(hmm: HMM, tokenizer: Any) -> None:
    """Raise `HMMError` unless `hmm` was made for `tokenizer`."""
    check_size(tokenizer, hmm.vocab_size)
    if hmm.tokenizer_fingerprint is None:
        raise HMMError(
            "The HMM does not say which tokenizer its ids belong to, so it cannot be checked against "
            f"{_name(tokenizer)}. If you know that they fit, declare it: hmm.for_tokenizer(tokenizer)."
        )
    found = fingerprint(tokenizer)
    if found != hmm.tokenizer_fingerprint:
        raise HMMError(
            f"The HMM was made for another tokenizer: its fingerprint is {hmm.tokenizer_fingerprint[:12]}…, "
            f"that of {_name(tokenizer)} is {found[:12]}…. Its emissions would land on the wrong tokens; "
            "`clamp.remap` carries an HMM over to another tokenizer."
        )


def _name(tokenizer: Any) -> str:
    return repr(getattr(tokenizer, "name_or_path", None) or type(tokenizer).__name__)


def encode_batch(tokenizer: Any, texts: Sequence[str]) -> list[list[int]]:
    """The ids of every text on its own, without special tokens added.

    Raises:
        HMMError: If the tokenizer cannot be called.
    """
    if not texts:
        return []
    if hasattr(tokenizer, "encode_batch"):
        encodings = cast("list[Any]", tokenizer.encode_batch(list(texts), add_special_tokens=False))
        return [list(encoding.ids) for encoding in encodings]
    if not callable(tokenizer):
        raise HMMError(f"{_name(tokenizer)} cannot encode text; pass a tokenizer, not a vocabulary.")
    # transformers warns about texts longer than the model's context; these are single tokens
    encoded = cast("Mapping[str, Any]", tokenizer(list(texts), add_special_tokens=False))
    return [list(ids) for ids in encoded["input_ids"]]


def token_bytes(tokenizer: Any) -> dict[int, bytes]:
    """How every token is spelt, in bytes.

    Byte-level vocabularies (GPT-2's alphabet: Llama 3, Qwen, SmolLM) and SentencePiece ones ("▁" for a
    space, ``<0x0A>`` for a byte) are understood; special and other added tokens stand for their own text.

    Raises:
        HMMError: The object is not a tokenizer.
    """
    vocab = vocabulary(tokenizer)
    added = added_tokens(tokenizer)
    alphabet = byte_alphabet()
    # The mark of a leading space tells the families apart. Counting the alphabet would not: SmolLM2 lacks 21
    # bytes, and SentencePiece vocabularies have letters that stand for bytes elsewhere.
    byte_level = sum(token[0] == "Ġ" for token in vocab if token) > sum(
        token[0] == _SPACE_MARK for token in vocab if token
    )
    spelt: dict[int, bytes] = {}
    for token, index in vocab.items():
        if token in added:
            spelt[index] = token.encode("utf-8", "surrogatepass")
        elif byte_level and all(char in alphabet for char in token):
            spelt[index] = bytes(alphabet[char] for char in token)
        elif match := _BYTE_TOKEN.fullmatch(token):
            spelt[index] = bytes([int(match[1], 16)])
        else:
            spelt[index] = token.replace(_SPACE_MARK, " ").encode("utf-8", "surrogatepass")
    return spelt


def is_byte_token(token: str) -> bool:
    """Whether a token is SentencePiece's stand-in for one byte, such as ``<0x0A>``."""
    return _BYTE_TOKEN.fullmatch(token) is not None


def added_tokens(tokenizer: Any) -> frozenset[str]:
    """The tokens that the tokenizer matches as whole strings: special ones and other additions."""
    if hasattr(tokenizer, "get_added_tokens_decoder"):
        decoder = cast("Mapping[int, Any]", tokenizer.get_added_tokens_decoder())
        return frozenset(token.content for token in decoder.values())
    if hasattr(tokenizer, "get_added_vocab"):
        return frozenset(cast("Mapping[str, int]", tokenizer.get_added_vocab()))
    return frozenset()


@cache
def byte_alphabet() -> dict[str, int]:
    """GPT-2's printable stand-in for each of the 256 bytes, as character to byte.

    Printable Latin-1 characters stand for themselves; the other 68 bytes take the code points from
    U+0100 on, in order.
    """
    printable = {*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)}
    hidden = [byte for byte in range(256) if byte not in printable]
    alphabet = {chr(byte): byte for byte in sorted(printable)}
    return alphabet | {chr(0x100 + place): byte for place, byte in enumerate(hidden)}
