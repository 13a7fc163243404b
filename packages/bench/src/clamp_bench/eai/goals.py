"""Goals that EAI's Goal Interpretation asks for, as constraints: typed over what a prompt lists, and within reach.

A prompt lists things, the states that each may have and the relations there are. *Typed* goals speak of these alone;
goals of a *world* can be reached besides, from how things are at first: in EAI's own PDDL of BEHAVIOR, and in
VirtualHome's household. What follows from the rest may be said, too, in any order: EAI's own goals do.
"""

from __future__ import annotations

import ast
import json
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any, Literal, cast

from clamp.automata import Vocabulary
from clamp.decoding.goals import GoalConstraint, GoalFormat
from clamp.errors import BenchmarkError, LimitError
from clamp.planning import Problem
from clamp.planning.goals import GoalLiteral, Goals, Why
from clamp.planning.search.limits import LimitReached, Meter, SearchLimits
from clamp.planning.search.mutex import MutexGroup
from clamp.planning.search.reachability import Reachability
from clamp.planning.task import TRUE, ActionSchema, Atom, Domain, Effect, Task, Variable
from clamp.words.english import CATEGORIES, forms
from clamp.words.forms import gerunds, pasts, thirds
from clamp.words.matching import Matcher
from clamp.words.mentions import mentioned
from clamp_bench.eai.behavior_plans import subgoals
from clamp_worlds.virtualhome import NodeState, Relation, VirtualHome, VirtualHomeGoal
from clamp_worlds.virtualhome.tasks import EAITask
from clamp_worlds.virtualhome.vocabulary import CHARACTER, STATES

BUDGET = 100
"""Most actions to a goal of a world, where nothing else is said."""
LIMITS = SearchLimits(states=2_000, seconds=10.0)
"""What deciding one goal may cost, where nothing else is said: a goal within reach takes a hundredth of it."""

Literals = Sequence[GoalLiteral]


class Reach(ABC):
    """Whether goals can be reached from how things are at first."""

    @abstractmethod
    def reaches(self, literals: Literals, *, search: bool) -> bool | LimitReached | None:
        """Whether some plan ends where all of some literals hold.

        Args:
            search: Look for one; otherwise what is not known is ``None``.
        """


class PromptGoals(Goals):
    """The goals that may be said of what a prompt lists.

    Args:
        system: What may be said, as a problem in which any fact may be made true or false.
        reach: What they must be within; ``None`` for nothing.
        fits: Whether some literals may stand together.
    """

    def __init__(
        self,
        system: Problem,
        reach: Reach | None = None,
        fits: Callable[[Literals], bool] = lambda _: True,
        budget: int = BUDGET,
        limits: SearchLimits = LIMITS,
    ) -> None:
        self._reach, self._fits_together = reach, fits
        self._out_of_reach: list[frozenset[GoalLiteral]] = []
        self._left_open: dict[frozenset[GoalLiteral], LimitReached] = {}
        super().__init__(system, budget=budget, order=system.entities, limits=limits)

    def _explore(self) -> None:
        """Nothing is learned in a world where everything can be."""

    def _exclusive(self) -> list[MutexGroup]:
        return []

    def excluded(self, literals: Any) -> bool:
        given = list(literals)
        pos, neg = self.masks(given)
        return bool(pos & neg) or len(set(given)) < len(given) or not self._fits_together(given)

    def _why_not(
        self, literals: tuple[GoalLiteral, ...], *, search: bool
    ) -> Why | Literal["?"] | LimitReached | None:
        if self.excluded(literals):
            return "contradictory"
        if self._reach is None:
            return None
        together = frozenset(literals)
        if any(one <= together for one in self._out_of_reach):
            return "unreachable"
        for one, limit in self._left_open.items():
            if one <= together:
                return limit
        found = self._reach.reaches(literals, search=search)
        if isinstance(found, LimitReached):
            self._left_open[together] = found
        if found is None or isinstance(found, LimitReached):
            return "?" if found is None else found
        if not found:
            self._out_of_reach.append(together)
        return None if found else "unreachable"


