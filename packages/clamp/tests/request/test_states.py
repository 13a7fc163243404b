"""Beliefs beside a problem file and a domain: what is possible, and what contradicts what."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import clamp
from clamp.errors import SceneError
from clamp.perception import Belief, Evidence
from clamp.planning.invariants import invariants
from clamp.planning.pddl import read_domain_file
from clamp.request.states import ResolvedState, contradictions, likeliest, observer_for, resolve

DOMAIN, PROBLEM = "examples/kitchen/domain.pddl", "examples/kitchen/problem.pddl"
BLOCKS = """(define (domain blocks) (:requirements :strips :typing) (:types block)
 (:predicates (on ?x ?y - block) (ontable ?x - block) (clear ?x - block) (handempty) (holding ?x - block))
 (:action pick-up :parameters (?x - block) :precondition (and (clear ?x) (ontable ?x) (handempty))
  :effect (and (not (ontable ?x)) (not (clear ?x)) (not (handempty)) (holding ?x)))
 (:action put-down :parameters (?x - block) :precondition (holding ?x)
  :effect (and (not (holding ?x)) (clear ?x) (handempty) (ontable ?x)))
 (:action stack :parameters (?x ?y - block) :precondition (and (holding ?x) (clear ?y))
  :effect (and (not (holding ?x)) (not (clear ?y)) (clear ?x) (handempty) (on ?x ?y)))
 (:action unstack :parameters (?x ?y - block) :precondition (and (on ?x ?y) (clear ?x) (handempty))
  :effect (and (holding ?x) (clear ?y) (not (clear ?x)) (not (handempty)) (not (on ?x ?y)))))"""

FULL_HAND = """(define (domain blocks) (:requirements :strips :typing) (:types block)
 (:predicates (on ?x ?y - block) (ontable ?x - block) (clear ?x - block) (handempty) (handfull) (holding ?x - block))
 (:action pick-up :parameters (?x - block) :precondition (and (clear ?x) (ontable ?x) (handempty))
  :effect (and (not (ontable ?x)) (not (clear ?x)) (not (handempty)) (handfull) (holding ?x)))
 (:action put-down :parameters (?x - block) :precondition (and (holding ?x) (handfull))
  :effect (and (not (holding ?x)) (clear ?x) (handempty) (not (handfull)) (ontable ?x)))
 (:action stack :parameters (?x ?y - block) :precondition (and (holding ?x) (clear ?y) (handfull))
  :effect (and (not (holding ?x)) (not (clear ?y)) (clear ?x) (handempty) (not (handfull)) (on ?x ?y)))
 (:action unstack :parameters (?x ?y - block) :precondition (and (on ?x ?y) (clear ?x) (handempty))
  :effect (and (holding ?x) (clear ?y) (not (clear ?x)) (not (handempty)) (handfull) (not (on ?x ?y)))))"""


def kitchen() -> clamp.Problem:
    return clamp.Problem.from_pddl(DOMAIN, PROBLEM)


def seen(**facts: float) -> Belief:
    """``at__milk__shelf=0.97``."""
    return Belief(
        evidence=tuple(
            Evidence(tuple(name.replace("9", "-").split("__")), p, "vlm") for name, p in facts.items()
        )
    )


def resolved(*, prefer: str | None = None, unknown: str = "conformant", **facts: float) -> ResolvedState:
    return resolve(kitchen(), seen(**facts), prefer=prefer, unknown=unknown)


def begun(state: ResolvedState) -> set[str]:
    return {str(one) for one in state.problem.task.initial}


def test_what_agrees_with_the_file_changes_nothing() -> None:
    state = resolved(at__milk__table=0.97, open__fridge=0.02)
    assert state.contradictions == ()
    assert state.failure is None
    assert state.problem.task.initial == kitchen().task.initial


def test_a_drawer_open_in_the_picture_and_shut_in_the_file_is_named() -> None:
    state = resolved(open__fridge=0.97)
    (found,) = state.contradictions
    assert (found.kind, found.facts) == ("file", (("open", "fridge"),))
    assert state.failure is not None
    assert state.failure.cause == "contradiction"
    assert "open(fridge)" in state.failure.message
    assert state.failure.entities == ("fridge",)
    assert "(open fridge)" in begun(resolved(open__fridge=0.97, prefer="picture"))
    assert "(open fridge)" not in begun(resolved(open__fridge=0.97, prefer="file"))
    assert resolved(open__fridge=0.97, prefer="file").failure is None


def test_a_thing_that_was_seen_elsewhere_is_not_where_the_file_has_it() -> None:
    state = resolved(at__milk__shelf=0.97, prefer="picture")
    assert "(at milk shelf)" in begun(state)
    assert "(at milk table)" not in begun(state)
    assert {one.kind for one in state.contradictions} == {"file"}
    assert "(at milk table)" in begun(resolved(at__milk__shelf=0.97, prefer="file"))


def test_two_places_of_one_thing_contradict_each_other() -> None:
    found = resolved(at__milk__shelf=0.97, at__milk__sink=0.95)
    assert "mutex" in {one.kind for one in found.contradictions}
    preferred = resolved(at__milk__shelf=0.97, at__milk__sink=0.95, prefer="picture")
    assert {str(one) for one in preferred.possible.unknown} == {"(at milk shelf)", "(at milk sink)"}
    assert preferred.possible.count() == 2


def test_what_was_looked_at_and_is_not_known_is_unknown() -> None:
    state = resolved(dirty__red_cup_1=0.5, dirty__red_cup_2=0.4)
    assert state.possible.count() == 4
    assert state.for_all
    assert resolved(dirty__red_cup_1=0.5, prefer="file").possible.unknown == ()
    likely = resolved(dirty__red_cup_1=0.3, dirty__red_cup_2=0.8, unknown="likeliest")
    assert begun(likely) >= {"(dirty red_cup_2)"}
    assert "(dirty red_cup_1)" not in begun(likely)
    assert not likely.for_all


def test_a_thing_that_may_not_be_where_the_file_has_it_may_be_anywhere() -> None:
    state = resolved(at__milk__table=0.5)
    assert {str(one) for one in state.possible.unknown} == {
        *("(at milk table)", "(at milk shelf)", "(at milk sink)", "(at milk fridge)")
    }
    assert state.possible.count() == 4
    gone = resolved(at__milk__table=0.03, prefer="picture")
    assert gone.possible.count() == 3


def test_sources_that_contradict_each_other_are_named() -> None:
    belief = Belief(
        evidence=(Evidence(("open", "fridge"), 0.97, "vlm"), Evidence(("open", "fridge"), 0.02, "geometry"))
    )
    (found,) = contradictions(kitchen(), belief)
    assert found.kind == "sources"
    assert "vlm has 0.97" in found.text
    assert "(open fridge)" not in begun(resolve(kitchen(), belief, prefer="file"))


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        (("opn", "fridge"), "'opn' is not declared"),
        (("open", "milk"), "'milk' is of type food"),
        (("open", "frige"), "'frige', which the problem does not know"),
        (("open",), "is said of 1 thing, not 0"),
    ],
)
def test_facts_that_the_problem_does_not_know_are_refused(fact: tuple[str, ...], said: str) -> None:
    with pytest.raises(SceneError, match=said):
        resolve(kitchen(), Belief(evidence=(Evidence(fact, 1.0, "person"),)))


def test_a_world_without_pddl_has_no_such_facts() -> None:
    with pytest.raises(SceneError, match="problem in PDDL"):
        resolve(object(), Belief())  # pyright: ignore


def test_without_a_file_nothing_is_guessed() -> None:
    domain, _ = read_domain_file(BLOCKS)
    things = {"a": "block", "b": "block"}
    with pytest.raises(SceneError, match="which things there are"):
        resolve(domain, Belief())
    with pytest.raises(SceneError, match="nothing says anything of ontable, clear, handempty, holding"):
        resolve(domain, Belief(things, (Evidence(("on", "a", "b"), 0.97, "eyes"),)))
    facts = {("on", "a", "b"): 0.97, ("ontable", "b"): 1.0, ("clear", "a"): 1.0, ("handempty",): 1.0}
    closed = Belief(things, tuple(Evidence(fact, p, "eyes") for fact, p in facts.items()), closed_world=True)
    state = resolve(domain, closed)
    assert state.failure is None
    assert begun(state) == {"(on a b)", "(ontable b)", "(clear a)", "(handempty)"}
    with pytest.raises(SceneError, match="type"):
        resolve(domain, Belief({"a": "cube"}, closed_world=True))


def test_blocks_stand_in_one_place() -> None:
    domain, _ = read_domain_file(BLOCKS)
    things = dict.fromkeys("abc", "block")
    sure = [Evidence(("handempty",), 1.0, "assumed")]
    guesses = {
        ("on", "a", "b"): 0.7, ("on", "a", "c"): 0.6, ("ontable", "a"): 0.2, ("ontable", "b"): 0.8,
        ("on", "b", "c"): 0.3, ("ontable", "c"): 0.95, ("clear", "a"): 0.9, ("clear", "b"): 0.6, ("clear", "c"): 0.7,
    }  # fmt: skip
    belief = Belief(
        things, (*sure, *(Evidence(fact, p, "eyes") for fact, p in guesses.items())), closed_world=True
    )
    found = likeliest(domain, belief)
    assert found == {
        ("on", "a", "b"),
        ("ontable", "b"),
        ("ontable", "c"),
        ("clear", "a"),
        ("clear", "c"),
        ("handempty",),
    }
    twice = [Evidence(("on", "a", below), 0.97, "eyes") for below in "bc"]
    wrong = resolve(domain, Belief(things, (*sure, *twice), closed_world=True))
    assert wrong.failure is not None
    assert "on(a, b) and on(a, c) were seen" in wrong.failure.message


def test_invariants_hold_along_random_walks() -> None:
    import random

    rng = random.Random(1)
    task = clamp.Problem.from_pddl(
        BLOCKS,
        "(define (problem p) (:domain blocks) (:objects a b c - block) (:goal (on a b)) "
        "(:init (ontable a) (on b a) (clear b) (ontable c) (clear c) (handempty)))",
    )
    found = invariants(task.task)
    assert {one.about for one in found} >= {"a", "b", "c", ""}
    state = task.initial
    for _ in range(200):
        facts = task.facts(state)
        for one in found:
            assert sum(atom in facts for atom in one.members) == 1
        state = task.successor_of_index(state, rng.choice(task.applicable_indices(state)))


def test_what_only_ever_ends_excludes_nothing() -> None:
    groups = [{str(atom) for atom in one.members} for one in invariants(kitchen().task)]
    assert not any("(dirty red_cup_1)" in one for one in groups)
    assert not any({"(at milk table)", "(at apple table)"} <= one for one in groups)
    assert any({"(at milk table)", "(at milk shelf)", "(holding milk)"} <= one for one in groups)


def test_no_observer_is_a_clear_answer() -> None:
    domain, _ = read_domain_file(DOMAIN)
    with pytest.raises(SceneError, match="no observer 'nobody'"):
        observer_for(domain, "nobody")


# ------------------------------------------------------------------ one verdict, whoever asks


def request(state: Any, **settings: Any) -> clamp.Request:
    return clamp.Request.of(kitchen(), "Put the milk in the fridge.", state=state, **settings)


def test_requests_refuse_and_plan() -> None:
    shut = request(seen(open__fridge=0.97))
    assert shut.refusal is not None
    assert shut.refusal.cause == "contradiction"
    with pytest.raises(clamp.errors.ConstraintError, match="open"):
        shut.made(clamp.request.request.byte_vocabulary())
    assert request(seen(open__fridge=0.97).to_json(), prefer="picture").refusal is None
    many = request(seen(dirty__red_cup_1=0.5))
    assert many.refusal is None
    assert many.system.validate([]).unknown == "conformant"
    assert request(seen(dirty__red_cup_1=0.5), unknown="likeliest").system is not many.system
    told = many.told(clamp.PlanResult("fail", failure=clamp.Failure("unreachable", "No.")))
    assert told.failure is not None
    assert "serve all of 2 states" in told.failure.message
    assert told.to_json()["state"]["unknown"] == [["dirty", "red_cup_1"]]


def test_the_json_of_a_served_request_comes_to_the_same() -> None:
    from clamp.serve.description import ConstraintSpec

    with open(DOMAIN) as one, open(PROBLEM) as other:
        fields = {"domain": one.read(), "problem": other.read(), "budget": 20}
    spec = ConstraintSpec.model_validate(fields | {"state": seen(open__fridge=0.97).to_json()})
    assert spec.request().refusal == request(seen(open__fridge=0.97)).refusal
    assert (
        ConstraintSpec.model_validate(
            fields | {"state": seen(open__fridge=0.97).to_json(), "prefer": "picture"}
        )
        .request()
        .refusal
        is None
    )


def test_the_places_of_all_blocks_are_a_count_and_exclude_nothing() -> None:
    """With a predicate that says that the hand is full, all places and it are as many as there are blocks."""
    domain, _ = read_domain_file(FULL_HAND)
    names = "abc"
    true = {
        ("ontable", "a"),
        ("on", "b", "a"),
        ("ontable", "c"),
        ("clear", "b"),
        ("clear", "c"),
        ("handempty",),
    }
    facts = [("handempty",), ("handfull",), *((p, x) for p in ("ontable", "clear", "holding") for x in names)]
    facts += [("on", x, y) for x in names for y in names]
    belief = Belief(
        dict.fromkeys(names, "block"),
        tuple(Evidence(one, 0.99 if one in true else 0.01, "eyes") for one in facts),
    )
    found = resolve(domain, belief)
    assert found.failure is None, found.failure
    assert found.contradictions == ()
    wrong = belief.told(("holding", "c"), True)
    assert any(one.kind == "mutex" for one in resolve(domain, wrong, prefer="picture").contradictions)


NO_GOAL = """(define (problem tidy) (:domain kitchen)
 (:objects table shelf sink - surface fridge - container milk apple - food red_cup_1 red_cup_2 - dish)
 (:init (robot-at shelf) (hand-empty) (at milk table) (at red_cup_1 table) (at red_cup_2 shelf) (at apple fridge)
  (dirty red_cup_1) (washes sink)) (:goal (and)))"""


def unaimed(instruction: str, belief: Belief, **settings: Any) -> clamp.Request:
    problem = clamp.Problem.from_pddl(DOMAIN, NO_GOAL)
    return clamp.Request.of(problem, instruction, state=belief, **settings)


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    ("instruction", "status"),
    [
        ("If the fridge is open, put the milk on the shelf", "question"),
        ("If the fridge is not open, put the milk on the shelf", "question"),
        ("Put the milk on the shelf", "goal"),
        ("Open the fridge", "goal"),  # in one of the states it holds already
        ("Put the milk on the table", "none"),
    ],
)
@pytest.mark.parametrize("likely", [0.4, 0.6])
def test_a_goal_is_the_same_in_every_possible_state(instruction: str, status: str, likely: float) -> None:
    from clamp.hosts.goals import aimed

    def no_model() -> Any:
        raise AssertionError("a model was asked")

    made = unaimed(instruction, seen(open__fridge=likely))
    found = aimed(made, no_model)
    assert found is not None
    assert found[0].status == status
    assert status != "question" or "(open fridge)" in found[0].why
    sure = aimed(made, no_model, yes=True)
    assert sure is not None
    assert sure[0].status == status  # a condition is not dropped because somebody wants no questions


def said(goal: str, belief: Belief, **settings: Any) -> Any:
    from clamp.hosts.goals import aimed

    return aimed(unaimed("", belief, **settings), lambda: pytest.fail("a model was asked"), said=goal)


@pytest.mark.parametrize("likely", [0.2, 0.5, 0.8])
def test_what_holds_in_the_likeliest_state_alone_does_not_hold_already(likely: float) -> None:
    found = said("open(fridge)", seen(open__fridge=likely))
    assert found[0].status == "goal"
    with pytest.raises(clamp.errors.ConstraintError, match="holds already"):
        said("at(milk, table)", seen(open__fridge=likely))


def test_of_two_places_that_were_seen_neither_holds_already() -> None:
    twice = seen(at__milk__table=0.99, at__milk__shelf=0.98)
    assert said("at(milk, table)", twice) is None  # nothing is planned for
    assert said("at(milk, table)", twice, prefer="picture")[0].status == "goal"
    assert said("at(milk, shelf)", twice, prefer="picture")[0].status == "goal"


def test_a_robot_that_may_be_elsewhere_may_be_anywhere() -> None:
    """``go`` takes the robot from wherever it was by *forall … when*."""
    state = resolve(kitchen(), seen(robot9at__shelf=0.5))
    assert {str(one) for one in state.possible.unknown} == {
        f"(robot-at {place})" for place in ("fridge", "shelf", "sink", "table")
    }
    assert state.possible.count() == 4
    both = resolve(kitchen(), seen(robot9at__table=0.97))
    assert both.failure is not None
    assert "robot-at(shelf)" in both.failure.message


def test_what_is_taken_away_only_at_times_excludes_nothing() -> None:
    domain = """(define (domain d) (:requirements :typing :conditional-effects) (:types place)
     (:predicates (at ?p - place) (lit ?p - place) (dark))
     (:action go :parameters (?p - place) :precondition (dark) :effect (and (at ?p)
      (forall (?q - place) (when (and (at ?q) (lit ?q)) (not (at ?q))))))
     (:action light :parameters (?p - place) :effect (lit ?p)))"""
    problem = "(define (problem p) (:domain d) (:objects a b - place) (:init (at a) (dark)) (:goal (at b)))"
    for group in invariants(clamp.Problem.from_pddl(domain, problem).task):
        assert not {"(at a)", "(at b)"} <= {str(one) for one in group.members}
    sure = domain.replace("(and (at ?q) (lit ?q))", "(at ?q)")
    (group,) = invariants(clamp.Problem.from_pddl(sure, problem).task)
    assert {str(one) for one in group.members} == {"(at a)", "(at b)"}
    assert group.lasting
    assert not group.exactly  # where it was nowhere, it gets somewhere
    lost = sure.replace("(:action light", "(:action hide :parameters () :effect (forall (?q - place) "
                        "(when (at ?q) (not (at ?q))))) (:action light")  # fmt: skip
    (group,) = invariants(clamp.Problem.from_pddl(lost, problem).task)
    assert not group.lasting


def test_a_rule_that_some_possible_states_break_names_the_unknown_fact() -> None:
    failed = clamp.PlanResult("fail", failure=clamp.Failure("rules", "The initial state breaks the rule."))
    told = request(seen(open__fridge=0.6), rules=["G !open(fridge)"]).told(failed).failure
    assert told is not None
    assert "In some of 2 possible states" in told.message
    assert "(open fridge)" in told.message
    every = request(seen(dirty__red_cup_1=0.6), rules=["G !at(milk, table)"]).told(failed).failure
    assert every is not None
    assert every.message == "The initial state breaks the rule."


def test_what_was_grounded_for_all_states_is_grounded_once() -> None:
    made = request(seen(open__fridge=0.6))
    ground = made._for_all  # pyright: ignore[reportPrivateUsage]
    assert made.but(constraints=["syntax"], slack=3)._for_all is ground  # pyright: ignore[reportPrivateUsage]
    ruled = made.but(rules=["G !open(fridge)"])
    assert ruled._for_all is not ground  # pyright: ignore[reportPrivateUsage]


def test_no_plan_for_all_states_is_not_said_to_be_none_at_all() -> None:
    none = clamp.PlanResult(
        "fail", failure=clamp.Failure("unreachable", "No sequence of actions reaches the goal.")
    )
    views = [Evidence(("open", "fridge"), p, "vlm", view) for view, p in (("left", 0.97), ("right", 0.03))]
    told = request(Belief(evidence=tuple(views))).told(none).failure
    assert told is not None
    assert told.message.startswith("No one plan for all 2 possible states reaches the goal.")
    assert "The pictures disagree about open(fridge)" in told.message
    told = request(seen(open__fridge=0.6)).told(none).failure
    assert told is not None
    assert "disagree" not in told.message


def test_who_disagrees_is_named() -> None:
    """A person's state has no pictures that could disagree."""
    none = clamp.PlanResult(
        "fail", failure=clamp.Failure("unreachable", "No sequence of actions reaches it.")
    )
    for sources, said in {
        ("person", "person"): "The person says two things about open(fridge).",
        ("person", "vlm"): "The pictures and the person disagree about open(fridge).",
        ("file", "vlm"): "The pictures and the file disagree about open(fridge).",
    }.items():
        told = [Evidence(("open", "fridge"), p, one) for one, p in zip(sources, (0.97, 0.03), strict=True)]
        failure = request(Belief(evidence=tuple(told)), prefer="picture").told(none).failure
        assert failure is not None
        assert said in failure.message
    twice = [Evidence(("at", "milk", place), 0.97, "person") for place in ("shelf", "sink")]
    failure = request(Belief(evidence=tuple(twice)), prefer="picture").told(none).failure
    assert failure is not None
    assert "The person says two things about at(milk, shelf), at(milk, sink)." in failure.message


