"""VirtualHome: the fast engine against its naive twin, and its search against brute force."""

from __future__ import annotations

import random
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from patience import examples
from virtualhome_house import ANYTHING, GOALS, ME, brute_distance, build, house

from clamp.errors import DomainError
from clamp.planning.search.reachability import Reachability
from clamp.planning.system import Action
from clamp_worlds.virtualhome import ExecutorRules, NodeState, Relation, VirtualHome, VirtualHomeGoal
from clamp_worlds.virtualhome.goal import ActionProgress
from clamp_worlds.virtualhome.replay import Interpreter

# Compared with brute force many times over: tracing each line would make it two to three times as slow.
pytestmark = pytest.mark.no_cover

HOUSE = build()


def picture(graph: dict[str, Any]) -> tuple[set[tuple[int, str, int]], dict[int, frozenset[str]]]:
    edges = {(edge["from_id"], edge["relation_type"], edge["to_id"]) for edge in graph["edges"]}
    return edges, {node["id"]: frozenset(node["states"]) for node in graph["nodes"]}


def picture_of_twin(twin: Interpreter) -> tuple[set[tuple[int, str, int]], dict[int, frozenset[str]]]:
    edges = {(source, relation, to) for (source, relation), targets in twin.edges.items() for to in targets}
    return edges, {node: frozenset(states) for node, states in twin.states.items()}


def choose(rng: random.Random, system: VirtualHome, state: Any) -> int:
    """An executable action; names first, so that rare ones get their turn."""
    by_name: dict[str, list[int]] = {}
    for index in system.applicable_indices(state):
        by_name.setdefault(system.actions[index].name, []).append(index)
    return rng.choice(by_name[rng.choice(sorted(by_name))])


@settings(max_examples=examples(25), deadline=None)
@given(st.integers(0, 10**9))
def test_engine_and_twin_agree_along_random_plans(seed: int):
    rng = random.Random(seed)
    state, twin, plan = HOUSE.initial, Interpreter(HOUSE.scene, HOUSE.rules), list[Action]()
    for _ in range(15):
        executable = HOUSE.applicable_indices(state)
        assert list(executable) == sorted(set(executable))
        for index in {*rng.sample(range(len(HOUSE.actions)), 120), *executable}:
            assert (twin.refuses(HOUSE.actions[index]) is None) == (index in executable), plan
        index = choose(rng, HOUSE, state)
        plan.append(HOUSE.actions[index])
        state = HOUSE.successor_of_index(state, index)
        twin.execute(HOUSE.actions[index])
        assert picture(HOUSE.graph(state)) == picture_of_twin(twin), plan
    assert HOUSE.validate(plan)


@settings(max_examples=examples(25), deadline=None)
@given(st.integers(0, 10**9))
def test_a_refusal_always_has_a_reason(seed: int):
    rng = random.Random(seed)
    state = HOUSE.initial
    for _ in range(rng.randrange(12)):
        state = HOUSE.successor_of_index(state, choose(rng, HOUSE, state))
    executable = set(HOUSE.applicable_indices(state))
    for index in rng.sample(range(len(HOUSE.actions)), 12):
        reason = HOUSE.why_inapplicable(state, HOUSE.actions[index])
        assert (reason is None) == (index in executable)


