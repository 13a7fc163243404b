"""Constructions that go with every act and every state, over generated sentences of several domains.

What a construction means is one formula with gaps; the acts, the states and the things that fill them are each
domain's. Where a sentence may mean two things, both must be told.
"""

from __future__ import annotations

from itertools import product

import pytest
from said_in import wording

from clamp.words.requirements import read_requirements

DOMAINS: dict[str, dict[str, str]] = {
    "kitchen": {
        "act": "open the fridge", "acting": "opening the fridge", "event": "do:open(fridge)", "done": "opened",
        "thing": "the fridge", "undo": "close it", "undone": "do:close(fridge)", "so": "open", "fact": "open(fridge)",
        "state": "both cups are clean", "needed": "(forall ?c - dish: !dirty(?c))",
    },
    "plant": {
        "act": "open the north hatch", "acting": "opening the north hatch", "event": "do:open(north_hatch)",
        "done": "opened", "thing": "the north hatch", "undo": "close it", "undone": "do:close(north_hatch)",
        "so": "open",
        "fact": "open(north_hatch)", "state": "the feed pump is off", "needed": "!running(feed_pump)",
    },
    "launderette": {
        "act": "switch on the tumble dryer", "acting": "switching on the tumble dryer",
        "event": "do:switch-on(tumble_dryer)", "done": "switched on",
        "thing": "the tumble dryer", "undo": "switch it off",
        "undone": "do:switch-off(tumble_dryer)", "so": "running", "fact": "running(tumble_dryer)",
        "state": "the sheet is folded", "needed": "folded(sheet)",
    },
    "kennels": {
        "act": "open the big pen", "acting": "opening the big pen", "event": "do:open(big_pen)", "done": "opened",
        "thing": "the big pen", "undo": "close it", "undone": "do:close(big_pen)", "so": "open",
        "fact": "open(big_pen)",
        "state": "the poodle is on the lead", "needed": "on-lead(poodle)",
    },
}  # fmt: skip
ONLY_IF = "G ({event} -> Y {needed})"
TWICE = "!F ({event} & X F ({event} & X F {event}))"
CONSTRUCTIONS: dict[str, str] = {
    "You may {act} provided that {state}.": ONLY_IF,
    "You may {act} as long as {state}.": ONLY_IF,
    "You may {act}, but only if {state}.": ONLY_IF,
    "You are only allowed to {act} if {state}.": ONLY_IF,
    "It's fine to {act}, but only when {state}.": ONLY_IF,
    "{acting} is only allowed when {state}.": ONLY_IF,
    "You may {act}, but not more than twice.": TWICE,
    "{thing} may be {done} twice at most.": TWICE,
    "{acting} must be the last thing you do.": "F (last & {event})",
    "You may {act}, but {undo} within two steps.": "G ({event} -> (X {undone} | X X {undone}))",
    "Feel free to {act}, just {undo} again afterwards.": "G ({event} -> X F {undone})",
    "{thing} must not be {so} for longer than two steps.": "G !({fact} & X ({fact} & X {fact}))",
    "Don't {act} within the first three steps.": "!((X {event} | X X {event}) | X X X {event})",
    "Nobody is to {act}, not even to {undo} again.": "G !{event}",
    "{thing} mustn't be {done}, no matter who begs.": "G !{event}",
}


def read(world: str, sentence: str) -> list[list[str]]:
    """The readings of each clause."""
    found = read_requirements(sentence, wording(world), suggest=False)
    return [[one.rule.text for one in clause.readings] for clause in found.clauses]


@pytest.mark.sampled(20)
@pytest.mark.traced
@pytest.mark.parametrize(("world", "construction"), list(product(DOMAINS, CONSTRUCTIONS)))
def test_a_construction_goes_with_every_act_and_state(world: str, construction: str) -> None:
    words = DOMAINS[world]
    sentence = construction.format(**words)
    rule = CONSTRUCTIONS[construction].format(**words)
    assert read(world, sentence[0].upper() + sentence[1:]) == [[rule]]


