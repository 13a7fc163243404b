"""Planetarium's pairs: a description in words, and the PDDL problem that it describes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from clamp.errors import BenchmarkError
from clamp.files import read_text
from clamp.planning import Problem
from clamp_bench import items
from clamp_bench.items import FileItem
from clamp_bench.planetarium.equivalence import Description, description_of

GET = (
    "They are pairs of a description and a PDDL problem (BatsResearch/planetarium), one JSON object a line: put them "
    "there as pairs.jsonl, with the domains blocksworld.pddl, gripper.pddl and floor-tile.pddl."
)
DOMAINS = ("blocksworld", "gripper", "floor-tile")
_GOAL = re.compile(r"(?:You have [^.]*\. )?Your goal is to (?P<list>have the following:\s*)?", re.ASCII)


@dataclass(frozen=True)
class Pair(FileItem):
    """A description and its problem.

    Attributes:
        folder: Where the domains lie.
    """

    folder: Path = Path()

    @property
    def told(self) -> str:
        """The description."""
        return str(self.row["natural_language"])

    @property
    def domain(self) -> str:
        return str(self.row["domain"])

    @property
    def apart(self) -> bool:
        """Whether the initial state and the goal are compared each by itself."""
        return bool(self.row["is_placeholder"])

    @property
    def kind(self) -> str:
        """How the goal is told: ``explicit``, fact by fact, or ``abstract``."""
        return "abstract" if self.row["goal_is_abstract"] else "explicit"

    @property
    def wish(self) -> str:
        """What of the description tells the goal; of a list of facts each is said to be so at the end."""
        found = list(_GOAL.finditer(self.told))
        if not found:
            return self.told
        after = self.told[found[-1].end() :]
        if found[-1]["list"] is None:
            return after
        return " ".join(f"At the end, {line.strip()}" for line in after.splitlines() if line.strip())

    @cached_property
    def domain_text(self) -> str:
        return read_text(self.folder / f"{self.domain}.pddl", "a domain", BenchmarkError)

    @cached_property
    def problem(self) -> Problem:
        """The problem that is described."""
        return Problem.from_pddl(self.domain_text, str(self.row["problem_pddl"]), repair=False)

    @cached_property
    def truth(self) -> Description:
        """What it says.

        Raises:
            BenchmarkError: If its goal is no conjunction of facts.
        """
        found = description_of(self.problem.task)
        if found is None:
            raise BenchmarkError(f"The goal of {self.id} is no conjunction of facts.")
        return found


def read_pairs(folder: Path) -> list[Pair]:
    """The pairs of a folder, broken ones included.

    Raises:
        BenchmarkError: If the file cannot be read, or two pairs have one id.
    """
    return items.read_items(
        folder / "pairs.jsonl",
        lambda name, row, broken: Pair(name, row, broken, folder),
        GET,
        texts=("id", "domain", "natural_language", "problem_pddl"),
        yes_or_no=("goal_is_abstract", "init_is_abstract", "is_placeholder"),
        among={"domain": DOMAINS},
    )
