"""Runs side by side: intervals and tests against definitions of their own, and pages that hold what was computed."""

from __future__ import annotations

import itertools
import json
import random
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from typer.testing import CliRunner

pytest.importorskip("scipy")
pytest.importorskip("jinja2")
pytest.importorskip("matplotlib")

from clamp.cli import app
from clamp.decoding.result import Timing
from clamp.errors import BenchmarkError
from clamp.visible import printable
from clamp_bench.baselines.baseline import added
from clamp_bench.eai.report import seconds_of
from clamp_bench.report import figures_of, plots, report, rows_of
from clamp_bench.statistics import mean_with_interval, paired


def test_a_paired_test_is_the_share_of_all_swaps_that_differ_as_much() -> None:
    rng = random.Random(3)
    ours = {str(n): rng.choice([0.0, 1.0, 0.5]) for n in range(9)}
    theirs = {str(n): rng.choice([0.0, 1.0]) for n in range(8)}
    found = paired(ours, theirs)
    gaps = [ours[n] - theirs[n] for n in theirs]
    assert (found["n"], found["difference"]) == (8, round(float(np.mean(gaps)), 4))
    signs = itertools.product([-1, 1], repeat=8)
    swapped = [abs(float(np.dot(sign, gaps))) for sign in signs]
    assert found["p"] == pytest.approx(np.mean(np.array(swapped) >= abs(sum(gaps)) - 1e-12), abs=1e-5)


@pytest.mark.parametrize("seed", range(3))
def test_an_interval_is_the_percentiles_of_resampled_means(seed: int) -> None:
    rng = np.random.default_rng(seed)
    values = rng.integers(0, 2, 40).astype(float)
    found = mean_with_interval(values.tolist())
    means = rng.choice(values, (20_000, 40)).mean(axis=1)
    low, high = np.percentile(means, [2.5, 97.5])
    assert found["mean"] == pytest.approx(values.mean(), abs=1e-4)
    assert found["low"] == pytest.approx(low, abs=0.026)
    assert found["high"] == pytest.approx(high, abs=0.026)


def test_few_items_have_no_interval_and_equal_ones_a_point() -> None:
    assert mean_with_interval([]) == {"mean": None, "low": None, "high": None, "n": 0}
    assert mean_with_interval([0.5]) == {"mean": 0.5, "low": None, "high": None, "n": 1}
    assert mean_with_interval([2.0, 2.0]) == {"mean": 2.0, "low": 2.0, "high": 2.0, "n": 2}
    assert paired({"a": 1.0}, {"b": 1.0})["p"] is None
    assert paired({"a": 1.0}, {"a": 0.0})["p"] == 1.0


def record(key: dict[str, str], *, good: bool, tokens: int, dead: bool = False) -> dict[str, Any]:
    failure = None if good else {"cause": "dead-end" if dead else "syntax", "message": ""}
    timing = {"compile": 0.5, "prompt": 0.25, "generation": 1.0, "tokens": tokens}
    own = {"status": "plan" if good else "fail", "output": "", "actions": [{}], "failure": failure}
    rest = {"config": {"seed": 1}, "clamp": {"commit": "0af"}, "model": {"id": "<m>", "revision": None}}
    return {**key, **rest, **own, "timing": timing}


def run(folder: Path, records: list[dict[str, Any]], scores: list[dict[str, Any]] | None = None) -> Path:
    folder.mkdir(parents=True)
    (folder / "records.jsonl").write_text("".join(json.dumps(one) + "\n" for one in records))
    if scores is not None:
        (folder / "scores.jsonl").write_text("".join(json.dumps(one) + "\n" for one in scores))
    return folder


def rows_run(folder: Path) -> Path:
    keys = [{"id": f"t{n}", "row": row} for row in ("clamp", "a<b") for n in range(6)]
    records = [record(key, good=key["row"] == "clamp", tokens=4, dead=True) for key in keys]
    scores = [
        {**key, "success": key["row"] == "clamp" or at % 6 < 2, "length": None if at == 3 else 1.5}
        for at, key in enumerate(keys)
    ]
    return run(folder, records, scores)


