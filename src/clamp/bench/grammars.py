"""Grammar libraries behind one interface, for the mask benchmark: llguidance, xgrammar and outlines-core.

They know texts, not states: to change which actions are admissible, a grammar of these actions is compiled.
"""

# The libraries are only partly typed.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false
# pyright: reportMissingTypeStubs=false, reportAttributeAccessIssue=false

from __future__ import annotations

import importlib
import json
import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import numpy as np

from clamp.automata import Vocabulary
from clamp.errors import BenchmarkError


@dataclass(frozen=True)
class PlanTexts:
    """What stands around the actions of a plan, and the texts of actions."""

    opening: str
    separator: str
    closing: str
    actions: Sequence[str]


class GrammarEngine(ABC):
    """One library with one vocabulary. A matcher is whatever the library calls so."""

    package: str

    @abstractmethod
    def compile_plans(self, texts: PlanTexts) -> Any:
        """The language of all plans over some actions."""

    @abstractmethod
    def compile_next(self, texts: PlanTexts) -> Any:
        """The language of one more action and what may follow it: what a new state needs."""

    @abstractmethod
    def matcher(self, compiled: Any) -> Any:
        """A matcher before the first token."""

    @abstractmethod
    def mask(self, matcher: Any) -> None:
        """Write the mask of the next token into the engine's own buffer."""

    @abstractmethod
    def is_admissible(self, matcher: Any, token: int) -> bool:
        """Whether the mask that was written last admits a token."""

    @abstractmethod
    def advance(self, matcher: Any, token: int) -> None:
        """Read one token."""


