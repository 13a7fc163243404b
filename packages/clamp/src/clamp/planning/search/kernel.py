"""The compiled core of search: a projected problem as flat arrays, and what is proved of its nodes in its own store.

Hides the arrays, the shared library and its limits. What is decided, and in which order, is that of `bounds`, its
Python twin, which takes over where no library is to be had, where atoms are derived, and for `MutexViolating` nodes.
``CLAMP_KERNEL=python`` in the environment asks for the engine.
"""

from __future__ import annotations

import ctypes
import logging
import math
import threading
import weakref
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import chain
from typing import Any, Literal, NoReturn, cast

import numpy as np
from numpy.typing import NDArray

from clamp.errors import LimitError
from clamp.planning.actions import ActionTable, flags_of, literals_of
from clamp.planning.conditions import Condition, Conj, bits
from clamp.planning.lists import Flags, Lists
from clamp.planning.search import engine, kernel_library, lighter
from clamp.planning.search.bounds import CACHED_NODES, Bounds, Node, PlanSuffix
from clamp.planning.search.engine import Complete, Orbits
from clamp.planning.search.limits import LimitReached, Meter, checkpoint, in_force, paced
from clamp.planning.search.projection import LOOKS, MutexViolating, Projection
from clamp.planning.search.relaxation import Relaxation
from clamp.planning.search.symmetry import Symmetry
from clamp.planning.system import SearchSpace
from clamp.threads import shared

_INF = 1 << 30
_NO, _YES, _STATES, _SECONDS, _MEMORY, _SYMMETRY, _PAUSED = range(7)
_UNKNOWN, _NONE, _KNOWN, _LATE = range(4)

_SLICE = 0.2
"""Seconds after which a search comes back to Python for a moment, so that it can be interrupted."""

_REMEMBERED = 8_000
"""So many nodes are remembered on both sides of the seam; others are looked up again."""

_MOST_BYTES = 1 << 26
"""Where nodes are large, no more of them than take so much room."""

CACHED_BYTES = 1 << 28
"""A store that is larger is forgotten, however few its nodes are."""

_MOST_NEEDS = 65_535
"""A count of facts that an operator lacks has 16 bits."""

_FEW = 8
"""So many actions that make one literal true are tried."""

_log = logging.getLogger("clamp.search")

Ints = NDArray[np.int32]

_LISTS = {
    "relaxation": (
        "needs_at needs adds_at adds cost action users_at users ever_at ever makers_at makers missing want bit fact "
        "lost waiting_at waiting first second pairs variants_at variant_first variant_second variant_operator"
    ),
    "task": (
        "place index need add_at add del_at del effect_at effect_condition effect_add_at effect_add effect_del_at "
        "effect_del conjunctive literal_at literal part_at part watch_at watch maker_at maker"
    ),
    "alikes": (
        "member_at places atom_at atom owned_at owned_bit owned_member owned_place tangled matter_index matter_row "
        "matter_shape matter_name argument_at argument object_number key_table"
    ),
}


def _counts(names: str) -> list[tuple[str, Any]]:
    return [(name, ctypes.c_int64) for name in names.split()]


def _pointers(kind: str) -> list[tuple[str, Any]]:
    return [(name, ctypes.c_void_p) for name in _LISTS[kind].split()]


class _Relaxation(ctypes.Structure):
    _fields_ = [
        *_counts(
            "facts operators goal literals grouped first_size second_size none_first none_second any_waiting"
        ),
        *_pointers("relaxation"),
    ]


class _Task(ctypes.Structure):
    _fields_ = [
        *(
            (name, ctypes.c_double)
            for name in ("turn", "unlikely_share", "evaluations", "estimate_weight", "looks")
        ),
        *_counts("favour tight orbit_turn cheap bits actions goal watches"),
        ("plain", _Relaxation),
        ("paired", _Relaxation),
        ("has_pair", ctypes.c_int64),
        *_pointers("task"),
    ]


class _Alikes(ctypes.Structure):
    _fields_ = [*_counts("classes objects matter entangled keys"), *_pointers("alikes")]


def _fill(struct: ctypes.Structure, lists: Mapping[str, Iterable[int]], kept: list[Ints]) -> None:
    """Point a structure to arrays, which live as long as `kept` does."""
    for name, values in lists.items():
        array = np.ascontiguousarray(
            values if isinstance(values, np.ndarray) else list(values), dtype=np.int32
        )
        kept.append(array)
        setattr(struct, name, array.ctypes.data if array.size else None)


def _joined(lists: Sequence[Sequence[int]]) -> tuple[Ints, Ints]:
    """Where each of some lists begins, and the lists one after the other."""
    at = np.zeros(len(lists) + 1, np.int32)
    np.cumsum(np.fromiter(map(len, lists), np.int64, len(lists)), out=at[1:])
    return at, np.fromiter(chain.from_iterable(lists), np.int32, int(at[-1]))


