"""EAI BEHAVIOR, Action Sequencing and Subgoal Decomposition, judged by EAI's own PDDL: not EAI's official score.

EAI runs these tasks in iGibson. Its Transition Modeling ships the same 100 demonstrations as PDDL problems, each
with a plan that solves it; there they are asked and judged here, so prompts, objects' names and actions are PDDL's.

A subgoal is one of the domain's actions without what leads to it: to walk there, to take the thing or the tool in
hand. It is judged by doing all of that in the PDDL problem, and the plan that comes of it is replayed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import util
from pathlib import Path
from typing import Any, cast

from clamp.decoding import PlanFormat
from clamp.errors import BenchmarkError
from clamp.files import parse_json, read_text
from clamp.planning import Action, Problem
from clamp.planning.task import (
    ActionSchema,
    And,
    Atom,
    Effect,
    Forall,
    Formula,
    Not,
    Task,
    Variable,
    all_of,
    any_of,
)
from clamp.request.request import Request
from clamp_bench import harness
from clamp_bench.answers import read_calls
from clamp_bench.configuration import BehaviorConfig
from clamp_bench.eai.action_sequencing import BenchmarkRequest
from clamp_bench.eai.report import own_figures
from clamp_bench.harness import Benchmark, Report, Scored, Tell
from clamp_bench.records import Record

OFFICIAL = False
"""EAI's own figures come from iGibson."""

_HOLDING, _REACH, _FULL = "holding", "in_reach_of_agent", "handsfull"
_INTERNAL = frozenset({_HOLDING, _REACH, _FULL})
_LEADS = frozenset({"navigate_to", "grasp", "release"})
"""Actions that no subgoal is about."""


@dataclass(frozen=True)
class Demonstration:
    """One of EAI's BEHAVIOR demonstrations in PDDL.

    Attributes:
        name: EAI's identifier.
        domain: The text of the domain.
        given: ``problem_pddl`` and ``actions``, EAI's own plan.
    """

    name: str
    domain: str
    given: Any

    @cached_property
    def problem(self) -> Problem:
        """The demonstration, grounded."""
        return Problem.from_pddl(self.domain, cast("str", self.given["problem_pddl"]))

    @property
    def gold(self) -> list[Action]:
        """EAI's own plan."""
        words = [str(one).split() for one in self.given["actions"]]
        return [Action(one[0], tuple(one[1:])) for one in words]


def demonstrations() -> list[Demonstration]:
    """EAI's demonstrations, as the package ships them.

    Raises:
        BenchmarkError: If the package is not there, or damaged.
    """
    spec = util.find_spec("behavior_eval")  # finding it does not run it, which would ask for iGibson
    if spec is None or spec.origin is None:
        raise BenchmarkError(
            "The package eai-eval (module behavior_eval), which holds BEHAVIOR's PDDL problems, is not installed. "
            "Install it with: pip install --no-deps eai-eval"
        )
    folder = Path(spec.origin).parent / "evaluation" / "transition_modeling" / "resources"
    domain = read_text(folder / "behavior_new.pddl", "domain", BenchmarkError)
    path = folder / "problem_pddl.json"
    found: Any = parse_json(read_text(path, "problems", BenchmarkError), path, BenchmarkError)
    return [Demonstration(str(name), domain, given) for name, given in sorted(dict(found).items())]


# ------------------------------------------------------------------ subgoals


def subgoals(problem: Problem) -> Problem:
    """A problem whose actions are subgoals: each does at once what leads to it, too.

    Exactly those are applicable for which `carried_out` finds its way.
    """
    task = problem.task
    grasp = next(one for one in task.domain.schemas if one.name == "grasp")
    schemas = tuple(_shortened(schema, grasp) for schema in task.domain.schemas if schema.name not in _LEADS)
    predicates = {name: one for name, one in task.domain.predicates.items() if name not in _INTERNAL}
    domain = type(task.domain)(
        task.domain.name, task.domain.types, predicates, task.domain.constants, schemas
    )
    initial = frozenset(one for one in task.initial if one.predicate not in _INTERNAL)
    return Problem.from_task(Task(task.name, domain, task.objects, initial, task.goal))


