"""Symmetry: objects that a plan may as well swap, and states and actions that differ by such a swap only.

Decides by the ground actions alone which objects are alike: swapping them must map actions to actions, the goal to
itself, and so every plan to a plan. Of thirteen sandwiches that nobody has made yet, a search need try only one.

Source: orbit search, Pochter, Zohar and Rosenschein (2011); here only swaps of two objects, which are found at once.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from itertools import chain
from operator import itemgetter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from clamp.planning.actions import ActionTable, flags_of, mask_of
from clamp.planning.axioms import Derivation
from clamp.planning.conditions import Condition, bits, literals
from clamp.planning.lists import Lists, distinct
from clamp.planning.search.limits import checkpoint, paced
from clamp.planning.search.mutex import MutexGroup
from clamp.planning.system import Action
from clamp.planning.task import Atom
from clamp.threads import once

MOST_KINDS = 8
"""Objects of one description are compared with so many of them that are not alike."""

_MOST_REMEMBERED = 100_000
_DOING = "looking for objects that are alike"


class Labels:
    """Names and objects of some actions, as numbers.

    Attributes:
        indices: Of the actions, ascending, shape (n,).
        heads: The number of each one's name, shape (n,).
        objects: The names of all objects.
        arguments: For each action, its objects.
    """

    def __init__(self, indices: NDArray[np.int64], labels: Sequence[Action]) -> None:
        self._labels = labels
        self.indices = indices
        names = dict[str, int]()
        objects = dict[str, int]()
        listed: list[int] = indices.tolist()
        chosen = [labels[index] for index in listed]
        heads = (names.setdefault(one.name, len(names)) for one in chosen)
        self.heads = np.fromiter(heads, np.int32, len(chosen))
        checkpoint(_DOING)
        at = np.zeros(len(chosen) + 1, np.int64)
        np.cumsum(np.fromiter((len(one.args) for one in chosen), np.int64, len(chosen)), out=at[1:])
        each = chain.from_iterable(one.args for one in chosen)
        items = np.fromiter((objects.setdefault(one, len(objects)) for one in each), np.int32, int(at[-1]))
        self.arguments = Lists(at, items)
        self.objects = list(objects)

    def __getitem__(self, index: int) -> Action:
        return self._labels[index]

    @once
    def _index(self) -> dict[Action, int]:
        return {self._labels[index]: index for index in self.indices.tolist()}

    def index(self, action: Action) -> int | None:
        """The index of an action, if it is one of these."""
        return self._index.get(action)

    def place(self, index: int) -> int:
        """The place of an index here; -1 for none."""
        place = int(np.searchsorted(self.indices, index))
        return place if place < len(self.indices) and self.indices[place] == index else -1


class Symmetry:
    """Classes of objects that are alike.

    Args:
        classes: For each class, for each of its objects, the name and the bits of its atoms, in the same order.
        labels: The actions that matter.

    Attributes:
        numbers: The number of each object that is like another.
        shapes: The number of the shape of each action that matters: what two must share to be alike.
    """

    def __init__(self, classes: Iterable[Sequence[tuple[str, Sequence[int]]]], labels: Labels | None = None):
        self._classes: list[_Class] = []
        kind: dict[str, int] = {}
        number: dict[str, int] = {}
        for members in classes:
            for name, _ in members:
                kind[name], number[name] = len(self._classes), len(number)
            self._classes.append(_Class([atoms for _, atoms in members]))
        # To sort one class moves atoms of these: then it is worth while to sort again.
        owned = Lists.of([sorted({bit for own in one.members for bit in own}) for one in self._classes])
        shared = np.bincount(owned.items) > 1
        entangled = np.flatnonzero(owned.flagged(shared[owned.items])).tolist()
        self._entangled = [self._classes[one] for one in entangled]
        self._kind, self.labels, self.numbers = kind, labels, number
        self._roles: dict[int, tuple[int, Callable[[Sequence[int]], Hashable]] | None] = {}
        self.shapes = np.zeros(0, np.int64) if labels is None else self._shapes_of(labels)

    def _shapes_of(self, labels: Labels) -> NDArray[np.int64]:
        """Actions of one shape have the same name, objects of the same classes in the same places, and equal others."""
        kind = np.array([self._kind.get(name, -1) for name in labels.objects], np.int64)
        arguments = labels.arguments
        objects, owners = arguments.items.astype(np.int64), arguments.owners
        # The first place where an object stands in its action: rows of actions with as many objects, side by side.
        first = np.arange(len(objects)) - arguments.at[owners]
        for count in distinct(arguments.counts).tolist():
            rows = arguments.at[:-1][arguments.counts == count]
            for place in range(1, count):
                for before in range(place):
                    same = (objects[rows + place] == objects[rows + before]) & (first[rows + place] == place)
                    first[(rows + place)[same]] = before
        most = int(arguments.counts.max(initial=0)) + 1
        alike = kind[objects] >= 0
        codes = np.where(alike, len(kind) + kind[objects] * most + first, objects)
        heads = Lists(np.arange(len(labels.heads) + 1), labels.heads)
        return heads.joined(Lists(arguments.at, codes)).alike()

    def __bool__(self) -> bool:
        return bool(self._classes)

    def members(self) -> list[list[Sequence[int]]]:
        """For each class, for each of its objects, the bits of its atoms."""
        return [one.members for one in self._classes]

    def tangled(self) -> list[int]:
        """The numbers of the classes that are sorted again."""
        return [number for number, one in enumerate(self._classes) if one in self._entangled]

    def different(self, node: int, indices: Iterable[int]) -> list[int]:
        """Some of the actions that apply in a node: of those that lead to nodes which differ by swaps, the first."""
        likeness = self.likeness(node)
        found: dict[Hashable, int] = {}
        for index in indices:
            found.setdefault(likeness(index), index)
        return list(found.values())

    def likeness(self, node: int) -> Callable[[int], Hashable]:
        """What actions have in common that lead from a node to nodes which differ by swaps; ``None`` is nothing."""
        colours: list[int] = []
        for one in self._classes:
            colours += one.colours(node)
        roles = self._roles

        def likeness(index: int) -> Hashable:
            try:
                role = roles[index]
            except KeyError:
                role = self._role(index)
            return None if role is None else (role[0], role[1](colours))

        return likeness

    def _role(self, index: int) -> tuple[int, Callable[[Sequence[int]], Hashable]] | None:
        """The shape of an action, and what reads the colours of those of its objects that are like others."""
        place = -1 if self.labels is None else self.labels.place(index)
        role = None
        if self.labels is not None and place >= 0:
            alike = [self.numbers[name] for name in self.labels[index].args if name in self._kind]
            role = int(self.shapes[place]), itemgetter(*alike) if alike else _nothing
        if len(self._roles) >= _MOST_REMEMBERED:
            self._roles.clear()
        self._roles[index] = role
        return role

    def swapped(self, plan: Iterable[int], one: int, other: int) -> list[int] | None:
        """What a plan becomes by the swaps that make an action another one of the same likeness."""
        labels = self.labels
        assert labels is not None
        to = dict(zip(labels[one].args, labels[other].args, strict=True))
        to = {name: there for name, there in to.items() if name in self._kind}
        for name in [name for name in to if name not in to.values()]:
            end = name
            while end in to:
                end = to[end]
            to[end] = name  # what gives way takes the place of what does not come back
        found: list[int] = []
        for index in plan:
            action = labels[index]
            there = labels.index(Action(action.name, tuple(to.get(name, name) for name in action.args)))
            if there is None:
                return None
            found.append(there)
        return found

    def sorted(self, node: int) -> int:
        """A node that differs from this one by swaps only; often the same one for all such nodes."""
        before = node
        for one in self._classes:
            node = one.sorted(node)
        if node != before:
            for one in self._entangled:
                node = one.sorted(node)
        return node


def _nothing(colours: Sequence[int]) -> Hashable:
    return ()


class _Class:
    """Objects that are alike, by the bits of their atoms, in the same order for each.

    The colour of an object in a node is which of its atoms hold, as a bit set over their places.
    """

    def __init__(self, members: Sequence[Sequence[int]]):
        self.members = list(members)
        self._every = mask_of(np.array([bit for own in members for bit in own], np.int64))
        self._colours: dict[int, tuple[int, ...]] = {}
        self._sorted: dict[int, int] = {}

    @once
    def _where(self) -> dict[int, tuple[int, int]]:
        return {
            bit: (number, 1 << place)
            for number, own in enumerate(self.members)
            for place, bit in enumerate(own)
        }

    def colours(self, node: int) -> tuple[int, ...]:
        """The colour of each object."""
        held = node & self._every
        found = self._colours.get(held)
        if found is None:
            if len(self._colours) >= _MOST_REMEMBERED:
                self._colours.clear()
            colours = [0] * len(self.members)
            for bit in bits(held):
                number, place = self._where[bit]
                colours[number] |= place
            found = self._colours[held] = tuple(colours)
        return found

    def sorted(self, node: int) -> int:
        """The node with the objects swapped into the order of their colours."""
        held = node & self._every
        found = self._sorted.get(held)
        if found is None:
            if len(self._sorted) >= _MOST_REMEMBERED:
                self._sorted.clear()
            colours = self.colours(node)
            there, found = sorted(colours), held
            for own, before, after in zip(self.members, colours, there, strict=True):
                for place in bits(before ^ after):
                    found ^= 1 << own[place]
            self._sorted[held] = found
        return node ^ held ^ found


def find_symmetry(
    actions: ActionTable,
    labels: Sequence[Action],
    goal: Condition,
    atoms: Sequence[Atom],
    derivation: Derivation,
    relevant: int,
    invariant: Collection[int],
    groups: Collection[MutexGroup],
) -> Symmetry:
    """The objects that can be swapped in pairs without changing any goal distance.

    Args:
        actions: Those that matter, before any is left out beside a better one.
        labels: The action of each index.
        relevant: Mask of the atoms that matter to these.
        invariant: Masks that a swap must leave as they are.
        groups: Swaps must map these to each other.
    """
    names, templates, owned = _templates(atoms, relevant)
    alike: dict[int, list[int]] = {}
    for one, number in enumerate(templates.alike().tolist()):
        alike.setdefault(number, []).append(one)
    system = _System(actions, Labels(actions.indices, labels), goal, derivation, relevant, invariant, groups)
    classes: list[list[int]] = []
    for group in alike.values():
        kinds: list[list[int]] = []
        for one in group if len(group) > 1 else ():
            for members in kinds:
                if system.has_swap(names[members[0]], names[one], owned[members[0]], owned[one]):
                    members.append(one)
                    break
            else:
                if len(kinds) < MOST_KINDS:
                    kinds.append([one])
        classes += (members for members in kinds if len(members) > 1)
    labels_of_matter = system.labels
    del system  # it is large
    return Symmetry(
        [[(names[one], array("i", owned[one].tobytes())) for one in members] for members in classes],
        labels_of_matter,
    )


def _templates(atoms: Sequence[Atom], relevant: int) -> tuple[list[str], Lists, Lists]:
    """The objects of some atoms, and for each of them the templates of its atoms, ascending, and their bits.

    A template is an atom with a blank for an object's name, given by its place in the order of all.
    """
    mattering = list(bits(relevant))
    rank = {
        name: 1 + place
        for place, name in enumerate(sorted({arg for bit in mattering for arg in atoms[bit].args}))
    }
    predicates = {
        name: place for place, name in enumerate(sorted({atoms[bit].predicate for bit in mattering}))
    }
    most = max((len(atoms[bit].args) for bit in mattering), default=0)
    table = np.zeros((len(mattering), most), np.int64)
    for row, bit in enumerate(paced(mattering, _DOING)):
        args = atoms[bit].args
        table[row, : len(args)] = [rank[arg] for arg in args]
    heads = np.array([predicates[atoms[bit].predicate] for bit in mattering], np.int64)
    rows, owners, codes = list[NDArray[Any]](), list[NDArray[Any]](), list[NDArray[Any]]()
    for column in range(most):
        own = table[:, column, None]
        fresh = np.flatnonzero((own[:, 0] > 0) & ~(table[:, :column] == own).any(axis=1))
        rows.append(fresh)
        owners.append(own[fresh, 0])
        codes.append(np.where(table[fresh] == own[fresh], 0, table[fresh]))
    if not rows:
        return [], Lists.of([]), Lists.of([])
    row, owner, code = np.concatenate(rows), np.concatenate(owners), np.concatenate(codes)
    place = heads[row]
    for column in code.T:  # in the order of their names, from left to right
        place = np.unique(place * (len(rank) + 1) + column, return_inverse=True)[1]
    met = np.lexsort((np.repeat(np.arange(most), list(map(len, rows))), row))
    first = np.full(len(rank) + 1, len(met))
    first[owner[met][::-1]] = np.arange(len(met))[::-1]
    number = np.argsort(np.argsort(first[1:], kind="stable"), kind="stable")[owner - 1]
    order = np.lexsort((place, number))
    names = [name for _, name in sorted(zip(first[1:].tolist(), rank, strict=True))]
    bits_of = np.array(mattering, np.int64)[row]
    return (
        names,
        Lists.by_owner(len(names), number[order], place[order]),
        Lists.by_owner(len(names), number[order], bits_of[order]),
    )


class _Form(NamedTuple):
    """A condition with its atoms in tuples, so that few are looked at however many there are in all."""

    kind: type[Condition]
    pos: tuple[int, ...]
    neg: tuple[int, ...]
    parts: tuple[_Form | bool, ...]


class _Deed(NamedTuple):
    """What an action needs, and what it adds and deletes where which condition holds; likewise."""

    need: _Form | bool
    effects: tuple[tuple[_Form | bool, tuple[int, ...], tuple[int, ...]], ...]


class _System:
    """Tells which swaps of two objects map a system of actions to itself."""

    def __init__(
        self,
        actions: ActionTable,
        labels: Labels,
        goal: Condition,
        derivation: Derivation,
        relevant: int,
        invariant: Collection[int],
        groups: Collection[MutexGroup],
    ):
        self.labels = labels
        self._goal = _form(goal)
        self._rules = {bit: _form(condition) for bit, condition in derivation.conditions.items()}
        sizes = (
            actions.width,
            relevant.bit_length(),
            derivation.derived.bit_length(),
            derivation.basic.bit_length(),
        )
        width = max(
            *sizes,
            *(mask.bit_length() for mask in invariant),
            *(mask.bit_length() for mask in literals(goal)),
        )
        self._invariant = [flags_of(mask, 0, width)[::2] for mask in invariant]
        self._in_goal = flags_of(literals(goal)[0] | literals(goal)[1], 0, width)[::2]
        self._groups = {frozenset(group.numbers()) for group in groups}
        self._groups_of: defaultdict[int, list[frozenset[int]]] = defaultdict(list)
        for group in self._groups:
            for one in group:
                self._groups_of[one >> 1].append(group)
        # What most actions need and do is literals: a list of numbers for each, those of what it does above the others.
        matter = flags_of(relevant, 0, width)[::2]
        effects = actions.effects.only(matter[actions.effects.items >> 1])
        needs, plain = actions.needs, actions.plain
        if actions.odd:
            needs, effects = (one.only(plain[one.owners]) for one in (needs, effects))
        checkpoint(_DOING)
        self._size = 2 * width
        self._does = needs.joined(Lists(effects.at, effects.items + self._size)).ascending()
        self._odd = {
            place: _Deed(
                _form(action.precondition),
                tuple(
                    (_form(condition), tuple(bits(adds & relevant)), tuple(bits(deletes & relevant)))
                    for condition, adds, deletes in ((True, action.add, action.delete), *action.conditional)
                    if (adds | deletes) & relevant
                ),
            )
            for place, action in actions.odd.items()
        }
        touched = Lists(self._does.at, self._does.items % np.int32(self._size) >> 1)
        if self._odd:
            atoms = {place: sorted(_atoms(deed)) for place, deed in self._odd.items()}
            touched = touched.joined(Lists.of([atoms.get(place, []) for place in range(len(actions))]))
        checkpoint(_DOING)
        self._touching = touched.owned_by(width)
        self._named = labels.arguments.owned_by(len(labels.objects))
        self._number = {name: number for number, name in enumerate(labels.objects)}
        self._to = np.arange(width)
        # An action is found by its name and objects: by one number that is most likely its own.
        most = int(labels.arguments.counts.max(initial=0))
        self._weights = np.random.default_rng(0).integers(1, 1 << 62, most + 2) | 1
        self._keys = self._keys_of(labels.heads, labels.arguments)
        self._by_key = np.argsort(self._keys, kind="stable")
        self._keys = self._keys[self._by_key]

    def _keys_of(self, heads: NDArray[Any], arguments: Lists) -> NDArray[np.int64]:
        places = np.arange(len(arguments.items)) - np.repeat(arguments.at[:-1], arguments.counts)
        terms = (arguments.items + np.int64(1)) * self._weights[places]
        sums = np.concatenate((np.zeros(1, np.int64), np.cumsum(terms)))[arguments.at]
        return np.diff(sums) + heads * self._weights[-1] + arguments.counts * self._weights[-2]

    def has_swap(self, one: str, other: str, own: NDArray[Any], there: NDArray[Any]) -> bool:
        """Whether swapping two objects changes nothing.

        Args:
            own, there: The bits of their atoms; those in the same place are of the same template.
        """
        checkpoint(_DOING)
        if any((flags[own] != flags[there]).any() for flags in self._invariant):
            return False
        moved = np.concatenate((own, there))
        self._to[moved] = np.concatenate((there, own))
        try:
            return self._is_same(one, other, moved)
        finally:
            self._to[moved] = moved

    def _is_same(self, one: str, other: str, moved: NDArray[Any]) -> bool:
        to = dict(zip(moved.tolist(), self._to[moved].tolist(), strict=True))
        concerned = {id(group): group for bit in to for group in self._groups_of.get(bit, ())}
        for group in concerned.values():
            if frozenset(2 * to.get(each >> 1, each >> 1) + (each & 1) for each in group) not in self._groups:
                return False
        if self._in_goal[moved].any() and _image(self._goal, to) != _image(self._goal, {}):
            return False
        rules = self._rules
        for bit, form in rules.items():
            twin = to.get(bit, bit)
            if twin not in rules or _image(form, to) != _image(rules[twin], {}):
                return False
        numbers = [self._number[name] for name in (one, other) if name in self._number]
        rows = [self._named[number] for number in numbers]
        rows = distinct(np.concatenate([*rows, self._touching.take(moved).items]))
        twins = self._twins(rows, numbers) if len(numbers) == 2 else rows if not numbers else None
        if twins is None:
            return False
        does, twin_does = self._does.take(rows), self._does.take(twins)
        literals_of_all = does.items % self._size
        image = 2 * self._to[literals_of_all >> 1] + (literals_of_all & 1) + (does.items - literals_of_all)
        if not np.array_equal(does.at, twin_does.at):
            return False
        span = 2 * self._size
        if not np.array_equal(np.sort(does.owners * span + image), twin_does.owners * span + twin_does.items):
            return False
        odd = self._odd
        pairs = zip(rows.tolist(), twins.tolist(), strict=True) if odd else ()
        return all(
            (row in odd) == (twin in odd) and (row not in odd or _done(odd[row], to) == _done(odd[twin], {}))
            for row, twin in pairs
        )

    def _twins(self, rows: NDArray[Any], numbers: Sequence[int]) -> NDArray[Any] | None:
        """The actions that some become where two objects are swapped; ``None`` if one is missing."""
        labels, (one, other) = self.labels, numbers
        arguments = labels.arguments.take(rows)
        items = arguments.items
        swapped = Lists(arguments.at, np.where(items == one, other, np.where(items == other, one, items)))
        keys = self._keys_of(labels.heads[rows], swapped)
        twins = self._by_key[np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)]
        found = labels.arguments.take(twins)
        same = np.array_equal(found.at, swapped.at) and np.array_equal(found.items, swapped.items)
        return twins if same and np.array_equal(labels.heads[twins], labels.heads[rows]) else None


def _form(condition: Condition) -> _Form | bool:
    if isinstance(condition, bool):
        return condition
    parts = tuple(_form(part) for part in condition.parts)
    return _Form(type(condition), tuple(bits(condition.pos)), tuple(bits(condition.neg)), parts)


def _atoms(deed: _Deed) -> set[int]:
    found: set[int] = set()
    forms = [deed.need]
    for condition, adds, deletes in deed.effects:
        forms.append(condition)
        found.update(adds, deletes)
    for form in forms:  # grows
        if isinstance(form, _Form):
            found.update(form.pos, form.neg)
            forms += form.parts
    return found


def _image(form: _Form | bool, to: Mapping[int, int]) -> Hashable:
    """What a swap makes of a condition, in a form that does not depend on the order of its parts."""
    if isinstance(form, bool):
        return form
    parts = frozenset([_image(part, to) for part in form.parts])
    return form.kind, _swapped(form.pos, to), _swapped(form.neg, to), parts


def _done(deed: _Deed, to: Mapping[int, int]) -> Hashable:
    """The same of an action."""
    effects = [
        (_image(condition, to), _swapped(adds, to), _swapped(deletes, to))
        for condition, adds, deletes in deed.effects
    ]
    return _image(deed.need, to), frozenset(effects)


def _swapped(atoms: tuple[int, ...], to: Mapping[int, int]) -> frozenset[int]:
    return frozenset([to.get(bit, bit) for bit in atoms])
