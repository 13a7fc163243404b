"""From a written text to a `PlanResult`: read, certified, explained."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from clamp import checks
from clamp.automata import Vocabulary
from clamp.decoding import Failure, PlanFormat
from clamp.decoding.configuration import MAX_TEMPERATURE, SEEDS, Sampling
from clamp.decoding.result import PlanResult, Timing, TraceStep
from clamp.errors import ConstraintError, PlanSyntaxError, SceneError
from clamp.hosts.follower import Decoded, Follower, PlanningConstraint, weights_of
from clamp.hosts.prompts import Message
from clamp.planning.system import Action, TransitionSystem


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
                "`constraint` is a clamp.PlanConstraint, or a clamp.Weighted around one, not "
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


def outcome(
    vocabulary: Vocabulary, request: PlanRequest, decoded: Decoded, timing: Timing, *, trace: bool
) -> PlanResult:
    """Follow what was written, replay its actions in an independent validator, and explain it where asked.

    Raises:
        ForbiddenTokenError: If the host wrote what the constraint does not admit.
    """
    constraint = request.constraint
    follower = decoded.follower
    steps: list[TraceStep] = []
    if follower is None or trace:
        follower = Follower(constraint, vocabulary.eos_ids)
        for position, token in enumerate(decoded.tokens):
            if trace:
                text = (vocabulary.bytes_of(token) or b"").decode(errors="replace")
                best = decoded.preferred[position] if decoded.preferred else None
                steps.append(follower.trace_step(token, text, best))
            follower.step(token)
    text = vocabulary.decode(decoded.tokens).decode(errors="replace")
    actions, failure = _read(request, decoded, follower, text)
    system = constraint.system if constraint is not None else request.system
    certificate = None
    if system is not None and actions:
        certificate = system.validate(actions)
        if failure is None and not certificate.valid:
            where = "" if certificate.step is None else f"Action {certificate.step + 1}: "
            failure = Failure("validation", where + certificate.reason)
    if failure is None and certificate is None:
        failure = Failure("uncertified", "The request names no transition system to replay the plan in.")
    weights = weights_of(constraint)
    return PlanResult(
        "plan" if failure is None else "fail",
        actions,
        text,
        failure,
        certificate,
        timing,
        tuple(steps),
        None if weights is None or weights.truncation is None else str(weights.truncation),
    )


def _read(
    request: PlanRequest, decoded: Decoded, follower: Follower, text: str
) -> tuple[tuple[Action, ...], Failure | None]:
    """The actions that a text writes, and what is wrong with it as a text."""
    constraint = request.constraint
    if constraint is not None and decoded.finish != "eos":
        actions = follower.actions
        if decoded.failure is not None:
            return actions, decoded.failure
        return actions, Failure(
            "length",
            f"The plan was cut after {len(decoded.tokens)} tokens, {len(actions)} actions written. Raise "
            "max_new_tokens, or use a model with a longer context.",
        )
    written = constraint.plan_format if constraint is not None else request.plan_format
    if written is None:
        return (), Failure("uncertified", "The request names no plan format to read the text with.")
    try:
        if constraint is not None:
            return tuple(written.parse(text)), None
        return tuple(written.parse_within(text)), None
    except PlanSyntaxError as error:
        return (), Failure("syntax", str(error))