def _free_world(
    name: str,
    types: Sequence[str],
    predicates: Mapping[str, tuple[Variable, ...]],
    objects: Mapping[str, tuple[str, ...]],
    initial: frozenset[Atom],
) -> Problem:
    """A problem in which any fact may be made true or false."""
    schemas = tuple(
        ActionSchema(
            f"{verb}-{fact}",
            parameters,
            effects=(Effect(Atom(fact, tuple(one.name for one in parameters)), verb == "make"),),
        )
        for fact, parameters in predicates.items()
        for verb in ("make", "undo")
    )
    domain = Domain(name, dict.fromkeys(types, ()), dict(predicates), schemas=schemas)
    return Problem.from_task(Task(name, domain, dict(objects), initial, TRUE))


def _constraint(
    system: Problem, goals: Goals, vocabulary: Vocabulary, written: GoalFormat, most: int, *, reachable: bool
) -> GoalConstraint:
    return GoalConstraint(
        system, vocabulary, written, goals=goals, most=most, reachable=reachable, ordered=False
    )


# ------------------------------------------------------------------ BEHAVIOR

BEHAVIOR_STATES = ("Cooked", "Open", "Frozen", "Dusty", "Stained", "Sliced", "Soaked", "Toggled_On")
BEHAVIOR_RELATIONS = ("NextTo", "Inside", "OnFloor", "OnTop", "Touching", "Under")
BEHAVIOR_MOST = 16
"""Most goals of a kind."""


def _behavior_things(prompt: str) -> dict[str, frozenset[str]]:
    """The things that a prompt lists, each with the states that it may have.

    Raises:
        BenchmarkError: If it lists none.
    """
    listed, _, _ = prompt.partition("Relevant objects in the scene are:")[2].partition("All initial states")
    found = {
        name: frozenset(str(one).lower() for one in ast.literal_eval(states))
        for name, states in re.findall(r"^(\S+): (\[.*\])$", listed, re.M)
    }
    if not found:
        raise BenchmarkError("A prompt of EAI's BEHAVIOR tasks lists no relevant objects.")
    return found


def _behavior_facts(prompt: str) -> list[tuple[str, tuple[str, ...]]]:
    """What holds at first, as a prompt lists it."""
    listed = prompt.partition("All initial states in the scene are:")[2].partition("Symbolic goals format")[0]
    rows = [
        [str(part) for part in ast.literal_eval(line)] for line in re.findall(r"^(\[.*\])$", listed, re.M)
    ]
    return [(name.lower(), tuple(args)) for name, *args in rows if name != "not"]


def behavior_world(prompt: str) -> Problem:
    """What a prompt says of its scene, as a problem in which any fact may be made true or false.

    Its things are those that are listed, each with the types of the states that it may have; what holds at first is
    what is listed as such. Anything may be related to any other thing, and only floors are the floor.

    Raises:
        BenchmarkError: If the prompt lists no things.
    """
    objects: dict[str, tuple[str, ...]] = {}
    for name, may in _behavior_things(prompt).items():
        kinds = ("floor",) if name.startswith("floor.") else ()
        states = [one.lower() for one in BEHAVIOR_STATES if one.lower() in may]
        objects[name] = ("thing", *kinds, *(f"may_be_{one}" for one in states))
    one, other = Variable("?x", ("thing",)), Variable("?y", ("thing",))
    predicates: dict[str, tuple[Variable, ...]] = {
        state.lower(): (Variable("?x", (f"may_be_{state.lower()}",)),) for state in BEHAVIOR_STATES
    }
    predicates |= {name.lower(): (one, other) for name in BEHAVIOR_RELATIONS}
    predicates["onfloor"] = (one, Variable("?y", ("floor",)))
    types = ("thing", "floor", *(f"may_be_{state.lower()}" for state in BEHAVIOR_STATES))
    initial = frozenset(
        Atom(name, args)
        for name, args in _behavior_facts(prompt)
        if len(args) == len(predicates.get(name, ()))
        and all(one.types[0] in objects.get(arg, ()) for one, arg in zip(predicates[name], args, strict=True))
    )
    return _free_world("behavior", types, predicates, objects, initial)


