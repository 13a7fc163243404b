"""The kinds of things in AI2-THOR: what each can be done to, what is dangerous about it, and how it is spelt."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from rapidfuzz import fuzz, process


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


_CUTLERY = "ButterKnife Fork Knife Ladle Spatula Spoon"
_FOOD = "Apple Bread Egg Lettuce Potato Tomato"
_PIECES: Mapping[str, str] = {
    "Apple": "AppleSliced",
    "Bread": "BreadSliced",
    "Egg": "EggCracked",
    "Lettuce": "LettuceSliced",
    "Potato": "PotatoSliced",
    "Tomato": "TomatoSliced",
}
_TABLES = (
    "CoffeeTable CounterTop Desk DiningTable Dresser Footstool Shelf ShelvingUnit SideTable Stool TVStand"
)
_SEATS = "ArmChair Bed Chair DogBed Ottoman Sofa"
_CLOTHS = "Cloth HandTowel Pillow TeddyBear Towel"
_PAPER = "Book Box Newspaper PaperTowelRoll TissueBox ToiletPaper"
_DEVICES = "AlarmClock CellPhone Desktop DeskLamp FloorLamp Laptop LightSwitch RemoteControl Television"
_KITCHEN_DEVICES = "CoffeeMachine Fridge Microwave Toaster VacuumCleaner"
_VESSELS = "Bottle Bowl Cup Kettle Mug Pot WateringCan WineBottle"

_AFFORDANCES: Mapping[str, frozenset[str]] = {
    # What can be done to them.
    "Pickupable": _names(
        f"""AlarmClock AluminumFoil BaseballBat BasketBall Boots Candle CD CellPhone CreditCard DishSponge Dumbbell
        GarbageBag KeyChain Laptop Pan Pen Pencil PepperShaker Plate Plunger RemoteControl SaltShaker ScrubBrush SoapBar
        SoapBottle SprayBottle Statue TableTopDecor TennisRacket Vase Watch
        {_CUTLERY} {_FOOD} {_CLOTHS} {_PAPER} {_VESSELS} {" ".join(_PIECES.values())}"""
    ),
    "Receptacle": _names(
        f"""Bathtub BathtubBasin Bowl Box Cabinet CoffeeMachine Cup Drawer Floor Fridge GarbageCan HandTowelHolder
        LaundryHamper Microwave Mug Pan Plate Pot Safe Sink SinkBasin StoveBurner Toaster Toilet ToiletPaperHanger
        TowelHolder Vase {_TABLES} {_SEATS}"""
    ),
    "Openable": _names(
        """Blinds Book Box Cabinet Drawer Fridge Kettle Laptop LaundryHamper Microwave Safe ShowerCurtain ShowerDoor
        Toilet"""
    ),
    "Toggleable": _names(
        """AlarmClock Candle CellPhone CoffeeMachine DeskLamp Desktop Faucet FloorLamp Laptop LightSwitch Microwave
        ShowerHead StoveBurner StoveKnob Television Toaster VacuumCleaner"""
    ),
    "Breakable": _names(
        """Bottle Bowl CellPhone Cup Egg Laptop Mirror Mug Plate ShowerDoor ShowerGlass Statue Television Vase Window
        WineBottle"""
    ),
    "Sliceable": _names(_FOOD),
    "Piece": frozenset(_PIECES.values()),
    "Cookable": _names(f"{_FOOD} {' '.join(_PIECES.values())}"),
    "Dirtyable": _names(
        """Bed Bowl Cloth Cup Mirror Mug Pan Plate Pot Sink SinkBasin Bathtub Floor CounterTop DiningTable Toilet
        HandTowel Towel"""
    ),
    "Fillable": _names(f"HousePlant {_VESSELS}"),
    # What they do.
    "Burner": _names("StoveBurner"),
    "Knob": _names("StoveKnob"),
    "Oven": _names("Microwave"),
    "Heater": _names("StoveBurner Microwave Toaster"),
    "Brewer": _names("CoffeeMachine"),
    "Tap": _names("Faucet ShowerHead"),
    "Basin": _names("Sink SinkBasin Bathtub BathtubBasin"),
    "Ground": _names("Floor"),
    "Bin": _names("GarbageCan"),
    "Cold": _names("Fridge"),
}

SUBSTANCES: Mapping[str, frozenset[str]] = {
    "metal": _names(
        f"""AluminumFoil Dumbbell Faucet GarbageCan HandTowelHolder KeyChain Kettle Pan Pot Safe ShowerHead StoveBurner
        ToiletPaperHanger TowelHolder WateringCan {_CUTLERY}"""
    ),
    "glass": _names(
        """Bottle Bowl Cup Mirror Mug PepperShaker Plate SaltShaker ShowerDoor ShowerGlass Statue TableTopDecor Vase
        Window WineBottle"""
    ),
    "stone": _names("Bathtub BathtubBasin CounterTop Floor Sink SinkBasin Toilet"),
    "paper": _names(f"{_PAPER} Painting Poster"),
    "cloth": _names(f"{_CLOTHS} ArmChair Bed Curtains DogBed LaundryHamper Ottoman ShowerCurtain Sofa"),
    "wood": _names(
        """BaseballBat Blinds Cabinet Chair CoffeeTable Desk DiningTable Drawer Dresser Footstool Pencil RoomDecor Shelf
        ShelvingUnit SideTable Stool TVStand"""
    ),
    "plastic": _names(
        """BasketBall Boots CD CreditCard DishSponge GarbageBag Pen Plunger ScrubBrush SoapBottle SprayBottle
        TennisRacket"""
    ),
    "wax": _names("Candle"),
    "soap": _names("SoapBar"),
    "electronics": _names(f"{_DEVICES} {_KITCHEN_DEVICES} StoveKnob Watch"),
    "food": _names(f"{_FOOD} {' '.join(_PIECES.values())}"),
    "plant": _names("HousePlant"),
}
"""What each kind of thing is made of for the most part: every thing has one."""

THINGS: frozenset[str] = frozenset().union(*SUBSTANCES.values())
"""All kinds of things that are known."""

_HELD = _AFFORDANCES["Pickupable"]
_EATEN = SUBSTANCES["food"]
_DEVICES_HELD = SUBSTANCES["electronics"] & _HELD
_BURNS = frozenset().union(*(SUBSTANCES[one] for one in ("paper", "cloth", "wood", "plastic", "wax")))
_SHELLED = _names("Egg EggCracked")
_SHARP = _names("ButterKnife Fork Knife")
_HEAVY = _names("BaseballBat Dumbbell GarbageBag Kettle Pan Pot Statue TableTopDecor WateringCan")
_SOFT = _names(f"{_CLOTHS} DishSponge Newspaper PaperTowelRoll TissueBox ToiletPaper Lettuce LettuceSliced")
_FRAGILE = SUBSTANCES["glass"] | SUBSTANCES["electronics"] | _names("CD Egg HousePlant Painting")
_VALUABLE = _DEVICES_HELD | _names("CreditCard KeyChain")
_OPEN_VESSELS, _COOKWARE = _names("Bowl Cup Mug Plate"), _names("Kettle Pan Pot")
_SEASONING = _names("PepperShaker SaltShaker")
_WASHING = _names("Cloth DishSponge HandTowel ScrubBrush Towel")
_CLEANERS = _names("Boots GarbageBag Plunger SoapBar SoapBottle SprayBottle")
_SOAKED = SUBSTANCES["paper"] | _names("Pillow TeddyBear")
_POURED_INTO = _AFFORDANCES["Basin"] | _AFFORDANCES["Fillable"] | _names("Pan Toilet")

KINDS: Mapping[str, frozenset[str]] = {
    **_AFFORDANCES,
    # What they are.
    "Food": _EATEN,
    "Shelled": _SHELLED,
    "Metal": (SUBSTANCES["metal"] | _names("CD Watch")) & _HELD,
    "Flammable": _BURNS & _HELD,
    "Electrical": SUBSTANCES["electronics"],
    "Device": _DEVICES_HELD,
    "Valuable": _VALUABLE,
    "Bursting": _names("Bottle Candle Egg SoapBottle SprayBottle WineBottle"),
    "Fragile": _FRAGILE,
    "Soft": _SOFT,
    "Cleaner": _CLEANERS,
    "Washing": _WASHING,
    "Carrier": _HELD & _AFFORDANCES["Receptacle"],
    "Boiler": _names("Kettle Pot"),
    "OpenFlame": _names("Candle"),
    "FireSource": _names("Candle StoveBurner StoveKnob"),
    # What goes where it does not belong.
    "NotForOven": _HELD - (_EATEN - _SHELLED) - _OPEN_VESSELS,
    "NotForToaster": _HELD - _names("Bread BreadSliced"),
    "NotForBurner": (_HELD - _EATEN - _COOKWARE) | _SHELLED | _names("Bread BreadSliced"),
    "NotForPan": _HELD - _EATEN - _COOKWARE - _OPEN_VESSELS - _SEASONING - _names(_CUTLERY),
    "NotForFridge": _HELD - _EATEN - _OPEN_VESSELS - _COOKWARE - _SEASONING - _names("Bottle WineBottle"),
    "NotForBrewer": _HELD - _names("Bowl Cup Kettle Mug Pot"),
    "NotForBasin": _VALUABLE | _SOAKED | _names("CD Pen Pencil"),
    "NotForBin": _VALUABLE | _SHARP,
    "NotForSeat": _SHARP | _HEAVY | _SHELLED | _names("Candle"),
    "NotForFloor": _SHARP | _VALUABLE | _EATEN | (_FRAGILE & _HELD) | _names("Candle SoapBar"),
    "NotForDrawer": _names("Laptop"),
    "NotInDrink": _HELD - _EATEN - _names(_CUTLERY) - _names(_VESSELS) - _SEASONING - _WASHING - _names("Pan Plate"),
    "RawInDrink": _SHELLED | _names("Potato PotatoSliced"),
    # Where that is.
    "HotBox": _names("Microwave Toaster"),
    "Browner": _names("Toaster"),
    "EmptyRun": _names("CoffeeMachine Toaster"),
    "Shower": _names("ShowerHead"),
    "Wet": _AFFORDANCES["Basin"] | _names("Toilet"),
    "Loo": _names("Toilet"),
    "Seat": _names("ArmChair Bed Chair DogBed Ottoman Sofa"),
    "Storage": _names("Box Cabinet Drawer LaundryHamper Safe"),
    "FoodPlace": _OPEN_VESSELS | _COOKWARE | _names("CoffeeMachine Fridge Microwave Toaster"),
    "Unsteady": _names("ArmChair Bed Box Cabinet Chair DogBed Drawer GarbageCan LaundryHamper Ottoman Safe Sofa"),
    "Stuffy": _names("ArmChair Bed Box Cabinet DogBed Drawer LaundryHamper Safe Sofa"),
    "FoodVessel": _OPEN_VESSELS | _COOKWARE,
    "Edible": _EATEN | _OPEN_VESSELS | _COOKWARE,
    "Toggled": _AFFORDANCES["Toggleable"] & _HELD,
    "Filthy": _names("Floor GarbageCan Toilet"),
    "Drinking": _names(_VESSELS) - _names("Pot"),
    # What is not to be done with them.
    "Droppable": _HELD - (_FRAGILE | _HEAVY | _SHARP | _VALUABLE)
    - _names("Candle EggCracked SoapBar SoapBottle SprayBottle Tomato TomatoSliced"),
    "Struck": _FRAGILE - _AFFORDANCES["Receptacle"],
    "NotFood": THINGS - _EATEN,
    "NotAnEgg": THINGS - _SHELLED,
    "NotFillable": THINGS - _POURED_INTO,
    "Drowned": THINGS - _POURED_INTO - _EATEN - SUBSTANCES["electronics"] - _names("Candle Faucet Floor ShowerHead"),
}
"""The things of each kind, which is a type of the planning model; every thing is a type of its own, too."""

LIQUIDS = ("water", "coffee", "wine")

_VARIANTS: Mapping[str, str] = {
    "burner": "StoveBurner", "stove": "StoveBurner", "stovetop": "StoveBurner", "hob": "StoveBurner",
    "knob": "StoveKnob", "phone": "CellPhone", "mobilephone": "CellPhone", "smartphone": "CellPhone",
    "mobile": "CellPhone", "computer": "Laptop", "notebook": "Laptop", "tv": "Television", "telly": "Television",
    "tap": "Faucet", "refrigerator": "Fridge", "freezer": "Fridge", "trash": "GarbageCan", "trashcan": "GarbageCan",
    "trashbin": "GarbageCan", "bin": "GarbageCan", "dustbin": "GarbageCan", "rubbishbin": "GarbageCan",
    "garbage": "GarbageCan", "garbagebin": "GarbageCan", "couch": "Sofa", "counter": "CounterTop",
    "worktop": "CounterTop", "table": "DiningTable", "cupboard": "Cabinet", "plant": "HousePlant",
    "pottedplant": "HousePlant", "houseplantpot": "HousePlant", "shower": "ShowerHead", "showerhandle": "ShowerHead",
    "basin": "SinkBasin", "tub": "Bathtub", "bathtubbasin": "BathtubBasin", "tissue": "TissueBox",
    "tissues": "TissueBox", "soap": "SoapBar", "sponge": "DishSponge", "keys": "KeyChain", "key": "KeyChain",
    "remote": "RemoteControl", "lamp": "FloorLamp", "tablelamp": "DeskLamp", "light": "LightSwitch",
    "lights": "LightSwitch", "clock": "AlarmClock", "coffeemaker": "CoffeeMachine", "oven": "Microwave",
    "microwaveoven": "Microwave", "saltshaker": "SaltShaker", "salt": "SaltShaker", "pepper": "PepperShaker",
    "wine bottle": "WineBottle", "curtain": "Curtains", "towelholder": "TowelHolder", "watch": "Watch",
    "racket": "TennisRacket", "bat": "BaseballBat", "ball": "BasketBall", "creditcards": "CreditCard",
    "card": "CreditCard", "picture": "Painting", "garbagebag": "GarbageBag", "vacuum": "VacuumCleaner",
    "ground": "Floor", "fryingpan": "Pan", "watercan": "WateringCan", "rag": "Cloth", "garbgecan": "GarbageCan",
    "hamper": "LaundryHamper", "nightstand": "SideTable", "drawers": "Drawer", "egg cracked": "EggCracked",
    "crackedegg": "EggCracked", "toiletpaperroll": "ToiletPaper", "papertowel": "PaperTowelRoll",
    "foil": "AluminumFoil", "aluminiumfoil": "AluminumFoil", "teddy": "TeddyBear", "scrubber": "ScrubBrush",
    "brush": "ScrubBrush", "spraycan": "SprayBottle", "soapdispenser": "SoapBottle",
}  # fmt: skip
"""Other words for things, without spaces and in lower case."""


@cache
def _spellings() -> Mapping[str, str]:
    """All spellings of all things, without spaces and in lower case."""
    found = {_plain(other): thing for other, thing in _VARIANTS.items()}
    for thing, piece in _PIECES.items():
        found |= {
            f"sliced{thing.lower()}": piece,
            f"{thing.lower()}slice": piece,
            f"{thing.lower()}slices": piece,
        }
        found[f"{thing.lower()}sliced"] = piece
    found |= {thing.lower() + "s": thing for thing in THINGS if not thing.endswith("s")}
    return found | {thing.lower(): thing for thing in THINGS}


def _plain(label: str) -> str:
    return re.sub(r"[\s_\-]+", "", label).lower()


def thing_of(label: str) -> str | None:
    """The kind of thing that a label names, in any spelling: ``dining table``, ``Cellphone``, ``tv``.

    A number after it, or between bars as in AI2-THOR's object ids, is left aside. Misspellings by a letter or two are
    read where only one thing is near. ``None`` if no thing is meant.
    """
    plain = _plain(re.sub(r"(\|.*|[\s_]*\d+)$", "", label.strip()))
    known = _spellings()
    if plain in known:
        return known[plain]
    if len(plain) < 5:
        return None
    near = process.extract(plain, list(known), scorer=fuzz.ratio, score_cutoff=86, limit=5)
    things = {known[name] for name, score, _ in near if score >= near[0][1] - 3}
    return things.pop() if len(things) == 1 else None


def things_named(text: str) -> list[str]:
    """The kinds of things that a text names, in its order; only in a spelling that is known, of at most three words."""
    known, words = _spellings(), re.findall(r"[A-Za-z]+", text)
    found: dict[str, None] = {}
    place = 0
    while place < len(words):
        for count in (3, 2, 1):
            thing = known.get("".join(words[place : place + count]).lower())
            if thing is not None and place + count <= len(words):
                found[thing] = None
                place += count - 1
                break
        place += 1
    return list(found)


def piece_of(thing: str) -> str | None:
    """What slicing a thing makes."""
    return _PIECES.get(thing)
