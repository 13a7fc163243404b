"""``clamp plan`` with a state that is believed, and without files: what is said before any model is loaded."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from clamp.cli import app

KITCHEN = ["--domain", "examples/kitchen/domain.pddl", "--problem", "examples/kitchen/problem.pddl"]
ASKED = ["--instruction", "Put the milk in the fridge and close it."]


def run(*words: str) -> tuple[int, str, str]:
    done = CliRunner().invoke(app, ["plan", *words])
    return done.exit_code, done.stdout, done.stderr


def state(folder: Path, **facts: Any) -> list[str]:
    path = folder / "state.json"
    path.write_text(
        json.dumps({"facts": [{"fact": name.split("__"), **value} for name, value in facts.items()]})
    )
    return ["--state", str(path)]


def test_a_contradiction_is_a_failure_with_its_facts(tmp_path: Path) -> None:
    given = state(tmp_path, open__fridge={"probability": 0.97, "source": "vlm"})
    code, out, _ = run(*KITCHEN, *ASKED, *given, "--json")
    found = json.loads(out)
    assert code == 1
    assert found["failure"]["cause"] == "contradiction"
    assert "open(fridge)" in found["failure"]["message"]
    assert found["contradictions"][0]["facts"] == [["open", "fridge"]]
    assert found["state"]["belief"]["facts"][0]["verdict"] == "true"
    code, out, _ = run(*KITCHEN, *ASKED, *given)
    assert (code, "No plan (contradiction): open(fridge) holds" in " ".join(out.split())) == (1, True)


def test_what_is_to_be_looked_at_needs_a_closed_loop(tmp_path: Path) -> None:
    given = state(tmp_path, open__fridge={"verdict": "unknown"})
    code, out, _ = run(*KITCHEN, *ASKED, *given, "--unknown", "look", "--json")
    assert (code, json.loads(out)["failure"]["cause"]) == (1, "unknown")


def test_no_plan_for_every_state_says_what_helps(tmp_path: Path) -> None:
    given = state(tmp_path, at__milk__table={"verdict": "unknown"})
    code, out, _ = run(
        *KITCHEN, *ASKED, *given, "--seen", "milk,fridge,table,shelf", "--budget", "3", "--json"
    )
    found = json.loads(out)
    assert code == 1
    assert found["failure"]["cause"] in ("unreachable", "budget", "unseen", "no-goal")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--state", "nowhere.json"], "nowhere.json"),
        (["--state", "picture"], "there are none"),
        (["--prefer", "nobody"], "'picture' or 'file'"),
        (["--unknown", "guess"], "conformant"),
        (["--observer", "nobody", "--image", "examples/libero/drawer/agentview.jpg"], "no observer 'nobody'"),
        (
            ["--observables", "nowhere.yaml", "--image", "examples/libero/drawer/agentview.jpg"],
            "nowhere.yaml",
        ),
    ],
)
def test_bad_input_is_said(words: list[str], said: str) -> None:
    code, out, told = run(*KITCHEN, *ASKED, *words)
    assert code == 2
    assert said in " ".join((out + told).split())


def test_a_state_of_something_else_is_said(tmp_path: Path) -> None:
    code, _, told = run(*KITCHEN, *ASKED, *state(tmp_path, opn__fridge={"verdict": "true"}))
    assert code == 2
    assert "'opn' is not declared" in " ".join(told.split())


def test_pictures_of_a_domain_that_nobody_sees() -> None:
    words = [*KITCHEN[:2], *ASKED, "--image", "examples/libero/drawer/agentview.jpg"]
    code, _, told = run(*words)
    assert code == 2
    assert "no observer knows its predicates" in " ".join(told.split())


def test_what_kind_of_thing_is_asked(tmp_path: Path) -> None:
    pytest.importorskip("clamp_worlds")
    scene = tmp_path / "scene.json"
    scene.write_text(json.dumps({"entities": [{"id": "milk"}, {"id": "gizmo"}]}))
    code, out, _ = run("--scene", str(scene), "--instruction", "Pick up the gizmo.", "--json")
    found = json.loads(out)
    assert (code, found["failure"]["cause"], found["failure"]["entities"]) == (1, "ambiguous", ["gizmo"])
    code, out, _ = run("--scene", str(scene), "--instruction", "Pick up the gizmo.")
    assert "What kind of thing is 'gizmo'" in " ".join(out.split())
    code, out, _ = run(
        "--scene", str(scene), "--type", "gizmo=tool", "--instruction", "Pick up the wok.", "--json"
    )
    assert (code, json.loads(out)["failure"]["cause"]) == (1, "ambiguous")
