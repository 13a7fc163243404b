"""Baum–Welch equals its definition, equals hmmlearn, never loses likelihood, and survives interruption."""

from __future__ import annotations

import itertools
import json
import math

import numpy as np
import pytest
from extras import needs
from hmm_oracles import brute_counts, hmms, random_hmm, sample
from hypothesis import given, settings
from hypothesis import strategies as st
from patience import examples

from clamp.errors import HMMError
from clamp.hmm import HMM, BaumWelch, Corpus, Pseudocounts, baum_welch, expected_counts, nll
from clamp.hmm.training.learning import Progress

pytestmark = needs("torch")


NONE = Pseudocounts(0, 0, 0)


@st.composite
def corpora(draw: st.DrawFn, zeros: float = 0.0, max_length: int = 5):
    hmm = draw(hmms(zeros=zeros))
    rng = np.random.default_rng(draw(st.integers(0, 99)))
    lengths = draw(st.lists(st.integers(0, max_length), min_size=1, max_size=5).filter(any))
    return hmm, [sample(hmm, rng, length) for length in lengths]


def written_out(hmm: HMM, corpus: list[list[int]], pseudo: Pseudocounts, update: str = "all") -> HMM:
    """One update by its definition."""
    starts, moves, emissions, _ = brute_counts(hmm, [tokens for tokens in corpus if tokens])

    def rows(counts, old):
        total = counts.sum(axis=-1, keepdims=True)
        return np.where(total > 0, counts / np.where(total > 0, total, 1), old)

    return HMM(
        rows(starts + pseudo.initial, hmm.initial) if update == "all" else hmm.initial,
        rows(moves + pseudo.transition, hmm.transition) if update == "all" else hmm.transition,
        rows(emissions + pseudo.emission, hmm.emission),
    )


def same(left: HMM, right: HMM, rel: float = 1e-8) -> None:
    for name in ("initial", "transition", "emission"):
        assert getattr(left, name) == pytest.approx(getattr(right, name), rel=rel, abs=1e-12), name


@given(corpora(zeros=0.3), st.integers(1, 30))
def test_expected_counts_are_sums_over_hidden_paths(case, batch_tokens):
    hmm, sequences = case
    starts, moves, emissions, total = brute_counts(hmm, [tokens for tokens in sequences if tokens])
    counts = expected_counts(hmm, Corpus.of(sequences), batch_tokens=batch_tokens)
    dense = np.zeros((hmm.vocab_size, hmm.num_states))
    dense[counts.tokens] = counts.emission
    assert counts.initial == pytest.approx(starts, rel=1e-9, abs=1e-12)
    assert counts.transition == pytest.approx(moves, rel=1e-9, abs=1e-12)
    assert pytest.approx(emissions, rel=1e-9, abs=1e-12) == dense.T
    assert counts.log_likelihood == pytest.approx(total, rel=1e-9, abs=1e-12)
    assert counts.num_tokens == sum(map(len, sequences))
    assert counts.nll == pytest.approx(-total / counts.num_tokens, rel=1e-9, abs=1e-12)
    only = expected_counts(hmm, Corpus.of(sequences), transitions=False)
    assert only.transition is None
    assert only.emission == pytest.approx(counts.emission, rel=1e-9, abs=1e-12)


@given(corpora(), st.sampled_from(["all", "emission"]), st.sampled_from([NONE, Pseudocounts(0.3, 0.2, 0.1)]))
@settings(max_examples=examples(40))
def test_one_epoch_is_one_update_by_definition(case, update, pseudo):
    hmm, sequences = case
    trained = baum_welch(
        hmm, Corpus.of(sequences), BaumWelch(epochs=1, update=update, pseudocounts=pseudo, chunk_tokens=4)
    )
    same(trained.hmm, written_out(hmm, sequences, pseudo, update))


