"""Blind sentences as a language model reads them: right, wrong, unknown; judged by traces, as `sentences` does.

    python benchmarks/model_sentences.py --model qwen.gguf --sample 40 --out answers.jsonl
    python benchmarks/model_sentences.py --answers answers.jsonl      # judge what was kept, without a model

The model writes under the notation of `clamp.decoding.rule_notation`; beside it stand bytes drawn evenly under the same
notation, and who always says that it does not know. Whole texts are read, also those of several clauses.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from sentences import SENTENCES, VERDICTS, judge_of_world, read_set
from trace_judge import compare, world_of

from clamp.hosts.hf.planner import Planner
from clamp.hosts.requirements import Writer, model_readings
from clamp.planning.rules import Rule
from clamp_bench.baselines.constrained import BYTES

BATCH = 7


class RandomBytes:
    """Writes bytes drawn evenly among those that a constraint admits; asked again, it says the same."""

    vocabulary = BYTES

    def __init__(self, seed: int) -> None:
        self.name = f"random bytes {seed}"

    def plan_many(self, requests: Sequence[Any]) -> list[Any]:
        return [
            SimpleNamespace(text=self._written(one.constraint, one.prompt[-1]["content"])) for one in requests
        ]

    def _written(self, constraint: Any, asked: str) -> str:
        draw = random.Random(f"{self.name} {asked}")
        cursor, text = constraint.initial(), b""
        while (token := int(draw.choice(constraint.allowed(cursor).tolist()))) != BYTES.size - 1:
            text += bytes((token,))
            cursor = constraint.advance(cursor, token)
        return text.decode()


def answers(rows: Sequence[Mapping[str, Any]], writer: Writer, who: str) -> Iterable[dict[str, Any]]:
    """What somebody makes of each sentence: a rule or two, and how they are said back, or why there is none."""
    for world in dict.fromkeys(row["world"] for row in rows):
        mine = [row for row in rows if row["world"] == world]
        for at in range(0, len(mine), BATCH):
            batch = mine[at : at + BATCH]
            found = model_readings([row["text"] for row in batch], world_of(world), writer)
            for row, clause in zip(batch, found, strict=True):
                rules, said = (
                    [one.rule.text for one in clause.readings],
                    [one.said for one in clause.readings],
                )
                yield {"id": row["id"], "by": who, "rules": rules, "said": said, "why": clause.why}


COLUMNS = ("right", "asked, one is right", "asked, none is right", "wrong", "unknown")


def verdict(row: Mapping[str, Any], answer: Mapping[str, Any]) -> str:
    """Whether one of the rules means what the sentence does: one of `COLUMNS`."""
    rules = [Rule.parse(text, f"read {number}") for number, text in enumerate(answer["rules"])]
    if not rules:
        return "unknown"
    right = False
    if row["expect"] != "abstain":
        first = row["formulas"] if "formulas" in row else [row["formula"]]
        golds = [
            replace(Rule.parse(text), name=f"{number}")
            for number, text in enumerate((*first, *row.get("also", ())))
        ]
        found = compare(judge_of_world(row["world"]), [*golds, *rules])
        right = any(
            found.same(len(golds) + at, gold) for gold in range(len(golds)) for at in range(len(rules))
        )
    if len(rules) > 1:
        return f"asked, {'one' if right else 'none'} is right"
    return "right" if right else "wrong"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--set", type=Path, default=SENTENCES, help="another file of sentences")
    parser.add_argument("--model", help="what Planner.from_pretrained takes")
    parser.add_argument("--answers", type=Path, help="judge these, without a model")
    parser.add_argument("--out", type=Path, help="keep the answers in this file")
    parser.add_argument("--domains", nargs="*", default=["plant", "lab", "kitchen"])
    parser.add_argument("--expect", choices=list(VERDICTS), default="meaning")
    parser.add_argument("--sample", type=int, help="so many of the sentences, drawn; all by default")
    parser.add_argument("--draws", type=int, default=5, help="random answers to each sentence")
    options = parser.parse_args()
    rows = [
        row
        for row in read_set(options.set)
        if row["domain"] in options.domains and row["expect"] == options.expect
    ]
    if options.sample:
        rows = random.Random(0).sample(rows, options.sample)
    by_id = {row["id"]: row for row in rows}
    if options.answers:
        kept = [one for one in read_set(options.answers) if one["id"] in by_id]
    else:
        kept = [one for seed in range(options.draws) for one in answers(rows, RandomBytes(seed), "random")]
        kept += [{"id": row["id"], "by": "unknown", "rules": [], "said": [], "why": "always"} for row in rows]
        if options.model:
            kept += answers(rows, Planner.from_pretrained(options.model), options.model)
    if options.out:
        options.out.write_text("".join(json.dumps(one) + "\n" for one in kept), "utf-8")
    counts: dict[str, Counter[str]] = {}
    for one in kept:
        one["verdict"] = verdict(by_id[one["id"]], one)
        counts.setdefault(one["by"], Counter())[one["verdict"]] += 1
        if one["by"] not in ("random", "unknown"):
            said = "; or: ".join(one["said"]) or one["why"]
            print(f"{one['verdict']}: {by_id[one['id']]['text']} | {said}")
    print(f"| by | {' | '.join(COLUMNS)} | of |\n| --- |{' ---: |' * (len(COLUMNS) + 1)}")
    for who, count in counts.items():
        cells = [f"{count[one]}" for one in COLUMNS]
        print(f"| {who} | {' | '.join(cells)} | {count.total()} |")


if __name__ == "__main__":
    main()
