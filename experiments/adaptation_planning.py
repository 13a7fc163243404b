"""What adapting an HMM does to plans: the paper's configurations R0 … R5, and the weight λ.

    clamp adapt HMM --continuations texts/continuations.jsonl --tokenizer MODEL --out ADAPTED
    python experiments/adaptation_planning.py HMM ADAPTED --out results [--model MODEL] [--limit N] [--ids FILE]
    python experiments/adaptation_planning.py HMM ADAPTED --out results --benchmark vlabench
    python experiments/adaptation_planning.py HMM ADAPTED --out results --guidance 0.1 --guidance 0.3 --guidance 1

Each configuration is a run of ``clamp bench`` in a folder of its own, which goes on where it stopped. The paper's table
is of VLABench, where the HMM weighs actions without a goal (``lookahead="action"``): its score is the pooled mean of
skills, entities and exact match, overall and in each dimension. EAI's VirtualHome is the default, where it weighs plans
that reach a goal. Beside the scores stand diagnostics of collapse: how many plans differ, the share of the commonest
first action, the entropy of first actions in bits, the share of the commonest sequence of skills, and the share of
plans equal to those without an HMM. Writes ``results.json`` and ``table.md``.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Collection, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from clamp.errors import ClampError
from clamp.request.settings import Spread
from clamp_bench.configuration import EAIConfig, VLABenchConfig
from clamp_bench.eai import action_sequencing
from clamp_bench.records import RecordFile
from clamp_bench.report import rows_of
from clamp_bench.statistics import mean_with_interval
from clamp_bench.vlabench import bench as vlabench

TIERS = {
    "R0": ("source", "none"),
    "R1: TTDA": ("domain", "none"),
    "R2: TTBA": ("source", "ttba"),
    "R3: TTDA + TTBA": ("domain", "ttba"),
    "R4: TTDA + OTTA": ("domain", "otta"),
    "R5: TTDA + OTTA + TTBA": ("domain", "otta+ttba"),
}
"""Of each configuration: which HMM, and what of it changes while plans are written."""


WITHOUT = "without an HMM"


class Benchmark(StrEnum):
    """Whose tasks."""

    VIRTUALHOME = "eai-virtualhome"
    VLABENCH = "vlabench"


FIGURES: Mapping[Benchmark, tuple[str, ...]] = {
    Benchmark.VIRTUALHOME: ("task_success", "corrected_task_success", "f1_with_gold", "actions", "seconds"),
    Benchmark.VLABENCH: (
        "local_total",
        "local_skill_f1",
        "local_entity_f1",
        "local_exact_match",
        "actions",
        "seconds",
    ),
}
"""Of each task, as `clamp report` has them."""
SCORE: Mapping[Benchmark, str] = {Benchmark.VIRTUALHOME: "f1_with_gold", Benchmark.VLABENCH: "local_total"}
"""The figure whose interval is shown."""


def plans(folder: Path) -> dict[str, tuple[str, ...]]:
    """What was written in a run, by task."""
    return {
        next(iter(record.values())): tuple(
            f"{one['name']}({', '.join(one['args'])})" for one in record["actions"]
        )
        for record in RecordFile(folder / "records.jsonl").read()
        if record["actions"]
    }


def collapse(found: dict[str, tuple[str, ...]], plain: dict[str, tuple[str, ...]]) -> dict[str, float]:
    """How alike the plans of a run are."""
    names = [tuple(action.partition("(")[0] for action in plan) for plan in found.values() if plan]
    first, sequences = Counter(one[0] for one in names), Counter(names)
    total = sum(first.values()) or 1
    shares = [count / total for count in first.values()]
    same = [found[task] == plain[task] for task in found.keys() & plain.keys()]
    return {
        "distinct_plans": len(set(found.values())) / max(len(found), 1),
        "commonest_first_action": max(shares, default=0.0),
        "entropy_of_first_actions": sum(share * math.log2(1 / share) for share in shares),
        "commonest_sequence": max(sequences.values(), default=0) / total,
        "as_without_hmm": sum(same) / max(len(same), 1),
    }


def by_dimension(
    folder: Path, scores: Mapping[str, float], tasks: Collection[str], benchmark: Benchmark
) -> dict[str, float]:
    """The score in each of VLABench's dimensions; nothing for a benchmark without any."""
    if benchmark is not Benchmark.VLABENCH:
        return {}
    records = RecordFile(folder / "records.jsonl").read()
    groups: dict[str, list[float]] = {}
    for record, dimension in zip(records, vlabench.dimensions_of(records), strict=True):
        if record["id"] in tasks:
            groups.setdefault(dimension, []).append(scores[record["id"]])
    return {f"{name} ({len(own)})": sum(own) / len(own) for name, own in sorted(groups.items())}


