"""What a task is, as it is written down: the fields of TASK.yaml, which are the options of ``clamp plan``.

A task is read and checked whole before anything is loaded; a message names the field, and the line or the option.
From it comes the `Request` that every other way to ask for a plan makes, too.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, cast

from pydantic import Field, ValidationError, field_validator, model_validator

from clamp import checks
from clamp.checks import no_unicode, reworded
from clamp.documents import Document
from clamp.errors import ConstraintError, SceneError
from clamp.files import shown
from clamp.perception import Entity, Recognition, Scene
from clamp.perception.belief import Belief
from clamp.perception.detection import Detector
from clamp.perception.observables import read_observables
from clamp.perception.pictures import is_address
from clamp.perception.sight import read_images
from clamp.planning import Problem
from clamp.planning.pddl import read_domain_file
from clamp.planning.rules import Rule, RuleBook
from clamp.planning.search.limits import SearchLimits
from clamp.planning.task import Domain
from clamp.request.observing import Asker, FileObserver
from clamp.request.open_domains import DEFAULT, OpenDomain, open_domain, read_nouns
from clamp.request.request import Request
from clamp.request.scenes import problem_of_scene
from clamp.request.settings import (
    GUIDANCE,
    Believing,
    Configuration,
    Flag,
    Looking,
    OneOf,
    Settings,
    Wishes,
    rules_in,
    unknown_field,
)
from clamp.request.states import Observer, ResolvedState, observer_for, resolve
from clamp.request.worlds import NamedWorld, open_world

MODEL = "The model, and what runs it"
"""The heading of options."""


SCENE_FROM = ("listing", "detector")
"""Who may say what pictures show."""
PICTURE = "picture"
"""Instead of a state's file: the pictures are to say how things are."""


class TaskFields(Settings):
    """What to plan. Paths are relative to the file."""

    panel = "What to plan"

    domain: Annotated[str | None, Flag(metavar="FILE")] = Field(None, description="PDDL domain.")
    problem: Annotated[str | None, Flag(metavar="FILE")] = Field(
        None,
        description="PDDL problem; not needed beside a `scene`, a `state` or pictures that say what holds.",
    )
    world: Annotated[str | None, Flag(metavar="KIND:NAME")] = Field(
        None,
        description="Instead: a world by name, such as eai:27_2 or libero:SUITE/TASK; or household, a domain "
        "that comes without files, which is meant where pictures or a scene come without a domain.",
    )
    start: Annotated[dict[str, int | str] | None, Flag(metavar="NAME=VALUE")] = Field(
        None,
        description="How that world begins, in its own terms: of LIBERO, initial=N (the benchmark's initial state) and "
        "THING=PLACE.",
    )
    instruction: str | None = Field(None, description="What a person asks for, in words.")
    rule_book: Annotated[str | None, Flag(metavar="BOOK", panel=Wishes.panel)] = Field(
        None, description="A rule book; its rules bind beside those of `rules`."
    )
    images: Annotated[
        list[str] | dict[str, str] | None, Flag(("--image",), "[VIEW=]FILE", panel=Looking.panel)
    ] = Field(None, description="A picture; once for each view.")
    scene: Annotated[str | None, Flag(metavar="FILE", panel=Looking.panel)] = Field(
        None, description="What the pictures show, or how things are, as JSON."
    )
    state: Annotated[str | None, Flag(metavar="FILE|picture", panel=Believing.panel)] = Field(
        None,
        description="How things are at first, as far as it is known: a belief as JSON, or `picture`, if the pictures "
        "are to say so. What it says otherwise than the problem is named.",
    )
    observer: Annotated[str | None, Flag(metavar="NAME", panel=Believing.panel)] = Field(
        None,
        description="Who says from pictures how things are: an installed observer; by default the first that knows the "
        "domain.",
    )
    observables: Annotated[str | None, Flag(metavar="FILE", panel=Believing.panel)] = Field(
        None,
        description="How each predicate is looked at, as YAML: a question to the model (ask), a relation of boxes "
        "(geometry), or what it is taken to be (assumed).",
    )
    scene_from: Annotated[str, OneOf(SCENE_FROM), Flag(panel=Looking.panel)] | None = Field(
        None,
        description="Who says what the pictures show where there is no domain: listing, the model that reads pictures; "
        "or detector, the one that --detector names.",
    )
    types: Annotated[dict[str, str] | None, Flag(("--type",), "NAME=KIND", panel=Looking.panel)] = Field(
        None,
        description="What kind of thing something is in a domain that comes without files, such as wok=dish.",
    )
    nouns: Annotated[str | None, Flag(metavar="FILE", panel=Looking.panel)] = Field(
        None,
        description="What there may be, and of what kind: a file in YAML, of each kind of thing its nouns. The "
        "pictures are asked for these then, and not for all nouns that the domain knows.",
    )
    model: Annotated[str | None, Flag(panel=MODEL)] = Field(
        None,
        description="Hugging Face name, folder or GGUF file. By default the package's own model (embedded) "
        "with pictures, and SmolLM2-135M-Instruct without.",
    )
    hmm: Annotated[str | None, Flag(metavar="FOLDER", panel=GUIDANCE)] = Field(
        None, description="Folder of an HMM that weighs the admissible tokens."
    )


