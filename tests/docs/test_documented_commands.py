"""What the guides say to type can be typed: commands and options exist, and so do the files that they name."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

import options
import pytest
from roots import ROOT
from typer.main import get_command

from clamp.cli import app
from clamp_bench.commands import GROUP

GUIDES = sorted(
    [
        ROOT / "README.md",
        *(ROOT / "docs").rglob("*.md"),
        *(ROOT / "examples").rglob("*.md"),
        ROOT / "benchmarks",
    ]
)
GUIDES = [guide for guide in GUIDES if guide.is_file()]
_FENCE = re.compile(r"^```(?:console|sh|bash|shell)[^\n]*\n(.*?)^```", re.DOTALL | re.MULTILINE)
_INLINE = re.compile(r"`(clamp [^`]+)`")
_READ = (".pddl", ".yaml", ".json", ".jsonl", ".jpg", ".png")
_WRITTEN = ("--annotate", "--out", "--growth", "--write-plan")


def commands_of(text: str) -> Iterator[str]:
    """The command lines of a guide: those in fences, then those in a sentence."""
    for fence in _FENCE.finditer(text):
        for line in fence[1].replace("\\\n", " ").splitlines():
            line = line.strip().removeprefix("$ ")
            if line.startswith("clamp "):
                yield line
    yield from (found[1] for found in _INLINE.finditer(_FENCE.sub("", text)))


def words_of(line: str) -> list[str]:
    return shlex.split(
        line.replace("[--", " --").replace("]", " ") if "[--" in line else line, comments=True
    )[1:]


@cache
def _commands() -> Any:
    return get_command(app)


def command_of(words: list[str]) -> tuple[Any, list[str]]:
    """The command that the words name, and what follows its name."""
    found: Any = _commands()
    rest = list(words)
    while rest and hasattr(found, "commands"):
        if rest[0] not in found.commands:
            break
        found = found.commands[rest.pop(0)]
    return found, rest


def options_of(command: Any) -> set[str]:
    return {name for one in command.params for name in (*one.opts, *one.secondary_opts)} | {"--help", "-h"}


CASES = [
    pytest.param(guide, line, id=f"{guide.relative_to(ROOT)}: {line[:60]}")
    for guide in GUIDES
    for line in dict.fromkeys(commands_of(guide.read_text("utf-8")))
]


def test_there_are_commands() -> None:
    assert len(CASES) > 60


@pytest.mark.parametrize(("guide", "line"), CASES)
def test_a_command_exists_with_its_options(guide: Path, line: str, request: pytest.FixtureRequest) -> None:
    if guide.parent.name == "plugin":
        request.getfixturevalue("plugin")
    words = words_of(line)
    command, rest = command_of(words)
    if hasattr(command, "commands"):
        assert not rest or rest[0].startswith("-") or "|" in line, f"there is no command {rest[0]!r}"
    for word in rest:
        if word.startswith("--"):
            assert word.partition("=")[0] in options_of(command), f"{word} is no option of {' '.join(words)}"
    if not hasattr(command, "commands") and line not in _INLINE.findall(guide.read_text("utf-8")):
        placeholders = [word for word in rest if re.search(r"[A-Z]{3}|\$|…", word) and " " not in word]
        if not placeholders:
            command.make_context(command.name, rest, resilient_parsing=False)


@pytest.mark.parametrize(("guide", "line"), CASES)
def test_a_file_that_a_command_reads_exists(guide: Path, line: str) -> None:
    """Or it is in capitals, which stands for a file of one's own, or a command above has written it."""
    words = words_of(line)
    written = {
        name
        for other in commands_of(guide.read_text("utf-8"))
        for option, name in zip(words_of(other), words_of(other)[1:], strict=False)
        if option in _WRITTEN
    }
    for before, word in zip(["", *words], words, strict=False):
        name = word.rpartition("=")[2]
        if not name.endswith(_READ) or before in _WRITTEN or " " in name:
            continue
        if Path(name).stem.isupper() or any(name.startswith(f"{folder}/") for folder in written):
            continue
        assert (ROOT / name).is_file(), f"{guide.name} names {name}, which is not there"


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: str(guide.relative_to(ROOT)))
def test_examples_and_links_exist(guide: Path) -> None:
    text = guide.read_text("utf-8")
    for found in re.findall(r"(?<![\w/])examples/[\w./-]+", text):
        assert (ROOT / found.rstrip(".")).exists(), found
    for found in re.findall(
        r"\]\((?!https?:|mailto:|#)([^)\s]+)\)", re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    ):
        assert (guide.parent / found.partition("#")[0]).exists(), found


def test_the_guide_of_the_command_line_is_whole() -> None:
    guide = (ROOT / "docs" / "cli.md").read_text("utf-8")
    first = guide.split("\n\n")[1]
    tree: Any = get_command(app)
    for name in tree.commands:
        assert re.search(rf"`(clamp )?{name}`", first.partition("Standard output")[0]), name
    plan = tree.commands["plan"]
    for option in plan.params:
        long = [name for name in option.opts if name.startswith("--")]
        if long and not option.hidden and not {"--help", "--task"} & set(long[:1]):
            bare = long[0].removeprefix("--")
            assert f"`{bare}`" in guide or long[0] in guide or f"`{bare.replace('-', '_')}`" in guide, long[0]


def commands_in(command: Any, name: str = "") -> Iterator[str]:
    """The names of all commands, but of benchmarks of other packages."""
    ours = metadata.entry_points(group=GROUP)
    for word, inner in getattr(command, "commands", {}).items():
        if name == "bench" and word in ours.names and ours[word].dist.name != "clamp-bench":
            continue
        whole = f"{name} {word}".strip()
        yield from commands_in(inner, whole) if hasattr(inner, "commands") else [whole]


def test_every_option_of_every_command_is_in_a_guide() -> None:
    """Of `plan` in a table of its own, where its options stand beside the fields of a task."""
    told = [name for guide in options.GUIDES for name in options.listed(guide.read_text("utf-8"))]
    assert sorted([*told, "plan"]) == sorted(commands_in(get_command(app)))


@pytest.mark.parametrize("guide", options.GUIDES, ids=lambda guide: guide.name)
def test_the_tables_of_options_are_those_of_the_commands(guide: Path) -> None:
    text = guide.read_text("utf-8")
    assert options.filled(text) == text, "write them anew: python tests/helpers/options.py"


def test_every_option_says_what_it_is() -> None:
    for name in commands_in(get_command(app)):
        for one in options.shown(options.command_of(name)):
            assert one.help, f"clamp {name} {one.opts[0]}"


def test_the_examples_say_how_they_are_run() -> None:
    for task in (ROOT / "examples").rglob("*.yaml"):
        first = task.read_text("utf-8").splitlines()[0]
        assert f"clamp plan {task.relative_to(ROOT)}" in first


def test_help_names_the_default_models() -> None:
    plan: Any = get_command(app).commands["plan"]  # type: ignore[attr-defined]
    model = next(one for one in plan.params if "--model" in one.opts)
    assert "embedded" in model.help
    assert "SmolLM2-135M-Instruct" in model.help
