"""The notation in which a model writes rules: what it admits, and that this is read back as one thing, and as which."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest
from roots import ROOT

from clamp.automata import Vocabulary
from clamp.decoding.forms import FormConstraint
from clamp.decoding.rule_notation import PATTERNS, UNKNOWN, RuleNotation
from clamp.errors import RuleError
from clamp.planning import Problem
from clamp.planning.rules.formula import Rule, parse
from clamp.planning.rules.grounding import ground_rules

VOCABULARY = Vocabulary.from_bytes([bytes([one]) for one in range(256)] + [None], 256)
LAB = Problem.from_pddl(ROOT / "tests/sentences/lab/domain.pddl", ROOT / "tests/sentences/lab/problem.pddl")
KITCHEN = Problem.from_pddl(ROOT / "examples/kitchen/domain.pddl", ROOT / "examples/kitchen/problem.pddl")

MEANINGS = {
    "never: pour(acetone, *, *)": (
        "G !do:pour(acetone, *, *)",
        "never pour acetone from anything to anything",
    ),
    "never: heat(*, *) while open(fume_hood)\n": (
        "G (do:heat(*, *) -> Y !open(fume_hood))",
        "never heat anything, anything while fume hood is open",
    ),
    "never: light(*) unless wearing(gloves) and wearing(goggles)": (
        "G (do:light(*) -> Y (wearing(gloves) & wearing(goggles)))",
        "never light anything unless you are wearing gloves and you are wearing goggles",
    ),
    "never: open(fume_hood) after light(*)": (
        "G (do:light(*) -> WX G !do:open(fume_hood))",
        "never open fume hood after you light anything",
    ),
    "before: rinse(large_beaker), pour(*, *, large_beaker)": (
        "G (do:pour(*, *, large_beaker) -> Y O do:rinse(large_beaker))",
        "never pour anything from anything to large beaker unless you rinse large beaker some time before",
    ),
    "within 2: heat(round_flask, *), cool(round_flask)": (
        "G (do:heat(round_flask, *) -> (X do:cool(round_flask) | X X do:cool(round_flask)))",
        "whenever you heat round flask, anything, cool round flask in one of the next 2 steps",
    ),
    "never: heat(*, *) while sealed(*)": (
        "forall ?it - vessel: G (do:heat(?it, *) -> Y !sealed(?it))",
        "never heat anything, anything while it is sealed",
    ),
    "never: pour(*, *, *) while hot(*)": (  # out of it, or into it
        "G (do:pour(*, *, *) -> Y !hot(*))",
        "never pour anything from anything to anything while something is hot",
    ),
    "never: pour(*, *, large_beaker) unless not hot(*) and labelled(*)": (
        "forall ?it - vessel: G (do:pour(*, ?it, large_beaker) -> Y (!hot(?it) & labelled(?it)))",
        "never pour anything from anything to large beaker unless it is not hot and it is labelled",
    ),
    "before: rinse(*) or label(*), pick-up(*)": (
        "forall ?it - vessel: G (do:pick-up(?it) -> Y O (do:rinse(?it) | do:label(?it)))",
        "never pick up anything unless you rinse it or label it some time before",
    ),
    "right after: pick-up(*) or rinse(*), put-down(*, *)": (
        "forall ?it - vessel: G ((do:pick-up(?it) | do:rinse(?it)) -> X do:put-down(?it, *))",
        "whenever you pick up anything or rinse anything, put down it, anything in the next step",
    ),
    "do: pick-up(*), put-down(*, *)": (
        "F (do:pick-up(*) & X F do:put-down(*, *))",
        "pick up anything, and some time later put down anything, anything",
    ),
    "do: light(bunsen_burner) or light(spirit_burner)": (
        "F (do:light(bunsen_burner) | do:light(spirit_burner))",
        "light bunsen burner or light spirit burner, some time",
    ),
    "exactly 1: cool(round_flask)": (
        "F do:cool(round_flask) & !F (do:cool(round_flask) & X F do:cool(round_flask))",
        "cool round flask exactly 1 times",
    ),
    "always: contains(large_beaker, *) while lit(*)": (
        "G (lit(*) -> contains(large_beaker, *))",
        "at all times while something is lit, large beaker contains something",
    ),
    "always: not lit(*) while not running(fume_hood)": (
        "G (!running(fume_hood) -> !lit(*))",
        "at all times while fume hood is not running, nothing is lit",
    ),
    "at the end: hand-empty() or at(round_flask, *)": (
        "G (last -> (hand-empty | at(round_flask, *)))",
        "at the end, hand empty is the case or round flask at something",
    ),
    "for every ?x - chemical with flammable: never: pour(?x, *, *) while lit(*)": (
        "forall ?x - chemical: flammable(?x) -> G (do:pour(?x, *, *) -> Y !lit(*))",
        "for every chemical x that is flammable: never pour x from anything to anything while something is lit",
    ),
    "for every ?x - flask except conical_flask: always: not sealed(?x)": (
        "forall ?x - flask: !(?x = conical_flask) -> G !sealed(?x)",
        "for every flask x other than conical flask: at all times, x is not sealed",
    ),
    "for every ?x - acid, ?y - vessel: always: not contains(?y, ?x)": (
        "forall ?x - acid: forall ?y - vessel: G !contains(?y, ?x)",
        "for every acid x: for every vessel y: at all times, not: y contains x",
    ),
    "for every two ?x, ?y - burner: always: not lit(?x) or not lit(?y)": (
        "forall ?x - burner, ?y - burner: !(?x = ?y) -> G (!lit(?x) | !lit(?y))",
        "for every burner x and every other burner y: at all times, x is not lit or y is not lit",
    ),
    "never: light(spirit_burner); at the end: not open(fume_hood)": (
        "G !do:light(spirit_burner) & G (last -> !open(fume_hood))",
        "never light spirit burner; and at the end, fume hood is not open",
    ),
}


def admits(constraint: FormConstraint, text: str) -> bool:
    cursor = constraint.initial()
    for byte in text.encode():
        if byte not in constraint.allowed(cursor):
            return False
        cursor = constraint.advance(cursor, byte)
    return constraint.accepting(cursor)


def drawn(constraint: FormConstraint, random: np.random.Generator) -> str:
    """A text of which each byte is drawn evenly among those that may come next."""
    cursor, written = constraint.initial(), b""
    while (token := int(random.choice(constraint.allowed(cursor)))) != 256:
        written += bytes([token])
        cursor = constraint.advance(cursor, token)
    return written.decode()


@pytest.mark.parametrize("text", MEANINGS)
def test_what_is_written_is_admitted_and_means_one_thing(text: str) -> None:
    notation = RuleNotation(LAB)
    assert admits(FormConstraint(notation.part, VOCABULARY), text)
    found = notation.read(text)
    assert found is not None
    assert (str(found.formula), found.said) == MEANINGS[text]


REFUSED = {
    "an unknown thing": "never: light(candle)",
    "an unknown action": "never: paint(round_flask)",
    "a thing that does not fit": "never: light(round_flask)",
    "too few arguments": "never: pour(acetone, *)",
    "too many arguments": "never: light(spirit_burner, *)",
    "a variable that nothing binds": "never: light(?x)",
    "a variable whose type does not fit": "for every ?x - flask: never: light(?x)",
    "a flask poured into itself": "never: pour(*, round_flask, round_flask)",
    "a variable poured into itself": "for every ?x - flask: never: pour(*, ?x, ?x)",
    "a state that never changes": "always: toxic(lye)",
    "a state as an action": "never: lit(spirit_burner)",
    "an action as a state": "always: light(spirit_burner)",
    "a kind that nothing of the type is": "for every ?x - base with flammable: never: pour(?x, *, *)",
    "what is no such thing left out": "for every ?x - flask except goggles: never: cool(?x)",
    "no number": "at most 0: light(*)",
    "too large a number": "at most 21: light(*)",
    "a demand of some or of all": "at the end: labelled(*)",
    "a demand of some or of all, of two": "always: contains(*, *) until light(*)",
    "half a rule": "before: light(*)",
    "prose": "never light anything",
    "a formula": "G !do:light(*)",
    "more after what is not known": UNKNOWN + "; never: light(*)",
    "nothing": "",
}


@pytest.mark.parametrize("why", REFUSED)
def test_nothing_else_is_admitted_or_read(why: str) -> None:
    notation = RuleNotation(LAB)
    assert not admits(FormConstraint(notation.part, VOCABULARY), REFUSED[why])
    assert notation.read(REFUSED[why]) is None


@pytest.mark.parametrize("problem", [LAB, KITCHEN], ids=["lab", "kitchen"])
def test_every_text_is_one_rule_of_the_problem(problem: Problem) -> None:
    notation = RuleNotation(problem)
    constraint = FormConstraint(notation.part, VOCABULARY)
    random, words = np.random.default_rng(0), problem.rule_words()
    seen: set[str] = set()
    large = wrong = 0
    for number in range(80):
        text = drawn(constraint, random)
        found = list(notation._whole.read(text, 0))
        whole = [value for value, end in found if end == len(text)]
        assert len(whole) == 1, text
        if text.strip() == UNKNOWN:
            assert whole == [None]
            continue
        assert whole[0] is not None
        seen.update(text.split(":")[0].split()[:1])
        rule = Rule("drawn", parse(str(whole[0].formula), 200), "")
        assert rule.formula == whole[0].formula
        if number % 4:
            continue
        try:
            ground_rules(problem, words, [rule])
        except RuleError as error:
            large += "is too large" in str(error)
            wrong += "is too large" not in str(error)
    assert wrong == 0
    assert large < 10
    assert {pattern.split(":")[0].split()[0] for pattern in PATTERNS} | {"for"} <= seen | {"exactly"}


def test_arguments_are_chosen_one_by_one_so_that_many_actions_are_no_large_form() -> None:
    """100 things in 20 places make 2,000 actions of each kind; a text of three rules comes to a few of them."""
    domain = """(define (domain store) (:types thing place)
      (:predicates (at ?t - thing ?p - place) (held ?t - thing))
      (:action put :parameters (?t - thing ?p - place) :precondition (held ?t)
        :effect (and (at ?t ?p) (not (held ?t))))
      (:action take :parameters (?t - thing ?p - place) :precondition (at ?t ?p)
        :effect (and (held ?t) (not (at ?t ?p)))))"""
    things, places = (
        " ".join(f"{name}_{number}" for number in range(n)) for name, n in (("thing", 100), ("place", 20))
    )
    problem = Problem.from_pddl(
        domain,
        f"(define (problem p) (:domain store) (:objects {things} - thing {places} - place) (:init (held thing_0)"
        f" {' '.join(f'(at thing_{number} place_1)' for number in range(1, 100))}) (:goal (held thing_1)))",
    )
    assert len(problem.actions) == 4_000
    constraint = FormConstraint(RuleNotation(problem).part, VOCABULARY)
    text = (
        "for every ?x - thing: before: take(thing_7, place_1), put(?x, place_19); at the end: at(thing_7, *)"
    )
    assert admits(constraint, text)
    assert len(constraint._form.bytes) < 60_000


ABOUT = {
    "Rinse the large beaker before anything is poured into it.": {
        "before: rinse(large_beaker), pour(*, *, large_beaker)": True,
        "before: rinse(small_beaker), pour(*, *, small_beaker)": False,  # that beaker is not spoken of
        "at most 1: rinse(large_beaker)": False,  # nobody counts
        "never: rinse(large_beaker); never: stir(large_beaker)": False,  # nothing joins two rules
    },
    "Don't leave a burner lit.": {
        "for every ?x - burner: at the end: not lit(?x)": True,
        "at the end: not lit(*)": True,
        "at the end: not lit(spirit_burner)": False,  # a burner is any of several
        "for every ?x - burner except spirit_burner: at the end: not lit(?x)": False,
    },
    "Fewer than three goggles, coats or burners, except the spirit burner.": {
        "at most 2: put-on(goggles) or put-on(lab_coat) or light(*)": True,
        "at most 4: light(*)": False,
        "for every ?x - burner except spirit_burner: never: light(?x)": True,
    },
    "Never pour a flammable chemical twice.": {
        "for every ?x - chemical with flammable: at most 1: pour(?x, *, *)": True,
        "for every ?x - chemical with toxic: at most 1: pour(?x, *, *)": False,  # nobody says toxic
        "at most 1: pour(acetone, *, *)": False,
    },
}


@pytest.mark.parametrize("sentence", ABOUT)
def test_a_rule_about_a_sentence_names_no_more_than_that(sentence: str) -> None:
    notation = RuleNotation(LAB).about(sentence)
    constraint = FormConstraint(notation.part, VOCABULARY)
    for text, said in ABOUT[sentence].items():
        assert admits(constraint, text) is said, text
        assert (notation.read(text) is not None) is said, text
    random, wider = np.random.default_rng(0), RuleNotation(LAB)
    for _ in range(15):
        text = drawn(constraint, random)
        assert text.strip() == UNKNOWN or notation.read(text) == wider.read(text) is not None


def test_every_sentence_of_the_blind_set_has_room_for_its_meaning() -> None:
    """The objects of the formula are named, or several share the word that the sentence has for them."""
    rows = [
        json.loads(line)
        for line in (ROOT / "tests/sentences/sentences.jsonl").read_text("utf-8").splitlines()
    ]
    rows = [one for one in rows if one["domain"] in ("lab", "plant", "garden") and one["expect"] == "meaning"]
    notations = {
        world: RuleNotation(Problem.from_pddl(ROOT / world / "domain.pddl", ROOT / world / "problem.pddl"))
        for world in {one["world"] for one in rows}
    }
    missed: list[str] = []
    for one in rows:
        notation = notations[one["world"]]
        room = notation.about(one["text"])._room
        assert room is not None
        meant = set(re.findall(r"[\w-]+", one["formula"])) & set(notation._objects)
        groups = {frozenset(members) for members in notation._types.values()}
        if meant - room.things and frozenset(meant - room.things) not in groups:
            missed.append(one["text"])
    assert missed == []
