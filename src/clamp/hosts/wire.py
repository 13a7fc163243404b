"""How a request to an engine carries its constraint.

An engine usually runs in another process than the one that asks: a request says in JSON what is to hold, and
the engine builds the constraint itself. Nothing that came in a request is ever unpickled, opened or imported.
A planner that runs the engine in its own process hands its objects over by a token instead, which means
nothing in any other process.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import sha256
from typing import Annotated, Any, Literal
from uuid import uuid4

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from clamp.automata import Vocabulary
from clamp.decoding import LEVELS, PlanConstraint
from clamp.decoding.format_names import format_of
from clamp.decoding.lookahead import Lookahead
from clamp.decoding.visibility import VisibilityBias
from clamp.errors import ClampError, ConstraintError
from clamp.hmm import HMM
from clamp.hosts.protocol import PlanningConstraint
from clamp.planning.problem import Problem
from clamp.planning.reachability import SearchLimits
from clamp.planning.rules import Rule, Ruled
from clamp.planning.system import TransitionSystem

KEY = "clamp"
"""Under which a request's extra arguments hold the description."""

HMM_VARIABLE = "CLAMP_VLLM_HMM"
"""Environment variable that names the folder of an engine's HMM; requests cannot name files."""

_CONFLICTS = {
    "stop": "a stop string would cut a plan short",
    "ignore_eos": "a plan ends with the end-of-sequence token",
    "min_tokens": "it bans the end-of-sequence token where the plan may have to end",
    "bad_words": "they may ban what the plan needs",
    "allowed_token_ids": "they may ban what the plan needs",
    "structured_outputs": "its grammar may ban what the plan needs",
    "guided_decoding": "its grammar may ban what the plan needs",
    "thinking_token_budget": "it forces tokens after the constraint is applied",
    "trace_decode_token_ids": "it forces tokens after the constraint is applied",
    "repetition_detection": "it would cut a plan short",
}
"""Settings of a request, of any version of vLLM, beside which a constraint could not be enforced."""

_LONGEST_TEXT = 1_000_000
_CHECKED_SPECS = 256

PDDLText = Annotated[str, Field(max_length=_LONGEST_TEXT, pattern=r"^\s*(;[^\n]*\n\s*)*\(")]
"""Text that begins with a parenthesis, perhaps after comments, and so is never taken for a path."""


