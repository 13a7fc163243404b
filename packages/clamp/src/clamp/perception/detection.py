"""From a detector's labels and boxes to entities: what is merged or partial is resolved, or left open.

Detectors that read all labels as one text answer with pieces of it: ``bowl plate`` for a plate beside a
bowl, ``black bowl`` where ``akita black bowl`` was asked for. And a label says nothing about which of two
equal things a box shows. Nothing is guessed: what stays open is recorded with its candidates.
"""

# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from clamp.errors import HostError, SceneError
from clamp.perception.pictures import Recognition
from clamp.perception.scene import Box, Entity, Scene, area, intersection
from clamp.words.matching import Match, Matcher

Instances = Literal["abstain", "left-to-right"]


@dataclass(frozen=True, slots=True)
class Detection:
    """One box of a detector.

    Attributes:
        label: What the detector calls it.
        score: 0 to 1.
        box: In pixels of its picture.
    """

    label: str
    score: float
    box: Box


def read_label(text: str, labels: Collection[str]) -> Match:
    """Which of the labels that were asked for a detector's answer means; `Match.entity` is the label.

    *exact*: the same words. *partial*: words of one label only, or all words of a label and none of
    another's. Otherwise nothing, with the labels that share words with it as candidates.
    """
    words = re.findall(r"\w+", text.lower().replace("##", ""))
    if not words:
        return Match(text, None, "none", 0.0, (), "the detector named nothing.")
    of = {label: frozenset(re.findall(r"\w+", label.lower())) for label in labels}
    for label in of:
        if re.findall(r"\w+", label.lower()) == words:
            return Match(text, label, "exact", 1.0)
    said = frozenset(words)
    shared = {label: len(said & own) / len(own) for label, own in of.items() if said & own}
    if not shared:
        return Match(text, None, "none", 0.0, (), "no label that was asked for has any of its words.")
    ranked = tuple(sorted(shared.items(), key=lambda pair: (-pair[1], pair[0])))
    whole = [label for label, share in ranked if share == 1]
    # Of nested labels (bowl, black bowl) the widest speaks for those within it.
    widest = [label for label in whole if not any(of[label] < of[other] for other in whole)]
    if len(widest) == 1:
        rest = said - of[widest[0]]
        if not any(rest & own for own in of.values()):
            return Match(text, widest[0], "partial", 1.0)
    # Where bowl is a label too, "black bowl" is still a part of "akita black bowl" alone.
    holding = [label for label in shared if said <= of[label]]
    if len(holding) == 1:
        return Match(text, holding[0], "partial", shared[holding[0]])
    names = " or ".join(repr(label) for label, _ in ranked)
    return Match(text, None, "partial", ranked[0][1], ranked, f"it may mean {names}.")


def overlap(one: Box, other: Box) -> float:
    """Intersection over union of two boxes, 0 to 1."""
    shared = intersection(one, other)
    return shared / (area(one) + area(other) - shared)


def suppress(detections: Iterable[Detection], threshold: float = 0.6) -> list[Detection]:
    """Detections by descending score, without those that show what a better one of the label shows."""
    kept: list[Detection] = []
    for one in sorted(detections, key=lambda one: -one.score):
        if all(one.label != other.label or overlap(one.box, other.box) < threshold for other in kept):
            kept.append(one)
    return kept


def clipped(detection: Detection, size: tuple[int, int]) -> Detection | None:
    """A detection within its picture; ``None`` if none of it is."""
    x0, y0, x1, y1 = detection.box
    box = (max(0.0, x0), max(0.0, y0), min(float(size[0]), x1), min(float(size[1]), y1))
    if not (box[0] < box[2] and box[1] < box[3]):
        return None
    return replace(detection, box=box, score=min(1.0, max(0.0, detection.score)))


