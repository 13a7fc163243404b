"""The joint constraint: which tokens may come next, so that the text becomes a plan that satisfies it all.

A token is admissible if and only if some completion of the whole plan exists that satisfies syntax,
visibility, executability and the goal within the budget at once. So decoding never dead-ends: it can only
fail before the first token, when there is no such plan.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Collection, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import process

from clamp import checks
from clamp.automata import Vocabulary
from clamp.decoding.constraint import (
    Constraint,
    Pick,
    checked_format,
    checked_scores,
    checked_system,
    picked,
    scored,
)
from clamp.decoding.diagnosis import Explanation, Failure, diagnose, explain
from clamp.decoding.formats import SLOTS, PlanFormat
from clamp.decoding.goal_mass import ActionSegments
from clamp.decoding.language import END, STUCK, Language, Site, Thread, union
from clamp.decoding.result import Undecided
from clamp.decoding.world import GOAL, LEVELS, SYNTAX, ActionOrder, Boundary, Ids, World
from clamp.errors import ConstraintError, LimitError, PlanFormatError, VocabularyError
from clamp.planning.rules import with_rules
from clamp.planning.search.limits import LimitReached, Meter, SearchLimits, checkpoint, paced
from clamp.planning.search.reachability import Shortest
from clamp.planning.system import Action, TransitionSystem
from clamp.threads import Cache, once, shared

DEFAULT_BUDGET = 20
"""Most actions of a plan where nothing else bounds it."""

DEFAULT_LIMITS = SearchLimits(seconds=10.0)
"""What a call may cost where nothing else limits it: whether there is a plan at all may take long to tell."""

_ANY_BUDGET = 10_000
_EFFORT = 5_000
"""Search nodes after which the best plan found passes for the shortest."""

_CACHED_MASKS = 1024

_TRIES = 64
"""Tokens that are tried one by one before the whole mask is found."""


TOKENS_AT_BOUNDARY = 4
"""As long as the model takes for so many tokens, fewer than most actions have, a boundary may take by default."""


class Pace:
    """What may be spent at a boundary: a fixed time, or as much more as a slow model makes nobody wait for.

    Args:
        limits: Their `boundary_seconds` is the time; the least, where it `adapts`.
        adapts: It does, where nobody asked for limits. What is asked for holds as it is.

    Attributes:
        at_boundary: The limits of a call there.
    """

    def __init__(self, limits: SearchLimits, *, adapts: bool) -> None:
        self._limits = limits
        self._adapts = adapts
        self._least = math.inf
        self.at_boundary = limits.at_boundary

    def note(self, seconds: float) -> None:
        """Heed what a token of the model took; the least of all counts, because anything may delay one."""
        least = self._limits.boundary_seconds
        if self._adapts and least is not None and 0 < seconds < self._least:
            self._least = seconds
            longer = max(least, TOKENS_AT_BOUNDARY * seconds)
            self.at_boundary = replace(self._limits, boundary_seconds=longer).at_boundary


class Mark(NamedTuple):
    """Where the tokens that were really written stand when an action's text has ended.

    Attributes:
        boundary: After which action; for the start of the plan, after the reasoning.
        tokens: The tokens up to the one in which that was.
        thread: The place in the text to which that token leads.
    """

    boundary: Boundary
    tokens: Tokens
    thread: Thread


class Tokens:
    """The tokens of a text, as a linked list from its end. Immutable; equal for equal tokens.

    Attributes:
        parent: The tokens without the last; ``None`` where there are none.
        token: The last token; -1 where there are none.
        count: How many there are.
        begun: Those before the first that writes some of the plan itself; ``None`` where none does yet.
        marks: Where each boundary was met at which a reading of the text stands.
    """

    __slots__ = ("_hash", "begun", "count", "marks", "parent", "token")

    def __init__(
        self, parent: Tokens | None, token: int, threads: Iterable[Thread], language: Language
    ) -> None:
        self.parent = parent
        self.token = token
        self.count: int = 0 if parent is None else parent.count + 1
        self._hash = hash((None if parent is None else parent._hash, token))
        before: Mapping[Boundary, Mark] = {} if parent is None else parent.marks
        self.marks: dict[Boundary, Mark] = {}
        begun = None if parent is None else parent.begun
        for thread in threads:
            site, boundary = thread
            in_plan = not language.before_plan(site)
            if in_plan and begun is None:
                left = None if boundary.written else language.left_at(thread)
                fresh = left is not None and not (left.read or left.prefix)
                begun = self if fresh or parent is None else parent
            known = before.get(boundary)
            if known is not None and not language.before_plan(known.thread.site):
                self.marks[boundary] = known
            elif boundary not in self.marks or _lead(language, thread) > _lead(
                language, self.marks[boundary].thread
            ):
                self.marks[boundary] = Mark(boundary, self, thread)
        self.begun = begun

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tokens) or self.count != other.count:
            return False
        one: Tokens | None = self
        two: Tokens | None = other
        while one is not two:
            if one is None or two is None or one.token != two.token or one._hash != two._hash:
                return False
            one, two = one.parent, two.parent
        return True

    def flat(self, language: Language, threads: Iterable[Thread]) -> _FlatTokens:
        """The same without links, for pickling.

        Args:
            threads: The readings of the text; marks of others serve nothing any more.
        """
        chain: list[Tokens] = [self]
        while chain[-1].parent is not None:
            chain.append(chain[-1].parent)
        chain.reverse()
        begun = -1 if self.begun is None else self.begun.count
        marks: list[tuple[list[int], int, Site]] = []
        for boundary in dict.fromkeys(one for thread in threads for one in thread.boundary.line()):
            if (mark := self.marks.get(boundary)) is not None:
                marks.append((boundary.path(), mark.tokens.count, language.place(mark.thread.site)))
        return [one.token for one in chain[1:]], begun, marks

    @classmethod
    def of_flat(cls, flat: _FlatTokens, language: Language, world: World | None) -> Tokens:
        """The tokens that `flat` wrote down; `world` has been at the boundaries of their marks."""
        tokens, begun, marks = flat
        chain = [cls(None, -1, (), language)]
        for token in tokens:
            chain.append(cls(chain[-1], token, (), language))
        for one in chain[begun:] if begun >= 0 else ():
            one.begun = chain[begun]
        for path, count, place in marks:
            assert world is not None  # a text without readings has no marks
            thread = Thread(language.site_at(place), world.retraced(path))
            chain[-1].marks[thread.boundary] = Mark(thread.boundary, chain[count], thread)
        return chain[-1]


_FlatTokens: TypeAlias = "tuple[list[int], int, list[tuple[list[int], int, Site]]]"
"""Tokens; how many there were when the plan began (-1: it has not); the last one's marks, each as the path of its
boundary, how many tokens led there, and the place in the text."""


def _lead(language: Language, thread: Thread) -> int:
    """How many bytes of punctuation are still to be written before the next action; -1 where no action follows.

    Optional white space counts as in the canonical text.
    """
    left = language.left_at(thread)
    return -1 if left is None else len(left.lead)


@dataclass(frozen=True, slots=True)
class Cursor:
    """A place in the text of a plan. Immutable and hashable; equal for equal prefixes of one constraint.

    Pickled together with its constraint it goes on being one of that constraint's; alone it is of no use.

    Attributes:
        threads: The readings of the text so far, each of which can be completed.
        language: The constraint's, which tells whose cursor it is: each has one of its own.
        finished: The end-of-sequence token has been read.
        tokens: What was written, where the constraint keeps it (`PlanConstraint.keeping_tokens`).
    """

    threads: tuple[Thread, ...]
    language: Language = field(repr=False)
    finished: bool = False
    tokens: Tokens | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        language, threads = self.language, self.threads
        world = threads[0].boundary.world if threads else None
        readings = [
            (language.place(site), boundary.path(), None if self.finished else language.proof(site, boundary))
            for site, boundary in threads
        ]
        tokens = None if self.tokens is None else self.tokens.flat(language, threads)
        return _unpickled, (language, world, readings, self.finished, tokens)


def _unpickled(
    language: Language,
    world: World | None,
    readings: list[tuple[Site, list[int], tuple[int, ...] | None]],
    finished: bool,
    tokens: _FlatTokens | None,
) -> Cursor:
    """A cursor as it was: its boundaries anew, and what was known to go on from there is known again."""
    threads: list[Thread] = []
    for place, path, proof in readings:
        assert world is not None  # where there is a reading, there is a boundary
        threads.append(Thread(language.site_at(place), world.retraced(path, proof)))
    written = None if tokens is None else Tokens.of_flat(tokens, language, world)
    return Cursor(tuple(threads), language, finished, written)


class PlanConstraint(Constraint[Cursor]):
    """Admits the token sequences that write a plan, and nothing else.

    A plan has at most `budget` actions, and may end wherever the goal holds; where it holds at first, with no action.
    A plan of what has no goal, or for which no goal is enforced, has at least one action. Without a budget, where the
    goal is enforced, it has at most a quarter more actions than the shortest plan found, or 2 more, but none where
    the goal holds at first.

    Args:
        system: What can be done: `clamp.Problem`, or any `TransitionSystem`.
        vocabulary: The planner's tokens.
        plan_format: How plans are written.
        budget: Most actions a plan may have (K_max). ``None``: what `slack` allows, or its default;
            `usual_budget` where no goal is enforced, or no plan was found.
        slack: Most actions that a plan may have more than the shortest one that is found (see `best_known`); with
            a budget, the smaller of both bounds holds. ``"usual"``: a quarter of its actions, and 2 at least; none
            where it has none.
            ``None``: the whole budget; without one, what is usual.
        seen: Entities that the plan may name; all by default.
        enforce: Which constraints hold. ``{"syntax"}`` is the paper's *token* configuration, with
            ``"visibility"`` *grounded*, with ``"executability"`` and ``"goal"`` *world*. Syntax always holds.
        limits: What the construction, and then each call, may cost, with all the searches that it makes; by
            default ten seconds, and 80 milliseconds between two actions of a plan (`DEFAULT_LIMITS`), or as long as the
            host's model takes for four tokens, if that is more (`paced`). An action that a limit leaves undecided is
            not admitted.
        loops: Whether a plan may come back to a state that it has been in. By default none does, so a room that can
            only be left the way it was entered is not entered in vain. States that the goal cannot tell apart, such as
            those of a lamp that nothing needs, are different states. Below executability no states are tracked, so
            loops cannot be told.
        may_be_empty: Whether a plan without actions counts where the goal holds at first.

    A subclass may say by another `World` what is admitted (`kind_of_world`), and what weighs it (`lookaheads`).

    Attributes:
        budget: Most actions a plan may have.
        usual_budget: The budget where nothing else says one.
        lookaheads: By kind (`clamp.decoding.lookahead.LOOKAHEADS`), the lookaheads of its own that weigh its tokens.
        language: The texts of plans in the format, and the tokens that write them.
        world: The actions that the enforced constraints admit.
        keeps_tokens: Whether its cursors say which tokens were written; see `keeping_tokens`.
        lock: Held while something is computed. Threads may share a constraint, and what weighs it.

    Raises:
        ConstraintError: If the budget is negative (or 0, and no goal is enforced), the slack is negative or no goal is
            enforced beside it, `seen` names an unknown entity, or `enforce` makes no sense.
        PlanFormatError: If the format cannot tell two actions apart.
        VocabularyError: If the tokens cannot spell the plans.
        LimitError: If there are more actions, or it takes longer to prepare them, than the limits allow.
    """

    lazy: ClassVar[bool] = True
    usual_budget: ClassVar[int] = DEFAULT_BUDGET
    lookaheads: ClassVar[Mapping[str, type[Any]]] = {}
    system: TransitionSystem[Any]  # pyright: ignore[reportIncompatibleVariableOverride]
    plan_format: PlanFormat  # pyright: ignore[reportIncompatibleVariableOverride]

    def __init__(
        self,
        system: TransitionSystem[Any],
        vocabulary: Vocabulary,
        plan_format: PlanFormat,
        *,
        budget: int | None = None,
        slack: int | Literal["usual"] | None = None,
        seen: Iterable[str] | None = None,
        enforce: Collection[str] = frozenset(LEVELS),
        limits: SearchLimits | None = None,
        loops: bool = False,
        may_be_empty: bool = True,
    ) -> None:
        system = with_rules(checked_system(system))
        super().__init__(vocabulary, checked_format(plan_format), system)
        self.enforce = checked_levels(enforce)
        asked = None if budget is None else checked_budget(budget, least=0 if GOAL in self.enforce else 1)
        self.budget = self.usual_budget if asked is None else asked
        room = _slack(slack, self.enforce)
        self.seen = None if seen is None else _known(seen, system)
        # Where plans may get stuck nothing is looked for: neither a way on that does not loop nor a shortest plan.
        stuck = self.kind_of_world().keeps_stuck
        self.loops = checks.instance("loops", loops, bool, what="true or false") or stuck
        checks.instance("may_be_empty", may_be_empty, bool, what="true or false")
        self._may_be_empty = may_be_empty and not stuck
        self.limits = DEFAULT_LIMITS if limits is None else checked_limits(limits)
        self._asked = None if limits is None else self.limits
        self._pace = Pace(self.limits, adapts=limits is None)
        with Meter(self.limits):
            self._texts = self._texts_of(system)
        # By its language it is told whose a cursor is.
        self._order, self.language = self._texts.order, copy(self._texts.language)
        self.world = self._world_of(self.enforce, loops=self.loops)
        self._eos = np.array(sorted(vocabulary.eos_ids), dtype=np.int64)
        self._masks: dict[Cursor, Ids] = Cache()
        self.keeps_tokens = False
        self._best: Shortest | None = None
        self._open_budget = asked is None and GOAL in self.enforce and not stuck
        usual = slack == "usual" and GOAL in self.enforce and not stuck
        if self._open_budget or usual or (room is not None and (asked is None or room < asked)):
            self._bound(asked, room)

    def _bound(self, budget: int | None, slack: int | None) -> None:
        """Set the budget to what the slack allows.

        Args:
            slack: What is usual, where it is ``None``.
        """
        found = self._find_best(_ANY_BUDGET if budget is None else budget)
        if found is not None:
            more = usual_slack(max(found.length, self._least)) if slack is None else slack
            bound = found.length + more
            self.budget = self.world.budget = bound if budget is None else min(budget, bound)
        self._best = found

    @property
    def best_known(self) -> Shortest | None:
        """The best plan found; ``None`` where no goal is enforced, or no plan within the budget is known.

        It is proved that no plan is shorter, unless that takes long.
        """
        if self._best is None and GOAL in self.enforce:
            with self.lock:
                self._best = self._find_best(self.budget)
        return self._best

    def _find_best(self, most: int) -> Shortest | None:
        """A plan of at most so many actions, sought within the limits; a shorter one, with little effort."""
        try:
            with Meter(self.limits):
                world, start = self.world, self.system.initial
                if not self.system.is_goal(start):
                    if (met := world.shortest_met(most, _EFFORT)) is not None:
                        return met
                    if world.reachability.within(start, most) is not True:
                        return None
                found = world.shortest(most, _EFFORT)
        except LimitError:
            return None
        return found if isinstance(found, Shortest) else None

    def _texts_of(self, system: TransitionSystem[Any]) -> Texts:
        """The texts of all plans, which are the same for every constraint over these actions in this format."""
        vocabulary, plan_format = self.vocabulary, self.plan_format

        def made() -> Texts:
            return Texts.of(self._templates(), system, vocabulary, plan_format)

        # A format may have parts that cannot be hashed, but they can be compared.
        found = shared(system, (Texts, type(self), vocabulary, plan_format.name), made)
        return found if found.language.format == plan_format else made()

    def _templates(self) -> list[bytes]:
        """How each action is written, in the order of `TransitionSystem.actions`."""
        templates = self.plan_format.action_templates(self.system.actions)
        return list(paced(templates, "writing out the texts of the actions"))

    def _world_of(self, enforce: frozenset[str], *, loops: bool = True, to_the_end: bool = True) -> World:
        return self.kind_of_world()(
            self.system,
            self._order,
            enforce=enforce,
            seen=self.seen,
            budget=self.budget,
            limits=self._asked or SearchLimits(),  # by default it is the calls that are limited
            loops=loops,
            # Which constraint forbids the end of an empty text: the goal, where it may say so, else the syntax.
            least=self._least if GOAL in enforce or self.system.is_goal(self.system.initial) else 1,
            to_the_end=to_the_end,
        )

    @once
    def _least(self) -> int:
        """Fewest actions of a plan; 0 asks of the goal alone whether there is anything to do.

        What has no goal reaches it at once, and is not asked for to do nothing.
        """
        if not self._may_be_empty or GOAL not in self.enforce:
            return 1
        book = self.system.rulebook
        system = self.system if book is None else book.system
        return 0 if not system.is_goal(system.initial) or system.validate(()).has_goal else 1

    def kind_of_world(self) -> type[World]:
        """Who says which actions the constraints admit."""
        return World

    def dead_end(self, cursor: Cursor) -> str | None:
        """Why nothing may follow a text that was admitted and has not ended; ``None`` where something may."""
        self.check_cursor(cursor)
        if not self.world.keeps_stuck or not cursor.threads or len(self.allowed(cursor)) or cursor.finished:
            return None
        boundary = cursor.threads[0].boundary
        where = f"after {boundary.written} actions"
        if boundary.written >= self.budget:
            return f"The budget is spent {where}, and the goal does not hold."
        if cursor.threads[0].site == STUCK:
            return f"No action is left {where}, and the plan may not end there."
        return f"The masks of {', '.join(sorted(self.enforce))} have no token in common {where}."

    def initial(self) -> Cursor:
        """The cursor before the first token; it admits nothing if there is no plan (see `failure`)."""
        with self.lock, Meter(self.limits):
            threads = tuple(self.language.start(self.world.start))
            tokens = Tokens(None, -1, threads, self.language) if self.keeps_tokens else None
            return Cursor(threads, self.language, False, tokens)

    def keeping_tokens(self) -> PlanConstraint:
        """The same constraint, whose cursors say which tokens were written, not only which text.

        It shares all that is known with this one, and takes its cursors.
        """
        if self.keeps_tokens:
            return self
        found = object.__new__(type(self))
        vars(found).update(vars(self), keeps_tokens=True)
        return found

    @contextmanager
    def _at_boundary(self) -> Generator[None]:
        """In the time of a boundary; what serves all boundaries, such as the search's tables, has a call's."""
        _ = self._prepared
        with Meter(self._pace.at_boundary):
            yield

    @once
    def _prepared(self) -> None:
        with Meter(self.limits):
            self.world.prepare()

    def _at(self, threads: Sequence[Thread], before: Cursor, token: int) -> Cursor:
        """The cursor after a token that leads to some threads."""
        read = before.tokens
        written = read and Tokens(read, token, threads, self.language)
        return Cursor(tuple(threads), self.language, False, written)

    def advance(self, cursor: Cursor, token: int) -> Cursor:
        """The cursor after one more token; the cursor given stays as it is.

        Raises:
            ConstraintError: If the token is not admissible, or the cursor is not one of this constraint's.
            VocabularyError: If there is no such token.
        """
        self.check_cursor(cursor)
        token = self.vocabulary.index(token)
        data = self.vocabulary.bytes_of(token)
        straight = self.language.read_straight(cursor.threads, data) if data else None
        if straight:
            return self._at(straight, cursor, token)
        with self.lock, self._at_boundary():
            after = self._after(cursor, token)
            if after is None:
                why = self.explain(cursor, token)
                raise ConstraintError(f"Token {token} ({why.text!r}) is not admissible here: {why.reason}")
            return after

    def _after(self, cursor: Cursor, token: int) -> Cursor | None:
        if token in self.vocabulary.eos_ids:
            ended = self._may_end(cursor)
            return Cursor(self._ended(cursor), self.language, True, cursor.tokens) if ended else None
        data = self.vocabulary.bytes_of(token)
        if data is None or cursor.finished:
            return None
        threads = self.language.read(cursor.threads, data)
        return self._at(threads, cursor, token) if threads else None

    @staticmethod
    def _ended(cursor: Cursor) -> tuple[Thread, ...]:
        return tuple(thread for thread in cursor.threads if thread.site == END)

    def _may_end(self, cursor: Cursor) -> bool:
        return not cursor.finished and any(thread.site == END for thread in cursor.threads)

    def allowed(self, cursor: Cursor) -> Ids:
        """The admissible token ids, ascending, shape [admissible tokens]; do not write to it.

        The end-of-sequence ids are among them exactly where the plan may end. Empty after the end of the
        sequence, and at the start if there is no plan; nowhere else.
        """
        self.check_cursor(cursor)
        cursor = _of_text(cursor)
        found = self._masks.get(cursor)
        if found is None:
            with self.lock:
                found = self._masks.get(cursor)
                if found is None:
                    self.language.prepare(cursor.threads)
                    with self._at_boundary():
                        found = self._allowed(cursor)
                    found.flags.writeable = False
                    if len(self._masks) >= _CACHED_MASKS:
                        del self._masks[next(iter(self._masks))]
                    self._masks[cursor] = found
        return found

    # One token, without the whole mask

    def admits(self, cursor: Cursor, token: int) -> bool:
        """Whether a token is one of `allowed`; only what it needs is decided.

        Raises:
            ConstraintError: If the cursor is not one of this constraint's.
            VocabularyError: If the vocabulary has no such token.
        """
        self.check_cursor(cursor)
        token = self.vocabulary.index(token)
        with self.lock, self._at_boundary():
            return self._after(cursor, token) is not None

    def choose(self, cursor: Cursor, scores: NDArray[Any], pick: Pick) -> int | None:
        """The first admissible one of the tokens that are picked one after the other; only these are decided.

        What is admissible in the end is distributed as if only admissible ones had been there from the start.
        """
        self.check_cursor(cursor)
        scores = checked_scores("scores", scores, self.vocabulary)
        known = self._masks.get(_of_text(cursor))
        if known is None:
            with self.lock:
                self.language.prepare(cursor.threads)
            with self.lock, self._at_boundary():
                ids = self._likely(cursor)
                left = scores[ids].astype(np.float64)
                for _ in range(min(_TRIES, len(ids))):
                    place = pick(left)
                    token, score = int(ids[place]), float(left[place])
                    if score == -math.inf:
                        break
                    if self._after(cursor, token) is not None:
                        return scored(token, score)
                    left[place] = -np.inf
            known = self.allowed(cursor)
        return picked(known, scores[known].astype(np.float64), pick)

    def _likely(self, cursor: Cursor) -> Ids:
        """All admissible tokens and some more, ascending."""
        if cursor.finished:
            return np.empty(0, dtype=np.int64)
        tokens = self.language.likely_tokens(cursor.threads)
        return union([tokens, self._eos]) if self._may_end(cursor) else tokens

    def check_cursor(self, cursor: Cursor) -> None:
        """Refuse what is no cursor of this constraint.

        Raises:
            ConstraintError: If another constraint made it, or it is something else.
        """
        if type(cursor) is not Cursor or cursor.language is not self.language:
            found = "was made by another constraint"
            if type(cursor) is not Cursor:
                found = f"is {checks.shown(cursor)}"
            raise ConstraintError(
                f"This constraint of {self.system.name!r} was given a cursor that {found}. Cursors hold the "
                "states of the constraint that made them: take this one's `initial()`, and `advance` from it. "
                "(One that was pickled is its constraint's only if both were pickled at once.)"
            )

    def _allowed(self, cursor: Cursor) -> Ids:
        if cursor.finished:
            return np.empty(0, dtype=np.int64)
        tokens = self.language.tokens(cursor.threads)
        return union([tokens, self._eos]) if self._may_end(cursor) else tokens

    def allowed_naive(self, cursor: Cursor) -> Ids:
        """`allowed` from its definition, token by token: slow, for tests."""
        self.check_cursor(cursor)
        with self.lock:
            tokens = [one for one in range(self.vocabulary.size) if self._after(cursor, one) is not None]
        return np.array(tokens, dtype=np.int64)

    def accepting(self, cursor: Cursor) -> bool:
        """Whether the text so far is a whole plan."""
        self.check_cursor(cursor)
        return cursor.finished or self._may_end(cursor)

    def actions(self, cursor: Cursor) -> tuple[Action, ...]:
        """The actions that are complete, whatever follows."""
        self.check_cursor(cursor)
        boundaries = [thread.boundary for thread in cursor.threads]
        return min(boundaries, key=operator.attrgetter("written")).actions() if boundaries else ()

    def paced(self, seconds: float) -> None:
        """Heed what a token of the model takes, which a host says as it measures it."""
        self._pace.note(checks.number("seconds", seconds, least=0))

    def undecided(self, cursor: Cursor) -> Undecided:
        """What search limits left open on the way to a cursor."""
        self.check_cursor(cursor)
        with self.lock:
            return Undecided.along(one for thread in cursor.threads for one in thread.boundary.line())

    def shortest(self, most: int | None = None) -> Shortest | LimitReached | None:
        """The length of the best plan from the start that is found within the limits, and whether it is proved.

        Args:
            most: No plan of more actions is looked for; the budget by default.

        Returns:
            ``None`` if there is no plan of at most so many actions, `LimitReached` if not even that became known.
        """
        most = self.budget if most is None else checks.whole("most", most, least=0)
        with self.lock, Meter(self.limits):
            return self.world.shortest(most)

    def explain(self, cursor: Cursor, token: int) -> Explanation:
        """Whether a token is admissible, and if not, which constraint forbids it and why.

        Raises:
            ConstraintError: If the cursor is not one of this constraint's.
            VocabularyError: If the vocabulary has no such token.
        """
        self.check_cursor(cursor)
        token = self.vocabulary.index(token)
        with self.lock, Meter(self.limits):
            return explain(self.language, self._worlds, cursor.threads, token, cursor.finished)

    @once
    def _worlds(self) -> list[World]:
        """The constraints in force, one more in each; the last is the whole set."""
        below = [
            # These only tell which constraint forbids a token: an open rule is the last one's matter.
            self._world_of(self.enforce.intersection(LEVELS[:position]), to_the_end=False)
            for position, level in enumerate(LEVELS)
            if position and level in self.enforce
        ]
        return [*below, self.world]

    @property
    def segments(self) -> ActionSegments:
        """The tokens that the vocabulary's tokenizer writes for each action."""
        return self._texts.segments

    def failure(self) -> Failure | None:
        """Why there is no plan at all, with the smallest budget that would do; ``None`` if there is one.

        Where a limit had left that open, the search for the reason may find one: it is written from then on.
        """
        with self.lock, Meter(self.limits):
            return None if self.initial().threads else diagnose(self.world, open_budget=self._open_budget)


