"""Seven domains with their own verbs, things and states in English, and what sentences about them mean: for laws.

A `Pair` is an act and the one that takes it back, with the state between them. What a reader makes of a sentence is
compared by traces (`benchmarks/trace_judge.py`), on plans that are drawn once for all sentences of a domain.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import virtualhome_house
from sentences import read_requirements, readings_of, wording_of_system
from trace_judge import Batch, Effort, Judge, world_of

from clamp.errors import RuleError
from clamp.planning.rules import Rule
from clamp.planning.rules.formula import Formula, parse
from clamp.planning.system import TransitionSystem
from clamp_worlds.ai2thor.scenes import ai2thor_problem
from clamp_worlds.ai2thor.wording import AI2ThorWording


@dataclass(frozen=True)
class Act:
    """One thing to do: ``switch on`` + ``the fume hood``; the particle may follow the thing."""

    verb: str
    thing: str
    event: str
    past: str
    ing: str

    @property
    def do(self) -> str:
        return f"{self.verb} {self.thing}"

    @property
    def split(self) -> str:
        """With the particle, if there is one, at the end."""
        verb, _, particle = self.verb.partition(" ")
        return f"{verb} {self.thing} {particle}".strip()

    @property
    def of_it(self) -> str:
        """The same of *it*."""
        verb, _, particle = self.verb.partition(" ")
        return f"{verb} it {particle}".strip()

    @property
    def doing(self) -> str:
        return f"{self.ing} {self.thing}"


@dataclass(frozen=True)
class Pair:
    """An act and what takes it back; `state` holds between them, `other` is what people call the opposite."""

    on: Act
    off: Act
    state: str
    other: str
    fact: str

    @property
    def thing(self) -> str:
        return self.on.thing


def pair(thing: str, name: str, on: str, off: str, fact: str, state: str, other: str) -> Pair:
    """`on` and `off` are a verb, its participle, its gerund and the action, separated by commas."""

    def act(text: str) -> Act:
        verb, past, ing, action = (part.strip() for part in text.split(","))
        return Act(verb, thing, f"do:{action}({name})", past, ing)

    return Pair(act(on), act(off), state, other, f"{fact}({name})")


@dataclass(frozen=True)
class Kind:
    """Several things of one type, and something to do to each; `one` is the English name of one of them."""

    singular: str
    plural: str
    type: str
    verb: str
    past: str
    action: str
    one: str
    one_name: str
    count: int = 3

    def event(self, thing: str) -> str:
        return f"do:{self.action.format(thing)}"


@dataclass(frozen=True, repr=False)
class Domain:
    """A world and its words. `act` has nothing to do with the pairs; `digit` names a thing by a number."""

    name: str
    pairs: tuple[Pair, ...]
    act: Act
    kind: Kind | None = None
    digit: Act | None = None

    def __repr__(self) -> str:
        return self.name

    @property
    def system(self) -> TransitionSystem[Any]:
        return _system(self.name)

    @property
    def wording(self) -> Any:
        return _wording(self.name)


_THINGS = (
    "Fridge",
    "Faucet",
    "Toaster",
    "Cabinet",
    "Mug",
    "Apple",
    "Knife",
    "SinkBasin",
    "CounterTop",
    "Floor",
)


@cache
def _system(name: str) -> TransitionSystem[Any]:
    if name == "ai2thor":
        return ai2thor_problem(_THINGS)
    if name == "virtualhome":
        return virtualhome_house.build(objects={10, 11, 12, 13, 15, 17})
    return world_of(name)


@cache
def _wording(name: str) -> Any:
    return AI2ThorWording(_THINGS) if name == "ai2thor" else wording_of_system(_system(name))


TURN = "turn on, turned on, turning on, turn{0}on", "turn off, turned off, turning off, turn{0}off"
OPEN = "open, opened, opening, open", "close, closed, closing, close"

DOMAINS = (
    Domain(
        "tests/sentences/plant",
        (
            pair("the outlet valve", "outlet_valve", *OPEN, "open", "open", "closed"),
            pair("the feed pump", "feed_pump", "activate, activated, activating, activate",
                 "deactivate, deactivated, deactivating, deactivate", "running", "running", "deactivated"),
            pair("the water tank", "water_tank", "pressurize, pressurized, pressurizing, pressurize",
                 "depressurize, depressurized, depressurizing, depressurize",
                 "pressurized", "pressurized", "depressurized"),
        ),
        Act("inspect", "the main mixer", "do:inspect(main_mixer)", "inspected", "inspecting"),
        Kind("valve", "valves", "valve", "close", "closed", "close({0})", "the inlet valve", "inlet_valve"),
    ),
    Domain(
        "tests/sentences/lab",
        (
            pair("the bunsen burner", "bunsen_burner", "light, lit, lighting, light",
                 "put out, put out, putting out, put-out", "lit", "lit", "unlit"),
            pair("the fume hood", "fume_hood", *OPEN[::-1], "!open", "closed", "open"),
            pair("the large beaker", "large_beaker", "seal, sealed, sealing, seal",
                 "unseal, unsealed, unsealing, unseal", "sealed", "sealed", "unsealed"),
        ),
        Act("label", "the small beaker", "do:label(small_beaker)", "labelled", "labelling"),
        Kind("beaker", "beakers", "beaker", "stir", "stirred", "stir({0})", "the large beaker", "large_beaker", 2),
        Act("stop", "centrifuge 1", "do:stop(centrifuge_1)", "stopped", "stopping"),
    ),
    Domain(
        "tests/sentences/garden",
        (
            pair("the wall tap", "wall_tap", *(one.format("-") for one in TURN), "on", "on", "off"),
            pair("the back gate", "back_gate", "unlock, unlocked, unlocking, unlock", "lock, locked, locking, lock",
                 "!locked", "unlocked", "locked"),
            pair("the rose bed", "rose_bed", "cover, covered, covering, cover",
                 "uncover, uncovered, uncovering, uncover", "covered", "covered", "uncovered"),
        ),
        Act("mow", "the front lawn", "do:mow(front_lawn)", "mown", "mowing"),
        Kind("bed", "beds", "bed", "water", "watered", "water({0})", "the herb bed", "herb_bed"),
        Act("spray", "lavender 1", "do:spray(lavender_1)", "sprayed", "spraying"),
    ),
    Domain(
        "ai2thor",
        (
            pair("the faucet", "Faucet", *(one.format("_") for one in TURN), "on", "on", "off"),
            pair("the fridge", "Fridge", *OPEN, "open", "open", "closed"),
        ),
        Act("slice", "the apple", "do:slice(Apple)", "sliced", "slicing"),
    ),
    Domain(
        "virtualhome",
        (
            pair("the television", "television_15", "switch on, switched on, switching on, SWITCHON",
                 "switch off, switched off, switching off, SWITCHOFF", "on", "on", "off"),
            pair("the fridge", "fridge_11", "open, opened, opening, OPEN", "close, closed, closing, CLOSE",
                 "open", "open", "closed"),
        ),
        Act("wash", "the cup", "do:WASH(cup_12)", "washed", "washing"),
    ),
    Domain(
        "examples/libero/stove",
        (pair("the stove", "flat_stove_1", *(one.format("_") for one in TURN), "turned_on", "on", "off"),),
        Act("pick up", "the moka pot", "do:pick(moka_pot_1)", "picked up", "picking up"),
        None,
        Act("pick up", "moka pot 1", "do:pick(moka_pot_1)", "picked up", "picking up"),
    ),
    Domain(
        "examples/libero/drawer",
        (pair("the top drawer", "white_cabinet_1_top_region", *OPEN, "open", "open", "closed"),),
        Act("pick up", "the wine bottle", "do:pick(wine_bottle_1)", "picked up", "picking up"),
        Kind("drawer", "drawers", "drawer", "open", "opened", "open({0})", "the bottom drawer",
             "white_cabinet_1_bottom_region"),
    ),
    Domain(
        "examples/kitchen",
        (pair("the fridge", "fridge", *OPEN, "open", "open", "closed"),),
        Act("go to", "the sink", "do:go(sink)", "gone to", "going to"),
        Kind("surface", "surfaces", "surface", "go to", "gone to", "go({0})", "the table", "table"),
        Act("wash", "red cup 1", "do:wash(red_cup_1, *)", "washed", "washing"),
    ),
)  # fmt: skip


@dataclass(frozen=True)
class Case:
    """A sentence and what it may be read as.

    Attributes:
        meanings: Formulas; a rule that is read must agree with one of them. None: there is no right rule.
        allowed: Verdicts that are no fault: ``right`` (one rule, one of the meanings), ``asked`` (several, with one of
            the meanings among them), ``abstained``.
        never: Formulas that no reading, told or not, may agree with.
        offered: A word that the reason, the suggestion or a reading has to name.
    """

    family: str
    domain: Domain
    text: str
    meanings: tuple[str, ...] = ()
    allowed: frozenset[str] = frozenset({"right"})
    never: tuple[str, ...] = ()
    offered: str = ""

    @property
    def id(self) -> str:
        return f"{self.family}: {self.domain.name.rsplit('/')[-1]}: {self.text}"


SAFE = frozenset({"right", "asked", "abstained"})
TOLD = frozenset({"right", "asked"})
UNREAD = frozenset({"abstained"})


def effect(one: Pair, on: bool = True) -> str:
    """The state after an act of a pair."""
    return f"({one.fact})" if on else f"(!({one.fact}))"


def first_then(first: str, then: str, fact: str = "") -> tuple[str, ...]:
    """*first before then*: it was done; where it has an effect, the effect holds, or both."""
    letter = f"G ({then} -> Y O {first})"
    return (letter, f"G ({then} -> Y {fact})", f"G ({then} -> Y (O {first} & {fact}))") if fact else (letter,)


def sequence(first: str, then: str) -> tuple[str, ...]:
    """*first, then then*, as a demand: with the order asked of some, or of all."""
    return (
        f"F ({first} & X F {then})",
        f"F {first} & F {then} & G ({then} -> Y O {first})",
        f"F {first} & G ({first} -> X F {then})",
    )


def sentence(text: str) -> str:
    return text[0].upper() + text[1:] + ("" if text[-1] in ".!" else ".")


def cases(domain: Domain) -> Iterator[Case]:
    """The cases of all families in one domain."""
    for made in _cases(domain):
        family, text, meanings, allowed = made[:4]
        more: dict[str, Any] = made[4] if len(made) > 4 else {}
        yield Case(family, domain, sentence(text), tuple(meanings), allowed, **more)


def _cases(domain: Domain) -> Iterator[Any]:
    right, act = frozenset({"right"}), domain.act
    for one in domain.pairs:
        yield from _of_pair(domain, one)
    for act_ in [*(each for one in domain.pairs for each in (one.on, one.off)), act]:
        yield from _of_verb(domain, act_)
    if domain.digit is not None:
        digit, on = domain.digit, domain.pairs[0].on
        both = f"G !{digit.event} & G !{on.event}"
        yield "digit", f"Never {digit.do}. Never {on.do}", (both,), right
        yield "digit", f"Never {on.do}. Never {digit.do}. Do not {on.do}", (both,), right
    if domain.kind is not None:
        yield from _of_kind(domain, domain.kind)


def _of_pair(domain: Domain, one: Pair) -> Iterator[Any]:
    right, act, on, off, thing, fact = frozenset({"right"}), domain.act, one.on, one.off, one.thing, one.fact
    b, not_fact = act.event, f"!({fact})"
    for each, opposite in ((on, off), (off, on)):
        never = {"never": (f"G !{opposite.event}",)}
        for text in dict.fromkeys((f"never {each.do}", f"don't {each.split}", f"do not ever {each.do}")):
            yield "particle", text, (f"G !{each.event}",), right, never
        holds = effect(one, each is on)
        yield "particle", f"{each.do} before {act.doing}", first_then(each.event, b, holds), right
        yield "passive", f"{thing} must never be {each.past}", (f"G !{each.event}",), right, never
        done = f"{thing} must be {each.past} before {act.thing} is {act.past}"
        if act.verb != "go to":
            yield "passive", done, first_then(each.event, b, holds), right
    while_on = (f"G ({b} -> Y {not_fact})", f"G ({b} -> {not_fact})")
    while_off = (f"G ({b} -> Y {fact})", f"G ({b} -> {fact})", f"!{b} W {fact}")
    events = {
        "never": (f"G ({on.event} -> G !{b})", f"G ({on.event} -> WX G !{b})", f"G ({on.event} -> WX !{b})")
    }
    yield "state", f"if {thing} is {one.state}, never {act.do}", while_on, right, events
    yield "state", f"never {act.do} while {thing} is {one.state}", while_on, right, events
    yield "state", f"never {act.do} when {thing} is {one.other}", while_off[:2], right
    letter = {"never": (f"!{b} W {on.event}",)} if domain.name.startswith("tests") else {}
    yield "state", f"don't {act.do} until {thing} is {one.state}", while_off, TOLD, letter
    yield "unless", f"don't {act.do} unless {thing} is {one.state}", while_off, right
    yield "unless", f"unless {thing} is {one.state}, never {act.do}", while_off, right
    yield "leave", f"never leave {thing} {one.state}", _left(one), right
    yield "leave", f"don't leave {thing} {one.state}", _left(one), right
    yield "leave", f"{thing} must not be left {one.state}", _left(one), right
    kept = (f"G {not_fact}", f"G !{on.event}")
    yield "keep", f"keep {thing} {one.other}", kept, right, {"never": (f"F {off.event}",)}
    yield "keep", f"keep {thing} {one.other} at all times", kept, right
    yield "keep", f"keep {thing} {one.other} while {act.doing}", while_on, SAFE
    twice = f"G ({on.event} -> WX G ({on.event} -> WX G !{on.event}))"
    once = f"G ({on.event} -> WX G !{on.event})"
    yield "count", f"{on.do} no more than twice", (twice,), right, {"never": (f"F {on.event}",)}
    yield "count", f"never {on.do} more than once", (once,), right, {"never": (f"G !{on.event}",)}
    yield "count", f"{thing} may be {on.past} at most twice", (twice,), right
    yield "immediately", f"immediately after {on.doing}, {act.do}", (f"G ({on.event} -> X {b})",), right
    yield "immediately", f"{act.do} immediately after {on.doing}", (f"G ({on.event} -> X {b})",), TOLD
    within = f"G ({on.event} -> X ({off.event} | X {off.event}))"
    yield "within", f"{off.do} within two steps of {on.doing}", (within,), right
    yield "within", f"within two steps of {on.doing}, {off.do}", (within,), right
    yield "within", f"within 2 steps after {on.doing}, {off.do}", (within,), right
    unordered = {"never": (f"F {on.event} & F {b}",)}
    yield "conjunction", f"first {on.do}, then {act.do}", sequence(on.event, b), right, unordered
    yield "conjunction", f"{on.do} and then {act.do}", sequence(on.event, b), right
    ordered = (*sequence(on.event, off.event), f"F {on.event} & G (last -> {not_fact})")
    unordered = {"never": (f"F {on.event} & F {off.event}",)}
    yield "conjunction", f"{on.do} and {off.of_it}", ordered, SAFE, unordered
    neither = f"G !{on.event} & G !{b}"
    yield "conjunction", f"never {on.do} or {act.do}", (neither,), right
    before = first_then(on.event, b, effect(one))
    yield "without", f"never {act.do} without {on.doing} first", before, right
    with_it = (
        f"G ({b} -> (Y O {on.event} | F {on.event}))",
        f"(F {b}) -> F {on.event}",
        f"G ({b} -> F {on.event})",
    )
    yield "without", f"never {act.do} without {on.doing}", (*before, *with_it), SAFE
    alone = (f"F {b} & G !{on.event}", f"F ({b} & H !{on.event})", f"F {b} & G ({b} -> H !{on.event})")
    yield "without", f"{act.do} without {on.doing}", alone, SAFE, {"never": before[:1]}
    dropped = {"never": (f"G !{on.event}", f"G !{b}")}
    yield "dropped", f"to prevent flooding and never {on.do}, never {act.do}", (neither,), SAFE, dropped
    yield "dropped", f"never {act.do} to prevent flooding and never {on.do}", (neither,), SAFE, dropped
    yield "dropped", f"to prevent flooding, never {on.do} and never {act.do}", (neither,), right, dropped
    yield "dropped", f"Requirement: never {on.do}. Requirement: never {act.do}", (neither,), right, dropped
    yield "dropped", f"Rule: never {on.do}.\nRule: never {act.do}", (neither,), SAFE, dropped
    yield (
        "dropped",
        f"Never {on.do}. Requirement: never {act.do}",
        (neither,),
        SAFE,
        {"never": (f"G !{on.event}",)},
    )
    for adjective in ("purple", "second", "neighbour's", "wooden"):
        strange = on.do.replace("the ", f"the {adjective} ", 1)
        yield "dropped", f"never {strange}", (), UNREAD, {"never": (f"G !{on.event}",)}
    for adverb in ("slowly", "with care", "on Mondays", "for three minutes", "again and again", "by hand"):
        yield "dropped", f"never {on.do} {adverb}", (), UNREAD, {"never": (f"G !{on.event}",)}


def _left(one: Pair) -> tuple[str, ...]:
    return (
        f"G (last -> !({one.fact}))",
        f"G ({one.on.event} -> F {one.off.event})",
        f"G ({one.on.event} -> F !({one.fact}))",
    )


_PREFIXES = ("de", "un", "dis", "re", "in", "non", "de-", "un-", "re-", "non-")


def _of_verb(domain: Domain, act: Act) -> Iterator[Any]:
    verb = act.verb
    known = {name.lower().replace("_", "-") for name, _ in domain.system.lexicon.signatures}
    for prefix in _PREFIXES:
        if prefix + verb.replace(" ", "-") not in known and not (prefix in ("re", "re-") and verb == "open"):
            never = {"never": (f"G !{act.event}",)}
            again = (f"G ({act.event} -> WX G !{act.event})",) if prefix.startswith("re") else ()
            yield "prefix", f"never {prefix}{act.do}", again, SAFE if again else UNREAD, never
    word, _, rest = verb.partition(" ")
    for at in (0, len(word) // 2):
        wrong = (
            word[:at] + word[at + 1 :]
            if len(word) < 4
            else word[:at] + word[at + 1] + word[at] + word[at + 2 :]
        )
        if wrong != word and wrong not in known and len(word) > 3:
            text = f"never {wrong} {rest} {act.thing}".replace("  ", " ")
            yield "typo", text, (), UNREAD, {"never": (f"G !{act.event}",), "offered": word}
    noun = act.thing.split()[-1]
    if noun.isalpha() and len(noun) > 3:
        wrong = noun[:1] + noun[2] + noun[1] + noun[3:]
        text = f"never {act.verb} {act.thing.replace(noun, wrong)}"
        if wrong != noun:
            yield "typo", text, (), UNREAD, {"never": (f"G !{act.event}",), "offered": noun}


def _of_kind(domain: Domain, kind: Kind) -> Iterator[Any]:
    right, act = frozenset({"right"}), domain.act
    each = f"forall ?x - {kind.type}: F {kind.event('?x')}"
    some = f"exists ?x - {kind.type}: F {kind.event('?x')}"
    none = f"forall ?x - {kind.type}: G !{kind.event('?x')}"
    v, one, many = kind.verb, kind.singular, kind.plural
    not_some, not_each = {"never": (some,)}, {"never": (each,)}
    for every in (f"all {many}", f"every {one}", f"each {one}", f"all the {many}", f"all of the {many}"):
        yield "quantifier", f"{v} {every}", (each, *_effects(kind)), right, not_some
    if kind.count == 2:
        yield "quantifier", f"{v} both {many}", (each, *_effects(kind)), right, not_some
    yield "quantifier", f"{v} some {one}", (some,), TOLD, not_each
    yield "quantifier", f"{v} at least one {one}", (some,), right, not_each
    yield "quantifier", f"{v} a {one}", (some,), TOLD
    yield "quantifier", f"{v} any {one}", (some, each), TOLD
    forbidden = [f"never {v} any {one}", f"{v} no {one}", f"never {v} a {one}", f"don't {v} any {many}"]
    if v != "go to":
        forbidden += [f"no {one} may be {kind.past}", f"{many} must never be {kind.past}"]
    for never in forbidden:
        yield "quantifier", never, (none,), TOLD, {"never": (some, each)}
    a = kind.event("?x")
    after_all = f"forall ?x - {kind.type}: G ({act.event} -> Y O {a})"
    after_some = f"G ({act.event} -> Y O (exists ?x - {kind.type}: {a}))"
    yield "quantifier", f"{v} every {one} before {act.doing}", (after_all,), SAFE, {"never": (after_some,)}
    yield "quantifier", f"{v} all {many} before {act.doing}", (after_all,), SAFE, {"never": (after_some,)}
    but = f"forall ?x - {kind.type}: ?x != {kind.one_name} -> G !{a}"
    for word in ("except", "other than", "apart from", "but", "except for"):
        yield "except", f"never {v} any {one} {word} {kind.one}", (but,), right, {"never": (none,)}


_EFFECTS = {
    "close": "!open(?x)",
    "water": "watered(?x)",
    "stir": "stirred(?x)",
    "open": "open(?x)",
    "wash": "!dirty(?x)",
}


def _effects(kind: Kind) -> tuple[str, ...]:
    fact = _EFFECTS.get(kind.verb)
    return () if fact is None else (f"forall ?x - {kind.type}: G (last -> {fact})",)


EVERY_CASE = tuple(case for domain in DOMAINS for case in cases(domain))


def quick(share: int) -> tuple[Case, ...]:
    """One case of each family and domain, and of the others so many for each hundred."""
    met: set[tuple[str, str]] = set()
    rng = random.Random(0)
    found: list[Case] = []
    for case in EVERY_CASE:
        key = case.family, case.domain.name
        if key not in met or rng.randrange(100) < share:
            found.append(case)
        met.add(key)
    return tuple(found)


@dataclass
class Pool:
    """Plans of one domain that tell its formulas apart, drawn once."""

    domain: Domain
    batch: Batch
    formulas: dict[str, Formula] = field(default_factory=dict[str, Formula])
    masks: dict[str, int] = field(default_factory=dict[str, int])

    def mask(self, text: str) -> int:
        """The plans that keep a formula."""
        if text not in self.masks:
            self.masks[text] = self.batch.kept(parse(text))
        return self.masks[text]

    def of(self, rule: Rule) -> int:
        """The plans that keep a rule; -1, like no formula, for a rule that does not fit the world."""
        try:
            return self.batch.kept(rule.formula)
        except RuleError:
            return -1


@cache
def pool(name: str, walks: int = 600) -> Pool:
    """The plans of a domain."""
    domain = next(one for one in DOMAINS if one.name == name)
    judge = Judge(domain.system, Effort(walks=walks, rounds=6, longest=9, nodes=30))
    texts = dict.fromkeys(text for case in EVERY_CASE if case.domain is domain for text in case.meanings)
    acts = [domain.act, *(act for one in domain.pairs for act in (one.on, one.off))]
    texts |= dict.fromkeys(
        f"G !{act.event.partition('(')[0]}" for act in acts
    )  # to others of their kind, too
    rules = [parse(text) for text in texts]
    return Pool(domain, Batch(domain.system, judge.draw(rules)))


@cache
def read(name: str, text: str, suggest: bool = False) -> Any:
    """What the reader makes of a text in a domain."""
    domain = next(one for one in DOMAINS if one.name == name)
    return read_requirements(text, domain.wording, suggest=suggest)


def verdict(case: Case) -> str:
    """What came of a case: ``right``, ``asked``, ``abstained``; or ``wrong``, with why."""
    found, plans = read(case.domain.name, case.text, bool(case.offered)), pool(case.domain.name)
    rules = readings_of(found)
    said = " ".join(part for clause in found.clauses for part in said_of(clause))
    if case.offered and case.offered not in said.lower():
        return f"wrong: {case.offered!r} is not offered: {said}"
    if rules is None:
        return "abstained"
    masks = [plans.of(rule) for rule in rules]
    for forbidden in case.never:
        if plans.mask(forbidden) in masks and plans.mask(forbidden) not in map(plans.mask, case.meanings):
            return f"wrong: read as {forbidden}"
    fits = [mask in map(plans.mask, case.meanings) for mask in masks]
    if all(clause.status == "understood" for clause in found.clauses):
        return "right" if fits[0] else f"wrong: read as {rules[0].text}"
    if any(fits) or not case.meanings:
        return "asked"
    return f"wrong: asked, but of nothing that it means: {[rule.text for rule in rules]}"


def said_of(clause: Any) -> list[str]:
    """All that a reader says of a clause."""
    return [
        clause.why or "",
        getattr(clause, "suggestion", None) or "",
        *(one.said for one in clause.readings),
    ]
