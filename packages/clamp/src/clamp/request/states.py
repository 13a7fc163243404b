"""What a belief means beside a domain and a problem file: which states are possible, and what contradicts what.

A `clamp.perception.Belief` says of facts what was seen. Here it is held against the problem file and against what the
domain's actions keep (a thing is in one place), contradictions are named, and what is left unknown becomes the set of
states that are planned for. Who looks at pictures and says how things are, is an `Observer`, found by an entry point.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib import metadata
from itertools import product
from typing import Any, Literal, Protocol

from clamp import checks
from clamp.decoding.diagnosis import Failure
from clamp.errors import ClampError, DomainError, LimitError, SceneError
from clamp.perception.belief import (
    ASSUMED,
    FILE,
    PERSON,
    SIMULATOR,
    Belief,
    Fact,
    Judgement,
    fact_text,
    log_odds_of,
)
from clamp.perception.scene import Scene
from clamp.planning.conformant import Group, PossibleStates
from clamp.planning.invariants import Invariant, kept_by_actions
from clamp.planning.problem import Problem
from clamp.planning.search.limits import Meter, SearchLimits
from clamp.planning.task import TRUE, Atom, Domain, Task
from clamp.planning.validator import is_of_type
from clamp.request.scenes import fact_of, objects_of
from clamp.request.settings import PREFER, UNKNOWN

GROUP = "clamp.observers"
"""The group of entry points."""

_SURE = 50.0
"""Log-odds of what is certain, as far as states are compared by how likely they are."""
_MOST_GROUND = 200_000
"""Facts of one predicate that are written out."""
_MOST_READ = 16
"""In so many possible states an instruction is read, each of them; in some where there are more."""
_SHOWN = 6


class Observer(Protocol):
    """Who says from pictures how things are.

    Attributes:
        name: As the source of what it says.
    """

    name: str

    def observe(
        self,
        images: Mapping[str, Any],
        objects: Mapping[str, str | None],
        *,
        instruction: str = "",
        scene: Scene | None = None,
    ) -> Belief:
        """The state that pictures of one moment show.

        Args:
            images: A PIL image for each view.
            objects: What is known to be there, with types; where it is empty, the observer finds and names things.
            instruction: What a person asks for, in words: what it names is there, though no picture may show it.
            scene: Where in the pictures things are seen, if that is known.

        Raises:
            SceneError: If it cannot use the pictures: there are none, they are too dark, or of something else.
        """
        ...


class ObserverSource(Protocol):
    """What an entry point of the group ``clamp.observers`` names."""

    def __call__(self, domain: Domain) -> Observer | None:
        """An observer of a domain's states; ``None`` where the domain speaks of what it does not see. Loads nothing."""
        ...


def observer_for(domain: Domain, named: str | None = None) -> Observer | None:
    """The observer of a name, or the first that knows a domain; ``None`` where none does.

    Raises:
        SceneError: If there is none of that name, it does not know the domain, or it cannot be loaded.
    """
    entries = sorted(metadata.entry_points(group=GROUP), key=lambda one: one.name)
    if named is not None:
        chosen = [one for one in entries if one.name == named]
        if not chosen:
            listed = ", ".join(one.name for one in entries) or "none"
            raise SceneError(f"There is no observer {named!r}; those that are installed: {listed}.")
        entries = chosen
    for entry in entries:
        try:
            found = entry.load()(domain)
        except ClampError:
            raise
        except Exception as error:  # theirs may be anything
            raise SceneError(
                f"The observer {entry.name!r} cannot be had: {type(error).__name__}: {error}."
            ) from error
        if found is not None:
            return found
    if named is not None:
        raise SceneError(
            f"The observer {named!r} does not know the domain {domain.name!r}: it sees none of its predicates."
        )
    return None


# ------------------------------------------------------------------ contradictions


