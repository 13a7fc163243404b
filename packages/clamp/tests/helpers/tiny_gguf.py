"""Tiny models of transformers as GGUF files in float32: what llama.cpp runs is what transformers runs.

One that reads text (the llama of `tiny_models`), and two that read pictures, which llama.cpp keeps in two files, the
second called mmproj: Qwen2-VL's shape, whose positions have rows and columns, and Idefics3's, which reads tiles.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

gguf: Any = pytest.importorskip("gguf")

from tiny_models import PADDING, model, text_shape, tokenizer  # noqa: E402

PATCH = 4
"""Pixels of a patch's side; the models read two by two patches as one token."""
TILE = 32
TILE_TOKENS = ("<fake_token_around_image>", "<global-img>", "\u010a\u010a")
"""What llama.cpp writes between tiles, besides text; the last is two line breaks."""

_LAYER = {
    "self_attn.q_proj": "attn_q",
    "self_attn.k_proj": "attn_k",
    "self_attn.v_proj": "attn_v",
    "self_attn.o_proj": "attn_output",
    "mlp.gate_proj": "ffn_gate",
    "mlp.up_proj": "ffn_up",
    "mlp.down_proj": "ffn_down",
    "input_layernorm": "attn_norm",
    "post_attention_layernorm": "ffn_norm",
}
_OTHERS = {"embed_tokens": "token_embd", "norm": "output_norm"}
_VISION_LAYER = {
    "attn.proj": "attn_out",
    "mlp.fc1": "ffn_up",
    "mlp.fc2": "ffn_down",
    "norm1": "ln1",
    "norm2": "ln2",
    "self_attn.q_proj": "attn_q",
    "self_attn.k_proj": "attn_k",
    "self_attn.v_proj": "attn_v",
    "self_attn.out_proj": "attn_out",
    "layer_norm1": "ln1",
    "layer_norm2": "ln2",
}
_VISION_OTHERS = {
    "merger.ln_q": "v.post_ln",
    "merger.mlp.0": "mm.0",
    "merger.mlp.2": "mm.2",
    "embeddings.patch_embedding": "v.patch_embd",
    "embeddings.position_embedding": "v.position_embd",
    "post_layernorm": "v.post_ln",
}


def _turned(weights: np.ndarray, heads: int) -> np.ndarray:
    """Rows of queries and keys in the order in which llama.cpp rotates them."""
    return weights.reshape(heads, 2, -1, weights.shape[1]).swapaxes(1, 2).reshape(weights.shape)


def write_gguf(
    path: Path, *, chat_template: str | None = None, made: Any = None, more: Sequence[str] = ()
) -> Path:
    """Write a tiny model of text with its tokenizer.

    Args:
        chat_template: The tokenizer's own by default; empty for none.
        made: The model: the tiny llama by default, or `seer`, or `tiler`.
        more: Tokens in place of the padding.
    """
    made, cut = made or model("llama"), tokenizer()
    config, sees = made.config.get_text_config(), hasattr(made.model, "visual")
    size = config.hidden_size // config.num_attention_heads
    writer = gguf.GGUFWriter(path, "qwen2vl" if sees else "llama")
    if sees:
        writer.add_rope_dimension_sections([*config.rope_parameters["mrope_section"], 0])
    writer.add_context_length(config.max_position_embeddings)
    writer.add_embedding_length(config.hidden_size)
    writer.add_block_count(config.num_hidden_layers)
    writer.add_feed_forward_length(config.intermediate_size)
    writer.add_head_count(config.num_attention_heads)
    writer.add_head_count_kv(config.num_key_value_heads)
    writer.add_key_length(size)
    writer.add_value_length(size)
    writer.add_rope_dimension_count(size)
    writer.add_rope_freq_base(float(config.rope_parameters["rope_theta"]))
    writer.add_layer_norm_rms_eps(config.rms_norm_eps)
    writer.add_vocab_size(config.vocab_size)
    read = json.loads(cut.backend_tokenizer.to_str())
    texts = {index: token for token, index in cut.get_vocab().items()}
    tokens = [texts.get(index, f"[PAD{index}]") for index in range(config.vocab_size)]
    special = set(cut.all_special_ids)
    kinds = [
        gguf.TokenType.CONTROL
        if index in special
        else gguf.TokenType.NORMAL
        if index in texts
        else gguf.TokenType.UNUSED
        for index in range(config.vocab_size)
    ]
    for index, token in enumerate(more, len(texts)):
        tokens[index] = token
        kinds[index] = gguf.TokenType.CONTROL if token.startswith("<") else gguf.TokenType.NORMAL
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("gpt-2")
    writer.add_token_list(tokens)
    writer.add_token_types(kinds)
    merges = read["model"]["merges"]
    writer.add_token_merges([one if isinstance(one, str) else " ".join(one) for one in merges])
    writer.add_eos_token_id(cut.eos_token_id)
    writer.add_pad_token_id(cut.pad_token_id)
    writer.add_add_bos_token(False)
    template = cut.chat_template if chat_template is None else chat_template
    if template:
        writer.add_chat_template(template)
    inside = getattr(made.model, "language_model" if sees else "text_model", made.model)
    for name, tensor in inside.state_dict().items():
        weights = tensor.float().numpy()
        name, kind = name.rsplit(".", 1)
        if name in _OTHERS:
            writer.add_tensor(f"{_OTHERS[name]}.{kind}", np.ascontiguousarray(weights))
            continue
        _, layer, part = name.split(".", 2)
        if not sees and part.endswith("q_proj"):
            weights = _turned(weights, config.num_attention_heads)
        elif not sees and part.endswith("k_proj"):
            weights = _turned(weights, config.num_key_value_heads)
        writer.add_tensor(f"blk.{layer}.{_LAYER[part]}.{kind}", np.ascontiguousarray(weights))
    writer.add_tensor("output.weight", made.lm_head.weight.detach().float().numpy())
    return _written(writer, path)


