"""What an instruction speaks of that is not there: found, said of each thing, and as a plan's failure."""

from __future__ import annotations

import shlex
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from clamp.decoding.diagnosis import Failure
from clamp.perception import Matcher, Mention, mentioned
from clamp.planning.system import TransitionSystem
from clamp.words.naming import words_of


def not_there(
    instruction: str,
    system: TransitionSystem[Any],
    seen: Collection[str] | None,
    aliases: Mapping[str, str] | None,
) -> list[Mention]:
    """What an instruction speaks of that is not seen, or that the problem does not know; all seen by default.

    Raises:
        SceneError: If an alias stands for what the problem does not know.
    """
    matcher, lexicon = Matcher(dict.fromkeys(system.entities), aliases=aliases), system.lexicon
    words = {word for term in lexicon.terms for word in words_of(term).split()}
    found = mentioned(instruction, matcher, seen=seen, kinds=lexicon.types, words=words)
    return [one for one in found if one.standing != "seen"]


def absence(absent: Sequence[Mention]) -> Failure:
    """Why no plan is written for an instruction that speaks of what is not there."""
    name = absent[0].text
    return Failure(
        "absent",
        f"{' '.join(map(describe, absent))} If one of the problem's things is meant, call it by its name, "
        f"or say so with an alias: --alias {shlex.quote(f'{name}=ENTITY')}, or aliases={{{name!r}: ENTITY}} in Python.",
        entities=tuple(dict.fromkeys(name for one in absent for name in one.entities)),
    )


def describe(absent: Mention) -> str:
    """One sentence about a thing that is not there, with what may have been meant."""
    near = f" Is {' or '.join(absent.near)} meant?" if absent.near else ""
    if absent.standing == "unknown":
        missing = "but nothing that the problem knows is called so"
        return f"The instruction speaks of {absent.text!r}, {missing}.{near}"
    names = ", ".join(absent.entities)
    return f"The instruction speaks of {absent.text!r} ({names}), which is not seen.{near}"
