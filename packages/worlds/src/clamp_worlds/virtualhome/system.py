"""VirtualHome as a transition system, faithful to its evolving-graph executor."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from clamp.planning.system import Action, Fact, RuleWords, SearchSpace, TransitionSystem, Validation
from clamp_worlds.virtualhome.executor import Applicability, Effects, GoalTest, affordances, origins, to_graph
from clamp_worlds.virtualhome.goal import ActionProgress, VirtualHomeGoal
from clamp_worlds.virtualhome.observe import Observer
from clamp_worlds.virtualhome.replay import Interpreter
from clamp_worlds.virtualhome.rule_words import VirtualHomeWords
from clamp_worlds.virtualhome.scene import SceneGraph
from clamp_worlds.virtualhome.search import VirtualHomeSearch
from clamp_worlds.virtualhome.state import State
from clamp_worlds.virtualhome.tables import Tables
from clamp_worlds.virtualhome.vocabulary import WITH_ONE, WITH_TWO, WITHOUT_ARGUMENT, ExecutorRules


class VirtualHome(TransitionSystem[State]):
    """A household task in VirtualHome's plan language.

    Actions are named as there (``WALK``, ``PUTBACK``, …) and applied to ``class_id`` names
    (``sink_231``). Every name is combined with every object: this is what the language allows, and
    `applicable` says what the executor runs. Names that the executor knows but cannot run are left out.

    Build one with `from_graph`.
    """

    def __init__(self, scene: SceneGraph, goal: VirtualHomeGoal, rules: ExecutorRules, name: str):
        self.name = name
        self.scene = scene
        self.goal = goal
        self.rules = rules
        self._tables = Tables(scene, rules)
        self._actions = _ground(scene)
        self._observer = Observer(self._tables)
        self._affords = affordances(self._tables, rules)
        self._applicability = Applicability(self._tables, rules, self._actions, self._affords, self._observer)
        self._effects = Effects(self._tables, rules, self._observer)
        self._progress = ActionProgress(goal.actions, [_text(scene, action) for action in self._actions])
        self._goal_test = GoalTest(self._tables, goal, self._progress)
        self._steps = [self._step(action) for action in self._actions]
        self._counts = set(self._progress.useful())
        self._initial = self._tables.initial()

    def __reduce__(self) -> tuple[type[VirtualHome], tuple[SceneGraph, VirtualHomeGoal, ExecutorRules, str]]:
        return type(self), (self.scene, self.goal, self.rules, self.name)  # all else is made of these

    @classmethod
    def from_graph(
        cls,
        graph: Mapping[str, Any],
        *,
        goal: VirtualHomeGoal,
        objects: Collection[int],
        rules: ExecutorRules | None = None,
        name: str = "VirtualHome",
    ) -> VirtualHome:
        """Build the system of a task.

        Args:
            graph: A scene graph as VirtualHome writes it: ``nodes`` (``id``, ``class_name``, ``category``,
                ``properties``, ``states``) and ``edges`` (``from_id``, ``relation_type``, ``to_id``).
            goal: What is asked for.
            objects: Ids of the nodes that actions may name.
            rules: What the executor makes of particular classes; VirtualHome's own by default.

        Raises:
            DomainError: If the graph, the goal or the objects do not fit together.
        """
        return cls(SceneGraph.read(graph, objects), goal, rules or ExecutorRules(), name)

    @property
    def tables(self) -> Tables:
        """The masks that states are read with, for code of this package."""
        return self._tables

    @property
    def actions(self) -> Sequence[Action]:
        return self._actions

    @property
    def entities(self) -> Sequence[str]:
        return tuple(self.scene.nodes[i].name for i in self.scene.objects)

    @property
    def initial(self) -> State:
        return self._initial

    def is_goal(self, state: State) -> bool:
        return self._goal_test.holds(state)

    def applicable_indices(self, state: State) -> Sequence[int]:
        return self._applicability.indices(state)

    def successor_of_index(self, state: State, index: int) -> State:
        effect, arguments = self._steps[index]
        after = state if effect is None else effect(state, *arguments)
        if index in self._counts:
            progress = self._progress.after(state.progress, index)
            if progress != state.progress:
                return after._replace(progress=progress)
        return after

    def search_space(self, enabled: Collection[int] | None = None) -> SearchSpace:
        return VirtualHomeSearch(
            tables=self._tables,
            rules=self.rules,
            actions=self._actions,
            affords=self._affords,
            observer=self._observer,
            goal=self.goal,
            goal_test=self._goal_test,
            successor=self.successor_of_index,
            enabled=enabled,
        )

    def why_inapplicable(self, state: State, action: Action) -> str | None:
        if self.index(action) in self.applicable_indices(state):
            return None
        graph = to_graph(self._tables, state)
        interpreter = Interpreter.resumed(
            self.scene,
            self.rules,
            edges=((edge["from_id"], edge["relation_type"], edge["to_id"]) for edge in graph["edges"]),
            states={node["id"]: node["states"] for node in graph["nodes"]},
            origins=origins(self._tables, state),
        )
        return interpreter.refuses(action)

    def goal_entities(self) -> frozenset[str]:
        ids = {goal.id for goal in self.goal.states}
        for relation in self.goal.relations:
            ids |= {relation.from_id, relation.to_id}
        named = frozenset(self.scene.nodes[i].name for i in ids if i in self.scene.nodes)
        return named.intersection(self.entities)  # what no action can name is not to be seen either

    def places(self) -> Mapping[str, Sequence[Collection[str]]]:
        """The objects that each action can be applied to at all."""
        found: dict[str, list[set[str]]] = {}
        for action in self._actions:
            places = found.setdefault(action.name, [set() for _ in action.args])
            for number, (place, name) in enumerate(zip(places, action.args, strict=True)):
                first = len(action.args) == 2 and number == 0
                mask = self._affords[f"hold {action.name}" if first else action.name]
                if mask >> self._tables.by_name[name] & 1:
                    place.add(name)
        return found

    def outcome(self, action: Action, given: Collection[Fact] = ()) -> Mapping[Fact, bool]:
        """States and places that an action always brings about; what depends on the hands is not told."""
        found = {(name, action.args[:1]): held for name, held in _STATES_AFTER.get(action.name, {}).items()}
        if action.name in _PLACE_AFTER:
            found[_PLACE_AFTER[action.name], action.args] = True
        return found

    def rule_words(self) -> RuleWords:
        """States and relations of the scene's nodes; the types are their classes."""
        return VirtualHomeWords(self.scene, self._tables, self.rules)

    def validate(self, actions: Iterable[Action]) -> Validation:
        return Interpreter(self.scene, self.rules).judge(actions, self.goal)

    def graph(self, state: State) -> dict[str, Any]:
        """A state as a scene graph in VirtualHome's JSON form (states sorted, edges in no special order)."""
        return to_graph(self._tables, state)

    def _step(self, action: Action) -> tuple[Callable[..., State] | None, tuple[int, ...]]:
        return self._effects.of(action.name), tuple(self._tables.by_name[arg] for arg in action.args)


_STATES_AFTER: Mapping[str, Mapping[str, bool]] = {
    "OPEN": {"open": True, "closed": False},
    "CLOSE": {"open": False, "closed": True},
    "SWITCHON": {"on": True, "off": False},
    "SWITCHOFF": {"on": False, "off": True},
    **{verb: {"clean": True, "dirty": False} for verb in ("WASH", "RINSE", "SCRUB", "WIPE")},
}
_PLACE_AFTER = {"PUTIN": "inside", "PUTBACK": "on"}


def _ground(scene: SceneGraph) -> tuple[Action, ...]:
    names = [scene.nodes[i].name for i in scene.objects]
    actions = [Action(verb) for verb in WITHOUT_ARGUMENT]
    actions += [Action(verb, (a,)) for verb in WITH_ONE for a in names]
    actions += [Action(verb, (a, b)) for verb in WITH_TWO for a in names for b in names]
    return tuple(actions)


def _text(scene: SceneGraph, action: Action) -> str:
    """An action as the judge of action goals reads it: ``[WALK] <sink> (231)``."""
    arguments = (arg.rpartition("_") for arg in action.args)
    return f"[{action.name}]" + "".join(f" <{name}> ({node})" for name, _, node in arguments)
