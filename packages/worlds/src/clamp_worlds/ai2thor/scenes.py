"""AI2-THOR's floor plans as planning problems, and SafeAgentBench's steps and final states over them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, cast

from rapidfuzz import process

from clamp.errors import BenchmarkError, ConstraintError
from clamp.files import parse_json, read_text, shown
from clamp.planning.pddl import read_task
from clamp.planning.problem import Problem
from clamp.planning.system import Action
from clamp.planning.task import TRUE, Atom, Domain, Exists, Formula, Not, Task, Variable, all_of, any_of
from clamp.request.worlds import NamedWorld, Start, no_start
from clamp.words.wording import speak
from clamp_worlds.ai2thor.kinds import KINDS, LIQUIDS, THINGS, piece_of, thing_of
from clamp_worlds.data import data_folder

ACTIONS = ("find", "pick", "put", "open", "close", "slice", "turn_on", "turn_off", "drop", "throw", "break", "pour",
           "cook", "dirty", "clean", "fillLiquid", "emptyLiquid")  # fmt: skip
"""What the controller can do."""

_BARE = ("drop", "throw", "pour")
"""Actions on whatever is held."""

_VERBS: Mapping[str, str] = {
    **dict.fromkeys(("turn on", "turnon", "toggle on", "toggleon", "switch on"), "turn_on"),
    **dict.fromkeys(("turn off", "turnoff", "toggle off", "toggleoff", "switch off"), "turn_off"),
    **dict.fromkeys(("pick up", "pickup", "grab", "take"), "pick"),
    **dict.fromkeys(("put down", "put on", "put in", "place", "insert"), "put"),
    **dict.fromkeys(("fill", "fillliquid", "fill liquid"), "fillLiquid"),
    **dict.fromkeys(("empty", "emptyliquid", "empty liquid"), "emptyLiquid"),
    **dict.fromkeys(("go to", "walk to", "move to", "locate"), "find"),
    "shut": "close",
    "toss": "throw",
    "cut": "slice",
    "wash": "clean",
}
_SPLIT_VERB = re.compile(
    r"(?P<verb>turn|toggle|switch|pick|put)\s+(?P<thing>.+)\s+(?P<particle>on|off|up|down)", re.I
)
"""*Turn the lamp on* is *turn on the lamp*."""
_BESIDES = re.compile(r"\s+(?:from|off|out\s+of|with|using)\s+(?P<thing>.+)$", re.I)
"""Where a thing is taken from, and what with: no part of the controller's actions."""
_WHERE = re.compile(r"(?:(?P<what>.+?)\s+)?\b(?:into|in|onto|on|inside)\s+(?P<where>.+)", re.I)


@cache
def ai2thor_domain() -> Domain:
    """The planning model: every kind of thing is a type, and so is every thing."""
    text = (files("clamp_worlds.ai2thor") / "domain.pddl").read_text("utf-8")
    domain = read_task(
        text,
        f"(define (problem none) (:domain ai2thor) (:objects {' '.join(LIQUIDS)} - Liquid) (:init) (:goal (and)))",
    )[0].domain
    types: dict[str, tuple[str, ...]] = dict.fromkeys(KINDS, ("Thing",)) | dict(domain.types)
    for thing in sorted(THINGS):
        types[thing] = tuple(kind for kind in KINDS if thing in KINDS[kind]) or ("Thing",)
    return replace(domain, types=types, constants=dict.fromkeys(LIQUIDS, ("Liquid",)))


def ai2thor_task(
    things: Iterable[str], goal: Formula | None = None, *, name: str = "ai2thor", initial: Iterable[Atom] = ()
) -> Task:
    """A scene with one thing of each kind: the robot's hand is empty, everything is off, closed, whole and empty.

    Args:
        things: Kinds of things, as in `THINGS`; what slicing makes of them is added.
        goal: Nothing by default: then any plan will do.
        initial: What holds besides, such as ``in(Egg, Fridge)``.

    Raises:
        BenchmarkError: If a thing is unknown.
    """
    present = list(dict.fromkeys(things))
    unknown = [thing for thing in present if thing not in THINGS]
    if unknown:
        raise BenchmarkError(f"The planning model of AI2-THOR knows no {', '.join(unknown)}.")
    pieces = {piece: thing for thing in present if (piece := piece_of(thing)) is not None}
    objects = {thing: (thing,) for thing in [*present, *(piece for piece in pieces if piece not in present)]}
    at_first = {Atom("hand_empty"), *initial}
    at_first |= {Atom("available", (thing,)) for thing in present if thing not in pieces}
    at_first |= {Atom("piece_of", (piece, thing)) for piece, thing in pieces.items()}
    return Task(name, ai2thor_domain(), objects, frozenset(at_first), all_of([] if goal is None else [goal]))


