"""Carrying an HMM over to another tokenizer (App. A6).

Every target token is spelt with source tokens, and its emission is the geometric mean of theirs:

    B̃(h, q) = exp( 1/|J(q)| · Σ_{j ∈ J(q)} log B(h, j) ),   then every row is normalised.

The paper spells the *decoded text* of a target token. A token that is a fragment of a character decodes to
"�", which gives all fragments the emission of that sign; here spelling works on bytes by default, so that
fragments are carried over like everything else. ``by="text"`` follows the paper to the letter.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from clamp import checks
from clamp.automata.vocabulary import (
    added_tokens,
    as_tokenizer,
    encode_batch,
    is_byte_token,
    token_bytes,
    token_ids,
)
from clamp.errors import HMMError
from clamp.hmm.model import HMM, FloatArray, check_size, fingerprint

UNUSABLE_MASS = 1e-9
"""Emission, before normalisation, of a target token that cannot be spelt (padding of the vocabulary)."""


@dataclass(frozen=True)
class Coverage:
    """How well a remap went.

    Attributes:
        single: Target ids spelt by one source token: its column is copied.
        multi: Target ids spelt by several: the geometric mean of their columns.
        unusable: Target ids that cannot be spelt: `UNUSABLE_MASS`.
        row_entropy_ratio: Mean entropy of the rows of emissions, target over source.
        mass_ratios: For each surface string asked for, its emission mass in the target over that in the
            source. The mass of a string is the mean over hidden states of the geometric mean of the
            emissions of its tokens.
    """

    single: int
    multi: int
    unusable: int
    row_entropy_ratio: float
    mass_ratios: dict[str, float] = field(default_factory=dict[str, float])


def remap(
    hmm: HMM | str | os.PathLike[str],
    source_tokenizer: Any,
    target_tokenizer: Any,
    target_vocab_size: int | None = None,
    *,
    by: Literal["bytes", "text"] = "bytes",
    special: Mapping[str, str] | None = None,
    surfaces: Sequence[str] = (),
) -> tuple[HMM, Coverage]:
    """An HMM over the ids of another tokenizer.

    Two target tokens with the same spelling each get the full value; rows are normalised afterwards.

    Args:
        hmm: The HMM, for the source tokenizer, or the folder or repository that it is saved in.
        source_tokenizer: A `transformers` or `tokenizers` tokenizer, or the path of a ``tokenizer.json`` or
            of a folder that has one.
        target_tokenizer: The same for the model to be guided.
        target_vocab_size: Ids of the target *model*, where its vocabulary is padded beyond the tokenizer's.
        by: Spell the bytes of each target token, or its decoded text as the paper does.
        special: Target token to source token, for tokens whose text means nothing to the other side, such
            as end-of-sequence: ``{"<|im_end|>": "<|eot_id|>"}``. Without it they are spelt out like text.
        surfaces: Strings to report mass ratios for.

    Raises:
        HMMError: The HMM was made for another tokenizer than the source, the target has more ids than
            `target_vocab_size`, or a special token or surface is not known.
    """
    source_tokenizer = as_tokenizer(source_tokenizer, HMMError)
    target_tokenizer = as_tokenizer(target_tokenizer, HMMError)
    if special is not None:
        checks.mapping("special", special, HMMError, of="from a target token to a source token")
    surfaces = checks.names("surfaces", surfaces, HMMError, of="texts")
    if target_vocab_size is not None:
        checks.whole("target_vocab_size", target_vocab_size, HMMError, least=1)
    if not isinstance(hmm, HMM):
        checks.path("hmm", hmm, HMMError, what="a clamp.HMM, or the folder of one")
        hmm = HMM.from_pretrained(os.fspath(hmm))
    if hmm.tokenizer_fingerprint is None:
        check_size(source_tokenizer, hmm.vocab_size)
    else:
        hmm.check_tokenizer(source_tokenizer)
    size = target_vocab_size
    if size is None:
        size = max(token_ids(target_tokenizer, HMMError).values()) + 1
    check_size(target_tokenizer, size)
    if by == "bytes":
        spellings = spell(source_tokenizer, target_tokenizer)
    elif by == "text":
        spellings = spell_text(source_tokenizer, target_tokenizer)
    else:
        raise HMMError(f"by must be 'bytes' or 'text', not {by!r}.")
    spellings |= _special_spellings(source_tokenizer, target_tokenizer, special or {})
    usable = np.array(sorted(spellings), dtype=np.int64)
    if not len(usable):
        raise HMMError(
            "No token of the target tokenizer can be spelt with tokens of the source tokenizer. "
            "Are their vocabularies byte-level or SentencePiece ones?"
        )
    columns = np.full((size, hmm.num_states), UNUSABLE_MASS, hmm.dtype)
    columns[usable] = _geometric_means(hmm, [spellings[index] for index in usable.tolist()])
    columns /= columns.sum(axis=0, dtype=np.float64).astype(hmm.dtype)
    target = HMM.adopt(hmm.initial, hmm.transition, columns, fingerprint(target_tokenizer))
    lengths = np.array([len(spelling) for spelling in spellings.values()])
    coverage = Coverage(
        single=int((lengths == 1).sum()),
        multi=int((lengths > 1).sum()),
        unusable=size - len(usable),
        row_entropy_ratio=mean_row_entropy(target) / mean_row_entropy(hmm),
        mass_ratios={
            surface: surface_mass(target, target_tokenizer, surface)
            / surface_mass(hmm, source_tokenizer, surface)
            for surface in surfaces
        },
    )
    return target, coverage


def spell(source_tokenizer: Any, target_tokenizer: Any) -> dict[int, list[int]]:
    """J(q): the source ids that spell each target id byte by byte; ids that cannot be spelt are left out.

    Whole characters are tokenised by the source tokenizer itself. Where that does not give back the same
    bytes (fragments of characters; tokenizers that put a space before a text), the spelling is the longest
    source token that fits, again and again.
    """
    target = token_bytes(target_tokenizer, HMMError)
    source = token_bytes(source_tokenizer, HMMError)
    texts: dict[int, str] = {}
    for index, spelt in target.items():
        with suppress(UnicodeDecodeError):
            texts[index] = spelt.decode()
    tokenised = dict(zip(texts, encode_batch(source_tokenizer, list(texts.values()), HMMError), strict=True))
    table = _byte_table(source, source_tokenizer)
    longest = max(map(len, table), default=0)
    spellings: dict[int, list[int]] = {}
    for index, spelt in target.items():
        ids = tokenised.get(index, [])
        if not ids or b"".join(source.get(token, b"?") for token in ids) != spelt:
            ids = _longest_matches(spelt, table, longest)
        if ids:
            spellings[index] = ids
    # SentencePiece's byte tokens spell what plain letters spell too, but stand for themselves
    ids_of = token_ids(source_tokenizer)
    for token, index in token_ids(target_tokenizer).items():
        if token in ids_of and is_byte_token(token):
            spellings[index] = [ids_of[token]]
    return spellings


def spell_text(source_tokenizer: Any, target_tokenizer: Any) -> dict[int, list[int]]:
    """J(q) by the paper: the source ids of the decoded text of each target id."""
    texts = {
        index: target_tokenizer.decode([index], skip_special_tokens=False)
        for index in sorted(token_ids(target_tokenizer).values())
    }
    encoded = encode_batch(source_tokenizer, list(texts.values()), HMMError)
    return {index: ids for index, ids in zip(texts, encoded, strict=True) if ids}


def _special_spellings(
    source_tokenizer: Any, target_tokenizer: Any, special: Mapping[str, str]
) -> dict[int, list[int]]:
    if not special:
        return {}
    sides = {"target": token_ids(target_tokenizer), "source": token_ids(source_tokenizer)}
    for pair in special.items():
        for token, (side, ids) in zip(pair, sides.items(), strict=True):
            if token not in ids:
                raise HMMError(
                    f"special maps {pair[0]!r} to {pair[1]!r}, "
                    f"but the {side} tokenizer has no token {token!r}."
                )
    return {sides["target"][to]: [sides["source"][origin]] for to, origin in special.items()}


def _byte_table(source: dict[int, bytes], tokenizer: Any) -> dict[bytes, int]:
    """Bytes to source id; where two tokens spell the same, the later, which is never a mere byte token."""
    ids = token_ids(tokenizer)
    added = {ids[token] for token in added_tokens(tokenizer)}
    return {spelt: index for index, spelt in sorted(source.items()) if spelt and index not in added}


def _longest_matches(spelt: bytes, table: dict[bytes, int], longest: int) -> list[int]:
    """Source ids that spell these bytes, greedily; none if that fails."""
    ids: list[int] = []
    start = 0
    while start < len(spelt):
        for stop in range(min(len(spelt), start + longest), start, -1):
            found = table.get(spelt[start:stop])
            if found is not None:
                ids.append(found)
                start = stop
                break
        else:
            return []
    return ids


def _geometric_means(hmm: HMM, spellings: Sequence[Sequence[int]]) -> FloatArray:
    """exp of the mean log-emission over each spelling, shape [len(spellings), H]."""
    lengths = np.array([len(spelling) for spelling in spellings])
    flat = np.concatenate([np.asarray(spelling, dtype=np.int64) for spelling in spellings])
    starts = lengths.cumsum() - lengths
    means = np.array(hmm.emission.T[flat[starts]])  # exact for single tokens
    several = np.flatnonzero(lengths > 1)
    if len(several):
        counts = lengths[several]
        cuts = counts.cumsum() - counts
        places: NDArray[np.int64] = np.repeat(starts[several] - cuts, counts) + np.arange(int(counts.sum()))
        with np.errstate(divide="ignore"):
            sums = np.add.reduceat(np.log(hmm.emission.T[flat[places]]), cuts, axis=0)
        means[several] = np.exp(sums / counts[:, None].astype(hmm.dtype))
    return means


def surface_mass(hmm: HMM, tokenizer: Any, surface: str) -> float:
    """Mean over hidden states of the geometric mean of the emissions of a string's tokens.

    Raises:
        HMMError: The tokenizer makes no tokens of the string.
    """
    ids = encode_batch(tokenizer, [surface], HMMError)[0]
    if not ids:
        raise HMMError(f"The surface string {surface!r} has no tokens.")
    return float(_geometric_means(hmm, [ids]).mean(dtype=np.float64))


def mean_row_entropy(hmm: HMM) -> float:
    """Mean over hidden states of the entropy of their emissions, in nats."""
    total: NDArray[np.float64] = np.zeros(hmm.num_states)
    columns = hmm.emission.T
    for start in range(0, len(columns), 16_384):
        block = columns[start : start + 16_384]
        logs = np.log(block, out=np.zeros_like(block), where=block > 0)
        total -= (block * logs).sum(axis=0, dtype=np.float64)
    return float(total.mean())
