"""What `examples/plugin` adds, once it is installed, and what becomes of a plugin that cannot be loaded."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from roots import EXAMPLES
from typer.testing import CliRunner

from clamp.cli import app

PLUGIN = EXAMPLES / "plugin"


def clamp(*words: str) -> Any:
    return CliRunner().invoke(app, list(words))


def test_it_is_a_hundred_lines() -> None:
    written = [line for file in PLUGIN.rglob("*.py") for line in file.read_text("utf-8").splitlines()]
    assert len([line for line in written if line.strip()]) <= 100


def test_its_world_is_planned_in(plugin: None, tiny: Any) -> None:
    done = clamp("plan", "--world", "corridor:4", "--json")
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    assert found["actions"][-1] == {"name": "light", "args": ["room4"]}
    near = clamp("plan", "--world", "corridor:4", "--start", "room=4", "--budget", "1", "--json")
    assert [one["name"] for one in json.loads(near.stdout)["actions"]] == ["light"]


@pytest.mark.parametrize(
    "options", [["corridor:1"], ["corridor:4", "--start", "room=9"], ["corridor:4", "--start", "x=1"]]
)
def test_a_world_that_is_none_is_refused(plugin: None, options: list[str]) -> None:
    refused = clamp("plan", "--world", *options)
    assert refused.exit_code == 2
    assert "corridor" in refused.stderr


def test_its_benchmark_runs_and_goes_on(plugin: None, tiny: Any, tmp_path: Path) -> None:
    assert "Plans along corridors" in clamp("bench", "--help").stdout
    out = str(tmp_path / "run")
    done = clamp("bench", "corridor", "--longest", "4", "--out", out, "--json")
    assert done.exit_code == 0, done.output
    found = {"corridors": 3, "success": 1.0, "undecided": {"withheld": 0, "actions": 18, "share": 0.0}}
    assert json.loads(done.stdout) == found
    again = clamp("bench", "corridor", "--longest", "4", "--out", out, "--json")
    assert (json.loads(again.stdout), len(tiny)) == (found, 1)
    assert "longest was 4 and is now 3" in clamp("bench", "corridor", "--longest", "3", "--out", out).stderr


def test_its_benchmark_has_the_options_that_it_declares(plugin: None, tmp_path: Path) -> None:
    shown = clamp("bench", "corridor", "--help").stdout
    assert "--longest" in shown
    assert not [name for name in ("--hmm", "--guidance", "--slack", "--judge") if name in shown]
    out = ["--out", str(tmp_path / "run")]
    assert "longest" in clamp("bench", "corridor", "--longest", "1", *out).stderr
    assert clamp("bench", "corridor", "--hmm", "x", *out).exit_code == 2


def install(folder: Path, name: str, code: str) -> None:
    """A package of one module, with a benchmark `broken`."""
    (folder / f"{name}.py").write_text(code)
    about = folder / f"{name}-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
    (about / "entry_points.txt").write_text(f"[clamp.benchmarks]\nbroken = {name}:X\n")


@pytest.mark.parametrize(
    ("codes", "said"),
    [
        (["X = 1"], "a BenchmarkSource"),
        (["import nowhere_at_all"], "nowhere_at_all"),
        (["Y = 1"], "'X'"),
        (["raise OSError('no disk')"], "no disk"),
        (["X = 1", "X = 2"], "several packages"),
    ],
)
def test_a_benchmark_that_cannot_be_loaded_is_named_and_keeps_nothing_else_from_running(
    codes: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [f"broken_{tmp_path.name}_{number}" for number in range(len(codes))]
    for name, code in zip(names, codes, strict=True):
        install(tmp_path, name, code)
    monkeypatch.syspath_prepend(tmp_path)
    refused = clamp("bench", "broken", "--out", "x")
    told = " ".join(refused.stderr.split())
    assert (refused.exit_code, [one for one in (said, *names) if one not in told]) == (2, []), told
    listed = clamp("bench", "--help")
    assert (listed.exit_code, "cannot be loaded" in listed.stdout, "tapa" in listed.stdout) == (0, True, True)
