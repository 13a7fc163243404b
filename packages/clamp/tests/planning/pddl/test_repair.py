"""Every kind of repair has an example, is refused when repairs are not wanted, and means what it says."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import house
import pytest
from lamps import DOMAIN, PROBLEM, D, P, texts
from roots import ROOT

from clamp.errors import PDDLError
from clamp.planning.pddl import read_task
from clamp.planning.pddl.source import KINDS, NOTES, Repair
from clamp.planning.system import Action
from clamp.planning.task import And, Atom, Equal, Exists, Not, Or, Task, Variable
from clamp.planning.validator import holds, validate

PLAN = [Action("switch_on", ("desk", "study")), Action("switch_on", ("big_lamp", "hall"))]

# kind, file, text replaced, replacement, line of the repair
CASES = [
    ("argument-type", P, "(dark hall)", "(dark hall) (dark desk)", 4),
    ("argument-type", D, "(lit ?l) (not (dark ?r))", "(lit ?l) (not (dark ?l))", 9),
    ("bddl-quantifier", P, "(and (lit desk) (lit big_lamp))", "(forn (2) (?l - lamp) (lit ?l))", 5),
    ("contradictory-fact", P, "(dark hall)", "(dark hall) (not (dark hall))", 4),
    ("cost-ignored", P, "(lit big_lamp)))", "(lit big_lamp))) (:metric minimize (total-cost))", 5),
    ("cost-ignored", P, "(dark hall)", "(= (total-cost) 0)", 4),
    ("cost-ignored", D, "(:action", "(:functions (total-cost) - number)\n(:action", 6),
    ("cost-ignored", D, "(lit ?l) (not", "(lit ?l) (increase (total-cost) 2) (not", 9),
    ("number-ignored", D, "(lit ?l) (not", "(lit ?l) (increase (used ?l) 2) (not", 9),
    ("number-ignored", D, "(lit ?l) (not", "(lit ?l) (decrease (left) (used ?l)) (not", 9),
    ("domain-name", P, "(:domain lamps)", "(:domain lights)", 2),
    (
        "duplicate-action",
        D,
        "(:action switch_on",
        "(:action switch_on :parameters (?l - lamp ?r - room)"
        " :precondition (and (inside ?l ?r) (not (lit ?l))) :effect (and (lit ?l) (not (dark ?r))))"
        "\n(:action switch_on",
        7,
    ),
    ("duplicate-object", P, "study - room", "study STUDY - room", 3),
    ("duplicate-object", P, "study - room", "study - room hall - closet", 3),
    ("duplicate-predicate", D, "(dark ?r - room)", "(dark ?r - room) (dark ?l - lamp)", 5),
    ("duplicate-section", D, "(:predicates", "(:types bulb)\n(:predicates", 5),
    ("duplicate-section", D, ":effect (and", ":effect (and) :effect (and", 9),
    ("duplicate-type", D, "closet - room", "closet - room closet - lamp", 3),
    ("either-supertype", D, "closet - room", "closet - (either room lamp)", 3),
    ("empty-goal", P, "(and (lit desk) (lit big_lamp))", "()", 5),
    ("fact-arity", P, "(dark hall)", "(dark hall desk)", 4),
    ("glued-hyphen", P, "study - room", "study -room", 3),
    ("glued-hyphen", D, "(?l - lamp ?r - room)\n    :pre", "(?l- lamp ?r - room)\n    :pre", 7),
    ("implicit-and", P, "(and (lit desk) (lit big_lamp))", "(lit desk) (lit big_lamp)", 5),
    ("implicit-and", P, "(and (lit desk) (lit big_lamp))", "((lit desk))", 5),
    ("implicit-and", P, "(dark hall)", "(and (dark hall))", 4),
    ("implicit-and", D, "(and (lit ?l) (not (dark ?r)))", "(lit ?l) (not (dark ?r))", 9),
    ("implicit-and", D, "(and (lit ?l) (not (dark ?r)))", "((lit ?l) (not (dark ?r)))", 9),
    ("implicit-and", D, "(and (inside ?l ?r) (not", "(inside ?l ?r) (and (not", 8),
    ("implicit-type", D, "closet - room", "closet - space", 3),
    ("inert-fact", P, "(dark hall)", "(dark hall) (colour desk red) (colour hall blue)", 4),
    ("misspelt-keyword", D, ":precondition", ":preconditions", 8),
    ("misspelt-keyword", D, ":typing", "typing", 2),
    ("misspelt-keyword", D, ":negative-preconditions", ":negative-precondition", 2),
    ("misspelt-keyword", D, "(not (lit ?l))", "(implies (dark ?r) (not (lit ?l)))", 8),
    ("misspelt-keyword", P, "(:objects", "(:object", 3),
    ("missing-parameters", D, "(:action", "(:action wait :effect (and))\n(:action", 6),
    ("missing-question-mark", D, "(lit ?l) (not (dark ?r))", "(lit l) (not (dark ?r))", 9),
    ("missing-question-mark", D, "(dark ?r - room)", "(dark r - room)", 5),
    ("missing-question-mark", D, "(?l - lamp ?r - room)\n    :pre", "(l - lamp ?r - room)\n    :pre", 7),
    ("missing-requirement", D, " :negative-preconditions", "", 8),
    ("missing-requirement", D, " :typing", "", 3),
    ("missing-requirement", P, "(and (lit desk) (lit big_lamp))", "(forall (?l - lamp) (lit ?l))", 5),
    ("missing-section", P, "(:domain lamps)", "", 1),
    ("missing-section", P, "(:goal (and (lit desk) (lit big_lamp)))", "", 1),
    ("missing-section", P, "(:init (inside desk study) (inside big_lamp hall) (dark hall))", "", 1),
    ("missing-type", P, "study - room", "study - room shelf -", 3),
    ("negative-fact", P, "(dark hall)", "(dark hall) (not (dark study))", 4),
    ("nonstandard-name", P, "study - room", "study - room 3.office - room", 3),
    ("predicate-arity", D, "(dark ?r - room)", "(dark ?r - room ?t - lamp)", 9),
    ("predicate-arity", D, "(inside ?l - lamp ?r - room)", "(inside ?l - lamp)", 8),
    ("redeclared-object", D, "(:types closet", "(:types object - object closet", 3),
    ("redeclared-object", D, "(:types closet", "(:types object - thing closet", 3),
    ("respelled-name", P, "desk big_lamp - lamp", "desk big_lamp - Lamp.n.01", 3),
    ("respelled-name", P, "desk big_lamp - lamp", "desk big_lamp - lmap", 3),
    ("respelled-name", P, "(lit big_lamp)", "(lit Big-Lamp)", 5),
    ("respelled-name", P, "(lit big_lamp)", "(lit bigg_lamp)", 5),
    ("respelled-name", P, "(dark hall)", "(in_side desk study)", 4),
    ("self-supertype", D, "closet - room", "closet - closet", 3),
    ("stray-question-mark", P, "(lit desk)", "(lit ?desk)", 5),
    ("stray-question-mark", P, "(inside desk", "(inside ?desk", 4),
    ("stray-question-mark", P, "(:objects desk", "(:objects ?desk", 3),
    ("undeclared-constant", D, "(lit ?l) (not (dark ?r))", "(lit ?l) (not (dark cellar))", 9),
    ("undeclared-object", P, "(dark hall)", "(dark hall) (dark cellar)", 4),
    ("undeclared-predicate", D, "(lit ?l) (not (dark ?r))", "(lit ?l) (warm ?r ?l)", 9),
    ("undeclared-predicate", P, "(lit desk)", "(dimmed desk)", 5),
    ("undeclared-type", P, "study - room", "study - room sofa - furniture", 3),
    ("undeclared-type", D, "(dark ?r - room)", "(dark ?r - space)", 5),
    ("unknown-requirement", D, ":strips", ":strips :telepathy", 2),
]


def test_the_texts_are_right_before_they_are_broken() -> None:
    task, repairs = read_task(DOMAIN, PROBLEM, repair=False)
    assert repairs == ()
    assert validate(task, PLAN)


@pytest.mark.parametrize(("kind", "file", "old", "new", "line"), CASES)
def test_a_repair_is_made_and_located_or_refused(kind: str, file: str, old: str, new: str, line: int) -> None:
    domain, problem = texts(file, old, new)
    _, repairs = read_task(domain, problem)
    found = [entry for entry in repairs if entry.kind == kind]
    assert found, repairs
    assert (found[0].where, found[0].line) == (file, line)
    assert found[0].column >= 1
    assert len(found[0].message) > 10
    if all(entry.is_note for entry in repairs):
        assert read_task(domain, problem, repair=False)[1] == repairs
    else:
        with pytest.raises(
            PDDLError, match=r"^(domain|problem), line \d+, column \d+: .*\(With repair=True: "
        ):
            read_task(domain, problem, repair=False)


def test_every_kind_has_an_example_and_is_documented() -> None:
    elsewhere = {"combined-file", "derived-fact", "encoding"}
    assert {case[0] for case in CASES} | elsewhere == set(KINDS)
    assert set(KINDS) >= NOTES
    page = (ROOT / "docs" / "pddl.md").read_text(encoding="utf-8")
    assert [kind for kind in KINDS if f"`{kind}`" not in page] == []


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [case[1:4] for case in CASES if case[0] not in {"empty-goal", "undeclared-predicate", "missing-section"}],
)
def test_a_repaired_task_is_still_solved_by_the_plan_that_was_meant(file: str, old: str, new: str) -> None:
    task, _ = read_task(*texts(file, old, new))
    assert validate(task, PLAN), validate(task, PLAN).reason


NAMES = [
    "closet",
    "room",
    "lamp",
    "lit",
    "dark",
    "inside",
    "switch_on",
    "?l",
    "?r",
    "hall",
    "desk",
    "big_lamp",
    "study",
]


@pytest.mark.parametrize("names", [*([name] for name in NAMES), NAMES, NAMES[-4:]], ids=" ".join)
def test_a_name_may_end_in_a_hyphen(names: list[str]) -> None:
    """PDDL's names are a letter, then letters, digits, hyphens and underscores: ``forks-0- forks-1- - queue``."""
    either = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    domain, problem = (
        re.sub(rf"(?<![\w?:-])(?:{either})(?![\w-])", lambda found: f"{found[0]}-", text)
        for text in (DOMAIN, PROBLEM)
    )
    task, repairs = read_task(domain, problem, repair=False)
    assert repairs == ()
    plain, _ = read_task(DOMAIN, PROBLEM)
    assert {name.removesuffix("-") for name in task.objects} == set(plain.objects)
    assert {name.removesuffix("-") for name in task.domain.types} == set(plain.domain.types)
    assert len(task.initial) == len(plain.initial)


