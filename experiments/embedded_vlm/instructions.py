"""Sentences that ask for a goal, in many wordings.

The wordings were written from the 90 instructions of libero_90 and from ordinary English; no other suite was
used. A sentence names things as people do ("the left bowl", "the drawer at the top"), never by their ids.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

NAMES: Mapping[str, tuple[str, ...]] = {
    "akita_black_bowl": ("black bowl", "bowl", "dark bowl"),
    "white_bowl": ("white bowl", "bowl"),
    "plate": ("plate", "dish"),
    "red_coffee_mug": ("red mug", "red coffee mug", "red cup"),
    "porcelain_mug": ("white mug", "porcelain mug", "white cup"),
    "white_yellow_mug": ("yellow and white mug", "white and yellow mug", "yellow mug"),
    "moka_pot": ("moka pot", "coffee pot", "moka"),
    "chefmate_8_frypan": ("frying pan", "pan", "fry pan"),
    "wine_bottle": ("wine bottle", "bottle of wine", "bottle"),
    "cream_cheese": ("cream cheese", "cream cheese box"),
    "alphabet_soup": ("alphabet soup", "can of alphabet soup", "soup"),
    "tomato_sauce": ("tomato sauce", "can of tomato sauce"),
    "new_salad_dressing": ("salad dressing", "bottle of salad dressing", "dressing"),
    "orange_juice": ("orange juice", "carton of orange juice", "juice"),
    "milk": ("milk", "milk carton", "carton of milk"),
    "butter": ("butter", "box of butter"),
    "chocolate_pudding": ("chocolate pudding", "pudding", "box of pudding"),
    "ketchup": ("ketchup", "ketchup bottle", "bottle of ketchup"),
    "black_book": ("book", "black book"),
    "yellow_book": ("book", "yellow book"),
    "wooden_cabinet": ("cabinet", "wooden cabinet"),
    "white_cabinet": ("cabinet", "white cabinet"),
    "flat_stove": ("stove", "burner", "cooker"),
    "microwave": ("microwave", "microwave oven"),
    "wine_rack": ("wine rack", "rack"),
    "basket": ("basket",),
    "wooden_tray": ("tray", "wooden tray"),
    "desk_caddy": ("caddy", "desk caddy", "organizer"),
    "wooden_two_layer_shelf": ("shelf", "cabinet", "wooden shelf"),
}
"""What people call a type; the first names are used most."""

_SIDES = {"left": "left", "right": "right", "front": "front", "back": "back"}
_INSTANCE = re.compile(r"^(?P<kind>.+)_(?P<number>\d+)(?:_(?P<part>[a-z_]+))?$")


@dataclass(frozen=True)
class Step:
    """One wish: ``place_on``, ``place_in``, ``open``, ``close``, ``turn_on`` or ``turn_off``, and of what."""

    verb: str
    args: tuple[str, ...]


@dataclass(frozen=True)
class View:
    """What a sentence may point at.

    Attributes:
        entities: Ids in the scene.
        centres: Where an instance is in the picture, as (x to the right, y down).
        supports: What an instance lies on or in, by id.
        renamed: Type names that differ from the usual ones (see `augment`), and what they are called.
    """

    entities: tuple[str, ...]
    centres: Mapping[str, tuple[float, float]] = field(default_factory=dict[str, tuple[float, float]])
    supports: Mapping[str, str] = field(default_factory=dict[str, str])
    renamed: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])


def split_id(entity: str) -> tuple[str, str, str]:
    """An id's kind, number and part: ``wooden_cabinet_1_top_region`` → wooden_cabinet, 1, top_region."""
    match = _INSTANCE.match(entity)
    if match is None:
        return entity, "", ""
    return match["kind"], match["number"], match["part"] or ""


def instance_of(entity: str) -> str:
    """The object that an id is or is a part of."""
    kind, number, _ = split_id(entity)
    return f"{kind}_{number}" if number else kind


def write(steps: Sequence[Step], view: View, random: Random) -> str | None:
    """A sentence that asks for `steps`, in this order; ``None`` where English has no words for a place."""
    clauses = _merged(steps, view, random) or _clauses(steps, view, random)
    if "" in clauses:
        return None
    joint = random.choice((" and ", " and ", " and ", ", then ", " and then ", ", and "))
    text = joint.join(clauses)
    return _dressed(text, random)


def _clauses(steps: Sequence[Step], view: View, random: Random) -> list[str]:
    """A clause for each step; later ones may say "it"."""
    clauses: list[str] = []
    last = ""
    for step in steps:
        clauses.append(_clause(step, view, last, random))
        last = step.args[-1]
    return clauses


