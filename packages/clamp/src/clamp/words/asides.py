"""What a sentence says beside what it asks for: contractions, courtesies, whom it is said to, reasons.

It gives the words that the grammar reads. What means nothing is listed; a reason is told by its form (*it's silk*,
*they rust*, *you'll ruin your eyes*) and holds no word of what the domain can do or be, and none that asks for
anything. What is neither stays, so that a sentence with it is not read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property

from clamp.words.lexicon import ASKING, REASON, Lexicon
from clamp.words.wording import Wording


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _each_of(text: str) -> frozenset[str]:
    return frozenset(text.split("|"))


_SHORT = (
    (r"\b(do|does|did|is|are|was|were|has|have|had|must|should|would|could|need)n'?t\b", r"\1 not"),
    (r"\b(?:can(?:'?t|not)|cant)\b", "can not"), (r"\bwon'?t\b", "will not"), (r"\bshan'?t\b", "shall not"),
    (r"\bain't\b", "is not"), (r"n't\b", " not"),
    (r"\bgonna\b", "going to"),
    (r"\bgotta\b", "got to"), (r"\bwanna\b", "want to"), (r"\blet's\b", "let us"),
    (r"\bi'm\b", "i am"), (r"\bpl[sz]\b", "please"), (r"\bthx\b", "thanks"), (r"\bw/o\b", "without"),
    (r"\s&\s", " and "),
    (r"'s ((?:already |just |never |not |not yet |ever |once )?)(been|got|had|gone)\b", r" has \1\2"),
    (r"'ve\b", " have"), (r"'re\b", " are"), (r"'ll\b", " will"),
    (r"\b(it|that|he|she|there|here|what|who|one|everything|nothing|something|all|everyone|everybody|nobody|robot)'s\b",
     r"\1 is"),
    (r"\b(you|we|they|i|he|she|it)'d (?=better\b)", r"\1 had "), (r"\b(you|we|they|i|he|she|it)'d\b", r"\1 would"),
    (r"\b(have|has|having) come to a (?:stop|halt|standstill)\b", r"\1 stopped"),
    (r"\bcomes? to a (?:stop|halt|standstill)\b", "stops"), (r"\bcheck on\b", "check"),
    (r"\b(anything|nothing|anyone|anybody|nobody|any|none) (?:at all|whatsoever)\b", r"\1"),
    (r"\b(switch|turn|switched|turned|switching|turning|toggled) (on|off) (or|and|nor) (on|off)\b", r"\1 \2 \3 \1 \4"),
    (r"\b(?:in|around|round) here\b", " "), (r"'s (door|lid)\b", r" \1"),
    (r"\b(?:empty[- ]handed|with (?:your )?(?:empty hands|hands empty))\b", "with your hand empty"),
)  # fmt: skip
"""What is said short, and in full; also without its apostrophe."""

_FRAMES = (
    (r"^([^?]+?) ?\? then (?:, )?", r"if \1 , "),
    (r"\b(?:solely|exclusively|purely) (?!or )", "only "),
    (r"\bone ([a-z]+) or the other ", r"at least one \1 "),
    (r"\b(could|would|can|will) you (?:please|kindly) ", r"\1 you "),
    (r"\b(has|have) (?:had|got|received|been given) (?:her|his|its|their) "
     r"(?:food|meal|dinner|supper|breakfast|lunch|feed) ", r"\1 been fed "),
    (r"\b(keep (?:[a-z0-9]+ ){1,4}(?!bed |shed )[a-z]+ed) where (?:it|he|she|they) (?:is|are) (?=until |till )",
     r"\1 "),
    (r"^what you ([a-z]+) must be (.+?) (?:, )?and nothing else ", r"only \1 \2 "),
    (r"^with (.+?) in (?:your|the) hands? (?:, )?(?=you )", r"while you are holding \1 , "),
    (r"\bthe (?:sole|one and only) ", "the only "),
    (r"\bis the one (thing|place|one|(?:[a-z]+ ){1,2}?)(?=(?:that |which |who |where )?(?:you|the robot|may|can) )",
     r"is the only \1"),
    (r"\bat no (?:moment|instant|stage) ", "at no time "),
    (r"\bfollowing (?:that|this) ", "after that "),
    (r"\b(?:today )?it is only (.+?) (?:who|that|which) (?=is |are |gets |get |may |can |goes |must )", r"only \1 "),
    (r"\bmin\.? (?=\d|once |twice |one |two |three )", "at least "),
    (r"\bmax\.? (?=\d|once |twice |one |two |three )", "at most "),
    (r"\b(\d+) ?x (?=$|, )", r"\1 times "),
    (r"\b(every|each|all|any) ((?:the )?(?:[a-z]+ ){1,3}?)(?:that )?there (?:is|are) (?=$|, )", r"\1 \2"),
    (r"\b(is|are) not going to ", r"\1 not to "),
    (r"\b(?<=you )(?:get|gets) to (?=[a-z]+ .*\b(?:once|twice|times?) )", "may "),
    (r"\b(must|should|has to|have to|needs to|need to|is to|are to) "
     r"(sooner or later|eventually|at some point|in due course|before long) (.+?) (?=$|, )", r"\1 \3 \2 "),
    (r"^((?:[a-z0-9']+ ){1,5}), ((?:when|whenever|if|once|as soon as|until|unless|after|before) )"
     r"(it|they|he|she) ([^,]+), (?=(?:must|may|can|should|is|are|has|have|needs?|stays?|remains?) )",
     r"\2\1\4, \3 "),
    (r"^((?:[a-z0-9']+ ){1,5}), ((?:when|whenever|if|once|as soon as|until|unless|after|before) (?!it |they )[^,]+), "
     r"(?=(?:must|may|can|should|is|are|has|have|needs?|stays?|remains?) )", r"\2, \1"),
    (r"\bnone but ", "nothing but "),
    (r"\b(is|are) always to ", "must always "),
    (r"^(?!when |if |once |after |before |while |you |never |do |only |always )([^,]+?) (?:, )?and you "
     r"((?:have|get) (?:got )?)((?:at most |only |just |up to )?[a-z0-9]+ (?:steps?|moves?|actions?) to )",
     r"when you \1 , you \2\3"),
    (r"^(?:of|among|amongst|out of) (?:all )?(?:the|your|these|those) ((?:[a-z]+ ){1,2}?)(?:, )?"
     r"(?=(?:the|you|only) )(.*?)\b(?:ones|one) ", r"\2\1"),
    (r"^(?:of|among|amongst|out of) (?:all )?(?:the|your|these|those) (?:[a-z]+ ){1,2}?(?:, )?"
     r"(?=you )(.*?)\bnothing but ", r"\1nothing but "),
    (r"\bu (?=(?:get|have|must|can|may|should|need|are|do|never) )", "you "),
    (r"\b(i|you|we|they)ve (?!ry)", r"\1 have "),
)  # fmt: skip
"""Frames that mean the same as another, and that one; over plain words."""

_IS_BEFORE = (
    "a|an|the|not|either|neither|both|still|already|always|never|ever|to|over|done|finished|ready|yours|there|"
    "here|up|down|out|away|back|off|on|in|at|under|inside|outside|no|about|supposed|allowed|meant|being|for|due|"
    "going|empty|full"
)
"""Words before which *'s* is *is*, and no possessive."""

