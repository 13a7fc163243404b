"""Belief: for each fact about a scene, whether it holds, does not, or is not known, and who says so, how surely.

Sources (a model's forced choice, box geometry, a simulator, a person) give `Evidence`; a `Belief` fuses it. It hides
how several views and sources become one probability, and where a probability is too near to one half to be a verdict.
It knows no planning: what a belief means beside a domain and a problem file is said in `clamp.request.states`.
"""

from __future__ import annotations

import math
import os
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import Annotated, Any, Literal, TypeAlias, cast

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from clamp import checks
from clamp.checks import reworded
from clamp.errors import SceneError
from clamp.files import parse_json, read_text
from clamp.perception.scene import Scene

Fact: TypeAlias = tuple[str, ...]
"""A predicate and what it is said of: ``("on", "milk", "table")``."""

Verdict: TypeAlias = Literal["true", "false", "unknown"]

TRUE_FROM = 0.9
"""From this probability on a fact counts as true, if nothing else is said."""
FALSE_TO = 0.1
"""Up to this one it counts as false."""

_ROUNDING = 1e-9
"""Probabilities come and go through log-odds."""

PERSON, SIMULATOR, FILE, ASSUMED = "person", "simulator", "file", "assumed"
"""Sources that are not estimates: who knows, and what was declared to hold where nothing looks."""


def fact_text(fact: Fact) -> str:
    """A fact as people write it: ``on(milk, table)``."""
    return f"{fact[0]}({', '.join(fact[1:])})" if fact[1:] else fact[0]


def log_odds_of(probability: float) -> float:
    """ln(p / (1 − p)); infinite at 0 and 1."""
    if probability <= 0 or probability >= 1:
        return math.inf if probability > 0 else -math.inf
    return math.log(probability) - math.log1p(-probability)


def probability_of(log_odds: float) -> float:
    """The inverse of `log_odds_of`."""
    if log_odds >= 0:
        return 1 / (1 + math.exp(-log_odds))
    return (odds := math.exp(log_odds)) / (1 + odds)


@dataclass(frozen=True)
class Evidence:
    """What one source says of one fact, from looking once.

    Attributes:
        fact: A predicate and the ids that it is said of.
        probability: That it holds, 0 to 1, as this source alone has it; calibrated, if the source is. 0 and 1 are
            certain: nothing uncertain outweighs them.
        source: Who says so: ``"vlm"``, ``"geometry"``, ``"detector"``, ``"simulator"``, ``"person"``, … A model that is
            a source of its own gives its name.
        view: The picture that it was read off; ``None`` if it is about no picture, or about all of them.

    Raises:
        SceneError: If one of them makes no sense.
    """

    fact: Fact
    probability: float
    source: str
    view: str | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "fact", _checked(self.fact))
        checks.text("source", self.source, SceneError, hint="It says who looked, such as 'vlm' or 'person'.")
        if not self.source.strip():
            raise SceneError(f"The evidence for {fact_text(self.fact)} has an empty source.")
        if self.view is not None:
            checks.text("view", self.view, SceneError)
        value = checks.number("probability", self.probability, SceneError)
        if not 0 <= value <= 1:
            raise SceneError(
                f"The probability of {fact_text(self.fact)} is {value} ({self.source}), but probabilities lie between "
                "0 and 1. Are these log-odds? Evidence.of_log_odds takes them."
            )
        object.__setattr__(self, "probability", value)

    @classmethod
    def of_log_odds(cls, fact: Fact, log_odds: float, source: str, view: str | None = None) -> Evidence:
        """Evidence from log-odds, ln(p / (1 − p)), which are finite or infinite, but no NaN.

        Raises:
            SceneError: If they are none.
        """
        if math.isnan(log_odds):
            raise SceneError(f"The log-odds of {fact_text(_checked(fact))} are no number (NaN).")
        return cls(fact, probability_of(log_odds), source, view)

    @property
    def log_odds(self) -> float:
        """ln(p / (1 − p))."""
        return log_odds_of(self.probability)

    @property
    def certain(self) -> bool:
        """Whether it leaves no doubt."""
        return self.probability in (0.0, 1.0)


@dataclass(frozen=True)
class Judgement:
    """What all evidence for a fact comes to.

    Attributes:
        fact: What is judged.
        verdict: ``"true"``, ``"false"`` or ``"unknown"``.
        probability: That it holds, all evidence together.
        sources: Who said something, each once.
        disputed: Some of the sources are each sure by themselves, and of opposite things. Then the verdict is
            ``"unknown"``, whatever the probability.
    """

    fact: Fact
    verdict: Verdict
    probability: float
    sources: tuple[str, ...]
    disputed: bool = False

    @property
    def truth(self) -> bool | None:
        """The verdict as True, False or None."""
        return {"true": True, "false": False, "unknown": None}[self.verdict]

    @property
    def log_odds(self) -> float:
        """ln(p / (1 − p)) of its probability."""
        return log_odds_of(self.probability)

    def __str__(self) -> str:
        who = ", ".join(self.sources) or "nobody"
        return f"{fact_text(self.fact)} is {self.verdict} ({who}, {self.probability:.2f})"


