"""Distillation: sampling resumes to the same file, the start is counted, the report compares fairly."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
from extras import needs
from hmm_oracles import sample
from hypothesis import given
from hypothesis import strategies as st

from clamp.errors import HMMError
from clamp.hmm import (
    HMM,
    BaumWelch,
    Continuation,
    Corpus,
    DistillConfig,
    Pseudocounts,
    distill,
    hmm_from_labels,
    kmeans,
    nll,
    sample_continuations,
)
from clamp.hmm.training.distill import REPORT_NAME, unigram_nll
from clamp.hmm.training.learning import nearest

pytestmark = needs("torch")


TRUTH = HMM(
    [0.5, 0.5, 0],
    [[0.1, 0.8, 0.1], [0.1, 0.1, 0.8], [0.8, 0.1, 0.1]],
    [[0.9, 0.05, 0.05, 0, 0, 0], [0, 0, 0.9, 0.1, 0, 0], [0, 0, 0, 0, 0.5, 0.5]],
)
PROMPTS = [f"task {index}" for index in range(40)]
TOKENIZER = {f"t{index}": index for index in range(6)}
TRAINING = BaumWelch(epochs=8, pseudocounts=Pseudocounts(0.01, 0.01, 0.001), chunk_tokens=150)
CONFIG = DistillConfig(num_states=3, training=TRAINING)


class Interrupted(Exception):
    pass


class FakeModel:
    """Samples from a known HMM, and gives its hidden states as noisy one-hot vectors."""

    def __init__(self, stop_after: int | None = None):
        self.calls, self.stop_after = 0, stop_after

    def __call__(self, prompts, seed):
        if self.calls == self.stop_after:
            raise Interrupted
        self.calls += 1
        rng = np.random.default_rng([seed, *prompts[0].encode()])
        return [Continuation(sample(TRUTH, rng, 12), float(rng.random())) for _ in prompts]

    def encode(self, prompts, continuations):
        assert len(prompts) == len(continuations)
        rng = np.random.default_rng(0)
        likely = [np.append(0, TRUTH.emission[:, tokens].argmax(axis=0)) for tokens in continuations]
        return [np.eye(3)[states] + 0.1 * rng.normal(size=(len(states), 3)) for states in likely]


def test_sampling_resumes_to_the_very_same_file(tmp_path):
    options = {"samples_per_prompt": 2, "batch_size": 6, "seed": 3, "model": "fake"}
    progress: list[tuple[int, int]] = []
    whole = sample_continuations(
        PROMPTS, FakeModel(), tmp_path / "whole", **options, on_batch=lambda *now: progress.append(now)
    )
    assert progress[0] == (6, 80)
    assert progress[-1] == (80, 80)
    cut = tmp_path / "cut"
    with pytest.raises(Interrupted):
        sample_continuations(PROMPTS, FakeModel(stop_after=4), cut, **options)
    file = cut / "continuations.jsonl"
    assert len(file.read_text().splitlines()) == 24
    with file.open("a") as torn:  # the machine stopped in the middle of a batch and of a line
        torn.write('{"prompt": "task 12", "sample": 0, "tokens": [1]}\n{"prompt": "ta')
    rest = FakeModel()
    assert sample_continuations(PROMPTS, rest, cut, **options).read_text() == whole.read_text()
    assert rest.calls == math.ceil(80 / 6) - 4
    again = FakeModel()
    sample_continuations(PROMPTS, again, cut, **options)
    assert again.calls == 0
    records = [json.loads(line) for line in whole.read_text().splitlines()]
    assert [(r["prompt"], r["sample"]) for r in records] == [(p, s) for p in PROMPTS for s in (0, 1)]
    assert all(0 <= r["confidence"] <= 1 for r in records)


def test_a_directory_of_another_run_is_refused(tmp_path):
    sample_continuations(PROMPTS, FakeModel(), tmp_path)
    for change, message in [({"seed": 1}, "seed = 0"), ({"model": "other"}, "model = ''")]:
        with pytest.raises(HMMError, match=message):
            sample_continuations(PROMPTS, FakeModel(), tmp_path, **change)
    with pytest.raises(HMMError, match="prompts = 40"):
        sample_continuations(PROMPTS[:3], FakeModel(), tmp_path)
    with pytest.raises(HMMError, match="no prompts"):
        sample_continuations([], FakeModel(), tmp_path / "a")
    with pytest.raises(HMMError, match="at least 1"):
        sample_continuations(PROMPTS, FakeModel(), tmp_path / "b", batch_size=0)
    with pytest.raises(HMMError, match="returned 1 continuations for 8 prompts"):
        sample_continuations(PROMPTS, lambda prompts, seed: [Continuation([1])], tmp_path / "c")


@pytest.mark.parametrize("use_encoder", [False, True])
def test_distillation_beats_the_baselines_and_reports_it(tmp_path, use_encoder):
    model = FakeModel()
    file = sample_continuations(PROMPTS, model, tmp_path)
    encoder = model.encode if use_encoder else None
    result = distill(file, tmp_path, vocab_size=6, tokenizer=TOKENIZER, config=CONFIG, encoder=encoder)
    report = json.loads((tmp_path / REPORT_NAME).read_text())
    assert report["nll"] == result.report.nll < result.report.unigram_nll - 0.1
    assert result.report.unigram_nll < result.report.uniform_nll == pytest.approx(math.log(6))
    assert report["train_tokens"] + report["held_out_tokens"] == 40 * 12
    assert report["held_out_tokens"] == 4 * 12
    assert len(report["epochs"]) == 8
    assert report["epochs"][-1]["held_out_nll"] == pytest.approx(report["nll"])
    loaded = HMM.from_pretrained(tmp_path, tokenizer=TOKENIZER)
    assert np.array_equal(loaded.emission, result.hmm.emission)
    start = HMM.from_pretrained(tmp_path / "start")
    corpus = Corpus.from_jsonl(file)
    if use_encoder:  # the model's own states are a far better start than noise
        assert nll(start, corpus) < nll(HMM.random(3, 6, seed=0), corpus) - 0.4


def test_an_interrupted_distillation_ends_the_same(tmp_path):
    file = sample_continuations(PROMPTS, FakeModel(), tmp_path)
    options = {"vocab_size": 6, "tokenizer": TOKENIZER, "config": CONFIG, "encoder": FakeModel().encode}
    whole = distill(file, tmp_path / "whole", **options)

    def interrupt(now):
        if (now.epoch, now.done) == (3, 1):
            raise Interrupted

    with pytest.raises(Interrupted):
        distill(file, tmp_path / "cut", **options, on_chunk=interrupt)
    resumed = distill(file, tmp_path / "cut", **options)
    assert np.array_equal(resumed.hmm.emission, whole.hmm.emission)
    assert resumed.report == whole.report
    other = DistillConfig(num_states=4, training=TRAINING)
    with pytest.raises(HMMError, match="num_states = 3, this run has 4"):
        distill(file, tmp_path / "cut", **(options | {"config": other}))
    with pytest.raises(HMMError, match="from the model's hidden states = True"):
        distill(file, tmp_path / "cut", **(options | {"encoder": None}))


def test_bad_continuations_are_refused(tmp_path):
    file = tmp_path / "file.jsonl"

    def attempt(text: str, **options):
        file.write_text(text)
        defaults = {"vocab_size": 6, "tokenizer": TOKENIZER, "config": CONFIG}
        return distill(file, tmp_path / str(hash(text)), **(defaults | options))

    for text, message in [
        ("", "holds no tokens"),
        ('{"tokens": []}\n', "holds no tokens"),
        ('{"tokens": [1]}\n{"tokens": [6]}\n', "Token 6 at position 0 of sequence 1"),
        ('{"prompt": "a", "tokens": [1]}\n{"prompt": "a", "tokens": [2]}\n', "belong to one prompt"),
    ]:
        with pytest.raises(HMMError, match=message):
            attempt(text)
    two = '{"tokens": [1, 2]}\n{"tokens": [2]}\n'
    with pytest.raises(HMMError, match='none under "prompt"'):
        attempt(two, encoder=FakeModel().encode)
    prompted = '{"prompt": "a", "tokens": [1]}\n{"prompt": "b", "tokens": [2]}\n'
    with pytest.raises(HMMError, match="returned 1 hidden states for 1 tokens"):
        attempt(prompted, encoder=lambda prompts, texts: [np.zeros((1, 2)) for _ in texts])
    for arguments in ({"num_states": 0}, {"held_out_share": 1.0}):
        with pytest.raises(HMMError, match=next(iter(arguments))):
            DistillConfig(**arguments)


def test_the_unigram_baseline_is_the_smoothed_frequency():
    train, held_out = Corpus.of([[0, 0, 1], [2]]), Corpus.of([[0, 3]])
    expected = -np.mean([math.log(2.5 / 6), math.log(0.5 / 6)])
    assert unigram_nll(train, held_out, 4, 0.5) == pytest.approx(expected)
    assert unigram_nll(train, held_out, 4, 0.0) == math.inf


@given(st.integers(0, 99), st.integers(1, 4))
def test_counting_labels_is_the_maximum_likelihood_of_the_joint(seed, states):
    rng = np.random.default_rng(seed)
    pairs = [(rng.integers(5, size=n), rng.integers(states, size=n + 1)) for n in (3, 0, 7)]
    hmm = hmm_from_labels(pairs, states, 5, Pseudocounts(0.5, 0.25, 0.125), dtype=np.float64)
    initial, moves = np.full(states, 0.5), np.full((states, states), 0.25)
    emissions = np.full((states, 5), 0.125)
    for tokens, labels in pairs:
        initial[labels[0]] += 1
        for token, before, after in zip(tokens, labels, labels[1:], strict=False):
            moves[before, after] += 1
            emissions[after, token] += 1
    assert hmm.initial == pytest.approx(initial / initial.sum())
    assert hmm.transition == pytest.approx(moves / moves.sum(axis=1, keepdims=True))
    assert hmm.emission == pytest.approx(emissions / emissions.sum(axis=1, keepdims=True))


def test_bad_labels_are_refused():
    one = np.array([0])
    for pairs, message in [
        ([(one, one)], "needs one more state than tokens"),
        ([(np.array([9]), np.array([0, 0]))], "token outside 0 … 4"),
        ([(one, np.array([0, 3]))], "state outside 0 … 1"),
        ([], "no tokens to count"),
    ]:
        with pytest.raises(HMMError, match=message):
            hmm_from_labels(pairs, 2, 5)
    with pytest.raises(HMMError, match="positive pseudocounts"):
        hmm_from_labels([(one, np.array([0, 1]))], 2, 5, Pseudocounts(0, 0, 0))


def test_kmeans_finds_separate_clusters_and_comes_close_to_lloyds():
    rng = np.random.default_rng(0)
    truth = 10 * rng.normal(size=(6, 8))
    labels = rng.integers(6, size=3000)
    points = truth[labels] + rng.normal(size=(3000, 8))
    centres = kmeans(points, 6, seed=1, batch=256)
    assert centres.dtype == np.float32
    found = nearest(points, centres)
    assert len({(a, b) for a, b in zip(labels.tolist(), found.tolist(), strict=True)}) == 6
    slow = ((points[:, None] - centres[None]) ** 2).sum(axis=-1).argmin(axis=1)
    assert np.array_equal(found, slow)
    assert np.array_equal(centres, kmeans(points, 6, seed=1, batch=256))
    optimum = sum(((points[labels == k] - points[labels == k].mean(axis=0)) ** 2).sum() for k in range(6))
    assert ((points - centres[found]) ** 2).sum() < 1.01 * optimum


def test_kmeans_with_repeated_points_and_as_many_clusters_as_points():
    points = np.repeat(np.eye(3), 4, axis=0)
    assert len(np.unique(nearest(points, kmeans(points, 3, seed=0)))) == 3
    assert kmeans(points, 12, seed=0).shape == (12, 3)
    assert np.isfinite(kmeans(points, 12, seed=0)).all()
    with pytest.raises(HMMError, match="Cannot make 13 clusters"):
        kmeans(points, 13, seed=0)
    with pytest.raises(HMMError, match="not finite"):
        kmeans(np.full((3, 2), np.nan), 2, seed=0)
