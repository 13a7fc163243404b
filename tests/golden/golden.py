"""What CLAMP writes and admits, recorded: shows whether a change of the code changed an answer.

    python tests/golden/golden.py            # compare with the records; what differs is listed, exit code 1
    python tests/golden/golden.py --record   # write the records anew, after a change that was meant

A walk chooses one admissible token after the other by a hash of what is written, so that it needs no model and is
the same on every machine; its digest covers the whole mask of every step. The plans of the two models that the
demo installs follow, greedily.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")

import numpy as np
import yaml

import clamp
from clamp.planning.search.reachability import Reachability
from clamp_bench.vlabench.format import vlabench
from clamp_worlds.household import household
from clamp_worlds.virtualhome.formats import virtualhome_json
from clamp_worlds.virtualhome.tasks import EAITask, load_tasks

ROOT = Path(__file__).parents[2]
RECORDS = Path(__file__).parent / "records.json"
VIRTUALHOME, LIBERO, HOUSEHOLDS = 60, 40, 12
PIECES = ("go", "pick", "place", "open", ")\n", ", ", '": [', '"], "', '": ["', '"]}', "},{", '":"', "_1")
SAME_EVERYWHERE: dict[str, Any] = {"loops": True, "limits": clamp.SearchLimits(boundary_seconds=None)}
"""Every plan, as the first records had it, and none left undecided because a machine is slow."""
Case = Callable[[], dict[str, Any]]


def vocabulary_of(system: clamp.TransitionSystem[Any]) -> clamp.Vocabulary:
    """All bytes, pieces of plan formats, and names with and without what may stand beside them."""
    pieces = set(PIECES)
    for name in (*system.entities, *(action.name for action in system.actions)):
        pieces |= {name, f"{name})\n", f"({name}", f'"{name}', name[:3], name[-2:]}
    tokens: list[bytes | None] = [bytes([byte]) for byte in range(256)]
    tokens += sorted(piece.encode() for piece in pieces if len(piece.encode()) > 1)
    return clamp.Vocabulary.from_bytes([*tokens, None], len(tokens))


def walk(constraint: clamp.PlanConstraint, seed: str) -> dict[str, Any]:
    """One plan, and a digest of the masks on its way."""
    vocabulary = constraint.vocabulary
    cursor, written, digest, tokens = constraint.initial(), b"", sha256(), 0
    while (allowed := constraint.allowed(cursor)).size:
        digest.update(np.asarray(allowed, np.int64).tobytes() + b".")
        choice = sha256(f"{seed}|{tokens}|".encode() + written).digest()
        token = int(allowed[int.from_bytes(choice[:8], "big") % allowed.size])
        written += vocabulary.bytes_of(token) or b""
        cursor = constraint.advance(cursor, token)
        tokens += 1
    return {
        "plan": written.decode("utf-8", "backslashreplace"),
        "tokens": tokens,
        "masks": digest.hexdigest(),
    }


def record(
    system: clamp.TransitionSystem[Any],
    seed: str,
    plan_format: clamp.PlanFormat,
    *,
    most: int = 20,
    slack: int = 1,
    **options: Any,
) -> dict[str, Any]:
    """The goal distance and a walk with a little more budget than that."""
    distance = Reachability(system).distance(system.initial, most)
    if not isinstance(distance, int):
        return {"distance": str(distance)}
    budget = max(distance, 1) + slack
    constraint = clamp.PlanConstraint(
        system, vocabulary_of(system), plan_format, budget=budget, **SAME_EVERYWHERE, **options
    )
    return {"distance": distance, **walk(constraint, seed)}


def virtualhome() -> Iterator[tuple[str, Case]]:
    """Walks over EAI's tasks."""
    tasks = load_tasks()
    random.Random(0).shuffle(tasks)

    def case(task: EAITask) -> dict[str, Any]:
        return record(task.system(), task.id, virtualhome_json())

    for task in tasks[:VIRTUALHOME]:
        yield f"virtualhome/{task.id}", lambda task=task: case(task)


def after_random_actions(problem: clamp.Problem, steps: int, seed: int) -> clamp.Problem:
    """The problem from a state that some random actions lead to."""
    state, chance = problem.initial, random.Random(seed)
    for _ in range(steps):
        state = problem.successor_of_index(state, chance.choice(problem.applicable_indices(state)))
    return clamp.Problem.from_task(replace(problem.task, initial=problem.facts(state)))


