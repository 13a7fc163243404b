"""What a vision-language model reads when a request shows it images."""

# transformers is only partly typed.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false

from __future__ import annotations

from typing import Any

import torch

from clamp.errors import HostError
from clamp.hosts.outcome import PlanRequest


def image_inputs(
    processor: Any, request: PlanRequest, *, name: str, device: torch.device
) -> tuple[tuple[int, ...], dict[str, Any]]:
    """Tokens and model inputs of a prompt whose last message shows the request's images.

    Args:
        processor: The model's own; ``None`` for a text-only model.
        name: Of the model, for errors.
        device: Where the model is.

    Returns:
        The tokens of the prompt, image placeholders included, and what ``generate`` takes beside them, such
        as ``pixel_values``.

    Raises:
        HostError: If the model reads no images.
    """
    if processor is None:
        raise HostError(f"{name!r} does not read images: it is a text-only model.")
    prompt = request.prompt
    messages = [{"role": "user", "content": prompt}] if isinstance(prompt, str) else prompt
    chat: list[dict[str, Any]] = [
        {**message, "content": [{"type": "text", "text": message["content"]}]} for message in messages
    ]
    shown = [{"type": "image", "image": image} for image in request.images]
    chat[-1]["content"] = shown + chat[-1]["content"]
    inputs: dict[str, Any] = dict(
        processor.apply_chat_template(
            chat, add_generation_prompt=True, tokenize=True, return_dict=True, return_tensors="pt"
        ).to(device)
    )
    tokens: list[int] = inputs.pop("input_ids")[0].tolist()
    inputs.pop("attention_mask", None)
    return tuple(tokens), inputs
