"""A goal from a sentence: said back in words, with the other ways to understand it, or a question.

The reader of requirements reads what it knows every word of. The rest a model writes under a
`clamp.GoalConstraint`, and what it wrote is held against the sentence: a goal is taken only if it speaks of the things
that the sentence does, of no other, every word is known, and the model prefers it to all others by a margin. Otherwise
people are asked.
"""

from __future__ import annotations

import json
import math
import os
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Literal, NoReturn, Protocol, cast

import numpy as np

from clamp import checks
from clamp.automata import Vocabulary
from clamp.decoding.constraint import Constraint
from clamp.decoding.diagnosis import Failure
from clamp.decoding.goal_plans import GoalPlanConstraint
from clamp.decoding.goals import GoalConstraint, GoalFormat, VainGoal, said_directly
from clamp.decoding.rule_notation import RuleNotation
from clamp.decoding.world import GOAL
from clamp.errors import ConstraintError
from clamp.files import read_text
from clamp.hosts import trained
from clamp.hosts.choices import local_folder
from clamp.hosts.jobs import PlanRequest, job_of
from clamp.planning.goals import BOUND, FAR, GoalLiteral, Goals, lacks_goal, with_literals
from clamp.planning.problem import Problem
from clamp.planning.rules.formula import Rule
from clamp.planning.search.limits import SearchLimits
from clamp.planning.system import TransitionSystem
from clamp.planning.task import Atom
from clamp.request.absent import describe
from clamp.request.prompts import Message
from clamp.request.request import Request
from clamp.request.settings import Configuration
from clamp.words.contradiction import read_alone, say_the_same, undone
from clamp.words.english import PREPOSITIONS
from clamp.words.goals import (
    NOTHING_LEFT,
    Asked,
    Heard,
    Thing,
    asked,
    for_whom,
    in_order,
    in_words,
    members_of,
    unread,
    with_kept,
    without_remarks,
)
from clamp.words.left_open import whichever
from clamp.words.matching import Embedder, sentence_embedder, unit_vectors
from clamp.words.orders import Unclear

Literals = tuple[GoalLiteral, ...]
Status = Literal["goal", "question", "none"]

MARGIN = 0.3
"""By so much of its own probability a goal is ahead of every other, or people are asked."""
_MOST_FACTS = 60
_MOST_UNKNOWN = 2
"""With more words that nothing here accounts for, people are asked, and no model."""
MOST_EXAMPLES = 8
"""So many examples of people's own stand in a prompt."""


class Writer(Protocol):
    """What is needed of a planner here."""

    name: str
    vocabulary: Vocabulary

    def beams(
        self, prompt: str | Sequence[Message], constraint: Constraint[Any], width: int
    ) -> Sequence[tuple[str, float]]:
        """The likeliest texts under a constraint, each with the log of its probability, best first."""
        ...


_ALREADY = "It is so already"


@dataclass(frozen=True)
class Alternative:
    """One way to understand a sentence.

    Attributes:
        literals: What is to be so.
        share: Of the model's probability over what may be asked for; without a model the readings share alike.
    """

    literals: Literals
    share: float

    @property
    def text(self) -> str:
        """The goal as a sentence."""
        return in_words(self.literals)

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "goal": [one.to_json() for one in self.literals],
            "text": self.text,
            "share": round(self.share, 4),
        }


@dataclass(frozen=True)
class GoalAnswer:
    """What became of a sentence.

    Attributes:
        status: ``"goal"``: this is what is asked for. ``"question"``: people are to say which of the `alternatives`,
            or what else. ``"none"``: there is nothing to plan for, as `why` says.
        literals: The goal; of a question the best alternative, if there is one.
        why: Why there is a question, or no goal; empty where there is one.
        alternatives: Ways to understand the sentence, the likeliest first.
        rules: What the sentence asks to be kept on the way.
        by_model: Whether a model wrote the goal.
        undecided: How many goals the limits of the search left open.
        open: A model that was trained to read sentences may know what was not understood.
        doubtful: Only if it is surer than usual (`clamp.hosts.choices.Sure`), as it may ask for nothing.
    """

    status: Status
    literals: Literals = ()
    why: str = ""
    alternatives: tuple[Alternative, ...] = ()
    rules: tuple[Rule, ...] = ()
    by_model: bool = False
    undecided: int = 0
    open: bool = False
    doubtful: bool = False

    def taken(self) -> GoalAnswer:
        """The same with the likeliest goal instead of a question, where there is one."""
        if self.status != "question" or not self.literals:
            return self
        return replace(self, status="goal", why="")

    @property
    def text(self) -> str:
        """What was understood, in plain words, or why nothing was."""
        return in_words(self.literals) if self.status == "goal" else self.why

    @property
    def failure(self) -> Failure:
        """Why no plan is written."""
        return Failure("ambiguous" if self.status == "question" else "no-goal", self.why)

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        found: dict[str, Any] = {
            "status": self.status,
            "goal": [one.to_json() for one in self.literals] if self.status == "goal" else None,
            "text": self.text,
            "alternatives": [one.to_json() for one in self.alternatives],
            "read_by": "model" if self.by_model else "reader",
        }
        if self.status == "question":
            found["cause"] = "ambiguous"
        if self.rules:
            found["rules"] = [{"name": one.name, "rule": one.text} for one in self.rules]
        if self.undecided:
            found["undecided"] = self.undecided
        return found


