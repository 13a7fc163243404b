"""The words of VirtualHome's plan language and the exceptions its executor makes for some classes.

Properties come with the scene graph. What is here is the behaviour of the evolving-graph executor that no
scene graph tells: which action names it runs, and which classes it treats apart.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

STATES = ("CLOSED", "OPEN", "ON", "OFF", "SITTING", "DIRTY", "CLEAN", "LYING", "PLUGGED_IN", "PLUGGED_OUT")
RELATIONS = ("ON", "INSIDE", "BETWEEN", "CLOSE", "FACING", "HOLDS_RH", "HOLDS_LH", "SITTING")
ROOMS = "Rooms"
CHARACTER = "character"

WITHOUT_ARGUMENT = ("SLEEP", "STANDUP", "WAKEUP")
WITH_ONE = (
    "CLOSE", "CUT", "DRINK", "DROP", "EAT", "FIND", "GRAB", "GREET", "LIE", "LOOKAT", "LOOKAT_MEDIUM",
    "MOVE", "OPEN", "POINTAT", "PULL", "PUSH", "PUTOBJBACK", "PUTOFF", "PUTON", "READ", "RINSE", "RUN",
    "SCRUB", "SIT", "SQUEEZE", "SWITCHOFF", "SWITCHON", "TOUCH", "TURNTO", "TYPE", "WALK", "WASH", "WATCH",
    "WIPE",
)  # fmt: skip
WITH_TWO = ("POUR", "PUTBACK", "PUTIN")


@dataclass(frozen=True, slots=True)
class ExecutorRules:
    """Classes that the executor treats apart; the defaults are those of VirtualHome's executor.

    Attributes:
        seats: How many nodes may be on a class of seat before SIT fails; 1 for any other class.
        couches: The same for LIE.
        grabbable, openable, movable, typable, squeezable, receiving: Classes that GRAB, OPEN and CLOSE, MOVE
            and PULL, TYPE, SQUEEZE, and POUR (as its second argument) accept whatever their properties say.
        watchable_from_seat: Classes that one who sits or lies may WATCH through something else that faces
            them; any other must be faced directly.
        blade: A substring of the classes that CUT needs in a hand.
        liquid: The class that leaves the hand when poured.
    """

    seats: Mapping[str, int] = field(
        default_factory=lambda: {
            "couch": 4, "bed": 4, "chair": 1, "loveseat": 2, "sofa": 4, "toilet": 1, "pianobench": 2,
            "bench": 2,
        }
    )  # fmt: skip
    couches: Mapping[str, int] = field(
        default_factory=lambda: {"couch": 2, "bathtub": 2, "bed": 3, "loveseat": 2, "sofa": 2, "bench": 1}
    )
    grabbable: frozenset[str] = frozenset({"water", "child"})
    openable: frozenset[str] = frozenset({"desk", "window"})
    movable: frozenset[str] = frozenset({"chair", "curtain", "button"})
    typable: frozenset[str] = frozenset({"keyboard"})
    squeezable: frozenset[str] = frozenset(
        {
            "cleaning_solution", "tooth_paste", "shampoo", "food_peanut_butter", "dish_soap", "soap", "towel",
            "rag", "paper", "sponge", "food_lemon", "check",
        }
    )  # fmt: skip
    receiving: frozenset[str] = frozenset({"hands_both", "sponge", "face"})
    watchable_from_seat: frozenset[str] = frozenset({"computer"})
    blade: str = "knife"
    liquid: str = "water"
