"""Why there is no plan, the smallest budget that would do, and what bad input is told."""

from __future__ import annotations

import re

import pytest
from fakes import ACTS, GraphSystem, byte_vocabulary, graph_systems
from hypothesis import given
from hypothesis import strategies as st

from clamp.automata import Vocabulary
from clamp.decoding import LEVELS, Failure, PlanConstraint, PlanFormat
from clamp.decoding.diagnosis import diagnose
from clamp.errors import ConstraintError, DomainError, PlanFormatError, VocabularyError
from clamp.planning.rules import Rule, Ruled
from clamp.planning.search import engine
from clamp.planning.search.reachability import LimitReached, SearchLimits, Shortest
from clamp.planning.system import Action

VOCABULARY = byte_vocabulary()
WALK, GRAB, OPEN = Action("walk", ("sink",)), Action("grab", ("cup",)), Action("open", ("box",))
HOUSE = GraphSystem([WALK, GRAB, OPEN], {0: {0: 1, 2: 3}, 1: {1: 2}, 2: {}, 3: {}}, goals=[2])


def build(system: GraphSystem = HOUSE, **options: object) -> PlanConstraint:
    return PlanConstraint(system, VOCABULARY, PlanFormat.calls(), **{"budget": 3, **options})  # type: ignore[arg-type]


def failure(system: GraphSystem = HOUSE, **options: object) -> Failure:
    found = build(system, **options).failure()
    assert found is not None
    return found


@given(graph_systems(), st.integers(1, 4), st.booleans(), st.data())
def test_the_smallest_budget_is_the_smallest_that_does(
    system: GraphSystem, budget: int, loops: bool, data: st.DataObject
) -> None:
    seen = data.draw(st.none() | st.sets(st.sampled_from(system.entities))) if system.entities else None
    constraint = build(system, budget=budget, seen=seen, loops=loops)
    found = constraint.failure()
    assert (found is None) == bool(constraint.allowed(constraint.initial()).size)
    if found is None:
        return
    assert found.to_json() == {
        "cause": found.cause,
        "message": found.message,
        "smallest_budget": found.smallest_budget,
        "entities": list(found.entities),
        "rules": [],
    }
    # No plan of more actions than there are states need be tried, but for the one that leaves the goal.
    enough = [
        n for n in range(budget + 1, 7) if build(system, budget=n, seen=seen, loops=loops).failure() is None
    ]
    assert found.smallest_budget == (enough[0] if enough else None)
    assert (found.cause == "budget") == bool(enough)
    if found.cause == "unseen" and found.entities and constraint.world.enabled.size:
        wider = build(system, budget=7, seen={*(seen or ()), *found.entities}, loops=loops)
        assert wider.failure() is None, "seeing what the message names helps"
    if found.cause == "unreachable":
        assert build(system, budget=7, loops=loops).failure() is not None
    if found.cause == "loops":
        assert build(system, budget=7, seen=seen, loops=True).failure() is None


def test_a_budget_too_small() -> None:
    found = failure(budget=1)
    assert (found.cause, found.smallest_budget) == ("budget", 2)
    assert found.message == "The goal needs 2 actions, but the budget is 1."


def test_a_plan_through_the_unseen() -> None:
    found = failure(seen=["sink", "box"])
    assert (found.cause, found.entities) == ("unseen", ("cup",))
    assert "a plan of 2 actions would need cup" in found.message


def test_nothing_seen_at_all() -> None:
    found = failure(seen=[])
    assert found.cause == "unseen"
    assert found.message.startswith("Every action names an entity that is not seen.")


@pytest.mark.parametrize("budget", [0, 1, 3, None])
@pytest.mark.parametrize("edges", [{}, {0: {0: 1}}, {0: {0: 1}, 1: {1: 0}}])
def test_a_goal_that_holds_already_costs_no_action(
    edges: dict[int, dict[int, int]], budget: int | None
) -> None:
    for system in (GraphSystem([WALK, GRAB], edges, goals=[0]), GraphSystem([], {}, goals=[0])):
        constraint = build(system, budget=budget, seen=[])
        assert constraint.failure() is None
        assert constraint.accepting(constraint.initial())
        assert constraint.best_known == constraint.shortest() == Shortest(0, proved=True)
        assert budget is not None or constraint.budget == 0


