"""The tasks of the preferences benchmark, over three kinds of scenes, each template in one split only.

The planner is given scene, goal and sentence; the rule that the sentence stands for, over a plan's facts and actions,
is what the answer is held to.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from clamp.errors import BenchmarkError
from clamp_bench.preferences import households, kitchens, tabletops
from clamp_bench.preferences.wanted import Preference, WantedScene, WantedTask

TEMPLATES: Mapping[str, str] = {
    "this-one": "dev",
    "in-order": "dev",
    "by-way-of": "dev",
    "closed-again": "dev",
    "not-this": "test",
    "three-in-order": "test",
    "which-place": "test",
    "one-after-the-other": "test",
    "left-shut": "test",
    "last-of-all": "test",
}
"""By name: the split."""


@dataclass(frozen=True)
class Scenes:
    """A kind of scenes.

    Attributes:
        drawn: Draws a scene that suits a template.
        templates: What each makes of a scene.
        rounds: Tasks of each template.
    """

    drawn: Callable[[str, random.Random], WantedScene]
    templates: Mapping[str, Callable[[Any], WantedTask]]
    rounds: int


SCENES: Mapping[str, Scenes] = {
    "kitchens": Scenes(kitchens.drawn, kitchens.TEMPLATES, 7),
    "libero": Scenes(tabletops.drawn, tabletops.TEMPLATES, 7),
    "virtualhome": Scenes(households.drawn, households.TEMPLATES, 6),
}
TASKS = sum(one.rounds for one in SCENES.values()) * len(TEMPLATES)
"""200."""

_SEED = 20_251


def preferences(split: str = "all", scenes: Collection[str] = ()) -> list[Preference]:
    """The tasks, kind of scenes after kind and template after template in turn, the same at every call.

    Args:
        scenes: The kinds; all by default.

    Raises:
        BenchmarkError: If the data of a kind are not installed; it says which kinds need none.
    """
    wanted = set(scenes or SCENES)
    places = (
        (kind, template, number)
        for number in range(max(one.rounds for one in SCENES.values()))
        for template in TEMPLATES
        for kind, one in SCENES.items()
        if number < one.rounds
    )
    met: set[tuple[str, str]] = set()
    try:
        return [
            _task(at, *place, met)
            for at, place in enumerate(places)
            if place[0] in wanted and split in ("all", TEMPLATES[place[1]])
        ]
    except BenchmarkError as error:
        others = ",".join(one for one in SCENES if one != "virtualhome")
        raise BenchmarkError(
            f"The tasks in VirtualHome's scenes cannot be made: {error} Or leave them out: --scenes {others}"
        ) from None


def _task(at: int, kind: str, template: str, number: int, met: set[tuple[str, str]]) -> Preference:
    """A task that is none of those met so far, by what is told and asked: drawn again until it is new."""
    scenes = SCENES[kind]
    draw = random.Random(f"{_SEED}/{kind}/{template}/{number}")
    while True:
        scene = scenes.drawn(template, draw)
        wanted = scenes.templates[template](scene)
        if (asked := (scene.told, wanted.sentence)) not in met:
            break
    met.add(asked)
    return Preference(
        f"{at:03}-{kind}-{template}",
        kind,
        template,
        TEMPLATES[template],
        wanted,
        scene.told,
        partial(scene.system, wanted.goal),
    )
