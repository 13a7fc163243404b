"""The settings under which a plan is written: each declared once, with its default, bounds and help.

A setting belongs to one of four groups: how much is enforced (`Level`), what it may cost (`Effort`), which plans
are wanted (`Wishes`), how tokens are chosen (`Sampling`). The command line, TASK.yaml, the JSON of a served
request and the benchmarks inherit the groups that concern them, so a field that is added here is an option, a
field and a check in all of them. Here is also the one table of the configurations' names, and the one place
where a constraint gets its weights.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, cast

from pydantic import BaseModel, ConfigDict, Field, field_validator

from clamp import checks
from clamp.automata import Vocabulary
from clamp.decoding.constraint import PlanConstraint
from clamp.decoding.formats import FORMATS, format_of
from clamp.decoding.lookahead import Lookahead
from clamp.decoding.visibility import VisibilityBias
from clamp.decoding.weights import MAX_GUIDANCE, MIN_LOG_WEIGHT
from clamp.decoding.world import LEVELS
from clamp.errors import ConstraintError
from clamp.hmm import HMM
from clamp.planning.rules import Rule, Ruled
from clamp.planning.search.limits import SearchLimits
from clamp.planning.system import TransitionSystem

CONFIGURATIONS: Mapping[str, frozenset[str] | None] = {
    "none": None,
    "token": frozenset(LEVELS[:1]),
    "grounded": frozenset(LEVELS[:2]),
    "world": frozenset(LEVELS),
}
"""The paper's configurations: which constraints each enforces; ``None`` enforces nothing."""

DEFAULT_BUDGET = 20
SEEDS = (0, (1 << 63) - 1)
"""Least and largest seed: what torch and NumPy both take."""
MAX_TEMPERATURE = 1e4
"""At higher ones every admissible token is as likely as any other."""
TOKENS = 1 << 20
"""Most tokens of one text: more than any model's context."""
MANY = 1_000_000
"""Most of anything else that is counted: more is a slip of the finger."""


def enforced(constraints: str | Collection[str] | None) -> frozenset[str] | None:
    """The constraints that a configuration's name stands for; ``None`` for no constraint.

    Raises:
        ConstraintError: If there is no such configuration.
    """
    if constraints is None:
        return None
    if not isinstance(constraints, str):
        return frozenset(
            checks.names("constraints", constraints, of="constraints", such_as='{"syntax", "visibility"}')
        )
    if constraints not in CONFIGURATIONS:
        raise ConstraintError(
            f"There is no configuration {constraints!r}; choose one of {', '.join(CONFIGURATIONS)}."
        )
    return CONFIGURATIONS[constraints]


def weighed(
    constraint: PlanConstraint,
    hmm: HMM | None = None,
    guidance: float = 0.0,
    visibility: Mapping[str, float] | None = None,
) -> PlanConstraint | Lookahead | VisibilityBias:
    """A constraint with what weighs its tokens: an HMM's lookahead, and log weights of the entities seen."""
    found: PlanConstraint | Lookahead = constraint
    if hmm is not None and guidance:
        found = Lookahead(constraint, hmm, guidance=guidance)
    return found if visibility is None else VisibilityBias(found, visibility)


@dataclass(frozen=True)
class Flag:
    """How the command line writes a field, where that is not ``--its-name``.

    Attributes:
        names: The option's names.
        metavar: What stands for its value in help texts.
        commas: One option holds all items of a list, between commas; otherwise it is given once for each.
    """

    names: tuple[str, ...] = ()
    metavar: str | None = None
    commas: bool = False


