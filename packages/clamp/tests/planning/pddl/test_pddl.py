"""What cannot be read says what is wrong, where, and why; what is legal is read as it is."""

from __future__ import annotations

import contextlib
import io
import re
import subprocess
import sys
from pathlib import Path

import pytest
from lamps import DOMAIN, PROBLEM, D, P, texts
from roots import ROOT

from clamp.errors import PDDLError
from clamp.planning.pddl import read_task
from clamp.planning.pddl.source import Repair
from clamp.planning.pddl.symbols import is_slip, lemma, normalise
from clamp.planning.task import And, Atom, Domain, Effect, Forall, Formula, Not, Task, Variable
from clamp.planning.validator import holds

SWITCH = "(:action switch_on"
EFFECT = "(and (lit ?l) (not (dark ?r)))"
GOAL = "(and (lit desk) (lit big_lamp))"
# file, text replaced, replacement, what the message says
REFUSED = [
    (D, "(lit ?l) (not (dark ?r))", "(lit ?l (not (dark ?r)", r"line 6, column 3: this '\(' is never closed"),
    (
        D,
        "(dark ?r - room))",
        "(dark ?r - room)",
        r"line 5, column 3: .*not closed before :action begins on line 6",
    ),
    (
        D,
        "(dark ?r - room))",
        "(dark ?r - room)))",
        r"line 9, column 44: '\)' closes nothing: the '\(' of line 1 was",
    ),
    (P, GOAL, GOAL + ")", r"line 5, column 43: '\)' closes nothing"),
    (P, "(dark hall)", "(dark [hall])", r"line 4, column 59: unexpected character '\['"),
    (P, "(dark hall)", '(dark "hall")', "unexpected character '\"'"),
    (P, "(dark hall)", "(dark hall), (dark study)", "unexpected character ','"),
    (P, "(dark hall)", "dark hall", "line 4, column 53: expected a fact in parentheses.*'dark'"),
    (P, "(dark hall)", "(dark (hall))", r"expected a variable or an object in \(dark \(hall\)\)"),
    (P, "(dark hall)", "(not dark)", r"expected \(not \(fact\)\)"),
    (P, "(dark hall)", "((dark hall))", "expected the name of a predicate"),
    (P, "(dark hall)", "()", "a predicate needs a name here"),
    (P, "(dark hall)", "(:dark hall)", "':dark', which is a keyword"),
    (P, "(dark hall)", "(at 5 (dark hall))", "timed initial literals"),
    (P, "(dark hall)", "(= hall study)", r"\(= hall study\) is no fact"),
    (P, "(dark hall)", "(= hall)", r"\(= hall\) is no fact"),
    (P, "(dark hall)", "(= 3 (battery desk))", "is no fact"),
    (P, "(dark hall)", "(oneof (dark hall) (dark study))", "uncertain initial states"),
    (P, f"(:goal {GOAL})", "(:goal)", "line 5, column 3: the problem has no goal"),
    (P, GOAL, "desk", "expected a condition in parentheses"),
    (P, GOAL, "(lit ?nowhere)", r"'\?nowhere' is bound by no parameter or quantifier"),
    (P, GOAL, "(lit desk study)", r"has 2 arguments, but 'lit' is declared with 1"),
    (P, GOAL, "(not (lit desk) (lit big_lamp))", "'not' takes one condition, but .* has 2"),
    (P, GOAL, "(forall ?x - lamp (lit ?x))", r"needs its variables in parentheses first"),
    (P, GOAL, "(forall (?x - lamp))", "lacks a condition after its variables"),
    (P, GOAL, "(forall (?x ?x - lamp) (lit ?x))", r"'\?x' appears twice in this list"),
    (P, GOAL, "(forall (? x - lamp) (lit ?x))", "no space may stand between"),
    (P, GOAL, "(forall ((?x) - lamp) (lit ?x))", "expected a variable or '- type'"),
    (P, GOAL, "(forall (- lamp) (lit ?x))", "'-' needs a variable before it"),
    (P, GOAL, "(forall (?x - (lamp)) (lit ?x))", r"expected a type or \(either type …\)"),
    (P, GOAL, "(forall (?x - :lamp) (lit ?x))", "name of a type, found ':lamp'"),
    (P, GOAL, "(>= (battery desk) 3)", "numeric fluents, which CLAMP does not support"),
    (P, GOAL, "(= (battery desk) 3)", "numeric fluents"),
    (P, GOAL, "(preference p1 (lit desk))", "is a preference, a soft constraint"),
    (P, GOAL, "(always (lit desk))", r"stands in \(:constraints …\)"),
    (P, GOAL, "(forn (9x) (?l - lamp) (lit ?l))", "needs a number first"),
    (P, GOAL, "(forn (1) (?l ?m - lamp) (lit ?l))", "expected one variable"),
    (P, GOAL, "(forpairs (?l - lamp) (lit ?l))", r"expected one variable, found \(lit \?l\)"),
    (P, GOAL, "(forn (1) (?l - lamp))", "lacks a part"),
    (P, "(:domain lamps)", "(:domain (lamps))", r"expected \(:domain name\)"),
    (P, "(:domain lamps)", "lamps", r"expected a section such as \(:domain …\), found 'lamps'"),
    (P, "(:domain lamps)", "((:domain lamps))", "expected a section"),
    (P, "(:init", "(:constraints (lit desk))(:init", "does not say when it must hold"),
    (P, "(:init", "(:beginning", "':beginning' is not expected here; expected one of :domain"),
    (P, "(problem evening)", "(problem)", r"expected '\(problem name\)'"),
    (P, "(problem evening)", "problem evening", r"expected a problem, .* but this is \(define problem"),
    (P, "(define", "(defin", r"expected '\(define \(problem name\) …\)'"),
    (D, "(define", "Here you are: (define", "a word stands outside of all parentheses"),
    (D, "(define", "```\n(define", "line 1, column 1: unexpected character '`'"),
    (D, "(define", "# Domain\n(define", "prose or Markdown"),
    (
        D,
        "(:types closet - room lamp room)",
        "(:types closet - room room - lamp lamp - closet)",
        "types form a cycle.*closet",
    ),
    (D, "(:types closet", "(:types (closet)", "expected a type or '- type'"),
    (D, "(lit ?l - lamp)", "lit", "expected a predicate in parentheses"),
    (D, "(dark ?r - room)", "(dark ?r - room) (lit)", r"'lit' is declared with 1 and again with 0"),
    (D, "(dark ?r - room)", "(and ?r - room)", "'and', which is a reserved word"),
    (D, "(dark ?r - room)", "(-- ?r - room)", "name of a predicate, found '--'"),
    (D, SWITCH, "(:axiom :vars () :implies (dark hall))(:action switch_on", "axioms in the form of PDDL 1"),
    (D, SWITCH, "(:durative-action wait)(:action switch_on", "durative actions"),
    (
        D,
        SWITCH,
        "(:action switch_on :parameters ())(:action switch_on",
        "'switch_on' is already defined on line 6",
    ),
    (D, SWITCH, "(:functions battery)(:action switch_on", "expected a function in parentheses"),
    (D, SWITCH, "(:action)(:action switch_on", "an action needs a name here"),
    (D, SWITCH, "(:action (x))(:action switch_on", r"name of an action, found \(x\)"),
    (D, SWITCH, "(:action x ())(:action switch_on", r"expected :parameters, found \(\)"),
    (D, ":precondition", ":when", "':when' is not expected here; expected one of :parameters"),
    (D, "(?l - lamp ?r - room)\n    :pre", "(?l - lamp ?L - room)\n    :pre", r"'\?L' appears twice"),
    (D, EFFECT, "(when (> (battery ?l) 2) (lit ?l))", "numeric fluents"),
    (D, EFFECT, "(increase (battery ?l))", "'increase' takes a function and a number"),
    (D, EFFECT, "(assign () 2)", "'assign' takes a function and a number"),
    (D, EFFECT, "(or (lit ?l) (dark ?r))", "is no effect: 'or' can stand in conditions only"),
    (D, EFFECT, "(probabilistic 0.5 (lit ?l))", "non-deterministic"),
    (D, EFFECT, "(when (dark ?r))", "needs a condition and an effect"),
    (D, EFFECT, "(when (dark ?r) lit)", "expected an effect in parentheses, found 'lit'"),
    (D, EFFECT, "(forall (?x - lamp))", "lacks an effect"),
    (D, EFFECT, "(not (and (lit ?l) (dark ?r)))", "as an effect, 'not' takes one atom"),
    (D, EFFECT, "(lit ?x)", r"'\?x' is bound by no parameter .* Declared: \?l, \?r\."),
    (
        D,
        EFFECT,
        "(and (lit ?l) (warm ?r) (warm ?l ?r))",
        r"has 2 arguments, but 'warm' is declared with 1",
    ),
    (
        D,
        EFFECT,
        "(and (lit ?l) (lit ?l ?r))",
        r"line 9, column 27: .* has 2 arguments, but 'lit' is declared with 1",
    ),
    (D, "(not (lit ?l))", "(forn (1) (?x - lamp) (lit ?x))", "can stand in the goal of a problem only"),
    (D, "(:requirements :strips", "(:requirements (:strips)", "expected a requirement such as :typing"),
]


