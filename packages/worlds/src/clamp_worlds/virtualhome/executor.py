"""VirtualHome's executor over bit masks: when each action runs, what it does to a state, when the goal holds."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from operator import attrgetter
from typing import Any

from clamp.errors import DomainError
from clamp.planning.system import Action
from clamp_worlds.virtualhome.goal import ActionProgress, NodeState, Relation, VirtualHomeGoal
from clamp_worlds.virtualhome.observe import Observer
from clamp_worlds.virtualhome.state import LYING, ORIGINS, SITTING, Holding, State, bits
from clamp_worlds.virtualhome.tables import Tables, grabbable
from clamp_worlds.virtualhome.vocabulary import RELATIONS, STATES, WITH_ONE, WITH_TWO, ExecutorRules


class Effects:
    """The successor function, one method an effect; actions without effect on the scene have none.

    Every method assumes that its action is executable.
    """

    def __init__(self, tables: Tables, rules: ExecutorRules, observer: Observer):
        self._t = tables
        self._observe = observer
        self._faced_by_some = any(mask & tables.me for mask in tables.edges_facing)
        self._liquids = tables.where(lambda node: node.class_name == rules.liquid)
        self._by_name: dict[str, Callable[..., State]] = {
            "CLOSE": self._close,
            "DROP": self._drop,
            "FIND": self._find,
            "GRAB": self._grab,
            "LIE": self._lie,
            "OPEN": self._open,
            "POUR": self._pour,
            "PUTBACK": self._put_on,
            "PUTIN": self._put_in,
            "PUTOBJBACK": self._return,
            "PUTOFF": self._take_off,
            "PUTON": self._wear,
            "RINSE": self._clean,
            "RUN": self._walk,
            "SCRUB": self._clean,
            "SIT": self._sit,
            "STANDUP": self._stand_up,
            "SWITCHOFF": self._switch_off,
            "SWITCHON": self._switch_on,
            "TURNTO": self._turn,
            "WALK": self._walk,
            "WASH": self._clean,
            "WIPE": self._clean,
        }

    def of(self, name: str) -> Callable[..., State] | None:
        """The effect of an action by name, called with the state and its arguments' positions."""
        return self._by_name.get(name)

    def _walk(self, s: State, i: int) -> State:
        t, observe = self._t, self._observe
        room = observe.room(s, i)
        items = [
            item._replace(inside=item.inside & ~t.me) if item.inside & t.me else item for item in s.items
        ]
        unfaced = s.unfaced | t.me if self._faced_by_some else s.unfaced
        close = 0
        if room != i:
            close = self._around(s, items, i, room) & ~t.rooms | t.body | 1 << i
        held = t.held(s)
        if held:
            for k, item in enumerate(items):
                if (item.close | item.inside) & held:
                    items[k] = item._replace(close=item.close & ~held, inside=item.inside & ~held)
            for k in (s.right, s.left):
                if k >= 0:
                    # What is carried lags behind: it is put into the room that the character leaves.
                    items[k] = items[k]._replace(close=0, inside=1 << s.room)
            close |= held
            unfaced |= held
        if t.openable_boxes >> i & 1:
            close |= t.contains[i]
            for item, bit in zip(items, t.item_bits, strict=True):
                if item.inside >> i & 1:
                    close |= bit
            if room == i:
                close |= t.me
        close |= s.on if i == t.character else self._supports(items, i)
        return s._replace(room=room, close=close, facing=0, unfaced=unfaced, items=tuple(items))

    def _around(self, s: State, items: list[Holding], i: int, room: int) -> int:
        t = self._t
        if i == t.character:
            return 1 << room
        k = t.item_of[i]
        return items[k].inside if k >= 0 else t.edges_inside[i] & ~t.me

    def _supports(self, items: list[Holding], i: int) -> int:
        k = self._t.item_of[i]
        return items[k].on if k >= 0 else self._t.edges_on[i]

    def _find(self, s: State, i: int) -> State:
        if not self._observe.near(s) >> i & 1:
            return self._walk(s, i)
        return s._replace(close=s.close | 1 << i, facing=0)

    def _grab(self, s: State, i: int) -> State:
        t = self._t
        grabbed, bit = t.item_of[i], 1 << i
        origin, relation = self._origin(s, i)
        items: list[Holding] = []
        for item in s.items:
            if (item.close | item.on | item.inside) & bit:
                item = item._replace(close=item.close & ~bit, on=item.on & ~bit, inside=item.inside & ~bit)
            items.append(item)
        close = s.close | bit
        where = -1
        if origin >= 0:
            close |= 1 << origin
            where = 3 * origin + relation
        items[grabbed] = Holding(close=0, on=0, inside=1 << s.room, origin=where)
        to_right = s.right < 0
        right, left = (-1 if hand == grabbed else hand for hand in (s.right, s.left))
        return s._replace(
            close=close,
            on=s.on & ~bit,
            right=grabbed if to_right else right,
            left=left if to_right else grabbed,
            items=tuple(items),
        )

    def _origin(self, s: State, i: int) -> tuple[int, int]:
        """Where PUTOBJBACK will return a thing: the first node, not a room, that it is on, in or close to."""
        t = self._t
        item = s.items[t.item_of[i]]
        close = item.close | t.me if s.close >> i & 1 else item.close
        for relation, targets in enumerate((item.on, item.inside, close)):
            if targets & ~t.rooms:
                around = t.order(i, ORIGINS[relation], targets)
                return next(j for j in around if not t.rooms >> j & 1), relation
        return -1, -1

    def _put_on(self, s: State, i: int, j: int) -> State:
        return self._put(s, i, j, on=1 << j)

    def _put_in(self, s: State, i: int, j: int) -> State:
        return self._put(s, i, j, inside=1 << j)

    def _put(self, s: State, i: int, j: int, on: int = 0, inside: int = 0) -> State:
        t = self._t
        k, to = t.item_of[i], t.item_of[j]
        items = list(s.items)
        item = items[k]
        close = s.close | 1 << j
        if j == t.character:
            close |= 1 << i
        else:
            item = item._replace(close=item.close | 1 << j)
        items[k] = item._replace(on=item.on | on, inside=item.inside | inside, origin=-1)
        if to >= 0:
            items[to] = items[to]._replace(close=items[to].close | 1 << i)
        return self._let_go(s, k)._replace(close=close, items=tuple(items))

    def _return(self, s: State, i: int) -> State:
        """PUTOBJBACK; it passes without effect when the thing cannot be put where it came from."""
        t = self._t
        k = t.item_of[i]
        j, relation = divmod(s.items[k].origin, 3)
        if k not in (s.right, s.left) or not self._observe.near(s) >> j & 1:
            return s
        if ORIGINS[relation] == "INSIDE":
            shut = t.openable_boxes >> j & 1 and not self._is_open(s, j)
            return s if shut else self._put_in(s, i, j)
        return self._put(s, i, j, on=1 << j if ORIGINS[relation] == "ON" else 0)

    def _is_open(self, s: State, i: int) -> bool:
        return bool(s.open >> i & 1) if i < self._t.named else "OPEN" in self._t.nodes[i].states

    def _drop(self, s: State, i: int) -> State:
        k = self._t.item_of[i]
        item = s.items[k]
        dropped = item._replace(inside=item.inside | 1 << s.room, origin=-1)
        return self._let_go(s, k)._replace(items=_with(s.items, k, dropped))

    def _pour(self, s: State, i: int, j: int) -> State:
        k = self._t.item_of[i]
        item = s.items[k]
        if self._liquids >> i & 1:
            s = self._let_go(s, k)
        return s._replace(items=_with(s.items, k, item._replace(inside=item.inside | 1 << j)))

    def _wear(self, s: State, i: int) -> State:
        k = self._t.item_of[i]
        item = s.items[k]
        worn = item._replace(on=item.on | self._t.me)
        return self._let_go(s, k)._replace(items=_with(s.items, k, worn))

    def _take_off(self, s: State, i: int) -> State:
        k = self._t.item_of[i]
        item = s.items[k]
        return s._replace(items=_with(s.items, k, item._replace(on=item.on & ~self._t.me)))

    def _let_go(self, s: State, k: int) -> State:
        return s._replace(right=-1 if s.right == k else s.right, left=-1 if s.left == k else s.left)

    def _sit(self, s: State, i: int) -> State:
        faced = 0 if s.unfaced >> i & 1 else self._t.edges_facing[i] & ~s.unfaced
        return s._replace(on=s.on | 1 << i, facing=s.facing | faced, posture=SITTING)

    def _lie(self, s: State, i: int) -> State:
        return s._replace(on=s.on | 1 << i, posture=LYING)

    def _stand_up(self, s: State) -> State:
        return s._replace(posture=0)

    def _turn(self, s: State, i: int) -> State:
        return s._replace(facing=1 << i)

    def _open(self, s: State, i: int) -> State:
        return s._replace(open=s.open | 1 << i, closed=s.closed & ~(1 << i))

    def _close(self, s: State, i: int) -> State:
        return s._replace(open=s.open & ~(1 << i), closed=s.closed | 1 << i)

    def _switch_on(self, s: State, i: int) -> State:
        return s._replace(lit=s.lit | 1 << i, unlit=s.unlit & ~(1 << i))

    def _switch_off(self, s: State, i: int) -> State:
        return s._replace(lit=s.lit & ~(1 << i), unlit=s.unlit | 1 << i)

    def _clean(self, s: State, i: int) -> State:
        return s._replace(clean=s.clean | 1 << i, dirty=s.dirty & ~(1 << i))


