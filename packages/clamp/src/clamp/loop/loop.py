"""Plan, act, look, plan again: until the goal holds, or no plan is left.

The plan is made in what is known: the entities that have been seen and not forgotten, and the facts about
them; what is not known counts as false. Where the goal cannot be reached so, and something seen has never
been opened, the next plan opens such a thing, in as few actions as can be, and looks. All actions count
against one budget; a plan that looks leaves one of them, unless the goal could be found to hold already.

Where the state is read off pictures (`clamp.loop.sighted`), what they do not tell stays as it was foreseen, and an
action that comes to nothing several times in a row is given up, whatever else seems to have changed.

An action after which all is as before was denied by the world. It is not tried again in the same situation
(see `denials`), but once something has changed it may be; where no other way is left, the loop ends and says
what was denied. A world whose actions fail by chance says so (`Environment`): there, trying again helps.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, Protocol, TypeVar

from clamp import checks
from clamp.errors import ConstraintError
from clamp.loop.containers import Containers
from clamp.loop.world import Environment, Observation
from clamp.perception import Memory, Scene
from clamp.planning import Action, Problem, Reachability
from clamp.planning.conditions import bits
from clamp.planning.rules import Rule, with_rules
from clamp.planning.rules.trace import keeps
from clamp.planning.system import Position, TransitionSystem
from clamp.planning.task import ActionSchema, And, Atom, Equal, Formula, Not, Or, Task
from clamp.planning.validator import holds, says_something, successor, why_inapplicable


@dataclass
class _Denied:
    """An action, the facts in whose presence it was denied, and the things of which they tell."""

    action: Action
    facts: frozenset[Atom]
    known: frozenset[str]


class Denials:
    """The actions that a world has denied, each with its situation."""

    def __init__(self) -> None:
        self._denied: list[_Denied] = []

    def __bool__(self) -> bool:
        return bool(self._denied)

    def __str__(self) -> str:
        """The actions, each once, in the order in which they were first denied."""
        return ", ".join(dict.fromkeys(str(one.action) for one in self._denied))

    def add(self, action: Action, facts: Collection[Atom], known: Iterable[str]) -> None:
        """An action did nothing where these facts hold, as far as is known of these things."""
        self._denied.append(_Denied(action, frozenset(facts), frozenset(known)))

    def learn(self, facts: Collection[Atom], known: Iterable[str]) -> None:
        """More is known: what is new of things unknown before was so all the time."""
        now = frozenset(known)
        for one in self._denied:
            new = now - one.known
            if new:
                found = (atom for atom in facts if not new.isdisjoint(atom.args))
                one.facts, one.known = one.facts.union(found), one.known | new

    def forbids(self, action: Action, facts: Collection[Atom], known: Collection[str]) -> bool:
        """Whether an action was denied in the present situation."""
        now = _about(facts, frozenset(known))
        return any(
            one.action == action and _about(one.facts, frozenset(known)) == now for one in self._denied
        )

    def avoided(self, task: Task, known: Collection[str]) -> Task:
        """A task whose plans do nothing where it was denied; its initial facts are the present ones."""
        if not self._denied:
            return task
        sight = frozenset(known)
        now = _about(task.initial, sight)
        added, deleted = _changeable(Problem.from_task(task))
        ways: dict[str, list[Formula]] = {}
        for one in self._denied:
            then = _about(one.facts, sight)
            if all(atom in (deleted if atom in now else added) for atom in then ^ now):
                ways.setdefault(one.action.name, []).append(
                    _elsewhere(
                        _schema(task, one.action), one.action, (then & (added | deleted), added - then)
                    )
                )
        schemas = tuple(
            replace(schema, precondition=And((schema.precondition, *ways[schema.name])))
            if schema.name in ways
            else schema
            for schema in task.domain.schemas
        )
        return replace(task, domain=replace(task.domain, schemas=schemas))


def _about(facts: Iterable[Atom], known: frozenset[str]) -> frozenset[Atom]:
    """The facts that speak of known things alone."""
    return frozenset(atom for atom in facts if known.issuperset(atom.args))


def _changeable(problem: Problem) -> tuple[frozenset[Atom], frozenset[Atom]]:
    """The atoms that some action can make true, and that some can make false."""
    added = deleted = 0
    for action in problem.possible:
        added |= action.add
        deleted |= action.delete
        for _, more, less in action.conditional:
            added |= more
            deleted |= less
    atoms = problem.grounder.atoms
    return frozenset(atoms[bit] for bit in bits(added)), frozenset(atoms[bit] for bit in bits(deleted))


def _schema(task: Task, action: Action) -> ActionSchema:
    return next(schema for schema in task.domain.schemas if schema.name == action.name)


def _elsewhere(
    schema: ActionSchema, action: Action, situation: tuple[frozenset[Atom], frozenset[Atom]]
) -> Formula:
    """It is another action, or something that held then does not, or something holds that did not."""
    held, lacking = (sorted(atoms, key=str) for atoms in situation)
    others: Iterator[Formula] = (
        Not(Equal(parameter.name, argument))
        for parameter, argument in zip(schema.parameters, action.args, strict=True)
    )
    return Or((*others, *map(Not, held), *lacking))


class Failed(Protocol):
    """The part of a plan's failure that the loop reads."""

    @property
    def cause(self) -> str: ...
    @property
    def message(self) -> str: ...


