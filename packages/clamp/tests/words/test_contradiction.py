"""Sentences beside goals over made-up places: what says the same, what says something else, and what says neither."""

from __future__ import annotations

from pathlib import Path

import pytest
from places import lit, orders_with_goals, yard_of

from clamp import Problem
from clamp.decoding.goals import literals_of
from clamp.planning.goals import GoalLiteral, Goals, literals_of_goal
from clamp.planning.task import And, Atom, Exists, Forall, Not, Or, Variable
from clamp.words.contradiction import contradiction

pytestmark = pytest.mark.usefixtures("unhurried")


def others(goal: list[GoalLiteral], known: list[GoalLiteral]) -> list[GoalLiteral]:
    """Facts of the same predicate that exclude the first of a goal, or are its opposite."""
    one = goal[0]
    found = [GoalLiteral(one.predicate, one.args, not one.positive)]
    if one.positive:
        found += [
            other
            for other in known
            if (other.predicate, other.positive, other.kind) == (one.predicate, True, "")
            and other.args != one.args
            and len(set(other.args) & set(one.args)) == len(one.args) - 1
        ]
    return found


@pytest.mark.sampled(1)
@pytest.mark.parametrize("seed", range(8))
def test_the_same_is_no_contradiction_and_another_goal_is_one(seed: int) -> None:
    yard = yard_of(seed)
    noticed = made = alarms = same = 0
    missed: list[object] = []
    for sentence, said in orders_with_goals(yard):
        goal = [lit(*one) for one in said]
        same += 1
        told = contradiction(sentence, yard.problem, goal, yard.goals)
        alarms += told is not None
        if told is not None:
            missed.append((sentence, goal, told))
        for other in others(goal, yard.goals.literals)[:3]:
            if not yard.goals.knows(other) or (len(goal) > 1 and other in goal):
                continue
            made += 1
            found = contradiction(sentence, yard.problem, [other], yard.goals)
            noticed += found is not None
            if found is None:
                missed.append((sentence, other))
            else:
                assert found.goal != found.said
                assert set(found.to_json()) == {"sentence", "goal"}
    assert made >= 40
    assert noticed >= 0.9 * made, missed
    assert alarms <= 0.03 * same, missed


@pytest.mark.sampled(2)
@pytest.mark.parametrize("seed", range(8))
def test_what_was_not_read_is_compared_by_what_it_speaks_of(seed: int) -> None:
    yard = yard_of(seed)
    _, one, other = yard.things
    goal = [lit("on", f"{one}_1", f"{yard.bench}_1")]
    for sentence, contradicts in [
        (f"Somebody ought to get round to having the {one} on the {yard.bench}", False),
        (f"Somebody ought to get round to having the {other} on the {yard.bench}", True),
        (f"Whoever passes by, do not dare to meddle with the {one}", True),
        (f"Would it not be nice to find the {one} there for once", False),
        (f"The {one} is quite happy where it is, leave the {one} there", True),
        ("Have a nice day", False),
        (f"Whoever it is, get the {one} to the left of all else on the {yard.bench}", False),
        (f"Whoever it is, have the widgets by the {yard.bench} soon", False),
        ("", False),
        (f"It's too dark in here, put the {one} on the {yard.bench}", False),
        ("Whoever it is, handle anything but the widgets", False),
    ]:
        found = contradiction(sentence, yard.problem, goal, yard.goals)
        assert (found is not None) == contradicts, (sentence, found)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("seed", range(8))
def test_a_goal_of_another_thing_in_place_of_one_is_a_contradiction(seed: int) -> None:
    """Though both share a fact: *A and B on the bench* is not *C and B on the bench*."""
    yard = yard_of(seed)
    _, one, other = yard.things
    bench = f"{yard.bench}_1"
    moved = [lit("on", f"{name}_1", bench) for name in (one, other)]
    third = next(
        literal
        for literal in yard.goals.literals
        if literal.predicate == "on"
        and literal.positive
        and not literal.kind
        and literal.args[1] == bench
        and literal not in moved
    )
    sentence = f"Put the {one} and the {other} on the {yard.bench}"
    for goal, contradicts in [(moved, False), (moved[:1], False), ([moved[0], third], True)]:
        found = contradiction(sentence, yard.problem, goal, yard.goals)
        assert (found is not None) == contradicts, (sentence, goal, found)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("seed", range(8))
