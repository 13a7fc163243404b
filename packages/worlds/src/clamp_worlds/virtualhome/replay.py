"""The naive twin: VirtualHome's semantics once more, on plain sets of edges, one rule a paragraph.

It shares no code with the fast engine (only the scene and the vocabulary), so that `validate` is a second
opinion. Slow and plain on purpose. `replay_house` says how a house is, `replay_rules` what actions ask for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import permutations

from clamp.planning.system import Action, Validation
from clamp_worlds.virtualhome.goal import VirtualHomeGoal
from clamp_worlds.virtualhome.scene import SceneGraph
from clamp_worlds.virtualhome.vocabulary import ExecutorRules

HANDS = ("HOLDS_RH", "HOLDS_LH")
Origin = tuple[int, str]


class House:
    """A scene graph at some point of a plan. Nodes are ids.

    Attributes:
        me: The character.
        edges: Target ids by source id and relation.
        states: The states of each node.
        origins: Where GRAB took each thing from; such a thing cannot be grabbed again.
    """

    def __init__(self, scene: SceneGraph, rules: ExecutorRules):
        self.scene = scene
        self.rules = rules
        self.me = scene.character
        self.edges = {key: set(targets) for key, targets in scene.edges.items()}
        self.states = {node.id: set(node.states) for node in scene.nodes.values()}
        self.origins: dict[int, Origin] = {}

    # Queries

    def to(self, source: int, relation: str) -> set[int]:
        """Where the edges of a relation lead."""
        return self.edges.get((source, relation), set())

    def ordered(self, source: int, relation: str) -> list[int]:
        """Targets as the executor comes across them.

        It reads a set of ids. Once an edge has been added to the relation the set is kept, and every reading
        (one when the state is recorded, one when an action looks) puts the scene's own edges in and takes
        those that are gone out again.
        """
        now, scene = self.to(source, relation), self.scene.targets(source, relation)
        new = sorted(node for node in now if node not in scene)
        kept: set[int] = set()
        if new:
            for node in new + [node for node in scene if node in now]:
                kept.add(node)
            kept.update(scene)
            kept.difference_update({node for node in scene if node not in now})
        kept.update(scene)
        kept.difference_update({node for node in scene if node not in now})
        return list(kept)

    def has(self, node: int, name: str) -> bool:
        """Whether a node has a property."""
        return name in self.scene.nodes[node].properties

    def kind(self, node: int) -> str:
        """A node's class name."""
        return self.scene.nodes[node].class_name

    def name(self, node: int) -> str:
        """What plans call a node."""
        return self.scene.nodes[node].name

    def is_room(self, node: int) -> bool:
        """Whether a node is a room."""
        return self.scene.nodes[node].is_room

    def is_near(self, node: int) -> bool:
        """Whether the character is close to a node, or to what it is on, or to what is close to it."""
        close = self.to(self.me, "CLOSE")
        if node in close:
            return True
        return any(node in self.to(other, "CLOSE") or other in self.to(node, "ON") for other in close)

    def is_faced(self, node: int) -> bool:
        """Whether the character faces a node, or something that does."""
        facing = self.to(self.me, "FACING")
        return node in facing or any(node in self.to(other, "FACING") for other in facing)

    def room_of(self, node: int) -> int | None:
        """The room of a node, found as the executor looks for it."""
        if self.is_room(node):
            return node
        around = self.ordered(node, "INSIDE")
        if len(around) > 1:
            return next((other for other in around if self.is_room(other)), None)
        passed: set[int] = set()
        while around and around[0] not in passed:
            if self.is_room(around[0]):
                return around[0]
            passed.add(around[0])
            around = self.ordered(around[0], "INSIDE")
        return None

    def closed_around(self, node: int) -> int | None:
        """A closed thing that a node is inside."""
        boxes = (box for box in self.to(node, "INSIDE") if not self.is_room(box))
        return next((box for box in boxes if "CLOSED" in self.states[box]), None)

    def held(self) -> list[int]:
        """What is in the character's hands."""
        return [node for hand in HANDS for node in self.to(self.me, hand)]

    def free_hand(self) -> str | None:
        """The relation of a hand that holds nothing."""
        return next((hand for hand in HANDS if not self.to(self.me, hand)), None)

    def posture(self) -> set[str]:
        """SITTING, LYING, or neither."""
        return self.states[self.me] & {"SITTING", "LYING"}

    def count_on(self, node: int) -> int:
        """How many things are on a node."""
        return sum(1 for (_, relation), targets in self.edges.items() if relation == "ON" and node in targets)

    # Edits

    def add(self, source: int, relation: str, target: int) -> None:
        """Draw an edge."""
        self.edges.setdefault((source, relation), set()).add(target)

    def join(self, a: int, b: int) -> None:
        """Two nodes are close from now on."""
        self.add(a, "CLOSE", b)
        self.add(b, "CLOSE", a)

    def cut(self, node: int, relations: Iterable[str], *, incoming: bool = True) -> None:
        """Remove a node's edges of some relations."""
        for relation in relations:
            self.edges.pop((node, relation), None)
            if incoming:
                for (_, name), targets in self.edges.items():
                    if name == relation:
                        targets.discard(node)

    def let_go(self, node: int) -> None:
        """The hands hold a node no more."""
        for hand in HANDS:
            self.to(self.me, hand).discard(node)

    def swap(self, node: int, old: str, new: str) -> None:
        """A node has one state in place of another."""
        self.states[node] = self.states[node] - {old} | {new}


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


