"""Pictures for a vision-language model: fetched, checked, and turned into the inputs that its family expects."""

# transformers is only partly typed.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from inspect import signature
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
import torch
from numpy.typing import NDArray
from transformers import AutoImageProcessor, AutoProcessor, BatchFeature
from transformers.utils.hub import cached_file

from clamp.errors import HostError, PromptError
from clamp.hosts.jobs import PlanRequest
from clamp.perception.pictures import rgb_of
from clamp.request.prompts import Chat, Message, fitted, forms_of, in_parts

QWEN_LAYOUT = frozenset({"qwen2_vl", "qwen2_5_vl", "qwen3_vl", "qwen3_vl_moe", "qwen3_5", "qwen3_5_moe"})
"""Model types whose prompts hold ``<|image_pad|>`` once for each merged patch of a picture."""

_AS_TENSORS = frozenset({"tokenize", "return_dict", "return_tensors"})
"""Options of a processor that say in which form the prompt is returned; `QwenProcessor` knows one."""

IMAGE_TOKEN = "<|image_pad|>"

_LOADING_ERRORS = (OSError, ValueError, KeyError, ImportError, RuntimeError, TypeError, AttributeError)


class QwenProcessor:
    """The image processor and the tokenizer of a Qwen-VL model, put together for pictures alone.

    transformers' own ``Qwen3VLProcessor`` also holds a processor for videos, which cannot be loaded without
    torchvision. The sequence is the same: the chat template writes a placeholder for each picture, and the
    placeholder is repeated once for each of the picture's merged patches.

    Args:
        image_processor: Such as ``Qwen2VLImageProcessorPil``.
        tokenizer: Of the model.
        chat_template: By default the tokenizer's.

    Raises:
        HostError: If there is no chat template, or the tokenizer has no placeholder for pictures.
    """

    def __init__(self, image_processor: Any, tokenizer: Any, chat_template: str | None = None):
        self.image_processor = image_processor
        self.tokenizer = tokenizer
        self.chat_template: str | None = chat_template or getattr(tokenizer, "chat_template", None)
        if not self.chat_template:
            raise HostError(
                "the model has no chat template, so there is no place for a picture in its prompt"
            )
        self.image_token_id: int | None = tokenizer.convert_tokens_to_ids(IMAGE_TOKEN)
        if self.image_token_id is None or self.image_token_id == tokenizer.unk_token_id:
            raise HostError(f"the model's tokenizer has no token {IMAGE_TOKEN!r}")

    def apply_chat_template(self, chat: Sequence[Mapping[str, Any]], **options: Any) -> BatchFeature | str:
        """What the model reads: a chat whose contents are lists of text parts and image parts.

        Args:
            chat: Messages; an image part is ``{"type": "image", "image": picture}``.
            options: Of transformers' processors; a prompt is returned as tensors, or as text with
                ``tokenize=False``.

        Raises:
            HostError: If the prompt's placeholders are not as many as its pictures.
        """
        text: str = self.tokenizer.apply_chat_template(
            list(chat),
            chat_template=self.chat_template,
            tokenize=False,
            **{"add_generation_prompt": False, **{k: v for k, v in options.items() if k not in _AS_TENSORS}},
        )
        if not options.get("tokenize", True):
            return text
        parts = [part for message in chat for part in message["content"] if isinstance(part, Mapping)]
        pictures = [part["image"] for part in parts if part["type"] == "image"]
        pixels: Any = self.image_processor(images=pictures, return_tensors="pt")
        merged = int(self.image_processor.merge_size) ** 2
        counts = [int(grid.prod()) // merged for grid in pixels["image_grid_thw"]]
        pieces = text.split(IMAGE_TOKEN)
        if len(pieces) - 1 != len(counts):
            raise HostError(
                f"The prompt has {len(pieces) - 1} placeholders {IMAGE_TOKEN!r} for {len(counts)} pictures. "
                "Does the instruction contain one, or does the model's chat template leave pictures out?"
            )
        repeated = pieces[0] + "".join(
            IMAGE_TOKEN * count + piece for count, piece in zip(counts, pieces[1:], strict=True)
        )
        # A chat template writes the special tokens itself.
        encoded: Any = self.tokenizer(repeated, add_special_tokens=False, return_tensors="pt")
        tokens: torch.Tensor = encoded["input_ids"]
        return BatchFeature(
            {
                "input_ids": tokens,
                "attention_mask": encoded["attention_mask"],
                "mm_token_type_ids": (tokens == self.image_token_id).int(),
                **pixels,
            }
        )


class NoProcessor:
    """Stands for the processor of a vision-language model that has none: it says why when it is needed."""

    def __init__(self, reason: str):
        self.reason = reason

    def apply_chat_template(self, chat: Any, **options: Any) -> NoReturn:
        """Raises:
        HostError: Always.
        """
        raise HostError(f"The model cannot be shown images: {self.reason}.")


def load_processor(folder: str, config: Any, tokenizer: Any) -> Any:
    """What turns images and a chat into a model's inputs.

    Args:
        folder: Of the model, or its Hugging Face name.
        config: Its configuration.
        tokenizer: Its tokenizer.

    Returns:
        A `QwenProcessor` for models with Qwen-VL's layout, transformers' own for others, and a `NoProcessor`
        where neither can be had (such a model still plans from text).
    """
    try:
        if getattr(config, "model_type", None) in QWEN_LAYOUT:
            return QwenProcessor(
                AutoImageProcessor.from_pretrained(folder, trust_remote_code=False),
                tokenizer,
                _processor_template(folder),
            )
        return AutoProcessor.from_pretrained(folder, trust_remote_code=False)
    except (*_LOADING_ERRORS, HostError) as error:
        reason = str(error).strip() or type(error).__name__
        return NoProcessor(reason.splitlines()[0].rstrip("."))


def _processor_template(folder: str) -> str | None:
    """The chat template of a processor, which wins over the tokenizer's; ``None`` if there is none."""
    path = cached_file(
        folder,
        "chat_template.json",
        _raise_exceptions_for_missing_entries=False,
        _raise_exceptions_for_connection_errors=False,
    )
    return None if path is None else json.loads(Path(path).read_text("utf-8"))["chat_template"]


def picture_chat(processor: Any, request: PlanRequest, *, name: str) -> tuple[Chat, dict[str, Any], str]:
    """A prompt whose last message shows the request's pictures.

    Args:
        processor: The model's own; ``None`` for a text-only model.
        name: Of the model, for errors.

    Returns:
        The chat, its pictures in RGB; what the chat template is told; and the prompt as text, a placeholder a picture.

    Raises:
        HostError: If the model reads no images.
        SceneError: If a picture's file cannot be read.
    """
    if processor is None:
        raise HostError(f"{name!r} does not read images: it is a text-only model.")
    prompt = request.prompt
    messages = [{"role": "user", "content": prompt}] if isinstance(prompt, str) else prompt
    shown = [{"type": "image", "image": rgb_of(image)} for image in request.images]
    told: dict[str, Any] = {"add_generation_prompt": True, **(request.chat_template_kwargs or {})}

    def written(chat: Chat) -> str:
        return processor.apply_chat_template(chat, **{**told, "tokenize": False})

    chat, text = fitted(_with_pictures(messages, shown, processor), written, repr(name))
    return chat, told, text


def pictures_of(chat: Chat) -> list[Any]:
    """The pictures that a chat shows, in their order."""
    return [part["image"] for one in chat for part in one["content"] if part["type"] == "image"]


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
        SceneError: If a picture's file cannot be read.
    """
    chat, told, _ = picture_chat(processor, request, name=name)
    try:
        read = processor.apply_chat_template(
            chat, **{**told, "tokenize": True, "return_dict": True, "return_tensors": "pt"}
        )
    except (ValueError, RuntimeError, TypeError, IndexError, ZeroDivisionError) as error:
        raise unreadable_pictures(name, pictures_of(chat), error) from error
    inputs: dict[str, Any] = dict(read.to(device))
    tokens: list[int] = inputs.pop("input_ids")[0].tolist()
    inputs.pop("attention_mask", None)
    return tuple(tokens), inputs


def unreadable_pictures(name: str, shown: Sequence[Any], error: Exception) -> PromptError:
    """Says that a model's processor does not take pictures."""
    sizes = ", ".join(str(getattr(one, "size", "?")) for one in shown)
    return PromptError(
        f"The processor of {name!r} cannot read the pictures (sizes: {sizes}): {error}. Is one of them "
        "too small, or of a kind that the model does not know?"
    )


def _with_pictures(
    messages: Sequence[Message], shown: Sequence[dict[str, Any]], processor: Any
) -> Iterator[Chat]:
    """A chat in the ways in which templates take chats with pictures, which its last message shows."""
    for form in forms_of(messages, getattr(processor, "chat_template", None)):
        chat = in_parts(form)
        chat[-1]["content"] = [*shown, *chat[-1]["content"]]
        yield chat
        # Some templates take parts from the user only.
        if any(one["role"] != "user" for one in form):
            yield [new if new["role"] == "user" else old for old, new in zip(form, chat, strict=True)]


@torch.inference_mode()
def picture_context(
    model: Any, tokens: Sequence[int], inputs: Mapping[str, Any], name: str
) -> NDArray[np.float64]:
    """What a model makes of pictures, in one vector of shape [d].

    Where the model has a vision encoder that can be asked by itself (`get_image_features`): the mean of its last layer
    over the patches from which the language model's image tokens are made. Otherwise the mean of the language
    model's last hidden layer over the tokens that stand for the pictures.

    Args:
        tokens: Of the prompt, as `image_inputs` gives them.
        inputs: What it gives beside them.
        name: Of the model, for errors.

    Raises:
        HostError: If the model has neither, or cannot read the pictures.
    """
    encodes = hasattr(model, "get_image_features") and "pixel_values" in inputs
    places = [] if encodes else _image_places(model, tokens, inputs, name)
    try:
        rows = _patches(model, inputs) if encodes else _hidden(model, tokens, inputs)[places]
        return rows.double().mean(dim=0).cpu().numpy()
    except MemoryError:
        raise
    except Exception as error:  # Models raise anything.
        reason = (str(error).strip() or type(error).__name__).splitlines()[0].rstrip(".")
        raise HostError(
            f"{name!r} cannot tell what the pictures show, on which its HMM depends: {reason}. Use its text "
            "HMM instead."
        ) from error


def _patches(model: Any, inputs: Mapping[str, Any]) -> torch.Tensor:
    """A row for each patch that the language model is given."""
    # Some methods hand on what they are given; the one of the model inside says by name what it takes.
    owners = (model, getattr(model, "base_model", model))
    methods = [owner.get_image_features for owner in owners if hasattr(owner, "get_image_features")]
    taken = {name for method in methods for name in signature(method).parameters}
    found: Any = model.get_image_features(**{key: inputs[key] for key in inputs if key in taken})
    given: Any = getattr(found, "pooler_output", None)
    layer: Any = getattr(found, "last_hidden_state", found)
    if isinstance(layer, torch.Tensor) and layer.ndim == 3:
        seen = inputs.get("pixel_attention_mask")
        if seen is not None and seen.shape == layer.shape[:2]:
            return layer[seen.bool()]
        layer = layer[:, 1:] if _drops_first(model, layer, given) else layer
    elif given is not None and (layer is None or layer.ndim > 3):  # maps of channels are no patches
        layer = given
    pieces: list[torch.Tensor] = list(layer) if isinstance(layer, tuple | list) else [layer]
    return torch.cat([piece.reshape(-1, piece.shape[-1]) for piece in pieces])


def _drops_first(model: Any, layer: torch.Tensor, given: Any) -> bool:
    """Whether the language model is not given the first row of each picture, an encoder's class token."""
    strategy = getattr(model.config, "vision_feature_select_strategy", None)
    if strategy is not None:
        return strategy == "default"
    return given is not None and all(one.ndim == 2 and len(one) == layer.shape[1] - 1 for one in given)


def _image_places(model: Any, tokens: Sequence[int], inputs: Mapping[str, Any], name: str) -> list[int]:
    """Where in the prompt tokens stand for pictures.

    Raises:
        HostError: If none does, or the model has no such tokens.
    """
    mask = inputs.get("image_embeds_position_mask")
    marks = {getattr(model.config, key, None) for key in ("image_token_id", "image_token_index")} - {None}
    if mask is None and not marks:
        raise HostError(
            f"{name!r} has neither a vision encoder that can be asked by itself (`get_image_features`) nor tokens that "
            "stand for pictures, and an HMM that depends on pictures needs one of the two. Use its text HMM instead."
        )
    stands = [token in marks for token in tokens] if mask is None else mask[0].bool().tolist()
    places = [place for place, one in enumerate(stands) if one]
    if not places:
        raise HostError(f"The prompt for {name!r} has no token that stands for a picture.")
    return places


def _hidden(model: Any, tokens: Sequence[int], inputs: Mapping[str, Any]) -> torch.Tensor:
    """The language model's last hidden layer along a prompt, shape [tokens, d]."""
    ids = torch.tensor([list(tokens)], device=model.device)
    read: Any = model(input_ids=ids, use_cache=False, output_hidden_states=True, logits_to_keep=1, **inputs)
    return read.hidden_states[-1][0]
