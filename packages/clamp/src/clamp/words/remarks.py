"""Which words beside a demand are a remark: they state something, ask for nothing and restrict nothing.

*It's on a diet*, *the vet takes their blood*, *we'd lose our licence*, *I don't mind which*: no list says which, but
the shape of a statement, its tense, and of whom it speaks. What may be a demand for all that is none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property

from clamp.words.english import these
from clamp.words.facts import NOT_DONE, Facts
from clamp.words.forms import certain_pasts
from clamp.words.lexicon import ASKING, Lexicon
from clamp.words.wording import PARTICLES


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
    "they are already where they should be|it is as simple as that|that is all|that is it|off you go|you never know|"
    "please and thank you|i must insist|it is right as it is|as it is"
)
"""What stands alone and asks for nothing."""


_NO_CHOICE_IN = these(
    "mandatory compulsory obligatory essential vital necessary needed crucial imperative taboo required welcome"
)
_DEMANDING = (
    ASKING
    | _NO_CHOICE_IN
    | these(
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
) - these("not all have has at by do no or every each but make ever up out only")
"""What is no part of a remark: it may ask for something, tell when, or say to what a demand does not extend."""
_HARD = (
    these(
        "must should shall may need needs want wants except unless instead forbidden allowed permitted prohibited "
        "supposed require requires expect prefer order demand forbid ignore disregard instruction instructions rules "
        "override system "
        "prompt only ensure sure please robot never always"
    )
    | _NO_CHOICE_IN
)
"""What asks for something, whoever is spoken of."""
_IN_PASSING = these("always never only") | ((_DEMANDING | these("again")) - _HARD)
"""What tells no more than when or how a remark itself is so, where that is of the past or of somebody else."""
_OF_ITSELF = these("always never when if after while once again by then last then both")
"""The same, where it is of what a pronoun stands for: *it bites when hungry*."""
_SET_APART = re.compile(
    r"\b(?:only|just|meant|reserved|solely|kept|exclusively|strictly|there|aside) for "
    r"|\bfor (?:[a-z]+ )+(?:only|alone)\b"
)
_WHOSE_RULE = re.compile(
    r"(?:(?:it|that) is )?(?:not )?(?:my|our|the|(?:[a-z]+ ){0,2}[a-z]+'s) (?:rule|rules|orders|idea|policy|advice) "
)
_SAID_SO = re.compile(
    r"(?:the )?poor (?:old )?(?:thing|creature|beast|lamb|soul|dear)s? |bless (?:him|her|it|them) "
    r"|i have (?:got )?better things to do .*"
    r"|(?:they|he|she|it) will (?:tell you|claim|say) (?:otherwise|different|so) "
    r"|(?:it )?(?:looks|feels|smells) like (?:rain|snow|thunder|trouble|a (?:storm|(?:hot|cold|long) (?:day|night))) "
    r"|(?:[a-z0-9]+ ){1,3}i leave to you |that is the deal |[a-z]+ing (?:costs|takes) (?:money|time|ages|hours) "
)
"""What asks for nothing, whatever is spoken of."""
_IN_OTHER_WORDS = (
    (r" , not (?:mine|ours) $", " "), (r"^[ ,;–]+", ""),
    (r"\bat (?:\d+|two|three|four|five|six|seven|eight|nine|ten|noon|midnight)(?: o'clock)? ", ""),
    (r"\b(?:last|next) (?:week|month|year|time|night|summer|winter|monday|tuesday|wednesday|thursday|friday|saturday|"
     r"sunday) ", ""),
    (r"\b(?:in|since|until|last|next) (?:january|february|march|april|may|june|july|august|september|october|november|"
     r"december) ", ""),
    (r"^(?:which|who) ", "it "),
    (r"^(i|we) (?:keep|kept) (?=(?:bumping|tripping|walking|running|stumbling|banging|falling) (?:into|over) )",
     r"\1 was "),
    (r"^i (?:keep|kept) (?=[a-z]+ing )", "i "),
    (r"\b(?<=who )wants? to [a-z]+ |(?<=who )wants? ", ""),
    (r"^(?:then|after that|with (?:two|three|four) (?:of them )?)(?: ,)? (?=there |(?:the |a )[a-z]+ [a-z]+s )", ""),
    (r"^(?:that one|this one) ", "it "), (r"^(?:the others|all of them|both of them) (?!is |are )", "they "),
    (r"^i (.*)\b(?:that|this|the [a-z]+) one ", r"i \1it "), (r"\bevery single time ", ""),
    (r"\bthe rest of (?:them|us) ", "them "), (r"^(the [a-z]+ )on (?:one of )?(?:them|it) ", r"\1"),
    (r"\btakes? (?:ages|an age|hours|forever|a while|days|minutes|too long|so long) (?:to .*)?$", "lasts "),
    (r"\b(goes|go|going|went) (?:off|bad|sour|stale) (?:(?:up|down|in|out) there )?", "rots "),
    (r"^the ([a-z]+)'s ([a-z]+) $", r"the \1 is \2 "),
)  # fmt: skip
"""How something is said, and the same in words that the shape of a statement is told by."""
_HAZARDOUS = re.compile(
    r"(?:a |an |the )?(?:[a-z]+ ){1,3}(?:is|are) (?:a |an |such a |quite a |a real |a serious )?(?:hazard|risk|"
    r"nightmare|"
    r"nuisance|danger|mess|waste|disaster|pain|trap|menace|health hazard|fire hazard|fire risk) "
)
_ALL_THE_SAME = re.compile(
    r"(?:i (?:do not|would not) (?:really )?(?:mind|care)|it does not (?:really )?matter|no matter|"
    r"never mind (?=[a-z])|"
    r"it makes no difference|it is all the same(?: to me)?|that is up to you|it is up to you|you choose|you decide|"
    r"your choice|the choice is yours|(?:either|any)(?: one| of them| of the two)? (?:is fine|will do|is okay)|"
    r"there is (?:no|not enough|no more) (?:room|space) for) "
)
_NO_CHOICE = these(
    "except unless not only but never must should than without nor or apart instead until before after"
)
_BECAUSE = re.compile(
    r"(because(?: of)?|since|as|for|after all(?: ,)?|otherwise(?: ,)?|or else(?: ,)?|or|and|but|you see(?: ,)?) "
    r"(?!not )"
)
_TOLD = these("because since otherwise")
_WOULD_BE = re.compile(r"(?:it|they|he|she) (?:will|would|might|could|can) ")
_NEEDING = re.compile(
    r"((?:the|my|our|his|her) )([a-z]+) (?:needs|wants|has|need|want|have) to (?!be )[a-z]+ "
)
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
    r"scare|frighten|upset|spill|drop|lose|jam|crack|kill|poison|choke|electrocute|set off|be sorry|be [a-z]+ing|"
    r"never know|"
    r"see why) "
)
_WHETHER = these(
    "if when whenever unless until till while once that which who whose either whether provided case"
)
"""After these *or* may go on: *if it leaks or it smells*."""
_PAST = frozenset(certain_pasts()) | these(
    "was were had did saw felt came looked seemed arrived happened appeared complained died slipped tripped fainted "
    "laughed cried"
)
_BE = these("is are was were has have had would could might does did am")
_PRONOUNS = these("it they he she i we")
_NOT_VERBS = these("too also and or in on at to with back either first then as from of for one s")
_OBJECTS = these("it them me us him her my our his their the a an")
"""After a form in *-ed*, what tells that it is no participle: *my nephew tried it*."""
_DETERMINERS = these("the a an my our his her its their your some most this that these those")
_NOBODY = these(
    "you i we it they he she robot moment minute second instant time first last only next rule that which who "
    "when where "
    "if as before after until while of and or the a an with"
)
"""What is in no noun phrase of which something is stated."""
_PEOPLE = these("someone somebody people children kids neighbours guests folk they customers visitors")
_HAPPENS = these(
    "rust squeak leak smell tip fall break burn scratch stain slip jam stick drip let bite kick hate love like "
    "scare get go "
    "make cost look sound seem hurt upset wobble rattle trip spoil melt dry overheat shrink fade spill crack shatter "
    "explode flood wake frighten drop harden curdle tear rot wilt die dent chip tarnish clog block crumble disagree "
    "complain react come sleep work live eat take know see hear play"
)
"""What a thing does that asks for nothing, where nothing else tells that it is a statement."""
_ASKS = these("must should shall may can not never ought only to no nobody nothing none neither please avoid")
_IMPERATIVE = these(
    "keep leave make ensure never always please get have check see remember take put first only just no do"
)
_LITTLE = these(
    "up out off down in back over away to of and the a an for get gets getting your its his her their"
)

_HOW = re.compile(r"\b(?:how|what|who|as|where) (?:it|they|he|she|i|we|you|things) (?:is|are|am) $")
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
        for said, same in _IN_OTHER_WORDS:
            words = re.sub(said, same, words)
        if words.strip() in _STANDING or _WHOSE_RULE.fullmatch(words) or _SAID_SO.fullmatch(words):
            return True
        if self._states(words, beside, told, apart):
            return True
        parts = words.split(", ")  # do not ask me why, it is in the book
        return len(parts) > 1 and all(self.are_one(one, beside, told, apart) for one in parts)

    def _states(self, words: str, beside: str, told: bool, apart: bool) -> bool:
        """See `are_one`; of words without a comma that counts."""
        needing = _NEEDING.match(words)
        if (
            needing is not None and needing[2] not in self._lexicon.words | _NOBODY
        ):  # the cat needs to get out
            words = f"{needing[1]}{needing[2]} comes {words[needing.end() :]}"
        because = _BECAUSE.match(words)
        if because is not None:
            words = words[because.end() :]
            told = told or because[1].split()[0] in _TOLD or bool(_WOULD_BE.match(words))
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
        first = said[0]
        subject, verb = self._subject(said, told or apart)
        would = 0 < verb < len(said) and said[verb] in (
            "would",
            "could",
            "might",
            "can",
            *(["will"] if told else []),
        )
        past = 0 < verb < len(said) and self._is_past(said, verb)
        past = past or (
            (subject in ("i", "we", "somebody") or first in ("he", "she"))
            and 0 < verb < len(said) - 1
            and said[verb] in ("has", "have", "had")
            and said[verb + 1] not in ("to", "a")
        )
        free = _OF_ITSELF if subject == "pronoun" or would else frozenset[str]()
        if subject in ("somebody", "there") or past or told:
            free |= _IN_PASSING
        if past or subject == "somebody" or (told and would and subject == "pronoun"):
            free |= self._own
        joint = next((at for at, one in enumerate(said) if one in ("and", "but", "so")), len(said))
        for at, one in enumerate(said):
            passing = (at < joint and one in free) or self._is_nowhere(said, at)
            if (one in self._own or one in _DEMANDING) and not passing:
                return False
        match subject:
            case "thing" if said[verb] in ("is", "are"):
                return told or said[verb + 1 : verb + 2] == ["being"] or self._asks(beside)
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
            second in _BE | these("can not know love hate share live lost just once") or second in _PAST
        ):
            return "we", 1
        if first == "you" and second in ("will", "would", "could", "might", "can"):
            return ("you", 1) if _HARM.match(" ".join(said[2:]) + " ") else ("", 0)
        if first in _PEOPLE and second in ("always", "often", "usually", "sometimes") and len(said) > 2:
            return ("somebody", 2) if said[2].endswith("s") and said[2] not in self._own else ("", 0)
        if first in _PEOPLE and (second in _BE or second in _PAST or not second.endswith("s")):
            return ("somebody", 1) if second not in _NOT_VERBS else ("", 0)
        if apart and second in ("is", "are") and not {first, first.removesuffix("s")} & self._lexicon.words:
            return (
                ("somebody", 1) if first not in _NOBODY | _DETERMINERS and first.isalpha() else ("", 0)
            )  # wood is dear
        if first not in _DETERMINERS and not first.endswith("'s"):
            return "", 0
        for at in range(2, min(len(said), 7)):
            word = said[at]
            who = said[1:at]
            if any(one in _NOBODY for one in who):  # the moment you have …
                return "", 0
            known = any(one in self._lexicon.words and one not in PARTICLES for one in who)
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
        return (
            (said[at] in _PAST and not own)
            or (at == 1 and said[0] in _PRONOUNS and said[1].endswith("ed"))
            or (said[at].endswith("ed") and at + 1 < len(said) and said[at + 1] in _OBJECTS)
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
        return self._lexicon.telling - _LITTLE

    def _misspelt(self, words: Sequence[str]) -> bool:
        """Whether a word looks like a slip in one of what can be done or be so."""
        return any(
            len(word) > 3 and one[:1] == word[:1] and len(one) == len(word) and sorted(one) == sorted(word)
            for word in words
            if word not in self._own
            for one in self._own
        )
