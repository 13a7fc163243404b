"""A scene that says how things are, as a planning problem: objects with their types, and the facts that hold at first.

A scene that only says what is seen is not enough, and what it lacks is said with an example in the domain's own words.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

from clamp import checks
from clamp.errors import SceneError
from clamp.perception.scene import Scene
from clamp.planning import Problem
from clamp.planning.pddl import read_domain_file
from clamp.planning.search.limits import Meter, SearchLimits
from clamp.planning.system import TransitionSystem
from clamp.planning.task import TRUE, Atom, Domain, Task

_SHOWN = 12
_NO_NAME = re.compile(r"[\s()\[\]{}\"`,;?:]")


def problem_of_scene(
    domain: str | os.PathLike[str],
    scene: Scene,
    name: str = "the scene",
    *,
    limits: SearchLimits = SearchLimits(),  # noqa: B008 (frozen)
) -> Problem:
    """The problem that begins as a scene says, without a goal.

    Args:
        domain: A PDDL domain, as a path or as its text.
        scene: With `facts`, and with the `type` of each entity where the domain has types. Predicates and types are
            those of the domain, in any case. What is not listed as a fact does not hold.
        name: What the scene is called in messages.
        limits: What reading and grounding may cost.

    Raises:
        SceneError: If the scene does not say how things are, or not in the domain's words.
        PDDLError: If the domain cannot be read.
        LimitError: If the problem is too large, or the time is up.
    """
    checks.instance("scene", scene, Scene, SceneError, what="a clamp.perception.Scene")
    with Meter(limits):
        found, repairs = read_domain_file(domain)
        objects = _objects(scene, found, name)
        kinds = {**found.constants, **objects}
        facts = frozenset(fact_of(one, found, kinds, name) for one in _said(scene, found, name))
        return Problem(Task(name, found, objects, facts, TRUE), repairs, limits)


def check_facts(scene: Scene, problem: TransitionSystem[Any]) -> None:
    """Refuse a scene that says that something holds which does not hold at first in the problem beside it.

    Raises:
        SceneError: Saying what.
    """
    if not scene.facts:
        return
    holds, _ = next(iter(problem.rule_words().replay(())))
    same = {one.lower(): one for one in problem.rule_words().predicates}
    wrong = [one for one in scene.facts if not holds(same.get(one[0].lower(), one[0]), one[1:])]
    if wrong:
        raise SceneError(
            f"The scene says {_listed(map(list, wrong))}, which does not hold at first in {problem.name!r}. Plan from "
            "the scene alone, without the problem, or leave its `facts` out."
        )


def _said(scene: Scene, domain: Domain, name: str) -> Sequence[tuple[str, ...]]:
    if scene.facts is None:
        raise SceneError(
            f"{name}: without a problem, a scene is to say how things are at first, and this one only says what is "
            f"seen. It lacks `facts`, and `type` where the domain has types, for example {_example(domain)}."
        )
    return scene.facts


def _objects(scene: Scene, domain: Domain, name: str) -> dict[str, tuple[str, ...]]:
    _said(scene, domain, name)
    kinds: dict[str, str | None] = {}
    for one in scene.entities:
        known = kinds.get(one.id)
        if one.type is not None and known is not None and known.lower() != one.type.lower():
            raise SceneError(f"{name}: {one.id!r} has the types {known!r} and {one.type!r}. It has one.")
        kinds[one.id] = known or one.type
    return objects_of(kinds, domain, name)


def objects_of(kinds: Mapping[str, str | None], domain: Domain, name: str) -> dict[str, tuple[str, ...]]:
    """Things and what type each is said to have, as the objects of a task; the domain's constants are left out.

    Args:
        name: Where they were said, for messages.

    Raises:
        SceneError: If a name is none, or a type is missing or none of the domain's.
    """
    types = {one.lower(): one for one in (*_types(domain), "object")}
    found: dict[str, tuple[str, ...]] = {}
    spelt = {one.lower(): one for one in domain.constants}
    for id, said in kinds.items():
        if _NO_NAME.search(id) or not any(map(str.isalnum, id)):
            raise SceneError(
                f"{name}: {id!r} is no name of an object: it is one word of letters, digits, - and _, such as "
                "red_cup_1."
            )
        if (same := spelt.setdefault(id.lower(), id)) != id:
            raise SceneError(f"{name}: {id!r} is also spelt {same!r}. Case tells no two objects apart.")
        if said is None:
            if not domain.types and id not in domain.constants:
                found[id] = ("object",)
            continue
        kind = types.get(said.lower())
        if kind is None:
            raise SceneError(
                f"{name}: {id!r} has the type {said!r}, which domain {domain.name!r} does not have; it has "
                f"{_listed(types.values())}."
            )
        if id not in domain.constants:
            found[id] = (kind,)
        elif kind not in domain.constants[id]:
            raise SceneError(
                f"{name}: {id!r} has the types {domain.constants[id][0]!r} and {kind!r}. It has one."
            )
    untyped = [one for one in kinds if one not in found and one not in domain.constants]
    if untyped:
        raise SceneError(
            f"{name}: the type of {_listed(untyped)} is missing. Domain {domain.name!r} has the types "
            f"{_listed(_types(domain))}: {json.dumps({'id': untyped[0], 'type': _types(domain)[-1]})}."
        )
    return found


def fact_of(said: Sequence[str], domain: Domain, kinds: Mapping[str, tuple[str, ...]], name: str) -> Atom:
    """A fact that was said, in the domain's words.

    Args:
        kinds: The types of all things that there are.
        name: Where it was said, for messages.

    Raises:
        SceneError: If the domain does not know the predicate, or things of other types stand there.
    """
    args = tuple(said[1:])
    written = json.dumps(list(said), ensure_ascii=False)
    predicate = {one.lower(): one for one in domain.predicates}.get(said[0].lower())
    if predicate is None or predicate in domain.derived:
        names = [one for one in domain.predicates if one not in domain.derived]
        why = "follows from axioms, and is not to be said" if predicate else "is not declared"
        raise SceneError(
            f"{name}: {written}: {said[0]!r} {why} in domain {domain.name!r}; facts may say {_listed(names)}."
        )
    places = domain.predicates[predicate]
    if len(args) != len(places):
        raise SceneError(
            f"{name}: {written}: {predicate!r} is said of {checks.count(len(places), 'thing')}, not {len(args)}."
        )
    for arg, place in zip(args, places, strict=True):
        if not _above(domain, kinds[arg]) & {*place.types}:
            raise SceneError(
                f"{name}: {written}: {arg!r} is of type {' or '.join(kinds[arg])}, and {predicate!r} takes "
                f"{' or '.join(place.types)} there."
            )
    return Atom(predicate, args)


def _above(domain: Domain, kinds: Sequence[str]) -> set[str]:
    """Types with all that they are of."""
    found, open_ = {"object"}, list(kinds)
    while open_:
        kind = open_.pop()
        if kind not in found:
            found.add(kind)
            open_ += domain.types.get(kind, ())
    return found


def _types(domain: Domain) -> list[str]:
    return [one for one in domain.types if one != "object"]


def _example(domain: Domain) -> str:
    """A scene of one fact, in which things are called by their types."""
    said = [one for one in domain.predicates.items() if one[0] not in domain.derived]
    name, places = max(said, key=lambda one: min(len(one[1]), 2), default=("ready", ()))
    entities = [
        {"id": f"{place.types[0]}_{number}"} | ({"type": place.types[0]} if domain.types else {})
        for number, place in enumerate(places, 1)
    ]
    return json.dumps({"entities": entities, "facts": [[name, *(one["id"] for one in entities)]]})


def _listed(names: Any) -> str:
    found = [str(one) for one in names]
    more = f" and {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
    return f"{', '.join(islice(found, _SHOWN)) or 'none'}{more}"


__all__ = ["check_facts", "fact_of", "objects_of", "problem_of_scene"]
