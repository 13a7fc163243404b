"""One constraint that lives long: it forgets again and again, many threads and particles ask, limits are small.

Whatever was forgotten, what is admitted is what brute force admits; under limits, never more, and never nothing.
"""

from __future__ import annotations

import math
import random
import threading
from collections.abc import Iterator
from typing import NamedTuple

import oracles
import pytest
from fakes import byte_vocabulary

from clamp import PlanConstraint, PlanFormat, Problem, SearchLimits
from clamp.decoding.plans import Cursor
from clamp.planning.search import bounds, kernel, limits, loops, symmetry
from clamp.planning.search.kernel import CompiledBounds
from clamp_worlds.household import household

pytestmark = [pytest.mark.no_cover, pytest.mark.usefixtures("both_cores")]

TASK = household(24, 1)
GRAPH = oracles.reachable(TASK, 1000)
assert GRAPH is not None
DISTANCES = oracles.goal_distances(TASK, GRAPH)
PROBLEM = Problem.from_task(TASK)
TEXTS = [PlanFormat.calls().serialize([action]) for action in PROBLEM.actions]
VOCABULARY = byte_vocabulary([text.encode() for text in TEXTS])
PIECES = [(VOCABULARY.bytes_of(token) or b"").decode("latin-1") for token in range(VOCABULARY.size)]
(EOS,) = VOCABULARY.eos_ids


class Particle(NamedTuple):
    """A plan that is being written.

    Attributes:
        met: The states that it has been in.
        begun: The text of the action that is being written.
    """

    cursor: Cursor
    met: tuple[oracles.Facts, ...]
    begun: str


class Law:
    """What may be written next, by brute force."""

    def __init__(self, budget: int, loops: bool) -> None:
        self.budget, self.loops = budget, loops

    def reaches(self, start: oracles.Facts, left: int, avoided: frozenset[oracles.Facts]) -> bool:
        """Whether a plan of at most `left` actions passes none of some states; the shortest passes no state twice."""
        layer, seen = {start}, {start}
        while layer:
            if any(DISTANCES[facts] == 0 for facts in layer):
                return True
            left -= 1
            if left < min(DISTANCES[facts] for facts in layer) - 1:
                return False
            layer = {after for facts in layer for after in GRAPH[facts].values()} - seen - avoided
            seen |= layer
        return False

    def actions(self, met: tuple[oracles.Facts, ...]) -> set[int]:
        """Actions with which a plan goes on."""
        left, avoided = self.budget - len(met), frozenset(() if self.loops else met)
        return {
            index
            for index, after in GRAPH[met[-1]].items()
            if left >= 0 and after not in avoided and self.reaches(after, left, avoided)
        }

    def tokens(self, particle: Particle) -> set[int]:
        """What may come next."""
        begun, here = particle.begun, particle.met[-1]
        actions = self.actions(particle.met)
        lines = [TEXTS[index] for index in actions]
        lines += [
            TEXTS[index] + "\n" for index in actions if self.actions((*particle.met, GRAPH[here][index]))
        ]
        found = {
            token
            for token, piece in enumerate(PIECES)
            if piece and any(line.startswith(begun + piece) for line in lines)
        }
        ends = begun in TEXTS and DISTANCES[GRAPH[here][TEXTS.index(begun)]] == 0
        return found | {EOS} if ends else found

    def after(self, particle: Particle, cursor: Cursor, token: int) -> Particle:
        """The particle with a token more."""
        text = particle.begun + PIECES[token]
        if text.endswith("\n"):
            return Particle(cursor, (*particle.met, GRAPH[particle.met[-1]][TEXTS.index(text[:-1])]), "")
        return Particle(cursor, particle.met, text)


def followed(
    constraint: PlanConstraint, law: Law, rng: random.Random, steps: int
) -> Iterator[tuple[Particle, set[int], set[int]]]:
    """Particles that are advanced in any order, copied and dropped; at each step what is allowed, and what may be."""
    new = Particle(constraint.initial(), (oracles.initial(TASK),), "")
    particles = [new] * 6
    for _ in range(steps):
        place = rng.randrange(len(particles))
        particle = particles[place]
        allowed = set(constraint.allowed(particle.cursor).tolist())
        yield particle, allowed, law.tokens(particle)
        pieces = [token for token in sorted(allowed) if token >= 256]
        token = rng.choice(pieces if pieces and rng.random() < 0.9 else sorted(allowed) or [EOS])
        if token == EOS:
            particles[place] = new if rng.random() < 0.5 else rng.choice(particles)
        else:
            particles[place] = law.after(particle, constraint.advance(particle.cursor, token), token)
        if rng.random() < 0.02:
            particles[rng.randrange(len(particles))] = particles[place]