def goal_of(
    sentence: str,
    system: TransitionSystem[Any],
    model: Callable[[], Writer],
    *,
    budget: int = FAR,
    seen: Collection[str] | None = None,
    rules: Sequence[Rule] = (),
    aliases: Mapping[str, str] | None = None,
    examples: Sequence[tuple[str, str]] | None = None,
    embed: Embedder | None = None,
    margin: float = MARGIN,
    limits: SearchLimits | None = None,
    reads: Callable[[], trained.Reader | None] | None = None,
) -> GoalAnswer:
    """The goal that a sentence asks for, or what to ask back.

    Args:
        system: A PDDL problem; its own goal does not matter.
        model: Gives the model, where one is needed.
        budget: Most actions that reaching the goal may take; as many as it needs by default.
        seen: What goals may name; all by default.
        rules: What every plan keeps.
        aliases: Other names of entities.
        examples: Sentences and goals for the prompt, beside the library's: at most `MOST_EXAMPLES` of them.
        embed: Texts to vectors, by which the examples nearest to the sentence are told; the first ones otherwise.
        margin: See `MARGIN`.
        limits: What deciding one goal may cost.
        reads: Gives the model as it was trained to read sentences, or ``None``; asked for what the readers of words do
            not understand, also where another model would not be. Where it asks back and there are `examples`, the
            model is asked, too.

    Raises:
        ConstraintError: If the sentence is empty, or nothing can be asked for in this problem.
    """
    if alike := whichever(sentence, system.entities if seen is None else seen):
        given: dict[str, Any] = {"budget": budget, "seen": seen, "rules": rules, "aliases": aliases}
        given |= {"examples": examples, "embed": embed, "margin": margin, "limits": limits, "reads": reads}
        return _any_of([goal_of(one, system, model, **given) for one in alike])
    bounds: dict[str, Any] = {"budget": budget, "seen": seen}
    if limits is not None:
        bounds["limits"] = limits
    heard, goals = _heard(sentence, system, bounds, rules, aliases)
    found = _read(heard, system, goals, bounds, rules)
    if isinstance(found, GoalAnswer) and not found.open:
        return found
    read = None
    if reads is not None and (reader := reads()) is not None:
        read = _as_trained(heard, system, goals, reader, found)
        if (
            read.status == "question"
            and isinstance(found, GoalAnswer)
            and (found.status == "none" or found.literals)
        ):
            return found
        if read.status != "question" or not examples:  # people's own examples may say what it does not know
            return read
    if isinstance(found, GoalAnswer):
        return read or found
    near = nearest_examples(heard.sentence, examples or (), embed)
    answer = _by_model(heard, system, goals, model(), found, near, margin)
    return read if read is not None and answer.status == "question" else answer


def _any_of(found: Sequence[GoalAnswer]) -> GoalAnswer:
    """What becomes of a sentence that any of several things will do for, of what became of it with each of them.

    Where one is so already nothing is left to do; of goals the first is taken; where anything is unclear, it is asked.
    """
    question = next((one for one in found if one.status == "question"), None)
    so = next((one for one in found if one.status == "none" and one.why.startswith(_ALREADY)), None)
    goals = [one for one in found if one.status == "goal"]
    if question is not None or so is not None or not goals:
        return so or question or found[0]
    shares = [Alternative(one.literals, 1 / len(goals)) for one in goals]
    return replace(goals[0], alternatives=tuple(shares))


def aimed(
    request: Request,
    model: Callable[[], Writer],
    *,
    said: str | None = None,
    yes: bool = False,
    vain: bool = False,
    reads: Callable[[], trained.Reader | None] | None = None,
) -> tuple[GoalAnswer, Request] | None:
    """Give a request that has no goal the one that its instruction asks for, or that was said.

    Args:
        model: Gives the model, where one is needed.
        reads: See `goal_of`.
        said: The goal itself; it replaces the problem's own.
        yes: Take the likeliest goal instead of asking.
        vain: Answer a goal that was said, and that holds already or cannot be reached, as a sentence that means the
            same (status ``"none"``), instead of refusing it.

    Returns:
        What became of it, and the request with the goal, if there is one; ``None`` where the problem has its own, or
        the model is to write it with the plan (`one_pass`).

    Raises:
        ConstraintError: If what was said is no goal, or nothing can be asked for.
    """
    problem, configuration = request.problem, cast("Configuration", request.configuration)
    if said is None and not (request.enforces(GOAL) and lacks_goal(problem)):
        return None
    if request.state is not None and request.state.failure is not None:
        return None  # nothing is planned for, whatever the goal
    seen, rules = request.sight.seen, request.rules
    budget = FAR if configuration.budget is None else configuration.budget  # plans as long as they need to be
    if said is not None:
        samples = [] if request.state is None else request.state.samples()[1:]
        bounds: dict[str, Any] = {"rules": rules, "budget": budget, "seen": seen}
        goals = Goals(problem, **bounds)
        try:
            literals = said_directly(said, goals, lambda: (Goals(one, **bounds) for one in samples))
        except VainGoal as error:
            if not vain:
                raise
            found = _judged(error.literals, goals, (Alternative(error.literals, 1.0),))
        else:
            found = GoalAnswer("goal", literals, alternatives=(Alternative(literals, 1.0),))
    else:
        examples, embed = of_people(configuration.examples, configuration.embedder)

        def read(begun: TransitionSystem[Any], model: Callable[[], Writer]) -> GoalAnswer:
            return goal_of(
                request.instruction,
                begun,
                model,
                budget=budget,
                seen=seen,
                rules=rules,
                aliases=configuration.aliases,
                examples=examples,
                embed=embed,
                reads=None if model is _nobody else reads,
            )

        try:  # in one pass the model is asked for goal and plan at once
            asked_model = _nobody if configuration.one_pass else model
            found = _read_in_all(request, read) or read(problem, asked_model)
        except _NeedsModel:
            return None
        found = found.taken() if yes else found
    if found.status == "goal":
        kept = [*(configuration.rules or ()), *found.rules]
        request = request.but(problem=with_literals(problem, found.literals), rules=kept, one_pass=False)
    return found, request