class WrittenPlan(Protocol):
    """The part of `clamp.PlanResult` that the loop reads."""

    @property
    def actions(self) -> Sequence[Action]: ...
    @property
    def failure(self) -> Failed | None: ...


W = TypeVar("W", bound=WrittenPlan)
Writer = Callable[[Any, Observation, Sequence[str], int], W]
"""Writes a plan: (problem, last observation, entities that may be named, actions left) → result.

The problem is a `clamp.Problem`; where there are rules, a `clamp.Ruled` around one, to be planned for as it is.
"""

MOST_IN_VAIN = 3
"""So often in a row an action may come to nothing where the state is estimated and nothing fails by chance."""
_MAY_BE_HIDDEN = ("unseen", "unreachable", "no-action")
"""Causes of a failure that more sight might remove."""


@dataclass(frozen=True)
class Step:
    """An action that was executed, and what was seen after it.

    Attributes:
        action: What was done.
        exploring: It belonged to a plan that only wanted to look.
        expected: The world looked as the plan had foreseen, with nothing new in sight.
        appeared: Ids that were not known before.
        denied: It should have changed something, and all is as it was.
    """

    action: Action
    exploring: bool
    expected: bool
    appeared: tuple[str, ...]
    denied: bool = False


@dataclass(frozen=True)
class LoopResult:
    """What came of a closed loop.

    Attributes:
        status: ``"goal"`` if the goal holds as far as can be seen, ``"fail"`` otherwise.
        steps: What was done.
        scene: What is known in the end.
        plans: How many plans were written.
        cause, message: Why it failed; empty when it did not. The cause is that of a plan's failure, or
            ``"budget"``: all actions are spent, or ``"denied"``: every way to the goal that is left leads
            through what the world denied in the same situation.
        unread: What was asked for in words that were not read: nobody knows whether what was done does it.
    """

    status: Literal["goal", "fail"]
    steps: tuple[Step, ...]
    scene: Scene
    plans: int
    cause: str = ""
    message: str = ""
    unread: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return self.status == "goal"

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "status": self.status,
            "steps": [
                {
                    "name": step.action.name,
                    "args": list(step.action.args),
                    "exploring": step.exploring,
                    "expected": step.expected,
                    "appeared": list(step.appeared),
                    "denied": step.denied,
                }
                for step in self.steps
            ],
            "scene": self.scene.to_json(),
            "plans": self.plans,
            "failure": None if self else {"cause": self.cause, "message": self.message},
            "unread": list(self.unread),
        }


