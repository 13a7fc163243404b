"""Calibration: what is fitted is what was drawn, and what is drawn is a picture."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from scipy.special import expit

from clamp.errors import BenchmarkError
from clamp_bench.calibration import Facts, expected_calibration_error, fit, main, report


def drawn(slope: float, offset: float, count: int = 4_000) -> Facts:
    rng = np.random.default_rng(0)
    odds = rng.normal(0, 4, count)
    return Facts(odds, rng.random(count) < expit(slope * odds + offset))


def test_the_calibration_that_made_the_facts_is_found() -> None:
    made = fit(drawn(0.4, 1.0))
    assert made.slope == pytest.approx(0.4, abs=0.05)
    assert made.offset == pytest.approx(1.0, abs=0.15)
    assert fit(drawn(0.4, 0.0), "temperature").slope == pytest.approx(0.4, abs=0.05)
    with pytest.raises(BenchmarkError, match="no calibration"):
        fit(drawn(1, 0), "isotonic")


def test_calibration_brings_the_error_down_on_facts_that_it_has_not_seen() -> None:
    found = report(drawn(0.3, 1.0))
    assert found["ece_after"] < 0.04 < 0.1 < found["ece_before"]
    assert found["accuracy"] > found["accuracy_of_a_constant"]


def test_the_error_of_known_probabilities() -> None:
    truth = np.array([True] * 9 + [False])
    assert expected_calibration_error(np.full(10, 0.9), truth) == pytest.approx(0.0)
    assert expected_calibration_error(np.full(10, 0.5), truth) == pytest.approx(0.4)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    facts = drawn(0.5, 0.0, 400)
    lines = [
        json.dumps({"log_odds": o, "truth": bool(t)})
        for o, t in zip(facts.log_odds, facts.truth, strict=True)
    ]
    path = tmp_path / "facts.jsonl"
    path.write_text("\n".join(lines))
    main([str(path), "--out", str(tmp_path / "out"), "--method", "temperature"])
    assert json.loads(capsys.readouterr().out)["offset"] == 0
    assert (tmp_path / "out" / "reliability.png").read_bytes()[:4] == b"\x89PNG"
    for written in (
        "{}",
        '{"log_odds": "x", "truth": true}',
        '{"log_odds": 1, "truth": 1}',
        '{"log_odds": 1, "truth": true}',
    ):
        path.write_text(written)
        with pytest.raises(SystemExit) as stopped:
            main([str(path), "--out", str(tmp_path / "out")])
        assert stopped.value.code == 2
