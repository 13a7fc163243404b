"""The Dockerfile, where there is no Docker: it parses, and what it copies, installs, asks and starts is there."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import tomllib
from typing import Any

import pytest
import yaml
from roots import ROOT
from typer.main import get_command

from clamp.cli import app
from clamp.cli.serve import TOKENS_VARIABLE

DockerfileParser = pytest.importorskip("dockerfile_parse").DockerfileParser
STEPS = [(one["instruction"], one["value"]) for one in DockerfileParser(str(ROOT / "Dockerfile")).structure]


def of(instruction: str) -> list[str]:
    return [value for name, value in STEPS if name == instruction]


def copied() -> tuple[list[str], list[str]]:
    """What is copied of the checkout, and from which stages."""
    files, stages = list[str](), list[str]()
    for value in of("COPY"):
        *sources, _ = shlex.split(value)
        stage = next((one.removeprefix("--from=") for one in sources if one.startswith("--from=")), None)
        if stage is None:
            files += sources
        else:
            stages.append(stage)
    return files, stages


def test_every_instruction_is_one() -> None:
    known = [
        "ARG",
        "COPY",
        "ENTRYPOINT",
        "ENV",
        "EXPOSE",
        "FROM",
        "HEALTHCHECK",
        "RUN",
        "USER",
        "VOLUME",
        "WORKDIR",
    ]
    assert {name for name, _ in STEPS} <= {*known, "COMMENT"}
    assert STEPS[1][0] == "FROM", "after the comment"
    assert all(":" in value.split()[0] for value in of("FROM")), "a version of each base"
    assert of("USER") == ["10001"], "a number, so that whoever runs it can see that it is nobody's root"


def test_what_is_copied_is_there_and_not_ignored() -> None:
    files, stages = copied()
    ignored = (ROOT / ".dockerignore").read_text().split()
    assert ignored[0] == "*"
    for one in files:
        assert (ROOT / one).exists()
        assert f"!{one}" in ignored
    assert set(stages) == {value.split()[-1] for value in of("FROM") if " AS " in value}


def test_what_is_run_is_shell_and_installs_what_there_is() -> None:
    versions = (ROOT / "Makefile").read_text()
    assert of("ARG")[0].removeprefix("TORCH=") in versions
    installed: list[str] = []
    for value in of("RUN"):
        subprocess.run(["sh", "-n", "-c", value], check=True)
        for command in value.split("&&"):
            words = shlex.split(command)
            if "install" in words and words[0].endswith("pip"):
                installed += [one for one in words[words.index("install") + 1 :] if not one.startswith("-")]
    assert "$TORCH" in installed
    for one in installed:
        if one.startswith("./"):
            path, _, extras = one.rstrip("]").partition("[")
            project = tomllib.loads((ROOT / path / "pyproject.toml").read_text())["project"]
            assert set(extras.split(",")) - {""} <= project.get("optional-dependencies", {}).keys()
        elif one != "$TORCH":
            assert f'"{one}"' in versions, "the version that the Makefile has"


def test_what_is_started_is_a_command_with_these_options() -> None:
    program, *words = json.loads(of("ENTRYPOINT")[0])
    assert program == "clamp"
    commands: Any = get_command(app)
    parsed = commands.commands[words[0]].make_context("serve", words[1:]).params
    assert parsed["host"] == "0.0.0.0"
    assert of("EXPOSE") == [str(parsed["port"])]
    (volume,) = of("VOLUME")
    assert parsed["database"].startswith(f"sqlite:///{volume}/")
    probe = json.loads(of("HEALTHCHECK")[0].partition("CMD ")[2])
    compile(probe[-1], "HEALTHCHECK", "exec")
    assert f":{parsed['port']}/healthz" in probe[-1]
    paths = (ROOT / "packages/clamp/src/clamp/server/app.py").read_text()
    assert re.search(r"[\"']/healthz[\"']", paths)


def test_what_is_composed_is_that_image() -> None:
    (service,) = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"].values()
    assert service["build"] == "."
    assert set(service["environment"]) == {TOKENS_VARIABLE}
    assert [one.rpartition(":")[2] for one in service["ports"]] == of("EXPOSE")
    assert [one.partition(":")[2] for one in service["volumes"]] == of("VOLUME")
