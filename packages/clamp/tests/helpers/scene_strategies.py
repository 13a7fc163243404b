"""Random scenes."""

from __future__ import annotations

from hypothesis import strategies as st

from clamp.perception import Entity, Scene

VIEWS = {"front": (32, 24), "top": (16, 16)}
IDS = ["red_cup_1", "red_cup_2", "plate", "é_bowl", "Fridge.7"]


@st.composite
def entities(draw: st.DrawFn, id: str, view: str | None) -> Entity:
    box = area = None
    if view is not None:
        width, height = VIEWS[view]
        if draw(st.booleans()):
            x0, y0 = draw(st.integers(0, width - 1)), draw(st.integers(0, height - 1))
            box = (
                float(x0),
                float(y0),
                float(draw(st.integers(x0 + 1, width))),
                float(draw(st.integers(y0 + 1, height))),
            )
        area = draw(st.none() | st.integers(0, width * height))
    return Entity(
        id,
        draw(st.sampled_from(["", "a thing", "red cup"])),
        draw(st.floats(0, 1)),
        box,
        area,
        view,
        draw(st.booleans()),
        draw(st.booleans()),
        draw(st.none() | st.sampled_from(IDS)),
        draw(st.integers(0, 3)),
    )


@st.composite
def scenes(draw: st.DrawFn) -> Scene:
    views = draw(st.sets(st.sampled_from(sorted(VIEWS))))
    places = draw(
        st.lists(
            st.tuples(st.sampled_from(IDS), st.sampled_from([None, *sorted(views)])), unique=True, max_size=6
        )
    )
    return Scene(tuple(draw(entities(*place)) for place in places), {view: VIEWS[view] for view in views})