def _written(writer: Any, path: Path) -> Path:
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


# ------------------------------------------------------------------ pictures


@cache
def seer(width: int = 32) -> Any:
    """A tiny Qwen2-VL of random weights, in float32.

    Args:
        width: Of what the language model reads.
    """
    import torch
    import transformers

    torch.manual_seed(3)
    rope = {"rope_type": "default", "mrope_section": [2, 1, 1], "rope_theta": 10000.0}
    text = {**text_shape(), "hidden_size": width, "num_attention_heads": width // 8, "bos_token_id": None}
    vision = {"depth": 2, "embed_dim": 16, "hidden_size": width, "num_heads": 2, "mlp_ratio": 2}
    made = transformers.Qwen2VLForConditionalGeneration(
        transformers.Qwen2VLConfig(
            text_config={**text, "rope_parameters": rope},
            vision_config={**vision, "patch_size": PATCH, "initializer_range": 0.3},
            image_token_id=len(tokenizer()) + PADDING - 1,
        )
    )
    with torch.no_grad():  # else so small that all pictures look alike
        for tensor in made.model.visual.parameters():
            if tensor.ndim > 1:
                tensor.normal_(0, 0.3)
        # Those of padding are zeros, of which llama.cpp makes NaN.
        made.model.language_model.embed_tokens.weight.normal_(0, 0.3)
    return made.eval()


@cache
def tiler() -> Any:
    """A tiny Idefics3 of random weights, in float32; its tiles have `TILE` pixels a side."""
    import torch
    import transformers

    torch.manual_seed(5)
    vision = {"hidden_size": 16, "intermediate_size": 24, "num_hidden_layers": 2, "num_attention_heads": 2}
    made = transformers.Idefics3ForConditionalGeneration(
        transformers.Idefics3Config(
            vision_config={**vision, "image_size": TILE, "patch_size": PATCH},
            text_config=transformers.LlamaConfig(**text_shape(), head_dim=8, bos_token_id=None),
            scale_factor=2,
            image_token_id=len(tokenizer()) + PADDING - 1,
        )
    )
    with torch.no_grad():
        for tensor in (*made.model.vision_model.parameters(), *made.model.connector.parameters()):
            if tensor.ndim > 1:
                tensor.normal_(0, 0.3)
    return made.eval()


def write_mmproj(path: Path, *, made: Any = None) -> Path:
    """Write the part of `seer`, or of `tiler`, that reads pictures."""
    made = made or seer()
    config, tiles = made.config.vision_config, hasattr(made.model, "connector")
    writer = gguf.GGUFWriter(path, "clip")
    writer.add_bool("clip.has_vision_encoder", True)
    writer.add_string("clip.projector_type", "idefics3" if tiles else "qwen2vl_merger")
    sizes = {"projection_dim": made.config.text_config.hidden_size, "patch_size": PATCH}
    if tiles:
        writer.add_bool("clip.use_gelu", True)
        sizes |= {
            "embedding_length": config.hidden_size,
            "feed_forward_length": config.intermediate_size,
            "block_count": config.num_hidden_layers,
            "attention.head_count": config.num_attention_heads,
            "image_size": TILE,
            "preproc_image_size": 2 * TILE,
            "projector.scale_factor": made.config.scale_factor,
        }
        weights = made.model.connector.modality_projection.proj.weight.detach().numpy()
        writer.add_tensor("mm.model.fc.weight", weights)
    else:
        sizes |= {
            "embedding_length": config.embed_dim,
            "feed_forward_length": config.embed_dim * config.mlp_ratio,
            "block_count": config.depth,
            "attention.head_count": config.num_heads,
            "image_size": 16 * PATCH,
        }
    for name, value in sizes.items():
        writer.add_uint32(f"clip.vision.{name}", value)
    writer.add_float32("clip.vision.attention.layer_norm_epsilon", 1e-6)
    writer.add_array("clip.vision.image_mean", [0.5, 0.5, 0.5])
    writer.add_array("clip.vision.image_std", [0.5, 0.5, 0.5])
    for name, tensor in (made.model.vision_model if tiles else made.model.visual).state_dict().items():
        weights = tensor.float().numpy()
        name, kind = name.rsplit(".", 1)
        if name == "patch_embed.proj":  # one kernel for each of two frames
            for frame, suffix in enumerate(("", ".1")):
                writer.add_tensor(f"v.patch_embd.weight{suffix}", np.ascontiguousarray(weights[:, :, frame]))
            continue
        if name in _VISION_OTHERS:
            writer.add_tensor(f"{_VISION_OTHERS[name]}.{kind}", np.ascontiguousarray(weights))
            continue
        found = re.search(r"\.(\d+)\.(.+)", name)
        assert found is not None
        layer, part = found.groups()
        if part == "attn.qkv":
            for one, third in zip("qkv", np.split(weights, 3), strict=True):
                writer.add_tensor(f"v.blk.{layer}.attn_{one}.{kind}", np.ascontiguousarray(third))
        else:
            writer.add_tensor(f"v.blk.{layer}.{_VISION_LAYER[part]}.{kind}", np.ascontiguousarray(weights))
    return _written(writer, path)
