"""`clamp bench` hands on what was given, and leaves the rest to the benchmark's own defaults."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from clamp.cli import app
from clamp.errors import BenchmarkError
from clamp_bench.configuration import (
    BEHAVIOR_TASKS,
    EAI_TASKS,
    BehaviorConfig,
    EAIConfig,
    PreferencesConfig,
    SafeAgentBenchConfig,
    TapaConfig,
    VLABenchConfig,
)
from clamp_bench.speed.mask import run as run_mask


def test_the_mask_benchmark_gets_its_options(monkeypatch: pytest.MonkeyPatch) -> None:
    class Mask:
        @staticmethod
        def run(**options: Any) -> dict[str, Any]:
            return options

    monkeypatch.setitem(sys.modules, "clamp_bench.speed.mask", Mask)
    options = ["--size", "200", "--size", "1000", "--vocabulary", "smollm2", "--competitor", "xgrammar"]
    options += ["--repetitions", "2", "--patience", "3.5"]
    given = CliRunner().invoke(app, ["bench", "mask", "--json", *options])
    assert json.loads(given.stdout) == {
        "sizes": [200, 1000],
        "vocabularies": ["smollm2"],
        "competitors": ["xgrammar"],
        "repetitions": 2,
        "patience": 3.5,
    }
    assert json.loads(CliRunner().invoke(app, ["bench", "mask", "--json"]).stdout) == {}


@pytest.mark.parametrize("options", [{"sizes": ()}, {"sizes": (0,)}, {"repetitions": 0}, {"patience": 0.0}])
def test_a_mask_benchmark_of_nothing_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(BenchmarkError, match="needs at least one size"):
        run_mask(**options)


def test_an_hmm_and_its_weight_are_handed_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pytest.importorskip("virtualhome_eval")
    from clamp_bench.eai import action_sequencing

    configs: list[Any] = []

    class Summary:
        data: dict[str, Any] = {}  # noqa: RUF012

    monkeypatch.setattr(action_sequencing, "run", lambda config: configs.append(config) or Summary())
    options = ["--out", str(tmp_path / "run"), "--hmm", str(tmp_path), "--guidance", "0.5", "--json"]
    assert CliRunner().invoke(app, ["bench", "eai-virtualhome", *options]).exit_code == 0
    assert (configs[0].hmm, configs[0].guidance) == (tmp_path, 0.5)


@pytest.mark.parametrize("names", [",", "", " ", "clamp,", "clamp,,random"])
@pytest.mark.parametrize(
    ("command", "option"),
    [
        ("controlled", "--rows"),
        ("preferences", "--scenes"),
        ("formalizer", "--rows"),
        ("planetarium", "--rows"),
    ],
)
def test_an_empty_name_is_refused_and_does_not_mean_all(
    tmp_path: Path, command: str, option: str, names: str
) -> None:
    little = ["--limit", "1", "--model", str(tmp_path / "none")]  # should it run after all
    given = CliRunner().invoke(
        app, ["bench", command, "--out", str(tmp_path / "run"), option, names, *little]
    )
    assert given.exit_code == 2
    assert f"{option}: an empty name" in " ".join(given.stderr.split())
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("command", "former", "now"),
    [
        ("tapa", ["--config", "magic"], "--constraints"),
        ("safeagentbench", ["--config", "magic"], "--constraints"),
        ("vlabench", ["--config", "magic"], "--constraints"),
        ("libero", ["--configuration", "magic", "--data", "."], "--constraints"),
        ("controlled", ["--baselines", "magic"], "--rows"),
        ("formalizer", ["--baselines", "magic"], "--rows"),
    ],
)
def test_a_former_name_means_the_same_and_says_what_it_is_called_now(
    tmp_path: Path, command: str, former: list[str], now: str
) -> None:
    if command == "controlled":
        pytest.importorskip("virtualhome_eval")
    given = ["bench", command, "--out", str(tmp_path / "run")]
    warned = CliRunner().invoke(app, [*given, *former])
    told = " ".join(warned.stderr.split())
    assert (warned.exit_code, "magic" in told) == (2, True), told
    assert f"`{former[0]}` goes with the next release; it is now `{now}`." in told
    both = CliRunner().invoke(app, [*given, *former, now, "magic"])
    assert (both.exit_code, f"{former[0]} is a former name of {now}" in " ".join(both.stderr.split())) == (
        2,
        True,
    )
    shown = CliRunner().invoke(app, ["bench", command, "--help"]).stdout
    assert (now in shown, f"{former[0]} " in shown) == (True, False)


def test_benchmarks_are_loaded_when_they_are_asked_for() -> None:
    code = (
        "import sys; from clamp.cli import app; from typer.main import get_command; tree = get_command(app);"
        "print('clamp_bench.configuration' in sys.modules);"
        "print(len(list(tree.commands['bench'].commands.values())) >= 14);"
        "print(*[one for one in ('torch', 'scipy', 'matplotlib', 'clamp_bench.harness') if one in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True"]


@pytest.mark.parametrize(
    ("config", "settings", "begins"),
    [
        (TapaConfig, {"constraints": "world"}, "TaPA's steps"),
        (TapaConfig, {"hmm": Path("hmm")}, "There is no setting 'hmm'"),
        (EAIConfig, {"task": "planning"}, "There is no task"),
        (BehaviorConfig, {"constraints": ["syntax"]}, "Goals have the constraints"),
        (SafeAgentBenchConfig, {"split": "all"}, "There is no split"),
        (VLABenchConfig, {"mode": "c"}, "There is no mode"),
        (PreferencesConfig, {"split": "a"}, "There is no split"),
    ],
)
def test_a_refusal_keeps_its_letters(config: Any, settings: dict[str, Any], begins: str) -> None:
    with pytest.raises(BenchmarkError) as refused:
        config(Path("out"), **settings)
    assert str(refused.value).startswith(begins)


@pytest.mark.parametrize("task", EAI_TASKS[1:])
def test_answers_of_a_task_need_no_level(task: str) -> None:
    """The level that a task has of itself is nobody's setting."""
    assert EAIConfig(Path("out"), task=task, answers=Path("answers.json")).answers is not None
    for one in BEHAVIOR_TASKS:
        assert BehaviorConfig(Path("out"), task=one, answers=Path("answers.json")).answers is not None