def test_rows_are_what_a_run_holds_of_each_kind_with_scores_and_what_every_record_says(
    tmp_path: Path,
) -> None:
    clamp, other = rows_of(rows_run(tmp_path / "run"), several=False)
    assert (clamp.name, other.name) == ("clamp", "a<b")
    assert sum(clamp.figures["success"].values()) == 6
    assert sum(other.figures["success"].values()) == 2
    assert clamp.figures["length"].keys() == {"t0", "t1", "t2", "t4", "t5"}
    assert set(other.figures["dead_end"].values()) == {1.0}
    assert set(clamp.figures["seconds"].values()) == {1.75}
    assert clamp.rates == {"success", "plan", "dead_end"}
    found = figures_of([clamp, other], "clamp")
    assert found["rows"][0]["against"] == {}
    assert found["rows"][1]["against"]["success"] == {
        **paired(other.figures["success"], clamp.figures["success"]),
        "difference": -0.6667,
        "n": 6,
    }


@pytest.mark.parametrize("part", ["compile", "adaptation", "prompt", "generation"])
def test_each_part_of_the_time_counts_where_seconds_are_summed(part: str, tmp_path: Path) -> None:
    timing = Timing(**{part: 2.0}, tokens=1)  # pyright: ignore[reportArgumentType]
    written = {**record({"id": "t"}, good=True, tokens=1), "timing": timing.to_json()}
    (row,) = rows_of(run(tmp_path / "run", [written]), several=True)
    assert set(row.figures["seconds"].values()) == {2.0}
    assert seconds_of(timing.to_json()) == 2
    attempts = added(timing, timing)
    assert (getattr(attempts, part), attempts.tokens) == (4, 2)
    # Records of runs before adaptation was counted say nothing of it.
    before = {name: value for name, value in timing.to_json().items() if name != "adaptation"}
    assert seconds_of(before) == (0 if part == "adaptation" else 2)


def test_what_follows_an_id_of_its_own_is_no_row(tmp_path: Path) -> None:
    """VLABench's records are known by id, track and task; a run of it is one row all the same."""
    keys = [{"id": f"{track}/{n}", "track": track, "task": f"t{n}"} for track in "ab" for n in range(2)]
    folder = run(tmp_path / "vla", [record(key, good=True, tokens=3) for key in keys])
    (row,) = rows_of(folder, several=True)
    assert (row.name, row.about["items"]) == ("vla", 4)


def test_a_row_without_a_figure_that_another_has_gets_a_dash(tmp_path: Path) -> None:
    keys = [{"id": f"t{n}", "row": row} for row in ("clamp", "bare") for n in range(2)]
    records = [record(key, good=True, tokens=4) for key in keys]
    scores = [{**key, "length": 1.5 if key["row"] == "clamp" else None} for key in keys]
    _, markdown = (path.read_text() for path in report([run(tmp_path / "run", records, scores)]).paths)
    (line,) = [line for line in markdown.splitlines() if "bare" in line and "–" in line][:1]
    assert line.count("|") == markdown.splitlines()[markdown.splitlines().index(line) - 1].count("|")


