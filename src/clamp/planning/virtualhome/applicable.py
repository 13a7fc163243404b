"""Which actions can be executed in a state, as masks over the nodes that they name."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from clamp.planning.system import Action
from clamp.planning.virtualhome.observe import Observer
from clamp.planning.virtualhome.state import LYING, SITTING, State, bits
from clamp.planning.virtualhome.tables import Tables, grabbable
from clamp.planning.virtualhome.vocabulary import WITH_ONE, WITH_TWO, ExecutorRules


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
