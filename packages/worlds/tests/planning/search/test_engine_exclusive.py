"""Exclusive groups: found where they are, and only there."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from patience import examples

from clamp.planning.conditions import bits
from clamp.planning.grounding import Grounder
from clamp.planning.search.mutex import MutexGroup, Obedience, mutex_groups, mutex_pair
from clamp.planning.task import ActionSchema, And, Atom, Domain, Effect, Not, Task, Variable
from clamp_worlds.household import household

pytestmark = pytest.mark.usefixtures("both_cores")


def test_the_place_and_the_hand_are_found():
    grounder = Grounder(household(200))
    actions = grounder.compiled
    needed = (1 << len(grounder.atoms)) - 1
    pair = mutex_pair(actions, mutex_groups(actions, grounder.atoms, needed))
    assert pair is not None
    names = [{grounder.atoms[bit].predicate for bit in bits(group.pos)} for group in pair]
    assert {"at"} in names
    assert {"holding", "hand_free"} in names
    states = {grounder.initial}
    for _ in range(3):
        states |= {one.apply(s) for s in states for one in actions if _applies(one.precondition, s)}
    for group in pair:
        assert all(sum(mask.bit_count() for mask in group.true(state)) == 1 for state in states)


def _applies(precondition: object, state: int) -> bool:
    from clamp.planning.conditions import holds

    return holds(precondition, state)  # type: ignore[arg-type]


def test_a_negative_literal_completes_a_group():
    x = Variable("?x", ("thing",))
    held, near, full = Atom("held", ("?x",)), Atom("near", ("?x",)), Atom("full")
    y, near_y = Variable("?y", ("thing",)), Atom("near", ("?y",))
    schemas = (
        ActionSchema("walk", (x,), And(), (Effect(near), Effect(near_y, False, Not(near), (y,)))),
        ActionSchema("jump", (x,), And(), (Effect(near), Effect(near_y, False, And(), (y,)))),
        ActionSchema("grasp", (x,), And((near, Not(full))), (Effect(held), Effect(full))),
        ActionSchema("drop", (x, y), And((held, near_y)), (Effect(held, False), Effect(full, False))),
    )
    predicates = {"held": (x,), "near": (x,), "full": ()}

    def groups(*kept: str) -> tuple[MutexGroup, MutexGroup] | None:
        chosen = tuple(schema for schema in schemas if schema.name in kept)
        domain = Domain("d", {"thing": ()}, predicates, {}, chosen)
        grounder = Grounder(Task("t", domain, {"a": ("thing",), "b": ("thing",)}, frozenset(), held_by_a))
        actions = grounder.compiled
        needed = (1 << len(grounder.atoms)) - 1
        return mutex_pair(actions, mutex_groups(actions, grounder.atoms, needed))

    held_by_a = Atom("held", ("a",))
    pair = groups("jump", "grasp", "drop")
    assert pair is not None
    assert sorted(group.neg.bit_count() for group in pair) == [0, 1]
    assert groups("walk", "grasp", "drop") is None  # near both: what is near already is not left


@settings(max_examples=examples(300), deadline=None)
@given(
    st.lists(
        st.tuples(st.integers(0, 2**12 - 1), st.integers(0, 2**12 - 1)).map(lambda pair: MutexGroup(*pair)),
        max_size=6,
    ),
    st.integers(0, 2**12 - 1),
)
def test_groups_are_obeyed_where_at_most_one_literal_of_each_holds(
    groups: list[MutexGroup], node: int
) -> None:
    def holding(group: MutexGroup) -> int:
        return sum(node >> bit & 1 == positive for bit, positive in group.literals())

    assert Obedience(groups)(node) == all(holding(group) <= 1 for group in groups)
    pairs = [MutexGroup(1 << a, 1 << a + 2) for a in range(5)] + [MutexGroup(3 << a) for a in range(0, 8, 2)]
    assert Obedience(pairs)(node) == all(holding(group) <= 1 for group in pairs)
