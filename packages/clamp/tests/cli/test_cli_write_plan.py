"""``clamp plan --write-plan``: files that robots read, and none where there is no plan."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from roots import EXAMPLES
from typer.testing import CliRunner

from clamp.cli import app
from clamp.cli.plan import write_plans
from clamp.errors import PlanFormatError
from clamp.planning.system import Action


def clamp(*arguments: str) -> tuple[int, str, str]:
    task = str(EXAMPLES / "kitchen" / "task.yaml")
    found = CliRunner().invoke(app, ["plan", task, *arguments])
    return found.exit_code, found.stdout, " ".join(found.stderr.split())


def test_every_form_of_one_plan(tiny: Any, tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("plan.pddl", "plan.xml", "plan.json", "plan.yaml")]
    code, _, err = clamp(*(word for file in files for word in ("--write-plan", str(file))))
    assert code == 0, err
    assert files[0].read_text().startswith("(")
    assert 'BTCPP_format="4"' in files[1].read_text()
    assert '"skill"' in files[2].read_text()
    assert "/action/" in files[3].read_text()


def test_no_plan_writes_no_file(tiny: Any, tmp_path: Path) -> None:
    code, _, err = clamp("--budget", "1", "--write-plan", str(tmp_path / "plan.xml"))
    assert code == 1
    assert "was not written" in err
    assert not list(tmp_path.iterdir())


def test_a_file_of_no_form_is_refused_before_a_model_is_loaded(tiny: Any, tmp_path: Path) -> None:
    for arguments, why in (
        (("--write-plan", str(tmp_path / "plan.txt")), "the ending says"),
        (("--write-plan", str(tmp_path / "plan.xml"), "--closed-loop"), "closed loop"),
    ):
        code, out, err = clamp(*arguments)
        assert (code, out) == (2, "")
        assert why in err
    assert not tiny


def test_what_one_form_cannot_say_takes_no_other_file_with_it(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("plan.pddl", "plan.xml", "plan.json", "plan.yaml")]
    result: Any = SimpleNamespace(actions=(Action("go to", ("a table",)),), signatures=None)
    with pytest.raises(PlanFormatError) as caught:
        write_plans(files, result)
    assert {one.name for one in tmp_path.iterdir()} == {"plan.xml", "plan.json", "plan.yaml"}
    assert "plan.pddl" in str(caught.value)
    assert "Write JSON" not in str(caught.value)
    with pytest.raises(PlanFormatError, match="Write JSON instead"):
        write_plans(files[:1], result)