def _with(items: tuple[Holding, ...], k: int, item: Holding) -> tuple[Holding, ...]:
    return (*items[:k], item, *items[k + 1 :])


class Block:
    """Actions with one name (and first argument), by the position of their only (or last) argument."""

    __slots__ = ("_cache", "_index", "mask")

    def __init__(self, index: Mapping[int, int]):
        self._index = index
        self.mask = sum(1 << i for i in index)
        self._cache: dict[int, tuple[int, ...]] = {}

    def indices(self, mask: int) -> tuple[int, ...]:
        """Indices of the actions whose argument is in a mask (a subset of the block's)."""
        found = self._cache.get(mask)
        if found is None:
            found = self._cache[mask] = tuple(self._index[i] for i in bits(mask))
        return found


class Applicability:
    """Executability of many actions, checked together.

    Args:
        tables: The scene.
        rules: What the executor makes of classes.
        actions: All actions of the system.
        affords: What each name can be applied to, see `affordances`.
        observer: Derived facts of states.
        enabled: Indices of the actions to check; all when ``None``.
    """

    def __init__(
        self,
        tables: Tables,
        rules: ExecutorRules,
        actions: Sequence[Action],
        affords: Mapping[str, int],
        observer: Observer,
        enabled: Collection[int] | None = None,
    ):
        self._t = tables
        self._observe = observer
        one: dict[str, dict[int, int]] = {name: {} for name in WITH_ONE}
        two: dict[tuple[str, int], dict[int, int]] = {}
        none: list[int] = []
        for index in range(len(actions)) if enabled is None else sorted(set(enabled)):
            action = actions[index]
            where = [tables.by_name[arg] for arg in action.args]
            if not where:
                none.append(index)
            elif len(where) == 1:
                if affords[action.name] >> where[0] & 1:
                    one[action.name][where[0]] = index
            elif affords[action.name] >> where[1] & 1 and affords["hold " + action.name] >> where[0] & 1:
                two.setdefault((action.name, tables.item_of[where[0]]), {})[where[1]] = index
        self._one = [(name, Block(one[name])) for name in WITH_ONE if one[name]]
        self._two = {key: Block(index) for key, index in two.items()}
        self._while_resting = tuple(none)
        self._blades = sum(
            bit
            for bit, i in zip(tables.item_bits, tables.item_at, strict=True)
            if rules.blade in tables.nodes[i].class_name
        )
        edible = tables.with_property("EATABLE")
        self._edible = edible
        self._edible_items = [k for k, i in enumerate(tables.item_at) if edible >> i & 1]
        self._served = sum(1 << i for i in range(len(tables.ids)) if edible & tables.carries[i])
        low = (1 << tables.named) - 1
        self._never_shut = ~tables.openable_boxes | (tables.in_state("OPEN") & ~low)
        self._from_afar = tables.where(lambda node: node.class_name in rules.watchable_from_seat)
        self._seats = self._places(one["SIT"], rules.seats)
        self._couches = self._places(one["LIE"], rules.couches)

    def indices(self, s: State) -> list[int]:
        """Ascending indices of the executable actions."""
        out: list[int] = []
        near = self._observe.near(s)
        masks = self._unary(s, near)
        for name, block in self._one:
            mask = masks[name] & block.mask
            if mask:
                out += block.indices(mask)
        if s.posture:
            out += self._while_resting
        for item in (s.right, s.left):
            if item >= 0:
                for name in WITH_TWO:
                    block = self._two.get((name, item))
                    if block is not None:
                        mask = near & block.mask
                        if name == "PUTIN":
                            mask &= s.open | self._never_shut
                        out += block.indices(mask)
        out.sort()
        return out

    def _unary(self, s: State, near: int) -> dict[str, int]:
        """For each name with one argument, the nodes for which it can be executed, affordance apart."""
        t, observe = self._t, self._observe
        free = -1 if s.right < 0 or s.left < 0 else 0
        worn = carried = 0
        held = t.held(s)
        for item, bit in zip(s.items, t.item_bits, strict=True):
            if item.origin >= 0:
                carried |= bit
            if item.on & t.me:
                worn |= bit
        reach = near & ~observe.hidden(s)
        faced = observe.faced(s)
        watched = 0
        if faced:
            watched = faced & observe.here(s) & ~observe.hidden(s)
            if s.posture:
                watched &= self._from_afar | s.facing
        walk = 0 if s.posture else observe.housed(s)
        return {
            "CLOSE": near & s.open,
            "CUT": near & free if held & self._blades else 0,
            "DRINK": held,
            "DROP": held,
            "EAT": near & self._meals(s),
            "FIND": near | walk & ~worn & ~t.body,
            "GRAB": reach & free & ~carried,
            "GREET": -1,
            "LIE": 0 if s.posture & LYING else near & self._vacant(s, self._couches),
            "LOOKAT": faced,
            "LOOKAT_MEDIUM": faced,
            "MOVE": reach & free,
            "OPEN": near & free & s.closed & ~s.lit,
            "POINTAT": faced,
            "PULL": reach & free,
            "PUSH": reach & free,
            "PUTOBJBACK": carried,
            "PUTOFF": worn,
            "PUTON": held,
            "READ": held,
            "RINSE": near,
            "RUN": walk,
            "SCRUB": near,
            "SIT": 0 if s.posture & SITTING else near & self._vacant(s, self._seats),
            "SQUEEZE": near & free,
            "SWITCHOFF": near & s.lit,
            "SWITCHON": near & s.unlit,
            "TOUCH": reach,
            "TURNTO": -1,
            "TYPE": near,
            "WALK": walk,
            "WASH": near,
            "WATCH": watched,
            "WIPE": near if held else 0,
        }

    def _places(self, index: Mapping[int, int], capacity: Mapping[str, int]) -> list[tuple[int, int]]:
        """For each place, its bit and how many items (or the character) may be on it before it is full."""
        t = self._t
        return [
            (1 << i, capacity.get(t.nodes[i].class_name, 1) - t.carries[i].bit_count()) for i in sorted(index)
        ]

    def _vacant(self, s: State, places: Sequence[tuple[int, int]]) -> int:
        vacant = 0
        for bit, room_for in places:
            taken = sum(1 for item in s.items if item.on & bit) + (1 if s.on & bit else 0)
            if taken < room_for:
                vacant |= bit
        return vacant

    def _meals(self, s: State) -> int:
        """What can be eaten: edible nodes, and whatever has one on it."""
        meals = self._edible | self._served
        for k in self._edible_items:
            meals |= s.items[k].on
        return meals | s.on if self._edible & self._t.me else meals


