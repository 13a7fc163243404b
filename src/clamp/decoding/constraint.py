"""The joint constraint: which tokens may come next, so that the text becomes a plan that satisfies it all.

A token is admissible if and only if some completion of the whole plan exists that satisfies syntax,
visibility, executability and the goal within the budget at once. So decoding never dead-ends: it can only
fail before the first token, when there is no such plan.
"""

from __future__ import annotations

import operator
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from rapidfuzz import process

from clamp.automata import Vocabulary
from clamp.decoding.codecs import SLOTS
from clamp.decoding.explain import Explanation, explain
from clamp.decoding.failure import Failure, diagnose
from clamp.decoding.language import Language, Thread
from clamp.decoding.plan_format import PlanFormat
from clamp.decoding.segments import ActionSegments
from clamp.decoding.sites import END
from clamp.decoding.world import LEVELS, SYNTAX, ActionOrder, Ids, World
from clamp.errors import ConstraintError, PlanFormatError, VocabularyError
from clamp.planning.reachability import SearchLimits
from clamp.planning.system import Action, TransitionSystem

_CACHED_MASKS = 1024


@dataclass(frozen=True, slots=True)
class Cursor:
    """A place in the text of a plan. Immutable and hashable; equal for equal prefixes of one constraint.

    Attributes:
        threads: The readings of the text so far, each of which can be completed.
        finished: The end-of-sequence token has been read.
    """

    threads: tuple[Thread, ...]
    finished: bool = False


