"""Beliefs: how evidence becomes verdicts, and JSON."""

from __future__ import annotations

import json
import math
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clamp.errors import SceneError
from clamp.perception import Belief, Evidence, Scene
from clamp.perception.belief import fact_text, log_odds_of, probability_of

OPEN = ("open", "drawer")


def verdict(*evidence: tuple[float, str] | tuple[float, str, str]) -> str:
    return Belief(evidence=tuple(Evidence(OPEN, *one) for one in evidence)).judge(OPEN).verdict


def test_between_the_thresholds_nothing_is_known() -> None:
    assert [verdict((p, "vlm")) for p in (0.0, 0.1, 0.11, 0.5, 0.89, 0.9, 1.0)] == [
        *("false", "false", "unknown", "unknown", "unknown", "true", "true")
    ]


def test_views_of_one_source_are_one_opinion_and_sources_are_several() -> None:
    assert verdict((0.8, "vlm", "left"), (0.8, "vlm", "right")) == "unknown"
    assert verdict((0.8, "vlm"), (0.8, "geometry")) == "true"


def test_who_knows_outweighs_who_guesses() -> None:
    assert verdict((0.95, "vlm"), (0.0, "person")) == "false"
    found = Belief(evidence=(Evidence(OPEN, 1.0, "person"), Evidence(OPEN, 0.0, "simulator"))).judge(OPEN)
    assert (found.verdict, found.disputed, found.probability) == ("unknown", True, 0.5)


def test_sources_that_are_sure_of_opposite_things_dispute() -> None:
    belief = Belief(evidence=(Evidence(OPEN, 0.97, "vlm"), Evidence(OPEN, 0.02, "geometry")))
    assert belief.disputed == (OPEN,)
    assert belief.unknown == (OPEN,)
    assert belief.without_source("geometry").true == (OPEN,)
    assert belief.told(OPEN, False).false == (OPEN,)


def test_what_nothing_was_said_of() -> None:
    assert Belief().judge(OPEN).verdict == "unknown"
    assert Belief(closed_world=True).judge(OPEN).verdict == "false"
    assert Belief(closed_world=["open"]).judge(OPEN).truth is False
    assert Belief(closed_world=["on"]).judge(OPEN).truth is None
    assert Belief(one_of=((OPEN, ("shut", "drawer")),), closed_world=True).judge(OPEN).truth is None


@given(st.floats(-12, 12))
def test_log_odds_and_probabilities_are_inverse(value: float) -> None:
    assert log_odds_of(probability_of(value)) == pytest.approx(value, rel=1e-6, abs=1e-6)
    assert Evidence.of_log_odds(OPEN, value, "vlm").log_odds == pytest.approx(value, rel=1e-6, abs=1e-6)


def test_certain_log_odds_are_infinite() -> None:
    assert Evidence(OPEN, 1.0, "person").log_odds == math.inf
    assert Evidence(OPEN, 0.0, "person").certain
    assert Evidence.of_log_odds(OPEN, -math.inf, "vlm").probability == 0


def test_json_there_and_back() -> None:
    belief = Belief(
        {"drawer": "container", "milk": None},
        (Evidence(OPEN, 0.97, "vlm", "front"), Evidence(("in", "milk", "drawer"), 0.4, "geometry")),
        ((("in", "milk", "drawer"), OPEN),),
        closed_world=["on"],
        true_from=0.8,
        false_to=0.2,
    )
    assert Belief.from_json(json.loads(json.dumps(belief.to_json()))) == belief
    assert pickle.loads(pickle.dumps(belief)) == belief
    assert belief.to_json()["facts"][0]["verdict"] == "true"


def test_json_as_people_write_it() -> None:
    read = Belief.from_json('{"facts": [{"fact": ["open", "drawer"], "verdict": "true"}, {"fact": ["lit"], "probability": 0.5, "source": "vlm"}]}')  # fmt: skip
    assert read.judge(OPEN).sources == ("person",)
    assert read.unknown == (("lit",),)
    assert str(read.judge(("lit",))) == "lit is unknown (vlm, 0.50)"
    assert fact_text(("on", "a", "b")) == "on(a, b)"


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("{", "not JSON"),
        ('{"fact": []}', "facts is missing"),
        ('{"facts": [{"fact": ["open"], "verdict": "maybe"}]}', "facts\\[0\\].verdict"),
        ('{"facts": [{"fact": ["open"]}]}', "it says neither"),
        ('{"facts": [{"fact": [], "verdict": "true"}]}', "facts\\[0\\].fact"),
        ('{"facts": [{"fact": ["not", "open"], "verdict": "true"}]}', "said by its probability"),
        ('{"facts": [{"fact": ["open"], "probability": 1.5}]}', "less than or equal to 1"),
        ('{"facts": [{"fact": ["open"], "probability": NaN}]}', "."),
        (
            '{"facts": [{"fact": ["open", "x"], "verdict": "true"}], "objects": {"y": null}}',
            "not among the objects",
        ),
        ('{"facts": [], "true_from": 0.1, "false_to": 0.9}', "false_to < true_from"),
        ('{"facts": [], "one_of": [[]]}', "no facts"),
        ('{"facts": [{"fact": ["a"], "evidence": [{"probability": 0.5}]}]}', "source is missing"),
        ('{"facts": [{"fact": ["a"], "evidence": [], "source": "me"}]}', "give `source` in its"),
    ],
)
def test_what_is_no_belief_is_refused(written: str, said: str) -> None:
    with pytest.raises(SceneError, match=said):
        Belief.from_json(written)


def test_evidence_that_makes_no_sense_is_refused() -> None:
    for bad in (
        (OPEN, 1.2, "vlm"),
        (OPEN, math.nan, "vlm"),
        (OPEN, 0.5, " "),
        ("open", 0.5, "vlm"),
        ((), 0.5, "vlm"),
    ):
        with pytest.raises(SceneError):
            Evidence(*bad)  # pyright: ignore
    with pytest.raises(SceneError, match="NaN"):
        Evidence.of_log_odds(OPEN, math.nan, "vlm")


def test_merging() -> None:
    one = Belief({"drawer": None}, (Evidence(OPEN, 0.8, "vlm"),))
    other = Belief({"drawer": "container"}, (Evidence(OPEN, 0.9, "geometry"),))
    assert Belief.merge([one, other]).true == (OPEN,)
    assert Belief.merge([one, other]).objects == {"drawer": "container"}
    with pytest.raises(SceneError, match="of type"):
        Belief.merge([other, Belief({"drawer": "food"})])
    with pytest.raises(SceneError, match="no belief"):
        Belief.merge([])


def test_a_scene_as_a_belief() -> None:
    scene = Scene.from_json({"entities": [{"id": "milk", "type": "food"}, {"id": "table"}], "facts": [["on", "milk", "table"]]})  # fmt: skip
    belief = Belief.of_scene(scene)
    assert belief.true == (("on", "milk", "table"),)
    assert belief.judge(("on", "table", "milk")).verdict == "false"
    assert belief.objects["milk"] == "food"
    with pytest.raises(SceneError, match="no `facts`"):
        Belief.of_scene(Scene())
