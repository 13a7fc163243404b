"""Other names for things, so that ids are copied from the prompt rather than remembered."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from embedded_vlm.instructions import NAMES, split_id


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


_ADJECTIVES = _words(
    """
    red green blue yellow white black brown orange purple pink grey golden silver dark light small large
    tall short round square flat deep shallow thin thick old new clean shiny dull wooden metal glass
    plastic paper stone clay steel copper iron ceramic striped spotted plain painted broken empty full
    heavy soft hard warm cold sweet sour salty spicy fresh dry frozen raw baked fried boiled smoked big
    little narrow wide
    """
)
_NOUNS = _words(
    """
    apple pear banana orange lemon lime cherry grape melon peach plum tomato potato onion carrot pepper
    corn bean pea rice bread bun cake pie cookie cracker cheese egg ham fish chicken beef pasta noodle
    soup sauce syrup honey jam sugar salt flour oil vinegar mustard mayo tea coffee cocoa water soda
    cola beer can jar bottle box bag carton tin tube cup mug glass bowl plate pot pan kettle pitcher jug
    tray basket bin bucket spoon fork knife ladle whisk peeler grater sponge cloth towel soap brush toy
    car ball block doll robot drum book pen pencil ruler eraser stapler tape clock lamp candle vase
    flower plant phone remote camera radio battery key coin hammer screw drill wrench glove hat scarf
    shoe sock shirt mask dice card puzzle magnet cube ring whistle shell feather rock brick tile chip
    bar stick roll packet sachet pudding yogurt cereal biscuit muffin donut waffle pretzel nut almond
    walnut raisin olive pickle mushroom garlic ginger
    """
)
_SYLLABLES = _words(
    """
    ba be bo da di do fa fi go ka ki ko la le lo ma mi mo na ne no pa po ra re ri ro sa si so ta te to
    va vi zo zu
    """
)


def new_name(random: Random) -> tuple[str, tuple[str, ...]]:
    """A type name such as ``striped_jar``, and what people call it."""
    noun = "".join(random.choices(_SYLLABLES, k=random.randint(2, 3))) if random.random() < 0.25 else ""
    noun = noun or random.choice(_NOUNS)
    shape = random.random()
    if shape < 0.3:
        words = [noun]
    elif shape < 0.75:
        words = [random.choice(_ADJECTIVES), noun]
    elif shape < 0.9:
        words = [random.choice(_NOUNS), noun]
    else:
        words = [random.choice(_ADJECTIVES), random.choice(_NOUNS), noun]
    full = " ".join(words)
    called = (full,) if len(words) == 1 or random.random() < 0.5 else (full, full, " ".join(words[-2:]))
    return "_".join(words), called


def other_name(kind: str, random: Random) -> tuple[str, tuple[str, ...]]:
    """Another name for a kind that keeps its noun, such as ``striped_bowl``, and what people call it."""
    *adjectives, noun = kind.split("_")
    words: list[str] = []
    while not words or "_".join(words) in NAMES:
        words = [*random.sample(_ADJECTIVES, random.choice((0 if adjectives else 1, 1, 1, 2))), noun]
    full = " ".join(words)
    return "_".join(words), (full, full, noun)


class Renaming:
    """New names for some of a scene's types, the same everywhere in one prompt.

    Args:
        movable: The types of things that can be picked up: any name will do.
        fixed: Those of all others, which keep their noun: it says what can be done with them.
        share: How many of them get another name, 0 to 1.
    """

    def __init__(self, movable: Iterable[str], fixed: Iterable[str], share: float, random: Random):
        self.kinds: dict[str, str] = {}
        self.called: dict[str, tuple[str, ...]] = {}
        anything = set(movable)
        taken = set(NAMES)
        for kind in sorted(anything.union(fixed)):
            if kind in anything and random.random() < 0.65:
                name, called = new_name(random)
            else:
                name, called = other_name(kind, random)
            if random.random() < share and name not in taken:
                taken.add(name)
                self.kinds[kind] = name
                self.called[kind] = called

    def __call__(self, entity: str) -> str:
        """The id under the new names: ``butter_1`` → ``striped_jar_1``."""
        kind = split_id(entity)[0]
        return self.kinds[kind] + entity[len(kind) :] if kind in self.kinds else entity
