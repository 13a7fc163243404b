"""The benchmark measures what it says, at any size, and its twin agrees."""

from __future__ import annotations

import json
import sys

import numpy as np
import pytest

from clamp.errors import BenchmarkError
from clamp_bench.speed import hmm
from clamp_bench.speed.hmm import run

torch = pytest.importorskip("torch")

SMALL = {"num_states": 5, "vocab_size": 60, "tokens": 400, "actions": (3, 20), "repeats": 1, "threads": 1}


def test_a_small_run_is_complete_and_agrees_with_hmmlearn():
    pytest.importorskip("hmmlearn")
    record = json.loads(json.dumps(run(**SMALL, twin_tokens=120)))
    assert (record["num_states"], record["vocab_size"], record["threads"]) == (5, 60, 1)
    assert record["em"]["tokens"] == 400
    assert 0 < record["em"]["distinct_tokens"] <= 60
    assert min(record["em"]["tokens_per_second"], record["em"]["emission_only_tokens_per_second"]) > 0
    assert record["em"]["peak_memory_mib"] >= record["em"]["peak_memory_before_mib"] > 10
    assert min(record["belief_update_seconds"], record["next_token_logprobs_seconds"]) > 0
    assert [boundary["actions"] for boundary in record["boundary"]] == [3, 20]
    for boundary in record["boundary"]:
        assert boundary["nodes"] >= boundary["actions"]
        assert min(boundary[f"{what}_seconds"] for what in ("build_trie", "score", "backward")) > 0
    assert record["hmmlearn"]["tokens"] >= 120
    assert record["hmmlearn"]["largest_difference_of_emissions"] < 1e-6


def test_both_libraries_learn_from_the_same_data_and_begin_alike(monkeypatch):
    library = pytest.importorskip("hmmlearn.hmm")
    theirs, mine = [], []

    class Spied(library.CategoricalHMM):
        def fit(self, observed, lengths=None):
            theirs.append((observed.copy(), lengths, self.emissionprob_.copy(), self.transmat_.copy()))
            theirs[-1] += (self.startprob_.copy(), self.n_iter)
            return super().fit(observed, lengths)

    def spied(model, corpus, config, *rest, **settings):
        mine.append((model, corpus, config))
        return learn(model, corpus, config, *rest, **settings)

    learn = hmm.baum_welch
    monkeypatch.setattr(library, "CategoricalHMM", Spied)
    monkeypatch.setattr(hmm, "baum_welch", spied)
    record = run(**(SMALL | {"repeats": 2}))["hmmlearn"]
    in_double = [
        (model, corpus, config) for model, corpus, config in mine if model.emission.dtype == np.float64
    ]
    assert len(theirs) == len(in_double) == 3  # as many tries each, of which the first does not count
    for (observed, lengths, emission, transition, initial, steps), (model, corpus, config) in zip(
        theirs, in_double, strict=True
    ):
        assert observed[:, 0].tolist() == corpus.tokens.tolist()
        assert list(lengths) == corpus.lengths.tolist()
        assert steps == config.epochs == 1
        our_initial, our_transition, our_emission = model.to_emit_first()
        assert emission.dtype == our_emission.dtype == np.float64
        states = len(initial)
        assert emission == pytest.approx(our_emission[:states])
        assert transition == pytest.approx(our_transition[:states, :states])
        assert initial == pytest.approx(our_initial[:states])
    _, corpus, _ = in_double[0]
    assert record["tokens"] == len(corpus.tokens) == SMALL["tokens"]
    assert record["sequences"] == len(corpus.lengths)
    assert record["precision"] == "double"
    ratio = record["ours_tokens_per_cpu_second"] / record["tokens_per_cpu_second"]
    assert record["times_faster"] == pytest.approx(ratio)


def test_the_number_of_threads_is_given_back():
    before = torch.get_num_threads()
    assert "hmmlearn" not in run(**(SMALL | {"threads": 2}), twin_tokens=0)
    assert torch.get_num_threads() == before


@pytest.mark.slow
def test_growth_curves_grow_and_are_drawn(tmp_path):
    pytest.importorskip("matplotlib")
    curves = {"hidden": (4, 64), "vocabulary": (50, 20_000)}
    figures = json.loads(json.dumps(hmm.run_growth(curves, tokens=(300, 9_000))))
    for name, sizes in curves.items():
        rows = figures[name]
        assert [row["x"] for row in rows] == list(sizes)
        # Times are noise at such sizes; that they are there is all that can be said.
        assert all({"em_us", "update_ms", "belief_us"} <= row.keys() for row in rows)
        assert rows[1]["hmm_mib"] > rows[0]["hmm_mib"]
        assert rows[1]["peak_mib"] > rows[1]["hmm_mib"]
    assert figures["vocabulary"][1]["hmm_mib"] == pytest.approx(4 * 128 * (20_000 + 128 + 1) / 2**20)
    hmm.plot(figures, tmp_path / "growth.svg")
    drawn = (tmp_path / "growth.svg").read_text()
    assert "<svg" in drawn
    with pytest.raises(BenchmarkError, match="must be positive"):
        hmm.run_growth({"hidden": (0,)})
    with pytest.raises(BenchmarkError, match="exit code 1"):
        hmm.run_growth({"nothing": (3,)})


def test_the_growth_is_part_of_the_benchmark(tmp_path, monkeypatch):
    monkeypatch.setattr(hmm, "run_growth", lambda *_, **__: {"base": {}, "hidden": []})
    drawn = []
    monkeypatch.setattr(hmm, "plot", lambda figures, path: drawn.append(path))
    record = run(**SMALL, twin_tokens=0, growth=tmp_path / "growth.json")
    assert json.loads((tmp_path / "growth.json").read_text()) == record["growth"]
    assert drawn == [tmp_path / "growth.svg"]


def test_bad_sizes_and_a_missing_twin_are_refused(monkeypatch):
    with pytest.raises(BenchmarkError, match="must be positive"):
        run(**(SMALL | {"actions": (0,)}))
    monkeypatch.setitem(sys.modules, "hmmlearn.hmm", None)
    with pytest.raises(BenchmarkError, match="pip install hmmlearn"):
        run(**SMALL)
