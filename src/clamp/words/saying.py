"""Rules in plain words, so that people can check what was understood."""

from __future__ import annotations

from clamp.planning.rules.formula import Compound, Formula, Proposition, Quantified, Same
from clamp.words.wording import plain, verb_of


def in_words(formula: Formula) -> str:
    """A rule as a sentence."""
    return str(formula)


__all__ = ["in_words"]
_ = (Compound, Proposition, Quantified, Same, plain, verb_of)