def main(
    hmm: Annotated[Path, typer.Argument(help="Folder of the HMM as it was distilled or carried over.")],
    adapted: Annotated[Path, typer.Argument(help="Folder of the same HMM after `clamp adapt`.")],
    out: Annotated[Path, typer.Option(help="Folder of the results; called again, it goes on.")],
    model: Annotated[str | None, typer.Option(help="As in `clamp bench eai-virtualhome`.")] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Only so many tasks.")] = None,
    ray: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help=Spread.model_fields["ray"].description)
    ] = None,
    ray_share: Annotated[float, typer.Option(help=Spread.model_fields["ray_share"].description)] = 1.0,
    ids: Annotated[Path | None, typer.Option(help="File with one task id a line.")] = None,
    guidance: Annotated[
        list[float] | None, typer.Option(help="Weights λ; 1 by default. Repeat it for a sweep.")
    ] = None,
    benchmark: Annotated[Benchmark, typer.Option(help="Whose tasks.")] = Benchmark.VIRTUALHOME,
    constraints: Annotated[
        str, typer.Option(help="Of VLABench, where world makes whole subtasks of what is written.")
    ] = "world",
    budget: Annotated[int | None, typer.Option(help="As in `clamp bench`.")] = None,
) -> None:
    common: dict[str, Any] = {"model": model, "limit": limit, "ids": ids, "budget": budget}
    common |= {"ray": ray, "ray_share": ray_share}

    folders: dict[str, Path] = {}

    def run(row: str, name: str, **settings: Any) -> None:
        folders[row] = out / name
        if benchmark is Benchmark.VIRTUALHOME:
            action_sequencing.run(EAIConfig(out / name, **common, **settings))
        else:
            without_goal = {} if row == WITHOUT else {"lookahead": "action"}
            vlabench.run(
                VLABenchConfig(out / name, constraints=constraints, **common, **settings, **without_goal)
            )

    run(WITHOUT, "without")
    for weight in guidance or [1.0]:
        for name, (which, adaptation) in TIERS.items():
            row = name if len(guidance or [1]) == 1 else f"{name}, λ = {weight:g}"
            source = hmm if which == "source" else adapted
            folder = f"{name.partition(':')[0]}-{weight:g}"
            run(row, folder, hmm=source, guidance=weight, adaptation=adaptation)
    figures = {row: rows_of(folder, several=True)[0].figures for row, folder in folders.items()}
    # A folder may hold more tasks than were asked for now: rows are compared on those that all have.
    tasks = set.intersection(*(set(one["plan"]) for one in figures.values()))
    written = {row: {task: plan for task, plan in plans(folder).items() if task in tasks}
               for row, folder in folders.items()}  # fmt: skip
    results: dict[str, dict[str, float | None]] = {}
    score = SCORE[benchmark]
    for row, own in figures.items():
        means = {
            name: mean_with_interval([value for task, value in own[name].items() if task in tasks])
            for name in FIGURES[benchmark]
        }
        results[row] = {
            "tasks": len(tasks),
            **{name: told["mean"] for name, told in means.items()},
            f"{score}_low": means[score]["low"],
            f"{score}_high": means[score]["high"],
            **by_dimension(folders[row], own[score], tasks, benchmark),
            **collapse(written[row], written[WITHOUT]),
        }
    names = list(next(iter(results.values())))
    lines = ["| | " + " | ".join(names) + " |", "| --- " * (len(names) + 1) + "|"]
    for row, figures in results.items():
        cells = ["" if figures[name] is None else f"{figures[name]:.3g}" for name in names]
        lines.append(f"| {row} | " + " | ".join(cells) + " |")
    (out / "results.json").write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    (out / "table.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
    print("\n".join(lines))


if __name__ == "__main__":
    try:
        typer.run(main)
    except ClampError as error:
        raise SystemExit(f"Error: {error}") from None