ONLY_IN_FILES = ("parts",)
"""Fields for which there is no option."""


class TaskFile(Configuration, TaskFields):
    """The fields of a TASK.yaml: what to plan, under which configuration."""

    @model_validator(mode="before")
    @classmethod
    def _nothing_is_not_given(cls, fields: Any) -> Any:
        if not isinstance(fields, dict):
            return fields
        given = cast("dict[str, Any]", fields)
        return {
            name: value for name, value in given.items() if value is not None or name not in cls.model_fields
        }

    @field_validator("instruction", "format", "model", "detector", "embedder")
    @classmethod
    def _a_text(cls, value: Any) -> Any:
        if isinstance(value, str) and (flaw := no_unicode(value)) is not None:
            raise ValueError(flaw)
        return value

    @model_validator(mode="after")
    def _one_world(self) -> TaskFile:
        if self.world is not None and (self.domain is not None or self.problem is not None):
            raise ValueError("give either `domain` and `problem`, or `world`, not both")
        if self.world is None and self.start is not None:
            raise ValueError("`start` says how a world begins that has a name: give `world`")
        flaw = self.unheeded(self, pictures=bool(self.images), scene=self.scene is not None)
        if flaw is not None:
            raise ValueError(flaw)
        if self.observables is not None and self.observer is not None:
            raise ValueError("give either `observables`, or an `observer` that looks in its own way")
        if self.observer is not None and self.state not in (None, PICTURE):
            raise ValueError("give either a `state` in a file, or an `observer` that says it from pictures")
        self._check_without_files()
        told = self.problem is not None or self.scene is not None or self.state is not None or self.images
        if self.world is None and self.without_files is None and (self.domain is None or not told):
            # An instruction that is missing alone is said with what is wrong elsewhere.
            missing = [name for name in ("domain", "problem", "instruction") if getattr(self, name) is None]
            missing = [name for name in missing if name != "problem" or not told]
            alone = "" if told else "; or, without any file, pictures or a scene alone (--image, --scene)"
            raise ValueError(f"missing {' and '.join(f'`{name}`' for name in missing)}{alone}")
        return self

    def _check_without_files(self) -> None:
        own = self.without_files
        if own is None:
            for name in ("scene_from", "types", "nouns"):
                if getattr(self, name) is not None:
                    raise ValueError(
                        f"`{name}` is for plans without files: leave out `domain` and `problem`, or give "
                        "`world: household`"
                    )
            return
        if self.start is not None:
            raise ValueError(f"`start` says how a simulated world begins, and {own!r} is none")
        if self.scene is None and not self.images:
            raise ValueError(f"the world {own!r} needs `images` or a `scene` that say what there is")
        if self.scene is not None and self.scene_from is not None:
            raise ValueError("give either a `scene`, or `scene_from`, who makes one of pictures")
        if self.scene_from == "detector" and self.detector is None:
            raise ValueError("`scene_from: detector` needs the name of a `detector`")
        if self.scene_from == "listing" and self.detector is not None:
            raise ValueError(
                "`scene_from: listing` asks the model, so a `detector` would be heeded by nothing"
            )
        if self.state == PICTURE and self.observables is None:
            raise ValueError(f"no observer says of the world {own!r} how things are: give `observables`")

    @property
    def without_files(self) -> str | None:
        """The name of the domain that comes without files, where one is meant."""
        if self.world is not None:
            return None if ":" in self.world else self.world
        files = self.domain is not None or self.problem is not None
        return None if files or not (self.images or self.scene is not None) else DEFAULT

    @property
    def observed(self) -> bool:
        """Whether pictures are to say how things are at first."""
        alone = self.domain is not None and self.problem is None and self.scene is None and self.state is None
        looks = self.observer is not None or self.observables is not None
        return self.state == PICTURE or looks or (alone and bool(self.images))

    def check_looks(self) -> None:
        """Refuse to look where there is nothing to look at.

        Raises:
            SceneError: If there are neither pictures nor, for observables, a scene.
        """
        if self.observed and not (self.images or (self.observables is not None and self.scene is not None)):
            raise SceneError(
                "How things are is to be read off pictures, and there are none. Give `images` (--image), or look in a "
                "closed loop."
            )

    @property
    def looks(self) -> bool:
        """Whether something is to be seen in pictures or in a scene."""
        return bool(self.images) or self.scene is not None or self.detector is not None


