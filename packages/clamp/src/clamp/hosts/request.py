"""`Request`: what to plan, under which configuration. Every way to ask for a plan makes one.

The arguments of `clamp.Planner.plan`, ``clamp plan`` with its TASK.yaml, the JSON of a served request and the
benchmarks come to the same constraint, weights and prompt because they come to them here. Below it stand the
two forms that hosts write it in: `PlanRequest`, a prompt with a constraint, and `Text`, in a model's tokens.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cache, cached_property
from typing import Any, Self, cast

from clamp import checks
from clamp.automata import Vocabulary
from clamp.decoding import Constraint, PlanConstraint, PlanFormat
from clamp.decoding.configuration import (
    Configuration,
    ConstraintConfiguration,
    Looking,
    Sampling,
    Weighing,
    check_adapting,
    rules_in,
)
from clamp.decoding.diagnosis import Failure
from clamp.decoding.lookahead import BELIEFS, LOOKAHEADS, Lookahead, lookahead_for
from clamp.decoding.plans import DEFAULT_BUDGET, SEMANTICS
from clamp.decoding.result import PlanResult
from clamp.decoding.visibility import VisibilityBias
from clamp.decoding.world import GOAL, LEVELS, SYNTAX, VISIBILITY
from clamp.errors import ConstraintError, SceneError
from clamp.hmm import HMM
from clamp.hosts.absent import absence, not_there
from clamp.hosts.follower import Decoded, checked_constraint
from clamp.hosts.prompts import Message, plan_messages
from clamp.perception import Mention, Recognition, Scene
from clamp.perception.annotate import positions
from clamp.perception.sight import Sight, fitted, look, read_images, wholes
from clamp.planning.rules import Rule, with_rules
from clamp.planning.search.limits import SearchLimits
from clamp.planning.system import TransitionSystem
from clamp.words.requirements import Requirements, read_requirements
from clamp.words.wording import wording_of


def weighed(
    constraint: PlanConstraint,
    hmm: HMM | None = None,
    guidance: float = 0.0,
    visibility: Mapping[str, float] | None = None,
    *,
    lookahead: str = LOOKAHEADS[0],
    lookahead_cap: int | None = None,
    belief: str | None = None,
) -> PlanConstraint | Lookahead | VisibilityBias:
    """A constraint with what weighs its tokens: an HMM's lookahead, and log weights of the entities seen.

    Args:
        guidance, lookahead, lookahead_cap, belief: As in `clamp.decoding.configuration.Weighing`.

    Raises:
        ClampError: If they make no sense together.
    """
    found: PlanConstraint | Lookahead = constraint
    if hmm is not None and guidance:
        usual = BELIEFS[0] if constraint.semantics == SEMANTICS[0] else BELIEFS[-1]
        found = lookahead_for(constraint, lookahead)(
            constraint, hmm, guidance=guidance, cap=lookahead_cap, belief=belief or usual
        )
    return found if visibility is None else VisibilityBias(found, visibility)


_DEFAULTS = Configuration.of()


@dataclass(frozen=True, eq=False)
class Request:
    """What to plan, and under which configuration.

    Attributes:
        problem: What can be done, and the goal; the configuration's rules are beside it.
        instruction: What a person asks for, in words.
        configuration: All settings; each is an option, a field and an argument at once.
        prompt: Replaces the prompt that is made of the problem and the instruction.
        images: Pictures that the model sees, as paths, URLs or PIL images: a list, or a mapping from views' names.
        scene: What the pictures show. What it shows is seen, and the prompt says where things are that share a noun.
        binding: No plan is written where the instruction speaks of what is not there. Not so in a benchmark's own
            prose, and where what is not seen may yet be found.

    Raises:
        ConstraintError: If an argument is of another kind than it says here.
        SceneError: If `images` is no collection of pictures.
    """

    problem: TransitionSystem[Any]
    instruction: str = ""
    configuration: ConstraintConfiguration = _DEFAULTS
    prompt: str | Sequence[Message] | None = None
    images: Sequence[Any] | Mapping[str, Any] = ()
    scene: Scene | None = None
    binding: bool = True

    def __post_init__(self) -> None:
        checks.instance(
            "problem",
            self.problem,
            TransitionSystem,
            what="a planning problem (clamp.Problem, or another TransitionSystem)",
            hint="PDDL files are read with clamp.Problem.from_pddl(domain, problem).",
        )
        checks.text("instruction", self.instruction, hint="It says in words what to do.")
        if "\0" in self.instruction:
            raise ConstraintError("`instruction` holds a null character.")
        if self.prompt is not None:
            _check_prompt(self.prompt)
        if self.scene is not None:
            hint = "A file is read with Scene.from_json(path)."
            checks.instance("scene", self.scene, Scene, what="a clamp.Scene", hint=hint)
        object.__setattr__(self, "images", pictures(self.images, by_view=True))

    @classmethod
    def of(
        cls,
        problem: TransitionSystem[Any],
        instruction: str = "",
        *,
        prompt: str | Sequence[Message] | None = None,
        images: Sequence[Any] | Mapping[str, Any] | None = None,
        scene: Scene | None = None,
        **settings: Any,
    ) -> Request:
        """A request from Python, with the settings of `clamp.decoding.configuration.Configuration` by name.

        Raises:
            ClampError: If an argument or a setting is of another kind, or makes no sense.
        """
        made = cls(problem, instruction, prompt=prompt, images=() if images is None else images, scene=scene)
        return replace(made, configuration=Configuration.of(**settings))

    def but(self, **changes: Any) -> Self:
        """The same with other arguments, or other settings; these are what the fields hold, and not checked."""
        own = {name: changes.pop(name) for name in [one.name for one in fields(self)] if name in changes}
        if changes:
            own["configuration"] = self.configuration.model_copy(update=changes)
        made = replace(self, **own)
        before, after = self.configuration, made.configuration
        if made.problem is self.problem and after.requirements == before.requirements:
            made.__dict__["requirements"] = self.requirements
            if after.rules is before.rules and after.on_unclear == before.on_unclear:
                made.__dict__["system"] = self.system  # compiled rules are kept
        if "sight" in self.__dict__ and not {*own, *changes} & _SEEN_BY:
            made.__dict__["sight"] = self.sight
        return made

    @cached_property
    def requirements(self) -> Requirements:
        """What was understood of the configuration's requirements."""
        text = self.configuration.requirements or ""
        return read_requirements(text, wording_of(self.problem)) if text.strip() else Requirements(text, ())

    @property
    def unread(self) -> tuple[str, ...]:
        """The clauses of the requirements of which nobody knows what they mean: no plan is certified for them."""
        return tuple(one.text for one in self.requirements.clauses if one.status != "understood")

    def clarified(self, requirements: Requirements) -> Self:
        """The same with what the requirements are said to mean."""
        return self._with(requirements=requirements)

    def _with(self, **found: Any) -> Self:
        """The same with what was found out about it."""
        made = replace(self)
        kept = {name: self.__dict__[name] for name in ("requirements", "sight") if name in self.__dict__}
        made.__dict__.update(kept | found)
        return made

    @cached_property
    def rules(self) -> list[Rule]:
        """The rules that are asked for: those given, and those that the requirements mean.

        Raises:
            RuleError: If a requirement was not understood, and is not to be left out.
        """
        found = rules_in(self.configuration.rules)
        names = {one.name for one in found}
        ignored = self.configuration.on_unclear == "ignore"
        read = self.requirements.rules(ignore_the_rest=ignored)
        return [*found, *(one for one in read if one.name not in names)]

    @property
    def in_force(self) -> list[Rule]:
        """What every plan keeps: the problem's own constraints, and the rules.

        Raises:
            RuleError: As `rules`.
        """
        return [*self.problem.constraints, *self.rules]

    @cached_property
    def system(self) -> TransitionSystem[Any]:
        """The problem with its constraints and the rules."""
        return with_rules(self.problem, self.rules)

    @property
    def plan_format(self) -> PlanFormat:
        """How the plan is written."""
        return self.configuration.plan_format

    @cached_property
    def sight(self) -> Sight:
        """What is seen, as far as no model has to be asked that reads pictures (see `asks_model`).

        Raises:
            ConstraintError: If several things say what is seen, or a setting would be heeded by nothing.
            SceneError: If a picture cannot be read; pictures, scene and problem contradict each other; or nothing is
                seen.
            HostError: If a detector or an embedding model cannot be loaded.
        """
        wishes, how = self.configuration, self._looking
        flaw = how.unheeded(wishes, pictures=bool(self.images), scene=self.scene is not None)
        if flaw is not None:
            raise ConstraintError(f"{flaw[0].upper()}{flaw[1:]}.")
        images = read_images(self.images)
        found = look(
            self.problem.entities,
            self.images,
            images,
            self.scene,
            detector=how.detector,
            aliases=wishes.aliases,
            embedder=how.embedder,
            parts=how.parts,
            cut_off=how.visibility_cut_off,
        )
        if found is not None:
            return self._shown(found, images)
        seen = None if wishes.seen is None else tuple(wishes.seen)
        return Sight(images, None, seen, wishes.visibility)

    @property
    def _looking(self) -> Looking:
        """How it is found out what is seen; what a served request describes, has no such settings."""
        return self.configuration if isinstance(self.configuration, Looking) else Looking.of()

    def _shown(self, found: Recognition, images: Mapping[str, Any]) -> Sight:
        how = self._looking
        return Sight.of_scene(
            found,
            images,
            visibility=self.configuration.visibility,
            floor=how.visibility_floor,
            cut_off=how.visibility_cut_off,
        )

    @property
    def asks_model(self) -> bool:
        """Whether nothing but the model can tell what the pictures show, and it matters."""
        sight = self.sight
        unknown = bool(sight.images) and sight.scene is None and sight.seen is None
        return unknown and (self.prompt is None or self.configuration.enforces(VISIBILITY))

    @property
    def listable(self) -> list[str]:
        """What a model may say that it sees."""
        return wholes(self.problem.entities, self._looking.parts)

    def seeing(self, sight: Sight) -> Self:
        """The same with what somebody else has seen."""
        return self._with(sight=sight)

    def showing(self, found: Recognition, source: str) -> Self:
        """The same with what a model says that its pictures show.

        Args:
            found: In the names of the problem's entities.
            source: Who says it, for messages.

        Raises:
            SceneError: If it is nothing.
        """
        parts, cut_off = self._looking.parts, self._looking.visibility_cut_off
        scene = fitted(found, self.problem.entities, source, parts=parts, cut_off=cut_off)
        return self.seeing(self._shown(scene, self.sight.images))

    @property
    def seen(self) -> list[str] | None:
        """Entities that the plan may name; ``None`` for all."""
        return None if self.sight.seen is None else list(self.sight.seen)

    def check(self) -> None:
        """Refuse what can be refused before anything is searched for.

        Raises:
            ClampError: If it asks for nothing; or pictures, scene, aliases and problem contradict each other.
        """
        self._check_asks()
        _ = self.not_there  # looks, and reads the aliases

    def check_names(self) -> None:
        """Refuse, without a model's tokens, what a constraint over them would refuse.

        Raises:
            ClampError: If entities are unknown, or names cannot be written.
        """
        self._judged((SYNTAX,))

    def _check_asks(self) -> None:
        if self.prompt is None and not self.instruction.strip():
            raise ConstraintError("A plan needs an instruction (or a prompt) that says what to do.")

    @cached_property
    def not_there(self) -> tuple[Mention, ...]:
        """What the instruction speaks of that is not seen, or not known.

        Raises:
            SceneError: If an alias stands for what the problem does not know.
        """
        return tuple(not_there(self.instruction, self.problem, self.seen, self.configuration.aliases))

    @property
    def absent(self) -> tuple[Mention, ...]:
        """What of it rules a plan out: nothing where everything counts as seen, or a plan may name anything."""
        binds = self.binding and self.seen is not None and self.configuration.enforces(VISIBILITY)
        return self.not_there if binds else ()

    @property
    def vain(self) -> tuple[Mention, ...]:
        """What of it people are told: nothing of loose prose that rules nothing out."""
        unknown = sum(one.standing == "unknown" for one in self.not_there)
        return self.absent if self.absent or unknown > _PROSE else self.not_there

    @cached_property
    def refusal(self) -> Failure | None:
        """Why no plan is written, whatever the model: the goal, or the instruction, needs what is not there."""
        absent, seen = self.absent, self.seen
        if seen is not None and self.configuration.enforces(GOAL):
            hidden = absent or self.system.goal_entities() - set(seen)
            if hidden and all(one.standing == "unseen" for one in absent):
                failure = self._judged(LEVELS).failure()
                if failure is not None and failure.cause == "unseen":
                    return failure
        return absence(absent) if absent else None

    def told(self, result: PlanResult) -> PlanResult:
        """What came of the request, with what its instruction speaks of in vain."""
        return replace(result, absent=self.vain, seen=self.sight.seen)

    def _judged(self, enforce: Sequence[str]) -> PlanConstraint:
        """A constraint without a model: bytes stand in for tokens."""
        bounds = {} if GOAL in enforce else {"slack": None}
        return self.but(constraints=list(enforce), **bounds).made(byte_vocabulary())

    def made(self, vocabulary: Vocabulary, limits: SearchLimits | None = None) -> PlanConstraint:
        """What the plan must be like, in a model's tokens; where nothing is enforced, that it is well-formed.

        Args:
            limits: Instead of the configuration's.

        Raises:
            ClampError: If it makes no sense, is too large, or cannot be spelled in these tokens.
        """
        enforce = self.configuration.enforce
        return PlanConstraint(
            self.system,
            vocabulary,
            self.plan_format,
            budget=self.configuration.budget,
            slack=self.configuration.slack,
            loops=self.configuration.loops,
            semantics=self.configuration.semantics,
            seen=self.seen,
            enforce={"syntax"} if enforce is None else enforce,
            limits=limits or self.configuration.search_limits,
        )

    def constraint(
        self,
        vocabulary: Vocabulary,
        hmm: HMM | None = None,
        guidance: float | None = None,
        limits: SearchLimits | None = None,
    ) -> PlanConstraint | Lookahead | VisibilityBias | None:
        """The constraint with what weighs it; ``None`` where nothing is enforced.

        Args:
            hmm: What weighs plans, where the weight is above 0.
            guidance: The HMM's weight; the configuration's by default.
            limits: Instead of the configuration's.

        Raises:
            ClampError: As `made` does, and if something cannot weigh the plans.
        """
        made = self.made(vocabulary, limits)  # in any case: it checks the settings
        if self.configuration.enforce is None:
            return None
        weight = self.configuration.guidance if guidance is None else guidance
        how = self.configuration.arguments(Weighing, guidance=weight)
        return weighed(made, hmm, visibility=self.sight.visibility, **how)

    def messages(self, budget: int | None = None) -> str | Sequence[Message]:
        """The prompt.

        Args:
            budget: Most actions of the plan, as its constraint has it.

        Raises:
            ConstraintError: If it is to be made of an instruction, and there is none.
        """
        if self.prompt is not None:
            return self.prompt
        self._check_asks()
        scene = self.sight.scene
        return plan_messages(
            self.system,
            self.instruction,
            plan_format=self.plan_format,
            budget=budget or self.configuration.budget or DEFAULT_BUDGET,
            seen=self.seen,
            positions=None if scene is None else positions(scene),
        )

    def written_under(self, constraint: Constraint[Any] | None) -> PlanRequest:
        """The request as hosts write it, under a constraint that was made for it."""
        configuration = self.configuration
        sampling = configuration.arguments(Sampling) if isinstance(configuration, Sampling) else {}
        hard = None if constraint is None else constraint.hard
        return PlanRequest(
            self.messages(getattr(hard, "budget", None)),
            constraint,
            plan_format=self.plan_format,
            system=self.system,
            images=tuple(self.sight.images.values()),
            unread=self.unread,
            **sampling,
        )