class PlanConstraint:
    """Admits the token sequences that write a plan, and nothing else.

    A plan has at least one action and at most `budget`, and may end wherever the goal holds.

    Args:
        system: What can be done: `clamp.Problem`, or any `TransitionSystem`.
        vocabulary: The planner's tokens.
        plan_format: How plans are written.
        budget: Most actions a plan may have (K_max), at least 1.
        seen: Entities that the plan may name; all by default.
        enforce: Which constraints hold. ``{"syntax"}`` is the paper's *token* configuration, with
            ``"visibility"`` *grounded*, with ``"executability"`` and ``"goal"`` *world*. Syntax always holds.
        limits: When the search for plans gives up. An action that a limit leaves undecided is not admitted.

    Attributes:
        language: The texts of plans in the format, and the tokens that write them.
        world: The actions that the enforced constraints admit.

    Raises:
        ConstraintError: If the budget is not positive, `seen` names an unknown entity, or `enforce` makes no
            sense.
        PlanFormatError: If the format cannot tell two actions apart.
        VocabularyError: If the tokens cannot spell the plans.
    """

    def __init__(
        self,
        system: TransitionSystem[Any],
        vocabulary: Vocabulary,
        plan_format: PlanFormat,
        *,
        budget: int,
        seen: Iterable[str] | None = None,
        enforce: Collection[str] = frozenset(LEVELS),
        limits: SearchLimits | None = None,
    ) -> None:
        self.system = system
        self.vocabulary = vocabulary
        self.plan_format = plan_format
        self.budget = _positive(budget)
        self.enforce = _levels(enforce)
        self.seen = None if seen is None else _known(seen, system)
        self.limits = limits or SearchLimits()
        templates = self._templates()
        _check_spelling(templates, system, vocabulary, plan_format)
        order = np.array(sorted(range(len(templates)), key=templates.__getitem__), dtype=np.int64)
        positions = np.empty_like(order)
        positions[order] = np.arange(len(order))
        self._order = ActionOrder(order, positions)
        self.language = Language([templates[index] for index in order], plan_format, vocabulary)
        self.world = self._world_of(self.enforce)
        self._eos = np.array(sorted(vocabulary.eos_ids), dtype=np.int64)
        self._masks: dict[Cursor, Ids] = {}

    def _templates(self) -> list[bytes]:
        """How each action is written, in the order of `TransitionSystem.actions`."""
        return [self.plan_format.action_template(action) for action in self.system.actions]

    def _world_of(self, enforce: frozenset[str]) -> World:
        return World(
            self.system,
            self._order,
            enforce=enforce,
            seen=self.seen,
            budget=self.budget,
            limits=self.limits,
        )

    def initial(self) -> Cursor:
        """The cursor before the first token; it admits nothing if there is no plan (see `failure`)."""
        return Cursor(tuple(self.language.start(self.world.start)))

    def advance(self, cursor: Cursor, token: int) -> Cursor:
        """The cursor after one more token; the cursor given stays as it is.

        Raises:
            ConstraintError: If the token is not admissible.
        """
        after = self._after(cursor, token)
        if after is None:
            why = self.explain(cursor, token)
            raise ConstraintError(f"Token {token} ({why.text!r}) is not admissible here: {why.reason}")
        return after

    def _after(self, cursor: Cursor, token: int) -> Cursor | None:
        if token in self.vocabulary.eos_ids:
            return Cursor(self._ended(cursor), finished=True) if self._may_end(cursor) else None
        data = self.vocabulary.bytes_of(token)
        if data is None or cursor.finished:
            return None
        threads = self.language.read(cursor.threads, data)
        return Cursor(tuple(threads)) if threads else None

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
        found = self._masks.get(cursor)
        if found is None:
            found = self._allowed(cursor)
            found.flags.writeable = False
            if len(self._masks) >= _CACHED_MASKS:
                del self._masks[next(iter(self._masks))]
            self._masks[cursor] = found
        return found

    def _allowed(self, cursor: Cursor) -> Ids:
        if cursor.finished:
            return np.empty(0, dtype=np.int64)
        tokens = self.language.tokens(cursor.threads)
        return np.union1d(tokens, self._eos) if self._may_end(cursor) else tokens

    def allowed_naive(self, cursor: Cursor) -> Ids:
        """`allowed` from its definition, token by token: slow, for tests."""
        tokens = [token for token in range(self.vocabulary.size) if self._after(cursor, token) is not None]
        return np.array(tokens, dtype=np.int64)

    def accepting(self, cursor: Cursor) -> bool:
        """Whether the text so far is a whole plan."""
        return cursor.finished or self._may_end(cursor)

    def actions(self, cursor: Cursor) -> tuple[Action, ...]:
        """The actions that are complete, whatever follows."""
        boundaries = [thread.boundary for thread in cursor.threads]
        return min(boundaries, key=operator.attrgetter("written")).actions() if boundaries else ()

    def explain(self, cursor: Cursor, token: int) -> Explanation:
        """Whether a token is admissible, and if not, which constraint forbids it and why."""
        return explain(self.language, self._worlds, cursor.threads, token, cursor.finished)

    @cached_property
    def _worlds(self) -> list[World]:
        """The constraints in force, one more in each; the last is the whole set."""
        below = [
            self._world_of(self.enforce.intersection(LEVELS[:position]))
            for position, level in enumerate(LEVELS)
            if position and level in self.enforce
        ]
        return [*below, self.world]

    @cached_property
    def segments(self) -> ActionSegments:
        """The tokens that the vocabulary's tokenizer writes for each action."""
        return ActionSegments(self.language.actions.strings, self.plan_format, self.vocabulary)

    def failure(self) -> Failure | None:
        """Why there is no plan at all, with the smallest budget that would do; ``None`` if there is one."""
        if self.initial().threads:
            return None
        return diagnose(self.world)


def _positive(budget: int) -> int:
    try:
        number = operator.index(budget)
    except TypeError:
        raise ConstraintError(f"The budget is a number of actions, not {budget!r}.") from None
    if number < 1:
        raise ConstraintError(
            f"The budget is {number}, but a plan has at least one action. The budget counts actions (K_max), "
            "not tokens."
        )
    return number


def _levels(enforce: Collection[str]) -> frozenset[str]:
    levels = frozenset([enforce] if isinstance(enforce, str) else enforce)
    unknown = sorted(levels.difference(LEVELS))
    if unknown:
        raise ConstraintError(f"Unknown constraint {unknown[0]!r}; there are {', '.join(LEVELS)}.")
    if SYNTAX not in levels:
        raise ConstraintError(
            "The other constraints are about the actions that a text writes, so they need 'syntax'. Add it "
            "to `enforce`; to decode without constraints, use no PlanConstraint."
        )
    return levels


def _known(seen: Iterable[str], system: TransitionSystem[Any]) -> frozenset[str]:
    if isinstance(seen, str):
        raise ConstraintError(f"`seen` is a collection of entity names, not the text {seen!r}.")
    names = frozenset(seen)
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