def _of_text(cursor: Cursor) -> Cursor:
    """The cursor of the same text, however it was cut into tokens: all that a mask depends on."""
    if cursor.tokens is None:
        return cursor
    return Cursor(cursor.threads, cursor.language, cursor.finished)


@dataclass(frozen=True)
class Texts:
    """The actions in the order of their texts, and what these texts are."""

    order: ActionOrder
    language: Language

    @classmethod
    def of(
        cls,
        templates: list[bytes],
        system: TransitionSystem[Any],
        vocabulary: Vocabulary,
        plan_format: PlanFormat,
    ) -> Texts:
        """Write the actions out, in the order of `TransitionSystem.actions`."""
        _check_spelling(templates, system, vocabulary, plan_format)
        order = np.array(sorted(range(len(templates)), key=templates.__getitem__), dtype=np.int64)
        positions = np.empty_like(order)
        positions[order] = np.arange(len(order))
        checkpoint("writing out the texts of the actions")
        language = Language([templates[one] for one in order], plan_format, vocabulary)
        return cls(ActionOrder(order, positions), language)

    @once
    def segments(self) -> ActionSegments:
        """The tokens that the vocabulary's tokenizer writes for each action."""
        language = self.language
        return ActionSegments(language.actions.strings, language.format, language.vocabulary)


