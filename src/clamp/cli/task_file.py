"""What a task is – the fields of TASK.yaml, which are the options of ``clamp plan`` – and what is seen of it.

A task is read and checked whole before anything is loaded; a message names the field, and the line or the option.
What is seen comes from a file, a detector, LIBERO's simulator or the model itself, in the problem's names.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

from pydantic import Field, ValidationError, field_validator, model_validator

from clamp.checks import no_unicode, reworded
from clamp.cli.console import messages, working
from clamp.cli.options import flags_of
from clamp.decoding import PlanFormat
from clamp.decoding.configuration import MANY, Configuration, Flag, Settings, rules_in
from clamp.documents import Document
from clamp.errors import ConstraintError, SceneError
from clamp.files import check_file, shown
from clamp.perception import Match, Matcher, Mention, Recognition, Scene, SoftVisibility, mentioned
from clamp.perception.scene import words_of
from clamp.planning.rules import Rule, RuleBook

if TYPE_CHECKING:
    from clamp.decoding.diagnosis import Failure
    from clamp.hosts.planner import Planner
    from clamp.planning import Problem
    from clamp.planning.system import TransitionSystem
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
    detector: str | None = Field(
        None, description="Instead: a zero-shot object detection model that says what they show."
    )
    aliases: Annotated[dict[str, str] | None, Flag(("--alias",), "NAME=ENTITY")] = Field(
        None, description="Another name of an entity."
    )
    embedder: str | None = Field(
        None, description="A sentence embedding model that compares a scene's names with the problem's."
    )
    parts: dict[str, str] | None = None
    visibility_floor: Annotated[float, Field(gt=0, le=1)] | None = Field(
        None, description="Prefer what is surely there: scores weigh, but no less than this."
    )
    visibility_cut_off: Annotated[float, Field(ge=0, le=1)] | None = Field(
        None, description="What has a lower score is not seen at all."
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

    @field_validator("*")
    @classmethod
    def _not_empty(cls, value: Any) -> Any:
        if not isinstance(value, str):
            return value
        if not value.strip():
            raise ValueError("it is empty")
        if "\0" in value:
            raise ValueError("it holds a null character")
        return value

    @field_validator("instruction", "format", "model", "detector", "embedder")
    @classmethod
    def _a_text(cls, value: str | None) -> str | None:
        if value is not None and (flaw := no_unicode(value)) is not None:
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
            return self
        if self.scene is not None and self.detector is not None:
            raise ValueError("give either `scene` or `detector`, not both: one of them says what is seen")
        if self.seen is not None and (self.scene is not None or self.detector is not None):
            raise ValueError(
                "give either `seen`, or a `scene` or `detector` that says what is seen, not both"
            )
        if self.embedder is not None and self.scene is None:
            raise ValueError("an `embedder` compares the names of a `scene` with the problem's: give one")
        if self.detector is not None and not self.images:
            raise ValueError("a `detector` needs `images` to look at")
        if self.visibility_floor is not None and self.scene is None and self.detector is None:
            raise ValueError("`visibility_floor` needs scores: give a `scene` or a `detector`")
        if self.visibility_floor is not None and self.visibility is not None:
            raise ValueError("give either `visibility` or `visibility_floor`, not both")
        world = self.libero is not None or (self.domain is not None and self.problem is not None)
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
    return str(path.parent / name) if isinstance(name, str) else name


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
class Sight:
    """What is seen of a task.

    Attributes:
        images: The picture of each view, as PIL images.
        scene: ``None`` where all entities count as seen, and until a model has listed what it sees.
        matches: What became of each name that the scene's source gave.
        absent: What the instruction speaks of in vain.
        listed: What is seen, where something is absent.
    """

    images: Mapping[str, Any] = field(default_factory=dict[str, Any])
    scene: Scene | None = None
    matches: tuple[Match, ...] = ()
    absent: tuple[Mention, ...] = ()
    listed: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Plain data; empty if there is no scene, and nothing absent."""
        found: dict[str, Any] = {}
        if self.scene is not None:
            found["scene"] = self.scene.to_json()
            found["matches"] = [match.to_json() for match in self.matches]
        if self.absent:
            found["absent"] = [mention.to_json() for mention in self.absent]
            found["seen"] = list(self.listed)
        return found