def test_a_budget_of_no_action_does_only_where_the_goal_holds_already() -> None:
    found = failure(budget=0)
    assert (found.cause, found.smallest_budget) == ("budget", 2)
    assert found.message == "The goal needs 2 actions, but the budget is 0."
    held = GraphSystem([WALK], {0: {0: 0}}, goals=[0])
    found = failure(held, budget=0, loops=True, may_be_empty=False)
    assert (found.cause, found.smallest_budget) == ("budget", 1)
    with pytest.raises(
        ConstraintError, match=r"The budget is 0, but a plan has at least one action where no"
    ):
        build(held, budget=0, enforce={"syntax", "executability"})


def test_a_rule_may_ask_for_an_action_where_the_goal_holds_already() -> None:
    system = Ruled(GraphSystem([WALK, GRAB], {0: {0: 0}}, goals=[0]), [Rule.parse("F do:walk", "walk once")])
    constraint = build(system, budget=2, loops=True)
    assert not constraint.accepting(constraint.initial())
    found = failure(system, budget=0)
    assert (found.cause, found.rules, found.smallest_budget) == ("rules", ("walk once",), 1)
    assert "without it, one of 0 actions does" in found.message


def test_a_goal_that_holds_already_must_be_left_and_come_back_to_where_a_plan_is_to_act() -> None:
    system = GraphSystem([WALK, GRAB], {0: {0: 1}, 1: {1: 0}}, goals=[0])
    acts = {"loops": True, "may_be_empty": False}
    assert build(system, budget=2, **acts).failure() is None
    assert failure(system, budget=1, **acts).smallest_budget == 2
    found = failure(system, seen=["sink"], **acts)
    assert (found.cause, found.entities) == ("unseen", ("cup",))
    assert "a plan of 2 actions" in found.message


def test_a_goal_that_holds_already_may_be_come_back_to_by_a_loop_only() -> None:
    system = GraphSystem([WALK, GRAB], {0: {0: 1, 1: 0}, 1: {1: 0}}, goals=[0])
    for budget in (1, 2):
        found = failure(system, budget=budget, may_be_empty=False)
        assert (found.cause, found.smallest_budget) == ("loops", None)
        assert "holds already" in found.message
    idle = failure(GraphSystem([WALK], {0: {0: 0}}, goals=[0]), enforce={"syntax", "executability"})
    assert idle.cause == "loops"
    longer = GraphSystem([WALK, GRAB], {0: {0: 1}, 1: {1: 0, 0: 2}}, goals=[0, 2])
    assert failure(longer, budget=1, may_be_empty=False).smallest_budget == 2
    assert build(longer, budget=2, may_be_empty=False).shortest() == Shortest(2, proved=True)


def test_an_unreachable_goal() -> None:
    assert failure(GraphSystem([WALK], {0: {0: 0}}, goals=[])).cause == "unreachable"
    found = failure(GraphSystem([WALK, GRAB], {0: {0: 0}}, goals=[]), seen=["sink"])
    assert (found.cause, found.entities) == ("unreachable", ())
    assert found.message.endswith("seen or unseen.")


def test_no_action_to_begin_with() -> None:
    found = failure(GraphSystem([WALK], {}, goals=[0]), enforce={"syntax", "executability"})
    assert found.cause == "no-action"
    assert "no admissible action is applicable" in found.message
    assert failure(GraphSystem([], {}, goals=[1])).message == "'graph' has no actions."


CHAIN = GraphSystem(
    [Action("left"), Action("right")], {s: {0: max(s - 1, 0), 1: s + 1} for s in range(400)}, goals=[400]
)


@pytest.mark.parametrize("seen", [None, []])
def test_a_search_limit_is_no_verdict(seen: list[str] | None) -> None:
    found = failure(CHAIN, budget=450, seen=seen, limits=SearchLimits(states=2))
    assert found.cause == "limit"
    assert "limit of 2 states" in found.message
    assert found.smallest_budget is None


