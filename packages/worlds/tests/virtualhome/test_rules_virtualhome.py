"""Rules over VirtualHome: facts as the executor's twin reads them, the product against brute force."""

from __future__ import annotations

import math
import random

import pytest
from virtualhome_house import house

from clamp.errors import RuleError
from clamp.planning.rules import Rule, Ruled
from clamp.planning.rules.conflict import lint_rules
from clamp.planning.rules.grounding import ground_rules
from clamp.planning.rules.trace import keeps
from clamp.planning.search.reachability import Reachability
from clamp.planning.system import Action
from clamp_worlds.virtualhome.goal import NodeState, Relation, VirtualHomeGoal
from clamp_worlds.virtualhome.system import VirtualHome

GOALS = [
    VirtualHomeGoal((NodeState(15, "ON"),)),
    VirtualHomeGoal((NodeState(11, "OPEN"), NodeState(15, "ON"))),
    VirtualHomeGoal((), (Relation(9, "HOLDS_RH", 12),)),
]
RULES = [
    "G !(holds_rh(character_9, *) & holds_lh(character_9, *))",
    "forall ?x: G (do:OPEN(?x) -> F closed(?x))",
    "forall ?f - fridge: G (open(?f) -> X (on(?f) | do:CLOSE(?f)))",
    "G (do:SWITCHON -> WX last)",
    "G !close(character_9, table_10)",
    "!sitting(character_9) U do:SIT",
    "F inside(character_9, kitchen_1)",
    "F (sitting(character_9) & X !sitting(character_9))",
    "X do:FIND | on(television_15)",
    "forall ?x - television, ?y - fridge: on(?y) U on(?x)",
    "G (on(cup_12, table_10) | inside(apple_13, fridge_11))",
    "G plugged_in(television_15)",
]


def system_of(goal: VirtualHomeGoal, objects: set[int]) -> VirtualHome:
    graph, named = house(objects=objects)
    return VirtualHome.from_graph(graph, goal=goal, objects=named)


def test_facts_are_what_the_twin_reads() -> None:
    system = system_of(GOALS[0], {10, 11, 12, 13, 15, 16, 18})
    words = system.rule_words()
    texts = [f"{name}(?x)" for name in ("on", "open", "closed", "off", "clean", "dirty", "sitting", "lying")]
    texts += [f"{name}(?x, ?y)" for name in ("on", "inside", "close", "facing", "holds_rh", "holds_lh")]
    rule = Rule.parse("G " + " | ".join(f"(exists ?x, ?y: ?x = ?x & {one} & !({one}))" for one in texts))
    rules = [Rule.parse(f"forall ?x, ?y: F {one}", one) for one in texts]
    rules += [
        Rule.parse("F sitting(character_9) & F inside(character_9, kitchen_1) & F lying(character_9)"),
        rule,
    ]
    facts = ground_rules(system, words, rules).facts
    valuation = words.valuation(facts)
    assert len(facts) > 200
    for seed in range(6):
        rng, state, plan = random.Random(seed), system.initial, []
        states = [state]
        for _ in range(12):
            index = rng.choice(list(system.applicable_indices(state)))
            state = system.successor_of_index(state, index)
            states.append(state)
            plan.append(system.actions[index])
        trace = list(words.replay(plan))
        assert [action for _, action in trace] == [None, *plan]
        for at, (holds, _) in zip(states, trace, strict=True):
            assert valuation(at) == sum(1 << number for number, fact in enumerate(facts) if holds(*fact))


