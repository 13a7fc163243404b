"""F1 of runs of EAI's Goal Interpretation side by side, on the prompts that they have in common, with paired intervals.

    python benchmarks/goal_interpretation.py RUN OTHER [MORE ...] [--half 1]

Each folder is what `clamp bench eai-behavior` or `eai-virtualhome --task goal-interpretation` left. The first run is
held against each of the others: the F1 of both with 95 % intervals (bootstrap over prompts), and the difference, the
same prompts drawn for both. The words that ask for a goal were written with half of the prompts at hand: those whose
id's SHA-256 is even. `--half 1` counts the others alone.
"""

from __future__ import annotations

import argparse
import json
from hashlib import sha256
from pathlib import Path

from clamp_bench.statistics import Counts, f1_with_interval, paired_f1


def counts_of(run: Path, half: int | None) -> dict[str, Counts]:
    """What EAI's evaluator counted of each prompt.

    Raises:
        SystemExit: If the run was not judged, or by a version that did not keep what it counted.
    """
    found: dict[str, Counts] = {}
    try:
        lines = (run / "scores.jsonl").read_text("utf-8").splitlines()
        for line in lines:
            one = json.loads(line)
            name = one.get("file_id") or one["identifier"]
            if half is None or int(sha256(name.encode()).hexdigest(), 16) % 2 == half:
                right, more, missed = one["counts"]
                found[name] = (right, more, missed)
    except (OSError, ValueError, KeyError) as error:
        raise SystemExit(
            f"{run}: its scores cannot be read ({error!r}). Judge it again: run the same `clamp bench` command with "
            "--out on this folder."
        ) from None
    return found


def said(found: dict[str, float]) -> str:
    """A figure and its interval."""
    return f"{found['f1']:.3f} [{found['low']:.3f}, {found['high']:.3f}]"


def main() -> None:
    """Read, pair, print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("runs", nargs="+", type=Path)
    parser.add_argument("--half", type=int, choices=(0, 1))
    given = parser.parse_args()
    rows = {run: counts_of(run, given.half) for run in given.runs}
    for run, counts in rows.items():
        alone = f1_with_interval(list(counts.values()))
        print(
            f"{run.name}: {len(counts)} prompts, F1 {said(alone) if alone['low'] is not None else alone['f1']}"
        )
    first, *others = rows
    for other in others:
        found = paired_f1(rows[first], rows[other])
        if found["difference"] is None:
            print(f"{first.name} and {other.name}: {found['n']} prompts in common")
            continue
        print(
            f"{first.name} {said(found['ours'])} less {other.name} {said(found['theirs'])}, on {found['n']} prompts: "
            f"{found['difference']:+.3f} [{found['low']:+.3f}, {found['high']:+.3f}]"
        )


if __name__ == "__main__":
    main()
