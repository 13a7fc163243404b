"""Forward inference equals the sum over all hidden paths."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hmm_oracles import brute_final, brute_likelihood, hmms, random_hmm
from hypothesis import given
from hypothesis import strategies as st

from clamp.errors import HMMError
from clamp.hmm import HMM, forward
from clamp.hmm.model import log_likelihood, log_likelihood_by_hidden_paths


@st.composite
def hmms_with_tokens(draw: st.DrawFn, zeros: float = 0.0, max_length: int = 5):
    hmm = draw(hmms(zeros=zeros))
    return hmm, draw(st.lists(st.integers(0, hmm.vocab_size - 1), max_size=max_length))


def log(value: float) -> float:
    return math.log(value) if value else -math.inf


@pytest.mark.parametrize("compute", [log_likelihood, log_likelihood_by_hidden_paths])
@given(case=hmms_with_tokens(zeros=0.3))
def test_log_likelihood_is_the_sum_over_hidden_paths(compute, case):
    hmm, tokens = case
    assert compute(hmm, tokens) == pytest.approx(log(brute_likelihood(hmm, tokens)), rel=1e-9, abs=1e-12)


@given(hmms_with_tokens())
def test_belief_is_the_posterior_of_the_last_hidden_state(case):
    hmm, tokens = case
    belief, joint = hmm.belief(tokens), brute_final(hmm, tokens)
    assert belief.log_likelihood == pytest.approx(math.log(joint.sum()), rel=1e-9, abs=1e-12)
    assert belief.probabilities == pytest.approx(joint / joint.sum(), rel=1e-9)
    assert np.exp(belief.log_joint()) == pytest.approx(joint, rel=1e-9)


@given(hmms_with_tokens(max_length=4))
def test_next_token_probabilities_are_ratios_of_likelihoods_and_sum_to_one(case):
    hmm, tokens = case
    logs = hmm.belief(tokens).next_token_logprobs()
    ratios = [
        brute_likelihood(hmm, [*tokens, v]) / brute_likelihood(hmm, tokens) for v in range(hmm.vocab_size)
    ]
    assert np.exp(logs) == pytest.approx(ratios, rel=1e-9)
    assert np.logaddexp.reduce(logs) == pytest.approx(0, abs=1e-9)


def test_advance_changes_nothing_it_was_given():
    belief = random_hmm(0, 3, 4).belief()
    before = belief.probabilities.copy()
    after = belief.advance(1)
    assert np.array_equal(belief.probabilities, before)
    assert after.advance(2).log_likelihood == belief.advance(1).advance(2).log_likelihood
    with pytest.raises(ValueError, match="read-only"):
        after.probabilities[0] = 1


@given(st.data(), hmms(max_states=4, max_vocab=5), st.integers(1, 40))
def test_batched_forward_equals_one_by_one(data, hmm, batch_tokens):
    tokens = st.integers(0, hmm.vocab_size - 1)
    sequences = data.draw(st.lists(st.lists(tokens, max_size=12), min_size=1, max_size=6))
    result = forward(hmm, sequences, batch_tokens=batch_tokens)
    for index, sequence in enumerate(sequences):
        belief = hmm.belief(sequence)
        assert result.log_likelihood[index] == pytest.approx(belief.log_likelihood, rel=1e-9, abs=1e-12)
        assert result.probabilities[index] == pytest.approx(belief.probabilities, rel=1e-9)


def test_long_sequences_do_not_underflow_in_single_precision():
    hmm = random_hmm(5, 8, 50)
    tokens = np.random.default_rng(0).integers(50, size=3000)
    expected = hmm.log_likelihood(tokens)
    assert expected < -5000
    assert hmm.astype(np.float32).log_likelihood(tokens) == pytest.approx(expected, rel=1e-5)
    assert forward(hmm.astype(np.float32), [tokens]).log_likelihood[0] == pytest.approx(expected, rel=1e-5)


def test_tokens_that_the_hmm_does_not_know_are_named():
    hmm = random_hmm(0, 2, 4)
    with pytest.raises(HMMError, match="Token 4 at position 1 is not an id"):
        hmm.log_likelihood([0, 4])
    with pytest.raises(HMMError, match="Token -1 is not an id"):
        hmm.belief([-1])
    with pytest.raises(HMMError, match="Token 9 at position 2 of sequence 1 is not an id"):
        forward(hmm, [[0], [1, 1, 9]])
    with pytest.raises(HMMError, match="not a flat sequence of token ids"):
        forward(hmm, [["a", "b"]])  # type: ignore[list-item]


def test_impossible_tokens_are_minus_infinity_or_an_error_but_never_a_nan():
    hmm = HMM([1, 0], [[0, 1], [1, 0]], [[1, 0, 0], [0, 1, 0]])
    assert hmm.log_likelihood([1, 0, 1]) == 0
    assert hmm.log_likelihood([0]) == -math.inf
    assert hmm.belief([1]).next_token_logprobs().tolist() == [0, -math.inf, -math.inf]
    assert hmm.belief([1]).log_joint().tolist() == [-math.inf, 0]
    with pytest.raises(HMMError, match="token 2 probability 0 after this prefix"):
        hmm.belief([1, 2])
    with pytest.raises(HMMError, match="token 2 at position 1 of sequence 1 probability 0"):
        forward(hmm, [[1, 0, 1], [1, 2]])


def test_an_unknown_device_is_a_clear_error():
    with pytest.raises(HMMError, match="Cannot use the device 'tpu9'"):
        forward(random_hmm(0, 2, 4), [[0]], device="tpu9")
