"""Guided JSON, as vLLM and others serve it: the text is an object of the plan's schema, whatever it says."""

from __future__ import annotations

import string
from typing import Any

from clamp.automata import Vocabulary
from clamp.decoding import Constraint
from clamp.decoding.forms import FormConstraint, Part, any_of, characters, in_order, text, up_to
from clamp_bench.baselines.baseline import UnderConstraint, plan_constraint
from clamp_bench.harness import Question

MOST_ACTIONS = 40
"""Where a question has no budget."""
_NAME = 24
"""Most characters of an object's name; EAI's longest has 21."""
_DIGITS = 4


class GuidedJson(UnderConstraint):
    """Syntax alone: known actions with a name and a number for each argument, in an object of bounded size.

    Where plans are written in another format than EAI's, its own syntax is enforced: any actions, in any order.
    """

    says = "guided JSON: the schema of the answer alone"

    def constrain(self, question: Question, vocabulary: Vocabulary) -> Constraint[Any]:
        system, written = question.request.system, question.request.plan_format
        if written.name != "virtualhome_json":
            return plan_constraint(question, vocabulary)
        most = question.budget or MOST_ACTIONS
        arities: dict[str, int] = {}
        for action in system.actions:
            arities[action.name] = max(arities.get(action.name, 0), len(action.args))
        return FormConstraint(_plan(arities, most), vocabulary, written, system)


def _plan(arities: dict[str, int], most: int) -> Part:
    name = up_to(_NAME, characters(string.ascii_lowercase + string.digits + "_"), least=1)
    number = up_to(_DIGITS, characters(string.digits), least=1)
    thing = in_order(text('"'), name, text('", '), number)
    actions = [
        in_order(text(f'"{one}": ['), _several(thing, count), text("]"))
        for one, count in sorted(arities.items())
    ]
    return in_order(text("{"), up_to(most, any_of(*actions), text(", "), least=1), text("}"))


def _several(thing: Part, count: int) -> Part:
    """So many things, with commas in between."""
    return up_to(count, thing, text(", "), least=count) if count else text(" ")
