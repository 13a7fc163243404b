"""Constrained decoding inside `transformers.GenerationMixin.generate`: each row's text has a follower.

processor = ClampLogitsProcessor(constraint, prompt_length=inputs["input_ids"].shape[1])
model.generate(**inputs, logits_processor=LogitsProcessorList([processor]))
"""

# torch is only partly typed.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter
from typing import Any

import numpy as np
import torch
from transformers import LogitsProcessor

from clamp import checks
from clamp.decoding import Constraint
from clamp.decoding.weights import checked_constraint
from clamp.errors import ConstraintError, ForbiddenTokenError, HostError
from clamp.hosts.follower import Follower, width_message
from clamp.hosts.scores import ScoreMask


class ClampLogitsProcessor(LogitsProcessor):
    """Leaves finite exactly the scores of the tokens that a constraint admits after each row's prefix.

    State is keyed by what a row has generated, never by its position, so rows may be reordered, copied and
    dropped between steps: greedy search, sampling, beam search, ``num_return_sequences`` and left padding
    all work. Admissible scores pass through bit by bit; all others become ``-inf``. Place it last among your
    own processors: one that runs later could revive a forbidden token.

    In assisted decoding and prompt lookup, drafts are judged by the masked scores like any other token. Give
    `prompt_length` there: `generate` goes back and forth in the text, which is otherwise refused. An assistant with
    the same tokenizer, an early exit and prompt lookup draft under the same mask, so greedy search writes what it
    writes without them. A draft made without the mask (by an assistant with another tokenizer, for one) that
    is not admissible is a `ForbiddenTokenError`. Not for continuous batching, for which transformers drops it.

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
        ConstraintError: An argument is of another kind, or the number of rows, or the width of the scores, does not
            fit the constraints.
        DeadEndError: A row has no admissible token: no plan exists, or the search limits were reached; as a
            `ModelScoresError`, if another processor banned them all, or the model's scores are NaN or
            infinite; as a `ForbiddenTokenError`, if something else chose a token.
        GuidanceError: The weights of a lookahead leave none of a row's admissible tokens.
        HostError: The calls are not those of one supported ``generate`` call.
    """

    supports_continuous_batching: bool | None = False

    def __init__(
        self,
        constraints: Constraint[Any] | Sequence[Constraint[Any]],
        prompt_length: int | None = None,
    ):
        given = constraints if isinstance(constraints, Sequence) else (constraints,)
        self.constraints = tuple(checked_constraint("constraints", one) for one in given)
        if not self.constraints:
            raise ConstraintError("ClampLogitsProcessor needs at least one constraint; the list is empty.")
        if prompt_length is not None:
            hint = "It counts columns, left padding included; 0 when generating from inputs_embeds."
            prompt_length = checks.whole("prompt_length", prompt_length, least=0, hint=hint)
        self._given_prompt_length = prompt_length
        self._mask = ScoreMask()
        self.seconds = 0.0
        self.calls = 0
        self.reset()

    def reset(self) -> None:
        """Forget the prefixes seen, so that the processor can serve another ``generate`` call."""
        self._known: dict[tuple[int, bytes], Follower | None] = {}
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
        _check_tensors(input_ids, scores)
        if scores.is_cuda:
            torch.cuda.current_stream(scores.device).synchronize()  # or the model's own work would be counted
        started = perf_counter()
        rows = len(input_ids)
        if rows % len(self.constraints):
            raise ConstraintError(
                f"{len(self.constraints)} constraints for {rows} rows: the rows must be a multiple of the "
                "constraints (one constraint a prompt, times beams or returned sequences)."
            )
        repeats = rows // len(self.constraints)
        start = self._start_of_plan(input_ids)
        generated = np.ascontiguousarray(input_ids[:, start:].cpu().numpy(), dtype=np.int64)

        known: dict[tuple[int, bytes], Follower | None] = {}
        masked = torch.full_like(scores, -torch.inf)
        followers: dict[int, Follower] = {}
        for row in range(rows):
            which = row // repeats
            key = (which, generated[row].tobytes())
            if key not in known:
                known[key] = self._follower(which, generated[row], alone=repeats == 1)
            follower = known[key]
            if follower is None:
                continue
            if follower.ended:
                if (constraint := self.constraints[which]).vocabulary.size != scores.shape[1]:
                    raise ConstraintError(width_message(constraint, scores.shape[1]))
                # What generate() picks here is overwritten by padding, but sampling needs a finite score.
                masked[row, min(follower.eos)] = 0
                continue
            followers[row] = follower
        picked = self._mask.of(scores, followers)
        for row, error in picked.refused.items():
            error.add_note(f"This is row {row} of {rows}.")
            raise error
        picked.write(masked)
        self._known = known
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
            self._prompt, self._known = input_ids.clone(), {}
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
                "with prompt lookup or assisted decoding (which need `prompt_length`)?"
            )
        return start

    def _knows_parents(self, generated: torch.Tensor) -> bool:
        repeats = generated.shape[0] // len(self.constraints)
        parents = np.ascontiguousarray(generated[:, :-1].cpu().numpy(), dtype=np.int64)
        return all((row // repeats, parents[row].tobytes()) in self._known for row in range(len(parents)))

    def _follower(self, which: int, generated: np.ndarray, *, alone: bool) -> Follower | None:
        """The follower of a row's tokens: forked from its parent's, or made anew if that is unknown.

        ``None`` for a row that no constraint led to: a beam kept only to fill its group.
        """
        constraint = self.constraints[which]
        parent = (which, generated[:-1].tobytes())
        if generated.size and parent in self._known:
            found = self._known[parent]
            follower, tokens = None if found is None else found.fork(), generated[-1:]
        else:
            follower, tokens = Follower(constraint, constraint.vocabulary.eos_ids), generated
        if follower is None:
            return None
        try:
            for token in tokens.tolist():
                follower.step(token)
        except ForbiddenTokenError:
            if alone:
                raise
            return None
        return follower


def _check_tensors(input_ids: object, scores: object) -> None:
    """Refuse what `generate` would not give.

    Raises:
        ConstraintError: If one is no matrix of its kind, or they have different numbers of rows.
    """
    meant = "a tensor of shape [rows, columns] that holds the tokens so far"
    ids = checks.instance("input_ids", input_ids, torch.Tensor, what=meant)
    if ids.ndim != 2 or ids.is_floating_point() or ids.is_complex() or ids.dtype is torch.bool:
        raise ConstraintError(f"`input_ids` is {meant}, not one of {ids.dtype} and shape {list(ids.shape)}.")
    meant = "a tensor of shape [rows, vocabulary] that holds the model's scores"
    found = checks.instance("scores", scores, torch.Tensor, what=meant)
    if found.ndim != 2 or not found.is_floating_point():
        raise ConstraintError(f"`scores` is {meant}, not one of {found.dtype} and shape {list(found.shape)}.")
    if found.is_meta or ids.is_meta or found.layout is not torch.strided:
        raise ConstraintError("`input_ids` and `scores` are dense tensors on a device that holds numbers.")
    if len(ids) != len(found):
        raise ConstraintError(
            f"`input_ids` has {checks.count(len(ids), 'row')}, but `scores` has {len(found)}: each text has one row in "
            "both."
        )
