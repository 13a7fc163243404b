"""Forced choice: how much likelier a model finds one answer than another, with pictures or without.

The log-odds are those of the model's own distribution, over two given answers, whatever else it might have said.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import torch

from clamp.decoding import PlanFormat
from clamp.errors import HostError, PromptError
from clamp.hosts.hf.particles import Plain
from clamp.hosts.jobs import PlanRequest
from clamp.request.prompts import Message


@torch.inference_mode()
def answer_log_probabilities(
    planner: Any,
    prompt: str | Sequence[Message],
    answers: Sequence[str],
    images: Mapping[str, Any] | None = None,
) -> list[float]:
    """The natural log of the probability with which a model writes each of some answers next.

    Args:
        planner: A `clamp.Planner`; with pictures, of a model that reads them.
        prompt: A chat, or a text.
        answers: What may be answered; none is empty.
        images: A PIL image for each view.

    Raises:
        HostError: If the planner is no transformers model, or reads no images.
        SceneError: If a picture cannot be read.
    """
    if getattr(planner, "model", None) is None:
        raise HostError(f"{planner.name!r} is no transformers model, so its answers cannot be weighed.")
    pictures = tuple((images or {}).values())
    request = PlanRequest(prompt, None, images=pictures, plan_format=PlanFormat.calls())
    tokens, inputs = planner._prompt(request)  # the prompt as plans are asked for
    texts = planner.vocabulary.encode_batch([one.encode() for one in answers])
    if not all(len(one) for one in texts):
        raise HostError("An answer is empty, and there is nothing to weigh.")
    if len(tokens) + max(map(len, texts)) > planner.context:
        raise PromptError(
            f"The question has {len(tokens)} tokens, more than the context of {planner.name!r} holds."
        )
    rows = Plain(planner.model, tokens, inputs)
    scores = [_log_softmax(rows.read(len(texts)))] * len(texts)
    found = [0.0] * len(texts)
    for place in range(max(map(len, texts))):
        for number, text in enumerate(texts):
            if place < len(text):
                found[number] += float(scores[number][text[place]])
        if place + 1 < max(map(len, texts)):
            fed = [text[min(place, len(text) - 1)] for text in texts]
            scores = [_log_softmax(one) for one in rows.step(fed)]
    return found


def log_odds(
    planner: Any,
    question: str,
    images: Mapping[str, Any] | None = None,
    answers: tuple[str, str] = ("Yes", "No"),
) -> float:
    """How much likelier a model finds the first answer to a question than the second: ln P(first) − ln P(second).

    Raises:
        HostError: As `answer_log_probabilities`.
    """
    told: list[Message] = [
        {"role": "user", "content": f"{question} Answer with {answers[0]} or {answers[1]}."},
    ]
    first, second = answer_log_probabilities(planner, told, answers, images)
    return first - second


def _log_softmax(logits: np.ndarray) -> np.ndarray:
    wide = logits.astype(np.float64)
    best = wide.max()
    return wide - (best + np.log(np.exp(wide - best).sum()))
