"""Tiny models that read pictures, and processors that stand for a real one's."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from tiny_models import PADDING, model, text_shape, tokenizer  # noqa: E402

from clamp.hosts.hf.models import LoadedModel  # noqa: E402
from clamp.hosts.hf.planner import Planner  # noqa: E402


class Processor:
    """Stands for Qwen3-VL's: an image is a grid of 4 × 4 patches, merged to 4 tokens."""

    def __init__(self) -> None:
        self.chats: list[Any] = []

    def apply_chat_template(self, chat: Any, **options: Any) -> Any:
        from transformers import BatchFeature

        assert options["add_generation_prompt"]
        if not options["tokenize"]:
            return "".join(part.get("text", "") for message in chat for part in message["content"])
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
        for message in chat if options["tokenize"] else ():
            for part in message["content"]:
                if part["type"] == "image":
                    grey = part["image"].convert("L").resize((1, 1)).getpixel((0, 0))
                    part["image"] = torch.randn(16, 96, generator=torch.Generator().manual_seed(grey)) * 9
        return super().apply_chat_template(chat, **options)


def sees(processor: Any = None) -> Planner:
    return Planner(LoadedModel(model("qwen3-vl"), tokenizer(), "tiny-vl", processor))


@dataclass(frozen=True)
class Shown:
    """A tiny model of some family, and a prompt with one picture in its tokens.

    Attributes:
        tokens: Of the prompt, its placeholders included.
        inputs: What the model reads beside them.
        places: Which of the tokens stand for the picture.
    """

    model: Any
    tokens: tuple[int, ...]
    inputs: dict[str, Any]
    places: list[int]


