"""A goal and a plan in one text, against all goals of small problems with all plans that reach each, written out."""

from __future__ import annotations

from bisect import bisect_left

import oracles
import pytest
from fakes import byte_vocabulary
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from patience import examples
from roots import ROOT
from rule_strategies import positions, rules
from strategies import tasks

from clamp import Action, PlanFormat, Problem, Rule
from clamp.contracts import check_constraint
from clamp.decoding.goal_plans import GoalPlanConstraint
from clamp.decoding.goals import GoalConstraint
from clamp.planning.goals import GoalLiteral, Goals, with_literals
from clamp.planning.rules.trace import keeps
from clamp.planning.task import Task

pytestmark = [pytest.mark.no_cover, pytest.mark.usefixtures("unhurried", "both_cores")]


def plans(
    task: Task, goal: tuple[GoalLiteral, ...], budget: int, seen: frozenset[str], kept: list[Rule]
) -> list[list[Action]]:
    """All plans that name only what is seen, keep rules and end where a goal holds."""
    objects = Problem.from_task(task).rule_words().objects
    agenda = [([oracles.initial(task)], list[Action]())]
    found: list[list[Action]] = []
    for states, written in agenda:
        ends = written and all(oracles.true_in(task, one.formula, states[-1], {}) for one in goal)
        if ends and all(keeps(rule, positions(states, written), objects) for rule in kept):
            found.append(written)
        for action in oracles.groundings(task) if len(written) < budget else ():
            after = oracles.step(task, states[-1], action)
            if after is not None and seen.issuperset(action.args):
                agenda.append(([*states, after], [*written, action]))
    return found


@settings(max_examples=examples(40), deadline=None)
@given(tasks(), st.integers(0, 2), st.booleans(), st.data())
def test_what_may_follow_is_a_goal_and_a_plan_for_it(
    task: Task, budget: int, ruled: bool, data: st.DataObject
) -> None:
    graph = oracles.reachable(task, 100)
    assume(graph is not None and len(oracles.groundings(task)) ** budget < 400)
    problem = Problem.from_task(task)
    actions = oracles.groundings(task)
    kept = [data.draw(rules(task, actions), label="rule")] if ruled and actions else []
    everything = problem.entities
    seen = frozenset(data.draw(st.sets(st.sampled_from(everything)))) if everything else frozenset[str]()
    if data.draw(st.booleans()):
        seen = frozenset(everything)
    vocabulary = byte_vocabulary([b"(", b"clean", b") and ", b"\n", b")\n"])
    form = PlanFormat.calls()
    constraint = GoalPlanConstraint(
        problem, vocabulary, form, budget=budget, seen=seen, most=1, loops=True, rules=kept
    )
    goals = Goals(problem, budget=budget, seen=seen, rules=kept)
    texts: list[bytes] = []
    for one in goals.literals:
        if goals.holds([one]) or goals.why_not((one,)) is not None:
            continue
        head = constraint.goal.goal_format.write([one])
        for plan in plans(task, (one,), budget, seen, kept):
            assert with_literals(problem, [one]).validate(plan).valid
            texts.append(f"{head}\n{form.serialize(plan)}".encode())
    whole = sorted(set(texts))
    assert (constraint.failure() is None) == bool(whole)
    for text in data.draw(st.lists(st.sampled_from(whole), max_size=3)) if whole else []:
        cursor = constraint.initial()
        for at in range(len(text) + 1):
            allowed = set(constraint.allowed(cursor).tolist())
            wanted = {
                token
                for token in range(vocabulary.size - 1)
                if _begins(whole, text[:at] + (vocabulary.bytes_of(token) or b""))
            }
            wanted |= set(vocabulary.eos_ids) if text[:at] in whole else set()
            assert allowed == wanted, (text[:at], allowed ^ wanted)
            assert constraint.accepting(cursor) == (text[:at] in whole)
            if at < len(text):
                cursor = constraint.advance(cursor, text[at])
        found = constraint.read(text.decode())
        assert found is not None
        assert with_literals(problem, found[0]).validate(found[1]).valid


def _begins(texts: list[bytes], prefix: bytes) -> bool:
    place = bisect_left(texts, prefix)
    return place < len(texts) and texts[place].startswith(prefix)


def test_the_laws_in_a_kitchen() -> None:
    folder = ROOT / "examples" / "kitchen"
    problem = Problem.from_pddl(folder / "domain.pddl", folder / "problem.pddl")
    constraint = GoalPlanConstraint(problem, byte_vocabulary(), PlanFormat.calls(), budget=6, most=2)
    check_constraint(constraint, walks=3, steps=120)
    assert constraint.read("at(milk, nowhere)\n") is None
    none = GoalPlanConstraint(problem, byte_vocabulary(), PlanFormat.calls(), budget=1, seen=["milk"])
    failure = none.failure()
    assert failure is not None
    assert "1 action" in failure.message
    assert isinstance(constraint.goal, GoalConstraint)
