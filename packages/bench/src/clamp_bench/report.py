"""Runs of any benchmark side by side (``clamp report``): one HTML page and Markdown, from what the harness wrote.

A row is a run, or what a run holds of one kind beside its items (a baseline, a configuration). Figures are those of
``scores.jsonl``, one line a record; a run without it has those that every record has. Nothing is judged again.
"""

from __future__ import annotations

import io
import json
import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, cast

from rapidfuzz import process
from rapidfuzz.utils import default_process

from clamp.errors import BenchmarkError
from clamp.files import check_folder, check_output, writing
from clamp.visible import printable
from clamp_bench.harness import SCORES
from clamp_bench.records import Record, RecordFile
from clamp_bench.statistics import LEVEL, RESAMPLES, mean_with_interval, paired

REFERENCE = "clamp"
"""What the other rows are compared with, where a row is called so and nothing else is asked for."""

_FIRST_AFTER_KEY = "config"
_DAMAGED = (ValueError, TypeError, KeyError, AttributeError, RecursionError)


@dataclass(frozen=True)
class Row:
    """One row of a report.

    Attributes:
        figures: Metric → item → number; an item to which the metric does not apply is left out.
        rates: Metrics that are truth values.
        about: Where it comes from: ``folder``, ``benchmark``, ``config``, ``model``, ``commit``, ``items``.
    """

    name: str
    figures: Mapping[str, Mapping[str, float]]
    rates: frozenset[str]
    about: Mapping[str, Any]


@dataclass(frozen=True)
class WrittenReport:
    """A report on disk.

    Attributes:
        data: Its figures, JSON-able.
        paths: The HTML page and the Markdown.
    """

    data: Mapping[str, Any]
    paths: tuple[Path, Path]


def report(folders: Sequence[Path], out: Path | None = None, against: str | None = None) -> WrittenReport:
    """Compare runs, and write ``report.html`` and ``report.md``.

    Args:
        out: Where to; the first run's folder by default.
        against: The row that the others are compared with; the one called ``clamp`` by default, or the first.

    Raises:
        BenchmarkError: If a folder holds no run, there is no such row, the report cannot be written, or a library
            that it needs is not installed.
    """
    folder = folders[0] if out is None else out
    html, markdown = folder / "report.html", folder / "report.md"
    check_folder(folder, "report", BenchmarkError)
    for path in (html, markdown):
        if folder.is_dir():
            check_output(path, "report", BenchmarkError)
    rows = [row for folder in folders for row in rows_of(folder, several=len(folders) > 1)]
    data = figures_of(rows, _reference(rows, against))
    pages = (rendered(_HTML, data, plots=plots(data)), rendered(_MARKDOWN, data))
    with writing(html, "report", BenchmarkError):
        folder.mkdir(parents=True, exist_ok=True)
        for path, text in zip((html, markdown), pages, strict=True):
            path.write_text(text, encoding="utf-8", newline="")
    return WrittenReport(data, (html, markdown))


# ------------------------------------------------------------------ reading


def rows_of(folder: Path, *, several: bool) -> list[Row]:
    """The rows of a run's folder.

    Args:
        several: Other folders have rows, too, so that a row's name says whose it is.

    Raises:
        BenchmarkError: If it holds no run, or its records are damaged.
    """
    records = RecordFile(folder / "records.jsonl").read()
    if not records:
        raise BenchmarkError(
            f"{folder} holds no run of `clamp bench`: its records.jsonl is missing or empty."
        )
    scores = RecordFile(folder / SCORES).read()
    title = _title(folder)
    try:
        keys = list(records[0])[: list(records[0]).index(_FIRST_AFTER_KEY)]
        known = {_key(one, keys): one for one in records}  # a task that was written again counts once
        scored = {_key(one, keys): one for one in scores}
        groups: dict[tuple[str, ...], list[tuple[str, ...]]] = {}
        for key in known:
            groups.setdefault(key[1:], []).append(key)
        if len(groups) > 1 and len({key[0] for key in known}) == len(known):
            groups = {(): list(known)}  # each item is of one kind: what follows its id is no row
        return [
            _row(folder, title, group, [(known[key], scored.get(key, {})) for key in own], keys, several)
            for group, own in groups.items()
        ]
    except _DAMAGED as error:
        raise BenchmarkError(
            f"{folder}: a record cannot be read ({type(error).__name__}: {error}). Was the file edited, or written by "
            "another program?"
        ) from None


def _key(record: Record, keys: Sequence[str]) -> tuple[str, ...]:
    return tuple(str(record[name]) for name in keys)


def _title(folder: Path) -> str | None:
    try:
        found: Any = json.loads((folder / "summary.json").read_text(encoding="utf-8"))
        return str(found["benchmark"])
    except (OSError, *_DAMAGED):
        return None  # a run that has not been judged yet, or of a benchmark that does not say


