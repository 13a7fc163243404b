"""The words of a domain in all their forms, as terminals of the grammar of sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property

from clamp.words import forms, naming
from clamp.words.wording import PARTICLES, Wording

_ONE_WORD = {
    "VONE": "V",
    "VINGONE": "VING",
    "VDONEONE": "VDONE",
    "VTHIRDONE": "VTHIRD",
    "NACTONE": "NACT",
    "VPAST": "VDONE",
}
"""Verbs of one word are terminals of their own, so that *put on* does not hide *put … on*."""


class Lexicon:
    """The words of a domain in all their forms."""

    def __init__(self, wording: Wording):
        self.all_verbs = frozenset(wording.verbs)
        self.own_verbs = frozenset(wording.own_verbs)
        self.general = frozenset(wording.general)
        telling = self.all_verbs - self.general
        self._telling_verbs = telling | {one.split()[0] for one in telling}
        self._may_do = wording.may_do
        self._moving: dict[tuple[str, str], bool] = {}
        self._forms: dict[str, dict[str, list[str]]] = {
            "V": {},
            "VING": {},
            "VDONE": {},
            "VTHIRD": {},
            "NACT": {},
        }
        for noun, verb in _NOUNS_OF_ACTS.items():
            if verb in self.all_verbs and noun not in wording.nouns:
                self._forms["NACT"][noun] = [verb]
        for base in self.all_verbs:
            head = base.split()[0]
            for verb in dict.fromkeys((base, head)):
                for kind, made in (("V", [verb]), ("VING", forms.gerunds(verb)), ("VDONE", forms.pasts(verb)),
                                   ("VTHIRD", forms.thirds(verb))):  # fmt: skip
                    for form in made:
                        for spelt in (one for way in _with_articles(form) for one in forms.spellings(way)):
                            listed = self._forms[kind].setdefault(spelt, [])
                            if verb not in listed:
                                listed.append(verb)
        self.modifiers = frozenset(" ".join(words[:-1]) for noun in wording.nouns
                                   if len(words := noun.split()) > 1 and words[0].isalpha())  # fmt: skip
        self.person = next((one for one in _PERSONS if one in wording.nouns), "")
        self._plurals = {forms.plural(noun): noun for noun in wording.nouns}
        self.nouns = frozenset(wording.nouns)
        self.parts = {form: noun for noun in wording.parts for form in (noun, forms.plural(noun))}
        self._parts = wording.parts
        self._kinds = wording.nouns
        self.adjectives = frozenset(spelt for one in wording.adjectives for spelt in forms.spellings(one))
        self._statives = {base: word for word in wording.statives for base in _base_of(word)}

        self._repeated = self._with_again()

    def _with_again(self) -> frozenset[str]:
        """Forms of verbs with *re-*: *reseal* is to seal again, where there is no such verb."""
        found: set[str] = set()
        for listed in self._forms.values():
            for form, verbs in list(listed.items()):
                kept = [one for one in verbs if one in self.all_verbs and " " not in one]
                again = f"re{form}"
                if (
                    kept
                    and listed is not self._forms["NACT"]
                    and " " not in form
                    and again not in listed
                    and f"re{kept[0]}" not in self.all_verbs
                ):
                    listed[again] = kept
                    found.add(again)
        return frozenset(found)

    @property
    def plurals(self) -> frozenset[str]:
        return frozenset(self._plurals)

    def repeats(self, text: str) -> bool:
        """Whether a form of a verb says that it is done again."""
        return text in self._repeated

    @cached_property
    def predicates(self) -> frozenset[str]:
        """The first words of what can be said of a thing: adjectives, participles, *on*."""
        said = [*self.adjectives, *self._forms["VDONE"], *self._forms["VING"], "in", "on", "off", "at"]
        return frozenset(one.split()[0] for one in said)

    def verbs_of(self, form: str, text: str) -> list[str]:
        """The verbs of which a text is a form: *switched off* of *switch off*."""
        return self._forms[_ONE_WORD.get(form, form)].get(text, [])

    def participle_of(self, verb: str) -> str:
        """The participle of a verb: *taken off*."""
        *_, done = forms.pasts(verb)
        return done if verb in self._forms["VDONE"].get(done, ()) else next(forms.pasts(verb))

    def participle(self, form: str, text: str) -> str:
        """The participle of the verb of which a text is a form: *watered* of *watering*."""
        verbs = self.verbs_of(form, text)
        return next((done for done, bases in self._forms["VDONE"].items() if bases == verbs), "")

    @cached_property
    def counted(self) -> dict[str, str]:
        """The verb of which so many are counted: *pick ups*."""
        return {forms.plural(one): one for one in self.all_verbs}

    def singular(self, noun: str) -> str:
        return self._plurals.get(noun, noun)

    def owned(self, plain: str) -> str:
        """A sentence in which what belongs to a thing is called by its name alone: *the cabinet's top drawer*.

        It is called by its owner's name and its own, if there is such a noun, or by its own where all that it may mean
        is part of the owner. *The client's hair*, where that is no thing of its own, is the client.
        """

        def alone(found: re.Match[str]) -> str:
            owner, part = found["owner"].split(), found["part"].split()
            for longest in range(len(part), 0, -1):
                thing, rest = " ".join(part[:longest]), part[longest:]
                base = self._plurals.get(thing, thing)
                for start in range(len(owner)):
                    name = " ".join(owner[start:])
                    if thing in self.parts and (name in self.nouns or name in self._plurals):
                        before, which = owner[:start], owner[start - 1 : start] if start else []
                        if which and which[0] in _WHOSE:
                            before = before[:-1]
                            name = f"{which[0]} {name}"
                        return " ".join([*before, "the", thing, "of", name, *rest])
                    whole = f"{name} {base}"
                    if whole in self.nouns:
                        return " ".join([*owner[:start], name, thing, *rest])
                    if name in self.nouns and self.is_part(base, name):
                        return " ".join([*owner[:start], thing, *rest])
            name = next(
                (one for start in range(len(owner)) if (one := " ".join(owner[start:])) in self.nouns), ""
            )
            if name and part[0] == "hair" and not {"hair", *(f"{name} hair",)} & self.nouns:
                return " ".join([*owner, *part[1:]])
            return found[0]

        return re.sub(
            r"(?P<owner>(?:[a-z0-9]+ ){0,2}[a-z0-9]+)'s (?P<part>[a-z0-9]+(?: [a-z0-9]+){0,2})\b",
            alone,
            plain,
        )

    def beside(self, plain: str) -> str:
        """A sentence in which a thing that is called after its place is called so: *the lamp at the piano*."""

        def called(found: re.Match[str]) -> str:
            whole = f"{found['place']} {self.singular(found['thing'])}"
            is_thing = found["place"] in self.nouns
            return found[0] if is_thing or whole not in self.nouns else f"{found['place']} {found['thing']}"

        return re.sub(
            r"\b(?P<thing>[a-z]+) (?:at|by|beside|near|next to) the (?P<place>[a-z]+)\b", called, plain
        )

    def described(self, plain: str) -> str:
        """A sentence in which what a thing has is said as what it is.

        *Has a label* is *is labelled*, *a pot whose lid is off* one that is *lidless*,
        *a plane with ice on it* an icy one.
        """
        if self.parts.keys().isdisjoint(plain.split()):
            return plain
        whose, such, has = self._with_parts
        plain = whose.sub(
            lambda found: self._so(found, "that is ", bool(found["no"])), has.sub(self._has, plain)
        )
        return such.sub(self._such, plain)

    @cached_property
    def _with_parts(self) -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
        """*Whose lid is off*, *a pot with a chip in it*, *has a label*."""
        parts = "|".join(sorted(map(re.escape, self.parts), key=len, reverse=True))
        said = {re.escape(one) for part in self._parts.values() for one in part.states}
        states = "|".join(sorted(said, key=len, reverse=True))
        what = (
            rf"(?P<which>a |an |any |no |its |their |his |her |the )?(?P<part>{parts}) "
            rf"(?:(?P<there>(?:all )?(?:in|on|over|under|around) (?:it|them|him|her) )|(?P<state>{states}) |)(?!of )"
        )
        has = "has|have|carries|carry|bears|bear|wears|wear"
        return (
            re.compile(
                rf"\bwhose (?P<which>)(?P<part>{parts}) (?:is|are) (?P<no>not )?(?P<state>{states}) (?P<there>)"
            ),
            re.compile(rf"(?P<before>(?:[a-z0-9]+ ){{1,4}})(?P<how>with|without) {what}"),
            re.compile(rf"(?P<before>(?:[a-z0-9]+ ){{1,2}})(?:{has}) (?:got )?{what}"),
        )

    def _so(self, found: re.Match[str], before: str, denied: bool) -> str:
        part = self._parts[self.parts[found["part"]]]
        fact = part.states.get(found["state"]) if found["state"] else part.there
        if fact is None or not fact[0] or (found["state"] and found["there"]):
            return found[0]
        so = fact[1] is not (denied != ((found["which"] or "") == "no "))
        return f"{before}{'' if so else 'not '}{naming.plain(fact[0]).removeprefix('is ')} "

    def _such(self, found: re.Match[str]) -> str:
        """*A pot with a chip in it*: that is chipped; not of a known thing, of which it tells how it is then."""
        before = found["before"].split()
        noun = next(
            (n for n in (4, 3, 2, 1) if " ".join(before[-n:]) in self.nouns | self._plurals.keys()), 0
        )
        which = before[: len(before) - noun]
        if not noun or _KNOWN.intersection(which[-3:]) or (found["which"] or "") == "the ":
            return found[0]
        plural = " ".join(before[-noun:]) in self._plurals
        if not plural and not set(which[-3:]) & (_WHOSE | {"another"}):
            return found[0]
        return self._so(found, f"{found['before']}that is ", found["how"] == "without")

    def _has(self, found: re.Match[str]) -> str:
        before = found["before"].split()
        if before[-1] in ("you", "i", "we", "robot", "they"):
            return found[0]
        if before[-1] in ("not", "never") and before[-2:-1] in (["do"], ["does"]):
            return self._so(found, "is not " if before[-2] == "does" else "are not ", False).replace(
                "not not ", ""
            )
        be = "be" if before[-1] in _MODAL | {"not", "never", "always", "only", "still"} else (
            "is" if re.search(r"\b(?:has|carries|bears|wears) ", found[0]) else "are")  # fmt: skip
        return self._so(found, f"{found['before']}{be} ", False)

    def passive(self, plain: str) -> str:
        """A sentence in which what a thing does by itself is said as what is done to it.

        *The plane lands on the runway* is that it is landed there, where the domain's word for that is *land*: a thing
        is the subject of its verb, and no other thing follows.
        """
        said = plain.split()
        at = 0
        while at < len(said):
            step = 1
            for length in (3, 2, 1):
                form = " ".join(said[at : at + length])
                after = said[at + length] if at + length < len(said) else ""
                who = " ".join(said[max(at - 3, 0) : at])
                if len(said) < at + length or (
                    after
                    and after not in _FOLLOWING
                    and not (after in _HELPING and re.search(r"\b(?:that|which|who)\b", who))
                ):
                    continue
                changed = self._done_to(said[:at], form)
                if changed is not None:
                    said[: at + length] = changed
                    step = len(changed) - at
                    break
            at += max(step, 1)
        return re.sub(
            r"\b(on|in|at|by|through) nothing but ", r"only \1 ", "".join(f"{word} " for word in said)
        )

    def _done_to(self, before: list[str], form: str) -> list[str] | None:
        """What stands before a verb with no object, and the passive of that verb; ``None`` if it has to stay."""
        third = self._forms["VTHIRD"].get(form, ())
        bare = self._forms["V"].get(form, ())
        if not before or not (third or bare or form in self._forms["VDONE"]):
            return None
        perfect = bool(before) and before[-1] in ("has", "have", "had") and form in self._forms["VDONE"]
        chain = before[max(len(before) - 5, 0) :]
        chain = chain[
            next((at + 1 for at in range(len(chain) - 1, -1, -1) if chain[at] not in _HELPING), 0) :
        ]
        helped = bool(chain) and not _MODAL.isdisjoint(chain) and chain[-1] not in _BEING
        if chain and not (perfect or helped or (chain == ["never"] and third)):
            return None
        verbs = self._forms["VDONE"][form] if perfect else bare if helped else third or bare
        if helped and before[-1] == "only" and before[-2:-1] and before[-2] not in _HELPING:
            return None
        start = len(before)
        while start and before[start - 1] in _HELPING:
            start -= 1
        while start and before[start - 1] in ("all", "both", "each", "only", "also", "still", "just"):
            start -= 1
        head, plural = self._ends_with_thing(before[:start])
        if not head or (not helped and not perfect and bool(third) is plural):
            return None
        done = next((self.participle_of(verb) for verb in verbs if self._moves(verb, head)), "")
        if not done:
            return None
        if perfect:
            return [*before, "been", form]
        if helped:
            kept = before
            if kept[-2:] in (["does", "not"], ["do", "not"]):
                kept = [*kept[:-2], "must", "not"]
            elif kept[-1] in ("does", "do"):
                return None
            return [*kept, "be", done]
        if before[-1] == "never":
            return [*before[:-1], "must", "never", "be", done]
        said = " ".join(before)
        under = re.search(rf"\b(?:{_UNDER}) (?!.*,)(?:(?!{_UNDER}).)*$", f"{said} ")
        if under is not None or before[-1] in ("that", "which", "who"):
            return [*before, "get" if plural else "gets", done]
        denied = re.search(r"(?:^|, )(?:only |just |no|nothing|neither|none|not) ?[^,]*$", said)
        return [*before, "may" if denied is not None else "must", "be", done]

    def _ends_with_thing(self, before: list[str]) -> tuple[str, bool | None]:
        """The noun with which words end, and whether it is plural, if that is known; *anything* counts as one."""
        for length in (4, 3, 2, 1):
            noun = " ".join(before[-length:])
            if (
                len(before) >= length
                and noun in self.nouns
                and (noun not in self._plurals or noun == self._plurals[noun])
            ):
                return noun, before[-length - 1 : -length] in (["both"], ["all"])
            if len(before) >= length and noun in self._plurals:
                return self._plurals[noun], True
        word = before[-1] if before else ""
        if word in ("that", "which"):
            return self._ends_with_thing(before[:-1])[0], None
        if word in ("anything", "nothing", "something", "everything", "it"):
            return "thing", False
        return ("thing", True) if word in ("they", "these", "those") else ("", False)

    def _moves(self, verb: str, noun: str) -> bool:
        """Whether a verb is what is done to things of a noun, and no more than that where they do it themselves."""
        found = self._moving.get((verb, noun))
        if found is None:
            found = verb.split()[0] not in _BY_ITSELF and (
                verb in self.own_verbs
                if noun == "thing"
                else any(self._may_do(verb, kind) for kind in self._kinds[noun] if not kind.part)
            )
            self._moving[verb, noun] = found
        return found

    def is_part(self, noun: str, owner: str) -> bool:
        """Whether all that a noun may name is part, by its name, of what another names: *top drawer*, of a cabinet."""
        parts, owners = ({one for kind in self._kinds.get(self.singular(said), ()) for one in kind.members}
                         for said in (noun, owner))  # fmt: skip
        return bool(parts) and all(any(name.startswith(f"{one}_") for one in owners) for name in parts)

    def stative(self, base: str) -> str:
        return self._statives[base]

    def is_prefixed(self, adjective: str) -> bool:
        """Whether an adjective is the contrary of another by its prefix, and a participle, too: *unlocked*."""
        found = re.fullmatch(r"(?:un|non|in|dis|de)(\w{4,}.*)", adjective)
        return found is not None and found[1] in self.adjectives and adjective in self._forms["VDONE"]

    @cached_property
    def telling(self) -> frozenset[str]:
        """The words of what can be done, or be so, without those that mean something only of some things."""
        done = {word for listed in self._forms.values() for form, verbs in listed.items()
                if self._telling_verbs.intersection(verbs) for word in form.split()}  # fmt: skip
        return frozenset(done | {word for one in self.adjectives - self.general for word in one.split()})

    @property
    def words(self) -> frozenset[str]:
        phrases = [
            *(_PEOPLE if self.person else ()),
            *_REMARKS,
            *self.nouns,
            *self._plurals,
            *self.adjectives,
            *self._statives,
            *self._statives.values(),
        ]
        phrases += [form for forms_ in self._forms.values() for form in forms_]
        return frozenset(word for phrase in phrases for word in phrase.split())

    def terminals(self) -> dict[str, str]:
        """The terminals of the grammar that the domain fills, as regular expressions: the same ones for all domains."""
        found: dict[str, str] = {}
        for kind, listed in self._forms.items():
            found[kind] = one_of((one for one in listed if " " in one), ending=True)
            found[f"{kind}ONE"] = one_of(one for one in listed if " " not in one)
        return found | {
            "VPAST": one_of(one for one in self._forms["VDONE"] if one not in self._forms["V"]),
            "VCOUNT": one_of(forms.plural(one) for one in self.all_verbs),
            "REMARK": one_of((REASON, *(one for one in _REMARKS if one not in self.adjectives))),
            "NOUN": one_of(self.nouns),
            "NOUNS": one_of(self._plurals),
            "ADJ": one_of(self.adjectives),
            "STATIVE": one_of(self._statives.values()),
            "STATIVE_BASE": one_of(self._statives),
            "MOD": one_of(self.modifiers),
            "OWNPART": one_of(self.parts),
            "PART_OF": one_of(f"{part} of" for part in self.parts),
            "PEOPLE": one_of(_PEOPLE if self.person else ()),
            "PURPOSE": self._purpose(),
        }

    def _purpose(self) -> str:
        """What something is good for, in words that ask for nothing: no word of what can be done, no condition."""
        asking = [
            *ASKING,
            *(
                form.split()[0]
                for listed in self._forms.values()
                for form, verbs in listed.items()
                if self._telling_verbs.intersection(verbs)
            ),
        ]
        asking += [phrase.split()[-1] for phrase in self.adjectives - self.general]
        kept = "|".join(sorted(map(re.escape, set(asking) - _HARMLESS)))
        no_demand = r"(?:and (?!\w+ (?:the|a|an|your|it|them|all) ))?"
        word = rf"{no_demand}(?!(?:{kept}) )[a-z'%]+ "
        heads = {*_ENDING, *(one.split()[0] for one in (*self.nouns, *self._plurals))}
        first = "|".join(map(re.escape, sorted(heads)))
        comes_about = rf"(?: )?(?:{_MIGHT})?(?:{word}){{1,7}}"
        return (
            rf"(?:(?:(?:in order |so as )(?:not )?to |(?:not )?to )(?:{_GOOD}) (?:{word}){{0,7}}"
            rf"|so (?:that )?(?:nobody|no one) (?:(?!(?:{'|'.join(sorted(ASKING))}) )[a-z']+ ){{1,5}}"
            rf"|(?<![ -~])to (?!(?:{first}) )(?:{word}){{1,7}}(?=, )"
            rf"|to (?:stop|prevent|keep|save) (?:{word}){{1,4}}from [a-z]+ing (?:{word}){{0,3}}"
            rf"|to (?:avoid|prevent) (?:[a-z]+ing )(?:{word}){{1,4}}"
            rf"|so as not to (?:{word}){{1,5}}"
            rf"|(?:so that|so|because|since) (?:{_SOMEBODY}|(?:the |a |an |no )?{word}(?:{word})?)"
            rf"{comes_about}"
            rf"|(?:(?<=, )|^)as (?:they|we|there|this|nobody|(?:the |a |an ){word}(?:{word})?){comes_about}"
            r"|for (?:your own |everyone's |our )?(?:safety|safety reasons|hygiene|hygiene reasons) )(?=, |$)"
        )


_HELPING = frozenset([
    "must", "may", "can", "could", "should", "shall", "will", "might", "ought", "to", "not", "never", "ever", "does",
    "do",
    "is", "are", "has", "have", "had", "allowed", "permitted", "supposed", "meant", "only",
])  # fmt: skip
_MODAL = frozenset(
    ["must", "may", "can", "could", "should", "shall", "will", "might", "ought", "to", "does", "do"]
)
_BEING = frozenset(["is", "are", "has", "have", "had"])
_FOLLOWING = frozenset([
    "on", "onto", "in", "into", "at", "to", "from", "off", "out", "through", "over", "under", "via", "by", "with", ",",
    "unless", "until", "till", "before", "after", "while", "when", "whenever", "if", "once", "as", "only", "within",
    "immediately", "again", "later", "twice", "first", "and", "or", "nor", "but", "without", "except", "ever", "last",
    "then", "anywhere", "afterwards", "straight", "right", "directly", "today", "tonight",
])  # fmt: skip
"""Words that may follow a verb without an object."""
_UNDER = (
    "before|after|when|whenever|if|once|until|till|unless|while|whilst|as soon as|as long as|every time|each time|"
    "the moment|where|as"
)
"""Words that begin what is said when."""
_BY_ITSELF = frozenset(["start", "stop", "open", "close", "shut", "run", "go", "come", "leave", "stay", "get", "move",
                        "turn", "be", "have"])  # fmt: skip
"""Verbs of which it is read elsewhere, or not, that a thing does it."""
_KNOWN = frozenset(["the", "that", "this", "your", "its", "their", "my", "our", "these", "those"])
"""Words before things that are known."""
_ENDING = ("the", "a", "an", "your", "his", "her", "its", "each", "any", "end", "finish", "complete", "conclude",
    "start", "begin", "open", "close", "be")  # fmt: skip
"""What *to* does not begin a purpose with."""
_NOUNS_OF_ACTS = {
    "inspection": "inspect", "examination": "examine", "vaccination": "vaccinate", "operation": "operate",
    "delivery": "deliver", "removal": "remove", "disinfection": "disinfect", "sterilization": "sterilize",
    "sterilisation": "sterilize", "disconnection": "disconnect", "installation": "install", "sedation": "sedate",
    "repair": "repair", "check": "check", "wash": "wash", "rinse": "rinse", "treatment": "treat",
    "activation": "activate", "adjustment": "adjust", "lubrication": "lubricate", "inflation": "inflate",
    "return": "return", "visit": "visit", "trim": "trim", "delivering": "deliver", "admission": "admit",
    "discharge": "discharge", "transfer": "transfer", "measurement": "measure", "irrigation": "irrigate",
    "harvest": "harvest", "use": "use",
}  # fmt: skip
"""What a verb's doing is called, where that is no thing of the domain."""
REASON = "~"
"""Stands for what was said of a thing to give a reason."""
_REMARKS = ("fragile", "delicate", "precious", "valuable", "expensive", "brittle")
"""What is said of a thing to give a reason, where it is nothing that the domain knows."""
_PEOPLE = ("anybody", "anyone", "somebody", "someone", "everybody", "everyone", "nobody", "no one")
_WHOSE = frozenset(
    ["the", "a", "an", "any", "each", "every", "no", "your", "that", "this", "either", "neither"]
)
_PERSONS = ("person", "patient", "guest", "resident", "child", "human", "user", "customer", "people", "client",
    "visitor", "passenger", "actor", "pupil", "student", "tenant", "member", "animal")  # fmt: skip
