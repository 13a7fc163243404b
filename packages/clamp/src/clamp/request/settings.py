"""The settings under which a plan is written: each declared once, with its default, bounds and help.

A setting belongs to a group: how much is enforced (`Level`), what a plan may cost (`Effort`), how an HMM weighs it
(`Weighing`), which plans are wanted (`Wishes`), how it is found out what is seen (`Looking`), how tokens are chosen
(`Sampling`, whose parts are groups, too). The command line, TASK.yaml, the JSON of a served request and each benchmark
inherit the groups that concern them, and Python's arguments are checked by them (`Settings.of`), so a field that is
added here is an option, a field and a check in all of them. Here is also the one table of the configurations' names.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from types import NoneType, UnionType
from typing import Annotated, Any, ClassVar, Self, Union, cast, get_args, get_origin

from annotated_types import Ge, Le
from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_validator,
)
from pydantic.fields import FieldInfo
from pydantic_core import CoreSchema, core_schema

from clamp import checks
from clamp.decoding.formats import FORMATS, PlanFormat, format_of
from clamp.decoding.lookahead import BELIEFS, LOOKAHEADS
from clamp.decoding.plans import DEFAULT_LIMITS, checked_budget, checked_levels, checked_limits
from clamp.decoding.visibility import checked_weights
from clamp.decoding.weights import MAX_GUIDANCE, MIN_LOG_WEIGHT
from clamp.decoding.world import GOAL, LEVELS
from clamp.errors import ConstraintError
from clamp.perception.detection import Detector
from clamp.planning.rules import Rule
from clamp.planning.search.limits import SearchLimits

CONFIGURATIONS: Mapping[str, frozenset[str] | None] = {
    "none": None,
    "token": frozenset(LEVELS[:1]),
    "grounded": frozenset(LEVELS[:2]),
    "world": frozenset(LEVELS),
}
"""The paper's configurations: which constraints each enforces; ``None`` enforces nothing."""

ADAPTATIONS: Mapping[str, frozenset[str]] = {
    "none": frozenset(),
    "ttba": frozenset({"ttba"}),
    "otta": frozenset({"otta"}),
    "otta+ttba": frozenset({"otta", "ttba"}),
}
"""Which of the paper's adaptations at the time of planning each name stands for."""

PREFER = ("picture", "file")
"""Whose facts may be preferred where picture and file contradict each other."""
UNKNOWN = ("conformant", "likeliest", "look")
"""What may become of facts that are not known."""
ON_UNCLEAR = ("refuse", "ignore", "ask", "model")
"""What may become of requirements that are not understood."""

SEEDS = (0, (1 << 63) - 1)
"""Least and largest seed: what torch and NumPy both take."""
MAX_TEMPERATURE = 1e4
"""At higher ones every admissible token is as likely as any other."""
MAX_PARTICLES = 4096
"""More texts of one request are a slip of the finger."""
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
    if not isinstance(constraints, str) or constraints in LEVELS:  # one name is a list of one
        return checked_levels([constraints] if isinstance(constraints, str) else constraints, "constraints")
    if constraints not in CONFIGURATIONS:
        raise ConstraintError(
            f"There is no configuration {constraints!r}; choose one of {', '.join(CONFIGURATIONS)}, or give a "
            f"collection of {', '.join(LEVELS)}."
        )
    return CONFIGURATIONS[constraints]


@dataclass(frozen=True)
class Flag:
    """How the command line writes a field, where that is not ``--its-name``.

    Attributes:
        names: The option's names.
        metavar: What stands for its value in help texts.
        commas: One option holds all items of a list, between commas; otherwise it is given once for each.
        former: Names of former releases: they are not shown, and using one says what it is called now.
        panel: Under which heading help texts show it, if not that of its group (`Settings.panel`).
    """

    names: tuple[str, ...] = ()
    metavar: str | None = None
    commas: bool = False
    former: tuple[str, ...] = ()
    panel: str | None = None


