"""Blind sentences against the reader of requirements: right, wrong in silence, asked, abstained; judged by traces.

    python benchmarks/sentences.py                                  # the 300 of tests/sentences
    python benchmarks/sentences.py --domain plant --out plant.jsonl # one domain; a record for each sentence
    python benchmarks/sentences.py --markdown                       # the tables for the docs
    python benchmarks/sentences.py --model qwen.gguf --host llamacpp   # what the grammar abstains on, a model reads

What is compared and how is said in tests/sentences/README.md, and done by `trace_judge`. Sentences about a floor plan
of AI2-THOR need $CLAMP_DATA, those about VirtualHome the package eai-eval; without, they are left out, which is said.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from itertools import islice, product
from pathlib import Path
from typing import Any

from trace_judge import ROOT, Effort, Judge, compare, floor_plan, world_of

from clamp.errors import ClampError
from clamp.hosts.loading import load_host
from clamp.hosts.requirements import reads_as_rules, with_model
from clamp.planning.rules import Rule
from clamp.planning.rules.formula import Compound, Formula
from clamp.planning.system import TransitionSystem
from clamp.words.requirements import Clause, Requirements, read_requirements
from clamp.words.wording import wording_of
from clamp_worlds.ai2thor.wording import AI2ThorWording

SENTENCES = ROOT / "tests" / "sentences" / "sentences.jsonl"
MOST_READINGS = 24

VERDICTS = {
    "meaning": ("right", "asked", "abstained", "wrong"),
    "ambiguous": ("told", "told amiss", "one reading", "abstained", "wrong"),
    "abstain": ("abstained", "asked", "wrong"),
}
"""What may become of a sentence, by what is expected; the best first, what is wrong in silence last.

- *asked*: several readings were told of what means one thing, or nothing.
- *told amiss*: several readings were told, and one of them is none that the sentence has.
- *one reading*: one of several meanings was taken without a word.
"""


@dataclass
class Judged:
    """What became of one sentence.

    Attributes:
        verdict: One of `VERDICTS`.
        among: Of what was asked: whether one of the readings is right.
        rules: The readings of the whole text, as formulas.
        walks: So many plans were drawn,
        kept: so many of them keep the first meaning; a meaning that all keep, or none, is told from nothing.
    """

    id: str
    domain: str
    category: str
    expect: str
    text: str
    verdict: str
    among: bool | None = None
    rules: list[str] = field(default_factory=list[str])
    said: list[str] = field(default_factory=list[str])
    why: list[str] = field(default_factory=list[str])
    walks: int = 0
    kept: int = 0
    note: str = ""

    @property
    def told(self) -> bool:
        """Whether the plans tell the first meaning from what is always so, and from what never is."""
        return 0 < self.kept < self.walks


def wording_of_system(system: TransitionSystem[Any]) -> Any:
    """The words in which people speak of a planning model."""
    return wording_of(system)


@cache
def wording_of_world(name: str) -> Any:
    """The words in which people speak of a world of `trace_judge.world_of`."""
    if name.startswith("FloorPlan"):
        return AI2ThorWording((*floor_plan(name).things, "Floor"))
    return wording_of_system(world_of(name))


@cache
def judge_of_world(name: str) -> Judge:
    return Judge(world_of(name))


def readings_of(found: Requirements) -> list[Rule] | None:
    """The rules that a whole text may mean; ``None`` if some of it was not read."""
    if not found.clauses or any(clause.status == "abstained" for clause in found.clauses):
        return None
    each = [[reading.rule for reading in clause.readings] for clause in found.clauses]
    return [all_of(rules) for rules in islice(product(*each), MOST_READINGS)]


def all_of(rules: Sequence[Rule]) -> Rule:
    """The conjunction of rules."""
    whole: Formula = rules[0].formula
    for rule in rules[1:]:
        whole = Compound("&", (whole, rule.formula))
    return Rule("read", whole, " & ".join(f"({rule.text})" for rule in rules) if rules[1:] else rules[0].text)


def judged(
    sentence: Mapping[str, Any],
    judge: Judge,
    wording: Any,
    model: Callable[[Sequence[str]], list[Clause]] | None = None,
) -> Judged:
    """Read one sentence and say what came of it.

    Args:
        model: Reads what the grammar abstains on, and is taken where it is sure (``--on-unclear model``).
    """
    found = Judged(*(sentence[key] for key in ("id", "domain", "category", "expect", "text")), verdict="")
    requirements = read_requirements(sentence["text"], wording, suggest=False)
    if model is not None:
        requirements = with_model(requirements, model, take=True)
    read = readings_of(requirements)
    silent = all(clause.status == "understood" for clause in requirements.clauses)
    found.said = [reading.said for clause in requirements.clauses for reading in clause.readings]
    found.why = [clause.why for clause in requirements.clauses if clause.why]
    found.rules = [rule.text for rule in read or ()]
    if found.expect == "abstain":
        found.verdict = "abstained" if read is None else "wrong" if silent else "asked"
        return found
    first = sentence["formulas"] if "formulas" in sentence else [sentence["formula"]]
    golds = [Rule.parse(text) for text in (*first, *sentence.get("also", ()))]
    try:
        compared = compare(judge, [*golds, *(read or ())], len(first))
    except ClampError as error:  # a reading that does not fit the world; the meanings are known to fit it
        compared = compare(judge, golds, len(first))
        found.note = str(error)
    found.walks, found.kept = compared.walks, compared.kept[0].bit_count()
    fits = [
        not found.note and any(compared.same(len(golds) + at, gold) for gold in range(len(golds)))
        for at in range(len(read or ()))
    ]
    if read is None:
        found.verdict = "abstained"
    elif found.expect == "meaning":
        found.verdict = "asked" if not silent else "right" if fits[0] else "wrong"
        found.among = None if silent else any(fits)
    elif silent:
        found.verdict = "one reading" if fits[0] else "wrong"
    else:
        found.verdict = "told" if all(fits) else "told amiss"
        found.among = any(fits)
    return found


def read_set(path: Path) -> list[dict[str, Any]]:
    """The sentences of a file, one JSON object a line."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]


