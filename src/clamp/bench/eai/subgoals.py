"""EAI's subgoals as a transition system: each is what its evaluator does for it, steps of the household's own system.

The evaluator carries a subgoal out by a fixed recipe: it finds the object, and then opens, takes, puts or
performs. Where it tries several (sit or lie), any that goes through will do, so a state here is the set of the
household's states that they lead to. A recipe is followed only where each of its steps can be executed: the
evaluator also goes on after steps that change nothing, which admits more plans, but none that reach more goals.
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
from clamp.planning.system import Action, GuidedSpace, SearchSpace, TransitionSystem, Validation, guide_of
from clamp.worlds.virtualhome import VirtualHome
from clamp.worlds.virtualhome.state import State

States: TypeAlias = tuple[State, ...]
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
            "CLEAN": ["WIPE", "WASH"]}  # fmt: skip
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
        home: The task; its objects are called ``sink.231`` here.
    """

    def __init__(self, home: VirtualHome):
        self.name = f"{home.name}, subgoals"
        self.home = home
        nodes = [home.scene.nodes[i] for i in home.scene.objects]
        self._names: Mapping[str, str] = {f"{node.class_name}.{node.id}": node.name for node in nodes}
        me = home.scene.nodes[home.scene.character]
        self._me = f"{me.class_name}.{me.id}"
        self._actions = tuple(_grounded(list(self._names)))
        self._written = [self._recipes_of(one) for one in self._actions]
        self._after: dict[tuple[State, int], States] = {}
        self._applicable: dict[State, frozenset[int]] = {}

    @property
    def actions(self) -> Sequence[Action]:
        return self._actions

    @property
    def entities(self) -> Sequence[str]:
        return tuple(self._names)

    @property
    def initial(self) -> States:
        return (self.home.initial,)

    def is_goal(self, state: States) -> bool:
        return any(self.home.is_goal(one) for one in state)

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
        steps = {step for index in used for step in self.steps(index)}
        advised = guide_of(self.home.search_space(steps))
        assert advised is not None  # VirtualHome's is
        return _Space(self, advised, used)

    def why_inapplicable(self, state: States, action: Action) -> str | None:
        if self.successor_of_index(state, self.index(action)):
            return None
        recipes = self.recipes(state[0], self.index(action))
        if not recipes:
            return f"EAI's evaluator knows no action that brings {action} about."
        here = state[0]
        for step in recipes[0]:
            one = self.home.actions[step]
            reason = self.home.why_inapplicable(here, one)
            if reason is not None:
                return f"It takes {one}: {reason}"
            here = self.home.successor_of_index(here, step)
        return "None of the ways in which it could be brought about goes through."

    def goal_entities(self) -> frozenset[str]:
        meant = self.home.goal_entities()
        return frozenset(name for name, node in self._names.items() if node in meant)

    def validate(self, actions: Iterable[Action]) -> Validation:
        """Replay the steps of a way in which the subgoals can be brought about, by the household's own validator."""
        ways: list[tuple[State, tuple[int, ...]]] = [(self.home.initial, ())]
        for number, action in enumerate(actions):
            try:
                index = self.index(action)
            except DomainError as error:
                return Validation(False, number, str(error))
            further: dict[State, tuple[int, ...]] = {}
            for state, steps in ways:
                for recipe in self.recipes(state, index):
                    after = self._carried_out(state, recipe)
                    if after is not None:
                        further.setdefault(after, (*steps, *recipe))
            if not further:
                reason = self.why_inapplicable(tuple(dict.fromkeys(state for state, _ in ways)), action)
                return Validation(False, number, reason or "")
            ways = list(further.items())
        verdicts = [self.home.validate([self.home.actions[step] for step in steps]) for _, steps in ways]
        best = next((one for one in verdicts if one.valid), verdicts[0])
        return Validation(best.valid, None, best.reason, best.has_goal)

    # -- recipes ---------------------------------------------------------------------------------------

    def steps(self, index: int) -> frozenset[int]:
        """The household's actions that may be done for a subgoal."""
        return frozenset(step for one in self._written[index] for step in (*one.steps, *one.otherwise))

    def recipes(self, state: State, index: int) -> list[tuple[int, ...]]:
        """The ways in which EAI's evaluator brings a subgoal about, as indices of the household's actions."""
        held = self.home.tables.held(state)
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

    def _index(self, step: Step) -> int:
        return self.home.index(Action(step[0], tuple(self._names[one] for one in step[1:])))

    def _outcomes(self, state: State, index: int) -> States:
        key = (state, index)
        found = self._after.get(key)
        if found is None:
            if len(self._after) > 500_000:
                self._after.clear()
            results = [self._carried_out(state, recipe) for recipe in self.recipes(state, index)]
            found = self._after[key] = tuple(dict.fromkeys(one for one in results if one is not None))
        return found

    def _carried_out(self, state: State, recipe: Sequence[int]) -> State | None:
        for step in recipe:
            if step not in self._can(state):
                return None
            state = self.home.successor_of_index(state, step)
        return state

    def _can(self, state: State) -> frozenset[int]:
        found = self._applicable.get(state)
        if found is None:
            if len(self._applicable) > 50_000:
                self._applicable.clear()
            found = self._applicable[state] = frozenset(self.home.applicable_indices(state))
        return found


