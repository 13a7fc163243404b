"""What `clamp.planning.virtualhome.abstraction` keeps of a task: masks over nodes and features.

The positions of nodes are those of `Tables`. Beyond them lie the features that are no nodes: that some node
of a group is near, that the character is CLOSE to a node that the goal wants it CLOSE to, or is in a room.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from clamp.planning.system import Action
from clamp.planning.virtualhome.catalogue import Catalogue
from clamp.planning.virtualhome.facts import GoalTest
from clamp.planning.virtualhome.observe import Observer
from clamp.planning.virtualhome.relevance import LOOKING, Relevance
from clamp.planning.virtualhome.state import LYING, SITTING, State, bits
from clamp.planning.virtualhome.tables import Tables
from clamp.planning.virtualhome.vocabulary import ExecutorRules

MOST_THINGS = 12
"""With more things that matter, a coarse state would be no cheaper than a state."""

Need = tuple[str, int]
"""What performing an action asks for: a kind, and a mask of nodes, things or features."""

_ELSEWHERE = frozenset(
    {
        "CLOSE", "DROP", "FIND", "GRAB", "LIE", "OPEN", "PUTBACK", "PUTIN", "PUTOBJBACK", "PUTON", "RUN",
        "SIT", "SLEEP", "STANDUP", "SWITCHOFF", "SWITCHON", "TURNTO", "WAKEUP", "WALK",
    }
)  # fmt: skip
"""Names whose steps do more than to make progress."""

_NEAR = frozenset({"PUSH", "RINSE", "SCRUB", "TOUCH", "TYPE", "WASH", "WIPE"})
_NEAR_AND_FREE = frozenset({"CUT", "MOVE", "PULL", "SQUEEZE"})
_WHILE_HOLDING = frozenset({"WIPE", "DROP", "GRAB", "PUTBACK", "PUTIN", "PUTOBJBACK", "PUTON"})


class Features:
    """Masks and tables of one task and its enabled actions.

    Attributes:
        sufficient: Whether the model can be used: few things matter, and progress depends on names alone.
        nodes: The nodes that actions may name; `stones` are those that matter only on the way to others.
        kept: The features: nodes, and what is no node.
        things: Items that matter, as positions among the items; `thing_bits` are their nodes.
        close_to: For each node, what becomes near when the character becomes CLOSE to it.
        walks: For each node that can be walked to, what the character becomes CLOSE to, and what near.
    """

    def __init__(
        self,
        tables: Tables,
        rules: ExecutorRules,
        observer: Observer,
        goal: GoalTest,
        actions: Sequence[Action],
        affords: Mapping[str, int],
        relevance: Relevance,
        enabled: Collection[int] | None,
    ):
        self._t = t = tables
        self._affords = affords
        self._find = find = Catalogue(tables, actions, enabled)
        self.progress = goal.progress
        self.nodes = (1 << t.named) - 1
        self.hands_matter = relevance.hands_matter
        self._initial = t.initial()
        self._useful = [i for i in goal.progress.useful() if i in find.where]
        self.useful = frozenset(find.name[i] for i in self._useful)
        self._example = {find.name[i]: i for i in self._useful}
        self._bits = len(t.ids)
        self._around: dict[int, int] = {}

        self.sufficient = goal.progress.by_name()
        self._read_goal(goal)
        resting = relevance.rests
        self.rests = {name: affords[name] & self.nodes if resting else 0 for name in ("SIT", "LIE")}
        performed = {name: self._targets(name) for name in self.useful}
        self._choose(rules, performed)
        self.sufficient &= len(self.things) <= MOST_THINGS
        self._groups = [(self._new_bit(), mask) for mask in self._near_groups(performed)]
        self.others = self.nodes & affords["GRAB"] & t.all_items & ~sum(self.thing_bits)
        self.other_bit = self._new_bit()
        self._groups.append((self.other_bit, self.others))
        self.kept = self._features | self.want_near | sum(bit for bit, _ in self._groups)
        self.stones = self.nodes & ~self.kept
        self.everything_loose = sum(self.room_bit.values()) | self.other_bit
        self.others_help = (
            self.want_left is not None or bool(self.want_clean) or not self.useful.isdisjoint(_WHILE_HOLDING)
        )
        self._lay_out(observer)
        self._look_around(performed)
        self.performances = list(self._performances(performed))

    # The goal, in masks.

    def _read_goal(self, goal: GoalTest) -> None:
        t, me = self._t, self._t.character
        named = {"ON": 0, "OFF": 0, "OPEN": 0, "CLOSED": 0, "CLEAN": 0}
        self.want_posture = 0
        for part, _ in goal.states:
            i = t.position[part.id]
            if i == me and part.state in ("SITTING", "LYING"):
                self.want_posture |= SITTING if part.state == "SITTING" else LYING
            elif part.state in named and i < t.named:
                named[part.state] |= 1 << i
        self.want_lit, self.want_unlit, self.want_open, self.want_closed, self.want_clean = named.values()
        self.want_right = self.want_left = None
        self.want_on = self.want_facing = self.want_near = self.close_goals = 0
        self.close_bit: dict[int, int] = {}
        self.room_bit: dict[int, int] = {}
        self._placed: list[tuple[int, str, int]] = []
        self._held: dict[str, int] = {}
        for part, _ in goal.relations:
            i, j, mine = t.position[part.from_id], t.position[part.to_id], part.from_id == t.ids[me]
            match part.relation:
                case "HOLDS_RH" | "HOLDS_LH" if mine and t.item_of[j] >= 0:
                    self._held[part.relation] = t.item_of[j]
                case "ON" if mine:
                    self.want_on |= 1 << j
                case "FACING" if mine:
                    self.want_facing |= 1 << j
                case "CLOSE" if mine and j != me:
                    self.close_bit[j] = self._new_bit()
                    self.close_goals |= 1 << j
                case "INSIDE" if mine and t.rooms >> j & 1:
                    self.room_bit[j] = self._new_bit()
                case "ON" | "INSIDE" if t.item_of[i] >= 0 and not t.rooms >> j & 1:
                    self._placed.append((t.item_of[i], part.relation, j))
                case _:
                    pass
        self.want_near = sum(self.close_bit.values()) | sum(self.room_bit.values())

    def _new_bit(self) -> int:
        self._bits += 1
        return 1 << self._bits - 1

    def _targets(self, name: str) -> int:
        """What the goal wants an action performed on: any of these nodes (the last argument)."""
        mask = 0
        for i in self._useful:
            if self._find.name[i] == name and self._find.where[i]:
                mask |= 1 << self._find.where[i][-1]
        return mask & self._affords.get(name, 0)

    # What matters.

    def _choose(self, rules: ExecutorRules, performed: Mapping[str, int]) -> None:
        t, affords = self._t, self._affords
        switches = self.want_lit | self.want_unlit
        if "SWITCHON" in performed or "SWITCHOFF" in performed:
            switches |= affords["SWITCHOFF"] & self.nodes
        doors = self.want_open | self.want_closed
        openable = affords["OPEN"] & self.nodes
        if "OPEN" in performed or "CLOSE" in performed:
            doors |= openable
        never_shut = ~t.openable_boxes | t.in_state("OPEN") & ~self.nodes
        self.never_shut = never_shut
        features = doors | switches | self.want_clean | self.rests["SIT"] | self.rests["LIE"]
        carried = 0
        for k in self._held.values():
            carried |= 1 << t.item_at[k]
        for k, relation, j in self._placed:
            carried |= 1 << t.item_at[k]
            if j != t.character:
                features |= 1 << j
                if relation == "INSIDE" and not never_shut >> j & 1 and j < t.named:
                    doors |= 1 << j
        carried |= (performed.get("DRINK", 0) | performed.get("READ", 0)) & t.all_items
        if "POUR" in performed or any(relation == "INSIDE" for _, relation, _ in self._placed):
            carried |= affords["hold POUR"] & self.nodes & t.all_items
        while True:
            things = (features | carried) & t.all_items
            boxes = 0
            for k, i in enumerate(t.item_at):
                if things >> i & 1:
                    boxes |= self._initial.items[k].inside & openable & t.fixed & ~t.rooms
            more = features | boxes | things | doors
            if more == features:
                break
            features, doors = more, doors | boxes
        self.doors, self.openable = doors, doors & openable
        self.boxes = doors & t.fixed & ~t.rooms
        self.switches = switches | doors & affords["SWITCHOFF"] & self.nodes
        self.switchable = self.switches & affords["SWITCHON"]
        self.switched_off = self.switches & affords["SWITCHOFF"]
        self.closable = doors & affords["CLOSE"]
        self.clean = self.want_clean
        self._features = features
        self.on_matters = self.want_on | self.rests["SIT"] | self.rests["LIE"]
        if t.character < t.named:
            self.on_matters = -1  # Who walks to themselves comes close to what they are ON.
        self._number_things(things, rules)

    def _number_things(self, things: int, rules: ExecutorRules) -> None:
        """Number the things that matter; what can be done with each, and what is wanted of it."""
        t, affords = self._t, self._affords
        self.things = tuple(k for k, i in enumerate(t.item_at) if things >> i & 1)
        self.thing_of = {k: place for place, k in enumerate(self.things)}
        self.thing_bits = tuple(t.item_bits[k] for k in self.things)
        at = [t.item_at[k] for k in self.things]
        liquid = t.where(lambda node: node.class_name == rules.liquid)
        self.pourable = sum(1 << p for p, i in enumerate(at) if affords["hold POUR"] >> i & 1)
        self.liquid = sum(1 << p for p, i in enumerate(at) if liquid >> i & 1)
        self.grabbable = sum(1 << p for p, i in enumerate(at) if affords["GRAB"] >> i & 1)
        if "HOLDS_RH" in self._held:
            self.want_right = self.thing_of[self._held["HOLDS_RH"]]
        if "HOLDS_LH" in self._held:
            self.want_left = self.thing_of[self._held["HOLDS_LH"]]
        self.placings: list[list[tuple[int, str, int]]] = [[] for _ in self.things]
        self.goals_of: list[int] = [0 for _ in self.things]
        for goal, (k, relation, j) in enumerate(self._placed):
            self.placings[self.thing_of[k]].append((1 << goal, relation, j))
            self.goals_of[self.thing_of[k]] |= 1 << goal

    def goals_met(self, s: State, k: int) -> int:
        """Which of the goals about a thing hold, k being its position among the items."""
        item = s.items[k]
        met = 0
        for goal, relation, j in self.placings[self.thing_of[k]]:
            if (item.on if relation == "ON" else item.inside) >> j & 1:
                met |= goal
        return met

    def _near_groups(self, performed: Mapping[str, int]) -> list[int]:
        near = {performed[name] for name in performed if name in _NEAR | _NEAR_AND_FREE or name == "POUR"}
        return sorted(mask for mask in near if mask)

    # Space.

    def _lay_out(self, observer: Observer) -> None:
        t, items = self._t, self._initial.items
        self.close_to: list[int] = []
        for y in range(len(t.ids)):
            # Whoever is CLOSE to anything is near themselves.
            near = 1 << y | t.neighbours[y] | t.carries[y] | t.me
            for bit, item in zip(t.item_bits, items, strict=True):
                if (item.close | item.on) >> y & 1:
                    near |= bit
            if t.item_of[y] >= 0:
                near |= items[t.item_of[y]].close
            self.close_to.append(self.extras(near) | self.close_bit.get(y, 0))
        self.walks: list[tuple[int, int]] = []
        for x in range(t.named):
            if x != t.character:
                close = self._closeness(x)
                room = observer.room(self._initial, x)
                self.walks.append((close, self.around(close) | self.room_bit.get(room, 0)))
        self.best_walks = self.largest(near & self.kept for _, near in self.walks)
        self.origins = [self._origin(k) for k in self.things]
        self.other_origins = {i: self._origin(t.item_of[i]) for i in bits(self.others)}

    def _closeness(self, x: int) -> int:
        """The nodes that WALK to a node makes the character CLOSE to, with everything in its place."""
        t, k = self._t, self._t.item_of[x]
        item = self._initial.items[k] if k >= 0 else None
        close = item.on if item else t.edges_on[x]
        if not t.rooms >> x & 1:
            inside = item.inside if item else t.edges_inside[x]
            close |= inside & ~(t.rooms | t.me) | t.body | 1 << x
        if t.openable_boxes >> x & 1:
            close |= t.contains[x]
            for bit, other in zip(t.item_bits, self._initial.items, strict=True):
                if other.inside >> x & 1:
                    close |= bit
            close |= t.rooms >> x & 1 and t.me
        return close

    def _origin(self, k: int) -> int:
        """What the character may become CLOSE to when an item is grabbed that nobody moved: its origin."""
        t, item = self._t, self._initial.items[k]
        origins = 0
        for targets in (item.on, item.inside, item.close | t.me):
            origins |= targets & ~t.rooms
            if targets & t.fixed & ~t.rooms:
                break
        return origins

    def around(self, close: int) -> int:
        """What is near when the character is CLOSE to some nodes."""
        near = self._around.get(close)
        if near is None:
            near = 0
            for y in bits(close):
                near |= self.close_to[y]
            self._around[close] = near
        return near

    def extras(self, near: int) -> int:
        """Nodes that are near, with the groups that they belong to."""
        for bit, mask in self._groups:
            if near & mask:
                near |= bit
        return near

    def close_bits(self, close: int) -> int:
        """The features of being CLOSE to some nodes, nearness apart."""
        return sum(self.close_bit[i] for i in bits(close & self.close_goals))

    def trimmed(self, near: int, places: int) -> int:
        """What is near, without stepping stones that lead to no more features; at `places` are things."""
        kept = near & self.kept
        stones = near & self.stones & places
        for j in bits(near & self.stones & ~places):
            origins = self.other_origins.get(j, 0)
            if origins & places or (self.close_to[j] | self.around(origins)) & self.kept & ~kept:
                stones |= 1 << j
        return kept | stones

    def largest(self, masks: Iterable[int]) -> list[int]:
        """Those of some masks that are neither empty nor within another."""
        kept: list[int] = []
        for mask in sorted(set(masks), key=int.bit_count, reverse=True):
            if mask and not any(mask & ~other == 0 for other in kept):
                kept.append(mask)
        return kept

    # Looking and performing.

    def _look_around(self, performed: Mapping[str, int]) -> None:
        t = self._t
        looked_at = sorted({mask for name, mask in performed.items() if name in LOOKING and mask})
        self._looks = [(1 << len(t.ids) + n, mask) for n, mask in enumerate(looked_at)]
        self.turns = self.largest(self.faced(1 << i | t.edges_facing[i], 1 << i) for i in range(t.named)) + (
            [0] if "TURNTO" in self.useful else []
        )
        self.seated_facing = {
            i: self.faced(self._through(t.edges_facing[i]), t.edges_facing[i])
            for i in bits(self.rests["SIT"])
        }

    def _through(self, facing: int) -> int:
        faced = facing
        for i in bits(facing):
            faced |= self._t.edges_facing[i]
        return faced

    def faced(self, faced: int, facing: int) -> int:
        """The features of facing some nodes, and of facing directly."""
        return facing & self.want_facing | sum(bit for bit, mask in self._looks if faced & mask)

    def performed(self, progress: int, name: str) -> int:
        """Progress after an action with a name."""
        example = self._example.get(name)
        return progress if example is None else self.progress.after(progress, example)

    def _performances(self, performed: Mapping[str, int]) -> Iterable[tuple[str, tuple[Need, ...]]]:
        t = self._t
        group = {mask: bit for bit, mask in self._groups}
        look = {mask: bit for bit, mask in self._looks}
        for name, mask in performed.items():
            if name in _ELSEWHERE or (not mask and name not in ("EAT", "GREET", "PUTOFF")):
                continue
            held = sum(1 << place for place, k in enumerate(self.things) if mask >> t.item_at[k] & 1)
            if name in LOOKING:
                yield name, (("faced", look[mask]),)
            elif name in ("DRINK", "READ"):
                yield name, (("held", held),)
            elif name == "POUR":
                yield name, (("held", self.pourable), ("near", group[mask]))
            elif name in _NEAR_AND_FREE:
                yield name, (("near", group[mask]), ("free", 0))
            elif name == "WIPE":
                yield name, (("near", group[mask]), ("holding", 0))
            elif name in _NEAR:
                yield name, (("near", group[mask]),)
            else:
                yield name, ()
