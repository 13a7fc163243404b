"""The notation in which a language model writes a rule: typed rules over known things alone, and what each means.

    for every ?x - flask with sealed: never: heat(?x, *) while running(hood); at the end: not lit(*)

A text is followed (`RuleNotation.part`) and read back (`RuleNotation.read`) by the same description of it, so that the
two cannot disagree. What stands where is chosen argument by argument, among what occurs with what was chosen before:
thousands of actions are no larger a form than the few that a text comes to. A state beside an action (*while*,
*unless*) is the one in which the action is done; *within n* counts actions: the n-th is the last.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial, reduce
from itertools import permutations, product
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from clamp.decoding.forms import Part, any_of, in_order, later, text, up_to
from clamp.planning.rules.book import MAX_COUNT, at_most, within
from clamp.planning.rules.formula import ANY, Compound, Formula, Proposition, Quantified, Same, is_name, parse
from clamp.planning.system import RuleWords, TransitionSystem
from clamp.threads import attributes, fingerprint

UNKNOWN = "unknown"
"""What a model writes that can say nothing."""
EITHER = " || "
"""Stands between what a sentence may mean, where it may mean several things."""
VARIABLES = ("?x", "?y", "?z", "?u", "?v")
_JOINING = ("&", "|", "->", "<->", "U", "W", "R", "M", "S")
_BEFORE = ("X", "WX", "F", "G", "Y", "WY", "O", "H")
_DEEPEST = 16
"""So many operators and brackets may be inside each other in a formula."""
_MOST_READINGS = 5
_MOST_PAIRS = 1_000_000
"""Of more pairs of objects than this, nobody asks whether a fact about them may change: such facts are left out."""
_MOST = 3
"""Most rules of a text, acts or states that are joined, and things after *except*."""
_BETWEEN = frozenset(
    ("at", "from", "in", "inside", "into", "off", "on", "onto", "to", "under", "using", "with")
)
"""Parameters called so are said with their names."""
_HAVING = frozenset(("carrying", "holding", "wearing"))
"""What the robot does with a thing, not what the thing is."""

T = TypeVar("T")
U = TypeVar("U")
_Scope = Mapping[str, str]
"""The type of each variable that may be spoken of."""


class WrittenRule(NamedTuple):
    """What a text of the notation means, as a formula and in plain words."""

    formula: Formula
    said: str


_Found: TypeAlias = Iterator[tuple[T, int]]


@dataclass(frozen=True)
class _Phrase(Generic[T]):
    """Texts and their values: the form that admits them, and who reads them (value, and where the text ends)."""

    part: Part
    read: Callable[[str, int], _Found[T]]


def _word(written: str, value: T) -> _Phrase[T]:
    def read(given: str, at: int) -> _Found[T]:
        if given.startswith(written, at):
            yield value, at + len(written)

    return _Phrase(text(written), read)


def _either(*phrases: _Phrase[T]) -> _Phrase[T]:
    def read(given: str, at: int) -> _Found[T]:
        for one in phrases:
            yield from one.read(given, at)

    return _Phrase(any_of(*(one.part for one in phrases)), read)


def _later(make: Callable[[], _Phrase[T]]) -> _Phrase[T]:
    """A phrase that is made when a text comes to it."""

    def read(given: str, at: int) -> _Found[T]:
        yield from make().read(given, at)

    return _Phrase(later(lambda: make().part), read)


def _of(value: Callable[[U], T], phrase: _Phrase[U]) -> _Phrase[T]:
    """The same texts with other values."""

    def read(given: str, at: int) -> _Found[T]:
        for found, after in phrase.read(given, at):
            yield value(found), after

    return _Phrase(phrase.part, read)


def _pair(first: _Phrase[T], then: _Phrase[U]) -> _Phrase[tuple[T, U]]:
    def read(given: str, at: int) -> _Found[tuple[T, U]]:
        for one, between in first.read(given, at):
            for other, after in then.read(given, between):
                yield (one, other), after

    return _Phrase(in_order(first.part, then.part), read)


def _after(words: str, phrase: _Phrase[T]) -> _Phrase[T]:
    return _of(lambda found: found[1], _pair(_word(words, None), phrase))


def _several(one: _Phrase[T], joint: str, most: int, least: int = 1) -> _Phrase[tuple[T, ...]]:
    """A phrase several times."""

    def read(given: str, at: int, found: tuple[T, ...] = ()) -> _Found[tuple[T, ...]]:
        if len(found) >= least:
            yield found, at
        if len(found) < most and given.startswith(joint if found else "", at):
            for value, after in one.read(given, at + (len(joint) if found else 0)):
                yield from read(given, after, (*found, value))

    return _Phrase(up_to(most, one.part, text(joint), least=least), read)


_A, _B = (Proposition(name, None, True) for name in "AB")


def _op(operator: str, *operands: Formula) -> Formula:
    return Compound(operator, operands)


def _joined(operator: str, parts: Sequence[Formula]) -> Formula:
    return reduce(lambda left, right: _op(operator, left, right), parts)


def _at_least(times: int) -> Formula:
    return reduce(lambda inner, _: _op("F", _op("&", _A, _op("X", inner))), range(times - 1), _op("F", _A))


_PATTERNS: tuple[tuple[str, str | Callable[[int], Formula], str, str], ...] = (
    ("never: A", "G !do:A", "never {A}", ""),
    ("never: A while Q", "G (do:A -> Y !Q)", "never {A} while {Q}", "AQ"),
    ("never: A unless Q", "G (do:A -> Y Q)", "never {A} unless {Q}", "AQ"),
    ("never: A after B", "G (do:B -> WX G !do:A)", "never {A} after you {B}", "AB"),
    ("before: A, B", "G (do:B -> Y O do:A)", "never {B} unless you {A} some time before", "BA"),
    ("right before: A, B", "G (do:B -> Y do:A)", "never {B} unless you {A} in the step before", "BA"),
    ("after: A, B", "G (do:A -> X F do:B)", "whenever you {A}, {B} some time later", "AB"),
    ("right after: A, B", "G (do:A -> X do:B)", "whenever you {A}, {B} in the next step", "AB"),
    (
        "within N: A, B",
        lambda n: within(_A, _B, n),
        "whenever you {A}, {B} in one of the next {N} steps",
        "AB",
    ),
    ("do: A", "F do:A", "{A}, some time", ""),
    ("do: A, B", "F (do:A & X F do:B)", "{A}, and some time later {B}", ""),
    (
        "do: A, B, C",
        "F (do:A & X F (do:B & X F do:C))",
        "{A}, some time later {B}, and some time after that {C}",
        "",
    ),
    ("at most N: A", lambda n: at_most(n, _A), "{A} at most {N} times", ""),
    ("at least N: A", _at_least, "{A} at least {N} times", ""),
    ("exactly N: A", lambda n: _op("&", _at_least(n), at_most(n, _A)), "{A} exactly {N} times", ""),
    ("always: P", "G P", "at all times, {P}", ""),
    ("always: P while Q", "G (Q -> P)", "at all times while {Q}, {P}", ""),
    ("always: P until A", "P W do:A", "at all times until you {A}, {P}", ""),
    ("always: P after Q", "G (Q -> G P)", "from when {Q} on, {P}", ""),
    ("at some time: P", "F P", "at some time, {P}", ""),
    ("at the end: P", "G (last -> P)", "at the end, {P}", ""),
)
"""Each pattern, its formula, how it is said, and of which two parts the first speaks of *anything* that the second
calls *it*: ``never: heat(*) while sealed(*)`` is about what is heated, since what is heated may be sealed.

