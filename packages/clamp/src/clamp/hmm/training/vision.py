"""Fitting the emissions of an HMM to what the camera sees (App. A7)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from clamp import checks
from clamp.errors import HMMError
from clamp.hmm.corpus import Corpus
from clamp.hmm.model import HMM
from clamp.hmm.training.passes import (
    Packed,
    Parameters,
    as_tensor,
    batches_of,
    forward_pass,
    pack,
    posterior_pass,
)
from clamp.hmm.vision import VisionHMM, check_contexts

if TYPE_CHECKING:
    import torch


@dataclass(frozen=True)
class VisionConfig:
    """How to learn W.

    Attributes:
        rank: r.
        epochs: Passes over the corpus.
        learning_rate: Of Adam.
        penalty: λ_W, of the squared Frobenius norm of W, against NLL per token.
        batch_tokens: Tokens in one gradient step.
        seed: Of the starting point (U = 0, P random: no effect at first) and the order of batches.
    """

    rank: int = 64
    epochs: int = 10
    learning_rate: float = 1e-2
    penalty: float = 1e-4
    batch_tokens: int = 4_096
    seed: int = 0

    def __post_init__(self) -> None:
        if self.rank < 1 or self.epochs < 1 or self.batch_tokens < 1:
            raise HMMError(
                "rank, epochs and batch_tokens must be at least 1; got "
                f"{self.rank}, {self.epochs}, {self.batch_tokens}."
            )
        if not (self.learning_rate > 0 and self.penalty >= 0):
            raise HMMError(
                f"learning_rate must be positive and penalty not negative; got {self.learning_rate}, "
                f"{self.penalty}."
            )


@dataclass(frozen=True)
class VisionTraining:
    """The learned model, and the NLL per token (nats) met in each epoch."""

    model: VisionHMM
    history: tuple[float, ...]


def fit_vision(
    base: HMM,
    corpus: Corpus,
    contexts: NDArray[Any],
    config: VisionConfig | None = None,
    *,
    on_epoch: Callable[[int, float], None] | None = None,
) -> VisionTraining:
    """Learn W by NLL per token + λ_W ‖W‖², with Adam on exact gradients.

    Args:
        base: The text HMM.
        corpus: Continuations, none empty.
        contexts: The context vector of each, shape [N, d].
        config: How.
        on_epoch: Called with the index (from 1) and the NLL per token of every epoch.

    Raises:
        HMMError: The corpus is empty, does not fit the HMM, or not the contexts.
    """
    checks.package("torch", "Learning", HMMError)
    import torch

    config = config or VisionConfig()
    corpus.check_not_empty()
    corpus.check_range(base.vocab_size)
    pictures = np.asarray(contexts, dtype=base.dtype)
    check_contexts(pictures, len(corpus), None)
    rng = np.random.default_rng(config.seed)
    width = pictures.shape[1]
    token = torch.zeros((base.vocab_size, config.rank), dtype=as_tensor(base.initial, "cpu").dtype)
    start = (rng.standard_normal((config.rank, width)) / np.sqrt(width)).astype(base.dtype)
    context = as_tensor(start, "cpu")
    factors = [token.requires_grad_(), context.requires_grad_()]
    optimiser = torch.optim.Adam(factors, lr=config.learning_rate)
    parameters, seen = Parameters.of(base, "cpu"), as_tensor(pictures, "cpu")
    batches = [pack(corpus, indices) for indices in batches_of(corpus, config.batch_tokens)]
    history: list[float] = []
    for epoch in range(config.epochs):
        total = 0.0
        order: list[int] = rng.permutation(len(batches)).tolist()
        for batch in (batches[place] for place in order):
            optimiser.zero_grad()
            surrogate, nll = vision_surrogate(parameters, batch, seen[batch.sequence], *factors)
            loss = surrogate / len(batch.tokens) + config.penalty * squared_norm(*factors)
            loss.backward()  # pyright: ignore[reportUnknownMemberType]
            optimiser.step()  # pyright: ignore[reportUnknownMemberType]
            total += nll
        history.append(total / len(corpus.tokens))
        if on_epoch is not None:
            on_epoch(epoch + 1, history[-1])
    learned = (factor.detach().numpy() for factor in factors)
    return VisionTraining(VisionHMM(base, *learned), tuple(history))


def vision_surrogate(
    parameters: Parameters,
    batch: Packed,
    contexts: torch.Tensor,
    token_factors: torch.Tensor,
    context_factors: torch.Tensor,
) -> tuple[torch.Tensor, float]:
    """A function of the factors whose gradient is that of the batch's NLL, and the NLL itself.

    By Fisher's identity the gradient of log P(y) is the posterior mean of that of log P(y, h), so only
    Σ_n (W c)_{y_n} and log Z_h(c), weighted by how often each state is expected, need differentiating; the
    recursions do not.

    Args:
        parameters: The base HMM.
        batch: N sequences.
        contexts: Their context vectors, in the batch's order, shape [N, d].
        token_factors: U, shape [V, r].
        context_factors: P, shape [r, d].
    """
    import torch

    logits = (contexts @ context_factors.T) @ token_factors.T  # [N, V]
    largest = logits.detach().max(dim=1, keepdim=True).values
    log_mass = (torch.exp(logits - largest) @ parameters.columns).log() + largest  # [N, H]
    rows = as_tensor(batch.row(), "cpu")
    lifts = logits[rows, as_tensor(batch.tokens, "cpu")]  # [P]
    with torch.no_grad():
        emitted = parameters.emitted(batch) * torch.exp(lifts[:, None] - log_mass[rows])
        filtered, scale = forward_pass(parameters, batch, emitted.clone())
        batch.check_scale(scale)
        posterior, _ = posterior_pass(parameters, batch, emitted, filtered, None)
        visits = torch.zeros_like(log_mass).index_add_(0, rows, posterior)
    return (visits * log_mass).sum() - lifts.sum(), -float(scale.double().log().sum())


def squared_norm(token_factors: torch.Tensor, context_factors: torch.Tensor) -> torch.Tensor:
    """‖U P‖² without forming the product."""
    return ((token_factors.T @ token_factors) * (context_factors @ context_factors.T)).sum()
