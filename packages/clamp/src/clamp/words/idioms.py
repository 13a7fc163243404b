"""What is typed in haste or said in idioms, as what it asks for: *some fresh air in here*, *no lamp left on there*.

A sentence is rewritten before anything reads it, in the words of what there is: the light of a room that is a fact of
the room, what keeps the sun out there, how its floor gets clean.
"""

from __future__ import annotations

import re
from typing import Any

from clamp.planning.system import TransitionSystem
from clamp.words.english import these
from clamp.words.naming import plain
from clamp.words.wording import NounTerm, wording_of

_LAMPS = these("lamp candle lantern torch fire fireplace stove hearth oven hob burner")


def as_meant(sentence: str, system: TransitionSystem[Any]) -> str:
    """A sentence without haste and idioms, about one problem."""
    for typed, meant in _AS_MEANT:
        sentence = typed.sub(meant, sentence)
    return _of_shades(_of_rooms(sentence, system), system)


_LIGHTS = (
    (r"(?P<all>all|every|both)( of)?( the)? lights?( in the (house|flat|home|place))?(?! in\b)", r"every {kind}"),
    (r"(?P<the>the|my|our|your) (?P<room>{rooms}) lights?", r"\g<the> \g<room>"),
    (r"(^|(?<=[,.;:] )|(?<=\bso )|(?<=\band ))lights? on in", "turn on"),
    (r"(^|(?<=[,.;:] )|(?<=\bso )|(?<=\band ))lights? (off|out) in", "turn off"),
    (r"the lights? (?P<how>on|off|out) in (?P<room>(the|my|our|your|every|each|both) ({rooms}|{kind}))",
     r"\g<room> \g<how>"),
    (r"(the|all the) lights? in(?= (the|my|our|your|every|each|both) ({rooms}|{kind})\b)", ""),
)  # fmt: skip
_FLOORS = (
    (r"(?P<the>the|my|our|your) (?P<room>{rooms}) floors?", r"\g<the> \g<room>"),
    (r"the floors? (in|of)(?= (the|my|our|your|every|each|both) ({rooms}|{kind})\b)", ""),
    (r"(all|every|both)( of)?( the)? floors?", r"every {kind}"),
    (
        r"there('s| is| are) ({dirt}) (all over|everywhere (on|in)|on|across|in) (?P<the>the|my|our|your) "
        r"(?P<room>{rooms})",
        r"{clean} \g<the> \g<room>",
    ),
)


_DAYLIGHT = re.compile(
    r"\blet (?:in )?(?:some|a (?:bit|little)(?: of)?|the) (?:day ?light|sun(?:shine|light)?|light)(?: in)?(?: in)?to "
    r"(?P<room>(?:the|my|your|our) \w+(?: room)?)(?: in)?\b",
    re.I,
)
_SHADES = ("curtains", "curtain", "blinds", "blind", "shutters", "shutter")


def _of_shades(sentence: str, system: TransitionSystem[Any]) -> str:
    """*Let some daylight into the study*, as what keeps it out there is called here."""
    called = {word for name in (*system.entities, *system.lexicon.types) for word in plain(name).split()}
    shade = next((one for one in _SHADES if one in called), None)
    return sentence if shade is None else _DAYLIGHT.sub(rf"open the {shade} in \g<room>", sentence)


_CLEANED = {"swept": "sweep", "vacuumed": "vacuum", "mopped": "mop", "hoovered": "hoover"}
_DIRT = r"(?:a lot of |lots of )?(?:crumbs|dust|dirt|mud|sand|fluff|(?:cat |dog |pet )?hairs?)"