def _warn(said: str) -> None:
    warnings.warn(said, FutureWarning, stacklevel=4)


def _note(said: str) -> None:
    warnings.warn(said, UserWarning, stacklevel=3)


def _argument(name: str) -> str:
    return f"`{name}`"


def read_request(path: str | os.PathLike[str], **overrides: Any) -> Request:
    """The request of a TASK.yaml, as ``clamp plan TASK.yaml`` makes it.

    Args:
        path: The file. Its `model` and `hmm` say what writes the plan, and are the planner's to know.
        overrides: Fields with other values, given as Python gives settings; ``None`` is a field's default, whatever
            the file says.

    Raises:
        ClampError: If it cannot be read, something in it is wrong, or its world cannot be had.
    """
    found = checks.path("path", path, ConstraintError, what="the path of a TASK.yaml")
    given = {name: _of_python(name, value) for name, value in overrides.items()}
    return request_of(read_task(Path(found), given))


def _of_python(name: str, value: Any) -> Any:
    """A field as the file would have it, from what Python gives."""
    if value is None or name not in TaskFile.model_fields:
        return value  # unknown ones are told with all there are
    if name == "images" and isinstance(value, Mapping):
        return {view: _path(one) for view, one in cast("Mapping[str, Any]", value).items()}
    if name == "images" and isinstance(value, Iterable) and not isinstance(value, str):
        return [_path(one) for one in cast("Iterable[Any]", value)]
    value = _path(value)
    return TaskFile.value_of(name, value)


def _path(value: Any) -> Any:
    return os.fspath(cast("os.PathLike[str]", value)) if isinstance(value, os.PathLike) else value


@dataclass(frozen=True)
class Eyes:
    """A model that looks at pictures.

    Attributes:
        lists: Says what pictures show: from the picture of each view and all names that there are.
        answers: Log-odds of the first of two answers to a question about pictures.
    """

    lists: Callable[[Mapping[str, Any], Sequence[str]], Recognition]
    answers: Asker


