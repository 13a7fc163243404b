"""From pictures, a scene or a detector to what is seen, in the names that plans use: one way for all who ask."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from PIL import Image

from clamp.errors import SceneError
from clamp.files import check_file
from clamp.perception.detection import Detector
from clamp.perception.pictures import Recognition, is_address, picture_in_rgb, read_picture
from clamp.perception.scene import Scene, SoftVisibility
from clamp.words.matching import Match, Matcher, sentence_embedder


@dataclass(frozen=True)
class Sight:
    """What is seen.

    Attributes:
        images: The picture of each view, as it is shown to a model.
        scene: ``None`` where a list says what is seen, or nothing does.
        seen: The entities that a plan may name; ``None`` for all.
        visibility: Their log weights; ``None`` where all count alike.
        matches: What became of each name that the scene's source gave.
    """

    images: Mapping[str, Any] = field(default_factory=dict[str, Any])
    scene: Scene | None = None
    seen: tuple[str, ...] | None = None
    visibility: Mapping[str, float] | None = None
    matches: tuple[Match, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Plain data; empty if there is no scene."""
        if self.scene is None:
            return {}
        return {"scene": self.scene.to_json(), "matches": [match.to_json() for match in self.matches]}

    @classmethod
    def of_scene(
        cls,
        recognised: Recognition,
        images: Mapping[str, Any],
        *,
        visibility: Mapping[str, float] | None = None,
        floor: float | None = None,
        cut_off: float | None = None,
    ) -> Sight:
        """What a scene in the problem's names shows.

        Args:
            visibility: Log weights that were given.
            floor, cut_off: As in `SoftVisibility`; without a floor, scores weigh nothing.
        """
        weights = SoftVisibility(floor or 1.0, cut_off or 0.0).log_weights(recognised.scene)
        soft = visibility if floor is None else weights
        return cls(images, recognised.scene, tuple(weights), soft, recognised.matches)


def read_images(images: Iterable[Any] | Mapping[str, Any] | None) -> dict[str, Any]:
    """The pictures by view: named so (``view=file``, or a mapping), by their files, or by their number.

    Args:
        images: Paths, addresses (``https://…``), PIL images, or tensors, which stay as they are.

    Raises:
        SceneError: If a picture cannot be read, or two have the same name.
    """
    found: dict[str, Any] = {}
    for view, one in _by_view(images):
        if view in found:
            raise SceneError(
                f"Two pictures are of the view {view!r}. Name the views, as in --image front={one}, or {{'front': …}}."
            )
        if isinstance(one, str | os.PathLike):
            path = os.fspath(cast("str | os.PathLike[str]", one))
            if not is_address(path):
                check_file(path, "picture", SceneError)
            found[view] = read_picture(path)
        else:
            found[view] = picture_in_rgb(one, view) if isinstance(one, Image.Image) else one
    return found


def _by_view(images: Iterable[Any] | Mapping[str, Any] | None) -> list[tuple[str, Any]]:
    if isinstance(images, Mapping):
        return list(cast("Mapping[str, Any]", images).items())
    return [_view_of(number, one) for number, one in enumerate(images or (), 1)]


def _view_of(number: int, image: Any) -> tuple[str, Any]:
    if not isinstance(image, str | os.PathLike):
        return f"picture {number}", image
    text = os.fspath(cast("str | os.PathLike[str]", image))
    view, sign, path = text.partition("=")
    if sign and re.fullmatch(r"[\w\- ]+", view) and not os.path.exists(text):
        return view, path
    return Path(text.partition("?")[0] if is_address(text) else text).stem, text


