"""From a written text to a `PlanResult`: read, certified, explained."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from clamp import checks
from clamp.automata import Vocabulary
from clamp.decoding import Failure, PlanFormat
from clamp.decoding.configuration import MAX_TEMPERATURE, SEEDS, Sampling
from clamp.decoding.result import Candidate, PlanResult, Timing, TraceStep, Wanted
from clamp.errors import ConstraintError, PlanSyntaxError, SceneError
from clamp.hosts.hf.batch import Decoded
from clamp.hosts.prompts import Message
from clamp.hosts.request import PlanningConstraint, guidance_of
from clamp.planning.system import Action, TransitionSystem

_CANDIDATES = 5
"""Admissible tokens whose score a trace shows at each step."""


@dataclass(frozen=True)
class PlanRequest:
    """One plan to write.

    Attributes:
        prompt: Text, or chat messages that go through the tokenizer's template.
        constraint: What may be written, or ``None`` for anything; a lookahead also weighs it.
        plan_format: Reads the text when there is no constraint; a constraint brings its own.
        system: Certifies the plan when there is no constraint; a constraint brings its own.
        max_new_tokens: Most tokens to write. By default a constrained plan has all of the model's context,
            since its budget bounds it, and an unconstrained one 512 tokens.
        temperature: 0 takes the best admissible token at each step.
        images: Images that the model sees, as paths, URLs or PIL images.

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

    def __post_init__(self) -> None:
        _check_prompt(self.prompt)
        constraint = self.constraint
        if constraint is not None and not hasattr(constraint, "initial"):
            raise ConstraintError(
                "`constraint` is a clamp.PlanConstraint, or a clamp.Lookahead around one, not "
                f"{checks.shown(constraint)}. What to enforce is named in `enforce` of a PlanConstraint."
            )
        if self.plan_format is not None:
            checks.instance("plan_format", self.plan_format, PlanFormat, what="a clamp.PlanFormat")
        if self.system is not None:
            checks.instance(
                "system", self.system, TransitionSystem, what="a planning problem (clamp.Problem)"
            )
        if self.max_new_tokens is not None:
            checks.whole("max_new_tokens", self.max_new_tokens, least=1)
        checks.number("temperature", self.temperature, least=0, most=MAX_TEMPERATURE)
        checks.whole("seed", self.seed, least=SEEDS[0], most=SEEDS[1])
        object.__setattr__(self, "images", pictures(self.images))


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
        if not isinstance(picture, str | os.PathLike) and not hasattr(picture, "convert"):
            raise SceneError(
                "`images` is a list of pictures (paths, URLs or PIL images), but it holds "
                f"{checks.shown(picture)}."
                + (" Image.fromarray(array) makes a picture of it." if hasattr(picture, "shape") else "")
            )
        if isinstance(picture, str | os.PathLike):
            checks.path("images", cast(Any, picture), SceneError, what="a list of paths, URLs or PIL images")
    return found


def outcome(
    vocabulary: Vocabulary, request: PlanRequest, decoded: Decoded, timing: Timing, *, trace: bool
) -> PlanResult:
    """Read what was written, replay it in an independent validator, and explain it where asked."""
    constraint = request.constraint
    written = constraint.plan_format if constraint is not None else request.plan_format
    system = constraint.system if constraint is not None else request.system
    text = vocabulary.decode(decoded.tokens).decode(errors="replace")
    actions, failure = _read(written, constraint, decoded, text)
    certificate = None
    if system is not None and actions:
        certificate = system.validate(actions)
        if failure is None and not certificate.valid:
            where = "" if certificate.step is None else f"Action {certificate.step + 1}: "
            failure = Failure("validation", where + certificate.reason)
    if failure is None and certificate is None:
        failure = Failure("uncertified", "The request names no transition system to replay the plan in.")
    return PlanResult(
        "plan" if failure is None else "fail",
        actions,
        text,
        failure,
        certificate,
        timing,
        _trace(vocabulary, constraint, decoded) if trace else (),
        _truncation(constraint),
    )


def _truncation(constraint: PlanningConstraint | None) -> str | None:
    weights = guidance_of(constraint)
    return None if weights is None or weights.truncation is None else str(weights.truncation)


def _read(
    written: PlanFormat | None, constraint: PlanningConstraint | None, decoded: Decoded, text: str
) -> tuple[tuple[Action, ...], Failure | None]:
    """The actions that a text writes, and what is wrong with it as a text."""
    if constraint is not None and decoded.finish != "eos":
        actions = constraint.actions(_cursor_after(constraint, decoded.tokens))
        if decoded.finish == "length":
            return actions, Failure(
                "length",
                f"The plan was cut after {len(decoded.tokens)} tokens, {len(actions)} actions written. Raise "
                "max_new_tokens, or use a model with a longer context.",
            )
        if decoded.failure is not None:
            return actions, decoded.failure
        return actions, Failure(
            "dead-end",
            f"After {len(decoded.tokens)} tokens no continuation was proved to reach the goal: the search "
            "limit left them undecided. Raise the limits.",
        )
    if written is None:
        return (), Failure("uncertified", "The request names no plan format to read the text with.")
    try:
        if constraint is not None:
            return tuple(written.parse(text)), None
        return tuple(written.parse_within(text)), None
    except PlanSyntaxError as error:
        return (), Failure("syntax", str(error))


def _cursor_after(constraint: PlanningConstraint, tokens: Iterable[int]) -> Any:
    cursor = constraint.initial()
    for token in tokens:
        cursor = constraint.advance(cursor, token)
    return cursor


def _weighed(
    constraint: PlanningConstraint, cursor: Any, token: int
) -> tuple[float | None, tuple[Candidate, ...], str | None]:
    """The score of a token, the best candidates, and what the scores are."""
    weights = guidance_of(constraint)
    if weights is None:
        return None, (), None
    ids, scores = weights.scores(cursor)
    best = np.argsort(-scores, kind="stable")[:_CANDIDATES]
    best = best[np.isfinite(scores[best])]
    names = [(constraint.vocabulary.bytes_of(int(ids[i])) or b"").decode(errors="replace") for i in best]
    candidates = tuple(Candidate(name, float(scores[i])) for name, i in zip(names, best, strict=True))
    name = getattr(weights, "score_name", type(weights).__name__)
    return float(scores[np.searchsorted(ids, token)]), candidates, name


def _trace(
    vocabulary: Vocabulary, constraint: PlanningConstraint | None, decoded: Decoded
) -> tuple[TraceStep, ...]:
    steps: list[TraceStep] = []
    cursor = None if constraint is None else constraint.initial()
    for token, best in zip(decoded.tokens, decoded.wanted, strict=True):
        text = (vocabulary.bytes_of(token) or b"").decode(errors="replace")
        if constraint is None or cursor is None:
            steps.append(TraceStep(token, text))
            continue
        wanted: Wanted | None = None
        if best is not None:
            why = constraint.explain(cursor, best)
            wanted = Wanted(why.text, why.constraint or "", why.reason)
        allowed = len(constraint.allowed(cursor))
        score, candidates, name = _weighed(constraint, cursor, token)
        written = len(constraint.actions(cursor))
        steps.append(TraceStep(token, text, allowed, written, wanted, score, candidates, name))
        cursor = constraint.advance(cursor, token)
    return tuple(steps)
