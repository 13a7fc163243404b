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
of a `Cache`. The copy finds them again.
"""

from __future__ import annotations

from _thread import RLock
from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, Generic, ParamSpec, Protocol, TypeVar, overload

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


def _given(self: object) -> dict[str, Any]:
    """The state of an object without what it found `once`."""
    kind = type(self)
    found = {name for name in vars(self) if isinstance(getattr(kind, name, None), once)}
    return {name: value for name, value in vars(self).items() if name not in found and name != _NAME}


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
