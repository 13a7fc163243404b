"""The adapter with which a transformers model reads sentences as it was trained to: a low-rank change of its weights.

The weights themselves stay as they are: what the adapter adds to a layer's output is added in the threads that ask for
it, and in no others, so that plans are written by the frozen model while sentences are read.
"""

# torch and gguf are only partly typed.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from importlib import import_module
from pathlib import Path
from typing import Any

import torch
from torch.nn import functional

_MODULES = {
    "attn_q": "self_attn.q_proj",
    "attn_k": "self_attn.k_proj",
    "attn_v": "self_attn.v_proj",
    "attn_output": "self_attn.o_proj",
    "ffn_gate": "mlp.gate_proj",
    "ffn_up": "mlp.up_proj",
    "ffn_down": "mlp.down_proj",
}
"""What llama.cpp calls the linear layers of a block, and what transformers does."""
_CLOSE = 0.02
"""So far may the last norm of a model be from the adapter's own: bfloat16 rounds it."""


_APPLIED: ContextVar[object] = ContextVar("adapter", default=None)
"""Which adapter this thread has asked for, if any; others may be in use by others at the same time."""


class Adapter:
    """An adapter from a GGUF file, fitted to a model."""

    def __init__(self, model: Any, path: Path) -> None:
        gguf = import_module("gguf")
        file = gguf.GGUFReader(path)
        alpha = float(_number(file, "adapter.lora.alpha"))
        found = {one.name: torch.tensor(gguf.dequantize(one.data, one.tensor_type)) for one in file.tensors}
        config = model.config
        heads = {"attn_q": config.num_attention_heads, "attn_k": config.num_key_value_heads}
        self._changes: list[tuple[Any, torch.Tensor, torch.Tensor]] = []
        for number, block in enumerate(model.model.layers):
            for called, place in _MODULES.items():
                linear = block.get_submodule(place)
                like = {"device": linear.weight.device, "dtype": linear.weight.dtype}
                down, up = (found[f"blk.{number}.{called}.weight.lora_{one}"] for one in "ab")
                if config.model_type == "llama" and called in heads:
                    # Of each head, llama.cpp has the rows that are turned together side by side, for this kind alone;
                    # transformers has the first ones of all pairs, then the second ones.
                    up = up.reshape(heads[called], -1, 2, up.shape[1]).transpose(1, 2).reshape(up.shape)
                # LoRA's scale is alpha over the rank.
                self._changes.append((linear, down.to(**like), (up * (alpha / len(down))).to(**like)))

    @contextmanager
    def applied(self) -> Generator[None]:
        """Within it, and in this thread, the model is as it was trained."""
        mine = object()

        def hook(down: torch.Tensor, up: torch.Tensor) -> Any:
            def changed(_: Any, given: tuple[Any, ...], out: torch.Tensor) -> torch.Tensor | None:
                if _APPLIED.get() is not mine:
                    return None
                return out + functional.linear(functional.linear(given[0], down), up)

            return changed

        token = _APPLIED.set(mine)
        with ExitStack() as hooks:
            for linear, down, up in self._changes:
                hooks.callback(linear.register_forward_hook(hook(down, up)).remove)
            try:
                yield
            finally:
                _APPLIED.reset(token)


def _number(file: Any, key: str) -> Any:
    return file.fields[key].parts[-1][0]


def fits(model: Any, path: Path) -> bool:
    """Whether the adapter of a file was trained on this model: its kind, its shape and its last norm tell."""
    gguf = import_module("gguf")
    file = gguf.GGUFReader(path)
    config = model.config
    kind, field = file.fields["general.architecture"], file.fields["clamp.base_norm"]
    widths = {one.name: int(one.shape[0]) for one in file.tensors}
    blocks = sum(name.endswith(".attn_q.weight.lora_a") for name in widths)
    if (config.model_type, getattr(config, "hidden_size", 0), getattr(config, "num_hidden_layers", 0)) != (
        bytes(kind.parts[-1]).decode(),
        widths.get("blk.0.attn_q.weight.lora_a"),
        blocks,
    ):
        return False
    norm = torch.tensor([float(field.parts[place][0]) for place in field.data])
    mine = model.model.norm.weight[: len(norm)].detach().float().cpu()
    return bool(torch.allclose(mine, norm, rtol=_CLOSE))
