"""Goal mass R[K, z, h]: how much probability an HMM gives to the plans that reach the goal in time.

It hides how each action is cut into tokens (`ActionSegments`), the recursion over states, and when the exact sum
is given up for one plan a state (`Truncation`).

    R[K, z, h] = log Σ_{a, h'} exp(F_a[h, h'] + R[K-1, Δ(z, a), h'])        (CLAMP §4.2.3, App. A1.2)

with R = 0 at a goal, even at K = 0, and -inf at any other state when K = 0. Computed on demand, layer by
layer over the pairs (state, actions left) that are reachable from the ones asked about.
"""

from __future__ import annotations

import bisect
import itertools
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from clamp.automata import Vocabulary
from clamp.checks import count
from clamp.decoding.formats import PlanFormat, written
from clamp.decoding.language import Left
from clamp.decoding.world import Boundary, Ids, World
from clamp.hmm import HMM, SequenceTrie
from clamp.hmm.sequence_trie import backward_along
from clamp.planning.search.reachability import LimitReached
from clamp.planning.system import Action, TransitionSystem
from clamp.threads import Lock

Segment: TypeAlias = tuple[int, ...]


def action_segments(
    templates: Sequence[bytes], plan_format: PlanFormat, vocabulary: Vocabulary
) -> tuple[list[Segment], list[Segment]]:
    """Token sequences of each action as the first of a plan, and as a later one.

    Where items are numbered, a later one is taken to be the second.

    Args:
        templates: Each action's template.

    Returns:
        Two lists in the order of `templates`: first items begin with the opening, later ones with what of the
        separator no earlier token has written.
    """
    opening = written(plan_format.opening + plan_format.lead_of(1))
    second, third = (written(plan_format.separator + plan_format.lead_of(number)) for number in (2, 3))
    texts: list[bytes] = []
    ends: list[tuple[int, int]] = []
    for template in templates:
        text = written(template)
        first = opening + text
        later = second + text
        texts.append(first + later + third + text)
        ends.append((len(first), len(first) + len(later)))
    firsts: list[Segment] = []
    laters: list[Segment] = []
    lengths = _Lengths(vocabulary)
    for tokens, (middle, end) in zip(vocabulary.encode_batch(texts), ends, strict=True):
        begins = list(itertools.accumulate(map(lengths.__getitem__, tokens), initial=0))
        first, last = (bisect.bisect_left(begins, where, hi=len(tokens)) for where in (middle, end))
        firsts.append(tuple(tokens[:first]))
        laters.append(tuple(tokens[first:last]))
    return firsts, laters


class _Lengths(dict[int, int]):
    """How many bytes a token writes, found when it is first met."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary

    def __missing__(self, token: int) -> int:
        found = self[token] = len(self._vocabulary.bytes_of(token) or b"")
        return found


_Start: TypeAlias = "tuple[bool, Left | None]"
"""Whether an item is the first, and what of it is left; ``None``: what the tokens of the items before it leave."""

_LEFT = 16
"""So many ways in which an item may have been begun are remembered."""


@dataclass(frozen=True, slots=True, eq=False)
class _Held:
    """A trie, the segments in it, and the number of each action's segment there (-1: not in it)."""

    trie: SequenceTrie
    segments: list[Segment]
    number: Ids


