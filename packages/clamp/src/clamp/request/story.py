"""What a plan does to the world, action by action: what holds at first, and what each action makes true and false.

It is told by the replay that rules are judged by, which shares no code with the engine that steers plans.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, product
from typing import Any

from clamp.planning.system import Action, Fact, Position, TransitionSystem

MOST_FACTS = 20_000
"""Where more facts could be told of, those of the things that the plan touches are."""


def story(system: TransitionSystem[Any], actions: Sequence[Action]) -> dict[str, Any]:
    """What holds before and during a plan, as plain data.

    Args:
        actions: Executable one after the other, as a certified plan's are.

    Returns:
        ``first``, the facts that hold before the first action and may change in it; ``steps``, for each action the
        facts that it makes true (``added``) and false (``removed``); each fact as ``["at", "milk", "fridge"]``.
        ``whole`` tells whether all facts are told of, or only those of the things that the plan touches.
    """
    words = system.rule_words()
    facts, whole = _facts(system, actions)
    changing = [fact for fact in facts if words.constant(fact) is None]
    steps: list[dict[str, Any]] = []
    first: list[Fact] = []
    before: set[Fact] | None = None
    for holds, _ in _replayed(system, actions):
        now = {fact for fact in changing if holds(*fact)}
        if before is None:
            first = [fact for fact in changing if fact in now]
        else:
            added = [_plain(fact) for fact in changing if fact in now and fact not in before]
            removed = [_plain(fact) for fact in changing if fact in before and fact not in now]
            steps.append({"added": added, "removed": removed})
        before = now
    return {"first": [_plain(fact) for fact in first], "steps": steps, "whole": whole}


def _replayed(system: TransitionSystem[Any], actions: Sequence[Action]) -> Iterator[Position]:
    return iter(system.rule_words().replay(actions))


def _facts(system: TransitionSystem[Any], actions: Sequence[Action]) -> tuple[list[Fact], bool]:
    """The facts that may be told of, and whether these are all."""
    words, names = system.rule_words(), list(system.entities)
    numbers = [(name, number) for name, several in words.predicates.items() for number in several]

    def every(things: Sequence[str]) -> Iterator[Fact]:
        return chain.from_iterable(
            ((name, args) for args in product(things, repeat=number)) for name, number in numbers
        )

    if sum(len(names) ** number for _, number in numbers) <= MOST_FACTS:
        return list(every(names)), True
    touched = [
        name for name in dict.fromkeys(arg for one in actions for arg in one.args) if name in set(names)
    ]
    while touched and sum(len(touched) ** number for _, number in numbers) > MOST_FACTS:
        touched.pop()
    return list(every(touched)), False


def _plain(fact: Fact) -> list[str]:
    name, args = fact
    return [name, *args]
