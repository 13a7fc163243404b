"""Which statements tell a fact and so ask for nothing: by their subject and their finite verb, known words or not.

English requires by a modal, an imperative, a passive (*the floor gets mopped*), a verb of place or possession (*the lid
stays on*, *it has its label on*), or by how a thing is to be (*the vans are locked*). A statement of somebody or
something with another finite verb tells how things are: *the brush scratches the wood*, *somebody always trips*.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from clamp.words.english import these
from clamp.words.forms import certain_pasts

NOT_DONE = these(
    "tired scared excited bored crowded limited retired used frightened stressed worried annoyed pleased interested "
    "concerned convinced delighted wooden golden rotten frozen swollen mistaken wicked naked rugged supposed mixed "
    "squashed rated damaged spoiled ruined stolen bitten robbed poisoned scratched trampled stained cracked broken "
    "even red seven ten"
)
"""Participles that tell how something is, or what harm was done, and not what is to be done to it."""
_ASKS = these(
    "must should shall may need needs ought want wants except unless until till if when whenever while before "
    "once instead without rather please let ensure sure allowed forbidden permitted required supposed "
    "expected meant mandatory compulsory obligatory essential necessary crucial vital "
    "nor neither none nothing everything anything whatever which whose afterwards first last next then both each "
    "every all everybody everyone anybody anyone robot ignore disregard instruction instructions rule rules override "
    "system prompt slowly gently carefully"
)
"""What asks for something, limits it, or tells when: with one of these, words are not told to be a fact here."""
_WANTING = these(
    "go come stay remain belong keep leave wait follow precede get need want require have start begin end finish "
    "stop share use hold contain carry wear run open close sit stand lie hang rest live take receive serve feed give "
    "put bring make clean wash work sleep eat do be become turn move touch face point read hold show join meet count"
)
"""Verbs by which a statement may say how things are to be: *the cup goes there*, *the cake waits*."""
_BE = these("is are was were")
_BECOMING = these("go come get run stop start end turn")
"""Those of them that tell what comes of it, too: *otherwise it goes cold*, *they come off otherwise*."""
_MIGHT = these("could might would")
_WILL = these("will would could might")
_NOT = these("not never always still just only often usually sometimes also really already simply even ever")
_MAY_ASK = re.compile(
    r"\b(?:goes|go|comes|come|gets|get|ends|end|starts|start|begins|begin|moves|move|returns|return)"
    r"(?: up| down| back| out| away| over| straight)? (?:in|on|into|onto|to|inside|under|at|with|by|before|after|"
    r"behind|next|near|between|first|last|second|again) (?!(?:[a-z]+ )?nerves |a mess |(?:the|that|this) way )"
    r"|(?<!\bwe )(?<!\bi )(?<!\byou )\b(?:gets?|receives?) (?:a|an|its|their|another|one) (?!bit |little |lot )"
    r"|\b(?:has|have) (?:got )?(?:its|their|the|his|her|a|an|to be) (?:[a-z]+ ){0,2}[a-z]{2,}ed $"
    r"|(?<!\bi )(?<!\bwe )\b(?:has|have) (?:got )?(?:its|their|the|his|her|a|an) (?:[a-z]+ ){0,2}"
    r"(?:on|off|in|out|up|down|closed|shut) $"
    r"|\b(?:follows?|precedes?|includes?|applies|apply|means? (?:the|a|all|every)|stays?|remains?|keeps?|waits?|"
    r"belongs?) "
    r"|\b(?:ends?|winds?) up |\bleaves? (?:the|its|their) "
    r"|\b(?:does|do|can|will|could) not (?:ever )?(?:get|go|leave|touch|meet|share|come|be|become|move|enter|exceed|"
    r"have) "
    r"|\bnever (?:meets?|mix(?:es)?|shares?|touch(?:es)?|gets?|goes|go|leaves?|comes?) "
    r"|\b(?:is|are) (?:never|always) (?![a-z]+ing |in (?:a|the) |at |so |such |too |a |the |here |there |on )"
    r"|\bcould (?:do with|use) |\b(?:off limits|taboo|mine|yours|ours|hers|theirs|out of bounds|private) "
    r"|\b(?:likes?|hates?|loves?|prefers?) (?:(?:it|them|him|her|everything|things) (?!a lot|very|so |too |best|when |"
    r"that |here |there |if |to )[a-z]|to be )"
    r"|(?<!\bit )(?<!they )\b(?:is|are) (?:not )?(?:on|off|open|closed|shut) $"
    r"|\b(?:at|by|in|towards) the end |\bat all times |\bit is wrong "
)
"""What a statement may ask for: where something is put, what it is to get, to wear or to keep, how it is to end."""
_DEGREE = these("very rather too so quite nearly almost far pretty awfully terribly extremely half")
_ODD = these("nearly almost too half")
"""*nearly empty*: no state that a plan could be asked for."""
_OBJECTS = these("it them him her me us you that this themselves itself himself herself")
_DETERMINERS = these(
    "the a an my our his her its their your some most this that these those one two three four"
)
_FUNCTION = these(
    "of and or but so as for to in on at by with from into onto over under than like about up down off out away back "
    "the a an my our his her its their your some most this that these those it they them him he she i we you us me who"
)
_TOLD = frozenset(certain_pasts()) | these(
    "felt happened arrived died complained slipped tripped fainted laughed cried seemed looked appeared"
)
_PAST = _TOLD | these("lost burst left found heard told said thought caught had meant kept")
"""Pasts; the last ones are participles, too, so that of a thing they may say how it is to be: *the lid left off*."""
_NUMBERS = "one|two|three|four|five|six|some|most|many|half|several|a few|a couple|the rest|the last|each"
_OF_THEM = re.compile(
    rf"(?:(?:the )?(?:{_NUMBERS}) of (?:them|us|those|these)|(?:that|this) one|the others|the other one|"
    r"these ones|those ones) "
)
_SAID = re.compile(
    r"you (?:know|see|remember|understand|know very well) (?:what|how|why|that) (?:it|they|he|she|we|i|things) "
    r"(?:is|are|am)(?: like)? "
    r"|(?:it|they|he|she|that) (?:is|are) (?:all |both )?(?:only|just|purely|merely) (?:there )?for "
    r"(?:show|decoration|display|looks|fun|ornament|effect|a laugh) "
    r"|(?:it|they|he|she) (?:is|are) (?:right|fine|good|perfect|perfectly good|all right|okay|ok|happy) as "
    r"(?:it|they|he|she) (?:is|are) "
    r"|(?:they|he|she|it|the [a-z]+|[a-z]+) (?:do|does) (?:that|it|this|those|so) "
    r"(?:themselves|himself|herself|itself) "
    r"|(?:they|we|you) (?:are|are not) on (?:speaking|good|bad|friendly|first name) terms "
)
"""Whole statements of a fixed shape."""
_WHEN = re.compile(
    r"(?:(?:only )?(?:(?:last|the other|one) )?(?:week|month|year|time|night|summer|winter|day|evening|morning|monday|"
    r"tuesday|wednesday|thursday|friday|saturday|sunday)|yesterday|these days|nowadays|sometimes|too often|in the past|"
    r"before now) (?:, )?"
)
_ENDING = re.compile(
    r"(?: (?:otherwise|anyway|though|mind you|mind|you see|you know|you know|already|any more|these days|nowadays|"
    r"every time|all the time|at the moment|right now|at present|just now|again|soon|enough))+ $"
)


class Facts:
    """Statements of facts, for the words of a domain.

    Args:
        own: The words of what can be done or be so.
        things: Tells whether a word names things of the domain.
    """

    def __init__(self, own: frozenset[str], things: Callable[[str], bool]) -> None:
        self._own = own
        self._things = things

    def are_set(self, words: str) -> bool:
        """Whether words are a statement of a fixed shape that asks for nothing."""
        return _SAID.fullmatch(words) is not None

    @staticmethod
    def may_ask(words: str) -> bool:
        """Whether a statement may tell how things are to be."""
        return _MAY_ASK.search(words) is not None

    def are_told(self, words: str, because: bool) -> bool:
        """Whether words state a fact that can ask for nothing.

        Args:
            because: Said as a reason, or as what comes of not doing so: *otherwise …*.
        """
        because = because or words.endswith(" otherwise ")
        words = _ENDING.sub(" ", _WHEN.sub("", words, count=1))
        said = words.split()
        if not 2 <= len(said) <= 14 or not all(re.fullmatch(r"[a-z']+", one) for one in said):
            return False
        if not _ASKS.isdisjoint(said):
            return False
        subject, verb = self._subject(said, words)
        return 0 < verb < len(said) and self._tells(subject, said, verb, because)

    def _subject(self, said: Sequence[str], words: str) -> tuple[str, int]:
        """Of what a statement is, and where its verb is: a pronoun, me, us, somebody, or what a noun names."""
        several = _OF_THEM.match(words)
        if several is not None:
            return "pronoun", self._after_adverbs(said, len(several[0].split()))
        first = said[0]
        if first in ("it", "they", "he", "she"):
            return "pronoun", self._after_adverbs(said, 1)
        if first in ("that", "this", "there") and (
            said[1] in _BE or said[1] in _MIGHT or said[1].endswith("s")
        ):
            return "there" if first == "there" else "pronoun", 1
        if first in ("i", "we", "you"):
            return first, self._after_adverbs(said, 1)
        if first in ("somebody", "someone", "people", "nobody"):
            return first, self._after_adverbs(said, 1)
        bare = first not in _DETERMINERS
        for at in range(1 if bare else 2, min(len(said), 6)):
            word, who = said[at], said[0 if bare else 1 : at]
            if bare and not _FUNCTION.isdisjoint(one for one in who if one != "and"):
                return "", 0
            if any(
                one in ("that", "which", "who", "where", "as", "for", "to", "with", "not", "no", "i")
                for one in who
            ):
                return "", 0
            named = "thing" if any(map(self._things, who)) else "other"
            if word in _BE or word in ("has", "have") or word in _MIGHT:
                return named, at
            if word in ("does", "do") and said[at + 1 : at + 2] == ["not"]:
                return named, at
            if bare or any(one in _FUNCTION for one in who if one not in ("of", "them")):
                continue
            verb = self._after_adverbs(said, at)
            follows = said[verb + 1 : verb + 2]
            third = (
                said[verb : verb + 1] and said[verb].endswith("s") and not said[verb].endswith(("ss", "'s"))
            )
            if said[verb : verb + 1] and said[verb] in _TOLD and said[verb] not in self._own:
                return named, verb
            joined = not follows or follows[0] in _FUNCTION or follows[0] in _OBJECTS
            if (
                third
                and not self._things(said[verb])
                and follows
                and joined
                and follows[0] not in ("and", "or")
            ):
                return named, verb
            if third is False and who[-1].endswith("s") and follows and follows[0] in _OBJECTS:
                return named, verb
        return "", 0

    @staticmethod
    def _after_adverbs(said: Sequence[str], at: int) -> int:
        while at < len(said) and said[at] in _NOT:
            at += 1
        return at

    def _tells(self, subject: str, said: Sequence[str], verb: int, because: bool) -> bool:
        word, rest = said[verb], list(said[verb + 1 :])
        rest = rest[self._after_adverbs(rest, 0) :]
        denied = "not" in said[verb : verb + 2] or subject == "nobody"
        if any(map(self._things, rest)) and not (subject in ("i", "we") and word in _PAST):
            return False
        if subject != "you" and (word in _BE or word in _MIGHT):
            if word in _MIGHT:
                if rest[:1] in (["do"], ["use"]):  # it could do with a wash
                    return False
                rest = rest[1:] if rest[:1] == ["be"] else rest
            if not rest or rest[0] == "to":
                return False
            graded = rest[0] in _DEGREE
            own = self._own - ({rest[1]} if len(rest) > 1 and rest[0] in _ODD else set[str]())
            progressive = rest[0] == "being" or (rest[0].endswith("ing") and rest[0] not in ("standing", "lying",
                "hanging", "sitting", "facing", "resting", "pointing", "leaning"))  # fmt: skip
            if rest[0] == "being":
                return word in ("is", "are") and not own & set(rest)
            if own & set(rest) or _done_to(rest):
                return False
            if subject in ("somebody", "someone", "people", "nobody"):
                return progressive or word in _MIGHT
            if progressive:
                return subject != "we"
            if subject == "thing":
                return graded or because
            covered = rest[0] == "covered"
            return (
                subject in ("other", "pronoun")
                and "no" not in rest
                and (graded or because or covered or subject == "other")
            )
        if word in ("has", "have", "had"):
            rest = rest[1:] if rest[:1] == ["got"] else rest
            if not rest or rest[0] in ("to", "been", "no", "better", "best"):
                return False
            if subject in ("i", "we") and _participle(rest[0]):
                return True
            if self._named_own(rest) or rest[-1] in (
                "on",
                "off",
                "up",
                "in",
                "out",
                "down",
                "closed",
                "shut",
            ):
                return False
            possessed = rest[0] in ("a", "an", "one", "two", "three", "only", "some", "more", "enough")
            return (
                subject in ("i", "we", "somebody", "someone", "people")
                or (possessed and subject == "pronoun")
                or (_participle(rest[0]) and subject in ("other", "pronoun"))
            )
        if subject == "you":
            return because and word in _WILL and bool(rest) and not self._named_own(rest)
        if word in _WILL:
            return (
                because
                and denied is False
                and bool(rest)
                and not self._named_own(rest)
                and not _done_to(rest)
            )
        if subject in ("i", "we", "there", ""):
            return (
                word in _PAST
                and subject in ("i", "we")
                and word not in self._own
                and not self._named_own(rest)
            )
        if word in ("do", "does"):
            rest = rest[1:] if rest[:1] == ["not"] else rest
            return denied and bool(rest) and rest[0] not in _WANTING and not self._own & set(rest)
        if word in _PAST:
            return not self._named_own(rest)
        base = _base(word)
        if word in self._own or base in self._own:
            return False
        if subject == "nobody":
            return base in (
                "like",
                "love",
                "know",
                "care",
                "mind",
                "understand",
                "remember",
                "believe",
                "see",
                "hear",
            )
        if base in _WANTING or word in _WANTING:
            return because and base in _BECOMING and len(rest) < 3 and not self._named_own(rest)
        if subject == "pronoun" or subject in ("somebody", "someone", "people"):
            single = (
                said[0] in ("it", "he", "she", "that", "this", "somebody", "someone") or "one" in said[:verb]
            )
            if single and not word.endswith("s"):
                return False
            return not self._own & set(rest) - _FUNCTION
        return not self._own & set(rest) - _FUNCTION

    def _named_own(self, rest: Sequence[str]) -> bool:
        """Whether what can be done or be so is named, but as what there is so much of: *one set of stands*."""
        return any(
            one in self._own
            and one not in _FUNCTION
            and "of" not in (*rest[at + 1 : at + 2], *rest[:at][-1:])
            for at, one in enumerate(rest)
        )


def _base(word: str) -> str:
    """*go* of *goes*; of another word, the word."""
    if word.endswith("ies"):
        return f"{word[:-3]}y"
    if word.endswith(("shes", "ches", "sses", "xes", "zes", "oes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def _participle(word: str) -> bool:
    return word.endswith(("ed", "en")) or word in (
        "seen",
        "lost",
        "had",
        "left",
        "gone",
        "broken",
        "heard",
        "found",
    )


def _done_to(rest: Sequence[str]) -> bool:
    """Whether a passive may be meant, which may be how it is to be done: *is mopped*; but *is covered in crumbs*."""
    at = 1 if rest[0] in _DEGREE else 0
    word = rest[at] if at < len(rest) else ""
    if not word.endswith(("ed", "en")) or word in NOT_DONE:
        return False
    return not (word == "covered" and rest[at + 1 : at + 2] and rest[at + 1] in ("in", "with"))