def _read_in_all(
    request: Request, read: Callable[[TransitionSystem[Any], Callable[[], Writer]], GoalAnswer]
) -> GoalAnswer | None:
    """What readers make of an instruction where facts are unknown; ``None`` where they abstain in every possible state.

    A goal counts only where all possible states give the same one: there it is asked for, or it holds already. Whatever
    depends on what nobody knows (*if the fridge is open, …*) is asked back.
    """
    if request.state is None or not request.state.for_all:
        return None

    def heard(begun: TransitionSystem[Any]) -> GoalAnswer | None:
        try:
            return read(begun, _nobody)
        except _NeedsModel:
            return None

    samples = request.state.samples()
    found = list(map(heard, samples))
    goals = [one.literals for one in found if one is not None and one.status == "goal"]
    whole = max(goals, key=len, default=())
    open_ = set(request.state.possible.unknown)
    undone = [one for one in whole if not one.positive and Atom(one.predicate, one.args) in open_]
    for place, (begun, one) in enumerate(zip(samples, found, strict=True) if undone else ()):
        # *Wash the mug* means the same where it happens to be clean, and nothing is left to be undone.
        known = Goals(begun, budget=FAR)
        if NOTHING_LEFT in (unread(request.instruction, begun, known) if one is None else one.why):
            dirty = begun.task.initial.union(Atom(each.predicate, each.args) for each in undone)
            found[place] = heard(Problem.from_task(replace(begun.task, initial=dirty)))
        elif one is not None and one.status != "question":
            so = [each for each in undone if not known.knows(each)]  # for good: no action makes it otherwise
            so = [each for each in so if Atom(each.predicate, each.args) not in begun.task.initial]
            found[place] = replace(one, literals=whole) if {*one.literals, *so} == set(whole) else one
    answers = [one for one in found if one is not None]
    if not answers:
        return None
    # as sets: which literal comes first may differ with what is so in a state
    said = {
        frozenset(one.literals) if one is not None and one.status != "question" else None for one in found
    }
    rules = {one.rules for one in answers}
    if len(answers) == len(found) and len(said) == len(rules) == 1 and None not in said:
        goals = [one for one in answers if one.status == "goal"]
        waiting = [one for one in answers if not one.why.startswith(_ALREADY)]
        return (goals or waiting or answers)[0]
    if all(one is not None and one.to_json() == answers[0].to_json() for one in found):
        return answers[0]
    listed = ", ".join(map(str, request.state.possible.unknown[:4]))
    more = ", …" if request.state.possible.unknown[4:] else ""
    readings = list({frozenset(one.literals): one.literals for one in answers if one.literals}.values())
    nothing = any(one is None or not one.literals for one in found)
    ways = [*map(in_words, readings), *(["nothing."] if nothing else [])]
    return GoalAnswer(
        "question",
        why=f"What it asks for depends on facts of which it is not known whether they hold: {listed}{more}. In one "
        f"possible state: {' In another: '.join(ways)} Look first (--unknown look in a closed loop), or say what "
        "holds.",
        alternatives=tuple(Alternative(one, 1 / len(ways)) for one in readings),
    )


class _NeedsModel(Exception):
    """The readers abstained."""


def _nobody() -> NoReturn:
    raise _NeedsModel


def goal_and_plan(request: Request, vocabulary: Vocabulary) -> tuple[Request, PlanRequest]:
    """What is to be written for a request whose goal is read off its instruction, in one text (`one_pass`).

    Where the readers understand the instruction, a plan for their goal. Where only a model can, a goal and then a plan
    for it; whatever the sentence does not bear out is asked back when it is written.

    Returns:
        The request, refused (`Request.refusal`) where there is a question or nothing to plan for; and the job.

    Raises:
        ConstraintError: If the request has a goal, or a constraint that no goal is written under.
    """
    problem, configuration = request.problem, cast("Configuration", request.configuration)
    if request.constraint is not None or not request.enforces(GOAL):
        what = "`constraint`" if request.constraint is not None else "`constraints` without 'goal'"
        raise ConstraintError(
            f"`one_pass` writes a plan that reaches the goal written before it, and there is {what}. Leave one out."
        )
    if not lacks_goal(problem):
        raise ConstraintError(
            "`one_pass`: the problem has a goal, so there is none to write. Leave one_pass out, or the goal."
        )
    if request.refusal is not None:
        return request, job_of(request, None)
    limits = configuration.search_limits
    budget = FAR if configuration.budget is None else configuration.budget
    bounds: dict[str, Any] = {"budget": budget, "seen": request.seen, "acting": request.seen}
    bounds |= {} if limits is None else {"limits": limits}
    heard, goals = _heard(request.instruction, problem, bounds, request.rules, configuration.aliases)
    found = _read(heard, problem, goals, bounds, request.rules, alone=False)
    if isinstance(found, str):
        members = members_of(problem)
        asked_for, language = _language(heard, goals, members)
        why = found
        if not asked_for:
            found = GoalAnswer("question", why=f"No word of it asks for anything that can be so here: {why}.")
        else:
            constraint = GoalPlanConstraint(
                problem,
                vocabulary,
                request.plan_format,
                seen=request.seen,
                limits=limits,
                slack=request.room,
                loops=configuration.loops,
                goals=language,
            )

            def doubt(literals: Literals) -> str | None:
                return _doubt(literals, heard, members)

            near = nearest_examples(
                heard.sentence, *of_people(configuration.examples, configuration.embedder)
            )
            both = _both_messages(request, problem, language, near)
            prompt = both if request.prompt is None else request.prompt
            return request, replace(job_of(request, constraint), prompt=prompt, doubt=doubt)
    if found.status != "goal":
        return request.refused(found.failure), job_of(request, None)
    kept = [*(configuration.rules or ()), *found.rules]
    aimed = request.but(problem=with_literals(problem, found.literals), rules=kept)
    request = aimed.clarified(request.requirements).seeing(request.sight)
    made = request.constrained(vocabulary, guidance=0.0)
    return request, replace(job_of(request, made), goal=found.literals)


def _heard(
    sentence: str,
    system: TransitionSystem[Any],
    bounds: Mapping[str, Any],
    rules: Sequence[Rule],
    aliases: Mapping[str, str] | None,
) -> tuple[Heard, Goals]:
    """What a sentence speaks of, and the goals there are, named in its order.

    Raises:
        ConstraintError: If the sentence is empty, or nothing can be asked for in this problem.
    """
    text = checks.text("instruction", sentence, hint="It says in words what is to be so.")
    if not text.strip():
        raise ConstraintError(
            "The instruction is empty. Say in words what is to be so: 'the milk is in the fridge'."
        )
    heard = Heard(without_remarks(text, system), system, bounds["seen"], aliases, whole=text)
    order = [name for one in heard.things for name in one.fits]
    goals = Goals(system, rules=rules, order=order, **bounds)
    if not goals.literals:
        raise ConstraintError(
            f"No fact of {system.name!r} over what is seen can become true or false, so there is nothing to ask for."
        )
    return heard, goals


