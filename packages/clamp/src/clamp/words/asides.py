"""What a sentence says beside what it asks for: contractions, courtesies, whom it is said to, reasons.

It gives the words that the grammar reads. What means nothing is listed; a reason is told by its form (*it's silk*,
*they rust*, *you'll ruin your eyes*) and holds no word of what the domain can do or be, and none that asks for
anything. What is neither stays, so that a sentence with it is not read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from clamp.planning.rules.formula import Proposition
from clamp.words.lexicon import REASON, Lexicon
from clamp.words.remarks import Remarks
from clamp.words.wording import PARTICLES, Kind, NounTerm, Wording

_SHORT = (
    (r"\b(do|does|did|is|are|was|were|has|have|had|must|should|would|could|need)n'?t\b", r"\1 not"),
    (r"\b(?:can(?:'?t|not)|cant)\b", "can not"), (r"\bwon'?t\b", "will not"), (r"\bshan'?t\b", "shall not"),
    (r"\bain't\b", "is not"), (r"n't\b", " not"),
    (r"\b(that|there|what|here|he|she|who)s\b", r"\1 is"), (r"\b(it|they|you|he|she)ll\b", r"\1 will"),
    (r"\b(they|you)re\b", r"\1 are"), (r"\b(i|you|we|they)ve\b", r"\1 have"), (r"\bim\b", "i am"),
    (r"\bits (?=(?:a|an|the|not|too|so|very|on|past|been|only|just|all|no|really) )", "it is "),
    (r"\b(?:could|would|can|will) you (?:please|kindly) ", " "),
    (r"^(?!you )([a-z].+?),? if you (?:like|want|wish|must|have to|need to|fancy it) ?, ?", r"you may \1, "),
    (r"\b(?:to|in|into|on|onto) (?:where|the [a-z]+(?: that| which)?) (?:it|they) (?:came from|came out of)\b", "back"),
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

_MODALS = "may|must|can|should|have|are|do|will|need|never|only|might|shall|could|would"
_NUMBER = "(?:two|three|four|five|six|seven|eight|nine|ten|[0-9]+) "
_FRAMES = (
    (r"^([^?]+?) ?\? then (?:, )?", r"if \1 , "),
    (r"\b(?:solely|exclusively|purely) (?!or )", "only "),
    (r"\bone ([a-z]+) or the other ", r"at least one \1 "),
    (r"\b(has|have) (?:had|got|received|been given) (?:her|his|its|their) "
     r"(?:food|meal|dinner|supper|breakfast|lunch|feed) ", r"\1 been fed "),
    (r"\b(keep (?:[a-z0-9]+ ){1,4}(?!bed |shed )[a-z]+ed) where (?:it|he|she|they) (?:is|are) (?=until |till )",
     r"\1 "),
    (r"^what you ([a-z]+) must be (.+?) (?:, )?and nothing else ", r"only \1 \2 "),
    (r"^with (.+? )in (?:your|the) hands? (?:, )?(?=you )", r"while you are holding \1, "),
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
    (rf"^((?:(?!{_NUMBER}|exactly |precisely )[a-z0-9]+ )*)(?:exactly |precisely )?"
     rf"({_NUMBER}(?:(?!{_NUMBER})[a-z0-9]+ )*)(?:, )?(?:and )?no more (?:and |, |or )?no (?:less|fewer) $",
     r"\1exactly \2"),
    (r"^(?:of|among|out of) ([^:;]+?) , (at most|no more than|exactly|only|just|at least) ([a-z0-9]+) ",
     r"\2 \3 of \1 "),
    (r"\b(go|goes|going|walk|walks|walking|come|comes|head|heads) (?:over|across|along) to ", r"\1 to "),
    (r" alike (?=must |should |has |have |is |are |may |need )", " "), (r"(?<!the) before $", " beforehand "),
    (rf"^you ((?!(?:{_MODALS}) )[^,]+ ), (?:then )?you (?!(?:{_MODALS}) )", r"when you \1, "),
    (r" (?:, )?(?:and )?(?:i leave it to you which|it is up to you which|which is up to you|you choose which)"
     r"(?: one)? $", " "),
    (r"\b(never|not) let (.+?) (?:stop|go off) ", r"\1 let \2 be off "),
    (r"^(?:you (?:may|can) )?([a-z]+ )(?:any|whatever|whichever) ([a-z]+) you (?:like|want|please|wish|fancy) "
     r"(?=except|but|bar|apart|other|save)",
     r"you may \1any \2 "),
    (r"^(?:you )?(?:have|get) (?:until|till) (step|move|action) ([a-z0-9]+) to (.+?) (?=$|, )", r"\3 by \1 \2 "),
    (r"\b(never|not) stop (running|moving) ", r"\1 be off "),
    (r"\b(is|are) always to ", "must always "),
    (r"^(?!when |if |once |after |before |while |you |never |do |only |always )([^,]+? )(?:, )?and you "
     r"((?:have|get) (?:got )?)((?:at most |only |just |up to )?[a-z0-9]+ (?:steps?|moves?|actions?) to )",
     r"when you \1, you \2\3"),
    (r"^(?:of|among|amongst|out of) (?:all )?(?:the|your|these|those) ((?:[a-z]+ ){1,2}?)(?:, )?"
     r"(?=(?:the|you|only) )(.*?)\b(?:ones|one) ", r"\2\1"),
    (r"^(?:of|among|amongst|out of) (?:all )?(?:the|your|these|those) (?:[a-z]+ ){1,2}?(?:, )?"
     r"(?=you )(.*?)\bnothing but ", r"\1nothing but "),
    (r"^((?:.* )?(?:leave|left|leaving|stay|stays|remain|remains|standing|keep|find) .+? )(?:overnight|over night|"
     r"for the night|over the weekend|through the night) $", r"\1at the end "),
    (r"\b(?:tonight|this evening|today|tonight ,) (?=(?:when|by|at the end|before|after|once) )", ""),
    (r"^please (?:, )?you (?!must|should|may|can|will|are|have|need|never|always|do |get )", "please "),
    (r"^please (?:, )?you (?=never |do not )", ""),
    (r"^what you ([a-z]+ (?:(?:up|down|on|off|out|in) )?)you (?=[a-z])", r"whatever you \1, "),
    (r"^((?:the|your) (?:very )?(?:last|first|final) (?:job|thing|task|step|act|duty)) of the "
     r"(?:day|shift|evening|night) (?=is |must |will |has )", r"\1 "),
    (r"\bu (?=(?:get|have|must|can|may|should|need|are|do|never) )", "you "),
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
    "if you would|if you would not mind|if you do not mind|if i may ask|if you would be so kind|if you would be "
    "so good|would you|"
    "will you|could you|can you|would you please|okay|ok|alright|all right|right|yeah|yes|got it|got that|"
    "understood|is that clear|is that understood|do you hear|do you hear me|you hear|you hear me|mind you|mind|"
    "you know|you see|i beg you|i am begging you|for god's sake|for heaven's sake|for goodness' sake|for goodness sake|"
    "for pity's sake|for crying out loud|do they|does it|do you|is it|are they|okay then|right then|now then|"
    "whatever happens|whatever else happens|whatever you do|ready for tomorrow|"
    "ready for the morning|ready for the next day|ready for next time|no matter what|"
    "no matter what happens|at all costs|come what may|"
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
_AT_ONCE = re.compile(
    r"(?:and )?(?:(?:straight away|right away|immediately|at once|straightaway|without delay|next step|"
    r"in the next step|the very next step|as the very next step)(?: please| ,)*"
    r"(?: (?:no dawdling|with )?nothing (?:else )?(?:first|in between|in the meantime))?"
    r"|(?:do not|never) do anything else (?:first|in between|before that|in the meantime)|nothing else (?:may|is to) "
    r"(?:come|happen|be done) (?:in between|before that|first)"
    r"|(?:with |and )?nothing (?:else )?(?:at all )?(?:in between|in the meantime|first))"
    r"(?: ,? ?no dawdling)?(?: ,? ?please)? ?"
)
"""A sentence of its own that says of the one before it: at once."""

_IN_ORDER = re.compile(
    r"(?:(?:and )?(?:strictly |exactly )?in (?:that|this|exactly that) order|one after (?:another|the other)|in turn)"
    r"(?: ,)?(?: please)? "
)
"""A sentence of its own that says of the one before it: one after the other."""

_SEAM = re.compile(
    r"( , | ; | – | (?=(?:because|otherwise|or else|or you (?:will|could|might)|since (?:it|they|he|she)|"
    r"(?<!long )(?<!soon )(?<!far )(?<!same )(?:as|for) (?:it|they|he|she)) ))"
)
_CUT = re.compile(
    r"[,;:.!?]+(?:\s+|$)(?:(?:and |so )(?=\w))?|\s+(?=(?:because|since)\s)|\s+and (?=(?:it|she|he|they|i|we)\b)"
)
"""Where a clause of a sentence ends, as it was written."""
_DASH = re.compile(r"\s+[-–—]+\s+|\s*—\s*")
_SO_THAT = re.compile(r"\s+so (?:that )?(?:i|we) can\b[^,;:.!?]*[.!]*\s*$", re.I)
_OF_ANY = frozenset(["not", "never", "no", "nobody", "nothing", "unless", "until", "only", "any", "every"])
"""What may forbid, or speak of all that will be."""
_HEADING = re.compile(r"\s*([^:\n]+?)\s*:\s+(\w.*)", re.S)
_ATTENTION = re.compile(
    r"(?:(?:a|one|just a|another) )?(?:quick |final |last |small |friendly |general )?"
    r"(?:word|note|reminder|warning|request|point)(?: of (?:warning|advice|caution))?"
    r"(?: (?:about|on|regarding) (?:the )?[a-z]+(?: [a-z]+)?)? "
    r"|health and safety |hygiene(?: , hygiene)* |listen(?: carefully| well| up)? |(?:bad|good) news |fire safety "
)
"""What stands before a colon and only draws attention."""
_IN_SHORT = re.compile(
    r"(?:the )?(?!no |not |never |only )(?:[a-z]+ ){1,2}(?:first|up front|in advance|beforehand) "
    r"(?:, (?:and |and then |then |only then )(?:the )?(?:[a-z]+ ){1,2}(?:second |later |next |last |afterwards )?)?"
)
"""An order in short, before a colon and the same in full: *money up front*, *edges first, then the wax*."""
_OR_ELSE = re.compile(
    r" (?:[,–] )?or (?:else )?((?:it|they|he|she|you|we|somebody|someone|the [a-z]+) (?:[a-z']+ ){1,9})$"
)
_SO = re.compile(
    r"(.+?) (?:, so |, and so |, therefore |, hence |, which is why |, that is why )(?:please )?"
    r"|(?=(?:i|we) (?:am|are|have|will) )(.+?) (?:and|so) (?=[a-z])"
)
_TOPIC = re.compile(
    r"(?:(?:be )?(?:careful|gentle|patient) (?:with|of|around)|as for|regarding|concerning|as regards|mind|about|"
    r"when it comes to) ((?:the |my |our |your |its )?(?:[a-z0-9]+ ){1,3}), "
)
"""What a sentence is about, before it."""
_TOO = re.compile(
    r"(.*\b(?:all|every|each|both|no|none|neither|the lot) .*?) , (?:even |including )?((?:the )?[a-z0-9 ]+? )"
    r"(?:included|too|as well) "
)
"""What is one of all that a sentence speaks of, behind it."""
_IN_BRIEF = re.compile(
    r"((?:the )?[a-z0-9 ]+? )first ?, (?:and |then |and then )?((?:the )?[a-z0-9 ]+? )"
    r"(?:(?:later|second|next|last|afterwards|after that) )?, (?=.*\b(?:before|until|unless)\b)"
)
"""An order in brief, before it is said in full."""


class Asides:
    """What of a sentence says nothing, for a lexicon."""

    def __init__(self, lexicon: Lexicon, wording: Wording) -> None:
        self._lexicon = lexicon
        self._nouns = wording.nouns
        self._wording = wording
        self._remarks = Remarks(lexicon)
        own = lexicon.words
        named = [one for one in _CALLED.split() if one not in own]
        phrases = [*named, *(one for one in _ASIDES.split("|"))]
        said = "|".join(sorted(map(re.escape, phrases), key=len, reverse=True))
        self._first = re.compile(rf"^(?:(?:{said}) [,–] )+")
        self._between = re.compile(rf" [,–] (?:{said}) [,–] (?:(?=(and|or|but|so|then|nor|never|do|make) )|)")
        rooms = "|".join(one for one in _ROOMS.split() if one not in own)
        self._rooms = re.compile(rf"(?:in|around|inside) (?:my|our|this) (?:{rooms}) $")
        every = {
            one for noun in ("room", "rooms") for kind in wording.nouns.get(noun, ()) for one in kind.members
        }
        known = [
            re.escape(noun) for noun, kinds in wording.nouns.items() if every.issuperset(kinds[0].members)
        ]
        self._room = re.compile(rf"\bin (?:the |this |my |our |your )?(?:{'|'.join(known) or '(?!x)x'}) $")
        self._last = re.compile(rf"(?: [,–] (?:{said}) )+$")

    def plain(self, text: str) -> tuple[str, list[str]]:
        """A sentence as the grammar reads it, each word in lower case and a space after it, and what is left aside."""
        aside = [one for one in re.findall(r"\(([^()]*)\)", text) if self.asks_nothing(one)]
        head = _HEADING.fullmatch(text)
        if head is not None and self._heads(head[1], head[2]):  # money up front: …
            aside.append(head[1].strip())
            plain = self._of_what(self._words(head[1])) + self._words(head[2])
        else:
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
            plain = self._between.sub(self._or_comma, plain)
            plain = self._last.sub(" ", plain)
        asked = self._without_remarks(self._without_wholes(plain), aside)
        return self._lexicon.passive(self._lexicon.described(asked)), aside

    def _heads(self, head: str, demand: str) -> bool:
        """Whether what stands before a colon says no more than what stands after it, or asks for nothing."""
        words, asked = self._words(head), self._words(demand)
        if self.asks_nothing(head) or _ATTENTION.fullmatch(words):
            return True
        named = [one for one in words.split() if self._lexicon.singular(one) in self._nouns]
        ordered = re.search(r"\b(?:before|until|unless|without|after|once|first) ", asked)
        if not ordered or not _IN_SHORT.fullmatch(words) or any(one not in asked.split() for one in named):
            return False
        same = any(
            len(one) > 2 and one in asked for one in words.split() if one not in ("the", "first", "then")
        )
        return same or " first " not in words

    def _or_comma(self, found: re.Match[str]) -> str:
        return " , " if found[1] or self._remarks.are_one(found.string[found.end() :]) else " "

    def _named_so(self, found: re.Match[str]) -> str:
        """*Bella's muzzle*, of a thing that is called `bellas-muzzle`."""
        known = self._lexicon.words
        return f"{found[1]}s" if f"{found[1]}s" in known and found[1] not in known else found[0]

    def _without_wholes(self, plain: str) -> str:
        """*The top drawer of the cabinet* is the top drawer, where that is part of the cabinet by its name."""
        said = plain.split()
        for at in range(len(said) - 2, 0, -1):
            if said[at : at + 2] == ["of", "the"]:
                owned, owner = self._noun_at(said, at - 1, -1), self._noun_at(said, at + 2, 1)
                if owned and owner and self._lexicon.is_part(" ".join(owned), " ".join(owner)):
                    said[at : at + 2 + len(owner)] = []
        return "".join(f"{word} " for word in said)

    def _noun_at(self, said: Sequence[str], at: int, step: int) -> list[str] | None:
        """The longest noun that begins at a word, or ends there."""
        for length in (4, 3, 2, 1):
            words = list(said[at : at + length] if step > 0 else said[max(at - length + 1, 0) : at + 1])
            if len(words) == length and self._lexicon.singular(" ".join(words)) in self._nouns:
                return words
        return None

    def _belonging(self, plain: str) -> str:
        """*Take Mia's payment*, of the verb *take payment*; *Mr Hobbs's table*, where there is one that he is at.

        That is said by its own name, and only in what is asked for: what is forbidden may be meant of any that will be.
        """
        if "'" not in plain:
            return plain
        for verb, what in (one.split() for one in self._lexicon.all_verbs if one.count(" ") == 1):
            if what not in PARTICLES:
                owner = r"((?:the )?[a-z0-9]+(?: [a-z0-9]+)?)'s?"
                plain = re.sub(rf"\b{verb} {owner} {what}\b", rf"{verb} {what} \1", plain)
        found = re.search(r"([a-z0-9]+(?: [a-z0-9]+)?)(?:'s|(?<=s)') ([a-z0-9]+(?: [a-z0-9]+)?)\b", plain)
        said = plain.split()
        asked = any(" ".join(said[:many]) in self._lexicon.all_verbs for many in (1, 2))
        if found is None or not asked or not _OF_ANY.isdisjoint(said):
            return plain
        names = (found[1], found[1].split()[-1])
        owner = next((one for one in names if one in self._nouns), "")
        part = next((one for one in (found[2], found[2].split()[0]) if one in self._nouns), "")
        if not owner or not part or len(self._nouns[owner]) > 1 or len(self._nouns[owner][0].members) > 1:
            return plain
        kind = self._nouns[owner][0]
        one = NounTerm(kind.members[0], kind)
        his = {
            name: None
            for sort in self._nouns[part]
            for name in sort.members
            for other in [NounTerm(name, Kind((name,), "", name))]
            for fact in (
                *(each for word in ("at", "on", "in") for each in self._wording.relation(word, one, other)),
                *(
                    each
                    for such in self._lexicon.adjectives
                    for each in self._wording.state(such, one, [("of", other)])
                ),
            )
            if isinstance(fact, Proposition) and self._wording.at_first(fact)
        }
        called = [
            noun
            for noun, sorts in self._nouns.items()
            if len(his) == 1 and all(sort.members == tuple(his) for sort in sorts)
        ]
        if not called:
            return plain
        before = plain[: found.start(1) + len(found[1]) - len(owner)]
        article = "" if re.search(r"\b(?:the|a|an|my|our|your) $", before) else "the "
        rest = re.sub(r"\b(?:him|he|she)\b", f"the {owner}", plain[found.start(2) + len(part) :])
        return f"{before}{article}{max(called, key=len)}{rest}"

    def _words(self, text: str) -> str:
        plain = text.lower().replace("’", "'").replace("`", "'")
        plain = re.sub(r"\(([^()]*)\)", lambda found: "" if self.asks_nothing(found[1]) else found[0], plain)
        for short, long in _SHORT:
            plain = re.sub(short, long, plain)
        plain = re.sub(r"(?<=\w)'s (?=(?:not |still |already )?([a-z]+)\b)",
                       lambda found: " is " if found[1] in self._so else found[0], plain)  # fmt: skip
        plain = re.sub(rf"(?<=\w)'s (?=(?:{_IS_BEFORE})\b)", " is ", plain)
        plain = re.sub(r"\b(mr|mrs|ms|dr|prof|st)\.(?= [a-z])", r"\1", plain)
        plain = self._belonging(self._lexicon.beside(self._lexicon.owned(plain)))
        plain = re.sub(r"\b([a-z]+)'s\b", self._named_so, plain)
        plain = re.sub(r"\b([a-z]+s)'(?= )", lambda found: found[1] if found[1] in self._lexicon.words else found[0],
                       plain)  # fmt: skip
        plain = re.sub(r"\bnever\s*,\s*ever\b\s*,?", "never ever ", plain)
        plain = re.sub(r"[\"“”*]", " ", plain)
        plain = re.sub(r"(?<=\w)[-_–](?=\w)", " ", plain)
        plain = re.sub(r"\s+[-–—]+\s+|—", " – ", plain)
        topic = re.match(r"\s*(?:the )?([a-z0-9 ]+)\s*:\s+(.*\b(?:them|they|it|him|her|he|she)\b.*)", plain)
        if topic is not None and self._lexicon.singular(topic[1].strip()) in self._nouns:
            plain = re.sub(
                r"\b(?:them|they|it|him|her|he|she)\b", plain[: plain.index(":")].strip(), topic[2], count=1
            )
        plain = re.sub(
            r"(?<!order)(?<!rule)(?<!requirement)(?<!constraint)(?<!\d)\s*:\s+(?=\w)", " , ", plain
        )
        plain = re.sub(r"\s*([,;:])\s*", r" \1 ", plain.strip(" ,.;:!?–"))
        return "".join(f"{word} " for word in plain.split())

    @property
    def _so(self) -> frozenset[str]:
        """Words that *is* may stand before: *the stove's hot* is *the stove is hot*."""
        return self._lexicon.predicates

    # -- sentences that ask for nothing

    def joined(self, texts: Sequence[str]) -> list[tuple[str, str, list[str]]]:
        """Sentences as they were written, what of each is to be read, and the sentences that are left aside with it.

        A remark or *no exceptions* belongs to the sentence before it, as does *straight away*; a text that has nothing
        else stays as it is.
        """
        if all(map(self.asks_nothing, texts)):
            return [(text, text, []) for text in texts]
        found: list[tuple[str, str, list[str]]] = []
        first: list[str] = []
        for at, text in enumerate(texts):
            at_once = _AT_ONCE.fullmatch(self._words(text)) if found else None
            shown, read, aside = found[-1] if found else ("", "", [])
            if found and _IN_ORDER.fullmatch(self._words(text)):
                read = read if re.search(r"\band\b", read) else re.sub(r",(?=[^,]*$)", ", and", read)
                found[-1] = (f"{shown}. {text}", f"{read}, in that order", aside)
                continue
            if at_once is not None:
                how = "with nothing in between" if "between" in at_once[0] else "straight away"
                found[-1] = (f"{shown}. {text}", f"{read} {how}", aside)
            elif at + 1 < len(texts) and self._is_name(self._words(text)):  # the oven? Nothing is baked in it
                first.append(text)
            elif not self.asks_nothing(text):
                told = [one for one in first if self._of_what(self._words(one))][-1:]
                said = f"{told[0]}, so {text}" if told else text  # the vase is old. Never touch it
                aside = [one for one in first if one not in told]
                found.append(("".join(f"{one}. " for one in first) + text, said, aside))
                first = []
            elif found:
                found[-1] = (f"{shown}. {text}", read, [*aside, text])
            else:
                first.append(text)
        return found

    def _spoken_of(self, name: str, words: str) -> bool:
        """Whether a name is one of what other words speak of, under whatever name."""
        if not self._is_name(name):
            return False
        said = words.split()
        nouns = [" ".join(found) for at in range(len(said)) if (found := self._noun_at(said, at, 1))]
        mine, others = (
            {
                one
                for noun in listed
                for kind in self._nouns[self._lexicon.singular(noun)]
                for one in kind.members
            }
            for listed in ([name.removeprefix("the ").strip()], nouns)
        )
        return not mine.isdisjoint(others)

    def _is_name(self, words: str) -> bool:
        """Whether words are but the name of a thing."""
        said = words.removeprefix("the ").split()
        return bool(said) and self._noun_at(said, 0, 1) == said

    def asks_nothing(self, text: str) -> bool:
        """Whether a whole sentence is a remark, or one of a list of phrases that ask for nothing."""
        words = self._words(text)
        words = self._last.sub(" ", self._first.sub("", words))
        return not words.strip() or self._remarks.are_one(words, apart=True)

    def without_remarks(self, sentence: str) -> str:
        """A sentence as it was written, without its clauses that are remarks and name nothing that is here.

        What is said of a thing that is here may be what is to be so of it; of the room that it is about, a remark may
        be. What stands behind a dash is a clause of its own.
        """
        sentence = _SO_THAT.sub("", _DASH.sub(", ", sentence))
        ends = [*(cut.end() for cut in _CUT.finditer(sentence)), len(sentence)]
        parts = [
            sentence[at:end] for at, end in zip([0, *ends], ends, strict=False) if sentence[at:end].strip()
        ]
        kept = [one for one in parts if not self._is_remark_on_nothing_here(one)]
        if len(kept) in (0, len(parts)):
            return sentence
        return re.sub(r"[\s,;:]+(?:and|so|because|since)?[\s,;:]*$", "", "".join(kept)).strip()

    def _is_remark_on_nothing_here(self, part: str) -> bool:
        words = re.sub(r"[ ,]+(?:and|so|but) $", " ", self._words(part))
        words = self._room.sub("", self._rooms.sub("", words))
        said = words.split()
        here = any(self._noun_at(said, at, 1) for at in range(len(said)))
        return (
            len(said) > 1
            and not here
            and self._remarks.are_one(words, "it is so", apart=not part.rstrip().endswith(","))
        )

    def _without_remarks(self, plain: str, aside: list[str]) -> str:
        """A sentence without the remarks in it: *never leave it open, the milk goes off*; those are put into a list."""
        plain = self._rooms.sub("", plain)
        about = _TOPIC.match(plain)
        summed_up = _IN_BRIEF.match(plain)  # milk first, dishes later: …
        if summed_up is not None and all(
            self._spoken_of(one, plain[summed_up.end() :]) for one in summed_up.groups()
        ):
            aside.append(summed_up[0].strip(" ,"))
            plain = plain[summed_up.end() :]
        if about is not None and self._is_name(about[1]):  # careful with the vase: …
            verb = "are" if about[1].split()[-1] in self._lexicon.plurals else "is"
            plain = f"{about[1]}{verb} {REASON} , so {plain[about.end() :]}"
            aside.append(about[0].strip(" ,"))
        front = _SO.match(plain)
        told = (front[1] or front[2]) + " " if front is not None else ""
        if front is not None and (
            self._is_name(told) or self._remarks.are_one(told, told=True)
        ):  # the goldfish is shy, so …
            aside.append(told.strip(" ,"))
            plain = self._of_what(told) + plain[front.end() :]
        too = _TOO.fullmatch(plain)  # all of them, the night van included
        if too is not None and self._spoken_of(too[2], too[1]):
            aside.append(plain[too.end(1) :].strip(" ,"))
            plain = too[1]
        threat = _OR_ELSE.search(plain)
        if threat is not None and self._remarks.threatens(f"{threat[1].strip()} ", plain[: threat.start()]):
            aside.append(threat[0].strip(" ,–"))
            plain = f"{plain[: threat.start()].rstrip(' ,–')} "
        parts = _SEAM.split(plain)  # what is said, a seam, what is said, …
        remark = self._remarks.are_one
        end = next((at for at in range(1, len(parts), 2)
                    if remark("".join(parts[at:]), parts[0], apart=parts[at] != " , ")), len(parts))  # fmt: skip
        aside += [one for one in ["".join(parts[end:]).strip(" ,;–")] if one]
        kept = parts[:end]
        for at in range(len(kept) - 4, 0, -2):  # what is spliced in
            if remark(kept[at + 1], kept[0]):
                aside.append(kept[at + 1].strip())
                kept[at : at + 3] = [" " if kept[at + 1].startswith(("which ", "who ")) else " , "]
        if len(kept) > 2 and kept[1].strip() and remark(kept[0], kept[2], apart=kept[1] != " , "):
            aside.append(kept[0].strip())
            kept[:2] = [self._of_what(kept[0])]
        return f"{''.join(kept).replace(' – ', ' , ').strip(' ,;')} "

    def _of_what(self, remark: str) -> str:
        """What a remark before a demand speaks of, for the pronouns in that: *the goldfish is ~, so*."""
        said = remark.split()
        noun = self._noun_at(said, 0, 1) or (self._noun_at(said, 1, 1) if len(said) > 1 else None)
        if noun is None:
            return ""
        both = re.match(rf"(?:the )?{' '.join(noun)} and (?:the )?(?=[a-z])", remark)
        other = self._noun_at(remark[both.end() :].split(), 0, 1) if both is not None else None
        if both is not None and other is not None:
            return f"{both[0]}{' '.join(other)} are {REASON} , so "
        return f"the {' '.join(noun)} {'are' if ' '.join(noun) in self._lexicon.plurals else 'is'} {REASON} , so "