def test_a_fact_that_axioms_decide_is_left_out() -> None:
    domain = DOMAIN.replace("(dark ?r - room)", "(dark ?r - room) (dim ?r - room)", 1)
    domain = domain.replace("(:action", "(:derived (dim ?r - room) (dark ?r))\n(:action", 1)
    problem = PROBLEM.replace("(dark hall)", "(dark hall) (dim hall)")
    task, repairs = read_task(domain.replace(":typing", ":typing :derived-predicates"), problem)
    assert [entry.kind for entry in repairs] == ["derived-fact"]
    assert not any(atom.predicate == "dim" for atom in task.initial)


def test_every_kind_that_is_reported_is_listed() -> None:
    """By the source: what an example does not reach would be a kind that nobody can look up."""
    used = {
        node.args[1].value
        for path in house.modules().values()
        for node in house.nodes_of(path)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in ("repair", "note", "tally")
        and len(node.args) > 1
        and isinstance(node.args[1], ast.Constant)
    }
    assert used == set(KINDS)


def read(file: str, old: str, new: str) -> Task:
    return read_task(*texts(file, old, new))[0]


def test_what_some_repairs_come_to() -> None:
    assert read(P, "(dark hall)", "(dark cellar)").objects["cellar"] == ("room",)
    assert read(P, "(dark hall)", "(dark closet_2)").objects["closet_2"] == ("closet",)
    assert read(P, "desk big_lamp - lamp", "desk big_lamp - Lamp.n.01").objects["desk"] == ("lamp",)
    assert read(P, "study - room", "study - room sofa - furniture").domain.types["furniture"] == ()
    widened = read(P, "(dark hall)", "(dark hall) (dark desk)")
    assert widened.domain.predicates["dark"] == (Variable("?r", ("room", "lamp")),)
    assert Atom("dark", ("desk",)) in widened.initial
    constant = read(D, "(lit ?l) (not (dark ?r))", "(lit ?l) (not (dark cellar))")
    assert constant.domain.constants == {"hall": ("room",), "cellar": ("room",)}
    inert = read(P, "(dark hall)", "(dark hall) (colour desk red)")
    assert "red" not in inert.objects
    assert {atom.predicate for atom in inert.initial} == {"inside", "dark"}
    merged = read(P, "study - room", "study - room hall - closet")
    assert merged.domain.constants["hall"] == ("closet",)
    assert "hall" not in merged.objects
    assert (
        read(P, "(dark hall)", "(dark hall) (not (dark hall))").initial
        == read_task(DOMAIN, PROBLEM)[0].initial
    )
    assert read(P, "(and (lit desk) (lit big_lamp))", "()").goal == And()
    assert read(D, "closet - room", "closet - (either room lamp)").domain.types["closet"] == ("room", "lamp")


