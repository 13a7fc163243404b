"""What is declared: types, predicates and objects, and the resolution of names against them."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from clamp.checks import count
from clamp.errors import LimitError
from clamp.planning.pddl.sexpr import Node, Parenthesised, Word, show
from clamp.planning.pddl.source import RepairLog
from clamp.planning.search.limits import checkpoint, limits_in_force
from clamp.planning.task import Variable

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


OBJECT = "object"
KEYWORDS = frozenset(
    (
        *("and", "or", "not", "imply", "forall", "exists", "when", "either", "define", "increase"),
        *("=", "<", ">", "<=", ">=", "-"),
    )
)
_BATCH = 1024
_NUMBERED = re.compile(r"(.*?)[._-]?\d+\Z")


@dataclass(frozen=True, slots=True)
class Typed:
    """An entry of a typed list; without types it is an object."""

    word: Word
    types: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class Symbol:
    """What a word in a formula stands for: a variable or an object, by its name in the result."""

    name: str
    types: tuple[str, ...]
    is_variable: bool = True


Scope = Mapping[str, Symbol]
"""The variables that are bound, by their lower-case name with its question mark."""


class Symbols:
    """The declarations of a domain, or of a domain and a problem, with their repairs.

    Args:
        log: Receives what has to be repaired in the text at hand.
    """

    def __init__(self, log: RepairLog):
        self.log = log
        self.types: Table[tuple[str, ...]] = Table()
        self.predicates: Table[tuple[Variable, ...]] = Table()
        self.objects: Table[tuple[str, ...]] = Table()
        self.implicit_predicates: set[str] = set()
        self.implicit_objects: set[str] = set()
        self.parameter_types: set[str] = set()

    def extended(self, log: RepairLog) -> Symbols:
        """A copy that a problem may add to."""
        copy = Symbols(log)
        copy.types, copy.predicates, copy.objects = (
            self.types.copy(),
            self.predicates.copy(),
            self.objects.copy(),
        )
        copy.implicit_predicates = set(self.implicit_predicates)
        copy.implicit_objects = set(self.implicit_objects)
        copy.parameter_types = self.parameter_types
        return copy

    # -- names ---------------------------------------------------------------------------------------

    def name(self, node: Node | None, role: str, offset: int) -> Word:
        """A node that must be a name.

        Args:
            role: What is named, with its article, for the error.
            offset: Where to point when there is no node.
        """
        if node is None:
            raise self.log.error(offset, f"{role} needs a name here.")
        if isinstance(node, Parenthesised):
            raise self.log.error(node.offset, f"expected the name of {role}, found {show(node)}.")
        if node.text[0] in ":?" or node.key in KEYWORDS:
            what = {":": "a keyword", "?": "a variable"}.get(node.text[0], "a reserved word")
            raise self.log.error(
                node.offset, f"expected the name of {role}, found {node.text!r}, which is {what}."
            )
        if not any(map(str.isalnum, node.text)):
            raise self.log.error(node.offset, f"expected the name of {role}, found {node.text!r}.")
        if not STANDARD.match(node.text):
            self.log.tally(
                node.offset,
                "nonstandard-name",
                node.text,
                f"{node.text!r} is not a PDDL name (a letter, then letters, digits, '-' and '_')",
                lambda _, names: f"names with characters that PDDL does not allow: {names}; kept as written",
                "the name is kept as written",
            )
        return node

    # -- typed lists ---------------------------------------------------------------------------------

    def typed_list(self, items: Sequence[Node], role: str) -> list[Typed]:
        """Entries of ``a b - t c - (either t u) d``.

        Args:
            role: What the entries are, with its article: "a variable", "an object", …
        """
        source, result, pending = self.log.source, list[Typed](), list[Word]()
        nodes = list(self._separate_hyphens(items, declares=role == "a type"))
        index = 0
        while index < len(nodes):
            if not index % _BATCH:
                checkpoint("reading the text")
            node = nodes[index]
            index += 1
            if isinstance(node, Parenthesised):
                raise source.error(node.offset, f"expected {role} or '- type', found {show(node)}.")
            if node.text != "-":
                pending.append(node)
                continue
            if not pending:
                raise source.error(node.offset, f"'-' needs {role} before it.")
            types = self._type_words(node, nodes[index] if index < len(nodes) else None)
            index += 1
            result.extend(Typed(word, types) for word in pending)
            pending.clear()
        return result + [Typed(word, ()) for word in pending]

    def _separate_hyphens(self, items: Sequence[Node], *, declares: bool) -> Iterable[Node]:
        entries = {item.key for item in items if isinstance(item, Word)}
        for index, item in enumerate(items):
            if not isinstance(item, Word) or (item.text[0], item.text[-1]).count("-") != 1:
                yield item
                continue
            own = (
                item.text[0] != "-"
                and (
                    item.key[:-1] in entries  # then it is another entry
                    or self._ends_in_a_hyphen(item, items[index + 1 : index + 3], declares)
                )
            )
            if own:
                yield item
                continue
            bare = item.text.strip("-")
            self.log.repair(
                item.offset,
                "glued-hyphen",
                f"no space between the hyphen and the name in {item.text!r}",
                f"read as {bare!r} and a hyphen",
            )
            if item.text[0] == "-":
                yield Word("-", item.offset)
                yield Word(bare, item.offset + 1)
            else:
                yield Word(bare, item.offset)
                yield Word("-", item.offset + len(item.text) - 1)

    def _ends_in_a_hyphen(self, word: Word, after: Sequence[Node], declares: bool) -> bool:
        """Whether a name's own last character is the hyphen, which PDDL allows (``forks-0- - queue``).

        It is not where a type follows, and the name stands without the hyphen elsewhere or this is all that is
        said of it. Types are looked up unless they are about to be declared.
        """
        if any(isinstance(one, Word) and one.text == "-" for one in after):
            return True
        words = self.log.source.words
        bare, alone = words[word.key.rstrip("-")] > 0, words[word.key] == 1
        if not after:
            return not (bare and alone)
        named = declares or isinstance(after[0], Parenthesised) or after[0].key == OBJECT
        named = named or (isinstance(after[0], Word) and self.types.find(after[0].text) is not None)
        return not ((bare and named) or (bare and alone) or (named and alone))

    def _type_words(self, hyphen: Word, node: Node | None) -> tuple[Word, ...]:
        if node is None:
            self.log.repair(hyphen.offset, "missing-type", "no type follows '-'", "the type is object")
            return ()
        if isinstance(node, Word):
            return (node,)
        words = tuple(item for item in node.rest if isinstance(item, Word))
        if node.head != "either" or not words or len(words) != len(node.rest):
            raise self.log.error(
                node.offset, f"expected a type or (either type …) after '-', found {show(node)}."
            )
        return words

    # -- types ---------------------------------------------------------------------------------------

    def is_subtype(self, name: str, wanted: str) -> bool:
        """Whether objects of one type are objects of another."""
        return wanted == OBJECT or name == wanted or wanted in self.supertypes(name)

    def supertypes(self, name: str) -> set[str]:
        """All types above a type, without ``object``."""
        found: set[str] = set()
        stack = list(self.types.get(name, ()))
        while stack:
            above = stack.pop()
            if above not in found and above != OBJECT:
                found.add(above)
                stack.extend(self.types.get(above, ()))
        return found

    def narrowest(self, types: Iterable[str]) -> tuple[str, ...]:
        """The types of an object, which is of each of them, without those that others of them imply."""
        unique = list(dict.fromkeys(types))
        return tuple(
            name
            for name in unique
            if not any(other != name and self.is_subtype(other, name) for other in unique)
        ) or (OBJECT,)

    def reduced(self, types: Iterable[str]) -> tuple[str, ...]:
        """The types of a variable, which is of one of them, without those that others of them include."""
        unique = list(dict.fromkeys(types))
        return tuple(
            name
            for name in unique
            if not any(
                self.is_subtype(name, other) and not (self.is_subtype(other, name) and other > name)
                for other in unique
                if other != name
            )
        ) or (OBJECT,)

    def type_names(self, words: Sequence[Word]) -> tuple[str, ...]:
        """The declared types that a variable's entry in a typed list names; ``object`` when it names none."""
        return self.reduced([self.type_name(word) for word in words]) if words else (OBJECT,)

    def type_name(self, word: Word) -> str:
        """The declared type that a word names; declared now if need be."""
        if word.key == OBJECT:
            return OBJECT
        known = self.types.find(word.text)
        if known is not None:
            return known
        meant = self._meant_type(word.text)
        if meant is not None:
            self.respelled(word, meant, "type")
            return meant
        self.name(word, "a type", word.offset)
        self.log.repair(
            word.offset,
            "undeclared-type",
            f"type {word.text!r} is not declared. {suggestion(word.text, self.types)}",
            "it is declared under object",
        )
        self.types[word.text] = ()
        return word.text

    def _meant_type(self, name: str) -> str | None:
        """The declared type that an undeclared name is a spelling of, if that is clear.

        When there are several, one that some action asks for: an object of a type that no action takes
        would be out of everything's reach.
        """
        meant = [*self.types.alike(name)]
        if lemma(name) != name:
            meant += self.types.alike(lemma(name))
        if not meant:
            slips = self.types.slips(name)
            return slips[0] if len(slips) == 1 else None
        asked = [known for known in meant if {known, *self.supertypes(known)} & self.parameter_types]
        return (asked or meant)[0]

    def respelled(self, word: Word, meant: str, role: str) -> None:
        """Report that a word stands for a declared name."""
        self.log.tally(
            word.offset,
            "respelled-name",
            f"{word.text} → {meant}",
            f"{role} {word.text!r} is not declared. Did you mean {meant!r}?",
            lambda _, pairs: f"{role}s spelt differently from their declaration: {pairs}; read as declared",
            f"read as {meant!r}",
            role,
        )

    # -- objects -------------------------------------------------------------------------------------

    def declare_objects(self, items: Sequence[Node], role: str) -> None:
        """Add the entries of a typed list of constants or objects."""
        entries, most = self.typed_list(items, role), limits_in_force().objects
        if len(self.objects) + len(entries) > most:
            raise LimitError(
                f"{self.log.source.at(entries[0].word.offset)}: {len(self.objects) + len(entries):,} objects "
                f"are declared, above the ceiling of {most:,}. Leave out those that no plan needs, or raise "
                "`SearchLimits.objects`.",
                "objects",
                most,
            )
        for entry in entries:
            checkpoint("reading the objects")
            word = self._without_question_mark(entry.word)
            self.name(word, role, word.offset)
            types = self.narrowest(self.type_name(one) for one in entry.types)
            known = self.objects.find(word.text)
            if known is None:
                self.objects[word.text] = types
            elif known in self.implicit_objects:
                self.implicit_objects.discard(known)
                self.objects[known] = types
            else:
                self._redeclare(word, known, types)

    def _redeclare(self, word: Word, known: str, types: tuple[str, ...]) -> None:
        before = self.objects[known]
        merged = self.narrowest((*before, *types))
        alias = "" if known == word.text else f" as {known!r}, and PDDL ignores case"
        self.log.repair(
            word.offset,
            "duplicate-object",
            f"{word.text!r} is already declared{alias}",
            f"they are one object of type {' and '.join(merged)}",
        )
        self.objects[known] = merged

    def _without_question_mark(self, word: Word) -> Word:
        if word.text[0] != "?" or len(word.text) == 1:
            return word
        self.stray_question_mark(word)
        return Word(word.text[1:], word.offset + 1)

    def stray_question_mark(self, word: Word) -> None:
        """Report an object that is written as a variable."""
        self.log.tally(
            word.offset,
            "stray-question-mark",
            word.text,
            f"variable {word.text!r} is bound by no parameter or quantifier, but there is an object "
            f"{word.text[1:]!r}",
            lambda _, names: f"objects written as variables: {names}; read as the objects",
            "read as the object",
        )

    def guess_types(self, name: str, uses: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
        """The types of an undeclared object: by its name if that names a type, else by its uses.

        Args:
            uses: For each use, the types that the predicate takes there.
        """
        wanted = [types for types in dict.fromkeys(uses) if OBJECT not in types]
        stem = _NUMBERED.match(name)
        for candidate in (name, stem.group(1) if stem else name):
            for known in self.types.alike(candidate) if normalise(candidate) else ():
                if all(self.fits_object((known,), types) for types in wanted):
                    return (known,)
        for types in wanted:
            if all(self.fits_object(types, others) for others in wanted):
                return types
        return tuple(dict.fromkeys(name for types in wanted for name in types)) or (OBJECT,)

    def fits_object(self, have: Iterable[str], wanted: Iterable[str]) -> bool:
        """Whether an object, which is of each of its types, is of a wanted one."""
        wanted = tuple(wanted)
        return any(self.is_subtype(name, other) for name in have for other in wanted)

    def fits_variable(self, have: Iterable[str], wanted: Iterable[str]) -> bool:
        """Whether a variable, which is of one of its types, is sure to be of a wanted one."""
        wanted = tuple(wanted)
        return all(any(self.is_subtype(name, other) for other in wanted) for name in have)

    def objects_of(self, types: Iterable[str]) -> list[str]:
        """The objects that a variable of these types ranges over."""
        types = tuple(types)
        return [name for name, have in self.objects.items() if self.fits_object(have, types)]

    # -- predicates ----------------------------------------------------------------------------------

    def find_predicate(self, word: Word, arity: int) -> str | None:
        """The declared predicate that a word names, with its spelling repaired if that is clear."""
        known = self.predicates.find(word.text)
        if known is not None:
            return known
        meant = [*self.predicates.alike(word.text)] or self.predicates.slips(word.text)
        meant = [name for name in meant if len(self.predicates[name]) == arity]
        if len(meant) != 1:
            return None
        self.respelled(word, meant[0], "predicate")
        return meant[0]

    def declare_predicate(self, word: Word, arguments: Sequence[tuple[str, ...]]) -> str:
        """Declare a predicate from a use of it."""
        self.name(word, "a predicate", word.offset)
        self.log.repair(
            word.offset,
            "undeclared-predicate",
            f"predicate {word.text!r} is not declared. {suggestion(word.text, self.predicates)}",
            f"it is declared with {count(len(arguments), 'parameter')}",
        )
        self.implicit_predicates.add(word.text)
        self.predicates[word.text] = tuple(Variable(f"?x{i + 1}", types) for i, types in enumerate(arguments))
        return word.text

    def widen(self, predicate: str, index: int, types: tuple[str, ...]) -> None:
        """Let a predicate take arguments of more types."""
        parameters = list(self.predicates[predicate])
        old = parameters[index]
        parameters[index] = Variable(old.name, self.reduced((*old.types, *types)))
        self.predicates[predicate] = tuple(parameters)
