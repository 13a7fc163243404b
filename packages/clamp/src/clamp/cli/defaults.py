"""Defaults of options from a file: ``clamp.toml`` in the current folder, or the file that CLAMP_CONFIG names.

Each table is named after a command, each key after an option. What is given on the command line counts first, then
what the task file says, then this file, then what is built in. What names no option is an error, never passed over.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, cast

from clamp.errors import ConstraintError
from clamp.files import read_text, shown, shown_path

FILE = "clamp.toml"
VARIABLE = "CLAMP_CONFIG"


class Given(dict[str, Any]):
    """Options that were given, by field, and beside them those that the file of defaults gives.

    Attributes:
        defaults: Of the file; the task's own fields come before them.
    """

    def __init__(self, given: Mapping[str, Any], defaults: Mapping[str, Any]) -> None:
        super().__init__(given)
        self.defaults = dict(defaults)


def file_of_defaults() -> Path | None:
    """The file that counts here, if there is one.

    Raises:
        ConstraintError: If CLAMP_CONFIG names a file that is not there.
    """
    named = os.environ.get(VARIABLE)
    if named:
        if not Path(named).is_file():
            raise ConstraintError(f"{VARIABLE} names {shown_path(named)}, and there is no such file.")
        return Path(named)
    return Path(FILE) if Path(FILE).is_file() else None


def read_defaults(group: Any) -> dict[str, Any]:
    """What the file says, as the commands of a group take it.

    Raises:
        ConstraintError: If it cannot be read, or names what is no command or option.
    """
    path = file_of_defaults()
    if path is None:
        return {}
    try:
        document = tomllib.loads(read_text(path, "file of defaults", ConstraintError))
    except tomllib.TOMLDecodeError as error:
        raise ConstraintError(f"{shown_path(path)} is no TOML: {error}.") from None
    return _of_group(document, group, str(shown_path(path)))


def _of_group(document: Mapping[str, Any], group: Any, where: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, table in document.items():
        command = group.commands.get(name)
        if command is None:
            raise ConstraintError(f"{where}: {_unknown(name, group.commands, 'command')}")
        if not isinstance(table, dict):
            raise ConstraintError(f"{where}: {name} is a command, so a table [{name}] holds its defaults.")
        inner = cast("dict[str, Any]", table)
        place = f"{where}, [{name}]"
        found[name] = (
            _of_group(inner, command, place) if hasattr(command, "commands") else _of(inner, command, place)
        )
    return found


def _of(table: Mapping[str, Any], command: Any, where: str) -> dict[str, Any]:
    """Defaults of one command, by parameter, as its options read them."""
    options: dict[str, Any] = {}
    for one in command.params:
        if getattr(one, "hidden", False) or one.param_type_name != "option":
            continue
        for flag in one.opts:
            options[flag.lstrip("-")] = one
    found: dict[str, Any] = {}
    for key, value in table.items():
        option = options.get(key.replace("_", "-"))
        if option is None:
            raise ConstraintError(f"{where}: {_unknown(key, options, 'option')}")
        if option.name in found:
            raise ConstraintError(f"{where}: {key} is given twice.")
        found[option.name] = _value(value, option, f"{where}: {key}")
    return found


def _unknown(name: str, choices: Iterable[str], what: str) -> str:
    near = get_close_matches(name, list(choices), 1)
    return f"there is no {what} {shown(name)}" + (f"; did you mean {near[0]!r}?" if near else ".")


def _value(value: Any, option: Any, where: str) -> Any:
    if getattr(option, "is_flag", False):
        if not isinstance(value, bool):
            raise ConstraintError(f"{where} is true or false, not {shown(value)}.")
        return value
    if option.multiple:
        listed: list[Any] = cast("list[Any]", value) if isinstance(value, list) else [value]
        return [_text(one, where) for one in listed]
    if isinstance(value, list):
        raise ConstraintError(f"{where} is one text or number, not a list: {shown(value)}.")
    return _text(value, where)


def _text(value: Any, where: str) -> str:
    """A value as it would be written on the command line."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise ConstraintError(f"{where} is a text or a number, or a list of them, not {shown(value)}.")
    return str(value)