def read_images(images: Sequence[str] | Mapping[str, str] | None) -> dict[str, Any]:
    """The pictures by view: named so (``view=file``, or a mapping), or by their files.

    Raises:
        SceneError: If a picture cannot be read, or two have the same name.
    """
    if not images:
        return {}
    from clamp.perception.pictures import read_picture

    named = list(images.items()) if isinstance(images, Mapping) else [_view_of(one) for one in images]
    found: dict[str, Any] = {}
    for view, path in named:
        if view in found:
            raise SceneError(
                f"Two pictures are of the view {view!r}. Name the views, as in --image front={path}."
            )
        check_file(path, "picture", SceneError)
        found[view] = read_picture(path)
    return found


def _view_of(image: str) -> tuple[str, str]:
    view, sign, path = image.partition("=")
    if sign and re.fullmatch(r"[\w\- ]+", view) and not os.path.exists(image):
        return view, path
    return Path(image).stem, image


def read_sight(spec: TaskFile, system: TransitionSystem[Any]) -> Sight:
    """What can be seen before a planner is loaded: the pictures, and the scene of a file or a detector.

    Raises:
        SceneError: If a picture or the scene cannot be read, they contradict each other or the problem, or
            nothing is seen.
    """
    images = read_images(spec.images)
    if spec.detector is not None:
        from clamp.perception.detection import Detector

        with working(f"Loading the detector {spec.detector}") as say:
            detector = Detector.from_pretrained(spec.detector)
            say("Looking for what the problem names")
            wholes = [name for name in system.entities if name not in (spec.parts or {})]
            recognised = detector.recognise(images, wholes, aliases=spec.aliases)
        return Sight(images, *_fitted(recognised, spec, system, f"The detector {spec.detector!r}"))
    if spec.scene is not None:
        scene = Scene.from_json(Path(spec.scene))
        _check_pictures(scene, images)
        recognised = canonical(scene, system.entities, spec.aliases, spec.embedder)
        return Sight(images, *_fitted(recognised, spec, system, spec.scene))
    return Sight(images)


def listed_sight(sight: Sight, spec: TaskFile, system: TransitionSystem[Any], planner: Planner) -> Sight:
    """What a vision-language model says that it sees.

    Raises:
        SceneError: If it sees nothing.
        HostError: If it reads no images.
    """
    from clamp.hosts.seen_entities import list_entities

    wholes = [name for name in system.entities if name not in (spec.parts or {})]
    recognised = list_entities(planner, sight.images, wholes)
    return Sight(sight.images, *_fitted(recognised, spec, system, f"{planner.name!r}"))


def canonical(
    scene: Scene,
    entities: Collection[str],
    aliases: Mapping[str, str] | None = None,
    embedder: str | None = None,
) -> Recognition:
    """A scene in the problem's names; what is called otherwise is matched, and the match recorded.

    Raises:
        SceneError: If a seen entity of the scene is none of the problem's; the message lists them all.
        HostError: If the embedding model cannot be loaded.
    """
    strange = [id for id in scene.ids if id not in set(entities)]
    embed = None
    if embedder is not None and strange:
        from clamp.perception.matching import sentence_embedder

        with working(f"Loading the embedding model {embedder}"):
            embed = sentence_embedder(embedder)
    matches = Matcher(entities, aliases=aliases, embed=embed).match_all(strange)
    seen = set(scene.seen)
    unknown = [match for match in matches if match.entity is None and match.name in seen]
    if unknown:
        raise SceneError(
            "The scene contradicts the problem: it shows what the problem does not know. "
            + " ".join(str(match) for match in unknown)
        )
    return Recognition(scene.renamed({match.name: match.entity for match in matches}), matches)


