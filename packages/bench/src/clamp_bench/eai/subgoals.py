"""EAI's subgoals as a transition system: each is what its evaluator does for it, steps of the household's own system.

The evaluator carries a subgoal out by a fixed recipe: it finds the object, and then opens, takes, puts or
performs. Where it tries several (sit or lie), any that goes through will do, so a state here is the set of the
household's states that they lead to. A recipe is followed only where each of its steps can be executed: the
evaluator also goes on after steps that change nothing, which admits more plans, but none that reach more goals.

Here a plug can be put in, too, which the evaluator of action sequences refuses: so a state also says which plugs
were, and each such set has a household of its own, in whose scene they are in from the start.
"""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any, TypeAlias

from clamp.decoding import PlanFormat
from clamp.errors import DomainError
from clamp.planning.search.limits import checkpoint
from clamp.planning.system import Action, SearchSpace, TransitionSystem, Validation
from clamp_worlds.virtualhome import VirtualHome, VirtualHomeGoal
from clamp_worlds.virtualhome.state import State
from clamp_worlds.virtualhome.tasks import EAITask

Here: TypeAlias = tuple[frozenset[int], State]
"""Ids of the things whose plugs were put in, and the household's state."""
States: TypeAlias = tuple[Here, ...]
Step: TypeAlias = tuple[str, ...]
"""An action's name and its arguments."""

STATES = ("CLOSED", "OPEN", "ON", "OFF", "PLUGGED_IN", "PLUGGED_OUT", "SITTING", "LYING", "CLEAN", "DIRTY")
"""Predicates of one object."""

RELATIONS = ("ONTOP", "INSIDE", "NEXT_TO", "FACING", "HOLDS_RH", "HOLDS_LH")
"""Predicates of two."""

ACTIONS = (
    "DRINK", "EAT", "CUT", "TOUCH", "LOOKAT", "WATCH", "READ", "TYPE", "PUSH", "PULL", "MOVE", "SQUEEZE",
    "RINSE", "SCRUB", "WASH", "WIPE", "GRAB", "SWITCHOFF",
)  # fmt: skip
ACTIONS_ALONE = ("SLEEP", "WAKEUP")

_MADE_BY: Mapping[str, list[str]] = {"CLOSED": ["CLOSE"], "OPEN": ["OPEN"], "ON": ["SWITCHON"], "OFF": ["SWITCHOFF"],
            "CLEAN": ["WIPE", "WASH"], "PLUGGED_IN": ["PLUGIN"]}  # fmt: skip
_HELD = ("DRINK", "EAT", "READ")
_LONGEST = 4
"""Most steps of a recipe."""


def subgoal_format(actions_needed: bool = False, actions: Collection[str] = ()) -> PlanFormat:
    """``{…, "output": ["OPEN(door.3)", …]}``: what EAI's prompt asks for, of which its evaluator reads the output.

    Args:
        actions_needed, actions: What the two fields before it say.
    """
    fields = {"necessity_to_use_action": "yes" if actions_needed else "no", "actions_to_include": [*actions]}
    return PlanFormat.from_template(
        '"{name}({args})"',
        opening=json.dumps(fields)[:-1] + ', "output": [',
        separator=", ",
        closing="]}",
        name="subgoals",
        instructions='Write {"necessity_to_use_action": …, "actions_to_include": […], "output": ["ON(tv.1)", …]}.',
    )


@dataclass(frozen=True, slots=True)
class _Recipe:
    """A way to bring a subgoal about, as indices of the household's actions.

    Attributes:
        thing: The position of what the way depends on being held; ``None`` for nothing.
        steps: What is done where it is held.
        otherwise: What is done where it is not.
    """

    thing: int | None
    steps: tuple[int, ...]
    otherwise: tuple[int, ...]