@pytest.mark.parametrize("repair", [True, False])
@pytest.mark.parametrize(("file", "old", "new", "message"), REFUSED)
def test_what_has_no_clear_meaning_is_refused(
    file: str, old: str, new: str, message: str, repair: bool
) -> None:
    with pytest.raises(PDDLError) as caught:
        read_task(*texts(file, old, new), repair=repair)
    said = str(caught.value)
    assert re.match(rf"{file}, line \d+, column \d+: ", said), said
    if repair or "(With repair=True" not in said:
        assert re.search(message, said), said


@pytest.mark.parametrize(
    ("domain", "problem", "message"),
    [
        (PROBLEM, DOMAIN, "domain, line 1, column 1: expected a domain.*in the wrong order?"),
        (DOMAIN, DOMAIN, "problem, line 1, column 1: expected a problem.*in the wrong order?"),
        ("", PROBLEM, "domain, line 1, column 1: the text is empty"),
        (DOMAIN, " \n\ufeff ; nothing (here)\n", "outside|only comments"),
        (DOMAIN, "; nothing (here)\n", "problem, line 1, column 1: there are only comments here"),
        (DOMAIN, "()", r"problem, line 1, column 1: expected '\(define"),
        (DOMAIN, PROBLEM + ")", r"problem, line 6, column 1: '\)' closes nothing"),
        (DOMAIN, ")" + PROBLEM, "problem, line 1, column 1: '\\)' closes nothing: no parenthesis was opened"),
        (
            DOMAIN,
            PROBLEM + "(:goal (lit desk))",
            r"line 6, column 1: \(:goal .* stands after the '\(define' of line 1",
        ),
        (DOMAIN, PROBLEM + "(define (problem more))", "a second .*found 2 problems"),
        (DOMAIN, "(" * 300, "nested more than 200 deep"),
        (DOMAIN, "(define (problem", r"line 1, column 9: this '\(' is never closed; 2 parenthesis"),
    ],
)
def test_texts_that_are_something_else(domain: str, problem: str, message: str) -> None:
    with pytest.raises(PDDLError, match=message):
        read_task(domain, problem)


