"""Worlds by name, such as `eai:27_2`: whoever brings a kind of world is found by an entry point, and hides its files.

A package adds a kind with an entry point of the group ``clamp.worlds``: a function as `WorldSource` says. Nothing else
in CLAMP knows which kinds there are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from importlib import metadata
from typing import Any, Protocol

from rapidfuzz import process

from clamp import checks
from clamp.decoding.formats import PlanFormat
from clamp.errors import ClampError, ConstraintError
from clamp.files import shown
from clamp.loop.world import Environment
from clamp.planning.system import Action, TransitionSystem

GROUP = "clamp.worlds"
"""The group of entry points."""

Start = Mapping[str, "str | int"]
"""How a world begins, in its own terms."""


@dataclass(frozen=True)
class NamedWorld:
    """A world that was asked for by name.

    Attributes:
        system: What can be done in it, and the goal.
        instruction: What is asked for there, in words; may be empty.
        plan_format: How its plans are written where nothing else is said; by default as all plans are.
        opened: Opens it to look and to act in, in the state in which it begins; ``None`` where there is nothing to
            look at. A simulator that judges its own goal is a `clamp.loop.world.JudgedEnvironment`.
        read_plan: Reads a plan as people write it for this world, given its text and where that stands; it raises a
            `ClampError` where a text is none. By default only the plan formats count.
    """

    system: TransitionSystem[Any]
    instruction: str = ""
    plan_format: PlanFormat | None = None
    opened: Callable[[], AbstractContextManager[Environment]] | None = None
    read_plan: Callable[[str, object], list[Action]] | None = None


class WorldSource(Protocol):
    """What an entry point of the group ``clamp.worlds`` names."""

    def __call__(self, name: str, start: Start, seed: int) -> NamedWorld:
        """The world of a name.

        Args:
            name: What stands behind the colon, such as ``27_2``.
            start: How it begins; a source refuses what it does not know (`no_start`).
            seed: Of all that it draws.

        Raises:
            ClampError: If there is no such world, it cannot be had, or it cannot begin so.
        """
        ...


def open_world(named: str, start: Start | None = None, seed: int = 0) -> NamedWorld:
    """The world ``KIND:NAME``, such as ``eai:27_2`` or ``libero:libero_goal/turn_on_the_stove``.

    Args:
        start: How it begins, in its own terms.
        seed: Of all that it draws.

    Raises:
        ClampError: If there is no such world, or it cannot begin so.
    """
    checks.text("world", named, ConstraintError, hint="A world is written as KIND:NAME, such as eai:27_2.")
    kind, colon, name = named.partition(":")
    entries = metadata.entry_points(group=GROUP)
    found = {one.name: one for one in entries}
    listed = ", ".join(sorted(found)) or "none"
    kinds = f"The kinds that are installed: {listed}; packages such as clamp-worlds bring some."
    if not colon or not name.strip():
        raise ConstraintError(
            f"The world {shown(named)} is not of the form KIND:NAME, as in eai:27_2. {kinds}"
        )
    owners = {one.dist.name for one in entries if one.name == kind and one.dist is not None}
    if len(owners) > 1:
        raise ConstraintError(
            f"Several packages bring worlds of the kind {kind!r}: {', '.join(sorted(owners))}."
        )
    if kind not in found:
        near = process.extractOne(kind, list(found), score_cutoff=60)
        hint = f" Did you mean {near[0] + ':' + name!r}?" if near else ""
        raise ConstraintError(f"The world {shown(named)} is of no kind that is installed.{hint} {kinds}")
    owner = found[kind].dist
    theirs = f"It comes from {'an unknown package' if owner is None else owner.name}."
    try:
        source: WorldSource = found[kind].load()
        made = source(name, start or {}, seed)
    except ClampError:
        raise
    except Exception as error:  # theirs may be anything
        raise ConstraintError(
            f"The world {shown(named)} cannot be had: {type(error).__name__}: {error}. {theirs}"
        ) from error
    return checks.instance(f"the world {named}", made, NamedWorld, what="a NamedWorld", hint=theirs)


def check_kinds(kinds: Iterable[str]) -> None:
    """Refuse kinds of worlds that nothing installed brings.

    Raises:
        ConstraintError: If there is such a kind: with those that there are.
    """
    known = metadata.entry_points(group=GROUP).names
    unknown = sorted(set(kinds) - known)
    if unknown:
        there = ", ".join(sorted(known)) or "none"
        raise ConstraintError(
            f"--worlds: there is no kind of world {shown(unknown[0])}; installed are {there}."
        )


def no_start(kind: str, start: Start) -> None:
    """Refuse words about the start of a world that begins in one way only.

    Raises:
        ConstraintError: If there are any.
    """
    if start:
        raise ConstraintError(
            f"`start` says how a world begins ({', '.join(map(shown, start))}), but worlds of the kind {kind!r} "
            "begin in one way only. Leave it out."
        )
