"""A smaller problem beside a large one: what is impossible in the smaller one is so in both, and its plans are tried.

Decides for which nodes the smaller problem is asked, and how much it may cost. What it cannot tell is left to the
search of the large one; a plan counts once it has been replayed there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from clamp.planning.search.bounds import Bounds, Node
from clamp.planning.search.limits import LimitReached, Meter
from clamp.planning.search.projection import MutexViolating

SHARE = 0.5
"""The share of the time that is left that the smaller problem may take."""

STATES = 200_000
"""So many nodes may be generated in it for one question."""

Answers = dict[Node, bool | LimitReached]

Ask = Callable[[Bounds, Node, Mapping[Node, Sequence[int]], int, Meter], Answers]
"""Whether a plan of at most so many actions leads on from each node that actions lead to from a node."""


def decide_each(
    bounds: Bounds, node: Node, after: Mapping[Node, Sequence[int]], budget: int, meter: Meter, ask: Ask
) -> Answers:
    """As `ask`: first as far as that takes no search, then with the smaller problem, then what is left.

    Args:
        bounds: They have a `lighter` one.
    """
    found = _asked(ask, bounds, node, after, budget, meter, 0)
    for ask_further in (_by_lighter, _asked):
        open_ = {
            target: after[target]
            for target, answer in found.items()
            if isinstance(answer, LimitReached) and answer.kind == "states"
        }
        if open_:
            found.update(ask_further(ask, bounds, node, open_, budget, meter))
    return found


def _asked(
    ask: Ask,
    bounds: Bounds,
    node: Node,
    after: Mapping[Node, Sequence[int]],
    budget: int,
    meter: Meter,
    states: int | None = None,
    share: float = 1,
) -> Answers:
    """What is answered within a part of what may be spent."""
    most = max(0, meter.limits.states - meter.generated)
    left = meter.seconds_left()
    limits = replace(
        meter.limits,
        states=most if states is None else min(states, most),
        seconds=None if left is None else share * max(0.0, left),
    )
    part = Meter(limits)
    with part:
        found = ask(bounds, node, after, budget, part)
    meter.generated += part.generated
    return found


def _by_lighter(
    ask: Ask, bounds: Bounds, node: Node, after: Mapping[Node, Sequence[int]], budget: int, meter: Meter
) -> Answers:
    """What the smaller problem tells."""
    light = bounds.lighter
    assert light is not None
    targets: defaultdict[Node, list[Node]] = defaultdict(list)
    images: dict[Node, Sequence[int]] = {}
    for target, actions in after.items():
        image = light.space.node(target) if not isinstance(target, MutexViolating) else target
        if not isinstance(image, MutexViolating):
            targets[image].append(target)
            images.setdefault(image, actions)
    found: Answers = {}
    if isinstance(node, MutexViolating) or not images:
        return found
    at, way = light.space.node(node), bounds.way(node)
    if way is not None:
        light.learn_plan(at, way.actions())  # what is known of a node helps to decide what comes after it
        light.watch(light.way(at))
    answers = _asked(ask, light, at, images, budget, meter, STATES, SHARE)
    for image, answer in answers.items():
        if isinstance(answer, LimitReached):
            continue
        plan = light.plan(image) if answer else ()
        for target in targets[image]:
            if not answer:
                bounds.raise_lower(target, light.known_lower(image))
                found[target] = False
            elif bounds.learn_plan(target, plan):
                found[target] = True
    return found
