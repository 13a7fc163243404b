"""Imports go one way and in no circle, the page about the house shows the house, and `import clamp` is light."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from functools import cache
from importlib import metadata

import house
import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from roots import ROOT

COMMON = {"visible", "errors", "checks", "files", "documents", "threads"}
PILLARS = {"automata", "planning", "hmm", "perception"}
ALLOWED: dict[str, set[str]] = {
    "visible": set(),
    "former": set(),
    "errors": {"visible"},
    "threads": set(),
    "openmp": set(),
    "checks": {"errors"},
    "files": {"errors", "checks"},
    "documents": {"errors", "files"},
    "cluster": {"errors", "files"},
    "automata": COMMON,
    "planning": COMMON,
    "hmm": {*COMMON, "automata", "cluster"},
    "perception": {*COMMON, "words"},
    "words": {*COMMON, "planning"},
    "loop": {*COMMON, "planning", "perception"},
    "request": {*COMMON, *PILLARS, "decoding", "loop", "words"},
    "decoding": {*COMMON, *PILLARS, "former"},
    "serve": {*COMMON, *PILLARS, "decoding", "request", "words"},
    "hosts": {*COMMON, *PILLARS, "former", "openmp", "serve", "decoding", "request", "words"},
    "contracts": {*COMMON, *PILLARS, "decoding", "hosts", "request", "words"},
    "server": {"clamp", *COMMON, *PILLARS, "decoding", "hosts", "loop", "request", "serve", "words"},
    "__main__": {"cli"},
    "cli": {
        "clamp",
        "cluster",
        *COMMON,
        *PILLARS,
        "decoding",
        "hosts",
        "loop",
        "request",
        "serve",
        "server",
        "words",
    },
}
"""Which rooms of `clamp`, and which files that stand in its hall, one of its rooms may import; ``clamp`` is the package
as its users import it."""
FOR_WORLDS = {*COMMON, "planning", "perception", "words", "decoding", "loop", "request"}
"""Which of them a world may import; a benchmark may import all but the command line, which its commands alone may."""

CIRCLES: dict[frozenset[str], str] = {}
"""Circles between modules that are there on purpose, each with its reason."""


@pytest.mark.parametrize("name", [name for name in house.modules() if name != "clamp"])
def test_imports_go_one_way(name: str) -> None:
    package, _, inside = name.partition(".")
    order = list(house.SOURCES)
    packages = {other.split(".")[0] for other in house.imports(name)}
    assert packages <= set(order[: order.index(package) + 1])
    asked = {
        (other.split(".")[1:] or ["clamp"])[0]
        for other in house.imports(name)
        if other.split(".")[0] == "clamp"
    }
    if package == "clamp":
        room = inside.split(".")[0]
        assert room in ALLOWED, f"{room} is new: say in ALLOWED what it may import"
        assert asked <= ALLOWED[room] | {room}
    elif package == "clamp_worlds":
        assert asked <= FOR_WORLDS
    else:
        assert "cli" not in asked or inside == "commands"


def test_no_modules_import_each_other_in_a_circle() -> None:
    """However late or only for types: what can only be understood together is one module."""
    found = house.circles({name: set(house.imports(name)) for name in house.modules()})
    assert {frozenset(circle) for circle in found} == set(CIRCLES)


def test_circles_are_found() -> None:
    graph = {"a": {"b"}, "b": {"c"}, "c": {"a", "d"}, "d": {"e"}, "e": set(), "f": {"g", "a"}, "g": {"f"}}
    assert house.circles(graph) == [{"a", "b", "c"}, {"f", "g"}]


def test_imports_are_seen_wherever_they_stand(monkeypatch: pytest.MonkeyPatch) -> None:
    written = """
from typing import TYPE_CHECKING
from importlib import import_module
from clamp import errors
if TYPE_CHECKING:
    from clamp.automata import trie
def later():
    import clamp.files
    import_module("clamp.threads")
    from clamp.planning.system import Action
