"""Safety Chip (Yang et al., 2024) as the paper adapts it: a plan that breaks the constraint is asked for again."""

from __future__ import annotations

from collections.abc import Sequence

from clamp.decoding.result import PlanResult
from clamp.planning.system import Action
from clamp.request.prompts import Message
from clamp_bench.baselines.baseline import AskingAgain, appended
from clamp_bench.harness import Question


class SafetyChip(AskingAgain):
    """What is wrong with a plan is appended to its prompt, up to three times; the last text is kept.

    The monitor is the paper's (App. A3.3): every action's name, number of arguments and things are known ones.
    """

    says = "asked again, up to three times, with what is wrong with the format"
    several_texts = True
    retries = 3

    def prompt(self, question: Question, violation: str | None) -> str | Sequence[Message]:
        if violation is None:
            return question.prompt
        return appended(
            question,
            f"Your previous plan violates a constraint: {violation}\n"
            "Write the whole plan again without this violation, in the required format and nothing else.",
        )

    def look(self, question: Question, result: PlanResult) -> tuple[PlanResult, str | None]:
        return result, self.violation(question, result)

    def violation(self, question: Question, result: PlanResult) -> str | None:
        """What is wrong with a plan, in words; ``None`` if nothing is."""
        if result.failure is not None and result.failure.cause != "validation":
            return result.failure.message
        return unknown(result.actions, question.request.system.actions)


class SafetyChipReplay(SafetyChip):
    """The same with the validator for a monitor: each action can be done, and the goal holds at the end."""

    says = "asked again, up to three times, with the validator's error"

    def violation(self, question: Question, result: PlanResult) -> str | None:
        return None if result.failure is None else result.failure.message


def unknown(actions: Sequence[Action], known: Sequence[Action]) -> str | None:
    """The first action of a plan that is none of those known, and why; ``None`` if there is none."""
    arities: dict[str, set[int]] = {}
    for one in known:
        arities.setdefault(one.name, set()).add(len(one.args))
    things = {thing for one in known for thing in one.args}
    for number, action in enumerate(actions, 1):
        if action.name not in arities:
            return f"Action {number} is {action}, but there is no action {action.name}."
        if len(action.args) not in arities[action.name]:
            wanted = " or ".join(map(str, sorted(arities[action.name])))
            return f"Action {number} is {action}, but {action.name} has {wanted} arguments."
        for thing in action.args:
            if thing not in things:
                return f"Action {number} is {action}, but there is nothing called {thing}."
    return None
