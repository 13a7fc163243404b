"""Goals as a constrained language: what a model writes is a goal that can be asked for, in one of several formats.

A token is admissible if and only if some goal goes on with it that `clamp.planning.goals.Goals` admits: typed, over
what is seen, not contradictory, with no literal that the others imply, in one order, not true already as a whole, and
within reach of the budget while the rules hold. Each part of a goal is part of a goal, so what may follow is decided
literal by literal, and only where a text comes to it.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
from rapidfuzz import fuzz

from clamp import checks
from clamp.automata import ByteTrie, TrieNode, Vocabulary
from clamp.decoding.constraint import Constraint
from clamp.decoding.diagnosis import Failure
from clamp.decoding.within import Within
from clamp.decoding.world import Ids
from clamp.errors import ConstraintError
from clamp.planning.goals import BOUND, GoalLiteral, Goals
from clamp.planning.rules.formula import Rule
from clamp.planning.search.limits import Meter, SearchLimits, in_force, late, paced
from clamp.planning.system import TransitionSystem

_MOST = 4
"""Most literals of a goal, where nothing else is said."""
_NO_IDS = np.empty(0, np.int64)


def _call(one: GoalLiteral) -> str:
    args = ", ".join("it" if name == BOUND else name for name in one.args)
    said = f"{'' if one.positive else 'not '}{one.predicate}({args})"
    return f"for every {one.kind}: {said}" if one.kind else said


def _pddl(one: GoalLiteral) -> str:
    atom = f"({' '.join((one.predicate, *one.args))})"
    said = atom if one.positive else f"(not {atom})"
    return f"(forall ({BOUND} - {one.kind}) {said})" if one.kind else said


def _json(one: GoalLiteral) -> str:
    return json.dumps(one.to_json(), ensure_ascii=False)


def _eai(called: Mapping[str, str], one: GoalLiteral) -> str:
    plain = [called.get(name, name) for name in (one.predicate, *one.args)]
    return json.dumps(plain if one.positive else ["not", plain], ensure_ascii=False)


def _first(one: GoalLiteral) -> int:
    return 0


def _relation(one: GoalLiteral) -> int:
    return int(len(one.args) > 1)


@dataclass(frozen=True)
class GoalFormat:
    """How goals are written.

    Attributes:
        name: What the command line calls it.
        literal: The text of one; no text is a prefix of another's.
        opening, joint, closing: What stands before, between and after several.
        bare: One literal stands by itself, without opening and closing.
        breaks: What stands between the parts of a goal that has several, one after the other; a part may be empty.
        part: In which of them a literal stands.
    """

    name: str
    literal: Callable[[GoalLiteral], str]
    opening: str = ""
    joint: str = ", "
    closing: str = ""
    bare: bool = False
    breaks: tuple[str, ...] = ()
    part: Callable[[GoalLiteral], int] = _first

    @classmethod
    def calls(cls) -> GoalFormat:
        """``in(milk, fridge) and not open(fridge)``, ``for every cup: clean(it)``."""
        return cls("calls", _call, joint=" and ")

    @classmethod
    def pddl(cls) -> GoalFormat:
        """``(and (in milk fridge) (not (open fridge)))``; one literal alone has no ``and``."""
        return cls("pddl", _pddl, "(and ", " ", ")", bare=True)

    @classmethod
    def json(cls) -> GoalFormat:
        """``[["in", "milk", "fridge"], ["not", "open", "fridge"], ["forall", "cup", ["clean", "?x"]]]``."""
        return cls("json", _json, "[", ", ", "]")

    @classmethod
    def eai(cls, called: Mapping[str, str] | None = None) -> GoalFormat:
        """EAI's BEHAVIOR goals: ``{"node goals": [["Open", "jar_1"]], "edge goals": [["Inside", "jam_1", "jar_1"]]}``.

        Facts of one thing come first, then relations; *every* is not said there.

        Args:
            called: What predicates and things are called there, where that is another name.
        """
        return cls(
            "eai",
            partial(_eai, dict(called or {})),
            '{"node goals": [',
            ", ",
            "]}",
            breaks=('], "edge goals": [',),
            part=_relation,
        )

    @classmethod
    def of(cls, name: str) -> GoalFormat:
        """The format of a name.

        Raises:
            ConstraintError: If there is none.
        """
        made: dict[str, Callable[[], GoalFormat]] = {
            "calls": cls.calls,
            "pddl": cls.pddl,
            "json": cls.json,
            "eai": cls.eai,
        }
        if name not in made:
            raise ConstraintError(f"There is no goal format {name!r}; there are {', '.join(made)}.")
        return made[name]()

    def write(self, literals: Sequence[GoalLiteral]) -> str:
        """The text of a goal."""
        if self.bare and len(literals) == 1:
            return self.literal(literals[0])
        parts = [
            self.joint.join(self.literal(one) for one in literals if self.part(one) == part)
            for part in range(len(self.breaks) + 1)
        ]
        texts = "".join(
            f"{part}{after}" for part, after in zip(parts, (*self.breaks, self.closing), strict=True)
        )
        return f"{self.opening}{texts}"


class _Thread(NamedTuple):
    """One reading of a text so far.

    Attributes:
        chosen: The numbers of the literals that are complete, ascending whatever the order of the text.
        several: Whether more may follow; not so of one that stands bare.
        rest: Of a fixed text, what is still to be read.
        node: Where in a literal the text is; ``None`` before and after literals.
        ends: Whether the text ends after the fixed text, or goes on with a literal.
        part: Of the goal, in which the text is.
    """

    chosen: tuple[int, ...]
    several: bool
    rest: bytes
    node: TrieNode | None
    ends: bool
    part: int = 0


GoalCursor: TypeAlias = frozenset[_Thread]


class GoalConstraint(Constraint[GoalCursor]):
    """Texts that say a goal, token by token.

    Args:
        system: A PDDL problem, with rules or without; its own goal does not matter.
        vocabulary: The model's tokens.
        goal_format: How the goal is written, or the name of it.
        budget: Most actions that reaching the goal may take.
        seen: What goals may name; all by default. *For every cup* names all cups.
        rules: What every plan keeps.
        order: Names of things and types, in the order in which a goal speaks of them; what is not listed comes later,
            in the problem's order. Each set of literals is written in one order only.
        most: Most literals of a goal.
        negation: Whether goals may ask that something is not the case.
        limits: What deciding one goal may cost. Their seconds are those of one call, too, such as `allowed`: what it
            leaves open is not admitted there.
        goals: What was found out of the same arguments before, instead of all but the first three.
        reachable: Whether goals are to be within reach, false now, and without what follows from the rest. Otherwise
            they are typed, over what is seen, and not contradictory as far as that is known without a search.
        ordered: Whether each set of literals is written in one order only; otherwise in any that keeps the parts.

    Attributes:
        goals: What is known of goals; `Goals.undecided` lists those that a limit left open, which are not admitted.

    Raises:
        ConstraintError: If an argument is of another kind, or `seen` has what there is not.
        LimitError: If the problem cannot be prepared within the limits.
    """

    enforce = frozenset()

    def __init__(
        self,
        system: TransitionSystem[Any],
        vocabulary: Vocabulary,
        goal_format: GoalFormat | str = "calls",
        *,
        budget: int = 20,
        seen: Collection[str] | None = None,
        rules: Sequence[Rule] = (),
        order: Sequence[str] = (),
        most: int = _MOST,
        negation: bool = True,
        limits: SearchLimits | None = None,
        goals: Goals | None = None,
        reachable: bool = True,
        ordered: bool = True,
    ) -> None:
        super().__init__(vocabulary)
        self.goal_format = GoalFormat.of(goal_format) if isinstance(goal_format, str) else goal_format
        self.most = checks.whole("most", most, least=1)
        more: dict[str, Any] = {} if limits is None else {"limits": limits}
        self.goals = goals or Goals(
            system, rules=rules, budget=budget, seen=seen, order=order, negation=negation, **more
        )
        self._reachable, self._ordered = reachable, ordered
        # Each part of a goal has its own, in order; of *every* a format of several parts knows nothing.
        self._literals = sorted(
            (one for one in self.goals.literals if not (one.kind and self.goal_format.breaks)),
            key=self.goal_format.part,
        )
        self._parts = [self.goal_format.part(one) for one in self._literals]
        with Meter(self.goals.limits):
            listed = enumerate(paced(self._literals, "listing the texts of goals"))
            texts = sorted((self.goal_format.literal(one).encode(), number) for number, one in listed)
        self._numbers = [number for _, number in texts]  # by the place of their texts
        self._texts = [text for text, _ in texts]
        self._places = {number: place for place, number in enumerate(self._numbers)}
        self._trie = ByteTrie([text for text, _ in texts])
        self._true = [self.goals.holds([one]) for one in self._literals]
        self._alive: dict[tuple[tuple[int, ...], bool, int, int, int], bool] = {}
        # Places of literals of which it is known that they may stand next: what was begun with them can be finished.
        self._ways: defaultdict[tuple[tuple[int, ...], bool, int], list[int]] = defaultdict(list)
        self._steps: dict[tuple[GoalCursor, int], GoalCursor] = {}
        self._found: dict[GoalCursor, Ids] = {}
        with Meter(self.goals.limits):
            self._start = self._begun()

    # ---------------------------------------------------------------- which goals go on

    def _chosen(self, numbers: Sequence[int]) -> tuple[GoalLiteral, ...]:
        return tuple(self._literals[one] for one in numbers)

    def _part(self, numbers: tuple[int, ...], *, search: bool) -> bool | None:
        """Whether literals are part of a goal; ``None`` if that would have to be found out."""
        if not self._reachable:
            return not self.goals.excluded(self._chosen(numbers))
        why = self.goals.why_not(self._chosen(numbers), search=search)
        return None if why == "?" else why is None

    def _may_end(self, numbers: tuple[int, ...], *, several: bool) -> bool:
        enough = len(numbers) >= (2 if several and self.goal_format.bare else 1)
        return enough and not (self._reachable and all(self._true[one] for one in numbers))

    def _more(self, numbers: tuple[int, ...], *, search: bool) -> bool | None:
        """Whether something may follow that is part of a goal that may end there or later."""
        if len(numbers) >= self.most:
            return False
        untrue = self._reachable and all(
            self._true[one] for one in numbers
        )  # then what is false must still follow
        open_ = False
        last = numbers[-1]
        for one in range(last + 1 if self._ordered else 0, len(self._literals)):
            if one in numbers or self._parts[one] < self._parts[last]:
                continue
            if untrue and self._true[one]:
                continue  # with what is false after it, it is part of a goal that is one without it, too
            if late():
                return None
            found = self._part(_with(numbers, one), search=search)
            if found:
                self._ways[numbers, True, self._parts[one]].append(self._places[one])
                return True
            open_ |= found is None
        return None if open_ else False

    def _completes(self, numbers: tuple[int, ...], *, several: bool, search: bool) -> bool | None:
        """Whether literals, which are part of a goal, begin a text that is one."""
        if self._may_end(numbers, several=several):
            return True
        return self._more(numbers, search=search) if several else False

    def _follows(self, numbers: tuple[int, ...], one: int, *, several: bool, search: bool) -> bool | None:
        """Whether a literal may stand next."""
        if len(numbers) >= self.most or one in numbers or (self._ordered and numbers and one < numbers[-1]):
            return False
        together = _with(numbers, one)
        part = self._part(together, search=search)
        return self._completes(together, several=several, search=search) if part else part

    def _any(self, numbers: tuple[int, ...], several: bool, lo: int, hi: int, part: int) -> bool:
        """Whether one of the literals of a part whose texts lie in an interval may stand next."""
        key = numbers, several, lo, hi, part
        found = self._alive.get(key)
        if found is None:
            ways = self._ways[numbers, several, part]
            found = any(lo <= place < hi for place in ways)
            if not found and (way := self._way(numbers, several, range(lo, hi), part)) is not None:
                ways.append(way)
                found = True
            self._alive[key] = found
        return found

    def _way(self, numbers: tuple[int, ...], several: bool, places: Sequence[int], part: int) -> int | None:
        """The place of some literal that may stand next; what there is no time for is listed as left open."""
        places = [place for place in places if self._parts[self._numbers[place]] == part]
        for search in (False, True):  # what is known, then what is to be found out, what says least first
            open_: list[int] = []
            for place in places:
                number = self._numbers[place]
                follows = None
                if not late():
                    follows = self._follows(numbers, number, several=several, search=search)
                if follows:
                    return place
                if follows is None:
                    open_.append(place)
            places = sorted(open_, key=lambda place: bool(self._literals[self._numbers[place]].kind))
        if places and (meter := in_force()) is not None:
            for place in places:
                left = self._chosen(_with(numbers, self._numbers[place]))
                self.goals.undecided.setdefault(left, meter.timed_out(0))
        return None

    # ---------------------------------------------------------------- places in a text

    def _to(self, part: int, later: int) -> str:
        """What stands between two parts of a goal of which those between are empty."""
        return "".join(self.goal_format.breaks[part:later])

    def _begun(self) -> GoalCursor:
        root = self._trie.root
        found = [_Thread((), False, b"", root, False)] if self.goal_format.bare else []
        for part in range(len(self.goal_format.breaks) + 1):
            opening = (self.goal_format.opening + self._to(0, part)).encode()
            found.append(_Thread((), True, opening, None if opening else root, False, part))
        return frozenset(one for one in found if self._any((), one.several, 0, len(self._trie), one.part))

    def _after(self, numbers: tuple[int, ...], several: bool, part: int) -> Iterator[_Thread]:
        """Where a text is after a literal."""
        last = len(self.goal_format.breaks)
        if self._may_end(numbers, several=several):
            closing = (self._to(part, last) + self.goal_format.closing).encode() if several else b""
            yield _Thread(numbers, several, closing + b"\n", None, True, part)
        for later in range(part, last + 1) if several else ():
            if self._any(numbers, several, 0, len(self._trie), later):
                joint = self.goal_format.joint if later == part else self._to(part, later)
                yield _Thread(numbers, several, joint.encode(), None, False, later)

    def _next(self, cursor: GoalCursor, byte: int) -> GoalCursor:
        key = cursor, byte
        found = self._steps.get(key)
        if found is None:
            found = self._steps[key] = frozenset(
                after for thread in cursor for after in self._read(thread, byte)
            )
        return found

    def _read(self, thread: _Thread, byte: int) -> Iterator[_Thread]:
        chosen, several, rest, node, ends, part = thread
        if node is None:
            if rest[:1] == bytes([byte]):
                rest = rest[1:]
                yield _Thread(chosen, several, rest, None if rest or ends else self._trie.root, ends, part)
            return
        child = node.children.get(byte)
        if child is None or not self._any(chosen, several, child.lo, child.hi, part):
            return
        if child.stop > child.lo:
            number = self._numbers[child.lo]
            if self._parts[number] == part:
                yield from self._after(_with(chosen, number), several, part)
        else:
            yield _Thread(chosen, several, b"", child, False, part)

    # ---------------------------------------------------------------- the constraint

    def initial(self) -> GoalCursor:
        """Before the first byte."""
        return self._start

    def advance(self, cursor: GoalCursor, token: int) -> GoalCursor:
        """After one more token."""
        return self._after_bytes(cursor, self.vocabulary.bytes_of(token) or b"")

    def _after_bytes(self, cursor: GoalCursor, text: bytes) -> GoalCursor:
        with self.lock, Meter(self.goals.limits):
            for byte in text:
                cursor = self._next(cursor, byte)
        return cursor

    def accepting(self, cursor: GoalCursor) -> bool:
        """Whether the text may end here: after the closing, and after a line break behind it."""
        return any(one.ends and one.rest in (b"\n", b"") for one in cursor)

    def allowed(self, cursor: GoalCursor) -> Ids:
        """The tokens with which some goal goes on."""
        found = self._found.get(cursor)
        if found is None:
            with self.lock, Meter(self.goals.limits):
                found = self._found[cursor] = self._admissible(cursor)
        return found

    def _admissible(self, cursor: GoalCursor) -> Ids:
        ids: list[Ids] = []
        order = self.vocabulary.trie_ids
        open_: list[tuple[TrieNode, GoalCursor]] = [(self.vocabulary.trie.root, cursor)]
        while open_:
            node, here = open_.pop()
            if node.depth and node.stop > node.lo:
                ids.append(order[node.lo : node.stop])
            wanted = {byte for one in here for byte in _bytes_after(one)}
            for byte in wanted.intersection(node.children):
                if after := self._next(here, byte):
                    open_.append((node.children[byte], after))
        ends = sorted(self.vocabulary.eos_ids) if self.accepting(cursor) else []
        found = np.unique(np.concatenate([*ids, np.array(ends, np.int64), _NO_IDS]).astype(np.int64))
        found.flags.writeable = False
        return found

    def within(self, tokens: int) -> Constraint[Any]:
        """The goals whose texts end within so many tokens."""
        return Within(self, tokens)

    def endings(self, cursor: GoalCursor) -> Iterator[bytes]:
        """Texts that say no more literals than they must, of those that are known to be part of a goal."""
        for one in cursor:
            if one.ends:
                yield one.rest.removesuffix(b"\n")
            elif one.node is None:
                for text in self._ends_of(one.chosen, one.several, one.part):
                    yield one.rest + text
            else:
                node = one.node
                yield from (
                    text[node.depth :]
                    for text in self._ends_of(one.chosen, one.several, one.part, node.lo, node.hi)
                )

    def _ends_of(
        self, numbers: tuple[int, ...], several: bool, part: int, lo: int = 0, hi: int | None = None
    ) -> Iterator[bytes]:
        """What may be written from the beginning of a literal of a part on, its text in an interval."""
        last = len(self.goal_format.breaks)
        for place in self._ways[numbers, several, part]:
            if place < lo or (hi is not None and place >= hi):
                continue
            text, together = self._texts[place], _with(numbers, self._numbers[place])
            if self._may_end(together, several=several):
                yield text + ((self._to(part, last) + self.goal_format.closing).encode() if several else b"")
                continue
            for later in range(part, last + 1):
                joint = self.goal_format.joint if later == part else self._to(part, later)
                for more in self._ends_of(together, several, later):
                    yield text + joint.encode() + more

    @property
    def longest_ending(self) -> int:
        """Two literals, where one alone is no goal."""
        written = self.goal_format
        fixed = written.opening + written.joint + "".join(written.breaks) + written.closing
        return len(fixed.encode()) + 2 * max(map(len, self._texts), default=0) + 1

    def goal(self, cursor: GoalCursor) -> tuple[GoalLiteral, ...] | None:
        """The goal that a text says which may end here; ``None`` where it may not."""
        found = next((one.chosen for one in cursor if one.ends and one.rest in (b"\n", b"")), None)
        return None if found is None else self._chosen(found)

    def ended(self, cursor: GoalCursor) -> tuple[GoalLiteral, ...] | None:
        """The goal of a text after the line break behind it; ``None`` before."""
        found = next((one.chosen for one in cursor if one.ends and not one.rest), None)
        return None if found is None else self._chosen(found)

    def read(self, text: str) -> tuple[GoalLiteral, ...] | None:
        """The goal that a whole text says; ``None`` if it is none that is admitted."""
        cursor = self._start
        for byte in text.encode():
            cursor = self._after_bytes(cursor, bytes([byte]))
        return self.goal(cursor)

    def failure(self) -> Failure | None:
        """Why there is no goal at all; ``None`` if there is one."""
        found = super().failure()
        if found is None:
            return None
        left, within = len(self.goals.undecided), checks.count(self.goals.budget, "action")
        why = (
            f"{checks.count(left, 'literal')} were left open by the limits of the search."
            if left
            else f"no literal over what is seen is false now and within reach of {within}."
        )
        return Failure("limit" if left else "dead-end", f"There is no goal to ask for: {why}")


def _with(numbers: tuple[int, ...], one: int) -> tuple[int, ...]:
    return (*numbers, one) if not numbers or one > numbers[-1] else tuple(sorted((*numbers, one)))


def _bytes_after(thread: _Thread) -> Collection[int]:
    return thread.rest[:1] if thread.node is None else thread.node.children.keys()


_LITERAL = re.compile(r"\s*(?P<all>for every (?P<kind>[^\s:]+)\s*:)?\s*(?P<not>not )?\s*(?P<name>[^\s(),]+)\s*"
                      r"(?:\(\s*(?P<args>[^()]*)\))?\s*")  # fmt: skip


def literals_of(text: str) -> list[GoalLiteral]:
    """What somebody wrote as a goal: ``in(milk, fridge) and not open(fridge)``, or PDDL.

    Raises:
        ConstraintError: If it is no goal.
    """
    if not text.strip():
        raise ConstraintError("The goal is empty. Write it like in(milk, fridge) and not open(fridge).")
    if text.strip().startswith("("):
        return _of_pddl(text)
    found: list[GoalLiteral] = []
    for part in re.split(r"\band\b|&|,(?![^()]*\))|;", text):
        match = _LITERAL.fullmatch(part)
        if match is None or not match["name"]:
            raise ConstraintError(
                f"The goal {text!r} cannot be read at {part.strip()!r}. Write it like in(milk, fridge) and not "
                "open(fridge), or for every cup: clean(it)."
            )
        args = [one.strip() for one in (match["args"] or "").split(",") if one.strip()]
        kind = match["kind"] or ""
        named = tuple(BOUND if kind and one in ("it", BOUND) else one for one in args)
        found.append(GoalLiteral(match["name"], named, match["not"] is None, kind))
    return found


def _of_pddl(text: str) -> list[GoalLiteral]:
    tokens = re.findall(r"[()]|[^\s()]+", text)
    place = 0

    def read() -> Any:
        nonlocal place
        if place >= len(tokens):
            raise ConstraintError(f"The goal {text!r} has an open parenthesis.")
        token = tokens[place]
        place += 1
        if token != "(":
            return token
        parts: list[Any] = []
        while place < len(tokens) and tokens[place] != ")":
            parts.append(read())
        if place >= len(tokens):
            raise ConstraintError(f"The goal {text!r} has an open parenthesis.")
        place += 1
        return parts

    def flat(part: Any, kind: str = "", variable: str = "", positive: bool = True) -> Iterator[GoalLiteral]:
        match part:
            case ["and", *parts] if positive:
                for one in parts:
                    yield from flat(one, kind, variable)
            case ["not", one]:
                yield from flat(one, kind, variable, not positive)
            case ["forall", [str(name), "-", str(typed)], one] if positive and not kind:
                yield from flat(one, typed, name)
            case [str(name), *args] if all(isinstance(one, str) for one in args) and name not in _OTHERS:
                yield GoalLiteral(
                    name, tuple(BOUND if one == variable else one for one in args), positive, kind
                )
            case _:
                raise ConstraintError(
                    f"The goal {text!r} is no conjunction of facts, their opposites, and forall over one of them."
                )

    found = list(flat(read()))
    if place < len(tokens):
        raise ConstraintError(f"The goal {text!r} goes on after its end.")
    return found


_OTHERS = ("and", "or", "not", "imply", "exists", "forall")


def _nearest(one: GoalLiteral, goals: Goals) -> list[GoalLiteral]:
    """What may be asked for that is spelt most like what was written."""
    alike = [
        other
        for other in goals.literals
        if (other.predicate, other.positive, bool(other.kind))
        == (one.predicate, one.positive, bool(one.kind))
    ]
    ratios = [(fuzz.ratio(_call(other), _call(one)), other) for other in alike]
    best = sorted(ratios, key=lambda pair: -pair[0])[:3]
    return [other for ratio, other in best if ratio >= best[0][0] - 5]


class VainGoal(ConstraintError):
    """A goal that may be asked for, and for which there is nothing to plan.

    Attributes:
        literals: The goal.
        why: ``"holds"``: it is so already; or why no plan is known to reach it.
    """

    def __init__(
        self,
        message: str,
        literals: tuple[GoalLiteral, ...],
        why: Literal["holds", "unreachable", "undecided"],
    ) -> None:
        super().__init__(message)
        self.literals, self.why = literals, why


def said_directly(
    text: str, goals: Goals, elsewhere: Callable[[], Iterable[Goals]] = tuple
) -> tuple[GoalLiteral, ...]:
    """A goal that somebody wrote, in the order of goals.

    Args:
        elsewhere: The goals in other states that are possible at first: what does not hold in all of them is asked for.

    Raises:
        VainGoal: If it holds already, or no plan is known to reach it.
        ConstraintError: If it is no goal that may be asked for: with what could have been meant, or why not.
    """
    given = list(dict.fromkeys(literals_of(text)))
    if goals.so_at_first(given) and all(one.so_at_first(given) for one in elsewhere()):
        raise VainGoal(f"{text!r} holds already.", tuple(given), "holds")
    arity = goals.names
    for one in given:
        if goals.knows(one):
            continue
        shown = _call(one)
        if one.predicate not in arity:
            near = ", ".join(f"{name}/{count}" for name, count in sorted(arity.items()))
            raise ConstraintError(
                f"{shown}: goals know no {one.predicate!r}; they may say {near or 'nothing'}."
            )
        if len(one.args) != arity[one.predicate]:
            wanted = checks.count(arity[one.predicate], "argument")
            raise ConstraintError(f"{shown}: {one.predicate!r} takes {wanted}, not {len(one.args)}.")
        like = [_call(other) for other in _nearest(one, goals)]
        raise ConstraintError(
            f"{shown} can never change here, or names what is unknown or of another type."
            + (f" Is {' or '.join(like)} meant?" if like else "")
        )
    rank = {one: number for number, one in enumerate(goals.literals)}
    found = tuple(sorted(given, key=rank.__getitem__))
    why = goals.why_not(found)
    if why is not None:
        said = {
            "contradictory": "asks for things that exclude each other",
            "implied": "says something that follows from the rest; leave that out",
            "unreachable": goals.out_of_reach,
            "undecided": "was left open by the limits of the search",
        }[why]
        if why == "unreachable" or why == "undecided":
            raise VainGoal(f"{text!r} {said}.", found, why)
        raise ConstraintError(f"{text!r} {said}.")
    return found


__all__ = ["GoalConstraint", "GoalFormat", "VainGoal", "literals_of", "said_directly"]
