"""What the reader of sentences abstains on, as a language model reads it: a rule over known things, said back in words.

The model writes a rule in the notation of `clamp.decoding.rule_notation`, or that it knows none. What it writes is a
proposal: it binds where the setting ``on_unclear`` is ``"model"``, or where somebody who is asked takes it, and only if
some plan keeps it together with the other rules.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Protocol

from clamp.automata import Vocabulary
from clamp.decoding.forms import FormConstraint
from clamp.decoding.result import PlanResult
from clamp.decoding.rule_notation import PATTERNS, UNKNOWN, RuleNotation
from clamp.errors import RuleError
from clamp.hosts import trained
from clamp.hosts.jobs import PlanRequest
from clamp.hosts.trained import Meaning, RuleReader, stems
from clamp.planning.rules.consistency import refuse_contradictions
from clamp.planning.rules.formula import ANY, Compound, Formula, Proposition, Quantified, Rule, subformulas
from clamp.planning.rules.grounding import ground_rules
from clamp.planning.system import TransitionSystem
from clamp.request.prompts import Message
from clamp.request.request import Request
from clamp.words.hedges import is_question, lifting, without_idioms
from clamp.words.naming import plain
from clamp.words.requirements import Clause, Reading, Requirements
from clamp.words.saying import in_words


class Writer(Protocol):
    """What is needed of a planner here."""

    name: str
    vocabulary: Vocabulary

    @property
    def reader(self) -> trained.Reader | None:
        """The model as it was trained to read sentences, if it was."""
        ...

    def write(self, jobs: Sequence[PlanRequest]) -> Sequence[PlanResult]:
        """Write a text for each request."""
        ...


EXAMPLES: tuple[tuple[str, str], ...] = (
    ("Don't ever lend out the atlas.", "never: lend(atlas, *)"),
    ("The novel must be neither lent nor shelved.", "never: lend(novel, *) or shelve(novel, *)"),
    (
        "No rare book is to be lent while the front door is open.",
        "for every ?x - book with rare: never: lend(?x, *) while open(front_door)",
    ),
    ("Dust a shelf only if the reading lamp is on.", "never: dust(*) unless lit(reading_lamp)"),
    (
        "The top shelf has to be dusted before the atlas goes on it.",
        "before: dust(top_shelf), shelve(atlas, top_shelf)",
    ),
    ("Whatever door you unlock must be locked again.", "after: unlock(*), lock(*)"),
    ("Open the vault and you close it in the very next step.", "right after: open(vault), close(vault)"),
    (
        "Within four steps of taking a book down, put it back.",
        "within 4: take-down(*, *), shelve(*, *)",
    ),
    ("The atlas may be lent no more than twice.", "at most 2: lend(atlas, *)"),
    (
        "All doors other than the vault are to be closed in the end.",
        "for every ?x - door except vault: at the end: not open(?x)",
    ),
    (
        "Neither lamp may be on while the vault is open.",
        "for every ?x - lamp: always: not lit(?x) while open(vault)",
    ),
    (
        "There should never be two books on the top shelf.",
        "for every two ?x, ?y - book: always: not on(?x, top_shelf) or not on(?y, top_shelf)",
    ),
    ("First lock the front door, then dust the top shelf.", "do: lock(front_door), dust(top_shelf)"),
    (
        "Leave the reading lamp on until the atlas is shelved.",
        "always: lit(reading_lamp) until shelve(atlas, *)",
    ),
    (
        "Lend the novel exactly once, and don't leave the vault unlocked.",
        "exactly 1: lend(novel, *); at the end: locked(vault)",
    ),
    ("Don't leave the reading lamp on.", "at the end: not lit(reading_lamp)"),
    (
        "The front door must be locked whenever a book is lent.",
        "never: lend(*, *) unless locked(front_door)",
    ),
    (
        "Do not open the vault until the front door has been locked.",
        "never: open(vault) unless locked(front_door)",
    ),
    ("If the vault is opened, lock the front door at once.", "right after: open(vault), lock(front_door)"),
    (
        "No book is to be lent without having taken it down first.",
        "before: take-down(*, *), lend(*, *)",
    ),
    ("Never shelve a book that is lent.", "never: shelve(*, *) while lent(*)"),
    ("The vault must not be left open.", "at the end: not open(vault)"),
    ("Be gentle with the old books.", UNKNOWN),
    ("Repaint the top shelf before dusting it.", UNKNOWN),
)
"""Sentences about a library and what they mean, for the prompt."""

_LIBRARY = """\
Types: book: atlas, novel; door: front_door, vault; lamp: reading_lamp, desk_lamp; reader: anna; shelf: top_shelf, \
low_shelf
Actions: lend(book, reader), shelve(book, shelf), take-down(book, shelf), lock(door), unlock(door), open(door), \
close(door), switch-on(lamp), switch-off(lamp), dust(shelf)
States: dusty(shelf), lent(book), lit(lamp), locked(door), on(book, shelf), open(door)
Kinds: book with rare"""

_TASK = "\n".join(
    (
        "You write a requirement as a rule about what a robot does. A, B and C are actions, P and Q states, N is a "
        "number. The patterns:",
        *PATTERNS,
        "Actions may be joined by `or`, states by `and` or by `or`; `not` stands before a state. An argument is a "
        "thing, `*` for any, or a variable; in the second part of a rule `*` is the thing that it is in the first, if "
        "it may be that. Before a pattern may stand `for every ?x - TYPE: `, with `except THING` or "
        "`with KIND` after the type. Rules are joined by `; `.",
        f"Say nothing but what is asked for. Write `{UNKNOWN}` where no rule over the given names says it.",
        "",
        "The first requirements are about a library:",
        _LIBRARY,
    )
)


def _begun(examples: Sequence[tuple[str, str]]) -> list[Message]:
    chat: list[Message] = [{"role": "system", "content": _TASK}]
    for sentence, rule in examples:
        chat += [
            {"role": "user", "content": f"Requirement: {sentence}"},
            {"role": "assistant", "content": rule},
        ]
    return chat


_BEGUN = (_begun(EXAMPLES), _begun(EXAMPLES[::-1]))
"""What chats begin with, so that it is read once. A model is asked in both ways: what it does not know, it guesses, and
guesses depend on the order of the examples."""


def model_reading(text: str, system: TransitionSystem[Any], planner: Writer) -> Clause:
    """One clause as a model reads it; see `model_readings`."""
    return model_readings([text], system, planner)[0]


def model_readings(texts: Sequence[str], system: TransitionSystem[Any], planner: Writer) -> list[Clause]:
    """Clauses as a model reads them, whatever the reader of sentences makes of them.

    A planner's `reader`, if it has one, reads them; otherwise the model itself, from examples.

    Args:
        system: What the rules may be about.
        planner: The model.

    Returns:
        For each text a clause with one reading, whose `said` ends in *as the model reads it*; with several, where the
        model holds that it may mean several things or reads it otherwise when it is asked again; or with none, and
        why: the model knows no rule or is not sure, or wrote one that is too large, that no plan can keep or that none
        can break.
    """
    return reads_as_rules(system, planner)(texts)


def reads_as_rules(system: TransitionSystem[Any], planner: Writer) -> Callable[[Sequence[str]], list[Clause]]:
    """`model_readings` over one problem, for callers who ask several times."""
    model = planner.reader
    if model is None or (sure := model.sure.requirement) is None:
        return partial(_from_examples, system, planner)
    reader = RuleReader(system, model)

    def read(texts: Sequence[str]) -> list[Clause]:
        return [_as_trained(text, reader.read(text), sure, system, reader.slip(text)) for text in texts]

    return read


def _as_trained(
    text: str, meanings: Sequence[Meaning], sure: float, system: TransitionSystem[Any], slip: str
) -> Clause:
    formulas, share = meanings[0] if meanings else Meaning((), 0.0)
    if not formulas:
        return Clause(text, (), "the model knows no rule that says it")
    found = _checked(text, [(one, in_words(one)) for one in formulas], system)
    if not found.readings:
        return found
    said = "; or: ".join(one.said for one in found.readings)
    if slip:
        return Clause(text, (), f"{slip} The model reads it as: {said}")
    said_so = without_idioms(text)
    if share < sure or (_ALL.search(said_so) is not None and all(map(_asks_for_some, formulas))):
        return Clause(text, (), f"the model is not sure ({share:.0%}) of: {said}")
    if (when := _WHEN.search(said_so)) is not None and all(map(_is_unconditional, formulas)):
        return Clause(text, (), f"the model leaves out what {when[0]!r} says: {said}")
    if other := _unnamed(said_so, formulas, system):
        return Clause(
            text, (), f"nothing in it is called {plain(other)!r}, of which the model reads it: {said}"
        )
    if which := _taken_for_any(said_so, formulas, system):
        return Clause(text, (), f"it does not say which {which!r}, and the model takes any: {said}")
    return found


def _arguments(formulas: Sequence[Formula]) -> set[str]:
    """Things, variables and `*` of which formulas speak."""
    parts = (part for one in formulas for part in subformulas(one))
    return {arg for one in parts if isinstance(one, Proposition) for arg in one.args or ()}


def _unnamed(text: str, formulas: Sequence[Formula], system: TransitionSystem[Any]) -> str:
    """A thing of which formulas speak and a text does not by any word of its name or type; empty if there is none.

    *The yoghurt pallet*, where there is none, may be read as a crate that there is.
    """
    said = stems(text)
    for name in sorted(_arguments(formulas).intersection(system.entities)):
        kinds = " ".join(kind for kind, members in system.lexicon.types.items() if name in members)
        if said.isdisjoint(stems(f"{name} {kinds}")):
            return name
    return ""


def _taken_for_any(text: str, formulas: Sequence[Formula], system: TransitionSystem[Any]) -> str:
    """Which kind one of several things is spoken of by (*the rescuer*), where formulas name none, nor speak of all."""
    named = _arguments(formulas)
    if ANY not in named:
        return ""
    parts = (part for one in formulas for part in subformulas(one))
    kinds = {kind for one in parts if isinstance(one, Quantified) for _, kind in one.variables}
    for kind, members in system.lexicon.types.items():
        spoken = re.search(rf"\bthe {re.escape(plain(kind))}\b", text, re.I)
        if spoken and len(members) > 1 and kind not in kinds and named.isdisjoint(members):
            return spoken[0]
    return ""


_WHEN = re.compile(
    r"\b(?:unless|until|till|if|while|when|whenever|before|after|as long as|as soon as|without)\b", re.I
)


def _is_unconditional(formula: Formula) -> bool:
    """Whether a formula speaks of one fact or action alone, and not of the end of a plan."""
    parts = list(subformulas(formula))
    return not any(isinstance(one, Compound) and one.operator == "last" for one in parts) and (
        len({str(one) for one in parts if isinstance(one, Proposition)}) < 2
    )


_ALL = re.compile(r"\b(?:each|every|all|both)\b", re.I)


def _asks_for_some(formula: Formula) -> bool:
    """Whether a formula asks that something be done some time to any thing: *each*, read as *some*."""
    match formula:
        case Compound("F", (Proposition(args=args),)):
            return ANY in (args or ())
        case _:
            return False


def _from_examples(system: TransitionSystem[Any], planner: Writer, texts: Sequence[str]) -> list[Clause]:
    """What a model that was not trained for it makes of texts."""
    notation = RuleNotation(system)
    about = notation.describe()
    prompts = [f"Now about something else:\n{about}\nRequirement: {' '.join(text.split())}" for text in texts]
    rooms = list(map(notation.about, texts))

    def write(new: Sequence[int]) -> list[tuple[str, ...]]:
        requests: list[PlanRequest] = []
        for one in new:
            constraint = FormConstraint(rooms[one].part, planner.vocabulary)
            asked: Message = {"role": "user", "content": prompts[one]}
            requests += [PlanRequest([*begun, asked], constraint) for begun in _BEGUN]
        said = iter([result.text for result in planner.write(requests)])
        return list(zip(*[said] * len(_BEGUN), strict=True))

    written = trained.told(planner, [[one, notation.language] for one in prompts], write)
    return [_clause(*one, system) for one in zip(texts, written, rooms, strict=True)]


def _clause(
    text: str, written: Sequence[str], notation: RuleNotation, system: TransitionSystem[Any]
) -> Clause:
    each = list(dict.fromkeys(map(notation.read, written)))
    if None in each:
        known = [one.said for one in each if one is not None]
        once = f"; asked again, it reads it as {known[0]!r}" if known else ""
        return Clause(text, (), f"the model knows no rule that says it{once}")
    return _checked(text, [(one.formula, one.said) for one in filter(None, each)], system)


def _checked(text: str, meant: Sequence[tuple[Formula, str]], system: TransitionSystem[Any]) -> Clause:
    """A clause with what a model says that it means, if a plan can keep and break it."""
    readings: list[Reading] = []
    why = ""
    for formula, words in meant:
        said = f"{words.removesuffix('.')}, as the model reads it"
        rule = Rule(" ".join(text.split()), formula, str(formula), said, read_by_model=True)
        try:
            ground = ground_rules(system, system.rule_words(), [rule])
            refuse_contradictions(ground, len(system.actions))
        except RuleError as error:
            why = f"the model reads it as {words!r}: {error}"
        else:
            if ground.instances:
                readings.append(Reading(rule, said))
            else:
                why = f"the model reads it as {words!r}, which every plan keeps"
    return Clause(text, (), why) if why else Clause(text, tuple(readings))


_POINTING = re.compile(
    r"\b(?:it|its|itself|they|them|their|one|ones|he|she|him|her|this|these|those|there|then|former|latter|same|other|"
    r"others|either|neither|both|too|also)\b",
    re.I,
)


def why_unasked(clause: Clause, found: Requirements) -> str:
    """Why no model is asked for a clause that was not read; empty if one is."""
    if len(found.clauses) > 1 and _POINTING.search(clause.text) is not None:
        return "it speaks of what is said beside it, and the model reads one sentence at a time"
    if lifted := lifting(clause.text):
        return f"no model is asked what {lifted!r} leaves of it"
    if (asked := f"{clause.text}?") in found.text and is_question(asked):
        return "it asks for an answer, not for a rule"
    return ""


def _read(
    found: Requirements, read: Callable[[Sequence[str]], list[Clause]]
) -> Iterator[tuple[Clause, Clause | None]]:
    """Each clause; and as a model reads it, where the reader abstained. Otherwise the clause says why no model does."""
    abstained = [one for one in found.clauses if one.status == "abstained"]
    unasked = {one: why for one in abstained if (why := why_unasked(one, found))}
    texts = [one.text for one in abstained if one not in unasked]
    told = iter(read(texts) if texts else [])
    for clause in found.clauses:
        one = next(told) if clause.status == "abstained" and clause not in unasked else None
        if clause in unasked or (one is not None and not one.readings):
            yield replace(clause, why=f"{clause.why}; {unasked[clause] if one is None else one.why}"), None
        else:
            yield clause, one


def with_model(
    found: Requirements, read: Callable[[Sequence[str]], list[Clause]], *, take: bool
) -> Requirements:
    """What a reader abstained on, as a model reads it.

    Args:
        read: What `reads_as_rules` returns.
        take: Whether one reading of the model's is taken for what is meant; otherwise it is told as the reason to ask.
    """
    clauses: list[Clause] = []
    for clause, told in _read(found, read):
        if told is not None and take:
            clause = told
        elif told is not None:
            clause = replace(clause, why=f"{clause.why}; is this meant? {_told(told)}")
        clauses.append(clause)
    return Requirements(found.text, tuple(clauses))


def _told(clause: Clause) -> str:
    return "; or: ".join(f"{one.said} ({one.rule.text})" for one in clause.readings)


def by_model(
    request: Request, planner: Writer, choose: Callable[[Clause], Reading | None] | None = None
) -> Request:
    """The request with what the model says the clauses mean on which the reader abstained.

    Clauses that may mean several things stay so: that is for people to say.

    Args:
        choose: Asks a person which of the model's readings of a clause, if any, was meant. Nobody is asked where
            ``on_unclear`` is ``"model"`` and there is one; without somebody to ask, no other is taken.

    Raises:
        RuleError: If readings were not taken, with all such as `proposals`; or if no plan keeps any of a clause.
    """
    found = request.requirements
    if all(one.status != "abstained" for one in found.clauses):
        return request
    takes = request.configuration.on_unclear == "model"
    clauses: list[Clause] = []
    proposed: list[Clause] = []
    for clause, told in _read(found, partial(model_readings, system=request.problem, planner=planner)):
        if told is not None:
            left = _keepable(told, clauses, request, planner.vocabulary)
            if takes and told.status == "understood":
                chosen = left.readings[0]
            else:
                chosen = None if choose is None else choose(left)
            if chosen is None:
                proposed.append(replace(left, why=clause.why))
                continue
            clause = replace(clause, readings=(chosen,), why="")
        clauses.append(clause)
    clarified = Requirements(found.text, tuple(clauses))
    if proposed:
        raise RuleError(
            _refusal(proposed, clarified), [shown for one in proposed for shown in _proposals(one)]
        )
    return request.clarified(clarified)


def _refusal(proposed: Sequence[Clause], others: Requirements) -> str:
    lines: list[str] = []
    for one in proposed:
        take = (
            "Say on_unclear='model' (--on-unclear model) to take that; or write it as a rule"
            if one.status == "understood"
            else "Write what you mean as a rule"
        )
        lines.append(
            f"The requirement {one.text!r} was not understood: {one.why}. The model reads it as: {_told(one)}. {take}, "
            "or in other words."
        )
    try:
        others.rules()
    except RuleError as error:
        lines.append(str(error))
    return "\n".join(lines)


def _proposals(clause: Clause) -> list[dict[str, str]]:
    return [
        {"text": clause.text, "rule": one.rule.text, "said": one.said, "why": clause.why}
        for one in clause.readings
    ]


def _keepable(told: Clause, before: Sequence[Clause], request: Request, vocabulary: Vocabulary) -> Clause:
    """A clause with those of the model's readings that some plan keeps together with what was understood so far.

    Raises:
        RuleError: If none is.
    """
    kept: list[Reading] = []
    for reading in told.readings:
        together = (*before, replace(told, readings=(reading,)))
        trial = request.but(on_unclear="ignore").clarified(Requirements(told.text, together))
        failure = trial.made(vocabulary).failure()
        if failure is None or failure.cause != "rules" or reading.rule.name not in failure.rules:
            kept.append(reading)
    if kept:
        return replace(told, readings=tuple(kept))
    read = "; or: ".join(one.said for one in told.readings)
    raise RuleError(
        f"The requirement {told.text!r} was not understood. The model reads it as: {read}; but no plan keeps that. "
        "Write it as a rule, or in other words."
    )
