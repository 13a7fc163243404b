"""A smallest core has as few rules as any, against all subsets; what is not known is not claimed."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection
from dataclasses import replace
from itertools import combinations

from clamp.planning.rules.cores import Kept, minimal_core, smallest_core
from clamp.planning.search.limits import LimitReached, Meter, SearchLimits


def brute(count: int, conflicts: list[frozenset[int]]) -> frozenset[int] | None:
    """The first of the smallest sets that hold a conflict."""
    for size in range(count + 1):
        for chosen in map(frozenset, combinations(range(count), size)):
            if any(one <= chosen for one in conflicts):
                return chosen
    return None


def asks(
    count: int, conflicts: list[frozenset[int]], rng: random.Random, unknown: Collection[frozenset[int]] = ()
) -> tuple[Callable[[frozenset[int]], Kept], list[frozenset[int]]]:
    """Who answers, perhaps with more rules than were asked about; and what was asked."""
    asked: list[frozenset[int]] = []

    def keeps(chosen: frozenset[int]) -> Kept:
        asked.append(chosen)
        if chosen in unknown:
            return None
        if any(one <= chosen for one in conflicts):
            return False
        more = chosen | {one for one in range(count) if rng.random() < 0.2}
        return chosen if any(one <= more for one in conflicts) else more

    return keeps, asked


def test_the_first_smallest_core_is_found_with_few_questions():
    rng = random.Random(0)
    for _ in range(300):
        count = rng.randint(1, 12)
        sizes = [rng.randint(1, min(count, 6)) for _ in range(rng.randint(0, 4))]
        conflicts = [frozenset(rng.sample(range(count), size)) for size in sizes]
        keeps, asked = asks(count, conflicts, rng)
        found, expected = smallest_core(count, keeps), brute(count, conflicts)
        assert (None if found is None else found.rules) == expected
        assert found is None or found.smallest
        assert len(asked) <= 200
        if expected is not None:
            minimal = minimal_core(count, keeps)
            assert minimal.smallest
            assert any(one <= minimal.rules for one in conflicts)
            assert all(not any(one <= minimal.rules - {rule} for one in conflicts) for rule in minimal.rules)


def test_where_a_limit_was_reached_nothing_false_is_claimed():
    rng = random.Random(1)
    claimed = 0
    for _ in range(300):
        conflicts = [frozenset(rng.sample(range(7), rng.randint(1, 4))) for _ in range(rng.randint(1, 3))]
        sets = [frozenset(one) for size in range(8) for one in combinations(range(7), size)]
        unknown = {one for one in sets if rng.random() < 0.3}

        keeps, _ = asks(7, conflicts, rng, unknown)
        found, expected = smallest_core(7, keeps), brute(7, conflicts)
        assert expected is not None
        if found is not None:
            assert any(one <= found.rules for one in conflicts)
            if found.smallest:
                claimed += 1
                assert len(found.rules) == len(expected)
    assert claimed > 50


def test_a_core_of_five_of_forty_rules_is_found():
    core = frozenset({3, 11, 19, 28, 36})
    asked: list[frozenset[int]] = []
    found = smallest_core(40, lambda chosen: (asked.append(chosen), False if core <= chosen else chosen)[1])
    assert found is not None
    assert (found.rules, found.smallest) == (core, True)
    assert len(asked) < 1000


def test_what_questions_may_cost_together_keeps_every_limit() -> None:
    limits = SearchLimits(states=50, seconds=1000.0, groundings=7, objects=3, boundary_seconds=0.5)
    together = Meter(limits)
    together.generated += 20
    left = together.left()
    assert isinstance(left, SearchLimits)
    assert left.seconds is not None
    assert left.seconds <= 1000
    assert replace(left, seconds=1000.0) == replace(limits, states=30)
    together.generated += 30
    assert together.left() == LimitReached("states", 50, 0)