@dataclass(frozen=True)
class Python:
    """How Python gives a field, where it may give more than JSON and YAML can say.

    Attributes:
        read: From the argument's name and what was given to what the field holds; raises a `ClampError`.
        objects: Of this class, or ``None``: they stand in the field as they are. Its type names the class, too.
    """

    read: Callable[[str, Any], Any]
    objects: type[Any] | None = None

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        if self.objects is None:
            return handler(source)
        kind = self.objects
        written = handler.generate_schema(Union[tuple(one for one in get_args(source) if one is not kind)])  # noqa: UP007

        def passed(value: Any, read: Callable[[Any], Any]) -> Any:
            return value if isinstance(value, kind) else read(value)

        return core_schema.no_info_wrap_validator_function(passed, written)


@dataclass(frozen=True)
class OneOf:
    """A field is one of these words, however it is given.

    Attributes:
        words: All there are.
    """

    words: tuple[str, ...]

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        def known(value: str) -> str:
            if value not in self.words:
                raise ValueError(f"it is {checks.either(self.words)}, not {checks.shown(value)}")
            return value

        return core_schema.no_info_after_validator_function(known, handler(source))


class Settings(BaseModel):
    """A group of settings: unknown fields are refused, and so are values of another kind.

    Attributes:
        panel: Under which heading help texts show the group's options.
    """

    panel: ClassVar[str | None] = None

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)

    @classmethod
    def of(cls, **given: Any) -> Self:
        """Settings as Python gives them: numbers of any library, any collections, objects beside names of them.

        Raises:
            ClampError: If one is not what its field says.
        """
        known = {name: cls.value_of(name, value) for name, value in given.items()}
        try:
            return cls.model_validate(known)
        except ValidationError as error:
            problem = error.errors()[0]
            where = ".".join(map(str, problem["loc"]))
            raise ConstraintError(
                f"`{where}` {checks.reworded(problem)}; it is {checks.shown(problem['input'])}."
            ) from None

    @classmethod
    def value_of(cls, name: str, value: Any) -> Any:
        """The value of a setting, from what Python gives.

        Raises:
            ClampError: If there is no such setting, or the value is not what it says.
        """
        if name not in cls.model_fields:
            raise ConstraintError(f"`{name}`: {checks.unknown(name, cls.model_fields, 'settings')}.")
        return _of_python(name, cls.model_fields[name], value)

    def arguments(self, group: type[Settings] | None = None, /, **others: Any) -> dict[str, Any]:
        """Its settings, or those of a group, as `Configuration.of` takes them; what else is given replaces them."""
        names = (group or Configuration).model_fields.keys() & type(self).model_fields.keys()
        return {name: getattr(self, name) for name in names} | others

    @classmethod
    def default_of(cls, name: str) -> Any:
        """The default of a field."""
        return cls.model_fields[name].get_default(call_default_factory=True)


class Spread(Settings):
    """Who does the work of a command: this process, or the workers of a Ray cluster."""

    panel = "Many machines"

    ray: str | None = Field(
        None,
        description="Spread the work over a Ray cluster: HOST:PORT of its head, auto, or local for this machine's "
        "cores. The same files come out.",
    )
    ray_share: Annotated[float, Field(gt=0, le=1024)] = Field(
        1.0, description="The part of a GPU (without any, of a core) that each worker has."
    )

    @model_validator(mode="after")
    def _is_spread(self) -> Self:
        if self.ray is None and self.ray_share != 1:
            raise ValueError("--ray-share is of the workers of a cluster: give --ray ADDRESS, too.")
        return self


def flag_of(field: FieldInfo) -> Flag:
    """How a field is written as an option."""
    return next((one for one in field.metadata if isinstance(one, Flag)), Flag())


def flags_of(name: str, field: FieldInfo) -> tuple[str, ...]:
    """The names of a field's option."""
    return flag_of(field).names or (f"--{name.replace('_', '-')}",)


def kinds_of(kind: Any) -> list[Any]:
    """The classes that a type is of, without ``None``; of a list or a mapping with what it holds."""
    if get_origin(kind) in (Union, UnionType):
        return [one for part in get_args(kind) for one in kinds_of(part) if one is not NoneType]
    if get_origin(kind) is Annotated:
        return kinds_of(get_args(kind)[0])
    return [kind]


