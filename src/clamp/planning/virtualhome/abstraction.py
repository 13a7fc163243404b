"""A coarse model of a VirtualHome task whose goal distances are lower bounds, and small enough to search.

It keeps what makes plans long (two hands, posture, doors and switches, progress, which way one faces, and
the order of all these) and is generous about space:

- What was near once stays near. An approach makes near all that WALK to some node makes near.
- *Features* are what nearness matters of: nodes that some step of a plan acts on, and groups of nodes of
  which any one will do. The rest are stepping stones, and after the first approach all of them count as near.
- Things that the goal does not ask for are alike. Where one was moved is forgotten; it counts as near.
- A thing that is let go stays near, and may be grabbed again.

Every action of the executor is a step of this model, or changes nothing that the model keeps, so a plan's
length is never below the distance in the model. Tests compare the two along random plans.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from clamp.planning.virtualhome.features import Features
from clamp.planning.virtualhome.observe import Observer
from clamp.planning.virtualhome.state import LYING, SITTING, State, bits
from clamp.planning.virtualhome.tables import Tables

FREE, OTHER = -1, -2
"""An empty hand, and one with a thing that the goal does not ask for."""

AS_AT_FIRST = -1
"""Where a thing is that nobody moved."""

_RELEASES = ("DROP", "PUTBACK", "PUTIN", "PUTOBJBACK", "PUTON")
_WALKS = ("WALK", "RUN", "FIND")
_CLEANS = ("RINSE", "SCRUB", "WASH", "WIPE")


class Thing(NamedTuple):
    """A thing that matters: which of its goals hold, in what boxes it is, beside what, and whether it counts
    as grabbed."""

    goals: int
    boxes: int
    where: int
    grabbed: bool


class Coarse(NamedTuple):
    """A state of the model. `loose`: some thing is not where it was at first."""

    near: int
    right: int
    left: int
    posture: int
    facing: int
    on: int
    open: int
    closed: int
    lit: int
    unlit: int
    clean: int
    things: tuple[Thing, ...]
    progress: int
    loose: bool


class Abstraction:
    """The model as a `SearchSpace` over `Coarse` states; `node` takes a node of `VirtualHomeSearch`."""

    def __init__(self, features: Features, tables: Tables, observer: Observer):
        self._f = features
        self._t = tables
        self._observe = observer
        self._initial = tables.initial().items
        self._seats = features.rests["SIT"] | features.rests["LIE"]

    # From states to coarse states.

    def node(self, state: State) -> Coarse:
        """The coarse state of a state."""
        t, f = self._t, self._f
        moved = self._moved(state)
        near = self._observe.near(state)
        items = sum(t.item_bits[k] for k in moved)
        tangled = any(beside & items for beside in moved.values())  # a thing that was moved lies on another
        for k, beside in moved.items():
            if tangled or k not in f.thing_of:
                near |= t.item_bits[k] | beside
            elif near & t.item_bits[k]:
                near |= beside
        near = f.extras(near) | f.close_bits(state.close) | f.room_bit.get(state.room, 0)
        things = tuple(
            Thing(
                f.goals_met(state, k),
                state.items[k].inside & f.boxes,
                moved[k] | t.item_bits[k] if k in moved else AS_AT_FIRST,
                state.items[k].origin >= 0,
            )
            for k in f.things
        )
        hands = [FREE if k < 0 else f.thing_of.get(k, OTHER) for k in (state.right, state.left)]
        if not f.hands_matter:
            hands.sort(reverse=True)
        places = 0
        for thing in things:
            places |= max(thing.where, 0)
        return Coarse(
            f.trimmed(near, places),
            hands[0],
            hands[1],
            state.posture,
            f.faced(self._observe.faced(state), state.facing),
            state.on & f.on_matters,
            state.open & f.doors,
            state.closed & f.doors,
            state.lit & f.switches,
            state.unlit & f.switches,
            state.clean & f.clean,
            things,
            state.progress,
            bool(moved),
        )

    def _moved(self, s: State) -> dict[int, int]:
        """The items that are not where they were at first, and what they are close to, on or inside now."""
        t = self._t
        moved: dict[int, int] = {}
        for k, (item, before) in enumerate(zip(s.items, self._initial, strict=True)):
            if item is before:
                continue
            apart = ~(t.rooms | t.item_bits[k])
            now = (item.close | item.on | item.inside & ~t.me) & apart
            # What was put on a thing is close to it, but did not move it.
            for other in bits(now & t.all_items & ~(item.on | item.inside)):
                laid = s.items[t.item_of[other]]
                if (laid.on | laid.inside) & t.item_bits[k]:
                    now &= ~(1 << other)
            at_first = (before.close | before.on | before.inside & ~t.me) & apart
            if item.origin >= 0 or now != at_first:
                moved[k] = now
        for k in (s.right, s.left):
            if k >= 0:
                moved.setdefault(k, 0)
        return moved

    # The model.

    def is_goal(self, c: Coarse) -> bool:
        """Whether all parts of the goal hold that the model knows of."""
        return self.lower_bound(c) == 0

    def lower_bound(self, c: Coarse) -> float:
        """The number of goals that need an action each, and one more if none of these actions can be next."""
        f = self._f
        near, hands = c.near, (c.right, c.left)
        switched = (f.want_lit & ~c.lit) | (f.want_unlit & ~c.unlit)
        opened, closed = f.want_open & ~c.open, f.want_closed & ~c.closed
        count = (f.want_lit & ~c.lit).bit_count() + (f.want_unlit & ~c.unlit).bit_count()
        count += opened.bit_count() + closed.bit_count()
        ready = (switched | opened | closed) & near
        for k, (bit, thing, wanted) in enumerate(zip(f.thing_bits, c.things, f.goals_of, strict=True)):
            missing = wanted & ~thing.goals
            if missing:
                count += missing.bit_count()
                if k not in hands:
                    if k not in (f.want_right, f.want_left):  # or else its GRAB is counted below
                        count += 1
                    ready |= bit & near
                elif any(goal & missing and (near >> to & 1 or to == self._t.character)
                         for goal, _, to in f.placings[k]):  # fmt: skip
                    ready = 1
        for hand, wanted in zip(hands, (f.want_right, f.want_left), strict=True):
            if wanted is not None and hand != wanted:
                count += 1
                ready |= f.thing_bits[wanted] & near
        cleaning = f.want_clean & ~c.clean
        resting = bool(f.want_on & ~c.on) or bool(f.want_posture & ~c.posture)
        turning = bool(f.want_facing & ~c.facing)
        # One action may rest, turn and clean at once, but none of these does what is counted above.
        count += max(cleaning.bit_count(), int(resting or turning))
        if count and not (ready or turning or cleaning & near or (resting and near & self._seats)):
            count += 1
        return max(count, f.progress.missing(c.progress), int(bool(f.want_near & ~near)))

    def estimate(self, c: Coarse) -> float:
        return self.lower_bound(c)

    def successors(self, c: Coarse) -> Iterator[tuple[int, Coarse]]:
        """The states that one step leads to; the steps have no names."""
        seen = {c}
        for name, after in self._steps(c):
            progress = self._f.performed(c.progress, name)
            if progress != after.progress:
                after = after._replace(progress=progress)
            if after not in seen:
                seen.add(after)
                yield 0, after

    def _steps(self, c: Coarse) -> Iterator[tuple[str, Coarse]]:
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
            names = [name for name in _WALKS if name in f.useful] or ["WALK"]
            strayed = [
                (thing.where, bit)
                for bit, thing in zip(f.thing_bits, c.things, strict=True)
                if thing.where != AS_AT_FIRST and not c.near & bit
            ]
            walks = f.walks if strayed else [(0, near) for near in f.best_walks]
            reached = [self._beside(c, close, near) for close, near in walks]
            reached += [self._beside(c, where, f.around(where) | bit) for where, bit in strayed]
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
            gains = f.largest(self._beside(c, one, f.around(one)) & f.kept & ~c.near for one in origins)
            if f.others_help or "GRAB" in f.useful:
                gains.append(0)
            for gain in gains:
                yield "GRAB", self._taken(c, OTHER)._replace(near=c.near | gain | f.stones, loose=True)
        if c.right == FREE and c.left == OTHER and f.hands_matter:
            yield "GRAB", c._replace(right=OTHER, left=FREE)

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
        names = [name for name in _RELEASES if name in f.useful] or ["DROP"]
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
