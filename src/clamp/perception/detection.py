"""From a detector's labels and boxes to entities: what is merged or partial is resolved, or left open.

Detectors that read all labels as one text answer with pieces of it: ``bowl plate`` for a plate beside a
bowl, ``black bowl`` where ``akita black bowl`` was asked for. And a label says nothing about which of two
equal things a box shows. Nothing is guessed: what stays open is recorded with its candidates.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from clamp.perception.matching import Match, Matcher
from clamp.perception.memory import area, intersection
from clamp.perception.recognition import Recognition
from clamp.perception.scene import Box, Entity, Scene

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
