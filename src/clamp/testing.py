"""Contracts: what systems, constraints and hosts of other people must do, checked on one that is given.

Call these from your own tests. Each raises an `AssertionError` that says which law is broken, where, and by what
evidence, or returns nothing. They try what is near the beginning, so what passes is not proved right.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from clamp.automata import Vocabulary
from clamp.decoding import PlanConstraint, PlanFormat
from clamp.decoding.result import PlanResult
from clamp.decoding.weights import Score, Weighted
from clamp.errors import ClampError, ConstraintError, DomainError
from clamp.hosts.request import PlanRequest
from clamp.planning.problem import Problem
from clamp.planning.system import Action, SearchSpace, TransitionSystem, guide_of

if TYPE_CHECKING:
    from clamp.hosts.planner import PlanHost


def _broken(what: object, law: str, evidence: str) -> NoReturn:
    raise AssertionError(f"{what}: {law}. But {evidence}.")


# ------------------------------------------------------------------ transition systems


def check_transition_system(
    system: TransitionSystem[Any], *, depth: int = 4, states: int = 300, seed: int = 0
) -> None:
    """Hold a transition system to its contract, by brute force over what lies near its initial state.

    - Actions and entities are named once each and stay as they are; arguments are entities.
    - `applicable_indices` ascends and agrees with `why_inapplicable`; states are hashable, and the same actions
      lead to equal states.
    - The search space has the system's goals and, through all actions or some, its goal distances; bounds are
      never too high, and states of one node are equally far from the goal.
    - `validate` finds valid what stepping through `applicable_indices` to `is_goal` finds.
    - `rule_words` tell the same facts of a state and of a replay; `lexicon` names every kind of action.

    Args:
        depth: How many actions deep to look.
        states: About how many states to look at: less deep where there are more.
        seed: Of the walks and of the actions that are left out.

    Raises:
        AssertionError: With the law, the place and the evidence.
    """
    name = f"{type(system).__name__} {getattr(system, 'name', '(without a name)')!r}"
    _check_names(name, system)
    near = _Near(name, system, depth, states)
    rng = random.Random(seed)
    some = frozenset(rng.sample(range(len(system.actions)), (len(system.actions) + 1) // 2))
    for enabled in (None, some):
        _check_space(name, near, enabled)
    walks = [near.walk(rng) for _ in range(20)]
    plan = near.plan()
    _check_validation(name, system, [*walks, *([] if plan is None else [plan])], rng)
    _check_words(name, system, [] if plan is None else [plan], walks, rng)


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
    goal = system.goal_entities()
    if not isinstance(goal, frozenset):  # pyright: ignore[reportUnnecessaryIsInstance]
        _broken(name, "`goal_entities` is a frozenset", f"it is {goal!r}")
    shapes = {(action.name, len(action.args)) for action in system.actions}
    missing = shapes - {(kind, len(parameters)) for kind, parameters in system.lexicon.signatures}
    if missing:
        _broken(name, "`lexicon.signatures` has each kind of action", f"{sorted(missing)[0]} is not there")
    for kind, names in system.lexicon.types.items():
        if not known.issuperset(names):
            _broken(name, "`lexicon.types` has entities", f"{kind!r} has {sorted(set(names) - known)[0]!r}")


def _repeated(values: Iterable[Hashable]) -> Hashable | None:
    seen: set[Hashable] = set()
    for one in values:
        if one in seen:
            return one
        seen.add(one)
    return None


class _Near:
    """The states near the initial one, level by level, and their exact goal distances.

    Attributes:
        level: Fewest actions from the initial state to each.
        depth: The states of all lower levels are expanded.
        after: The state after each applicable action, of each state that is expanded.
    """

    def __init__(self, name: str, system: TransitionSystem[Any], depth: int, states: int):
        self.system = system
        start = _hashed(name, system.initial, "the initial state")
        if system.initial != start:
            _broken(name, "`initial` stays as it is", "asked again, it is another state")
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
        state, walk = self.system.initial, list[int]()
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
        distances, state, plan = self.distances(None), self.system.initial, list[int]()
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
    after: dict[int, Any] = {}
    for index in indices:
        one = _hashed(name, system.successor_of_index(state, index), f"that after {system.actions[index]}")
        again = system.successor_of_index(state, index)
        if one != again or hash(one) != hash(again):
            law = "the same action leads from a state to equal states with equal hashes"
            _broken(
                name, law, f"{system.actions[index]} {where} led to {_shown(one)}, then to {_shown(again)}"
            )
        after[index] = one
    return after


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 200 else f"{text[:200]}…"


def _check_space(name: str, near: _Near, enabled: Collection[int] | None) -> None:
    through = "" if enabled is None else f" with {len(enabled)} actions enabled"
    space = near.system.search_space(enabled)
    guide = guide_of(space)
    distances = near.distances(enabled)
    far: dict[Hashable, tuple[float, Any]] = {}
    ways = _Ways(space)
    for state in near.after:
        where = f"in {_shown(state)}{through}"
        node = _hashed(name, space.node(state), "a node of the search space")
        if bool(space.is_goal(node)) != bool(near.system.is_goal(state)):
            _broken(name, "the search space has the goals of the system", f"{where} they differ")
        horizon = near.horizon(state)
        found = distances.get(state, math.inf)
        exact = found if found <= horizon else math.inf
        bounds = {"`lower_bound`": space.lower_bound(node)}
        if guide is not None and not space.is_goal(node):
            cuts = guide.landmarks(node, ())
            bounds["the number of `landmarks`"] = math.inf if cuts is None else len(cuts)
            if guide.coarse is not None:
                bounds["the coarse space's `lower_bound`"] = guide.coarse.lower_bound(guide.coarse.node(node))
        for what, bound in bounds.items():
            if bound > found:
                _broken(
                    name,
                    f"{what} is never above the goal distance",
                    f"{where} it is {bound}, a plan has {found}",
                )
        most = min(horizon, len(near.level))
        searched = ways.length(node, most)
        if searched != exact:
            law = "the search space has the goal distances of the system"
            _broken(
                name, law, f"{where} the distance is {exact}, in the space {searched} (looking {most} deep)"
            )
        if exact < math.inf:
            before, other = far.setdefault(node, (exact, state))
            if before != exact:
                law = "states of one node are equally far from the goal"
                _broken(
                    name,
                    law,
                    f"{_shown(other)} is {before}, {_shown(state)} {exact} actions from it{through}",
                )
        for index, after in ways.successors(node):
            if enabled is not None and index not in enabled:
                _broken(name, "a search space uses enabled actions only", f"{where} it uses {index}")
            if guide is not None and guide.step(node, index) != after:
                _broken(
                    name, "`step` leads where `successors` does", f"{where} it does not, by action {index}"
                )


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
    name: str,
    system: TransitionSystem[Any],
    plans: Sequence[Sequence[int]],
    walks: Sequence[Sequence[int]],
    rng: random.Random,
) -> None:
    words = system.rule_words()
    if "object" not in words.types:
        _broken(name, "`object` is a type of `rule_words`", f"they are {sorted(words.types)}")
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
    for walk in (*plans, *walks):
        positions = list(words.replay([system.actions[index] for index in walk]))
        if [action for _, action in positions] != [None, *(system.actions[index] for index in walk)]:
            law = "`rule_words().replay` has the initial position, then one for each action"
            _broken(name, law, f"of {len(walk)} actions it has {len(positions)} positions, or other actions")
        state = below.initial
        for place, (holds, _) in enumerate(positions):
            if place:
                state = below.successor_of_index(state, walk[place - 1])
            value = valuation(state)
            told = {fact: bool(value >> number & 1) for number, fact in enumerate(read)}
            for fact in facts:
                known = constant[fact]
                if bool(holds(*fact)) != (told[fact] if known is None else known):
                    law = "`rule_words` tell the same facts of a state and of a replay"
                    _broken(
                        name, law, f"after {place} actions they differ about {fact[0]}({', '.join(fact[1])})"
                    )


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


def check_host(host: PlanHost, *, vocabulary: Vocabulary | None = None) -> None:
    """Hold a host to what `clamp.Planner` and `clamp.VLLMPlanner` promise. A few dozen short plans are written.

    - `plan_many` returns one result for each request, in their order, and tells `on_result` each once.
    - What a constraint has to say is said by each token written: the text is spelled by admissible tokens,
      and a plan's actions are what it says, replayed with success, within the budget; sampled or not, in any
      format, alone or in a batch.
    - What cannot be planned, is cut short, or cannot go on is a failure with a cause, without harm to the
      other requests. Without a constraint, a text passes for a plan only if it is replayed with success.
    - A constraint over another vocabulary is refused with a `ConstraintError`.

    Args:
        vocabulary: The model's; by default `host.vocabulary`.

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
            _PROMPT, calls if plans is None else constraint(plans), temperature=temperature, seed=seed
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
            host.plan_many([PlanRequest(_PROMPT, constraint(PlanFormat.calls(), width=narrow))])
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
    """What `plan_many` returns, which is also what it reports."""
    told: dict[int, PlanResult] = {}

    def on_result(index: int, result: PlanResult) -> None:
        _holds("`on_result` hears of each request once, but twice of", index not in told, index)
        told[index] = result

    results = host.plan_many(requests, batch_size=batch_size, trace=True, on_result=on_result)
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


