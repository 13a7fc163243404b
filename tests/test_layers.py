"""Imports go one way, and `import clamp` is light."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "clamp"
COMMON = {"errors", "checks", "files", "threads"}
ALLOWED: dict[str, set[str]] = {
    "errors": set(),
    "checks": {"errors"},
    "files": {"errors"},
    "threads": set(),
    "openmp": set(),
    "automata": COMMON,
    "planning": COMMON,
    "hmm": {*COMMON, "automata"},
    "perception": COMMON,
    "worlds": {*COMMON, "planning", "perception"},
    "decoding": {*COMMON, "automata", "planning", "hmm", "perception"},
    "hosts": {*COMMON, "openmp", "automata", "planning", "hmm", "perception", "decoding"},
}
"""Which rooms a room may import; the rooms that are not named here stand on top and may import all."""


def imports(path: Path) -> Iterator[str]:
    """The rooms of CLAMP that a file imports, wherever in the file."""
    for node in ast.walk(ast.parse(path.read_text())):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import; absolute ones can be checked"
            names = [node.module or ""]
            if node.module == "clamp":
                names = [f"clamp.{alias.name}" for alias in node.names]
        yield from (name.split(".")[1] for name in names if name.startswith("clamp."))


@pytest.mark.parametrize("path", sorted(SOURCE.rglob("*.py")), ids=lambda p: str(p.relative_to(SOURCE)))
def test_imports_go_one_way(path: Path) -> None:
    room = path.relative_to(SOURCE).parts[0].removesuffix(".py")
    if room in ALLOWED:
        assert set(imports(path)) <= ALLOWED[room] | {room, "checks", "openmp"}


def test_importing_clamp_loads_no_heavy_library() -> None:
    program = "import clamp, sys; print(*sorted({name.split('.')[0] for name in sys.modules}))"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert not set(loaded.stdout.split()) & {"torch", "transformers", "vllm", "scipy", "matplotlib"}


def test_every_public_name_exists() -> None:
    pytest.importorskip("torch")
    import clamp

    assert all(getattr(clamp, name) is not None for name in clamp.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        clamp.nonsense  # noqa: B018
