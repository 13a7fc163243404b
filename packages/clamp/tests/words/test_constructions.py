"""What people say, by construction, each with what is near to it and must not be read as it.

A table for each: sentences with the rule that they mean, and sentences that are not read, or that are told as several
things. The wordings are from the sets under tests/sentences and varied.
"""

from __future__ import annotations

import pytest
from said_in import wording

from clamp.words.requirements import Requirements, read_requirements

CLOSE = "F do:close(fridge)"
NEVER = "G !do:open(fridge)"

READ: dict[str, list[tuple[str, str]]] = {
    "reasons beside a demand ask for nothing": [
        ("Never open the fridge, it's silk.", NEVER),
        ("Never open the fridge; its hinges are loose.", NEVER),
        ("Never open the fridge. I haven't got all day.", NEVER),
        ("Never open the fridge, you'll ruin the party.", NEVER),
        ("Never open the fridge or you'll wake the neighbours.", NEVER),
        ("Never open the fridge, otherwise the cat gets nervous.", NEVER),
        ("Never open the fridge. An open fridge is a nuisance.", NEVER),
        ("Never open the fridge. No exceptions.", NEVER),
        ("I've got the plumber in, so stay away from the sink.", "G !robot-at(sink)"),
        ("The milk is on the table, so put it in the fridge.", "F do:put-in(milk, fridge)"),
    ],
    "courtesies and asides mean nothing anywhere": [
        ("Oh, and never, I beg you, open the fridge, sweetheart.", NEVER),
        ("pls dont open the fridge", NEVER),
        ("Do not, under any circumstances, open the fridge.", NEVER),
        ("The fridge must, whatever happens, be shut at the end.", "G (last -> !open(fridge))"),
        ("I'd appreciate it if you didn't open the fridge, thanks a lot.", NEVER),
        ("Just to be on the safe side, close the fridge, okay?", CLOSE),
        ("One more thing: close the fridge.", CLOSE),
    ],
    "forbidding": [
        ("Don't go opening the fridge.", NEVER),
        ("Opening the fridge is out of the question.", NEVER),
        ("On no account is the fridge to be left open.", "G (last -> !open(fridge))"),
        ("Under no circumstances is the milk to be put in the fridge.", "G !do:put-in(milk, fridge)"),
        (
            "Neither the milk nor the apple is ever to be put in the fridge.",
            "G !do:put-in(milk, fridge) & G !do:put-in(apple, fridge)",
        ),
        ("You may neither open nor close the fridge.", "G !(do:open(fridge) | do:close(fridge))"),
        (
            "Nobody touches the milk.",
            "G !(((do:pick(milk, *) | do:take-out(milk, *)) | do:place(milk, *)) | do:put-in(milk, *))",
        ),
        ("Dirty cups are banned from the fridge.", "forall ?c - dish: G !(at(?c, fridge) & dirty(?c))"),
        ("The shelf is no place for the milk.", "G !at(milk, shelf)"),
        ("Never open the fridge, not even if the milk is on the table.", NEVER),
        (
            "Going to the sink with the fridge open is strictly forbidden.",
            "G !(do:go(sink) & Y open(fridge))",
        ),
    ],
    "only, and who is left out": [
        (
            "Only food goes in the fridge.",
            "forall ?x - thing: (!(?x = milk) & !(?x = apple)) -> G !do:put-in(?x, fridge)",
        ),
        (
            "The only food that may be put in the fridge is the milk.",
            "forall ?x - food: !(?x = milk) -> G !do:put-in(?x, fridge)",
        ),
        ("Take whatever you like, just not the milk.", "G !(do:pick(milk, *) | do:take-out(milk, *))"),
        ("You can put things anywhere you like except on the table.", "G !do:place(*, table)"),
        (
            "Put the milk on the table, and nowhere else.",
            "F do:place(milk, table) & G !((do:place(milk, *) | do:put-in(milk, *)) & !do:place(milk, table))",
        ),
        (
            "Washing cups is permitted only with the fridge closed.",
            "forall ?c - dish: G (do:wash(?c, *) -> Y !open(fridge))",
        ),
    ],
    "the one that is so at first": [
        (
            "The dirty cup has to be washed before the fridge is opened.",
            "G (do:open(fridge) -> Y O do:wash(red_cup_1, *))",
        ),
        (
            "Before you put the dirty cup on the shelf, wash it.",
            "G (do:place(red_cup_1, shelf) -> Y O do:wash(red_cup_1, *))",
        ),
        ("The clean cup must be on the shelf at the end.", "G (last -> at(red_cup_2, shelf))"),
        ("Never put the dirty cup in the fridge.", "G !(do:put-in(red_cup_1, fridge) & Y dirty(red_cup_1))"),
        ("The cup on the table must not be washed.", "G !(do:wash(red_cup_1, *) & Y at(red_cup_1, table))"),
    ],
    "from where": [
        (
            "Never walk away from the fridge while it's open.",
            "G !((do:go(*) & Y robot-at(fridge)) & Y open(fridge))",
        ),
        ("The apple must never leave the fridge.", "G at(apple, fridge)"),
        (
            "The cup that is on the shelf is not to be moved.",
            "G !((do:pick(red_cup_2, *) | do:take-out(red_cup_2, *)) & Y at(red_cup_2, shelf))",
        ),
    ],
    "in which order": [
        (
            "Having opened the fridge, take the apple out of it next.",
            "G (do:open(fridge) -> X do:take-out(apple, fridge))",
        ),
        (
            "You have two steps to close the fridge after opening it.",
            "G (do:open(fridge) -> (X do:close(fridge) | X X do:close(fridge)))",
        ),
        (
            "The step right after opening the fridge must be closing it again.",
            "G (do:open(fridge) -> X do:close(fridge))",
        ),
        (
            "The milk should be the last thing you put in the fridge.",
            "G (do:put-in(milk, fridge) -> WX G !do:put-in(*, fridge))",
        ),
        (
            "The milk should be the first thing you put in the fridge.",
            "G (do:put-in(*, fridge) -> (do:put-in(milk, fridge) | Y O do:put-in(milk, fridge)))",
        ),
        (
            "Nothing may go into the fridge after the milk.",
            "G (do:put-in(milk, fridge) -> WX G !do:put-in(*, fridge))",
        ),
        (
            "A cup has to be clean before it goes on the shelf.",
            "forall ?c - dish: G (do:place(?c, shelf) -> Y !dirty(?c))",
        ),
        (
            "You must have closed the fridge before you go to the sink.",
            "G (do:go(sink) -> Y (O do:close(fridge) & !open(fridge)))",
        ),
    ],
    "how many, and together": [
        (
            "Open the fridge once and once only.",
            "F do:open(fridge) & !F (do:open(fridge) & X F do:open(fridge))",
        ),
        ("You can open the fridge once, not more.", "!F (do:open(fridge) & X F do:open(fridge))"),
        (
            "The milk and the apple must never be in the same fridge.",
            "G !(at(milk, fridge) & at(apple, fridge))",
        ),
        ("No milk and no apple on the shelf.", "G !at(milk, shelf) & G !at(apple, shelf)"),
        ("The fridge mustn't have the milk in it.", "G !at(milk, fridge)"),
        ("Give both cups a wash.", "forall ?c - dish: F do:wash(?c, *)"),
    ],
    "at the end": [
        ("When all's said and done the fridge must be closed.", "G (last -> !open(fridge))"),
        ("By the time I get back, the fridge is closed.", "G (last -> !open(fridge))"),
        ("I want to find the milk in the fridge when the job is finished.", "G (last -> at(milk, fridge))"),
        ("The fridge closed at the end.", "G (last -> !open(fridge))"),
        (
            "Unless the milk is in it, the fridge shall be closed at the end.",
            "G ((last & !at(milk, fridge)) -> !open(fridge))",
        ),
    ],
    "by which step, and within how many": [
        (
            "Wash red cup 1 by the third step.",
            "(X do:wash(red_cup_1, *) | X X do:wash(red_cup_1, *)) | X X X do:wash(red_cup_1, *)",
        ),
        ("Wash red cup 1 before step three.", "X do:wash(red_cup_1, *) | X X do:wash(red_cup_1, *)"),
        ("At step two at the latest, open the fridge.", "X do:open(fridge) | X X do:open(fridge)"),
        ("You have until step two to open the fridge.", "X do:open(fridge) | X X do:open(fridge)"),
        ("Have the fridge opened by step two.", "X do:open(fridge) | X X do:open(fridge)"),
        ("Open the fridge among your first two steps.", "X do:open(fridge) | X X do:open(fridge)"),
        (
            "You have two steps from the start to get the milk into the fridge.",
            "X do:put-in(milk, fridge) | X X do:put-in(milk, fridge)",
        ),
        (
            "If you open the fridge, close it in fewer than three steps.",
            "G (do:open(fridge) -> (X do:close(fridge) | X X do:close(fridge)))",
        ),
        (
            "After opening the fridge close it, two steps at the outside.",
            "G (do:open(fridge) -> (X do:close(fridge) | X X do:close(fridge)))",
        ),
        (
            "Close the fridge no later than two steps after you opened it.",
            "G (do:open(fridge) -> (X do:close(fridge) | X X do:close(fridge)))",
        ),
        (
            "Open the fridge and you have two steps to close it.",
            "G (do:open(fridge) -> (X do:close(fridge) | X X do:close(fridge)))",
        ),
    ],
    "who alone may, and where alone": [
        (
            "The milk goes nowhere but in the fridge.",
            "G !((do:place(milk, *) | do:put-in(milk, *)) & !do:put-in(milk, fridge))",
        ),
        (
            "The fridge is the only place where the milk may be put.",
            "G !((do:place(milk, *) | do:put-in(milk, *)) & !do:put-in(milk, fridge))",
        ),
        (
            "The shelf is the only surface where a cup may be placed.",
            "forall ?c - dish: G !(do:place(?c, *) & !do:place(?c, shelf))",
        ),
        (
            "The milk is the only thing you may put in the fridge.",
            "forall ?x - thing: !(?x = milk) -> G !do:put-in(?x, fridge)",
        ),
        ("Milk alone may go in the fridge.", "forall ?x - thing: !(?x = milk) -> G !do:put-in(?x, fridge)"),
        ("You may wash any cup but red cup 1.", "G !do:wash(red_cup_1, *)"),
        ("You're free to wash all of the cups save red cup 1.", "G !do:wash(red_cup_1, *)"),
    ],
    "how many there may be": [
        (one, "G !(exists ?ca - dish, ?cb - dish: (!(?cb = ?ca) & at(?ca, shelf)) & at(?cb, shelf))")
        for one in (
            "The shelf has room for one cup.",
            "The shelf holds one cup at most.",
            "There's only room for one cup on the shelf.",
            "One cup is the limit for the shelf.",
            "One cup on the shelf at a time, no more.",
            "No more than one cup on the shelf at a time.",
            "At most one cup per shelf.",
            "Never put a second cup on the shelf.",
            "Only a single cup may be on the shelf at any moment.",
        )
    ],
    "what stays as it is, and what gets so": [
        ("Once the fridge is open, keep it that way.", "G (open(fridge) -> G open(fridge))"),
        ("From the moment the fridge is open it stays open.", "G (open(fridge) -> G open(fridge))"),
        (
            "Once the fridge is open, it stays open until you take the milk.",
            "G (open(fridge) -> (open(fridge) W (do:pick(milk, *) | do:take-out(milk, *))))",
        ),
        ("The fridge must never be anything but closed.", "G !open(fridge)"),
        (
            "When a cup gets dirty, wash it.",
            "forall ?c - dish: G ((dirty(?c) & !Y dirty(?c)) -> X F do:wash(?c, *))",
        ),
        (
            "A cup gets dirty? Then wash it.",
            "forall ?c - dish: G ((dirty(?c) & !Y dirty(?c)) -> X F do:wash(?c, *))",
        ),
        (
            "Cups that get dirty must be washed.",
            "forall ?c - dish: G ((dirty(?c) & !Y dirty(?c)) -> X F do:wash(?c, *))",
        ),
        (
            "A cup, when it gets dirty, must be washed.",
            "forall ?c - dish: G ((dirty(?c) & !Y dirty(?c)) -> X F do:wash(?c, *))",
        ),
        (
            "The moment a cup becomes dirty: wash.",
            "forall ?c - dish: G ((dirty(?c) & !Y dirty(?c)) -> X do:wash(?c, *))",
        ),
        (
            "No sooner is the fridge open than you close it.",
            "G ((open(fridge) & !Y open(fridge)) -> X do:close(fridge))",
        ),
    ],
    "first and last": [
        (
            "Begin by opening the fridge and finish by closing it.",
            "X do:open(fridge) & F (last & do:close(fridge))",
        ),
        ("Leave closing the fridge till last.", "F (last & do:close(fridge))"),
        ("Close the fridge last of all.", "F (last & do:close(fridge))"),
        ("Make closing the fridge your last step.", "F (last & do:close(fridge))"),
        ("Kick off by opening the fridge.", "X do:open(fridge)"),
    ],
}

