"""The items: a sentence over a base world, and the truth world that its authors wrote for it."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

from clamp.planning import Problem
from clamp_bench import items
from clamp_bench.items import FileItem

GET = (
    "They are one-sentence constraints over Blocksworld and CoinCollector "
    "(CassieHuang22/llm-as-formalizer-constraints), one JSON object a line: put them there as items.jsonl."
)
CATEGORIES = ("action", "state", "goal", "initial")
_TEXTS = (
    *("id", "domain", "category", "constraint"),
    *("base_domain", "base_problem", "truth_domain", "truth_problem"),
)
_YES_OR_NO = ("plan_exists", "same_actions")


class Item(FileItem):
    """A sentence and its two worlds."""

    @property
    def sentence(self) -> str:
        """What the constraint is, in words."""
        return str(self.row["constraint"])

    @property
    def category(self) -> str:
        """What it is about: one of `CATEGORIES`."""
        return str(self.row["category"])

    @property
    def domain(self) -> str:
        return str(self.row["domain"])

    @property
    def plan_exists(self) -> bool:
        """Whether the authors found a plan that obeys the sentence."""
        return bool(self.row["plan_exists"])

    @cached_property
    def base(self) -> Problem:
        """The world without the constraint."""
        return Problem.from_pddl(self.row["base_domain"], self.row["base_problem"])

    @cached_property
    def truth(self) -> Problem:
        """The world in which the constraint is law."""
        return Problem.from_pddl(self.row["truth_domain"], self.row["truth_problem"])


def read_items(path: Path) -> list[Item]:
    """The items of a file, broken ones included.

    Raises:
        BenchmarkError: If the file cannot be read, or two items have one id.
    """
    among = {"category": CATEGORIES}
    return items.read_items(path, Item, GET, texts=_TEXTS, yes_or_no=_YES_OR_NO, among=among)