def test_files_that_cannot_be_opened_are_named(tmp_path: Path) -> None:
    missing = tmp_path / "no such file.pddl"
    with pytest.raises(PDDLError, match=r"no such file\.pddl: cannot read the domain file. There is no file"):
        read_task(missing, PROBLEM)
    with pytest.raises(PDDLError, match="cannot read the problem file"):
        read_task(DOMAIN, str(tmp_path))
    empty = tmp_path / "empty.pddl"
    empty.write_text("")
    with pytest.raises(PDDLError, match=r"empty\.pddl, line 1, column 1: the text is empty"):
        read_task(DOMAIN, empty)


def test_a_name_with_a_parenthesis_may_be_a_file(tmp_path: Path) -> None:
    file = tmp_path / "domain (1).pddl"
    file.write_text(DOMAIN)
    assert read_task(str(file), PROBLEM) == read_task(DOMAIN, PROBLEM)
    with pytest.raises(PDDLError, match=r"domain, line 1, column 1: unexpected character '\\x00'"):
        read_task("\0" + DOMAIN, PROBLEM)


@pytest.mark.parametrize("depth", [3, 190])
def test_deep_nesting(depth: int) -> None:
    goal = "(not " * depth + "(lit desk)" + ")" * depth
    task, _ = read_task(DOMAIN, PROBLEM.replace(GOAL, goal))
    assert holds(task, task.goal, task.initial, {}) == (depth % 2 == 1)


