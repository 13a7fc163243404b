"""Sentences at the reader's seams, each of which it once read silently as something else.

Each stands for a family that people found who tried to break it: others and another, verbs that share an object, lists
in which a thing does not fit, what *need not* be, *only* behind a place, exceptions carried along, words dropped.
"""

from __future__ import annotations

import pytest
from said_in import wording

from clamp.words.requirements import read_requirements

RIGHT: list[tuple[str, str, str]] = [
    (
        "kitchen",
        "Close the fridge before going anywhere else.",
        "G ((do:go(*) & Y robot-at(fridge)) -> Y (O do:close(fridge) & !open(fridge)))",
    ),
    (
        "theatre",
        "Light the left spotlight or the right one, never both.",
        "F (do:light(left_spotlight) | do:light(right_spotlight)) & "
        "!(F do:light(left_spotlight) & F do:light(right_spotlight))",
    ),
    ("garden", "Take the mower back to the tool shed.", "F do:put-away(lawn_mower, tool_shed)"),
    (
        "theatre",
        "Light the house lamp before any other lamp.",
        "forall ?l - lamp: !(?l = house_lamp) -> G (do:light(?l) -> Y (O do:light(house_lamp) & lit(house_lamp)))",
    ),
    (
        "plant",
        "Never close a valve while another valve is open.",
        "forall ?v - valve: forall ?v2 - valve: !(?v2 = ?v) -> G !(do:close(?v) & Y open(?v2))",
    ),
    (
        "ward",
        "Never check a patient while another patient is asleep.",
        "forall ?p - patient: forall ?p2 - patient: !(?p2 = ?p) -> G !(do:check(?p) & Y asleep(?p2))",
    ),
    ("garden", "Weed and then water the rose bed.", "F (do:weed(rose_bed) & X F do:water(rose_bed))"),
    ("theatre", "Close and then lock the stage door.", "F (do:close(stage_door) & X F do:lock(stage_door))"),
    (
        "plant",
        "Drain, then clean, and finally fill the acid tank.",
        "F (do:drain(acid_tank) & X F (do:clean(acid_tank) & X F do:fill(acid_tank)))",
    ),
    (
        "garden",
        "All tools must be back in the sheds at the end.",
        "forall ?t - tool: G (last -> (exists ?s - shed: in(?t, ?s)))",
    ),
    (
        "depot",
        "All the boxes must be on the shelves by the end, and the vans locked.",
        "(forall ?b - box: G (last -> (exists ?s - shelf: at(?b, ?s)))) & (forall ?v - van: G (last -> locked(?v)))",
    ),
    (
        "kitchen",
        "Take the apple out of the fridge and leave it closed.",
        "F do:take-out(apple, fridge) & G (last -> !open(fridge))",
    ),
    (
        "ward",
        "Give Mr Novak the insulin and leave the medicine cabinet locked.",
        "F do:give(insulin, mr_novak) & G (last -> locked(medicine_cabinet))",
    ),
    (
        "plant",
        "Open the inlet valve and close the outlet valve.",
        "F do:open(inlet_valve) & F do:close(outlet_valve)",
    ),
    (
        "theatre",
        "Lock the fire door and unlock the rear trapdoor.",
        "F do:lock(fire_door) & F do:unlock(rear_trapdoor)",
    ),
    (
        "kitchen",
        "Don't put the milk anywhere but in the fridge.",
        "G !((do:place(milk, *) | do:put-in(milk, *)) & !do:put-in(milk, fridge))",
    ),
    (
        "bakery",
        "Once a tray is on the upper shelf, it must not be moved.",
        "forall ?t - tray: G !(do:pick-up(?t, *) & Y at(?t, upper_shelf))",
    ),
    (
        "theatre",
        "Once it's on the centre stage, the throne must not be moved.",
        "G !(do:pick-up(throne, *) & Y at(throne, centre_stage))",
    ),
    (
        "garden",
        "Attach the long hose to the wall tap and the short one to the yard tap.",
        "F do:attach(long_hose, wall_tap) & F do:attach(short_hose, yard_tap)",
    ),
    (
        "depot",
        "Don't lock the night van until all crates have been loaded.",
        "G (do:lock(night-van) -> Y (forall ?c - crate: O do:load(?c, *)))",
    ),
    (
        "depot",
        "Do not lock the night van before a crate has been loaded.",
        "G (do:lock(night-van) -> Y (exists ?c - crate: O do:load(?c, *)))",
    ),
    ("depot", "Never lock a loaded van.", "forall ?v - van: G !(do:lock(?v) & Y loaded(*, ?v))"),
    (
        "depot",
        "Never close the night van unless it is loaded.",
        "G (do:close(night-van) -> Y loaded(*, night-van))",
    ),
    (
        "plant",
        "Never fill a tank that is not connected.",
        "forall ?t - tank: G !(do:fill(?t) & Y !connected(*, ?t))",
    ),
    (
        "garden",
        "Never turn on the yard tap unless it is attached.",
        "G (do:turn-on(yard_tap) -> Y attached(*, yard_tap))",
    ),
    (
        "depot",
        "The red crate must go into the night van only.",
        "G !(do:load(red-crate, *) & !do:load(red-crate, night-van))",
    ),
    (
        "kitchen",
        "The milk goes nowhere but in the fridge.",
        "G !((do:place(milk, *) | do:put-in(milk, *)) & !do:put-in(milk, fridge))",
    ),
    (
        "theatre",
        "The crown goes on the prop table only.",
        "G !(do:set-down(crown, *) & !do:set-down(crown, prop_table))",
    ),
    (
        "plant",
        "Keep your goggles on until every pump has stopped.",
        "G ((Y goggles-on & !goggles-on) -> Y (forall ?p - pump: !running(?p)))",
    ),
    (
        "garden",
        "Cover every bed that has been watered.",
        "forall ?b - bed: G (do:water(?b) -> X F do:cover(?b))",
    ),
    (
        "ward",
        "Lower every bed that has been raised.",
        "forall ?b - bed: G (do:raise(?b) -> X F do:lower(?b))",
    ),
    (
        "theatre",
        "Close the stage and fire doors at the end.",
        "G (last -> !open(stage_door)) & G (last -> !open(fire_door))",
    ),
    (
        "lab",
        "Pour lye into any flask but the round one.",
        "F (exists ?f - flask: !(?f = round_flask) & do:pour(lye, *, ?f))",
    ),
    (
        "plant",
        "The inlet and outlet valves must be closed at the end.",
        "G (last -> !open(inlet_valve)) & G (last -> !open(outlet_valve))",
    ),
]
"""Of a world: what is said, and the one rule that it is."""
NOT_SILENT: list[tuple[str, str]] = [
    ("plant", "If the acid tank is hot, cool it or open the relief valve."),
    ("plant", "Every pump must be inspected before any other pump is activated."),
    ("bakery", "Bake the rye dough and leave the oven off."),
    ("plant", "Lock both hatches before activating the mixer, and unlock them afterwards."),
    ("depot", "Switch off the lights only once everything is locked."),
    ("theatre", "Don't set the crown down anywhere but on the prop table, and not before it's repaired."),
    ("kitchen", "No more than one thing may be on the table at the end, and nothing in the sink."),
    ("bakery", "Dough must be thawed and kneaded before it is baked."),
    ("ward", "Keep the cabinet locked."),
    ("depot", "Unload the van and leave it open."),
    ("garden", "Every tool that is taken must be put away again by the end."),
    ("kitchen", "Go to the table, pick up the milk, then go straight to the fridge."),
    ("plant", "A hot tank must be cooled and depressurized before its valve is opened."),
    ("plant", "Never activate a pump with no tank connected."),
    ("garden", "Never turn on a tap with no hose attached."),
    ("plant", "Shut off the pumps and valves at the end."),
    ("garden", "Close the gates and the taps at the end."),
    ("theatre", "Curtains and trapdoors must be closed at the end."),
    ("theatre", "Switch on the spotlights and the hand microphone."),
    ("lab", "Neither the hood nor the centrifuge may be switched off while a burner is lit."),
    ("plant", "Inspect the pumps and the valves."),
    ("depot", "Turn off the main belt and the lights before the end."),
    ("theatre", "Mute the microphones and the bell."),
    ("depot", "Nobody has to scan the envelopes."),
    ("depot", "No crate has to be wrapped."),
    ("plant", "You need to inspect neither the feed pump nor the main mixer."),
    ("depot", "The vest has to be worn only while a belt is moving."),
    ("plant", "Some tank must not be full at the end."),
    ("ward", "At least one patient must not be woken."),
    ("ward", "One of the lamps must not be switched off."),
    ("depot", "A vehicle that is being loaded must not be locked."),
    ("depot", "The vest must be worn while belts are moving."),
    ("depot", "Never start the main belt with heavy parcels on it."),
    ("plant", "Never open a hatch while pumps and mixers are running."),
    ("kitchen", "Never carry food and dishes at once."),
    ("depot", "Take off your vest once the belts have stopped."),
    ("ward", "Unlocked cabinets must be locked again."),
    ("theatre", "Only the main curtain may be raised."),
    ("plant", "Only the storage tank may be filled."),
    ("ward", "Only give insulin to Mr Novak."),
    ("kitchen", "Only put milk in the fridge."),
    ("garden", "Put the shears back before locking the tool shed."),
    ("ward", "Put the insulin away before you leave."),
    ("kitchen", "Put the milk away before the end."),
    ("kitchen", "Put the milk back."),
    ("theatre", "Put the sword away."),
    ("cooking", "Never put on the stove."),
    ("cooking", "Put the pot on before turning on the stove."),
    ("ward", "Check out Mrs Hill."),
    ("garden", "Rewater the rose bed."),
    ("depot", "The red crate must be rescanned before it is loaded."),
    ("plant", "Reinspect the acid tank before filling it again."),
    ("theatre", "Relight the house lamp at the end."),
    ("depot", "Do not load any parcel without first scanning it and then wrapping it."),
    ("depot", "Leave nothing unwrapped."),
    ("depot", "Nothing may be left unlocked."),
    ("plant", "The relief valve must not be locked if the acid tank is either hot or pressurized."),
]
"""What is told to mean several things, or not read."""