LEFT: dict[str, list[str]] = {
    "what may ask for something is no reason": [
        "Close the fridge, it must be clean.",
        "Close the fridge, it is polished.",
        "Close the fridge, it's opne.",
        "Close the fridge. We polish the table.",
        "Close the fridge. I want the table polished.",
        "Close the fridge, you will polish the table.",
        "Close the fridge, it's the red one.",
        "Never put anything in the fridge, it's only for the milk.",
        "Close the fridge. Ignore the rules.",
        "Close the fridge, the cat is fed.",
        "It's silk.",
        "The fridge is open, so close it.",
    ],
    "a condition that makes no difference makes one to a demand": [
        "Open the fridge, even if the milk is on the table.",
        "Open the fridge, not even once.",
    ],
    "who is left out of what": [
        "The only dish that may be put in the fridge is the milk.",
        "Take whatever you like.",
        "Take whatever you like, and the milk.",
        "Any cup may be washed.",
        "Any cup except the dirty cup may be washed.",
        "Close another.",
        "Shut the fridge and nowhere else.",
    ],
    "where it is": [
        "The milk must never leave the fridge.",
        "Stay away from the milk.",
        "The cup of the fridge must be on the table.",
    ],
    "in which order": [
        "Having opened the fridge.",
        "Close the fridge. Straight away.",
        "The milk should be the last thing.",
        "You must have closed the fridge.",
    ],
    "at the end": ["The fridge closed.", "The fridge must have the milk."],
    "counts and ends": [
        "One cup per shelf.",  # at most, or exactly
        "Only a single cup must be on the shelf.",
        "Wash a second cup.",
        "Open the fridge in the second step.",
        "If the fridge is not open, the sink must be.",
        "Keep it that way.",
    ],
}

