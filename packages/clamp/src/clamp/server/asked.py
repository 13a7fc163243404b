"""What a client may ask for, in JSON: the fields of a task without those that name files or models of the server.

A body is a task like TASK.yaml's, so it comes to the same `Request`. Texts are PDDL or ids of what was registered,
pictures are data, and a scene is an object: nothing in a body is ever opened as a path, fetched or imported.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable, Mapping
from hashlib import sha256
from io import BytesIO
from typing import Annotated, Any, cast

from pydantic import ConfigDict, Field, GetJsonSchemaHandler, field_validator, model_validator
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from clamp import checks
from clamp.decoding.goals import literals_of
from clamp.errors import ConstraintError, SceneError
from clamp.perception import Scene
from clamp.perception.pictures import read_picture
from clamp.planning.goals import FAR
from clamp.planning.problem import Problem
from clamp.planning.search.limits import SearchLimits
from clamp.planning.system import TransitionSystem
from clamp.request.request import Request
from clamp.request.scenes import problem_of_scene
from clamp.request.settings import Configuration, Limits, Settings, rules_in
from clamp.request.worlds import NamedWorld, open_world
from clamp.serve.allowance import Caps
from clamp.serve.registry import IDENTITY, PDDL, flaw_of_registration
from clamp.threads import Recent
from clamp.words.goals import in_words

MOST_PICTURES = 8
MOST_WORDS = 4_000
"""Characters of what is said in English, every word of which is read."""
MOST_PARTICLES = 32
"""More texts of one request would keep everybody else waiting."""
_WORLD = re.compile(r"\w+:[\w\-]+(/[\w\-]+)?", re.ASCII)
"""A world's name: with no dot, and no slash at its beginning, it is no path to a file."""
_OF_THE_SERVER = ("detector", "embedder", "examples")
"""Settings that name a model or a file."""


_DOMAIN = (
    "(define (domain house) (:requirements :strips :typing) (:types room) "
    "(:predicates (at ?r - room) (clean ?r - room)) "
    "(:action go :parameters (?a - room ?b - room) :precondition (at ?a) :effect (and (at ?b) (not (at ?a)))) "
    "(:action sweep :parameters (?a - room) :precondition (at ?a) :effect (clean ?a)))"
)
_PROBLEM = (
    "(define (problem tidy) (:domain house) (:objects hall attic - room) (:init (at hall)) "
    "(:goal (clean attic)))"
)
_PDDL_TEXTS: dict[str, Any] = {"domain": _DOMAIN, "problem": _PROBLEM}
SWEEP: dict[str, Any] = {**_PDDL_TEXTS, "instruction": "Sweep the attic.", "budget": 3}
"""A small task, for examples."""


def like(*examples: dict[str, Any]) -> ConfigDict:
    """Examples of a body, for who reads or tries the interface."""
    return ConfigDict(json_schema_extra={"examples": list(examples)})


class _Body(Settings):
    """A body whose texts are looked through before anything reads them."""

    @model_validator(mode="before")
    @classmethod
    def _texts(cls, given: Any) -> Any:
        if (
            isinstance(given, Mapping)
            and (flaw := flaw_in_texts(cast("Mapping[str, Any]", given))) is not None
        ):
            raise ValueError(flaw)
        return cast("object", given)


class ToPlan(_Body):
    """Where something is to be planned.

    Attributes:
        domain, problem: PDDL text, or the id of one that was registered. A registered problem knows its domain.
        world: Instead: a world's name.
    """

    domain: str | None = Field(
        None,
        description="PDDL text, or the id of a registered domain.",
        examples=["(define (domain kitchen) …)", "domain-0123456789abcdef"],
    )
    problem: str | None = Field(
        None,
        description="PDDL text, or the id of a registered problem, which knows its domain. Not needed beside a `scene` "
        "that says what holds.",
    )
    world: str | None = Field(None, description="Instead: a world by name, such as eai:27_2.")
    start: dict[str, int | str] | None = Field(
        None, description="How that world begins, in its own terms.", max_length=64
    )
    scene: dict[str, Any] | None = Field(
        None, description="What is seen, or how things are, in the JSON of scenes."
    )

    @model_validator(mode="after")
    def _one_world(self) -> ToPlan:
        if self.world is not None and (self.domain is not None or self.problem is not None):
            raise ValueError("give either `domain` and `problem`, or `world`, not both")
        if self.world is None and self.start is not None:
            raise ValueError("`start` says how a world begins that has a name: give `world`")
        if self.world is None and self.domain is None and self.problem is None:
            raise ValueError("missing `domain` and `problem`, or `world`")
        return self

    @field_validator("domain", "problem")
    @classmethod
    def _pddl(cls, value: str | None) -> str | None:
        if value is not None and not PDDL.match(value) and not IDENTITY.fullmatch(value):
            raise ValueError(
                "it is PDDL text, which begins with a parenthesis, or the id of what was registered"
            )
        return value

    @field_validator("world")
    @classmethod
    def _name(cls, value: str | None) -> str | None:
        if value is not None and not _WORLD.fullmatch(value):
            raise ValueError(
                "it is a world's name, KIND:NAME, of letters, digits, - and _; no path of a file"
            )
        return value


