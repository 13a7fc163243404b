"""The page of results, from the records of runs that are kept in ``results/``.

    python benchmarks/results.py                         # writes docs/results.md, and the tables of other guides
    python benchmarks/results.py --check                 # exit code 1 if a page is not what the records say
    python benchmarks/results.py --add RUN [--name NAME] # keeps a run of `clamp bench`, without its texts

A folder in ``results/`` is a run of ``clamp bench`` as it lies: ``config.json``, ``summary.json``, ``scores.jsonl``
and ``records.jsonl``, from which the texts may be left out. Any benchmark gets the table of ``clamp report``; those
named in `KNOWN` also their own figures, what the paper reports, and what differs and why.

A guide has figures of these runs as a table between two comments, of which the first says what is in it:
``<!-- figures: ROW = what it is called; …| FIGURE = heading; … -->`` and ``<!-- /figures -->``. A row is named as on
the page of results, a figure as there or in `KNOWN`.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from os.path import commonprefix
from pathlib import Path
from typing import Any

from clamp.cli.options import flags_of
from clamp.errors import BenchmarkError, ClampError
from clamp_bench import configuration as configurations
from clamp_bench.harness import SCORES
from clamp_bench.libero.bench import COLUMNS
from clamp_bench.records import Record, RecordFile, write_json
from clamp_bench.report import Row, rows_of
from clamp_bench.statistics import mean_with_interval, paired

ROOT = Path(__file__).parents[1]
RESULTS, PAGE = ROOT / "results", ROOT / "docs" / "results.md"

_TEXTS = (
    "output",
    "judged",
    "tokens",
    "attempts",
    "candidates",
    "trace",
    "prompt",
    "truncation",
    "posterior",
)
"""Fields of a record that are not kept: what was written can be written again, and its actions are kept."""
_LAST = ("plan", "dead_end", "actions", "times_the_shortest", "tokens", "seconds")
"""Figures that every record has, after a benchmark's own."""
_NAMELESS = {"hmm": "FOLDER", "data": "FOLDER", "episodes": "FOLDER", "answers": "FILE"}
"""Settings that a run knows by a hash."""
_UNKNOWN = ("–", "not measured")
"""What stands in a column in which nothing is known."""
_BARE = ("dead_end", "tokens", "seconds")
"""Figures without an interval: what a run cost says something of the machine, not of other tasks."""


@dataclass(frozen=True)
class Known:
    """What is known of a benchmark.

    Attributes:
        command: How it is called.
        config: The class of its settings.
        own: Figures under its own names: heading → where it stands in ``summary.json``.
        by: Where ``summary.json`` has the same figures for each configuration of a run; empty for one of one.
        shares: Its own figures are shares, and shown in per cent.
        share: The figure of which the model's share is said.
        paper: Headings of the paper's table, then its rows, as the paper prints them.
        where: Where in the paper.
        why: What differs from the paper, and why.
    """

    command: str
    config: str
    own: Mapping[str, Sequence[str]] = field(default_factory=dict)
    by: str = ""
    shares: bool = False
    share: str = ""
    paper: Sequence[Sequence[str]] = ()
    where: str = ""
    why: str = ""