def is_installed(package: str) -> bool:
    """Whether a competitor can be measured here."""
    try:
        version(package)
    except PackageNotFoundError:
        return False
    return True


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _bit(mask: Any, token: int) -> bool:
    return bool(int(mask[token // 32]) >> (token % 32) & 1)


class LLGuidance(GrammarEngine):
    """llguidance, with ``no_forcing``: otherwise it bans tokens that models really write."""

    package = "llguidance"

    def __init__(self, vocabulary: Vocabulary, tokenizer_file: str) -> None:
        library: Any = importlib.import_module("llguidance")
        numpy: Any = importlib.import_module("llguidance.numpy")
        self._matcher: Any = library.LLMatcher
        self._fill = numpy.fill_next_token_bitmask
        self._tokenizer: Any = library.LLTokenizer(
            tokenizer_file, n_vocab=vocabulary.size, eos_token=min(vocabulary.eos_ids)
        )
        # The default limits are for grammars of ordinary size.
        self._limits: Any = library.LLParserLimits(
            initial_lexer_fuel=10**9, step_lexer_fuel=10**9, max_lexer_states=10**7, max_grammar_size=10**8
        )
        self._mask: Any = numpy.allocate_token_bitmask(1, vocabulary.size)

    def _grammar(self, start: str, texts: PlanTexts) -> str:
        actions = " | ".join(map(_quoted, texts.actions))
        lark = f'%llguidance {{"no_forcing": true}}\nstart: {start}\nACTION: {actions}\n'
        return self._matcher.grammar_from_lark(lark)

    def compile_plans(self, texts: PlanTexts) -> Any:
        opening, separator, closing = map(_quoted, (texts.opening, texts.separator, texts.closing))
        return self._checked(self._grammar(f"{opening} ACTION ({separator} ACTION)* {closing}", texts))

    def compile_next(self, texts: PlanTexts) -> Any:
        return self._checked(
            self._grammar(f"ACTION ({_quoted(texts.separator)} | {_quoted(texts.closing)})", texts)
        )

    def _checked(self, grammar: str) -> Any:
        # A matcher is what compiles a grammar; `reset` brings it back to the start.
        matcher = self._matcher(self._tokenizer, grammar, limits=self._limits)
        if matcher.is_error():
            raise BenchmarkError(f"llguidance refuses the grammar of the plans: {matcher.get_error()}")
        return matcher

    def matcher(self, compiled: Any) -> Any:
        compiled.reset()
        return compiled

    def mask(self, matcher: Any) -> None:
        self._fill(matcher, self._mask, 0)

    def is_admissible(self, matcher: Any, token: int) -> bool:
        return _bit(self._mask[0], token)

    def advance(self, matcher: Any, token: int) -> None:
        matcher.consume_token(token)


class XGrammar(GrammarEngine):
    """xgrammar, with its cache of compiled grammars off: no two states have the same actions."""

    package = "xgrammar"

    def __init__(self, vocabulary: Vocabulary, tokenizer_file: str) -> None:
        self._library: Any = importlib.import_module("xgrammar")
        tokens = [vocabulary.bytes_of(token) or b"" for token in range(vocabulary.size)]
        information = self._library.TokenizerInfo(
            tokens,
            vocab_type=self._library.VocabType.RAW,
            vocab_size=vocabulary.size,
            stop_token_ids=sorted(vocabulary.eos_ids),
        )
        self._compiler: Any = self._library.GrammarCompiler(information, cache_enabled=False)
        self._mask: Any = self._library.allocate_token_bitmask(1, vocabulary.size)

    def _compile(self, root: str, texts: PlanTexts) -> Any:
        actions = " | ".join(map(_quoted, texts.actions))
        return self._compiler.compile_grammar(f"root ::= {root}\naction ::= {actions}\n")

    def compile_plans(self, texts: PlanTexts) -> Any:
        opening, separator, closing = map(_quoted, (texts.opening, texts.separator, texts.closing))
        return self._compile(f"{opening} action ({separator} action)* {closing}", texts)

    def compile_next(self, texts: PlanTexts) -> Any:
        return self._compile(f"action ({_quoted(texts.separator)} | {_quoted(texts.closing)})", texts)

    def matcher(self, compiled: Any) -> Any:
        return self._library.GrammarMatcher(compiled)

    def mask(self, matcher: Any) -> None:
        matcher.fill_next_token_bitmask(self._mask)

    def is_admissible(self, matcher: Any, token: int) -> bool:
        return _bit(self._mask[0].numpy(), token)

    def advance(self, matcher: Any, token: int) -> None:
        matcher.accept_token(token)


class OutlinesCore(GrammarEngine):
    """outlines-core: an index of every state of a regular expression's automaton by token."""

    package = "outlines-core"

    def __init__(self, vocabulary: Vocabulary, tokenizer_file: str) -> None:
        self._library: Any = importlib.import_module("outlines_core")
        ids: dict[bytes, list[int]] = {}
        for token in range(vocabulary.size):
            data = vocabulary.bytes_of(token)
            if data:
                ids.setdefault(data, []).append(token)
        self._vocabulary: Any = self._library.Vocabulary(min(vocabulary.eos_ids), ids)
        self._mask = np.zeros((vocabulary.size + 31) // 32, dtype=np.int32)

    def compile_plans(self, texts: PlanTexts) -> Any:
        opening, separator, closing = map(re.escape, (texts.opening, texts.separator, texts.closing))
        action = "(" + "|".join(map(re.escape, texts.actions)) + ")"
        return self._library.Index(f"{opening}{action}({separator}{action})*{closing}", self._vocabulary)

    def compile_next(self, texts: PlanTexts) -> Any:
        separator, closing = map(re.escape, (texts.separator, texts.closing))
        action = "|".join(map(re.escape, texts.actions))
        return self._library.Index(f"({action})({separator}|{closing})", self._vocabulary)

    def matcher(self, compiled: Any) -> Any:
        return self._library.Guide(compiled)

    def mask(self, matcher: Any) -> None:
        matcher.write_mask_into(self._mask.ctypes.data, self._mask.size, self._mask.itemsize)

    def is_admissible(self, matcher: Any, token: int) -> bool:
        return _bit(self._mask, token)

    def advance(self, matcher: Any, token: int) -> None:
        matcher.advance(token, return_tokens=False)


ENGINES: dict[str, type[LLGuidance | XGrammar | OutlinesCore]] = {
    engine.package: engine for engine in (LLGuidance, XGrammar, OutlinesCore)
}
