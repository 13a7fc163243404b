"""Does `clamp plan` notice what is not there, and only that? Instructions of LIBERO, true and false.

    python experiments/absent_things.py [SUITE …]

False alarms: each task's own instruction, all of its problem's entities seen. Recall: in each instruction,
each noun that ends an entity's label is replaced by each of 100 everyday nouns that are in no entity's
name. A false instruction is noticed if a thing is said to be unknown whose phrase has the noun.
"""

from __future__ import annotations

import re
import sys

from clamp.request.absent import not_there
from clamp.words.naming import words_of
from clamp_worlds import libero

EVERYDAY = """
apple banana lemon onion potato carrot cucumber pineapple strawberry egg sandwich pizza cake cookie
bread cereal yogurt honey salt pepper fork spoon knife spatula ladle whisk grater colander toaster
blender kettle teapot jug jar sponge towel napkin soap brush broom bucket mop vase candle lamp
pillow blanket chair sofa stool mirror clock radio television camera laptop keyboard mouse phone
charger headphones pencil pen eraser ruler stapler scissors envelope newspaper magazine folder
backpack wallet umbrella hat glove sock shoe belt scarf jacket shirt watch ring necklace toothbrush
comb razor hammer screwdriver wrench nail rope ladder battery flashlight ball doll puzzle guitar
"""
NOUNS = EVERYDAY.split()


def swaps(task: libero.LiberoTask) -> list[str]:
    """The words of an instruction that end the label of one of its things."""
    nouns = {words_of(name).split()[-1] for name in task.problem().entities}
    return [word for word in dict.fromkeys(re.findall(r"\w+", task.instruction.lower())) if word in nouns]


def main(suites: list[str]) -> None:
    assert len(set(NOUNS)) == 100
    tasks = [task for suite in suites for task in libero.tasks(suite)]
    alarms = said = noticed = 0
    missed: dict[str, int] = {}
    for task in tasks:
        problem = task.problem()
        absent = not_there(task.instruction, problem, None, None)
        if absent:
            alarms += 1
            print(f"{task.id}: {task.instruction!r}: {', '.join(one.text for one in absent)}")
        known = {word for name in problem.entities for word in words_of(name).split()}
        for word in swaps(task):
            for noun in (noun for noun in NOUNS if noun not in known):
                false = re.sub(rf"\b{word}\b", noun, task.instruction.lower())
                found = not_there(false, problem, None, None)
                hit = any(noun in one.text.split() and one.standing == "unknown" for one in found)
                said, noticed = said + 1, noticed + hit
                if not hit:
                    missed[noun] = missed.get(noun, 0) + 1
    print(f"{alarms} of {len(tasks)} true instructions raise an alarm ({alarms / len(tasks):.2%})")
    print(f"{noticed} of {said} false instructions are noticed ({noticed / said:.2%})")
    print(
        "missed:",
        ", ".join(f"{noun} {missed[noun]}" for noun in sorted(missed, key=missed.__getitem__)[::-1]),
    )


if __name__ == "__main__":
    main(sys.argv[1:] or ["libero_90"])
