"""Which things LIBERO's sentences speak of, by words and by where things are."""

from __future__ import annotations

import pytest

from clamp_worlds.libero.domain import Cast
from clamp_worlds.libero.words import Sighted, named

CAST = Cast.from_objects(
    [
        ("kitchen_table", "kitchen_table"),
        ("wooden_cabinet_1", "wooden_cabinet"),
        ("flat_stove_1", "flat_stove"),
        ("microwave_1", "microwave"),
        ("desk_caddy_1", "desk_caddy"),
        ("akita_black_bowl_1", "akita_black_bowl"),
        ("akita_black_bowl_2", "akita_black_bowl"),
        ("plate_1", "plate"),
        ("plate_2", "plate"),
        ("porcelain_mug_1", "porcelain_mug"),
        ("white_yellow_mug_1", "white_yellow_mug"),
        ("cream_cheese_1", "cream_cheese"),
        ("butter_1", "butter"),
        ("basket_1", "basket"),
        ("glazed_rim_porcelain_ramekin_1", "glazed_rim_porcelain_ramekin"),
        *((f"wooden_cabinet_1_{level}_region", "drawer") for level in ("top", "middle", "bottom")),
        ("wooden_cabinet_1_top_side", "top"),
        ("flat_stove_1_cook_region", "top"),
        ("microwave_1_heating_region", "compartment"),
        ("desk_caddy_1_back_contain_region", "compartment"),
        ("desk_caddy_1_left_contain_region", "compartment"),
        ("basket_1_contain_region", "compartment"),
    ]
)
AREAS = ("kitchen_table_plate_init_region", "kitchen_table_stove_front_region")
BOXES = {
    "kitchen_table": (0.0, 80.0, 256.0, 256.0),
    "akita_black_bowl_1": (40.0, 120.0, 60.0, 140.0),
    "akita_black_bowl_2": (200.0, 180.0, 220.0, 200.0),
    "plate_1": (60.0, 150.0, 90.0, 170.0),
    "plate_2": (150.0, 150.0, 180.0, 170.0),
    "glazed_rim_porcelain_ramekin_1": (190.0, 200.0, 210.0, 215.0),
}


def holds(thing: str, place: str) -> float:
    return {("akita_black_bowl_2", "flat_stove_1_cook_region"): 0.7}.get((thing, place), 0.02)


def said(sentence: str) -> str | None:
    return named(sentence, CAST, Sighted(BOXES, holds), AREAS).text


@pytest.mark.parametrize(
    ("sentence", "meant"),
    [
        ("Turn on the stove.", "turn on flat_stove_1"),
        ("open the microwave", "open microwave_1"),
        (
            "close the top drawer of the cabinet and open the bottom drawer",
            "close wooden_cabinet_1_top_region and open wooden_cabinet_1_bottom_region",
        ),
        ("put the butter in the basket", "put butter_1 in basket_1_contain_region"),
        (
            "pick up the cream cheese box and put it in the basket",
            "put cream_cheese_1 in basket_1_contain_region",
        ),
        ("put the white mug on the left plate", "put porcelain_mug_1 on plate_1"),
        ("place the yellow and white mug on the right plate", "put white_yellow_mug_1 on plate_2"),
        (
            "put the bowl on the left on top of the cabinet",
            "put akita_black_bowl_1 on wooden_cabinet_1_top_side",
        ),
        (
            "put the bowl next to the ramekin in the basket",
            "put akita_black_bowl_2 in basket_1_contain_region",
        ),
        ("put the bowl on the stove in the basket", "put akita_black_bowl_2 in basket_1_contain_region"),
        (
            "put the left bowl in the top drawer of the cabinet and close it",
            "put akita_black_bowl_1 in wooden_cabinet_1_top_region and close wooden_cabinet_1_top_region",
        ),
        (
            "put the white mug in the microwave and close it",
            "put porcelain_mug_1 in microwave_1_heating_region and close microwave_1",
        ),
        (
            "put both the butter and the cream cheese in the basket",
            "put butter_1 in basket_1_contain_region and put cream_cheese_1 in basket_1_contain_region",
        ),
        (
            "put both plates in the basket",
            "put plate_1 in basket_1_contain_region and put plate_2 in basket_1_contain_region",
        ),
        (
            "turn on the stove and put the white mug on it",
            "turn on flat_stove_1 and put porcelain_mug_1 on flat_stove_1_cook_region",
        ),
        (
            "stack the left bowl on the right bowl and place them in the basket",
            "put akita_black_bowl_1 on akita_black_bowl_2 and put akita_black_bowl_2 in basket_1_contain_region",
        ),
        (
            "put the butter in the back compartment of the caddy",
            "put butter_1 in desk_caddy_1_back_contain_region",
        ),
        ("lift butter and put into basket", "put butter_1 in basket_1_contain_region"),
        ("switch stove on", "turn on flat_stove_1"),
        ("open the cabinet's middle drawer", "open wooden_cabinet_1_middle_region"),
        ("open the cabinet’s middle drawer", "open wooden_cabinet_1_middle_region"),
        (
            "place white mug on left plate and yellow-white mug on right plate",
            "put porcelain_mug_1 on plate_1 and put white_yellow_mug_1 on plate_2",
        ),
        ("push the left plate to the front of the stove", "put plate_1 on kitchen_table_stove_front_region"),
        (
            "put the bowl between the left plate and the ramekin on the stove",
            "put akita_black_bowl_2 on flat_stove_1_cook_region",
        ),
    ],
)
def test_things_are_found_by_words_and_places(sentence: str, meant: str) -> None:
    assert said(sentence) == meant


@pytest.mark.parametrize(
    "sentence",
    [
        "put the bowl on the left plate",  # which of two
        "put the white mug on the plate",
        "open the drawer",  # of three
        "put the butter in the top compartment of the caddy",
        "put the gizmo in the basket",
        "put the butter in the basket quickly perhaps",  # every word counts
        "do not put the butter in the basket",
        "put the butter in it",
        "put the white mug on the left plate and the butter in the basket on the right plate",  # they are not there
        "put into the basket",
        "put the left plate to the left of the stove",  # nothing is called so
        "",
    ],
)
def test_what_is_not_understood_is_not_guessed(sentence: str) -> None:
    assert said(sentence) is None


def test_it_is_said_what_a_phrase_may_mean() -> None:
    found = named("put the bowl on the left plate", CAST, Sighted(BOXES, holds), AREAS)
    assert "akita_black_bowl_1 or akita_black_bowl_2" in found.why
    area = named("push the left plate to the front of the stove", CAST, Sighted(BOXES, holds), AREAS)
    assert area.areas == ("kitchen_table_stove_front_region",)


def test_without_pictures_sides_tell_nothing() -> None:
    assert named("put the white mug on the left plate", CAST, Sighted()).text is None
