"""`Request`: what to plan, under which configuration. Every way to ask for a plan makes one.

The arguments of `clamp.Planner.plan`, ``clamp plan`` with its TASK.yaml, the JSON of a served request and the
benchmarks come to the same constraint, weights and prompt because they come to them here. Below it stand the
two forms that hosts write it in: `PlanRequest`, a prompt with a constraint, and `Text`, in a model's tokens.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Any, Self, cast

from clamp import checks
from clamp.automata import Vocabulary
from clamp.decoding import PlanConstraint, PlanFormat
from clamp.decoding.configuration import (
    Configuration,
    ConstraintConfiguration,
    Sampling,
    Weighing,
    check_adapting,
    rules_in,
)
from clamp.decoding.constraint import DEFAULT_BUDGET, SEMANTICS
from clamp.decoding.lookahead import BELIEFS, LOOKAHEADS, Lookahead, lookahead_for
from clamp.decoding.visibility import VisibilityBias
from clamp.decoding.weights import Weighted
from clamp.errors import ConstraintError, SceneError
from clamp.hmm import HMM
from clamp.hosts.follower import PLANNING_MEMBERS, Decoded, PlanningConstraint, check_weights
from clamp.hosts.prompts import Message, plan_messages
from clamp.perception import Scene
from clamp.perception.annotate import positions
from clamp.planning.rules import Rule, Ruled
from clamp.planning.rules.sentences import Requirements, read_requirements
from clamp.planning.rules.wording import SystemWording
from clamp.planning.search.limits import SearchLimits
from clamp.planning.system import TransitionSystem


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
        images: Pictures that the model sees, as paths, URLs or PIL images.
        scene: What the pictures show. What it shows is seen unless the configuration says what is, and the
            prompt says where things are that share a noun.

    Raises:
        ConstraintError: If an argument is of another kind than it says here.
        SceneError: If `images` is no collection of pictures.
    """

    problem: TransitionSystem[Any]
    instruction: str = ""
    configuration: ConstraintConfiguration = _DEFAULTS
    prompt: str | Sequence[Message] | None = None
    images: Sequence[Any] = ()
    scene: Scene | None = None

    def __post_init__(self) -> None:
        checks.instance(
            "problem",
            self.problem,
            TransitionSystem,
            what="a planning problem (clamp.Problem, or another TransitionSystem)",
            hint="PDDL files are read with clamp.Problem.from_pddl(domain, problem).",
        )
        checks.text("instruction", self.instruction, hint="It says in words what to do.")
        if self.prompt is not None:
            _check_prompt(self.prompt)
        if self.scene is not None:
            hint = "A file is read with Scene.from_json(path)."
            checks.instance("scene", self.scene, Scene, what="a clamp.Scene", hint=hint)
        object.__setattr__(self, "images", pictures(self.images))

    @classmethod
    def of(
        cls,
        problem: TransitionSystem[Any],
        instruction: str = "",
        *,
        prompt: str | Sequence[Message] | None = None,
        images: Sequence[Any] | None = None,
        scene: Scene | None = None,
        **settings: Any,
    ) -> Request:
        """A request from Python, with the settings of `clamp.decoding.configuration.Configuration` by name.

        Raises:
            ClampError: If an argument or a setting is of another kind, or makes no sense.
        """
        made = cls(problem, instruction, prompt=prompt, images=pictures(images), scene=scene)
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
        return made

    @cached_property
    def requirements(self) -> Requirements:
        """What was understood of the configuration's requirements."""
        text = self.configuration.requirements or ""
        return (
            read_requirements(text, SystemWording(self.problem)) if text.strip() else Requirements(text, ())
        )

    def clarified(self, requirements: Requirements) -> Self:
        """The same with what the requirements are said to mean."""
        made = replace(self)
        made.__dict__["requirements"] = requirements
        return made

    @cached_property
    def rules(self) -> list[Rule]:
        """The rules in force: those given, and those that the requirements mean.

        Raises:
            RuleError: If a requirement was not understood, and is not to be left out.
        """
        found = rules_in(self.configuration.rules)
        names = {one.name for one in found}
        ignored = self.configuration.on_unclear == "ignore"
        read = self.requirements.rules(ignore_the_rest=ignored)
        return [*found, *(one for one in read if one.name not in names)]

    @cached_property
    def system(self) -> TransitionSystem[Any]:
        """The problem with its rules."""
        return Ruled(self.problem, self.rules) if self.rules else self.problem

    @property
    def plan_format(self) -> PlanFormat:
        """How the plan is written."""
        return self.configuration.plan_format

    @property
    def seen(self) -> list[str] | None:
        """Entities that the plan may name; ``None`` for all."""
        if self.configuration.seen is None and self.scene is not None:
            return list(self.scene.seen)
        return self.configuration.seen

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
        return weighed(made, hmm, visibility=self.configuration.visibility, **how)

    def messages(self, budget: int | None = None) -> str | Sequence[Message]:
        """The prompt.

        Args:
            budget: Most actions of the plan, as its constraint has it.

        Raises:
            ConstraintError: If it is to be made of an instruction, and there is none.
        """
        if self.prompt is not None:
            return self.prompt
        if not self.instruction.strip():
            raise ConstraintError("A plan needs an instruction (or a prompt) that says what to do.")
        return plan_messages(
            self.system,
            self.instruction,
            plan_format=self.plan_format,
            budget=budget or self.configuration.budget or DEFAULT_BUDGET,
            seen=self.seen,
            positions=None if self.scene is None else positions(self.scene),
        )

    def written_under(self, constraint: PlanningConstraint | None) -> PlanRequest:
        """The request as hosts write it, under a constraint that was made for it."""
        configuration = self.configuration
        sampling = configuration.arguments(Sampling) if isinstance(configuration, Sampling) else {}
        hard = constraint.constraint if isinstance(constraint, Weighted) else constraint
        return PlanRequest(
            self.messages(getattr(hard, "budget", None)),
            constraint,
            plan_format=self.plan_format,
            system=self.system,
            images=self.images,
            **sampling,
        )