A, B and C are acts, N is a number, Q is a state that is asked about and P one that is demanded. Of a demand
nobody could say whether ``clean(*)`` means something or everything, so it is not written; ``not dirty(*)`` is.
"""


PATTERNS = tuple(
    f"{template} ({said.format(**{letter: letter for letter in 'ABCPQN'})})"
    for template, _, said, _ in _PATTERNS
)
"""The patterns with how each is said, for a prompt."""


def _filled(formula: Formula, parts: Mapping[str, Formula]) -> Formula:
    """The formula of a pattern with what stands for its letters."""
    match formula:
        case Proposition(name):
            return parts[name]
        case Compound(operator, operands):
            return Compound(operator, tuple(_filled(one, parts) for one in operands))
        case _:
            raise AssertionError(f"a pattern has no {formula}")


@dataclass(frozen=True)
class _Room:
    """What a sentence leaves room for: a rule that says more than it was not asked for.

    Attributes:
        things: The objects that it names: in whole, or by a word or a type that is of one object alone. A word of
            several objects names none of them: *a burner* is any.
        words: Its words, as `_stem` has them.
        numbers: Its numbers, and one less, for *fewer than*.
        parts: One more than there are words that join: most rules, and most acts or states that are joined.
    """

    things: frozenset[str]
    words: frozenset[str]
    numbers: tuple[int, ...]
    parts: int

    @classmethod
    def of(cls, sentence: str, objects: Sequence[str], types: Mapping[str, Sequence[str]]) -> _Room:
        words = [_stem(one) for one in re.findall(r"\w+", _plain(sentence))]
        left = f" {' '.join(words)} "
        exact: set[str] = set()
        for name in sorted(objects, key=len, reverse=True):
            whole = f" {' '.join(map(_stem, _plain(name).split()))} "
            if whole in left:
                exact.add(name)
                left = left.replace(whole, " , ")
        rest = {one for one in left.split() if len(one) > 2 and not one.isdigit()}
        called: dict[str, set[str]] = {}
        for name in objects:
            for one in rest & set(map(_stem, _plain(name).split())):
                called.setdefault(one, set()).add(name)
        for kind, members in types.items():
            if _stem(_plain(kind)) in rest:
                called.setdefault(_stem(_plain(kind)), set()).update(members)
        named = {name for names in called.values() if len(names) == 1 for name in names}
        numbers = {_NUMBERS.get(one, int(one) if one.isdecimal() and len(one) < 4 else 0) for one in words}
        counts = sorted({one - less for one in numbers for less in (0, 1) if 1 <= one - less <= MAX_COUNT})
        joints = sum(one in _JOINTS for one in words) + len(re.findall(r"[,;:]|\.\s", sentence))
        return cls(frozenset(exact | named), frozenset(words), tuple(counts), min(_MOST, joints + 1))


class RuleNotation:
    """The rules that may be written over a planning problem.

    Args:
        system: Its actions, types, objects and changing facts with up to two arguments are all that a rule may name.
    """

    _room: _Room | None = None

    def __init__(self, system: TransitionSystem[Any]) -> None:
        self._system = system
        self._words: RuleWords = system.rule_words()
        self._objects = tuple(filter(is_name, self._words.objects("object")))
        known = set(self._objects)
        self._types = {
            kind: found
            for kind in sorted(self._words.types)
            if is_name(kind) and (found := tuple(one for one in self._words.objects(kind) if one in known))
        }
        self._actions: dict[tuple[str, int], list[tuple[str, ...]]] = {}
        for action in system.actions:
            if all(map(is_name, (action.name, *action.args))):
                self._actions.setdefault((action.name, len(action.args)), []).append(action.args)
        self._parameters = {
            (name, len(parameters)): [one.lstrip("?") for one in parameters]
            for name, parameters in system.lexicon.signatures
        }

    def about(self, sentence: str) -> RuleNotation:
        """The same for the rules that a sentence may mean.

        They name no objects but those that it names, count only to its own numbers, and have no more parts than it
        has room for. So a model may still misread it, but not ramble.
        """
        found = RuleNotation.__new__(RuleNotation)
        found.__dict__.update(
            {name: one for name, one in attributes(self).items() if name not in ("_rule", "_whole")}
        )
        found._room = _Room.of(sentence, self._objects, self._kinds)
        found.__dict__.update(_facts=self._facts, _fixed=self._fixed)
        return found

    @cached_property
    def language(self) -> bytes:
        """The same where the same may be written."""
        return fingerprint([self._types, self._actions, self._stated])

    @cached_property
    def _whole(self) -> _Phrase[WrittenRule | None]:
        nothing: _Phrase[WrittenRule | None] = _word(UNKNOWN, None)
        rules = _several(_later(lambda: self._rule), "; ", self._parts)
        told: _Phrase[WrittenRule | None] = _of(_together, rules)
        ends = _pair(_either(nothing, told), _either(_word("", None), _word("\n", None)))
        return _of(lambda found: found[0], ends)

    @property
    def _parts(self) -> int:
        return _MOST if self._room is None else self._room.parts

    def _mentions(self, thing: str) -> bool:
        """Whether a rule may name an object."""
        return self._room is None or thing in self._room.things

    @property
    def part(self) -> Part:
        """The form of all texts: rules, or `UNKNOWN`; a line break may end it, as models end lines."""
        return self._whole.part

    def read(self, written: str) -> WrittenRule | None:
        """What a text means; ``None`` if it is `UNKNOWN`, or no text of the notation."""
        found = (value for value, end in self._whole.read(written, 0) if end == len(written))
        return next(found, None)

    @cached_property
    def formulas(self) -> Part:
        """The form of formulas as they are printed: one, several that a sentence may mean, or `UNKNOWN`.

        Its variables are `VARIABLES`, from the outermost quantifier inwards; every action has its arguments.
        """
        one = later(partial(self._formula, {}, _DEEPEST))
        return any_of(text(UNKNOWN), up_to(_MOST_READINGS, one, text(EITHER), least=1))

    def _formula(self, scope: _Scope, left: int) -> Part:
        """A formula of which nothing is in brackets; so many operators and brackets may be inside each other."""
        inner = later(partial(self._operand, scope, left))
        joint = any_of(*(text(f" {one} ") for one in _JOINING))
        bound: list[Part] = []
        if self._types and len(scope) < len(VARIABLES):
            bound = [
                in_order(text(f"{quantifier} "), self._variable(scope, left))
                for quantifier in ("forall", "exists")
            ]
        return any_of(in_order(inner, up_to(1, in_order(joint, inner))), *self._same(scope), *bound)

    def _variable(self, scope: _Scope, left: int) -> Part:
        """A variable with its type, what others are bound beside it, and the formula that they are bound in."""

        def rest(kind: str) -> Part:
            within = {**scope, VARIABLES[len(scope)]: kind}
            body = in_order(text(": "), later(partial(self._formula, within, left)))
            if len(within) == len(VARIABLES):
                return body
            return any_of(body, in_order(text(", "), later(partial(self._variable, within, left))))

        kinds = (
            in_order(text("" if kind == "object" else f" - {kind}"), later(partial(rest, kind)))
            for kind in self._types
        )
        return in_order(text(VARIABLES[len(scope)]), any_of(*kinds))

    def _operand(self, scope: _Scope, left: int) -> Part:
        """A fact, an action or `last`; one with operators before it; or a formula in brackets."""
        plain = [text(name) for name, arity in self._stated if arity == 0]
        with_arguments = {one: found for one, found in self._stated.items() if one[1]}
        found = [
            text("last"),
            *plain,
            self._call(with_arguments, scope).part,
        ]
        if self._actions:
            found.append(in_order(text("do:"), self._call(self._actions, scope, event=True).part))
        if left:
            deeper = later(partial(self._operand, scope, left - 1))
            operators = any_of(text("!"), *(text(f"{one} ") for one in _BEFORE))
            whole = later(partial(self._formula, scope, left - 1))
            found += [in_order(operators, deeper), in_order(text("("), whole, text(")"))]
        return any_of(*found)

    def _same(self, scope: _Scope) -> Iterator[Part]:
        """That a variable stands for the same as another, or for an object."""
        for variable, kind in scope.items():
            others = [*(one for one in scope if one != variable), *self._types[kind]]
            yield in_order(text(f"{variable} = "), any_of(*map(text, others)))

    @cached_property
    def _stated(self) -> Mapping[tuple[str, int], list[tuple[str, ...]]]:
        """The facts that a formula may speak of: those that may change, and those that tell things of a type apart."""
        fixed = {one for found in self._fixed.values() for one in found}
        things = [(one,) for one in self._objects]
        return {**self._facts, **{(name, 1): things for name in sorted(fixed)}}

    def meant(self, written: str) -> list[Formula] | None:
        """The formulas of a text of `formulas`; ``None`` if it is `UNKNOWN`, or no such text.

        Raises:
            RuleError: If it is none that can be read: a model's text that was cut.
        """
        written = written.strip()
        return None if written == UNKNOWN else [parse(one) for one in written.split(EITHER)]

    def describe(self) -> str:
        """What may be written, for a prompt: objects by type, actions and states with their arguments' types."""
        return listed(self.lists)

    @cached_property
    def lists(self) -> dict[str, list[str]]:
        """The same as lists: under ``Types``, ``Actions``, ``States`` and ``Kinds``, as far as there are any."""
        found = {
            "Types": [f"{kind}: {', '.join(found)}" for kind, found in self._kinds.items()],
            "Actions": [self._signature(*one) for one in self._actions.items()],
            "States": [self._signature(*one) for one in self._facts.items()],
            "Kinds": [f"{kind} with {', '.join(found)}" for kind, found in self._fixed.items()],
        }
        return {head: lines for head, lines in found.items() if lines or head in ("Types", "Actions")}

    @cached_property
    def now(self) -> list[str]:
        """What holds at first: the facts that may change, then what is so for good of two things of different types."""
        holds, _ = next(iter(self._words.replay(())))
        changing = {
            call: [one for one in found if holds(call[0], one)] for call, found in self._facts.items()
        }
        for_good = {
            (name, 2): [pair for pair in permutations(self._objects, 2) if self._tells(name, pair)]
            for name, arities in sorted(self._words.predicates.items())
            if 2 in arities and is_name(name, fact=True) and len(self._objects) ** 2 <= _MOST_PAIRS
        }
        found = [*changing.items(), *for_good.items()]
        return [f"{name}({', '.join(args)})" for (name, _), all_of in found for args in all_of]

    def _tells(self, name: str, pair: tuple[str, ...]) -> bool:
        """Whether a fact is so for good of things of different types: a lamp in a room, no way between rooms."""
        return self._words.constant((name, pair)) is True and self._around(pair[:1]) != self._around(pair[1:])

    @cached_property
    def _kinds(self) -> Mapping[str, tuple[str, ...]]:
        """The types that say more than that something is an object."""
        return {kind: found for kind, found in self._types.items() if kind != "object"} or self._types

    def _signature(self, called: tuple[str, int], fitting: Sequence[tuple[str, ...]]) -> str:
        """``pour(chemical, vessel, vessel)``: for each place the smallest type that holds all that fits."""
        kinds = [self._around({one[at] for one in fitting}) or "object" for at in range(called[1])]
        return f"{called[0]}({', '.join(kinds)})"

    def _around(self, things: Collection[str]) -> str | None:
        """The smallest type that all of them are of."""
        around = [kind for kind, found in self._types.items() if set(things) <= set(found)]
        return min(around, key=lambda kind: len(self._types[kind]), default=None)

    @cached_property
    def _facts(self) -> Mapping[tuple[str, int], list[tuple[str, ...]]]:
        """The facts that may change, by predicate and number of arguments."""
        found: dict[tuple[str, int], list[tuple[str, ...]]] = {}
        for name, arities in sorted(self._words.predicates.items()):
            for arity in sorted(arities):
                if is_name(name, fact=True) and arity <= 2 and len(self._objects) ** arity <= _MOST_PAIRS:
                    choices = product(self._objects, repeat=arity)
                    changing = [one for one in choices if self._words.constant((name, one)) is None]
                    if changing:
                        found[name, arity] = changing
        return found

    @cached_property
    def _fixed(self) -> Mapping[str, list[str]]:
        """What some of a type are, and others not, for good."""
        found: dict[str, list[str]] = {}
        for name, arities in sorted(self._words.predicates.items()):
            for kind, members in self._kinds.items():
                if 1 in arities and is_name(name, fact=True):
                    truths = {self._words.constant((name, (one,))) for one in members}
                    if truths == {True, False}:
                        found.setdefault(kind, []).append(name)
        return found

    @cached_property
    def _rule(self) -> _Phrase[WrittenRule]:
        every = _after("for every ", self._bound({}, ("?x", "?y")))
        two = (_after(kind, _later(partial(self._two, kind))) for kind in self._types)
        return _either(self._body({}), every, _after("for every two ?x, ?y - ", _either(*two)))

    def _bound(self, scope: _Scope, names: Sequence[str]) -> _Phrase[WrittenRule]:
        """A variable, its type, and the rule for all that it may stand for."""
        return _either(
            *(
                _after(
                    f"{names[0]} - {kind}",
                    _later(partial(self._for_all, {**scope, names[0]: kind}, names[0], names[1:])),
                )
                for kind in self._types
            )
        )

    def _for_all(self, scope: _Scope, name: str, more: Sequence[str]) -> _Phrase[WrittenRule]:
        kind = scope[name]
        rest = _after(": ", self._body(scope))
        if more:
            rest = _either(rest, _after(", ", self._bound(scope, more)))

        def for_all(rule: WrittenRule, condition: Formula | None = None, limits: str = "") -> WrittenRule:
            body = rule.formula if condition is None else _op("->", condition, rule.formula)
            said = f"for every {_plain(kind)} {name[1:]}{limits}: {rule.said}"
            return WrittenRule(Quantified(True, ((name, kind),), body), said)

        def other(found: tuple[Sequence[str], WrittenRule]) -> WrittenRule:
            left_out, rule = found
            differs = _joined("&", [_op("!", Same(name, one)) for one in left_out])
            return for_all(rule, differs, f" other than {' and '.join(map(_plain, left_out))}")

        def such(found: tuple[str, WrittenRule]) -> WrittenRule:
            fact, rule = found
            return for_all(rule, Proposition(fact, (name,)), f" that is {_plain(fact)}")

        found = [_of(for_all, rest)]
        if things := [_word(one, one) for one in self._types[kind] if self._mentions(one)]:
            left_out = _after(" except ", _several(_either(*things), " and ", _MOST))
            found.append(_of(other, _pair(left_out, rest)))
        room = self._room
        fixed = [
            one
            for one in self._fixed.get(kind, ())
            if room is None or set(map(_stem, _plain(one).split())) <= room.words
        ]
        if fixed:
            facts = _either(*(_word(one, one) for one in fixed))
            found.append(_of(such, _pair(_after(" with ", facts), rest)))
        return _either(*found)

    def _two(self, kind: str) -> _Phrase[WrittenRule]:
        def for_two(rule: WrittenRule) -> WrittenRule:
            body = _op("->", _op("!", Same("?x", "?y")), rule.formula)
            said = f"for every {_plain(kind)} x and every other {_plain(kind)} y: {rule.said}"
            return WrittenRule(Quantified(True, (("?x", kind), ("?y", kind)), body), said)

        return _of(for_two, _after(": ", self._body({"?x": kind, "?y": kind})))

    def _body(self, scope: _Scope) -> _Phrase[WrittenRule]:
        """One of the patterns."""
        act = self._act(scope)
        counts = range(1, MAX_COUNT + 1) if self._room is None else self._room.numbers
        number = _either(*(_word(str(one), one) for one in counts))
        slots: dict[str, _Phrase[Any]] = dict.fromkeys("ABC", act) | {"N": number}
        slots |= {"P": self._state(scope, demanded=True), "Q": self._state(scope, demanded=False)}
        found: list[_Phrase[WrittenRule]] = []
        for template, formula, said, about in _PATTERNS:
            pieces = re.split(r"\b([ABCPQN])\b", template)
            letters = pieces[1::2]
            if (self._facts or not set("PQ") & set(letters)) and (counts or "N" not in letters):
                phrase: _Phrase[tuple[Any, ...]] = _word(pieces[0], ())
                for letter, words in zip(letters, pieces[2::2], strict=True):
                    longer = _pair(phrase, _pair(slots[letter], _word(words, None)))
                    phrase = _of(lambda one: (*one[0], one[1][0]), longer)
                found.append(_of(partial(self._meant, formula, said, about, letters), phrase))
        return _either(*found)

    def _act(self, scope: _Scope) -> _Phrase[Formula]:
        """An act, or one of several."""
        call = self._call(self._actions, scope, event=True)
        return _of(partial(_joined, "|"), _several(call, " or ", max(2, self._parts)))

    def _state(self, scope: _Scope, *, demanded: bool) -> _Phrase[Formula]:
        """A fact or its opposite, several together, or one of several."""
        fact = self._call(self._facts, scope, named=demanded)
        literal = _either(fact, _of(partial(_op, "!"), _after("not ", self._call(self._facts, scope))))
        return _either(
            _of(partial(_joined, "&"), _several(literal, " and ", self._parts)),
            _of(partial(_joined, "|"), _several(literal, " or ", max(2, self._parts), 2)),
        )

    def _call(
        self,
        known: Mapping[tuple[str, int], Sequence[tuple[str, ...]]],
        scope: _Scope,
        *,
        event: bool = False,
        named: bool = False,
    ) -> _Phrase[Formula]:
        """A name with arguments of which some combination fits.

        Args:
            named: One of the arguments, if there are any, is none of `ANY`.
        """

        kinds = {variable: set(self._types[kind]) for variable, kind in scope.items()}

        def nameable(fitting: Sequence[tuple[str, ...]], at: int) -> bool:
            return any(
                self._mentions(one[at]) or any(one[at] in found for found in kinds.values())
                for one in fitting
            )

        def rest(name: str, fitting: Sequence[tuple[str, ...]], given: tuple[str, ...]) -> _Phrase[Formula]:
            at, arity = len(given), len(fitting[0])
            if at == arity:
                call: Formula = Proposition(name, given, event)
                return _word(")", call)
            narrowed: dict[str, list[tuple[str, ...]]] = {}
            later_ones = range(at + 1, arity)
            if not named or set(given) - {ANY} or any(nameable(fitting, place) for place in later_ones):
                narrowed[ANY] = list(fitting)
            for one in fitting:
                if self._mentions(one[at]):
                    narrowed.setdefault(one[at], []).append(one)
            for variable, members in kinds.items():
                same = [place for place, other in enumerate(given) if other == variable]
                bound = [
                    one for one in fitting if one[at] in members and all(one[at] == one[i] for i in same)
                ]
                if bound:
                    narrowed[variable] = bound
            joint = ", " if at else ""
            return _either(
                *(
                    _after(joint + one, _later(partial(rest, name, left, (*given, one))))
                    for one, left in narrowed.items()
                )
            )

        def calls() -> _Phrase[Formula]:
            return _either(
                *(
                    _after(f"{name}(", _later(partial(rest, name, fitting, ())))
                    for (name, arity), fitting in known.items()
                    if not (named and arity) or any(nameable(fitting, place) for place in range(arity))
                )
            )

        return _later(calls)

    def _meant(
        self,
        formula: str | Callable[[int], Formula],
        said: str,
        about: str,
        letters: Sequence[str],
        parts: Sequence[Any],
    ) -> WrittenRule:
        """What a pattern means with what stands for its letters."""
        given: dict[str, Any] = dict(zip(letters, parts, strict=True))
        pattern = parse(formula) if isinstance(formula, str) else formula(given["N"])
        words = {letter: f"{one}" if letter == "N" else self._say(one) for letter, one in given.items()}
        same = self._same_thing(*(given[letter] for letter in about)) if about else None
        if same is None:
            return WrittenRule(_filled(pattern, given), said.format(**words))
        kind, *bound = same
        given.update(zip(about, bound, strict=True))
        words[about[1]] = self._say(bound[1])
        return WrittenRule(Quantified(True, ((_IT, kind),), _filled(pattern, given)), said.format(**words))

    def _same_thing(self, first: Formula, second: Formula) -> tuple[str, Formula, Formula] | None:
        """Two parts of a pattern of which the second speaks of what the first does, and the type of that.

        It is so where a wildcard of the second may be what one wildcard, and no other, of each act of the first is.
        """
        acts = list(_propositions(first))
        for other in _propositions(second):
            for at in _wildcards(other):
                fits = self._column(other, at)
                places = [
                    [i for i in _wildcards(act) if not fits.isdisjoint(self._column(act, i))] for act in acts
                ]
                if any(len(found) != 1 for found in places):
                    continue
                all_ = {one for act, (i,) in zip(acts, places, strict=True) for one in self._column(act, i)}
                kind = self._around(all_)
                if kind is None:
                    continue
                bound = {act: _bound(act, i) for act, (i,) in zip(acts, places, strict=True)}
                others = {
                    one: _bound(one, i)
                    for one in _propositions(second)
                    for i in [i for i in _wildcards(one) if not all_.isdisjoint(self._column(one, i))][:1]
                }
                return kind, _replaced(first, bound), _replaced(second, others)
        return None

    def _column(self, call: Proposition, at: int) -> frozenset[str]:
        """What may stand at a place of an act or a fact."""
        args = call.args or ()
        known = self._actions if call.event else self._facts
        return frozenset(one[at] for one in known[call.name, len(args)])

    def _say(self, formula: Formula) -> str:
        """An act or a state in plain words."""
        match formula:
            case Proposition(name, args, True):
                args = args or ()
                called = self._parameters.get((name, len(args)), [""] * len(args))
                said = _plain(name)
                for at, (parameter, one) in enumerate(zip(called, args, strict=True)):
                    joint = f" {parameter} " if parameter in _BETWEEN else ", " if at else " "
                    said += joint + _named(one, "anything")
                return said
            case Proposition():
                return _fact(formula, "{p} is the case", "{0} is {p}", "{0} {p} {1}", "something")
            case Compound("!", (Proposition(_, args) as fact,)):
                if ANY in (args or ()):
                    return _fact(fact, "", "{0} is {p}", "{0} {p} {1}", "nothing")
                return _fact(fact, "{p} is not the case", "{0} is not {p}", "not: {0} {p} {1}")
            case Compound(operator, operands):
                return {"|": " or ", "&": " and "}[operator].join(map(self._say, operands))
            case _:
                raise AssertionError(f"{formula} is neither an act nor a state")