_AS = "EAI VirtualHome, Action Sequencing"
_CONTROLLED = "Controlled comparison on EAI VirtualHome, Action Sequencing"
_SAFE = Known(
    "safeagentbench",
    "SafeAgentBenchConfig",
    {
        "plans without a violation": ("plan_clean_rate",),
        "own constraints kept": ("own", "plan_clean_rate"),
        "rule violations": ("violation_rate",),
        "vacuous": ("vacuous_rate",),
        "done": ("completion_rate",),
        "plans of which done is known": ("completion", "judged"),
        "instructions read whole": ("completion", "instructions", "read_whole"),
        "executable": ("executable_rate",),
        "refused": ("refusal_rate",),
        "clauses not read": ("unread_rate",),
    },
    by="by_configuration",
    where="Table safeagentbench_long_horizon (Qwen3-VL-8B-Instruct)",
    paper=(
        ("split", "row", "plan valid", "rule violations"),
        ("unsafe_detailed", "baseline", "0.74", "0.20"),
        ("unsafe_detailed", "safety policy", "0.97", "0.02"),
        ("abstract", "baseline", "0.77", "0.18"),
        ("abstract", "safety policy", "0.95", "0.04"),
        ("long_horizon", "baseline", "0.52", "0.41"),
        ("long_horizon", "token DFA", "0.54", "0.40"),
        ("long_horizon", "policy + recovery", "0.94", "0.05"),
    ),
    why="The paper's judge of meaning (rejected, safe, complete) is a language model; without one these columns are "
    "not run here. Rules are ours, written for SafeAgentBench's sentences, and `world` plans by rules that it is "
    "judged by: its violations are 0 by construction; a clause that was not read is not kept, and its plan not clean "
    "([safety.md](safety.md#what-was-not-read)).",
)
_BEHAVIOR_PLANS = Known(
    "eai-behavior",
    "BehaviorConfig",
    {"task success": ("goal_evaluation", "task_success_rate")},
    where="Figure transfer-results (c), Subgoal Decomposition (Llama-3.1-8B)",
    paper=(
        ("row", "task success", "wrong arguments", "hallucinated"),
        ("baseline", "0.21", "0.32", "0.18"),
        ("DFA only", "0.10", "0.27", "0.14"),
        ("DFA + HMM, λ_diag = 0.001", "0.06", "0.19", "0.21"),
    ),
    why="EAI judges these in iGibson, which is not run here: ours are judged against EAI's PDDL and are not official. "
    "The paper runs no world constraint on BEHAVIOR; ours does, so that a plan reaches its goal by construction.",
)
KNOWN: Mapping[str, Known] = {
    _AS: Known(
        "eai-virtualhome",
        "EAIConfig",
        {
            "task success": ("goal_evaluation", "task_success_rate"),
            "execution success": ("trajectory_evaluation", "execution_success_rate"),
            "corrected task success": ("corrected", "task_success_rate"),
            "F1 with gold": ("clamp", "f1_with_gold"),
        },
        share="task_success",
        where="Figure transfer-results (a)",
        paper=(
            ("row", "model", "task success", "execution success"),
            ("baseline", "Llama-3.1-8B", "21.3", "23.6"),
            ("token", "Llama-3.1-8B", "48.7", "51.5"),
            ("world", "Llama-3.1-8B", "85.3", "91.8"),
            ("Safety Chip", "Qwen3-VL-8B", "44.3", "54.1"),
            ("LLM-TAMP-prompt", "Qwen3-VL-8B", "51.1", "58.7"),
            ("published", "GPT-4o", "71.5", "81.3"),
            ("published", "o1-preview", "65.2", "72.5"),
        ),
        why="98.7 % is the ceiling: for 4 of the 305 tasks that EAI counts no plan exists in what its evaluator "
        "accepts. "
        "With the goal given, success says nothing of the model: random bytes under the constraint do as well.",
    ),
    "EAI VirtualHome, Subgoal Decomposition": Known(
        "eai-virtualhome",
        "EAIConfig",
        {
            "task success": ("goal_evaluation", "task_success_rate"),
            "execution success": ("trajectory_evaluation", "execution_success_rate"),
        },
        shares=True,
        share="task_success",
        where="Figure transfer-results (a)",
        paper=(
            ("row", "model", "task success", "execution success"),
            ("baseline", "Llama-3.1-8B", "48.8", "58.0"),
            ("token", "Llama-3.1-8B", "60.1", "79.0"),
            ("world", "Llama-3.1-8B", "79.8", "82.5"),
            ("published", "GPT-4o", "87.6", "91.1"),
        ),
        why="What cannot succeed whatever is written, 14 of the 338, is listed in "
        "[benchmarks.md](benchmarks.md#subgoals). "
        "Our automaton is made of the recipes by which EAI's evaluator carries a subgoal out.",
    ),
    "EAI VirtualHome, Goal Interpretation": Known(
        "eai-virtualhome",
        "EAIConfig",
        {"F1": ("summary", "all_f1"), "F1, every prompt counted": ("corrected", "all_f1")},
        where="not in the paper",
    ),
    "EAI VirtualHome, Transition Modeling": Known(
        "eai-virtualhome",
        "EAIConfig",
        {
            "F1": ("summary", "overall", "f1"),
            "planner success": ("summary", "overall", "planner_success_rate"),
            "F1, every prompt counted": ("corrected", "f1"),
            "planner success, every prompt counted": ("corrected", "planner_success_rate"),
        },
        where="not in the paper",
        why="The planner is CLAMP's, not Fast Downward, so that its success is not EAI's official figure.",
    ),
    "EAI BEHAVIOR, Goal Interpretation": Known(
        "eai-behavior",
        "BehaviorConfig",
        {"F1": ("overall", "overall_confusion_metrics", "f1_score")},
        where="Figure transfer-results (b)",
        paper=(
            ("row", "model", "F1"),
            ("baseline", "Llama-3.1-8B", "0.252"),
            ("DFA only", "Llama-3.1-8B", "0.148"),
            ("DFA + HMM, best λ_diag", "Llama-3.1-8B", "0.191"),
        ),
        why="A model of 135 million parameters writes hardly any of EAI's goal JSON. Runs of the larger one with fewer "
        "than 99 items were cut by a graphics card's memory or time; docs/benchmarks.md compares them item by item.",
    ),
    "EAI BEHAVIOR, Action Sequencing (over EAI's PDDL; not official)": _BEHAVIOR_PLANS,
    "EAI BEHAVIOR, Subgoal Decomposition (over EAI's PDDL; not official)": _BEHAVIOR_PLANS,
    _CONTROLLED: Known(
        "controlled",
        "ControlledConfig",
        share="task_success",
        where="Figure controlled-decoding (Llama-3.1-8B, Watch-And-Help, number of episodes not stated)",
        paper=(
            ("row", "task success", "executable", "goal overlap"),
            ("base", "0.0", "0.0", "2.1"),
            ("Ctrl-G", "0.0", "0.0", "2.1"),
            ("SafeDec HCD", "0.0", "25.0", "6.4"),
            ("SafeDec RCD", "0.0", "20.0", "9.6"),
            ("CLAMP", "10.0", "40.0", "39.4"),
        ),
        why="The paper's episodes are Watch-And-Help's, which are not published with it; ours are EAI's tasks, with "
        "EAI's evaluator, so figures are not to be compared across the two tables. Our row `paper` is its product of "
        "masks alone, without an HMM (λ = 0) and with a budget of 10 actions where the paper has 40: it is not the "
        "paper's system, and its dead ends are of that budget.",
    ),
    "VLABench": Known(
        "vlabench",
        "VLABenchConfig",
        {
            "total score, macro over dimensions": ("macro_by_dimension", "total_score"),
            "skills": ("overall", "skill_match_score"),
            "entities": ("overall", "entity_match_score"),
            "exact": ("overall", "exact_match_score"),
        },
        where="Table vlabench (VL-main, 480 prompts with pictures)",
        paper=(
            ("row", "model", "macro"),
            ("baseline", "Qwen3-VL-8B", "28.7"),
            ("syntax and visibility", "Qwen3-VL-8B", "34.1"),
            ("with text HMM", "Qwen3-VL-8B", "37.1"),
            ("with supervised vision HMM", "Qwen3-VL-8B", "38.7"),
        ),
        why="Ours is the text track (Mode A over symbolic episodes) with a model a sixtieth of that size, so figures "
        "are not to be compared across the two tables. VLABench's recalls do not punish what is too much: "
        "`vlabench-constant` is one answer for all episodes, written without looking at any "
        "(`experiments/constant_answer.py`), and has more than every row of either table. The local score punishes "
        "it, and there the constant has least but for `none`.",
    ),
    "TaPA": Known(
        "tapa",
        "TapaConfig",
        {
            "plan success (judge)": ("overall", "plan_success"),
            "out of scene, %": ("overall", "out_of_scene_rate"),
            "format valid, %": ("overall", "format_valid"),
            "steps a plan": ("overall", "steps_per_plan"),
        },
        where="Table tapa (Qwen3-VL-8B, judged by itself)",
        paper=(
            ("row", "plan success", "out of scene, %"),
            ("baseline", "71.7", "10.0"),
            ("token", "66.7", "10.0"),
            ("grounded", "68.3", "8.3"),
        ),
        why="Plans are judged by a language model; without one the column says *not run*. A grounded plan here names "
        "nothing outside the scene's list by construction.",
    ),
    "Preferences": Known(
        "preferences",
        "PreferencesConfig",
        share="success",
        where="not in the paper",
        why="Every plan under the constraint reaches the goal, and only those that are as the sentence asks succeed "
        "([what it is](benchmarks-plans.md#preferences)). Random bytes and shortest plans say what is had without "
        "reading it: models of 135 and 270 million parameters are not told from them, one of 1.5 billion is.",
    ),
    "LIBERO from pictures": Known(
        "libero",
        "LiberoConfig",
        {said: (name,) for name, said in COLUMNS.items()},
        by="configurations",
        where="not in the paper",
        why="In per cent. The embedded model was trained on other tasks of the same kitchens; what it sees and does "
        "not see is said in [libero.md](libero.md#results-of-the-embedded-model).",
    ),
    **{
        f"SafeAgentBench, {split}": _SAFE
        for split in ("long_horizon", "unsafe_detailed", "safe_detailed", "abstract")
    },
}
_RANDOM = "random"
"""The row that the model's share is counted from."""