class _Space:
    """Search over the household's states, with the household's own bounds and advice.

    A way has `_LONGEST` steps at most, so a plan of subgoals has at least a fourth of a plan's landmarks.
    """

    coarse: SearchSpace | None = None

    def __init__(self, system: Subgoals, home: GuidedSpace, used: Sequence[int]):
        self._system, self._home, self._used = system, home, used
        self._with_step: dict[int, list[int]] = {}
        for index in used:
            for step in system.steps(index):
                self._with_step.setdefault(step, []).append(index)

    def node(self, state: States) -> States:
        return state

    def is_goal(self, node: States) -> bool:
        return self._system.is_goal(node)

    def successors(self, node: States) -> Iterator[tuple[int, States]]:
        checkpoint("searching")
        met = {self._projected(node)}  # one of those that the goal cannot tell apart is enough
        for index in self._used:
            after = self._system.successor_of_index(node, index)
            if after and (image := self._projected(after)) not in met:
                met.add(image)
                yield index, after

    def step(self, node: States, action: int) -> States | None:
        return self._system.successor_of_index(node, action) or None

    def lower_bound(self, node: States) -> float:
        if self.is_goal(node):
            return 0
        cuts = self.landmarks(node, ())
        return math.inf if cuts is None else max(1, len(cuts))

    def landmarks(self, node: States, known: Sequence[frozenset[int]]) -> Sequence[frozenset[int]] | None:
        found = [cuts for one in self._projected(node) if (cuts := self._home.landmarks(one, ())) is not None]
        if not found:
            return None
        cuts = min(found, key=len)
        return [frozenset[int]().union(*cuts[i : i + _LONGEST]) for i in range(0, len(cuts), _LONGEST)]

    def surviving(
        self, node: States, action: int, landmarks: Sequence[frozenset[int]]
    ) -> Sequence[frozenset[int]]:
        return ()

    def estimate(self, node: States) -> float:
        return self.relaxed_plan(node)[0]

    def relaxed_plan(self, node: States) -> tuple[float, Collection[int]]:
        advice = [self._home.relaxed_plan(one) for one in self._projected(node)]
        value, useful = min(advice, key=lambda one: one[0])
        return value, {index for step in useful for index in self._with_step.get(step, ())}

    def features(self, node: States) -> tuple[int, int]:
        return min(self._home.features(one) for one in self._projected(node))

    def _projected(self, node: States) -> tuple[Any, ...]:
        return tuple(dict.fromkeys(self._home.node(one) for one in node))


def _grounded(names: Sequence[str]) -> Iterator[Action]:
    """Every subgoal that EAI's evaluator can read, over these objects."""
    yield from (Action(name) for name in ACTIONS_ALONE)
    yield from (Action(name, (one,)) for name in (*STATES, *ACTIONS) for one in names)
    yield from (Action(name, pair) for name in RELATIONS for pair in permutations(names, 2))