def _of_rooms(sentence: str, system: TransitionSystem[Any]) -> str:
    """A sentence with the rooms in place of their lights and floors, where a fact says of a room that it is lit.

    *Turn off the light in the hall*, where no light is a thing of its own.
    """
    wording = wording_of(system)
    for noun, states, patterns in (("light", ("lit",), _LIGHTS), ("floor", _CLEANED, _FLOORS)):
        if noun not in sentence.lower() or any(noun == plain(one).split()[-1] for one in system.entities):
            continue
        rooms = [
            one
            for one in system.entities
            if any(wording.state(state, NounTerm(one, wording.everything)) for state in states)
            and not _LAMPS & {*plain(one).split()}
        ]
        words = system.rule_words()
        kinds = [
            (len(words.objects(kind)), kind) for kind in words.types if {*rooms} <= {*words.objects(kind)}
        ]
        if not rooms or not kinds:
            continue
        named = {"rooms": "|".join(re.escape(plain(one)) for one in rooms), "kind": plain(min(kinds)[1])}
        made = NounTerm(rooms[0], wording.everything)
        named |= {
            "dirt": _DIRT,
            "clean": next((verb for one, verb in _CLEANED.items() if wording.state(one, made)), "clean"),
        }
        for pattern, meant in patterns:
            said = re.compile(rf"\b{pattern.format(**named)}\b", re.I)
            sentence = said.sub(meant.format(**named), sentence)
        sentence = re.sub(" +", " ", sentence)
    return sentence


_ENDED = {"open": "close", "unlocked": "lock", "ajar": "close"}


def _none_of(found: re.Match[str]) -> str:
    """*No lamp should be left on in the hall*: turn off every one there."""
    order = _ENDED.get(found["such"].lower(), "turn off")
    noun = found["one"] or found["two"]
    return f"{order} {'all' if noun.endswith('s') else 'every'} {noun}{found['where'] or ''}"


def _needless(found: re.Match[str]) -> str:
    """*No need for the lamp to burn in here*, *…, so it needn't be on*: turn it off."""
    verb, _, off = ("close" if found["such"] == "open" else "turn off").partition(" ")
    if found["one"] in ("it", "they"):
        one = "it" if found["one"] == "it" else "them"
        return f"{verb} {one} {off}".rstrip()
    return " ".join(filter(None, (verb, off, found["one"]))) + (found["where"] or "")


def _shaded(found: re.Match[str]) -> str:
    """*The sun is blinding us in the study, do something about the blind.*"""
    where = re.search(r" in (?:the|my|our|\w+['’]s) \w+(?: room)?\b", found["why"], re.I)
    return f"{found['why']}close {found['the']}{where[0] if where else ''}"


def _needed(found: re.Match[str]) -> str:
    """*The jumper could do with a wash*: it needs washing."""
    needs = found["needs"] if found["needs"].lower().startswith(("need", "want")) else "needs"
    return f"{needs} {found['done'].removesuffix('e')}ing"


def _corrected(found: re.Match[str]) -> str:
    """*In the cupboard - no, wait, in the fridge*; not behind *I don't want it …*, where *no* takes nothing back."""
    return (
        found[0]
        if re.search(r"n['’]t\b|\b(?:not|never)\b", found.string[: found.start()])
        else found["meant"]
    )


