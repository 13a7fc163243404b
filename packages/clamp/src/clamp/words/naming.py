"""How people say the names of a planning model: ``switch-off`` is *switch off*, ``stove_1`` *stove 1*."""

from __future__ import annotations

import re
from functools import lru_cache

_SEPARATORS = re.compile(r"[\s_\-.]+")
_STUCK = re.compile(
    r"(switch|turn|put|stand|wake|look|sit|lie|pick|take|plug|place|set|point|put ?obj)"
    r"(on|off|in|out|up|down|back|at|to)"
)


def words_of(name: str) -> str:
    """The words of a name without its numbers: ``akita_black_bowl_1`` is an ``akita black bowl``."""
    parts = [part for part in _SEPARATORS.split(name) if part]
    return " ".join(part for part in parts if not part.isdigit()).lower() or name


@lru_cache(1 << 14)
def plain(name: str) -> str:
    """A name as people say it: ``stove_1`` is *stove 1*, ``turn-on`` *turn on*, ``InBox`` *in box*."""
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)
    return " ".join(re.sub(r"[_\-]+", " ", spaced).lower().split())


def verb_of(name: str) -> str:
    """An action's name as a verb: ``switch-off``, ``SWITCHOFF``."""
    found = plain(name)
    stuck = _STUCK.fullmatch(found)
    return found if stuck is None else f"{stuck[1]} {stuck[2]}"


_FUSED = {"ontop": "on top of", "onfloor": "on", "nextto": "next to", "insideof": "inside of"}


def relation(predicate: str) -> str:
    """A relation's name as people say it, also where it is written as one word: ``ontop`` is *on top of*."""
    found = plain(predicate)
    return _FUSED.get(found.replace(" ", ""), found)