class ActionSegments:
    """The segments of all actions, tokenised when they are first asked for.

    Of the actions of a large domain, few are ever admissible; only these are tokenised and put into a trie.

    Args:
        templates: Each action's template, by position.
        plan_format: How actions are put together.
        vocabulary: The tokens.
    """

    def __init__(self, templates: Sequence[bytes], plan_format: PlanFormat, vocabulary: Vocabulary) -> None:
        self._templates = templates
        self._format = plan_format
        self._vocabulary = vocabulary
        self._lock = Lock()
        self._known: dict[_Start, dict[int, Segment]] = {(True, None): {}, (False, None): {}}
        self._held: dict[_Start, _Held] = {}

    def of(self, position: int, *, first: bool, left: Left | None = None) -> Segment:
        """The tokens of one action, as the first of a plan or as a later one.

        Args:
            left: What is left of it, where that is known: then these tokens write the rest. By default what the
                tokens of the item before it leave. The action goes on with what has been written.
        """
        start = self._start(first, left)
        known = self._known.get(start)
        found = None if known is None else known.get(position)
        if found is None:
            with self._lock:
                found = self._tokenised([position], start)[position]
        return found

    def trie(
        self, positions: NDArray[Any], *, first: bool, left: Left | None = None
    ) -> tuple[SequenceTrie, Ids]:
        """A trie that holds the segments of some actions, and perhaps of others, as first or as later ones.

        Args:
            positions: Which actions, shape [n], n ≥ 1; each goes on with what has been written.
            left: See `of`.

        Returns:
            The trie, and the number of each action's segment in it, shape [n].
        """
        with self._lock:
            return self._trie(positions, self._start(first, left))

    def going_on(self, positions: NDArray[Any], left: Left) -> NDArray[np.bool_]:
        """Which actions go on with what has been written of one, shape [n]."""
        chosen: list[int] = positions.tolist()
        found = (self._templates[position].startswith(left.prefix) for position in chosen)
        return np.fromiter(found, np.bool_, len(positions))

    def _start(self, first: bool, left: Left | None) -> _Start:
        """What the tokens of an item depend on."""
        return first, left

    def _trie(self, positions: NDArray[Any], start: _Start) -> tuple[SequenceTrie, Ids]:
        held = self._held.get(start)
        missing = positions if held is None else positions[held.number[positions] < 0]
        if held is None or missing.size:
            new: list[int] = np.unique(missing).tolist()
            known = self._tokenised(new, start)
            segments = [*(held.segments if held else ()), *(known[position] for position in new)]
            number = np.full(len(self._templates), -1) if held is None else held.number.copy()
            number[new] = np.arange(len(segments) - len(new), len(segments))
            held = self._held[start] = _Held(SequenceTrie.of(segments), segments, number)
        return held.trie, held.number[positions]

    def _tokenised(self, positions: Sequence[int], start: _Start) -> Mapping[int, Segment]:
        """The segments of some actions, and perhaps of others."""
        if start not in self._known:
            if len(self._known) >= 2 + _LEFT:
                oldest = next(one for one in self._known if one[1] is not None)
                del self._known[oldest]
                self._held.pop(oldest, None)
            self._known[start] = {}
        known = self._known[start]
        if new := [position for position in positions if position not in known]:
            self._tokenise(new, start)
        return known

    def _tokenise(self, new: Sequence[int], start: _Start) -> None:
        first, left = start
        if left is None:
            templates = [self._templates[position] for position in new]
            firsts, laters = action_segments(templates, self._format, self._vocabulary)
            self._known[True, None].update(zip(new, firsts, strict=True))
            self._known[False, None].update(zip(new, laters, strict=True))
        else:
            self._known[start].update(self._rests(new, first, left))

    def _rests(self, positions: Sequence[int], first: bool, left: Left) -> Mapping[int, Segment]:
        """The tokens that write what is left of some actions: the segments' own, where these leave as much."""
        firsts, laters = (self._tokenised(positions, (one, None)) for one in (True, False))
        lead = len(written(self._format.opening + self._format.lead_of(1)))
        found: dict[int, Segment] = {}
        others: dict[int, bytes] = {}
        for position in positions:
            text = written(self._templates[position])
            # How much of an item the tokens of the one before it have written already.
            ahead = 0 if first else self._length(firsts[position]) - lead - len(text)
            if left.read + len(written(left.prefix)) == ahead:
                found[position] = firsts[position] if first else laters[position]
            else:
                others[position] = left.lead + written(self._templates[position][len(left.prefix) :])
        after = written(self._format.separator + self._format.lead_of(2))
        texts = [rest + after + written(self._templates[one]) for one, rest in others.items()]
        for (position, rest), tokens in zip(
            others.items(), self._vocabulary.encode_batch(texts), strict=True
        ):
            ends = itertools.accumulate((self._length([token]) for token in tokens), initial=0)
            found[position] = tuple(
                one for one, begins in zip(tokens, ends, strict=False) if begins < len(rest)
            )
        return found

    def _length(self, tokens: Iterable[int]) -> int:
        """How many bytes some tokens write."""
        return sum(len(self._vocabulary.bytes_of(token) or b"") for token in tokens)


