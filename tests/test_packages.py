"""What the three wheels hold, and how much `pip` brings with each: the core has no benchmark and no simulator."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
from roots import ROOT

PARTS = {"clamp": {"clamp", "clamp_vllm"}, "worlds": {"clamp_worlds"}, "bench": {"clamp_bench"}}
"""The folders of a package's wheel, beside what describes it."""


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> dict[str, zipfile.ZipFile]:
    pytest.importorskip("hatchling")
    out = tmp_path_factory.mktemp("wheels")
    found: dict[str, zipfile.ZipFile] = {}
    for part in PARTS:
        done = subprocess.run(
            [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(out / part)],
            cwd=ROOT / "packages" / part,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        found[part] = zipfile.ZipFile(next((out / part).glob("*.whl")))
    return found


@pytest.mark.parametrize("part", PARTS)
def test_a_wheel_holds_its_package_whole_and_nothing_else(
    part: str, wheels: dict[str, zipfile.ZipFile]
) -> None:
    names = {name for name in wheels[part].namelist() if ".dist-info/" not in name}
    assert {name.split("/")[0] for name in names} == PARTS[part]
    source = ROOT / "packages" / part / "src"
    tracked = subprocess.run(["git", "ls-files", "."], cwd=source, capture_output=True, text=True, check=True)
    compiled = {name for name in names if "/kernels/" in name}  # what search is compiled to on this machine
    assert bool(compiled) == (part == "clamp" and shutil.which("cc") is not None)
    assert names - compiled == set(tracked.stdout.split())
    assert wheels[part].filename is not None
    assert wheels[part].filename.endswith("-py3-none-any.whl")
    assert any(name.endswith("licenses/LICENSE") for name in wheels[part].namelist())


def test_what_a_package_adds_is_found_by_entry_points_that_exist(wheels: dict[str, zipfile.ZipFile]) -> None:
    for part, wheel in wheels.items():
        project = tomllib.loads((ROOT / "packages" / part / "pyproject.toml").read_text("utf-8"))["project"]
        named = {**project.get("entry-points", {}), "console_scripts": project.get("scripts", {})}
        for group, entries in named.items():
            for module in (entry.partition(":")[0] for entry in entries.values()):
                path = module.replace(".", "/")
                assert {f"{path}.py", f"{path}/__init__.py"} & set(wheel.namelist()), (group, module)


def test_the_packages_share_one_version_and_one_licence() -> None:
    projects = [
        tomllib.loads((ROOT / "packages" / part / "pyproject.toml").read_text("utf-8"))["project"]
        for part in PARTS
    ]
    assert len({project["version"] for project in projects}) == 1
    texts = {path.read_bytes() for path in [ROOT / "LICENSE", *ROOT.glob("packages/*/LICENSE")]}
    assert len(texts) == 1
    assert {path.parent.name for path in Path(ROOT / "packages").glob("*/LICENSE")} == set(PARTS)
