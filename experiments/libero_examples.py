"""Render the examples of ``examples/libero``: pictures, scene, PDDL and TASK.yaml of three held-out tasks.

python experiments/libero_examples.py examples/libero
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from PIL import Image

from clamp_bench.libero.score import shortest_plans
from clamp_worlds import libero
from clamp_worlds.libero.simulator import VIEWS, LiberoEnvironment

SIZE = 384
EXAMPLES = {
    "drawer": "libero_10/KITCHEN_SCENE4_put_the_black_bowl_in_the_bottom_drawer_of_the_cabinet_and_close_it",
    "stove": "libero_10/KITCHEN_SCENE3_turn_on_the_stove_and_put_the_moka_pot_on_it",
    "basket": "libero_10/LIVING_ROOM_SCENE2_put_both_the_alphabet_soup_and_the_tomato_sauce_in_the_basket",
}


def texts(name: str, identifier: str) -> dict[str, str]:
    """What needs no simulator: file name → text."""
    task = libero.task(identifier)
    domain, problem = task.pddl()
    shortest = len(shortest_plans(task.problem(), 1)[0])
    parts = "".join(f"  {part}: {whole}\n" for part, whole in task.cast.whole.items())
    return {
        "domain.pddl": domain,
        "problem.pddl": problem,
        "task.yaml": (
            f"# clamp plan examples/libero/{name}/task.yaml      ({identifier})\n"
            "domain: domain.pddl\n"
            "problem: problem.pddl\n"
            f"instruction: {task.instruction}\n"
            f"images: [{', '.join(f'{view}.jpg' for view in VIEWS)}]\n"
            "scene: scene.json\n"
            f"parts:\n{parts}"
            f"budget: {shortest + 1}\n"
            "format: calls\n"
        ),
    }


def write_example(folder: Path, name: str, identifier: str) -> None:
    """One task's first initial state."""
    folder.mkdir(parents=True, exist_ok=True)
    with LiberoEnvironment(libero.task(identifier), size=SIZE) as environment:
        seen = environment.reset(0)
    for view, pixels in seen.images.items():
        Image.fromarray(pixels).save(folder / f"{view}.jpg", quality=88)
    (folder / "scene.json").write_text(json.dumps(seen.scene.to_json(), indent=1) + "\n")
    for file, text in texts(name, identifier).items():
        (folder / file).write_text(text)


if __name__ == "__main__":
    for name, identifier in EXAMPLES.items():
        write_example(Path(sys.argv[1]) / name, name, identifier)