class ActionSpans(ActionSegments):
    """The tokens of each action by itself: the paper's w(a), which knows of nothing around an action."""

    def left(self, number: int, before: int) -> Left:
        """What canonical tokens have left of an item once the action before it is written.

        Args:
            number: The item's, from 1.
            before: The position of the action before it; of the first, -1.
        """
        opening = written(self._format.opening + self._format.lead_of(1))
        if number == 1:
            return Left(0, opening, b"")
        template = self._templates[before]
        ((tokens, *_), _) = action_segments([template], self._format, self._vocabulary)
        ahead = self._length(tokens) - len(opening + written(template))
        lead = written(self._format.separator + self._format.lead_of(number))
        begun = next(n for n in range(len(template) + 1) if len(lead + written(template[:n])) >= ahead)
        return Left(min(ahead, len(lead)), lead[ahead:], template[:begun])

    def lead(self, left: Left) -> Segment:
        """The tokens of what is left before an action."""
        return tuple(self._vocabulary.encode_batch([left.lead])[0]) if left.lead else ()

    def _start(self, first: bool, left: Left | None) -> _Start:
        return True, Left(0, b"", left.prefix) if left is not None and left.prefix else None

    def _tokenise(self, new: Sequence[int], start: _Start) -> None:
        begun = b"" if start[1] is None else start[1].prefix
        texts = [written(self._templates[position].removeprefix(begun)) for position in new]
        self._known[start].update(zip(new, map(tuple, self._vocabulary.encode_batch(texts)), strict=True))


State: TypeAlias = Hashable
Pair: TypeAlias = tuple[State, int]
LogMass: TypeAlias = NDArray[np.floating[Any]]
Plan: TypeAlias = tuple[int, ...]
Tries: TypeAlias = Callable[[NDArray[np.int64]], tuple[SequenceTrie, NDArray[np.int64]]]
"""The token sequences w(a) of some actions: a trie that holds them, and the number of each in it."""

_KEPT_PLANS = 20_000


@dataclass(frozen=True, slots=True)
class Truncation:
    """What a goal mass leaves out. It is then a lower bound, and positive wherever the exact one is.

    Attributes:
        slack: Only plans at most this much longer than a shortest one count; ``None`` if that is no limit.
        one_plan: Only one plan per state counts, because the sum over all would have taken more than
            `max_states` pairs (state, actions left).
        max_states: That setting.
        cap: Only plans that go on by at most this many actions after the one at hand count; ``None`` if that is
            no limit.
    """

    slack: int | None
    one_plan: bool
    max_states: int
    cap: int | None = None

    def __str__(self) -> str:
        said: list[str] = []
        if self.one_plan:
            said.append(
                f"one plan per state (all plans would take more than {self.max_states} pairs of state and "
                "actions left)"
            )
        elif self.slack is not None:
            said.append(f"plans at most {self.slack} actions longer than a shortest one")
        if self.cap is not None:
            said.append(
                f"the goal at most {count(self.cap, 'action')} behind the one at hand (lookahead_cap)"
            )
        return "; ".join(said)


class Masses(NamedTuple):
    """R after many actions; actions that share a mass share a row.

    Attributes:
        logs: Natural-log masses, shape [rows, H].
        row: Each action's row, shape [actions].
    """

    logs: LogMass
    row: NDArray[np.int64]


class _TooLarge(Exception):
    """The recursion needs more pairs than allowed."""


