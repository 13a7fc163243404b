"""A vision-language model says what it sees, in the canonical names and no others.

The list is a plan of a small planning model of its own: naming a thing is an action that can be taken once.
So the grammar, the masks and the hosts are those of plans; nothing else is needed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from math import exp
from typing import Any, Protocol

from PIL.Image import Image

from clamp.automata import Vocabulary
from clamp.decoding import PlanConstraint, PlanFormat
from clamp.decoding.result import PlanResult
from clamp.errors import SceneError
from clamp.hosts.jobs import PlanRequest
from clamp.perception import Entity, Match, Recognition, Scene
from clamp.perception.pictures import check_shows
from clamp.planning.system import Action, SearchSpace, TransitionSystem, Validation
from clamp.request.prompts import Message
from clamp.request.request import Request


class Lister(Protocol):
    """What is needed of a planner here: a model that reads images."""

    name: str
    vocabulary: Vocabulary

    def write(self, jobs: Sequence[PlanRequest], *, trace: bool = False) -> Sequence[PlanResult]:
        """Write a text for each request; with `trace`, say how probable the model finds each token."""
        ...


NOTHING = "nothing"
LEAST = 0.05
"""What the model itself would write with a smaller probability is named for want of another name, and not seen."""
LISTING_FORMAT = PlanFormat.from_template(
    "{name} {args}",
    names={"see": "-"},
    name="listing",
    instructions=f"Write one name per line, as '- name', or '- {NOTHING}', and nothing else.",
)
"""``- akita_black_bowl_1``, one name a line."""


class Listing(TransitionSystem[int]):
    """Lists of names without repeats: at least one name, or ``nothing`` alone.

    A state has a bit for each name that was written.

    Args:
        names: What may be named.

    Raises:
        SceneError: If there is nothing to name, or ``nothing`` is itself a name.
    """

    name = "listing"

    def __init__(self, names: Iterable[str]) -> None:
        self._entities = tuple(dict.fromkeys(names))
        if not self._entities:
            raise SceneError("There are no names to list: the problem has no entities.")
        if NOTHING in self._entities:
            raise SceneError(f"An entity is called {NOTHING!r}, which stands for an empty list. Rename it.")
        self._actions = tuple(Action("see", (name,)) for name in (*self._entities, NOTHING))
        self._nothing = 1 << len(self._entities)

    @property
    def actions(self) -> Sequence[Action]:
        return self._actions

    @property
    def entities(self) -> Sequence[str]:
        return (*self._entities, NOTHING)

    @property
    def initial(self) -> int:
        return 0

    def is_goal(self, state: int) -> bool:
        return state != 0

    def applicable_indices(self, state: int) -> Sequence[int]:
        if state == 0:
            return range(len(self._actions))
        if state == self._nothing:
            return ()
        return [index for index in range(len(self._entities)) if not state >> index & 1]

    def successor_of_index(self, state: int, index: int) -> int:
        return state | 1 << index

    def search_space(self, enabled: Collection[int] | None = None) -> SearchSpace:
        raise NotImplementedError("A list may end after any name, so nothing is ever searched for.")

    def why_inapplicable(self, state: int, action: Action) -> str | None:
        index = self.index(action)
        if index in self.applicable_indices(state):
            return None
        return "it was named before." if state >> index & 1 else f"{NOTHING!r} stands alone."

    def goal_entities(self) -> frozenset[str]:
        return frozenset()

    def validate(self, actions: Iterable[Action]) -> Validation:
        """At least one name, none twice, and ``nothing`` only alone."""
        named = [action.args[0] for action in actions]
        if not named:
            return Validation(False, None, "The list is empty.")
        for step, one in enumerate(named):
            if one not in self.entities or one in named[:step] or (one == NOTHING and len(named) > 1):
                return Validation(False, step, f"{one!r} is unknown, repeated, or not alone.")
        return Validation(True)


def listing_messages(names: Iterable[str]) -> list[Message]:
    """The chat that asks which of some names are in the pictures."""
    return [
        {"role": "system", "content": "You say what a robot's cameras see."},
        {
            "role": "user",
            "content": f"Objects: {', '.join(names)}\nWhich of these objects are in the pictures? "
            f"{LISTING_FORMAT.describe()}",
        },
    ]


def looked(request: Request, planner: Lister) -> Request:
    """The request with what the model says that its pictures show, where nothing else can tell.

    Raises:
        HostError: If the model reads no images.
        SceneError: If it sees nothing, or its context ends before its list does.
    """
    if not request.asks_model:
        return request
    listed = list_entities(planner, request.sight.images, request.listable)
    return request.showing(listed, repr(planner.name))


def list_entities(
    planner: Lister,
    images: Mapping[str, Any],
    names: Iterable[str],
    *,
    labels: Mapping[str, str] | None = None,
) -> Recognition:
    """The scene that a vision-language model reads off some pictures.

    A listing has no boxes: what is named is seen in no particular view. Its score is the probability with which the
    model itself, whatever it may not write here, names it next; 1 where a host does not tell.

    Args:
        planner: With a model that reads images.
        images: A picture for each view, as PIL images.
        names: The canonical vocabulary: all that may be named.
        labels: Words for some of the names.

    Raises:
        HostError: If the model reads no images.
        SceneError: If the model's context ends before its list does, there are no names, or nothing can be seen in
            a picture, whatever others show.
    """
    for view, image in images.items():
        if isinstance(image, Image):
            check_shows(view, image)
    listing = Listing(names)
    asked = [name for name in listing.entities if name != NOTHING]
    constraint = PlanConstraint(
        listing,
        planner.vocabulary,
        LISTING_FORMAT,
        budget=len(asked),
        enforce={"syntax", "executability"},
        loops=False,
    )
    written = PlanRequest(listing_messages(asked), constraint, images=tuple(images.values()))
    (result,) = planner.write([written], trace=True)
    if result.failure is not None:
        raise SceneError(
            f"{planner.name!r} did not finish its list of what it sees: {result.failure.message}"
        )
    odds = [0.0] * (len(result.actions) + 1)
    for step in result.trace:
        odds[min(step.actions, len(result.actions))] += step.logprob or 0.0
    scores = {action.args[0]: exp(odds[place]) for place, action in enumerate(result.actions)}
    named = [name for name, score in scores.items() if name != NOTHING and score >= LEAST]
    words = labels or {}
    return Recognition(
        Scene(
            tuple(Entity(name, words.get(name, ""), scores[name]) for name in named),
            {view: image.size for view, image in images.items() if isinstance(image, Image)},
        ),
        tuple(Match(name, name, "exact", 1.0) for name in named),
    )
