"""Commands of other packages: found by entry points, and one that cannot be loaded takes no other with it."""

from __future__ import annotations

from typing import Any

import pytest
import typer
from commands import flat
from typer.testing import CliRunner

from clamp import cli


class _Entry:
    dist = None

    def __init__(self, name: str, add: Any) -> None:
        self.name, self._add = name, add

    def load(self) -> Any:
        if isinstance(self._add, Exception):
            raise self._add
        return self._add


def _greets(commands: typer.Typer) -> None:
    @commands.command("greet")
    def greet() -> None:
        typer.echo("hello")


def test_commands_of_others_stand_beside_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = [_Entry("greet", _greets), _Entry("broken", ImportError("no module of that name"))]
    monkeypatch.setattr(cli.metadata, "entry_points", lambda group: entries if group == cli.COMMANDS else [])
    command = typer.main.get_command(cli.app)
    monkeypatch.setattr(typer.testing, "_get_command", lambda app: command)
    assert CliRunner().invoke(cli.app, ["greet"]).stdout == "hello\n"
    assert "lint" in CliRunner().invoke(cli.app, ["--help"]).stdout
    refused = CliRunner().invoke(cli.app, ["broken", "anything", "--at-all"])
    assert refused.exit_code == 2
    assert "of an unknown package cannot be loaded: ImportError('no module of that name')" in flat(
        refused.stderr
    )