def ai2thor_problem(
    things: Iterable[str], goal: Formula | None = None, *, name: str = "ai2thor", initial: Iterable[Atom] = ()
) -> Problem:
    """The same, to plan in."""
    return Problem.from_task(ai2thor_task(things, goal, name=name, initial=initial))


@dataclass(frozen=True)
class FloorPlan:
    """A scene of AI2-THOR.

    Attributes:
        things: The kinds of things in it that are known.
        unmapped: Labels in its list that name nothing known.
    """

    name: str
    things: tuple[str, ...]
    unmapped: tuple[str, ...]

    @classmethod
    def read(cls, folder: Path, name: str) -> FloorPlan:
        """A floor plan from a folder of lists ``FloorPlan1-objects.json``.

        Raises:
            BenchmarkError: If there is none of this name, or it is no list of labels.
        """
        if re.fullmatch(r"FloorPlan[A-Za-z0-9_]+", name) is None:
            raise BenchmarkError(f"{shown(name)} is no floor plan of AI2-THOR; one is called FloorPlan1.")
        path = folder / f"{name}-objects.json"
        there = [one.name.removesuffix("-objects.json") for one in folder.glob("FloorPlan*-objects.json")]
        if there and name not in there:
            near = [str(found[0]) for found in process.extract(name, sorted(there), limit=3)]
            raise BenchmarkError(
                f"There is no floor plan {shown(name)} among the {len(there)} in {folder}; near it are "
                f"{', '.join(near)}."
            )
        labels = parse_json(read_text(path, "list of objects", BenchmarkError), path, BenchmarkError)
        if not isinstance(labels, list) or not all(isinstance(one, str) for one in cast("list[Any]", labels)):
            raise BenchmarkError(f"{path}: a floor plan is a JSON list of kinds of things.")
        found = {label: thing_of(label) for label in cast("list[str]", labels)}
        things = dict.fromkeys(thing for thing in found.values() if thing is not None)
        return cls(name, tuple(things), tuple(label for label, thing in found.items() if thing is None))

    def problem(self, goal: Formula | None = None, more: Iterable[str] = ()) -> Problem:
        """The scene as a planning problem.

        Args:
            more: Things that a task speaks of and that the list lacks.
        """
        return ai2thor_problem((*self.things, *more), goal, name=self.name)


def action_of(step: str) -> Action | None:
    """The action that a step of a SafeAgentBench plan is, in any of its spellings: ``turn on Candle``.

    ``None`` if it is none. That its thing is there, and that it can be done, is not asked.
    """
    words = " ".join(re.sub(r"[_\s]+", " ", step.strip().rstrip(".").removeprefix("Step")).split())
    words = re.sub(r"^\d+[.:)]?\s+", "", words)
    if (split := _SPLIT_VERB.fullmatch(words)) is not None:
        words = f"{split['verb']} {split['particle']} {split['thing']}"
    lower = words.lower()
    for said in sorted((*_VERBS, *(one.replace("_", " ") for one in ACTIONS)), key=len, reverse=True):
        if lower == said.lower() or lower.startswith(said.lower() + " "):
            verb = _VERBS.get(said, said.replace(" ", "_"))
            return _with_thing(verb, words[len(said) :].strip())
    return None


def _with_thing(verb: str, rest: str) -> Action | None:
    if verb in _BARE:
        return Action(verb)
    if verb == "fillLiquid":
        *words, liquid = rest.lower().replace(" with ", " ").split() or [""]
        thing = _thing(" ".join(words))
        return Action(verb, (thing, liquid)) if thing is not None and liquid in LIQUIDS else None
    if verb == "put":
        where = _WHERE.fullmatch(rest)
        if where is not None and (where["what"] is None or _thing(where["what"]) is not None):
            rest = where["where"]
    elif (besides := _BESIDES.search(rest)) is not None and _thing(besides["thing"]) is not None:
        rest = rest[: besides.start()]
    thing = _thing(rest)
    return None if thing is None else Action(verb, (thing,))


def _thing(words: str) -> str | None:
    """The thing that words name, with an article before it or a door behind it."""
    noun = re.sub(r"^(?:the|a|an)\s+", "", words.strip(), flags=re.I)
    return thing_of(noun) or thing_of(re.sub(r"\s+(?:door|lid)$", "", noun, flags=re.I))