def request_of(
    spec: TaskFile,
    rules: Iterable[str] = (),
    eyes: Eyes | None = None,
    *,
    looping: bool = False,
    tell: Callable[[str], None] = _note,
) -> Request:
    """What a task asks for.

    Where pictures stand beside a problem file, and an observer knows the domain, they are held against the file: what
    they surely show otherwise is a contradiction, as in a `state`; of the rest the file's word counts.

    Args:
        rules: More rules, as text.
        eyes: A model that looks at pictures, where one is asked.
        looping: The state is looked at in a closed loop, and not now.
        tell: Is told why pictures were not held against the problem.

    Raises:
        ClampError: If its world, its rules or its scene cannot be read, or do not go together.
        UnknownKinds: If it is not known what kind of thing something is.
    """
    scene = None if spec.scene is None else Scene.from_json(Path(spec.scene))
    belief = None if spec.state in (None, PICTURE) else Belief.from_json(Path(spec.state))
    if not looping:
        spec.check_looks()
    if spec.without_files is not None:
        return _without_files(spec, spec.without_files, rules, scene, belief, eyes)
    alone = spec.world is None and spec.problem is None and (scene is None or scene.facts is None)
    state: Belief | ResolvedState | None = belief
    if alone and (belief is not None or spec.observed):
        assert spec.domain is not None
        domain, _ = read_domain_file(Path(spec.domain))
        if belief is None:
            kinds = {} if scene is None else {one.id: one.type for one in scene.entities}
            belief = _seen(spec, domain, kinds, scene, eyes)
            if scene is None:  # who says how things are has seen them
                scene = Scene(tuple(Entity(name, type=kind) for name, kind in belief.objects.items()))
        state = resolve(
            domain, belief, prefer=spec.prefer, unknown=spec.unknown, name=str(spec.state or PICTURE)
        )
        world = NamedWorld(state.problem)
    else:
        world = world_of(spec, scene)
        if not looping and (spec.observed or (spec.images and spec.problem is not None and belief is None)):
            problem = checks.instance("problem", world.system, Problem, what="a problem in PDDL")
            if spec.observed:
                looked = _seen(spec, problem.task.domain, _kinds_in(problem), scene, eyes)
                state = looked if belief is None else Belief.merge([belief, looked])
            else:
                state = _compared(spec, problem, scene, tell)
            if state is not None and scene is None and spec.observables is None and not spec.detector:
                # Who says how things are has seen them.
                scene = Scene(tuple(Entity(name, type=kind) for name, kind in _kinds_in(problem).items()))
    return Request.of(
        world,
        spec.instruction,
        configuration=spec.model_copy(update={"rules": rules_of(spec, rules)}),
        images=spec.images,
        scene=scene,
        state=state,
    )


def _kinds_in(problem: Problem) -> dict[str, str | None]:
    task = problem.task
    return {name: types[0] for name, types in {**task.domain.constants, **task.objects}.items()}


def _compared(
    spec: TaskFile, problem: Problem, scene: Scene | None, tell: Callable[[str], None]
) -> ResolvedState | None:
    """What pictures surely show of a problem's first state, where an observer knows its domain."""
    observer = observer_for(problem.task.domain)
    if observer is None:
        return None
    try:
        images = read_images(spec.images)
        looked = observer.observe(images, _kinds_in(problem), instruction=spec.instruction or "", scene=scene)
    except SceneError as error:
        tell(f"The pictures were not held against the problem file, whose word counts: {error}")
        return None
    sure = {fact for fact, one in looked.judgements.items() if one.truth is not None}
    known = tuple(one for one in looked.evidence if one.fact in sure)
    return resolve(
        problem,
        replace(looked, evidence=known, one_of=()),
        prefer=spec.prefer,
        unknown=spec.unknown,
        limits=spec.search_limits or SearchLimits(),
    )


def _without_files(
    spec: TaskFile,
    name: str,
    rules: Iterable[str],
    scene: Scene | None,
    belief: Belief | None,
    eyes: Eyes | None,
) -> Request:
    """What a task asks for in a domain that comes without files."""
    own = open_domain(name)
    asked = own.nouns if spec.nouns is None else read_nouns(Path(spec.nouns), own.domain)
    own = own.with_nouns(asked)
    if scene is None:
        scene = _listed(spec, own, [noun.replace(" ", "_") for noun in asked], eyes)
    scene, types = own.fitting(scene, spec.types, name if spec.scene is None else str(spec.scene))
    if spec.observables is not None:
        looked = _seen(spec, own.domain, dict(own.kinds(scene, types)), scene, eyes)
        belief = looked if belief is None else Belief.merge([belief, looked])
    believed = own.belief(scene, types, belief)
    how: dict[str, Any] = {"prefer": spec.prefer, "unknown": spec.unknown, "unseen": own.unseen}
    state = resolve(own.domain, believed, name=name, **how)
    found = {"rules": rules_of(spec, rules), "detector": None}
    return Request.of(
        NamedWorld(state.problem),
        spec.instruction,
        configuration=spec.model_copy(update=found),
        images=spec.images,
        scene=scene,
        state=state,
    )


