"""Why not: why there is no plan at all (`Failure`), and why a token is not admissible (`Explanation`).

A failure names its cause and the smallest change (of the budget, or of what is seen) that would give a plan; an
explanation names the constraint that forbids a token, found by enforcing the constraints one more at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Literal

import numpy as np

from clamp.checks import count
from clamp.decoding.formats import written
from clamp.decoding.language import END, ActionSite, FreeSite, Language, PatternSite, Thread
from clamp.decoding.world import (
    EXECUTABILITY,
    GOAL,
    LEVELS,
    SYNTAX,
    VISIBILITY,
    Boundary,
    State,
    World,
    leave_and_reach,
)
from clamp.errors import DomainError, LimitError
from clamp.planning.rules.conflict import Conflict, conflict, plan_after
from clamp.planning.rules.formula import Rule, named
from clamp.planning.search.reachability import LimitReached, Reachability
from clamp.planning.system import Action, Rulebook, TransitionSystem

Cause = Literal[
    "absent",
    "budget",
    "unseen",
    "unreachable",
    "loops",
    "rules",
    "limit",
    "no-action",
    "length",
    "dead-end",
    "guidance",
    "syntax",
    "validation",
    "uncertified",
]

_ALLOW = "Loops are allowed by `loops=True`."

_LARGE_BUDGET = 10_000
"""Stands for 'any budget' when asking whether a plan exists at all."""


@dataclass(frozen=True, slots=True)
class Failure:
    """Why there is no plan.

    Attributes:
        cause: A stable slug. ``absent``: the instruction speaks of what is not there (``clamp plan``).
            Before the first token, because no plan satisfies the constraints: ``budget``: a longer plan
            would do. ``unseen``: only plans through unseen entities do. ``rules``: only plans that break
            rules do. ``unreachable``: no sequence of actions, however long, reaches the goal (and keeps the
            rules). ``loops``: only plans that come back to a state do. ``no-action``: there is no action to
            begin with. ``limit``: the search gave up before it
            knew. Afterwards: ``length``: `max_new_tokens` were written.
            ``dead-end``: a search limit left every continuation undecided. ``guidance``: what weighs plans
            (HMM, visibility) leaves none of the admissible tokens. ``syntax``: unconstrained text
            that is no plan. ``validation``: a plan that the validator refuses. ``uncertified``: nothing was
            given to judge it by.
        message: What is wrong, with the evidence.
        smallest_budget: The smallest budget that would do, with what is seen; ``None`` if there is none or it
            was not found.
        entities: The entities that the message is about.
        rules: Names of the rules that cannot be kept together, as few as possible; without any one of them
            the others of these could. Only with cause ``rules``: without rules there is a plan within the
            budget.
    """

    cause: Cause
    message: str
    smallest_budget: int | None = None
    entities: tuple[str, ...] = field(default=())
    rules: tuple[str, ...] = field(default=())

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "cause": self.cause,
            "message": self.message,
            "smallest_budget": self.smallest_budget,
            "entities": list(self.entities),
            "rules": list(self.rules),
        }


def diagnose(world: World) -> Failure:
    """The cause of an empty language."""
    try:
        return _cause(world)
    except LimitError as error:
        return _limit(LimitReached.of(error, 0))


def _cause(world: World) -> Failure:
    if not len(world.enabled):
        return _no_action(world)
    rulebook = None if world.aim is None else world.aim.rulebook
    if rulebook is not None:
        found = conflict(rulebook, (), world.budget, _enabled(world), world.limits)
        if found is not None:
            return _conflict(world, rulebook, found)
    if EXECUTABILITY not in world.enforce or GOAL not in world.enforce:
        start = world.system.initial
        if not world.loops and world.choices(start, 0).may_continue:
            return Failure(
                "loops",
                f"From the initial state of {world.system.name!r}, every plan of at most "
                f"{count(world.budget, 'action')} comes back to a state that it has been in. {_ALLOW}",
            )
        if rulebook is not None and _usable(world, rulebook.system, rulebook.state_without_rules(start)):
            return Failure(
                "limit",
                "A search limit was reached before it was known whether some plan keeps the rules. Raise the "
                "limit.",
            )
        return Failure(
            "no-action", f"In the initial state of {world.system.name!r} no admissible action is applicable."
        )
    needed = _smallest_budget(world, world.reachability)
    undecided = world.start.choices.undecided
    if isinstance(needed, int) and needed <= world.budget:
        return _too_late(world, needed, len(undecided))
    if isinstance(needed, int):
        return Failure(
            "budget",
            f"The goal needs {needed} actions, but the budget is {world.budget}.",
            smallest_budget=needed,
        )
    if isinstance(needed, LimitReached):
        return _limit(needed, None if undecided else world.budget)
    if not world.loops and world.system.is_goal(world.system.initial):
        start = world.system.initial
        plan, _ = leave_and_reach(world.reachability, start, _LARGE_BUDGET, loops=True)
        if plan is not None:
            return Failure(
                "loops",
                f"The goal of {world.system.name!r} holds already, and a plan has at least one action; but "
                f"every plan that reaches it again comes back to a state that it has been in. {_ALLOW}",
            )
    if world.seen is not None:
        return _unseen(world)
    return _unreachable(world, "")


def _unreachable(world: World, sight: str) -> Failure:
    """No plan of any length, with all rules: the rules are named in the message if there is one without."""
    message = f"No sequence of actions reaches the goal of {world.system.name!r}{sight}."
    rulebook = world.system.rulebook
    if rulebook is None:
        return Failure("unreachable", message)
    enabled = None if sight else _enabled(world)
    free = plan_after(rulebook.system, (), _LARGE_BUDGET, enabled, world.limits)
    if isinstance(free, LimitReached):
        message = (
            f"No sequence of actions reaches the goal of {world.system.name!r} and keeps its rules{sight}; "
            f"the search reached its limit of {free.limit:g} {free.kind} before it was known whether one "
            "exists without the rules. Raise the limit."
        )
        return Failure("limit", message)
    if free is not None:
        message = (
            f"No sequence of actions, however long, reaches the goal of {world.system.name!r} and keeps its "
            f"rules{sight}; without them, one of {len(free)} actions reaches it, more than the budget of "
            f"{world.budget}."
        )
    return Failure("unreachable", message)


def _usable(world: World, system: TransitionSystem[Any], state: State) -> bool:
    """Whether some enabled action is applicable in a state."""
    enabled = set(world.enabled.tolist())
    return any(index in enabled for index in system.applicable_indices(state))


def _enabled(world: World) -> list[int] | None:
    return None if world.seen is None else world.enabled.tolist()


def _rules(message: str, rules: Sequence[Rule], smallest_budget: int | None = None) -> Failure:
    return Failure("rules", message, smallest_budget, rules=tuple(rule.name for rule in rules))


def _conflict(world: World, rulebook: Rulebook, found: Conflict) -> Failure:
    rules = found.rules
    broken = rulebook.broken_at_first()
    if len(rules) == 1 and rules[0] in broken:
        others = tuple(rule for rule in broken if rule != rules[0])
        more = f" It also breaks {named(others)}." if others else ""
        return _rules(f"The initial state breaks {named(rules)}, whatever is done.{more}", rules)
    together = " together" if len(rules) > 1 else ""
    without = (
        f"without {'them' if together else 'it'}, one of {found.length} actions does"
        if len(rules) == len(rulebook.rules)
        else f"without any rules, one of {found.length} actions does"
    )
    aim = f"reaches the goal of {world.system.name!r} and keeps" if rulebook.reaches_goal else "keeps"
    message = f"No plan of at most {world.budget} actions {aim} {named(rules)}{together}; {without}."
    if not found.smallest:
        message += " Whether all of these are in the way was not found within the limits."
    needed = _smallest_budget(world, world.reachability)
    if isinstance(needed, LimitReached):
        return _rules(f"{message} Whether a longer plan would do was not found within the limits.", rules)
    if needed is None:
        return _rules(f"{message} No longer plan would do.", rules)
    return _rules(f"{message} To keep all rules takes {needed} actions.", rules, needed)


def _no_action(world: World) -> Failure:
    if world.seen is not None and len(world.system.actions):
        unseen = tuple(sorted(world.system.goal_entities().difference(world.seen)))
        hint = f" The goal names {', '.join(unseen)}, which is not seen." if unseen else ""
        return Failure("unseen", f"Every action names an entity that is not seen.{hint}", entities=unseen)
    return Failure("no-action", f"{world.system.name!r} has no actions.")


def _smallest_budget(world: World, reachability: Reachability) -> int | LimitReached | None:
    """Length of a shortest plan; ``None`` if there is none."""
    system = world.system if world.aim is None else world.aim
    if not system.is_goal(system.initial):
        return _whole(reachability.distance(system.initial, _LARGE_BUDGET))
    # A plan has at least one action: where the goal holds already, leave and come back.
    plan, stopped = leave_and_reach(reachability, system.initial, _LARGE_BUDGET, loops=world.loops)
    if stopped is not None:
        return stopped
    return None if plan is None else len(plan)


def _whole(distance: float | LimitReached) -> int | LimitReached | None:
    if isinstance(distance, LimitReached):
        return distance
    return None if distance == float("inf") else int(distance)


def _too_late(world: World, needed: int, undecided: int) -> Failure:
    """The search for a first action found none, and the search for the smallest budget a plan.

    Raises:
        DomainError: If it was no limit that stopped the first search: then one of the two is wrong.
    """
    if not undecided:
        raise DomainError(
            f"The search in {world.system.name!r} contradicts itself: it proved that no plan of at most "
            f"{world.budget} actions exists, and then found one of {needed}. The search space of the system "
            "is wrong: `lower_bound` may never exceed the goal distance, and states with one `node` must "
            "have the same."
        )
    return Failure(
        "limit",
        f"A search limit left all {undecided} actions that the plan could begin with undecided "
        f"({_most(world)}). With more effort a plan of {needed} actions was found: raise the limit.",
        smallest_budget=needed,
    )


def _most(world: World) -> str:
    seconds = world.limits.seconds
    timed = "" if seconds is None else f", {seconds:g} seconds"
    return f"at most {world.limits.states:g} states{timed} a boundary"


def _limit(reached: LimitReached, refuted: int | None = None) -> Failure:
    """A search that gave up; plans of at most `refuted` actions were proved not to exist."""
    longer = "one" if refuted is None else f"one of more than {refuted} actions"
    none = "" if refuted is None else f"No plan of at most {refuted} actions exists. "
    return Failure(
        "limit",
        f"{none}The search for a plan reached its limit of {reached.limit:g} {reached.kind} before it was "
        f"known whether {longer} exists; it would have at least {reached.lower_bound:g} actions. Raise the "
        "limit, or the budget.",
    )


def _unseen(world: World) -> Failure:
    """Nothing seen leads to the goal: would more sight?"""
    system = world.system
    everything = Reachability(system, None, world.limits)
    if system.is_goal(system.initial):
        path, stopped = leave_and_reach(everything, system.initial, _LARGE_BUDGET, loops=world.loops)
    else:
        found = everything.plan(system.initial, _LARGE_BUDGET)
        path, stopped = (None, found) if isinstance(found, LimitReached) else (found, None)
    if path is None and stopped is not None:
        return _limit(stopped)
    if path is None:
        return _unreachable(world, ", seen or unseen")
    named = {argument for index in path for argument in system.actions[index].args}
    unseen = tuple(sorted(named.difference(world.seen or ())))
    return Failure(
        "unseen",
        f"The goal of {system.name!r} cannot be reached through what is seen; a plan of {len(path)} actions "
        "would "
        f"need {', '.join(unseen)}.",
        entities=unseen,
    )


LOOPS = "loops"
"""Named as the constraint where every plan that goes on so comes back to a state that it has been in."""

RULES = "rules"
"""Named as the constraint where a rule forbids what could be executed, and reach the goal, without it."""

_EXAMPLES = 3
_MOST_IMPOSSIBLE = 2_000
"""So many actions are compared with a text that no action has, to say which was meant."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """The verdict on one token at one place.

    Attributes:
        token: Its id.
        text: What it writes; empty for tokens that write nothing.
        allowed: Whether it is admissible.
        constraint: Which constraint forbids it, one of ``syntax``, ``visibility``, ``executability``,
            ``rules``, ``goal`` and ``loops``; ``None`` if it is allowed.
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
                return Explanation(
                    token, text, False, level, _syntax_reason(language, begun, world, data or b"")
                )
            return Explanation(token, text, False, *_reason(before, world, level))
    return Explanation(token, text, True, None, "Some plan that satisfies every constraint goes on so.")