class _Conditions:
    """And/or trees as arrays: the literals that each action needs come first, then all others, equal ones once."""

    def __init__(self, place: NDArray[np.int64], needs: Lists) -> None:
        self._place, self._known = place, dict[Condition, int]()
        self._needs = Lists(needs.at, _literals_in(place, needs.items))
        self._conjunctive: list[int] = []
        self._literals: list[list[int]] = []
        self._parts: list[list[int]] = []

    def add(self, condition: Condition) -> int:
        """The number of a condition; -1 is true, -2 is false."""
        if isinstance(condition, bool):
            return -1 if condition else -2
        number = self._known.get(condition)
        if number is None:
            parts = [self.add(part) for part in condition.parts]
            number = self._known[condition] = len(self._needs) + len(self._parts)
            self._conjunctive.append(isinstance(condition, Conj))
            listed = np.array(literals_of(condition.pos, condition.neg), np.int64)
            self._literals.append(_literals_in(self._place, listed).tolist())
            self._parts.append(parts)
        return number

    def lists(self) -> dict[str, Any]:
        """The arrays by name."""
        literals = Lists.stacked([self._needs, Lists.of(self._literals)])
        parts = Lists.stacked([Lists(np.zeros_like(self._needs.at), np.zeros(0)), Lists.of(self._parts)])
        conjunctive = np.append(np.ones(len(self._needs), np.int64), self._conjunctive)
        return {"conjunctive": conjunctive, **_named("literal", literals), **_named("part", parts)}


def _literals_in(place: NDArray[np.int64], literals: NDArray[Any]) -> NDArray[np.int64]:
    return 2 * place[literals >> 1] + (literals & 1)


def _named(name: str, lists: Lists) -> dict[str, Any]:
    return {f"{name}_at": lists.at, name: lists.items}


class CompiledTask:
    """A projected problem as arrays; immutable, for any number of stores.

    Attributes:
        bytes: Bytes of a node's mask.
        places: The bits that matter, ascending; a node's words have them in these places.
        place: The place of each bit; -1 for none.
        rows: The index of each action, ascending.
        most_needs: The most facts that an operator of its relaxations needs.
    """

    def __init__(self, space: Projection) -> None:
        self._kept: list[Ints] = []
        self.most_needs = 0
        parts = space.compiled_parts()
        actions, relevant = parts.actions, parts.relevant
        self.bytes = (parts.width + 7) // 8
        used = relevant
        for action in paced(actions.odd.values(), "laying out the actions"):
            for condition, _, _ in action.conditional:
                used |= _read(condition)
        self.places = np.fromiter(bits(used), np.int64)
        width = max(actions.width, used.bit_length())
        self.place = place = np.full(width, -1)
        place[self.places] = np.arange(len(self.places))
        self.rows = actions.indices
        checkpoint("laying out the actions")
        count = len(actions)
        conditions = _Conditions(place, actions.needs)
        need = np.where(actions.needs.counts > 0, np.arange(count), -1)
        effect_at = np.zeros(count + 1, np.int64)
        effect_condition, effect_add, effect_del = list[int](), list[list[int]](), list[list[int]]()
        for row, action in actions.odd.items():
            checkpoint("laying out the actions")
            need[row] = conditions.add(action.precondition)
            for condition, adds, deletes in action.conditional:
                adds, deletes = adds & relevant, deletes & relevant
                if adds or deletes:
                    effect_at[row + 1] += 1
                    effect_condition.append(conditions.add(condition))
                    effect_add.append([int(place[bit]) for bit in bits(adds)])
                    effect_del.append([int(place[bit]) for bit in bits(deletes)])
        matter = flags_of(relevant, 0, width)[::2]
        effects = actions.effects.only(matter[actions.effects.items >> 1])
        effects = Lists(effects.at, _literals_in(place, effects.items))
        add, delete = effects.only(effects.items & 1 == 0), effects.only(effects.items & 1 == 1)
        literals = 2 * len(self.places)
        makers = effects.owned_by(literals)
        makers = makers.only(np.arange(len(makers.items)) - np.repeat(makers.at[:-1], makers.counts) < _FEW)
        initial = flags_of(parts.initial & relevant, 0, width)[::2][self.places]
        self.struct = struct = _Task(
            turn=engine.TURN,
            unlikely_share=engine.UNLIKELY_SHARE,
            evaluations=engine.EVALUATIONS,
            estimate_weight=engine.ESTIMATE_WEIGHT,
            looks=LOOKS,
            favour=engine.FAVOUR,
            tight=engine.TIGHT,
            orbit_turn=engine.ORBIT_TURN,
            cheap=engine.CHEAP,
            bits=len(self.places),
            actions=count,
            goal=conditions.add(parts.goal),
            watches=literals,
        )
        struct.plain = self._relaxation(parts.relax())
        struct.paired = struct.plain if parts.pair is None else self._relaxation(parts.relax(parts.pair))
        struct.has_pair = parts.pair is not None
        lists: dict[str, Any] = {
            "place": self.places,
            "index": self.rows,
            "need": need,
            "effect_at": np.cumsum(effect_at),
            "effect_condition": effect_condition,
            **conditions.lists(),
            **_named("add", add),
            **_named("del", Lists(delete.at, delete.items)),
            **_named("effect_add", Lists.of(effect_add)),
            **_named("effect_del", Lists.of(effect_del)),
            **_named("watch", self._watched(actions, initial)),
            **_named("maker", makers),
        }
        for name in ("add", "del"):
            lists[name] = lists[name] >> 1
        _fill(struct, lists, self._kept)

    def places_of(self, numbers: NDArray[np.int64]) -> NDArray[np.int64]:
        """The places of some bits; -1 for none."""
        known = numbers < len(self.place)
        return np.where(known, self.place[np.where(known, numbers, 0)], -1)

    def _watched(self, actions: ActionTable, initial: Flags) -> Lists:
        """For each literal, and then for none, the actions that are looked at where it holds.

        Where few literals hold, few actions are looked at: the one that is least likely stands for all that it needs.
        """
        needs = actions.needs
        literals = _literals_in(self.place, needs.items)
        count = 2 * len(self.places)
        uses = np.bincount(literals, minlength=count)
        likely = np.stack((initial, ~initial), axis=1).ravel()
        rank = likely * (len(literals) + 1) + uses
        order = np.lexsort((rank[literals], needs.owners))
        watched = np.full(len(actions), count)
        some = np.flatnonzero(needs.counts)
        watched[some] = literals[order[needs.at[some]]]
        return Lists.by_owner(count + 1, watched, np.arange(len(actions)))

    def _relaxation(self, relaxation: Relaxation) -> _Relaxation:
        parts, groups = relaxation.parts, relaxation.groups
        stands = np.flatnonzero(parts.action >= 0)
        row = np.full(len(parts.action), -1)
        row[stands] = np.searchsorted(self.rows, parts.action[stands])
        variants = stands[np.lexsort((parts.second[stands], parts.first[stands], row[stands]))]
        variant_at = np.searchsorted(row[variants], np.arange(len(self.rows) + 1))
        self.most_needs = max(self.most_needs, int(parts.needs.counts.max(initial=0)))
        members = [_literals_in(self.place, np.array(group.numbers(), np.int64)) for group in groups or ()]
        members = members or [np.zeros(0, np.int64)] * 2
        struct = _Relaxation(
            facts=parts.facts, operators=len(parts.needs), goal=parts.goal, literals=len(parts.fact),
            grouped=groups is not None, first_size=len(members[0]), second_size=len(members[1]),
            none_first=parts.none[0], none_second=parts.none[1], any_waiting=bool(parts.waiting.items.size),
        )  # fmt: skip
        lists: dict[str, Any] = {
            "cost": parts.cost,
            "action": row,
            "missing": parts.needs.counts,
            "want": parts.want,
            "bit": self.place[parts.bit],
            "fact": parts.fact,
            "lost": parts.lost,
            "first": members[0],
            "second": members[1],
            "pairs": parts.pairs.ravel(),
            "variants_at": variant_at,
            "variant_first": parts.first[variants],
            "variant_second": parts.second[variants],
            "variant_operator": variants,
            **_named("needs", parts.needs),
            **_named("adds", parts.adds),
            **_named("users", parts.users),
            **_named("ever", parts.ever),
            **_named("makers", parts.makers),
            **_named("waiting", parts.waiting),
        }
        _fill(struct, lists, self._kept)
        return struct


