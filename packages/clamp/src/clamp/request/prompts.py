"""The chat that asks a model for a plan: which actions, objects, format and rules it is told of, and in what order;
and how it is said to a model whose chat template takes no such chat (`fitted`)."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from clamp.automata.vocabulary import tokenizer_name
from clamp.checks import no_unicode
from clamp.decoding import PlanFormat
from clamp.errors import ClampError, HostError, PlanFormatError
from clamp.files import shown
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
    """The text that a model reads: a chat through the tokenizer's template where it has one (see `fitted`).

    Args:
        template: What the template is told, such as ``{"enable_thinking": False}``.

    Raises:
        HostError: If the template refuses the chat, or leaves some of it out.
    """
    if isinstance(prompt, str):
        return prompt
    if not getattr(tokenizer, "chat_template", None):
        return "\n\n".join(str(message["content"]) for message in prompt) + "\n\n"
    told: dict[str, Any] = {"add_generation_prompt": True, **(template or {}), "tokenize": False}

    name = tokenizer_name(tokenizer)
    if os.path.isabs(name[1:-1]):  # where a model lies is nothing for those who ask a server
        name = repr(os.path.basename(name[1:-1].rstrip("/\\")))

    def written(chat: Chat) -> str:
        text = tokenizer.apply_chat_template(chat, **told)
        if isinstance(text, str) and (flaw := no_unicode(text)) is not None:
            raise HostError(f"The chat template of {name} writes no text: {flaw}.")
        return text

    forms = list(forms_of(prompt, tokenizer.chat_template))
    return fitted([*forms, *map(in_parts, forms)], written, name)[1]


# ------------------------------------------------------------------ what chat templates make of a chat

Chat: TypeAlias = list[dict[str, Any]]

_MARK = " \u2042"
"""Put at the end of a content, to see whether what a template writes depends on it."""


WITHOUT_SYSTEM = "{#- The model was taught without what the system says. -#}"
"""With this comment, a chat template leaves it out on purpose."""


def forms_of(messages: Sequence[Message], template: object = None) -> Iterator[Chat]:
    """A chat in the ways in which templates take chats, each saying all of it; those that change least come first.

    As it is; with neighbours of one role as one message, for templates in which roles alternate; with the system's
    words before the first user's, for templates without a system role; with both.

    Args:
        template: The chat template, which may say that the system's words are to be left out (`WITHOUT_SYSTEM`).
    """
    plain: Chat = [dict(message) for message in messages]
    if isinstance(template, str) and WITHOUT_SYSTEM in template:
        plain = [message for message in plain if message["role"] != "system"] or plain
    words = [message["content"] for message in plain if message["role"] == "system"]
    others = [dict(message) for message in plain if message["role"] != "system"]
    first = next((message for message in others if message["role"] == "user"), None)
    if first is None:
        others.insert(0, {"role": "user", "content": "\n\n".join(words)})
    else:
        first["content"] = "\n\n".join([*words, first["content"]])
    met: list[Chat] = []
    for form in (plain, _joined(plain), *((others, _joined(others)) if words else ())):
        if form not in met:
            met.append(form)
            yield form


def _joined(chat: Chat) -> Chat:
    found: Chat = []
    for message in chat:
        if found and found[-1]["role"] == message["role"]:
            found[-1]["content"] += "\n\n" + message["content"]
        else:
            found.append(dict(message))
    return found


def in_parts(chat: Chat) -> Chat:
    """A chat whose contents are lists of parts, as templates of vision-language models take them."""
    return [{**message, "content": [{"type": "text", "text": message["content"]}]} for message in chat]


def fitted(forms: Iterable[Chat], written: Callable[[Chat], str], name: str) -> tuple[Chat, str]:
    """The first form of a chat that a chat template takes without leaving out what system or user say, and its text.

    Args:
        written: What the template makes of a chat.
        name: Whose template it is, for errors.

    Raises:
        HostError: If there is none: what the template says, and what may be the matter.
    """
    refused: Exception | None = None
    lost: str | None = None
    for chat in forms:
        try:
            text = written(chat)
            left_out = next((one["role"] for one in chat if _leaves_out(one, chat, text, written)), None)
        except (ClampError, MemoryError):
            raise
        except Exception as error:  # a template is a program: it raises jinja's errors, and Python's
            refused = refused or error
            continue
        if left_out is None:
            return chat, text
        lost = lost or left_out
    if refused is None:
        raise HostError(
            f"The chat template of {name} leaves out what the {lost} says, in every form of the chat, so the "
            "model would not read it. Is it a template for something else? Give the prompt as one text to do "
            "without it."
        )
    said = (str(refused).strip() or type(refused).__name__).splitlines()[0]
    raise HostError(
        f"The chat template of {name} refuses the prompt: {shown(said, 300)} ({type(refused).__name__}). Is it "
        "damaged (chat_template.jinja, or `chat_template` in tokenizer_config.json), does it want other roles, or "
        "something that chat_template_kwargs (--chat-template-kwarg) did not say? Give the prompt as one text to "
        "do without it."
    )


def _leaves_out(message: Mapping[str, Any], chat: Chat, text: str, written: Callable[[Chat], str]) -> bool:
    """Whether a template's text says nothing of what the system or the user says."""
    content = message["content"]
    said = content if isinstance(content, str) else "".join(part.get("text", "") for part in content)
    if message["role"] not in ("system", "user") or not said.strip() or said.strip() in text:
        return False
    marked: Any = content + _MARK if isinstance(content, str) else [*content, {"type": "text", "text": _MARK}]
    other = [{**one, "content": marked} if one is message else one for one in chat]
    return written(other) == text  # it may have been written in another way
