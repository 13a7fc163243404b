"""Checks of what people pass to CLAMP's functions: each says which argument, what was given, what is meant.

A function checks its arguments where it is called, so that a slip does not surface later, deep in a loop, as
an error about something else.
"""

from __future__ import annotations

import math
import operator
import os
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from importlib import import_module
from inspect import signature
from typing import Any, ParamSpec, TypeVar, cast

from clamp.errors import ClampError, ConstraintError

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")
_LONGEST = 60


def shown(value: object) -> str:
    """A value as a message names it: short, and without Python's own words where people have better ones.

    ``nothing (None)``, ``the text 'cup'``, ``the number 3``, ``the path 'x.png'``, ``an empty list``,
    ``a Scene``.
    """
    if value is None:
        return "nothing (None)"
    if isinstance(value, bool):
        return f"the truth value {value}"
    if isinstance(value, str):
        return f"the text {_cut(value)}" if value else "an empty text"
    if isinstance(value, bytes | bytearray):
        return f"the bytes {_cut(bytes(value))}"
    if isinstance(value, int) and value.bit_length() > 200:
        return "a number of more than 60 digits"
    if isinstance(value, int | float | complex):
        return f"the number {value}"
    if isinstance(value, os.PathLike):
        return f"the path {_cut(str(cast('os.PathLike[str]', value)))}"
    if isinstance(value, type):
        return f"the class {value.__name__} itself"
    kind = type(value).__name__.lstrip("_")
    if kind == "ndarray":
        return "an array"
    if isinstance(value, list | tuple | set | frozenset | dict) and not value:
        return f"an empty {kind}"
    called = getattr(cast(object, value), "__name__", None)
    if isinstance(called, str):
        return f"the function {called}"
    return f"{'an' if kind[:1].lower() in tuple('aeiou') else 'a'} {kind}"


def _cut(value: str | bytes) -> str:
    return repr(value) if len(value) <= _LONGEST else repr(value[:_LONGEST]) + "…"


def figure(number: int) -> str:
    """A whole number as a message writes it, however large."""
    return shown(int(number)).removeprefix("the number ")


def count(number: int, noun: str) -> str:
    """``1 argument``, ``2 arguments``."""
    return f"{figure(number)} {noun}{'' if number == 1 else 's'}"


def reworded(problem: Mapping[str, Any]) -> str:
    """What pydantic says of one field, without the names of this package's classes: ``should be a list``."""
    said = str(problem["msg"]).removeprefix("Value error, ")
    if problem["type"] in ("model_type", "dict_type", "model_attributes_type", "dataclass_type"):
        return "should be a mapping of fields"
    if problem["type"] == "missing":
        return "is missing"
    said = said.removeprefix("Input ").replace("a valid dictionary", "a mapping")
    said = said.replace("a valid integer", "a whole number").replace("a valid ", "a ")
    # Of a length: "List should have at least 4 items after validation, not 1".
    said = said.replace(" after validation", "")
    return f"{said[:1].lower()}{said[1:]}"


def text(
    name: str,
    value: object,
    error: type[ClampError] = ConstraintError,
    *,
    hint: str = "",
    half_characters: bool = False,
) -> str:
    """A text. Raises `error` for anything else, and for a text that no encoding can write.

    Args:
        name, value, error: As everywhere here.
        hint: A last sentence.
        half_characters: Let lone surrogates pass, for a caller that has its own word for them.
    """
    if not isinstance(value, str):
        raise error(f"`{name}` is a text, not {shown(value)}.{_spaced(hint)}")
    if not half_characters and (flaw := no_unicode(value)) is not None:
        raise error(f"`{name}` is no text: {flaw}.{_spaced(hint)}")
    return value


def no_unicode(value: str) -> str | None:
    """What is wrong with a text that holds half a character (a lone surrogate), which nothing can encode."""
    try:
        value.encode()
    except UnicodeEncodeError as error:
        return (
            f"its character {error.start + 1} is {value[error.start]!r}, half of one (a lone surrogate), "
            "as in what is not UTF-8 and was read as if it were"
        )
    return None


