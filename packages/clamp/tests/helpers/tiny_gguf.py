"""The tiny model of `tiny_models` as a GGUF file in float32: what llama.cpp runs is what transformers runs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

gguf: Any = pytest.importorskip("gguf")

from tiny_models import model, tokenizer  # noqa: E402


def _turned(weights: np.ndarray, heads: int) -> np.ndarray:
    """Rows of queries and keys in the order in which llama.cpp rotates them."""
    return weights.reshape(heads, 2, -1, weights.shape[1]).swapaxes(1, 2).reshape(weights.shape)


def write_gguf(path: Path, *, chat_template: str | None = None) -> Path:
    """Write the tiny llama with its tokenizer.

    Args:
        chat_template: The tokenizer's own by default; empty for none.
    """
    made, cut = model("llama"), tokenizer()
    config = made.config
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_context_length(config.max_position_embeddings)
    writer.add_embedding_length(config.hidden_size)
    writer.add_block_count(config.num_hidden_layers)
    writer.add_feed_forward_length(config.intermediate_size)
    writer.add_head_count(config.num_attention_heads)
    writer.add_head_count_kv(config.num_key_value_heads)
    writer.add_key_length(config.head_dim)
    writer.add_value_length(config.head_dim)
    writer.add_rope_dimension_count(config.head_dim)
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
    names = {
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
    others = {
        "model.embed_tokens.weight": "token_embd.weight",
        "model.norm.weight": "output_norm.weight",
        "lm_head.weight": "output.weight",
    }
    for name, tensor in made.state_dict().items():
        weights = tensor.float().numpy()
        if name in others:
            writer.add_tensor(others[name], np.ascontiguousarray(weights))
            continue
        _, _, layer, part = name.removesuffix(".weight").split(".", 3)
        if part.endswith("q_proj"):
            weights = _turned(weights, config.num_attention_heads)
        elif part.endswith("k_proj"):
            weights = _turned(weights, config.num_key_value_heads)
        writer.add_tensor(f"blk.{layer}.{names[part]}.weight", np.ascontiguousarray(weights))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path