def _none() -> Mapping[str, str | None]:
    return MappingProxyType({})


@dataclass(frozen=True)
class Belief:
    """What is known, and not known, of how things are. Immutable.

    The views of one source are averaged in log-odds, because one model's errors in two pictures of one moment are much
    the same error; different sources are added, because they err independently. What is certain (0 or 1) decides.

    Attributes:
        objects: The things that there are, each with its type in a domain, or ``None`` where that is not known, or is
            known from a problem beside it.
        evidence: What was said of facts.
        one_of: Groups of facts of which exactly one holds, though it may not be known which.
        closed_world: Whether what no evidence speaks of does not hold: of all predicates (True), of none (False), or of
            those named. Beside a problem file, what nothing speaks of is as the file says.
        true_from, false_to: From which probability on a fact is true, and up to which one false; between them it is
            unknown.

    Raises:
        SceneError: If the parts do not fit together.
    """

    objects: Mapping[str, str | None] = field(default_factory=_none)
    evidence: tuple[Evidence, ...] = ()
    one_of: tuple[tuple[Fact, ...], ...] = ()
    closed_world: bool | Collection[str] = False
    true_from: float = TRUE_FROM
    false_to: float = FALSE_TO

    def __reduce__(self) -> tuple[type[Belief], tuple[Any, ...]]:
        parts = (self.evidence, self.one_of, self.closed_world, self.true_from, self.false_to)
        return Belief, (dict(self.objects), *parts)  # a view of a mapping cannot be pickled

    def __post_init__(self) -> None:
        of = "from a thing's name to its type"
        objects = checks.mapping("objects", self.objects, SceneError, of=of, values=str | None)
        evidence = checks.items(
            "evidence", self.evidence, Evidence, SceneError, of="clamp.perception.Evidence"
        )
        groups = tuple(tuple(dict.fromkeys(map(_checked, group))) for group in self.one_of)
        for group in groups:
            if not group:
                raise SceneError("`one_of` has a group of no facts, of which none can hold.")
        closed = self.closed_world
        if not isinstance(closed, bool):
            closed = frozenset(checks.names("closed_world", closed, SceneError, of="names of predicates"))
        for name in ("true_from", "false_to"):
            checks.number(name, getattr(self, name), SceneError, hint="It is a probability.")
        if not 0 <= self.false_to < self.true_from <= 1:
            raise SceneError(
                f"false_to is {self.false_to} and true_from {self.true_from}, but 0 ≤ false_to < true_from ≤ 1."
            )
        object.__setattr__(self, "objects", MappingProxyType(dict(objects)))
        object.__setattr__(self, "evidence", evidence)
        object.__setattr__(self, "one_of", groups)
        object.__setattr__(self, "closed_world", closed)
        if objects:
            said = [*(one.fact for one in evidence), *(fact for group in groups for fact in group)]
            strange = next(((fact, name) for fact in said for name in fact[1:] if name not in objects), None)
            if strange is not None:
                raise SceneError(
                    f"{fact_text(strange[0])} is about {strange[1]!r}, which is not among the objects; they are "
                    f"{', '.join(objects)}."
                )

    # What it comes to

    @cached_property
    def judgements(self) -> Mapping[Fact, Judgement]:
        """The judgement of each fact that something was said of, in the order in which they were first named."""
        said: dict[Fact, list[Evidence]] = {}
        for one in self.evidence:
            said.setdefault(one.fact, []).append(one)
        for group in self.one_of:
            for fact in group:
                said.setdefault(fact, [])
        return MappingProxyType({fact: self._judged(fact, found) for fact, found in said.items()})

    def judge(self, fact: Fact) -> Judgement:
        """The judgement of any fact.

        What nothing was said of is false where the world is closed, and otherwise unknown.
        """
        known = self.judgements.get(tuple(fact))
        return known if known is not None else self._judged(_checked(fact), [])

    def _judged(self, fact: Fact, found: list[Evidence]) -> Judgement:
        if not found:
            open_ = any(fact in group for group in self.one_of) or not self.closes(fact[0])
            return Judgement(fact, "unknown" if open_ else "false", 0.5 if open_ else 0.0, ())
        by_source: dict[str, list[float]] = {}
        for one in found:
            by_source.setdefault(one.source, []).append(one.log_odds)
        fused = {source: _together(each, mean=True) for source, each in by_source.items()}
        alone = {self._verdict(probability_of(one)) for one in fused.values() if not math.isnan(one)}
        total = _together(list(fused.values()))
        disputed = {"true", "false"} <= alone or any(map(math.isnan, fused.values())) or math.isnan(total)
        if disputed and any(map(math.isinf, fused.values())) and not math.isnan(total):
            disputed = False  # somebody knows, and others only guess otherwise
        probability = 0.5 if math.isnan(total) else probability_of(total)
        verdict = "unknown" if disputed else self._verdict(probability)
        return Judgement(fact, verdict, probability, tuple(fused), disputed)

    def _verdict(self, probability: float) -> Verdict:
        if probability >= self.true_from - _ROUNDING:
            return "true"
        return "false" if probability <= self.false_to + _ROUNDING else "unknown"

    def closes(self, predicate: str) -> bool:
        """Whether a predicate's facts do not hold that nothing was said of."""
        return self.closed_world if isinstance(self.closed_world, bool) else predicate in self.closed_world

    @property
    def true(self) -> tuple[Fact, ...]:
        """The facts that hold."""
        return self._of("true")

    @property
    def false(self) -> tuple[Fact, ...]:
        """The facts that were said not to hold."""
        return self._of("false")

    @property
    def unknown(self) -> tuple[Fact, ...]:
        """The facts that something was said of, but not enough."""
        return self._of("unknown")

    def _of(self, verdict: Verdict) -> tuple[Fact, ...]:
        return tuple(fact for fact, one in self.judgements.items() if one.verdict == verdict)

    @property
    def disputed(self) -> tuple[Fact, ...]:
        """The facts of which sources are sure that contradict each other."""
        return tuple(fact for fact, one in self.judgements.items() if one.disputed)

    # Other beliefs

    def with_evidence(self, *more: Evidence) -> Belief:
        """The same with more that was said."""
        return replace(self, evidence=(*self.evidence, *more))

    def told(self, fact: Fact, truth: bool, source: str = PERSON) -> Belief:
        """The same, certain of a fact: what was said of it before no longer counts."""
        others = tuple(one for one in self.evidence if one.fact != tuple(fact))
        return replace(self, evidence=(*others, Evidence(fact, float(truth), source)))

    def without_source(self, *sources: str) -> Belief:
        """The same without what some sources said."""
        return replace(self, evidence=tuple(one for one in self.evidence if one.source not in sources))

    @staticmethod
    def merge(beliefs: Iterable[Belief]) -> Belief:
        """What several beliefs about one moment say together; thresholds and closed world are those of the first.

        Raises:
            SceneError: If there is none, or one thing has two types.
        """
        found = checks.items("beliefs", beliefs, Belief, SceneError, of="clamp.perception.Belief")
        if not found:
            raise SceneError("There is no belief to merge.")
        objects: dict[str, str | None] = {}
        for one in found:
            for name, kind in one.objects.items():
                known = objects.get(name)
                if known is not None and kind not in (None, known):
                    raise SceneError(f"{name!r} is of type {known!r} in one belief and {kind!r} in another.")
                objects[name] = known or kind
        if any(not one.objects for one in found):
            objects = {}
        evidence = tuple(each for one in found for each in one.evidence)
        groups = tuple(dict.fromkeys(group for one in found for group in one.one_of))
        return replace(found[0], objects=objects, evidence=evidence, one_of=groups)

    @classmethod
    def of_scene(cls, scene: Scene, source: str = "scene") -> Belief:
        """A scene that says how things are: what it lists holds, all else does not.

        Raises:
            SceneError: If it does not say how things are.
        """
        if scene.facts is None:
            raise SceneError("The scene only says what is seen, not how things are: it has no `facts`.")
        kinds = {
            one: next((e.type for e in scene.entities if e.id == one and e.type), None) for one in scene.ids
        }
        return cls(kinds, tuple(Evidence(fact, 1.0, source) for fact in scene.facts), closed_world=True)

    # In and out

    @classmethod
    def from_json(cls, source: str | os.PathLike[str] | Mapping[str, Any]) -> Belief:
        """Read a belief: a file, JSON text (which begins with a brace), or its plain data.

        Raises:
            SceneError: If it is none; the message names the field.
        """
        if isinstance(source, Mapping):
            name, data = "the state", dict(source)
        elif isinstance(source, str) and source.lstrip().startswith("{"):
            name, data = "the state", parse_json(source, "the state", SceneError, unique=True)
        else:
            what = "a state's file, its JSON, or its plain data"
            name = checks.path("source", source, SceneError, what=what)
            data = parse_json(read_text(name, "state", SceneError), name, SceneError, unique=True)
        try:
            read = _Belief.model_validate(data)
        except ValidationError as error:
            raise SceneError("\n".join(_described(one, name) for one in error.errors())) from None
        try:
            return read.belief()
        except SceneError as error:
            raise SceneError(f"{name}: {error}") from None

    def to_json(self) -> dict[str, Any]:
        """Plain data, as `json.dumps` takes it and `from_json` reads it; verdicts are written for people to read."""
        by_fact: dict[Fact, list[Evidence]] = {}
        for one in self.evidence:
            by_fact.setdefault(one.fact, []).append(one)
        return {
            "objects": dict(self.objects),
            "facts": [
                {
                    "fact": list(fact),
                    "verdict": one.verdict,
                    "probability": one.probability,
                    "evidence": [
                        {"probability": each.probability, "source": each.source}
                        | ({} if each.view is None else {"view": each.view})
                        for each in by_fact.get(fact, ())
                    ],
                }
                for fact, one in self.judgements.items()
                if fact in by_fact
            ],
            "one_of": [[list(fact) for fact in group] for group in self.one_of],
            "closed_world": sorted(self.closed_world)
            if not isinstance(self.closed_world, bool)
            else self.closed_world,
            "true_from": self.true_from,
            "false_to": self.false_to,
        }