def _parts(formula: Formula) -> tuple[Formula, ...]:
    return formula.operands if isinstance(formula, And) else (formula,)


def _about(formula: Formula) -> Atom | None:
    atom = formula.operand if isinstance(formula, Not) else formula
    return atom if isinstance(atom, Atom) else None


def _internal(formula: Formula) -> bool:
    atom = _about(formula)
    return atom is not None and atom.predicate in _INTERNAL


def _in_hand(schema: ActionSchema) -> str | None:
    """The parameter that must be in the hand."""
    held = (one for one in _parts(schema.precondition) if isinstance(one, Atom))
    return next((one.args[0] for one in held if one.predicate == _HOLDING), None)


def _shortened(schema: ActionSchema, grasp: ActionSchema) -> ActionSchema:
    before = [one for one in _parts(schema.precondition) if not _internal(one)]
    effects = [one for one in schema.effects if one.atom.predicate not in _INTERNAL]
    thing = _in_hand(schema)
    if thing is not None:
        name = grasp.parameters[0].name
        before += [_renamed(one, name, thing) for one in _parts(grasp.precondition) if not _internal(one)]
        taken = [one for one in grasp.effects if one.atom.predicate not in _INTERNAL]
        gained = {one.atom for one in effects if one.positive}
        lost = [
            Effect(_renamed_atom(one.atom, name, thing), one.positive, one.condition, one.variables)
            for one in taken
        ]
        effects = [*(one for one in lost if one.atom not in gained), *effects]
    return ActionSchema(schema.name, schema.parameters, all_of(before), tuple(effects))


def _renamed_atom(atom: Atom, name: str, other: str) -> Atom:
    return Atom(atom.predicate, tuple(other if one == name else one for one in atom.args))


def _renamed(formula: Formula, name: str, other: str) -> Formula:
    match formula:
        case Atom():
            return _renamed_atom(formula, name, other)
        case Not():
            return Not(_renamed(formula.operand, name, other))
        case And():
            return all_of(_renamed(one, name, other) for one in formula.operands)
        case Forall():
            return Forall(formula.variables, _renamed(formula.body, name, other))
        case _ if hasattr(formula, "body"):
            return type(formula)(formula.variables, _renamed(formula.body, name, other))  # pyright: ignore
        case _ if hasattr(formula, "operands"):
            return any_of(_renamed(one, name, other) for one in formula.operands)  # pyright: ignore
        case _:
            raise BenchmarkError(f"EAI's PDDL says of grasping what is not understood: {formula}.")


def carried_out(problem: Problem, plan: Sequence[Action]) -> list[Action]:
    """The actions by which subgoals are carried out one after the other; whether they can be is not checked."""
    schemas = {one.name: one for one in problem.domain.schemas}
    agent = next(name for name, kinds in problem.task.objects.items() if "agent" in kinds)
    found: list[Action] = []
    held, near = None, None
    for action in plan:
        schema = schemas.get(action.name)
        if schema is None or len(schema.parameters) != len(action.args):
            found.append(action)
            continue
        value = {one.name: entity for one, entity in zip(schema.parameters, action.args, strict=True)}
        parts = [_about(one) for one in _parts(schema.precondition)]
        thing = _in_hand(schema)
        wanted = None if thing is None else value[thing]
        full = any(one is not None and one.predicate == _FULL for one in parts)
        if held is not None and (held != wanted if thing is not None else full):
            found.append(Action("release", (held, agent)))
            held = None
        if wanted is not None and held != wanted:
            if near != wanted:
                found.append(Action("navigate_to", (wanted, agent)))
            found.append(Action("grasp", (wanted, agent)))
            held = near = wanted
        for one in parts:
            if one is not None and one.predicate == _REACH and near != value[one.args[0]]:
                near = value[one.args[0]]
                found.append(Action("navigate_to", (near, agent)))
        found.append(action)
        if any(one.atom.predicate == _HOLDING and not one.positive for one in schema.effects):
            held = None
    return found


