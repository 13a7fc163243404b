"""What the reader of sentences abstains on, said by the model: under a grammar that writes rules of the scene alone.

The model chooses a pattern and what fills it, among the actions and facts of the planning problem, or that it does not
know. What it says is kept only where some plan keeps it together with the other rules; it is said back in plain words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

from clamp.automata import Vocabulary
from clamp.decoding.forms import FormConstraint, Part, any_of, in_order, text
from clamp.decoding.result import PlanResult
from clamp.errors import ConstraintError, RuleError
from clamp.hosts.request import PlanRequest, Request
from clamp.planning.rules.book import at_most, before, finally_, never, response, within
from clamp.planning.rules.formula import Compound, Formula, Proposition, Rule
from clamp.planning.system import TransitionSystem
from clamp.words.naming import plain
from clamp.words.requirements import VERSION, Clause, Reading, Requirements
from clamp.words.wording import wording_of


class Writer(Protocol):
    """What is needed of a planner here."""

    name: str
    vocabulary: Vocabulary

    def plan_many(self, requests: Sequence[PlanRequest]) -> Sequence[PlanResult]:
        """Write a text for each request."""
        ...


MOST_ACTIONS = 2_000
"""More actions than this would make the grammar larger than what is gained by it."""
_MOST_FACTS = 400
_UNKNOWN = "unknown"
_PATTERNS = ("before", "after", "right after", "never", "at most once", "at the end")
_KNOWN: dict[tuple[str, str, int, str], str] = {}
"""What a model said: by the clause, the domain, the reader's version and the model."""


def by_model(request: Request, planner: Writer) -> Request:
    """The request with what the model says the clauses mean on which the reader abstained.

    Clauses that may mean several things stay so: that is for people to say.

    Raises:
        RuleError: If a clause is left that is not understood.
        ConstraintError: If the problem has too many actions.
    """
    found = request.requirements
    unclear = [clause for clause in found.clauses if clause.status == "abstained"]
    if not unclear:
        return request
    words = _Words.of(request.problem)
    clauses: list[Clause] = []
    for clause in found.clauses:
        if clause.status == "abstained":
            told = words.meaning(clause, _said(clause, request, planner, words))
            clause = clause if told is None else _if_keepable(told, [*clauses], request, planner.vocabulary)
        clauses.append(clause)
    return request.clarified(Requirements(found.text, tuple(clauses)))