def _row(
    folder: Path,
    title: str | None,
    group: Sequence[str],
    own: Sequence[tuple[Record, Record]],
    keys: Sequence[str],
    several: bool,
) -> Row:
    figures: dict[str, dict[str, float]] = {}
    rates: set[str] = set()
    for record, scores in own:
        item = str(record[keys[0]])
        for metric, value in {**_common(record), **scores}.items():
            if metric in keys or not isinstance(value, int | float):
                continue
            figures.setdefault(metric, {})[item] = float(value)
            if isinstance(value, bool):
                rates.add(metric)
    first = own[0][0]
    build = first.get("clamp")
    about = {
        "folder": str(folder),
        "benchmark": title,
        "config": first["config"],
        "model": next((record.get("model") for record, _ in own if record.get("model")), None),
        "commit": cast("Record", build).get("commit") if isinstance(build, dict) else None,
        "items": len(own),
    }
    name = "/".join([*([folder.resolve().name] if several or not group else []), *group])
    return Row(name, figures, frozenset(rates), about)


def _common(record: Record) -> Record:
    """What every record of the harness says of its item."""
    timing = record["timing"]
    failure = record.get("failure")
    return {
        "plan": record["status"] == "plan",
        "dead_end": failure is not None and failure["cause"] in ("dead-end", "guidance"),
        "undecided": None if record.get("undecided") is None else float(record["undecided"]["share"]),
        "actions": len(record["actions"]),
        "tokens": timing["tokens"],
        "seconds": sum(timing.get(name, 0.0) for name in ("compile", "adaptation", "prompt", "generation")),
    }


# ------------------------------------------------------------------ figures


def _reference(rows: Sequence[Row], against: str | None) -> str:
    names = [row.name for row in rows]
    for name in names:
        if names.count(name) > 1:
            raise BenchmarkError(f"Two runs are called {name!r}: rename one of their folders.")
    if against is None:
        return next((name for name in names if name.split("/")[-1] == REFERENCE), names[0])
    if against not in names:
        near = process.extractOne(against, names, processor=default_process, score_cutoff=50)
        hint = f" Did you mean {near[0]!r}?" if near else ""
        raise BenchmarkError(f"There is no row {against!r}.{hint} There are {', '.join(names)}.")
    return against


def figures_of(rows: Sequence[Row], reference: str) -> dict[str, Any]:
    """All figures of a report.

    Returns:
        JSON-able: ``reference``; ``metrics``, their names; ``uncompared``, those that are truth values in some rows
        and numbers in others; ``rows``, for each ``name``, ``about``, ``rates`` (its metrics that are shares),
        ``figures`` (see `mean_with_interval`) and ``against`` the reference (see `paired`).
    """
    metrics = list(dict.fromkeys(metric for row in rows for metric in row.figures))
    base = next(row for row in rows if row.name == reference)
    uncompared = [
        metric
        for metric in metrics
        if len({metric in row.rates for row in rows if metric in row.figures}) > 1
    ]

    def against(row: Row) -> dict[str, Any]:
        if row is base:
            return {}
        both = [
            one for one in row.figures if one in base.figures and (one in row.rates) == (one in base.rates)
        ]
        return {metric: paired(row.figures[metric], base.figures[metric]) for metric in both}

    return {
        "reference": reference,
        "level": LEVEL,
        "resamples": RESAMPLES,
        "metrics": metrics,
        "uncompared": uncompared,
        "rows": [
            {
                "name": row.name,
                "about": dict(row.about),
                "rates": [metric for metric in metrics if metric in row.rates],
                "figures": {
                    metric: mean_with_interval(list(values.values()))
                    for metric, values in row.figures.items()
                },
                "against": against(row),
            }
            for row in rows
        ],
    }


# ------------------------------------------------------------------ pages


def rendered(template: str, data: Mapping[str, Any], plots: Sequence[str] = ()) -> str:
    """A page of the figures.

    Raises:
        BenchmarkError: If jinja2 is not installed.
    """
    try:
        from jinja2 import Environment
        from markupsafe import Markup
    except ImportError as error:
        raise _lacking("jinja2") from error
    html = template is _HTML

    def shown(value: object, write: Callable[[str], str]) -> object:
        """A text from outside (names, ids, models, folders) as itself; ours is `Markup`."""
        return write(printable(value)) if isinstance(value, str) and not isinstance(value, Markup) else value

    def outside(value: object) -> object:
        return shown(value, str if html else _text)

    environment = Environment(
        autoescape=html,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        finalize=outside,
    )

    def figure(found: Mapping[str, Any] | None, share: bool) -> Markup:
        return Markup(_figure(found, share))

    def difference(found: Mapping[str, Any] | None, share: bool) -> Markup:
        return Markup(_difference(found, share))

    def listed(names: Iterable[str]) -> Markup:
        written = (str(outside(name)) for name in names)
        return Markup(", ").join(written) if html else Markup(", ".join(written))

    def cell(name: str) -> Markup:
        return Markup(_text(printable(name)).replace("|", r"\|"))

    def code(value: object) -> Markup:
        return Markup(_code(printable(str(value))))

    for one in (figure, difference, listed, cell, code):
        cast("dict[str, Any]", environment.filters)[one.__name__] = one
    cast("dict[str, Any]", environment.filters)["told"] = _told
    shares = frozenset(metric for row in data["rows"] for metric in row["rates"]) - {*data["uncompared"]}
    return environment.from_string(template).render(**data, shares=shares, plots=plots)


