"""Whether two PDDL problems are the same but for the names of things, as Planetarium defines it.

The goal of each is completed by the facts that Planetarium takes to follow from it; then one problem has to be the
other with its things renamed. Written from the definition, not from Planetarium's program, which no package index has.

Source: Zuo et al., "Planetarium: A Rigorous Benchmark for Translating Text to Structured Planning Languages", NAACL
2025; the completions follow its ``oracles`` (github.com/BatsResearch/planetarium).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from clamp.planning.goals import literals_of_goal
from clamp.planning.task import Task

Fact: TypeAlias = tuple[str, ...]
"""A predicate, and what it speaks of."""
Facts: TypeAlias = frozenset[Fact]


@dataclass(frozen=True)
class Description:
    """What a problem says.

    Attributes:
        domain: Its domain's name.
        objects: Each thing with its types.
        goal: Facts that are all to hold in the end.
    """

    domain: str
    objects: Mapping[str, tuple[str, ...]]
    initial: Facts
    goal: Facts


def description_of(task: Task) -> Description | None:
    """What a task says; ``None`` if its goal is no conjunction of facts, as all of Planetarium's are."""
    goal = literals_of_goal(task.goal) or ()
    if not goal or any(one.kind or not one.positive for one in goal):
        return None
    facts = frozenset((one.predicate, *one.args) for one in goal)
    initial = frozenset((one.predicate, *one.args) for one in task.initial)
    return Description(task.domain.name, task.objects, initial, facts)


def equivalent(one: Description, other: Description, *, apart: bool) -> bool:
    """Whether two descriptions are the same but for the names of things.

    Args:
        apart: The initial states are compared by themselves, and the goals by themselves, since the text leaves open
            which thing plays which part (Planetarium's ``is_placeholder``).
    """
    if one.domain != other.domain or len(one.objects) != len(other.objects):
        return False
    first, second = (replace(each, goal=_completed(each)) for each in (one, other))
    scenes = ((True, False), (False, True)) if apart else ((True, True),)
    return all(
        _isomorphic(_structure(first, *parts), _structure(second, *parts))
        for parts in ((True, False), *scenes)
    )


# ------------------------------------------------------------------ what follows from a goal


def _completed(one: Description) -> Facts:
    complete = _COMPLETIONS.get(one.domain)
    return one.goal if complete is None else one.goal | complete(one)


def _of_blocks(one: Description) -> Facts:
    """What is clear and what is on the table, where a tower leaves nothing else; and whether the arm is empty."""
    goal = one.goal
    held = {fact[1] for fact in goal if fact[0] == "holding"}
    on_top = {fact[2]: fact[1] for fact in goal if fact[0] == "on"}
    clear = {fact[1] for fact in goal if fact[0] == "clear"}
    placed = held.union(fact[1] for fact in goal if fact[0] in ("on", "on-table"))
    tops = [block for block in one.objects if block not in on_top and block not in clear | held]
    bottoms = [block for block in one.objects if block not in placed]

    def standing_on(lower: str) -> set[str]:
        found: set[str] = set()
        above = on_top.get(lower)
        while above is not None and above not in found:
            found.add(above)
            above = on_top.get(above)
        return found

    # One that may yet be put on the other: of neither is anything known.
    open_ = {
        (top, bottom)
        for top in tops
        for bottom in bottoms
        if top != bottom and top not in standing_on(bottom) and bottom not in standing_on(top)
    }
    found: set[Fact] = {("clear", top) for top in tops if all(top != one for one, _ in open_)}
    found |= {("on-table", bottom) for bottom in bottoms if all(bottom != one for _, one in open_)}
    arm = bool(held) or ("arm-empty",) in goal
    if not arm and not set(tops) & set(bottoms):
        found.add(("arm-empty",))
    return frozenset(found)


def _of_grippers(one: Description) -> Facts:
    """What is a room, a ball and a gripper stays so; where each ball has its place, all other grippers are free."""
    kinds = frozenset(fact for fact in one.initial if fact[0] in ("room", "ball", "gripper"))
    goal = one.goal
    placed = {fact[1] for fact in goal if fact[0] in ("at", "carry")}
    used = {fact[2] for fact in goal if fact[0] == "carry"} | {fact[1] for fact in goal if fact[0] == "free"}
    if any(fact[0] == "ball" and fact[1] not in placed for fact in kinds):
        return kinds
    return kinds | {("free", fact[1]) for fact in kinds if fact[0] == "gripper" and fact[1] not in used}