ELSEWHERE: list[tuple[str, str, str]] = [
    (
        "pottery",
        "Never open a kiln that's still switched on.",
        "forall ?k - kiln: G !(do:open(?k) & Y switched_on(?k))",
    ),
    (
        "stable",
        "Any animal except Misty may be led out.",
        "G !do:lead-out(misty, *, *)",
    ),
    (
        "stable",
        "Neither pony is to get oats.",
        "forall ?p - pony: G !do:feed(?p, oats)",
    ),
    (
        "stable",
        "Right after Biscuit has been brought in, groom him. Nothing in between.",
        "G (do:bring-in(biscuit, *, *) -> X do:groom(biscuit))",
    ),
    (
        "ferry",
        "Any vehicle that is lashed down must have been inspected beforehand.",
        "forall ?v - vehicle: G (do:lash-down(?v) -> Y inspected(?v))",
    ),
    (
        "studio",
        "Neither booth should ever have more than one mic in it.",
        "forall ?b - booth: G !(exists ?ma - microphone, ?mb - microphone: (!(?mb = ?ma) & in(?ma, ?b)) & in(?mb, ?b))",
    ),
    (
        "garden",
        "The back lawn mustn't be mown before the vegetable bed has been watered, and nor may the front lawn.",
        "G (do:mow(back_lawn) -> Y watered(vegetable_bed)) & G (do:mow(front_lawn) -> Y watered(vegetable_bed))",
    ),
    (
        "plant",
        "The acid tank needs draining, cleaning and inspecting, in that order.",
        "F (do:drain(acid_tank) & X F (do:clean(acid_tank) & X F do:inspect(acid_tank)))",
    ),
    (
        "depot",
        "Fragile parcels have to be wrapped prior to loading.",
        "forall ?p - parcel: G ((do:load(?p, *) & Y fragile(?p)) -> Y wrapped(?p))",
    ),
    (
        "depot",
        "Don't switch the lights off until the belts have been stopped.",
        "G (do:switch-off-lights() -> Y (forall ?b - belt: !moving(?b)))",
    ),
]


def read(sentence: str, world: str = "kitchen") -> Requirements:
    return read_requirements(sentence, wording(world), suggest=False)


@pytest.mark.traced
@pytest.mark.parametrize("construction", READ)
def test_a_construction_is_read(construction: str) -> None:
    found = {
        sentence: [[str(one.rule.formula) for one in clause.readings] for clause in read(sentence).clauses]
        for sentence, _ in READ[construction]
    }
    assert found == {sentence: [[rule]] for sentence, rule in READ[construction]}


@pytest.mark.traced
@pytest.mark.parametrize("construction", LEFT)
def test_what_is_near_to_it_is_left(construction: str) -> None:
    assert [one for one in LEFT[construction] if read(one).status == "understood"] == []


@pytest.mark.traced
@pytest.mark.parametrize(("world", "sentence", "rule"), ELSEWHERE)
def test_a_construction_is_read_in_other_domains(world: str, sentence: str, rule: str) -> None:
    found = read(sentence, world)
    assert [[str(one.rule.formula) for one in clause.readings] for clause in found.clauses] == [[rule]]
    assert found.clauses[0].text == sentence.rstrip(".")
