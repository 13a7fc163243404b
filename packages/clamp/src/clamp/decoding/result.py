"""What a planner returns: the plan or the failure, its certificate, its timing and its trace."""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, overload

from clamp.decoding.diagnosis import Failure
from clamp.decoding.world import Boundary
from clamp.errors import PlanFormatError
from clamp.perception import Mention
from clamp.planning import handover
from clamp.planning.goals import GoalLiteral
from clamp.planning.search.reachability import Shortest
from clamp.planning.system import Action, Validation

Status = Literal["plan", "fail"]


@dataclass(frozen=True, slots=True)
class Timing:
    """Where the time went, in seconds.

    Attributes:
        load: Loading the model; 0 when it was loaded for an earlier plan.
        compile: Building the constraint and deciding whether a plan exists.
        prompt: Reading the prompt. In a batch, this row's share.
        generation: Writing the tokens, constraint included. In a batch, the time of the steps divided by the
            rows that took part in each.
        constraint: The part of `generation` spent in the constraint.
        tokens: Tokens written, end-of-sequence included.
        prompt_tokens: Tokens read, those with a cached prefix included.
        adaptation: Making the HMM that weighs the plan this plan's own, and learning from the plan: what its pictures
            tell, the continuations that TTBA draws, estimates of TTBA and OTTA, the lookahead made anew. 0 where
            every plan has the same HMM.
    """

    load: float = 0.0
    compile: float = 0.0
    prompt: float = 0.0
    generation: float = 0.0
    constraint: float = 0.0
    tokens: int = 0
    prompt_tokens: int = 0
    adaptation: float = 0.0

    @property
    def seconds_per_token(self) -> float:
        """Mean time of one token; 0 when none was written."""
        return self.generation / self.tokens if self.tokens else 0.0

    @property
    def constraint_share(self) -> float:
        """The constraint's part of the generation time, 0 to 1."""
        return self.constraint / self.generation if self.generation else 0.0

    def to_json(self) -> dict[str, Any]:
        """Plain data, with the derived figures."""
        return {
            "load": self.load,
            "compile": self.compile,
            "prompt": self.prompt,
            "generation": self.generation,
            "constraint": self.constraint,
            "adaptation": self.adaptation,
            "tokens": self.tokens,
            "prompt_tokens": self.prompt_tokens,
            "seconds_per_token": self.seconds_per_token,
            "constraint_share": self.constraint_share,
        }


@dataclass(frozen=True, slots=True)
class Wanted:
    """The token that the model scored highest, where the constraint forbade it.

    Attributes:
        text: The token's text.
        constraint: Which constraint forbade it, such as ``"executability"``.
        reason: One sentence that says why.
    """

    text: str
    constraint: str
    reason: str


@dataclass(frozen=True, slots=True)
class Rejected:
    """A token that the model scored high, and that could not be written there.

    Attributes:
        text: The token's text; empty for the end of the sequence.
        logprob: The model's own log-probability of it, natural log, before anything is forbidden; equal steps may
            differ in it, as models' last bits do.
        constraint: Which constraint forbade it.
        reason: One sentence that says why.
    """

    text: str
    logprob: float = field(compare=False)
    constraint: str
    reason: str

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "text": self.text,
            "logprob": self.logprob,
            "constraint": self.constraint,
            "reason": self.reason,
        }


@dataclass(frozen=True, slots=True)
class Candidate:
    """An admissible token, as the scores of a `clamp.Weighted` constraint weigh it.

    Attributes:
        text: The token's text; empty for the end of the sequence.
        score: What `TraceStep.weighed_by` says, natural log.
    """

    text: str
    score: float