def affordances(t: Tables, rules: ExecutorRules) -> dict[str, int]:
    """What each action can be applied to at all.

    Of two arguments, the second; ``"hold NAME"`` has the first.
    """

    def of(properties: str, classes: Collection[str] = ()) -> int:
        wanted = properties.split()
        return t.where(lambda node: node.class_name in classes or any(p in node.properties for p in wanted))

    anything = t.where(lambda node: True)
    openable = of("CAN_OPEN", rules.openable)
    movable = of("MOVABLE", rules.movable)
    graspable = t.where(lambda node: grabbable(node, rules))
    switchable = of("HAS_SWITCH")
    special = {
        "CLOSE": openable,
        "CUT": of("EATABLE") & of("CUTTABLE"),
        "DRINK": of("DRINKABLE RECIPIENT") & t.all_items,
        "DROP": t.all_items,
        "GRAB": graspable,
        "GREET": of("PERSON"),
        "LIE": of("LIEABLE"),
        "MOVE": movable,
        "OPEN": openable,
        "POUR": of("RECIPIENT", rules.receiving),
        "PULL": movable,
        "PUTOBJBACK": t.all_items,
        "PUTOFF": of("CLOTHES") & t.all_items,
        "PUTON": of("CLOTHES") & t.all_items,
        "READ": of("READABLE") & t.all_items,
        "SIT": of("SITTABLE"),
        "SQUEEZE": of("CLOTHES", rules.squeezable),
        "SWITCHOFF": switchable,
        "SWITCHON": switchable & ~t.in_state("PLUGGED_OUT"),
        "TYPE": of("HAS_SWITCH", rules.typable),
        "WATCH": of("LOOKABLE"),
        "hold POUR": of("POURABLE DRINKABLE") & t.all_items,
        "hold PUTBACK": t.all_items,
        "hold PUTIN": t.all_items,
    }
    return dict.fromkeys((*WITH_ONE, *WITH_TWO), anything) | special


