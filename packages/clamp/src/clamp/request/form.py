"""What a task is, as it is written down: the fields of TASK.yaml, which are the options of ``clamp plan``.

A task is read and checked whole before anything is loaded; a message names the field, and the line or the option.
From it comes the `Request` that every other way to ask for a plan makes, too.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any, cast

from pydantic import Field, ValidationError, field_validator, model_validator

from clamp import checks
from clamp.checks import no_unicode, reworded
from clamp.documents import Document
from clamp.errors import ConstraintError
from clamp.files import shown
from clamp.perception import Scene
from clamp.perception.pictures import is_address
from clamp.planning import Problem
from clamp.planning.rules import Rule, RuleBook
from clamp.request.request import Request
from clamp.request.scenes import problem_of_scene
from clamp.request.settings import (
    GUIDANCE,
    Configuration,
    Flag,
    Looking,
    Settings,
    Wishes,
    rules_in,
    unknown_field,
)
from clamp.request.worlds import NamedWorld, open_world

MODEL = "The model, and what runs it"
"""The heading of options."""


class TaskFields(Settings):
    """What to plan. Paths are relative to the file."""

    panel = "What to plan"

    domain: Annotated[str | None, Flag(metavar="FILE")] = Field(None, description="PDDL domain.")
    problem: Annotated[str | None, Flag(metavar="FILE")] = Field(
        None, description="PDDL problem; not needed beside a `scene` that says what holds."
    )
    world: Annotated[str | None, Flag(metavar="KIND:NAME")] = Field(
        None, description="Instead: a world by name, such as eai:27_2 or libero:SUITE/TASK."
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
        told = self.problem is not None or self.scene is not None  # whether that says enough, the scene tells
        if self.world is None and (self.domain is None or not told):
            # An instruction that is missing alone is said with what is wrong elsewhere.
            missing = [name for name in ("domain", "problem", "instruction") if getattr(self, name) is None]
            missing = [name for name in missing if name != "problem" or not told]
            raise ValueError(f"missing {' and '.join(f'`{name}`' for name in missing)}")
        return self

    @property
    def looks(self) -> bool:
        """Whether something is to be seen in pictures or in a scene."""
        return bool(self.images) or self.scene is not None or self.detector is not None


def _warn(said: str) -> None:
    warnings.warn(said, FutureWarning, stacklevel=4)


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


def request_of(spec: TaskFile, rules: Iterable[str] = ()) -> Request:
    """What a task asks for.

    Args:
        rules: More rules, as text.

    Raises:
        ClampError: If its world, its rules or its scene cannot be read, or do not go together.
    """
    scene = None if spec.scene is None else Scene.from_json(Path(spec.scene))
    return Request.of(
        world_of(spec, scene),
        spec.instruction,
        configuration=spec.model_copy(update={"rules": rules_of(spec, rules)}),
        images=spec.images,
        scene=scene,
    )


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
    for name in ("domain", "problem", "scene", "hmm", "rule_book", "examples"):
        if isinstance(fields.get(name), str):
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
