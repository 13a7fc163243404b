"""Any zero-shot object detection model of transformers (Grounding-DINO, OWLv2, …) as a source of scenes."""

# transformers is only partly typed.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from clamp.errors import HostError, SceneError
from clamp.perception.detection import Detection, Instances, clipped, overlap, read_label, recognised
from clamp.perception.matching import Match, Matcher
from clamp.perception.recognition import Recognition

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