@pytest.mark.traced
@pytest.mark.parametrize(("world", "sentence", "rule"), RIGHT)
def test_what_was_misread_is_read_rightly(world: str, sentence: str, rule: str) -> None:
    found = read_requirements(sentence, wording(world), suggest=False)
    assert [[one.rule.text for one in clause.readings] for clause in found.clauses] == [[rule]]


@pytest.mark.sampled(19)
@pytest.mark.traced
@pytest.mark.parametrize(("world", "sentence"), NOT_SILENT)
def test_what_was_misread_is_told_or_left(world: str, sentence: str) -> None:
    found = read_requirements(sentence, wording(world), suggest=False)
    assert found.status != "understood", [one.rule.text for one in found.clauses[0].readings]


@pytest.mark.parametrize(
    ("sentence", "rule"),
    [
        (
            "The milk goes in the fridge and the apple on the table.",
            "F do:put-in(milk, fridge) & F do:place(apple, table)",
        ),
        (
            "Put the milk in the fridge, and never on the table.",
            "F do:put-in(milk, fridge) & G !do:place(milk, table)",
        ),
        (
            "The milk goes in the fridge, but the apple mustn't.",
            "F do:put-in(milk, fridge) & G !do:put-in(apple, fridge)",
        ),
        ("Don't close the fridge with the milk inside.", "G !(do:close(fridge) & Y at(milk, fridge))"),
        (
            "If you pick up the milk, go straight to the fridge.",
            "G ((do:pick(milk, *) | do:take-out(milk, *)) -> X do:go(fridge))",
        ),
        ("Whichever thing is dirty, wash it.", ""),
        ("To spare the milk, never put it in the fridge when the apple is in there.", ""),
    ],
)
def test_what_is_left_unsaid(sentence: str, rule: str) -> None:
    """A verb, a place or a thing that was said before is filled in, or the sentence is not read."""
    (clause,) = read_requirements(sentence, wording("kitchen"), suggest=False).clauses
    assert [one.rule.text for one in clause.readings] == ([rule] if rule else [])