class Subgoals(TransitionSystem[States]):
    """The subgoals of a household task.

    Args:
        graph: The scene at the start, in VirtualHome's JSON form.
        goal: What is asked for.
        objects: Ids of the nodes that subgoals may name; they are called ``sink.231`` here.
    """

    def __init__(
        self,
        graph: Mapping[str, Any],
        goal: VirtualHomeGoal,
        objects: Collection[int],
        name: str = "VirtualHome",
    ):
        self.name = f"{name}, subgoals"
        self._graph, self._goal, self._objects = graph, goal, objects
        self._homes: dict[frozenset[int], VirtualHome] = {}
        self.home = self.home_with(frozenset())
        scene = self.home.scene
        nodes = [scene.nodes[i] for i in scene.objects]
        self._names: Mapping[str, str] = {f"{node.class_name}.{node.id}": node.name for node in nodes}
        self._ids = {node.name: node.id for node in nodes}
        me = scene.nodes[scene.character]
        self._me = f"{me.class_name}.{me.id}"
        out = {one.id for one in goal.states if one.state == "PLUGGED_OUT"}
        self.plugs = tuple(
            node.id
            for node in nodes
            if "HAS_PLUG" in node.properties and "PLUGGED_OUT" in node.states and node.id not in out
        )
        self._plug_step = {node: len(self.home.actions) + k for k, node in enumerate(self.plugs)}
        self._actions = tuple(_grounded(list(self._names)))
        self._written = [self._recipes_of(one) for one in self._actions]
        self._after: dict[tuple[Here, int], States] = {}
        self._applicable: dict[Here, frozenset[int]] = {}

    @classmethod
    def of(cls, task: EAITask) -> Subgoals:
        """The subgoals of one of EAI's tasks."""
        return cls(task.scene, task.goal, task.objects, f"EAI VirtualHome {task.id} ({task.name})")

    def home_with(self, plugged: frozenset[int]) -> VirtualHome:
        """The household in which some plugs are in from the start."""
        found = self._homes.get(plugged)
        if found is None:
            nodes = [
                {**node, "states": [*{*node["states"]} - {"PLUGGED_OUT"}, "PLUGGED_IN"]}
                if node["id"] in plugged
                else node
                for node in self._graph["nodes"]
            ]
            found = self._homes[plugged] = VirtualHome.from_graph(
                {**self._graph, "nodes": nodes}, goal=self._goal, objects=self._objects, name=self.name
            )
        return found

    @property
    def actions(self) -> Sequence[Action]:
        return self._actions

    @property
    def entities(self) -> Sequence[str]:
        return tuple(self._names)

    @property
    def initial(self) -> States:
        return ((frozenset(), self.home.initial),)

    def is_goal(self, state: States) -> bool:
        return any(self.home_with(plugged).is_goal(one) for plugged, one in state)

    def applicable_indices(self, state: States) -> Sequence[int]:
        return [index for index in range(len(self._actions)) if self.successor_of_index(state, index)]

    def successor_of_index(self, state: States, index: int) -> States:
        return tuple(dict.fromkeys(after for one in state for after in self._outcomes(one, index)))

    def search_space(self, enabled: Collection[int] | None = None) -> SearchSpace:
        used = [
            index
            for index in (range(len(self._actions)) if enabled is None else sorted(enabled))
            if self._written[index]
        ]
        steps = {step for index in used for step in self.steps(index) if step < len(self.home.actions)}
        advised = self.home_with(frozenset(self.plugs)).search_space(steps)
        wanted = {one.id for one in self._goal.states if one.state == "PLUGGED_IN"}
        return _Space(self, advised, used, frozenset(wanted.intersection(self.plugs)))

    def why_inapplicable(self, state: States, action: Action) -> str | None:
        if self.successor_of_index(state, self.index(action)):
            return None
        here = state[0]
        recipes = self.recipes(here, self.index(action))
        if not recipes:
            return f"EAI's evaluator knows no action that brings {action} about."
        for step in recipes[0]:
            after = self._done(here, step)
            if after is None:
                if step >= len(self.home.actions):
                    return "The plug cannot be put in: it is in, or no hand is free."
                one = self.home.actions[step]
                return f"It takes {one}: {self.home_with(here[0]).why_inapplicable(here[1], one)}"
            here = after
        return "None of the ways in which it could be brought about goes through."

    def goal_entities(self) -> frozenset[str]:
        meant = self.home.goal_entities()
        return frozenset(name for name, node in self._names.items() if node in meant)

    def validate(self, actions: Iterable[Action]) -> Validation:
        """Replay the steps of a way in which the subgoals can be brought about, by the household's own validator.

        Plugs that were put in are in from the start there: nothing but switching on, which may only come
        after it, depends on it.
        """
        ways: list[tuple[Here, tuple[int, ...]]] = [(self.initial[0], ())]
        for number, action in enumerate(actions):
            try:
                index = self.index(action)
            except DomainError as error:
                return Validation(False, number, str(error))
            further: dict[Here, tuple[int, ...]] = {}
            for here, steps in ways:
                for recipe in self.recipes(here, index):
                    after = self._carried_out(here, recipe)
                    if after is not None:
                        further.setdefault(after, (*steps, *recipe))
            if not further:
                reason = self.why_inapplicable(tuple(dict.fromkeys(here for here, _ in ways)), action)
                return Validation(False, number, reason or "")
            ways = list(further.items())
        verdicts = [self._replayed(here[0], steps) for here, steps in ways]
        best = next((one for one in verdicts if one.valid), verdicts[0])
        return Validation(best.valid, None, best.reason, best.has_goal)

    def _replayed(self, plugged: frozenset[int], steps: Sequence[int]) -> Validation:
        lacking = {f"{self.home.scene.nodes[node].name}": node for node in plugged}
        for step in steps:
            if step >= len(self.home.actions):
                node = self.plugs[step - len(self.home.actions)]
                lacking = {name: one for name, one in lacking.items() if one != node}
            elif self.home.actions[step].name == "SWITCHON" and self.home.actions[step].args[0] in lacking:
                return Validation(False, None, f"{self.home.actions[step]} comes before the plug is in.")
        done = [self.home.actions[step] for step in steps if step < len(self.home.actions)]
        return self.home_with(plugged).validate(done)

    # -- recipes ---------------------------------------------------------------------------------------

    def steps(self, index: int) -> frozenset[int]:
        """The household's actions that may be done for a subgoal."""
        return frozenset(step for one in self._written[index] for step in (*one.steps, *one.otherwise))

    def recipes(self, here: Here, index: int) -> list[tuple[int, ...]]:
        """The ways in which EAI's evaluator brings a subgoal about, as indices of the household's actions.

        What comes after the last of those puts in the plug of one of `plugs`.
        """
        held = self.home.tables.held(here[1])
        return [
            one.steps if one.thing is None or held >> one.thing & 1 else one.otherwise
            for one in self._written[index]
        ]

    def _recipes_of(self, action: Action) -> tuple[_Recipe, ...]:
        """What EAI's `StateActionTranslator` maps a subgoal to."""
        name, args = action.name, action.args
        first, last = (args[0], args[-1]) if args else ("", "")
        match name:
            case "SLEEP" | "WAKEUP":
                ways = [[(name,)]]
            case "LOOKAT" | "WATCH":
                ways = [[("FIND", first), ("TURNTO", first), (name, first)]]
            case "ONTOP" if first == self._me:
                ways = [[("FIND", last), ("SIT", last)], [("FIND", last), ("LIE", last)]]
            case "ONTOP" if last == self._me:
                ways = [[("PUTON", first)]]
            case "ONTOP":
                ways = [[("FIND", last), ("PUTBACK", first, last)]]
            case "INSIDE" if first == self._me:
                ways = [[("WALK", last)]]
            case "INSIDE":
                ways = [[("FIND", last), (verb, first, last)] for verb in ("PUTIN", "POUR")]
            case "NEXT_TO":
                ways = [[("FIND", last)]] if first == self._me else []
            case "FACING":
                ways = [[("FIND", last), ("TURNTO", last)]]
            case "HOLDS_RH" | "HOLDS_LH":
                ways = [[("FIND", last), ("GRAB", last)]]
            case _:
                verbs = _MADE_BY.get(name, [name] if name in ACTIONS else [])
                ways = [[("FIND", first), (verb, first)] for verb in verbs]
        fetch: list[Step] = [("FIND", first), ("GRAB", first)]
        try:
            found = [tuple(self._index(step) for step in way) for way in ways]
            if name in _HELD:  # once it is held, it is found all the same
                thing, others = first, [tuple(self._index(step) for step in (*fetch, (name, first)))]
            elif name in ("ONTOP", "INSIDE") and self._me not in args:
                thing, others = first, [tuple(self._index(step) for step in (*fetch, *way)) for way in ways]
            else:
                return tuple(_Recipe(None, way, way) for way in found)
        except DomainError:
            return ()  # the household knows no such action
        position = self.home.tables.by_name[self._names[thing]]
        return tuple(_Recipe(position, *both) for both in zip(found, others, strict=True))

    def plug_step(self, node: int) -> int:
        """The step that puts a thing's plug in."""
        return self._plug_step[node]

    def _index(self, step: Step) -> int:
        if step[0] == "PLUGIN":
            node = self._ids[self._names[step[1]]]
            if node not in self._plug_step:
                raise DomainError(f"{step[1]} has no plug that could be put in.")
            return self._plug_step[node]
        return self.home.index(Action(step[0], tuple(self._names[one] for one in step[1:])))

    def _outcomes(self, here: Here, index: int) -> States:
        key = (here, index)
        found = self._after.get(key)
        if found is None:
            if len(self._after) > 500_000:
                self._after.clear()
            results = [self._carried_out(here, recipe) for recipe in self.recipes(here, index)]
            found = self._after[key] = tuple(dict.fromkeys(one for one in results if one is not None))
        return found

    def _carried_out(self, here: Here, recipe: Sequence[int]) -> Here | None:
        for step in recipe:
            after = self._done(here, step)
            if after is None:
                return None
            here = after
        return here

    def _done(self, here: Here, step: int) -> Here | None:
        """After one step, which may not be possible."""
        plugged, state = here
        if step >= len(self.home.actions):
            # Every recipe finds the thing first, so it is near.
            node = self.plugs[step - len(self.home.actions)]
            free = state.right < 0 or state.left < 0
            return (plugged | {node}, state) if free and node not in plugged else None
        if step not in self._can(here):
            return None
        return plugged, self.home_with(plugged).successor_of_index(state, step)

    def _can(self, here: Here) -> frozenset[int]:
        found = self._applicable.get(here)
        if found is None:
            if len(self._applicable) > 50_000:
                self._applicable.clear()
            able = self.home_with(here[0]).applicable_indices(here[1])
            found = self._applicable[here] = frozenset(able)
        return found