@cache
def shown(kind: str) -> Shown:
    """A picture of one square of patches before twenty tokens of text."""
    import transformers

    torch.manual_seed(1)
    width = len(tokenizer()) + PADDING
    mark = width - 1
    text: dict[str, Any] = {**text_shape(), "bos_token_id": 2}
    vision: dict[str, Any] = {
        "hidden_size": 16,
        "intermediate_size": 16,
        "num_hidden_layers": 2,
        "num_attention_heads": 2,
        "image_size": 8,
        "patch_size": 4,
    }
    grid = {"depth": 1, "hidden_size": 16, "num_heads": 2, "out_hidden_size": 32, "patch_size": 4}
    rope = {"rope_type": "default", "mrope_section": [2, 1, 1], "rope_theta": 10000.0}
    noise = torch.Generator().manual_seed(0)
    pixels = torch.randn(1, 3, 8, 8, generator=noise)
    patches = torch.randn(16, 96, generator=noise)
    marks: dict[str, Any] = {"image_token_id": mark}
    count, of = 4, transformers
    made: Any
    inputs: dict[str, Any] = {"pixel_values": pixels}
    if kind in ("llava", "llava-full", "vipllava"):
        marks |= {"vision_config": of.CLIPVisionConfig(**vision), "text_config": of.LlamaConfig(**text)}
        if kind == "vipllava":
            made = of.VipLlavaForConditionalGeneration(
                of.VipLlavaConfig(**marks, vision_feature_layers=[-1, -2])
            )
        else:
            strategy = "full" if kind == "llava-full" else "default"
            count = 5 if kind == "llava-full" else 4
            made = of.LlavaForConditionalGeneration(
                of.LlavaConfig(**marks, vision_feature_select_strategy=strategy)
            )
    elif kind == "gemma3":
        window = {"sliding_window": 8, "layer_types": ["sliding_attention", "full_attention"], "head_dim": 8}
        made = of.Gemma3ForConditionalGeneration(
            of.Gemma3Config(
                vision_config=of.SiglipVisionConfig(**vision),
                text_config=of.Gemma3TextConfig(**text, **window),
                mm_tokens_per_image=4,
                **marks,
            )
        )
    elif kind == "idefics3":
        count = 1
        made = of.Idefics3ForConditionalGeneration(
            of.Idefics3Config(
                vision_config=vision, text_config=of.LlamaConfig(**text), scale_factor=2, **marks
            )
        )
        inputs = {"pixel_values": pixels[None], "pixel_attention_mask": torch.ones(1, 1, 8, 8).long()}
    elif kind == "qwen2.5-vl":
        grid |= {"intermediate_size": 16, "fullatt_block_indexes": [0], "window_size": 16}
        made = of.Qwen2_5_VLForConditionalGeneration(
            of.Qwen2_5_VLConfig(text_config={**text, "rope_parameters": rope}, vision_config=grid, **marks)
        )
        inputs = {"pixel_values": patches, "image_grid_thw": torch.tensor([[1, 4, 4]])}
    elif kind == "qwen3-vl":
        made, mark = model("qwen3-vl"), model("qwen3-vl").config.image_token_id
        inputs = {"pixel_values": patches, "image_grid_thw": torch.tensor([[1, 4, 4]])}
    elif kind == "lfm2-vl":
        layers = {key: value for key, value in text.items() if key != "bos_token_id"}
        naflex = {key: value for key, value in vision.items() if key != "image_size"} | {"num_patches": 16}
        made = of.Lfm2VlForConditionalGeneration(
            of.Lfm2VlConfig(
                vision_config=naflex,
                text_config={**layers, "layer_types": ["conv", "full_attention"]},
                projector_hidden_size=16,
                **marks,
            )
        )
        inputs = {
            "pixel_values": torch.randn(1, 20, 48, generator=noise),  # the last four are padding
            "pixel_attention_mask": torch.tensor([[1] * 16 + [0] * 4]),
            "spatial_shapes": torch.tensor([[4, 4]]),
        }
    elif kind == "mllama":
        count, mark = 1, width  # behind the tokens that it writes
        tiles = {"image_size": 8, "patch_size": 4, "max_num_tiles": 1, "supported_aspect_ratios": [[1, 1]]}
        tower = {**tiles, "hidden_size": 16, "intermediate_size": 16, "attention_heads": 2}
        tower |= {"num_hidden_layers": 1, "num_global_layers": 1, "vision_output_dim": 32}
        made = of.MllamaForConditionalGeneration(
            of.MllamaConfig(
                vision_config={**tower, "intermediate_layers_indices": [0]},
                text_config={
                    **text,
                    "cross_attention_layers": [1],
                    "rope_parameters": {"rope_type": "default", "rope_theta": 10000.0},
                },
                image_token_index=mark,
            )
        )
        for name, gate in made.named_parameters():
            if name.endswith(
                ("attn_gate", "mlp_gate")
            ):  # 0 before training: nothing of the picture would pass
                gate.data.fill_(1.0)
        inputs = {
            "pixel_values": pixels[None, None],
            "aspect_ratio_ids": torch.ones(1, 1).long(),
            "aspect_ratio_mask": torch.ones(1, 1, 1).long(),
            "cross_attention_mask": torch.ones(1, 1 + count + 20, 1, 1).long(),
        }
    elif kind == "kosmos-2":
        sizes = {"vocab_size": width, "embed_dim": 32, "layers": 2, "ffn_dim": 48, "attention_heads": 4}
        sizes |= {key: text[key] for key in ("eos_token_id", "pad_token_id", "bos_token_id")}
        made = of.Kosmos2ForConditionalGeneration(
            of.Kosmos2Config(text_config=sizes, vision_config=vision, latent_query_num=count)
        )
        inputs["image_embeds_position_mask"] = torch.tensor([[0, *[1] * count, *[0] * 20]])
    else:
        assert kind == "janus"
        codes = {"embed_dim": 4, "num_embeddings": 8, "latent_channels": 4, "base_channels": 32}
        codes |= {"channel_multiplier": [1], "num_res_blocks": 1, "double_latent": False, "num_patches": 2}
        made = of.JanusForConditionalGeneration(
            of.JanusConfig(
                text_config=of.LlamaConfig(**text),
                vision_config={**vision, "projection_dim": 32, "depth": 1},
                vq_config={**codes, "projection_dim": 32, "image_token_embed_dim": 32},
                **marks,
            )
        )
    tokens = (5, *[mark] * count, *range(40, 60))
    if "image_grid_thw" in inputs:
        inputs["mm_token_type_ids"] = torch.tensor([[int(token == mark) for token in tokens]])
    if kind == "gemma3":
        inputs["token_type_ids"] = torch.tensor([[int(token == mark) for token in tokens]])
    return Shown(made.eval(), tokens, inputs, list(range(1, 1 + count)))
