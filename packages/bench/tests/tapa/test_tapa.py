"""TaPA: texts that are plans, what they speak of, and figures without anything made up."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from chat_server import chat_server, saying

from clamp.automata import Vocabulary
from clamp.decoding.forms import FormConstraint
from clamp.errors import BenchmarkError
from clamp_bench import judge
from clamp_bench.configuration import TapaConfig
from clamp_bench.tapa import bench
from clamp_bench.tapa.steps import VERBS, out_of_scene, plan_form, spoken, steps_of, verb_of

THINGS = ["Kettle", "CounterTop", "CoffeeMachine", "Cup", "Sink", "ArmChair", "TVStand", "HousePlant"]
OTHERS = ["Fridge", "Bed", "Towel", "Chair", "Coffee", "Stand", "Plant"]


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "data" / "tapa"
    folder.mkdir(parents=True)
    rows: list[Any] = [
        {"instruction": "Make coffee.", "input": "[Kettle, Cup, Sink]", "scene_name": "FloorPlan22"},
        {"instruction": "Sit.", "input": ["Sofa", "Bed"], "scene_name": "FloorPlan301_physics"},
        {"instruction": "Nothing is here.", "input": "[]", "scene_name": "FloorPlan401"},
        ["no object"],
    ]
    (folder / "val_instruction.json").write_text(json.dumps(rows))
    (folder / "val_instruction_more.json").write_text(json.dumps(rows[:1]))
    monkeypatch.setenv("CLAMP_DATA", str(tmp_path / "data"))
    return folder


def texts(things: list[str] | None, count: int) -> list[str]:
    """Texts drawn from a form, byte by byte."""
    vocabulary = Vocabulary.from_bytes([bytes((byte,)) for byte in range(256)] + [b""], eos_id=256)
    made = FormConstraint(plan_form(things, 3), vocabulary)
    draw, found = random.Random(7), list[str]()
    for _ in range(count):
        cursor, written = made.initial(), b""
        while (token := draw.choice(made.allowed(cursor).tolist())) != 256:
            written += bytes((token,))
            cursor = made.advance(cursor, token)
        found.append(written.decode())
    return found


def test_what_is_grounded_speaks_of_nothing_that_is_not_there():
    for written in texts(THINGS, 60):
        steps = steps_of(written)
        assert 1 <= len(steps) <= 3
        assert all(verb_of(step) for step in steps)
        assert out_of_scene(written, THINGS, OTHERS) == [], written


def test_what_has_only_a_verb_is_open_and_ends():
    for written in texts(None, 20):
        assert all(verb_of(step) for step in steps_of(written)), written


@pytest.mark.parametrize(
    ("written", "absent"),
    [
        ("Step 1. Grasp the cup\nStep 2. Move to the sink", []),
        ("Step 1. Grasp the kettle and the pumpkin", ["pumpkin"]),
        ("1. Open the fridge\n2. Place the cup on the countertop", ["fridge"]),
        ("1) Scrub the bathtub\n2) Scrub the bathtub", ["bathtub"]),
        ("Take the blender.", ["blender"]),
        ("", []),
    ],
)
def test_what_is_not_in_the_scene_is_found(written: str, absent: list[str]):
    assert out_of_scene(written, THINGS, OTHERS) == absent


def test_steps_are_numbered_lines():
    assert steps_of("Sure!\n Step 1. Grasp a\nStep 2: Open b\n3) Close c\nStep 4. Done.") == [
        "Grasp a",
        "Open b",
        "Close c",
    ]
    assert verb_of("turn off the tap") == "Turn off"
    assert verb_of("Turning the tap") is None
    assert len(set(VERBS)) == len(VERBS)
    assert spoken("CounterTop") == "counter top"


def test_every_prompt_counts_and_without_a_judge_nothing_is_said(data: Path, tmp_path: Path):
    answers = [
        {"identifier": "0", "llm_output": "Step 1. Grasp the cup\nStep 2. Open the bed"},
        {"identifier": "1", "llm_output": "Well, the bed."},
    ]
    (tmp_path / "answers.json").write_text(json.dumps(answers))
    config = TapaConfig(tmp_path / "out", answers=tmp_path / "answers.json")
    found = bench.run(config).data
    assert (found["prompts"], found["malformed"]) == (4, ["2", "3"])
    assert found["overall"]["plan_success"] == found["macro_plan_success"] == found["judge"] == "not run"
    assert found["rooms"]["Kitchen"]["out_of_scene_rate"] == 100
    assert found["rooms"]["Bedroom"] == {
        "plans": 1,
        "plan_success": "not run",
        "plans_with_steps": 0,
        "out_of_scene_rate": None,
        "in_scene_rate": 0,
        "out_of_scene_references": 0,
        "format_valid": 0,
        "steps_per_plan": 0,
    }
    assert found["overall"]["format_valid"] == 25


def test_a_judge_s_majority_is_the_success_and_what_is_malformed_fails(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    class Seeded(judge.Judge):
        name = "seeded"

        def answer(self, prompt: str, seed: int) -> str:
            return "yes" if "Make coffee" in prompt and seed < 44 else "no"

    monkeypatch.setattr(judge, "judge_of", lambda config, cross=False: None if cross else Seeded())
    answers = [{"identifier": str(number), "llm_output": "Step 1. Hold the cup"} for number in range(2)]
    (tmp_path / "answers.json").write_text(json.dumps(answers))
    found = bench.run(TapaConfig(tmp_path / "out", answers=tmp_path / "answers.json")).data
    assert found["overall"]["plan_success"] == 25
    assert found["macro_plan_success"] == 50
    assert found["plans"][0]["votes"] == [True, True, False]
    assert found["unreadable_votes"] == 0
    assert len((tmp_path / "out" / "votes.jsonl").read_text().splitlines()) == 6


@pytest.mark.parametrize("constraints", ["none", "token", "grounded"])
def test_a_model_writes_under_each_configuration(data: Path, tmp_path: Path, tiny: Any, constraints: str):
    config = TapaConfig(tmp_path / "out", constraints=constraints, budget=2, max_new_tokens=80)
    found = bench.run(config).data
    assert found["prompts"] == 4
    if constraints == "grounded":
        assert found["overall"]["out_of_scene_rate"] == 0


def test_absent_data_and_senseless_settings_are_errors(tmp_path: Path, data: Path):
    with pytest.raises(BenchmarkError, match="'none', 'token' or 'grounded'"):
        TapaConfig(tmp_path / "out", constraints="world")
    for path in data.iterdir():
        path.unlink()
    with pytest.raises(BenchmarkError, match=r"github\.com/Gary3410/TaPA"):
        bench.run(TapaConfig(tmp_path / "out"))


def test_a_judge_that_fails_leaves_the_figures_that_need_none(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(judge, "PAUSES", ())
    answers = [{"identifier": str(number), "llm_output": "Step 1. Hold the cup"} for number in range(2)]
    (tmp_path / "answers.json").write_text(json.dumps(answers))
    replies = iter([saying("yes")] * 4 + [(500, {})] + [saying("yes")] * 2)
    with chat_server(lambda _: next(replies)) as (url, asked):
        config = TapaConfig(tmp_path / "out", answers=tmp_path / "answers.json", judge=url, judge_model="m")
        with pytest.raises(BenchmarkError, match=r"refused: 500.*summary\.json.*goes on from there"):
            bench.run(config)
        found = json.loads((tmp_path / "out" / "summary.json").read_text())
        assert (found["judge"], found["overall"]["plan_success"]) == ("not run", "not run")
        assert "refused: 500" in found["judge_failure"]
        assert found["overall"]["format_valid"] == 50
        assert bench.run(config).data["overall"]["plan_success"] == 50
        assert len(asked) == 7, "votes are kept"
