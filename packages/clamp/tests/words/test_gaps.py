"""Gaps of construction, closed: each over sentences that are made from what several domains have.

A construction is a sentence with gaps and the rules that it may mean with the same gaps; each domain fills them with
its own things and acts. What is near to it and says something else is left.
"""

from __future__ import annotations

from itertools import product

import pytest
from said_in import wording

from clamp.words.requirements import read_requirements

DOMAINS: dict[str, dict[str, str]] = {
    "kitchen": {
        "a": "open the fridge", "ing": "opening the fridge", "ea": "do:open(fridge)", "thing": "the fridge",
        "eu": "do:close(fridge)", "verb": "wash", "done": "washed", "x": "red cup 1", "y": "red cup 2",
        "ex": "do:wash(red_cup_1, *)", "ey": "do:wash(red_cup_2, *)",
    },
    "plant": {
        "a": "open the north hatch", "ing": "opening the north hatch", "ea": "do:open(north_hatch)",
        "thing": "the north hatch", "eu": "do:close(north_hatch)", "verb": "drain", "done": "drained",
        "x": "the acid tank", "y": "the water tank", "ex": "do:drain(acid_tank)", "ey": "do:drain(water_tank)",
    },
    "kennels": {
        "a": "open the big pen", "ing": "opening the big pen", "ea": "do:open(big_pen)", "thing": "the big pen",
        "eu": "do:close(big_pen)", "verb": "feed", "done": "fed", "x": "the poodle", "y": "the greyhound",
        "ex": "do:feed(poodle)", "ey": "do:feed(greyhound)",
    },
    "dairy": {
        "a": "open the cellar", "ing": "opening the cellar", "ea": "do:open(cellar)", "thing": "the cellar",
        "eu": "do:close(cellar)", "verb": "wrap", "done": "wrapped", "x": "the gouda", "y": "the feta",
        "ex": "do:wrap(gouda)", "ey": "do:wrap(feta)",
    },
}  # fmt: skip
ONCE = ["!F ({ea} & X F {ea})"]
MIXED = ["(F {ex} | F {ey}) & F {ea}", "F {ex} | (F {ey} & F {ea})"]
MIXED_BACK = ["(F {ea} & F {ex}) | F {ey}", "F {ea} & (F {ex} | F {ey})"]
NEVER = ["G !{ea}"]
CONSTRUCTIONS: dict[str, list[str]] = {
    "You may {a} once and no more than once.": ONCE,
    "You may {a} once, but not more than once.": ONCE,
    "You may {a} once and no more than twice.": [],
    "Within two steps of {ing} you must have closed it.": ["G ({ea} -> (X {eu} | X X {eu}))"],
    "As soon as you {a}, close it, that's the very next thing to do.": ["G ({ea} -> X {eu})"],
    "{verb} {x} or {y} and {a}.": MIXED,
    "{a} and {verb} {x} or {y}.": MIXED_BACK,
    "{verb} {x} and {verb} {y} or {a}.": ["(F {ex} & F {ey}) | F {ea}", "F {ex} & (F {ey} | F {ea})"],
    "Never {verb} {x} and {verb} {y} or {a}.": [],
    "If you {a}, {verb} {x} or {y} and close it.": [],
    "{thing} must not be opened, my nephew tried it.": NEVER,
    "{thing} must not be opened, please and thank you.": NEVER,
    "{thing} must not be opened. They'll tell you otherwise.": NEVER,
    "{thing} must not be opened: company's orders.": NEVER,
    "{thing} must not be opened, or it goes off down there.": NEVER,
    "{thing} must not be opened, it takes hours to cool down again.": NEVER,
    "{thing} must not be opened. Money is dear.": NEVER,
    "{thing} must not be opened. Helmets are mandatory.": [],
    "{thing} must not be opened. Spoons are polished.": [],
}


def read(world: str, sentence: str) -> list[str]:
    """The readings of a sentence, where they are all that the text asks for; none where some of it is left."""
    found = read_requirements(sentence, wording(world), suggest=False)
    if len(found.clauses) != 1:
        return []
    return [one.rule.text for one in found.clauses[0].readings]


@pytest.mark.sampled(25)
@pytest.mark.traced
@pytest.mark.parametrize(("world", "construction"), list(product(DOMAINS, CONSTRUCTIONS)))
def test_a_gap_is_closed_in_every_domain(world: str, construction: str) -> None:
    words = DOMAINS[world]
    sentence = construction.format(**words)
    assert read(world, sentence[0].upper() + sentence[1:]) == [
        one.format(**words) for one in CONSTRUCTIONS[construction]
    ]


