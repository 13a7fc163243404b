"""How the HMM behind a plan follows its pictures and what the model writes: TTBA before a plan, OTTA after it.

Decides which HMM weighs each plan, and what of the plan is learned. Hides the continuations that TTBA draws, the
session that finished plans leave to later ones, and where a picture's context comes from.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clamp.decoding.lookahead import weighs_goal_mass, with_hmm
from clamp.decoding.result import PlanResult
from clamp.decoding.weights import Weighted
from clamp.decoding.world import GOAL
from clamp.errors import ConstraintError
from clamp.hmm import HMM
from clamp.hmm.corpus import Continuation
from clamp.hmm.training.adaptation import AdaptationConfig, AdaptationSession
from clamp.hmm.vision import VisionHMM
from clamp.hosts.jobs import PlanRequest
from clamp.request.settings import ADAPTATIONS, SEEDS

CONTINUATIONS = 5
"""How many continuations of a prompt TTBA adapts to, as in the paper."""
CONTINUATION_TOKENS = 256
"""Most tokens of each."""

Write = Callable[[Sequence[PlanRequest]], list[PlanResult]]
"""Writes requests as they are, without adapting, and returns their results in order."""


@dataclass(eq=False)
class Adapting:
    """The HMM of a planner over many plans.

    Attributes:
        session: What earlier plans have left; its configuration has the weights of the anchors.
        vision: The HMM whose emissions depend on pictures, if it is one; `session` then is of its base.
    """

    session: AdaptationSession
    vision: VisionHMM | None = None

    @classmethod
    def of(cls, hmm: HMM | VisionHMM) -> Adapting:
        """A fresh session, with the paper's weights."""
        if isinstance(hmm, VisionHMM):
            return cls(AdaptationSession.start(hmm.base, AdaptationConfig()), hmm)
        return cls(AdaptationSession.start(hmm, AdaptationConfig()))

    def concerns(self, request: PlanRequest) -> bool:
        """Whether a request has an HMM of its own, so that it cannot be written beside others."""
        own = self.vision is not None and weighs_goal_mass(request.constraint)
        return own or bool(ADAPTATIONS[request.adaptation])

    def check_pictures(self, request: PlanRequest) -> None:
        """Raise `ConstraintError` if the HMM needs pictures, and the request shows none."""
        if self.vision is not None and not request.images:
            raise ConstraintError(
                "This planner's HMM depends on what the camera sees, and the request shows no picture. Give it "
                "`images`, guidance=0, or a planner with an HMM of text alone."
            )

    def write(
        self,
        request: PlanRequest,
        write: Write,
        context: Callable[[PlanRequest], NDArray[Any]],
        finish: Callable[[PlanRequest], PlanResult],
    ) -> PlanResult:
        """Write one plan with the HMM that is its own, and learn from it.

        A plan exists, and the request shows the pictures that the HMM needs: both were asked for before.

        Args:
            write: Draws the continuations.
            context: The mean of the last layer of the model's vision encoder over a request's pictures.
            finish: Writes the plan itself.

        Raises:
            ConstraintError: If no HMM weighs the plan.
            HMMError: If the HMM cannot take in what was written.
        """
        started = perf_counter()
        constraint = check_weighed(request)
        tiers = ADAPTATIONS[request.adaptation]
        config = self._configured(tiers, request.pseudocount)
        session = replace(self.session, config=config)
        if self.vision is not None:
            seeing = replace(self.vision, base=session.current)
            hmm = replace(session, current=seeing.condition(context(request))).for_prompt(
                drawn(request, write) if config.instance else ()
            )
        else:
            hmm = session.for_prompt(drawn(request, write) if config.instance else ())
        own = replace(request, constraint=with_hmm(constraint, hmm), adaptation="none", pseudocount=None)
        seconds = perf_counter() - started
        result = finish(own)
        started = perf_counter()
        cause = None if result.failure is None else result.failure.cause
        if config.session and teaches(bool(result), cause, constraint.constraint.enforce):
            self.learn(result.tokens, request.pseudocount)
        seconds += perf_counter() - started
        return replace(result, timing=replace(result.timing, adaptation=seconds))

    def learn(self, tokens: Sequence[int], pseudocount: float | None = None) -> None:
        """Take a text in, for the plans after it.

        Args:
            pseudocount: As `PlanRequest.pseudocount` of the plan that the text is of.

        Raises:
            HMMError: If the HMM cannot.
        """
        config = self.session.config
        adapting = replace(self.session, config=self._configured({"otta"}, pseudocount))
        self.session = replace(adapting.after_plan(Continuation(tokens)), config=config)

    def _configured(self, tiers: Collection[str], pseudocount: float | None) -> AdaptationConfig:
        """The session's configuration for one plan; without a pseudocount, with its own."""
        config = self.session.config
        smoothing = config.pseudocount if pseudocount is None else pseudocount
        return replace(config, session="otta" in tiers, instance="ttba" in tiers, pseudocount=smoothing)

    def reset(self) -> None:
        """Forget the plans so far: at the boundary of a family of tasks."""
        self.session = self.session.reset()


def check_weighed(request: PlanRequest) -> Weighted:
    """A request's constraint, which an HMM weighs.

    Raises:
        ConstraintError: If none does.
    """
    if not (isinstance(request.constraint, Weighted) and weighs_goal_mass(request.constraint)):
        raise ConstraintError(
            f"adaptation is {request.adaptation!r}, but no HMM weighs this plan, so there is nothing to adapt. Give "
            "the planner an HMM (`hmm=`) and a guidance above 0, and enforce the goal; or leave adaptation out."
        )
    return request.constraint


def teaches(certified: bool, cause: str | None, enforced: Collection[str]) -> bool:
    """Whether a text ended as its constraint lets it end: a certified plan, or, where no goal is enforced, any.

    What a validator then says of the goal would be a label. A text that was cut or came to a dead end teaches nothing.

    Args:
        cause: Of its failure, if it failed.
        enforced: What its constraint enforces.
    """
    return certified or (cause == "validation" and GOAL not in enforced)


def drawn(request: PlanRequest, write: Write) -> list[Continuation]:
    """A few continuations of a request's prompt, as the model writes them without constraints.

    How long the plan may be bounds none of them: they say what the model would write.
    """
    # Seeds of their own: the plan is not drawn with the numbers that its continuations were drawn with.
    seeds = np.random.SeedSequence(request.seed).generate_state(CONTINUATIONS, np.uint64) % SEEDS[1]
    asked = [
        PlanRequest(
            request.prompt,
            max_new_tokens=CONTINUATION_TOKENS,
            temperature=1.0,
            seed=int(seed),
            images=request.images,
            chat_template_kwargs=request.chat_template_kwargs,
        )
        for seed in seeds
    ]
    return [Continuation(one.tokens) for one in write(asked)]
