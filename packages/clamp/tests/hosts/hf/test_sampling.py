"""Sampling and encoding: two paths give the same, and both give what one plain forward pass gives."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from tiny_models import model, tokenizer  # noqa: E402

from clamp.errors import HostError  # noqa: E402
from clamp.hosts.hf.models import LoadedModel  # noqa: E402
from clamp.hosts.hf.sampling import ModelEncoder, ModelSampler, encoded  # noqa: E402

COMMON = "You write plans for a robot. Actions: go, pick, place. Format: one action a line. "
PROMPTS = [
    COMMON + "Task: tidy up",
    COMMON + "Task: tidy up",
    COMMON + "Task: wash the red cup",
    COMMON + "Go",
]


def loaded(kind: str = "llama") -> LoadedModel:
    return LoadedModel(model(kind), tokenizer(), f"tiny-{kind}")


def logits(kind: str, tokens: list[int]) -> Any:
    with torch.inference_mode():
        return model(kind)(torch.tensor([tokens]), use_cache=False).logits[0].double()


@pytest.mark.parametrize(("kind", "shared"), [("llama", True), ("llama", False), ("mistral-window", None)])
@pytest.mark.parametrize("temperature", [1.0, 0.5])
def test_each_token_is_where_its_number_falls_in_the_models_distribution(kind, shared, temperature):
    """The draw by its definition, over one forward pass a text: no cache, no batch."""
    longest = 12
    source = loaded(kind)
    sampler = ModelSampler(
        source, max_new_tokens=longest, temperature=temperature, opening="go(", shared_prefix=shared
    )
    opening = list(encoded(source, "go("))
    ends = {tokenizer().eos_token_id}
    for prompts in (PROMPTS, PROMPTS[2:]):  # what is kept of the first call serves the second
        texts = sampler(prompts, 5)
        uniform = np.random.default_rng(5).random((len(prompts), longest - len(opening)))
        for prompt, numbers, text in zip(prompts, uniform, texts, strict=True):
            written = list(text.tokens)
            assert written[: len(opening)] == opening
            begun = encoded(source, prompt)
            scores = logits(kind, [*begun, *written])[len(begun) + len(opening) - 1 : -1]
            drawn = written[len(opening) :]
            cumulative = torch.softmax(scores / temperature, dim=-1).cumsum(dim=-1)
            for number, token, row in zip(numbers, drawn, cumulative, strict=False):
                assert row[token] > number - 1e-5
                assert token == 0 or row[token - 1] <= number + 1e-5
            assert not ends & set(written[:-1])
            assert len(written) == longest or written[-1] in ends
            picked = torch.log_softmax(scores, dim=-1).gather(1, torch.tensor(drawn)[:, None])
            assert text.confidence == pytest.approx(float(picked.mean().exp()), rel=1e-4)


@pytest.mark.parametrize("shared", [True, False])
def test_rows_that_end_make_room_and_change_nothing(shared, monkeypatch):
    """With half of the vocabulary ending a text, rows leave at every step."""
    source = loaded()
    ends = list(range(0, source.model.config.vocab_size, 2))
    monkeypatch.setattr(source.model.generation_config, "eos_token_id", ends)
    sampler = ModelSampler(source, max_new_tokens=9, shared_prefix=shared)
    texts = sampler(PROMPTS * 3, 1)
    lengths = {len(text.tokens) for text in texts}
    assert len(lengths) > 1
    alone = ModelSampler(source, max_new_tokens=9, shared_prefix=False)(PROMPTS * 3, 1)
    assert [text.tokens for text in texts] == [text.tokens for text in alone]
    for text in texts:
        assert not set(ends) & set(text.tokens[:-1])
        assert len(text.tokens) == 9 or text.tokens[-1] in ends


@pytest.mark.parametrize("kind", ["llama", "mistral-window"])
def test_states_are_those_of_one_plain_forward_pass(kind):
    source = loaded(kind)
    encoder = ModelEncoder(source)
    for prompts in (PROMPTS, PROMPTS[1:], ["Go", "Wash"]):
        texts = [[5, 6, 7], [8], [], [9, 10]][: len(prompts)]
        for prompt, text, states in zip(prompts, texts, encoder(prompts, texts), strict=True):
            begun = encoded(source, prompt)
            with torch.inference_mode():
                output = model(kind)(
                    torch.tensor([[*begun, *text]]), use_cache=False, output_hidden_states=True
                )
            expected = output.hidden_states[-1][0, len(begun) - 1 :].numpy()
            assert states.shape == expected.shape == (len(text) + 1, expected.shape[1])
            assert states == pytest.approx(expected, abs=1e-4)


def test_what_cannot_be_sampled_is_refused(monkeypatch):
    with pytest.raises(HostError, match="cannot serve 'tiny-mistral-window'"):
        ModelSampler(loaded("mistral-window"), shared_prefix=True)
    with pytest.raises(HostError, match="leaves none to sample"):
        ModelSampler(loaded(), max_new_tokens=2, opening="go(table)")
    source = loaded()
    head = source.model.get_output_embeddings()
    monkeypatch.setattr(head, "forward", lambda states: torch.full((*states.shape[:-1], 345), torch.nan))
    with pytest.raises(HostError, match="not numbers"):
        ModelSampler(source, max_new_tokens=3)(PROMPTS, 0)
