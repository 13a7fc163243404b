"""Rules under every constraint set, and what a failure says of them, against all short plans written out."""

from __future__ import annotations

import re
from typing import Any

import oracles
import pytest
from fakes import byte_vocabulary
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from patience import examples
from rule_strategies import positions, rules
from strategies import tasks

from clamp import PlanConstraint, PlanFormat, Problem, Rule, Ruled
from clamp.planning.rules.conflict import Conflict, conflict
from clamp.planning.rules.trace import keeps
from clamp.planning.search.reachability import SearchLimits
from clamp.planning.system import Action, TransitionSystem
from clamp.planning.task import Task
from clamp.planning.validator import says_something

# Compared with brute force many times over: tracing each line would make it two to three times as slow.
pytestmark = [pytest.mark.no_cover, pytest.mark.usefixtures("unhurried", "both_cores")]

EXECUTABLE = {"syntax", "executability"}
SETS = [EXECUTABLE, EXECUTABLE | {"visibility"}, EXECUTABLE | {"goal"}, EXECUTABLE | {"goal", "visibility"}]


def passed(ruled: TransitionSystem[Any], plan: tuple[Action, ...]) -> list[object]:
    """The states of a plan, with what the rules know of the past."""
    states = [ruled.initial]
    for action in plan:
        states.append(ruled.successor_of_index(states[-1], ruled.index(action)))
    return list(states)


class Plans:
    """All plans of at most `budget` actions: which rules each keeps, and whether it reaches the goal."""

    def __init__(self, task: Task, actions: list[Action], kept: list[Rule], budget: int):
        words = Problem.from_task(task).rule_words()
        self.asks = says_something(
            task.goal
        )  # where nothing is asked for, a plan does something all the same
        self.found: dict[tuple[Action, ...], tuple[frozenset[int], bool]] = {}
        agenda: list[tuple[tuple, tuple[Action, ...]]] = [((oracles.initial(task),), ())]
        for states, plan in agenda:
            trace = positions(states, plan)
            keeping = frozenset(i for i, rule in enumerate(kept) if keeps(rule, trace, words.objects))
            self.found[plan] = keeping, oracles.true_in(task, task.goal, states[-1], {})
            for action in actions if len(plan) < budget else ():
                after = oracles.step(task, states[-1], action)
                if after is not None:
                    agenda.append(((*states, after), (*plan, action)))

    def keeping(self, rules: frozenset[int], goal: bool) -> set[tuple[Action, ...]]:
        found = {plan for plan, (kept, good) in self.found.items() if rules <= kept and (good or not goal)}
        return found if goal and self.asks else found - {()}


@st.composite
def cases(draw: st.DrawFn) -> tuple[Task, Problem, list[Rule], frozenset[str], int, bool]:
    task = draw(tasks())
    problem = Problem.from_task(task)
    assume(1 <= len(problem.actions) <= 8)
    some = draw(st.lists(st.sampled_from(problem.actions), min_size=1, max_size=4))
    kept = draw(st.lists(rules(task, some, depth=2), min_size=1, max_size=4, unique_by=lambda one: one.name))
    seen = draw(st.sets(st.sampled_from(problem.entities))) if problem.entities else set()
    return task, problem, kept, frozenset(seen), draw(st.integers(1, 3)), draw(st.booleans())


@pytest.mark.parametrize("enforce", SETS, ids=lambda enforced: "+".join(sorted(enforced)))
@given(case=cases())
@settings(max_examples=examples(30), deadline=None)
def test_plans_and_failures_are_those_of_all_plans_written_out(
    enforce: set[str], case: tuple[Task, Problem, list[Rule], frozenset[str], int, bool]
) -> None:
    task, problem, kept, seen, budget, loops = case
    visible = "visibility" in enforce
    usable = [one for one in problem.actions if not visible or seen.issuperset(one.args)]
    ruled = Ruled(problem, kept)
    constraint = PlanConstraint(
        ruled, byte_vocabulary(), PlanFormat.calls(), budget=budget, enforce=enforce,
        seen=seen if visible else None, loops=loops,
    )  # fmt: skip
    plans, goal, every = Plans(task, usable, kept, budget), "goal" in enforce, frozenset(range(len(kept)))
    wanted = with_loops = plans.keeping(every, goal)
    if not loops:
        wanted = {plan for plan in with_loops if len(set(states := passed(ruled, plan))) == len(states)}
    assert set(oracles.admitted(constraint.world.start)) == wanted
    failure = constraint.failure()
    assert (failure is None) == bool(wanted)
    if failure is None:
        return

    def some(chosen: frozenset[int]) -> bool:
        """Whether some plan keeps these rules, under the same settings: states are those of just these rules."""
        found = plans.keeping(chosen, goal)
        system = Ruled(problem, [kept[number] for number in sorted(chosen)]) if chosen else problem
        return any(loops or len(set(states := passed(system, plan))) == len(states) for plan in found)

    alone = {kept[number].name for number in every if some(every - {number})}
    assert (failure.cause == "rules") == bool(failure.rules) == (bool(alone) or some(frozenset()))
    if failure.cause != "rules":
        assert failure.cause in ("loops", "budget") or not with_loops
        return
    named = frozenset(i for i, rule in enumerate(kept) if rule.name in failure.rules)
    assert set(failure.rules) <= alone if alone else some(every - named)
    if loops:
        assert not alone or set(failure.rules) == alone
    if failure.smallest_budget is not None:
        longer = Plans(task, usable, kept, min(failure.smallest_budget, 4))
        shortest = min((len(plan) for plan in longer.keeping(every, goal)), default=5)
        assert shortest == failure.smallest_budget or failure.smallest_budget > 4