def usual_slack(shortest: int) -> int:
    """How many actions more than a shortest plan a plan may have by default; none where nothing is to be done."""
    return max(2, shortest // 4) if shortest else 0


def _slack(slack: int | Literal["usual"] | None, enforce: Collection[str]) -> int | None:
    """The number of actions, where it is one."""
    if slack is None or slack == "usual":
        return None
    hint = "It is how many actions more than the shortest plan a plan may have."
    number = checks.whole("slack", slack, least=0, hint=hint)
    if GOAL not in enforce:
        raise ConstraintError(
            f"`slack` ({checks.figure(number)}) is counted from the shortest plan that reaches the goal, but the "
            f"constraints enforced ({', '.join(sorted(enforce))}) do not have 'goal'. Give a budget instead."
        )
    return number


def checked_budget(budget: object, *, least: int = 0) -> int:
    """A budget, if it is one. Raises `ConstraintError` otherwise.

    Args:
        least: Fewest actions of a plan: none, if the goal holds at first and is enforced.
    """
    number = checks.whole("budget", budget, hint="It is the number of actions that a plan may have.")
    if number < least:
        one = "" if number < 0 else ", but a plan has at least one action where no goal is enforced"
        raise ConstraintError(
            f"The budget is {checks.figure(number)}{one}. The budget counts actions (K_max), not tokens."
        )
    return number


def checked_limits(limits: object) -> SearchLimits:
    """Limits within which something can be found. Raises `ConstraintError` otherwise."""
    found = checks.instance(
        "limits", limits, SearchLimits, what="clamp.SearchLimits, such as SearchLimits(seconds=10)"
    )
    for name, value in (("states", found.states), ("seconds", found.seconds)):
        if value == 0:
            raise ConstraintError(
                f"`limits` allows a search 0 {name}, in which no plan can be found. Give it more, or leave it out."
            )
    return found


def checked_levels(enforce: Collection[str], name: str = "enforce") -> frozenset[str]:
    """The names of constraints, with those that they need. Raises `ConstraintError` for anything else.

    Args:
        name: The argument's.
    """
    given = [enforce] if isinstance(enforce, str) else enforce
    levels = frozenset(checks.names(name, given, of="constraints", such_as='{"syntax", "visibility"}'))
    unknown = sorted(levels.difference(LEVELS))
    if unknown:
        raise ConstraintError(f"Unknown constraint {unknown[0]!r}; there are {', '.join(LEVELS)}.")
    if SYNTAX not in levels:
        raise ConstraintError(
            "The other constraints are about the actions that a text writes, so they need 'syntax'. Add it "
            f"to `{name}`. For no constraint at all, constraints is 'none', and there is no PlanConstraint."
        )
    return levels


def _known(seen: Iterable[str], system: TransitionSystem[Any]) -> frozenset[str]:
    names = frozenset(checks.names("seen", seen, of="entity names"))
    for name in sorted(names.difference(system.entities)):
        near = process.extractOne(name, system.entities, score_cutoff=60)
        hint = f" Did you mean {near[0]!r}?" if near else ""
        raise ConstraintError(
            f"`seen` names {name!r}, but {system.name!r} has no such entity.{hint} "
            f"It has {len(system.entities)}, such as {', '.join(map(repr, list(system.entities)[:3]))}."
        )
    return names


def _check_spelling(
    templates: list[bytes], system: TransitionSystem[Any], vocabulary: Vocabulary, plan_format: PlanFormat
) -> None:
    if len(set(templates)) < len(templates):
        first: dict[bytes, Action] = {}
        for template, action in zip(templates, system.actions, strict=True):
            if template in first:
                raise PlanFormatError(
                    f"The format {plan_format.name!r} writes {first[template]} and {action} in the same way, "
                    "so a plan could not be read back."
                )
            first[template] = action
    fixed = (
        plan_format.opening + plan_format.separator + plan_format.closing + plan_format.lead_of(1234567890)
    )
    if plan_format.reasoning:
        fixed += (plan_format.reasoning.opening + plan_format.reasoning.end).encode()
    # Two bytes of a template are optional white space, never written as such.
    needed = set(b"".join((fixed, *templates))) - SLOTS
    if plan_format.reasoning and vocabulary.splits_characters:
        # A token may begin a character of the reasoning that another must be able to end.
        needed.update(range(0x80, 0xC0))
    missing = needed - vocabulary.single_bytes
    if not missing:
        return
    for entity in system.entities:
        for byte in entity.encode():
            if byte in missing:
                raise VocabularyError(
                    f"No token sequence spells entity {entity!r}: {vocabulary.name!r} has no token for the "
                    f"byte {byte:#04x}. Was the Vocabulary built from the planner's own tokenizer?"
                )
    raise VocabularyError(
        f"{vocabulary.name!r} has no token for the byte {min(missing):#04x}, which plans in the format "
        f"{plan_format.name!r} need. Was the Vocabulary built from the planner's own tokenizer?"
    )
