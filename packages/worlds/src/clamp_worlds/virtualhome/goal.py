"""What a VirtualHome task asks for: states of nodes, relations between them, and actions performed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations
from math import ceil

from clamp.errors import DomainError

Alternatives = tuple[str, ...]
"""One action goal: performing any of these actions meets it."""

MAX_ACTION_GOALS = 5

SETTLING = 300
"""More than so many ways to go on are not tried to learn that none undoes what was performed."""


@dataclass(frozen=True, slots=True)
class NodeState:
    """A node is in a state: ``NodeState(1001, "ON")``."""

    id: int
    state: str


@dataclass(frozen=True, slots=True)
class Relation:
    """An edge of the scene graph holds: ``Relation(1003, "ON", 1001)``."""

    from_id: int
    relation: str
    to_id: int


@dataclass(frozen=True, slots=True)
class VirtualHomeGoal:
    """A conjunction: every node state and relation holds at the end, and every action goal is met.

    Attributes:
        actions: Action goals, each with its alternatives in the order in which a judge looks for them.
    """

    states: tuple[NodeState, ...] = ()
    relations: tuple[Relation, ...] = ()
    actions: tuple[Alternatives, ...] = ()


class ActionProgress:
    """Progress through action goals, so that they are met in *every* order a judge may put them in.

    EAI joins the plan into one text (``[WALK] <sink> (231) [WASH] <sink> (231)``) and looks for the goals
    one after the other. For each it takes the *first listed* alternative that occurs anywhere after the
    goal before it, even where a later-listed one occurs sooner, and never reconsiders. The order of the
    goals comes from iterating a set of strings, so it changes with ``PYTHONHASHSEED``; only a plan that
    passes in every order passes for sure.

    The verdict depends on which sequences of alternatives occur in the plan as disjoint pieces of text,
    left to right, and on nothing else: a sequence found greedily ends as early as it can. Each sequence is
    one bit of the progress. Because an alternative is looked for as a substring, ``LOOKAT_SHORT`` meets
    ``LOOKAT``, and one action may step through several goals.

    Args:
        goals: Each goal's alternatives, in the order in which the judge tries them.
        texts: What the judge reads for each action of the system, by action index.

    Attributes:
        everything: The progress that stands for all from which no action leads to one that is not `met`.

    Raises:
        DomainError: If there are more goals than can be tried in every order.
    """

    def __init__(self, goals: Sequence[Alternatives], texts: Sequence[str]):
        distinct = tuple(dict.fromkeys(goals))
        if len(distinct) > MAX_ACTION_GOALS:
            raise DomainError(
                f"The goal names {len(distinct)} different action goals; every order of them must be "
                f"checked, so at most {MAX_ACTION_GOALS} are supported. Were plan steps given as goals?"
            )
        cleaned = [tuple(name.upper().replace(" ", "") for name in goal) for goal in distinct]
        self._orders = tuple(permutations(cleaned))
        self._bit: dict[tuple[str, ...], int] = {}
        for order in self._orders:
            prefixes: list[tuple[str, ...]] = [()]
            for goal in order:
                prefixes = [(*prefix, option) for prefix in prefixes for option in goal]
                for sequence in prefixes:
                    self._bit.setdefault(sequence, 1 << len(self._bit))
        options = {option for goal in cleaned for option in goal}
        self._texts = [text if any(option in text for option in options) else "" for text in texts]
        self._performers = [
            (goal, [i for i, text in enumerate(self._texts) if any(option in text for option in goal)])
            for goal in cleaned
        ]
        self._next: dict[tuple[int, str], int] = {}
        self._met: dict[int, bool] = {}
        self._missing: dict[int, int] = {}
        self._stride = max((self._depth(self.after(0, i)) for i in self.useful()), default=1)
        self._single = all(
            sum(any(option in text for option in goal) for goal in cleaned) <= 1
            for text in self._texts
            if text
        )
        number = {option: place for place, goal in enumerate(cleaned) for option in goal}
        self._performed_of = [
            (bit, tuple(number[option] for option in sequence)) for sequence, bit in self._bit.items()
        ]
        self._goals = len(cleaned)
        self.everything = sum(self._bit.values())
        self._settled: dict[int, bool] = {}
        by_name = self.by_name()
        texts_read = {text.partition("]")[0] if by_name else text: i for i, text in enumerate(self._texts)}
        self._readings = [i for i in texts_read.values() if self._texts[i]]

    def useful(self) -> list[int]:
        """Indices of the actions that some action goal asks for."""
        return [index for index, text in enumerate(self._texts) if text]

    def by_name(self) -> bool:
        """Whether what an action does to the progress depends on its name alone, not on its arguments."""
        options = {option for order in self._orders for goal in order for option in goal}
        for index in self.useful():
            text = self._texts[index]
            name, _, arguments = text.partition("]")
            for option in options:
                if option in arguments or (option in text) != (option in name[1:]):
                    return False
        return True

    def after(self, progress: int, index: int) -> int:
        """Progress after one more action."""
        text = self._texts[index]
        if not text:
            return progress
        key = (progress, text)
        result = self._next.get(key)
        if result is None:
            result = self._next[key] = self._read(progress, text)
        return result

    def met(self, progress: int) -> bool:
        """Whether the judge is satisfied whatever the order of the goals."""
        verdict = self._met.get(progress)
        if verdict is None:
            verdict = self._met[progress] = all(self._meets(progress, order) for order in self._orders)
        return verdict

    def settled(self, progress: int) -> int:
        """The progress, or one for all that no action can undo any more."""
        return self.everything if self._is_settled(progress) else progress

    def _is_settled(self, progress: int) -> bool:
        known = self._settled.get(progress)
        if known is None:
            seen, reached = {progress}, [progress]
            for one in reached:
                if not self.met(one) or len(reached) > SETTLING:
                    known = False
                    break
                for index in self._readings:
                    after = self.after(one, index)
                    if after not in seen:
                        seen.add(after)
                        reached.append(after)
            else:
                known = True
            self._settled[progress] = known
        return known

    def unperformed(self, progress: int) -> list[list[int]]:
        """For each goal of which no alternative has been performed yet, the actions that would."""
        return [
            indices
            for options, indices in self._performers
            if not any(progress & self._bit[(option,)] for option in options)
        ]

    def missing(self, progress: int) -> int:
        """An admissible count of the actions still needed until `met`.

        Alternatives apart, a plan that passes holds every order of the goals as a subsequence: three goals
        take seven actions. Where one action counts for several goals, an order is met by a sequence that has
        one alternative of each of its goals; one action lengthens it by `_stride` alternatives at most.
        """
        bound = self._missing.get(progress)
        if bound is None:
            lacking = max((len(order) - self._depth(progress, order) for order in self._orders), default=0)
            bound = max(ceil(lacking / self._stride), int(not self.met(progress)))
            if self._single:
                found = frozenset(goals for bit, goals in self._performed_of if progress & bit)
                bound = max(bound, orders_missing(self._goals, found))
            self._missing[progress] = bound
        return bound

    def _read(self, progress: int, text: str) -> int:
        ends = {sequence: 0 for sequence, bit in self._bit.items() if progress & bit}
        ends[()] = 0
        for sequence, bit in self._bit.items():
            start = ends.get(sequence[:-1])
            if sequence in ends or start is None:
                continue
            found = text.find(sequence[-1], start)
            if found >= 0:
                ends[sequence] = found + len(sequence[-1])
                progress |= bit
        return progress

    def _meets(self, progress: int, order: Sequence[Alternatives]) -> bool:
        sequence: tuple[str, ...] = ()
        for goal in order:
            for option in goal:
                if progress & self._bit[(*sequence, option)]:
                    sequence += (option,)
                    break
            else:
                return False
        return True

    def _depth(self, progress: int, order: Sequence[Alternatives] | None = None) -> int:
        """Length of the longest sequence found (whose alternatives follow an order, when one is given)."""
        return max(
            (
                len(sequence)
                for sequence, bit in self._bit.items()
                if progress & bit
                and (order is None or all(a in goal for a, goal in zip(sequence, order, strict=False)))
            ),
            default=0,
        )


Found = frozenset[tuple[int, ...]]
"""Sequences of different goals, by number, that occur as subsequences."""

_AT_ONCE = 4
"""Goals whose orders are counted exactly; of more, any four."""


def orders_missing(goals: int, found: Found) -> int:
    """How many more letters a word needs at least to hold every order of its letters as a subsequence.

    Args:
        goals: The number of letters.
        found: The sequences of different letters that the word holds already.
    """
    most = 0
    for some in combinations(range(goals), min(goals, _AT_ONCE)):
        place = {goal: number for number, goal in enumerate(some)}
        held = sum(
            _sequences(len(some))[tuple(place[goal] for goal in sequence)]
            for sequence in found
            if all(goal in place for goal in sequence)
        )
        most = max(most, _letters_to_go(len(some))[held])
    return most


@cache
def _sequences(letters: int) -> dict[tuple[int, ...], int]:
    """A bit for each sequence of different letters."""
    of_length = (permutations(range(letters), length) for length in range(1, letters + 1))
    return {sequence: 1 << n for n, sequence in enumerate(one for some in of_length for one in some)}


@cache
def _letters_to_go(letters: int) -> dict[int, int]:
    """For each set of sequences that a word can hold, the fewest letters until it holds all."""
    bit = _sequences(letters)
    longer = [
        [
            (bit[sequence[:-1]], one)
            for sequence, one in bit.items()
            if len(sequence) > 1 and sequence[-1] == last
        ]
        for last in range(letters)
    ]
    whole = sum(bit.values())
    after: dict[int, list[int]] = {}
    queue = [0]
    for held in queue:
        if held not in after:
            after[held] = [
                sum(one for before, one in longer[last] if held & before) | held | bit[last,]
                for last in range(letters)
            ]
            queue += after[held]
    # What a word holds only grows, and a letter that adds nothing is never one of the fewest.
    to_go = {whole: 0}
    for held in sorted(after, key=int.bit_count, reverse=True):
        if held != whole:
            to_go[held] = 1 + min(to_go[more] for more in after[held] if more != held)
    return to_go
