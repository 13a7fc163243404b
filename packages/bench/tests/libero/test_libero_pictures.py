"""``clamp bench libero-pictures`` on examples that ship: what each row has, what an answer is worth, and refusals."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from roots import ROOT

from clamp.errors import BenchmarkError
from clamp.planning import Problem
from clamp.planning.goals import GoalLiteral
from clamp_bench.configuration import LIBERO_ROWS, LiberoPicturesConfig
from clamp_bench.libero.pictures import _auc, _bddl, _likeness, run
from clamp_worlds.libero.tasks import atoms_of

pytest.importorskip("torch")

EXAMPLES = ROOT / "examples" / "libero"
GOALS = {
    "drawer": [
        ["close", "white_cabinet_1_bottom_region"],
        ["in", "akita_black_bowl_1", "white_cabinet_1_bottom_region"],
    ],
    "stove": [["turnon", "flat_stove_1"], ["on", "moka_pot_1", "flat_stove_1_cook_region"]],
}


def record(folder: Path, name: str, instruction: str) -> dict[str, Any]:
    made = Problem.from_pddl(EXAMPLES / name / "domain.pddl", EXAMPLES / name / "problem.pddl")
    images = {}
    for view in ("agentview", "frontview"):
        shutil.copy(EXAMPLES / name / f"{view}.jpg", folder / f"{name}_{view}.jpg")
        images[view] = f"{name}_{view}.jpg"
    return {
        "id": name,
        "suite": "libero_10",
        "task": name,
        "instruction": instruction,
        "index": 0,
        "random": False,
        "images": images,
        "scene": json.loads((EXAMPLES / name / "scene.json").read_text()),
        "atoms": [list(atom) for atom in atoms_of(made, made.initial)],
        "goal": GOALS[name],
        "objects": [[one, kinds[0]] for one, kinds in made.task.objects.items()],
        "areas": [],
    }


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    rows = [
        record(folder, "drawer", "put the black bowl in the bottom drawer of the cabinet and close it"),
        record(folder, "stove", "turn on the stove and put the moka pot on it"),
    ]
    (folder / "records.jsonl").write_text("".join(json.dumps(one) + "\n" for one in rows))
    return folder


def test_plans_from_pictures_and_a_sentence(data: Path, tmp_path: Path) -> None:
    report = run(LiberoPicturesConfig(tmp_path / "run", data))
    rows = report.data["rows"]
    assert tuple(rows) == LIBERO_ROWS
    assert rows["pictures"]["outcomes"] == {"right": 2}
    assert rows["pictures"]["goal_exact"]["mean"] == 1
    assert rows["file"]["outcomes"] == {"right": 2}
    assert rows["usual"]["outcomes"] == {"right": 1, "wrong": 1}  # the drawer is open, and not as usual
    assert rows["similarity"]["outcomes"].get("right", 0) == 0  # one literal is not both
    assert rows["pictures"]["facts"]["count"] == rows["blank"]["facts"]["count"] > 5
    assert rows["pictures"]["facts"]["right"] == 1
    assert "goal exact 100.0%" in str(report)
    again = run(LiberoPicturesConfig(tmp_path / "run", data, rows=("file",)))
    assert tuple(again.data["rows"]) == ("file",)


@pytest.mark.parametrize(
    ("sentence", "why"),
    [("put the gizmo in the bottom drawer", "gizmo"), ("open the drawer", "white_cabinet_1_top_region")],
)
def test_what_is_not_understood_is_asked(data: Path, tmp_path: Path, sentence: str, why: str) -> None:
    lines = [json.loads(one) for one in (data / "records.jsonl").read_text().splitlines()]
    (data / "records.jsonl").write_text(json.dumps({**lines[0], "instruction": sentence}) + "\n")
    report = run(LiberoPicturesConfig(tmp_path / "run", data, rows=("file",)))
    assert report.data["rows"]["file"]["outcomes"] == {"asked": 1}
    told = json.loads((tmp_path / "run" / "records.jsonl").read_text())
    assert why in told["why"]
    assert told["read"] is None


def test_pictures_that_cannot_be_used_are_refused(data: Path, tmp_path: Path) -> None:
    from PIL import Image

    Image.new("RGB", (256, 256), (2, 2, 2)).save(data / "drawer_agentview.jpg")
    report = run(LiberoPicturesConfig(tmp_path / "run", data, rows=("pictures",)))
    assert report.data["rows"]["pictures"]["outcomes"]["refused"] == 1


def test_there_is_no_such_row_or_data(tmp_path: Path) -> None:
    with pytest.raises(BenchmarkError, match="no row"):
        LiberoPicturesConfig(tmp_path / "run", tmp_path, rows=("dreams",))
    with pytest.raises(BenchmarkError, match="no rendered states"):
        run(LiberoPicturesConfig(tmp_path / "run", tmp_path))


def test_scores_of_facts_and_sentences() -> None:
    assert _auc([(0.9, True), (0.1, False), (0.5, True), (0.5, False)]) == pytest.approx(0.875)
    assert _auc([(0.9, True)]) is None
    assert _bddl([GoalLiteral("open", ("d",), False), GoalLiteral("on", ("a", "b"))]) == {
        ("close", "d"),
        ("on", "a", "b"),
    }
    near, far = GoalLiteral("turned_on", ("flat_stove_1",)), GoalLiteral("open", ("microwave_1",))
    assert _likeness("turn on the stove", near) > _likeness("turn on the stove", far)
