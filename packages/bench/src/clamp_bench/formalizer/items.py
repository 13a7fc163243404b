"""The items: a sentence over a base world, and the truth world that its authors wrote for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, cast

from clamp.errors import BenchmarkError
from clamp.files import parse_json, read_text
from clamp.planning import Problem

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


@dataclass(frozen=True)
class Item:
    """A sentence and its two worlds.

    Attributes:
        id: As the file has it; the line's number where it has none.
        row: As it stands in the file; empty where the line is broken.
        broken: Why the line cannot be used.
    """

    id: str
    row: Mapping[str, Any]
    broken: str = ""

    def check(self) -> None:
        """Refuse what is malformed.

        Raises:
            BenchmarkError: If it is.
        """
        if self.broken:
            raise BenchmarkError(f"The item {self.id} cannot be used: {self.broken}.")

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
    found: dict[str, Item] = {}
    for number, line in enumerate(read_text(path, "items", BenchmarkError).splitlines(), start=1):
        if not line.strip():
            continue
        item = _read(line, number, path)
        if item.id in found:
            raise BenchmarkError(f"{path}, line {number}: there are two items {item.id!r}.")
        found[item.id] = item
    if not found:
        raise BenchmarkError(f"{path} holds no items. {GET}")
    return list(found.values())


def _read(line: str, number: int, path: Path) -> Item:
    name = f"line-{number}"
    try:
        given: Any = parse_json(line, f"{path}, line {number}", BenchmarkError, of_line=True)
    except BenchmarkError as error:
        return Item(name, {}, str(error))
    if not isinstance(given, dict):
        return Item(name, {}, "it is no JSON object")
    row = cast("dict[str, Any]", given)
    if isinstance(row.get("id"), str) and row["id"]:
        name = row["id"]
    wrong = [one for one in _TEXTS if not isinstance(row.get(one), str) or not row[one].strip()]
    wrong += [one for one in _YES_OR_NO if not isinstance(row.get(one), bool)]
    if wrong:
        return Item(name, row, f"it has no usable {', '.join(wrong)}")
    if row["category"] not in CATEGORIES:
        return Item(name, row, f"its category is {row['category']!r}; there are {', '.join(CATEGORIES)}")
    return Item(name, row)
