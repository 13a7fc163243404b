"""What executable actions do to a state."""

from __future__ import annotations

from collections.abc import Callable

from clamp.planning.virtualhome.observe import Observer
from clamp.planning.virtualhome.state import LYING, ORIGINS, SITTING, Item, State
from clamp.planning.virtualhome.tables import Tables
from clamp.planning.virtualhome.vocabulary import ExecutorRules


class Effects:
    """The successor function, one method an effect; actions without effect on the scene have none.

    Every method assumes that its action is executable.
    """

    def __init__(self, tables: Tables, rules: ExecutorRules, observer: Observer):
        self._t = tables
        self._observe = observer
        self._faced_by_some = any(mask & tables.me for mask in tables.edges_facing)
        self._liquids = tables.where(lambda node: node.class_name == rules.liquid)
        self._by_name: dict[str, Callable[..., State]] = {
            "CLOSE": self._close,
            "DROP": self._drop,
            "FIND": self._find,
            "GRAB": self._grab,
            "LIE": self._lie,
            "OPEN": self._open,
            "POUR": self._pour,
            "PUTBACK": self._put_on,
            "PUTIN": self._put_in,
            "PUTOBJBACK": self._return,
            "PUTOFF": self._take_off,
            "PUTON": self._wear,
            "RINSE": self._clean,
            "RUN": self._walk,
            "SCRUB": self._clean,
            "SIT": self._sit,
            "STANDUP": self._stand_up,
            "SWITCHOFF": self._switch_off,
            "SWITCHON": self._switch_on,
            "TURNTO": self._turn,
            "WALK": self._walk,
            "WASH": self._clean,
            "WIPE": self._clean,
        }

    def of(self, name: str) -> Callable[..., State] | None:
        """The effect of an action by name, called with the state and its arguments' positions."""
        return self._by_name.get(name)

    def _walk(self, s: State, i: int) -> State:
        t, observe = self._t, self._observe
        room = observe.room(s, i)
        items = [
            item._replace(inside=item.inside & ~t.me) if item.inside & t.me else item for item in s.items
        ]
        unfaced = s.unfaced | t.me if self._faced_by_some else s.unfaced
        close = 0
        if room != i:
            close = self._around(s, items, i, room) & ~t.rooms | t.body | 1 << i
        held = t.held(s)
        if held:
            for k, item in enumerate(items):
                if (item.close | item.inside) & held:
                    items[k] = item._replace(close=item.close & ~held, inside=item.inside & ~held)
            for k in (s.right, s.left):
                if k >= 0:
                    # What is carried lags behind: it is put into the room that the character leaves.
                    items[k] = items[k]._replace(close=0, inside=1 << s.room)
            close |= held
            unfaced |= held
        if t.openable_boxes >> i & 1:
            close |= t.contains[i]
            for item, bit in zip(items, t.item_bits, strict=True):
                if item.inside >> i & 1:
                    close |= bit
            if room == i:
                close |= t.me
        close |= s.on if i == t.character else self._supports(items, i)
        return s._replace(room=room, close=close, facing=0, unfaced=unfaced, items=tuple(items))

    def _around(self, s: State, items: list[Item], i: int, room: int) -> int:
        t = self._t
        if i == t.character:
            return 1 << room
        k = t.item_of[i]
        return items[k].inside if k >= 0 else t.edges_inside[i] & ~t.me

    def _supports(self, items: list[Item], i: int) -> int:
        k = self._t.item_of[i]
        return items[k].on if k >= 0 else self._t.edges_on[i]

    def _find(self, s: State, i: int) -> State:
        if not self._observe.near(s) >> i & 1:
            return self._walk(s, i)
        return s._replace(close=s.close | 1 << i, facing=0)

    def _grab(self, s: State, i: int) -> State:
        t = self._t
        grabbed, bit = t.item_of[i], 1 << i
        origin, relation = self._origin(s, i)
        items: list[Item] = []
        for item in s.items:
            if (item.close | item.on | item.inside) & bit:
                item = item._replace(close=item.close & ~bit, on=item.on & ~bit, inside=item.inside & ~bit)
            items.append(item)
        close = s.close | bit
        where = -1
        if origin >= 0:
            close |= 1 << origin
            where = 3 * origin + relation
        items[grabbed] = Item(close=0, on=0, inside=1 << s.room, origin=where)
        to_right = s.right < 0
        right, left = (-1 if hand == grabbed else hand for hand in (s.right, s.left))
        return s._replace(
            close=close,
            on=s.on & ~bit,
            right=grabbed if to_right else right,
            left=left if to_right else grabbed,
            items=tuple(items),
        )

    def _origin(self, s: State, i: int) -> tuple[int, int]:
        """Where PUTOBJBACK will return a thing: the first node, not a room, that it is on, in or close to."""
        t = self._t
        item = s.items[t.item_of[i]]
        close = item.close | t.me if s.close >> i & 1 else item.close
        for relation, targets in enumerate((item.on, item.inside, close)):
            if targets & ~t.rooms:
                around = t.order(i, ORIGINS[relation], targets)
                return next(j for j in around if not t.rooms >> j & 1), relation
        return -1, -1

    def _put_on(self, s: State, i: int, j: int) -> State:
        return self._put(s, i, j, on=1 << j)

    def _put_in(self, s: State, i: int, j: int) -> State:
        return self._put(s, i, j, inside=1 << j)

    def _put(self, s: State, i: int, j: int, on: int = 0, inside: int = 0) -> State:
        t = self._t
        k, to = t.item_of[i], t.item_of[j]
        items = list(s.items)
        item = items[k]
        close = s.close | 1 << j
        if j == t.character:
            close |= 1 << i
        else:
            item = item._replace(close=item.close | 1 << j)
        items[k] = item._replace(on=item.on | on, inside=item.inside | inside, origin=-1)
        if to >= 0:
            items[to] = items[to]._replace(close=items[to].close | 1 << i)
        return self._let_go(s, k)._replace(close=close, items=tuple(items))

    def _return(self, s: State, i: int) -> State:
        """PUTOBJBACK; it passes without effect when the thing cannot be put where it came from."""
        t = self._t
        k = t.item_of[i]
        j, relation = divmod(s.items[k].origin, 3)
        if k not in (s.right, s.left) or not self._observe.near(s) >> j & 1:
            return s
        if ORIGINS[relation] == "INSIDE":
            shut = t.openable_boxes >> j & 1 and not self._is_open(s, j)
            return s if shut else self._put_in(s, i, j)
        return self._put(s, i, j, on=1 << j if ORIGINS[relation] == "ON" else 0)

    def _is_open(self, s: State, i: int) -> bool:
        return bool(s.open >> i & 1) if i < self._t.named else "OPEN" in self._t.nodes[i].states

    def _drop(self, s: State, i: int) -> State:
        k = self._t.item_of[i]
        item = s.items[k]
        dropped = item._replace(inside=item.inside | 1 << s.room, origin=-1)
        return self._let_go(s, k)._replace(items=_with(s.items, k, dropped))

    def _pour(self, s: State, i: int, j: int) -> State:
        k = self._t.item_of[i]
        item = s.items[k]
        if self._liquids >> i & 1:
            s = self._let_go(s, k)
        return s._replace(items=_with(s.items, k, item._replace(inside=item.inside | 1 << j)))

    def _wear(self, s: State, i: int) -> State:
        k = self._t.item_of[i]
        item = s.items[k]
        worn = item._replace(on=item.on | self._t.me)
        return self._let_go(s, k)._replace(items=_with(s.items, k, worn))

    def _take_off(self, s: State, i: int) -> State:
        k = self._t.item_of[i]
        item = s.items[k]
        return s._replace(items=_with(s.items, k, item._replace(on=item.on & ~self._t.me)))

    def _let_go(self, s: State, k: int) -> State:
        return s._replace(right=-1 if s.right == k else s.right, left=-1 if s.left == k else s.left)

    def _sit(self, s: State, i: int) -> State:
        faced = 0 if s.unfaced >> i & 1 else self._t.edges_facing[i] & ~s.unfaced
        return s._replace(on=s.on | 1 << i, facing=s.facing | faced, posture=SITTING)

    def _lie(self, s: State, i: int) -> State:
        return s._replace(on=s.on | 1 << i, posture=LYING)

    def _stand_up(self, s: State) -> State:
        return s._replace(posture=0)

    def _turn(self, s: State, i: int) -> State:
        return s._replace(facing=1 << i)

    def _open(self, s: State, i: int) -> State:
        return s._replace(open=s.open | 1 << i, closed=s.closed & ~(1 << i))

    def _close(self, s: State, i: int) -> State:
        return s._replace(open=s.open & ~(1 << i), closed=s.closed | 1 << i)

    def _switch_on(self, s: State, i: int) -> State:
        return s._replace(lit=s.lit | 1 << i, unlit=s.unlit & ~(1 << i))

    def _switch_off(self, s: State, i: int) -> State:
        return s._replace(lit=s.lit & ~(1 << i), unlit=s.unlit | 1 << i)

    def _clean(self, s: State, i: int) -> State:
        return s._replace(clean=s.clean | 1 << i, dirty=s.dirty & ~(1 << i))


def _with(items: tuple[Item, ...], k: int, item: Item) -> tuple[Item, ...]:
    return (*items[:k], item, *items[k + 1 :])