_HARMLESS = re.compile(r"(?:[A-Za-z0-9 /,+=-]|(?<=\w)[._](?=\w))+")
"""Of such letters Markdown makes nothing, wherever they stand within a line."""


def _text(text: str) -> str:
    """A text as Markdown that shows it, and nothing else: as code, unless nothing in it could be more than itself.

    A backslash would not do: some readers look for emoji and addresses after it has been taken away.
    """
    plain = _HARMLESS.fullmatch(text) and text[0].isalnum() and "www." not in text
    return text if plain else _code(text)


def _code(text: str) -> str:
    """A code span, on one line, whatever is in it."""
    line = " ".join(text.split()) or " "
    fence = "`" * (1 + max((len(run) for run in re.findall("`+", line)), default=0))
    return f"{fence} {line} {fence}" if "`" in (line[0], line[-1]) else f"{fence}{line}{fence}"


def _lacking(library: str) -> BenchmarkError:
    return BenchmarkError(f"A report needs {library}. Install what it needs with: pip install clamp-bench")


def _figure(found: Mapping[str, Any] | None, share: bool) -> str:
    if not found or found["mean"] is None:  # a row need not have every figure that another has
        return "–"
    scale = 100 if share else 1
    text = _short(scale * found["mean"])
    if found["low"] is not None:
        text += f" [{_short(scale * found['low'])}, {_short(scale * found['high'])}]"
    return text


def _difference(found: Mapping[str, Any] | None, share: bool) -> str:
    if not found or found["difference"] is None:
        return "–"
    scale = 100 if share else 1
    text = f"{_short(scale * found['difference'], sign='+')}"
    if found["low"] is not None:
        text += f" [{_short(scale * found['low'], '+')}, {_short(scale * found['high'], '+')}]"
    return f"{text}, p = {found['p']:.3g} ({found['n']})"


def _short(value: float, sign: str = "") -> str:
    return format(value, f"{sign}.1f") if abs(value) >= 10 else format(value, f"{sign}.3g")


