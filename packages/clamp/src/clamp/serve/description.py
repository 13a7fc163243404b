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
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from itertools import count
from time import thread_time
from typing import Annotated, Any, cast
from uuid import uuid4

from pydantic import Field, TypeAdapter, ValidationError, model_validator
from rapidfuzz import fuzz, process

from clamp import checks
from clamp.automata import Vocabulary
from clamp.decoding import Constraint, Failure, PlanConstraint
from clamp.decoding.weights import Weighted
from clamp.errors import ConstraintError, HostError
from clamp.hmm import HMM
from clamp.planning.problem import Problem
from clamp.planning.search.reachability import SearchLimits
from clamp.request.request import Request
from clamp.request.settings import (
    Believing,
    ConstraintConfiguration,
    Guidance,
    Weighing,
    check_heeded,
    enforced,
    unknown_field,
    unweighable,
)
from clamp.serve.allowance import CAPS_VARIABLE, Caps, operator_caps
from clamp.serve.registry import IDENTITY

KEY = "clamp"
"""Under which a request's extra arguments hold the description."""

HMM_VARIABLE = "CLAMP_VLLM_HMM"
"""Environment variable that names the folder of an engine's HMM, or in JSON folders by the names that requests say."""

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

_NEAR = 75
"""From this similarity (of 100) on, a name is taken for a misspelt one of ours."""
_MOST_NAMES = 2_000
"""Names of fields in a request, but for those inside what people write."""
_MOST_VALUES = 20_000
"""Names, rules and numbers in a description, each of which may be wrong."""
_NOT_OURS = frozenset({"format", "limits", "rules", "seen", "problem", "domain", "instruction", "aliases"})
"""Fields whose names others may use too; one alone is no sign of a constraint."""

PDDLText = Annotated[str, Field(pattern=r"^\s*(;[^\n]*\n\s*)*\(")]
"""Text that begins with a parenthesis, perhaps after comments, and so is never taken for a path."""