@given(corpora(max_length=20), st.booleans())
@settings(max_examples=examples(30))
def test_the_likelihood_never_falls(case, emission_only):
    hmm, sequences = case
    config = BaumWelch(epochs=6, update="emission" if emission_only else "all", pseudocounts=NONE)
    history = baum_welch(hmm, Corpus.of(sequences), config).history
    losses = [epoch.train_nll for epoch in history]
    assert [epoch.index for epoch in history] == [1, 2, 3, 4, 5, 6]
    assert all(later <= earlier + 1e-9 for earlier, later in itertools.pairwise(losses))


def test_equal_to_hmmlearn_over_several_iterations():
    hmmlearn = pytest.importorskip("hmmlearn.hmm")
    first = random_hmm(3, 3, 6)
    rng = np.random.default_rng(1)
    sequences = [sample(random_hmm(8, 3, 6), rng, length) for length in (30, 7, 18, 1, 25)]
    twin = hmmlearn.CategoricalHMM(
        3, n_features=6, n_iter=5, tol=-np.inf, init_params="", transmat_prior=1, startprob_prior=1
    )
    twin.startprob_, twin.transmat_, twin.emissionprob_ = map(np.array, first.to_emit_first())
    twin.fit(np.concatenate(sequences)[:, None], [len(tokens) for tokens in sequences])
    start = HMM.from_emit_first(*first.to_emit_first())
    trained = baum_welch(start, Corpus.of(sequences), BaumWelch(epochs=5, pseudocounts=NONE))
    initial, transition, emission = trained.hmm.to_emit_first()
    assert initial[:3] == pytest.approx(twin.startprob_, rel=1e-6, abs=1e-9)
    assert transition[:3, :3] == pytest.approx(twin.transmat_, rel=1e-6, abs=1e-9)
    assert emission[:3] == pytest.approx(twin.emissionprob_, rel=1e-6, abs=1e-9)
    num_tokens = sum(map(len, sequences))
    assert [-epoch.train_nll * num_tokens for epoch in trained.history] == pytest.approx(
        list(twin.monitor_.history), rel=1e-9
    )


def test_learning_recovers_what_generated_the_corpus():
    truth = HMM([1, 0], [[0.9, 0.1], [0.2, 0.8]], [[0.6, 0.3, 0.1, 0], [0, 0.1, 0.2, 0.7]])
    rng = np.random.default_rng(0)
    corpus = Corpus.of([sample(truth, rng, 40) for _ in range(150)])
    held_out = Corpus.of([sample(truth, rng, 40) for _ in range(50)])
    trained = baum_welch(
        HMM.random(2, 4, seed=1), corpus, BaumWelch(epochs=60), held_out=held_out, progress=True
    )
    unigram = np.bincount(corpus.tokens, minlength=4) / len(corpus.tokens)
    assert nll(trained.hmm, held_out) < nll(truth, held_out) + 0.01
    assert nll(trained.hmm, held_out) < -np.log(unigram[held_out.tokens]).mean() - 0.1
    assert trained.history[-1].held_out_nll == pytest.approx(nll(trained.hmm, held_out))


def test_single_precision_agrees_with_double_and_long_deterministic_stretches_stay_finite():
    hmm = random_hmm(2, 16, 40, zeros=0.5)
    hmm = HMM(hmm.initial, 0.999 * hmm.transition + 0.001 / 16, 0.999 * hmm.emission + 0.001 / 40)
    rng = np.random.default_rng(0)
    corpus = Corpus.of([sample(hmm, rng, 400) for _ in range(3)])
    double, single = expected_counts(hmm, corpus), expected_counts(hmm.astype(np.float32), corpus)
    assert single.log_likelihood == pytest.approx(double.log_likelihood, rel=1e-5)
    assert single.emission == pytest.approx(double.emission, rel=1e-3, abs=1e-3)
    assert single.transition == pytest.approx(double.transition, rel=1e-3, abs=1e-3)


def test_pseudocounts_keep_every_token_positive_and_rows_without_evidence_stay():
    hmm, corpus = random_hmm(0, 3, 10), Corpus.of([[0, 1, 0, 1], [1, 1]])
    assert baum_welch(hmm, corpus, BaumWelch(epochs=2)).hmm.emission.min() > 0
    unreached = HMM([1, 0], [[1, 0], [0.5, 0.5]], [[0.5, 0.5, 0], [0.2, 0.3, 0.5]])
    trained = baum_welch(unreached, corpus, BaumWelch(epochs=2, pseudocounts=NONE)).hmm
    assert trained.emission[1] == pytest.approx([0.2, 0.3, 0.5])
    assert trained.transition[1] == pytest.approx([0.5, 0.5])
    assert trained.emission[0] == pytest.approx([2 / 6, 4 / 6, 0])