def closed_loop(
    problem: Problem,
    environment: Environment,
    write: Writer[Any],
    *,
    budget: int,
    containers: Containers | None = None,
    memory: Memory | None = None,
    rules: Sequence[Rule] = (),
    on_step: Callable[[Step], None] | None = None,
) -> LoopResult:
    """Reach a goal in a world that is only partly seen.

    Args:
        problem: Its domain, objects and goal are used; its initial state is not: the environment says what
            holds.
        environment: The world.
        write: Writes one plan, such as `clamp.Planner.plan` with its settings.
        budget: Most actions executed in all; none are where the goal holds already.
        containers: The domain's words for what can be opened.
        memory: What is forgotten of what is out of sight; nothing by default.
        rules: Temporal rules that all that is done keeps, from the first action to the last, whatever plans it
            belonged to: what a rule still asks for is carried from plan to plan. A plan that only looks need not
            fulfil it, but breaks nothing. An action that the world denied has not been done.
        on_step: Called after each action.

    Raises:
        ConstraintError: If the problem is none in PDDL, or has no goal, or the budget is negative.
    """
    checks.instance("problem", problem, Problem, what="a clamp.Problem: what is seen are its facts")
    if not says_something(problem.task.goal):
        raise ConstraintError(
            f"The problem {problem.name!r} has no goal, so a closed loop would have nothing to reach: every "
            "state would do. Give it a goal, or plan without a closed loop."
        )
    if budget < 0:
        raise ConstraintError(
            f"The budget is {budget}; it is the number of actions that may be executed in all."
        )
    words = containers or Containers()
    task = problem.task
    observation = environment.observe()
    # What looking does not tell is as the problem has it, until an action changes it.
    scene, facts = observation.scene, observation.facts | (task.initial & observation.unknown)
    looked = set(words.shown(task, facts, scene.seen))
    by_chance = bool(getattr(environment, "fails_by_chance", False))
    estimated = bool(getattr(environment, "estimates", False))
    denials = Denials()
    in_vain: dict[Action, int] = {}
    pending: list[Action] = []
    exploring = False
    steps: list[Step] = []
    plans = 0

    def ended(cause: str = "", message: str = "") -> LoopResult:
        return LoopResult("fail" if cause else "goal", tuple(steps), scene, plans, cause, message)

    past: list[Position] = [(_holding(facts), None)]

    def ruled(wanted: Task, *, ends: bool = True) -> TransitionSystem[Any]:
        """A task with the rules, and with what they have seen so far."""
        problem = Problem.from_task(wanted)
        return with_rules(problem, rules, past=past, ends=ends)

    def reached() -> bool:
        """Whether the goal holds, and nothing is left that a rule asks for."""
        if not holds(task, task.goal, facts, {}):
            return False
        return all(keeps(rule, past, words_of.objects) for rule in (*problem.constraints, *rules))

    words_of = problem.rule_words()

    def barred(wanted: Task, left: int, *, ends: bool = True) -> bool:
        """Whether a plan for a task exists that only the denials forbid."""
        return bool(denials) and _fewest(ruled(wanted, ends=ends), scene.seen, left) is not None

    while not reached():
        left = budget - len(steps)
        if left < 1:
            message = f"All {budget} actions of the budget are spent, and the goal does not hold."
            if denials:
                message += f" The world denied {denials}."
            return ended("budget", message)
        if not pending:
            now = replace(task, initial=facts)
            asked = ruled(denials.avoided(now, scene.seen))
            result: WrittenPlan = write(asked, observation, scene.seen, left)
            plans += 1
            exploring = False
            failure = result.failure
            closed = list(words.unknown(task, facts, scene.seen, looked))
            if failure is not None and failure.cause in _MAY_BE_HIDDEN and closed:
                for_looking = left if words.may_hold(now, facts, scene.seen, closed) else left - 1
                if for_looking < 1:
                    message = f"{failure.message} Nor is there an action left for looking and one for it."
                    return ended(failure.cause, message)
                look = replace(now, goal=words.shows_one(facts, closed))
                looking = ruled(denials.avoided(look, scene.seen), ends=False)
                fewest = _fewest(looking, scene.seen, for_looking)
                result = write(looking, observation, scene.seen, for_looking if fewest is None else fewest)
                plans += 1
                exploring = True
                if result.failure is not None:
                    why = result.failure.message
                    message = f"{failure.message} Nor can it be looked for"
                    message += "." if why == failure.message else f": {why}"
                    if barred(now, left) or barred(look, for_looking, ends=False):
                        return ended("denied", _denied(denials, left, message))
                    return ended(failure.cause, message)
            elif failure is not None:
                if failure.cause != "limit" and barred(now, left):
                    return ended("denied", _denied(denials, left, failure.message))
                return ended(failure.cause, failure.message)
            pending = list(result.actions)
            if not pending:
                message = (
                    "A plan with no action was written, though the goal does not hold as far as is seen."
                )
                return ended("validation", message)
        action = pending.pop(0)
        if denials.forbids(action, facts, scene.seen):
            message = f"The plan goes on with {action} all the same."
            return ended("denied", _denied(denials, left, message))
        foreseen, before = facts, facts
        applicable = why_inapplicable(task, facts, action) is None
        if applicable:
            foreseen = successor(task, facts, action)
        environment.execute(action)
        observation = environment.observe()
        shown = words.shown(task, observation.facts, observation.scene.seen)
        looked |= shown
        known = set(scene.seen)
        scene = scene.update(observation.scene, memory=memory, looked_at=shown)
        facts = _believed(foreseen, observation, scene)
        appeared = tuple(id for id in scene.seen if id not in known)
        expected = facts == foreseen and set(scene.seen) == known
        idle = facts == before and set(scene.seen) == known
        denied = idle and not (applicable and foreseen == before)
        if not denied:
            past.append((_holding(facts), action))
        steps.append(Step(action, exploring, expected, appeared, denied))
        denials.learn(facts, scene.seen)
        failed = estimated and not expected and not appeared and not by_chance
        in_vain[action] = in_vain.get(action, 0) + 1 if failed else 0
        if in_vain[action] >= MOST_IN_VAIN:
            message = f"{action} has failed {in_vain[action]} times, whatever was seen beside; it is not tried again."
            if on_step is not None:
                on_step(steps[-1])
            return ended("denied", message)
        if denied and not by_chance:
            denials.add(action, facts, scene.seen)
        if not expected or denied:
            pending = []
        if on_step is not None:
            on_step(steps[-1])
    return ended()


