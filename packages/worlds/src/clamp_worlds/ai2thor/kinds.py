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
PIECES: Mapping[str, str] = {
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
        {_CUTLERY} {_FOOD} {_CLOTHS} {_PAPER} {_VESSELS} {" ".join(PIECES.values())}"""
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
    "Piece": frozenset(PIECES.values()),
    "Cookable": _names(f"{_FOOD} {' '.join(PIECES.values())}"),
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
    "food": _names(f"{_FOOD} {' '.join(PIECES.values())}"),
    "plant": _names("HousePlant"),
}
"""What each kind of thing is made of for the most part: every thing has one."""

THINGS: frozenset[str] = frozenset[str]().union(*SUBSTANCES.values())
"""All kinds of things that are known."""

_HELD = _AFFORDANCES["Pickupable"]
_EATEN = SUBSTANCES["food"]
_PARTS = _AFFORDANCES["Piece"]
_DEVICES_HELD = SUBSTANCES["electronics"] & _HELD
_VALUABLE = _DEVICES_HELD | _names("CreditCard KeyChain")
_BURNS = frozenset[str]().union(*(SUBSTANCES[one] for one in ("paper", "cloth", "wood", "plastic", "wax")))
_SHELLED = _names("Egg EggCracked")
_SHARP = _names("ButterKnife Fork Knife")
_HEAVY = _names("Dumbbell Kettle Pan Pot Statue TableTopDecor")
_FRAGILE = SUBSTANCES["glass"] | SUBSTANCES["electronics"] | _names("CD Egg HousePlant Painting")
_DISHES, _COOKWARE = _names("Bowl Cup Mug Plate"), _names("Kettle Pan Pot")
_AT_TABLE = _EATEN | _DISHES | _names(_VESSELS) | _names(_CUTLERY) | _names("Pan PepperShaker SaltShaker")
_WASHING = _names("Cloth DishSponge HandTowel ScrubBrush Towel")
_SOAKED = (SUBSTANCES["paper"] & _HELD) | _names("Bread BreadSliced CD CreditCard KeyChain Pillow TeddyBear")
_KINDLING = (SUBSTANCES["paper"] | SUBSTANCES["cloth"]) & _HELD
_ON_LID = (SUBSTANCES["paper"] | SUBSTANCES["cloth"] | SUBSTANCES["soap"]) & _HELD | _names(
    "Candle ScrubBrush SoapBottle SprayBottle Statue TableTopDecor Vase"
)
_MESSY = _PARTS | _names("Bread Lettuce Tomato")
_FLAME_BASE = (_names(_TABLES) - _names("Footstool Stool")) | _DISHES

KINDS: Mapping[str, frozenset[str]] = {
    **_AFFORDANCES,
    # What they are.
    "Food": _EATEN,
    "Shelled": _SHELLED,
    "Perishable": _SHELLED | _PARTS | _names("Lettuce Tomato"),
    "Electrical": SUBSTANCES["electronics"],
    "Device": _DEVICES_HELD,
    "Fragile": _AFFORDANCES["Breakable"],
    "Shield": _names("ShowerCurtain ShowerDoor"),
    "Metal": (SUBSTANCES["metal"] | _names("CD")) & _HELD,
    "Bursting": _names("Bottle Candle SoapBottle SprayBottle WineBottle") | _SHELLED,
    "Sparking": ((SUBSTANCES["metal"] | _names("CD")) & _HELD) | _DEVICES_HELD,
    "Explosive": _names("Bottle Candle SoapBottle SprayBottle WineBottle") | _DEVICES_HELD,
    "Flammable": (_BURNS & _HELD) - _names("Candle CD"),
    "Kindling": _KINDLING,
    "Textile": SUBSTANCES["cloth"] & _HELD,
    "Cleaner": _names("Boots GarbageBag Plunger ScrubBrush SoapBar SoapBottle SprayBottle"),
    "Unclean": _names("Boots GarbageBag Plunger ScrubBrush"),
    "Trodden": _names("Boots Plunger"),
    "Chemical": _names("SoapBottle SprayBottle"),
    "Absorbent": _names("Cloth DishSponge HandTowel Towel"),
    "Heavy": _HEAVY,
    "Cookware": _COOKWARE,
    "Meal": _names(_FOOD),
    "Eaten": _EATEN | _DISHES | _names("Fork Spoon"),
    "NotWithFood": _VALUABLE | _names("CD DishSponge Pen Pencil"),
    "Washing": _WASHING,
    "Stainable": (_HELD - _AT_TABLE - SUBSTANCES["electronics"] - _names("Candle Vase"))
    | _names("GarbageCan PepperShaker SaltShaker"),
    "Spoilt": _HELD - _AT_TABLE - SUBSTANCES["electronics"] - _names("Candle Vase"),
    "RawInDrink": _SHELLED | _names("Potato PotatoSliced"),
    "NotInDrink": _HELD - _AT_TABLE - _WASHING - _DEVICES_HELD,
    "Cooker": _names("Pan Pot"),
    "Dish": _DISHES,
    "Carrier": _HELD & _AFFORDANCES["Receptacle"],
    "OpenVessel": _names("Bowl Cup Mug Pot WateringCan"),
    "Drinking": _names(_VESSELS) - _names("Pot"),
    "FoodVessel": _DISHES | _COOKWARE,
    "FoodPlace": _DISHES | _COOKWARE | _names("CoffeeMachine Fridge Microwave Toaster"),
    "FireSource": _names("Candle StoveBurner StoveKnob"),
    "Hot": _names("Candle DeskLamp FloorLamp Laptop StoveKnob"),
    "Wet": _AFFORDANCES["Basin"] | _names("Toilet"),
    "Table": _names(_TABLES),
    "FlameBase": _FLAME_BASE,
    "BesideFlame": _KINDLING | _names("SprayBottle"),
    "Seat": _names(f"Footstool Stool {_SEATS}"),
    "Heatproof": _AFFORDANCES["Basin"] | _names("CounterTop"),
    "Soft": _names("ArmChair Bed DogBed Ottoman Sofa"),
    "Scorchable": (_names(_TABLES) - _names("CounterTop")) | _names(f"Box Cabinet Drawer Fridge GarbageCan {_SEATS}"),
    "Storage": _names("Box Cabinet Drawer LaundryHamper Safe"),
    "OnLid": _ON_LID,
    "NotOnLid": _HELD - _ON_LID,
    "Rail": _names("HandTowelHolder ToiletPaperHanger TowelHolder"),
    "EatenFrom": _names("DiningTable Plate"),
    "Surface": _names("CoffeeTable CounterTop Desk Dresser SideTable"),
    "Served": _names("Bowl DiningTable Fridge Pan Plate Pot"),
    "FragileVessel": _DISHES | _names("Vase"),
    "NotToCutOn": (_names(_TABLES) - _names("CounterTop DiningTable"))
    | _names(f"Bathtub BathtubBasin Floor GarbageCan Toilet {_SEATS}"),
    "Spilling": _names("Box Cabinet Drawer GarbageCan LaundryHamper Safe") | _names(_SEATS),
    "UnderFlame": _AFFORDANCES["Receptacle"] - _FLAME_BASE - _AFFORDANCES["Basin"],
    "Tinder": _names(f"Bathtub BathtubBasin Box LaundryHamper {_SEATS}"),
    # What goes, or does not go, where.
    "ForOven": (_EATEN - _SHELLED) | _DISHES,
    "NotForOven": _HELD - (_EATEN - _SHELLED) - _DISHES,
    "OutOfOven": _HELD - _EATEN - _DISHES - SUBSTANCES["metal"] - _BURNS - _DEVICES_HELD - _names("Bottle WineBottle"),
    "NotForToaster": _HELD - _names("Bread BreadSliced"),
    "ForToaster": _names("Bread BreadSliced"),
    "ForBurner": (_EATEN | _COOKWARE) - _SHELLED - _names("Bread BreadSliced"),
    "NotForBurner": _HELD - _EATEN - _COOKWARE,
    "Scorched": _EATEN - _names("Potato PotatoSliced"),
    "NotForPan": _HELD - _AT_TABLE,
    "NotForHotPan": _HELD - _EATEN - _names(f"Bowl {_CUTLERY}"),
    "NotForFridge": (_HELD - _AT_TABLE) | _names(f"WateringCan {_CUTLERY}"),
    "ForBrewer": _names("Bowl Cup Kettle Mug Pot"),
    "NotForBrewer": _HELD - _names("Bowl Cup Kettle Mug Pot"),
    "Lost": (_VALUABLE | _SOAKED | _names("Dumbbell Pen Pencil")) - _DEVICES_HELD,
    "NotForBin": _VALUABLE | _SHARP | _COOKWARE
    | _names("BaseballBat BasketBall CD Dumbbell Ladle Pillow Spatula Spoon Statue TableTopDecor TeddyBear")
    | _names("TennisRacket Vase WateringCan"),
    "NotForSeat": _SHARP | _SHELLED | _COOKWARE | _MESSY
    | _names("Boots DishSponge Dumbbell GarbageBag Plunger ScrubBrush SoapBar"),
    "NotForFloor": (_SHARP | _SHELLED | _MESSY | _VALUABLE | _names("CD Pen Pencil SoapBar")) - _names("AlarmClock"),
    "NotForHamper": _HELD - SUBSTANCES["cloth"] - _names("Boots"),
    "NotForRail": _HELD - SUBSTANCES["cloth"] - _names("PaperTowelRoll ToiletPaper"),
    "NotForSafe": _HELD - _VALUABLE - _names("Book Box Statue TableTopDecor"),
    "Airless": _names(f"Footstool Safe Stool {_SEATS}"),
    "ShutIn": _names("Box Cabinet Drawer LaundryHamper"),
    # What is not to be done with them.
    "NotToDrop": ((SUBSTANCES["glass"] & _HELD) | _HEAVY | _names("CD Egg Knife")),
    "Slippery": _PARTS | _names("ButterKnife CreditCard Fork KeyChain SoapBar SoapBottle SprayBottle Tomato"),
    "Crushed": _DEVICES_HELD | _names("CD Egg"),
    "Hard": _names("BaseballBat BasketBall Book Boots Box GarbageBag TennisRacket WateringCan"),
    "Tippable": _names("Bottle Candle Cup Mug Statue TableTopDecor Vase WineBottle"),
    "ThrownAway": (SUBSTANCES["paper"] & _HELD) - _names("Book Box"),
    "NoPlace": (SUBSTANCES["electronics"] - _AFFORDANCES["Receptacle"])
    | _names("Bottle CD Candle Egg Kettle Statue WateringCan WineBottle"),
    "ForSoap": _AFFORDANCES["Basin"] | _WASHING | _names("CounterTop Mirror ShowerDoor ShowerGlass Toilet Window"),
    "NotFood": THINGS - _EATEN,
    "NotAnEgg": THINGS - _SHELLED,
    "NotToFill": THINGS - _AFFORDANCES["Basin"] - _AFFORDANCES["Fillable"] - _names("Pan Toilet Vase"),
    "Stained": (THINGS - _HELD - SUBSTANCES["electronics"] - _AFFORDANCES["Basin"]
                - _names("Faucet Floor GarbageCan HousePlant ShowerHead Toilet")) | _SOAKED,
}  # fmt: skip
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
    "coffee maker": "CoffeeMachine", "settee": "Sofa", "cushion": "Pillow", "bedside table": "SideTable",
    "tin foil": "AluminumFoil", "kitchen roll": "PaperTowelRoll", "toilet roll": "ToiletPaper",
    "loo": "Toilet", "telephone": "CellPhone", "wastepaper basket": "GarbageCan", "rubbish": "GarbageCan",
    "waste bin": "GarbageCan", "standing lamp": "FloorLamp", "pot plant": "HousePlant", "dishcloth": "Cloth",
    "cooker": "StoveBurner", "cooktop": "StoveBurner", "ground": "Floor", "fryingpan": "Pan",
    "watercan": "WateringCan", "rag": "Cloth", "garbgecan": "GarbageCan",
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
    for thing, piece in PIECES.items():
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
    for thing, piece in PIECES.items():
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
    return PIECES.get(thing)