class ConstraintSpec(ConstraintConfiguration, Believing):
    """What a plan must be like, in JSON.

    Attributes:
        domain, problem: PDDL text.
        constraints: As in `Configuration`, but for ``"none"``: for a text without constraints, a request holds
            no description at all.
        instruction: What a person asks for, in words: nothing is written where it speaks of what is not there. The
            model is not shown it; that is what messages are for.
        state: What is known of how things are at first, as `clamp.perception.Belief` reads it.
        guidance: Weight λ of the score of one of the engine's own HMMs, which weigh only what asks for it.
        hmm: Its name among them; without one, the only one, or the first.
    """

    domain: PDDLText
    problem: PDDLText
    instruction: str | None = None
    state: dict[str, Any] | None = None
    guidance: Guidance = 0.0
    hmm: Annotated[str, Field(pattern=r"^[\w\-.]{1,64}$")] | None = None

    @model_validator(mode="after")
    def _enforces(self) -> ConstraintSpec:
        if self.constraints == "none":
            raise ValueError("constraints: 'none' is a request without a description")
        return self

    @property
    def enforce(self) -> frozenset[str]:
        """The names of the constraints."""
        return frozenset(enforced(self.constraints) or ())

    @property
    def digest(self) -> str:
        """The same for equal descriptions."""
        return sha256(self.model_dump_json().encode()).hexdigest()

    def without_guidance(self) -> ConstraintSpec:
        """The same, weighed by no HMM: what may be written does not depend on it."""
        usual = {name: ConstraintSpec.default_of(name) for name in Weighing.model_fields}
        return self.model_copy(update={**usual, "hmm": None})

    @property
    def chosen_hmm(self) -> str:
        """The name of the HMM that weighs plans.

        Raises:
            ConstraintError: If there is none of that name.
        """
        there = operator_hmms()
        if not there:
            raise ConstraintError(
                f"The request asks for guidance {self.guidance:g}, but this server has no HMM: "
                f"{HMM_VARIABLE} is not set in its environment. Leave `guidance` out, or restart it with one."
            )
        if self.hmm is not None and self.hmm not in there:
            raise ConstraintError(
                f"`{KEY}`: hmm: this server has no HMM {self.hmm!r}; it has {', '.join(map(repr, there))} "
                f"({HMM_VARIABLE}). A request names no folders."
            )
        return self.hmm or next(iter(there))

    def request(self, caps: Caps | None = None) -> Request:
        """What is asked for, as every way to ask for a plan says it.

        Args:
            caps: What the operator allows; no more than that is searched or grounded.

        Raises:
            ClampError: If it makes no sense, or is too large.
        """
        started = thread_time()
        problem = Problem.from_pddl(self.domain, self.problem)
        most = math.inf if caps is None else caps.guided_actions if self.guidance else caps.actions
        if problem.grounder.size > most:
            raise ConstraintError(
                f"{problem.name!r} has {problem.grounder.size:,} grounded actions, and this server takes at "
                f"most {most:,}. Give parameters narrower types, leave objects out that the task does not "
                f"need, or split actions with many parameters; the operator sets the cap in {CAPS_VARIABLE}."
            )
        limits = self._search_limits(caps, thread_time() - started)
        request = Request(problem, self.instruction or "", self.model_copy(update={"limits": limits}))
        if self.state is not None:
            request = request.believing(self.state)
        _ = request.not_there  # reads the aliases
        return request

    def build(
        self,
        vocabulary: Vocabulary,
        hmm: HMM | None,
        caps: Caps | None = None,
        request: Request | None = None,
    ) -> PlanConstraint | Weighted:
        """The constraint over a model's tokens, with its lookahead.

        Args:
            vocabulary: The model's tokens.
            hmm: What weighs plans, if guidance is asked for.
            caps: As in `request`.
            request: What `request` returned, if that was asked before.

        Raises:
            ClampError: If it makes no sense, is too large, or cannot be spelled in these tokens.
        """
        if self.guidance and hmm is None:
            raise ConstraintError(
                f"The request asks for guidance {self.guidance:g}, but this engine has no HMM. Start it "
                f"with {HMM_VARIABLE}=FOLDER in its environment, or leave `guidance` out."
            )
        made = (request or self.request(caps)).constrained(vocabulary, hmm)
        assert made is not None  # something is enforced: see `_enforces`
        if caps is not None:
            _check_budget((made.constraint if isinstance(made, Weighted) else made).budget, caps)
        return made

    def _search_limits(self, caps: Caps | None, spent: float) -> SearchLimits:
        given = self.limits
        if caps is None:
            return SearchLimits(given.states, given.seconds, boundary_seconds=given.boundary_seconds)
        seconds = min(given.seconds or math.inf, caps.seconds)
        return SearchLimits(
            min(given.states, caps.states),
            max(0.001, seconds - spent),
            boundary_seconds=given.boundary_seconds,
        )

    def check(self) -> None:
        """Refuse what can be refused without planning.

        Raises:
            ConstraintError: If it asks for what this server has not, or for more than its operator allows.
        """
        if self.guidance:
            _ = self.chosen_hmm
        elif self.hmm is not None:
            raise ConstraintError(
                f"`{KEY}`: hmm is {self.hmm!r}, and `guidance` is 0, so it would weigh nothing. Give it a weight, or "
                "leave hmm out."
            )
        if self.guidance and (why := unweighable(self.enforce, self.lookahead)) is not None:
            raise ConstraintError(
                f"{why} `constraints` must be 'world', or `lookahead` 'action' (it weighs actions, whatever they lead "
                "to), or `guidance` 0."
            )
        if not self.guidance:
            check_heeded(self.arguments(Weighing), f"`guidance` is 0 in `{KEY}`. Give it a weight")
        caps = operator_caps()
        if self.budget is not None:
            _check_budget(self.budget, caps)
        asked = self.model_dump(exclude={"domain", "problem"})
        length = len(self.domain) + len(self.problem) + len(json.dumps(asked, ensure_ascii=False))
        if length > caps.text:
            raise ConstraintError(
                f"`{KEY}` has {length:,} characters of PDDL, names and rules, and this server takes at most "
                f"{caps.text:,}. Leave out what the task does not need."
            )


@cache
def _hmms(text: str) -> dict[str, str]:
    if not text.lstrip().startswith("{"):
        return {"default": text} if text else {}
    try:
        found = TypeAdapter(dict[str, str]).validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        raise HostError(
            f"{HMM_VARIABLE} holds the folder of an HMM, or several by name as a JSON object such as "
            f'\'{{"kitchen": "hmms/kitchen"}}\'; {".".join(map(str, first["loc"])) or "the whole"}: {first["msg"]}.'
        ) from None
    if not found or not all(re.fullmatch(r"[\w\-.]{1,64}", name) for name in found):
        raise HostError(
            f"{HMM_VARIABLE}: names of HMMs are letters, digits, '-', '_' and '.', and there is at least one."
        )
    return found


def operator_hmms() -> dict[str, str]:
    """The folders of the HMMs that the operator gave this server, by name.

    Raises:
        HostError: If the environment variable does not hold them.
    """
    return _hmms(os.environ.get(HMM_VARIABLE, ""))


def _check_budget(budget: int, caps: Caps) -> None:
    if budget > caps.budget:
        raise ConstraintError(
            f"`{KEY}`: budget: {budget:,} actions are more than the {caps.budget:,} that this server allows. The "
            "budget counts actions of a plan, not tokens."
        )