class Asked(Configuration, ToPlan):
    """A plan that is asked for: where, what, and under which settings.

    Attributes:
        instruction: What a person asks for, in words; a named world's own by default.
        goal: The goal itself, such as ``in(milk, fridge)``: the answer to a question about the instruction.
        yes: Take the likeliest goal of the instruction instead of asking.
        images: Pictures as base64 or data URLs, in a list or by view.
        trace: Say of each token what the model would rather have written, and why not.
        stream: Answer with server-sent events: actions as the model commits itself to them, and then the result.
    """

    model_config = like(SWEEP, {**SWEEP, "stream": True}, {**SWEEP, "requirements": "Never sweep the hall."})

    instruction: str | None = Field(None, description="What a person asks for, in words.")
    goal: str | None = Field(
        None,
        description="The goal itself, such as 'in(milk, fridge)': the answer to a question, or in the instruction's "
        "place.",
        max_length=4000,
    )
    yes: bool = Field(False, description="Take the likeliest goal of the instruction instead of asking.")
    images: (
        Annotated[list[str], Field(max_length=MOST_PICTURES)]
        | Annotated[dict[str, str], Field(max_length=MOST_PICTURES)]
        | None
    ) = Field(None, description="Pictures as base64 or data URLs; no addresses, which are not fetched.")
    trace: bool = Field(
        False, description="Say of each token what the model would rather have written, and why not."
    )
    stream: bool = Field(
        False, description="Answer with server-sent events: actions as they are committed, then the result."
    )

    @classmethod
    def __get_pydantic_json_schema__(cls, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        made = handler(core)
        inner = handler.resolve_ref_schema(made)
        for name in _OF_THE_SERVER:
            inner.get("properties", {}).pop(name, None)
        return made

    @model_validator(mode="before")
    @classmethod
    def _not_of_the_server(cls, given: Any) -> Any:
        for name in _OF_THE_SERVER:
            if isinstance(given, Mapping) and name in given:
                raise ValueError(
                    f"`{name}` names a model or a file of the server, which no request may; leave it out"
                )
        return cast("object", given)

    @model_validator(mode="before")
    @classmethod
    def _in_place_of_words(cls, given: Any) -> Any:
        """What a goal says stands for the instruction, where there is none."""
        fields = cast("dict[str, Any]", given) if isinstance(given, dict) else {}
        goal = fields.get("goal")
        if not isinstance(goal, str) or "instruction" in fields or "world" in fields:
            return cast("object", given)
        return {**fields, "instruction": in_words(literals_of(goal))}

    @model_validator(mode="after")
    def _alone(self) -> Asked:
        if "otta" in self.adaptation:
            raise ValueError(
                "`adaptation`: otta would change the plans of other requests; ttba is this plan's own"
            )
        if self.particles > MOST_PARTICLES:
            raise ValueError(f"`particles`: this server writes at most {MOST_PARTICLES} texts for a plan")
        if self.instruction is None and self.world is None:
            raise ValueError("missing `instruction`: what is asked for, in words; or give `goal`")
        for name in ("instruction", "requirements"):
            if len(getattr(self, name) or "") > MOST_WORDS:
                raise ValueError(f"`{name}` has more than {MOST_WORDS:,} characters")
        if self.goal is not None and self.one_pass:
            raise ValueError("give either `goal`, or `one_pass`, which writes one")
        if self.yes and self.one_pass:
            raise ValueError(
                "`yes` takes the likeliest of several goals, and `one_pass` writes one; leave one out"
            )
        if self.stream and self.one_pass:
            raise ValueError(
                "`one_pass` holds its goal against the sentence at the end, so nothing can be streamed"
            )
        return self


class AskedGoal(Settings):
    """The part of a request that `POST /v1/goal` reads."""

    instruction: str = Field(description="What is asked for, in words.", min_length=1, max_length=MOST_WORDS)
    budget: Annotated[int, Field(ge=0, le=FAR)] = Field(
        FAR, description="Most actions to the goal; as many as it needs by default."
    )
    seen: list[str] | None = Field(None, description="Entities that the goal may name; all by default.")
    rules: list[str] | None = Field(None, description="Rules that every plan keeps.")
    aliases: dict[str, str] | None = Field(None, description="Other names of entities.")
    yes: bool = Field(False, description="Take the likeliest goal instead of asking.")


class GoalBody(AskedGoal, ToPlan):
    """What `POST /v1/goal` takes."""

    model_config = like({**_PDDL_TEXTS, "instruction": "Sweep the attic."})


class NamedAction(Settings):
    """An action as plans name it."""

    name: str = Field(min_length=1)
    args: list[str] = Field(default_factory=list[str])


class RulesBody(ToPlan):
    """What `POST /v1/rules` takes: sentences to be read, rules to be judged, or both.

    Attributes:
        requirements: English sentences.
        rules: Formulas.
        actions: A plan; each rule is kept, vacuously kept, or broken along it.
    """

    model_config = like(
        {
            **_PDDL_TEXTS,
            "requirements": "Never sweep the hall.",
            "rules": ["G !do:sweep(hall)"],
            "actions": [{"name": "sweep", "args": ["hall"]}],
        }
    )

    requirements: str | None = Field(
        None, description="What a person requires, in English sentences.", max_length=MOST_WORDS
    )
    rules: list[str] | None = Field(
        None, description="Temporal rules, as 'G !open(fridge)'.", max_length=1_000
    )
    actions: list[NamedAction] | None = Field(
        None, description="A plan along which the rules are judged.", max_length=10_000
    )

    @model_validator(mode="after")
    def _something(self) -> RulesBody:
        if not (self.requirements or "").strip() and not self.rules:
            raise ValueError("missing `requirements`, sentences that are to be read, or `rules`")
        return self


class RegisteredBody(_Body):
    """What `POST /v1/domains` takes: a domain, a problem of it, or both.

    Attributes:
        domain: PDDL text; beside a problem also the id of a registered one.
        problem: PDDL text.
    """

    model_config = like(_PDDL_TEXTS)

    domain: str = Field(
        description="PDDL text of a domain; beside a problem also the id of a registered one."
    )
    problem: str | None = Field(None, description="PDDL text of a problem of that domain.")

    @model_validator(mode="after")
    def _pddl(self) -> RegisteredBody:
        if (flaw := flaw_of_registration(self.domain, self.problem)) is not None:
            raise ValueError(flaw)
        return self


def flaw_in_texts(given: Any) -> str | None:
    """What makes a text anywhere in JSON no text that can be answered with or kept; ``None`` if nothing does."""
    open_ = [given]
    while open_:
        one = open_.pop()
        if isinstance(one, str):
            if "\0" in one:
                return "a text holds a null character"
            if (flaw := checks.no_unicode(one)) is not None:
                return f"a text is none: {flaw}"
        elif isinstance(one, Mapping):
            open_ += [*one.keys(), *one.values()]  # pyright: ignore[reportUnknownArgumentType]
        elif isinstance(one, list):
            open_ += one  # pyright: ignore[reportUnknownArgumentType]
    return None


def picture_from(text: str, name: str, most: int) -> Any:
    """A picture from base64 or a data URL.

    Args:
        most: Bytes that it may have.

    Raises:
        SceneError: If it is none, or has more.
    """
    head, comma, data = text.partition(",")
    if comma and not re.fullmatch(r"data:image/[\w.+-]+;base64", head):
        raise SceneError(
            f"The picture {name!r} is no base64 and no data URL (data:image/png;base64,…). Addresses and paths are not "
            "opened for a request."
        )
    try:
        content = base64.b64decode(data if comma else text, validate=True)
    except (binascii.Error, ValueError):
        raise SceneError(
            f"The picture {name!r} is no base64. Addresses and paths are not opened for a request: send the picture's "
            "bytes."
        ) from None
    if len(content) > most:
        raise SceneError(
            f"The picture {name!r} has {len(content):,} bytes, and this server takes at most {most:,}."
        )
    return read_picture(BytesIO(content), name)


class Library:
    """The problems that requests are about: read once, and kept while they are asked for again.

    Args:
        text_of: The PDDL text of what was registered, by id, with its domain's id if it is a problem's; ``None`` where
            there is no such thing.
        caps: What reading and grounding may cost.
        worlds: Kinds of worlds that may be asked for by name; ``None`` for all that are installed.
        most_picture: Bytes of a picture.
        counted: Is told whether a problem was there already.
        size: How many are kept.
    """

    def __init__(
        self,
        text_of: Callable[[str], tuple[str, str | None] | None],
        caps: Caps,
        *,
        worlds: frozenset[str] | None = None,
        most_picture: int = 8_000_000,
        counted: Callable[[bool], None] = lambda _: None,
        size: int = 64,
    ) -> None:
        self.caps, self.worlds, self.most_picture = caps, worlds, most_picture
        self._text_of, self._counted = text_of, counted
        self._kept: Recent[str, TransitionSystem[Any]] = Recent(size)

    def request(self, asked: Asked) -> Request:
        """What is asked for, as every way to ask for a plan says it.

        Raises:
            ClampError: If it makes no sense, or is more than this server allows.
        """
        scene = self._scene(asked)
        if asked.budget is not None and asked.budget > self.caps.budget:
            raise ConstraintError(f"`budget`: this server allows at most {self.caps.budget:,} actions.")
        settings: dict[str, Any] = {"rules": rules_in(asked.rules)}
        if asked.limits != Limits():  # the default's time between two actions follows the model's own pace
            settings["limits"] = self._capped(asked.limits)
        images = self._pictures(asked)
        request = Request.of(
            self.world(asked, scene),
            asked.instruction,
            configuration=asked.model_copy(update=settings),
            images=images,
            scene=scene,
        )
        if request.renders:
            raise SceneError(
                "No simulator is started for a request. Say what is seen (`seen`, `scene` or `images`)."
            )
        return request

    def world(self, asked: ToPlan, scene: Scene | None = None) -> NamedWorld:
        """Where something is to be planned.

        Raises:
            ClampError: If there is no such world, or its text is no planning problem.
        """
        if asked.world is not None:
            kind = asked.world.partition(":")[0]
            if self.worlds is not None and kind not in self.worlds:
                listed = ", ".join(sorted(self.worlds)) or "none"
                raise ConstraintError(f"This server opens no worlds of the kind {kind!r}; it opens {listed}.")
            return open_world(asked.world, asked.start)
        domain, problem = self.texts(asked.domain, asked.problem)
        if problem is not None:
            return NamedWorld(self.problem(domain, problem))
        if scene is None:
            raise ConstraintError("missing `problem`, or a `scene` that says how things are")
        return NamedWorld(problem_of_scene(domain, scene, limits=self._capped(None)))

    def texts(self, domain: str | None, problem: str | None) -> tuple[str, str | None]:
        """The PDDL texts of what is given by text or id.

        Raises:
            ConstraintError: If there is no such thing, or one is missing.
        """
        if problem is not None and not PDDL.match(problem):
            found, of = self._registered(problem, "problem")
            if domain is None:
                domain = of
            problem = found
        if domain is None:
            raise ConstraintError("missing `domain`: a problem's text does not say what can be done")
        if not PDDL.match(domain):
            domain = self._registered(domain, "domain")[0]
        return domain, problem

    def problem(self, domain: str, problem: str) -> TransitionSystem[Any]:
        """The problem of two PDDL texts.

        Raises:
            ClampError: If they are none, or too large.
        """
        length = len(domain) + len(problem)
        if length > self.caps.text:
            raise ConstraintError(
                f"The PDDL has {length:,} characters, and this server takes at most {self.caps.text:,}."
            )
        key = sha256(f"{len(domain)} {domain}{problem}".encode()).hexdigest()
        found = self._kept.get(key)
        self._counted(found is not None)
        if found is not None:
            return found
        made = Problem.from_pddl(domain, problem, limits=self._capped(None))
        if made.grounder.size > self.caps.actions:
            raise ConstraintError(
                f"{made.name!r} has {made.grounder.size:,} grounded actions, and this server takes at most "
                f"{self.caps.actions:,}. Give parameters narrower types, or leave objects out that the task "
                "does not need."
            )
        self._kept.keep(key, made)
        return made

    def _registered(self, key: str, what: str) -> tuple[str, str | None]:
        found = self._text_of(key)
        if found is None or not key.startswith(what):
            raise ConstraintError(f"There is no {what} {key!r}. POST /v1/domains registers one.")
        return found

    def _scene(self, asked: Asked) -> Scene | None:
        return None if asked.scene is None else Scene.from_json(asked.scene)

    def _pictures(self, asked: Asked) -> dict[str, Any] | list[Any]:
        given = asked.images or {}
        if isinstance(given, dict):
            return {view: picture_from(one, view, self.most_picture) for view, one in given.items()}
        return [picture_from(one, f"picture {at}", self.most_picture) for at, one in enumerate(given, 1)]

    def _capped(self, given: Limits | SearchLimits | None) -> SearchLimits:
        """Search limits within what the operator allows."""
        caps = self.caps
        if given is None:
            return SearchLimits(caps.states, caps.seconds)
        seconds = caps.seconds if given.seconds is None else min(given.seconds, caps.seconds)
        boundary = given.boundary_seconds
        return SearchLimits(
            min(given.states, caps.states),
            seconds,
            boundary_seconds=None if boundary is None else min(boundary, caps.seconds),
        )
