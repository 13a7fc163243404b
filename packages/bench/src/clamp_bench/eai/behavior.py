"""EAI BEHAVIOR, Goal Interpretation: instructions to be written as goals in symbols, judged by EAI's own evaluator.

EAI judges its other tasks in a simulator that needs a graphics card and downloads of its own (iGibson); see
`clamp_bench.eai.behavior_plans`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import Any

from clamp.decoding.forms import Part, any_of, characters, in_order, text, up_to
from clamp.errors import BenchmarkError
from clamp_bench import harness
from clamp_bench.configuration import BehaviorConfig
from clamp_bench.eai import judge
from clamp_bench.eai.evaluator_process import behavior_conditions, behavior_domain, behavior_prompts
from clamp_bench.eai.goals import (
    BEHAVIOR_MOST,
    BEHAVIOR_RELATIONS,
    BEHAVIOR_STATES,
    BUDGET,
    Said,
    behavior_goals,
)
from clamp_bench.eai.interpretation import as_json, how_sure, how_written, method_of, most_asked, said
from clamp_bench.eai.report import own_figures
from clamp_bench.eai.virtualhome import syntax
from clamp_bench.harness import Benchmark, OpenText, Report, Scored, Tell, judging
from clamp_bench.records import Record

Item = tuple[str, Sequence[Mapping[str, str]]]


def goal_form() -> Part:
    """Goals as the prompt asks for them: ``["Open", "jar.n.01_1"]``, each perhaps in ``["not", …]``."""
    name = in_order(
        text('"'), up_to(40, characters("abcdefghijklmnopqrstuvwxyz0123456789_.-"), least=1), text('"')
    )

    def goals(states: Sequence[str], arity: int) -> Part:
        names = [in_order(text(", "), name)] * arity
        plain = in_order(text('["'), any_of(*map(text, states)), text('"'), *names, text("]"))
        return up_to(BEHAVIOR_MOST, any_of(plain, in_order(text('["not", '), plain, text("]"))), text(", "))

    nodes, edges = goals(BEHAVIOR_STATES, 1), goals(BEHAVIOR_RELATIONS, 2)
    return in_order(text('{"node goals": ['), nodes, text('], "edge goals": ['), edges, text("]}"))


cached_domain = cache(behavior_domain)


def constant_goals() -> str:
    """The goals that EAI's demonstrations ask for most often, as an answer."""
    asked = [[json.dumps(one) for one in goals] for goals in behavior_conditions().values()]
    goals = [json.loads(one) for one in most_asked(asked)]
    plain = [one[1] if one[0] == "not" else one for one in goals]
    parts = {
        name: [goal for goal, one in zip(goals, plain, strict=True) if len(one) == length]
        for name, length in (("node goals", 2), ("edge goals", 3))
    }
    return as_json(parts)


class BehaviorGoals(Benchmark[Item]):
    """EAI's BEHAVIOR demonstrations."""

    title = "EAI BEHAVIOR, Goal Interpretation"
    owner = "EAI"

    def __init__(self, config: BehaviorConfig):
        self.config = config
        self._syntax = syntax(goal_form(), config) if config.goal_level in ("none", "syntax") else None

    def items(self) -> Sequence[Item]:
        try:
            known = (
                behavior_conditions()
            )  # EAI's evaluator does not know the demonstration of one of its prompts
            return [(name, said) for name, said in behavior_prompts().items() if name in known]
        except OSError as error:
            raise BenchmarkError(
                "The package eai-eval (module behavior_eval), which holds the prompts and the evaluator, is not "
                f"installed, or damaged ({error}). Install it with: pip install --no-deps eai-eval"
            ) from error

    def key(self, item: Item) -> Record:
        return {"identifier": item[0]}

    def request(self, item: Item) -> OpenText:
        level, prompt = self.config.goal_level, item[1][-1]["content"]
        if level in ("none", "syntax"):
            return OpenText(item[1], self._syntax)
        if level == "typed":
            return OpenText(item[1], partial(behavior_goals, prompt))
        budget, domain = self.config.budget or BUDGET, cached_domain()
        return OpenText(
            item[1], partial(behavior_goals, prompt, domain=domain, said=Said.of(prompt), budget=budget)
        )

    def score(self, records: Sequence[Record], tell: Tell) -> Scored:
        outputs = {record["identifier"]: record["output"] for record in records}
        found = judge.evaluate("behavior-goals", outputs, judging(tell, len(records)))
        data: dict[str, Any] = {
            "benchmark": self.title,
            "config": self.config.identity(),
            "model": records[0]["model"] if records else None,
            "prompts": len(records),
            **found["summary"],
            "f1": how_sure(found),
            "unreadable": found["unreadable"],
            "crashed": found["crashed"],
            "clamp": own_figures(records),
        }
        kinds = {"overall": "overall", "state_goal": "state_goal", "relation_goal": "relation_goal"}
        scores = {kind: data[kind][f"{name}_confusion_metrics"] for kind, name in kinds.items()}
        lines = [f"{self.title}: {len(records)} prompts, {how_written(self.config)}"]
        lines += [
            f"  {kind}: "
            + ", ".join(f"{name} {one[name]:.3f}" for name in ("precision", "recall", "f1_score"))
            for kind, one in scores.items()
        ]
        lines += [f"  {said(data['f1'])}", f"  unreadable: {len(found['unreadable'])}"]
        items = [
            {"identifier": name, **found["items"][name], "counts": found["counts"][name]} for name in outputs
        ]
        return Scored(data, "\n".join(lines), items=items)


def run(config: BehaviorConfig, *, load: Callable[[BehaviorConfig], Any] | None = None) -> Report:
    """Write the goals that are missing, have EAI judge all of them, and leave the summary in `config.out`."""
    return harness.run(BehaviorGoals(config), config, method_of(config, constant_goals), load=load)
