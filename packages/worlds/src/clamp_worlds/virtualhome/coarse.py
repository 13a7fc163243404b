"""A smaller model of a VirtualHome task, whose goal distances are never longer than the real ones.

Decides what of a state is kept: where the things are that the goal depends on, what the hands hold, and what is
near, open and so on among the nodes that matter (`CoarseFeatures`). Hides what each action of the executor does to such
a state (`Steps`). Bounds of the goal distance are searched for here where cheaper ones do not refute a budget.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from clamp.planning.system import Action, SearchSpace
from clamp_worlds.virtualhome.executor import GoalTest
from clamp_worlds.virtualhome.observe import Observer
from clamp_worlds.virtualhome.relevance import LOOKING, Relevance
from clamp_worlds.virtualhome.state import LYING, SITTING, State, bits
from clamp_worlds.virtualhome.tables import Catalogue, Tables
from clamp_worlds.virtualhome.travel import Carried, Travel, Ways
from clamp_worlds.virtualhome.vocabulary import ExecutorRules

FREE, OTHER = -1, -2
"""An empty hand, and one with a thing that the goal does not ask for."""

AS_AT_FIRST = -1
"""Where a thing is that nobody moved."""


class CoarseThing(NamedTuple):
    """A thing that matters, in a state.

    Attributes:
        goals: Which of its goals hold, as a bit set.
        boxes: What it is inside that can be shut, as a bit set of nodes.
        where: The nodes that it is beside, itself included, or `AS_AT_FIRST`.
        grabbed: Whether the executor counts it as grabbed, so that it cannot be grabbed again.
    """

    goals: int
    boxes: int
    where: int
    grabbed: bool


class Coarse(NamedTuple):
    """A state of the model; but for hands, posture, progress and things, bit sets of nodes and features.

    Attributes:
        right, left: What the hands hold: a thing's number, `FREE` or `OTHER`.
        posture: `SITTING`, `LYING`, both or 0.
        progress: How far the action goals are.
        loose: Some thing is not where it was at first.
    """

    near: int
    right: int
    left: int
    posture: int
    facing: int
    on: int
    open: int
    closed: int
    lit: int
    unlit: int
    clean: int
    things: tuple[CoarseThing, ...]
    progress: int
    loose: bool


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


_MOVES = ("WALK", "RUN", "FIND", "GRAB", "DROP", "POUR", "PUTBACK", "PUTIN", "PUTOBJBACK", "PUTON")
_COUNTED = (
    ("OPEN",), ("CLOSE",), ("SWITCHOFF",), ("SWITCHON",), ("GRAB",), _MOVES[4:], _MOVES[4:],
    ("SIT", "LIE", "TURNTO", "RINSE", "SCRUB", "WASH", "WIPE"), _MOVES,
)  # fmt: skip
"""Names of the actions that a lower bound counts, kind by kind: each may bring action goals on, too."""


class CoarseFeatures:
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
        self.may_progress = tuple(not self.useful.isdisjoint(names) for names in _COUNTED)
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
        self.fixed_close = sum(bit for j, bit in self.close_bit.items() if t.item_of[j] < 0)

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
        carried |= t.body & t.all_items & self.nodes & affords["GRAB"]  # see `Ways`
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
        # Where the character can be CLOSE to a room, a thing may be near that lies on nothing else: GRAB then
        # remembers no origin, and it can be grabbed again while it is held.
        self.regrabs = any(
            (on | close) & t.rooms or (on and t.rooms >> i & 1)
            for i, (on, close) in enumerate(zip(t.edges_on, t.edges_close, strict=True))
        )
        if "HOLDS_RH" in self._held:
            self.want_right = self.thing_of[self._held["HOLDS_RH"]]
        if "HOLDS_LH" in self._held:
            self.want_left = self.thing_of[self._held["HOLDS_LH"]]
        self.placings: list[list[tuple[int, str, int]]] = [[] for _ in self.things]
        self.goals_of: list[int] = [0 for _ in self.things]
        for goal, (k, relation, j) in enumerate(self._placed):
            self.placings[self.thing_of[k]].append((1 << goal, relation, j))
            self.goals_of[self.thing_of[k]] |= 1 << goal

        hands = {self.want_right, self.want_left}
        self.wanted = tuple((k, goals) for k, goals in enumerate(self.goals_of) if goals or k in hands)

    def ways(self) -> Ways | None:
        """How the nodes hang together."""
        origins = [(self._t.item_at[k], origin) for k, origin in zip(self.things, self.origins, strict=True)]
        walked = [x for x in range(self._t.named) if x != self._t.character]
        walks = zip(walked, (near for _, near in self.walks), strict=True)
        return Ways.of(
            self._t, self.fixed_close, self.close_to, walks, [*origins, *self.other_origins.items()]
        )

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


_RELEASES = ("DROP", "PUTBACK", "PUTIN", "PUTOBJBACK", "PUTON")
_WALKS = ("WALK", "RUN", "FIND")
_CLEANS = ("RINSE", "SCRUB", "WASH", "WIPE")


class Steps:
    """What each action of the executor does to a coarse state."""

    def __init__(self, features: CoarseFeatures, tables: Tables):
        self._f = features
        self._t = tables

    def of(self, c: Coarse) -> Iterator[tuple[str, Coarse]]:
        """Every step that a state allows, as (action name, state after it); some lead nowhere new."""
        yield from self._approaches(c)
        yield from self._grabs(c)
        yield from self._releases(c)
        yield from self._turns_and_rests(c)
        yield from self._switches_and_doors(c)
        yield from self._performances(c)

    def _approaches(self, c: Coarse) -> Iterator[tuple[str, Coarse]]:
        f, t = self._f, self._t
        if c.posture:
            names = ["FIND"]
            reached = [self._beside(c, 1 << j, f.close_to[j]) for j in bits(c.near & f.nodes)]
        else:
            names = self._names(_WALKS)
            strayed = [
                (thing.where, bit)
                for bit, thing in zip(f.thing_bits, c.things, strict=True)
                if thing.where != AS_AT_FIRST and not c.near & bit
            ]
            walks = f.walks if strayed else [(0, near) for near in f.best_walks]
            reached = [self._beside(c, close, near) for close, near in walks]
            reached += [self._beside(c, where, f.around(where) | bit) for where, bit in strayed]
            if t.character < t.named:
                to_self = c.on | t.body | t.me
                reached.append(self._beside(c, to_self, f.around(to_self)))
        more = f.everything_loose if c.loose else 0
        gains = f.largest((one | more) & f.kept & ~c.near for one in reached)
        after = c.near | f.stones
        if not f.useful.isdisjoint(names) or (c.posture and after != c.near):
            gains.append(0)
        for gain in gains:
            for name in names:
                yield name, c._replace(near=after | gain, facing=0)

    def _names(self, alike: Sequence[str]) -> list[str]:
        """Of names that do the same, those that action goals tell apart, and one that they do not ask for.

        An action can undo progress: where a judge prefers it to the alternative that was performed.
        """
        idle = [name for name in alike if name not in self._f.useful]
        return [name for name in alike if name in self._f.useful] + idle[:1]

    def _beside(self, c: Coarse, close: int, near: int) -> int:
        """What becomes near when the character becomes CLOSE to some nodes.

        Args:
            near: The same, if everything were in its place.
        """
        f = self._f
        for bit, thing in zip(f.thing_bits, c.things, strict=True):
            if thing.where != AS_AT_FIRST:
                if thing.where & close:
                    near |= f.extras(bit | thing.where)
                else:
                    near &= ~bit
        return near

    def _grabs(self, c: Coarse) -> Iterator[tuple[str, Coarse]]:
        f = self._f
        if c.right != FREE and c.left != FREE:
            return
        for k, (bit, thing) in enumerate(zip(f.thing_bits, c.things, strict=True)):
            if thing.grabbed or not c.near & bit or thing.boxes & c.closed or not f.grabbable >> k & 1:
                continue
            close = bit | (f.origins[k] if thing.where == AS_AT_FIRST else thing.where | self._t.me)
            near = c.near | self._beside(c, close, f.around(close)) & (f.kept | f.stones)
            things = _with(c.things, k, CoarseThing(0, 0, 0, not f.regrabs))
            yield "GRAB", self._taken(c, k)._replace(near=near, things=things, loose=True, on=c.on & ~bit)
        if c.near & f.other_bit:
            origins = [f.other_origins[j] for j in bits(c.near & f.others)]
            if c.loose:
                origins += [1 << j for j in bits(c.near & f.nodes | self._t.me)]
            own = f.close_bits(c.near & f.others)
            gains = f.largest(
                (self._beside(c, one, f.around(one)) | own) & f.kept & ~c.near for one in origins
            )
            if f.others_help or "GRAB" in f.useful:
                gains.append(0)
            for gain in gains:
                near = c.near | gain | f.stones
                yield "GRAB", self._taken(c, OTHER)._replace(near=near, loose=True)
                if OTHER in (c.right, c.left):
                    yield "GRAB", self._hands(c, c.left, c.right)._replace(near=near, loose=True)
        if OTHER in (c.right, c.left) and f.hands_matter:
            yield "GRAB", self._hands(c, c.left, c.right)  # held from the start, it can be grabbed again

    def _taken(self, c: Coarse, what: int) -> Coarse:
        to_right = c.right == FREE
        right, left = c.right, c.left
        if what != OTHER:
            right, left = (FREE if hand == what else hand for hand in (right, left))
        return self._hands(c, what if to_right else right, left if to_right else what)

    def _hands(self, c: Coarse, right: int, left: int) -> Coarse:
        if not self._f.hands_matter and left > right:
            right, left = left, right
        return c._replace(right=right, left=left)

    def _let_go(self, c: Coarse, what: int) -> Iterator[Coarse]:
        if c.right == what:
            yield self._hands(c, FREE, c.left)
        if c.left == what:
            yield self._hands(c, c.right, FREE)

    def _releases(self, c: Coarse) -> Iterator[tuple[str, Coarse]]:
        f = self._f
        names = self._names(_RELEASES)
        full = FREE not in (c.right, c.left)
        for what in {c.right, c.left} - {FREE}:
            gains = f.largest(self._beside(c, 1 << j, f.close_to[j]) & f.kept & ~c.near
                              for j in bits(c.near & f.nodes))  # fmt: skip
            for after in self._let_go(c, what):
                if what != OTHER:
                    old = c.things[what]
                    after = after._replace(things=_with(c.things, what, old._replace(grabbed=False)))
                # To empty a hand while the other is empty serves nothing yet.
                only_to_empty = full or f.hands_matter or not f.useful.isdisjoint(names)
                for gain in (*gains, 0) if only_to_empty else gains:
                    for name in names:
                        yield name, after._replace(near=c.near | gain | f.stones)
            if what != OTHER:
                yield from self._placings(c, what, names)

    def _placings(self, c: Coarse, what: int, names: Sequence[str]) -> Iterator[tuple[str, Coarse]]:
        f = self._f
        for goal, relation, to in f.placings[what]:
            if to != self._t.character and not c.near >> to & 1:
                continue
            near = c.near | self._beside(c, 1 << to, f.close_to[to]) & f.kept
            for free, name in self._ways(c, what, relation, to):
                thing = c.things[what]
                boxes = (thing.boxes | 1 << to) & f.boxes if relation == "INSIDE" else thing.boxes
                placed = CoarseThing(thing.goals | goal, boxes, thing.where, thing.grabbed and not free)
                for after in self._let_go(c, what) if free else (c,):
                    for one in names if name == "" else (name,):
                        yield one, after._replace(near=near, things=_with(c.things, what, placed))

    def _ways(self, c: Coarse, what: int, relation: str, to: int) -> Iterator[tuple[bool, str]]:
        """How a thing that is held can be placed: whether that frees the hand, and by what name."""
        f = self._f
        if relation == "ON" or f.never_shut >> to & 1 or c.open >> to & 1:
            yield True, ""
        if relation == "INSIDE" and f.pourable >> what & 1:
            yield bool(f.liquid >> what & 1), "POUR"

    def _turns_and_rests(self, c: Coarse) -> Iterator[tuple[str, Coarse]]:
        f = self._f
        for faced in f.turns:
            yield "TURNTO", c._replace(facing=faced)
        if c.posture:
            for name in ("STANDUP", "SLEEP", "WAKEUP"):
                yield name, c._replace(posture=0) if name == "STANDUP" else c
        for name, posture in (("SIT", SITTING), ("LIE", LYING)):
            if not c.posture & posture:
                for i in bits(f.rests[name] & c.near):
                    facing = c.facing | (f.seated_facing[i] if name == "SIT" else 0)
                    on = (c.on | 1 << i) & f.on_matters
                    yield name, c._replace(posture=posture, facing=facing, on=on)

    def _switches_and_doors(self, c: Coarse) -> Iterator[tuple[str, Coarse]]:
        f = self._f
        for bit in _each(f.switchable & c.near & c.unlit):
            yield "SWITCHON", c._replace(lit=c.lit | bit, unlit=c.unlit & ~bit)
        for bit in _each(f.switched_off & c.near & c.lit):
            yield "SWITCHOFF", c._replace(lit=c.lit & ~bit, unlit=c.unlit | bit)
        if c.right == FREE or c.left == FREE:
            for bit in _each(f.openable & c.near & c.closed & ~c.lit):
                yield "OPEN", c._replace(open=c.open | bit, closed=c.closed & ~bit)
        for bit in _each(f.closable & c.near & c.open):
            yield "CLOSE", c._replace(open=c.open & ~bit, closed=c.closed | bit)

    def _performances(self, c: Coarse) -> Iterator[tuple[str, Coarse]]:
        f = self._f
        for bit in _each(f.want_clean & c.near & ~c.clean):
            for name in _CLEANS:
                if name != "WIPE" or self._meets(c, "holding", 0):
                    yield name, c._replace(clean=c.clean | bit)
        for name, needs in f.performances:
            if all(self._meets(c, *need) for need in needs):
                yield name, c
                if name == "POUR":
                    for hand in {c.right, c.left}:
                        if hand >= 0 and f.liquid >> hand & 1:
                            for after in self._let_go(c, hand):
                                yield name, after

    def _meets(self, c: Coarse, kind: str, mask: int) -> bool:
        match kind:
            case "near":
                return bool(c.near & mask)
            case "held":
                return any(hand >= 0 and mask >> hand & 1 for hand in (c.right, c.left))
            case "faced":
                return bool(c.facing & mask)
            case "free":
                return FREE in (c.right, c.left)
            case _:
                return c.right != FREE or c.left != FREE


def _each(mask: int) -> list[int]:
    return [1 << i for i in bits(mask)]


def _with(things: tuple[CoarseThing, ...], k: int, thing: CoarseThing) -> tuple[CoarseThing, ...]:
    return (*things[:k], thing, *things[k + 1 :])


class Abstraction(SearchSpace):
    """The model as a `SearchSpace` over `Coarse` states; `node` takes a node of `VirtualHomeSearch`."""

    def __init__(self, features: CoarseFeatures, tables: Tables, observer: Observer):
        self._f = features
        self._t = tables
        self._observe = observer
        self._initial = tables.initial().items
        self._steps = Steps(features, tables)
        self._seats = features.rests["SIT"] | features.rests["LIE"]
        ways = features.ways()
        self._travel = None if ways is None else Travel(ways)

    # From states to coarse states.

    def node(self, state: State) -> Coarse:
        """The coarse state of a state."""
        t, f = self._t, self._f
        moved = self._moved(state)
        # What is in the hands comes along on every walk, so that what is on it counts as near.
        close = state.close | t.held(state)
        near = self._observe.near(state._replace(close=close))
        items = sum(t.item_bits[k] for k in moved)
        tangled = any(beside & items for beside in moved.values())  # a thing that was moved lies on another
        for k, beside in moved.items():
            if tangled or k not in f.thing_of:
                near |= t.item_bits[k] | beside
            elif near & t.item_bits[k]:
                near |= beside
        near = f.extras(near) | f.close_bits(close) | f.room_bit.get(state.room, 0)
        things = tuple(
            CoarseThing(
                f.goals_met(state, k),
                state.items[k].inside & f.boxes,
                moved[k] | t.item_bits[k] if k in moved else AS_AT_FIRST,
                state.items[k].origin >= 0,
            )
            for k in f.things
        )
        hands = [FREE if k < 0 else f.thing_of.get(k, OTHER) for k in (state.right, state.left)]
        if not f.hands_matter:
            hands.sort(reverse=True)
        places = 0
        for thing in things:
            places |= max(thing.where, 0)
        return Coarse(
            f.trimmed(near, places),
            hands[0],
            hands[1],
            state.posture,
            f.faced(self._observe.faced(state), state.facing),
            state.on & f.on_matters,
            state.open & f.doors,
            state.closed & f.doors,
            state.lit & f.switches,
            state.unlit & f.switches,
            state.clean & f.clean,
            things,
            state.progress,
            bool(moved),
        )

    def _moved(self, s: State) -> dict[int, int]:
        """The items that are not where they were at first, and what they are close to, on or inside now."""
        t = self._t
        moved: dict[int, int] = {}
        for k, (item, before) in enumerate(zip(s.items, self._initial, strict=True)):
            if item is before:
                continue
            apart = ~(t.rooms | t.item_bits[k])
            now = (item.close | item.on | item.inside & ~t.me) & apart
            # What was put on a thing is close to it, but did not move it.
            for other in bits(now & t.all_items & ~(item.on | item.inside)):
                laid = s.items[t.item_of[other]]
                if (laid.on | laid.inside) & t.item_bits[k]:
                    now &= ~(1 << other)
            at_first = (before.close | before.on | before.inside & ~t.me) & apart
            if item.origin >= 0 or now != at_first:
                moved[k] = now
        for k in (s.right, s.left):
            if k >= 0 and k not in moved:
                item = s.items[k]  # held from the start, it may still be on something, its origin if grabbed
                apart = ~(t.rooms | t.item_bits[k])
                moved[k] = (item.close | item.on | item.inside & ~t.me) & apart
        return moved

    # The model.

    def is_goal(self, c: Coarse) -> bool:
        """Whether all parts of the goal hold that the model knows of."""
        return self.lower_bound(c) == 0

    def lower_bound(self, c: Coarse) -> float:
        """The number of actions that the goal needs one by one, and of the walks between them."""
        f = self._f
        right, left, near = c.right, c.left, c.near
        things = c.things
        shut = grabs = puts = required = releases = 0
        ready = False
        grabbed: list[int] = []
        carried: list[Carried] = []
        for k, wanted in f.wanted:
            thing = things[k]
            missing = wanted & ~thing.goals
            held = k in (right, left)
            to_hand = (k == f.want_right and k != right) or (k == f.want_left and k != left)
            if not missing and not to_hand:
                continue
            bit = f.thing_bits[k]
            if to_hand or not held:
                grabs += 1
                ready = ready or held or bool(bit & near)
                if not held:
                    grabbed.append(k)
                    required |= bit
                    shut |= thing.boxes & c.closed
            if missing:
                puts += missing.bit_count()
                targets = 0
                for goal, relation, to in f.placings[k]:
                    if goal & missing:
                        if to == self._t.character:
                            ready = ready or held
                            continue
                        place = 1 << to
                        required |= place
                        targets |= place
                        ready = ready or (held and bool(place & near))
                        if (
                            relation == "INSIDE"
                            and not (f.never_shut | c.open) & place
                            and not f.pourable >> k & 1
                        ):
                            shut |= place
                carried.append(Carried(bit, held, targets & ~self._t.all_items))
        opened = (f.want_open & ~c.open) | shut
        closed = f.want_closed & (~c.closed | opened)
        dimmed = (f.want_unlit & ~c.unlit) | (opened & c.lit)
        lit = f.want_lit & (~c.lit | dimmed)
        nodes = opened | closed | dimmed | lit
        required |= nodes
        if FREE not in (right, left) or f.hands_matter:
            fillers, releases = self._hands_needed(c, bool(opened or grabs))
            grabs += fillers
            ready = ready or bool(fillers or releases)
        cleaning = f.want_clean & ~c.clean
        seats = f.want_on & ~c.on
        resting = max(seats.bit_count(), int(bool(f.want_posture & ~c.posture)))
        turning = bool(f.want_facing & ~c.facing)
        required |= cleaning | seats
        # To sit down may turn the character, too.
        others = cleaning.bit_count() + max(resting, int(turning))
        opens, closes = opened.bit_count(), closed.bit_count()
        dims, lights = dimmed.bit_count(), lit.bit_count()
        count = opens + closes + dims + lights + grabs + puts + releases + others
        walks = 0
        if count and not (ready or turning or (cleaning | nodes) & near or (resting and near & self._seats)):
            walks = 1
        required |= f.want_near & f.fixed_close & ~near
        if self._travel is not None and required:
            moved = tuple(
                (bit, 0 if k in (right, left) else thing.where)
                for k, (bit, thing) in enumerate(zip(f.thing_bits, things, strict=True))
                if thing.where != AS_AT_FIRST or k in (right, left)
            )
            on = (c.on | self._seats) & ~self._t.me if self._t.character < self._t.named else 0
            at_end = f.want_near & f.fixed_close
            held = sum(f.thing_bits[k] for k in {right, left} if k >= 0)
            steps, arrivals = self._travel.arrivals(
                near, moved, on, required, at_end, held, carried, self._opened_up(c, grabbed, required)
            )
            if arrivals:  # Whoever walks stands up, and faces nothing after it.
                stands = int(bool(c.posture))
                again = max(resting, int(bool(f.want_posture and stands)), int(bool(f.want_facing)))
                count += again - max(resting, int(turning))
                steps += stands
            walks = max(walks, steps)
        count += walks
        missing = f.progress.missing(c.progress)
        if missing:
            kinds = (opens, closes, dims, lights, grabs, puts, releases, others, walks)
            shared = sum(number for number, may in zip(kinds, f.may_progress, strict=True) if may)
            count += max(0, missing - shared)
        return max(count, int(bool(f.want_near & ~near)))

    def _opened_up(self, c: Coarse, grabbed: Sequence[int], nodes: int) -> list[tuple[int, int]] | None:
        """For things that must be grabbed, and nodes that others may have to be put on, what that brings near.

        ``None`` if it is not known where one of them is.
        """
        f = self._f
        opened: list[tuple[int, int]] = []
        for k in grabbed:
            bit, where = f.thing_bits[k], c.things[k].where
            if not where:
                return None
            opened.append(
                (bit, f.around(bit | f.origins[k]) if where == AS_AT_FIRST else f.around(where) | bit)
            )
        for k, _ in f.wanted:
            for _, _, to in f.placings[k]:
                if nodes >> to & 1:
                    other = f.thing_of.get(self._t.item_of[to], -1)
                    where = c.things[other].where if other >= 0 else AS_AT_FIRST
                    if other in (c.right, c.left):
                        continue
                    if not where:
                        return None
                    near = f.close_to[to] if where == AS_AT_FIRST else f.around(where)
                    opened.append((1 << to, near))
        return opened

    def _hands_needed(self, c: Coarse, use: bool) -> tuple[int, int]:
        """Grabs only to fill the right hand, and things let go only to empty a hand; `use` needs a free one."""
        f, right, left = self._f, c.right, c.left
        releases = 0
        put = False  # something that is held is to be put somewhere
        for hand, wanted, other in ((right, f.want_right, f.want_left), (left, f.want_left, f.want_right)):
            if hand >= 0 and f.goals_of[hand] & ~c.things[hand].goals:
                put = True
            elif hand != FREE and hand != wanted and (wanted is not None or (hand >= 0 and hand == other)):
                if hand >= 0 and hand == other and not c.things[hand].grabbed:
                    put = True  # grabbed again, it changes hands
                else:
                    releases += 1
        if right == left:
            releases = min(releases, 1)
        if use and not put and not releases and FREE not in (right, left):
            releases = 1
        fillers = 0
        if f.want_left is not None and left != f.want_left:
            empty = right == FREE or (right == f.want_left and c.things[right].grabbed)
            others = any(
                k not in (right, left) and (wanted & ~c.things[k].goals or k == f.want_right)
                for k, wanted in f.wanted
                if k != f.want_left
            )
            fillers = int(empty and not others)
        return fillers, releases

    def estimate(self, c: Coarse) -> float:
        """`lower_bound`: the model is small enough to need no better guess."""
        return self.lower_bound(c)

    def successors(self, c: Coarse) -> Iterator[tuple[int, Coarse]]:
        """The states that one step leads to; the steps have no names."""
        seen = {c}
        for name, after in self._steps.of(c):
            progress = self._f.progress.settled(self._f.performed(c.progress, name))
            if progress != after.progress:
                after = after._replace(progress=progress)
            if progress == self._f.progress.everything:
                after = after._replace(facing=after.facing & self._f.want_facing)
            if after not in seen:
                seen.add(after)
                yield 0, after