def test_a_name_that_only_the_actions_use_takes_its_type_from_the_problem() -> None:
    domain = DOMAIN.replace("(not (dark ?r))", "(not (dark cellar))")
    task, repairs = read_task(domain, PROBLEM.replace("study - room", "study - room cellar - closet"))
    assert task.domain.constants["cellar"] == ("closet",)
    assert "cellar" not in task.objects
    assert [entry.kind for entry in repairs] == ["undeclared-constant"]


def test_an_undeclared_type_becomes_the_declared_one_that_actions_ask_for() -> None:
    domain = DOMAIN.replace("(:types closet", "(:types lamp_n_01 - object closet")
    task, _ = read_task(domain, PROBLEM.replace("desk big_lamp - lamp", "desk big_lamp - lamp.n.01"))
    assert task.objects["desk"] == ("lamp",)
    assert validate(task, PLAN)


def test_names_with_a_digit_or_letter_exchanged_are_not_taken_for_each_other() -> None:
    task, repairs = read_task(DOMAIN, PROBLEM.replace("(dark hall)", "(dark hill)"))
    assert task.objects["hill"] == ("room",)
    assert [entry.kind for entry in repairs] == ["undeclared-object"]


def counting(goal: str, facts: str) -> bool:
    domain = "(define (domain d) (:requirements :typing) (:types a b) (:predicates (p ?x ?y) (q ?x)))"
    problem = (
        f"(define (problem p) (:domain d) (:objects a1 a2 a3 - a b1 b2 - b)(:init {facts}) (:goal {goal}))"
    )
    task, repairs = read_task(domain, problem)
    assert "bddl-quantifier" in {entry.kind for entry in repairs}
    return holds(task, task.goal, task.initial, {})


