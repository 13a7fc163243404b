"""Rules compared by traces: worlds, plans drawn at random towards what rules speak of, and what rules say of them.

Rules that agree on what can happen are equal, however they are written. `Judge.draw` draws executable plans of a world
(`Walk`): some at random, most of them towards the actions and the facts of given rules, and mutants of those on which
few rules agree (a step repeated, undone, done again, left out). `Batch` says at once of many plans whether they keep a
rule; `agrees_with_definition` compares it with `clamp.planning.rules.trace`, the definition, on some of them.
"""

from __future__ import annotations

import random
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice, product
from pathlib import Path
from typing import Any

from clamp import Problem
from clamp.errors import RuleError
from clamp.planning.rules.formula import ANY, Compound, Formula, Proposition, Quantified, Rule, Same
from clamp.planning.rules.trace import keeps
from clamp.planning.system import Action, TransitionSystem
from clamp_worlds.ai2thor.scenes import FloorPlan
from clamp_worlds.data import data_folder

ROOT = Path(__file__).parents[1]
_INSTANCES = 6
_LEARNING = 15
_NEAR = 3
_WAYS = 2


@cache
def world_of(name: str) -> TransitionSystem[Any]:
    """The planning problem of a folder of the project, a floor plan of AI2-THOR, or a task ``eai:826_1``.

    Raises:
        BenchmarkError: If there is no such floor plan or task, or the data or the package that has it is missing.
    """
    if name.startswith("FloorPlan"):
        return floor_plan(name).problem(more=("Floor",))
    if name.startswith("eai:"):
        from clamp.request.worlds import open_world

        return open_world(name).system
    return Problem.from_pddl(ROOT / name / "domain.pddl", ROOT / name / "problem.pddl")


@cache
def floor_plan(name: str) -> FloorPlan:
    """A scene of AI2-THOR, from $CLAMP_DATA/ai2thor_objects."""
    folder = data_folder("ai2thor_objects", "They are ALFRED's lists of objects.")
    return FloorPlan.read(folder, name)


@dataclass(frozen=True)
class Walk:
    """A plan that can be executed: indices of its actions, and the states from the initial one to the last."""

    actions: tuple[int, ...]
    states: tuple[Any, ...]


