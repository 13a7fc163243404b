"""A transformers model as a source of continuations and hidden states, for distilling an HMM from it."""

# torch and transformers are only partly typed.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from clamp.errors import HostError
from clamp.hmm.corpus import Continuation
from clamp.hosts.models import LoadedModel


class ModelSampler:
    """Samples unconstrained continuations from the model's own distribution.

    A continuation includes the token that ended it, unless it was cut at `max_new_tokens`.

    Args:
        loaded: The model and its tokenizer.
        max_new_tokens: Longest continuation.
        temperature: 1 samples the model's distribution as it is.
    """

    def __init__(self, loaded: LoadedModel, *, max_new_tokens: int = 256, temperature: float = 1.0) -> None:
        if max_new_tokens < 1 or not temperature > 0:
            raise HostError(
                "Sampling needs max_new_tokens of at least 1 and a positive temperature, not "
                f"{max_new_tokens} and {temperature}."
            )
        self._loaded = loaded
        self._options: dict[str, Any] = {
            "do_sample": True,
            "temperature": temperature,
            "top_k": 0,
            "top_p": 1.0,
            "max_new_tokens": max_new_tokens,
        }

    @torch.inference_mode()
    def __call__(self, prompts: Sequence[str], seed: int) -> list[Continuation]:
        """One continuation of each prompt, with its confidence; the same seed gives the same ones."""
        model: Any = self._loaded.model
        inputs = _left_padded(self._loaded, prompts)
        with torch.random.fork_rng():
            torch.manual_seed(seed)
            output = model.generate(
                **inputs,
                **self._options,
                pad_token_id=_padding(self._loaded),
                return_dict_in_generate=True,
                output_logits=True,
            )
        written = output.sequences[:, inputs["input_ids"].shape[1] :]
        picked = [
            torch.log_softmax(logits.float(), dim=-1).gather(1, column[:, None])[:, 0]
            for logits, column in zip(output.logits, written.T, strict=True)
        ]
        logs = torch.stack(picked, dim=1)
        ends = _end_ids(model)
        found: list[Continuation] = []
        for row, values in zip(written.tolist(), logs, strict=True):
            length = next((n for n, token in enumerate(row, 1) if token in ends), len(row))
            confidence = float(values[:length].mean().exp())
            found.append(Continuation(row[:length], confidence))
        return found


class ModelEncoder:
    """The model's last hidden states along continuations, for the start of learning."""

    def __init__(self, loaded: LoadedModel) -> None:
        self._loaded = loaded

    @torch.inference_mode()
    def __call__(
        self, prompts: Sequence[str], continuations: Sequence[Sequence[int]]
    ) -> list[NDArray[np.float32]]:
        """The states at the prompt's last token and the continuation's n, [n + 1, D]."""
        model: Any = self._loaded.model
        found: list[NDArray[np.float32]] = []
        for prompt, tokens in zip(prompts, continuations, strict=True):
            begun: list[int] = self._loaded.tokenizer.encode(prompt, add_special_tokens=False)
            ids = torch.tensor([[*begun, *tokens]], device=model.device)
            states = model(ids, output_hidden_states=True, use_cache=False).hidden_states[-1][0]
            found.append(states[len(begun) - 1 :].float().cpu().numpy())
        return found


def _left_padded(loaded: LoadedModel, prompts: Sequence[str]) -> dict[str, torch.Tensor]:
    tokenizer: Any = loaded.tokenizer
    rows: list[list[int]] = [tokenizer.encode(prompt, add_special_tokens=False) for prompt in prompts]
    empty = [number for number, row in enumerate(rows) if not row]
    if empty:
        raise HostError(f"Prompt {empty[0]} has no tokens; there is nothing to continue.")
    width = max(map(len, rows))
    pad = _padding(loaded)
    device = loaded.model.device
    return {
        "input_ids": torch.tensor([[pad] * (width - len(row)) + row for row in rows], device=device),
        "attention_mask": torch.tensor(
            [[0] * (width - len(row)) + [1] * len(row) for row in rows], device=device
        ),
    }


def _end_ids(model: Any) -> set[int]:
    ends = model.generation_config.eos_token_id
    return set() if ends is None else {ends} if isinstance(ends, int) else set(ends)


def _padding(loaded: LoadedModel) -> int:
    tokenizer: Any = loaded.tokenizer
    if tokenizer.pad_token_id is not None:
        return int(tokenizer.pad_token_id)
    return min(_end_ids(loaded.model), default=0)