@dataclass(frozen=True, slots=True)
class TraceStep:
    """One written token.

    Attributes:
        token: Its id.
        text: Its text; a token that splits a character shows the replacement character.
        allowed: How many tokens were admissible; ``None`` when nothing was enforced.
        actions: How many actions were complete before it.
        wanted: The forbidden token that the model preferred, or ``None`` when it got its way.
        score: The weight of the token, as `weighed_by` says; ``None`` where tokens are not weighed.
        candidates: The admissible tokens of the highest finite score, best first; empty without scores.
        weighed_by: What the score is: the name of the only one, such as ``"G"`` (goal mass of a lookahead), or
            the sum of several, as in ``"visibility + 0.5 G"``; ``None`` without a score.
        scores: Each named score of the token, natural log, not multiplied by its weight.
        logprob: The model's own log-probability of the token, natural log, before anything is forbidden or weighed;
            ``None`` where the host does not tell.
        rejected: Of the tokens that the model scored highest, those that were forbidden, best first; empty where the
            host tells of no more than `wanted`.
    """

    token: int
    text: str
    allowed: int | None = None
    actions: int = 0
    wanted: Wanted | None = None
    score: float | None = None
    candidates: tuple[Candidate, ...] = ()
    weighed_by: str | None = None
    scores: Mapping[str, float] = field(default_factory=dict[str, float], hash=False)
    logprob: float | None = field(default=None, compare=False)
    rejected: tuple[Rejected, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        wanted = self.wanted
        return {
            "token": self.token,
            "text": self.text,
            "allowed": self.allowed,
            "actions": self.actions,
            "wanted": wanted
            and {"text": wanted.text, "constraint": wanted.constraint, "reason": wanted.reason},
            "score": self.score,
            "weighed_by": self.weighed_by,
            "scores": dict(self.scores),
            "candidates": [{"text": one.text, "score": one.score} for one in self.candidates],
            "logprob": self.logprob,
            "rejected": [one.to_json() for one in self.rejected],
        }


@dataclass(frozen=True, slots=True)
class ShortestPlan:
    """How long a plan is beside the shortest one.

    Attributes:
        length: Actions of the shortest plan that is known.
        proved: No plan is shorter; otherwise it is the best that was found.
        more: Actions that this plan has more.
    """

    length: int
    proved: bool
    more: int

    @classmethod
    def beside(cls, found: Shortest | None, length: int) -> ShortestPlan | None:
        """A plan's length beside that of the best plan found, which may be itself."""
        if found is None:
            return None
        return cls(min(found.length, length), found.proved, max(0, length - found.length))

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {"length": self.length, "proved": self.proved, "more": self.more}


@dataclass(frozen=True, slots=True)
class Undecided:
    """What a search limit left open along a plan: actions that were withheld, though nothing refutes them.

    Attributes:
        withheld: How many, at the boundaries of the plan; one that was asked for at two counts twice.
        actions: Of how many that were not refuted, there, of those that were asked for: of each whole mask all, of
            tokens that were tried one by one what they needed.
    """

    withheld: int
    actions: int

    @classmethod
    def along(cls, boundaries: Iterable[Boundary]) -> Undecided:
        """What was left open at some boundaries, each counted once; nothing is decided for it."""
        found = [one.choices.tally() for one in dict.fromkeys(boundaries)]
        withheld = sum(left for _, left in found)
        return cls(withheld, withheld + sum(admitted for admitted, _ in found))

    @property
    def share(self) -> float:
        """The share that was withheld, 0 to 1."""
        return self.withheld / self.actions if self.actions else 0.0

    def to_json(self) -> dict[str, Any]:
        """Plain data, with the share."""
        return {"withheld": self.withheld, "actions": self.actions, "share": self.share}


@dataclass(frozen=True, slots=True)
class Posterior:
    """What several particles tell of the texts that the model itself would write, given that they are valid.

    Attributes:
        particles: How many texts were written.
        effective: Their effective sample size (Kish): as many equally weighted draws would tell as much.
        log_validity: Natural log of an unbiased estimate of the probability that the model, unconstrained and at
            the same temperature, writes a valid plan; ``-inf`` where no text ended.
    """

    particles: int
    effective: float
    log_validity: float

    def to_json(self) -> dict[str, Any]:
        """Plain data; a probability of 0 has no logarithm in JSON, so it is ``None`` there."""
        finite = self.log_validity > -math.inf
        return {
            "particles": self.particles,
            "effective": self.effective,
            "log_validity": self.log_validity if finite else None,
        }


@dataclass(frozen=True, repr=False)
class PlanResult(Sequence[Action]):
    """What came of a request for a plan; the sequence of its actions, of which a failure has none.

    Attributes:
        status: ``"plan"`` if and only if `certificate` is valid; ``"fail"`` otherwise. That a plan does all that was
            asked for says `Validation.certified`: not where a part of it was not read.
        actions: The actions written. With status ``"fail"``, what was written before it failed.
        text: What the model wrote.
        failure: Why there is no plan; ``None`` with status ``"plan"``.
        certificate: The verdict of a validator that shares no code with the engine that steered the plan;
            ``None`` when nothing was written that it could judge.
        trace: One step a token; empty when no trace was asked for.
        truncation: What the lookahead's goal mass left out; ``None`` if nothing, or without a lookahead.
        shortest: How long the plan is beside the shortest one; ``None`` with status ``"fail"``, and where no goal
            was enforced.
        posterior: What several particles tell; ``None`` for one.
        tokens: The ids of the tokens written, end-of-sequence included.
        absent: What the instruction speaks of that is not there. With status ``"plan"`` it ruled no plan out, because
            everything counts as seen, or a plan may name anything; then nothing is listed of loose prose.
        seen: What a plan might name; ``None`` for everything.
        budget: Most actions that the plan might have; ``None`` where nothing bounded it.
        enforced: Which of `clamp.decoding.LEVELS` were enforced, in the order of the alphabet.
        undecided: What search limits left open along what was written; ``None`` where no plan was enforced.
        goal: What was to be so, where that was read off the instruction or written with the plan (`one_pass`).
        signatures: The names of the parameters of each kind of action, for the forms that robots read.
        state: What was known of the initial state, as plain data; ``None`` where the problem says all.
        contradictions: What of it contradicted what, as plain data.
    """

    status: Status
    actions: tuple[Action, ...] = ()
    text: str = ""
    failure: Failure | None = None
    certificate: Validation | None = None
    timing: Timing = field(default_factory=Timing)
    trace: tuple[TraceStep, ...] = ()
    truncation: str | None = None
    shortest: ShortestPlan | None = None
    posterior: Posterior | None = None
    tokens: tuple[int, ...] = ()
    absent: tuple[Mention, ...] = ()
    seen: tuple[str, ...] | None = None
    budget: int | None = None
    enforced: tuple[str, ...] = ()
    undecided: Undecided | None = None
    goal: tuple[GoalLiteral, ...] | None = None
    signatures: Mapping[str, tuple[str, ...]] = field(
        default_factory=dict[str, tuple[str, ...]], compare=False
    )
    state: Mapping[str, Any] | None = None
    contradictions: tuple[Mapping[str, Any], ...] = ()

    def __post_init__(self) -> None:
        certified = self.certificate is not None and self.certificate.valid
        if (self.status == "plan") != (certified and self.failure is None):
            raise ValueError(
                f"A result with status {self.status!r} cannot have certificate {self.certificate} and "
                f"failure {self.failure}: a plan is certified and has no failure, anything else has one."
            )
        if self.status == "fail" and self.failure is None:
            raise ValueError("A result with status 'fail' needs a failure.")

    def for_goal(self, goal: Sequence[GoalLiteral], read: Literal["reader", "model"]) -> PlanResult:
        """The same with what was to be so, and who read that off the instruction."""
        certificate = None if self.certificate is None else replace(self.certificate, goal_read=read)
        return replace(self, goal=tuple(goal), certificate=certificate)

    def __bool__(self) -> bool:
        return self.status == "plan"

    @overload
    def __getitem__(self, index: int) -> Action: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Action, ...]: ...

    def __getitem__(self, index: int | slice) -> Action | tuple[Action, ...]:
        """An action of the plan, or several."""
        return tuple(self)[index]

    def __iter__(self) -> Iterator[Action]:
        """The actions of the plan; of a failure none, whatever was written before it (see `actions`)."""
        return iter(self.actions if self else ())

    def __len__(self) -> int:
        """How many actions the plan has; 0 for a failure."""
        return len(self.actions) if self else 0

    def __repr__(self) -> str:
        if self.failure is not None:
            return f"<PlanResult: no plan ({self.failure.cause}): {self.failure.message}>"
        certified = self.certificate is not None and self.certificate.certified
        left_out = "" if certified else "not certified for all of it: "
        actions = ", ".join(map(str, self.actions)) or "nothing has to be done"
        return f"<PlanResult: {left_out}{actions}>"

    def to_json(self, *, trace: bool = True) -> dict[str, Any]:
        """Plain data that `json.dumps` takes.

        Args:
            trace: With a step a token.
        """
        failure, certificate = self.failure, self.certificate
        plain: dict[str, Any] = {
            "status": self.status,
            "actions": [{"name": action.name, "args": list(action.args)} for action in self.actions],
            "text": self.text,
            "failure": failure and failure.to_json(),
            "certificate": None if certificate is None else certificate.to_json(),
            "timing": self.timing.to_json(),
            "truncation": self.truncation,
            "shortest": self.shortest and self.shortest.to_json(),
            "posterior": self.posterior and self.posterior.to_json(),
            "tokens": list(self.tokens),
            "budget": self.budget,
            "enforced": list(self.enforced),
            "undecided": self.undecided and self.undecided.to_json(),
        }
        if self.goal is not None:
            plain["goal"] = [one.to_json() for one in self.goal]
        if self.state is not None:
            plain["state"] = dict(self.state)
            plain["contradictions"] = [dict(one) for one in self.contradictions]
        if self.absent:
            plain["absent"] = [one.to_json() for one in self.absent]
            plain["seen"] = None if self.seen is None else list(self.seen)
        if trace:
            plain["trace"] = [step.to_json() for step in self.trace]
        return plain

    def to_pddl(self) -> str:
        """The plan as a PDDL plan file; see `clamp.planning.handover.pddl_plan`.

        Raises:
            PlanFormatError: If there is no plan, or the form cannot say it; so do the others below.
        """
        return handover.pddl_plan(self._plan)

    def to_behavior_tree(self) -> str:
        """The plan as XML of BehaviorTree.CPP 4; see `clamp.planning.handover.behavior_tree`."""
        return handover.behavior_tree(self._plan, self.signatures)

    def to_skill_calls(self) -> str:
        """The plan as skill calls in JSON; see `clamp.planning.handover.skill_calls`."""
        return handover.skill_calls(self._plan, self.signatures)

    def to_ros2(self, package: str = "robot_skills") -> str:
        """The plan as goals of ROS 2 actions, in YAML; see `clamp.planning.handover.ros2_goals`."""
        return handover.ros2_goals(self._plan, self.signatures, package=package)

    @property
    def _plan(self) -> tuple[Action, ...]:
        if self.failure is not None:
            raise PlanFormatError(f"There is no plan to write ({self.failure.cause}): {self.failure.message}")
        return self.actions

    def to_dict(self, *, trace: bool = True) -> dict[str, Any]:
        """The former name of `to_json`."""
        warnings.warn(
            "`to_dict` is called `to_json`; the former name will go.", DeprecationWarning, stacklevel=2
        )
        return self.to_json(trace=trace)
