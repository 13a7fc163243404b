"""Leaving detours out of the search changes no goal distance."""

from __future__ import annotations

import math

from hypothesis import given, settings
from hypothesis import strategies as st
from patience import examples

from clamp.planning.problem import Problem
from clamp.planning.search.projection import MutexViolating, Projection
from clamp.planning.search.reachability import Reachability
from clamp.planning.task import ActionSchema, And, Atom, Domain, Effect, Formula, Not, Task, Variable
from clamp_worlds.household import household

X, P = Variable("?x", ("item",)), Variable("?p", ("place",))
HELD, FREE, AT = Atom("held", ("?x",)), Atom("free"), Atom("at", ("?p",))
ON, FULL, CLEAN = Atom("on", ("?x", "?p")), Atom("full"), Atom("clean", ("?x",))

TWISTS: dict[str, ActionSchema] = {
    "wash": ActionSchema("wash", (X,), HELD, (Effect(CLEAN),)),
    "slip": ActionSchema("slip", (), And(), (Effect(FREE, False),)),
    "tie": ActionSchema("tie", (P,), Not(FREE), (Effect(Atom("tied", ("?p",))),)),
    "lend": ActionSchema("lend", (X,), And((HELD, FREE)), (Effect(HELD, False),)),
    "lose": ActionSchema("lose", (X, P), AT, (Effect(HELD, False), Effect(ON))),
    "shake": ActionSchema("shake", (), And(), (Effect(FREE, True, Not(FREE)),)),
    "steal": ActionSchema("steal", (X,), And(), (Effect(HELD),)),
    "burden": ActionSchema("burden", (), FREE, (Effect(FREE, False), Effect(FULL))),
}


def carrying(twists: frozenset[str], negative: bool, initial: frozenset[Atom], goal: Formula) -> Problem:
    """Pick things up and put them down, with twists that make it matter who holds what."""
    need = Not(FULL) if negative else FREE
    take = (Effect(FULL),) if negative else (Effect(FREE, False),)
    give = (Effect(FULL, False),) if negative else (Effect(FREE),)
    schemas = (
        ActionSchema("go", (P,), And(), (Effect(AT),)),
        ActionSchema("pick", (X, P), And((AT, ON, need)), (Effect(HELD), Effect(ON, False), *take)),
        ActionSchema("put", (X, P), And((AT, HELD)), (Effect(ON), Effect(HELD, False), *give)),
        *(TWISTS[name] for name in sorted(twists)),
    )
    predicates = {"held": (X,), "on": (X, P), "at": (P,), "clean": (X,), "tied": (P,), "free": (), "full": ()}
    domain = Domain("carry", {"item": (), "place": ()}, predicates, {}, schemas)
    objects = {**dict.fromkeys("ab", ("item",)), **dict.fromkeys("pq", ("place",))}
    return Problem.from_task(Task("carry", domain, objects, initial, goal))


ATOMS = [
    FREE,
    FULL,
    *(Atom(name, (x,)) for name in ("held", "clean") for x in "ab"),
    *(Atom("on", (x, p)) for x in "ab" for p in "pq"),
    *(Atom(name, (p,)) for name in ("at", "tied") for p in "pq"),
]


def brute_distances(problem: Problem, start: int, most: int = 400) -> dict[int, float] | None:
    """Goal distances of all states that can be reached, or nothing if they are too many."""
    after: dict[int, list[int]] = {}
    queue = [start]
    while queue:
        state = queue.pop()
        if state not in after:
            after[state] = [
                problem.successor_of_index(state, index) for index in problem.applicable_indices(state)
            ]
            queue += after[state]
            if len(after) > most:
                return None
    distance: dict[int, float] = {state: 0 if problem.is_goal(state) else math.inf for state in after}
    changed = True
    while changed:
        changed = False
        for state, others in after.items():
            best = 1 + min((distance[one] for one in others), default=math.inf)
            if best < distance[state]:
                distance[state], changed = best, True
    return distance


@settings(max_examples=examples(60), deadline=None)
@given(
    st.frozensets(st.sampled_from(sorted(TWISTS)), max_size=2),
    st.booleans(),
    st.frozensets(st.sampled_from(ATOMS), max_size=5),
    st.lists(st.tuples(st.sampled_from(ATOMS), st.booleans()), min_size=1, max_size=2),
    st.data(),
)
def test_distances_with_and_without_detours_are_those_of_brute_force(
    twists: frozenset[str],
    negative: bool,
    initial: frozenset[Atom],
    goal: list[tuple[Atom, bool]],
    data: st.DataObject,
):
    wanted = And(tuple(atom if positive else Not(atom) for atom, positive in goal))
    facts = (
        initial if data.draw(st.booleans()) else frozenset({FREE, Atom("on", ("a", "p")), *list(initial)[:1]})
    )
    problem = carrying(twists, negative, facts, wanted)
    distances = brute_distances(problem, problem.initial)
    if distances is None:
        return
    reach = Reachability(problem)
    for state in sorted(distances)[:40]:
        exact = distances[state]
        assert reach.distance(state, 12) == (exact if exact <= 12 else math.inf)
        if 0 < exact < 12:
            assert reach.within(state, int(exact) - 1) is False


def test_what_the_goal_does_not_need_is_not_picked_up():
    problem = Problem.from_task(household(200, goals=1))
    space = problem.search_space()
    assert isinstance(space, Projection)
    picked = {
        problem.actions[one.index].args[0] for one in space.actions if one.index in _named(problem, "pick")
    }
    assert picked == {"red_cup_1"}
    junk = problem.index(next(a for a in problem.applicable(_beside(problem)) if a.args[0] != "red_cup_1"
                              and a.name == "pick"))  # fmt: skip
    holding = problem.successor_of_index(_beside(problem), junk)
    reach = Reachability(problem)
    distance = reach.distance(_beside(problem), 30)
    assert isinstance(distance, int)
    assert reach.distance(holding, 30) == distance + 1  # it must be put down again
    plan = reach.plan(holding, 30)
    assert isinstance(plan, tuple)
    state = holding
    for index in plan:
        assert index in problem.applicable_indices(state)
        state = problem.successor_of_index(state, index)
    assert problem.is_goal(state)


def _named(problem: Problem, name: str) -> set[int]:
    return {index for index, action in enumerate(problem.actions) if action.name == name}


def _beside(problem: Problem) -> int:
    """The first state on the way to some open place with a thing that the goal does not need."""
    for index in problem.applicable_indices(problem.initial):
        state = problem.successor_of_index(problem.initial, index)
        if any(one.name == "pick" and one.args[0] != "red_cup_1" for one in problem.applicable(state)):
            return state
    raise AssertionError("no such place")


def test_a_state_in_which_two_literals_of_a_group_hold_is_searched_exactly():
    """The thing that the goal does not need is held while the hand is free: no action brings that about."""
    facts = frozenset({FREE, Atom("held", ("b",)), Atom("on", ("a", "p")), Atom("on", ("b", "p"))})
    problem = carrying(frozenset({"burden"}), False, facts, Atom("on", ("a", "q")))
    distances = brute_distances(problem, problem.initial, 5_000)
    assert distances is not None
    reach = Reachability(problem)
    kinds = {type(reach.node(one)) for one in distances}
    assert kinds == {int, MutexViolating}
    for one, exact in distances.items():
        assert reach.distance(one, 30) == exact
        plan = reach.plan(one, 30)
        assert isinstance(plan, tuple) == (exact < math.inf)
        assert reach.within(one, 0) is problem.is_goal(one)
