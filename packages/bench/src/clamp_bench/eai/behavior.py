"""EAI BEHAVIOR, Goal Interpretation: instructions to be written as goals in symbols, judged by EAI's own evaluator.

EAI judges its other tasks in a simulator that needs a graphics card and downloads of its own (iGibson); see
`clamp_bench.eai.behavior_plans`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from clamp.decoding.forms import Part, any_of, characters, in_order, text, up_to
from clamp.errors import BenchmarkError
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


class BehaviorGoals(Benchmark[Item]):
    """EAI's 100 BEHAVIOR demonstrations."""

    title = "EAI BEHAVIOR, Goal Interpretation"
    owner = "EAI"

    def __init__(self, config: BehaviorConfig):
        self.config = config
        self._syntax = syntax(goal_form(), config)

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
