"""How often a plan must walk at least: no walk leads to two places at once, and hands carry two things.

A *place* is a set of nodes of which no walk brings any near together with a node of another place, and no FIND,
GRAB or PUT does either, whatever came before on the spot. So every place where something is to be done needs an
arrival of its own; and what is to be taken from one place to another is in a hand while the character walks.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from clamp_worlds.virtualhome.state import bits
from clamp_worlds.virtualhome.tables import Tables


class Carried(NamedTuple):
    """A thing that is to be put somewhere.

    Attributes:
        bit: Its node.
        held: Whether it is in a hand.
        targets: The nodes where it is to be put, those left out that can be carried about themselves.
    """

    bit: int
    held: bool
    targets: int


class Ways(NamedTuple):
    """How a scene's nodes hang together, with everything in its place.

    Attributes:
        nodes: The nodes and features that places are made of.
        links: What may be near at the same time: pairs of the item, as a bit, on whose place that depends
            (or 0), and a mask.
        everywhere: What is near, or comes near without a walk, wherever the character is.
        items: All items.
        body: Items that are a part of the body: where they are put, the character is near from then on.
        around: What is near when the character is CLOSE to a node, by node.
    """

    nodes: int
    links: Sequence[tuple[int, int]]
    everywhere: int
    items: int
    body: int
    around: Sequence[int]

    @classmethod
    def of(
        cls,
        tables: Tables,
        features: int,
        around: Sequence[int],
        walks: Iterable[tuple[int, int]],
        origins: Iterable[tuple[int, int]],
    ) -> Ways | None:
        """Lay out the ways of a scene; ``None`` where carrying things can bring more near than links tell.

        Args:
            features: What is no node but takes part.
            around: For each node, what is near when the character is CLOSE to it.
            walks: For nodes that can be walked to, what a walk there brings near.
            origins: For items, what the character may become CLOSE to by grabbing them.
        """
        t = tables
        if t.rooms & t.openable_boxes:
            return None  # What is dropped in such a room is near from afar.
        spread = [(j, around[j]) for j in range(t.named)]
        spread += [(i, _all(around, origin)) for i, origin in origins]
        start, held = t.initial(), 0
        here = t.body | t.me
        for k in (start.right, start.left):
            if k >= 0:  # Still on something, it brings that near when it is grabbed again, …
                item = start.items[k]
                here |= (item.on | item.inside | item.close) & ~t.rooms
                held |= t.item_bits[k]
        for bit, item in zip(t.item_bits, start.items, strict=True):
            if (item.on | item.inside | item.close) & held:
                here |= bit  # … and what lies on it comes along.
        everywhere = here | _all(around, here)
        while True:
            more = everywhere
            for i, mask in spread:
                if everywhere >> i & 1:
                    more |= mask
            if more == everywhere:
                break
            everywhere = more
        nodes = ((1 << t.named) - 1 | features) & ~everywhere
        links = [
            (1 << i if t.item_of[i] >= 0 else 0, (mask | 1 << i) & nodes) for i, mask in (*spread, *walks)
        ]
        return cls(nodes, tuple(dict.fromkeys(links)), everywhere, t.all_items, t.all_items & t.body, around)


class Layout(NamedTuple):
    """The places while some things are where they are.

    Attributes:
        steps: What one step can bring near together.
        reach: What the steps that bring some nodes near bring near, filled in as it is asked for.
    """

    places: list[int]
    known: int
    steps: list[int]
    reach: dict[int, int]


class Travel:
    """Counts the arrivals that no plan can do without."""

    def __init__(self, ways: Ways):
        self._ways = ways
        self._layouts: dict[tuple[tuple[tuple[int, int], ...], int], Layout] = {}

    def arrivals(
        self,
        near: int,
        moved: tuple[tuple[int, int], ...],
        sat_on: int,
        needed: int,
        at_end: int,
        held: int,
        carried: Sequence[Carried],
        opened: Sequence[tuple[int, int]] | None,
    ) -> tuple[int, int]:
        """The least number of steps only to bring something near, and how many of them are walks.

        Args:
            near: What is near, or more.
            moved: Things that are not where they were at first, as pairs of a bit and of what they are
                beside; 0 for a thing in a hand, or if nobody knows.
            sat_on: What the character becomes CLOSE to by walking to itself.
            needed: Nodes that must be near at some time.
            at_end: Nodes that must be near at the end.
            held: What is in the hands.
            carried: The things that are to be put somewhere.
            opened: Pairs of a node and of what comes near by what must be done there anyway; ``None`` if that
                is not known.
        """
        layout = self._layout(moved, sat_on)
        if not layout.places:
            return 0, 0
        known = layout.known
        here = 0
        away: list[int] = []
        for place in layout.places:
            if place & near:
                here |= place  # What is near together now is one place, for now.
            elif place & needed:
                away.append(place)
        steps = walks = 0
        lone = 0 if opened is None else self._lone(layout, needed & known & ~near, near, opened)
        for place in away:
            into = out = 0
            for thing in carried:
                if thing.targets & place:
                    into += thing.held or bool(thing.bit & known & ~place)
                elif thing.bit & place and thing.targets & known:
                    out += 1
            least = max(1, (into + 1) // 2, (out + 1) // 2)
            walks += least
            steps += max(least, (lone & place).bit_count())
        into = out = 0
        for thing in carried:
            if thing.targets & here:
                into += bool(thing.bit & known & ~here)
            elif thing.bit & here and thing.targets & known:
                out += 1
        # Whoever walks to another place loses this one.
        back = max((into + 1) // 2, (out + 1) // 2 - 1, int(bool(walks and here & at_end)))
        walks += back
        steps += max(back, (lone & here).bit_count())
        if self._ways.body:
            # A part of the body that is taken up and put elsewhere saves all ways there.
            ready = held | sum(thing.bit for thing in carried)
            unmoved = all(bit & held or beside == bit for bit, beside in moved if bit & self._ways.body)
            least = len(away) + (not ready & self._ways.body) if unmoved else 0
            steps, walks = min(steps, least), min(walks, len(away) if unmoved else 0)
        return steps, walks

    def _lone(self, layout: Layout, needed: int, near: int, opened: Sequence[tuple[int, int]]) -> int:
        """Some of the nodes that are needed, no two of which the same step can bring near."""
        lone = taken = 0
        for i in bits(needed):
            ways = 1 << i
            grown = True
            while grown:
                grown = False
                for node, mask in opened:
                    if mask & ways and not ways & node:
                        ways |= node
                        grown = True
            if ways & (taken | near):
                continue
            reach = layout.reach.get(ways)
            if reach is None:
                reach = ways
                for mask in layout.steps:
                    if mask & ways:
                        reach |= mask
                layout.reach[ways] = reach
            lone |= 1 << i
            taken |= reach
        return lone

    def _layout(self, moved: tuple[tuple[int, int], ...], sat_on: int) -> Layout:
        key = (moved, sat_on)
        layout = self._layouts.get(key)
        if layout is None:
            if len(self._layouts) >= REMEMBERED:
                self._layouts.clear()
            steps = self._steps(moved, sat_on)
            places = _joined(steps)
            known = 0
            for place in places:
                known |= place
            layout = self._layouts[key] = Layout(places, known, steps, {})
        return layout

    def _steps(self, moved: tuple[tuple[int, int], ...], sat_on: int) -> list[int]:
        """What may be near at the same time; none where things that were moved may bring anything together."""
        ways = self._ways
        gone = 0
        for bit, _ in moved:
            gone |= bit
        links = [mask & ~gone for item, mask in ways.links if not item & gone]
        if sat_on & gone:
            return []
        if sat_on:
            links.append(_all(ways.around, sat_on) & ways.nodes & ~gone)
        for bit, beside in moved:
            others = beside & ~bit
            if not beside:
                continue
            if bit & ways.everywhere:
                if others & ~ways.everywhere:
                    return []  # More is near from afar than before.
            elif others & (ways.everywhere | ways.items):
                # It is near from afar, or lies on what may have been moved. Where that is not all, nobody knows
                # what comes near through it.
                if others & (others - 1):
                    return []
            else:
                links.append((_all(ways.around, others) & ~gone | bit) & ways.nodes)
        return [mask for mask in dict.fromkeys(links) if mask]


REMEMBERED = 5_000
"""Arrangements of things whose places are remembered."""


def _all(around: Sequence[int], mask: int) -> int:
    near = mask
    for i in bits(mask):
        near |= around[i]
    return near


def _joined(links: Iterable[int]) -> list[int]:
    """The connected components of some sets."""
    places: list[int] = []
    for mask in links:
        apart: list[int] = []
        for place in places:
            if place & mask:
                mask |= place
            else:
                apart.append(place)
        apart.append(mask)
        places = apart
    return places
