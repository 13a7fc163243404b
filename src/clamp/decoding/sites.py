"""Places in the text of a plan, and the places that one more byte leads to."""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from clamp.automata import TrieNode
from clamp.decoding.codecs import MAX_SPACING, SLOTS, SPACES


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
    """After the closing: only the end of the sequence may follow."""


FixedSite: TypeAlias = PatternSite | ActionSite
"""A place where the format says what may follow, whatever the state."""

Site: TypeAlias = FixedSite | FreeSite | EndSite
END = EndSite()


def next_bytes(site: FixedSite) -> Set[int]:
    """The bytes that may follow; some more do no harm."""
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
