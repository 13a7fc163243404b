"""The vision tower over a batch of pictures of one size: the same numbers, without a loop over pictures."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor
from torch.nn import functional
from transformers.models.qwen3_vl.modeling_qwen3_vl import (
    BaseModelOutputWithDeepstackFeatures,
    apply_rotary_pos_emb_vision,
)
from transformers.vision_utils import (
    get_vision_interpolation_indices_and_weights,
    get_vision_position_ids,
)

PIXEL_MEAN, PIXEL_STD = 0.5, 0.25


def to_patches(pictures: Tensor, patch: int) -> Tensor:
    """Patches as `Qwen2VLImageProcessorPil` makes them (merge size 2, one frame).

    Args:
        pictures: uint8, shape [N, pixels, pixels, 3], already of the model's size.

    Returns:
        Shape [N, patches, 3 · patch²], normalised.
    """
    count, height, width, _ = pictures.shape
    values = (pictures.float() / 255 - PIXEL_MEAN) / PIXEL_STD
    blocks = values.reshape(count, height // patch // 2, 2, patch, width // patch // 2, 2, patch, 3)
    return blocks.permute(0, 1, 4, 2, 5, 7, 3, 6).reshape(count, -1, 3 * patch * patch)


def encode(visual: Any, patches: Tensor) -> BaseModelOutputWithDeepstackFeatures:
    """What ``visual`` (Qwen3-VL's vision tower) gives for square pictures of one size, in one batch.

    Args:
        patches: Shape [N, patches a picture, values a patch].

    Returns:
        As `Qwen3VLModel.get_image_features`, its features split by picture.
    """
    count, length, _ = patches.shape
    side = int(length**0.5)
    grid = torch.tensor([[1, side, side]], device=patches.device)
    taps, weights = get_vision_interpolation_indices_and_weights(
        grid,
        num_grid_per_side=visual.num_grid_per_side,
        mode=visual.interpolation_mode,
        align_corners=visual.interpolation_align_corners,
        spatial_merge_size=visual.spatial_merge_size,
    )
    places = (visual.pos_embed(taps) * weights[:, :, None]).sum(1)
    projection = visual.patch_embed.proj
    hidden = functional.linear(patches, projection.weight.flatten(1), projection.bias) + places
    cos, sin = visual.rotary_pos_emb(hidden, get_vision_position_ids(grid, visual.spatial_merge_size))
    deep: list[tuple[Tensor, ...]] = []
    for index, block in enumerate(visual.blocks):
        attention = block.attn
        query, key, value = (
            attention.qkv(block.norm1(hidden))
            .reshape(count, length, 3, attention.num_heads, -1)
            .permute(2, 0, 1, 3, 4)
            .unbind(0)
        )
        query, key = apply_rotary_pos_emb_vision(query, key, cos, sin)
        seen = functional.scaled_dot_product_attention(
            query.transpose(1, 2), key.transpose(1, 2), value.transpose(1, 2)
        )
        hidden = hidden + attention.proj(seen.transpose(1, 2).reshape(count, length, -1))
        hidden = hidden + block.mlp(block.norm2(hidden))
        if index in visual.deepstack_visual_indexes:
            merger = visual.deepstack_merger_list[visual.deepstack_visual_indexes.index(index)]
            deep.append(merger(hidden.flatten(0, 1)).chunk(count))
    return BaseModelOutputWithDeepstackFeatures(
        last_hidden_state=hidden.flatten(0, 1),
        pooler_output=visual.merger(hidden.flatten(0, 1)).chunk(count),
        deepstack_features=deep,
    )
