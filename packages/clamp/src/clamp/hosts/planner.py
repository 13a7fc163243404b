"""`PlanHost`: what all planners have in common, whatever runs the model.

A host says how texts are written (`_run`); arguments, constraints, guidance, prompts and the order of results
are the same for all. Nothing here needs torch: a host that does brings it.
"""

from __future__ import annotations

import codecs
import inspect
import logging
import os
import warnings
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any, TypeAlias, cast, overload

import numpy as np
from numpy.typing import NDArray

from clamp import checks, former
from clamp.automata import Vocabulary
from clamp.decoding import Constraint, PlanConstraint, PlanFormat
from clamp.decoding.constraint import same_tokens
from clamp.decoding.lookahead import LOOKAHEADS
from clamp.decoding.result import PlanResult, Timing
from clamp.decoding.weights import check_guidance
from clamp.errors import ClampError, ConstraintError, HMMError, HostError, PromptError
from clamp.hmm import HMM
from clamp.hmm.vision import VISION_NAME, VisionHMM
from clamp.hosts.adapting import Adapting, check_weighed
from clamp.hosts.certificate import outcome
from clamp.hosts.choices import Sure
from clamp.hosts.follower import weights_of, width_message
from clamp.hosts.jobs import PlanRequest, Text, job_of, told_of
from clamp.hosts.requirements import by_model
from clamp.hosts.rows import OnToken
from clamp.hosts.seen_entities import looked
from clamp.hosts.stream import PlanStream, committed
from clamp.perception import Scene
from clamp.perception.belief import Belief
from clamp.perception.detection import Detector
from clamp.planning.rules import Rule
from clamp.planning.search.reachability import SearchLimits
from clamp.planning.system import Action, TransitionSystem
from clamp.request.prompts import Message, render
from clamp.request.request import Request, weighed
from clamp.request.settings import (
    Aim,
    Believing,
    Configuration,
    Effort,
    Level,
    Sampling,
    Weighing,
    Wishes,
    check_heeded,
    unweighable,
)
from clamp.request.states import ResolvedState
from clamp.request.worlds import NamedWorld
from clamp.threads import once

_log = logging.getLogger(__name__)

DEFAULT_UNCONSTRAINED_TOKENS = 512

OnResult: TypeAlias = Callable[[int, PlanResult], None]
"""Called with (index, result)."""

AnyHMM: TypeAlias = HMM | VisionHMM | str | os.PathLike[str]
"""What weighs plans: an HMM, with or without pictures, or its folder."""