def _read(
    heard: Heard,
    system: TransitionSystem[Any],
    goals: Goals,
    bounds: Mapping[str, Any],
    rules: Sequence[Rule],
    *,
    alone: bool = True,
) -> GoalAnswer | str:
    """What the readers make of a sentence; why they abstain, where a model may be asked.

    Args:
        alone: The model writes a goal and nothing else, so that it is known how sure it is of it.
    """
    for said, why in (
        (heard.quotes, "It tells what somebody says. Ask for it, if it is to be so."),
        (heard.addressed, f"It is said to {heard.addressed}. Ask for it, if the robot is to do it."),
        (heard.talks_of, f"{heard.talks_of!r} only tells of it. Ask for it, if it is to be so."),
        (heard.taken_back, f"{heard.taken_back!r} takes it back. Say what is to be so, if anything is."),
        (heard.forbids, f"{heard.forbids!r} seems to forbid something. What is to be so at the end?"),
        (
            heard.delayed,
            f"A goal is for now, and cannot wait or last: what is to be done about {heard.delayed!r}?",
        ),
    ):
        if said:
            return GoalAnswer("question", why=why)
    if heard.corrects:
        return GoalAnswer(
            "question",
            why=f"{heard.corrects!r} takes back what was said before. What is to be so?",
            open=True,
            doubtful=True,
        )
    if heard.of_another:
        why = f"As far as facts tell, {heard.of_another!r} is somebody else's. Say which is meant."
        return GoalAnswer("question", why=why)
    if heard.unlike:
        why = f"Nothing here that is called so is {heard.unlike!r}, as far as facts tell. Say which is meant."
        return GoalAnswer("question", why=why)
    if heard.absent and not heard.is_question:
        # What clause by clause is read to the last word, each thing by its name or another word for it, is there.
        ways = asked(heard.sentence, system, goals)
        if not isinstance(ways, str) and ways[0].as_order and heard.known_by_another_name(ways[0].literals):
            return _as_read(heard, system, goals, ways, rules, bounds)
    if heard.is_question:
        why = "It asks for an answer, not for something to be so."
        return GoalAnswer("question", why=why, open=True, doubtful=True)
    if heard.absent:
        return GoalAnswer("question", why=" ".join(map(describe, heard.absent)), open=True)
    found = asked(heard.sentence, system, goals)
    if not isinstance(found, str):
        return _as_read(heard, system, goals, found, rules, bounds)
    why, open_, doubtful = None, False, False
    if isinstance(found, Unclear):
        why = f"It may mean several things: {found}"
    elif not heard.things:
        foreign = "It is read as English. " if heard.is_foreign else ""
        why = f"It names nothing that there is here ({found}). {foreign}{_could_be(system, goals)}"
        open_ = True
    elif heard.turned:
        why = f"It was not understood what {heard.turned[0]!r} turns round: {found}."
        open_ = "unless" not in heard.turned  # of which a model makes an order
    elif heard.tells:
        why = f"It may only tell what somebody has done: {found}."
        open_ = doubtful = True
    elif heard.pronouns and not alone:
        why = f"It was not understood what {heard.pronouns[0]!r} stands for: {found}."
    elif heard.unknown and (
        not alone
        or heard.is_foreign
        or len(heard.unknown) > _MOST_UNKNOWN
        or not PREPOSITIONS.isdisjoint(heard.unknown)  # *behind the sofa*, where nothing can be
    ):
        why = f"Nothing here is known by {', '.join(map(repr, heard.unknown))}: {found}."
        open_ = True
    return found if why is None else GoalAnswer("question", why=why, open=open_, doubtful=doubtful)


def _as_read(
    heard: Heard,
    system: TransitionSystem[Any],
    goals: Goals,
    found: Sequence[Asked],
    rules: Sequence[Rule],
    bounds: Mapping[str, Any],
) -> GoalAnswer:
    """What the reader of requirements understood."""
    if not _KEEPING.search(heard.sentence):  # how something is is why it is asked for
        found = list(dict.fromkeys(replace(one, rules=_undenied(one)) for one in found))
        found = [one for one in found if not _denies_itself(one.literals)] or found
    kept = found[0].rules
    if any(one.rules != kept for one in found):
        said = [one for one in found if one.literals]
        if said and all(all(map(goals.knows, one.literals)) and goals.holds(one.literals) for one in said):
            why = f"It is so already: {in_words(said[0].literals)} What is to stay so on the way is a rule."
            return GoalAnswer("none", said[0].literals, why)
        ways = dict.fromkeys(
            " ".join(
                [
                    *([in_words(one.literals)] if one.literals else []),
                    *(f"{rule.formula}." for rule in one.rules),
                ]
            )
            for one in found
        )
        return GoalAnswer(
            "question", why=f"It may ask for {len(ways)} things: {' Or: '.join(ways)} Say which."
        )
    readings = list(dict.fromkeys(one.literals for one in found))
    if readings == [()]:
        demands = not any("!" in str(one.formula) for one in kept)  # *everything on the sofa should be moved*
        return GoalAnswer("none", why="It asks for nothing to be so in the end.", rules=kept, open=demands)
    if kept:
        readings = [with_kept(one, kept, goals) for one in readings]
        goals = Goals(system, rules=[*rules, *kept], order=(), **bounds)
        readings = [in_order(one, goals) for one in readings]
    members = members_of(system)
    alternatives = tuple(Alternative(one, 1 / len(readings)) for one in readings)
    if len(readings) > 1:
        why = (
            f"It may mean {len(readings)} things: {' Or: '.join(one.text for one in alternatives)} Say which."
        )
        return GoalAnswer("question", readings[0], why, alternatives, kept, open=not kept)
    if untrue := heard.untrue(readings[0]):
        why = f"It is not at {untrue[0]!r}, as is said. Is this meant? {in_words(readings[0])}"
        return GoalAnswer("question", readings[0], why, alternatives, kept)
    if places := heard.where_in(readings[0], goals):
        return GoalAnswer(
            "question", readings[0], f"Where there? At {', '.join(places)}.", alternatives, kept
        )
    if found[0].as_order:
        return _judged(readings[0], goals, alternatives, kept)
    if several := _several(heard, readings[0], members, goals):
        others = _swapped(readings[0], several[0].fits, goals)
        alternatives = tuple(Alternative(one, 1 / len(others)) for one in others)
        return GoalAnswer("question", readings[0], _which(several), alternatives, kept)
    if heard.pronouns and (other := heard.not_said(readings[0], members)):
        why = f"It does not speak of {', '.join(other)}: is this what {heard.pronouns[0]!r} stands for? "
        why += in_words(readings[0])
        return GoalAnswer("question", readings[0], why, alternatives, kept)
    if dropped := heard.added(readings[0], kept, members):
        why = f"What is to be so of {dropped[0]!r}? {in_words(readings[0])}"
        return GoalAnswer("question", readings[0], why, alternatives, kept)
    if missing := heard.not_there(readings[0], goals.facts_at_first):
        why = f"It is not at {missing[0]!r}, from where it is to be taken. Is this meant? {in_words(readings[0])}"
        return GoalAnswer("question", readings[0], why, alternatives, kept)
    if sources := heard.taken_from(readings[0]):
        return GoalAnswer("question", readings[0], _from(sources, readings[0]), alternatives, kept)
    if misplaced := heard.misplaced(readings[0]):
        return GoalAnswer("question", readings[0], _elsewhere(misplaced, readings[0]), alternatives, kept)
    return _judged(readings[0], goals, alternatives, kept)