_PROSE = 2
"""From more unknown things on than this, an instruction that rules nothing out is loose prose."""
_SEEN_BY = {
    "problem",
    "images",
    "scene",
    "seen",
    "visibility",
    "aliases",
    *Looking.model_fields,
    "configuration",
}
"""On which fields and settings it depends what is seen."""


@cache
def byte_vocabulary() -> Vocabulary:
    """Bytes that stand in for tokens: whether there is a plan does not depend on them."""
    return Vocabulary.from_bytes([bytes([byte]) for byte in range(256)] + [None], 256)


@dataclass(frozen=True)
class PlanRequest:
    """One plan to write, for who makes prompts and constraints: what a host writes of a `Request`.

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
        recovery: ``"paper"``: see `clamp.hosts.recovery`.
        unread: Clauses of what is asked for that were not read. The plan is not certified for them.

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
    recovery: str = Sampling.default_of("recovery")
    pseudocount: float | None = Sampling.default_of("pseudocount")
    unread: Sequence[str] = ()

    def __post_init__(self) -> None:
        _check_prompt(self.prompt)
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
        if self.recovery != "none":
            _check_recovery(self)
        object.__setattr__(self, "images", pictures(self.images))
        object.__setattr__(self, "unread", checks.names("unread", self.unread, of="clauses"))


def _check_recovery(request: PlanRequest) -> None:
    """Refuse the paper's recovery where there is nothing to recover from, or no rule to keep.

    Raises:
        ConstraintError: Saying which.
    """
    constraint = request.constraint
    if not isinstance(constraint, PlanConstraint) or "executability" in constraint.enforce:
        raise ConstraintError(
            "recovery='paper' unwrites what breaks a rule, where only syntax and visibility are enforced: give the "
            "constraints 'token' or 'grounded', and nothing that weighs tokens. With executability ('world') rules "
            "hold without it."
        )
    if constraint.system.rulebook is None:
        raise ConstraintError("recovery='paper' keeps rules, and there are none. Give some, or leave it out.")
    if request.particles > 1:
        raise ConstraintError("recovery='paper' writes one text, not several particles.")


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


def _check_prompt(prompt: object) -> None:
    if isinstance(prompt, str):
        checks.text("prompt", prompt, ConstraintError)
        return
    hint = "a text, or chat messages such as [{'role': 'user', 'content': 'Tidy up.'}]"
    if not isinstance(prompt, Sequence) or isinstance(prompt, bytes | bytearray):
        raise ConstraintError(f"`prompt` is {hint}, not {checks.shown(prompt)}.")
    messages = cast("Sequence[object]", prompt)
    if not messages:
        raise ConstraintError(f"`prompt` is {hint}; it holds no message.")
    for number, message in enumerate(messages, 1):
        if not isinstance(message, Mapping):
            raise ConstraintError(f"`prompt` is {hint}; its message {number} is {checks.shown(message)}.")
        missing = [name for name in ("role", "content") if name not in message]
        if missing:
            raise ConstraintError(f"`prompt` is {hint}; its message {number} has no {missing[0]!r}.")
        for name in ("role", "content"):
            one = cast("Mapping[str, object]", message)[name]
            if not isinstance(one, str):
                raise ConstraintError(
                    f"`prompt`: the {name!r} of message {number} is a text, not {checks.shown(one)}."
                )
            if (flaw := checks.no_unicode(one)) is not None:
                raise ConstraintError(f"`prompt`: the {name!r} of message {number} is no text: {flaw}.")


def pictures(images: object, *, by_view: bool = False) -> tuple[Any, ...] | dict[str, Any]:
    """The pictures of a request, in a collection that can be gone through again.

    Args:
        by_view: They may be a mapping, from views' names.

    Raises:
        SceneError: If it is one picture alone, or holds what is no picture.
    """
    if images is None:
        return ()
    if by_view and isinstance(images, Mapping):
        named = checks.mapping(
            "images", cast(Any, images), SceneError, of="from views' names to pictures", values=None
        )
        return dict(zip(named, pictures(named.values()), strict=True))
    one = isinstance(images, str | bytes | os.PathLike) or hasattr(images, "convert")
    if one or isinstance(images, Mapping) or not isinstance(images, Iterable):
        alone = " One alone is written in brackets, too." if one else ""
        if isinstance(images, Mapping):
            alone = " Pictures by view are given as list(images.values())."
        raise SceneError(
            "`images` is a list of pictures (paths, URLs or PIL images), not "
            f"{checks.shown(cast(object, images))}.{alone}"
        )
    found = tuple(cast("Iterable[Any]", images))
    for picture in found:
        tensor = type(picture).__module__ == "torch"  # what a processor takes as it is
        if not isinstance(picture, str | os.PathLike) and not hasattr(picture, "convert") and not tensor:
            raise SceneError(
                "`images` is a list of pictures (paths, URLs or PIL images), but it holds "
                f"{checks.shown(picture)}."
                + (" Image.fromarray(array) makes a picture of it." if hasattr(picture, "shape") else "")
            )
        if isinstance(picture, str | os.PathLike):
            checks.path("images", cast(Any, picture), SceneError, what="a list of paths, URLs or PIL images")
    return found