class PlanHost(ABC):
    """A frozen model that writes plans; a subclass says how a text is written.

    Attributes:
        name: The model's, in the form that loads it again.
        revision: Which version of it, if that is known.
        vocabulary: Its tokens.
        guidance: See `Planner`.
        adapting: The HMM as plans change it; ``None`` without one.
        processor: Turns pictures into the model's inputs; ``None`` for a model that sees none.
        tokenizer: Writes prompts in these tokens.
        context: Most tokens that the model holds, prompt and text together.
        batch_size: Most plans at once, where nothing else is said.
        load_seconds: What loading it took.
        sure: How sure it must be of what it reads, as a `reader`.
    """

    name: str
    revision: str | None
    vocabulary: Vocabulary
    guidance: float
    adapting: Adapting | None = None
    processor: Any
    tokenizer: Any
    context: int
    batch_size: int
    load_seconds: float
    sure: Sure = Sure()

    def __repr__(self) -> str:
        states = 0 if self.hmm is None else len(self.hmm.initial)
        hmm = f", guided by an HMM of {states} states (λ = {self.guidance:g})" if states else ""
        sees = ", sees pictures" if self.processor is not None else ""
        return f"<{type(self).__name__}: {self.name}, {self.vocabulary.size:,} tokens{sees}{hmm}>"

    @property
    def hmm(self) -> HMM | None:
        """What weighs plans that adapt nothing; the HMM of text alone, where it depends on pictures."""
        return None if self.adapting is None else self.adapting.session.domain

    @hmm.setter
    def hmm(self, given: HMM | VisionHMM | None) -> None:
        self.adapting = None if given is None else Adapting.of(given)

    @checks.known_arguments
    def plan(
        self,
        problem: TransitionSystem[Any] | NamedWorld | str,
        instruction: str | None = None,
        *,
        start: Mapping[str, str | int] | None = None,
        seen: Iterable[str] | None = None,
        budget: int | None = None,
        slack: int | None = None,
        loops: bool = Effort.default_of("loops"),
        format: PlanFormat | str | None = None,
        constraints: str | Collection[str] | None = Level.default_of("constraints"),
        prompt: str | Sequence[Message] | None = None,
        images: Sequence[Any] | Mapping[str, Any] | None = None,
        scene: Scene | None = None,
        constraint: Constraint[Any] | None = None,
        state: Belief | ResolvedState | Mapping[str, Any] | str | os.PathLike[str] | None = None,
        prefer: str | None = None,
        unknown: str = Believing.default_of("unknown"),
        detector: str | Detector | None = None,
        aliases: Mapping[str, str] | None = None,
        embedder: str | None = None,
        parts: Mapping[str, str] | None = None,
        visibility_floor: float | None = None,
        visibility_cut_off: float | None = None,
        temperature: float = Sampling.default_of("temperature"),
        seed: int = Sampling.default_of("seed"),
        particles: int = Sampling.default_of("particles"),
        sampled: bool = Sampling.default_of("sampled"),
        adaptation: str = Sampling.default_of("adaptation"),
        pseudocount: float | None = None,
        one_pass: bool = Aim.default_of("one_pass"),
        examples: str | os.PathLike[str] | None = None,
        chat_template_kwargs: Mapping[str, Any] | None = None,
        requirements: str | None = None,
        on_unclear: str = Wishes.default_of("on_unclear"),
        max_new_tokens: int | None = None,
        limits: SearchLimits | None = None,
        visibility: Mapping[str, float] | None = None,
        rules: Collection[Rule | str] | None = None,
        guidance: float | None = None,
        lookahead: str = Weighing.default_of("lookahead"),
        lookahead_cap: int | None = None,
        belief: str | None = None,
        trace: bool = True,
        on_text: Callable[[str], None] | None = None,
        plan_format: PlanFormat | str | None = None,
    ) -> PlanResult:
        """Write one plan: make a `Request` of the arguments, and run it.

        Args:
            problem: What can be done, and the goal; or a world by its name, such as ``"eai:27_2"``.
            instruction: What a person asks for, in words; by default what a world by name asks for. Where it is known
                what is seen, no plan is written for an instruction that speaks of something else (the cause is
                ``"absent"``).
            start: How a world by name begins, in its own terms.
            seen: Entities that the plan may name; by default what `scene`, `detector` or the model says that the
                pictures show, and all where there is none of these.
            budget: Most actions of the plan; 0 does where the goal holds already. By default what `slack` allows; 20
                where no goal is enforced.
            slack: Most actions that the plan may have more than the shortest one found; by default a quarter of its
                actions, and at least 2, but none where the goal holds already. With a budget, the smaller bound holds:
                as many as that leave the whole budget.
            loops: Let the plan come back to a state that it has been in.
            format: A `PlanFormat`, or its name as on the command line: ``"calls"``, ``"skill_json"``, ``"steps"``, one
                that an installed package names, or a template; `PlanFormat.calls()` by default.
            constraints: ``"world"`` (a plan that is executable and reaches the goal), ``"grounded"`` (names
                only what is seen), ``"token"`` (well-formed), ``"none"``, or a set of constraint names.
            prompt: Replaces the prompt that is made of the problem and the instruction.
            images: Pictures that the model sees, as paths, URLs or PIL images: a list, or a mapping from the names of
                views. Where nothing else says what is seen, the model itself is asked for a list first.
            scene: What the pictures show. The prompt says where things are that share a noun.
            constraint: Yours, in the place of the one that is made of these arguments: see docs/constraints.md.
            state: What is known of how things are at first, where the problem does not say it, or may be wrong: a
                `clamp.perception.Belief`, its file or its JSON.
            prefer: Whose facts count where that contradicts the problem, ``"picture"`` or ``"file"``. Without it, no
                plan is written (the cause is ``"contradiction"``).
            unknown: What becomes of facts that are not known: ``"conformant"``, the plan can be executed in every
                state that they allow; ``"likeliest"``, in the likeliest one. The certificate says which.
            detector: Says, instead of a scene, what they show; a `clamp.perception.detection.Detector`, or a model's
                name.
            aliases: Other names of entities, in the instruction and in the scene, or for the detector.
            embedder: A sentence embedding model that compares a scene's names with the problem's, and sentences of
                `examples` with the instruction.
            parts: The whole of each part; a part is seen where its whole is.
            visibility_floor: Prefer what is surely there: a scene's scores weigh, but no less than this.
            visibility_cut_off: What has a lower score in the scene is not seen at all.
            temperature: 0 takes the best admissible token at each step.
            seed: Of the sampling, at temperatures above 0.
            particles: Texts written side by side, weighed by what the model itself would have written, given that
                its plan is valid (`PlanResult.posterior`); 1 decodes token by token. With more, a temperature of 0
                stands for 1, the model's own distribution.
            sampled: Of several particles, return one drawn by weight, not the likeliest plan.
            requirements: What a person requires, in English; read as rules (`clamp.words.requirements`).
            on_unclear: Of requirements that are not understood: ``"refuse"`` to plan; ``"ignore"`` them; ``"ask"``,
                that is, refuse with what the model says they mean (`RuleError.proposals`); or take what the
                ``"model"`` says.
            adaptation: How the HMM follows what the model writes: ``"ttba"`` (to five continuations of the prompt,
                for this plan only), ``"otta"`` (to each finished plan, for the next; `forget` ends that),
                ``"otta+ttba"``, or ``"none"``.
            pseudocount: How many counts of the old row are mixed into each estimate of the adaptation; by default
                the session's own (`AdaptationConfig`), which is 1. 0 is the paper's estimate.
            one_pass: Of a problem without a goal: where only the model can read one off the instruction, it writes
                goal and plan as one text. `PlanResult.goal` is what was understood; a sentence that may mean several
                things has the cause ``"ambiguous"``, one that asks for nothing new ``"no-goal"``.
            examples: Of one_pass: a file with more examples for the model, lines of JSON with `sentence` and `goal`.
                With an `embedder` those nearest to the instruction count, otherwise the first.
            chat_template_kwargs: What the model's chat template is told, such as ``{"enable_thinking": False}``.
            max_new_tokens: Most tokens to write; by default what the context holds, and 512 without constraints.
            limits: When the search for plans gives up.
            visibility: Log weights of the entities seen, by which plans are preferred (see
                `clamp.perception.SoftVisibility`); by default all that is seen counts alike.
            rules: Temporal rules that the plan must keep, as `clamp.Rule` or as text.
            guidance: Weight λ of the HMM's score in this plan; the planner's own by default. It weighs plans
                that reach a goal, so a planner with an HMM writes other plans only with ``guidance=0``, or
                ``lookahead="action"``.
            lookahead: What the HMM weighs: ``"goal"``, the plans that reach the goal in time; ``"action"``, the
                action that is being written, whatever follows, which needs no goal (the paper's λ_diag).
            lookahead_cap: Most actions beyond the one at hand behind which the goal is looked for.
            belief: What the HMM has read when it weighs an action: ``"canonical"``, the tokens that the tokenizer
                makes of the actions so far; ``"plan"``, those really written of the plan; ``"text"``, all that were
                written, the reasoning included. Canonical by default.
            trace: Note for each token how many were admissible, and what the model wanted instead and why
                not. Explaining costs time, which no timing includes.
            on_text: Called with each piece of text as it is written.
            plan_format: The former name of `format`.

        Returns:
            A plan, certified by replay; or the failure. Both are values.

        Raises:
            ConstraintError: If an argument is of another kind than it says here, a number makes no sense, or
                `seen` names an unknown entity; several things say what is seen; or guidance is asked for where no
                goal is enforced.
            SceneError: If `images` is no collection of pictures, or one cannot be read; or pictures, scene and problem
                contradict each other.
            HostError: If the prompt does not fit the model's context, or the model reads no images.
        """
        settings = {name: value for name, value in locals().items() if name in _SETTINGS}
        settings["format"] = _format(format, plan_format)
        given = {name: value for name, value in settings.items() if value is not None or name in _NEEDED}
        request = Request.of(
            problem,
            instruction,
            start=start,
            prompt=prompt,
            images=images,
            scene=scene,
            constraint=constraint,
            state=state,
            **given,
        )
        return self.run(request, trace=trace, on_text=on_text)

    @overload
    def run(
        self, request: Request, *, trace: bool = True, on_text: Callable[[str], None] | None = None
    ) -> PlanResult: ...

    @overload
    def run(
        self,
        request: Iterable[Request],
        *,
        trace: bool = True,
        batch_size: int | None = None,
        on_result: OnResult | None = None,
    ) -> list[PlanResult]: ...

    @checks.known_arguments
    def run(
        self,
        request: Request | Iterable[Request],
        *,
        trace: bool = True,
        on_text: Callable[[str], None] | None = None,
        batch_size: int | None = None,
        on_result: OnResult | None = None,
    ) -> PlanResult | list[PlanResult]:
        """Write the plan of a request, or those of several, in full batches.

        Args:
            trace: Note for each token how many were admissible, and what the model wanted instead.
            on_text: Of one request: called with each piece of text as it is written.
            batch_size: Of several: most plans at once; by default the host's.
            on_result: Of several: called with (index, result) as soon as a plan ends; they end in any order.

        Returns:
            The result; or the results, in the order of the requests.

        Raises:
            ClampError: As `plan` does; of several, before any is written.
        """
        if not isinstance(request, Request):
            requests = checks.items("request", request, Request, of="clamp.Request")
            if on_text is not None:
                raise ConstraintError(
                    "`on_text` follows one plan as it is written; several end by `on_result`."
                )
            return self._run_many(requests, trace, batch_size, on_result)
        for name, one in (("batch_size", batch_size), ("on_result", on_result)):
            if one is not None:
                raise ConstraintError(f"`{name}` is for several requests, and there is one.")
        if on_text is not None:
            checks.function("on_text", on_text)
        return self._run_one(
            request, trace, lambda _: None if on_text is None else _TextWriter(self.vocabulary, on_text)
        )

    def stream(self, request: Request, *, trace: bool = False) -> PlanStream:
        """The actions of a request's plan, each as soon as the model has committed itself to it.

        Args:
            trace: As in `run`; it is in the stream's `result`.

        Example::

            with planner.stream(clamp.Request.of(problem, "Put the milk away.")) as actions:
                for action in actions:
                    robot.do(action)
            print(actions.result.certificate)
        """
        checks.instance("request", request, Request, what="a clamp.Request")
        if getattr(request.configuration, "one_pass", False):
            raise ConstraintError(
                "`one_pass`: a goal that is written with its plan is held against the sentence at the end, and a "
                "stream tells actions before. Use run."
            )
        return PlanStream(lambda watch: self._run_one(request, trace, watch))

    def together(
        self,
        requests: Sequence[Request],
        *,
        trace: bool,
        on_action: Callable[[int, Action], None],
        on_result: Callable[[int, PlanResult | ClampError], None],
        left: Callable[[int], bool],
    ) -> None:
        """Write the plans of several people side by side: what is wrong with one request is told of that one alone.

        For servers. As each ends, `on_result` is called with its place and what came of it, or the error.

        Args:
            trace: As in `run`.
            on_action: Called with (index, action) as soon as the model has committed itself to it, as `stream` does;
                where it does not before the end, with all of them then.
            left: Whether nobody waits for a plan any more; it may then end at any token.

        Raises:
            ClampError: What ends the writing of all of them; those that have no result yet get none.
        """
        made: dict[int, tuple[Request, PlanRequest, float]] = {}
        for index, request in enumerate(requests):
            try:
                request, job, seconds = self._made(request)
            except ClampError as error:
                on_result(index, error)
                continue
            if request.refusal is not None:
                on_result(index, self._refused(request, seconds))
            else:
                made[index] = request, replace(job, left=partial(left, index)), seconds
        places = list(made)
        told = dict.fromkeys(places, 0)

        def tell(index: int, action: Action) -> None:
            told[index] += 1
            on_action(index, action)

        heard = [committed(made[index][1], partial(tell, index)) for index in places]
        jobs = [made[index][1] for index in places]
        for place, result in self._written(
            jobs, self.batch_size, trace, lambda place, token: heard[place](token), 0.0
        ):
            index = places[place]
            for action in result.actions[told[index] :] if result else ():
                on_action(index, action)
            on_result(index, told_of(*made[index][:2], result, made[index][2]))

    def _run_one(
        self, request: Request, trace: bool, watch: Callable[[PlanRequest], OnToken | None]
    ) -> PlanResult:
        request, job, seconds = self._made(request)
        if request.refusal is not None:
            return self._refused(request, seconds)
        result = next(one for _, one in self._written([job], 1, trace, watch(job), 0.0))
        return self._logged(told_of(request, job, result, seconds))

    def _logged(self, result: PlanResult) -> PlanResult:
        """Note what came of a request in the log: its outcome and its times, and nothing of what was asked."""
        timing, failure = result.timing, result.failure
        _log.info(
            "%s: %s, %d actions, %d tokens, prompt %.2f s, writing %.2f s, constraint %.2f s",
            self.name,
            "plan" if failure is None else f"no plan ({failure.cause})",
            len(result.actions),
            timing.tokens,
            timing.prompt,
            timing.generation,
            timing.constraint,
        )
        return result

    def _run_many(
        self, requests: Sequence[Request], trace: bool, batch_size: int | None, on_result: OnResult | None
    ) -> list[PlanResult]:
        if on_result is not None:
            checks.function("on_result", on_result, HostError)
        made = [self._made(one) for one in requests]
        results: dict[int, PlanResult] = {}

        def told(index: int, result: PlanResult) -> None:
            results[index] = result
            if on_result is not None:
                on_result(index, result)

        def written(place: int, result: PlanResult) -> None:
            request, job, seconds = made[places[place]]
            told(places[place], self._logged(told_of(request, job, result, seconds)))

        places: list[int] = []
        for index, (request, _, seconds) in enumerate(made):
            if request.refusal is None:
                places.append(index)
            else:
                told(index, self._refused(request, seconds))
        self.write(
            [made[index][1] for index in places], batch_size=batch_size, trace=trace, on_result=written
        )
        return [results[index] for index in range(len(made))]

    def _made(self, request: Request) -> tuple[Request, PlanRequest, float]:
        """A request of which all is known, what is to be written of it, and how long it took to find out."""
        started = perf_counter()
        request = self._ready(request)
        if getattr(request.configuration, "one_pass", False):
            from clamp.hosts.goals import goal_and_plan

            wished = self.constrained(request)  # refuses what makes no sense, whatever the goal
            if weights_of(wished) is not None:
                raise ConstraintError(
                    "`one_pass`: an HMM, and log weights of what is seen, weigh plans for a goal that is known before. "
                    "Leave one_pass out, or what weighs them (guidance=0)."
                )
            request, job = goal_and_plan(request, self.vocabulary)
        else:
            job = job_of(request, self.constrained(request))
        _ = request.refusal
        return request, job, perf_counter() - started

    def _ready(self, request: Request) -> Request:
        """A request of which is known what is seen and what is required, whatever the model has to be asked for it."""
        if request.configuration.on_unclear in ("ask", "model"):
            request = by_model(request, self)
        request.check()
        request, note = self.legible(looked(request, self))
        if note:
            warnings.warn(note, stacklevel=5)
        return request

    def _refused(self, request: Request, seconds: float) -> PlanResult:
        timing = Timing(self.load_seconds, seconds)
        return self._logged(request.told(PlanResult("fail", failure=request.refusal, timing=timing)))

    def legible(self, request: Request) -> tuple[Request, str]:
        """The request as this model reads it, and what is left out of it.

        A text-only model is shown no pictures; where a scene or a detector says what they show, they have served.
        """
        sight, told = request.sight, bool(request.images) and request.sight.scene is not None
        if self.processor is not None or not sight.images or not told:
            return request, ""
        note = f"{self.name!r} is a text-only model: the pictures only tell what is seen."
        return request.seeing(replace(sight, images={})), note

    def constrained(self, request: Request) -> Constraint[Any] | None:
        """The constraint of a request over this model's tokens, weighed as it asks for.

        Raises:
            ConstraintError: If it makes no sense, or asks for guidance where no goal is enforced; or if it is one of
                the user's over other tokens, or one that the planner's HMM would not weigh.
        """
        configuration, own = request.configuration, request.constraint
        if own is not None:
            return self._fitting(own, silent="guidance" in configuration.model_fields_set)
        wished = configuration.guidance if "guidance" in configuration.model_fields_set else None
        how = configuration.arguments(Weighing)
        guidance = self._check_guidance(configuration.enforce, how | {"guidance": wished})
        return request.constrained(self.vocabulary, self.hmm, guidance)

    def _fitting(self, own: Constraint[Any], *, silent: bool) -> Constraint[Any]:
        """A user's constraint, if it is one for this model's tokens.

        Args:
            silent: The request says that no HMM weighs it.
        """
        if own.vocabulary.size != self.vocabulary.size:
            raise ConstraintError(width_message(own, self.vocabulary.size))
        if not same_tokens(own.vocabulary, self.vocabulary):
            raise ConstraintError(
                f"`constraint` is over the tokens of {own.vocabulary.name!r}, which are not those of {self.name!r}. "
                "Make it over `planner.vocabulary`."
            )
        if self.hmm is not None and self.guidance and own.hard is own and not silent:
            raise ConstraintError(
                "This planner has an HMM, which would not weigh `constraint`. Let it weigh a clamp.PlanConstraint with "
                "planner.guided(constraint), or leave it out with guidance=0."
            )
        return own

    def guided(
        self,
        constraint: PlanConstraint | None,
        visibility: Mapping[str, float] | None = None,
        guidance: float | None = None,
        **how: Any,
    ) -> Constraint[Any] | None:
        """A constraint with this planner's lookahead.

        Args:
            constraint: ``None`` stays so.
            visibility: Log weights of the entities seen, which then weigh too.
            guidance: Weight λ of the HMM's score; the planner's own by default.
            how: `lookahead`, `lookahead_cap` and `belief`, as in `plan`.

        Raises:
            ConstraintError: If guidance is asked for, and the constraint does not enforce the goal that it needs.
        """
        if constraint is None:
            return None
        checks.instance("constraint", constraint, PlanConstraint, what="a clamp.PlanConstraint")
        weight = self._check_guidance(constraint.enforce, {"guidance": guidance, **how})
        return weighed(constraint, self.hmm, weight, visibility, **how)

    def _check_guidance(self, enforce: Collection[str] | None, how: Mapping[str, Any]) -> float:
        """The weight λ of a plan, where settings are heeded; never one that could not be heeded."""
        guidance = how["guidance"]
        weight = check_guidance(self.guidance if guidance is None else guidance)
        if self.hmm is None:
            if guidance:
                raise ConstraintError(
                    f"guidance is {guidance:g}, but this planner has no HMM to weigh plans with. Give it one "
                    "(`hmm=`), or leave guidance out."
                )
            check_heeded(how, "this planner has no HMM. Give it one (`hmm=`)")
            return 0.0
        if not weight:
            return weight
        why = unweighable(enforce, how.get("lookahead", LOOKAHEADS[0]))
        if why is not None:
            raise ConstraintError(
                f"{why} Use constraints='world', or lookahead='action' with some constraints (it weighs actions "
                f"whatever they lead to); or guidance=0 for a plan without the HMM, instead of {weight:g}."
            )
        return weight

    def plan_many(
        self,
        requests: Iterable[Request | Mapping[str, Any]],
        *,
        batch_size: int | None = None,
        trace: bool = False,
        on_result: OnResult | None = None,
        **settings: Any,
    ) -> list[PlanResult]:
        """Write many plans, in full batches, reading what their prompts have in common once.

        Args:
            requests: Requests, or the arguments of `plan` for each, such as
                ``{"problem": problem, "instruction": "Put the milk away."}``.
            batch_size: Most plans at once; by default the host's. Each costs memory for its own part of the
                prompt and its text.
            on_result: Called with (index, result) as soon as a plan ends; they end in any order.
            settings: Arguments of `plan` for all that are given by arguments and say nothing else.

        Returns:
            The results in the order of the requests. In reduced precision a row's text may depend on which
            rows it shared a batch with, in the last bits of the model's arithmetic.

        Raises:
            ClampError: As `plan` does; before any plan is written.
        """
        found = checks.items(  # pyright: ignore[reportUnknownVariableType]
            "requests",
            requests,
            (Request, Mapping, PlanRequest),
            HostError,
            of="clamp.Request, or plan's arguments",
        )
        given = cast("Sequence[Request | Mapping[str, Any] | PlanRequest]", found)
        jobs = [one for one in given if isinstance(one, PlanRequest)]
        if jobs:  # until clamp.PlanRequest, which says so, is gone
            if len(jobs) < len(given) or settings:
                raise HostError(
                    "A clamp.PlanRequest brings its own constraint: give nothing else beside it, and no settings."
                )
            return self.write(jobs, batch_size=batch_size, trace=trace, on_result=on_result)
        asked = [
            one if isinstance(one, Request) else _asked(number, one, settings)
            for number, one in enumerate(given)
        ]
        if settings and not any(isinstance(one, Mapping) for one in given):
            raise ConstraintError(
                f"A clamp.Request has its own settings; {', '.join(settings)} would be heeded by none."
            )
        return self._run_many(asked, trace, batch_size, on_result)

    def write(
        self,
        jobs: Sequence[PlanRequest],
        *,
        batch_size: int | None = None,
        trace: bool = False,
        on_result: OnResult | None = None,
    ) -> list[PlanResult]:
        """Write texts for prompts and constraints that are made already, for hosts; others ask `run` or `plan_many`."""
        size = self.batch_size if batch_size is None else checks.whole("batch_size", batch_size, HostError)
        if size < 1:
            raise HostError(f"The batch size is {size}, but a batch has at least one row.")
        if on_result is not None:
            checks.function("on_result", on_result, HostError)
        results: dict[int, PlanResult] = {}
        for index, result in self._written(jobs, size, trace, None, 0.0):
            results[index] = result
            if on_result is not None:
                on_result(index, result)
        return [results[index] for index in range(len(jobs))]

    def beams(
        self, prompt: str | Sequence[Message], constraint: Constraint[Any], width: int
    ) -> Sequence[tuple[str, float]]:
        """The likeliest whole texts under a constraint, each with the log of its probability, best first.

        Raises:
            HostError: If this host writes none side by side.
        """
        raise HostError(
            "This host writes no beams, in which goals are read. Let it write goal and plan in one pass "
            "(`one_pass`, --one-pass), or use the host transformers."
        )

    @property
    def reader(self) -> PlanHost | None:
        """The model as it was trained to read sentences, beside itself as it is; ``None`` where there is no such.

        It writes the beams that `clamp.hosts.trained` asks it for, and no plans.
        """
        return self._reader

    @once
    def _reader(self) -> PlanHost | None:
        return self._trained()

    def _trained(self) -> PlanHost | None:
        return None

    def forget(self) -> None:
        """Forget what the HMM has learned from plans (OTTA): at the boundary of a family of tasks."""
        if self.adapting is not None:
            self.adapting.reset()

    def learn(self, tokens: Sequence[int], pseudocount: float | None = None) -> None:
        """Let the HMM learn from a text that was written before, as OTTA did or would have when it was.

        Args:
            tokens: The text's (`PlanResult.tokens`).
            pseudocount: As in `plan`: what its plan was asked for with.

        Raises:
            HostError: If the planner has no HMM.
            HMMError: If the HMM cannot take the text in.
        """
        if self.adapting is None:
            raise HostError("The planner has no HMM that could learn from a plan (`hmm=`).")
        self.adapting.learn(tokens, pseudocount)

    def _written(
        self,
        requests: Sequence[PlanRequest],
        batch_size: int,
        trace: bool,
        on_token: OnToken | None,
        compile_seconds: float,
    ) -> Iterator[tuple[int, PlanResult]]:
        """`_run`; plans that have an HMM of their own one after the other, in the order of the requests.

        Raises:
            HostError: If a request cannot be written here; before anything is.
        """
        for request in requests:
            self._check_able(request)
        adapting = self.adapting
        own = [
            index
            for index, one in enumerate(requests)
            if one.adaptation != "none" or (adapting is not None and adapting.concerns(one))
        ]
        for index in own:
            check_weighed(requests[index])
            if adapting is not None:
                adapting.check_pictures(requests[index])
        others = [index for index in range(len(requests)) if index not in set(own)]
        if others:
            together = [requests[index] for index in others]
            for place, result in self._run(together, batch_size, trace, on_token, compile_seconds):
                yield others[place], result

        def write(asked: Sequence[PlanRequest]) -> list[PlanResult]:
            found = dict(self._run(asked, batch_size, False, None, 0.0))
            return [found[place] for place in range(len(asked))]

        for index in own:
            assert adapting is not None  # an HMM weighs the plan
            failed, seconds = self._failed(requests[index], compile_seconds)
            if failed is not None:  # adapting to a prompt takes long, and no plan would come of it
                yield index, failed
                continue

            def told(_: int, token: int, index: int = index) -> None:
                if on_token is not None:
                    on_token(index, token)

            def finish(request: PlanRequest, told: OnToken = told, seconds: float = seconds) -> PlanResult:
                return next(one for _, one in self._run([request], 1, trace, told, seconds))

            yield index, adapting.write(requests[index], write, self.picture_context, finish)

    def picture_context(self, request: Request | PlanRequest) -> NDArray[np.float64]:
        """What the model makes of a request's pictures: the context that a `clamp.hmm.VisionHMM` is conditioned on.

        `run` and `plan_many` ask for it themselves. For learning such an HMM (`clamp.hmm.fit_vision`), the contexts are
        those of the requests whose continuations it learns from.

        Args:
            request: With `images`. The prompt counts only where the vision encoder cannot be asked by itself.

        Returns:
            The context, shape [d]; see docs/hmm.md for what d is.

        Raises:
            HostError: If the request shows no picture, or this host or its model cannot tell.
            SceneError: If a picture cannot be read.
        """
        raise HostError(
            f"{type(self).__name__} cannot tell what its model makes of pictures. Use clamp.Planner."
        )

    @abstractmethod
    def _run(
        self,
        requests: Sequence[PlanRequest],
        batch_size: int,
        trace: bool,
        on_token: OnToken | None,
        compile_seconds: float,
    ) -> Iterator[tuple[int, PlanResult]]:
        """Write the requests' plans, yielding each as it ends, as (index, result).

        Each begins with `_begin`, and what is written of it becomes its result by `_end`.
        """

    def _check_able(self, request: PlanRequest) -> None:  # noqa: B027 (most hosts can do all)
        """Refuse a request for what this host, or its model, cannot do.

        Raises:
            HostError: Saying what.
        """

    def _begin(self, index: int, request: PlanRequest, seconds: float) -> Text | PlanResult:
        """A request in this model's tokens; its failure, if no plan satisfies it.

        Args:
            seconds: What making its constraint took.

        Raises:
            HostError: If its prompt does not fit the model's context, or shows pictures that it cannot see.
        """
        failed, seconds = self._failed(request, seconds)
        if failed is not None:
            return failed
        tokens, inputs = self._prompt(request)
        room = room_for_text(request, len(tokens), self.context, self.name)
        if request.constraint is not None:
            bounded = request.constraint.within(room)
            failure = bounded.failure() if bounded is not request.constraint else None
            if failure is not None:
                return PlanResult("fail", failure=failure, timing=Timing(self.load_seconds, seconds))
            request = replace(request, constraint=bounded)
        return Text(request, tokens, room, self.vocabulary.eos_ids, index, inputs, seconds)

    def _failed(self, request: PlanRequest, seconds: float) -> tuple[PlanResult | None, float]:
        """The failure of a request that no plan satisfies; and what making its constraint and deciding this took."""
        started = perf_counter()
        failure = None if request.constraint is None else request.constraint.failure()
        seconds += perf_counter() - started
        if failure is None:
            return None, seconds
        return PlanResult("fail", failure=failure, timing=Timing(self.load_seconds, seconds)), seconds

    @abstractmethod
    def _prompt(self, request: PlanRequest) -> tuple[tuple[int, ...], Mapping[str, Any]]:
        """The tokens that the model reads, and what it reads beside them."""

    def _of_particles(self, text: Text, on_token: OnToken | None, *, trace: bool) -> PlanResult:
        """What came of a request with several particles; its tokens are reported when one is chosen."""
        for token in text.out.tokens if on_token is not None and text.out.finish == "eos" else ():
            on_token(text.index, token)  # pyright: ignore[reportOptionalCall]
        return self._end(text, trace=trace)

    def _end(self, text: Text, *, trace: bool) -> PlanResult:
        """What came of a request whose text is written."""
        out = text.out
        timing = Timing(
            load=self.load_seconds,
            compile=text.compile_seconds,
            prompt=out.prompt_seconds,
            generation=out.generation_seconds,
            constraint=out.constraint_seconds,
            tokens=len(out.tokens),
            prompt_tokens=len(text.tokens),
        )
        return outcome(self.vocabulary, text.request, out, timing, trace=trace)