def check_constraint(constraint: Any, *, walks: int = 8, steps: int = 60, seed: int = 0) -> None:
    """Hold a constraint to the laws of its verbs, on random walks: `PlanConstraint`, weighed or not, or your own.

    - Cursors are hashable, and `advance` changes none: what a cursor admits, accepts and hashes to stays.
    - Replaying tokens from `initial()` comes to an equal cursor.
    - `allowed` gives ascending ids of the vocabulary; `advance` takes these, and refuses all others with a
      `ClampError`.
    - A text never runs into a dead end: only its end, and a start from which there is no plan, admit nothing.
    - An end-of-sequence token is admissible exactly where `accepting`; after it nothing is.
    - Where there are scores (`bias`, `named_scores`), there is one for each admissible token, never NaN or
      infinite mass; a bias is finite exactly where all of its scores are.
    - Where there is `explain`, it calls those tokens admissible that are.

    Args:
        walks: How many random texts are followed.
        steps: How many tokens of each.
        seed: Of the random choices.

    Raises:
        AssertionError: The clause that does not hold, and the evidence.
    """
    for number in range(walks):
        draw = random.Random(f"{seed} {number}")
        cursor, tokens = constraint.initial(), list[int]()
        _holds("`initial` gives equal cursors, not", cursor == constraint.initial(), cursor)
        for _ in range(steps):
            allowed = _check_allowed(constraint, cursor, tokens)
            _check_scores(constraint, cursor, len(allowed), tokens)
            _check_neighbours(constraint, cursor, allowed, tokens, draw)
            if not allowed:
                break
            # Every other walk prefers long tokens, which cross more of the text and come to its end.
            some = draw.choices(allowed, k=1 + 4 * (number % 2))
            tokens.append(max(some, key=lambda token: len(constraint.vocabulary.bytes_of(token) or b"")))
            cursor = constraint.advance(cursor, tokens[-1])
        replayed = constraint.initial()
        for token in tokens:
            replayed = constraint.advance(replayed, token)
        same = replayed == cursor and hash(replayed) == hash(cursor)
        _holds("Replaying tokens comes to an equal cursor, unlike", same, (tokens, cursor, replayed))


