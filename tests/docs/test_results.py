"""The page of results is what the records in ``results/`` say, and a folder more there is all that a run needs."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import results
from typer.testing import CliRunner

from clamp.cli import app
from clamp.errors import BenchmarkError
from clamp_bench.configuration import PreferencesConfig
from clamp_bench.preferences import bench

pytest.importorskip("scipy")


def test_the_pages_are_what_the_records_say() -> None:
    for path, said in results.pages(results.runs()).items():
        assert path.read_text(encoding="utf-8") == said, f"{path.name}; run: python benchmarks/results.py"


def test_a_table_in_a_guide_is_made_of_kept_runs(run: Path) -> None:
    told = results.told(
        "Before.\n<!-- figures: mine/random = random bytes; mine/shortest | items; success = done -->\n"
        "stale\n<!-- /figures -->\nAfter.",
        results.runs(results.RESULTS),
    )
    assert "stale" not in told
    assert "| | items | done |" in told.replace("|  |", "| |")
    assert "| random bytes | 4 |" in told
    assert results.told(told, results.runs(results.RESULTS)) == told
    with pytest.raises(BenchmarkError, match="No kept run has 'speed' of 'mine/random'"):
        results.told(told.replace("success =", "speed ="), results.runs(results.RESULTS))


def test_what_is_kept_is_judged_small_and_without_texts() -> None:
    kept = results.runs()
    assert kept
    for run in kept:
        folder = results.RESULTS / run.name
        assert sum(one.stat().st_size for one in folder.iterdir()) < 3_000_000
        assert run.rows
        assert run.title in results.KNOWN
        assert not any(field in record for record in run.records for field in results._TEXTS)
        assert all((record["clamp"] or {}).get("commit") for record in run.records)


@pytest.mark.parametrize("name", sorted(path.parent.name for path in results.RESULTS.glob("*/config.json")))
def test_the_command_on_the_page_is_the_command_of_the_run(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Typed as it stands, it asks for the settings that the run was made with."""
    kept = results._run(results.RESULTS / name)
    line = results.command(kept, results.KNOWN[kept.title])
    line = re.sub(r" --model \S+", "", line)  # a file that lies elsewhere is refused
    asked: list[Any] = []
    fake = SimpleNamespace(run=lambda config: asked.append(config) or SimpleNamespace(data={}))
    monkeypatch.setattr("clamp_bench.commands.importlib.import_module", lambda module: fake)
    for stand_in in ("FOLDER", "FILE"):
        (tmp_path / stand_in).write_text("[]") if stand_in == "FILE" else (tmp_path / stand_in).mkdir()
        line = line.replace(stand_in, str(tmp_path / stand_in))
    done = CliRunner().invoke(app, [*shlex.split(line.replace("runs/", f"{tmp_path}/"))[1:], "--json"])
    assert done.exit_code == 0, done.output
    for setting, value in kept.config.items():
        if hasattr(asked[0], setting) and setting not in {*results._NAMELESS, "samples", "model"}:
            given = getattr(asked[0], setting)
            assert (list(given) if isinstance(given, tuple) else given) == value, f"{setting} of `{line}`"


def test_a_figure_has_one_definition_wherever_it_is_told() -> None:
    """What a run's summary says of a figure is the mean of what the page's table says of each item."""
    told = 0
    for kept in results.runs():
        for name, summary in results._parts(kept, "by_configuration"):
            row = next((one for one in kept.rows if one.name == name), None)
            own = {"times_the_shortest": ("clamp", "times_the_shortest"), "done": ("completion_rate",)}
            for figure, path in own.items():
                if row is None or figure not in row.figures or results._at(summary, path) is None:
                    continue
                values = row.figures[figure].values()
                assert results._at(summary, path) == pytest.approx(sum(values) / len(values), abs=1e-3), name
                told += 1
    assert told > 5


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A kept run, of which nothing else is known."""
    monkeypatch.setattr(results, "RESULTS", tmp_path / "results")
    config = PreferencesConfig(
        tmp_path / "run", rows=("random", "shortest"), limit=4, scenes=["libero"], seed=3
    )
    bench.run(config)
    return results.add(tmp_path / "run", "mine")


def the_page() -> str:
    return results.page(results.runs(results.RESULTS))


@pytest.mark.no_cover
def test_a_run_that_is_added_is_on_the_page_with_command_model_and_commit(run: Path) -> None:
    said = the_page()
    assert "## Preferences" in said
    assert (
        "clamp bench preferences --constraints world --seed 3 --rows random,shortest --out runs/mine" in said
    )
    assert "model none; 4 items; commit `" in said
    assert "| mine/random | 4 |" in said
    assert "0 (it is the yardstick)" in said
    assert "output" not in json.loads((run / "records.jsonl").read_text().splitlines()[0])


def test_a_kept_run_names_files_without_their_folders() -> None:
    told = {"model": "/home/me/m.gguf", "ids": ["/a/b.txt", 3, "c/d"], "out": None}
    assert results._nameless(told) == {"model": "m.gguf", "ids": ["b.txt", 3, "c/d"], "out": None}


@pytest.mark.no_cover
def test_the_page_follows_the_records(run: Path) -> None:
    before = the_page()
    lines = [json.loads(line) for line in (run / "scores.jsonl").read_text().splitlines()]
    lines[0]["actions"] += 40
    (run / "scores.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert the_page() != before


@pytest.mark.no_cover
def test_a_benchmark_that_nobody_knows_gets_the_table_of_the_report(run: Path) -> None:
    summary = json.loads((run / "summary.json").read_text())
    (run / "summary.json").write_text(json.dumps({**summary, "benchmark": "Juggling"}))
    said = the_page()
    assert "## Juggling" in said
    assert "| mine/random | 4 |" in said
    assert "Preferences" in said.partition("## Not here")[2]


def row(
    values: dict[str, float], name: str = "run/clamp", model: Any = "m", constraints: str = "world"
) -> Any:
    about = {"model": model, "items": len(values), "config": {"constraints": constraints}}
    return results.Row(name, {"success": values}, frozenset(["success"]), about)


def test_the_models_share_is_counted_from_random_bytes_on_the_same_items() -> None:
    base = row({"a": 0.0, "b": 1.0, "z": 1.0}, "run/random", None)
    assert results._share(row({"a": 1.0, "b": 1.0, "c": 1.0}), base, "success").startswith("+50.0")
    assert results._share(row({"c": 1.0}), base, "success") == "not measured"
    assert results._share(row({"a": 1.0}), None, "success") == "not measured"
    assert results._share(row({"a": 1.0}, model=None), base, "success") == "– (no model)"
    token = row({"a": 1.0, "b": 1.0}, constraints="token")
    assert results._share(token, base, "success") == "not measured", "random bytes were held to more"


def test_what_is_no_judged_run_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(results, "RESULTS", tmp_path / "results")
    with pytest.raises(BenchmarkError, match=r"no judged run: there is no config\.json"):
        results.add(tmp_path, "mine")
    (tmp_path / "results" / "broken").mkdir(parents=True)
    for name in ("config.json", "summary.json"):
        (tmp_path / "results" / "broken" / name).write_text("{")
    with pytest.raises(BenchmarkError):
        results.runs(tmp_path / "results")