def encodable(value: str) -> str:
    """A text with ``?`` for each half of a character, which JSON can hold and no file of ours."""
    return value.encode(errors="replace").decode()


def whole(
    name: str,
    value: object,
    error: type[ClampError] = ConstraintError,
    *,
    least: int | None = None,
    most: int | None = None,
    hint: str = "",
) -> int:
    """A whole number between two bounds. Raises `error` for anything else, truth values among it."""
    meant = "a whole number" + _between(least, most)
    # The truth values of NumPy and torch have `__index__`, too.
    truth = isinstance(value, bool) or str(getattr(value, "dtype", "")).endswith("bool")
    if truth or not hasattr(value, "__index__"):
        raise error(f"`{name}` is {meant}, not {shown(value)}.{_spaced(hint)}")
    try:
        number = operator.index(cast(Any, value))
    except (TypeError, ValueError, RuntimeError):  # so has a tensor of several numbers, or without a value
        raise error(f"`{name}` is {meant}, not {shown(value)}.{_spaced(hint)}") from None
    if (least is not None and number < least) or (most is not None and number > most):
        raise error(f"`{name}` is {meant}, not {shown(number)}.{_spaced(hint)}")
    return number


def number(
    name: str,
    value: object,
    error: type[ClampError] = ConstraintError,
    *,
    least: float | None = None,
    most: float | None = None,
    hint: str = "",
) -> float:
    """A finite number between two bounds. Raises `error` for anything else, truth values and NaN among it."""
    meant = "a finite number" + _between(least, most)
    wrong = isinstance(value, bool | str | bytes | complex) or not hasattr(value, "__float__")
    found = math.nan
    if not wrong:
        try:
            found = float(cast(Any, value))
        except (TypeError, ValueError, OverflowError, RuntimeError):
            wrong = True
    if (
        wrong
        or not math.isfinite(found)
        or (least is not None and found < least)
        or (most is not None and found > most)
    ):
        raise error(f"`{name}` is {meant}, not {shown(value)}.{_spaced(hint)}")
    return found


def _between(least: float | None, most: float | None) -> str:
    low = "" if least is None else f" of at least {least:,}"
    if most is None:
        return low
    return f"{low} and at most {most:,}" if low else f" of at most {most:,}"


def names(
    name: str,
    value: object,
    error: type[ClampError] = ConstraintError,
    *,
    of: str = "names",
    such_as: str = '["milk", "fridge"]',
) -> tuple[str, ...]:
    """A collection of texts, read once and in its order. Raises `error` for a text, or for what holds others.

    A text is itself a collection of texts, its characters; that is never what was meant.
    """
    if isinstance(value, str | bytes | bytearray):
        raise error(
            f"`{name}` is a collection of {of}, such as {such_as}, not {shown(value)}. "
            "One alone is written in brackets, too."
        )
    if not isinstance(value, Iterable):
        raise error(f"`{name}` is a collection of {of}, such as {such_as}, not {shown(value)}.")
    found = tuple(cast("Iterable[object]", value))
    for one in found:
        if not isinstance(one, str):
            raise error(f"`{name}` is a collection of {of}, which are texts, but it holds {shown(one)}.")
    return cast("tuple[str, ...]", found)


def either(words: Iterable[str]) -> str:
    """Words to choose from: ``'a', 'b' or 'c'``."""
    *others, last = map(repr, words)
    return f"{', '.join(others)} or {last}" if others else last


def unknown(name: str, choices: Iterable[str], what: str) -> str:
    """Says that there is no such name, which was meant, and what there is.

    Args:
        what: Several of them, such as ``"fields"``.
    """
    from rapidfuzz import process  # loaded where something is wrong

    known = list(choices)
    near = process.extractOne(name, known, score_cutoff=60)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    return f"unknown {what.removesuffix('s')}{hint} (the {what} are {', '.join(known)})"


