"""What a parsed sentence asks for, as rules: every way to understand it, or why there is none.

A parse leaves open what a noun names, what a pronoun stands for, how far a quantifier reaches and whether a condition
is a duty. Each such question is asked of `Decisions`; all answers are tried, one after the other, and those that
come to the same rule are one reading.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypeVar

from lark import Token, Tree

from clamp.planning.rules.book import MAX_COUNT, Steps
from clamp.planning.rules.formula import ANY, Compound, Formula, Proposition, Quantified, Same, subformulas
from clamp.words.english import these
from clamp.words.forms import plural
from clamp.words.formulas import all_, always, not_, occurrences, op, replaced, some_
from clamp.words.lexicon import Lexicon
from clamp.words.naming import verb_of
from clamp.words.wording import PARTICLES, Kind, NounTerm, Wording

T = TypeVar("T")
Node = Tree[Token]

_MOST_TRIES = 400


class Unread(Exception):
    """Why a sentence cannot be read, or cannot be read in one of its ways."""


# -- choices --------------------------------------------------------------------------------------------------


class Decisions:
    """Answers to what a parse leaves open: some first ones are given, and after these it is always the first."""

    def __init__(self, given: Sequence[int]):
        self._given = given
        self.made: list[tuple[int, int]] = []

    def __call__(self, options: Sequence[T]) -> T:
        if not options:
            raise Unread("there is nothing that it may mean")
        if len(options) == 1:
            return options[0]
        number = self._given[len(self.made)] if len(self.made) < len(self._given) else 0
        self.made.append((number, len(options)))
        return options[number]


def every_way(build: Callable[[Decisions], T]) -> tuple[list[T], list[str]]:
    """What a function builds under all choices, and why it cannot under some."""
    found: list[T] = []
    why: list[str] = []
    given: list[int] | None = []
    tries = 0
    while given is not None:
        tries += 1
        if tries > _MOST_TRIES:
            raise Unread("it may mean too many things")
        choices = Decisions(given)
        try:
            found.append(build(choices))
        except Unread as reason:
            why.append(str(reason))
        given = None
        for place in range(len(choices.made) - 1, -1, -1):
            number, options = choices.made[place]
            if number + 1 < options:
                given = [one for one, _ in choices.made[:place]] + [number + 1]
                break
    return found, why


# -- things ---------------------------------------------------------------------------------------------------

Quantity = Literal["the", "any", "every", "all", "plural", "some plural", "no", "count", "two"]
"""*any* is a, any, some, or; *every* is each; *all* is all, both, and; *plural* is the cups; *some plural* is cups."""


@dataclass
class Bound:
    """A noun phrase that was understood: what stands for it in formulas, and how it is quantified.

    Attributes:
        whichever: Said with *any*: in what is asked for, each that is as is said of it.
        same: Said with *the same*: one of that kind for several things.
        groups: The things of each of two kinds that are named together: *cats and dogs*.
        whole: The thing of which it is a part that is no thing of its own: the press, of *its guard*.
    """

    term: NounTerm
    quantity: Quantity
    where: list[tuple[Node, bool]] = field(default_factory=list[tuple[Node, bool]])
    doing: Node | None = None
    but: list[str] = field(default_factory=list[str])
    count: tuple[str, int] = ("", 0)
    plural: bool = False
    noun: str = ""
    phrase: int = 0
    anything: bool = False
    referred: bool = False
    located: bool = False
    preposition: str = ""
    some: bool = False
    listed: bool = False
    bare: bool = False
    other: str = ""
    done: bool = False
    whichever: bool = False
    same: bool = False
    groups: tuple[tuple[str, ...], ...] = ()
    whole: Bound | None = None

    @property
    def symbol(self) -> str:
        return self.term.symbol


_NUMBERS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen",
            "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"]  # fmt: skip


_ORDINALS = ["", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    "eleventh", "twelfth"]  # fmt: skip


def number_of(node: Node) -> int:
    words = [str(one).strip() for one in node.children if isinstance(one, Token)]
    if not words:
        return 1
    figure = re.match(r"\d+", words[0])  # also of 3rd
    if figure is not None:
        return int(figure[0])
    return (_NUMBERS if words[0] in _NUMBERS else _ORDINALS).index(words[0])


def tree(data: str, children: Sequence[Node | Token]) -> Node:
    return Tree(data, list(children))


def trees_of(node: Node, name: str | None = None) -> list[Node]:
    found = [one for one in node.children if isinstance(one, Tree)]
    return found if name is None else [one for one in found if one.data == name]


def tokens_of(node: Node, kind: str | None = None) -> list[str]:
    return [
        " ".join(str(one).split())
        for one in node.children
        if isinstance(one, Token) and (kind is None or one.type == kind)
    ]


THINGS = these(
    "one many that_one those_ones its_part pairs thing_made shared_head mod_one such such_done such_not_been "
    "that_you that_you_not people other_one other_ones no_other_one pronoun thing thing_such thing_not_been "
    "thing_you thing_done thing_there such_there the_others the_one_there remaining np_and np_or np_neither "
    "np_so_many with_it_there part_of"
)
ACTS = these("act act_late act_gap act_of act_dative act_touch act_given act_noun act_each act_same act_undo")
_RESTRICTIONS = these(
    "act_gap adjective located simple_predicate predicate_and predicate_or predicate_neither it_there"
)
GIVING = these("give hand bring pass feed serve send offer show")
_CLAUSES = these(
    "is_so has_been has_not_been is_done without_small with_small only_with contains leaves stays_in only_goes "
    "only_thing only_thing_goes only_thing_not only_thing_back only_thing_goes_back only_place_for holds_not "
    "holds_may reserved_for no_such not_same be_ranked gets_thing banned_from banned_in no_place_for told "
    "not_sharing none_sharing kept_apart done_in_turn may_stay verbless_so must_be wanted must_be_always "
    "must_not_be must_not_get is goes goes_may goes_not get be_left there_not there_must may_be keep not_left "
    "may_be_left have only_may_be may_be_only must_have_been needs_doing goes_there goes_on worn_or_not "
    "worn_never only_goes_there at_most_so most_in_it most_in_it_back room_for room_for_back fits_in so_many_per "
    "stay_so must_be_so_too must_not_too only_goes_bare only_goes_just only_gap only_gap_back only_where "
    "stops_being as_soon_so leaves_may"
)


@dataclass
class Act:
    """One thing that is done.

    Attributes:
        again: It is said to be done again, or to put back what was there.
        anywhere: It is said that it does not matter where.
    """

    formula: Formula
    verb: str
    terms: list[NounTerm]
    begins: Formula | None = None
    again: bool = False
    anywhere: bool = False


@dataclass
class Phrase:
    """What happens: one of several things, or all."""

    acts: list[Act]
    joined: Literal["", "and", "or"] = ""


class Sense:
    """The senses of one statement of a parse.

    Args:
        lexicon: What each form of a verb is the form of: *switching off* of *switch off*.
        earlier: The statements before it, of whose things pronouns may speak.
        letter: Whether *A before B* asks only that A was done some time before.
    """

    def __init__(self, node: Node, wording: Wording, lexicon: Lexicon, steps: Steps, choices: Decisions,
                 earlier: Sequence[Sense] = (), letter: bool = False):  # fmt: skip
        self._node = node
        self._w = wording
        self._lexicon = lexicon
        self._steps: Steps = steps
        self._choose = choices
        self._letter = letter
        self._known = [bound for one in earlier[-1:] for bound in one.bounds]
        self._told = bool(earlier) and earlier[-1]._node.data in ("remark", "told")
        self._earlier = earlier[-1].event if earlier else None
        self._earlier_need = earlier[-1].event_need if earlier else None
        self._earlier_effect = earlier[-1].event_effect if earlier else None
        self.event_effect: Formula | None = None
        self._permitted = bool(earlier) and earlier[-1].permitted
        self.permitted = False
        self._follows_act = bool(earlier) and earlier[-1].asks_act
        self.asks_act = False
        self._after_end = bool(earlier) and earlier[-1].ended
        self.ended = False
        self.event: Formula | None = None
        self.event_need: Formula | None = None
        self._bounds: dict[int, Bound] = {}
        self._order: list[int] = []
        self._outer: list[Bound] = []
        self._guards: list[Formula] = []
        self._asked = set[int]()
        self._used = set[str]()
        self._happening = set[int]()
        self._standing = set[int]()
        self._becoming = set[int]()

    @property
    def bounds(self) -> list[Bound]:
        """The things that it names, each once."""
        return list({id(one): one for one in self._bounds.values()}.values())

    # -- noun phrases

    summed = False
    """Whether so many are counted on several places together."""
    identify = ""
    """Whether *the dirty cup* is the one that is dirty at first: then that is still asked of it (*kept*), or not."""

    def _identified(self) -> None:
        """Keep only what definite descriptions fit at first."""
        for bound in self.bounds:
            if bound.quantity != "the" or bound.term.is_variable or not bound.where:
                continue
            if any(node.data == "been" for node, _ in bound.where):
                continue
            said = [
                self.state(bound, node) if positive else not_(self.state(bound, node))
                for node, positive in bound.where
            ]
            if not all(self._w.at_first(one) for one in said):
                raise Unread("none is so at first")
            if self.identify == "dropped":
                bound.where = []

    def bind_all(self) -> None:
        """Understand all noun phrases: those that name things first, then the pronouns."""
        pronouns: list[tuple[Node, int]] = []
        self._collect(self._node, [0], [0], pronouns)
        self._except()
        for bound in self.bounds:
            for one in list(bound.where):  # *that is opened*, where nothing is called so: that one opens
                if (
                    one[0].data == "simple_predicate"
                    and one[1]
                    and id(one[0]) not in self._standing
                    and (id(one[0]) in self._happening or not self.is_pure_adjective(bound, one[0]))
                ) and (
                    self.passive(bound, one[0]) is not None and bound.doing is None and bound.term.is_variable
                ):
                    bound.where.remove(one)
                    bound.doing = one[0]
        for node, phrase in pronouns:
            self._bounds[id(node)] = self._referent(node, phrase)
        if self.identify:
            self._identified()
        self._counted_together()

    def _counted_together(self) -> None:
        """*No more than two pots on the tables*: on any of them, and not so many on each."""
        if any(one.quantity == "count" for one in self.bounds):
            for place in self.bounds:
                if place.located and place.quantity == "plural" and place.term.is_variable:
                    place.quantity, self.summed = "any", True

    def _collect(
        self, node: Node, phrase: list[int], counter: list[int], pronouns: list[tuple[Node, int]]
    ) -> None:
        if node.data in ("exception", "but"):
            return  # what is excepted is named there, and no pronoun speaks of it
        if node.data in ACTS or node.data in _CLAUSES:
            counter[0] += 1
            phrase = [counter[0]]
        if node.data == "whatever":
            counter[0] += 1
            said = (
                tokens_of(node, "NOUN")
                or [self._lexicon.singular(one) for one in tokens_of(node, "NOUNS")]
                or [""]
            )[0]
            kind = self._choose(self._w.nouns[said]) if said else self._w.everything
            bound = Bound(self._variable(kind, said or "x"), "any", noun=said or "thing", phrase=counter[0])
            self._bounds[id(node)] = bound
            self._order.append(id(node))
            for child in trees_of(node):
                self._collect(child, [counter[0]], counter, pronouns)
            return
        if node.data in THINGS:
            other = node.data == "that_one" and any(str(one.data).endswith("other") for one in trees_of(node))
            if node.data in ("pronoun", "its_part") or (
                node.data == "that_one" and not other and not tokens_of(node, "ADJ")
            ):
                pronouns.append((node, phrase[0]))
                self._order.append(id(node))
                return
            if node.data == "those_ones" or (
                not other and node.data == "that_one" and tokens_of(node, "ADJ")
            ):
                self._ones(node, phrase[0])
                return
            if other and not trees_of(node, "the_other"):
                raise Unread("it is not clear what the others are other than")
            if other or node.data == "the_others":
                self._others_of(node, phrase[0])
                return
            determiner = next((one.data for one in trees_of(node) if one.data in ("that", "those")), None)
            if determiner is not None:
                pronouns.append((node, phrase[0]))
                self._order.append(id(node))
                return
            self._order.append(id(node))
            if node.data == "mod_one":
                self._bounds[id(node)] = bound = self._named(node)
                bound.phrase = phrase[0]
                return
            same = self._spoken_of_before(node)
            if same is not None:
                same.referred = True
                self._bounds[id(node)] = same
                return
            bound = self._named(node)
            bound.phrase = phrase[0]
            bound.located = bound.located or self._in_place is not None
            bound.preposition = bound.preposition or self._in_place or ""
            if bound.located and bound.count == ("so many", 1):  # in one tank: in a tank
                bound.quantity, bound.count = "any", ("", 0)
            self._bounds[id(node)] = bound
            for child in trees_of(node):  # restrictions may name things of their own
                if child.data in _RESTRICTIONS:
                    counter[0] += 1
                    self._collect(child, [counter[0]], counter, pronouns)
            return
        for child in trees_of(node):
            inside = node.data == "place" and child.data in THINGS
            self._in_place = next(iter(tokens_of(node, "PREP")), "") if inside else None
            self._collect(child, phrase, counter, pronouns)
            self._in_place = None

    def _ones(self, node: Node, phrase: int) -> None:
        """*fragile ones*, after *heavy parcels*: more of the kind that was spoken of last; *a heavy one*."""
        nouns = [one.noun for one in (self.bounds or self._known) if one.noun in self._w.nouns]
        if not nouns:
            raise Unread("it is not clear which ones are meant")
        single = node.data == "that_one"
        sort = self._sort_of(nouns[-1])
        noun = Token("NOUN", sort) if single else Token("NOUNS", plural(sort))
        exception = trees_of(node, "but")
        said = [one for one in node.children if one not in exception]
        plain: Node = Tree("one" if single else "many", [*said, noun, *exception])
        self._order.append(id(node))
        self._bounds[id(node)] = bound = self._common(plain)
        bound.phrase = phrase

    def _sort_of(self, noun: str) -> str:
        """The noun for more of the same: *crate* of *red crate*, which is one thing."""
        for sort in (noun, noun.split()[-1]):
            if any(len(one.members) > 1 for one in self._w.nouns.get(sort, ())):
                return sort
        return noun

    def _others_of(self, node: Node, phrase: int) -> None:
        """*the others*, *the other one*: of the kind of the thing that was named, and not that."""
        named = [one for one in (self.bounds or self._known) if one.noun in self._w.nouns]
        if not named:
            raise Unread("it is not clear what the others are other than")
        determiner = trees_of(node)[0]
        single = determiner.data in ("the_other", "other", "no_other", "every_other")
        sort = self._sort_of(named[-1].noun)
        if not single or tokens_of(node, "ADJ") or all(len(one.members) < 2 for one in self._w.nouns[sort]):
            raise Unread("it is not clear what the others are other than")
        self._order.append(id(node))
        self._bounds[id(node)] = bound = self._common(Tree("one", [determiner, Token("NOUN", sort)]))
        bound.phrase = phrase

    def _that_one(self, node: Node, nouns: Sequence[str]) -> Bound:
        """*the top one*, after *the bottom drawer*: a noun that was said, with this word before it."""
        word = tokens_of(node, "MOD")[0]
        found: dict[str, None] = {}
        for noun in nouns:
            for said in (noun, noun.split()[-1] if noun else ""):
                if f"{word} {said}" in self._w.nouns:
                    found[f"{word} {said}"] = None
        if len(found) != 1:
            raise Unread("it is not clear which one is meant")
        return self._common(Tree("one", [*trees_of(node), Token("NOUN", next(iter(found)))]))

    def _the_one_there(self, node: Node) -> Bound:
        """*the one on the shelf*, after *both cups*: the one of the kind that was spoken of that is there at first."""
        nouns = [one.noun for one in (*self.bounds, *self._known) if one.noun in self._w.nouns]
        if not nouns:
            raise Unread("it is not clear which one is meant")
        for child in trees_of(node):
            self._collect(child, [0], [0], [])
        kind = self._choose(self._w.nouns[self._sort_of(nouns[-1])])
        such = trees_of(node, "simple_predicate")[0]
        found: list[str] = []
        for name in kind.members:
            one = NounTerm(name, Kind((name,), "", name))
            if self._w.at_first(self.state(Bound(one, "the", noun=name), such)):
                found.append(name)
        if len(found) != 1:
            raise Unread("it is not clear which one is meant")
        return Bound(NounTerm(found[0], kind), "the", noun=nouns[-1])

    def _spoken_of_before(self, node: Node) -> Bound | None:
        """What *the belt* stands for after *a belt*."""
        if node.data != "one" or not trees_of(node, "the") or tokens_of(node, "ADJ") or trees_of(node, "but"):
            return None
        noun = tokens_of(node, "NOUN")[-1]
        found = [
            one
            for one in self.bounds
            if one.noun == noun
            and one.term.is_variable
            and one.quantity in ("any", "every", "no")
            and not one.plural
        ]
        return found[0] if len(found) == 1 else None

    def _variable(self, kind: Kind, noun: str) -> NounTerm:
        letter = re.sub(r"[^a-z]", "", noun)[:1] or "x"
        taken = {one.symbol for one in (*self._bounds.values(), *self._known)}
        name, number = f"?{letter}", 1
        while name in taken or name in self._used:
            number += 1
            name = f"?{letter}{number}"
        self._used.add(name)
        return NounTerm(name, kind)

    def _named(self, node: Node) -> Bound:
        match node.data:
            case (
                "one"
                | "many"
                | "pairs"
                | "such"
                | "such_done"
                | "such_not_been"
                | "that_you"
                | "that_you_not"
                | "such_there"
                | "remaining"
                | "with_it_there"
            ):
                return self._common(node)
            case "part_of":
                return self._part_of(node)
            case "np_so_many":  # at most one of the towel and the cloth
                bound = self._named(trees_of(node)[-1])
                if bound.quantity not in ("all", "any") or bound.where or bound.doing is not None:
                    raise Unread("it is not clear of how many things that is said")
                bound.quantity, bound.count = self._quantity(trees_of(node)[0], True)
                return bound
            case "people":
                return self._people(node)
            case "other_one" | "other_ones" | "no_other_one":
                return self._other_ones(node)
            case "the_one_there":
                return self._the_one_there(node)
            case "mod_one":
                return self._that_one(node, [one.noun for one in (*self.bounds, *self._known)])
            case "those_ones":
                raise Unread("it is not clear which ones are meant")
            case "shared_head":
                return self._shared_head(node)
            case "thing_made":
                return self._made_of(node)
            case "thing" | "thing_such" | "thing_not_been" | "thing_you" | "thing_done" | "thing_there":
                return self._thing(node)
            case "pronoun" | "that_one" | "the_others":
                raise Unread("it is not clear which thing is meant")
            case _:
                return self._listed(node)

    def _part_of(self, node: Node) -> Bound:
        """*The guard of the press*: the press, as it is said of its guard."""
        owner = thing_of(node)
        whole = self._spoken_of_before(owner) or self._named(owner)
        self._bounds[id(owner)] = whole
        self._order.insert(max(len(self._order) - 1, 0), id(owner))
        self._asked.add(id(owner))
        part = self._lexicon.parts[tokens_of(node, "PART_OF")[0].removesuffix(" of")]
        for child in trees_of(owner):
            if child.data in _RESTRICTIONS:
                raise Unread("it is not clear which of those it is part of")
        return self._its(whole, part)

    def _its(self, whole: Bound, part: str) -> Bound:
        if whole.anything or whole.term.kind.part or not self._owns(part, whole.term):
            raise Unread(f"{_called(whole.term)!r} has nothing that is called {part!r}")
        of: list[tuple[Node, bool]] = []
        return replace(whole, term=whole.term.its(part), noun=part, where=of, doing=None, but=[], whole=whole)

    def _owns(self, part: str, term: NounTerm) -> bool:
        things = term.kind.members if term.is_variable else (term.symbol,)
        return not self._w.parts[part].owners.isdisjoint(things)

    def _whose(self, part: str) -> NounTerm:
        """Whose *the guard* is, where that is not said: of the only thing with one of which the sentence speaks."""
        for bounds in (self.bounds, self._known):
            found = {
                one.symbol: one
                for one in bounds
                if one.symbol and not one.anything and not one.term.kind.part and self._owns(part, one.term)
            }
            if len(found) == 1:
                (whole,) = found.values()
                whole.referred = True
                return whole.term.its(part)
            if found:
                raise Unread(f"it is not clear whose {part} is meant")
        owners = sorted(self._w.parts[part].owners)
        if len(owners) != 1:
            raise Unread(f"it is not clear whose {part} is meant")
        return NounTerm(owners[0], Kind((owners[0],), "", owners[0], part))

    def _owned(self, places: Sequence[tuple[str, NounTerm]]) -> list[tuple[str, NounTerm]]:
        """What an act is done to, and where; of parts whose they are, where that is not said there."""
        found = list(places)
        for at, (preposition, term) in enumerate(places):
            part = term.kind.part
            if part and not term.is_owned:
                others = [one for _, one in places if one is not term and not one.kind.part]
                if not any(self._owns(part, one) for one in others):
                    found[at] = (preposition, self._whose(part))
        return found

    def _common(self, node: Node) -> Bound:
        nouns = tokens_of(node, "NOUNS")
        plural = bool(nouns) or node.data == "pairs"
        said = (nouns or tokens_of(node, "NOUN"))[-1]
        base = self._lexicon.singular(said) if nouns else said
        if trees_of(node, "its") and (base in ("door", "lid") or base in self._lexicon.parts):
            raise Unread("it is not clear of what that is a part")
        kinds = self._w.nouns[base]
        if kinds[0].part and not kinds[0].members:
            sure = [one for one in trees_of(node) if one.data not in ("the", "a", "any")]
            if sure or tokens_of(node, "ADJ"):
                raise Unread(f"it is not clear whose {base} is meant")
            return Bound(NounTerm(f"#{base}", kinds[0]), "the", noun=base, plural=plural)
        if (
            said == "things"
            and node.data == "many"
            and not any(one.data in _QUANTITIES or one.data == "most_post" for one in trees_of(node))
            and not tokens_of(node, "ADJ")
        ):
            raise Unread("things are anything")
        bare = (
            len(kinds) == 1 and kinds[0].type and not any(one.data in _QUANTITIES for one in trees_of(node))
        )
        plural = plural or ((base in _MASS or bool(bare)) and len(kinds[0].members) > 1)
        determiner = next((one for one in trees_of(node) if one.data in _QUANTITIES), None)
        if node.data == "remaining":
            determiner = tree("the_other", [])
        quantity, count = self._quantity(determiner, plural)
        kind = kinds[0] if len(kinds) == 1 else self._choose(kinds)
        if node.data == "with_it_there":  # the tank it is in: whichever that is
            return Bound(self._variable(kind, base), "every", noun=base, referred=True)
        parity = tokens_of(node, "PARITY")
        if parity:
            kept = [
                one
                for one in kind.members
                if (number := re.search(r"(\d+)$", one)) and int(number[1]) % 2 == parity[0].startswith("odd")
            ]
            if not kept:
                raise Unread(f"{base!r} has no numbers")
            kind = Kind(tuple(kept), "", f"{parity[0]} {base}")
        where: list[tuple[Node, bool]] = [
            (Tree("adjective", [one]), True)
            for one in node.children
            if isinstance(one, Token) and one.type == "ADJ"
        ]
        negated = any(one.data == "negation" for one in trees_of(node))
        if node.data == "such_not_been":
            where += [(Tree("been", [one]), False) for one in trees_of(node, "simple_predicate")]
        else:
            where += [(one, not negated) for one in trees_of(node, "simple_predicate")]
            where += [
                (one, True)
                for one in trees_of(node)
                if one.data in ("predicate_and", "predicate_or", "predicate_neither", "located")
            ]
        if node.data == "that_you_not":
            where += [(Tree("been", [one]), False) for one in trees_of(node, "act_gap")]
        if trees_of(node, "still_so"):  # that is still switched on: that is so, and not done
            self._standing |= {id(one) for one in trees_of(node, "simple_predicate")}
        if node.data == "such_done":
            self._happening |= {id(one) for one in trees_of(node, "simple_predicate")}
        if trees_of(node, "becoming"):
            self._becoming |= {id(one) for one in trees_of(node, "simple_predicate")}
        doing = None if node.data == "that_you_not" else next(iter(trees_of(node, "act_gap")), None)
        but = [thing for one in trees_of(node, "but") for thing in self._excepted(one, base)]
        bound = Bound(NounTerm("", kind), quantity, where, doing, but, count, plural, base)
        bound.whichever = determiner is not None and determiner.data == "any"
        bound.same = determiner is not None and determiner.data == "same"
        bound.some = determiner is not None and determiner.data in (
            "some",
            "at_least_so_many",
            "some_of_so_many",
        )
        if determiner is not None and str(determiner.data).endswith("other"):
            self._but_what_was_named(bound)
        if determiner is not None and determiner.data == "the_other" and not plural:
            left = [one for one in kind.members if one not in bound.but]
            if bound.other and len(kind.members) == 2:  # whichever you raise, lower it before the other one
                bound.term, bound.quantity = self._variable(kind, base), "every"
                return bound
            if bound.other or len(left) != 1:
                raise Unread("it is not clear which other one is meant")
            bound.term, bound.quantity, bound.but = NounTerm(left[0], kind), "the", []
            return bound
        if not set(but) <= set(kind.members):
            raise Unread("the exception is none of what it is one to")
        if but and quantity == "the":
            raise Unread("there is nothing that the exception is one to")
        if (quantity == "the" and not plural) or (not determiner and not plural and len(kind.members) == 1):
            said_before = (*self._bounds.values(), *self._known)
            spoken = [one.symbol for one in said_before if one.symbol in kind.members]
            if determiner is not None and len(set(spoken)) == 1 and not where:  # the shed that was spoken of
                bound.term = NounTerm(spoken[0], kind)
                return bound
            if len(kind.members) > 6:
                raise Unread(f"{base!r} may be any of {len(kind.members)} things")
            bound.term = NounTerm(self._choose(kind.members), kind)
            bound.quantity = "the"
            return bound
        if not determiner and not plural:
            if len(kind.members) > 6:
                raise Unread(f"{base!r} may be any of {len(kind.members)} things")
            bound.term = NounTerm(self._choose(kind.members), kind)
            bound.quantity = "the"
            return bound
        if but and not (
            bound.quantity in ("every", "all", "no", "any", "plural", "some plural") and len(kind.members) > 1
        ):
            raise Unread("there is nothing that the exception is one to")
        if determiner is not None and determiner.data in ("both", "neither") and len(kind.members) != 2:
            raise Unread(f"there are not two of {base!r}")
        if determiner is not None and determiner.data == "the_so_many":
            if len(kind.members) != count[1]:
                raise Unread(f"there are not {count[1]} of {base!r}")
            bound.quantity = "all"
        so_many = "" if determiner is None else str(determiner.data)
        if determiner is not None and so_many.endswith("_of_so_many"):
            number = number_of(determiner)
            if len(kind.members) != number:
                raise Unread(f"there are not {number} of {base!r}")
        if (
            len(kind.members) == 1
            and bound.quantity in ("plural", "all", "every", "any", "some plural")
            and not but
        ) and (
            bound.quantity in ("plural", "some plural")
            or kind.type == ""
            or bound.quantity in ("every", "all")
        ):
            bound.term = NounTerm(kind.members[0], kind)
            bound.quantity = "the"
            return bound
        bound.term = self._variable(kind, base)
        return bound

    def _but_what_was_named(self, bound: Bound) -> None:
        """*Before any other lamp*: than the one that was named."""
        members = set(bound.term.kind.members)
        named = [one for one in (*self.bounds, *self._known) if members & set(one.term.kind.members)
                 and one is not bound and (one.term.is_variable or one.symbol in members)]  # fmt: skip
        named = list({one.symbol: one for one in named}.values())
        if len(named) != 1 or named[0].quantity not in ("the", "any", "every", "no"):
            raise Unread("it is not clear what the others are other than")
        if named[0].term.is_variable:
            bound.other = named[0].symbol
        else:
            bound.but.append(named[0].symbol)

    def _other_ones(self, node: Node) -> Bound:
        """*another*, *the others*: of the sort of the one thing that was named, without it."""
        named = {one.symbol: one for one in (*self.bounds, *self._known) if one.symbol and not one.anything}
        if len(named) != 1:
            raise Unread("it is not clear what the others are other than")
        (one,) = named.values()
        if one.term.is_variable and one.quantity not in ("the", "any", "every", "no"):
            raise Unread("it is not clear what the others are other than")
        kind = one.term.kind if one.term.is_variable else self._w.around([one.symbol])
        if kind is None or len(kind.members) < 2 or not kind.type or kind.type == "object":
            raise Unread("it is not clear of what sort the others are")
        quantity: Quantity = {"other_one": "any", "other_ones": "all", "no_other_one": "no"}[str(node.data)]  # type: ignore[assignment]
        found = Bound(
            self._variable(kind, kind.said or "x"), quantity, noun=one.noun, plural=quantity == "all"
        )
        if one.term.is_variable:
            found.other = one.symbol
        else:
            found.but.append(one.symbol)
        return found

    def _shared_head(self, node: Node) -> Bound:
        """*the inlet and outlet valves*: one noun for both."""
        if trees_of(node, "some") or trees_of(node, "other"):
            raise Unread("it is not clear how many there are of each")
        last = self._lexicon.singular(tokens_of(node, "NOUNS")[0])
        first = f"{tokens_of(node, 'MOD')[0]} {last.split()[-1]}"
        members: list[str] = []
        for noun in (first, last):
            kinds = self._w.nouns.get(noun, ())
            if len(kinds) != 1 or len(kinds[0].members) != 1 or " " not in noun:
                raise Unread(f"it is not clear what {noun!r} is")
            members.append(kinds[0].members[0])
        found = Bound(
            self._variable(Kind(tuple(members), "", ""), last), "all", plural=True, noun=last, listed=True
        )
        if trees_of(node, "no") or trees_of(node, "neither"):
            found.quantity = "no"
        return found

    def _people(self, node: Node) -> Bound:
        """*anybody*, *nobody*: of those who are persons in the domain."""
        kind = self._choose(self._w.nouns[self._lexicon.person])
        word = tokens_of(node, "PEOPLE")[0]
        quantity: Quantity = "no" if word.startswith("no") else "every" if word.startswith("every") else "any"
        but = [thing for one in trees_of(node, "but") for thing in self._excepted(one)]
        where = [(one, True) for one in trees_of(node, "simple_predicate")]
        return Bound(self._variable(kind, "p"), quantity, where, but=but, noun=self._lexicon.person)

    def _quantity(self, determiner: Node | None, plural: bool) -> tuple[Quantity, tuple[str, int]]:
        if determiner is None:
            return ("some plural" if plural else "the"), ("", 0)
        number = next((number_of(one) for one in trees_of(determiner, "number")), None)
        if number is None and (
            tokens_of(determiner) or determiner.data in ("at_most_so_many", "only_single")
        ):
            number = number_of(determiner)
        if determiner.data == "no_two":
            return "two", ("at least", 2)
        if str(determiner.data).endswith("_of_so_many"):
            return _QUANTITIES[str(determiner.data)], ("", 0)
        found = _QUANTITIES[str(determiner.data)]
        if found == "the" and plural:
            return "plural", ("", 0)
        if found != "count":
            return found, ("", 0)
        assert number is not None
        if number > MAX_COUNT:
            raise Unread(f"it counts beyond {MAX_COUNT}")
        match determiner.data:
            case "more_than_so_many":
                return "count", ("at least", number + 1)
            case "at_least_so_many":
                return ("any" if number == 1 else "count"), ("at least", number)
            case "at_most_so_many":
                return "count", ("at most", number)
            case "only_single":
                return "count", ("only", 1)
            case "beyond_so_many":  # a third one
                if number < 2:
                    raise Unread("it is not clear before what it is the first")
                return "count", ("beyond", number)
            case "exactly_so_many":
                only = bool(tokens_of(determiner, "NUM"))
                return "count", ("only" if only else "exactly", number)
            case _:
                return "count", ("so many", number)

    def _excepted(self, node: Node, noun: str = "") -> list[str]:
        found: list[str] = []
        for one in trees_of(node):
            if one.data in THINGS:
                kinds = (
                    self._w.nouns.get(tokens_of(one, "NOUN")[0], ())
                    if one.data == "one" and tokens_of(one, "NOUN")
                    else ()
                )
                if len(one.children) == 1 and any(kind.type for kind in kinds):  # nothing but food
                    found += next(kind for kind in kinds if kind.type).members
                    continue
                nouns = [noun] if noun else [bound.noun for bound in self.bounds]
                bound = self._that_one(one, nouns) if one.data == "mod_one" else self._named(one)
                if bound.where or bound.doing is not None:
                    raise Unread("what is excepted has a condition of its own")
                if bound.term.kind.part:
                    raise Unread("what is excepted is part of something")
                found += [bound.symbol] if not bound.term.is_variable else list(bound.term.kind.members)
        return found

    def _thing(self, node: Node) -> Bound:
        word = next(one.data for one in trees_of(node) if str(one.data).endswith(("_thing", "_other")))
        if str(word).endswith("_other"):  # anything but the one thing that was named
            spoken = [one for one in (self.bounds or self._known) if one.symbol]
            apart = [one for one in self._known if one.but and one.noun == "thing"]
            if not self.bounds and len(apart) == 1:  # it is for linen only, so nothing else goes in
                quantity = "no" if word == "no_other" else "any"
                others = Bound(
                    NounTerm("", apart[0].term.kind), quantity, but=list(apart[0].but), noun="thing"
                )
                others.term = self._variable(apart[0].term.kind, "x")
                return others
            inside = self._in_place is not None  # on nothing else: than where it was said to be
            spoken = [one for one in spoken if one.located is inside] or spoken
            named = {one.symbol: one for one in spoken}
            if len(named) != 1 or any(one.anything or one.plural for one in named.values()):
                raise Unread("it is not clear what else is meant")
            (other,) = named.values()
            quantity = "no" if word == "no_other" else "any"
            term = self._variable(self._w.everything, "x")
            found = Bound(term, quantity, noun="thing", anything=True)
            if other.term.is_variable:
                found.other = other.symbol
            else:
                found.but.append(other.symbol)
            return found
        quantity: Quantity = {
            "any_thing": "any",
            "some_thing": "any",
            "every_thing": "every",
            "plural_thing": "plural",
            "no_thing": "no",
            "no_one_thing": "no",
        }[str(word)]  # type: ignore[assignment]
        if word == "no_one_thing" and self._lexicon.person:
            raise Unread("it speaks of people")
        negated = any(one.data == "negation" for one in trees_of(node))
        where = [(one, not negated) for one in trees_of(node, "simple_predicate")]
        where += [
            (one, True)
            for one in trees_of(node)
            if one.data in ("adjective", "located", "predicate_and", "predicate_or", "predicate_neither")
        ]
        if node.data == "thing_done":
            self._happening |= {id(one) for one in trees_of(node, "simple_predicate")}
        if node.data == "thing_not_been":
            where = [(Tree("been", [one]), False) for one in trees_of(node, "simple_predicate")]
        but = [thing for one in trees_of(node, "but") for thing in self._excepted(one)]
        doing = next(iter(trees_of(node, "act_gap")), None)
        found = Bound(
            self._variable(self._w.everything, "x"), quantity, where, doing, but, noun="thing", anything=True
        )
        found.whichever = word == "any_thing"
        return found

    def _made_of(self, node: Node) -> Bound:
        """*nothing made of metal*, where the domain has such a type."""
        noun = tokens_of(node, "NOUN")[0]
        kinds = [kind for kind in self._w.nouns[noun] if kind.type]
        if not kinds:
            raise Unread("it is not known what is made of that")
        bound = self._thing(node)
        bound.term, bound.anything = self._variable(kinds[0], noun), False
        return bound

    def _listed(self, node: Node) -> Bound:
        things = [one for one in trees_of(node) if one.data in THINGS]
        heads = [self._lexicon.singular(noun).split()[-1] for noun in tokens_of(things[-1], "NOUNS")]
        if heads and not any(one.data in _QUANTITIES for one in trees_of(things[-1])):
            for one in things[:-1]:  # the stage and fire doors
                for noun in tokens_of(one, "NOUN"):
                    if f"{noun} {heads[0]}" in self._w.nouns and noun.split()[-1] != heads[0]:
                        raise Unread(f"it is not clear whether *{noun}* is *{noun} {heads[0]}*")
        things = self._sharing(things, str(node.data))
        parts: list[Bound] = []
        for one in things:
            before = [part.noun for part in parts]  # the big pen or the round one
            parts.append(
                self._that_one(one, before) if one.data == "mod_one" and before else self._named(one)
            )
        denied = all(part.quantity == "no" and not (part.where or part.but or part.doing) for part in parts)
        if denied and node.data in ("np_and", "np_or"):  # no milk and no butter
            members = [one for part in parts for one in part.term.kind.members]
            kind = Kind(tuple(dict.fromkeys(members)), "", "")
            return Bound(self._variable(kind, parts[0].noun), "no", listed=True, noun=parts[0].noun)
        if any(part.quantity in ("no", "two") for part in parts):
            raise Unread("it is not clear how far the denial reaches")
        if trees_of(node, "both_word") and any(part.plural for part in parts):
            raise Unread("it is not clear how many there are of each")
        if any(one.data == "pronoun" for one in trees_of(node)):
            raise Unread("it lists a pronoun among other things")
        if any(part.term.kind.part for part in parts):
            raise Unread("it lists parts of things")
        said = [[(str(one), positive) for one, positive in part.where] for part in parts]
        alike = all(one == said[0] for one in said) and all(
            part.quantity == "any"
            or (part.quantity == "the" and len(part.term.kind.members) == 1 and node.data != "np_and")
            for part in parts
        )
        if any(part.doing is not None or part.count[0] for part in parts) or (any(said) and not alike):
            raise Unread("it lists things with conditions of their own")
        members: list[str] = []
        groups: list[tuple[str, ...]] = []
        for part in parts:
            if part.term.is_variable and part.quantity in ("any",) and not part.but and not said[0]:
                raise Unread("it is not clear which of the things in a list are meant")
            mine = (
                [part.symbol]
                if not part.term.is_variable
                else [one for one in part.term.kind.members if one not in part.but]
            )
            members += [one for one in mine if one not in members]
            groups.append(tuple(mine))
        kind = Kind(tuple(members), "", "")
        quantity: Quantity = {"np_and": "all", "np_or": "any", "np_neither": "no"}[str(node.data)]  # type: ignore[assignment]
        return Bound(
            self._variable(kind, parts[0].noun),
            quantity,
            parts[0].where,
            listed=True,
            bare=any(part.quantity == "some plural" for part in parts),
            plural=quantity == "all",
            noun=parts[0].noun,
            groups=tuple(groups) if len(groups) == 2 and len(members) > 2 and not any(said) else (),
        )

    @staticmethod
    def _sharing(things: list[Node], kind: str) -> list[Node]:
        """*a dirty mug or cup*: a noun that has no determiner of its own has that of the first, and its adjectives."""
        first, *rest = things
        if kind != "np_or" or first.data != "one" or not tokens_of(first, "ADJ"):
            return things
        shared = [one for one in first.children if not (isinstance(one, Token) and one.type == "NOUN")]
        if any(one.data != "one" or len(one.children) != 1 or not tokens_of(one, "NOUN") for one in rest):
            return things
        if not trees_of(first) or any(str(one.data) in ("but", "the", "its") for one in trees_of(first)):
            return things
        return [first, *(Tree("one", [*shared, *one.children]) for one in rest)]

    def _except(self) -> None:
        """*Except for the spoons*, said apart from what it is an exception to."""
        for node in self._node.find_data("exception"):
            members = self._excepted(node)
            mine = {id(one) for one in node.iter_subtrees()}
            whole = [
                bound
                for at in self._order
                if at not in mine and (bound := self._bounds.get(at)) is not None
                and bound.quantity in ("every", "all", "plural", "no", "any", "some plural")
                and bound.term.is_variable and set(members) <= set(bound.term.kind.members)
            ]  # fmt: skip
            if not whole:
                raise Unread("it is not clear what the exception is one to")
            whole[0].but += members

    def _referent(self, node: Node, phrase: int) -> Bound:
        """What a pronoun stands for."""
        own = next(iter(tokens_of(node, "OWNPART")), None)
        if own is not None:
            part = self._lexicon.parts[own]
            whole = {one.symbol: one for one in self._antecedents(node, -1)
                     if not one.anything and not one.term.kind.part and self._owns(part, one.term)}  # fmt: skip
            if not whole:
                raise Unread(f"it is not clear whose {part} is meant")
            chosen = self._choose(list(whole.values()))
            chosen.referred = True
            return self._its(chosen, part)
        if node.data == "its_part":  # its door: that opens and closes with it
            fitting = [
                one
                for one in self._antecedents(node, phrase)
                if self._w.state("open", one.term) or self._w.state("closed", one.term)
            ]
        elif node.data == "pronoun":
            kind = next(iter(trees_of(node)), None)
            them = kind is not None and kind.data in ("them", "any_of_them", "none_of_them")
            fitting = [
                one
                for one in self._antecedents(node, phrase)
                if not them
                or one.plural
                or one.quantity in ("all", "plural", "every", "no", "some plural")
                or re.search(r"[^su]s$", one.noun)  # the shears
            ]
            if not them:
                fitting = [one for one in fitting if not one.plural or one.quantity in ("every", "any", "no")]
            out_there = kind is None or kind.data == "out_there"
            if out_there:  # a place that was named as one, if there is any
                fitting = [one for one in fitting if one.located] or fitting
        elif node.data == "that_one":
            named = {one.symbol: one for one in self._antecedents(node, phrase) if not one.plural}
            if len(named) != 1 or not trees_of(node, "that") or trees_of(node, "but"):
                raise Unread("it is not clear which one is meant")
            fitting = list(named.values())
        else:
            said = (tokens_of(node, "NOUNS") or tokens_of(node, "NOUN"))[-1]
            base = self._lexicon.singular(said) if tokens_of(node, "NOUNS") else said
            members = {one for kind in self._w.nouns[base] for one in kind.members}
            fitting = [
                one
                for one in self._antecedents(node, phrase)
                if one.noun == base
                or (set(one.term.kind.members if one.term.is_variable else (one.symbol,)) <= members)
            ]
            if not fitting and not tokens_of(node, "ADJ"):
                return self._common(Tree("one" if tokens_of(node, "NOUN") else "many",
                                         [Tree("the", []), *[one for one in node.children if isinstance(one,
                                         Token)]]))  # fmt: skip
            if tokens_of(node, "ADJ"):
                raise Unread("it is not clear which one is meant")
        if not fitting:
            raise Unread("it is not clear what the pronoun stands for")
        if node.data == "pronoun":  # the press, too, of *the press guard*
            fitting += [
                replace(one, term=one.term.its("")) for one in fitting if one.term.is_owned and not one.whole
            ]
        chosen = self._choose(list({(one.symbol, one.term.kind.part): one for one in fitting}.values()))
        any_of_them = node.data == "pronoun" and any(one.data == "any_of_them" for one in trees_of(node))
        if any_of_them and chosen.quantity in ("all", "plural", "every"):  # all of them before any of them
            term = self._variable(chosen.term.kind, chosen.noun)
            return Bound(term, "any", list(chosen.where), None, chosen.but, noun=chosen.noun, phrase=phrase)
        if node.data == "pronoun" and any(one.data == "none_of_them" for one in trees_of(node)):
            term = self._variable(chosen.term.kind, chosen.noun)
            if not chosen.term.is_variable:
                raise Unread("it is not clear of what none is meant")
            return Bound(term, "no", list(chosen.where), None, chosen.but, noun=chosen.noun, phrase=phrase)
        chosen.referred = True
        return chosen

    def _antecedents(self, node: Node, phrase: int) -> list[Bound]:
        fronted = self._fronted(node)
        if fronted and self._told and (told := [one for one in self._known if not one.anything]):
            return told  # careful with the vase: while you are holding it, …
        at_last = len(self._order) if fronted else self._order.index(id(node))
        here = [
            one
            for at in self._order[:at_last]
            if (one := self._bounds.get(at)) is not None and one.phrase != phrase
        ]
        if not here and any(self._w.nouns.get(word) for word in self._purposes()):
            raise Unread("it is not clear whether the pronoun stands for what the purpose names")
        found = here or self._known
        return [one for one in found if not one.anything] or found

    def _purposes(self) -> list[str]:
        """The words of what the sentence says that it is good for."""
        return " ".join(str(one) for node in self._node.find_data("purpose") for one in node.children).split()

    def _fronted(self, node: Node) -> bool:
        """Whether a node stands in a condition before what is asked for: *before you open it, empty the tank*."""
        return False

    def all_heeded(self) -> None:
        """Refuse a rule for which a thing that the sentence names was not looked at: part of it would be dropped.

        Raises:
            Unread: If there is one.
        """
        exceptions = [one for name in ("exception", "but") for node in self._node.find_data(name)
                      for one in node.iter_subtrees()]  # fmt: skip
        mine = {id(one) for one in exceptions}
        lists = ("np_and", "np_or", "np_neither", "whatever")
        for node in self._node.iter_subtrees():
            if node.data in lists:
                mine |= {id(one) for one in trees_of(node)}
        left = [one for one in self._node.iter_subtrees()
                if one.data in THINGS and id(one) in self._bounds and id(one) not in mine | self._asked]  # fmt: skip
        if left:
            words = " ".join(
                str(one).strip() for one in left[0].scan_values(lambda one: isinstance(one, Token))
            )
            raise Unread(f"it is not clear what {words!r} has to do with it")

    def bound_of(self, node: Node) -> Bound:
        self._asked.add(id(node))
        found = self._bounds.get(id(node))
        if found is None:
            raise Unread("it is not clear which thing is meant")
        return found

    # -- what is done

    def phrase(self, node: Node) -> Phrase:
        """What a verb phrase says is done."""
        inner = node
        while inner.data in ("doing_base", "doing_neither", "doing_ing",
        "doing_done", "doing_third", "doings_base", "doings_ing",
        "doings_done",
                             "doings_third", "doing_past", "doings_past",
                             "act_base", "act_ing", "act_done", "act_third"):  # fmt: skip
            inner = trees_of(inner)[0]
        match inner.data:
            case (
                "act"
                | "act_late"
                | "act_of"
                | "act_dative"
                | "act_touch"
                | "act_given"
                | "act_noun"
                | "act_each"
            ):
                return Phrase([self.on_the_same(self.act(inner), self._done_earlier([]))])
            case "act_same" | "act_undo":
                return Phrase([self._spoken_of_again(inner, self._done_earlier([]))])
            case "and_acts" | "or_acts":
                other = "np_or" if inner.data == "and_acts" else "np_and"
                if any(True for _ in inner.find_data(other)):
                    raise Unread("it is not clear how far *and* and *or* reach")
                acts: list[Act] = []
                nodes = trees_of(inner)
                together = inner.data == "and_acts"
                last = only_act(nodes[-1])
                for one in nodes:
                    act = only_act(one)
                    if act is not None and last is not None and act is not last and not trees_of(act):
                        act = Tree(
                            act.data, [*act.children, *trees_of(last, "object")]
                        )  # fill and heat the tank
                        acts.append(self.act(act))
                    elif act is not None and act.data in ("act_same", "act_undo"):
                        acts.append(self._spoken_of_again(act, self._done_earlier(acts)))
                    else:
                        acts += self.phrase(one).acts
                    if together:
                        acts[-1] = self.on_the_same(acts[-1], [act.formula for act in acts[:-1]])
                return Phrase(acts, "and" if inner.data == "and_acts" else "or")
            case _:
                raise Unread("it is not clear how far *and* and *or* reach")

    def act(self, node: Node, subject: Bound | None = None) -> Act:
        """One act.

        Args:
            subject: What it is done to, where that is said elsewhere: *the tap that you open*.
        """
        if node.data == "act_touch":
            return self.touched(self.bound_of(thing_of(node)))
        token = next(one for one in node.children if isinstance(one, Token))
        noun = node.data in ("act_noun", "act_each")
        if node.data in ("act_of", "act_given") or (
            noun and any(one.data in THINGS for one in trees_of(node))
        ):  # the washing of a cup, to give it a wash
            node = Tree("act", [token, Tree("object", [thing_of(node)]), *trees_of(node, "place")])
        particle = " ".join(part for one in trees_of(node, "particle") for part in tokens_of(one, "PART"))
        gap = tokens_of(node, "PART")
        verbs = self._lexicon.verbs_of(token.type, " ".join(str(token).split()))
        extra = particle or (gap[0] if gap else "")
        again = extra.startswith("back") or any(True for _ in node.find_data("again"))
        extra = extra.removeprefix("back ")  # pick it back up
        if extra:
            whole = [f"{base} {extra}" for base in verbs if f"{base} {extra}" in self._lexicon.all_verbs]
            kept = extra == "back" or (extra == "away" and trees_of(node, "place"))
            bare = [base for base in verbs if kept and base in self._lexicon.all_verbs]
            verbs = whole or bare
        else:
            away = {word.split()[0] for one in trees_of(node, "place") for word in tokens_of(one, "PREP")}
            whole = any(f"{one} {word}" in self._lexicon.all_verbs for one in verbs for word in away & _AWAY)
            kept = [one for one in verbs if one in self._lexicon.all_verbs]
            verbs = kept or (verbs if whole else [])  # take the saddle off the horse
        if not verbs:
            raise Unread(
                f"{' '.join(filter(None, (str(token).strip(), extra)))!r} is nothing that can be done here"
            )
        places: list[tuple[str, NounTerm]] = []
        object_ = next((one for one in trees_of(node) if one.data in ("object", "only_object")), None)
        if node.data == "act_dative":
            verbs = [one for one in verbs if one in GIVING]
            receiver, given = (self.bound_of(one) for one in trees_of(node) if one.data in THINGS)
            places += [("", given.term), ("to", receiver.term)]
        elif object_ is not None:
            thing = self.bound_of(thing_of(object_))
            places.append(("", (self._others(thing) if object_.data == "only_object" else thing).term))
        elif subject is not None:
            places.append(("", subject.term))
        elif (said := self._left_unsaid(node, token, verbs)) is not None:
            said.referred = True
            places.append(("", said.term))
        if trees_of(node, "in_hand"):
            raise Unread("it is not clear what is done in a hand")
        for place in (one for one in trees_of(node) if one.data in _SOMEWHERE):
            if place.data == "anywhere":
                continue
            if place.data == "place_else":
                return self._anywhere_but(verbs, places, self._that_place(verbs, places, place))
            where = self.bound_of(thing_of(place))
            if (
                place.data in ("elsewhere", "only_place")
                and (object_ is not None or subject is not None)
                and not where.term.is_variable
            ):
                self.only = place.data == "only_place"
                return self._anywhere_but(verbs, places, (tokens_of(place, "PREP")[0], where.term))
            if place.data != "place":
                where = self._others(where)
                self.only = place.data == "only_place"
            places.append((tokens_of(place, "PREP")[0], where.term))
        places += self._there(node, verbs, places)
        places += self._back_there(extra.split() or verbs, verbs, places)
        said_twice = [
            one for one in verbs if any(p and one.endswith(f" {p}") for p, _ in places)
        ]  # go to to the sink
        verbs = [one for one in verbs if one not in said_twice]
        places = self._owned(places)
        found: list[tuple[Formula, str]] = [
            (one, verb) for verb in verbs for one in self._events(verb, places)
        ]
        found = found or self._off(verbs, places)
        found = list({str(one): (one, verb) for one, verb in found}.values())
        if not found:
            what = " ".join([*verbs[:1], *(f"{p} {_called(t)}".strip() for p, t in places)])
            raise Unread(f"{what!r} is nothing that can be done here")
        formula, verb = self._choose(found)
        named = [one for one in subformulas(formula) if isinstance(one, Proposition) and one.event]
        if extra in _NOWHERE and any(map(elided, named)) and not any(extra in one.name for one in named):
            raise Unread("it does not say where")
        again = again or "back" in verb.split() or any(map(self._lexicon.repeats, tokens_of(node)))
        anywhere = bool(trees_of(node, "anywhere"))
        terms = [term for _, term in places]
        return Act(formula, verb, terms, self._w.begins(verb, places), again, anywhere)

    def _done_earlier(self, acts: Sequence[Act]) -> list[Formula]:
        """What was done before, by this statement or by the one before it."""
        return [one.formula for one in acts] or ([] if self._earlier is None else [self._earlier])

    def _spoken_of_again(self, node: Node, earlier: Sequence[Formula]) -> Act:
        """*Undo that*, and *do the same to the other*: of the last thing that was done."""
        began = earlier[-1] if earlier else None
        if not (isinstance(began, Proposition) and began.event and began.args):
            raise Unread("it is not clear what was done before")
        if node.data == "act_undo":
            terms = [one.term for one in (*self._known, *self.bounds)]
            found = [one.event for one in self._w.undoings(began, terms)]
            if len(found) != 1 or any(one.startswith("?") for one in found[0].args or ()):
                raise Unread("it is not clear how that is undone")
            return Act(found[0], verb_of(found[0].name), [])
        thing = self.bound_of(thing_of(node))
        ways = [
            (at, one) for at in range(len(began.args)) if (one := self._w.with_another(began, at, thing.term))
        ]
        if len(ways) != 1:
            raise Unread("it is not clear what is the same")
        return Act(ways[0][1], verb_of(began.name), [thing.term])

    def on_the_same(self, act: Act, earlier: Sequence[Formula]) -> Act:
        """*Attach it to the tap, and detach it again*: from that tap.

        An act that takes back an earlier one has the arguments of that: where that made it so; where it is only put
        back, if *back* or *again* says so, and may be elsewhere otherwise.
        """
        for began in reversed(earlier):
            taken = self._taken_over(act, began)
            if taken is not None:
                return taken
        return act

    def _taken_over(self, act: Act, earlier: Formula) -> Act | None:
        whole = self._as_taking_back(act, earlier)
        if not whole:
            return None
        formula = some_(list({str(one): one for one, _ in whole}.values()))
        if act.anywhere or str(formula) == str(act.formula):
            return act
        certain = (
            all(sure for _, sure in whole) or act.again or any(True for _ in self._node.find_data("again"))
        )
        if not certain and self._choose(["there", "anywhere"]) == "anywhere":
            return act
        for bound in self.bounds:
            if occurrences(formula, bound.symbol) and not occurrences(act.formula, bound.symbol):
                bound.referred = True
        return replace(act, formula=formula)

    def _as_taking_back(self, act: Act, earlier: Formula) -> list[tuple[Formula, bool]]:
        """What an act is, if it takes back what was done: each with whether that made all that the act leaves out."""
        terms = [one.term for one in (*self._known, *self.bounds)]
        return [
            (Proposition(mine.name, args, True), {at for at, one in enumerate(mine.args) if one == ANY} <= undoing.made)
            for began in subformulas(earlier)
            if isinstance(began, Proposition) and began.event and began.args
            for undoing in self._w.undoings(began, terms)
            for mine in _alternatives(act.formula)
            if isinstance(mine, Proposition) and mine.name == undoing.event.name and mine.args is not None
            and (args := _together(mine.args, undoing.event.args or ())) is not None
        ]  # fmt: skip

    def takes_back(self, act: Act, earlier: Act) -> bool:
        """Whether an act takes back an earlier one: by their verbs, of the same thing; or by what they change."""
        mine, theirs = ([term.symbol for term in one.terms[:1]] for one in (act, earlier))
        by_verb = act.verb in self._w.opposite(earlier.verb) and mine == theirs
        return by_verb or bool(self._as_taking_back(act, earlier.formula))

    def _left_unsaid(self, node: Node, token: Token, verbs: Sequence[str]) -> Bound | None:
        """What *loading* is done to in *the crate must be scanned before loading*: to the crate.

        In *turn off the mixer before cleaning* it may be the mixer, or anything.
        """
        said = self._subject
        verbs = [one for one in verbs if one != "leave"]
        if trees_of(node, "anywhere"):
            return None
        if node.data not in ("act", "act_noun", "act_each"):
            return None
        if token.type not in ("VING", "VINGONE", "NACTONE") and (
            said is None
            or token.type not in ("V", "VONE")  # before take-off, before you take off
            or any(one is node for one in self._core.iter_subtrees())
        ):
            return None
        known = said is not None and any(self._w.event(verb, [("", said.term)]) for verb in verbs)
        if not known and node.data == "act_noun" and not trees_of(node, "place"):
            raise Unread("it does not say to what that is done")
        if not known or said is None or (trees_of(node, "place") and node.data == "act"):
            return None
        acts = str(self._core.data) in ("do", "never", "may_do", "only_do")
        if (node.data == "act_each" or (acts and node.data == "act")) and self._choose(
            ["to that", "to anything"]
        ) == "to anything":
            return None
        return said

    _subject: Bound | None = None
    """What the statement speaks of: what is done to it, or is so."""
    _core: Node
    """What the statement asks for, without conditions."""

    def _events(self, verb: str, places: Sequence[tuple[str, NounTerm]]) -> Sequence[Formula]:
        """What doing it may mean; nothing, if it cannot be done to each of several things that were listed."""
        for at, (preposition, term) in enumerate(places):
            for one in self._listed_in(term):
                single = [*places[:at], (preposition, one), *places[at + 1 :]]
                if not self._w.event(verb, single):
                    if verb in self._lexicon.general:
                        return []
                    raise Unread(f"{verb!r} is nothing that can be done to {_called(one)!r}")
        return self._w.event(verb, places)

    def _off(self, verbs: Sequence[str], places: Sequence[tuple[str, NounTerm]]) -> list[tuple[Formula, str]]:
        """*Take the hose off the tap*, where the domain's word is *take off*: from the tap."""
        at = next((at for at, (one, _) in enumerate(places) if one in ("off", "off of", "out of")), None)
        if at is None or len(places) < 2:
            return []
        particle = places[at][0].split()[0]
        whole = [one for verb in verbs if (one := f"{verb} {particle}") in self._lexicon.all_verbs]
        from_ = [*places[:at], ("from", places[at][1]), *places[at + 1 :]]
        return [(one, verb) for verb in whole for one in self._events(verb, from_)]

    def _listed_in(self, term: NounTerm) -> list[NounTerm]:
        """Each of the things of a list; nothing, if a term is none."""
        bound = next((one for one in self.bounds if one.term is term), None)
        if bound is None or not bound.listed:
            return []
        return [NounTerm(one, Kind((one,), "", one.replace("_", " "))) for one in term.kind.members]

    def _there(
        self, node: Node, verbs: Sequence[str], places: Sequence[tuple[str, NounTerm]]
    ) -> list[tuple[str, NounTerm]]:
        """Where *there* is, for something that is done there."""
        given: list[tuple[str, NounTerm]] = []
        for place in trees_of(node, "place_there"):
            term = self.bound_of(trees_of(place)[0]).term
            said = self.bound_of(trees_of(place)[0]).preposition
            found = {str(event): one for one in ([said] if said else ("at", "to", "on", "in")) for verb in verbs
                     for event in self._w.event(verb, [*places, *given, (one, term)])}  # fmt: skip
            if len(found) != 1:
                raise Unread("it is not clear where that is")
            given.append((next(iter(found.values())), term))
        if trees_of(node, "place_inside"):  # after placing the cup inside
            mine = {id(term) for _, term in places}
            inside = {one.symbol: one.term for one in (*self.bounds, *self._known) for verb in verbs
                      if one.symbol and id(one.term) not in mine
                      and self._w.event(verb, [*places, *given, ("in", one.term)])}  # fmt: skip
            if len(inside) != 1:
                raise Unread("it is not clear inside what")
            given.append(("in", next(iter(inside.values()))))
        return given

    def _back_there(
        self, said: Sequence[str], verbs: Sequence[str], places: Sequence[tuple[str, NounTerm]]
    ) -> list[tuple[str, NounTerm]]:
        """Where *back* is: from where a thing was taken. *What is taken out of the fridge must be put back*."""
        if not {"back", "returned", "return"}.intersection(said) or len(places) > 1:
            return []
        meant = [one for verb in verbs for one in self._w.event(verb, places)]
        named = {one.name for event in meant for one in subformulas(event) if isinstance(one, Proposition)}
        if any("back" in one or "return" in one for one in named):
            return []  # the domain's own word
        sources = {
            bound.symbol: bound.term
            for act in self._node.iter_subtrees()
            if all(
                self._bounds.get(id(thing_of(one)))
                in (None, *(self._named_by(places[0][1]) if places else ()))
                for one in trees_of(act, "object")
            )
            for place in trees_of(act, "place")
            if any(one in ("out of", "off", "off of", "from") for one in tokens_of(place, "PREP"))
            for one in trees_of(place)
            if one.data in THINGS and (bound := self._bounds.get(id(one))) is not None
        }
        fitting = [
            (word, term)
            for term in sources.values()
            for word in ("in", "on", "to")
            if any(self._w.event(verb, [*places, (word, term)]) for verb in verbs)
        ]
        if len(sources) == 1 and fitting:
            return fitting[:1]
        if any(elided(one) for event in meant for one in _alternatives(event)):
            raise Unread("it does not say where")
        return []

    def _named_by(self, term: NounTerm) -> list[Bound]:
        return [one for one in self.bounds if one.symbol == term.symbol]

    def _that_place(
        self, verbs: Sequence[str], places: Sequence[tuple[str, NounTerm]], node: Node
    ) -> tuple[str, NounTerm]:
        """The place that *elsewhere* speaks of: the one that was spoken of before."""
        term = self.bound_of(trees_of(node)[0]).term
        for word in ("to", "in", "on", "at"):
            if not term.is_variable and any(self._w.event(verb, [*places, (word, term)]) for verb in verbs):
                return word, term
        raise Unread("it is not clear where else that is done")

    def _anywhere_but(
        self, verbs: Sequence[str], places: Sequence[tuple[str, NounTerm]], there: tuple[str, NounTerm]
    ) -> Act:
        """An act that does not bring a thing to a place."""
        every = {
            str(part): part
            for verb in verbs
            for event in self._w.event(verb, places)
            for part in _alternatives(event)
            if "drop" in verbs
            or not any(one.name == "drop" for one in subformulas(part) if isinstance(one, Proposition))
        }  # what is dropped is put nowhere
        exactly = {str(event): event for verb in verbs for event in self._w.event(verb, [*places, there])}
        if not every or not exactly:
            raise Unread("it is not clear where else that is done")
        formula = all_([some_(list(every.values())), not_(some_(list(exactly.values())))])
        return Act(formula, verbs[0], [term for _, term in places])

    def effect_of(self, act: Act) -> Formula | None:
        """What an act leaves behind; not that it is no longer held, of a thing put nobody says where."""
        effect = self._w.effect(act.formula, act.terms)
        if effect is None or not elided(act.formula):
            return effect
        left = effect.operands if isinstance(effect, Compound) and effect.operator == "&" else (effect,)
        return effect if any(isinstance(one, Proposition) for one in left) else None

    def touched(self, bound: Bound) -> Act:
        """Anything that is done with a thing."""
        if bound.anything and (bound.but or bound.other):  # anything else: than all that is named
            bound.but += [one.symbol for one in self.bounds if one.symbol and not one.term.is_variable]
        found = self._w.touching(bound.term)
        if found is None:
            raise Unread("it is not clear what it is to touch a thing")
        return Act(found, "touch", [bound.term])

    def done_to(self, bound: Bound) -> Act:
        """What is done to a thing of which is said that it is: *the tap that you open*, *that is opened*."""
        assert bound.doing is not None
        if bound.doing.data == "simple_predicate":
            done = self.passive(bound, bound.doing)
            assert done is not None
            return done
        return self.act(bound.doing, bound)

    only = False
    """Whether *nothing but* or *only* before a thing makes a demand a prohibition of the others."""

    def _others(self, bound: Bound, kind: Kind | None = None) -> Bound:
        """All things but those that are named: *nothing but water*.

        Args:
            kind: Of which sort, if that is said.
        """
        if (
            bound.where
            or bound.doing is not None
            or bound.quantity in ("no", "count", "two")
            or bound.term.kind.part
        ):
            raise Unread("it is not clear what *only* leaves out")
        members = list(bound.term.kind.members) if bound.term.is_variable else [bound.symbol]
        if kind is not None and not set(members) <= set(kind.members):
            raise Unread("it is not clear what *only* leaves out")
        kind = self._w.around(members) if kind is None else kind
        if kind is None:
            raise Unread("it is not clear what *only* leaves out")
        if set(kind.members) <= set(members):
            kind = self._w.everything
        other = Bound(
            self._variable(kind, "x"), "any", but=[*members, *bound.but], noun="thing", phrase=bound.phrase
        )
        self._bounds[id(other)] = other
        self._order.append(id(other))
        self.only = True
        return other

    # -- what is the case

    def state(self, subject: Bound, node: Node) -> Formula:
        """That a thing is such; of participles (*the hatch is locked*) the state that they name."""
        facts = subject.term.kind.members if subject.listed else ()
        if any(one.startswith("@") for one in facts):  # the vest and the lights are on
            if subject.quantity not in ("all", "any", "no"):
                raise Unread("it is not clear of which things that is said")
            kinds = [Kind((one,), "", one) for one in facts]
            parts = [self.state(Bound(NounTerm(one.members[0], one), "the"), node) for one in kinds]
            return all_(parts) if subject.quantity == "all" else some_(parts)
        match node.data:
            case "predicate":
                positive = not any(one.data == "negation" for one in trees_of(node))
                inner = self.state(subject, next(one for one in trees_of(node) if one.data != "negation"))
                return inner if positive else self.denied(inner, subject)
            case "predicate_and":
                return all_([self.state(subject, one) for one in trees_of(node)])
            case "predicate_or":
                parts = [self.state(subject, one) for one in trees_of(node)]
                if {str(one) for one in parts} & {str(not_(one)) for one in parts}:
                    raise Unread("that is so of everything")
                return some_(parts)
            case "predicate_run":
                found = list(self._w.state("running", subject.term))
                if not found:
                    raise Unread(f"{_called(subject.term)!r} is nothing that runs")
                return self._choose(found)
            case "predicate_neither":
                return not_(some_([self.state(subject, one) for one in trees_of(node)]))
            case "simple_predicate":
                return self.state(subject, trees_of(node)[0])
            case "located":
                place = trees_of(node)[0]
                subject = self._with_owner(subject, node)
                if place.data == "in_hand":
                    held = list(self._w.doing("holding", subject.term))
                    if not held:
                        raise Unread("that is nothing that can be held")
                    return self._choose(held)
                if place.data in ("only_place", "elsewhere"):
                    raise Unread("it is not clear what *only* leaves out")
                if place.data == "place_inside":
                    return self._inside(subject)
                if place.data == "place_there":
                    there = self.bound_of(trees_of(place)[0]).term
                    if there.symbol == subject.symbol:
                        raise Unread("nothing is in itself")
                    found = [
                        one
                        for word in ("in", "on", "at")
                        for one in self._w.relation(word, subject.term, there)
                    ]
                    if len({str(one) for one in found}) != 1:
                        raise Unread("it is not clear where that is")
                    return found[0]
                if not tokens_of(place, "PREP"):
                    raise Unread("it is not clear where that is")
                bound = self.bound_of(thing_of(place))
                if bound.quantity == "plural" and bound.term.is_variable:
                    bound.quantity = "any"  # on the shelves: each on one of them
                if bound.symbol == subject.symbol:
                    raise Unread("nothing is in itself")
                if bound.quantity == "some plural" and bound.term.is_variable:
                    raise Unread("it is not clear which of several places is meant")
                found = self._w.relation(tokens_of(place, "PREP")[0], subject.term, bound.term)
                if not found:
                    raise Unread(f"nothing here can be {tokens_of(place, 'PREP')[0]} {_called(bound.term)!r}")
                return self._choose(found)
            case "adjective":
                return self._adjective(subject, node)
            case _:
                raise Unread("it is not clear what is to be the case")

    def _with_owner(self, subject: Bound, node: Node) -> Bound:
        """The subject of a state; of a part of which it is not said whose it is that of the thing that has it."""
        part = subject.term.kind.part
        if not part or subject.term.is_owned:
            return subject
        things = [one for place in trees_of(node, "place") for one in trees_of(place) if one.data in THINGS]
        if any(self._owns(part, self.bound_of(one).term) for one in things):
            return subject
        return replace(subject, term=self._whose(part))

    def denied(self, formula: Formula, subject: Bound | None = None) -> Formula:
        """That it is not so: not *on a shelf* is on none, not *on every shelf* is not on all."""
        for bound in reversed(self._free(formula)):
            if bound is not subject and not bound.referred and bound.doing is None:
                if bound.quantity in ("any", "every", "all"):
                    formula = self.inner(bound, bound.quantity != "any", formula, False)
                elif bound.quantity != "the":
                    raise Unread("it is not clear of which things that is denied")
        return not_(formula)

    def _adjective(self, subject: Bound, node: Node) -> Formula:
        word = tokens_of(node)[0]
        if not trees_of(node, "place"):
            subject = self._with_owner(subject, node)
        if trees_of(node, "in_hand") or trees_of(node, "depictive"):
            raise Unread("it is not clear what is so in a hand, or how")
        places = [
            (tokens_of(one, "PREP")[0], self.bound_of(thing_of(one)).term) for one in trees_of(node, "place")
        ]
        found = list(self._w.state(word, subject.term, places))
        if found and not all(self._w.state(word, one, places) for one in self._listed_in(subject.term)):
            raise Unread(f"{word!r} is nothing that each of these can be known to be")
        if len(found) == 1 and isinstance(found[0], Proposition) and elided(found[0]):
            found += self._to_another(subject, found[0])
        if found:
            return self._choose(found)
        if any(one.data not in ("place", "anywhere") for one in trees_of(node)):
            raise Unread("it is not clear what *only* leaves out")
        done = self.passive(subject, node)
        effect = None if done is None else self.effect_of(Act(done.formula, "", [subject.term, *done.terms]))
        if effect is None:
            raise Unread(f"{word!r} is nothing that {_called(subject.term)!r} can be known to be")
        return effect

    def _inside(self, subject: Bound) -> Formula:
        """*with the dress inside*: in what else the sentence speaks of."""
        others = [one for one in self.bounds if one is not subject and one.symbol]
        found = {str(fact): fact for one in others for fact in self._w.relation("in", subject.term, one.term)}
        if len(found) != 1:
            raise Unread("it is not clear inside what")
        return next(iter(found.values()))

    def _to_another(self, subject: Bound, fact: Proposition) -> list[Formula]:
        """*with no hose attached*: to the tap of which the sentence speaks."""
        found: list[Formula] = []
        for one in self.bounds:
            if one is not subject and one.term.symbol and not one.anything:
                args = tuple(one.term.symbol if arg == ANY else arg for arg in fact.args or ())
                ends = [one.term if arg == ANY else subject.term for arg in fact.args or ()]
                if len(ends) == 2 and self._w.related(fact.name, ends[0], ends[1]):
                    found.append(Proposition(fact.name, args))
        return found

    def passive(self, subject: Bound, node: Node) -> Act | None:
        """What is done to a thing that *is opened* or *is put in the fridge*; ``None`` if that is no participle."""
        inner = node
        while inner.data in ("predicate", "simple_predicate"):
            if any(one.data == "negation" for one in trees_of(inner)):
                return None
            inner = trees_of(inner)[0]
        if inner.data == "predicate_or":  # opened or closed
            done = [self.passive(subject, one) for one in trees_of(inner)]
            acts = [one for one in done if one is not None]
            return (
                Act(some_([one.formula for one in acts]), "", [subject.term])
                if len(acts) == len(done)
                else None
            )
        if inner.data == "touched":
            return self.touched(subject)
        if inner.data not in ("adjective", "adjective_dative"):
            return None
        if any(one.data == "in_hand" for one in trees_of(inner)):
            raise Unread("it is not clear what is done in a hand")
        word = tokens_of(inner)[0]
        verbs = [one for one in self._lexicon.verbs_of("VDONE", word) if one in self._lexicon.all_verbs]
        places = [("", subject.term)]
        if inner.data == "adjective_dative":  # he is given insulin
            verbs = [one for one in verbs if one in GIVING]
            places = [("", self.bound_of(thing_of(inner)).term), ("to", subject.term)]
        if not verbs:
            return None
        for one in trees_of(inner):
            if one.data == "place_else":
                return self._anywhere_but(verbs, places, self._that_place(verbs, places, one))
            if one.data in ("place", "only_place", "elsewhere"):
                where = self.bound_of(thing_of(one))
                if (
                    one.data != "place"
                    and not where.term.is_variable
                    and verbs
                    and word.split()[-1] not in _NOWHERE
                ):
                    self.only = one.data == "only_place"
                    try:
                        return self._anywhere_but(verbs, places, (tokens_of(one, "PREP")[0], where.term))
                    except Unread:
                        return None
                where = where if one.data == "place" else self._others(where)
                places.append((tokens_of(one, "PREP")[0], where.term))
        places += self._there(inner, verbs, places)
        places += self._back_there(word.split(), verbs, places)
        places = self._owned(places)
        found = [(one, verb) for verb in verbs for one in self._events(verb, places)] or self._off(
            verbs, places
        )
        found = list({str(one): (one, verb) for one, verb in found}.values())
        if not found:
            return None
        formula, verb = self._choose(found)
        how = trees_of(inner, "depictive")
        if how and (verb == "leave" or PARTICLES.intersection(tokens_of(how[0]))):
            return None  # left open is no leaving, and driven on no how
        if how:  # dispensed unchecked
            so = [self._adjective(subject, Tree("adjective", [one])) for one in how[0].children]
            return Act(all_([formula, op("Y", some_(so))]), verb, [term for _, term in places])
        begins = self._w.begins(verb, places)
        if begins is not None:
            return Act(formula, verb, [term for _, term in places], begins)
        if (
            word.split()[-1] in ("in", "inside") and verb.split()[0] in _PUTTING and elided(formula)
        ):  # once the soap has been put in
            return self._somewhere(subject, verb, word.split()[-1])
        return Act(formula, verb, [term for _, term in places])

    def _somewhere(self, subject: Bound, verb: str, preposition: str) -> Act:
        """An act at a place that was named elsewhere: *the soap goes in*."""
        found: dict[str, tuple[Formula, NounTerm]] = {}
        for one in (*self.bounds, *self._known):
            if one is not subject and not one.term.is_variable:
                for event in self._w.event(verb, [("", subject.term), (preposition, one.term)]):
                    found.setdefault(str(event), (event, one.term))
        if len(found) != 1:
            raise Unread("it is not clear where that is put")
        event, place = next(iter(found.values()))
        return Act(event, verb, [subject.term, place])

    def is_pure_adjective(self, subject: Bound, node: Node) -> bool:
        """Whether there is a word in the domain for such a state, beside any verb."""
        inner = node
        while inner.data in ("predicate", "simple_predicate"):
            inner = next(one for one in trees_of(inner) if one.data != "negation")
        if inner.data == "predicate_or" and self.passive(subject, inner) is not None:
            if not all(self.is_pure_adjective(subject, one) for one in trees_of(inner)):
                return False
            states = [str(self.state(subject, one)) for one in trees_of(inner)]
            return not any(str(not_(self.state(subject, one))) in states for one in trees_of(inner))
        if inner.data in ("adjective_dative", "touched") or trees_of(inner, "depictive"):
            return False
        if inner.data != "adjective":
            return True
        places = [
            (tokens_of(one, "PREP")[0], self.bound_of(thing_of(one)).term) for one in trees_of(inner, "place")
        ]
        word = tokens_of(inner)[0]
        if self._lexicon.is_prefixed(word) and self.passive(subject, node) is not None:
            return False
        return bool(self._w.state(word, subject.term, places))

    def state_of_word(self, subject: Bound, node: Node) -> bool:
        """Whether a participle, alone, is the word for a state, too."""
        inner = node
        while inner.data in ("predicate", "simple_predicate"):
            inner = next(one for one in trees_of(inner) if one.data != "negation")
        if inner.data != "adjective" or trees_of(inner):
            return False
        return bool(self._w.state(tokens_of(inner)[0], subject.term))

    def agent_state(self, node: Node) -> Formula:
        if node.data in ("stative", "not_stative"):
            word = tokens_of(node)[0]
            bound = self.bound_of(thing_of(node))
            found = self._w.doing(word, bound.term)
        else:
            bound = self.bound_of(thing_of(node))
            found = self._w.at("at", bound.term)
        if not found:
            raise Unread("that is nothing that the robot can be known to be at")
        formula = self._choose(list(found))
        return self.denied(formula) if node.data == "not_stative" else formula

    # -- quantifiers

    def _free(self, formula: Formula) -> list[Bound]:
        found: dict[str, Bound] = {}
        for at in self._order:
            bound = self._bounds[at]
            if bound.term.is_variable and not _bound_in(formula, bound.symbol):
                found.setdefault(bound.symbol, bound)
        outer = {one.symbol for one in self._outer}
        return [one for one in found.values() if one.symbol not in outer]

    def _restricted(self, bound: Bound, earlier: bool) -> list[Formula]:
        """What is said of a thing beside its name: *the dirty cup*."""
        found: list[Formula] = []
        for node, positive in bound.where:
            if node.data == "been":
                found.append(self._has_been(bound, node, positive, earlier))
                continue
            parts = trees_of(node) if node.data in ("predicate_and", "predicate_or") else [node]
            if any(
                one.data == "simple_predicate" and not self.is_pure_adjective(bound, one) for one in parts
            ):
                raise Unread("it is not clear whether that is done to a thing, or has been")
            formula = self.state(bound, node)
            formula = formula if positive else not_(formula)
            found.append(op("Y", formula) if earlier else formula)
        return found

    def _has_been(self, bound: Bound, node: Node, positive: bool, earlier: bool) -> Formula:
        """*that has not been cleaned*: what cleaning leaves behind is not so, or if it leaves nothing, was not done."""
        done = trees_of(node)[0]
        act = self.act(done, bound) if done.data == "act_gap" else self.passive(bound, done)
        if act is None:
            formula = self.state(bound, done)
        else:
            effect = self.effect_of(act)
            formula = op("O", act.formula) if effect is None else effect
        formula = formula if positive else not_(formula)
        return op("Y", formula) if earlier else formula

    def outer(self, bound: Bound) -> None:
        """A thing of which the whole rule speaks."""
        bound = bound.whole or bound
        known = bound.term.is_variable and any(one.symbol == bound.symbol for one in self._outer)
        if not known and bound not in self._outer:
            self._outer.append(bound)

    def inner(self, bound: Bound, universal: bool, formula: Formula, event: bool) -> Formula:
        where = self._restricted(bound, event)
        bound.done = True
        if universal:
            return self._wrapped(bound, True, op("->", all_(where), formula) if where else formula)
        return self._wrapped(bound, False, all_([*where, formula]) if where else formula)

    def _wrapped(self, bound: Bound, universal: bool, formula: Formula) -> Formula:
        symbol, kind = bound.symbol, bound.term.kind
        if not occurrences(formula, symbol):
            return formula
        if not kind.type and bound.other:
            raise Unread("it is not clear what the others are other than")
        if not kind.type and kind.whole and not universal and not bound.but:  # one of them: also of those
            return Quantified(False, ((symbol, kind.whole),), formula)
        if not kind.type:
            members = [one for one in kind.members if one not in bound.but]
            if not members:
                raise Unread("nothing is left beside the exception")
            if len(members) > 40:
                raise Unread(f"it speaks of {len(members)} things of which the domain has no type")
            parts = [replaced(formula, symbol, one) for one in members]
            return all_(parts) if universal else some_(parts)
        others: list[Formula] = [not_(Same(symbol, one)) for one in bound.but]
        if bound.other:
            others.append(not_(Same(symbol, bound.other)))
        if others:
            formula = op("->", all_(others), formula) if universal else all_([*others, formula])
        if (
            bound.anything
            and not universal
            and not others
            and occurrences(formula, symbol) == 1
            and not _negative(formula, symbol)
        ):
            return replaced(formula, symbol, ANY)
        return Quantified(universal, ((symbol, kind.type),), formula)

    def scoped(self, formula: Formula, context: str, event: bool = True) -> Formula:
        """A phrase with its quantifiers in place; those that the whole rule is about are left for its outside.

        Args:
            context: ``never`` (what is forbidden), ``if`` (when), ``need`` (a condition that is asked for), ``do``.
        """
        for bound in reversed(self._free(formula)):
            quantity = bound.quantity
            if bound.anything and quantity == "every" and not event and context in ("need", "if"):
                raise Unread("it is not clear which things can be so")
            if bound.some and context in ("never", "flipped"):
                raise Unread("it is not clear whether that is forbidden for some of them, or for all")
            if quantity == "two":
                formula = self._counted(bound, formula, ("at least", 2), event)
            elif quantity == "count":
                formula = self._count(bound, formula, context, event)
            elif quantity == "no" and bound.referred:
                self.outer(bound)
            elif quantity == "no":
                if context == "need" or (context == "if" and not event):
                    formula = not_(self.inner(bound, False, formula, event))
                elif context == "flipped":
                    self.outer(bound)
                else:
                    raise Unread("it denies twice")
            elif bound.doing is not None:
                if quantity == "some plural" or context == "need":
                    raise Unread("it is not clear of which things that is asked")
                self.outer(bound)
            elif bound.referred:
                if context == "need" and quantity == "any":
                    raise Unread("it is not clear whether one of them is enough")
                self.outer(bound)
            elif context == "limit":
                if (
                    quantity in ("any", "plural", "some plural")
                    and len(bound.term.kind.members) > 1
                    and not bound.anything
                ):
                    if self._choose(["each", "in all"]) == "each":
                        self.outer(bound)
                    else:
                        formula = self.inner(bound, False, formula, event)
                elif quantity in ("any",) and not bound.anything:
                    formula = self.inner(bound, False, formula, event)
                else:
                    self.outer(bound)
            elif context in ("never", "flipped"):
                if quantity in ("every", "all") and len(bound.term.kind.members) > 1:
                    if event and self.conditioned:
                        raise Unread("it is not clear whether it forbids each, or all")
                    if self._choose(["each", "not all"]) == "each":
                        self.outer(bound)
                    else:
                        formula = self._not_all(bound, formula, event)
                else:
                    self.outer(bound)
            elif context == "if":
                if event:
                    if quantity == "all":
                        raise Unread("it is not clear whether it means after each of them, or after all")
                    self.outer(bound)
                elif quantity in ("every", "all") and not bound.bare:
                    formula = self.inner(bound, True, formula, event)
                elif quantity in ("plural", "some plural") or bound.bare:
                    if self._choose(["all", "any"]) == "all":
                        formula = self.inner(bound, True, formula, event)
                    else:
                        self.outer(bound)
                else:
                    self.outer(bound)
            elif context == "need":
                formula = self.inner(bound, quantity not in ("any",), formula, event)
            elif quantity == "any":
                formula = self.inner(bound, False, formula, event)
            elif (
                bound.anything
                and quantity == "every"
                and not bound.where
                and (event or not (isinstance(formula, Compound) and formula.operator == "!"))
            ):
                raise Unread("it is not clear to which things that can be done")
            elif quantity == "some plural" and bound.where:  # dirty vessels must be rinsed: all of them
                self.outer(bound)
            elif quantity == "some plural":
                if self._choose(["all", "some"]) == "all":
                    self.outer(bound)
                else:
                    formula = self.inner(bound, False, formula, event)
            else:
                self.outer(bound)
        return formula

    def _not_all(self, bound: Bound, formula: Formula, event: bool) -> Formula:
        """All of them, where each is done at a time of its own."""
        if event:
            self._total = True
            return self._wrapped(bound, True, op("F", formula))
        return self.inner(bound, True, formula, event)

    _total = False
    conditioned = False
    """Whether the statement has a condition."""

    def _count(self, bound: Bound, formula: Formula, context: str, event: bool) -> Formula:
        kind, number = bound.count
        if context in ("never", "flipped"):
            if event and kind in ("at least", "so many", "beyond"):  # each is done at a time of its own
                if bound.where:
                    raise Unread("it counts things with a condition of their own")
                self._total = True
                return self._counted(bound, op("F", formula), ("at least", number), False)
            if kind in ("at least", "so many", "beyond"):
                return self._counted(bound, formula, ("at least", number), event)
            raise Unread("it is not clear what a limit that is forbidden means")
        if event and context == "if":
            raise Unread("it counts things that something is done to")
        return self._counted(bound, formula, (kind, number), event)

    def _counted(self, bound: Bound, formula: Formula, count: tuple[str, int], event: bool) -> Formula:
        kind, number = count
        if bound.but:
            raise Unread("it counts things, with an exception")
        where = self._restricted(bound, event)
        one = all_([*where, formula]) if where else formula
        size = len(bound.term.kind.members)
        match kind:
            case "at least" | "so many":
                return self._so_many(bound, one, number)
            case "only":
                raise Unread("it is not clear whether it asks for so many, or allows no more")
            case "beyond":
                raise Unread("it is not clear after which others it is one more")
            case "at most":
                return not_(self._so_many(bound, one, number + 1)) if number < size else Compound("true")
            case _:
                least = self._so_many(bound, one, number) if number else Compound("true")
                return all_([least, not_(self._so_many(bound, one, number + 1))]) if number < size else least

    def _so_many(self, bound: Bound, formula: Formula, number: int) -> Formula:
        kind = bound.term.kind
        if number > len(kind.members):
            return Compound("false")
        if number > 5:
            raise Unread("it counts more than five things at a time")
        if not kind.type:
            from itertools import combinations

            chosen = list(combinations(kind.members, number))
            if len(chosen) > 200:
                raise Unread("it counts among too many things")
            return some_([all_([replaced(formula, bound.symbol, one) for one in each]) for each in chosen])
        names = [f"{bound.symbol}{chr(97 + place)}" for place in range(number)]
        different = [not_(Same(one, other)) for place, one in enumerate(names) for other in names[:place]]
        body = all_([*different, *(replaced(formula, bound.symbol, name) for name in names)])
        return Quantified(False, tuple((name, kind.type) for name in names), body)

    # -- rules

    _in_place: str | None = None
    at_first = False
    """Whether what is said of a thing (*wash the dirty cup*) is asked of it at the start of the plan."""

    def guarded(self, trigger: Formula, event: bool) -> Formula:
        """When a rule is about to be kept: what triggers it, for things that are as is said of them."""
        extra: list[Formula] = []
        for bound in (*self._outer, *self._constants()):
            if not bound.done and occurrences(trigger, bound.symbol):
                extra += self._restricted(bound, event)
                bound.done = True
        return all_([trigger, *extra, *(op("Y", one) if event else one for one in self._guards)])

    def _constants(self) -> list[Bound]:
        return [
            bound for bound in self.bounds if bound.where and not bound.done and not bound.term.is_variable
        ]

    def gets_so(self, bound: Bound) -> Formula | None:
        """When a thing of which it is said gets so: *cups that get dirty*; ``None`` if that is not said of it."""
        if len(bound.where) != 1 or id(bound.where[0][0]) not in self._becoming:
            return None
        (so,) = self._restricted(bound, False)
        return all_([so, not_(op("Y", so))])

    def _is_fixed(self, bound: Bound) -> bool:
        """Whether what is said of a thing beside its name never changes: *fragile parcels*."""
        for name in bound.term.kind.members:
            such = Bound(NounTerm(name, Kind((name,), "", name)), "the", list(bound.where), noun=bound.noun)
            try:
                if any(True for node, _ in bound.where for _ in node.find_data("place")):
                    return False
                if not self._w.fixed(all_(self._restricted(such, False))):
                    return False
            except Unread:  # it is nothing that this one can be
                continue
        return True

    def _check_described(self, bound: Bound) -> None:
        """Refuse *the clean cup* where none that may get dirty is clean: the one that is meant cannot be told.

        Raises:
            Unread: If it cannot.
        """
        if bound.term.is_variable or not bound.where or bound.quantity != "the" or bound.doing is not None:
            return
        if len(bound.term.kind.members) > 1 and self._described(bound) == ([], True):
            raise Unread("it is not clear which of them is said to be so")

    def _described(self, bound: Bound) -> tuple[list[str], bool]:
        """The things of a kind that are as is said at first, and whether some are none that this can be said of."""
        fits: list[str] = []
        unknown = False
        for name in bound.term.kind.members:
            such = Bound(NounTerm(name, Kind((name,), "", name)), "the", list(bound.where), noun=bound.noun)
            try:
                if self._w.at_first(all_(self._restricted(such, False))):
                    fits.append(name)
            except Unread:
                unknown = True
        return fits, unknown

    def _is_the_one(self, bound: Bound) -> bool:
        """Whether what is said of a thing tells which one is meant: *the dirty cup*, where one is dirty at first.

        Raises:
            Unread: If it tells of another one that is meant.
        """
        members = bound.term.kind.members
        if bound.quantity != "the" or len(members) < 2:
            return False
        if any(True for node, _ in bound.where for _ in node.find_data("place")):
            return False
        fits, _ = self._described(bound)
        if fits == [bound.symbol]:
            return True
        if len(fits) == 1:
            raise Unread("it is another one that is so")
        return False

    def closed(self, formula: Formula) -> Formula:
        """The rule for all the things that it is about."""
        left = [bound for bound in self._outer if bound.where and not bound.done]
        left += [one for one in self._constants() if not self._is_the_one(one)]
        if left and not self.at_first:
            raise Unread("it is not clear when a thing has to be as is said of it")
        if left:  # where nothing triggers it: as things are at first
            such = all_([one for bound in left for one in self._restricted(bound, False)])
            formula = op("->", such, formula)
            if self._w.at_first(such) is False:  # a damp sheet has to be dried: whenever it is damp
                formula = always(formula)
        for bound in list(self._outer):
            if bound.doing is not None:
                done = self.scoped(self.done_to(bound).formula, "if")
                later = isinstance(formula, Compound) and formula.operator == "F"
                formula = op("G", op("->", done, op("X", formula) if later else formula))
        for bound in reversed(self._outer):
            if (
                bound.anything
                and not bound.but
                and occurrences(formula, bound.symbol) == 1
                and _negative(formula, bound.symbol)
            ):
                formula = replaced(formula, bound.symbol, ANY)
            else:
                formula = self._wrapped(bound, True, formula)
        if _shadowed(formula, frozenset()):
            raise Unread("it is not clear of which thing it speaks")
        if any(
            occurrences(formula, bound.symbol) and not _bound_in(formula, bound.symbol)
            for bound in self._bounds.values()
            if bound.term.is_variable
        ):
            raise Unread("it is not clear of which thing it speaks")
        return formula