@dataclass
class Handed:
    """A constraint that a planner handed to an engine in its own process.

    Attributes:
        seconds: Time that the engine spent in it.
        refusal: Why the engine does not enforce it, or not to the end.
        choose: Who chooses the tokens in place of the engine, and enforces the constraint: from how many this
            request has written, and the logits after them, to the next token; ``None`` ends the text.
        stopped: After how many tokens nothing could be chosen any more, and why, where that is a failure of
            this plan alone; what the engine wrote after them is no part of it.
    """

    constraint: Constraint[Any]
    seconds: float = 0.0
    refusal: str | None = None
    stopped: tuple[int, Failure] | None = None
    choose: Callable[[int, Any], int | None] | None = None


_handed: dict[str, Handed] = {}


def hand_over(
    constraint: Constraint[Any], choose: Callable[[int, Any], int | None] | None = None
) -> tuple[dict[str, str], Handed]:
    """What a request says in place of a description, and the record that the engine writes to.

    Args:
        choose: See `Handed`.
    """
    token = uuid4().hex
    _handed[token] = Handed(constraint, choose=choose)
    return {"handed": token}, _handed[token]


def take_back(carried: Mapping[str, str]) -> None:
    """Forget a constraint that was handed over; the requests that it serves keep it."""
    _handed.pop(carried["handed"], None)


def check_request(params: Any, *, demands: bool) -> ConstraintSpec | Handed | None:
    """Refuse a request before it runs, as far as that can be told without planning.

    Args:
        params: vLLM's ``SamplingParams``.
        demands: Refuse a request that is not constrained.

    Returns:
        What it carries; ``None`` for a request without a constraint.

    Raises:
        ConstraintError: If its constraint makes no sense, or could not be enforced beside its other settings.
    """
    extra: dict[str, Any] = params.extra_args or {}
    found = stray_constraint(extra, passing={KEY})
    if found is not None:
        raise ConstraintError(
            f"Extra argument {found}. Put the whole constraint under {KEY!r} in the extra arguments "
            "(`vllm_xargs` over HTTP)."
        )
    if KEY not in extra:
        if demands:
            raise ConstraintError(
                f"This engine writes constrained plans only, and the request has no extra argument {KEY!r}. "
                "Beam search drops extra arguments; sample instead."
            )
        return None
    for name, why in _CONFLICTS.items():
        value = getattr(params, name, None)
        if value or (value is not None and name == "thinking_token_budget"):
            raise ConstraintError(f"`{name}` and a constraint do not go together: {why}. Leave it out.")
    biases: dict[int, float] = params.logit_bias or {}
    if not all(map(math.isfinite, biases.values())):
        raise ConstraintError("`logit_bias` holds an infinite bias, which may ban what the plan needs.")
    rows = getattr(params, "n", None) or 1
    if rows > operator_caps().rows:
        raise ConstraintError(
            f"`n` is {rows}, and this server writes at most {operator_caps().rows} plans for one request. "
            "Send several requests."
        )
    carried = read_carried(extra[KEY])
    if isinstance(carried, ConstraintSpec):
        if params.stop_token_ids:
            raise ConstraintError("`stop_token_ids` would cut a plan short. Leave them out.")
        carried.check()
    return carried


def stray_constraint(given: Any, where: str = "", passing: Collection[str] = ()) -> str | None:
    """What looks like a constraint of ours in a place where nobody reads it; ``None`` if nothing does.

    Args:
        given: JSON values; only names and short texts are looked at.
        where: Path to it, for the message.
        passing: Fields of it that are passed over.

    Raises:
        ConstraintError: If there are more names than anybody would look at.
    """
    return _stray(given, where, 4, count(1), passing)


def _stray(given: Any, where: str, depth: int, seen: Iterator[int], passing: Collection[str]) -> str | None:
    if not isinstance(given, Mapping) or depth < 0:
        return None
    fields = cast("Mapping[Any, Any]", given)
    ours = sum(name in fields for name in ConstraintSpec.model_fields)
    for key, value in fields.items():
        name = str(key)
        if name in passing:
            continue
        path = f"{where}.{name}" if where else name
        plain = re.sub(r"[^a-z]", "", name.lower())
        if plain:  # a number, as `logit_bias` has thousands of, names nothing of ours
            if next(seen) > _MOST_NAMES:
                raise ConstraintError(
                    f"The request has more than {_MOST_NAMES:,} named fields, the next of them {path[:80]!r}, and no "
                    "request of vLLM's has; each would have to be compared with what describes a constraint. "
                    "Was data put beside the request's fields?"
                )
            found = _strange(path, name, plain, value, ours)
            if found is not None:
                return found
        deeper = _stray(value, path, depth - 1, seen, ())
        if deeper is not None:
            return deeper
    return None


