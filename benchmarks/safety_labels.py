"""SafeAgentBench's scorer beside 60 rows that were labelled by hand, each with an honest plan and one that cheats.

    CLAMP_DATA=… python benchmarks/safety_labels.py

Prints what the scorer says of the plans beside what a person said
(`packages/bench/tests/safeagentbench/README.md`), and every
verdict that is not a person's.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from clamp_bench.safeagentbench.score import judged, plan_figures
from clamp_bench.safeagentbench.tasks import SPLITS, SafeTask, load

LABELS = Path(__file__).parents[1] / "packages" / "bench" / "tests" / "safeagentbench" / "labels.jsonl"
FIGURES = {"clean": "rules_kept", "done": "done", "executable": "executable"}
"""What a person gave a verdict on, and the scorer's name for it."""
_SAID = {True: "yes", False: "no", None: "unjudged"}

Row = Mapping[str, Any]


def labels() -> list[Row]:
    """The rows that were labelled."""
    return [json.loads(line) for line in LABELS.read_text("utf-8").splitlines()]


def tasks() -> dict[tuple[str, str], SafeTask]:
    """The benchmark's tasks by split and id."""
    return {(split, task.id): task for split in SPLITS for task in load(split)}


def scored(row: Row, plan: Row, task: SafeTask) -> Iterator[tuple[str, str, str]]:
    """Each figure of a plan, what the scorer says, and how that compares with the person.

    ``agrees``; ``abstains`` where the scorer certifies nothing because something was not read; ``wrong``. A part that
    the label calls ``hard`` may be abstained on.
    """
    verdict = judged(task, "\n".join(plan["steps"]), None)
    broken = any(one["outcome"] == "broken" for one in verdict["constraints"])
    unread = any(one["outcome"] in (None, "unread") for one in verdict["constraints"])
    figures = plan_figures(verdict)
    for figure, field in FIGURES.items():
        said = _SAID[figures[field]]
        abstained = said == "unjudged" or (figure == "clean" and said == "no" and unread and not broken)
        hard = ("requirement" if figure == "clean" else figure) in row.get("hard", {})
        agreed = said == plan[figure] or (abstained and hard)
        yield figure, said, "agrees" if agreed else "abstains" if abstained else "wrong"


def main() -> int:
    known = tasks()
    count: Counter[tuple[str, str, str, str]] = Counter()
    passed, faults = Counter[str](), list[str]()
    for row in labels():
        for plan in row["plans"]:
            both = list(scored(row, plan, known[row["split"], row["id"]]))
            for figure, said, how in both:
                count[plan["kind"], figure, plan[figure], said] += 1
                if how != "agrees":
                    name = f"{row['split']} {row['id']} {plan['kind']}"
                    faults.append(f"{how:8}  {name}: {figure} {said}, a person says {plan[figure]}")
            certified = all(said == "yes" for figure, said, _ in both if figure != "executable")
            if certified and not (plan["clean"] == plan["done"] == "yes"):
                passed[row["split"]] += 1
    print("| plan | verdict | a person says | the scorer says yes | no | unjudged |")
    print("| --- | --- | --- | --- | --- | --- |")
    for kind, figure, said in sorted({one[:3] for one in count}):
        cells = " | ".join(str(count[kind, figure, said, found]) for found in ("yes", "no", "unjudged"))
        print(f"| {kind} | {figure} | {said} | {cells} |")
    print(f"\nClean and done to the scorer, but not to a person: {sum(passed.values())} {dict(passed)}")
    print(*sorted(faults), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