@dataclass(frozen=True)
class StateContradiction:
    """Facts that cannot be so together.

    Attributes:
        kind: ``"file"``: what is seen and the problem file. ``"mutex"``: facts that were seen, of which only one can
            hold. ``"sources"``: two sources that are each sure.
        facts: The facts that it is about.
        text: What is wrong, in a sentence.
    """

    kind: Literal["file", "mutex", "sources"]
    facts: tuple[Fact, ...]
    text: str

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {"kind": self.kind, "facts": [list(one) for one in self.facts], "text": self.text}


@dataclass(frozen=True)
class ResolvedState:
    """What a belief comes to.

    Attributes:
        problem: The problem in the likeliest of the possible states; in a problem that a file gives, with its goal.
        belief: What was seen, in the problem's names.
        possible: The states that are possible.
        unknown: What is to become of what is not known, one of `UNKNOWN`.
        contradictions: What contradicts what.
        prefer: Whose facts were preferred, if anybody's.
        beside_file: Whether a problem file says what nothing was said of.
        failure: Why nothing is planned for; ``None`` where something may be.
    """

    problem: Problem
    belief: Belief
    possible: PossibleStates
    unknown: str
    contradictions: tuple[StateContradiction, ...] = ()
    prefer: str | None = None
    failure: Failure | None = None
    beside_file: bool = False
    odds: Mapping[Atom, float] = field(default_factory=dict[Atom, float])

    @property
    def for_all(self) -> bool:
        """Whether a plan is to serve every possible state."""
        return self.failure is None and self.unknown == "conformant" and bool(self.possible.unknown)

    def samples(self) -> list[Problem]:
        """The problem in every possible state, the likeliest first.

        Where there are more than `_MOST_READ`, in those in which as much, and as little, as can be of what is unknown
        holds, and in which one unknown fact holds with as little else as can be: whatever asks for one fact, or for one
        that holds and one that does not, differs between two of them.
        """
        if not self.for_all:
            return [self.problem]
        task, open_ = self.problem.task, self.possible.unknown
        if self.possible.count(_MOST_READ) is not None:
            found: list[frozenset[Atom] | None] = list(self.possible.states(_MOST_READ))
        else:
            most, least = dict.fromkeys(open_, 1.0), dict.fromkeys(open_, -1.0)
            found = [self.possible.likeliest(most), self.possible.likeliest(least)]
            found += [self.possible.likeliest({**least, one: 2.0 * len(open_)}) for one in open_]
        states = dict.fromkeys(one for one in found if one is not None and one != task.initial)
        return [self.problem, *(Problem.from_task(replace(task, initial=one)) for one in states)]

    def disputed(self) -> str:
        """Who disagrees about which unknown facts, each surely so by one and not so by another; or nothing."""
        open_, found = set(self.possible.unknown), dict[Fact, dict[bool, set[str]]]()
        for one in self.belief.evidence:
            if one.probability >= self.belief.true_from or one.probability <= self.belief.false_to:
                said = found.setdefault(one.fact, {})
                said.setdefault(one.probability >= self.belief.true_from, set()).add(one.source)
        both = [one for one, told in found.items() if len(told) > 1]
        both += [
            fact for one in self.contradictions if one.kind == "mutex" for fact in one.facts if fact in found
        ]
        facts = [one for one in dict.fromkeys(both) if Atom(one[0], one[1:]) in open_]
        if not facts:
            return ""
        sources = {who for one in facts for told in found[one].values() for who in told}
        known = sorted(sources & {PERSON, FILE, SIMULATOR})
        parties = [*(["the pictures"] if sources - set(known) else []), *(f"the {one}" for one in known)]
        who = " and ".join(parties).capitalize()
        how = "disagree" if "pictures" in who or len(parties) > 1 else "says two things"
        return f"{who} {how} about {', '.join(map(fact_text, facts[:4]))}{', …' if facts[4:] else ''}."

    @property
    def estimated(self) -> bool:
        """Whether some of it was only seen: by a source that is no person, no file and no simulator."""
        return any(one.source not in (PERSON, SIMULATOR, FILE, ASSUMED) for one in self.belief.evidence)

    @property
    def against(self) -> tuple[str, ...]:
        """The facts of which picture and file say opposite things, where one of them was preferred."""
        facts = [fact for one in self.contradictions if one.kind == "file" for fact in one.facts]
        return tuple(dict.fromkeys(map(fact_text, facts))) if self.prefer is not None else ()

    def to_json(self) -> dict[str, Any]:
        """Plain data: what was made of the belief, and the belief itself."""
        return {
            "unknown": [list(_fact(one)) for one in self.possible.unknown],
            "states": self.possible.count(),
            "planned_for": self.unknown if self.possible.unknown else "known",
            "prefer": self.prefer,
            "belief": self.belief.to_json(),
        }


