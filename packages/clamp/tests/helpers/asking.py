"""Whether a sentence is taken without asking anybody: neither people nor a model."""

from __future__ import annotations

from typing import NoReturn

from clamp import Problem
from clamp.hosts.goals import goal_of


class _Asked(Exception):
    """A model would be asked."""


def _a_model() -> NoReturn:
    raise _Asked


def is_asked(sentence: str, problem: Problem) -> bool:
    """Whether people are asked about a sentence, or a model would be."""
    try:
        return goal_of(sentence, problem, _a_model).status == "question"
    except _Asked:
        return True