def test_a_figure_has_the_scale_of_its_own_row(tmp_path: Path) -> None:
    """TaPA says whether a format is valid, VLABench says it in per cent; neither is made 100 times as much."""
    keys = [{"id": f"t{n}"} for n in range(4)]
    records = [record(key, good=True, tokens=4) for key in keys]
    values: dict[str, list[Any]] = {"truths": [True, True, False, True], "cents": [100.0, 50.0, 50.0, 100.0]}
    folders = [
        run(tmp_path / name, records, [{**key, "valid": one} for key, one in zip(keys, own, strict=True)])
        for name, own in values.items()
    ]
    for first in (folders, folders[::-1]):
        written = report(first, tmp_path / "out")
        rows = {row["name"]: row for row in written.data["rows"]}
        assert "valid" in rows["truths"]["rates"]
        assert "valid" not in rows["cents"]["rates"]
        assert written.data["uncompared"] == ["valid"]
        assert all("valid" not in row["against"] for row in rows.values())
        assert any("plan" in row["against"] for row in rows.values()), "what is of one scale is compared"
        for path in written.paths:
            page = re.sub(r"<svg.*?</svg>", "", path.read_text(), flags=re.S)
            means = [float(found) for found in re.findall(r"[0-9.]+(?= \[)", page)]
            assert max(means) <= 100, page
            assert page.count("75.0 [") == 2
            assert "not compared: valid" in " ".join(page.split())
            assert path.suffix == ".html" or page.count("\n\n| row |") == 2
        (drawing,) = [plot for plot in plots(written.data) if "valid" in plot]
        assert len(bars(drawing)) == 2
        assert max(bars(drawing)) == pytest.approx(min(bars(drawing))), "both are 75 of 100"


def bars(drawing: str) -> list[float]:
    """The widths of a plot's bars."""
    paths = re.findall(r'<g id="patch_\d+">\s*<path d="([^"]+)" clip-path[^>]*style="fill: #9ab8d6"', drawing)
    found: list[float] = []
    for path in paths:
        xs = [float(x) for x in re.findall(r"[ML] ([0-9.]+) ", path)]
        found.append(max(xs) - min(xs))
    return found


@pytest.mark.no_cover
def test_the_pages_hold_every_figure_and_escape_what_they_show(tmp_path: Path) -> None:
    folder = rows_run(tmp_path / "run")
    written = report([folder])
    html, markdown = (path.read_text() for path in written.paths)
    assert [path.parent for path in written.paths] == [folder, folder]
    for text in ("33.3 [0, 66.7]", "-66.7 [-100.0, -33.3]"):
        assert text in html, text
        assert text in markdown, text
    assert "a<b" not in re.sub(r"<svg.*?</svg>", "", html, flags=re.S)
    assert "a&lt;b" in html
    for drawing in re.findall(r"<svg.*?</svg>", html, flags=re.S):
        ElementTree.fromstring(drawing)
    assert html.count("<svg") == len(written.data["metrics"])
    tables = re.findall(r"(?:^\|.*\|\n)+", markdown, flags=re.M)
    assert [len(table.splitlines()) for table in tables] == [4, 3]
    assert markdown.count("\n\n| row |") == 2
    for table in tables:
        assert len({line.count("|") for line in table.splitlines()}) == 1
    assert report([folder]).paths[0].read_text() == html, "the same figures give the same page"


NAMES = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "a|b",
    "[text](https://example.com)",
    "![](x.png)",
    "https://example.com",
    "www.example.com",
    "someone@example.com",
    ":x:",
    "**bold** _it_",
    "`code` ``more``",
    "<!-- gone -->",
    "&lt;b&gt;",
    "# heading",
    "two\nlines\n\n<b>",
    "a\u202eb",
    "\x1b[31m",
    "$x^2$",
    "{{ rows }}",
    "$",
    "\\",
]


def shown_of(text: str) -> str:
    return " ".join(printable(text).split())


