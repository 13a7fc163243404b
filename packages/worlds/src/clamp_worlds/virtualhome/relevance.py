"""Which actions and which parts of a VirtualHome state the distance to a goal can depend on."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from clamp.planning.system import Action
from clamp_worlds.virtualhome.goal import ActionProgress, VirtualHomeGoal
from clamp_worlds.virtualhome.state import Holding, State, bits
from clamp_worlds.virtualhome.tables import Tables

LOOKING = frozenset({"LOOKAT", "LOOKAT_MEDIUM", "POINTAT", "WATCH"})
RESTING = frozenset({"SIT", "LIE", "SLEEP", "WAKEUP", "STANDUP"})
CLEANING = frozenset({"RINSE", "SCRUB", "WASH", "WIPE"})
MOVING = frozenset(
    {
        "DROP", "FIND", "GRAB", "POUR", "PUTBACK", "PUTIN", "PUTOBJBACK", "PUTOFF", "PUTON", "RUN", "STANDUP",
        "WALK",
    }
)  # fmt: skip


class Relevance:
    """A projection of states, and a choice of actions, that keep every goal distance.

    Each rule drops a part of the state that no kept action reads and the goal does not test, or an action
    whose only effects are on dropped parts, or only take away what actions and goal read positively:

    - What is faced matters to looking and to FACING goals, one node at a time.
    - Which room matters to WATCH and to INSIDE goals; that a thing is in *some* room always matters.
    - Left and right hand differ only for HOLDS goals.
    - A switch matters to a goal on it, and to OPEN, which refuses what is on.
    - A door matters to a goal on it, to what it hides, and to PUTIN; closing it only to a goal on it.
    - Sitting and lying only hinder, unless a goal wants them or they turn the character to face something.
    - Cleanliness matters to goals only.

    Closeness is kept whole: GRAB and PUTBACK, too, bring the character close to more nodes.
    """

    def __init__(
        self,
        tables: Tables,
        goal: VirtualHomeGoal,
        progress: ActionProgress,
        actions: Sequence[Action],
        affords: Mapping[str, int],
        enabled: Collection[int] | None,
    ):
        self._t = tables
        self._named = (1 << tables.named) - 1
        candidates = range(len(actions)) if enabled is None else sorted(set(enabled))
        useful = set(progress.useful())
        performed = {actions[i].name for i in candidates if i in useful}
        wanted = {(goal.relation, goal.from_id, goal.to_id) for goal in goal.relations}
        me = tables.scene.character

        turned = {to for relation, source, to in wanted if relation == "FACING" and source == me}
        self.faced = tables.mask(tuple(turned))
        if performed & LOOKING:
            self.faced |= self._named
        self.faced |= sum(
            1 << i for i, mask in enumerate(tables.edges_facing) if mask & self.faced and performed & LOOKING
        )
        faces = {i for relation, *ends in wanted if relation == "FACING" for i in ends}
        self.unfaced = -1 if self.faced else tables.mask(tuple(faces))
        self.rooms_matter = (
            "WATCH" in performed
            or any(relation == "INSIDE" for relation, *_ in wanted)
            or self._in_two_boxes(affords)
        )
        self.hands_matter = any(relation.startswith("HOLDS") for relation, *_ in wanted)
        self.rests = (
            bool(performed & RESTING)
            or self.rooms_matter
            or bool(self.faced)
            or any(state.state in ("SITTING", "LYING") for state in goal.states)
            or any(relation == "ON" and source == me for relation, source, _ in wanted)
        )
        about = {name: self._about(goal, name) for name in ("OPEN", "CLOSED", "ON", "OFF", "CLEAN", "DIRTY")}
        openable = affords["OPEN"] & self._named
        switchable = affords["SWITCHOFF"] & self._named
        opened, switched = performed & {"OPEN", "CLOSE"}, performed & {"SWITCHON", "SWITCHOFF"}
        doors = openable if opened else about["OPEN"] | about["CLOSED"] | self._boxes() & openable
        switches = switchable if switched else about["ON"] | about["OFF"] | doors & switchable
        self._kept_doors = ~(openable & ~doors)
        self._kept_switches = ~(switchable & ~switches)
        self.clean, self.dirty = about["CLEAN"], about["DIRTY"]
        self._applied_to = {
            "TURNTO": self.faced,
            "OPEN": doors,
            "CLOSE": doors if opened else about["CLOSED"],
            "SWITCHON": switches if switched else about["ON"],
            "SWITCHOFF": switches,
            **dict.fromkeys(CLEANING, self.clean),
            **dict.fromkeys(("SIT", "LIE"), -1 if self.rests else 0),
        }
        self._any_room = min(bits(tables.rooms), default=0)
        self.actions = tuple(i for i in candidates if i in useful or self._matters(actions[i]))

    def project(self, s: State) -> State:
        """The part of a state that its goal distance depends on."""
        t = self._t
        right, left, items, room = s.right, s.left, s.items, s.room
        if not self.hands_matter and left > right:
            right, left = left, right
        if not self.rooms_matter:
            room = self._any_room
            items = tuple(self._anywhere(item) if item.inside & t.rooms else item for item in items)
        return State(
            room,
            s.close,
            s.facing & self.faced,
            s.on,
            right,
            left,
            s.posture,
            s.open & self._kept_doors,
            s.closed & self._kept_doors,
            s.lit & self._kept_switches,
            s.unlit & self._kept_switches,
            s.clean & self.clean,
            s.dirty & self.dirty,
            s.unfaced & self.unfaced,
            items,
            s.progress,
        )

    def _anywhere(self, item: Holding) -> Holding:
        inside = item.inside & ~self._t.rooms | 1 << self._any_room
        return item if inside == item.inside else item._replace(inside=inside)

    def _about(self, goal: VirtualHomeGoal, name: str) -> int:
        return self._t.mask(tuple({state.id for state in goal.states if state.state == name}))

    def _in_two_boxes(self, affords: Mapping[str, int]) -> bool:
        """Whether a thing can be in two boxes; rooms then have a say in which of them the executor finds."""
        t = self._t
        boxes = ((t.edges_inside[i] & ~t.rooms).bit_count() for i in t.item_at)
        return bool(affords["hold POUR"]) or any(count > 1 for count in boxes)

    def _boxes(self) -> int:
        """Nameable nodes that may hide something or have something put in."""
        t = self._t
        inside = self._named if t.item_at else 0
        for i in range(t.named):
            inside |= t.edges_inside[i]
        return inside & ~t.rooms

    def _matters(self, action: Action) -> bool:
        if action.name in MOVING:
            return True
        applied_to = self._applied_to.get(action.name, 0)
        return any(applied_to >> self._t.by_name[arg] & 1 for arg in action.args)
