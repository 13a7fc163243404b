"""From rules as they are written to ground formulas over numbered propositions, and to their automata.

A rule that is a conjunction, or holds for all objects, falls apart into instances with small automata of
their own; instances of the same shape share one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from typing import NamedTuple, NoReturn, Protocol

from rapidfuzz import process

from clamp.checks import count as plural
from clamp.errors import RuleError
from clamp.planning.rules.formula import ANY, Compound, Formula, Proposition, Quantified, Rule, Same
from clamp.planning.rules.ltlf import (
    Automaton,
    Before,
    Chain,
    Ground,
    Join,
    Lit,
    Next,
    Since,
    Work,
    automaton,
    chain,
    join,
    negate,
    past_chain,
)
from clamp.planning.search.limits import checkpoint
from clamp.planning.system import Action, Fact, Names, RuleWords

MAX_PROPOSITIONS = 400
"""Most facts and events that a part of a rule may speak of: a decision is as deep as there are of them."""

MAX_INSTANCES = 20_000
"""Most bindings that the quantifiers of one rule may have."""

MAX_GROUND = 200_000
"""Most facts, events and operators that one set of rules may have, written out over the objects."""


@dataclass(frozen=True, slots=True)
class Instance:
    """A part of a rule with an automaton of its own.

    Attributes:
        rule: Number of the rule.
        automaton: Reads the truth of `propositions`, in order.
        propositions: Numbers of facts, and of events: ``-1 - number``.
        shape: Parts of a rule that differ by their objects alone have the same.
        objects: The objects that its quantifiers chose, in the order of their variables.
    """

    rule: int
    automaton: Automaton
    propositions: tuple[int, ...]
    shape: int = 0
    objects: tuple[str, ...] = ()


@dataclass(frozen=True)
class GroundRules:
    """The rules of one system.

    Attributes:
        instances: Their parts; those that always hold are left out.
        facts: The facts that they speak of, by number.
        events: For each event, the indices of the actions that make it true.
    """

    rules: tuple[Rule, ...]
    instances: tuple[Instance, ...]
    facts: tuple[Fact, ...]
    events: tuple[frozenset[int], ...]

    def only(self, kept: Sequence[int]) -> GroundRules:
        """Some of the rules, given by number; facts and events keep their numbers."""
        place = {number: position for position, number in enumerate(kept)}
        instances = tuple(replace(one, rule=place[one.rule]) for one in self.instances if one.rule in place)
        return GroundRules(tuple(self.rules[number] for number in kept), instances, self.facts, self.events)


class Beheld(Protocol):
    """What of a system rules are bound to."""

    @property
    def name(self) -> str: ...
    @property
    def actions(self) -> Sequence[Action]: ...
    @property
    def entities(self) -> Sequence[str]: ...
    @property
    def lexicon(self) -> Names: ...


def ground_rules(system: Beheld, words: RuleWords, rules: Sequence[Rule]) -> GroundRules:
    """Bind rules to a system.

    Raises:
        RuleError: If a rule names what the system does not know, or is too large; with the position.
    """
    grounder, work = _Grounder(system, words), Work()
    automata: dict[tuple[Ground, frozenset[tuple[int, frozenset[int]]]], Automaton] = {}
    instances: list[Instance] = []
    for number, rule in enumerate(rules):
        for part in grounder.together(grounder.parts(rule)):
            local, propositions = _renumbered(grounder.apart(part.formula))
            if len(propositions) > MAX_PROPOSITIONS:
                _refuse(rule, f"it speaks of {len(propositions)} facts at once, more than {MAX_PROPOSITIONS}")
            key = (local, grounder.exclusive(propositions))
            if key not in automata:
                automata[key] = _automaton(rule, local, dict(key[1]), work)
            if not automata[key].trivial:
                objects = tuple(one for _, one in sorted(part.binding))
                instances.append(Instance(number, automata[key], propositions, part.shape, objects))
    return _compact(tuple(rules), instances, grounder.facts, grounder.events)


def _compact(
    rules: tuple[Rule, ...],
    instances: Sequence[Instance],
    facts: Sequence[Fact],
    events: Sequence[frozenset[int]],
) -> GroundRules:
    """The rules, with the facts and events alone that some automaton reads."""
    read = {one for instance in instances for one in instance.propositions}
    kept = sorted(read)
    numbers = {one: place for place, one in enumerate(one for one in kept if one >= 0)}
    numbers |= {one: -1 - place for place, one in enumerate(one for one in reversed(kept) if one < 0)}
    return GroundRules(
        rules,
        tuple(
            replace(one, propositions=tuple(numbers[number] for number in one.propositions))
            for one in instances
        ),
        tuple(fact for number, fact in enumerate(facts) if number in read),
        tuple(event for number, event in enumerate(events) if -1 - number in read),
    )


def _automaton(rule: Rule, formula: Ground, exclusive: Mapping[int, frozenset[int]], work: Work) -> Automaton:
    try:
        return automaton(formula, exclusive, work)
    except RuleError as error:
        _refuse(rule, str(error))


def _refuse(rule: Rule, why: str) -> NoReturn:
    """Refuse a rule for its size."""
    raise RuleError(
        f"Rule {rule.name!r} is too large: {why}. Split it into several rules, or quantify over fewer "
        "objects."
    )


class _Part(NamedTuple):
    """A part of a rule: a ground formula, which part it is, and the objects that its variables stand for."""

    formula: Ground
    shape: int
    binding: frozenset[tuple[str, str]]


class _Grounder:
    def __init__(self, system: Beheld, words: RuleWords):
        self._system = system
        self._words = words
        self._number: dict[Fact, int] = {}
        self._event: dict[frozenset[int], int] = {}
        self._rule = Rule("", Compound("true"), "")
        self._matching: dict[tuple[str, int, str], list[tuple[int, Action]]] = {}
        self._listed: list[frozenset[int]] = []
        self._left = MAX_GROUND
        self._masks: dict[int, int] = {}
        self._indices: dict[tuple[str, tuple[str, ...] | None], frozenset[int]] = {}
        # An action that can never apply may be spoken of all the same.
        self._names = {(name, len(parameters)) for name, parameters in system.lexicon.signatures}
        self._known = {*words.objects("object"), *system.entities}
        for kind in words.types:
            self._known.update(words.objects(kind))

    @property
    def facts(self) -> list[Fact]:
        return list(self._number)

    @property
    def events(self) -> list[frozenset[int]]:
        return list(self._event)

    def exclusive(self, propositions: Sequence[int]) -> frozenset[tuple[int, frozenset[int]]]:
        """Which of some propositions, by place, are never true together: events without a common action."""
        sets = {place: self._mask(-1 - one) for place, one in enumerate(propositions) if one < 0}
        self._spend(len(sets) ** 2 // 16)
        found = {
            place: frozenset(other for other, theirs in sets.items() if not theirs & mine)
            for place, mine in sets.items()
        }
        return frozenset((place, apart) for place, apart in found.items() if apart)

    def _mask(self, event: int) -> int:
        """The actions of an event as a bit set."""
        if event not in self._masks:
            for number, indices in enumerate(self._event):
                if number not in self._masks:
                    bits = bytearray(len(self._system.actions) // 8 + 1)
                    for index in indices:
                        bits[index >> 3] |= 1 << (index & 7)
                    self._masks[number] = int.from_bytes(bits, "little")
        return self._masks[event]

    def _spend(self, parts: int) -> None:
        self._left -= parts
        if self._left < 0:
            _refuse(
                self._rule,
                f"over the objects of {self._system.name!r}, the rules up to this one have more than "
                f"{MAX_GROUND:,} facts, events and operators",
            )

    def parts(self, rule: Rule) -> Iterator[_Part]:
        """The instances of a rule."""
        self._rule = rule
        shapes: dict[tuple[Formula, int], int] = {}
        for count, (formula, wraps, binding) in enumerate(self._split(rule.formula, {}, 0)):
            if count >= MAX_INSTANCES:
                self._fail(0, f"it has more than {MAX_INSTANCES:,} instances")
            checkpoint("binding the rules")
            ground = self._joined(self._lift(formula, binding, True))
            for _ in range(wraps):
                ground = chain(False, False, ground)
            if ground is not True:
                shape = shapes.setdefault((formula, wraps), len(shapes))
                yield _Part(ground, shape, frozenset(binding.items()))

    def _split(
        self, formula: Formula, binding: Mapping[str, str], wraps: int
    ) -> Iterator[tuple[Formula, int, Mapping[str, str]]]:
        match formula:
            case Compound("&", operands):
                for one in operands:
                    yield from self._split(one, binding, wraps)
            case Compound("G", (body,)):
                yield from self._split(body, binding, 1)
            case Compound("!", (Compound("!", (body,)),)):
                yield from self._split(body, binding, wraps)
            case Compound("!", (Compound("|", operands),)):
                for one in operands:
                    yield from self._split(Compound("!", (one,)), binding, wraps)
            case Compound("!", (Quantified(False, _, body) as inner,)):
                for wider in self._bindings(inner, binding):
                    yield from self._split(Compound("!", (body,)), wider, wraps)
            case Compound("->", (left, Quantified(True, variables, body) as inner)) if not (
                {name for name, _ in variables} & _free(left)
            ):
                for wider in self._bindings(inner, binding):
                    yield from self._split(Compound("->", (left, body)), wider, wraps)
            case Quantified(True, _, body):
                for wider in self._bindings(formula, binding):
                    yield from self._split(body, wider, wraps)
            case _:
                yield formula, wraps, binding

    def _bindings(self, formula: Quantified, binding: Mapping[str, str]) -> Iterator[dict[str, str]]:
        ranges: list[Sequence[str]] = []
        for name, kind in formula.variables:
            if kind not in self._words.types:
                self._unknown(formula.at, f"the type {kind!r} of {name}", kind, self._words.types)
            ranges.append(self._words.objects(kind))
        size = 1
        for one in ranges:
            size *= len(one)
        if size > MAX_INSTANCES:
            self._fail(
                formula.at, f"its quantifier ranges over {size:,} choices of objects, above {MAX_INSTANCES:,}"
            )
        for values in product(*ranges):
            chosen = {name: value for (name, _), value in zip(formula.variables, values, strict=True)}
            yield {**binding, **chosen}

    def _lift(self, formula: Formula, binding: Mapping[str, str], positive: bool) -> Ground:
        """The ground formula, or its negation."""
        self._spend(1)
        match formula:
            case Proposition():
                ground = self._event_of(formula, binding) if formula.event else self._fact(formula, binding)
                return ground if positive else negate(ground)
            case Same(left, right, at):
                names = [self._term(one, binding, at) for one in (left, right)]
                return (names[0] == names[1]) == positive
            case Quantified(universal, _, body):
                parts = [self._lift(body, wider, positive) for wider in self._bindings(formula, binding)]
                return join(universal == positive, parts)
            case Compound(operator, operands):
                return _compound(
                    operator, lambda number, sign: self._lift(operands[number], binding, sign), positive
                )

    def _fact(self, given: Proposition, binding: Mapping[str, str]) -> Ground:
        arities = self._words.predicates.get(given.name)
        if arities is None:
            if not self._words.predicates:
                self._fail(
                    given.at,
                    f"{self._system.name!r} tells no facts, so {given.name!r} means nothing to it",
                    " Rules over it may speak of its actions (do:NAME); facts are told by its `rule_words`.",
                )
            self._unknown(given.at, f"the predicate {given.name!r}", given.name, self._words.predicates)
        args = given.args or ()
        if len(args) not in arities:
            self._fail(given.at, f"{given.name!r} takes {_arguments(arities)}, not {len(args)}")
        each = [[one] if one != ANY else self._words.objects("object") for one in args]
        self._spend(prod(map(len, each)))
        names = ([self._term(one, binding, given.at) for one in choice] for choice in product(*each))
        return join(False, (self._literal((given.name, tuple(one))) for one in names))

    def _literal(self, fact: Fact) -> Ground:
        constant = self._words.constant(fact)
        if constant is not None:
            return constant
        return Lit(self._number.setdefault(fact, len(self._number)), True)

    def _event_of(self, given: Proposition, binding: Mapping[str, str]) -> Ground:
        args = given.args
        arities = {count for name, count in self._names if given.name in (name, ANY)}
        if not arities:
            self._unknown(given.at, f"the action {given.name!r}", given.name, {one for one, _ in self._names})
        if args is not None and len(args) not in arities:
            self._fail(given.at, f"action {given.name!r} takes {_arguments(arities)}, not {len(args)}")
        wanted = None if args is None else [self._term(one, binding, given.at) for one in args]
        key = (given.name, None if wanted is None else tuple(wanted))
        indices = self._indices.get(key)
        if indices is None:
            candidates = self._candidates(given.name, wanted)
            self._spend(len(candidates) // 16)
            indices = self._indices[key] = frozenset(
                index for index, action in candidates if wanted is None or _matches(action, wanted)
            )
        return self._happened(indices)

    def _happened(self, indices: frozenset[int], positive: bool = True) -> Ground:
        """That one of some actions was just done, or that none was."""
        if not indices:
            return not positive
        return Lit(-1 - self._event.setdefault(indices, len(self._event)), positive)

    def _actions_of(self, event: Lit) -> frozenset[int]:
        """The actions of an event."""
        while len(self._listed) < len(self._event):
            self._listed = list(self._event)
        return self._listed[-1 - event.number]

    def _joined(self, formula: Ground) -> Ground:
        """The same formula where what one position asks of the action done is one event."""
        match formula:
            case Join(every, parts):
                joined = join(every, map(self._joined, parts))
                if not isinstance(joined, Join) or joined.every != every:
                    return joined
                events = [part for part in joined.parts if isinstance(part, Lit) and part.number < 0]
                return (
                    join(every, (*joined.parts.difference(events), self._one_event(every, events)))
                    if len(events) > 1
                    else joined
                )
            case Next(weak, body):
                return Next(weak, self._joined(body))
            case Before(weak, body):
                return Before(weak, self._joined(body))
            case Chain(until, first, then):
                return chain(until, self._joined(first), self._joined(then))
            case Since(since, first, then):
                return past_chain(since, self._joined(first), self._joined(then))
            case _:
                return formula

    def _one_event(self, every: bool, events: Sequence[Lit]) -> Ground:
        """Whether all of some events are as they are asked for, or one is, as one event."""
        same = [self._actions_of(one) for one in events if one.positive == every]
        others = frozenset[int]().union(*(self._actions_of(one) for one in events if one.positive != every))
        self._spend(sum(map(len, same)) // 16 + len(others) // 16)
        if not same:
            return self._happened(others, not every)
        return self._happened(same[0].intersection(*same[1:]) - others, every)

    def together(self, parts: Iterable[_Part]) -> Iterator[_Part]:
        """The parts of a rule, where those are one that ask the same whenever something is done.

        ``G (a -> p)`` and ``G (b -> p)`` are ``G (a | b -> p)``, with one automaton for all objects.
        """
        found: dict[Ground | tuple[frozenset[Ground]], list[tuple[_Part, frozenset[int]]]] = {}
        for part in parts:
            asked = _asked_whenever(part.formula)
            if asked is None:
                found.setdefault(part.formula, [(part, frozenset())])
            else:
                found.setdefault((asked[1],), []).append((part, self._actions_of(asked[0])))
        for asked, alike in found.items():
            first = alike[0][0]
            if isinstance(asked, tuple) and len(alike) > 1:
                self._spend(sum(len(actions) for _, actions in alike) // 16)
                done = self._happened(frozenset[int]().union(*(actions for _, actions in alike)), False)
                formula = chain(False, False, join(False, (done, *asked[0])))
                binding = frozenset[tuple[str, str]].intersection(*(one.binding for one, _ in alike))
                yield _Part(formula, first.shape, binding)
            else:
                yield first

    def apart(self, formula: Ground) -> Ground:
        """The same formula over events of which no two happen at once.

        Otherwise the automaton would tell states apart by two events of which one never comes without the other.
        """
        events = {one: self._actions_of(Lit(one, True)) for one in _numbers(formula) if one < 0}
        self._spend(len(events) ** 2 // 16)
        cells: list[frozenset[int]] = []
        for actions in events.values():
            left = actions
            parts: list[frozenset[int]] = []
            for cell in cells:
                parts += (part for part in (cell & left, cell - left) if part)
                left -= cell
            cells = [*parts, left] if left else parts
            if len(cells) > MAX_PROPOSITIONS:
                return formula
        if len(cells) == len(events) and set(cells) == set(events.values()):
            return formula
        self._spend(sum(map(len, cells)) // 16 + len(cells) * len(events) // 16)
        done = [(cell, self._happened(cell)) for cell in cells]
        made = {
            number: join(False, (event for cell, event in done if cell <= actions))
            for number, actions in events.items()
        }
        return _replaced(formula, made)

    def _candidates(self, name: str, wanted: Sequence[str] | None) -> list[tuple[int, Action]]:
        """The actions among which those of an event are: as few as one of its arguments tells."""
        if not self._matching:
            for index, action in enumerate(self._system.actions):
                for kind in (action.name, ANY):
                    self._matching.setdefault((kind, -1, ""), []).append((index, action))
                    for place, argument in enumerate(action.args):
                        self._matching.setdefault((kind, place, argument), []).append((index, action))
        places = [(place, one) for place, one in enumerate(wanted or ()) if one != ANY] or [(-1, "")]
        return min((self._matching.get((name, *place), []) for place in places), key=len)

    def _term(self, term: str, binding: Mapping[str, str], at: int) -> str:
        if term.startswith("?"):
            if term not in binding:
                self._fail(at, f"nothing binds the variable {term!r}; write 'forall {term}: …' before it")
            return binding[term]
        if term != ANY and term not in self._known:
            self._unknown(at, f"the object {term!r}", term, self._known)
        return term

    def _unknown(self, at: int, what: str, name: str, known: Iterable[str]) -> NoReturn:
        names = sorted(known)
        near = process.extractOne(name, names, score_cutoff=60)
        hint = f" Did you mean {near[0]!r}?" if near else ""
        listed = ", ".join(names[:8]) + (", …" if len(names) > 8 else "")
        self._fail(at, f"{self._system.name!r} does not know {what}", f"{hint} It knows {listed}.")

    def _fail(self, at: int, what: str, more: str = "") -> NoReturn:
        raise RuleError(f"Rule {self._rule.text!r}, character {at + 1}: {what}.{more}")


def lifted(formula: Formula, atom: Callable[[Formula], Ground], positive: bool = True) -> Ground:
    """A formula, or its negation, over atoms: whatever is no operator is one."""
    if isinstance(formula, Compound):
        operands = formula.operands
        return _compound(
            formula.operator, lambda number, sign: lifted(operands[number], atom, sign), positive
        )
    return atom(formula) if positive else negate(atom(formula))


def _compound(operator: str, operand: Callable[[int, bool], Ground], positive: bool) -> Ground:
    """An operator, or its negation, over operands that are lifted by number and sign."""

    def lift(number: int, sign: bool = positive) -> Ground:
        return operand(number, sign)

    match operator:
        case "true" | "false":
            return (operator == "true") == positive
        case "last":
            return Next(True, False) if positive else Next(False, True)
        case "!":
            return lift(0, not positive)
        case "&" | "|":
            return join((operator == "&") == positive, (lift(0), lift(1)))
        case "->":
            return join(not positive, (lift(0, not positive), lift(1)))
        case "<->":
            same = join(True, (lift(0, True), lift(1, positive)))
            return join(False, (same, join(True, (lift(0, False), lift(1, not positive)))))
        case "X" | "WX":
            return Next((operator == "WX") == positive, lift(0))
        case "F" | "G":
            until = (operator == "F") == positive
            return chain(until, until, lift(0))
        case "Y" | "WY":
            return Before((operator == "WY") == positive, lift(0))
        case "O" | "H":
            since = (operator == "O") == positive
            return past_chain(since, since, lift(0))
        case "S":
            return past_chain(positive, lift(0), lift(1))
        case "U" | "R":
            return chain((operator == "U") == positive, lift(0), lift(1))
        case "W":  # a W b = b R (a | b)
            return chain(not positive, lift(1), join(not positive, (lift(0), lift(1))))
        case _:  # a M b = b U (a & b)
            return chain(positive, lift(1), join(positive, (lift(0), lift(1))))


def _arguments(arities: Collection[int]) -> str:
    """``1 or 2 arguments``."""
    *fewer, most = sorted(arities)
    return "".join(f"{one} or " for one in fewer) + plural(most, "argument")


def _matches(action: Action, wanted: Sequence[str]) -> bool:
    return len(action.args) == len(wanted) and all(
        want in (ANY, name) for want, name in zip(wanted, action.args, strict=True)
    )


def _free(formula: Formula) -> set[str]:
    """All terms of a formula."""
    match formula:
        case Proposition():
            return set(formula.args or ())
        case Same(left, right):
            return {left, right}
        case Quantified():
            return _free(formula.body)
        case Compound():
            return set[str]().union(*map(_free, formula.operands))


def _renumbered(formula: Ground) -> tuple[Ground, tuple[int, ...]]:
    """The formula with its propositions numbered from 0, and their numbers before."""
    place: dict[int, int] = {}
    for number in _numbers(formula):
        place.setdefault(number, len(place))
    return _mapped(formula, place.__getitem__), tuple(place)


def _numbers(formula: Ground) -> list[int]:
    """The propositions of a formula: events first, otherwise in the order of their numbers."""
    found: set[int] = set()
    stack = [formula]
    while stack:
        match stack.pop():
            case Lit(number, _):
                found.add(number)
            case Join(_, parts):
                stack += parts
            case Next(_, body) | Before(_, body):
                stack.append(body)
            case Chain(_, first, then) | Since(_, first, then):
                stack += (first, then)
            case _:
                pass
    return sorted(found)


def _mapped(formula: Ground, place: Callable[[int], int]) -> Ground:
    return _replaced(formula, {number: Lit(place(number), True) for number in _numbers(formula)})


def _replaced(formula: Ground, by: Mapping[int, Ground]) -> Ground:
    """The formula with others in place of its propositions."""
    match formula:
        case Lit(number, positive):
            return (
                by.get(number, Lit(number, True)) if positive else negate(by.get(number, Lit(number, True)))
            )
        case Join(every, parts):
            return join(every, (_replaced(part, by) for part in parts))
        case Next(weak, body):
            return Next(weak, _replaced(body, by))
        case Chain(until, first, then):
            return Chain(until, _replaced(first, by), _replaced(then, by))
        case Before(weak, body):
            return Before(weak, _replaced(body, by))
        case Since(since, first, then):
            return Since(since, _replaced(first, by), _replaced(then, by))
        case _:
            return formula


def _asked_whenever(formula: Ground) -> tuple[Lit, frozenset[Ground]] | None:
    """Of ``G (event -> …)``, the event, and what is asked then: one of these."""
    if not isinstance(formula, Chain) or formula.until or formula.first is not False:
        return None
    body = formula.then
    parts = body.parts if isinstance(body, Join) and not body.every else frozenset((body,))
    for part in parts:
        if isinstance(part, Lit) and part.number < 0 and not part.positive:
            return part, parts - {part}
    return None
