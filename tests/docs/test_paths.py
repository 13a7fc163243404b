"""What guides, records and headers say about files and modules: each of them exists."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import house
import pytest

from clamp.former import NAMES, place_of

ROOT = house.ROOT
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "examples").rglob("*.md")])
FOLDERS = ("packages", "tests", "experiments", "benchmarks", "examples", "docs")
FILES = [
    f"/{path.relative_to(ROOT)}"
    for folder in FOLDERS
    for path in (ROOT / folder).rglob("*")
    if path.is_file()
]
GENERATED = re.compile(f"{re.escape(house.BEGIN)}.*?{re.escape(house.END)}", re.DOTALL)
GROUPS = {
    *(
        "clamp.benchmarks",
        "clamp.commands",
        "clamp.formats",
        "clamp.observers",
        "clamp.open_domains",
        "clamp.worlds",
    ),
    "clamp.toml",
}
"""Groups of entry points, and the file of defaults."""
EXTERNAL = {"domain.py", "movement.py"}
"""Files of one's own, or of other projects."""


def text_of(page: Path) -> str:
    return GENERATED.sub("", page.read_text("utf-8"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_python_file_that_is_named_exists(page: Path) -> None:
    named = set(re.findall(r"(?<![\w/.])((?:[\w*-]+/)*[\w*-]+\.py)\b", text_of(page)))
    missing = {
        name
        for name in named
        if name not in EXTERNAL
        and not any(re.search(re.escape(f"/{name}").replace(r"\*", "[^/]*") + "$", file) for file in FILES)
    }
    assert missing == set()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_folder_of_the_project_that_is_named_exists(page: Path) -> None:
    named = re.findall(rf"`((?:{'|'.join(FOLDERS)})/[\w/.-]*)`", text_of(page))
    rooms = re.findall(rf"`((?:{'|'.join(ROOMS)})/[\w/-]+(?:\.\w+)?)`", text_of(page))
    missing = {name for name in named if not (ROOT / name).exists()}
    missing |= {
        name for name in rooms if not any((folder / name).exists() for folder in house.SOURCES.values())
    }
    assert missing == set()


ROOMS = sorted({name.split(".")[1] for name in house.modules() if name.count(".") > 1})


@cache
def defined(name: str) -> bool:
    """Whether a dotted name is a module, or something that its module defines or imports at the top, or was one."""
    if name in GROUPS or name.removeprefix("clamp.") in NAMES:
        return True
    parts = (place_of(name) or name).split(".")
    for count in range(len(parts), 0, -1):
        path = house.modules().get(".".join(parts[:count]))
        if path is None:
            continue
        if count == len(parts):
            return True
        wanted = parts[count]
        for node in house.nodes_of(path):
            if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == wanted:
                return True
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id == wanted:
                return True
            if isinstance(node, ast.alias) and (node.asname or node.name) == wanted:
                return True
        return False
    return False


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_name_of_the_package_that_is_named_exists(page: Path) -> None:
    text = text_of(page)
    named = set(re.findall(r"(?<![\w./-])(clamp(?:_worlds|_bench)?(?:\.\w+)+)", text))
    named |= {
        f"{module}.{name.strip().split(' ')[0]}"
        for module, names in re.findall(r"from (clamp[\w.]*) import \(?([\w, \n]+)", text)
        for name in names.split("\n\n")[0].replace("\n", ",").split(",")
        if name.strip() and re.fullmatch(r"\w+( as \w+)?", name.strip()) and "from" not in name.split()
    }
    assert {name for name in named if not defined(name)} == set()


@pytest.mark.parametrize("name", house.modules())
def test_every_module_that_a_docstring_names_exists(name: str) -> None:
    """In single quotes of the documentation, as ``clamp.x.y`` between backticks."""
    for node in house.nodes_of(house.modules()[name]):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            said = ast.get_docstring(node) or ""
            named = re.findall(r"(?<!`)`(clamp(?:_worlds|_bench)?(?:\.\w+)+)`", said)
            assert {each for each in named if not defined(each)} == set(), getattr(node, "name", name)
