"""What follows from a state: what is near, what a closed door hides, what is faced, which room."""

from __future__ import annotations

from clamp_worlds.virtualhome.state import State, bits
from clamp_worlds.virtualhome.tables import Tables


class Observer:
    """Derived facts of states, with the parts that recur cached.

    The caches are keyed by what the facts depend on, so they are never stale.
    """

    def __init__(self, tables: Tables):
        self._t = tables
        self._fixed_near: dict[int, int] = {}
        self._fixed_hidden: dict[int, int] = {}
        self._faced: dict[tuple[int, int], int] = {}
        low = (1 << tables.named) - 1
        self._closed_beyond = tables.in_state("CLOSED") & ~low
        fixed_named = [i for i in range(tables.named) if tables.item_of[i] < 0 and i != tables.character]
        self._boxed = [(1 << i, tables.edges_inside[i]) for i in fixed_named if tables.edges_inside[i]]
        self._unsettled: list[int] = []
        rooms: dict[int, int] = {}
        for i in range(tables.named):
            if i == tables.character:
                continue
            room, certain = self._fixed_room(i)
            if not certain:
                self._unsettled.append(i)
            elif room >= 0:
                rooms[room] = rooms.get(room, 0) | 1 << i
        self._settled_in = rooms
        self._housed = sum(rooms.values())

    def near(self, s: State) -> int:
        """Nodes that the character counts as close to.

        Close to it, or to a node it is close to, or on a node it is close to.
        """
        t, close = self._t, s.close
        near = self._fixed_near.get(close)
        if near is None:
            near = close
            for i in bits(close):
                near |= t.neighbours[i] | t.carries[i]
            self._fixed_near[close] = near
        for bit, item in zip(t.item_bits, s.items, strict=True):
            if close & bit:
                near |= item.close
            if (item.close | item.on) & close:
                near |= bit
        return near | t.me if close else near

    def hidden(self, s: State) -> int:
        """Nodes inside something closed that is not a room."""
        t = self._t
        shut = (s.closed | self._closed_beyond) & ~t.rooms
        hidden = self._fixed_hidden.get(s.closed)
        if hidden is None:
            hidden = self._fixed_hidden[s.closed] = sum(bit for bit, boxes in self._boxed if boxes & shut)
        for bit, item in zip(t.item_bits, s.items, strict=True):
            if item.inside & shut:
                hidden |= bit
        if 1 << s.room & shut:
            hidden |= t.me
        return hidden

    def faced(self, s: State) -> int:
        """Nodes that the character faces, directly or through a node that it faces and that faces them."""
        if not s.facing:
            return 0
        key = (s.facing, s.unfaced)
        faced = self._faced.get(key)
        if faced is None:
            faced = s.facing
            for i in bits(s.facing & ~s.unfaced):
                faced |= self._t.edges_facing[i] & ~s.unfaced
            self._faced[key] = faced
        return faced

    def inside(self, s: State, i: int) -> int:
        """The nodes that a node is INSIDE."""
        t = self._t
        if i == t.character:
            return 1 << s.room
        item = t.item_of[i]
        return t.edges_inside[i] if item < 0 else s.items[item].inside

    def room(self, s: State, i: int) -> int:
        """Position of the room a node is in, or -1.

        A node inside several things is in the first of them that is a room; a node inside one thing is
        where that is, and so on outwards.
        """
        t = self._t
        if t.rooms >> i & 1:
            return i
        around = t.order(i, "INSIDE", self.inside(s, i))
        if len(around) > 1:
            return next((j for j in around if t.rooms >> j & 1), -1)
        seen = 0
        while around:
            i = around[0]
            if t.rooms >> i & 1:
                return i
            if seen >> i & 1:
                return -1
            seen |= 1 << i
            around = t.order(i, "INSIDE", self.inside(s, i))
        return -1

    def housed(self, s: State) -> int:
        """Nameable nodes that are in some room."""
        housed = self._housed | self._t.me
        for i in self._unsettled:
            if self.room(s, i) >= 0:
                housed |= 1 << i
        return housed

    def here(self, s: State) -> int:
        """Nameable nodes in the character's room."""
        here = self._settled_in.get(s.room, 0) | self._t.me
        for i in self._unsettled:
            if self.room(s, i) == s.room:
                here |= 1 << i
        return here

    def _fixed_room(self, i: int) -> tuple[int, bool]:
        """The room of a node, and whether it is certain whatever happens to the items."""
        t, seen = self._t, 0
        if t.rooms >> i & 1:
            return i, True
        first = True
        while True:
            if t.item_of[i] >= 0 or i == t.character:
                return -1, False
            around = t.order(i, "INSIDE", t.edges_inside[i])
            if first and len(around) > 1:
                return next((j for j in around if t.rooms >> j & 1), -1), True
            if not around or seen >> around[0] & 1:
                return -1, True
            i, first = around[0], False
            if t.rooms >> i & 1:
                return i, True
            seen |= 1 << i