class Batch:
    """Which of many plans keep a rule, by bit sets over all positions of their traces, laid end to end."""

    def __init__(self, system: TransitionSystem[Any], walks: Sequence[Walk]):
        self.system, self._words = system, system.rule_words()
        self._every = self._firsts = self._lasts = 0
        self._state: dict[Any, int] = {}
        self._action: dict[int, int] = {}
        self._first: list[int] = []
        at = 0
        for walk in walks:
            self._first.append(at)
            self._firsts |= 1 << at
            for step, state in enumerate(walk.states):
                self._state[state] = self._state.get(state, 0) | 1 << at
                if step:
                    index = walk.actions[step - 1]
                    self._action[index] = self._action.get(index, 0) | 1 << at
                at += 1
            self._lasts |= 1 << (at - 1)
        self._every = (1 << at) - 1
        self._facts: dict[tuple[str, tuple[str, ...]], int] = {}
        self._known: dict[tuple[int, tuple[tuple[str, str], ...]], int] = {}
        self._free: dict[int, frozenset[str]] = {}
        self._alive: list[Formula] = []  # what is remembered by identity must not be freed

    def kept(self, formula: Formula) -> int:
        """A bit set: bit i is set iff walk i keeps the formula.

        Raises:
            RuleError: If the formula names what the world does not know.
        """
        self._alive.append(formula)
        truth = self.positions(formula, {})
        return sum(1 << number for number, at in enumerate(self._first) if truth >> at & 1)

    def ever(self, formula: Formula) -> int:
        """A bit set: bit i is set iff the formula, which has no free variables, holds somewhere in walk i."""
        self._alive.append(formula)
        return self.kept(Compound("F", (formula,)))

    def positions(self, formula: Formula, binding: Mapping[str, str]) -> int:
        """The positions at which a formula holds."""
        names = self._free_names(formula)
        key = (id(formula), tuple(sorted((name, binding[name]) for name in names if name in binding)))
        if key not in self._known:
            self._known[key] = self._positions(formula, dict(key[1]))
        return self._known[key]

    def _free_names(self, formula: Formula) -> frozenset[str]:
        found = self._free.get(id(formula))
        if found is None:
            match formula:
                case Proposition():
                    found = frozenset(one for one in formula.args or () if one.startswith("?"))
                case Same(left, right):
                    found = frozenset(one for one in (left, right) if one.startswith("?"))
                case Quantified(_, variables, body):
                    found = self._free_names(body) - {name for name, _ in variables}
                case Compound(_, operands):
                    found = frozenset().union(*map(self._free_names, operands))
            self._free[id(formula)] = found
        return found

    def _positions(self, formula: Formula, binding: Mapping[str, str]) -> int:
        match formula:
            case Proposition():
                args = None if formula.args is None else tuple(binding.get(one, one) for one in formula.args)
                return (
                    self._event(formula.name, args) if formula.event else self._fact(formula.name, args or ())
                )
            case Same(left, right):
                return self._every if binding.get(left, left) == binding.get(right, right) else 0
            case Quantified(universal, variables, body):
                found = self._every if universal else 0
                kinds = [self._objects(kind) for _, kind in variables]
                for values in product(*kinds):
                    wider = {
                        **binding,
                        **{name: one for (name, _), one in zip(variables, values, strict=True)},
                    }
                    one = self.positions(body, wider)
                    found = found & one if universal else found | one
                return found
            case Compound(operator, operands):
                return self._compound(operator, *(self.positions(one, binding) for one in operands))

    def _compound(self, operator: str, *given: int) -> int:
        every = self._every

        def following(a: int) -> int:
            return a >> 1 & every & ~self._lasts

        def preceding(a: int) -> int:
            return a << 1 & every & ~self._firsts

        def least(step: Callable[[int], int]) -> int:
            found = 0
            while (more := step(found)) != found:
                found = more
            return found

        match operator, *given:
            case ("true",):
                return every
            case ("false",):
                return 0
            case ("last",):
                return self._lasts
            case "!", a:
                return every & ~a
            case "&", a, b:
                return a & b
            case "|", a, b:
                return a | b
            case "->", a, b:
                return every & ~a | b
            case "<->", a, b:
                return every & ~(a ^ b)
            case "X", a:
                return following(a)
            case "WX", a:
                return following(a) | self._lasts
            case "Y", a:
                return preceding(a)
            case "WY", a:
                return preceding(a) | self._firsts
            case "F", a:
                return least(lambda found: a | following(found))
            case "O", a:
                return least(lambda found: a | preceding(found))
            case "G", a:
                return every & ~self._compound("F", every & ~a)
            case "H", a:
                return every & ~self._compound("O", every & ~a)
            case "U", a, b:
                return least(lambda found: b | (a & following(found)))
            case "S", a, b:
                return least(lambda found: b | (a & preceding(found)))
            case "W", a, b:
                return self._compound("U", a, b) | self._compound("G", a)
            case "M", a, b:
                return self._compound("U", b, a & b)
            case "R", a, b:
                return self._compound("W", b, a & b)
            case _:
                raise AssertionError(f"there is no operator {operator!r} with {len(given)} operands")

    def _objects(self, kind: str) -> Sequence[str]:
        if kind not in self._words.types:
            raise RuleError(f"{self.system.name!r} has no type {kind!r}.")
        return self._words.objects(kind)

    def _event(self, name: str, args: tuple[str, ...] | None) -> int:
        known_names(self.system).check(name, args, event=True)
        actions = self.system.actions
        return _union(mask for index, mask in self._action.items() if matches(actions[index], name, args))

    def _fact(self, name: str, args: tuple[str, ...]) -> int:
        if ANY in args:
            choices = [self._objects("object") if one == ANY else (one,) for one in args]
            return _union(self._fact(name, tuple(one)) for one in product(*choices))
        if (name, args) not in self._facts:
            known_names(self.system).check(name, args, event=False)
            constant = self._words.constant((name, args))
            if constant is None:
                holds = self._words.valuation([(name, args)])
                found = _union(mask for state, mask in self._state.items() if holds(state))
            else:
                found = self._every if constant else 0
            self._facts[name, args] = found
        return self._facts[name, args]


def _union(masks: Iterable[int]) -> int:
    found = 0
    for one in masks:
        found |= one
    return found


