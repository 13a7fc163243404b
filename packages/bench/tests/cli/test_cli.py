"""The command line: what goes where, which exit code, and how bad input is explained."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path
from typing import Any

import pytest
from commands import DOMAIN, KITCHEN, PROBLEM, TASK, flat, run
from roots import EXAMPLES, ROOT

PDDL = ["--domain", DOMAIN, "--problem", PROBLEM, "--instruction", "Tidy up."]


# ------------------------------------------------------------------ plan


def test_a_task_file_becomes_a_certified_plan(tiny: Any) -> None:
    result = run("plan", TASK)
    assert result.exit_code == 0
    plan, _, rest = result.stdout.partition("\n\n")
    assert plan.splitlines()[-1] == "close(fridge)"
    assert "Certified: replayed by an independent validator" in rest
    assert "ms a token" in rest
    assert plan.splitlines()[0] not in result.stderr  # nobody watches


def test_json_is_one_document_on_standard_output(tiny: Any) -> None:
    result = run("plan", TASK, "--json", "--budget", "16")
    document = json.loads(result.stdout)
    assert result.exit_code == 0
    assert document["status"] == "plan"
    assert document["certificate"] == {
        "valid": True,
        "step": None,
        "reason": "",
        "claim": "Given the initial state and the goal that you supplied, each action is applicable in its "
        "turn; the goal holds at the end.",
        "certified": True,
        "unread": [],
    }
    assert 13 <= len(document["actions"]) <= 16
    assert "trace" not in document
    assert len(json.loads(run("plan", TASK, "--json", "--trace").stdout)["trace"]) > 12


PDDL_SEEN = [*PDDL, "--seen", "table, shelf, sink, fridge, milk, red_cup_1"]
BESIDE = re.compile(r"(No plan is shorter\.|(\d+) actions? more than the shortest plan, which has (\d+)\.)")


@pytest.mark.parametrize(
    ("options", "most"),
    [
        ([], 16),
        (["--slack", "0"], 13),
        (["--slack", "2", "--budget", "14"], 14),
        (["--budget", "18"], 16),
        (["--budget", "18", "--slack", "18"], 18),
    ],
)
def test_a_plan_is_said_to_be_longer_than_the_shortest(tiny: Any, options: list[str], most: int) -> None:
    plain = run("plan", *PDDL_SEEN, *options)
    assert plain.exit_code == 0
    found = BESIDE.search(flat(plain.stdout))
    assert found is not None, plain.stdout
    document = json.loads(run("plan", *PDDL_SEEN, *options, "--json").stdout)
    length, shortest = len(document["actions"]), document["shortest"]
    assert shortest == {"length": 13, "proved": True, "more": length - 13}
    assert 13 <= length <= most
    assert found[1] == "No plan is shorter." if length == 13 else int(found[2] or 0) == length - 13


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--slack", "-1"], "--slack"),
        (["--slack", "1.5"], "--slack"),
        (["--slack", "99999999999"], "--slack"),
        (["--slack", "1", "--constraints", "token"], "'goal'"),
        (["--budget", "0", "--constraints", "token"], "budget is 0"),
        (["--budget", "-2"], "--budget"),
        (["--limits", "seconds=0"], "--limits"),
        (["--limits", "states=0"], "--limits"),
        (["--limits", "seconds=-1"], "--limits"),
    ],
)
def test_bounds_that_make_no_sense_are_refused_before_a_model_is_loaded(
    tiny: Any, options: list[str], message: str
) -> None:
    result = run("plan", *PDDL_SEEN, *options)
    assert result.exit_code == 2
    assert message in flat(result.stderr)
    assert "Traceback" not in result.stderr
    assert (result.stdout, tiny) == ("", [])


def test_without_a_goal_no_plan_is_the_shortest(tiny: Any) -> None:
    document = json.loads(run("plan", *PDDL_SEEN, "--constraints", "token", "--json").stdout)
    assert document["shortest"] is None


@pytest.mark.no_cover
def test_options_replace_a_file_and_stand_alone(tiny: Any) -> None:
    seen = "table, shelf, sink, fridge, milk, red_cup_1"
    alone = run("plan", *PDDL, "--seen", seen, "--budget", "14", "--format", "steps", "--model", "some/model")
    assert alone.exit_code == 0
    assert alone.stdout.startswith("Step 1. ")
    assert tiny[-1] == "some/model"
    template = run("plan", TASK, "--format", "do {name} with {args};")
    assert template.exit_code == 0
    assert template.stdout.startswith("do ")
    assert "red_cup_2" not in alone.stdout


def test_a_trace_says_what_was_refused_and_why(tiny: Any) -> None:
    result = run("plan", TASK, "--trace")
    assert result.exit_code == 0
    assert "the model wanted another one" in result.stderr
    assert "syntax" in result.stderr
    lines = result.stderr.splitlines()
    assert all(len(line) <= 80 for line in lines)
    assert sum(map(len, lines)) < 20_000


def test_where_nothing_is_seen_nothing_is_listed(tiny: Any) -> None:
    result = run("plan", TASK, "--seen", "")
    assert result.exit_code == 1
    assert "No plan (unseen)" in result.stdout or "No plan (absent)" in result.stdout
    assert "Seen: nothing." in result.stdout


@pytest.mark.parametrize("as_json", [True, False])
def test_no_plan_is_exit_code_1_with_the_smallest_budget(tiny: Any, as_json: bool) -> None:
    result = run("plan", TASK, "--budget", "5", *(["--json"] if as_json else []))
    assert result.exit_code == 1
    if as_json:
        failure = json.loads(result.stdout)["failure"]
        assert (failure["cause"], failure["smallest_budget"]) == ("budget", 13)
    else:
        assert "No plan (budget): The goal needs 13 actions, but the budget is 5." in result.stdout
        assert "smallest budget that would do: 13" in result.stdout


def test_a_goal_over_unseen_entities_is_exit_code_1(tiny: Any) -> None:
    result = run("plan", TASK, "--seen", "table,shelf,fridge,red_cup_1")
    assert result.exit_code == 1
    assert "No plan (unseen)" in result.stdout
    assert "milk" in result.stdout


def test_without_constraints_the_text_is_judged(tiny: Any) -> None:
    result = run("plan", TASK, "--constraints", "none", "--max-new-tokens", "5")
    assert result.exit_code == 1
    assert "No plan (syntax)" in result.stdout
    assert "constraint" not in result.stdout.partition("ms a token")[2]


def test_a_virtualhome_task(tiny: Any) -> None:
    pytest.importorskip("virtualhome_eval")
    result = run("plan", str(EXAMPLES / "virtualhome.yaml"), "--json")
    assert result.exit_code == 0
    assert json.loads(result.stdout)["text"].startswith("{")
    unknown = run("plan", "--world", "eai:27_222")
    assert unknown.exit_code == 2
    assert "near it are" in unknown.stderr


# ------------------------------------------------------------------ bad input


def bad(tmp_path: Path, text: str) -> str:
    path = tmp_path / "task.yaml"
    path.write_text(text)
    return str(path)


FIELDS = f"domain: {DOMAIN}\nproblem: {PROBLEM}\ninstruction: Tidy up.\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "holds nothing"),
        ("- a\n- b\n", "holds a list"),
        ("domain: [", "task.yaml:2:1: not YAML|task.yaml:1:10: not YAML"),
        ("\tdomain: x", "not YAML"),
        (
            FIELDS + "budget: -1\n",
            r"task.yaml:4: budget: should be greater than or equal to 0, but it is -1",
        ),
        (FIELDS + "budget: many\n", r"task.yaml:4: budget: .*'many'"),
        (FIELDS + "seen:\n  - table\n  - 7\n", r"task.yaml:6: seen: should be a string, but it is 7"),
        (FIELDS + "instrution: x\n", r"task.yaml:4: instrution: unknown field; did you mean 'instruction'"),
        (FIELDS + "budget: 3\nbudget: 4\n", "task.yaml:5: budget was given before, in line 4"),
        (FIELDS + "constraints: all\n", "task.yaml:4: constraints: .*'world'"),
        ("problem: p.pddl\n", "missing `domain` and `instruction`"),
        (FIELDS + "world: eai:27_2\n", "not both"),
        (FIELDS + "format: prose\n", "no plan format 'prose'.*virtualhome_json"),
    ],
)
def test_a_wrong_task_file_is_explained_with_its_line(tmp_path: Path, text: str, message: str) -> None:
    import re

    result = run("plan", bad(tmp_path, text))
    assert result.exit_code == 2
    assert result.stdout == ""
    assert re.search(message, flat(result.stderr)), result.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere.yaml"], "There is no file 'nowhere.yaml'"),
        ([str(KITCHEN)], "cannot read the task file: it is a folder"),
        ([TASK, "--budget", "-1"], "--budget: should be greater than or equal to 0, but it is -1"),
        ([TASK, "--budget", "-3"], "but it is -3"),
        ([TASK, "--seen", "table,red_cup_9"], "red_cup_9"),
        ([TASK, "--constraints", "all"], "--constraints: "),
        (["--domain", DOMAIN], "missing `problem` and `instruction`"),
        (["--domain", "no.pddl", *PDDL[2:]], "no.pddl"),
        ([*PDDL[:2], "--problem", DOMAIN, *PDDL[4:]], "problem"),
        ([TASK, "--model", "./no/such/model"], "There is no model at './no/such/model'"),
    ],
    ids=str,
)
def test_bad_input_is_exit_code_2_without_a_traceback(arguments: list[str], message: str) -> None:
    if "--model" in arguments:
        pytest.importorskip("transformers")
    result = run("plan", *arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert message in flat(result.stderr)
    assert "Traceback" not in result.stderr


def test_a_misspelt_entity_gets_a_suggestion_before_any_model_is_loaded(tiny: Any) -> None:
    result = run("plan", TASK, "--seen", "table,red_cupp_1")
    assert result.exit_code == 2
    assert "Did you mean 'red_cup_1'" in flat(result.stderr)
    assert tiny == []


def test_unparsable_pddl_names_line_and_column(tmp_path: Path) -> None:
    broken = tmp_path / "broken.pddl"
    broken.write_text(Path(PROBLEM).read_text() + ")\n")
    result = run("plan", "--domain", DOMAIN, "--problem", str(broken), "--instruction", "x")
    assert result.exit_code == 2
    lines = Path(PROBLEM).read_text().count("\n")
    assert f"broken.pddl, line {lines + 1}, column 1: " in flat(result.stderr)


def test_a_missing_extra_names_the_command_that_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "clamp_bench.speed.mask", None)

    def missing(name: str) -> Any:
        raise ModuleNotFoundError("No module named 'llguidance'", name="llguidance")

    monkeypatch.setattr("clamp_bench.commands.importlib.import_module", missing)
    result = run("bench", "mask")
    assert result.exit_code == 2
    assert "pip install 'clamp-bench[rivals]'" in flat(result.stderr)


def test_errors_of_the_program_are_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(name: str) -> Any:
        raise ModuleNotFoundError("No module named 'clamp.nonsense'", name="clamp.nonsense")

    monkeypatch.setattr("clamp_bench.commands.importlib.import_module", broken)
    with pytest.raises(ModuleNotFoundError):
        run("bench", "engine")


# ------------------------------------------------------------------ lint, bench, the rest


def test_lint_of_a_sound_domain() -> None:
    result = run("lint", DOMAIN, PROBLEM)
    assert result.exit_code == 0
    assert "0 errors" in result.stdout
    assert json.loads(run("lint", DOMAIN, PROBLEM, "--json").stdout)["findings"] is not None


def test_lint_of_a_task_is_told_how_it_is_given() -> None:
    task = str(EXAMPLES / "kitchen" / "task.yaml")
    result = run("lint", task)
    assert result.exit_code == 2
    assert f"Write `clamp lint --task {task}`" in flat(result.stderr)
    assert run("lint", "--task", task).exit_code == 0


def test_lint_counts_what_it_found_by_severity(tmp_path: Path) -> None:
    path = tmp_path / "odd.pddl"
    path.write_text(Path(DOMAIN).read_text().replace("(:predicates", "(:predicates (unused)"))
    found = json.loads(run("lint", str(path), PROBLEM, "--json").stdout)["findings"]
    notes = sum(finding["severity"] == "info" for finding in found)
    assert notes >= 1
    assert f", {notes} note" in run("lint", str(path), PROBLEM).stdout


def test_lint_exits_1_where_the_goal_is_unreachable(tmp_path: Path) -> None:
    path = tmp_path / "hopeless.pddl"
    path.write_text(Path(PROBLEM).read_text().replace("(washes sink)", ""))
    result = run("lint", DOMAIN, str(path))
    assert result.exit_code == 1
    assert "error" in result.stdout
    found = json.loads(run("lint", DOMAIN, str(path), "--json").stdout)["findings"]
    assert any(finding["severity"] == "error" for finding in found)


def test_lint_of_an_unreadable_file_is_exit_code_2(tmp_path: Path) -> None:
    path = tmp_path / "garbage.pddl"
    path.write_text("(define (problem")
    assert run("lint", DOMAIN, str(path)).exit_code == 2
    assert run("lint", DOMAIN, "none.pddl").exit_code == 2


def test_lint_with_a_tokenizer(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("transformers")
    from tiny_models import tokenizer

    monkeypatch.setattr("clamp.hosts.hf.models.load_tokenizer", lambda name: tokenizer())
    assert run("lint", DOMAIN, PROBLEM, "--tokenizer", "tiny").exit_code == 0


class FakeBench:
    @staticmethod
    def run(**options: Any) -> dict[str, Any]:
        return {
            "cores": 2,
            "sizes": [{"actions": 200, "seconds": 0.00123456}, {"actions": 5, "more": 1}],
            "a": {"b": 1},
        }


def test_bench_prints_its_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clamp_bench.commands.importlib.import_module", lambda name: FakeBench)
    for command in ("mask", "engine", "hmm"):
        assert json.loads(run("bench", command, "--json").stdout) == FakeBench.run()
        text = run("bench", command).stdout
        assert "0.001235" in text
        assert "cores: 2" in text
        assert "b: 1" in text


def test_bench_eai_passes_its_options_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pytest.importorskip("virtualhome_eval")
    from clamp_bench.eai import action_sequencing

    configs: list[Any] = []

    class Summary:
        data = {"score": 1.0}  # noqa: RUF012

        def __str__(self) -> str:
            return "score [bold]1[/]"

    def fake(config: Any) -> Any:
        configs.append(config)
        return Summary()

    monkeypatch.setattr(action_sequencing, "run", fake)
    options = ["--out", str(tmp_path), "--limit", "3", "--constraints", "token", "--budget", "9"]
    assert run("bench", "eai-virtualhome", *options).stdout == "score [bold]1[/]\n"
    assert json.loads(run("bench", "eai-virtualhome", *options, "--json").stdout) == {"score": 1.0}
    assert (configs[0].limit, configs[0].constraints, configs[0].budget) == (3, "token", 9)
    assert configs[0].batch_size == action_sequencing.EAIConfig(out=tmp_path).batch_size
    assert run("bench", "eai-virtualhome", "--out", str(tmp_path), "--limit", "0").exit_code == 2


def test_version_and_interruption(monkeypatch: pytest.MonkeyPatch) -> None:
    import clamp

    monkeypatch.setenv("CLAMP_KERNEL", "python")
    assert run("--version").stdout == f"clamp {clamp.__version__}, search in Python, as CLAMP_KERNEL asks\n"

    class Interrupted:
        @staticmethod
        def run() -> None:
            raise KeyboardInterrupt

    monkeypatch.setattr("clamp_bench.commands.importlib.import_module", lambda name: Interrupted)
    result = run("bench", "mask")
    assert result.exit_code == 130
    assert result.stderr.strip() == "Interrupted."


def test_the_command_line_is_light() -> None:
    code = "import sys, clamp, clamp.cli; print(sorted({'torch', 'transformers'} & set(sys.modules)))"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "[]"
    helped = subprocess.run([sys.executable, "-m", "clamp", "--help"], capture_output=True, text=True)
    assert helped.returncode == 0
    assert "plan" in helped.stdout


ENTRY = tomllib.loads((ROOT / "packages" / "clamp" / "pyproject.toml").read_text())["project"]["scripts"][
    "clamp"
]
STARTS = {
    "the entry point": f"from {ENTRY.split(':')[0]} import {ENTRY.split(':')[1]} as main; main()",
    "python -m clamp": "import runpy; runpy.run_module('clamp', run_name='__main__', alter_sys=True)",
}
INTERRUPT = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
def hook(event, arguments):
    if event == "import" and arguments[0] == WHEN and not fired:
        fired.append(WHEN)
        signal.raise_signal(signal.SIGINT)
fired = []
sys.addaudithook(hook)
sys.argv = ["clamp", "plan", "nowhere.yaml"]
"""