def _clause(step: Step, view: View, last: str, random: Random) -> str:
    target = step.args[-1]
    part = split_id(target)[2]
    known = bool(last) and instance_of(last) == instance_of(target) and random.random() < 0.7
    if step.verb in ("place_on", "place_in"):
        thing = the(step.args[0], view, random)
        if known and part and (target == last or part.startswith(("cook", "heating"))):
            inside = random.choice(("in it", "inside", "into it", "inside it"))
            where = inside if step.verb == "place_in" else random.choice(("on it", "on top of it"))
            return random.choice(_PLACING[:3]).format(thing=thing, where=where)
        where = place(step.verb, target, view, random)
        return random.choice(_PLACING).format(thing=thing, where=where) if where else ""
    phrase = random.choice(_SWITCHING[step.verb])
    if known and (target == last or not part):
        return phrase.format("it")
    return phrase.format(fixture(target, view, random))


_PLACING = (
    "put {thing} {where}",
    "put {thing} {where}",
    "place {thing} {where}",
    "pick up {thing} and put it {where}",
    "pick up {thing} and place it {where}",
    "take {thing} and put it {where}",
    "set {thing} {where}",
    "move {thing} {where}",
    "bring {thing} {where}",
    "get {thing} {where}",
)
_SWITCHING: Mapping[str, tuple[str, ...]] = {
    "open": ("open {}", "open {}", "pull {} open", "get {} open", "make {} open"),
    "close": ("close {}", "close {}", "shut {}", "push {} shut", "make {} closed"),
    "turn_on": ("turn on {}", "turn {} on", "switch on {}", "switch {} on", "start {}"),
    "turn_off": ("turn off {}", "turn {} off", "switch off {}", "switch {} off", "stop {}"),
}


def _merged(steps: Sequence[Step], view: View, random: Random) -> list[str] | None:
    """ "both the A and the B", where all steps put things to one place."""
    if len(steps) < 2 or any(step.verb not in ("place_on", "place_in") for step in steps):
        return None
    if len({(step.verb, step.args[-1]) for step in steps}) > 1 or random.random() < 0.25:
        return None
    things = [step.args[0] for step in steps]
    kinds = {split_id(thing)[0] for thing in things}
    same = [entity for entity in view.entities if split_id(entity)[0] in kinds and not split_id(entity)[2]]
    where = place(steps[0].verb, steps[0].args[-1], view, random)
    if not where:
        return None
    if len(kinds) == 1 and len(same) == len(things) == 2:
        listed = f"both {_called(things[0], view, random)}s"
    else:
        named = [the(thing, view, random) for thing in things]
        both = "both " if len(named) == 2 and random.random() < 0.6 else ""
        listed = f"{both}{', '.join(named[:-1])} and {named[-1]}"
    return [random.choice(("put {} {}", "place {} {}", "put {} {}", "move {} {}")).format(listed, where)]


def the(entity: str, view: View, random: Random) -> str:
    """A thing with its article, and with its place where the scene holds several of its kind."""
    name = _called(entity, view, random)
    kind = split_id(entity)[0]
    rivals = [
        other
        for other in view.entities
        if other != entity and not split_id(other)[2] and _confusable(kind, split_id(other)[0], name, view)
    ]
    if not rivals or split_id(entity)[2]:
        return f"the {name}"
    return _pointed(entity, name, rivals, view, random)


def _confusable(kind: str, other: str, name: str, view: View) -> bool:
    return kind == other or name in _names(other, view)


def _pointed(entity: str, name: str, rivals: Sequence[str], view: View, random: Random) -> str:
    """ "the left bowl", "the bowl on the plate": whatever tells it from its rivals."""
    choices: list[str] = []
    support = view.supports.get(entity)
    if support and _speakable(support) and all(view.supports.get(rival) != support for rival in rivals):
        where = place("place_in" if "region" in support else "place_on", support, view, random, plain=True)
        if where:
            choices.append(f"the {name} {where}")
    mine = view.centres.get(entity)
    others = [view.centres[rival] for rival in rivals if rival in view.centres]
    if mine is not None and len(others) == len(rivals):
        for axis, low, high in ((0, "left", "right"), (1, "back", "front")):
            values = [centre[axis] for centre in others]
            if mine[axis] < min(values) - 8:
                choices += _sided(name, low)
            elif mine[axis] > max(values) + 8:
                choices += _sided(name, high)
            elif len(values) == 2 and min(values) + 8 < mine[axis] < max(values) - 8:
                choices += [f"the middle {name}", f"the {name} in the middle"]
    return random.choice(choices) if choices else f"the {name}"