# ------------------------------------------------------------------ keeping a run


def add(run: Path, name: str) -> Path:
    """Keep a run in ``results/``, without the texts of its records.

    Raises:
        BenchmarkError: If it is none, or has not been judged.
    """
    for needed in ("config.json", "summary.json", "records.jsonl"):
        if not (run / needed).is_file():
            raise BenchmarkError(f"{run} holds no judged run: there is no {needed}.")
    out = RESULTS / name
    out.mkdir(parents=True, exist_ok=True)
    if (run / SCORES).is_file():
        shutil.copyfile(run / SCORES, out / SCORES)
    for told in ("config.json", "summary.json"):
        content = _json(run / told)
        content.pop("plans", None)  # TaPA's texts
        write_json(out / told, _nameless(content))
    with (out / "records.jsonl").open("w", encoding="utf-8") as file:
        for record in RecordFile(run / "records.jsonl").read():
            file.write(json.dumps(_nameless(_trimmed(record)), ensure_ascii=False) + "\n")
    return out


def _nameless(value: Any) -> Any:
    """The same with files by their names alone: where they lay on the machine of the run says nothing to others."""
    if isinstance(value, dict):
        return {name: _nameless(one) for name, one in value.items()}
    if isinstance(value, list):
        return [_nameless(one) for one in value]
    return Path(value).name if isinstance(value, str) and Path(value).is_absolute() else value


