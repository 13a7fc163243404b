"""From pictures of coloured blocks to a belief in the words of a blocks domain.

It hides what a domain calls things (*on*, *ontable*, *clear*, *handempty*) and blocks (by their colours). What is sure
enough is said as known; where arrangements come too near to one another, the facts in which they differ are unknown.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from clamp.errors import SceneError
from clamp.perception import Belief, Evidence, Scene
from clamp.perception.belief import ASSUMED, Fact
from clamp.planning.task import Domain
from clamp_worlds.blocks.eyes import COLOURS, Sighting, calibration, look

if TYPE_CHECKING:
    from PIL import Image

NAME = "blocks"
"""The source of what is seen so."""

_BLOCK_TYPES = ("block", "cube", "brick", "box")
_HAND_TYPES = ("robot", "arm", "hand", "gripper", "agent", "manipulator")
_ON = ("on", "is-on", "stacked-on", "on-top-of", "on-block")
_TABLE = ("ontable", "on-table", "on_table", "onfloor", "on-floor", "is-on-table")
_CLEAR = ("clear", "is-clear", "top-clear")
_EMPTY = ("handempty", "arm-empty", "hand-empty", "gripper-empty", "armempty", "empty", "free", "hand-free")
_FULL = ("holding", "handfull", "hand-full", "handful", "held", "holds")


@dataclass(frozen=True)
class _Words:
    """What a domain calls what is seen."""

    on: str
    table: str
    clear: str | None
    empty: tuple[str, ...]
    full: tuple[str, ...]
    block: str | None
    hands: tuple[str, ...]


def _words(domain: Domain) -> _Words | None:
    def called(names: Sequence[str], arities: Sequence[int]) -> list[str]:
        return [
            one
            for one, places in domain.predicates.items()
            if one.lower().replace("_", "-") in {name.replace("_", "-") for name in names}
            and len(places) in arities
            and one not in domain.derived
        ]

    on, table, clear = called(_ON, (2,)), called(_TABLE, (1,)), called(_CLEAR, (1,))
    if len(on) != 1 or len(table) != 1 or len(clear) > 1:
        return None
    kinds = {
        kind for place in (*domain.predicates[on[0]], *domain.predicates[table[0]]) for kind in place.types
    }
    block = next(iter(kinds)) if len(kinds) == 1 else None
    if block is None or (block.lower() not in _BLOCK_TYPES and block != "object"):
        return None
    empty, full = called(_EMPTY, (0, 1)), called(_FULL, (1, 2))
    known = {*on, *table, *clear, *empty, *full}
    if any(one not in known and one not in domain.derived for one in domain.predicates):
        return None  # there is something to see that nobody looks at
    hands = tuple(one for one in domain.types if one.lower() in _HAND_TYPES)
    return _Words(
        on[0],
        table[0],
        next(iter(clear), None),
        tuple(empty),
        tuple(full),
        None if block == "object" else block,
        hands,
    )


def observer(domain: Domain) -> BlockObserver | None:
    """Who sees the blocks of a domain; ``None`` where it is about something else."""
    words = _words(domain)
    return None if words is None else BlockObserver(domain, words)


class BlockObserver:
    """Sees cubes in six colours, one of each at most."""

    name = NAME

    def __init__(self, domain: Domain, words: _Words) -> None:
        self._domain, self._words = domain, words

    def observe(
        self,
        images: Mapping[str, Image.Image],
        objects: Mapping[str, str | None],
        *,
        instruction: str = "",
        scene: Scene | None = None,
    ) -> Belief:
        """The state that pictures of one moment show.

        Args:
            images: Views, by name.
            objects: What is known to be there, each with its type; without any, blocks are found and called by their
                colours.
            instruction: What is asked for: a block whose colour it names is there, seen or not.
            scene: Of no account.

        Raises:
            SceneError: If a picture cannot be used, none shows a block, or a block has no colour in its name.
        """
        blocks = self._blocks(objects)
        said = re.findall(r"[a-z]+", instruction.lower())
        named = {*blocks} or {one for one in COLOURS if one in said}
        sighting = look(images, named)
        if objects:
            strange = [one for one in sighting.present if one not in blocks]
            if strange:
                raise SceneError(
                    f"A {strange[0]} block is seen, which is not among the objects: {', '.join(objects)}."
                )
        else:
            blocks = {one: one for one in sighting.present}
        kinds = dict.fromkeys(blocks.values(), self._words.block)
        hands = {name: kind for name, kind in objects.items() if name not in kinds}
        if not objects:
            hands = {kind: kind for kind in self._words.hands}
        return Belief(
            {**kinds, **hands},
            (*self._seen(sighting, blocks), *self._assumed(blocks, hands)),
            self._one_of(blocks),
            true_from=_KNOWN,
            false_to=1 - _KNOWN,
        )

    def _blocks(self, objects: Mapping[str, str | None]) -> dict[str, str]:
        """The block of each colour.

        Raises:
            SceneError: If a block's name says no colour that can be told, or two say the same.
        """
        found: dict[str, str] = {}
        for name, kind in objects.items():
            if kind is not None and self._words.block is not None and kind != self._words.block:
                continue
            colours = [one for one in COLOURS if one in re.findall(r"[a-z]+", name.lower())]
            if len(colours) != 1:
                raise SceneError(
                    f"The block {name!r} has no colour in its name by which it can be found in a picture; colours are "
                    f"{', '.join(COLOURS)}."
                )
            if colours[0] in found:
                raise SceneError(
                    f"{found[colours[0]]!r} and {name!r} are both {colours[0]}, and blocks are told by their colours."
                )
            found[colours[0]] = name
        return found

    def _seen(self, sighting: Sighting, blocks: Mapping[str, str]) -> list[Evidence]:
        """What is known, and the facts in which the arrangements differ that may as well be so."""
        words = self._words
        taken = sighting.confidence >= calibration().take_from
        best = sighting.likeliest

        def said(fact: Fact, probability: float, holds: bool) -> Evidence:
            # Arrangements are weighed as wholes: if the likeliest is sure enough, so is each fact of it.
            if taken:
                probability = max(probability, _TAKEN) if holds else min(probability, 1 - _TAKEN)
            return Evidence(fact, min(max(probability, _LEAST), 1 - _LEAST), NAME)

        found: list[Evidence] = []
        for upper, name in blocks.items():
            found.append(said((words.table, name), sighting.on(upper, None), best[upper] is None))
            for lower, other in blocks.items():
                if lower == upper:
                    found.append(Evidence((words.on, name, name), 0.0, ASSUMED))
                else:
                    found.append(
                        said((words.on, name, other), sighting.on(upper, lower), best[upper] == lower)
                    )
            if words.clear is not None:
                free = upper not in best.values()
                found.append(said((words.clear, name), sighting.clear(upper), free))
        return found

    def _assumed(self, blocks: Mapping[str, str], hands: Mapping[str, str | None]) -> list[Evidence]:
        """Nothing is held: hands are not looked at."""
        found: list[Evidence] = []
        for predicate, truth in [(one, 1.0) for one in self._words.empty] + [
            (one, 0.0) for one in self._words.full
        ]:
            places = self._domain.predicates[predicate]
            facts: list[Fact] = [(predicate,)]
            for place in places:
                fits = [
                    name
                    for name, kind in {**dict.fromkeys(blocks.values(), self._words.block), **hands}.items()
                    if kind is None or kind in place.types or place.types == ("object",)
                ]
                facts = [(*fact, name) for fact in facts for name in fits]
            found += [Evidence(fact, truth, ASSUMED) for fact in facts]
        return found

    def _one_of(self, blocks: Mapping[str, str]) -> tuple[tuple[Fact, ...], ...]:
        """A block stands on the table or on one other; on it stands one other, or nothing."""
        words, names = self._words, list(blocks.values())
        groups: list[tuple[Fact, ...]] = []
        for name in names:
            others = [one for one in names if one != name]
            groups.append(((words.table, name), *((words.on, name, one) for one in others)))
            if words.clear is not None:
                groups.append(((words.clear, name), *((words.on, one, name) for one in others)))
        return tuple(groups)


_KNOWN = 0.9
"""From this probability on a fact is known."""
_TAKEN = 0.95
"""How probable a fact of an arrangement is at least that is taken as a whole."""
_LEAST = 1e-4
"""No picture makes anything certain."""