class _Words:
    """The actions and facts of a problem, as the grammar spells them."""

    def __init__(self, actions: Mapping[str, Formula], facts: Mapping[str, Formula], said: Mapping[str, str]):
        self._actions, self._facts, self._plain = actions, facts, said

    @classmethod
    def of(cls, problem: TransitionSystem[Any]) -> _Words:
        """Those of a problem.

        Raises:
            ConstraintError: If there are too many.
        """
        if len(problem.actions) > MOST_ACTIONS:
            raise ConstraintError(
                f"on_unclear='model' writes rules over the actions of {problem.name!r}, but there are "
                f"{len(problem.actions):,}; more than {MOST_ACTIONS:,} are too many. Write the requirement as a rule."
            )
        actions: dict[str, Formula] = {
            str(one): Proposition(one.name, one.args, True) for one in problem.actions
        }
        said = {str(one): " ".join(map(plain, (one.name, *one.args))) for one in problem.actions}
        facts: dict[str, Formula] = {}
        words = problem.rule_words()
        for name, arities in sorted(words.predicates.items()):
            if 1 in arities:
                for thing in words.objects("object"):
                    if words.constant((name, (thing,))) is None and len(facts) < _MOST_FACTS:
                        for form, fact in (
                            (f"{name}({thing})", Proposition(name, (thing,))),
                            (f"not {name}({thing})", Compound("!", (Proposition(name, (thing,)),))),
                        ):
                            facts[form] = fact
                            said[f"at the end: {form}"] = (
                                f"{plain(thing)} is {'not ' * form.startswith('not ')}{plain(name)}"
                            )
        return cls(actions, facts, said)

    def grammar(self) -> Part:
        """Every rule that may be written."""
        done = _one_of(self._actions)
        parts = [text(_UNKNOWN)]
        parts += [
            in_order(text(f"{one}: "), done, text(", "), done) for one in ("before", "after", "right after")
        ]
        parts += [in_order(text(f"{one}: "), done) for one in ("never", "at most once")]
        if self._facts:
            parts.append(in_order(text("at the end: "), _one_of(self._facts)))
        return any_of(*parts)

    def meaning(self, clause: Clause, written: str) -> Clause | None:
        """The clause, read as what was written; ``None`` if that is nothing."""
        found = re.fullmatch(rf"({'|'.join(_PATTERNS)}): (.*?\)?)(?:, ([^,()]+\(.*\)))?", written)
        if found is None:
            return None
        pattern, first, second = found[1], found[2], found[3]
        one = (self._facts if pattern == "at the end" else self._actions).get(first)
        other = None if second is None else self._actions.get(second)
        if one is None or (second is not None and other is None):
            return None
        key = f"{pattern}: {first}" if pattern == "at the end" else first
        a, b = self._plain[key], "" if second is None else self._plain[second]
        formula: Formula
        match pattern, other:
            case "before", Compound() | Proposition():
                formula, said = before(one, other), f"{a} before you {b}"
            case "after", Compound() | Proposition():
                formula, said = response(one, other), f"whenever you {a}, {b} some time after it"
            case "right after", Compound() | Proposition():
                formula, said = within(one, other, 1), f"whenever you {a}, {b} right after it"
            case "never", None:
                formula, said = never(one), f"never {a}"
            case "at most once", None:
                formula, said = at_most(1, one), f"{a} at most once"
            case "at the end", None:
                formula, said = finally_(one), f"at the end {a}"
            case _:
                return None
        rule = Rule(" ".join(clause.text.split()), formula, str(formula))
        return replace(clause, readings=(Reading(rule, f"{said} (as the model says)"),), why="")


def _one_of(words: Iterable[str]) -> Part:
    return any_of(*map(text, words))


def _said(clause: Clause, request: Request, planner: Writer, words: _Words) -> str:
    """What the model writes for a clause; kept by the clause, the domain, the reader's version and the model."""
    key = (clause.text, wording_of(request.problem).identity(), VERSION, planner.name)
    if key not in _KNOWN:
        names = sorted({action.name for action in request.problem.actions})
        prompt = (
            "Write a safety requirement as a rule. The patterns are `before: A, B` (A is done before B), `after: A, B` "
            "(B is done some time after A), `right after: A, B`, `never: A`, `at most once: A`, `at the end: FACT`, "
            f"or `{_UNKNOWN}` where none fits. Actions are written name(objects); their names are {', '.join(names)}. "
            f"Objects: {', '.join(request.problem.entities)}.\nRequirement: {clause.text}\nRule:"
        )
        constraint: Any = FormConstraint(words.grammar(), planner.vocabulary)
        asked = PlanRequest([{"role": "user", "content": prompt}], constraint)
        _KNOWN[key] = planner.plan_many([asked])[0].text
    return _KNOWN[key]


def _if_keepable(told: Clause, before_it: list[Clause], request: Request, vocabulary: Vocabulary) -> Clause:
    """The clause as the model reads it, if some plan keeps it together with what was understood so far.

    Raises:
        RuleError: If none does.
    """
    together = Requirements(told.text, (*before_it, told))
    trial = request.but(on_unclear="ignore").clarified(together)
    failure = trial.made(vocabulary).failure()
    if failure is None or failure.cause != "rules" or told.readings[0].rule.name not in failure.rules:
        return told
    raise RuleError(
        f"The requirement {told.text!r} was not understood. The model reads it as {told.readings[0].said!r}, but no "
        "plan keeps that. Write it as a rule, or in other words."
    )