def resolve(
    given: Problem | Domain,
    belief: Belief,
    *,
    prefer: str | None = None,
    unknown: str = UNKNOWN[0],
    unseen: Collection[str] = (),
    name: str = "the state",
    limits: SearchLimits = SearchLimits(),  # noqa: B008 (frozen)
) -> ResolvedState:
    """What a belief comes to, beside a problem, or in a domain alone.

    Beside a problem, what nothing was said of is as its file says; what was looked at and is not known, is unknown. In
    a domain alone what nothing was said of is unknown, unless the belief closes its world; a predicate of which nothing
    at all was said is refused.

    Args:
        prefer: Whose facts count where picture and file contradict each other, one of `PREFER`; without it, nothing is
            planned for. Of facts that were seen and exclude each other, one holds where the picture is preferred,
            though it is not known which.
        unknown: One of `UNKNOWN`.
        unseen: Predicates of which it is known that nothing is said: their facts are unknown.
        name: What the belief is called in messages.

    Raises:
        SceneError: If the belief names what the domain or the problem does not know, or nothing speaks of a predicate.
        LimitError: If the problem is too large, or the likeliest state is not found in time.
    """
    checks.instance("state", belief, Belief, SceneError, what="a clamp.perception.Belief")
    if prefer is not None:
        checks.one_of("prefer", prefer, PREFER)
    checks.one_of("unknown", unknown, UNKNOWN)
    with Meter(limits):
        task = _task_in(given, belief, name) if isinstance(given, Domain) else _problem(given).task
        beside_file = not isinstance(given, Domain)
        return _Resolution(task, beside_file, belief, prefer, unknown, name, limits, unseen).found()


def _problem(given: Any) -> Problem:
    return checks.instance(
        "problem",
        given,
        Problem,
        SceneError,
        what="a problem in PDDL",
        hint="What is believed of a state is said in facts, which other worlds do not tell.",
    )


def _task_in(domain: Domain, belief: Belief, name: str) -> Task:
    """The task of a belief without a problem: its objects, and no fact yet."""
    if not belief.objects:
        raise SceneError(
            f"{name}: without a problem, it is to say which things there are, in `objects`, with types: "
            '{"milk": "food"}.'
        )
    return Task(name, domain, objects_of(belief.objects, domain, name), frozenset(), TRUE)


