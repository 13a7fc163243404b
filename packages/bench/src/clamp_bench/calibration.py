"""Calibration of what a source says of facts: fitted on facts whose truth is known, judged by others, and drawn.

``python -m clamp_bench.calibration FACTS.jsonl --out FOLDER`` reads lines ``{"log_odds": 2.1, "truth": true}``, fits on
every other of them and judges on the rest, and writes ``calibration.json`` (slope and offset, for an observables file,
the expected calibration error before and after, and the accuracy beside a constant answer's) and ``reliability.png``.
"""

# matplotlib and scipy are only partly typed.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false
# pyright: reportMissingTypeStubs=false

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.special import expit, log_expit

from clamp.errors import BenchmarkError
from clamp.perception.observables import Calibration

BINS = 10


@dataclass(frozen=True)
class Facts:
    """What was said of facts, and whether they hold.

    Attributes:
        log_odds: Of each fact, finite.
        truth: Whether it holds.
    """

    log_odds: NDArray[np.float64]
    truth: NDArray[np.bool_]

    @classmethod
    def read(cls, path: Path) -> Facts:
        """From lines of JSON.

        Raises:
            BenchmarkError: If a line is none, or there are facts of one truth alone.
        """
        odds: list[float] = []
        truth: list[bool] = []
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            if not line.strip():
                continue
            try:
                one = json.loads(line)
                value, held = float(one["log_odds"]), one["truth"]
            except (ValueError, KeyError, TypeError) as error:
                raise BenchmarkError(
                    f"{path}:{number}: a line has `log_odds` and `truth` ({error!r})."
                ) from None
            if not np.isfinite(value) or not isinstance(held, bool):
                raise BenchmarkError(
                    f"{path}:{number}: log_odds are a finite number, and truth is true or false."
                )
            odds.append(value)
            truth.append(held)
        if not 0 < sum(truth) < len(truth):
            raise BenchmarkError(
                f"{path}: facts that hold and facts that do not are needed, and it has one kind alone."
            )
        return cls(np.array(odds), np.array(truth))

    def half(self, odd: bool) -> Facts:
        """Every other fact."""
        return Facts(self.log_odds[odd::2], self.truth[odd::2])


def fit(facts: Facts, method: str = "platt") -> Calibration:
    """The calibration under which the facts are likeliest.

    Args:
        method: ``"platt"``, slope and offset; or ``"temperature"``, the slope alone.

    Raises:
        BenchmarkError: If there is no such method.
    """
    if method not in ("platt", "temperature"):
        raise BenchmarkError(f"There is no calibration {method!r}; choose platt or temperature.")
    sign = np.where(facts.truth, 1.0, -1.0)

    def loss(given: NDArray[np.float64]) -> float:
        offset = given[1] if method == "platt" else 0.0
        return float(-log_expit(sign * (np.exp(given[0]) * facts.log_odds + offset)).mean())

    start = np.zeros(2 if method == "platt" else 1)
    bounds = [(-7.0, 7.0), (-20.0, 20.0)][
        : len(start)
    ]  # facts that are told apart without error have no best slope
    found = minimize(loss, start, method="L-BFGS-B", bounds=bounds).x
    return Calibration(float(np.exp(found[0])), float(found[1]) if method == "platt" else 0.0)


def bins(probability: NDArray[np.float64], truth: NDArray[np.bool_]) -> list[tuple[float, float, int]]:
    """Of each tenth of the probabilities that has some: their mean, which part of the facts hold, and how many."""
    place = np.minimum((probability * BINS).astype(int), BINS - 1)
    return [
        (float(probability[here].mean()), float(truth[here].mean()), int(here.sum()))
        for number in range(BINS)
        if (here := place == number).any()
    ]


def expected_calibration_error(probability: NDArray[np.float64], truth: NDArray[np.bool_]) -> float:
    """The mean distance of what is said from what is so, over tenths (Naeini et al., 2015)."""
    return sum(abs(said - held) * count for said, held, count in bins(probability, truth)) / len(truth)


def report(facts: Facts, method: str = "platt") -> dict[str, float]:
    """A calibration fitted on one half of the facts, and how good it is on the other."""
    made, judged = fit(facts.half(odd=False), method), facts.half(odd=True)
    after = expit(made.slope * judged.log_odds + made.offset)
    constant = np.full(len(judged.truth), facts.half(odd=False).truth.mean())
    return {
        "slope": made.slope,
        "offset": made.offset,
        "facts": len(facts.truth),
        "ece_before": expected_calibration_error(expit(judged.log_odds), judged.truth),
        "ece_after": expected_calibration_error(after, judged.truth),
        "accuracy": float(((after > 0.5) == judged.truth).mean()),
        "accuracy_of_a_constant": float(((constant > 0.5) == judged.truth).mean()),
    }


def draw(facts: Facts, made: Calibration, path: Path) -> None:
    """The reliability plot: what is said of facts against how many of them hold."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(4, 4), layout="constrained")
    axes = figure.subplots()
    axes.plot([0, 1], [0, 1], color="grey", linestyle=":")
    for name, odds in (
        ("as said", facts.log_odds),
        ("calibrated", made.slope * facts.log_odds + made.offset),
    ):
        points = bins(expit(odds), facts.truth)
        axes.plot([one[0] for one in points], [one[1] for one in points], marker="o", label=name)
    axes.set(xlabel="probability", ylabel="facts that hold", xlim=(0, 1), ylim=(0, 1))
    axes.legend()
    figure.savefig(path)


def main(arguments: Sequence[str] | None = None) -> None:
    """See the module."""
    parser = argparse.ArgumentParser(prog="python -m clamp_bench.calibration", description=__doc__)
    parser.add_argument("facts", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--method", choices=("platt", "temperature"), default="platt")
    given = parser.parse_args(arguments)
    try:
        facts = Facts.read(given.facts)
    except (OSError, BenchmarkError) as error:
        parser.error(str(error))
    given.out.mkdir(parents=True, exist_ok=True)
    found = report(facts, given.method)
    (given.out / "calibration.json").write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    draw(facts.half(odd=True), Calibration(found["slope"], found["offset"]), given.out / "reliability.png")
    sys.stdout.write(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
