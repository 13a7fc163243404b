"""Which entity a name means: a cascade of comparisons that says how it knows, or abstains (canonicalisation).

The stages, each asked only if those before it could not tell: *exact* (the id or the label, whatever its
case, separators and article), *alias* (the user's table), *fuzzy* (edit distance over sorted words, for
slips of the pen), *embedding* (any function from texts to vectors), *words* (the noun of one label only, and
nothing that this label does not say: "bowls" or "the black bowl" for an akita black bowl) and *synonym* (the
same with common words for one thing, where nothing is called by the word that was used). A stage that finds
several entities that fit ends the cascade: the name is ambiguous, and nothing is guessed.
"""

# pyright: reportMissingImports=false, reportUnknownVariableType=false, reportUnknownMemberType=false

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray
from rapidfuzz import fuzz, process

from clamp.errors import HostError, SceneError
from clamp.words import english
from clamp.words.naming import words_of

Stage = Literal["exact", "alias", "fuzzy", "embedding", "words", "synonym", "partial", "requery", "none"]
"""How a name was found; *partial* and *requery* are said of detectors' labels (see `detection`)."""
Embedder = Callable[[list[str]], ArrayLike]
"""Texts to vectors, shape [texts, dimensions]."""

_CANDIDATES = 5
_WORDS, _SYNONYM = 0.95, 0.9  # scores of names that fit by their words


@dataclass(frozen=True, slots=True)
class Match:
    """What became of a name.

    Attributes:
        name: As it was given.
        entity: The entity that it means; ``None`` if none was found, or several.
        stage: Where the cascade ended; ``"none"`` if no stage knew anything.
        score: How well the entity fits, 0 to 1; without one, how well the best candidate does.
        candidates: Entities that it may mean, with scores, best first; where `entity` is ``None``.
        reason: One sentence that says why there is no entity; empty when there is one.
    """

    name: str
    entity: str | None
    stage: Stage
    score: float
    candidates: tuple[tuple[str, float], ...] = ()
    reason: str = ""

    def __str__(self) -> str:
        if self.entity is not None:
            return f"{self.name!r} is {self.entity} ({self.stage}, {self.score:.2f})"
        return f"{self.name!r} is not resolved: {self.reason}"

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "name": self.name,
            "entity": self.entity,
            "stage": self.stage,
            "score": self.score,
            "candidates": [list(pair) for pair in self.candidates],
            "reason": self.reason,
        }


