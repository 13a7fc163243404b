"""Names: PDDL ignores case, and people vary spelling."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

from clamp.planning.limits import checkpoint

Entry = TypeVar("Entry")

STANDARD = re.compile(r"[A-Za-z][A-Za-z0-9_-]*\Z")
_SEPARATORS = re.compile(r"[\s._\-]+")
_SYNSET = re.compile(r"(.+)[._][nvars][._]\d+\Z")


def normalise(name: str) -> str:
    """What is left of a name when case, separators and Unicode variants do not count.

    ``Red_Cup_2``, ``red-cup 2`` and ``red.cup.2`` are the same then.
    """
    return _SEPARATORS.sub("", unicodedata.normalize("NFKC", name).casefold())


def lemma(name: str) -> str:
    """The word of a WordNet synset (``agent`` of ``agent.n.01``), or the name itself."""
    match = _SYNSET.match(name)
    return match.group(1) if match else name


def is_slip(wrong: str, right: str) -> bool:
    """Whether one letter was forgotten, typed twice or too many, or two were swapped.

    Replaced letters and digits do not count: ``left`` is not ``lift``, ``room1`` is not ``room2``.
    """
    wrong, right = wrong.lower(), right.lower()
    if min(len(wrong), len(right)) < 4 or wrong == right:
        return False
    if len(wrong) == len(right):
        differ = [i for i, pair in enumerate(zip(wrong, right, strict=True)) if pair[0] != pair[1]]
        return (
            len(differ) == 2
            and differ[1] == differ[0] + 1
            and wrong[differ[0]] == right[differ[1]]
            and wrong[differ[1]] == right[differ[0]]
            and wrong[differ[0] : differ[1] + 1].isalpha()
        )
    longer, shorter = (wrong, right) if len(wrong) > len(right) else (right, wrong)
    return len(longer) == len(shorter) + 1 and any(
        longer[i].isalpha() and longer[:i] + longer[i + 1 :] == shorter for i in range(len(longer))
    )


def suggestion(name: str, known: Iterable[str]) -> str:
    """A sentence that proposes what may have been meant, or lists what there is."""
    known = sorted(set(known))
    by_key = {entry.lower(): entry for entry in known}
    close = difflib.get_close_matches(name.lower(), by_key, n=1, cutoff=0.7)
    if close:
        return f"Did you mean {by_key[close[0]]!r}?"
    if not known:
        return "There are no declarations of its kind."
    listed = ", ".join(known[:8]) + (", …" if len(known) > 8 else "")
    return f"Declared: {listed}."


class Table(dict[str, Entry], Generic[Entry]):
    """Declarations by name as spelt; look-ups ignore case."""

    def __init__(self, entries: Iterable[tuple[str, Entry]] = ()):
        super().__init__()
        self._spelling: dict[str, str] = {}
        self._alike: dict[str, list[str]] = {}
        for name, entry in entries:
            self[name] = entry

    def __setitem__(self, name: str, entry: Entry) -> None:
        if name not in self:
            self._spelling[name.lower()] = name
            self._alike.setdefault(normalise(name), []).append(name)
        super().__setitem__(name, entry)

    def find(self, name: str) -> str | None:
        """The declared spelling of a name."""
        return self._spelling.get(name.lower())

    def alike(self, name: str) -> Iterator[str]:
        """Declared names that differ in case and separators only."""
        return iter(self._alike.get(normalise(name), ()))

    def slips(self, name: str) -> list[str]:
        """Declared names of which this one is a misspelling by one letter."""
        checkpoint("looking for misspelt names")
        return [known for known in self if is_slip(name, known)]

    def copy(self) -> Table[Entry]:
        """An independent copy."""
        return Table(self.items())