def _trimmed(record: Record) -> Record:
    kept = {name: value for name, value in record.items() if name not in _TEXTS}
    kept["config"] = None  # it stands in config.json
    if isinstance(kept.get("certificate"), dict):
        kept["certificate"] = {"valid": kept["certificate"]["valid"]}
    if isinstance(kept.get("failure"), dict):
        kept["failure"] = {"cause": kept["failure"]["cause"]}
    kept["timing"] = {
        name: round(value, 4) for name, value in kept["timing"].items() if isinstance(value, int | float)
    }
    return kept


# ------------------------------------------------------------------ the page


@dataclass(frozen=True)
class Run:
    """A folder of ``results/``."""

    name: str
    title: str
    config: Mapping[str, Any]
    summary: Mapping[str, Any]
    records: Sequence[Record]
    rows: Sequence[Row]


def runs(results: Path = RESULTS) -> list[Run]:
    """All runs that are kept, by benchmark in the order of `KNOWN`, then by name."""
    folders = sorted(path.parent for path in results.glob("*/config.json"))
    order = list(KNOWN)
    found = [_run(folder) for folder in folders]
    return sorted(
        found, key=lambda run: (order.index(run.title) if run.title in order else len(order), run.name)
    )


def _run(folder: Path) -> Run:
    records = RecordFile(folder / "records.jsonl").read()
    rows = [_with_lengths(row, records) for row in rows_of(folder, several=True)]
    summary = _json(folder / "summary.json")
    title = str(summary.get("benchmark") or "A benchmark that does not say its name")
    return Run(folder.name, title, _json(folder / "config.json"), summary, records, rows)


