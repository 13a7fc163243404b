"""The errors that CLAMP raises.

Bad input raises one of these; a decode that finds no plan is a value (``PlanResult.failure``), not an
exception. A message says what is wrong, where, the evidence, and the likely cause.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from clamp.visible import printable


class ClampError(Exception):
    """Base of every error that CLAMP raises on purpose; the command line turns it into exit code 2."""

    def __reduce__(self) -> tuple[object, ...]:
        # The message alone does not make the errors anew that need more, as another process does.
        return _again, (type(self), self.args), vars(self)

    def __str__(self) -> str:
        """The message; what cannot be seen in names from outside as its number (see `clamp.visible`)."""
        return printable(super().__str__())


def _again(kind: type[ClampError], args: tuple[object, ...]) -> ClampError:
    return kind.__new__(kind, *args)


class PDDLError(ClampError):
    """A PDDL text cannot be read or does not make sense; the message has file, line and column."""


class DomainError(ClampError, ValueError):
    """A domain, problem, state or action does not fit the rest (unknown object, wrong arity, …)."""


class LimitError(DomainError):
    """A problem, a constraint or a search space is larger, or takes longer to build, than the limits allow.

    Attributes:
        kind: The name of the limit in `clamp.SearchLimits`.
        limit: Its value.
    """

    def __init__(self, message: str, kind: Literal["seconds", "groundings", "objects"], limit: float):
        super().__init__(message)
        self.kind: Literal["seconds", "groundings", "objects"] = kind
        self.limit = limit


class VocabularyError(ClampError, ValueError):
    """A tokenizer cannot be turned into bytes, or its tokens cannot spell what a plan needs."""


class PlanFormatError(ClampError, ValueError):
    """A plan format is ambiguous or malformed."""


class PlanSyntaxError(ClampError, ValueError):
    """A text is not a plan in the format; `position` is the byte offset of the first offence."""

    def __init__(self, message: str, position: int):
        super().__init__(message)
        self.position = position


class ConstraintError(ClampError, ValueError):
    """A constraint cannot be built or enforced as asked."""


class DeadEndError(ClampError):
    """No token is admissible at a cursor: the plan cannot be continued."""


class GuidanceError(DeadEndError):
    """The weights of the admissible tokens (goal mass, visibility) leave none that could be chosen."""


class HostError(ClampError):
    """A model or a serving host cannot be used with constraints (model not found, feature unsupported)."""


class PromptError(HostError):
    """A request does not fit the model that is asked: its prompt is empty, fills the context, or shows a picture
    that the model cannot read. Another request may fit."""


class ForbiddenTokenError(HostError, DeadEndError):
    """A host wrote a token that the constraint did not admit: something else chooses its tokens, too."""


class ModelScoresError(HostError, DeadEndError):
    """No admissible token can be chosen because the model's own scores are NaN, infinite, or ban them all."""


class BenchmarkError(ClampError):
    """A benchmark's data is missing or damaged."""


class HMMError(ClampError, ValueError):
    """An HMM is not stochastic, does not fit a tokenizer, or cannot be learned from the data given."""


class SceneError(ClampError, ValueError):
    """A scene, a picture or a detection is damaged, contradicts itself, or contradicts the problem."""


class RuleError(ClampError, ValueError):
    """A temporal rule cannot be read, names what a system does not know, or is too large.

    Attributes:
        proposals: Of requirements that were not understood, how a model reads them, where one was asked: of each its
            ``text``, the ``rule``, what it says in plain words (``said``), and ``why`` it was not understood.
    """

    def __init__(self, message: str, proposals: Sequence[Mapping[str, str]] = ()):
        super().__init__(message)
        self.proposals = tuple(proposals)
