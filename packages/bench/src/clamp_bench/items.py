"""Items of a user's file, one JSON object a line; those that cannot be used keep their place, with the reason."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar, cast

from clamp.errors import BenchmarkError
from clamp.files import parse_json, read_text


@dataclass(frozen=True)
class FileItem:
    """An item of a file.

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


One = TypeVar("One", bound=FileItem)


def read_items(
    path: Path,
    made: Callable[[str, Mapping[str, Any], str], One],
    get: str,
    *,
    texts: Sequence[str],
    yes_or_no: Sequence[str] = (),
    among: Mapping[str, Sequence[str]] | None = None,
) -> list[One]:
    """The items of a file, broken ones included.

    Args:
        made: Makes one of its id, its fields, and why it cannot be used.
        get: Where the file is to be had.
        texts: Fields that hold a text.
        yes_or_no: Fields that are true or false.
        among: Fields that hold one of these.

    Raises:
        BenchmarkError: If the file cannot be read, or two items have one id.
    """
    found: dict[str, One] = {}
    for number, line in enumerate(read_text(path, "items", BenchmarkError).splitlines(), start=1):
        if not line.strip():
            continue
        name, row, broken = f"line-{number}", dict[str, Any](), ""
        try:
            given: Any = parse_json(line, f"{path}, line {number}", BenchmarkError, of_line=True)
        except BenchmarkError as error:
            given, broken = None, str(error)
        if isinstance(given, dict):
            row = cast("dict[str, Any]", given)
            name = row["id"] if isinstance(row.get("id"), str) and row["id"] else name
            broken = _wrong(row, texts, yes_or_no, among or {})
        item = made(name, row, broken or ("" if row else "it is no JSON object"))
        if item.id in found:
            raise BenchmarkError(f"{path}, line {number}: there are two items {item.id!r}.")
        found[item.id] = item
    if not found:
        raise BenchmarkError(f"{path} holds no items. {get}")
    return list(found.values())


def _wrong(
    row: Mapping[str, Any], texts: Sequence[str], yes_or_no: Sequence[str], among: Mapping[str, Sequence[str]]
) -> str:
    wrong = [one for one in texts if not isinstance(row.get(one), str) or not row[one].strip()]
    wrong += [one for one in yes_or_no if not isinstance(row.get(one), bool)]
    if wrong:
        return f"it has no usable {', '.join(wrong)}"
    for name, known in among.items():
        if row[name] not in known:
            return f"its {name} is {row[name]!r}; there are {', '.join(known)}"
    return ""
