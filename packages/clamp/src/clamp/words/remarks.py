"""Which words beside a demand are a remark: they state something, ask for nothing and restrict nothing.

*It's on a diet*, *the vet takes their blood*, *we'd lose our licence*, *I don't mind which*: no list says which, but
the shape of a statement, its tense, and of whom it speaks. What may be a demand for all that is none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property

from clamp.words.facts import NOT_DONE, Facts
from clamp.words.forms import certain_pasts
from clamp.words.lexicon import ASKING, Lexicon
from clamp.words.wording import PARTICLES


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _each_of(text: str) -> frozenset[str]:
    return frozenset(text.split("|"))


_STANDING = _each_of(
    "no exceptions|no excuses|no ifs or buts|no ifs no buts|full stop|period|end of story|i mean it|safety first|"
    "i will not say it again|i have not got all day|we have not got all day|i do not have all day|trust me|"
    "believe me|do not ask me why|do not ask why|do not ask|you know why|you have been warned|i am watching you|"
    "is that clear|is that understood|that is an order|this is important|that is important|it is important|"
    "those are the rules|that is the rule|thanks|thank you|thanks a lot|thank you very much|many thanks|cheers|"
    "please|understood|got it|i do not mind which|i do not mind which one|i do not care which|"
    "i do not care which one|either will do|either is fine|it does not matter which|no matter which|no dawdling|"
    "no dilly dallying|no messing about|do you hear|do you hear me|okay|ok|"
    "hello|hi|hello robot|hi robot|good morning|good evening|good afternoon|sorry|sorry about that|no hurry|"
    "no rush|good luck|have fun|simple as that|it is already where it should be|"
    "it is where it should be|it is where it belongs|it is fine where it is|they are fine where they are|"
    "they are already where they should be|it is as simple as that|that is all|that is it|off you go"
)
"""What stands alone and asks for nothing."""


_DEMANDING = (
    ASKING
    | _words(
        "fine okay ok want wants need needs require requires expect prefer ask order mean say said tell told forbid "
        "demand wish allowed forbidden permitted prohibited supposed stays stay remain remains goes go belong "
        "belongs keep "
        "kept leave leaves instead except unless one ones other others another same different more less least most two "
        "three four five six several nothing none neither nor nobody everything anything whatever which who "
        "whose ignore "
        "disregard instruction instructions rules override system prompt treat mark report cleaned done standing lying "
        "facing hanging pointing resting sitting leaning afterwards beforehand finally last next eventually "
        "soon right left "
        "upright upside sits sit stands stand lies lie hangs hang rests rest lives live comes come touch "
        "touches share shares "
        "slowly gently"
    )
) - _words("not all have has at by do no or every each but make ever up out only")
"""What is no part of a remark: it may ask for something, tell when, or say to what a demand does not extend."""
_HARD = _words(
    "must should shall may need needs want wants except unless instead forbidden allowed permitted prohibited supposed "
    "require requires expect prefer order demand forbid ignore disregard instruction instructions rules "
    "override system "
    "prompt only ensure sure please robot never always"
)
"""What asks for something, whoever is spoken of."""
_IN_PASSING = _words("always never only") | ((_DEMANDING | _words("again")) - _HARD)
"""What tells no more than when or how a remark itself is so, where that is of the past or of somebody else."""
_OF_ITSELF = _words("always never when if after while once again by then last then both")
"""The same, where it is of what a pronoun stands for: *it bites when hungry*."""
_SET_APART = re.compile(
    r"\b(?:only|just|meant|reserved|solely|kept|exclusively|strictly|there|aside) for "
    r"|\bfor (?:[a-z]+ )+(?:only|alone)\b"
)
_WHOSE_RULE = re.compile(r"(?:(?:it|that) is )?(?:not )?(?:my|our|the|[a-z]+'s) (?:rule|rules|orders|idea) ")
_HAZARDOUS = re.compile(
    r"(?:a |an |the )?(?:[a-z]+ ){1,3}(?:is|are) (?:a |an |such a |quite a |a real |a serious )?(?:hazard|risk|"
    r"nightmare|"
    r"nuisance|danger|mess|waste|disaster|pain|trap|menace|health hazard|fire hazard|fire risk) "
)
_ALL_THE_SAME = re.compile(
    r"(?:i (?:do not|would not) (?:really )?(?:mind|care)|it does not (?:really )?matter|no matter|never mind|"
    r"it makes no difference|it is all the same(?: to me)?|that is up to you|it is up to you|you choose|you decide|"
    r"your choice|the choice is yours|(?:either|any)(?: one| of them| of the two)? (?:is fine|will do|is okay)|"
    r"there is (?:no|not enough|no more) (?:room|space) for) "
)
_NO_CHOICE = _words(
    "except unless not only but never must should than without nor or apart instead until before after"
)
_CLOCK = re.compile(
    r"\bat (?:\d+|two|three|four|five|six|seven|eight|nine|ten|noon|midnight)(?: o'clock)? |\b(?:last|next) "
    r"(?=week |month |"
    r"year |time |night |summer |winter |monday |tuesday |wednesday |thursday |friday |saturday |sunday )"
)
_BECAUSE = re.compile(
    r"(because(?: of)?|since|as|for|after all(?: ,)?|otherwise(?: ,)?|or else(?: ,)?|or|and|but|you see(?: ,)?) "
    r"(?!not )"
)
_TOLD = _words("because since otherwise")
_DEMANDS = re.compile(
    r"\b(?:has|have|had|is|are|am|was|were|be|got|ought|needs?|going|not) to |\b(?:i|we) would (?:like|love|"
    r"prefer) |\bhad (?:better|best) "
)
_DONE_TO = re.compile(
    r"\b(?:is|are|be|get|gets) (?:[a-z]+ly |not |all |to be |always |never )*([a-z]+(?:ed|en)) "
)
_HARM = re.compile(
    r"(?:only |just )?(?:ruin|hurt|burn|break|spoil|damage|scald|injure|regret|wreck|trip|slip|fall|blow|flood|"
    r"scratch|wake|"
    r"scare|frighten|upset|spill|drop|lose|jam|crack|kill|poison|choke|electrocute|set off|be sorry|never know|"
    r"see why) "
)
_WHETHER = _words(
    "if when whenever unless until till while once that which who whose either whether provided case"
)
"""After these *or* may go on: *if it leaks or it smells*."""
_PAST = frozenset(
    [
        *certain_pasts(),
        "was",
        "were",
        "had",
        "did",
        "saw",
        "felt",
        "came",
        "looked",
        "seemed",
        "arrived",
        "happened",
        "appeared",
        "complained",
        "died",
        "slipped",
        "tripped",
        "fainted",
        "laughed",
        "cried",
    ]
)
_BE = _words("is are was were has have had would could might does did am")
_PRONOUNS = _words("it they he she i we")
_NOT_VERBS = _words("too also and or in on at to with back either first then as from of for one s")
_DETERMINERS = _words("the a an my our his her its their your some most this that these those")
_NOBODY = _words(
    "you i we it they he she robot moment minute second instant time first last only next rule that which who "
    "when where "
    "if as before after until while of and or the a an with"
)
"""What is in no noun phrase of which something is stated."""
_PEOPLE = _words("someone somebody people children kids neighbours guests folk they customers visitors")
_HAPPENS = _words(
    "rust squeak leak smell tip fall break burn scratch stain slip jam stick drip let bite kick hate love like "
    "scare get go "
    "make cost look sound seem hurt upset wobble rattle trip spoil melt dry overheat shrink fade spill crack shatter "
    "explode flood wake frighten drop harden curdle tear rot wilt die dent chip tarnish clog block crumble disagree "
    "complain react come sleep work live eat take know see hear play"
)
"""What a thing does that asks for nothing, where nothing else tells that it is a statement."""
_ASKS = _words(
    "must should shall may can not never ought only to no nobody nothing none neither please avoid"
)
_IMPERATIVE = _words(
    "keep leave make ensure never always please get have check see remember take put first only just no do"
)
_LITTLE = _words("up out off down in back over away to of and the a an for get gets")

_HOW = re.compile(r"\b(?:how|what|who|as) (?:it|they|he|she|i|we|you|things) (?:is|are|am) $")
_ELLIPSIS = re.compile(
    r" (?:do|does|did|is|are|was|were|has|have|had|can|could|may|might|must|shall|should|will|would)(?: not| never)? $"
)
"""What says of another thing what was said before: *but the cup does not*."""


class Remarks:
    """What is a remark, for a lexicon."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon

    def are_one(self, words: str, beside: str = "", told: bool = False, apart: bool = False) -> bool:
        """Whether words state something, and can ask for nothing and restrict nothing that is asked for.

        Args:
            beside: What it stands beside: what that says of how things are, it may ask for, too.
            told: Whether it is said as a reason by what follows: *…, so*.
            apart: Whether it stands apart from what is asked for, as a sentence does: it is no part of a list.
        """
        words = re.sub(r" , not (?:mine|ours) $", " ", f"{words.strip(' ,;–')} ")
        if words.strip() in _STANDING or _WHOSE_RULE.fullmatch(words):
            return True
        words = re.sub(r"^(?:which|who) ", "it ", _CLOCK.sub("", words))
        words = re.sub(r"^i (?:keep|kept) (?=[a-z]+ing )", "i ", words)
        words = re.sub(r"\b(?<=who )wants? to [a-z]+ |(?<=who )wants? ", "", words)
        because = _BECAUSE.match(words)
        if because is not None:
            words = words[because.end() :]
            told = told or because[1].split()[0] in _TOLD
        if self._facts.are_set(words):
            return True
        if self._facts.may_ask(words):
            return False
        if _SET_APART.search(words):  # that says for what else it is not
            return False
        if re.match(r"the (?:very )?(?:second|moment|minute|instant) ", words):  # that says when
            return False
        if _HAZARDOUS.fullmatch(words):
            return True
        if self._facts.are_told(words, told) and not self._misspelt(words.split()):
            return True
        said = [one for one in words.replace("each other", "").split() if one not in (",", ";", "–")]
        same = _ALL_THE_SAME.match(words)
        if same is not None:
            own = self._own - {"in", "at"}
            return not any(one in own or one in _NO_CHOICE for one in said[len(same[0].split()) :])
        if not 2 <= len(said) <= 18 or self._misspelt(said) or _DEMANDS.search(words):
            return False
        if re.search(r" (?:too|also|as well|likewise|either) $", words) or _ELLIPSIS.search(
            _HOW.sub("", words)
        ):
            return False
        done = _DONE_TO.search(words)
        if done is not None and done[1] not in NOT_DONE:  # it may be what is to be done to it
            return False
        subject, verb = self._subject(said, told or apart)
        would = 0 < verb < len(said) and said[verb] in ("would", "could", "might", "can")
        past = 0 < verb < len(said) and self._is_past(said, verb)
        free = _OF_ITSELF if subject == "pronoun" or would else frozenset[str]()
        if subject in ("somebody", "there") or past or told:
            free |= _IN_PASSING
        if past or subject == "somebody":
            free |= self._own
        joint = next((at for at, one in enumerate(said) if one in ("and", "but", "so")), len(said))
        for at, one in enumerate(said):
            passing = (at < joint and one in free) or self._is_nowhere(said, at)
            if (one in self._own or one in _DEMANDING) and not passing:
                return False
        match subject:
            case "thing" if said[verb] in ("is", "are"):
                return told or self._asks(beside)
            case "":
                led = because[1].split()[0] if because is not None else ""
                return (
                    told
                    and len(said) > 2
                    and (led != "otherwise" or said[:2] in (["we", "get"], ["we", "lose"]))
                )
            case _:
                return True

    def threatens(self, words: str, beside: str) -> bool:
        """Whether words after *or* tell what comes of not doing what is asked for before: *or it goes cold*."""
        before = beside.rstrip(" ,").split(" , ")[-1]
        asked = self._asks(before) and not any(one in _WHETHER for one in before.split())
        if self._facts.may_ask(words):
            return False
        return asked and self._facts.are_told(words, True) and not self._misspelt(words.split())

    def _subject(self, said: Sequence[str], apart: bool) -> tuple[str, int]:
        """Of what words state something, and where their verb is: of a pronoun, me, a thing here, somebody else."""
        first, second = said[0], said[1]
        if first in ("it", "they", "he", "she"):
            return ("", 0) if second in _NOT_VERBS else ("pronoun", 1)
        if first in ("that", "this", "these", "those", "there") and (
            second in _BE
            or (
                first in ("that", "this")
                and second.endswith("s")
                and second[:-1] in _HAPPENS | {"mean", "take", "help"}
            )
        ):
            return "there" if first == "there" else "pronoun", 1
        if first == "i":
            return "i", 1
        if first == "we" and (
            second in _BE | _words("can not know love hate share live lost just once") or second in _PAST
        ):
            return "we", 1
        if first == "you" and second in ("will", "would", "could", "might", "can"):
            return ("you", 1) if _HARM.match(" ".join(said[2:]) + " ") else ("", 0)
        if first in _PEOPLE and (second in _BE or second in _PAST or not second.endswith("s")):
            return ("somebody", 1) if second not in _NOT_VERBS else ("", 0)
        if first not in _DETERMINERS and not first.endswith("'s"):
            return "", 0
        for at in range(2, min(len(said), 7)):
            word = said[at]
            who = said[1:at]
            if any(one in _NOBODY for one in who):  # the moment you have …
                return "", 0
            known = any(one in self._lexicon.words for one in who)
            if (
                word in _BE
                or self._is_past(said, at)
                or word in _HAPPENS
                or (word.endswith("s") and word[:-1] in _HAPPENS)
            ):
                return ("thing" if known else "somebody"), at
            if (
                apart
                and not known
                and at + 1 < len(said)
                and word.endswith("s")
                and not word.endswith(("ss", "'s"))
            ):
                return "somebody", at
        return "", 0

    def _is_past(self, said: Sequence[str], at: int) -> bool:
        """Whether a verb tells of what was: *arrived*, *took*; *the vans locked* may be how they are to be."""
        own = said[at] in self._own and said[at] not in ("was", "were", "had", "did")
        return (said[at] in _PAST and not own) or (
            at == 1 and said[0] in _PRONOUNS and said[1].endswith("ed")
        )

    def _is_nowhere(self, said: Sequence[str], at: int) -> bool:
        """Whether a word begins where something is, which is no place here: *on a diet*, *in the way*."""
        there = said[at + 1 : at + 4]
        return (
            said[at] in PARTICLES
            and len(there) > 1
            and there[0] in _DETERMINERS
            and not any(one in self._lexicon.words for one in there[1:])
        )

    def _asks(self, beside: str) -> bool:
        """Whether a sentence asks for something in so many words, and does not say how things are."""
        said = beside.split()
        return not said or any(one in _ASKS for one in said) or any(
            " ".join(said[:many]) in self._doing for many in (1, 2)
        )  # fmt: skip

    @cached_property
    def _facts(self) -> Facts:
        return Facts(self._own, lambda word: self._lexicon.singular(word) in self._nouns)

    @cached_property
    def _nouns(self) -> frozenset[str]:
        """The words that names of things end in, or are."""
        return frozenset(word for one in self._lexicon.nouns for word in (one, one.split()[-1]))

    @cached_property
    def _doing(self) -> frozenset[str]:
        """What an imperative begins with."""
        verbs = self._lexicon.all_verbs
        return frozenset([*verbs, *(one.split()[0] for one in verbs), *_IMPERATIVE])

    @cached_property
    def _own(self) -> frozenset[str]:
        """The words of what can be done or be so in the domain."""
        done = {word for form in self._lexicon.inflected for word in form.split()}
        so = {word for one in self._lexicon.adjectives for word in one.split()}
        return frozenset(done | so) - _LITTLE

    def _misspelt(self, words: Sequence[str]) -> bool:
        """Whether a word looks like a slip in one of what can be done or be so."""
        return any(
            len(word) > 3 and one[:1] == word[:1] and len(one) == len(word) and sorted(one) == sorted(word)
            for word in words
            if word not in self._own
            for one in self._own
        )