def known_arguments(function: Callable[P, R]) -> Callable[P, R]:
    """A function or method that says of an argument that it has not which was meant, and which it has.

    Raises:
        ConstraintError: Where Python would raise a `TypeError`.
    """
    names = list(signature(function).parameters)

    @wraps(function)
    def checked(*args: P.args, **given: P.kwargs) -> R:
        for name in given:
            if name not in names:
                raise ConstraintError(f"`{name}`: {unknown(name, names[1:], 'arguments')}.")
        return function(*args, **given)

    return checked


def one_of(name: str, value: object, words: Iterable[str], error: type[ClampError] = ConstraintError) -> str:
    """Check that an argument is one of some words.

    Raises:
        ClampError: Of class `error`, naming them.
    """
    known = tuple(words)
    if not isinstance(value, str) or value not in known:
        raise error(f"`{name}` is {either(known)}, not {shown(value)}.")
    return value


def items(
    name: str,
    value: object,
    kind: type[T] | tuple[type[T], ...],
    error: type[ClampError] = ConstraintError,
    *,
    of: str,
    hint: str = "",
) -> tuple[T, ...]:
    """A collection of objects of one class, read once and in its order. Raises `error` for anything else."""
    if isinstance(value, str | bytes | bytearray | Mapping) or not isinstance(value, Iterable):
        raise error(f"`{name}` is a collection of {of}, not {shown(cast(object, value))}.{_spaced(hint)}")
    found = tuple(cast("Iterable[object]", value))
    for one in found:
        if not isinstance(one, kind):
            raise error(f"`{name}` is a collection of {of}, but it holds {shown(one)}.{_spaced(hint)}")
    return cast("tuple[T, ...]", found)


def mapping(
    name: str,
    value: object,
    error: type[ClampError] = ConstraintError,
    *,
    of: str,
    values: Any = str,
) -> Mapping[str, Any]:
    """A mapping from texts to values of a class or several (of any, where it is ``None``)."""
    if not isinstance(value, Mapping):
        raise error(f"`{name}` is a mapping {of}, not {shown(value)}.")
    for key, one in cast("Mapping[object, object]", value).items():
        if not isinstance(key, str):
            raise error(f"`{name}` is a mapping {of}, but one of its keys is {shown(key)}.")
        if values is not None and not isinstance(one, values):
            raise error(f"`{name}` is a mapping {of}, but for {key!r} it has {shown(one)}.")
    return cast("Mapping[str, Any]", value)


def instance(
    name: str,
    value: object,
    kind: type[T] | tuple[type[T], ...],
    error: type[ClampError] = ConstraintError,
    *,
    what: str,
    hint: str = "",
) -> T:
    """An object of a class. Raises `error` for anything else."""
    if not isinstance(value, kind):
        raise error(f"`{name}` is {what}, not {shown(value)}.{_spaced(hint)}")
    return value


def function(name: str, value: object, error: type[ClampError] = ConstraintError) -> Callable[..., Any]:
    """What can be called. Raises `error` for anything else."""
    if not callable(value):
        raise error(f"`{name}` is a function, not {shown(value)}.")
    return value


def path(name: str, value: object, error: type[ClampError] = ConstraintError, *, what: str) -> str:
    """A path as text. Raises `error` for anything else, for bytes, an empty text, and a null character."""
    if not isinstance(value, str | os.PathLike):
        raise error(f"`{name}` is {what}, not {shown(value)}.")
    found = cast(object, os.fspath(cast("str | os.PathLike[str]", value)))
    if not isinstance(found, str) or not found.strip():
        raise error(f"`{name}` is {what}, not {shown(found)}.")
    if "\0" in found:
        raise error(f"`{name}` is {what}, but it holds a null character, which no path has: {_cut(found)}.")
    return found


def _spaced(hint: str) -> str:
    return f" {hint}" if hint else ""


def package(name: str, purpose: str, error: type[ClampError] = ConstraintError) -> Any:
    """An optional package, imported. Raises `error`, which says what needs it, where it is not installed."""
    try:
        return import_module(name)
    except ImportError as missing:
        raise error(
            f"{purpose} needs the package {name.split('.')[0]}, which is not installed; "
            "clamp-planning[transformers] brings it."
        ) from missing
