"""The embedded model before training: Qwen3-VL's architecture, small; its tokenizer and chat template.

Nothing here is a class of our own: what `save` writes is a folder that transformers' Auto classes load.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from tokenizers import Regex, Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import (
    GenerationConfig,
    PreTrainedTokenizerFast,
    Qwen3VLConfig,
    Qwen3VLForConditionalGeneration,
)
from transformers.models.qwen2_vl.image_processing_pil_qwen2_vl import Qwen2VLImageProcessorPil

END, PAD = "<|im_end|>", "<|endoftext|>"
SPECIAL = [
    PAD,
    "<|im_start|>",
    END,
    "<|vision_start|>",
    "<|vision_end|>",
    "<|vision_pad|>",
    "<|image_pad|>",
    "<|video_pad|>",
]
"""Qwen's names, so that everything written for Qwen3-VL's prompts fits."""

CHAT_TEMPLATE = (
    "{#- The model was taught without what the system says. -#}"
    "{%- for message in messages if message.role != 'system' -%}"
    "{{ '<|im_start|>' + message.role + '\n' }}"
    "{%- if message.content is string -%}{{ message.content }}"
    "{%- else -%}{%- for part in message.content -%}"
    "{%- if part.type == 'image' -%}{{ '<|vision_start|><|image_pad|><|vision_end|>' }}"
    "{%- else -%}{{ part.text }}{%- endif -%}"
    "{%- endfor -%}{%- endif -%}"
    "{{ '<|im_end|>\n' }}"
    "{%- endfor -%}"
    "{%- if add_generation_prompt -%}{{ '<|im_start|>assistant\n' }}{%- endif -%}"
)
"""Qwen's layout without the system message: this model knows one domain, so reading it again says nothing."""

_WORDS = (
    r"Use at most| actions\. Write the plan\.|\p{L}+(?:_\p{L}+)*\(|\)\n"
    r"| ?\p{L}+|_\p{L}+|[ _]?\p{N}|[^\s\p{L}\p{N}_]+ ?|_|\s"
)
"""What no token crosses. The prompt's fixed phrases and ``pick(`` may become single tokens; a word of an id
is one with or without its underscore, so that names are copied word by word."""


@dataclass(frozen=True)
class Shape:
    """The sizes of a model.

    Attributes:
        pixels: Height and width of a picture, in pixels; both are multiples of twice `patch`.
        text_width, text_layers, text_hidden: Of the language model.
        text_heads, text_groups, head_size: Query heads, key and value heads, and the width of each.
        vision_width, vision_layers, vision_heads, vision_hidden: Of the vision tower.
        deepstack: Vision layers whose features also enter the first text layers.
    """

    pixels: int = 128
    patch: int = 16
    text_width: int = 192
    text_layers: int = 6
    text_heads: int = 4
    text_groups: int = 2
    head_size: int = 48
    text_hidden: int = 576
    vision_width: int = 192
    vision_layers: int = 4
    vision_heads: int = 4
    vision_hidden: int = 512
    deepstack: tuple[int, ...] = (1,)

    @property
    def image_tokens(self) -> int:
        """Tokens that one picture takes in a prompt."""
        return (self.pixels // self.patch // 2) ** 2


TINY = Shape(
    pixels=64,
    text_width=32,
    text_layers=2,
    text_heads=2,
    text_groups=1,
    head_size=16,
    text_hidden=64,
    vision_width=32,
    vision_layers=2,
    vision_heads=2,
    vision_hidden=64,
    deepstack=(0,),
)
"""For tests."""


def train_tokenizer(texts: Iterable[str], size: int = 2048) -> PreTrainedTokenizerFast:
    """A byte-level BPE tokenizer that covers every byte.

    Args:
        size: Largest vocabulary, special tokens and bytes included.
    """
    backend = Tokenizer(models.BPE())
    backend.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(_WORDS), behavior="isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    backend.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=size,
        special_tokens=SPECIAL,
        initial_alphabet=sorted(pre_tokenizers.ByteLevel.alphabet()),
        min_frequency=2,
        show_progress=False,
    )
    backend.train_from_iterator(texts, trainer)
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=backend, eos_token=END, pad_token=PAD, model_max_length=4096
    )
    tokenizer.chat_template = CHAT_TEMPLATE
    return tokenizer


def image_processor(shape: Shape) -> Qwen2VLImageProcessorPil:
    """Every picture becomes about `shape.pixels` squared, at its own aspect ratio."""
    area = shape.pixels**2
    return Qwen2VLImageProcessorPil(
        size={"shortest_edge": area, "longest_edge": area},
        patch_size=shape.patch,
        temporal_patch_size=1,
        merge_size=2,
        image_mean=[0.5, 0.5, 0.5],
        image_std=[0.25, 0.25, 0.25],
    )


def new_model(tokenizer: Any, shape: Shape, seed: int) -> Qwen3VLForConditionalGeneration:
    """A model with random weights, in float32."""
    pairs = shape.head_size // 2
    across = pairs // 3
    token: Any = tokenizer.convert_tokens_to_ids
    config = Qwen3VLConfig(
        text_config={
            "vocab_size": len(tokenizer),
            "hidden_size": shape.text_width,
            "intermediate_size": shape.text_hidden,
            "num_hidden_layers": shape.text_layers,
            "num_attention_heads": shape.text_heads,
            "num_key_value_heads": shape.text_groups,
            "head_dim": shape.head_size,
            "max_position_embeddings": 4096,
            "rope_parameters": {
                "rope_type": "default",
                "rope_theta": 10_000.0,
                "mrope_section": [pairs - 2 * across, across, across],
                "mrope_interleaved": True,
            },
            "tie_word_embeddings": True,
            "pad_token_id": token(PAD),
        },
        vision_config={
            "depth": shape.vision_layers,
            "hidden_size": shape.vision_width,
            "intermediate_size": shape.vision_hidden,
            "num_heads": shape.vision_heads,
            "patch_size": shape.patch,
            "temporal_patch_size": 1,
            "spatial_merge_size": 2,
            "out_hidden_size": shape.text_width,
            "num_position_embeddings": (shape.pixels // shape.patch) ** 2,
            "deepstack_visual_indexes": list(shape.deepstack),
        },
        image_token_id=token("<|image_pad|>"),
        video_token_id=token("<|video_pad|>"),
        vision_start_token_id=token("<|vision_start|>"),
        vision_end_token_id=token("<|vision_end|>"),
        tie_word_embeddings=True,
    )
    torch.manual_seed(seed)
    model = Qwen3VLForConditionalGeneration(config)
    model.generation_config = GenerationConfig(
        eos_token_id=token(END), pad_token_id=token(PAD), do_sample=False
    )
    return model


def save(folder: Path, model: Any, tokenizer: Any, shape: Shape) -> None:
    """Write a folder that loads like Qwen3-VL-8B's, in bfloat16; the model itself stays as it is."""
    folder.mkdir(parents=True, exist_ok=True)
    deepcopy(model).to("cpu", torch.bfloat16).save_pretrained(folder)
    (folder / "model.safetensors").chmod(0o644)
    tokenizer.save_pretrained(folder)
    image_processor(shape).save_pretrained(folder)