def _told(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def plots(data: Mapping[str, Any]) -> list[str]:
    """A plot a metric, each row's mean with its interval, as SVG elements.

    Raises:
        BenchmarkError: If matplotlib is not installed.
    """
    os.environ.setdefault("MPLBACKEND", "svg")
    try:
        from matplotlib.figure import Figure

        rc_context: Any = import_module("matplotlib").rc_context  # its settings are too many for a type
    except ImportError as error:
        raise _lacking("matplotlib") from error
    found: list[str] = []
    with rc_context({"svg.hashsalt": "clamp", "svg.fonttype": "none", "font.size": 9}):
        for metric in data["metrics"]:
            shown = [(row["name"], row["figures"].get(metric)) for row in data["rows"]]
            shown = [(name, one) for name, one in shown if one is not None and one["mean"] is not None]
            if not shown:
                continue
            scales = {row["name"]: 100 if metric in row["rates"] else 1 for row in data["rows"]}
            means = [scales[name] * one["mean"] for name, one in shown]
            lows, highs = (
                [scales[name] * (one["mean"] if one[end] is None else one[end]) for name, one in shown]
                for end in ("low", "high")
            )
            errors = [
                [max(0.0, mean - low) for mean, low in zip(means, lows, strict=True)],
                [max(0.0, high - mean) for mean, high in zip(means, highs, strict=True)],
            ]
            figure: Any = Figure(figsize=(6.4, 0.6 + 0.28 * len(shown)), layout="constrained")
            axes = figure.subplots()
            places = list(range(len(shown)))
            axes.barh(places, means, xerr=errors, color="#9ab8d6", ecolor="#333333", capsize=2, height=0.7)
            axes.set_yticks(places, [_drawn(name) for name, _ in shown])
            axes.invert_yaxis()
            axes.set_xlim(left=min(0.0, *lows))
            in_per_cent = all(scales[name] == 100 for name, _ in shown)
            axes.set_title(f"{_drawn(metric)} (%)" if in_per_cent else _drawn(metric), fontsize=10)
            axes.spines[["top", "right"]].set_visible(False)
            file = io.StringIO()
            figure.savefig(file, format="svg", metadata={"Date": None})
            text = file.getvalue()
            found.append(text[text.index("<svg") :])
    return found


def _drawn(name: str) -> str:
    """A name in a plot, where dollars would begin a formula."""
    return printable(name).replace("$", r"\$")


_MARKDOWN = """\
# Runs side by side

Means over items with {{ (100 * level) | int }} % bootstrap intervals ({{ resamples }} resamples of the items); \
{% if shares %}{{ metrics | select("in", shares) | listed }} in per cent. {% endif %}
A figure counts the items to which it applies.{% if uncompared %} Truth values in some rows (in per cent) and \
numbers in others (as they are), so that rows of the two kinds are not compared: {{ uncompared | listed }}.\
{% endif %}


| row | items |{% for metric in metrics %} {{ metric | cell }} |{% endfor %}

| --- | --- |{% for metric in metrics %} --- |{% endfor %}

{% for row in rows %}
| {{ row.name | cell }} | {{ row.about["items"] }} |\
{% for metric in metrics %} {{ row.figures[metric] | figure(metric in row.rates) }} |{% endfor %}

{% endfor %}

{% if rows | length > 1 %}
## Differences from {{ reference }}

Paired, on the items that both rows have: mean difference with its interval, p of the two-sided permutation test, and \
in parentheses how many items.

| row |{% for metric in metrics %} {{ metric | cell }} |{% endfor %}

| --- |{% for metric in metrics %} --- |{% endfor %}

{% for row in rows if row.name != reference %}
| {{ row.name | cell }} |\
{% for metric in metrics %} {{ row.against[metric] | difference(metric in row.rates) }} |{% endfor %}

{% endfor %}

{% endif %}
## Where they come from

{% for row in rows %}
- **{{ row.name }}**: {{ row.about.benchmark or "a benchmark without a name" }}, model \
{{ row.about.model | told | code }}, CLAMP {{ row.about.commit | code }}, {{ row.about.folder | code }}, configuration \
{{ row.about.config | told | code }}
{% endfor %}
"""

_HTML = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>CLAMP: runs side by side</title>
<style>
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 78rem; padding: 0 1rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: 13px; }
th, td { border-bottom: 1px solid #ddd; padding: .25rem .6rem; text-align: right; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; position: sticky; left: 0; background: #fff; }
.plots { display: flex; flex-wrap: wrap; gap: 1rem; }
.plots svg { max-width: 34rem; height: auto; }
code { font-size: 12px; overflow-wrap: anywhere; }
</style>
</head>
<body>
<h1>Runs side by side</h1>
<p>Means over items with {{ (100 * level) | int }} % bootstrap intervals ({{ resamples }} resamples of the items).
{% if shares %}In per cent: {{ metrics | select("in", shares) | listed }}.{% endif %}
A figure counts the items to which it applies.
{% if uncompared %}
Truth values in some rows (in per cent) and numbers in others (as they are), so that rows of the two kinds are
not compared: {{ uncompared | listed }}.
{% endif %}
</p>
<div class="wide"><table>
<tr><th>row</th><th>items</th>{% for metric in metrics %}<th>{{ metric }}</th>{% endfor %}</tr>
{% for row in rows %}
<tr><td>{{ row.name }}</td><td>{{ row.about["items"] }}</td>
{% for metric in metrics %}<td>{{ row.figures[metric] | figure(metric in row.rates) }}</td>{% endfor %}</tr>
{% endfor %}
</table></div>
{% if rows | length > 1 %}
<h2>Differences from {{ reference }}</h2>
<p>Paired, on the items that both rows have: mean difference with its interval, p of the two-sided permutation test,
and in parentheses how many items.</p>
<div class="wide"><table>
<tr><th>row</th>{% for metric in metrics %}<th>{{ metric }}</th>{% endfor %}</tr>
{% for row in rows if row.name != reference %}
<tr><td>{{ row.name }}</td>
{% for metric in metrics %}<td>{{ row.against[metric] | difference(metric in row.rates) }}</td>{% endfor %}</tr>
{% endfor %}
</table></div>
{% endif %}
<h2>Plots</h2>
<div class="plots">{% for plot in plots %}<figure>{{ plot | safe }}</figure>{% endfor %}</div>
<h2>Where they come from</h2>
<ul>
{% for row in rows %}
<li><b>{{ row.name }}</b>: {{ row.about.benchmark or "a benchmark without a name" }}, model
<code>{{ row.about.model | told }}</code>, CLAMP <code>{{ row.about.commit }}</code>,
<code>{{ row.about.folder }}</code>, configuration <code>{{ row.about.config | told }}</code></li>
{% endfor %}
</ul>
</body>
</html>
"""
