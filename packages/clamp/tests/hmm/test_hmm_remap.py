"""A remapped HMM gives every target token the geometric mean of the source tokens that spell its bytes."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest
from hmm_oracles import random_hmm

from clamp.automata.vocabulary import BYTE_ALPHABET, encode_batch, token_bytes
from clamp.errors import HMMError
from clamp.hmm import HMM, fingerprint, remap
from clamp.hmm.training.remap import UNUSABLE_MASS, mean_row_entropy, spell, surface_mass

tokenizers = pytest.importorskip("tokenizers")

TEXTS = [
    "walk to the kitchen and pick the cup up",
    "pick up the cup, place it in the fridge",
    'das Öl und die Tür öffnen {"action": "open"}',
    "パンを切る 切る パン",
]


def byte_level(size: int, texts: list[str], special: tuple[str, ...] = ()):
    """A byte-level BPE tokenizer (the family of Llama 3 and Qwen), learned from a few texts."""
    tokenizer = tokenizers.Tokenizer(tokenizers.models.BPE())
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = tokenizers.decoders.ByteLevel()
    trainer = tokenizers.trainers.BpeTrainer(
        vocab_size=size,
        special_tokens=list(special),
        initial_alphabet=tokenizers.pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    tokenizer.train_from_iterator(texts, trainer)
    return tokenizer


def sentence_piece(words: tuple[str, ...]):
    """A BPE tokenizer that marks spaces, falls back to bytes and puts a space before a text (Llama 2)."""
    names = [f"<0x{byte:02X}>" for byte in range(256)]
    names += sorted({char for word in words for char in word} | {"▁"})
    merges: list[tuple[str, str]] = []
    for word in words:
        for stop in range(2, len(word) + 1):
            if word[:stop] not in names:
                names.append(word[:stop])
                merges.append((word[: stop - 1], word[stop - 1]))
    tokenizer = tokenizers.Tokenizer(
        tokenizers.models.BPE(
            vocab={name: index for index, name in enumerate(names)}, merges=merges, byte_fallback=True
        )
    )
    tokenizer.normalizer = tokenizers.normalizers.Sequence(
        [tokenizers.normalizers.Prepend("▁"), tokenizers.normalizers.Replace(" ", "▁")]
    )
    return tokenizer


LARGE = byte_level(400, TEXTS, ("<|end|>",))
SMALL = byte_level(300, TEXTS[::-1], ("<eos>", "<pad>"))
PIECES = sentence_piece(("▁pick", "▁the", "▁cup", "pick", "切る"))


def hmm_for(tokenizer, padding: int = 0, states: int = 3) -> HMM:
    size = max(tokenizer.get_vocab().values()) + 1 + padding
    return random_hmm(0, states, size).for_tokenizer(tokenizer)


def test_the_byte_alphabet_is_the_one_of_byte_level_tokenizers():
    alphabet = BYTE_ALPHABET
    assert sorted(alphabet.values()) == list(range(256))
    for text in [bytes(range(32, 127)).decode(), "äöß€切る\n\t\u00ad\x00"]:
        pieces = tokenizers.pre_tokenizers.ByteLevel(
            add_prefix_space=False, use_regex=False
        ).pre_tokenize_str(text)
        assert bytes(alphabet[char] for piece, _ in pieces for char in piece) == text.encode()


@pytest.mark.parametrize("tokenizer", [LARGE, SMALL], ids=["large", "small"])
def test_token_bytes_spell_what_was_encoded(tokenizer):
    spelt = token_bytes(tokenizer)
    for text, ids in zip(TEXTS, encode_batch(tokenizer, TEXTS), strict=True):
        assert b"".join(spelt[token] for token in ids) == text.encode()


@pytest.mark.parametrize(
    ("source", "target"),
    [(LARGE, SMALL), (SMALL, LARGE), (PIECES, LARGE), (SMALL, PIECES), (PIECES, PIECES)],
    ids=["large-small", "small-large", "pieces-large", "small-pieces", "pieces-pieces"],
)
def test_every_token_is_spelt_byte_for_byte_and_gets_the_geometric_mean(source, target):
    hmm = hmm_for(source)
    source_bytes, target_bytes = token_bytes(source), token_bytes(target)
    spellings = spell(source, target)
    padded = max(target_bytes) + 8
    result, coverage = remap(hmm, source, target, padded)
    expected = np.full((hmm.num_states, padded), UNUSABLE_MASS)
    for index, ids in spellings.items():
        assert b"".join(source_bytes[token] for token in ids) == target_bytes[index]
        expected[:, index] = np.exp(np.mean([np.log(hmm.emission[:, token]) for token in ids], axis=0))
    assert result.emission == pytest.approx(expected / expected.sum(axis=1, keepdims=True), rel=1e-9)
    assert np.array_equal(result.transition, hmm.transition)
    assert set(spellings) == set(target_bytes)  # byte tokens spell everything
    assert coverage.single == sum(len(ids) == 1 for ids in spellings.values())
    assert coverage.multi == sum(len(ids) > 1 for ids in spellings.values())
    assert coverage.unusable == padded - len(spellings) == 7
    assert coverage.row_entropy_ratio == pytest.approx(mean_row_entropy(result) / mean_row_entropy(hmm))
    assert result.tokenizer_fingerprint == fingerprint(target)
    result.check_tokenizer(target)


@pytest.mark.parametrize("tokenizer", [LARGE, PIECES], ids=["byte-level", "pieces"])
def test_remapping_to_the_same_tokenizer_changes_nothing(tokenizer):
    hmm = hmm_for(tokenizer)
    result, coverage = remap(hmm, tokenizer, tokenizer, surfaces=["pick"])
    assert coverage.multi == coverage.unusable == 0
    assert result.emission == pytest.approx(hmm.emission, rel=1e-9)
    assert coverage.row_entropy_ratio == pytest.approx(1)
    assert coverage.mass_ratios == {"pick": pytest.approx(1)}


def test_the_families_are_told_apart_by_their_mark_for_spaces():
    lacking = {"c": 0, "Ġ": 1, "Ċ": 2, "Ã": 3}  # byte-level, most bytes missing, as in SmolLM2
    assert token_bytes(lacking) == {0: b"c", 1: b" ", 2: b"\n", 3: b"\xc3"}
    letters = {"Ġ": 0, "Ċ": 1, "Ã": 2, "▁cup": 3, "▁": 4, "<0x0A>": 5}  # SentencePiece, with foreign letters
    assert token_bytes(letters) == {
        0: "Ġ".encode(),
        1: "Ċ".encode(),
        2: "Ã".encode(),
        3: b" cup",
        4: b" ",
        5: b"\n",
    }


def test_bytes_that_the_source_lacks_leave_tokens_unusable():
    alphabet = {char: byte for char, byte in BYTE_ALPHABET.items() if byte < 128}
    ascii_only = tokenizers.Tokenizer(
        tokenizers.models.BPE(vocab={char: index for index, char in enumerate(alphabet)}, merges=[])
    )
    ascii_only.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    result, coverage = remap(hmm_for(ascii_only), ascii_only, LARGE)
    foreign = [index for index, spelt in token_bytes(LARGE).items() if not spelt.isascii()]
    assert coverage.unusable == len(foreign) > 100
    assert (result.emission[:, foreign] <= 2 * UNUSABLE_MASS).all()


def test_spaces_before_words_and_fragments_of_characters_keep_their_bytes():
    spellings = spell(PIECES, LARGE)
    ids = LARGE.get_vocab()
    pieces = PIECES.get_vocab()
    assert spellings[ids["Ġpick"]] == [pieces["▁pick"]]
    assert spellings[ids["pick"] if "pick" in ids else ids["p"]][0] in (pieces["pick"], pieces["p"])
    fragment = "切".encode()[0]
    symbol = next(char for char, byte in BYTE_ALPHABET.items() if byte == fragment)
    assert spellings[ids[symbol]] == [pieces[f"<0x{fragment:02X}>"]]


def test_by_text_fragments_all_become_the_replacement_character():
    ids = LARGE.get_vocab()
    symbols = [char for char, byte in BYTE_ALPHABET.items() if byte in (0x80, 0x81)]
    by_text, _ = remap(hmm_for(SMALL), SMALL, LARGE, by="text")
    by_bytes, _ = remap(hmm_for(SMALL), SMALL, LARGE)
    first, second = (ids[symbol] for symbol in symbols)
    assert np.array_equal(by_text.emission[:, first], by_text.emission[:, second])
    assert not np.array_equal(by_bytes.emission[:, first], by_bytes.emission[:, second])


def test_special_tokens_can_be_paired():
    hmm = hmm_for(SMALL)
    end, eos = LARGE.token_to_id("<|end|>"), SMALL.token_to_id("<eos>")
    spelt, _ = remap(hmm, SMALL, LARGE)
    paired, coverage = remap(hmm, SMALL, LARGE, special={"<|end|>": "<eos>"})
    ratio = paired.emission[:, end] / paired.emission[:, 5]
    assert ratio == pytest.approx(hmm.emission[:, eos] / hmm.emission[:, spell(SMALL, LARGE)[5][0]])
    assert ratio != pytest.approx(spelt.emission[:, end] / spelt.emission[:, 5])
    assert coverage.unusable == 0
    for special, side in [({"<|fin|>": "<eos>"}, "target"), ({"<|end|>": "<fin>"}, "source")]:
        with pytest.raises(HMMError, match=f"the {side} tokenizer has no token"):
            remap(hmm, SMALL, LARGE, special=special)


def test_mass_ratios_compare_surface_strings():
    hmm = hmm_for(SMALL)
    result, coverage = remap(hmm, SMALL, LARGE, surfaces=["pick", "切る"])
    for surface, ratio in coverage.mass_ratios.items():
        assert ratio == pytest.approx(
            surface_mass(result, LARGE, surface) / surface_mass(hmm, SMALL, surface), rel=1e-9
        )
    with pytest.raises(HMMError, match="has no tokens"):
        remap(hmm, SMALL, LARGE, surfaces=[""])


def test_transformers_tokenizers_are_the_same_as_bare_ones():
    transformers = pytest.importorskip("transformers")
    wrapped = transformers.PreTrainedTokenizerFast(tokenizer_object=LARGE)
    assert fingerprint(wrapped) == fingerprint(LARGE)
    assert token_bytes(wrapped) == token_bytes(LARGE)
    bare, coverage = remap(hmm_for(SMALL), SMALL, LARGE)
    other, same = remap(hmm_for(SMALL), SMALL, wrapped)
    assert np.array_equal(bare.emission, other.emission)
    assert coverage == same
    back, _ = remap(other, wrapped, SMALL)
    assert back.tokenizer_fingerprint == fingerprint(SMALL)


def test_bad_input_is_refused():
    hmm = hmm_for(SMALL)
    with pytest.raises(HMMError, match="made for another tokenizer"):
        remap(hmm, LARGE, SMALL)
    with pytest.raises(HMMError, match="emissions for 10 ids only"):
        remap(hmm, SMALL, LARGE, 10)
    with pytest.raises(HMMError, match="emissions for 4 ids only"):
        remap(random_hmm(0, 2, 4), SMALL, LARGE)
    with pytest.raises(HMMError, match="'bytes' or 'text'"):
        remap(hmm, SMALL, LARGE, by="vibes")  # type: ignore[arg-type]
    with pytest.raises(HMMError, match="cannot encode text"):
        remap(hmm, SMALL.get_vocab(), SMALL)
    words = tokenizers.Tokenizer(tokenizers.models.BPE({"c": 0}, []))
    letters = tokenizers.Tokenizer(tokenizers.models.BPE({"f": 0}, []))
    with pytest.raises(HMMError, match="No token of the target tokenizer can be spelt"):
        remap(hmm_for(words), words, letters)


@pytest.mark.slow
@pytest.mark.skipif("CLAMP_TOKENIZERS" not in os.environ, reason="CLAMP_TOKENIZERS names no folder")
@pytest.mark.parametrize(("by", "single", "multi"), [("text", 109_916, 41_753), ("bytes", 109_566, 42_103)])
def test_llama_to_qwen_covers_what_the_paper_says(by, single, multi):
    folder = Path(os.environ["CLAMP_TOKENIZERS"])
    source, target = (
        tokenizers.Tokenizer.from_file(str(folder / name / "tokenizer.json")) for name in ("llama3", "qwen3")
    )
    hmm = HMM.random(2, 128_256, seed=0).for_tokenizer(source)
    _, coverage = remap(hmm, source, target, 151_936, by=by)
    assert (coverage.single, coverage.multi, coverage.unusable) == (single, multi, 267)
