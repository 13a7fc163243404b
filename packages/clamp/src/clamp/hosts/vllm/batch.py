"""A logits processor for vLLM's engine that gives each request of the batch its own constraint.

It imports nothing of vLLM, so that it can be tested without;
`clamp.hosts.vllm.processor` adds the base classes. vLLM has two interfaces for logits processors, and this
class has the methods of both. The V1 model runner's rows are requests, of whose movements `update_state` is
told; Model Runner V2 gives requests slots that never move, and says at each step which row is which slot's.
"""

# torch is only partly typed, and vLLM is not there when types are checked.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import torch

from clamp.automata import Vocabulary
from clamp.decoding import Constraint
from clamp.decoding.diagnosis import Cause
from clamp.errors import ClampError, ConstraintError, DeadEndError, GuidanceError, HMMError, HostError
from clamp.hmm import HMM
from clamp.hosts.follower import Follower, width_message
from clamp.hosts.scores import ScoreMask
from clamp.serve.admission import admit, start_workshop, wait_for_workshop
from clamp.serve.allowance import operator_caps
from clamp.serve.description import (
    HMM_VARIABLE,
    KEY,
    ConstraintSpec,
    Handed,
    check_request,
    operator_hmms,
    read_carried,
)
from clamp.serve.processes import end_with_server, meeting_place
from clamp.serve.remote import Line, OutOfTime, Patience, report, served
from clamp.threads import Recent

_KEPT_CONSTRAINTS = 16
_START_SECONDS = 120.0
_PATIENT_SECONDS = 5.0
"""For a step of an engine of several ranks, which must not disagree about what came in time."""

_SEVERAL_ROWS = "Is this speculative decoding, or a batch that is sharded over devices (not supported)?"

_log = logging.getLogger("clamp.vllm")


@dataclass(eq=False)
class _Request:
    """A constrained request in the batch.

    Attributes:
        tokens: What it has written so far, as the V1 model runner keeps it; it grows.
        handed: What its planner wants to know, if it runs in this process.
        why: Why it has to end; ``None`` while its constraint is enforced.
        spec: What it describes, if it carries a description.
    """

    follower: Follower
    tokens: Sequence[int] = ()
    handed: Handed | None = None
    why: str | None = None
    spec: ConstraintSpec | None = None

    @property
    def chooses(self) -> bool:
        """Whether its tokens are chosen by who handed the constraint over."""
        return self.handed is not None and self.handed.choose is not None

    def end(self, error: Exception) -> None:
        """Let it write nothing more, because its constraint cannot be enforced."""
        if self.why is not None:
            return
        self.why = (
            str(error) if isinstance(error, ClampError) else f"{type(error).__name__}: {str(error)[:300]}"
        )
        _log.error("A constraint cannot be enforced, so its request ends without a plan: %s", self.why)
        if self.handed is not None:
            self.handed.refusal = self.why
            if isinstance(error, DeadEndError) and not isinstance(error, HostError):
                self.handed.stopped = self.follower.count, self.follower.failed(error)
        if self.spec is not None:
            with contextlib.suppress(ClampError):  # who waits is told by the log alone, then
                report(meeting_place(), self.spec, self.why, _cause_of(error))


def _cause_of(error: Exception) -> Cause:
    """The cause of the failure that a request ends with."""
    if isinstance(error, OutOfTime):
        return "limit"
    if isinstance(error, GuidanceError):
        return "guidance"
    return "dead-end" if isinstance(error, DeadEndError) else "uncertified"