def _of_python(name: str, field: FieldInfo, value: Any) -> Any:
    """A field's value as Python gives it, checked as far as the field's type and bounds say what it is."""
    kinds = kinds_of(field.annotation)
    optional = NoneType in get_args(field.annotation)
    if value is None and optional:
        return None
    for one in _marks(field):
        if isinstance(one, Python):
            return one.read(name, value)
        if isinstance(one, OneOf):
            return checks.one_of(name, value, one.words)
    hint = field.description or ""
    if kinds == [int]:
        return checks.whole(
            name, value, least=_bound(field, Ge, "ge"), most=_bound(field, Le, "le"), hint=hint
        )
    if kinds == [float]:
        return checks.number(
            name, value, least=_bound(field, Ge, "ge"), most=_bound(field, Le, "le"), hint=hint
        )
    if kinds == [bool]:
        return checks.instance(name, value, bool, what="True or False", hint=hint)
    return value


def _marks(field: FieldInfo) -> list[Any]:
    """What is noted about a field, also where ``None`` is one of its values."""
    inner = [part for one in get_args(field.annotation) for part in get_args(one)[1:]]
    within = [mark for part in inner if isinstance(part, FieldInfo) for mark in part.metadata]
    return [*field.metadata, *inner, *within]


def _bound(field: FieldInfo, kind: type[Any], name: str) -> Any:
    """The bound of a number."""
    return next((getattr(mark, name) for mark in _marks(field) if isinstance(mark, kind)), None)


class Limits(Settings):
    """When the search for plans gives up; see `clamp.SearchLimits`."""

    states: Annotated[int, Field(ge=1, le=10**12)] = DEFAULT_LIMITS.states
    seconds: Annotated[float, Field(gt=0, le=1e9)] | None = DEFAULT_LIMITS.seconds
    boundary_seconds: Annotated[float, Field(gt=0, le=1e9)] | None = DEFAULT_LIMITS.boundary_seconds


class RuleEntry(Settings):
    """A rule with its reason in words."""

    rule: str
    because: str = ""


def unknown_field(group: type[Settings], where: Sequence[str]) -> str:
    """Says that a group of settings has no such field, or what one of its fields holds has none.

    Args:
        where: The names that lead to it.
    """
    inside = {"limits": Limits, "rules": RuleEntry}.get(where[0], group) if where[1:] else group
    return checks.unknown(where[-1], inside.model_fields, "fields")


def rules_in(given: Sequence[str | Rule] | dict[str, str | RuleEntry] | None) -> list[Rule]:
    """The rules of a list, or of a mapping from their names.

    Raises:
        RuleError: If one cannot be read.
    """
    if not isinstance(given, dict):
        return [one if isinstance(one, Rule) else Rule.parse(one) for one in given or ()]
    entries = {name: RuleEntry(rule=one) if isinstance(one, str) else one for name, one in given.items()}
    return [Rule.parse(one.rule, name, one.because) for name, one in entries.items()]


def _rules(name: str, given: Any) -> list[Rule]:
    if isinstance(given, Mapping):
        found = checks.mapping(
            name, cast(Any, given), of="from rules' names to formulas", values=(str, Mapping, RuleEntry)
        )
        return rules_in(
            {key: RuleEntry.of(**one) if isinstance(one, Mapping) else one for key, one in found.items()}
        )
    either: tuple[type[Rule], type[str]] = (Rule, str)
    return rules_in(checks.items(name, given, either, of="rules, as clamp.Rule or as text"))


def _constraints(name: str, given: Any) -> str | list[str]:
    found = enforced(given)
    return given if isinstance(given, str) else "none" if found is None else sorted(found)


def _format(name: str, given: Any) -> str | PlanFormat:
    if isinstance(given, str):
        format_of(given)
        return given
    return checks.instance(name, given, PlanFormat, what="a clamp.PlanFormat, or its name, such as 'calls'")


def _limits(name: str, given: Any) -> Limits | SearchLimits:
    if not isinstance(given, Mapping):
        return given if isinstance(given, Limits) else checked_limits(given)
    named = checks.mapping(name, cast(Any, given), of="from names of limits to numbers", values=None)
    try:
        return Limits.of(**named)
    except ConstraintError as error:
        raise ConstraintError(f"`{name}`: {error}") from None


def _names(name: str, given: Any) -> list[str]:
    return list(checks.names(name, given, of="entity names"))


def _aliases(name: str, given: Any) -> dict[str, str]:
    return dict(checks.mapping(name, given, of="from other names to entities", values=str))


