"""Guesses the way to the goal in VirtualHome: a relaxed plan that serves each part of the goal on its own."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from clamp.planning.system import Action
from clamp_worlds.virtualhome.executor import GoalTest
from clamp_worlds.virtualhome.goal import NodeState, Relation
from clamp_worlds.virtualhome.observe import Observer
from clamp_worlds.virtualhome.relevance import CLEANING, LOOKING
from clamp_worlds.virtualhome.state import LYING, SITTING, State, bits
from clamp_worlds.virtualhome.tables import Catalogue, Tables

Steps = list[int]
"""Indices of actions in an order that would do, were nothing undone on the way."""

WALKS = ("WALK", "RUN", "FIND")
UNKNOWN = -1
"""A step that the adviser knows no action for: counted, never taken."""

_UNARY_NEEDS = {
    "CUT": "free blade near",
    "DRINK": "held",
    "DROP": "held",
    "EAT": "near",
    "FIND": "near",
    "GRAB": "held",
    "MOVE": "reach free",
    "PULL": "reach free",
    "PUSH": "reach free",
    "PUTOBJBACK": "held",
    "PUTON": "held",
    "READ": "held",
    "SQUEEZE": "free near",
    "TOUCH": "reach",
    "TYPE": "near",
    "WIPE": "something near",
    **dict.fromkeys(CLEANING - {"WIPE"}, "near"),
    **dict.fromkeys(LOOKING, "faced"),
}


class _View:
    """A state with what follows from it."""

    __slots__ = ("faced", "hidden", "near", "s")

    def __init__(self, s: State, near: int, hidden: int, faced: int):
        self.s = s
        self.near = near
        self.hidden = hidden
        self.faced = faced


class Adviser:
    """Relaxed plans of states, and which of their actions can be executed now."""

    def __init__(
        self,
        tables: Tables,
        goal: GoalTest,
        actions: Sequence[Action],
        affords: Mapping[str, int],
        observer: Observer,
        enabled: Collection[int],
        executable: Callable[[State], Collection[int]],
    ):
        self._t = tables
        self._goal = goal
        self._observe = observer
        self._executable = executable
        self._find = Catalogue(tables, actions, enabled)
        self._affords = affords
        me = tables.scene.character
        wanted = [part for part, _ in goal.relations]
        self._held_at_end = {p.to_id for p in wanted if p.relation.startswith("HOLDS")}
        self._placed_at_end = {
            tables.position[p.from_id] for p in wanted if p.relation in ("ON", "INSIDE") and p.from_id != me
        }
        self._places = [tables.position[p.to_id] for p in wanted if p.relation == "ON" and p.from_id == me]
        self._for_right = [
            tables.position[p.to_id] for p in wanted if p.relation == "HOLDS_RH" and p.from_id == me
        ]
        self._performed = [i for i in goal.progress.useful() if self._possible(i)]

    def __call__(self, s: State) -> tuple[float, Collection[int]]:
        """An estimate of the goal distance, and the actions that look useful now."""
        view = _View(s, self._observe.near(s), self._observe.hidden(s), self._observe.faced(s))
        steps: Steps = []
        for part, holds in self._goal.states:
            if not holds(s):
                steps += self._state(view, part)
        for part, holds in self._goal.relations:
            if not holds(s):
                steps += self._relation(view, part)
        missing = self._goal.progress.missing(s.progress)
        if missing:
            best: Steps | None = None
            for i in self._performed:
                if self._goal.progress.after(s.progress, i) != s.progress:
                    plan = self._perform(view, i)
                    if best is None or len(plan) < len(best):
                        best = plan
                    if len(plan) == 1:
                        break
            steps += (best or [UNKNOWN]) + [UNKNOWN] * (missing - 1)
        useful = set(steps)
        useful.discard(UNKNOWN)
        return len(useful) + steps.count(UNKNOWN), useful

    def _possible(self, index: int) -> bool:
        if index not in self._find.where:
            return False
        where = self._find.where[index]
        return not where or bool(self._affords[self._find.name[index]] >> where[-1] & 1)

    def _act(self, name: str, *nodes: int) -> Steps:
        index = self._find.find(name, *nodes)
        return [UNKNOWN if index is None else index]

    # Each of these gives the steps to a condition; none if it holds.

    def _go(self, v: _View, i: int) -> Steps:
        return [] if v.near >> i & 1 else self._walk(v, i)

    def _walk(self, v: _View, i: int) -> Steps:
        steps = self._act("STANDUP") if v.s.posture else []
        index = self._find.some(WALKS, i)
        if index is None or self._t.rooms >> i & 1:
            beside = [
                index
                for j in bits(self._t.neighbours[i] & ((1 << self._t.named) - 1))
                if (index := self._find.some(WALKS, j)) is not None
            ]
            return steps + (beside[:1] or [UNKNOWN] * 3)
        return [*steps, index]

    def _reach(self, v: _View, i: int) -> Steps:
        steps = self._go(v, i)
        if v.hidden >> i & 1:
            shut = v.s.closed & self._observe.inside(v.s, i) & ~self._t.rooms
            for box in bits(shut):
                steps += self._open(v, box)
        return steps

    def _free(self, v: _View) -> Steps:
        if v.s.right < 0 or v.s.left < 0:
            return []
        held = [self._t.item_at[k] for k in (v.s.right, v.s.left)]
        if any(i in self._placed_at_end for i in held):
            return []  # Putting it where it belongs will free a hand.
        spare = [i for i in held if self._t.ids[i] not in self._held_at_end]
        return self._act("DROP", (spare or held)[0])

    def _hold(self, v: _View, i: int) -> Steps:
        k = self._t.item_of[i]
        if k >= 0 and k in (v.s.right, v.s.left):
            return []
        return [*self._reach(v, i), *self._free(v), *self._act("GRAB", i)]

    def _open(self, v: _View, i: int) -> Steps:
        if v.s.open >> i & 1 and not v.s.closed >> i & 1:
            return []
        steps = [*self._go(v, i), *self._free(v)]
        if v.s.lit >> i & 1:
            steps += self._act("SWITCHOFF", i)
        return steps + self._act("OPEN", i)

    def _face(self, v: _View, i: int) -> Steps:
        return [] if v.faced >> i & 1 else self._act("TURNTO", i)

    def _rest(self, v: _View, verb: str) -> Steps:
        """Sit or lie, where a goal wants it if it does."""
        fit = [i for i in self._places if self._affords[verb] >> i & 1]
        places = fit or [self._find.where[n][0] for n in self._find.named(verb)]
        places = [i for i in places if self._affords[verb] >> i & 1]
        options = [[*self._go(v, i), *self._act(verb, i)] for i in places]
        steps = min(options, key=len, default=[UNKNOWN] * 3)
        again = v.s.posture & (SITTING if verb == "SIT" else LYING)
        return self._act("STANDUP") + steps if again else steps

    def _state(self, v: _View, part: NodeState) -> Steps:
        i = self._t.position[part.id]
        match part.state:
            case "ON":
                return [*self._go(v, i), *self._act("SWITCHON", i)]
            case "OFF":
                return [*self._go(v, i), *self._act("SWITCHOFF", i)]
            case "OPEN":
                return self._open(v, i)
            case "CLOSED":
                return [*self._go(v, i), *self._act("CLOSE", i)]
            case "CLEAN":
                return [*self._go(v, i), self._find.some(sorted(CLEANING), i) or UNKNOWN]
            case "SITTING":
                return self._rest(v, "SIT")
            case "LYING":
                return self._rest(v, "LIE")
            case _:
                return [UNKNOWN]

    def _relation(self, v: _View, part: Relation) -> Steps:
        t = self._t
        i, j = t.position[part.from_id], t.position[part.to_id]
        mine = i == t.character
        match part.relation:
            case "HOLDS_RH" if mine:
                return self._in_right(v, j)
            case "HOLDS_LH" if mine:
                return self._in_left(v, j)
            case "FACING" if mine:
                return self._act("TURNTO", j)
            case "CLOSE" if mine:
                return self._act("FIND", j) if v.near >> j & 1 else self._walk(v, j)
            case "ON" if mine:
                return self._rest(v, "SIT" if self._affords["SIT"] >> j & 1 else "LIE")
            case "ON" if j == t.character:
                on = self._act("PUTON", i) if self._affords["PUTON"] >> i & 1 else self._act("PUTBACK", i, j)
                return [*(self._hold(v, i) or self._go(v, j)), *on]
            case "ON":
                return [*self._hold(v, i), *self._go(v, j), *self._act("PUTBACK", i, j)]
            case "INSIDE" if t.rooms >> j & 1:
                return self._walk_into(v, j)
            case "INSIDE":
                steps = [*self._hold(v, i), *self._go(v, j)]
                if t.openable_boxes >> j & 1:
                    steps += self._open(v, j)
                return steps + self._act("PUTIN", i, j)
            case _:
                return [UNKNOWN] * 3

    def _in_right(self, v: _View, i: int) -> Steps:
        k = self._t.item_of[i]
        steps = self._act("DROP", i) if k == v.s.left and k >= 0 else []
        if v.s.right >= 0:
            steps += self._act("DROP", self._t.item_at[v.s.right])
        if v.s.left == k >= 0:
            return steps + self._act("GRAB", i)
        return steps + self._hold(v, i)

    def _in_left(self, v: _View, i: int) -> Steps:
        t = self._t
        k = t.item_of[i]
        if v.s.right >= 0 and v.s.right != k:
            full = self._act("DROP", t.item_at[v.s.left]) if v.s.left >= 0 else []
            return full + self._hold(v, i)
        first = [j for j in self._for_right if j != i] or [j for j in t.item_at if j != i]
        fillers = [[*self._reach(v, j), *self._act("GRAB", j)] for j in first]
        steps = self._act("DROP", i) if v.s.right == k >= 0 else []
        return [*steps, *min(fillers, key=len, default=[UNKNOWN]), UNKNOWN]

    def _walk_into(self, v: _View, room: int) -> Steps:
        index = self._find.some(WALKS, room)
        if index is None:
            there = [
                n for n in self._find.named(*WALKS) if self._observe.room(v.s, self._find.where[n][0]) == room
            ]
            index = there[0] if there else UNKNOWN
        return [*(self._act("STANDUP") if v.s.posture else []), index]

    def _perform(self, v: _View, index: int) -> Steps:
        """The steps up to and with one action that the goal wants performed."""
        name, where = self._find.name[index], self._find.where[index]
        if len(where) == 2:
            steps = [*self._hold(v, where[0]), *self._go(v, where[1])]
            if name == "PUTIN" and self._t.openable_boxes >> where[1] & 1:
                steps += self._open(v, where[1])
        elif not where:
            steps = [] if v.s.posture else self._any_rest(v)
        else:
            steps = self._prepare(v, name, where[0])
        return [*steps, index]

    def _any_rest(self, v: _View) -> Steps:
        return min(self._rest(v, "SIT"), self._rest(v, "LIE"), key=len)

    def _prepare(self, v: _View, name: str, i: int) -> Steps:
        s, bit = v.s, 1 << i
        match name:
            case "GRAB":
                k = self._t.item_of[i]
                away = self._act("DROP", i) if k in (s.right, s.left) else []
                return [*away, *self._reach(v, i), *self._free(v)]
            case "SWITCHOFF":
                return [*self._go(v, i), *([] if s.lit & bit else self._act("SWITCHON", i))]
            case "SWITCHON":
                return [*self._go(v, i), *([] if s.unlit & bit else self._act("SWITCHOFF", i))]
            case "OPEN":
                return [*self._go(v, i), *self._free(v), *([] if s.closed & bit else self._act("CLOSE", i))]
            case "CLOSE":
                return [*self._go(v, i), *([] if s.open & bit else self._open(v, i))]
            case "SIT" | "LIE" | "WALK" | "RUN":
                stand = self._act("STANDUP") if s.posture else []
                return stand + (self._go(v, i) if name in ("SIT", "LIE") else [])
            case _:
                return self._meet(v, _UNARY_NEEDS.get(name, ""), i)

    def _meet(self, v: _View, needs: str, i: int) -> Steps:
        steps: Steps = []
        for need in needs.split():
            match need:
                case "near":
                    steps += self._go(v, i)
                case "reach":
                    steps += self._reach(v, i)
                case "held":
                    steps += self._hold(v, i)
                case "free":
                    steps += self._free(v)
                case "faced":
                    steps += self._face(v, i)
                case _:
                    if v.s.right < 0 and v.s.left < 0:
                        grabs = [self._hold(v, j) for j in self._t.item_at]
                        steps += min(grabs, key=len, default=[UNKNOWN])
        return steps
