"""VLABench's runs: episodes from files that nobody has seen, prompts, constraints and figures."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from clamp.automata import Vocabulary
from clamp.decoding import PlanFormat
from clamp.errors import BenchmarkError
from clamp.planning import Action
from clamp_bench.configuration import VLABenchConfig
from clamp_bench.report import rows_of
from clamp_bench.vlabench import bench
from clamp_bench.vlabench.episodes import Folders, Tracks, episode_of

TEMPLATES: dict[str, Any] = {
    "operating_configs": {
        "stack_base": {
            "meta_variable": [{"spot": {"construction_code": "bin.get_place_point(env.physics)[-1]"}}],
            "operation_sequence": [
                {"name": "pick", "params": {"target_entity_name": "target_entity", "prior_eulers": "[[0]]"}},
                {"name": "lift", "params": {}},
                {"name": "moveto", "params": {"target_pos": "spot"}},
                {"name": "moveto", "params": {"target_pos": "spot - 1"}},
            ],
        },
        "each_base": {
            "meta_variable": [{"chosen": {"construction_code": "env.task.config_manager.entities['cls_9']"}}],
            "operation_sequence": [
                {
                    "name": "for",
                    "extracted_variable": ["i", "one"],
                    "iterated_variable": "chosen",
                    "iterated_type": "enumerate",
                    "sub_operation_sequence": [
                        {"name": "pick", "params": {"target_entity_name": "one"}},
                        {"name": "pull", "params": {}},
                        {"name": "place", "params": {"target_container_name": "target_container"}},
                    ],
                }
            ],
        },
        "button_base": {"operation_sequence": [{"name": "press", "params": {"target_pos": "target_pos"}}]},
    },
    "task_mapping": {"stack_gear": "stack_base", "each_gear": "each_base", "ask_gear": "button_base"},
}


def episode(task: str, **changes: Any) -> dict[str, Any]:
    names = ("table", "crate", "gear", "bolt_painting", "button1")
    components = [{"name": name, "class": name.title(), "position": [0.1, 0.2, 0.3]} for name in names]
    given = {
        "components": components,
        "instructions": [f"Please {task}."],
        "conditions": {},
        "target_entity": ["gear"],
        "target_container": "crate",
    }
    return {"task": {**given, **changes}}


def told(task: str, **changes: Any) -> list[tuple[str, ...]]:
    found = episode_of(TEMPLATES, f"t/{task}/0", task, episode(task, **changes)["task"])
    name = {one.number: one.name for one in found.things or ()}
    return [(one["name"], *(name[number] for number in one["params"].values())) for one in found.truth]


def test_the_expert_s_skills_follow_from_templates_and_conditions_of_tasks_that_nobody_named():
    assert told("stack_gear") == [("pick", "gear"), ("insert", "crate")], "an approach is an insert"
    assert told("each_gear", conditions={"all": [{"cls_9": ["gear", "bolt"]}]}) == [
        ("pick", "gear"),
        ("place", "crate"),
        ("pick", "bolt_painting"),
        ("place", "crate"),
    ]
    assert told("ask_gear", conditions={"press_button": {"target_button": "button1"}}) == [
        ("press", "button1")
    ]
    contained = {"contain": {"container": "crate", "entities": ["gear"]}}
    assert told("new", conditions=contained) == [("pick", "gear"), ("place", "crate")]
    poured = {"pour": {"target_entity": "gear"}, "above": {"target_entity": "gear", "platform": "table"}}
    assert told("new", conditions=poured) == [("pick", "gear"), ("pour", "table")]
    taken = {"not_contain": {"container": "crate", "entities": ["gear"]}}
    assert told("new", conditions=taken) == [("pick", "gear"), ("pull",)]


@pytest.mark.parametrize(
    "changes", [{"conditions": {}}, {"conditions": {"contain": {"container": "moon", "entities": ["gear"]}}}]
)
def test_an_episode_that_says_too_little_is_malformed(changes: dict[str, Any]):
    with pytest.raises(BenchmarkError, match=r"cannot be made out|no one thing 'moon'"):
        told("new", **changes)


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "data" / "vlabench"
    folder.mkdir(parents=True)
    tasks: dict[str, Any] = {
        "stack_gear": [episode("stack_gear"), {"task": {"components": 3}}],
        "ask_gear": [episode("ask_gear", conditions={"press_button": {"target_button": "button1"}})],
    }
    files: dict[str, Any] = {
        "track_2_other_gears.json": tasks,
        "track_9_late.json": {"stack_gear": [episode("stack_gear")]},
        "task2code.json": TEMPLATES,
        "dim2task.json": {"Near": ["stack_gear"], "Far": ["stack_gear_other"]},
        "seq_independent_task.json": ["ask_gear"],
    }
    for name, content in files.items():
        (folder / name).write_text(json.dumps(content))
    (folder / "eval_vlm_en.txt").write_text("Skills: pick, insert.")
    monkeypatch.setenv("CLAMP_DATA", str(tmp_path / "data"))
    return folder


@pytest.mark.parametrize(
    "name", ["2", "track_2", "other_gears", "track_2_other_gears", "track_2_other_gears.json", "gears"]
)
def test_a_track_goes_by_its_name_or_number(data: Path, name: str):
    assert {one.track for one in Tracks(data, name).places()} == {"track_2_other_gears"}
    with pytest.raises(BenchmarkError, match="track_9_late"):
        list(Tracks(data, "_").places())


def test_a_run_scores_every_prompt_by_dimension_and_task(data: Path, tmp_path: Path):
    config = VLABenchConfig(tmp_path / "out", track="2", answers=tmp_path / "answers.json")
    whole = bench.VLABench(config)
    places = whole.items()
    assert [one.id for one in places] == [
        "track_2_other_gears/stack_gear/0",
        "track_2_other_gears/ask_gear/0",
        "track_2_other_gears/stack_gear/1",
    ], "in turn"
    answers = [
        {"identifier": one.id, "llm_output": json.dumps(one.read().truth if at < 2 else [])}
        for at, one in enumerate(places)
    ]
    (tmp_path / "answers.json").write_text(json.dumps(answers))
    data_of_run = bench.run(config).data
    assert data_of_run["malformed"] == ["track_2_other_gears/stack_gear/1"]
    assert data_of_run["prompts"] == 3
    assert data_of_run["overall"]["total_score"] == pytest.approx(200 / 3)
    # The track's ending makes a task of another dimension of it, and of its neighbour that is listed nowhere.
    assert data_of_run["dimensions"]["Far"]["prompts"] == 3
    assert data_of_run["tasks"]["stack_gear"]["exact_match_score"] == 50
    assert data_of_run["macro_by_task"]["total_score"] == 75
    records = [json.loads(line) for line in (tmp_path / "out" / "records.jsonl").read_text().splitlines()]
    assert {record["failure"]["cause"] for record in records} == {"uncertified", "malformed"}
    (row,) = rows_of(tmp_path / "out", several=False)
    assert sorted(row.figures["total_score"].values()) == [0, 100, 100]
    capped = VLABenchConfig(
        tmp_path / "out", track="2", answers=tmp_path / "answers.json", upstream_compat=True
    )
    again = bench.run(capped).data
    assert again["tasks"]["ask_gear"]["total_score"] == 80, "scored anew from the same records"


@pytest.mark.parametrize("constraints", ["none", "token", "grounded", "world"])
@pytest.mark.no_cover
def test_a_model_writes_under_each_configuration(data: Path, tmp_path: Path, tiny: Any, constraints: str):
    bound = {} if constraints == "none" else {"budget": 2}
    config = VLABenchConfig(
        tmp_path / "out", track="9", constraints=constraints, max_new_tokens=600, limit=1, **bound
    )
    data_of_run = bench.run(config).data
    assert data_of_run["prompts"] == 1
    if constraints != "none":
        assert data_of_run["overall"]["format_valid"] == 100
    if constraints in ("grounded", "world"):
        assert data_of_run["overall"]["entity_ids_valid"] == 100


@pytest.mark.parametrize("constraints", ["token", "grounded", "world"])
def test_the_paper_s_semantics_have_the_paper_s_budget(data: Path, tmp_path: Path, constraints: str):
    vocabulary = Vocabulary.from_bytes([*(bytes([byte]) for byte in range(256)), None], 256)
    for settings, budget in (
        ({}, 10),
        ({"semantics": "paper"}, 40),
        ({"semantics": "paper", "budget": 3}, 3),
    ):
        config = VLABenchConfig(tmp_path / "out", track="9", constraints=constraints, **settings)
        benchmark = bench.VLABench(config)
        benchmark.prepare([], tmp_path, lambda *_: None)
        asked = benchmark.request(benchmark.items()[0])
        assert asked.configuration.budget == budget
        assert asked.made(vocabulary).budget == budget


def test_the_skills_make_whole_subtasks():
    system = bench.skills(4)
    written = PlanFormat.skill_json()

    def valid(*plan: str) -> bool:
        return bool(system.validate([Action(*_call(one)) for one in plan]).valid)

    for plan in (
        ("press 1",),
        ("pick 1", "place 2"),
        ("pick 1", "pour 2", "place 3"),
        ("pick 1", "push 2", "pull"),
        ("pick 1", "push 2", "place 3", "pick 4", "lift"),
        ("pick 1", "pour 2", "pick 3", "open_door"),
    ):
        assert valid(*plan), plan
        assert written.parse(written.serialize([Action(*_call(one)) for one in plan]))
    for plan in (
        ("pick 1",),
        ("place 1",),
        ("pick 1", "place 1"),
        ("pick 1", "lift", "pick 2"),
        ("pick 1", "pick 2", "place 3"),
        ("pick 1", "place 2", "pull"),
    ):
        assert not valid(*plan), plan


def _call(said: str) -> tuple[str, tuple[str, ...]]:
    name, *args = said.split()
    return name, tuple(args)


def test_folders_with_pictures_are_asked_with_both(data: Path, tmp_path: Path, models: Any):
    from PIL import Image

    for number in (0, 1):
        folder = tmp_path / "rendered" / "M&T" / "stack_gear" / f"example{number}"
        (folder / "input").mkdir(parents=True)
        (folder / "output").mkdir()
        (folder / "input" / "instruction.txt").write_text("Stack it.\n")
        for name in ("input.png", "input_mask.png"):
            Image.new("RGB", (16, 16)).save(folder / "input" / name)
        calls = [{"name": "pick", "params": {"target_entity_name": 2}}, {"name": "lift", "params": {}}]
        (folder / "output" / "operation_sequence.json").write_text(json.dumps({"skill_sequence": calls}))
    (folder / "input" / "input.png").unlink()  # the second is malformed
    config = VLABenchConfig(
        tmp_path / "out",
        mode="b",
        episodes=tmp_path / "rendered",
        budget=2,
        model="embedded",
        max_new_tokens=60,
    )
    found = bench.run(config).data
    assert found["prompts"] == 2
    assert found["malformed"] == ["M&T/stack_gear/example1"]
    assert list(found["dimensions"]) == ["M&T"]
    place = next(Folders(tmp_path / "rendered", "M&T").places())
    asked = bench.VLABench(config).request(place)
    assert [path.name for path in place.read().pictures] == ["input.png", "input_mask.png"]
    assert len(asked.images) == 2
    assert "Stack it." in str(asked.prompt)


def rendered_example(folder: Path) -> None:
    for name in ("input", "output"):
        (folder / "M&T" / "stack_gear" / "example0" / name).mkdir(parents=True)


@pytest.mark.parametrize("name", ["vlm_evaluation_v1.0", "vlm_evaluation", "data/vlm_evaluation_v1.0", "."])
def test_rendered_episodes_are_found_among_the_data(data: Path, tmp_path: Path, name: str):
    rendered_example(data / name)
    (data / "other" / "M&T" / "stack_gear" / "example0" / "input").mkdir(
        parents=True
    )  # no answers, no episodes
    whole = bench.VLABench(VLABenchConfig(tmp_path / "out", mode="B"))
    assert [one.id for one in whole.items()] == ["M&T/stack_gear/example0"]
    with pytest.raises(BenchmarkError, match=r"no episodes of 'Far'; it has \['M&T'\]"):
        bench.VLABench(VLABenchConfig(tmp_path / "out", mode="b", track="Far")).items()
    in_words = bench.VLABench(VLABenchConfig(tmp_path / "out"))
    assert in_words.items()[0].track.startswith("track_"), "Mode A has its tracks"
    rendered_example(data / "newer")
    with pytest.raises(BenchmarkError, match="several") as refused:
        whole.items()
    for said in (str(data / name), str(data / "newer"), "--episodes DIR"):
        assert said in str(refused.value)


def test_absent_data_are_said_with_how_to_get_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, data: Path
):
    with pytest.raises(BenchmarkError, match=r"VLABench/vlm_evaluation_v1\.0.*--episodes DIR") as refused:
        bench.run(VLABenchConfig(tmp_path / "out", mode="b"))
    assert str(data) in str(refused.value), "where they are looked for"
    (data / "task2code.json").unlink()
    with pytest.raises(BenchmarkError, match=r"github\.com/OpenMOSS/VLABench"):
        bench.run(VLABenchConfig(tmp_path / "out"))
    monkeypatch.delenv("CLAMP_DATA")
    with pytest.raises(BenchmarkError, match="CLAMP_DATA is not set"):
        bench.run(VLABenchConfig(tmp_path / "out"))


def test_every_public_episode_has_an_answer_that_the_prompt_s_patterns_hold():
    root = Path(os.environ.get("CLAMP_DATA", "")) / "vlabench"
    if not (root / "task2code.json").is_file():
        pytest.skip("needs CLAMP_DATA")
    system = bench.skills(40)
    for place in Tracks(root, "all").places():
        found = place.read()
        plan = [Action(one["name"], tuple(map(str, one["params"].values()))) for one in found.truth]
        assert system.validate(plan).valid, place.id