_KEEPING = re.compile(r"\b(?:keep|kept|leave|stays?|remains?|must|should|never|always|not)\b|n['’]t\b", re.I)


def _undenied(one: Asked) -> tuple[Rule, ...]:
    """Its rules, without those that say but how what is asked for is at first: *feed Coco, she is hungry*."""
    denied = {
        f"G {'!' if lit.positive else ''}{lit.predicate}({', '.join(lit.args)})" for lit in one.literals
    }
    return tuple(rule for rule in one.rules if str(rule.formula) not in denied)


def _denies_itself(literals: Literals) -> bool:
    return any(replace(one, positive=not one.positive) in literals for one in literals)


def _judged(
    literals: Literals, goals: Goals, alternatives: tuple[Alternative, ...], kept: tuple[Rule, ...] = ()
) -> GoalAnswer:
    """A goal, if it can be asked for."""

    def none(why: str) -> GoalAnswer:
        return GoalAnswer("none", literals, why, alternatives, kept, undecided=len(goals.undecided))

    if goals.so_at_first(literals):
        # *Blind down in the bedroom* is not about where the blind is.
        for_good = not any(map(goals.knows, literals))
        return replace(none(f"{_ALREADY}: {in_words(literals)}"), open=for_good)
    unknown = [one for one in literals if not goals.knows(one) and not goals.so_at_first([one])]
    literals = tuple(
        one for one in literals if goals.knows(one) or one in unknown
    )  # the others are so for good
    if unknown:
        shown = in_words(unknown)
        return none(f"It can never become so, or is so for good, or it is not seen: {shown}")
    why = goals.why_not(literals)
    reached = why == "undecided" and goals.within_reach(*goals.masks(literals)) is True
    if why is None or reached:  # that something is said twice, as may be, makes no other goal of it
        return GoalAnswer("goal", literals, "", alternatives, kept, undecided=len(goals.undecided))
    said = {
        "contradictory": "It contradicts itself",
        "implied": "It says something twice",
        "unreachable": f"It {goals.out_of_reach}",
        "undecided": "The limits of the search left open whether it can be reached",
    }[why]
    return none(f"{said}: {in_words(literals)}")


def _swapped(literals: Literals, alike: Sequence[str], goals: Goals) -> list[Literals]:
    """A goal with each of several things in place of one of them, or of all, as far as goals know it; itself first."""
    used = next((name for name in alike for one in literals if name in one.args), BOUND)
    found = {literals: None}
    for name in alike:
        swapped = [
            replace(
                one,
                args=tuple(name if arg == used else arg for arg in one.args),
                kind="" if used == BOUND else one.kind,
            )
            for one in literals
        ]
        if name != used and all(map(goals.knows, swapped)):
            found[in_order(swapped, goals)] = None
    return list(found)


def _from(sources: Sequence[str], literals: Literals) -> str:
    return f"It speaks of what is taken from {sources[0]!r}. Is this meant? {in_words(literals)}"


def _elsewhere(misplaced: Sequence[str], literals: Literals) -> str:
    return f"Nothing can be {misplaced[0]!r} as it is said here. Is this meant? {in_words(literals)}"


def _several(
    heard: Heard, literals: Literals, members: Mapping[str, Collection[str]], goals: Goals
) -> list[Thing]:
    """Of which several things of a noun a goal takes one, where the noun phrase does not tell which."""
    found = heard.several(literals, members)
    return [one for one in found if not heard.told_apart(one, literals, goals)]


def _which(several: Sequence[Any]) -> str:
    one = several[0]
    return f"There are several things that {one.said!r} may mean: {', '.join(one.fits)}. Say which."


# ------------------------------------------------------------------ what a model writes


def _language(
    heard: Heard, goals: Goals, members: Mapping[str, Collection[str]]
) -> tuple[list[GoalLiteral], Goals]:
    """What the words of a sentence can ask for, and the goals that a model may write of it.

    A goal that speaks of anything else, or of what no word asks for, would not be taken.
    """
    spoken = [
        one
        for one in goals.literals
        if one.args and len(set(one.args)) == len(one.args) and not heard.not_said([one], members)
    ]
    asked_for = [one for one in spoken if not heard.not_asked([one])]
    return asked_for, goals.over(asked_for or spoken) if spoken else goals


