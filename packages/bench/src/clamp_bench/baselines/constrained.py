"""Rows that write under a constraint: CLAMP's own, with a model and without, and grammars that know no world."""

from __future__ import annotations

import random
import string
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any, ClassVar

from clamp.automata import Vocabulary
from clamp.decoding import Constraint, PlanConstraint
from clamp.decoding.forms import FormConstraint, Part, any_of, characters, in_order, text, up_to
from clamp.decoding.result import PlanResult, Timing
from clamp.decoding.world import GOAL
from clamp.hmm import HMM
from clamp.planning.search.limits import SearchLimits
from clamp.request.request import Request, weighed
from clamp.request.settings import Weighing
from clamp_bench.baselines.baseline import (
    PLANNED,
    WEIGHED,
    WRITING,
    Baseline,
    UnderConstraint,
    plan_constraint,
    read,
)
from clamp_bench.configuration import Compared
from clamp_bench.eai.action_sequencing import PLAIN_BUDGET, BenchmarkRequest
from clamp_bench.harness import Answer, Question, run_all


class _Bounded(BenchmarkRequest):
    """The same room, also where a budget is given: then the smaller of both holds."""

    def made(self, vocabulary: Vocabulary, limits: SearchLimits | None = None) -> PlanConstraint:
        asked = self.configuration
        if asked.budget is None or asked.slack is not None or not asked.enforces(GOAL):
            return super().made(vocabulary, limits)
        free = self.but(budget=None).made(vocabulary, limits)
        return free if free.budget <= asked.budget else super().made(vocabulary, limits)


class Clamp(Baseline):
    """The joint constraint, with the run's lookahead where there is an HMM."""

    settings: Compared
    says = "one joint mask; plans at most a quarter longer than the shortest one found"
    heeds = WRITING | PLANNED | WEIGHED | {"particles", "sampled"}
    slack: ClassVar[int | None] = None

    def write(self, questions: Sequence[Question], planner: Any, tell: Callable[[int, Answer], None]) -> None:
        run_all([self.asked(one) for one in questions], planner, self.batch_size, tell)

    def asked(self, question: Question) -> _Bounded:
        """A question's request, with the room that this row leaves plans."""
        request, own, budget = question.request, self.settings, question.budget
        if budget is not None and not own.enforces(GOAL):
            budget = min(budget, PLAIN_BUDGET)
        slack = own.slack if self.slack is None else self.slack
        settings = {"seen": request.seen, "format": request.plan_format, "budget": budget, "slack": slack}
        return _Bounded.under(own, request.problem, question.prompt, **settings)


class ClampShortest(Clamp):
    """The same among shortest plans only."""

    says = "one joint mask; no action more than the shortest plan found"
    heeds = Clamp.heeds - {"slack"}
    slack = 0


BYTES = Vocabulary.from_bytes([bytes((byte,)) for byte in range(256)] + [None], 256)


class RandomBytes(Clamp):
    """CLAMP's own constraint, and each byte drawn evenly among those that it admits."""

    needs_model = False
    heeds = PLANNED | {"seed"}
    says = "bytes drawn evenly among those that CLAMP's constraint admits, without a model"

    def write(self, questions: Sequence[Question], planner: Any, tell: Callable[[int, Answer], None]) -> None:
        for index, question in enumerate(questions):
            tell(index, drawn(question, self.asked(question), self.settings.seed))


def drawn(question: Question, asked: Request, seed: int) -> Answer:
    """A text that the constraint of a request admits, the same for a question and a seed.

    Args:
        asked: The request; its own constraint, if it has one, is over `BYTES`.
    """
    started = perf_counter()
    constraint = asked.made(BYTES) if asked.constraint is None else asked.constraint
    failure, seconds = constraint.failure(), perf_counter() - started
    if failure is not None:
        return Answer(asked.told(PlanResult("fail", failure=failure), constraint, seconds))
    text, timing = bytes_drawn(constraint, question, seed)
    return Answer(asked.told(read(question, text, timing), constraint, seconds))