Test = Callable[[State], bool]

MASK_OF_STATE = {
    "OPEN": "open",
    "CLOSED": "closed",
    "ON": "lit",
    "OFF": "unlit",
    "CLEAN": "clean",
    "DIRTY": "dirty",
}
"""The field of a state that says of which nodes a state of theirs holds."""
_POSTURE = {"SITTING": SITTING, "LYING": LYING}
_HANDS = {"HOLDS_RH": "right", "HOLDS_LH": "left"}


class GoalTest:
    """Whether the goal holds in a state; facts that no action changes are decided once.

    Raises:
        DomainError: If the goal names an unknown node, state or relation.
    """

    def __init__(self, tables: Tables, goal: VirtualHomeGoal, progress: ActionProgress):
        for node in [g.id for g in goal.states] + [i for g in goal.relations for i in (g.from_id, g.to_id)]:
            if node not in tables.position:
                raise DomainError(f"The goal names node {node}, which is not in the scene graph")
        self.states = tuple((goal, state_test(tables, goal)) for goal in dict.fromkeys(goal.states))
        self.relations = tuple((goal, relation_test(tables, goal)) for goal in dict.fromkeys(goal.relations))
        self.progress = progress
        self._tests = [test for _, test in (*self.states, *self.relations)]

    def holds(self, state: State) -> bool:
        """Whether every part of the goal holds."""
        for test in self._tests:
            if not test(state):
                return False
        return self.progress.met(state.progress)