class _Space(SearchSpace):
    """Search over the household's states, with the household's own bounds and advice.

    A way has `_LONGEST` steps at most, so a plan of subgoals has at least a fourth of a plan's landmarks.
    """

    def __init__(self, system: Subgoals, home: SearchSpace, used: Sequence[int], wanted: frozenset[int]):
        self._system, self._home, self._used, self._wanted = system, home, used, wanted
        self._with_step: dict[int, list[int]] = {}
        self._counted: tuple[States | None, float] = None, 0
        for index in used:
            for step in system.steps(index):
                self._with_step.setdefault(step, []).append(index)

    def node(self, state: States) -> States:
        return state

    def is_goal(self, node: States) -> bool:
        return self._system.is_goal(node)

    def successors(self, node: States) -> Iterator[tuple[int, States]]:
        checkpoint("searching")
        met = {self._images(node)}  # one of those that the goal cannot tell apart is enough
        for index in self._used:
            after = self._system.successor_of_index(node, index)
            if after and (image := self._images(after)) not in met:
                met.add(image)
                yield index, after

    def step(self, node: States, action: int) -> States | None:
        return self._system.successor_of_index(node, action) or None

    def lower_bound(self, node: States) -> float:
        if self.is_goal(node):
            return 0
        last, count = self._counted
        if last != node:
            cuts = self.landmarks(node, ())
            count = math.inf if cuts is None else len(cuts)
        return max(1, count)

    def landmarks(self, node: States, known: Sequence[frozenset[int]]) -> Sequence[frozenset[int]] | None:
        found: list[list[frozenset[int]]] = []
        for plugged, one in self._images(node):
            # Where a plug is put in, the thing is found before, which may be a landmark, too.
            parts = [frozenset({-1 - thing}) for thing in self._wanted - plugged]
            cuts = () if self._home.is_goal(one) else self._home.landmarks(one, ())
            if cuts is not None:
                for start in range(len(parts), len(cuts), _LONGEST):
                    parts.append(frozenset[int]().union(*cuts[start : start + _LONGEST]))
                found.append(parts)
        best = min(found, key=len, default=None)
        self._counted = node, math.inf if best is None else len(best)
        return best

    def surviving(
        self, node: States, action: int, landmarks: Sequence[frozenset[int]]
    ) -> Sequence[frozenset[int]]:
        return ()

    def estimate(self, node: States) -> float:
        return self.relaxed_plan(node)[0]

    def relaxed_plan(self, node: States) -> tuple[float, Collection[int]]:
        best: tuple[float, Collection[int]] = (math.inf, ())
        for plugged, one in self._images(node):
            value, useful = self._home.relaxed_plan(one)
            missing = self._wanted - plugged
            if value + len(missing) < best[0]:
                steps = [*useful, *[self._system.plug_step(thing) for thing in missing]]
                best = value + len(missing), steps
        return best[0], {index for step in best[1] for index in self._with_step.get(step, ())}

    def _images(self, node: States) -> tuple[tuple[frozenset[int], Any], ...]:
        """What the goal can tell of each state, with what is plugged in."""
        return tuple(dict.fromkeys((plugged, self._home.node(one)) for plugged, one in node))


def _grounded(names: Sequence[str]) -> Iterator[Action]:
    """Every subgoal that EAI's evaluator can read, over these objects."""
    yield from (Action(name) for name in ACTIONS_ALONE)
    yield from (Action(name, (one,)) for name in (*STATES, *ACTIONS) for one in names)
    yield from (Action(name, pair) for name in RELATIONS for pair in permutations(names, 2))