class BatchProcessor:
    """Keeps the scores of exactly the tokens that each request's own constraint admits, and adds its bias.

    Requests without a description are left alone. A request whose constraint cannot be enforced, or not any
    more, ends at once and alone: its text is empty or breaks off, and the log says why.

    Args:
        vllm_config: The engine's configuration.
        rest: ``device, is_pin_memory`` from the V1 model runner, ``req_states`` from Model Runner V2.

    Attributes:
        demands: Whether requests without a description are refused.
        vocabulary: The engine's tokens.
        hmms: What weighs plans where a request asks for guidance, by the names that requests say.

    Raises:
        HostError: If the engine cannot be constrained: speculative decoding, no tokenizer, an unknown
            interface.
        VocabularyError: If its tokenizer does not cover the bytes that plans are written in.
        HMMError: If the HMM belongs to another tokenizer.
    """

    demands = False

    def __init__(self, vllm_config: Any, *rest: Any) -> None:
        if len(rest) not in (1, 2):
            raise HostError(
                f"This vLLM makes logits processors from {len(rest) + 1} arguments; CLAMP knows its "
                "interfaces with 2 (Model Runner V2) and 3 (V1)."
            )
        self._states: Any = rest[0] if len(rest) == 1 else None
        if getattr(vllm_config, "speculative_config", None) is not None:
            raise HostError(
                "Constraints and speculative decoding do not go together: drafts are accepted that no "
                "constraint has seen. Start the engine without speculative_config."
            )
        model_config = vllm_config.model_config
        if getattr(model_config, "is_diffusion", False):
            raise HostError("Constraints need text that is written from left to right, not by diffusion.")
        self.vocabulary, self.hmms = engine_tokens(model_config, self.read_tokenizer(model_config))
        self._rows: dict[int, _Request] = {}
        self._slots: dict[int, _Request] = {}
        self._built: Recent[str, Constraint[Any]] = Recent(_KEPT_CONSTRAINTS)
        self._mask = ScoreMask()
        self._ended: float | None = None
        self._caps = operator_caps()
        end_with_server()
        wait_for_workshop(_START_SECONDS)
        parallel: Any = getattr(vllm_config, "parallel_config", None)
        ranks = int(getattr(parallel, "tensor_parallel_size", 1) or 1)
        if ranks > 1 and int(getattr(parallel, "nnodes", 1) or 1) > 1:
            raise HostError(
                "Tensor parallelism over several machines is not supported: the ranks of an engine ask one "
                "process what may come next, and it serves one machine. Keep its ranks on one."
            )
        self._patience = Patience(self._caps.step if ranks == 1 else _PATIENT_SECONDS)

    @staticmethod
    def read_tokenizer(model_config: Any) -> Any:
        """The engine's tokenizer, or ``None``."""
        raise NotImplementedError

    @classmethod
    def validate_params(cls, sampling_params: Any) -> None:
        """Refuse a request before it runs; servers answer HTTP 400.

        Raises:
            ConstraintError: If its constraint makes no sense, has no plan, or could not be enforced beside
                the request's other settings.
        """
        carried = check_request(sampling_params, demands=cls.demands)
        if isinstance(carried, ConstraintSpec):
            admit(carried)

    def is_argmax_invariant(self) -> bool:
        """Whether greedy choices stay as they are: they do not."""
        return False

    # ------------------------------------------------------------------ the V1 model runner

    def update_state(self, batch_update: Any) -> None:
        """Follow the rows of the batch: requests leave, come, and move, in this order."""
        if batch_update is None:
            return
        for row in batch_update.removed:
            self._rows.pop(row, None)
        for row, params, _, tokens in batch_update.added:
            self._enter(self._rows, row, params, tokens)
        for first, second, direction in batch_update.moved:
            one, other = self._rows.pop(first, None), self._rows.pop(second, None)
            if one is not None:
                self._rows[second] = one
            if other is not None and direction.name == "SWAP":
                self._rows[first] = other

    # ------------------------------------------------------------------ Model Runner V2

    def add_request(self, req_idx: int, sampling_params: Any) -> bool:
        """A request takes a slot, in which another may have been; whether it is constrained.

        Nobody says when a request leaves its slot, so one that has ended stays here until another comes; it
        costs nothing then, because only slots that are in the batch are looked at.
        """
        return self._enter(self._slots, req_idx, sampling_params, ())

    def apply_staged_writes(self) -> None:
        """Nothing is staged."""

    # ------------------------------------------------------------------ both

    @torch.no_grad()
    def apply(self, logits: torch.Tensor, ctx: Any = None) -> torch.Tensor:
        """Mask one step, in place.

        Args:
            logits: ``[rows, vocabulary]``, float32.
            ctx: Model Runner V2's layout of the rows.

        A row whose constraint cannot be enforced ends, whatever the reason; the others go on.

        Raises:
            HostError: If the rows are not those that were announced.
        """
        if not (self._rows if ctx is None else self._constrained_slots(ctx)):
            return logits
        if logits.is_cuda:
            torch.cuda.current_stream(logits.device).synchronize()  # or the model's work would be counted
        started = perf_counter()
        if self._ended is not None:  # the least counts, so whatever else came between does no harm
            for row in (self._rows if ctx is None else self._slots).values():
                row.follower.paced((started - self._ended) / len(logits))
        requests = self._follow_rows(len(logits)) if ctx is None else self._follow_slots(len(logits), ctx)
        if not requests:
            return logits
        logits = logits.contiguous()
        if logits.shape[1] != self.vocabulary.size:
            why = (
                f"The engine scores {logits.shape[1]} tokens, but its configuration says "
                f"{self.vocabulary.size}. Are there LoRA adapters with tokens of their own (not supported)?"
            )
            for _, request in requests:
                request.end(HostError(why))
        by_row = dict(requests)
        chosen = {row: self._chosen(request, logits[row]) for row, request in requests if request.chooses}
        going = {
            row: request.follower for row, request in requests if request.why is None and not request.chooses
        }
        picked = self._mask.of(logits, going)
        self._patience.begin()  # for the next step, which begins with what comes and goes
        for row, error in picked.refused.items():
            by_row[row].end(error)
        if len(requests) == len(logits):
            logits.fill_(-torch.inf)
        else:
            logits[list(by_row)] = -torch.inf
        picked.write(logits)
        for row, token in chosen.items():
            logits[row, token] = 0.0
        ended = [row for row, request in requests if request.why is not None]
        if ended:
            logits[ended, min(self.vocabulary.eos_ids)] = 0.0
        self._ended = perf_counter()
        share = (self._ended - started) / len(requests)
        for _, request in requests:
            if request.handed is not None:
                request.handed.seconds += share
        return logits

    def _chosen(self, request: _Request, scores: torch.Tensor) -> int:
        """The token that whoever handed the constraint over chooses; the end of the text, if there is none."""
        assert request.handed is not None
        assert request.handed.choose is not None
        token: int | None = None
        if request.why is None:
            try:
                token = request.handed.choose(request.follower.count, scores.float().cpu().numpy())
            except Exception as error:  # Whatever it is, it must not end the others.
                request.end(error)
        return min(self.vocabulary.eos_ids) if token is None else token

    def _follow(self, request: _Request, read: Callable[[Follower], None]) -> None:
        """Let a request's follower read what was written; if it cannot, the request ends."""
        if request.why is not None:
            return
        try:
            read(request.follower)
        except Exception as error:
            request.end(error)

    def _follow_rows(self, count: int) -> list[tuple[int, _Request]]:
        for row in self._rows:
            if row >= count:
                raise HostError(
                    f"A constrained request is in row {row}, but there are scores of {count} rows only. "
                    f"{_SEVERAL_ROWS}"
                )
        requests = sorted(self._rows.items(), key=lambda one: one[1].follower.seconds)
        for _, request in requests:
            tokens = request.tokens
            self._follow(request, lambda follower, tokens=tokens: follower.follow(tokens))
        return requests

    def _constrained_slots(self, ctx: Any) -> bool:
        """Whether a constrained request is in the batch."""
        return bool(self._slots) and not self._slots.keys().isdisjoint(ctx.idx_mapping_np.tolist())

    def _follow_slots(self, count: int, ctx: Any) -> list[tuple[int, _Request]]:
        slots: list[int] = ctx.expanded_idx_mapping.tolist()
        if len(slots) != count or len(set(slots)) != count:
            raise HostError(
                f"There are {count} rows of scores for the requests {slots}; CLAMP needs one row a request. "
                f"{_SEVERAL_ROWS}"
            )
        positions: list[int] = ctx.pos.tolist()
        fed: list[int] = ctx.input_ids.tolist()
        followed: list[tuple[int, _Request]] = []
        for row, slot in enumerate(slots):
            request = self._slots.get(slot)
            if request is None:
                continue
            follower, prompt = request.follower, int(self._states.prompt_len.np[slot])
            written = positions[row] + 1 - prompt
            if written < 0:
                continue  # The prompt is being read in chunks; nothing is taken from this row.
            if written == follower.count + 1:
                self._follow(request, lambda follower, token=fed[row]: follower.step(token))
            elif written != follower.count and request.why is None:
                history: list[int] = self._states.all_token_ids.gpu[slot, prompt : prompt + written].tolist()
                self._follow(request, lambda follower, tokens=history: follower.follow(tokens))
            followed.append((row, request))
        return sorted(followed, key=lambda one: one[1].follower.seconds)

    def _enter(self, places: dict[int, _Request], place: int, params: Any, tokens: Sequence[int]) -> bool:
        """A request comes to a row or a slot; whether it is constrained."""
        places.pop(place, None)
        extra: dict[str, Any] = params.extra_args or {}
        if KEY not in extra and not self.demands:
            return False
        request = _Request(Follower(None, self.vocabulary.eos_ids), tokens)
        places[place] = request
        try:
            if KEY not in extra:
                raise ConstraintError(f"The request has no extra argument {KEY!r}.")
            carried = read_carried(extra[KEY])
            request.handed = carried if isinstance(carried, Handed) else None
            request.spec = carried if isinstance(carried, ConstraintSpec) else None
            foreign = set(params.stop_token_ids or ()) - self.vocabulary.eos_ids
            if foreign:
                raise ConstraintError(f"The stop tokens {sorted(foreign)} would cut a plan short.")
            constraint = self._constraint(carried)
            if request.chooses:
                return True  # its tokens are followed by who chooses them
            request.follower = Follower(constraint, self.vocabulary.eos_ids)
            if request.follower.stuck:
                raise ConstraintError("There is no plan to write.")
        except Exception as error:  # Whatever it is, it must not end the others.
            request.end(error)
        return True

    def _constraint(self, carried: ConstraintSpec | Handed) -> Constraint[Any]:
        """What a request carries, over the engine's tokens; built once for equal descriptions."""
        if isinstance(carried, Handed):
            theirs, ours = carried.constraint.vocabulary, self.vocabulary
            if theirs.size != ours.size:
                raise ConstraintError(width_message(carried.constraint, ours.size))
            if theirs.eos_ids != ours.eos_ids:
                raise ConstraintError(
                    f"The constraint's texts end with the tokens {sorted(theirs.eos_ids)}, the engine's with "
                    f"{sorted(ours.eos_ids)}. Build it over the planner's own vocabulary."
                )
            return carried.constraint
        found = self._built.get(carried.digest)
        line: Line | None = getattr(found and found.hard, "line", None)
        if found is None or (line is not None and not line.alive):
            found = self._build(carried)
            self._built.keep(carried.digest, found)
        return found

    def _build(self, spec: ConstraintSpec) -> Constraint[Any]:
        if not spec.guidance:
            return served(spec, start_workshop(), self._patience, self.vocabulary)
        # Goal masses ask about more states than a bench could be asked for, so this is planned for here.
        return spec.build(
            self.vocabulary,
            self.hmms[spec.chosen_hmm],
            self._caps.model_copy(update={"seconds": self._caps.step}),
        )


