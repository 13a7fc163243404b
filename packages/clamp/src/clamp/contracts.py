"""Contracts: what systems, constraints and hosts of other people must do, checked on one that is given.

Subclass `SystemContract`, `ConstraintContract` or `HostContract` in your tests, or call what they run. A broken law is
an `AssertionError` that says which, where, and by what evidence. They try every member that can be overridden, near the
beginning and on the way to an end; what is elsewhere they do not see, so what passes is not proved right.
"""

from __future__ import annotations

import itertools
import math
import random
from abc import ABC, abstractmethod
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from typing import TYPE_CHECKING, Any, NoReturn, cast

import numpy as np

from clamp import checks
from clamp.automata import Vocabulary
from clamp.decoding import Constraint, PlanConstraint, PlanFormat
from clamp.decoding.result import PlanResult
from clamp.decoding.weights import Score, Weighted, checked_constraint
from clamp.decoding.world import EXECUTABILITY, GOAL
from clamp.errors import ConstraintError, DomainError, PlanSyntaxError
from clamp.hosts.jobs import PlanRequest
from clamp.planning.problem import Problem
from clamp.planning.rules import with_rules
from clamp.planning.system import (
    Action,
    Rulebook,
    SearchSpace,
    TransitionSystem,
)

if TYPE_CHECKING:
    from clamp.hosts.planner import PlanHost


def _broken(what: object, law: str, evidence: str) -> NoReturn:
    raise AssertionError(f"{what}: {law}. But {evidence}.")


# ------------------------------------------------------------------ transition systems