@pytest.mark.parametrize("loops", [False, True])
def test_a_plan_that_the_diagnosis_finds_is_written(loops: bool) -> None:
    """What more effort finds is no failure, and the next try begins with it, within the limits of before."""
    chain = GraphSystem(ACTS[:2], {s: {1: max(s - 1, 0), 0: s + 1} for s in range(30)}, goals=[30])
    constraint = build(chain, budget=34, limits=SearchLimits(states=2), loops=loops)
    assert not constraint.initial().threads
    reachability = constraint.world.reachability
    reachability.limits = SearchLimits()
    assert constraint.failure() is None
    reachability.limits = SearchLimits(states=2)
    cursor = constraint.initial()
    while not constraint.accepting(cursor):
        cursor = constraint.advance(cursor, int(constraint.allowed(cursor)[-1]))
    assert chain.validate(constraint.actions(cursor)).valid


@pytest.mark.parametrize("loops", [False, True])
def test_a_search_that_contradicts_itself_is_no_limit(monkeypatch: pytest.MonkeyPatch, loops: bool) -> None:
    """A lower bound that is too high: the cause is the search space, and no limit was reached."""
    monkeypatch.setattr("clamp.planning.search.reachability.Reachability.distance", lambda *_: 1)
    monkeypatch.setattr("clamp.planning.search.reachability.Reachability.known_plan", lambda *_: (0,))
    world = build(budget=1, loops=loops).world
    with pytest.raises(DomainError, match=r"contradicts itself.*at most 1 actions exists.*found one of 1"):
        diagnose(world)


