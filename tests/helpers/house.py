"""The house, read from the files of its three packages: their modules, what each says of itself, and what it imports.

python tests/helpers/house.py    # draws the picture in docs/architecture.md anew (make house)
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from roots import ROOT

SOURCES = {
    "clamp": ROOT / "packages" / "clamp" / "src" / "clamp",
    "clamp_worlds": ROOT / "packages" / "worlds" / "src" / "clamp_worlds",
    "clamp_bench": ROOT / "packages" / "bench" / "src" / "clamp_bench",
}
"""The folder of each package; an import may only go to one that stands before."""
PAGE = ROOT / "docs" / "architecture.md"
BEGIN, END = "<!-- the house: written by make house -->\n", "<!-- end of the house -->\n"


@cache
def modules() -> Mapping[str, Path]:
    """Names of all modules with their files; a package's name is that of its ``__init__``."""
    found: dict[str, Path] = {}
    for folder in SOURCES.values():
        for path in sorted(folder.rglob("*.py")):
            parts = path.relative_to(folder.parent).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    assert all(name in found for name in SOURCES), "a package has moved: say in SOURCES where to"
    return found


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def nodes_of(path: Path) -> list[ast.AST]:
    """All of a file's syntax, walked once."""
    tree = tree_of(path)
    if tree not in _walked:
        _walked[tree] = list(ast.walk(tree))
    return _walked[tree]


_walked: dict[ast.Module, list[ast.AST]] = {}


def called(call: ast.Call) -> str:
    """The name by which something is called, without what it is taken from."""
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def purpose(path: Path) -> str:
    """The first line of a module's docstring."""
    return (ast.get_docstring(tree_of(path)) or "").split("\n")[0]


def imports(name: str) -> Iterator[str]:
    """The modules of CLAMP that one imports, wherever in its file: at the top, when used, or for types alone."""
    known, path = modules(), modules()[name]
    for node in nodes_of(path):
        asked: list[str] = []
        if isinstance(node, ast.Import):
            asked = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import; absolute ones can be checked"
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                asked.append(whole if whole in known else node.module or "")
        elif isinstance(node, ast.Call) and called(node).endswith("import_module"):
            asked = [str(arg.value) for arg in node.args[:1] if isinstance(arg, ast.Constant)]
        yield from (each for each in asked if each in known and each != name)


def circles(graph: Mapping[str, set[str]]) -> list[set[str]]:
    """The sets of modules that can all reach each other, by the definition of it."""
    reached: dict[str, set[str]] = {}
    for start in graph:
        seen, open_ = set[str](), [start]
        while open_:
            new = graph[open_.pop()] - seen
            seen |= new
            open_ += new
        reached[start] = seen
    found = {
        frozenset(other for other in reached[name] if name in reached[other])
        for name in graph
        if name in reached[name]
    }
    return sorted(map(set, found), key=sorted)


def picture() -> str:
    """Every file of the packages with the first line of its docstring, as trees."""
    entries: list[tuple[str, str]] = []

    def walk(folder: Path, depth: int) -> None:
        files = [path for path in folder.glob("*.py") if not path.name.startswith("__")]
        rooms = [path.parent for path in folder.glob("*/__init__.py")]
        for path in [*sorted(files), *sorted(rooms)] if depth == 1 else sorted([*files, *rooms]):
            is_room = path.is_dir()
            text = purpose(path / "__init__.py" if is_room else path)
            entries.append(("  " * depth + path.name + "/" * is_room, text))
            if is_room:
                walk(path, depth + 1)

    for name, folder in SOURCES.items():
        entries.append((f"{name}/", purpose(folder / "__init__.py")))
        walk(folder, 1)
    width = max(len(name) for name, _ in entries) + 2
    return "".join(f"{name:<{width}}{text}".rstrip() + "\n" for name, text in entries)


def with_picture(page: str) -> str:
    """A page with the picture of today between its two marks."""
    before, _, rest = page.partition(BEGIN)
    _, mark, after = rest.partition(END)
    assert mark, f"{PAGE.name} has lost the marks between which the house is drawn"
    return f"{before}{BEGIN}\n```text\n{picture()}```\n\n{END}{after}"


if __name__ == "__main__":
    PAGE.write_text(with_picture(PAGE.read_text("utf-8")), "utf-8")