def look(
    entities: Sequence[str],
    given: Iterable[Any] | Mapping[str, Any],
    images: Mapping[str, Any],
    scene: Scene | None = None,
    *,
    detector: str | Detector | None = None,
    aliases: Mapping[str, str] | None = None,
    embedder: str | None = None,
    parts: Mapping[str, str] | None = None,
    cut_off: float | None = None,
) -> Recognition | None:
    """The scene that is given, or that a detector finds in pictures, in the problem's names; ``None`` without either.

    Args:
        entities: The problem's.
        given: The pictures as they were given; those that have no name may be of any view.
        images: The pictures by view.
        aliases: Other names of entities.
        parts: The whole of each part; a part is seen where its whole is.
        cut_off: What has a lower score is not seen.

    Raises:
        SceneError: If scene, pictures and problem contradict each other, or nothing is seen.
        HostError: If a model cannot be loaded.
    """
    if detector is not None:
        found = Detector.from_pretrained(detector) if isinstance(detector, str) else detector
        if not all(isinstance(one, Image.Image) for one in images.values()):
            raise SceneError("A detector looks at pictures: files, addresses or PIL images, not tensors.")
        recognised = found.recognise(images, wholes(entities, parts), aliases=aliases)
        return fitted(recognised, entities, f"The detector {found.name!r}", parts=parts, cut_off=cut_off)
    if scene is None:
        return None
    named = [
        view
        for view, one in _by_view(given)
        if isinstance(one, str | os.PathLike) or isinstance(given, Mapping)
    ]
    _check_pictures(scene, images, named)
    return fitted(
        canonical(scene, entities, aliases, embedder), entities, "The scene", parts=parts, cut_off=cut_off
    )


def wholes(entities: Iterable[str], parts: Mapping[str, str] | None) -> list[str]:
    """What a model is asked for: parts have no pixels of their own."""
    return [name for name in entities if name not in (parts or {})]


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
    embed = sentence_embedder(embedder) if embedder is not None and strange else None
    matches = Matcher(entities, aliases=aliases, embed=embed).match_all(strange)
    seen = set(scene.seen)
    unknown = [match for match in matches if match.entity is None and match.name in seen]
    if unknown:
        raise SceneError(
            "The scene contradicts the problem: it shows what the problem does not know. "
            + " ".join(str(match) for match in unknown)
        )
    return Recognition(scene.renamed({match.name: match.entity for match in matches}), matches)


def _check_pictures(scene: Scene, images: Mapping[str, Any], named: Collection[str]) -> None:
    """Refuse pictures that are not those of the scene."""
    if not scene.views:
        return
    for view, image in images.items():
        if view in named and view not in scene.views:
            raise SceneError(
                f"There is a picture of the view {view!r}, but the scene's views are "
                f"{', '.join(map(repr, scene.views))}. Name the picture's view, as in --image VIEW=FILE, or "
                "{'VIEW': …}."
            )
        sizes = [scene.views[view]] if view in named else list(scene.views.values())
        if isinstance(image, Image.Image) and image.size not in sizes:
            raise SceneError(
                f"The picture of {view!r} is {image.width} × {image.height} pixels, but the scene says "
                f"{' or '.join(f'{width} × {height}' for width, height in dict.fromkeys(sizes))}. Is the scene that "
                "of another picture?"
            )


def fitted(
    recognised: Recognition,
    entities: Sequence[str],
    source: str,
    *,
    parts: Mapping[str, str] | None = None,
    cut_off: float | None = None,
) -> Recognition:
    """A scene with its parts.

    Args:
        source: Who says that this is seen, for messages.

    Raises:
        SceneError: If a part is none of the problem's, or nothing is seen.
    """
    strange = sorted(set(parts or {}) - set(entities))
    if strange:
        near = Matcher(entities).match(strange[0]).candidates
        hint = f" Did you mean {near[0][0]!r}?" if near else ""
        raise SceneError(f"`parts` names {strange[0]!r}, which the problem does not know.{hint}")
    scene = recognised.scene.with_parts(parts or {})
    if not any(score >= (cut_off or 0.0) for score in scene.scores().values()):
        sought = ", ".join(list(entities)[:8])
        unclear = " ".join(str(match) for match in recognised.unresolved)
        raise SceneError(
            f"{source} shows nothing that the problem knows, such as {sought}"
            f"{f', with a score of at least {cut_off}' if cut_off else ''}. Is it the right picture?"
            f"{f' {unclear}' if unclear else ''}"
        )
    return Recognition(scene, recognised.matches)
