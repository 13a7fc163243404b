"""The steps of the coarse model (see `clamp.planning.virtualhome.abstraction`), by the kind of action."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from clamp.planning.virtualhome.coarse import AS_AT_FIRST, FREE, OTHER, Coarse, Thing
from clamp.planning.virtualhome.features import Features
from clamp.planning.virtualhome.state import LYING, SITTING, bits
from clamp.planning.virtualhome.tables import Tables

_RELEASES = ("DROP", "PUTBACK", "PUTIN", "PUTOBJBACK", "PUTON")
_WALKS = ("WALK", "RUN", "FIND")
_CLEANS = ("RINSE", "SCRUB", "WASH", "WIPE")


class Steps:
    """What each action of the executor does to a coarse state."""

    def __init__(self, features: Features, tables: Tables):
        self._f = features
        self._t = tables

    def of(self, c: Coarse) -> Iterator[tuple[str, Coarse]]:
        """Every step that a state allows, as (action name, state after it); some lead nowhere new."""
        yield from self._approaches(c)
        yield from self._grabs(c)
        yield from self._releases(c)
        yield from self._turns_and_rests(c)
        yield from self._switches_and_doors(c)
        yield from self._performances(c)

    def _approaches(self, c: Coarse) -> Iterator[tuple[str, Coarse]]:
        f, t = self._f, self._t
        if c.posture:
            names = ["FIND"]
            reached = [self._beside(c, 1 << j, f.close_to[j]) for j in bits(c.near & f.nodes)]
        else:
            names = self._names(_WALKS)
            strayed = [
                (thing.where, bit)
                for bit, thing in zip(f.thing_bits, c.things, strict=True)
                if thing.where != AS_AT_FIRST and not c.near & bit
            ]
            walks = f.walks if strayed else [(0, near) for near in f.best_walks]
            reached = [self._beside(c, close, near) for close, near in walks]
            reached += [self._beside(c, where, f.around(where) | bit) for where, bit in strayed]
            if t.character < t.named:
                to_self = c.on | t.body | t.me
                reached.append(self._beside(c, to_self, f.around(to_self)))
        more = f.everything_loose if c.loose else 0
        gains = f.largest((one | more) & f.kept & ~c.near for one in reached)
        after = c.near | f.stones
        if not f.useful.isdisjoint(names) or (c.posture and after != c.near):
            gains.append(0)
        for gain in gains:
            for name in names:
                yield name, c._replace(near=after | gain, facing=0)

    def _names(self, alike: Sequence[str]) -> list[str]:
        """Of names that do the same, those that action goals tell apart, and one that they do not ask for.

        An action can undo progress: where a judge prefers it to the alternative that was performed.
        """
        idle = [name for name in alike if name not in self._f.useful]
        return [name for name in alike if name in self._f.useful] + idle[:1]

    def _beside(self, c: Coarse, close: int, near: int) -> int:
        """What becomes near when the character becomes CLOSE to some nodes.

        Args:
            near: The same, if everything were in its place.
        """
        f = self._f
        for bit, thing in zip(f.thing_bits, c.things, strict=True):
            if thing.where != AS_AT_FIRST:
                if thing.where & close:
                    near |= f.extras(bit | thing.where)
                else:
                    near &= ~bit
        return near

    def _grabs(self, c: Coarse) -> Iterator[tuple[str, Coarse]]:
        f = self._f
        if c.right != FREE and c.left != FREE:
            return
        for k, (bit, thing) in enumerate(zip(f.thing_bits, c.things, strict=True)):
            if thing.grabbed or not c.near & bit or thing.boxes & c.closed or not f.grabbable >> k & 1:
                continue
            close = bit | (f.origins[k] if thing.where == AS_AT_FIRST else thing.where | self._t.me)
            near = c.near | self._beside(c, close, f.around(close)) & (f.kept | f.stones)
            things = _with(c.things, k, Thing(0, 0, 0, True))
            yield "GRAB", self._taken(c, k)._replace(near=near, things=things, loose=True, on=c.on & ~bit)
        if c.near & f.other_bit:
            origins = [f.other_origins[j] for j in bits(c.near & f.others)]
            if c.loose:
                origins += [1 << j for j in bits(c.near & f.nodes | self._t.me)]
            own = f.close_bits(c.near & f.others)
            gains = f.largest(
                (self._beside(c, one, f.around(one)) | own) & f.kept & ~c.near for one in origins
            )
            if f.others_help or "GRAB" in f.useful:
                gains.append(0)
            for gain in gains:
                near = c.near | gain | f.stones
                yield "GRAB", self._taken(c, OTHER)._replace(near=near, loose=True)
                if OTHER in (c.right, c.left):
                    yield "GRAB", self._hands(c, c.left, c.right)._replace(near=near, loose=True)
        if OTHER in (c.right, c.left) and f.hands_matter:
            yield "GRAB", self._hands(c, c.left, c.right)  # held from the start, it can be grabbed again

    def _taken(self, c: Coarse, what: int) -> Coarse:
        to_right = c.right == FREE
        right, left = c.right, c.left
        if what != OTHER:
            right, left = (FREE if hand == what else hand for hand in (right, left))
        return self._hands(c, what if to_right else right, left if to_right else what)

    def _hands(self, c: Coarse, right: int, left: int) -> Coarse:
        if not self._f.hands_matter and left > right:
            right, left = left, right
        return c._replace(right=right, left=left)

    def _let_go(self, c: Coarse, what: int) -> Iterator[Coarse]:
        if c.right == what:
            yield self._hands(c, FREE, c.left)
        if c.left == what:
            yield self._hands(c, c.right, FREE)

    def _releases(self, c: Coarse) -> Iterator[tuple[str, Coarse]]:
        f = self._f
        names = self._names(_RELEASES)
        full = FREE not in (c.right, c.left)
        for what in {c.right, c.left} - {FREE}:
            gains = f.largest(self._beside(c, 1 << j, f.close_to[j]) & f.kept & ~c.near
                              for j in bits(c.near & f.nodes))  # fmt: skip
            for after in self._let_go(c, what):
                if what != OTHER:
                    old = c.things[what]
                    after = after._replace(things=_with(c.things, what, old._replace(grabbed=False)))
                # To empty a hand while the other is empty serves nothing yet.
                only_to_empty = full or f.hands_matter or not f.useful.isdisjoint(names)
                for gain in (*gains, 0) if only_to_empty else gains:
                    for name in names:
                        yield name, after._replace(near=c.near | gain | f.stones)
            if what != OTHER:
                yield from self._placings(c, what, names)

    def _placings(self, c: Coarse, what: int, names: Sequence[str]) -> Iterator[tuple[str, Coarse]]:
        f = self._f
        for goal, relation, to in f.placings[what]:
            if to != self._t.character and not c.near >> to & 1:
                continue
            near = c.near | self._beside(c, 1 << to, f.close_to[to]) & f.kept
            for free, name in self._ways(c, what, relation, to):
                thing = c.things[what]
                boxes = (thing.boxes | 1 << to) & f.boxes if relation == "INSIDE" else thing.boxes
                placed = Thing(thing.goals | goal, boxes, thing.where, thing.grabbed and not free)
                for after in self._let_go(c, what) if free else (c,):
                    for one in names if name == "" else (name,):
                        yield one, after._replace(near=near, things=_with(c.things, what, placed))

    def _ways(self, c: Coarse, what: int, relation: str, to: int) -> Iterator[tuple[bool, str]]:
        """How a thing that is held can be placed: whether that frees the hand, and by what name."""
        f = self._f
        if relation == "ON" or f.never_shut >> to & 1 or c.open >> to & 1:
            yield True, ""
        if relation == "INSIDE" and f.pourable >> what & 1:
            yield bool(f.liquid >> what & 1), "POUR"

    def _turns_and_rests(self, c: Coarse) -> Iterator[tuple[str, Coarse]]:
        f = self._f
        for faced in f.turns:
            yield "TURNTO", c._replace(facing=faced)
        if c.posture:
            for name in ("STANDUP", "SLEEP", "WAKEUP"):
                yield name, c._replace(posture=0) if name == "STANDUP" else c
        for name, posture in (("SIT", SITTING), ("LIE", LYING)):
            if not c.posture & posture:
                for i in bits(f.rests[name] & c.near):
                    facing = c.facing | (f.seated_facing[i] if name == "SIT" else 0)
                    on = (c.on | 1 << i) & f.on_matters
                    yield name, c._replace(posture=posture, facing=facing, on=on)

    def _switches_and_doors(self, c: Coarse) -> Iterator[tuple[str, Coarse]]:
        f = self._f
        for bit in _each(f.switchable & c.near & c.unlit):
            yield "SWITCHON", c._replace(lit=c.lit | bit, unlit=c.unlit & ~bit)
        for bit in _each(f.switched_off & c.near & c.lit):
            yield "SWITCHOFF", c._replace(lit=c.lit & ~bit, unlit=c.unlit | bit)
        if c.right == FREE or c.left == FREE:
            for bit in _each(f.openable & c.near & c.closed & ~c.lit):
                yield "OPEN", c._replace(open=c.open | bit, closed=c.closed & ~bit)
        for bit in _each(f.closable & c.near & c.open):
            yield "CLOSE", c._replace(open=c.open & ~bit, closed=c.closed | bit)

    def _performances(self, c: Coarse) -> Iterator[tuple[str, Coarse]]:
        f = self._f
        for bit in _each(f.want_clean & c.near & ~c.clean):
            for name in _CLEANS:
                if name != "WIPE" or self._meets(c, "holding", 0):
                    yield name, c._replace(clean=c.clean | bit)
        for name, needs in f.performances:
            if all(self._meets(c, *need) for need in needs):
                yield name, c
                if name == "POUR":
                    for hand in {c.right, c.left}:
                        if hand >= 0 and f.liquid >> hand & 1:
                            for after in self._let_go(c, hand):
                                yield name, after

    def _meets(self, c: Coarse, kind: str, mask: int) -> bool:
        match kind:
            case "near":
                return bool(c.near & mask)
            case "held":
                return any(hand >= 0 and mask >> hand & 1 for hand in (c.right, c.left))
            case "faced":
                return bool(c.facing & mask)
            case "free":
                return FREE in (c.right, c.left)
            case _:
                return c.right != FREE or c.left != FREE


def _each(mask: int) -> list[int]:
    return [1 << i for i in bits(mask)]


def _with(things: tuple[Thing, ...], k: int, thing: Thing) -> tuple[Thing, ...]:
    return (*things[:k], thing, *things[k + 1 :])