def _together(log_odds: list[float], *, mean: bool = False) -> float:
    """Sum or mean; NaN where both infinities are among them."""
    certain = {one for one in log_odds if math.isinf(one)}
    if certain:
        return certain.pop() if len(certain) == 1 else math.nan
    return sum(log_odds) / (len(log_odds) if mean else 1)


def _checked(fact: Any) -> Fact:
    hint = 'A fact is a predicate and the ids that it is said of: ["on", "milk", "table"].'
    if isinstance(fact, str | bytes | Mapping) or not isinstance(fact, Iterable):
        raise SceneError(f"A fact is {checks.shown(cast('object', fact))}. {hint}")
    found = tuple(cast("Iterable[Any]", fact))
    if not found or not all(isinstance(part, str) and part.strip() for part in found):
        raise SceneError(f"A fact is {list(found)}. {hint}")
    if found[0] == "not":
        raise SceneError(
            f"A fact is {list(found)}. That something does not hold is said by its probability, 0."
        )
    return found


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)


_Probability = Annotated[float, Field(ge=0, le=1)]
_Names = Annotated[list[str], Field(min_length=1)]


class _Evidence(_Strict):
    probability: _Probability
    source: Annotated[str, Field(min_length=1)]
    view: str | None = None


class _Fact(_Strict):
    fact: _Names
    verdict: Verdict | None = None
    probability: _Probability | None = None
    evidence: list[_Evidence] | None = None
    source: Annotated[str, Field(min_length=1)] | None = None

    @model_validator(mode="after")
    def _says_something(self) -> _Fact:
        if self.evidence is None and self.probability is None and self.verdict is None:
            raise ValueError("it says neither `evidence`, nor a `probability`, nor a `verdict`")
        if self.evidence is not None and self.source is not None:
            raise ValueError("give `source` in its `evidence`")
        return self

    def read(self) -> list[Evidence]:
        fact = tuple(self.fact)
        if self.evidence is not None:
            return [Evidence(fact, one.probability, one.source, one.view) for one in self.evidence]
        said = {"true": 1.0, "false": 0.0, "unknown": 0.5, None: None}[self.verdict]
        value = self.probability if self.probability is not None else cast("float", said)
        return [Evidence(fact, value, self.source or PERSON)]