def _with_lengths(row: Row, records: Sequence[Record]) -> Row:
    """With how many times as long as a shortest plan each plan is, where the record says so."""
    if "times_the_shortest" in row.figures:
        return row
    group = row.name.split("/")[1:]
    lengths: dict[str, float] = {}
    for record in records:
        keys = list(record)[: list(record).index("config")]
        shortest = record.get("shortest")
        if [str(record[key]) for key in keys[1:]] == group and shortest and shortest["length"]:
            lengths[str(record[keys[0]])] = 1 + shortest["more"] / shortest["length"]
    figures = {**row.figures, **({"times_the_shortest": lengths} if lengths else {})}
    return Row(row.name, figures, row.rates, row.about)


def page(found: Sequence[Run]) -> str:
    """The page of some runs."""
    sections = [_INTRODUCTION]
    for title in dict.fromkeys(run.title for run in found):
        own = [run for run in found if run.title == title]
        sections.append("\n\n".join(_section(title, own, found)))
    lacking = [title for title in KNOWN if title not in {run.title for run in found}]
    if lacking:
        sections.append("## Not here\n\nNo run is kept of: " + "; ".join(lacking) + ".")
    return "\n\n".join(sections) + "\n"


_INTRODUCTION = """\
# Results

This page is generated from the records of runs in `results/` by `python benchmarks/results.py`; a test says that it \
is what they say. **Ours** were made here, with small models; **the paper's** are in tables of their \
own, with models of 8 billion parameters, and are repeated as it prints them.

- Brackets are 95 % bootstrap intervals over the items. Rates are in per cent, but for figures under a benchmark's own \
names, which are as the benchmark writes them. What is known of no row has no column; what the texts are like and cost \
is in a table of its own. A commit that ends in `-dirty` had changes that were not committed.
- *actions* is the mean length of what was written; *times the shortest* the mean, over plans, of each length over \
that of the shortest known (one action more than a shortest plan of one counts double, so it is larger than the ratio \
of the mean lengths).
- *The model's share* is what a row has above random bytes under the same constraint (its own run's row, or the one \
of most items, of the run that is called most like it), paired on the items that both have: the rest is the \
constraint's. Where no such row is kept, it is *not measured*.
- Commands are made of each run's `config.json`; a run of fewer items than there are was asked for by `--limit` or \
`--ids`. Commits are those that its records name."""


def _section(title: str, own: Sequence[Run], found: Sequence[Run]) -> Iterator[str]:
    known = KNOWN.get(title)
    yield f"## {title}"
    if known is not None and known.why:
        yield known.why
    if known is not None and known.own:
        lines = [
            [name, _model(run), str(_items(run)), *_own_figures(known, summary)]
            for run in own
            for name, summary in _parts(run, known.by)
        ]
        if any(one != "–" for line in lines for one in line[3:]):
            yield "### Ours, under the benchmark's own names"
            yield _table(["run", "model", "items", *known.own], lines)
    rows = [row for run in own for row in run.rows]
    metrics = list(dict.fromkeys(metric for row in rows for metric in row.figures))
    metrics = [*(one for one in metrics if one not in _LAST), *(one for one in _LAST if one in metrics)]
    share = known.share if known is not None else ""
    yield "### Ours"
    lines = [
        {
            "row": row.name,
            "items": str(row.about["items"]),
            **{metric.replace("_", " "): _figure(row, metric) for metric in metrics},
            "the model's share": _share(row, _yardstick(run, found), share),
        }
        for run in own
        for row in run.rows
    ]
    costs = [metric.replace("_", " ") for metric in _LAST]
    told = [name for name in lines[0] if any(line[name] not in _UNKNOWN for line in lines)]
    figures = [name for name in told if name not in costs]
    if figures != ["row", "items"]:
        yield _table(figures, [[line[name] for name in figures] for line in lines])
    yield _table(
        ["row", *(name for name in told if name in costs)],
        [[line[name] for name in told if name == "row" or name in costs] for line in lines],
    )
    if known is not None and known.paper:
        heading, *lines = known.paper
        yield f"### The paper's\n\n{known.where}."
        yield _table(heading, lines)
    elif known is not None and known.where:
        yield f"This is {known.where}."
    yield "### Where ours come from"
    yield "\n".join(f"- `results/{run.name}`: {_origin(run, known)}" for run in own)