_PLACES = frozenset({"inside", "ontop", "onfloor", "under"})


class BehaviorReach(Reach):
    """What EAI's PDDL of BEHAVIOR, in which its Transition Modeling plans, can make of what a prompt lists."""

    def __init__(self, prompt: str, domain: str, budget: int, limits: SearchLimits):
        things, facts = _behavior_things(prompt), _behavior_facts(prompt)
        names = dict.fromkeys((*things, *(arg for _, args in facts for arg in args)))
        self._called = {name: name.replace(".", "_").replace("-", "_") for name in names}
        known = set(re.findall(r"[\w-]+", domain.partition("(:types")[2].partition(")")[0]))
        kinds = {name: one.rpartition("_")[0] for name, one in self._called.items()}
        kinds |= {name: "agent" for name in kinds if name.startswith("agent.")}
        objects = " ".join(
            f"{one} - {kinds[name] if kinds[name] in known else 'object'}"
            for name, one in self._called.items()
        )
        at_first = [f"({' '.join((name, *(self._called[arg] for arg in args)))})" for name, args in facts]
        at_first += [f"(same_obj {one} {one})" for one in self._called.values()]
        problem = (
            f"(define (problem prompt) (:domain igibson) (:objects {objects}) (:init {' '.join(at_first)}) "
            "(:goal (and)))"
        )
        # In steps that include the way there: many fewer, and as much can be reached by them.
        system = subgoals(Problem.from_pddl(domain, problem))
        self._goals = Goals(system, budget=budget, limits=limits)
        self._at_first = self._goals.facts_at_first
        self._given = {Atom(name, args) for name, args in facts}

    def reaches(self, literals: Literals, *, search: bool) -> bool | LimitReached | None:
        if self._in_two_places(literals):
            return False
        asked: list[GoalLiteral] = []
        for one in literals:
            there = GoalLiteral(one.predicate, tuple(self._called[arg] for arg in one.args), one.positive)
            if self._goals.knows(there):
                asked.append(there)
            elif ((there.predicate, there.args) in self._at_first) != one.positive:
                return False  # nothing changes it
        return self._goals.within_reach(*self._goals.masks(asked), search=search)

    def _in_two_places(self, literals: Literals) -> bool:
        """Whether something is to be in two places: to be put in one, it is taken out of all that it was in."""
        places: dict[str, set[Atom]] = {}
        for one in literals:
            if one.positive and one.predicate in _PLACES:
                places.setdefault(one.args[0], set()).add(Atom(one.predicate, one.args))
        return any(len(some) > 1 and not some <= self._given for some in places.values())


def _each_way_once(literals: Literals) -> bool:
    """What is next to something has it next to itself: that is said one way round."""
    said = {(one.predicate, one.args) for one in literals}
    return not any(
        (one.predicate, one.args[::-1]) in said for one in literals if one.predicate in ("nextto", "touching")
    )


_STATE_WORDS = {
    "cooked": "cook cooked bake baked roast grill fry boil heat toast",
    "open": "open opened close closed shut seal lock",
    "frozen": "freeze frozen thaw defrost",
    "dusty": "dust dusty lint clean wipe sweep vacuum polish wash scrub",
    "stained": "stain stained spot dirt dirty clean wipe wash scrub polish rinse mop",
    "sliced": "slice sliced cut chop chopped dice",
    "soaked": "soak soaked wet water damp moisten dry",
    "toggled_on": "turn switch activate power",
}
"""By which words of an instruction a state is asked for, or its end."""
_RELATION_WORDS = {
    "nextto": "next beside near by adjacent around",
    "inside": "in into inside within fill pack load store another",
    "onfloor": "on onto floor ground",
    "ontop": "on onto upon top",
    "touching": "touching touch against",
    "under": "under underneath beneath below",
}


