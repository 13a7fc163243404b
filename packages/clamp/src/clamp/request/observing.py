"""An observer that a small file makes: for each predicate a question to a model, a relation of boxes, or a truth."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice, product
from typing import Any

from PIL.Image import Image

from clamp.errors import SceneError
from clamp.perception.belief import ASSUMED, Belief, Evidence, Fact
from clamp.perception.observables import Observable, geometric
from clamp.perception.pictures import check_shows
from clamp.perception.scene import Scene
from clamp.planning.task import TRUE, Domain, Task
from clamp.planning.validator import is_of_type
from clamp.request.scenes import objects_of

MOST_QUESTIONS = 1_000
"""So many facts are asked of a model at most."""
_MOST_FACTS = 100_000
"""So many facts of one predicate are looked at."""

Asker = Callable[[str, Mapping[str, Any], tuple[str, str]], float]
"""Log-odds of the first of two answers to a question about pictures."""


class FileObserver:
    """Looks as observables say.

    Args:
        domain: Whose predicates they are.
        observables: How each is looked at.
        ask: Asks a model; ``None`` where there is none.

    Attributes:
        name: ``"observables"``; what it says has the sources ``vlm`` (or `UNCALIBRATED`), ``geometry`` and ``assumed``.
    """

    name = "observables"

    def __init__(
        self,
        domain: Domain,
        observables: Mapping[str, Observable],
        ask: Asker | None = None,
    ) -> None:
        self._domain, self._observables, self._ask = domain, observables, ask

    def observe(
        self,
        images: Mapping[str, Any],
        objects: Mapping[str, str | None],
        *,
        instruction: str = "",
        scene: Scene | None = None,
    ) -> Belief:
        """See `clamp.request.states.Observer`.

        Raises:
            SceneError: If it is not known which things there are; a question needs a model or pictures, or a relation
                boxes, and there are none; nothing can be seen in a picture; or there are too many facts.
        """
        if not objects:
            raise SceneError(
                "Observables say how facts are looked at, not which things there are: give a `scene` or a `problem`."
            )
        task = Task(
            "the pictures", self._domain, objects_of(objects, self._domain, "the pictures"), frozenset(), TRUE
        )
        for view, image in images.items():
            if isinstance(image, Image) and any(one.ask is not None for one in self._observables.values()):
                check_shows(view, image)
        found: list[Evidence] = []
        asked = 0
        for name, one in self._observables.items():
            facts = list(islice(self._facts(task, name), _MOST_FACTS + 1))
            if len(facts) > _MOST_FACTS:
                raise SceneError(
                    f"{name!r} may be said in more than {_MOST_FACTS:,} ways. Give parameters narrower types."
                )
            told = len(found)
            for fact in facts:
                before = len(found)
                if one.geometry is not None and scene is not None:
                    found += geometric(one, fact, scene)
                if one.ask is not None:
                    asked += 1
                    if asked > MOST_QUESTIONS:
                        raise SceneError(
                            f"More than {MOST_QUESTIONS:,} questions would be asked, the last about {name!r}. Look at "
                            "fewer predicates, or give parameters narrower types."
                        )
                    found.append(self._answer(one, fact, images))
                if one.assumed is not None and len(found) == before:  # nobody looks
                    found.append(Evidence(fact, float(one.assumed), ASSUMED))
            pairs = any(len(set(fact)) > 2 for fact in facts)
            if one.geometry is not None and pairs and len(found) == told:
                raise SceneError(
                    f"{name!r} is told by boxes (geometry: {one.geometry}), and no picture has boxes of two "
                    "things that it may be said of. Give a `scene` with boxes, say how to `ask`, or what is `assumed`."
                )
        return Belief(objects, tuple(found))

    def _answer(self, one: Observable, fact: Fact, images: Mapping[str, Any]) -> Evidence:
        if self._ask is None or not images:
            raise SceneError(
                f"{one.predicate!r} is asked of a model that reads pictures, and there "
                f"{'is no such model' if images else 'are no pictures'}."
            )
        return one.answered(fact, self._ask(one.question(fact), images, one.answers))

    def _facts(self, task: Task, predicate: str) -> Iterator[Fact]:
        names = (*task.domain.constants, *task.objects)
        places = [
            [one for one in names if is_of_type(task, one, place.types)]
            for place in self._domain.predicates[predicate]
        ]
        return ((predicate, *args) for args in product(*places))