def test_a_domain_without_types_is_untyped() -> None:
    domain = "(define (domain d) (:predicates (on ?x)) (:action a :parameters (?x - box) :effect (on ?x)))"
    problem = "(define (problem p) (:domain d) (:objects b - box) (:init) (:goal (on b)))"
    task, repairs = read_task(domain, problem)
    assert task.domain.types == {"box": ()}
    assert [entry.kind for entry in repairs] == ["missing-requirement", "undeclared-type"]
    untyped = read_task(domain.replace(" - box", ""), problem.replace(" - box", ""), repair=False)
    assert untyped[0].domain.schemas[0].parameters == (Variable("?x"),)


def test_positions_are_those_of_the_file_whatever_its_line_ends(tmp_path: Path) -> None:
    file = tmp_path / "problem.pddl"
    broken = PROBLEM.replace("(dark hall)", "(dark [hall])")
    for line_end in ("\n", "\r\n", "\r"):
        file.write_bytes(b"\xef\xbb\xbf" + broken.replace("\n", line_end).encode())
        with pytest.raises(PDDLError, match=r"problem\.pddl, line 4, column 59: unexpected"):
            read_task(DOMAIN, file)


def test_a_refused_text_leaves_nothing_behind() -> None:
    expected = read_task(DOMAIN, PROBLEM)
    for _ in range(2):
        with pytest.raises(PDDLError):
            read_task(*texts(D, EFFECT, "(lit ?x)"))
    assert read_task(DOMAIN, PROBLEM) == expected


LEGAL = """\
;; comments (with parentheses ; and semicolons
(DEFINE (Domain Everything) ; here too
  (:Requirements :ADL :Action-Costs :Fluents)
  (:predicates (At ?p ?q - place) (here) (alive ?m - (either cat dog)) (seen ?x))
  (:types cat dog - animal animal place - object garden - place)
  (:constants Tom - cat yard - garden)
  (:functions (total-cost) - number)
  (:action Look:At ; an odd name is not legal, see the replacement in the test
    :parameters (?who - (either cat dog) ?x)
    :precondition ()
    :effect (forall (?p - place) (when (exists (?q - garden) (at ?p ?q))
      (and (seen ?x) (forall (?y) (when (not (= ?y ?x)) (not (seen ?y)))) (increase (total-cost) 1)))))
  (:action rest :parameters ())
  (:action idle :parameters () :effect ()))
"""


def test_legal_pddl_of_all_kinds() -> None:
    problem = "(define (problem P) (:domain EVERYTHING) (:init (AT YARD yard) (here)) (:goal (Seen TOM)))"
    task, repairs = read_task(LEGAL.replace("Look:At", "Look"), problem, repair=False)
    assert {entry.kind for entry in repairs} == {"cost-ignored"}
    assert task == Task(
        "P", task.domain, {}, frozenset({Atom("At", ("yard", "yard")), Atom("here")}), task.goal
    )
    assert task.goal == Atom("seen", ("Tom",))
    assert list(task.domain.types) == ["cat", "dog", "animal", "place", "garden"]
    assert task.domain.types["cat"] == ("animal",)
    assert task.domain.predicates["alive"] == (Variable("?m", ("cat", "dog")),)
    look, rest, idle = task.domain.schemas
    assert look.parameters == (Variable("?who", ("cat", "dog")), Variable("?x", ("object",)))
    place, other = Variable("?p", ("place",)), Variable("?y", ("object",))
    first, second = look.effects
    assert first.atom == Atom("seen", ("?x",))
    assert first.variables == (place,)
    assert second.atom == Atom("seen", ("?y",))
    assert not second.positive
    assert second.variables == (place, other)
    assert isinstance(second.condition, And)
    assert first.condition in second.condition.operands
    assert (rest.precondition, rest.effects, idle.effects) == (And(), (), ())
    with pytest.raises(PDDLError, match="'Look:At' is not a PDDL name"):
        read_task(LEGAL, problem, repair=False)


