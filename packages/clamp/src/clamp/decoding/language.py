"""The language of plans over bytes, and how tokens move through it.

It decides what every token does to a half-written plan, and hides that most of it is found once for the whole
vocabulary (`StaticTokens`): only where a token ends an action does the state of the plan matter.

A `Thread` is one reading of the text so far: a place in the format (`Site`) and a `Boundary` of the plan.
A text has several threads only where it can still be read in several ways (an action may have ended, or go
on; another item may follow, or the closing). Every thread that is kept can be completed to a plan, so a text
can be continued if and only if it has a thread.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from clamp.automata import ByteTrie, TrieNode, Vocabulary
from clamp.automata.free_text import DEAD, ENDED, FreeText
from clamp.decoding.formats import MAX_SPACING, SLOTS, SPACES, PlanFormat, white_space, written
from clamp.decoding.world import Boundary, Choices, Ids, Intervals, Likely
from clamp.threads import Cache, K, T


@dataclass(frozen=True, slots=True, eq=False)
class Pattern:
    """A fixed text with optional white space, and what follows it: an action, or the end of the plan."""

    template: bytes
    ends: bool


class FreeSite(NamedTuple):
    """Inside the reasoning: state of `FreeText`, and how many bytes of text it may still have."""

    state: int
    room: int


class PatternSite(NamedTuple):
    """Inside a pattern: how much of it has been read, and of the optional white space here."""

    pattern: Pattern
    offset: int
    spaces: int

    @property
    def is_read(self) -> bool:
        """Whether nothing of the pattern must follow any more; optional white space still may."""
        rest = self.pattern.template[self.offset :]
        return not rest or (len(rest) == 1 and rest[0] in SLOTS)


class ActionSite(NamedTuple):
    """Inside an action: the trie node read so far, and how much optional white space before it.

    While optional white space is being read, the node is the one behind its slot.
    """

    node: TrieNode
    spaces: int


class EndSite(NamedTuple):
    """After the closing: only the end of the sequence may follow; nothing at all where the plan is stuck."""

    stuck: bool = False


FixedSite: TypeAlias = PatternSite | ActionSite
"""A place where the format says what may follow, whatever the state."""

_FIXED = (PatternSite, ActionSite)

Site: TypeAlias = FixedSite | FreeSite | EndSite
END, STUCK = EndSite(), EndSite(stuck=True)


def next_bytes(site: FixedSite) -> Set[int]:
    """A superset of the bytes that may follow: what to look at in a trie of tokens, before bytes are read."""
    if isinstance(site, PatternSite):
        rest = site.pattern.template[site.offset : site.offset + 2]
        return SPACES.union(rest) if rest and rest[0] in SLOTS else frozenset(rest[:1])
    following = site.node.children.keys()
    if site.spaces:
        return following | SPACES
    for slot in SLOTS & following:
        following = following | SPACES | site.node.children[slot].children.keys()
    return following


def next_sites(site: FixedSite, byte: int) -> Iterator[FixedSite]:
    """The places after one more byte, within the action or pattern."""
    if byte in SLOTS:
        return  # no text holds these bytes, though some tokens do
    yield from _in_pattern(site, byte) if isinstance(site, PatternSite) else _in_action(site, byte)


def _in_action(site: ActionSite, byte: int) -> Iterator[ActionSite]:
    node, spaces = site
    if spaces and byte in SPACES:
        if spaces < MAX_SPACING:
            yield ActionSite(node, spaces + 1)
        return
    if (child := node.children.get(byte)) is not None:
        yield ActionSite(child, 0)
    if spaces:
        return
    for slot in SLOTS:
        gap = node.children.get(slot)
        if gap is None:
            continue
        if byte in SPACES:
            yield ActionSite(gap, 1)
        elif (child := gap.children.get(byte)) is not None:
            yield ActionSite(child, 0)


def _in_pattern(site: PatternSite, byte: int) -> Iterator[PatternSite]:
    pattern, offset, spaces = site
    template = pattern.template
    if offset < len(template) and template[offset] in SLOTS:
        if byte in SPACES:
            if spaces < MAX_SPACING:
                yield PatternSite(pattern, offset, spaces + 1)
            return
        offset += 1
    if offset < len(template) and template[offset] == byte:
        yield PatternSite(pattern, offset + 1, 0)


class TokenList(NamedTuple):
    """Tokens with the actions that they leave possible.

    Attributes:
        ids: Token ids, ascending, each once, shape [n].
        intervals: The actions (positions) that each of them leaves possible, shape [2, n].
        begun: Whether some of the action has been read after each of them, shape [n]; one that all actions begin
            with leaves all of them possible, as what stands before an action does.
        common: That interval, if all of them have the same: most of a format's fixed text is so.
    """

    ids: Ids
    intervals: Intervals
    begun: NDArray[np.bool_]
    common: tuple[int, int] | None

    @classmethod
    def of(cls, ids: Ids, intervals: Intervals, begun: NDArray[np.bool_]) -> TokenList:
        ids.setflags(write=False)
        lo, hi = intervals.tolist()
        if not lo:
            return cls(ids, intervals, begun, (0, 0))
        same = lo.count(lo[0]) == hi.count(hi[0]) == len(lo)
        return cls(ids, intervals, begun, (lo[0], hi[0]) if same else None)

    def admissible(self, choices: Choices | Likely) -> Ids:
        """The tokens that leave an admissible action possible."""
        if self.common is not None:
            return self.ids if choices.any_in(*self.common) else _NO_IDS
        return self.ids[choices.any_in_each(self.intervals)]


class StaticTokens(NamedTuple):
    """The tokens that can follow at a place.

    Attributes:
        ending: Those that end no later than the next action does.
        finishing: Pairs (position of an action, token trie node): tokens below the node finish the action and
            go on.
        reasoning: Token trie nodes: tokens below them go on with the reasoning.
        again: Those of the first that can be read in another way, too: white space that one action needs and
            another permits.
    """

    ending: TokenList
    finishing: tuple[tuple[int, TrieNode], ...]
    reasoning: tuple[TrieNode, ...]
    again: tuple[TokenList, ...] = ()

    @property
    def is_one_list(self) -> bool:
        """Whether there are no other tokens than the first list's."""
        return not (self.finishing or self.reasoning or self.again)


