"""What an instruction speaks of: nothing sensible is an alarm, and what is not there is noticed."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clamp.errors import SceneError
from clamp.perception import Matcher, Mention, mentioned
from clamp.words.english import alike

KITCHEN = [
    "kitchen_table",
    "wooden_cabinet_1",
    "akita_black_bowl_1",
    "akita_black_bowl_2",
    "plate_1",
    "red_coffee_mug_1",
    "chefmate_8_frypan_1",
    "flat_stove_1",
    "cream_cheese_1",
    "tomato_sauce_1",
    "moka_pot_1",
    "wooden_cabinet_1_top_region",
    "wooden_cabinet_1_bottom_region",
]
STRANGE = ["banana", "umbrella", "trumpet", "pillow", "hammer", "wallet", "scissors", "violin"]
"""Nouns that fit nothing in the kitchen."""


def kitchen(instruction: str, **options: Any) -> tuple[Mention, ...]:
    aliases = options.pop("aliases", None)
    return mentioned(instruction, Matcher(KITCHEN, aliases=aliases), **options)


def absent(instruction: str, **options: Any) -> list[str]:
    return [one.text for one in kitchen(instruction, **options) if one.standing != "seen"]


def fits(phrase: str, **options: Any) -> set[str]:
    (found,) = kitchen(f"Take {phrase}.", **options)
    return set(found.entities)


# ------------------------------------------------------------------ what is said is found


@pytest.mark.parametrize(
    ("phrase", "entities"),
    [
        ("the black bowl", {"akita_black_bowl_1", "akita_black_bowl_2"}),
        ("both bowls", {"akita_black_bowl_1", "akita_black_bowl_2"}),
        ("that plate", {"plate_1"}),
        ("the white mug", {"red_coffee_mug_1"}),
        ("a cup", {"red_coffee_mug_1"}),
        ("her coffee pot", {"moka_pot_1"}),
        ("the frying pan", {"chefmate_8_frypan_1"}),
        ("the stove", {"flat_stove_1"}),
        ("the cream cheese box", {"cream_cheese_1"}),
        ("the tomato can", {"tomato_sauce_1"}),
        ("a can of tomato", {"tomato_sauce_1"}),
        ("the tomatto sauce", {"tomato_sauce_1"}),
        ("the mokka pott", {"moka_pot_1"}),
        ("the plate upright", {"plate_1"}),
        ("the plates very carefully", {"plate_1"}),
        ("akita_black_bowl_2", {"akita_black_bowl_1", "akita_black_bowl_2"}),
        ("plate", {"plate_1"}),
        ("the top drawer", {"wooden_cabinet_1_top_region", "wooden_cabinet_1_bottom_region"}),
    ],
)
def test_a_phrase_fits_what_shares_its_noun(phrase: str, entities: set[str]) -> None:
    assert fits(phrase) == entities


def test_types_and_aliases_are_names_too() -> None:
    assert fits("the burner", kinds={"burner": ["flat_stove_1"]}) == {"flat_stove_1"}
    assert fits("the crockery", kinds={"crockery": ["plate_1", "moka_pot_1"]}) == {"plate_1", "moka_pot_1"}
    assert fits("the blue saucer thing", aliases={"saucer thing": "plate_1"}) == {"plate_1"}
    assert absent("Put the trumpet on the gizmos.") == ["trumpet", "gizmos"]
    assert absent("Put the trumpet on the gizmos.", aliases={"gizmo": "plate", "trumpet": "moka pot"}) == []
    with pytest.raises(SceneError, match="no such entity"):
        absent("Put the plate away.", aliases={"dish": "dragon"})


def test_words_of_actions_and_predicates_name_no_thing() -> None:
    assert absent("Give the bowls a polish.") == ["polish"]
    assert absent("Give the bowls a polish.", words={"polish"}) == []


def test_mentions_come_in_order_each_once_and_as_plain_data() -> None:
    found = kitchen("Put the bowl on the plate, then the violin, then take the bowl.", seen=["plate_1"])
    assert [(one.text, one.standing) for one in found] == [
        ("bowl", "unseen"),
        ("plate", "seen"),
        ("violin", "unknown"),
    ]
    assert found[0].to_json() == {
        "text": "bowl",
        "standing": "unseen",
        "entities": ["akita_black_bowl_1", "akita_black_bowl_2"],
        "near": [],
    }


def test_near_names_are_seen_ones() -> None:
    (found,) = kitchen("Bring the palte.")
    assert (found.standing, found.near[0]) == ("unknown", "plate_1")
    (hidden,) = kitchen("Bring the palte.", seen=["moka_pot_1"])
    assert "plate_1" not in hidden.near


def test_a_full_name_decides_though_another_shares_the_noun() -> None:
    names = Matcher(["red_cup_1", "blue_cup_1"])
    (red,) = mentioned("Take the red cup.", names, seen=["blue_cup_1"])
    assert (red.standing, red.entities) == ("unseen", ("red_cup_1",))
    (any_cup,) = mentioned("Take the green cup.", names, seen=["blue_cup_1"])
    assert any_cup.standing == "seen"


# ------------------------------------------------------------------ no alarm


@pytest.mark.parametrize(
    "instruction",
    [
        "",
        "Tidy up.",
        "Could you please pick up the bowl, and then carefully put it on the plate?",
        "I'd like you to put both the bowl and the mug on the left side of the plate.",
        "Open the cabinet's top drawer and close it again with your gripper.",
        "Turn on the stove, turn around, then turn the stove off.",
        "Put the bowl in the middle on the one at the front.",
        "Put the bowl that is closest to the wall on the right of the plate.",
        "Put the shiny and black bowl on the plate.",
        "Don't touch the knife.",
        "Without using a spoon, take the bowl.",
        "If there is a banana, put it on the plate.",
        "Set everything up for the party, before the guests arrive.",
        "Put the lid of the moka pot on the plate, and take the pot by the handle.",
        "The robot should stack the bowls in a pile at the edge of the table.",
        "Take the bowl and leave. Take the plate and relax.",
        "Put the food away, one item after the other.",
        "Make sure that everything is in the right place.",
        "In the first step, take all of the bowls.",
        "The user wants the mug; it's theirs. Let's go, the plate's dirty.",
        "Il y a une pomme dans la cuisine.",
        "Stell die Banane in den Schrank.",
        "Take a slice of cheese.",
        "Put 2 bowls on plate_1!",
        "Go to the living room and take the bowl from the dining table.",
    ],
)
def test_a_sensible_instruction_is_no_alarm(instruction: str) -> None:
    assert absent(instruction) == []


def test_where_it_happens_need_not_be_seen() -> None:
    assert absent("Take the bowl from the table.", seen=["akita_black_bowl_1"]) == []


NAMES = [
    "plate_1",
    "tomato_sauce_1",
    "moka_pot_1",
    "black bowl",
    "coffee_mug",
    "frypan",
    "Fridge.7",
    "é_bowl",
]
TEMPLATES = [
    "Put the {0} on the {1}.",
    "pick up the {0} and place it to the left of the {1}",
    "Could you please bring me both the {0} and the {1}?",
    "Put the {0}, {1} and {2} in the {0}'s top drawer.",
    "Take the {0}, then open the {1} with the {2}",
    "put {0} on {1}",
    "The {0} belongs between the {1} and the left {2}; leave it there.",
    "If you see the {0}, move all of the {1}s next to a {2}!",
]


@given(st.sampled_from(TEMPLATES), st.lists(st.sampled_from(NAMES), min_size=3, max_size=3, unique=True))
def test_a_sentence_about_seen_things_is_never_an_alarm(template: str, names: list[str]) -> None:
    labels = Matcher(NAMES).labels
    sentence = template.format(*(labels[name] for name in names))
    found = mentioned(sentence, Matcher(NAMES), seen=names)
    assert [one for one in found if one.standing != "seen"] == []


# ------------------------------------------------------------------ alarms


@pytest.mark.parametrize("noun", STRANGE)
@pytest.mark.parametrize(
    "template",
    [
        "Put the {} on the plate.",
        "put {} on the plate",
        "Put the bowl on the red {}.",
        "Please bring me both the bowl and the {}",
        "Put the bowl and {} in the cabinet.",
        "Don't touch the pot, but take that {} out.",
        "Put the bowl, the {}, and the mug on the table.",
        "pick up the {}'s lid",
        "Open the {} of my neighbour.",
        "Don't forget to put the {} on the plate.",
        "Never fail to bring the {}",
        "If you see the plate, put the {} on it.",
        "When the pot is there, please take the {}.",
    ],
)
def test_what_there_is_not_is_noticed(template: str, noun: str) -> None:
    found = [one for one in kitchen(template.format(noun)) if one.standing == "unknown"]
    assert noun in {one.text.split()[-1] for one in found}
    assert all(one.entities == () for one in found)


def test_a_misspelt_name_and_one_of_like_meaning_fit_but_not_another_noun() -> None:
    soup = Matcher(["alphabet_soup_1", "ash_1"])
    assert [one.standing for one in mentioned("Take the alphabet mop.", soup)] == ["unknown"]
    assert [one.standing for one in mentioned("Take the alphabett sooup.", soup)] == ["seen"]
    meaning = {"ash": [1.0, 0.0], "cinders": [1.0, 0.1]}
    knows = Matcher(["ash_1", "soup"], embed=lambda texts: [meaning.get(text, [0.0, 1.0]) for text in texts])
    (found,) = mentioned("Take the cinders.", knows)
    assert found.entities == ("ash_1",)


def test_plurals_at_the_end_and_packed_things_are_noticed() -> None:
    assert absent("Bring the bowl and bananas.") == ["bananas"]
    assert absent("Bring a carton of milk.") == ["milk carton"]
    assert absent("turn lamp on and switch on radio") == ["lamp", "radio"]


@given(st.sampled_from(KITCHEN[2:6]))
def test_what_is_not_seen_is_noticed_by_its_label(name: str) -> None:
    label = Matcher(KITCHEN).labels[name]
    same = {other for other, called in Matcher(KITCHEN).labels.items() if called == label}
    for sentence in (f"Put the {label} away.", f"{label.title()}, please.", f"hurry with {label}"):
        (found,) = kitchen(sentence, seen=set(KITCHEN) - same)
        assert (found.standing, set(found.entities)) == ("unseen", same)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("knives", "knife"),
        ("dishes", "plate"),
        ("berries", "berry"),
        ("boxes", "box"),
        ("glass", "mugs"),
        ("frypan", "pan"),
        ("microwav", "microwave"),
        ("buses", "bus"),
    ],
)
def test_nouns_that_may_be_one(one: str, other: str) -> None:
    assert alike(one, other)
    assert alike(other, one)


@pytest.mark.parametrize(
    ("one", "other"), [("plate", "place"), ("pan", "pen"), ("glass", "glas"), ("fork", "pork")]
)
def test_nouns_that_are_two(one: str, other: str) -> None:
    assert not alike(one, other)


# ------------------------------------------------------------------ any text

WORDS = ["the", "a", "my", "that", "one", "two", "of", "to", "and", ",", ".", "'s", "or", "not", "if", "for"]
MORE = ["can", "turn", "on", "put", "open", "plate", "_"]


@given(
    st.text() | st.lists(st.sampled_from([*WORDS, *MORE, *STRANGE]), max_size=12).map(" ".join),
    st.lists(st.text(min_size=1), max_size=4, unique=True),
)
def test_any_text_over_any_names_is_read(instruction: str, names: list[str]) -> None:
    matcher = Matcher(names, labels=dict.fromkeys(names[:1], ""))
    found = mentioned(instruction, matcher, seen=names[1:], kinds={"place": names, "": []}, words=["put"])
    assert len({one.text for one in found}) == len(found)
    for one in found:
        assert (one.standing == "unknown") == (not one.entities)
        assert (one.standing == "seen") == bool(set(one.entities) & set(names[1:]))
        assert set(one.near) <= set(names[1:])
        assert one.text