def state_test(t: Tables, goal: NodeState) -> Test:
    """A test of one node state.

    Raises:
        DomainError: If the state is not one of VirtualHome's.
    """
    if goal.state not in STATES:
        raise DomainError(
            f"The goal asks node {goal.id} to be {goal.state!r}; VirtualHome's states: {STATES}"
        )
    i = t.position[goal.id]
    if i == t.character and goal.state in _POSTURE:
        posture = _POSTURE[goal.state]
        return lambda s: bool(s.posture & posture)
    if i < t.named and goal.state in MASK_OF_STATE:
        bit, mask_of = 1 << i, attrgetter(MASK_OF_STATE[goal.state])
        return lambda s: bool(mask_of(s) & bit)
    verdict = goal.state in t.nodes[i].states
    return lambda s: verdict


def relation_test(t: Tables, goal: Relation) -> Test:
    """A test of one edge.

    Raises:
        DomainError: If the relation is not one of VirtualHome's.
    """
    if goal.relation not in RELATIONS:
        raise DomainError(
            f"The goal asks for {goal.from_id} {goal.relation} {goal.to_id}; "
            f"VirtualHome's relations: {RELATIONS}"
        )
    i, j = t.position[goal.from_id], t.position[goal.to_id]
    return lambda s: bool(targets(t, s, i, goal.relation) >> j & 1)


