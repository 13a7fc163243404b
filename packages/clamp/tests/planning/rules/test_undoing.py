"""Plans that do and undo: refused by an order in substance, told under an order to the letter."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from clamp.errors import RuleError
from clamp.planning import Problem
from clamp.planning.rules import Rule, RuleBook, Ruled, judge
from clamp.planning.rules.book import before
from clamp.planning.rules.effects import lasting_effect
from clamp.planning.rules.formula import parse
from clamp.planning.rules.judging import ActionsAlone
from clamp.planning.rules.undoing import Undone, undone
from clamp.planning.system import Action

pytestmark = pytest.mark.usefixtures("both_cores")

DOMAIN = """(define (domain home) (:requirements :strips :typing :negative-preconditions :constraints)
  (:types burner item place door dish)
  (:predicates (on ?b - burner) (in ?i - item ?p - place) (held ?i - item) (open ?d - door) (dirty ?x - dish)
    (at ?p - place) (poured) (flooded) (gone) (served ?x - dish))
  (:action turn-on :parameters (?b - burner) :precondition (not (on ?b)) :effect (on ?b))
  (:action turn-off :parameters (?b - burner) :precondition (on ?b) :effect (not (on ?b)))
  (:action pour :parameters () :precondition (and) :effect (poured))
  (:action take :parameters (?i - item ?p - place) :precondition (in ?i ?p)
    :effect (and (held ?i) (not (in ?i ?p))))
  (:action put :parameters (?i - item ?p - place) :precondition (held ?i) :effect (and (in ?i ?p) (not (held ?i))))
  (:action fill :parameters () :precondition (and) :effect (flooded))
  (:action close :parameters (?d - door) :precondition (open ?d) :effect (not (open ?d)))
  (:action open :parameters (?d - door) :precondition (not (open ?d)) :effect (open ?d))
  (:action leave :parameters () :precondition (and) :effect (gone))
  (:action wash :parameters (?x - dish) :precondition (and) :effect (not (dirty ?x)))
  (:action soil :parameters (?x - dish) :precondition (and) :effect (dirty ?x))
  (:action serve :parameters (?x - dish) :precondition (and) :effect (served ?x))
  (:action go :parameters (?a ?b - place) :precondition (at ?a) :effect (and (at ?b) (not (at ?a))))
  (:action look :parameters () :precondition (and) :effect (and)))"""
PROBLEM = """(define (problem evening) (:domain home)
  (:objects left right - burner knife - item sink table - place door - door cup plate - dish)
  (:init (on left) (on right) (in knife sink) (open door) (dirty cup) (dirty plate) (at table))
  (:goal (and)) {constraints})"""


def home(constraint: str = "") -> Problem:
    text = f"(:constraints {constraint})" if constraint else ""
    return Problem.from_pddl(DOMAIN, PROBLEM.format(constraints=text), repair=False)


HOME = home()


def actions(plan: str) -> list[Action]:
    return [Action(one.split()[0], tuple(one.split()[1:])) for one in plan.split(", ")]


def told(rule: Rule, plan: str, system: Problem = HOME) -> tuple[Undone, ...]:
    """The flags of a plan that keeps the rule."""
    (verdict,) = judge(system, [rule], actions(plan)).verdicts
    assert verdict.kept, plan
    return verdict.undone


@dataclass(frozen=True)
class Cheat:
    """An order, what the first action brings about, a plan that keeps it, and one that does and undoes.

    `by` is the action that undoes, and `then` the one before which it does.
    """

    name: str
    first: str
    then: str
    still: str
    honest: str
    cheat: str
    by: int
    then_at: int
    variables: tuple[tuple[str, str], ...] = ()
    bound: str | None = None


CHEATS = [
    Cheat("burner", "do:turn-off(left)", "do:pour", "!on(left)",
          "turn-off left, pour", "turn-off left, turn-on left, pour", 2, 3),
    Cheat("every burner", "do:turn-off(?b)", "do:pour", "!on(?b)",
          "turn-off left, turn-off right, pour",
          "turn-off left, turn-off right, look, turn-on right, look, pour", 4, 6, (("?b", "burner"),), "!on(right)"),
    Cheat("knife", "do:take(knife, sink)", "do:fill", "!in(knife, sink)",
          "take knife sink, put knife table, fill", "take knife sink, put knife sink, fill", 2, 3),
    Cheat("door", "do:close(door)", "do:leave", "!open(door)",
          "close door, look, leave", "close door, open door, leave", 2, 3),
    Cheat("dish", "do:wash(?x)", "do:serve(?x)", "!dirty(?x)",
          "wash cup, serve cup, soil cup", "wash plate, wash cup, soil cup, serve cup", 3, 4, (("?x", "dish"),),
          "!dirty(cup)"),
]  # fmt: skip


def book(one: Cheat, substance: bool) -> Rule:
    quantified = ", ".join(f"{name[1:]}: {kind}" for name, kind in one.variables)
    still = f', still: "{one.still}"' if substance else ""
    text = f'{{for: {{{quantified}}}, before: {{first: "{one.first}", then: "{one.then}"{still}}}}}'
    (rule,) = RuleBook.parse(f"rules: [{text}]").rules
    return rule


@pytest.mark.parametrize("one", CHEATS, ids=lambda one: one.name)
def test_do_and_undo_is_refused_in_substance_and_told_under_the_letter(one: Cheat) -> None:
    letter, substance = book(one, substance=False), book(one, substance=True)
    assert told(letter, one.honest) == told(substance, one.honest) == ()
    (flag,) = told(letter, one.cheat)
    assert (flag.effect, flag.by, flag.then) == (one.bound or one.still, one.by, one.then_at)
    (broken,) = judge(HOME, [substance], actions(one.cheat)).verdicts
    assert (broken.outcome, broken.action) == ("broken", one.then_at)
    # Nor can it be planned: the last action is not to be done.
    ruled = Ruled(HOME, [substance])
    state = ruled.initial
    *early, last = actions(one.cheat)
    for action in early:
        state = ruled.successor(state, action)
    assert ruled.why_inapplicable(state, last) is not None


@pytest.mark.parametrize("one", CHEATS, ids=lambda one: one.name)
def test_what_is_to_hold_still_is_what_the_action_leaves_behind(one: Cheat) -> None:
    """A reader need not be told it: the planning model says it."""
    effect = lasting_effect(HOME, parse(one.first), one.variables)
    assert effect == parse(one.still)
    assert str(before(parse(one.first), parse(one.then), effect)) in book(one, substance=True).text


SHAPES = [
    # However a rule says that the burner is off before it is poured, and which plans do and undo.
    "G (do:pour -> Y O do:turn-off(left))",
    "G (do:pour -> O do:turn-off(left))",
    "G (do:pour -> (Y O do:turn-off(left) & Y O do:wash(cup)))",
    "G (do:pour -> Y (O do:turn-off(left) & O do:wash(cup)))",
    "G (do:pour -> Y (O do:turn-off(left) & !dirty(cup)))",
    "G (do:pour -> (do:pour -> Y O do:turn-off(left)))",
    "G (do:pour -> forall ?b - burner: ?b != right -> Y O do:turn-off(?b))",
    "G (do:pour -> Y O exists ?b - burner: do:turn-off(?b))",
    "(G (do:pour -> Y O do:turn-off(left))) & F do:pour",
    "!do:pour W do:turn-off(left)",
    "!do:pour U do:turn-off(left)",
    "do:turn-off(left) R !do:pour",
    "G (poured -> Y O !on(left))",
]


@pytest.mark.parametrize("text", SHAPES)
def test_an_order_is_found_however_a_rule_says_it(text: str) -> None:
    rule = Rule.parse(text)
    assert told(rule, "wash cup, turn-off left, pour") == ()
    assert told(rule, "wash cup, turn-off left, turn-on left, turn-off left, pour") == ()
    (flag,) = told(rule, "wash cup, turn-off left, look, turn-on left, pour")
    assert flag == Undone("!on(left)", 2, 4, 5)


def test_of_several_the_one_that_still_holds_is_enough() -> None:
    some = Rule.parse("G (do:pour -> Y O exists ?b - burner: do:turn-off(?b))")
    assert told(some, "turn-off left, turn-off right, turn-on left, pour") == ()
    (flag,) = told(some, "turn-off left, turn-off right, turn-on right, turn-on left, pour")
    assert flag == Undone("!on(left)", 1, 4, 5)


def test_each_time_that_the_second_is_done_counts() -> None:
    rule = Rule.parse("G (do:pour -> Y O do:turn-off(left))")
    flags = told(rule, "turn-off left, pour, turn-on left, pour, turn-off left, pour, turn-on left, pour")
    assert [(one.by, one.then) for one in flags] == [(3, 4), (7, 8)]


def test_constraints_of_pddl_are_orders_of_facts() -> None:
    cheat = actions("turn-off left, turn-on left, pour")
    problem = home("(sometime-before (poured) (not (on left)))")
    (verdict,) = judge(problem, (), cheat).verdicts
    assert verdict.undone == (Undone("!on(left)", 1, 2, 3),)
    # Where the robot was before, and where a thing was before it was elsewhere, gives way; it is not undone.
    for constraint, plan in (
        ("(sometime-before (poured) (at table))", "go table sink, pour"),
        ("(sometime-before (at sink) (at table))", "go table sink"),
        ("(sometime-before (in knife table) (in knife sink))", "take knife sink, put knife table"),
    ):
        (verdict,) = judge(home(constraint), (), actions(plan)).verdicts
        assert verdict.kept
        assert verdict.undone == (), constraint


@pytest.mark.parametrize(
    "text",
    [
        "G (do:pour -> Y O do:look)",  # brings nothing about
        "G (do:pour -> Y O do:go(*, sink))",  # where the robot goes, it does not stay
        "G (do:pour -> Y O do:turn-off)",  # of some burner or other nothing is known
        "G (do:turn-off(left) -> F do:pour)",
        "G !do:soil(cup)",
    ],
)
def test_nothing_is_told_where_nothing_is_undone(text: str) -> None:
    plan = "look, go table sink, turn-off left, turn-on left, turn-off left, turn-on left, look, pour"
    assert told(Rule.parse(text), plan) == ()


def test_a_step_that_the_world_denied_brought_nothing_about() -> None:
    """Of a trace with attempts: the action was tried, so the letter is kept, and nothing came of it."""
    on = HOME.task.initial
    facts = [lambda name, args: any((one.predicate, one.args) == (name, args) for one in on)] * 3
    attempted = list(zip(facts, (None, Action("turn-off", ("left",)), Action("pour")), strict=True))
    rule = Rule.parse("G (do:pour -> Y O do:turn-off(left))")
    assert list(undone(HOME, rule, attempted)) == [Undone("!on(left)", 1, None, 2)]


def test_without_a_planning_model_nothing_is_known_of_effects() -> None:
    rule = Rule.parse("G (do:pour -> Y O do:turn-off(left))")
    plan = actions("turn-off left, turn-on left, pour")
    (verdict,) = judge(ActionsAlone(plan, [rule]), [rule], plan).verdicts
    assert verdict.kept
    assert verdict.undone == ()


def test_the_template_takes_a_third_part_by_name_alone() -> None:
    rule = book(CHEATS[0], substance=True)
    assert rule.name == "before: do:turn-off(left), do:pour, still !on(left)"
    assert rule.text == "G (do:pour -> Y (O do:turn-off(left) & !on(left)))"
    assert book(CHEATS[0], substance=False).text == "G (do:pour -> Y O do:turn-off(left))"
    for wrong in (
        '{before: ["do:a", "do:b", c]}',
        '{before: {first: "do:a", still: c}}',
        '{response: {after: "do:a", then: "do:b", still: c}}',
        '{before: {first: "do:a", then: "do:b", stil: c}}',
        '{before: {first: "do:a", then: "do:b", still: [c]}}',
    ):
        with pytest.raises(RuleError, match="takes"):
            RuleBook.parse(f"rules: [{wrong}]")