def _doubt(literals: Literals, heard: Heard, members: Mapping[str, Collection[str]]) -> str | None:
    """Why people are to be asked about a goal that a model wrote: what of the sentence it does not bear out."""
    text = in_words(literals)
    if several := heard.several(literals, members):
        return _which(several)
    if vague := [one for one in heard.things if not one.exact]:
        return f"Nothing is called {vague[0].said!r}; is {' or '.join(vague[0].fits)} meant?"
    if corrected := heard.kept_otherwise(literals) or heard.not_corrected(literals):
        return f"It says {corrected!r}. Is this meant? {text}"
    if opposed := heard.opposed(literals):
        return f"Nothing here is called {opposed[0]!r}. Is this meant? {text}"
    if sources := heard.taken_from(literals):
        return _from(sources, literals)
    if misplaced := heard.misplaced(literals):
        return _elsewhere(misplaced, literals)
    if left := heard.left_out(literals, members):
        return f"It speaks of {left[0]!r}, of which nothing would be asked: {text}"
    if more := heard.not_said(literals, members):
        return f"It does not speak of {', '.join(more)}: is this meant? {text}"
    if heard.carries and not any(len(one.args) > 1 for one in literals):
        return f"Is this meant? {text}"
    if unmet := heard.unmet(literals):
        return f"What does {unmet[0]!r} ask for? {text}"
    odd = heard.not_asked(literals)
    if len(odd) > len(heard.unknown):
        return f"Is this meant? {in_words(odd)}"
    return None


_FOR_ANOTHER = 0.6
"""With how much of its own probability a model takes what is here for what nothing here is called: no fridge for a
*freezer*. Of eight homes, Qwen gave at least 0.85 wherever it was right to."""


_FAINT = 0.01
"""What takes less is not listed among what could be meant."""
_AGREED = 0.05
"""With how much a goal is taken that the clauses which are read by their words ask for, too."""
_UNNAMED = 0.6
"""With how much it takes what the sentence has no noun for, where some of its words are known to nobody."""


def _as_trained(
    heard: Heard,
    system: TransitionSystem[Any],
    goals: Goals,
    reader: trained.Reader,
    found: GoalAnswer | str,
) -> GoalAnswer:
    """What a model that was trained to read sentences makes of one on which the readers of words abstained.

    Args:
        found: What those made of it, or why they abstained.
    """
    why = found if isinstance(found, str) else found.why
    why += "" if why.endswith((".", "?")) else "."
    doubtful = why if not isinstance(found, str) and found.doubtful else ""
    if heard.hedged:
        doubtful = f"What does {heard.hedged!r} ask for? {why}"
    if heard.is_vague:
        doubtful = f"What is to be done about it? {why}"
    sure = reader.sure.doubtful
    if doubtful and sure is None and not heard.wishes:
        return GoalAnswer("question", why=doubtful)
    doubtful = "It seems not to be English." if heard.seems_foreign else doubtful
    read = trained.read_goal(heard.sentence, system, goals, reader)
    reached = [one for one in read if not goals.so_at_first(one.literals) and not goals.why_not(one.literals)]
    alternatives = tuple(
        Alternative(one.literals, one.share) for one in reached if one.share >= _FAINT or one is read[0]
    )
    if not read:
        return GoalAnswer("question", why=why, by_model=True)
    best, share, steady = read[0]
    whose = for_whom(heard.sentence, best, system, goals)
    best = best if isinstance(whose, str) else whose
    rather_none = share < 1 - sum(one.share for one in read)

    def question(said: str) -> GoalAnswer:
        first = alternatives[0].literals if alternatives and not rather_none else ()  # what --yes takes
        return GoalAnswer("question", first, said, alternatives, (), True, len(goals.undecided))

    if turned := heard.turned_round(best):
        return question(f"It says {turned!r}, and that cannot be. Is this meant? {in_words(best)}")
    if others := heard.others(best):
        return question(_which(others))
    members = members_of(system)
    needed = reader.sure.goal
    if heard.is_order and reader.sure.ordered is not None:
        needed = reader.sure.ordered
    # Below that, what the clauses ask for makes no difference, and reading them takes time.
    heeded = share >= min(_AGREED, needed)
    clauses = tuple(read_alone(heard.sentence, system, goals, borne=True)) if heeded else ()
    dropped = heard.dropped(best, members)
    agreed = clauses and share >= _AGREED and not doubtful and not dropped
    if agreed and say_the_same(clauses, best, goals) and not heard.untouched(best, members):
        whole = in_order({*best, *clauses}, goals)  # also what is so already, and is to stay so
        return replace(_judged(whole, goals, alternatives), by_model=True)
    if share < needed:
        guess = alternatives and share >= _AGREED
        return question(f"{why} Is this meant? {in_words(alternatives[0].literals)}" if guess else why)
    if not steady:
        either = " Or: ".join(one.text for one in alternatives[:2])
        return question(f"{why} Is this meant? {either}")
    if isinstance(whose, str):
        return question(f"{why} {whose[0].upper()}{whose[1:]}. Is this meant? {in_words(best)}")
    if heard.hedged and {*heard.wishes} & {name for one in best for name in one.args}:
        doubtful = ""  # *Agnes would like her glasses* is asked for
    known = () if isinstance(found, str) else [one.literals for one in found.alternatives]
    if known and best not in known:  # the readers understood something else
        return question(f"{why} Is this meant? {in_words(best)}")
    if clauses and undone(clauses, best, goals):
        return question(f"It says: {in_words(clauses)} Or is this meant? {in_words(best)}")
    if dropped:
        return question(f"It says {dropped[0]!r}, which nothing would be: is this meant? {in_words(best)}")
    if corrected := heard.kept_otherwise(best) or heard.not_corrected(best) or heard.forbidden(best):
        return question(f"It says {corrected!r}. Is this meant? {in_words(best)}")
    if opposed := heard.opposed(best):
        return question(f"Nothing here is called {opposed[0]!r}. Is this meant? {in_words(best)}")
    if refused := heard.refused(best):
        return question(f"Somebody does not want {refused[0]!r}: is this meant? {in_words(best)}")
    if untrue := heard.untrue(best) or heard.elsewhere(best, goals, members):
        return question(f"It is not at {untrue[0]!r}, as is said. Is this meant? {in_words(best)}")
    if strangers := heard.strangers(best, members):
        return question(f"Nobody here is called {strangers[0]!r}. Is this meant? {in_words(best)}")
    if several := [one for one in _several(heard, best, members, goals) if one.exact]:
        return question(_which(several))
    if heard.is_vague:
        return question(f"{doubtful} Is this meant? {in_words(best)}")
    if sure is None or share < sure:  # surer than that, it is believed
        doubt = f"{doubtful} Is this meant? {in_words(best)}" if doubtful else None
        doubt = doubt or _doubt_of_trained(best, share, heard, system, members)
        if doubt is not None:
            return question(doubt)
    return replace(_judged(best, goals, alternatives), by_model=True)


