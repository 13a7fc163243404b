"""Sentences that people write, read as rules, or not at all: by a grammar of English, `english.lark`.

A clause is read only where a parse covers each of its words; where parses, or ways to understand one, come to
different rules, all are told; where there is none, the reader abstains and says why. Nothing is guessed: what is close
to a known word is offered, not taken.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from clamp import checks
from clamp.errors import RuleError
from clamp.planning.rules.book import Steps
from clamp.words.clauses import Clause, Order, Reading, Requirements, clauses_of
from clamp.words.wording import Wording

__all__ = ["VERSION", "Clause", "Order", "Reading", "Requirements", "read_requirements"]

VERSION = 8
"""Raised whenever a sentence may be read otherwise than before: cached readings are then of no use."""


def read_requirements(
    text: str, wording: Wording, *, steps: Steps = "index", order: Order = "substance", suggest: bool = True
) -> Requirements:
    """Read a text; what is asked for is said back in plain words.

    Args:
        wording: The words of the domain.
        steps: How *within n steps* is counted; see `clamp.planning.rules.book`.
        order: What *A before B* asks for.
        suggest: Whether the nearest phrasing that would be understood is looked for where something was not; that takes
            some ten times as long as reading.

    Raises:
        RuleError: If it is no text.
    """
    checks.text("text", text, RuleError)
    return _cached(text, wording.identity(), steps, order, suggest, VERSION, _Key(wording))


@dataclass(frozen=True)
class _Key:
    """A wording that takes no part in the comparison of cache keys: its identity does."""

    wording: Any = field(compare=False)


@lru_cache(maxsize=1024)
def _cached(
    text: str, identity: str, steps: Steps, order: Order, suggest: bool, version: int, key: _Key
) -> Requirements:
    from clamp.words.reader import reader_of  # the parser is loaded only where something is read

    return Requirements(text, reader_of(key.wording).clauses(clauses_of(text), steps, order, suggest))
