"""The benchmark of blocks on a made table: what each row has, and what an answer is worth."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from roots import ROOT

from clamp.errors import BenchmarkError
from clamp_bench.blocks.bench import run
from clamp_bench.configuration import BlocksConfig

pytest.importorskip("torch")

EXAMPLE = ROOT / "examples" / "blocks"
PROBLEM = """(define (problem p) (:domain blocks) (:objects yellow orange purple - block robot - robot)
  (:init (handempty robot) {init}) (:goal (and (on yellow orange) (on orange purple))))"""
TRUE = "(ontable yellow) (on orange yellow) (on purple orange) (clear purple)"
TURNED = "(ontable purple) (on orange purple) (on yellow orange) (clear yellow)"


@pytest.fixture
def tables(tmp_path: Path) -> Path:
    """One table as it is, and one whose file has it upside down."""
    folder = tmp_path / "tables"
    for name, init in (("problem_1", TRUE), ("problem_2", TURNED)):
        (folder / name / "observations").mkdir(parents=True)
        for picture in EXAMPLE.glob("*.jpg"):
            shutil.copy(picture, folder / name / "observations")
        shutil.copy(EXAMPLE / "domain.pddl", folder / name)
        (folder / name / "problem.pddl").write_text(PROBLEM.format(init=init))
        (folder / name / "instruction.txt").write_text("Create 1 stacks: yellow over orange over purple")
    return folder


def test_plans_are_judged_in_the_true_problem(tables: Path, tmp_path: Path) -> None:
    report = run(BlocksConfig(tmp_path / "run", data=tables, rows=("four", "one", "constant", "true")))
    rows = report.data["rows"]
    assert rows["four"]["outcomes"] == {"right": 1, "wrong": 1}
    assert rows["four"]["wrong"] == ["problem_2"]
    assert rows["four"]["facts"]["f1"] == pytest.approx(4 * 2 / 16, abs=0.3)
    assert rows["true"]["outcomes"] == {"right": 2}
    assert rows["true"]["facts"]["f1"] == 1
    assert rows["constant"]["outcomes"] == {"wrong": 2}
    assert sum(rows["one"]["outcomes"].values()) == 2
    records = [json.loads(one) for one in (tmp_path / "run" / "records.jsonl").read_text().splitlines()]
    assert len(records) == 8
    assert "blocks: 2 tables" in str(report)


def test_pictures_of_nothing_are_refused_and_counted(tables: Path, tmp_path: Path) -> None:
    from PIL import Image

    for one in (tables / "problem_1" / "observations").iterdir():
        Image.new("RGB", (320, 240), (3, 3, 3)).save(one)
    (tmp_path / "ids").write_text("problem_1\n")
    report = run(BlocksConfig(tmp_path / "run", data=tables, ids=tmp_path / "ids", rows=("four",)))
    assert report.data["rows"]["four"]["outcomes"] == {"refused": 1}


def test_folders_and_rows_that_are_not_there(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(BenchmarkError, match="no table"):
        run(BlocksConfig(tmp_path / "run", data=tmp_path / "empty"))
    with pytest.raises(BenchmarkError, match="no folder"):
        run(BlocksConfig(tmp_path / "run", data=tmp_path / "nowhere"))
    with pytest.raises(BenchmarkError, match="no row"):
        BlocksConfig(tmp_path / "run", rows=("five",))
