"""Tiny randomly initialised models and a tokenizer trained on the spot: nothing is downloaded."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from clamp.hosts.hf.models import LoadedModel  # noqa: E402
from clamp.hosts.hf.planner import Planner  # noqa: E402

TEXT = [
    "go(table)\npick(red_cup, table)\nplace(red_cup, shelf)\n",
    "You write plans for a robot. Actions: Format: Write one action per line. Task: Objects:",
    "a(x)\nab(xy, x)\nPick(cup_2)\n",
]
PADDING = 5
"""Logits beyond the tokenizer, as real models have them."""


@cache
def tokenizer(*more: str) -> Any:
    """A byte-level BPE tokenizer with a chat template.

    Args:
        more: What else its merges are learnt from.
    """
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
    from transformers import PreTrainedTokenizerFast

    backend = Tokenizer(models.BPE())
    backend.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    backend.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=340,
        special_tokens=["<pad>", "<eos>"],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    backend.train_from_iterator([*TEXT, *more], trainer)
    made = PreTrainedTokenizerFast(tokenizer_object=backend, eos_token="<eos>", pad_token="<pad>")
    made.chat_template = (
        "{% for m in messages %}[{{ m['role'] }}] {{ m['content'] }}\n{% endfor %}"
        "{% if add_generation_prompt %}[assistant] {% endif %}"
    )
    return made


def text_shape() -> dict[str, Any]:
    """What the configurations of all tiny models of text have in common."""
    return {
        "vocab_size": len(tokenizer()) + PADDING,
        "hidden_size": 32,
        "intermediate_size": 48,
        "num_hidden_layers": 2,
        "num_attention_heads": 4,
        "num_key_value_heads": 2,
        "max_position_embeddings": 4096,
        "initializer_range": 0.3,
        "eos_token_id": tokenizer().eos_token_id,
        "pad_token_id": tokenizer().pad_token_id,
    }


@cache
def model(kind: str = "llama") -> Any:
    """A float32 model with weights large enough that its choices differ from token to token."""
    from transformers import LlamaConfig, LlamaForCausalLM, Qwen3Config, Qwen3ForCausalLM

    torch.manual_seed(1)
    width = len(tokenizer()) + PADDING
    shape = {**text_shape(), "head_dim": 8, "bos_token_id": None}
    if kind == "llama":
        made: Any = LlamaForCausalLM(LlamaConfig(**shape))
    elif kind == "qwen3":
        made = Qwen3ForCausalLM(Qwen3Config(**shape))
    elif kind == "qwen2":
        from transformers import Qwen2Config, Qwen2ForCausalLM

        made = Qwen2ForCausalLM(Qwen2Config(**{**shape, "intermediate_size": 64}))
    elif kind == "mistral-window":
        from transformers import MistralConfig, MistralForCausalLM

        made = MistralForCausalLM(MistralConfig(**shape, sliding_window=16))
    else:
        from transformers import Qwen3VLConfig, Qwen3VLForConditionalGeneration

        text = {**shape, "rope_scaling": {"rope_type": "default", "mrope_section": [2, 1, 1]}}
        vision = {
            "depth": 1,
            "hidden_size": 16,
            "intermediate_size": 16,
            "num_heads": 2,
            "out_hidden_size": 32,
        }
        vision |= {"deepstack_visual_indexes": [0], "patch_size": 4, "num_position_embeddings": 16}
        made = Qwen3VLForConditionalGeneration(
            Qwen3VLConfig(
                text_config=text,
                vision_config=vision,
                image_token_id=width - 1,
                video_token_id=width - 2,
                vision_start_token_id=width - 3,
                vision_end_token_id=width - 4,
                eos_token_id=tokenizer().eos_token_id,
            )
        )
    return made.eval()


def planner(kind: str = "llama", **options: Any) -> Planner:
    """A planner around a tiny model."""
    return Planner(LoadedModel(model(kind), tokenizer(), f"tiny-{kind}"), **options)