def _check_allowed(constraint: Any, cursor: Any, tokens: list[int]) -> list[int]:
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
    if tokens and tokens[-1] in vocabulary.eos_ids:
        _holds("After the end of the sequence nothing is admissible, unlike", not allowed, (tokens, allowed))
        _holds("The end of the sequence leaves an accepted text, not", accepting, tokens)
        return allowed
    said = "The end of the sequence is admissible exactly where `accepting`, but of (tokens, ends, accepting)"
    _holds(said, bool(ends) == bool(accepting), (tokens, ends, accepting))
    if not allowed and not tokens and hasattr(constraint, "failure"):
        _holds("Where no text may begin, `failure` says why, not", constraint.failure() is not None, None)
    _holds("A text runs into no dead end, but did after", allowed or not tokens, tokens)
    return allowed


def _check_scores(constraint: Any, cursor: Any, count: int, tokens: list[int]) -> None:
    """Scores are of the admissible tokens, and say nothing that cannot be added to logits."""
    if not hasattr(constraint, "bias"):
        return
    bias, named = constraint.bias(cursor), constraint.named_scores(cursor)
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


_REFUSED = object()


def _advanced(constraint: Any, cursor: Any, token: int) -> Any:
    """The cursor after a token, or `_REFUSED`."""
    try:
        return constraint.advance(cursor, token)
    except ClampError:
        return _REFUSED


def _check_neighbours(
    constraint: Any, cursor: Any, allowed: list[int], tokens: list[int], draw: random.Random
) -> None:
    """`advance` takes what is admissible and nothing else, and leaves its cursor as it is."""
    before = hash(cursor), allowed, constraint.accepting(cursor), repr(cursor)
    size = constraint.vocabulary.size
    count = _NEIGHBOURS if tokens else _AT_THE_START
    others = {draw.randrange(size) for _ in range(count)} | {min(constraint.vocabulary.eos_ids)}
    for token in sorted(others.union(draw.sample(allowed, min(_NEIGHBOURS, len(allowed))))):
        after, again = (_advanced(constraint, cursor, token) for _ in range(2))
        took = after is not _REFUSED
        _holds(
            "`advance` takes what is admissible, and refuses all else; not after (tokens, token, taken)",
            took == (token in allowed),
            (tokens, token, took),
        )
        same = after == again and hash(after) == hash(again)
        _holds("`advance` gives equal cursors, not", same, (tokens, token, after, again))
        if hasattr(constraint, "explain"):
            why = constraint.explain(cursor, token)
            _holds("`explain` says what is admissible, unlike", why.allowed == (token in allowed), why)
    now = hash(cursor), constraint.allowed(cursor).tolist(), constraint.accepting(cursor), repr(cursor)
    _holds("A cursor stays as it is when others are made from it, unlike", now == before, (before, now))