_SETTINGS = Configuration.model_fields.keys()
_NEEDED = {
    name
    for name, one in inspect.signature(PlanHost.plan).parameters.items()
    if one.default is not None or name == "constraints"
}
"""Arguments of `PlanHost.plan` of which ``None`` is a value, though perhaps a wrong one."""


def checked_weighing(hmm: AnyHMM | None, guidance: float | None) -> float:
    """The weight λ of what weighs plans, 1 by default; refuses, before a model is loaded, what makes no sense.

    Raises:
        ConstraintError: If there is a weight, and no HMM.
        HMMError: If that is neither an HMM nor the folder of one.
    """
    if hmm is not None and not isinstance(hmm, HMM | VisionHMM):
        checks.path("hmm", hmm, HMMError, what="a clamp.HMM, or the folder of one")
    weight = 1.0 if guidance is None else check_guidance(guidance)
    if hmm is None and guidance:
        raise ConstraintError(
            f"`guidance` is {weight:g}, the weight of an HMM's score, and there is no HMM. Give one (`hmm=`), or leave "
            "guidance out."
        )
    return weight


def fitting_hmm(hmm: AnyHMM | None, tokenizer: Any, width: int) -> HMM | VisionHMM | None:
    """An HMM for a model's tokens, read from its folder if that is what is given.

    Args:
        width: Of the model's logits.

    Raises:
        HMMError: If it belongs to another tokenizer, or has another width.
    """
    if hmm is None:
        return None
    if not isinstance(hmm, HMM | VisionHMM):
        folder = checks.path("hmm", hmm, HMMError, what="a clamp.HMM, or the folder of one")
        kind = VisionHMM if (Path(folder) / VISION_NAME).exists() else HMM
        hmm = kind.from_pretrained(os.fspath(folder), tokenizer=tokenizer)
    base = hmm.base if isinstance(hmm, VisionHMM) else hmm
    if base.tokenizer_fingerprint is not None:
        base.check_tokenizer(tokenizer)
    if base.vocab_size != width:
        raise HMMError(
            f"The HMM has emissions for {base.vocab_size} tokens, but the model scores {width}. Was it made for "
            "another model? `clamp.remap` carries an HMM over to another tokenizer."
        )
    return hmm


