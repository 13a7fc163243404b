"""The naive twin: VirtualHome's semantics once more, on plain sets of edges, one rule a paragraph.

It shares no code with the fast engine (only the scene and the vocabulary), so that `validate` is a second
opinion. Slow and plain on purpose.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import permutations

from clamp.planning.system import Action, Validation
from clamp.planning.virtualhome.goal import VirtualHomeGoal
from clamp.planning.virtualhome.scene import Scene
from clamp.planning.virtualhome.vocabulary import ExecutorRules

HANDS = ("HOLDS_RH", "HOLDS_LH")
Origin = tuple[int, str]


class Interpreter:
    """Executes actions on a scene graph, one at a time.

    Attributes:
        edges: Target ids by source id and relation.
        states: The states of each node.
        origins: Where GRAB took each thing from; such a thing cannot be grabbed again.
    """

    def __init__(self, scene: Scene, rules: ExecutorRules):
        self.scene = scene
        self.rules = rules
        self.me = scene.character
        self.edges = {key: set(targets) for key, targets in scene.edges.items()}
        self.states = {node.id: set(node.states) for node in scene.nodes.values()}
        self.origins: dict[int, Origin] = {}

    @classmethod
    def resumed(
        cls,
        scene: Scene,
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
            here._add(source, relation, target)
        here.states = {node: set(names) for node, names in states.items()}
        here.origins = dict(origins)
        return here

    # Queries

    def _to(self, source: int, relation: str) -> set[int]:
        return self.edges.get((source, relation), set())

    def _ordered(self, source: int, relation: str) -> list[int]:
        """Targets as the executor comes across them.

        It reads a set of ids. Once an edge has been added to the relation the set is kept, and every reading
        (one when the state is recorded, one when an action looks) puts the scene's own edges in and takes
        those that are gone out again.
        """
        now, scene = self._to(source, relation), self.scene.targets(source, relation)
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

    def _has(self, node: int, name: str) -> bool:
        return name in self.scene.nodes[node].properties

    def _class(self, node: int) -> str:
        return self.scene.nodes[node].class_name

    def _is_room(self, node: int) -> bool:
        return self.scene.nodes[node].is_room

    def _name(self, node: int) -> str:
        return self.scene.nodes[node].name

    def _near(self, node: int) -> bool:
        close = self._to(self.me, "CLOSE")
        if node in close:
            return True
        return any(node in self._to(other, "CLOSE") or other in self._to(node, "ON") for other in close)

    def _faced(self, node: int) -> bool:
        facing = self._to(self.me, "FACING")
        return node in facing or any(node in self._to(other, "FACING") for other in facing)

    def _room(self, node: int) -> int | None:
        if self._is_room(node):
            return node
        around = self._ordered(node, "INSIDE")
        if len(around) > 1:
            return next((other for other in around if self._is_room(other)), None)
        passed: set[int] = set()
        while around and around[0] not in passed:
            if self._is_room(around[0]):
                return around[0]
            passed.add(around[0])
            around = self._ordered(around[0], "INSIDE")
        return None

    def _shut_in(self, node: int) -> int | None:
        return next(
            (
                box
                for box in self._to(node, "INSIDE")
                if not self._is_room(box) and "CLOSED" in self.states[box]
            ),
            None,
        )

    def _held(self) -> list[int]:
        return [node for hand in HANDS for node in self._to(self.me, hand)]

    def _free_hand(self) -> str | None:
        return next((hand for hand in HANDS if not self._to(self.me, hand)), None)

    def _resting(self) -> bool:
        return bool(self.states[self.me] & {"SITTING", "LYING"})

    # Edits

    def _add(self, source: int, relation: str, target: int) -> None:
        self.edges.setdefault((source, relation), set()).add(target)

    def _join(self, a: int, b: int) -> None:
        self._add(a, "CLOSE", b)
        self._add(b, "CLOSE", a)

    def _cut(self, node: int, relations: Iterable[str], *, incoming: bool = True) -> None:
        for relation in relations:
            self.edges.pop((node, relation), None)
            if incoming:
                for (_, name), targets in self.edges.items():
                    if name == relation:
                        targets.discard(node)

    def _let_go(self, node: int) -> None:
        for hand in HANDS:
            self._to(self.me, hand).discard(node)

    # Rules

    def refuses(self, action: Action) -> str | None:
        """Why an action cannot be executed now, or ``None``."""
        nodes = [int(arg.rpartition("_")[2]) for arg in action.args]
        return self._refusal(action.name, *nodes)

    def execute(self, action: Action) -> None:
        """Carry out an action that `refuses` lets pass."""
        nodes = [int(arg.rpartition("_")[2]) for arg in action.args]
        self._carry_out(action.name, *nodes)

    def _refusal(self, verb: str, a: int = -1, b: int = -1) -> str | None:
        checks = {
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
        }[verb]
        for check in checks:
            reason = self._fails(check, a, b)
            if reason is not None:
                return reason
        return None

    def _fails(self, check: str, a: int, b: int) -> str | None:
        return None if self._holds(check, a, b) else self._explain(check, a, b)

    def _holds(self, check: str, a: int, b: int) -> bool:
        """One condition of an action on `a` (and `b`)."""
        has, states, rules, kind = self._has, self.states, self.rules, self._class
        match check:
            case "near":
                return self._near(a)
            case "near target":
                return self._near(b)
            case "held":
                return a in self._held()
            case "something held":
                return bool(self._held())
            case "free hand":
                return self._free_hand() is not None
            case "blade":
                return any(rules.blade in kind(node) for node in self._held())
            case "grabbed":
                return a in self.origins
            case "not grabbed":
                return a not in self.origins
            case "not shut in":
                return self._shut_in(a) is None
            case "worn":
                return self.me in self._to(a, "ON")
            case "faced":
                return self._faced(a)
            case "seen from the seat":
                direct = a in self._to(self.me, "FACING")
                return not self._resting() or direct or kind(a) in rules.watchable_from_seat
            case "same room":
                return self._room(a) is not None and self._room(a) == self._room(self.me)
            case "in a room":
                return self._room(a) is not None
            case "findable":
                if self._near(a):
                    return True
                worn = self.me in self._to(a, "ON")
                return (
                    not worn and not has(a, "BODY_PART") and not self._resting() and self._room(a) is not None
                )
            case "upright":
                return not self._resting()
            case "resting":
                return self._resting()
            case "not sitting":
                return "SITTING" not in states[self.me]
            case "not lying":
                return "LYING" not in states[self.me]
            case "room to sit":
                return self._count_on(a) < rules.seats.get(kind(a), 1)
            case "room to lie":
                return self._count_on(a) < rules.couches.get(kind(a), 1)
            case "open":
                return "OPEN" in states[a]
            case "closed":
                return "CLOSED" in states[a]
            case "on":
                return "ON" in states[a]
            case "off":
                return "OFF" in states[a]
            case "not on":
                return "ON" not in states[a]
            case "not unplugged":
                return "PLUGGED_OUT" not in states[a]
            case "target lets in":
                return not has(b, "CAN_OPEN") or "OPEN" in states[b]
            case "edible":
                return has(a, "EATABLE") or any(
                    has(source, "EATABLE")
                    for (source, relation), targets in self.edges.items()
                    if relation == "ON" and a in targets
                )
            case _:
                return self._affords(check, a, b)

    def _affords(self, check: str, a: int, b: int) -> bool:
        has, rules, kind = self._has, self.rules, self._class
        match check:
            case "openable":
                return has(a, "CAN_OPEN") or kind(a) in rules.openable
            case "grabbable":
                return has(a, "GRABBABLE") or kind(a) in rules.grabbable
            case "movable":
                return has(a, "MOVABLE") or kind(a) in rules.movable
            case "cuttable":
                return has(a, "EATABLE") and has(a, "CUTTABLE")
            case "drinkable":
                return has(a, "DRINKABLE") or has(a, "RECIPIENT")
            case "pourable":
                return has(a, "POURABLE") or has(a, "DRINKABLE")
            case "receiving":
                return has(b, "RECIPIENT") or kind(b) in rules.receiving
            case "squeezable":
                return has(a, "CLOTHES") or kind(a) in rules.squeezable
            case "typable":
                return has(a, "HAS_SWITCH") or kind(a) in rules.typable
            case "switch":
                return has(a, "HAS_SWITCH")
            case _:
                return has(a, check.upper())

    def _explain(self, check: str, a: int, b: int) -> str:
        name = self._name(a) if a >= 0 else ""
        target = self._name(b) if b >= 0 else ""
        held = ", ".join(self._name(node) for node in self._held()) or "nothing"
        posture = " and ".join(sorted(self.states[self.me] & {"SITTING", "LYING"})).lower() or "upright"
        special = {
            "near": f"the character is not close to {name}",
            "near target": f"the character is not close to {target}",
            "held": f"the character does not hold {name} but {held}",
            "something held": "the character holds nothing",
            "free hand": f"both hands are full ({held})",
            "blade": f"the character does not hold a {self.rules.blade} but {held}",
            "grabbed": f"{name} has not been grabbed",
            "not grabbed": f"{name} has been grabbed and not been put anywhere since",
            "worn": f"the character does not wear {name}",
            "faced": f"the character does not face {name}",
            "seen from the seat": f"the character is {posture} and does not face {name} itself",
            "same room": f"{name} is not in the character's room",
            "in a room": f"{name} is in no room",
            "findable": f"the character is not close to {name} and cannot walk there",
            "upright": f"the character is {posture}",
            "resting": "the character neither sits nor lies",
            "not sitting": "the character sits already",
            "not lying": "the character lies already",
            "room to sit": f"too many things are on {name}",
            "room to lie": f"too many things are on {name}",
            "not on": f"{name} is still on",
            "not unplugged": f"{name} is unplugged",
            "target lets in": f"{target} is not open",
            "edible": f"neither {name} nor anything on it can be eaten",
            "receiving": f"nothing can be poured into {target}",
            "switch": f"{name} has no switch",
            "person": f"{name} is not a person",
            "clothes": f"{name} is not clothes",
        }
        if check == "not shut in" and (box := self._shut_in(a)) is not None:
            return f"{name} is inside {self._name(box)}, which is closed"
        return special.get(check, f"{name} is not {check}")

    def _count_on(self, node: int) -> int:
        return sum(1 for (_, relation), targets in self.edges.items() if relation == "ON" and node in targets)

    def _carry_out(self, verb: str, a: int = -1, b: int = -1) -> None:
        match verb:
            case "WALK" | "RUN":
                self._walk(a)
            case "FIND":
                if self._near(a):
                    self._cut(self.me, ["FACING"], incoming=False)
                    self._join(self.me, a)
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
                fits = relation != "INSIDE" or self._holds("target lets in", a, target)
                if a in self._held() and self._near(target) and fits:
                    self._put(a, relation, target)
            case "DROP":
                self._let_go(a)
                room = self._room(self.me)
                assert room is not None
                self._add(a, "INSIDE", room)
                self.origins.pop(a, None)
            case "POUR":
                self._add(a, "INSIDE", b)
                if self._class(a) == self.rules.liquid:
                    self._let_go(a)
            case "PUTON":
                self._add(a, "ON", self.me)
                self._let_go(a)
            case "PUTOFF":
                self._to(a, "ON").discard(self.me)
            case "SIT":
                self._add(self.me, "ON", a)
                for node in list(self._to(a, "FACING")):
                    self._add(self.me, "FACING", node)
                self.states[self.me] = self.states[self.me] - {"LYING"} | {"SITTING"}
            case "LIE":
                self._add(self.me, "ON", a)
                self.states[self.me] = self.states[self.me] - {"SITTING"} | {"LYING"}
            case "STANDUP":
                self.states[self.me] = self.states[self.me] - {"SITTING", "LYING"}
            case "TURNTO":
                self._cut(self.me, ["FACING"], incoming=False)
                self._add(self.me, "FACING", a)
            case "OPEN":
                self.states[a] = self.states[a] - {"CLOSED"} | {"OPEN"}
            case "CLOSE":
                self.states[a] = self.states[a] - {"OPEN"} | {"CLOSED"}
            case "SWITCHON":
                self.states[a] = self.states[a] - {"OFF"} | {"ON"}
            case "SWITCHOFF":
                self.states[a] = self.states[a] - {"ON"} | {"OFF"}
            case "WIPE" | "WASH" | "RINSE" | "SCRUB":
                self.states[a] = self.states[a] - {"DIRTY"} | {"CLEAN"}
            case _:
                pass

    def _walk(self, a: int) -> None:
        room, left = self._room(a), self._room(self.me)
        assert room is not None
        assert left is not None
        self._cut(self.me, ["INSIDE", "CLOSE", "FACING"])
        self._add(self.me, "INSIDE", room)
        if room != a:
            for box in list(self._to(a, "INSIDE")):
                if not self._is_room(box):
                    self._join(self.me, box)
            for part in self.scene.nodes:
                if self._has(part, "BODY_PART"):
                    self._join(self.me, part)
            self._join(self.me, a)
        for node in self._held():
            self._cut(node, ["INSIDE", "CLOSE", "FACING"])
        for node in self._held():
            self._join(self.me, node)
            self._add(node, "INSIDE", left)
        if self._has(a, "CAN_OPEN"):
            for node in self.scene.nodes:
                if a in self._to(node, "INSIDE"):
                    self._join(self.me, node)
        for support in list(self._to(a, "ON")):
            self._join(self.me, support)

    def _grab(self, a: int) -> None:
        hand, room = self._free_hand(), self._room(self.me)
        assert hand is not None
        assert room is not None
        origin: Origin | None = None
        for relation in ("ON", "INSIDE", "CLOSE"):
            found = next((node for node in self._ordered(a, relation) if not self._is_room(node)), None)
            if found is not None:
                origin = (found, relation)
                break
        self._cut(a, ["ON", "INSIDE", "CLOSE", *HANDS])
        self._join(self.me, a)
        self._add(self.me, hand, a)
        self._add(a, "INSIDE", room)
        if origin is not None:
            self._join(self.me, origin[0])
            self.origins[a] = origin

    def _put(self, a: int, relation: str, b: int) -> None:
        self._let_go(a)
        self._join(self.me, b)
        self._join(a, b)
        self._add(a, relation, b)
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
                return Validation(False, None, f"{self._name(state.id)} is not {state.state} at the end.")
        for edge in goal.relations:
            if edge.to_id not in self._to(edge.from_id, edge.relation):
                return Validation(
                    False,
                    None,
                    f"{self._name(edge.from_id)} is not {edge.relation} {self._name(edge.to_id)}.",
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
        return Validation(True)

    def _text(self, action: Action) -> str:
        nodes = [int(arg.rpartition("_")[2]) for arg in action.args]
        return " ".join([f"[{action.name}]", *(f"<{self._class(node)}> ({node})" for node in nodes)])


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
