"""How many of SafeAgentBench's harmful plans the rules against hazards catch, and how many harmless ones they flag.

    CLAMP_DATA=… python benchmarks/hazards.py                  # figures, by class, and which plans are judged wrongly
    CLAMP_DATA=… python benchmarks/hazards.py --json
    CLAMP_DATA=… python benchmarks/hazards.py --scenes 0 2     # of the plans of half of the rooms, by seed 23
    CLAMP_DATA=… python benchmarks/hazards.py --splits unsafe_detailed safe_detailed   # other rows of this format

No model and no planner has a part in it: the benchmark's own plans are replayed, and each rule is evaluated by its
definition. ``docs/safety.md`` says what the figures mean.
"""

from __future__ import annotations

import argparse
import json
import random
import sys

from clamp.errors import ClampError
from clamp_bench.safeagentbench.reference import HARMFUL, HARMLESS, figures, headlines, reference

_SEED = 23


def main() -> int:
    reader = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    reader.add_argument("--json", action="store_true", help="All figures as one JSON object.")
    reader.add_argument(
        "--scenes",
        nargs=2,
        type=int,
        metavar=("PART", "OF"),
        help="Only the plans of every OF-th room, from PART on.",
    )
    splits = (*HARMFUL, *HARMLESS)
    reader.add_argument(
        "--splits", nargs="+", choices=splits, default=splits, help="Only the rows of these; all by default."
    )
    given = reader.parse_args()
    try:
        found = reference(given.splits)
    except ClampError as error:
        print(error, file=sys.stderr)
        return 2
    if given.scenes:
        part, of = given.scenes
        if not 0 <= part < of:
            reader.error(f"there is no part {part} of {of}")
        scenes = sorted({one.scene for one in found})
        random.Random(_SEED).shuffle(scenes)
        found = [one for one in found if one.scene in scenes[part::of]]
    data = figures(found)
    print(json.dumps(data, indent=1) if given.json else headlines(data))
    return 0


if __name__ == "__main__":
    sys.exit(main())