class Matcher:
    """Finds the entities that names mean.

    Args:
        entities: The canonical ids.
        labels: Words for some of them; by default each id's own (``red_cup_1`` is a ``red cup``).
        aliases: The user's table: other names of an entity. An alias of a label means whatever has the label.
        accept: From which score on a fuzzy match is taken.
        abstain: Scores from here to `accept` are too close to refuse and too far to take: the name stays
            unresolved, and its candidates are listed.
        margin: How much better than every other entity a fuzzy or embedded match must be.
        embed: Texts to vectors, for names that share no letters with their entity (``mug`` for ``cup``).
        embed_accept, embed_abstain: As `accept` and `abstain`, for the cosine of the vectors.

    Raises:
        SceneError: If an id is given twice, an alias means an unknown entity, or a threshold makes no sense.
    """

    def __init__(
        self,
        entities: Iterable[str],
        *,
        labels: Mapping[str, str] | None = None,
        aliases: Mapping[str, str] | None = None,
        accept: float = 0.85,
        abstain: float = 0.6,
        margin: float = 0.05,
        embed: Embedder | None = None,
        embed_accept: float = 0.8,
        embed_abstain: float = 0.6,
    ) -> None:
        self.entities = tuple(entities)
        if len(set(self.entities)) < len(self.entities):
            twice = next(name for name in self.entities if self.entities.count(name) > 1)
            raise SceneError(f"The entity {twice!r} is listed twice.")
        for low, high in ((abstain, accept), (embed_abstain, embed_accept)):
            if not 0 <= low <= high <= 1:
                raise SceneError(
                    f"The thresholds are abstain = {low} and accept = {high}, but they lie between 0 and 1, "
                    "abstain at most accept."
                )
        self.accept, self.abstain, self.margin = accept, abstain, margin
        self.embed_accept, self.embed_abstain = embed_accept, embed_abstain
        self._embed = embed
        given = labels or {}
        self.labels = {name: given.get(name, words_of(name)) for name in self.entities}
        self._names: dict[str, list[str]] = {}
        for name in self.entities:
            self._names.setdefault(_key(name), []).append(name)
        self._labelled: dict[str, list[str]] = {}
        for name, label in self.labels.items():
            self._labelled.setdefault(_key(label), []).append(name)
        self._aliases = {_key(alias): self._meaning(alias, of) for alias, of in (aliases or {}).items()}
        self._vectors: NDArray[np.float64] | None = None

    def _meaning(self, alias: str, of: str) -> list[str]:
        found = self._exact(of)
        if not found:
            near = process.extractOne(of, self.entities, score_cutoff=60)
            hint = f" Did you mean {near[0]!r}?" if near else ""
            raise SceneError(f"The alias {alias!r} stands for {of!r}, but there is no such entity.{hint}")
        return found

    def named(self, name: str) -> tuple[str, ...]:
        """The entities that a name means exactly or by alias; several where equal things have one label."""
        return tuple(self._exact(name) or self._aliased(name))

    def match(self, name: str) -> Match:
        """The entity that a name means, or why it is not known."""
        stages: tuple[tuple[Stage, list[str]], ...] = (
            ("exact", self._exact(name)),
            ("alias", self._aliased(name)),
        )
        for stage, found in stages:
            if len(found) == 1:
                return Match(name, found[0], stage, 1.0)
            if found:
                return self._ambiguous(name, stage, [(one, 1.0) for one in found])
        found = self._settled(name, "fuzzy", self._fuzzy(name), self.accept, self.abstain)
        if found.entity is None and found.score < self.accept and self._embed is not None:
            known = self._settled(
                name, "embedding", self._embedded(name), self.embed_accept, self.embed_abstain
            )
            if known.entity is not None:
                return known
            if found.stage == "none":
                found = known
        if found.entity is None and found.score < self.accept:
            for stage, score, fits in self._by_words(name):
                if len(fits) == 1:
                    return Match(name, fits[0], stage, score)
                if fits:
                    listed = {one for one, _ in found.candidates}
                    if listed == set(fits):
                        return found
                    return self._ambiguous(name, stage, [(one, score) for one in fits])
        return found

    def match_all(self, names: Iterable[str]) -> tuple[Match, ...]:
        """`match` of each name, in order."""
        return tuple(self.match(name) for name in names)

    def _exact(self, name: str) -> list[str]:
        if name in self.labels:
            return [name]
        for key in (_key(name), _bare(name)):
            found = self._names.get(key) or self._labelled.get(key)
            if found:
                return found
        return []

    def _aliased(self, name: str) -> list[str]:
        return self._aliases.get(_key(name)) or self._aliases.get(_bare(name)) or []

    def _by_words(self, name: str) -> Iterator[tuple[Stage, float, list[str]]]:
        """What has the noun of a name and all that it says beside; first by the same words."""
        numbers, words = _numbers(name), english.plain(_key(words_of(name)).split())
        if not words:
            return
        labels = [
            (entity, english.plain(_key(label).split()))
            for entity, label in self.labels.items()
            if not numbers or numbers == _numbers(entity)
        ]
        labels = [(entity, own) for entity, own in labels if own]
        joined = "".join(words)
        found = [entity for entity, own in labels if english.same_noun("".join(own), joined)]
        if not found:
            found = [entity for entity, own in labels if _fits(words, own, english.same_noun)]
        yield "words", _WORDS, found
        if not any(english.same_noun(words[-1], own[-1]) for _, own in labels):
            yield "synonym", _SYNONYM, [own for own, at in labels if _fits(words, at, english.synonymous)]
        else:
            known = [own for own, at in labels if _fits(words, at, _alike_but_for_the_noun)]
            yield "synonym", _SYNONYM, known

    def _fuzzy(self, name: str) -> list[tuple[str, float]]:
        """Every entity with its likeness, best first."""
        numbers, words = _numbers(name), _key(name)
        label = _key(words_of(name))
        scored: list[tuple[str, float]] = []
        for entity in self.entities:
            if numbers and numbers != _numbers(entity):
                continue  # red_cup_3 is no misspelling of red_cup_1
            likeness = [fuzz.token_sort_ratio(label, _key(self.labels[entity]))]
            if numbers:
                likeness.append(fuzz.token_sort_ratio(words, _key(entity)))
            score = max(likeness) / 100
            if not _slip(label.split(), _key(self.labels[entity]).split()):
                score = min(score, self.accept - 0.01)  # another word, perhaps
            scored.append((entity, max(0.0, score)))
        return sorted(scored, key=lambda pair: -pair[1])

    def _embedded(self, name: str) -> list[tuple[str, float]]:
        assert self._embed is not None
        if self._vectors is None:
            self._vectors = unit_vectors(self._embed([self.labels[entity] for entity in self.entities]))
        cosines = self._vectors @ unit_vectors(self._embed([words_of(name)]))[0]
        numbers = _numbers(name)
        scored = [
            (entity, float(min(1.0, max(0.0, cosine))))
            for entity, cosine in zip(self.entities, cosines, strict=True)
            if not numbers or numbers == _numbers(entity)
        ]
        return sorted(scored, key=lambda pair: -pair[1])

    def _settled(
        self, name: str, stage: Stage, scored: Sequence[tuple[str, float]], accept: float, abstain: float
    ) -> Match:
        """Take the best, abstain, or know nothing."""
        best = scored[0][1] if scored else 0.0
        near = [pair for pair in scored if pair[1] >= max(abstain, best - self.margin)]
        if not near:
            return Match(name, None, "none", best, (), "nothing is called anything like it.")
        if best < accept:
            found = tuple(pair for pair in scored if pair[1] >= abstain)[:_CANDIDATES]
            return Match(
                name,
                None,
                stage,
                best,
                found,
                f"{_listed(found)} is near, but not near enough to be sure (from {accept:.2f} on). Give it "
                "as an alias if it is meant.",
            )
        if len(near) > 1:
            return self._ambiguous(name, stage, near)
        return Match(name, near[0][0], stage, best)

    def _ambiguous(self, name: str, stage: Stage, found: Sequence[tuple[str, float]]) -> Match:
        few = tuple(found[:_CANDIDATES])
        reason = f"it may mean {_listed(few)}. Give it as an alias of the one that is meant."
        return Match(name, None, stage, found[0][1], few, reason)


