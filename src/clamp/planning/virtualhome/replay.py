"""The naive twin: VirtualHome's semantics once more, on plain sets of edges, one rule a paragraph.

It shares no code with the fast engine (only the scene and the vocabulary), so that `validate` is a second
opinion. Slow and plain on purpose. `replay_house` says how a house is, `replay_rules` what actions ask for.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import permutations

from clamp.planning.system import Action, Validation
from clamp.planning.virtualhome.goal import VirtualHomeGoal
from clamp.planning.virtualhome.replay_house import HANDS, House, Origin
from clamp.planning.virtualhome.replay_rules import holds, refusal
from clamp.planning.virtualhome.scene import Scene
from clamp.planning.virtualhome.vocabulary import ExecutorRules


class Interpreter(House):
    """Executes actions in a house, one at a time."""

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