class _Resolution:
    """One belief on its way to the states that it allows; the order of the steps is that of `found`."""

    def __init__(
        self,
        task: Task,
        beside_file: bool,
        belief: Belief,
        prefer: str | None,
        unknown: str,
        name: str,
        limits: SearchLimits,
        unseen: Collection[str] = (),
    ) -> None:
        self.task, self.beside_file, self.belief, self.name = task, beside_file, belief, name
        self.prefer, self.unknown, self.limits = prefer, unknown, limits
        self.domain, self.unseen = task.domain, unseen
        self.kinds = {**self.domain.constants, **task.objects}
        self.said = self._atoms(belief.judgements)
        self.file = {one for one in task.initial if one.predicate not in self.domain.derived}
        self.dropped = set[tuple[Fact, ...]]()
        self.contradictions: list[StateContradiction] = []

    def _atoms(self, judged: Mapping[Fact, Judgement]) -> dict[Atom, Judgement]:
        found: dict[Atom, Judgement] = {}
        for fact, one in judged.items():
            if strange := next((each for each in fact[1:] if each not in self.kinds), None):
                raise SceneError(
                    f"{self.name}: {fact_text(fact)} is about {strange!r}, which the problem does not know; it knows "
                    f"{_listed(self.kinds)}."
                )
            atom = fact_of(fact, self.domain, self.kinds, self.name)
            if atom in found:
                raise SceneError(f"{self.name}: {fact_text(fact)} is said in two spellings.")
            found[atom] = one
        return found

    def found(self) -> ResolvedState:
        true, unknown = self._first()
        groups = self._groups(true, unknown)
        self._disputed(true, unknown)
        self._against_file(true, unknown)
        self._of_one(true, unknown)
        open_ = {one for one in unknown if one in self.said}
        self._excluded(groups, true, unknown)
        open_ |= {
            one for one in unknown if one in self.said
        }  # what was seen of several that exclude each other
        belief = [
            Group(tuple(self._atom(one) for one in group), exactly=True)
            for group in self.belief.one_of
            if group not in self.dropped
        ]
        bound = (*(Group(one.members, one.exactly) for one in groups), *belief)
        if self.beside_file:
            self._opened(open_, bound, true, unknown)
        odds = {one: self._odds(one) for one in unknown}
        possible = PossibleStates(frozenset(true), tuple(sorted(unknown, key=str)), bound)
        failure = self._refusal()
        try:
            possible = possible.settled()
            likeliest = possible.likeliest(odds)
        except DomainError as error:
            if isinstance(error, LimitError):
                raise
            failure = failure or Failure("contradiction", f"{self.name}: {error}")
            possible, likeliest = PossibleStates(frozenset(true)), frozenset(true)
        task = replace(self.task, initial=likeliest or frozenset(true))
        try:
            problem = Problem.from_task(task, self.limits)
        except LimitError:
            raise
        except DomainError as error:
            raise SceneError(f"{self.name}: {error}") from None
        return ResolvedState(
            problem,
            self.belief,
            possible,
            self.unknown,
            tuple(self.contradictions),
            self.prefer,
            failure,
            self.beside_file,
            odds,
        )

    def _atom(self, fact: Fact) -> Atom:
        return fact_of(fact, self.domain, self.kinds, self.name)

    def _odds(self, atom: Atom) -> float:
        judged = self.said.get(atom)
        value = log_odds_of(0.5 if judged is None else judged.probability)
        return max(-_SURE, min(_SURE, value))

    def _first(self) -> tuple[set[Atom], set[Atom]]:
        """What holds, and what is unknown, before anything is compared."""
        true = {atom for atom, one in self.said.items() if one.truth is True}
        unknown = {atom for atom, one in self.said.items() if one.truth is None}
        if self.beside_file:
            true |= {atom for atom in self.file if atom not in self.said}
            return true, unknown
        silent = [
            name
            for name in self.domain.predicates
            if name not in self.domain.derived
            and not self.belief.closes(name)
            and name not in self.unseen
            and not any(atom.predicate == name for atom in self.said)
            and any(True for _ in self._ground(name))
        ]
        if silent:
            raise SceneError(
                f"{self.name}: nothing says anything of {_listed(silent)}, and nothing is guessed. Say what holds, "
                "or name the predicate in `closed_world`, if what is not listed does not hold."
            )
        for name in self.domain.predicates:
            if name not in self.domain.derived and not self.belief.closes(name):
                unknown |= {atom for atom in self._ground(name) if atom not in self.said}
        return true, unknown

    def _ground(self, predicate: str) -> Iterable[Atom]:
        places = [
            [one for one in self.kinds if is_of_type(self.task, one, place.types)]
            for place in self.domain.predicates[predicate]
        ]
        if math.prod(map(len, places)) > _MOST_GROUND:
            raise SceneError(
                f"{self.name}: {predicate!r} may be said in more than {_MOST_GROUND:,} ways; close its world "
                "(`closed_world`)."
            )
        return (Atom(predicate, args) for args in product(*places))

    def _groups(self, true: Collection[Atom], unknown: set[Atom]) -> list[Invariant]:
        """What excludes each other here; what can never be is taken out of what is unknown."""
        found, never = kept_by_actions(self.task, [*true, *unknown], limits=self.limits)
        unknown -= never  # a thing stands on no such thing as itself
        found = [replace(one, members=tuple(a for a in one.members if a not in never)) for one in found]
        if self.beside_file:
            held = {one: sum(atom in self.file for atom in one.members) for one in found}
            kept = [one for one in found if held[one] == 1 or (held[one] == 0 and _is_of_one(one))]
            return [replace(one, exactly=one.lasting and held[one] == 1) for one in kept]
        return [one for one in found if _is_of_one(one)]

    def _disputed(self, true: set[Atom], unknown: set[Atom]) -> None:
        """Sources that are sure of opposite things."""
        for atom, one in self.said.items():
            if not one.disputed:
                continue
            told = [each for each in self.belief.evidence if self._atom(each.fact) == atom]
            who = ", ".join(f"{each.source} has {each.probability:.2f}" for each in told)
            self._contradict(
                "sources", [atom], f"The sources contradict each other about {fact_text(_fact(atom))}: {who}."
            )
            if self.prefer == "file" and self.beside_file:
                unknown.discard(atom)
                true |= {atom} & self.file

    def _against_file(self, true: set[Atom], unknown: set[Atom]) -> None:
        """Facts of which picture and file say opposite things."""
        if not self.beside_file:
            return
        for atom, one in self.said.items():
            if one.truth is None:
                if self.prefer == "file" and not one.disputed and one.sources:
                    unknown.discard(atom)
                    true |= {atom} & self.file
            elif one.truth != (atom in self.file):
                seen, filed = ("holds", "does not") if one.truth else ("does not hold", "does")
                how = f"as it was seen ({', '.join(one.sources)}, {one.probability:.2f})"
                how = "as it is assumed" if one.sources == (ASSUMED,) else how
                self._contradict(
                    "file", [atom], f"{fact_text(_fact(atom))} {seen} {how}, and {filed} in the problem file."
                )
                if self.prefer == "file":
                    (true.add if atom in self.file else true.discard)(atom)

    def _of_one(self, true: set[Atom], unknown: set[Atom]) -> None:
        """Facts of which the belief says that one holds."""
        for group in dict.fromkeys(self.belief.one_of):
            atoms = tuple(map(self._atom, group))
            seen = [one for one in atoms if self.said[one].truth]
            listed = _facts(atoms)
            if len(seen) > 1:
                said = f"{_facts(seen)} were seen, but one alone of {listed} holds, by `one_of`."
                self._contradict("mutex", seen, said)
            elif all(self.said[one].truth is False for one in atoms):
                said = f"One of {listed} holds, by `one_of`, and none of them was seen to."
                self._contradict("mutex", atoms, said)
            filed = [one for one in atoms if one in self.file]
            if self.beside_file and len(filed) != 1:
                said = f"{_facts(filed)} do" if filed else "none of them does"
                said = f"One of {listed} holds, by `one_of`, and {said} in the problem file."
                self._contradict("file", atoms, said)
                if self.prefer == "file":
                    self.dropped.add(group)
                    unknown.difference_update(atoms)
                    true.difference_update(atoms)
                    true.update(filed)
                    continue
            if len(seen) > 1 or not any(one in true or one in unknown for one in atoms):
                true.difference_update(seen)
                unknown.update(seen or atoms)

    def _excluded(self, groups: Sequence[Invariant], true: set[Atom], unknown: set[Atom]) -> None:
        """Facts that exclude each other, by what the actions keep."""
        for group in groups:
            held = [one for one in group.members if one in true]
            seen = [one for one in held if one in self.said and self.said[one].truth]
            told = [one for one in held if one not in seen]
            if len(held) > 1:
                who = f" {group.about}" if group.about else ""
                if len(seen) > 1:
                    facts = " and ".join(fact_text(_fact(one)) for one in seen[:_SHOWN])
                    self._contradict(
                        "mutex",
                        seen,
                        f"{facts} were seen, but only one of them can hold{who and f' of{who}'}.",
                    )
                if seen and told:
                    facts = " and ".join(fact_text(_fact(one)) for one in seen[:_SHOWN])
                    others = " and ".join(fact_text(_fact(one)) for one in told[:_SHOWN])
                    self._contradict(
                        "file",
                        [*seen, *told],
                        f"{facts} {'were' if seen[1:] else 'was'} seen, and the problem file says {others}, but only "
                        f"one of them can hold{who and f' of{who}'}.",
                    )
                if self.prefer == "file" and told:
                    true.difference_update(seen)
                elif self.prefer == "picture":
                    true.difference_update(told)
                    if len(seen) > 1:
                        true.difference_update(seen)
                        unknown.update(seen)
            elif group.exactly and not held and any(one in unknown for one in group.members):
                # Who says that a thing is here, says that it is nowhere else: where that is not known, nor is this.
                if self.beside_file and any(one in unknown and one in self.file for one in group.members):
                    unknown.update(one for one in group.members if one not in self.said)
            elif group.exactly and not held:
                silent = [one for one in group.members if one not in self.said]
                if not self.beside_file or not silent:
                    facts = ", ".join(fact_text(_fact(one)) for one in group.members[:_SHOWN])
                    more = ", …" if group.members[_SHOWN:] else ""
                    self._contradict(
                        "mutex",
                        group.members,
                        f"None of {facts}{more} was seen to hold, but one of them does.",
                    )
                unknown.update(silent if self.beside_file and silent else group.members)

    def _opened(
        self, open_: Collection[Atom], groups: Sequence[Group], true: set[Atom], unknown: set[Atom]
    ) -> None:
        """Let nothing that the file alone says decide what was said to be unknown.

        What is not known to be so may be so only where that which excludes it is not; and what is not known to be so
        may be otherwise only where something else of its group may be so, which again others exclude.
        """
        of: dict[Atom, list[Group]] = {}
        for group in groups:
            for one in group.members:
                of.setdefault(one, []).append(group)

        def excluding(atom: Atom) -> set[Atom]:
            """What the file alone says, or nobody, and what excludes a fact."""
            return {one for group in of.get(atom, ()) for one in group.members if one not in self.said}

        aims = set(open_)
        while True:
            before = len(unknown), len(aims)
            try:
                settled = PossibleStates(frozenset(true), tuple(unknown), tuple(groups)).settled()
                known, closed = settled.known, aims.difference(settled.unknown)
            except LimitError:
                return  # what follows meets the same limit, and says so
            except DomainError:
                known, closed = frozenset(aims), set(aims)
            further = set[Atom]()
            for atom in closed:
                told = excluding(atom)
                unknown.update(told & true)
                if atom in known:
                    others = {
                        one for group in of.get(atom, ()) if group.exactly for one in group.members
                    } & told
                    others.discard(atom)
                    unknown.update(others)
                    further |= others
                    told = told.union(*(excluding(one) & true for one in others))
                    unknown.update(told & true)
                else:
                    further |= told & known
                true.difference_update(told)
            if len(unknown) == before[0]:
                aims |= further  # what excludes it has to be otherwise, too, for something else
            if (len(unknown), len(aims)) == before:
                return

    def _contradict(
        self, kind: Literal["file", "mutex", "sources"], atoms: Iterable[Atom], text: str
    ) -> None:
        self.contradictions.append(StateContradiction(kind, tuple(map(_fact, atoms)), text))

    def _refusal(self) -> Failure | None:
        if not self.contradictions or self.prefer is not None:
            return None
        told = " ".join(dict.fromkeys(one.text for one in self.contradictions[:_SHOWN]))
        more = len(self.contradictions) - _SHOWN
        told += f" There are {more} more." if more > 0 else ""
        named = dict.fromkeys(name for one in self.contradictions for fact in one.facts for name in fact[1:])
        how = (
            "prefer='picture' or prefer='file' (--prefer)"
            if self.beside_file
            else "prefer='picture' (--prefer)"
        )
        return Failure(
            "contradiction",
            f"{told} Nothing is planned for a state that contradicts itself: say which counts, with {how}.",
            entities=tuple(named),
        )


