"""Canonicalisation: each stage, the abstain band, and that nothing ambiguous is guessed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clamp.errors import SceneError
from clamp.perception import Matcher

KITCHEN = ["akita_black_bowl_1", "akita_black_bowl_2", "plate_1", "red_cup_1", "wooden_cabinet_1"]


def matcher(**options: Any) -> Matcher:
    return Matcher(KITCHEN, **options)


@pytest.mark.parametrize(
    ("name", "entity", "stage"),
    [
        ("plate_1", "plate_1", "exact"),
        ("Plate 1", "plate_1", "exact"),
        ("plate", "plate_1", "exact"),
        ("WOODEN-CABINET", "wooden_cabinet_1", "exact"),
        ("akita black bowl 2", "akita_black_bowl_2", "exact"),
        ("dish", "plate_1", "alias"),
        ("The  Dish", "plate_1", "alias"),
        ("cupboard", "wooden_cabinet_1", "alias"),
        ("wooden cabinett", "wooden_cabinet_1", "fuzzy"),
        ("cup red", "red_cup_1", "fuzzy"),
        ("akita_blac_bowl_2", "akita_black_bowl_2", "fuzzy"),
    ],
)
def test_the_first_stage_that_knows_decides(name: str, entity: str, stage: str) -> None:
    aliases = {"dish": "plate_1", "the dish": "plate_1", "cupboard": "wooden cabinet"}
    found = matcher(aliases=aliases).match(name)
    assert (found.entity, found.stage) == (entity, stage)
    assert 0.85 <= found.score <= 1
    assert found.candidates == ()
    assert entity in str(found)
    assert found.to_json()["stage"] == stage


@pytest.mark.parametrize(
    ("name", "stage", "candidates"),
    [
        ("akita black bowl", "exact", {"akita_black_bowl_1", "akita_black_bowl_2"}),
        ("black bowls", "fuzzy", {"akita_black_bowl_1", "akita_black_bowl_2"}),
        ("akita blak bowl", "fuzzy", {"akita_black_bowl_1", "akita_black_bowl_2"}),
        ("pots", "none", set()),
        ("red_cup_2", "none", set()),
        ("akita_black_bowl_3", "none", set()),
        ("elephant", "none", set()),
        ("", "none", set()),
    ],
)
def test_what_is_ambiguous_or_uncertain_is_not_guessed(name: str, stage: str, candidates: set[str]) -> None:
    found = matcher().match(name)
    assert found.entity is None
    assert found.stage == stage
    assert {one for one, _ in found.candidates} == candidates
    assert found.reason in str(found)


def test_an_alias_for_equal_things_stays_ambiguous() -> None:
    found = matcher(aliases={"soup plate": "akita black bowl"}).match("soup plate")
    assert (found.entity, found.stage, len(found.candidates)) == (None, "alias", 2)


@given(st.sampled_from(KITCHEN), st.integers(0, 99))
def test_other_numbers_are_other_things(name: str, number: int) -> None:
    other = name.rpartition("_")[0] + f"_{number}"
    assert matcher().match(other).entity == (other if other in KITCHEN else None)


@given(st.text(max_size=12))
def test_a_match_always_says_how_it_was_found(name: str) -> None:
    found = matcher().match(name)
    assert (found.entity is None) == bool(found.reason)
    assert found.entity is None or found.entity in KITCHEN
    assert 0 <= found.score <= 1


@given(st.permutations(KITCHEN), st.sampled_from(["plate", "black bowl", "cup", "cabinett wooden"]))
def test_the_order_of_the_entities_decides_nothing(order: list[str], name: str) -> None:
    assert Matcher(order).match(name).entity == matcher().match(name).entity


AXES = {"akita black bowl": 0, "plate": 1, "red cup": 2, "wooden cabinet": 3}


def embed(texts: list[str]) -> Any:
    """A mug is nearly a cup, a sideboard somewhat like a cabinet, and crockery anything."""
    own = {
        "mug": [0, 0, 0.95, 0, 0.3],
        "sideboard": [0, 0, 0, 0.7, 0.7],
        "crockery": [0.7, 0.69, 0.2, 0, 0],
        "zero": [0] * 5,
    }
    return [own[text] if text in own else np.eye(5)[AXES.get(text, 4)].tolist() for text in texts]


@pytest.mark.parametrize(
    ("name", "entity", "stage"),
    [
        ("mug", "red_cup_1", "embedding"),
        ("mug 1", "red_cup_1", "embedding"),
        ("mug 2", None, "none"),
        ("sideboard", None, "embedding"),
        ("crockery", None, "embedding"),
        ("zero", None, "none"),
        ("plates", "plate_1", "fuzzy"),
    ],
)
def test_embeddings_are_asked_last(name: str, entity: str | None, stage: str) -> None:
    found = matcher(embed=embed, accept=0.85).match(name)
    assert (found.entity, found.stage) == (entity, stage)


def test_embeddings_settle_what_letters_leave_open() -> None:
    entities = ["red_cup_1", "blue_cup_1"]
    assert Matcher(entities).match("cups red one").entity is None

    def cups(texts: list[str]) -> Any:
        return [[1.0, 0.0] if "red" in text else [0.0, 1.0] for text in texts]

    found = Matcher(entities, embed=cups).match("cups red one")
    assert (found.entity, found.stage) == ("red_cup_1", "embedding")


@pytest.mark.parametrize("vectors", [[1.0, 2.0], [[float("nan")]]])
def test_an_embedding_of_the_wrong_shape_is_refused(vectors: Any) -> None:
    with pytest.raises(SceneError, match="embedding function"):
        matcher(embed=lambda texts: vectors).match("mug")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"aliases": {"dish": "plat_1"}}, "'dish' stands for 'plat_1'.*mean 'plate_1'"),
        ({"aliases": {"dish": "xyzzy"}}, "no such entity.$"),
        ({"accept": 0.5}, "abstain = 0.6 and accept = 0.5"),
        ({"embed_accept": 1.5}, "between 0 and 1"),
    ],
)
def test_a_matcher_that_makes_no_sense_is_refused(options: Any, message: str) -> None:
    with pytest.raises(SceneError, match=message):
        matcher(**options)
    with pytest.raises(SceneError, match="listed twice"):
        Matcher([*KITCHEN, "plate_1"])
