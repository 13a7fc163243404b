"""EAI BEHAVIOR, Goal Interpretation: instructions to be written as goals in symbols, judged by EAI's own evaluator.

EAI judges its other tasks in a simulator that needs a graphics card and downloads of its own (iGibson); see
`clamp_bench.eai.behavior_plans`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from clamp.automata import Vocabulary
from clamp.decoding.forms import Part, any_of, characters, in_order, text, up_to
from clamp.decoding.goals import GoalConstraint, GoalFormat
from clamp.errors import BenchmarkError
from clamp.planning import Problem
from clamp.planning.goals import Goals
from clamp.planning.task import TRUE, ActionSchema, Atom, Domain, Effect, Task, Variable
from clamp_bench import harness
from clamp_bench.configuration import BehaviorConfig
from clamp_bench.eai import judge
from clamp_bench.eai.evaluator_process import behavior_prompts
from clamp_bench.eai.report import own_figures
from clamp_bench.eai.virtualhome import syntax
from clamp_bench.harness import Benchmark, OpenText, Report, Scored, Tell, judging
from clamp_bench.records import Record

STATES = ("Cooked", "Open", "Frozen", "Dusty", "Stained", "Sliced", "Soaked", "Toggled_On")
RELATIONS = ("NextTo", "Inside", "OnFloor", "OnTop", "Touching", "Under")
_MOST = 16
"""Most goals of a kind under the syntax constraint."""

Item = tuple[str, Sequence[Mapping[str, str]]]


def goal_form() -> Part:
    """Goals as the prompt asks for them: ``["Open", "jar.n.01_1"]``, each perhaps in ``["not", …]``."""
    name = in_order(
        text('"'), up_to(40, characters("abcdefghijklmnopqrstuvwxyz0123456789_.-"), least=1), text('"')
    )

    def goals(states: Sequence[str], arity: int) -> Part:
        names = [in_order(text(", "), name)] * arity
        plain = in_order(text('["'), any_of(*map(text, states)), text('"'), *names, text("]"))
        return up_to(_MOST, any_of(plain, in_order(text('["not", '), plain, text("]"))), text(", "))

    nodes, edges = goals(STATES, 1), goals(RELATIONS, 2)
    return in_order(text('{"node goals": ['), nodes, text('], "edge goals": ['), edges, text("]}"))


def typed_world(prompt: str) -> Problem:
    """What a prompt says of its scene, as a problem in which any fact may be made true or false.

    Its things are those that are listed, each with the types of the states that it may have; what holds at first is
    what is listed as such. Anything may be related to any other thing, and only floors are the floor.

    Raises:
        BenchmarkError: If the prompt lists no things.
    """
    listed, _, rest = prompt.partition("Relevant objects in the scene are:")[2].partition(
        "All initial states"
    )
    objects: dict[str, tuple[str, ...]] = {}
    for name, states in re.findall(r"^(\S+): (\[.*\])$", listed, re.M):
        kinds = ("floor",) if name.startswith("floor.") else ()
        may = {str(one).lower() for one in ast.literal_eval(states)}
        objects[name] = ("thing", *kinds, *(f"may_be_{one.lower()}" for one in STATES if one.lower() in may))
    if not objects:
        raise BenchmarkError("A prompt of EAI's BEHAVIOR tasks lists no relevant objects.")
    one, other = Variable("?x", ("thing",)), Variable("?y", ("thing",))
    predicates: dict[str, tuple[Variable, ...]] = {
        state.lower(): (Variable("?x", (f"may_be_{state.lower()}",)),) for state in STATES
    }
    predicates |= {name.lower(): (one, other) for name in RELATIONS}
    predicates["onfloor"] = (one, Variable("?y", ("floor",)))
    known = {name: {parameters[0].types[0]} for name, parameters in predicates.items()}
    types = dict.fromkeys(("thing", "floor", *(f"may_be_{state.lower()}" for state in STATES)), ())
    schemas = tuple(
        ActionSchema(
            f"{verb}-{name}",
            parameters,
            effects=(Effect(Atom(name, tuple(one.name for one in parameters)), verb == "make"),),
        )
        for name, parameters in predicates.items()
        for verb in ("make", "undo")
    )
    lines = re.findall(r"^(\[.*\])$", rest.partition("Symbolic goals format")[0], re.M)
    facts = [[str(part) for part in ast.literal_eval(line)] for line in lines]
    initial = frozenset(
        Atom(name.lower(), tuple(args))
        for name, *args in facts
        if len(args) == len(predicates.get(name.lower(), ()))
        and objects.keys() >= set(args)
        and known[name.lower()] <= set(objects[args[0]])
        and (name.lower() != "onfloor" or "floor" in objects[args[1]])
    )
    return Problem.from_task(
        Task("behavior", Domain("behavior", types, predicates, schemas=schemas), objects, initial, TRUE)
    )


def typed_goals(prompt: str, vocabulary: Vocabulary) -> GoalConstraint:
    """Goals over what a prompt lists: states that a thing may have, relations of two different things, or that what
    is so at first is not.
    """
    system = typed_world(prompt)
    goals = Goals(system, budget=1, order=system.entities)
    # What is not so already is nothing that anybody asks not to be so; a model that may would go through all of it.
    asked = [one for one in goals.literals if len(set(one.args)) == len(one.args)]
    goals = goals.over([one for one in asked if one.positive or not goals.holds([one])])
    names = {name.lower(): name for name in (*STATES, *RELATIONS)}
    return GoalConstraint(
        system, vocabulary, GoalFormat.eai(names), goals=goals, most=2 * _MOST, reachable=False
    )


class BehaviorGoals(Benchmark[Item]):
    """EAI's 100 BEHAVIOR demonstrations."""

    title = "EAI BEHAVIOR, Goal Interpretation"
    owner = "EAI"

    def __init__(self, config: BehaviorConfig):
        self.config = config
        self._is_typed = config.constraints == "grounded"
        self._syntax = None if self._is_typed else syntax(goal_form(), config)

    def items(self) -> Sequence[Item]:
        try:
            return list(behavior_prompts().items())
        except OSError as error:
            raise BenchmarkError(
                "The package eai-eval (module behavior_eval), which holds the prompts and the evaluator, is not "
                f"installed, or damaged ({error}). Install it with: pip install --no-deps eai-eval"
            ) from error

    def key(self, item: Item) -> Record:
        return {"identifier": item[0]}

    def request(self, item: Item) -> OpenText:
        if self._is_typed:
            return OpenText(item[1], partial(typed_goals, item[1][-1]["content"]))
        return OpenText(item[1], self._syntax)

    def score(self, records: Sequence[Record], tell: Tell) -> Scored:
        outputs = {record["identifier"]: record["output"] for record in records}
        found = judge.evaluate("behavior-goals", outputs, judging(tell, len(records)))
        data: dict[str, Any] = {
            "benchmark": self.title,
            "config": self.config.identity(),
            "model": records[0]["model"] if records else None,
            "prompts": len(records),
            **found["summary"],
            "unreadable": found["unreadable"],
            "crashed": found["crashed"],
            "clamp": own_figures(records),
        }
        kinds = {"overall": "overall", "state_goal": "state_goal", "relation_goal": "relation_goal"}
        scores = {kind: data[kind][f"{name}_confusion_metrics"] for kind, name in kinds.items()}
        lines = [f"{self.title}: {len(records)} prompts, constraints {self.config.constraints}"]
        lines += [
            f"  {kind}: "
            + ", ".join(f"{name} {one[name]:.3f}" for name in ("precision", "recall", "f1_score"))
            for kind, one in scores.items()
        ]
        lines.append(f"  unreadable: {len(found['unreadable'])}")
        items = [{"identifier": name, **found["items"][name]} for name in outputs]
        return Scored(data, "\n".join(lines), items=items)


def run(config: BehaviorConfig, *, load: Callable[[BehaviorConfig], Any] | None = None) -> Report:
    """Write the goals that are missing, have EAI judge all of them, and leave the summary in `config.out`."""
    return harness.run(BehaviorGoals(config), config, load=load)