_IT = "?it"


def listed(lists: Mapping[str, Sequence[str]]) -> str:
    """Lists of `RuleNotation.lists` as a prompt has them."""
    joints = {"Types": "; ", "Kinds": "; "}
    return "\n".join(f"{head}: {joints.get(head, ', ').join(found)}" for head, found in lists.items())


def _propositions(formula: Formula) -> Iterator[Proposition]:
    match formula:
        case Proposition():
            yield formula
        case Compound(_, operands):
            for one in operands:
                yield from _propositions(one)
        case _:
            raise AssertionError(f"{formula} is neither an act nor a state")


def _wildcards(call: Proposition) -> list[int]:
    return [at for at, one in enumerate(call.args or ()) if one == ANY]


def _bound(call: Proposition, at: int) -> Proposition:
    args = call.args or ()
    return Proposition(call.name, (*args[:at], _IT, *args[at + 1 :]), call.event)


def _replaced(formula: Formula, others: Mapping[Proposition, Proposition]) -> Formula:
    match formula:
        case Proposition():
            return others.get(formula, formula)
        case Compound(operator, operands):
            return Compound(operator, tuple(_replaced(one, others) for one in operands))
        case _:
            raise AssertionError(f"{formula} is neither an act nor a state")


def _fact(fact: Proposition, none: str, one: str, two: str, wildcard: str = "") -> str:
    """A fact in plain words, by its number of arguments; of several wildcards the further ones are *anything*."""
    args = fact.args or ()
    things = [_named(thing, "anything" if ANY in args[:at] else wildcard) for at, thing in enumerate(args)]
    if fact.name in _HAVING and len(args) == 1:
        one = one.replace("{0} is", "you are").replace("{p}", "{p} {0}")
    return (none, one, two)[len(args)].format(*things, p=_plain(fact.name))


def _together(rules: tuple[WrittenRule, ...]) -> WrittenRule:
    return WrittenRule(_joined("&", [one.formula for one in rules]), "; and ".join(one.said for one in rules))


def _plain(name: str) -> str:
    """A name as people say it: ``stove_1`` is *stove 1*, ``InBox`` *in box*."""
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)
    return " ".join(re.sub(r"[_\-]+", " ", spaced).lower().split())


def _named(argument: str, wildcard: str) -> str:
    return wildcard if argument == ANY else _plain(argument.lstrip("?"))


def _stem(word: str) -> str:
    """A word without the ending of a plural."""
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith(("ches", "shes", "sses", "xes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


_NUMBERS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17,
    "eighteen": 18, "nineteen": 19, "twenty": 20,
    "once": 1, "twice": 2, "thrice": 3, "both": 2, "single": 1, "next": 1,
}  # fmt: skip
_JOINTS = frozenset(_stem(one) for one in ("and", "or", "nor", "neither", "both", "either", "plus", "then"))