class Recursion:
    """R over pairs (state, actions left), remembered.

    Args:
        hmm: The HMM.
        tries: Token sequences of the actions.
        is_goal: Whether a state is a goal.
        expand: (action, next state) of the actions that count, for a state and a number of actions left.
        max_pairs: How many pairs may be remembered.
    """

    def __init__(
        self,
        hmm: HMM,
        tries: Tries,
        is_goal: Callable[[State], bool],
        expand: Callable[[State, int], Iterable[tuple[int, State]]],
        max_pairs: float = float("inf"),
    ) -> None:
        self._hmm = hmm
        self._tries = tries
        self._is_goal = is_goal
        self._expand = expand
        self._max_pairs = max_pairs
        self._known: dict[Pair, LogMass] = {}
        self._certain = np.zeros(hmm.num_states, hmm.dtype)

    def log_masses(self, pairs: Sequence[Pair]) -> LogMass:
        """R of each pair, shape [pairs, H].

        Raises:
            _TooLarge: If more than `max_pairs` pairs would have to be remembered. To expand a pair costs a
                search, so that is forecast (`_to_come`).
        """
        found: dict[int, dict[Pair, list[tuple[int, Pair]]]] = {}
        met = self._meet(pairs, found)
        before = 1
        while met:
            left = max(met)
            layer, new = found[left], len(met[left])
            self._check(found, _to_come(new, new / before, left - 1))
            before = new
            for pair in met.pop(left):
                if left > 0:
                    layer[pair] = [(a, (after, left - 1)) for a, after in self._expand(pair[0], left)]
                for below, targets in self._meet([target for _, target in layer[pair]], found).items():
                    met.setdefault(below, []).extend(targets)
                self._check(found, 0)
        for left in sorted(found):
            self._solve(found[left])
        return np.stack([self._known[pair] for pair in pairs])

    def _check(self, found: Mapping[int, Collection[Pair]], to_come: float) -> None:
        if len(self._known) + sum(map(len, found.values())) + to_come > self._max_pairs:
            raise _TooLarge

    def _meet(
        self, pairs: Iterable[Pair], found: dict[int, dict[Pair, list[tuple[int, Pair]]]]
    ) -> dict[int, list[Pair]]:
        """The pairs that are met for the first time, by actions left; goals are known at once."""
        new: dict[int, list[Pair]] = {}
        for pair in pairs:
            state, left = pair
            layer = found.setdefault(left, {})
            if pair in self._known or pair in layer:
                continue
            if self._is_goal(state):
                self._known[pair] = self._certain
            else:
                layer[pair] = []
                new.setdefault(left, []).append(pair)
                if len(layer) > self._max_pairs:
                    raise _TooLarge  # one state may have thousands of successors
        return new

    def _solve(self, layer: Mapping[Pair, list[tuple[int, Pair]]]) -> None:
        """One layer: its pairs lead to solved ones only."""
        edges = [(group, action, target) for group, e in enumerate(layer.values()) for action, target in e]
        if not edges:
            masses = np.full((len(layer), self._hmm.num_states), -np.inf, self._hmm.dtype)
        else:
            trie, numbers = self._tries(np.array([action for _, action, _ in edges]))
            masses = trie.backward(
                self._hmm,
                numbers,
                np.stack([self._known[target] for _, _, target in edges]),
                np.array([group for group, _, _ in edges]),
                len(layer),
            )
        self._known.update(zip(layer, masses, strict=True))


def _to_come(new: int, growth: float, steps: int) -> float:
    """A forecast of the pairs that so many new ones lead to.

    They grow as they did at the last step for two steps more, or stay as many for all steps: the larger. Most
    actions of a household commute, so that after two steps the paths meet again.
    """
    return new * max(steps, growth ** min(steps, 2)) if steps else 0.0


