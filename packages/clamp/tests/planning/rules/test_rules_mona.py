"""Our automata and MONA's, through ltlf2dfa, accept the same traces.

MONA is a program (Debian's package ``mona``). ltlf2dfa without it returns an empty automaton and raises
nothing, so whether it is there is asked first, and what it says is read whole.
"""

from __future__ import annotations

import random
import re
import shutil
import subprocess
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from rule_strategies import walk

from clamp.planning import Problem
from clamp.planning.rules import Rule
from clamp.planning.rules.grounding import _Grounder
from clamp.planning.rules.ltlf import DEAD, Automaton, automaton, join
from clamp.planning.task import ActionSchema, And, Atom, Domain, Effect, Task

FACTS = ("a", "b", "c")
CHANGES = tuple(ActionSchema(f"make-{name}", (), And(), (Effect(Atom(name)),)) for name in FACTS)
TASK = Task("facts", Domain("facts", {}, dict.fromkeys(FACTS, ()), {}, CHANGES), {}, frozenset(), And())
FUTURE = (("!", "X", "WX", "F", "G"), ("&", "|", "->", "<->", "U", "R"), (*FACTS, "true", "false", "last"))
PAST = (("!", "Y", "WY", "O", "H"), ("&", "|", "->", "<->", "S"), (*FACTS, "true", "false"))
Words = tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]


def lacking() -> str:
    """Why MONA cannot be asked; empty if it can."""
    if shutil.which("mona") is None:
        return "NOT COMPARED WITH MONA: there is no program 'mona' (apt-get install mona)"
    try:
        import ltlf2dfa.parser.ltlf  # noqa: F401
    except ImportError:
        return "NOT COMPARED WITH MONA: there is no package 'ltlf2dfa' (pip install 'clamp-planning[dev]')"
    return ""


def random_text(rng: random.Random, words: Words, depth: int) -> str:
    unary, binary, leaves = words
    kind = rng.random()
    if depth == 0 or kind < 0.1:
        return rng.choice(leaves)
    if kind < 0.5:
        return f"{rng.choice(unary)}({random_text(rng, words, depth - 1)})"
    left, right = (random_text(rng, words, depth - 1) for _ in range(2))
    return f"(({left}) {rng.choice(binary)} ({right}))"


@cache
def _parser(past: bool) -> Any:
    from ltlf2dfa.parser.ltlf import LTLfParser
    from ltlf2dfa.parser.ppltl import PPLTLParser

    return PPLTLParser() if past else LTLfParser()


@dataclass(frozen=True)
class Mona:
    """MONA's automaton: it reads strings of 0 and 1, one character for each variable."""

    variables: str
    accepting: frozenset[int]
    moves: dict[int, list[tuple[str, int]]]

    @classmethod
    def of(cls, text: str, past: bool, folder: Path) -> Mona:
        from ltlf2dfa.base import MonaProgram

        parser = _parser(past)
        file = folder / "formula.mona"
        file.write_text(MonaProgram(parser(text)).mona_program())
        said = subprocess.run(["mona", "-q", "-u", "-w", file], capture_output=True, text=True, timeout=60)
        assert said.returncode == 0, said.stderr
        found = re.search(r"free variables:(.*)\n(?:.*\n)*?Accepting states:(.*)\n", said.stdout)
        assert found is not None, said.stdout
        moves: dict[int, list[tuple[str, int]]] = {}
        for state, guard, target in re.findall(r"State (\d+): ([01X]*) -> state (\d+)", said.stdout):
            moves.setdefault(int(state), []).append((guard, int(target)))
        assert moves, said.stdout
        return cls("".join(found[1].split()).lower(), frozenset(map(int, found[2].split())), moves)

    def first(self) -> int:
        """The state before position 0: MONA reads a letter for its variables of the first order before."""
        ((_, target),) = self.moves[0]
        return target

    def step(self, state: int, true: frozenset[str]) -> int:
        letters = ["01"[name in true] for name in self.variables]
        (target,) = (
            target
            for guard, target in self.moves[state]
            if all(want in ("X", is_) for want, is_ in zip(guard, letters, strict=True))
        )
        return target


def ours(text: str) -> tuple[Automaton, list[str]]:
    problem = Problem.from_task(TASK)
    grounder = _Grounder(problem, problem.rule_words())
    whole = join(True, (part.formula for part in grounder.parts(Rule.parse(text))))
    return automaton(whole), [name for name, _ in grounder.facts]


def difference(text: str, past: bool, folder: Path) -> list[frozenset[str]] | None:
    """A trace of which our automaton and MONA's say different things; ``None`` if there is none."""
    mona = Mona.of(text, past, folder)
    mine, names = ours(f"F (last & {text})" if past else text)
    letters = [
        frozenset(name for name, true in zip(FACTS, row, strict=True) if true)
        for row in product((0, 1), repeat=len(FACTS))
    ]
    seen: set[tuple[int, int]] = set()
    open_: list[tuple[int | None, int, list[frozenset[str]]]] = [(None, mona.first(), [])]
    while open_:
        at, theirs, read = open_.pop()
        for letter in letters:
            move = mine.start if at is None else mine.moves[at] if at != DEAD else DEAD
            here = walk(move, lambda number, letter=letter: names[number] in letter)
            there = mona.step(theirs, letter)
            if (here != DEAD and mine.accepting[here]) != (there in mona.accepting):
                return [*read, letter]
            if (here, there) not in seen:
                seen.add((here, there))
                open_.append((here, there, [*read, letter]))
    return None


def compare(seed: int, count: int, folder: Path) -> None:
    rng = random.Random(seed)
    for number in range(count):
        past = number % 3 == 2
        text = random_text(rng, PAST if past else FUTURE, rng.choice((2, 3)))
        assert difference(text, past, folder) is None, text


@pytest.mark.skipif(bool(lacking()), reason=lacking() or "MONA is there")
def test_mona_says_the_same_of_random_formulas(tmp_path: Path) -> None:
    compare(0, 150, tmp_path)


@pytest.mark.slow
def test_mona_says_the_same_of_two_thousand_random_formulas(tmp_path: Path) -> None:
    """Fails where MONA is missing: what was not compared is not equal."""
    assert not lacking(), lacking()
    compare(1, 2000, tmp_path)


@pytest.mark.skipif(bool(lacking()), reason=lacking() or "MONA is there")
def test_a_difference_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison can fail: another formula's automaton is not taken for this one's."""
    own = ours
    monkeypatch.setitem(globals(), "ours", lambda text: own("a W b"))
    assert difference("a U b", False, tmp_path) is not None
