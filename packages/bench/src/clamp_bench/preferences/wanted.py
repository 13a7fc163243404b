"""What a task of the preferences benchmark is: a scene, a goal that many plans reach, and a sentence for a rule."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol, TypeVar

from clamp.planning.rules import Rule
from clamp.planning.system import TransitionSystem

Scene = TypeVar("Scene")


@dataclass(frozen=True)
class WantedTask:
    """What a template makes of a scene.

    Attributes:
        goal: What must hold in the end, as the scene's world has goals (PDDL for those in PDDL).
        sentence: What the planner is told.
        rule: What the sentence stands for beside the goal, over the facts and actions of a plan.
    """

    goal: Any
    sentence: str
    rule: str


@dataclass(frozen=True)
class Preference:
    """A task of the benchmark.

    Attributes:
        id: Its number, its scenes and its template.
        scenes: Which kind of scenes it is of.
        template: What the sentence asks for.
        split: The split of the template.
        wanted: Goal, sentence and rule; the planner is told the sentence only.
        told: What else the planner is told: the actions, and how things are at first.
        build: Makes the scene with its goal, and nothing of the sentence.
    """

    id: str
    scenes: str
    template: str
    split: str
    wanted: WantedTask
    told: str
    build: Callable[[], TransitionSystem[Any]] = field(compare=False, repr=False)

    @property
    def sentence(self) -> str:
        return self.wanted.sentence

    @cached_property
    def rule(self) -> Rule:
        """What the sentence stands for."""
        return Rule.parse(self.wanted.rule, name=self.template)

    @cached_property
    def system(self) -> TransitionSystem[Any]:
        """The scene and the goal."""
        return self.build()


class WantedScene(Protocol):
    """One draw of a kind of scenes."""

    @property
    def told(self) -> str:
        """The actions, and how things are at first."""
        ...

    def system(self, goal: Any) -> TransitionSystem[Any]:
        """The planning problem of a goal."""
        ...


def by_template(*makers: Callable[[Scene], WantedTask]) -> dict[str, Callable[[Scene], WantedTask]]:
    """What makes the task of each template, by the template's name, which is the function's."""
    return {one.__name__.strip("_").replace("_", "-"): one for one in makers}


def in_words(name: str) -> str:
    """A name as a sentence has it."""
    return f"the {name.replace('_', ' ')}"