def test_what_was_refuted_wrongly_is_not_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that gives up as if it had looked everywhere: what it claims cannot be replayed."""
    monkeypatch.setattr(engine.Greedy, "run", lambda search, effort, meter: search.exhausted())
    chain = GraphSystem(ACTS[:2], {s: {1: max(s - 1, 0), 0: s + 1} for s in range(5)}, goals=[5])
    with pytest.raises(DomainError, match=r"contradicts itself.*no plan of any length.*met the goal"):
        build(chain, budget=8).failure()
    beyond = GraphSystem(ACTS[:2], chain.edges, goals=[6])
    found = build(beyond, budget=8).failure()
    assert found is not None
    assert found.cause == "unreachable"


def test_a_limit_beyond_a_refuted_budget_says_what_was_refuted() -> None:
    found = failure(CHAIN, budget=2, limits=SearchLimits(states=50))
    assert found.cause == "limit"
    assert found.message.startswith("No plan of at most 2 actions exists. ")
    assert "whether one of more than 2 actions exists" in found.message


@given(graph_systems(), st.integers(1, 4))
def test_no_failure_speaks_of_a_limit_that_was_not_reached(system: GraphSystem, budget: int) -> None:
    found = build(system, budget=budget).failure()
    assert found is None or (found.cause != "limit" and "limit" not in found.message)


def test_a_limit_beyond_what_is_seen_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    limit = LimitReached("seconds", 1.5, 3)
    monkeypatch.setattr("clamp.planning.search.reachability.Reachability.plan", lambda *_: limit)
    found = failure(seen=["sink", "box"])
    assert found.cause == "limit"
    assert "1.5 seconds" in found.message


# Bad input


def test_budgets_are_not_negative() -> None:
    with pytest.raises(ConstraintError, match=r"The budget is -1. The budget counts actions"):
        build(budget=-1)


@pytest.mark.parametrize("budget", [2.0, "3", [3]])
def test_budgets_are_whole(budget: object) -> None:
    with pytest.raises(ConstraintError, match=r"`budget` is a whole number, not .* the number of actions"):
        build(budget=budget)


def test_an_unknown_entity_is_met_with_a_guess() -> None:
    with pytest.raises(ConstraintError, match=r"no such entity\. Did you mean 'sink'\?"):
        build(seen=["cup", "snik"])
    with pytest.raises(ConstraintError, match=r"no such entity\. It has 3, such as 'box', 'cup', 'sink'"):
        build(seen=["elephant-42"])
    with pytest.raises(ConstraintError, match="not the text 'cup'"):
        build(seen="cup")


@pytest.mark.parametrize(
    ("enforce", "says"),
    [
        ({"syntax", "beauty"}, "Unknown constraint 'beauty'; there are syntax, visibility"),
        ({"visibility"}, "they need 'syntax'"),
        (set(), "they need 'syntax'"),
        ({"syntax", "goal"}, "needs executability"),
        ("goal", "they need 'syntax'"),
    ],
)
def test_constraints_that_make_no_sense(enforce: object, says: str) -> None:
    with pytest.raises(ConstraintError, match=re.escape(says)):
        build(enforce=enforce)


def test_one_constraint_may_be_given_by_name() -> None:
    assert build(enforce="syntax").enforce == {"syntax"}
    assert build().enforce == frozenset(LEVELS)


def without(*missing: int) -> Vocabulary:
    tokens = [None if byte in missing else bytes([byte]) for byte in range(256)]
    return Vocabulary.from_bytes([*tokens, None], 256, name="gappy")


def test_a_byte_that_no_token_writes_names_the_entity() -> None:
    system = GraphSystem([Action("go", ("küche",)), Action("go", ("bad",))], {0: {0: 0}}, [0])
    with pytest.raises(
        VocabularyError, match=r"spells entity 'küche': 'gappy' has no token for the byte 0xbc"
    ):
        PlanConstraint(system, without(0xBC), PlanFormat.calls(), budget=1)
    with pytest.raises(
        VocabularyError, match=r"'gappy' has no token for the byte 0x28, which plans in the format"
    ):
        PlanConstraint(system, without(ord("(")), PlanFormat.calls(), budget=1)
    with pytest.raises(VocabularyError, match="byte 0x2e"):
        PlanConstraint(system, without(ord(".")), PlanFormat.steps(), budget=1)
    PlanConstraint(system, without(ord("x"), 0xFE, 0xFF), PlanFormat.skill_json(spaced=True), budget=1)


def test_reasoning_needs_its_marker_and_nothing_else() -> None:
    plan_format = PlanFormat.calls().with_reasoning("Q:", end="!")
    PlanConstraint(HOUSE, without(ord("z"), 0xC0, 0xFF), plan_format, budget=2)
    ascii_only = Vocabulary.from_bytes([*(bytes([byte]) for byte in range(128)), "é".encode(), None], 129)
    PlanConstraint(HOUSE, ascii_only, plan_format, budget=2)
    with pytest.raises(VocabularyError, match="0x9f"):
        PlanConstraint(HOUSE, without(0x9F), plan_format, budget=2)
    for byte in b"Q:!":
        with pytest.raises(VocabularyError, match=f"{byte:#04x}"):
            PlanConstraint(HOUSE, without(byte), plan_format, budget=2)


def test_two_actions_spelled_alike_are_refused() -> None:
    system = GraphSystem([Action("go", ("a",)), Action("go", ("a",))], {}, [])
    with pytest.raises(PlanFormatError, match=r"writes go\(a\) and go\(a\) in the same way"):
        build(system)


def test_an_inadmissible_token_is_refused_with_the_reason() -> None:
    constraint = build()
    with pytest.raises(
        ConstraintError, match=r"Token 103 \('g'\) is not admissible here: grab\(cup\) cannot"
    ):
        constraint.advance(constraint.initial(), ord("g"))
    with pytest.raises(VocabularyError, match="outside"):
        constraint.advance(constraint.initial(), 9999)
    with pytest.raises(VocabularyError, match="outside"):
        constraint.advance(constraint.initial(), -1)


def test_masks_are_shared_and_cannot_be_written_to() -> None:
    constraint = build(budget=2)
    allowed = constraint.allowed(constraint.initial())
    assert allowed is constraint.allowed(constraint.initial())
    with pytest.raises(ValueError, match="read-only"):
        allowed[0] = 0


def test_old_masks_are_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clamp.decoding.plans._CACHED_MASKS", 2)
    constraint = build(budget=2)
    cursor = constraint.initial()
    for byte in b"walk":
        constraint.allowed(cursor)
        cursor = constraint.advance(cursor, byte)
    assert len(constraint._masks) == 2


@given(graph_systems(), st.integers(1, 5), st.sampled_from([LEVELS[:1], LEVELS[:3], LEVELS]), st.booleans())
def test_the_shortest_plan_is_the_smallest_budget(
    system: GraphSystem, budget: int, enforce: tuple[str, ...], loops: bool
) -> None:
    constraint = build(system, budget=budget, enforce=enforce, loops=loops)
    enough = [
        n
        for n in range(0 if "goal" in enforce else 1, 6)
        if build(system, budget=n, enforce=enforce, loops=loops).failure() is None
    ]
    expected = Shortest(enough[0], proved=True) if enough and enough[0] <= budget else None
    assert constraint.shortest() == expected
    assert constraint.shortest(5) == (Shortest(enough[0], proved=True) if enough else None)
    assert (constraint.shortest(0) is None) == (0 not in enough)