def _shadowed(formula: Formula, names: frozenset[str]) -> bool:
    """Whether a variable is bound again within a quantifier of it."""
    match formula:
        case Compound():
            return any(_shadowed(one, names) for one in formula.operands)
        case Quantified():
            own = {name for name, _ in formula.variables}
            return bool(own & names) or _shadowed(formula.body, names | own)
        case _:
            return False


def _bound_in(formula: Formula, symbol: str) -> bool:
    """Whether each place at which a variable occurs lies within a quantifier of it."""
    match formula:
        case Proposition() | Same():
            return not occurrences(formula, symbol)
        case Compound():
            return all(_bound_in(one, symbol) for one in formula.operands)
        case Quantified():
            return any(name == symbol for name, _ in formula.variables) or _bound_in(formula.body, symbol)


def _negative(formula: Formula, symbol: str, positive: bool = True) -> bool:
    """Whether the one place at which a variable occurs is one that is denied."""
    match formula:
        case Proposition() | Same():
            return not positive
        case Quantified():
            return _negative(formula.body, symbol, positive)
        case Compound("!", (one,)):
            return _negative(one, symbol, not positive)
        case Compound("->", (one, other)):
            return (
                _negative(one, symbol, not positive)
                if occurrences(one, symbol)
                else _negative(other, symbol, positive)
            )
        case Compound():
            inner = next(one for one in formula.operands if occurrences(one, symbol))
            return _negative(inner, symbol, positive)


