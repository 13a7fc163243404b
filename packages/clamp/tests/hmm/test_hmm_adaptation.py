"""Adaptation follows its equations, keeps the support, and never changes an HMM in place."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
import pytest
from extras import needs
from hmm_oracles import brute_counts, hmms, random_hmm, sample
from hypothesis import given
from hypothesis import strategies as st

from clamp.errors import HMMError
from clamp.hmm import (
    CONFIGURATIONS,
    HMM,
    AdaptationConfig,
    AdaptationSession,
    Continuation,
    Corpus,
    adapt_to_domain,
    expected_counts,
    nll,
)

pytestmark = needs("torch")


KAPPA = 0.5


def estimate(hmm: HMM, sequences: list[list[int]], kappa: float = KAPPA) -> np.ndarray:
    """B̃ by its definition."""
    _, _, emissions, _ = brute_counts(hmm, sequences)
    counts = emissions + kappa * hmm.emission
    return counts / counts.sum(axis=1, keepdims=True)


@st.composite
def cases(draw: st.DrawFn):
    hmm = draw(hmms(max_vocab=5))
    rng = np.random.default_rng(draw(st.integers(0, 99)))
    other = random_hmm(draw(st.integers(0, 99)), hmm.num_states, hmm.vocab_size)
    return hmm, [sample(other, rng, int(length)) for length in rng.integers(1, 6, size=4)]


def write(sequences: list[list[int]], confidence: float | None = None) -> list[Continuation]:
    return [Continuation(tokens, confidence) for tokens in sequences]


def unchanged(hmm: HMM, source: HMM) -> None:
    assert hmm.initial is not None
    assert np.array_equal(hmm.initial, source.initial)
    assert np.array_equal(hmm.transition, source.transition)


@given(cases(), st.sampled_from([0.0, 0.3, 1.0]))
def test_ttba_mixes_one_iteration_with_the_emissions_before_the_prompt(case, weight):
    hmm, sequences = case
    config = AdaptationConfig(instance=True, instance_weight=weight, pseudocount=KAPPA)
    session = AdaptationSession.start(hmm, config)
    adapted = session.for_prompt(write(sequences))
    expected = (1 - weight) * hmm.emission + weight * estimate(hmm, sequences)
    assert adapted.emission == pytest.approx(expected, rel=1e-8)
    assert session.current is hmm  # discarded afterwards
    unchanged(adapted, hmm)


@given(cases())
def test_otta_is_anchored_to_the_domain_and_starts_from_the_session(case):
    hmm, sequences = case
    config = AdaptationConfig(session=True, session_weight=0.4, pseudocount=KAPPA)
    session = AdaptationSession.start(hmm, config)
    expected = hmm.emission
    for plan in sequences:
        before = HMM(hmm.initial, hmm.transition, expected)
        expected = 0.6 * hmm.emission + 0.4 * estimate(before, [plan])
        session = session.after_plan(Continuation(plan))
        assert session.current.emission == pytest.approx(expected, rel=1e-8)
    assert session.domain is hmm
    assert session.reset().current is hmm
    unchanged(session.current, hmm)


@given(cases())
def test_ttda_iterates_and_then_mixes_with_the_source(case):
    hmm, sequences = case
    config = AdaptationConfig(domain=True, domain_iterations=2, domain_weight=0.7, pseudocount=KAPPA)
    session = AdaptationSession.start(hmm, config, write(sequences))
    once = HMM(hmm.initial, hmm.transition, estimate(hmm, sequences))
    expected = 0.3 * hmm.emission + 0.7 * estimate(once, sequences)
    assert session.domain.emission == pytest.approx(expected, rel=1e-8)
    assert session.current is session.domain
    corpus = Corpus.of(sequences)
    assert session.domain_nll == pytest.approx(
        [nll(hmm, corpus), nll(once, corpus), nll(session.domain, corpus)], abs=1e-9
    )


def test_ttda_fits_the_domain_better_with_every_iteration():
    hmm, target, rng = random_hmm(1, 4, 20), random_hmm(2, 4, 20), np.random.default_rng(0)
    continuations = write([sample(target, rng, 30) for _ in range(40)])
    config = AdaptationConfig(domain=True, domain_iterations=5, domain_weight=1.0)
    _, losses = adapt_to_domain(hmm, continuations, config)
    assert len(losses) == 6
    assert all(later <= earlier for earlier, later in itertools.pairwise(losses))
    assert losses[-1] < losses[0] - 0.1


@given(cases())
def test_without_smoothing_the_estimate_is_the_plain_one(case):
    hmm, sequences = case
    config = AdaptationConfig(instance=True, instance_weight=0.5, pseudocount=0)
    adapted = AdaptationSession.start(hmm, config).for_prompt(write(sequences))
    counts = expected_counts(hmm, Corpus.of(sequences), transitions=False)
    plain = np.zeros_like(hmm.emission)
    plain[:, counts.tokens] = counts.emission.T
    totals = plain.sum(axis=1, keepdims=True)
    plain = np.where(totals > 0, plain / np.where(totals > 0, totals, 1), hmm.emission)
    assert adapted.emission == pytest.approx(0.5 * hmm.emission + 0.5 * plain, rel=1e-8)
    assert (adapted.emission > 0).all()


@given(cases(), st.sampled_from([1e-3, 0.1, 3.0, 1e3]), st.sampled_from([0.0, KAPPA]))
def test_the_frobenius_anchor_maximises_the_bound_of_the_papers_objective(case, penalty, kappa):
    hmm, sequences = case
    config = AdaptationConfig(domain=True, domain_iterations=1, pseudocount=kappa, frobenius=penalty)
    found = AdaptationSession.start(hmm, config, write(sequences)).domain.emission
    corpus = Corpus.of(sequences)
    counts = expected_counts(hmm, corpus, transitions=False)
    c = kappa * hmm.emission
    c[:, counts.tokens] += counts.emission.T
    weight = penalty * len(corpus)
    assert found.sum(axis=1) == pytest.approx(1)
    # At the optimum of a concave objective over a simplex no probability is worth more than another; nor would one
    # be that is 0, which only what was not seen can be.
    possible = found > 0
    assert possible[c > 0].all()
    likelihood = np.divide(c, found, out=np.zeros_like(c), where=possible)
    worth = likelihood - 2 * weight * (found - hmm.emission)
    most, least = worth.max(axis=1), np.where(possible, worth, np.inf).min(axis=1)
    assert (most - least <= 1e-6 * (1 + np.abs(worth).max(axis=1))).all()


def test_the_penalised_likelihood_grows_and_a_heavy_penalty_keeps_the_source():
    hmm, target, rng = random_hmm(1, 4, 20), random_hmm(2, 4, 20), np.random.default_rng(0)
    continuations = write([sample(target, rng, 30) for _ in range(40)])
    corpus = Corpus.of([one.tokens for one in continuations])

    def objective(adapted, penalty):
        tokens_a_text = len(corpus.tokens) / len(corpus)
        return nll(adapted, corpus) * tokens_a_text + penalty * ((adapted.emission - hmm.emission) ** 2).sum()

    for penalty in (0.01, 1.0, 30.0):
        losses = [objective(hmm, penalty)]
        for iterations in range(1, 6):
            config = AdaptationConfig(
                domain=True, domain_iterations=iterations, pseudocount=0, frobenius=penalty
            )
            losses.append(objective(adapt_to_domain(hmm, continuations, config)[0], penalty))
        assert all(later <= earlier + 1e-9 for earlier, later in itertools.pairwise(losses))
        assert losses[-1] < losses[0] - 0.01
    kept, _ = adapt_to_domain(hmm, continuations, AdaptationConfig(domain=True, frobenius=1e9))
    assert kept.emission == pytest.approx(hmm.emission, abs=1e-6)


@pytest.mark.parametrize("name", sorted(CONFIGURATIONS))
def test_the_papers_configurations_switch_tiers(name):
    tiers = {"R0": "", "R1": "d", "R2": "i", "R3": "di", "R4": "ds", "R5": "dsi"}[name]
    source, config = random_hmm(0, 3, 8), CONFIGURATIONS[name]
    rng = np.random.default_rng(0)
    continuations = write([sample(random_hmm(5, 3, 8), rng, 12) for _ in range(5)])
    session = AdaptationSession.start(source, config, continuations)
    assert (session.domain is not source) == ("d" in tiers)
    assert (session.for_prompt(continuations) is not session.current) == ("i" in tiers)
    assert (session.after_plan(continuations[0]).current is not session.current) == ("s" in tiers)


@pytest.mark.parametrize("min_confidence", [None, 0.5])
@pytest.mark.parametrize("config", CONFIGURATIONS.values(), ids=CONFIGURATIONS)
def test_what_has_no_tokens_adapts_nothing(config: AdaptationConfig, min_confidence: float | None) -> None:
    hmm = random_hmm(0, 3, 8)
    gated = replace(config, min_confidence=min_confidence)
    texts, nothing = [Continuation([1, 2], 0.9)], Continuation([])
    session = AdaptationSession.start(hmm, gated, [*texts, Continuation([], 0.9)])
    assert session.after_plan(nothing).current is session.current
    assert session.after_plan(Continuation(np.zeros(0, np.int64))).current is session.current
    mixed, alone = session.for_prompt([Continuation([], 0.9), *texts]), session.for_prompt(texts)
    assert np.array_equal(mixed.emission, alone.emission)
    if config.instance:  # to adapt to a prompt without a text of it is a mistake
        with pytest.raises(HMMError, match=r"holds no tokens|no confidence"):
            session.for_prompt([nothing, nothing])
    on = session.after_plan(texts[0])
    assert on.after_plan(nothing).current is on.current
    if config.domain:
        with pytest.raises(HMMError, match=r"holds no tokens|no confidence"):
            AdaptationSession.start(hmm, gated, [nothing])


def test_the_source_is_never_written_to_and_the_support_is_kept():
    source = random_hmm(0, 3, 30, zeros=0.0)
    copy = source.emission.copy()
    config = AdaptationConfig(True, True, True, domain_weight=1, session_weight=1, instance_weight=1)
    session = AdaptationSession.start(source, config, write([[0, 1, 0, 1]] * 50))
    session = session.after_plan(Continuation([1, 1, 1]))
    adapted = session.for_prompt(write([[2, 2, 2]] * 5))
    assert np.array_equal(source.emission, copy)
    assert (adapted.emission > 0).all()
    sparse = random_hmm(0, 3, 30, zeros=0.4)
    tokens = sample(sparse, np.random.default_rng(0), 20)
    kept = AdaptationSession.start(sparse, config, write([tokens])).current
    assert np.array_equal(kept.emission > 0, sparse.emission > 0)


def test_a_confidence_gate_learns_from_confident_sequences_only():
    hmm = random_hmm(0, 3, 8)
    gated = AdaptationConfig(instance=True, session=True, min_confidence=0.5)
    plain = AdaptationConfig(instance=True, session=True)
    sure, unsure = Continuation([1, 2, 3], 0.8), Continuation([4, 4, 4], 0.2)
    session = AdaptationSession.start(hmm, gated)
    expected = AdaptationSession.start(hmm, plain).for_prompt([sure])
    assert np.array_equal(session.for_prompt([sure, unsure]).emission, expected.emission)
    assert session.for_prompt([unsure]) is hmm
    assert session.after_plan(unsure).current is hmm
    assert session.after_plan(sure).current is not hmm
    domain = AdaptationConfig(domain=True, min_confidence=0.5)
    assert adapt_to_domain(hmm, [unsure], domain) == (hmm, ())
    with pytest.raises(HMMError, match="continuation 1 has no confidence"):
        session.for_prompt([sure, Continuation([1])])


@given(cases(), st.sets(st.integers(0, 4), min_size=1))
def test_fitting_some_columns_only_is_the_best_fit_that_keeps_the_others_in_proportion(case, columns):
    hmm, sequences = case
    inside = sorted(column for column in columns if column < hmm.vocab_size) or [0]
    outside = sorted(set(range(hmm.vocab_size)) - set(inside))
    config = AdaptationConfig(instance=True, instance_weight=1, columns=frozenset(inside), pseudocount=KAPPA)
    adapted = AdaptationSession.start(hmm, config).for_prompt(write(sequences)).emission
    _, _, emissions, _ = brute_counts(hmm, sequences)
    counts = emissions + KAPPA * hmm.emission
    assert adapted.sum(axis=1) == pytest.approx(1)
    for row in range(hmm.num_states):
        if outside:
            old, new = hmm.emission[row, outside], adapted[row, outside]
            assert new / new.sum() == pytest.approx(old / old.sum(), rel=1e-6)
        best = counts[row, inside] / counts[row].sum()
        assert adapted[row, inside] == pytest.approx(best, rel=1e-8)
        # no other reweighting of those columns fits the counts better
        value = (counts[row] * np.log(adapted[row])).sum()
        for column, factor in itertools.product(inside, (0.8, 1.25)):
            rival = adapted[row].copy()
            rival[column] *= factor
            assert (counts[row] * np.log(rival / rival.sum())).sum() <= value + 1e-9


def test_single_precision_stays_single():
    hmm = random_hmm(0, 3, 8).astype(np.float32)
    config = AdaptationConfig(True, True, True)
    session = AdaptationSession.start(hmm, config, write([[1, 2]])).after_plan(Continuation([3]))
    assert session.for_prompt(write([[1]])).dtype == np.float32
    columns = AdaptationConfig(instance=True, columns=frozenset({1, 2}))
    assert AdaptationSession.start(hmm, columns).for_prompt(write([[1]])).dtype == np.float32


def test_many_plans_do_not_wear_the_rows_out():
    hmm = random_hmm(0, 3, 8).astype(np.float32)
    session = AdaptationSession.start(hmm, AdaptationConfig(session=True, session_weight=0.9))
    rng = np.random.default_rng(0)
    for _ in range(100):
        session = session.after_plan(Continuation(rng.integers(8, size=5)))
    assert session.current.emission.sum(axis=1) == pytest.approx(1, abs=1e-5)


def test_bad_input_is_refused():
    hmm = random_hmm(0, 2, 4)
    for arguments, message in [
        ({"session_weight": 1.5}, "session_weight is 1.5"),
        ({"min_confidence": -1}, "min_confidence is -1"),
        ({"pseudocount": -1}, "at least 0"),
        ({"pseudocount": float("nan")}, "at least 0"),
        ({"pseudocount": 0, "domain": True, "domain_weight": 1}, "domain_weight leaves no mixture"),
        ({"pseudocount": 0, "session": True, "session_weight": 1}, "session_weight leaves no mixture"),
        ({"pseudocount": 0, "instance": True, "instance_weight": 1}, "instance_weight leaves no mixture"),
        (
            {"pseudocount": 0, "domain": True, "frobenius": 1, "session": True, "session_weight": 1},
            "session_w",
        ),
        ({"frobenius": 0}, "positive number"),
        ({"frobenius": float("inf")}, "positive number"),
        ({"frobenius": 1, "columns": frozenset({1})}, "two variants"),
        ({"domain_iterations": 0}, "at least 1"),
        ({"columns": frozenset()}, "columns is empty"),
    ]:
        with pytest.raises(HMMError, match=message):
            AdaptationConfig(**arguments)
    with pytest.raises(HMMError, match="TTDA adapts to unconstrained continuations"):
        AdaptationSession.start(hmm, AdaptationConfig(domain=True))
    session = AdaptationSession.start(hmm, AdaptationConfig(instance=True))
    with pytest.raises(HMMError, match="none were given"):
        session.for_prompt([])
    with pytest.raises(HMMError, match="hold"):
        session.for_prompt([Continuation([])])
    with pytest.raises(HMMError, match="Token 4 at position 0 of sequence 0"):
        session.for_prompt([Continuation([4])])
    with pytest.raises(HMMError, match="Is it a logarithm"):
        Continuation([1], confidence=-0.3)
    outside = AdaptationConfig(instance=True, columns=frozenset({1, 9}))
    with pytest.raises(HMMError, match="columns names token 9"):
        AdaptationSession.start(hmm, outside).for_prompt([Continuation([1])])