READ: list[tuple[str, str, str]] = [
    # what is not done before something else waits for it, whichever way that is said
    ("plant", "The acid tank isn't heated before the water tank has been drained.",
     "G (do:heat(acid_tank) -> Y (O do:drain(water_tank) & !full(water_tank)))"),
    ("kennels", "The greyhound isn't fed before the old spaniel has been treated.",
     "G (do:feed(greyhound) -> Y (O do:treat(old_spaniel) & !sick(old_spaniel)))"),
    ("launderette", "The towel isn't handed over before the sheet is folded.",
     "G (do:hand-over(towel) -> Y folded(sheet))"),
    # a participle that is not said again
    ("launderette", "No machine may be switched on or off while the sheet is damp.",
     "forall ?m - machine: G !((do:switch-on(?m) | do:switch-off(?m)) & Y damp(sheet))"),
    ("kennels", "No device may be switched on or off while the poodle is on the lead.",
     "forall ?d - device: G !((do:switch-on(?d) | do:switch-off(?d)) & Y on-lead(poodle))"),
    # of none, *as long as* is no condition that allows
    ("plant", "Neither hatch may be opened as long as any pump is running.",
     "forall ?h - hatch: forall ?p - pump: G !(do:open(?h) & Y running(?p))"),
    # one told by how it is at first, after another of its kind
    ("kitchen", "The dirty cup has to be washed, but the clean one mustn't.",
     "F do:wash(red_cup_1, *) & G !do:wash(red_cup_2, *)"),
    ("kitchen", "Wash both cups but not the one on the shelf.",
     "forall ?c - dish: !(?c = red_cup_2) -> F do:wash(?c, *)"),
    # what is to come first is none of those that wait for it
    ("kitchen", "Nothing goes in the fridge before the milk.",
     "forall ?x: !(?x = milk) -> G (do:put-in(?x, fridge) -> Y (O do:put-in(milk, fridge) & at(milk, fridge)))"),
    ("kitchen", "No cup may be washed before the dirty one.",
     "forall ?c - dish: !(?c = red_cup_1) -> G (do:wash(?c, *) -> Y O do:wash(red_cup_1, *))"),
    # how it is done
    ("launderette", "Nothing may be handed over damp.", "forall ?x: G !(do:hand-over(?x) & Y damp(?x))"),
    ("pharmacy", "No antibiotic may be dispensed unchecked or unlabelled.",
     "forall ?a - antibiotic: G !(do:dispense(?a, *) & Y (!checked(?a) | !labelled(?a)))"),
    ("pharmacy", "Never dispense anything with dirty hands.", "G !(do:dispense(*, *) & Y !hands-clean)"),
    # the place that *back* speaks of
    ("kitchen", "If you take the apple out of the fridge, put it back.",
     "G (do:take-out(apple, fridge) -> X F do:put-in(apple, fridge))"),
    ("pharmacy", "If you take the morphine out of the steel cabinet, put it back.",
     "G (do:take-out(morphine, steel_cabinet) -> X F do:put-back(morphine, steel_cabinet))"),
    # nothing else
    ("launderette", "The dryer is for linen only, so nothing else gets loaded into it.",
     "(forall ?x - item: ((!(?x = sheet) & !(?x = towel)) & !(?x = pillowcase)) -> G !do:load(?x, tumble_dryer)) & "
     "(forall ?x2 - item: ((!(?x2 = sheet) & !(?x2 = towel)) & !(?x2 = pillowcase)) -> G !do:load(?x2, tumble_dryer))"),
    ("kitchen", "While the milk is in the fridge, nothing else may be put in it.",
     "forall ?x: !(?x = milk) -> G !(do:put-in(?x, fridge) & Y at(milk, fridge))"),
    # empty of everything
    ("launderette", "Never switch on an empty machine.",
     "forall ?m - machine: G !(do:switch-on(?m) & Y !in(*, ?m))"),
    ("kitchen", "The sink has to be empty at the end.", "G (last -> !at(*, sink))"),
    # two kinds, and not each of both
    ("launderette", "Wool and linen mustn't be in the dryer together.",
     "G !((in(jumper, tumble_dryer) | in(scarf, tumble_dryer)) & "
     "((in(sheet, tumble_dryer) | in(towel, tumble_dryer)) | in(pillowcase, tumble_dryer)))"),
    ("launderette", "The jumper and the sheet have to be kept in different machines.",
     "forall ?m - machine: G !(in(jumper, ?m) & in(sheet, ?m))"),
    # to be given
    ("pharmacy", "Mr Bell gets the amoxicillin and Mrs Hart the ibuprofen.",
     "F do:dispense(amoxicillin, mr_bell) & F do:dispense(ibuprofen, mrs_hart)"),
    ("pharmacy", "Miss Dune mustn't be given any antibiotics.",
     "forall ?a - antibiotic: G !do:dispense(?a, miss_dune)"),
    # every … it, in an order that goes on
    ("kitchen", "Wash every cup before you place it, and place it before you open the fridge.",
     "(forall ?c - dish: G (do:place(?c, *) -> Y O do:wash(?c, *))) & "
     "(forall ?c - dish: G (do:open(fridge) -> Y O do:place(?c, *)))"),
    ("launderette", "A damp sheet has to go in the dryer.",
     "G (damp(sheet) -> F do:load(sheet, tumble_dryer))"),
    ("kitchen", "Put the milk in the fridge. From then on the fridge stays shut.",
     "F do:put-in(milk, fridge) ;; G (do:put-in(milk, fridge) -> G !open(fridge))"),
]  # fmt: skip


