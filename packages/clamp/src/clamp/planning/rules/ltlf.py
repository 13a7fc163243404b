"""From a ground formula of LTLf to a minimal deterministic automaton, built by progression.

Formulas are in negation normal form over numbered propositions. A state of the automaton is what is still
owed: a set of alternatives, each a set of obligations (a formula that must hold from the next position on;
a weak one is also met by the end of the trace). Without superfluous alternatives this form is unique, and
there are finitely many, so progression ends. A transition is a decision diagram over the propositions, so a
quantifier over many objects costs as many nodes as objects, not as many as subsets of them.

What a formula asks of the past is remembered: each operator of the past is a bit of the state, which says
whether it held at the position before. What it asks of the future of the past (``O (a & X b)``) is guessed,
and the guess is owed; alternatives with other bits then stand side by side in one state.

Sources: De Giacomo and Vardi (2013) for LTLf; Bacchus and Kabanza (2000) for progression.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import TypeAlias

from clamp.errors import RuleError

MAX_STATES = 500
MAX_ALTERNATIVES = 400
MAX_NODES = 10_000
MAX_PASTS = 60
MAX_WORK = 120_000
"""Most parts of formulas and decisions that may be looked at to make the automata of one set of rules."""

DEAD = -1
"""The state from which no trace can be accepted."""


class Work:
    """How much may still be done: counted, not timed, so that every machine refuses the same rules."""

    def __init__(self, limit: int = MAX_WORK) -> None:
        self.limit = limit
        self.left = limit

    def spend(self, parts: int) -> None:
        """Count some work.

        Raises:
            RuleError: If it is too much.
        """
        self.left -= parts
        if self.left < 0:
            raise RuleError(
                f"its automaton, with those before it, takes more than {self.limit:,} steps to make"
            )


@dataclass(frozen=True, slots=True)
class Lit:
    """Proposition number `number` is true, or false."""

    number: int
    positive: bool


@dataclass(frozen=True, slots=True)
class Join:
    """All of the parts (`every`), or some of them."""

    every: bool
    parts: frozenset[Ground]


@dataclass(frozen=True, slots=True)
class Next:
    """The body holds at the next position, which must exist unless it is weak."""

    weak: bool
    body: Ground


@dataclass(frozen=True, slots=True)
class Chain:
    """`first` until `then` (strong: `then` must come), or, its dual, `then` released by `first`."""

    until: bool
    first: Ground
    then: Ground


@dataclass(frozen=True, slots=True)
class Before:
    """The body held at the position before, which must exist unless it is weak."""

    weak: bool
    body: Ground


@dataclass(frozen=True, slots=True)
class Since:
    """`then` held some time up to now, and `first` ever since (`since`); or its dual."""

    since: bool
    first: Ground
    then: Ground


Ground: TypeAlias = bool | Lit | Join | Next | Chain | Before | Since
Past: TypeAlias = Before | Since
Alternatives: TypeAlias = frozenset[tuple[int, frozenset[Next]]]
"""Pairs: the bits of what the past was like, and what is owed."""


@dataclass(frozen=True, slots=True, eq=False)
class Branch:
    """A decision: go on with `yes` if a proposition holds, with `no` if not. Leaves are states.

    Equal decisions of one automaton are one object (see `_Nodes`) and compared by identity: a diagram can be
    exponentially smaller than the tree that it stands for.
    """

    number: int
    yes: Decision
    no: Decision


Decision: TypeAlias = int | Branch


class _Nodes:
    """Makes decisions, each only once."""

    def __init__(self) -> None:
        self._made: dict[tuple[int, bool, int, bool, int], Branch] = {}

    def branch(self, number: int, yes: Decision, no: Decision) -> Decision:
        if _identity(yes) == _identity(no):
            return yes
        key = (number, *_identity(yes), *_identity(no))
        if key not in self._made:
            self._made[key] = Branch(number, yes, no)
        return self._made[key]


def _identity(decision: Decision) -> tuple[bool, int]:
    return (True, id(decision)) if isinstance(decision, Branch) else (False, decision)


@dataclass(frozen=True)
class Automaton:
    """A minimal deterministic automaton; it reads one set of true propositions for each position.

    Attributes:
        start: The transition at position 0.
        accepting: Whether the trace may end, by state.
        moves: The transition from each state.
    """

    start: Decision
    accepting: tuple[bool, ...]
    moves: tuple[Decision, ...]

    @property
    def impossible(self) -> bool:
        """Whether no trace is accepted."""
        return self.start == DEAD

    @property
    def trivial(self) -> bool:
        """Whether every trace is accepted."""
        return all(self.accepting) and not any(self.mortal) and DEAD not in leaves(self.start)

    @cached_property
    def mortal(self) -> tuple[bool, ...]:
        """Whether the next position may end all hope of acceptance, by state."""
        return tuple(DEAD in leaves(move) for move in self.moves)


def join(every: bool, parts: Iterable[Ground]) -> Ground:
    """A conjunction (or disjunction), flattened and simplified."""
    found: set[Ground] = set()
    for part in parts:
        if part is every:
            continue
        if isinstance(part, bool):
            return part
        if isinstance(part, Join) and part.every == every:
            found |= part.parts
        else:
            found.add(part)
    for part in found:
        if isinstance(part, Lit) and Lit(part.number, not part.positive) in found:
            return not every
    if not found:
        return every
    return next(iter(found)) if len(found) == 1 else Join(every, frozenset(found))


def chain(until: bool, first: Ground, then: Ground) -> Ground:
    """``first U then``, or ``first R then``; ``then`` alone where that is the same."""
    if isinstance(then, bool) or (first is not until and isinstance(first, bool)):
        return then
    return Chain(until, first, then)


def past_chain(since: bool, first: Ground, then: Ground) -> Ground:
    """``first S then``, or its dual; ``then`` alone where that is the same."""
    if isinstance(then, bool) or (first is not since and isinstance(first, bool)):
        return then
    return Since(since, first, then)


def negate(formula: Ground) -> Ground:
    """The opposite, again in negation normal form."""
    match formula:
        case bool():
            return not formula
        case Lit(number, positive):
            return Lit(number, not positive)
        case Join(every, parts):
            return join(not every, map(negate, parts))
        case Next(weak, body):
            return Next(not weak, negate(body))
        case Chain(until, first, then):
            return chain(not until, negate(first), negate(then))
        case Before(weak, body):
            return Before(not weak, negate(body))
        case Since(since, first, then):
            return past_chain(not since, negate(first), negate(then))


def automaton(
    formula: Ground, exclusive: Mapping[int, frozenset[int]] | None = None, work: Work | None = None
) -> Automaton:
    """The minimal automaton of a formula.

    Args:
        exclusive: Propositions that are never true together with a proposition, such as two actions.
        work: What this and other automata may cost together.

    Raises:
        RuleError: If it grows too large.
    """
    work = Work() if work is None else work
    past = _Pasts(formula, work)
    builder = _Builder(exclusive or {}, work, past)
    start = builder.move(frozenset([(past.at_first, frozenset([Next(False, past.formula)]))]))
    moves: list[Decision] = []
    for state in builder.states:  # grows while we walk
        moves.append(builder.move(state))
        if len(builder.states) > MAX_STATES:
            raise RuleError(f"its automaton has more than {MAX_STATES} states")
    accepting = [any(all(owed.weak for owed in one) for _, one in state) for state in builder.states]
    return _minimal(start, accepting, moves, work)


class _Pasts:
    """A formula in which what the past asks of the future is a guess, and what there is to remember of it.

    Attributes:
        formula: The formula; the guesses are propositions, and that they are right is a part of it.
        guesses: The number of the first guess: no other proposition has a higher one.
        at_first: The bits that are set at the position before the first.
    """

    def __init__(self, formula: Ground, work: Work) -> None:
        self._number: dict[Past, int] = {}
        self._work = work
        self.guesses = 1 + _highest(formula)
        self._guessed: dict[Ground, int] = {}
        owed: list[Ground] = [self._plain(formula, False)]
        known = 0
        while known < len(self._guessed):  # what is guessed may ask of the past, too
            asked = list(self._guessed)[known]
            guess = Lit(self._guessed[asked], True)
            known += 1
            right = self._plain(asked, False)
            same = join(False, (join(True, (guess, right)), join(True, (negate(guess), negate(right)))))
            owed.append(chain(False, False, same))
        self.formula = join(True, owed)
        self._number_all(self.formula)
        if len(self._number) > MAX_PASTS:
            raise RuleError(f"it has more than {MAX_PASTS} operators of the past")
        self.at_first = sum(
            1 << number
            for past, number in self._number.items()
            if (past.weak if isinstance(past, Before) else not past.since)
        )

    def _plain(self, formula: Ground, past: bool) -> Ground:
        """The formula, where below an operator of the past the future is guessed."""
        match formula:
            case Join(every, parts):
                return join(every, (self._plain(part, past) for part in parts))
            case Next(weak, body) if not past:
                return Next(weak, self._plain(body, False))
            case Chain(until, first, then) if not past:
                return chain(until, self._plain(first, False), self._plain(then, False))
            case Next() | Chain():
                number = self._guessed.setdefault(formula, self.guesses + len(self._guessed))
                return Lit(number, True)
            case Before(weak, body):
                return Before(weak, self._plain(body, True))
            case Since(since, first, then):
                return past_chain(since, self._plain(first, True), self._plain(then, True))
            case _:
                return formula

    def _number_all(self, formula: Ground) -> None:
        stack = [formula]
        while stack:
            self._work.spend(1)
            match stack.pop():
                case Join(_, parts):
                    stack += parts
                case Next(_, body):
                    stack.append(body)
                case Chain(_, first, then):
                    stack += (first, then)
                case Before(_, body) as one:
                    self._number.setdefault(one, len(self._number))
                    stack.append(body)
                case Since(_, first, then) as one:
                    self._number.setdefault(one, len(self._number))
                    stack += (first, then)
                case _:
                    pass

    def held(self, past: Past, bits: int) -> bool:
        """Whether it held at the position before; of a `Before`, whether its body did."""
        return bool(bits >> self._number[past] & 1)

    def remembered(self, bits: int) -> tuple[Ground, ...]:
        """What is to be remembered of this position, by number."""
        return tuple(
            now(past.body if isinstance(past, Before) else past, lambda one: self.held(one, bits))
            for past in self._number
        )


Task: TypeAlias = tuple[tuple[Ground, ...], Ground]
"""What is to be remembered, and what is owed, as far as they are decided."""


class _Builder:
    def __init__(self, exclusive: Mapping[int, frozenset[int]], work: Work, past: _Pasts) -> None:
        self.states: list[Alternatives] = []
        self._number: dict[Alternatives, int] = {}
        self._exclusive = exclusive
        self._work = work
        self._past = past
        self._decided: dict[frozenset[Task], Decision] = {}
        self._nodes = _Nodes()

    def number(self, state: Alternatives) -> int:
        if state not in self._number:
            self._number[state] = len(self.states)
            self.states.append(state)
        return self._number[state]

    def move(self, state: Alternatives) -> Decision:
        self._work.spend(sum(_size(owed.body) for _, one in state for owed in one))
        tasks: set[Task] = set()
        for bits in {bits for bits, _ in state}:

            def held(past: Past, bits: int = bits) -> bool:
                return self._past.held(past, bits)

            alternatives = [one for its, one in state if its == bits]
            owed = (join(True, (now(one.body, held) for one in alternative)) for alternative in alternatives)
            remembered = self._past.remembered(bits)
            self._work.spend(sum(map(_size, remembered)))
            tasks.add((remembered, join(False, owed)))
        return self._decide(frozenset(tasks))

    def _decide(self, tasks: frozenset[Task]) -> Decision:
        tasks = frozenset(task for task in tasks if task[1] is not False)
        found = self._decided.get(tasks)
        if found is not None:
            return found
        parts = [part for remembered, owed in tasks for part in (*remembered, owed)]
        self._work.spend(sum(map(_size, parts)))
        number = min((one for part in parts if (one := _lowest(part)) is not None), default=None)
        if number is None:
            found = self.number(self._left(tasks))
        elif number >= self._past.guesses:  # either guess may be right
            found = self._decide(
                frozenset(_task_given(task, {number: guess}) for task in tasks for guess in (True, False))
            )
        else:
            positive = {number: True, **dict.fromkeys(self._exclusive.get(number, ()), False)}
            yes = self._decide(frozenset(_task_given(task, positive) for task in tasks))
            no = self._decide(frozenset(_task_given(task, {number: False}) for task in tasks))
            found = self._nodes.branch(number, yes, no)
        self._decided[tasks] = found
        if len(self._decided) > MAX_NODES:
            raise RuleError(f"its automaton has more than {MAX_NODES} decisions")
        return found

    def _left(self, tasks: frozenset[Task]) -> Alternatives:
        """The state that decided tasks lead to."""
        owed: dict[int, list[frozenset[Next]]] = {}
        for remembered, formula in tasks:
            bits = sum(1 << number for number, one in enumerate(remembered) if one is True)
            owed.setdefault(bits, []).extend(_alternatives(formula, self._work))
        return frozenset(
            (bits, one) for bits, sets in owed.items() for one in _minimal_sets(sets, self._work)
        )


def _task_given(task: Task, known: Mapping[int, bool]) -> Task:
    remembered, owed = task
    return tuple(_given(one, known) for one in remembered), _given(owed, known)


def _size(formula: Ground) -> int:
    """How many parts a formula has, down to what it leaves for later positions."""
    match formula:
        case Join(_, parts):
            return 1 + sum(map(_size, parts))
        case Chain(_, first, then):
            return 1 + _size(first) + _size(then)
        case _:
            return 1


def now(formula: Ground, held: Callable[[Past], bool]) -> Ground:
    """What a formula asks of this position, and what it leaves for the next: no `Chain` but within `Next`.

    Args:
        held: Whether an operator of the past held at the position before; of a `Before`, whether its body did.
    """
    match formula:
        case Join(every, parts):
            return join(every, (now(part, held) for part in parts))
        case Chain(until, first, then):
            return join(
                not until, (now(then, held), join(until, (now(first, held), Next(not until, formula))))
            )
        case Before():
            return held(formula)
        case Since(since, first, then):
            return join(not since, (now(then, held), join(since, (now(first, held), held(formula)))))
        case _:
            return formula


def _given(formula: Ground, known: Mapping[int, bool]) -> Ground:
    match formula:
        case Lit(number, positive) if number in known:
            return known[number] == positive
        case Join(every, parts):
            return join(every, (_given(part, known) for part in parts))
        case _:
            return formula


def _highest(formula: Ground) -> int:
    """The highest number of a proposition, or -1."""
    match formula:
        case Lit(number, _):
            return number
        case Join(_, parts):
            return max(map(_highest, parts), default=-1)
        case Next(_, body) | Before(_, body):
            return _highest(body)
        case Chain(_, first, then) | Since(_, first, then):
            return max(_highest(first), _highest(then))
        case _:
            return -1


def _lowest(formula: Ground) -> int | None:
    match formula:
        case Lit(number, _):
            return number
        case Join(_, parts):
            return min((one for part in parts if (one := _lowest(part)) is not None), default=None)
        case _:
            return None


def _alternatives(formula: Ground, work: Work) -> frozenset[frozenset[Next]]:
    """The minimal sets of obligations that meet a formula without literals."""
    match formula:
        case bool():
            return frozenset([frozenset()]) if formula else frozenset()
        case Join(every, parts):
            each = [_alternatives(part, work) for part in parts]
            if not every:
                return _minimal_sets([one for alternatives in each for one in alternatives], work)
            found: frozenset[frozenset[Next]] = frozenset([frozenset()])
            for alternatives in each:
                work.spend(sum(map(len, found)) * len(alternatives) // 8)
                found = _minimal_sets([_both(a, b) for a, b in product(found, alternatives)], work)
            return found
        case Next():
            return frozenset([frozenset([formula])])
        case _:
            raise AssertionError(f"{formula} has not been progressed")


def _both(first: frozenset[Next], second: frozenset[Next]) -> frozenset[Next]:
    owed = first | second
    return frozenset(one for one in owed if not (one.weak and Next(False, one.body) in owed))


def _minimal_sets(sets: Sequence[frozenset[Next]], work: Work) -> frozenset[frozenset[Next]]:
    if len(sets) > MAX_ALTERNATIVES:
        raise RuleError(f"it leaves more than {MAX_ALTERNATIVES} alternatives open")
    kept: list[frozenset[Next]] = []
    for one in sorted(set(sets), key=len):
        work.spend(len(kept) // 8)
        if not any(other <= one for other in kept):
            kept.append(one)
    return frozenset(kept)


def leaves(decision: Decision) -> frozenset[int]:
    """The states that a transition may lead to."""
    found: set[int] = set()
    stack, seen = [decision], set[int]()
    while stack:
        one = stack.pop()
        if isinstance(one, Branch):
            if id(one) not in seen:
                seen.add(id(one))
                stack += (one.yes, one.no)
        else:
            found.add(one)
    return frozenset(found)


def _branches(moves: Iterable[Decision]) -> list[Branch]:
    """The different decisions of some transitions, each before those below it."""
    found: dict[int, Branch] = {}
    stack = list(moves)
    while stack:
        one = stack.pop()
        if isinstance(one, Branch) and id(one) not in found:
            found[id(one)] = one
            stack += (one.yes, one.no)
    return list(found.values())


def weight(move: Decision) -> int:
    """How large a transition is, written out as a condition, below each of its decisions in turn."""
    trees: dict[int, int] = {}
    total = 0

    def tree(one: Decision) -> int:
        nonlocal total
        if not isinstance(one, Branch):
            return 1
        found = trees.get(id(one))
        if found is None:
            found = trees[id(one)] = 1 + tree(one.yes) + tree(one.no)
            total += found
        return found

    tree(move)
    return total


class _Relabelling:
    """Transitions with other numbers for their states."""

    def __init__(self, label: Sequence[int]) -> None:
        self._label = label
        self._memo: dict[int, Decision] = {}
        self._nodes = _Nodes()

    def of(self, decision: Decision) -> Decision:
        if not isinstance(decision, Branch):
            return DEAD if decision == DEAD else self._label[decision]
        found = self._memo.get(id(decision))
        if found is None:
            found = self._nodes.branch(decision.number, self.of(decision.yes), self.of(decision.no))
            self._memo[id(decision)] = found
        return found


def _minimal(start: Decision, accepting: Sequence[bool], moves: Sequence[Decision], work: Work) -> Automaton:
    """Merge equal states, and those that accept nothing into `DEAD`."""
    live = [index for index, one in enumerate(accepting) if one]
    before: dict[int, list[int]] = {}
    for index, move in enumerate(moves):
        for target in leaves(move):
            before.setdefault(target, []).append(index)
    alive = set(live)
    while live:
        for index in before.get(live.pop(), ()):
            if index not in alive:
                alive.add(index)
                live.append(index)
    nodes = len(_branches(moves))
    label = [int(accepting[i]) if i in alive else DEAD for i in range(len(moves))]
    while True:
        work.spend(nodes)
        relabelling = _Relabelling(label)  # kept while its decisions are compared by identity
        signs = [(label[i], *_identity(relabelling.of(move))) for i, move in enumerate(moves)]
        numbers: dict[tuple[int, bool, int], int] = {}
        finer = [DEAD if i not in alive else numbers.setdefault(sign, len(numbers))
                 for i, sign in enumerate(signs)]  # fmt: skip
        if len(numbers) == len({one for one in label if one != DEAD}):
            break
        label = finer
    relabelling = _Relabelling(finer)
    first = {state: i for i, state in reversed(list(enumerate(finer))) if state != DEAD}
    order = sorted(first)
    merged = [relabelling.of(moves[first[state]]) for state in order]
    accepts = tuple(accepting[first[state]] for state in order)
    return Automaton(relabelling.of(start), accepts, tuple(merged))
