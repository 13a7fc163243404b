"""Things that share a noun are told apart by where they are."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from clamp.perception import Entity, Scene
from clamp.perception.annotate import positions, relative_positions


def scene(*things: tuple[str, tuple[int, int]], view: str = "front", hidden: tuple[str, ...] = ()) -> Scene:
    entities = [
        Entity(name, box=(x - 4, y - 4, x + 4, y + 4), view=view, seen=name not in hidden)
        for name, (x, y) in things
    ]
    return Scene(tuple(entities), {view: (100, 100)})


def test_the_words_say_what_is_clear() -> None:
    two = scene(("bowl_1", (20, 50)), ("bowl_2", (60, 51)), ("plate_1", (40, 40)))
    assert positions(two) == {"bowl_1": "left", "bowl_2": "right"}
    deep = scene(("bowl_1", (20, 70)), ("black_bowl_1", (60, 30)))
    assert positions(deep) == {"bowl_1": "left, front", "black_bowl_1": "right, back"}
    three = scene(("book_2", (50, 50)), ("book_1", (20, 50)), ("book_3", (80, 50)))
    assert positions(three) == {"book_2": "middle", "book_1": "left", "book_3": "right"}
    five = scene(*((f"cup_{at}", (18 * at, 50)) for at in (1, 2, 3, 4, 5)))
    assert positions(five)["cup_2"] == "2nd from the left"
    assert positions(five)["cup_4"] == "4th from the left"


def test_what_is_not_clear_is_not_said() -> None:
    close = scene(("cup_1", (20, 50)), ("cup_2", (21, 50)), ("cup_3", (80, 50)))
    assert positions(close) == {"cup_3": "right"}
    assert positions(scene(("cup_1", (20, 50)), ("cup_2", (80, 50)), hidden=("cup_2",))) == {}
    assert positions(scene(("cup_1", (20, 50)), ("cup_1_handle", (80, 50)))) == {}
    without = Scene((Entity("cup_1"), Entity("cup_2")))
    assert positions(without) == {}


def test_a_view_that_shows_all_of_them_is_used() -> None:
    left = scene(("cup_1", (20, 50)), view="left")
    front = scene(("cup_1", (80, 50)), ("cup_2", (20, 50)), view="front")
    assert positions(Scene.merge([left, front])) == {"cup_1": "right", "cup_2": "left"}
    apart = Scene.merge([left, scene(("cup_2", (20, 50)), view="front")])
    assert positions(apart) == {}


@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), min_size=2, max_size=6))
def test_words_are_true_and_one_thing_has_each(places: list[tuple[float, float]]) -> None:
    centres = {f"cup_{at}": place for at, place in enumerate(places)}
    found = relative_positions(centres, [centres])
    for axis, low, high in ((0, "left", "right"), (1, "back", "front")):
        for word, extreme in ((low, min), (high, max)):
            named = [name for name, words in found.items() if word in words.split(", ")]
            assert len(named) <= 1
            for name in named:
                assert centres[name][axis] == extreme(value[axis] for value in centres.values())