def bytes_drawn(constraint: Constraint[Any], question: Question, seed: int) -> tuple[str, Timing]:
    """A text that a constraint over `BYTES` admits, the same for a question and a seed, and what it cost."""
    started = perf_counter()
    draw, written = random.Random(f"{seed}/{question.name}"), b""
    cursor = constraint.initial()
    while (allowed := constraint.allowed(cursor)).size:
        token = int(draw.choice(allowed.tolist()))
        if token == BYTES.size - 1:
            break
        written += bytes((token,))
        cursor = constraint.advance(cursor, token)
    timing = Timing(generation=perf_counter() - started, tokens=len(written))
    return written.decode(errors="replace"), timing


class Flat(UnderConstraint):
    """A mask of the actions that can be executed now; nothing asks where the plan leads, or what is seen."""

    says = "mask by executability only, no goal"

    def constrain(self, question: Question, vocabulary: Vocabulary) -> PlanConstraint:
        return plan_constraint(question, vocabulary, "executability")


MOST_ACTIONS = 40
"""Where a question has no budget."""
_NAME = 24
"""Most characters of an object's name; EAI's longest has 21."""
_DIGITS = 4


class GuidedJson(UnderConstraint):
    """Guided JSON, as vLLM and others serve it: known actions with a name and a number for each argument, in an object
    of bounded size.

    Where plans are written in another format than EAI's, its own syntax is enforced: any actions, in any order.
    """

    says = "guided JSON: the schema of the answer alone"

    def constrain(self, question: Question, vocabulary: Vocabulary) -> Constraint[Any]:
        system, written = question.request.system, question.request.plan_format
        if written.name != "virtualhome_json":
            return plan_constraint(question, vocabulary)
        most = question.budget or MOST_ACTIONS
        arities: dict[str, int] = {}
        for action in system.actions:
            arities[action.name] = max(arities.get(action.name, 0), len(action.args))
        return FormConstraint(_plan(arities, most), vocabulary, written, system)


def _plan(arities: dict[str, int], most: int) -> Part:
    name = up_to(_NAME, characters(string.ascii_lowercase + string.digits + "_"), least=1)
    number = up_to(_DIGITS, characters(string.digits), least=1)
    thing = in_order(text('"'), name, text('", '), number)
    actions = [
        in_order(text(f'"{one}": ['), _several(thing, count), text("]"))
        for one, count in sorted(arities.items())
    ]
    return in_order(text("{"), up_to(most, any_of(*actions), text(", "), least=1), text("}"))


def _several(thing: Part, count: int) -> Part:
    """So many things, with commas in between."""
    return up_to(count, thing, text(", "), least=count) if count else text(" ")


class CtrlG(UnderConstraint):
    """Ctrl-G (Zhang et al., 2024): the grammar of the plan's tokens with an HMM that looks ahead, and no world.

    The HMM's score of a token, with the run's weight, is the probability that it gives the grammar's ways to complete
    the action (`clamp.decoding.lookahead.ActionLookahead`): any well-formed plan may go on or end after it.
    """

    says = "token grammar and HMM lookahead, no world model, no goal"
    needs_hmm = True
    heeds = WRITING | {"budget", "hmm", "guidance", "belief"}

    settings: Compared

    def __init__(self, settings: Compared):
        super().__init__(settings)
        self._hmm: HMM | None = None

    def write(self, questions: Any, planner: Any, tell: Any) -> None:
        self._hmm = planner.hmm
        super().write(questions, planner, tell)

    def constrain(self, question: Question, vocabulary: Vocabulary) -> Constraint[Any]:
        made: Any = plan_constraint(question, vocabulary)
        if self._hmm is not None and self.settings.guidance:
            how = self.settings.arguments(Weighing, lookahead="action")
            made = weighed(made, self._hmm, **how)
        return made