def _of_tiles(one: Description) -> Facts:
    """Paint stays, and so do the floor and the colours; a robot keeps a colour that it cannot exchange."""
    kept = frozenset(fact for fact in one.initial if fact[0] in ("up", "right", "painted", "available-color"))
    return kept | {*_colours(one), *_stuck(one)}


def _colours(one: Description) -> Iterator[Fact]:
    available = [fact[1] for fact in one.initial if fact[0] == "available-color"]
    has = [fact for fact in one.initial if fact[0] == "robot-has"]
    robots = [name for name, types in one.objects.items() if types == ("robot",)]
    if not available:
        yield from has
    elif len(available) == 1:
        yield from (fact for fact in has if fact[2] == available[0])
        new = {fact[2] for fact in one.goal - one.initial if fact[0] == "painted"}
        if len(robots) == 1 and available[0] in new:  # painted with, and nothing to exchange it for
            yield ("robot-has", robots[0], available[0])


def _stuck(one: Description) -> Iterator[Fact]:
    """Robots on tiles that are neither above nor right of another; Planetarium takes them to stay there."""
    leads = {fact[1] for fact in one.initial if fact[0] in ("up", "right")}
    told = {fact[1] for fact in one.goal if fact[0] == "robot-at"}
    for fact in one.initial:
        if fact[0] == "robot-at" and fact[1] not in told and fact[2] not in leads:
            yield fact


_COMPLETIONS: Mapping[str, Callable[[Description], Facts]] = {
    "blocksworld": _of_blocks,
    "gripper": _of_grippers,
    "floor-tile": _of_tiles,
}


# ------------------------------------------------------------------ the same but for names


@dataclass(frozen=True)
class _Structure:
    """Things with what tells them apart at once, and facts about them; a fact begins with its scene."""

    objects: Mapping[str, tuple[str, ...]]
    facts: frozenset[Fact]


def _structure(one: Description, initial: bool, goal: bool) -> _Structure:
    facts = {("initial", *fact) for fact in one.initial} if initial else set[Fact]()
    if goal:
        facts |= {("goal", *fact) for fact in one.goal}
    return _Structure({name: tuple(sorted(types)) for name, types in one.objects.items()}, frozenset(facts))


def _isomorphic(one: _Structure, other: _Structure) -> bool:
    """Whether the things of one can be renamed so that its facts are the other's."""
    kinds = sorted({*one.objects.values(), *other.objects.values()})
    first, second = (
        {name: kinds.index(types) for name, types in each.objects.items()} for each in (one, other)
    )
    return len(one.facts) == len(other.facts) and _matched(one, other, first, second)


def _matched(one: _Structure, other: _Structure, first: dict[str, int], second: dict[str, int]) -> bool:
    """The same, where things may only be renamed to things of their colour."""
    while True:
        before = len(set(first.values()))
        seen, those = _surroundings(one, first), _surroundings(other, second)
        if Counter(seen.values()) != Counter(those.values()):
            return False
        number = {about: place for place, about in enumerate(sorted(set(seen.values())))}
        first = {name: number[about] for name, about in seen.items()}
        second = {name: number[about] for name, about in those.items()}
        if len(number) == before:
            break
    several = [colour for colour, count in Counter(first.values()).items() if count > 1]
    if not several:
        names = {colour: name for name, colour in second.items()}
        renamed: set[Fact] = {(*fact[:2], *(names[first[name]] for name in fact[2:])) for fact in one.facts}
        return frozenset(renamed) == other.facts
    chosen, new = min(several), len(first)
    name = next(name for name, colour in first.items() if colour == chosen)
    return any(
        _matched(one, other, {**first, name: new}, {**second, twin: new})
        for twin, colour in second.items()
        if colour == chosen
    )


_About: TypeAlias = tuple[int, tuple[tuple[str, str, int, tuple[int, ...]], ...]]


def _surroundings(one: _Structure, colours: Mapping[str, int]) -> dict[str, _About]:
    """Each thing's colour with the facts about it, the things in them by their colours."""
    about: dict[str, list[tuple[str, str, int, tuple[int, ...]]]] = {name: [] for name in one.objects}
    for scene, predicate, *args in one.facts:
        others = tuple(colours[name] for name in args)
        for place, name in enumerate(args):
            about[name].append((scene, predicate, place, others))
    return {name: (colours[name], tuple(sorted(found))) for name, found in about.items()}