def forgetful(patch: pytest.MonkeyPatch, nodes: int) -> None:
    """So few nodes and plans are remembered."""
    for module, name in (
        (bounds, "CACHED_NODES"), (kernel, "CACHED_NODES"), (kernel, "_REMEMBERED"),
        (loops, "KEPT_DETOURS"), (symmetry, "_MOST_REMEMBERED"),
    ):  # fmt: skip
        patch.setattr(module, name, nodes)


@pytest.mark.sampled(5)
@pytest.mark.parametrize("loops", [False, True])
@pytest.mark.parametrize("slack", [0, 3])
def test_threads_and_particles_ask_one_constraint_that_forgets(
    slack: int, loops: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    forgetful(monkeypatch, 8)
    new_store, stores = kernel._Store, list[None]()
    monkeypatch.setattr(kernel, "_Store", lambda *parts: stores.append(None) or new_store(*parts))
    budget = int(DISTANCES[oracles.initial(TASK)]) + slack
    constraint = PlanConstraint(
        PROBLEM, VOCABULARY, PlanFormat.calls(), budget=budget, loops=loops,
        limits=SearchLimits(boundary_seconds=None),
    )  # fmt: skip
    law, wrong, steps = Law(budget, loops), list[object](), list[int]()

    def follow(seed: int) -> None:
        try:
            for particle, allowed, right in followed(constraint, law, random.Random(seed), 250):
                steps.append(seed)
                if allowed != right:
                    wrong.append((seed, particle.begun, len(particle.met), allowed ^ right))
        except Exception as error:
            wrong.append(error)

    threads = [threading.Thread(target=follow, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
    assert len(steps) == 1000
    compiled = isinstance(constraint.world.reachability.ready(), CompiledBounds)
    assert len(stores) > 4 or not compiled


@pytest.mark.sampled(4)
@pytest.mark.parametrize("loops", [False, True])
@pytest.mark.parametrize("look", [1, 3, 20, 200])
def test_whatever_limit_is_reached_no_more_is_admitted_and_never_nothing(
    look: int, loops: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Time that is up after so many looks at the clock of Python, and after little of it for what is compiled."""
    forgetful(monkeypatch, 8)
    budget = int(DISTANCES[oracles.initial(TASK)]) + 2
    constraint = PlanConstraint(  # of a problem that nobody knows anything of yet
        Problem.from_task(TASK), VOCABULARY, PlanFormat.calls(), budget=budget, loops=loops,
        limits=SearchLimits(states=3000, boundary_seconds=look * 1e-6),
    )  # fmt: skip
    assert constraint.allowed(constraint.initial()).size

    class Clock:
        time = 0.0

        def __call__(self) -> float:
            self.time += 1e-6
            return self.time

    monkeypatch.setattr(limits, "clock", Clock())
    withheld = 0
    for particle, allowed, right in followed(constraint, Law(budget, loops), random.Random(look), 600):
        assert allowed <= right, particle.begun
        assert allowed or not right
        withheld += len(right - allowed)
    compiled = isinstance(constraint.world.reachability.ready(), CompiledBounds)
    assert withheld or not compiled or look > 20, "something was tried"


def test_the_law_is_that_of_every_plan_written_out() -> None:
    """The law of this file beside plans that are listed."""
    start = oracles.initial(TASK)
    for steps in range(4):
        budget = int(DISTANCES[start]) + 1
        law = Law(budget, loops=True)
        listed = {plan[0] for plan in oracles.plans(TASK, start, budget) if plan} if budget < 5 else None
        actions = law.actions((start,))
        assert listed is None or listed == actions
        assert actions == {i for i, after in GRAPH[start].items() if DISTANCES[after] < budget}
        assert not math.isinf(DISTANCES[start])
        start = GRAPH[start][min(actions, key=lambda index, here=start: DISTANCES[GRAPH[here][index]])]
        assert steps < 4
