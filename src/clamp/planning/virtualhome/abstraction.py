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

from collections.abc import Iterator

from clamp.planning.virtualhome.coarse import AS_AT_FIRST, FREE, OTHER, Coarse, Thing
from clamp.planning.virtualhome.coarse_steps import Steps
from clamp.planning.virtualhome.features import Features
from clamp.planning.virtualhome.observe import Observer
from clamp.planning.virtualhome.state import State, bits
from clamp.planning.virtualhome.tables import Tables


class Abstraction:
    """The model as a `SearchSpace` over `Coarse` states; `node` takes a node of `VirtualHomeSearch`."""

    def __init__(self, features: Features, tables: Tables, observer: Observer):
        self._f = features
        self._t = tables
        self._observe = observer
        self._initial = tables.initial().items
        self._steps = Steps(features, tables)
        self._seats = features.rests["SIT"] | features.rests["LIE"]

    # From states to coarse states.

    def node(self, state: State) -> Coarse:
        """The coarse state of a state."""
        t, f = self._t, self._f
        moved = self._moved(state)
        # What is in the hands comes along on every walk, so that what is on it counts as near.
        close = state.close | t.held(state)
        near = self._observe.near(state._replace(close=close))
        items = sum(t.item_bits[k] for k in moved)
        tangled = any(beside & items for beside in moved.values())  # a thing that was moved lies on another
        for k, beside in moved.items():
            if tangled or k not in f.thing_of:
                near |= t.item_bits[k] | beside
            elif near & t.item_bits[k]:
                near |= beside
        near = f.extras(near) | f.close_bits(close) | f.room_bit.get(state.room, 0)
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
            if k >= 0 and k not in moved:
                item = s.items[k]  # held from the start, it may still be on something, its origin if grabbed
                apart = ~(t.rooms | t.item_bits[k])
                moved[k] = (item.close | item.on | item.inside & ~t.me) & apart
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
        """`lower_bound`: the model is small enough to need no better guess."""
        return self.lower_bound(c)

    def successors(self, c: Coarse) -> Iterator[tuple[int, Coarse]]:
        """The states that one step leads to; the steps have no names."""
        seen = {c}
        for name, after in self._steps.of(c):
            progress = self._f.performed(c.progress, name)
            if progress != after.progress:
                after = after._replace(progress=progress)
            if after not in seen:
                seen.add(after)
                yield 0, after