_CALLED = (
    "mate dear darling sweetie sweetheart honey love buddy pal friend boss chief sir madam ma'am team lads guys "
    "folks kids gents gentlemen ladies champ robot"
)
_ASIDES = (
    "my dear|my love|my friend|old chap|old boy|dear robot|mister robot|please|kindly|thanks|thank you|"
    "thank you very much|thanks a lot|many thanks|thanks in advance|cheers|much appreciated|if you please|"
    "if you would|if you would not mind|if you do not mind|if i may ask|if you would be so kind|would you|"
    "will you|could you|can you|would you please|okay|ok|alright|all right|right|yeah|yes|got it|got that|"
    "understood|is that clear|is that understood|do you hear|do you hear me|you hear|you hear me|mind you|mind|"
    "you know|you see|i beg you|i am begging you|for god's sake|for heaven's sake|for goodness' sake|"
    "for pity's sake|for crying out loud|do they|does it|do you|is it|are they|okay then|right then|now then|"
    "whatever happens|whatever you do|no matter what|no matter what happens|at all costs|come what may|"
    "without exception|without fail|no exceptions|no excuses|no ifs or buts|no ifs and no buts|no ifs no buts|"
    "full stop|period|end of story|that is an order|that is final|i insist|i mean it|seriously|honestly|really|"
    "absolutely|definitely|certainly|of course|obviously|naturally|clearly|basically|actually|frankly|generally|"
    "generally speaking|in general|as a rule|as always|as usual|as ever|as i said|as agreed|as discussed|"
    "as you know|as far as i am concerned|in my view|in my opinion|if you ask me|to be clear|to be sure|"
    "to be safe|to be on the safe side|just to be safe|just to be on the safe side|just to be sure|"
    "just to be clear|just so you know|for the record|for your information|strictly speaking|from now on|"
    "from here on|in future|in the future|in this house|in my house|in our house|on my watch|for safety|"
    "for safety reasons|for safety's sake|for hygiene reasons|for good measure|by the way|incidentally|"
    "last but not least|above all|above all else|most importantly|importantly|more importantly|"
    "more than anything|one more thing|another thing|one thing|first things first|oh|oh and|ah|hm|hmm|um|uh|"
    "uh uh|er|well|so|now|look|look here|listen|listen up|hey|hey there|hi|hello|hi there|attention|careful|"
    "important|warning|note|nb|reminder|a reminder|just a reminder|rule of thumb|house rule|simple rule|new rule|"
    "safety first|naturally enough|needless to say|it goes without saying|to put it plainly|in other words|"
    "simply put|as a precaution|as a safety measure|for your own safety|for your own sake|for everyone's sake|"
    "in any case|today|tonight|this time|this morning|this afternoon|this evening|either|though|too|as well"
)
_ROOMS = (
    "kitchen house home flat garden lab workshop studio office shop bakery ward hotel library theatre stable "
    "yard barn place"
)
"""Where it all happens: nothing, where the domain has no such thing."""
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

