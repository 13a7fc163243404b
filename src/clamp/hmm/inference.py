"""Forward inference in scaled linear space: likelihoods, beliefs, next-token probabilities.

A belief is kept as a normalised vector and the logarithm of what was divided out, which costs one
matrix-vector product a token, where log-space costs H² exponentials.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from clamp.errors import HMMError
from clamp.hmm.corpus import Corpus
from clamp.hmm.model import HMM, FloatArray
from clamp.hmm.optional import optional

if TYPE_CHECKING:
    import torch


@dataclass(frozen=True, eq=False, slots=True)
class Belief:
    """What an HMM believes after a prefix y₁…y_n. Immutable; `advance` returns the next one.

    Attributes:
        hmm: The HMM.
        probabilities: P(h_n | y₁…y_n), shape [H]. Here h_n is the state that emitted the last token, and
            for the empty prefix the state before the first.
        log_likelihood: log P(y₁…y_n), in nats.
    """

    hmm: HMM
    probabilities: FloatArray
    log_likelihood: float

    def advance(self, token: int) -> Belief:
        """The belief after one more token.

        Raises:
            HMMError: The token is not an id of the HMM, or has probability 0 after this prefix (all
                parameters being positive, none has).
        """
        emission = self.hmm.emission
        if not 0 <= token < emission.shape[1]:
            raise out_of_range(token, emission.shape[1])
        reached = (self.probabilities @ self.hmm.transition) * emission[:, token]
        mass = float(reached.sum())
        if mass <= 0.0:
            raise HMMError(
                f"The HMM gives token {token} probability 0 after this prefix "
                f"(log-likelihood so far {self.log_likelihood:.4g}). Was it trained without pseudocounts?"
            )
        reached /= mass
        reached.flags.writeable = False
        return Belief(self.hmm, reached, self.log_likelihood + float(np.log(mass)))

    def log_joint(self) -> FloatArray:
        """ρ_n: log P(y₁…y_n, h_n = h), shape [H] (App. A1)."""
        with np.errstate(divide="ignore"):
            return np.log(self.probabilities) + self.log_likelihood

    def next_token_logprobs(self) -> FloatArray:
        """log P(y_{n+1} = v | y₁…y_n), shape [V]; ``-inf`` for tokens that cannot follow."""
        with np.errstate(divide="ignore"):
            return np.log(self.hmm.emission.T @ (self.probabilities @ self.hmm.transition))


def initial_belief(hmm: HMM) -> Belief:
    """The belief before the first token: P(h₀)."""
    return Belief(hmm, hmm.initial, 0.0)


def log_likelihood(hmm: HMM, tokens: Sequence[int] | NDArray[np.integer[Any]]) -> float:
    """log P(tokens), in nats; ``-inf`` where the HMM cannot emit them, 0 for no tokens.

    Raises:
        HMMError: A token is not an id of the HMM.
    """
    ids = np.asarray(tokens, dtype=np.int64)
    check_tokens(ids, hmm.vocab_size)
    belief, total = hmm.initial, 0.0
    for emitted in hmm.emission.T[ids]:
        belief = (belief @ hmm.transition) * emitted
        mass = float(belief.sum())
        if mass <= 0.0:
            return -np.inf
        belief /= mass
        total += float(np.log(mass))
    return total


def log_likelihood_by_hidden_paths(hmm: HMM, tokens: Sequence[int]) -> float:
    """log P(tokens) in log-space, term by term: the slow twin of `log_likelihood`, of the same meaning."""
    check_tokens(np.asarray(tokens, dtype=np.int64), hmm.vocab_size)
    with np.errstate(divide="ignore"):
        joint, transition = np.log(hmm.initial), np.log(hmm.transition)
        for token in tokens:
            joint = np.logaddexp.reduce(joint[:, None] + transition, axis=0) + np.log(hmm.emission[:, token])
        return float(np.logaddexp.reduce(joint))


class Forward(NamedTuple):
    """Filtered beliefs of a batch of prefixes.

    Attributes:
        log_likelihood: log P(tokens) of each sequence, shape [N], double precision, nats.
        probabilities: P(h_n | y₁…y_n) at the end of each sequence, shape [N, H].
    """

    log_likelihood: NDArray[np.float64]
    probabilities: FloatArray


def forward(
    hmm: HMM,
    sequences: Corpus | Iterable[Sequence[int]],
    *,
    device: str = "cpu",
    batch_tokens: int = 65_536,
) -> Forward:
    """Run the forward recursion over many sequences at once, on a CPU or a GPU.

    Args:
        hmm: The model.
        sequences: Token sequences of any lengths; an empty one has log-likelihood 0.
        device: A torch device.
        batch_tokens: Tokens worked on at once; memory is about ``8 · H · batch_tokens`` bytes in single
            precision.

    Raises:
        HMMError: A token is not an id of the HMM, or a sequence has probability 0 under it.
    """
    optional("torch", "Batched inference")
    import torch

    from clamp.hmm.packing import Parameters, forward_pass, packed_batches

    corpus = sequences if isinstance(sequences, Corpus) else Corpus.of(sequences)
    corpus.check_range(hmm.vocab_size)
    parameters = Parameters.of(hmm, device)
    logs = np.zeros(len(corpus))
    beliefs = np.tile(hmm.initial, (len(corpus), 1))
    for batch in packed_batches(corpus, batch_tokens):
        with torch.inference_mode():
            filtered, scale = forward_pass(parameters, batch, parameters.emitted(batch))
            batch.check_scale(scale)
            logs[batch.sequence] = batch.sum_by_sequence(_logs(scale))
            beliefs[batch.sequence] = filtered[batch.last].cpu().numpy()
    return Forward(logs, beliefs)


def _logs(scale: torch.Tensor) -> NDArray[np.float64]:
    return np.log(scale.double().cpu().numpy())


def check_tokens(tokens: NDArray[np.integer[Any]], vocab_size: int) -> None:
    """Raise `HMMError` if a token of one sequence is not in ``[0, vocab_size)``."""
    bad = (tokens < 0) | (tokens >= vocab_size)
    if bad.any():
        position = int(bad.argmax())
        raise out_of_range(int(tokens[position]), vocab_size, f" at position {position}")


def out_of_range(token: int, vocab_size: int, where: str = "") -> HMMError:
    """The error for a token that an HMM does not know."""
    return HMMError(
        f"Token {token}{where} is not an id of this HMM, which knows 0 … {vocab_size - 1}. "
        "Was the text tokenised by another tokenizer than the HMM was made for?"
    )