def likeliest(
    domain: Domain,
    belief: Belief,
    *,
    limits: SearchLimits = SearchLimits(),  # noqa: B008 (frozen)
) -> frozenset[Fact]:
    """The likeliest state of a belief without a problem in which nothing excludes each other.

    All that is not certain may turn out either way, so that a fact may be given up though it was seen, where another
    that excludes it is surer. What certainly holds stays.

    Raises:
        SceneError: If the belief does not fit the domain, or no state is possible.
        LimitError: If it is not found in time.
    """
    with Meter(limits):
        task = _task_in(domain, belief, "the state")
        made = _Resolution(task, False, belief, "picture", UNKNOWN[0], "the state", limits)
        sure = {atom for atom, one in made.said.items() if one.probability == 1}
        open_ = {atom for atom, one in made.said.items() if 0 < one.probability < 1}
        _, silent = made._first()  # pyright: ignore[reportPrivateUsage]
        open_ |= {atom for atom in silent if atom not in made.said}
        groups = made._groups(sure, open_)  # pyright: ignore[reportPrivateUsage]
        excluding = tuple(Group(one.members, one.exactly) for one in groups)
        own = tuple(Group(tuple(map(made._atom, one)), exactly=True) for one in belief.one_of)  # pyright: ignore[reportPrivateUsage]
        odds = {one: made._odds(one) for one in open_}  # pyright: ignore[reportPrivateUsage]
        found = PossibleStates(frozenset(sure), tuple(sorted(open_, key=str)), (*excluding, *own)).likeliest(
            odds
        )
    if found is None:
        raise SceneError("No state is possible: what is certain of it excludes each other.")
    return frozenset(map(_fact, found))


