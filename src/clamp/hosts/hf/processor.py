"""Constrained decoding inside `transformers.GenerationMixin.generate`.

processor = ClampLogitsProcessor(constraint, prompt_length=inputs["input_ids"].shape[1])
model.generate(**inputs, logits_processor=LogitsProcessorList([processor]))
"""

# torch is only partly typed.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter

import numpy as np
import torch
from transformers import LogitsProcessor

from clamp.errors import ConstraintError, DeadEndError, HostError
from clamp.hosts.follower import Admissible, Scatter
from clamp.hosts.request import TokenConstraint, admits, bias


class _Finished:
    """Stands for the cursor of a row that has ended: whatever follows is padding."""


class _Inadmissible:
    """Stands for the cursor of a row that no constraint led to: a beam kept only to fill its group."""


_FINISHED, _INADMISSIBLE = _Finished(), _Inadmissible()


class ClampLogitsProcessor(LogitsProcessor):
    """Leaves finite exactly the scores of the tokens that a constraint admits after each row's prefix.

    State is keyed by what a row has generated, never by its position, so rows may be reordered, copied and
    dropped between steps: greedy search, sampling, beam search, ``num_return_sequences`` and left padding
    all work. Admissible scores pass through bit by bit; all others become ``-inf``. Place it last among your
    own processors: one that runs later could revive a forbidden token.

    Not for continuous batching, prompt lookup or assisted decoding, which show a processor tokens that it
    has not admitted; they raise instead of writing an unconstrained plan.

    A `clamp.Lookahead` in place of a constraint also adds λ·G to the admissible scores.

    Args:
        constraints: One constraint for every row, or one for each prompt of the batch. ``generate`` repeats
            each prompt ``max(num_beams, num_return_sequences)`` times; rows are matched accordingly.
        prompt_length: Columns of ``input_ids`` before the first generated token, left padding included;
            0 when generating from ``inputs_embeds``. Without it, the first call's ``input_ids`` are taken as
            the prompts, and the processor serves one ``generate`` call.

    Attributes:
        seconds: Time spent in this processor so far: masks, boundaries, scores, and the copies between them.
            On a GPU the wait for the model's scores is not in it.
        calls: Steps so far.

    Raises:
        ConstraintError: The number of rows or the width of the scores does not fit the constraints.
        DeadEndError: A row has no admissible token: no plan exists, or another processor banned them all; or
            the model's scores are NaN or infinite.
        GuidanceError: The weights of a lookahead leave none of a row's admissible tokens.
        HostError: The calls are not those of one supported ``generate`` call.
    """

    supports_continuous_batching: bool | None = False

    def __init__(
        self,
        constraints: TokenConstraint | Sequence[TokenConstraint],
        prompt_length: int | None = None,
    ):
        self.constraints = tuple(constraints) if isinstance(constraints, Sequence) else (constraints,)
        if not self.constraints:
            raise ConstraintError("ClampLogitsProcessor needs at least one constraint; the list is empty.")
        if prompt_length is not None and prompt_length < 0:
            raise ConstraintError(f"prompt_length must be 0 or more columns, not {prompt_length}.")
        self._given_prompt_length = prompt_length
        self._scatter = Scatter()
        self.seconds = 0.0
        self.calls = 0
        self.reset()

    def reset(self) -> None:
        """Forget the prefixes seen, so that the processor can serve another ``generate`` call."""
        self._cursors: dict[tuple[int, bytes], object] = {}
        self._prompt: torch.Tensor | None = None

    @torch.no_grad()
    def __call__(self, input_ids: torch.Tensor, scores: torch.Tensor) -> torch.Tensor:  # type: ignore[override]
        """Mask one step.

        Args:
            input_ids: ``[rows, columns]``, prompts and what was generated so far.
            scores: ``[rows, vocabulary]``, logits or log-probabilities of any float type, on any device.

        Returns:
            A new tensor like `scores`; the input is left as it was.
        """
        if scores.is_cuda:
            torch.cuda.current_stream(scores.device).synchronize()  # or the model's own work would be counted
        started = perf_counter()
        rows, columns = input_ids.shape
        if rows % len(self.constraints):
            raise ConstraintError(
                f"{len(self.constraints)} constraints for {rows} rows: the rows must be a multiple of the "
                "constraints (one constraint a prompt, times beams or returned sequences)."
            )
        repeats = rows // len(self.constraints)
        start = self._start_of_plan(input_ids)
        generated = np.ascontiguousarray(input_ids[:, start:].cpu().numpy(), dtype=np.int64)

        cursors: dict[tuple[int, bytes], object] = {}
        masked = torch.full_like(scores, -torch.inf)
        admissible: list[Admissible] = []
        for row in range(rows):
            which = row // repeats
            constraint = self.constraints[which]
            if constraint.vocabulary.size != scores.shape[1]:
                raise ConstraintError(width_message(constraint, scores.shape[1]))
            key = (which, generated[row].tobytes())
            if key not in cursors:
                cursors[key] = self._cursor(which, generated[row], alone=repeats == 1)
            cursor = cursors[key]
            if cursor is _INADMISSIBLE:
                continue
            if cursor is _FINISHED:
                # What generate() picks here is overwritten by padding, but sampling needs a finite score.
                masked[row, min(constraint.vocabulary.eos_ids)] = 0
                continue
            allowed = constraint.allowed(cursor)
            if allowed.size == 0:
                raise DeadEndError(_dead_end_message(constraint, row, columns - start))
            admissible.append(Admissible(row, allowed, bias(constraint, cursor)))
        if admissible:
            flat, kept, refused = self._scatter.pick(scores, admissible)
            for error in refused.values():
                raise error
            masked.view(-1).index_copy_(0, flat, kept)
        self._cursors = cursors
        self.calls += 1
        self.seconds += perf_counter() - started
        return masked

    def _start_of_plan(self, input_ids: torch.Tensor) -> int:
        """The column of the first generated token; checks that the calls belong together."""
        columns = input_ids.shape[1]
        if self._given_prompt_length is not None:
            if columns < self._given_prompt_length:
                raise HostError(
                    f"input_ids has {columns} columns, fewer than prompt_length={self._given_prompt_length}. "
                    "Count the columns of the padded batch; with inputs_embeds, give prompt_length=0."
                )
            return self._given_prompt_length
        prompt = self._prompt
        if prompt is None or (prompt.shape == input_ids.shape and torch.equal(prompt, input_ids)):
            self._prompt, self._cursors = input_ids.clone(), {}
            return columns
        start = prompt.shape[1]
        follows = (
            columns > start
            and input_ids.shape[0] == prompt.shape[0]
            and torch.equal(input_ids[:, :start], prompt)
            and self._knows_parents(input_ids[:, start:])
        )
        if not follows:
            raise HostError(
                "This call does not continue the generation that this ClampLogitsProcessor began. Was it "
                "reused for another prompt (call reset(), or make one for each generate() call), or used "
                "with prompt lookup or assisted decoding (not supported)?"
            )
        return start

    def _knows_parents(self, generated: torch.Tensor) -> bool:
        repeats = generated.shape[0] // len(self.constraints)
        parents = np.ascontiguousarray(generated[:, :-1].cpu().numpy(), dtype=np.int64)
        return all((row // repeats, parents[row].tobytes()) in self._cursors for row in range(len(parents)))

    def _cursor(self, which: int, generated: np.ndarray, *, alone: bool) -> object:
        """The cursor after a row's tokens: one step from its parent, or replayed if that is unknown."""
        constraint = self.constraints[which]
        if generated.size == 0:
            return constraint.initial()
        parent = self._cursors.get((which, generated[:-1].tobytes()))
        if parent is not None:
            return self._step(constraint, parent, generated, len(generated) - 1, alone=alone)
        cursor: object = constraint.initial()
        for position in range(len(generated)):
            cursor = self._step(constraint, cursor, generated, position, alone=alone)
        return cursor

    def _step(
        self,
        constraint: TokenConstraint,
        cursor: object,
        generated: np.ndarray,
        position: int,
        *,
        alone: bool,
    ) -> object:
        if cursor is _FINISHED or cursor is _INADMISSIBLE:
            return cursor
        token = int(generated[position])
        if not admits(constraint, cursor, token):
            if not alone:
                return _INADMISSIBLE
            raise DeadEndError(
                f"Generated token {position} is {token} "
                f"({constraint.vocabulary.bytes_of(token)!r}), which the constraint did not admit there. Did "
                "another processor run after ClampLogitsProcessor, is prompt_length wrong, or is this prompt "
                "lookup or assisted decoding (not supported)?"
            )
        if token in constraint.vocabulary.eos_ids:
            return _FINISHED
        return constraint.advance(cursor, token)


def width_message(constraint: TokenConstraint, width: int) -> str:
    """Says that a vocabulary does not have the model's width, and how to make one that has."""
    vocabulary = constraint.vocabulary
    return (
        f"The model scores {width} tokens, but Vocabulary {vocabulary.name!r} has {vocabulary.size}. Models "
        f"pad their vocabularies: build it with Vocabulary.from_tokenizer(tokenizer, size={width}), from "
        "this model's own tokenizer."
    )


def _dead_end_message(constraint: TokenConstraint, row: int, generated: int) -> str:
    failure = constraint.failure()
    if failure is not None and generated == 0:
        return f"Row {row}: no plan exists ({failure.cause}): {failure.message}"
    return (
        f"Row {row}: no token is admissible after {generated} generated tokens, though each was admitted. "
        "A search limit may have left continuations undecided; raise the constraint's limits."
    )
