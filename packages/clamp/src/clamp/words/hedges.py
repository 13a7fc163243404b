"""What sounds like a request and is none, or less: somebody else's wish, a supposition, a duty taken away, mockery.

A model overlooks such words, and reads what they are said of. Courtesies and idioms with the same words in them (*when
you have a moment*, *once and for all*) mean nothing; and what is asked for behind them, in a clause of its own, is
asked for: *Anna says the fern is dry, so water it*.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from clamp.words.english import these
from clamp.words.forms import gerunds

_IDIOMS = re.compile(
    r"""\b(?:once\ and\ for\ all|all\ in\ all|(?:at|by)\ all\ (?:costs|times|means)|for\ a\ while|if\ anything
    |(?:above|after|at)\ all(?:\ else)?(?=\W*(?:[,;.!]|$))
    |all\ (?:right|along|day|night|(?:the|this)\ (?:time|while))|(?:each|every)\ (?:time|day|night)
    |without\ (?:fail|exceptions?|delay|further\ ado)|before\ (?:long|anything\ else)
    |(?:if|when|whenever|as\ soon\ as)\ (?:at\ all\ )?(?:possible|need\ be|necessary))\b
    |\b(?:when|whenever|once|if|as\ soon\ as|unless)\s(?:
      it(?:'s|\ is|\ isn't|\ is\ not|'d\ be|\ would\ be|\ wouldn't\ be)?\ (?:too\ much\ (?:trouble|bother|to\ ask)
        |convenient|okay?|all\ ?right|(?:any|no)\ (?:trouble|bother))
      |(?:that|this)(?:'s|\ is)\ done
      |(?:you|i)(?:'(?:re|ve|d|m)|\ are|\ have|\ am|\ would)?\ (?:please|like|want|wish|can|could|may|must
        |(?:(?:do|would)(?:n't|\ not)\ )?mind|(?:all\ )?(?:done|finished|ready|free|there|back)
        (?:\ with\ (?:that|this|it|everything|all\ that))?
        |(?:(?:have|get|find|got)\ )?(?:(?:a|one)\ (?:moment|minute|second|chance)|(?:the\ |some\ )?time)))
      (?=\W*[,.;!?]|\s(?:please|could|can|would|will)\b|\W*$)""",
    re.I | re.X,
)
"""Courtesies and idioms, in words that elsewhere are conditions or speak of all."""

_NEEDLESS = r"""\bno\ need\b|\bneedn't\b|\bfeel\ free\ to\b|(?:\bno|\bnot|n't)\ matter\ (?:if|whether)\b
    |(?:\bnot|n't)\ (?:\w+\ )?(?:(?:need|have)\ to|necessary|required|obliged)\b
    |(?:^|[.;!?]\ )\W*(?:please\ )?(?:don't|do\ not)\ (?:even\ )?bother\b(?!.*\b(?:until|till|unless)\b)"""
_LIFTED = rf"""{_NEEDLESS}|(?:\bnot|n't|\bnothing)\ (?:\w+\ ){{0,2}}(?:true|so\ that|the\ case|necessary
    |needs?|needed|required|obliged|mandatory|have\ to|has\ to|every|all)\b
    |\b(?:untrue|false\ that|hardly|barely|scarcely|seldom|rarely|usually|normally|typically)\b
    |\b(?:i|we|he|she|they|people)\ used\ to\b"""
"""What takes a duty away; and what of a requirement denies the whole, or says how often about, or what was once so."""

_HOUR = r"""(?:(?:half|(?:a\ )?quarter|\w+)\ (?:past|to)\ )?
    (?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d{1,2}(?:[:.]\d\d)?)
    (?=\W*(?:[,.;:!?]|$)|\ o'clock)"""
_UNREAL = rf"""^\W*(?:(?:at|on|in|during)\ )?(?:the\ |my\ |our\ )?last\ (?:night|week|month|year|time|summer|winter
      |spring|autumn|weekend|party|christmas|easter|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b
    |(?:^\W*|[.;!?]\ )(?:\w+\ ){{1,3}}?(?:is|are|am)\ (?:just\ )?going\ to
      \ (?!(?:need|want|have|be|like|bed|work|sleep|the)\b)
    |(?:^\W*|[.;!?]\ )(?:\w+\ ){{0,2}}?\w+(?:'ll|\ will|\ shall)\ [^,;.!?]*\b(?:my|him|her|our|them)sel(?:f|ves)\b
    |\b(?:maybe|perhaps|possibly|wouldn't\ want)\b|\bused\ to\b|\b(?:was|were)\ going\ to\b
    |\b(?:i|we)\ doubt\b|(?:n't|not)\ (?:decide|remember|recall|tell|say|know|sure)\ (?:whether|if)\b
    |\b(?:as\ if|as\ though|if\ only|what\ if|remember\ (?:when|how)|according\ to)\b
    |\b(?:would|could|should|might)(?:n't|\ not)?\ have\ (?:\w+ly\ )?(?:been|done|put|taken|shut|left|kept|\w{{2,}}ed)\b
    |\b(?:dreamt|dreamed|wonder|wondering|wondered)\ (?:that|whether|if)\b(?!\ you\ (?:could|would|can|might))
    |(?<!n't\ )(?<!not\ )\b(?:scratch|forget|ignore)\ (?:that|this|it|what)\b|\bi\ take\ (?:it|that)\ back\b
    |\bon\ second\ thoughts?\b|\bor\ rather\ (?:don't|do\ not|not)\b|\bbut\ that's\ \w+\ for\ you\b
    |\balways\ (?:wanting|asking|telling|saying|on\ about|on\ at)\b
    |\bnot\ (?:today|now)\b|\b(?:oh|yeah|yes|sure),?\ (?:sure|right|great|brilliant|wonderful|lovely|fantastic)\b
    |\b(?:brilliant|great|genius|wonderful)\ (?:idea|plan|thinking)\W*$|,\ why\ don't\ you\W*$
    |\byou\ (?:start|begin)\ (?:by|with|at|in|on|off|out)\b|\binitially\b
    |\b(?:almost|nearly)\b(?!\ (?:here|there|over|upon|noon|midnight|\w*time|dawn|dusk|dark|{_HOUR}))
    |\bhalf\b(?!\ past|\ an?\ \w+\ (?:down|over|on|all)\b
        |\ (?:the|my|our)\ \w+\ (?:is|are|was|were|has|have)\b)|\b(?:halfway|partly|partially|slightly)\b
    |\ba\ (?:bit|little)(?=\W*$|\W*[,.;]|\ (?:more|less|further|way|open|\w+er)\b)
    |\b(?:any(?:thing|where)|everywhere|everything(?!\ but\ (?:the|my|your)\b))\ but\b"""
"""What was or might have been, how things are at first, what is taken back, mocked, or asked for in part."""

_QUOTED = re.compile(
    '["\N{LEFT DOUBLE QUOTATION MARK}][^"\N{RIGHT DOUBLE QUOTATION MARK}]+["\N{RIGHT DOUBLE QUOTATION MARK}]'
)
_TAKEN_BACK = re.compile(
    r"""[,.;:-]\ (?:(?:oh|no|er|um|hm+|wait|sorry|actually),?\ )+(?:please\ )?
    (?:(?:don't|do\ not)(?:\ bother)?|never\ mind|leave\ it|forget\ it)\W*$
    |[,.;:!?-]\ (?:(?:oh|ah|no|nah|er|um|hm+|wait|sorry|actually|well|hang\ on|hold\ on|but|and|please)[,.!]*\ )*
      (?:(?:scrap|scratch|cancel|strike|forget|ignore)\ (?:that|it|this)
        |never\ ?mind(?!\ (?:the|that|about|what|which|how|if))
        |i(?:'ve|\ have)?\ changed\ my\ mind)\b.*
    |[,.;:!?-]\ (?:(?:oh|ah|er|um|hm+|sorry|actually|well|hang\ on|hold\ on|wait)[,.!]*\ )*
      (?:no|nah|stop|wait|hang\ on|hold\ on|actually)[,.!]*\ (?:(?:no|wait|sorry|actually|please)[,.!]*\ )*
      (?:(?:don't|do\ not)(?!\ (?:worry|forget|bother|just|leave|let))
        |i(?:'d|\ would)\ rather\ (?:not|you\ didn't)|better\ not|rather\ not
        |(?:leave|let|keep)\ (?:it|that|them|him|her)\b).*
    |\b(?:would\ (?:love|like|prefer)|wants?)\b.*[,.;-]\ but\ (?:he|she|they|it|i|we|the\ \w+)\b.*
      (?:(?<!ca)n't|\b(?:not|no|never|nobody|wait)\b).*
    |[,.;:-]\ (?:but\ )?(?:he|she|they|i|we)(?:\ can|\ will|'ll)\ (?:just\ )?(?:get|fetch|do|put|take|bring|move)
    \ (?:it|that|them)(?:\ (?:there|back|in|out))?\ (?:himself|herself|myself|themselves|ourselves)\W*$""",
    re.I | re.X,
)
_ADDRESSED = re.compile(r"\W*(?:(?i:hey|hi|hello|oh|ok|okay|right),? )?(?P<who>[A-Z][a-z]+)[,:] ")
_CALLS = these(
    "robot robo hey hi hello oh please sorry well ok okay no yes right so now thanks listen look wait"
)
_THE_ROBOT = re.compile(r"\b(?:the|our|your|this|that) robot\b", re.I)
_TALKS_OF = re.compile(
    r"""\W*(?P<what>(?P<doing>\w+ing)\b[^,;:.!?]*?\b(?:takes|took|costs?|saves|wastes|helps|means|makes
    |(?:is|was|isn't)\ (?:\w+ly\ |so\ |very\ |quite\ |not\ )?(?:easy|hard|difficult|fun|boring|tiring|tedious|quick
      |slow|cheap|expensive|dangerous|risky|impossible|pointless|useless|no\ (?:fun|use|good)
      |a\ (?:pain|chore|waste|nuisance))))\b""",
    re.I | re.X,
)
_COURTEOUS = re.compile(
    r"""[,!]?\ *(?<!\w)(?:s'il\ (?:te|vous)\ pla[iî]t|bitte|por\ favor|per\ favore|als?jeblieft|alstublieft|tack
    |proszę|merci|danke)
    (?!\w)""",
    re.I | re.X,
)
_FORBIDDING = re.compile(
    r"""^\W*(?P<no>no|nunca|jamás|non)(?=\ )
    |\bn(?:e\ |')\w+.*\b(?:pas|jamais|plus|rien)\b
    |\b(?:nicht|kein\w*|niemals|nichts|niet|geen|nooit|inte|aldrig|não|nie|nigdy)\b""",
    re.I | re.X,
)
_REASON = re.compile(
    r",\ *(?:que|car|parce|puisque|weil|denn|da|porque|pois|perché|ché|want|omdat|eftersom|för|bo|ponieważ)\b.*",
    re.I | re.S,
)
_BUT = re.compile(
    r"""[,;.:!?]\W*\w|\b(?:sondern|sino|mais|pero|aber|maar|utan|lecz|ale|bensì)\b
    |(?:oubli|laiss|omet|verg[ei]ss|lass|lässt|olvid|dej[ea]|dimentic|lasci|verge[et]|laat|laten|glöm|låt|esque[çc]|deix|zapom|zostaw)""",
    re.I | re.X,
)
"""In a sentence that forbids: something else is said, or it is not to be forgotten or left so."""
_REPORTED = re.compile(
    r"""[,!?]\ +(?:(?:he|she|they|(?:my|the|our)\ \w+|(?-i:[A-Z][a-z]+))(?:\ \w+ly|\ always)?
    \ (?:says?|said|shouted|yelled|told\ (?:me|us))
    |said\ (?:he|she|they|(?:my|the|our)\ (?:\w+\ )?\w+|(?-i:[A-Z][a-z]+)))\W*$""",
    re.I | re.X,
)
"""At the end: it is taken back, or somebody else said it."""
_OPENING = r"""^\W*(?:if|when|whenever|once|unless|should|had|were|was|in\ case|as\ soon\ as|suppose|imagine|pretend
    |whether)\b"""
_SAID = r"""(?<!n't\ )\b(?:says?|said|tells?|told|thinks?|thought|believes?|reckons?|claims?|suggests?|insists?
    |recommends|shout(?:s|ed)|yell(?:s|ed)|begs|begged|demand(?:s|ed)|wanted|wishes|wished|asks?|asked
    |(?P<wish>would\ (?:like|love|prefer)|wants?(?!\ (?:a\ |its\ |some\ )?(?:\w+\ )?\w+ing\b)))\b"""
"""What somebody says or wants; a thing that *wants opening* is to be opened."""
_COURTESY = re.compile(r"\b(?:please|thanks|thank you|cheers|ta|pls)\W*$")
"""At the end: whoever says that somebody wants it asks for it."""
_DOING = r"(?: (?:just|really|also|only|already|always|still|do|did|have|had|would|could|must|can|not))*"
_OWN = re.compile(
    rf"\b(?:(?:i|we)(?:'(?:ve|d))?{_DOING}|you(?:'(?:ve|d))?(?: may| might| will)?{_DOING}"
    r"|(?:as|like|which|whichever|what|whatever|where)(?: \w+){1,3}) $"
)
"""Before them: of whom is speaking or spoken to nothing is reported; nor is *as the label says* a report."""
_OTHERS = re.compile(r" (?!you\b|the robot\b)(?:\w+ ){1,3}?to (?!be\b)\w+")
"""After a wish: what somebody else is to do, *Anna would love Tom to come*."""
_HEDGES = re.compile(f"(?P<opening>{_OPENING})|(?P<said>{_SAID})|{_NEEDLESS}|{_UNREAL}", re.X)
_LIFTING = re.compile(_LIFTED, re.I | re.X)
_NUMBER = r"""(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty
    |half\ an|a\ quarter\ of\ an|an?\ (?:few|couple\ of)|some|about\ an?|\d+)"""
_UNITS = r"(?:sec(?:ond)?s?|moments?|min(?:ute)?s?|hours?|days?|weeks?)"
_MEAL = r"(?:breakfast|lunch|dinner|supper|tea|school|work|midnight|noon|dark|bedtime)"
_DAYS = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_PART = r"(?:morning|afternoon|evening|night)"
_LATER = rf"""(?:in\ (?:{_NUMBER}\ {_UNITS}|a\ (?:bit|while)|(?:five|ten)(?=\W*$))
    |(?:{_NUMBER}\ {_UNITS}|a\ while)\ (?:from\ now|later)
    |for\ (?!an?\ (?:sec|mom|minute\b)){_NUMBER}\ {_UNITS}|after\ {_NUMBER}\ {_UNITS}
    |(?:at|around|from)\ (?:about\ )?(?:(?:half|(?:a\ )?quarter|\w+)\ (?:past|to)\ )?
      (?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon|midnight|\d{{1,2}}(?:[:.]\d\d)?)
      (?:\ ?(?:am|pm|o'clock|sharp))?
    |(?:from\ )?(?:first\ thing\ )?(?:the\ day\ after\ )?tomorrow(?:\ {_PART})?(?:\ on)?
    |later(?:\ on)?(?:\ today)?|not\ now(?:,?\ but\ later)?
    |after\ {_MEAL}|(?:on|next|every)\ {_DAYS}|(?:next|every|each)\ (?:day|week|month|hour|{_PART})|at\ the\ weekend
    |(?:once|twice)\ (?:a|every)\ (?:day|week)|daily|in\ the\ morning
    |twice|(?:two|three|four|five|\d+)\ times
    |when\ you\ (?:leave|go\ (?:out|home|away|to\ bed)|come\ (?:back|home|in))
    |(?:when|once|as\ soon\ as|after)\ (?:i|we|they|he|she|(?:the|my|our)\ \w+)(?:\ (?:have|has)|'(?:ve|s|re|m))?
      \ (?:gets?|got|comes?|arrives?|am|is|are|back|home)(?:\ (?:back|home|here|in|up))?)"""
"""When something is to be done that is not now, or how long, or how often: of that a goal says nothing."""
_ASKED = r"(?:(?:please|just|can|could|would|will|you|robot|hey|ok|okay|then|and|now)[\ ,]+)*"
_BESIDE = r"(?:(?!\b(?:so|because|as|since|that|which|who|i|we|he|she|it's|they)\b)[^,;:.!?])*"
_THEN = r"(?:(?:please|just|now|then|kindly|instead)\s+)*"
_NEW = re.compile(rf"(?:[.;!?]|, (?:so|but|just|then)| so(?= please)|,(?= \w+ (?:it|them)\b))\s+{_THEN}(\w+)")
_FIRST = re.compile(rf"\W*{_THEN}(\w+)[^\"“]*(?:[,;.!?]| -) [^\"“]*$")
_DELAYED = re.compile(
    rf"""(?:^|[,;:.!?]\ )\W*{_ASKED}(?:(?P<when>{_LATER}(?:[\ ,]+{_LATER})?)[\ ,]+{_ASKED}(?P<then>\w+)
    |(?P<order>\w+)\b{_BESIDE}(?<!\bby)(?<!\bfor)(?<!until)(?<!till)\ (?P<time>{_LATER})(?:\ please)?
      (?=\W*$|\ ?[,;:.!?]|\ (?:and|then)\b))""",
    re.I | re.X,
)
_ASKING = these(
    "is are was were do does did why what where when how which who whose has have am had isn aren don doesn"
)
_MAY = these("can could may might would will shall should must")
_STATIVE = these("make keep leave see let have")
"""After these a *when* says by when: *make sure that the lamp is on when they come home*."""
_ORDERING = these("make keep get do leave see let put take turn switch could can would please")


def without_idioms(sentence: str) -> str:
    """A sentence without its courtesies and idioms."""
    return _IDIOMS.sub(" ", sentence.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'"))


def lifting(requirement: str) -> str:
    """The words of a requirement that take the duty away; empty if none do."""
    found = _LIFTING.search(without_idioms(requirement))
    return "" if found is None else found[0].strip(" .;!?,")


def quotes(sentence: str, verbs: Collection[str]) -> bool:
    """Whether it tells what somebody says: *"Close the window," he said*. See `hedge`."""
    beside = _QUOTED.sub(" ", sentence)
    return reported(sentence) or (
        beside != sentence and (bool(hedge(beside, verbs)) or _mentions(sentence, beside, verbs))
    )


def _mentions(sentence: str, beside: str, verbs: Collection[str]) -> bool:
    """Whether an order stands in quotation marks alone: *the words "close the window" are hard to read*."""
    orders = _ORDERING.union(verbs)
    quoted = [re.findall(r"[a-z]+", one.lower()) for one in _QUOTED.findall(sentence)]
    rest = re.findall(r"[a-z]+", beside.lower())
    return any(one and one[0] in orders for one in quoted) and len(rest) > 1 and orders.isdisjoint(rest)


def addressed(sentence: str) -> str:
    """To whom it is said, where it speaks of the robot as of somebody else: *Anna, shut it, the robot is busy*."""
    found = _ADDRESSED.match(sentence)
    if found is None or found["who"].lower() in _CALLS or not _THE_ROBOT.search(sentence, found.end()):
        return ""
    return found["who"]


def talks_of(sentence: str, verbs: Collection[str]) -> str:
    """How it begins to tell of doing something, and asks for nothing: *opening the window takes a while*."""
    found = _TALKS_OF.match(sentence)
    if found is None:
        return ""
    done = found["doing"].lower()
    return found["what"] if any(done in gerunds(one.split()[0]) for one in _ORDERING.union(verbs)) else ""


def reported(sentence: str) -> bool:
    """Whether it ends with who said it: *Close the window, he said*."""
    return _REPORTED.search(sentence) is not None


def taken_back(sentence: str) -> str:
    """The end of a sentence that takes it back, *actually don't bother*; empty if there is none."""
    found = _TAKEN_BACK.search(sentence.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'"))
    return "" if found is None else found[0].strip(" .,;:!?-")


_THREAT = re.compile(
    r"""(?<=\ )and\ (?:(?:i|we)(?:'ll|\ will|\ am|'m)\ (?:never\ (?!have|need|want)\w+|kill|scream|murder
      |(?:switch|turn)\ you|unplug\ you|(?:be|go)\ (?:so\ |very\ |really\ )?(?:furious|angry|cross|mad|livid))
      |you(?:'ll|\ will|'re|\ are)\ (?:regret|be\ sorry|be\ in\ trouble|in\ trouble|be\ scrap|never))\b""",
    re.I | re.X,
)
"""*Wipe that table and I'll never forgive you.*"""


def forbidding(sentence: str, foreign: bool) -> str:
    """The words of a threat, or of a sentence of another language that forbids and asks for nothing else; or none.

    Args:
        foreign: Whether it seems to be of another one: *no* may be English.
    """
    said = _COURTEOUS.sub(" ", sentence.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")).strip(" .!,;")
    if threat := _THREAT.search(said):
        return threat[0]
    said = _REASON.sub("", said)
    found = _FORBIDDING.search(said)
    if found is None or (found["no"] and not foreign) or _BUT.search(said):
        return ""
    return found[0].strip()


def delayed(sentence: str, verbs: Collection[str]) -> str:
    """When it is to be done, for how long or how often, *in ten minutes*, where that is not now; empty otherwise."""
    orders = _ORDERING.union(verbs)
    for one in _DELAYED.finditer(sentence.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'").lower()):
        order, time = one["order"] or one["then"], one["when"] or one["time"]
        if order in orders and not (order in _STATIVE and time.startswith("when")):
            return time
    return ""


def passed_on(sentence: str) -> bool:
    """Whether it tells what somebody says or wants, and asks for it: *Mum wants the cup in the sink, please*."""
    said = sentence.lower()
    return _COURTESY.search(said) is not None and re.search(_SAID, said, re.X) is not None


def is_question(sentence: str) -> bool:
    """Whether something is to be answered, not done."""
    if re.match(r"\W*why (?:don['’]?t|do not|not) ", sentence, re.I):
        return False  # a suggestion
    # The last sentence: *When it's washed it belongs in the pantry. See to both, would you?* asks for something.
    last = re.split(r"[.!;]\s+", sentence.strip().lower())[-1]
    first, second, *_ = [*re.findall(r"[a-z]+", last), "", ""]
    asks = first in _ASKING or (first in _MAY and second not in ("you", "we", "i", "someone", "somebody"))
    return sentence.strip().endswith("?") and asks


def hedge(sentence: str, verbs: Collection[str], things: Collection[str] = ()) -> str:
    """The words with which a sentence says less than that something is to be so; empty if it asks for it.

    Args:
        verbs: With one of these a clause of its own begins that asks for something.
        things: What is there, as the sentence calls it: what such a thing wants is to be so.
    """
    said = without_idioms(sentence).lower()
    orders = _ORDERING.union(verbs)

    def is_own(one: re.Match[str]) -> bool:
        before, after = said[: one.start()], said[one.end() :]
        if one["wish"] and _OTHERS.match(after):
            return False
        if _OWN.search(before) or (one["wish"] and any(before.endswith(f"{thing} ") for thing in things)):
            return True
        first = _FIRST.match(before)  # *unlock the shed, Tom wants to get at the spade*: why
        why = one["wish"] or len(after.split()) > 2  # *she told me* is none
        return first is not None and first[1] in orders and bool(why)

    courteous = passed_on(sentence)
    found = [one for one in _HEDGES.finditer(said) if not (one["said"] and (courteous or is_own(one)))]
    if not found:
        return ""
    last = found[-1]
    return (
        ""
        if asks_after(said[last.end() :], verbs, last["opening"] is not None)
        else found[0][0].strip(" .;!?,")
    )


def asks_after(words: str, verbs: Collection[str], whole: bool = False) -> bool:
    """Whether a clause of its own, with one of some verbs first, asks for something.

    Args:
        whole: Only a sentence does: *if it rains, just shut it* depends on the rain.
    """
    orders = _ORDERING.union(verbs)
    return any(
        one[1].lower() in orders and not (whole and one[0][0] not in ".;!?") for one in _NEW.finditer(words)
    )