def big_case(sequences: int = 60):
    rng = np.random.default_rng(4)
    truth = random_hmm(11, 4, 12)
    return random_hmm(12, 4, 12), Corpus.of([sample(truth, rng, 5 + i % 7) for i in range(sequences)])


@pytest.mark.parametrize("forgetting", [0.6, 1.0])
def test_stepwise_learning_gets_further_in_one_epoch_and_settles(forgetting):
    hmm, corpus = big_case(300)
    batch = baum_welch(hmm, corpus, BaumWelch(epochs=2)).hmm
    stepwise = BaumWelch(epochs=2, stepwise=True, forgetting=forgetting, chunk_tokens=200, seed=1)
    assert nll(baum_welch(hmm, corpus, stepwise).hmm, corpus) < nll(batch, corpus)


def test_a_single_chunk_makes_the_first_stepwise_update_a_full_one():
    hmm, corpus = big_case()
    full = baum_welch(hmm, corpus, BaumWelch(epochs=1))
    stepwise = baum_welch(hmm, corpus, BaumWelch(epochs=1, stepwise=True))
    same(full.hmm, stepwise.hmm)


class Interrupted(Exception):
    pass


@pytest.mark.parametrize("stepwise", [False, True])
@pytest.mark.parametrize("stop_after", [1, 3, 4, 7])
def test_an_interrupted_run_resumes_to_the_very_same_model(tmp_path, stepwise, stop_after):
    hmm, corpus = big_case()
    config = BaumWelch(epochs=3, chunk_tokens=150, stepwise=stepwise)
    assert len(corpus.chunks(150)) == 4
    whole = baum_welch(hmm, corpus, config, held_out=corpus)
    path, seen = tmp_path / "run" / "checkpoint.safetensors", []

    def interrupt(progress: Progress) -> None:
        seen.append(progress)
        if len(seen) == stop_after:
            raise Interrupted

    with pytest.raises(Interrupted):
        baum_welch(hmm, corpus, config, held_out=corpus, checkpoint=path, on_chunk=interrupt)
    stop_after = 0
    resumed = baum_welch(hmm, corpus, config, held_out=corpus, checkpoint=path, on_chunk=interrupt)
    assert len(seen) == 3 * 4  # no chunk was done twice
    assert [(p.epoch, p.done, p.total) for p in seen] == [(e, d, 4) for e in (1, 2, 3) for d in (1, 2, 3, 4)]
    assert resumed.history == whole.history
    for name in ("initial", "transition", "emission"):
        assert np.array_equal(getattr(resumed.hmm, name), getattr(whole.hmm, name))
    longer = BaumWelch(epochs=4, chunk_tokens=150, stepwise=stepwise)
    assert len(baum_welch(hmm, corpus, longer, checkpoint=path).history) == 4


def test_a_checkpoint_of_another_run_is_refused(tmp_path):
    hmm, corpus = big_case()
    path = tmp_path / "checkpoint.safetensors"
    config = BaumWelch(epochs=1)
    baum_welch(hmm, corpus, config, checkpoint=path)
    for other, message in [
        ((random_hmm(13, 4, 12), corpus, config), "starting HMM"),
        ((hmm, big_case(59)[1], config), "corpus"),
        ((hmm, corpus, BaumWelch(epochs=1, pseudocounts=NONE)), "pseudocounts"),
        ((hmm, corpus, BaumWelch(epochs=1, update="emission")), "'all' there, 'emission' here"),
    ]:
        with pytest.raises(HMMError, match=message):
            baum_welch(*other, checkpoint=path)
    path.write_bytes(path.read_bytes()[:-10])
    with pytest.raises(HMMError, match="interrupted"):
        baum_welch(hmm, corpus, config, checkpoint=path)
    path.unlink()
    hmm.save_pretrained(tmp_path)
    with pytest.raises(HMMError, match="not a training checkpoint"):
        baum_welch(hmm, corpus, config, checkpoint=tmp_path / "model.safetensors")