def _words(text: str) -> frozenset[str]:
    """The words of a text, and what those that end like plurals are the plurals of."""
    return frozenset(form for word in re.findall(r"[a-z]+", text.lower()) for form in (word, *forms(word)))


def _spoken_of(text: str, words: Collection[str], nouns: Iterable[str]) -> tuple[set[str], bool]:
    """Which of some nouns a text speaks of, and whether it speaks of things that are none of them."""
    listed = list(nouns)
    found = mentioned(text, Matcher(dict.fromkeys(listed)))
    said = {noun for one in found for noun in one.entities}
    said |= {noun for noun in listed if noun.rpartition("_")[2] in words}
    return said, any(one.standing == "unknown" for one in found)


def _facts(asking: Mapping[str, str], words: frozenset[str]) -> frozenset[str]:
    """The facts that words ask for, by the words that ask for each."""
    return frozenset(fact for fact, listed in asking.items() if not words.isdisjoint(listed.split()))


@dataclass(frozen=True)
class Said:
    """What an instruction says.

    Attributes:
        things: The listed things that it speaks of.
        more: Whether it speaks of others, too: of a category such as *toys*, or by another name.
        facts: The states and relations that its words ask for.
    """

    things: frozenset[str]
    more: bool
    facts: frozenset[str]

    @classmethod
    def of(cls, prompt: str) -> Said:
        """What the instruction of a prompt of BEHAVIOR says."""
        match = re.search(r'"Goal Instructions": "(.*?)"\s*\}', prompt, re.S)
        text = match[1] if match is not None else ""
        words = _words(text)
        called: dict[str, list[str]] = {}
        for name in _behavior_things(prompt):
            called.setdefault(name.partition(".")[0], []).append(name)
        nouns, unknown = _spoken_of(text, words, called)
        return cls(
            frozenset(name for noun in nouns for name in called[noun]),
            unknown or not words.isdisjoint(CATEGORIES),
            _facts({**_STATE_WORDS, **_RELATION_WORDS}, words),
        )

    def asks(self, one: GoalLiteral) -> bool:
        """Whether a literal may be asked for: a fact that a word asks for, of things that are spoken of.

        Where no word asks for a fact that is known, any may be; where things are spoken of that were not found, one
        of a relation's is enough, and a state may be of any.
        """
        if self.facts and one.predicate not in self.facts:
            return False
        if self.more:
            return len(one.args) == 1 or not self.things or not self.things.isdisjoint(one.args)
        return not self.things or self.things.issuperset(one.args)


def behavior_goals(
    prompt: str,
    vocabulary: Vocabulary,
    domain: str | None = None,
    said: Said | None = None,
    *,
    budget: int = BUDGET,
    limits: SearchLimits = LIMITS,
) -> GoalConstraint:
    """Goals over what a prompt lists: states that a thing may have, relations of two different things, or that what
    is so at first is not.

    Args:
        domain: EAI's PDDL, in which they must be within reach; ``None`` where nothing need be.
        said: What the instruction says, beyond which they may not go; ``None`` for anything that is listed.
    """
    system = behavior_world(prompt)
    reach = None if domain is None else BehaviorReach(prompt, domain, budget, limits)
    goals = PromptGoals(system, reach, _each_way_once, budget, limits)
    # What is not so already is nothing that anybody asks not to be so; a model that may would go through all of it.
    asked = [one for one in goals.literals if len(set(one.args)) == len(one.args) and not one.kind]
    # In a world, neither is a state that holds already; of a place it may be said that something stays there.
    kept = [
        one
        for one in asked
        if not goals.holds([one]) or (one.positive and (len(one.args) > 1 or reach is None))
    ]
    # What is on a floor is on the floor, and what is asked for is of what is said.
    floors = {name for name in system.entities if name.startswith("floor.")}
    kept = [one for one in kept if one.predicate != "ontop" or one.args[1] not in floors]
    if said is not None:
        kept = [one for one in kept if said.asks(one)] or kept
    goals = goals.over(kept)
    names = {name.lower(): name for name in (*BEHAVIOR_STATES, *BEHAVIOR_RELATIONS)}
    return _constraint(
        system, goals, vocabulary, GoalFormat.eai(names), 2 * BEHAVIOR_MOST, reachable=reach is not None
    )


