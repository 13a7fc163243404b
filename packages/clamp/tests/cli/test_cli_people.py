"""``clamp init``, ``clamp doctor``, the file of defaults and the log: what a person at a shell needs first."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.testing import CliRunner

from clamp.cli import app


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("CLAMP_CONFIG", raising=False)
    monkeypatch.delenv("CLAMP_LOG", raising=False)
    return tmp_path


def clamp(*arguments: str) -> tuple[int, str, str]:
    found = CliRunner().invoke(app, list(arguments))
    if found.exception is not None and not isinstance(found.exception, SystemExit):
        raise found.exception
    return found.exit_code, found.stdout, " ".join(found.stderr.replace("│", " ").split())


# ------------------------------------------------------------------ a folder that runs


def test_a_new_folder_plans(tiny: Any, folder: Path) -> None:
    code, out, err = clamp("init", "mine")
    assert (code, out.strip()) == (0, str(Path("mine") / "task.yaml"))
    assert "clamp plan" in err
    code, out, err = clamp("plan", "mine/task.yaml", "--json")
    assert code == 0, err
    assert json.loads(out)["status"] == "plan"
    assert clamp("lint", "mine/domain.pddl", "mine/problem.pddl")[0] == 0


def test_what_is_there_is_not_replaced(folder: Path) -> None:
    (folder / "task.yaml").write_text("mine: true")
    code, out, err = clamp("init", ".")
    assert (code, out) == (2, "")
    assert "nothing is replaced" in err
    assert (folder / "task.yaml").read_text() == "mine: true"
    (folder / "file").write_text("")
    code, _, err = clamp("init", "file/inside")
    assert code == 2
    assert "Traceback" not in err


# ------------------------------------------------------------------ defaults


def test_option_then_task_then_file_then_built_in(tiny: Any, folder: Path) -> None:
    clamp("init", ".")
    task = yaml.safe_load((folder / "task.yaml").read_text())
    (folder / "clamp.toml").write_text('[plan]\nbudget = 15\nformat = "steps"\nmodel = "from-file"\n')

    def planned(*more: str) -> dict[str, Any]:
        code, out, err = clamp("plan", "task.yaml", "--json", *more)
        assert code == 0, err
        return json.loads(out)

    assert planned()["budget"] == task["budget"] == 14
    assert planned("--budget", "13")["budget"] == 13
    assert tiny == ["from-file", "from-file"]
    planned("--model", "from-option")
    assert tiny[-1] == "from-option"
    del task["budget"], task["model" if "model" in task else "seen"]
    (folder / "task.yaml").write_text(yaml.safe_dump(task))
    found = planned()
    assert found["budget"] == 15
    (folder / "other.toml").write_text("[plan]\nbudget = 16\n")
    os.environ["CLAMP_CONFIG"] = "other.toml"
    try:
        assert planned()["budget"] == 16
    finally:
        del os.environ["CLAMP_CONFIG"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[plan]\nbugdet = 3\n", "no option 'bugdet'; did you mean 'budget'?"),
        ("[plam]\nbudget = 3\n", "no command 'plam'; did you mean 'plan'?"),
        ("budget = 3\n", "no command 'budget'"),
        ("plan = 3\n", "a table [plan]"),
        ("[plan]\nbudget = \n", "is no TOML"),
        ("[plan]\nbudget = { a = 1 }\n", "is a text or a number"),
        ("[plan]\nbudget = [1]\n", "is one text or number, not a list"),
        ("[plan]\nloops = 1\n", "true or false"),
        ("[plan]\nbudget = -3\n", "budget"),
        ("[plan]\nbudget = 3\nbudget = 4\n", "is no TOML"),
        ("[plan]\nhost = 'ollama'\n", "no host 'ollama'"),
        ("[plan]\neai_task = '1'\n", "no option"),
    ],
)
def test_a_wrong_file_is_an_error(tiny: Any, folder: Path, text: str, why: str) -> None:
    clamp("init", "task")
    (folder / "clamp.toml").write_text(text)
    code, out, err = clamp(
        "plan",
        "task/task.yaml" if "budget = -3" not in text else "--domain",
        *(
            ["task/domain.pddl", "--problem", "task/problem.pddl", "--instruction", "Go."]
            if "budget = -3" in text
            else []
        ),
    )
    assert (code, out) == (2, "")
    assert why in err
    assert not tiny


def test_a_named_file_that_is_not_there_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAMP_CONFIG", "nowhere.toml")
    code, _, err = clamp("lint", "a", "b")
    assert code == 2
    assert "CLAMP_CONFIG" in err


# ------------------------------------------------------------------ what is here


def test_the_doctor_says_what_is_here(tiny: Any) -> None:
    pytest.importorskip("torch")
    code, out, err = clamp("doctor", "--json", "--host", "transformers")
    assert code == 0, (out, err)
    found = json.loads(out)
    assert found["packages"]["torch"]
    assert set(found["hosts"]) == {"transformers", "vllm", "llamacpp", "openai"}
    assert found["hosts"]["transformers"] == {"missing": [], "can": found["hosts"]["transformers"]["can"]}
    assert found["speed"]["host"] == "transformers"
    assert found["speed"]["seconds_per_token"] > 0
    code, out, _ = clamp("doctor", "--host", "transformers")
    assert code == 0
    assert "ms a token" in " ".join(out.split())


def test_the_doctor_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    code, out, _ = clamp("doctor", "--host", "vllm", "--json", "--no-speed")
    found = json.loads(out)
    assert found["speed"] is None
    assert code == bool(found["hosts"]["vllm"]["missing"])
    code, _, err = clamp("doctor", "--host", "ollama")
    assert code == 2
    assert "no host" in err
    code, out, err = clamp("doctor", "--host", "transformers", "--model", "missing.gguf", "--json")
    assert (code, out) == (2, "")
    assert "no model file" in err


# ------------------------------------------------------------------ the log


def test_the_log_goes_to_standard_error_where_it_is_asked_for(folder: Path) -> None:
    clamp("init", ".")
    program = [sys.executable, "-W", "ignore", "-m", "clamp", "plan", "task.yaml", "--budget", "1", "--json"]
    ran = subprocess.run(program, capture_output=True, text=True, env={**os.environ, "CLAMP_LOG": "info"})
    assert ran.returncode == 1, ran.stderr
    assert json.loads(ran.stdout)["failure"]["cause"] == "budget"
    assert "INFO clamp." in ran.stderr
    assert "Put the milk away" not in ran.stderr


def test_a_level_that_is_none_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAMP_LOG", "loud")
    code, _, err = clamp("lint", "a", "b")
    assert code == 2
    assert "CLAMP_LOG" in err
