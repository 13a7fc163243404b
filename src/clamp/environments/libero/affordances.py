"""What LIBERO's categories and regions are for: the one table behind the planning domain.

A category that is not listed can be picked up (an object) or does nothing (a fixture).
"""

from __future__ import annotations

import re

DISHES = frozenset(
    (
        *("plate", "yellow_plate", "akita_black_bowl", "bigger_akita_black_bowl", "black_bowl", "white_bowl"),
        *("glazed_rim_porcelain_ramekin", "chefmate_8_frypan", "cookies"),
    )
)
"""Objects on which others can stand."""

BROAD = frozenset(("plate", "yellow_plate"))
"""Dishes with room for several things; any other holds one."""

VESSELS = frozenset(("basket", "red_basket", "wooden_tray"))
"""Objects that hold others and are too large to be put into or onto anything but a table."""

TABLES = frozenset(
    ("kitchen_table", "living_room_table", "study_table", "coffee_table", "table", "main_table", "floor")
)
"""The workspace: a fixture without a body of its own, whose regions are rectangles on it."""

STOVES = frozenset(("flat_stove", "yellow_stove"))
"""Fixtures that are turned on and off."""

DOORED = frozenset(("microwave",))
"""Fixtures whose one door closes all of their compartments."""

CABINETS = frozenset(("white_cabinet", "wooden_cabinet", "yellow_cabinet", "short_cabinet"))
"""Fixtures with drawers, one above the other."""

DRAWERS = ("top_region", "middle_region", "bottom_region")
"""A cabinet's drawers from above."""

RACKS = frozenset(("wine_rack", "brown_rack"))
"""Fixtures on whose `top_region` things lie, instead of in it."""

FIXTURES = (
    TABLES | STOVES | DOORED | CABINETS | RACKS | {"desk_caddy", "wooden_two_layer_shelf", "wooden_shelf"}
)
"""Categories that cannot be picked up."""

_TOPS = frozenset(("top_side", "cook_region"))


def region_type(category: str, suffix: str) -> str:
    """The planning type of a fixture's or object's region: ``drawer``, ``top`` or ``compartment``.

    Args:
        category: Of the fixture or object.
        suffix: The region's own name, such as ``top_region``.
    """
    if suffix in _TOPS or category in RACKS:
        return "top"
    if category in CABINETS and suffix in DRAWERS:
        return "drawer"
    return "compartment"


def supertype(category: str, fixture: bool) -> str:
    """The planning type above a category."""
    if fixture:
        for members, kind in ((TABLES, "table"), (STOVES, "stove"), (DOORED, "doored")):
            if category in members:
                return kind
        return "fixture"
    if category in DISHES:
        return "dish"
    return "vessel" if category in VESSELS else "item"


_NUMBER = re.compile(r"_(\d+)$")


def label(name: str) -> str:
    """A name in words, without the number of its instance: ``akita_black_bowl_1`` → ``akita black bowl``."""
    return _NUMBER.sub("", re.sub(r"_(\d+)_", "_", name)).replace("_", " ")