@dataclass(frozen=True)
class PlanRequest:
    """One plan to write, for who makes prompts and constraints: what a host writes of a `Request`.

    Attributes:
        prompt: Text, or chat messages that go through the tokenizer's template.
        constraint: What may be written, or ``None`` for anything; a lookahead also weighs it.
        plan_format: Reads the text when there is no constraint; a constraint brings its own.
        system: Certifies the plan when there is no constraint; a constraint brings its own.
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

    Raises:
        ConstraintError: If an argument is of another kind than it says here, or a number makes no sense.
        SceneError: If `images` is no collection of pictures.
    """

    prompt: str | Sequence[Message]
    constraint: PlanningConstraint | None = None
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

    def __post_init__(self) -> None:
        _check_prompt(self.prompt)
        constraint = self.constraint
        if constraint is not None and not hasattr(constraint, "initial"):
            raise ConstraintError(
                "`constraint` is a clamp.PlanConstraint, or a clamp.Weighted around one, not "
                f"{checks.shown(constraint)}. What to enforce is named in `enforce` of a PlanConstraint."
            )
        lacking = [
            name for name in PLANNING_MEMBERS if constraint is not None and not hasattr(constraint, name)
        ]
        if lacking:
            raise ConstraintError(
                f"`constraint` ({checks.shown(constraint)}) lacks {', '.join(map(repr, lacking))}, which are asked for "
                "when its text is written. `clamp.testing.check_constraint` tries all that is asked of one."
            )
        check_weights(constraint)
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


def pictures(images: object) -> tuple[Any, ...]:
    """The pictures of a request, read once.

    Raises:
        SceneError: If it is one picture alone, or holds what is no picture.
    """
    if images is None:
        return ()
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