def _denied(denials: Denials, left: int, message: str) -> str:
    return (
        f"The world denied {denials}: nothing changed. With {left} action{'' if left == 1 else 's'} left, no "
        f"other way to the goal is known, and what was denied is not tried again in the same situation. "
        f"{message}"
    )


def _holding(facts: frozenset[Atom]) -> Callable[[str, tuple[str, ...]], bool]:
    return lambda predicate, args: Atom(predicate, args) in facts


def _fewest(problem: TransitionSystem[Any], seen: Sequence[str], budget: int) -> int | None:
    """The length of the shortest plan through what is seen; ``None`` where none is found."""
    known = set(seen)
    enabled = [index for index, action in enumerate(problem.actions) if known.issuperset(action.args)]
    distance = Reachability(problem, enabled).distance(problem.initial, budget)
    return distance if isinstance(distance, int) else None


def _believed(foreseen: frozenset[Atom], observation: Observation, scene: Scene) -> frozenset[Atom]:
    """The facts after looking: what is seen, and what was known of things that are out of sight."""
    now, known = set(observation.scene.seen), set(scene.seen)
    remembered = (atom for atom in foreseen if known.issuperset(atom.args) and not now.issuperset(atom.args))
    return observation.facts.union(remembered, foreseen & observation.unknown)
