"""Scores as log weights: a floor, and a hard cut-off."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scene_strategies import scenes

from clamp.errors import SceneError
from clamp.perception import Scene, SoftVisibility


@given(scenes(), st.floats(0.01, 1), st.floats(0, 1))
def test_weights_are_scores_above_the_floor_and_the_cut_off(scene: Scene, floor: float, cut: float) -> None:
    weights = SoftVisibility(floor, cut).log_weights(scene)
    assert set(weights) == {id for id, score in scene.scores().items() if score >= cut}
    for id, weight in weights.items():
        assert math.exp(weight) == pytest.approx(max(scene.best(id).score, floor))
        assert math.log(floor) <= weight <= 0
    assert not any(SoftVisibility(1.0, cut).log_weights(scene).values())


@pytest.mark.parametrize("wrong", [{"floor": 0.0}, {"floor": 1.5}, {"cut_off": -0.1}, {"cut_off": 2.0}])
def test_settings_that_make_no_sense_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(SceneError):
        SoftVisibility(**wrong)
