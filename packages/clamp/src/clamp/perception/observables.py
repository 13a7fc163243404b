"""Observables: how each predicate of a domain is looked at, as a small file says, and what box geometry decides.

A predicate is asked of a vision-language model in a question, decided by the boxes of a scene, or declared to be so
where nobody looks. What stands in no file is looked at by nobody here.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from clamp import checks
from clamp.documents import Document
from clamp.errors import SceneError
from clamp.perception.belief import Evidence, Fact
from clamp.perception.scene import Box, Scene, area, intersection
from clamp.words.naming import words_of

GEOMETRY = ("on", "in", "left-of", "right-of", "above", "below")
"""Relations of two things that their boxes tell."""

UNCALIBRATED = "vlm, not calibrated"
"""The source of a model's answers where no calibration says what they are worth."""
_LEANING = 1.0
"""Most log-odds of such an answer: it makes no fact known, and tells which state is the likelier one."""
_SHARPNESS = 12.0
"""How fast a relation of boxes goes from sure to not: log-odds for each part of a box that it is met or missed by."""


@dataclass(frozen=True)
class Calibration:
    """What a source's log-odds are worth: ``slope · log_odds + offset``, fitted on facts whose truth is known.

    A slope alone is a temperature (its inverse); with an offset it is Platt's scaling.

    Source: Platt (1999); Guo et al. (2017), "On calibration of modern neural networks".
    """

    slope: float = 1.0
    offset: float = 0.0

    def __post_init__(self) -> None:
        for name in ("slope", "offset"):
            checks.number(name, getattr(self, name), SceneError)
        if self.slope <= 0:
            raise SceneError(
                f"The slope of a calibration is {self.slope}, but more log-odds are never less sure: above 0."
            )

    def __call__(self, log_odds: float) -> float:
        """Calibrated log-odds; what is certain stays so."""
        return log_odds if math.isinf(log_odds) else self.slope * log_odds + self.offset


@dataclass(frozen=True)
class Observable:
    """How one predicate is looked at.

    Attributes:
        predicate: Its name.
        ask: A question to a vision-language model, in which ``{0}``, ``{1}``, … stand for the things, as in
            ``Is the {0} open?``
        answers: The two answers between which the model has to choose, that for true first.
        geometry: The relation of boxes that decides it, one of `GEOMETRY`.
        assumed: What it is taken to be of everything, where nobody looks.
        calibration: Of whoever looks. Without one, what a model answers is no more than a leaning; boxes are taken at
            their word.
    """

    predicate: str
    ask: str | None = None
    answers: tuple[str, str] = ("Yes", "No")
    geometry: str | None = None
    assumed: bool | None = None
    calibration: Calibration | None = None

    def answered(self, fact: Fact, log_odds: float) -> Evidence:
        """What a model's answer about a fact is worth: nothing is known by one that nobody has calibrated."""
        if self.calibration is not None:
            return Evidence.of_log_odds(fact, self.calibration(log_odds), "vlm")
        return Evidence.of_log_odds(fact, max(-_LEANING, min(_LEANING, log_odds)), UNCALIBRATED)

    def question(self, fact: Fact) -> str:
        """The question about a fact, in words.

        Raises:
            SceneError: If the template asks for more things than the fact is about.
        """
        assert self.ask is not None
        try:
            return self.ask.format(*map(words_of, fact[1:]))
        except (IndexError, KeyError, ValueError):
            slots = " and ".join(f"{{{number}}}" for number in range(len(fact) - 1)) or "no slot"
            raise SceneError(
                f"The question of {self.predicate!r}, {self.ask!r}, does not fit {list(fact)}: it may have {slots}, "
                "{0} for the first thing, {1} for the second."
            ) from None


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)


class _Calibration(_Strict):
    slope: Annotated[float, Field(gt=0)] = 1.0
    offset: float = 0.0


class _Observable(_Strict):
    ask: Annotated[str, Field(min_length=1)] | None = None
    answers: Annotated[list[str], Field(min_length=2, max_length=2)] | None = None
    geometry: Literal["on", "in", "left-of", "right-of", "above", "below"] | None = None
    assumed: bool | None = None
    calibration: _Calibration | None = None

    @field_validator("geometry", mode="before")
    @classmethod
    def _on(cls, value: Any) -> Any:
        return "on" if value is True else value  # as YAML reads the word

    @field_validator("answers", mode="before")
    @classmethod
    def _yes_and_no(cls, value: Any) -> Any:
        return ["Yes", "No"] if value == [True, False] else ["No", "Yes"] if value == [False, True] else value


