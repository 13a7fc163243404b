"""Texts that a model in a vLLM engine writes freely, to learn from them."""

# vLLM is not there when types are checked.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any, Unpack

import numpy as np

from clamp.hmm.corpus import Continuation
from clamp.hosts.sampling import SamplerSettings, SamplingPlan, check_room, continuation
from clamp.hosts.vllm.planner import VLLMPlanner


class VLLMSampler:
    """Samples unconstrained continuations from the distribution of an engine's model; the engine draws the tokens.

    Args:
        planner: Holds the engine.
        settings: See `SamplerSettings`.

    Raises:
        HostError: As `SamplingPlan`.
    """

    def __init__(self, planner: VLLMPlanner, **settings: Unpack[SamplerSettings]) -> None:
        tokenizer = planner.tokenizer
        self._plan = SamplingPlan(
            lambda text: tuple(tokenizer.encode(text, add_special_tokens=False)), **settings
        )
        self._planner = planner

    def __call__(self, prompts: Sequence[str], seed: int, first: int = 0) -> list[Continuation]:
        """As `clamp.hosts.sampling.ContinuationSampler`."""
        plan, starts = self._plan, self._plan.starts(prompts)
        left = plan.max_new_tokens - len(plan.opening)
        check_room(self._planner, starts, left)
        seeds = np.random.default_rng(seed).integers(0, 1 << 31, first + len(starts))[first:]
        make: Any = import_module("vllm").SamplingParams
        params = [
            make(
                temperature=plan.temperature,
                seed=int(own),
                max_tokens=left,
                stop_token_ids=sorted(self._planner.vocabulary.eos_ids),
                logprobs=0,  # of what was drawn alone
                detokenize=False,
            )
            for own in seeds
        ]
        given = [{"prompt_token_ids": list(start)} for start in starts]
        outputs: list[Any] = self._planner.llm.generate(given, params, use_tqdm=False)
        found: list[Continuation] = []
        for output in outputs:
            written = output.outputs[0]
            tokens = [int(token) for token in written.token_ids]
            logs = [
                float(entries[token].logprob) for token, entries in zip(tokens, written.logprobs, strict=True)
            ]
            found.append(continuation([*plan.opening, *tokens], logs))
        return found
