"""``clamp rules``: plans of any format are judged, books are shown, and bad input is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commands import flat, run
from roots import EXAMPLES

from clamp.decoding.formats import FORMATS

COOKING = EXAMPLES / "cooking"
WORLD = ("--domain", str(COOKING / "domain.pddl"), "--problem", str(COOKING / "problem.pddl"))
BOOK = """
rules:
  off at the end: {for: {h: heater}, finally: "!on(?h)", reason: nothing is left on, severity: critical}
  pour first: {before: ["do:pour", "do:turn-on(microwave_1)"]}
"""
PLANS = {
    "calls": "turn-on(stove_1)",
    "pddl": "; a comment\n(turn-on stove_1)\n",
    "val": "0.0: (TURN-ON STOVE_1) [1]",
    "steps": "Step 1. turn-on stove_1",
    "skill_json": '[{"name": "turn-on", "params": {"target_entity_name": "stove_1"}}]',
    "result": '{"status": "plan", "actions": [{"name": "turn-on", "args": ["stove_1"]}]}',
    "actions": '[{"name": "turn-on", "args": ["stove_1"]}]',
}


@pytest.fixture
def book(tmp_path: Path) -> str:
    path = tmp_path / "book.yaml"
    path.write_text(BOOK)
    return str(path)


@pytest.mark.parametrize("name", [name for name in PLANS if name != "skill_json"])
def test_a_plan_in_any_format_is_judged(name: str, book: str, tmp_path: Path) -> None:
    plan = tmp_path / "plan"
    plan.write_text(PLANS[name])
    result = run("rules", "check", book, "--plan", str(plan), *WORLD, "--json")
    assert result.exit_code == 1, result.output
    found = json.loads(result.stdout)
    assert [one["outcome"] for one in found["rules"]] == ["broken", "vacuous"]
    assert found["rules"][0]["of"] == [{"?h": "stove_1"}]
    assert (found["kept"], found["vacuous"], found["broken"], found["goal"]) == (1, 1, 1, False)
    said = run("rules", "check", book, "--plan", str(plan), *WORLD)
    assert "broken at the end of the plan for ?h = stove_1 (critical: nothing is left on)" in flat(
        said.stdout
    )
    assert "misses its goal" in flat(said.stdout)


def test_a_plan_that_keeps_its_rules_and_misses_its_goal_is_fine(book: str, tmp_path: Path) -> None:
    plan = tmp_path / "plan"
    plan.write_text("(pick pot_1 counter)")
    assert run("rules", "check", book, "--plan", str(plan), *WORLD).exit_code == 0
    plan.write_text("(pick pot_1 table)")
    result = run("rules", "check", book, "--plan", str(plan), *WORLD)
    assert result.exit_code == 1
    assert "cannot be executed; its first 0 actions were judged" in flat(result.stdout)


def test_a_book_may_name_its_world(tmp_path: Path) -> None:
    path = tmp_path / "book.yaml"
    path.write_text(f"domain: {WORLD[1]}\nproblem: {WORLD[3]}\n{BOOK}")
    plan = tmp_path / "plan"
    plan.write_text("[]")
    assert run("rules", "check", str(path), "--plan", str(plan)).exit_code == 0


def test_without_a_world_rules_speak_of_actions(book: str, tmp_path: Path) -> None:
    path, plan = tmp_path / "actions.yaml", tmp_path / "plan"
    path.write_text('steps: index\nrules:\n- within 1: {after: "do:open(*)", then: "do:close(*)"}\n')
    plan.write_text("open(fridge)\nclose(fridge)")
    assert run("rules", "check", str(path), "--plan", str(plan)).exit_code == 0
    plan.write_text("open(fridge)\npick(cup)\nclose(fridge)")
    result = run("rules", "check", str(path), "--plan", str(plan))
    assert result.exit_code == 1
    assert "broken at action 2, pick(cup)" in flat(result.stdout)
    result = run("rules", "check", book, "--plan", str(plan))
    assert result.exit_code == 2


def test_a_book_is_shown_and_drawn(book: str) -> None:
    result = run("rules", "show", book, *WORLD)
    assert "forall ?h - heater: G (last -> !on(?h))" in result.stdout
    result = run("rules", "show", book, "--dot", "--rule", "pour first")
    assert result.stdout.startswith("digraph rules {")
    assert "off at the end" not in result.stdout
    assert json.loads(run("rules", "show", book, "--json").stdout)["rules"][0]["severity"] == "critical"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("rules: [{never: 'p ('}]", "character 4"),
        ("rules: [{never: 'do:turn-up'}]", "Did you mean 'turn-o"),
        (
            "rules: {a: 'F do:pour', b: {never: 'do:pour'}, c: 'F do:pick'}",
            "These 2 rules contradict each other: 'a'",
        ),
        ("rules: [", "not YAML"),
    ],
)
def test_bad_books_are_refused(text: str, said: str, tmp_path: Path) -> None:
    path, plan = tmp_path / "book.yaml", tmp_path / "plan"
    path.write_text(text)
    plan.write_text("[]")
    result = run("rules", "check", str(path), "--plan", str(plan), *WORLD)
    assert result.exit_code == 2
    assert said in flat(result.stderr)


@pytest.mark.parametrize(
    ("plan", "said"),
    [("", "the file is empty"), ("nonsense at all", "no plan in any format"), ("[{]", "JSON")],
)
def test_bad_plans_are_refused(plan: str, said: str, book: str, tmp_path: Path) -> None:
    path = tmp_path / "plan"
    path.write_text(plan)
    result = run("rules", "check", book, "--plan", str(path), *WORLD)
    assert result.exit_code == 2
    assert said in flat(result.stderr)
    assert run("rules", "check", book, "--plan", str(tmp_path / "none"), *WORLD).exit_code == 2
    assert run("rules", "check", book, "--plan", str(path), *WORLD[:2]).exit_code == 2
    assert run("rules", "show", book, "--rule", "off at the ende").exit_code == 2


def test_a_task_may_name_a_book(book: str, tiny: None, tmp_path: Path) -> None:
    task = str(COOKING / "task.yaml")
    strict = tmp_path / "strict.yaml"
    strict.write_text(
        'rules: {no stove: {never: "do:turn-on(stove_1)"}, no oven: {never: "do:turn-on(microwave_1)"}}'
    )
    result = run("plan", task, "--rule-book", str(strict), "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["failure"]["rules"] == ["no stove", "no oven"]


def test_sentences_are_read_and_said_back() -> None:
    result = run("rules", "read", "Turn off the stove before picking up the pot. Be nice.", *WORLD)
    assert result.exit_code == 1
    assert "understood: Turn off the stove before picking up the pot" in result.stdout
    assert "Whenever you pick pot 1" in flat(result.stdout)
    assert "you turn off stove 1 and stove 1 is not on." in flat(result.stdout)
    assert "G (do:pick(pot_1, *) -> Y (O do:turn-off(stove_1) & !on(stove_1)))" in result.stdout
    assert "abstained: Be nice" in result.stdout
    result = run("rules", "read", "Never break the mirror.", "--world", "ai2thor:FloorPlan", "--json")
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["clauses"][0]["readings"][0]["rule"] == "G !do:break(Mirror)"
    assert run("rules", "read", "Never break the mirror.").exit_code == 2
    assert (
        run("rules", "read", "Never break it.", "--world", "ai2thor:FloorPlan", "--steps", "x").exit_code == 2
    )


def test_steps_in_a_floor_plan_are_judged_by_a_book_of_its_kinds(tmp_path: Path) -> None:
    book, plan = tmp_path / "book.yaml", tmp_path / "plan"
    book.write_text('rules: {dry: {for: {e: Electrical}, never: "wet(?e)"}}')
    plan.write_text("find Mug\nfillLiquid Mug water\npick Mug\nfind laptop\npour\n")
    result = run("rules", "check", str(book), "--plan", str(plan), "--world", "ai2thor:FloorPlan")
    assert result.exit_code == 1, result.output
    assert "broken at action 5, pour() for ?e = Laptop" in flat(result.stdout)
    plan.write_text("dance")
    assert (
        run("rules", "check", str(book), "--plan", str(plan), "--world", "ai2thor:FloorPlan").exit_code == 2
    )


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    "written", ["find Mug\npick Mug\n", "find(Mug)\npick(Mug)\n", "Step 1. find Mug\nStep 2. pick Mug"]
)
def test_a_plan_for_a_world_is_read_in_its_own_way_or_any_other(tmp_path: Path, written: str) -> None:
    book, plan = tmp_path / "book.yaml", tmp_path / "plan"
    book.write_text('rules: {leave it: {never: "do:pick(Mug)"}}')
    plan.write_text(written)
    result = run("rules", "check", str(book), "--plan", str(plan), "--world", "ai2thor:FloorPlan")
    assert result.exit_code == 1, result.output
    assert "broken at action 2, pick(Mug)" in flat(result.stdout)
    plan.write_text("dance")
    said = flat(run("rules", "check", str(book), "--plan", str(plan), "--world", "ai2thor:FloorPlan").stderr)
    assert "the world's own: 'dance' is no step" in said
    assert all(f"{name}: " in said for name in ("PDDL", *FORMATS))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--world", "ai2thor:FloorPlan", "--start", "room=true"], "begins ('room'), but worlds of the kind"),
        (["--world", "ai2thor:FloorPlan", "--start", "room"], "is not of the form NAME=VALUE"),
        (["--start", "room=1"], "give --world"),
        (["--task", str(EXAMPLES / "kitchen" / "task.yaml"), "--start", "room=1"], "give `world`"),
    ],
)
@pytest.mark.parametrize("command", ["check", "show", "read"])
def test_rules_take_the_start_of_a_world_as_plans_do(
    tmp_path: Path, command: str, options: list[str], said: str
) -> None:
    (tmp_path / "plan").write_text("[]")
    (tmp_path / "book.yaml").write_text('rules: {dry: {for: {e: Electrical}, never: "wet(?e)"}}')
    own = ["Open it."] if command == "read" else [str(tmp_path / "book.yaml")]
    own += ["--plan", str(tmp_path / "plan")] if command == "check" else []
    result = run("rules", command, *own, *options)
    assert result.exit_code == 2
    assert said in flat(result.stderr)
    assert result.stderr.count("Error") == 1


FLUBBER = "Mind the flubber. Pour before turning on the microwave."


def test_a_plan_that_was_written_without_a_clause_is_told_of_wherever_it_goes(
    tiny: None, book: str, tmp_path: Path
) -> None:
    """Who leaves out what is not read gets a plan, and every word about it says what it is not certified for."""
    asked = ("plan", str(COOKING / "task.yaml"), "--requirements", FLUBBER, "--on-unclear", "ignore")
    shown = run(*asked)
    assert shown.exit_code == 0, shown.output
    said = flat(shown.stdout)
    assert "Not certified for the requirement" in said
    assert "It is not certified for what was not read: 'Mind the flubber'" in said
    assert "Certified:" not in said
    document = json.loads(run(*asked, "--json").stdout)
    assert document["certificate"]["certified"] is False
    plan = tmp_path / "plan"
    plan.write_text(json.dumps(document))
    checked = run("rules", "check", book, "--plan", str(plan), *WORLD, "--json")
    found = json.loads(checked.stdout)
    assert (found["broken"], found["unread"], checked.exit_code) == (0, ["Mind the flubber"], 1)
    assert "not certified" in flat(run("rules", "check", book, "--plan", str(plan), *WORLD).stdout)


def test_a_plan_whose_requirements_were_read_is_certified(tiny: None, book: str, tmp_path: Path) -> None:
    asked = ("plan", str(COOKING / "task.yaml"), "--requirements", "Pour before turning on the microwave.")
    assert "Certified: " in flat(run(*asked).stdout)
    document = json.loads(run(*asked, "--json").stdout)
    assert (document["certificate"]["certified"], document["certificate"]["unread"]) == (True, [])
    plan = tmp_path / "plan"
    plan.write_text(json.dumps(document))
    checked = run("rules", "check", book, "--plan", str(plan), *WORLD, "--json")
    assert (json.loads(checked.stdout)["unread"], checked.exit_code) == ([], 0)


STEP = {"name": "pick", "args": ["pot_1", "counter"]}


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"certificate": None}, 0),
        ({"certificate": {"valid": True}}, 0),
        ({"certificate": {"unread": []}}, 0),
        ({"certificate": {"unread": ["x"]}}, 1),
        ({"certificate": None, "requirements": [{"text": "x", "status": "abstained"}]}, 1),
        ({"certificate": None, "requirements": [{"text": "x", "status": "ambiguous"}]}, 1),
        ({"certificate": None, "requirements": [{"text": "x", "status": "understood"}]}, 0),
        ({"certificate": {"unread": "x"}}, 2),
        ({"certificate": {"unread": [1]}}, 2),
        ({"certificate": {"unread": 1}}, 2),
        ({"certificate": []}, 2),
        ({"certificate": None, "requirements": [{"text": "x"}]}, 2),
        ({"certificate": None, "requirements": 3}, 2),
    ],
)
def test_what_a_document_says_of_unread_clauses_counts_or_is_refused(
    fields: dict[str, object], code: int, book: str, tmp_path: Path
) -> None:
    plan = tmp_path / "plan"
    plan.write_text(json.dumps({"status": "plan", "actions": [STEP], **fields}))
    assert run("rules", "check", book, "--plan", str(plan), *WORLD).exit_code == code


def test_do_and_undo_is_told(tmp_path: Path) -> None:
    """Off, on again, pour: the rule is kept to the letter, and the action that undid it is named."""
    path = tmp_path / "book.yaml"
    first = '"do:turn-off(stove_1)", then: "do:turn-on(microwave_1)"'
    path.write_text(f"rules:\n  off first: {{before: {{first: {first}}}}}\n")
    plan = tmp_path / "plan"
    plan.write_text(
        "(turn-on stove_1)(turn-off stove_1)(turn-on stove_1)(turn-on microwave_1)".replace(")(", ")\n(")
    )
    result = run("rules", "check", str(path), "--plan", str(plan), *WORLD, "--json")
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert (found["kept"], found["broken"], found["undone"]) == (1, 0, 1)
    (rule,) = found["rules"]
    assert rule["outcome"] == "kept"
    assert rule["undone"] == [
        {"effect": "!on(stove_1)", "first": 2, "by": 3, "then": 4, "undone_by": "turn-on(stove_1)"}
    ]
    said = flat(run("rules", "check", str(path), "--plan", str(plan), *WORLD).stdout)
    assert (
        "kept to the letter alone: !on(stove_1) did not hold at action 4, turn-on(microwave_1), since action 3, "
        "turn-on(stove_1), undid action 2, turn-off(stove_1)"
    ) in said
    assert "1 of 1 rule kept, 1 of them to the letter alone" in said
    path.write_text(path.read_text().replace("}}", ', still: "!on(stove_1)"}}'))
    result = run("rules", "check", str(path), "--plan", str(plan), *WORLD)
    assert result.exit_code == 1
    assert "broken at action 4, turn-on(microwave_1)" in flat(result.stdout)
