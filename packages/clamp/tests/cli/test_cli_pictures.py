"""`clamp plan` with pictures: what is seen decides, and bad pictures and scenes are explained."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from commands import DOMAIN, PROBLEM, TASK, flat, run
from extras import needs

pytestmark = needs("torch", "transformers")

Image = pytest.importorskip("PIL.Image")

SEEN = ["table", "shelf", "sink", "fridge", "milk", "red_cup_1"]
WORDS = ["--domain", DOMAIN, "--problem", PROBLEM, "--instruction", "Put the milk away.", "--budget", "14"]


@pytest.fixture
def shown(tmp_path: Path) -> Path:
    """Two pictures of a kitchen, the scene in them, and a task."""
    for view in ("front", "top"):
        shown = Image.new("RGB", (64, 48), "tan")
        shown.paste((40, 60, 90), (10, 10, 40, 30))
        shown.save(tmp_path / f"{view}.png")
    entries: list[Any] = [
        {"id": name, "view": "front", "box": [4 * at, 4, 4 * at + 9, 20]} for at, name in enumerate(SEEN)
    ]
    entries.append({"id": "milk", "view": "top", "box": [0, 0, 64, 48], "score": 0.4, "interactable": False})
    scene = {"views": {view: {"width": 64, "height": 48} for view in ("front", "top")}, "entities": entries}
    (tmp_path / "scene.json").write_text(json.dumps(scene))
    (tmp_path / "task.yaml").write_text(
        f"domain: {DOMAIN}\nproblem: {PROBLEM}\ninstruction: Put the milk away.\nbudget: 14\n"
        "images: [front.png, top.png]\nscene: scene.json\n"
    )
    return tmp_path


def change(path: Path, **fields: Any) -> None:
    """Other fields in the scene's first entity."""
    scene = json.loads((path / "scene.json").read_text())
    scene["entities"][0] |= fields
    (path / "scene.json").write_text(json.dumps(scene))


def task(path: Path, *lines: str) -> str:
    kept = (path / "task.yaml").read_text()
    (path / "task.yaml").write_text(kept + "".join(f"{line}\n" for line in lines))
    return str(path / "task.yaml")


# ------------------------------------------------------------------ what is seen decides


def test_a_scene_says_what_may_be_named(models: Any, shown: Path) -> None:
    result = run("plan", "--task", str(shown / "task.yaml"), "--json")
    assert result.exit_code == 0
    document = json.loads(result.stdout)
    named = {name for action in document["actions"] for name in action["args"]}
    assert named <= set(SEEN)
    assert {one["id"] for one in document["scene"]["entities"]} == set(SEEN)
    assert models == ["embedded"]


def test_a_text_only_model_plans_from_the_scene_alone(models: Any, shown: Path) -> None:
    result = run("plan", str(shown / "task.yaml"), "--model", "words")
    assert result.exit_code == 0
    assert "text-only model" in result.stderr
    assert models == ["words"]


def test_an_annotated_picture_shows_all_views(models: Any, shown: Path) -> None:
    out = shown / "out.png"
    result = run("plan", str(shown / "task.yaml"), "--annotate", str(out))
    assert result.exit_code == 0
    with Image.open(out) as picture:
        assert picture.width >= 2 * 640
        assert picture.height > 480
        assert len(picture.convert("RGB").getcolors(picture.width * picture.height)) > 5


def test_pictures_named_on_the_command_line(models: Any, shown: Path) -> None:
    pictures = ["--image", f"front={shown / 'top.png'}", "--image", str(shown / "top.png")]
    result = run("plan", *WORDS, *pictures, "--scene", str(shown / "scene.json"), "--model", "words")
    assert result.exit_code == 0
    twice = run("plan", *WORDS, *[*pictures, *pictures[2:]], "--scene", str(shown / "scene.json"))
    assert twice.exit_code == 2
    assert "Two pictures are of the view 'top'" in flat(twice.stderr)


