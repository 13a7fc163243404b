"""LIBERO as planning problems: every goal can be reached, and no action pretends what a hand cannot do."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from libero_text import BDDL
from patience import examples

from clamp.errors import BenchmarkError, DomainError
from clamp.planning import Action, Problem
from clamp_worlds import libero
from clamp_worlds.libero.bddl import BddlTask, read_bddl
from clamp_worlds.libero.domain import Cast, domain_text, initial_atoms, label, problem, problem_text
from clamp_worlds.libero.tasks import atoms_of, random_state

BOWL, OTHER, PLATE, BUTTER, BASKET = (
    "akita_black_bowl_1",
    "akita_black_bowl_2",
    "plate_1",
    "butter_1",
    "basket_1",
)
TOP, MIDDLE, BOTTOM = (f"wooden_cabinet_1_{name}_region" for name in ("top", "middle", "bottom"))


@lru_cache
def task() -> tuple[BddlTask, Cast]:
    read = read_bddl(BDDL)
    return read, Cast.of(read)


@lru_cache
def small() -> Problem:
    read, cast = task()
    return problem("small", cast, initial_atoms(read, cast), read.goal)


def run(start: Problem, *steps: str) -> int:
    """The state after actions written as ``pick(a)``, each of which must apply."""
    state = start.initial
    for step in steps:
        state = start.successor(state, call(step))
    return state


def call(step: str) -> Action:
    name, _, rest = step.partition("(")
    return Action(name, tuple(rest.rstrip(")").split(",")))


def applies(start: Problem, state: int, step: str) -> bool:
    return call(step) in start.applicable(state)


def test_who_is_who() -> None:
    _, cast = task()
    assert cast.types[TOP] == "drawer"
    assert cast.types["wooden_cabinet_1_top_side"] == cast.types["wine_rack_1_top_region"] == "top"
    assert cast.types["microwave_1_heating_region"] == cast.types["basket_1_contain_region"] == "compartment"
    assert cast.types["kitchen_table_plate_front_region"] == "area"
    assert "kitchen_table_bowl_init_region" not in cast.types, "no goal names it"
    assert not any("bowl_drainer" in name for name in cast.types), "left over in the file"
    assert cast.whole["kitchen_table_plate_front_region"] == "kitchen_table"
    assert set(cast.items) == {BOWL, OTHER, PLATE, BASKET, BUTTER}
    assert cast.doors()["microwave_1_heating_region"] == "microwave_1"
    assert Cast.from_objects(list(cast.types.items())) == cast
    assert label("akita_black_bowl_1") == "akita black bowl"
    assert label("white_cabinet_1_top_region") == "white cabinet top region"


def test_the_start_is_what_the_file_says() -> None:
    read, cast = task()
    atoms = set(initial_atoms(read, cast))
    assert {("on", BOWL, "kitchen_table"), ("on", OTHER, PLATE), ("in", BUTTER, BOTTOM)} <= atoms
    assert {("open", TOP), ("turned_on", "flat_stove_1")} <= atoms
    assert ("on", PLATE, "kitchen_table_plate_front_region") in atoms
    assert ("on", PLATE, "kitchen_table") in atoms, "what is in an area of the table is on the table"
    assert not any(atom[1] == "wooden_cabinet_1" for atom in atoms), "fixtures stay where they are"
    assert set(atoms_of(small(), small().initial)) == atoms


@pytest.mark.parametrize(
    ("before", "step", "possible"),
    [
        ((), f"pick({OTHER})", True),
        ((), f"pick({PLATE})", False),  # a bowl stands on it
        ((), f"pick({BUTTER})", False),  # behind a shut drawer
        ((f"open({BOTTOM})",), f"pick({BUTTER})", False),  # below an open drawer
        ((f"close({TOP})", f"open({BOTTOM})"), f"pick({BUTTER})", True),
        ((f"pick({BOWL})",), f"pick({OTHER})", False),  # one hand
        ((f"pick({BOWL})",), f"open({MIDDLE})", False),
        ((f"pick({BOWL})",), "turn_off(flat_stove_1)", False),
        ((f"pick({BOWL})",), f"place_in({BOWL},{TOP})", True),
        ((f"pick({BOWL})",), f"place_in({BOWL},{MIDDLE})", False),  # shut
        ((f"pick({BOWL})",), f"place_in({BOWL},microwave_1_heating_region)", False),
        (("open(microwave_1)", f"pick({BOWL})"), f"place_in({BOWL},microwave_1_heating_region)", True),
        ((f"pick({BOWL})",), f"place_on({BOWL},{OTHER})", True),
        ((f"pick({BOWL})",), f"place_on({BOWL},{PLATE})", True),  # room for two
        ((f"pick({BOWL})",), f"place_on({BOWL},{BOWL})", False),
        ((f"pick({BOWL})", f"place_in({BOWL},basket_1_contain_region)"), f"pick({BASKET})", False),
        ((f"pick({BASKET})",), f"place_on({BASKET},kitchen_table)", True),
        ((f"pick({BASKET})",), f"place_on({BASKET},kitchen_table_plate_front_region)", True),
        ((f"pick({BASKET})",), f"place_on({BASKET},{PLATE})", False),
        ((f"pick({BASKET})",), f"place_on({BASKET},wooden_cabinet_1_top_side)", False),
        ((f"pick({BASKET})",), f"place_in({BASKET},{TOP})", False),
        ((f"pick({BASKET})",), f"place_in({BASKET},basket_1_contain_region)", False),
        (
            (f"pick({BOWL})", f"place_in({BOWL},{TOP})", f"pick({OTHER})"),
            f"place_on({OTHER},{BOWL})",  # nothing is stacked in a drawer
            False,
        ),
        ((f"pick({BOWL})", f"place_on({BOWL},{OTHER})"), f"pick({OTHER})", False),
        ((), f"open({TOP})", False),
        ((), f"close({MIDDLE})", False),
        ((), "turn_on(flat_stove_1)", False),
        (("turn_off(flat_stove_1)",), "turn_on(flat_stove_1)", True),
    ],
)
def test_what_can_be_done(before: tuple[str, ...], step: str, possible: bool) -> None:
    assert applies(small(), run(small(), *before), step) == possible


def test_an_area_is_on_its_table() -> None:
    state = run(small(), f"pick({BOWL})", f"place_on({BOWL},kitchen_table_plate_front_region)")
    assert ("on", BOWL, "kitchen_table") in atoms_of(small(), state)


def test_the_goal_can_be_reached_and_the_plan_is_certified() -> None:
    plan = (
        f"pick({BOWL})",
        f"place_in({BOWL},{TOP})",
        f"close({TOP})",
        f"open({BOTTOM})",
        f"pick({BUTTER})",
        f"place_on({BUTTER},kitchen_table_plate_front_region)",
        "turn_off(flat_stove_1)",
    )
    assert small().goal_distance(small().initial, 10) == len(plan)
    assert small().validate([call(step) for step in plan]).valid


@settings(max_examples=examples(60), deadline=None)
@given(st.integers(0, 12), st.integers(0, 2**32 - 1))
def test_random_states_are_possible_ones(steps: int, seed: int) -> None:
    """The hand is empty, everything is in one place, and nothing is where no hand could have put it."""
    _, cast = task()
    atoms = random_state(small(), steps, np.random.default_rng(seed))
    assert not any(atom[0] == "holding" for atom in atoms)
    places: dict[str, list[str]] = {}
    for name, *arguments in atoms:
        if name in ("on", "in"):
            places.setdefault(arguments[0], []).append(arguments[1])
    for item in cast.items:
        where = places[item]
        assert len(where) == 1 or {cast.whole.get(one) for one in where} >= {"kitchen_table"}
    for one in (BOWL, OTHER):
        assert sum(("on", item, one) in atoms for item in cast.items) <= 1
    assert {place for item in (BASKET,) for place in places[item]} <= {
        "kitchen_table",
        "kitchen_table_plate_front_region",
    }
    again = problem("again", cast, atoms, [("on", BOWL, PLATE)])
    assert atoms_of(again, again.initial) == atoms


def test_records_give_problems_with_any_goal() -> None:
    _, cast = task()
    record = {
        "objects": [list(pair) for pair in cast.types.items()],
        "atoms": [["on", BOWL, "kitchen_table"]],
    }
    made = libero.problem_of(record, [("on", BOWL, "flat_stove_1_cook_region"), ("turnon", "flat_stove_1")])
    assert made.goal_distance(made.initial, 9) == 3
    assert libero.problem_of(record, [("close", TOP)]).is_goal(made.initial)
    held = libero.problem_of({**record, "atoms": [["holding", BOWL]]}, [("on", BOWL, PLATE)])
    assert held.goal_distance(held.initial, 9) == 1


@pytest.mark.parametrize(
    ("atoms", "goal", "message"),
    [
        ([["on", "ghost", PLATE]], [("open", TOP)], r"\(on ghost plate_1\) in the state.*no 'ghost'"),
        ([["above", TOP, MIDDLE]], [("open", TOP)], "no such predicate"),
        ([["open"]], [("open", TOP)], r"open takes 1 argument"),
        ([], [("turned_on", "flat_stove_1")], "in the goal: no such predicate; there are on, in"),
        ([], [("in", BOWL, "kitchen")], "no 'kitchen'"),
    ],
)
def test_what_does_not_fit_is_named(
    atoms: list[list[str]], goal: list[tuple[str, ...]], message: str
) -> None:
    _, cast = task()
    with pytest.raises(DomainError, match=message):
        problem("broken", cast, atoms, goal)


def test_bad_tasks_are_named() -> None:
    text = BDDL.replace("(Turnoff flat_stove_1)", "(On butter_1 bowl_drainer_1_left_over_region)")
    with pytest.raises(DomainError, match="belongs to 'bowl_drainer_1'"):
        Cast.of(read_bddl(text))
    read = read_bddl(BDDL.replace("(Open wooden_cabinet_1_top_region)", "(Open plate_1)"))
    with pytest.raises(DomainError, match="'plate_1' is open at first, but it has no door"):
        initial_atoms(read, Cast.of(read))
    with pytest.raises(DomainError, match="begins with the name of no fixture"):
        _ = Cast.from_objects([["shelf_top", "top"]]).whole


def test_the_texts_are_strict_pddl() -> None:
    read, cast = task()
    texts = domain_text(cast), problem_text("strict", cast, initial_atoms(read, cast), read.goal)
    assert Problem.from_pddl(*texts, repair=False).repairs == ()


def test_every_original_task_has_a_short_certified_plan() -> None:
    try:
        chosen = [task for suite in libero.SUITES for task in libero.tasks(suite)]
    except BenchmarkError:
        pytest.skip("LIBERO's task files are not installed")
    assert len(chosen) == 130
    for one in chosen[::3]:
        made = one.problem()
        state, plan = made.initial, list[Action]()
        distance = made.goal_distance(state, 6)
        assert isinstance(distance, int), one.id
        assert distance >= 1, one.id
        while distance:
            distance -= 1
            index = next(
                index
                for index in made.applicable_indices(state)
                if made.goal_distance(made.successor_of_index(state, index), distance) == distance
            )
            plan.append(made.actions[index])
            state = made.successor_of_index(state, index)
        assert made.validate(plan).valid, one.id
