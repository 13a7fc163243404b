"""What people call everyday things: found, left open where it may mean several, never mistaken."""

from __future__ import annotations

import pytest

from clamp.perception import Matcher
from clamp.perception.detection import read_label

HOUSE = """red_cup_1 blue_mug_1 blue_mug_2 akita_black_bowl_1 bowl_1 white_plate_1 fridge_1 kitchen_sink_1
faucet_1 gas_stove_1 leather_sofa_1 trash_can_1 wooden_cabinet_1 tv_1 dining_table_1 tablet_1 kitchen_knife_1
fork_1 soup_spoon_1 frying_pan_1 pancake_1 cupboard_2 water_glass_1 orange_juice_1 banana_1 green_apple_1
tomato_1 potato_1 loaf_of_bread_1 bottle_of_wine_1 milk_carton_1 cereal_box_1 coffee_maker_1 toaster_1
cutting_board_1 dish_towel_1 toothbrush_1 soap_bar_1 bookshelf_1 mystery_novel_1 desk_lamp_1 remote_control_1
cell_phone_1 laptop_1 computer_mouse_1 keyboard_1 flower_vase_1 throw_pillow_1 wall_clock_1 washing_machine_1
t_shirt_1 wool_sock_1 winter_glove_1 umbrella_1 backpack_1 scissors_1 reading_glasses_1 gray_box_1
paper_towel_1
""".split()  # noqa: SIM905

FOUND = {
    "red_cup_1": "the red cup|red cups|Red-Cup|RED CUP|cup|a cup|my cup|cups|red cup 1|that red cup|red_cup",
    "akita_black_bowl_1": "black bowl|the black bowl|black bowls|akita bowl|Black-Bowl",
    "bowl_1": "bowl|the bowl|a bowl|BOWL_1",
    "white_plate_1": "plate|the plate|white plates|dish|white dish|the white dish|plates|dishes",
    "fridge_1": "the fridge|refrigerator|the refrigerator|Refrigerators|icebox",
    "kitchen_sink_1": "sink|the sink|kitchen sink",
    "faucet_1": "tap|the tap|faucets|taps",
    "gas_stove_1": "stove|cooker|the hob|gas cooker|stoves|gas hob|cooktop",
    "leather_sofa_1": "couch|the leather couch|sofas|settee|leather settee",
    "trash_can_1": "bin|the trash can|trashcan|rubbish bin|garbage can|dustbin|trash cans|waste basket",
    "wooden_cabinet_1": "cabinet|wood cabinet|the wooden cabinets",
    "tv_1": "television|the TV|telly|TV set|televisions",
    "dining_table_1": "table|the dining table|tables",
    "tablet_1": "the tablet|tablets",
    "kitchen_knife_1": "knife|knives|kitchen knives|the knife",
    "fork_1": "forks|a fork",
    "soup_spoon_1": "spoon|spoons|soup spoons",
    "frying_pan_1": "pan|the frying pan|fry pan|frypan|skillet|frying pans",
    "pancake_1": "pancakes|the pancake",
    "water_glass_1": "glass|a glass|water glass|glass of water",
    "orange_juice_1": "juice|the orange juice|Orange-Juice",
    "banana_1": "bananas|the banana",
    "green_apple_1": "apple|green apples|an apple",
    "tomato_1": "tomatoes|the tomato",
    "potato_1": "potatoes|a potato",
    "loaf_of_bread_1": "bread loaf|the loaf of bread|loaves of bread",
    "bottle_of_wine_1": "wine bottle|bottle|bottles of wine|the wine bottle",
    "milk_carton_1": "carton of milk|the milk carton|carton|cartons of milk",
    "cereal_box_1": "cereal box|box of cereal|cereal boxes",
    "coffee_maker_1": "coffee makers|coffeemaker|the coffee-maker",
    "toaster_1": "toasters|the toaster",
    "cutting_board_1": "board|cutting boards",
    "dish_towel_1": "tea towel|dishtowel|the dish towels",
    "toothbrush_1": "tooth brush|toothbrushes|the tooth-brush",
    "soap_bar_1": "bar of soap|the soap bar|bars of soap",
    "bookshelf_1": "bookcase|book shelf|bookshelves|the bookcase",
    "mystery_novel_1": "novel|mystery novels",
    "desk_lamp_1": "lamp|the lamps|desk lamp",
    "remote_control_1": "remote|the remote control|remotes|remote controls",
    "cell_phone_1": "phone|mobile phone|cellphone|smartphone|phones|telephone",
    "computer_mouse_1": "mouse|computer mice|mice",
    "flower_vase_1": "vase|vases",
    "throw_pillow_1": "pillow|pillows",
    "wall_clock_1": "clock|the clocks",
    "washing_machine_1": "washing machines|washer|clothes washer",
    "t_shirt_1": "T-shirt|tshirt|t shirts|shirt",
    "wool_sock_1": "sock|socks|wool socks",
    "scissors_1": "the scissors|pair of scissors|a pair of scissors",
    "reading_glasses_1": "glasses|reading glasses|pair of glasses|spectacles|the eyeglasses",
    "gray_box_1": "grey box|the grey boxes",
}
NOT = """
cupcake|pan cake mix|orange|oranges|milk|wine|water|soup|coffee|toast|coaster|book|paper|flower|computer
chair|green cup|black cup|white mug|blue plate|clamp|lamb|wool|soap dish|cup holder|table lamp|apple pie
potato chip|banana bread|sinker|tabletop|forklift|spool|tape|key|two cups|elephant|pearl|bath|red|wooden
the|cat|red_cup_2|bowl 3|glassware|knob|panda|mousetrap|remote island|towel rack|tv stand|plate rack
couch potato|wooden cupboard
"""


