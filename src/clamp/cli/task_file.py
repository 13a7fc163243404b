"""What a task is: the fields of TASK.yaml, which are the options of ``clamp plan``, and how a task of LIBERO begins.

A task is read and checked whole before anything is loaded; a message names the field, and the line or the option.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

from pydantic import Field, ValidationError, field_validator, model_validator

from clamp.checks import no_unicode, reworded
from clamp.cli.console import working
from clamp.cli.options import flags_of
from clamp.decoding import PlanFormat
from clamp.decoding.configuration import MANY, Configuration, Flag, Settings, rules_in
from clamp.documents import Document
from clamp.errors import ConstraintError, SceneError
from clamp.files import shown
from clamp.perception.pictures import is_address
from clamp.planning.rules import Rule, RuleBook

if TYPE_CHECKING:
    from clamp.perception import Scene
    from clamp.planning import Problem
    from clamp.worlds.libero import LiberoTask
    from clamp.worlds.libero.bddl import Literal
    from clamp.worlds.libero.remote import RemoteLibero


class TaskFields(Settings):
    """What to plan. Paths are relative to the file."""

    domain: Annotated[str | None, Flag(metavar="FILE")] = Field(None, description="PDDL domain.")
    problem: Annotated[str | None, Flag(metavar="FILE")] = Field(None, description="PDDL problem.")
    eai_task: str | None = Field(None, description="Instead: a VirtualHome task of eai-eval, such as 27_2.")
    libero: Annotated[str | None, Flag(metavar="SUITE/TASK")] = Field(
        None, description="Instead: a task of LIBERO, seen in its simulator."
    )
    initial: Annotated[int, Field(ge=0, le=MANY)] | None = Field(
        None, description="With --libero: the benchmark's initial state; 0 by default."
    )
    place: Annotated[dict[str, str] | None, Flag(metavar="THING=PLACE")] = Field(
        None, description="With --libero: a thing that begins elsewhere."
    )
    instruction: str | None = Field(None, description="What a person asks for, in words.")
    rule_book: Annotated[str | None, Flag(metavar="BOOK")] = Field(
        None, description="A rule book; its rules bind beside those of `rules`."
    )
    images: Annotated[list[str] | dict[str, str] | None, Flag(("--image",), "[VIEW=]FILE")] = Field(
        None, description="A picture; once for each view."
    )
    scene: Annotated[str | None, Flag(metavar="FILE")] = Field(
        None, description="What the pictures show, as JSON."
    )
    model: str | None = Field(
        None,
        description="Hugging Face name, folder or GGUF file. By default the package's own model (embedded) "
        "with pictures, and SmolLM2-135M-Instruct without.",
    )
    hmm: Annotated[str | None, Flag(metavar="FOLDER")] = Field(
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
        return {name: value for name, value in given.items() if value is not None}

    @field_validator("instruction", "format", "model", "detector", "embedder")
    @classmethod
    def _a_text(cls, value: Any) -> Any:
        if isinstance(value, str) and (flaw := no_unicode(value)) is not None:
            raise ValueError(flaw)
        return value

    @model_validator(mode="after")
    def _one_world(self) -> TaskFile:
        for name in ("eai_task", "libero"):
            if getattr(self, name) is not None and (self.domain is not None or self.problem is not None):
                raise ValueError(f"give either `domain` and `problem`, or `{name}`, not both")
        if self.libero is None:
            for name in ("initial", "place"):
                if getattr(self, name) is not None:
                    raise ValueError(f"`{name}` says how a task of LIBERO begins: give `libero`")
        if self.eai_task is not None:
            if self.libero is not None:
                raise ValueError("give either `eai_task` or `libero`, not both")
            if self.looks:
                raise ValueError("a VirtualHome task has no pictures: drop `images`, `scene` and `detector`")
        flaw = self.unheeded(self, pictures=bool(self.images), scene=self.scene is not None)
        if flaw is not None:
            raise ValueError(flaw)
        world = (self.libero or self.eai_task) is not None or None not in (self.domain, self.problem)
        if not world:  # an instruction that is missing alone is said with what is wrong elsewhere
            missing = [name for name in ("domain", "problem", "instruction") if getattr(self, name) is None]
            raise ValueError(f"missing {' and '.join(f'`{name}`' for name in missing)}")
        return self

    @property
    def plan_format(self) -> PlanFormat:
        """How the plan is written: EAI's tasks have a format of their own, if nothing else is said."""
        own = self.eai_task is not None and "format" not in self.model_fields_set
        return PlanFormat.virtualhome_json() if own else super().plan_format

    @property
    def renders(self) -> bool:
        """Whether LIBERO's simulator is to show what is seen."""
        return self.libero is not None and not self.looks and self.seen is None

    @property
    def looks(self) -> bool:
        """Whether something is to be seen in pictures or in a scene."""
        return bool(self.images) or self.scene is not None or self.detector is not None


