"""Things and acts in the words of people: others and the same, sorts and owners, what is used, touched, got or left.

Each table has what is read and, beside it, what is so near to it that it must be told as several things, or left.
"""

from __future__ import annotations

import pytest
from said_in import wording

from clamp.words.requirements import read_requirements

READ: list[tuple[str, str, str]] = [
    (
        "vet",
        "Don't use the same syringe twice.",
        "forall ?s - syringe: !F (do:vaccinate(*, ?s) & X F do:vaccinate(*, ?s))",
    ),
    # relative clauses and participles
    (
        "kitchen",
        "Nothing that has been put in the fridge may be taken out again.",
        "forall ?x: G (do:put-in(?x, fridge) -> G !do:take-out(?x, *))",
    ),
    (
        "depot",
        "No parcel that was loaded into the night van may be unloaded.",
        "forall ?p - parcel: G (do:load(?p, night-van) -> G !do:unload(?p, *))",
    ),
    (
        "depot",
        "Never pick up any parcel lying on the main belt.",
        "forall ?p - parcel: G !(do:pick-up(?p, *) & Y at(?p, main-belt))",
    ),
    (
        "depot",
        "A parcel which is fragile but not wrapped must not be loaded.",
        "forall ?p - parcel: G !(do:load(?p, *) & Y (fragile(?p) & !wrapped(?p)))",
    ),
    (
        "depot",
        "Put every crate on the top shelf on the main belt.",
        "forall ?c - crate: at(?c, top-shelf) -> F do:put-down(?c, main-belt)",
    ),
    ("depot", "Put every crate on the top shelf.", "forall ?c - crate: F do:put-down(?c, top-shelf)"),
    (
        "vet",
        "Please don't feed an animal that's already been sedated.",
        "forall ?a - patient: G (do:sedate(?a) -> G !do:feed(?a))",
    ),
    # others, the rest, so many of so many
    (
        "depot",
        "Close the north gate before opening the other gate.",
        "G (do:open(south-gate) -> Y (O do:close(north-gate) & !open(north-gate)))",
    ),
    (
        "depot",
        "Wrap every parcel on the truck.",
        "forall ?p - parcel: loaded(?p, long-lorry) -> F do:wrap(?p)",
    ),
    ("stable", "Neither saddle may be put on Misty.", "forall ?s - saddle: G !do:saddle-up(misty, ?s)"),
    ("depot", "Wrap all six parcels.", "forall ?p - parcel: F do:wrap(?p)"),
    ("depot", "Neither of the two gates may be opened.", "forall ?g - gate: G !do:open(?g)"),
    (
        "depot",
        "Lock one of the two gates, but not both.",
        "F (exists ?g - gate: do:lock(?g)) & !(F do:lock(north-gate) & F do:lock(south-gate))",
    ),
    (
        "depot",
        "Heavy parcels must be scanned, and fragile ones must be wrapped.",
        "(forall ?p - parcel: heavy(?p) -> F do:scan(?p)) & (forall ?p2 - parcel: fragile(?p2) -> F do:wrap(?p2))",
    ),
    (
        "depot",
        "Before it's loaded, a fragile parcel must be wrapped and a heavy one scanned.",
        "(forall ?p - parcel: G ((do:load(?p, *) & Y fragile(?p)) -> Y wrapped(?p))) & "
        "(forall ?p2 - parcel: G ((do:load(?p2, *) & Y heavy(?p2)) -> Y scanned(?p2)))",
    ),
    # any, of which each is meant; no more than so many
    ("depot", "Any heavy parcel must be scanned.", "forall ?p - parcel: heavy(?p) -> F do:scan(?p)"),
    ("depot", "Scan any heavy parcels.", "forall ?p - parcel: heavy(?p) -> F do:scan(?p)"),
    ("depot", "Any parcel must be scanned.", "forall ?p - parcel: F do:scan(?p)"),
    (
        "depot",
        "Anything heavy goes on the bottom shelf.",
        "forall ?x: heavy(?x) -> F do:put-down(?x, bottom-shelf)",
    ),
    ("depot", "Scan any parcel.", "F (exists ?p - parcel: do:scan(?p))"),
    (
        "kitchen",
        "No more than one cup may be washed.",
        "!(exists ?ca - dish, ?cb - dish: (!(?cb = ?ca) & F do:wash(?ca, *)) & F do:wash(?cb, *))",
    ),
    ("kitchen", "The fridge mustn't be opened a second time.", "!F (do:open(fridge) & X F do:open(fridge))"),
    (
        "depot",
        "Every fragile parcel has to be wrapped before the night van is locked.",
        "G (do:lock(night-van) -> Y (forall ?p - parcel: fragile(?p) -> wrapped(?p)))",
    ),
    (
        "plant",
        "Any alarm that is not armed must be armed before any pump is activated.",
        "forall ?p - pump: G (do:activate(?p) -> Y (forall ?a - alarm: !armed(?a) -> armed(?a)))",
    ),
    # which one is meant
    (
        "kitchen",
        "The clean cup must not be washed.",
        "G !(do:wash(red_cup_2, *) & Y !dirty(red_cup_2))",
    ),
    (
        "kitchen",
        "Wash the dirty cup and put it on the shelf, in that order.",
        "F (do:wash(red_cup_1, *) & X F do:place(red_cup_1, shelf))",
    ),
    # sorts and owners
    ("vet", "Vaccinate all animals.", "forall ?a - patient: F do:vaccinate(?a, *)"),
    ("kitchen", "All crockery must be clean at the end.", "forall ?c - dish: G (last -> !dirty(?c))"),
    ("kitchen", "Place the fruit in the fridge.", "F do:put-in(apple, fridge)"),
    (
        "salon",
        "You may dye a client's hair only if you have your gloves on.",
        "forall ?c - client: G (do:dye(?c, *) -> Y wearing(gloves))",
    ),
    (
        "depot",
        "Never load an open vehicle, and never unload a locked one.",
        "(forall ?v - vehicle: G !(do:load(*, ?v) & Y open(?v))) & "
        "(forall ?v2 - vehicle: G !(do:unload(*, ?v2) & Y locked(?v2)))",
    ),
    # lists
    (
        "kitchen",
        "The milk, along with the apple, has to end up in the fridge.",
        "G (last -> at(milk, fridge)) & G (last -> at(apple, fridge))",
    ),
    (
        "depot",
        "Both gates stay closed until the vest and the lights are on.",
        "forall ?g - gate: !open(?g) W (vest-on & lights-on)",
    ),
    # what comes out, is left, is got
    ("kitchen", "The apple must not go out of the fridge.", "G !do:take-out(apple, fridge)"),
    ("kitchen", "The apple must come out of the fridge.", "F do:take-out(apple, fridge)"),
    (
        "kitchen",
        "Never leave the fridge while it's open.",
        "G !((do:go(*) & Y robot-at(fridge)) & Y open(fridge))",
    ),
    ("kitchen", "Never leave the fridge open.", "G (last -> !open(fridge))"),
    ("stable", "Neither pony is to get oats.", "forall ?p - pony: G !do:feed(?p, oats)"),
    ("stable", "Take the racing saddle off Thunder.", "F do:take-off(racing_saddle, thunder)"),
    ("ward", "No patient gets morphine.", "forall ?p - patient: G !do:give(morphine, ?p)"),
    # acts in other words
    ("salon", "Please give Mr Brown a trim.", "F do:trim(mr_brown, *)"),
    ("depot", "Never give the red crate a scan.", "G !do:scan(red-crate)"),
    ("kitchen", "Never move the milk.", "G !(do:pick(milk, *) | do:take-out(milk, *))"),
    ("kitchen", "Move to the fridge.", "F do:go(fridge)"),
    ("kitchen", "Return the milk to the fridge.", "F do:put-in(milk, fridge)"),
    (
        "kitchen",
        "The milk must not be tampered with.",
        "G !(((do:pick(milk, *) | do:take-out(milk, *)) | do:place(milk, *)) | do:put-in(milk, *))",
    ),
    ("salon", "Bleach must never be used on Anna.", "G !do:dye(anna, bleach)"),
    (
        "vet",
        "Never use a scalpel that isn't sterile.",
        "forall ?s - scalpel: G !(do:operate(*, ?s) & Y !sterile(?s))",
    ),
    (
        "vet",
        "The exam table gets disinfected straight after each examination on it.",
        "G (do:examine(*, exam_table) -> X do:disinfect(exam_table))",
    ),
    (
        "plant",
        "No tank may be filled without a prior inspection.",
        "forall ?t - tank: G (do:fill(?t) -> Y (O do:inspect(?t) & inspected(?t)))",
    ),
    (
        "depot",
        "The red crate must be scanned before loading.",
        "G (do:load(red-crate, *) -> Y scanned(red-crate))",
    ),
    (
        "kitchen",
        "Washing of cups is permitted only with the fridge closed.",
        "forall ?c - dish: G (do:wash(?c, *) -> Y !open(fridge))",
    ),
]
"""What is read, and as what."""

