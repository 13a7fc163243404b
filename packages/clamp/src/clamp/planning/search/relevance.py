"""Which actions matter to a goal: those that something on the way to it needs, but for those that another stands for.

Hides that all actions are looked at together, as arrays of literals.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from clamp.planning.actions import ActionTable, GroundAction, flags_of, literals_of, mask_of, masks_of
from clamp.planning.axioms import Derivation
from clamp.planning.conditions import Condition, bits, literals, negation
from clamp.planning.lists import Flags, Lists, among, distinct
from clamp.planning.search.limits import checkpoint

_PAIRS = 1 << 20
"""So many pairs of an action and a literal are looked at in one step."""

_TURN = 1 << 17
"""So many literals are compared in one turn, or all of one group."""


def relevant(actions: ActionTable, goal: Condition, derivation: Derivation) -> tuple[ActionTable, int, int]:
    """The actions that matter, and masks of the atoms that are needed true and false."""
    seeds = [*literals(goal), derivation.derived, derivation.basic]
    size = 2 * max(actions.width, *(mask.bit_length() for mask in seeds))
    makers = actions.all_effects().owned_by(size)
    plain = actions.plain
    needed, chosen = np.zeros(size, np.bool_), np.zeros(len(actions), np.bool_)
    depends: list[GroundAction] = []  # what these need depends on what else is needed
    todo = np.array(literals_of(*literals(goal)), np.int64)
    while todo.size:
        checkpoint("looking for what matters to the goal")
        needed[todo] = True
        fresh = makers.take(todo).items
        fresh = distinct(fresh[~chosen[fresh]])
        chosen[fresh] = True
        wanted = actions.needs.take(fresh[plain[fresh]]).items
        depends += (actions.odd[place] for place in fresh[~plain[fresh]].tolist())
        if depends or derivation.derived:
            pos, neg = _masks(needed)
            want_pos, want_neg = sources(derivation, *masks_of(todo))
            for action in depends:
                checkpoint("looking for what matters to the goal")
                more_pos, more_neg = needs_of(action, pos, neg)
                want_pos, want_neg = want_pos | more_pos, want_neg | more_neg
            wanted = np.append(wanted, np.array(literals_of(want_pos, want_neg), np.int64))
        todo = distinct(wanted[~needed[wanted]])
    return actions.take(np.flatnonzero(chosen)), *_masks(needed)


def _masks(flags: Flags) -> tuple[int, int]:
    """Masks of the flagged literals."""
    return mask_of(np.flatnonzero(flags[::2])), mask_of(np.flatnonzero(flags[1::2]))


def sources(derivation: Derivation, pos: int, neg: int) -> tuple[int, int]:
    """Literals from which derived ones, of those in `pos` and `neg`, may follow in one step."""
    need_pos = need_neg = 0
    for bit in bits(pos & derivation.derived):
        more_pos, more_neg = literals(derivation.conditions[bit])
        need_pos, need_neg = need_pos | more_pos, need_neg | more_neg
    for bit in bits(neg & derivation.derived):
        more_pos, more_neg = literals(derivation.conditions[bit])
        need_pos, need_neg = need_pos | more_neg, need_neg | more_pos
    return need_pos, need_neg


def needs_of(action: GroundAction, pos: int, neg: int) -> tuple[int, int]:
    """Literals that an action needs to apply, to help, and not to harm the literals in `pos` and `neg`."""
    need_pos, need_neg = literals(action.precondition)
    for condition, adds, deletes in action.conditional:
        if adds & pos or deletes & neg:
            more_pos, more_neg = literals(condition)
            need_pos, need_neg = need_pos | more_pos, need_neg | more_neg
        if adds & neg or deletes & pos:
            more_pos, more_neg = literals(negation(condition))
            need_pos, need_neg = need_pos | more_pos, need_neg | more_neg
    return need_pos, need_neg


def undominated(actions: ActionTable, pos: int, neg: int) -> ActionTable:
    """Leave out each action beside which another needs no more, does the same good, and no other harm.

    Of those that are equal in this, the first stays.
    """
    needed = flags_of(pos, neg, actions.width)
    plain = np.flatnonzero(actions.plain)
    needs, effects = actions.needs, actions.effects
    if actions.odd:
        needs, effects = needs.take(plain), effects.take(plain)
    good, harm = effects.only(needed[effects.items]), effects.only(needed[effects.items ^ 1])
    # What it needs and what harm it does: its price, which is the smaller the less it includes.
    price = needs.joined(Lists(harm.at, harm.items + len(needed)))
    same_good = good.alike()
    same_price = price.alike()
    pairs = same_good * (1 + same_price.max(initial=0)) + same_price
    first = np.sort(np.unique(pairs, return_index=True)[1])
    keep = np.zeros(len(plain), np.bool_)
    keep[first] = True
    keep[first[_has_smaller(same_good[first], price.take(first))]] = False
    return actions.without(plain[~keep])


def _has_smaller(group: NDArray[Any], price: Lists) -> Flags:
    """Which of some prices, each of them once in its group, include another of their group."""
    beaten = np.zeros(len(group), np.bool_)
    counts = price.counts
    smallest, largest = np.full(group.max(initial=-1) + 1, 1 << 40), np.zeros(group.max(initial=-1) + 1, int)
    np.minimum.at(smallest, group, counts)
    np.maximum.at(largest, group, counts)
    beaten[(smallest[group] == 0) & (counts > 0)] = True
    candidates = np.flatnonzero((smallest[group] > 0) & (smallest[group] < largest[group]))
    # Groups are looked at by turns, many small ones together.
    candidates = candidates[np.argsort(group[candidates], kind="stable")]
    done = np.cumsum(counts[candidates]) // _TURN
    ends = np.flatnonzero(group[candidates][1:] != group[candidates][:-1]) + 1
    cuts = ends[done[ends - 1] != done[np.append(0, ends[:-1])]] if ends.size else ends
    for chosen in np.split(candidates, cuts):
        if chosen.size:
            beaten[chosen[_includes_another(group[chosen], price.take(chosen), largest[group[chosen]])]] = (
                True
            )
    return beaten


def _includes_another(group: NDArray[Any], price: Lists, largest: NDArray[Any]) -> NDArray[Any]:
    """The places of those prices that include another of their group, of which the largest is so large; some twice."""
    counts, found = price.counts, [np.zeros(0, np.int64)]
    span = int(price.items.max()) + 1
    keys = group[price.owners] * span + price.items
    _, number, common = np.unique(keys, return_inverse=True, return_counts=True)
    # Each price that may be the smaller one is filed under its element that is rarest in the group.
    order = np.lexsort((common[number], price.owners))
    filed_under = number[order[price.at[:-1]]]
    smaller = np.flatnonzero(counts < largest)
    filed = Lists.by_owner(len(common), filed_under[smaller], smaller)
    members = np.sort(price.owners * len(common) + number)
    met = np.diff(filed.at)[number]  # how many are filed under each element
    ends = np.concatenate(([0], np.cumsum(met)))
    begin = 0
    while begin < len(number):
        checkpoint("comparing the actions")
        end = max(begin + 1, int(np.searchsorted(ends, ends[begin] + _PAIRS, "right")) - 1)
        larger = np.repeat(price.owners[begin:end], met[begin:end])
        other = filed.take(number[begin:end]).items
        fits = counts[other] < counts[larger]
        larger, other = larger[fits], other[fits]
        parts = Lists(price.at, number).take(other)
        wanted = larger[parts.owners] * len(common) + parts.items
        found.append(larger[parts.flagged(among(wanted, members)) == counts[other]])
        begin = end
    return np.concatenate(found)
