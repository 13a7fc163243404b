"""A tiny model that reads pictures, and processors that stand for a real one's."""

from __future__ import annotations

from typing import Any

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from tiny_models import model, tokenizer  # noqa: E402

from clamp.hosts.hf.models import LoadedModel  # noqa: E402
from clamp.hosts.planner import Planner  # noqa: E402


class Processor:
    """Stands for Qwen3-VL's: an image is a grid of 4 × 4 patches, merged to 4 tokens."""

    def __init__(self) -> None:
        self.chats: list[Any] = []

    def apply_chat_template(self, chat: Any, **options: Any) -> Any:
        from transformers import BatchFeature

        assert options["add_generation_prompt"]
        self.chats.append(chat)
        config, text, pixels = model("qwen3-vl").config, "", []
        for message in chat:
            for part in message["content"]:
                if part["type"] == "image":
                    pixels.append(part["image"])
                else:
                    text += part["text"]
        words = tokenizer()(text)["input_ids"]
        image = [config.vision_start_token_id, *[config.image_token_id] * 4, config.vision_end_token_id]
        ids = image * len(pixels) + words
        return BatchFeature(
            {
                "input_ids": torch.tensor([ids]),
                "attention_mask": torch.ones(1, len(ids), dtype=torch.long),
                "mm_token_type_ids": torch.tensor([[int(i == config.image_token_id) for i in ids]]),
                "pixel_values": torch.cat(pixels),
                "image_grid_thw": torch.tensor([[1, 4, 4]] * len(pixels)),
            }
        )


class Pictures(Processor):
    """Reads PIL pictures: each brightness is noise of its own."""

    def apply_chat_template(self, chat: Any, **options: Any) -> Any:
        for message in chat:
            for part in message["content"]:
                if part["type"] == "image":
                    grey = part["image"].convert("L").resize((1, 1)).getpixel((0, 0))
                    part["image"] = torch.randn(16, 96, generator=torch.Generator().manual_seed(grey)) * 9
        return super().apply_chat_template(chat, **options)


def sees(processor: Any = None) -> Planner:
    return Planner(LoadedModel(model("qwen3-vl"), tokenizer(), "tiny-vl", processor))