_AT_ONCE = re.compile(
    r"(?:and )?(?:(?:straight away|right away|immediately|at once|straightaway|without delay|next step|"
    r"in the next step|the very next step|as the very next step)(?: please| ,)*"
    r"(?: (?:no dawdling|with )?nothing (?:else )?(?:first|in between|in the meantime))?"
    r"|(?:with |and )?nothing (?:else )?(?:at all )?(?:in between|in the meantime|first))"
    r"(?: ,? ?no dawdling)?(?: ,? ?please)? ?"
)
"""A sentence of its own that says of the one before it: at once."""

_IN_ORDER = re.compile(
    r"(?:(?:and )?(?:strictly |exactly )?in (?:that|this|exactly that) order|one after (?:another|the other)|in turn)"
    r"(?: ,)?(?: please)? "
)
"""A sentence of its own that says of the one before it: one after the other."""

_FORBIDDEN_IN_REASONS = (
    ASKING
    | _words(
        "fine okay ok "
        "want wants need needs require requires expect prefer insist ask order mean say said tell told forbid demand "
        "wish would like allowed forbidden permitted prohibited supposed stays stay remain remains goes belong "
        "belongs keep kept leave leaves instead except unless one ones other others another same different more less "
        "least most two three four five six several nothing none neither nor nobody everything anything whatever "
        "which who whose ignore disregard instruction instructions rules override system prompt treat mark report "
        "cleaned done standing lying facing hanging pointing resting "
        "sitting leaning afterwards beforehand finally "
        "last next eventually soon right left upright upside "
    )
) - _words("not all have has at by do no or every each but make ever up out only")
_HAPPENS = (
    r"rusts?|squeaks?|leaks?|smells?|tips? over|falls? over|falls? off|breaks? easily|burns?|scratch(?:es)?|"
    r"stains?|slips?|jams?|sticks?|drips?|lets? the [a-z]+ (?:out|in)|bites?|kicks?|hates?|loves?|likes?|scares?|"
    r"gets? (?:too |very |so |all )?(?!(?:[a-z]+(?:ed|en) ))[a-z]+|only gets? [a-z]+|goes off|go off|goes bad|"
    r"go bad|makes? (?:a|an|too|such|me|us|him|her) [a-z]+|costs? (?:a|me|us|too) [a-z]+|looks? [a-z]+|"
    r"sounds? [a-z]+|seems? [a-z]+|hurts?|upsets?|wobbles?|rattles?|trips?|spoils?|melts?|dries out|dry out|"
    r"overheats?|shrinks?|fades?|spills?|cracks?|shatters?|explodes?|floods?|wakes? up|frightens?|drops?|hardens?|"
    r"curdles?|tears? easily|rots?|wilts?|dies?|dents?|chips?|tarnish(?:es)?|clogs?|blocks?|crumbles?|disagrees?|"
    r"complains?|reacts?"
)
_HARM = (
    "ruin|hurt|burn|break|spoil|damage|scald|injure|regret|wreck|trip|slip|fall|blow|flood|scratch|wake|scare|"
    "frighten|upset|spill|drop|lose|jam|crack|kill|poison|choke|electrocute|scare|set off|be sorry"
)
_LIKE = (
    "fragile|delicate|precious|valuable|expensive|brittle|dangerous|slippery|loose|old|ancient|new|brand new|"
    "heavy|unsafe|unhygienic|filthy|poisonous|toxic|vegan|vegetarian|allergic|afraid|scared|nervous|shy|asleep|"
    "ill|sick|tired|blind|deaf|faulty|flaky|temperamental|wonky|rotten|sharp|weak|worn|noisy|loud|rude|useless|"
    "bad|thin|rusty|leaky|sensitive|irreplaceable|priceless|antique|unreliable|out of order|under repair|"
    "not mine|not ours"
)
_HAZARD = (
    "hazard|risk|nightmare|nuisance|danger|mess|waste|disaster|pain|trap|menace|health hazard|fire hazard|"
    "fire risk"
)


