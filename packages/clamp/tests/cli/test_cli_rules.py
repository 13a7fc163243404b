"""Rules on the command line: in force, in failures, in lint, and bad input."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from commands import flat, run
from roots import EXAMPLES

from clamp.request.form import read_task
from clamp.request.settings import rules_in

COOKING = EXAMPLES / "cooking"
DOMAIN, PROBLEM, TASK = (str(COOKING / name) for name in ("domain.pddl", "problem.pddl", "task.yaml"))


def test_a_task_file_has_rules_as_a_list_or_by_name(tmp_path: Path) -> None:
    spec = read_task(Path(TASK), {})
    named = rules_in(spec.rules) + rules_in(["F hot(soup)"])
    assert [rule.name for rule in named] == ["no metal", "off at the end", "look after it", "F hot(soup)"]
    assert named[1].because == "nothing may be left on"
    path = tmp_path / "task.yaml"
    path.write_text("domain: d\nproblem: p\ninstruction: i\nrules: [G !on(stove_1), F  last]\n")
    assert [rule.name for rule in rules_in(read_task(path, {}).rules)] == ["G !on(stove_1)", "F last"]
    path.write_text("domain: d\nproblem: p\ninstruction: i\nrules: {quiet: G !on(stove_1)}\n")
    (rule,) = rules_in(read_task(path, {}).rules)
    assert (rule.name, rule.because, rule.described) == ("quiet", "", "quiet: G !on(stove_1)")


def test_a_plan_keeps_the_rules_in_force(tiny: None) -> None:
    result = run("plan", TASK, "--rule", "G !do:turn-on(microwave_1)")
    assert result.exit_code == 0, result.output
    assert "Rule in force: off at the end: forall ?h - heater: G (last -> !on(?h))" in result.stderr
    assert "(nothing may be left on)" in result.stderr
    assert "Rule in force: G !do:turn-on(microwave_1)" in result.stderr
    assert "the goal holds at the end, and 4 rules kept throughout." in flat(result.stdout)
    assert "turn-on(microwave_1)" not in result.stdout
    assert "turn-off(stove_1)" in result.stdout
    document = json.loads(run("plan", TASK, "--json").stdout)
    assert document["rules"][0]["name"] == "no metal"
    assert document["failure"] is None


def test_rules_that_are_not_enforced_are_judged(tiny: None) -> None:
    result = run("plan", TASK, "--constraints", "none", "--max-new-tokens", "3")
    assert result.exit_code == 1
    assert "Rule judged, but not enforced: no metal" in result.stderr


def test_a_failure_names_the_rules(tiny: None) -> None:
    result = run("plan", TASK, "--budget", "6")
    assert result.exit_code == 1
    assert "No plan (rules): No plan of at most 6 actions" in flat(result.stdout)
    assert "The smallest budget that would do: 7" in result.stdout
    document = json.loads(
        run("plan", TASK, "--rule", "G !on(stove_1)", "--rule", "G !on(microwave_1)", "--json").stdout
    )
    assert document["failure"]["rules"] == ["G !on(stove_1)", "G !on(microwave_1)"]


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        (
            "G !oven(stove_1)",
            r"Rule 'G !oven\(stove_1\)', character 4: 'warm-soup' does not know the predicate",
        ),
        ("G !on(stove)", r"does not know the object 'stove'. Did you mean 'stove_1'\?"),
        ("G (on(stove_1)", r"character 15: found the end, where '\)'"),
        ("G !do:turn_on(stove_1)", r"does not know the action 'turn_on'. Did you mean 'turn-on'\?"),
        ("forall ?x: G !(do:turn-on(?x, ?x))", r"action 'turn-on' takes 1 argument, not 2"),
    ],
)
def test_bad_rules_are_explained(rule: str, message: str) -> None:
    for command in (["plan", TASK], ["lint", DOMAIN, PROBLEM]):
        result = run(*command, "--rule", rule)
        assert result.exit_code == 2
        assert re.search(message, flat(result.stderr)), result.stderr


@pytest.mark.slow
def test_a_closed_loop_keeps_the_rules_of_its_task() -> None:
    result = run("plan", TASK, "--closed-loop", "--json")
    assert result.exit_code == 0
    names = [step["name"] for step in json.loads(result.stdout)["steps"]]
    assert "turn-off" in names


def test_lint_reports_rules() -> None:
    assert run("lint", DOMAIN, PROBLEM, "--task", TASK).exit_code == 0

    def found(*rules: str) -> list[tuple[str, str, str]]:
        options = [part for rule in rules for part in ("--rule", rule)]
        result = run("lint", DOMAIN, PROBLEM, "--json", *options)
        findings = json.loads(result.stdout)["findings"]
        listed = [(one["severity"], one["kind"], one["where"]) for one in findings if "rule" in one["kind"]]
        assert (result.exit_code == 1) == any(severity == "error" for severity, *_ in listed)
        return listed

    assert found("F (hot(soup) & !hot(soup))") == [
        ("error", "rule-unsatisfiable", "F (hot(soup) & !hot(soup))")
    ]
    assert found("F hot(soup) & G !hot(soup)", "G !on(stove_1)") == [
        ("error", "rule-forbids-goal", "F hot(soup) & G !hot(soup)")
    ]
    assert found("G (on(stove_1) | true)", "F last") == [
        ("warning", "rule-trivial", "G (on(stove_1) | true)"),
        ("warning", "rule-trivial", "F last"),
    ]
    assert found("!hand-empty", "G !on(stove_1)") == [("error", "rule-broken-at-first", "!hand-empty")]
    assert found("G !on(stove_1)", "F on(stove_1)", "F do:pick") == [
        ("error", "rule-forbids-goal", "G !on(stove_1)")
    ]
    assert found("G !on(stove_1)") == []


def test_lint_reads_the_files_of_a_task() -> None:
    of_files = run("lint", DOMAIN, PROBLEM, "--json", "--task", TASK)
    assert run("lint", "--task", TASK, "--json").stdout == of_files.stdout
    findings = json.loads(
        run("lint", "--task", TASK, "--rule", "F hot(soup) & G !hot(soup)", "--json").stdout
    )
    assert [one["kind"] for one in findings["findings"] if one["severity"] == "error"] == [
        "rule-forbids-goal"
    ]


def test_lint_finds_the_rule_of_a_task_that_forbids_its_goal(tmp_path: Path) -> None:
    path = tmp_path / "task.yaml"
    path.write_text(
        f"domain: {DOMAIN}\nproblem: {PROBLEM}\ninstruction: i\nrules: [G !on(stove_1), F on(stove_1)]\n"
    )
    result = run("lint", "--task", str(path))
    assert (result.exit_code, "[rule-forbids-goal]" in flat(result.stdout)) == (1, True), result.stdout


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ([], "There is nothing to look at"),
        ([DOMAIN], "and no problem"),
        (["--task", "WORLD"], "its world is eai:27_2, which is not written in PDDL"),
    ],
)
def test_lint_of_no_files_is_refused(given: list[str], message: str, tmp_path: Path) -> None:
    (tmp_path / "task.yaml").write_text("world: eai:27_2\n")
    result = run("lint", *(str(tmp_path / "task.yaml") if one == "WORLD" else one for one in given))
    assert (result.exit_code, message in flat(result.stderr)) == (2, True), result.stderr