def _parts(name: str, given: Any) -> dict[str, str]:
    return dict(checks.mapping(name, given, of="from a part to its whole", values=str))


def _detector(name: str, given: Any) -> str | Detector:
    what = "a clamp.perception.detection.Detector, or the name or folder of a model"
    return given if isinstance(given, str) else checks.instance(name, given, Detector, what=what)


def _file(name: str, given: Any) -> str:
    return checks.path(name, given, ConstraintError, what="a file's path")


def _budget(name: str, given: Any) -> int:
    return checks.whole(name, checked_budget(given), most=MANY)


def checked_template(name: str, given: Any) -> dict[str, Any] | None:
    """What a chat template is told: plain values by name.

    Raises:
        ConstraintError: If it is something else, or would replace what the host itself says.
    """
    if given is None:
        return None
    found = checks.mapping(name, given, of="from names to plain values", values=None)
    for key, value in found.items():
        if not isinstance(value, bool | int | float | str):
            raise ConstraintError(f"`{name}`: {key!r} is a plain value, not {checks.shown(value)}.")
        if key in _OF_THE_HOST:
            raise ConstraintError(f"`{name}`: {key!r} is the host's to say. Leave it out.")
    return dict(found)


_OF_THE_HOST = frozenset(
    {
        "messages",
        "conversation",
        "tokenize",
        "add_generation_prompt",
        "return_dict",
        "return_tensors",
        "tools",
        "documents",
        "chat_template",
        "continue_final_message",
        "self",
        "truncation",
        "max_length",
        "padding",
        "return_assistant_tokens_mask",
        "tokenizer_kwargs",
        "processor_kwargs",
    }
)

Budget = Annotated[int, Field(ge=0, le=MANY), Python(_budget)]
Guidance = Annotated[
    float, Field(ge=0, le=MAX_GUIDANCE, description="Weight of the HMM's score; 0 leaves it out.")
]
MaxNewTokens = Annotated[int, Field(ge=1, le=TOKENS)]
LogWeight = Annotated[float, Field(ge=MIN_LOG_WEIGHT, le=0)]


class Level(Settings):
    """How much is enforced."""

    panel = "What is enforced"

    constraints: Annotated[str | list[str], Python(_constraints), Flag(commas=True)] = Field(
        "world",
        description="How much is enforced: world (executable, reaches the goal), grounded (names only what is "
        "seen), token (well-formed) or none; or a list of syntax, visibility, executability and goal.",
    )

    @field_validator("constraints", mode="plain")
    @classmethod
    def _known(cls, value: object) -> object:
        if isinstance(value, str) and value in CONFIGURATIONS:
            return value
        if isinstance(value, str) and value in LEVELS:
            value = [value]
        if not isinstance(value, list | tuple):
            choices = ", ".join(map(repr, CONFIGURATIONS))
            each = f"[{', '.join(LEVELS)}]"
            raise ValueError(f"it is one of {choices}, or a list such as {each}, not {checks.shown(value)}")
        names = list(cast("Collection[str]", value))
        try:
            checked_levels(names, "constraints")
        except ConstraintError as error:
            raise ValueError(str(error).rstrip(".")) from None
        return names

    @property
    def enforce(self) -> frozenset[str] | None:
        """The names of the constraints; ``None`` for no constraint."""
        return enforced(self.constraints)

    def enforces(self, name: str) -> bool:
        """Whether a constraint is enforced."""
        return name in (self.enforce or ())


GUIDANCE = "Guidance by an HMM"
"""The heading of what says which HMM weighs, and how."""


class Weighing(Settings):
    """How an HMM weighs the admissible tokens, where there is one."""

    panel = GUIDANCE

    guidance: Guidance = 1.0
    lookahead: Annotated[str, OneOf(LOOKAHEADS)] = Field(
        LOOKAHEADS[0],
        description="What the HMM weighs: goal, the plans that reach the goal in time; action, the action being "
        "written, whatever follows, which needs no goal (the paper's λ_diag).",
    )
    lookahead_cap: Annotated[int, Field(ge=0, le=MANY)] | None = Field(
        None,
        description="Most actions beyond the one at hand behind which the goal is looked for; by default what the "
        "budget leaves. Where the goal is further, the HMM's score is -inf.",
    )
    belief: Annotated[str, OneOf(BELIEFS)] | None = Field(
        None,
        description="What the HMM has read when it weighs an action: canonical, the tokens that the tokenizer makes of "
        "the actions so far; plan, those really written of the plan; text, all that were written, reasoning included. "
        "By default canonical.",
    )