@pytest.mark.parametrize("goal", GOALS, ids=range(len(GOALS)))
@pytest.mark.parametrize("text", RULES)
def test_what_is_alive_is_what_some_plan_proves(goal: VirtualHomeGoal, text: str) -> None:
    system = system_of(goal, {10, 11, 12, 15, 16})
    rule, budget = Rule.parse(text), 4
    ruled, words = Ruled(system, [rule]), system.rule_words()
    names = ("WALK", "SWITCHON", "OPEN", "CLOSE", "GRAB", "SIT", "STANDUP")
    enabled = [i for i, one in enumerate(system.actions) if one.name in names and one.args != ("chair_16",)]
    enabled.append(system.index(Action("SIT", ("chair_16",))))
    rng = random.Random(text)
    enabled = sorted([*rng.sample(enabled, 9), enabled[-1]])
    reachability = Reachability(ruled, enabled)

    def shortest(state: object, plan: list[Action], left: int) -> float:
        if system.is_goal(state) and keeps(rule, list(words.replay(plan)), words.objects):  # type: ignore[arg-type]
            return 0
        return min((1 + rest for _, rest in onward(state, plan, left)), default=math.inf)

    def onward(state: object, plan: list[Action], left: int) -> list[tuple[int, float]]:
        if not left:
            return []
        usable = [index for index in system.applicable_indices(state) if index in enabled]  # type: ignore[arg-type]
        return [
            (
                index,
                shortest(system.successor_of_index(state, index), [*plan, system.actions[index]], left - 1),
            )  # type: ignore[arg-type]
            for index in usable
        ]

    distance = shortest(system.initial, [], budget)
    assert reachability.distance(ruled.initial, budget) == distance
    alive = reachability.alive_actions(ruled.initial, budget)
    expected = [index for index, rest in onward(system.initial, [], budget) if rest < math.inf]
    assert alive.indices.tolist() == expected


def test_shortest_plans_of_a_whole_house_keep_the_rules() -> None:
    system = system_of(GOALS[1], {10, 11, 12, 13, 15, 16})
    ruled = Ruled(system, [Rule.parse("forall ?f - fridge: G (do:OPEN(?f) -> off(?f))", "unplug")])
    assert Reachability(system).distance(system.initial, 9) == 5
    assert Reachability(ruled).distance(ruled.initial, 9) == 5
    plan = Reachability(ruled).plan(ruled.initial, 9)
    assert isinstance(plan, tuple)
    assert ruled.validate(ruled.actions[index] for index in plan).valid
    assert ruled.goal_entities() == system.goal_entities()
    nothing = Rule.parse("G !do:OPEN(*)", "shut")
    assert lint_rules(system, []) == []
    (found,) = lint_rules(system, [nothing])
    assert (found.kind, found.where) == ("rule-forbids-goal", "shut")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("G oven(fridge_11)", "character 3: 'VirtualHome' does not know the predicate 'oven'"),
        ("G open(fridge_12)", "does not know the object 'fridge_12'. Did you mean 'fridge_11'"),
        ("G open(fridge_11, cup_12)", "'open' takes 1 argument"),
        ("G on()", r"'on' takes 1 or 2 arguments, not 0"),
        ("G do:OPN", "does not know the action 'OPN'. Did you mean 'OPEN'"),
        ("G do:OPEN(*, *)", "action 'OPEN' takes 1 argument"),
        ("forall ?x - oven: open(?x)", r"character 1: .* does not know the type 'oven' of \?x"),
        ("open(?x)", r"nothing binds the variable '\?x'"),
    ],
)
def test_what_a_house_does_not_know_is_refused(text: str, message: str) -> None:
    with pytest.raises(RuleError, match=message):
        Ruled(system_of(GOALS[0], {10, 11, 12}), [Rule.parse(text)])


def test_rules_are_bound_once_and_have_different_names() -> None:
    system = system_of(GOALS[0], {11, 15})
    ruled = Ruled(system, [Rule.parse("G !open(fridge_11)")])
    for bound, rules, message in (
        (ruled, ruled.rules, "has rules already"),
        (system, (), "There are no rules"),
        (system, ruled.rules * 2, "two rules named"),
    ):
        with pytest.raises(RuleError, match=message):
            Ruled(bound, rules)


def test_a_state_and_a_relation_of_one_name_are_two_facts() -> None:
    """SITTING is a state of the character, and a relation between what it sits on and the character."""
    system = system_of(GOALS[0], {11, 15})
    words = system.rule_words()
    me = next(node.name for node in system.scene.nodes.values() if node.category == "Characters")
    facts = [("sitting", (me, me)), ("sitting", (me,))]
    alone = [words.valuation([fact]) for fact in facts]
    sitting = system.initial._replace(posture=1)
    for state in (system.initial, sitting):
        assert words.valuation(facts)(state) == sum(one(state) << place for place, one in enumerate(alone))
    assert alone[1](sitting) == 1
