"""A setting is declared once: options, TASK.yaml, requests and benchmarks have it with one default and one help."""

from __future__ import annotations

import inspect
from typing import Any

import pytest
import typer
from pydantic import Field
from typer.main import get_command

from clamp.bench.configuration import EAIConfig, LiberoConfig
from clamp.cli import app
from clamp.cli.options import flags_of, help_of, options_of
from clamp.cli.task_file import ONLY_IN_FILES, TaskFile
from clamp.decoding.configuration import (
    CONFIGURATIONS,
    Configuration,
    ConstraintConfiguration,
    RunConfiguration,
    Settings,
    enforced,
)

OWN_DEFAULTS = {
    ("EAIConfig", "budget"),
    ("LiberoConfig", "budget"),
    ("LiberoConfig", "max_new_tokens"),
    ("ConstraintSpec", "guidance"),
}
"""Where a front end says on purpose what is meant if nothing is given."""


def spec() -> type[Settings]:
    pytest.importorskip("torch")
    from clamp.hosts.vllm.wire import ConstraintSpec

    return ConstraintSpec


def option(command: str, flag: str) -> Any:
    found: Any = get_command(app)
    for name in command.split():
        found = found.commands[name]
    return next(one for one in found.params if flag in one.opts)


@pytest.mark.parametrize(
    ("group", "front"),
    [
        (Configuration, lambda: TaskFile),
        (ConstraintConfiguration, spec),
        (RunConfiguration, lambda: EAIConfig),
        (RunConfiguration, lambda: LiberoConfig),
    ],
)
def test_every_setting_is_in_every_front_end_that_it_concerns(group: type[Settings], front: Any) -> None:
    model = front()
    for name, field in group.model_fields.items():
        assert field.description, name
        own = model.model_fields[name]
        if (model.__name__, name) not in OWN_DEFAULTS:
            assert (own.default, own.description) == (field.default, field.description), name
            assert [one for one in own.metadata if one not in field.metadata] == [], name


@pytest.mark.parametrize(
    ("command", "model"),
    [("plan", TaskFile), ("bench eai-virtualhome", EAIConfig), ("bench libero", LiberoConfig)],
)
def test_every_field_is_an_option_with_its_help(command: str, model: type[Settings]) -> None:
    for name, field in model.model_fields.items():
        if name in ONLY_IN_FILES:
            continue
        found = option(command, flags_of(name, field)[0])
        assert found.help == help_of(field) != "", name
        assert found.required == field.is_required()


def test_planner_takes_every_setting_with_the_same_default() -> None:
    pytest.importorskip("torch")
    from clamp.hosts.planner import PlanHost

    taken = inspect.signature(PlanHost.plan).parameters
    for name, field in Configuration.model_fields.items():
        default = taken[name].default
        # None stands for what is made of the default: a format, limits, the planner's own weight.
        assert default in (field.default, None), name
    assert Configuration().arguments().keys() == Configuration.model_fields.keys()


def test_a_new_field_is_an_option_at_once() -> None:
    class Extended(Configuration):
        patience: int = Field(3, ge=1, description="How often to ask again.")

    got: list[dict[str, Any]] = []
    made = typer.Typer()

    @made.command()
    @options_of(Extended)
    def _run(given: dict[str, Any]) -> None:
        got.append(given)

    from typer.testing import CliRunner

    arguments = ["--patience", "5", "--rule", "F a", "--rule", "F b", "--limits", "seconds=2.5"]
    arguments += ["--seen", "cup, shelf", "--visibility", "cup=-1", "--temperature", "0.5"]
    assert CliRunner().invoke(made, arguments).exit_code == 0
    made_of = Extended.model_validate(got[0])
    assert (made_of.patience, made_of.rules, made_of.seen) == (5, ["F a", "F b"], ["cup", "shelf"])
    assert (made_of.limits.seconds, made_of.visibility, made_of.temperature) == (2.5, {"cup": -1}, 0.5)
    helps = [getattr(one, "help", None) for one in get_command(made).params]
    assert "How often to ask again; 3 by default." in helps


def test_the_names_of_the_configurations_stand_in_one_table() -> None:
    for name in CONFIGURATIONS:
        assert Configuration(constraints=name).enforce == enforced(name) == CONFIGURATIONS[name]
    assert Configuration(constraints=["syntax", "goal"]).enforce == {"syntax", "goal"}
    for wrong in ("worlds", 3, None, True, [1], {"syntax": 1}):
        with pytest.raises(ValueError, match=r"none.*world|constraints"):
            Configuration(constraints=wrong)  # type: ignore[arg-type]