def targets(t: Tables, s: State, i: int, relation: str) -> int:
    """The nodes that a relation leads to from a node."""
    k = t.item_of[i]
    me = i == t.character
    if relation == "ON":
        return s.on if me else s.items[k].on if k >= 0 else t.edges_on[i]
    if relation == "INSIDE":
        return 1 << s.room if me else s.items[k].inside if k >= 0 else t.edges_inside[i]
    if relation == "CLOSE":
        if me:
            return s.close
        if k >= 0:
            return s.items[k].close | (t.me if s.close >> i & 1 else 0)
        close = t.edges_close[i] & t.fixed | (t.me if s.close >> i & 1 else 0)
        return close | sum(b for b, item in zip(t.item_bits, s.items, strict=True) if item.close >> i & 1)
    if relation == "FACING":
        if me:
            return s.facing
        return 0 if s.unfaced >> i & 1 else t.edges_facing[i] & ~s.unfaced
    if relation in _HANDS and me:
        held = s.right if relation == "HOLDS_RH" else s.left
        return t.item_bits[held] if held >= 0 else 0
    return t.mask(t.scene.targets(t.ids[i], relation))


def to_graph(t: Tables, s: State) -> dict[str, Any]:
    """A state as a scene graph in VirtualHome's JSON form."""
    nodes: list[dict[str, Any]] = []
    edges: list[dict[str, Any]] = []
    for i, node in enumerate(t.nodes):
        held = [state for state in STATES if state_test(t, NodeState(node.id, state))(s)]
        nodes.append(
            {
                "id": node.id,
                "class_name": node.class_name,
                "category": node.category,
                "properties": sorted(node.properties),
                "states": sorted(held),
            }
        )
        for relation in RELATIONS:
            edges += [
                {"from_id": node.id, "relation_type": relation, "to_id": t.ids[j]}
                for j in bits(targets(t, s, i, relation))
            ]
    return {"nodes": nodes, "edges": edges}


def origins(t: Tables, s: State) -> dict[int, tuple[int, str]]:
    """Where each grabbed thing came from: node id and relation, by the thing's id."""
    found: dict[int, tuple[int, str]] = {}
    for position, item in zip(t.item_at, s.items, strict=True):
        if item.origin >= 0:
            origin, relation = divmod(item.origin, 3)
            found[t.ids[position]] = (t.ids[origin], ORIGINS[relation])
    return found