def _listed(spec: TaskFile, own: OpenDomain, names: Sequence[str], eyes: Eyes | None) -> Scene:
    """The scene of a task's pictures, in some nouns.

    Raises:
        SceneError: If nobody can make one, or nothing is seen.
    """
    images = read_images(spec.images)
    if spec.detector is not None:
        found = (
            spec.detector if isinstance(spec.detector, Detector) else Detector.from_pretrained(spec.detector)
        )
        scene = found.recognise(images, names).scene
    elif eyes is not None:
        scene = eyes.lists(images, names).scene
    else:
        raise SceneError(
            "There are pictures and no domain, and no model that says what they show: give a `scene`, or a `detector`."
        )
    if not scene.seen:
        raise SceneError(
            f"Nothing that the domain {own.domain.name!r} has a noun for is seen in the pictures."
        )
    return scene


def _seen(
    spec: TaskFile,
    domain: Domain,
    objects: Mapping[str, str | None],
    scene: Scene | None,
    eyes: Eyes | None,
) -> Belief:
    """What the pictures say of how things are.

    Raises:
        SceneError: If there is nobody to look, or the pictures cannot be used.
    """
    observer = observer_of(spec, domain, eyes)
    images = read_images(spec.images)
    return observer.observe(images, objects, instruction=spec.instruction or "", scene=scene)


def observer_of(spec: TaskFile, domain: Domain, eyes: Eyes | None = None) -> Observer:
    """Who looks, as a task says.

    Raises:
        SceneError: If there is nobody, or the observables cannot be read.
    """
    if spec.observables is not None:
        read = read_observables(Path(spec.observables), domain.predicates)
        return FileObserver(domain, read, None if eyes is None else eyes.answers)
    observer = observer_for(domain, spec.observer)
    if observer is None:
        raise SceneError(
            f"Nothing that is installed can say from pictures how things are in the domain {domain.name!r}: no "
            f"observer knows its predicates ({', '.join(domain.predicates)}). Give a `problem`, a `scene` with facts, "
            "a `state`, or `observables` that say how to look."
        )
    return observer


def world_of(spec: TaskFile, scene: Scene | None = None) -> NamedWorld:
    """Where a task is to be done: in a PDDL problem, in a world with a name, or as a scene says that things are.

    Raises:
        ClampError: If there is no such world, or the files cannot be read.
    """
    if spec.world is not None:
        return open_world(spec.world, spec.start, spec.seed)
    assert spec.domain is not None
    if spec.problem is None:
        assert scene is not None
        return NamedWorld(problem_of_scene(Path(spec.domain), scene, str(spec.scene)))
    return NamedWorld(Problem.from_pddl(Path(spec.domain), Path(spec.problem)))


def read_task(
    path: Path,
    overrides: Mapping[str, Any],
    *,
    named: Callable[[str], str] = _argument,
    tell: Callable[[str], None] = _warn,
    defaults: Mapping[str, Any] | None = None,
) -> TaskFile:
    """Read a TASK.yaml.

    Args:
        overrides: Fields with other values; ``None`` is a field's default.
        named: What people call a field of `overrides`, for messages.
        tell: Is told of fields with former names.
        defaults: Of fields that neither the file nor `overrides` has.

    Raises:
        ConstraintError: If it is no YAML mapping, or a field is unknown, missing or wrong; with the line.
    """
    document = Document.read(path, "task", ConstraintError, "domain: kitchen.pddl")
    for name in _KINDS:
        if isinstance(value := document.fields.get(name), int | float):
            where, raw = document.place([name]), document.written(name)
            raise ConstraintError(
                f"{where}: {name}: {raw} is the number {value} in YAML, unless it is quoted. Write "
                f"`world: {_KINDS[name]}:{raw}`."
            )
    fields = renamed(dict(document.fields), tell)
    for name in (
        "domain",
        "problem",
        "scene",
        "state",
        "observables",
        "nouns",
        "hmm",
        "rule_book",
        "examples",
    ):
        if isinstance(fields.get(name), str) and (name, fields[name]) != ("state", PICTURE):
            fields[name] = str(path.parent / fields[name])
    images = fields.get("images")
    if isinstance(images, list):
        fields["images"] = [_beside(path, one) for one in images]  # pyright: ignore
    elif isinstance(images, dict):
        fields["images"] = {view: _beside(path, one) for view, one in images.items()}  # pyright: ignore
    for name in ("model", "detector"):
        model = fields.get(name)
        if isinstance(model, str) and (model.startswith(".") or model.endswith(".gguf")):
            fields[name] = str(path.parent / model)
    given = renamed(dict(overrides), tell)
    given = {name: value for name, value in (defaults or {}).items() if name not in fields} | given
    try:
        return TaskFile.model_validate(fields | given)
    except ValidationError as error:
        raise ConstraintError(_describe(error, document, given, named)) from None
    except RecursionError:
        raise ConstraintError(f"{path}: it is nested too deeply.") from None


