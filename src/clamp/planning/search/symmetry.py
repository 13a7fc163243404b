"""Symmetry: objects that a plan may as well swap, and states and actions that differ by such a swap only.

Decides by the ground actions alone which objects are alike: swapping them must map actions to actions, the goal to
itself, and so every plan to a plan. Of thirteen sandwiches that nobody has made yet, a search need try only one.

Source: orbit search, Pochter, Zohar and Rosenschein (2011); here only swaps of two objects, which are found at once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from operator import itemgetter
from typing import TypeAlias

from clamp.planning.axioms import Derivation
from clamp.planning.conditions import Condition, bits, literals
from clamp.planning.grounding import GroundAction
from clamp.planning.search.limits import checkpoint
from clamp.planning.search.mutex import Group
from clamp.planning.system import Action
from clamp.planning.task import Atom

MOST_KINDS = 8
"""Objects of one description are compared with so many of them that are not alike."""

_MOST_REMEMBERED = 100_000
_DOING = "looking for objects that are alike"

Template: TypeAlias = tuple[str, tuple[str, ...]]
"""An atom with a blank for an object's name."""

Image: TypeAlias = Callable[[int], int]


class Symmetry:
    """Classes of objects that are alike.

    Args:
        classes: For each class, for each of its objects, the name and the bits of its atoms, in the same order.
        labels: The action of each index.
    """

    def __init__(self, classes: Iterable[Sequence[tuple[str, Sequence[int]]]], labels: Mapping[int, Action]):
        self._classes: list[_Class] = []
        kind: dict[str, int] = {}
        number: dict[str, int] = {}
        for members in classes:
            for name, _ in members:
                kind[name], number[name] = len(self._classes), len(number)
            self._classes.append(_Class([atoms for _, atoms in members]))
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

    def different(self, node: int, indices: Iterable[int]) -> list[int]:
        """Some of the actions that apply in a node: of those that lead to nodes which differ by swaps, the first."""
        colours: list[int] = []
        for one in self._classes:
            colours += one.colours(node)
        roles = self._roles
        found: dict[Hashable, int] = {}
        for index in indices:
            shape, read = roles[index]
            found.setdefault((shape, read(colours)), index)
        return list(found.values())

    def sorted(self, node: int) -> int:
        """A node that differs from this one by swaps only; often the same one for all such nodes."""
        for _ in range(2):
            before = node
            for one in self._classes:
                node = one.sorted(node)
            if node == before:
                break
        return node


def _nothing(colours: Sequence[int]) -> Hashable:
    return ()


class _Class:
    """Objects that are alike, by the bits of their atoms, in the same order for each.

    The colour of an object in a node is which of its atoms hold, as a bit set over their places.
    """

    def __init__(self, members: Sequence[Sequence[int]]):
        self._members = members
        self._every = 0
        for own in members:
            for bit in own:
                self._every |= 1 << bit
        self._colours: dict[int, tuple[int, ...]] = {}
        self._sorted: dict[int, int] = {}

    def colours(self, node: int) -> tuple[int, ...]:
        """The colour of each object."""
        held = node & self._every
        found = self._colours.get(held)
        if found is None:
            if len(self._colours) >= _MOST_REMEMBERED:
                self._colours.clear()
            found = self._colours[held] = tuple(
                sum(1 << place for place, bit in enumerate(own) if held >> bit & 1) for own in self._members
            )
        return found

    def sorted(self, node: int) -> int:
        """The node with the objects swapped into the order of their colours."""
        held = node & self._every
        found = self._sorted.get(held)
        if found is None:
            if len(self._sorted) >= _MOST_REMEMBERED:
                self._sorted.clear()
            found = 0
            for own, colour in zip(self._members, sorted(self.colours(node)), strict=True):
                for place in bits(colour):
                    found |= 1 << own[place]
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
    groups: Collection[Group],
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


_Form: TypeAlias = Hashable


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
        groups: Collection[Group],
    ):
        self._goal = goal
        self._derivation = derivation
        self._relevant = relevant
        self._invariant = invariant
        self._groups = {(group.pos, group.neg) for group in groups}
        self._actions: dict[tuple[str, tuple[str, ...]], GroundAction] = {}
        self._named: defaultdict[str, list[tuple[str, tuple[str, ...]]]] = defaultdict(list)
        self._touched: list[tuple[int, tuple[str, tuple[str, ...]]]] = []
        for action in actions:
            checkpoint(_DOING)
            label = labels[action.index]
            key = label.name, label.args
            self._actions[key] = action
            for name in set(label.args):
                self._named[name].append(key)
            pos, neg = literals(action.precondition)
            touched = pos | neg | action.add | action.delete | action.observed | action.may_delete()
            for _, adds, _ in action.conditional:
                touched |= adds
            self._touched.append((touched, key))

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
            if not changed:
                return mask
            mask &= ~moved
            for bit in bits(changed):
                mask |= 1 << to[bit]
            return mask

        if any(image(mask) != mask for mask in self._invariant):
            return False
        if any((image(pos), image(neg)) not in self._groups for pos, neg in self._groups):
            return False
        if _form(self._goal, image) != _form(self._goal, _same):
            return False
        rules = self._derivation.conditions
        for bit, condition in rules.items():
            there = to.get(bit, bit)
            if there not in rules or _form(condition, image) != _form(rules[there], _same):
                return False
        swapped = {one: other, other: one}
        keys = dict.fromkeys(self._named[one] + self._named[other])
        keys.update((key, None) for touched, key in self._touched if touched & moved)
        for name, args in keys:
            action = self._actions[name, args]
            twin = self._actions.get((name, tuple(swapped.get(arg, arg) for arg in args)))
            if twin is None or self._action(action, image) != self._action(twin, _same):
                return False
        return True

    def _action(self, action: GroundAction, image: Image) -> _Form:
        relevant = self._relevant
        return (
            _form(action.precondition, image),
            image(action.add & relevant),
            image(action.delete & relevant),
            frozenset(
                (_form(condition, image), image(adds & relevant), image(deletes & relevant))
                for condition, adds, deletes in action.conditional
                if (adds | deletes) & relevant
            ),
        )


def _same(mask: int) -> int:
    return mask


def _form(condition: Condition, image: Image) -> _Form:
    """The image of a condition, in a form that does not depend on the order of its parts."""
    if isinstance(condition, bool):
        return condition
    return (
        type(condition).__name__,
        image(condition.pos),
        image(condition.neg),
        frozenset(_form(part, image) for part in condition.parts),
    )
