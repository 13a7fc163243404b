"""TTDA from a file: measured on prompts it did not see, the same as in memory, resumable."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
from extras import needs
from hmm_oracles import random_hmm, sample

from clamp.errors import HMMError
from clamp.hmm import (
    HMM,
    AdaptationConfig,
    Continuation,
    Corpus,
    adapt,
    adapt_to_domain,
    entity_columns,
    nll,
)
from clamp.hmm.training.adaptation import REPORT_NAME
from clamp.hmm.training.distill import split_by_prompt

pytestmark = needs("torch")


SOURCE = random_hmm(0, 3, 6)
DOMAIN = SOURCE.with_emission_columns(random_hmm(1, 3, 6).emission.T.copy())
CONFIG = AdaptationConfig(domain=True, domain_iterations=4, domain_weight=0.8)


@pytest.fixture
def records(tmp_path):
    rng = np.random.default_rng(2)
    found = [
        {"prompt": f"p{n // 3}", "tokens": sample(DOMAIN, rng, 15), "confidence": float(rng.random())}
        for n in range(60)
    ]
    (tmp_path / "domain.jsonl").write_text("".join(json.dumps(record) + "\n" for record in found))
    return found


def test_the_file_gives_what_memory_gives_and_helps_on_held_out_prompts(tmp_path, records):
    calls: list[tuple[int, float, float]] = []
    result = adapt(
        SOURCE,
        tmp_path / "domain.jsonl",
        tmp_path / "out",
        config=CONFIG,
        held_out_share=0.2,
        on_iteration=lambda *now: calls.append(now),
    )
    train_ids, held_out_ids = split_by_prompt(records, 0.2, 0)
    assert not {records[i]["prompt"] for i in train_ids} & {records[i]["prompt"] for i in held_out_ids}
    train = [Continuation(records[index]["tokens"]) for index in train_ids]
    expected, losses = adapt_to_domain(SOURCE, train, CONFIG)
    assert np.array_equal(result.hmm.emission, expected.emission)
    report = result.report
    assert report.train_nll == pytest.approx(losses)
    held_out = Corpus.of(records[index]["tokens"] for index in held_out_ids)
    assert report.held_out_nll[0] == pytest.approx(nll(SOURCE, held_out))
    assert report.held_out_nll[-1] == pytest.approx(nll(result.hmm, held_out))
    assert report.held_out_nll[-1] < report.held_out_nll[0] - 0.1
    assert report.uniform_nll == pytest.approx(math.log(6))
    assert calls == [
        (n, *pair) for n, pair in enumerate(zip(report.train_nll, report.held_out_nll, strict=True))
    ]
    written = json.loads((tmp_path / "out" / REPORT_NAME).read_text())
    assert written["held_out_nll"] == list(report.held_out_nll)
    assert np.array_equal(HMM.from_pretrained(tmp_path / "out").emission, expected.emission)
    assert not list((tmp_path / "out").glob("iteration-*"))


@pytest.mark.parametrize("stop", range(5))
def test_an_interrupted_adaptation_ends_the_same(tmp_path, records, stop):
    file = tmp_path / "domain.jsonl"
    whole = adapt(SOURCE, file, tmp_path / "whole", config=CONFIG)

    class Interrupted(Exception):
        pass

    def interrupt(done: int, *losses: float) -> None:
        if done == stop:
            raise Interrupted

    with pytest.raises(Interrupted):
        adapt(SOURCE, file, tmp_path / "cut", config=CONFIG, on_iteration=interrupt)
    calls: list[int] = []
    resumed = adapt(
        SOURCE, file, tmp_path / "cut", config=CONFIG, on_iteration=lambda done, *_: calls.append(done)
    )
    assert calls == [0, 1, 2, 3, 4]
    assert resumed.report == whole.report
    assert np.array_equal(resumed.hmm.emission, whole.hmm.emission)
    again = adapt(SOURCE, file, tmp_path / "cut", config=CONFIG)
    assert again.report == whole.report
    with pytest.raises(HMMError, match=r"holds another run: run\.json says seed = 0"):
        adapt(SOURCE, file, tmp_path / "cut", config=CONFIG, seed=1)
    with pytest.raises(HMMError, match=r"holds another run: run\.json says source HMM"):
        adapt(DOMAIN, file, tmp_path / "cut", config=CONFIG)


def test_the_variants_are_those_of_the_configuration(tmp_path, records):
    file = tmp_path / "domain.jsonl"
    gated = adapt(SOURCE, file, tmp_path / "gated", config=AdaptationConfig(domain=True, min_confidence=0.5))
    train_ids, _ = split_by_prompt(records, 0.1, 0)
    confident = sum(records[index]["confidence"] >= 0.5 for index in train_ids)
    assert (gated.report.accepted, gated.report.sequences) == (confident, len(train_ids))
    config = AdaptationConfig(domain=True, columns=frozenset({1, 4}))
    some = adapt(SOURCE, file, tmp_path / "some", config=config)
    others = [0, 2, 3, 5]
    ratio = some.hmm.emission[:, others] / SOURCE.emission[:, others]
    assert ratio == pytest.approx(np.repeat(ratio[:, :1], 4, axis=1))
    with pytest.raises(HMMError, match=r"None of the \d+ continuations .* the highest is 0\.9"):
        adapt(SOURCE, file, tmp_path / "none", config=AdaptationConfig(domain=True, min_confidence=1.0))


def test_bad_input_is_refused(tmp_path, records):
    file = tmp_path / "domain.jsonl"
    with pytest.raises(HMMError, match="held_out_share"):
        adapt(SOURCE, file, tmp_path / "a", held_out_share=0)
    with pytest.raises(HMMError, match="is missing"):
        adapt(SOURCE, tmp_path / "no.jsonl", tmp_path / "a")
    with pytest.raises(HMMError, match="not an id of this HMM"):
        adapt(random_hmm(0, 2, 3), file, tmp_path / "a")
    file.write_text("\n")
    with pytest.raises(HMMError, match="holds no tokens"):
        adapt(SOURCE, file, tmp_path / "a")
    assert not (tmp_path / "a").exists()


def test_entity_columns_are_the_tokens_that_spell_names_as_plans_write_them():
    tokenizers = pytest.importorskip("tokenizers")
    words = {word: index for index, word in enumerate(["cup", " cup", '"', " ", "shelf", " shelf", "[UNK]"])}
    tokenizer = tokenizers.Tokenizer(tokenizers.models.WordLevel(words, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.Split(tokenizers.Regex(' ?[a-z]+|"| '), "isolated")
    assert entity_columns(tokenizer, ["cup", "shelf"]) == {0, 1, 4, 5}
    with pytest.raises(HMMError, match="no entities"):
        entity_columns(tokenizer, [])