def _check_pictures(scene: Scene, images: Mapping[str, Any]) -> None:
    if not scene.views:
        return
    for view, image in images.items():
        if view not in scene.views:
            raise SceneError(
                f"There is a picture of the view {view!r}, but the scene's views are "
                f"{', '.join(map(repr, scene.views))}. Name the picture's view, as in --image VIEW=FILE."
            )
        if image.size != scene.views[view]:
            width, height = scene.views[view]
            raise SceneError(
                f"The picture of {view!r} is {image.width} × {image.height} pixels, but the scene says "
                f"{width} × {height}. Is the scene that of another picture?"
            )


def _fitted(
    recognised: Recognition, spec: TaskFile, system: TransitionSystem[Any], source: str
) -> tuple[Scene, tuple[Match, ...]]:
    """The scene with its parts, its cut-off applied, and said what was found how."""
    for match in recognised.matches:
        if match.stage != "exact" or match.entity is None:
            messages().print(f"{match}", style="yellow")
    parts = {part: whole for part, whole in (spec.parts or {}).items() if part in set(system.entities)}
    strange = sorted(set(spec.parts or {}) - set(parts))
    if strange:
        raise SceneError(
            f"`parts` names {strange[0]!r}, which the problem does not know. {_nearest(strange[0], system)}"
        )
    scene = recognised.scene.with_parts(parts)
    cut_off = spec.visibility_cut_off or 0.0
    if not any(score >= cut_off for score in scene.scores().values()):
        sought = ", ".join(list(system.entities)[:8])
        raise SceneError(
            f"{source} shows nothing that the problem knows, such as {sought}"
            f"{f', with a score of at least {cut_off}' if cut_off else ''}. Is it the right picture?"
        )
    return scene, recognised.matches


def _nearest(name: str, system: TransitionSystem[Any]) -> str:
    match = Matcher(system.entities).match(name)
    return f"Did you mean {match.candidates[0][0]!r}?" if match.candidates else ""


def seen_of(sight: Sight, spec: TaskFile) -> tuple[list[str] | None, dict[str, float] | None]:
    """Which entities a plan may name, and their log weights where visibility is soft."""
    if sight.scene is None:
        return spec.seen, spec.visibility
    rule = SoftVisibility(spec.visibility_floor or 1.0, spec.visibility_cut_off or 0.0)
    weights = rule.log_weights(sight.scene)
    return list(weights), spec.visibility if spec.visibility_floor is None else weights


def not_there(
    instruction: str,
    system: TransitionSystem[Any],
    seen: Collection[str] | None,
    aliases: Mapping[str, str] | None,
) -> list[Mention]:
    """What an instruction speaks of that is not seen, or that the problem does not know; all seen by default.

    Raises:
        SceneError: If an alias stands for what the problem does not know.
    """
    matcher, lexicon = Matcher(system.entities, aliases=aliases), system.lexicon
    words = {word for term in lexicon.terms for word in words_of(term).split()}
    found = mentioned(instruction, matcher, seen=seen, kinds=lexicon.types, words=words)
    return [one for one in found if one.standing != "seen"]


def absence(absent: Sequence[Mention]) -> Failure:
    """Why no plan is written for an instruction that speaks of what is not there."""
    from clamp.decoding.diagnosis import Failure

    return Failure(
        "absent",
        f"{' '.join(map(describe, absent))} If one of the problem's things is meant, call it by its name, "
        f"or say so with --alias {shlex.quote(f'{absent[0].text}=ENTITY')}.",
        entities=tuple(dict.fromkeys(name for one in absent for name in one.entities)),
    )


def describe(absent: Mention) -> str:
    """One sentence about a thing that is not there, with what may have been meant."""
    near = f" Is {' or '.join(absent.near)} meant?" if absent.near else ""
    if absent.standing == "unknown":
        missing = "but nothing that the problem knows is called so"
        return f"The instruction speaks of {absent.text!r}, {missing}.{near}"
    names = ", ".join(absent.entities)
    return f"The instruction speaks of {absent.text!r} ({names}), which is not seen.{near}"


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

    def look(self) -> Sight:
        """What the simulator's cameras show at the start."""
        from clamp.perception.pictures import picture_of

        with self.open() as world:
            seen = world.observe()
        return Sight({view: picture_of(pixels) for view, pixels in seen.images.items()}, seen.scene)


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