def recognised(
    found: Mapping[str, Sequence[Detection]],
    sizes: Mapping[str, tuple[int, int]],
    matcher: Matcher,
    instances: Instances = "abstain",
) -> Recognition:
    """The scene that detections with resolved labels show.

    Of a label that one entity has, the best box shows it. Of a label that several have, at least as many
    boxes show them all; which box shows which is left open, or is decided from left to right by their ids.
    Fewer boxes than entities show that some are there, but not which: none of them is seen.

    Args:
        found: The detections of each view; their labels are labels or aliases of entities.
        sizes: Width and height of each view's picture.
        matcher: Knows which entities a label means.
        instances: What to do with several entities of one label.
    """
    entities: list[Entity] = []
    matches: list[Match] = []
    for view, detections in found.items():
        groups: dict[tuple[str, ...], list[Detection]] = {}
        for one in suppress(detections):
            groups.setdefault(matcher.named(one.label), []).append(one)
        for names, ones in groups.items():
            ones = suppress(replace(one, label="") for one in ones)
            label = matcher.labels[names[0]]
            if len(ones) < len(names):
                few = tuple((name, ones[0].score) for name in names)
                matches.append(
                    Match(
                        label,
                        None,
                        "exact",
                        ones[0].score,
                        few,
                        f"in the view {view!r} there is {len(ones)} of the {len(names)} that are called so "
                        f"({', '.join(names)}): which, is not known.",
                    )
                )
                continue
            for extra in ones[len(names) :]:
                reason = f"in the view {view!r} there are more than the {len(names)} that the problem knows."
                matches.append(Match(label, None, "exact", extra.score, (), reason))
            shown = ones[: len(names)]
            told = len(names) == 1 or instances == "left-to-right"
            if told:
                shown = sorted(shown, key=lambda one: one.box[0] + one.box[2])
            sure = min(one.score for one in shown)
            for name, one in zip(sorted(names, key=_number), shown, strict=True):
                score = one.score if told else sure
                entities.append(Entity(name, label, score, one.box if told else None, None, view))
                matches.append(Match(label, name, "exact", score))
    return Recognition(Scene(tuple(entities), sizes), tuple(matches))


