"""A constraint says by three methods which tokens may come next in a text; all else that hosts ask follows from them.

`clamp.PlanConstraint` is one, `clamp.Weighted` is one that also weighs tokens, and one of your own subclasses
`Constraint`. ``one & other`` admits what both admit.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from typing import Any, ClassVar, Generic, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from clamp import checks, former
from clamp.automata import Vocabulary
from clamp.decoding.diagnosis import Explanation, Failure
from clamp.decoding.formats import PlanFormat
from clamp.decoding.world import LEVELS, Ids
from clamp.errors import ConstraintError, ModelScoresError
from clamp.planning.system import Action, TransitionSystem
from clamp.threads import Lock
from clamp.visible import spelt

C = TypeVar("C")
Pick = Callable[[NDArray[np.float64]], int]
"""From the scores of some tokens, shape [n], to the place of one of them."""


class Constraint(ABC, Generic[C]):
    """What a text may be, token by token: subclass it, and say where a text begins, goes on and may go on.

    A place in a text is a cursor, of any kind, as long as it is immutable and hashable: hosts keep it, compare it
    and go on from it more than once. What has no end is cut; nobody asks what follows the end of the sequence.

    Args:
        vocabulary: The model's tokens.
        plan_format: Reads the actions in a whole text; without one, the text is no plan.
        system: What the actions are replayed in. Without one, no plan is certified.

    Attributes:
        enforce: Which of `clamp.decoding.LEVELS` every whole text keeps, in `system`.
        lazy: Whether `admits` and `choose` find out less than all of `allowed`; then hosts ask these first.
        lock: Held while something is computed for what may be shared between threads.

    Raises:
        ConstraintError: If an argument is of another kind.
    """

    enforce: frozenset[str] = frozenset()
    lazy: ClassVar[bool] = False

    def __init__(
        self,
        vocabulary: Vocabulary,
        plan_format: PlanFormat | None = None,
        system: TransitionSystem[Any] | None = None,
    ) -> None:
        self.vocabulary = checks.instance(
            "vocabulary",
            vocabulary,
            Vocabulary,
            what="a clamp.Vocabulary",
            hint="One is made of a tokenizer with Vocabulary.from_tokenizer(tokenizer).",
        )
        self.plan_format = None if plan_format is None else checked_format(plan_format)
        self.system = None if system is None else checked_system(system)
        self.lock = Lock()

    @property
    def name(self) -> str:
        """What it is called where it forbids something."""
        return type(self).__name__

    # ---------------------------------------------------------------- what each says for itself

    @abstractmethod
    def initial(self) -> C:
        """The cursor before the first token."""

    @abstractmethod
    def advance(self, cursor: C, token: int) -> C:
        """The cursor after one more token of `allowed`; the one given stays as it is.

        Hosts ask of no other token, and not of an end-of-sequence token.
        """

    @abstractmethod
    def allowed(self, cursor: C) -> Ids:
        """The ids of the tokens that may come next, ascending, shape [n]; not to be written to.

        An end-of-sequence id is among them where the text may end. Empty where it can neither end nor go on: best
        only at the start, and otherwise with a reason (`dead_end`).
        """

    # ---------------------------------------------------------------- what follows from that

    def accepting(self, cursor: C) -> bool:
        """Whether the text may end here."""
        ends = self.vocabulary.eos_ids
        return any(token in ends for token in self.allowed(cursor).tolist())

    def admits(self, cursor: C, token: int) -> bool:
        """Whether a token is one of `allowed`."""
        return bool(np.isin(token, self.allowed(cursor)))

    def best(self, cursor: C, scores: NDArray[Any]) -> int | None:
        """The token of `allowed` with the highest score, the first of equals; ``None`` if none is admissible.

        Args:
            scores: Of every token of the vocabulary, shape [vocabulary].

        Raises:
            ConstraintError: If the cursor is not one of this constraint's, or the scores are no such numbers.
            ModelScoresError: If tokens are admissible, but all their scores are -inf, or one is NaN or ``inf``.
        """
        return self.choose(cursor, scores, lambda left: int(left.argmax()))

    def sample(
        self, cursor: C, scores: NDArray[Any], temperature: float, random: np.random.Generator
    ) -> int | None:
        """A token drawn from `allowed`, each with a probability ∝ exp(score / temperature); ``None`` if none is.

        Args:
            scores: Of every token of the vocabulary, shape [vocabulary].
            temperature: Greater than 0.

        Raises:
            ConstraintError: If the cursor is not one of this constraint's, or scores, temperature or random
                generator are none.
            ModelScoresError: If tokens are admissible, but all their scores are -inf, or one is NaN or ``inf``.
        """
        warmth = checks.number("temperature", temperature, least=0)
        if not warmth:
            raise ConstraintError(
                "`temperature` is 0, at which nothing is drawn: `best` takes the best token."
            )
        hint = "numpy.random.default_rng(seed) makes one."
        checks.instance("random", random, np.random.Generator, what="a numpy.random.Generator", hint=hint)

        def drawn(left: NDArray[np.float64]) -> int:
            best = float(left.max())
            if not math.isfinite(best):
                return int(left.argmax())
            with np.errstate(over="ignore"):  # what is so far below the best has no share
                weights = np.exp((left - best) / warmth)
            return int(random.choice(len(left), p=weights / weights.sum()))

        return self.choose(cursor, scores, drawn)

    def choose(self, cursor: C, scores: NDArray[Any], pick: Pick) -> int | None:
        """An admissible token, as `pick` takes one by its score; ``None`` if none is admissible.

        Raises:
            ConstraintError, ModelScoresError: As `best`.
        """
        found = checked_scores("scores", scores, self.vocabulary)
        ids = checked_ids(self.allowed(cursor), self)
        return picked(ids, found[ids].astype(np.float64), pick)

    def actions(self, cursor: C) -> tuple[Action, ...]:
        """The actions that are complete, whatever follows; none where a constraint does not tell.

        They are counted in traces, and told of a text that was cut. A whole text is read by `plan_format`.
        """
        return ()

    def explain(self, cursor: C, token: int) -> Explanation:
        """Whether a token is admissible, and if not, which constraint forbids it and why.

        Raises:
            VocabularyError: If the vocabulary has no such token.
        """
        token = self.vocabulary.index(token)
        written = spelt(self.vocabulary.bytes_of(token) or b"")
        if self.admits(cursor, token):
            return Explanation(token, written, True, None, "It may come next.")
        return Explanation(token, written, False, self.name, "No text that is admitted goes on with it.")

    def within(self, tokens: int) -> Constraint[Any]:
        """The same texts as far as they end within so many tokens, where the constraint can tell; otherwise itself.

        Args:
            tokens: Most tokens of a text, the end of the sequence included.
        """
        return self

    def endings(self, cursor: C) -> Iterable[bytes]:
        """Texts that each end what was written so far; some of them, and of each what is left of it further on."""
        return ()

    @property
    def longest_ending(self) -> int:
        """Bytes that some of `endings` do not have more of, wherever a text is."""
        return 0

    def failure(self) -> Failure | None:
        """Why there is no text at all; ``None`` if there is one.

        Raises:
            ConstraintError: If `allowed` gives something else than ascending ids of the vocabulary.
        """
        start = self.initial()
        if len(checked_ids(self.allowed(start), self)):
            return None
        why = self.dead_end(start)
        return Failure("dead-end", f"{self.name} admits no token to begin with.{f' {why}' if why else ''}")

    def dead_end(self, cursor: C) -> str | None:
        """Why nothing may follow a text that was admitted and has not ended, where that is known to happen."""
        return None

    def check_cursor(self, cursor: C) -> None:
        """Refuse what is no cursor of this constraint; by default, nothing is refused.

        Raises:
            ConstraintError: If another constraint made it, or it is something else.
        """

    @property
    def hard(self) -> Constraint[Any]:
        """What admits the tokens, without what weighs them."""
        return self

    def __and__(self, other: Constraint[Any]) -> Constraint[Any]:
        """What both admit, over the same tokens; scores of either weigh on. It may dead-end (see `Both`)."""
        if not isinstance(other, Constraint) or other.hard is not other:  # pyright: ignore[reportUnnecessaryIsInstance]
            return NotImplemented  # what weighs tokens knows how its scores are kept
        return Both(self, other)


class Both(Constraint[tuple[Any, Any]]):
    """What two constraints both admit; made by ``one & other``.

    Each token is admitted by both, and yet no text may be: a text that comes to where they have no token in common
    ends with the failure ``dead-end``, and `dead_end` says so. What can be
    written as a rule over facts and actions is better written as one: under a `clamp.PlanConstraint` it ends no text.

    Args:
        one: A constraint that weighs nothing.
        other: Another. Plan format and system are those of the one that has some.

    Raises:
        ConstraintError: If they are over different tokens, or have different formats or systems.
    """

    def __init__(self, one: Constraint[Any], other: Constraint[Any]) -> None:
        self.parts = made_whole("one", one), made_whole("other", other)
        if not same_tokens(one.vocabulary, other.vocabulary):
            raise ConstraintError(
                f"{one.name} is over the tokens of {one.vocabulary.name!r}, {other.name} over those of "
                f"{other.vocabulary.name!r}. Both are needed over the model's."
            )
        for what in ("plan_format", "system"):
            given = [found for part in self.parts if (found := getattr(part, what)) is not None]
            if len(given) == 2 and given[0] is not given[1] and given[0] != given[1]:
                raise ConstraintError(
                    f"{one.name} and {other.name} have different values of `{what}`, but a plan is read in one format "
                    "and certified in one system. Leave it out of one of them."
                )
        plans, system = one.plan_format or other.plan_format, one.system or other.system
        super().__init__(one.vocabulary, plans, system)
        self.enforce = one.enforce | other.enforce

    @property
    def name(self) -> str:
        """Both names."""
        return " & ".join(part.name for part in self.parts)

    def initial(self) -> tuple[Any, Any]:
        """The beginnings of both."""
        one, other = self.parts
        return one.initial(), other.initial()

    def advance(self, cursor: tuple[Any, Any], token: int) -> tuple[Any, Any]:
        """After one more token in both."""
        (one, other), (here, there) = self.parts, cursor
        return one.advance(here, token), other.advance(there, token)

    def allowed(self, cursor: tuple[Any, Any]) -> Ids:
        """What both admit."""
        (one, other), (here, there) = self.parts, cursor
        return np.intersect1d(one.allowed(here), other.allowed(there), assume_unique=True)

    def actions(self, cursor: tuple[Any, Any]) -> tuple[Action, ...]:
        """Those that one of them tells."""
        (one, other), (here, there) = self.parts, cursor
        return one.actions(here) or other.actions(there)

    def explain(self, cursor: tuple[Any, Any], token: int) -> Explanation:
        """What the first one says that forbids it."""
        (one, other), (here, there) = self.parts, cursor
        found = one.explain(here, token)
        return other.explain(there, token) if found.allowed else found

    def failure(self) -> Failure | None:
        """That of one of them, or that no text begins in both."""
        one, other = self.parts
        return one.failure() or other.failure() or super().failure()

    def dead_end(self, cursor: tuple[Any, Any]) -> str | None:
        """What one of them says, or that they have no token in common."""
        (one, other), (here, there) = self.parts, cursor
        if len(self.allowed(cursor)):
            return None
        told = one.dead_end(here) or other.dead_end(there)
        tokens = checks.count(len(one.allowed(here)), "token")
        found = f"{one.name} admits {tokens} there, {other.name} {len(other.allowed(there))}, and none is in both."
        return told or found

    def check_cursor(self, cursor: tuple[Any, Any]) -> None:
        """As both do."""
        for part, at in zip(self.parts, cursor, strict=True):
            part.check_cursor(at)


def made_whole(name: str, constraint: Constraint[Any]) -> Constraint[Any]:
    """A constraint whose ``__init__`` came to its end. Raises `ConstraintError` for another."""
    if not all(hasattr(constraint, one) for one in ("vocabulary", "plan_format", "system", "lock")):
        raise ConstraintError(
            f"`{name}` is {checks.shown(constraint)}, whose class has an `__init__` that does not call "
            "`super().__init__(vocabulary)`."
        )
    enforce: Any = constraint.enforce
    whole = isinstance(enforce, frozenset) and all(one in LEVELS for one in cast("frozenset[Any]", enforce))
    if not whole:
        said = checks.shown(cast("object", enforce))
        raise ConstraintError(
            f"`enforce` of {checks.shown(constraint)} is {said}, but it is a frozenset of some of "
            f"{', '.join(map(repr, LEVELS))}: what every whole text keeps."
        )
    return constraint


def checked_ids(ids: Any, constraint: Constraint[Any]) -> Ids:
    """What `allowed` of a constraint gave, if it is what it is to be: ascending ids of its vocabulary, shape [n].

    Raises:
        ConstraintError: If it is something else.
    """
    gave = f"`allowed` of {constraint.name} gives"
    if type(ids) is not np.ndarray or ids.ndim != 1 or ids.dtype.kind != "i":
        raise ConstraintError(f"{gave} an integer array of token ids, shape [n], not {checks.shown(ids)}.")
    if (ids[1:] <= ids[:-1]).any():
        raise ConstraintError(f"{gave} ids that do not ascend. Use numpy.unique.")
    size = constraint.vocabulary.size
    if len(ids) and not 0 <= ids[0] <= ids[-1] < size:
        wrong = ids[0] if ids[0] < 0 else ids[-1]
        raise ConstraintError(
            f"{gave} the id {wrong}, but {constraint.vocabulary.name!r} has {size:,} tokens, so its ids are 0 to "
            f"{size - 1}."
        )
    return ids


def same_tokens(one: Vocabulary, other: Vocabulary) -> bool:
    """Whether two vocabularies have the same bytes for each id, and the same ends."""
    if one is other:
        return True
    alike = one.size == other.size and one.eos_ids == other.eos_ids
    return alike and all(one.bytes_of(token) == other.bytes_of(token) for token in range(one.size))


def checked_format(plan_format: object) -> PlanFormat:
    """A plan format, if it is one. Raises `ConstraintError` otherwise."""
    return checks.instance(
        "plan_format",
        plan_format,
        PlanFormat,
        what="a clamp.PlanFormat, such as PlanFormat.calls()",
        hint="A format is found by its name with clamp.decoding.formats.format_of(name).",
    )


def checked_system(system: Any) -> TransitionSystem[Any]:
    """A planning problem, if it is one. Raises `ConstraintError` otherwise."""
    checks.instance(
        "system",
        system,
        TransitionSystem,
        what="a planning problem (clamp.Problem, or another TransitionSystem)",
        hint="PDDL files are read with clamp.Problem.from_pddl(domain, problem).",
    )
    return system


def checked_scores(name: str, scores: object, vocabulary: Vocabulary) -> NDArray[Any]:
    """One real number for each token of a vocabulary, shape [vocabulary].

    Raises:
        ConstraintError: If it is anything else. A tensor is one of the CPU.
    """
    found = scores
    if type(found) is not np.ndarray or found.dtype.kind != "f":
        if isinstance(found, np.ma.MaskedArray):
            raise ConstraintError(f"`{name}` is a masked array. Use `.filled(-np.inf)`, where that is meant.")
        try:
            found = np.asarray(found)
        except (
            TypeError,
            ValueError,
            RuntimeError,
        ) as error:  # tensors on a GPU, with gradients, in bfloat16, …
            raise ConstraintError(
                f"`{name}` is {checks.shown(scores)} that NumPy cannot read ({error}). Of a tensor, give "
                "`tensor.detach().float().cpu().numpy()`."
            ) from None
        if found.dtype.kind not in "fiu" or not hasattr(scores, "__len__"):
            held = f" of {found.dtype}" if found.ndim else ""
            raise ConstraintError(
                f"`{name}` has one real number for each token, but it is {checks.shown(scores)}{held}."
            )
    if found.shape != (vocabulary.size,):
        raise ConstraintError(
            f"`{name}` has the shape {list(found.shape)}, but {vocabulary.name!r} has {vocabulary.size} tokens, so it "
            f"is [{vocabulary.size}], one number for each. Of a batch, give one row; where a model's logits are "
            "wider than its tokenizer, make the vocabulary with that `size`."
        )
    return found


def scored(token: int, score: float) -> int:
    """A token that was chosen, if its score is a reason to.

    Raises:
        ModelScoresError: If it is none.
    """
    if not math.isfinite(score):
        raise ModelScoresError(unusable_model_scores(score))
    return token


def picked(ids: Ids, scores: NDArray[np.float64], pick: Pick) -> int | None:
    """The token that is picked of some by their scores, both of shape [n]; ``None`` of none.

    Raises:
        ModelScoresError: If its score is no reason to.
    """
    if not len(ids):
        return None
    place = pick(scores)
    return scored(int(ids[place]), float(scores[place]))


def unusable_model_scores(best: float) -> str:
    """Why no token can be chosen by the model's scores of the admissible tokens, the largest of which is not finite."""
    if best == -math.inf:
        return (
            "every admissible token has score -inf before the constraint is applied. Does "
            "suppress_tokens, bad_words_ids, min_new_tokens, forced_eos_token_id or another processor ban "
            "what the plan needs?"
        )
    which = "NaN" if math.isnan(best) else "inf"
    return f"the model's scores of admissible tokens are {which}. Overflow in half precision? Try dtype='float32'."


def __getattr__(name: str) -> Any:
    return former.found(__name__, name)