def contradictions(given: Problem | Domain, belief: Belief) -> tuple[StateContradiction, ...]:
    """What contradicts what in a belief, and beside a problem what in its file."""
    return resolve(given, belief).contradictions


def _is_of_one(group: Invariant) -> bool:
    """Whether a group is of one thing, or of one hand, so that it is known without a file that no two of it hold.

    Of others, such as *whatever is full* where water is only poured from one thing into another, actions keep how many
    hold, and that may be any number.
    """
    return bool(group.about) or any(not atom.args for atom in group.members)


def _fact(atom: Atom) -> Fact:
    return (atom.predicate, *atom.args)


def _facts(atoms: Sequence[Atom]) -> str:
    """Facts as people list them."""
    named = [fact_text(_fact(one)) for one in atoms[:_SHOWN]]
    return ", ".join(named) + ", …" if atoms[_SHOWN:] else " and ".join(named)


def _listed(names: Iterable[str]) -> str:
    found = list(names)
    more = f" and {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
    return f"{', '.join(found[:_SHOWN]) or 'none'}{more}"


__all__ = [
    "GROUP",
    "Observer",
    "ObserverSource",
    "ResolvedState",
    "StateContradiction",
    "contradictions",
    "likeliest",
    "observer_for",
    "resolve",
]
