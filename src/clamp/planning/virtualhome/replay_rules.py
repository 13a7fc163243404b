"""What the naive twin asks before an action: the conditions of each verb, each with its reason."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from clamp.planning.virtualhome.replay_house import House


@dataclass(frozen=True, slots=True)
class Condition:
    """Something that an action asks for.

    Attributes:
        holds: Whether it does, by the house and the action's nodes (-1 where it has none).
        reason: Why an action is refused without it. Names stand for {a} and {b}, the nodes; {held}, what the
            character holds; {posture}, the character's; {box}, the closed thing around the first node; and
            {blade}, what cuts.
    """

    holds: Callable[[House, int, int], bool]
    reason: str


def _having(name: str, reason: str = "") -> Condition:
    return Condition(lambda at, a, _: at.has(a, name), reason or f"{{a}} is not {name.lower()}")


def _in_state(name: str, reason: str = "") -> Condition:
    return Condition(lambda at, a, _: name in at.states[a], reason or f"{{a}} is not {name.lower()}")


def _edible(house: House, a: int, _: int) -> bool:
    above = [source for (source, relation), nodes in house.edges.items() if relation == "ON" and a in nodes]
    return any(house.has(node, "EATABLE") for node in (a, *above))


def _findable(house: House, a: int, _: int) -> bool:
    if house.is_near(a):
        return True
    worn = house.me in house.to(a, "ON")
    return not worn and not house.has(a, "BODY_PART") and not house.posture() and house.room_of(a) is not None


def _watchable_from_here(house: House, a: int, _: int) -> bool:
    direct = a in house.to(house.me, "FACING")
    return not house.posture() or direct or house.kind(a) in house.rules.watchable_from_seat


_CONDITIONS = {
    # Where things and the character are
    "near": Condition(lambda at, a, _: at.is_near(a), "the character is not close to {a}"),
    "near target": Condition(lambda at, _, b: at.is_near(b), "the character is not close to {b}"),
    "faced": Condition(lambda at, a, _: at.is_faced(a), "the character does not face {a}"),
    "seen from the seat": Condition(
        _watchable_from_here, "the character is {posture} and does not face {a} itself"
    ),
    "same room": Condition(
        lambda at, a, _: at.room_of(a) is not None and at.room_of(a) == at.room_of(at.me),
        "{a} is not in the character's room",
    ),
    "in a room": Condition(lambda at, a, _: at.room_of(a) is not None, "{a} is in no room"),
    "findable": Condition(_findable, "the character is not close to {a} and cannot walk there"),
    "not shut in": Condition(
        lambda at, a, _: at.closed_around(a) is None, "{a} is inside {box}, which is closed"
    ),
    # The character's hands, clothes and posture
    "held": Condition(lambda at, a, _: a in at.held(), "the character does not hold {a} but {held}"),
    "something held": Condition(lambda at, _a, _b: bool(at.held()), "the character holds nothing"),
    "free hand": Condition(lambda at, _a, _b: at.free_hand() is not None, "both hands are full ({held})"),
    "blade": Condition(
        lambda at, _a, _b: any(at.rules.blade in at.kind(node) for node in at.held()),
        "the character does not hold a {blade} but {held}",
    ),
    "grabbed": Condition(lambda at, a, _: a in at.origins, "{a} has not been grabbed"),
    "not grabbed": Condition(
        lambda at, a, _: a not in at.origins, "{a} has been grabbed and not been put anywhere since"
    ),
    "worn": Condition(lambda at, a, _: at.me in at.to(a, "ON"), "the character does not wear {a}"),
    "upright": Condition(lambda at, _a, _b: not at.posture(), "the character is {posture}"),
    "resting": Condition(lambda at, _a, _b: bool(at.posture()), "the character neither sits nor lies"),
    "not sitting": Condition(lambda at, _a, _b: "SITTING" not in at.posture(), "the character sits already"),
    "not lying": Condition(lambda at, _a, _b: "LYING" not in at.posture(), "the character lies already"),
    "room to sit": Condition(
        lambda at, a, _: at.count_on(a) < at.rules.seats.get(at.kind(a), 1), "too many things are on {a}"
    ),
    "room to lie": Condition(
        lambda at, a, _: at.count_on(a) < at.rules.couches.get(at.kind(a), 1), "too many things are on {a}"
    ),
    # The states of things
    "open": _in_state("OPEN"),
    "closed": _in_state("CLOSED"),
    "on": _in_state("ON"),
    "off": _in_state("OFF"),
    "not on": Condition(lambda at, a, _: "ON" not in at.states[a], "{a} is still on"),
    "not unplugged": Condition(lambda at, a, _: "PLUGGED_OUT" not in at.states[a], "{a} is unplugged"),
    "target lets in": Condition(
        lambda at, _, b: not at.has(b, "CAN_OPEN") or "OPEN" in at.states[b], "{b} is not open"
    ),
    # What things are good for
    "edible": Condition(_edible, "neither {a} nor anything on it can be eaten"),
    "openable": Condition(
        lambda at, a, _: at.has(a, "CAN_OPEN") or at.kind(a) in at.rules.openable, "{a} is not openable"
    ),
    "grabbable": Condition(
        lambda at, a, _: at.has(a, "GRABBABLE") or at.kind(a) in at.rules.grabbable, "{a} is not grabbable"
    ),
    "movable": Condition(
        lambda at, a, _: at.has(a, "MOVABLE") or at.kind(a) in at.rules.movable, "{a} is not movable"
    ),
    "cuttable": Condition(
        lambda at, a, _: at.has(a, "EATABLE") and at.has(a, "CUTTABLE"), "{a} is not cuttable"
    ),
    "drinkable": Condition(
        lambda at, a, _: at.has(a, "DRINKABLE") or at.has(a, "RECIPIENT"), "{a} is not drinkable"
    ),
    "pourable": Condition(
        lambda at, a, _: at.has(a, "POURABLE") or at.has(a, "DRINKABLE"), "{a} is not pourable"
    ),
    "receiving": Condition(
        lambda at, _, b: at.has(b, "RECIPIENT") or at.kind(b) in at.rules.receiving,
        "nothing can be poured into {b}",
    ),
    "squeezable": Condition(
        lambda at, a, _: at.has(a, "CLOTHES") or at.kind(a) in at.rules.squeezable, "{a} is not squeezable"
    ),
    "typable": Condition(
        lambda at, a, _: at.has(a, "HAS_SWITCH") or at.kind(a) in at.rules.typable, "{a} is not typable"
    ),
    "switch": _having("HAS_SWITCH", "{a} has no switch"),
    "person": _having("PERSON", "{a} is not a person"),
    "clothes": _having("CLOTHES", "{a} is not clothes"),
    "lieable": _having("LIEABLE"),
    "lookable": _having("LOOKABLE"),
    "readable": _having("READABLE"),
    "sittable": _having("SITTABLE"),
}

_ASKED = {
    "CLOSE": ("openable", "near", "open"),
    "CUT": ("free hand", "near", "cuttable", "blade"),
    "DRINK": ("drinkable", "held"),
    "DROP": ("held",),
    "EAT": ("near", "edible"),
    "FIND": ("findable",),
    "GRAB": ("grabbable", "not grabbed", "near", "not shut in", "free hand"),
    "GREET": ("person",),
    "LIE": ("near", "not lying", "lieable", "room to lie"),
    "LOOKAT": ("faced",),
    "LOOKAT_MEDIUM": ("faced",),
    "MOVE": ("movable", "near", "not shut in", "free hand"),
    "OPEN": ("openable", "near", "free hand", "closed", "not on"),
    "POINTAT": ("faced",),
    "POUR": ("pourable", "receiving", "held", "near target"),
    "PULL": ("movable", "near", "not shut in", "free hand"),
    "PUSH": ("near", "not shut in", "free hand"),
    "PUTBACK": ("held", "near target"),
    "PUTIN": ("held", "near target", "target lets in"),
    "PUTOBJBACK": ("grabbed",),
    "PUTOFF": ("worn", "clothes"),
    "PUTON": ("held", "clothes"),
    "READ": ("readable", "held"),
    "RINSE": ("near",),
    "RUN": ("upright", "in a room"),
    "SCRUB": ("near",),
    "SIT": ("near", "not sitting", "sittable", "room to sit"),
    "SLEEP": ("resting",),
    "SQUEEZE": ("free hand", "near", "squeezable"),
    "STANDUP": ("resting",),
    "SWITCHOFF": ("switch", "near", "on"),
    "SWITCHON": ("switch", "near", "off", "not unplugged"),
    "TOUCH": ("near", "not shut in"),
    "TURNTO": (),
    "TYPE": ("near", "typable"),
    "WAKEUP": ("resting",),
    "WALK": ("upright", "in a room"),
    "WASH": ("near",),
    "WATCH": ("lookable", "same room", "faced", "seen from the seat", "not shut in"),
    "WIPE": ("near", "something held"),
}
"""What each verb asks for, in the executor's order: the first that fails is the reason."""


def holds(name: str, house: House, a: int, b: int) -> bool:
    """Whether one of the conditions, such as ``"target lets in"``, is met."""
    return _CONDITIONS[name].holds(house, a, b)


def refusal(house: House, verb: str, a: int = -1, b: int = -1) -> str | None:
    """Why a verb cannot be applied to nodes now, or ``None``.

    Raises:
        KeyError: If there is no such verb or node.
    """
    failed = next((name for name in _ASKED[verb] if not holds(name, house, a, b)), None)
    if failed is None:
        return None
    box = house.closed_around(a)
    return _CONDITIONS[failed].reason.format(
        a=house.name(a) if a >= 0 else "",
        b=house.name(b) if b >= 0 else "",
        held=", ".join(map(house.name, house.held())) or "nothing",
        posture=" and ".join(sorted(house.posture())).lower() or "upright",
        box="" if box is None else house.name(box),
        blade=house.rules.blade,
    )