def _read(condition: Condition) -> int:
    if isinstance(condition, bool):
        return 0
    mask = condition.pos | condition.neg
    for part in condition.parts:
        mask |= _read(part)
    return mask


class CompiledSymmetry:
    """The objects that are alike, as arrays."""

    def __init__(self, task: CompiledTask, symmetry: Symmetry, library: ctypes.CDLL) -> None:
        self._kept: list[Ints] = []
        classes = [np.array(members, np.int64) for members in symmetry.members()]
        atoms = [task.places_of(members.ravel()) for members in classes]
        owned = list[NDArray[np.int64]]()
        for members, found in zip(classes, atoms, strict=True):
            # By place, whose atom it is, and which; of two objects the later one.
            there = np.flatnonzero(found >= 0)[::-1]
            place, last = np.unique(found[there], return_index=True)
            owned.append(np.stack((place, *np.divmod(there[last], members.shape[1]))))
        member_at = np.cumsum([0, *map(len, classes)])
        owned_at = np.cumsum([0, *(one.shape[1] for one in owned)])
        each = np.concatenate([np.zeros((3, 0), np.int64), *owned], axis=1)
        labels = symmetry.labels
        assert labels is not None
        matter = labels.indices
        rows = np.minimum(np.searchsorted(task.rows, matter), max(0, len(task.rows) - 1))
        rows = np.where(task.rows[rows] == matter, rows, -1) if len(task.rows) else np.full(len(matter), -1)
        keys = 16
        while keys < 2 * len(matter) + 2:
            keys *= 2
        self.struct = struct = _Alikes(
            classes=len(classes),
            objects=int(member_at[-1]),
            matter=len(matter),
            entangled=len(symmetry.tangled()),
            keys=keys,
        )
        numbers = symmetry.numbers
        table = np.full(keys, -1, np.int32)
        lists: dict[str, Any] = {
            "member_at": member_at, "places": [members.shape[1] for members in classes],
            **_named("atom", Lists.of([one.tolist() for one in atoms])), "owned_at": owned_at,
            "owned_bit": each[0], "owned_member": each[1], "owned_place": each[2],
            "tangled": symmetry.tangled(), "matter_index": matter, "matter_row": rows,
            "matter_shape": symmetry.shapes, "matter_name": labels.heads,
            "argument_at": labels.arguments.at, "argument": labels.arguments.items,
            "object_number": [numbers.get(name, -1) for name in labels.objects], "key_table": table,
        }  # fmt: skip
        _fill(struct, lists, self._kept)
        library.clamp_fill_keys(ctypes.byref(struct))