def read_task_file(path: Path, overrides: Mapping[str, Any]) -> TaskFile:
    """Read a TASK.yaml; options given on the command line replace its fields.

    Raises:
        ConstraintError: If it is no YAML mapping, or a field is unknown, missing or wrong; with the line.
    """
    document = Document.read(path, "task", ConstraintError, "domain: kitchen.pddl")
    fields = dict(document.fields)
    for name in ("domain", "problem", "scene", "hmm", "rule_book"):
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
    given = {name: value for name, value in overrides.items() if value is not None}
    try:
        return TaskFile.model_validate(fields | given)
    except ValidationError as error:
        raise ConstraintError(_describe(error, document, given)) from None
    except RecursionError:
        raise ConstraintError(f"{path}: it is nested too deeply.") from None


def _beside(path: Path, name: Any) -> Any:
    return str(path.parent / name) if isinstance(name, str) and not is_address(name) else name


def task_of_options(options: Mapping[str, Any]) -> TaskFile:
    """A task from command-line options alone.

    Raises:
        ConstraintError: If one is missing or wrong.
    """
    given = {name: value for name, value in options.items() if value is not None}
    try:
        return TaskFile.model_validate(given)
    except ValidationError as error:
        raise ConstraintError(_describe(error, None, given)) from None


def rules_of(spec: TaskFile, more: Iterable[str] = ()) -> list[Rule]:
    """The rules of a task, and those given besides.

    Raises:
        RuleError: If one cannot be read.
    """
    book = () if spec.rule_book is None else RuleBook.read(spec.rule_book).rules
    return [*rules_in(spec.rules), *book, *rules_in(list(more))]


def _describe(error: ValidationError, document: Document | None, given: Mapping[str, Any]) -> str:
    lines: list[str] = []
    for problem in error.errors():
        names = [shown(part).strip("'") for part in problem["loc"]]
        message = problem["msg"].removeprefix("Value error, ")
        if problem["type"] == "extra_forbidden":
            message = f"unknown field{_near(names[0], TaskFile.model_fields)}"
        elif problem["type"] != "value_error":
            message = f"{reworded(problem)}, but it is {shown(problem['input'])}"
        top = names[0] if names else ""
        if document is None or top in given:
            field = TaskFile.model_fields.get(top)
            option = f"{flags_of(top, field)[0]}: " if field is not None else ""
            lines.append(f"{option}{message}.")
        else:
            lines.append(f"{document.place(problem['loc'])}: {f'{top}: ' if top else ''}{message}.")
    return "\n".join(lines)


def _near(name: str, choices: Mapping[str, Any]) -> str:
    from rapidfuzz import process

    found = process.extractOne(name, list(choices), score_cutoff=60)
    hint = f"; did you mean {found[0]!r}?" if found else ""
    return f"{hint} (the fields are {', '.join(choices)})"


@dataclass(frozen=True)
class LiberoStart:
    """How a task of LIBERO begins.

    Attributes:
        task: The task.
        initial: The benchmark's initial state; ``None`` draws the places with `seed`.
        placed: What begins elsewhere: a thing, and the place that it is in or on.
        seed: Of all that is drawn.
    """

    task: LiberoTask
    initial: int | None
    placed: Mapping[str, str]
    seed: int

    @property
    def problem(self) -> Problem:
        """The planning problem from this start."""
        return self.task.problem(self.atoms)

    @property
    def atoms(self) -> tuple[Literal, ...]:
        """What holds at the start.

        Raises:
            SceneError: If what is placed, or its place, makes no sense.
        """
        return self.task.placed(self.placed)

    def open(self) -> RemoteLibero:
        """The simulator in this state, in a process of its own.

        Raises:
            BenchmarkError: If the simulator cannot be used, or has no such initial state.
            SceneError: If things cannot be placed as asked.
        """
        from clamp.worlds.libero.remote import RemoteLibero

        atoms = self.atoms
        with working("Starting LIBERO's simulator"):
            world = RemoteLibero(self.task, seed=self.seed)
            try:
                world.reset(self.initial)
                denied = world.set_state(atoms) if self.placed else ()
            except BaseException:
                world.close()
                raise
        # What the benchmark's own start does not hold to the letter is not the user's doing.
        wrong = [atom for atom in denied if atom not in self.task.initial]
        if wrong:
            world.close()
            raise SceneError(
                f"The simulator cannot begin with ({' '.join(wrong[0])}): the thing does not fit "
                "there, or does not stay."
            )
        return world

    def look(self) -> tuple[dict[str, Any], Scene]:
        """What the simulator's cameras show at the start: the picture of each view, and what is in them."""
        from clamp.perception.pictures import picture_of

        with self.open() as world:
            seen = world.observe()
        return {view: picture_of(pixels) for view, pixels in seen.images.items()}, seen.scene


def libero_start(spec: TaskFile) -> LiberoStart | None:
    """The start that a task file or options ask for, if of a task of LIBERO.

    Raises:
        BenchmarkError: If LIBERO is not installed, or has no such task.
    """
    if spec.libero is None:
        return None
    from clamp.worlds.libero import task

    chosen = task(spec.libero)
    initial = spec.initial
    if initial is None and chosen.initial_states.is_file():
        initial = 0
    return LiberoStart(chosen, initial, spec.place or {}, spec.seed)
