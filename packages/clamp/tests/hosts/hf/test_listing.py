"""A vision-language model lists what it sees: canonical names only, none twice, or nothing."""

from __future__ import annotations

import pytest
from fakes import byte_vocabulary
from hypothesis import given
from hypothesis import strategies as st

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")
Image = pytest.importorskip("PIL.Image")

import numpy as np  # noqa: E402
from picture_models import Pictures, sees  # noqa: E402

from clamp.decoding import PlanConstraint  # noqa: E402
from clamp.errors import HostError, SceneError  # noqa: E402
from clamp.hosts import seen_entities  # noqa: E402
from clamp.hosts.hf.forced_choice import answer_log_probabilities  # noqa: E402
from clamp.hosts.seen_entities import (  # noqa: E402
    LISTING_FORMAT,
    NOTHING,
    Listing,
    list_entities,
    listing_messages,
)
from clamp.planning import Action  # noqa: E402

NAMES = ["red_cup_1", "red_cup_12", "plate", "schüssel"]


@given(st.lists(st.sampled_from(NAMES), max_size=5), st.booleans())
def test_the_grammar_is_lists_without_repeats_or_nothing(names: list[str], alone: bool) -> None:
    written = [NOTHING] if alone and not names else names
    listing = Listing(NAMES)
    constraint = PlanConstraint(
        listing,
        byte_vocabulary(),
        LISTING_FORMAT,
        budget=len(NAMES),
        enforce={"syntax", "executability"},
    )
    cursor = constraint.initial()
    text = "\n".join(f"- {name}" for name in written)
    reads = True
    for byte in text.encode():
        if byte not in constraint.allowed(cursor):
            reads = False
            break
        cursor = constraint.advance(cursor, byte)
    right = bool(written) and len(set(written)) == len(written)
    assert (reads and constraint.accepting(cursor)) == right
    actions = [Action("see", (name,)) for name in written]
    assert bool(listing.validate(actions)) == right


def test_nothing_stands_alone() -> None:
    listing = Listing(NAMES)
    nothing, cup = Action("see", (NOTHING,)), Action("see", ("plate",))
    after = listing.successor(listing.initial, nothing)
    assert listing.applicable(after) == []
    assert "alone" in (listing.why_inapplicable(after, cup) or "")
    assert "named before" in (listing.why_inapplicable(after, nothing) or "")
    assert not listing.validate([cup, nothing])
    assert listing.is_goal(after)
    assert listing.goal_entities() == frozenset()
    with pytest.raises(NotImplementedError):
        listing.search_space()


def picture(size: tuple[int, int] = (80, 60), light: int = 255) -> Image.Image:
    """A thing on a table."""
    shown = Image.new("RGB", size, (light // 3, light // 4, light // 5))
    shown.paste((light, light // 2, 0), (size[0] // 4, size[1] // 4, size[0] // 2, size[1] // 2))
    return shown


def test_a_model_lists_names_of_the_vocabulary_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seen_entities, "LEAST", 0.0)  # a random model is sure of no name
    processor = Pictures()
    images = {"front": picture((80, 60)), "top": picture((64, 64))}
    found = list_entities(sees(processor), images, NAMES, labels={"plate": "soup plate"})
    assert set(found.scene.seen) <= set(NAMES)
    assert found.scene.views == {"front": (80, 60), "top": (64, 64)}
    assert [match.entity for match in found.matches] == list(found.scene.ids)
    if "plate" in found.scene.ids:
        assert found.scene.best("plate").label == "soup plate"
    last = processor.chats[0][-1]["content"]
    assert [part["type"] for part in last] == ["image", "image", "text"]
    assert ", ".join(NAMES) in last[-1]["text"]


def test_a_listing_without_names_or_eyes_is_refused() -> None:
    with pytest.raises(SceneError, match="no names"):
        Listing([])
    with pytest.raises(SceneError, match="called 'nothing'"):
        Listing(["cup", "nothing"])
    with pytest.raises(HostError, match="text-only"):
        list_entities(sees(), {"front": picture()}, NAMES)
    assert "- name" in str(listing_messages(NAMES)[-1]["content"])


def test_a_score_is_the_models_own_probability(monkeypatch: pytest.MonkeyPatch) -> None:
    planner, images = sees(Pictures()), {"front": picture()}
    assert list_entities(planner, images, NAMES).scene.ids == ()  # it would write something else
    monkeypatch.setattr(seen_entities, "LEAST", 0.0)
    found = list_entities(planner, images, NAMES).scene
    first, score = next(iter(found.scores().items()))
    (own,) = answer_log_probabilities(planner, listing_messages(NAMES), [f"- {first}"], images)
    assert 0 < score < 1
    # What ends a name may be a token of its own, and counts to it.
    assert score <= np.exp(own) * 1.001
    assert all(0 <= one.score < 1 for one in found.entities)


def unusable() -> dict[str, Image.Image]:
    """What shows nothing, by what is to be said of it."""
    rng = np.random.default_rng(27)
    kinds = {"dark": picture(light=12), "dark grain": rng.normal(6, 4, (200, 200, 3))}
    kinds |= {f"flat {one}": Image.new("RGB", (90, 90), one) for one in ("white", "grey", "red", "black")}
    kinds |= {
        "tiny": picture((20, 200)),
        "noise in grey": np.repeat(rng.integers(0, 256, (300, 200, 1)), 3, 2),
    }
    for side in (64, 224, 1500):
        kinds[f"noise {side}"] = rng.integers(0, 256, (side, side, 3))
    kinds["noise, coarse"] = np.kron(rng.integers(0, 256, (40, 60, 3)), np.ones((4, 4, 1)))
    kinds["noise, few"] = np.repeat((rng.random((240, 320, 1)) < 0.1) * 255, 3, 2)
    return {
        name: one if isinstance(one, Image.Image) else Image.fromarray(np.clip(one, 0, 255).astype(np.uint8))
        for name, one in kinds.items()
    }


@pytest.mark.parametrize("name", unusable())
def test_a_picture_that_shows_nothing_is_refused_by_name_among_good_ones_too(name: str) -> None:
    bad = unusable()[name]
    said = {"dark": "too dark", "flat": "one colour|too dark", "tiny": "pixels", "noise": "noise|one colour"}
    for images in ({"left": bad}, {"front": picture(), "left": bad}, {"left": bad, "front": picture()}):
        with pytest.raises(SceneError, match=f"'left'.*({said[name.split()[0].rstrip(',')]})"):
            list_entities(sees(Pictures()), images, NAMES)
