"""How English words change: plurals of nouns, forms of verbs, British and American spelling."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

_PAST: Mapping[str, tuple[str, ...]] = {
    "put": ("put",), "take": ("took", "taken"), "break": ("broke", "broken"), "throw": ("threw", "thrown"),
    "cut": ("cut",), "set": ("set",), "find": ("found",), "leave": ("left",), "light": ("lit", "lighted"),
    "go": ("went", "gone"), "shut": ("shut",), "hold": ("held",), "bring": ("brought",), "give": ("gave", "given"),
    "eat": ("ate", "eaten"), "read": ("read",), "sit": ("sat",), "stand": ("stood",), "lie": ("lay", "lain"),
    "sleep": ("slept",), "wake": ("woke", "woken"), "drink": ("drank", "drunk"), "run": ("ran", "run"),
    "spin": ("spun",), "get": ("got", "gotten"), "let": ("let",), "lay": ("laid",), "wear": ("wore", "worn"),
    "hang": ("hung",), "send": ("sent",), "make": ("made",), "draw": ("drew", "drawn"), "drive": ("drove", "driven"),
    "freeze": ("froze", "frozen"), "fly": ("flew", "flown"), "shake": ("shook", "shaken"), "tear": ("tore", "torn"),
    "wind": ("wound",), "sweep": ("swept",), "blow": ("blew", "blown"), "dig": ("dug",), "feed": ("fed",),
    "keep": ("kept",), "load": ("loaded", "laden"), "move": ("moved",), "swing": ("swung",), "write": ("wrote",
    "written"),
    "undo": ("undid", "undone"), "do": ("did", "done"), "unwind": ("unwound",), "stick": ("stuck",),
    "lend": ("lent",), "ride": ("rode", "ridden"), "mow": ("mowed", "mown"), "sow": ("sowed", "sown"), "sew": ("sewed",
    "sewn"), "ring": ("rang", "rung"), "sing": ("sang", "sung"), "grow": ("grew", "grown"), "know": ("knew", "known"),
    "show": ("showed", "shown"), "hide": ("hid", "hidden"), "bite": ("bit", "bitten"), "catch": ("caught",),
    "buy": ("bought",), "sell": ("sold",), "tell": ("told",), "say": ("said",), "pay": ("paid",), "build": ("built",),
    "bend": ("bent",), "spend": ("spent",), "bind": ("bound",), "grind": ("ground",), "lead": ("led",),
    "meet": ("met",),
    "lose": ("lost",), "forget": ("forgot", "forgotten"), "choose": ("chose", "chosen"), "speak": ("spoke", "spoken"),
    "bear": ("bore", "borne"), "beat": ("beat", "beaten"), "hit": ("hit",), "split": ("split",), "spread": ("spread",),
    "shed": ("shed",), "burn": ("burned", "burnt"), "spill": ("spilled", "spilt"), "spoil": ("spoiled", "spoilt"),
    "weave": ("wove", "woven"), "begin": ("began", "begun"), "shrink": ("shrank", "shrunk"), "sling": ("slung",),
    "strike": ("struck",), "rise": ("rose", "risen"), "fall": ("fell", "fallen"), "tread": ("trod", "trodden"),
    "melt": ("melted", "molten"), "seek": ("sought",), "teach": ("taught",), "win": ("won",), "see": ("saw", "seen"),
}  # fmt: skip
_PLURALS: Mapping[str, str] = {
    "knife": "knives", "shelf": "shelves", "leaf": "leaves", "loaf": "loaves", "half": "halves", "mouse": "mice",
    "person": "people", "child": "children", "man": "men", "woman": "women", "foot": "feet", "tooth": "teeth",
    "fish": "fish", "sheep": "sheep", "scissors": "scissors", "goggles": "goggles", "gloves": "gloves",
    "tomato": "tomatoes",
    "potato": "potatoes", "wolf": "wolves",
}  # fmt: skip
_DOUBLED = re.compile(r"(?:.*[^aeiou])?[aeiou][bdglmnprt]")
_UNSTRESSED = frozenset(["open", "water", "empty", "enter", "visit", "edit", "cover", "uncover", "order", "lower",
    "filter",
                         "deliver", "power", "trigger", "monitor", "offer", "alter", "gather", "shelter", "loosen",
                         "tighten",
                         "fasten", "unfasten", "untighten", "label", "unlabel", "level", "travel", "inspect",
                         "moisten", "sharpen",
                         "flatten", "reopen", "soften", "harden", "weaken", "strengthen", "darken", "button",
                         "transfer_", "limit"])  # fmt: skip


def certain_pasts() -> Iterator[str]:
    """*took*, *went*: pasts that are no participle, too."""
    return (made[0] for base, made in _PAST.items() if len(made) > 1 and made[0] not in (base, made[1]))


def plural(noun: str) -> str:
    """The plural of a noun of one or more words: *acid tanks*."""
    *before, last = noun.split()
    return " ".join([*before, _plural(last)])


def _plural(word: str) -> str:
    if word in _PLURALS:
        return _PLURALS[word]
    if word.endswith(("s", "x", "z", "ch", "sh")):
        return f"{word}es"
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return f"{word[:-1]}ies"
    return f"{word}s"


def gerunds(verb: str) -> Iterator[str]:
    """*switching off*"""
    return iter(_inflected(verb, _gerunds))


def pasts(verb: str) -> Iterator[str]:
    """*switched off*, *took out* and *taken out*"""
    return iter(_inflected(verb, _pasts))


def thirds(verb: str) -> Iterator[str]:
    """*switches off*"""
    return iter(_inflected(verb, _thirds))


_KEPT = 1 << 14
"""So many words' forms are kept: each domain asks for those of the same verbs, many times over."""


