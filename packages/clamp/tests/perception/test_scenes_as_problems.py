"""A scene that says how things are stands for a problem; one that only says what is seen does not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from commands import run
from roots import ROOT

from clamp import Problem, Request
from clamp.errors import SceneError
from clamp.perception import Entity, Scene
from clamp.planning.goals import lacks_goal
from clamp.request.scenes import problem_of_scene

DOMAIN = ROOT / "examples" / "kitchen" / "domain.pddl"
PROBLEM = ROOT / "examples" / "kitchen" / "problem.pddl"
SCENE = json.loads((ROOT / "examples" / "kitchen" / "scene.json").read_text())
FACTS = SCENE["facts"]


def kitchen(**changed: Any) -> dict[str, Any]:
    return SCENE | changed


def written(folder: Path, data: dict[str, Any]) -> str:
    file = folder / "scene.json"
    file.write_text(json.dumps(data))
    return str(file)


def test_it_is_the_problem_that_says_the_same() -> None:
    there = Problem.from_pddl(DOMAIN, PROBLEM)
    here = problem_of_scene(DOMAIN, Scene.from_json(kitchen()))
    assert here.facts(here.initial) == there.facts(there.initial)
    assert set(here.actions) == set(there.actions)
    assert lacks_goal(here)
    facts = [["ROBOT-AT", "shelf"], *FACTS[1:]]  # names are compared without regard to case
    assert problem_of_scene(DOMAIN, Scene.from_json(kitchen(facts=facts))).initial == here.initial


def test_a_domain_without_types_needs_none() -> None:
    domain = "(define (domain d) (:predicates (lit ?x)) (:action a :parameters (?x) :effect (lit ?x)))"
    scene = Scene((Entity("lamp"), Entity("candle")), facts=(("lit", "lamp"),))
    found = problem_of_scene(domain, scene)
    assert (found.entities, len(found.facts(found.initial))) == (("lamp", "candle"), 1)


def test_constants_are_not_declared_again() -> None:
    domain = (
        "(define (domain d) (:requirements :typing) (:types thing) (:constants robot - thing) "
        "(:predicates (lit ?x - thing)) (:action a :parameters (?x - thing) :effect (lit ?x)))"
    )
    scene = Scene((Entity("robot"), Entity("lamp", type="thing")), facts=())
    assert problem_of_scene(domain, scene).entities == ("robot", "lamp")


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"facts": None}, "lacks `facts`"),
        ({"entities": [{"id": "milk"}], "facts": []}, "the type of milk is missing"),
        ({"entities": [{"id": "milk", "type": "drink"}], "facts": []}, "'drink'"),
        ({"facts": [["in", "milk", "fridge"]]}, "'in' is not declared"),
        *(
            ({"entities": [{"id": one, "type": "food"}], "facts": []}, "is no name of an object")
            for one in ("?x", "red cup", "a)b", "--")
        ),
        (
            {"entities": [{"id": one, "type": "food"} for one in ("Milk", "milk")], "facts": []},
            "is also spelt",
        ),
        ({"facts": [["at", "milk"]]}, "2 things, not 1"),
        ({"facts": [["at", "milk", "apple"]]}, "'apple' is of type food"),
        ({"facts": [["at", "milk", "cellar"]]}, "'cellar', which the scene does not have"),
        ({"facts": [["not", "at", "milk"]]}, "is left out"),
        ({"facts": [[]]}, "A fact is a predicate"),
        ({"facts": ["at(milk, table)"]}, "list"),
        ({"facts": [["at", 1, "table"]]}, "string"),
        ({"entities": [{"id": "milk", "type": ""}]}, "type"),
    ],
)
def test_what_a_scene_lacks_or_gets_wrong_is_said(tmp_path: Path, changed: dict[str, Any], why: str) -> None:
    file = written(tmp_path, kitchen(**changed))
    for command in ("plan", "goal"):
        found = run(command, "--domain", str(DOMAIN), "--scene", file, "--instruction", "Open the fridge")
        assert found.exit_code == 2, found.output
        assert why in " ".join(found.stderr.split()), found.stderr
        assert "defect" not in found.stderr


def test_two_types_of_one_thing_are_refused() -> None:
    views = {"a": (4, 4), "b": (4, 4)}
    both = Scene((Entity("milk", view="a", type="food"), Entity("milk", view="b", type="dish")), views, ())
    with pytest.raises(SceneError, match="'food' and 'dish'"):
        problem_of_scene(DOMAIN, both)


def test_without_a_problem_the_commands_go_on_from_the_scene(tmp_path: Path) -> None:
    files = ["--domain", str(DOMAIN), "--scene", written(tmp_path, kitchen())]
    found = run("goal", *files, "--instruction", "Put the milk in the fridge and close it.", "--json")
    assert (found.exit_code, json.loads(found.stdout)["goal"]) == (
        0,
        [["at", "milk", "fridge"], ["not", "open", "fridge"]],
    )
    for said in ([], ["--goal", "at(milk, fridge)"]):
        found = run(
            "plan", *files, "--instruction", "Put the milk in the fridge", *said, "--json", "--budget", "9"
        )
        told = json.loads(found.stdout)
        assert (found.exit_code, told["goal"]) == (0, [["at", "milk", "fridge"]])
        assert ("the goal as it was read off the instruction" in told["certificate"]["claim"]) == (not said)
    found = run("plan", *files, "--goal", "at(milk, fridge)", "--json", "--budget", "9")  # in place of words
    told = json.loads(found.stdout)
    assert (found.exit_code, told["goal"], told["instruction"]) == (
        0,
        [["at", "milk", "fridge"]],
        "At the end, milk is at fridge.",
    )
    found = run("plan", *files, "--goal", "at(milk fridge", "--json")
    assert (found.exit_code, "cannot be read" in found.stderr) == (2, True)
    found = run("plan", *files, "--instruction", "Close the fridge", "--json")
    assert (found.exit_code, json.loads(found.stdout)["failure"]["cause"]) == (1, "no-goal")
    found = run("plan", "--domain", str(DOMAIN), "--instruction", "Close the fridge")
    assert (found.exit_code, "missing `problem`" in found.stderr) == (2, True)
    found = run("plan", "--scene", files[-1], "--instruction", "Close the fridge")
    assert (found.exit_code, "does not have" in found.stderr and "--domain FILE" in found.stderr) == (2, True)


@pytest.mark.parametrize(
    ("fact", "holds"), [(["at", "milk", "table"], True), (["at", "milk", "sink"], False)]
)
def test_a_scene_that_contradicts_the_problem_beside_it_is_refused(fact: list[str], holds: bool) -> None:
    problem = Problem.from_pddl(DOMAIN, PROBLEM)
    scene = Scene.from_json(kitchen(facts=[fact]))
    request = Request.of(problem, "Open the fridge", scene=scene)
    if holds:
        assert "milk" in (request.seen or ())
    else:
        with pytest.raises(SceneError, match=r"sink.*does not hold at first"):
            request.check()


def test_facts_are_kept_where_scenes_are_changed() -> None:
    scene = Scene((Entity("milk"), Entity("table")), facts=(("on", "milk", "table"), ("ready",)))
    assert Scene.from_json(scene.to_json()) == scene
    assert scene.renamed({"milk": "carton"}).facts == (("on", "carton", "table"), ("ready",))
    assert scene.renamed({"milk": None}).facts == (("ready",),)
    more = Scene((Entity("lamp"), Entity("milk")), facts=(("lit", "lamp"), ("ready",)))
    assert Scene.merge([scene, more, Scene()]).facts == (("on", "milk", "table"), ("ready",), ("lit", "lamp"))
    assert scene.update(more).facts == more.facts
    assert scene.update(Scene()).facts is None
