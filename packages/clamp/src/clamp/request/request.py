"""`Request`: what to plan, under which configuration. Every way to ask for a plan makes one.

The arguments of `clamp.Planner.plan`, ``clamp plan`` with its TASK.yaml, the JSON of a served request and the
benchmarks come to the same constraint, weights and prompt because they come to them here.
"""

from __future__ import annotations

import inspect
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cache, cached_property
from typing import Any, ClassVar, Literal, Self, cast

from clamp import checks
from clamp.automata import Vocabulary
from clamp.decoding import Constraint, PlanConstraint, PlanFormat
from clamp.decoding.diagnosis import Failure
from clamp.decoding.lookahead import LOOKAHEADS, Lookahead, lookahead_for
from clamp.decoding.plans import DEFAULT_BUDGET
from clamp.decoding.result import PlanResult
from clamp.decoding.visibility import VisibilityBias
from clamp.decoding.weights import checked_constraint
from clamp.decoding.world import GOAL, LEVELS, SYNTAX, VISIBILITY
from clamp.errors import ConstraintError, LimitError, SceneError
from clamp.hmm import HMM
from clamp.perception import Mention, Recognition, Scene
from clamp.perception.annotate import positions
from clamp.perception.belief import Belief
from clamp.perception.pictures import picture_of
from clamp.perception.sight import Sight, fitted, look, read_images, wholes
from clamp.planning.conformant import conformant
from clamp.planning.rules import Rule, with_rules
from clamp.planning.search.limits import SearchLimits
from clamp.planning.system import TransitionSystem
from clamp.request.absent import absence, not_there
from clamp.request.prompts import Message, plan_messages
from clamp.request.scenes import check_facts
from clamp.request.settings import (
    Believing,
    Configuration,
    ConstraintConfiguration,
    Effort,
    Level,
    Looking,
    Weighing,
    refuse_of_benchmarks,
    rules_in,
)
from clamp.request.states import ResolvedState, resolve
from clamp.request.worlds import NamedWorld, Start, open_world
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
        guidance, lookahead, lookahead_cap, belief: As in `clamp.request.settings.Weighing`.

    Raises:
        ClampError: If they make no sense together.
    """
    found: PlanConstraint | Lookahead = constraint
    if hmm is not None and guidance:
        kind = lookahead_for(constraint, lookahead)
        found = kind(
            constraint, hmm, guidance=guidance, cap=lookahead_cap, belief=belief or kind.usual_belief
        )
    return found if visibility is None else VisibilityBias(found, visibility)


_DEFAULTS = Configuration.of()


@dataclass(frozen=True, eq=False, repr=False)
class Request:
    """What to plan, and under which configuration.

    Attributes:
        problem: What can be done, and the goal; the configuration's rules are beside it.
        instruction: What a person asks for, in words.
        configuration: All settings; each is an option, a field and an argument at once.
        prompt: Replaces the prompt that is made of the problem and the instruction.
        images: Pictures that the model sees, as paths, URLs or PIL images: a list, or a mapping from views' names.
        scene: What the pictures show. What it shows is seen, and the prompt says where things are that share a noun.
        constraint: Yours, in the place of the one that the settings would make; over the tokens of the model that is
            to write. Settings that only that one would heed are refused. It says itself what a plan may name, and in
            which format it is written (where it does not, the setting `format` does).
        binding: No plan is written where the instruction speaks of what is not there. Not so in a benchmark's own
            prose, and where what is not seen may yet be found.
        state: What is known of how things are at first, where that is not what the problem says. The problem is that of
            the likeliest state then (`resolve`); what is planned for, the setting `unknown` says.
        world: Where the problem came from, if it has more to say: its plan format counts where none is given, and it is
            looked at where nothing else says what is seen.

    Raises:
        ConstraintError: If an argument is of another kind than it says here, or nothing would heed a setting.
        SceneError: If `images` is no collection of pictures.
    """

    problem: TransitionSystem[Any]
    instruction: str = ""
    configuration: ConstraintConfiguration = _DEFAULTS
    prompt: str | Sequence[Message] | None = None
    images: Sequence[Any] | Mapping[str, Any] = ()
    scene: Scene | None = None
    constraint: Constraint[Any] | None = None
    binding: bool = True
    world: NamedWorld | None = None
    state: ResolvedState | None = None

    may_be_empty: ClassVar[bool] = True
    """Whether a plan without actions counts where the goal holds already."""

    def __post_init__(self) -> None:
        checks.instance(
            "problem",
            self.problem,
            TransitionSystem,
            what="a planning problem (clamp.Problem, or another TransitionSystem), or the name of a world (eai:27_2)",
            hint="PDDL files are read with clamp.Problem.from_pddl(domain, problem).",
        )
        checks.text("instruction", self.instruction, hint="It says in words what to do.")
        if "\0" in self.instruction:
            raise ConstraintError("`instruction` holds a null character.")
        if self.prompt is not None:
            check_prompt(self.prompt)
        if self.scene is not None:
            hint = "A file is read with Scene.from_json(path)."
            checks.instance("scene", self.scene, Scene, what="a clamp.Scene", hint=hint)
        if self.constraint is not None:
            self._check_own(checked_constraint("constraint", self.constraint))
        object.__setattr__(self, "images", pictures(self.images, by_view=True))

    def _check_own(self, own: Constraint[Any]) -> None:
        """Refuse what a constraint that is given would not heed, or contradicts.

        Raises:
            ConstraintError: Saying what.
        """
        given = self.configuration
        for name in _OF_CONSTRAINTS:
            value, nothing = getattr(given, name), type(given).default_of(name)
            nothing = 0 if name == "guidance" and name in given.model_fields_set else nothing
            if value != nothing and not (name == "rules" and not value):
                raise ConstraintError(
                    f"`{name}` is {checks.shown(value)}, which the constraint heeds that CLAMP makes, but `constraint` "
                    f"is {checks.shown(own)} of yours. {_INSTEAD.get(name, f'Leave `{name}` out, or the constraint.')}"
                )
        if getattr(given, "visibility_floor", None) is not None:
            raise ConstraintError(
                "`visibility_floor` says what a plan may name, which `constraint` says itself. Leave it out, or make "
                "the constraint of what is seen: clamp.PlanConstraint(…, seen=…)."
            )
        hard, named = own.hard, ()
        if isinstance(hard, PlanConstraint):
            named = hard.system.entities if hard.seen is None else hard.seen
        if given.seen is not None and (unseen := sorted(set(named).difference(given.seen))):
            raise ConstraintError(
                f"`constraint` lets a plan name {', '.join(unseen)}, which `seen` does not have. Make it with the "
                "same `seen`, or leave that out."
            )
        if own.system is not None and not _stricter(own.system, self.problem):
            raise ConstraintError(
                f"`constraint` is about another system ({own.system.name!r}) than the request ({self.problem.name!r}), "
                "and a plan is certified in one. Give both the same object; that of a world by name is "
                "clamp.open_world(name).system."
            )
        if own.plan_format not in (None, given.plan_format) and "format" in given.model_fields_set:
            raise ConstraintError(
                "`format` is another one than the constraint's `plan_format`, and a plan is written in one. Leave "
                "`format` out."
            )

    @classmethod
    def of(
        cls,
        problem: TransitionSystem[Any] | NamedWorld | str,
        instruction: str | None = None,
        *,
        start: Start | None = None,
        prompt: str | Sequence[Message] | None = None,
        images: Sequence[Any] | Mapping[str, Any] | None = None,
        scene: Scene | None = None,
        constraint: Constraint[Any] | None = None,
        state: Belief | ResolvedState | Mapping[str, Any] | str | os.PathLike[str] | None = None,
        configuration: Configuration | None = None,
        **settings: Any,
    ) -> Self:
        """A request, with the settings of `clamp.request.settings.Configuration` by name.

        Args:
            problem: What can be done, and the goal; or a world, or the name of one, such as ``"eai:27_2"``.
            instruction: What a person asks for, in words; by default what the world asks for, which then is loose prose
                that rules nothing out.
            start: How a world begins that is named, in its own terms.
            prompt, images, scene, constraint: See the class.
            state: What is known of how things are at first: a belief, its file, or its JSON. What the problem says
                otherwise counts as the settings `prefer` and `unknown` say.
            configuration: Instead of settings by name.

        Raises:
            ClampError: If an argument or a setting is of another kind, or makes no sense; or there is no such world.
        """
        if configuration is not None:
            checks.instance("configuration", configuration, ConstraintConfiguration, what="a Configuration")
            if settings:
                raise ConstraintError(
                    f"Give `configuration`, or settings by name ({', '.join(settings)}), not both."
                )
        refuse_of_benchmarks(settings)
        for name in settings:
            if name not in Configuration.model_fields:
                said = checks.unknown(name, (*_ARGUMENTS, *Configuration.model_fields), "arguments")
                raise ConstraintError(f"`{name}`: {said}.")
        given = Configuration.of(**settings) if configuration is None else configuration
        if isinstance(problem, str) and ":" in problem:
            problem = open_world(problem, start, given.seed)
        elif start:
            raise ConstraintError(
                "`start` says how a world begins that is given by its name, such as 'eai:27_2'."
            )
        world = problem if isinstance(problem, NamedWorld) else None
        made = cls(
            problem if world is None else world.system,  # pyright: ignore[reportArgumentType]
            (instruction or "")
            if world is None
            else world.instruction
            if instruction is None
            else instruction,
            prompt=prompt,
            images=() if images is None else images,
            scene=scene,
            binding=world is None or instruction is not None,
            world=world,
        )
        made = replace(made, configuration=given, constraint=constraint)
        return made if state is None else made.believing(state)

    def believing(self, state: Belief | ResolvedState | Mapping[str, Any] | str | os.PathLike[str]) -> Self:
        """The same where something is known of how things are at first.

        Args:
            state: As of `of`.

        Raises:
            SceneError: If it is no belief, or does not fit the problem.
            ConstraintError: If a constraint of one's own would not heed it.
        """
        if self.constraint is not None:
            raise ConstraintError(
                "`state` says how things are at first, which your `constraint` would not heed. Leave one out."
            )
        if not isinstance(state, ResolvedState):
            belief = state if isinstance(state, Belief) else Belief.from_json(state)
            given = self.configuration
            how = {name: getattr(given, name, Believing.default_of(name)) for name in Believing.model_fields}
            state = resolve(
                cast(Any, self.problem), belief, **how, limits=given.search_limits or SearchLimits()
            )
        made = replace(self, problem=state.problem, state=state)
        if "requirements" in self.__dict__:
            made.__dict__["requirements"] = self.requirements
        return made

    @cached_property
    def _for_all(self) -> TransitionSystem[Any] | Failure | None:
        """The system of plans for every possible state; why there is none; ``None`` where one state is planned for."""
        if self.state is None or self.state.failure is not None:
            return None if self.state is None else self.state.failure
        if self.state.unknown == "look" and self.state.possible.unknown:
            listed = ", ".join(map(str, self.state.possible.unknown[:4]))
            return Failure(
                "unknown", f"It is not known whether {listed} hold. Look first: plan in a closed loop."
            )
        if not self.state.for_all:
            return None
        task = cast(Any, self.problem).task  # a problem in PDDL: `resolve` saw to that
        limits = self.configuration.search_limits
        try:
            return conformant(task, self.state.possible, self.rules, limits=limits or SearchLimits())
        except LimitError as error:
            return Failure("limit", f"{error}")

    def but(self, **changes: Any) -> Self:
        """The same with other arguments, or other settings.

        Raises:
            ClampError: As `of`.
        """
        own = {name: changes.pop(name) for name in [one.name for one in fields(self)] if name in changes}
        if changes:
            refuse_of_benchmarks(changes)
            checked = Configuration.of(**changes)
            read = {name: getattr(checked, name) for name in changes}
            own["configuration"] = self.configuration.model_copy(update=read)
        made = replace(self, **own)
        before, after = self.configuration, made.configuration
        if made.problem is self.problem and after.requirements == before.requirements:
            made.__dict__["requirements"] = self.requirements
            if after.rules is before.rules and after.on_unclear == before.on_unclear:
                made.__dict__["system"] = self.system  # compiled rules are kept
                if made.state is self.state and "_for_all" in self.__dict__:
                    made.__dict__["_for_all"] = (
                        self._for_all
                    )  # so is what was grounded for every possible state
        if "sight" in self.__dict__ and not {*own, *changes} & _SEEN_BY:
            made.__dict__["sight"] = self.sight
        return made

    def __repr__(self) -> str:
        given = self.configuration
        values = {
            one: getattr(given, one) for one in type(given).model_fields if one in Configuration.model_fields
        }
        told = [f"{one}={value!r}" for one, value in values.items() if value != type(given).default_of(one)]
        others = ("prompt", "images", "scene", "constraint")
        told += [f"{one}=…" for one in others if getattr(self, one) not in (None, (), {})]
        return f"<Request: {', '.join([f'{self.instruction!r} in {self.problem.name}', *told])}>"

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

    def refused(self, why: Failure) -> Self:
        """The same of which is known that no plan is written."""
        return self._with(refusal=why)

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
        """The problem with its constraints and the rules; where facts are unknown, that of all possible states."""
        made = self._for_all
        return with_rules(self.problem, self.rules) if made is None or isinstance(made, Failure) else made

    @property
    def plan_format(self) -> PlanFormat:
        """How the plan is written: as its constraint or a setting says, or else as the world's plans are."""
        if self.constraint is not None and self.constraint.plan_format is not None:
            return self.constraint.plan_format
        own = None if self.world is None else self.world.plan_format
        said = "format" in self.configuration.model_fields_set
        return own if own is not None and not said else self.configuration.plan_format

    @property
    def renders(self) -> bool:
        """Whether the world itself is to show what is seen."""
        told = self.images or self.scene is not None or self._looking.detector is not None
        return (
            not told
            and self.configuration.seen is None
            and self.world is not None
            and self.world.opened is not None
        )

    @cached_property
    def sight(self) -> Sight:
        """What is seen, as far as no model has to be asked that reads pictures (see `asks_model`).

        Raises:
            ConstraintError: If several things say what is seen, or a setting would be heeded by nothing.
            SceneError: If a picture cannot be read; pictures, scene and problem contradict each other; or nothing is
                seen.
            HostError: If a detector or an embedding model cannot be loaded.
        """
        if self.renders:
            return self._rendered()
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

    def _rendered(self) -> Sight:
        """What the world's own cameras show as it begins: the picture of each view, and what is in them."""
        assert self.world is not None
        assert self.world.opened is not None
        with self.world.opened() as opened:
            seen = opened.observe()
        images = {view: picture_of(pixels) for view, pixels in seen.images.items()}
        return replace(self, images=images, scene=seen.scene, world=None).sight

    @property
    def _looking(self) -> Looking:
        """How it is found out what is seen; what a served request describes, has no such settings."""
        return self.configuration if isinstance(self.configuration, Looking) else Looking.of()

    def _shown(self, found: Recognition, images: Mapping[str, Any]) -> Sight:
        check_facts(found.scene, self.problem)
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
        return unknown and (self.prompt is None or self.enforces(VISIBILITY))

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
        if not isinstance(self._for_all, Failure):
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

    def enforces(self, name: str) -> bool:
        """Whether its constraint enforces one of `clamp.decoding.LEVELS`."""
        own = self.constraint
        return self.configuration.enforces(name) if own is None else name in own.enforce

    @property
    def absent(self) -> tuple[Mention, ...]:
        """What of it rules a plan out: nothing where everything counts as seen, or a plan may name anything."""
        binds = self.binding and self.seen is not None and self.enforces(VISIBILITY)
        return self.not_there if binds else ()

    @property
    def vain(self) -> tuple[Mention, ...]:
        """What of it people are told: nothing of loose prose that rules nothing out."""
        unknown = sum(one.standing == "unknown" for one in self.not_there)
        return self.absent if self.absent or unknown > _PROSE else self.not_there

    @cached_property
    def refusal(self) -> Failure | None:
        """Why no plan is written, whatever the model: the goal, or the instruction, needs what is not there."""
        if isinstance(self._for_all, Failure):
            return self._for_all
        absent, seen = self.absent, self.seen
        if seen is not None and self.enforces(GOAL) and self.enforces(VISIBILITY):
            hidden = absent or self.system.goal_entities() - set(seen)
            if hidden and all(one.standing == "unseen" for one in absent):
                failure = self._judged(LEVELS).failure()
                if failure is not None and failure.cause == "unseen":
                    return failure
        return absence(absent) if absent else None

    def told(
        self, result: PlanResult, constraint: Constraint[Any] | None = None, seconds: float = 0.0
    ) -> PlanResult:
        """What came of the request, with what it was asked for under.

        Args:
            constraint: The one that was made for it.
            seconds: What making it took, as far as the result does not say.
        """
        made = self.constraint if constraint is None else constraint
        enforced = self.configuration.enforce if made is None else made.enforce
        strange = self._unseen_in(result) if enforced and VISIBILITY in enforced else []
        if strange:  # a constraint of one's own may promise what it does not keep
            said = (
                f"The plan names {', '.join(strange)}, which is not seen; its constraint was to forbid that."
            )
            result = replace(result, status="fail", certificate=None, failure=Failure("validation", said))
        if self.state is not None:
            result = self._told_of_state(result, self.state)
        if result.certificate is not None and self.sight.scene is not None:
            scores, named = (
                self.sight.scene.scores(),
                {one for action in result.actions for one in action.args},
            )
            doubted = [(scores[one], one) for one in named & set(scores) if scores[one] < 1]
            sure = min(doubted)[::-1] if doubted else None
            result = replace(result, certificate=replace(result.certificate, least_sure=sure))
        return replace(
            result,
            timing=replace(result.timing, compile=result.timing.compile + seconds),
            budget=None if made is None else getattr(made.hard, "budget", None),
            enforced=tuple(sorted(enforced or ())),
            absent=self.vain,
            seen=self.sight.seen,
            signatures=dict(self.system.lexicon.signatures),
        )

    def _told_of_state(self, result: PlanResult, state: ResolvedState) -> PlanResult:
        """The same with what was known of the initial state, and for which of the possible ones the plan is."""
        certificate = result.certificate
        if certificate is not None and state.possible.unknown and not state.for_all:
            said: Any = {"unknown": state.unknown if state.unknown != "look" else "looked"}
            certificate = replace(certificate, **said, states=state.possible.count())
        elif certificate is not None and not state.for_all and state.estimated:
            certificate = replace(certificate, unknown="looked")
        if certificate is not None:
            told = {"preferred": state.prefer, "against": state.against} if state.against else {}
            certificate = replace(certificate, beside_file=state.beside_file, **cast("dict[str, Any]", told))
        failure = result.failure
        if failure is not None and state.for_all:
            said = self._of_all(failure, state)
            result = replace(result, failure=replace(failure, message=said))
        told = tuple(one.to_json() for one in state.contradictions)
        return replace(result, certificate=certificate, state=state.to_json(), contradictions=told)

    def _of_all(self, failure: Failure, state: ResolvedState) -> str:
        """Why there is no plan for every possible state: of one of them alone a failure may not be true."""
        count, unknown = state.possible.count(), state.possible.unknown
        many = "the" if count is None else f"{count}"
        how = (
            "look first (`unknown` is `look`, in a closed loop), say what holds, or plan for the likeliest "
            "(`unknown` is `likeliest`)."
        )
        if failure.cause == "rules":
            books = [with_rules(one, self.rules).rulebook for one in state.samples()]
            broken = [{rule.name for rule in book.broken_at_first()} for book in books if book is not None]
            some = sorted(set[str]().union(*broken) - set[str].intersection(*broken)) if broken else []
            if not some:
                return failure.message
            near = [one for one in unknown if any(one.predicate in name for name in some)] or list(unknown)
            return (
                f"In some of {many} possible states the rule {some[0]!r} is broken at first, and in others it is not: "
                f"it is not known whether {_first(near)} holds. So {how}"
            )
        if failure.cause not in ("unreachable", "budget", "no-action"):
            return failure.message
        every = "all possible states" if count is None else f"all {count} possible states"
        message = failure.message.replace("No sequence of actions", f"No one plan for {every}", 1)
        message = message.replace("has no actions.", f"has no action that can be executed in {every}.", 1)
        disputed = state.disputed()
        told = f" {disputed}" if disputed else ""
        return (
            f"{message} The plan would have to serve all of {many} states that the unknown facts allow "
            f"({_first(unknown)}).{told} So {how}"
        )

    def _unseen_in(self, result: PlanResult) -> list[str]:
        """What a plan under a constraint of somebody else's names that is not seen."""
        if self.constraint is None or result.status != "plan" or self.sight.seen is None:
            return []
        return sorted({arg for action in result.actions for arg in action.args}.difference(self.sight.seen))

    def _judged(self, enforce: Sequence[str]) -> PlanConstraint:
        """A constraint without a model: bytes stand in for tokens."""
        bounds: dict[str, Any] = {} if GOAL in enforce else {"slack": None}
        if bounds and self.enforces(GOAL):
            bounds["budget"] = None  # it may be 0 there
        return self.but(constraint=None, constraints=list(enforce), **bounds).made(byte_vocabulary())

    @property
    def kind(self) -> type[PlanConstraint]:
        """What is made of it; a subclass may read the same settings in a way of its own."""
        return PlanConstraint

    @property
    def room(self) -> int | Literal["usual"] | None:
        """How many actions more than the shortest plan found a plan may have: a budget alone is not used up."""
        return "usual" if self.configuration.slack is None else self.configuration.slack

    def made(self, vocabulary: Vocabulary, limits: SearchLimits | None = None) -> PlanConstraint:
        """What the plan must be like, in a model's tokens; where nothing is enforced, that it is well-formed.

        Args:
            limits: Instead of the configuration's.

        Raises:
            ClampError: If it makes no sense, is too large, or cannot be spelled in these tokens.
        """
        if isinstance(self._for_all, Failure):
            raise ConstraintError(self._for_all.message)
        enforce = self.configuration.enforce
        return self.kind(
            self.system,
            vocabulary,
            self.plan_format,
            budget=self.configuration.budget,
            slack=self.room,
            may_be_empty=self.may_be_empty,
            loops=self.configuration.loops,
            seen=self.seen,
            enforce={"syntax"} if enforce is None else enforce,
            limits=limits or self.configuration.search_limits,
        )

    def constrained(
        self,
        vocabulary: Vocabulary,
        hmm: HMM | None = None,
        guidance: float | None = None,
        limits: SearchLimits | None = None,
    ) -> PlanConstraint | Lookahead | VisibilityBias | None:
        """The constraint that the settings make, with what weighs it; ``None`` where nothing is enforced.

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
            budget=next(
                one for one in (budget, self.configuration.budget, DEFAULT_BUDGET) if one is not None
            ),
            seen=self.seen,
            positions=None if scene is None else positions(scene),
        )


_ARGUMENTS = tuple(inspect.signature(Request.of).parameters)[:-1]
_OF_CONSTRAINTS = (
    *Level.model_fields,
    *Effort.model_fields,
    *Weighing.model_fields,
    *("visibility", "rules"),
    "requirements",
)
"""Settings that the constraint heeds which is made of them, and no other."""
_INSTEAD = {
    **dict.fromkeys(("rules", "requirements"), "Bind rules to the problem: clamp.Ruled(problem, rules)."),
    **dict.fromkeys(
        Weighing.model_fields, "What weighs it is said in clamp.Weighted, or planner.guided(constraint)."
    ),
}
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


def _first(facts: Iterable[object]) -> str:
    named = list(map(str, facts))
    return f"{', '.join(named[:4])}{', …' if named[4:] else ''}"


def _stricter(system: TransitionSystem[Any], problem: TransitionSystem[Any]) -> bool:
    """Whether a system is a problem, or the same with rules, which then have the problem's own among them."""
    book = system.rulebook
    if system is problem or book is None:
        return system is problem
    bases = (problem, problem.unconstrained)
    return any(book.system is one for one in bases) and set(problem.constraints) <= set(book.rules)


@cache
def byte_vocabulary() -> Vocabulary:
    """Bytes that stand in for tokens: whether there is a plan does not depend on them."""
    return Vocabulary.from_bytes([bytes([byte]) for byte in range(256)] + [None], 256)


def check_prompt(prompt: object) -> None:
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
