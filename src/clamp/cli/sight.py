"""What ``clamp plan`` sees: pictures, the scene behind them, and how both fit the problem."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from clamp.cli.console import messages
from clamp.errors import SceneError
from clamp.files import check_file
from clamp.perception import Match, Matcher, Mention, Recognition, Scene, SoftVisibility, mentioned
from clamp.perception.scene import words_of

if TYPE_CHECKING:
    from clamp.cli.task_file import TaskFile
    from clamp.decoding.failure import Failure
    from clamp.hosts.planner import Planner
    from clamp.planning import Problem
    from clamp.planning.system import TransitionSystem


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
        from clamp.perception.detector import Detector

        with messages().status(f"Loading the detector {spec.detector}") as status:
            detector = Detector.from_pretrained(spec.detector)
            status.update("Looking for what the problem names")
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
    from clamp.hosts.listing import list_entities

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
        from clamp.perception.embedding import sentence_embedder

        with messages().status(f"Loading the embedding model {embedder}"):
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
            messages().print(f"{match}", style="yellow", markup=False)
    parts = {part: whole for part, whole in (spec.parts or {}).items() if part in set(system.entities)}
    strange = sorted(set(spec.parts or {}) - set(parts))
    if strange:
        raise SceneError(
            f"`parts` names {strange[0]!r}, which the problem does not know. {_near(strange[0], system)}"
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


def _near(name: str, system: TransitionSystem[Any]) -> str:
    match = Matcher(system.entities).match(name)
    return f"Did you mean {match.candidates[0][0]!r}?" if match.candidates else ""


def seen_of(sight: Sight, spec: TaskFile) -> tuple[list[str] | None, dict[str, float] | None]:
    """Which entities a plan may name, and their log weights where visibility is soft."""
    if sight.scene is None:
        return spec.seen, None
    rule = SoftVisibility(spec.visibility_floor or 1.0, spec.visibility_cut_off or 0.0)
    weights = rule.log_weights(sight.scene)
    return list(weights), None if spec.visibility_floor is None else weights


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
    from clamp.planning import Problem
    from clamp.planning.rules import Ruled

    if isinstance(system, Ruled):
        system = system.system
    matcher = Matcher(system.entities, aliases=aliases)
    kinds: dict[str, list[str]] = {}
    words: set[str] = set()
    if isinstance(system, Problem):
        kinds = _kinds(system)
        terms = [*system.domain.predicates, *(schema.name for schema in system.domain.schemas)]
        words = {word for term in terms for word in words_of(term).split()}
    found = mentioned(instruction, matcher, seen=seen, kinds=kinds, words=words)
    return [one for one in found if one.standing != "seen"]


def _kinds(problem: Problem) -> dict[str, list[str]]:
    """The objects of each type, those of its subtypes included."""
    found: dict[str, list[str]] = {}
    for name, types in (*problem.domain.constants.items(), *problem.task.objects.items()):
        queue, belongs = list(types), set[str]()
        while queue:
            kind = queue.pop()
            if kind not in belongs:
                belongs.add(kind)
                queue.extend(problem.domain.types.get(kind, ()))
        for kind in belongs:
            found.setdefault(kind, []).append(name)
    return found


def absence(absent: Sequence[Mention]) -> Failure:
    """Why no plan is written for an instruction that speaks of what is not there."""
    from clamp.decoding.failure import Failure

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