NEAR: list[tuple[str, str]] = [
    ("depot", "Wrap all five parcels."),
    ("depot", "Lock the other gate."),
    ("depot", "Close the north gate and the south gate before opening the other gate."),
    ("depot", "Lock one of the three gates."),
    ("depot", "Never open one of the two gates."),
    ("depot", "Load the red crate and the blue crate, and scan the others."),
    ("depot", "A heavy parcel must be scanned."),
    ("depot", "Parcels that are not heavy and fragile must not be loaded."),
    ("depot", "Only heavy parcels go on the bottom shelf."),
    ("depot", "The heavy parcel must be scanned before the lights are switched off."),
    ("depot", "A fragile crate and box must be scanned."),
    ("depot", "No crate, no box and no fragile envelope may be loaded."),
    ("depot", "Don't put the red crate on the same shelf as the blue crate."),
    ("depot", "All parcels must be on the same shelf at the end."),
    ("depot", "Never scan or wrap the same parcel."),
    ("depot", "The red crate must be scanned a second time."),
    ("depot", "Scan the red crate before loading."),
    ("depot", "Scan the red crate before you load."),
    ("airfield", "De-ice the mail plane before take-off."),
    ("depot", "Never use the night van."),
    ("depot", "The crate's shelf must be locked."),
    ("kitchen", "Any dirty cup must be washed."),
    ("kitchen", "Close the fridge before leaving."),
    ("kitchen", "Return the milk."),
    ("kitchen", "Never leave the milk."),
    ("kitchen", "The milk must go away from the fridge."),
    ("vet", "Never use a table."),
    ("vet", "Rex's kennel must stay closed."),
    ("stable", "Pepper gets only hay."),
]
"""What may mean several things, or none that the domain knows."""


@pytest.mark.sampled(17)
@pytest.mark.traced
@pytest.mark.parametrize(("world", "sentence", "rule"), READ)
def test_things_and_acts_are_read(world: str, sentence: str, rule: str) -> None:
    found = read_requirements(sentence, wording(world), suggest=False)
    assert [[one.rule.text for one in clause.readings] for clause in found.clauses] == [[rule]]


@pytest.mark.traced
@pytest.mark.parametrize(("world", "sentence"), NEAR)
def test_what_is_near_is_told_or_left(world: str, sentence: str) -> None:
    found = read_requirements(sentence, wording(world), suggest=False)
    assert found.status != "understood", [one.rule.text for one in found.clauses[0].readings]