# ------------------------------------------------------------------ VirtualHome

VIRTUALHOME_MOST = 12
"""Most goals of all kinds together; the longest of EAI's has fewer."""
MOST_ACTION_GOALS = 2
"""The prompt asks for less than three."""
_STATE, _RELATION, _ACTION = "is-", "has-", "do-"
"""What tells the kinds of goals apart: *OPEN* is a state, and an action that may be asked for."""


def virtualhome_format(described: Mapping[str, str] | None = None) -> GoalFormat:
    """EAI's VirtualHome goals: ``{"node goals": [{"name": …, "state": …}], "edge goals": […], "action goals": […]}``.

    Args:
        described: What is said of each action.
    """
    told = described or {}

    def literal(one: GoalLiteral) -> str:
        kind, name = one.predicate.split("-", 1)
        if kind == "is":
            said = {"name": one.args[0], "state": name}
        elif kind == "has":
            said = {"from_name": one.args[0], "relation": name, "to_name": one.args[1]}
        else:  # EAI's reader makes double quotes of single ones, and so breaks what has an apostrophe
            said = {"action": name, "description": told.get(name, "").replace("'", "").replace('"', "")}
        return json.dumps(said)

    return GoalFormat(
        "eai_virtualhome",
        literal,
        '{"node goals": [',
        ", ",
        "]}",
        breaks=('], "edge goals": [', '], "action goals": ['),
        part=lambda one: (
            0 if one.predicate.startswith(_STATE) else 1 if one.predicate.startswith(_RELATION) else 2
        ),
    )


def virtualhome_world(prompt: str) -> tuple[Problem, dict[str, str]]:
    """What a prompt lists, as a problem in which any fact may be made true or false, and what it says of actions.

    Raises:
        BenchmarkError: If the prompt lists no things, no relations or no actions.
    """
    listed = prompt.partition("Relevant objects in the scene are:")[2].partition(
        "All possible relationships"
    )[0]
    rows = re.findall(r"^(\S+), initial states: (\[.*?\]), possible states: (\[.*\])$", listed, re.M)
    tables: list[dict[str, Any]] = [
        cast("dict[str, Any]", ast.literal_eval(one)) for one in re.findall(r"^(\{.*\})$", prompt, re.M)
    ]
    if not rows or len(tables) != 3:
        raise BenchmarkError(
            f"A prompt of EAI's VirtualHome Goal Interpretation lists {len(rows)} things, and {len(tables)} tables "
            "where relations, their targets and actions should be. Another version of eai-eval than 1.0.5?"
        )
    relations, targets, actions = tables
    may: dict[str, set[str]] = {}
    at_first: set[Atom] = set()
    for name, states, possible in rows:
        may.setdefault(name, set()).update(ast.literal_eval(possible))
        at_first |= {Atom(f"{_STATE}{one}", (name,)) for one in ast.literal_eval(states)}
    objects = {
        name: (
            "thing",
            *(f"may-{one}" for one in STATES if one in states),
            *(f"to-{one}" for one in relations if name in targets.get(one, ())),
        )
        for name, states in may.items()
    }
    predicates: dict[str, tuple[Variable, ...]] = {
        f"{_STATE}{one}": (Variable("?x", (f"may-{one}",)),) for one in STATES
    }
    predicates |= {
        f"{_RELATION}{one}": (Variable("?x", ("thing",)), Variable("?y", (f"to-{one}",))) for one in relations
    }
    predicates |= {f"{_ACTION}{one}": () for one in actions}
    types = ("thing", *(f"may-{one}" for one in STATES), *(f"to-{one}" for one in relations))
    initial = frozenset(
        one
        for one in at_first
        if one.predicate in predicates and predicates[one.predicate][0].types[0] in objects[one.args[0]]
    )
    return _free_world("virtualhome", types, predicates, objects, initial), actions