def _listed(pairs: Iterable[tuple[str, float]]) -> str:
    return " or ".join(f"{name} ({score:.2f})" for name, score in pairs)


def _key(name: str) -> str:
    """A name's words and numbers, whatever its case and separators."""
    return " ".join(re.findall(r"[^\W\d_]+|\d+", name.lower()))


def _bare(name: str) -> str:
    """The same without articles and the like."""
    words = _key(name).split()
    while len(words) > 1 and words[0] in english.LEADING:
        words = words[1:]
    return " ".join(words)


def _fits(words: Sequence[str], label: Sequence[str], same: Callable[[str, str], bool]) -> bool:
    """Whether a label has the noun of a name, its last word, and whatever else the name says."""
    rest = label[:-1]
    return same(words[-1], label[-1]) and all(any(same(one, own) for own in rest) for one in words[:-1])


def _alike_but_for_the_noun(one: str, other: str) -> bool:
    """Grey is gray, but where there is a mug, a mug is no cup."""
    says_how = one in english.MODIFIERS or other in english.MODIFIERS
    return english.same_noun(one, other) or (says_how and english.synonymous(one, other))


def _slip(words: Sequence[str], label: Sequence[str]) -> bool:
    """Whether a name has the words of a label, but for order, number and slips of the pen."""
    left = list(label)
    nouns = {words[-1], label[-1]} if words and label else set[str]()

    def cut(one: str, other: str) -> bool:  # "blac bowl", but a noun that is cut may be another one
        return nouns.isdisjoint((one, other)) and other == one + other[-1:] and len(one) >= 4

    for same in (english.same_noun, english.misspelt, cut):
        rest: list[str] = []
        for word in words:
            found = next((own for own in left if same(word, own)), None)
            if found is None:
                rest.append(word)
            else:
                left.remove(found)
        words = rest
    return not words and not left


def _numbers(name: str) -> tuple[str, ...]:
    return tuple(re.findall(r"\d+", name))


def unit_vectors(vectors: ArrayLike) -> NDArray[np.float64]:
    """What an embedder returned, as vectors of length 1, shape [texts, dimensions]; nothing stays nothing.

    Raises:
        SceneError: If it is no finite vector for each text.
    """
    array = np.asarray(vectors, dtype=np.float64)
    if array.ndim != 2 or not np.isfinite(array).all():
        raise SceneError(
            f"The embedding function returned shape {array.shape}; it returns a finite vector for each text, "
            "[texts, dimensions]."
        )
    norms = np.linalg.norm(array, axis=1, keepdims=True)
    return array / np.where(norms > 0, norms, 1.0)


# sentence-transformers is only partly typed.


def sentence_embedder(model: str | os.PathLike[str], *, device: str | None = None) -> Embedder:
    """A sentence embedding model, as `Matcher` takes it; needs ``pip install 'clamp-planning[embeddings]'``.

    Args:
        model: A Hugging Face name or a folder, such as ``sentence-transformers/all-MiniLM-L6-v2``.
        device: By default CUDA where there is a device, otherwise the CPU.

    Raises:
        HostError: If the library or the model is not there, or cannot be loaded.
    """
    name = os.fspath(model)
    try:
        from sentence_transformers import SentenceTransformer
    except ImportError as error:
        raise HostError(
            "Matching names by meaning needs sentence-transformers: pip install 'clamp-planning[embeddings]'."
        ) from error
    try:
        loaded: Any = SentenceTransformer(
            name, device=device, trust_remote_code=False, model_kwargs={"use_safetensors": True}
        )
    except Exception as error:  # every backend raises its own
        raise HostError(
            f"The embedding model {name!r} cannot be loaded: {error} Is it a sentence-transformers model, or "
            "a folder that holds one?"
        ) from error

    def embed(texts: list[str]) -> Any:
        return loaded.encode(texts, convert_to_numpy=True, show_progress_bar=False)

    return embed
