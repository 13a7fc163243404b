"""Vocabularies: the bytes of every token; tokenizers without byte coverage are refused."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clamp.automata import Vocabulary
from clamp.automata.vocabulary import added_tokens, fingerprint, token_bytes
from clamp.errors import VocabularyError
from clamp.hmm import fingerprint as hmm_fingerprint

tokenizers = pytest.importorskip("tokenizers")
CORPUS = [
    "Pick(red_cup_2)\nPlace(red_cup_2, sink)",
    "die Küche, 日本の茶碗",
    'a plan: [{"name":"pick"},{"name":"x"}]',
] * 3
SPECIAL = ["<|end|>", "<|pad|>"]
TEXTS = st.text(max_size=30)


def byte_level() -> Any:
    tokenizer = tokenizers.Tokenizer(tokenizers.models.BPE())
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = tokenizers.decoders.ByteLevel()
    trainer = tokenizers.trainers.BpeTrainer(
        vocab_size=320,
        special_tokens=SPECIAL,
        initial_alphabet=tokenizers.pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    tokenizer.train_from_iterator(CORPUS, trainer)
    tokenizer.add_tokens(["<tool>", "é日"])
    return tokenizer


def sentencepiece(
    byte_fallback: bool = True, pieces: tuple[str, ...] = ("▁", "▁cup", "re", "ü", "a", "(")
) -> Any:
    vocab = {"<unk>": 0, "</s>": 1, **{f"<0x{byte:02X}>": byte + 2 for byte in range(256)}}
    vocab.update({piece: len(vocab) + i for i, piece in enumerate(pieces)})
    if not byte_fallback:
        vocab = {"<unk>": 0, "</s>": 1, "a": 2, "b": 3}
    tokenizer = tokenizers.Tokenizer(
        tokenizers.models.BPE(vocab=vocab, merges=[], unk_token="<unk>", byte_fallback=byte_fallback)
    )
    tokenizer.normalizer = tokenizers.normalizers.Replace(" ", "▁")
    tokenizer.add_special_tokens(["<unk>", "</s>"])
    return tokenizer


def eos_of(tokenizer: Any, token: str) -> list[int]:
    return [tokenizer.token_to_id(token)]


BYTE_LEVEL = byte_level()
FALLBACK = sentencepiece()


@given(TEXTS)
def test_byte_level_tokens_are_their_bytes(text: str) -> None:
    vocabulary = Vocabulary.from_tokenizer(BYTE_LEVEL, eos_ids=eos_of(BYTE_LEVEL, "<|end|>"))
    ids = BYTE_LEVEL.encode(text, add_special_tokens=False).ids
    if not any(special in text for special in SPECIAL):
        assert vocabulary.decode(ids) == text.encode()
        assert vocabulary.encode_batch([text.encode()]) == [ids]


@given(TEXTS)
def test_sentencepiece_tokens_are_their_bytes(text: str) -> None:
    vocabulary = Vocabulary.from_tokenizer(FALLBACK, eos_ids=eos_of(FALLBACK, "</s>"))
    ids = FALLBACK.encode(text, add_special_tokens=False).ids
    if not any(mark in text for mark in ("▁", "<unk>", "</s>", "<0x")):
        assert vocabulary.decode(ids) == text.encode()


def test_every_byte_has_a_token() -> None:
    for tokenizer, eos in ((BYTE_LEVEL, "<|end|>"), (FALLBACK, "</s>")):
        vocabulary = Vocabulary.from_tokenizer(tokenizer, eos_ids=eos_of(tokenizer, eos))
        assert vocabulary.single_bytes == frozenset(range(256))
        assert vocabulary.can_spell("Küche 日本 \x00\n".encode())
        assert vocabulary.splits_characters


def test_added_tokens_are_literal_and_special_ones_write_nothing() -> None:
    vocabulary = Vocabulary.from_tokenizer(BYTE_LEVEL, eos_ids=eos_of(BYTE_LEVEL, "<|end|>"))
    assert vocabulary.bytes_of(BYTE_LEVEL.token_to_id("<tool>")) == b"<tool>"
    assert vocabulary.bytes_of(BYTE_LEVEL.token_to_id("é日")) == "é日".encode()
    for special in SPECIAL:
        assert vocabulary.bytes_of(BYTE_LEVEL.token_to_id(special)) is None


def test_padding_writes_nothing() -> None:
    width = BYTE_LEVEL.get_vocab_size()
    vocabulary = Vocabulary.from_tokenizer(BYTE_LEVEL, size=width + 9, eos_ids=eos_of(BYTE_LEVEL, "<|end|>"))
    assert len(vocabulary) == vocabulary.size == width + 9
    assert all(vocabulary.bytes_of(token) is None for token in range(width, width + 9))
    assert vocabulary.trie_ids.max() < width


def test_a_model_narrower_than_its_tokenizer_is_refused_unless_only_added_tokens_are_beyond() -> None:
    eos = eos_of(BYTE_LEVEL, "<|end|>")
    width = BYTE_LEVEL.get_vocab_size()
    assert Vocabulary.from_tokenizer(BYTE_LEVEL, size=width - 2, eos_ids=eos).size == width - 2
    with pytest.raises(VocabularyError, match="belong together"):
        Vocabulary.from_tokenizer(BYTE_LEVEL, size=width - 3, eos_ids=eos)


def test_transformers_tokenizers_bring_their_end_of_sequence() -> None:
    transformers = pytest.importorskip("transformers")
    fast = transformers.PreTrainedTokenizerFast(
        tokenizer_object=BYTE_LEVEL, eos_token="<|end|>", pad_token="<|pad|>"
    )
    end = BYTE_LEVEL.token_to_id("<|end|>")
    assert Vocabulary.from_tokenizer(fast).eos_ids == {end}

    class Processor:
        tokenizer = fast

    assert Vocabulary.from_tokenizer(Processor()).eos_ids == {end}
    assert Vocabulary.from_tokenizer(fast, eos_ids=[0, 1]).eos_ids == {0, 1}


class Slow:
    """A tokenizer without a backend: told by its alphabet."""

    eos_token_id = 0
    all_special_tokens = ("</s>",)

    def __init__(self, vocab: dict[str, int]) -> None:
        self._vocab = vocab

    def get_vocab(self) -> dict[str, int]:
        return self._vocab


def test_slow_tokenizers_are_told_by_their_alphabet() -> None:
    pieces = ["</s>", *(f"<0x{byte:02X}>" for byte in range(256)), "▁cup"]
    slow = Vocabulary.from_tokenizer(Slow({piece: i for i, piece in enumerate(pieces)}))
    assert slow.bytes_of(257) == b" cup"
    assert slow.bytes_of(11) == b"\n"
    alphabet = ["</s>", *tokenizers.pre_tokenizers.ByteLevel.alphabet(), "Ġcup", "<odd 日>"]
    gpt = Vocabulary.from_tokenizer(Slow({piece: i for i, piece in enumerate(alphabet)}))
    assert gpt.bytes_of(257) == b" cup"
    assert gpt.bytes_of(258) == "<odd 日>".encode()
    with pytest.raises(VocabularyError, match="neither byte-level"):
        Vocabulary.from_tokenizer(Slow({"</s>": 0, "a": 1}))


def wordpiece() -> Any:
    return tokenizers.Tokenizer(
        tokenizers.models.WordPiece({"[UNK]": 0, "[SEP]": 1, "a": 2, "##b": 3}, unk_token="[UNK]")
    )


def unigram() -> Any:
    return tokenizers.Tokenizer(tokenizers.models.Unigram([("<unk>", 0.0), ("a", -1.0)], 0, False))


@pytest.mark.parametrize("build", [wordpiece, unigram, lambda: sentencepiece(byte_fallback=False)])
def test_tokenizers_without_byte_coverage_are_refused(build: Any) -> None:
    with pytest.raises(VocabularyError, match="Constrained decoding needs byte coverage"):
        Vocabulary.from_tokenizer(build(), eos_ids=[1])


def test_gaps_in_printable_ascii_are_refused() -> None:
    tokenizer = tokenizers.Tokenizer(tokenizers.models.BPE({"a": 0, "b": 1, "<e>": 2}, []))
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    with pytest.raises(VocabularyError, match=r"no token for the byte 0x20 \(' '; 93 of"):
        Vocabulary.from_tokenizer(tokenizer, eos_ids=[2])
    with pytest.raises(VocabularyError, match="has no tokens"):
        Vocabulary.from_tokenizer(tokenizers.Tokenizer(tokenizers.models.BPE()), eos_ids=[0])


def test_a_text_must_be_able_to_end() -> None:
    with pytest.raises(VocabularyError, match="no end-of-sequence token"):
        Vocabulary.from_tokenizer(BYTE_LEVEL)
    with pytest.raises(VocabularyError, match="no end-of-sequence token"):
        Vocabulary.from_bytes([b"a"], [])
    with pytest.raises(VocabularyError, match=r"ids \[7\] are outside 'bytes', whose ids are 0 … 1"):
        Vocabulary.from_bytes([b"a", None], 7)


def test_from_bytes() -> None:
    vocabulary = Vocabulary.from_bytes([b"ab", b"", b"a", b"ab", b"end", None], [4], name="mine")
    assert [vocabulary.bytes_of(token) for token in range(6)] == [b"ab", None, b"a", b"ab", None, None]
    assert vocabulary.trie.strings == [b"a", b"ab", b"ab"]
    assert vocabulary.trie_ids.tolist() == [2, 0, 3]
    assert repr(vocabulary) == "Vocabulary('mine', size=6, eos_ids=[4])"
    assert not vocabulary.splits_characters
    assert Vocabulary.from_bytes(["é".encode()[:1], None], 1).splits_characters
    for outside in (-1, 6):
        with pytest.raises(VocabularyError, match="outside 'mine'"):
            vocabulary.bytes_of(outside)


@given(st.lists(st.binary(min_size=1, max_size=3), min_size=1, max_size=8), st.binary(max_size=6))
def test_can_spell_is_exact(tokens: list[bytes], data: bytes) -> None:
    vocabulary = Vocabulary.from_bytes([*tokens, None], len(tokens))

    def spelled(rest: bytes) -> bool:
        return not rest or any(rest.startswith(token) and spelled(rest[len(token) :]) for token in tokens)

    assert vocabulary.can_spell(data) == spelled(data)
    joined = b"".join(tokens)
    assert vocabulary.can_spell(joined)


@given(st.binary(max_size=20))
def test_without_an_encoder_the_longest_match_wins(data: bytes) -> None:
    tokens = [*(bytes([byte]) for byte in range(256)), b"ab", b"abc", b"\x00\x00"]
    vocabulary = Vocabulary.from_bytes([*tokens, None], len(tokens))
    (ids,) = vocabulary.encode_batch([data])
    assert vocabulary.decode(ids) == data
    rest = data
    for token in ids:
        longest = max((t for t in tokens if rest.startswith(t)), key=len)
        assert vocabulary.bytes_of(token) == longest
        rest = rest[len(longest) :]
    with pytest.raises(VocabularyError, match="writes b'z'"):
        Vocabulary.from_bytes([b"a", None], 1).encode_batch([b"az"])


def test_a_tokenizer_whose_files_are_missing_says_so() -> None:
    """transformers makes an empty tokenizer of a folder that has none."""
    pytest.importorskip("transformers")
    from tokenizers import Tokenizer, models
    from transformers import PreTrainedTokenizerFast

    empty = PreTrainedTokenizerFast(
        tokenizer_object=Tokenizer(models.BPE()), eos_token="</s>", unk_token="<unk>"
    )
    with pytest.raises(VocabularyError, match=r"none that writes a letter: its files are missing"):
        Vocabulary.from_tokenizer(empty)


def test_a_vocabulary_and_an_hmm_read_the_same_bytes() -> None:
    """One reader: what a token writes does not depend on who asks; only special tokens differ."""
    for tokenizer in (BYTE_LEVEL, FALLBACK):
        vocab, spelt, special = tokenizer.get_vocab(), token_bytes(tokenizer), added_tokens(tokenizer)
        vocabulary = Vocabulary.from_tokenizer(tokenizer, eos_ids=[0])
        for token, index in vocab.items():
            if index and token not in special:
                assert vocabulary.bytes_of(index) == (spelt[index] or None)
        assert fingerprint(tokenizer) == fingerprint(vocab) == hmm_fingerprint(tokenizer)


def test_a_saved_fingerprint_stays_what_it_was() -> None:
    """HMMs on disk hold it: a digest of the lines "id, tab, token", in the order of the ids."""
    lines = "0\t<s>\n1\tĠcup\n2\t\ud83d\n".encode("utf-8", "surrogatepass")
    assert fingerprint({"Ġcup": 1, "<s>": 0, "\ud83d": 2}) == hashlib.sha256(lines).hexdigest()