def _strange(path: str, name: str, plain: str, value: Any, ours: int) -> str | None:
    """What is strange about a field, if anything is.

    Args:
        plain: The letters of its name.
        ours: How many of the fields beside it, itself included, are named like a constraint's.
    """
    if KEY in plain or (4 <= len(plain) <= 7 and fuzz.ratio(plain, KEY) >= _NEAR):
        return f"{path!r}: is {KEY!r} meant? It would not be enforced"
    if plain in ("constraint", "constraints", "planconstraint", "pddl") or plain.startswith("constrain"):
        return f"{path!r} looks like a constraint, read under {KEY!r} only. It would not be enforced"
    near = process.extractOne(plain, ("guidance", "visibility", "budget"), scorer=fuzz.ratio, score_cutoff=85)
    field = name in ConstraintSpec.model_fields and (name not in _NOT_OURS or ours > 1)
    if field or near is not None:
        return (
            f"{path!r}: {near[0] if near else name!r} is a field of a constraint, which is read inside "
            f"{KEY!r} only. It would not be enforced"
        )
    if isinstance(value, str) and re.match(r"\s*(;[^\n]*\n\s*)*\(\s*define\b", value, re.IGNORECASE):
        return f"{path!r} is PDDL, which is read inside {KEY!r} only. It would not be enforced"
    if isinstance(value, str) and value.lstrip().startswith("{") and "(define" in value.lower():
        return f"{path!r} describes a constraint, read under {KEY!r} only. It would not be enforced"
    return None


def read_carried(value: Any) -> ConstraintSpec | Handed:
    """What a request carries: a description as an object or as JSON text, or a planner's own constraint.

    Raises:
        ConstraintError: If it is neither.
    """
    most = 4 * operator_caps().text
    if isinstance(value, str):
        if len(value) > most:
            raise ConstraintError(
                f"`{KEY}` has {len(value):,} characters, and this server takes at most {most:,}."
            )
        try:
            value = json.loads(value)
        except RecursionError:
            raise ConstraintError(
                f"`{KEY}` is JSON nested more deeply than it can be read. A description is nested three deep."
            ) from None
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
    if not _few(value):
        raise ConstraintError(
            f"`{KEY}` holds more than {_MOST_VALUES:,} names, rules and numbers; only the texts of `domain` and "
            "`problem` may be that long. Name in `seen` and `visibility` what the problem has, and leave out the rest."
        )
    try:
        text = json.dumps(value)
        json.dumps(value, ensure_ascii=False).encode()
        return ConstraintSpec.model_validate_json(text)
    except RecursionError:
        raise ConstraintError(
            f"`{KEY}` is nested more deeply than it can be read. A description is nested three deep."
        ) from None
    except UnicodeEncodeError:
        raise ConstraintError(
            f"`{KEY}` holds half of a surrogate pair (\\ud800 … \\udfff), which is no character. Was a text "
            "cut in the middle of one?"
        ) from None
    except (ValidationError, TypeError, ValueError) as error:
        raise ConstraintError(f"`{KEY}`: {_first(error)}.") from None


def _few(value: Any) -> bool:
    """Whether a description holds no more values than can be checked while others wait."""
    left, waiting = _MOST_VALUES, [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, Mapping | list):
            held = cast("Mapping[Any, Any] | list[Any]", one)
            left -= len(held)
            if left < 0:
                return False
            waiting.extend(held.values() if isinstance(held, Mapping) else held)
    return True


def _first(error: Exception) -> str:
    if not isinstance(error, ValidationError):
        return str(error)
    found = error.errors()
    ours = [one for one in found if one["loc"][:1] == found[0]["loc"][:1]]
    problem = max(ours, key=lambda one: len(one["loc"]))  # of several kinds the one that fits furthest
    names = [str(part)[:60] for part in problem["loc"] if not _KIND.search(str(part))]
    where = ".".join(names)
    if problem["type"] == "extra_forbidden":
        return f"{where!r}: {unknown_field(ConstraintSpec, names)}"
    if problem["type"] == "missing":
        return f"missing field {where!r}"
    if problem["type"] == "string_pattern_mismatch" and where == "hmm":
        return f"hmm is the name of one of the server's HMMs, not {problem['input'][:40]!r}"
    if problem["type"] == "string_pattern_mismatch" and IDENTITY.fullmatch(problem["input"]):
        gate = "--middleware clamp.hosts.vllm.PlanGate"
        return f"{where} is PDDL text; the id {problem['input']!r} is read only behind {gate}"
    if problem["type"] == "string_pattern_mismatch":
        return f"{where} is PDDL text that begins with a parenthesis, not {problem['input'][:40]!r}"
    if problem["type"] == "value_error":
        return f"{where}{': ' if where else ''}{problem['msg'].removeprefix('Value error, ').rstrip('.')}"
    return f"{where} {checks.reworded(problem)}, not {repr(problem['input'])[:60]}"


_KIND = re.compile(r"\[|^(RuleEntry|Limits|str|function-.*)$")
"""What pydantic says beside the names that lead to an error: which of several kinds it tried."""
