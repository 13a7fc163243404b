"""How much of rendered states the eyes for LIBERO know, and how much of it is right, beside grey pictures.

    python -m experiments.libero_eyes.facts DATA…

DATA are folders that `python -m clamp_worlds.libero.render` made. Counted is what some picture shows: of each drawer,
door and stove whether it is open or on, and of each thing where it is; known is what is sure by 0.9. No plan is made.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

from clamp.perception import Scene
from clamp.perception.pictures import read_picture
from clamp_bench.libero.pictures import facts
from clamp_worlds.libero import Cast
from clamp_worlds.libero.eyes import boxes_of, judge, pixels_of
from clamp_worlds.libero.render import read_records


def main() -> None:
    for folder in map(Path, sys.argv[1:]):
        told: dict[str, list[tuple[Any, Any]]] = {"pictures": [], "blank": []}
        for state in read_records(folder):
            cast = Cast.from_objects((name, kind) for name, kind in state["objects"] if kind != "area")
            boxes = boxes_of(Scene.from_json(state["scene"]))
            pixels = pixels_of({view: read_picture(folder / path) for view, path in state["images"].items()})
            for row, shown in (("pictures", pixels), ("blank", np.full_like(pixels, 0.5))):
                seen = judge(shown, boxes, cast)
                told[row].append(({"flags": seen.flags, "places": seen.places}, state))
        for row, pairs in told.items():
            suites = {state["suite"] for _, state in pairs}
            for suite in (sorted(suites), *([one] for one in sorted(suites) if len(suites) > 1)):
                some = [pair for pair in pairs if pair[1]["suite"] in suite]
                about = {"data": str(folder), "row": row, "suites": suite, "states": len(some)}
                print(json.dumps({**about, **facts(some)}))
                sys.stdout.flush()


if __name__ == "__main__":
    main()
