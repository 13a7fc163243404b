"""The E-step: expected counts of starts, moves and emissions, given a corpus.

Emission counts are kept only for tokens that occur: a corpus names a few thousand of 150,000 tokens.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clamp.hmm.corpus import Corpus
from clamp.hmm.model import HMM
from clamp.hmm.optional import optional
from clamp.hmm.packing import Packed, Parameters, as_tensor, forward_pass, packed_batches, posterior_pass

DEFAULT_BATCH_TOKENS = 32_768


@dataclass(frozen=True, eq=False)
class Counts:
    """Expected counts under a model's posterior. U is the number of distinct tokens that occur.

    Attributes:
        initial: Σ over sequences of P(h₀ | tokens), shape [H].
        transition: Expected numbers of moves h → h′, shape [H, H]; None if they were not asked for.
        tokens: The distinct tokens, ascending, shape [U].
        emission: Expected numbers of emissions of each by each state, transposed, shape [U, H].
        log_likelihood: log P(corpus), in nats.
        num_tokens: Tokens counted.
    """

    initial: NDArray[np.float64]
    transition: NDArray[np.float64] | None
    tokens: NDArray[np.int64]
    emission: NDArray[Any]
    log_likelihood: float
    num_tokens: int

    @property
    def nll(self) -> float:
        """Negative log-likelihood per token, in nats, of the model that the counts were taken under."""
        return -self.log_likelihood / self.num_tokens


def expected_counts(
    hmm: HMM,
    corpus: Corpus,
    *,
    transitions: bool = True,
    batch_tokens: int = DEFAULT_BATCH_TOKENS,
    device: str = "cpu",
) -> Counts:
    """Expected counts over a corpus that fits in memory, in double precision.

    Args:
        hmm: The model whose posterior is taken.
        corpus: The sequences.
        transitions: Count moves too; emission-only learning does without them.
        batch_tokens: Tokens worked on at once.
        device: A torch device.

    Raises:
        HMMError: The corpus has no tokens, has one out of range, or is impossible under the model.
    """
    optional("torch", "Learning and adaptation")
    corpus.check_not_empty()
    corpus.check_range(hmm.vocab_size)
    tokens = np.unique(corpus.tokens)
    total = Counts(
        np.zeros(hmm.num_states),
        np.zeros((hmm.num_states, hmm.num_states)) if transitions else None,
        tokens,
        np.zeros((len(tokens), hmm.num_states)),
        0.0,
        0,
    )
    for batch in batch_counts(
        Parameters.of(hmm, device), corpus, transitions=transitions, batch_tokens=batch_tokens
    ):
        total.emission[np.searchsorted(tokens, batch.tokens)] += batch.emission
        total = replace(
            total,
            initial=total.initial + batch.initial,
            transition=None
            if total.transition is None or batch.transition is None
            else total.transition + batch.transition,
            log_likelihood=total.log_likelihood + batch.log_likelihood,
            num_tokens=total.num_tokens + batch.num_tokens,
        )
    return total


def batch_counts(
    parameters: Parameters, corpus: Corpus, *, transitions: bool, batch_tokens: int = DEFAULT_BATCH_TOKENS
) -> Iterator[Counts]:
    """The counts of one batch after the other; tokens must be in range. Their sum is the corpus's."""
    for batch in packed_batches(corpus, batch_tokens):
        yield _counts_of(parameters, batch, transitions)


def _counts_of(parameters: Parameters, batch: Packed, transitions: bool) -> Counts:
    import torch

    with torch.inference_mode():
        filtered, scale = forward_pass(parameters, batch, parameters.emitted(batch))
        batch.check_scale(scale)
        moves = torch.zeros_like(parameters.transition) if transitions else None
        posterior, starts = posterior_pass(parameters, batch, parameters.emitted(batch), filtered, moves)
        tokens, sums = _sum_by_token(batch.tokens, posterior)
        return Counts(
            starts.double().cpu().numpy(),
            None if moves is None else (parameters.transition * moves).double().cpu().numpy(),
            tokens,
            sums.cpu().numpy(),
            float(scale.double().log().sum()),
            len(batch.tokens),
        )


def _sum_by_token(tokens: NDArray[np.int64], posterior: Any) -> tuple[NDArray[np.int64], Any]:
    """Add up the rows that belong to the same token: shape [P, H] to [U, H], U ≤ P."""
    import torch

    order = np.argsort(tokens, kind="stable")
    distinct, first = np.unique(tokens[order], return_index=True)
    bags = as_tensor(order, posterior.device), as_tensor(first, posterior.device)
    return distinct, torch.nn.functional.embedding_bag(bags[0], posterior, bags[1], mode="sum")