def read_observables(path: Path, predicates: Collection[str]) -> dict[str, Observable]:
    """How predicates are looked at: a file in YAML, of each predicate how.

    Raises:
        SceneError: If it is no such file, or names a predicate that there is not; with the line.
    """
    document = Document.read(path, "observables file", SceneError, "open: {ask: 'Is the {0} open?'}")
    spelt = {one.lower(): one for one in predicates}
    found: dict[str, Observable] = {}
    for (key, _), (read_as, given) in zip(document.node.value, document.fields.items(), strict=True):
        name, where = key.value, document.place([read_as])  # YAML takes `on` for true, and it is a predicate
        if str(name).lower() not in spelt:
            raise SceneError(f"{where}: {name}: {checks.unknown(str(name), list(predicates), 'predicates')}.")
        try:
            read = _Observable.model_validate(given)
        except ValidationError as error:
            one = error.errors()[0]
            inner = ".".join(map(str, one["loc"]))
            if one["type"] == "extra_forbidden":
                said = f"{inner} is unknown; the fields are {', '.join(_Observable.model_fields)}"
            else:
                said = f"{inner or name}: {checks.reworded(one)}, but it is {checks.shown(one['input'])}"
            raise SceneError(f"{where}: {name}: {said}.") from None
        if read.ask is None and read.geometry is None and read.assumed is None:
            raise SceneError(
                f"{where}: {name}: it says neither what to `ask`, nor which `geometry`, nor what is `assumed`."
            )
        predicate = spelt[str(name).lower()]
        answers = ("Yes", "No") if read.answers is None else (read.answers[0], read.answers[1])
        how = read.calibration
        calibration = None if how is None else Calibration(how.slope, how.offset)
        found[predicate] = Observable(predicate, read.ask, answers, read.geometry, read.assumed, calibration)
    return found


def related(relation: str, one: Box, other: Box) -> float:
    """Log-odds that two boxes of one view stand in a relation, by how far they meet or miss what it asks for.

    *On*: the first ends within the second, and stands over it; *in*: it is covered by it; *left-of* and the others: its
    middle is on that side. A picture has no depth, so these are guesses that a calibration makes worth something.

    Raises:
        SceneError: If there is no such relation.
    """
    x0, y0, x1, y1 = one
    u0, v0, u1, v1 = other
    width, height = x1 - x0, y1 - y0
    match relation:
        case "in":
            met = intersection(one, other) / area(one) - 0.75
        case "on":
            across = (min(x1, u1) - max(x0, u0)) / width - 0.5
            rests = min(y1 - v0, v1 - y1) / max(height, 1.0) + 0.1
            higher = ((v0 + v1) - (y0 + y1)) / 2 / max(height, 1.0)
            met = min(across, rests, higher)
        case "left-of" | "right-of":
            gap = ((u0 + u1) - (x0 + x1)) / 2 / max(width, 1.0)
            met = gap - 0.5 if relation == "left-of" else -gap - 0.5
        case "above" | "below":
            gap = ((v0 + v1) - (y0 + y1)) / 2 / max(height, 1.0)
            met = gap - 0.5 if relation == "above" else -gap - 0.5
        case _:
            raise SceneError(f"Boxes do not tell {relation!r}; they tell {', '.join(GEOMETRY)}.")
    return max(-20.0, min(20.0, _SHARPNESS * met))


def geometric(observable: Observable, fact: Fact, scene: Scene) -> list[Evidence]:
    """What the boxes of a scene tell of a fact about two things, for each view that has both."""
    assert observable.geometry is not None
    if len(fact) != 3:
        raise SceneError(
            f"Boxes tell relations of two things, and {observable.predicate!r} is said of {len(fact) - 1}."
        )
    boxes: dict[tuple[str, str | None], Box] = {
        (entity.id, entity.view): entity.box
        for entity in scene.entities
        if entity.box is not None and entity.seen
    }
    found: list[Evidence] = []
    for view in scene.views:
        one, other = boxes.get((fact[1], view)), boxes.get((fact[2], view))
        if one is not None and other is not None and fact[1] != fact[2]:
            odds = (observable.calibration or Calibration())(related(observable.geometry, one, other))
            found.append(Evidence.of_log_odds(fact, odds, "geometry", view))
    return found