def actions_of(steps: Sequence[str]) -> tuple[list[Action], list[str]]:
    """The actions of a SafeAgentBench plan, and the steps that are none."""
    found = [(step, action_of(step)) for step in steps]
    return [one for _, one in found if one is not None], [step for step, one in found if one is None]


_FLAGS: Mapping[str, tuple[str, str]] = {
    "isToggled": ("on", "Toggleable"),
    "isOpen": ("open", "Openable"),
    "isBroken": ("broken", "Breakable"),
    "isFilledWithLiquid": ("filled", "Fillable"),
    "isPickedUp": ("holding", "Pickupable"),
    "isDirty": ("dirty", "Dirtyable"),
    "isCooked": ("cooked", "Cookable"),
    "isSliced": ("sliced", "Sliceable"),
}


def goal_of(final_state: Sequence[Mapping[str, Any]] | None) -> tuple[Formula | None, list[str]]:
    """The goal that a SafeAgentBench task's ``final_state`` asks for, and what of it the model has no word for.

    ``None`` where it asks for nothing that the model knows.
    """
    parts: list[Formula] = []
    unmapped: list[str] = []
    for entry in final_state or ():
        thing = thing_of(str(entry.get("objectType", "")))
        for key, value in entry.items():
            if key == "objectType":
                continue
            part = None if thing is None else _goal_part(thing, key, value)
            if part is None:
                unmapped.append(f"{entry.get('objectType')}.{key}={json.dumps(value)}")
            else:
                parts.append(part)
    return (all_of(parts) if parts else None), unmapped


def _goal_part(thing: str, key: str, value: Any) -> Formula | None:
    if key in _FLAGS and isinstance(value, bool):
        predicate, kind = _FLAGS[key]
        if thing not in KINDS[kind]:
            return None if value else TRUE  # what cannot be toggled is not toggled
        atom = Atom(predicate, (thing,))
        return atom if value else Not(atom)
    if key in ("parentReceptacles", "receptacleObjectIds"):
        labels = (
            [value] if isinstance(value, str) else cast("list[Any]", value) if isinstance(value, list) else []
        )
        others = [thing_of(str(label)) for label in labels]
        pairs = [(thing, other) if key == "parentReceptacles" else (other, thing) for other in others]
        atoms: list[Formula] = []
        for what, where in pairs:
            if what is None or where is None or where not in KINDS["Receptacle"]:
                return None
            choices: list[Formula] = [Atom("in", (what, where))]
            if where in KINDS["Basin"]:  # a sink and its basin are one place
                choices = [Exists((Variable("?b", ("Basin",)),), Atom("in", (what, "?b")))]
            atoms.append(any_of(choices))
        return all_of(atoms) if atoms or value == [] else None
    return None


def world(name: str, start: Start, seed: int) -> NamedWorld:
    """A floor plan, such as ``FloorPlan1``, as a world by name (`clamp.request.worlds.WorldSource`).

    Its lists are looked for in ``$CLAMP_DATA/ai2thor_objects``. ``FloorPlan``, without a number, has every thing there
    is. It asks for nothing: any plan reaches its goal.

    Raises:
        BenchmarkError: If there is no such floor plan, or its list is not there.
        ConstraintError: If it is to begin in another way than it does.
    """
    from clamp_worlds.ai2thor.wording import AI2ThorWording

    no_start("ai2thor", start)
    if name == "FloorPlan":
        scene = FloorPlan(name, tuple(sorted(THINGS)), ())
    else:
        scene = FloorPlan.read(data_folder("ai2thor_objects", "They are ALFRED's lists of objects."), name)
    problem = scene.problem(more=_FLOOR)
    speak(problem, AI2ThorWording((*scene.things, *_FLOOR)))
    return NamedWorld(problem, read_plan=_read_steps)


_FLOOR = ("Floor",)


def _read_steps(text: str, where: object) -> list[Action]:
    """A plan in SafeAgentBench's steps, one a line, or as a JSON list.

    Raises:
        ConstraintError: If a step is none that the controller knows.
    """
    steps: Any = parse_json(text, where, ConstraintError) if text.lstrip()[:1] == "[" else text.splitlines()
    if not isinstance(steps, list) or not all(isinstance(one, str) for one in cast("list[Any]", steps)):
        raise ConstraintError(f"{where}: steps are texts such as 'turn on Candle'.")
    actions, unread = actions_of([one for one in cast("list[str]", steps) if one.strip()])
    if unread:
        raise ConstraintError(f"{where}: {shown(unread[0])} is no step that AI2-THOR's controller knows.")
    return actions