def check_heeded(given: Mapping[str, Any], otherwise: str) -> None:
    """Refuse to say how an HMM weighs tokens where there is none.

    Args:
        given: Settings by name.
        otherwise: Why nobody would heed them, and what helps.

    Raises:
        ConstraintError: If one of `Weighing` but its weight is not the default.
    """
    for name, field in Weighing.model_fields.items():
        if name != "guidance" and given.get(name, field.default) != field.default:
            raise ConstraintError(
                f"{name} is {checks.shown(given[name])}, which says how an HMM weighs tokens, but {otherwise}, or "
                f"leave {name} out."
            )


def check_adapting(adaptation: str, pseudocount: float | None) -> None:
    """Refuse to say how an HMM's estimates are smoothed where it is not adapted.

    Raises:
        ConstraintError: Saying so.
    """
    if pseudocount is not None and adaptation == "none":
        raise ConstraintError(
            f"pseudocount is {pseudocount:g}, which smooths the estimates of an adaptation, and there is none. Give "
            "one (ttba, otta or otta+ttba), or leave pseudocount out."
        )


def unweighable(enforce: Collection[str] | None, lookahead: str) -> str | None:
    """Why an HMM would have nothing to weigh, without what helps; ``None`` if it has.

    Args:
        enforce: The constraints enforced; ``None`` for none.
        lookahead: What it weighs, one of `LOOKAHEADS`.
    """
    if enforce is None:
        return "An HMM weighs what the constraints admit, and nothing is enforced, so it would weigh nothing."
    if lookahead == LOOKAHEADS[0] and GOAL not in enforce:
        return (
            f"An HMM weighs plans that reach the goal, but the constraints enforced ({', '.join(sorted(enforce))}) do "
            "not have 'goal', so it would weigh nothing."
        )
    return None


class Effort(Settings):
    """What a plan may cost."""

    panel = "Length of the plan, and the search for it"

    budget: Budget | None = Field(
        None,
        description="Most actions of the plan; 0 does where the goal holds already. By default what the slack allows; "
        "20 where no goal is enforced.",
    )
    slack: Annotated[int, Field(ge=0, le=MANY)] | None = Field(
        None,
        description="Most actions that the plan may have more than the shortest one found; by default a quarter of its "
        "actions, and at least 2, but none where the goal holds already. With a budget, the smaller bound holds: as "
        "many as that leave the whole budget.",
    )
    loops: bool = Field(False, description="Let a plan come back to a state that it has been in.")
    limits: Annotated[
        Limits | SearchLimits,
        Python(_limits, SearchLimits),
        Flag(metavar="states=N, seconds=N, boundary_seconds=N"),
    ] = Field(Limits(), description="When the search for plans gives up.")

    @property
    def search_limits(self) -> SearchLimits | None:
        """The limits, where they are others than the search's own."""
        if isinstance(self.limits, SearchLimits):
            return self.limits
        if self.limits == Limits():
            return None
        return SearchLimits(
            self.limits.states, self.limits.seconds, boundary_seconds=self.limits.boundary_seconds
        )