def test_without_a_scene_the_model_says_what_it_sees(
    models: Any, shown: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = run("plan", *WORDS, "--image", str(shown / "front.png"))
    assert said.exit_code == 2  # a random model would not write any of the names by itself
    assert "shows nothing that the problem knows" in flat(said.stderr)
    monkeypatch.setattr("clamp.hosts.seen_entities.LEAST", 0.0)
    result = run("plan", *WORDS, "--image", str(shown / "front.png"), "--json")
    # A random model sees anything, of the problem's own names; whether a plan exists depends on that.
    assert result.exit_code in (0, 1)
    listed = [one["id"] for one in json.loads(result.stdout)["scene"]["entities"]]
    assert len(set(listed)) == len(listed) > 0
    assert "scene" not in json.loads(run("plan", TASK, "--json").stdout)


def test_a_detector_says_what_is_seen(models: Any, shown: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from clamp.perception.detection import Detection, Detector

    class Everything(Detector):
        def detect(self, image: Any, labels: Any) -> list[Detection]:
            return [
                Detection(label, 0.9, (4.0 * at, 0.0, 4.0 * at + 8, 9.0))
                for at, label in enumerate(labels)
                if label != "red cup"
            ]

    monkeypatch.setattr(Detector, "from_pretrained", lambda name: Everything(None, None, name))
    picture = ["--image", str(shown / "front.png"), "--detector", "some/detector", "--model", "words"]
    result = run("plan", *WORDS, *picture)
    assert result.exit_code == 1
    assert "No plan (unseen)" in result.stdout
    assert "red_cup_1" in result.stdout
    assert "Seen: table, shelf, sink, fridge, milk, apple." in flat(result.stdout)
    monkeypatch.setattr(Everything, "detect", lambda *_: [])
    nothing = run("plan", *WORDS, *picture)
    assert nothing.exit_code == 2
    assert "shows nothing that the problem knows" in flat(nothing.stderr)


def test_aliases_and_parts_reach_the_problems_names(models: Any, shown: Path) -> None:
    change(shown, id="kitchen top")
    refused = run("plan", str(shown / "task.yaml"))
    assert refused.exit_code == 2
    assert "contradicts the problem" in flat(refused.stderr)
    assert run("plan", str(shown / "task.yaml"), "--alias", "kitchen top=table").exit_code == 0
    renamed = run("plan", task(shown, "aliases: {kitchen top: table}", "parts: {apple: fridge}"), "--json")
    assert renamed.exit_code == 0
    document = json.loads(renamed.stdout)
    assert {"table", "apple"} <= {one["id"] for one in document["scene"]["entities"]}
    assert [(one["name"], one["entity"], one["stage"]) for one in document["matches"]] == [
        ("kitchen top", "table", "alias")
    ]
    assert "'kitchen top' is table (alias, 1.00)" in renamed.stderr


def test_visibility_may_be_soft(models: Any, shown: Path) -> None:
    change(shown, score=0.2)
    soft = run("plan", str(shown / "task.yaml"), "--visibility-floor", "0.01")
    assert soft.exit_code == 0
    cut = run("plan", str(shown / "task.yaml"), "--visibility-cut-off", "0.3")
    assert cut.exit_code == 1
    assert "table" in cut.stdout
    nothing = run("plan", str(shown / "task.yaml"), "--visibility-cut-off", "1.0", "--visibility-floor", "1")
    assert nothing.exit_code == 1


def test_a_goal_over_what_is_not_seen_names_it_with_the_list(models: Any, shown: Path) -> None:
    scene = json.loads((shown / "scene.json").read_text())
    scene["entities"] = [one for one in scene["entities"] if one["id"] != "milk"]
    (shown / "scene.json").write_text(json.dumps(scene))
    result = run("plan", str(shown / "task.yaml"))
    assert result.exit_code == 1
    assert "milk" in result.stdout.partition("Seen:")[0]
    assert "Seen: table, shelf, sink, fridge, red_cup_1." in flat(result.stdout)
    assert "No plan (unseen): The goal of 'tidy-up' cannot be reached" in flat(result.stdout)
    assert "The instruction speaks of 'milk' (milk), which is not seen." in flat(result.stderr)
    assert models == []  # known before a model is loaded
    tidy = run("plan", str(shown / "task.yaml"), "--instruction", "Tidy up.")
    assert tidy.exit_code == 1
    assert "No plan (unseen)" in tidy.stdout


# ------------------------------------------------------------------ an instruction about something absent


def test_what_the_problem_does_not_know_is_named_with_the_seen_list(models: Any, shown: Path) -> None:
    banana = ["--instruction", "Put the milk and the bananna in the fridge."]
    result = run("plan", str(shown / "task.yaml"), *banana)
    assert result.exit_code == 1
    assert "No plan (absent): The instruction speaks of 'bananna', but nothing" in flat(result.stdout)
    assert "--alias bananna=ENTITY" in flat(result.stdout)
    assert f"Seen: {', '.join(SEEN)}." in flat(result.stdout)
    assert "Traceback" not in result.stderr
    document = json.loads(run("plan", str(shown / "task.yaml"), *banana, "--json").stdout)
    assert (document["status"], document["actions"], document["text"]) == ("fail", [], "")
    assert document["failure"]["cause"] == "absent"
    assert document["failure"]["entities"] == []
    assert [(one["text"], one["standing"]) for one in document["absent"]] == [("bananna", "unknown")]
    assert document["seen"] == SEEN
    assert models == []
    alias = run("plan", str(shown / "task.yaml"), *banana, "--alias", "bananna=milk")
    assert alias.exit_code == 0


def test_what_the_problem_knows_but_is_not_seen_is_absent_though_the_goal_does_not_need_it(
    models: Any, shown: Path
) -> None:
    apple = ["--instruction", "Put the milk and the apple away."]
    document = json.loads(run("plan", str(shown / "task.yaml"), *apple, "--json").stdout)
    assert document["failure"]["cause"] == "absent"
    assert document["failure"]["entities"] == ["apple"]
    assert [(one["text"], one["standing"]) for one in document["absent"]] == [("apple", "unseen")]
    assert run("plan", str(shown / "task.yaml"), *apple, "--constraints", "token").exit_code in (0, 1)
    assert models == ["embedded"]  # a plan that may name anything is written
    seen = run("plan", *WORDS, *apple, "--seen", ",".join(SEEN))
    assert "No plan (absent): The instruction speaks of 'apple' (apple), which is not seen." in flat(
        seen.stdout
    )


def test_a_near_name_is_asked_for(models: Any, shown: Path) -> None:
    result = run("plan", str(shown / "task.yaml"), "--instruction", "Put the milk in the frigde.")
    assert result.exit_code == 1
    assert "Is fridge meant?" in flat(result.stdout)


def test_where_everything_counts_as_seen_unknown_things_are_only_said(models: Any) -> None:
    few = run("plan", *WORDS, "--instruction", "Put the milk and the banana away.")
    assert few.exit_code == 0
    assert "speaks of 'banana'" in flat(few.stderr)
    prose = "Put the milk away, and mind the banana, the piano and the trumpet."
    many = run("plan", *WORDS, "--instruction", prose)
    assert many.exit_code == 0
    assert "speaks of" not in flat(many.stderr)


def test_a_closed_loop_looks_for_what_is_hidden_but_not_for_what_there_is_not(
    models: Any, tmp_path: Path
) -> None:
    (tmp_path / "look.pddl").write_text(LOOK)
    files = ["--domain", DOMAIN, "--problem", str(tmp_path / "look.pddl"), "--closed-loop", "--budget", "12"]
    assert run("plan", *files, "--instruction", "Bring the milk to the table.").exit_code == 0
    result = run("plan", *files, "--instruction", "Bring the milk and the banana.")
    assert result.exit_code == 1
    assert "No plan (absent): The instruction speaks of 'banana'" in flat(result.stdout)
    assert "Seen: table, shelf, fridge, oven." in flat(result.stdout)
    document = json.loads(run("plan", *files, "--instruction", "Bring the banana.", "--json").stdout)
    assert (document["status"], document["steps"], document["plans"]) == ("fail", [], 0)
    assert document["failure"]["cause"] == "absent"


# ------------------------------------------------------------------ bad pictures and scenes


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"id": "milk"}, "'milk' occurs twice in the view 'front'"),
        ({"id": "dragon"}, "contradicts the problem: it shows what the problem does not know. 'dragon'"),
        ({"box": [0, 0, 65, 4]}, r"leaves the picture of 'front' (64 × 48)"),
        ({"colour": "red"}, "entities[0].colour of 'table': unknown field"),
        ({"score": 7}, "entities[0].score of 'table'"),
        ({"view": "side"}, "in the view 'side', which the scene does not have"),
    ],
    ids=str,
)
def test_a_scene_that_makes_no_sense_is_exit_code_2(
    models: Any, shown: Path, fields: Any, message: str
) -> None:
    change(shown, **fields)
    result = run("plan", str(shown / "task.yaml"))
    assert result.exit_code == 2
    assert message in flat(result.stderr)
    assert (result.stdout, models) == ("", [])


