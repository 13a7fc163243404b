"""What is prepared for a search as arrays is what its definition says of each action, one after the other."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from patience import examples
from strategies import axiom_task, rich_task

from clamp.planning.actions import (
    ActionTable,
    Effects,
    GroundAction,
    is_plain,
    literals_of,
    mask_of,
    masks_of,
)
from clamp.planning.conditions import Conj, bits, literals
from clamp.planning.lists import Lists, among, distinct
from clamp.planning.problem import Problem
from clamp.planning.search.detours import detours
from clamp.planning.search.mutex import MutexGroup, mutex_groups, mutex_pair
from clamp.planning.search.relevance import needs_of, relevant, sources, undominated
from clamp_worlds.household import household

numbers = st.lists(st.lists(st.integers(0, 6), max_size=5), max_size=12)
problems = st.one_of(
    st.integers(0, 5000).map(rich_task),
    st.integers(0, 5000).map(axiom_task),
    st.sampled_from([household(24), household(60, 1), household(60, 2)]),
).map(Problem.from_task)


@settings(max_examples=examples(200), deadline=None)
@given(numbers, st.data())
def test_lists_are_as_those_of_python(given_lists: list[list[int]], data: st.DataObject) -> None:
    lists = Lists.of(given_lists)
    count = len(given_lists)
    others = data.draw(st.lists(st.lists(st.integers(0, 6), max_size=3), min_size=count, max_size=count))
    taken = data.draw(st.lists(st.integers(0, count - 1), max_size=8)) if count else []
    odd = lists.items % 2 == 1
    assert lists.lists() == given_lists
    assert lists.counts.tolist() == [len(one) for one in given_lists]
    assert lists.owners.tolist() == [place for place, one in enumerate(given_lists) for _ in one]
    assert lists.take(np.array(taken, np.int64)).lists() == [given_lists[one] for one in taken]
    assert lists.only(odd).lists() == [[item for item in one if item % 2] for one in given_lists]
    assert lists.flagged(odd).tolist() == [sum(item % 2 for item in one) for one in given_lists]
    assert lists.ascending().lists() == [sorted(set(one)) for one in given_lists]
    assert lists.joined(Lists.of(others)).lists() == [a + b for a, b in zip(given_lists, others, strict=True)]
    assert Lists.stacked([lists, Lists.of(others)]).lists() == given_lists + others
    assert lists.ascending().owned_by(7).lists() == [
        [place for place, one in enumerate(given_lists) if item in one] for item in range(7)
    ]
    alike = lists.alike().tolist()
    for one, number in zip(given_lists, alike, strict=True):
        assert [other for other, same in zip(given_lists, alike, strict=True) if same == number] == [
            other for other in given_lists if other == one
        ]
    assert distinct(lists.items).tolist() == sorted({item for one in given_lists for item in one})
    assert among(lists.items, np.array([1, 4])).tolist() == [
        item in (1, 4) for one in given_lists for item in one
    ]


@settings(max_examples=examples(100), deadline=None)
@given(st.sets(st.integers(0, 5000)), st.sets(st.integers(0, 5000)))
def test_masks_and_literals_are_the_same(pos: set[int], neg: set[int]) -> None:
    masks = tuple(sum(1 << bit for bit in found) for found in (pos, neg))
    listed = literals_of(*masks)
    assert listed == [*(2 * bit for bit in sorted(pos)), *(2 * bit + 1 for bit in sorted(neg))]
    assert masks_of(np.array(listed, np.int64)) == masks
    assert mask_of(np.array(sorted(pos), np.int64)) == masks[0]
    assert list(bits(masks[0])) == sorted(pos)


@settings(max_examples=examples(60), deadline=None)
@given(problems)
def test_a_table_holds_its_actions(problem: Problem) -> None:
    table = problem.possible
    again = ActionTable.of(list(table))
    assert list(again) == list(table)
    assert again.needs.lists() == table.needs.lists()
    assert again.effects.lists() == table.effects.lists()
    made = Effects(table)
    for place, action in enumerate(table):
        assert action.index == place
        assert made[place] == (None if action.conditional else (action.add, action.delete))
    assert table.unsure() == _union(adds | dels for one in table for _, adds, dels in one.conditional)
    assert table.avoided() == _union(one.avoids() for one in table)
    assert table.deleted() == _union(one.may_delete() for one in table)


def _union(masks: object) -> int:
    found = 0
    for mask in masks:  # type: ignore[attr-defined]
        found |= mask
    return found


# -- definitions --------------------------------------------------------------------------------------


def naive_relevant(problem: Problem) -> tuple[set[int], int, int]:
    grounder = problem.grounder
    pos, neg = literals(grounder.goal)
    chosen: set[int] = set()
    while True:
        before = len(chosen), pos, neg
        more_pos, more_neg = sources(grounder.derivation, pos, neg)
        pos, neg = pos | more_pos, neg | more_neg
        for action in grounder.compiled:
            effects = ((True, action.add, action.delete), *action.conditional)
            if any(adds & pos or deletes & neg for _, adds, deletes in effects):
                chosen.add(action.index)
        for action in grounder.compiled:
            if action.index in chosen:
                more_pos, more_neg = needs_of(action, pos, neg)
                pos, neg = pos | more_pos, neg | more_neg
        if before == (len(chosen), pos, neg):
            return chosen, pos, neg


def top(action: GroundAction) -> set[int]:
    need = action.precondition
    return set(literals_of(need.pos, need.neg)) if isinstance(need, Conj) else set()


def makes(action: GroundAction) -> set[int]:
    return set(literals_of(action.add, action.delete))


def is_group(actions: Sequence[GroundAction], members: set[int], unsure: int) -> bool:
    """Whether every action that makes a literal true makes all others false, or takes the place of one."""
    if any(unsure >> (one >> 1) & 1 for one in members):
        return False
    for action in actions:
        made = makes(action)
        if not made & members:
            continue
        touched = {one >> 1 for one in made}
        others_gone = all(one >> 1 in touched for one in members)
        takes_place = any(one >> 1 in touched for one in top(action) & members)
        if len(made & members) > 1 or not (others_gone or takes_place):
            return False
    return True


def begins_detour(
    actions: Sequence[GroundAction], x: int, members: set[int], wanted: set[int], needs: dict[int, set[int]]
) -> bool:
    """The definition at the top of `detours`, for one literal of a group."""
    sometimes = {
        one >> 1 for action in actions for _, a, d in action.conditional for one in literals_of(a, d)
    }
    enter = [one for one in actions if x in makes(one)]
    leave = [one for one in actions if x in needs[one.index]]
    if not enter or not all(map(is_plain, (*enter, *leave))) or x in wanted or x >> 1 in sometimes:
        return False
    ways = [
        {y for y in needs[one.index] & members - {x} if y >> 1 not in sometimes and y ^ 1 in makes(one)}
        for one in enter
    ]
    back = set.intersection(*ways)
    if len(back) != 1:
        return False
    (y,) = back
    if any(x ^ 1 in makes(one) and x not in needs[one.index] for one in actions) or y ^ 1 in wanted:
        return False
    if any(y ^ 1 in makes(one) and not (is_plain(one) and y in needs[one.index]) for one in actions):
        return False
    if any(y ^ 1 in needs[one.index] and not needs[one.index] & members for one in actions):
        return False
    if not all(y in makes(one) and x ^ 1 in makes(one) for one in leave):
        return False
    good = {one for action in (*enter, *leave) for one in makes(action)} - {x, y, x ^ 1, y ^ 1}
    entering = {one.index for one in enter}
    return not good & wanted and all(one.index in entering for one in actions if needs[one.index] & good)


@settings(max_examples=examples(60), deadline=None)
@given(problems)
def test_what_matters_and_what_is_left_out_are_those_of_the_definitions(problem: Problem) -> None:
    grounder = problem.grounder
    table, pos, neg = relevant(grounder.compiled, grounder.goal, grounder.derivation)
    assert (set(table.indices.tolist()), pos, neg) == naive_relevant(problem)
    table, pos, neg = relevant(undominated(table, pos, neg), grounder.goal, grounder.derivation)
    actions, derived = list(table), grounder.derivation.derived
    unsure = table.unsure() | derived
    groups = mutex_groups(table, grounder.atoms, pos, derived)
    for group in groups:
        assert is_group(actions, set(group.numbers()), unsure)
    for bit in bits(pos):  # no group of one predicate, or of one that shares an object, is passed over
        alike = [
            other for other in bits(pos) if grounder.atoms[other].predicate == grounder.atoms[bit].predicate
        ]
        if len(alike) > 1 and is_group(actions, {2 * one for one in alike}, unsure):
            assert any(set(alike) <= set(bits(group.pos)) for group in groups)
    pair = mutex_pair(table, groups)
    users = [{one.index for one in actions if top(one) & set(group.numbers())} for group in groups]
    shared = [
        len(users[i] & users[j])
        for i, one in enumerate(groups)
        for j, other in enumerate(groups[:i])
        if not (one.pos & other.pos or one.neg & other.neg)
    ]
    assert (pair is None) == (max(shared, default=0) == 0)
    if pair is not None:
        both = [users[groups.index(one)] for one in pair]
        assert len(both[0] & both[1]) == max(shared)
    goal_pos, goal_neg = literals(grounder.goal)
    more_pos, more_neg = sources(grounder.derivation, pos, neg)
    wanted_pos, wanted_neg = goal_pos | more_pos, goal_neg | more_neg
    check_detours(table, (wanted_pos, wanted_neg), (pos, neg), groups)


def check_detours(
    table: ActionTable, wanted_masks: tuple[int, int], needed: tuple[int, int], groups: Sequence[MutexGroup]
) -> int:
    """Compare with the definition; how many begin a detour."""
    actions = list(table)
    found, used = detours(table, wanted_masks, needed, groups)
    needs = {one.index: set(literals_of(*needs_of(one, *needed))) for one in actions}
    wanted = set(literals_of(*wanted_masks))
    expected: set[int] = set()
    said: list[MutexGroup] = []
    for group in groups:
        members = set(group.numbers())
        fresh = {
            place
            for x in members
            if begins_detour(actions, x, members, wanted, needs)
            for place, one in enumerate(actions)
            if x in makes(one)
        }
        if not fresh <= expected:
            said.append(group)
        expected |= fresh
    assert (set(found.tolist()), list(used)) == (expected, said)
    return len(expected)


def test_detours_are_those_of_the_definition() -> None:
    """Taken up and put down, of few literals, with twists: all that the definition asks for is missing somewhere."""
    rng, some = random.Random(0), 0
    for _ in range(examples(3000)):
        literals_ = rng.sample(range(12), 12)
        actions = list[GroundAction]()
        x, y = 2 * rng.randrange(6), 2 * rng.randrange(6)
        for index in range(rng.randint(2, 5)):
            kinds = [({y}, {x, y ^ 1}), ({x}, {y, x ^ 1}), ({y ^ 1}, {rng.choice(literals_)})]
            need, made = rng.choices(kinds, (4, 4, 1))[0]
            for drawn in (need, made):
                if rng.random() < 0.25:
                    drawn.add(rng.choice(literals_))
                if rng.random() < 0.1:
                    drawn.pop()
            pos, neg, add, delete = (
                sum(1 << (one >> 1) for one in drawn if one % 2 == sign)
                for drawn in (need, made)
                for sign in (0, 1)
            )
            conditional = ((Conj(1, 0), 1 << rng.randrange(6), 0),) if rng.random() < 0.05 else ()
            actions.append(GroundAction(index, Conj(pos, neg & ~pos), add, delete & ~add, conditional, 1))
        groups = [MutexGroup(1 << (x >> 1) | 1 << (y >> 1) | rng.choice((0, 1 << rng.randrange(6))))]
        groups += [MutexGroup(rng.randrange(64), rng.choice((0, 1 << rng.randrange(6))))]
        wanted = rng.choice((0, 1 << rng.randrange(6))), rng.choice((0, 1 << rng.randrange(6)))
        some += bool(check_detours(ActionTable.of(actions), wanted, (63, 63), groups))
    assert some > examples(3000) // 50
