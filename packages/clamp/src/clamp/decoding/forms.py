"""Text of a bounded form as a constraint, where what is written is no plan: an answer's syntax, a rule.

A form is put together from `text`, `any_of`, `in_order`, `up_to`, `characters` and `later`; every repetition is
bounded, so that every admitted text ends. The form is followed byte by byte as a set of places in it, and tokens by the
vocabulary's trie.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from threading import Lock
from typing import Any

import numpy as np

from clamp.automata import Vocabulary
from clamp.automata.trie import TrieNode
from clamp.decoding.constraint import Constraint
from clamp.decoding.formats import PlanFormat
from clamp.decoding.within import Within
from clamp.decoding.world import SYNTAX
from clamp.planning.system import TransitionSystem

Places = frozenset[int]


class Form:
    """Where one may be in a form, and which byte leads where; made by the functions below."""

    def __init__(self) -> None:
        self.bytes: list[dict[int, list[int]]] = []
        self.free: list[list[int]] = []
        self.unmade: dict[int, tuple[Callable[[], Part], int]] = {}
        self._making = Lock()

    def make(self, here: int) -> None:
        """Add what stands behind a place, if it is still to be made; threads may share a form."""
        if here in self.unmade:
            with self._making:
                if here in self.unmade:
                    part, end = self.unmade[here]
                    self.free[part()(self, here)].append(end)
                    del self.unmade[here]

    def place(self) -> int:
        """A new place."""
        self.bytes.append({})
        self.free.append([])
        return len(self.bytes) - 1


Part = Callable[[Form, int], int]
"""Adds itself behind a place of a form, and tells the place where it ends."""


def text(written: str) -> Part:
    """This text."""

    def build(form: Form, here: int) -> int:
        for byte in written.encode():
            after = form.place()
            form.bytes[here].setdefault(byte, []).append(after)
            here = after
        return here

    return build


def characters(allowed: str) -> Part:
    """One of these ASCII characters."""

    def build(form: Form, here: int) -> int:
        after = form.place()
        for byte in allowed.encode("ascii"):
            form.bytes[here].setdefault(byte, []).append(after)
        return after

    return build


def in_order(*parts: Part) -> Part:
    """One part after the other."""
    return lambda form, here: reduce(lambda place, part: part(form, place), parts, here)


def any_of(*parts: Part) -> Part:
    """One of the parts."""

    def build(form: Form, here: int) -> int:
        end = form.place()
        for part in parts:
            start = form.place()
            form.free[here].append(start)
            form.free[part(form, start)].append(end)
        return end

    return build


def up_to(most: int, part: Part, separator: Part | None = None, *, least: int = 0) -> Part:
    """A part several times, with a separator in between."""

    def build(form: Form, here: int) -> int:
        end = form.place()
        for count in range(most):
            if count >= least:
                form.free[here].append(end)
            if count and separator is not None:
                here = separator(form, here)
            here = part(form, here)
        form.free[here].append(end)
        return end

    return build


def later(part: Callable[[], Part]) -> Part:
    """A part that is made when a text comes to it: what a form may say is then much more than what it holds."""

    def build(form: Form, here: int) -> int:
        start, end = form.place(), form.place()
        form.unmade[start] = (part, end)
        form.free[here].append(start)
        return end

    return build


class FormConstraint(Constraint[Places]):
    """Texts of a form.

    Args:
        part: The form.
        vocabulary: The model's tokens.
        plan_format: Where the texts are plans, as `Constraint` has it.
        system: The same.
    """

    enforce = frozenset({SYNTAX})

    def __init__(
        self,
        part: Part,
        vocabulary: Vocabulary,
        plan_format: PlanFormat | None = None,
        system: TransitionSystem[Any] | None = None,
    ) -> None:
        super().__init__(vocabulary, plan_format, system)
        self._form = form = Form()
        start = form.place()
        self._end = part(form, start)
        self._left = None if form.unmade else _bytes_left(form, self._end)
        self._start = self._closed([start])
        self._next: dict[tuple[Places, int], Places] = {}
        self._allowed: dict[Places, np.ndarray] = {}

    def _closed(self, places: Iterable[int]) -> Places:
        found, open_ = set(places), list(places)
        while open_:
            place = open_.pop()
            self._form.make(place)
            for other in self._form.free[place]:
                if other not in found:
                    found.add(other)
                    open_.append(other)
        return frozenset(found)

    def _step(self, places: Places, byte: int) -> Places:
        key = (places, byte)
        after = self._next.get(key)
        if after is None:
            table = self._form.bytes
            after = self._next[key] = self._closed([t for one in places for t in table[one].get(byte, ())])
        return after

    @property
    def name(self) -> str:
        """All that a form says."""
        return SYNTAX

    def initial(self) -> Places:
        """Before the first byte."""
        return self._start

    def advance(self, cursor: Places, token: int) -> Places:
        """After one more token."""
        for byte in self.vocabulary.bytes_of(token) or b"":
            cursor = self._step(cursor, byte)
        return cursor

    def accepting(self, cursor: Places) -> bool:
        """Whether the text may end here."""
        return self._end in cursor

    def within(self, tokens: int) -> Constraint[Any]:
        """The texts that end within so many tokens; of a form that is made as it is written, all."""
        return self if self._left is None else Within(self, tokens)

    def endings(self, cursor: Places) -> Iterator[bytes]:
        """The shortest, the first of equals in the order of their bytes."""
        left = self._left or []
        found = bytearray()
        while steps := min(left[place] for place in cursor):
            near = [place for place in cursor if left[place] == steps]
            byte = min(
                byte
                for place in near
                for byte, after in self._form.bytes[place].items()
                if any(left[one] == steps - 1 for one in after)
            )
            found.append(byte)
            cursor = self._step(cursor, byte)
        yield bytes(found)

    @property
    def longest_ending(self) -> int:
        """Of the places from which an end can be reached."""
        return max((one for one in self._left or [] if one < _NEVER), default=0)

    def allowed(self, cursor: Places) -> np.ndarray:
        """The tokens with which some text of the form goes on, rising."""
        found = self._allowed.get(cursor)
        if found is None:
            ids: list[np.ndarray] = []
            order = self.vocabulary.trie_ids
            open_: list[tuple[TrieNode, Places]] = [(self.vocabulary.trie.root, cursor)]
            while open_:
                node, places = open_.pop()
                if node.depth and node.stop > node.lo:
                    ids.append(order[node.lo : node.stop])
                wanted = {byte for one in places for byte in self._form.bytes[one]}
                for byte in wanted.intersection(node.children):
                    open_.append((node.children[byte], self._step(places, byte)))
            ends = np.array(sorted(self.vocabulary.eos_ids) if self.accepting(cursor) else [], np.int64)
            found = np.unique(np.concatenate([*ids, ends]).astype(np.int64))
            found.flags.writeable = False
            self._allowed[cursor] = found
        return found


_NEVER = 1 << 30


def _bytes_left(form: Form, end: int) -> list[int]:
    """Fewest bytes from each place of a form to its end."""
    before: list[list[tuple[int, int]]] = [[] for _ in form.bytes]
    for place, (table, free) in enumerate(zip(form.bytes, form.free, strict=True)):
        for after in free:
            before[after].append((place, 0))
        for after in {one for found in table.values() for one in found}:
            before[after].append((place, 1))
    left, open_ = [_NEVER] * len(form.bytes), deque([end])
    left[end] = 0
    while open_:
        place = open_.popleft()
        for one, cost in before[place]:
            if left[place] + cost < left[one]:
                left[one] = left[place] + cost
                (open_.append if cost else open_.appendleft)(one)
    return left
