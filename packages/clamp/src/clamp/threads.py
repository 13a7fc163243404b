"""What makes objects safe to share between threads, and to send to other processes.

Everything that a request walks (vocabularies, systems, constraints, lookaheads) may be shared. Three rules:

- What is computed for a cache is computed whole, then stored by one operation. Two threads may compute it
  twice; where it matters that both get the same object, ``setdefault`` or a lock decides.
- Where several things change together (numbers that are given out, search bounds, a cache that evicts), the
  object has a `Lock` of its own. Reads of a dictionary need none.
- Who holds a lock only asks for locks of what it owns or was built from: lookahead → constraint → world,
  segments → search → system, vocabulary. So no two threads wait for each other, and a long search holds up
  only those who ask the same constraint.

What an object found for itself stays behind when it is pickled: values found `once`, a `Lock`'s owner, the entries
of a `Cache`, what it has `shared`. The copy finds them again.
"""

from __future__ import annotations

import marshal
from _thread import RLock
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Hashable
from functools import wraps
from hashlib import sha256
from typing import Any, Concatenate, Generic, ParamSpec, Protocol, TypeVar, overload
from weakref import WeakValueDictionary, ref

K = TypeVar("K")
T = TypeVar("T")

_NAME = "_once_lock"


class Lock(RLock):  # type: ignore[misc]  # final for type checkers only
    """A re-entrant lock; a copy of it, pickled or not, is a new one."""

    def __reduce__(self) -> tuple[type[Lock], tuple[()]]:
        return Lock, ()


class Cache(dict[K, T]):
    """A dictionary of what can be found again; a copy of it, pickled or not, is empty."""

    def __reduce__(self) -> tuple[type[Cache[K, T]], tuple[()]]:
        return type(self), ()


class Recent(Generic[K, T]):
    """What was asked for last, and no more than so much of it; threads may share it, and a copy of it is empty."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[K, T] = OrderedDict()
        self._lock = Lock()

    def __reduce__(self) -> tuple[type[Recent[K, T]], tuple[int]]:
        return type(self), (self._most,)

    def __len__(self) -> int:
        with self._lock:
            return len(self._kept)

    def get(self, key: K) -> T | None:
        """What was kept under a key; ``None`` if it is not there, or no longer."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def keep(self, key: K, value: T) -> None:
        """Keep what is found under a key, in place of what was asked for longest ago."""
        with self._lock:
            self._kept[key] = value
            self._kept.move_to_end(key)
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)


def fingerprint(plain: Any) -> bytes:
    """A short key for data of numbers, texts, tuples, lists and dictionaries: the same for the same."""
    return sha256(marshal.dumps(plain, 0)).digest()  # version 0 knows nothing of what is the same object


_SHARED = "_shared"
_KEPT = 4
"""So much of each kind is kept where nobody has it any more: the next request often asks the same."""


class _Shared:
    """What is shared of one object; a copy of that object, pickled or not, has none of it."""

    def __init__(self, owner: object) -> None:
        self.owner = ref(owner)
        self.found: WeakValueDictionary[Hashable, Any] = WeakValueDictionary()

    def __reduce__(self) -> tuple[type[_Stale], tuple[()]]:
        return _Stale, ()


class _Stale:
    """Stands in a copy for what it does not have."""

    def owner(self) -> None:
        return None


_sharing = Lock()
_recent: defaultdict[type, OrderedDict[int, object]] = defaultdict(OrderedDict)


def shared(owner: object, key: Hashable, make: Callable[[], T]) -> T:
    """What depends on an object that does not change and on a key alone: one for all who ask, and of the same `make`.

    It is found again while anybody has it, and a little longer; nothing grows with the number of those who asked. It
    is made without a lock, so that nobody waits for another's: where two make it at once, both get the first.

    Args:
        owner: What can be referred to weakly, and has a dictionary.
        key: Says of what kind it is, too.
        make: What it returns can be referred to weakly.
    """
    values = vars(owner)
    of_owner = values.get(_SHARED)
    if of_owner is None or of_owner.owner() is not owner:
        with _sharing:
            of_owner = values.get(_SHARED)
            if of_owner is None or of_owner.owner() is not owner:
                of_owner = values[_SHARED] = _Shared(owner)
    found = of_owner.found.get(key)
    made = make() if found is None else found
    with _sharing:
        found = of_owner.found.setdefault(key, made)
        recent = _recent[type(found)]
        recent[id(found)] = found
        recent.move_to_end(id(found))
        if len(recent) > _KEPT:
            recent.popitem(last=False)
    return found


class _Locked(Protocol):
    @property
    def _lock(self) -> Lock: ...


L = TypeVar("L", bound=_Locked)
P = ParamSpec("P")


def locked(method: Callable[Concatenate[L, P], T]) -> Callable[Concatenate[L, P], T]:
    """A method that runs under its object's ``_lock``."""

    @wraps(method)
    def run(self: L, /, *args: P.args, **kwargs: P.kwargs) -> T:
        with self._lock:  # pyright: ignore[reportPrivateUsage]
            return method(self, *args, **kwargs)

    return run


def attributes(owner: object) -> dict[str, Any]:
    """What an object has at this moment: other threads may add to it meanwhile, so its own dictionary is not gone
    through."""
    return vars(owner).copy()


def _given(self: object) -> dict[str, Any]:
    """The state of an object without what it found `once`."""
    kind = type(self)
    return {
        name: value
        for name, value in attributes(self).items()
        if name != _NAME and not isinstance(getattr(kind, name, None), once)
    }


class once(Generic[T]):
    """Like `functools.cached_property`, but computed once, whatever threads ask for it; it is not pickled.

    The lock is the object's own: that of the standard library is one for all objects of a class (Python
    3.11), or none (from 3.12 on).
    """

    def __init__(self, compute: Callable[[Any], T]) -> None:
        self._compute = compute
        self._name = compute.__name__
        self.__doc__ = compute.__doc__

    def __set_name__(self, owner: type[Any], name: str) -> None:
        self._name = name
        if "__getstate__" not in vars(owner):
            setattr(owner, "__getstate__", _given)  # noqa: B010 (a type checker takes it for a method of `type`)

    @overload
    def __get__(self, instance: None, owner: type[Any] | None = None) -> once[T]: ...
    @overload
    def __get__(self, instance: object, owner: type[Any] | None = None) -> T: ...
    def __get__(self, instance: object | None, owner: type[Any] | None = None) -> once[T] | T:
        if instance is None:
            return self
        values = instance.__dict__
        lock: Lock = values.get(_NAME) or values.setdefault(_NAME, Lock())
        with lock:
            if self._name not in values:
                values[self._name] = self._compute(instance)
            return values[self._name]
