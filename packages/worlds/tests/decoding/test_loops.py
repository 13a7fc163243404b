"""Plans without loops, against every plan that comes to no state twice, written out."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from typing import Any

import oracles
import pytest
from fakes import GraphSystem, byte_vocabulary
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from patience import examples
from rule_strategies import rules
from strategies import rich_tasks, tasks
from virtualhome_random import random_goal, random_house, with_goal

from clamp import PlanConstraint, PlanFormat, Problem, Ruled, SearchLimits
from clamp.decoding.world import Boundary, World
from clamp.errors import LimitError
from clamp.planning import problem as problem_
from clamp.planning.rules import monitor
from clamp.planning.rules import ruled as ruled_
from clamp.planning.search import bounds, limits, symmetry
from clamp.planning.search import loops as loops_
from clamp.planning.search.bounds import PlanSuffix
from clamp.planning.search.reachability import Reachability
from clamp.planning.system import Action, SearchSpace, TransitionSystem
from clamp.planning.task import Task
from clamp_worlds.virtualhome import VirtualHome, VirtualHomeGoal

# Compared with brute force many times over: tracing each line would make it two to three times as slow.
pytestmark = [pytest.mark.no_cover, pytest.mark.usefixtures("unhurried", "both_cores")]

VOCABULARY = byte_vocabulary()
Edges = Callable[[Any], Iterable[tuple[int, Any]]]


def build(system: TransitionSystem[Any], budget: int, **options: Any) -> PlanConstraint:
    options.setdefault("limits", SearchLimits())
    return PlanConstraint(system, VOCABULARY, PlanFormat.calls(), budget=budget, **options)


class SimplePlans:
    """Whether a plan goes on, without a loop where none may be, by trying every one."""

    def __init__(self, edges: Edges, is_goal: Callable[[Any], bool], loops: bool = False) -> None:
        self.edges = edges
        self.is_goal = is_goal
        self.loops = loops

    def goes_on(self, states: tuple[Hashable, ...], left: int) -> bool:
        """Whether the goal is reached from the last of some states in at most `left` actions."""
        if self.is_goal(states[-1]):
            return True
        return left > 0 and any(
            (self.loops or after not in states) and self.goes_on((*states, after), left - 1)
            for _, after in self.edges(states[-1])
        )

    def next(self, states: tuple[Hashable, ...], left: int) -> dict[int, Hashable]:
        """The admissible actions with the states that they lead to."""
        if left < 1:
            return {}
        return {
            index: after
            for index, after in self.edges(states[-1])
            if (self.loops or after not in states) and self.goes_on((*states, after), left - 1)
        }


def fewest(constraint: PlanConstraint) -> int:
    """Actions of a plan at least: without a goal nobody asks for nothing."""
    system = constraint.system
    one = system.system if isinstance(system, Ruled) else system
    return int(
        "goal" not in constraint.enforce or (isinstance(one, Problem) and not one.validate(()).has_goal)
    )


def compare(constraint: PlanConstraint, plans: SimplePlans, most: int = 400) -> int:
    """Walk every prefix (the first `most` of them) and compare what may come next."""
    order, system = constraint.world.order.indices, constraint.system
    agenda: list[tuple[Boundary, tuple[Hashable, ...]]] = [(constraint.world.start, (system.initial,))]
    met = 0
    for boundary, states in agenda:
        expected = plans.next(states, constraint.budget - boundary.written)
        found = order[boundary.choices.positions].tolist()
        assert sorted(found) == sorted(expected), [str(one) for one in boundary.actions()]
        assert boundary.choices.may_end == (
            boundary.written >= fewest(constraint) and plans.is_goal(states[-1])
        )
        assert not boundary.choices.undecided
        met += 1
        if met >= most:
            break
        for position, index in zip(boundary.choices.positions.tolist(), found, strict=True):
            agenda.append((boundary.after(position), (*states, expected[index])))
    return met


def simple_plans(
    system: TransitionSystem[Any], enabled: Collection[int] | None = None, *, loops: bool = False
) -> SimplePlans:
    def edges(state: Any) -> list[tuple[int, Any]]:
        usable = system.applicable_indices(state)
        return [
            (one, system.successor_of_index(state, one))
            for one in usable
            if enabled is None or one in enabled
        ]

    return SimplePlans(edges, system.is_goal, loops)


@settings(max_examples=examples(20), deadline=None)
@given(tasks() | rich_tasks(), st.integers(0, 2), st.data())
def test_what_is_admitted_is_what_some_plan_without_a_loop_goes_on_with(
    task: Task, slack: int, data: st.DataObject
) -> None:
    problem = Problem.from_task(task)
    graph = oracles.reachable(task, 60)
    assume(graph is not None and problem.actions)
    distance = oracles.goal_distances(task, graph)[oracles.initial(task)]
    assume(distance <= 3)
    seen = data.draw(st.none() | st.sets(st.sampled_from(problem.entities))) if problem.entities else None
    usable = [index for index, one in enumerate(problem.actions) if seen is None or seen.issuperset(one.args)]
    budget = max(1, int(distance)) + slack
    compare(build(problem, budget, seen=seen), simple_plans(problem, usable), 120)


class Lamps(TransitionSystem[tuple[int, int]]):
    """A graph, and lamps that nothing needs: some can be switched in some of its states, and back, or not."""

    name = "lamps"

    def __init__(self, rng: random.Random, states: int, lamps: int) -> None:
        moves = [Action(f"m{number}") for number in range(4)]
        edges = {
            one: {number: rng.randrange(states) for number in range(len(moves)) if rng.random() < 0.55}
            for one in range(states)
        }
        self.graph = GraphSystem(moves, edges, [states - 1])
        self.switches = [
            (lamp, on, frozenset(rng.sample(range(states), rng.randint(1, states))))
            for lamp in range(lamps)
            for on in (True, False)
            if rng.random() < 0.7
        ]
        names = [Action("on" if on else "off", (f"l{lamp}",)) for lamp, on, _ in self.switches]
        self._actions = (*moves, *names)

    @property
    def actions(self) -> Sequence[Action]:
        return self._actions

    @property
    def entities(self) -> Sequence[str]:
        return sorted({one for action in self._actions for one in action.args})

    @property
    def initial(self) -> tuple[int, int]:
        return 0, 0

    def is_goal(self, state: tuple[int, int]) -> bool:
        return self.graph.is_goal(state[0])

    def applicable_indices(self, state: tuple[int, int]) -> Sequence[int]:
        first = len(self.graph.actions)
        more = [first + i for i, (_, _, where) in enumerate(self.switches) if state[0] in where]
        return [*self.graph.applicable_indices(state[0]), *more]

    def successor_of_index(self, state: tuple[int, int], index: int) -> tuple[int, int]:
        here, lit = state
        if index < len(self.graph.actions):
            return self.graph.successor_of_index(here, index), lit
        lamp, on, _ = self.switches[index - len(self.graph.actions)]
        return here, lit | 1 << lamp if on else lit & ~(1 << lamp)

    def search_space(self, enabled: Collection[int] | None = None) -> Any:
        below = self.graph.search_space(enabled)

        class Space(SearchSpace):
            """The graph alone."""

            def node(self, state: tuple[int, int]) -> int:
                return state[0]

            is_goal, successors = staticmethod(below.is_goal), staticmethod(below.successors)
            lower_bound, estimate = staticmethod(below.lower_bound), staticmethod(below.estimate)

        return Space()

    def why_inapplicable(self, state: tuple[int, int], action: Action) -> str | None:
        return None if self.index(action) in self.applicable_indices(state) else "no"

    def goal_entities(self) -> frozenset[str]:
        return frozenset()

    def validate(self, actions: Iterable[Action]) -> Any:
        raise NotImplementedError


@pytest.mark.parametrize("seed", range(60))
def test_states_that_the_goal_cannot_tell_apart_are_different_states(seed: int) -> None:
    rng = random.Random(seed)
    system = Lamps(rng, rng.randint(3, 5), rng.randint(1, 2))
    distance = Reachability(system).distance(system.initial, 20)
    if isinstance(distance, int):
        compare(build(system, distance + rng.randint(0, 3)), simple_plans(system), 80)


@settings(max_examples=examples(15), deadline=None)
@given(tasks(), st.integers(1, 4), st.sampled_from(["goal", "executability"]), st.data())
def test_with_rules_a_state_is_one_of_facts_and_of_what_the_rules_remember(
    task: Task, budget: int, level: str, data: st.DataObject
) -> None:
    problem = Problem.from_task(task)
    assume(1 <= len(problem.actions) <= 6)
    some = data.draw(st.lists(st.sampled_from(problem.actions), min_size=1, max_size=3))
    kept = data.draw(
        st.lists(rules(task, some, depth=2), min_size=1, max_size=2, unique_by=lambda one: one.name)
    )
    ruled = Ruled(problem, kept)
    system = ruled if level == "goal" else ruled.rules_only
    enforce = {"syntax", "executability", level}
    constraint = build(ruled, budget, enforce=enforce)
    compare(constraint, simple_plans(system), 80)


def drawn(seed: int) -> VirtualHome:
    """A small random house with a goal that some of its walks reach."""
    rng = random.Random(seed)
    graph, objects = random_house(rng, 4)
    base = VirtualHome.from_graph(graph, goal=VirtualHomeGoal(), objects=objects)
    goal, _ = random_goal(rng, base, 3)
    return with_goal(base, goal)


@pytest.mark.parametrize("seed", range(14))
def test_in_random_houses(seed: int) -> None:
    rng, system = random.Random(seed), drawn(seed)
    plans = simple_plans(system)
    distance = Reachability(system).distance(system.initial, 3)
    if isinstance(distance, int):
        compare(build(system, max(distance, 1) + rng.randint(0, 1)), plans, 25)


def forget(patch: pytest.MonkeyPatch, kept: int) -> None:
    """Caches that hold next to nothing, as they do in proportion after a day of requests."""
    patch.setattr(bounds, "CACHED_NODES", kept)
    patch.setattr(loops_, "KEPT_DETOURS", kept)
    patch.setattr(symmetry, "_MOST_REMEMBERED", kept)
    patch.setattr(problem_, "_REMEMBERED", kept)
    patch.setattr(monitor, "_REMEMBERED", kept)
    patch.setattr(ruled_, "_KEPT_STATES", kept)


def some_way(
    world: World, plans: SimplePlans, state: Hashable, written: int, rng: random.Random
) -> PlanSuffix:
    """A plan from a state, whatever led there; of its nodes nothing is known."""
    states, actions = (state,), list[int]()
    while not actions or not plans.is_goal(states[-1]):
        onward = plans.next(states, world.budget - written - len(actions))
        index, after = rng.choice(sorted(onward.items(), key=lambda one: one[0]))
        states, actions = (*states, after), [*actions, index]
    way = PlanSuffix(None)
    for index in reversed(actions):
        way = PlanSuffix(None, index, way)
    return way


def wander(constraint: PlanConstraint, plans: SimplePlans, rng: random.Random, walks: int) -> None:
    """Some plans, one after the other; at each boundary some actions are asked for before all are.

    Before that, some are told a plan from there that another one came by, and forget more of what they know.
    """
    world, system = constraint.world, constraint.system
    order = world.order.indices
    met: list[tuple[Boundary, tuple[Hashable, ...]]] = [(world.start, (system.initial,))]
    for _ in range(walks):
        here, states = rng.choice(met) if rng.random() < 0.5 else met[0]
        while True:
            expected = plans.next(states, constraint.budget - here.written)
            right = {position for position, index in enumerate(order.tolist()) if index in expected}
            if right and rng.random() < 0.5:
                world.choices(here.state, here.written, some_way(world, plans, states[-1], here.written, rng))
                for _ in range(6):
                    world.reachability.node(here.state)
            for position in rng.sample(range(len(order)), min(len(order), rng.randint(0, 4))):
                assert (position in here.choices) == (position in right), [str(one) for one in here.actions()]
            if rng.random() < 0.5:
                assert here.choices.may_continue == bool(right)
            if rng.random() < 0.5:
                assert set(here.choices.positions.tolist()) == right, [str(one) for one in here.actions()]
                assert not here.choices.undecided
            assert here.choices.may_end == (here.written >= fewest(constraint) and plans.is_goal(states[-1]))
            if not right:
                break
            position = rng.choice(sorted(right))
            here, states = here.after(position), (*states, expected[int(order[position])])
            met.append((here, states))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("kept", [0, 2, 12])
@settings(max_examples=examples(15), deadline=None)
@given(tasks() | rich_tasks(), st.integers(0, 2), st.booleans(), st.randoms(use_true_random=False))
def test_who_forgets_answers_what_it_answered_at_first(
    kept: int, task: Task, slack: int, loops: bool, rng: random.Random
) -> None:
    problem = Problem.from_task(task)
    graph = oracles.reachable(task, 60)
    assume(graph is not None and problem.actions)
    distance = oracles.goal_distances(task, graph)[oracles.initial(task)]
    assume(distance <= 3)
    plans = simple_plans(problem, loops=loops)
    with pytest.MonkeyPatch.context() as patch:
        forget(patch, kept)
        wander(build(problem, max(1, int(distance)) + slack, loops=loops), plans, rng, 8)


@pytest.mark.parametrize("kept", [0, 2, 12])
@pytest.mark.parametrize("seed", range(12))
def test_who_forgets_tells_states_apart_that_the_goal_cannot(
    kept: int, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    forget(monkeypatch, kept)
    rng = random.Random(seed)
    lamps = Lamps(rng, rng.randint(3, 5), rng.randint(1, 2))
    house = drawn(seed)
    for system, most in ((lamps, 20), (house, 3)):
        distance = Reachability(system).distance(system.initial, most)
        if isinstance(distance, int):
            budget = max(distance, 1) + rng.randint(0, 3 if system is lamps else 1)
            wander(build(system, budget), simple_plans(system), rng, 8 if system is lamps else 3)


@pytest.mark.parametrize("kept", [0, 2, 12])
@settings(max_examples=examples(10), deadline=None)
@given(tasks(), st.integers(1, 4), st.data(), st.randoms(use_true_random=False))
def test_who_forgets_keeps_rules(
    kept: int, task: Task, budget: int, data: st.DataObject, rng: random.Random
) -> None:
    problem = Problem.from_task(task)
    assume(1 <= len(problem.actions) <= 6)
    ruled = Ruled(problem, [data.draw(rules(task, problem.actions[:3], depth=2))])
    with pytest.MonkeyPatch.context() as patch:
        forget(patch, kept)
        wander(build(ruled, budget), simple_plans(ruled), rng, 6)


class Looks:
    """A clock that moves on by one second with each look at it."""

    def __init__(self) -> None:
        self.now = 0

    def __call__(self) -> float:
        self.now += 1
        return float(self.now)


@settings(max_examples=examples(20), deadline=None)
@given(
    tasks() | rich_tasks(), st.integers(0, 3), st.booleans(), st.booleans(),
    st.integers(1, 300), st.booleans(), st.data(),
)  # fmt: skip
def test_under_limits_less_is_admitted_and_a_plan_that_was_begun_is_finished(
    task: Task, slack: int, loops: bool, timed: bool, most: int, forgets: bool, data: st.DataObject
) -> None:
    """Also where all that was proved before is forgotten between any two questions."""
    problem = Problem.from_task(task)
    distance = Reachability(problem).distance(problem.initial, 4)
    assume(isinstance(distance, int))
    assert isinstance(distance, int)
    budget = max(1, distance) + slack
    exact = build(problem, budget, loops=loops, limits=SearchLimits()).world.start
    with pytest.MonkeyPatch.context() as patch:
        if timed:
            patch.setattr(limits, "clock", Looks())
        if forgets:
            patch.setattr(bounds, "CACHED_NODES", 0)
        given_limits = SearchLimits(seconds=most) if timed else SearchLimits(states=max(1, most // 8))
        try:
            here = build(Problem.from_task(task), budget, loops=loops, limits=given_limits).world.start
            possible = here.choices.positions.tolist()
        except LimitError:
            return
        begun = bool(possible)
        for _ in range(budget):
            possible = here.choices.positions.tolist()
            undecided = set(here.world.order.positions[sorted(here.choices.undecided)].tolist())
            right = set(exact.choices.positions.tolist())
            assert set(possible) <= right <= set(possible) | undecided
            if not possible:
                break
            position = data.draw(st.sampled_from(possible))
            here, exact = here.after(position), exact.after(position)
        assert here.choices.may_end or here.choices.may_continue or not begun


def test_the_room_that_can_only_be_left_the_way_it_was_entered_is_not_entered_in_vain() -> None:
    enter, leave, go, light = Action("enter"), Action("leave"), Action("go"), Action("light")
    house = {0: {0: 1, 2: 2}, 1: {1: 0}, 2: {}}
    plain = build(GraphSystem([enter, leave, go], house, [2]), 6)
    assert [
        str(plain.system.actions[i]) for i in plain.world.order.indices[plain.world.start.choices.positions]
    ] == ["go()"]
    # With a lamp in it that the plan may light, the house is another one afterwards.
    lit = {0: {0: 1, 2: 2}, 1: {1: 0, 3: 3}, 2: {}, 3: {1: 4}, 4: {0: 3, 2: 5}}
    lamp = build(GraphSystem([enter, leave, go, light], lit, [2, 5]), 6)
    assert len(lamp.world.start.choices.positions) == 2
    assert (
        len(build(GraphSystem([enter, leave, go, light], lit, [2, 5]), 3).world.start.choices.positions) == 1
    )


def refused(constraint: PlanConstraint, text: str) -> tuple[str | None, str]:
    """Why the last byte of a text is not admissible."""
    cursor = constraint.initial()
    for byte in text.encode()[:-1]:
        cursor = constraint.advance(cursor, byte)
    why = constraint.explain(cursor, text.encode()[-1])
    assert not why.allowed
    return why.constraint, why.reason


def test_an_explanation_names_the_loop() -> None:
    enter, leave, go, look = Action("enter"), Action("leave"), Action("go"), Action("look")
    actions = [enter, leave, go, look]
    cellar = {0: {0: 1, 2: 2, 3: 0}, 1: {1: 0}, 2: {1: 0, 2: 4, 0: 3}, 3: {1: 0, 2: 5}, 5: {1: 2}}
    constraint = build(GraphSystem(actions, cellar, [4]), 6)
    assert refused(constraint, "e") == (
        "loops", "After enter() every plan with the 5 actions left comes back to a state that it has been in.",
    )  # fmt: skip
    changed = "look() would change nothing: the plan would be in the same state again."
    assert refused(constraint, "l") == ("loops", changed)
    back = "leave() would come back to the state before action 1."
    assert refused(constraint, "go()\nl") == ("loops", back)
    free = build(GraphSystem(actions, cellar, [4]), 6, loops=True)
    cursor = free.initial()
    assert free.explain(cursor, ord("e")).allowed
    assert free.explain(cursor, ord("l")).allowed
    below = build(GraphSystem(actions, cellar, [4]), 6, enforce={"syntax", "executability"})
    assert refused(below, "go()\nl") == ("loops", back)
