"""Vision-conditioned emissions follow their equation, and W is learned on exact gradients."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hmm_oracles import hmms, random_hmm, sample
from hypothesis import given, settings
from hypothesis import strategies as st
from patience import examples

from clamp.errors import HMMError
from clamp.hmm import HMM, Corpus, VisionConfig, VisionHMM, fit_vision, nll
from clamp.hmm.training.passes import Parameters, batches_of, pack
from clamp.hmm.training.vision import squared_norm, vision_surrogate
from clamp.hmm.vision import VISION_NAME

torch = pytest.importorskip("torch")


@given(hmms(), st.integers(0, 99))
def test_conditioning_follows_the_equation(base, seed):
    rng = np.random.default_rng(seed)
    token, context = rng.normal(size=(base.vocab_size, 2)), rng.normal(size=(2, 5))
    picture = rng.normal(size=5)
    tilted = base.emission * np.exp(token @ context @ picture)
    conditioned = VisionHMM(base, token, context).condition(picture)
    assert conditioned.emission == pytest.approx(tilted / tilted.sum(axis=1, keepdims=True), rel=1e-9)
    assert np.array_equal(conditioned.transition, base.transition)
    without = VisionHMM(base, np.zeros_like(token), context).condition(picture)
    assert without.emission == pytest.approx(base.emission)


def test_large_logits_do_not_overflow():
    base = random_hmm(0, 2, 3).astype(np.float32)
    model = VisionHMM(base, np.array([[900.0], [0.0], [0.0]], np.float32), np.ones((1, 1), np.float32))
    assert model.condition(np.ones(1)).emission[:, 0] == pytest.approx([1, 1])
    assert model.condition(np.ones(1)).dtype == np.float32
    never = HMM([1.0], [[1.0]], [[0.0, 1.0, 0.0]])
    with pytest.raises(HMMError, match="no token to emit"):
        VisionHMM(never, model.token_factors, model.context_factors).condition(np.ones(1))


@settings(max_examples=examples(30))
@given(hmms(max_vocab=4), st.integers(0, 99))
def test_the_gradient_is_that_of_the_likelihood_of_the_conditioned_hmms(base, seed):
    rng = np.random.default_rng(seed)
    sequences = [sample(base, rng, int(n)) for n in rng.integers(1, 6, size=3)]
    contexts = rng.normal(size=(3, 2))
    factors = [rng.normal(size=(base.vocab_size, 2)), rng.normal(size=(2, 2))]

    def nll(token: np.ndarray, context: np.ndarray) -> float:
        model = VisionHMM(base, token, context)
        return -sum(
            model.condition(c).log_likelihood(tokens) for c, tokens in zip(contexts, sequences, strict=True)
        )

    tensors = [torch.tensor(factor, requires_grad=True) for factor in factors]
    corpus = Corpus.of(sequences)
    batch = pack(corpus, *batches_of(corpus, 100))
    pictures = torch.tensor(contexts)[batch.sequence]
    surrogate, value = vision_surrogate(Parameters.of(base, "cpu"), batch, pictures, *tensors)
    surrogate.backward()
    assert value == pytest.approx(nll(*factors), rel=1e-8, abs=1e-9)
    for which, tensor in enumerate(tensors):
        place = tuple(int(rng.integers(size)) for size in factors[which].shape)
        nudged = []
        for step in (1e-5, -1e-5):
            moved = [factor.copy() for factor in factors]
            moved[which][place] += step
            nudged.append(nll(*moved))
        assert float(tensor.grad[place]) == pytest.approx((nudged[0] - nudged[1]) / 2e-5, rel=1e-4, abs=1e-6)


def test_the_penalty_is_the_norm_of_the_product():
    token, context = torch.randn(5, 2), torch.randn(2, 7)
    assert float(squared_norm(token, context)) == pytest.approx(
        float((token @ context).square().sum()), rel=1e-5
    )


def scenes(count: int = 60):
    """Continuations that mention the entity in the picture: token 1 or token 2, never both."""
    rng = np.random.default_rng(0)
    base = HMM([1.0], [[1.0]], [[0.4, 0.3, 0.3]])
    which = rng.integers(2, size=count)
    sequences = [np.where(rng.random(8) < 0.4, 0, 1 + entity).tolist() for entity in which]
    return base, Corpus.of(sequences), np.eye(2)[which]


def test_learning_makes_what_is_seen_likely_and_the_penalty_holds_it_back(tmp_path):
    base, corpus, contexts = scenes()
    seen: list[tuple[int, float]] = []
    config = VisionConfig(rank=2, epochs=40, learning_rate=0.2, penalty=1e-4, batch_tokens=256)
    trained = fit_vision(base, corpus, contexts, config, on_epoch=lambda *now: seen.append(now))
    assert [loss for _, loss in seen] == list(trained.history)
    assert trained.history[-1] < nll(base, corpus) - 0.3
    cup, plate = (trained.model.condition(picture).emission[0] for picture in np.eye(2))
    assert cup[1] > 0.5 > 0.05 > cup[2]
    assert plate[2] > 0.5 > 0.05 > plate[1]
    assert fit_vision(base, corpus, contexts, config).history == trained.history  # seeded
    held = fit_vision(base, corpus, contexts, replace(config, penalty=1.0))

    def norm(model: VisionHMM) -> float:
        return float(np.square(model.token_factors @ model.context_factors).sum())

    assert norm(held.model) < 0.2 * norm(trained.model)
    loaded = VisionHMM.from_pretrained(trained.model.save_pretrained(tmp_path))
    assert np.array_equal(
        loaded.condition(contexts[0]).emission, trained.model.condition(contexts[0]).emission
    )
    assert loaded.context_size == 2


def test_bad_input_is_refused(tmp_path):
    base, corpus, contexts = scenes(4)
    with pytest.raises(HMMError, match=r"needs \[3, r\] and \[r, d\]"):
        VisionHMM(base, np.zeros((4, 2)), np.zeros((2, 2)))
    with pytest.raises(HMMError, match="must be finite"):
        VisionHMM(base, np.full((3, 2), np.nan), np.zeros((2, 2)))
    model = VisionHMM(base, np.zeros((3, 2)), np.zeros((2, 2)))
    with pytest.raises(HMMError, match="expected 1 of length 2"):
        model.condition(np.zeros(3))
    with pytest.raises(HMMError, match="not finite"):
        model.condition(np.array([0, np.inf]))
    with pytest.raises(HMMError, match="expected 4 of one length"):
        fit_vision(base, corpus, contexts[:3])
    with pytest.raises(HMMError, match="holds no tokens"):
        fit_vision(base, Corpus.of([]), contexts[:0])
    with pytest.raises(HMMError, match="rank, epochs and batch_tokens"):
        VisionConfig(rank=0)
    with pytest.raises(HMMError, match="learning_rate must be positive"):
        VisionConfig(learning_rate=0)
    base.save_pretrained(tmp_path)
    with pytest.raises(HMMError, match="is missing"):
        VisionHMM.from_pretrained(tmp_path)
    (tmp_path / "model.safetensors").rename(tmp_path / VISION_NAME)
    base.save_pretrained(tmp_path)
    with pytest.raises(HMMError, match="not vision factors"):
        VisionHMM.from_pretrained(tmp_path)