def _few_actions(literals: Literals) -> bool:
    return sum(one.predicate.startswith(_ACTION) for one in literals) <= MOST_ACTION_GOALS


class VirtualHomeReach(Reach):
    """What VirtualHome's household can make of a task's scene.

    A name stands for one thing of that class among those that the prompt is about, the same throughout a goal.
    """

    def __init__(self, task: EAITask, budget: int, limits: SearchLimits):
        self._budget, self._limits = budget, limits
        system = VirtualHome.from_graph(
            task.scene, goal=VirtualHomeGoal(), objects=task.objects, name=task.id
        )
        self._scene, self._rules = system.scene, system.rules
        self._ids: dict[str, list[int]] = {}
        for node in system.scene.nodes.values():
            if node.id in system.scene.objects or node.class_name == CHARACTER:
                self._ids.setdefault(node.class_name, []).append(node.id)
        self._answers: dict[VirtualHomeGoal, bool | LimitReached] = {}

    def readings(self, literals: Literals) -> Iterator[VirtualHomeGoal]:
        """What literals may ask for: one a choice of things for names."""
        names = list(dict.fromkeys(arg for one in literals for arg in one.args))
        for ids in product(*(self._ids.get(name, ()) for name in names)):
            of = dict(zip(names, ids, strict=True))
            states, relations, actions = list[NodeState](), list[Relation](), list[tuple[str, ...]]()
            for one in literals:
                kind, name = one.predicate.split("-", 1)
                if kind == "is":
                    states.append(NodeState(of[one.args[0]], name))
                elif kind == "has":
                    relations.append(Relation(of[one.args[0]], name, of[one.args[1]]))
                else:
                    actions.append((name,))
            yield VirtualHomeGoal(tuple(states), tuple(relations), tuple(sorted(actions)))

    def reaches(self, literals: Literals, *, search: bool) -> bool | LimitReached | None:
        left: bool | LimitReached | None = False
        for goal in self.readings(literals):
            answer = self._answers.get(goal)
            if answer is None and search:
                answer = self._answers[goal] = self.searched(goal)
            if answer is True:
                return True
            if answer is not False:
                left = answer
        return left

    def searched(self, goal: VirtualHomeGoal) -> bool | LimitReached:
        """Whether some plan within the budget reaches a goal."""
        system = VirtualHome(self._scene, goal, self._rules, "goal")
        try:
            with Meter(self._limits):
                plan = Reachability(system, None, self._limits).plan(system.initial, self._budget)
        except LimitError as error:
            return LimitReached.of(error, 0)
        return plan if isinstance(plan, LimitReached) else plan is not None