@pytest.mark.parametrize(
    ("plan", "reason"),
    [
        ("GRAB cup_12", "not close to cup_12"),
        ("WALK apple_13, GRAB apple_13", "inside fridge_11, which is closed"),
        ("WALK fridge_11, OPEN fridge_11", "still on"),
        ("WALK cup_12, GRAB cup_12, GRAB butter_knife_14, PUSH table_10", "both hands are full"),
        ("WALK cup_12, GRAB cup_12, GRAB cup_12", "has been grabbed and not been put"),
        ("WALK chair_16, SIT chair_16, WALK bed_17", "is sitting"),
        ("WALK chair_16, SIT chair_16, STANDUP, SIT chair_16", "too many things are on chair_16"),
        ("WALK lamp_25, SWITCHON lamp_25", "is unplugged"),
        ("WATCH television_15", "does not face television_15"),
        ("WALK cup_12, GRAB cup_12, WALK fridge_11, PUTIN cup_12 fridge_11", "fridge_11 is not open"),
        ("WALK butter_knife_14, CUT apple_13", "not hold a knife"),
        ("WALK novel_23, GRAB basket_26, WALK novel_23", "novel_23 is in no room"),
        ("DRINK water_19", "does not hold water_19"),
        ("GREET table_10", "not a person"),
        ("FLY table_10", "not an action"),
    ],
)
def test_the_validator_names_the_step_and_the_reason(plan: str, reason: str):
    words = [step.split() for step in plan.split(", ")]
    actions = [Action(name, tuple(args)) for name, *args in words]
    verdict = HOUSE.validate(actions)
    assert not verdict
    assert verdict.step == len(actions) - 1
    assert reason in verdict.reason
    if actions[-1] in HOUSE.actions:
        state = HOUSE.initial
        for action in actions[:-1]:
            state = HOUSE.successor(state, action)
        assert reason in (HOUSE.why_inapplicable(state, actions[-1]) or "")
        with pytest.raises(DomainError, match="not applicable"):
            HOUSE.successor(state, actions[-1])


def test_what_a_plan_misses_is_said():
    me_on_chair = Relation(ME, "ON", 16)
    system = build(VirtualHomeGoal((NodeState(15, "ON"),), (me_on_chair,), (("LOOKAT", "WATCH"),)))
    walk, switch = Action("WALK", ("television_15",)), Action("SWITCHON", ("television_15",))
    sit, look = Action("SIT", ("chair_16",)), Action("LOOKAT_MEDIUM", ("television_15",))
    assert "television_15 is not ON" in system.validate([walk]).reason
    assert "character_9 is not ON chair_16" in system.validate([walk, switch]).reason
    assert "LOOKAT or WATCH" in system.validate([walk, switch, sit]).reason
    assert system.validate([walk, switch, sit, look])
    assert system.goal_entities() == {"television_15", "character_9", "chair_16"}


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", GOALS)
def test_search_distances_are_those_of_brute_force(name: str):
    """The projection keeps every distance, the bound is admissible and advice never proves a falsehood."""
    objects, goal = GOALS[name]
    system = build(goal, objects)
    budget, rng = 5, random.Random(name)
    reach = Reachability(system)
    space = system.search_space()
    state = system.initial
    for _ in range(examples(6)):
        exact = brute_distance(system, state, budget)
        assert reach.distance(state, budget) == exact
        node = space.node(state)
        assert space.is_goal(node) == system.is_goal(state)
        assert space.lower_bound(node) <= exact or exact > budget
        if space.lower_bound(node) == float("inf") or space.estimate(node) == float("inf"):
            assert exact == float("inf")
        for index in list(reach.alive_actions(state, budget).indices):
            after = system.successor_of_index(state, int(index))
            assert brute_distance(system, after, budget - 1) <= budget - 1
        state = system.successor_of_index(state, choose(rng, system, state))


@pytest.mark.parametrize("name", GOALS)
def test_plans_pass_the_validator(name: str):
    objects, goal = GOALS[name]
    system = build(goal, objects | {10, 12, 13, 14, 16, 18})
    plan = Reachability(system).plan(system.initial, 12)
    if name in ("both hands", "plugged"):
        assert plan is None
        return
    assert plan is not None
    verdict = system.validate([system.actions[i] for i in plan])
    assert verdict, verdict.reason


def test_search_uses_enabled_actions_only():
    objects, goal = GOALS["left hand"]
    system = build(goal, objects)
    banned = system.index(Action("WALK", ("cup_12",)))
    enabled = [i for i in range(len(system.actions)) if i != banned]
    plan = Reachability(system, enabled).plan(system.initial, 10)
    assert plan is not None
    assert banned not in plan
    assert system.validate([system.actions[i] for i in plan])
    no_walk = [i for i, action in enumerate(system.actions) if action.name not in ("WALK", "RUN", "FIND")]
    assert Reachability(system, no_walk).plan(system.initial, 10) is None