class _Store:
    """A store of nodes; whoever asks holds its lock."""

    def __init__(self, library: ctypes.CDLL, task: CompiledTask) -> None:
        self.library, self.task = library, task
        self.lock = threading.RLock()
        self.handle = library.clamp_store_new(ctypes.byref(task.struct))
        if not self.handle:
            raise MemoryError("There is no memory for the store of a search.")
        weakref.finalize(self, library.clamp_store_free, self.handle).atexit = False
        self._remembered = min(_REMEMBERED, _MOST_BYTES // max(1, task.bytes))
        self.ids: dict[int, int] = {}
        self.masks: dict[int, int] = {}
        self.ways: dict[int, PlanSuffix] = {}
        self.alikes: CompiledSymmetry | None = None

    def ids_of(self, nodes: Collection[int]) -> Ints:
        """The numbers of nodes, shape (n,)."""
        if len(self.ids) > self._remembered:
            self.ids.clear()
        ids = self.ids
        fresh = [node for node in nodes if node not in ids]
        if fresh:
            size = self.task.bytes
            found = np.empty(len(fresh), np.int32)
            packed = b"".join([node.to_bytes(size, "little") for node in fresh])
            if self.library.clamp_intern(self.handle, packed, size, len(fresh), found.ctypes.data):
                raise MemoryError("There is no memory for more nodes of a search.")
            ids.update(zip(fresh, found.tolist(), strict=True))
        return np.fromiter((ids[node] for node in nodes), np.int32, len(nodes))

    def id(self, node: int) -> int:
        """The number of a node."""
        found = self.ids.get(node)
        return int(self.ids_of((node,))[0]) if found is None else found

    def mask(self, number: int) -> int:
        """The node of a number."""
        found = self.masks.get(number)
        if found is None:
            if len(self.masks) > self._remembered:
                self.masks.clear()
            buffer = ctypes.create_string_buffer(self.task.bytes)
            self.library.clamp_mask(self.handle, number, buffer)
            found = self.masks[number] = int.from_bytes(buffer.raw, "little")
        return found

    def way_from(self, number: int) -> PlanSuffix | None:
        """The best plan that is known from a node."""
        return self.read(self.library.clamp_way(self.handle, number))

    def read(self, found: int) -> PlanSuffix | None:
        """The plan of a number, or what the library says in place of one."""
        if found == -2:
            raise MemoryError("There is no memory for a plan.")
        return None if found < 0 else self.way(found)

    def way(self, number: int) -> PlanSuffix:
        """The plan of a number; plans with a common end share it."""
        known = self.ways.get(number)
        if known is not None:
            return known
        if len(self.ways) > _REMEMBERED:
            self.ways.clear()
        parts = np.empty((3, 128), np.int32)
        while True:
            at, room = parts.ctypes.data, parts.shape[1]
            count: int = self.library.clamp_parts(self.handle, number, room, at, at + 4 * room, at + 8 * room)
            if count <= room:
                break
            parts = np.empty((3, count), np.int32)
        keys: list[int] = parts[0, :count].tolist()
        first = next((place for place, key in enumerate(keys) if key in self.ways), count)
        way = self.ways[keys[first]] if first < count else None
        nodes, actions = parts[1, :first].tolist(), parts[2, :first].tolist()
        for place in range(first - 1, -1, -1):
            way = self.ways[keys[place]] = PlanSuffix(self.mask(nodes[place]), actions[place], way)
        assert way is not None
        return way

    def known(self, number: int, upper: int) -> float:
        """A bound of a node."""
        found: int = self.library.clamp_known(self.handle, number, upper)
        return math.inf if found >= _INF else found


class StoredWay(PlanSuffix):
    """A plan that a store knows; it is read when it is first looked at."""

    __slots__ = ("_found", "_number", "_store")

    def __init__(self, store: _Store, number: int) -> None:
        self._store, self._number = store, number
        self._found: PlanSuffix | None = None
        self.need, self.irreducible = None, False

    def __reduce__(self) -> tuple[Any, ...]:
        return _itself, (self.found(),)

    def found(self) -> PlanSuffix:
        """The plan itself."""
        if self._found is None:
            with self._store.lock:
                found = self._store.way_from(self._number)
            assert found is not None, "what is proved has a plan"
            self._found = found
        return self._found

    @property
    def node(self) -> Node:  # type: ignore[override]
        return self.found().node

    @property
    def action(self) -> int:  # type: ignore[override]
        return self.found().action

    @property
    def rest(self) -> PlanSuffix | None:  # type: ignore[override]
        return self.found().rest

    @property
    def length(self) -> int:  # type: ignore[override]
        return self.found().length


def _itself(way: PlanSuffix) -> PlanSuffix:
    return way


class _Uppers(dict[Node, int]):
    """Upper bounds by node: those of `MutexViolating` ones are its own."""

    def __init__(self, bounds: CompiledBounds) -> None:
        self._bounds = bounds

    def get(self, node: Node, default: Any = None, /) -> Any:
        if isinstance(node, MutexViolating):
            return super().get(node, default)
        found = self._bounds.known_upper(node)
        return default if found == math.inf else int(found)

    def __getitem__(self, node: Node) -> int:
        found = self.get(node)
        if found is None:
            raise KeyError(node)
        return found

    def __contains__(self, node: object) -> bool:
        return self.get(node) is not None


class _Ways(dict[Node, PlanSuffix]):
    """Plans by node, likewise."""

    def __init__(self, bounds: CompiledBounds) -> None:
        self._bounds = bounds

    def get(self, node: Node, default: Any = None, /) -> Any:
        if isinstance(node, MutexViolating):
            return super().get(node, default)
        return self._bounds.way(node) or default


class CompiledOrbits:
    """What is known of the kinds of the actions in a node, in a store; a copy of it knows nothing, of no store."""

    def __init__(self, store: _Store | None = None, handle: _Handle | None = None) -> None:
        self.store, self.handle = store, handle

    def __reduce__(self) -> tuple[type[CompiledOrbits], tuple[()]]:
        return type(self), ()


class _Handle:
    """Something of the library's, freed with the last that refers to it."""

    def __init__(self, pointer: int | None, free: Callable[[int], None], *needed: object) -> None:
        if not pointer:
            raise MemoryError("There is no memory for a search.")
        self.pointer, self._needed = pointer, needed
        weakref.finalize(self, free, pointer).atexit = False


class CompiledHistory:
    """The nodes of a history in a store, and searches for plans that pass none of them."""

    def __init__(self, bounds: CompiledBounds, nodes: Collection[int], floor: float) -> None:
        self._bounds, self._store = bounds, bounds.store
        store, library = self._store, self._store.library
        with store.lock:
            ids = store.ids_of(nodes)
            least = int(min(floor, _INF))
            pointer = library.clamp_history_new(store.handle, ids.ctypes.data, len(ids), least)
            self._handle = _Handle(pointer, library.clamp_history_free, store)

    def known(self, node: int, budget: int) -> PlanSuffix | None:
        """The plan that is known from a node, if it passes none of these on its way, which may begin at one."""
        store = self._store
        with store.lock:
            number = store.id(node)
            return store.read(
                store.library.clamp_known_beside(store.handle, self._handle.pointer, number, budget)
            )

    def known_each(self, nodes: Collection[int], budget: int) -> list[bool]:
        """For each node, whether `known` tells a plan."""
        store = self._store
        with store.lock:
            ids, found = store.ids_of(nodes), np.empty(len(nodes), np.int32)
            if store.library.clamp_known_each(
                store.handle, self._handle.pointer, len(ids), ids.ctypes.data, budget, found.ctypes.data
            ):
                raise MemoryError("There is no memory for a plan.")
            return [bool(one) for one in found.tolist()]

    def search(self, node: int, budget: int) -> CompiledAround:
        """A search for a plan from a node."""
        return CompiledAround(self._bounds, self._store, self._handle, node, budget)


class CompiledAround:
    """Looks for a way that passes no node of a history: enough to find one, not to refute it."""

    def __init__(
        self,
        bounds: CompiledBounds,
        store: _Store,
        nodes: _Handle,
        node: int,
        budget: int,
    ) -> None:
        self._bounds, self._store = bounds, store
        library = store.library
        with store.lock:
            pointer = library.clamp_around_new(store.id(node), budget, nodes.pointer)
            self._handle = _Handle(pointer, library.clamp_around_free, store, nodes)
        self.found: PlanSuffix | None = None

    def begin(self, meter: Meter) -> bool:
        """Whether one action leads to where a plan is known; costs no estimate."""
        return bool(self.run(0, meter))

    def run(self, effort: float, meter: Meter) -> bool | None:
        """Search until a way is found (true), or the effort, as `Bounds.effort` counts, is spent or a limit reached."""
        store = self._store
        if self.found is None:
            with store.lock:
                found = ctypes.c_int32()
                code = self._bounds.asked(
                    lambda _: store.library.clamp_around(
                        store.handle, self._handle.pointer, effort, ctypes.byref(found)
                    ),
                    meter,
                    store,
                )
                if code == _YES:
                    self.found = store.way(found.value)
        return True if self.found is not None else None


class _CompiledSpace(SearchSpace):
    """A projection as the store sees it; nothing that was learned of its nodes counts."""

    def __init__(self, bounds: CompiledBounds) -> None:
        self._bounds, self._space, self._store = bounds, bounds.space, bounds.store
        self._rows = np.empty((2, bounds.task.struct.actions), np.int32)

    def node(self, state: Any, /) -> Node:
        return self._space.node(state)

    def is_goal(self, node: Any, /) -> bool:
        return self._space.is_goal(node)

    def estimate(self, node: Any, /) -> float:
        return self._space.estimate(node)

    def lower_bound(self, node: Any, /) -> float:
        """What the landmarks say, which are asked for first."""
        return self._space.lower_bound(node) if isinstance(node, MutexViolating) else 0

    def successors(self, node: Any, /) -> Iterable[tuple[int, Node]]:
        if isinstance(node, MutexViolating):
            return self._space.successors(node)
        store, rows = self._store, self._rows
        with store.lock:
            self._bounds.limit(in_force(), store)
            count = store.library.clamp_successors(
                store.handle, store.id(node), 0, rows.ctypes.data, rows.ctypes.data + rows.strides[0]
            )
            if count < 0:
                _stop(-count)
            return [(action, store.mask(one)) for action, one in zip(*rows[:, :count].tolist(), strict=True)]

    def landmarks(self, node: Any, known: Sequence[frozenset[int]], /) -> Sequence[frozenset[int]] | None:
        """Of a node that is no violating one, only how many there are: the sets are empty."""
        if isinstance(node, MutexViolating):
            return self._space.landmarks(node, known)
        store, found = self._store, ctypes.c_int32()
        with store.lock:
            self._bounds.limit(in_force(), store)
            code = store.library.clamp_landmarks(store.handle, store.id(node), ctypes.byref(found), None, 0)
            if code:
                _stop(code)
            return None if found.value < 0 else [frozenset[int]()] * found.value


def _stop(code: int) -> NoReturn:
    if code == _SECONDS:
        checkpoint("searching")
    raise MemoryError("There is no memory for a search.")


class CompiledBounds(Bounds):
    """`Bounds` whose nodes, proofs and plans are in a compiled store; those of `MutexViolating` nodes are its own."""

    def __init__(self, space: Projection, task: CompiledTask, library: ctypes.CDLL) -> None:
        super().__init__(space)
        self._library, self.task = library, task
        self.upper, self.ways = _Uppers(self), _Ways(self)
        self.store = _Store(library, self.task)
        self._alikes: CompiledSymmetry | Literal[False] | None = False  # false: it was not looked for

    def __reduce__(self) -> tuple[Any, ...]:
        return bounds_over, (self.space,)  # a copy finds out again, and may be where there is no library

    @property
    def unlearned(self) -> SearchSpace:
        return _CompiledSpace(self)

    # ------------------------------------------------------------------ what is known

    def forget_if_large(self) -> None:
        super().forget_if_large()
        if self._count(0) > CACHED_NODES or self._count(4) > CACHED_BYTES:
            known, self.store = self._alikes, _Store(self._library, self.task)
            if known is not False:
                self._tell_symmetry(_NONE if known is None else _KNOWN, known)

    def _count(self, what: int) -> int:
        return self._library.clamp_count(self.store.handle, what)

    def effort(self, meter: Meter) -> float:
        return super().effort(meter) + self._count(2) / LOOKS

    def known_lower(self, node: Node) -> float:
        if isinstance(node, MutexViolating):
            return super().known_lower(node)
        with self.store.lock:
            return self.store.known(self.store.id(node), 0)

    def known_upper(self, node: int) -> float:
        """The length of the best plan that is known; infinite where none is."""
        with self.store.lock:
            return self.store.known(self.store.id(node), 1)

    def raise_lower(self, node: Node, bound: float) -> None:
        if isinstance(node, MutexViolating):
            return super().raise_lower(node, bound)
        with self.store.lock:
            self._library.clamp_raise(self.store.handle, self.store.id(node), int(min(bound, _INF)))

    def is_goal(self, node: Node) -> bool:
        if isinstance(node, MutexViolating):
            return super().is_goal(node)
        with self.store.lock:
            return bool(self._library.clamp_is_goal(self.store.handle, self.store.id(node)))

    def lower(self, node: Node, step: tuple[int, Node] | None = None) -> float:
        if isinstance(node, MutexViolating):
            return super().lower(node, step)
        return self._lower_by(node, -1, step)

    def lower_within(self, node: Node, budget: float, step: tuple[int, Node] | None = None) -> float:
        if isinstance(node, MutexViolating):
            return super().lower_within(node, budget, step)
        return self._lower_by(node, int(min(max(budget, 0), _INF)), step)

    def _lower_by(self, node: int, within: int, step: tuple[int, Node] | None) -> float:
        with self.store.lock:
            action, before = (
                (-1, -1)
                if step is None or isinstance(step[1], MutexViolating)
                else (step[0], self.store.id(step[1]))
            )
            found = ctypes.c_int32()
            while True:
                self.limit(in_force())
                code = self._library.clamp_lower(
                    self.store.handle, self.store.id(node), within, before, action, ctypes.byref(found)
                )
                if not code:
                    return math.inf if found.value >= _INF else found.value
                if code == _MEMORY:
                    raise MemoryError("There is no memory for a bound.")
                checkpoint("searching")

    def lower_after(self, node: Node, action: int) -> float:
        if isinstance(node, MutexViolating):
            return super().lower_after(node, action)
        with self.store.lock:
            found = self._library.clamp_lower_after(self.store.handle, self.store.id(node), action)
            return math.inf if found >= _INF else found

    def joined(self, node: Node, most: float) -> bool:
        if isinstance(node, MutexViolating):
            return super().joined(node, most)
        with self.store.lock:
            most = int(min(max(most, -1), _INF - 1))
            return bool(self._library.clamp_joined(self.store.handle, self.store.id(node), most))

    def decided(self, node: Node, budget: int) -> bool | None:
        if isinstance(node, MutexViolating):
            return super().decided(node, budget)
        with self.store.lock:
            found = self._library.clamp_decided(self.store.handle, self.store.id(node), _small(budget))
            return None if found < 0 else bool(found)

    # ------------------------------------------------------------------ plans

    def way(self, node: Node) -> PlanSuffix | None:
        if isinstance(node, MutexViolating):
            return super().way(node)
        with self.store.lock:
            return self.store.way_from(self.store.id(node))

    def proof(self, node: Node) -> PlanSuffix:
        if isinstance(node, MutexViolating):
            return super().proof(node)
        with self.store.lock:
            return StoredWay(self.store, self.store.id(node))

    def proved(self, node: Node, proof: PlanSuffix) -> PlanSuffix:
        if isinstance(node, MutexViolating):
            return super().proved(node, proof)
        if not (isinstance(proof, StoredWay) and proof._store is self.store):  # pyright: ignore[reportPrivateUsage]
            self._learn(node, proof)
        return self.way(node) or proof

    def learn_way(self, way: PlanSuffix) -> None:
        at: PlanSuffix | None = way
        while at is not None and at.node is None:
            at = at.rest
        if at is None:
            return
        if isinstance(at.node, MutexViolating):
            return super().learn_way(at)
        self._learn(at.node, at)

    def _learn(self, node: int, way: PlanSuffix) -> None:
        with self.store.lock:
            number = self.store.id(node)
            if way.length < self.store.known(number, 1):
                actions = np.array(way.actions(), np.int32)
                self._library.clamp_learn(self.store.handle, number, actions.ctypes.data, len(actions))

    def learn_plan(self, node: Node, actions: Sequence[int]) -> bool:
        if isinstance(node, MutexViolating):
            return super().learn_plan(node, actions)
        given = np.array(actions, np.int32)
        with self.store.lock:
            number = self.store.id(node)
            return bool(self._library.clamp_learn(self.store.handle, number, given.ctypes.data, len(given)))

    def eliminate_actions(self, node: Node) -> None:
        if isinstance(node, MutexViolating):
            super().eliminate_actions(node)

    def watch(self, way: PlanSuffix | None) -> None:
        if way is None or way.node is None or isinstance(way.node, MutexViolating):
            return
        with self.store.lock:
            self._library.clamp_watch(self.store.handle, self.store.id(way.node))

    # ------------------------------------------------------------------ searches

    def limit(self, meter: Meter | None, store: _Store | None = None) -> None:
        """Tell a store what a query may cost."""
        seconds = None if meter is None else meter.seconds_left()
        states = _INF if meter is None else max(0, meter.limits.states - meter.generated)
        self._library.clamp_limits(
            (store or self.store).handle, states, -1.0 if seconds is None else max(seconds, 0.0), _SLICE
        )

    def _tell_symmetry(self, state: int, alikes: CompiledSymmetry | None = None) -> None:
        self._alikes = self.store.alikes = alikes
        pointer = None if alikes is None else ctypes.byref(alikes.struct)
        if self._library.clamp_symmetry(self.store.handle, state, pointer):
            raise MemoryError("There is no memory for symmetries.")

    def find_symmetry(self) -> None:
        if self._alikes is False:
            self.tell_symmetry()

    def tell_symmetry(self) -> None:
        """Find out which objects are alike, and tell the store; if time is up, it asks only in long searches again."""
        self._tell_symmetry(_LATE)
        space = self.symmetry(again=True)
        if space is None:
            self._tell_symmetry(_NONE)
        else:
            symmetry = cast(Projection, space).alike()
            self._tell_symmetry(
                _KNOWN,
                shared(self.task, symmetry, lambda: CompiledSymmetry(self.task, symmetry, self._library)),
            )

    def asked(self, ask: Callable[[int], int], meter: Meter, store: _Store | None = None) -> int:
        """The code that a query ends with, gone on with after each pause."""
        library, handle = self._library, (store or self.store).handle
        before: int = library.clamp_count(handle, 1)
        self.limit(meter, store)
        code: int = ask(0)
        while code in (_SYMMETRY, _PAUSED):
            if code == _SYMMETRY:
                self.tell_symmetry()
            library.clamp_pause(handle, _SLICE)
            code = ask(1)
        meter.generated += library.clamp_count(handle, 1) - before
        return code

    def _reached(self, code: int, meter: Meter, lower: float) -> LimitReached:
        seconds = meter.limits.seconds
        if code == _SECONDS and seconds is not None:
            return LimitReached("seconds", seconds, lower)
        return LimitReached("states", meter.limits.states if code == _STATES else self._count(0), lower)

    def decide(self, node: int, budget: int, meter: Meter) -> bool | LimitReached:
        """Whether a plan of at most `budget` actions exists."""
        store = self.store
        with store.lock:
            number = store.id(node)
            try:
                code = self.asked(
                    lambda go_on: self._library.clamp_decide(store.handle, number, _small(budget), go_on),
                    meter,
                )
            except LimitError as error:
                return LimitReached.of(error, store.known(number, 0))
            if code in (_NO, _YES):
                return code == _YES
            return self._reached(code, meter, store.known(number, 0))

    def settle(self, node: int, meter: Meter) -> LimitReached | None:
        """Go on until the bounds of a node from which a plan is known meet."""
        store = self.store
        with store.lock:
            number = store.id(node)
            code = self.asked(lambda go_on: self._library.clamp_settle(store.handle, number, go_on), meter)
            return None if code == _YES else self._reached(code, meter, store.known(number, 0))

    def decide_each(
        self, node: int, after: Mapping[int, Sequence[int]], budget: int, meter: Meter, alike: CompiledOrbits
    ) -> dict[Node, bool | LimitReached]:
        """Whether a plan of at most `budget` actions leads on from each node that actions lead to from `node`."""
        store, library = self.store, self._library
        if not after:
            return {}
        assert alike.handle is not None
        kinds = alike.handle.pointer
        with store.lock:
            number, targets = store.id(node), store.ids_of(after)
            action_at, actions = _joined(list(after.values()))
            found = np.empty((2, len(after)), np.int32)
            codes, lowers = found.ctypes.data, found.ctypes.data + 4 * len(after)

            def ask(go_on: int) -> int:
                return library.clamp_decide_each(
                    store.handle, number, _small(budget), len(after), targets.ctypes.data, action_at.ctypes.data,
                    actions.ctypes.data, kinds, codes, lowers, go_on,
                )  # fmt: skip

            try:
                code = self.asked(ask, meter)
            except LimitError:
                code = library.clamp_give_up_each(store.handle, _SECONDS, codes, lowers)
            if code != _YES:
                return {one: self._reached(code, meter, 0) for one in after}
            answers: dict[Node, bool | LimitReached] = {}
            for one, answer, lower in zip(after, found[0].tolist(), found[1].tolist(), strict=True):
                answers[one] = (
                    answer == _YES
                    if answer in (_NO, _YES)
                    else self._reached(answer, meter, math.inf if lower >= _INF else lower)
                )
            return answers

    def orbits(self, node: int) -> CompiledOrbits:
        """What will be known of the kinds of the actions in a node."""
        with self.store.lock:
            pointer = self._library.clamp_alike_new(self.store.id(node))
            return CompiledOrbits(self.store, _Handle(pointer, self._library.clamp_alike_free))

    def history(self, nodes: Collection[Node], floor: float) -> CompiledHistory | None:
        """The nodes of a history; ``None`` where some are not in the store."""
        if any(isinstance(node, MutexViolating) for node in nodes):
            return None
        return CompiledHistory(self, nodes, floor)


def _small(number: float) -> int:
    return int(min(max(number, -_INF), _INF))


# ------------------------------------------------------------------ which of the two decides


def bounds_over(space: SearchSpace) -> Bounds:
    """Bounds over a search space, compiled where that can be."""
    bounds = _bounds_over(space)
    if isinstance(space, Projection) and space.lighter is not None:
        with suppress(LimitError):  # it is only a help
            bounds.lighter = _bounds_over(space.lighter)
            _ = space.lighter.has_symmetry  # found out now, because between two actions there is little time
    return bounds


def _bounds_over(space: SearchSpace) -> Bounds:
    if isinstance(space, Projection) and space.can_be_compiled:
        library = kernel_library.library()
        task = (
            None
            if library is None
            else shared(space.origin or space, CompiledTask, lambda: CompiledTask(space))
        )
        if library is not None and task is not None and task.most_needs <= _MOST_NEEDS:
            return CompiledBounds(space, task, library)
    if isinstance(space, Projection):
        space.prepare()
    return Bounds(space)


def decide(bounds: Bounds, node: Node, budget: int, meter: Meter) -> bool | LimitReached:
    """Whether a plan of at most `budget` actions exists."""
    if isinstance(bounds, CompiledBounds) and not isinstance(node, MutexViolating):
        found = bounds.decide(node, budget, meter)
    else:
        found = engine.decide(bounds, node, budget, meter)
    if found is False and bounds.recheck is not None:
        bounds.recheck(bounds.unlearned, node, budget)
    return found


def settle(bounds: Bounds, node: Node, meter: Meter) -> LimitReached | None:
    """Go on until the bounds of a node from which a plan is known meet; or the limit that was reached."""
    if isinstance(bounds, CompiledBounds) and not isinstance(node, MutexViolating):
        return bounds.settle(node, meter)
    if bounds.lower(node) < bounds.upper[node]:
        search = Complete(bounds, node, bounds.upper[node], optimal=True)
        while search.run(meter.limits.states, meter) is None:
            stopped = meter.reached(bounds.known_lower(node))
            if stopped is not None:
                return stopped
    return None


def orbits(bounds: Bounds, node: Node) -> Orbits | CompiledOrbits:
    """What will be known of the kinds of the actions in a node."""
    if isinstance(bounds, CompiledBounds) and not isinstance(node, MutexViolating):
        return bounds.orbits(node)
    return Orbits(bounds, node)


def decide_each(
    bounds: Bounds,
    node: Node,
    after: Mapping[Node, Sequence[int]],
    budget: int,
    meter: Meter,
    known: Orbits | CompiledOrbits,
) -> dict[Node, bool | LimitReached]:
    """Whether a plan of at most `budget` actions leads on from each node that actions lead to from `node`.

    Args:
        after: The nodes, each with the actions that lead there.
        known: What is known of the kinds of these actions.
    """

    def ask(
        one: Bounds, node: Node, after: Mapping[Node, Sequence[int]], budget: int, meter: Meter
    ) -> dict[Node, bool | LimitReached]:
        return _decide_each(one, node, after, budget, meter, known if one is bounds else orbits(one, node))

    if bounds.lighter is None:
        found = ask(bounds, node, after, budget, meter)
    else:
        found = lighter.decide_each(bounds, node, after, budget, meter, ask)
    if bounds.recheck is not None:
        for target in (target for target, answer in found.items() if answer is False):
            bounds.recheck(bounds.unlearned, target, budget)
    return found


def _decide_each(
    bounds: Bounds,
    node: Node,
    after: Mapping[Node, Sequence[int]],
    budget: int,
    meter: Meter,
    known: Orbits | CompiledOrbits,
) -> dict[Node, bool | LimitReached]:
    if not isinstance(bounds, CompiledBounds):
        return engine.decide_each(bounds, node, after, budget, meter, cast(Orbits, known))
    plain = {target: actions for target, actions in after.items() if not isinstance(target, MutexViolating)}
    found: dict[Node, bool | LimitReached] = {}
    if isinstance(node, MutexViolating):
        found.update((target, bounds.decide(target, budget, meter)) for target in plain)
    else:
        if not isinstance(known, CompiledOrbits) or known.store is not bounds.store or known.handle is None:
            known = bounds.orbits(node)
        found.update(bounds.decide_each(node, plain, budget, meter, known))
    for target in after.keys() - plain.keys():
        found[target] = engine.decide(bounds, target, budget, meter)
    return {target: found[target] for target in after}