@pytest.mark.parametrize("number", range(5))
@pytest.mark.parametrize("true", range(4))
def test_forn_counts_exactly(number: int, true: int) -> None:
    facts = " ".join(f"(q a{i + 1})" for i in range(true)) + "(q b1)"
    assert counting(f"(forn ({number}) (?x - a) (q ?x))", facts) == (number == true)


@pytest.mark.parametrize(
    ("facts", "pairs", "one_pair"),
    [
        ("", False, False),
        ("(p a1 b1)", False, True),
        ("(p a1 b1) (p a1 b2)", False, True),
        ("(p a1 b1) (p a2 b1)", False, True),
        ("(p a1 b1) (p a2 b2)", True, True),
        ("(p a1 b1) (p a1 b2) (p a2 b2)", True, True),
        ("(p b1 a1) (p b2 a2)", False, False),
    ],
)
def test_pairs_count_both_sides(facts: str, pairs: bool, one_pair: bool) -> None:
    assert counting("(forpairs (?x - a) (?y - b) (p ?x ?y))", facts) == pairs
    assert counting("(fornpairs (2) (?x - a) (?y - b) (p ?x ?y))", facts) == pairs
    assert counting("(fornpairs (1) (?x - a) (?y - b) (p ?x ?y))", facts) == one_pair