class GoalMassTable:
    """Goal mass over the admissible actions of a world: exact, or truncated where it would be too large.

    Args:
        world: Which actions are admissible.
        hmm: The HMM.
        segments: Token sequence of each action, by position.
        max_states: How many pairs (state, actions left) may be kept.
        slack: Count only plans at most this much longer than a shortest one; all within budget by default.
        cap: Look at most so many actions beyond the one at hand (the paper's ``lookahead_cap``); where the goal
            is further, the mass is 0.
    """

    def __init__(
        self,
        world: World,
        hmm: HMM,
        segments: ActionSegments,
        max_states: int,
        slack: int | None = None,
        cap: int | None = None,
    ) -> None:
        self._world = world
        world.search_alone()
        self._hmm = hmm
        self._max_states = max_states
        self._slack = slack
        # Behind the first action, no plan within the budget has more.
        self._cap = None if cap is None or cap >= world.budget - 1 else cap

        def tries(positions: NDArray[np.int64]) -> tuple[SequenceTrie, NDArray[np.int64]]:
            return segments.trie(positions, first=False)

        self._segments = segments
        self._exact: Recursion | None = Recursion(
            hmm, tries, world.system.is_goal, self._admissible, max_states
        )
        self._along: dict[Plan, LogMass] = {}

    @property
    def truncation(self) -> Truncation | None:
        """What is left out, so far as has been asked."""
        one_plan = self._exact is None
        if not one_plan and self._slack is None and self._cap is None:
            return None
        return Truncation(self._slack, one_plan, self._max_states, self._cap)

    def after(self, boundary: Boundary) -> Masses:
        """R after each admissible action at a boundary, with the actions that are left then.

        The plans that count may come back to a state, even where the constraint's may not.

        Returns:
            The masses, in the order of the admissible actions' positions.
        """
        state, choices = boundary.state, boundary.choices
        left = self._world.budget - boundary.written - 1
        if self._exact is not None:
            try:
                return self._summed(self._exact, state, choices.positions, left)
            except _TooLarge:
                self._exact = None  # from now on: a plan's boundaries are weighed in one way
        # States that the goal cannot tell apart share a plan.
        _, first, row = np.unique(choices.group, return_index=True, return_inverse=True)
        plans = [self._plan_after(boundary, position, left) for position in choices.positions[first].tolist()]
        known = [one for one in plans if one is not None]
        if len(known) == len(plans):
            return Masses(self._along_plans(known), row)
        found = self._along_plans([one or () for one in plans])
        found[[one is None for one in plans]] = -np.inf
        return Masses(found, row)

    def _summed(self, recursion: Recursion, state: State, positions: NDArray[np.int64], left: int) -> Masses:
        pairs = [self._shortened(state, left) for state in self._world.successors(state, positions)]
        row = {pair: number for number, pair in enumerate(dict.fromkeys(pairs))}
        return Masses(recursion.log_masses(list(row)), np.array([row[pair] for pair in pairs]))

    def _admissible(self, state: State, left: int) -> Iterable[tuple[int, State]]:
        positions = self._world.choices(state, self._world.budget - left).positions
        return zip(positions.tolist(), self._world.successors(state, positions), strict=True)

    def _shortened(self, state: State, left: int) -> Pair:
        capped = left if self._cap is None else min(left, self._cap)
        if self._slack is None:
            return state, capped
        distance = self._world.reachability.distance(state, left)
        if isinstance(distance, LimitReached):
            raise _TooLarge
        return state, min(capped, int(distance) + self._slack)

    def _plan_after(self, boundary: Boundary, position: int, left: int) -> Plan | None:
        """Some plan that goes on after an admissible action: the one that is known, if no time is left.

        ``None`` if none is known that is as short as the cap wants it.
        """
        after = self._world.after(boundary.state, position)
        plan = self._world.reachability.plan(after, left if self._cap is None else min(left, self._cap))
        if not isinstance(plan, tuple):
            if plan is None and self._cap is not None:
                return None
            way = boundary.choices.way(position)
            assert way is not None, "what is admitted goes on"
            plan = way.actions()
            if self._cap is not None and len(plan) > self._cap:
                return None
        return tuple(self._world.order.positions[list(plan)].tolist())

    def _along_plans(self, plans: Sequence[Plan]) -> LogMass:
        """Mass of single plans, shape [plans, H]; plans with a common end share the work."""
        if len(self._along) > _KEPT_PLANS:
            self._along.clear()
        self._along.setdefault((), np.zeros(self._hmm.num_states, self._hmm.dtype))
        missing: dict[int, set[Plan]] = {}
        for plan in plans:
            while plan not in self._along:
                missing.setdefault(len(plan), set()).add(plan)
                plan = plan[1:]
        for length in sorted(missing):
            begun = sorted(missing[length])
            segments = [self._segments.of(plan[0], first=False) for plan in begun]
            after = np.stack([self._along[plan[1:]] for plan in begun])
            self._along.update(zip(begun, backward_along(self._hmm, segments, after), strict=True))
        return np.stack([self._along[plan] for plan in plans])


def log_goal_mass(
    hmm: HMM,
    system: TransitionSystem[Any],
    tokens_of: Mapping[Action, Sequence[int]],
    state: State,
    budget: int,
) -> LogMass:
    """Log mass of the plans that reach the goal from `state` in at most `budget` actions.

    Entry h is R[K, z, h] of CLAMP §4.2.3 (recursion: App. A1.2), over the actions that `tokens_of` spells.

    Args:
        hmm: Here h is the hidden state *after* the last committed token.
        system: The planning model.
        tokens_of: Serialisation w. Must be prefix-free; otherwise overlapping continuations are counted twice
            and R can exceed 0.
        state: Where the plans begin.
        budget: Actions (not tokens) still allowed, K ≥ 0.

    Returns:
        Natural-log masses, shape [H]. If all HMM parameters are positive, entries are ``-inf`` exactly where
        the goal distance over these actions exceeds the budget.
    """
    spelt = [index for index, action in enumerate(system.actions) if action in tokens_of]
    sequence = {index: number for number, index in enumerate(spelt)}
    trie = SequenceTrie.of([tuple(tokens_of[system.actions[index]]) for index in spelt])

    def tries(numbers: NDArray[np.int64]) -> tuple[SequenceTrie, NDArray[np.int64]]:
        return trie, numbers

    def expand(z: State, left: int) -> Iterable[tuple[int, State]]:
        for index in system.applicable_indices(z):
            if index in sequence:
                yield sequence[index], system.successor_of_index(z, index)

    return Recursion(hmm, tries, system.is_goal, expand).log_masses([(state, budget)])[0]
