"""What hosts write of a request: a prompt with a constraint (`PlanRequest`), in a model's tokens (`Text`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from clamp import checks
from clamp.decoding import Constraint, PlanFormat
from clamp.decoding.goal_plans import GoalPlanConstraint
from clamp.decoding.result import PlanResult
from clamp.decoding.weights import checked_constraint
from clamp.errors import ConstraintError
from clamp.hosts.follower import Decoded
from clamp.planning.goals import GoalLiteral
from clamp.planning.system import TransitionSystem
from clamp.request.prompts import Message
from clamp.request.request import Request, check_prompt, pictures
from clamp.request.settings import Sampling, check_adapting


@dataclass(frozen=True)
class PlanRequest:
    """One text to write: what a host makes of a `Request`, and of what it asks the model itself. For hosts alone.

    Attributes:
        prompt: Text, or chat messages that go through the tokenizer's template.
        constraint: What may be written, or ``None`` for anything; a lookahead also weighs it.
        plan_format: Reads the text, unless the constraint brings its own.
        system: Certifies the plan, unless the constraint brings its own.
        max_new_tokens: Most tokens to write. By default a constrained plan has all of the model's context,
            since its budget bounds it, and an unconstrained one 512 tokens.
        temperature: 0 takes the best admissible token at each step.
        particles: Texts written side by side (see `clamp.hosts.particles`); 1 decodes token by token. With more,
            a temperature of 0 stands for 1, the model's own.
        sampled: Of several particles, return one drawn by weight, not the likeliest plan.
        adaptation: How the HMM follows what the model writes, a name of `ADAPTATIONS`.
        pseudocount: Counts of the old row in each estimate of the adaptation; by default the planner's own, 1.
        chat_template_kwargs: What the model's chat template is told, such as ``{"enable_thinking": False}``.
        images: Images that the model sees, as paths, URLs or PIL images.
        unread: Clauses of what is asked for that were not read. The plan is not certified for them.
        doubt: Why people are to be asked about a goal that was written with its plan (`GoalPlanConstraint`), or
            ``None``.
        goal: What was read off the instruction before; ``None`` where the problem's own counts.
        left: Whether nobody waits for the text any more, so that a host may end it at any token.

    Raises:
        ConstraintError: If an argument is of another kind than it says here, or a number makes no sense.
        SceneError: If `images` is no collection of pictures.
    """

    prompt: str | Sequence[Message]
    constraint: Constraint[Any] | None = None
    plan_format: PlanFormat | None = None
    system: TransitionSystem[Any] | None = None
    max_new_tokens: int | None = None
    temperature: float = Sampling.default_of("temperature")
    seed: int = Sampling.default_of("seed")
    images: Sequence[Any] = ()
    particles: int = Sampling.default_of("particles")
    sampled: bool = Sampling.default_of("sampled")
    adaptation: str = Sampling.default_of("adaptation")
    chat_template_kwargs: Mapping[str, Any] | None = None
    pseudocount: float | None = Sampling.default_of("pseudocount")
    unread: Sequence[str] = ()
    doubt: Callable[[tuple[GoalLiteral, ...]], str | None] | None = None
    goal: tuple[GoalLiteral, ...] | None = None
    left: Callable[[], bool] | None = None

    def __post_init__(self) -> None:
        check_prompt(self.prompt)
        constraint = self.constraint
        if constraint is not None:
            checked_constraint("constraint", constraint)
        if self.plan_format is not None:
            checks.instance("plan_format", self.plan_format, PlanFormat, what="a clamp.PlanFormat")
        if self.system is not None:
            checks.instance(
                "system", self.system, TransitionSystem, what="a planning problem (clamp.Problem)"
            )
        Sampling.of(**{name: getattr(self, name) for name in Sampling.model_fields})
        check_adapting(self.adaptation, self.pseudocount)
        if self.particles > 1 and constraint is None:
            raise ConstraintError(
                f"{self.particles} particles are weighed by what the constraints forbid, and nothing is enforced here. "
                "Enforce something, or leave particles out."
            )
        object.__setattr__(self, "images", pictures(self.images))
        object.__setattr__(self, "unread", checks.names("unread", self.unread, of="clauses"))


@dataclass(eq=False)
class Text:
    """A request in a model's own tokens, and what has been written of it.

    Attributes:
        request: What is asked for.
        tokens: The prompt; at least one token.
        room: Most tokens to write, end-of-sequence included.
        eos_ids: Tokens that end the text.
        index: Its place among the requests that were given together.
        inputs: Further inputs of the model, such as ``pixel_values``.
        compile_seconds: What it took to make the constraint, and to decide whether a plan exists.
        out: What is written.
    """

    request: PlanRequest
    tokens: tuple[int, ...]
    room: int
    eos_ids: frozenset[int]
    index: int = 0
    inputs: Mapping[str, Any] = field(default_factory=dict[str, Any])
    compile_seconds: float = 0.0
    out: Decoded = field(default_factory=Decoded)


def job_of(request: Request, constraint: Constraint[Any] | None) -> PlanRequest:
    """A request as hosts write it, under a constraint that was made for it."""
    configuration = request.configuration
    sampling = configuration.arguments(Sampling) if isinstance(configuration, Sampling) else {}
    hard = None if constraint is None else constraint.hard
    return PlanRequest(
        request.messages(getattr(hard, "budget", None)),
        constraint,
        plan_format=request.plan_format,
        system=request.system,
        images=tuple(request.sight.images.values()),
        unread=request.unread,
        **sampling,
    )


def told_of(request: Request, job: PlanRequest, result: PlanResult, seconds: float) -> PlanResult:
    """What came of a request's job; of a goal written with its plan, under what plans for it were.

    Args:
        seconds: What making the job took.
    """
    constraint = job.constraint
    if isinstance(constraint, GoalPlanConstraint) and result.goal is not None:
        constraint = constraint.plans(result.goal)
    told = request.told(result, constraint, seconds)
    if result.goal is not None:
        return told.for_goal(result.goal, "model")
    return told if job.goal is None else told.for_goal(job.goal, "reader")
