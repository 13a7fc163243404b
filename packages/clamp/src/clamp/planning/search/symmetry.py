"""Symmetry: objects that a plan may as well swap, and states and actions that differ by such a swap only.

Decides by the ground actions alone which objects are alike: swapping them must map actions to actions, the goal to
itself, and so every plan to a plan. Of thirteen sandwiches that nobody has made yet, a search need try only one.

Source: orbit search, Pochter, Zohar and Rosenschein (2011); here only swaps of two objects, which are found at once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from operator import itemgetter
from typing import NamedTuple, TypeAlias

from clamp.planning.axioms import Derivation
from clamp.planning.conditions import Condition, bits
from clamp.planning.grounding import GroundAction
from clamp.planning.search.limits import checkpoint
from clamp.planning.search.mutex import MutexGroup
from clamp.planning.system import Action
from clamp.planning.task import Atom

MOST_KINDS = 8
"""Objects of one description are compared with so many of them that are not alike."""

_MOST_REMEMBERED = 100_000
_DOING = "looking for objects that are alike"

Template: TypeAlias = tuple[str, tuple[str, ...]]
"""An atom with a blank for an object's name."""


class Symmetry:
    """Classes of objects that are alike.

    Args:
        classes: For each class, for each of its objects, the name and the bits of its atoms, in the same order.
        labels: The action of each index.

    Attributes:
        numbers: The number of each object that is like another.
    """

    def __init__(self, classes: Iterable[Sequence[tuple[str, Sequence[int]]]], labels: Mapping[int, Action]):
        self._classes: list[_Class] = []
        kind: dict[str, int] = {}
        number: dict[str, int] = {}
        for members in classes:
            for name, _ in members:
                kind[name], number[name] = len(self._classes), len(number)
            self._classes.append(_Class([atoms for _, atoms in members]))
        # To sort one class moves atoms of these: then it is worth while to sort again.
        self._entangled = [
            one
            for one in self._classes
            if any(one.shares(other) for other in self._classes if other is not one)
        ]
        self._kind, self._labels, self.numbers = kind, labels, number
        self._index = {action: index for index, action in labels.items()}
        shapes: dict[Hashable, int] = {}
        self._roles: dict[int, tuple[int, Callable[[Sequence[int]], Hashable]]] = {}
        for index, action in labels.items():
            first = {name: place for place, name in reversed(list(enumerate(action.args)))}
            shape = action.name, tuple((kind[one], first[one]) if one in kind else one for one in action.args)
            roles = [number[name] for name in action.args if name in kind]
            read = itemgetter(*roles) if roles else _nothing
            self._roles[index] = shapes.setdefault(shape, len(shapes)), read

    def __bool__(self) -> bool:
        return bool(self._classes)

    def members(self) -> list[list[Sequence[int]]]:
        """For each class, for each of its objects, the bits of its atoms."""
        return [one.members for one in self._classes]

    def tangled(self) -> list[int]:
        """The numbers of the classes that are sorted again."""
        return [number for number, one in enumerate(self._classes) if one in self._entangled]

    def shapes(self) -> list[tuple[int, Action, int]]:
        """By index, the actions that matter, each with the number of its shape: what two must share to be alike."""
        return [(index, self._labels[index], self._roles[index][0]) for index in sorted(self._roles)]

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
            role = roles.get(index)
            return None if role is None else (role[0], role[1](colours))

        return likeness

    def swapped(self, plan: Iterable[int], one: int, other: int) -> list[int] | None:
        """What a plan becomes by the swaps that make an action another one of the same likeness."""
        to = dict(zip(self._labels[one].args, self._labels[other].args, strict=True))
        to = {name: there for name, there in to.items() if name in self._kind}
        for name in [name for name in to if name not in to.values()]:
            end = name
            while end in to:
                end = to[end]
            to[end] = name  # what gives way takes the place of what does not come back
        found: list[int] = []
        for index in plan:
            action = self._labels[index]
            there = self._index.get(Action(action.name, tuple(to.get(name, name) for name in action.args)))
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
        self._every = 0
        self._where: dict[int, tuple[int, int]] = {}
        for number, own in enumerate(members):
            for place, bit in enumerate(own):
                self._every |= 1 << bit
                self._where[bit] = number, 1 << place
        self._colours: dict[int, tuple[int, ...]] = {}
        self._sorted: dict[int, int] = {}

    def shares(self, other: _Class) -> bool:
        """Whether an atom speaks of an object of each of the two classes."""
        return self._every & other._every != 0

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
    actions: Sequence[GroundAction],
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
    templates: defaultdict[str, dict[Template, int]] = defaultdict(dict)
    for bit in bits(relevant):
        atom = atoms[bit]
        for name in dict.fromkeys(atom.args):
            blank = tuple("" if arg == name else arg for arg in atom.args)
            templates[name][atom.predicate, blank] = bit
    alike: defaultdict[frozenset[Template], list[str]] = defaultdict(list)
    for name, own in templates.items():
        alike[frozenset(own)].append(name)
    system = _System(actions, labels, goal, derivation, relevant, invariant, groups)
    classes: list[list[str]] = []
    for names in alike.values():
        kinds: list[list[str]] = []
        for name in names if len(names) > 1 else ():
            for members in kinds:
                if system.has_swap(members[0], name, templates):
                    members.append(name)
                    break
            else:
                if len(kinds) < MOST_KINDS:
                    kinds.append([name])
        classes += (members for members in kinds if len(members) > 1)
    order = {name: sorted(own) for name, own in templates.items()}
    return Symmetry(
        [[(name, [templates[name][one] for one in order[name]]) for name in members] for members in classes],
        {action.index: labels[action.index] for action in actions},
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


_Key: TypeAlias = tuple[str, tuple[str, ...]]


class _System:
    """Tells which swaps of two objects map a system of actions to itself."""

    def __init__(
        self,
        actions: Sequence[GroundAction],
        labels: Sequence[Action],
        goal: Condition,
        derivation: Derivation,
        relevant: int,
        invariant: Collection[int],
        groups: Collection[MutexGroup],
    ):
        self._goal = _form(goal)
        self._rules = {bit: _form(condition) for bit, condition in derivation.conditions.items()}
        self._invariant = invariant
        self._groups = {(group.pos, group.neg) for group in groups}
        self._actions: dict[_Key, _Deed] = {}
        self._same: dict[_Key, Hashable] = {}
        self._named: defaultdict[str, list[_Key]] = defaultdict(list)
        self._touching: defaultdict[int, list[_Key]] = defaultdict(list)
        for action in actions:
            checkpoint(_DOING)
            label = labels[action.index]
            key = label.name, label.args
            effects = [(True, action.add, action.delete), *action.conditional]
            self._actions[key] = deed = _Deed(
                _form(action.precondition),
                tuple(
                    (_form(condition), tuple(bits(adds & relevant)), tuple(bits(deletes & relevant)))
                    for condition, adds, deletes in effects
                    if (adds | deletes) & relevant
                ),
            )
            for name in set(label.args):
                self._named[name].append(key)
            for bit in _atoms(deed):
                self._touching[bit].append(key)

    def has_swap(self, one: str, other: str, templates: Mapping[str, Mapping[Template, int]]) -> bool:
        """Whether swapping two objects, which have atoms of the same templates, changes nothing."""
        checkpoint(_DOING)
        to: dict[int, int] = {}
        for template, bit in templates[one].items():
            there = templates[other][template]
            to[bit], to[there] = there, bit
        moved = sum(1 << bit for bit in to)

        def image(mask: int) -> int:
            changed = mask & moved
            return mask ^ changed | sum(1 << to[bit] for bit in bits(changed)) if changed else mask

        if any(image(mask) != mask for mask in self._invariant):
            return False
        if any((image(pos), image(neg)) not in self._groups for pos, neg in self._groups):
            return False
        if _image(self._goal, to) != _image(self._goal, {}):
            return False
        rules = self._rules
        for bit, form in rules.items():
            there = to.get(bit, bit)
            if there not in rules or _image(form, to) != _image(rules[there], {}):
                return False
        swapped = {one: other, other: one}
        keys = dict.fromkeys(self._named[one] + self._named[other])
        for bit in to:
            keys.update(dict.fromkeys(self._touching[bit]))
        for name, args in keys:
            twin = name, tuple(swapped.get(arg, arg) for arg in args)
            if twin not in self._actions:
                return False
            if twin not in self._same:
                self._same[twin] = _done(self._actions[twin], {})
            if _done(self._actions[name, args], to) != self._same[twin]:
                return False
        return True


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
