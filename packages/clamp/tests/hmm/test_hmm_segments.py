"""Message passing along tries equals summing over hidden paths, action by action."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hmm_oracles import hidden_paths, hmms, random_hmm
from hypothesis import given
from hypothesis import strategies as st

from clamp.errors import HMMError
from clamp.hmm import HMM, SequenceTrie, segment_operator
from clamp.hmm.sequence_trie import backward_along


def brute_operator(hmm: HMM, tokens: list[int]) -> np.ndarray:
    """exp F, by conditioning every hidden path on where it starts."""
    operator = np.zeros((hmm.num_states, hmm.num_states))
    for start in range(hmm.num_states):
        pinned = HMM(np.eye(hmm.num_states)[start], hmm.transition, hmm.emission)
        for path, p in hidden_paths(pinned, tokens):
            operator[start, path[-1]] += p
    return operator


@st.composite
def cases(draw: st.DrawFn, zeros: float = 0.0):
    """An HMM, token sequences (some equal, some prefixes of others, some empty), and a source of numbers."""
    hmm = draw(hmms(zeros=zeros))
    sequence = st.lists(st.integers(0, hmm.vocab_size - 1), max_size=4)
    return (
        hmm,
        draw(st.lists(sequence, min_size=1, max_size=6)),
        np.random.default_rng(draw(st.integers(0, 99))),
    )


@given(cases(zeros=0.3))
def test_segment_operator_is_the_sum_over_hidden_paths(case):
    hmm, sequences, _ = case
    for sequence in sequences:
        assert np.exp(segment_operator(hmm, sequence)) == pytest.approx(
            brute_operator(hmm, sequence), rel=1e-9
        )


def test_segment_operators_compose():
    hmm = random_hmm(0, 3, 4)
    left, right = np.exp(segment_operator(hmm, [0, 3])), np.exp(segment_operator(hmm, [1]))
    assert left @ right == pytest.approx(np.exp(segment_operator(hmm, [0, 3, 1])))


def test_an_impossible_segment_is_minus_infinity():
    hmm = HMM([0.5, 0.5], np.full((2, 2), 0.5), [[1, 0], [1, 0]])
    assert (segment_operator(hmm, [0, 1, 0]) == -math.inf).all()


@given(st.lists(st.lists(st.integers(0, 2), max_size=4), min_size=1, max_size=8), st.data())
def test_the_trie_spells_its_sequences(sequences, data):
    trie = SequenceTrie.of(sequences)
    prefixes = {tuple(s[:n]) for s in sequences for n in range(len(s) + 1)}
    spelt = [()]
    for node in range(1, trie.num_nodes):
        assert trie.parent[node] < node
        spelt.append((*spelt[trie.parent[node]], int(trie.token[node])))
    assert sorted(spelt) == sorted(prefixes)
    assert [spelt[node] for node in trie.end] == [tuple(s) for s in sequences]
    assert trie.levels[-1] == trie.num_nodes
    assert trie.num_sequences == len(sequences)
    for node, prefix in enumerate(spelt):
        below = {index for index, s in enumerate(sequences) if tuple(s[: len(prefix)]) == prefix}
        assert set(trie.order[trie.low[node] : trie.high[node]]) == below
    chosen = data.draw(st.lists(st.integers(0, len(sequences) - 1)))
    reached = {tuple(sequences[index][:n]) for index in chosen for n in range(len(sequences[index]) + 1)}
    assert {spelt[node] for node in np.flatnonzero(trie.reaching(np.array(chosen, int)))} == reached


@given(cases(zeros=0.2), st.data())
def test_forward_messages_are_joint_probabilities_of_prefix_and_state(case, data):
    hmm, sequences, rng = case
    start = rng.dirichlet(np.ones(hmm.num_states))
    trie = SequenceTrie.of(sequences)
    chosen = data.draw(st.lists(st.integers(0, len(sequences) - 1), min_size=1, unique=True))
    for messages, indices in (
        (trie.forward(hmm, start), range(len(sequences))),
        (trie.forward(hmm, start, np.array(chosen)), chosen),
    ):
        for index in indices:
            expected = start @ brute_operator(hmm, sequences[index])
            assert np.exp(messages.log()[trie.end[index]]) == pytest.approx(expected, rel=1e-9, abs=1e-300)
    unreached = ~trie.reaching(np.array(chosen))
    assert (trie.forward(hmm, start, np.array(chosen)).log_scale[unreached] == -math.inf).all()


@given(cases(zeros=0.2))
def test_scores_sum_over_hidden_paths_and_end_messages(case):
    hmm, sequences, rng = case
    start = rng.dirichlet(np.ones(hmm.num_states))
    picks = rng.integers(len(sequences), size=7)
    ends = np.log(rng.random((7, hmm.num_states)))
    ends[rng.random(ends.shape) < 0.3] = -math.inf
    scores = SequenceTrie.of(sequences).log_scores(hmm, start, picks, ends)
    expected = [
        start @ brute_operator(hmm, sequences[pick]) @ np.exp(end)
        for pick, end in zip(picks, ends, strict=True)
    ]
    assert np.exp(scores) == pytest.approx(expected, rel=1e-9, abs=1e-300)
    assert not np.isnan(scores).any()
    shared = rng.integers(7, size=7)
    twice = SequenceTrie.of(sequences).log_scores(hmm, start, picks, ends, shared)
    assert (twice == SequenceTrie.of(sequences).log_scores(hmm, start, picks, ends[shared])).all()


@given(cases(zeros=0.2))
def test_backward_sums_actions_by_group(case):
    hmm, sequences, rng = case
    picks = rng.integers(len(sequences), size=9)
    groups = rng.integers(3, size=9)
    ends = np.log(rng.random((9, hmm.num_states)))
    ends[rng.random(ends.shape) < 0.3] = -math.inf
    trie = SequenceTrie.of(sequences)
    expected = np.zeros((4, hmm.num_states))
    for pick, group, end in zip(picks, groups, ends, strict=True):
        expected[group] += brute_operator(hmm, sequences[pick]) @ np.exp(end)
    result = trie.backward(hmm, picks, ends, groups, 4)
    assert np.exp(result) == pytest.approx(expected, rel=1e-9, abs=1e-300)
    assert (result[3] == -math.inf).all()
    assert not np.isnan(result).any()
    assert np.exp(trie.backward(hmm, picks, ends)[0]) == pytest.approx(expected.sum(axis=0), rel=1e-9)


@given(cases(zeros=0.2))
def test_backward_along_single_sequences(case):
    hmm, sequences, rng = case
    ends = np.log(rng.random((len(sequences), hmm.num_states)))
    ends[rng.random(ends.shape) < 0.3] = -math.inf
    result = backward_along(hmm, sequences, ends)
    for found, sequence, end in zip(result, sequences, ends, strict=True):
        expected = brute_operator(hmm, sequence) @ np.exp(end)
        assert np.exp(found) == pytest.approx(expected, rel=1e-9, abs=1e-300)


@pytest.mark.parametrize("states", [16, 128, 200, 300])
def test_products_in_blocks_are_products(states):
    rng = np.random.default_rng(0)
    hmm = HMM.random(states, 40, seed=0)
    sequences = [tuple(rng.integers(40, size=2).tolist()) for _ in range(150)]
    messages = SequenceTrie.of(sequences).forward(hmm, hmm.initial)
    trie = SequenceTrie.of(sequences)
    for index in (0, 77, 149):
        a, b = sequences[index]
        moved = (hmm.initial @ hmm.transition) * hmm.emission[:, a]
        expected = (moved @ hmm.transition) * hmm.emission[:, b]
        assert np.exp(messages.log()[trie.end[index]]) == pytest.approx(expected, rel=1e-9)


@given(cases())
def test_scores_and_backward_agree(case):
    hmm, sequences, rng = case
    start = rng.dirichlet(np.ones(hmm.num_states))
    trie, everything = SequenceTrie.of(sequences), np.arange(len(sequences))
    ends = np.log(rng.random((len(sequences), hmm.num_states)))
    total = np.logaddexp.reduce(trie.log_scores(hmm, start, everything, ends))
    assert total == pytest.approx(
        np.logaddexp.reduce(np.log(start) + trie.backward(hmm, everything, ends)[0])
    )


def test_scales_far_apart_do_not_underflow_in_single_precision():
    hmm = random_hmm(0, 4, 6).astype(np.float32)
    rng = np.random.default_rng(0)
    sequences = [rng.integers(6, size=120).tolist(), [1]]
    ends = np.array([[-700.0] * 4, [-3.0] * 4], np.float32)
    scores = SequenceTrie.of(sequences).log_scores(hmm, hmm.initial, np.arange(2), ends)
    expected = [hmm.log_likelihood(sequences[0]) - 700, hmm.log_likelihood([1]) - 3]
    assert scores == pytest.approx(expected, rel=1e-5)
    summed = SequenceTrie.of(sequences).backward(hmm, np.arange(2), ends)
    assert np.logaddexp.reduce(np.log(hmm.initial) + summed[0]) == pytest.approx(expected[1], rel=1e-5)


def test_bad_input_is_refused():
    hmm = random_hmm(0, 3, 4)
    with pytest.raises(HMMError, match="at least one token sequence"):
        SequenceTrie.of([])
    with pytest.raises(HMMError, match="Sequence 1 has a negative token"):
        SequenceTrie.of([[1], [0, -1]])
    with pytest.raises(HMMError, match="5 entries, but the HMM has 3 hidden states"):
        SequenceTrie.of([[1]]).log_scores(hmm, hmm.initial, np.array([0]), np.zeros((1, 5)))


def test_no_actions_make_no_mass():
    hmm = random_hmm(0, 3, 4)
    trie = SequenceTrie.of([[1, 2], [3]])
    nothing, no_ends = np.zeros(0, int), np.zeros((0, 3))
    assert trie.log_scores(hmm, hmm.initial, nothing, no_ends).shape == (0,)
    assert (trie.backward(hmm, nothing, no_ends, nothing, 2) == -math.inf).all()
