"""A vision-language model lists what it sees: canonical names only, none twice, or nothing."""

from __future__ import annotations

import pytest
from fakes import byte_vocabulary
from hypothesis import given
from hypothesis import strategies as st

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")
Image = pytest.importorskip("PIL.Image")

from picture_models import Pictures, sees  # noqa: E402

from clamp.decoding import PlanConstraint  # noqa: E402
from clamp.errors import HostError, SceneError  # noqa: E402
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


def test_a_model_lists_names_of_the_vocabulary_only() -> None:
    processor = Pictures()
    images = {"front": Image.new("RGB", (40, 30), "red"), "top": Image.new("RGB", (20, 20))}
    found = list_entities(sees(processor), images, NAMES, labels={"plate": "soup plate"})
    assert set(found.scene.seen) <= set(NAMES)
    assert found.scene.views == {"front": (40, 30), "top": (20, 20)}
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
        list_entities(sees(), {"front": Image.new("L", (9, 9))}, NAMES)
    assert "- name" in str(listing_messages(NAMES)[-1]["content"])
