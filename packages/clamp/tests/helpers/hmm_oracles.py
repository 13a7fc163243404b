"""Slow, obvious definitions that the fast code is held to, and the random models they are held to on."""

from __future__ import annotations

import itertools
import math

import numpy as np
from hypothesis import strategies as st

from clamp.hmm import HMM


def stochastic(rng: np.random.Generator, *shape: int, zeros: float = 0.0) -> np.ndarray:
    """Random rows; with `zeros`, that share of the entries is exactly 0 (never a whole row)."""
    rows = rng.dirichlet(np.full(shape[-1], 0.7), size=shape[:-1]) + 1e-6
    dropped = rng.random(rows.shape) < zeros
    keep = rng.integers(shape[-1], size=shape[:-1])
    np.put_along_axis(dropped, keep[..., None], False, axis=-1)
    rows[dropped] = 0.0
    return rows / rows.sum(axis=-1, keepdims=True)


def random_hmm(seed: int, states: int, vocab: int, zeros: float = 0.0) -> HMM:
    rng = np.random.default_rng(seed)
    return HMM(
        stochastic(rng, states, zeros=zeros),
        stochastic(rng, states, states, zeros=zeros),
        stochastic(rng, states, vocab, zeros=zeros),
    )


@st.composite
def hmms(draw: st.DrawFn, max_states: int = 3, max_vocab: int = 4, zeros: float = 0.0) -> HMM:
    return random_hmm(
        draw(st.integers(0, 2**32 - 1)),
        draw(st.integers(1, max_states)),
        draw(st.integers(1, max_vocab)),
        zeros,
    )


def hidden_paths(hmm: HMM, tokens: list[int]):
    """Every hidden path h₀…h_n with its joint probability with the tokens: the definition, spelt out."""
    for path in itertools.product(range(hmm.num_states), repeat=len(tokens) + 1):
        p = float(hmm.initial[path[0]])
        for before, after, token in zip(path, path[1:], tokens, strict=False):
            p *= float(hmm.transition[before, after]) * float(hmm.emission[after, token])
        yield path, p


def brute_likelihood(hmm: HMM, tokens: list[int]) -> float:
    return math.fsum(p for _, p in hidden_paths(hmm, tokens))


def brute_final(hmm: HMM, tokens: list[int]) -> np.ndarray:
    """P(tokens, h_n), shape [H]."""
    joint = np.zeros(hmm.num_states)
    for path, p in hidden_paths(hmm, tokens):
        joint[path[-1]] += p
    return joint


def brute_counts(hmm: HMM, corpus: list[list[int]]):
    """Expected counts of starts [H], moves [H, H] and emissions [H, V], and the log-likelihood."""
    states, vocab = hmm.emission.shape
    starts, moves, emissions = np.zeros(states), np.zeros((states, states)), np.zeros((states, vocab))
    total = 0.0
    for tokens in corpus:
        likelihood = brute_likelihood(hmm, tokens)
        total += math.log(likelihood)
        for path, p in hidden_paths(hmm, tokens):
            weight = p / likelihood
            starts[path[0]] += weight
            for before, after, token in zip(path, path[1:], tokens, strict=False):
                moves[before, after] += weight
                emissions[after, token] += weight
    return starts, moves, emissions, total


def sample(hmm: HMM, rng: np.random.Generator, length: int) -> list[int]:
    state = rng.choice(hmm.num_states, p=hmm.initial)
    tokens = []
    for _ in range(length):
        state = rng.choice(hmm.num_states, p=hmm.transition[state])
        tokens.append(int(rng.choice(hmm.vocab_size, p=hmm.emission[state])))
    return tokens