_SLIP = (
    r"(?:\s*[-–—,;.]+\s*|\s+)(?:(?:oh|er|um|ah)[ ,]+)?(?:no|sorry|i mean|i meant|or rather|scratch that|correction)\b"
    r"(?:[\s,.–—-]+(?:no|sorry|wait|hang on|hold on|actually|rather|i mean|i meant|not there|not that one|make that))*"
    r"[\s,.:–—-]+"
)
_PLACE = r"(?:in|on|into|onto|under|to) (?:the|my|our|your) "
_DONE = r"\s*(?:[,.!?;]|$)"
_ONE = r"(?:the|my|our|your) (?:\w+ ){0,2}?\w+"
_AIR = "(?:(?:fresh|sea|cool|clean|country) )?air"
_AS_MEANT = (
    (re.compile(rf"\b{_PLACE}[\w ]+?{_SLIP}(?P<meant>{_PLACE})(?=(?:\w+ ){{0,2}}?\w+{_DONE})", re.I), _corrected),
    (re.compile(r"^(?P<verb>\W*(?:(?:please|could|can|would|will|you|robot|now|just)\W+)*\w+"
                rf"(?: (?:on|off|up|down|out))?) {_ONE}{_SLIP}(?P<one>{_ONE})"
                rf"(?={_DONE}| (?:on|off|up|down|out|in|into|onto|to|under|from)\b)", re.I), r"\g<verb> \g<one>"),
    (re.compile(r",? (?:i (?:should|['’]d|would|dare) say|if you ask me|(?:by|from) the looks? of (?:it|him|her|them)"
                r"|would you believe(?: it)?|you know how (?:she|he|they) (?:is|are)"
                r"|if (?:it['’]s|it is) (?:no|not (?:any|too much)) (?:trouble|bother))(?=\s*(?:[,.!?;]|$))", re.I),
     ""),
    (re.compile(r"\bif (?:it['’]s|it is|it) (?:no|not (?:any|too much)|isn['’]t (?:any|too much)) (?:trouble|bother), ",
                re.I), "please "),
    (re.compile(r"\b(?P<all>the \w+s), (?:whichever|those) of them (?:are|is) (?:still )?(?P<such>\w+)\b", re.I),
     r"\g<all> that are \g<such>"),
    (re.compile(r"\bwould it (?:kill you|be too much(?: trouble| bother| to ask)?) to\b", re.I),
     "could you"),
    (re.compile(rf"\b(?:do not|don['’]t) (?P<verb>put|place|leave|lay|set|stand|keep|store) (?P<one>{_ONE}) "
                rf"(?:(?:in|on|into|onto|under) [\w ]+?),? but (?:rather |instead )?(?P<meant>{_PLACE})", re.I),
     r"put \g<one> \g<meant>"),
    (re.compile(rf"(?P<take>\b(?:take|pick up|grab|get|fetch|hold) {_ONE},? (?:and|then|and then) "
                rf"(?:go|walk|move|head|come) (?:back )?(?:to|into) {_ONE}) with (?:it|them)(?={_DONE})", re.I),
     r"\g<take>"),
    (re.compile(rf"\b(?P<close>close|shut|lock) (?P<box>{_ONE}) (?:once|after|when) you(?:['’]ve| have) "
                rf"(?P<put>put|placed|stowed) (?P<one>{_ONE}) (?:in|inside|into) it(?={_DONE})", re.I),
     r"put \g<one> in \g<box>, and \g<close> \g<box>"),
    (re.compile(r"\b(?:don['’]t|do not) (?:stop|rest|quit|give up|leave off) (?:until|till|before) (?=\w)", re.I),
     "make sure that "),
    (re.compile(rf"\b(?:keep your )?hands off (?P<one>{_ONE})(?={_DONE})", re.I), r"leave \g<one> alone"),
    (re.compile(r"(?P<all>\b(?:everything|all|every)\b[^.;!?]*?), all but (?=the|my|our)", re.I), r"\g<all> except "),
    (re.compile(r"^\W*before (?:we|i|they|he|she|everyone|everybody) (?:go|goes|head|heads|set|sets|leave|leaves)"
                r"(?: (?!the\b)\w+){0,3}, (?!.*(?:\b(?:not|never|no)\b|n['’]t\b))", re.I), ""),
    (re.compile(r",? (?:and |so )over (?:it|they) (?:all )?goe?s?(?=\s*(?:[.!]|$))", re.I), ""),
    (re.compile(r",? so that each (?:one )?is where the other (?:one )?(?:was|is)(?=\s*(?:[.!]|$))", re.I), ""),
    (re.compile(r",? before (?:it|they) (?:go(?:es)? (?:off|bad|cold|mouldy|stale)|spoils?|melts?|burns?)\b", re.I),
     ""),
    (re.compile(r"\bought to\b"), "should"),
    (re.compile(r"\b(?:does|do)(?: not|n['’]t) (?:need|have) to (be \w+) (?:any ?more|any longer)\b"),
     r"should not \1"),
    (re.compile(r"\bno longer (?:needs?|ha(?:s|ve)) to (be)\b"), r"should not \1"),
    (re.compile(r"\bagain (?=(?:afterwards|after that|when you(?:'re| are) done)\b)"), ""),
    (re.compile(r"\bpl[sz]\b|\bple+a+se+\b", re.I), "please"),
    (re.compile(r",? quick(?=\s*(?:[,.!;]|$))"), ""),
    (re.compile(r"\b(both|all) (?:lots|sets|pairs) of\b", re.I), r"\1"),
    (re.compile(r"\bin (?P<room>(?:the|my|your|our) \w+(?: room)?)[^,.;!?]*[,.;!?]\s*(?:(?:so|please|just) )*"
                rf"let (?:in )?(?:some|a bit of|a little) {_AIR}(?: in)?\b", re.I),
     r", open the window in \g<room>"),
    (re.compile(rf"\blet (?:in )?(?:some|a bit of|a little) {_AIR} (?:in)?to\b", re.I), "open the window in"),
    (re.compile(rf"\blet (?:in )?(?:some|a bit of|a little) {_AIR}(?: in)?\b", re.I), "open the window"),
    (re.compile(r"\b(?:(?:i|we)(?:['’]d| would) (?:really )?(?:love|like) |(?:can|could) (?:i|we) have )?"
                r"(?:a (?:bit|breath|little) of|some) (?:fresh|sea|cool|clean|country) air in "
                r"(?P<room>(?:the|my|your|our) \w+(?: room)?)"
                r"(?: would (?:be|do)\b[^,.;!?]*)?(?=\s*(?:[,.;!?]|$))", re.I), r"open the window in \g<room>"),
    (re.compile(r"\b(?:how about|what about|do you mind) (?=\w+ing\b)", re.I), "would you mind "),
    (re.compile(r"(?<=\w),? while (?:we|i|they|you) \w+(?=\s*(?:[.!?]|$))", re.I), ""),
    (re.compile(r"\b(?:almost|nearly|practically) (?=(?:flat|empty|dead|dry|out of|run out)\b)", re.I), ""),
    (re.compile(r"\b(?<!\bi )(?<!\bwe )(?<!\byou )can(?:['’]t|not| not) (?:find|reach|(?:\w+ ){1,2}without) "
                r"(?=(?:\w+ ){0,4}?\w+(?:[,;:.!?]| [-–])+ .*\b(?:it|them)\b)", re.I), "needs "),
    (re.compile(r"\bwhoever (?:has )?left (?P<one>(?:the|my|our) [^,;.!?]*?) (?:open|on|running|unlocked|ajar)"
                r"(?P<where> (?:in|on|at) [^,;.!?]+)?, (?:it|they) ", re.I), r"\g<one>\g<where> "),
    (re.compile(r"\b(?:what|any)ever(?:['’]s| is) (?P<such>\w+ (?:in|on|at) [^,;.!?]+), "
                r"(?:(?:please|just) )?(?P<verb>\w+) it(?P<way>(?: (?:off|on|up|down))?)\b", re.I),
     r"\g<verb>\g<way> everything that is \g<such>"),
    (re.compile(r"\bthere (?:should|must)(?:n['’]t| not) be an? (?P<one>(?:\w+ ){1,3}?)on (?=\w)", re.I),
     r"take the \g<one>off "),
    (re.compile(r"\bthere (?:should|must)(?:n['’]t| not) be an? (?P<one>(?:\w+ ){1,3}?)in (?=\w)", re.I),
     r"take the \g<one>out of "),
    (re.compile(r"(?<= and )(?P<one>(?:\w+ ){1,3}?)both (?=go|belong|should|must|need|have to)", re.I), r"\g<one>"),
    (re.compile(r"(?:^|(?<=[,;.!?:] ))do "
                r"(?=(?!not\b|you\b|we\b|they\b|i\b|the\b)\w+ (?:it|them|the|that|this|my|your)\b)", re.I), "please "),
    (re.compile(r"(?:(?<=\w)['’]s battery is (?:flat|empty|dead|low)"
                r"|\bis (?:running )?(?:out of|low on) (?:battery|charge|juice|power))(?:, see to it)?\b", re.I),
     " needs charging"),
    (re.compile(r"(?P<one>[^,.;:!?]+?) (?:is|are)(?:n['’]t| not) (?P<such>\w+) yet[,.;:] "
                r"(?:(?:so|please|(?:can|could|would|will) you) )*do (?:it|that|them)\b", re.I),
     r"\g<one> should be \g<such>"),
    (re.compile(r"\b(?:(?:(?:i|we) (?:don['’]t|do not) want|there (?:should|must)(?:n['’]t| not) be) (?:any|a single) "
                r"(?P<one>\w+)|no (?P<two>\w+) (?:should|must|may|is to|are to) (?:be|stay|remain))(?: left)? "
                r"(?P<such>on|open|lit|unlocked|ajar|burning|running)(?P<where> (?:in|on|at) [^,;.!?]+)?"
                r"(?=\s*(?:[,;.!?]|$))", re.I), _none_of),
    (re.compile(r"\b(?:there(?:['’]s| is) )?no need for (?P<one>(?:the|my|our|that) [^,;.!?]*?) to "
                r"(?:(?:be|stay) (?P<such>on|open|lit)|burn|run|be (?:burning|running))\b"
                r"(?P<where> (?:in|on|at) [^,;.!?]+)?", re.I), _needless),
    (re.compile(r"\bthere['’]s (?:an? )?(?:\w+ )?draught (?:coming )?(?:in|from) (?P<room>(?:the|my|our|\w+['’]s) "
                r"(?!\w+ window)\w+(?: room)?)(?=\s*(?:[.!?]|$))", re.I), r"close the window in \g<room>"),
    (re.compile(r"(?P<why>\bsun\b[^.!?]*?)\bdo something about (?P<the>the (?:blind|curtain|shutter)s?)\b", re.I),
     _shaded),
    (re.compile(r"^(?P<one>[^,.;:!?]+? (?:needs?|wants?)) (?P<this>\w+ing) and (?P<that>\w+ing)(?=\W*$)", re.I),
     r"\g<one> \g<this>, and \g<one> \g<that>"),
    (re.compile(r"\b(?P<needs>needs?|wants?|could (?:really )?do with) an? (?:(?:good|quick|proper|little) )?"
                r"(?P<done>wash|clean|wipe|polish|dust|mop|sweep|charge|water|iron|rinse|scrub)\b(?! of\b)", re.I),
     _needed),
    (re.compile(r"\b\w+ (?:can['’]t|cannot|can not) see (?:a thing|anything) (?:(?:up|down|out|over) )?"
                r"(?P<where>(?:in|at) (?:the|my|our|\w+['’]s) \w+(?: room)?)(?:,? (?:it['’]s|because it is) so dark)?"
                r"(?=\s*(?:[,;.!?]|$))", re.I), r"it's dark \g<where>"),
    (re.compile(r"(?<=\bso )(?P<one>it|they|(?:the|that|those) [^,;.!?]*?) need(?:n['’]t| not) be "
                r"(?P<such>on|open|lit|running|burning)\b(?P<where> (?:in|on|at) [^,;.!?]+)?", re.I), _needless),
    (re.compile(r"\b(?P<verb>close|shut|lock) (?P<box>(?:the|my|our) \w+(?: \w+)?),? but (?:leave|keep) "
                r"(?P<one>(?:the|my|our) \w+(?: \w+)?) (?:inside|in it)\b", re.I),
     r"\g<verb> \g<box>, but \g<one> should stay in \g<box>"),
    (re.compile(r"\bim\b"), "I'm"),
    (re.compile(r"\b(she|he|that|what|there|where|who)s\b", re.I), r"\1's"),
    (re.compile(r"\b(do|does|did|is|are|was|has|have|could|would|should)nt\b", re.I), r"\1n't"),
    (re.compile(r"\b(I|you|we|they)ve\b", re.I), r"\1've"),
    (re.compile(r"\b(you|they)re\b", re.I), r"\1're"),
    (re.compile(r"\bits (?=(?:\w+ing|a|an|the|too|so|very|not|all|getting|freezing|cold|hot|dark|late)\b)"), "it's "),
    (re.compile(r"(?<=[a-z])(?<! and)(?<! but)(?<! that)(?<! so)(?<! if)(?<! when)(?<! because)(?<! while)(?<! since)"
                r"(?<! as)(?<! where)(?<! what)(?<! think)(?<! know)(?<! before)(?<! until)(?<! or)(?<! who)(?<! now) "
                r"(?=(?:I'm|it's)\b)"), ", "),
)  # fmt: skip
"""What is typed in haste, *shut the window pls its freezing in here*, or said in idioms; and what it means."""