IN: list[tuple[str, str, str]] = [
    # an adjective that is the name of a sort
    ("dairy", "Don't press a hard cheese without having turned it first.",
     "forall ?h - hard: G (do:press(?h, *) -> Y (O do:turn(?h) & turned(?h)))"),
    ("lab", "Acid chemicals mustn't be discarded.", "forall ?a - acid: G !do:discard(?a, *)"),
    # where something is, whichever that is
    ("aquarium", "Whenever you've fed a turtle, the tank it's in has to be scrubbed afterwards.",
     "forall ?t2 - tank: forall ?t - turtle: G ((do:feed(?t) & Y in(?t, ?t2)) -> X F do:scrub(?t2))"),
    # the same of what was said before
    ("firehouse", "The rescue van isn't to be refuelled until both trucks have been.",
     "G (do:refuel(rescue_van) -> Y (forall ?t - truck: O do:refuel(?t) & fuelled(?t)))"),
    ("kitchen", "If the milk goes in the fridge, the apple mustn't.",
     "G (do:put-in(milk, fridge) -> WX G !do:put-in(apple, fridge))"),
    ("museum", "If the glass vase is carried to the east gallery, the roman vase has to go there as well.",
     "G (do:carry(glass_vase, east_gallery) -> X F do:carry(roman_vase, east_gallery))"),
    # another place, and none else
    ("dairy", "The gruyere is to be pressed on the small press, not on the big one.",
     "F do:press(gruyere, small_press) & G !do:press(gruyere, big_press)"),
    ("kitchen", "Food doesn't belong on the shelf or in the sink.",
     "(forall ?f - food: G !at(?f, shelf)) & (forall ?f2 - food: G !at(?f2, sink))"),
    ("kitchen", "Put the milk in the fridge, and don't put it anywhere else.",
     "F do:put-in(milk, fridge) & G !((do:place(milk, *) | do:put-in(milk, *)) & !do:put-in(milk, fridge))"),
    # how many of which
    ("kitchen", "Of the milk and the apple, at most one may be in the fridge.",
     "G !(at(milk, fridge) & at(apple, fridge))"),
    ("kitchen", "There must be exactly two cups on the shelf at the end, no more and no less.",
     "G (last -> (exists ?ca - dish, ?cb - dish: (!(?cb = ?ca) & at(?ca, shelf)) & at(?cb, shelf)))"),
    ("kitchen", "There must be two cups on the shelf at the end, no more and no less.",
     "G (last -> (exists ?ca - dish, ?cb - dish: (!(?cb = ?ca) & at(?ca, shelf)) & at(?cb, shelf)))"),
    ("aquarium", "Both turtles should end up in the same tank.",
     "G (last -> (exists ?t2 - tank: in(green_turtle, ?t2) & in(spotted_turtle, ?t2)))"),
    ("dairy", "When all the work is done, the doors of all three rooms should be shut.",
     "forall ?r - room: G (last -> !open(?r))"),
    # again, and as long as
    ("dairy", "You don't unwrap anything as long as it's in the cellar.",
     "forall ?x: G !(do:unwrap(?x) & Y in(?x, cellar))"),
    ("kitchen", "Open the fridge, take out the apple and close the fridge again, in that order.",
     "F (do:open(fridge) & X F (do:take-out(apple, *) & X F do:close(fridge)))"),
    # of what it is about, and in which order, in brief
    ("kitchen", "Careful with the milk: while you're holding it, don't open the fridge.",
     "G !(do:open(fridge) & Y holding(milk))"),
    ("kitchen", "Milk first, dishes later: don't pick up a cup before the milk is in the fridge.",
     "forall ?c - dish: G ((do:pick(?c, *) | do:take-out(?c, *)) -> Y at(milk, fridge))"),
]  # fmt: skip


@pytest.mark.traced
@pytest.mark.parametrize(("world", "sentence", "rule"), IN)
def test_a_gap_is_closed(world: str, sentence: str, rule: str) -> None:
    assert read(world, sentence) == [rule]


LEFT: list[tuple[str, str]] = [
    ("aquarium", "The tank it's in has to be scrubbed."),
    ("kitchen", "If the fridge is open, the milk mustn't be."),
    ("kitchen", "Food belongs on the shelf or in the sink."),
    ("kitchen", "Milk first, apple later: never open the fridge before both cups are clean."),
    ("kitchen", "Only put the milk in the fridge."),
    ("dairy", "You must not salt both soft cheeses."),
]


@pytest.mark.traced
@pytest.mark.parametrize(("world", "sentence"), LEFT)
def test_what_is_not_clear_is_left_or_told(world: str, sentence: str) -> None:
    assert read_requirements(sentence, wording(world), suggest=False).status != "understood"