def test_pictures_that_cannot_be_used_are_exit_code_2(
    models: Any, shown: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from clamp.perception import pictures

    (shown / "text.png").write_text("no picture")
    (shown / "half.png").write_bytes((shown / "front.png").read_bytes()[:60])
    Image.new("RGB", (10, 10)).save(shown / "small.png")
    (shown / "empty.json").write_text('{"entities": [{"id": "milk", "seen": false}]}')
    scene = ["--scene", str(shown / "scene.json")]
    for arguments, message in [
        (["--image", str(shown / "none.png"), *scene], "There is no picture"),
        (["--image", str(shown / "text.png"), *scene], "cannot be read"),
        (["--image", str(shown / "half.png"), *scene], "cannot be read"),
        (["--image", f"front={shown / 'small.png'}", *scene], "10 × 10 pixels, but the scene says 64 × 48"),
        (["--image", str(shown / "small.png"), *scene], "the scene's views are 'front', 'top'"),
        (["--scene", str(shown / "no.json")], "There is no file"),
        (["--scene", str(shown / "empty.json")], "shows nothing that the problem knows"),
        (["--detector", "a/b"], "a `detector` needs `images`"),
        ([*scene, "--detector", "a/b"], "either `scene` or `detector`"),
        ([*scene, "--seen", "milk"], "either `seen`, or a `scene`"),
        (["--visibility-floor", "0.5"], "`visibility_floor` needs scores"),
        (["--visibility-floor", "0", *scene], "--visibility-floor: should be greater than 0"),
        (["--annotate", "out.png", *scene], "Add --image FILE"),
        (["--alias", "milk", *scene], "not of the form NAME=ENTITY"),
        (["--alias", "a=milk", "--alias", "a=table", *scene], "'a' is given twice"),
        (["--alias", "a=dragon", *scene], "stands for 'dragon', but there is no such entity"),
    ]:
        result = run("plan", *WORDS, *arguments)
        assert result.exit_code == 2, arguments
        assert message in flat(result.stderr), (arguments, result.stderr)
        assert "Traceback" not in result.stderr
    assert models == []
    nowhere = run("plan", str(shown / "task.yaml"), "--annotate", str(shown / "no" / "out.png"))
    assert nowhere.exit_code == 2
    assert "cannot write the picture" in flat(nowhere.stderr)
    strange = run("plan", task(shown, "parts: {milk_1: fridge}"))
    assert strange.exit_code == 2
    assert "`parts` names 'milk_1'" in flat(strange.stderr)
    monkeypatch.setattr(pictures, "MOST_PIXELS", 1_000)
    huge = run("plan", str(shown / "task.yaml"))
    assert huge.exit_code == 2
    assert "too large: 64 × 48" in flat(huge.stderr)
    assert run("plan", TASK, "--task", TASK).exit_code == 2


# ------------------------------------------------------------------ closed loop


LOOK = """(define (problem look) (:domain kitchen)
  (:objects table shelf - surface fridge oven - container milk - food)
  (:init (robot-at shelf) (hand-empty) (at milk oven)) (:goal (at milk table)))"""


def look(tmp_path: Path) -> list[str]:
    (tmp_path / "look.pddl").write_text(LOOK)
    files = ["--domain", DOMAIN, "--problem", str(tmp_path / "look.pddl")]
    return ["plan", *files, "--instruction", "Milk, please.", "--closed-loop"]


def test_a_closed_loop_looks_and_finds(models: Any, tmp_path: Path) -> None:
    result = run(*look(tmp_path), "--budget", "12")
    assert result.exit_code == 0
    assert "now seen: milk" in result.stderr
    assert "The goal holds" in result.stdout
    document = json.loads(run(*look(tmp_path), "--budget", "12", "--json").stdout)
    assert document["status"] == "goal"
    assert len(document["steps"]) <= 12
    assert any(step["exploring"] for step in document["steps"])
    assert document["unread"] == []


def test_a_closed_loop_says_what_nobody_read_of_what_was_asked_for(models: Any, tmp_path: Path) -> None:
    asked = [
        *look(tmp_path),
        "--budget",
        "12",
        "--requirements",
        "Mind the flubber.",
        "--on-unclear",
        "ignore",
    ]
    result = run(*asked)
    assert result.exit_code == 0
    assert "not certified for what was not read: 'Mind the flubber'" in flat(result.stdout)
    assert json.loads(run(*asked, "--json").stdout)["unread"] == ["Mind the flubber"]


def test_a_closed_loop_within_too_small_a_budget_is_exit_code_1(models: Any, tmp_path: Path) -> None:
    result = run(*look(tmp_path), "--budget", "3")
    assert result.exit_code == 1
    assert "No plan (" in result.stdout
    assert "Seen: " in result.stdout


def test_a_closed_loop_in_a_world_of_ones_own(
    models: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "my_world.py").write_text(
        "import numpy as np\n"
        "from clamp.loop.symbolic import SymbolicEnvironment\n"
        "from dataclasses import replace\n"
        "class World(SymbolicEnvironment):\n"
        "    def observe(self):\n"
        "        return replace(super().observe(), images={'front': np.zeros((8, 8, 3), np.uint8)})\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    options = ["--budget", "12", "--environment", "my_world:World", "--model", "embedded"]
    assert run(*look(tmp_path), *options, "--forget-after", "9").exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--seen", "milk"], "the environment says what is seen"),
        (["--constraints", "token"], "executes its plans"),
        (["--environment", "no.such:thing"], "It is MODULE:FUNCTION"),
        (["--environment", "json:nothing"], "It is MODULE:FUNCTION"),
        (["--forget-after", "0"], "it is 0, but at least 1 is needed"),
        (["--annotate", "a.png"], "a closed loop has many of both"),
    ],
    ids=str,
)
def test_a_closed_loop_that_makes_no_sense_is_exit_code_2(
    models: Any, tmp_path: Path, arguments: list[str], message: str
) -> None:
    result = run(*look(tmp_path), *arguments)
    assert result.exit_code == 2
    assert message in flat(result.stderr)
    assert models == []
    assert run(*look(tmp_path)[:-1], "--forget-after", "2").exit_code == 2