def test_two_pictures_of_one_thing_in_two_places_disagree() -> None:
    none = clamp.PlanResult(
        "fail", failure=clamp.Failure("unreachable", "No sequence of actions reaches the goal.")
    )
    twice = seen(at__milk__shelf=0.97, at__milk__sink=0.98)
    told = request(twice, prefer="picture").told(none).failure
    assert told is not None
    assert "The pictures disagree about at(milk, shelf), at(milk, sink)." in told.message


def test_where_no_action_can_be_done_in_all_states_it_is_said_of_all() -> None:
    none = clamp.PlanResult("fail", failure=clamp.Failure("no-action", "'tidy-up' has no actions."))
    told = request(seen(robot9at__shelf=0.5)).told(none).failure
    assert told is not None
    assert told.message.startswith("'tidy-up' has no action that can be executed in all 4 possible states.")


@pytest.mark.parametrize("text", [BLOCKS, FULL_HAND], ids=["blocks", "full hand"])
def test_what_is_said_to_be_unknown_is_never_made_certain_by_the_file(text: str, tmp_path: Path) -> None:
    (tmp_path / "d.pddl").write_text(text)
    (tmp_path / "p.pddl").write_text(
        "(define (problem p) (:domain blocks) (:objects a b c - block) (:goal (on a b)) "
        "(:init (ontable a) (clear b) (on b a) (ontable c) (clear c) (handempty)))"
    )
    problem = clamp.Problem.from_pddl(tmp_path / "d.pddl", tmp_path / "p.pddl")
    facts: list[tuple[str, ...]] = [("handempty",), *([("handfull",)] if "(handfull)" in text else [])]
    for one in "abc":
        facts += [("ontable", one), ("clear", one), ("holding", one)]
        facts += [("on", one, other) for other in "abc" if other != one]
    for fact in facts:
        found = resolve(problem, Belief(evidence=(Evidence(fact, 0.5, "a person"),))).possible
        assert fact in {(one.predicate, *one.args) for one in found.unknown}
        assert (found.count() or 0) > 1
    for twice in ([("on", "b", "a"), ("on", "b", "c")], [("on", "b", "a"), ("ontable", "b")]):
        seen_both = Belief(evidence=tuple(Evidence(fact, 0.95, "eyes") for fact in twice))
        found = resolve(problem, seen_both, prefer="picture").possible
        assert set(twice) <= {(one.predicate, *one.args) for one in found.unknown}