KITCHEN = "examples/cooking"


def cooking(*texts: str) -> Ruled:
    problem = Problem.from_pddl(f"{KITCHEN}/domain.pddl", f"{KITCHEN}/problem.pddl")
    return Ruled(problem, [Rule.parse(text, f"rule {number}") for number, text in enumerate(texts)])


def constraint_of(system: Ruled, budget: int = 10, **options: object) -> PlanConstraint:
    return PlanConstraint(system, byte_vocabulary(), PlanFormat.calls(), budget=budget, **options)  # type: ignore[arg-type]


def test_all_rules_that_the_start_breaks_are_named_for_without_one_there_is_no_plan() -> None:
    failure = constraint_of(cooking("G !hand-empty", "F do:*", "G !at(pot_1, counter)")).failure()
    assert failure is not None
    assert (failure.cause, failure.rules) == ("rules", ("rule 0", "rule 2"))
    assert failure.message == "The initial state breaks the rules 'rule 0', 'rule 2', whatever is done."
    assert constraint_of(cooking("F do:*")).failure() is None


def test_rules_are_not_blamed_where_there_is_no_plan_without_them() -> None:
    short = constraint_of(cooking("G !hand-empty"), budget=3).failure()
    assert short is not None
    assert (short.cause, short.rules) == ("unreachable", ())
    assert re.search("without them, one of [67] actions reaches it, more than the budget of 3", short.message)


def test_an_open_rule_keeps_a_plan_from_ending_without_the_goal() -> None:
    within = cooking("G (do:pick(pot_1, *) -> X (do:place(pot_1, *) | X do:place(pot_1, *)))")
    constraint = constraint_of(within, budget=2, enforce={"syntax", "executability"})
    cursor = constraint.initial()
    for byte in b"pick(pot_1, counter)":
        cursor = constraint.advance(cursor, byte)
    assert not constraint.accepting(cursor)
    end = constraint.explain(cursor, constraint.vocabulary.size - 1)
    assert (end.constraint, "'rule 0'" in end.reason) == ("rules", True)
    for byte in b"\npl":
        cursor = constraint.advance(cursor, byte)
    begun = constraint_of(within, budget=1, enforce={"syntax", "executability"})
    cursor = begun.initial()
    for byte in b"pick(":
        cursor = begun.advance(cursor, byte)
    refused = begun.explain(cursor, ord("p"))
    assert (refused.constraint, refused.reason) == (
        "rules",
        "After pick(pot_1, counter) no plan keeps the rule 'rule 0' with the 0 actions left.",
    )


@pytest.mark.parametrize("states", [1, 5, 50, 1000])
def test_under_a_limit_nothing_false_is_said(states: int) -> None:
    ruled = cooking(
        "G !do:turn-on(stove_1)", "forall ?m - microwave: G !on(?m)", "F holding(pot_1)", "G !do:pour"
    )
    constraint = constraint_of(ruled, limits=SearchLimits(states=states))
    failure = constraint.failure()
    assert failure is not None
    assert failure.cause in ("rules", "limit")
    found = conflict(ruled, (), 10, None, SearchLimits(states=states), loops=False)
    assert failure.cause == ("rules" if isinstance(found, Conflict) else "limit")
    if isinstance(found, Conflict) and found.needed:
        numbers = {rule.name for rule in found.rules}
        for dropped in numbers:
            left = [rule for rule in ruled.rules if rule.name in numbers - {dropped}]
            system = Ruled(ruled.system, left) if left else ruled.system
            assert PlanConstraint(system, byte_vocabulary(), PlanFormat.calls(), budget=10).failure() is None
