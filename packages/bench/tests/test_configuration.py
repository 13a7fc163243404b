"""A setting is declared once: options, TASK.yaml, requests and benchmarks have it with one default and one help."""

from __future__ import annotations

import inspect
import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import typer
from pydantic import Field
from typer.main import get_command

from clamp.cli import app
from clamp.cli.options import flags_of, help_of, options_of, read_spec
from clamp.decoding import PlanFormat
from clamp.errors import ClampError
from clamp.planning.rules import Rule
from clamp.request.form import ONLY_IN_FILES, TaskFile, read_task
from clamp.request.settings import (
    CONFIGURATIONS,
    AdaptationSettings,
    Configuration,
    ConstraintConfiguration,
    Effort,
    Level,
    Looking,
    ParticleSettings,
    Settings,
    Weighing,
    Writing,
    enforced,
    rules_in,
)
from clamp_bench.configuration import EAIConfig, LiberoConfig

GROUPS = (Effort, Weighing, Writing, ParticleSettings, AdaptationSettings)
"""What a benchmark of plans can be asked for."""
OWN_DEFAULTS = {
    ("EAIConfig", "budget"),
    ("EAIConfig", "slack"),
    ("LiberoConfig", "budget"),
    ("LiberoConfig", "slack"),
    ("LiberoConfig", "max_new_tokens"),
    ("ConstraintSpec", "guidance"),
}
"""Where a front end says on purpose what is meant if nothing is given."""


def spec() -> type[Settings]:
    pytest.importorskip("torch")
    from clamp.serve.description import ConstraintSpec

    return ConstraintSpec


@cache
def commands() -> Any:
    return get_command(app)


def option(command: str, flag: str) -> Any:
    found: Any = commands()
    for name in command.split():
        found = found.commands[name]
    return next(one for one in found.params if flag in one.opts)