def _begun(language: Language, threads: Sequence[Thread], world: World) -> list[Thread]:
    """The readings of the text so far that a world leaves."""
    if not threads:
        return language.start(world.start)
    return list(dict.fromkeys(one for thread in threads for one in language.retrace(thread, world.start)))


def _syntax_reason(language: Language, threads: Sequence[Thread], world: World, data: bytes) -> str:
    if not threads:
        return f"{world.system.name!r} has no actions, so there is no plan."
    never = _never(language, threads, world, data)
    if never is not None:
        return f"{never} can never be applied: {world.system.why_never(never)}."
    expected = list(dict.fromkeys(text for thread in threads for text in _expected(language, thread)))
    needs = ", ".join(map(repr, expected[:_EXAMPLES])) + (" …" if len(expected) > _EXAMPLES else "")
    if all(thread.boundary.written >= world.budget for thread in threads):
        return f"The budget of {count(world.budget, 'action')} is spent; the format needs {needs} here."
    return f"The format {language.format.name!r} needs {needs} here."


def _never(language: Language, threads: Sequence[Thread], world: World, data: bytes) -> Action | None:
    """A well-formed action, one that can never apply, whose text goes on as these bytes do."""
    texts = tuple(
        written(thread.site.node.prefix) + data
        for thread in threads
        if data and isinstance(thread.site, ActionSite) and not thread.site.spaces
    )
    if not texts or all(thread.boundary.written >= world.budget for thread in threads):
        return None
    for action in islice(world.system.impossible_actions(), _MOST_IMPOSSIBLE):
        if written(language.format.action_template(action)).startswith(texts):
            return action
    return None


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
    rulebook = world.system.rulebook
    if rulebook is not None and (
        level == EXECUTABILITY or rulebook.system.is_goal(rulebook.state_without_rules(here.state))
    ):
        broken = named(rulebook.open_rules(here.state))
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
    if not world.loops and position in world.choices(boundary.state, boundary.written):
        return LOOPS, _loop(world, boundary, position, action)
    rulebook = world.system.rulebook
    left = count(world.budget - boundary.written - 1, "action")
    if level == EXECUTABILITY:
        state = boundary.state
        if (
            rulebook is None
            or rulebook.system.why_inapplicable(rulebook.state_without_rules(state), action) is not None
        ):
            return level, f"{action} cannot be executed: {world.system.why_inapplicable(state, action)}"
        broken = rulebook.broken_by(state, action)
        if broken:
            return RULES, f"{action} would break {named(broken)}."
        if index in boundary.choices.undecided:
            return RULES, (
                f"A search limit was reached before it was known whether the rules can be kept after "
                f"{action}."
            )
        found = _in_conflict(world, boundary, index)
        kept = "the rules" if found is None else named(found)
        return RULES, f"After {action} no plan keeps {kept} with the {left} left."
    assert level == GOAL
    if index in boundary.choices.undecided:
        reason = (
            f"A search limit was reached before it was known whether {action} keeps the goal within reach."
        )
        return level, reason
    found = _in_conflict(world, boundary, index)
    if found is not None:
        return RULES, (
            f"After {action} the goal cannot be reached with the {left} left without breaking {named(found)}."
        )
    return level, f"After {action} the goal cannot be reached with the {left} left."


def _loop(world: World, boundary: Boundary, position: int, action: Action) -> str:
    """Why an action makes a loop that is admissible but for that."""
    if int(world.order.indices[position]) in boundary.choices.undecided:
        return (
            f"A search limit was reached before a plan was found that goes on after {action} without a loop."
        )
    after = world.after(boundary.state, position)
    at: Boundary | None = boundary
    while at is not None:
        if at.state == after:
            if at is boundary:
                return f"{action} would change nothing: the plan would be in the same state again."
            return f"{action} would come back to the state before action {at.written + 1}."
        at = at.parent
    left = count(world.budget - boundary.written - 1, "action")
    return f"After {action} every plan with the {left} left comes back to a state that it has been in."


def _in_conflict(world: World, boundary: Boundary, index: int) -> tuple[Rule, ...] | None:
    """The rules that no plan keeps that goes on with an action; ``None`` if they are not in the way."""
    rulebook = None if world.aim is None else world.aim.rulebook
    if rulebook is None:
        return None
    prefix = [int(world.order.indices[one]) for one in boundary.path()] + [index]
    enabled = None if world.seen is None else world.enabled.tolist()
    found = conflict(rulebook, prefix, world.budget, enabled, world.limits)
    return None if found is None else found.rules