@pytest.mark.sampled(5)
@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize(
    "when", ["clamp.cli", "numpy", "clamp.cli.plan", "typer", "clamp.planning.rules", "rich.console"]
)
def test_ctrl_c_while_the_package_is_imported(when: str, start: str) -> None:
    """Wherever in the import: one line, exit code 130, nothing of Python's own."""
    code = f"WHEN = {when!r}\n{INTERRUPT}{STARTS[start]}"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (ended.returncode, ended.stdout, ended.stderr.strip()) == (130, "", "Interrupted.")


def test_importing_clamp_loads_almost_nothing() -> None:
    """So that Ctrl-C is heeded from the first moment on; what it offers is there when it is asked for."""
    code = (
        "import sys, clamp; print(*sorted(name for name in sys.modules if name[:5] in ('clamp', 'numpy')));"
        "print(clamp.planning.Problem is clamp.Problem, clamp.errors.PDDLError.__module__, 'Planner' in dir(clamp))"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.split("\n")[:2] == ["clamp clamp.former clamp.openmp", "True clamp.errors True"]


@pytest.mark.skipif(os.name != "posix", reason="sends SIGINT")
def test_ctrl_c_leaves_a_clean_line(tmp_path: Path) -> None:
    pipe = tmp_path / "task.yaml"
    os.mkfifo(pipe)  # reading it waits for ever
    process = subprocess.Popen(
        [sys.executable, "-m", "clamp", "plan", str(pipe)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # Started in the background, this suite ignores SIGINT, and what it starts would too.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    deadline = time.monotonic() + 60
    writer = None
    while writer is None and time.monotonic() < deadline:
        try:
            writer = os.open(pipe, os.O_WRONLY | os.O_NONBLOCK)  # succeeds once the command reads
        except OSError:
            time.sleep(0.05)
    assert writer is not None
    time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    os.close(writer)
    assert process.returncode == 130
    assert out == ""
    assert err.strip() == "Interrupted."