_MASS = these(
    "food furniture equipment clothing crockery cutlery glassware waste rubbish fruit produce luggage machinery "
    "meat laundry litter"
)  # fmt: skip
"""Nouns that, without a plural, speak of all that there is of it."""
_QUANTITIES: dict[str, Quantity] = {
    "the": "the", "its": "the", "that": "the", "those": "plural", "other": "any",
    "either_one": "any", "same": "any", "no_other": "no", "every_other": "every", "a": "any", "any": "any",
    "some": "any", "every": "every", "all": "all", "both": "all", "no": "no", "neither": "no",
    "at_most_so_many": "count", "more_than_so_many": "count", "at_least_so_many": "count", "exactly_so_many": "count",
    "so_many": "count", "the_so_many": "count", "no_two": "two", "beyond_so_many": "count",
    "only_single": "count",
    "any_of_so_many": "any", "some_of_so_many": "any", "none_of_so_many": "no", "the_other": "all",
}  # fmt: skip


def doing_of(node: Node) -> Node:
    """The verb phrase that a node has."""
    return next(one for one in trees_of(node) if str(one.data).startswith("doing"))


def only_act(node: Node) -> Node | None:
    """The one act of a verb phrase, if it has one."""
    while node.data not in ACTS:
        if len(trees_of(node)) != 1:
            return None
        node = trees_of(node)[0]
    return node


