"""What the baselines have in common: how one is made of a run's settings, and how its texts are written and judged."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar

from clamp.automata import Vocabulary
from clamp.decoding import Constraint, Failure, PlanConstraint
from clamp.decoding.result import PlanResult, Timing
from clamp.errors import PlanSyntaxError
from clamp.planning.system import where_it_fails
from clamp.request.prompts import Message
from clamp.request.request import Request
from clamp.request.settings import Weighing, Writing
from clamp_bench.configuration import Batched
from clamp_bench.harness import Answer, Method, Question

WRITING = frozenset(
    {"model", "host", "batch_size", "temperature", "seed", "chat_template_kwargs", "max_new_tokens"}
)
"""Settings that every text heeds which a model writes token by token."""
PLANNED = frozenset({"constraints", "semantics", "budget", "slack", "loops", "limits"})
"""Those of CLAMP's own constraint over plans."""
WEIGHED = frozenset({"hmm", "adaptation", "pseudocount", *Weighing.model_fields})
"""Those of the HMM behind it."""


class Baseline(Method):
    """One row of a comparison.

    Attributes:
        says: What it does, in a line.
        heeds: The settings that change what it writes; `Compared.check_rows` refuses those that no row heeds.
        needs_hmm: Whether it is nothing without an HMM; then it is not run where none is given.
        several_texts: Whether it has the model read or write several texts a task; then it is run only where it is
            named, or all are asked for.
    """

    says: ClassVar[str]
    heeds: ClassVar[frozenset[str]] = WRITING
    needs_hmm: ClassVar[bool] = False
    several_texts: ClassVar[bool] = False

    def __init__(self, settings: Batched):
        self.settings = settings
        self.batch_size = settings.batch_size

    def sampling(self, **others: Any) -> dict[str, Any]:
        """How tokens are chosen: the run's settings, one text a request."""
        return self.settings.arguments(Writing, **others)

    def texts(
        self,
        questions: Sequence[Question],
        planner: Any,
        tell: Callable[[int, PlanResult], None],
        *,
        prompts: Sequence[str | Sequence[Message]] | None = None,
        within: Sequence[Constraint[Any]] | None = None,
        sampling: Sequence[dict[str, Any]] | None = None,
    ) -> None:
        """Have texts written, one a question, and tell each by its index; freely, where no constraint is given.

        Args:
            prompts: Instead of the questions' own.
            sampling: Instead of the run's settings.
        """
        requests = [
            alone(
                question.request,
                None if within is None else within[index],
                question.prompt if prompts is None else prompts[index],
                **(self.sampling() if sampling is None else sampling[index]),
            )
            for index, question in enumerate(questions)
        ]
        planner.run(requests, trace=False, batch_size=self.batch_size, on_result=tell)


class UnderConstraint(Baseline):
    """A baseline that decodes once, under a constraint of its own."""

    heeds = WRITING | {"budget"}

    @abstractmethod
    def constrain(self, question: Question, vocabulary: Vocabulary) -> Constraint[Any]:
        """What a question's answer may be."""

    def write(self, questions: Sequence[Question], planner: Any, tell: Callable[[int, Answer], None]) -> None:
        made = [self.constrain(question, planner.vocabulary) for question in questions]

        def on_text(index: int, result: PlanResult) -> None:
            tell(index, Answer(replace(result, budget=questions[index].budget)))

        self.texts(questions, planner, on_text, within=made)


@dataclass
class _Attempts:
    """What has been tried for one question: each text with what was wrong with it, and the last one's result."""

    details: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    last: PlanResult | None = None


