"""How messages are worded, over all of them: every text in the source that is shown to people."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import house
import pytest
from roots import ROOT

DEFECTS = {
    "a plural in brackets": r"\b[a-z]+\(s\)(?=[ .,;:]|$)",
    "doubled punctuation": r"(?<!\.)\.\.(?!\.)|,,|;;|\?\.|!\.",
    "a space before punctuation": r"(?<=[\w}]) [,;](?= )|(?<=[a-z]{2}) \.(?= |$)",
    "a word of Python's": r"<class|<function|dict_keys|NoneType|object at 0x|\bNone is\b",
    "one of several": r"\b1 (things|actions|rules|tokens|entities|pictures|messages|plans|steps)\b",
}


@cache
def shown_texts() -> list[tuple[Path, int, str]]:
    """Every text of the source that is shown to people."""
    return [
        (path, line, text)
        for path in house.modules().values()
        for line, text in texts_of(path)
        if shown_to_people(text)
    ]


def texts_of(path: Path) -> Iterator[tuple[int, str]]:
    """The texts of a file that are no docstrings; what is put into them is written as ``{}``."""
    nodes = house.nodes_of(path)
    # What is written for a file's grammar, a shell or a model is not for people.
    skipped: set[int] = set()
    for node in nodes:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            skipped.add(id(node.value))
        if isinstance(node, ast.JoinedStr):
            skipped.update(id(part) for part in node.values)
    for node in nodes:
        if id(node) in skipped:
            continue
        if isinstance(node, ast.JoinedStr):
            pieces = [part.value if isinstance(part, ast.Constant) else "{}" for part in node.values]
            yield node.lineno, "".join(map(str, pieces))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


def shown_to_people(text: str) -> bool:
    return len(text.split()) > 3 and bool(re.search(r"[a-z]{3,} [a-z]{2,}", text))


@pytest.mark.parametrize("defect", DEFECTS)
def test_no_message_has(defect: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {text}"
        for path, line, text in shown_texts()
        if re.search(DEFECTS[defect], text)
    ]
    assert not found, "\n".join(found)


def test_no_message_counts_without_minding_one() -> None:
    """``{len(…)} things``: a number before a plural goes through `clamp.checks.count`, or the text minds one.

    A list of the nouns that were counted wrongly; it is not a grammar.
    """
    nouns = "things|messages|pictures|repairs|rules|plans|tasks"
    found: list[str] = []
    for path in sorted((house.SOURCES["clamp"] / "cli").rglob("*.py")):
        for line in path.read_text("utf-8").splitlines():
            if re.search(rf"\{{len\([^}}]*\)\}} ({nouns})\b", line):
                found.append(f"{path.name}: {line.strip()}")
    assert not found, "\n".join(found)