@pytest.mark.parametrize(
    ("group", "front"),
    [
        (Configuration, lambda: TaskFile),
        (ConstraintConfiguration, spec),
        *((group, lambda: EAIConfig) for group in GROUPS),
        *((group, lambda: LiberoConfig) for group in GROUPS),
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


GIVEN: dict[str, tuple[str | None, Any]] = {
    "constraints": ("grounded", "grounded"),
    "budget": ("7", 7),
    "slack": ("0", 0),
    "loops": ("", True),
    "one_pass": ("", True),
    "prefer": ("file", "file"),
    "unknown": ("likeliest", "likeliest"),
    "examples": ("/more.jsonl", "/more.jsonl"),  # a task's paths begin at its folder
    "particles": ("3", 3),
    "sampled": ("", True),
    "requirements": ("Never take the cup.", "Never take the cup."),
    "on_unclear": ("ignore", "ignore"),
    "adaptation": ("ttba", "ttba"),
    "pseudocount": ("0", 0),
    "chat_template_kwargs": ("enable_thinking=false", {"enable_thinking": False}),
    "guidance": ("0.5", 0.5),
    "lookahead": ("action", "action"),
    "lookahead_cap": ("5", 5),
    "belief": ("text", "text"),
    "limits": ("seconds=2.5", {"seconds": 2.5}),
    "format": ("skill_json", "skill_json"),
    "seen": ("cup,shelf", ["cup", "shelf"]),
    "rules": ("F held(cup)", ["F held(cup)"]),
    "visibility": ("cup=-1", {"cup": -1}),
    "aliases": ("mug=cup", {"mug": "cup"}),
    "detector": ("some/detector", "some/detector"),
    "embedder": ("some/embedder", "some/embedder"),
    "parts": (None, {"handle": "cup"}),
    "visibility_floor": ("0.5", 0.5),
    "visibility_cut_off": ("0.5", 0.5),
    "temperature": ("0.5", 0.5),
    "seed": ("3", 3),
    "max_new_tokens": ("99", 99),
}
"""A value of each setting that is not its default: as an option's text, which a switch has not, and elsewhere."""

WORLD = {"domain": "d.pddl", "problem": "p.pddl", "instruction": "Take the cup."}


def task_of(name: str) -> dict[str, Any]:
    """The fields of a task beside which a setting makes sense."""
    if name == "detector":
        return WORLD | {"images": ["a.png"]}
    return WORLD | {"scene": "s.json"} if name in Looking.model_fields else {"world": "eai:27_2"}


DOMAIN = "(define (domain d) (:predicates (held ?x)) (:action take :parameters (?x) :effect (held ?x)))"
PROBLEM = "(define (problem p) (:domain d) (:objects cup shelf) (:goal (held cup)))"


def by_option(name: str) -> Any:
    from typer.testing import CliRunner

    got: list[Any] = []
    made = typer.Typer()

    @made.command()
    @options_of(TaskFile, without=ONLY_IN_FILES)
    def _run(given: dict[str, Any]) -> None:
        got.append(read_spec(None, {**task_of(name), **given}))

    flag = flags_of(name, TaskFile.model_fields[name])[0]
    assert CliRunner().invoke(made, [flag, *filter(None, [GIVEN[name][0]])]).exit_code == 0
    return got[0]


def by_task_file(name: str, folder: Path) -> Any:
    path = folder / "task.yaml"
    path.write_text(json.dumps({**task_of(name), name: GIVEN[name][1]}))
    return read_task(path, {})


def by_served_request(name: str) -> Any:
    spec()
    from clamp.serve.description import read_carried

    return read_carried({"domain": DOMAIN, "problem": PROBLEM, name: GIVEN[name][1]})


def by_python(name: str) -> Any:
    """What `plan` makes of the argument: its request runs nowhere."""
    pytest.importorskip("torch")
    from clamp.hosts.planner import PlanHost
    from clamp.planning import Problem, SearchLimits
    from clamp.request.request import Request

    class Made(PlanHost):
        def run(self, request: Request, **_: Any) -> Any:
            return request.configuration

        def _run(self, *_: Any) -> Any: ...
        def _prompt(self, *_: Any) -> Any: ...

    given = GIVEN[name][1]
    arguments: dict[str, Any] = {name: SearchLimits(**given) if name == "limits" else given}
    return Made().plan(Problem.from_pddl(DOMAIN, PROBLEM), "Take the cup.", **arguments)


def by_benchmark(config: type[Settings], name: str, folder: Path) -> Any:
    data: dict[str, Any] = {"data": folder} if "data" in config.model_fields else {}
    needs_hmm = name in {"adaptation", "pseudocount", "guidance", "lookahead", "lookahead_cap", "belief"}
    needed: dict[str, Any] = {"hmm": folder} if needs_hmm else {}  # or nobody would heed it
    if name == "pseudocount":
        needed["adaptation"] = "otta"
    if name == "sampled":
        needed["particles"] = 2
    return config(out=folder, **data, **needed, **{name: GIVEN[name][1]})


@pytest.mark.parametrize("name", Configuration.model_fields)
def test_to_add_an_option_is_to_add_one_field(name: str, tmp_path: Path) -> None:
    """A new field is missing in `GIVEN`, and then in whichever of the five places does not derive from it."""
    assert name in GIVEN, f"the setting {name!r} is new: say what a value of it looks like"
    found = {
        "Python": by_python(name),
        "TASK.yaml": by_task_file(name, tmp_path),
    }
    if name not in ONLY_IN_FILES:
        found["option"] = by_option(name)
    if name in ConstraintConfiguration.model_fields:  # a server looks at nothing; vLLM itself samples
        found["JSON"] = by_served_request(name)
    if any(
        name in group.model_fields for group in (Level, *GROUPS)
    ):  # others are a benchmark's own, and for rules
        found["EAI"] = by_benchmark(EAIConfig, name, tmp_path)
        if name not in Level.model_fields:  # it runs them all
            found["LIBERO"] = by_benchmark(LiberoConfig, name, tmp_path)
    values = {place: getattr(one, name) for place, one in found.items()}
    if name == "limits":
        values = {place: one.search_limits for place, one in found.items()}
    if name == "rules":
        values = {place: [one.text for one in rules_in(value)] for place, value in values.items()}
    assert Configuration.default_of(name) not in values.values()
    assert all(value == values["TASK.yaml"] for value in values.values()), values


def test_planner_takes_every_setting_with_the_same_default() -> None:
    pytest.importorskip("torch")
    from clamp.hosts.planner import PlanHost

    taken = inspect.signature(PlanHost.plan).parameters
    for name, field in Configuration.model_fields.items():
        default = taken[name].default
        # None stands for what is made of the default: a format, limits, the planner's own weight.
        assert default in (field.default, None), name
        assert f"\n    {name}: " in str(inspect.getdoc(PlanHost.plan)), name
    assert Configuration.of().arguments().keys() == Configuration.model_fields.keys()


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"temperature": -1}, "`temperature` is a finite number of at least 0 and at most 10,000"),
        ({"seed": None}, "`seed` is a whole number .* not nothing"),
        ({"seed": 10**30}, "`seed` is a whole number"),
        ({"max_new_tokens": 0}, "`max_new_tokens` is a whole number of at least 1 and at most 1,048,576"),
        ({"guidance": float("nan")}, "`guidance` is a finite number of at least 0"),
        ({"limits": 3}, "`limits` is clamp.SearchLimits"),
        ({"rules": "F a"}, "`rules` is a collection of rules"),
        ({"rules": ["F ("]}, "F \\("),
        ({"patience": 3}, "`patience`: unknown setting.*the settings are"),
    ],
)
def test_python_s_settings_are_checked_by_their_fields(given: dict[str, Any], message: str) -> None:
    with pytest.raises(ClampError, match=message):
        Configuration.of(**given)


def test_python_may_give_numbers_and_collections_of_any_kind() -> None:
    made = Configuration.of(
        budget=np.int64(4), temperature=np.float32(0.5), seen={"cup": 1}, rules=(Rule.parse("F a"), "F b"),
        constraints=frozenset({"syntax"}), visibility={"cup": np.float32(-1)}, format=PlanFormat.steps(),
    )  # fmt: skip
    assert (made.budget, made.temperature, made.seen, made.constraints) == (4, 0.5, ["cup"], ["syntax"])
    assert [one.text for one in rules_in(made.rules)] == ["F a", "F b"]
    assert made.plan_format.name == PlanFormat.steps().name
    assert Configuration.of(constraints=None).enforce is None


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
    assert Extended.of(patience=np.int8(5)).patience == 5
    with pytest.raises(ClampError, match=r"`patience` is a whole number of at least 1, .* How often to ask"):
        Extended.of(patience=0)


def test_the_names_of_the_configurations_stand_in_one_table() -> None:
    for name in CONFIGURATIONS:
        assert Configuration(constraints=name).enforce == enforced(name) == CONFIGURATIONS[name]
    assert Configuration(constraints=["syntax", "goal"]).enforce == {"syntax", "goal"}
    for wrong in ("worlds", 3, None, True, [1], {"syntax": 1}):
        with pytest.raises(ValueError, match=r"none.*world|constraints"):
            Configuration(constraints=wrong)  # type: ignore[arg-type]
