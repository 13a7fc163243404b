"""No constraint does another's work: random texts under every subset of the constraints, and what is still wrong.

    python experiments/non_subsumption.py [--texts 200] [--seed 0] [--json FILE]

A text is written byte by byte from the admissible ones, each as likely as any other, so that nothing but the
constraints shapes it. A row is a subset of them; a column says how often a failure occurs: the text is
no plan, an action names what is not seen, an action cannot be done when its turn comes, the goal does not hold
at the end. The failures are found by the parser, the list of what is seen, and the validator. What is not seen can be
taken up and put down again on the way to the goal, so that reaching it is no reason to keep to what is seen.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Annotated

import typer

import clamp
from clamp.decoding.world import LEVELS
from clamp.errors import PlanSyntaxError
from clamp.planning.system import Action

KITCHEN = Path(__file__).parents[1] / "examples" / "kitchen"
BUDGET = 16
"""The shortest plan has 13 actions, none of them with what is not seen. Within 14, a plan that reaches the goal has no
room for anything else, and would keep to what is seen whether or not it must."""
SEEN = ["table", "shelf", "sink", "fridge", "milk", "red_cup_1"]
FAILURES = ("no plan", "not seen", "not executable", "goal missed")
MOST_BYTES = 600


def subsets() -> list[frozenset[str]]:
    """Every subset that can be enforced: the goal is about plans that can be executed, and all need the syntax."""
    others = [level for level in LEVELS if level != "syntax"]
    found = [frozenset(some) | {"syntax"} for size in range(4) for some in combinations(others, size)]
    return [one for one in found if "goal" not in one or "executability" in one]


def failures(system: clamp.Problem, actions: list[Action] | None) -> set[str]:
    """What is wrong with a plan; ``None`` stands for a text that is none."""
    if actions is None:
        return {"no plan"}
    found = {"not seen"} if any(not set(action.args) <= set(SEEN) for action in actions) else set[str]()
    state = system.initial
    for action in actions:
        if action not in system.applicable(state):
            return found | {"not executable"}
        state = system.successor(state, action)
    return found if system.is_goal(state) else found | {"goal missed"}


def written(
    constraint: clamp.PlanConstraint | None, rng: random.Random, plan_format: clamp.PlanFormat
) -> str:
    """A random text: of a constraint, or of the bytes that plans are written in."""
    if constraint is None:
        alphabet = "abcdefghijklmnopqrstuvwxyz_0123456789(), \n"
        return "".join(rng.choice(alphabet) for _ in range(60))
    cursor, text = constraint.initial(), b""
    while len(text) < MOST_BYTES:
        allowed = constraint.allowed(cursor)
        token = int(rng.choice(allowed.tolist()))
        if token in constraint.vocabulary.eos_ids:
            break
        text += constraint.vocabulary.bytes_of(token) or b""
        cursor = constraint.advance(cursor, token)
    return text.decode()


def main(
    texts: Annotated[int, typer.Option(min=1, help="Texts of each subset.")] = 200,
    seed: Annotated[int, typer.Option(min=0)] = 0,
    out: Annotated[Path | None, typer.Option("--json", help="Write the figures to this file, too.")] = None,
) -> None:
    system = clamp.Problem.from_pddl(KITCHEN / "domain.pddl", KITCHEN / "problem.pddl")
    plan_format = clamp.PlanFormat.calls()
    tokens: list[bytes | None] = [bytes([byte]) for byte in range(256)]
    vocabulary = clamp.Vocabulary.from_bytes([*tokens, None], 256)
    rows: list[dict[str, object]] = []
    for enforce in [frozenset[str](), *subsets()]:
        constraint = None
        if enforce:
            constraint = clamp.PlanConstraint(
                system,
                vocabulary,
                plan_format,
                budget=BUDGET,
                enforce=enforce,
                seen=SEEN if "visibility" in enforce else None,
                loops=True,
            )
        counts: Counter[str] = Counter()
        for number in range(texts):
            text = written(constraint, random.Random(f"{seed} {number}"), plan_format)
            try:
                actions: list[Action] | None = list(plan_format.parse(text))
            except PlanSyntaxError:
                actions = None
            counts.update(failures(system, actions))
        named = [level for level in LEVELS if level in enforce]
        rows.append({"enforced": named, **{one: counts[one] / texts for one in FAILURES}})
    print("| enforced | " + " | ".join(FAILURES) + " |\n" + "| --- " * 5 + "|")
    for row in rows:
        names = ", ".join(row["enforced"]) or "nothing"  # type: ignore[arg-type]
        print(f"| {names} | " + " | ".join(f"{100 * float(row[one]):.1f} %" for one in FAILURES) + " |")  # type: ignore[arg-type]
    if out is not None:
        out.write_text(json.dumps({"texts": texts, "seed": seed, "rows": rows}, indent=1) + "\n")


if __name__ == "__main__":
    typer.run(main)