def matches(action: Action, name: str, args: Sequence[str] | None) -> bool:
    """Whether an action is that of an event; variables of `args` fit anything."""
    if name not in (ANY, action.name):
        return False
    if args is None:
        return True
    return len(args) == len(action.args) and all(
        one[0] in "?*" or one == other for one, other in zip(args, action.args, strict=True)
    )


class _Names:
    """What rules over a world may name."""

    def __init__(self, system: TransitionSystem[Any]):
        words = system.rule_words()
        self._predicates = words.predicates
        self._actions = {(name, len(parameters)) for name, parameters in system.lexicon.signatures}
        self._objects = {*system.entities, *(one for kind in words.types for one in words.objects(kind)), ANY}

    def check(self, name: str, args: Sequence[str] | None, event: bool) -> None:
        """Refuse what the world does not know."""
        if event:
            arities = [count for known, count in self._actions if name in (known, ANY)]
        else:
            arities = list(self._predicates.get(name, ()))
        if not arities or (args is not None and len(args) not in arities):
            raise RuleError(f"There is no {'action' if event else 'predicate'} {name!r} of {args}.")
        unknown = [one for one in args or () if one not in self._objects]
        if unknown:
            raise RuleError(f"There is no object {', '.join(unknown)}.")


_NAMES: dict[int, tuple[TransitionSystem[Any], _Names]] = {}


def known_names(system: TransitionSystem[Any]) -> _Names:
    if id(system) not in _NAMES:
        _NAMES[id(system)] = system, _Names(system)
    return _NAMES[id(system)][1]


def agrees_with_definition(system: TransitionSystem[Any], rule: Rule, walk: Walk) -> bool:
    """Whether `Batch` says of one walk what the definition says of its trace, as another interpreter replays it."""
    words = system.rule_words()
    trace = list(words.replay([system.actions[index] for index in walk.actions]))
    return keeps(rule, trace, words.objects) == bool(Batch(system, [walk]).kept(rule.formula))


def propositions_of(formula: Formula, kinds: Mapping[str, str] | None = None) -> Iterator[Proposition]:
    """The facts and the events of a formula; a variable is written ``?type``, a wildcard ``*``."""
    kinds = kinds or {}
    match formula:
        case Proposition():
            args = None if formula.args is None else tuple(_typed(one, kinds) for one in formula.args)
            yield Proposition(formula.name, args, formula.event)
        case Quantified(_, variables, body):
            yield from propositions_of(body, {**kinds, **dict(variables)})
        case Compound(_, operands):
            for one in operands:
                yield from propositions_of(one, kinds)
        case Same():
            pass


def _typed(term: str, kinds: Mapping[str, str]) -> str:
    return f"?{kinds.get(term, 'object')}" if term.startswith("?") else term


@dataclass
class Effort:
    """How many plans are drawn, and how long they may be.

    Attributes:
        walks: At least so many of them, all different.
        rounds: Into so many rounds they are divided: each mutates what the rounds before it drew.
        longest: Most actions of a plan.
        nodes: States that are looked at to find a way to one action.
    """

    walks: int = 400
    rounds: int = 8
    longest: int = 14
    nodes: int = 30