def judged(goals: list[tuple[str, ...]], text: str) -> bool:
    """The judge of action goals, in every order of the goals, on the whole text."""

    def passes(order: tuple[tuple[str, ...], ...]) -> bool:
        start = 0
        for options in order:
            ends = [text.find(o, start) + len(o) for o in options if text.find(o, start) >= 0]
            if not ends:
                return False
            start = ends[0]
        return True

    return all(passes(order) for order in permutations(dict.fromkeys(goals)))


NAMES = ["GRAB", "WASH", "RINSE", "WIPE", "LOOKAT", "LOOKAT_MEDIUM", "WALK", "PUTON", "PUT"]


@given(
    st.lists(st.lists(st.sampled_from(NAMES), min_size=1, max_size=3).map(tuple), max_size=3),
    st.lists(st.sampled_from(NAMES), max_size=8),
)
def test_action_goals_are_met_exactly_when_every_order_passes(goals: list[tuple[str, ...]], plan: list[str]):
    texts = [f"[{name}] <sink> (231)" for name in NAMES]
    progress = ActionProgress(goals, texts)
    state, history = 0, list[str]()
    missing = [progress.missing(0)]
    for name in plan:
        index = NAMES.index(name)
        history.append(texts[index])
        state = progress.after(state, index)
        assert progress.met(state) == judged(goals, " ".join(history))
        missing.append(progress.missing(state))
    if progress.met(state):
        assert all(count <= len(plan) - done for done, count in enumerate(missing))


def test_too_many_action_goals_are_refused():
    with pytest.raises(DomainError, match="6 different action goals"):
        ActionProgress([(name,) for name in NAMES[:6]], NAMES)


def edited(change: Any) -> dict[str, Any]:
    graph, _ = house()
    change(graph)
    return graph


def with_edges(*edges: tuple[int, str, int]) -> Any:
    added = [{"from_id": a, "relation_type": relation, "to_id": b} for a, relation, b in edges]
    return lambda graph: graph["edges"].extend(added)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda g: g.pop("edges"), "cannot be read"),
        (lambda g: g["nodes"][3].pop("states"), "cannot be read"),
        (lambda g: g["nodes"][3].update(states=["MELTED"]), "unknown states"),
        (with_edges((12, "ABOVE", 10)), "unknown relation"),
        (with_edges((12, "ON", 99)), "names node 99"),
        (with_edges((12, "CLOSE", 17)), "other way round"),
        (lambda g: g["nodes"][2].update(class_name="ghost"), "no node of class"),
        (with_edges((ME, "INSIDE", 1)), "exactly one room"),
        (with_edges((ME, "HOLDS_RH", 12), (ME, "HOLDS_RH", 13)), "2 things at once"),
    ],
)  # fmt: skip
def test_damaged_scenes_are_refused(change: Any, message: str):
    with pytest.raises(DomainError, match=message):
        VirtualHome.from_graph(edited(change), goal=ANYTHING, objects=[12])


@pytest.mark.parametrize(
    ("goal", "message"),
    [
        (VirtualHomeGoal(states=(NodeState(99, "ON"),)), "node 99"),
        (VirtualHomeGoal(states=(NodeState(12, "WET"),)), "'WET'"),
        (VirtualHomeGoal(relations=(Relation(12, "ABOVE", 10),)), "ABOVE"),
    ],
)
def test_goals_that_do_not_fit_are_refused(goal: VirtualHomeGoal, message: str):
    with pytest.raises(DomainError, match=message):
        build(goal)


def test_objects_that_are_not_there_are_refused():
    with pytest.raises(DomainError, match=r"\[99\]"):
        build(objects={12, 99})


def test_a_thing_held_from_the_start_can_be_put_down():
    graph, objects = house()
    graph["edges"].append({"from_id": ME, "relation_type": "HOLDS_LH", "to_id": 12})
    goal = VirtualHomeGoal(relations=(Relation(12, "ON", 17),))
    system = VirtualHome.from_graph(graph, goal=goal, objects=objects, rules=ExecutorRules())
    plan = Reachability(system).plan(system.initial, 5)
    assert plan is not None
    assert [system.actions[i].name for i in plan] == ["WALK", "PUTBACK"]