def thing_of(node: Node) -> Node:
    found = next((one for one in trees_of(node) if one.data in THINGS), None)
    if found is None:
        raise Unread("it is not clear which thing is meant")
    return found


def _together(some: Sequence[str], others: Sequence[str]) -> tuple[str, ...] | None:
    """The arguments that two ways to say one event tell; ``None`` if they tell of two."""
    if any(one != other and ANY not in (one, other) for one, other in zip(some, others, strict=True)):
        return None
    return tuple(other if one == ANY else one for one, other in zip(some, others, strict=True))


def _alternatives(event: Formula) -> tuple[Formula, ...]:
    """The events of which something is one."""
    if isinstance(event, Compound) and event.operator == "|":
        return tuple(part for one in event.operands for part in _alternatives(one))
    return (event,)


_PUTTING = these("put place set lay drop pour throw load push pop stick pack insert stow")
"""Verbs after which *in* is a place that was named, and no part of the verb as in *bring in*."""
_SOMEWHERE = frozenset(["place", "only_place", "elsewhere", "place_else", "anywhere"])
_AWAY = frozenset(["off", "out"])
_NOWHERE = these("back away on in off over")
"""Particles that speak of a place that is not named."""


def elided(formula: Formula) -> bool:
    """Whether it says of some argument of an event only that there is one."""
    return isinstance(formula, Proposition) and ANY in (formula.args or ())


def _called(term: NounTerm) -> str:
    return term.kind.said or term.symbol.replace("_", " ")
