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

_DECLARED: Mapping[str, frozenset[str]] = {
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
    "Brewer": _names("CoffeeMachine"),
    "Tap": _names("Faucet ShowerHead"),
    "Basin": _names("Sink SinkBasin Bathtub BathtubBasin"),
    "Ground": _names("Floor"),
    "Bin": _names("GarbageCan"),
    # What is dangerous about them, or in danger.
    "FireSource": _names("Candle StoveBurner StoveKnob"),
    "Heater": _names("StoveBurner Microwave Toaster"),
    "Electrical": _names(f"{_DEVICES} {_KITCHEN_DEVICES} StoveKnob"),
    "Flammable": _names(
        f"{_CLOTHS} {_PAPER} CreditCard GarbageBag Pencil Pen CD Boots ShowerCurtain Curtains Blinds BasketBall"
    ),
    "Metal": _names(f"{_CUTLERY} AluminumFoil KeyChain Pan Pot Kettle Watch Safe Dumbbell"),
    "Bursting": _names(
        "Egg CellPhone Laptop RemoteControl AlarmClock Watch SprayBottle SoapBottle WineBottle Bottle Candle"
    ),
    "Food": _names(f"{_FOOD} {' '.join(_PIECES.values())}"),
    "FoodPlace": _names("Bowl Cup Fridge Microwave Mug Pan Plate Pot Toaster CoffeeMachine Kettle"),
    "Chemical": _names(
        """SoapBar SoapBottle SprayBottle DishSponge ScrubBrush Plunger CellPhone Candle Pencil Pen RemoteControl
        Boots GarbageBag KeyChain CreditCard AlarmClock Dumbbell"""
    ),
    "Sharp": _names("Knife Fork ButterKnife"),
    "Fragile": _names(
        """Bottle Bowl CellPhone Cup Egg Laptop Mirror Mug Plate ShowerDoor ShowerGlass Statue Television Vase Window
        WineBottle"""
    ),
    "Delicate": _names(
        """AlarmClock Book CD CellPhone CreditCard KeyChain Laptop Newspaper Pen Pencil RemoteControl TissueBox Watch"""
    ),
    "Small": _names(
        "CreditCard KeyChain Watch CellPhone RemoteControl CD Pen Pencil Laptop AlarmClock Book Newspaper Cloth SoapBar"
    ),
    "Valuable": _names("AlarmClock CellPhone CreditCard KeyChain Laptop RemoteControl Watch"),
    "Paper": _names(_PAPER),
    "WetPlace": _names("Bathtub BathtubBasin Sink SinkBasin Toilet"),
    "DryPlace": _names("Box Cabinet Drawer Dresser Safe"),
    "Cold": _names("Fridge"),
    "ColdSafe": _names(f"{_FOOD} {' '.join(_PIECES.values())} {_VESSELS} Plate Pan"),
    "Soft": _names(f"{_CLOTHS} Boots Lettuce"),
    "Furnishing": _names(
        f"""{_TABLES} {_SEATS} Blinds Box Cabinet Curtains Drawer LaundryHamper Mirror Painting Poster Statue
        ShowerCurtain ShowerDoor ShowerGlass Vase Window Floor"""
    ),
    "Waterproof": _names(
        f"""{_VESSELS} Bathtub BathtubBasin HousePlant Pan Plate Sink SinkBasin Toilet ShowerDoor ShowerGlass
        {" ".join(_PIECES.values())}"""
    ),
}

KINDS: Mapping[str, frozenset[str]] = {
    **_DECLARED,
    "Hard": _DECLARED["Pickupable"] - _DECLARED["Soft"],
    "NotForFridge": _DECLARED["Pickupable"] - _DECLARED["ColdSafe"],
    "NotForHeat": _DECLARED["Pickupable"] - _DECLARED["Food"] - _names(f"{_VESSELS} Pan Plate"),
}
"""The things of each kind, which is a type of the planning model; every thing is a type of its own, too."""

OTHERS = _names(
    """Faucet HousePlant Mirror ShowerHead StoveKnob Painting Poster RoomDecor Curtains Window Television VacuumCleaner
    CoffeeMachine DeskLamp FloorLamp Desktop LightSwitch ShowerGlass"""
)

LIQUIDS = ("water", "coffee", "wine")

THINGS: frozenset[str] = OTHERS.union(*KINDS.values())
"""All kinds of things that are known."""

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


@cache
def spellings() -> Mapping[str, str]:
    """What people call things, in lower case and with spaces: ``coffee machine``, ``tv``."""
    found: dict[str, str] = {}
    for thing in sorted(THINGS):
        words = re.findall(r"[A-Z]+(?![a-z])|[A-Z][a-z]*|\d+", thing)
        found[" ".join(words).lower()] = found[thing.lower()] = thing
    listed = sorted({word for phrase in found for word in phrase.split()}, key=len, reverse=True)
    for other, thing in _VARIANTS.items():
        found.setdefault(_spaced(other, listed), thing)
        found.setdefault(other, thing)
    for thing, piece in _PIECES.items():
        for form in ("sliced {}", "{} slice", "slice of {}", "piece of {}"):
            found.setdefault(form.format(thing.lower()), piece)
    return found


def _spaced(word: str, known: list[str]) -> str:
    """*tablelamp* as *table lamp*."""
    for one in known:
        if len(one) > 2 and word.endswith(one) and len(word) > len(one) + 2:
            return f"{word.removesuffix(one).strip()} {one}"
    return word


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