def test_one_file_may_hold_both(tmp_path: Path) -> None:
    both = tmp_path / "both.pddl"
    both.write_text(DOMAIN + PROBLEM, encoding="utf-8")
    task, repairs = read_task(both, both)
    assert task == read_task(DOMAIN, PROBLEM)[0]
    assert [entry.kind for entry in repairs] == ["combined-file", "combined-file"]
    assert str(both) in str(repairs[0])
    with pytest.raises(PDDLError, match="found 2 domains"):
        read_task(DOMAIN + DOMAIN, PROBLEM)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "cp1252"])
def test_other_encodings(tmp_path: Path, encoding: str) -> None:
    file = tmp_path / "domain.pddl"
    mark = b"\xff\xfe" if encoding == "utf-16-le" else b""
    file.write_bytes(mark + ("; für Lampen\n" + DOMAIN).encode(encoding))
    task, repairs = read_task(file, PROBLEM)
    assert task == read_task(DOMAIN, PROBLEM)[0]
    assert [entry.kind for entry in repairs] == ["encoding"]
    with pytest.raises(PDDLError, match="not UTF-8"):
        read_task(file, PROBLEM, repair=False)


def test_notes_are_no_repairs_and_repairs_say_where_they_are() -> None:
    note = Repair("d.pddl", 3, 7, "cost-ignored", "costs")
    assert note.is_note
    assert not Repair("d.pddl", 3, 7, "domain-name", "name").is_note
    assert str(note) == "d.pddl, line 3, column 7: costs [cost-ignored]"


def test_hidden_variables_are_told_apart() -> None:
    goal = "(exists (?x - lamp) (and (lit ?x) (exists (?x - room) (dark ?x))))"
    domain = DOMAIN.replace(":negative-preconditions", ":adl")
    task, repairs = read_task(domain, PROBLEM.replace("(and (lit desk) (lit big_lamp))", goal), repair=False)
    assert repairs == ()
    inner = Exists((Variable("?x'", ("room",)),), Atom("dark", ("?x'",)))
    assert task.goal == Exists((Variable("?x", ("lamp",)),), And((Atom("lit", ("?x",)), inner)))


def test_conditions_of_all_forms() -> None:
    goal = (
        "(and (or (lit desk) (not (= desk hall))) (imply (dark hall) (lit desk))"
        " (exists (?x - (either lamp room)) (= ?x desk)))"
    )
    domain = DOMAIN.replace(":negative-preconditions", ":adl")
    task, _ = read_task(domain, PROBLEM.replace("(and (lit desk) (lit big_lamp))", goal), repair=False)
    assert task.goal == And(
        (
            Or((Atom("lit", ("desk",)), Not(Equal("desk", "hall")))),
            Or((Not(Atom("dark", ("hall",))), Atom("lit", ("desk",)))),
            Exists((Variable("?x", ("lamp", "room")),), Equal("?x", "desk")),
        )
    )
