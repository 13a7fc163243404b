"""Lower bounds of the goal distance, from actions that every plan must contain."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from clamp.planning.system import Action
from clamp_worlds.virtualhome.executor import GoalTest
from clamp_worlds.virtualhome.goal import NodeState, Relation
from clamp_worlds.virtualhome.state import State, bits
from clamp_worlds.virtualhome.tables import Catalogue, Tables

Landmark = frozenset[int]
"""Actions of which every plan from here has at least one."""

_ACHIEVES = {
    "ON": ("SWITCHON",),
    "OFF": ("SWITCHOFF",),
    "OPEN": ("OPEN",),
    "CLOSED": ("CLOSE",),
    "CLEAN": ("RINSE", "SCRUB", "WASH", "WIPE"),
}
_APPROACHES = ("WALK", "RUN", "FIND")
_PUTS = ("PUTBACK", "PUTIN", "PUTOBJBACK")


class Landmarks:
    """Disjoint landmarks of a state: each needs an action of its own.

    Args:
        affords: What each name can be applied to.
        executable: The enabled actions that are executable in a state.
    """

    def __init__(
        self,
        tables: Tables,
        goal: GoalTest,
        actions: Sequence[Action],
        enabled: Collection[int] | None,
        affords: Mapping[str, int],
        executable: Callable[[State], Collection[int]],
    ):
        self._t = tables
        self._goal = goal
        self._executable = executable
        self._find = Catalogue(tables, actions, enabled)
        self._useful = frozenset(i for i in goal.progress.useful() if i in self._find.where)
        self._enabled = frozenset(self._find.where)
        self._of_state = {part: self._state(part) for part, _ in goal.states}
        self._of_relation = {part: self._relation(part) for part, _ in goal.relations}
        self._grabs = [self._indices("GRAB", position) for position in tables.item_at]
        # Goals that ask for two things in one hand, or one thing in both: no action brings that about.
        hands = [(part, holds) for part, holds in goal.relations if part.relation.startswith("HOLDS")]
        self._overloaded = [
            holds
            for part, holds in hands
            if any(
                (part.relation == other.relation) != (part.to_id == other.to_id)
                for other, _ in hands
                if other.from_id == part.from_id
            )
        ]
        low = (1 << tables.named) - 1
        self._closed_beyond = tables.in_state("CLOSED") & ~low
        self._opens = [
            self._indices("OPEN", i) if affords["OPEN"] >> i & 1 else frozenset[int]()
            for i in range(len(tables.ids))
        ]
        self._lets_go = [
            frozenset(i for i in self._find.named("DROP", *_PUTS) if self._find.where[i][0] == position)
            for position in tables.item_at
        ]

    def __call__(self, s: State, known: Sequence[Landmark] = ()) -> list[Landmark] | None:
        """Disjoint landmarks of a state that is no goal; ``None`` is a proof that there is no plan.

        Args:
            known: Disjoint landmarks of this state that are known already.
        """
        found = self._find_all(s)
        if found is None:
            return None
        fresh = self._disjoint(s, (), found)
        return fresh if len(fresh) >= len(known) else self._disjoint(s, known, found)

    def _disjoint(self, s: State, known: Sequence[Landmark], found: Sequence[Landmark]) -> list[Landmark]:
        disjoint: list[Landmark] = []
        taken: set[int] = set()
        # Whatever is done next is a landmark, too.
        for landmark in (*known, *sorted(found, key=len), frozenset(self._executable(s))):
            if landmark and taken.isdisjoint(landmark):
                disjoint.append(landmark)
                taken |= landmark
        return disjoint

    def _find_all(self, s: State) -> list[Landmark] | None:
        if self._overloaded and not all(holds(s) for holds in self._overloaded):
            return None
        found = [self._of_state[part] for part, holds in self._goal.states if not holds(s)]
        for part, holds in self._goal.relations:
            if not holds(s):
                wanted = self._things_to_hold(s, part)
                if wanted is None:
                    return None
                found += [self._of_relation[part], *wanted]
        progress = self._goal.progress
        if not progress.met(s.progress):
            unperformed = [frozenset(indices) & self._enabled for indices in progress.unperformed(s.progress)]
            found += unperformed or [self._useful]
        return found if all(found) else None

    def _things_to_hold(self, s: State, part: Relation) -> list[Landmark] | None:
        """What it takes to get a thing into a hand that a relation needs it in; ``None`` if nothing does."""
        t, me = self._t, self._t.scene.character
        holds = part.relation.startswith("HOLDS") and part.from_id == me
        k = t.item_of[t.position[part.to_id if holds else part.from_id]]
        places = part.relation in ("ON", "INSIDE") and not t.scene.nodes[part.to_id].is_room
        if k < 0 or not (holds or places):
            return []
        item = s.items[k]
        if k in (s.right, s.left):
            return [self._lets_go[k]] if holds and item.origin >= 0 else []
        if item.origin >= 0:
            # Grabbed and let go without being put down (worn, poured): it cannot be grabbed again.
            return None
        # What is inside something closed comes out when that is opened, or itself grabbed or carried away.
        doors = [self._opens[box] for box in bits(self._shut(s, item.inside))]
        return [self._grabs[k], *doors] if all(doors) else None

    def _shut(self, s: State, inside: int) -> int:
        """The nodes among some that are closed and stay so until opened."""
        t = self._t
        return inside & (s.closed | self._closed_beyond) & ~(t.rooms | t.all_items | t.me)

    def _indices(self, name: str, *nodes: int) -> Landmark:
        index = self._find.find(name, *nodes)
        return frozenset(() if index is None else (index,))

    def _on(self, names: tuple[str, ...], node: int) -> Landmark:
        return frozenset(i for i in self._find.named(*names) if self._find.where[i] == (node,))

    def _state(self, part: NodeState) -> Landmark:
        i = self._t.position[part.id]
        if i == self._t.character and part.state in ("SITTING", "LYING"):
            return frozenset(self._find.named("SIT" if part.state == "SITTING" else "LIE"))
        return self._on(_ACHIEVES.get(part.state, ()), i)

    def _relation(self, part: Relation) -> Landmark:
        t, find = self._t, self._find
        i, j = t.position[part.from_id], t.position[part.to_id]
        involved = frozenset(n for n in find.where if i in find.where[n] or j in find.where[n])
        mine = i == t.character
        match part.relation:
            case "HOLDS_RH" | "HOLDS_LH" if mine:
                return self._indices("GRAB", j)
            case "FACING" if mine:
                seats = {n for n in bits((1 << t.named) - 1) if t.edges_facing[n] >> j & 1}
                turned = self._indices("TURNTO", j)
                return turned | frozenset(n for n in find.named("SIT") if find.where[n][0] in seats)
            case "ON" if mine:
                return self._on(("SIT", "LIE"), j)
            case "ON":
                worn = ("PUTON",) if j == t.character else ()
                return self._placing((*worn, "PUTBACK", "PUTOBJBACK"), i, j)
            case "INSIDE" if mine or t.nodes[j].is_room:
                return frozenset(find.named(*_APPROACHES, "GRAB", "DROP", *_PUTS, "POUR"))
            case "INSIDE":
                return self._placing(("PUTIN", "POUR", "PUTOBJBACK"), i, j)
            case "CLOSE":
                return frozenset(find.named(*_APPROACHES, "GRAB", *_PUTS)) | involved
            case _:
                return frozenset()

    def _placing(self, verbs: tuple[str, ...], i: int, j: int) -> Landmark:
        find = self._find
        if self._t.item_of[i] < 0:
            return frozenset()  # It cannot be grabbed, so it stays where it is.
        pairs = ((i,), (i, j))
        return frozenset(n for n in find.named(*verbs) if find.where[n] in pairs)