def test_objects_of_several_types_and_types_below_several() -> None:
    domain = (
        "(define (domain d) (:requirements :typing) (:types a b - top a - side) (:predicates (p ?x - side))"
        "(:action do :parameters (?x - side) :effect (p ?x)))"
    )
    problem = "(define (problem q) (:domain d) (:objects o - (either b a) u) (:init (p o)) (:goal (p o)))"
    task, repairs = read_task(domain, problem)
    assert [entry.kind for entry in repairs] == ["duplicate-type", "implicit-type", "implicit-type"] or {
        entry.kind for entry in repairs
    } == {"duplicate-type", "implicit-type"}
    assert task.domain.types == {"a": ("top", "side"), "b": ("top",), "top": (), "side": ()}
    assert task.objects == {"o": ("b", "a"), "u": ("object",)}


def test_reading_does_not_depend_on_the_order_of_sets() -> None:
    program = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from test_pddl import LEGAL; from clamp.planning.pddl import read_task\n"
        "problem = '(define (problem P) (:domain x) (:init (at yard yard)) (:goal (seen tom)))'\n"
        "print(read_task(LEGAL, problem)[0].domain)"
    )
    here = str(Path(__file__).parent)
    seen = {
        subprocess.run(
            [sys.executable, "-c", program, here],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(filter(None, sys.path))},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(seen) == 1


def test_the_examples_of_the_documentation() -> None:
    page = (ROOT / "docs" / "pddl.md").read_text(encoding="utf-8")
    examples = re.findall(r"```python\n(.*?)```\n\n```\n(.*?)```", page, re.DOTALL)
    assert len(examples) == 2
    names: dict[str, object] = {}
    for code, printed in examples:
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(compile(code, "docs/pddl.md", "exec"), names)
        assert out.getvalue() == printed


@pytest.mark.parametrize(
    ("wrong", "right", "slip"),
    [
        ("lmap", "lamp", True),
        ("lamps", "lamp", True),
        ("Kitchn", "kitchen", True),
        ("kittchen", "kitchen", True),
        ("room1", "room2", False),
        ("room1", "room12", False),
        ("left", "lift", False),
        ("holds_lh", "holds_rh", False),
        ("on", "no", False),
        ("a12", "a21", False),
        ("room12", "room21", False),
        ("lamp", "LAMP", False),
        ("door", "floor", False),
    ],
)
def test_slips(wrong: str, right: str, slip: bool) -> None:
    assert is_slip(wrong, right) == slip
    assert is_slip(right, wrong) == slip


def test_names_alike() -> None:
    assert normalise("Red_Cup_2") == normalise("red-cup 2") == normalise("ＲＥＤ.cup.2") == "redcup2"
    assert (lemma("agent.n.01"), lemma("hot_tub_n_02"), lemma("agent")) == ("agent", "hot_tub", "agent")


def test_types_are_exported_for_callers() -> None:
    task, repairs = read_task(DOMAIN, PROBLEM)
    assert isinstance(task.domain, Domain)
    assert all(isinstance(entry, Repair) for entry in repairs)
    goal: Formula = task.goal
    assert goal == And((Atom("lit", ("desk",)), Atom("lit", ("big_lamp",))))
    (schema,) = task.domain.schemas
    assert schema.effects == (Effect(Atom("lit", ("?l",))), Effect(Atom("dark", ("?r",)), positive=False))
    assert schema.precondition == And((Atom("inside", ("?l", "?r")), Not(Atom("lit", ("?l",)))))
    assert not isinstance(goal, Forall)
