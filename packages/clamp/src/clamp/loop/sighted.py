"""A world whose state is read off pictures after each action: what they do not tell stays as it was foreseen.

Which actions failed is then known by what is seen, and not by what the simulator or the robot says of itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from clamp.errors import SceneError
from clamp.loop.world import Environment, JudgedEnvironment, Observation
from clamp.perception.belief import Belief
from clamp.perception.scene import Scene
from clamp.planning import Action, Problem
from clamp.planning.task import Atom

Look = Callable[[Mapping[str, Any], Mapping[str, str | None], Scene], Belief]
"""From the picture of each view, the type of each thing that is there, and where they are seen, to what is known of how
things are."""


class Sighted:
    """An `Environment` that looks at another one's pictures.

    Facts of predicates that the pictures say nothing of at all are the other one's own, as a robot knows what it holds.

    Args:
        world: What is really there; its observations have pictures.
        problem: In whose facts it is told.
        look: Says from pictures how things are.

    Attributes:
        last: What was known when it was looked last; ``None`` before.
        estimates: That what it tells may be wrong.
    """

    estimates = True

    def __init__(self, world: Environment, problem: Problem, look: Look) -> None:
        self._world, self._look = world, look
        task = problem.task
        self._kinds: dict[str, str | None] = {
            name: types[0] for name, types in {**task.domain.constants, **task.objects}.items()
        }
        self.fails_by_chance = bool(getattr(world, "fails_by_chance", False))
        self.last: Belief | None = None

    def observe(self) -> Observation:
        """Look.

        Raises:
            SceneError: If there are no pictures, or they cannot be used.
        """
        seen = self._world.observe()
        if not seen.images:
            raise SceneError(
                "The world shows no pictures, so how things are cannot be read off them. Let it say so itself."
            )
        self.last = belief = self._look(seen.images, self._kinds, seen.scene)
        told = {fact[0] for fact in belief.judgements}
        here = set(seen.scene.seen)

        def atoms(facts: Sequence[tuple[str, ...]]) -> frozenset[Atom]:
            return frozenset(Atom(fact[0], fact[1:]) for fact in facts if here.issuperset(fact[1:]))

        own = frozenset(atom for atom in seen.facts if atom.predicate not in told)
        return Observation(seen.scene, own | atoms(belief.true), seen.images, atoms(belief.unknown))

    def execute(self, action: Action) -> None:
        """Act; an action that the world refuses leaves it as it was."""
        self._world.execute(action)

    def unmet(self) -> Sequence[Sequence[str]]:
        """What the world itself denies of its goal, where it judges that; nothing otherwise."""
        return self._world.unmet() if isinstance(self._world, JudgedEnvironment) else ()