def _speakable(support: str) -> bool:
    """Whether a thing can be told by what it lies on: "the plate left of the plate" would never end."""
    return bool(split_id(support)[1]) or support.endswith(("table", "floor"))


def _sided(name: str, side: str) -> list[str]:
    preposition = "on" if side in ("left", "right") else "at"
    return [f"the {side} {name}", f"the {name} {preposition} the {side}"]


def place(verb: str, target: str, view: View, random: Random, *, plain: bool = False) -> str:
    """Where something goes: "on the plate", "in the top drawer", "to the left of the plate"."""
    kind, number, part = split_id(target)
    if not number:
        return _beside(target, view, random)
    owner = the(instance_of(target), view, random)
    prefix = part.split("_")[0]
    if part == "top_side":
        return random.choice((f"on top of {owner}", f"on {owner}", f"on the top of {owner}"))
    if "cabinet" in kind and part.endswith("region"):
        return f"{_inside(random, plain)} {_drawer(prefix, owner, random)}"
    if "caddy" in kind and part:
        side = random.choice(("compartment", "compartment", "section", "part"))
        return f"{_inside(random, plain)} the {prefix} {side} of {owner}"
    if "shelf" in kind and part:
        if prefix == "bottom":
            return random.choice((f"under {owner}", "under the cabinet shelf", f"below {owner}"))
        return random.choice((f"on {owner}", "on the cabinet shelf", f"on the upper level of {owner}"))
    if verb == "place_in":
        return f"{_inside(random, plain)} {owner}"
    return f"{random.choice(('on', 'on', 'on', 'onto', 'on top of')) if not plain else 'on'} {owner}"


def _inside(random: Random, plain: bool) -> str:
    return "in" if plain else random.choice(("in", "in", "in", "into", "inside"))


def _drawer(level: str, owner: str, random: Random) -> str:
    return random.choice(
        (
            f"the {level} drawer of {owner}",
            f"the {level} drawer of {owner}",
            f"the {level} drawer",
            f"the {level} drawer",
            f"{owner}'s {level} drawer",
            f"the drawer at the {level}",
        )
    )


def _beside(target: str, view: View, random: Random) -> str:
    """The table, or a region of it that is named after what it lies beside: ``…_plate_right_region``."""
    if target.endswith(("table", "floor")):
        return random.choice(("on the {}", "onto the {}", "down on the {}")).format(target.split("_")[-1])
    words = target.removesuffix("_region").split("_")
    side = words[-1]
    if side not in _SIDES:
        return ""
    for entity in view.entities:
        kind, number, part = split_id(entity)
        if number and not part and target.removesuffix(f"_{side}_region").endswith(f"_{kind}"):
            owner = the(entity, view, random)
            if side == "front":
                return random.choice((f"in front of {owner}", f"to the front of {owner}"))
            if side == "back":
                return random.choice((f"behind {owner}", f"to the back of {owner}"))
            return random.choice((f"to the {side} of {owner}", f"on the {side} side of {owner}"))
    return ""


def fixture(target: str, view: View, random: Random) -> str:
    """What is opened, closed or switched."""
    kind, _, part = split_id(target)
    owner = the(instance_of(target), view, random)
    if part and "cabinet" in kind:
        return _drawer(part.split("_")[0], owner, random)
    if "microwave" in kind and random.random() < 0.25:
        return f"the door of {owner}"
    return owner


def _names(kind: str, view: View) -> tuple[str, ...]:
    return view.renamed.get(kind) or NAMES.get(kind) or (kind.replace("_", " "),)


def _called(entity: str, view: View, random: Random) -> str:
    names = _names(split_id(entity)[0], view)
    return names[0] if random.random() < 0.5 else random.choice(names)


_POLITE = ("please {}", "{} please", "could you {}", "can you {}", "i want you to {}", "now {}", "{} for me")


def _dressed(text: str, random: Random) -> str:
    if random.random() < 0.15:
        text = random.choice(_POLITE).format(text)
    if random.random() < 0.12:
        text = re.sub(r"\bthe ", "", text)
    if random.random() < 0.3:
        text = text[0].upper() + text[1:]
    if random.random() < 0.2:
        text += "."
    return re.sub(r"\s+", " ", text).strip()