_SET_APART = re.compile(
    r"\b(?:only|just|meant|reserved|solely|kept|exclusively|strictly|there|aside) for "
    r"|\bfor (?:[a-z]+ )+(?:only|alone)\b"
)
_WHOSE_RULE = re.compile(r"(?:(?:it|that) is )?(?:not )?(?:my|our|the|[a-z]+'s) (?:rule|rules|orders|idea) ")
_HAZARDOUS = re.compile(
    rf"(?:a |an |the )?(?:[a-z]+ ){{1,3}}(?:is|are) (?:a |an |such a |quite a |a real |a serious )?(?:{_HAZARD}) "
)


class Asides:
    """What of a sentence says nothing, for a lexicon."""

    def __init__(self, lexicon: Lexicon, wording: Wording) -> None:
        self._lexicon = lexicon
        self._nouns = wording.nouns
        own = lexicon.words
        named = [one for one in _CALLED.split() if one not in own]
        phrases = [*named, *(one for one in _ASIDES.split("|"))]
        said = "|".join(sorted(map(re.escape, phrases), key=len, reverse=True))
        self._first = re.compile(rf"^(?:(?:{said}) , )+")
        self._between = re.compile(rf" , (?:{said}) , (?:(?=(and|or|but|so|then|nor|never|do|make) )|)")
        rooms = "|".join(one for one in _ROOMS.split() if one not in own)
        self._rooms = re.compile(rf"(?:in|around|inside) (?:my|our|this) (?:{rooms}) $")
        self._last = re.compile(rf"(?: , (?:{said}) )+$")

    def plain(self, text: str) -> str:
        """A sentence as the grammar reads it: words in lower case, each with a space after it, and no asides."""
        plain = self._words(text)
        for frame, same in _FRAMES:
            plain = re.sub(frame, same, plain)
        plain = re.sub(r"\b(not|never) , (?:under any circumstances?|in any circumstances|on any account|"
                       r"at any time|at any point|in any case|for any reason|ever) , ",
                       r"\1 ", plain)  # fmt: skip
        before = None
        while before != plain:
            before = plain
            plain = self._first.sub("", plain)
            plain = self._between.sub(lambda found: " , " if found[1] else " ", plain)
            plain = self._last.sub(" ", plain)
        return self._without_reason(self._without_wholes(plain))

    def _named_so(self, found: re.Match[str]) -> str:
        """*Bella's muzzle*, of a thing that is called `bellas-muzzle`."""
        known = self._lexicon.words
        return f"{found[1]}s" if f"{found[1]}s" in known and found[1] not in known else found[0]

    def _without_wholes(self, plain: str) -> str:
        """*The cabinet's top drawer* is the top drawer, where that is part of the cabinet by its name."""
        said = plain.split()
        for at in range(len(said) - 1, -1, -1):
            owned = owner = None
            if said[at].endswith("'s"):
                owned = self._noun_at(said, at + 1, 1)
                owner = self._noun_at([*said[:at], said[at].removesuffix("'s")], at, -1)
                cut = slice(at - len(owner or ()) + 1, at + 1)
                if owned and owner and self._parts(owned, owner):
                    before = said[cut.start - 1] if cut.start else ""
                    said[cut] = [] if before in ("the", "every", "each", "a", "no", "any") else ["the"]
            elif said[at] == "of" and at + 1 < len(said) and said[at + 1] in ("the", "a", "each", "every"):
                owned = self._noun_at(said, at - 1, -1)
                owner = self._noun_at(said, at + 2, 1)
                if said[at + 1] == "the" and owned and owner and self._parts(owned, owner):
                    said[at : at + 2 + len(owner)] = []
        return "".join(f"{word} " for word in said)

    def _noun_at(self, said: Sequence[str], at: int, step: int) -> list[str] | None:
        """The longest noun that begins at a word, or ends there."""
        for length in (4, 3, 2, 1):
            words = list(said[at : at + length] if step > 0 else said[max(at - length + 1, 0) : at + 1])
            if len(words) == length and self._lexicon.singular(" ".join(words)) in self._nouns:
                return words
        return None

    def _parts(self, owned: Sequence[str], owner: Sequence[str]) -> bool:
        """Whether all that the one noun names are parts of what the other names."""
        parts, wholes = (
            {one for kind in self._nouns[self._lexicon.singular(" ".join(noun))] for one in kind.members}
            for noun in (owned, owner)
        )
        return parts.isdisjoint(wholes) and all(
            any(one.startswith(f"{whole}_") for whole in wholes) for one in parts
        )

    def _words(self, text: str) -> str:
        plain = text.lower().replace("’", "'").replace("`", "'")
        plain = re.sub(r"\(([^()]*)\)", lambda found: "" if self.asks_nothing(found[1]) else found[0], plain)
        for short, long in _SHORT:
            plain = re.sub(short, long, plain)
        plain = re.sub(r"(?<=\w)'s (?=(?:not |still |already )?([a-z]+)\b)",
                       lambda found: " is " if found[1] in self._so else found[0], plain)  # fmt: skip
        plain = re.sub(rf"(?<=\w)'s (?=(?:{_IS_BEFORE})\b)", " is ", plain)
        plain = self._lexicon.owned(plain)
        plain = re.sub(r"\b([a-z]+)'s\b", self._named_so, plain)
        plain = re.sub(r"\bnever\s*,\s*ever\b\s*,?", "never ever ", plain)
        plain = re.sub(r"[\"“”*]", " ", plain)
        plain = re.sub(r"(?<=\w)[-_–](?=\w)", " ", plain)
        plain = re.sub(r"\s+[-–—]+\s+|—", " , ", plain)
        topic = re.match(r"\s*(?:the )?([a-z0-9 ]+)\s*:\s+(.*\b(?:them|they|it|him|her|he|she)\b.*)", plain)
        if topic is not None and self._lexicon.singular(topic[1].strip()) in self._nouns:
            plain = re.sub(
                r"\b(?:them|they|it|him|her|he|she)\b", plain[: plain.index(":")].strip(), topic[2], count=1
            )
        plain = re.sub(
            r"(?<!order)(?<!rule)(?<!requirement)(?<!constraint)(?<!\d)\s*:\s+(?=\w)", " , ", plain
        )
        plain = re.sub(r"\s*([,;:])\s*", r" \1 ", plain.strip(" ,.;:!?"))
        return "".join(f"{word} " for word in plain.split())

    @property
    def _so(self) -> frozenset[str]:
        """Words that *is* may stand before: *the stove's hot* is *the stove is hot*."""
        return self._lexicon.predicates

    # -- sentences that ask for nothing

    def joined(self, texts: Sequence[str]) -> list[tuple[str, str]]:
        """Sentences as they were written, and what of each is to be read.

        A reason or *no exceptions* belongs to the sentence before it, as does *straight away*; a text that has nothing
        else stays as it is.
        """
        if all(map(self.asks_nothing, texts)):
            return [(text, text) for text in texts]
        found: list[tuple[str, str]] = []
        first = ""
        for text in texts:
            at_once = _AT_ONCE.fullmatch(self._words(text)) if found else None
            if found and _IN_ORDER.fullmatch(self._words(text)):
                shown, read = found[-1]
                read = read if re.search(r"\band\b", read) else re.sub(r",(?=[^,]*$)", ", and", read)
                found[-1] = (f"{shown}. {text}", f"{read}, in that order")
                continue
            if at_once is not None:
                shown, read = found[-1]
                how = "with nothing in between" if "between" in at_once[0] else "straight away"
                found[-1] = (f"{shown}. {text}", f"{read} {how}")
            elif not self.asks_nothing(text):
                found.append((f"{first}{text}", text))
                first = ""
            elif found:
                found[-1] = (f"{found[-1][0]}. {text}", found[-1][1])
            else:
                first = f"{first}{text}. "
        return found

    def asks_nothing(self, text: str) -> bool:
        """Whether a whole sentence is a reason, or one of a list of phrases that ask for nothing."""
        words = self._words(text)
        words = self._last.sub(" ", self._first.sub("", words))
        return not words.strip() or self._is_reason(words)

    def _without_reason(self, plain: str) -> str:
        """A sentence without the reason that ends it: *never leave it open, the milk goes off*."""
        front = re.match(
            r"(i (?:am|have|will) (?:[a-z']+ ){1,7}|we (?:are|have) (?:[a-z']+ ){1,7})(?:, )?(?:and|so) (?=[a-z])",
            plain,
        )
        if front is not None and self._is_reason(front[1]):  # I'm locking up at five and I want …
            plain = plain[front.end() :]
        front = re.match(
            r"((?:the |my |our |your )?(?:[a-z']+ ){1,4}?)(?:is|are|was|were|has|have|can|could) "
            r"((?:[a-z']+ ){1,8}), so ",
            plain,
        )
        if (
            front is not None
            and not any(one in self._demanding for one in front[2].replace("each other", "").split())
            and not self._misspelt(front[2].split())
            and not _SET_APART.search(front[2])
        ):
            thing = front[1].split()[-1]
            known = any(noun.split()[-1] == thing for noun in (*self._lexicon.nouns, *self._lexicon.plurals))
            many = "are" if thing in self._lexicon.plurals or " and " in front[1] else "is"
            plain = (f"{front[1]}{many} {REASON} , so " if known else "") + plain[front.end() :]
        plain = self._rooms.sub("", plain)
        for comma in (
            found.start() for found in re.finditer(r" , | (?=or you (?:will|could|might) )", plain)
        ):
            tail = re.sub(r"^ ?,? ?", "", plain[comma:])
            if self._is_reason(tail):
                return f"{plain[:comma].strip()} "
        return plain

    def _is_reason(self, words: str) -> bool:
        whoever = re.fullmatch(r"no matter (?:who|how|why|what|whose) ((?:[a-z']+ ){1,6})", words)
        if whoever is not None:
            return not any(one in self._own | ASKING for one in whoever[1].split())
        words = re.sub(r" , not (?:mine|ours) $", " ", words)
        if words.strip() in _STANDING or _WHOSE_RULE.fullmatch(words):
            return True
        words = re.sub(
            r"\bat (?:\d+|two|three|four|five|six|seven|eight|nine|ten|noon|midnight)(?: o'clock)? ",
            "",
            words,
        )
        words = re.sub(
            r"^(?:because|since|as|for|after all(?: ,)?|otherwise(?: ,)?|or else(?: ,)?|or|and|but|you see(?: ,)?) "
            r"(?!not )",
            "",
            words,
        )
        if _SET_APART.search(words):  # that says for what else it is not
            return False
        if _HAZARDOUS.fullmatch(words):
            return True
        if not any(one.fullmatch(words) for one in self._reasons):
            return False
        said = words.replace("each other", "").split()
        return (
            len(said) <= 12 and not any(one in self._demanding for one in said) and not self._misspelt(said)
        )

    @cached_property
    def _demanding(self) -> frozenset[str]:
        """Words that are no part of a reason: what can be done or be so in the domain, and what asks for anything."""
        return self._own | _FORBIDDEN_IN_REASONS

    @cached_property
    def _own(self) -> frozenset[str]:
        done = {word for form in self._lexicon.inflected for word in form.split()}
        so = {word for one in self._lexicon.adjectives for word in one.split()}
        return frozenset(done | so) - _LITTLE

    def _misspelt(self, words: Sequence[str]) -> bool:
        """Whether a word looks like a slip in one of what can be done or be so."""
        return any(
            len(word) > 3 and one[:1] == word[:1] and len(one) == len(word) and sorted(one) == sorted(word)
            for word in words
            for one in self._own
        )

    @cached_property
    def _reasons(self) -> tuple[re.Pattern[str], ...]:
        return tuple(map(re.compile, _reasons()))