class Wishes(Settings):
    """Which plans are wanted, and how they are written down."""

    panel = "Which plans are wanted"

    format: Annotated[str | PlanFormat, Python(_format, PlanFormat), Flag(former=("--plan-format",))] = Field(
        "calls",
        description=f"{', '.join(FORMATS)}, one that an installed package names (virtualhome_json of clamp-worlds), or "
        "a template: '{name}({args})'.",
    )
    seen: Annotated[list[str] | None, Python(_names), Flag(metavar="a,b,c", commas=True)] = Field(
        None, description="Entities that the plan may name; all by default."
    )
    rules: Annotated[
        list[Annotated[str | Rule, Python(_rules, Rule)]] | dict[str, str | RuleEntry] | None,
        Python(_rules),
        Flag(("--rule",), "FORMULA"),
    ] = Field(None, description="Temporal rules that the plan must keep, as 'G !open(fridge)'.")
    requirements: str | None = Field(
        None,
        description="What a person requires, in English sentences that are read as rules: 'Turn off the stove before "
        "picking up the pot.'",
    )
    on_unclear: Annotated[str, OneOf(ON_UNCLEAR)] = Field(
        "refuse",
        description="What becomes of requirements that are not understood: refuse to plan, ignore them, ask whether "
        "they mean what the model says, or take what the model says.",
    )
    visibility: Annotated[
        dict[str, LogWeight] | None, Python(checked_weights), Flag(metavar="ENTITY=NUMBER")
    ] = Field(None, description="Log weights, at most 0, of the entities seen; all count alike by default.")

    aliases: Annotated[dict[str, str] | None, Python(_aliases), Flag(("--alias",), "NAME=ENTITY")] = Field(
        None, description="Another name of an entity."
    )

    @field_validator("seen")
    @classmethod
    def _without_spaces(cls, value: list[str] | None) -> list[str] | None:
        """Names end where they end: ``a, b`` on the command line means the same."""
        return None if value is None else [one.strip() for one in value]

    @property
    def plan_format(self) -> PlanFormat:
        """How the plan is written."""
        return self.format if isinstance(self.format, PlanFormat) else format_of(self.format)


class Looking(Settings):
    """How it is found out what is seen, where nothing says so outright."""

    panel = "What is seen"

    detector: Annotated[str | Detector | None, Python(_detector, Detector)] = Field(
        None, description="Instead: a zero-shot object detection model that says what they show."
    )
    embedder: str | None = Field(
        None,
        description="A sentence embedding model that compares a scene's names with the problem's, and sentences of "
        "examples with the instruction.",
    )
    parts: Annotated[dict[str, str] | None, Python(_parts)] = Field(
        None, description="The whole of each part; a part is seen where its whole is."
    )
    visibility_floor: Annotated[float, Field(gt=0, le=1)] | None = Field(
        None, description="Prefer what is surely there: scores weigh, but no less than this."
    )
    visibility_cut_off: Annotated[float, Field(ge=0, le=1)] | None = Field(
        None, description="What has a lower score is not seen at all."
    )

    def unheeded(self, wishes: Wishes, *, pictures: bool, scene: bool) -> str | None:
        """Which of these settings, and of those of what is seen, do not go together; ``None`` if all do.

        Args:
            pictures, scene: Whether there are any.
        """
        looked = scene or self.detector is not None
        if scene and self.detector is not None:
            return "give either `scene` or `detector`, not both: one of them says what is seen"
        if wishes.seen is not None and looked:
            return "give either `seen`, or a `scene` or `detector` that says what is seen, not both"
        if self.embedder is not None and not scene and getattr(self, "examples", None) is None:
            return "an `embedder` compares names of a `scene` with the problem's, or sentences of `examples`: give one"
        if self.detector is not None and not pictures:
            return "a `detector` needs `images` to look at"
        for name in ("visibility_floor", "visibility_cut_off"):
            if getattr(self, name) is not None and not looked:
                return f"`{name}` needs scores: give a `scene` or a `detector`"
        if self.visibility_floor is not None and wishes.visibility is not None:
            return "give either `visibility` or `visibility_floor`, not both"
        if self.parts is not None and not looked and (wishes.seen is not None or not pictures):
            return "`parts` are seen where their wholes are: give a `scene`, a `detector` or `images` alone"
        return None


class Writing(Settings):
    """How a model writes a text."""

    panel = "How tokens are chosen"

    temperature: float = Field(
        0.0, ge=0, le=MAX_TEMPERATURE, description="0 takes the best admissible token."
    )
    seed: int = Field(0, ge=SEEDS[0], le=SEEDS[1], description="Of the sampling, at temperatures above 0.")
    chat_template_kwargs: Annotated[
        dict[str, bool | int | float | str] | None,
        Python(checked_template),
        Flag(("--chat-template-kwarg",), "NAME=VALUE"),
    ] = Field(
        None,
        description="What the model's chat template is told, such as enable_thinking=false; nothing by default.",
    )
    max_new_tokens: MaxNewTokens | None = Field(
        None,
        description="Most tokens to write; by default what the context holds, and 512 without constraints.",
    )

    @field_validator("chat_template_kwargs")
    @classmethod
    def _told_the_template(cls, value: dict[str, Any] | None) -> dict[str, Any] | None:
        try:
            return checked_template("chat_template_kwargs", value)
        except ConstraintError as error:
            raise ValueError(str(error)) from None