def table(rows: Iterable[Judged], key: str, expect: str, markdown: bool) -> str:
    """What came of the sentences of one expectation, by an attribute of theirs."""
    counts: dict[str, Counter[str]] = {}
    for row in rows:
        if row.expect == expect:
            counts.setdefault(getattr(row, key), Counter())[row.verdict] += 1
    total = sum(counts.values(), Counter[str]())
    head = [key, *VERDICTS[expect], "of"]
    lines = [
        [name, *(str(count[verdict] or "") for verdict in VERDICTS[expect]), str(count.total())]
        for name, count in [*sorted(counts.items()), ("all", total)]
    ]
    if markdown:
        rule = ["---", *("---:" for _ in head[1:])]
        return "\n".join(f"| {' | '.join(cells)} |" for cells in (head, rule, *lines))
    widths = [max(len(cells[at]) for cells in (head, *lines)) for at in range(len(head))]
    return "\n".join(
        "  ".join(cell.ljust(width) if not at else cell.rjust(width) for at, (cell, width) in
                  enumerate(zip(cells, widths, strict=True)))
        for cells in (head, *lines)
    )  # fmt: skip


def report(rows: Sequence[Judged], markdown: bool) -> str:
    """Totals, tables, and the sentences to look at."""
    of = {expect: [row for row in rows if row.expect == expect] for expect in VERDICTS}
    wrong = [row for row in rows if row.verdict == "wrong"]
    right = sum(row.verdict == "right" for row in of["meaning"])
    asked = [row for row in of["meaning"] if row.verdict == "asked"]
    parts = [
        f"wrong in silence: {len(wrong)} of {len(rows)}; right: {right} of {len(of['meaning'])} that mean one thing "
        f"(asked: {len(asked)}, with the right reading among them: {sum(bool(row.among) for row in asked)}); one of "
        f"several readings taken in silence: {sum(row.verdict == 'one reading' for row in rows)} of "
        f"{len(of['ambiguous'])}."
    ]
    for expect, key in product(VERDICTS, ("domain", "category")):
        if of[expect]:
            parts.append(f"expected: {expect}\n\n{table(rows, key, expect, markdown)}")
    told = [row for row in rows if row.expect != "abstain"]
    if told:
        fewest = sorted(min(row.kept, row.walks - row.kept) for row in told)
        parts.append(
            f"plans for each sentence: {min(row.walks for row in told)} to {max(row.walks for row in told)}; of those "
            f"that keep its first meaning and those that break it, the fewer are {fewest[len(fewest) // 2]} (median)."
        )
        untold = [row for row in told if not row.told]
        listed = "".join(f"\n- {row.id}: {row.text}" for row in untold)
        parts.append(
            f"meanings that no plan tells from true or false (judged by the letter): {len(untold)}{listed}"
        )
    listed = "".join(f"\n- {row.id}: {row.text}\n  - {'; '.join(row.rules)} {row.note}" for row in wrong)
    parts.append(f"wrong in silence: {len(wrong)}{listed}")
    return "\n\n".join(parts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--set", type=Path, default=SENTENCES, help="another file of sentences")
    parser.add_argument("--domain", help="only this domain")
    parser.add_argument("--id", help="only sentences whose id begins like this")
    parser.add_argument("--out", type=Path, help="write a record for each sentence to this file")
    parser.add_argument("--markdown", action="store_true", help="tables as Markdown")
    parser.add_argument(
        "--walks", type=int, default=Effort().walks, help="plans a sentence (default %(default)s)"
    )
    parser.add_argument("--model", help="what `clamp rules read --on-unclear model` takes")
    parser.add_argument("--host", default="transformers", help="what runs it (default %(default)s)")
    options = parser.parse_args()
    planner = load_host(options.host, options.model) if options.model else None

    @cache
    def model(world: str) -> Callable[[Sequence[str]], list[Clause]] | None:
        return None if planner is None else reads_as_rules(world_of(world), planner)

    rows: list[Judged] = []
    left_out: Counter[str] = Counter()
    started = time.process_time()
    for sentence in read_set(options.set):
        if options.domain not in (None, sentence["domain"]) or not sentence["id"].startswith(
            options.id or ""
        ):
            continue
        try:
            judge, wording = judge_of_world(sentence["world"]), wording_of_world(sentence["world"])
        except ClampError as error:
            left_out[f"{sentence['world']}: {error}"] += 1
            continue
        judge.effort.walks = options.walks
        rows.append(judged(sentence, judge, wording, model(sentence["world"])))
        if sys.stderr.isatty():
            print(f"\r{len(rows)} {rows[-1].id:<20}", end="", file=sys.stderr, flush=True)
    print(f"{len(rows)} sentences in {time.process_time() - started:.0f} s", file=sys.stderr)
    if options.out:
        options.out.write_text(
            "".join(json.dumps(asdict(row), ensure_ascii=False) + "\n" for row in rows), "utf-8"
        )
    for why, count in left_out.items():
        print(f"not judged: {count} about {why}")
    print(report(rows, options.markdown))


if __name__ == "__main__":
    main()