# ------------------------------------------------------------------ what is asked, and what it is worth


def written_as() -> PlanFormat:
    """EAI's list of commands: ``[{"action": "open", "object": "fridge_1, agent_1"}, …]``."""
    return PlanFormat.from_template(
        '{"action": "{name}", "object": "{args}"}',
        opening="[",
        separator=", ",
        closing="]",
        name="behavior_json",
    )


def read_commands(text: str) -> list[Action] | None:
    """The last whole list of commands in a text, in any spelling of JSON; ``None`` if there is none."""
    return read_calls(text, "output", _command)


def _command(given: Mapping[str, Any]) -> Action | None:
    if "action" not in given:
        return None
    named = given.get("object") or ""
    parts = cast("list[Any]", named) if isinstance(named, list) else str(named).split(",")
    return Action(
        str(given["action"]).strip().lower(), tuple(str(one).strip() for one in parts if str(one).strip())
    )


class BehaviorPlans(Benchmark[Demonstration]):
    """EAI's 100 BEHAVIOR demonstrations, in actions or in subgoals."""

    owner = "EAI"

    def __init__(self, config: BehaviorConfig):
        self.config = config
        self.in_subgoals = config.task == "subgoal-decomposition"
        kind = "Subgoal Decomposition" if self.in_subgoals else "Action Sequencing"
        self.title = f"EAI BEHAVIOR, {kind} (over EAI's PDDL; not official)"

    def items(self) -> Sequence[Demonstration]:
        return demonstrations()

    def key(self, item: Demonstration) -> Record:
        return {"identifier": item.name}

    def request(self, item: Demonstration) -> Request:
        system = subgoals(item.problem) if self.in_subgoals else item.problem
        prompt, written = prompt_of(system, self.in_subgoals), written_as()
        return BenchmarkRequest.under(self.config, system, prompt, seen=system.entities, format=written)

    def score(self, records: Sequence[Record], tell: Tell) -> Scored:
        known = {one.name: one for one in demonstrations()}
        verdicts: dict[str, dict[str, Any]] = {}
        for record in records:
            tell("judging", len(verdicts), len(records))
            name = str(record["identifier"])
            verdicts[name] = self.judged(known[name], record["output"])
        tell("judging", len(records), len(records))

        def rate(kind: str) -> float | None:
            return (
                round(100 * sum(one[kind] for one in verdicts.values()) / len(records), 4)
                if records
                else None
            )

        def share(fault: str) -> float | None:
            hit = sum(one["fault"] == fault for one in verdicts.values())
            return round(100 * hit / len(records), 4) if records else None

        data: dict[str, Any] = {
            "benchmark": self.title,
            "official": OFFICIAL,
            "config": self.config.identity(),
            "model": records[0]["model"] if records else None,
            "prompts": len(records),
            "goal_evaluation": {"task_success_rate": rate("task_success")},
            "trajectory_evaluation": {
                "execution_success_rate": rate("execution_success"),
                "grammar_error": {
                    name: share(name) for name in ("parsing", "hallucination", "predicate_argument_number")
                },
                "runtime_error": {"not_applicable": share("not_applicable")},
            },
            "verdicts": verdicts,
            "clamp": own_figures(records),
        }
        how = f"answers of {self.config.answers}" if self.config.answers else self.config.constraints
        text = (
            f"{self.title}: {len(records)} prompts, {how}\n"
            f"  task success {rate('task_success') or 0:.1f} %, execution success "
            f"{rate('execution_success') or 0:.1f} %"
        )
        items = [
            {"identifier": name, **{kind: bool(one[kind]) for kind in ("task_success", "execution_success")}}
            for name, one in verdicts.items()
        ]
        return Scored(data, text, items=items)

    def judged(self, item: Demonstration, output: str) -> dict[str, Any]:
        """Whether a text's plan can be carried out in EAI's PDDL, whether it reaches the goal, and its fault."""
        problem, fault, why = item.problem, None, ""
        actions = read_commands(output)
        arity = {one.name: len(one.parameters) for one in problem.domain.schemas}
        if not actions:  # of none, each could be executed
            return _verdict(
                "parsing", "no list of commands" if actions is None else "an empty list of commands"
            )
        for one in actions:
            foreign = [name for name in one.args if name not in problem.entities]
            if one.name not in arity or foreign or (self.in_subgoals and one.name in _LEADS):
                return _verdict("hallucination", f"{one}: no such action or object")
            if arity[one.name] != len(one.args):
                return _verdict("predicate_argument_number", f"{one} takes {arity[one.name]} objects")
        plan = carried_out(problem, actions) if self.in_subgoals else actions
        validation = problem.validate(plan)
        executable = validation.valid or validation.step is None
        if not executable:
            fault, why = "not_applicable", validation.reason
        elif not validation.valid:
            fault, why = "goal", validation.reason
        return {
            "task_success": validation.valid,
            "execution_success": executable,
            "fault": fault,
            "why": why,
            "actions": len(plan),
        }


