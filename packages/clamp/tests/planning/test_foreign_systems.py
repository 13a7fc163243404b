"""A system of somebody else, which says nothing but what it must, gets rules, failures, explanations, prompts."""

from __future__ import annotations

import itertools

import pytest
from fakes import GraphSystem, byte_vocabulary, graph_systems
from hypothesis import given, settings
from hypothesis import strategies as st
from patience import examples
from rule_strategies import rule_formulas

from clamp.decoding import PlanConstraint, PlanFormat
from clamp.errors import ConstraintError, DomainError, RuleError
from clamp.loop.loop import closed_loop
from clamp.loop.symbolic import SymbolicEnvironment
from clamp.planning.rules import Rule, Ruled
from clamp.planning.rules.trace import keeps
from clamp.planning.search.reachability import Reachability
from clamp.planning.system import Action
from clamp.request.prompts import plan_messages

GO, BACK, END = Action("go", ("x",)), Action("back", ("x",)), Action("end")
ROOMS = GraphSystem([GO, BACK, END], {0: {0: 1}, 1: {1: 0, 2: 2}}, goals=[2])


@settings(max_examples=examples(60), deadline=None, derandomize=True)
@given(st.data(), graph_systems())
def test_rules_over_actions_admit_the_plans_that_keep_them(data, system):
    formula = data.draw(
        rule_formulas(tuple(system.entities), system.actions, predicates=(), types=("object",))
    )
    rule = Rule("rule", formula, str(formula))
    try:
        ruled = Ruled(system, [rule])
    except RuleError:
        return
    budget, found, expected = 3, set(), set()
    for length in range(1, budget + 1):
        for plan in itertools.product(range(len(system.actions)), repeat=length):
            actions = [system.actions[index] for index in plan]
            if system.validate(actions).valid:
                trace = list(system.rule_words().replay(actions))
                if keeps(rule, trace, system.rule_words().objects):
                    expected.add(plan)
            if ruled.validate(actions).valid:
                found.add(plan)
    assert found == expected
    lengths = [len(plan) for plan in expected] + ([0] if ruled.is_goal(ruled.initial) else [])
    distance = Reachability(ruled).distance(ruled.initial, budget)
    assert distance == (min(lengths) if lengths else float("inf"))


def test_a_fact_is_refused_where_the_system_tells_none():
    with pytest.raises(RuleError, match=r"'graph' tells no facts, so 'on' means nothing .*do:NAME"):
        Ruled(ROOMS, [Rule.parse("G !on(x)")])
    with pytest.raises(RuleError, match=r"does not know the action 'goo'.* Did you mean 'go'"):
        Ruled(ROOMS, [Rule.parse("G !do:goo(x)")])


def test_rules_bind_once():
    with pytest.raises(RuleError, match="has rules already"):
        Ruled(Ruled(ROOMS, [Rule.parse("G !do:back")]), [Rule.parse("G !do:back")])
    with pytest.raises(RuleError, match="`system` is a system"):
        Ruled("ROOMS", [Rule.parse("true")])  # type: ignore[arg-type]


def test_failures_and_explanations_of_rules():
    vocabulary = byte_vocabulary()
    never = Ruled(ROOMS, [Rule.parse("G !do:end", name="stay")])
    failure = PlanConstraint(never, vocabulary, PlanFormat.calls(), budget=4).failure()
    assert failure is not None
    assert (failure.cause, failure.rules) == ("rules", ("stay",))
    once = Ruled(ROOMS, [Rule.parse("G !do:back", name="onwards", because="no way back")])
    constraint = PlanConstraint(once, vocabulary, PlanFormat.calls(), budget=6)
    assert constraint.failure() is None
    cursor = constraint.initial()
    for token in b"go(x)\n":
        cursor = constraint.advance(cursor, token)
    assert constraint.explain(cursor, ord("b")).constraint == "rules"


def test_failures_without_rules():
    constraint = PlanConstraint(ROOMS, byte_vocabulary(), PlanFormat.calls(), budget=1)
    failure = constraint.failure()
    assert failure is not None
    assert (failure.cause, failure.smallest_budget) == ("budget", 2)


def test_the_prompt_lists_actions_and_rules():
    system, _ = plan_messages(ROOMS, "Go.", plan_format=PlanFormat.calls(), budget=4)
    assert "- go(object)\n- back(object)\n- end()" in system["content"]
    ruled = Ruled(ROOMS, [Rule.parse("G !do:back", because="no way back")])
    assert ruled.lexicon == ROOMS.lexicon
    assert (
        "Rules: no way back"
        in plan_messages(ruled, "Go.", plan_format=PlanFormat.calls(), budget=4)[1]["content"]
    )


def test_where_a_pddl_problem_is_needed_other_systems_are_refused():
    with pytest.raises(ConstraintError, match=r"`problem` is a clamp.Problem"):
        closed_loop(ROOMS, None, None, budget=1)  # type: ignore[arg-type]
    with pytest.raises(DomainError, match=r"`problem` is a clamp.Problem"):
        SymbolicEnvironment(ROOMS)  # type: ignore[arg-type]