def _doubt_of_trained(
    best: Literals,
    share: float,
    heard: Heard,
    system: TransitionSystem[Any],
    members: Mapping[str, Collection[str]],
) -> str | None:
    """Why people are to be asked about a goal that a trained model wrote: what of the sentence speaks against it."""
    meant = in_words(best)
    if not heard.seems_foreign and (slip := trained.slip(heard.sentence, RuleNotation(system).lists)):
        return f"{slip} Is this meant? {meant}"
    if left := heard.not_brought(best, members):
        return f"It speaks of {left[0]!r}, of which nothing would be asked: {meant}"
    if untouched := heard.untouched(best, members):
        return f"It says what to do with {untouched!r}, of which nothing would be asked: {meant}"
    if left := heard.not_all(best):
        return f"What of {', '.join(left)}? Is this meant? {meant}"
    if elsewhere := heard.displaced(best, members):
        return f"It speaks of {elsewhere[0]!r}, where nothing would be: {meant}"
    if contrary := heard.contrary(best):
        return f"It says {contrary!r}, which would do the opposite: is this meant? {meant}"
    if several := heard.several(best, members):
        return _which(several)
    guessed = [one.said for one in heard.things if one.guessed]
    used = {name for one in best for name in one.args}
    guessed += [one.text for one in heard.absent if not used.isdisjoint(one.near)]
    if guessed and share < _FOR_ANOTHER:
        return f"Nothing here is called {guessed[0]!r}. Is this meant? {meant}"
    all_known = not guessed and not heard.absent and not heard.unknown
    for unspoken in (
        heard.for_somebody(best, members)[:1],
        heard.astray(best, members),
        heard.unnamed(best, members) if all_known or share < _UNNAMED else [],
    ):
        if unspoken:
            return f"It does not speak of {', '.join(unspoken)}: is this meant? {meant}"
    return None


def _by_model(
    heard: Heard,
    system: TransitionSystem[Any],
    goals: Goals,
    writer: Writer,
    why: str,
    examples: Sequence[tuple[str, str]] | None,
    margin: float,
) -> GoalAnswer:
    """What a model makes of a sentence on which the readers abstained, where the sentence bears it out."""
    members = members_of(system)
    spoken = [
        one
        for one in goals.literals
        if one.args
        and not one.kind
        and len(set(one.args)) == len(one.args)
        and not heard.not_said([one], members)
    ]
    found = written(heard.sentence, system, goals, spoken, writer, examples) if spoken else []
    borne = [one for one in found if _doubt(one[0], heard, members) is None]
    most = found[0][1] if found else 0.0
    reached = [one for one in (borne or found) if not goals.so_at_first(one[0]) and not goals.why_not(one[0])]
    mass = sum(math.exp(log - most) for _, log in reached)
    alternatives = tuple(Alternative(one, math.exp(log - most) / mass) for one, log in reached)

    def question(said: str) -> GoalAnswer:
        best = alternatives[0].literals if alternatives else ()
        return GoalAnswer("question", best, said, alternatives, (), True, len(goals.undecided))

    if not found:
        return question(f"No word of it asks for anything that can be so here: {why}.")
    if not borne:
        return question(_doubt(found[0][0], heard, members) or why)
    best, log = borne[0]
    second = borne[1][1] if len(borne) > 1 else -math.inf
    # With a word that nothing here accounts for, the model alone knows what it means: it has to be sure.
    if log < (_SURE if heard.unknown else _LIKELY * len(best)):
        return question(f"{why} Is this meant? {in_words(best)}")
    if 1 - math.exp(second - log) < margin:
        either = " Or: ".join(in_words(one) for one, _ in borne[:2])
        return question(f"It may mean several things: {either} Say which.")
    return replace(_judged(best, goals, alternatives), by_model=True)


_SURE, _LIKELY = -1.6, -3.0
"""So likely a model has to write by itself what is taken, whatever a constraint forbids it: natural logs, of a goal
whose sentence has words that nobody knows; and of each part of another."""
_WIDTH = 6


def written(
    sentence: str,
    system: TransitionSystem[Any],
    goals: Goals,
    spoken: Sequence[GoalLiteral],
    writer: Writer,
    examples: Sequence[tuple[str, str]] | None = None,
) -> list[tuple[Literals, float]]:
    """The goals that a model writes for a sentence over some literals, whichever order its examples have.

    Returns:
        Each with the log of the probability with which the model itself writes it, in any order of its parts, under the
        order of the examples where that is least; the likeliest first. What it writes under one alone is none.
    """
    constraint = GoalConstraint(
        system, writer.vocabulary, "calls", goals=goals.over(spoken), reachable=False, ordered=False
    )
    if constraint.failure() is not None:
        return []
    language = constraint.goals.language
    turns: list[dict[Literals, float]] = []
    for turned in (False, True):
        prompt = goal_messages(sentence, system, goals, examples, turned=turned)
        logs: dict[Literals, float] = {}
        for text, log in trained.beams(writer, prompt, constraint, _WIDTH, language):
            literals = constraint.read(text)
            if literals is None:  # cut by the model's context
                continue
            key = in_order(literals, goals)
            logs[key] = _log_add(logs[key], log) if key in logs else log
        turns.append(logs)
    both = {one: min(log, turns[1][one]) for one, log in turns[0].items() if one in turns[1]}
    return sorted(both.items(), key=lambda one: -one[1])


def _log_add(one: float, other: float) -> float:
    most = max(one, other)
    return most + math.log(math.exp(one - most) + math.exp(other - most))


_TASK = (
    "You write what a person asks for as a goal: facts over the given predicates and objects that are to hold in the "
    "end, joined by `and`, with `not` before what is not to hold, and `for every TYPE:` before what is to hold of each "
    "thing of a type. Say all that is asked for, and nothing else.\n\nThe first sentences are about a library:\n"
    "Predicates: dusty(shelf), lit(lamp), locked(door), on(book, shelf), open(door)\n"
    "Objects: book: atlas, novel; door: front_door, vault; lamp: reading_lamp, desk_lamp; shelf: top_shelf, low_shelf"
)