"""
    monkeypatch.setattr(house, "tree_of", lambda path: ast.parse(written))
    assert set(house.imports("clamp.openmp")) == {
        "clamp.errors",
        "clamp.automata.trie",
        "clamp.files",
        "clamp.threads",
        "clamp.planning.system",
    }


def test_the_page_about_the_house_shows_the_house() -> None:
    page = house.PAGE.read_text("utf-8")
    assert page == house.with_picture(page), "docs/architecture.md is not of today: make house"


@pytest.mark.parametrize("name", house.modules())
def test_a_module_says_what_it_is_for_in_one_line(name: str) -> None:
    said = house.purpose(house.modules()[name])
    assert re.search(r"\w.*[.?:;]$", said), (
        f"the first line of the docstring of {name} is no sentence: {said!r}"
    )


@cache
def kinds_of_systems() -> set[str]:
    """The names of all transition systems of the package."""
    bases = {
        node.name: {base.id for one in node.bases for base in ast.walk(one) if isinstance(base, ast.Name)}
        for path in house.modules().values()
        for node in house.nodes_of(path)
        if isinstance(node, ast.ClassDef)
    }
    found = {"TransitionSystem"}
    while more := {name for name, above in bases.items() if above & found} - found:
        found |= more
    return found - {"TransitionSystem"}


@pytest.mark.parametrize("name", house.modules())
def test_nothing_above_planning_asks_what_kind_a_system_is(name: str) -> None:
    kinds = kinds_of_systems()
    assert {"Problem", "Ruled", "VirtualHome"} <= kinds
    if name.startswith("clamp.planning"):
        return
    for node in house.nodes_of(house.modules()[name]):
        asked: list[ast.AST] = []
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            asked = list(node.args[1:]) if node.func.id in ("isinstance", "issubclass") else []
        elif isinstance(node, ast.MatchClass):
            asked = [node.cls]
        names = {name.id for one in asked for name in ast.walk(one) if isinstance(name, ast.Name)}
        assert not names & kinds, f"line {getattr(node, 'lineno', '?')} asks for {names & kinds}"


def test_importing_clamp_loads_no_heavy_library() -> None:
    program = "import clamp, sys; print(*sorted({name.split('.')[0] for name in sys.modules}))"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert not set(loaded.stdout.split()) & {"torch", "transformers", "vllm", "scipy", "matplotlib", "rich"}


def without_extras() -> set[str]:
    """Top-level modules of all distributions that are installed, but not because of `dependencies` alone."""
    project = tomllib.loads((ROOT / "packages" / "clamp" / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = [Requirement(one).name for one in project["dependencies"]]
    kept: set[str] = set()
    while wanted:
        name = canonicalize_name(wanted.pop())
        if name not in kept:
            kept.add(name)
            needs = map(Requirement, metadata.requires(name) or ())
            wanted += [one.name for one in needs if one.marker is None or one.marker.evaluate({"extra": ""})]
    found = metadata.packages_distributions()
    own = {"clamp", "clamp_vllm", "__pycache__"}
    return {one for one in found if not {canonicalize_name(each) for each in found[one]} & kept} - own


def test_what_needs_no_extra_works_without_any() -> None:
    """As after ``pip install clamp-planning``: a newcomer reads the help and checks a domain."""
    kitchen = [f"examples/kitchen/{name}.pddl" for name in ("domain", "problem")]
    for words in (["--help"], ["plan", "--help"], ["lint", *kitchen]):
        program = (
            f"import sys; sys.modules |= dict.fromkeys({sorted(without_extras())!r}); sys.argv[1:] = {words!r}; "
            "from clamp.__main__ import main; main()"
        )
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT)
        assert done.returncode == 0, done.stderr
    program = (
        f"import sys; sys.modules |= dict.fromkeys({sorted(without_extras())!r}); import clamp; clamp.Planner"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert "HostError: clamp.Planner needs torch, which is not installed. Run `pip install" in done.stderr


def test_every_public_name_exists() -> None:
    pytest.importorskip("torch")
    import clamp

    assert all(getattr(clamp, name) is not None for name in clamp.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        clamp.nonsense  # noqa: B018
