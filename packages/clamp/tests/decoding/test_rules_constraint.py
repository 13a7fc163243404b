"""Rules in the joint constraint: no dead ends, failures and explanations that name the rule, goal mass."""

from __future__ import annotations

import itertools
import math
import random
import re
from collections.abc import Iterator

import numpy as np
import pytest
from fakes import byte_vocabulary
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from patience import examples
from roots import EXAMPLES
from rule_strategies import rules
from strategies import tasks

from clamp import HMM, Lookahead, PlanConstraint, PlanFormat, Problem, Rule, Ruled
from clamp.decoding.goal_mass import action_segments, log_goal_mass
from clamp.planning.rules.trace import keeps
from clamp.planning.search.reachability import Reachability
from clamp.planning.task import Task

COOKING = EXAMPLES / "cooking"
NO_METAL = Rule.parse("forall ?m - microwave, ?x - metal: G !(at(?x, ?m) & on(?m))", "no metal", "it sparks")
OFF = Rule.parse("forall ?h - heater: G (last -> !on(?h))", "off at the end")
NO_STOVE = Rule.parse("G !do:turn-on(stove_1)", "no stove")
NO_POURING = Rule.parse("G (do:pour -> hot(soup))", "pour hot")


def cooking(*kept: Rule) -> Ruled:
    return Ruled(Problem.from_pddl(COOKING / "domain.pddl", COOKING / "problem.pddl"), kept)


def constraint_of(system: Ruled | Problem, budget: int = 10, **options: object) -> PlanConstraint:
    return PlanConstraint(system, byte_vocabulary(), PlanFormat.calls(), budget=budget, **options)  # type: ignore[arg-type]


@given(tasks(), st.data())
@settings(max_examples=examples(40), deadline=None)
def test_decoding_never_dead_ends_and_every_plan_keeps_the_rules(task: Task, data: st.DataObject) -> None:
    problem = Problem.from_task(task)
    assume(problem.actions)
    some = data.draw(st.lists(st.sampled_from(problem.actions), min_size=1, max_size=4))
    kept = data.draw(
        st.lists(rules(task, some, depth=2), min_size=1, max_size=2, unique_by=lambda one: one.name)
    )
    ruled, rng = Ruled(problem, kept), random.Random(data.draw(st.integers(0, 99)))
    constraint = constraint_of(ruled, data.draw(st.integers(1, 4)))
    failure = constraint.failure()
    assert (failure is None) == bool(constraint.allowed(constraint.initial()).size)
    if failure is not None:
        assert (failure.cause == "rules") == bool(failure.rules)
        free = constraint_of(problem, constraint.budget).failure() is None
        assert not (free and failure.cause != "rules")
        return
    words = problem.rule_words()
    for _ in range(4):
        cursor = constraint.initial()
        while not cursor.finished:
            allowed = constraint.allowed(cursor)
            assert allowed.size
            assert cursor.threads
            cursor = constraint.advance(cursor, int(rng.choice(allowed.tolist())))
        plan = constraint.actions(cursor)
        assert len(plan) <= constraint.budget
        assert ruled.validate(plan).valid
        assert problem.validate(plan).valid
        assert all(keeps(rule, list(words.replay(plan)), words.objects) for rule in kept)


def test_a_failure_names_the_rules_that_conflict_and_no_others() -> None:
    failure = constraint_of(cooking(OFF, NO_METAL, NO_STOVE, NO_POURING)).failure()
    assert failure is not None
    assert (failure.cause, failure.rules) == ("rules", ("no metal", "no stove", "pour hot"))
    assert "'no metal' (it sparks)" in failure.message
    assert re.search(
        "together; without any rules, one of [67] actions does. No longer plan would do.", failure.message
    )
    for dropped in (NO_METAL, NO_STOVE, NO_POURING):
        left = [rule for rule in (OFF, NO_METAL, NO_STOVE, NO_POURING) if rule is not dropped]
        assert constraint_of(cooking(*left)).failure() is None


def test_a_failure_tells_the_budget_that_keeps_the_rules() -> None:
    failure = constraint_of(cooking(OFF), budget=6).failure()
    assert failure is not None
    assert (failure.cause, failure.rules, failure.smallest_budget) == ("rules", ("off at the end",), 7)
    assert re.search(
        "without it, one of [67] actions does. To keep all rules takes 7 actions.", failure.message
    )
    assert constraint_of(cooking(OFF), budget=7).failure() is None
    short = constraint_of(cooking(OFF), budget=3).failure()
    assert short is not None
    assert (short.cause, short.rules, short.smallest_budget) == ("budget", (), 7)


