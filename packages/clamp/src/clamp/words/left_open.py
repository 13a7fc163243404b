"""Words that leave open whether anything is asked, or of which things: *need not*, *any lamp*, *all five* of two.

Whatever reads such a sentence would have to guess, so people are asked before anything reads it.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from clamp.words.english import COUNTS, same_noun
from clamp.words.naming import plain
from clamp.words.orders import Orders, Unclear

_NO_DUTY = re.compile(
    r"\b(?:need(?:s)? ?n[o']t|needn['’]?t|might(?: not|n['’]?t)|mayn['’]?t"
    r"|(?:do|does)(?: not|n['’]?t) (?:need|have|has) to|(?:is|are)(?: not|n['’]?t) (?:required|obliged) to"
    r"|no need (?:to|for)|not necessar(?:y|ily)"
    r"|(?<!you )(?<!robot )(?<!we )(?<!nobody )may not (?:be|stay|remain|need|have))\b",
    re.I,
)
"""Says that something does not have to be, or perhaps is not; not that it is not to be."""
_DENIED = re.compile(
    r"\b(?:not|no|never|none|nothing|nobody|nor|neither|without|avoid|if|whether|unless|except)\b|n['’]t\b",
    re.I,
)
_SOME = re.compile(
    r"\b(?:any|some(?! (?:light|music|air|heat|warmth|water)\b)|several|most|few|either"
    r"|(?:one|half|two|three|part|couple) of)\b(?: of\b)?",
    re.I,
)
_BOTH = re.compile(r"\bboth\b(?: of\b)?", re.I)
_COUNTED = re.compile(rf"\b(?:({'|'.join(sorted(COUNTS))})|(\d+))\b(?! of\b|['’])", re.I)
_ORDINAL = re.compile(
    r"\bthe (?:(?P<second>other|second|2nd)|(?P<third>third|3rd)|(?P<fourth>fourth|4th)) "
    r"(?!(?:one|half|part|side|end)\b)",
    re.I,
)
_WHICHEVER = re.compile(
    r"""[,.;!-]?\ *(?:and\ |but\ )?\b(?:i\ (?:really\ )?do(?:n['’]?t|\ not)\ (?:care|mind)\ which(?:\ one)?
    |(?:it\ )?does(?:n['’]?t|\ not)\ matter\ which(?:\ one)?|(?:no\ matter|never\ mind)\ which(?:\ one)?
    |(?:either|any)(?:\ one|\ of\ them)?\ (?:will|would)\ do|(?:either|any)(?:\ one|\ of\ them)?\ is\ (?:fine|ok|okay)
    |(?:one|either)\ of\ (?:the\ two|them)\ (?:is\ enough|will\ do)|either\ is\ enough
    |whichever(?:\ one)?\ (?:you\ (?:like|prefer)|suits\ you|is\ (?:nearest|closest|easiest|easier))
    |your\ choice|you\ (?:choose|pick))\b""",
    re.I | re.X,
)
_NAMED = r"(?:the|my|our|his|her) \w+(?: (?!(?:in|on|at|to|into|onto|from|off|out|up|down|and|or)\b)\w+)?"
_EITHER = re.compile(rf"(?P<either>\beither )?\b(?P<this>{_NAMED}) or (?P<that>{_NAMED})", re.I)
_ONE_ORDER_OR_OTHER = re.compile(
    r"\W*(?P<one>\w+ [^,;.!?]+?),? or (?P<other>(?!(?:the|my|our)\b)\w+ [^,;.!?]+)[,;.!?]", re.I
)
_SOME_OF = re.compile(r"\bsome ([a-z]+)\b")
_ONE_OF = re.compile(
    r"\b(?:one|either|any)(?: one)? of (?:the|my|our|your|these|those|his|her|their) ([a-z]+)\b"
    r"|\b(?:a|an|one) ([a-z]+)\b",
    re.I,
)


def whichever(sentence: str, names: Collection[str]) -> list[str]:
    """A sentence that leaves it to whoever hears it which of several things is taken, once with each of them named.

    *Put one of the mugs away, either will do*; *put some peat in the stove*, of ``peat_1`` and ``peat_2``; *put either
    the mug or the bowl away*. Empty where no words say that it does not matter.

    Args:
        names: What things are called.
    """
    called = [plain(name) for name in names]
    for some in _SOME_OF.finditer(sentence):
        alike = [one for one in called if re.fullmatch(rf"{some[1]} ?\d+", one)]
        if len(alike) > 1 and not some[1].endswith("s"):
            return [sentence.replace(some[0], f"the {one}", 1) for one in alike]
    alike = _WHICHEVER.search(sentence) is not None
    if (found := _EITHER.search(sentence)) and (alike or (found["either"] and found.start())):
        return [_WHICHEVER.sub("", sentence.replace(found[0], found[one], 1)) for one in ("this", "that")]
    if alike and (orders := _ONE_ORDER_OR_OTHER.match(sentence)):
        return [orders["one"], orders["other"]]
    if not alike:
        return []
    for found in _ONE_OF.finditer(sentence):
        noun = (found[1] or found[2]).lower()
        alike = [one for one in called if same_noun(noun, re.sub(r" ?\d+$", "", one).split()[-1])]
        if len(alike) > 1:
            named = [_WHICHEVER.sub("", sentence.replace(found[0], f"the {one}", 1)) for one in alike]
            return [re.sub(r"^[\s,.;!-]*(?:but\s|so\s|and\s)?\s*", "", one, flags=re.I) for one in named]
    return []


def left_open(sentence: str, orders: Orders) -> Unclear | None:
    """What a sentence leaves open by its own words, as it is told to people; ``None`` where it does not.

    Args:
        sentence: What a person asks for.
        orders: Tells what a noun phrase may name.
    """
    if found := no_duty(sentence):
        return Unclear(f"{found!r} may permit it, or say how things are. Say what is to be so in the end.")
    for found in _SOME.finditer(sentence):
        before = re.split(r"[,;:.!?]|\b(?:and|but|then)\b", sentence[: found.start()])[-1]
        named = next((one for one, _ in orders.first_named(sentence[found.end() :])), ())
        if len(named) > 1 and not _DENIED.search(before):
            return Unclear(f"{found[0]!r} leaves open which, of {', '.join(named)}. Say which, or say all.")
    for found in _BOTH.finditer(sentence):
        named = orders.first_named(sentence[found.end() :])
        if named and named[0][1] != "and" and not any(len(one) == 2 for one, _ in named):
            spoken = [name for fits in orders.spoken(sentence[: found.start()]) for name in fits]
            where = {place for name in spoken for place in orders.places_of(name)}
            if len(where & {*named[0][0]}) == 2:
                continue  # *the curtains in both rooms*, where only two have any
            return Unclear(f"{found[0]!r} speaks of two, and here is {', '.join(named[0][0])}. Say which.")
    for found in _COUNTED.finditer(sentence):
        count = COUNTS[found[1].lower()] if found[1] else int(found[2])
        fits = [one for one, _ in orders.first_named(sentence[found.end() :])]
        if count > 1 and fits and all(len(one) < count for one in fits):
            return Unclear(f"{found[0]!r} are more than there are: {', '.join(fits[0])}. Say which.")
    for found in _ORDINAL.finditer(sentence):
        count = 2 if found["second"] else 3 if found["third"] else 4
        fits = [one for one, _ in orders.first_named(sentence[found.end() :])]
        if (
            fits
            and all(len(one) < count for one in fits)
            and not orders.first_named(sentence[found.start() :])
        ):
            return Unclear(f"There is no {found[0].strip()[4:]} one beside {', '.join(fits[0])}. Say which.")
    return None


def both_of(sentence: str, orders: Orders) -> list[tuple[str, ...]]:
    """The two things that each *both* of a sentence speaks of: *both windows in the hall* may be of one only."""
    pairs: list[tuple[str, ...]] = []
    for found in _BOTH.finditer(sentence):
        named = orders.first_named(sentence[found.end() :])
        if named and named[0][1] != "and":
            pairs += [one for one, _ in named if len(one) == 2][:1]
    return pairs


def no_duty(sentence: str) -> str:
    """The words by which a sentence permits rather than asks; empty where there are none."""
    found = _NO_DUTY.search(sentence)
    return found[0] if found else ""
