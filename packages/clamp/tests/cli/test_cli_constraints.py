"""Constraints of PDDL files: kept on the command line and by a server, without being asked for."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commands import flat, run

from clamp.serve.description import ConstraintSpec, read_carried

DOMAIN = """(define (domain stove) (:requirements :strips :typing :negative-preconditions :constraints)
  (:types burner) (:predicates (on ?b - burner) (poured))
  (:constraints (forall (?b - burner) (at end (not (on ?b)))))
  (:action turn-on :parameters (?b - burner) :precondition (not (on ?b)) :effect (on ?b))
  (:action turn-off :parameters (?b - burner) :precondition (on ?b) :effect (not (on ?b)))
  (:action pour :parameters () :precondition (not (poured)) :effect (poured)))"""
PROBLEM = """(define (problem soup) (:domain stove) (:objects left - burner)
  (:init) (:goal (poured)) (:constraints (sometime-before (poured) (on left))))"""
NAMES = [
    "domain constraint 1: (at end (not (on ?b)))",
    "constraint 1: (sometime-before (poured) (on left))",
]


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    paths = tmp_path / "domain.pddl", tmp_path / "problem.pddl"
    for path, text in zip(paths, (DOMAIN, PROBLEM), strict=True):
        path.write_text(text)
    return str(paths[0]), str(paths[1])


@pytest.fixture
def task(files: tuple[str, str], tmp_path: Path) -> str:
    path = tmp_path / "task.yaml"
    path.write_text(f"domain: {files[0]}\nproblem: {files[1]}\ninstruction: Pour the soup.\nbudget: 4\n")
    return str(path)


def test_a_plan_keeps_the_constraints_of_its_files(task: str, tiny: None) -> None:
    result = run("plan", task)
    assert result.exit_code == 0, result.output
    for name in NAMES:
        assert f"Rule in force: {name}" in flat(result.stderr)
    assert "the goal holds at the end, and 2 rules kept throughout." in flat(result.stdout)
    document = json.loads(run("plan", task, "--json", "--rule", "F on(left)").stdout)
    assert [one["name"] for one in document["rules"]] == [*NAMES, "F on(left)"]
    assert [one["name"] for one in document["actions"]].count("turn-off") == 1


def test_a_failure_names_the_constraint(task: str, tiny: None) -> None:
    result = run("plan", task, "--rule", "G !on(left)")
    assert result.exit_code == 1
    assert NAMES[1] in flat(result.stdout)


def test_what_is_not_enforced_is_judged(task: str, tiny: None) -> None:
    result = run("plan", task, "--constraints", "none", "--max-new-tokens", "3")
    assert result.exit_code == 1
    assert f"Rule judged, but not enforced: {NAMES[0]}" in flat(result.stderr)


def test_a_plan_is_checked_against_them_with_and_without_a_book(
    files: tuple[str, str], tmp_path: Path
) -> None:
    world = ("--domain", files[0], "--problem", files[1])
    plan = tmp_path / "plan"
    plan.write_text("(turn-on left)\n(pour)\n")
    found = json.loads(run("rules", "check", "--plan", str(plan), *world, "--json").stdout)
    assert [(one["name"], one["outcome"]) for one in found["rules"]] == [
        (NAMES[0], "broken"),
        (NAMES[1], "kept"),
    ]
    book = tmp_path / "book.yaml"
    book.write_text("rules:\n  quiet: {never: 'do:pour'}\n")
    found = json.loads(run("rules", "check", str(book), "--plan", str(plan), *world, "--json").stdout)
    assert [one["outcome"] for one in found["rules"]] == ["broken", "kept", "broken"]
    plan.write_text("(turn-on left)\n(pour)\n(turn-off left)\n")
    assert run("rules", "check", "--plan", str(plan), *world).exit_code == 0


def test_show_says_what_they_mean_as_formulas(files: tuple[str, str]) -> None:
    told = json.loads(run("rules", "show", "--domain", files[0], "--problem", files[1], "--json").stdout)
    assert {one["name"]: one["rule"] for one in told["rules"]} == {
        NAMES[0]: "forall ?b - burner: G (last -> !on(?b))",
        NAMES[1]: "G (poured -> Y O on(left))",
    }
    assert "digraph" in run("rules", "show", "--domain", files[0], "--problem", files[1], "--dot").stdout


def test_without_book_and_constraints_there_are_no_rules(tmp_path: Path, files: tuple[str, str]) -> None:
    plain = tmp_path / "plain.pddl"
    plain.write_text(PROBLEM.replace("(:constraints (sometime-before (poured) (on left)))", ""))
    bare = tmp_path / "bare.pddl"
    bare.write_text(DOMAIN.replace("(:constraints (forall (?b - burner) (at end (not (on ?b)))))", ""))
    for world in ((), ("--domain", str(bare), "--problem", str(plain))):
        result = run("rules", "show", *world)
        assert result.exit_code == 2
        assert "There are no rules: name a book" in flat(result.stderr)


def test_lint_judges_them(files: tuple[str, str]) -> None:
    Path(files[1]).write_text(PROBLEM.replace("(sometime-before (poured) (on left))", "(sometime (poured))"))
    assert run("lint", *files).exit_code == 0
    Path(files[1]).write_text(PROBLEM.replace("(sometime-before (poured) (on left))", "(always (poured))"))
    result = run("lint", *files)
    assert result.exit_code == 1
    assert "constraint 1: (always (poured)): the initial state breaks the rule" in flat(result.stdout)


def test_a_soft_constraint_is_refused(task: str, files: tuple[str, str], tiny: None) -> None:
    Path(files[1]).write_text(PROBLEM.replace("(sometime-before", "(preference early (sometime-before") + ")")
    for command in (["plan", task], ["lint", *files]):
        result = run(*command)
        assert result.exit_code == 2
        assert "is a preference, a soft constraint" in flat(result.stderr)


def test_a_served_request_is_bound_by_them() -> None:
    spec = read_carried({"domain": DOMAIN, "problem": PROBLEM, "instruction": "Pour.", "budget": 4})
    assert isinstance(spec, ConstraintSpec)
    book = spec.request().system.rulebook
    assert book is not None
    assert [one.name for one in book.rules] == NAMES