def _asked(number: int, given: Any, settings: Mapping[str, Any]) -> Request:
    """The request of one entry of `PlanHost.plan_many`.

    Raises:
        ConstraintError: If it lacks a problem, or its names are none.
    """
    fields: dict[Any, Any] = {**settings, **given}
    if "problem" not in fields or not all(isinstance(name, str) for name in fields):
        raise ConstraintError(
            f"`requests`: entry {number} is to hold the arguments of `plan`, `problem` among them, but it has "
            f"{', '.join(map(checks.shown, fields)) or 'none'}."
        )
    given = {name: value for name, value in fields.items() if value is not None or name in _NEEDED}
    return Request.of(**given)


def check_model_name(model: object) -> None:
    """Raise `HostError` unless a model is named by a text or a path; ``None`` names the default."""
    if model is None:
        return
    what = "a model's Hugging Face name, folder or GGUF file"
    hint = ""
    if hasattr(model, "generate"):
        hint = " A model in memory goes into Planner(model, tokenizer)."
    if not isinstance(model, str | os.PathLike):
        raise HostError(f"`model` is {what}, not {checks.shown(model)}.{hint}")
    checks.path("model", cast("object", model), HostError, what=what)


def prompt_tokens(
    prompt: str | Sequence[Message], tokenizer: Any, template: Mapping[str, Any] | None = None
) -> tuple[int, ...]:
    """The tokens that a model reads; see `clamp.request.prompts.render`."""
    text = render(prompt, tokenizer, template)
    # A chat template writes the special tokens itself.
    templated = not isinstance(prompt, str) and bool(getattr(tokenizer, "chat_template", None))
    encoded: Any = tokenizer(text, add_special_tokens=not templated)
    return tuple(encoded["input_ids"])


