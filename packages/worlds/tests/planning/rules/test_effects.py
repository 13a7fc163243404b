"""What an event leaves behind."""

from __future__ import annotations

import pytest
from roots import EXAMPLES, ROOT

from clamp.planning import Problem
from clamp.planning.rules.effects import lasting_effect
from clamp.planning.rules.formula import parse
from clamp.planning.system import TransitionSystem
from clamp_worlds.ai2thor.scenes import ai2thor_problem

LAB = ROOT / "tests" / "sentences" / "lab"
KITCHEN = EXAMPLES / "kitchen"
ROOM = ("Knife", "Sink", "SinkBasin", "Faucet", "Fridge", "StoveBurner", "StoveKnob", "Mug", "Plate")


@pytest.fixture(scope="module")
def worlds() -> dict[str, TransitionSystem[int]]:
    return {
        "lab": Problem.from_pddl(LAB / "domain.pddl", LAB / "problem.pddl"),
        "kitchen": Problem.from_pddl(KITCHEN / "domain.pddl", KITCHEN / "problem.pddl"),
        "room": ai2thor_problem(ROOM),
    }


@pytest.mark.parametrize(
    ("world", "event", "variables", "effect"),
    [
        ("lab", "do:put-out(bunsen_burner)", (), "!lit(bunsen_burner)"),
        ("lab", "do:pick-up(?x)", (("?x", "flask"),), "holding(?x)"),
        ("lab", "do:pour(acetone, *, ?v)", (("?v", "beaker"),), "contains(?v, acetone)"),
        ("lab", "do:take-off(goggles)", (), "!wearing(goggles)"),
        ("kitchen", "do:go(table)", (), None),
        ("kitchen", "do:pick(apple, *) | do:take-out(apple, *)", (), "holding(apple)"),
        ("kitchen", "do:take-out(apple, fridge)", (), "!at(apple, fridge)"),
        ("kitchen", "do:put-in(milk, fridge)", (), "at(milk, fridge)"),
        ("kitchen", "do:wash(?d, *)", (("?d", "dish"),), "!dirty(?d)"),
        ("room", "do:pick(Knife) & Y in(Knife, Sink)", (), "!in(Knife, Sink)"),
        ("room", "do:put(Fridge) & Y holding(Mug)", (), "in(Mug, Fridge)"),
        ("room", "(do:put(Sink) & Y holding(Mug)) | (do:put(SinkBasin) & Y holding(Mug))", (),
         "in(Mug, Sink) | in(Mug, SinkBasin)"),
        ("room", "do:turn_off(StoveBurner) | do:turn_off(StoveKnob)", (), "!on(StoveBurner) & !on(StoveKnob)"),
        ("room", "do:clean(Mug)", (), "!dirty(Mug)"),
        ("room", "do:turn_on", (), None),
    ],
)  # fmt: skip
def test_what_is_left_behind(
    worlds: dict[str, TransitionSystem[int]],
    world: str,
    event: str,
    variables: tuple[tuple[str, str], ...],
    effect: str | None,
) -> None:
    """What holds of the named things after each action that the event may be; where the agent went is no such thing."""
    found = lasting_effect(worlds[world], parse(event), variables)
    assert (None if found is None else str(found)) == (None if effect is None else str(parse(effect)))