class Judge:
    """Draws plans of one world and compares rules on them."""

    def __init__(self, system: TransitionSystem[Any], effort: Effort | None = None):
        self.system = system
        self.effort = effort or Effort()
        self._words = system.rule_words()
        self._applicable: dict[Any, Sequence[int]] = {}
        self._successor: dict[tuple[Any, int], Any] = {}
        self._near: dict[str, tuple[list[str], Callable[[Any], int]]] = {}
        self._changing: dict[tuple[str, tuple[str, ...]], bool] = {}
        self._by_name: dict[str, list[int]] = {}
        for index, action in enumerate(system.actions):
            self._by_name.setdefault(action.name, []).append(index)

    def draw(self, rules: Sequence[Formula], seed: int = 0) -> list[Walk]:
        """Plans, all different, drawn towards what the rules speak of and towards where they differ."""
        rng = random.Random(seed)
        steering = _Steering(self, rules, rng)
        share = max(1, self.effort.walks // self.effort.rounds)
        found: dict[tuple[int, ...], Walk] = {(): Walk((), (self.system.initial,))}
        groups: list[dict[Any, list[Walk]]] = [
            {},
            {},
        ]  # of which the rules say the same; and all that is told, too
        for number in range(self.effort.rounds):
            fresh: dict[tuple[int, ...], Walk] = {} if number else dict(found)
            parents = [list(one.values()) for one in groups]
            for _ in range(3 * share):
                if len(fresh) >= share:
                    break
                chance = rng.random() if number else 1.0
                parent = rng.choice(rng.choice(rng.choice(parents))) if chance < 0.85 else None
                if parent is not None and chance < 0.55:
                    steps = _mutant(rng, parent, found, self)
                    walk = self.execute(steps[: self.effort.longest])
                else:
                    walk = steering.walk(parent)
                if walk.actions not in found:
                    fresh[walk.actions] = walk
            found |= fresh
            batch = Batch(self.system, list(fresh.values()))
            kept = [batch.kept(rule) for rule in rules]
            ever = [batch.ever(one) for one in steering.signs]
            for at, walk in enumerate(fresh.values()):
                for group, masks in zip(groups, (kept, kept + ever), strict=True):
                    group.setdefault(tuple(mask >> at & 1 for mask in masks), []).append(walk)
        return list(found.values())

    def applicable(self, state: Any) -> Sequence[int]:
        found = self._applicable.get(state)
        if found is None:
            found = self._applicable[state] = tuple(self.system.applicable_indices(state))
        return found

    def successor(self, state: Any, index: int) -> Any:
        found = self._successor.get((state, index))
        if found is None:
            found = self._successor[state, index] = self.system.successor_of_index(state, index)
        return found

    def execute(self, steps: Iterable[int]) -> Walk:
        """The walk of those of the steps that can be done, each in its turn."""
        states, done = [self.system.initial], list[int]()
        for index in steps:
            if index in self.applicable(states[-1]):
                done.append(index)
                states.append(self.successor(states[-1], index))
        return Walk(tuple(done), tuple(states))

    def matching(self, given: Proposition) -> list[int]:
        """The actions of an event, whose variables are written ``?type``."""
        names = self._by_name if given.name == ANY else (given.name,)
        kinds = {one: set(self._words.objects(one[1:])) for one in given.args or () if one[0] == "?"}
        found: list[int] = []
        for name in names:
            for index in self._by_name.get(name, ()):
                action = self.system.actions[index]
                if matches(action, name, given.args) and all(
                    one not in kinds or other in kinds[one]
                    for one, other in zip(given.args or (), action.args, strict=False)
                ):
                    found.append(index)
        return found

    def near(self, thing: str, state: Any) -> list[str]:
        """What a thing stands in a relation to."""
        if thing not in self._near:
            facts: list[tuple[str, tuple[str, ...]]] = []
            others: list[str] = []
            for name, arities in self._words.predicates.items():
                for other in self._words.objects("object") if 2 in arities else ():
                    for pair in ((thing, other), (other, thing)):
                        if self._changes(name, pair):
                            facts.append((name, pair))
                            others.append(other)
            self._near[thing] = others, self._words.valuation(facts)
        others, holds = self._near[thing]
        bits = holds(state)
        return [other for number, other in enumerate(others) if bits >> number & 1]

    def way(
        self,
        state: Any,
        target: int,
        things: frozenset[str],
        seen: Callable[[Any, int, Any], None] | None = None,
    ) -> list[int] | None:
        """Few steps, over some things only, after which an action can be done; ``None`` if none was found.

        Breadth first; a state counts only if some part of it has a value that it had in none before, and then, if it
        was not met. `seen` is told of each step that was looked at first.
        """
        novelty, few = _Novelty(), self.effort.nodes
        novelty.new(state)
        found, looked = self._search(state, target, things, novelty.new, few, seen)
        if found is None and looked < few:  # what has to be undone on the way is nothing new
            met = {state}

            def fresh(after: Any) -> bool:
                return not (after in met or met.add(after))

            found, _ = self._search(state, target, things, fresh, 3 * few, None, steps=8 * few)
        return found

    def _search(
        self,
        state: Any,
        target: int,
        things: frozenset[str],
        fresh: Callable[[Any], bool],
        most: int,
        seen: Callable[[Any, int, Any], None] | None,
        steps: int = 100_000,
    ) -> tuple[list[int] | None, int]:
        queue: deque[tuple[Any, tuple[int, ...]]] = deque([(state, ())])
        actions, looked = self.system.actions, 0
        while queue and looked < most and steps > 0:
            looked += 1
            here, done = queue.popleft()
            applicable = self.applicable(here)
            if target in applicable:
                return list(done), looked
            for index in applicable:
                if things.issuperset(actions[index].args):
                    after = self.successor(here, index)
                    if seen is not None:
                        seen(here, index, after)
                    steps -= 1
                    if fresh(after):
                        queue.append((after, (*done, index)))
        return None, looked

    def _changes(self, name: str, args: tuple[str, ...]) -> bool:
        if (name, args) not in self._changing:
            self._changing[name, args] = self._words.constant((name, args)) is None
        return self._changing[name, args]

    def telling(self, atoms: Iterable[Proposition]) -> Callable[[Any], int]:
        """Which of some facts, without variables, hold in a state."""
        facts = [(one.name, one.args or ()) for one in atoms if not one.event and ANY not in (one.args or ())]
        return self._words.valuation([one for one in facts if self._changes(*one)])

    def undoing(self, before: Any, after: Any) -> int | None:
        """An action that leads back to a state."""
        return next((one for one in self.applicable(after) if self.successor(after, one) == before), None)


class _Novelty:
    """Which states are new in some part: a bit of a number, or a field of a tuple."""

    def __init__(self) -> None:
        self._bits = [0, 0]
        self._fields: set[tuple[Any, ...]] = set()

    def new(self, state: Any) -> bool:
        if isinstance(state, int):
            on, off = self._bits
            self._bits = [on | state, off | ~state]
            return bool(state & ~on or ~state & ~off)
        fields: set[tuple[Any, ...]] = set(enumerate(state))
        for at, value in enumerate(state):
            if isinstance(value, tuple):
                fields.discard((at, value))
                fields.update(enumerate(value, 1000 * (at + 1)))
        before = len(self._fields)
        self._fields.update(fields)
        return len(self._fields) > before


def _mutant(rng: random.Random, walk: Walk, found: Mapping[tuple[int, ...], Walk], judge: Judge) -> list[int]:
    steps = list(walk.actions)
    for _ in range(rng.choice((1, 1, 2))):
        at = rng.randrange(len(steps) + 1)
        kind = rng.randrange(6)
        if not steps or kind == 0:  # something else, too
            state = walk.states[min(at, len(walk.states) - 1)]
            steps.insert(at, rng.choice(judge.applicable(state) or (0,)))
        elif kind == 1:  # a step less
            del steps[rng.randrange(len(steps))]
        elif kind == 2:  # once more
            steps.insert(at, rng.choice(steps))
        elif kind == 3:  # another order
            one, other = rng.randrange(len(steps)), rng.randrange(len(steps))
            steps[one], steps[other] = steps[other], steps[one]
        elif kind == 4:  # undone, and perhaps done again
            one = rng.randrange(len(walk.actions)) if walk.actions else 0
            back = judge.undoing(walk.states[one], walk.states[one + 1]) if walk.actions else None
            if back is not None and one < len(steps):
                later = rng.randrange(one + 1, len(steps) + 1)
                steps[later:later] = [back, steps[one]] if rng.random() < 0.4 else [back]
        else:  # what another plan did, then
            steps[at:] = rng.choice(list(found.values())).actions
    return steps


class _Steering:
    """Draws walks towards the actions and the things that rules speak of."""

    def __init__(self, judge: Judge, rules: Sequence[Formula], rng: random.Random):
        self._judge, self._rng = judge, rng
        atoms = dict.fromkeys(one for rule in rules for one in propositions_of(rule))
        self._events = [found for one in atoms if one.event and (found := judge.matching(one))]
        self._facts = [one for one in atoms if not one.event]
        self._named = {term for one in atoms for term in one.args or () if term[0] not in "?*"}
        words = judge.system.rule_words()
        self._entities = list(words.objects("object"))
        kinds = {term[1:] for one in atoms for term in one.args or () if term[0] == "?"}
        self._kinds = [list(found) for kind in sorted(kinds) if (found := words.objects(kind))]
        self.atoms = list(dict.fromkeys(ground for one in atoms for ground in self._instances(one)))
        self.signs: list[Formula] = [*self.atoms]
        for one in self.atoms:
            if not one.event:  # whether it was false once, and how it ended
                self.signs += [Compound("!", (one,)), Compound("&", (Compound("last"), one))]
        self._relevant = self._about()
        self._named_so = [self._by_name(one) for one in self._relevant]
        self._tried: Counter[Action | str] = Counter()
        self._reached: Counter[Action | str] = Counter()
        self._telling = judge.telling(self.atoms)
        self._changing: set[Action | str] = set()
        self._learning = _LEARNING
        self._ways: dict[tuple[Any, int], list[list[int] | None]] = {}

    def _instances(self, atom: Proposition) -> Iterator[Proposition]:
        """An atom over single objects, a few of each type: what came of them tells walks apart."""
        words = self._judge.system.rule_words()
        each = [
            list(words.objects(one[1:]))[:_INSTANCES] if one[0] == "?" else [one] for one in atom.args or ()
        ]
        if atom.args is None:
            yield atom
        else:
            yield from (replace(atom, args=args) for args in islice(product(*each), 3 * _INSTANCES))

    def _by_name(self, among: Iterable[int]) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for index in among:
            found.setdefault(self._judge.system.actions[index].name, []).append(index)
        return found

    def _about(self) -> list[list[int]]:
        """Actions by how near they are to what the rules speak of: those of events; on the things they name."""
        actions = self._judge.system.actions
        about = [list(one) for one in self._events]
        for fact in self._facts:
            terms = [term for term in fact.args or () if term != ANY]
            words = self._judge.system.rule_words()
            sets = [set(words.objects(one[1:])) if one[0] == "?" else {one} for one in terms]
            each = [
                index
                for index, action in enumerate(actions)
                if any(not one.isdisjoint(action.args) for one in sets) or not (sets and action.args)
            ]
            about += [each] if each else []
        return about or [list(range(len(actions)))]

    def walk(self, parent: Walk | None = None) -> Walk:
        """One walk; it may begin like another."""
        judge, rng = self._judge, self._rng
        prefix = 0 if parent is None else rng.randint(0, len(parent.actions))
        longest = min(prefix + rng.randint(1, judge.effort.longest), judge.effort.longest)
        steps = [] if parent is None else list(parent.actions[:prefix])
        states = [judge.system.initial] if parent is None else list(parent.states[: prefix + 1])
        state = states[-1]
        actions = judge.system.actions

        def do(index: int) -> None:
            nonlocal state
            state = judge.successor(state, index)
            steps.append(index)
            states.append(state)

        self._learning -= 1
        learn = self._learn if self._learning >= 0 else None
        favourite = [self._likely(one) for one in self._named_so]  # so that the same thing is met again
        while len(steps) < longest:
            number = rng.randrange(len(self._relevant))
            target = favourite[number] if rng.random() < 0.5 else self._likely(self._named_so[number])
            way = None
            hopeless = not self._reached[actions[target]] and self._tried[actions[target]] > 4
            if rng.random() < (0.1 if hopeless else 0.85):
                known = self._ways.setdefault((state, target), [])
                if len(known) < _WAYS or rng.random() < 0.05:
                    known.append(judge.way(state, target, self._things(target, state, steps), learn))
                way = rng.choice(known)
            self._tried.update((actions[target], actions[target].name))
            if way is not None:
                self._reached.update((actions[target], actions[target].name))
                for index in [*way, target][: longest - len(steps)]:
                    do(index)
                continue
            applicable = judge.applicable(state)
            if not applicable:
                break
            do(rng.choice(applicable))
        return Walk(tuple(steps), tuple(states))

    def _learn(self, before: Any, index: int, after: Any) -> None:
        if self._telling(before) != self._telling(after):
            action = self._judge.system.actions[index]
            self._changing.update((action, action.name))

    def _likely(self, among: Mapping[str, Sequence[int]]) -> int:
        """One of some actions; rather one that changes what rules speak of, and that could be reached before."""
        rng, actions = self._rng, self._judge.system.actions
        names = [name for name in among if name in self._changing]
        wanted = names if names and rng.random() < 0.7 else tuple(among)
        some = [rng.choice(among[rng.choice(wanted)]) for _ in range(4)]

        def hope(index: int) -> float:
            known = (actions[index], actions[index].name)
            reached = sum((self._reached[one] + 1) / (self._tried[one] + 2) for one in known)
            hopeless = not self._reached[known[0]] and self._tried[known[0]] > 2
            return reached + (known[0] in self._changing) + rng.random() - 2 * hopeless

        return max(some, key=hope)

    def _things(self, target: int, state: Any, steps: Sequence[int]) -> frozenset[str]:
        """With what a way to an action may deal: what it names, the rules name, was dealt with, and some more."""
        actions = self._judge.system.actions
        things = {*self._named, *actions[target].args}
        things |= {one for index in steps[-3:] for one in actions[index].args}
        things |= {self._rng.choice(kind) for kind in self._kinds}
        for one in tuple(things):
            near = self._judge.near(one, state)
            things.update(near if len(near) < _NEAR else self._rng.sample(near, _NEAR))
        return frozenset(things | {self._rng.choice(self._entities)})


class LetterBatch(Batch):
    """Traces on which anything may happen: any action at any time, and facts by chance.

    For rules that nothing that can happen tells apart, such as to switch off what has no switch.
    """

    def __init__(self, system: TransitionSystem[Any], rules: Sequence[Formula], walks: int, longest: int):
        rng = random.Random(0)
        judge = Judge(system)
        likely = [found for rule in rules for one in propositions_of(rule) if (found := judge.matching(one))]
        every = range(len(system.actions))
        drawn: list[Walk] = []
        for number in range(walks):
            length = rng.randint(0, longest)
            steps = tuple(rng.choice(rng.choice([*likely, every])) for _ in range(length))
            drawn.append(Walk(steps, tuple((number, at) for at in range(length + 1))))
        super().__init__(system, drawn)

    def _fact(self, name: str, args: tuple[str, ...]) -> int:
        if ANY not in args and (name, args) not in self._facts:
            known_names(self.system).check(name, args, event=False)
            rng = random.Random(f"{name} {args}")
            share = rng.choice((0.2, 0.5, 0.8))
            self._facts[name, args] = sum(
                1 << at for at in range(self._every.bit_length()) if rng.random() < share
            )
        return super()._fact(name, args)


@dataclass(frozen=True)
class Comparison:
    """What drawn plans say of rules.

    Attributes:
        walks: How many plans.
        kept: Of each rule, which plans keep it, as a bit set.
        letters: The same on traces on which anything may happen; drawn only if it is asked for.
    """

    walks: int
    kept: tuple[int, ...]
    letters: Callable[[], tuple[int, ...]]

    def told(self, number: int) -> bool:
        """Whether some plan keeps a rule and another breaks it."""
        return 0 < self.kept[number].bit_count() < self.walks

    def same(self, one: int, gold: int) -> bool:
        """Whether a rule agrees with another on all plans; on anything, where those do not tell the other one."""
        if self.kept[one] != self.kept[gold]:
            return False
        return self.told(gold) or self.letters()[one] == self.letters()[gold]


def compare(judge: Judge, rules: Sequence[Rule], golds: int = 1, seed: int = 0) -> Comparison:
    """Draw plans for all the rules together, and find out which keep which.

    Args:
        golds: While the plans do not tell so many of the first rules from true and false, more are drawn, and ways are
            looked for longer.

    Raises:
        RuleError: If a rule does not fit the world.
        AssertionError: If the judge and the definition differ on a plan.
    """
    formulas = [rule.formula for rule in rules]
    drawn: dict[tuple[int, ...], Walk] = {}
    effort = judge.effort
    for harder in (1, 4, 16):
        judge.effort = replace(effort, nodes=effort.nodes * harder)
        drawn |= {walk.actions: walk for walk in judge.draw(formulas, seed + harder)}
        walks = list(drawn.values())
        batch = Batch(judge.system, walks)
        kept = tuple(map(batch.kept, formulas))
        if all(0 < mask.bit_count() < len(walks) for mask in kept[:golds]):
            break
    judge.effort = effort
    rng = random.Random(seed)
    for rule in rules:
        walk = rng.choice(walks)
        assert agrees_with_definition(judge.system, rule, walk), (rule.text, walk.actions)

    @cache
    def letters() -> tuple[int, ...]:
        return tuple(
            map(LetterBatch(judge.system, formulas, len(walks), judge.effort.longest).kept, formulas)
        )

    return Comparison(len(walks), kept, letters)