@pytest.mark.parametrize("entity", FOUND)
def test_everyday_names_are_found(entity: str) -> None:
    matcher = Matcher(HOUSE)
    missed = {
        name: str(match)
        for name in FOUND[entity].split("|")
        if (match := matcher.match(name)).entity != entity
    }
    assert missed == {}


def test_there_are_many() -> None:
    assert sum(len(names.split("|")) for names in FOUND.values()) >= 150


@pytest.mark.parametrize("name", NOT.strip().replace("\n", "|").split("|"))
def test_other_things_are_not_mistaken(name: str) -> None:
    assert Matcher(HOUSE).match(name).entity is None


@pytest.mark.parametrize("name", ["mug", "mugs", "the blue mugs", "box", "boxes", "a box"])
def test_what_may_mean_several_is_said(name: str) -> None:
    match = Matcher(HOUSE).match(name)
    assert match.entity is None
    assert len(match.candidates) >= 2
    assert "may mean" in match.reason or "near" in match.reason


@pytest.mark.parametrize(
    ("entities", "name", "entity"),
    [
        (["cup_1", "mug_1"], "mug", "mug_1"),
        (["cup_1", "mug_1"], "the cups", "cup_1"),
        (["red_mug_1", "white_cup_1"], "white mug", None),
        (["white_cup_1"], "white mug", "white_cup_1"),
        (["cup_1", "cup_2"], "cup 2", "cup_2"),
        (["cup_1", "cup_2"], "the mug 2", "cup_2"),
        (["cup_1", "cup_2"], "mug", None),
        (["cupboard_1"], "cup", None),
        (["pancake_1"], "pan", None),
        (["tablet_1"], "table", None),
        (["table_1"], "tablet", None),
        (["glasses_1"], "glass", None),
        (["glass_1"], "glasses", None),
        (["orange_juice_1"], "orange", None),
        (["orange_1"], "orange juice", None),
        (["small_red_cup_1", "large_red_cup_1"], "red small cup", "small_red_cup_1"),
        (["small_red_cup_1", "large_red_cup_1"], "big red cup", "large_red_cup_1"),
        (["small_red_cup_1", "large_red_cup_1"], "red cup", None),
        (["red_cup_1", "cup_1"], "red cup", "red_cup_1"),
        (["red_cup_1", "cup_1"], "cup", "cup_1"),
        (["red_cup_1", "cup_1"], "blue cup", None),
    ],
)
def test_nothing_is_guessed(entities: list[str], name: str, entity: str | None) -> None:
    assert Matcher(entities).match(name).entity == entity
    assert Matcher(entities[::-1]).match(name).entity == entity


def test_a_detectors_answer_may_be_part_of_one_label_though_a_shorter_is_there() -> None:
    assert read_label("black bowl", ["akita black bowl", "bowl", "plate"]).entity == "akita black bowl"
    assert read_label("bowl", ["akita black bowl", "bowl", "plate"]).entity == "bowl"
    assert read_label("black bowl", ["black pan", "bowl"]).entity is None