def test_a_rule_that_the_initial_state_breaks_is_named() -> None:
    broken = Rule.parse("G !hand-empty", "busy", "idle hands")
    failure = constraint_of(cooking(OFF, broken)).failure()
    assert failure is not None
    assert failure.rules == ("busy",)
    assert failure.message == "The initial state breaks the rule 'busy' (idle hands), whatever is done."
    ruled = cooking(broken)
    assert ruled.applicable(ruled.initial) == []
    assert not ruled.is_goal(ruled.initial)
    assert ruled.open_rules(ruled.initial) == ruled.broken_by(ruled.initial, ruled.actions[0]) == (broken,)
    assert Reachability(ruled).distance(ruled.initial, 9) == math.inf
    assert Reachability(ruled).plan(ruled.initial, 9) is None
    assert not constraint_of(ruled, enforce={"syntax", "executability"}).initial().threads


def explain_after(constraint: PlanConstraint, text: str, wanted: bytes) -> tuple[str | None, str]:
    cursor = constraint.initial()
    for byte in text.encode():
        cursor = constraint.advance(cursor, byte)
    found = constraint.explain(cursor, wanted[0])
    assert not found.allowed
    return found.constraint, found.reason


def test_explanations_name_the_rule() -> None:
    constraint = constraint_of(cooking(NO_METAL, OFF, Rule.parse("G !on(stove_1)", "no stove")), budget=12)
    begun = "turn-on(microwave_1)\npick(pot_1, counter)\nplace(pot_1, "
    assert explain_after(constraint, begun, b"m") == (
        "rules",
        "place(pot_1, microwave_1) would break the rule 'no metal' (it sparks).",
    )
    assert explain_after(constraint, "turn-on(", b"s") == (
        "rules",
        "turn-on(stove_1) would break the rule 'no stove'.",
    )
    whole = "pick(pot_1, counter)\npour(soup, pot_1, bowl_1)\nplace(pot_1, counter)\npick(bowl_1, counter)\n"
    whole += "place(bowl_1, microwave_1)\nturn-on(microwave_1)\nwarm(soup, bowl_1, microwave_1)"
    token = constraint.vocabulary.size - 1
    cursor = constraint.initial()
    for byte in whole.encode():
        cursor = constraint.advance(cursor, byte)
    found = constraint.explain(cursor, token)
    assert (found.constraint, found.allowed) == ("rules", False)
    assert (
        found.reason == "The plan cannot end here: after 7 actions it would break the rule 'off at the end'."
    )


def test_an_explanation_tells_a_rule_that_is_in_the_way_from_a_budget_that_is_spent() -> None:
    begun = "pick(pot_1, counter)\nplace(pot_1, "
    loops = constraint_of(cooking(OFF), budget=8, loops=True)
    assert explain_after(loops, begun, b"c") == (
        "rules",
        "After place(pot_1, counter) the goal cannot be reached with the 6 actions left without breaking the "
        "rule 'off at the end'.",
    )
    # Without loops there is none either where the rule is left out: it is not what forbids this.
    assert explain_after(constraint_of(cooking(OFF), budget=8), begun, b"c") == (
        "goal",
        "After place(pot_1, counter) the goal cannot be reached with the 6 actions left.",
    )
    assert explain_after(constraint_of(cooking(OFF), budget=7), begun, b"c") == (
        "goal",
        "After place(pot_1, counter) the goal cannot be reached with the 5 actions left.",
    )


def test_the_certificate_names_the_broken_rule() -> None:
    ruled = cooking(OFF)
    plan = Reachability(ruled.system).plan(ruled.system.initial, 6)
    assert isinstance(plan, tuple)
    actions = [ruled.actions[index] for index in plan]
    assert ruled.system.validate(actions).valid
    verdict = ruled.validate(actions)
    assert (verdict.valid, verdict.reason) == (False, "The plan breaks the rule 'off at the end'.")
    broken = ruled.validate(actions[1:])
    assert (broken.valid, broken.step, broken.reason) == tuple(
        getattr(ruled.system.validate(actions[1:]), name) for name in ("valid", "step", "reason")
    )