def test_a_goal_that_takes_away_what_is_only_put_there_is_a_contradiction(seed: int) -> None:
    yard = yard_of(seed)
    _, one, _ = yard.things
    goal = [lit("not", "on", f"{one}_1", f"{yard.bench}_1")]
    for sentence, contradicts in [
        (f"Somebody ought to get round to having the {one} on the {yard.bench}", True),
        (f"Somebody ought to get round to having the {one} off the {yard.bench}", False),
    ]:
        found = contradiction(sentence, yard.problem, goal, yard.goals)
        assert (found is not None) == contradicts, (sentence, found)


def test_goals_that_are_conjunctions_of_facts() -> None:
    fact = Atom("on", ("cup", "?x"))
    assert literals_of_goal(And((fact, Not(Atom("wet", ("cup",)))))) == (
        GoalLiteral("on", ("cup", "?x")),
        GoalLiteral("wet", ("cup",), False),
    )
    each = literals_of_goal(Forall((Variable("?y", ("thing",)),), Atom("wet", ("?y",))))
    assert each == (GoalLiteral("wet", ("?x",), True, "thing"),)
    for none in (Or((fact, fact)), Exists((Variable("?y", ("thing",)),), fact), Not(And((fact, fact)))):
        assert literals_of_goal(none) is None


KITCHEN = Path(__file__).parents[4] / "examples" / "kitchen"


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    ("sentence", "read", "none", "noticed"),
    [
        ("Would you be a dear with the milk", {"at(milk, fridge)": 0.9}, 0.0, False),
        ("Would you be a dear with the milk", {"at(milk, shelf)": 0.6}, 0.1, True),
        ("Would you be a dear with the milk", {"at(milk, shelf)": 0.1}, 0.8, False),  # it does not know
        ("Would you be a dear with the milk", {"at(milk, shelf)": 0.3}, 0.6, True),  # what else could it be?
        ("Would you be a dear with the milk", {"at(milk, shelf)": 0.8, "at(milk, fridge)": 0.1}, 0.0, False),
        ("Fridge for the milk, not the shelf.", {"at(milk, fridge)": 0.9}, 0.0, False),
        (
            "Would you be a dear with the apple",
            {"at(milk, fridge)": 0.9},
            0.0,
            False,
        ),  # whatever its words are
        ("Would you be a dear with the apple", {"at(milk, fridge)": 0.1}, 0.8, True),
        ("Would you be a dear with the milk", {"at(milk, fridge) and open(fridge)": 0.9}, 0.0, True),
        (
            "Would you be a dear with the cup",
            {"at(red_cup_1, sink)": 0.9},
            0.0,
            False,
        ),  # it may be the other cup
        ("Would you be a dear with the milk", {}, 0.9, False),  # it may ask for what has no name here
        ("Don't you be a dear with the milk", {}, 0.9, True),
        ("Would you be a dear with the milk", {}, 0.0, False),
    ],
)
def test_what_is_not_understood_a_model_reads_that_was_trained_to(
    sentence: str, read: dict[str, float], none: float, noticed: bool
) -> None:
    kitchen = Problem.from_pddl(KITCHEN / "domain.pddl", KITCHEN / "problem.pddl")
    goal = literals_of("at(red_cup_2, sink)" if "cup" in sentence else "at(milk, fridge)")
    asked: list[str] = []

    def reads(text: str) -> list[tuple[tuple[GoalLiteral, ...], float]]:
        asked.append(text)
        return [*((tuple(literals_of(one)), share) for one, share in read.items()), ((), none)]

    told = contradiction(sentence, kitchen, goal, Goals(kitchen), reads)
    assert (told is not None, len(asked)) == (noticed, 1)
    put, milk = "Put the milk in the fridge", literals_of("at(milk, fridge)")
    understood = contradiction(put, kitchen, milk, Goals(kitchen), reads)
    assert (understood, len(asked)) == (None, 1)
