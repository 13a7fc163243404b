"""Closed loops in worlds with hidden contents: found, reached, remembered, and within the budget."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from patience import examples
from shortest import DRAWERS, Plan, Shortest, kitchen

from clamp.decoding import Failure
from clamp.errors import ConstraintError, DomainError
from clamp.loop.containers import Containers
from clamp.loop.loop import LoopResult, closed_loop
from clamp.loop.symbolic import SymbolicEnvironment
from clamp.perception import Memory
from clamp.planning import Action, Problem
from clamp.planning.task import Atom
from clamp.planning.validator import holds

ROBOT_AT_SHELF = Atom("robot-at", ("shelf",))
PLACES = ["table", "shelf", "fridge", "oven"]


def run(problem: Problem, budget: int, **options: float) -> tuple[LoopResult, SymbolicEnvironment, Shortest]:
    world, write = SymbolicEnvironment(problem, **options), Shortest()  # type: ignore[arg-type]
    return closed_loop(problem, world, write, budget=budget), world, write


@given(st.fixed_dictionaries({name: st.sampled_from(PLACES) for name in ("milk", "apple", "cup")}), st.data())
@settings(max_examples=examples(25))
def test_what_is_hidden_is_found_and_the_goal_reached(where: dict[str, str], data: st.DataObject) -> None:
    opened = data.draw(st.sets(st.sampled_from(["fridge", "oven"])))
    problem = kitchen(where, "(and (at milk table) (at apple shelf))", sorted(opened))
    result, world, write = run(problem, budget=40)
    assert result.status == "goal"
    assert world.goal_holds()
    # The executed actions are a plan of the true problem, none of which touched what was not seen before.
    assert problem.validate([step.action for step in result.steps])
    known = set(SymbolicEnvironment(problem).observe().scene.seen)
    for step in result.steps:
        assert known.issuperset(step.action.args)
        known.update(step.appeared)
    # Each plan may use what the executed prefix has left of the budget.
    assert all(left <= 40 for _, _, left in write.asked)
    whole = [left for asked, _, left in write.asked if asked.task.goal == problem.task.goal]
    assert whole == sorted(whole, reverse=True)
    # Nothing is opened in vain once everything that matters has been seen.
    if {where["milk"], where["apple"]} <= {"table", "shelf"}:
        assert not any(step.exploring for step in result.steps)


def test_looking_ends_where_there_is_nothing_left_to_open() -> None:
    problem = kitchen({"milk": "table", "apple": "shelf"}, "(at cup table)")
    result, world, _ = run(problem, budget=30)
    assert (result.status, result.cause) == ("fail", "unreachable")
    assert {Atom("open", ("fridge",)), Atom("open", ("oven",))} <= world.state
    assert all(step.exploring for step in result.steps)


def test_the_executed_prefix_counts_against_the_budget() -> None:
    problem = kitchen({"milk": "oven"}, "(at milk table)", opened=[])
    needed = len(run(problem, budget=40)[0].steps)
    assert run(problem, budget=needed)[0].status == "goal"
    for budget in range(1, needed):
        result, _, _ = run(problem, budget=budget)
        assert result.status == "fail"
        assert len(result.steps) <= budget
        assert result.cause in ("budget", "unreachable")


def test_nothing_is_opened_when_no_action_would_be_left_for_what_is_found() -> None:
    """The robot stands at the fridge: one action would look, and none would be left to fetch the milk."""
    where = {"milk": "fridge"}
    text = "(and (at milk table) (robot-at fridge))"
    near = kitchen(where, text)
    near = Problem.from_task(
        replace(near.task, initial=near.task.initial - {ROBOT_AT_SHELF} | {Atom("robot-at", ("fridge",))})
    )
    result, _, write = run(near, budget=1)
    assert (result.status, result.steps, len(write.asked)) == ("fail", (), 1)
    assert "Nor is there an action left" in result.message
    # With one more it looks, as no bound says that fetching takes more than one action.
    result, _, write = run(near, budget=2)
    assert [step.action.name for step in result.steps] == ["open"]
    assert [left for *_, left in write.asked] == [2, 1, 1]


def test_a_writer_that_dawdles_does_not_dawdle_while_it_looks() -> None:
    """A plan that looks may not be longer than it must be: its writer is given no more actions."""
    problem = kitchen({"milk": "oven"}, "(at milk table)")
    _, _, write = run(problem, budget=40)
    looking = [(asked, left) for asked, _, left in write.asked if asked.task.goal != problem.task.goal]
    assert looking
    for asked, left in looking:
        assert asked.goal_distance(asked.initial, 40) == left


def test_the_last_action_may_show_that_the_goal_holds() -> None:
    near = kitchen({"milk": "fridge"}, "(at milk fridge)")
    needed = len(run(near, budget=40)[0].steps)
    result, world, _ = run(near, budget=needed)
    assert result.status == "goal"
    assert [step.action.name for step in result.steps][-1] == "open"
    assert world.goal_holds()


@given(
    st.fixed_dictionaries({name: st.sampled_from(PLACES) for name in ("milk", "cup")}),
    st.recursive(
        st.builds("(at {} {})".format, st.sampled_from(["milk", "cup"]), st.sampled_from(PLACES))
        | st.sampled_from(
            ["(= milk milk)", "(= milk cup)", "(open fridge)", "(exists (?x - food) (at ?x oven))"]
        )
        | st.just("(forall (?x - food) (at ?x fridge))"),
        lambda inner: (
            st.builds("(not {})".format, inner)
            | st.builds("({} {} {})".format, st.sampled_from(["and", "or", "imply"]), inner, inner)
        ),
        max_leaves=4,
    ),
)
def test_the_goal_may_hold_exactly_where_some_hiding_place_makes_it_hold(
    where: dict[str, str], goal: str
) -> None:
    """Oracle: put what is out of sight in every closed place, and evaluate the goal."""
    problem = kitchen(where, goal)
    facts = SymbolicEnvironment(problem).observe().facts
    seen = SymbolicEnvironment(problem).observe().scene.seen
    unseen = sorted({"milk", "cup"} - set(seen))
    worlds = [
        facts | {Atom("at", pair) for pair in zip(unseen, places, strict=True)}
        for places in itertools.product(["fridge", "oven"], repeat=len(unseen))
    ]
    could = any(holds(problem.task, problem.task.goal, world, {}) for world in worlds)
    may = Containers().may_hold(problem.task, facts, seen, ["fridge", "oven"])
    assert may or not could, "what could hold is never ruled out"
    if not unseen or goal.count("at ") <= 1:
        assert may == could


def test_a_goal_that_holds_needs_nothing() -> None:
    result, _, write = run(kitchen({"milk": "table"}, "(at milk table)"), budget=3)
    assert (result.status, result.steps, write.asked) == ("goal", (), [])


@given(st.integers(0, 9))
@settings(max_examples=examples(10))
def test_actions_that_fail_are_noticed_and_done_again(seed: int) -> None:
    problem = kitchen({"milk": "fridge", "apple": "table"}, "(and (at milk table) (not (open fridge)))")
    result, world, _ = run(problem, budget=60, slip=0.5, seed=seed)
    assert result.status == "goal"
    assert world.goal_holds()
    slipped = [step for step in result.steps if not step.expected and not step.appeared]
    assert len(result.steps) >= 6 + len(slipped)


def test_what_was_put_away_is_remembered_until_it_is_forgotten() -> None:
    goal = "(and (at milk fridge) (not (open fridge)) (robot-at table))"
    problem = kitchen({"milk": "table"}, goal)
    result, world, _ = run(problem, budget=20)
    assert result.status == "goal"
    assert "milk" in result.scene.seen
    assert "milk" not in world.observe().scene.seen
    forgetful = closed_loop(
        problem, SymbolicEnvironment(problem), Shortest(), budget=9, memory=Memory(forget_after=1)
    )
    assert "milk" not in forgetful.scene.seen
    assert forgetful.status == "fail"
    assert forgetful.to_json()["failure"]["cause"] == forgetful.cause


def test_steps_are_reported_as_they_happen() -> None:
    problem = kitchen({"milk": "fridge"}, "(at milk table)")
    heard: list[str] = []
    world = SymbolicEnvironment(problem)
    result = closed_loop(
        problem, world, Shortest(), budget=30, on_step=lambda step: heard.append(step.action.name)
    )
    assert heard == [step.action.name for step in result.steps]
    shown = result.to_json()
    assert shown["failure"] is None
    assert [step["name"] for step in shown["steps"]] == heard
    assert ["milk"] in [step["appeared"] for step in shown["steps"]]


# ------------------------------------------------------------------ containers


def test_things_on_hidden_things_are_hidden_and_doors_close_regions() -> None:
    problem = Problem.from_pddl(
        """(define (domain d) (:requirements :typing)
        (:types item region door - object)
        (:predicates (in ?x ?y - object) (on ?x ?y - object) (open ?d - door) (closes ?d ?r - object))
        (:action open :parameters (?d - door) :precondition (and) :effect (open ?d)))""",
        """(define (problem p) (:domain d)
        (:objects plate bowl pea cup - item inside - region oven - door)
        (:init (in plate inside) (on bowl plate) (in pea bowl) (closes oven inside) (on cup oven))
        (:goal (open oven)))""",
    )
    words, facts = Containers(), problem.facts(problem.initial)
    assert words.openable(problem.task) == ("oven",)
    assert words.hidden(problem.task, facts) == {"plate": "oven", "bowl": "oven", "pea": "oven"}
    opened = facts | {Atom("open", ("oven",))}
    assert words.hidden(problem.task, opened) == {}
    assert words.shown(problem.task, opened, ["oven"]) == {"oven", "inside"}
    assert words.place(facts, "bowl") == "plate"
    assert words.place(facts, "oven") is None


@given(st.sampled_from(["top", "middle", "bottom"]), st.sets(st.sampled_from(["top", "middle", "bottom"])))
def test_an_open_drawer_hides_those_below(place: str, opened: set[str]) -> None:
    problem = Problem.from_pddl(
        DRAWERS,
        f"""(define (problem p) (:domain d) (:objects spoon - thing top middle bottom - drawer)
        (:init (above top middle) (above top bottom) (above middle bottom) (in spoon {place})
        {" ".join(f"(open {name})" for name in sorted(opened))}) (:goal (held spoon)))""",
    )
    order = ["top", "middle", "bottom"]
    seen = SymbolicEnvironment(problem).observe().scene.seen
    upper = set(order[: order.index(place)])
    assert ("spoon" in seen) == (place in opened and not opened & upper)
    result, world, _ = run(problem, budget=12)
    assert result.status == "goal"
    assert world.goal_holds()
    looking = [step for step in result.steps if step.exploring]
    assert bool(looking) == ("spoon" not in seen)
    assert all(("spoon" in step.appeared) == (step is looking[-1]) for step in looking)


def test_a_world_refuses_what_cannot_be_done() -> None:
    problem = kitchen({"milk": "table"}, "(at milk shelf)")
    world = SymbolicEnvironment(problem)
    with pytest.raises(DomainError, match=r"pick.*cannot be executed"):
        world.execute(Action("pick", ("milk", "table")))
    with pytest.raises(DomainError, match="slip"):
        SymbolicEnvironment(problem, slip=1.0)
    with pytest.raises(ConstraintError, match="budget is -1"):
        closed_loop(problem, world, Shortest(), budget=-1)


def test_a_goal_that_holds_already_costs_a_closed_loop_nothing() -> None:
    done = kitchen({"milk": "shelf"}, "(at milk shelf)")
    held = closed_loop(done, SymbolicEnvironment(done), Shortest(), budget=0)
    assert (held.status, held.steps, held.plans) == ("goal", (), 0)
    todo = kitchen({"milk": "table"}, "(at milk shelf)")
    spent = closed_loop(todo, SymbolicEnvironment(todo), Shortest(), budget=0)
    assert (spent.status, spent.cause, spent.steps) == ("fail", "budget", ())


def test_a_writer_that_does_nothing_ends_the_loop() -> None:
    problem = kitchen({"milk": "table"}, "(at milk shelf)")
    ended = closed_loop(problem, SymbolicEnvironment(problem), lambda *_: Plan(()), budget=3)
    assert (ended.status, ended.cause) == ("fail", "validation")
    assert "no action" in ended.message


def test_a_failed_search_ends_the_loop_with_its_cause() -> None:
    problem = kitchen({"milk": "table"}, "(at milk shelf)")

    def hopeless(*_: object) -> Plan:
        return Plan(failure=Failure("limit", "gave up"))

    result = closed_loop(problem, SymbolicEnvironment(problem), hopeless, budget=5)
    assert (result.cause, result.message, result.plans) == ("limit", "gave up", 1)