def task_of(
    fields: Mapping[str, Any],
    *,
    named: Callable[[str], str] = _argument,
    tell: Callable[[str], None] = _warn,
) -> TaskFile:
    """A task without a file.

    Args:
        named, tell: As for `read_task`.

    Raises:
        ConstraintError: If a field is missing or wrong.
    """
    given = renamed({name: value for name, value in fields.items() if value is not None}, tell)
    try:
        return TaskFile.model_validate(given)
    except ValidationError as error:
        raise ConstraintError(_describe(error, None, given, named)) from None


_KINDS = {"eai_task": "eai", "libero": "libero", "floor_plan": "ai2thor"}


def renamed(fields: dict[str, Any], tell: Callable[[str], None]) -> dict[str, Any]:
    """Fields by their names of today; the former ones go with the next release, as `tell` is told.

    Raises:
        ConstraintError: If a field is given by both names.
    """

    def warn(former: str, now: str) -> None:
        tell(f"`{former}` goes with the next release; it is now `{now}`.")

    found, start = dict(fields), dict[str, Any]()
    for name, kind in _KINDS.items():
        if found.get(name) is not None:
            if found.get("world") is not None:
                raise ConstraintError(f"give either `world` or `{name}`, not both.")
            found["world"] = f"{kind}:{found.pop(name)}"
            warn(name, f"world: {found['world']}")
    if found.get("initial") is not None:
        start["initial"] = found.pop("initial")
        warn("initial", f"start: {{initial: {shown(start['initial'])}}}")
    if isinstance(found.get("place"), Mapping):
        start |= found.pop("place")
        warn("place", "start: {THING: PLACE}")
    if start:
        found["start"] = {**(found.get("start") or {}), **start}
    return found


def _beside(path: Path, name: Any) -> Any:
    return str(path.parent / name) if isinstance(name, str) and not is_address(name) else name


def rules_of(spec: TaskFile, more: Iterable[str] = ()) -> list[Rule]:
    """The rules of a task, and those given besides.

    Raises:
        RuleError: If one cannot be read.
    """
    book = () if spec.rule_book is None else RuleBook.read(spec.rule_book).rules
    return [*rules_in(spec.rules), *book, *rules_in(list(more))]


def _describe(
    error: ValidationError, document: Document | None, given: Mapping[str, Any], named: Callable[[str], str]
) -> str:
    lines: dict[tuple[str, str], list[str]] = {}
    quoted: set[str] = set()
    for problem in error.errors():
        names = [shown(part).strip("'") for part in problem["loc"]]
        message, but = problem["msg"].removeprefix("Value error, "), ""
        if problem["type"] == "extra_forbidden":
            message = f"{f'{names[-1]}: ' if names[1:] else ''}{unknown_field(TaskFile, names)}"
        elif problem["type"] != "value_error":
            message, but = reworded(problem), f", but it is {shown(problem['input'])}"
            message = f"{names[1]} {message}" if names[0] == "limits" and names[1:] else message
        top = names[0] if names else ""
        if document is None or top in given:
            where = f"{named(top) if top in TaskFile.model_fields else _argument(top)}: " if top else ""
        else:
            where = f"{document.place(problem['loc'])}: {f'{top}: ' if top else ''}"
            quoted |= {where} if problem["type"] == "string_type" else set()
        lines.setdefault((where, but), []).append(message)  # of a union, each part says what it would take
    said = {key: " or ".join(each).replace(" or should be ", " or ") for key, each in lines.items()}
    advice = dict.fromkeys(quoted, "; a text is quoted")
    return "\n".join(f"{where}{one}{but}{advice.get(where, '')}." for (where, but), one in said.items())