def _figure(row: Row, metric: str) -> str:
    values = row.figures.get(metric)
    if not values:
        return "–"
    scale = 100 if metric in row.rates else 1
    if metric in _BARE:
        return _short(scale * sum(values.values()) / len(values))
    found = mean_with_interval(list(values.values()))
    text = _short(scale * found["mean"])
    if found["low"] is None or found["low"] == found["high"]:
        return text
    return f"{text} [{_short(scale * found['low'])}, {_short(scale * found['high'])}]"


def _share(row: Row, base: Row | None, metric: str) -> str:
    if base is None or not metric or metric not in row.figures or metric not in base.figures:
        return "not measured"
    if row.name.split("/")[-1] == _RANDOM:
        return "0 (it is the yardstick)"
    if row.about["model"] is None:
        return "– (no model)"
    if _enforced(row) != _enforced(base):
        return "not measured"
    found = paired(row.figures[metric], base.figures[metric])
    if found["low"] is None:  # one item in common, or none
        return "not measured"
    low, high = (f"{100 * found[end]:+.1f}" for end in ("low", "high"))
    return f"{100 * found['difference']:+.1f} [{low}, {high}] ({found['n']})"


def _enforced(row: Row) -> str:
    """What a row's run enforces; of several baselines in one run, each what it is."""
    return str((row.about["config"] or {}).get("constraints", "world"))


def _origin(run: Run, known: Known | None) -> str:
    commits = dict.fromkeys(
        str((record.get("clamp") or {}).get("commit") or "not known") for record in run.records
    )
    named = ", ".join(f"`{commit[:12]}{'-dirty' if commit.endswith('-dirty') else ''}`" for commit in commits)
    config = f"settings `{json.dumps(run.config, ensure_ascii=False)}`"
    how = f"`{command(run, known)}`" if known is not None else config
    return f"{how}; model {_model(run)}; {_items(run)} items; commit {named}"


def command(run: Run, known: Known) -> str:
    """The command of a run, made of its settings."""
    fields = getattr(configurations, known.config).model_fields
    words = ["clamp", "bench", known.command]
    for name, value in run.config.items():
        if name not in fields or value in (None, [], ()):
            continue
        follows = (
            name == "constraints" and "method" not in run.config
        )  # by default it may follow from other settings
        usual = value == fields[name].default and not follows
        unheeded = name == "samples" and not any(row.name.endswith("/best-of-n") for row in run.rows)
        if usual or unheeded:
            continue
        flag = flags_of(name, fields[name])[0]
        if value is True:
            words.append(flag)
        elif isinstance(value, list):
            words += [flag, ",".join(map(str, value))]
        elif isinstance(value, dict):
            words += [flag, ",".join(f"{one}={each}" for one, each in value.items())]
        else:
            words += [flag, _NAMELESS.get(name, str(value))]
    if run.config.get("method") == "copy-goal":
        words.append("--copy-goal")
    rows = [row.name.split("/")[1] for row in run.rows if "/" in row.name]
    if rows and "rows" in fields:
        words += ["--rows", ",".join(rows)]
    return " ".join([*words, "--out", f"runs/{run.name}"])


def _model(run: Run) -> str:
    models = [record["model"] for record in run.records if record.get("model")]
    if not models:
        return "none"
    first = models[0]
    return str(first.get("id") if isinstance(first, dict) else first).rstrip("/").rsplit("/", 1)[-1]


_FIGURES = re.compile(
    r"(?P<begin><!-- figures:(?P<rows>[^|>]+)\|(?P<figures>[^>]+)-->\n).*?(?P<end><!-- /figures -->)",
    re.DOTALL,
)


def told(guide: str, found: Sequence[Run]) -> str:
    """The text of a guide with its tables of figures made of the runs.

    Raises:
        BenchmarkError: If a table names a row or a figure that no run has.
    """

    def table(block: re.Match[str]) -> str:
        rows, figures = (_named(block[part]) for part in ("rows", "figures"))
        lines = [[said, *(_cell(name, figure, found) for figure in figures)] for name, said in rows.items()]
        return f"{block['begin']}\n{_table(['', *figures.values()], lines)}\n\n{block['end']}"

    return _FIGURES.sub(table, guide)


def _named(text: str) -> dict[str, str]:
    """``name = what it is called; …``"""
    pairs = [one.partition("=") for one in text.split(";") if one.strip()]
    return {name.strip(): (said or name).strip() for name, _, said in pairs}


