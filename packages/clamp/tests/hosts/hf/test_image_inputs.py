"""Pictures in prompts: the token layout of Qwen-VL without torchvision, and what is said of bad pictures."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")
Image = pytest.importorskip("PIL.Image")

from tiny_models import model, tokenizer  # noqa: E402
from transformers import AutoImageProcessor, ProcessorMixin, Qwen3VLProcessor  # noqa: E402

from clamp.errors import HostError, SceneError  # noqa: E402
from clamp.hosts.hf.images import NoProcessor, QwenProcessor, image_inputs, load_processor  # noqa: E402
from clamp.hosts.hf.models import load_model  # noqa: E402
from clamp.hosts.jobs import PlanRequest  # noqa: E402
from clamp.perception import pictures  # noqa: E402

SPECIAL = [
    "<|im_start|>",
    "<|im_end|>",
    "<|vision_start|>",
    "<|vision_end|>",
    "<|image_pad|>",
    "<|video_pad|>",
]
TEMPLATE = (
    "{%- for message in messages -%}{{ '<|im_start|>' + message.role + '\n' }}"
    "{%- if message.content is string -%}{{ message.content }}{%- else -%}{%- for part in message.content -%}"
    "{%- if part.type == 'image' -%}<|vision_start|><|image_pad|><|vision_end|>"
    "{%- else -%}{{ part.text }}{%- endif -%}{%- endfor -%}{%- endif -%}{{ '<|im_end|>\n' }}{%- endfor -%}"
    "{%- if add_generation_prompt -%}{{ '<|im_start|>assistant\n' }}{%- endif -%}"
)
"""The layout of Qwen3-VL's template for chats without tools."""