def libero() -> Iterator[tuple[str, Case]]:
    """Walks from random states of the LIBERO tasks that ship as examples."""
    folders = sorted(path.parent for path in ROOT.glob("examples/libero/*/task.yaml"))
    formats = (clamp.PlanFormat.calls(), vlabench())

    def case(number: int) -> dict[str, Any]:
        folder = folders[number % len(folders)]
        problem = clamp.Problem.from_pddl(folder / "domain.pddl", folder / "problem.pddl")
        problem = after_random_actions(problem, number // len(folders) % 6, number)
        return record(problem, str(number), formats[number % len(formats)])

    for number in range(LIBERO):
        yield f"libero/{folders[number % len(folders)].name}/{number}", lambda number=number: case(number)


def households() -> Iterator[tuple[str, Case]]:
    """The oracle's kitchens in every format and configuration, and with rules."""
    formats = {
        "calls": clamp.PlanFormat.calls(),
        "skill_json": vlabench(),
        "reasoning": clamp.PlanFormat.calls().with_reasoning("Think: ", end="\nPlan:\n", max_bytes=12),
    }
    levels = ("syntax", "visibility", "executability", "goal")

    def case(number: int) -> dict[str, Any]:
        problem = clamp.Problem.from_task(household(60 + 20 * (number % 4), goals=1 + number % 2))
        name = sorted(formats)[number % len(formats)]
        seen = sorted(problem.entities)[: len(problem.entities) - number % 2] if number % 4 < 2 else None
        enforce = frozenset(levels[: 1 + number % 4])
        return record(problem, str(number), formats[name], slack=number % 3, seen=seen, enforce=enforce)

    for number in range(HOUSEHOLDS):
        yield f"household/{number}", lambda number=number: case(number)

    def ruled(folder: Path) -> dict[str, Any]:
        task = yaml.safe_load((folder / "task.yaml").read_text())
        problem = clamp.Problem.from_pddl(folder / task["domain"], folder / task["problem"])
        rules = [clamp.Rule.parse(rule["rule"], name) for name, rule in task.get("rules", {}).items()]
        return record(
            clamp.Ruled(problem, rules) if rules else problem, folder.name, clamp.PlanFormat.calls()
        )

    for folder in (ROOT / "examples/kitchen", ROOT / "examples/cooking"):
        yield f"example/{folder.name}", lambda folder=folder: ruled(folder)


def models() -> Iterator[tuple[str, Case]]:
    """Greedy plans of SmolLM2-135M; those of the embedded model are in the tests of its examples.

    Their actions only: of two ways to lay out the same plan, machines that round differently write either.
    """
    loaded: list[clamp.Planner] = []

    def case(task: EAITask) -> dict[str, Any]:
        if not loaded:
            loaded.append(clamp.Planner.from_pretrained(shared_prefix=False))  # no case tells on the next
        result = loaded[0].plan(
            task.system(),
            task.description,
            budget=8,
            **SAME_EVERYWHERE,
            plan_format=virtualhome_json(),
            trace=False,
        )
        return {"status": result.status, "plan": [str(action) for action in result.actions]}

    tasks = {task.id: task for task in load_tasks()}
    for name in ("27_2", "285_1", "11_1", "59_1"):
        if name in tasks:
            yield f"smollm2/{name}", lambda name=name: case(tasks[name])


def differences(kept: dict[str, Any], found: dict[str, Any]) -> Iterable[str]:
    """One line for each case that is new, gone or not what it was."""
    for name in sorted(kept.keys() | found.keys()):
        before, now = kept.get(name), found.get(name)
        if before is None or now is None:
            yield f"{name}: {'not recorded' if before is None else 'gone'}"
        elif before != now:
            changed = [
                f"{key}: {before.get(key)!r} → {now.get(key)!r}" for key in now if before.get(key) != now[key]
            ]
            yield f"{name}: {'; '.join(changed)}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument(
        "--record", action="store_true", help="write the records instead of comparing with them"
    )
    parser.add_argument("--only", default="", help="only the cases whose name begins so")
    options = parser.parse_args()
    found: dict[str, Any] = {}
    for family in (virtualhome, libero, households, models):
        for name, case in family():
            if name.startswith(options.only):
                found[name] = case()
                print(f"{len(found):4d} {name}: {found[name].get('distance', '')}", file=sys.stderr)
    kept: dict[str, Any] = json.loads(RECORDS.read_text("utf-8")) if RECORDS.exists() else {}
    beside = {name: value for name, value in kept.items() if not name.startswith(options.only)}
    if options.record:
        RECORDS.write_text(
            json.dumps(beside | found, indent=1, sort_keys=True, ensure_ascii=False) + "\n", encoding="utf-8"
        )
        print(f"{len(found)} records written to {RECORDS.relative_to(ROOT)}")
        return 0
    lines = list(differences({name: kept[name] for name in kept.keys() - beside.keys()}, found))
    print("\n".join([*lines, f"{len(found)} cases, {len(lines)} differences"]))
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