def _reasons() -> Iterator[str]:
    word = r"(?!(?:[a-z]{2,}(?:ed|en)) )[a-z']+ "
    some = rf"(?:{word}){{1,8}}"
    person = r"(?:the |my |our |its |their |his |her |your )(?:[a-z]+ ){1,3}"
    yield rf"(?:it|they|he|she|that|this) (?:is|are|was|were) (?:not )?(?!to )(?:{some})"
    yield rf"(?:it|they|he|she|that|this) (?:has|have|had) (?:not )?(?!to )(?:got |been )?(?!to )(?:{some})"
    yield rf"(?:it|they|he|she|that|this) (?:could|might|will|would|do not|does not) (?!not |be )(?:{some})"
    yield rf"there (?:is|are|was|were) (?:not )?(?:{some})"
    yield rf"(?:it|they|he|she|that|this) (?:{_HAPPENS}) (?:{word}){{0,5}}"
    first = "am|was|have|had|do not|can not|could not|did not|will not|hate|love|know|think|paid|bought|just"
    yield rf"i (?:{first}) (?!to |going )(?:{some})"
    yield rf"we (?:are|were|have|had|do not have|ran|paid|bought) (?!to |going |not to )(?:{some})"
    yield rf"you (?:will|could|might) (?:{_HARM}) (?:{word}){{0,6}}"
    people = "someone|somebody|people|the kids|the children|the neighbours|the guests"
    yield rf"(?:{people}) (?:will|could|might|may) (?:{some})"
    yield rf"{person}(?:{_HAPPENS}) (?:{word}){{0,4}}"
    yield rf"{person}(?:is|are) (?:too |very |so |really |rather |quite |extremely |a bit |all )?(?:{_LIKE}) "


_LITTLE = frozenset(
    [
        "up",
        "out",
        "off",
        "down",
        "in",
        "back",
        "over",
        "away",
        "to",
        "of",
        "and",
        "the",
        "a",
        "an",
        "for",
        "get",
    ]
)
