"""Axioms: which facts follow from others in a state, over bits, and which axioms have a meaning at all.

Decides the order in which derived atoms are evaluated, so that each is looked at when all that it rests on is known.
Hides recursion, which is a least fixpoint, and negation, which is only of what is known already.

Source: stratified programs, Apt, Blair and Walker (1988); as derived predicates, Thiébaux, Hoffmann and Nebel (2005).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeVar

from clamp.errors import DomainError
from clamp.planning.conditions import (
    Condition,
    Conj,
    Disj,
    bits,
    conjunction,
    disjunction,
    holds,
    literals,
    negation,
    reasons,
)
from clamp.planning.search.limits import checkpoint
from clamp.planning.task import And, Atom, Axiom, Domain, Equal, Exists, Forall, Formula, Not, Or

_REMEMBERED = 20_000
"""Of so many different states the derived atoms are kept."""

T = TypeVar("T", bound=Hashable)


# -- over predicates ---------------------------------------------------------------------------------


def check_axioms(domain: Domain) -> None:
    """Refuse axioms that have no meaning.

    Raises:
        DomainError: If an effect is on a derived predicate, an axiom has another number of parameters than its
            predicate, or a predicate is derived from its own negation.
    """
    derived = domain.derived
    for schema in domain.schemas:
        for effect in schema.effects:
            if effect.atom.predicate in derived:
                raise DomainError(
                    f"Action {schema.name!r} has an effect on {effect.atom.predicate!r}, which is derived: it holds "
                    "where its axioms say so, and no effect can change it. Change what it is derived from."
                )
    for axiom in domain.axioms:
        parameters = domain.predicates.get(axiom.predicate)
        if parameters is None or len(parameters) != len(axiom.parameters):
            declared = "not declared" if parameters is None else f"declared with {len(parameters)}"
            raise DomainError(
                f"An axiom derives {axiom.head}, with {len(axiom.parameters)} parameters, but "
                f"{axiom.predicate!r} is {declared}."
            )
    cycle = negative_cycle(domain.axioms)
    if cycle:
        raise DomainError(why_no_meaning(cycle))


def why_no_meaning(cycle: Sequence[str]) -> str:
    """What is wrong with axioms that have a `negative_cycle`."""
    steps = [f"{one!r} from {other!r}" for one, other in pairwise(cycle[1:])]
    way = ", ".join((f"{cycle[0]!r} from (not {cycle[1]!r})", *steps))
    return (
        f"The axioms derive {cycle[0]!r} from its own negation ({way}), so they do not say where it holds. Axioms "
        "must be stratified: what one negates, others derive without it."
    )


def negative_cycle(axioms: Sequence[Axiom]) -> tuple[str, ...]:
    """Predicates each of which is derived from the next, the first from its negation; the last is the first again.

    Empty if the axioms are stratified.
    """
    derived = {axiom.predicate for axiom in axioms}
    below: dict[str, set[str]] = {name: set() for name in derived}
    negated: dict[str, set[str]] = {name: set() for name in derived}
    for axiom in axioms:
        for name, positive in _occurrences(axiom.condition, True):
            if name in derived:
                below[axiom.predicate].add(name)
                if not positive:
                    negated[axiom.predicate].add(name)
    for group in components(below):
        members = set(group)
        for name in sorted(members):
            for other in sorted(negated[name] & members):
                return (name, *_path(other, name, below, members))
    return ()


def _occurrences(formula: Formula, positive: bool) -> Iterator[tuple[str, bool]]:
    """The predicates of a formula, each with its sign."""
    match formula:
        case Atom():
            yield formula.predicate, positive
        case Equal():
            return
        case Not():
            yield from _occurrences(formula.operand, not positive)
        case And() | Or():
            for operand in formula.operands:
                yield from _occurrences(operand, positive)
        case Exists() | Forall():
            yield from _occurrences(formula.body, positive)


def _path(start: str, end: str, below: Mapping[str, set[str]], members: set[str]) -> tuple[str, ...]:
    """A shortest way from one member of a component to another."""
    before: dict[str, str] = {}
    queue = [start]
    for one in queue:  # grows: breadth first
        if one == end:
            break
        for other in sorted(below[one] & members):
            if other not in before and other != start:
                before[other] = one
                queue.append(other)
    path = [end]
    while path[-1] != start:
        path.append(before[path[-1]])
    return tuple(reversed(path))


def components(below: Mapping[T, Iterable[T]]) -> list[list[T]]:
    """The strongly connected components of a graph, each after all that it leads to.

    Source: Tarjan (1972), without recursion.
    """
    number: dict[T, int] = {}
    lowest: dict[T, int] = {}
    open_: dict[T, None] = {}
    found: list[list[T]] = []
    for root in below:
        if root in number:
            continue
        number[root] = lowest[root] = len(number)
        open_[root] = None
        stack = [(root, iter(below[root]))]
        while stack:
            one, rest = stack[-1]
            for other in rest:
                if other not in number:
                    number[other] = lowest[other] = len(number)
                    open_[other] = None
                    stack.append((other, iter(below[other])))
                    break
                if other in open_:
                    lowest[one] = min(lowest[one], number[other])
            else:
                stack.pop()
                if stack:
                    above = stack[-1][0]
                    lowest[above] = min(lowest[above], lowest[one])
                if lowest[one] == number[one]:
                    group: list[T] = []
                    while not group or group[-1] != one:
                        group.append(open_.popitem()[0])
                    found.append(group)
    return found


# -- over bits ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Rule:
    """One of the ways in which an atom is derived: the bit of `head` is set where the condition holds."""

    head: int
    condition: Condition


@dataclass(frozen=True, slots=True)
class _Layer:
    """Atoms that are derived from each other, or a single one.

    Attributes:
        rules: What is looked at once.
        wakes: What is looked at again when a bit of the layer is set.
    """

    rules: tuple[_Rule, ...]
    wakes: Mapping[int, tuple[_Rule, ...]]


class Derivation:
    """The derived atoms of states.

    Args:
        conditions: Where each derived bit is set, over all bits. No bit depends on itself through a negation.

    Attributes:
        derived: Mask of the derived bits.
        basic: Mask of the others that they depend on.
    """

    def __init__(self, conditions: Mapping[int, Condition]):
        self.conditions = dict(conditions)
        self.derived = sum(1 << bit for bit in conditions)
        below: dict[int, list[int]] = {}
        read = 0
        for bit, condition in conditions.items():
            checkpoint("ordering the axioms")
            pos, neg = literals(condition)
            read |= pos | neg
            below[bit] = list(bits((pos | neg) & self.derived))
        self.basic = read & ~self.derived
        self._with: dict[int, int] = {}
        self._layers: list[_Layer] = []
        for group in components(below):
            mask = sum(1 << bit for bit in group)
            self._with.update(dict.fromkeys(group, mask))
            self._layers.append(_layer(group, mask, self.conditions))
        self._known: dict[int, int] = {}

    def __bool__(self) -> bool:
        return bool(self.derived)

    def complete(self, state: int) -> int:
        """A state with exactly those derived bits that follow from its others."""
        seen = state & self.basic
        found = self._known.get(seen)
        if found is None:
            found = seen
            for layer in self._layers:
                found = _derived(layer, found, None)
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            found = self._known[seen] = found & self.derived
        return state & ~self.derived | found

    def after(self, before: int, after: int) -> int:
        """The state after an action, given a complete one before and what its effects make of that."""
        return self.complete(after) if (before ^ after) & self.basic else after

    def restricted(self, relevant: int) -> Derivation:
        """Only some of the derived bits; all that they depend on must be among them."""
        return Derivation(
            {bit: condition for bit, condition in self.conditions.items() if relevant >> bit & 1}
        )

    def rules(self, bit: int) -> Iterator[Condition]:
        """The conditions any of which sets a derived bit."""
        return (rule.condition for rule in _rules(bit, self.conditions[bit]))

    def refutation(self, bit: int) -> Condition:
        """What holds wherever a derived bit is not set: less than that, if it depends on itself."""
        return _without(negation(self.conditions[bit]), self._with[bit])

    def grounds(self, state: int, pos: int, neg: int) -> tuple[int, int]:
        """Literals of a complete state from which others follow, all over basic bits.

        Args:
            pos, neg: Masks of bits that are set, and not set, in the state.
        """
        if not (pos | neg) & self.derived:
            return pos, neg
        support: dict[int, tuple[Condition, int]] = {}
        so_far = state & ~self.derived
        for layer in self._layers:
            so_far = _derived(layer, so_far, support)
        done_pos, done_neg = 0, 0
        while (open_pos := pos & self.derived & ~done_pos) | (open_neg := neg & self.derived & ~done_neg):
            done_pos, done_neg = done_pos | open_pos, done_neg | open_neg
            for bit in bits(open_pos):
                more_pos, more_neg = reasons(*support[bit])
                pos, neg = pos | more_pos, neg | more_neg
            for bit in bits(open_neg):  # nothing of what is not set can be the first to be derived
                more_pos, more_neg = reasons(self.conditions[bit], state, False)
                pos, neg = pos | more_pos, neg | more_neg
        return pos & ~self.derived, neg & ~self.derived


NOTHING = Derivation({})
"""Where there are no axioms."""


def _rules(bit: int, condition: Condition) -> Iterator[_Rule]:
    head = 1 << bit
    if isinstance(condition, Disj):
        yield from (_Rule(head, Conj(1 << one, 0)) for one in bits(condition.pos))
        yield from (_Rule(head, Conj(0, 1 << one)) for one in bits(condition.neg))
        yield from (_Rule(head, part) for part in condition.parts)
    elif condition is not False:
        yield _Rule(head, condition)


def _layer(group: Sequence[int], mask: int, conditions: Mapping[int, Condition]) -> _Layer:
    recursive = any(literals(conditions[bit])[0] & mask for bit in group)
    if not recursive:
        return _Layer(tuple(_Rule(1 << bit, conditions[bit]) for bit in group), {})
    rules = [rule for bit in sorted(group) for rule in _rules(bit, conditions[bit])]
    wakes: defaultdict[int, list[_Rule]] = defaultdict(list)
    for rule in rules:
        for bit in bits(literals(rule.condition)[0] & mask):
            wakes[1 << bit].append(rule)
    return _Layer(tuple(rules), {bit: tuple(woken) for bit, woken in wakes.items()})


def _derived(layer: _Layer, state: int, support: dict[int, tuple[Condition, int]] | None) -> int:
    """A state with the bits of a layer that follow.

    Args:
        support: Takes, for each of them, what it followed from, and the state then.
    """
    queue: list[int] = []
    wakes = layer.wakes

    def look(rules: Iterable[_Rule], state: int) -> int:
        for rule in rules:
            if not state & rule.head and holds(rule.condition, state):
                if support is not None:
                    support[rule.head.bit_length() - 1] = rule.condition, state
                state |= rule.head
                if rule.head in wakes:
                    queue.append(rule.head)
        return state

    state = look(layer.rules, state)
    while queue:
        state = look(wakes[queue.pop()], state)
    return state


def _without(condition: Condition, mask: int) -> Condition:
    """A condition with all that speaks of some bits taken to be true."""
    if isinstance(condition, bool):
        return condition
    parts = (_without(part, mask) for part in condition.parts)
    if isinstance(condition, Conj):
        return conjunction((Conj(condition.pos & ~mask, condition.neg & ~mask), *parts))
    if (condition.pos | condition.neg) & mask:
        return True
    return disjunction((Disj(condition.pos, condition.neg), *parts))