class Settings(BaseModel):
    """A group of settings: unknown fields are refused, and so are values of another kind."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)

    def arguments(self, group: type[Settings] | None = None, /, **others: Any) -> dict[str, Any]:
        """Its settings, or those of a group, as arguments of `Planner.plan`; what else is given replaces them."""
        names = (group or Configuration).model_fields.keys() & type(self).model_fields.keys()
        found = {name: getattr(self, name) for name in names}
        if "limits" in found and isinstance(self, Effort):
            found["limits"] = self.search_limits
        return found | others

    @classmethod
    def default_of(cls, name: str) -> Any:
        """The default of a field."""
        return cls.model_fields[name].get_default(call_default_factory=True)


class Limits(Settings):
    """When the search for plans gives up; see `clamp.SearchLimits`."""

    states: Annotated[int, Field(ge=1, le=10**12)] = SearchLimits().states
    seconds: Annotated[float, Field(gt=0, le=1e9)] | None = SearchLimits().seconds
    boundary_seconds: Annotated[float, Field(gt=0, le=1e9)] | None = SearchLimits().boundary_seconds


class RuleEntry(Settings):
    """A rule with its reason in words."""

    rule: str
    because: str = ""


def rules_in(given: list[str] | dict[str, str | RuleEntry] | None) -> list[Rule]:
    """The rules of a list, or of a mapping from their names.

    Raises:
        RuleError: If one cannot be read.
    """
    if not isinstance(given, dict):
        return [Rule.parse(text) for text in given or ()]
    entries = {name: RuleEntry(rule=one) if isinstance(one, str) else one for name, one in given.items()}
    return [Rule.parse(one.rule, name, one.because) for name, one in entries.items()]


Budget = Annotated[int, Field(ge=1, le=MANY, description="Most actions of the plan.")]
Guidance = Annotated[
    float, Field(ge=0, le=MAX_GUIDANCE, description="Weight of the HMM's score; 0 leaves it out.")
]
MaxNewTokens = Annotated[int, Field(ge=1, le=TOKENS)]
LogWeight = Annotated[float, Field(ge=MIN_LOG_WEIGHT, le=0)]


class Level(Settings):
    """How much is enforced."""

    constraints: str | list[str] = Field(
        "world",
        description="How much is enforced: world (executable, reaches the goal), grounded (names only what is "
        "seen), token (well-formed) or none.",
    )

    @field_validator("constraints", mode="plain")
    @classmethod
    def _known(cls, value: object) -> object:
        if isinstance(value, str) and value in CONFIGURATIONS:
            return value
        if not isinstance(value, list | tuple):
            choices = ", ".join(map(repr, CONFIGURATIONS))
            raise ValueError(f"it is one of {choices} or a list of constraints, not {checks.shown(value)}")
        names = list(cast("Collection[str]", value))
        enforced(names)
        return names

    @property
    def enforce(self) -> frozenset[str] | None:
        """The names of the constraints; ``None`` for no constraint."""
        return enforced(self.constraints)

    def enforces(self, name: str) -> bool:
        """Whether a constraint is enforced."""
        return name in (self.enforce or ())


class Effort(Settings):
    """What a plan may cost, and how much it is weighed."""

    budget: Budget = DEFAULT_BUDGET
    guidance: Guidance = 1.0
    limits: Annotated[Limits, Flag(metavar="states=N, seconds=N, boundary_seconds=N")] = Field(
        Limits(), description="When the search for plans gives up."
    )

    @property
    def search_limits(self) -> SearchLimits | None:
        """The limits, where they are others than the search's own."""
        chosen = self.limits
        if chosen == Limits():
            return None
        return SearchLimits(chosen.states, chosen.seconds, boundary_seconds=chosen.boundary_seconds)


class Wishes(Settings):
    """Which plans are wanted, and how they are written down."""

    format: Annotated[str, Flag(("--format", "--plan-format"))] = Field(
        "calls", description=f"{', '.join(FORMATS)}, or a template: '{{name}}({{args}})'."
    )
    seen: Annotated[list[str] | None, Flag(metavar="a,b,c", commas=True)] = Field(
        None, description="Entities that the plan may name; all by default."
    )
    rules: Annotated[list[str] | dict[str, str | RuleEntry] | None, Flag(("--rule",), "FORMULA")] = Field(
        None, description="Temporal rules that the plan must keep, as 'G !open(fridge)'."
    )
    visibility: Annotated[dict[str, LogWeight] | None, Flag(metavar="ENTITY=NUMBER")] = Field(
        None, description="Log weights, at most 0, of the entities seen; all count alike by default."
    )


class Sampling(Settings):
    """How the tokens of a plan are chosen."""

    temperature: float = Field(
        0.0, ge=0, le=MAX_TEMPERATURE, description="0 takes the best admissible token."
    )
    seed: int = Field(0, ge=SEEDS[0], le=SEEDS[1], description="Of the sampling, at temperatures above 0.")
    max_new_tokens: MaxNewTokens | None = Field(
        None,
        description="Most tokens to write; by default what the context holds, and 512 without constraints.",
    )


class ConstraintConfiguration(Level, Effort, Wishes):
    """All that a constraint and its weights are made from, beside the problem and the model's tokens."""

    def constraint_for(
        self,
        problem: TransitionSystem[Any],
        vocabulary: Vocabulary,
        hmm: HMM | None = None,
        limits: SearchLimits | None = None,
    ) -> PlanConstraint | Lookahead | VisibilityBias | None:
        """The constraint, with its weights; ``None`` where nothing is enforced.

        Args:
            hmm: What weighs plans, where `guidance` is above 0.
            limits: Instead of its own.

        Raises:
            ClampError: If it makes no sense, is too large, or cannot be spelled in these tokens.
        """
        enforce = self.enforce
        if enforce is None:
            return None
        rules = rules_in(self.rules)
        constraint = PlanConstraint(
            Ruled(problem, rules) if rules else problem,
            vocabulary,
            format_of(self.format),
            budget=self.budget,
            seen=self.seen,
            enforce=enforce,
            limits=limits or self.search_limits,
        )
        return weighed(constraint, hmm, self.guidance, self.visibility)


class Configuration(ConstraintConfiguration, Sampling):
    """All settings of one plan."""


class RunConfiguration(Effort, Sampling):
    """The settings of a benchmark, whose tasks themselves say which plans are wanted."""