def _verdict(fault: str, why: str) -> dict[str, Any]:
    return {"task_success": False, "execution_success": False, "fault": fault, "why": why, "actions": 0}


def prompt_of(system: Problem, in_subgoals: bool) -> str:
    """The task in words and PDDL's atoms."""
    schemas = "\n".join(
        f"{one.name}({', '.join(_said(each) for each in one.parameters)})" for one in system.domain.schemas
    )
    facts = sorted(str(one) for one in system.task.initial if one.predicate != "same_obj")
    objects = ", ".join(f"{name} ({'/'.join(kinds)})" for name, kinds in system.task.objects.items())
    steps = (
        "Each command is a subgoal: walking there and taking things in hand happen by themselves."
        if in_subgoals
        else "Walk to things (navigate_to) before you touch them, take them in hand (grasp) before you place or use "
        "them, and open what is closed."
    )
    example = json.dumps([{"action": "open", "object": "jar_1, agent_n_01_1"}])
    return (
        "You plan for a household robot. Write the commands that bring the scene from its initial state to the goal, "
        f"as a JSON list such as {example}, and nothing else. {steps}\n\nCommands and their objects:\n{schemas}\n\n"
        f"Objects: {objects}\n\nInitial state:\n" + "\n".join(facts) + f"\n\nGoal:\n{_goal(system.task.goal)}"
    )


def _said(parameter: Variable) -> str:
    kind = "/".join(parameter.types)
    return parameter.name.removeprefix("?") + ("" if kind == "object" else f": {kind}")


def _goal(goal: Formula) -> str:
    return "\n".join(_in_words(one) for one in _parts(goal))


def _in_words(formula: Formula) -> str:
    match formula:
        case Atom():
            return str(formula)
        case Not():
            return f"not {_in_words(formula.operand)}"
        case _ if hasattr(formula, "body"):
            names = ", ".join(f"{one.name} of {'/'.join(one.types)}" for one in formula.variables)  # pyright: ignore
            quantifier = "for every" if isinstance(formula, Forall) else "for some"
            return f"{quantifier} {names}: {_in_words(formula.body)}"  # pyright: ignore
        case _ if hasattr(formula, "operands"):
            word = " and " if isinstance(formula, And) else " or "
            return f"({word.join(map(_in_words, formula.operands))})"  # pyright: ignore
        case _:
            return str(formula)


def run(config: BehaviorConfig, *, load: Callable[[BehaviorConfig], Any] | None = None) -> Report:
    """Write the plans that are missing, judge all of them, and leave the summary in `config.out`."""
    return harness.run(BehaviorPlans(config), config, load=load)
