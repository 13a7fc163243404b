"""The chat that asks a model for a plan: which actions, objects, format and rules it is told of, and in what order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from clamp.decoding import PlanFormat
from clamp.errors import PlanFormatError
from clamp.planning.system import TransitionSystem

Message = Mapping[str, Any]
"""A chat message: ``role`` and ``content``."""

_MOST_ENTITIES = 400
"""Entities listed in a prompt; a scene with more is described by the instruction alone."""


def plan_messages(
    system: TransitionSystem[Any],
    instruction: str,
    *,
    plan_format: PlanFormat,
    budget: int,
    seen: Iterable[str] | None = None,
    positions: Mapping[str, str] | None = None,
) -> list[Message]:
    """The chat that asks for a plan: actions, entities, format and instruction.

    What all instructions about one domain have in common comes first, so that it is read once.

    Args:
        seen: Entities to list; all by default.
        positions: Words to add to some of them, such as ``{"bowl_1": "left"}`` (see
            `clamp.perception.annotate`).
    """
    names = list(system.entities) if seen is None else [name for name in system.entities if name in set(seen)]
    actions = (f"- {name}({', '.join(parameters)})" for name, parameters in system.lexicon.signatures)
    lines = ["You write plans for a robot.", "Actions:", *actions]
    lines.append(f"Format: {plan_format.describe()}")
    example = _example(system, plan_format)
    if example:
        lines.append(f"A plan begins like this: {example}")
    request = [f"Task: {instruction.strip()}"]
    if len(names) <= _MOST_ENTITIES:
        request.insert(0, f"Objects: {objects_text(names, positions or {})}")
    if system.rulebook is not None:
        request.append("Rules: " + "; ".join(rule.because or rule.text for rule in system.rulebook.rules))
    request.append(f"Use at most {budget} actions. Write the plan.")
    return [
        {"role": "system", "content": "\n".join(lines)},
        {"role": "user", "content": "\n".join(request)},
    ]


def objects_text(names: Iterable[str], positions: Mapping[str, str]) -> str:
    """The list of objects of a prompt: ``bowl_1 (left), bowl_2 (right), plate_1``."""
    return ", ".join(f"{name} ({positions[name]})" if name in positions else name for name in names)


def _example(system: TransitionSystem[Any], plan_format: PlanFormat) -> str:
    """The spelling of one applicable action: small models copy better than they read."""
    if plan_format.reasoning is not None:
        return ""
    for action in system.applicable(system.initial):
        try:
            return plan_format.serialize([action])
        except PlanFormatError:
            continue
    return ""


def render(prompt: str | Sequence[Message], tokenizer: Any, template: Mapping[str, Any] | None = None) -> str:
    """The text that a model reads: a chat through the tokenizer's template where it has one.

    Args:
        template: What the template is told, such as ``{"enable_thinking": False}``.
    """
    if isinstance(prompt, str):
        return prompt
    if getattr(tokenizer, "chat_template", None):
        told: dict[str, Any] = {"tokenize": False, "add_generation_prompt": True, **(template or {})}
        text: str = tokenizer.apply_chat_template(list(prompt), **told)
        return text
    return "\n\n".join(str(message["content"]) for message in prompt) + "\n\n"
