"""Why a token is forbidden: the first constraint, in the order of `LEVELS`, that leaves it no completion."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from clamp.checks import count
from clamp.decoding.codecs import written
from clamp.decoding.language import Language, Thread
from clamp.decoding.sites import END, ActionSite, FreeSite, PatternSite
from clamp.decoding.world import EXECUTABILITY, GOAL, LEVELS, SYNTAX, VISIBILITY, Boundary, World
from clamp.planning.rules import Rule, Ruled
from clamp.planning.rules.conflict import conflict
from clamp.planning.rules.ruled import named

RULES = "rules"
"""Named as the constraint where a rule forbids what could be executed, and reach the goal, without it."""

_EXAMPLES = 3


@dataclass(frozen=True, slots=True)
class Explanation:
    """The verdict on one token at one place.

    Attributes:
        token: Its id.
        text: What it writes; empty for tokens that write nothing.
        allowed: Whether it is admissible.
        constraint: Which constraint forbids it, one of ``syntax``, ``visibility``, ``executability``,
            ``rules`` and ``goal``; ``None`` if it is allowed.
        reason: One sentence.
    """

    token: int
    text: str
    allowed: bool
    constraint: str | None
    reason: str


def explain(
    language: Language, worlds: Sequence[World], threads: Sequence[Thread], token: int, finished: bool
) -> Explanation:
    """Judge a token under growing sets of constraints.

    Args:
        worlds: The enforced constraints, one more in each; the last is the whole set.
        threads: The readings of the text so far.
    """
    vocabulary = language.vocabulary
    ends = token in vocabulary.eos_ids
    data = vocabulary.bytes_of(token)
    text = (data or b"").decode(errors="replace")
    if finished:
        return Explanation(token, text, False, SYNTAX, "The plan has ended; nothing may follow.")
    if data is None and not ends:
        return Explanation(token, text, False, SYNTAX, "This token writes nothing, and plans are text.")
    reached: list[Thread] = []
    for world in worlds:
        begun = _begun(language, threads, world)
        before, reached = reached, language.read(begun, data or b"")
        if ends:
            reached = [thread for thread in reached if thread.site == END]
        if not reached:
            level = max(world.enforce, key=LEVELS.index)
            if level == SYNTAX:
                return Explanation(token, text, False, level, _syntax_reason(language, begun, world))
            return Explanation(token, text, False, *_reason(before, world, level))
    return Explanation(token, text, True, None, "Some plan that satisfies every constraint goes on so.")


def _begun(language: Language, threads: Sequence[Thread], world: World) -> list[Thread]:
    """The readings of the text so far that a world leaves."""
    if not threads:
        return language.start(world.start)
    return list(dict.fromkeys(one for thread in threads for one in language.retrace(thread, world.start)))


def _syntax_reason(language: Language, threads: Sequence[Thread], world: World) -> str:
    if not threads:
        return f"{world.system.name!r} has no actions, so there is no plan."
    expected = list(dict.fromkeys(text for thread in threads for text in _expected(language, thread)))
    needs = ", ".join(map(repr, expected[:_EXAMPLES])) + (" …" if len(expected) > _EXAMPLES else "")
    if all(thread.boundary.written >= world.budget for thread in threads):
        return f"The budget of {count(world.budget, 'action')} is spent; the format needs {needs} here."
    return f"The format {language.format.name!r} needs {needs} here."


def _expected(language: Language, thread: Thread) -> Iterator[str]:
    site, boundary = thread
    if isinstance(site, PatternSite):
        yield written(site.pattern.template[site.offset :]).decode(errors="replace")
    elif isinstance(site, ActionSite):
        for position in _admissible(site, boundary)[: _EXAMPLES + 1]:
            yield written(language.actions.strings[position][site.node.depth :]).decode(errors="replace")
    elif isinstance(site, FreeSite):
        yield "text"
    else:
        yield "the end of the sequence"


def _admissible(site: ActionSite, boundary: Boundary) -> list[int]:
    lo, hi = site.node.lo, site.node.hi
    return (np.flatnonzero(boundary.choices.admissible[lo:hi]) + lo).tolist()


def _reason(reached: Sequence[Thread], world: World, level: str) -> tuple[str, str]:
    """Which constraint of `world`, and why, forbids what those before it had left: `reached`."""
    for site, boundary in reached:
        here = world.start
        for position in boundary.path():
            if not here.choices.admissible[position]:
                return _blame(world, here, position)
            here = here.after(position)
        if isinstance(site, ActionSite):
            for position in _admissible(site, boundary):
                if not here.choices.admissible[position]:
                    return _blame(world, here, position)
        if (isinstance(site, PatternSite) and site.pattern.ends) or site == END:
            return _not_the_end(world, here, level)
    written_so_far = min(thread.boundary.written for thread in reached)
    return level, f"No action is admissible after {count(written_so_far, 'action')}, so no item can be begun."


def _not_the_end(world: World, here: Boundary, level: str) -> tuple[str, str]:
    state: Any = here.state
    if isinstance(world.system, Ruled) and (
        level == EXECUTABILITY or world.system.system.is_goal(state.state)
    ):
        broken = named(world.system.open_rules(state))
        return (
            RULES,
            f"The plan cannot end here: after {count(here.written, 'action')} it would break {broken}.",
        )
    return level, f"The plan cannot end here: the goal does not hold after {count(here.written, 'action')}."


def _blame(world: World, boundary: Boundary, position: int) -> tuple[str, str]:
    index = int(world.order.indices[position])
    action = world.system.actions[index]
    level = max(world.enforce, key=LEVELS.index)
    if level == VISIBILITY:
        unseen = sorted(set(action.args).difference(world.seen or ()))
        return level, f"{action} names {', '.join(map(repr, unseen))}, which is not seen."
    ruled = world.system if isinstance(world.system, Ruled) else None
    left = count(world.budget - boundary.written - 1, "action")
    if level == EXECUTABILITY:
        state: Any = boundary.state
        if ruled is None or ruled.system.why_inapplicable(state.state, action) is not None:
            return level, f"{action} cannot be executed: {world.system.why_inapplicable(state, action)}"
        broken = ruled.broken_by(state, action)
        if broken:
            return RULES, f"{action} would break {named(broken)}."
        if index in boundary.choices.undecided:
            return RULES, (
                f"A search limit was reached before it was known whether the rules can be kept after "
                f"{action}."
            )
        found = _in_conflict(world, ruled.rules_only, boundary, index)
        kept = "the rules" if found is None else named(found)
        return RULES, f"After {action} no plan keeps {kept} with the {left} left."
    assert level == GOAL
    if index in boundary.choices.undecided:
        reason = (
            f"A search limit was reached before it was known whether {action} keeps the goal within reach."
        )
        return level, reason
    if ruled is not None:
        found = _in_conflict(world, ruled, boundary, index)
        if found is not None:
            return RULES, (
                f"After {action} the goal cannot be reached with the {left} left without breaking "
                f"{named(found)}."
            )
    return level, f"After {action} the goal cannot be reached with the {left} left."


def _in_conflict(world: World, ruled: Ruled, boundary: Boundary, index: int) -> tuple[Rule, ...] | None:
    """The rules that no plan keeps that goes on with an action; ``None`` if they are not in the way."""
    prefix = [int(world.order.indices[one]) for one in boundary.path()] + [index]
    enabled = None if world.seen is None else world.enabled.tolist()
    found = conflict(ruled, prefix, world.budget, enabled, world.limits)
    return None if found is None else found.rules
