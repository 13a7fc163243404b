"""Goal mass R[K, z, h]: how much probability an HMM gives to the plans that reach the goal in time.

    R[K, z, h] = log Σ_{a, h'} exp(F_a[h, h'] + R[K-1, Δ(z, a), h'])        (CLAMP §4.2.3, App. A1.2)

with R = 0 at a goal, even at K = 0, and -inf at any other state when K = 0. Computed on demand, layer by
layer over the pairs (state, actions left) that are reachable from the ones asked about.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from clamp.decoding.world import World
from clamp.errors import ConstraintError
from clamp.hmm import HMM, SequenceTrie
from clamp.planning.reachability import LimitReached
from clamp.planning.system import Action, TransitionSystem

State: TypeAlias = Hashable
Pair: TypeAlias = tuple[State, int]
LogMass: TypeAlias = NDArray[np.floating[Any]]

_KEPT_PATHS = 20_000


@dataclass(frozen=True, slots=True)
class Truncation:
    """What a goal mass leaves out. It is then a lower bound, and positive wherever the exact one is.

    Attributes:
        slack: Only plans at most this much longer than a shortest one count; ``None`` if that is no limit.
        one_plan: Only one plan per state counts, because more than `max_states` pairs (state, actions left)
            would have been needed.
        max_states: That setting.
    """

    slack: int | None
    one_plan: bool
    max_states: int

    def __str__(self) -> str:
        if self.one_plan:
            return f"one plan per state (more than {self.max_states} pairs of state and actions left)"
        return f"plans at most {self.slack} actions longer than a shortest one"


class _TooLarge(Exception):
    """The recursion needs more pairs than allowed."""


class Recursion:
    """R over pairs (state, actions left), remembered.

    Args:
        hmm: The HMM.
        trie: The token sequences w(a).
        is_goal: Whether a state is a goal.
        expand: (sequence, next state) of the actions that count, for a state and a number of actions left.
        max_pairs: How many pairs may be remembered.
    """

    def __init__(
        self,
        hmm: HMM,
        trie: SequenceTrie,
        is_goal: Callable[[State], bool],
        expand: Callable[[State, int], Iterable[tuple[int, State]]],
        max_pairs: float = float("inf"),
    ) -> None:
        self._hmm = hmm
        self._trie = trie
        self._is_goal = is_goal
        self._expand = expand
        self._max_pairs = max_pairs
        self._known: dict[Pair, LogMass] = {}

    def log_masses(self, pairs: Sequence[Pair]) -> LogMass:
        """R of each pair, shape [pairs, H].

        Raises:
            _TooLarge: If more than `max_pairs` pairs would have to be remembered.
        """
        layers: dict[int, dict[Pair, list[tuple[int, Pair]]]] = {}
        found: dict[Pair, None] = {}
        self._meet(pairs, found)
        agenda = list(found)
        while agenda:
            pair = agenda.pop()
            state, left = pair
            if self._is_goal(state):
                self._known[pair] = np.zeros(self._hmm.num_states, self._hmm.dtype)
                continue
            edges = [(a, (after, left - 1)) for a, after in self._expand(state, left)] if left > 0 else []
            layers.setdefault(left, {})[pair] = edges
            agenda += self._meet([target for _, target in edges], found)
        for left in sorted(layers):
            self._solve(layers[left])
        return np.stack([self._known[pair] for pair in pairs])

    def _meet(self, pairs: Iterable[Pair], found: dict[Pair, None]) -> list[Pair]:
        """The pairs that are met for the first time; they are added to `found`."""
        new = [pair for pair in dict.fromkeys(pairs) if pair not in self._known and pair not in found]
        if len(self._known) + len(found) + len(new) > self._max_pairs:
            raise _TooLarge
        found.update(dict.fromkeys(new))
        return new

    def _solve(self, layer: Mapping[Pair, list[tuple[int, Pair]]]) -> None:
        """One layer: its pairs lead to solved ones only."""
        edges = [(group, action, target) for group, e in enumerate(layer.values()) for action, target in e]
        if not edges:
            masses = np.full((len(layer), self._hmm.num_states), -np.inf, self._hmm.dtype)
        else:
            masses = self._trie.backward(
                self._hmm,
                np.array([action for _, action, _ in edges]),
                np.stack([self._known[target] for _, _, target in edges]),
                np.array([group for group, _, _ in edges]),
                len(layer),
            )
        self._known.update(zip(layer, masses, strict=True))


class GoalMassTable:
    """Goal mass over the admissible actions of a world: exact, or truncated where it would be too large.

    Args:
        world: Which actions are admissible.
        hmm: The HMM.
        trie: Token sequence of each action, by position.
        max_states: How many pairs (state, actions left) may be kept.
        slack: Count only plans at most this much longer than a shortest one; all within budget by default.
    """

    def __init__(
        self, world: World, hmm: HMM, trie: SequenceTrie, max_states: int, slack: int | None = None
    ) -> None:
        self._world = world
        self._hmm = hmm
        self._trie = trie
        self._max_states = max_states
        self._slack = slack
        self._exact = Recursion(hmm, trie, world.system.is_goal, self._admissible, max_states)
        self._paths: dict[tuple[int, ...], LogMass] = {}
        self._one_plan = False

    @property
    def truncation(self) -> Truncation | None:
        """What is left out, so far as has been asked."""
        if self._slack is None and not self._one_plan:
            return None
        return Truncation(self._slack, self._one_plan, self._max_states)

    def log_masses(self, pairs: Sequence[Pair]) -> LogMass:
        """R of pairs (state, actions left) from each of which the goal is within reach, shape [pairs, H]."""
        if not self._one_plan:
            try:
                return self._exact.log_masses([self._shortened(*pair) for pair in pairs])
            except _TooLarge:
                self._one_plan = True
        # States that the goal cannot tell apart share a plan.
        node = self._world.reachability.node
        places = [(node(state), left) for state, left in pairs]
        paths = {place: self._path(*pair) for place, pair in dict(zip(places, pairs, strict=True)).items()}
        return self._along_paths([paths[place] for place in places])

    def _admissible(self, state: State, left: int) -> Iterable[tuple[int, State]]:
        choices = self._world.choices(state, self._world.budget - left)
        return ((p, self._world.after(state, p)) for p in np.flatnonzero(choices.admissible).tolist())

    def _shortened(self, state: State, left: int) -> Pair:
        if self._slack is None:
            return state, left
        distance = self._world.reachability.distance(state, left)
        if isinstance(distance, LimitReached):
            raise _TooLarge
        return state, min(left, int(distance) + self._slack)

    def _path(self, state: State, left: int) -> tuple[int, ...]:
        path = self._world.reachability.plan(state, left)
        if path is None or isinstance(path, LimitReached):
            raise ConstraintError(
                f"No plan of at most {left} actions is known from a state that was admitted."
            )
        return tuple(self._world.order.positions[list(path)].tolist())

    def _along_paths(self, paths: Sequence[tuple[int, ...]]) -> LogMass:
        """Mass of single plans, shape [paths, H]; plans with a common end share the work."""
        if len(self._paths) > _KEPT_PATHS:
            self._paths.clear()
        self._paths.setdefault((), np.zeros(self._hmm.num_states, self._hmm.dtype))
        missing: dict[int, set[tuple[int, ...]]] = {}
        for path in paths:
            while path not in self._paths:
                missing.setdefault(len(path), set()).add(path)
                path = path[1:]
        for length in sorted(missing):
            ends = sorted(missing[length])
            masses = self._trie.backward(
                self._hmm,
                np.array([path[0] for path in ends]),
                np.stack([self._paths[path[1:]] for path in ends]),
                np.arange(len(ends)),
                len(ends),
            )
            self._paths.update(zip(ends, masses, strict=True))
        return np.stack([self._paths[path] for path in paths])


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

    def expand(z: State, left: int) -> Iterable[tuple[int, State]]:
        for index in system.applicable_indices(z):
            if index in sequence:
                yield sequence[index], system.successor_of_index(z, index)

    return Recursion(hmm, trie, system.is_goal, expand).log_masses([(state, budget)])[0]
