"""Real zero-shot detectors of transformers, tiny and random, from their folders to a scene."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")
PIL = pytest.importorskip("PIL.Image")

from clamp.errors import HostError, SceneError  # noqa: E402
from clamp.perception.detection import Detector  # noqa: E402

WORDS = [
    "[PAD]",
    "[UNK]",
    "[CLS]",
    "[SEP]",
    "[MASK]",
    ".",
    "akita",
    "black",
    "bowl",
    "plate",
    "wooden",
    "cabinet",
    "red",
    "cup",
    "a",
]
ENTITIES = ["akita_black_bowl_1", "plate_1", "red_cup_1", "red_cup_2"]


def grounding_dino(folder: Path) -> None:
    from transformers import (
        BertConfig,
        BertTokenizer,
        GroundingDinoConfig,
        GroundingDinoForObjectDetection,
        GroundingDinoImageProcessorPil,
        GroundingDinoProcessor,
        SwinConfig,
    )

    torch.manual_seed(0)
    (folder / "vocab.txt").write_text("\n".join(WORDS))
    config = GroundingDinoConfig(
        backbone_config=SwinConfig(
            image_size=64,
            embed_dim=8,
            depths=[1, 1, 1, 1],
            num_heads=[1, 1, 2, 2],
            window_size=4,
            out_features=["stage2", "stage3", "stage4"],
        ),
        text_config=BertConfig(
            vocab_size=len(WORDS),
            hidden_size=16,
            num_hidden_layers=1,
            num_attention_heads=2,
            intermediate_size=16,
        ),
        num_queries=12,
        d_model=32,
        encoder_layers=1,
        decoder_layers=2,
        encoder_attention_heads=2,
        decoder_attention_heads=2,
        encoder_ffn_dim=16,
        decoder_ffn_dim=16,
        max_text_len=32,
    )
    GroundingDinoForObjectDetection(config).eval().save_pretrained(folder)
    size = {"shortest_edge": 160, "longest_edge": 160}
    GroundingDinoProcessor(
        GroundingDinoImageProcessorPil(size=size), BertTokenizer(str(folder / "vocab.txt"))
    ).save_pretrained(folder)


def owlv2(folder: Path) -> None:
    from transformers import (
        CLIPTokenizer,
        Owlv2Config,
        Owlv2ForObjectDetection,
        Owlv2ImageProcessorPil,
        Owlv2Processor,
    )

    torch.manual_seed(0)
    letters = sorted("".join(WORDS[6:]))
    words = ["!", *dict.fromkeys(letters), *dict.fromkeys(f"{letter}</w>" for letter in letters)]
    words += ["<|startoftext|>", "<|endoftext|>"]
    (folder / "vocab.json").write_text(
        "{" + ", ".join(f'"{word}": {index}' for index, word in enumerate(words)) + "}"
    )
    (folder / "merges.txt").write_text("#version: 0.2\n")
    text = {
        "vocab_size": len(words),
        "hidden_size": 16,
        "intermediate_size": 16,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "max_position_embeddings": 32,
        "pad_token_id": 0,
        "bos_token_id": len(words) - 2,
        "eos_token_id": len(words) - 1,
    }
    vision = {
        "hidden_size": 16,
        "intermediate_size": 16,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "image_size": 32,
        "patch_size": 8,
    }
    config = Owlv2Config(text_config=text, vision_config=vision, projection_dim=16)
    Owlv2ForObjectDetection(config).eval().save_pretrained(folder)
    tokenizer = CLIPTokenizer(str(folder / "vocab.json"), str(folder / "merges.txt"), model_max_length=32)
    Owlv2Processor(Owlv2ImageProcessorPil(size={"height": 32, "width": 32}), tokenizer).save_pretrained(
        folder
    )


@pytest.fixture(scope="module", params=[grounding_dino, owlv2], ids=lambda make: make.__name__)
def folder(request: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp(request.param.__name__)
    request.param(path)
    return path


def picture(seed: int = 0) -> Any:
    pixels = np.random.default_rng(seed).integers(0, 256, (48, 80, 3), dtype=np.uint8)
    return PIL.fromarray(pixels)


def test_a_detector_from_its_folder_to_a_scene(folder: Path) -> None:
    detector = Detector.from_pretrained(str(folder), device="cpu", threshold=0.0, per_pass=2)
    found = detector.detect(picture(), ["akita black bowl", "plate"])
    assert found
    for one in found:
        x0, y0, x1, y1 = one.box
        assert 0 <= x0 < x1 <= 80
        assert 0 <= y0 < y1 <= 48
        assert 0 <= one.score <= 1
    seen = detector.recognise({"front": picture(), "top": picture(1)}, ENTITIES)
    assert seen.scene.views == {"front": (80, 48), "top": (80, 48)}
    assert set(seen.scene.seen) <= set(ENTITIES)
    assert seen.matches
    # The same answers are read in the same way.
    assert detector.recognise({"front": picture(), "top": picture(1)}, ENTITIES) == seen


def test_labels_beyond_the_models_text_are_asked_for_in_several_passes(folder: Path) -> None:
    """The tiny Grounding-DINO reads 32 tokens, the tiny OWLv2 32 of each label."""
    detector = Detector.from_pretrained(str(folder), device="cpu", threshold=0.0, per_pass=24)
    labels = [f"{'a ' * (n % 3)}b {'a ' * (n // 3)}".strip() for n in range(12)]
    assert detector.detect(picture(), labels)
    assert [one for group in detector._passes(labels) for one in group] == labels
    with pytest.raises(SceneError, match=r"The label 'bowl bowl.*reads at most 32"):
        detector.detect(picture(), ["plate", " ".join(["bowl"] * 40)])


@pytest.mark.sampled(5)
@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGBA", "CMYK", "I;16"])
@pytest.mark.no_cover
def test_pictures_of_every_kind_are_looked_at(folder: Path, mode: str) -> None:
    detector = Detector.from_pretrained(str(folder), device="cpu", threshold=0.0)
    shown = PIL.new("I;16", (80, 48), 9_000) if mode == "I;16" else picture().convert(mode)
    assert detector.recognise({"front": shown}, ENTITIES).scene.views == {"front": (80, 48)}
    with pytest.raises(SceneError, match="floating-point"):
        detector.recognise({"front": PIL.new("F", (80, 48))}, ENTITIES)


def test_boxes_are_those_of_the_upright_picture(folder: Path) -> None:
    detector = Detector.from_pretrained(str(folder), device="cpu", threshold=0.0)
    lying = picture()
    lying.getexif()[0x0112] = 6
    assert detector.recognise({"front": lying}, ENTITIES).scene.views == {"front": (48, 80)}


def test_a_threshold_that_nothing_reaches_finds_nothing(folder: Path) -> None:
    detector = Detector.from_pretrained(str(folder), device="cpu", threshold=0.9999)
    assert detector.recognise({"front": picture()}, ENTITIES).scene.seen == ()


def test_what_is_no_detector_is_refused(tmp_path: Path) -> None:
    for name in (str(tmp_path), str(tmp_path / "nowhere")):
        with pytest.raises(HostError, match="cannot be loaded"):
            Detector.from_pretrained(name)
