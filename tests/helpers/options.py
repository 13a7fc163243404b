"""The tables of options in the guides, made from the commands themselves: ``python tests/helpers/options.py``.

A guide says where one stands and of which commands: ``<!-- options: sample, distill -->`` … ``<!-- /options -->``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from roots import ROOT
from typer.main import get_command

from clamp.cli import app

GUIDES = [ROOT / "docs" / name for name in ("cli.md", "benchmarks.md")]
_TABLE = re.compile(
    r"(?P<begin><!-- options: (?P<commands>[^>]+) -->\n).*?(?P<end><!-- /options -->)", re.DOTALL
)


def command_of(words: str) -> Any:
    """The command of a name, such as ``bench tapa``."""
    found: Any = get_command(app)
    for word in words.split():
        found = found.commands[word]
    return found


def shown(command: Any) -> list[Any]:
    """The options of a command that its help shows."""
    return [one for one in command.params if one.param_type_name == "option" and not one.hidden]


def table(commands: Sequence[str]) -> str:
    """The options of some commands, each once; where it means another thing in others, once for each meaning."""
    who: dict[str, dict[str, list[str]]] = {}
    for name in commands:
        for one in shown(command_of(name)):
            option = f"`{one.opts[0]}{f' {one.metavar}' if one.metavar else ''}`"
            usual = one.show_default and one.default not in (None, False, True, (), "")
            meaning = " ".join(one.help.split()) + (f" By default {one.default}." if usual else "")
            who.setdefault(option, {}).setdefault(meaning, []).append(name)
    lines = ["| option | of | meaning |", "| --- | --- | --- |"]
    for option, meanings in who.items():
        for meaning, having in meanings.items():
            lines.append(
                "| "
                + " | ".join(one.replace("|", "\\|") for one in (option, _of(having, commands), meaning))
                + " |"
            )
    if len(commands) == 1:
        lines = [re.sub(r"^(\| [^|]+ \|)[^|]+\|", r"\1", line) for line in lines]
    return "\n".join(lines) + "\n"


def _of(having: Sequence[str], commands: Sequence[str]) -> str:
    without = [name for name in commands if name not in having]
    if not without:
        return "all"
    named = having if len(having) <= len(without) else without
    listed = ", ".join(f"`{name.split()[-1]}`" for name in named)
    return listed if named is having else f"all but {listed}"


def listed(text: str) -> list[str]:
    """The commands of all tables of a guide."""
    return [name for found in _TABLE.finditer(text) for name in _names(found)]


def filled(text: str) -> str:
    """A guide with its tables as they should be."""
    return _TABLE.sub(lambda found: f"{found['begin']}\n{table(_names(found))}\n{found['end']}", text)


def _names(found: re.Match[str]) -> list[str]:
    return [one.strip() for one in found["commands"].split(",")]


if __name__ == "__main__":
    for guide in GUIDES:
        guide.write_text(filled(guide.read_text("utf-8")), "utf-8")
