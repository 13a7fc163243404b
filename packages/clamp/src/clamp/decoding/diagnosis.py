"""Why not: why there is no plan at all (`Failure`), and why a token is not admissible (`Explanation`).

A failure names its cause and the smallest change (of the budget, or of what is seen) that would give a plan; an
explanation names the constraint that forbids a token, found by enforcing the constraints one more at a time."""

from __future__ import annotations

import math
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
    World,
)
from clamp.errors import DomainError, LimitError
from clamp.planning.rules.conflict import Blame, Conflict, blame, conflict, plan_after, to_the_letter
from clamp.planning.rules.formula import Rule, named
from clamp.planning.search.loops import StateHistory, leave_and_reach, plan_from
from clamp.planning.search.reachability import LimitReached, Reachability
from clamp.planning.system import Action, Rulebook, TransitionSystem
from clamp.visible import spelt

Cause = Literal[
    "absent",
    "ambiguous",
    "no-goal",
    "unread",
    "contradiction",
    "unknown",
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

_REPLAYED = 1_000
"""So many search nodes are looked at again before it is said that there is no plan."""


@dataclass(frozen=True, slots=True)
class Failure:
    """Why there is no plan.

    Attributes:
        cause: A stable slug. ``absent``: the instruction speaks of what is not there (``clamp plan``). ``ambiguous``:
            the problem has no goal, and the instruction may ask for several, or for what was not understood.
            ``no-goal``: it asks for nothing that is to be planned for: it is so already, or cannot be reached.
            ``unread``: nothing of it was read (a benchmark of instructions).
            ``unknown``: facts are not known, and are to be looked at first, in a closed loop.
            ``contradiction``: what is seen contradicts itself or the problem file, and neither is preferred.
            Before the first token, because no plan satisfies the constraints: ``budget``: a longer plan
            would do. ``unseen``: only plans through unseen entities do. ``rules``: only plans that break
            rules do. ``unreachable``: no sequence of actions, however long, reaches the goal (and keeps the
            rules). ``loops``: only plans that come back to a state do. ``no-action``: there is no action to
            begin with. ``limit``: the search gave up before it knew. What it names alone gives a plan, all
            else being the same, or the message says what else it takes.
            Afterwards: ``length``: `max_new_tokens` were written.
            ``dead-end``: a search limit left every continuation undecided. ``guidance``: what weighs plans
            (HMM, visibility) leaves none of the admissible tokens. ``syntax``: unconstrained text
            that is no plan. ``validation``: a plan that the validator refuses. ``uncertified``: nothing was
            given to judge it by.
        message: What is wrong, with the evidence.
        smallest_budget: The smallest budget that would do, with what is seen; ``None`` if there is none or it
            was not found.
        entities: The entities that the message is about.
        rules: Names of the rules without any one of which there is a plan within the budget that keeps all
            others; where no single rule is enough, of several without which there is one. Only with cause
            ``rules``.
    """

    cause: Cause
    message: str
    smallest_budget: int | None = None
    entities: tuple[str, ...] = field(default=())
    rules: tuple[str, ...] = field(default=())

    def to_json(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "cause": self.cause,
            "message": self.message,
            "smallest_budget": self.smallest_budget,
            "entities": list(self.entities),
            "rules": list(self.rules),
        }


def diagnose(world: World, *, open_budget: bool = False) -> Failure | None:
    """The cause of an empty language; ``None`` where a plan turned up after all, with which the world then begins.

    Args:
        open_budget: None was given, so that a plan may have any number of actions.
    """
    try:
        return _cause(world, _LARGE_BUDGET if open_budget else world.budget)
    except LimitError as error:
        return _limit(LimitReached.of(error, 0))


def _cause(world: World, budget: int) -> Failure | None:
    if not len(world.system.actions):
        more = (
            "; a plan without any is one only of a goal" if world.system.is_goal(world.system.initial) else ""
        )
        return Failure("no-action", f"{world.system.name!r} has no actions{more}.")
    aim = world.aim
    if aim is None:
        return _nothing_applies(world)
    unknown: LimitReached | None = None
    if len(world.enabled) or not world.least:
        if aim.rulebook is not None:
            found = blame(
                aim.rulebook, budget, _enabled(world), world.limits, loops=world.loops, least=world.least
            )
            if isinstance(found, Blame):
                return _blamed(world, aim.rulebook, found, budget)
            unknown = found
        plan, stopped = _shortest_plan(world, aim)
        undecided = world.start.choices.undecided
        if plan is not None and len(plan) <= world.budget:
            return _late(world, plan)
        if stopped is not None:
            return _limit(stopped, None if undecided else world.budget)
        if plan is not None:
            _make_sure(world, world.reachability, len(plan) - 1)
            return _too_long(world, len(plan), budget)
        _make_sure(world, world.reachability, math.inf)
        loop = _only_loops(world, aim, world.reachability, budget)
        if loop is not None:
            return loop
    if world.seen is not None:
        return _unseen(world, aim, budget, unknown)
    return _unreachable(world, aim, "", budget, unknown)


def _late(world: World, plan: tuple[int, ...]) -> None:
    """The search for a first action found none, and the search for the smallest budget a plan: begin with it.

    Raises:
        DomainError: If it was no limit that stopped the first search: then one of the two is wrong.
    """
    if not world.start.choices.undecided:
        raise _contradiction(world, f"of at most {world.budget} actions", f"found one of {len(plan)}")
    world.begin_with(plan)


def _contradiction(world: World, which: str, but: str) -> DomainError:
    return DomainError(
        f"The search in {world.system.name!r} contradicts itself: it proved that no plan {which} exists, and then "
        f"{but}. The search space of the system is wrong: `lower_bound` may never exceed the goal distance, and "
        "states with one `node` must have the same."
    )


def _make_sure(world: World, reachability: Reachability, most: float) -> None:
    """Refute once more, without anything that was learned, that there is a plan of at most `most` actions.

    What takes too long is taken on trust.

    Raises:
        DomainError: If a plan turns up.
    """
    start = reachability.system.initial
    if reachability.system.is_goal(start):
        return  # the plan is to have an action; that one has to leave, nodes do not tell
    if reachability.refutation(start, most, _REPLAYED) is None:
        which = "of any length" if most == math.inf else f"of at most {most} actions"
        raise _contradiction(world, which, "met the goal where it looked again")


def _too_long(world: World, needed: int, budget: int) -> Failure:
    what = "The goal needs" if GOAL in world.enforce else "To keep the rules takes"
    but = (
        f"but the budget is {world.budget}."
        if budget == world.budget
        else f"and a plan has at most {world.budget} where none is found in time and no budget is given."
    )
    return Failure("budget", f"{what} {needed} actions, {but}", smallest_budget=needed)


def _nothing_applies(world: World) -> Failure:
    """No first action, where a plan may end after any."""
    system, start = world.system, world.system.initial
    usable = (
        range(len(system.actions)) if EXECUTABILITY not in world.enforce else system.applicable_indices(start)
    )
    stays = [] if world.loops else [one for one in usable if system.successor_of_index(start, one) == start]
    seen = world.seen
    unseen = sorted(
        (
            index in stays,
            sorted(set(system.actions[index].args).difference(seen or ())) if seen is not None else [],
        )
        for index in usable
    )
    if not unseen:
        return Failure(
            "no-action", f"In the initial state of {system.name!r} no admissible action is applicable."
        )
    if any(not names for _, names in unseen):
        return Failure(
            "loops", f"From the initial state of {system.name!r}, every plan comes back to it. {_ALLOW}"
        )
    still, names = min(unseen, key=lambda one: (one[0], len(one[1])))
    if still:
        return Failure(
            "no-action",
            f"From the initial state of {system.name!r}, every plan names what is not seen, such as "
            f"{', '.join(names)}, and comes back to it. {_ALLOW}",
            entities=tuple(names),
        )
    what = "Every action" if not len(world.enabled) else "Every applicable action"
    return Failure(
        "unseen",
        f"{what} names an entity that is not seen; one needs {', '.join(names)}.",
        entities=tuple(names),
    )


def _unreachable(
    world: World, aim: TransitionSystem[Any], sight: str, budget: int, unknown: LimitReached | None
) -> Failure:
    """No plan of any length, with all rules: the rules are named in the message if there is one without."""
    rulebook, name = aim.rulebook, world.system.name
    reached = f"reaches the goal of {name!r}" if GOAL in world.enforce else ""
    if rulebook is None:
        return Failure("unreachable", f"No sequence of actions {reached}{sight}.")
    enabled = None if sight else _enabled(world)
    every = frozenset(range(len(rulebook.rules)))
    free = plan_after(
        rulebook.without(every),
        (),
        _LARGE_BUDGET,
        enabled,
        world.limits,
        loops=world.loops,
        least=world.least,
    )
    kept = f"{reached} and keeps its rules" if reached else f"keeps the rules of {name!r}"
    stopped = free if isinstance(free, LimitReached) else unknown
    if stopped is not None:
        message = (
            f"No sequence of actions {kept}{sight}; the search reached its limit of {_reached(stopped)} before it "
            "was known whether one exists without the rules. Raise the limit."
        )
        return Failure("limit", message)
    if isinstance(free, tuple):
        more = f", more than the budget of {budget}" if len(free) > budget else ""
        message = (
            f"No sequence of actions, however long, {kept}{sight}; without them, one of {len(free)} actions "
            f"{'reaches it' if reached else 'would do'}{more}."
        )
        return Failure("unreachable", message)
    if reached:
        return Failure("unreachable", f"No sequence of actions {reached}{sight}{_again(world, rulebook)}.")
    if world.system.applicable_indices(world.system.initial):
        return Failure("unreachable", f"No sequence of actions {kept}{sight}{_again(world, rulebook)}.")
    return Failure("no-action", f"In the initial state of {name!r} no admissible action is applicable.")


def _again(world: World, rulebook: Rulebook) -> str:
    """What to add where nothing had to be done but for the rules."""
    bare = rulebook.without(frozenset(range(len(rulebook.rules))))
    return " without coming back to a state" if not world.loops and bare.is_goal(bare.initial) else ""


def _enabled(world: World) -> list[int] | None:
    return None if world.seen is None else world.enabled.tolist()


def _at_most(world: World, budget: int) -> str:
    return f" of at most {budget} actions" if budget == world.budget else ""


def _blamed(world: World, rulebook: Rulebook, found: Blame, budget: int) -> Failure:
    names = tuple(rule.name for rule in found.rules)
    broken = rulebook.broken_at_first()
    if found.left is not None and set(found.rules) <= set(broken):
        return Failure(
            "rules", f"The initial state breaks {named(found.rules)}, whatever is done.", rules=names
        )
    aim = f"reaches the goal of {world.system.name!r} and keeps" if rulebook.reaches_goal else "keeps"
    plan = f"No plan{_at_most(world, budget)} {aim}"
    if found.enough:
        one = "it" if len(found.rules) == 1 else "any one of them"
        message = (
            f"{plan} {named(found.rules)} beside the others; without {one}, one of {found.left} actions does."
        )
    else:
        message = f"{plan} " + ", nor does one keep ".join(
            f"{named(one)}{' together' if len(one) > 1 else ''}" for one in found.conflicts
        )
        whole = len(found.rules) == len(rulebook.rules)
        them = "any rules" if not whole else "them" if len(found.rules) > 1 else "it"
        message += f"; without {them}, one of {found.length} actions does."
        if found.left is None:
            message += " Whether leaving these out is enough was not found within the limits."
    message += _letter_would_do(world, rulebook, found, budget)
    plan_, stopped = _shortest_plan(world, world.system if world.aim is None else world.aim)
    if stopped is not None:
        return Failure(
            "rules", f"{message} Whether a longer plan would do was not found within the limits.", rules=names
        )
    if plan_ is None:
        return Failure("rules", f"{message} No longer plan would do.", rules=names)
    return Failure(
        "rules", f"{message} To keep all rules takes {len(plan_)} actions.", len(plan_), rules=names
    )


def _letter_would_do(world: World, rulebook: Rulebook, found: Blame, budget: int) -> str:
    """That what was done first need not last, if that would leave a plan."""
    blamed = {rule for some in (found.rules, *found.conflicts) for rule in some}
    letter = to_the_letter(
        rulebook, blamed, budget, _enabled(world), world.limits, loops=world.loops, least=world.least
    )
    if letter is None:
        return ""
    orders, length = letter
    return (
        f" What {named(orders)} {'asks' if len(orders) == 1 else 'ask'} to be done first has to last until the "
        "second thing is done; if it need only have been done (an order to the letter), a plan of "
        f"{length} actions would do."
    )


def _shortest_plan(
    world: World, aim: TransitionSystem[Any]
) -> tuple[tuple[int, ...] | None, LimitReached | None]:
    """The best plan that is found, and the limit that kept it from being proved the shortest."""
    start, reachability = aim.initial, world.reachability
    if aim.is_goal(start):
        # The plan is to have an action all the same: leave, and come back.
        return leave_and_reach(reachability, start, _LARGE_BUDGET, loops=world.loops)
    found = reachability.distance(start, _LARGE_BUDGET)
    if isinstance(found, LimitReached):
        return reachability.known_plan(start), found
    return None if found == math.inf else reachability.known_plan(start), None


def _limit(reached: LimitReached, refuted: int | None = None) -> Failure:
    """A search that gave up; plans of at most `refuted` actions were proved not to exist."""
    longer = "one" if refuted is None else f"one of more than {refuted} actions"
    none = "" if refuted is None else f"No plan of at most {refuted} actions exists. "
    least = max(reached.lower_bound, 1 if refuted is None else refuted + 1)
    return Failure(
        "limit",
        f"{none}The search for a plan reached its limit of {_reached(reached)} before it was known whether "
        f"{longer} exists; it would have at least {least:g} actions. Raise the limit"
        f"{'.' if refuted is None else ', and the budget.'}",
    )


def _reached(limit: LimitReached) -> str:
    return f"{limit.limit:,} states" if limit.kind == "states" else f"{limit.limit:g} seconds"


def _only_loops(
    world: World, aim: TransitionSystem[Any], reachability: Reachability, budget: int
) -> Failure | None:
    """There is no plan without a loop. Is there one with?"""
    if world.loops or not aim.is_goal(aim.initial):
        return None  # a shorter plan than one with a loop has none
    plan, stopped = leave_and_reach(reachability, aim.initial, _LARGE_BUDGET, loops=True)
    if plan is None:
        return None if stopped is None else _limit(stopped)
    goal = GOAL in world.enforce
    held = f"The goal of {world.system.name!r} holds already" if goal else "The rules are kept already"
    message = (
        f"{held}, and a plan has at least one action; but every plan that reaches it again comes back to a state "
        "that it has been in."
    )
    if len(plan) > budget:
        message += f" One of {len(plan)} actions does, more than the budget of {budget}."
    unseen = _unseen_in(world, plan)
    if unseen:  # so loops alone would not do
        message += f" It would need {', '.join(unseen)}, too, which is not seen."
    return Failure("unreachable" if unseen else "loops", f"{message} {_ALLOW}", entities=unseen)


def _unseen(world: World, aim: TransitionSystem[Any], budget: int, unknown: LimitReached | None) -> Failure:
    """Nothing seen leads to the goal: would more sight?"""
    everything = Reachability(aim, None, world.limits)
    plan: tuple[int, ...] | None = None
    for most in (_LARGE_BUDGET, budget):  # the first is easier, and often within the budget
        if plan is None or len(plan) > budget:
            found = plan_from(everything, StateHistory(None, aim.initial), most, loops=world.loops)
            if isinstance(found, LimitReached):
                return _limit(found)
            if found is None:
                break
            plan = found
    if plan is None:
        _make_sure(world, everything, math.inf)
        loop = _only_loops(world, aim, everything, budget)
        return loop or _unreachable(world, aim, ", seen or unseen", budget, unknown)
    unseen = _unseen_in(world, plan)
    none = "" if len(world.enabled) else "Every action names an entity that is not seen. "
    what = (
        f"The goal of {world.system.name!r} cannot be reached"
        if GOAL in world.enforce
        else "The rules cannot be kept"
    )
    more = f", and a larger budget than {budget}" if len(plan) > budget else ""
    return Failure(
        "unseen",
        f"{none}{what} through what is seen; a plan of {len(plan)} actions would need {', '.join(unseen)}{more}.",
        entities=unseen,
    )


def _unseen_in(world: World, plan: Sequence[int]) -> tuple[str, ...]:
    """The entities of a plan that are not seen."""
    if world.seen is None:
        return ()
    return tuple(
        sorted({name for one in plan for name in world.system.actions[one].args}.difference(world.seen))
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
    text = spelt(data or b"")
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
    if world.system.is_goal(here.state):
        return level, "The plan cannot end here: where there is no goal, a plan has at least one action."
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
    found = conflict(rulebook, prefix, world.budget, enabled, world.limits, loops=world.loops)
    return found.rules if isinstance(found, Conflict) else None