def room_for_text(request: PlanRequest, prompt_length: int, context: int, name: str) -> int:
    """Most tokens that may be written after a prompt of so many tokens.

    Raises:
        PromptError: If the prompt is empty or fills the context.
        HostError: If the request wants less than a token.
    """
    if not prompt_length:
        raise PromptError("The prompt is empty.")
    room = context - prompt_length
    if room < 1:
        raise PromptError(
            f"The prompt has {prompt_length} tokens, but the context of {name!r} holds {context}, and the "
            "plan needs some. Shorten the prompt (list fewer entities with `seen`), or use a model with a "
            "longer context."
        )
    wished = request.max_new_tokens
    if wished is None:
        wished = room if request.constraint is not None else DEFAULT_UNCONSTRAINED_TOKENS
    if wished < 1:
        raise HostError(f"max_new_tokens is {wished}, but a plan has at least one token.")
    return min(wished, room)


def _format(given: PlanFormat | str | None, former: PlanFormat | str | None) -> PlanFormat | str | None:
    if former is None:
        return given
    if given is not None:
        raise ConstraintError("`format` and its former name `plan_format` are both given. Keep `format`.")
    warnings.warn(
        "`plan_format` is called `format`, as on the command line; the former name will go.",
        DeprecationWarning,
        stacklevel=4,
    )
    return former


class _TextWriter:
    """Turns tokens into text as they come, holding back bytes of a character that is not complete."""

    def __init__(self, vocabulary: Vocabulary, on_text: Callable[[str], None]):
        self.vocabulary, self.on_text = vocabulary, on_text
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def __call__(self, index: int, token: int) -> None:
        text = self.decoder.decode(self.vocabulary.bytes_of(token) or b"")
        if text:
            self.on_text(text)


def __getattr__(name: str) -> Any:
    return former.found(__name__, name)