@pytest.mark.no_cover
def test_nothing_that_comes_from_outside_is_more_than_its_letters_in_a_page(tmp_path: Path) -> None:
    """A row, a metric, a model, a benchmark, a commit, a configuration, a folder: none can write HTML or Markdown."""
    markdown_it = pytest.importorskip("markdown_it")
    keys = [{"id": f"t{n}", "row": row} for row in ("clamp", *NAMES) for n in range(2)]
    records = [record(key, good=True, tokens=3) for key in keys]
    for one, name in zip(records[::2], ("clamp", *NAMES), strict=True):
        one |= {"config": {name: name}, "clamp": {"commit": name}, "model": {"id": name}}
    scores = [{**key, **dict.fromkeys(NAMES, 1.5)} for key in keys]
    folder = run(tmp_path / "<b>run", records, scores)
    (folder / "summary.json").write_text(json.dumps({"benchmark": "<b>:x:| bench"}))
    html, markdown = (path.read_text("utf-8") for path in report([folder]).paths)
    bare = re.sub(r"<svg.*?</svg>", "", html, flags=re.S)
    for page in (html, markdown):
        assert printable(page) == page
    tags = {
        "!doctype",
        "html",
        "head",
        "meta",
        "title",
        "style",
        "body",
        "h1",
        "h2",
        "p",
        "div",
        "table",
        "tr",
    }
    tags |= {"th", "td", "figure", "ul", "li", "b", "code"}
    assert set(re.findall(r"<(?!/)([^\s>]+)", bare)) <= tags
    assert bare.count("<b>") == len(NAMES) + 1, "the rows' names in the list"
    for drawing in re.findall(r"<svg.*?</svg>", html, flags=re.S):
        ElementTree.fromstring(drawing)
    parser = markdown_it.MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    tokens = parser.parse(markdown)
    inline = [one for token in tokens for one in token.children or ()]
    kinds = {one.type for one in (*tokens, *inline)}
    made = {"heading", "paragraph", "table", "thead", "tbody", "tr", "th", "td", "bullet_list", "list_item"}
    allowed = {f"{one}_{end}" for one in (*made, "strong") for end in ("open", "close")}
    assert kinds <= {*allowed, "inline", "text", "code_inline", "softbreak"}
    texts = "".join(one.content for one in inline if one.type == "text")
    assert not re.search(r"[<`@$|]|:\w+:|www|//", texts), texts
    codes = {one.content for one in inline if one.type == "code_inline"}
    assert {shown_of(name) for name in NAMES} <= {" ".join(one.split()) for one in codes}
    rows = re.findall(r"<tr>.*?</tr>", parser.render(markdown), flags=re.S)
    assert {row.count("<t") - 1 for row in rows} == {1 + 1 + 5 + len(NAMES), 1 + 5 + len(NAMES)}


def test_the_command_compares_runs_of_different_folders(tmp_path: Path) -> None:
    keys = [{"id": f"t{n}"} for n in range(4)]
    one = run(tmp_path / "one", [record(key, good=True, tokens=2) for key in keys])
    two = run(tmp_path / "two", [record(key, good=False, tokens=8) for key in keys[1:]])
    out = tmp_path / "pages"
    shown = CliRunner().invoke(
        app, ["report", str(one), str(two), "--out", str(out), "--against", "two", "--json"]
    )
    assert shown.exit_code == 0, shown.stderr
    data = json.loads(shown.stdout)
    assert data["reference"] == "two"
    assert data["rows"][0]["against"]["tokens"] == {
        "difference": -6.0,
        "low": -6.0,
        "high": -6.0,
        "p": 0.25,
        "n": 3,
    }
    assert (out / "report.html").exists()
    assert (out / "report.md").exists()
    plain = CliRunner().invoke(app, ["report", str(one)])
    assert plain.exit_code == 0
    assert "report.html" in plain.stdout


def test_what_cannot_be_reported_is_named(tmp_path: Path) -> None:
    with pytest.raises(BenchmarkError, match="holds no run"):
        report([tmp_path])
    folder = rows_run(tmp_path / "run")
    with pytest.raises(BenchmarkError, match=r"no row 'Clmp'\. Did you mean 'clamp'"):
        report([folder], against="Clmp")
    with pytest.raises(BenchmarkError, match="Two runs are called"):
        report([folder, folder])
    damaged = run(tmp_path / "damaged", [{"id": "x", "config": {}, "status": "plan"}])
    with pytest.raises(BenchmarkError, match="a record cannot be read"):
        report([damaged])
    refused = CliRunner().invoke(app, ["report", str(damaged)])
    assert refused.exit_code == 2