def test_goal_mass_sums_over_the_plans_that_keep_the_rules() -> None:
    ruled = cooking(NO_METAL, OFF)
    vocabulary, plan_format, budget = byte_vocabulary(), PlanFormat.calls(), 7
    hmm = HMM.random(2, vocabulary.size, seed=5)
    templates = [plan_format.action_template(action) for action in ruled.actions]
    _, later = action_segments(templates, plan_format, vocabulary)
    tokens_of = dict(zip(ruled.actions, later, strict=True))
    # Near the goal, so that all plans can be listed: the soup is in the pot, which is on the hot stove.
    state = ruled.initial
    for text in (
        "pick(pot_1, counter)",
        "place(pot_1, stove_1)",
        "turn-on(stove_1)",
        "warm(soup, pot_1, stove_1)",
    ):
        action = next(one for one in ruled.actions if str(one) == text)
        state = ruled.successor(state, action)
    left = budget - 4

    def plans(at: object, most: int) -> Iterator[tuple[int, ...]]:
        if ruled.is_goal(at):  # type: ignore[arg-type]
            yield ()
        elif most:
            for index in ruled.applicable_indices(at):  # type: ignore[arg-type]
                for rest in plans(ruled.successor_of_index(at, index), most - 1):  # type: ignore[arg-type]
                    yield index, *rest

    found = log_goal_mass(hmm, ruled, tokens_of, state, left)
    listed = list(plans(state, left))
    assert listed

    def mass(start: int) -> float:
        total = 0.0
        for plan in listed:
            vector = np.eye(2)[start]
            for token in itertools.chain(*(later[index] for index in plan)):
                vector = vector @ hmm.transition * hmm.emission[:, token]
            total += float(vector.sum())
        return total

    np.testing.assert_allclose(found, np.log([mass(0), mass(1)]), rtol=1e-6)
    lookahead = Lookahead(constraint_of(ruled, budget), hmm, max_states=10_000)
    cursor = lookahead.initial()
    while not cursor.finished:
        ids, scores = lookahead.scores(cursor)
        assert np.isfinite(scores).all()
        assert ids.size
        cursor = lookahead.advance(cursor, int(ids[np.argmax(scores)]))
    assert ruled.validate(lookahead.actions(cursor)).valid
    assert lookahead.truncation is None or lookahead.truncation.one_plan


def test_rules_are_not_enforced_where_executability_is_not() -> None:
    constraint = constraint_of(cooking(NO_STOVE), enforce={"syntax", "visibility"})
    cursor = constraint.initial()
    for byte in b"turn-on(stove_1)":
        cursor = constraint.advance(cursor, byte)
    assert constraint.accepting(cursor)


@pytest.mark.parametrize("budget", [1, 20])
def test_a_problem_without_a_plan_does_not_blame_the_rules(budget: int) -> None:
    ruled = cooking(OFF)
    failure = constraint_of(ruled, budget, seen=["table", "pot_1"]).failure()
    assert failure is not None
    assert failure.cause == "unseen"
    assert failure.rules == ()


HELD = "G (do:pick(red_cup_1, *) -> Y (O do:pick(milk, *) & holding(milk)))"
FOR_EVERY = "forall ?d - dish: G (do:pick(?d, *) -> Y (O do:pick(milk, *) & holding(milk)))"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (HELD, "a plan of 13 actions would do"),
        (FOR_EVERY, "a plan of 13 actions would do"),
        ("G (do:pick(red_cup_1, *) -> Y O do:wash(red_cup_1, *))", ""),
        ("G (do:pick(red_cup_1, *) -> Y holding(milk))", ""),  # what is asked of the state alone is no order
        ("G !do:pick(red_cup_1, *)", ""),
    ],
)
def test_an_order_in_substance_that_leaves_no_plan_is_told_from_one_to_the_letter(
    text: str, said: str
) -> None:
    kitchen = Problem.from_pddl(EXAMPLES / "kitchen" / "domain.pddl", EXAMPLES / "kitchen" / "problem.pddl")
    failure = constraint_of(Ruled(kitchen, [Rule.parse(text, "milk first")]), 16).failure()
    assert failure is not None
    assert failure.cause == "rules"
    assert failure.rules == ("milk first",)
    assert said in failure.message
    assert ("to the letter" in failure.message) == bool(said)
