"""Domains for plans without files: a planning domain that knows by nouns what kind of thing each thing is.

A package adds one with an entry point of the group ``clamp.open_domains``: a function that makes an `OpenDomain`. With
it a scene that says only what is seen, from a file, a detector or a model's list, is enough to plan in; what kind of
thing a noun names that the domain does not know is asked, never guessed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from importlib import metadata
from pathlib import Path
from typing import Any, cast

from clamp import checks
from clamp.documents import Document
from clamp.errors import ClampError, SceneError
from clamp.perception.belief import Belief, Evidence, Fact
from clamp.perception.scene import Scene
from clamp.planning.task import Domain
from clamp.words.naming import words_of

GROUP = "clamp.open_domains"
"""The group of entry points."""
DEFAULT = "household"
"""The one that is meant where none is named."""

_SHOWN = 8


class UnknownKinds(SceneError):
    """It is not known what kind of thing some things are: a question, not a mistake.

    Attributes:
        names: Which things.
    """

    def __init__(self, message: str, names: Collection[str] = ()):
        super().__init__(message)
        self.names = tuple(names)


@dataclass(frozen=True)
class OpenDomain:
    """A domain that comes without a problem.

    Attributes:
        domain: What can be done, and of what kinds of things.
        nouns: The kind of what each noun names, in lower case and the singular: a type of the domain.
        unseen: Predicates of which nothing is known where a scene only says what is seen; all others do not hold then.
        assumed: What holds besides, given the domain, the kind of each thing, and the facts that are known.
    """

    domain: Domain
    nouns: Mapping[str, str]
    unseen: Collection[str]
    assumed: Callable[[Domain, Mapping[str, str], Collection[Fact]], Iterable[Evidence]]

    def kind_of(self, name: str) -> str | None:
        """The kind of a thing by its name: that of the longest noun that the name ends in; ``None`` if there is none.

        A number at the end does not count: ``red_cup_1`` is a cup.
        """
        words = _noun(name).split()
        for start in range(len(words)):
            noun = " ".join(words[start:])
            for one in (noun, *_singulars(noun)):
                if one in self.nouns:
                    return self.nouns[one]
        return None

    def fitting(
        self, scene: Scene, types: Mapping[str, str] | None = None, name: str = "the scene"
    ) -> tuple[Scene, dict[str, str]]:
        """A scene, and the kinds that are said of its things, in names that plans may have: a *desk lamp* is desk_lamp.

        Args:
            name: What the scene is called in messages.

        Raises:
            SceneError: If there is nothing in it, two things get one name, or its facts are of another domain.
        """
        if not scene.ids:
            raise SceneError(
                f"{name}: `entities` is empty, so there is nothing to plan with. Say which things there are."
            )
        known = {one.lower() for one in self.domain.predicates}
        strange = dict.fromkeys(fact[0] for fact in scene.facts or () if fact[0].lower() not in known)
        if strange:
            raise SceneError(
                f"{name}: its facts say {_few(strange)}, which the domain {self.domain.name!r} does not have; it is "
                "taken where none is given. Give the domain that they are of: --domain FILE."
            )
        names = {id: "_".join(id.split()) for id in scene.ids}
        called = list(names.values())
        twice = next((one for one in called if called.count(one) > 1), None)
        if twice is not None:
            raise SceneError(
                f"{name}: several things would be called {twice!r}: a name is one word. Call one otherwise."
            )
        told = {names.get(one, one): kind for one, kind in (types or {}).items()}
        return scene.renamed({id: new for id, new in names.items() if id != new}), told

    def kinds(self, scene: Scene, said: Mapping[str, str] | None = None) -> dict[str, str]:
        """The kind of each thing of a scene: as somebody says, as the scene says, or as its name does.

        Raises:
            UnknownKinds: If nobody says it.
            SceneError: If a kind is none of the domain's.
        """
        told = dict(said or {})
        strange = next((name for name in told if name not in scene.ids), None)
        if strange is not None:
            raise SceneError(
                f"`types` says what {strange!r} is, which the scene does not have; it has {_few(scene.ids)}."
            )
        types = {one.lower(): one for one in self.domain.types}
        found: dict[str, str] = {}
        open_: list[str] = []
        for id in scene.ids:
            entries = [one for one in scene.entities if one.id == id]
            given = told.get(id) or next((one.type for one in entries if one.type), None)
            kind = (
                given
                or self.kind_of(id)
                or next(filter(None, (self.kind_of(one.label) for one in entries)), None)
            )
            if kind is None:
                open_.append(id)
            elif kind.lower() not in types:
                raise SceneError(
                    f"{id!r} is said to be a {kind!r}, which the domain {self.domain.name!r} does not have; it has "
                    f"{', '.join(types.values())}."
                )
            else:
                found[id] = types[kind.lower()]
        if open_:
            raise UnknownKinds(
                f"What kind of thing is {_few(open_)}? No noun of the domain {self.domain.name!r} is known for it. Say "
                f"one of {', '.join(types.values())}: --type {open_[0]}=KIND, or a `type` in the scene.",
                open_,
            )
        return found

    def belief(
        self, scene: Scene, types: Mapping[str, str] | None = None, more: Belief | None = None
    ) -> Belief:
        """What is known of how things are where a scene says what is seen, and perhaps what holds.

        Args:
            types: Kinds of things, by name, that somebody says.
            more: What is known besides.

        Raises:
            UnknownKinds: If it is not known what kind of thing something is.
            SceneError: If the scene or what is known besides does not fit the domain.
        """
        kinds = self.kinds(scene, types)
        facts = scene.facts or ()
        told = [Evidence(fact, 1.0, "scene") for fact in facts]
        spoken = {fact[0] for fact in facts}
        known = {one.fact for one in (more.evidence if more is not None else ())}
        assumed = [one for one in self.assumed(self.domain, kinds, facts) if one.fact not in known]
        closed = [
            one
            for one in self.domain.predicates
            if scene.facts is not None or one in spoken or one not in self.unseen
        ]
        made = Belief(kinds, (*told, *assumed), closed_world=closed)
        if more is None:
            return made
        return replace(
            made,
            evidence=(*made.evidence, *more.evidence),
            one_of=more.one_of,
            true_from=more.true_from,
            false_to=more.false_to,
        )

    def with_nouns(self, more: Mapping[str, str]) -> OpenDomain:
        """The same that knows more nouns, as `read_nouns` gives them, or some otherwise."""
        return replace(self, nouns={**self.nouns, **{_noun(name): kind for name, kind in more.items()}})


def read_nouns(path: Path, domain: Domain) -> dict[str, str]:
    """Which kind of thing each noun names, as it is written: a file in YAML, of each type of a domain its nouns.

    Raises:
        SceneError: If it is no such file, names a type that the domain does not have, or a noun twice.
    """
    document = Document.read(path, "nouns", SceneError, "dish: [plate, bowl]")
    types = {one.lower(): one for one in domain.types}
    found: dict[str, str] = {}
    met: dict[str, str] = {}
    for kind, nouns in document.fields.items():
        if str(kind).lower() not in types:
            raise SceneError(
                f"{document.place([str(kind)])}: {kind!r} is no type of the domain {domain.name!r}; it has "
                f"{', '.join(types.values())}."
            )
        if not isinstance(nouns, list) or not all(
            isinstance(one, str) and one.strip() for one in cast("list[Any]", nouns)
        ):
            raise SceneError(f"{document.place([str(kind)])}: {kind} has a list of nouns: [plate, bowl].")
        for noun in cast("list[str]", nouns):
            if _noun(noun) in met and met[_noun(noun)] != types[str(kind).lower()]:
                raise SceneError(
                    f"{path}: {noun!r} is of the kinds {met[_noun(noun)]} and {kind}. It is of one."
                )
            found[noun] = met[_noun(noun)] = types[str(kind).lower()]
    return found


def _noun(name: str) -> str:
    """A name as it is looked up: in lower case, without a number at its end."""
    return re.sub(r"\s+\d+$", "", " ".join(words_of(name).lower().split()))


def open_domain(named: str | None = None) -> OpenDomain:
    """The domain of a name.

    Raises:
        SceneError: If no package brings one of that name, or it cannot be had.
    """
    entries = {one.name: one for one in metadata.entry_points(group=GROUP)}
    name = named or DEFAULT
    if name not in entries:
        listed = ", ".join(sorted(entries)) or "none; the package clamp-worlds brings household"
        raise SceneError(
            f"There is no domain {name!r} to plan in without files; those that are installed: {listed}."
        )
    try:
        made = entries[name].load()()
    except ClampError:
        raise
    except Exception as error:  # theirs may be anything
        raise SceneError(f"The domain {name!r} cannot be had: {type(error).__name__}: {error}.") from error
    return checks.instance(f"the domain {name}", made, OpenDomain, SceneError, what="an OpenDomain")


def _singulars(noun: str) -> Iterable[str]:
    if noun.endswith("ies"):
        yield f"{noun[:-3]}y"
    if noun.endswith("ves"):
        yield f"{noun[:-3]}fe"
        yield f"{noun[:-3]}f"
    if noun.endswith("es"):
        yield noun[:-2]
    if noun.endswith("s") and not noun.endswith("ss"):
        yield noun[:-1]


def _few(names: Iterable[str]) -> str:
    found = list(names)
    more = f" and {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
    return f"{', '.join(map(repr, found[:_SHOWN])) or 'nothing'}{more}"
