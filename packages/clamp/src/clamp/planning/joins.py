"""Joins: which objects agree with a set of facts, found by nested loops over indices in an order chosen once.

Decides the order of the loops and what is indexed; who asks gives a body (atoms, tests, ranges of variables) and
gets a function that calls back with every binding. Bindings are environments: one slot a name.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any, TypeAlias

Environment: TypeAlias = list[str]
Row: TypeAlias = tuple[str, ...]
Step: TypeAlias = Callable[[Environment], None]


def row_reader(slots: Sequence[int]) -> Callable[[Environment], Row]:
    """The function that reads the values of some slots, as a tuple."""
    if not slots:
        return lambda env: ()
    if len(slots) == 1:
        slot = slots[0]
        return lambda env: (env[slot],)
    return itemgetter(*slots)


def _key_reader(slots: Sequence[int]) -> Callable[[Any], Any]:
    """The same for a key: a single value is by itself."""
    return itemgetter(*slots) if slots else lambda env: ()


@dataclass(frozen=True, slots=True)
class AtomPattern:
    """An atom whose arguments are slots of an environment."""

    predicate: str
    slots: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Test:
    """What must hold of the values of some slots."""

    slots: frozenset[int]
    holds: Callable[[Environment], bool]


@dataclass(frozen=True, slots=True)
class Body:
    """What a binding must satisfy.

    Attributes:
        ranges: The values that each variable slot may have; every one of them gets a value.
        exact: Nothing was left out. If false, bindings may satisfy the body that do not satisfy its formula.
    """

    patterns: tuple[AtomPattern, ...] = ()
    tests: tuple[Test, ...] = ()
    ranges: Mapping[int, tuple[str, ...]] = field(default_factory=dict[int, tuple[str, ...]])
    exact: bool = True

    def __and__(self, other: Body) -> Body:
        return Body(
            tuple(dict.fromkeys(self.patterns + other.patterns)),
            self.tests + other.tests,
            {**self.ranges, **other.ranges},
            self.exact and other.exact,
        )


class _Index:
    """Rows of one predicate: values at some positions by the key at others."""

    def __init__(
        self,
        keys: tuple[int, ...],
        values: tuple[int, ...],
        same: tuple[tuple[int, int], ...],
        ranges: tuple[tuple[int, frozenset[str]], ...],
    ):
        self.table: dict[Any, list[Any]] = {}
        self._key, self._value = _key_reader(keys), _key_reader(values)
        self._same, self._ranges = same, ranges

    def insert(self, row: Row) -> None:
        for first, second in self._same:
            if row[first] != row[second]:
                return
        for position, allowed in self._ranges:
            if row[position] not in allowed:
                return
        self.table.setdefault(self._key(row), []).append(self._value(row))


class Relations:
    """Facts by predicate, in the order in which they were added, with the indices that joins asked for."""

    def __init__(self) -> None:
        self.rows: defaultdict[str, dict[Row, None]] = defaultdict(dict)
        self._indices: defaultdict[str, dict[tuple[Any, ...], _Index]] = defaultdict(dict)
        self._different: dict[tuple[str, int, int], int] = {}

    def add(self, predicate: str, row: Row) -> None:
        """Add a fact that is not there yet."""
        self.rows[predicate][row] = None
        for index in self._indices[predicate].values():
            index.insert(row)

    def index(self, predicate: str, *layout: Any) -> dict[Any, list[Any]]:
        """An index, made from the rows so far and kept from then on."""
        found = self._indices[predicate].get(layout)
        if found is None:
            found = self._indices[predicate][layout] = _Index(*layout)
            for row in self.rows[predicate]:
                found.insert(row)
        return found.table

    def forget_indices(self) -> None:
        """Make no more joins: only the facts are kept."""
        self._indices.clear()

    def matches(self, pattern: AtomPattern, bound: Collection[int]) -> float:
        """About how many rows match a pattern some of whose slots are bound."""
        rows = self.rows[pattern.predicate]
        expected = float(len(rows))
        for position, slot in enumerate(pattern.slots):
            if slot in bound:
                expected /= max(1, self._values(pattern.predicate, position))
        return expected

    def _values(self, predicate: str, position: int) -> int:
        rows = self.rows[predicate]
        key = (predicate, position, len(rows))
        if key not in self._different:
            self._different[key] = len({row[position] for row in rows})
        return self._different[key]


class Joiner:
    """Makes joins over some relations.

    Args:
        growing: The predicates that get more rows later, so that their size now says nothing.
        spend: Called with the number of values that a loop is about to try; it may raise.
    """

    def __init__(self, relations: Relations, growing: Collection[str], spend: Callable[[int], None]):
        self.relations = relations
        self._growing = growing
        self._spend = spend

    def most_rows(self, pattern: AtomPattern) -> float:
        """How many rows the pattern's predicate may have."""
        return math.inf if pattern.predicate in self._growing else len(self.relations.rows[pattern.predicate])

    def join(self, body: Body, bound: Collection[int], then: Step) -> Step:
        """A function that calls `then` with every way to give the slots that are not bound their values."""
        known = set(bound)
        steps: list[Callable[[Step], Step]] = []
        waiting = list(body.tests)

        def test() -> None:
            for one in [one for one in waiting if one.slots <= known]:
                waiting.remove(one)
                steps.append(lambda step, holds=one.holds: _tested(holds, step))

        # A plan for every possible state has bodies of hundreds of patterns with a slot or two each. So a cost is
        # found anew only where one of its slots was bound since, and what is bound, a look, is taken at once.
        patterns = body.patterns
        costs = [self._cost(one, known, body) for one in patterns]
        naming: defaultdict[int, list[int]] = defaultdict(list)
        for number, one in enumerate(patterns):
            for slot in dict.fromkeys(one.slots):
                naming[slot].append(number)

        def take(number: int) -> None:
            steps.append(self._loop(patterns[number], known, body))
            costs[number] = math.inf

        test()
        for number, one in enumerate(patterns):
            if known.issuperset(one.slots):
                take(number)
        while (least := min(costs, default=math.inf)) < math.inf:
            number = costs.index(least)
            new = [slot for slot in dict.fromkeys(patterns[number].slots) if slot not in known]
            take(number)
            known.update(new)
            test()
            for other in dict.fromkeys(other for slot in new for other in naming[slot]):
                if costs[other] == math.inf:
                    continue
                if known.issuperset(patterns[other].slots):
                    take(other)
                else:
                    costs[other] = self._cost(patterns[other], known, body)
        for slot, values in sorted(body.ranges.items(), key=lambda item: len(item[1])):
            if slot not in known:
                steps.append(lambda step, slot=slot, values=values: self._every(slot, values, step))
                known.add(slot)
                test()
        for make in reversed(steps):
            then = make(then)
        return then

    def independent(self, body: Body, wanted: Collection[int], bound: Collection[int]) -> tuple[Body, int]:
        """How many ways there are to choose what depends on nothing else, and what else a binding must satisfy.

        Args:
            wanted: Only slots of these are counted.
        """
        times = Counter(
            slot for one in (*body.patterns, *body.tests) for slot in set(one.slots).difference(bound)
        )
        count, alone = 1, set[int]()
        for slot in wanted:
            if not times[slot]:
                alone.add(slot)
                count *= len(body.ranges[slot])
        left: list[AtomPattern] = []
        for pattern in body.patterns:
            slots = set(pattern.slots)
            if (
                pattern.predicate in self._growing
                or len(slots) < len(pattern.slots)
                or not all(times[slot] == 1 and slot in wanted for slot in slots)
            ):
                left.append(pattern)
                continue
            allowed = [frozenset(body.ranges[slot]) for slot in pattern.slots]
            rows = self.relations.rows[pattern.predicate]
            count *= sum(all(one in some for one, some in zip(row, allowed, strict=True)) for row in rows)
            alone |= slots
        ranges = {slot: values for slot, values in body.ranges.items() if slot not in alone}
        return Body(tuple(left), body.tests, ranges, body.exact), count

    def trigger(
        self, body: Body, number: int, bound: Collection[int], then: Step, env: Environment
    ) -> Callable[[Row], None]:
        """A function that takes a row for one of the patterns and joins it with all others."""
        pattern = body.patterns[number]
        others = Body(body.patterns[:number] + body.patterns[number + 1 :], body.tests, body.ranges)
        step = self.join(others, {*bound, *pattern.slots}, then)
        fixed = [(place, slot) for place, slot in enumerate(pattern.slots) if slot in bound]
        first = {slot: place for place, slot in reversed(list(enumerate(pattern.slots))) if slot not in bound}
        same = [
            (first[slot], place)
            for place, slot in enumerate(pattern.slots)
            if slot in first and first[slot] != place
        ]
        new = [(place, slot, frozenset(body.ranges[slot])) for slot, place in first.items()]

        def fire(row: Row) -> None:
            for place, slot in fixed:
                if row[place] != env[slot]:
                    return
            for one, other in same:
                if row[one] != row[other]:
                    return
            for place, slot, allowed in new:
                value = row[place]
                if value not in allowed:
                    return
                env[slot] = value
            step(env)

        return fire

    def _cost(self, pattern: AtomPattern, known: Collection[int], body: Body) -> float:
        """About how many values there are to try, fewer being better."""
        free = {slot for slot in pattern.slots if slot not in known}
        if not free:
            return 0.0
        if pattern.predicate in self._growing:
            return math.prod(len(body.ranges[slot]) for slot in free)
        return self.relations.matches(pattern, known)

    def _loop(self, pattern: AtomPattern, known: Collection[int], body: Body) -> Callable[[Step], Step]:
        keys = tuple(place for place, slot in enumerate(pattern.slots) if slot in known)
        if len(keys) == len(pattern.slots):
            rows, read = self.relations.rows[pattern.predicate], row_reader(pattern.slots)
            return lambda step: _looked_up(rows, read, step)
        first: dict[int, int] = {}
        same: list[tuple[int, int]] = []
        for place, slot in enumerate(pattern.slots):
            if slot not in known and first.setdefault(slot, place) != place:
                same.append((first[slot], place))
        ranges = tuple((place, frozenset(body.ranges[slot])) for slot, place in first.items())
        table = self.relations.index(pattern.predicate, keys, tuple(first.values()), tuple(same), ranges)
        read = _key_reader([pattern.slots[place] for place in keys])
        slots = tuple(first)
        return lambda step: self._found(table, read, slots, step)

    def _found(
        self,
        table: Mapping[Any, list[Any]],
        read: Callable[[Environment], Any],
        slots: tuple[int, ...],
        step: Step,
    ) -> Step:
        get, spend = table.get, self._spend
        if len(slots) == 1:
            (slot,) = slots

            def one(env: Environment) -> None:
                found = get(read(env))
                if found is not None:
                    spend(len(found))
                    for env[slot] in found:
                        step(env)

            return one

        def many(env: Environment) -> None:
            found = get(read(env))
            if found is not None:
                spend(len(found))
                for values in found:
                    for slot, value in zip(slots, values, strict=True):
                        env[slot] = value
                    step(env)

        return many

    def _every(self, slot: int, values: tuple[str, ...], step: Step) -> Step:
        spend = self._spend

        def every(env: Environment) -> None:
            spend(len(values))
            for env[slot] in values:
                step(env)

        return every


def _tested(holds: Callable[[Environment], bool], step: Step) -> Step:
    def tested(env: Environment) -> None:
        if holds(env):
            step(env)

    return tested


def _looked_up(rows: Mapping[Row, None], read: Callable[[Environment], Row], step: Step) -> Step:
    def looked_up(env: Environment) -> None:
        if read(env) in rows:
            step(env)

    return looked_up


def merged(alternatives: Iterable[Sequence[Body]], most: int) -> list[Body]:
    """The conjunction of formulas, each given as alternative bodies, as alternative bodies.

    If there would be more than `most`, those formulas that have more than one are left out, which is noted.
    """
    listed = list(alternatives)
    if any(not bodies for bodies in listed):
        return []
    if math.prod(len(bodies) for bodies in listed) > most:
        listed = [bodies if len(bodies) == 1 else [Body(exact=False)] for bodies in listed]
    found: list[Body] = []
    for chosen in itertools.product(*listed):
        body = Body()
        for one in chosen:
            body = body & one
        found.append(body)
    return found