class ParticleSettings(Settings):
    """How many texts are written side by side for one plan."""

    panel = Writing.panel

    particles: int = Field(
        1,
        ge=1,
        le=MAX_PARTICLES,
        description="Texts written side by side, weighed by what the model itself would have written, given that its "
        "plan is valid; 1 decodes token by token. With more, a temperature of 0 stands for 1, the model's own.",
    )
    sampled: bool = Field(
        False, description="Of several particles, return one drawn by weight, not the likeliest plan."
    )


class AdaptationSettings(Settings):
    """How an HMM follows what the model writes."""

    panel = GUIDANCE

    adaptation: Annotated[str, OneOf(tuple(ADAPTATIONS))] = Field(
        "none",
        description="How the HMM follows what the model writes: ttba (to a few continuations of the prompt, for this "
        "plan only), otta (to each finished plan, for the next), otta+ttba, or none.",
    )
    pseudocount: Annotated[float, Field(ge=0, le=MANY)] | None = Field(
        None,
        description="How many counts of the old row are mixed into each estimate of ttba and otta; by default 1. "
        "0 is the paper's estimate.",
    )


class Sampling(Writing, ParticleSettings, AdaptationSettings):
    """How the tokens of a plan are chosen."""


OF_BENCHMARKS = ("semantics", "recovery")
"""Settings of former releases that only benchmarks have now."""


def refuse_of_benchmarks(names: Collection[Any]) -> None:
    """Raise `ConstraintError` where a setting is given that only benchmarks have."""
    for name in OF_BENCHMARKS:
        if name in names:
            raise ConstraintError(
                f"`{name}` is no setting of a plan any more: every plan is written under one joint constraint. "
                "The paper's masks and its recovery are for comparison, in the benchmarks of the package "
                f"clamp-bench (`clamp bench`). Leave {name} out"
            )


class ConstraintConfiguration(Level, Weighing, Effort, Wishes):
    """All that a constraint and its weights are made from, beside the problem and the model's tokens."""

    @model_validator(mode="before")
    @classmethod
    def _not_of_benchmarks(cls, given: Any) -> Any:
        if isinstance(given, Mapping):
            refuse_of_benchmarks(cast("Mapping[Any, Any]", given))
        return cast("object", given)

    @field_validator("*")
    @classmethod
    def _not_empty(cls, value: Any, info: ValidationInfo) -> Any:
        if isinstance(value, str) and not value.strip():
            such = (
                ". Say what is to be so: 'the milk is in the fridge'"
                if info.field_name == "instruction"
                else ""
            )
            raise ValueError(f"it is empty{such}")
        if isinstance(value, str) and "\0" in value:
            raise ValueError("it holds a null character")
        return value


class Aim(Settings):
    """How a goal is found where there is none."""

    panel = "What to plan"

    one_pass: bool = Field(
        False,
        description="Without a goal: where only the model can read one off the instruction, it writes goal and plan as "
        "one text, under one constraint.",
    )
    examples: Annotated[str | None, Python(_file), Flag(metavar="FILE")] = Field(
        None,
        description="More examples for the model that reads a goal off the instruction: lines of JSON with sentence "
        "and goal, of which those nearest to the instruction count (see --embedder), or else the first.",
    )


class Believing(Settings):
    """What becomes of what is not known of the initial state, where a belief says what is."""

    panel = "How things are at first"

    prefer: Annotated[str, OneOf(PREFER)] | None = Field(
        None,
        description="Whose facts count where what is seen contradicts the problem file: picture, or file. Without it, "
        "nothing is planned for.",
    )
    unknown: Annotated[str, OneOf(UNKNOWN)] = Field(
        UNKNOWN[0],
        description="What becomes of facts that are not known: conformant, a plan for every state that they allow; "
        "likeliest, for the likeliest state alone; look, they are looked at in a closed loop.",
    )


class Configuration(ConstraintConfiguration, Looking, Sampling, Aim, Believing):
    """All settings of one plan."""