class Interpreter(House):
    """Executes actions in a house, one at a time."""

    @classmethod
    def resumed(
        cls,
        scene: SceneGraph,
        rules: ExecutorRules,
        *,
        edges: Iterable[tuple[int, str, int]],
        states: Mapping[int, Iterable[str]],
        origins: Mapping[int, Origin],
    ) -> Interpreter:
        """An interpreter in the middle of a plan."""
        here = cls(scene, rules)
        here.edges = {}
        for source, relation, target in edges:
            here.add(source, relation, target)
        here.states = {node: set(names) for node, names in states.items()}
        here.origins = dict(origins)
        return here

    def refuses(self, action: Action) -> str | None:
        """Why an action cannot be executed now, or ``None``."""
        return refusal(self, action.name, *_nodes(action))

    def execute(self, action: Action) -> None:
        """Carry out an action that `refuses` lets pass."""
        self._carry_out(action.name, *_nodes(action))

    def _carry_out(self, verb: str, a: int = -1, b: int = -1) -> None:
        match verb:
            case "WALK" | "RUN":
                self._walk(a)
            case "FIND":
                if self.is_near(a):
                    self.cut(self.me, ["FACING"], incoming=False)
                    self.join(self.me, a)
                else:
                    self._walk(a)
            case "GRAB":
                self._grab(a)
            case "PUTBACK":
                self._put(a, "ON", b)
            case "PUTIN":
                self._put(a, "INSIDE", b)
            case "PUTOBJBACK":
                target, relation = self.origins[a]
                fits = relation != "INSIDE" or holds("target lets in", self, a, target)
                if a in self.held() and self.is_near(target) and fits:
                    self._put(a, relation, target)
            case "DROP":
                self.let_go(a)
                room = self.room_of(self.me)
                assert room is not None
                self.add(a, "INSIDE", room)
                self.origins.pop(a, None)
            case "POUR":
                self.add(a, "INSIDE", b)
                if self.kind(a) == self.rules.liquid:
                    self.let_go(a)
            case "PUTON":
                self.add(a, "ON", self.me)
                self.let_go(a)
            case "PUTOFF":
                self.to(a, "ON").discard(self.me)
            case "SIT":
                self.add(self.me, "ON", a)
                for node in list(self.to(a, "FACING")):
                    self.add(self.me, "FACING", node)
                self.swap(self.me, "LYING", "SITTING")
            case "LIE":
                self.add(self.me, "ON", a)
                self.swap(self.me, "SITTING", "LYING")
            case "STANDUP":
                self.states[self.me] = self.states[self.me] - {"SITTING", "LYING"}
            case "TURNTO":
                self.cut(self.me, ["FACING"], incoming=False)
                self.add(self.me, "FACING", a)
            case "OPEN":
                self.swap(a, "CLOSED", "OPEN")
            case "CLOSE":
                self.swap(a, "OPEN", "CLOSED")
            case "SWITCHON":
                self.swap(a, "OFF", "ON")
            case "SWITCHOFF":
                self.swap(a, "ON", "OFF")
            case "WIPE" | "WASH" | "RINSE" | "SCRUB":
                self.swap(a, "DIRTY", "CLEAN")
            case _:
                pass

    def _walk(self, a: int) -> None:
        room, left = self.room_of(a), self.room_of(self.me)
        assert room is not None
        assert left is not None
        self.cut(self.me, ["INSIDE", "CLOSE", "FACING"])
        self.add(self.me, "INSIDE", room)
        if room != a:
            for box in list(self.to(a, "INSIDE")):
                if not self.is_room(box):
                    self.join(self.me, box)
            for part in self.scene.nodes:
                if self.has(part, "BODY_PART"):
                    self.join(self.me, part)
            self.join(self.me, a)
        for node in self.held():
            self.cut(node, ["INSIDE", "CLOSE", "FACING"])
        for node in self.held():
            self.join(self.me, node)
            self.add(node, "INSIDE", left)
        if self.has(a, "CAN_OPEN"):
            for node in self.scene.nodes:
                if a in self.to(node, "INSIDE"):
                    self.join(self.me, node)
        for support in list(self.to(a, "ON")):
            self.join(self.me, support)

    def _grab(self, a: int) -> None:
        hand, room = self.free_hand(), self.room_of(self.me)
        assert hand is not None
        assert room is not None
        origin: Origin | None = None
        for relation in ("ON", "INSIDE", "CLOSE"):
            found = next((node for node in self.ordered(a, relation) if not self.is_room(node)), None)
            if found is not None:
                origin = (found, relation)
                break
        self.cut(a, ["ON", "INSIDE", "CLOSE", *HANDS])
        self.join(self.me, a)
        self.add(self.me, hand, a)
        self.add(a, "INSIDE", room)
        if origin is not None:
            self.join(self.me, origin[0])
            self.origins[a] = origin

    def _put(self, a: int, relation: str, b: int) -> None:
        self.let_go(a)
        self.join(self.me, b)
        self.join(a, b)
        self.add(a, relation, b)
        self.origins.pop(a, None)

    # Judging

    def judge(self, actions: Iterable[Action], goal: VirtualHomeGoal) -> Validation:
        """Execute a plan and check the goal at its end."""
        texts: list[str] = []
        for step, action in enumerate(actions):
            try:
                reason = self.refuses(action)
            except (KeyError, ValueError, TypeError):
                reason = "it is not an action of this system"
            if reason is not None:
                return Validation(False, step, f"{action} cannot be executed: {reason}.")
            self.execute(action)
            texts.append(self._text(action))
        for state in goal.states:
            if state.state not in self.states[state.id]:
                return Validation(False, None, f"{self.name(state.id)} is not {state.state} at the end.")
        for edge in goal.relations:
            if edge.to_id not in self.to(edge.from_id, edge.relation):
                return Validation(
                    False,
                    None,
                    f"{self.name(edge.from_id)} is not {edge.relation} {self.name(edge.to_id)}.",
                )
        text = " ".join(texts)
        for order in permutations(dict.fromkeys(goal.actions)):
            missed = _first_missed(order, text)
            if missed is not None:
                return Validation(
                    False,
                    None,
                    f"The plan lacks {' or '.join(missed)} in its turn when the action goals are looked for "
                    f"in the order {', '.join('|'.join(options) for options in order)}.",
                )
        return Validation(True, has_goal=bool(goal.states or goal.relations or goal.actions))

    def _text(self, action: Action) -> str:
        nodes = (f"<{self.kind(node)}> ({node})" for node in _nodes(action))
        return " ".join([f"[{action.name}]", *nodes])


def _nodes(action: Action) -> list[int]:
    """The ids that an action's arguments end in."""
    return [int(arg.rpartition("_")[2]) for arg in action.args]


def _first_missed(order: Iterable[tuple[str, ...]], text: str) -> tuple[str, ...] | None:
    start = 0
    for options in order:
        for option in options:
            needle = option.upper().replace(" ", "")
            found = text.find(needle, start)
            if found >= 0:
                start = found + len(needle)
                break
        else:
            return options
    return None