@lru_cache(_KEPT)
def _inflected(verb: str, forms: Callable[[str], Iterator[str]]) -> tuple[str, ...]:
    """The verb with its inflected word in each of some forms: the first one, or the second of two as one."""
    if whole := _compounded(verb):
        return tuple(f"{whole[0]} {form}" for form in _inflected(whole[1], forms))
    head, rest = _split(verb)
    return tuple(f"{form}{rest}" for form in forms(head))


def _gerunds(head: str) -> Iterator[str]:
    if head.endswith("ie"):
        yield f"{head[:-2]}ying"
    elif head.endswith("e") and not head.endswith(("ee", "ye", "oe")):
        yield f"{head[:-1]}ing"
    elif _doubles(head):
        yield f"{head}{head[-1]}ing"
    else:
        yield f"{head}ing"
        if head.endswith("l"):
            yield f"{head}ling"


def _pasts(head: str) -> Iterator[str]:
    prefix = next(
        (one for one in ("re", "un", "over") if head.startswith(one) and head[len(one) :] in _PAST), ""
    )
    if head in _PAST:
        yield from _PAST[head]
    elif prefix:
        yield from (f"{prefix}{form}" for form in _PAST[head.removeprefix(prefix)])
    elif head.endswith("e"):
        yield f"{head}d"
    elif head.endswith("y") and head[-2:-1] not in "aeiou":
        yield f"{head[:-1]}ied"
    elif _doubles(head):
        yield f"{head}{head[-1]}ed"
    else:
        yield f"{head}ed"
        if head.endswith("l"):
            yield f"{head}led"


def _thirds(head: str) -> Iterator[str]:
    if head.endswith("y") and head[-2:-1] not in "aeiou":
        yield f"{head[:-1]}ies"
    else:
        yield f"{head}es" if head.endswith(("s", "sh", "ch", "x", "z", "o")) else f"{head}s"


_COMPOUNDED = frozenset(
    ["ride", "drive", "clean", "dry", "wash", "check", "start", "fry", "freeze", "cook", "read"]
)


def _split(verb: str) -> tuple[str, str]:
    head, space, rest = verb.partition(" ")
    return head, space + rest


def _compounded(verb: str) -> tuple[str, str] | None:
    """What a compound verb begins with, and the verb that ends it: *test-ride* is *test-ridden*."""
    before, _, last = verb.rpartition(" ")
    return (before, last) if before and last in _COMPOUNDED else None


def _doubles(head: str) -> bool:
    if head in _UNSTRESSED or len(head) < 3:
        return False
    vowels = len(re.findall(r"[aeiouy]+", head))
    final = _DOUBLED.fullmatch(head) is not None and not re.search(r"[aeiou]{2}[a-z]$", head)
    return final and (vowels == 1 or (head.startswith(("un", "re")) and vowels == 2))


@lru_cache(_KEPT)
def spellings(word: str) -> tuple[str, ...]:
    """The word, and how it is spelt on the other side of the Atlantic."""
    return tuple(_spellings(word))


def _spellings(word: str) -> Iterator[str]:
    yield word
    other = re.sub(r"(?<=[a-z]{3})iz(?=e\b|ed\b|es\b|ing\b)", "is", word)
    if other != word:
        yield other
    back = re.sub(r"(?<=[a-z]{3}[^aeiou])is(?=e\b|ed\b|es\b|ing\b)", "iz", word)
    if back != word:
        yield back
    for one, two in (("ll", "l"), ("our", "or"), ("colour", "color")):
        if re.search(rf"{one}(?=ed\b|ing\b)", word):
            yield re.sub(rf"{one}(?=ed\b|ing\b)", two, word)
