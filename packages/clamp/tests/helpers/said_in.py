"""The words of the worlds that sentences are judged in: a folder of the examples, or of tests/sentences."""

from __future__ import annotations

from functools import cache
from typing import Any

from roots import EXAMPLES, ROOT

from clamp.planning import Problem
from clamp.words.wording import wording_of


@cache
def wording(world: str) -> Any:
    """In which words people speak of a world; each is read once."""
    folder = EXAMPLES / world
    folder = folder if folder.is_dir() else ROOT / "tests" / "sentences" / world
    return wording_of(Problem.from_pddl(folder / "domain.pddl", folder / "problem.pddl"))
