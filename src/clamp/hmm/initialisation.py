"""Starting points for learning, from the model's own hidden states (latent variable distillation).

The vector of a language model after a token knows the token and what will follow, as a hidden state of an HMM
should. Vectors are clustered by k-means; clusters become hidden states, and counting gives the parameters.
For a continuation of n tokens there are n + 1 vectors: the first is taken at the last token of the prompt and
stands for h₀, which fits the convention that the chain moves before it emits.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clamp.errors import HMMError
from clamp.hmm.learning import Pseudocounts
from clamp.hmm.model import HMM

BLOCK = 4_096
"""Vectors compared with all centres at once."""


def kmeans(
    vectors: NDArray[Any],
    clusters: int,
    *,
    seed: int,
    passes: int = 5,
    batch: int = 4_096,
    seeding: int = 16_384,
) -> NDArray[np.float32]:
    """Mini-batch k-means (Sculley, 2010) from a greedy k-means++ start.

    Args:
        vectors: Shape [N, D].
        clusters: k; at most N.
        seed: Of the start and the order.
        passes: Times that the vectors are gone through.
        batch: Vectors in one update.
        seeding: The start is chosen among at most so many vectors.

    Returns:
        Centres, shape [k, D]. One that no vector chose in the first pass is moved to a random vector.

    Raises:
        HMMError: There are fewer vectors than clusters, or a vector is not finite.
    """
    points = np.asarray(vectors, dtype=np.float32)
    if points.ndim != 2 or not 1 <= clusters <= len(points):
        raise HMMError(
            f"Cannot make {clusters} clusters of vectors of shape {list(points.shape)}: expected [N, D] with "
            "N at least the number of clusters. Encode more continuations, or use fewer hidden states."
        )
    if not np.isfinite(points).all():
        raise HMMError("A hidden state of the model is not finite; try a wider floating-point type.")
    rng = np.random.default_rng(seed)
    centres = _spread_out(points[rng.permutation(len(points))[:seeding]], clusters, rng)
    weight = np.zeros(clusters)
    for _ in range(passes):
        order = rng.permutation(len(points))
        for start in range(0, len(points), batch):
            chosen = points[order[start : start + batch]]
            labels = nearest(chosen, centres)
            counts = np.bincount(labels, minlength=clusters)
            weight += counts
            met = np.flatnonzero(counts)
            by_label = np.argsort(labels, kind="stable")
            sums = np.add.reduceat(chosen[by_label], (counts.cumsum() - counts)[met], axis=0)
            # each centre is the mean of all vectors that ever chose it
            step = (1 / weight[met, None]).astype(np.float32)
            centres[met] += step * (sums - counts[met, None].astype(np.float32) * centres[met])
        lost = np.flatnonzero(weight == 0)
        centres[lost] = points[rng.choice(len(points), len(lost))]
    return centres


def nearest(vectors: NDArray[Any], centres: NDArray[Any]) -> NDArray[np.int64]:
    """Index of the nearest centre of each vector: [N, D] and [k, D] to [N]."""
    half_norms = 0.5 * (centres * centres).sum(axis=1)
    labels = np.empty(len(vectors), np.int64)
    for start in range(0, len(vectors), BLOCK):
        block = vectors[start : start + BLOCK]
        labels[start : start + BLOCK] = (block @ centres.T - half_norms).argmax(axis=1)
    return labels


def _spread_out(points: NDArray[np.float32], clusters: int, rng: np.random.Generator) -> NDArray[np.float32]:
    """Greedy k-means++: of a few points drawn in proportion to their squared distance from the centres so
    far, each next centre is the one that brings all points closest."""
    norms = (points * points).sum(axis=1)
    trials = 2 + int(np.log(clusters))
    picks = [int(rng.integers(len(points)))]
    distance = _squared_distances(points, norms, points[picks])[0]
    while len(picks) < clusters:
        total = float(distance.sum(dtype=np.float64))
        # once all points are centres, any will do
        odds = distance / np.float64(total) if total > 0 else None
        candidates = rng.choice(len(points), size=trials, p=odds)
        rivals = np.minimum(distance, _squared_distances(points, norms, points[candidates]))
        best = int(rivals.sum(axis=1, dtype=np.float64).argmin())
        picks.append(int(candidates[best]))
        distance = rivals[best]
    return points[picks].copy()


def _squared_distances(
    points: NDArray[np.float32], norms: NDArray[np.float32], centres: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Shape [k, N]."""
    away = norms - 2 * (centres @ points.T) + (centres * centres).sum(axis=1)[:, None]
    return np.maximum(away, 0)


def hmm_from_labels(
    sequences: Iterable[tuple[NDArray[Any], NDArray[Any]]],
    num_states: int,
    vocab_size: int,
    pseudocounts: Pseudocounts | None = None,
    *,
    dtype: Any = np.float32,
) -> HMM:
    """Count an HMM out of sequences whose hidden states are given.

    Args:
        sequences: Pairs of tokens, shape [n], and states h₀ … h_n, shape [n + 1].
        num_states: H.
        vocab_size: V.
        pseudocounts: Added to every count; all must be positive, as a state may never be seen.
        dtype: Precision of the result.

    Raises:
        HMMError: There is no token, shapes do not fit, or a label or token is out of range.
    """
    pseudo = pseudocounts or Pseudocounts()
    if min(pseudo.initial, pseudo.transition, pseudo.emission) <= 0:
        raise HMMError("Counting needs positive pseudocounts: a hidden state may never have been seen.")
    initial = np.full(num_states, pseudo.initial)
    moves = np.full(num_states * num_states, pseudo.transition)
    columns = np.full((vocab_size, num_states), pseudo.emission)
    counted = 0
    for index, (tokens, states) in enumerate(sequences):
        if len(states) != len(tokens) + 1:
            raise HMMError(
                f"Sequence {index} has {len(tokens)} tokens and {len(states)} hidden states; it needs one "
                "more state than tokens, the first at the end of the prompt."
            )
        for name, values, size in (("token", tokens, vocab_size), ("state", states, num_states)):
            if len(values) and not (int(values.min()) >= 0 and int(values.max()) < size):
                raise HMMError(f"Sequence {index} has a {name} outside 0 … {size - 1}.")
        initial[states[0]] += 1
        np.add.at(moves, states[:-1] * num_states + states[1:], 1)
        np.add.at(columns, (tokens, states[1:]), 1)
        counted += len(tokens)
    if not counted:
        raise HMMError("There are no tokens to count an HMM from. Did sampling stop before its first token?")
    transition = moves.reshape(num_states, num_states)
    return HMM.adopt(
        (initial / initial.sum()).astype(dtype),
        (transition / transition.sum(axis=1, keepdims=True)).astype(dtype),
        (columns / columns.sum(axis=0)).astype(dtype),
    )