class LimitsSpec(BaseModel):
    """`clamp.SearchLimits`."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    states: Annotated[int, Field(ge=1)] = SearchLimits().states
    seconds: Annotated[float, Field(gt=0, allow_inf_nan=False)] | None = None


class ConstraintSpec(BaseModel):
    """What a plan must be like, in JSON.

    Attributes:
        domain, problem: PDDL text.
        budget: Most actions.
        seen: Entities that the plan may name; all by default.
        format: As in `clamp plan --format`.
        constraints: ``"world"``, ``"grounded"``, ``"token"``, or a list of constraint names. For a text
            without constraints, a request holds no description at all.
        guidance: Weight λ of the score of the engine's own HMM; 0 leaves it out.
        visibility: Log weights of the entities seen, at most 0.
        rules: Temporal rules that plans keep.
        limits: When the search for plans gives up.
    """

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    domain: PDDLText
    problem: PDDLText
    budget: Annotated[int, Field(ge=1)]
    seen: tuple[str, ...] | None = None
    format: str = "calls"
    constraints: Literal["world", "grounded", "token"] | tuple[str, ...] = "world"
    guidance: Annotated[float, Field(ge=0, allow_inf_nan=False)] = 0.0
    visibility: dict[str, float] | None = None
    rules: tuple[str, ...] = ()
    limits: LimitsSpec = LimitsSpec()

    @property
    def digest(self) -> str:
        """The same for equal descriptions."""
        return sha256(self.model_dump_json().encode()).hexdigest()

    @property
    def enforce(self) -> frozenset[str]:
        """The names of the constraints."""
        if isinstance(self.constraints, str):
            return frozenset(LEVELS[: {"token": 1, "grounded": 2, "world": len(LEVELS)}[self.constraints]])
        return frozenset(self.constraints)

    def build(self, vocabulary: Vocabulary, hmm: HMM | None) -> PlanningConstraint:
        """The constraint over a model's tokens, with its lookahead.

        Raises:
            ClampError: If it makes no sense, or cannot be spelled in these tokens.
        """
        problem = Problem.from_pddl(self.domain, self.problem)
        system: TransitionSystem[Any] = problem
        if self.rules:
            system = Ruled(problem, [Rule.parse(rule) for rule in self.rules])
        weighed: PlanConstraint | Lookahead = PlanConstraint(
            system,
            vocabulary,
            format_of(self.format),
            budget=self.budget,
            seen=self.seen,
            enforce=self.enforce,
            limits=SearchLimits(self.limits.states, self.limits.seconds),
        )
        if self.guidance:
            if hmm is None:
                raise ConstraintError(
                    f"The request asks for guidance {self.guidance:g}, but this engine has no HMM. Start it "
                    f"with {HMM_VARIABLE}=FOLDER in its environment, or leave `guidance` out."
                )
            weighed = Lookahead(weighed, hmm, guidance=self.guidance)
        return weighed if self.visibility is None else VisibilityBias(weighed, self.visibility)

    def check(self) -> None:
        """Refuse, without the model's tokens, what makes no sense or has no plan.

        Raises:
            ConstraintError: With the cause, and the smallest budget that would do.
        """
        if self.guidance and not os.environ.get(HMM_VARIABLE):
            raise ConstraintError(
                f"The request asks for guidance {self.guidance:g}, but this server has no HMM: "
                f"{HMM_VARIABLE} is not set in its environment. Leave `guidance` out, or restart it with one."
            )
        if self.guidance and "goal" not in self.enforce:
            raise ConstraintError(
                "`guidance` weighs plans that reach the goal, so `constraints` must be 'world'."
            )
        refusal = _refusal(self.model_copy(update={"guidance": 0.0}).model_dump_json())
        if refusal is not None:
            raise ConstraintError(refusal)


@lru_cache(maxsize=_CHECKED_SPECS)
def _refusal(description: str) -> str | None:
    """Why a description is refused, or ``None``; bytes stand in for tokens."""
    try:
        failure = ConstraintSpec.model_validate_json(description).build(_byte_vocabulary(), None).failure()
    except ClampError as error:
        return f"`{KEY}`: {error}"
    if failure is None:
        return None
    hint = (
        ""
        if failure.smallest_budget is None
        else f" The smallest budget that would do: {failure.smallest_budget}."
    )
    return f"No plan exists ({failure.cause}): {failure.message}{hint}"


@cache
def _byte_vocabulary() -> Vocabulary:
    return Vocabulary.from_bytes([bytes([byte]) for byte in range(256)] + [None], 256)


@dataclass
class Handed:
    """A constraint that a planner handed to an engine in its own process.

    Attributes:
        seconds: Time that the engine spent in it.
        refusal: Why the engine does not enforce it; the text is then empty.
    """

    constraint: PlanningConstraint
    seconds: float = 0.0
    refusal: str | None = None


_handed: dict[str, Handed] = {}


def hand_over(constraint: PlanningConstraint) -> tuple[dict[str, str], Handed]:
    """What a request says in place of a description, and the record that the engine writes to."""
    token = uuid4().hex
    _handed[token] = Handed(constraint)
    return {"handed": token}, _handed[token]


def take_back(carried: Mapping[str, str]) -> None:
    """Forget a constraint that was handed over; the requests that it serves keep it."""
    _handed.pop(carried["handed"], None)


def check_request(params: Any, *, demands: bool) -> None:
    """Refuse a request before it runs.

    Args:
        params: vLLM's ``SamplingParams``.
        demands: Refuse a request that is not constrained.

    Raises:
        ConstraintError: If its constraint makes no sense, has no plan, or could not be enforced beside its
            other settings.
    """
    extra: dict[str, Any] = params.extra_args or {}
    for name in extra:
        if name != KEY and name.lower().strip("_-") == KEY:
            raise ConstraintError(f"Extra argument {name!r}: is {KEY!r} meant? It would not be enforced.")
    if KEY not in extra:
        if demands:
            raise ConstraintError(
                f"This engine writes constrained plans only, and the request has no extra argument {KEY!r}. "
                "Beam search drops extra arguments; sample instead."
            )
        return
    for name, why in _CONFLICTS.items():
        value = getattr(params, name, None)
        if value or (value is not None and name == "thinking_token_budget"):
            raise ConstraintError(f"`{name}` and a constraint do not go together: {why}. Leave it out.")
    biases: dict[int, float] = params.logit_bias or {}
    if not all(map(math.isfinite, biases.values())):
        raise ConstraintError("`logit_bias` holds an infinite bias, which may ban what the plan needs.")
    carried = read_carried(extra[KEY])
    if isinstance(carried, ConstraintSpec):
        if params.stop_token_ids:
            raise ConstraintError("`stop_token_ids` would cut a plan short. Leave them out.")
        carried.check()


def read_carried(value: Any) -> ConstraintSpec | Handed:
    """What a request carries: a description as an object or as JSON text, or a planner's own constraint.

    Raises:
        ConstraintError: If it is neither.
    """
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except ValueError as error:
            raise ConstraintError(f"`{KEY}` is a text, but not JSON: {error}.") from None
    if not isinstance(value, Mapping):
        raise ConstraintError(
            f"`{KEY}` describes a constraint as a JSON object with `domain`, `problem`, `budget`, …; this is "
            f"a {type(value).__name__}."
        )
    if "handed" in value:
        found = _handed.get(str(value["handed"]))  # pyright: ignore[reportUnknownArgumentType]
        if found is None or len(value) != 1:  # pyright: ignore[reportUnknownArgumentType]
            raise ConstraintError(
                f"`{KEY}` names a constraint of a planner in another process. Only the process that runs a "
                "VLLMPlanner can hand objects over; describe the constraint in JSON."
            )
        return found
    try:
        return ConstraintSpec.model_validate_json(json.dumps(value))
    except (ValidationError, TypeError, ValueError) as error:
        raise ConstraintError(f"`{KEY}`: {_first(error)}.") from None


def _first(error: Exception) -> str:
    if not isinstance(error, ValidationError):
        return str(error)
    problem = error.errors()[0]
    where = ".".join(str(part) for part in problem["loc"])
    if problem["type"] == "extra_forbidden":
        return f"unknown field {where!r} (the fields are {', '.join(ConstraintSpec.model_fields)})"
    if problem["type"] == "missing":
        return f"missing field {where!r}"
    if problem["type"] == "string_pattern_mismatch":
        return f"{where} is PDDL text that begins with a parenthesis, not {problem['input'][:40]!r}"
    return f"{where}: {problem['msg'][0].lower()}{problem['msg'][1:]}"