def goal_messages(
    sentence: str,
    system: TransitionSystem[Any],
    goals: Goals,
    examples: Sequence[tuple[str, str]] | None = None,
    *,
    turned: bool = False,
) -> list[Message]:
    """The chat that asks for a goal: predicates, objects, what holds now, examples, and the sentence.

    Args:
        turned: The examples come in the opposite order.
    """
    chat: list[Message] = [{"role": "system", "content": _TASK}]
    shown = [*_library(), *(examples or ())]
    for one, goal in reversed(shown) if turned else shown:
        chat += [{"role": "user", "content": f"Sentence: {one}"}, {"role": "assistant", "content": goal}]
    about = f"Now about something else:\n{_described(system, goals)}"
    chat.append({"role": "user", "content": f"{about}\nSentence: {' '.join(sentence.split())}"})
    return chat


def _both_messages(
    request: Request, system: TransitionSystem[Any], goals: Goals, examples: Sequence[tuple[str, str]]
) -> list[Message]:
    """The chat that asks for a goal on the first line, and for a plan on those that follow."""
    chat = goal_messages(request.instruction, system, goals, examples)
    asked_for = request.but(prompt=None).messages(None if goals.budget == FAR else goals.budget)
    plan = "\n".join(str(one["content"]) for one in cast("Sequence[Message]", asked_for))
    last = f"{chat[-1]['content']}\nWrite the goal on the first line; then the plan for it.\n{plan}"
    return [*chat[:-1], {"role": "user", "content": last}]


def _described(system: TransitionSystem[Any], goals: Goals) -> str:
    words, types = system.rule_words(), system.lexicon.types
    used = {name for one in goals.literals for name in one.args}
    kinds = {kind: [name for name in members if name in used] for kind, members in types.items()}
    listed = [f"{kind}: {', '.join(found)}" for kind, found in kinds.items() if found]
    holds, _ = next(iter(words.replay(())))
    now = [
        GoalFormat.calls().literal(one)
        for one in goals.literals
        if one.positive and not one.kind and holds(one.predicate, one.args)
    ]
    return "\n".join(
        (
            f"Predicates: {', '.join(_signatures(system, goals))}",
            f"Objects: {'; '.join(listed) or ', '.join(system.entities)}",
            f"Now: {', '.join(now[:_MOST_FACTS])}",
        )
    )


def _signatures(system: TransitionSystem[Any], goals: Goals) -> list[str]:
    """Each predicate with the smallest type that holds all that stands at each place."""
    types = {kind: set(members) for kind, members in system.lexicon.types.items()}
    found: dict[str, list[set[str]]] = {}
    for one in goals.literals:
        if not one.kind:
            places = found.setdefault(one.predicate, [set() for _ in one.args])
            for place, name in zip(places, one.args, strict=True):
                place.add(name)

    def kind(members: set[str]) -> str:
        fitting = [(len(those), name) for name, those in types.items() if members <= those]
        return min(fitting)[1] if fitting else "object"

    return [f"{name}({', '.join(map(kind, places))})" for name, places in sorted(found.items())]


def _could_be(system: TransitionSystem[Any], goals: Goals) -> str:
    things = sorted({name for one in goals.literals for name in one.args if not one.kind})
    return (
        f"What can be asked for: {', '.join(_signatures(system, goals))}; of {', '.join(things[:20])}"
        f"{' and others' if len(things) > 20 else ''}."
    )


@cache
def _library() -> tuple[tuple[str, str], ...]:
    return tuple(
        _examples(
            resources.files("clamp.hosts").joinpath("goal_examples.jsonl").read_text("utf-8"), "examples"
        )
    )


def read_examples(path: Path) -> list[tuple[str, str]]:
    """Examples of a file for the prompt: JSON Lines with `sentence` and `goal`.

    Raises:
        ConstraintError: If it cannot be read, or a line is none.
    """
    return _examples(read_text(path, "examples of goals", ConstraintError), str(path))


def of_people(
    examples: str | os.PathLike[str] | None, embedder: str | None
) -> tuple[list[tuple[str, str]], Embedder | None]:
    """The examples of a file, and what compares them, which is loaded when it does; nothing of what is not given.

    Raises:
        ConstraintError: If the file holds no examples.
        HostError: If the embedder is a folder that holds none.
    """

    def embed(texts: list[str]) -> Any:
        assert embedder is not None
        return sentence_embedder(embedder)(texts)

    found = [] if examples is None else read_examples(Path(examples))
    if embedder is not None:
        local_folder(embedder, ("modules.json", "config.json"))
    return found, None if embedder is None else embed


def nearest_examples(
    sentence: str,
    examples: Sequence[tuple[str, str]],
    embed: Embedder | None = None,
    most: int = MOST_EXAMPLES,
) -> list[tuple[str, str]]:
    """The examples for a prompt: those whose sentences are nearest to one, the nearest last; without `embed` the first.

    Args:
        embed: Texts to vectors; near is what has a high cosine.
        most: How many, where there are more.

    Raises:
        SceneError: If `embed` returns something else than a vector for each text.
    """
    if embed is None or not examples:
        return list(examples[:most])
    told = unit_vectors(embed([sentence, *(one for one, _ in examples)]))
    near = np.argsort(-(told[1:] @ told[0]), kind="stable")[:most]
    return [examples[number] for number in reversed(near.tolist())]


def _examples(text: str, where: str) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            one = json.loads(line)
            sentence, goal = one["sentence"], one["goal"]
        except (ValueError, TypeError, KeyError):
            sentence = goal = None
        if not isinstance(sentence, str) or not isinstance(goal, str):
            raise ConstraintError(
                f'{where}, line {number}: an example is a line {{"sentence": "…", "goal": "in(milk, fridge)"}}.'
            )
        found.append((sentence, goal))
    return found


__all__ = [
    "Alternative",
    "GoalAnswer",
    "goal_and_plan",
    "goal_messages",
    "goal_of",
    "nearest_examples",
    "of_people",
    "read_examples",
    "said_directly",
    "written",
]