def test_bad_corpora_are_refused(tmp_path):
    hmm = random_hmm(0, 2, 4)
    with pytest.raises(HMMError, match=r"holds no tokens \(2 sequences\)"):
        baum_welch(hmm, Corpus.of([[], []]))
    with pytest.raises(HMMError, match="held-out corpus holds no tokens"):
        baum_welch(hmm, Corpus.of([[1]]), held_out=Corpus.of([]))
    with pytest.raises(HMMError, match="Token 4 at position 0 of sequence 1"):
        baum_welch(hmm, Corpus.of([[1], [4]]))
    with pytest.raises(HMMError, match="Token 7 at position 1 of sequence 0"):
        baum_welch(hmm, Corpus.of([[1]]), held_out=Corpus.of([[1, 7]]))
    with pytest.raises(HMMError, match="probability 0"):
        baum_welch(HMM([1], [[1]], [[1, 0]]), Corpus.of([[0, 1]]))
    file = tmp_path / "corpus.jsonl"
    with pytest.raises(HMMError, match="is missing"):
        Corpus.from_jsonl(file)
    for line, message in [
        ("{", "line 2 is not JSON"),
        ('{"text": "a"}', "line 2 is not a continuation"),
        ('{"tokens": [1, 2.5]}', "line 2 is not a continuation"),
        ("[1]", "line 2 is not a continuation"),
    ]:
        file.write_text('{"tokens": [1]}\n' + line + "\n")
        with pytest.raises(HMMError, match=message):
            Corpus.from_jsonl(file)
    file.write_text("\n")
    with pytest.raises(HMMError, match="holds no tokens"):
        Corpus.from_jsonl(file)
    file.write_text('{"tokens": [1, 2], "prompt": 3}\n\n{"tokens": []}\n{"tokens": [0]}\n')
    assert [tokens.tolist() for tokens in Corpus.from_jsonl(file)] == [[1, 2], [], [0]]


@pytest.mark.parametrize(
    "arguments",
    [
        {"epochs": 0},
        {"chunk_tokens": 0},
        {"update": "initial"},
        {"forgetting": 0.5},
        {"forgetting": 1.5},
    ],
)
def test_bad_settings_are_refused(arguments):
    with pytest.raises(HMMError, match=next(iter(arguments))):
        BaumWelch(**arguments)


@pytest.mark.parametrize("value", [-1.0, math.nan, math.inf])
def test_bad_pseudocounts_are_refused(value):
    with pytest.raises(HMMError, match="emission pseudocount"):
        Pseudocounts(emission=value)


@given(st.lists(st.lists(st.integers(0, 9), max_size=6), max_size=10), st.integers(1, 20))
def test_chunks_cover_the_corpus_in_order(sequences, size):
    corpus = Corpus.of(sequences)
    chunks = corpus.chunks(size)
    assert [tokens.tolist() for chunk in chunks for tokens in chunk] == sequences
    assert all(len(chunk.tokens) >= size for chunk in chunks[:-1])
    assert [tokens.tolist() for tokens in corpus.select(range(len(corpus))[::-1])] == sequences[::-1]
    assert json.dumps(corpus.digest())
    assert corpus.digest() == Corpus.of(sequences).digest()


def test_posteriors_that_single_precision_cannot_hold_are_an_error_and_double_precision_can():
    # the beginning speaks for one state, the rest for the other, and no move joins them
    apart = HMM([0.5, 0.5], np.eye(2), [[0.9, 1e-4, 0.0999], [1e-4, 0.9, 0.0999]])
    corpus = Corpus.of([[2, 0], [0] * 12 + [1] * 13])
    with pytest.raises(HMMError, match="underflowed in sequence 1"):
        expected_counts(apart.astype(np.float32), corpus)
    assert np.isfinite(expected_counts(apart, corpus).emission).all()