_SOMEBODY = "no one|nobody|nothing|it|they|we|you|there|this|that"
_MIGHT = "can not |could |can |might |may |do not |does not |will not |is not |are not |would "
_GOOD = (
    "keep|stop|help|prevent|avoid|save|protect|reduce|minimi[sz]e|limit|preserve|guard against|stay|be|eliminate|lower"
    "|conserve|lessen"
)
ASKING = frozenset(
    [
        "never",
        "before",
        "after",
        "until",
        "unless",
        "while",
        "when",
        "whenever",
        "if",
        "once",
        "only",
        "except",
        "must",
        "should",
        "always",
        "or",
        "but",
        "then",
        "without",
        "within",
        "keep",
        "leave",
        "at",
        "by",
        "both",
        "immediately",
        "requirement",
        "rule",
        "twice",
        "times",
        "steps",
        "step",
        "do",
        "not",
        "no",
        "shall",
        "may",
        "every",
        "each",
        "all",
        "first",
        "again",
        "later",
        "else",
        "end",
        "have",
        "has",
        "make",
        "ensure",
        "sure",
        "ever",
    ]
)
"""Words that ask for something, or tell when: no part of a purpose or of a reason."""
_HARMLESS = frozenset(["save", "power", "get", "up", "out", "on", "off", "down", "in"]) - {"on", "off"}


def one_of(phrases: Iterable[str], ending: bool = False) -> str:
    """A regular expression for one of some phrases, the longest that fits.

    Args:
        ending: The phrases end in particles, which *of* would make prepositions: *take out of*.
    """
    listed = sorted(set(phrases), key=lambda one: (-len(one), one))
    if not listed:
        return "(?!x)x"
    return f"(?:{'|'.join(map(re.escape, listed))}) {'(?!of )' if ending else ''}"


_LITTLE = PARTICLES | {"of"}


def _with_articles(phrase: str) -> Iterator[str]:
    """*take off goggles*, where the thing is part of the verb: with an article, and the particle after it."""
    yield phrase
    head, *rest = phrase.split()
    little = [one for one in rest if one in _LITTLE]
    thing = " ".join(one for one in rest if one not in _LITTLE)
    if thing and rest[: len(little)] == little:
        for article in ("the ", "your ", "a ", "an ", ""):
            yield " ".join((head, *little, f"{article}{thing}"))
            yield " ".join((head, f"{article}{thing}", *little))


def _base_of(word: str) -> Iterator[str]:
    """*hold* of *holding*"""
    stem = word.removesuffix("ing")
    yield stem
    yield f"{stem}e"
