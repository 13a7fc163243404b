"""Names and texts from outside are shown as they are, whatever they hold: nothing in them is obeyed."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import house
import pytest
from commands import DOMAIN, PROBLEM, flat
from typer.testing import CliRunner

from clamp import errors
from clamp.cli import app
from clamp.errors import ClampError
from clamp.visible import printable

MARKS = [":x:", "[red]x[/red]", "[/]", "[link=https://example.com]x[/link]", "a :smile: b", "\\[bold]"]
HIDDEN = ["\u202egnp", "\u2066x\u2069", "c\u200bup", "\ufeffcup", "\x1b[31m", "\x9b31m", "\rx", "\x07"]
HIDDEN += ["\u00ad", "\u2028", "\U000e0041", "\u3164", "\u115f", "\ufe0f"]
_WORKERS = ("engine", "first_plans", "hmm", "mask_worker", "scale")


# -- by the source ------------------------------------------------------------------------------------


def calls(name: str) -> Iterator[tuple[str, ast.Call]]:
    for module, path in house.modules().items():
        for node in house.nodes_of(path):
            if isinstance(node, ast.Call) and house.called(node) == name:
                yield f"{module}:{node.lineno}", node


def test_there_is_one_console_and_nobody_writes_around_it() -> None:
    def modules(name: str) -> set[str]:
        return {place.split(":")[0] for place, _ in calls(name)}

    assert modules("Console") | modules("from_markup") == set()
    assert modules("status") == {"clamp.cli.console"}
    bare = {place.split(":")[0] for place, call in calls("print") if isinstance(call.func, ast.Name)}
    workers = {"eai.evaluator_process", *(f"speed.{one}" for one in _WORKERS)}
    assert bare == {f"clamp_bench.{one}" for one in workers}, "a worker's answers to another program"
    for name in ("TextColumn", "print"):
        for place, call in calls(name):
            options = {one.arg: getattr(one.value, "value", None) for one in call.keywords}
            assert options.get("markup", name == "print" and "unset") in (False, "unset"), place


# -- the console --------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [*MARKS, *HIDDEN], ids=ascii)
def test_an_output_shows_what_it_is_given(capsys: pytest.CaptureFixture[str], text: str) -> None:
    from rich.table import Table

    from clamp.cli.console import complain, messages, print_json, results, working

    results().print(text)
    results().print(f"a {text}", style="bold")
    table = Table("", text, title=text)
    table.add_row(text, text)
    messages().print(table)
    complain(text)
    with working(text) as say:
        say(text)
    shown = capsys.readouterr()
    assert shown.out == f"{printable(text)}\na {printable(text)}\n"
    assert shown.err.count(printable(text)) >= 5, shown.err
    assert printable(shown.err) == shown.err
    lines = [line for line in shown.err.splitlines() if line[:1] in "┏┡│└"]
    assert len({len(line) for line in lines}) == 1, "a table's lines are of one width"
    print_json({text: text})
    found = capsys.readouterr().out
    assert json.loads(found) == {text: text}
    assert printable(found) == found


@pytest.mark.parametrize(
    "kind", [one for one in vars(errors).values() if isinstance(one, type) and issubclass(one, ClampError)]
)
def test_an_error_says_what_can_be_seen(kind: type[ClampError]) -> None:
    more = {"PlanSyntaxError": (0,), "LimitError": ("seconds", 1.0)}.get(kind.__name__, ())
    for text in HIDDEN:
        assert str(kind(f"There is no {text}.", *more)) == f"There is no {printable(text)}."


# -- the commands -------------------------------------------------------------------------------------


def said(*arguments: Any) -> Any:
    result = CliRunner().invoke(app, [str(one) for one in arguments])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert printable(result.output) == result.output
    return result


OPTIONS = [
    ("--seen",),
    ("--model",),
    ("--format",),
    ("--rule",),
    ("--alias",),
    ("--constraints",),
    ("--dtype",),
    ("--device",),
    ("--host",),
    ("--environment",),
    ("--budget",),
    ("--visibility",),
    ("--limits",),
    ("--world",),
    ("--hmm",),
    ("--scene",),
    ("--rule-book",),
    ("--annotate",),
    ("--image",),
    ("--detector", "--image", "PICTURE"),
    ("--embedder", "--scene", "SCENE"),
]


@pytest.mark.sampled(7)
@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option[0])
def test_an_option_is_said_back_as_it_was_given(
    offline: None, tmp_path: Path, option: tuple[str, ...]
) -> None:
    pil = pytest.importorskip("PIL.Image")
    pil.new("RGB", (64, 64)).save(tmp_path / "front.png")
    (tmp_path / "scene.json").write_text('{"entities": [{"id": "the_other_thing"}]}')
    made = {"PICTURE": tmp_path / "front.png", "SCENE": tmp_path / "scene.json"}
    given = ["--domain", DOMAIN, "--problem", PROBLEM, "--instruction", "Tidy up."]
    if option[0] == "--world":
        given = []
    for text in (":x:", "[red]x[/red]", "[/]", "a\u202eb", "\x1b[31m"):
        result = said("plan", *given, f"{option[0]}={text}", *(made.get(one, one) for one in option[1:]))
        assert result.exit_code == 2, result.output
        assert "defect" not in result.output
        found = flat(result.stderr.replace("│", " "))
        assert any(one in found for one in (printable(text), repr(text)[1:-1], "pip install")), found


HOSTILE = ["cup:x:", "cup\u202egnp", "cup\u200b", "cup:smile:"]


@pytest.mark.parametrize("name", HOSTILE, ids=ascii)
def test_a_name_of_a_problem_is_shown_as_it_is(tiny: Any, tmp_path: Path, name: str) -> None:
    """In findings, plans, failures, traces, rules, graphs and verdicts."""
    problem = Path(PROBLEM).read_text("utf-8").replace("milk", name)
    (tmp_path / "p.pddl").write_text(problem, encoding="utf-8")
    (tmp_path / "book").write_text(json.dumps({"rules": [{"name": name, "never": f"open({name})"}]}))
    (tmp_path / "plan").write_text(f"(open {name})\n", encoding="utf-8")
    files = ["--domain", DOMAIN, "--problem", tmp_path / "p.pddl"]
    book = tmp_path / "book"
    for words in (
        ["lint", *files[1::2], "--rule", f"G !do:open({name})"],
        ["rules", "show", book],
        ["rules", "show", book, "--dot"],
        ["rules", "check", book, "--plan", tmp_path / "plan"],
        ["plan", *files, "--instruction", "Tidy up.", "--seen", "table", "--trace"],
        ["plan", *files, "--instruction", "Tidy up.", "--trace", "--max-new-tokens", "4"],
    ):
        shown = said(*words)
        assert "defect" not in shown.output, shown.output
        assert not set("❌😄") & set(shown.output)
        assert shown.exit_code in (0, 1, 2)
    assert printable(name) in flat(said("rules", "show", book).output)


def test_a_trace_fits_its_width_whatever_it_shows() -> None:
    from rich.cells import cell_len

    from clamp.cli.trace import trace_lines
    from clamp.decoding.result import TraceStep, Wanted

    for text in (*MARKS, *HIDDEN):
        refused = Wanted(text, "visibility", f"put({text}) names {text}, which is not seen.")
        step = TraceStep(1, text, 5, wanted=refused)
        for line in trace_lines([step], 50):
            assert printable(line) == line
            assert cell_len(line) <= 50


def test_a_picture_is_lettered_with_what_can_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    image = pytest.importorskip("PIL.Image")
    from clamp.perception import Entity, Scene
    from clamp.perception import annotate as annotating

    written: list[str] = []
    draw = annotating.ImageDraw.ImageDraw.text
    monkeypatch.setattr(
        annotating.ImageDraw.ImageDraw,
        "text",
        lambda self, at, text, **options: written.append(text) or draw(self, at, text, **options),
    )
    for text in ("a\u202eb", "\x1b[31m", "two\nlines", "a\u200bb", "\x9b"):
        scene = Scene((Entity("cup", box=(1, 1, 30, 30), view="front"),), {"front": (64, 64)})
        annotating.annotate({"front": image.new("RGB", (64, 64))}, scene, [(text, ["cup"])], text)
    assert len(written) >= 10
    assert all(printable(one) == one and "\n" not in one and "?" not in one for one in written), written


@pytest.fixture
def offline(monkeypatch: pytest.MonkeyPatch) -> None:
    """No name is looked up at the Hub."""
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setattr(pytest.importorskip("huggingface_hub.constants"), "HF_HUB_OFFLINE", True)
