"""How far the network's answers can be trusted on photographs: fitted on the public tables, judged on others of them.

    python -m experiments.blocks.calibrate $CLAMP_DATA/vlm_formalizer/blocksworld_real [--cache FILE] [--write]

No weight of the network is touched. Two weights (of all pictures together, of each alone) are fitted by likelihood:
of all that come within `_NEAR` of the best, those that give the single pictures most, so that pictures which disagree
make it unsure. What is reported was fitted without the tables that it is about (leave-tables-out, in ten parts).
`--write` stores the fit over all tables as the package's calibration; `--take` is from where on a state is taken.
"""

from __future__ import annotations

import argparse
import json
import re
from dataclasses import asdict, replace
from importlib import resources
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from clamp_worlds.blocks.eyes import COLOURS, TABLE, Calibration, glance, pixels_of, scores, weigh

GRID = [
    (a, b)
    for a in (0.0, 0.1, 0.2, 0.3, 0.5, 0.7, 1.0, 1.3)
    for b in (0.0, 0.1, 0.2, 0.3, 0.5, 0.7, 1.0)
    if a + b
]


_NEAR = 0.005
"""Log likelihoods a table that differ by no more count as one."""


def chosen(likelihood: np.ndarray) -> tuple[float, float]:
    """The weights, from the mean log likelihood of each of `GRID`."""
    near = [one for one, value in zip(GRID, likelihood, strict=True) if value >= likelihood.max() - _NEAR]
    return max(near, key=lambda one: (one[1] / one[0] if one[0] else 0.0, one[0]))


def truth(problem: str) -> tuple[int, ...]:
    """What each colour stands on, of a problem's init."""
    support = [TABLE] * TABLE
    init = problem.split("(:init")[1].split("(:goal")[0]
    for upper, lower in re.findall(r"^[^;]*?\(on (\w+) (\w+)\)", init, re.M):
        support[COLOURS.index(upper)] = COLOURS.index(lower)
    return tuple(support)


def measure(root: Path) -> list[dict[str, Any]]:
    """Scores of each table for each set of views."""
    found: list[dict[str, Any]] = []
    for folder in sorted(root.iterdir(), key=lambda one: int(one.name.split("_")[1])):
        files = sorted((folder / "observations").iterdir())
        pixels = pixels_of({one.name: Image.open(one) for one in files})
        views = [(0, 1, 2, 3), *((i,) for i in range(4)), *combinations(range(4), 2)]
        record: dict[str, Any] = {"table": folder.name, "truth": truth((folder / "problem.pddl").read_text())}
        seen = glance(pixels)
        for some in views:
            glances = seen.of(some)
            record[str(some)] = (*scores(glances, np.ones(TABLE, bool)), glances.areas)
        found.append(record)
        print(folder.name, flush=True)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("root", type=Path)
    parser.add_argument("--cache", type=Path)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--take", type=float, default=0.9)
    options = parser.parse_args()
    from clamp_worlds.blocks.network import arrangements

    table = arrangements().numpy()
    index = {tuple(one): number for number, one in enumerate(table.tolist())}
    if options.cache and options.cache.exists():
        records = list(np.load(options.cache, allow_pickle=True)["records"])
    else:
        records = measure(options.root)
        if options.cache:
            np.savez(options.cache, records=np.array(records, dtype=object))
    base = Calibration(1.0, 0.0, 0.004, options.take)

    def posteriors(how: Calibration, views: str) -> list[np.ndarray]:
        return [weigh(*one[views][:2], how) for one in records]

    sets = {
        4: ["(0, 1, 2, 3)"],
        2: [str(one) for one in combinations(range(4), 2)],
        1: [f"({i},)" for i in range(4)],
    }
    right = np.array([index[one["truth"]] for one in records])
    print("fitted to all, log likelihood a table (floor 0.02) by weights:")
    likelihood = np.zeros((len(GRID), len(records)))
    for k, (a, b) in enumerate(GRID):
        how = replace(base, together=a, apart=b)
        for views in (*sets[4], *sets[2]):
            found = posteriors(how, views)
            weight = 1.0 if views in sets[4] else 0.3 / 6
            likelihood[k] += weight * np.log([max(p[r], 0.02) for p, r in zip(found, right, strict=True)])
    for k in np.argsort(-likelihood.mean(1))[:8]:
        print(f"  together {GRID[k][0]} apart {GRID[k][1]}: {likelihood[k].mean():.3f}")
    parts = np.random.default_rng(27).permutation(len(records)) % 10
    held: list[tuple[int, int, float, bool]] = []  # table, views, confidence, right
    for part in range(10):
        best = chosen(likelihood[:, parts != part].mean(1))
        how = replace(base, together=best[0], apart=best[1])
        for number, names in sets.items():
            for views in names:
                for i, p in enumerate(posteriors(how, views)):
                    if parts[i] == part:
                        held.append((i, number, float(p.max()), int(p.argmax()) == right[i]))
                        if number == 4 and not held[-1][-1]:
                            said = {
                                COLOURS[c]: (
                                    [*COLOURS, "table"][t],
                                    [*COLOURS, "table"][records[i]["truth"][c]],
                                )
                                for c, t in enumerate(table[p.argmax()])
                                if t != records[i]["truth"][c]
                            }
                            print(
                                "wrong:",
                                records[i]["table"],
                                f"confidence {p.max():.2f}",
                                f"true {p[right[i]]:.3f}",
                                said,
                            )
    for number in sets:
        mine = [one for one in held if one[1] == number]
        print(f"{number} views: right {sum(one[3] for one in mine) / len(mine):.3f} of {len(mine)}")
        for take in (0.3, 0.5, 0.7, 0.8, 0.85, 0.9, 0.95):
            taken = [one for one in mine if one[2] >= take]
            wrong = sum(not one[3] for one in taken) / len(mine)
            print(f"   from {take}: taken {len(taken) / len(mine):.3f}, wrong {wrong:.3f}")
    if options.write:
        best = chosen(likelihood.mean(1))
        how = replace(base, together=best[0], apart=best[1])
        path = Path(str(resources.files("clamp_worlds.blocks") / "calibration.json"))
        path.write_text(json.dumps(asdict(how), indent=2) + "\n")


if __name__ == "__main__":
    main()
