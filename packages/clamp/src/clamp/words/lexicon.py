"""The words of a domain in all their forms, as terminals of the grammar of sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property

from clamp.words import forms
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

    @property
    def inflected(self) -> Iterator[str]:
        """All forms of all that can be done."""
        return (form for listed in self._forms.values() for form in listed)

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

    def terminals(self) -> str:
        """The terminals of the grammar that the domain fills."""
        found: list[str] = []
        for kind, listed in self._forms.items():
            found.append(f"{kind}: {one_of((one for one in listed if ' ' in one), ending=True)}")
            found.append(f"{kind}ONE: {one_of(one for one in listed if ' ' not in one)}")
        past = (one for one in self._forms["VDONE"] if one not in self._forms["V"])
        found.append(f"VPAST: {one_of(past)}")
        found.append(f"VCOUNT: {one_of(forms.plural(one) for one in self.all_verbs)}")
        found.append(f"REMARK: {one_of((REASON, *(one for one in _REMARKS if one not in self.adjectives)))}")
        found.append(f"NOUN: {one_of(self.nouns)}")
        found.append(f"NOUNS: {one_of(self._plurals)}")
        found.append(f"ADJ: {one_of(self.adjectives)}")
        found.append(f"STATIVE: {one_of(self._statives.values())}")
        found.append(f"STATIVE_BASE: {one_of(self._statives)}")
        found.append(f"MOD: {one_of(self.modifiers)}")
        found.append(f"PEOPLE: {one_of(_PEOPLE if self.person else ())}")
        purpose = self._purpose().replace("/", r"\/")
        found.append(f"PURPOSE: /{purpose}/")
        return "\n".join(found)

    def _purpose(self) -> str:
        """What something is good for, in words that ask for nothing: no word of what can be done, no condition."""
        asking = [
            *ASKING,
            *(word for listed in self._forms.values() for phrase in listed for word in phrase.split()[:1]),
        ]
        asking += [phrase.split()[-1] for phrase in self.adjectives]
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
    """A terminal of the grammar that is one of some phrases, the longest that fits.

    Args:
        ending: The phrases end in particles, which *of* would make prepositions: *take out of*.
    """
    listed = sorted(set(phrases), key=lambda one: (-len(one), one))
    if not listed:
        return r"/(?!x)x/"
    joined = "|".join(re.escape(one) for one in listed).replace("/", r"\/")
    return rf"/(?:{joined}) {'(?!of )' if ending else ''}/"


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