@pytest.mark.traced
@pytest.mark.parametrize(("world", "sentence", "rule"), READ)
def test_what_is_left_unsaid_is_found(world: str, sentence: str, rule: str) -> None:
    assert read(world, sentence) == [[one] for one in rule.split(" ;; ")]


TOLD: list[tuple[str, str]] = [
    ("kitchen", "The milk and the apple must not be in the fridge."),
    ("kitchen", "The milk and the apple must not be put in the fridge."),
    ("plant", "The acid tank and the water tank must not be heated."),
    ("launderette", "The sheet and the towel must not be handed over."),
    ("kennels", "The poodle and the greyhound must not be fed."),
    ("kitchen", "At least one cup must be in the sink."),
    ("kitchen", "The milk must be put in the fridge within five steps."),
]


@pytest.mark.traced
@pytest.mark.parametrize(("world", "sentence"), TOLD)
def test_what_may_mean_two_things_is_not_taken_for_one(world: str, sentence: str) -> None:
    assert read_requirements(sentence, wording(world), suggest=False).status != "understood"


LEFT: list[tuple[str, str]] = [
    ("kitchen", "There is milk on the table."),
    ("kitchen", "Put the milk back."),
    ("kitchen", "You may open the fridge and close the fridge."),
    ("kitchen", "You may open the fridge provided that you close it."),
    ("kitchen", "Never put anything in the fridge, it's only for the milk."),
    ("kitchen", "Wash the milk and never put back."),
    ("kitchen", "The milk and the apple may share a surface."),
    ("kitchen", "Take the apple out of the fridge and leave it there."),
    ("kitchen", "Never open the fridge with a dirty cup."),
    ("kitchen", "Take the milk from the table, put it in the fridge and put the apple back."),
    ("kitchen", "Leave the fridge as you found it."),
]


@pytest.mark.traced
@pytest.mark.parametrize(("world", "sentence"), LEFT)
def test_what_is_not_clear_is_left(world: str, sentence: str) -> None:
    assert read_requirements(sentence, wording(world), suggest=False).status != "understood"


def test_anything_that_is_not_to_be_found() -> None:
    said = "I don't want to find anything dirty when you've finished."
    assert read("kitchen", said) == [["G (last -> !dirty(*))"]]