_WORN = "worn"
"""Asked for by the words for having something on."""
_VERBS = {
    "is-ON": "start play run activate power press push flip listen watch use browse work cook boil brew heat light",
    "is-OFF": "extinguish deactivate darken",
    "is-OPEN": "open",
    "is-CLOSED": "close shut",
    "is-PLUGGED_IN": "plug",
    "is-PLUGGED_OUT": "unplug",
    "is-CLEAN": "clean wipe dust polish sweep vacuum tidy mop",
    "is-DIRTY": "soil",
    "is-SITTING": "sit relax rest",
    "is-LYING": "lie nap sleep",
    "has-ON": "sit lie relax sleep set put place load arrange",
    "has-INSIDE": "put place fill load enter go walk",
    "has-HOLDS_RH": "hold grab take pick get lift carry bring raise fetch use drink read squeeze brush answer find",
    "has-FACING": "look watch face see stare view browse read",
    "has-CLOSE": "approach find pet stroke touch take",
    _WORN: "wear",
    "do-TOUCH": "touch pet stroke pat caress tap",
    "do-DRINK": "drink sip",
    "do-READ": "read",
    "do-TYPE": "type write email",
    "do-WATCH": "watch look see view browse",
    "do-LOOKAT": "look see gaze stare view browse",
    "do-WASH": "wash clean",
    "do-RINSE": "rinse",
    "do-SCRUB": "scrub rub",
    "do-WIPE": "wipe",
    "do-SQUEEZE": "squeeze",
    "do-POUR": "pour fill add",
    "do-EAT": "eat",
    "do-CUT": "cut slice chop",
    "do-GREET": "greet",
    "do-POINTAT": "point",
    "do-PUSH": "push",
    "do-PULL": "pull",
    "do-MOVE": "move",
}
"""By which verbs a task of VirtualHome asks for what. What actions leave behind is said by states and relations: the
prompt wants actions for the rest alone."""
_OTHERS = {
    "is-ON": "on",
    "is-OFF": "off dark",
    "is-CLOSED": "closed",
    "is-DIRTY": "dirty",
    "is-SITTING": "seated",
    "has-ON": "on onto upon toilet restroom",
    "has-INSIDE": "in into inside within",
    "has-CLOSE": "near beside next by",
    "has-BETWEEN": "between",
    "do-TYPE": "keyboard",
}
"""By which other words."""
_ALSO_CALLED = {
    "cat": "kitten feline",
    "cd_player": "cd music player",
    "clothes_jacket": "clothes",
    "coffe_maker": "coffee",
    "computer": "internet web email pc",
    "couch": "sofa",
    "cup": "mug glass drink",
    "dish_soap": "soap detergent",
    "drinking_glass": "glass cup drink water",
    "dvd_player": "dvd player",
    "floor_lamp": "lamp",
    "food_food": "food grocery",
    "freezer": "fridge refrigerator",
    "hands_both": "hand",
    "keyboard": "type",
    "laptop": "notebook",
    "light": "light lighting switch",
    "mouse": "browse click",
    "novel": "book",
    "oven": "stove",
    "phone": "telephone call",
    "plate": "dish",
    "pot": "pan",
    "stereo": "radio music",
    "table_lamp": "lamp",
    "television": "tv",
    "tooth_paste": "paste",
    "toothbrush": "teeth brush",
    "walllamp": "lamp",
    "water_glass": "glass cup drink water",
}
"""Words that speak of VirtualHome's things besides their names."""
_OF_PEOPLE = frozenset({"has-FACING", "has-HOLDS_LH", "has-HOLDS_RH"})
"""Relations that somebody has to things, and things have not."""


@cache
def _virtualhome_words() -> dict[str, str]:
    """What a task asks for by which words, in all forms of the verbs."""
    found = {
        fact: " ".join(
            form for verb in listed.split() for form in (verb, *gerunds(verb), *pasts(verb), *thirds(verb))
        )
        for fact, listed in _VERBS.items()
    }
    return {fact: f"{found.get(fact, '')} {_OTHERS.get(fact, '')}" for fact in {**_VERBS, **_OTHERS}}


def virtualhome_task(prompt: str) -> tuple[str, str]:
    """The name and the description of the task that a prompt of VirtualHome asks about."""
    found = dict(re.findall(r"^Goal (name|description): (.*(?:\n(?!Goal |\n).*)*)", prompt, re.M))
    return found.get("name", ""), found.get("description", "")