def check_transition_system(
    system: TransitionSystem[Any], *, depth: int = 4, states: int = 300, seed: int = 0
) -> None:
    """Hold a transition system to its contract, by brute force near its initial state and along a way to its goal.

    - Actions and entities are named once each and stay as they are; arguments are entities. `index`, `why_never` and
      `impossible_actions` tell what there is from what can never be.
    - `applicable_indices` ascends and agrees with `why_inapplicable`, `applicable` and `possible_indices`, of which
      `is_lost` tells the rest; states are hashable, and the same actions lead to equal states.
    - The search space has the system's goals and, through all actions or some, its goal distances; bounds are
      never too high, what passes for hopeless has no plan, and states of one node, or of one kind, are equally far from
      the goal. What advice it gives is consistent with its successors.
    - `validate` finds valid what stepping through `applicable_indices` to `is_goal` finds.
    - `rule_words` tell the same facts of a state and of a replay, `outcome` such as hold after an action, `excludes`
      none that hold before one; `lexicon` names every kind of action. A `rulebook` says of states and plans what the
      system does. A system with `constraints` is checked as `with_rules` binds them.

    The way to the goal is looked for in the system itself, led by no more than the space's `estimate`.

    Args:
        depth: How many actions deep to look, at the start and at places on the way to the goal.
        states: About how many states to look at in each place: less deep where there are more.
        seed: Of the walks and of the actions that are left out.

    Raises:
        AssertionError: With the law, the place and the evidence.
        ConstraintError: If a number is none, or too small.
    """
    checks.whole("depth", depth, least=1)
    checks.whole("states", states, least=1)
    checks.whole("seed", seed)
    name = f"{type(system).__name__} {getattr(system, 'name', '(without a name)')!r}"
    given, system = system, _bound(name, system)
    _check_names(name, system)
    near = _Near(name, system, depth, states)
    rng = random.Random(seed)
    some = frozenset(rng.sample(range(len(system.actions)), (len(system.actions) + 1) // 2))
    plan = near.plan()
    way = _way(name, system, states) if plan is None else plan
    plan = way if system.is_goal(_after(system, way)) else None
    places = [near, *_places(name, system, way, depth, states)]
    for enabled in (None, some):
        for place in places:
            _check_space(name, place, enabled)
    if plan is not None:
        for enabled in (None, frozenset(plan)):
            _check_way(name, system, plan, enabled)
    walks = [near.walk(rng) for _ in range(20)]
    walks += [[], *(way[:length] for length in {len(way), max(0, len(way) - 1), len(way) // 2})]
    _check_validation(name, system, walks, rng)
    _check_words(name, system, walks, rng)
    if system.rulebook is not None:
        _check_rulebook(name, system, system.rulebook, walks)
    if given is not system:
        for walk in (*walks, _way(name, given.unconstrained, states)):
            written = [system.actions[index] for index in walk]
            if given.validate(written).valid != system.validate(written).valid:
                law = "`validate` of a system with `constraints` judges them"
                _broken(name, law, f"of [{', '.join(map(str, written))}] it does not")


def _bound(name: str, system: TransitionSystem[Any]) -> TransitionSystem[Any]:
    """The system with its constraints, if it has some."""
    names = [one.name for one in system.constraints]
    if len(set(names)) < len(names):
        _broken(name, "`constraints` has each once", f"they are {names}")
    free = system.unconstrained
    if free.constraints:
        _broken(name, "`unconstrained` has no `constraints`", f"it has {len(free.constraints)}")
    if list(free.actions) != list(system.actions):
        _broken(name, "`unconstrained` has the same actions", "it has others")
    return with_rules(system)


def _after(system: TransitionSystem[Any], walk: Sequence[int]) -> Any:
    state = system.initial
    for index in walk:
        state = system.successor_of_index(state, index)
    return state


def _way(name: str, system: TransitionSystem[Any], states: int) -> list[int]:
    """The actions of some way to the goal, if one is found soon, or to where the search came last.

    Only `estimate` is trusted to say where to look.
    """
    space, start = system.search_space(None), system.initial
    order = itertools.count()
    queue: list[tuple[float, int, Any]] = [(0.0, next(order), start)]
    came: dict[Any, tuple[int, Any] | None] = {start: None}
    latest = start
    while queue and len(came) <= _EXPANSIONS * states and not system.is_goal(latest):
        state = heappop(queue)[-1]
        for index in system.applicable_indices(state):
            after = _hashed(name, system.successor_of_index(state, int(index)), f"that after action {index}")
            if after not in came:
                came[after], latest = (int(index), state), after
                node = _hashed(name, space.node(after), "a node of the search space")
                heappush(queue, (float(space.estimate(node)), next(order), after))
                if system.is_goal(after):
                    break
    return _back(came, latest)


_EXPANSIONS = 5
"""For each state that is looked at near the beginning, so many are met on the search for the goal."""


def _back(came: Mapping[Any, tuple[int, Any] | None], state: Any) -> list[int]:
    plan: list[int] = []
    while (step := came[state]) is not None:
        index, state = step
        plan.append(index)
    return plan[::-1]


def _places(
    name: str, system: TransitionSystem[Any], plan: Sequence[int], depth: int, states: int
) -> Iterator[_Near]:
    """What lies around a place in the middle of a way, and around one near its end."""
    for place in sorted({len(plan) // 2, len(plan) - depth + 1}):
        if len(plan) > depth and place > 0:
            yield _Near(name, system, depth, states, plan[:place])


def _check_names(name: str, system: TransitionSystem[Any]) -> None:
    if not isinstance(getattr(system, "name", None), str):
        _broken(name, "`name` is a text", f"it is {getattr(system, 'name', None)!r}")
    for what, listed in (("actions", system.actions), ("entities", system.entities)):
        twice = _repeated(listed)
        if twice is not None:
            _broken(name, f"`{what}` has each once", f"{twice} is there twice")
        if list(getattr(system, what)) != list(listed):
            _broken(name, f"`{what}` stays as it is", "asked again, it is another")
    known = set(system.entities)
    for index, action in enumerate(system.actions):
        strange = [one for one in action.args if one not in known]
        if strange:
            _broken(
                name, "arguments of actions are entities", f"{action} names {strange[0]!r}, which is none"
            )
        if system.index(action) != index:
            _broken(name, "`index` is the place in `actions`", f"it puts {action} at {system.index(action)}")
        if system.why_never(action) is not None:
            _broken(
                name, "`why_never` is None of `actions`", f"of {action} it is {system.why_never(action)!r}"
            )
    for action in (Action("no such action"), *itertools.islice(system.impossible_actions(), _SOME)):
        try:
            found: object = system.index(action)
        except DomainError:
            continue
        _broken(name, "`index` refuses what is none of `actions`", f"it puts {action} at {found}")
    for action in itertools.islice(system.impossible_actions(), _SOME):
        if not isinstance(why := system.why_never(action), str) or not why.strip():
            _broken(name, "`why_never` says why of `impossible_actions`", f"of {action} it says {why!r}")
    if (why := system.why_never(Action("no such action"))) is not None:
        _broken(name, "`why_never` is None of what is not well formed", f"of 'no such action' it is {why!r}")
    goal = system.goal_entities()
    if not isinstance(goal, frozenset):  # pyright: ignore[reportUnnecessaryIsInstance]
        _broken(name, "`goal_entities` is a frozenset", f"it is {goal!r}")
    if strange := sorted(map(repr, goal - known)):
        _broken(name, "`goal_entities` are entities", f"{strange[0]} is none")
    shapes = {(action.name, len(action.args)) for action in system.actions}
    missing = shapes - {(kind, len(parameters)) for kind, parameters in system.lexicon.signatures}
    if missing:
        _broken(name, "`lexicon.signatures` has each kind of action", f"{sorted(missing)[0]} is not there")
    if any(not isinstance(term, str) for term in system.lexicon.terms):  # pyright: ignore[reportUnnecessaryIsInstance]
        _broken(name, "`lexicon.terms` has words", f"they are {sorted(map(repr, system.lexicon.terms))}")
    for kind, names in system.lexicon.types.items():
        if not known.issuperset(names):
            _broken(name, "`lexicon.types` has entities", f"{kind!r} has {sorted(set(names) - known)[0]!r}")
    fitting = system.places()
    for action in (system.actions[index] for index in system.applicable_indices(system.initial)):
        places = fitting.get(action.name, ())
        if len(places) < len(action.args) or not all(
            arg in place for arg, place in zip(action.args, places, strict=False)
        ):
            law = "`places` has what stands at each place of what applies"
            _broken(name, law, f"{action} does not fit what `places` says of {action.name!r}")


_SOME = 50
"""So many of what there may be very many of are looked at."""


def _repeated(values: Iterable[Hashable]) -> Hashable | None:
    seen: set[Hashable] = set()
    for one in values:
        if one in seen:
            return one
        seen.add(one)
    return None


class _Near:
    """The states near one, level by level, and their exact goal distances.

    Attributes:
        start: The state: the initial one, or that after some actions.
        level: Fewest actions from there to each.
        depth: The states of all lower levels are expanded.
        after: The state after each applicable action, of each state that is expanded.
    """

    def __init__(
        self, name: str, system: TransitionSystem[Any], depth: int, states: int, way: Sequence[int] = ()
    ):
        self.system = system
        start = _hashed(name, system.initial, "the initial state")
        if system.initial != start:
            _broken(name, "`initial` stays as it is", "asked again, it is another state")
        for index in way:
            start = system.successor_of_index(start, index)
        self.start = start
        self.level: dict[Any, int] = {start: 0}
        self.after: dict[Any, dict[int, Any]] = {}
        self.depth = 0
        latest = [start]
        while latest and self.depth < depth and len(self.level) <= states:
            found: list[Any] = []
            for state in latest:
                self.after[state] = _expanded(name, system, state)
                for after in self.after[state].values():
                    if after not in self.level:
                        self.level[after] = self.depth + 1
                        found.append(after)
            latest = found
            self.depth += 1
        self.depth = self.depth if latest else 10**6  # all states are known

    def distances(self, enabled: Collection[int] | None) -> dict[Any, float]:
        """The length of a shortest way to a goal through what is known; no shorter way exists than `horizon`."""
        before: dict[Any, list[Any]] = {}
        for state, after in self.after.items():
            for index, one in after.items():
                if enabled is None or index in enabled:
                    before.setdefault(one, []).append(state)
        latest = [state for state in self.level if self.system.is_goal(state)]
        found: dict[Any, float] = dict.fromkeys(latest, 0)
        for length in itertools.count(1):
            latest = [one for state in latest for one in before.get(state, ()) if one not in found]
            if not latest:
                return found
            latest = list(dict.fromkeys(latest))
            found.update(dict.fromkeys(latest, length))
        raise AssertionError

    def horizon(self, state: Any) -> int:
        """Ways of at most this many actions from a state lie within what is known."""
        return self.depth - self.level[state]

    def walk(self, rng: random.Random) -> list[int]:
        """The actions of some way through what is known."""
        state, walk = self.start, list[int]()
        for _ in range(rng.randint(1, 6)):
            after = self.after.get(state)
            if not after:
                break
            index = rng.choice(list(after))
            walk.append(index)
            state = after[index]
        return walk

    def plan(self) -> list[int] | None:
        """A shortest plan, if one is near."""
        distances, state, plan = self.distances(None), self.start, list[int]()
        if state not in distances:
            return None
        while distances[state]:
            steps = self.after[state].items()
            index, state = next(one for one in steps if distances.get(one[1], math.inf) < distances[state])
            plan.append(index)
        return plan


def _hashed(name: str, state: Any, where: str) -> Any:
    try:
        hash(state)
    except TypeError as error:
        _broken(name, "states are hashable", f"{where} is not: {error}")
    return state


def _expanded(name: str, system: TransitionSystem[Any], state: Any) -> dict[int, Any]:
    """The state after each action that is applicable in one."""
    where = f"in {_shown(state)}"
    indices = [int(one) for one in system.applicable_indices(state)]
    if indices != sorted(set(indices)) or (
        indices and not 0 <= indices[0] <= indices[-1] < len(system.actions)
    ):
        _broken(
            name, "`applicable_indices` ascends, each place in `actions` once", f"{where} it is {indices[:9]}"
        )
    if [int(one) for one in system.applicable_indices(state)] != indices:
        _broken(
            name, "`applicable_indices` depends on the state alone", f"{where} it changes when asked again"
        )
    if bool(system.is_goal(state)) != bool(system.is_goal(state)):
        _broken(name, "`is_goal` depends on the state alone", f"{where} it changes when asked again")
    apart = max(1, len(system.actions) // 100)
    for index in sorted({*indices, *range(0, len(system.actions), apart)}):
        action = system.actions[index]
        reason = system.why_inapplicable(state, action)
        if (reason is None) != (index in indices):
            _broken(
                name,
                "`why_inapplicable` is None iff `applicable_indices` has the action",
                f"{where} it is {reason!r} for {action}, which is {'' if index in indices else 'not '}there",
            )
        if reason is not None and not reason.strip():
            _broken(name, "`why_inapplicable` says why", f"{where} it is empty for {action}")
    if system.applicable(state) != [system.actions[index] for index in indices]:
        _broken(name, "`applicable` has the actions of `applicable_indices`", f"{where} it has others")
    possible = [int(one) for one in system.possible_indices(state)]
    if possible != sorted(set(possible)) or not set(indices) <= set(possible):
        law = "`possible_indices` ascends and has all of `applicable_indices`"
        _broken(name, law, f"{where} it is {possible[:9]}, these {indices[:9]}")
    if possible and not 0 <= possible[0] <= possible[-1] < len(system.actions):
        _broken(name, "`possible_indices` are places in `actions`", f"{where} it is {possible[:9]}")
    lost = "`is_lost` tells which of `possible_indices` do not apply"
    applies = set(indices)
    for index in possible:
        if index not in applies and not system.is_lost(system.successor_of_index(state, index)):
            _broken(name, lost, f"{where} not of {system.actions[index]}")
    after: dict[int, Any] = {}
    for index in indices:
        one = _hashed(name, system.successor_of_index(state, index), f"that after {system.actions[index]}")
        again = system.successor_of_index(state, index)
        if one != again or hash(one) != hash(again):
            law = "the same action leads from a state to equal states with equal hashes"
            _broken(
                name, law, f"{system.actions[index]} {where} led to {_shown(one)}, then to {_shown(again)}"
            )
        if system.is_lost(one):
            _broken(name, lost, f"{where} {system.actions[index]} applies")
        if len(after) < _SOME and system.successor(state, system.actions[index]) != one:
            law = "`successor` leads where `successor_of_index` does"
            _broken(name, law, f"{where} it does not, by {system.actions[index]}")
        after[index] = one
    return after


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 200 else f"{text[:200]}…"


def _check_space(name: str, near: _Near, enabled: Collection[int] | None) -> None:
    through = "" if enabled is None else f" with {len(enabled)} actions enabled"
    space = near.system.search_space(enabled)
    distances = near.distances(enabled)
    far: dict[Hashable, tuple[float, Any]] = {}
    alike: dict[Hashable, tuple[float, Any]] = {}
    ways = _Ways(space)
    coarse = space.coarse
    small = None if coarse is None else _Ways(coarse)
    for state in near.after:
        where = f"in {_shown(state)}{through}"
        node = _hashed(name, space.node(state), "a node of the search space")
        if bool(space.is_goal(node)) != bool(near.system.is_goal(state)):
            _broken(name, "the search space has the goals of the system", f"{where} they differ")
        horizon = near.horizon(state)
        found = distances.get(state, math.inf)
        exact = found if found <= horizon else math.inf
        _check_bounds(name, space, node, found, where)
        most = min(horizon, len(near.level))
        searched = ways.length(node, most)
        if searched != exact:
            law = "the search space has the goal distances of the system"
            _broken(
                name, law, f"{where} the distance is {exact}, in the space {searched} (looking {most} deep)"
            )
        if small is not None and coarse is not None and exact < math.inf:
            searched = small.length(coarse.node(node), int(exact))
            if searched > exact:
                law = "the coarse space's ways are never longer"
                _broken(name, law, f"{where} the distance is {exact}, there {searched}")
        kinds = [("node", node, far)]
        if space.has_symmetry:
            kinds.append(("kind", _hashed(name, space.kind(node), "a kind"), alike))
        for what, one, known in kinds if exact < math.inf else ():
            before, other = known.setdefault(one, (exact, state))
            if before != exact:
                law = f"states of one {what} are equally far from the goal"
                _broken(
                    name,
                    law,
                    f"{_shown(other)} is {before}, {_shown(state)} {exact} actions from it{through}",
                )
        for index, after in ways.successors(node):
            if enabled is not None and index not in enabled:
                _broken(name, "a search space uses enabled actions only", f"{where} it uses {index}")
            if space.step(node, index) != after:
                _broken(
                    name, "`step` leads where `successors` does", f"{where} it does not, by action {index}"
                )
        _check_advice(name, near, space, state, enabled, where)


def _check_bounds(name: str, space: SearchSpace, node: Any, found: float, where: str) -> None:
    """No bound is above the length of a plan that is known, and nothing calls a place hopeless that has one."""
    bounds = {"`lower_bound`": space.lower_bound(node)}
    hopes = {"`estimate`": space.estimate(node)}
    if not space.is_goal(node):
        cuts = space.landmarks(node, ())
        bounds["the number of `landmarks`"] = math.inf if cuts is None else len(cuts)
        if cuts is not None and sum(map(len, cuts)) != len(frozenset[Any]().union(*cuts)):
            _broken(name, "`landmarks` are disjoint", f"{where} they are not")
        hopes["the length of `relaxed_plan`"] = space.relaxed_plan(node)[0]
        if space.coarse is not None:
            bounds["the coarse space's `lower_bound`"] = space.coarse.lower_bound(space.coarse.node(node))
    for what, bound in bounds.items():
        if not bound <= found:
            _broken(
                name,
                f"{what} is never above the goal distance",
                f"{where} it is {bound}, a plan has {found}",
            )
    for what, hope in hopes.items():
        if not 0 <= hope < math.inf and found < math.inf:
            law = f"{what} is a length, and infinite only where there is no plan"
            _broken(name, law, f"{where} it is {hope}, a plan has {found}")


def _check_way(
    name: str, system: TransitionSystem[Any], plan: Sequence[int], enabled: Collection[int] | None
) -> None:
    """Along a way to the goal no bound is above what is left of it, and advice goes with it."""
    space = system.search_space(enabled)
    state, nodes = system.initial, list[Any]()
    for step, index in enumerate(plan):
        nodes.append(space.node(state))
        where = f"after {step} of {len(plan)} actions to the goal"
        if bool(space.is_goal(nodes[-1])) != bool(system.is_goal(state)):
            _broken(name, "the search space has the goals of the system", f"{where} they differ")
        _check_bounds(name, space, nodes[-1], len(plan) - step, where)
        cuts = None if space.is_goal(nodes[-1]) else space.landmarks(nodes[-1], ())
        if cuts:
            _check_surviving(name, space, nodes[-1], index, cuts, len(plan) - step - 1, where)
        state = system.successor_of_index(state, index)
        led = space.step(nodes[-1], index)
        if led is not None and led != space.node(state):
            _broken(name, "`step` leads where the system does", f"{where} it does not")
    nodes.append(space.node(state))
    _check_bounds(name, space, nodes[-1], 0, "at the end of a way to the goal")
    if not space.is_goal(nodes[-1]):
        _broken(name, "the search space has the goals of the system", "at the end of a way there they differ")
    _check_needs(name, space, plan, nodes, len(system.actions))


def _check_advice(
    name: str,
    near: _Near,
    space: SearchSpace,
    state: Any,
    enabled: Collection[int] | None,
    where: str,
) -> None:
    """What a space tells beyond its distances agrees with the system."""
    node, after = space.node(state), near.after[state]
    distances, count = near.distances(enabled), len(near.system.actions)
    useful = list(space.relaxed_plan(node)[1])
    if any(not 0 <= one < count or (enabled is not None and one not in enabled) for one in useful):
        _broken(name, "`relaxed_plan` finds enabled actions useful", f"{where} it has {useful[:9]}")
    cuts = None if space.is_goal(node) else space.landmarks(node, ())
    for index in range(0, count, max(1, count // _SOME)):
        if enabled is not None and index not in enabled:
            continue
        led = space.step(node, index) if index in after else None
        if led is not None and led != space.node(after[index]):
            _broken(name, "`step` leads where the system does", f"{where} it does not, by action {index}")
        if cuts and index in after:
            _check_surviving(name, space, node, index, cuts, distances.get(after[index], math.inf), where)
    if space.coarse is not None:
        coarse, small = space.coarse, space.coarse.node(node)
        if space.is_goal(node) and not coarse.is_goal(small):
            _broken(name, "the coarse space has the goals of the space", f"{where} it does not")
        if not coarse.estimate(small) >= 0:
            _broken(
                name, "the coarse space's `estimate` is a length", f"{where} it is {coarse.estimate(small)}"
            )
    _check_children(name, space, node, where)


def _check_surviving(
    name: str,
    space: SearchSpace,
    node: Any,
    index: int,
    cuts: Sequence[frozenset[int]],
    most: float,
    where: str,
) -> None:
    left = space.surviving(node, index, cuts)
    if not set(left) <= set(cuts) or len(left) > most:
        law = "`surviving` are those `landmarks` that every plan still needs"
        _broken(name, law, f"{where} {len(left)} of {len(cuts)} are after action {index}, a plan has {most}")


def _check_children(name: str, space: SearchSpace, node: Any, where: str) -> None:
    before, price = space.effort, space.price
    space.relaxed_plan(node)
    now = space.effort
    if (before is None) != (now is None) or not 0 <= (before or 0) <= (now or 0) < math.inf:
        _broken(name, "`effort` is a count that grows", f"{where} it was {before} and is {now}")
    if not 0 <= price < math.inf:
        _broken(name, "`price` is a number of nodes", f"{where} it is {price}")
    children = list(space.successors(node))
    if not isinstance(space.has_symmetry, bool):  # pyright: ignore[reportUnnecessaryIsInstance]
        _broken(name, "`has_symmetry` is true or false", f"it is {space.has_symmetry!r}")
    if space.has_symmetry:
        some = list(space.different_successors(node))
        law = "`different_successors` has one of the `successors` of each kind at least"
        if not set(some) <= set(children):
            _broken(name, law, f"{where} it has others")
        if {space.kind(one) for _, one in some} != {space.kind(one) for _, one in children}:
            _broken(name, law, f"{where} a kind is missing")
        _check_likeness(name, space, node, children, where)


def _check_likeness(
    name: str, space: SearchSpace, node: Any, children: Sequence[tuple[int, Any]], where: str
) -> None:
    likeness = space.likeness(node)
    first: dict[Hashable, tuple[int, Any]] = {}
    for action, after in children:
        like = likeness(action)
        if like is None:
            continue
        one, target = first.setdefault(like, (action, after))
        if space.kind(target) != space.kind(after):
            law = "actions of one `likeness` lead to nodes of one kind"
            _broken(name, law, f"{where} actions {one} and {action} do not")
        plan = _near_way(space, target) if one != action else None
        swapped = None if plan is None else space.swapped(plan, one, action)
        for step in swapped or ():
            after = None if after is None else space.step(after, step)
        if swapped is not None and (after is None or not space.is_goal(after)):
            law = "a plan that is `swapped` goes on from the other action to the goal"
            _broken(name, law, f"{where} that after action {action} does not: {list(swapped)}")


def _near_way(space: SearchSpace, start: Any, most: int = 500) -> Sequence[int] | None:
    """A shortest way to the goal, if few nodes are nearer."""
    found: dict[Any, tuple[int, ...]] = {start: ()}
    for node in (queue := [start]):
        if space.is_goal(node):
            return found[node]
        for action, after in space.successors(node):
            if after not in found and len(found) < most:
                found[after] = (*found[node], action)
                queue.append(after)
    return None


def _check_needs(
    name: str, space: SearchSpace, plan: Sequence[int], nodes: Sequence[Any], count: int
) -> None:
    """What a way to the goal rests on, told backwards, leads to the goal from whatever has it."""
    need, needs = space.satisfied(nodes[-1]), list[Any]()
    for step in reversed(range(len(plan) + 1)):
        if step < len(plan) and need is not None:
            need = space.regressed(nodes[step], plan[step], need)
        if need is None:
            return
        where = f"{step} actions after the start of a way to the goal"
        if not space.meets(nodes[step], need):
            _broken(name, "a node `meets` what is `satisfied` or `regressed` there", f"{where} it does not")
        needs.append(need)
        for place, node in enumerate(nodes):
            met = [space.meets(node, one) for one in needs]
            first = met.index(True) if True in met else -1
            if space.first_met(node, needs, len(needs)) != first:
                _broken(name, "`first_met` is the first that a node `meets`", f"{where} it is not")
            if space.first_met(node, needs, 0) != -1:
                _broken(name, "`first_met` looks at no more than `most` needs", f"{where} it does")
            if met[-1] and not _followed(space, node, plan[step:]):
                law = "what is left of a way leads to the goal from what `meets` its need"
                _broken(name, law, f"not from the node after {place} actions what is left after {step}")
            if any(not 0 <= index < count for index in space.mending(node, need)):
                _broken(name, "`mending` has places in `actions`", f"{where} it has others")


def _followed(space: SearchSpace, node: Any, plan: Sequence[int]) -> bool:
    for index in plan:
        node = space.step(node, index)
        if node is None:
            return False
    return bool(space.is_goal(node))


class _Ways:
    """Breadth-first search in a search space."""

    def __init__(self, space: SearchSpace):
        self._space = space
        self._after: dict[Hashable, list[tuple[int, Hashable]]] = {}

    def successors(self, node: Hashable) -> list[tuple[int, Hashable]]:
        if node not in self._after:
            self._after[node] = [(int(index), after) for index, after in self._space.successors(node)]
        return self._after[node]

    def length(self, node: Hashable, most: int) -> float:
        """The fewest actions to a goal, or `inf` if these are more than `most`."""
        seen, latest = {node}, [node]
        for length in range(most + 1):
            if any(self._space.is_goal(one) for one in latest):
                return length
            if length == most or not latest:
                break
            found = dict.fromkeys(after for one in latest for _, after in self.successors(one))
            latest = [one for one in found if one not in seen]
            seen.update(latest)
        return math.inf


def _check_validation(
    name: str, system: TransitionSystem[Any], walks: Sequence[Sequence[int]], rng: random.Random
) -> None:
    spoilt = [[*walk, rng.randrange(len(system.actions))] for walk in walks] if len(system.actions) else []
    for walk in (*walks, *spoilt):
        plan = [system.actions[index] for index in walk]
        state, failed = system.initial, None
        for step, index in enumerate(walk):
            if index not in system.applicable_indices(state):
                failed = step
                break
            state = system.successor_of_index(state, index)
        stepped = failed is None and system.is_goal(state)
        verdict = system.validate(plan)
        written = ", ".join(map(str, plan))
        if verdict.valid != stepped:
            law = "`validate` agrees with stepping through the plan"
            _broken(
                name, law, f"of [{written}] it says {verdict.valid} ({verdict.reason!r}), stepping {stepped}"
            )
        if not verdict.valid and not verdict.reason:
            _broken(name, "`validate` says why a plan is not valid", f"of [{written}] it does not")
        if verdict.step not in (None, failed):
            law = "`Validation.step` is the first action that is not applicable"
            _broken(name, law, f"of [{written}] it is {verdict.step}, not {failed}")
        if failed is not None:
            _check_refusal(name, system, state, plan[failed])


def _check_refusal(name: str, system: TransitionSystem[Any], state: Any, action: Action) -> None:
    try:
        system.successor(state, action)
    except DomainError:
        return
    _broken(name, "`successor` refuses what is not applicable", f"it does {action} in {_shown(state)}")


def _check_words(
    name: str, system: TransitionSystem[Any], walks: Sequence[Sequence[int]], rng: random.Random
) -> None:
    words = system.rule_words()
    if "object" not in words.types:
        _broken(name, "`object` is a type of `rule_words`", f"they are {sorted(words.types)}")
    for predicate, arities in words.predicates.items():
        if not predicate or any(arity < 0 for arity in arities):
            law = "`rule_words().predicates` have names and numbers of arguments"
            _broken(name, law, f"{predicate!r} has {sorted(arities)}")
    for kind in words.types:
        twice = _repeated(words.objects(kind))
        if twice is not None:
            _broken(
                name, "`rule_words` have each object of a type once", f"{twice!r} is twice among {kind!r}"
            )
    rulebook = system.rulebook
    below = system if rulebook is None else rulebook.system
    if below.rulebook is not None:
        _broken(name, "the system below the rules has none", "it has a rulebook of its own")
    facts = _some_facts(words.predicates, words.objects("object"), rng)
    constant = {fact: words.constant(fact) for fact in facts}
    read = [fact for fact in facts if constant[fact] is None]
    valuation = words.valuation(read)
    for walk in walks:
        positions = list(words.replay([system.actions[index] for index in walk]))
        if [action for _, action in positions] != [None, *(system.actions[index] for index in walk)]:
            law = "`rule_words().replay` has the initial position, then one for each action"
            _broken(name, law, f"of {len(walk)} actions it has {len(positions)} positions, or other actions")
        state = below.initial
        for place, (holds, action) in enumerate(positions):
            if action is not None:
                was = {fact: bool(positions[place - 1][0](*fact)) for fact in facts}
                if system.excludes(action, was):
                    law = "`excludes` tells what is so in no state in which an action applies"
                    _broken(name, law, f"after {place - 1} actions it is so, and {action} applies")
                state = below.successor_of_index(state, walk[place - 1])
                for fact, held in system.outcome(action).items():
                    if bool(holds(*fact)) != held:
                        law = "`outcome` tells what holds after an action, whatever held before"
                        _broken(
                            name, law, f"after {action} it is otherwise with {fact[0]}({', '.join(fact[1])})"
                        )
            value = valuation(state)
            told = {fact: bool(value >> number & 1) for number, fact in enumerate(read)}
            for fact in facts:
                known = constant[fact]
                if bool(holds(*fact)) != (told[fact] if known is None else known):
                    law = "`rule_words` tell the same facts of a state and of a replay"
                    _broken(
                        name, law, f"after {place} actions they differ about {fact[0]}({', '.join(fact[1])})"
                    )


def _check_rulebook(
    name: str, system: TransitionSystem[Any], book: Rulebook, walks: Sequence[Sequence[int]]
) -> None:
    """What a rulebook says of states and plans is what the system does."""
    below, every = book.system, frozenset(range(len(book.rules)))
    if not every or len({rule.name for rule in book.rules}) != len(every):
        _broken(name, "`rulebook.rules` has each once", f"they are {[rule.name for rule in book.rules]}")
    if below.actions != system.actions:
        _broken(name, "`rulebook.system` has the same actions", "it has others")
    if book.state_without_rules(system.initial) != below.initial:
        _broken(name, "`rulebook.state_without_rules` tells the state of `rulebook.system`", "not at first")
    bare, whole = book.without(every), book.without(())
    lost = bool(book.broken_at_first())
    if lost and system.applicable_indices(system.initial):
        _broken(name, "after `rulebook.broken_at_first` nothing can be done", "something can")
    for walk in walks:
        where = f"after {', '.join(str(system.actions[index]) for index in walk)}"
        state, free, mine, same = system.initial, below.initial, bare.initial, whole.initial
        for index in [*walk, -1]:
            applies, can = set(system.applicable_indices(state)), set(below.applicable_indices(free))
            if set(bare.applicable_indices(mine)) != can or set(whole.applicable_indices(same)) != applies:
                _broken(name, "`rulebook.without` leaves out the rules given", f"{where} it does not")
            for one in () if lost else can:
                if (one in applies) == bool(book.broken_by(state, system.actions[one])):
                    law = "`rulebook.broken_by` has rules exactly where an action does not apply for them"
                    _broken(name, law, f"{where} it does not, of {system.actions[one]}")
            if index < 0:
                continue
            if index not in applies & can:
                break
            state, free = system.successor_of_index(state, index), below.successor_of_index(free, index)
            mine, same = bare.successor_of_index(mine, index), whole.successor_of_index(same, index)
        else:
            ends = (state, bool(bare.is_goal(mine)), bool(whole.is_goal(same)))
            _check_end(name, system, book, walk, free, *ends)


def _check_end(
    name: str,
    system: TransitionSystem[Any],
    book: Rulebook,
    walk: Sequence[int],
    free: Any,
    state: Any,
    without_all: bool,
    without_none: bool,
) -> None:
    """What a rulebook says after a plan, and whether the goal holds there without all rules, and without none."""
    where, every, below = f"after {len(walk)} actions", frozenset(range(len(book.rules))), book.system
    if book.state_without_rules(state) != free:
        law = "`rulebook.state_without_rules` tells the state of `rulebook.system`"
        _broken(name, law, f"{where} it does not")
    keeps = not book.broken_at_first() and not book.open_rules(state)
    if bool(book.rules_only.is_goal(state)) != keeps:
        law = "`rulebook.open_rules` are none exactly where `rules_only` may end"
        _broken(name, law, f"{where} they are {[rule.name for rule in book.open_rules(state)]}")
    reached = keeps and (not book.reaches_goal or below.is_goal(free))
    if bool(system.is_goal(state)) != reached:
        law = "a goal is that of `rulebook.system`, if the plan `reaches_goal`, and that no rule is open"
        _broken(name, law, f"{where} it is not")
    if without_none != reached or (book.reaches_goal and without_all != bool(below.is_goal(free))):
        _broken(name, "`rulebook.without` leaves out the rules given", f"{where} the goal is another")
    if (book.kept_by(walk) == every) != keeps:
        _broken(name, "`rulebook.kept_by` has all rules exactly where none is open", f"not {where}")


def _some_facts(
    predicates: Mapping[str, Collection[int]], objects: Sequence[str], rng: random.Random
) -> list[tuple[str, tuple[str, ...]]]:
    found: dict[tuple[str, tuple[str, ...]], None] = {}
    for predicate, arities in predicates.items():
        for arity in arities:
            for _ in range(5 if objects or not arity else 0):
                found[predicate, tuple(rng.choice(objects) for _ in range(arity))] = None
    return list(found)


def _holds(clause: str, holds: object, evidence: object) -> None:
    if not holds:
        raise AssertionError(f"{clause} {evidence!r}")


# ------------------------------------------------------------------ hosts

_DOMAIN = """(define (domain tidying) (:predicates (on ?x) (held ?x) (tidy ?x))
 (:action pick :parameters (?x) :precondition (on ?x) :effect (and (held ?x) (not (on ?x))))
 (:action put :parameters (?x) :precondition (held ?x) :effect (and (tidy ?x) (not (held ?x)))))"""
_PROBLEM = """(define (problem tidying-two) (:domain tidying) (:objects cup vase)
 (:init (on cup) (on vase)) (:goal (and (tidy cup) (tidy vase))))"""
_BUDGET = 6
_PROMPT = "Put the cup and the vase away."


def check_host(host: PlanHost, *, vocabulary: Vocabulary | None = None, images: Sequence[Any] = ()) -> None:
    """Hold a host to what `clamp.Planner` and `clamp.VLLMPlanner` promise. A few dozen short plans are written.

    - `write` returns one result for each text to be written, in their order, and tells `on_result` each once.
    - What a constraint has to say is said by each token written: the text is spelled by admissible tokens,
      and a plan's actions are what it says, replayed with success, within the budget; sampled or not, in any
      format, alone or in a batch.
    - What cannot be planned, is cut short, or cannot go on is a failure with a cause, without harm to the
      other requests. Without a constraint, a text passes for a plan only if it is replayed with success.
    - A constraint over another vocabulary is refused with a `ConstraintError`.

    Args:
        vocabulary: The model's; by default `host.vocabulary`.
        images: Pictures that some of the texts are written about, for a model that sees them.

    Raises:
        AssertionError: The clause that does not hold, and the evidence.
    """

    vocabulary = host.vocabulary if vocabulary is None else vocabulary
    problem = Problem.from_pddl(_DOMAIN, _PROBLEM)

    def constraint(plan_format: PlanFormat, budget: int = _BUDGET, width: Vocabulary = vocabulary) -> Any:
        return PlanConstraint(problem, width, plan_format, budget=budget)

    calls = constraint(PlanFormat.calls())
    good = [
        PlanRequest(
            _PROMPT,
            calls if plans is None else constraint(plans),
            temperature=temperature,
            seed=seed,
            images=images,
        )
        for plans in (None, PlanFormat.steps())
        for temperature, seed in ((0.0, 0), (1.0, 1), (1.0, 2))
    ]
    hopeless = PlanRequest(_PROMPT, constraint(PlanFormat.calls(), budget=3))
    cut = PlanRequest(_PROMPT, calls, max_new_tokens=1)
    stuck = PlanRequest(_PROMPT, Weighted(calls, [Score("never after the first", 1.0, _none_after(calls))]))
    free = PlanRequest(_PROMPT, None, plan_format=PlanFormat.calls(), system=problem, max_new_tokens=5)
    requests = [good[0], hopeless, *good[1:4], cut, stuck, free, *good[4:]]

    for batch_size in (1, 3):
        results = _all_of(host, requests, batch_size)
        for request, result in zip(requests, results, strict=True):
            if request in good:
                _holds("A solvable request comes to a plan, not", result.status == "plan", result.failure)
            _check_result(request, result, vocabulary, problem)
        for request, causes in (
            (hopeless, {"budget"}),
            (cut, {"length"}),
            (stuck, {"guidance"}),
        ):
            failure = results[requests.index(request)].failure
            cause = None if failure is None else failure.cause
            _holds(f"The cause of this failure is {' or '.join(causes)}, not", cause in causes, failure)
    narrow = Vocabulary.from_bytes([bytes([byte]) for byte in range(256)] + [None], 256)
    if narrow.size != vocabulary.size:
        try:
            host.write([PlanRequest(_PROMPT, constraint(PlanFormat.calls(), width=narrow))])
        except ConstraintError:
            return
        raise AssertionError("A constraint over another vocabulary is refused with a ConstraintError.")


def _none_after(constraint: PlanConstraint) -> Any:
    """A score that excludes every token but the first of a text."""
    first = constraint.initial()

    def score(cursor: Any) -> np.ndarray:
        return np.full(len(constraint.allowed(cursor)), 0.0 if cursor == first else -np.inf)

    return score


def _all_of(host: PlanHost, requests: Sequence[PlanRequest], batch_size: int) -> list[PlanResult]:
    """What `write` returns, which is also what it reports."""
    told: dict[int, PlanResult] = {}

    def on_result(index: int, result: PlanResult) -> None:
        _holds("`on_result` hears of each request once, but twice of", index not in told, index)
        told[index] = result

    results = host.write(requests, batch_size=batch_size, trace=True, on_result=on_result)
    _holds("Each request has a result;", len(results) == len(requests), len(results))
    same = [index for index, result in enumerate(results) if told.get(index) is not result]
    _holds("Results come in the order of the requests, and as `on_result` heard them; not", not same, same)
    return results


def _check_result(request: PlanRequest, result: PlanResult, vocabulary: Vocabulary, problem: Problem) -> None:
    """What holds of every result, whatever came of it."""
    if result.status == "plan":
        _holds("A plan has no failure;", result.failure is None, result.failure)
        replayed = problem.validate(result.actions)
        _holds("A plan is replayed with success, unlike", replayed.valid, (result.actions, replayed))
    else:
        _holds("A failure has a cause;", result.failure is not None and result.failure.cause, result)
    constraint = request.constraint
    if constraint is None:
        return
    written = b"".join(_admitted(constraint, result, vocabulary)).decode(errors="replace")
    _holds("The trace spells the text", written == result.text, (written, result.text))
    if result.status == "plan":
        assert constraint.plan_format is not None
        said = tuple(constraint.plan_format.parse(result.text))
        _holds("A plan's actions are what its text says;", said == result.actions, (result.text, said))
        _holds("A plan keeps to its budget", len(said) <= _BUDGET, said)


def _admitted(constraint: Any, result: PlanResult, vocabulary: Vocabulary) -> Iterator[bytes]:
    """The bytes of the tokens written; each is admissible."""
    cursor = constraint.initial()
    for number, step in enumerate(result.trace):
        allowed = constraint.allowed(cursor)
        _holds(f"Token {number} is admissible, unlike", step.token in allowed, step)
        _holds(f"The trace counts what is admissible at token {number};", step.allowed == len(allowed), step)
        if step.token in vocabulary.eos_ids:
            return
        yield vocabulary.bytes_of(step.token) or b""
        cursor = constraint.advance(cursor, step.token)


# ------------------------------------------------------------------ constraints

_NEIGHBOURS = 4
"""Forbidden tokens that are tried beside each place of a walk, and admissible ones whose cursors are compared."""

_AT_THE_START = 100
"""The same for forbidden tokens before the first one of a text."""


def check_constraint(constraint: Constraint[Any], *, walks: int = 8, steps: int = 60, seed: int = 0) -> None:
    """Hold a constraint to the laws of its methods, on random walks to the ends of texts: one of ours, or your own.

    - Cursors are hashable, and `advance` changes none: what a cursor admits, accepts and hashes to stays.
    - Replaying tokens from `initial()` comes to an equal cursor.
    - `allowed` gives ascending ids of the vocabulary, and `advance` takes these.
    - A text never runs into a dead end (unless `dead_end` says why): only a start from which there is no text, for
      which `failure` has a cause, admits nothing. It comes to an end where it ends as soon as it may.
    - An end-of-sequence token is admissible exactly where `accepting`.
    - `actions` are `clamp.Action` and only grow, and those of a whole text, where they are told, are what `plan_format`
      reads in it. `system` finds them valid, as far as executability and the goal are enforced (`enforce`, which names
      some of `clamp.decoding.LEVELS`).
    - Where there are scores (`clamp.Weighted`), there is one of each name for each admissible token, never NaN or
      infinite mass; `bias` is their weighed sum, finite exactly where all of them are.
    - `admits`, `best` and `sample` do as `allowed` says, scores included.
    - `explain` calls those tokens admissible that are, and says what forbids the others.

    Args:
        walks: How many random texts are followed, each to its end.
        steps: At how many tokens of each all laws are tried.
        seed: Of the random choices.

    Raises:
        AssertionError: The clause that does not hold, and the evidence.
        ConstraintError: If it is no constraint, or a number is none or too small.
    """
    checks.whole("walks", walks, least=1)
    checks.whole("steps", steps, least=1)
    checks.whole("seed", seed)
    _check_parts(checked_constraint("constraint", constraint))
    ends = constraint.vocabulary.eos_ids
    for number in range(walks):
        draw = random.Random(f"{seed} {number}")
        cursor, tokens = _hashed_cursor(constraint.initial(), []), list[int]()
        _holds("`initial` gives equal cursors, not", cursor == constraint.initial(), cursor)
        said = _said(constraint, cursor)
        _holds("Before the first token there are no actions, unlike", not said, said)
        for step in range(_LONGEST):
            allowed = _check_allowed(constraint, cursor, tokens)
            if step < steps:
                _check_scores(constraint, cursor, allowed, tokens)
                _check_choosing(constraint, cursor, allowed, draw)
                _check_neighbours(constraint, cursor, allowed, tokens, draw)
            going_on = [token for token in allowed if token not in ends]
            may_end = len(going_on) < len(allowed)
            if may_end and (step >= steps or not going_on or draw.random() < _ENDS):
                _check_plan(constraint, tokens, said)
                break
            if not going_on:
                break
            # Every other walk prefers long tokens, which cross more of the text and come to its end.
            some = draw.choices(going_on, k=1 + 4 * (number % 2))
            tokens.append(max(some, key=lambda token: len(constraint.vocabulary.bytes_of(token) or b"")))
            cursor = _hashed_cursor(constraint.advance(cursor, tokens[-1]), tokens)
            before, said = said, _said(constraint, cursor)
            _holds("Actions only grow, unlike", said[: len(before)] == before, (tokens, before, said))
        else:
            _holds(f"A text ends within {_LONGEST} tokens, unlike", False, tokens[:100])
        replayed = constraint.initial()
        for token in tokens:
            replayed = constraint.advance(replayed, token)
        same = replayed == cursor and hash(replayed) == hash(cursor)
        _holds("Replaying tokens comes to an equal cursor, unlike", same, (tokens, cursor, replayed))


_LONGEST = 2_000
"""Tokens of a walk that does not end."""

_ENDS = 0.25
"""How often a walk ends where it may."""


def _hashed_cursor(cursor: Any, tokens: Sequence[int]) -> Any:
    try:
        hash(cursor)
    except TypeError:
        _holds("Cursors are hashable, unlike that", False, (list(tokens), cursor))
    return cursor


def _said(constraint: Constraint[Any], cursor: Any) -> tuple[Action, ...]:
    said = constraint.actions(cursor)
    given = cast("object", said)
    right = isinstance(given, list | tuple) and all(
        isinstance(one, Action) for one in cast("list[object]", given)
    )
    _holds("`actions` is a tuple of clamp.Action, not", right, said)
    return tuple(said)


def _check_parts(constraint: Constraint[Any]) -> None:
    _hashed_cursor(constraint.initial(), [])
    failure = constraint.failure()
    begun = len(constraint.allowed(constraint.initial())) > 0
    _holds("`failure` is None exactly where a text may begin, not", (failure is None) == begun, failure)
    if failure is not None:
        said = bool(getattr(failure, "cause", "")) and bool(getattr(failure, "message", ""))
        _holds("Where no text may begin, `failure` says why, not", said, failure)
    if isinstance(constraint, Weighted):
        truncation = constraint.truncation
        _holds("`truncation` says what is left out, not", truncation is None or str(truncation), truncation)


def _check_plan(constraint: Constraint[Any], tokens: Sequence[int], said: tuple[Action, ...]) -> None:
    """A whole text is the plan that the constraint says, and a plan of what it enforces."""
    plans, system = constraint.plan_format, constraint.system
    if plans is None:
        return
    text = constraint.vocabulary.decode(tokens).decode(errors="replace")
    try:
        read = tuple(plans.parse(text))
    except PlanSyntaxError as error:
        raise AssertionError(f"`plan_format` reads what is written, unlike {text!r}: {error}") from None
    _holds("`actions` are what the text says, unlike", said in ((), read), (text, read, said))
    if system is not None and EXECUTABILITY in constraint.enforce:
        verdict = system.validate(read)
        valid = verdict.valid if GOAL in constraint.enforce else verdict.step is None
        _holds("A whole text is a plan that `system` finds valid, unlike", valid, (text, verdict))


def _check_allowed(constraint: Constraint[Any], cursor: Any, tokens: list[int]) -> list[int]:
    """The admissible tokens after some others, if they may be what they are."""
    vocabulary = constraint.vocabulary
    found: Any = constraint.allowed(cursor)
    right = type(found) is np.ndarray and found.ndim == 1 and found.dtype.kind == "i"
    _holds("`allowed` is an array of token ids, not", right, found)
    allowed: list[int] = found.tolist()
    _holds("Admissible ids ascend, unlike", allowed == sorted(set(allowed)), (tokens, allowed))
    outside = [token for token in allowed if not 0 <= token < vocabulary.size]
    _holds("Admissible ids are the vocabulary's, unlike", not outside, (tokens, outside))
    silent = [one for one in allowed if one not in vocabulary.eos_ids and not vocabulary.bytes_of(one)]
    _holds("A token that writes nothing is not admissible, unlike", not silent, (tokens, silent))
    ends, accepting = [one for one in allowed if one in vocabulary.eos_ids], constraint.accepting(cursor)
    said = "The end of the sequence is admissible exactly where `accepting`, but of (tokens, ends, accepting)"
    _holds(said, bool(ends) == bool(accepting), (tokens, ends, accepting))
    told: Any = constraint.dead_end(cursor)
    _holds("`dead_end` is a sentence, or None, not", told is None or (isinstance(told, str) and told), told)
    _holds("`dead_end` says nothing where a token is admissible, not", told is None or not allowed, told)
    _holds("A text runs into no dead end, but did after", allowed or not tokens or told, tokens)
    return allowed


def _check_scores(constraint: Constraint[Any], cursor: Any, allowed: list[int], tokens: list[int]) -> None:
    """Scores are of the admissible tokens, and say nothing that cannot be added to logits."""
    if not isinstance(constraint, Weighted):
        return
    count = len(allowed)
    bias, named = constraint.bias(cursor), constraint.named_scores(cursor)
    names = [term.name for term in constraint.weighing]
    _holds(
        "`named_scores` are of what is `weighing`, unlike",
        sorted(named) == sorted(names),
        (names, sorted(named)),
    )
    _holds("There is a bias exactly where scores weigh, but of", (bias is None) == (not named), (bias, named))
    finite = np.ones(count, dtype=bool)
    for name, scores in named.items():
        _holds(f"{name!r} has a score for each of {count} tokens, not", np.shape(scores) == (count,), scores)
        wrong = np.isnan(scores) | (scores == np.inf)
        _holds(f"{name!r} is no number, or infinite, after", not wrong.any(), (tokens, scores))
        finite &= np.isfinite(scores)
    if bias is not None:
        _holds(f"There is a bias for each of {count} tokens, not", np.shape(bias) == (count,), bias)
        same = bool((np.isfinite(bias) == finite).all())
        _holds("A bias is finite exactly where its scores are, unlike", same, (tokens, bias, named))
        total = sum(term.weight * np.asarray(named[term.name]) for term in constraint.weighing)
        same = bool(np.allclose(np.asarray(bias)[finite], np.asarray(total)[finite]))
        _holds("A bias is the weighed sum of the scores, unlike", same, (tokens, bias, named))


def _check_choosing(
    constraint: Constraint[Any], cursor: Any, allowed: list[int], draw: random.Random
) -> None:
    """What a constraint chooses by itself is what `allowed` leaves to choose."""
    size = constraint.vocabulary.size
    rng = np.random.default_rng(draw.randrange(1 << 30))
    scores = np.array([draw.gauss(0.0, 1.0) for _ in range(size)])
    added = constraint.bias(cursor) if isinstance(constraint, Weighted) else None
    ids = np.array(allowed, dtype=np.int64)
    total = scores[ids] if added is None else scores[ids] + added
    best, expected = constraint.best(cursor, scores), int(ids[total.argmax()]) if allowed else None
    _holds("`best` is the admissible token of the highest score, not", best == expected, (best, expected))
    drawn = constraint.sample(cursor, scores, 1.0, rng)
    _holds("`sample` draws an admissible token, not", drawn in (allowed or [None]), drawn)
    for token in {*draw.sample(range(size), _NEIGHBOURS), *allowed[:1]}:
        admitted = bool(constraint.admits(cursor, token))
        _holds("`admits` has what `allowed` has, unlike", admitted == (token in allowed), (token, admitted))


def _check_neighbours(
    constraint: Constraint[Any], cursor: Any, allowed: list[int], tokens: list[int], draw: random.Random
) -> None:
    """`advance` takes what is admissible and leaves its cursor as it is; `explain` says what is."""
    before = hash(cursor), allowed, constraint.accepting(cursor), repr(cursor)
    ends, size = constraint.vocabulary.eos_ids, constraint.vocabulary.size
    some = {*draw.sample(allowed, min(_NEIGHBOURS, len(allowed))), min(ends)}
    others = {draw.randrange(size) for _ in range(_NEIGHBOURS if tokens else _AT_THE_START)}
    for token in sorted(some | others):
        why = constraint.explain(cursor, token)
        _holds("`explain` says what is admissible, unlike", why.allowed == (token in allowed), why)
        _holds(
            "`explain` says what forbids a token, unlike", why.allowed or (why.constraint and why.reason), why
        )
    for token in sorted(some.intersection(allowed) - ends):
        after, again = (_hashed_cursor(constraint.advance(cursor, token), (*tokens, token)) for _ in range(2))
        same = after == again and hash(after) == hash(again)
        _holds("`advance` gives equal cursors, not", same, (tokens, token, after, again))
        leads = len(constraint.allowed(after)) > 0 or constraint.dead_end(after) is not None
        _holds("`advance` takes what is admissible, and not to a dead end, unlike", leads, (tokens, token))
    now = hash(cursor), constraint.allowed(cursor).tolist(), constraint.accepting(cursor), repr(cursor)
    _holds("A cursor stays as it is when others are made from it, unlike", now == before, (before, now))


# ------------------------------------------------------------------ as classes of tests


class SystemContract(ABC):
    """The contract of a transition system: subclass it in your tests, give `system`, and pytest or unittest runs it.

    ``class TestMine(SystemContract)``, with `unittest.TestCase` behind it for unittest.
    """

    depth, states, seed = 4, 300, 0

    @abstractmethod
    def system(self) -> TransitionSystem[Any]:
        """The system, made anew."""

    def test_keeps_its_contract_near_the_start_and_to_the_goal(self) -> None:
        """See `check_transition_system`."""
        check_transition_system(self.system(), depth=self.depth, states=self.states, seed=self.seed)


class ConstraintContract(ABC):
    """The contract of a constraint: subclass it in your tests, give `constraint`, and pytest or unittest runs it."""

    walks, steps, seed = 8, 60, 0

    @abstractmethod
    def constraint(self) -> Constraint[Any]:
        """The constraint, made anew."""

    def test_keeps_its_contract_to_the_end_of_its_texts(self) -> None:
        """See `check_constraint`."""
        check_constraint(self.constraint(), walks=self.walks, steps=self.steps, seed=self.seed)

    def test_keeps_it_when_it_is_weighed(self) -> None:
        """Its cursors can be keys of scores, and each admissible token can have one."""
        made = self.constraint()

        def longer(cursor: Any) -> list[float]:
            ids = made.allowed(cursor).tolist()
            return [-1.0 / (1 + len(made.vocabulary.bytes_of(token) or b"")) for token in ids]

        check_constraint(Weighted(made, [Score("longer", 2.0, longer)]), walks=2, steps=self.steps)


class HostContract(ABC):
    """The contract of a host: subclass it in your tests, give `host`, and pytest or unittest runs it."""

    @abstractmethod
    def host(self) -> PlanHost:
        """The host; its model may be tiny."""

    def test_keeps_its_contract_to_the_end_of_its_plans(self) -> None:
        """See `check_host`."""
        check_host(self.host())