class AskingAgain(Baseline):
    """A baseline that looks at each text and asks again where something is wrong with it.

    Attributes:
        retries: How often at most; the last text is kept as it is.
    """

    retries: ClassVar[int]

    @abstractmethod
    def prompt(self, question: Question, violation: str | None) -> str | Sequence[Message]:
        """What is asked, first or after what was wrong with the last text."""

    @abstractmethod
    def look(self, question: Question, result: PlanResult) -> tuple[PlanResult, str | None]:
        """What a text comes to, and what is wrong with it; ``None`` if nothing is."""

    def write(self, questions: Sequence[Question], planner: Any, tell: Callable[[int, Answer], None]) -> None:
        attempts = [_Attempts() for _ in questions]
        open_ = list(range(len(questions)))
        for left in range(self.retries, -1, -1):
            open_ = self._round(questions, open_, attempts, left, planner, tell)
            if not open_:
                return

    def _round(
        self,
        questions: Sequence[Question],
        open_: Sequence[int],
        attempts: Sequence[_Attempts],
        left: int,
        planner: Any,
        tell: Callable[[int, Answer], None],
    ) -> list[int]:
        """Ask some questions once; those to be asked again."""
        again: list[int] = []

        def on_text(place: int, written: PlanResult) -> None:
            index = open_[place]
            tried = attempts[index]
            result, said = self.look(questions[index], written)
            tried.details.append({"output": written.text, "violation": said})
            if tried.last is not None:
                result = replace(result, timing=added(tried.last.timing, result.timing))
            tried.last = result
            if said is not None and left:
                again.append(index)
            else:
                tell(index, Answer(result, details={"attempts": tried.details}))

        prompts = [
            self.prompt(
                questions[index], tried[-1]["violation"] if (tried := attempts[index].details) else None
            )
            for index in open_
        ]
        self.texts([questions[index] for index in open_], planner, on_text, prompts=prompts)
        return sorted(again)


def alone(
    request: Request, constraint: Constraint[Any] | None, prompt: str | Sequence[Message], **sampling: Any
) -> Request:
    """A request under a constraint of a method's own, or none, and nothing of what CLAMP itself would make of it."""
    own: dict[str, Any] = {"constraints": "none"} if constraint is None else {"constraint": constraint}
    system = request.system if constraint is None or constraint.system is None else constraint.system
    own |= {"format": request.plan_format, "images": request.images, "guidance": 0.0, "on_unclear": "ignore"}
    return Request.of(system, prompt=prompt, **own, **sampling).clarified(request.requirements)


def plan_constraint(
    question: Question, vocabulary: Vocabulary, *enforce: str, **others: Any
) -> PlanConstraint:
    """A constraint over a question's plans that knows of no shortest plan and no loops.

    Raises:
        BenchmarkError: If the benchmark's answers are no plans.
    """
    asked = question.request
    kind: Callable[..., PlanConstraint] = others.pop("kind", PlanConstraint)
    return kind(
        asked.system,
        vocabulary,
        asked.plan_format,
        budget=question.budget,
        seen=asked.seen if "visibility" in enforce else None,
        enforce={"syntax", *enforce},
        loops=True,
        **others,
    )


def read(question: Question, text: str, timing: Timing) -> PlanResult:
    """What a text comes to that no constraint has followed: its plan, replayed, or the failure."""
    asked = question.request
    try:
        actions = tuple(asked.plan_format.parse_within(text))
    except PlanSyntaxError as error:
        return PlanResult("fail", (), text, Failure("syntax", str(error)), timing=timing)
    if not actions:  # what no judge of a benchmark reads
        return PlanResult("fail", (), text, Failure("syntax", "The text writes no action."), timing=timing)
    certificate = replace(asked.system.validate(actions), unread=asked.unread)
    failure = None
    if not certificate.valid:
        failure = Failure("validation", where_it_fails(certificate))
    return PlanResult("plan" if failure is None else "fail", actions, text, failure, certificate, timing)


def added(first: Timing, second: Timing) -> Timing:
    """The time of two texts that led to one answer; the model was loaded once."""
    names = {one.name for one in fields(Timing)} - {"load"}
    return replace(first, **{name: getattr(first, name) + getattr(second, name) for name in names})


def appended(question: Question, text: str) -> str | list[Message]:
    """A question's prompt with more at the end of what its user says."""
    prompt = question.prompt
    if isinstance(prompt, str):
        return f"{prompt}\n\n{text}"
    messages = [dict(one) for one in prompt]
    messages[-1]["content"] = f"{messages[-1]['content']}\n\n{text}"
    return list(messages)