def _virtualhome_said(text: str, things: Iterable[str]) -> Said:
    """What a text says of some of VirtualHome's things; nobody is spoken of where nothing else is."""
    words, listed = _words(text), [one for one in things if one != CHARACTER]
    nouns, _ = _spoken_of(text, words, listed)
    nouns |= {one for one in listed if not words.isdisjoint(_ALSO_CALLED.get(one, "").split())}
    return Said(frozenset({CHARACTER, *nouns} if nouns else ()), False, _facts(_virtualhome_words(), words))


def _virtualhome_asked(
    prompt: str, things: Sequence[str], goals: Goals, listed: Sequence[GoalLiteral]
) -> list[GoalLiteral]:
    """Of some goals of VirtualHome those that the words of a task ask for.

    Its name says what is asked for, of whatever is spoken of; its description says how that is done, most of it on the
    way, and asks for more only of what the name speaks of. Where that comes to nothing, all that is said counts.
    """
    name, description = virtualhome_task(prompt)
    whole = _virtualhome_said(f"{name}. {description}", things)
    named = _virtualhome_said(name, things)
    found: dict[GoalLiteral, None] = {}
    if named.facts:
        found |= dict.fromkeys(_asked_for(goals, listed, Said(whole.things, False, named.facts)))
    if named.things:
        more = _asked_for(goals, listed, Said(named.things, False, whole.facts))
        found |= dict.fromkeys(one for one in more if not {CHARACTER}.issuperset(one.args))
    return list(found) or _asked_for(goals, listed, whole)


def _asked_for(goals: Goals, listed: Sequence[GoalLiteral], said: Said) -> list[GoalLiteral]:
    """Of some goals of VirtualHome those that the words of a task ask for, in one form each."""
    known = {(one.predicate, one.args) for one in listed}
    found: list[GoalLiteral] = []
    for one in listed:
        if one.predicate in _OF_PEOPLE and one.args[0] != CHARACTER:
            continue
        right = ("has-HOLDS_RH", one.args)
        if one.predicate == "has-HOLDS_LH":  # one hand is as good as the other: where both can, the right one
            if right not in known and said.asks(GoalLiteral(*right)):
                found.append(one)
            continue
        if len(one.args) > 1 and one.args[1] == CHARACTER:  # what somebody wears
            if _WORN in said.facts and said.things.issuperset(one.args):
                found.append(one)
            continue
        # What runs is plugged in and closed: the prompt says so of a washing machine.
        runs = one.predicate in ("is-PLUGGED_IN", "is-CLOSED") and ("is-ON", one.args) in known
        wanted = said.asks(one) and not (one.predicate.startswith(_STATE) and goals.holds([one]))
        if wanted or (runs and said.asks(GoalLiteral("is-ON", one.args))):
            found.append(one)
    return found


def virtualhome_goals(
    prompt: str,
    vocabulary: Vocabulary,
    task: EAITask | None = None,
    *,
    by_words: bool = False,
    budget: int = BUDGET,
    limits: SearchLimits = LIMITS,
) -> GoalConstraint:
    """Goals over what a prompt lists: states that a thing may have, relations to their targets, at most two actions.

    Args:
        task: Whose scene they must be within reach in; ``None`` where nothing need be.
        by_words: The words of the task must ask for them.
    """
    system, described = virtualhome_world(prompt)
    reach = None if task is None else VirtualHomeReach(task, budget, limits)
    goals = PromptGoals(system, reach, _few_actions, budget, limits)
    asked = [one for one in goals.literals if one.positive and not one.kind]
    asked = [one for one in asked if len(set(one.args)) == len(one.args)]
    if by_words:
        asked = _virtualhome_asked(prompt, system.entities, goals, asked) or asked
    goals = goals.over(asked)
    written = virtualhome_format(described)
    return _constraint(system, goals, vocabulary, written, VIRTUALHOME_MOST, reachable=reach is not None)