def static_tokens(
    site: FixedSite,
    node: TrieNode,
    actions: ByteTrie,
    before_reasoning: Pattern | None,
    vocabulary: Vocabulary,
) -> StaticTokens:
    """The tokens below a node of the token trie whose remaining bytes can follow at a site.

    Args:
        actions: The templates of the actions.
        before_reasoning: What opens the reasoning, if there is one.
    """
    search = _Search(actions, before_reasoning, vocabulary)
    search.go(site, node)
    return search.found()


class _Search:
    """Walks sites of the text and nodes of the token trie side by side."""

    def __init__(self, actions: ByteTrie, before_reasoning: Pattern | None, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._before_reasoning = before_reasoning
        self._first_action = ActionSite(actions.root, 0)
        self._agenda: list[tuple[FixedSite, TrieNode]] = []
        self._ids: list[Ids] = []
        self._lo: list[int] = []
        self._hi: list[int] = []
        self._begun: list[bool] = []
        self._finishing: list[tuple[int, TrieNode]] = []
        self._reasoning: list[TrieNode] = []

    def go(self, site: FixedSite, node: TrieNode) -> None:
        """Find all tokens below a node that go on from a site."""
        self._agenda.append((site, node))
        while self._agenda:
            site, node = self._agenda.pop()
            if site.spaces:
                self._read_white_space(site, node)
            else:
                for byte in next_bytes(site) & node.children.keys():
                    self._read(byte, site, [node.children[byte]])

    def found(self) -> StaticTokens:
        """What was found."""
        ids = np.concatenate(self._ids) if self._ids else np.empty(0, dtype=np.int64)
        order = np.argsort(ids, kind="stable")
        ids = ids[order]
        intervals = np.array([self._lo, self._hi], dtype=np.int64)[:, order]
        begun = np.array(self._begun, dtype=np.bool_)[order]
        layers = [TokenList.of(ids, intervals, begun)]
        if (ids[1:] == ids[:-1]).any():
            # Which reading of its token each is, from 0.
            reading = np.arange(len(ids)) - np.searchsorted(ids, ids)
            readings = (reading == number for number in range(int(reading.max()) + 1))
            layers = [TokenList.of(ids[chosen], intervals[:, chosen], begun[chosen]) for chosen in readings]
        return StaticTokens(layers[0], tuple(self._finishing), tuple(self._reasoning), tuple(layers[1:]))

    def _read(self, byte: int, site: FixedSite, nodes: Sequence[TrieNode]) -> None:
        """A byte leads from a site to others, and to some nodes of the token trie."""
        for after in next_sites(site, byte):
            for node in nodes:
                self._end(self._vocabulary.trie_ids[node.lo : node.stop], after)
                if node.stop < node.hi:
                    self._agenda.append((after, node))
                    self._cross(after, node)

    def _read_white_space(self, site: FixedSite, node: TrieNode) -> None:
        """In optional white space: its tokens are known, and so is where they go on."""
        white, room = white_space(self._vocabulary, node), MAX_SPACING - site.spaces
        self._end(white.ids[white.lengths <= room], site)
        for length, below in white.runs:
            if length <= room:
                self._cross(site, below)
        for byte in (next_bytes(site) - SPACES) & white.exits.keys():
            nodes = [below.children[byte] for length, below in white.exits[byte] if length <= room]
            self._read(byte, site, nodes)

    def _end(self, ids: Ids, site: FixedSite) -> None:
        """Some tokens end at a site."""
        actions = site.node if isinstance(site, ActionSite) else self._first_action.node
        self._ids.append(ids)
        self._lo.extend([actions.lo] * len(ids))
        self._hi.extend([actions.hi] * len(ids))
        self._begun.extend([actions is not self._first_action.node] * len(ids))

    def _cross(self, site: FixedSite, node: TrieNode) -> None:
        """Tokens below a node may go on with what follows a site."""
        if isinstance(site, ActionSite):
            if site.node.stop > site.node.lo:
                self._finishing.append((site.node.lo, node))
        elif site.is_read:
            if site.pattern is self._before_reasoning:
                self._reasoning.append(node)
            elif not site.pattern.ends and next_bytes(self._first_action) & node.children.keys():
                self._agenda.append((self._first_action, node))


def _may_be_left(site: FixedSite) -> bool:
    """Whether an action, or a pattern, may have ended at a site."""
    return site.is_read if isinstance(site, PatternSite) else site.node.stop > site.node.lo


def _closes(site: FixedSite) -> bool:
    """Whether a site is in the text that ends a plan."""
    return isinstance(site, PatternSite) and site.pattern.ends


class Left(NamedTuple):
    """What of an item has been read already, and what of the text before its action has not.

    Attributes:
        read: How many bytes of the text before the action.
        lead: The rest of that text.
        prefix: How the action's template begins, of which all has been read.
    """

    read: int
    lead: bytes
    prefix: bytes


class Thread(NamedTuple):
    """One reading of a text: where it stands in the format and in the plan."""

    site: Site
    boundary: Boundary


class _FreeRun(NamedTuple):
    """The tokens that can follow in one state of the reasoning, with the room that they need.

    Attributes:
        ids: Tokens that stay in the reasoning, ascending, shape [n].
        room: How many more bytes of text must be allowed for each of them, shape [n].
        most_room: The largest of these.
        ended: (trie node, room) of each way to end the reasoning: the tokens at the node end with it, those
            below go on into the plan.
    """

    ids: Ids
    room: Ids
    most_room: int
    ended: list[tuple[TrieNode, int]]


class Piece(NamedTuple):
    """Tokens that can follow a text, by where they lead.

    Attributes:
        ids: Token ids, ascending, shape [n].
        boundary: The boundary that they lead to or start from.
        leading: The same tokens with the actions there that each leaves possible; ``None`` where no action is
            being chosen: up to the end of the reasoning, where `boundary` is the first, and in the closing.
        closes: They are in the text that ends the plan.
    """

    ids: Ids
    boundary: Boundary
    leading: TokenList | None = None
    closes: bool = False

    def admissible(self) -> Ids:
        """The tokens that leave an admissible action possible, ascending, each once."""
        return self.ids if self.leading is None else self.leading.admissible(self.boundary.choices)


_NO_IDS: Ids = np.empty(0, dtype=np.int64)
_PLACES = 10_000
"""For so many places in texts it is kept what follows there; then it is found anew."""
_TOKEN_BYTES = 48
"""What longer texts lead to is not remembered: they are no tokens, or seldom written."""


def union(parts: Sequence[Ids]) -> Ids:
    """The tokens that are in some of these parts, ascending, each once; a part is ascending, each once."""
    if len(parts) <= 1:
        return parts[0] if parts else _NO_IDS
    ids = np.concatenate(parts)
    ids.sort()
    first = np.empty(len(ids), dtype=np.bool_)
    first[:1] = True
    np.not_equal(ids[1:], ids[:-1], out=first[1:])
    return ids[first]


class _Recent(Cache[K, T]):
    """A cache that is emptied when it is full, since one plan comes to a few hundred places."""

    def __setitem__(self, key: K, value: T) -> None:
        if len(self) >= _PLACES:
            self.clear()
        super().__setitem__(key, value)


class Language:
    """The texts of all plans in a format, read byte by byte or token by token.

    It knows nothing of what may be done, so one serves all constraints over the same actions; each has a copy of its
    own (`copy.copy`), by which its cursors are told from others', and the copies share all that is found.

    Args:
        templates: Each action's template, ascending; their order is that of `ActionOrder`.
        plan_format: How actions are put together.
        vocabulary: The tokens.
    """

    def __init__(self, templates: list[bytes], plan_format: PlanFormat, vocabulary: Vocabulary) -> None:
        self.format = plan_format
        self.vocabulary = vocabulary
        self.actions = ByteTrie(templates)
        self._first = Pattern(plan_format.opening + plan_format.lead_of(1), ends=False)
        self._closing = Pattern(plan_format.closing, ends=True)
        self._nothing = Pattern(plan_format.nothing, ends=True)
        self._numbered = "{i}" in plan_format.lead
        self._between: dict[int, Pattern] = Cache()
        self._static_tokens: dict[tuple[FixedSite, TrieNode], StaticTokens] = _Recent()
        self._at_root: dict[Site, TokenList] = _Recent()
        self._straight: dict[tuple[FixedSite, bytes], tuple[FixedSite, int]] = _Recent()
        reasoning = plan_format.reasoning
        self._free = FreeText(reasoning.end.encode()) if reasoning else None
        self._before_free = Pattern(reasoning.opening.encode(), ends=False) if reasoning else None
        self._free_runs: dict[tuple[int, TrieNode], _FreeRun] = Cache()

    # Reading bytes

    def start(self, boundary: Boundary) -> list[Thread]:
        """The threads before the first byte."""
        if not (boundary.choices.may_end or boundary.choices.may_continue):
            return []
        if self._before_free is not None:
            return list(self._enter(self._before_free, boundary))
        return list(self._begin(boundary))

    def _begin(self, boundary: Boundary) -> Iterator[Thread]:
        """The threads before the first byte of the plan itself, of which there is one."""
        choices = boundary.choices
        if not choices.may_end or choices.may_continue:
            yield from self._enter(self._first, boundary)
        if choices.may_end:
            yield from self._enter(self._nothing, boundary)

    def retrace(self, thread: Thread, start: Boundary) -> list[Thread]:
        """The threads that another world has, from its start, at the place in the text where `thread` is."""
        site, boundary = thread
        if self.before_plan(site):
            return [Thread(site, start)] if self.start(start) else []
        path = boundary.path()
        text = b""
        for number, position in enumerate(path, 1):
            text += written(self._before(number).template) + written(self.actions.strings[position])
        if isinstance(site, PatternSite):
            text += written(site.pattern.template[: site.offset]) + b" " * site.spaces
        elif isinstance(site, ActionSite):
            text += written(self._before(len(path) + 1).template)
            # While optional white space is being read, the node is already behind it.
            prefix = site.node.prefix[:-1] if site.spaces else site.node.prefix
            text += written(prefix) + b" " * site.spaces
        elif site == END:
            text += written(self._closing.template if path else self._nothing.template)
        return self.read(self._begin(start) if self.start(start) else [], text)

    # What another process can read

    def place(self, site: Site) -> Site:
        """A site that `site_at` finds again: its pattern is named by number, its trie node by its bytes."""
        if isinstance(site, PatternSite):
            named = {**self._named, 1: self._first, **self._between}
            number: Any = next(number for number, one in named.items() if one is site.pattern)
            return site._replace(pattern=number)
        if isinstance(site, ActionSite):
            prefix: Any = site.node.prefix
            return site._replace(node=prefix)
        return site

    @property
    def _named(self) -> dict[int, Pattern | None]:
        """The patterns that stand before no action, by number."""
        return {-2: self._nothing, -1: self._before_free, 0: self._closing}

    def site_at(self, place: Site) -> Site:
        """The site that `place` named."""
        if isinstance(place, PatternSite):
            number: Any = place.pattern
            named = self._named.get(number)
            return place._replace(pattern=named or self._before(number))
        if isinstance(place, ActionSite):
            prefix: Any = place.node
            return place._replace(node=self.actions.root.descend(prefix))
        return place

    def proof(self, site: Site, boundary: Boundary) -> tuple[int, ...] | None:
        """Indices of the actions of a plan that is known to go on from a site; ``None`` where none needs to be."""
        node = site.node if isinstance(site, ActionSite) else self.actions.root
        return None if isinstance(site, EndSite) else boundary.choices.known_plan(node.stop, node.hi)

    def before_plan(self, site: Site) -> bool:
        """Whether a place is in the reasoning, or in what opens it."""
        return isinstance(site, FreeSite) or (
            isinstance(site, PatternSite) and site.pattern is self._before_free
        )

    def left_at(self, thread: Thread) -> Left | None:
        """What is left of the item that a thread is in; ``None`` where it is in none, or nothing of it is read."""
        site, boundary = thread
        if isinstance(site, PatternSite) and not site.pattern.ends and site.pattern is not self._before_free:
            # White space that has been read stands for the slot that it is in.
            rest = written(site.pattern.template[site.offset + (site.spaces > 0) :])
            return Left(len(written(site.pattern.template)) - len(rest), rest, b"")
        if isinstance(site, ActionSite):
            lead = written(self._before(boundary.written + 1).template)
            return Left(len(lead), b"", site.node.prefix)
        return None

    def step(self, thread: Thread, byte: int) -> Iterator[Thread]:
        """The threads after one more byte; only those that can be completed."""
        site, boundary = thread
        if isinstance(site, FreeSite):
            yield from self._free_step(site, byte, boundary)
        elif not isinstance(site, EndSite):
            for after in next_sites(site, byte):
                yield from self.arrive(after, boundary)

    def read(self, threads: Iterable[Thread], data: bytes) -> list[Thread]:
        """The threads after some bytes, each once."""
        current, start = list(threads), 0
        while current and start < len(data):
            if len(current) == 1 and isinstance(current[0].site, _FIXED):
                site, length = self._straight_on(current[0].site, data[start:] if start else data)
                if length:
                    current, start = self._kept(site, current[0].boundary), start + length
                    continue
            byte = data[start]
            current = list(dict.fromkeys(after for thread in current for after in self.step(thread, byte)))
            start += 1
        return current

    def read_straight(self, threads: Sequence[Thread], data: bytes) -> list[Thread] | None:
        """The threads after some bytes, where the text can be read in one way only and no action can end: so
        nothing is asked of the world; ``None`` elsewhere, and where it has not decided all actions yet."""
        if len(threads) == 1:
            site, boundary = threads[0]
            if isinstance(site, _FIXED):
                site, length = self._straight_on(site, data)
                if length < len(data):
                    return None
                if not isinstance(site, ActionSite) or boundary.choices.known_in(
                    site.node.stop, site.node.hi
                ):
                    return [Thread(site, boundary)]
        return None

    @staticmethod
    def _kept(site: FixedSite, boundary: Boundary) -> list[Thread]:
        """The thread at a site that a straight way leads to, if an action is left.

        Had none been left on the way, none would be left here."""
        alive = not isinstance(site, ActionSite) or boundary.choices.any_in(site.node.stop, site.node.hi)
        return [Thread(site, boundary)] if alive else []

    def _straight_on(self, site: FixedSite, data: bytes) -> tuple[FixedSite, int]:
        """How far some bytes lead where each can be read in one way only and none can end an action or a
        pattern: the last such site, and how many bytes are read there."""
        found = self._straight.get((site, data))
        if found is not None:
            return found
        here, length = site, 0
        for byte in data:
            sites = list(next_sites(here, byte))
            if len(sites) != 1 or _may_be_left(sites[0]):
                break
            here, length = sites[0], length + 1
        if length and len(data) <= _TOKEN_BYTES:
            self._straight[site, data] = here, length
        return here, length

    def _enter(self, pattern: Pattern, boundary: Boundary) -> Iterator[Thread]:
        """The threads before the first byte of a pattern; an empty one is passed at once."""
        if pattern.template:
            yield Thread(PatternSite(pattern, 0, 0), boundary)
        else:
            yield from self._leave(pattern, boundary)

    def _leave(self, pattern: Pattern, boundary: Boundary) -> Iterator[Thread]:
        """The threads after the last byte of a pattern."""
        if pattern is self._before_free:
            yield self._reasoning_begun(boundary)
        elif pattern.ends:
            yield Thread(END, boundary)
        else:
            yield Thread(ActionSite(self.actions.root, 0), boundary)

    def _reasoning_begun(self, boundary: Boundary) -> Thread:
        assert self._free is not None
        assert self.format.reasoning is not None
        return Thread(FreeSite(self._free.start, self.format.reasoning.max_bytes), boundary)

    def _before(self, number: int) -> Pattern:
        """What stands before the item with this number, from 1."""
        if number == 1:
            return self._first
        number = number if self._numbered else 2
        found = self._between.get(number)
        if found is None:
            made = Pattern(self.format.separator + self.format.lead_of(number), ends=False)
            found = self._between.setdefault(number, made)  # compared by identity
        return found

    def open(self, boundary: Boundary) -> Iterator[Thread]:
        """The threads at a boundary after at least one action."""
        if boundary.choices.may_continue:
            yield from self._enter(self._before(boundary.written + 1), boundary)
        if boundary.choices.may_end:
            yield from self._enter(self._closing, boundary)
        elif boundary.world.keeps_stuck and not boundary.choices.may_continue:
            yield Thread(STUCK, boundary)

    def arrive(self, site: FixedSite, boundary: Boundary) -> Iterator[Thread]:
        """The threads at a place that has just been reached."""
        if isinstance(site, PatternSite):
            if site.is_read:
                yield from self._leave(site.pattern, boundary)
            if site.offset < len(site.pattern.template):
                yield Thread(site, boundary)
            return
        node, choices = site.node, boundary.choices
        if node.stop > node.lo and node.lo in choices:
            yield from self.open(boundary.after(node.lo))
        if choices.any_in(node.stop, node.hi) or choices.stands(node.lo, node.stop, node.hi):
            yield Thread(site, boundary)

    def _free_step(self, site: FreeSite, byte: int, boundary: Boundary) -> Iterator[Thread]:
        assert self._free is not None
        after = int(self._free.table[site.state, byte])
        if after == ENDED:
            yield from self._begin(boundary)
        elif after != DEAD:
            room = site.room + int(self._free.matched[after]) - int(self._free.matched[site.state]) - 1
            if room >= int(self._free.needed[after]):
                yield Thread(FreeSite(after, room), boundary)

    # Reading tokens

    def tokens(self, threads: Sequence[Thread]) -> Ids:
        """The tokens after which some thread is left, ascending, each once."""
        if len(threads) == 1:
            site, boundary = threads[0]
            known = self._at_root.get(site)
            if known is not None:
                return known.admissible(boundary.choices)
        return union([part for piece in self.pieces(threads) if (part := piece.admissible()).size])

    def prepare(self, threads: Iterable[Thread]) -> None:
        """Find what the vocabulary alone tells of the tokens that may follow, once for each place in the text.

        It decides nothing, and takes long with a large vocabulary: no search should pay for it.
        """
        root = self.vocabulary.trie.root
        for site, _ in threads:
            if isinstance(site, FreeSite):
                self._free_run(site.state, root)
            elif not isinstance(site, EndSite):
                self._static(site, root)

    def likely_tokens(self, threads: Iterable[Thread]) -> Ids:
        """All of `tokens`, and some more, ascending, each once; no action is decided for it."""
        parts: list[Ids] = []
        for site, boundary in threads:
            if not isinstance(site, _FIXED) or self._asks_no_action(site, boundary):
                parts += (piece.admissible() for piece in self.pieces([Thread(site, boundary)]))
                continue
            static = self._static(site, self.vocabulary.trie.root)
            choices = boundary.choices.likely()
            parts += (tokens.admissible(choices) for tokens in (static.ending, *static.again))
            for position, below in static.finishing:
                if position in choices:
                    parts.append(np.sort(self.vocabulary.trie_ids[below.stop : below.hi]))
            for below in static.reasoning:
                begun = self._pieces(self._reasoning_begun(boundary), below)
                parts += (piece.admissible() for piece in begun)
        return union([part for part in parts if part.size])

    def pieces(self, threads: Iterable[Thread]) -> Iterator[Piece]:
        """The tokens that some thread reads, by where they lead; a token may be in several pieces."""
        root = self.vocabulary.trie.root
        for thread in threads:
            yield from self._pieces(thread, root)

    def _ending_at(self, node: TrieNode) -> Ids:
        return self.vocabulary.trie_ids[node.lo : node.stop]

    def _pieces(self, thread: Thread, node: TrieNode) -> Iterator[Piece]:
        """The tokens below a node of the token trie whose remaining bytes a thread reads."""
        site, boundary = thread
        if isinstance(site, FreeSite):
            yield from self._pieces_in_free_text(site, boundary, node)
        elif not isinstance(site, EndSite):
            static = self._static(site, node)
            if _closes(site):
                yield Piece(static.ending.ids, boundary, closes=True)
                return
            free = self._asks_no_action(site, boundary)
            yield Piece(static.ending.ids, boundary, None if free else static.ending)
            for tokens in static.again:
                yield Piece(tokens.ids, boundary, tokens)
            choices = boundary.choices
            for position, below in static.finishing:
                if position in choices:
                    for after in self.open(boundary.after(position)):
                        yield from self._pieces(after, below)
            for below in static.reasoning:
                yield from self._pieces(self._reasoning_begun(boundary), below)

    def _asks_no_action(self, site: FixedSite, boundary: Boundary) -> bool:
        """Whether the text may come to its end without an action more."""
        return _closes(site) or (boundary.choices.may_end and self.before_plan(site))

    def _static(self, site: FixedSite, node: TrieNode) -> StaticTokens:
        static = self._static_tokens.get((site, node))
        if static is None:
            static = static_tokens(site, node, self.actions, self._before_free, self.vocabulary)
            self._static_tokens[site, node] = static
            in_items = not (_closes(site) or self.before_plan(site))
            if static.is_one_list and node is self.vocabulary.trie.root and in_items:
                self._at_root[site] = static.ending
        return static

    def _pieces_in_free_text(self, site: FreeSite, boundary: Boundary, node: TrieNode) -> Iterator[Piece]:
        run = self._free_run(site.state, node)
        yield Piece(run.ids if site.room >= run.most_room else run.ids[run.room <= site.room], boundary)
        for below, room in run.ended:
            if room > site.room:
                continue
            if below.stop > below.lo:
                yield Piece(np.sort(self._ending_at(below)), boundary)
            if below.stop < below.hi:
                for after in self._begin(boundary):
                    yield from self._pieces(after, below)

    def _free_run(self, state: int, node: TrieNode) -> _FreeRun:
        run = self._free_runs.get((state, node))
        if run is None:
            run = self._free_runs[state, node] = self._find_free_run(state, node)
        return run

    def _find_free_run(self, state: int, node: TrieNode) -> _FreeRun:
        """What the rest of the tokens below a node does from a state of the reasoning."""
        assert self._free is not None
        trie, ids = self.vocabulary.trie, self.vocabulary.trie_ids[node.stop : node.hi]
        offsets = trie.offsets[node.stop : node.hi + 1]
        states, read, room = self._free.run(state, trie.buffer, offsets, node.depth)
        inside = np.flatnonzero(states >= 0)
        inside = inside[np.argsort(ids[inside])]
        ways: dict[bytes, int] = {}
        for at in np.flatnonzero(states == ENDED).tolist():
            ways[trie.strings[node.stop + at][: node.depth + int(read[at])]] = int(room[at])
        reached = ((trie.root.descend(prefix), needed) for prefix, needed in ways.items())
        return _FreeRun(
            ids[inside],
            room[inside],
            int(room[inside].max(initial=0)),
            [(below, needed) for below, needed in reached if below is not None],
        )