def engine_tokens(model_config: Any, tokenizer: Any) -> tuple[Vocabulary, dict[str, HMM]]:
    """The tokens of a vLLM engine, and the HMMs that its operator gave it, by name.

    Raises:
        HostError, VocabularyError: See `engine_vocabulary`.
        HMMError: If the HMM cannot be read, or is one over other tokens.
    """
    vocabulary, hmms = engine_vocabulary(model_config, tokenizer), dict[str, HMM]()
    for name, folder in operator_hmms().items():
        hmm = hmms[name] = HMM.from_pretrained(folder, tokenizer=tokenizer)
        if hmm.vocab_size != vocabulary.size:
            raise HMMError(
                f"The HMM in {folder} ({HMM_VARIABLE}) has {hmm.vocab_size} tokens, and the model "
                f"{model_config.model!r} scores {vocabulary.size}. Models pad their vocabularies: distil it from this "
                f"model itself, or carry it over with `clamp remap --target-vocab-size {vocabulary.size}`."
            )
    return vocabulary, hmms


def engine_vocabulary(model_config: Any, tokenizer: Any) -> Vocabulary:
    """The tokens of a vLLM engine, with those that its requests end at.

    Raises:
        HostError: If there is no tokenizer, or no token that ends a text.
        VocabularyError: If it does not cover the bytes that plans are written in.
    """
    if tokenizer is None:
        raise HostError("The engine has no tokenizer (skip_tokenizer_init), so it cannot be constrained.")
    eos: set[int] = set()
    generation: dict[str, Any] = model_config.try_get_generation_config() or {}
    for one in (tokenizer.eos_token_id, generation.get("eos_token_id")):
        if one is not None:
            eos.update([one] if isinstance(one, int) else one)
    if not eos:
        raise HostError("Neither the tokenizer nor the generation settings name an end-of-sequence token.")
    return Vocabulary.from_tokenizer(tokenizer, size=int(model_config.get_vocab_size()), eos_ids=eos)