class _Belief(_Strict):
    objects: dict[str, str | None] = Field(default_factory=dict[str, str | None])
    facts: Annotated[list[_Fact], Field(max_length=1_000_000)]
    one_of: list[list[_Names]] = Field(default_factory=list[list[_Names]])
    closed_world: bool | list[str] = False
    true_from: _Probability = TRUE_FROM
    false_to: _Probability = FALSE_TO

    def belief(self) -> Belief:
        evidence = tuple(each for one in self.facts for each in one.read())
        groups = tuple(tuple(map(tuple, group)) for group in self.one_of)
        return Belief(self.objects, evidence, groups, self.closed_world, self.true_from, self.false_to)


def _described(problem: Any, name: str) -> str:
    """One line: the file, the field, and what is wrong."""
    path = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in problem["loc"]).lstrip(
        "."
    )
    if problem["type"] == "extra_forbidden":
        within = [part for part in problem["loc"] if isinstance(part, str)][:-1]
        kind = _Evidence if "evidence" in within else _Fact if "facts" in within else _Belief
        return f"{name}: {path}: unknown field; the fields are {', '.join(kind.model_fields)}."
    if problem["type"] == "missing":
        return f"{name}: {path} is missing."
    if problem["type"] == "value_error":
        return f"{name}: {path}: {problem['ctx']['error']}."
    if not path:
        return f"{name}: the document is an object with `facts`, and this one is none."
    return f"{name}: {path}: {reworded(problem)}, but it is {checks.shown(problem['input'])}."