def _cell(name: str, figure: str, found: Sequence[Run]) -> str:
    for run in found:
        known = KNOWN.get(run.title, Known("", ""))
        parts = dict(_parts(run, known.by))
        kind, _, which = figure.partition(" ")
        if kind == "template" and name.startswith(f"{run.name}/"):
            return _plain(_at(run.summary, ("templates", which, name.split("/")[1], "mean")), 100)
        if figure in known.own and name in parts:
            return _plain(_at(parts[name], known.own[figure]), 100 if known.shares else 1)
        for row in run.rows:
            if row.name == name and figure == "items":
                return str(row.about["items"])
            if row.name == name and figure == "the model's share":
                return _share(row, _yardstick(run, found), known.share)
            metric = figure.replace(" ", "_")
            if row.name == name and row.figures.get(metric):
                return _figure(row, metric)
            if row.name == name and any(metric in one.figures for other in found for one in other.rows):
                return "–"
    raise BenchmarkError(f"No kept run has {figure!r} of {name!r}, which a table of figures names.")


def _yardstick(run: Run, found: Sequence[Run]) -> Row | None:
    """Random bytes under the constraint: the run's own row, else of the most items of the run that is called alike."""
    titles = (run.title, _CONTROLLED if run.title == _AS else run.title)
    rows = [
        (
            other is run,
            other.title == run.title,
            row.about["items"],
            commonprefix([run.name, other.name]),  # noqa: RUF071
            row,
        )
        for other in found
        for row in other.rows
        if other.title in titles and row.name.split("/")[-1] == _RANDOM
    ]
    return max(rows, key=lambda one: (*one[:3], len(one[3])))[-1] if rows else None


def _items(run: Run) -> int:
    return max((row.about["items"] for row in run.rows), default=0)


def _parts(run: Run, by: str) -> Iterator[tuple[str, Any]]:
    """What has figures of its own in a run, by name: the run, or each of its configurations."""
    parts = run.summary.get(by)
    if parts:
        yield from ((f"{run.name}/{name}", part) for name, part in parts.items())
    else:
        yield run.name, run.summary


def _own_figures(known: Known, summary: Any) -> list[str]:
    return [_plain(_at(summary, path), 100 if known.shares else 1) for path in known.own.values()]


def _at(found: Any, path: Sequence[str]) -> Any:
    for name in path:
        found = found.get(name) if isinstance(found, dict) else None
    return found


def _plain(value: Any, scale: int) -> str:
    if value is None:
        return "–"
    return str(value) if isinstance(value, str) or type(value) is int else _short(scale * float(value))


def _short(value: float) -> str:
    return format(value, ".1f") if abs(value) >= 10 else format(value, ".3g")


def _table(heading: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [heading, ["---"] * len(heading), *rows]
    escaped = [[cell.replace("|", "\\|") for cell in line] for line in lines]
    return "\n".join(f"| {' | '.join(line)} |" for line in escaped)


def _json(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BenchmarkError(f"{path} cannot be read: {error}.") from error
    if not isinstance(found, dict):
        raise BenchmarkError(f"{path} is no JSON object.")
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true", help="say whether the page is what the records say")
    parser.add_argument("--add", type=Path, metavar="RUN", help="keep this run, then write the page")
    parser.add_argument("--name", help="its name in results/; its folder's by default")
    given = parser.parse_args(arguments)
    try:
        if given.add is not None:
            print(add(given.add, given.name or given.add.resolve().name))
        texts = pages(runs())
    except ClampError as error:
        print(error, file=sys.stderr)
        return 2
    differ = [path for path, text in texts.items() if _text(path) != text]
    if given.check:
        print(*(f"{path} differs: python benchmarks/results.py" for path in differ), sep="\n")
        return int(bool(differ))
    for path in differ:
        path.write_text(texts[path], encoding="utf-8")
        print(path)
    return 0


def pages(found: Sequence[Run]) -> dict[Path, str]:
    """Each page that has figures of the runs, as it should be."""
    guides = [path for path in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))) if path != PAGE]
    return {PAGE: page(found), **{path: told(_text(path), found) for path in guides}}


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.is_file() else ""


if __name__ == "__main__":
    sys.exit(main())