def _number(name: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", name))


# transformers is only partly typed.


_SAME_BOX = 0.5
"""From this overlap on, two answers are about the same thing."""


@dataclass(frozen=True)
class Detector:
    """A detection model with its processor. Its weights are never changed.

    Attributes:
        model: From ``AutoModelForZeroShotObjectDetection``.
        processor: From ``AutoProcessor``.
        name: Shown in messages.
        threshold: Boxes with lower scores are left out.
        per_pass: Most labels in one pass of the model; more are asked for in several.
        ask_again: Where an answer may mean several labels, ask for each of them alone, and take the one that
            finds the same box, if only one does, or does so clearly better.
        margin: How much better is clearly.
        instances: What to do with several entities of one label.
    """

    model: Any
    processor: Any
    name: str = "detector"
    threshold: float = 0.3
    per_pass: int = 24
    ask_again: bool = True
    margin: float = 0.1
    instances: Instances = "abstain"

    @classmethod
    def from_pretrained(cls, name: str, *, device: str | None = None, **options: Any) -> Detector:
        """Load a detector.

        Args:
            name: A Hugging Face name or a local folder.
            device: By default CUDA where there is a device, otherwise the CPU.
            options: The attributes.

        Raises:
            HostError: If the model is not there, or is no zero-shot detector.
        """
        import torch
        from transformers import AutoModelForZeroShotObjectDetection, AutoProcessor
        from transformers.utils import logging

        where = device or ("cuda" if torch.cuda.is_available() else "cpu")
        bars = logging.is_progress_bar_enabled()
        logging.disable_progress_bar()
        try:
            model: Any = AutoModelForZeroShotObjectDetection.from_pretrained(
                name, trust_remote_code=False, use_safetensors=True
            )
            processor: Any = AutoProcessor.from_pretrained(name, trust_remote_code=False)
        except Exception as error:  # damaged files make transformers raise anything
            reason = (str(error).strip() or type(error).__name__).splitlines()[0].rstrip(".")
            raise HostError(
                f"The detector {name!r} cannot be loaded: {reason}. It is the name or folder of a zero-shot "
                "object detection model, such as IDEA-Research/grounding-dino-tiny."
            ) from error
        finally:
            if bars:
                logging.enable_progress_bar()
        return cls(model.to(where).eval(), processor, name, **options)

    def detect(self, image: Any, labels: Sequence[str]) -> list[Detection]:
        """What one picture shows of some labels; the detections' labels are the model's own words.

        More labels than fit into the model's text are asked for in several passes.

        Args:
            image: A PIL image; its boxes are those of the upright picture.

        Raises:
            SceneError: If the picture cannot be read, or one label alone is longer than the model's text.
        """
        import torch

        image = _in_rgb(image)
        found: list[Detection] = []
        for asked in self._passes(list(labels)):
            inputs: Any = self.processor(images=image, text=[asked], return_tensors="pt").to(
                self.model.device
            )
            with torch.inference_mode():
                outputs: Any = self.model(**inputs)
            result: Any = self.processor.post_process_grounded_object_detection(
                outputs,
                threshold=self.threshold,
                target_sizes=[(image.height, image.width)],
                text_labels=[asked],
            )[0]
            for score, box, label in zip(
                result["scores"].tolist(), result["boxes"].tolist(), result["text_labels"], strict=True
            ):
                x0, y0, x1, y1 = box
                one = clipped(Detection(str(label), float(score), (x0, y0, x1, y1)), image.size)
                if one is not None:
                    found.append(one)
        return found

    def _passes(self, labels: Sequence[str]) -> Iterator[list[str]]:
        """The labels in groups, each of which the model reads whole."""
        for start in range(0, len(labels), self.per_pass):
            yield from self._fitting(list(labels[start : start + self.per_pass]))

    def _fitting(self, labels: list[str]) -> Iterator[list[str]]:
        most = self._most_tokens
        if most is None or self._length(labels) <= most:
            yield labels
        elif len(labels) > 1:
            half = len(labels) // 2
            yield from self._fitting(labels[:half])
            yield from self._fitting(labels[half:])
        else:
            raise SceneError(
                f"The label {labels[0][:80]!r} takes {self._length(labels)} tokens, but the detector "
                f"{self.name!r} reads at most {most}. Give the entity a shorter label."
            )

    def _length(self, labels: list[str]) -> int:
        """How many tokens the model reads of a query; of several texts, the longest counts."""
        read: Any = self.processor(text=[labels])
        ids: Any = read["input_ids"]
        return max(len(one) for one in ids)

    @property
    def _most_tokens(self) -> int | None:
        config: Any = getattr(self.model, "config", None)
        text: Any = getattr(config, "text_config", None)
        given = (getattr(config, "max_text_len", None), getattr(text, "max_position_embeddings", None))
        return min((int(one) for one in given if one), default=None)

    def recognise(
        self,
        images: Mapping[str, Any],
        entities: Iterable[str],
        *,
        labels: Mapping[str, str] | None = None,
        aliases: Mapping[str, str] | None = None,
    ) -> Recognition:
        """The scene that some pictures show.

        Args:
            images: A PIL image for each view.
            entities: The canonical ids; what is asked for are their labels.
            labels: Words for some of them (see `Matcher`).
            aliases: Other words to ask for, and what they mean.

        Raises:
            SceneError: If there are no pictures or no entities.
        """
        matcher = Matcher(entities, labels=labels, aliases=aliases)
        if not images or not matcher.entities:
            raise SceneError("A detector needs at least one picture and one entity to look for.")
        words: list[str] = [*matcher.labels.values(), *(aliases or {})]
        asked = list(dict.fromkeys(words))
        found: dict[str, list[Detection]] = {}
        matches: list[Match] = []
        upright = {view: _in_rgb(image, view) for view, image in images.items()}
        for view, image in upright.items():
            found[view] = []
            for one in self.detect(image, asked):
                match = self._read(image, one, asked)
                if match.entity is None:
                    matches.append(match)
                else:
                    found[view].append(replace(one, label=match.entity))
                    if match.stage != "exact":
                        matches.append(match)
        sizes = {view: (image.width, image.height) for view, image in upright.items()}
        shown = recognised(found, sizes, matcher, self.instances)
        return Recognition(shown.scene, (*dict.fromkeys(matches), *shown.matches))

    def _read(self, image: Any, one: Detection, asked: Collection[str]) -> Match:
        """The label that an answer means, asked again where several may be meant."""
        match = read_label(one.label, asked)
        if match.entity is not None or not match.candidates or not self.ask_again:
            return match
        answers: list[tuple[float, str]] = []
        for label, _ in match.candidates:
            same = [
                again.score
                for again in self.detect(image, [label])
                if overlap(again.box, one.box) >= _SAME_BOX
            ]
            answers.append((max(same, default=0.0), label))
        answers.sort(reverse=True)
        best, label = answers[0]
        second = answers[1][0] if len(answers) > 1 else 0.0
        if best >= self.threshold and best - second >= self.margin:
            return Match(one.label, label, "requery", best)
        return match


def _in_rgb(image: Any, view: str = "") -> Any:
    """A PIL image as it looks, in RGB; anything else as it is."""
    from PIL import Image

    from clamp.perception.pictures import picture_in_rgb

    return picture_in_rgb(image, view) if isinstance(image, Image.Image) else image