def qwen_tokenizer() -> Any:
    from copy import deepcopy

    made = deepcopy(tokenizer())
    made.add_special_tokens({"additional_special_tokens": SPECIAL})
    made.chat_template = TEMPLATE
    return made


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a folder of Qwen3-VL-8B holds beside its weights."""
    path = tmp_path_factory.mktemp("qwen")
    settings = {
        "size": {"longest_edge": 64 * 64 * 4, "shortest_edge": 64 * 64},
        "patch_size": 16,
        "temporal_patch_size": 2,
        "merge_size": 2,
        "image_mean": [0.5, 0.5, 0.5],
        "image_std": [0.5, 0.5, 0.5],
        "processor_class": "Qwen3VLProcessor",
        "image_processor_type": "Qwen2VLImageProcessorFast",
    }
    (path / "preprocessor_config.json").write_text(json.dumps(settings))
    qwen_tokenizer().save_pretrained(path)
    return path


class Config:
    model_type = "qwen3_vl"


def chat(*pictures: Any) -> list[dict[str, Any]]:
    shown = [{"type": "image", "image": picture} for picture in pictures]
    return [
        {"role": "system", "content": [{"type": "text", "text": "You write plans for a robot."}]},
        {"role": "user", "content": [*shown, {"type": "text", "text": "Task: pick(red_cup)"}]},
    ]


def picture(width: int, height: int, seed: int = 0) -> Any:
    generator = torch.Generator().manual_seed(seed)
    values = torch.randint(0, 256, (height, width, 3), dtype=torch.uint8, generator=generator)
    return Image.fromarray(values.numpy())


def test_the_layout_is_that_of_transformers_own_processor(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = load_processor(str(folder), Config, qwen_tokenizer())
    assert isinstance(ours, QwenProcessor)
    # Only the check of the processor for videos needs torchvision; pictures never reach that processor.
    monkeypatch.setattr(ProcessorMixin, "check_argument_for_proper_class", lambda *_: None)
    theirs = Qwen3VLProcessor(
        AutoImageProcessor.from_pretrained(folder), qwen_tokenizer(), None, chat_template=TEMPLATE
    )
    options: dict[str, Any] = {
        "add_generation_prompt": True,
        "tokenize": True,
        "return_dict": True,
        "return_tensors": "pt",
    }
    for shown in ([picture(96, 64)], [picture(256, 256), picture(300, 100, 1)]):
        mine, expected = (one.apply_chat_template(chat(*shown), **options) for one in (ours, theirs))
        assert set(mine) == set(expected)
        for name, tensor in expected.items():
            assert torch.equal(mine[name], tensor), name


def test_the_sequence_spelled_out(folder: Path) -> None:
    words = qwen_tokenizer()
    ours = QwenProcessor(AutoImageProcessor.from_pretrained(folder), words)
    got = ours.apply_chat_template(chat(picture(64, 64), picture(128, 64)), add_generation_prompt=True)
    token: Any = words.convert_tokens_to_ids
    one = [token("<|vision_start|>"), *[token("<|image_pad|>")] * 4, token("<|vision_end|>")]
    two = [token("<|vision_start|>"), *[token("<|image_pad|>")] * 8, token("<|vision_end|>")]

    def text(part: str) -> list[int]:
        return words(part, add_special_tokens=False)["input_ids"]

    expected = [
        *text("<|im_start|>system\nYou write plans for a robot.<|im_end|>\n<|im_start|>user\n"),
        *one,
        *two,
        *text("Task: pick(red_cup)<|im_end|>\n<|im_start|>assistant\n"),
    ]
    assert got["input_ids"].tolist() == [expected]
    assert got["image_grid_thw"].tolist() == [[1, 4, 4], [1, 4, 8]]
    assert got["pixel_values"].shape == (16 + 32, 3 * 2 * 16 * 16)
    assert got["mm_token_type_ids"].tolist() == [[int(i == token("<|image_pad|>")) for i in expected]]


def test_an_older_template_file_wins(folder: Path, tmp_path: Path) -> None:
    for file in folder.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    (tmp_path / "chat_template.json").write_text(json.dumps({"chat_template": "other"}))
    assert load_processor(str(tmp_path), Config, qwen_tokenizer()).chat_template == "other"


def test_placeholders_in_the_instruction_are_refused(folder: Path) -> None:
    processor = load_processor(str(folder), Config, qwen_tokenizer())
    request = PlanRequest("Look at <|image_pad|>.", None, images=(picture(64, 64),))
    with pytest.raises(HostError, match=r"2 placeholders '<\|image_pad\|>' for 1 pictures"):
        image_inputs(processor, request, name="tiny", device=torch.device("cpu"))


def test_a_model_without_processor_says_why_when_it_is_shown_something(tmp_path: Path) -> None:
    model("qwen3-vl").save_pretrained(tmp_path)
    tokenizer().save_pretrained(tmp_path)
    loaded = load_model(tmp_path, dtype="float32")
    assert isinstance(loaded.processor, NoProcessor)
    request = PlanRequest("Plan:", None, images=(picture(64, 64),))
    with pytest.raises(HostError, match=r"cannot be shown images: .*image processor"):
        image_inputs(loaded.processor, request, name="tiny", device=torch.device("cpu"))
    with pytest.raises(HostError, match="text-only model"):
        image_inputs(None, request, name="tiny", device=torch.device("cpu"))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (tokenizer(), "no token '<|image_pad|>'"),
        (None, "no chat template"),
    ],
)
def test_tokenizers_that_have_no_place_for_pictures(folder: Path, words: Any, message: str) -> None:
    if words is None:
        words = qwen_tokenizer()
        words.chat_template = None
    assert message in load_processor(str(folder), Config, words).reason


def test_pictures_are_read_from_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = picture(40, 30)
    shown.save(tmp_path / "a.png")
    assert pictures.read_picture(tmp_path / "a.png").tobytes() == shown.tobytes()
    assert pictures.read_picture(str(tmp_path / "a.png")).mode == "RGB"
    (tmp_path / "b.png").write_bytes((tmp_path / "a.png").read_bytes()[:300])
    (tmp_path / "c.txt").write_text("no picture")
    for name, message in [
        ("a.jpg", "There is no picture"),
        ("b.png", "cannot be read: .*complete"),
        ("c.txt", "cannot be read: .*JPEG or PNG"),
    ]:
        with pytest.raises(SceneError, match=message):
            pictures.read_picture(tmp_path / name)
    monkeypatch.setattr(pictures, "MOST_PIXELS", 1_000)
    with pytest.raises(SceneError, match="too large: 40 × 30 pixels"):
        pictures.read_picture(tmp_path / "a.png")
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", 1_000)
    with pytest.raises(SceneError, match="too large"):
        pictures.read_picture(tmp_path / "a.png")
    with pytest.raises(SceneError, match="cannot be loaded"):
        pictures.rgb_of("http://127.0.0.1:9/nothing.png")
