"""The adaptation experiment: complete, resumable, and scored by the definition of each configuration."""

from __future__ import annotations

import json
from pathlib import Path

import hmm_adaptation
import numpy as np
import pytest
from extras import needs
from hmm_adaptation import Prompt, measure

from clamp.errors import HMMError
from clamp.hmm import HMM, AdaptationConfig, AdaptationSession, Continuation, adapt_to_domain

pytestmark = needs("torch")

tokenizers = pytest.importorskip("tokenizers")


def words(names: list[str], path: Path) -> str:
    tokenizer = tokenizers.Tokenizer(
        tokenizers.models.WordLevel({name: index for index, name in enumerate(names)}, unk_token="?")
    )
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.Split("|", "removed")
    tokenizer.decoder = tokenizers.decoders.Fuse()
    tokenizer.save(str(path))
    return str(path)


@pytest.fixture
def arguments(tmp_path: Path) -> dict:
    source = words(["?", "cup", "table", "go", "pick"], tmp_path / "source.json")
    target = words(["pick", "go", "table", "cup", "?"], tmp_path / "target.json")
    HMM.random(3, 5, seed=0).for_tokenizer(tokenizers.Tokenizer.from_file(source)).save_pretrained(
        tmp_path / "hmm"
    )
    rng = np.random.default_rng(0)
    records = [
        {
            "prompt": f"Objects\ncup, id: {n // 3}, properties",
            "tokens": rng.integers(0, 4, 8).tolist(),
            "confidence": float(rng.random()),
        }
        for n in range(45)
    ]
    path = tmp_path / "texts.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return {"hmm": tmp_path / "hmm", "continuations": path, "source": source, "target": target}


def test_every_configuration_is_measured_once(arguments, tmp_path, monkeypatch):
    out = tmp_path / "out"
    options = {"iterations": 2, "target_vocab_size": 6, "held_out_share": 0.2, "seed": 0}
    hmm_adaptation.main(**arguments, out=out, **options)
    results = json.loads((out / "results.json").read_text())
    variants = {
        f"{name}, {variant}"
        for name in ("R1", "R3")
        for variant in ("confidence-gated", "entity columns only")
    }
    assert results["nll"].keys() == {f"R{n}" for n in range(6)} | variants
    assert len(results["ttda"]["held_out_nll"]) == 3
    assert results["coverage"]["single"] + results["coverage"]["multi"] + results["coverage"]["unusable"] == 6
    assert (results["test_prompts"], results["test_plans"], results["samples_for_ttba"]) == (3, 6, 1)
    assert "| R5 |" in (out / "table.md").read_text()
    monkeypatch.setattr(hmm_adaptation, "measure", None)  # nothing is measured again
    hmm_adaptation.main(**arguments, out=out, **options)


def test_a_test_is_scored_before_it_is_learned_from():
    rng = np.random.default_rng(1)
    texts = [Continuation(rng.integers(0, 5, 6).tolist()) for _ in range(9)]
    hmm, domain = HMM.random(2, 5, seed=0), texts[:3]
    prompts = [Prompt(texts[6:], texts[3:5]), Prompt(texts[:2], texts[5:6])]
    config = AdaptationConfig(domain=True, domain_iterations=2)
    adapted, _ = adapt_to_domain(hmm, domain, config)
    expected = -sum(adapted.log_likelihood(test.tokens) for test in texts[3:6]) / 18
    assert measure(hmm, config, domain, prompts) == pytest.approx(expected)
    # OTTA and TTBA, step by step
    config = AdaptationConfig(session=True, instance=True)
    session, total = AdaptationSession.start(hmm, config), 0.0
    for prompt in prompts:
        for test in prompt.tests:
            total -= session.for_prompt(prompt.samples).log_likelihood(test.tokens)
            session = session.after_plan(test)
    assert measure(hmm, config, [], prompts) == pytest.approx(total / 18)


def test_half_of_a_prompts_continuations_at_most_are_adapted_to():
    records = [{"prompt": "a", "tokens": [n]} for n in range(12)] + [
        {"prompt": "b", "tokens": [n]} for n in range(3)
    ]
    first, second = hmm_adaptation.by_prompt(records)
    assert [len(first.samples), len(first.tests)] == [5, 7]
    assert [len(second.samples), len(second.tests)] == [1, 2]


def test_prompts_with_one_continuation_cannot_be_adapted_to(tmp_path):
    with pytest.raises(HMMError, match="two continuations or more"):
        hmm_adaptation.by_prompt([{"prompt": "a", "tokens": [1]}])
    with pytest.raises(HMMError, match='none under "prompt"'):
        hmm_adaptation.by_prompt([{"tokens": [1]}])


def test_texts_are_spelt_anew_once(arguments, tmp_path):
    out = tmp_path / "again.jsonl"
    path = tmp_path / "one.jsonl"
    path.write_text(json.dumps({"prompt": "p", "tokens": [3]}) + "\n")
    hmm_adaptation.retokenised(path, arguments["source"], arguments["target"], out)
    assert json.loads(out.read_text()) == {"prompt": "p", "tokens": [1]}
    path.unlink()
    assert hmm_adaptation.retokenised(path, arguments["source"], arguments["target"], out) == out
